v_cos_f32 v243, |v250| mul:4 dst_sel:DWORD dst_unused:UNUSED_PRESERVE src0_sel:DWORD
v_cmpx_ge_u16_sdwa v189, v126 src0_sel:BYTE_3 src1_sel:BYTE_2
v_cmpx_ge_u16 v189, v126 src0_sel:BYTE_3 src1_sel:BYTE_2
v_cmp_lg_f32_sdwa vcc_lo, |v43|, v53 src0_sel:BYTE_2 src1_sel:BYTE_0
v_cmp_lg_f32 vcc_lo, |v43|, v53 src0_sel:BYTE_2 src1_sel:BYTE_0
v_cmpx_eq_f32_sdwa -|v99|, |v41| src0_sel:BYTE_0 src1_sel:BYTE_1
v_cmpx_eq_f32 -|v99|, |v41| src0_sel:BYTE_0 src1_sel:BYTE_1
v_movrelsd_2_b32_e64 v246, v200
v_movrelsd_2_b32 v246, v200
v_cvt_norm_u16_f16_sdwa v234, |v84| dst_sel:WORD_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_0
v_cvt_norm_u16_f16 v234, |v84| dst_sel:WORD_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_0
v_cvt_i16_f16_dpp v135, v224 quad_perm:[3,2,3,3] row_mask:0xc bank_mask:0x4 bound_ctrl:1 fi:1
v_cvt_i16_f16 v135, v224 quad_perm:[3,2,3,3] row_mask:0xc bank_mask:0x4 bound_ctrl:1 fi:1
v_cmp_f_f32_sdwa vcc_lo, v42, |v43| src0_sel:BYTE_0 src1_sel:BYTE_1
v_cmp_f_f32 vcc_lo, v42, |v43| src0_sel:BYTE_0 src1_sel:BYTE_1
v_log_f32_sdwa v156, v181 clamp dst_sel:BYTE_2 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1
v_log_f32 v156, v181 clamp dst_sel:BYTE_2 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1
v_or_b32_sdwa v129, v208, sext(s36) clamp dst_sel:BYTE_2 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_3 src1_sel:BYTE_0
v_or_b32 v129, v208, sext(s36) clamp dst_sel:BYTE_2 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_3 src1_sel:BYTE_0
v_cmp_lg_f16_sdwa s11, |28|, 38 src0_sel:BYTE_0 src1_sel:DWORD
v_rndne_f16_sdwa v110, -|v70| clamp mul:2 dst_sel:WORD_1 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_2
v_rndne_f16 v110, -|v70| clamp mul:2 dst_sel:WORD_1 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_2
v_exp_f16_sdwa v128, v253 mul:2 dst_sel:BYTE_1 dst_unused:UNUSED_PAD src0_sel:WORD_1
v_exp_f16 v128, v253 mul:2 dst_sel:BYTE_1 dst_unused:UNUSED_PAD src0_sel:WORD_1



