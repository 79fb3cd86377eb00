v_mbcnt_lo_u32_b32 v247, v213, 16
v_sad_u16 v91, v61, v136, s24 clamp
v_fma_f16 v109, -|v152|, |v221|, |v127| op_sel:[1,1,1,0]
v_ceil_f64_e32 v[75:76], v[114:115]
v_ceil_f64 v[75:76], v[114:115]
v_cmpx_tru_f64_e64 v[28:29], v[247:248]
v_cmpx_tru_f64 v[28:29], v[247:248]
v_bfi_b32 v8, v156, s86, ttmp6
v_frexp_mant_f32_e64 v79, v42 clamp
v_frexp_mant_f32 v79, v42 clamp
v_min_f16_e64 v142, v51, v12
v_min_f16 v142, v51, v12
v_sat_pk_u8_i16_e64 v26, ttmp4
v_sat_pk_u8_i16 v26, ttmp4
buffer_load_format_xy v[148:149], v121, s[4:7], s10 offen offset:3780 glc slc
v_ffbl_b32_e64 v102, v188
v_ffbl_b32 v102, v188
v_cmpx_ne_i16_e64 v183, v190
v_cmpx_ne_i16 v183, v190
image_sample_cl v239, v[43:44], s[40:47], s[76:79] dmask:0x9 dim:SQ_RSRC_IMG_2D unorm glc dlc a16 d16
global_load_short_d16 v118, v[117:118], off offset:-1477 slc
v_trunc_f64_e64 v[199:200], v[36:37] clamp
v_trunc_f64 v[199:200], v[36:37] clamp
v_subrev_co_ci_u32_dpp v88, vcc, v202, v35, vcc quad_perm:[1,1,2,3] row_mask:0xa bank_mask:0x2 bound_ctrl:1 fi:1



