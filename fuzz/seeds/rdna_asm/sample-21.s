v_ceil_f64 v[28:29], 0x975719b7
v_log_f32_e32 v149, 23
v_log_f32 v149, 23
global_atomic_fcmpswap_x2 v228, v[215:218], ttmp[4:5] offset:1004 dlc
v_cmp_f_f64_e32 vcc_lo, v[201:202], v[171:172]
v_cmp_f_f64 vcc_lo, v[201:202], v[171:172]
v_movreld_b32_e64 v183, v254
v_movreld_b32 v183, v254
v_cmp_lt_u32_e32 vcc_lo, v78, v31
v_cmp_lt_u32 vcc_lo, v78, v31
s_movreld_b64 s[74:75], 7
v_cmp_o_f32_e32 vcc_lo, v139, v139
v_cmp_o_f32 vcc_lo, v139, v139
ds_write_b128 v86, v[37:40] offset:44583 gds
v_cmpx_class_f32_e64 v104, v116
v_cmpx_class_f32 v104, v116
v_cvt_f32_u32_e64 v12, v196 mul:2
v_cvt_f32_u32 v12, v196 mul:2
v_cvt_norm_u16_f16_e64 v222, v9 clamp
v_cvt_norm_u16_f16 v222, v9 clamp
s_barrier
v_cos_f16_dpp v23, v201 dpp8:[3,6,6,7,6,2,7,4] fi:1
v_cos_f16 v23, v201 dpp8:[3,6,6,7,6,2,7,4] fi:1
image_sample_c_cd_cl_o v[223:224], v[37:45], s[36:43], ttmp[8:11] dmask:0xb dim:SQ_RSRC_IMG_2D_MSAA_ARRAY dlc a16 d16





