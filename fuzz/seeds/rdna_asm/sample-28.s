v_cmpx_neq_f64_e32 v[175:176], v[219:220]
v_cmpx_neq_f64 v[175:176], v[219:220]
s_bitcmp1_b64 62, s18
s_min_u32 s19, 40, 12
s_rfe_b64 s[4:5]
tbuffer_store_format_d16_x v123, v[159:160], s[96:99], src_shared_limit format:117 idxen offen offset:3907 glc dlc
v_cmpx_ne_i32_e32 0, v117
v_cmpx_ne_i32 0, v117
ds_inc_u32 v168, v118 offset:16455 gds
v_bfrev_b32_e32 v131, v7
v_bfrev_b32 v131, v7
v_cvt_f32_ubyte2_dpp v20, v77 quad_perm:[3,0,0,3] row_mask:0x2 bank_mask:0x6 fi:1
v_cvt_f32_ubyte2 v20, v77 quad_perm:[3,0,0,3] row_mask:0x2 bank_mask:0x6 fi:1
image_gather4_c_l_o v[238:239], v[28:31], ttmp[8:15], s[100:103] dmask:0x1 dim:SQ_RSRC_IMG_CUBE unorm glc slc dlc a16 d16
v_rcp_iflag_f32_dpp v89, v242 dpp8:[4,1,4,0,5,7,5,0]
v_rcp_iflag_f32 v89, v242 dpp8:[4,1,4,0,5,7,5,0]
scratch_store_byte_d16_hi off, v147, s98 offset:1030 glc dlc
v_lshlrev_b32_e32 v90, 26, v173
v_lshlrev_b32 v90, 26, v173
global_atomic_cmpswap v235, v[65:66], s[30:31] offset:222 slc
s_nand_saveexec_b64 vcc, -2.0
v_cvt_f32_u32_dpp v196, v179 quad_perm:[1,3,0,3] row_mask:0x0 bank_mask:0x8 bound_ctrl:1
v_cvt_f32_u32 v196, v179 quad_perm:[1,3,0,3] row_mask:0x0 bank_mask:0x8 bound_ctrl:1
s_mov_b64 s[78:79], 0.5
