v_fma_f64 v[12:13], ttmp[4:5], s[98:99], -|v[68:69]| clamp
v_ceil_f16_dpp v5, v253 dpp8:[2,5,3,0,0,6,3,4]
v_ceil_f16 v5, v253 dpp8:[2,5,3,0,0,6,3,4]
v_cmpx_nle_f16_e32 21, v214
v_cmpx_nle_f16 21, v214
v_sub_nc_u32_dpp v159, v38, v182 row_shl:8 row_mask:0xe bank_mask:0x8 bound_ctrl:1
v_sub_nc_u32 v159, v38, v182 row_shl:8 row_mask:0xe bank_mask:0x8 bound_ctrl:1
v_cmp_le_f16_e64 s[50:51], s92, 17
v_cmp_le_f16 s[50:51], s92, 17
buffer_load_sbyte_d16_hi v244, v[144:145], s[20:23], s84 idxen offen offset:3755 glc dlc
v_cvt_f32_f16_dpp v165, v150 dpp8:[1,5,4,5,4,5,1,1]
v_cvt_f32_f16 v165, v150 dpp8:[1,5,4,5,4,5,1,1]
buffer_atomic_cmpswap v[156:157], v234, s[12:15], 29 idxen offset:1694 glc slc
v_med3_i32 v41, v16, v236, s43
v_min3_i32 v101, v31, src_vccz, v159
s_buffer_atomic_inc s37, s[96:99], s45 offset:0x51d42 dlc
v_cvt_i16_f16_e32 v24, v193
v_cvt_i16_f16 v24, v193
v_rndne_f16_e64 v141, ttmp5 clamp
v_rndne_f16 v141, ttmp5 clamp
v_cmp_f_i64_e32 vcc, -11, v[54:55]
v_cmp_f_i64 vcc, -11, v[54:55]
s_lshl1_add_u32 s104, -1.0, s41
global_load_ubyte_d16 v145, v[140:141], off offset:529 glc dlc


