ds_sub_rtn_u64 v[129:130], v187, v[58:59] offset:61611
buffer_atomic_cmpswap_x2 v[230:233], v100, s[60:63], 2.0 offen offset:3976 glc slc
scratch_store_byte_d16_hi off, v141, ttmp4 offset:723 slc
v_cmp_gt_f16_e32 vcc_lo, 59, v109
v_cmp_gt_f16 vcc_lo, 59, v109
image_sample_c_lz_o v[168:169], v[247:251], s[0:7], s[16:19] dmask:0xd dim:SQ_RSRC_IMG_2D_MSAA slc lwe d16
v_cmpx_eq_i64_e32 v[231:232], v[199:200]
v_cmpx_eq_i64 v[231:232], v[199:200]
v_nop
buffer_load_short_d16_hi v56, v[99:100], s[68:71], s105 idxen offen offset:668 slc
s_bcnt1_i32_b32 s12, 37
image_sample_d_o_g16 v[209:210], [v11, v177, v61, v180, v4], ttmp[4:11], s[88:91] dmask:0x1 dim:SQ_RSRC_IMG_1D_ARRAY unorm dlc r128 tfe
ds_read2_b32 v[91:92], v227 offset0:3 offset1:153
s_flbit_i32_b64 s99, ttmp[4:5]
ds_max_rtn_f64 v[249:250], v176, v[197:198] offset:2910 gds
ds_write_src2_b64 v58 offset:10428
ds_write2st64_b32 v148, v92, v213 offset0:207 offset1:186
v_cmp_ge_i64_e32 vcc_lo, 46, v[106:107]
v_cmp_ge_i64 vcc_lo, 46, v[106:107]
s_nand_saveexec_b64 s[32:33], 56
image_sample_c_d_g16 v[44:46], v[216:220], s[48:55], s[56:59] dmask:0x7 dim:SQ_RSRC_IMG_CUBE glc slc dlc r128 a16
buffer_atomic_or_x2 v[185:186], v123, s[52:55], s82 idxen offset:2188 glc
flat_atomic_xor_x2 v[234:235], v[151:152], v[161:162] offset:969 glc dlc
ds_min_rtn_i32 v21, v27, v220 offset:28199 gds





