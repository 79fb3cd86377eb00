v_cmpx_f_f64 47, v[45:46]
global_load_ubyte_d16 v151, v77, s[42:43] offset:-1117 dlc
v_cmp_class_f32_sdwa vcc_lo, v208, sext(s81) src0_sel:DWORD src1_sel:WORD_1
v_cmp_class_f32 vcc_lo, v208, sext(s81) src0_sel:DWORD src1_sel:WORD_1
v_cmpx_f_f32_e64 s0, ttmp5
v_cmpx_f_f32 s0, ttmp5
v_cvt_i16_f16_dpp v139, v234 dpp8:[1,1,5,4,4,3,3,7]
v_cvt_i16_f16 v139, v234 dpp8:[1,1,5,4,4,3,3,7]
v_rcp_iflag_f32_e64 v70, v162 clamp
v_rcp_iflag_f32 v70, v162 clamp
image_gather4_o v[181:185], v[162:165], ttmp[4:11], s[52:55] dmask:0x8 dim:SQ_RSRC_IMG_2D_MSAA unorm glc slc dlc tfe lwe
v_ffbl_b32_e32 v226, v101
v_ffbl_b32 v226, v101
s_ff1_i32_b32 s87, s20
v_add_nc_i16 v144, v149, s97
s_cmp_lg_u32 s64, 61
s_setprio 0xa0a3
buffer_atomic_dec v244, v53, s[52:55], s9 offen offset:2675 slc
image_sample_cd v[87:88], v[221:226], s[88:95], ttmp[4:7] dmask:0x3 dim:SQ_RSRC_IMG_2D dlc r128
v_rndne_f16_e32 v216, s84
v_rndne_f16 v216, s84
image_sample_c_b v149, v[114:118], ttmp[0:7], s[0:3] dim:SQ_RSRC_IMG_3D glc slc r128
v_cmp_t_u32_e64 s64, 38, v152
v_cmp_t_u32 s64, 38, v152




