v_frexp_exp_i32_f64 v9, 0x80c07ff0
ds_cmpst_rtn_b32 v18, v240, v204, v131 offset:8786 gds
v_cmpx_class_f16_e32 v176, v189
v_cmpx_class_f16 v176, v189
s_endpgm 42952
s_sext_i32_i16 s6, s31
ds_write_b16_d16_hi v24, v128 offset:37281
v_msad_u8 v229, 4, v27, s74
ds_min_src2_f64 v59 offset:7071
s_buffer_atomic_xor_x2 s[8:9], ttmp[8:11], s28 glc
ds_rsub_src2_u64 v2 offset:17376
v_fma_mixlo_f16 v16, s54, v164, |ttmp7|
buffer_atomic_sub_x2 v[150:151], v[229:230], s[100:103], 33 idxen offen offset:1159 glc
s_max_u32 s103, s53, -16
v_cmpx_ne_i64_e32 27, v[228:229]
v_cmpx_ne_i64 27, v[228:229]
buffer_load_format_d16_xyz v[181:183], v[49:50], s[20:23], -7 idxen offen offset:755 glc slc tfe
v_cvt_pk_u8_f32 v98, v241, s74, ttmp15 clamp
v_cmp_eq_i64_e64 s85, v[119:120], v[129:130]
v_cmp_eq_i64 s85, v[119:120], v[129:130]
image_load_pck_sgn v[119:122], v19, ttmp[4:11] dmask:0xd dim:SQ_RSRC_IMG_1D_ARRAY glc slc dlc r128 a16 tfe lwe
v_mac_legacy_f32_e64 v63, v232, v134
v_mac_legacy_f32 v63, v232, v134
v_sad_u8 v25, v155, v212, v196


