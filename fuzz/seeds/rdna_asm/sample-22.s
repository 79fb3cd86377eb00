ds_read_u8 v135, v123 offset:25995 gds
scratch_store_dwordx4 off, v[102:105], ttmp12 offset:-189 dlc
s_endpgm_saved
v_sub_f32_e32 v71, 19, v168
v_sub_f32 v71, 19, v168
v_nop
v_med3_i16 v136, 13, s54, v113 op_sel:[0,1,0,0]
s_buffer_atomic_cmpswap ttmp[0:1], s[32:35], s44 offset:0x102
v_cmpx_f_u64_e32 v[165:166], v[158:159]
v_cmpx_f_u64 v[165:166], v[158:159]
v_pk_max_u16 v20, v196, v25 op_sel_hi:[0,0] clamp
s_min_i32 s76, 17, ttmp9
v_cmpx_nle_f64_e32 45, v[145:146]
v_cmpx_nle_f64 45, v[145:146]
ds_or_src2_b32 v172 offset:7989
v_cmp_gt_f16_e32 vcc, v211, v26
v_cmp_gt_f16 vcc, v211, v26
v_cmpx_ge_f16_e32 v165, v95
v_cmpx_ge_f16 v165, v95
ds_write_src2_b64 v243 offset:57545
s_and_b32 ttmp14, s82, 62
v_ashrrev_i32_e32 v129, v209, v0
v_ashrrev_i32 v129, v209, v0
ds_bpermute_b32 v2, v67, v210 offset:57812




