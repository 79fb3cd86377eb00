v_cmp_tru_f64 vcc_lo, v[152:153], v[228:229]
s_subvector_loop_begin s72, 39403
s_store_dwordx4 s[12:15], s[24:25], s66 glc dlc
s_atc_probe 0x42, s[48:49], 0x2a126
ds_gws_sema_v offset:26761 gds
v_cmpx_nle_f64_e32 -1.0, v[29:30]
v_cmpx_nle_f64 -1.0, v[29:30]
v_sub_f16_e32 v143, v150, v177
v_sub_f16 v143, v150, v177
global_atomic_smin v[220:221], v1, off offset:1395 slc
v_floor_f64_e32 v[4:5], ttmp[2:3]
v_floor_f64 v[4:5], ttmp[2:3]
image_sample_c_l v[145:147], v[77:79], s[60:67], s[88:91] dmask:0xd dim:SQ_RSRC_IMG_3D unorm dlc a16 lwe
image_sample_c_cd_cl_o_g16 v[63:65], [v62, v218, v122, v243, v18, v122, v224], s[16:23], ttmp[4:7] dmask:0x3 dim:SQ_RSRC_IMG_1D_ARRAY slc tfe
flat_atomic_xor v[44:45], v91 offset:1452
s_or_saveexec_b32 s10, ttmp4
ds_read2st64_b32 v[229:230], v162 offset0:173 offset1:221
v_pk_min_f16 v241, s70, v153 op_sel:[1,0] op_sel_hi:[0,0] clamp
ds_max_u32 v86, v173 offset:47213 gds
s_atomic_add_x2 s[62:63], s[104:105], 0xd1568 glc dlc
v_mul_i32_i24_e32 v185, v61, v101
v_mul_i32_i24 v185, v61, v101
s_not_b64 null, 6
s_atomic_cmpswap_x2 s[4:7], s[46:47], 0xd8f81 glc





