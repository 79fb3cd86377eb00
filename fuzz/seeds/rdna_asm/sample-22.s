v_cmpx_o_f32_e64 v87, v135
v_cmpx_o_f32 v87, v135
v_and_b32_e64 v6, v112, v255
v_and_b32 v6, v112, v255
v_swap_b32 v92, v232
v_fmac_f16_e64 v50, v104, v27
v_fmac_f16 v50, v104, v27
v_cmpx_tru_f32_e32 s105, v117
v_cmpx_tru_f32 s105, v117
ds_max_src2_i64 v205 offset:49946 gds
v_cvt_f32_ubyte1_e32 v152, v149
v_cvt_f32_ubyte1 v152, v149
s_dcache_discard s[100:101], s83
v_cmpx_ge_f64_e32 v[150:151], v[147:148]
v_cmpx_ge_f64 v[150:151], v[147:148]
v_fract_f16_e32 v46, v113
v_fract_f16 v46, v113
v_cvt_f32_i32_e64 v239, v164
v_cvt_f32_i32 v239, v164
s_wakeup
ds_xor_b32 v73, v80 offset:33061
flat_store_dwordx3 v[212:213], v[199:201] offset:13 dlc
v_cmpx_lt_i32_e64 s85, v176
v_cmpx_lt_i32 s85, v176




