image_sample_d_cl_o v[136:137], v[242:249], s[72:79], s[44:47] dmask:0xa dim:SQ_RSRC_IMG_2D_MSAA_ARRAY glc a16
image_get_resinfo v[193:194], v101, s[64:71] dmask:0x1 dim:SQ_RSRC_IMG_2D_MSAA glc dlc r128 tfe
v_cmp_gt_i64_e32 vcc, s[46:47], v[174:175]
v_cmp_gt_i64 vcc, s[46:47], v[174:175]
s_cmpk_gt_i32 exec_lo, 0x506e
v_cmp_nlt_f64_e32 vcc, v[142:143], v[55:56]
v_cmp_nlt_f64 vcc, v[142:143], v[55:56]
v_cvt_rpi_i32_f32_e32 v70, v228
v_cvt_rpi_i32_f32 v70, v228
buffer_atomic_dec_x2 v[51:52], off, s[72:75], s38 offset:453
v_trunc_f32_e64 v204, -v163
v_trunc_f32 v204, -v163
v_cmp_eq_f64_e32 vcc, s[40:41], v[56:57]
v_cmp_eq_f64 vcc, s[40:41], v[56:57]
v_mul_legacy_f32_e32 v209, s41, v147
v_mul_legacy_f32 v209, s41, v147
v_interp_p1ll_f16 v18, v22, attr26.x high
v_sqrt_f64_e64 v[110:111], -v[158:159]
v_sqrt_f64 v[110:111], -v[158:159]
s_addc_u32 s0, s54, s79
ds_write_b96 v131, v[5:7] offset:41119
v_cmpx_le_f16_e64 v229, |v221| clamp
v_cmpx_le_f16 v229, |v221| clamp
v_cvt_f16_u16_e64 v82, s104 mul:4




