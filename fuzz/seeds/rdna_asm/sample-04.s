v_cmp_le_i16_e32 vcc_lo, v230, v116
v_cmp_le_i16 vcc_lo, v230, v116
s_andn2_wrexec_b32 s2, s58
s_movreld_b64 s[74:75], 7
v_max_i16 v100, v244, v199
s_gl1_inv
v_cmpx_nlt_f16_e64 s97, v130
v_cmpx_nlt_f16 s97, v130
v_cmp_ge_f16_e64 src_shared_base, |v249|, v22
v_cmp_ge_f16 src_shared_base, |v249|, v22
v_and_b32_e64 v6, v112, v255
v_and_b32 v6, v112, v255
ds_xor_b32 v73, v80 offset:33061
s_atc_probe_buffer 3, s[80:83], 0x42050
v_cmp_neq_f64_e32 vcc_lo, s[32:33], v[44:45]
v_cmp_neq_f64 vcc_lo, s[32:33], v[44:45]
s_waitcnt vmcnt(62) expcnt(2) lgkmcnt(32)
v_floor_f16_e64 v167, |v237| mul:2
v_floor_f16 v167, |v237| mul:2
buffer_atomic_inc_x2 v[196:197], off, s[56:59], s103 offset:3250 glc
v_cmp_nle_f64_e64 s44, 4, v[15:16]
v_cmp_nle_f64 s44, 4, v[15:16]
v_cmp_ge_u64_e64 s81, s[32:33], v[30:31]
v_cmp_ge_u64 s81, s[32:33], v[30:31]
