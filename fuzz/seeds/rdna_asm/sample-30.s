v_cmp_ge_u32_e64 s2, 39, v170
v_cmp_ge_u32 s2, 39, v170
buffer_gl0_inv
buffer_atomic_smax v0, off, s[24:27], s90 offset:1354 glc slc
v_cmp_le_f16_sdwa vcc_lo, -|v21|, -v60 src0_sel:BYTE_0 src1_sel:BYTE_3
v_cmp_le_f16 vcc_lo, -|v21|, -v60 src0_sel:BYTE_0 src1_sel:BYTE_3
ds_max_src2_f32 v106 offset:22604 gds
v_floor_f16_dpp v32, v17 dpp8:[6,0,3,6,2,0,2,3]
v_floor_f16 v32, v17 dpp8:[6,0,3,6,2,0,2,3]
v_cmpx_u_f32_e64 7, v252
v_cmpx_u_f32 7, v252
v_rcp_iflag_f32_dpp v88, v46 dpp8:[0,7,2,6,3,3,2,3]
v_rcp_iflag_f32 v88, v46 dpp8:[0,7,2,6,3,3,2,3]
v_sin_f32_sdwa v106, -v35 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_2
v_sin_f32 v106, -v35 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_2
v_cmp_ne_i64_e64 s102, v[36:37], v[71:72]
v_cmp_ne_i64 s102, v[36:37], v[71:72]
v_frexp_exp_i16_f16_dpp v106, v80 dpp8:[1,2,7,4,7,0,2,1] fi:1
v_frexp_exp_i16_f16 v106, v80 dpp8:[1,2,7,4,7,0,2,1] fi:1
v_rsq_f32_dpp v107, v151 row_xmask:5 row_mask:0xe bank_mask:0xc bound_ctrl:1
v_rsq_f32 v107, v151 row_xmask:5 row_mask:0xe bank_mask:0xc bound_ctrl:1
v_cmpx_le_i32_e64 v122, v40
v_cmpx_le_i32 v122, v40
v_cmpx_gt_f16_e64 v78, |v128|





