v_cmp_eq_f32 vcc_lo, v205, v179
v_sqrt_f16_e32 v92, -16
v_sqrt_f16 v92, -16
buffer_store_format_xyzw v[148:151], v[11:12], s[48:51], 0 idxen offen offset:3099 slc dlc
v_fract_f64_e64 v[20:21], v[46:47]
v_fract_f64 v[20:21], v[46:47]
ds_inc_rtn_u32 v43, v238, v185 offset:15450 gds
v_subrev_f32_e32 v95, s69, v114
v_subrev_f32 v95, s69, v114
v_movreld_b32_e32 v139, v38
v_movreld_b32 v139, v38
v_pk_sub_i16 v147, v132, v165 op_sel_hi:[0,0]
v_cmpx_f_i32_e64 v51, s83
v_cmpx_f_i32 v51, s83
buffer_store_short_d16_hi v97, v[135:136], s[100:103], 55 idxen offen offset:1986 glc dlc
v_rsq_f64_e64 v[189:190], v[156:157]
v_rsq_f64 v[189:190], v[156:157]
v_cmpx_le_f16_e32 2, v124
v_cmpx_le_f16 2, v124
image_sample_c_l_o v85, v[92:97], s[72:79], s[56:59] dmask:0x8 dim:SQ_RSRC_IMG_2D_MSAA unorm glc r128 lwe
v_cmp_nle_f64_e32 vcc_lo, 2, v[121:122]
v_cmp_nle_f64 vcc_lo, 2, v[121:122]
ds_read_u16 v76, v120 offset:22789
ds_cmpst_rtn_b64 v[85:86], v161, v[197:198], v[72:73] offset:3800
