ds_inc_u32 v211, v111 offset:65370 gds
v_cvt_pkrtz_f16_f32_e32 v214, src_private_limit, v140
v_cvt_pkrtz_f16_f32 v214, src_private_limit, v140
v_cmpx_gt_u64_e32 v[228:229], v[118:119]
v_cmpx_gt_u64 v[228:229], v[118:119]
v_mul_legacy_f32_e32 v171, v92, v245
v_mul_legacy_f32 v171, v92, v245
v_cmpx_ge_i64_e64 v[75:76], s[24:25]
v_cmpx_ge_i64 v[75:76], s[24:25]
image_sample_d_cl_o_g16 v[181:182], v[52:58], s[76:83], s[36:39] dmask:0xd dim:SQ_RSRC_IMG_CUBE glc dlc lwe d16
v_cmpx_eq_f16_e64 v11, v62 clamp
v_cmpx_eq_f16 v11, v62 clamp
ds_xor_src2_b64 v195 offset:21232
global_atomic_umin_x2 v[126:127], v[163:164], v[50:51], off offset:19 glc slc
s_xor_saveexec_b32 s85, s55
s_swappc_b64 s[36:37], -11
buffer_load_short_d16 v238, v[115:116], s[36:39], s0 idxen offen offset:443 slc
v_med3_f32 v42, s25, v3, v62
scratch_store_byte off, v183, s50 offset:-587
v_sub_nc_i32 v241, v33, v42
v_cmpx_ne_u16_e32 0xf8bc, v83
v_cmpx_ne_u16 0xf8bc, v83
ds_write2_b64 v164, v[86:87], v[59:60] offset0:26 offset1:97 gds
buffer_atomic_fmax_x2 v[135:136], v[229:230], ttmp[0:3], 0 idxen offen offset:3483 glc





