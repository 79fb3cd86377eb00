v_log_f32 v69, v13 dpp8:[1,7,3,2,3,4,6,0]
v_cos_f16_dpp v244, v186 quad_perm:[0,2,1,1] row_mask:0xb bank_mask:0x8
v_cos_f16 v244, v186 quad_perm:[0,2,1,1] row_mask:0xb bank_mask:0x8
v_sub_f16_sdwa v65, v161, 9 clamp mul:4 dst_sel:DWORD dst_unused:UNUSED_SEXT src0_sel:BYTE_3 src1_sel:BYTE_1
v_sub_f16 v65, v161, 9 clamp mul:4 dst_sel:DWORD dst_unused:UNUSED_SEXT src0_sel:BYTE_3 src1_sel:BYTE_1
v_cvt_f32_u32_dpp v167, v99 quad_perm:[0,0,3,0] row_mask:0x3 bank_mask:0xe fi:1
v_cvt_f32_u32 v167, v99 quad_perm:[0,0,3,0] row_mask:0x3 bank_mask:0xe fi:1
v_log_f16_sdwa v218, v44 clamp dst_sel:DWORD dst_unused:UNUSED_SEXT src0_sel:WORD_1
v_log_f16 v218, v44 clamp dst_sel:DWORD dst_unused:UNUSED_SEXT src0_sel:WORD_1
v_sqrt_f32_dpp v171, v243 row_share:3 row_mask:0xb bank_mask:0xd bound_ctrl:1 fi:1
v_sqrt_f32 v171, v243 row_share:3 row_mask:0xb bank_mask:0xd bound_ctrl:1 fi:1
v_cos_f32_dpp v95, v196 dpp8:[7,0,1,7,2,4,1,0]
v_cos_f32 v95, v196 dpp8:[7,0,1,7,2,4,1,0]
v_cvt_f32_ubyte3_sdwa v175, sext(v250) dst_sel:DWORD dst_unused:UNUSED_PRESERVE src0_sel:WORD_1
v_cvt_f32_ubyte3 v175, sext(v250) dst_sel:DWORD dst_unused:UNUSED_PRESERVE src0_sel:WORD_1
v_frexp_mant_f16_e64 v182, v25
v_frexp_mant_f16 v182, v25
v_cvt_u16_f16_dpp v204, v51 dpp8:[3,0,4,6,2,0,0,4] fi:1
v_cvt_u16_f16 v204, v51 dpp8:[3,0,4,6,2,0,0,4] fi:1
v_cmp_gt_u32_e64 ttmp3, 39, v74
v_cmp_gt_u32 ttmp3, 39, v74
v_cmp_ne_u64_e64 s46, v[77:78], v[53:54]
v_cmp_ne_u64 s46, v[77:78], v[53:54]
v_cmpx_gt_i16_e64 v122, v40



