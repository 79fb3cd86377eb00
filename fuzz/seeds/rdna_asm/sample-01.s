s_xnor_saveexec_b32 ttmp14, s57
v_cmp_lt_u16_e32 vcc_lo, v201, v89
v_cmp_lt_u16 vcc_lo, v201, v89
tbuffer_load_format_d16_xy v145, off, s[20:23], s79 format:113 offset:1221 glc
v_sad_u32 v41, v251, v225, v0
v_max_f32_e32 v1, v86, v209
v_max_f32 v1, v86, v209
ds_read_b32 v247, v189 offset:54964 gds
v_pk_fmac_f16 v79, 0x8245dc5e, v23
s_bfe_u64 s[42:43], s[36:37], ttmp7
v_cmpx_t_u64_e32 v[114:115], v[68:69]
v_cmpx_t_u64 v[114:115], v[68:69]
s_atomic_add s91, s[46:47], s25 offset:0x9d821
s_atomic_or s60, s[88:89], s92 offset:-0xce6e4
v_sqrt_f16_dpp v181, v236 dpp8:[3,7,4,1,4,7,1,7]
v_sqrt_f16 v181, v236 dpp8:[3,7,4,1,4,7,1,7]
ds_add_u64 v159, v[176:177] offset:27512
s_cmp_le_i32 -8, s87
buffer_load_dwordx4 v[154:157], off, s[24:27], -15 offset:2732 slc dlc
ds_inc_rtn_u64 v[131:132], v242, v[11:12] offset:44750 gds
v_add3_u32 v179, v1, v58, s42
ds_add_rtn_u32 v236, v222, v51 offset:35283 gds
s_nor_saveexec_b64 s[6:7], 4.0
image_sample_c_d v[179:180], [v12, v214, v30, v120, v186, v91, v197], s[32:39], s[84:87] dmask:0x5 dim:SQ_RSRC_IMG_2D slc r128 tfe lwe d16




