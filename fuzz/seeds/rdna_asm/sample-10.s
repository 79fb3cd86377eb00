v_cmpx_nge_f16_e64 v124, v92 clamp
v_cmpx_nge_f16 v124, v92 clamp
v_bfrev_b32_dpp v170, v95 dpp8:[7,6,1,6,5,0,7,5] fi:1
v_bfrev_b32 v170, v95 dpp8:[7,6,1,6,5,0,7,5] fi:1
v_cmp_le_i16_e64 s[10:11], v44, v236
v_cmp_le_i16 s[10:11], v44, v236
v_cmpx_ngt_f32_e64 ttmp8, s91
v_cmpx_ngt_f32 ttmp8, s91
v_cmp_gt_u32_e32 vcc, src_shared_limit, v33
v_cmp_gt_u32 vcc, src_shared_limit, v33
s_quadmask_b32 s64, s43
image_sample_c_lz_o v[0:2], v[94:97], s[48:55], s[24:27] dmask:0x9 dim:SQ_RSRC_IMG_3D unorm glc dlc r128 a16 tfe lwe
ds_add_u32 v24, v158 offset:52268 gds
v_ceil_f16_e64 v246, s29 clamp
v_ceil_f16 v246, s29 clamp
v_sin_f32_e32 v12, v113
v_sin_f32 v12, v113
v_cmpx_t_i64_e32 0xb99d3bfd, v[188:189]
v_cmpx_t_i64 0xb99d3bfd, v[188:189]
v_cmp_nlg_f32_e32 vcc, s78, v57
v_cmp_nlg_f32 vcc, s78, v57
image_sample_c_cd_g16 v[197:198], [v161, v81, v212, v139, v246, v90, v82, v254], s[64:71], s[96:99] dim:SQ_RSRC_IMG_3D glc r128 tfe lwe d16
s_scratch_load_dword s6, s[54:55], null dlc
v_cmp_lt_f16_e64 null, v10, v63




