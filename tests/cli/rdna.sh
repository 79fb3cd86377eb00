#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# rdna.sh PROGRAM ROOT   RDNA code from files of all kinds, as text and as a graph.
. "${BASH_SOURCE[0]%/*}/lib.sh"

objects=$root/tests/rdna/code/objects

# s_cbranch_scc0 past v_mov_b32 v0, 0; s_endpgm; a word of data.
cat >code.hex <<'END'
# chip: gfx1013
# wave: 32
# stage: cs
# constants_at: 3
bf840001
7e000280
bf810000
12345678
END
printf '\x01\x00\x84\xbf\x80\x02\x00\x7e\x00\x00\x81\xbf' >code.bin
cp code.bin code.rdna
printf '\ts_cbranch_scc0 L_8\n\tv_mov_b32_e32 v0, 0\nL_8:\n\ts_endpgm\n' >expected

run 0 dump code.hex --as rdna
is_silent
printf '\t.long 0x12345678\n' | cat expected - | cmp -s - out || fault "$ran: $(cat out)"
for file in code.bin code.rdna; do
    run 0 dump $file --as rdna --isa gfx1013 --wave 64
    is_silent
    cmp -s expected out || fault "$ran: $(cat out)"
    run 1 dump $file --as rdna --isa gfx1013
    says "$file: error: found nothing that says how many lanes a wave has"
    run 1 dump $file --as rdna --wave 32
    says "$file: error: found nothing that says which chip the code is for"
done
# Without a name, by the bytes.
run 0 dump - --from rdna --as rdna <code.hex
cmp -s <(head -4 out) expected || fault "$ran: $(cat out)"
run 0 dump - --from rdna --as rdna --isa gfx1013 --wave 64 <code.bin
cmp -s out expected || fault "$ran: $(cat out)"

run 0 dump code.hex --as rdna --words
prints '; 000004: 7e000280'
prints '; 00000c: 12345678'

# Assembler text, as it was dumped.
cp expected code.s
run 0 dump code.s --as rdna --isa gfx1013 --wave 64
is_silent
cmp -s expected out || fault "$ran: $(cat out)"
run 0 dump code.s --as cfg --isa gfx1013 --wave 64
prints 'b0 -> b2 [label="taken"];'
run 1 dump code.s --as rdna --isa gfx1013
says 'code.s: error: found nothing that says how many lanes a wave has'
printf 's_nop 0\ns_foo\n' >bad.s
run 1 check bad.s --isa gfx1013 --wave 32
says "bad.s:2:1: error: found 's_foo', expected an instruction [rdna-asm-unknown-opcode]"

# Options go before what the file says: the second chip has no such instruction.
printf '# chip: gfx1013\n# wave: 32\n03000280\n3e000280\n' >old.hex
run 0 dump old.hex --as rdna
prints 'v_mac_f32_e32 v0, 0, v1'
run 0 dump old.hex --as rdna --isa gfx1030
prints '.long 0x3e000280'
says 'old.hex@0x4: warning: found 0x3e000280, expected an instruction of gfx1030 with waves of 32'
says '[rdna-unknown-encoding]'

# Graphs.
run 0 dump code.hex --as cfg
prints 'digraph "code.hex" {'
prints 'b0 -> b1;'
prints 'b0 -> b2 [label="taken"];'
prints 'live: exec_lo scc'
printf '# chip: gfx1013\n# wave: 64\nbf850001\nbf800000\nbf84fffe\nbf810000\n' >ring.hex
run 0 dump ring.hex --as cfg
prints 'label="irreducible region 0 at b1"'
printf '# chip: gfx1013\n# wave: 64\nbf800000\nbf84fffe\nbf810000\n' >loop.hex
run 0 dump loop.hex --as cfg
prints 'label="loop 0 at b0"'
if command -v dot >/dev/null; then
    for file in code ring loop; do
        run 0 dump $file.hex --as cfg -o $file.dot
        dot -Tsvg $file.dot -o $file.svg || fault "dot does not read $file.dot"
    done
fi

# Objects, whatever they are called.
cp "$objects/kernels.hsaco" kernels.hsaco
cp "$objects/kernels.o" plain
for file in kernels.hsaco plain; do
    run 0 dump $file --as rdna
    is_silent
    [ "$(grep -c '^[a-z]*:$' out)" = 3 ] || fault "$ran: $(grep : out)"
    prints '; gfx1030, wave32, function'
    prints '; gfx1030, wave64, compute,'
    run 0 dump $file --as rdna --entry wide
    [ "$(grep '^[a-z]*:$' out)" = wide: ] || fault "$ran: $(grep : out)"
    run 1 dump $file --as rdna --entry none
    says 'found no program "none", expected one for --entry'
    run 0 dump $file --as cfg
    prints 'digraph "wide" {'
