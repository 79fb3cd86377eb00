v_cvt_f32_ubyte0_e32 v227, 0xa416ee29
v_cvt_f32_ubyte0 v227, 0xa416ee29
scratch_load_dwordx2 v[56:57], off, s35 offset:1513
v_cmp_nlt_f32_e64 s42, s82, s94 clamp
v_cmp_nlt_f32 s42, s82, s94 clamp
v_cmp_le_i64_e32 vcc_lo, 10, v[132:133]
v_cmp_le_i64 vcc_lo, 10, v[132:133]
v_cmpx_ge_i64_e32 48, v[87:88]
v_cmpx_ge_i64 48, v[87:88]
ds_add_src2_u32 v36 offset:37490 gds
v_sad_hi_u8 v40, v250, v106, v131 clamp
ds_consume v96 offset:23602 gds
v_mul_u32_u24_e64 v25, v238, v231
v_mul_u32_u24 v25, v238, v231
v_cmpx_gt_u16_e32 v242, v92
v_cmpx_gt_u16 v242, v92
v_max3_i16 v204, v128, v110, 25 clamp
v_cmp_nle_f16_e64 s20, 40, v22
v_cmp_nle_f16 s20, 40, v22
flat_atomic_and_x2 v[86:87], v[170:171] offset:325
v_cmpx_eq_f64_e64 |v[126:127]|, v[103:104]
v_cmpx_eq_f64 |v[126:127]|, v[103:104]
v_ceil_f16_e32 v119, s83
v_ceil_f16 v119, s83




