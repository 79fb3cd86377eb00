v_movreld_b32_dpp v108, v148 quad_perm:[2,3,3,3] row_mask:0x6 bank_mask:0x9 fi:1
v_movreld_b32 v108, v148 quad_perm:[2,3,3,3] row_mask:0x6 bank_mask:0x9 fi:1
v_cmpx_lt_f16_sdwa -v140, 59 src0_sel:WORD_1 src1_sel:WORD_1
v_cmpx_lt_f16 -v140, 59 src0_sel:WORD_1 src1_sel:WORD_1
v_ffbl_b32_dpp v166, v100 row_share:9 row_mask:0xf bank_mask:0xf fi:1
v_ffbl_b32 v166, v100 row_share:9 row_mask:0xf bank_mask:0xf fi:1
v_interp_mov_f32_e64 v185, p10, attr8.w clamp
v_interp_mov_f32 v185, p10, attr8.w clamp
v_rcp_iflag_f32_sdwa v113, v86 clamp div:2 dst_sel:BYTE_3 dst_unused:UNUSED_SEXT src0_sel:BYTE_2
v_rcp_iflag_f32 v113, v86 clamp div:2 dst_sel:BYTE_3 dst_unused:UNUSED_SEXT src0_sel:BYTE_2
v_cmp_gt_f32_sdwa s16, v247, |v241| src0_sel:BYTE_1 src1_sel:DWORD
v_cmp_gt_f32 s16, v247, |v241| src0_sel:BYTE_1 src1_sel:DWORD
v_cmp_ngt_f16_sdwa ttmp0, -|s63|, |v28| src0_sel:BYTE_3 src1_sel:WORD_0
v_cmp_ngt_f16 ttmp0, -|s63|, |v28| src0_sel:BYTE_3 src1_sel:WORD_0
v_mul_u32_u24_dpp v199, v70, v138 row_ror:2 row_mask:0xd bank_mask:0xf
v_mul_u32_u24 v199, v70, v138 row_ror:2 row_mask:0xd bank_mask:0xf
v_exp_f32_sdwa v92, -s54 clamp mul:4 dst_sel:WORD_1 dst_unused:UNUSED_SEXT src0_sel:BYTE_0
v_exp_f32 v92, -s54 clamp mul:4 dst_sel:WORD_1 dst_unused:UNUSED_SEXT src0_sel:BYTE_0
v_cvt_i32_f32_dpp v31, v202 row_share:9 row_mask:0x7 bank_mask:0x2 fi:1
v_cvt_i32_f32 v31, v202 row_share:9 row_mask:0x7 bank_mask:0x2 fi:1
v_cmp_nlt_f16_sdwa s17, -|v115|, -v177 src0_sel:WORD_0 src1_sel:DWORD
v_cmp_nlt_f16 s17, -|v115|, -v177 src0_sel:WORD_0 src1_sel:DWORD
v_cmpx_f_i32_sdwa v32, sext(v138) src0_sel:WORD_1 src1_sel:DWORD
v_cmpx_f_i32 v32, sext(v138) src0_sel:WORD_1 src1_sel:DWORD



