#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# draw.sh PROGRAM ROOT   Pictures: defaults, options, and what cannot be drawn. What is drawn is
# looked at by compare, whose two devices may be the same.
. "${BASH_SOURCE[0]%/*}/lib.sh"

cp "$root"/examples/*.tgsi .

# draws RGBA OPTION...   The picture is of one colour, the one that a constant gives.
draws()
{
    local colour=$1
    shift

    run 0 draw -o drawn.png --size 8x8 "$@"
    is_silent
    run 0 draw -o expected.png --size 8x8 --fragment constant.tgsi --constant "0:$colour"
    cmp -s drawn.png expected.png || fault "quadrille draw $*: is not all $colour"
}

cat >constant.tgsi <<'EOT'
FRAG
DCL OUT[0], COLOR
DCL CONST[0..3]
MOV OUT[0], CONST[0]
END
EOT
cat >second.tgsi <<'EOT'
FRAG
DCL OUT[0], COLOR
DCL CONST[0][0..1]
DCL CONST[2][0..4095]
ADD OUT[0], CONST[2][4095], CONST[0][1]
END
EOT

# A picture has the size and the form that it is asked for: width and height stand in the header.
run 0 draw --fragment good.tgsi -o out.png
starts_with out.png "${png_magic}0000000d494844520000010000000100""0806"
run 0 draw --fragment good.tgsi --size 3x70 -o out.png
starts_with out.png "${png_magic}0000000d494844520000000300000046""0806"

# Constants, by number or by bits; the last one counts; what is not given is zero.
draws 0.2,0.4,0.6,0.8 --fragment constant.tgsi --constant 0:0.2,0.4,0.6,0.8
draws 0.2,0.4,0.6,1 --fragment constant.tgsi \
    --constant 0:0x3e4ccccd,0x3ecccccd,0x3f19999a,0x3f800000
draws 1,0,0,1 --fragment constant.tgsi --constant 0:0,1,0,0 --constant 0.0:1,0,0,1
draws 0,0,0,0 --fragment constant.tgsi
draws 0,0,0,0 --fragment constant.tgsi --constant 1:1,1,1,1
draws 0.25,1,0.5,1 --fragment second.tgsi --constant 2.4095:0.25,0.5,0,0 --constant 1:0,0.5,0.5,1
draws 0.5,0.5,0.5,0.5 --fragment constant.tgsi --constant 0:0.5,0.5,0.5,0.5 --float
draws 1,0,1,1 --fragment constant.tgsi --constant 0:7,-7,0x7f800000,1 --float
draws 0,0,0,1 --fragment constant.tgsi --constant 0:0x7fc00000,0,0,1 --float

# What no shader reads is said, and changes nothing.
# warns TEXT OPTION...
warns()
{
    local text=$1
    shift

    run 0 draw -o drawn.png --size 8x8 --fragment constant.tgsi "$@"
    says "warning: $text"
    [ "$(grep -c warning: "$tmp/err")" = 1 ] || fault "$ran: found: $(cat "$tmp/err")"
    run 0 draw -o expected.png --size 8x8 --fragment constant.tgsi
    cmp -s drawn.png expected.png || fault "$ran: changes the picture"
}
warns 'found --constant for row 4 of buffer 0' --constant 3:1,1,1,1 --constant 4:1,1,1,1
warns 'found --constant for row 0 of buffer 1' --constant 1.0:1,1,1,1
warns 'found --vertex-constant for row 0 of buffer 0' --vertex-constant 0:1,1,1,1
warns 'found --texture 2, which no shader reads' --texture 2:none.png

# The colour around a picture, of which here nothing is drawn.
printf '%s\n' VERT 'DCL OUT[0], POSITION' 'DCL CONST[0]' 'MOV OUT[0], CONST[0]' END >away.tgsi
draws 0,0,0,1 --fragment constant.tgsi --vertex away.tgsi
draws 0.2,0.4,0.6,0 --fragment constant.tgsi --vertex away.tgsi --clear 0.2,0.4,0.6,0
# The points' middle is put to the middle of the picture.
draws 1,1,0,1 --fragment constant.tgsi --vertex away.tgsi --vertex-constant 0:0,0,0,1 \
    --constant 0:1,1,0,1 --topology points --point-size 8

# A triangle of three colours is flat: that of its first vertex is blue, that of its last green.
# flat RGBA OPTION...
flat()
{
    local colour=$1
    shift

    run 0 draw -o drawn.png --size 32x32 --mesh triangle --fragment flat.tgsi "$@"
    is_silent
    run 0 draw -o expected.png --size 32x32 --mesh triangle --fragment constant.tgsi \
        --constant "0:$colour"
    cmp -s drawn.png expected.png || fault "quadrille draw $*: is not all $colour"
}
printf '%s\n' FRAG 'DCL IN[0], COLOR, CONSTANT' 'DCL OUT[0], COLOR' 'MOV OUT[0], IN[0]' END \
    >flat.tgsi
flat 0,0,1,1
flat 0,0,1,1 --provoking first
flat 0,1,0,1 --provoking last
if has_vulkan; then
    flat 0,0,1,1 --device vulkan
    if "$program" draw -o tried.png --device vulkan --provoking last --fragment flat.tgsi 2>err; then
        flat 0,1,0,1 --device vulkan --provoking last
    else
        grep -q provokingVertexLast err || fault "draw --provoking last: found $(cat err)"
    fi
fi
run 2 draw -o none.png --fragment flat.tgsi --provoking middle
says "expected first|last"

# An input that wraps is fed like another.
sed 's/COLOR, CONSTANT/GENERIC[0], PERSPECTIVE, CYLWRAP_X/' flat.tgsi >wrap.tgsi
run 0 draw -o drawn.png --fragment wrap.tgsi
is_silent

# Geometry and tessellation shaders: half the picture either way is left.
cat >half.tgsi <<'EOT'
GEOM
PROPERTY GS_INPUT_PRIMITIVE TRIANGLES
PROPERTY GS_OUTPUT_PRIMITIVE TRIANGLE_STRIP
PROPERTY GS_MAX_OUTPUT_VERTICES 3
DCL IN[][0], POSITION
DCL OUT[0], POSITION
IMM[0] UINT32 {0, 0, 0, 0}
IMM[1] FLT32 {0.5, 0.5, 1.0, 1.0}
MUL OUT[0], IN[0][0], IMM[1]
EMIT IMM[0].xxxx
MUL OUT[0], IN[1][0], IMM[1]
EMIT IMM[0].xxxx
MUL OUT[0], IN[2][0], IMM[1]
EMIT IMM[0].xxxx
END
EOT
cat >control.tgsi <<'EOT'
TESS_CTRL
PROPERTY TCS_VERTICES_OUT 4
DCL IN[][0], POSITION
DCL OUT[][0], POSITION
DCL OUT[1], TESSOUTER
DCL OUT[2], TESSINNER
DCL SV[0], INVOCATIONID
DCL ADDR[0]
IMM[0] FLT32 {4.0, 4.0, 4.0, 4.0}
UARL ADDR[0].x, SV[0].xxxx
MOV OUT[ADDR[0].x][0], IN[ADDR[0].x][0]
MOV OUT[1], IMM[0]
MOV OUT[2].xy, IMM[0]
END
EOT
cat >eval.tgsi <<'EOT'
TESS_EVAL
PROPERTY TES_PRIM_MODE 7
PROPERTY TES_SPACING 2
DCL IN[][0], POSITION
DCL SV[0], TESSCOORD
DCL OUT[0], POSITION
DCL TEMP[0..1]
LRP TEMP[0], SV[0].xxxx, IN[1][0], IN[0][0]
LRP TEMP[1], SV[0].xxxx, IN[3][0], IN[2][0]
LRP OUT[0], SV[0].yyyy, TEMP[1], TEMP[0]
END
EOT
run 3 draw -o none.png --geometry half.tgsi
says 'the CPU device has no geometry shaders yet [unsupported]'
run 3 draw -o none.png --tess-control control.tgsi --tess-eval eval.tgsi
says 'the CPU device has no tess_control shaders yet [unsupported]'
if has_vulkan; then
    tessellate=(--tess-control control.tgsi --tess-eval eval.tgsi)
    run 0 draw -o half.png --size 8x8 --device vulkan --geometry half.tgsi --fragment constant.tgsi \
        --constant 0:1,1,0,1
    is_silent
    run 0 draw -o again.png --size 8x8 --device vulkan --geometry half.tgsi "${tessellate[@]}" \
        --fragment constant.tgsi --constant 0:1,1,0,1
    cmp -s half.png again.png || fault "$ran: differs from the picture without tessellation"
    draws 1,1,0,1 --device vulkan "${tessellate[@]}" --fragment constant.tgsi --constant 0:1,1,0,1
    cmp -s half.png drawn.png && fault "$ran: the geometry shader changes nothing"
    draws 0,0,0,1 --device vulkan "${tessellate[@]}" --fragment constant.tgsi --constant 0:1,1,0,1 \
        --patch-vertices 5
    run 1 draw -o none.png --device vulkan --geometry half.tgsi --topology points
    says 'expected one that takes points'
    run 1 draw -o none.png --device vulkan --tess-eval eval.tgsi
    says 'found a tess_eval shader alone'
fi
run 1 draw -o none.png --geometry constant.tgsi
says 'found a fragment shader, expected a geometry shader for --geometry'
run 2 draw -o none.png --geometry half.tgsi --patch-vertices 3
says 'found --patch-vertices without --tess-eval'
run 2 draw -o none.png --geometry - --fragment -
says 'found - for several shaders'

# Without a fragment shader: the first colour, or else the first output; white for want of any.
printf '%s\n' VERT 'DCL IN[0]' 'DCL OUT[0], POSITION' 'DCL OUT[1], GENERIC[4]' \
    'DCL OUT[2], COLOR' 'DCL CONST[0..1]' 'MOV OUT[0], IN[0]' 'MOV OUT[1], CONST[0]' \
    'MOV OUT[2], CONST[1]' END >colour.tgsi
draws 0,1,0,1 --vertex colour.tgsi --vertex-constant 0:1,0,0,1 --vertex-constant 1:0,1,0,1
sed 's/COLOR/GENERIC[3]/' colour.tgsi >generic.tgsi
draws 1,0,0,1 --vertex generic.tgsi --vertex-constant 0:1,0,0,1 --vertex-constant 1:0,1,0,1
printf '%s\n' VERT 'DCL IN[0]' 'DCL OUT[0], POSITION' 'MOV OUT[0], IN[0]' END >position.tgsi
draws 1,1,1,1 --vertex position.tgsi
draws 1,1,1,1 --vertex position.tgsi --mesh quad --topology triangle-strip

# Without a vertex shader every input is fed: colours with colours, the rest with coordinates.
sample()
{
    printf '%s\n' FRAG "DCL IN[0], $1, LINEAR" "DCL IN[1], $2, LINEAR" 'DCL OUT[0], COLOR' \
        'SUB OUT[0], IN[0], IN[1]' END >sample.tgsi
}
sample GENERIC[0] GENERIC[49]
draws 0,0,0,0 --fragment sample.tgsi
sample GENERIC[7] TEXCOORD[7]
draws 0,0,0,0 --fragment sample.tgsi
sample COLOR[0] COLOR[1]
draws 0,0,0,0 --fragment sample.tgsi
# same_as SHADER   Over the picture, fed.tgsi gives what SHADER computes of the pixel's place.
same_as()
{
    run 0 draw --fragment fed.tgsi --size 8x8 -o fed.png
    run 0 draw --fragment "$1" --size 8x8 -o expected.png
    cmp -s fed.png expected.png || fault "$1: is not what the quad feeds"
}
feed()
{
    printf '%s\n' FRAG "DCL IN[0], $1, PERSPECTIVE" 'DCL OUT[0], COLOR' 'MOV OUT[0], IN[0]' END
}
place='DCL IN[0], POSITION, LINEAR
DCL OUT[0], COLOR
DCL TEMP[0..1]
IMM FLT32 { 0.125, 0.0, 1.0, -1.0 }
MUL TEMP[0].xy, IN[0], IMM[0].xxxx'
printf '%s\n' FRAG "$place" 'MOV OUT[0].xy, TEMP[0]' 'MOV OUT[0].zw, IMM[0].yyyz' END >place.tgsi
printf '%s\n' FRAG "$place" 'ADD TEMP[1].x, TEMP[0].xxxx, TEMP[0].yyyy' \
    'ADD TEMP[1].x, TEMP[1].xxxx, IMM[0].wwww' 'MOV OUT[0].x, |TEMP[1].xxxx|' \
    'MOV OUT[0].yz, TEMP[0].xxyy' 'MOV OUT[0].w, IMM[0].zzzz' END >colours.tgsi
feed GENERIC[5] >fed.tgsi
same_as place.tgsi
feed TEXCOORD[1] >fed.tgsi
same_as place.tgsi
feed COLOR[0] >fed.tgsi
same_as colours.tgsi

# Textures: a file, what is drawn of it, and a checker.
cat >texel.tgsi <<'EOT'
FRAG
DCL IN[0], TEXCOORD[0], PERSPECTIVE
DCL OUT[0], COLOR
DCL SAMP[0]
DCL SAMP[3]
DCL TEMP[0..1]
TEX TEMP[0], IN[0], SAMP[0], 2D
TEX TEMP[1], IN[0], SAMP[3], 2D
ADD OUT[0], TEMP[0], -TEMP[1]
END
EOT
draws 0,0,0,0 --fragment texel.tgsi
run 0 draw --fragment constant.tgsi --constant 0:0.2,0.4,0.6,0.8 --size 5x3 -o one.png
run 0 draw --fragment constant.tgsi --constant 0:0.2,0.2,0,0.8 --size 1x1 -o two.png
draws 0,0.2,0.6,0 --fragment texel.tgsi --texture 0:one.png --texture 3:two.png
draws 0,0.2,0.6,0 --fragment texel.tgsi --texture 3:two.png --texture 0:one.png --filter linear
# What was drawn is drawn once more by its texels.
cat >copy.tgsi <<'EOT'
FRAG
DCL IN[0], TEXCOORD[0], PERSPECTIVE
DCL OUT[0], COLOR
DCL SAMP[0]
TEX OUT[0], IN[0], SAMP[0], 2D
END
EOT
run 0 draw --fragment demo.tgsi --size 37x23 -o demo.png
run 0 draw --fragment copy.tgsi --texture 0:demo.png --size 37x23 -o copy.png
cmp -s demo.png copy.png || fault "a copy of demo.png by its texels differs"
run 1 draw --fragment copy.tgsi --texture 0:good.tgsi -o none.png
says 'good.tgsi: error: found no PNG image that is whole'
head -c 200 demo.png >cut.png
run 1 draw --fragment copy.tgsi --texture 0:cut.png -o none.png
run 1 draw --fragment copy.tgsi --texture 0:absent.png -o none.png
# The header of an image that would be 2^31 - 1 pixels wide and high.
printf '\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\x7f\xff\xff\xff\x7f\xff\xff\xff\x08\6\0\0\0' >vast.png
printf '\xff\xff\xff\xff' >>vast.png
run 1 draw --fragment copy.tgsi --texture 0:vast.png -o none.png
is_absent none.png

# The same picture, however it is computed.
run 0 draw --fragment demo.tgsi --size 50x50 -o a.png
for options in '--lanes 4' '--lanes 64' '--threads 1' '--threads 7 --lanes 8'; do
    # shellcheck disable=SC2086
    run 0 draw --fragment demo.tgsi --size 50x50 $options -o b.png
    cmp -s a.png b.png || fault "$ran: the picture differs"
done

# What cannot be drawn.
run 1 draw --fragment vertex.tgsi -o none.png
says 'found a vertex shader, expected a fragment shader for --fragment'
run 1 draw --vertex good.tgsi -o none.png
says 'found a fragment shader, expected a vertex shader for --vertex'
run 1 draw --fragment texel.tgsi --vertex vertex.tgsi -o none.png
says 'scene: error:'
says '[scene-invalid]'
printf '%s\n' FRAG 'DCL OUT[0], COLOR' 'DCL TEMP[0]' 'MOV TEMP[0].x, TEMP[0].xxxx' BGNLOOP \
    'MOV OUT[0], TEMP[0]' ENDLOOP END >endless.tgsi
run 1 draw --fragment endless.tgsi --steps 1 -o none.png
says 'endless.tgsi:5: error: found no end of the fragment shader "endless.tgsi"'
run 1 draw --fragment endless.tgsi --vertex position.tgsi --steps 1 -o none.png
says 'cpu: error: found no end of the fragment shader "endless.tgsi"'
says 'note: it is in line 5'
is_absent none.png
# No Vulkan driver at all.
VK_ICD_FILENAMES=/nonexistent VK_DRIVER_FILES=/nonexistent run 3 draw --fragment good.tgsi \
    --device vulkan -o none.png
says '[device-missing]'
run 3 draw --fragment good.tgsi --device vulkan:1000000 -o none.png
is_absent none.png
finish
