v_frexp_exp_i32_f32_sdwa v124, v137 dst_sel:BYTE_0 dst_unused:UNUSED_PRESERVE src0_sel:DWORD
v_frexp_exp_i32_f32 v124, v137 dst_sel:BYTE_0 dst_unused:UNUSED_PRESERVE src0_sel:DWORD
v_cmp_gt_i32_sdwa s10, v172, v76 src0_sel:WORD_0 src1_sel:BYTE_2
v_cmp_gt_i32 s10, v172, v76 src0_sel:WORD_0 src1_sel:BYTE_2
v_cmp_le_i16_sdwa vcc_lo, sext(v180), sext(40) src0_sel:WORD_1 src1_sel:WORD_1
v_cmp_ne_u16_sdwa s82, s79, sext(v74) src0_sel:BYTE_3 src1_sel:DWORD
v_cmp_ne_u16 s82, s79, sext(v74) src0_sel:BYTE_3 src1_sel:DWORD
v_mul_hi_i32_i24_sdwa v33, v142, sext(v198) dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:BYTE_0
v_mul_hi_i32_i24 v33, v142, sext(v198) dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:BYTE_0
v_cmp_class_f16_sdwa s21, s11, v88 src0_sel:DWORD src1_sel:BYTE_3
v_cmp_class_f16 s21, s11, v88 src0_sel:DWORD src1_sel:BYTE_3
v_cmp_gt_f16_sdwa vcc_lo, 12, |v75| src0_sel:BYTE_0 src1_sel:BYTE_1
v_cmp_gt_f16 vcc_lo, 12, |v75| src0_sel:BYTE_0 src1_sel:BYTE_1
v_cmp_ne_i16_sdwa vcc_lo, sext(s73), sext(m0) src0_sel:WORD_0 src1_sel:BYTE_1
v_cmp_ne_i16 vcc_lo, sext(s73), sext(m0) src0_sel:WORD_0 src1_sel:BYTE_1
v_xnor_b32_sdwa v113, v21, 31 dst_sel:BYTE_3 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_0 src1_sel:BYTE_2
v_xnor_b32 v113, v21, 31 dst_sel:BYTE_3 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_0 src1_sel:BYTE_2
v_cvt_u32_f32_sdwa v159, -|v80| clamp dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:DWORD
v_cvt_u32_f32 v159, -|v80| clamp dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:DWORD
v_cmpx_le_u16_sdwa sext(v151), 10 src0_sel:WORD_0 src1_sel:WORD_0
v_cmpx_le_u16 sext(v151), 10 src0_sel:WORD_0 src1_sel:WORD_0
v_cmp_lt_i32_sdwa s84, s8, v170 src0_sel:DWORD src1_sel:DWORD
v_cmp_lt_i32 s84, s8, v170 src0_sel:DWORD src1_sel:DWORD
v_min_u32_sdwa v118, s55, sext(v214) dst_sel:WORD_0 dst_unused:UNUSED_PRESERVE src0_sel:DWORD src1_sel:BYTE_1


