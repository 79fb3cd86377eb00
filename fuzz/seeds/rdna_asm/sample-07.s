v_rcp_f16 v173, v191 dpp8:[6,0,3,0,4,3,6,7]
s_atomic_cmpswap s[48:49], s[28:29], s38 offset:-0x9b8a6 glc dlc
global_atomic_umin_x2 v[59:60], v108, v[33:34], s[52:53] offset:847 glc
ds_append v98 offset:49968 gds
s_buffer_atomic_and_x2 s[22:23], s[36:39], s33 dlc
tbuffer_load_format_d16_xy v77, v56, s[68:71], src_execz format:117 offen offset:2506 slc dlc
s_waitcnt_expcnt s81, 0x540b
v_fmac_f32_e64 v81, v32, v136
v_fmac_f32 v81, v32, v136
v_fmamk_f32 v194, v31, 0xd3bce901, v86
ds_min_src2_u32 v252 offset:52192 gds
v_pack_b32_f16 v236, ttmp0, s45 clamp
image_sample_lz v[90:92], v178, s[44:51], s[48:51] dmask:0x9 dim:SQ_RSRC_IMG_1D_ARRAY unorm glc a16 tfe lwe
v_rcp_iflag_f32_e32 v204, 0x7f1ebca5
v_rcp_iflag_f32 v204, 0x7f1ebca5
s_nand_b32 m0, -4.0, s72
image_sample_c_cl_o v[68:71], v[117:122], ttmp[4:11], s[100:103] dmask:0xe dim:SQ_RSRC_IMG_2D_ARRAY glc tfe
flat_atomic_fcmpswap v[186:187], v[114:115] offset:674
ds_max_rtn_i32 v6, v65, v152 offset:59657
v_cvt_f32_f16_e64 v168, -s26 mul:2
v_cvt_f32_f16 v168, -s26 mul:2
ds_inc_src2_u64 v104 offset:34905
s_dcache_inv
v_cmpx_nle_f32_e32 v225, v138





