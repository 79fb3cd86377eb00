v_cmp_ge_i16 vcc_lo, v197, v49
v_mul_lo_i32 v88, v196, v40
v_min_i32_e64 v233, s86, v187
v_min_i32 v233, s86, v187
s_bitcmp0_b64 s[28:29], s54
ds_consume v96 offset:23602 gds
global_store_dword v[17:18], v213, off offset:-1583 slc
v_mul_u32_u24_e64 v25, v238, v231
v_mul_u32_u24 v25, v238, v231
v_cmpx_nle_f16_e32 s82, v8
v_cmpx_nle_f16 s82, v8
v_cmpx_gt_u16_e32 v242, v92
v_cmpx_gt_u16 v242, v92
v_max3_f32 v58, v25, s102, 28
ds_read_b128 v[169:172], v199 offset:62773
global_atomic_add v124, v[124:125], v113, off offset:-848 glc dlc
s_nor_b64 s[104:105], s[46:47], 3
v_cmp_le_i32_e32 vcc_lo, v221, v100
v_cmp_le_i32 vcc_lo, v221, v100
s_dcache_discard_x2 s[18:19], 0xf02db
image_sample_c_cd_cl v139, v[39:44], s[76:83], s[28:31] dmask:0x6 dim:SQ_RSRC_IMG_1D_ARRAY glc slc dlc lwe d16
ds_wrxchg2st64_rtn_b64 v[5:8], v41, v[56:57], v[156:157] offset0:23 offset1:154
v_cmpx_nlt_f16_e32 v6, v94
v_cmpx_nlt_f16 v6, v94

