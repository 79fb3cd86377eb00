#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# trace.sh PROGRAM ROOT   Instructions of RDNA code as run --trace prints them, before the verdicts.
. "${BASH_SOURCE[0]%/*}/lib.sh"

# A loop of two rounds, a branch that lanes take apart, and a lane that reads its neighbour.
cat >loop.amber <<'EOF'
#!amber
SHADER compute code RDNA-ASM gfx1013 wave32
  s_mov_b32 s4, 2
head:
  v_add_nc_u32 v1, v0, s4
  s_sub_i32 s4, s4, 1
  s_cmp_lg_u32 s4, 0
  s_cbranch_scc1 head
  v_cmp_gt_u32 vcc_lo, 2, v0
  s_and_b32 exec_lo, exec_lo, vcc_lo
  v_mov_b32_dpp v2, v1 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
  v_lshlrev_b32 v3, 2, v0
  global_store_dword v3, v2, s[0:1]
  s_endpgm
END
BUFFER out DATA_TYPE uint32 SIZE 2 FILL 0
PIPELINE compute pipe
  ATTACH code
  WORKGROUP 4 1 1
  REGISTER s0 ADDRESS BUFFER out
  REGISTER v0 LANE
END
RUN pipe 1 1 1
EXPECT out IDX 0 EQ 2 1
EOF
cat >expected <<'EOF'
workgroup 0 0 0, wave 0, 0x0: s_mov_b32 s4, 2
    s4 = 00000002
workgroup 0 0 0, wave 0, 0x4: v_add_nc_u32_e64 v1, v0, s4
    v1[0..3] = 00000002 00000003 00000004 00000005
workgroup 0 0 0, wave 0, 0xc: s_sub_i32 s4, s4, 1
    s4 = 00000001
workgroup 0 0 0, wave 0, 0x10: s_cmp_lg_u32 s4, 0
    scc = 1
workgroup 0 0 0, wave 0, 0x14: s_cbranch_scc1 65531
workgroup 0 0 0, wave 0, 0x4: v_add_nc_u32_e64 v1, v0, s4
    v1[0..3] = 00000001 00000002 00000003 00000004
workgroup 0 0 0, wave 0, 0xc: s_sub_i32 s4, s4, 1
    s4 = 00000000
    scc = 0
workgroup 0 0 0, wave 0, 0x10: s_cmp_lg_u32 s4, 0
workgroup 0 0 0, wave 0, 0x14: s_cbranch_scc1 65531
workgroup 0 0 0, wave 0, 0x18: v_cmp_gt_u32_e32 vcc_lo, 2, v0
    vcc_lo = 00000003
workgroup 0 0 0, wave 0, 0x1c: s_and_b32 exec_lo, exec_lo, vcc_lo
    exec_lo = 00000003
    scc = 1
workgroup 0 0 0, wave 0, 0x20: v_mov_b32_dpp v2, v1 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
    v2[0..1] = 00000002 00000001
workgroup 0 0 0, wave 0, 0x28: v_lshlrev_b32_e32 v3, 2, v0
    v3[1] = 00000004
workgroup 0 0 0, wave 0, 0x2c: global_store_dword v3, v2, s[0:1]
workgroup 0 0 0, wave 0, 0x34: s_endpgm
pass loop.amber
1 passed, 0 failed, 0 skipped
EOF
run 0 run loop.amber --trace
diff expected out >/dev/null || fault "$ran: found: $(cat out)"
is_silent

# What stops a wave is the last line of its trace, and the reason of the failure.
sed 's/s_endpgm/s_trap 2/' loop.amber >trap.amber
run 1 run loop.amber trap.amber --trace --jobs 4
grep -A 1 '0x34: s_trap 2$' out | grep -qxF 'fail trap.amber: 23:5: shader code: workgroup 0 0 0: 0x34: wave 0: s_trap 2: there is no handler for trap 2' ||
    fault "$ran: found: $(tail -n 3 out)"
run 1 run trap.amber
[ "$(wc -l <out)" = 2 ] || fault "$ran: prints more than the verdict: $(cat out)"

# Without an end: as many instructions as there may be, and no more.
sed 's/s_endpgm/s_branch head/; s/head:/s_mov_b32 exec_lo, -1\nhead:/' loop.amber >endless.amber
run 1 run endless.amber --steps 1
prints 'found no end within the instructions that the script'

# Other code is not traced.
cat >other.amber <<'EOF'
#!amber
SHADER compute code IR
compute "c"
local_size 1 1 1
{
}
END
PIPELINE compute pipe
  ATTACH code
END
RUN pipe 1 1 1
EOF
run 0 run other.amber --trace
prints 'pipeline pipe is not traced: only RDNA code is'
run 2 run loop.amber --trace --json -
says '--trace and --json -'
run 0 run loop.amber --trace --json out.json

# The manual's example, as it stands there.
{
    echo '#!amber'
    sed -n '/^## RDNA code/,/^| line/s/^    //p' "$root/docs/scripts.md"
} >example.amber
run 0 run example.amber --trace
prints '0x14: buffer_store_dword v2, v1, s[4:7], 0 offen'

# Files beside the script.
mkdir files
sed -n '/^  s_mov/,/s_endpgm/p' loop.amber >files/code.s
printf 'bf810000\n' >files/code.hex
{
    printf '#!amber\nSHADER compute code RDNA-ASM gfx1013 wave32 FILE code.s\n'
    printf 'SHADER compute none RDNA-HEX gfx1030 wave64 FILE code.hex\n'
    sed -n '/^BUFFER/,$p' loop.amber
    printf 'PIPELINE compute other\nATTACH none\nEND\nRUN other 1 1 1\n'
} >files/script.amber
run 0 run files/script.amber
finish
