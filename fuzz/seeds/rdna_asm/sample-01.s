v_cndmask_b32_e32 v29, -1, v195, vcc_lo
v_cndmask_b32 v29, -1, v195, vcc_lo
s_brev_b64 s[72:73], s[68:69]
s_waitcnt_vmcnt s83, 0xa4a5
v_cmp_ge_f64_e64 s48, v[58:59], |v[58:59]|
v_cmp_ge_f64 s48, v[58:59], |v[58:59]|
v_trunc_f32_e32 v73, 55
v_trunc_f32 v73, 55
image_store_mip_pck v[132:133], [v244, v213, v93], s[8:15] dmask:0xc dim:SQ_RSRC_IMG_2D glc slc dlc
s_xnor_saveexec_b64 s[92:93], -10
flat_load_ubyte_d16 v175, v[84:85] offset:1058 glc dlc
v_cmpx_ne_u32_e32 v159, v80
v_cmpx_ne_u32 v159, v80
ds_and_b64 v231, v[134:135] offset:53260 gds
global_load_sshort v47, v175, s[62:63] offset:1707 glc
v_cmpx_ne_i16_e32 -4, v24
v_cmpx_ne_i16 -4, v24
s_atomic_umin_x2 s[104:105], s[96:97], null glc
s_ashr_i64 s[26:27], 63, 25
image_sample_c_b_cl_o v[156:157], v[240:246], s[56:63], s[4:7] dmask:0x1 dim:SQ_RSRC_IMG_3D unorm glc dlc r128 tfe lwe
scratch_store_short_d16_hi off, v81, s89 offset:-1035
v_max_i32_e64 v97, src_vccz, v74
v_max_i32 v97, src_vccz, v74
s_bitset1_b64 s[16:17], 22



