v_cmp_eq_u32 vcc_lo, 0x780d0223, v176
s_trap 0x1c7d
image_sample_c_cl v[178:180], [v200, v228, v89], s[24:31], s[80:83] dmask:0xa dim:SQ_RSRC_IMG_CUBE unorm glc dlc a16 tfe
v_cmpx_ge_f32_e32 v57, v87
v_cmpx_ge_f32 v57, v87
global_atomic_cmpswap_x2 v2, v[210:213], s[26:27] offset:-1870
s_bitset0_b64 s[84:85], s19
v_cmpx_o_f64_e32 ttmp[8:9], v[25:26]
v_cmpx_o_f64 ttmp[8:9], v[25:26]
v_div_scale_f32 v245, s56, v149, v111, neg(0x641a51d8) mul:4
s_lshl1_add_u32 s81, 18, 33
image_sample_d_g16 v171, [v133, v137, v165, v90, v3], s[68:75], ttmp[0:3] dmask:0x8 dim:SQ_RSRC_IMG_CUBE d16
s_buffer_atomic_umax s55, s[12:15], s8 glc
buffer_atomic_fcmpswap_x2 v[132:135], v232, s[28:31], s101 idxen offset:2781
s_branch 39953
ds_and_b32 v65, v84 offset:61649
ds_dec_u64 v159, v[92:93] offset:29031 gds
v_mad_u32_u24 v165, v83, vcc_hi, v200
v_cmpx_lg_f16_e64 v133, v71
v_cmpx_lg_f16 v133, v71
image_gather4_c_b v[117:121], v[63:66], s[56:63], s[80:83] dmask:0x2 dim:SQ_RSRC_IMG_2D glc tfe lwe
s_cmpk_lt_i32 s6, 0x66bf
v_mul_hi_i32_i24_e32 v89, -0.5, v198
v_mul_hi_i32_i24 v89, -0.5, v198


