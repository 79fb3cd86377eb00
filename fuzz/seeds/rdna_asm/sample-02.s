buffer_load_ubyte_d16 v222, v[134:135], ttmp[4:7], s0 idxen offen offset:1137
v_cvt_f64_f32_e32 v[242:243], s90
v_cvt_f64_f32 v[242:243], s90
s_getpc_b64 s[52:53]
v_cos_f32_dpp v113, v96 quad_perm:[2,2,2,3] row_mask:0x7 bank_mask:0x9 bound_ctrl:1
v_cos_f32 v113, v96 quad_perm:[2,2,2,3] row_mask:0x7 bank_mask:0x9 bound_ctrl:1
v_xnor_b32_e32 v96, v15, v204
v_xnor_b32 v96, v15, v204
s_scratch_store_dword s71, s[14:15], 0x1000a dlc
tbuffer_load_format_d16_xyz v[87:88], off, s[48:51], s97 format:104 offset:3964 glc
v_exp_f16_e64 v180, v108
v_exp_f16 v180, v108
global_atomic_swap v[206:207], v201, off offset:-756 slc dlc
s_decperflevel 0x53cd
v_cmp_gt_i32_e32 vcc_lo, s20, v175
v_cmp_gt_i32 vcc_lo, s20, v175
ds_inc_src2_u64 v5 offset:26266 gds
v_pk_sub_u16 v82, v57, v3 op_sel:[0,1] op_sel_hi:[0,0] neg_hi:[0,1]
s_atomic_smax s85, vcc, s51 offset:0x202ec
image_sample_cd_g16 v[188:189], v[49:54], s[44:51], s[52:55] dmask:0x6 dim:SQ_RSRC_IMG_2D_MSAA_ARRAY r128 tfe lwe d16
v_mac_f32_e32 v217, 56, v200
v_mac_f32 v217, 56, v200
v_lshrrev_b64 v[103:104], v220, v[2:3]
s_cbranch_scc0 60500


