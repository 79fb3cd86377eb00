v_sqrt_f16 v27, v137
v_sin_f32_dpp v122, v109 dpp8:[1,7,4,2,6,1,2,5]
v_sin_f32 v122, v109 dpp8:[1,7,4,2,6,1,2,5]
v_cmpx_ge_f32_e64 -v52, -2
v_cmpx_ge_f32 -v52, -2
v_ffbl_b32_dpp v21, v96 dpp8:[0,0,6,5,3,3,3,3]
v_ffbl_b32 v21, v96 dpp8:[0,0,6,5,3,3,3,3]
v_pack_b32_f16 v17, v7, -|v140| clamp
v_cmp_eq_u32_sdwa s102, sext(s51), sext(v105) src0_sel:BYTE_2 src1_sel:BYTE_2
v_cmp_eq_u32 s102, sext(s51), sext(v105) src0_sel:BYTE_2 src1_sel:BYTE_2
ds_or_src2_b64 v178 offset:23961
buffer_atomic_and v155, v253, s[32:35], s0 offen offset:1681 glc slc
v_cmp_class_f16_e32 vcc_lo, v119, v91
v_cmp_class_f16 vcc_lo, v119, v91
v_cmpx_nge_f64_e32 0xd070f178, v[167:168]
v_cmpx_nge_f64 0xd070f178, v[167:168]
v_cmp_ge_i64_e64 s53, s[20:21], v[89:90]
v_cmp_ge_i64 s53, s[20:21], v[89:90]
v_cmpx_lt_u64_e64 v[142:143], s[94:95]
v_cmpx_lt_u64 v[142:143], s[94:95]
v_frexp_mant_f32_dpp v180, v233 dpp8:[7,0,7,1,3,2,7,0]
v_frexp_mant_f32 v180, v233 dpp8:[7,0,7,1,3,2,7,0]
v_cvt_f32_f16_e32 v84, v16
v_cvt_f32_f16 v84, v16




