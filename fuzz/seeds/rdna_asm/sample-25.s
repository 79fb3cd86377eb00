v_cvt_f32_ubyte1_dpp v114, v202 dpp8:[0,4,6,0,2,0,5,3]
v_cvt_f32_ubyte1 v114, v202 dpp8:[0,4,6,0,2,0,5,3]
image_sample_c v[92:94], v[1:3], s[72:79], s[48:51] dmask:0x5 dim:SQ_RSRC_IMG_CUBE unorm slc dlc r128 a16 tfe lwe
v_trunc_f16_e32 v66, 0xe629
v_trunc_f16 v66, 0xe629
v_min_i16 v173, v84, s16
global_load_ubyte_d16_hi v110, v213, s[86:87] offset:-808 glc dlc
v_subrev_nc_u32_e64 v155, v56, v46 clamp
v_subrev_nc_u32 v155, v56, v46 clamp
buffer_atomic_swap v154, off, s[48:51], 25 offset:2668 glc slc
v_cmp_lt_i16_e32 vcc_lo, 43, v186
v_cmp_lt_i16 vcc_lo, 43, v186
v_cmpx_eq_u32_e32 26, v68
v_cmpx_eq_u32 26, v68
v_cmpx_le_i16_e64 v194, v44
v_cmpx_le_i16 v194, v44
v_alignbit_b32 v159, v27, v206, v66
v_cmp_t_u64_e32 vcc_lo, v[23:24], v[116:117]
v_cmp_t_u64 vcc_lo, v[23:24], v[116:117]
v_not_b32_e64 v179, v61
v_not_b32 v179, v61
v_add_nc_u16 v34, v237, 52 op_sel:[0,1,1]
ds_max_f32 v119, v136 offset:41073 gds
v_max_u32_dpp v150, v250, v76 dpp8:[2,0,1,2,0,0,5,4] fi:1





