v_sub_f32 v191, -v214, v153 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_1 src1_sel:WORD_1
v_lshrrev_b32_sdwa v50, v89, v126 dst_sel:BYTE_2 dst_unused:UNUSED_PRESERVE src0_sel:DWORD src1_sel:DWORD
v_lshrrev_b32 v50, v89, v126 dst_sel:BYTE_2 dst_unused:UNUSED_PRESERVE src0_sel:DWORD src1_sel:DWORD
v_cmp_t_u32_sdwa vcc_lo, v129, sext(ttmp3) src0_sel:BYTE_1 src1_sel:BYTE_2
v_cmp_t_u32 vcc_lo, v129, sext(ttmp3) src0_sel:BYTE_1 src1_sel:BYTE_2
v_max_u32_sdwa v221, sext(v135), sext(v231) dst_sel:WORD_1 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_2 src1_sel:BYTE_3
v_max_u32 v221, sext(v135), sext(v231) dst_sel:WORD_1 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_2 src1_sel:BYTE_3
v_cmpx_nle_f32_sdwa |s46|, -|v45| src0_sel:DWORD src1_sel:DWORD
v_cmpx_nle_f32 |s46|, -|v45| src0_sel:DWORD src1_sel:DWORD
v_cvt_u16_f16_sdwa v45, |v43| dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD
v_cvt_u16_f16 v45, |v43| dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD
v_cmpx_t_u32_sdwa v163, src_private_base src0_sel:DWORD src1_sel:BYTE_3
v_cmpx_t_u32 v163, src_private_base src0_sel:DWORD src1_sel:BYTE_3
v_cvt_norm_i16_f16_sdwa v144, |v152| dst_sel:DWORD dst_unused:UNUSED_PRESERVE src0_sel:BYTE_1
v_cvt_norm_i16_f16 v144, |v152| dst_sel:DWORD dst_unused:UNUSED_PRESERVE src0_sel:BYTE_1
v_cvt_f32_ubyte0_sdwa v47, sext(v145) clamp dst_sel:WORD_1 dst_unused:UNUSED_PAD src0_sel:BYTE_1
v_cvt_f32_ubyte0 v47, sext(v145) clamp dst_sel:WORD_1 dst_unused:UNUSED_PAD src0_sel:BYTE_1
v_cmpx_lt_i16_sdwa -15, v143 src0_sel:BYTE_2 src1_sel:WORD_1
v_cmpx_lt_i16 -15, v143 src0_sel:BYTE_2 src1_sel:WORD_1
v_ashrrev_i32_sdwa v65, v46, v80 dst_sel:BYTE_3 dst_unused:UNUSED_PRESERVE src0_sel:DWORD src1_sel:BYTE_0
v_ashrrev_i32 v65, v46, v80 dst_sel:BYTE_3 dst_unused:UNUSED_PRESERVE src0_sel:DWORD src1_sel:BYTE_0
v_ceil_f32_sdwa v188, v172 mul:2 dst_sel:BYTE_1 dst_unused:UNUSED_SEXT src0_sel:BYTE_2
v_ceil_f32 v188, v172 mul:2 dst_sel:BYTE_1 dst_unused:UNUSED_SEXT src0_sel:BYTE_2
v_cmp_f_i32_sdwa vcc_lo, sext(-4.0), sext(s23) src0_sel:WORD_0 src1_sel:BYTE_2




