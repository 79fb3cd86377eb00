v_log_f16_dpp v97, v181 dpp8:[3,0,1,3,2,0,3,2] fi:1
v_log_f16 v97, v181 dpp8:[3,0,1,3,2,0,3,2] fi:1
v_cmp_nlg_f64_e64 s76, v[170:171], -v[55:56]
v_cmp_nlg_f64 s76, v[170:171], -v[55:56]
v_cmpx_le_u32_e32 v19, v166
v_cmpx_le_u32 v19, v166
v_pk_mul_lo_u16 v34, v245, s99 op_sel:[1,0] op_sel_hi:[0,1] neg_lo:[0,1] neg_hi:[0,1] clamp
image_bvh64_intersect_ray v[129:132], [v190, v113, v142, v107, v67, v139, v213, v174, v95, v110, v74, v109], ttmp[12:15]
v_ldexp_f32 v165, |ttmp1|, sext(v79)
image_store_mip v251, v[110:111], s[56:63] dmask:0x1 dim:SQ_RSRC_IMG_3D dlc a16 d16
v_cmpx_t_u64_e32 v[93:94], v[112:113]
v_cmpx_t_u64 v[93:94], v[112:113]
v_cvt_u32_f64_e32 v34, v[236:237]
v_cvt_u32_f64 v34, v[236:237]
ds_and_rtn_b32 v163, v242, v189 offset:41869 gds
v_cvt_f32_i32_dpp v63, v183 dpp8:[0,0,6,0,7,3,3,4] fi:1
v_cvt_f32_i32 v63, v183 dpp8:[0,0,6,0,7,3,3,4] fi:1
v_cmpx_lt_f64_e32 v[30:31], v[233:234]
v_cmpx_lt_f64 v[30:31], v[233:234]
v_sin_f16_e32 v189, 0xed65
v_sin_f16 v189, 0xed65
image_sample_c_l_o v237, v[109:112], s[8:15], s[48:51] dmask:0x8 dim:SQ_RSRC_IMG_CUBE unorm glc dlc a16 lwe d16
v_or3_b32 v84, v199, v249, v49
v_lshrrev_b64 v[251:252], v12, v[2:3]


