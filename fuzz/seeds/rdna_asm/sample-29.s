v_cmpx_le_i16_e32 v223, v39
v_cmpx_le_i16 v223, v39
ds_write2st64_b32 v6, v86, v178 offset0:16 offset1:86
s_bitset0_b64 s[98:99], s100
ds_read_u16_d16 v218, v135 offset:15568 gds
v_div_scale_f64 v[153:154], s4, 46, 54, v[171:172]
v_pipeflush
v_cmpx_ge_u64_e64 v[5:6], v[29:30]
v_cmpx_ge_u64 v[5:6], v[29:30]
v_med3_u16 v79, v14, v193, v202 op_sel:[0,1,0,1]
s_ttracedata
buffer_load_ushort v27, v249, s[32:35], s6 offen offset:348 dlc
ds_read_i16 v147, v220 offset:8582
ds_read_b128 v[80:83], v217 offset:52343
image_sample_b_cl_o v[218:219], v[134:139], s[84:91], s[60:63] dim:SQ_RSRC_IMG_2D_ARRAY glc slc tfe lwe
v_cmp_o_f32_e32 vcc_lo, v220, v234
v_cmp_o_f32 vcc_lo, v220, v234
image_sample_c_d v[70:71], v[141:148], s[0:7], s[48:51] dmask:0x9 dim:SQ_RSRC_IMG_2D_ARRAY glc dlc r128 tfe lwe d16
v_pk_min_u16 v81, v121, v208 op_sel:[0,1] op_sel_hi:[1,0] neg_lo:[0,1]
s_endpgm_ordered_ps_done
v_cmpx_gt_i64_e32 s[48:49], v[125:126]
v_cmpx_gt_i64 s[48:49], v[125:126]
v_cubema_f32 v122, s63, v252, 34 mul:2
flat_store_dwordx4 v[138:139], v[47:50] offset:599 glc




