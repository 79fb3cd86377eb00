v_cmpx_neq_f32_e32 v93, v190
v_cmpx_neq_f32 v93, v190
v_mul_f16_e64 v71, v115, s33 clamp mul:4
v_mul_f16 v71, v115, s33 clamp mul:4
v_sad_u32 v251, v249, v39, v119
buffer_load_sbyte_d16 v147, v157, ttmp[4:7], 18 idxen offset:1744 dlc
v_cvt_f32_u32_e32 v126, v56
v_cvt_f32_u32 v126, v56
s_scratch_load_dwordx2 s[90:91], s[70:71], s58 dlc
global_store_byte_d16_hi v[86:87], v11, off offset:-1894 glc slc
v_cmpx_f_f32_e64 v175, v199
v_cmpx_f_f32 v175, v199
v_cmp_le_f16_e32 vcc_lo, v62, v241
v_cmp_le_f16 vcc_lo, v62, v241
v_cmpx_ne_u64_e32 v[227:228], v[124:125]
v_cmpx_ne_u64 v[227:228], v[124:125]
s_not_b64 s[34:35], s[54:55]
v_cmp_ne_i16_e32 vcc_lo, v168, v194
v_cmp_ne_i16 vcc_lo, v168, v194
s_sleep 0x7070
s_bitcmp1_b32 s6, 11
s_ff1_i32_b64 s53, s[98:99]
ds_rsub_src2_u32 v122 offset:35899 gds
buffer_atomic_cmpswap_x2 v[112:115], v233, s[76:79], 46 idxen offset:2567 slc

