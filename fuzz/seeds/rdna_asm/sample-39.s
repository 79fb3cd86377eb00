v_max_u32_sdwa v104, v54, sext(55) clamp dst_sel:WORD_0 dst_unused:UNUSED_SEXT src0_sel:BYTE_3 src1_sel:WORD_0
v_cmpx_eq_i32_sdwa sext(v12), sext(v119) src0_sel:DWORD src1_sel:WORD_0
v_cmpx_eq_i32 sext(v12), sext(v119) src0_sel:DWORD src1_sel:WORD_0
v_cmpx_ne_u16_sdwa v22, sext(v76) src0_sel:BYTE_2 src1_sel:BYTE_1
v_cmpx_ne_u16 v22, sext(v76) src0_sel:BYTE_2 src1_sel:BYTE_1
v_cmp_gt_u32_sdwa vcc, v233, v80 src0_sel:BYTE_3 src1_sel:DWORD
v_cmp_gt_u32 vcc, v233, v80 src0_sel:BYTE_3 src1_sel:DWORD
v_mul_legacy_f32_sdwa v28, 0.5, v192 dst_sel:BYTE_0 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1 src1_sel:BYTE_1
v_mul_legacy_f32 v28, 0.5, v192 dst_sel:BYTE_0 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1 src1_sel:BYTE_1
v_cmp_gt_i16_sdwa vcc, sext(v32), sext(v93) src0_sel:BYTE_2 src1_sel:BYTE_1
v_cmp_gt_i16 vcc, sext(v32), sext(v93) src0_sel:BYTE_2 src1_sel:BYTE_1
v_cmpx_f_u32_sdwa sext(v245), v98 src0_sel:WORD_0 src1_sel:BYTE_2
v_cmpx_f_u32 sext(v245), v98 src0_sel:WORD_0 src1_sel:BYTE_2
v_cmpx_ge_i16_sdwa v44, v58 src0_sel:BYTE_3 src1_sel:BYTE_0
v_cmpx_ge_i16 v44, v58 src0_sel:BYTE_3 src1_sel:BYTE_0
v_cmp_ge_i32_sdwa vcc, v163, v63 src0_sel:BYTE_2 src1_sel:DWORD
v_cmp_ge_i32 vcc, v163, v63 src0_sel:BYTE_2 src1_sel:DWORD
v_xor_b32_sdwa v68, ttmp15, 51 clamp dst_sel:WORD_1 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_1 src1_sel:WORD_0
v_xor_b32 v68, ttmp15, 51 clamp dst_sel:WORD_1 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_1 src1_sel:WORD_0
v_cmpx_nlg_f16_sdwa src_pops_exiting_wave_id, v247 src0_sel:BYTE_0 src1_sel:WORD_0
v_cmpx_nlg_f16 src_pops_exiting_wave_id, v247 src0_sel:BYTE_0 src1_sel:WORD_0
v_sub_nc_u32_sdwa v213, v72, v87 dst_sel:DWORD dst_unused:UNUSED_SEXT src0_sel:BYTE_3 src1_sel:BYTE_0
v_sub_nc_u32 v213, v72, v87 dst_sel:DWORD dst_unused:UNUSED_SEXT src0_sel:BYTE_3 src1_sel:BYTE_0





