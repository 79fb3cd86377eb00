v_log_f32_dpp v90, v140 quad_perm:[0,3,3,3] row_mask:0x6 bank_mask:0x4 bound_ctrl:1
v_log_f32 v90, v140 quad_perm:[0,3,3,3] row_mask:0x6 bank_mask:0x4 bound_ctrl:1
v_mul_hi_i32_i24_dpp v203, v67, v174 dpp8:[5,1,0,3,3,1,1,4]
v_mul_hi_i32_i24 v203, v67, v174 dpp8:[5,1,0,3,3,1,1,4]
v_cmpx_u_f32_sdwa |v216|, -|v119| src0_sel:BYTE_0 src1_sel:BYTE_2
v_cmpx_u_f32 |v216|, -|v119| src0_sel:BYTE_0 src1_sel:BYTE_2
v_fract_f16_sdwa v245, |s86| clamp mul:4 dst_sel:WORD_0 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_3
v_fract_f16 v245, |s86| clamp mul:4 dst_sel:WORD_0 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_3
v_cmp_lt_u64_e64 ttmp[8:9], v[69:70], s[104:105]
v_cmp_lt_u64 ttmp[8:9], v[69:70], s[104:105]
v_rcp_f32_e64 v240, v240 clamp
v_rcp_f32 v240, v240 clamp
v_floor_f32_sdwa v35, |v76| dst_sel:DWORD dst_unused:UNUSED_SEXT src0_sel:WORD_1
v_floor_f32 v35, |v76| dst_sel:DWORD dst_unused:UNUSED_SEXT src0_sel:WORD_1
v_cvt_u32_f32_sdwa v184, v225 clamp dst_sel:DWORD dst_unused:UNUSED_PRESERVE src0_sel:BYTE_0
v_cvt_u32_f32 v184, v225 clamp dst_sel:DWORD dst_unused:UNUSED_PRESERVE src0_sel:BYTE_0
v_cvt_f16_f32_dpp v210, v143 row_share:10 row_mask:0xe bank_mask:0x3 bound_ctrl:1
v_cvt_f16_f32 v210, v143 row_share:10 row_mask:0xe bank_mask:0x3 bound_ctrl:1
v_cmp_ge_f32_sdwa vcc, -v189, -|s43| src0_sel:BYTE_3 src1_sel:WORD_0
v_cmp_ge_f32 vcc, -v189, -|s43| src0_sel:BYTE_3 src1_sel:WORD_0
v_cmpx_lt_i32_e64 v34, v68
v_cmpx_lt_i32 v34, v68
v_sub_f32_sdwa v19, s97, -|v58| mul:4 dst_sel:BYTE_3 dst_unused:UNUSED_SEXT src0_sel:DWORD src1_sel:BYTE_3
v_sub_f32 v19, s97, -|v58| mul:4 dst_sel:BYTE_3 dst_unused:UNUSED_SEXT src0_sel:DWORD src1_sel:BYTE_3





