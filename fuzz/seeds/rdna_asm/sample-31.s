v_frexp_mant_f32_sdwa v73, |v231| dst_sel:WORD_0 dst_unused:UNUSED_SEXT src0_sel:BYTE_3
v_frexp_mant_f32 v73, |v231| dst_sel:WORD_0 dst_unused:UNUSED_SEXT src0_sel:BYTE_3
v_cmpx_eq_f32_e64 v76, v162
v_cmpx_eq_f32 v76, v162
v_cmpx_o_f16_e32 0x6319, v225
v_cmpx_o_f16 0x6319, v225
v_cvt_u32_f32_e64 v176, v37
v_cvt_u32_f32 v176, v37
v_rcp_f16_e32 v255, exec_hi
v_rcp_f16 v255, exec_hi
v_cmp_ge_u32_e64 s19, v49, v132
v_cmp_ge_u32 s19, v49, v132
v_cmpx_eq_u32_e64 v209, v11
v_cmpx_eq_u32 v209, v11
v_cvt_norm_i16_f16_dpp v10, v47 dpp8:[2,2,0,4,3,3,5,5]
v_cvt_norm_i16_f16 v10, v47 dpp8:[2,2,0,4,3,3,5,5]
v_mul_f32_dpp v148, v127, v173 quad_perm:[3,2,1,3] row_mask:0xc bank_mask:0x3
v_mul_f32 v148, v127, v173 quad_perm:[3,2,1,3] row_mask:0xc bank_mask:0x3
v_fmac_f16_dpp v90, v94, v186 quad_perm:[0,3,1,2] row_mask:0x7 bank_mask:0x0 bound_ctrl:1 fi:1
v_fmac_f16 v90, v94, v186 quad_perm:[0,3,1,2] row_mask:0x7 bank_mask:0x0 bound_ctrl:1 fi:1
v_fract_f64_e32 v[218:219], v[51:52]
v_fract_f64 v[218:219], v[51:52]
v_subrev_f16_sdwa v53, -v2, v212 clamp mul:4 dst_sel:DWORD dst_unused:UNUSED_PRESERVE src0_sel:DWORD src1_sel:DWORD
v_subrev_f16 v53, -v2, v212 clamp mul:4 dst_sel:DWORD dst_unused:UNUSED_PRESERVE src0_sel:DWORD src1_sel:DWORD


