v_cvt_f32_f16 v44, |v138| clamp dst_sel:BYTE_0 dst_unused:UNUSED_PAD src0_sel:DWORD
v_movrels_b32_dpp v237, v121 row_ror:10 row_mask:0xa bank_mask:0x9 bound_ctrl:1 fi:1
v_movrels_b32 v237, v121 row_ror:10 row_mask:0xa bank_mask:0x9 bound_ctrl:1 fi:1
v_cvt_f16_f32_sdwa v111, s82 mul:2 dst_sel:BYTE_3 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1
v_cvt_f16_f32 v111, s82 mul:2 dst_sel:BYTE_3 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1
v_rcp_f16_sdwa v40, |52| mul:2 dst_sel:WORD_1 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_0
v_cmpx_eq_i32_sdwa sext(ttmp14), v183 src0_sel:BYTE_2 src1_sel:BYTE_1
v_cmpx_eq_i32 sext(ttmp14), v183 src0_sel:BYTE_2 src1_sel:BYTE_1
v_cmp_ge_u16_sdwa s52, sext(v107), v255 src0_sel:DWORD src1_sel:DWORD
v_cmp_ge_u16 s52, sext(v107), v255 src0_sel:DWORD src1_sel:DWORD
v_movrels_b32_sdwa v71, v40 clamp dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_2
v_movrels_b32 v71, v40 clamp dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_2
v_cmpx_lt_u16_sdwa v109, 2 src0_sel:BYTE_0 src1_sel:BYTE_1
v_cmpx_lt_u16 v109, 2 src0_sel:BYTE_0 src1_sel:BYTE_1
v_sqrt_f32_sdwa v78, v229 mul:4 dst_sel:WORD_0 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1
v_sqrt_f32 v78, v229 mul:4 dst_sel:WORD_0 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1
v_cmpx_u_f32_sdwa s84, v235 src0_sel:BYTE_1 src1_sel:BYTE_0
v_cmpx_u_f32 s84, v235 src0_sel:BYTE_1 src1_sel:BYTE_0
v_frexp_mant_f32_dpp v86, v199 quad_perm:[1,2,0,0] row_mask:0x7 bank_mask:0x8 bound_ctrl:1 fi:1
v_frexp_mant_f32 v86, v199 quad_perm:[1,2,0,0] row_mask:0x7 bank_mask:0x8 bound_ctrl:1 fi:1
v_cmp_u_f16_sdwa vcc_lo, v17, -s46 src0_sel:BYTE_1 src1_sel:WORD_0
v_cmp_u_f16 vcc_lo, v17, -s46 src0_sel:BYTE_1 src1_sel:WORD_0
v_sat_pk_u8_i16_dpp v105, v169 quad_perm:[0,2,2,2] row_mask:0x4 bank_mask:0x6 bound_ctrl:1
v_sat_pk_u8_i16 v105, v169 quad_perm:[0,2,2,2] row_mask:0x4 bank_mask:0x6 bound_ctrl:1





