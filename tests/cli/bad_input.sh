#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# bad_input.sh PROGRAM ROOT   What is wrong with an input is said with its place, the status is 1,
# and nothing is written.
. "${BASH_SOURCE[0]%/*}/lib.sh"

# expect_bad FILE PLACE CODE   PLACE is "", ":LINE" or ":LINE:COLUMN".
expect_bad()
{
    local file=$1

    run 1 translate "$file" -o out.spv
    is_absent out.spv
    grep -q "^$(printf '%s' "$file$2" | sed 's/[.[]/\\&/g'): error: .* \[$3\]\$" err ||
        fault "$ran: expected $file$2 with [$3], found: $(head -c 2000 err)"
}

# bad PLACE CODE LINE...   A file of these lines is bad there.
bad()
{
    local place=$1 code=$2
    shift 2

    printf '%s\n' "$@" >case.tgsi
    expect_bad case.tgsi "$place" "$code"
    run 1 check case.tgsi
    run 1 dump case.tgsi --as ir -o out.spv
    run 1 draw --fragment case.tgsi -o out.spv
    is_absent out.spv
}

in='DCL IN[0], COLOR, LINEAR' out='DCL OUT[0], COLOR' constants='DCL CONST[0..3]'
move='MOV OUT[0], IN[0]'

bad :4:1 tgsi-unknown-opcode FRAG "$in" "$out" 'FROB OUT[0], IN[0]' END
bad :4:13 tgsi-undeclared FRAG "$in" "$out" 'MOV OUT[0], TEMP[0]' END
bad :4:13 tgsi-undeclared FRAG "$out" "$constants" 'MOV OUT[0], IN[0]' END
bad :4:13 tgsi-index-range FRAG "$constants" "$out" 'MOV OUT[0], CONST[4]' END
bad :4:18 tgsi-operand-count FRAG "$in" "$out" 'ADD OUT[0], IN[0]' END
bad :4:18 tgsi-operand-count FRAG "$in" "$out" 'MOV OUT[0], IN[0], IN[0]' END
bad :4:19 tgsi-swizzle FRAG "$in" "$out" 'MOV OUT[0], IN[0].xyzq' END
bad :4:19 tgsi-swizzle FRAG "$in" "$out" 'MOV OUT[0], IN[0].xy' END
bad :4:12 tgsi-write-mask FRAG "$in" "$out" 'MOV OUT[0].yx, IN[0]' END
bad :4:21 tgsi-immediate FRAG "$in" "$out" 'IMM FLT32 { 1, 2, 3 }' "$move" END
bad :4:13 tgsi-immediate FRAG "$in" "$out" 'IMM FLT32 { one, 2, 3, 4 }' "$move" END
bad :5:1 tgsi-missing-end FRAG "$in" "$out" "$move"
bad :6:1 tgsi-text-after-end FRAG "$in" "$out" "$move" END "$move"
bad :4:1 tgsi-stray-byte FRAG "$in" "$out" $'\x01' "$move" END
bad :4:1 tgsi-stray-byte FRAG "$in" "$out" $'\xff\xfe' "$move" END
bad :1:1 tgsi-header PIXEL "$in" "$out" "$move" END
bad :5:1 tgsi-flow FRAG "$in" "$out" "$move" ENDIF END

: >empty.tgsi
expect_bad empty.tgsi :1:1 tgsi-empty
printf ' \n\t\n' >blank.tgsi
run 1 check blank.tgsi
says '[tgsi-empty]'

# All that is wrong is said, not the first alone.
printf '%s\n' FRAG "$out" 'FOO OUT[0], OUT[0]' 'BAR OUT[0]' END >two.tgsi
run 1 check two.tgsi
says 'two.tgsi:3:1: error:'
says 'two.tgsi:4:1: error:'

# What is no file of a shader.
mkdir folder.tgsi
run 1 check folder.tgsi
says 'folder.tgsi: error: found a directory, expected a file [io]'
run 1 translate folder.tgsi -o out.spv
run 1 check absent.tgsi
says 'absent.tgsi: error: the file cannot be read: No such file or directory [io]'
run 1 check - <folder.tgsi
says '<stdin>: error: found a directory'
run 1 check - </dev/null
says '<stdin>: error: found an empty input'
echo 'hello, world' >hello.txt
run 1 check hello.txt
says 'hello.txt: error: found neither a file ending nor first bytes of a known language'
: >nothing
run 1 check nothing
run 1 check --from ir nothing
says '[ir-syntax]'
# Text whose name says that it is tokens.
printf 'FRAG\nEND   \n' >text.tok
expect_bad text.tok @0x0 tgsi-header
says 'found TGSI text, expected a token stream'
run 0 check --from tgsi text.tok
printf 'FRAG\nEND\n' >text.tok
expect_bad text.tok '' tgsi-tokens
for file in a.amber a.shader_test a.vk_shader_test; do
    cp good.tgsi $file
    expect_bad $file '' unsupported
    run 1 check $file
    run 0 check --from tgsi $file
done
printf '\x03\x02\x23\x07rest' >module
run 1 check module
says 'module@0x0: error: found 2 words'
says '[spirv-invalid]'
for file in a.spv a.spvasm; do
    cp good.tgsi $file
    expect_bad $file :1:1 spirv-invalid
    run 0 check --from tgsi $file
done
for file in a.hex a.rdna a.o; do
    cp good.tgsi $file
    run 1 check $file
    run 1 translate $file -o out.spv
    run 0 check --from tgsi $file
done
printf '\x7fELFrest' >object
for command in check 'translate -o out.spv'; do
    run 1 $command object
    says 'object@0x0: error: found 8 bytes, expected an ELF header of 64 [rdna-object]'
done

# The language is found by the first bytes as well.
cp good.tgsi plain
run 0 check plain
run 0 check - <good.tgsi
run 0 dump good.tgsi --as ir -o shader
run 0 check shader
run 1 check --from tgsi shader
says 'shader:1:1: error:'
run 1 check --stage vertex good.tgsi
says 'found a fragment shader, expected one for --stage vertex'
run 0 check --stage fragment good.tgsi

# Several inputs: each is worked on.
run 1 translate bad.tgsi good.tgsi absent.tgsi vertex.tgsi -o several/
says 'bad.tgsi:3:1: error:'
says 'absent.tgsi: error:'
[ "$(cd several && echo *)" = 'good.spv vertex.spv' ] || fault "$ran: there is: $(ls several)"

# What is valid and not done yet is an error, but none for check.
printf '%s\n' VERT 'DCL IN[0]' 'DCL OUT[0], VIEWPORT_MASK' "$move" END >later.tgsi
expect_bad later.tgsi :3:5 unsupported
run 0 check later.tgsi
says 'later.tgsi:3:5: warning:'

# More errors than are shown.
{
    printf '%s\n' FRAG "$in" "$out"
    for ((i = 0; i < 300; i++)); do
        echo "FOO$i OUT[0]"
    done
    echo END
} >many.tgsi
run 1 check many.tgsi
[ "$(grep -c tgsi-unknown-opcode err)" = 100 ] || fault "$ran: shows no 100 errors"
says '[too-many-errors]'
run 1 check many.tgsi --max-errors 1000
[ "$(grep -c tgsi-unknown-opcode err)" = 300 ] || fault "$ran: shows no 300 errors"
finish
