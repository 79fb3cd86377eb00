v_cmpx_f_f16 s14, v58
v_cmp_tru_f64_e64 s[68:69], s[30:31], v[254:255] clamp
v_cmp_tru_f64 s[68:69], s[30:31], v[254:255] clamp
v_mac_f32_e64 v146, v64, v186 clamp
v_mac_f32 v146, v64, v186 clamp
v_cvt_f32_ubyte0_dpp v17, v48 dpp8:[4,4,1,4,0,3,5,4]
v_cvt_f32_ubyte0 v17, v48 dpp8:[4,4,1,4,0,3,5,4]
v_movreld_b32_e64 v212, v179
v_movreld_b32 v212, v179
v_cmp_f_f16_sdwa vcc, -s60, -v237 src0_sel:WORD_0 src1_sel:WORD_1
v_cmp_f_f16 vcc, -s60, -v237 src0_sel:WORD_0 src1_sel:WORD_1
v_rcp_f32_dpp v225, v97 dpp8:[7,1,5,0,7,6,1,5]
v_rcp_f32 v225, v97 dpp8:[7,1,5,0,7,6,1,5]
buffer_atomic_dec v74, v[196:197], s[40:43], 0 idxen offen offset:3375
v_sqrt_f32_sdwa v182, v146 dst_sel:WORD_1 dst_unused:UNUSED_PRESERVE src0_sel:DWORD
v_sqrt_f32 v182, v146 dst_sel:WORD_1 dst_unused:UNUSED_PRESERVE src0_sel:DWORD
v_lshrrev_b16 v197, s62, v239
v_rsq_f32_e64 v234, v245
v_rsq_f32 v234, v245
v_cmp_lt_i32_e64 s[6:7], v229, v143
v_cmp_lt_i32 s[6:7], v229, v143
v_trunc_f32_dpp v160, v68 dpp8:[4,7,2,1,0,7,1,1] fi:1
v_trunc_f32 v160, v68 dpp8:[4,7,2,1,0,7,1,1] fi:1
v_movrels_b32_e32 v250, v189




