v_cmpx_ge_i16 -4, v16
v_cmpx_lt_u64_e32 v[201:202], v[3:4]
v_cmpx_lt_u64 v[201:202], v[3:4]
v_mul_f16_e64 v33, v226, v172
v_mul_f16 v33, v226, v172
v_cmp_f_i32_e32 vcc_lo, src_execz, v225
v_cmp_f_i32 vcc_lo, src_execz, v225
v_cmpx_t_i32_e64 v44, v31
v_cmpx_t_i32 v44, v31
s_andn1_wrexec_b64 s[0:1], s[98:99]
v_pk_mad_i16 v206, v217, v158, s54 op_sel:[0,1,0] op_sel_hi:[1,1,0] neg_lo:[0,1,0] neg_hi:[1,1,1] clamp
s_round_mode 0x4991
buffer_load_dwordx2 v[239:240], v223, s[40:43], s32 idxen offset:2907 slc
ds_rsub_rtn_u32 v86, v47, v124 offset:48919 gds
v_trunc_f32_e32 v73, 55
v_trunc_f32 v73, 55
flat_store_byte v[199:200], v217 offset:1863 slc dlc
image_store_mip_pck v[132:133], [v244, v213, v93], s[8:15] dmask:0xc dim:SQ_RSRC_IMG_2D glc slc dlc
v_add_co_u32 v75, s2, 17, v20 clamp
v_cvt_i32_f32_e64 v107, v9
v_cvt_i32_f32 v107, v9
buffer_atomic_smin v52, v83, s[100:103], s0 idxen offset:1212 slc
s_xnor_saveexec_b64 s[92:93], -10
ds_max_rtn_f32 v144, v22, v88 offset:14563




