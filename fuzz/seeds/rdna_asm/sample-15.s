v_movrelsd_2_b32_dpp v44, v115 dpp8:[3,3,5,3,6,1,5,7] fi:1
v_movrelsd_2_b32 v44, v115 dpp8:[3,3,5,3,6,1,5,7] fi:1
flat_store_dword v[98:99], v187 offset:354 glc slc dlc
s_cmp_lg_i32 63, 16
s_cmpk_ge_u32 s0, 0x820c
s_buffer_atomic_xor s22, s[40:43], s98 glc dlc
v_lshl_or_b32 v209, v34, v99, 28
buffer_load_ubyte v157, s[40:43], 0 idxen offset:2621 glc lds
v_sin_f32_e64 v187, v49 clamp
v_sin_f32 v187, v49 clamp
global_atomic_smax_x2 v[124:125], v[173:174], v[50:51], off offset:-1965 glc slc dlc
v_cmp_lg_f32_e32 vcc_lo, v133, v53
v_cmp_lg_f32 vcc_lo, v133, v53
v_cmp_gt_f32_e64 s69, v241, |28|
ds_min_i64 v168, v[183:184] offset:34828
s_buffer_load_dwordx16 s[36:51], ttmp[4:7], 0x2304d glc
buffer_store_dword v62, v141, s[24:27], 0 offen offset:2065 glc slc dlc
s_cbranch_cdbgsys_and_user 60994
s_sext_i32_i16 s62, -11
v_cmpx_class_f16_e32 63, v93
v_cmpx_class_f16 63, v93
s_dcache_discard_x2 ttmp[4:5], s34 offset:0x489aa
s_cmp_lg_u32 -14, 1
ds_max_rtn_u64 v[228:229], v213, v[37:38] offset:30015 gds




