buffer_load_format_xyz v[0:2], v132, s[12:15], s5 offen offset:64
v_mqsad_u32_u8 v[202:205], v[118:119], v239, v[73:76] clamp
v_cmp_ngt_f64_e32 vcc_lo, -10, v[173:174]
v_cmp_ngt_f64 vcc_lo, -10, v[173:174]
v_cvt_f32_u32_dpp v23, v43 dpp8:[3,2,1,1,1,5,7,5]
v_cvt_f32_u32 v23, v43 dpp8:[3,2,1,1,1,5,7,5]
ds_max_src2_u32 v157 offset:19968 gds
v_cmp_gt_f32_e64 s7, v111, v185
v_cmp_gt_f32 s7, v111, v185
v_cmpx_lt_f32_e64 |24|, v128 clamp
v_cmp_tru_f16_sdwa s36, -|v72|, |ttmp5| src0_sel:WORD_0 src1_sel:DWORD
v_cmp_tru_f16 s36, -|v72|, |ttmp5| src0_sel:WORD_0 src1_sel:DWORD
v_cmpx_lt_u32_e64 s0, s75
v_cmpx_lt_u32 s0, s75
v_cmp_le_f64_e32 vcc_lo, v[172:173], v[46:47]
v_cmp_le_f64 vcc_lo, v[172:173], v[46:47]
v_min_f32_e32 v12, s60, v163
v_min_f32 v12, s60, v163
s_waitcnt_depctr 0x83a7
v_sub_f16_dpp v31, v239, v49 dpp8:[5,0,3,4,3,2,5,7] fi:1
v_sub_f16 v31, v239, v49 dpp8:[5,0,3,4,3,2,5,7] fi:1
s_cmpk_le_u32 s44, 0x109e
s_cmpk_ge_i32 s22, 0xa55
v_mad_i16 v174, m0, v236, v164
