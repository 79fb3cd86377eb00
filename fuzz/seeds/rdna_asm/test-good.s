
// nothing
/* at
 all */ ; here
# nor here
a: b:
 c: s_nop 0 // one
s_nop 0x7
s_nop 017
s_nop 0b11
.long 1, -1, 0xffffffff
.quad 0x123456789
.long 1 + 2 * 3, (1 + 2) * 3, 1 << 4 | 3, ~0 & 0xff, -7 / 2, 7 % 4, 6 ^ 3, 16 >> 2
.text
.globl main
main6:
s_endpgm
s_endpgm 3
s_mov_b32 s0, 64
s_mov_b32 s0, -16
s_mov_b32 s0, 65
s_mov_b32 s0, 0x3f800000
s_mov_b32 s0, 1.0
s_mov_b32 s0, -0.0
s_mov_b32 s0, 0xfffffff0
s_mov_b32 s0, 0.15915494
s_mov_b32 s0, 0x1.8p1
s_mov_b32 s0, 3e2
s_mov_b64 s[0:1], 0.5
s_mov_b64 vcc, exec
v_add_f16 v0, 1.0, v1
v_add_f16 v0, 3.0, v1
v_add_f16 v0, 0x3c00, v1
v_add_f64 v[0:1], 3.0, v[2:3]
v_add_nc_u16 v0, 1, v1
s_add_u32 s0, 100, 100
v_add_f32 v0, s1, v2
v_add_f32 v0, v1, s2
v_add_f32 v0, 100.0, v2
v_add_f32 v0, -v1, v2
v_add_f32 v0, -|v1|, abs(v2) clamp mul:2
v_add_f32 v0, v1, v2 row_mirror
v_add_f32 v0, v1, v2 row_shl:1 bound_ctrl:0
v_add_f32 v0, v1, v2 dpp8:[7,6,5,4,3,2,1,0] fi:1
v_add_f32 v0, v1, v2 src0_sel:BYTE_1
v_cmp_eq_f32 vcc, v0, v1
v_cmp_eq_f32 s[0:1], v0, v1
v_cndmask_b32 v0, v1, v2, vcc
v_mov_b32 v0, v1
v_mad_u32_u24_e64 v0, v1, v2, v3
s_waitcnt vmcnt(0) & lgkmcnt(0)
s_waitcnt vmcnt(0), expcnt(0) lgkmcnt(0)
s_waitcnt vmcnt_sat(99)
s_waitcnt 0
s_getreg_b32 s0, hwreg(1, 0, 4)
s_load_dword s0, s[2:3], null
image_load v0, v[0:1], s[0:7] dmask:1 dim:2D
tbuffer_load_format_x v0, off, s[0:3], format:22, s4
exp mrt0, v0, v1, v2, v3 done vm


