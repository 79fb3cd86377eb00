v_cmpx_neq_f16_e64 v15, |v236|
v_cmpx_neq_f16 v15, |v236|
v_cmp_lt_u32_e64 s97, v30, v77
v_cmp_lt_u32 s97, v30, v77
v_cmpx_le_f16_sdwa -v5, |v182| src0_sel:BYTE_1 src1_sel:DWORD
v_cmpx_le_f16 -v5, |v182| src0_sel:BYTE_1 src1_sel:DWORD
v_rsq_f16_dpp v214, v76 dpp8:[7,2,1,0,3,1,6,2] fi:1
v_rsq_f16 v214, v76 dpp8:[7,2,1,0,3,1,6,2] fi:1
v_cmp_le_u16_sdwa vcc_lo, v101, v194 src0_sel:BYTE_1 src1_sel:BYTE_2
v_cmp_le_u16 vcc_lo, v101, v194 src0_sel:BYTE_1 src1_sel:BYTE_2
v_cmp_lt_i64_e64 s69, v[78:79], s[66:67]
v_cmp_lt_i64 s69, v[78:79], s[66:67]
v_cvt_pkrtz_f16_f32_dpp v23, v243, v145 dpp8:[7,5,2,5,0,6,0,1]
v_cvt_pkrtz_f16_f32 v23, v243, v145 dpp8:[7,5,2,5,0,6,0,1]
v_ceil_f16_dpp v85, v42 dpp8:[6,6,4,7,3,4,6,6]
v_ceil_f16 v85, v42 dpp8:[6,6,4,7,3,4,6,6]
v_frexp_exp_i16_f16_dpp v194, v250 quad_perm:[2,2,2,0] row_mask:0xb bank_mask:0xc bound_ctrl:1 fi:1
v_frexp_exp_i16_f16 v194, v250 quad_perm:[2,2,2,0] row_mask:0xb bank_mask:0xc bound_ctrl:1 fi:1
v_cmpx_nle_f16_e64 v222, s40
v_cmpx_nle_f16 v222, s40
v_cmpx_eq_i64_e64 v[179:180], v[82:83]
v_cmpx_eq_i64 v[179:180], v[82:83]
v_cmp_u_f32_sdwa s20, -|v52|, -|v194| src0_sel:DWORD src1_sel:BYTE_0
v_cmp_u_f32 s20, -|v52|, -|v194| src0_sel:DWORD src1_sel:BYTE_0



