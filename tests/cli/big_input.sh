#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# big_input.sh PROGRAM ROOT   Input of any size is answered, in the memory that it is given.
. "${BASH_SOURCE[0]%/*}/lib.sh"

# expect_bad FILE PLACE CODE
expect_bad()
{
    run 1 translate "$1" -o out.spv
    is_absent out.spv
    says "$1$2: error:"
    says "[$3]"
    # Neither a message nor an excerpt is as long as the input.
    [ "$(wc -c <err)" -lt 100000 ] || fault "$ran: $(wc -c <err) bytes of findings"
}

head -c 100000000 /dev/zero >zeros.tgsi
expect_bad zeros.tgsi :1:1 tgsi-stray-byte
run 1 check --from ir zeros.tgsi
says 'zeros.tgsi:1:1: error:'
rm zeros.tgsi

{
    printf 'FRAG\nDCL OUT[0], COLOR\nMOV OUT[0], '
    head -c 10000000 /dev/zero | tr '\0' x
    printf '\nEND\n'
} >line.tgsi
expect_bad line.tgsi :3:13 tgsi-unknown-file
{
    printf 'FRAG\nDCL IN[0], COLOR\nDCL OUT[0], COLOR\n'
    head -c 10000000 /dev/zero | tr '\0' ' '
    printf 'MOV OUT[0], IN[0], IN[0]\nEND\n'
} >line.tgsi
expect_bad line.tgsi :4:10000018 tgsi-operand-count
rm line.tgsi

{
    printf 'FRAG\nDCL IN[0], COLOR\nDCL OUT[0], COLOR\n'
    yes 'IF IN[0].xxxx' | head -n 100000
    yes 'ENDIF' | head -n 100000
    printf 'MOV OUT[0], IN[0]\nEND\n'
} >nested.tgsi
# Line 3 is the last before the first IF; 1023 may be open.
expect_bad nested.tgsi :1027:1 tgsi-nesting

truncate -s 1025M huge.tgsi
run 1 check huge.tgsi
says 'huge.tgsi: error: found more than 1073741824 bytes, expected no more [limit]'
rm huge.tgsi

# A million instructions are many, not wrong.
{
    printf 'FRAG\nDCL IN[0], COLOR\nDCL OUT[0], COLOR\nDCL TEMP[0..1]\n'
    printf 'MOV TEMP[0], IN[0]\nMOV TEMP[1], IN[0]\n'
    yes 'MAD TEMP[0].x, TEMP[0].yyyy, TEMP[1].xxxx, TEMP[0].zzzz
ADD TEMP[0].yz, TEMP[1].xyxy, TEMP[0].xxxx' | head -n 999996
    printf 'MOV OUT[0], TEMP[0]\nEND\n'
} >million.tgsi
run 0 translate million.tgsi -o million.spv
is_silent
starts_with million.spv $spirv_magic
[ "$(wc -c <million.spv)" -gt 10000000 ] || fault "$ran: only $(wc -c <million.spv) bytes"

# And too many for some memory.
run 1 translate million.tgsi -o out.spv --memory 16M
says 'million.tgsi: error: found no more memory within the budget of 16777216 bytes'
says '[memory-budget]'
is_absent out.spv
run 1 translate million.tgsi -o out.spv --memory 1
is_absent out.spv
run 1 check million.tgsi --memory 1M --diagnostics json
says '"code":"memory-budget"'
run 1 draw --fragment good.tgsi --size 4096x4096 --memory 8M -o out.png
says '[memory-budget]'
is_absent out.png
finish
