v_fmac_f16 v10, v20, 48 mul:2
ds_inc_src2_u32 v228 offset:20384 gds
tbuffer_load_format_d16_xyzw v[219:220], v60, s[92:95], 0 format:[BUF_FMT_8_8_8_8_UNORM] offen offset:2501
ds_min_src2_i32 v194 offset:24357 gds
v_cmp_ngt_f32_e64 s[38:39], v158, |s18|
v_cmp_ngt_f32 s[38:39], v158, |s18|
s_cmp_gt_i32 ttmp10, 4
s_setprio 0xf6ac
v_cmpx_lg_f64_e64 51, ttmp[12:13] clamp
v_cmpx_lg_f64 51, ttmp[12:13] clamp
v_mad_f32 v198, v222, s25, v168
v_cmp_nle_f32_e32 vcc, v109, v206
v_cmp_nle_f32 vcc, v109, v206
s_bitset0_b32 s61, s17
image_sample_cd_cl_o v78, v[49:55], s[64:71], s[60:63] dmask:0x2 dim:SQ_RSRC_IMG_2D_ARRAY dlc r128 a16 d16
s_atomic_umin s73, s[58:59], 0x5d96 dlc
v_pk_ashrrev_i16 v184, v74, 0 op_sel_hi:[1,0]
s_wakeup
v_mul_i32_i24_e32 v174, v203, v83
v_mul_i32_i24 v174, v203, v83
global_load_ubyte v120, v[46:47], off offset:-471 slc dlc
s_buffer_atomic_smax_x2 s[0:1], s[92:95], s52 glc dlc
v_cmp_gt_f64_e32 vcc, s[4:5], v[134:135]
v_cmp_gt_f64 vcc, s[4:5], v[134:135]