done
cp "$objects/pixels-w32.o" pixels.o
run 0 dump pixels.o --as rdna --wave 32
prints 'exp mrt0 v0, v1, v2, v3 done vm'
head -c 500 "$objects/kernels.o" >short.o
run 1 dump short.o --as rdna
says 'short.o@0x28: error: found the table of sections'

# What is wrong is said, by check as well.
printf '# chip: gfx1013\n# wave: 32\nbf81000g\n' >bad.hex
run 1 dump bad.hex --as rdna -o out.s
is_absent out.s
says 'bad.hex:3:8: error: found byte 0x67, expected a hexadecimal digit [rdna-syntax]'
run 1 check bad.hex
says 'bad.hex:3:8: error:'
run 0 check code.hex loop.hex pixels.o --wave 32
run 0 check old.hex --isa gfx1030
says 'old.hex@0x4: warning:'
run 1 dump good.tgsi --as cfg
says '[unsupported]'

# Translated: D822, a derivative of an attribute.
cat >quad.hex <<'END'
# chip: gfx1013
# wave: 32
be94037e
befe097e
c8140000
c8150001
7e0802fa ff00a005
befe0314
f800180f 04040404
bf810000
END
run 1 translate quad.hex -o quad.spv
says 'quad.hex: error: found code that does not say its stage, expected to be told [unsupported]'
run 1 translate quad.hex -o quad.spv --stage fragment
says 'quad.hex@0x8: error: v_interp_p1_f32: v0 is not known to hold the barycentric I'
starts='--start v0=PERSP_CENTER:i --start v1=PERSP_CENTER:j'
run 0 translate quad.hex -o quad.spv --stage fragment $starts
is_silent
run 0 translate quad.hex --stage fragment $starts --explain
is_silent
prints 'company: quad'
prints 'wave: 32 lanes'
prints '0x0004: quad: asks for whole quads: s_wqm_b32 exec_lo, exec_lo'
prints '0x0010: quad: reads lanes of its quad: v_mov_b32_dpp v4, v5 quad_perm:[0,0,2,2]'
run 1 translate quad.hex -o quad.spv --stage fragment $starts --company lane --explain
prints 'company: quad'
says 'v_mov_b32 reads lanes of its quad: the company of the quad is not open here [target-lacks]'
run 1 translate quad.hex -o quad.spv --stage fragment $starts --company wave
says '[target-lacks]'
run 2 translate quad.hex -o - --stage fragment $starts --explain
says 'found --explain and -o -, expected a file or no -o'
for bad in v0=PERSP_CENTER s0=PERSP_CENTER:i v256=LANE v0=POSITION:i v0 s1=VALUE:x; do
    run 2 translate quad.hex --stage fragment --start $bad
    says "found --start $bad, expected"
done
run 2 translate quad.hex --color 8=uint16
run 2 translate quad.hex --mode 0x400
run 1 translate quad.hex -o quad.spv --stage vertex $starts
says 'a register cannot begin with what is asked for in a vertex shader'

# The lines of a file say the same; draw takes it like any shader.
sed 's/^be94037e/# stage: fragment\n# start: v0 PERSP_CENTER i\n# start: v1 PERSP_CENTER j\n&/' \
    quad.hex >said.hex
run 0 translate said.hex -o quad.spv --reflect -
is_silent
prints '"interpolation": "perspective"'
run 0 draw --fragment said.hex -o quad.png --size 32x32
is_silent
run 0 dump said.hex --as ir
prints 'quad_perm'
sed 's/PERSP_CENTER j/PERSP_CENTER/' said.hex >bad.hex
run 1 translate bad.hex -o quad.spv
says 'found start "v1 PERSP_CENTER", expected an axis behind it [rdna-syntax]'

# A wave in one invocation, for compute alone.
printf 'v_readfirstlane_b32 s4, v0\nv_mov_b32 v1, s4\ns_endpgm\n' >wave.s
run 0 translate wave.s --isa gfx1013 --wave 64 --stage compute --start v0=LOCAL_ID:x --explain
prints 'company: wave'
run 0 translate wave.s --isa gfx1013 --wave 64 --stage compute --start v0=LOCAL_ID:x --explain \
    --subgroup-size 64
prints 'company: subgroup'
run 1 translate wave.s --isa gfx1013 --wave 64 --stage vertex --start v0=VERTEX_ID -o wave.spv
says 'a vertex sees its wave where'
cp "$root/examples/demo.tgsi" demo.tgsi
run 1 translate demo.tgsi -o demo.spv --company wave
says 'only of RDNA code are modules made that hold a whole wave'
finish
