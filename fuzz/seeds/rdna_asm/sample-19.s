v_cmp_ngt_f16_sdwa vcc_lo, |v62|, |v203| src0_sel:BYTE_3 src1_sel:BYTE_0
v_cmp_ngt_f16 vcc_lo, |v62|, |v203| src0_sel:BYTE_3 src1_sel:BYTE_0
v_cmpx_tru_f32_sdwa -|v48|, -v173 src0_sel:DWORD src1_sel:DWORD
v_cmpx_tru_f32 -|v48|, -v173 src0_sel:DWORD src1_sel:DWORD
v_subrev_f32_sdwa v55, v195, v198 dst_sel:BYTE_2 dst_unused:UNUSED_PAD src0_sel:WORD_0 src1_sel:DWORD
v_subrev_f32 v55, v195, v198 dst_sel:BYTE_2 dst_unused:UNUSED_PAD src0_sel:WORD_0 src1_sel:DWORD
v_sat_pk_u8_i16_dpp v234, v223 quad_perm:[1,3,2,0] row_mask:0xc bank_mask:0x9 fi:1
v_sat_pk_u8_i16 v234, v223 quad_perm:[1,3,2,0] row_mask:0xc bank_mask:0x9 fi:1
v_cmpx_le_u32_sdwa v120, v75 src0_sel:WORD_1 src1_sel:BYTE_1
v_cmpx_le_u32 v120, v75 src0_sel:WORD_1 src1_sel:BYTE_1
v_cvt_f16_u16_dpp v179, v37 quad_perm:[3,1,2,0] row_mask:0x2 bank_mask:0x2 bound_ctrl:1 fi:1
v_cvt_f16_u16 v179, v37 quad_perm:[3,1,2,0] row_mask:0x2 bank_mask:0x2 bound_ctrl:1 fi:1
v_mul_hi_u32_u24_dpp v9, v171, v146 quad_perm:[0,3,1,3] row_mask:0x8 bank_mask:0x2
v_mul_hi_u32_u24 v9, v171, v146 quad_perm:[0,3,1,3] row_mask:0x8 bank_mask:0x2
v_cmp_ne_u16_sdwa ttmp10, v157, sext(63) src0_sel:DWORD src1_sel:BYTE_1
v_cmp_lt_u32_sdwa s74, v191, v63 src0_sel:DWORD src1_sel:BYTE_3
v_cmp_lt_u32 s74, v191, v63 src0_sel:DWORD src1_sel:BYTE_3
v_cvt_i32_f32_sdwa v165, |v99| dst_sel:BYTE_0 dst_unused:UNUSED_SEXT src0_sel:DWORD
v_cvt_i32_f32 v165, |v99| dst_sel:BYTE_0 dst_unused:UNUSED_SEXT src0_sel:DWORD
v_bfrev_b32_sdwa v255, v185 clamp dst_sel:DWORD dst_unused:UNUSED_PRESERVE src0_sel:BYTE_3
v_bfrev_b32 v255, v185 clamp dst_sel:DWORD dst_unused:UNUSED_PRESERVE src0_sel:BYTE_3
v_mul_hi_i32_i24_sdwa v66, v251, sext(-13) dst_sel:BYTE_3 dst_unused:UNUSED_PAD src0_sel:BYTE_3 src1_sel:BYTE_2
v_cmpx_eq_u16_sdwa v246, v82 src0_sel:WORD_1 src1_sel:DWORD
v_cmpx_eq_u16 v246, v82 src0_sel:WORD_1 src1_sel:DWORD

