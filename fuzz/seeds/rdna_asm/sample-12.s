v_med3_f16 v198, v115, v80, ttmp4 op_sel:[0,1,0,0]
v_mac_f32_dpp v77, -|v194|, -v182 row_shl:7 row_mask:0xf bank_mask:0xc bound_ctrl:1
v_mac_f32 v77, -|v194|, -v182 row_shl:7 row_mask:0xf bank_mask:0xc bound_ctrl:1
v_cmp_ne_i16_e32 vcc_lo, s94, v227
v_cmp_ne_i16 vcc_lo, s94, v227
s_sethalt 0x800e
v_min_f16_e32 v8, s7, v41
v_min_f16 v8, s7, v41
v_cmp_lg_f32_e32 vcc_lo, v11, v229
v_cmp_lg_f32 vcc_lo, v11, v229
v_div_fmas_f32 v198, -v93, v117, v49 clamp
ds_wrxchg2_rtn_b32 v[228:229], v83, v36, v87 offset0:103 offset1:186 gds
s_cmov_b32 s104, -12
v_cmp_f_f32_e32 vcc_lo, v192, v72
v_cmp_f_f32 vcc_lo, v192, v72
global_atomic_fmin v[6:7], v172, off offset:528
v_interp_p1ll_f16 v24, v131, attr28.x high
s_wait_idle
global_atomic_cmpswap v10, v[239:240], v[144:145], off offset:1813 glc
v_cmpx_le_u16_e64 v5, s27
v_cmpx_le_u16 v5, s27
s_lshr_b32 s70, 0.15915494, 36
v_max_f32_e64 v137, v42, |v98| clamp mul:2
v_max_f32 v137, v42, |v98| clamp mul:2
