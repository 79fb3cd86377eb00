v_ashrrev_i16 v74, v234, v157
v_mov_b32_e32 v204, v6
v_mov_b32 v204, v6
v_sub_co_ci_u32_e32 v42, vcc_lo, s4, v86, vcc_lo
v_sub_co_ci_u32 v42, vcc_lo, s4, v86, vcc_lo
ds_write2_b32 v98, v216, v163 offset0:82 offset1:58 gds
v_madak_f32 v34, s57, v240, 0xea4aea6a
s_cmp_eq_u64 s[44:45], 24
ds_xor_rtn_b64 v[73:74], v62, v[52:53] offset:13910
v_max3_f16 v58, v201, |v154|, v76 op_sel:[1,0,0,0]
ds_ordered_count v223, v18 offset:10111 gds
v_cmp_eq_f64_e64 s93, 41, -v[193:194]
v_cmp_eq_f64 s93, 41, -v[193:194]
ds_min_src2_u64 v99 offset:59763 gds
scratch_load_dwordx3 v[253:255], v104, off offset:1098 slc dlc
s_cmpk_ge_u32 s101, 0x9223
ds_min_rtn_f32 v91, v14, v226 offset:16379
v_exp_f32_dpp v142, v39 dpp8:[1,7,4,0,5,4,1,1] fi:1
v_exp_f32 v142, v39 dpp8:[1,7,4,0,5,4,1,1] fi:1
scratch_load_ubyte_d16 v95, v236, off offset:-1193 glc slc
ds_cmpst_b32 v79, v206, v91 offset:19374
s_flbit_i32 ttmp12, 42
s_cmp_eq_u32 50, s47
ds_write_b64 v87, v[235:236] offset:50467




