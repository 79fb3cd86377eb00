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
finish
