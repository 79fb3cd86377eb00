v_add_f16 v64, src_lds_direct, -v222 mul:2
v_exp_f16_dpp v254, v150 dpp8:[4,0,2,5,4,2,0,1] fi:1
v_exp_f16 v254, v150 dpp8:[4,0,2,5,4,2,0,1] fi:1
v_cmpx_le_u32_e64 v191, v12
v_cmpx_le_u32 v191, v12
v_lshrrev_b32_dpp v41, v157, v83 dpp8:[1,2,5,7,0,3,7,2]
v_lshrrev_b32 v41, v157, v83 dpp8:[1,2,5,7,0,3,7,2]
v_cvt_flr_i32_f32_dpp v203, v251 dpp8:[1,7,5,5,3,4,5,5]
v_cvt_flr_i32_f32 v203, v251 dpp8:[1,7,5,5,3,4,5,5]
v_ceil_f32_sdwa v187, v227 dst_sel:WORD_1 dst_unused:UNUSED_SEXT src0_sel:BYTE_1
v_ceil_f32 v187, v227 dst_sel:WORD_1 dst_unused:UNUSED_SEXT src0_sel:BYTE_1
v_cmpx_t_u64_e64 54, v[50:51]
v_cmpx_t_u64 54, v[50:51]
v_rcp_iflag_f32_sdwa v51, |v81| clamp dst_sel:BYTE_0 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_1
v_rcp_iflag_f32 v51, |v81| clamp dst_sel:BYTE_0 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_1
v_cmp_eq_u16_sdwa vcc, 18, sext(src_private_base) src0_sel:DWORD src1_sel:BYTE_0
v_cmp_eq_u16 vcc, 18, sext(src_private_base) src0_sel:DWORD src1_sel:BYTE_0
v_cvt_f32_ubyte1_sdwa v142, sext(57) dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_1
v_cmpx_ge_u32_sdwa ttmp5, v63 src0_sel:WORD_1 src1_sel:BYTE_2
v_cmpx_ge_u32 ttmp5, v63 src0_sel:WORD_1 src1_sel:BYTE_2
v_cvt_f32_ubyte3_dpp v247, v217 quad_perm:[2,3,0,2] row_mask:0xf bank_mask:0xb bound_ctrl:1
v_cvt_f32_ubyte3 v247, v217 quad_perm:[2,3,0,2] row_mask:0xf bank_mask:0xb bound_ctrl:1
v_cvt_f16_i16_sdwa v125, sext(v3) clamp dst_sel:BYTE_0 dst_unused:UNUSED_PAD src0_sel:BYTE_0
v_cvt_f16_i16 v125, sext(v3) clamp dst_sel:BYTE_0 dst_unused:UNUSED_PAD src0_sel:BYTE_0


