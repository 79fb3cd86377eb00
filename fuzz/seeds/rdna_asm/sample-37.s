v_cmpx_lt_u64_e64 v[60:61], s[12:13]
v_cmpx_lt_u64 v[60:61], s[12:13]
v_cmp_gt_i32_e32 vcc, s71, v179
v_cmp_gt_i32 vcc, s71, v179
s_movreld_b32 s98, 63
v_cmpx_ne_i64_e32 v[87:88], v[1:2]
v_cmpx_ne_i64 v[87:88], v[1:2]
v_cmp_f_u64_e32 vcc, v[135:136], v[151:152]
v_cmp_f_u64 vcc, v[135:136], v[151:152]
v_cvt_f32_f64_e64 v162, v[171:172]
v_cvt_f32_f64 v162, v[171:172]
v_cmpx_eq_f16_e32 v45, v150
v_cmpx_eq_f16 v45, v150
v_movrelsd_b32_e64 v148, v108
v_movrelsd_b32 v148, v108
v_cmpx_le_f32_e64 s52, v121
v_cmpx_le_f32 s52, v121
v_movrelsd_2_b32_e32 v239, v136
v_movrelsd_2_b32 v239, v136
v_log_f16_sdwa v235, -|v89| div:2 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:DWORD
v_log_f16 v235, -|v89| div:2 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:DWORD
v_sin_f16_e64 v227, s82 clamp
v_sin_f16 v227, s82 clamp
v_mul_i32_i24_dpp v36, v87, v59 quad_perm:[1,3,2,1] row_mask:0x7 bank_mask:0x6 bound_ctrl:1




