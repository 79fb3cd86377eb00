v_cmpx_eq_f64_e32 0x9402d79f, v[157:158]
v_cmpx_eq_f64 0x9402d79f, v[157:158]
v_cmp_eq_i64_e32 vcc, 8, v[199:200]
v_cmp_eq_i64 vcc, 8, v[199:200]
v_cmpx_tru_f32_e64 v94, |-14|
v_frexp_exp_i16_f16_e64 v148, -v45
v_frexp_exp_i16_f16 v148, -v45
v_cvt_f64_u32_e32 v[74:75], v33
v_cvt_f64_u32 v[74:75], v33
ds_read_u16 v117, v239 offset:49483
s_code_end
ds_add_rtn_f32 v77, v88, v163 offset:28653 gds
v_lshl_add_u32 v21, ttmp12, v5, v150
v_cmpx_nlt_f16_e32 v146, v126
v_cmpx_nlt_f16 v146, v126
buffer_atomic_sub v120, v195, s[76:79], ttmp1 idxen offset:3070 glc
v_cmp_ge_f64_e32 vcc, s[104:105], v[74:75]
v_cmp_ge_f64 vcc, s[104:105], v[74:75]
v_illegal
v_cmp_o_f32_e64 s[86:87], v58, |src_pops_exiting_wave_id|
v_cmp_o_f32 s[86:87], v58, |src_pops_exiting_wave_id|
v_sad_u8 v9, v13, v141, v183 clamp
v_sqrt_f16_e32 v111, s35
v_sqrt_f16 v111, s35



