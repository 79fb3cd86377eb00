ds_dec_rtn_u32 v216, v207, v101 offset:272
global_atomic_csub v71, v[30:31], v222, off offset:-630 glc slc dlc
s_cmpk_eq_u32 s64, 0x357d
scratch_load_dword v0, off, s43 offset:1891 slc
v_rndne_f16_dpp v163, v46 dpp8:[0,5,6,5,0,4,3,2] fi:1
v_rndne_f16 v163, v46 dpp8:[0,5,6,5,0,4,3,2] fi:1
global_atomic_sub_x2 v[172:173], v[16:17], v[40:41], off offset:-1850 glc slc
v_max_u16 v51, v180, v31
ds_cmpst_b32 v36, v172, v243 offset:6087
tbuffer_store_format_d16_xy v90, off, s[24:27], 0 format:[BUF_FMT_32_32_SINT] offset:3931 glc
v_cmpx_gt_u32_e32 v181, v137
v_cmpx_gt_u32 v181, v137
global_atomic_fmax_x2 v[139:140], v42, v[136:137], s[82:83] offset:-381 glc slc dlc
image_store_pck v[99:101], v[252:253], s[20:27] dmask:0xe dim:SQ_RSRC_IMG_3D unorm glc slc dlc a16
v_dot2_u32_u16 v165, v61, v189, v35 op_sel_hi:[1,0,0] neg_hi:[1,0,0] clamp
v_cvt_pkrtz_f16_f32_dpp v237, -v186, -|v42| quad_perm:[2,2,0,0] row_mask:0x9 bank_mask:0x1 bound_ctrl:1 fi:1
v_cvt_pkrtz_f16_f32 v237, -v186, -|v42| quad_perm:[2,2,0,0] row_mask:0x9 bank_mask:0x1 bound_ctrl:1 fi:1
v_and_b32_e32 v205, 29, v77
v_and_b32 v205, 29, v77
s_bfe_i32 s75, 21, 0.5
image_sample_lz_o v[227:228], v[2:3], s[48:55], ttmp[8:11] dmask:0xd dim:SQ_RSRC_IMG_1D unorm glc slc dlc d16
ds_read_b32 v9, v128 offset:38055
ds_condxchg32_rtn_b64 v[81:82], v165, v[197:198] offset:46668
s_bitset1_b32 s97, ttmp0


