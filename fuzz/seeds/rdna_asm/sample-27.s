v_cmp_class_f16 vcc_lo, v82, v92
v_min_f32_dpp v223, v204, v199 quad_perm:[3,0,0,0] row_mask:0x4 bank_mask:0x2 bound_ctrl:1 fi:1
v_min_f32 v223, v204, v199 quad_perm:[3,0,0,0] row_mask:0x4 bank_mask:0x2 bound_ctrl:1 fi:1
image_sample_l v[181:184], v[3:4], s[72:79], ttmp[0:3] dmask:0xb dim:SQ_RSRC_IMG_CUBE unorm r128 a16 tfe
s_cmp_ge_u32 -5, 4
v_lerp_u8 v190, v3, v123, v81
buffer_store_byte v174, v177, s[32:35], s88 idxen offset:1553 glc dlc
global_store_short_d16_hi v[252:253], v250, off offset:-1723 glc slc dlc
v_floor_f32_e64 v148, 7 clamp div:2
v_floor_f32 v148, 7 clamp div:2
v_mul_hi_i32_i24_e32 v72, v204, v118
v_mul_hi_i32_i24 v72, v204, v118
v_exp_f16_dpp v177, v2 quad_perm:[3,1,2,0] row_mask:0x8 bank_mask:0x1 bound_ctrl:1
v_exp_f16 v177, v2 quad_perm:[3,1,2,0] row_mask:0x8 bank_mask:0x1 bound_ctrl:1
flat_load_ushort v249, v[8:9] offset:957 glc dlc
s_sub_u32 s85, ttmp5, 30
buffer_atomic_sub_x2 v[147:148], v32, s[92:95], 0 offen offset:3370 glc slc
s_cmovk_i32 s37, 0xc343
v_max_f32_e64 v117, s40, v5
v_max_f32 v117, s40, v5
global_atomic_and_x2 v[162:163], v83, v[160:161], ttmp[10:11] offset:71 glc dlc
s_andn2_b64 s[80:81], 0.15915494309189532, s[86:87]
v_div_fixup_f32 v214, v160, v56, v41
scratch_load_short_d16_hi v20, v82, off offset:543 glc slc dlc




