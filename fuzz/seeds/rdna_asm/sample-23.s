v_cvt_f32_ubyte3_e32 v85, v81
v_cvt_f32_ubyte3 v85, v81
v_cvt_u16_f16_e64 v30, |v38|
v_cvt_u16_f16 v30, |v38|
s_pack_hh_b32_b16 ttmp13, 42, 23
v_cmp_gt_u64_e32 vcc, src_private_base, v[252:253]
v_cmp_gt_u64 vcc, src_private_base, v[252:253]
image_sample_b_o v[110:112], v[26:28], s[24:31], s[56:59] dmask:0x5 dim:SQ_RSRC_IMG_1D glc r128 tfe lwe
ds_xor_src2_b64 v18 offset:3721
v_cvt_pkrtz_f16_f32_e32 v120, s28, v72
v_cvt_pkrtz_f16_f32 v120, s28, v72
v_rndne_f64_e64 v[251:252], v[78:79]
v_rndne_f64 v[251:252], v[78:79]
ds_read2_b64 v[132:135], v81 offset0:143 offset1:142 gds
image_bvh_intersect_ray v[148:151], [v238, v167, v71, v37, v57, v112, v113, v228, v23, v117, v240], s[24:27]
s_cbranch_execnz 31764
v_mul_hi_u32_u24_dpp v8, v195, v220 dpp8:[5,7,3,4,7,1,2,1]
v_mul_hi_u32_u24 v8, v195, v220 dpp8:[5,7,3,4,7,1,2,1]
s_atomic_smin s89, s[14:15], s66 offset:-0xb7bdb
v_cmp_f_u32_e32 vcc, -1.0, v104
v_cmp_f_u32 vcc, -1.0, v104
s_buffer_store_dwordx2 s[72:73], s[36:39], s95 offset:0xc3bcb dlc
s_andn1_saveexec_b32 s21, 8
v_cmpx_eq_u32_e32 v61, v253





