v_sin_f16_e32 v251, s49
v_sin_f16 v251, s49
v_movrels_b32_dpp v151, v181 dpp8:[1,3,6,5,7,7,4,4] fi:1
v_movrels_b32 v151, v181 dpp8:[1,3,6,5,7,7,4,4] fi:1
v_cmpx_f_u32_e32 v141, v135
v_cmpx_f_u32 v141, v135
s_atomic_smin s45, s[78:79], s6
v_cmp_gt_u64_e32 vcc_lo, v[177:178], v[20:21]
v_cmp_gt_u64 vcc_lo, v[177:178], v[20:21]
v_mul_hi_i32_i24_e64 v156, v206, v69
v_mul_hi_i32_i24 v156, v206, v69
v_xnor_b32_dpp v215, v211, v207 dpp8:[7,7,4,5,4,6,6,2] fi:1
v_xnor_b32 v215, v211, v207 dpp8:[7,7,4,5,4,6,6,2] fi:1
v_cmp_u_f32_e32 vcc_lo, 0xb041b32a, v211
v_cmp_u_f32 vcc_lo, 0xb041b32a, v211
image_load v[201:202], v166, s[80:87] dmask:0xa dim:SQ_RSRC_IMG_1D_ARRAY unorm glc slc a16 tfe lwe d16
s_endpgm_ordered_ps_done
v_frexp_exp_i16_f16_e64 v38, v78 clamp
v_frexp_exp_i16_f16 v38, v78 clamp
image_sample_c_b_cl v[98:100], [v50, v166, v238, v172, v150], s[92:99], ttmp[4:7] dmask:0x3 dim:SQ_RSRC_IMG_2D unorm glc slc tfe lwe
s_orn1_saveexec_b64 s[94:95], s[12:13]
v_rcp_f16_dpp v92, v59 dpp8:[0,6,3,2,0,4,3,6] fi:1
v_rcp_f16 v92, v59 dpp8:[0,6,3,2,0,4,3,6] fi:1
image_sample_b_cl_o v[3:5], v[99:104], s[60:67], s[20:23] dmask:0xe dim:SQ_RSRC_IMG_2D_MSAA unorm dlc r128 tfe lwe d16

