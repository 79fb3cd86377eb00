ds_write_b8_d16_hi v4, v114 offset:28080
v_mad_i64_i32 v[47:48], s4, v84, s17, v[241:242] clamp
v_cvt_pk_u16_u32 v218, v52, v234
v_cvt_f32_ubyte3_e64 v94, 30
v_cvt_f32_ubyte3 v94, 30
s_buffer_atomic_or_x2 s[4:5], ttmp[8:11], 0xc80c4 glc dlc
v_cmp_nlg_f16_e32 vcc_lo, s85, v35
v_cmp_nlg_f16 vcc_lo, s85, v35
v_cvt_norm_u16_f16_dpp v62, v98 dpp8:[6,7,6,4,1,0,1,0] fi:1
v_cvt_norm_u16_f16 v62, v98 dpp8:[6,7,6,4,1,0,1,0] fi:1
v_pk_add_u16 v218, v126, v49 op_sel_hi:[0,0]
v_mul_hi_u32 v7, v14, v46
v_cmpx_lt_f16_e64 61, |v153|
v_cmpx_lt_f16 61, |v153|
ds_rsub_u64 v96, v[62:63] offset:38930 gds
v_frexp_mant_f64_e32 v[144:145], v[151:152]
v_frexp_mant_f64 v[144:145], v[151:152]
v_mul_f32_dpp v135, v183, v60 dpp8:[4,3,6,0,4,3,2,6]
v_mul_f32 v135, v183, v60 dpp8:[4,3,6,0,4,3,2,6]
v_cvt_off_f32_i4_e64 v234, s71 clamp
v_cvt_off_f32_i4 v234, s71 clamp
flat_atomic_umax_x2 v[170:171], v[183:184] offset:1069 slc dlc
v_add_nc_u32_e64 v120, v150, v47 clamp
v_add_nc_u32 v120, v150, v47 clamp
