v_cmpx_eq_u64_e64 v[15:16], v[86:87]
v_cmpx_eq_u64 v[15:16], v[86:87]
v_sqrt_f16_e64 v27, v137
v_sqrt_f16 v27, v137
v_cmpx_nge_f64_e32 0xd070f178, v[167:168]
v_cmpx_nge_f64 0xd070f178, v[167:168]
v_cvt_f32_f16_e32 v84, v16
v_cvt_f32_f16 v84, v16
v_fract_f16_dpp v14, v194 dpp8:[0,5,4,3,4,3,7,1]
v_fract_f16 v14, v194 dpp8:[0,5,4,3,4,3,7,1]
v_cvt_f16_u16_e32 v197, v226
v_cvt_f16_u16 v197, v226
v_cmpx_lt_i32_e32 42, v252
v_cmpx_lt_i32 42, v252
v_mul_f32_sdwa v173, |v207|, -|v145| clamp mul:4 dst_sel:BYTE_2 dst_unused:UNUSED_PRESERVE src0_sel:WORD_0 src1_sel:WORD_0
v_mul_f32 v173, |v207|, -|v145| clamp mul:4 dst_sel:BYTE_2 dst_unused:UNUSED_PRESERVE src0_sel:WORD_0 src1_sel:WORD_0
v_cmpx_gt_u32_e64 v88, v111
v_cmpx_gt_u32 v88, v111
v_cvt_f64_u32_e64 v[58:59], v138 div:2
v_cvt_f64_u32 v[58:59], v138 div:2
v_add_co_ci_u32_dpp v194, vcc_lo, v51, v19, vcc_lo dpp8:[7,7,6,5,2,6,6,0] fi:1
v_add_co_ci_u32 v194, vcc_lo, v51, v19, vcc_lo dpp8:[7,7,6,5,2,6,6,0] fi:1
v_nop
v_cmp_le_f16_sdwa vcc_lo, -|v21|, -v60 src0_sel:BYTE_0 src1_sel:BYTE_3


