v_cvt_f32_ubyte3_sdwa v152, v223 clamp mul:4 dst_sel:BYTE_0 dst_unused:UNUSED_PRESERVE src0_sel:DWORD
v_cvt_f32_ubyte3 v152, v223 clamp mul:4 dst_sel:BYTE_0 dst_unused:UNUSED_PRESERVE src0_sel:DWORD
v_cmp_gt_u16_sdwa s[52:53], sext(v145), 38 src0_sel:WORD_1 src1_sel:BYTE_2
v_cmp_gt_u16 s[52:53], sext(v145), 38 src0_sel:WORD_1 src1_sel:BYTE_2
v_mov_b32_sdwa v152, sext(v219) dst_sel:WORD_1 dst_unused:UNUSED_PAD src0_sel:BYTE_2
v_mov_b32 v152, sext(v219) dst_sel:WORD_1 dst_unused:UNUSED_PAD src0_sel:BYTE_2
v_cmp_f_u32_sdwa vcc, v53, ttmp3 src0_sel:BYTE_3 src1_sel:DWORD
v_cmp_f_u32 vcc, v53, ttmp3 src0_sel:BYTE_3 src1_sel:DWORD
v_cmp_ge_u32_sdwa vcc, ttmp0, sext(v208) src0_sel:BYTE_0 src1_sel:BYTE_3
v_cmp_ge_u32 vcc, ttmp0, sext(v208) src0_sel:BYTE_0 src1_sel:BYTE_3




