s_mov_b32 s4, s16
image_sample_l v[179:180], v[9:11], ttmp[0:7], s[84:87] dmask:0xa dim:SQ_RSRC_IMG_2D unorm glc slc dlc r128 tfe d16
s_bitcmp1_b64 s[44:45], s78
v_sub_f32_e32 v132, v128, v116
v_sub_f32 v132, v128, v116
global_atomic_fmin_x2 v[122:123], v[88:89], off offset:343 dlc
s_scratch_store_dwordx4 s[72:75], s[60:61], s48 offset:-0x44f59
ds_gws_sema_br v43 offset:53856 gds
ds_read_u16_d16_hi v8, v113 offset:49738 gds
s_or_b32 s76, s99, ttmp2
s_bcnt0_i32_b32 s6, s78
image_sample_l_o v[223:224], [v38, v152, v108, v181], s[20:27], s[84:87] dmask:0x6 dim:SQ_RSRC_IMG_1D_ARRAY r128 tfe d16
s_sleep 0xd5e
global_atomic_fmax_x2 v[157:158], v[174:175], off offset:-979 slc dlc
v_cmpx_f_f32_e32 v180, v81
v_cmpx_f_f32 v180, v81
scratch_store_dwordx2 v96, v[101:102], off offset:1971 glc slc dlc
s_buffer_atomic_inc s38, s[36:39], ttmp12 glc
s_andn1_saveexec_b64 s[22:23], ttmp[0:1]
flat_load_sbyte_d16_hi v142, v[27:28] offset:292 slc
global_atomic_umax_x2 v[82:83], v46, v[209:210], s[62:63] offset:370 glc
s_andn1_wrexec_b32 s41, s79
v_rsq_f16_sdwa v76, |s87| div:2 dst_sel:WORD_1 dst_unused:UNUSED_PAD src0_sel:BYTE_1
v_rsq_f16 v76, |s87| div:2 dst_sel:WORD_1 dst_unused:UNUSED_PAD src0_sel:BYTE_1

