ds_swizzle_b32 v241, v43 offset:swizzle(BITMASK_PERM,"000p1")
global_store_dwordx2 v224, v[77:78], ttmp[14:15] offset:-696 glc dlc
v_xnor_b32_e64 v165, s24, v122
v_xnor_b32 v165, s24, v122
flat_atomic_smin v[254:255], v134 offset:799 dlc
buffer_store_dwordx3 v[72:74], v119, s[56:59], 0 offen offset:2227 glc dlc
s_setreg_imm32_b32 hwreg(HW_REG_TBA_LO, 1, 30), 0xa640849d
ds_write_b96 v221, v[31:33] offset:28498 gds
ds_rsub_src2_u32 v87 offset:5940
v_min3_u16 v19, v80, v237, v14 op_sel:[0,0,0,1]
ds_sub_src2_u64 v134 offset:63013 gds
ds_and_src2_b32 v227 offset:56135 gds
v_sub_f16_e64 v198, v48, v21 clamp
v_sub_f16 v198, v48, v21 clamp
v_cmp_nlt_f64_e32 vcc_lo, s[72:73], v[220:221]
v_cmp_nlt_f64 vcc_lo, s[72:73], v[220:221]
v_max3_u32 v144, v161, v27, v41
v_rndne_f64_e64 v[215:216], v[108:109] mul:4
v_rndne_f64 v[215:216], v[108:109] mul:4
ds_xor_b64 v52, v[215:216] offset:55619
v_sat_pk_u8_i16_dpp v78, v94 dpp8:[4,4,3,0,3,0,7,0]
v_sat_pk_u8_i16 v78, v94 dpp8:[4,4,3,0,3,0,7,0]
image_sample_b_cl v[203:204], v[77:80], s[72:79], s[12:15] dmask:0xa dim:SQ_RSRC_IMG_2D_MSAA_ARRAY glc dlc r128 a16 lwe
v_cvt_off_f32_i4_dpp v120, v196 dpp8:[0,7,0,1,1,4,5,2] fi:1


