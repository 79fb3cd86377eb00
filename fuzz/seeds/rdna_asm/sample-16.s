v_cmpx_eq_i64_e32 v[62:63], v[81:82]
v_cmpx_eq_i64 v[62:63], v[81:82]
s_load_dword s47, ttmp[2:3], s21 offset:0x7100b dlc
ds_rsub_rtn_u64 v[99:100], v118, v[112:113] offset:55001 gds
ds_sub_u32 v176, v18 offset:49795 gds
image_load_mip_pck_sgn v203, [v126, v244], s[32:39] dmask:0x8 dim:SQ_RSRC_IMG_CUBE unorm slc dlc r128 a16 lwe
v_fract_f32_dpp v151, v145 dpp8:[1,0,2,1,3,1,5,6]
v_fract_f32 v151, v145 dpp8:[1,0,2,1,3,1,5,6]
v_cmp_le_f64_e32 vcc_lo, src_execz, v[129:130]
v_cmp_le_f64 vcc_lo, src_execz, v[129:130]
v_cmp_ne_u32_e32 vcc_lo, v59, v107
v_cmp_ne_u32 vcc_lo, v59, v107
ds_read_i8 v163, v6 offset:49979
v_cmpx_t_u32_e32 v34, v81
v_cmpx_t_u32 v34, v81
v_ffbh_i32_e64 v115, v158
v_ffbh_i32 v115, v158
v_cmp_ne_i64_e32 vcc_lo, v[27:28], v[132:133]
v_cmp_ne_i64 vcc_lo, v[27:28], v[132:133]
v_rndne_f16_e32 v173, v106
v_rndne_f16 v173, v106
v_cvt_rpi_i32_f32_e64 v214, v131 clamp
v_cvt_rpi_i32_f32 v214, v131 clamp
v_rsq_f32_e32 v136, v220
