v_frexp_exp_i16_f16_e32 v29, v153
v_frexp_exp_i16_f16 v29, v153
v_cmp_nlg_f16_sdwa vcc_lo, |v252|, 27 src0_sel:WORD_0 src1_sel:BYTE_2
v_cmp_nlg_f16 vcc_lo, |v252|, 27 src0_sel:WORD_0 src1_sel:BYTE_2
v_fmac_f32_dpp v113, v112, v146 dpp8:[6,2,4,6,2,3,0,3]
v_fmac_f32 v113, v112, v146 dpp8:[6,2,4,6,2,3,0,3]
v_cmpx_class_f64_e64 v[209:210], v232
v_cmpx_class_f64 v[209:210], v232
v_cmpx_lt_i32_e32 42, v252
v_cmpx_lt_i32 42, v252
v_cmp_class_f16_e64 s49, v241, s11
v_cmp_class_f16 s49, v241, s11
v_cmp_ne_u16_e32 vcc_lo, 0x6057, v189
v_cmp_ne_u16 vcc_lo, 0x6057, v189
v_mul_f32_sdwa v173, |v207|, -|v145| clamp mul:4 dst_sel:BYTE_2 dst_unused:UNUSED_PRESERVE src0_sel:WORD_0 src1_sel:WORD_0
v_mul_f32 v173, |v207|, -|v145| clamp mul:4 dst_sel:BYTE_2 dst_unused:UNUSED_PRESERVE src0_sel:WORD_0 src1_sel:WORD_0
v_trunc_f32_e64 v68, s73 clamp
v_trunc_f32 v68, s73 clamp
v_cmpx_gt_u32_e64 v88, v111
v_cmpx_gt_u32 v88, v111
v_mul_f16_sdwa v153, v28, 43 mul:4 dst_sel:DWORD dst_unused:UNUSED_SEXT src0_sel:BYTE_2 src1_sel:DWORD
v_mul_f16 v153, v28, 43 mul:4 dst_sel:DWORD dst_unused:UNUSED_SEXT src0_sel:BYTE_2 src1_sel:DWORD
v_cmpx_le_i16_e32 21, v119
v_cmpx_le_i16 21, v119



