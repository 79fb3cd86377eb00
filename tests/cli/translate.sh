#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# translate.sh PROGRAM ROOT   Modules, their text and reflection, and the other forms of a shader.
. "${BASH_SOURCE[0]%/*}/lib.sh"

# version_of TARGET   The module's second word, by the SPIR-V version that the target stands for.
version_of()
{
    case $1 in
    vulkan1.0) echo 00000100 ;;
    vulkan1.1) echo 00030100 ;;
    vulkan1.2) echo 00050100 ;;
    vulkan1.3) echo 00060100 ;;
    esac
}

cp "$root"/examples/*.tgsi .
for shader in good vertex demo texture; do
    for target in vulkan1.0 vulkan1.1 vulkan1.2 vulkan1.3; do
        run 0 translate $shader.tgsi --target $target -o $shader.spv
        is_silent
        starts_with $shader.spv $spirv_magic"$(version_of $target)"
        run 0 translate $shader.tgsi --target $target -o again.spv
        cmp -s $shader.spv again.spv || fault "$ran: the words differ from time to time"
    done
done

run 0 translate good.tgsi -o default.spv
starts_with default.spv "$spirv_magic$(version_of vulkan1.1)"
echo '{"target": "vulkan1.2"}' >host.json
run 0 translate good.tgsi --host host.json -o out.spv
starts_with out.spv "$spirv_magic$(version_of vulkan1.2)"
for text in '' '{' '[]' '"vulkan1.2"' '{}' '{"target": 1}' '{"target": "vulkan9"}' \
    '{"target": "vulkan1.2", "more": 1}' '{"target": "vulkan1.0", "target": "vulkan1.1"}'; do
    echo "$text" >host.json
    run 1 translate good.tgsi --host host.json -o none.spv
    says 'host.json'
    is_absent none.spv
done
if has_vulkan; then
    target=$("$program" devices | sed -n 's/^vulkan:0 .* target //p')
    run 0 translate good.tgsi --host vulkan:0 -o out.spv
    starts_with out.spv "$spirv_magic$(version_of "$target")"
fi
# Where a host's device is missing, the status is 3.
run 3 translate good.tgsi --host vulkan:1000000 -o none.spv
says '[device-missing]'
is_absent none.spv

# Inputs that wrap need to know of the host.
printf '%s\n' FRAG 'DCL IN[0], GENERIC[0], PERSPECTIVE, CYLWRAP_X' 'DCL OUT[0], COLOR' \
    'MOV OUT[0], IN[0]' END >wrap.tgsi
for target in vulkan1.0 vulkan1.1 vulkan1.2 vulkan1.3; do
    run 1 translate wrap.tgsi --target $target -o none.spv
    says 'wrap.tgsi:2'
    says 'expected --barycentrics'
    says '[target-lacks]'
    is_absent none.spv
    run 0 translate wrap.tgsi --target $target --barycentrics -o out.spv
    is_silent
done

# The least company that will do.
printf '%s\n' FRAG 'DCL IN[0], GENERIC[0], PERSPECTIVE' 'DCL OUT[0], COLOR' 'DDX OUT[0], IN[0]' \
    END >quad.tgsi
run 0 translate good.tgsi --company lane -o out.spv
run 1 translate quad.tgsi --company lane -o none.spv
says 'quad.tgsi:4'
says '[target-lacks]'
run 0 translate quad.tgsi --company quad -o out.spv
run 0 translate quad.tgsi --company subgroup --quad derivative -o out.spv
run 1 translate good.tgsi --company wave -o none.spv
says '[unsupported]'
cat >perm.qir <<'EOT'
fragment "perm"
input 0 "in0" location 13 f32 perspective
output 0 "out0" location 0 f32
{
  %1 = load_input.f32 0.0
  %2 = quad_perm.f32 %1, 0xb1
  %3 = store_output %2, 0.0
}
EOT
run 0 translate perm.qir -o out.spv
run 0 translate perm.qir --quad subgroup -o out.spv
run 0 translate perm.qir --target vulkan1.0 --quad derivative -o out.spv
run 0 translate perm.qir --target vulkan1.0 -o out.spv
run 1 translate perm.qir --target vulkan1.0 --quad subgroup -o none.spv
says '[target-lacks]'
run 1 translate perm.qir --quad none -o none.spv
says 'found quad_perm'
says '[unsupported]'
is_absent none.spv

# What a caller has to know.
cat >interface.tgsi <<'EOT'
FRAG
DCL IN[0], GENERIC[3], PERSPECTIVE
DCL IN[1], COLOR[1], CONSTANT
DCL OUT[0], COLOR[0]
DCL CONST[1][0..4]
DCL SAMP[2]
DCL TEMP[0]
TEX TEMP[0], IN[0], SAMP[2], 2D
MAD TEMP[0], TEMP[0], IN[1], CONST[1][4]
MOV OUT[0], TEMP[0]
END
EOT
run 0 translate interface.tgsi --reflect r.json -o out.spv
has()
{
    tr -d ' \n' <r.json | grep -F "$1" >/dev/null || fault "$ran: expected $1 in: $(cat r.json)"
}
has '"stage":"fragment","target":"vulkan1.1","company":"quad"'
has '"type":"f32","components":4,"location":16,"interpolation":"perspective"'
has '"type":"f32","components":4,"location":1,"interpolation":"flat"'
has '"semantic":"GENERIC","semantic_index":3'
has '"semantic":"COLOR","semantic_index":1'
has '"binding":1,"count":1,"size":80'
has '"binding":34,"count":1,"dim":"2d"'
has '"capabilities":["Shader"],"extensions":[],"features":[],"emulated":[]'
run 0 translate interface.tgsi --set 5 --first-binding 100 --reflect r.json -o out.spv
has '"set":5,"binding":101,"count":1,"size":80'
run 0 translate interface.tgsi --reflect r.json -o out.spv
run 0 translate interface.tgsi --reflect - -o out.spv
cmp -s "$tmp/out" r.json || fault "$ran: expected $(cat r.json), found: $(cat "$tmp/out")"
run 0 translate vertex.tgsi --reflect r.json -o out.spv
has '"stage":"vertex","target":"vulkan1.1","company":"lane"'
has '"builtin":"position"'
has '"buffers":[],"images":[],"samplers":[]'
printf 'fragment "\\xff"\noutput 0 "o\\xfe" location 0 f32\n{\n  %%1 = const.f32 0x0\n' >name.qir
printf '  %%2 = store_output %%1, 0.0\n}\n' >>name.qir
run 0 translate name.qir --reflect r.json -o out.spv
has '"name":"o\\xfe"'

cat >wide.qir <<'EOT'
fragment "wide"
input 0 "i" location 0 f32 perspective
output 0 "o" location 0 f32
{
  %1 = load_input.f32 0.0
  %2 = f2f.f64 %1
  %3 = fmul.f64 %2, %2
  %4 = f2f.f32 %3
  %5 = store_output %4, 0.0
}
EOT
run 0 translate wide.qir --reflect r.json -o out.spv
has '"Float64"'
has '"features":["shaderFloat64"]'
# Tessellation and geometry, as IR text. Names of stages are the options'.
cat >control.qir <<'EOT'
tess_control "c"
output_vertices 3
input 0 "p" builtin position f32x4
output 0 "p" builtin position f32x4
output 1 "w" location 2 f32 patch
{
}
EOT
cat >eval.qir <<'EOT'
tess_eval "e"
input_primitive isolines
spacing fractional_odd
clockwise
input 0 "w" location 2 f32 patch
{
}
EOT
cat >geometry.qir <<'EOT'
geometry "g"
output_vertices 4
invocations 2
input_primitive lines_adjacency
output_primitive points
output 0 "a" location 0 f32
output 1 "b" location 1 f32 stream 1
{
  %1 = emit_vertex 1
}
EOT
for stage in tess-control tess-eval geometry; do
    shader=${stage#tess-}.qir
    for target in vulkan1.0 vulkan1.3; do
        run 0 translate "$shader" --stage $stage --target $target --validate -o out.spv
    done
    run 0 translate "$shader" --reflect r.json -o out.spv
    has "\"stage\":\"$stage\""
    run 0 dump "$shader" --as ir --passes none -o a.qir
    cmp -s "$shader" a.qir || fault "$ran: the IR differs when it is read again"
    run 1 translate "$shader" --stage vertex -o none.spv
    says "found a $stage shader, expected one for --stage vertex"
done
run 0 translate control.qir --reflect r.json -o out.spv
has '"location":2,"patch":true'
has '"output_vertices":3'
run 0 translate eval.qir --reflect r.json -o out.spv
has '"input_primitive":"isolines","spacing":"fractional_odd","clockwise":true,"point_mode":false'
run 0 translate geometry.qir --reflect r.json -o out.spv
has '"location":1,"stream":1'
has '"input_primitive":"lines_adjacency","output_primitive":"points","invocations":2'

# Forms. Each reads back to itself.
for shader in good vertex demo texture interface; do
    run 0 dump $shader.tgsi --as tgsi -o a.tgsi
    run 0 dump a.tgsi --as tgsi -o b.tgsi
    cmp -s a.tgsi b.tgsi || fault "$ran: the text differs when it is read again"
    for passes in default none; do
        run 0 dump $shader.tgsi --as ir --passes $passes -o a.qir
        run 0 dump a.qir --as ir --passes none -o b.qir
        cmp -s a.qir b.qir || fault "$ran: the IR differs when it is read again"
    done
    run 0 dump $shader.tgsi --as ir -o a.qir
    run 0 translate a.qir -o a.spv
    run 0 translate a.tgsi -o b.spv
    run 0 translate $shader.tgsi -o c.spv
    cmp -s b.spv c.spv || fault "$shader.tgsi: the module differs after a dump"
    [ -s a.spv ] || fault "$shader.tgsi: no module of its IR"
done
# A dialect: SAMPLE_L of three sources is the early one's.
printf 'FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\nDCL SAMP[0]\n%s\n%s\nEND\n' \
    'DCL RES[0], 2DARRAY, FLOAT' 'SAMPLE_L OUT[0], IN[0], RES[0], SAMP[0]' >early.tgsi
for dialect in auto early; do
    run 0 dump early.tgsi --as tgsi --dialect $dialect -o a.tgsi
    grep -q 2DARRAY a.tgsi || fault "early.tgsi: is not written in its dialect"
done
run 1 dump early.tgsi --as tgsi --dialect final -o a.tgsi
run 2 check early.tgsi --dialect late

run 0 dump good.tgsi --as ir
prints 'fragment "'
run 1 dump good.tgsi --as rdna
says '[unsupported]'

# Tokens: the same program as the text, whose ever they are; nothing in them says whose.
for tokens in 18 24 virgl; do
    run 0 dump good.tgsi --as tokens --tokens $tokens -o good.tok
    run 0 dump good.tok --tokens $tokens --as tgsi -o again.tgsi
    run 0 dump good.tgsi --as tgsi -o good-dump.tgsi
    cmp -s again.tgsi good-dump.tgsi || fault "$tokens: the text differs by way of tokens"
    run 0 translate good.tok --tokens $tokens -o a.spv
    run 0 translate good.tgsi -o b.spv
    cmp -s a.spv b.spv || fault "$tokens: the module differs by way of tokens"
    run 0 check good.tok --tokens $tokens
    run 0 dump good.tok --from tokens --tokens $tokens --as tokens -o again.tok
    cmp -s good.tok again.tok || fault "$tokens: the tokens differ when they are read and written"
done
run 0 dump good.tgsi --as tokens --tokens 18 -o good.tok
run 0 dump good.tgsi --as tokens
cmp -s good.tok "$tmp/out" || fault "$ran: differs from --tokens 18"
printf '\2\1\0\0\1\0\0\0\2\360\17\0' >bad.tok
run 1 check bad.tok
says 'bad.tok@0x8: error: found opcode 255'
head -c 7 good.tok >short.tok
run 1 check short.tok
says 'expected a whole number of words'
run 1 dump a.qir --as tgsi
says 'expected TGSI'
run 0 translate vertex.tgsi --point-size 8 -o a.spv
run 0 translate vertex.tgsi -o b.spv
cmp -s a.spv b.spv && fault "translate --point-size: changes nothing"

if ! has_tools; then
    run 3 translate good.tgsi --validate -o none.spv
    run 3 dump good.tgsi --as spirv
    is_absent none.spv
    echo 'not tried: this build has no SPIRV-Tools'
    finish
fi
for shader in good vertex demo texture interface quad; do
    for target in vulkan1.0 vulkan1.3; do
        run 0 translate $shader.tgsi --target $target --validate -o out.spv
    done
done
for target in vulkan1.0 vulkan1.1 vulkan1.2 vulkan1.3; do
    run 0 translate wrap.tgsi --target $target --barycentrics --validate -o out.spv
done
for target in vulkan1.0 vulkan1.1 vulkan1.2 vulkan1.3; do
    run 0 translate good.tgsi --target $target --keep-nan --keep-denormals --validate -o out.spv
done
run 0 dump good.tgsi --as spirv --keep-nan
prints 'SignedZeroInfNanPreserve 32'
run 0 dump good.tgsi --as spirv --keep-denormals
prints 'DenormPreserve 32'
cat >flush.qir <<'EOT'
fragment "flush"
input 0 "in0" location 0 f32 perspective
output 0 "out0" location 0 f32
{
  %1 = load_input.f32 0.0
  %2 = fflush.f32 %1
  %3 = store_output %2, 0.0
}
EOT
for target in vulkan1.0 vulkan1.1 vulkan1.2 vulkan1.3; do
    for way in '' --flush-denormals --host-denormals '--keep-denormals --flush-denormals'; do
        # shellcheck disable=SC2086 # two words
        run 0 translate flush.qir --target $target $way --validate -o out.spv
    done
done
run 0 dump flush.qir --as spirv
prints 'OpSelect'
omits 'Denorm'
run 0 dump flush.qir --as spirv --keep-denormals --flush-denormals
prints 'DenormFlushToZero 32'
omits 'DenormPreserve'
omits 'OpSelect'
run 0 dump flush.qir --as spirv --keep-denormals --host-denormals
prints 'DenormPreserve 32'
omits 'DenormFlushToZero'
omits 'OpSelect'
run 0 dump good.tgsi --as spirv --flush-denormals
omits 'Denorm'
run 1 dump wrap.tgsi --as spirv
run 0 dump wrap.tgsi --as spirv --barycentrics
prints 'OpCapability FragmentBarycentricKHR'
run 0 translate good.tgsi --text
prints 'OpEntryPoint Fragment'
run 0 translate good.tgsi vertex.tgsi --text -o texts
grep -q 'OpEntryPoint Vertex' texts/vertex.spvasm || fault "$ran: no text in texts/vertex.spvasm"
run 0 dump good.tgsi --as spirv --target vulkan1.3 -o out.spvasm
grep -q '; Version: 1.6' out.spvasm || fault "$ran: found: $(head -n 5 out.spvasm)"
finish
