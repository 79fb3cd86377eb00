v_log_f16 v76, v63 clamp
v_cmpx_lg_f16_e32 s103, v87
v_cmpx_lg_f16 s103, v87
v_cvt_norm_i16_f16_e64 v33, s27
v_cvt_norm_i16_f16 v33, s27
v_cmpx_lt_i64_e64 v[101:102], 29
v_cmpx_lt_i64 v[101:102], 29
v_cvt_f32_ubyte2_e32 v35, s32
v_cvt_f32_ubyte2 v35, s32
v_cvt_norm_u16_f16_e32 v208, s2
v_cvt_norm_u16_f16 v208, s2
v_cmp_eq_u64_e64 s81, v[165:166], v[156:157]
v_cmp_eq_u64 s81, v[165:166], v[156:157]
v_cmpx_ge_u32_e64 v73, v48
v_cmpx_ge_u32 v73, v48
v_min_i16 v169, v120, v228
ds_dec_src2_u64 v92 offset:31321 gds
buffer_atomic_inc v140, v137, s[64:67], 0 offen offset:1201 glc slc
v_cmpx_ge_u16_e32 v116, v171
v_cmpx_ge_u16 v116, v171
v_cvt_f32_i32_e64 v234, v199
v_cvt_f32_i32 v234, v199
v_ceil_f32_e64 v17, -|2.0|
v_max_f16_dpp v233, v137, v102 dpp8:[1,1,0,4,4,5,2,7] fi:1




