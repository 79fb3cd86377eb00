v_trunc_f32 v199, s89 dst_sel:WORD_1 dst_unused:UNUSED_PAD src0_sel:BYTE_3
v_cmpx_gt_i32_e64 v74, v23
v_cmpx_gt_i32 v74, v23
v_cmp_o_f16_sdwa vcc_lo, -|31|, |s101| src0_sel:BYTE_1 src1_sel:BYTE_0
v_movrels_b32_e64 v143, v228
v_movrels_b32 v143, v228
v_cmpx_eq_i16_e64 v87, v34
v_cmpx_eq_i16 v87, v34
v_cmpx_ngt_f32_sdwa |v17|, s30 src0_sel:BYTE_3 src1_sel:DWORD
v_cmpx_ngt_f32 |v17|, s30 src0_sel:BYTE_3 src1_sel:DWORD
v_nop quad_perm:[0,0,0,0] row_mask:0x0 bank_mask:0x0
v_cmp_le_u32_sdwa vcc_lo, sext(27), sext(s72) src0_sel:WORD_0 src1_sel:DWORD
v_ceil_f16_sdwa v44, -|v127| clamp dst_sel:BYTE_2 dst_unused:UNUSED_SEXT src0_sel:WORD_1
v_ceil_f16 v44, -|v127| clamp dst_sel:BYTE_2 dst_unused:UNUSED_SEXT src0_sel:WORD_1
v_rsq_f16_sdwa v67, -|v251| mul:4 dst_sel:DWORD dst_unused:UNUSED_PRESERVE src0_sel:BYTE_0
v_rsq_f16 v67, -|v251| mul:4 dst_sel:DWORD dst_unused:UNUSED_PRESERVE src0_sel:BYTE_0
v_cmp_ge_i16_e64 s73, v251, v251
v_cmp_ge_i16 s73, v251, v251
v_mul_hi_u32_u24_sdwa v100, v199, v182 dst_sel:WORD_1 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_2 src1_sel:DWORD
v_mul_hi_u32_u24 v100, v199, v182 dst_sel:WORD_1 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_2 src1_sel:DWORD
v_cmpx_gt_u16_sdwa v208, v51 src0_sel:BYTE_0 src1_sel:BYTE_3
v_cmpx_gt_u16 v208, v51 src0_sel:BYTE_0 src1_sel:BYTE_3
v_cmpx_t_i32_sdwa sext(v235), sext(v5) src0_sel:DWORD src1_sel:BYTE_2
v_cmpx_t_i32 sext(v235), sext(v5) src0_sel:DWORD src1_sel:BYTE_2




