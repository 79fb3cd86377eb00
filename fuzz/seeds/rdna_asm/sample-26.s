v_mul_f16_dpp v105, |v208|, -|v73| quad_perm:[0,0,3,0] row_mask:0x9 bank_mask:0x2 bound_ctrl:1 fi:1
v_mul_f16 v105, |v208|, -|v73| quad_perm:[0,0,3,0] row_mask:0x9 bank_mask:0x2 bound_ctrl:1 fi:1
v_cmpx_gt_i16_sdwa v40, sext(v185) src0_sel:DWORD src1_sel:DWORD
v_cmpx_gt_i16 v40, sext(v185) src0_sel:DWORD src1_sel:DWORD
v_cmp_nlt_f32_sdwa vcc, v184, v157 src0_sel:WORD_1 src1_sel:WORD_1
v_cmp_nlt_f32 vcc, v184, v157 src0_sel:WORD_1 src1_sel:WORD_1
v_ceil_f32_dpp v243, v115 quad_perm:[2,1,2,3] row_mask:0x6 bank_mask:0xf fi:1
v_ceil_f32 v243, v115 quad_perm:[2,1,2,3] row_mask:0x6 bank_mask:0xf fi:1
v_cmp_eq_i16_sdwa ttmp[4:5], sext(v81), 61 src0_sel:WORD_0 src1_sel:WORD_0
v_cmp_eq_i16 ttmp[4:5], sext(v81), 61 src0_sel:WORD_0 src1_sel:WORD_0
v_cvt_f32_ubyte1_dpp v143, v128 row_ror:14 row_mask:0x6 bank_mask:0xf fi:1
v_cvt_f32_ubyte1 v143, v128 row_ror:14 row_mask:0x6 bank_mask:0xf fi:1
v_cmpx_nlg_f32_sdwa -v122, |s70| src0_sel:DWORD src1_sel:BYTE_0
v_cmpx_nlg_f32 -v122, |s70| src0_sel:DWORD src1_sel:BYTE_0
v_mul_u32_u24_sdwa v75, v173, s90 clamp dst_sel:BYTE_0 dst_unused:UNUSED_PAD src0_sel:BYTE_1 src1_sel:WORD_1
v_mul_u32_u24 v75, v173, s90 clamp dst_sel:BYTE_0 dst_unused:UNUSED_PAD src0_sel:BYTE_1 src1_sel:WORD_1
v_cmp_eq_u32_sdwa vcc, v184, sext(v211) src0_sel:WORD_0 src1_sel:WORD_0
v_cmp_eq_u32 vcc, v184, sext(v211) src0_sel:WORD_0 src1_sel:WORD_0
v_subrev_co_ci_u32_sdwa v115, vcc, sext(21), sext(v242), vcc clamp dst_sel:WORD_1 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_2 src1_sel:DWORD
v_cmpx_eq_f16_sdwa s75, -|v239| src0_sel:WORD_0 src1_sel:BYTE_1
v_cmpx_eq_f16 s75, -|v239| src0_sel:WORD_0 src1_sel:BYTE_1
v_cmpx_u_f16_sdwa v104, |v38| src0_sel:WORD_1 src1_sel:DWORD
v_cmpx_u_f16 v104, |v38| src0_sel:WORD_1 src1_sel:DWORD
v_cmpx_nlt_f16_sdwa -|ttmp8|, v11 src0_sel:WORD_0 src1_sel:DWORD



