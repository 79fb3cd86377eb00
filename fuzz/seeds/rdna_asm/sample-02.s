v_exp_f32_dpp v70, -v215 quad_perm:[0,1,1,1] row_mask:0xc bank_mask:0x7 bound_ctrl:1 fi:1
v_exp_f32 v70, -v215 quad_perm:[0,1,1,1] row_mask:0xc bank_mask:0x7 bound_ctrl:1 fi:1
s_or_saveexec_b64 s[36:37], s[56:57]
v_add_nc_u32_e32 v131, v245, v51
v_add_nc_u32 v131, v245, v51
v_cmpx_f_i64_e32 ttmp[10:11], v[58:59]
v_cmpx_f_i64 ttmp[10:11], v[58:59]
s_bitreplicate_b64_b32 s[86:87], s100
s_nand_saveexec_b32 s15, s80
ds_write2st64_b64 v148, v[209:210], v[14:15] offset0:15 offset1:112 gds
v_fmac_f32_e32 v223, v72, v137
v_fmac_f32 v223, v72, v137
v_min_u32_e32 v244, s22, v190
v_min_u32 v244, s22, v190
ds_gws_init v62 offset:59413 gds
buffer_atomic_umin_x2 v[254:255], v[96:97], s[92:95], 0 idxen offen offset:1484 glc slc
ds_read2_b32 v[91:92], v227 offset0:3 offset1:153
ds_min_rtn_i32 v21, v27, v220 offset:28199 gds
ds_xor_rtn_b32 v249, v139, v171 offset:27789 gds
v_mad_i32_i16 v173, v42, v115, 42
v_div_fmas_f64 v[180:181], v[150:151], |44|, |v[195:196]|
v_fract_f32_e64 v163, v252
v_fract_f32 v163, v252
ds_write_addtid_b32 v224 offset:7080 gds




