s_buffer_atomic_cmpswap ttmp[2:3], s[96:99], null dlc
s_atomic_dec s76, ttmp[14:15], -0xb4bea glc
global_load_sbyte_d16 v161, v50, s[18:19] offset:663 glc slc dlc
tbuffer_store_format_x v233, v[214:215], ttmp[12:15], s24 format:[BUF_FMT_10_10_10_2_SSCALED] idxen offen offset:3643
image_store_pck v143, v[26:27], s[60:67] dmask:0x1 dim:SQ_RSRC_IMG_2D_MSAA unorm glc slc r128 a16
v_rsq_f16_e32 v187, v250
v_rsq_f16 v187, v250
v_exp_f16_dpp v213, v132 dpp8:[7,4,6,0,3,0,7,1] fi:1
v_exp_f16 v213, v132 dpp8:[7,4,6,0,3,0,7,1] fi:1
v_cmp_nlt_f64_e64 s25, v[192:193], s[58:59]
v_cmp_nlt_f64 s25, v[192:193], s[58:59]
s_pack_ll_b32_b16 s94, s27, 10
ds_gws_barrier v146 offset:45189 gds
flat_atomic_smax v[109:110], v127 offset:761 slc dlc
image_sample_cd_cl_g16 v[195:198], v[53:56], s[48:55], s[64:67] dmask:0xf dim:SQ_RSRC_IMG_CUBE glc r128 a16
v_add_f16_e32 v64, -1.0, v174
v_add_f16 v64, -1.0, v174
v_sad_u16 v60, v85, v248, v147
v_div_fixup_f16 v198, -v235, |v62|, 5 op_sel:[0,1,0,0] mul:2
ds_mskor_b64 v78, v[158:159], v[232:233] offset:696
s_buffer_atomic_xor s68, s[48:51], 0x892 glc
v_cvt_rpi_i32_f32_e32 v68, s10
v_cvt_rpi_i32_f32 v68, s10
image_sample_d_cl v[29:31], v[19:27], s[76:83], s[24:27] dmask:0xc dim:SQ_RSRC_IMG_2D_MSAA_ARRAY dlc r128 tfe

