v_cmp_ge_u32 vcc, v83, v255
s_atomic_sub ttmp13, s[78:79], s7 offset:-0x86de0
ds_wrap_rtn_b32 v250, v163, v2, v156 offset:61731 gds
v_max_f32_e32 v229, v52, v217
v_max_f32 v229, v52, v217
v_ffbl_b32_dpp v88, v154 dpp8:[2,2,6,7,3,0,5,1]
v_ffbl_b32 v88, v154 dpp8:[2,2,6,7,3,0,5,1]
ds_max_u32 v102, v184 offset:3562 gds
s_decperflevel 0xadb8
global_atomic_swap v71, v[35:36], v201, off offset:-1226 glc slc dlc
v_xnor_b32_e64 v92, src_scc, src_private_limit
v_xnor_b32 v92, src_scc, src_private_limit
global_load_dwordx4 v[54:57], v219, s[48:49] offset:1457
v_cmpx_eq_i16_e32 s72, v206
v_cmpx_eq_i16 s72, v206
v_add_co_ci_u32_e32 v43, vcc, v40, v249, vcc
v_add_co_ci_u32 v43, vcc, v40, v249, vcc
v_mac_legacy_f32_e32 v225, v200, v148
v_mac_legacy_f32 v225, v200, v148
ds_add_src2_f32 v109 offset:47935
v_div_scale_f32 v152, s[14:15], v31, s99, s103 clamp
s_lshr_b32 s18, s18, s46
image_load v179, v228, s[60:67] dmask:0x5 dim:SQ_RSRC_IMG_1D_ARRAY unorm a16 d16
ds_mskor_b64 v97, v[174:175], v[44:45] offset:55458 gds



