v_bfrev_b32 v88, v227 dpp8:[0,5,7,7,2,1,7,2]
v_cmpx_eq_f32_e64 v10, v132 clamp
v_cmpx_eq_f32 v10, v132 clamp
v_cmp_nge_f16_e32 vcc_lo, v163, v74
v_cmp_nge_f16 vcc_lo, v163, v74
v_cmp_lt_u16_e64 s81, s105, s21
v_cmp_lt_u16 s81, s105, s21
v_cvt_pkrtz_f16_f32_dpp v121, v234, v94 quad_perm:[1,0,3,3] row_mask:0x0 bank_mask:0xe
v_cvt_pkrtz_f16_f32 v121, v234, v94 quad_perm:[1,0,3,3] row_mask:0x0 bank_mask:0xe
v_ffbh_u32_e32 v63, 36
v_ffbh_u32 v63, 36
v_ceil_f32_dpp v140, v102 dpp8:[1,2,5,1,3,5,2,2] fi:1
v_ceil_f32 v140, v102 dpp8:[1,2,5,1,3,5,2,2] fi:1
v_cmpx_u_f64_e64 v[34:35], v[152:153]
v_cmpx_u_f64 v[34:35], v[152:153]
v_frexp_mant_f32_e64 v237, -v235
v_frexp_mant_f32 v237, -v235
v_mul_i32_i24_dpp v221, v212, v122 quad_perm:[1,0,3,3] row_mask:0x2 bank_mask:0xa bound_ctrl:1 fi:1
v_mul_i32_i24 v221, v212, v122 quad_perm:[1,0,3,3] row_mask:0x2 bank_mask:0xa bound_ctrl:1 fi:1
v_cmp_eq_u64_e32 vcc_lo, v[232:233], v[95:96]
v_cmp_eq_u64 vcc_lo, v[232:233], v[95:96]
v_cmpx_nlg_f16_e64 v100, v147 clamp
v_cmpx_nlg_f16 v100, v147 clamp
v_ffbh_i32_dpp v192, v206 quad_perm:[0,2,1,2] row_mask:0xd bank_mask:0xc bound_ctrl:1 fi:1




