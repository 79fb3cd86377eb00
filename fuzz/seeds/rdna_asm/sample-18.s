v_trunc_f16 v48, v87 clamp
v_cmp_o_f32_sdwa vcc_lo, |v39|, 20 src0_sel:DWORD src1_sel:DWORD
v_cmp_o_f32 vcc_lo, |v39|, 20 src0_sel:DWORD src1_sel:DWORD
v_xor_b32_e64 v66, v243, src_scc
v_xor_b32 v66, v243, src_scc
v_trunc_f32_dpp v102, |v115| quad_perm:[1,0,1,3] row_mask:0x3 bank_mask:0x0 bound_ctrl:1
v_trunc_f32 v102, |v115| quad_perm:[1,0,1,3] row_mask:0x3 bank_mask:0x0 bound_ctrl:1
v_xor3_b32 v59, v61, v93, v246
v_cmpx_le_i32_e32 v223, v162
v_cmpx_le_i32 v223, v162
v_cmpx_le_i16_sdwa v52, sext(v220) src0_sel:DWORD src1_sel:WORD_1
v_cmpx_le_i16 v52, sext(v220) src0_sel:DWORD src1_sel:WORD_1
v_cmp_f_i32_e64 s34, v120, ttmp5
v_cmp_f_i32 s34, v120, ttmp5
v_mul_hi_i32 v203, s67, v51
v_sin_f16_sdwa v62, |v227| mul:2 dst_sel:DWORD dst_unused:UNUSED_PRESERVE src0_sel:BYTE_1
v_sin_f16 v62, |v227| mul:2 dst_sel:DWORD dst_unused:UNUSED_PRESERVE src0_sel:BYTE_1
v_subrev_f16_dpp v6, |v109|, -v229 quad_perm:[1,1,3,2] row_mask:0x9 bank_mask:0xa
v_subrev_f16 v6, |v109|, -v229 quad_perm:[1,1,3,2] row_mask:0x9 bank_mask:0xa
v_exp_f16_e32 v176, v47
v_exp_f16 v176, v47
v_frexp_exp_i16_f16_sdwa v188, neg(37) dst_sel:BYTE_2 dst_unused:UNUSED_SEXT src0_sel:WORD_0
v_cmpx_t_i64_e64 v[78:79], v[64:65]
v_cmpx_t_i64 v[78:79], v[64:65]

