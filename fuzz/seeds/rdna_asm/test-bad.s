s_mov_b32 s0, s1 ?
s_nop 08
s_nop 0b12
s_nop 0x10000000000000000
s_nop 1x
s_nop
s_nop ,
12
v_foo_b32 v0, v1

  v_mov v0, v1
v_mov_b32_e16 v0, v1
_e32 v0, v1
v_mad_f32 v0, v1, v2, v3
a: s_atomic_add s0, s[2:3], 0
.byte 1
.long
.long 1,
.long 0x100000000
.long 1 2
.long 1 / 0
.long (1
s_mov_b32_e64 s0, s1
s_mov_b32_e32 s0, s1
v_mad_u32_u24_e32 v0, v1, v2, v3
v_fma_f32_sdwa v0, v1, v2, v3
v_readfirstlane_b32_e64 s0, v1
v_cmp_eq_f32_dpp vcc_lo, v0, v1 row_mirror
v_fmac_f32 v0, v1, v2 dst_sel:BYTE_0
v_add_f32_e32 v0, v1, s2
v_add_f32_e32 v0, -v1, v2
v_add_f32_e32 v0, v1, v2 clamp
v_cmp_eq_f32_e32 s0, v1, v2
v_cndmask_b32_e32 v0, v1, v2, s0
v_fmamk_f32 v0, v1, 0x42, s2
v_mov_b32_dpp v0, s1 row_mirror
v_mov_b32_dpp v0, v1
v_mov_b32 v0, v1 row_mask:0xf
v_mov_b32_sdwa v0, 0x1234
v_mov_b32_sdwa v0, |v1|
v_add_f32_sdwa v0, sext(v1), v2
v_add_nc_u32 v0, -v1, v2
v_div_scale_f32 v0, vcc_lo, |v1|, v1, v2
v_pk_add_f16 v0, -v1, v2
s_add_u32 s0, -s1, s2
v_mov_b32 v256, v0
s_mov_b32 s106, s0
s_mov_b32 ttmp16, s0
s_mov_b32 s99999999999999999999, s0
s_mov_b64 s[1:2], s[4:5]
s_load_dwordx4 s[2:5], s[0:1], 0
s_mov_b64 s[2:1], s[4:5]
s_mov_b64 s[0:200], s[4:5]
s_mov_b64 s[0:1, s[4:5]
s_mov_b64 s[0:1], s4
v_cmp_eq_u32 vcc, v0, v1
v_add_f64 v[0:1], v[2:3], v4
s_mov_b32 v0, s0
s_mov_b32 s0, v0
s_mov_b32 scc, s0
s_mov_b32 1, s0
v_mov_b32 s0, v0
v_mov_b32 v0
v_mov_b32 v0 v1
v_mov_b32 v0, foo
v_readlane_b32 v0, v1, s0
v_readlane_b32 s0, s1, s0
v_writelane_b32 v0, s1, v2
s_setpc_b64 0
s_load_dword exec_lo, s[0:1], 0
v_cndmask_b32 v0, v1, v2, exec_lo
v_cndmask_b32 v0, v1, v2, 0
s_movk_i32 s0, 65536
s_movk_i32 s0, -32769
s_mov_b32 s0, 0x100000000
s_mov_b64 s[0:1], 1.5
v_add_f16 v0, 0x12345, v1
v_add_f16 v0, 1e6, v1
v_add_f32 v0, 1e40, v1
v_add_f32 v0, 1e-60, v1
s_add_u32 s0, 100, 200
v_fma_f32 v0, 100.0, v1, 200.0
v_fmamk_f32 v0, v1, v2, v3
s_waitcnt vmcnt(64)
s_waitcnt vmcnt 0
s_waitcnt foocnt(0)
s_waitcnt vmcnt(0) &
s_getreg_b32 s0, hwreg(HW_REG_FOO)
s_getreg_b32 s0, hwreg(HW_REG_XNACK_MASK)
s_getreg_b32 s0, hwreg(64)
s_getreg_b32 s0, hwreg(1, 32, 1)
s_getreg_b32 s0, hwreg(1, 0)
s_getreg_b32 s0, hwreg(1, 0, 33)
s_sendmsg sendmsg(MSG_FOO)
s_sendmsg sendmsg(MSG_GS, GS_OP_FOO)
s_sendmsg sendmsg(MSG_GS, GS_OP_CUT, 4)
ds_swizzle_b32 v0, v1 offset:swizzle(FOO)
ds_swizzle_b32 v0, v1 offset:swizzle(SWAP,3)
ds_swizzle_b32 v0, v1 offset:swizzle(BROADCAST,8,8)
v_interp_p1_f32 v0, v1, attr64.x
v_interp_p1_f32 v0, v1, attr0.q
v_interp_mov_f32 v0, p11, attr0.x
buffer_load_dword v0, v1, s[0:3], s4
buffer_load_dword v0, off, s[0:3], s4 offen
buffer_load_dword v0, v1, s[0:3], s4 offen idxen
buffer_load_dword v[0:1], off, s[0:3], s4
buffer_load_dword v0, off, s[0:3], s4 tfe
buffer_load_dword v0, off, s[0:3], 65
buffer_load_dword v0, off, s[0:3], s4 offset:4096
buffer_load_dword v0, off, s[0:3], s4 glc glc
buffer_load_dword v0, off, s[0:3], s4 gds
buffer_load_dword v0, off, s[0:3], s4 foo
buffer_store_dword off, s[0:3], s4 lds
buffer_atomic_add v0, off, s[0:3], s4 tfe
tbuffer_load_format_x v0, off, s[0:3], s4 format:[FOO]
tbuffer_load_format_x v0, off, s[0:3], s4 format:128
s_load_dword s0, s[2:3], 0x100000
s_load_dword s0, s[2:3], s4 slc
ds_read_b32 v0, v1 offset:65536
ds_read_b32 v0, v1 offset0:1
ds_read2_b32 v[0:1], v1 offset0:256
ds_gws_init v0
global_load_dword v0, v1, off
global_load_dword v0, v[1:2], s[0:1]
global_load_dword v0, v[1:2], off offset:2048
global_load_dword v0, v[1:2]
scratch_load_dword v0, v1, s2
flat_load_dword v0, v[1:2] offset:-1
image_load v0, v0, s[0:7] dmask:1
image_load v[0:1], v0, s[0:7] dmask:1 dim:1D
image_load v0, v[0:2], s[0:7] dmask:1 dim:2D
image_load v0, v0, s[0:7] dmask:16 dim:1D
image_load v0, v0, s[0:7] dmask:1 dim:4D
image_load v0, [v0, s1], s[0:7] dmask:1 dim:2D
image_load v0, [v0, v1, s[0:7] dmask:1 dim:2D
exp mrt8 v0, v1, v2, v3
exp mrt0 v0, v1, v2
exp mrt0 v0, v1, v2, v2 compr
exp mrt0 s0, v1, v2, v3
v_add_f32 v0, v1, v2 mul:3
v_add_f32 v0, v1, v2 mul 2
v_add_f32 v0, v1, v2 op_sel:[0,1]
v_mad_u16 v0, v1, v2, v3 op_sel:[0,2]
v_mad_u16 v0, v1, v2, v3 op_sel:[0,0,0,0,0]
v_mov_b32 v0, v1 quad_perm:[0,1,2]
v_mov_b32 v0, v1 quad_perm:[0,1,2,4]
v_mov_b32 v0, v1 row_shl:0
v_mov_b32 v0, v1 row_shl:16
v_mov_b32 v0, v1 row_bcast:15
v_mov_b32 v0, v1 row_mirror row_shl:1
v_mov_b32 v0, v1 row_mirror row_mask:16
v_mov_b32 v0, v1 dpp8:[0,1,2,3,4,5,6,8]
v_mov_b32 v0, v1 dpp8:[0,1,2,3,4,5,6,7] row_mask:1
v_mov_b32 v0, v1 dst_sel:BYTE_4
v_mov_b32 v0, v1 dst_unused:FOO
v_mov_b32 v0, v1 src1_sel:BYTE_0
v_cmp_eq_f32 vcc_lo, v0, v1 dst_sel:BYTE_0
v_add_f32 v0, |v1, v2
v_add_f32 v0, abs(v1, v2
v_add_f32 v0, neg(v1, v2
v_add_f32 v0, --v1, v2
s_branch a
a:
a: s_nop 0
s_branch 65536
s_branch
