v_clrexcp
v_cmpx_f_u32_e32 s5, v92
v_cmpx_f_u32 s5, v92
ds_min_rtn_f32 v74, v168, v232 offset:4540
v_ldexp_f16_e32 v120, v58, v170
v_ldexp_f16 v120, v58, v170
v_msad_u8 v139, v95, v189, v75 clamp
v_log_f16_e32 v12, src_shared_base
v_log_f16 v12, src_shared_base
image_load_mip_pck v[68:69], v[104:107], s[48:55] dmask:0x4 dim:SQ_RSRC_IMG_3D unorm glc tfe
ds_read_u8_d16_hi v110, v34 offset:52809 gds
v_cmp_t_u64_e64 s[78:79], v[90:91], v[217:218]
v_cmp_t_u64 s[78:79], v[90:91], v[217:218]
v_max3_u32 v70, v173, v171, v169
v_add_nc_u32_e64 v189, v67, -9 clamp
v_add_nc_u32 v189, v67, -9 clamp
s_buffer_atomic_add_x2 s[18:19], s[32:35], 0xa4d08 dlc
global_atomic_fmax v52, v129, v9, s[48:49] offset:1537 glc slc
s_movrelsd_2_b32 s104, s62
s_bfe_i64 s[92:93], s[14:15], 46
scratch_load_ubyte v108, off, ttmp12 offset:993 slc dlc
v_sub_nc_u16 v2, v71, v183 clamp
ds_cmpst_b64 v215, v[34:35], v[91:92] offset:56208 gds
scratch_load_dwordx4 v[177:180], off, s96 offset:-196 dlc


