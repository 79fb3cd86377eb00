v_cmpx_ge_u64 v[209:210], 5
s_cbranch_cdbgsys_or_user 46005
v_cmp_nle_f64_e64 s44, 4, v[15:16]
v_cmp_nle_f64 s44, 4, v[15:16]
v_illegal
v_cmp_ge_u64_e64 s81, s[32:33], v[30:31]
v_cmp_ge_u64 s81, s[32:33], v[30:31]
s_cmpk_gt_u32 s25, 0x16c6
v_cvt_pknorm_i16_f32 v255, v140, s22 clamp
v_cmp_o_f32_sdwa vcc_lo, -v170, |v1| src0_sel:WORD_0 src1_sel:WORD_1
v_cmp_o_f32 vcc_lo, -v170, |v1| src0_sel:WORD_0 src1_sel:WORD_1
s_sub_i32 ttmp14, s58, 8
v_fma_f64 v[68:69], v[215:216], v[162:163], v[155:156]
v_ashrrev_i32_e64 v190, v75, v230
v_ashrrev_i32 v190, v75, v230
v_cvt_f32_ubyte0_dpp v195, v75 dpp8:[6,0,7,2,7,6,2,7]
v_cvt_f32_ubyte0 v195, v75 dpp8:[6,0,7,2,7,6,2,7]
v_ceil_f32_e32 v108, v216
v_ceil_f32 v108, v216
v_ceil_f16_e64 v160, v229 clamp mul:2
v_ceil_f16 v160, v229 clamp mul:2
v_cmp_ge_f16_e32 vcc_lo, v37, v230
v_cmp_ge_f16 vcc_lo, v37, v230
v_lshrrev_b32_dpp v16, v163, v250 dpp8:[2,5,1,0,2,5,1,4]





