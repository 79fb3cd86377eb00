v_rndne_f16_e64 v18, v153
v_rndne_f16 v18, v153
v_add_co_ci_u32_e32 v15, vcc_lo, 42, v93, vcc_lo
v_add_co_ci_u32 v15, vcc_lo, 42, v93, vcc_lo
v_cmp_ge_f64_e32 vcc_lo, 0x7156be3c, v[9:10]
v_cmp_ge_f64 vcc_lo, 0x7156be3c, v[9:10]
global_atomic_smin_x2 v[85:86], v211, v[199:200], s[40:41] offset:-616 glc slc
s_cmpk_eq_i32 s47, 0x4a2f
global_atomic_xor v[177:178], v193, off offset:-688 slc
s_incperflevel 0xa2d0
ds_read2_b64 v[237:240], v229 offset0:37 offset1:19
v_cmpx_le_f64_e64 v[33:34], v[136:137] clamp
v_cmpx_le_f64 v[33:34], v[136:137] clamp
buffer_atomic_fmin v143, v[70:71], s[44:47], 0 idxen offen offset:1460 slc
v_cmpx_nle_f32_e32 s67, v10
v_cmpx_nle_f32 s67, v10
v_cmp_eq_f64_e32 vcc_lo, 55, v[214:215]
v_cmp_eq_f64 vcc_lo, 55, v[214:215]
tbuffer_load_format_d16_xyzw v[3:4], v[55:56], s[92:95], s0 format:[BUF_FMT_16_16_USCALED] idxen offen offset:2549 glc
s_buffer_atomic_add s34, ttmp[0:3], 0x9af29
v_fma_f32 v201, v136, v251, |v131|
buffer_store_format_d16_hi_x v125, v250, s[56:59], vcc_lo idxen offset:2531 glc slc
v_cmp_lt_f32_e32 vcc_lo, v141, v175
v_cmp_lt_f32 vcc_lo, v141, v175


