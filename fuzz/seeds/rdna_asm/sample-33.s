v_pipeflush
s_sendmsghalt 46961
v_fma_legacy_f32 v65, s41, v14, -v94
v_cmpx_eq_u16_e64 v203, v221
v_cmpx_eq_u16 v203, v221
image_sample_c_cd_cl_o v232, [v227, v131, v211, v53, v53], s[0:7], s[72:75] dmask:0x9 dim:SQ_RSRC_IMG_1D slc r128 a16 lwe d16
global_load_sbyte_d16 v151, v150, s[2:3] offset:1970 slc dlc
v_fmac_legacy_f32_e32 v160, s61, v23
v_fmac_legacy_f32 v160, s61, v23
ds_or_b32 v190, v87 offset:38687 gds
s_andn2_wrexec_b64 s[34:35], ttmp[4:5]
v_cvt_i32_f64_e32 v247, v[72:73]
v_cvt_i32_f64 v247, v[72:73]
v_cmp_eq_u32_e32 vcc, v124, v84
v_cmp_eq_u32 vcc, v124, v84
buffer_store_format_d16_x v5, off, s[44:47], s0 offset:1463 glc dlc
s_ff0_i32_b32 s14, s50
image_sample_cl_o v136, v[13:16], s[44:51], ttmp[12:15] dmask:0x6 dim:SQ_RSRC_IMG_2D_MSAA_ARRAY unorm slc a16 d16
v_cmp_nle_f16_e32 vcc, v221, v137
v_cmp_nle_f16 vcc, v221, v137
global_atomic_or_x2 v[89:90], v[194:195], off offset:-193 dlc
s_load_dwordx8 s[20:27], s[82:83], 0x4fab glc
v_frexp_exp_i32_f32_e32 v113, v14
v_frexp_exp_i32_f32 v113, v14
