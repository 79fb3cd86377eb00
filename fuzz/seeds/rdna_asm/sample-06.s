v_cmp_t_i32 vcc_lo, s3, v17 src0_sel:DWORD src1_sel:WORD_0
v_min_f32_sdwa v157, v232, 32 clamp mul:4 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_1 src1_sel:BYTE_0
v_min_f32 v157, v232, 32 clamp mul:4 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_1 src1_sel:BYTE_0
v_interp_mov_f32_e64 v185, p10, attr8.w clamp
v_interp_mov_f32 v185, p10, attr8.w clamp
v_cvt_i32_f32_dpp v31, v202 row_share:9 row_mask:0x7 bank_mask:0x2 fi:1
v_cvt_i32_f32 v31, v202 row_share:9 row_mask:0x7 bank_mask:0x2 fi:1
v_cmpx_ngt_f16_sdwa v74, |v91| src0_sel:DWORD src1_sel:BYTE_2
v_cmpx_ngt_f16 v74, |v91| src0_sel:DWORD src1_sel:BYTE_2
v_cvt_f32_u32_sdwa v175, sext(src_private_base) clamp dst_sel:WORD_1 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_3
v_cvt_f32_u32 v175, sext(src_private_base) clamp dst_sel:WORD_1 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_3
v_cmp_ne_u32_sdwa vcc_lo, v251, v175 src0_sel:BYTE_2 src1_sel:BYTE_3
v_cmp_ne_u32 vcc_lo, v251, v175 src0_sel:BYTE_2 src1_sel:BYTE_3
v_movreld_b32_sdwa v102, v107 clamp dst_sel:DWORD dst_unused:UNUSED_PRESERVE src0_sel:BYTE_0
v_movreld_b32 v102, v107 clamp dst_sel:DWORD dst_unused:UNUSED_PRESERVE src0_sel:BYTE_0
v_rsq_f32_sdwa v245, v70 clamp mul:2 dst_sel:BYTE_2 dst_unused:UNUSED_SEXT src0_sel:BYTE_2
v_rsq_f32 v245, v70 clamp mul:2 dst_sel:BYTE_2 dst_unused:UNUSED_SEXT src0_sel:BYTE_2
v_cvt_flr_i32_f32_sdwa v215, |v179| dst_sel:WORD_1 dst_unused:UNUSED_PAD src0_sel:BYTE_0
v_cvt_flr_i32_f32 v215, |v179| dst_sel:WORD_1 dst_unused:UNUSED_PAD src0_sel:BYTE_0
v_subrev_nc_u32_sdwa v72, v55, sext(v85) dst_sel:BYTE_2 dst_unused:UNUSED_PRESERVE src0_sel:WORD_0 src1_sel:WORD_0
v_subrev_nc_u32 v72, v55, sext(v85) dst_sel:BYTE_2 dst_unused:UNUSED_PRESERVE src0_sel:WORD_0 src1_sel:WORD_0
v_lshrrev_b32_sdwa v50, v89, v126 dst_sel:BYTE_2 dst_unused:UNUSED_PRESERVE src0_sel:DWORD src1_sel:DWORD
v_lshrrev_b32 v50, v89, v126 dst_sel:BYTE_2 dst_unused:UNUSED_PRESERVE src0_sel:DWORD src1_sel:DWORD
v_cvt_u16_f16_sdwa v45, |v43| dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD





