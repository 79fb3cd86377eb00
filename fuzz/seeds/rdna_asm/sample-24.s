v_cvt_norm_i16_f16 v73, v63 dpp8:[5,1,5,7,7,4,0,5]
ds_min_i32 v146, v174 offset:23911
v_bfrev_b32_e32 v23, v231
v_bfrev_b32 v23, v231
buffer_load_sbyte_d16_hi v43, v[87:88], s[64:67], 0 idxen offen offset:2284 glc dlc
v_cmpx_ge_u64_e32 v[108:109], v[148:149]
v_cmpx_ge_u64 v[108:109], v[148:149]
v_cmpx_ne_i32_e64 v176, 34
v_cmpx_ne_i32 v176, 34
ds_min_src2_f32 v233 offset:22746
v_min3_i32 v32, v251, v34, v232
buffer_atomic_fcmpswap v[38:39], off, ttmp[8:11], s0 offset:525
v_mbcnt_hi_u32_b32 v169, ttmp1, v85
v_ldexp_f64 v[216:217], s[52:53], sext(v188) mul:2
v_cvt_f32_ubyte3_e32 v100, v95
v_cvt_f32_ubyte3 v100, v95
v_cmpx_lg_f16_sdwa -|v227|, v56 src0_sel:BYTE_1 src1_sel:DWORD
v_cmpx_lg_f16 -|v227|, v56 src0_sel:BYTE_1 src1_sel:DWORD
v_cmp_eq_i32_e64 s67, v192, s16
v_cmp_eq_i32 s67, v192, s16
v_min_u32_dpp v136, v40, v250 dpp8:[4,6,6,4,7,6,4,1]
v_min_u32 v136, v40, v250 dpp8:[4,6,6,4,7,6,4,1]
v_cmp_class_f64_e64 s86, v[56:57], s69
v_cmp_class_f64 s86, v[56:57], s69
