tbuffer_store_format_xyzw v[84:87], v252, s[20:23], s55 format:82 offen offset:2901 slc
v_sin_f16_dpp v38, v128 dpp8:[3,4,1,6,6,4,0,1]
v_sin_f16 v38, v128 dpp8:[3,4,1,6,6,4,0,1]
v_cmpx_lg_f64_e64 s[60:61], v[69:70] clamp
v_cmpx_lg_f64 s[60:61], v[69:70] clamp
v_cmpx_o_f16_e32 v131, v252
v_cmpx_o_f16 v131, v252
v_cmpx_gt_i64_e64 -2, s[104:105]
v_cmpx_gt_i64 -2, s[104:105]
v_cmpx_tru_f32_sdwa |v175|, v53 src0_sel:BYTE_2 src1_sel:DWORD
v_cmpx_tru_f32 |v175|, v53 src0_sel:BYTE_2 src1_sel:DWORD
scratch_load_sbyte_d16_hi v196, v118, off offset:306 slc
v_mul_f16_e32 v205, s19, v244
v_mul_f16 v205, s19, v244
global_atomic_smax_x2 v[155:156], v250, v[90:91], s[70:71] offset:-461 glc slc
ds_read_u16_d16 v67, v156 offset:52042 gds
s_sub_u32 s51, s69, 63
v_cmp_tru_f64_e64 s60, |v[181:182]|, -v[24:25]
v_cmp_tru_f64 s60, |v[181:182]|, -v[24:25]
v_floor_f32_dpp v140, v1 dpp8:[3,4,1,7,4,1,7,0] fi:1
v_floor_f32 v140, v1 dpp8:[3,4,1,7,4,1,7,0] fi:1
buffer_atomic_sub v41, v151, s[48:51], s0 idxen offset:364 slc
v_cmp_nge_f32_e32 vcc_lo, v146, v140
v_cmp_nge_f32 vcc_lo, v146, v140


