ds_write_b8 v72, v200 offset:29961 gds
v_subrev_co_u32 v47, s[64:65], v237, v113 clamp
s_add_i32 ttmp10, s81, s30
v_cmpx_gt_i64_e64 v[214:215], s[74:75]
v_cmpx_gt_i64 v[214:215], s[74:75]
v_div_fixup_f64 v[148:149], v[159:160], v[166:167], v[193:194]
ds_gws_sema_release_all offset:38140 gds
v_cmpx_gt_f32_e32 24, v68
v_cmpx_gt_f32 24, v68
ds_read_u16_d16_hi v129, v3 offset:64266 gds
v_fract_f64_e64 v[161:162], v[23:24] mul:4
v_fract_f64 v[161:162], v[23:24] mul:4
image_sample_b v[124:125], v[246:247], s[64:71], s[36:39] dmask:0xe dim:SQ_RSRC_IMG_2D slc a16 d16
s_andn1_wrexec_b32 s63, s77
s_orn2_saveexec_b32 s46, s96
v_max_i32_e32 v251, s100, v64
v_max_i32 v251, s100, v64
v_subrev_f32_e64 v152, ttmp0, v238 clamp
v_subrev_f32 v152, ttmp0, v238 clamp
flat_atomic_cmpswap_x2 v[236:237], v[233:236] offset:848
s_orn2_b32 s38, 37, s4
v_cmpx_o_f64_e64 v[103:104], v[31:32]
v_cmpx_o_f64 v[103:104], v[31:32]
v_rsq_f32_dpp v52, v4 dpp8:[3,1,5,6,4,3,4,3]





