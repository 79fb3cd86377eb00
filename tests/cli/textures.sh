#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# textures.sh PROGRAM ROOT   What shaders sample, fetch and store to in a picture: every kind of
# texture, made of files and of checkers, and storage.
. "${BASH_SOURCE[0]%/*}/lib.sh"

devices=(cpu)
has_vulkan && devices+=(vulkan)
validation=()
if has_vulkan && "$program" compare --fragment good.tgsi --devices cpu,vulkan --validation \
    >out 2>err; then
    validation=(--validation)
fi

printf '%s\n' FRAG 'DCL OUT[0], COLOR' 'DCL CONST[0]' 'MOV OUT[0], CONST[0]' END >constant.tgsi

# Files of one colour each, c0.png to c5.png: what picture c0 .. c5 is to show.
colours=('0,0.4,1,1' '0.2,0.4,0.8,1' '0.4,0.4,0.6,1' '0.6,0.4,0.4,1' '0.8,0.4,0.2,1' '1,0.4,0,1')
for i in 0 1 2 3 4 5; do
    run 0 draw --fragment constant.tgsi --constant "0:${colours[i]}" --size 8x8 -o c$i.png
done
run 0 draw --fragment constant.tgsi --constant 0:0,0,0,1 --size 8x8 -o black.png
run 0 draw --fragment constant.tgsi --constant 0:1,1,1,1 --size 8x8 -o white.png
run 0 draw --fragment constant.tgsi --constant 0:1,1,1,1 --size 8x4 -o wide.png

# shader OPCODE TARGET [TYPE]   Reads a texture at CONST[0], and a TEX2 has CONST[1].
shader()
{
    local second='' scale='MOV OUT[0], TEMP[0]'

    [ "$1" = TEX2 ] && second='CONST[1],'
    [ "${3-FLOAT}" = FLOAT ] || scale='U2F TEMP[0], TEMP[0]
MUL OUT[0], TEMP[0], IMM[0].xxxx'
    printf '%s\n' FRAG 'DCL OUT[0], COLOR' 'DCL SAMP[0]' "DCL SVIEW[0], $2, ${3-FLOAT}" \
        'DCL CONST[0..1]' 'DCL TEMP[0]' 'IMM[0] FLT32 {0.003921569, 0.0, 0.0, 0.0}' \
        "$1 TEMP[0], CONST[0], $second SAMP[0], $2" "$scale" END >shader.tgsi
}

# shows FILE x,y,z,w OPTION...   The shader reads the file's colour there, on all devices.
shows()
{
    local file=$1 place=$2 device
    shift 2

    for device in "${devices[@]}"; do
        run 0 draw --fragment shader.tgsi --constant "0:$place" --size 8x8 --device "$device" \
            -o shown.png "$@"
        is_silent
        cmp -s shown.png "$file" || fault "$ran: is not $file"
    done
}

# Textures of one layer.
for target in 1D 2D RECT; do
    shader TEX $target
    shows c1.png 0.3,0.3,0,0 --texture 0:c1.png
    shows c2.png 0.3,0.3,0,0 --texture 0:c1.png --texture 0.0:c2.png
done
shader TXF BUFFER
shows c3.png 0x3f,0,0,0 --texture 0:c3.png
shows c4.png 0x3f,0,0,0 --texture 0:c4.png --filter linear

# Layers: one file for all, or one for some of them, of which the last decides how many there are.
layers=(--texture 0:c0.png --texture 0.2:c2.png --texture 0.1:c5.png --texture 0.1:c1.png)
shader TEX 1D_ARRAY
for i in 0 1 2; do
    shows c$i.png 0.3,$i,0,0 "${layers[@]}"
done
shows c2.png 0.3,3,0,0 "${layers[@]}"
shows c0.png 0.3,3,0,0 --texture 0:c0.png
shader TEX 2D_ARRAY
for i in 0 1 2; do
    shows c$i.png 0.3,0.6,$i,0 "${layers[@]}"
done
run 0 translate shader.tgsi -o shader.spv
mv shader.spv shader.tgsi # What other languages have at these bindings has the numbers too.
shows c1.png 0.3,0.6,1,0 --from spirv "${layers[@]}"
shader TEX 3D
shows c0.png 0.3,0.6,0.1,0 "${layers[@]}"
shows c1.png 0.3,0.6,0.5,0 "${layers[@]}"
shows c2.png 0.3,0.6,0.9,0 "${layers[@]}"
faces=('1,0.1,0.2' '-1,0.1,0.2' '0.1,1,0.2' '0.1,-1,0.2' '0.1,0.2,1' '0.1,0.2,-1')
shader TEX CUBE
for i in 0 1 2 3 4 5; do
    shows c$i.png "${faces[i]},0" --texture 0:c0.png --texture 0.$i:c$i.png
done
shader TEX CUBEARRAY
for i in 0 3 5; do
    shows c$i.png "${faces[i]},1" --texture 0.$((6 + i)):c$i.png
    shows c0.png "${faces[i]},0" --texture 0.$i:c0.png --texture 0:c$i.png
done

# Samples all show the file.
shader TXF 2D_MSAA
shows c1.png 0x7,0x7,0,0x0 --texture 0:c1.png
shows c2.png 0x0,0x7,0,0x3 --texture 0:c2.png
shader TXF 2D_ARRAY_MSAA
shows c1.png 0x7,0x7,0x1,0x2 "${layers[@]}"
shows c2.png 0x0,0x7,0x2,0x3 "${layers[@]}"

# Integers are the file's bytes.
for type in UINT SINT; do
    shader TEX 2D_ARRAY $type
    shows c1.png 0.3,0.6,1,0 "${layers[@]}" --filter linear
    shader TXF 3D $type
    shows c2.png 0x7,0x7,0x2,0 "${layers[@]}"
    shader TXF BUFFER $type
    shows c3.png 0x7,0,0,0 --texture 0:c3.png
    shader TXF 2D_ARRAY_MSAA $type
    shows c1.png 0x7,0x7,0x1,0x3 "${layers[@]}"
done

# compares OPCODE TARGET BEFORE AFTER   A reference of 0.3 is below the red of c2.png, 0.5 above.
compares()
{
    shader "$1" "$2"
    shows white.png "${3}0.3$4" --texture 0:c2.png --filter linear
    shows black.png "${3}0.5$4" --texture 0:c2.png
}
compares TEX SHADOW1D 0.3,0, ,0
compares TEX SHADOW2D 0.3,0.6, ,0
compares TEX SHADOWRECT 3,6, ,0
compares TEX SHADOW1D_ARRAY 0.3,2, ,0
compares TEX SHADOW2D_ARRAY 0.3,0.6,2, ''
compares TEX SHADOWCUBE 0.1,1,0.2, ''
shader TEX2 SHADOWCUBEARRAY
shows white.png 0.1,1,0.2,1 --texture 0:c2.png --constant 1:0.3,0,0,0
shows black.png 0.1,1,0.2,1 --texture 0:c2.png --constant 1:0.5,0,0,0

# SAMPLE and its like: views and samplers of different numbers, in both dialects' words.
for view in SVIEW RES; do
    printf '%s\n' FRAG 'DCL OUT[0], COLOR' "DCL ${view}[127], 2D_ARRAY, FLOAT" 'DCL SAMP[3]' \
        'DCL CONST[0..1]' "SAMPLE OUT[0], CONST[0], ${view}[127], SAMP[3]" END >shader.tgsi
    shows c1.png 0.3,0.6,1,0 --texture 127:c0.png --texture 127.1:c1.png
done
printf '%s\n' FRAG 'DCL OUT[0], COLOR' 'DCL SVIEW[1], 2D, FLOAT' 'DCL SAMP[2..3]' 'DCL TEMP[0]' \
    'DCL CONST[0..1]' 'SAMPLE_C TEMP[0], CONST[0], SVIEW[1], SAMP[2], CONST[0].zzzz' \
    'MUL OUT[0], TEMP[0], CONST[1]' END >shader.tgsi
shows c1.png 0.3,0.6,0.3,0 --texture 1:c2.png --constant 1:0.2,0.4,0.8,1
shows black.png 0.3,0.6,0.5,0 --texture 1:c2.png --constant 1:0.2,0.4,0.8,1

# Registers by an address: the numbers are those of the elements.
printf '%s\n' FRAG 'DCL OUT[0], COLOR' 'DCL SAMP[4..6]' 'DCL CONST[0]' 'DCL ADDR[0]' \
    'UARL ADDR[0].x, CONST[0].zzzz' 'TEX OUT[0], CONST[0], SAMP[ADDR[0].x+4], 2D' END >shader.tgsi
for i in 0 1 2; do
    shows c$i.png 0.3,0.6,0x$i,0 --texture 4:c0.png --texture 5:c1.png --texture 6:c2.png
done

# A vertex shader's textures.
printf '%s\n' VERT 'DCL IN[0]' 'DCL OUT[0], POSITION' 'DCL OUT[1], COLOR' 'DCL SAMP[1]' \
    'DCL CONST[0]' 'MOV OUT[0], IN[0]' 'TXL OUT[1], CONST[0], SAMP[1], CUBE' END >vertex.tgsi
for device in "${devices[@]}"; do
    run 0 draw --vertex vertex.tgsi --vertex-constant 0:0.1,-1,0.2,0 --texture 1.3:c3.png \
        --size 8x8 --device "$device" -o shown.png
    is_silent
    cmp -s shown.png c3.png || fault "$ran: is not c3.png"
done

# Checkers. Each has two colours, one of which is its own. walk TARGET OPCODE COORDINATE [TYPE]
# draws a texture at a place that follows from the pixel's, u and v, and two constants.
walk()
{
    local scale='MOV OUT[0], TEMP[1]'

    [ "${4-FLOAT}" = FLOAT ] || scale='U2F TEMP[1], TEMP[1]
MUL OUT[0], TEMP[1], IMM[0].wwww'
    printf '%s\n' FRAG 'DCL IN[0], TEXCOORD[0], PERSPECTIVE' 'DCL OUT[0], COLOR' 'DCL SAMP[0]' \
        "DCL SVIEW[0], $1, ${4-FLOAT}" 'DCL CONST[0]' 'DCL TEMP[0..1]' \
        'IMM[0] FLT32 {64.0, 1.0, 0.0, 0.003921569}' 'IMM[1] FLT32 {2.0, -1.0, 0.0, 0.0}' \
        "$3" "$2 TEMP[1], TEMP[0], SAMP[0], $1" "$scale" END >walk.tgsi
}
flat='MOV TEMP[0], CONST[0]
MOV TEMP[0].xy, IN[0]'
row='MOV TEMP[0], CONST[0]
MOV TEMP[0].x, IN[0]'
texels='MUL TEMP[0].xy, IN[0], IMM[0].xxxx
F2I TEMP[0].xy, TEMP[0]
MOV TEMP[0].zw, CONST[0]'
cube='MAD TEMP[0].xy, IN[0], IMM[1].xxxx, IMM[1].yyyy
MOV TEMP[0].zw, CONST[0]'

# walked OPTION...   The same picture on all devices, in walked.png.
walked()
{
    run 0 draw --fragment walk.tgsi --size 64x64 -o walked.png "$@"
    is_silent
    [ ${#devices[@]} = 1 ] || run 0 compare --fragment walk.tgsi --size 64x64 \
        --devices cpu,vulkan "${validation[@]}" "$@"
    is_silent
}

# differ OPTION...   The pictures with these options, one for each, are all different.
differ()
{
    local option count=0

    rm -f differ.*.png
    for option; do
        walked --constant "$option"
        cp walked.png "differ.$((count++)).png"
    done
    [ "$(cksum differ.*.png | cut -d' ' -f1 | sort -u | wc -l)" = $count ] ||
        fault "$ran: found two alike of $*"
}
walk 2D TEX "$flat"
walked
cp walked.png checker.png
walk RECT TEX 'MOV TEMP[0], CONST[0]
MUL TEMP[0].xy, IN[0], IMM[0].xxxx'
walked
cmp -s walked.png checker.png || fault "$ran: differs from that of 2D"
for type in FLOAT SINT UINT; do
    walk 2D_ARRAY TEX "$flat" $type
    walked
    cmp -s walked.png checker.png || fault "$ran: layer 0 differs from 2D"
    differ 0:0,0,0,0 0:0,0,1,0 0:0,0,2,0 0:0,0,3,0
    walk 3D TEX "$flat" $type
    differ 0:0,0,0.1,0 0:0,0,0.3,0 0:0,0,0.7,0 0:0,0,0.9,0
    walk 2D_ARRAY_MSAA TXF "$texels" $type
    walked
    cmp -s walked.png checker.png || fault "$ran: sample 0 differs from 2D"
    differ 0:0,0,0x0,0x0 0:0,0,0x0,0x1 0:0,0,0x0,0x2 0:0,0,0x0,0x3 0:0,0,0x1,0x0 0:0,0,0x3,0x3
done
walk 2D_MSAA TXF "$texels"
differ 0:0,0,0,0x0 0:0,0,0,0x1 0:0,0,0,0x2 0:0,0,0,0x3
walk 1D TEX "$row"
walked
walk 1D_ARRAY TEX "$row"
differ 0:0,0,0,0 0:0,1,0,0 0:0,2,0,0 0:0,3,0,0
walk BUFFER TXF "$texels"
walked
walk CUBE TEX "$cube"
differ 0:0,0,1,0 0:0,0,-1,0
walk CUBEARRAY TEX "$cube"
differ 0:0,0,1,0 0:0,0,-1,0 0:0,0,1,1 0:0,0,-1,1
# References below both depths of the checker, between them, and above both.
walk SHADOW2D TEX "$flat"
differ 0:0,0,0,0 0:0,0,0.5,0 0:0,0,1,0
walk SHADOW2D_ARRAY TEX "$flat"
differ 0:0,0,0,0.3 0:0,0,1,0.3

# Storage starts as zeroes and can be written, as large as the picture; a note says so.
cat >store.tgsi <<'EOT'
FRAG
DCL IN[0], POSITION, LINEAR
DCL OUT[0], COLOR
DCL CONST[0]
DCL BUFFER[0]
DCL HWATOMIC[0][0..3]
DCL IMAGE[1], 2D, PIPE_FORMAT_R32G32B32A32_FLOAT, WR
DCL IMAGE[2], BUFFER, PIPE_FORMAT_R32_UINT, WR
DCL IMAGE[3], CUBE, PIPE_FORMAT_R32_SINT, WR
DCL TEMP[0..4]
IMM[0] UINT32 {0, 4, 1, 5}
F2I TEMP[0], IN[0]
MOV TEMP[0].zw, IMM[0].wwww
LOAD TEMP[1], IMAGE[1], TEMP[0], 2D, PIPE_FORMAT_R32G32B32A32_FLOAT
STORE IMAGE[1], TEMP[0], CONST[0], 2D, PIPE_FORMAT_R32G32B32A32_FLOAT
LOAD TEMP[2], IMAGE[1], TEMP[0], 2D, PIPE_FORMAT_R32G32B32A32_FLOAT
ADD OUT[0], TEMP[1], TEMP[2]
LOAD TEMP[3].x, BUFFER[0], IMM[0].yyyy
LOAD TEMP[3].y, HWATOMIC[0][1], IMM[0].yyyy
LOAD TEMP[3].z, IMAGE[2], IMM[0].zzzz, BUFFER, PIPE_FORMAT_R32_UINT
LOAD TEMP[4].x, IMAGE[3], TEMP[0], CUBE, PIPE_FORMAT_R32_SINT
OR TEMP[3].x, TEMP[3].xxxx, TEMP[3].yyyy
OR TEMP[3].x, TEMP[3].xxxx, TEMP[3].zzzz
OR TEMP[3].x, TEMP[3].xxxx, TEMP[4].xxxx
UIF TEMP[3].xxxx
MOV OUT[0], TEMP[3].wwww
ENDIF
END
EOT
for device in "${devices[@]}"; do
    run 0 draw --fragment store.tgsi --constant "0:${colours[3]}" --size 8x8 --device "$device" \
        -o shown.png
    says 'scene: note: found storage of the fragment shader, which starts as zeroes and is not shown: "buffer0", "hwatomic0", "image1", "image2", "image3" [unsupported]'
    cmp -s shown.png c3.png || fault "$ran: is not c3.png"
done

# What a picture has no room for.
shader TEX 2D
run 0 draw --fragment shader.tgsi --texture 0.1:c1.png -o none.png
says 'warning: found --texture 0.1, which no shader reads'
shader TEX CUBE
run 0 draw --fragment shader.tgsi --texture 0.6:c1.png -o none.png
says 'warning: found --texture 0.6, which no shader reads'
run 1 draw --fragment shader.tgsi --texture 0:wide.png -o absent.png
says 'wide.png: error: found an image of 8 by 4, expected a square'
shader TEX 2D_ARRAY
run 1 draw --fragment shader.tgsi --texture 0:c1.png --texture 0.2:wide.png -o absent.png
says 'wide.png: error: found an image of 8 by 4, expected 8 by 8'
run 1 draw --fragment shader.tgsi --texture 0:c1.png --texture 0.2:none.tgsi -o absent.png
says 'none.tgsi: error:'
shader TXF 2D_ARRAY_MSAA
run 1 draw --fragment shader.tgsi --texture 0.512:c1.png -o absent.png
says 'found 513 layers of texture 0, expected at most 512 [limit]'
shader TEX 2D_ARRAY
run 1 draw --fragment shader.tgsi --texture 0.2047:c1.png --memory 256K -o absent.png
says '[memory-budget]'
twice()
{
    printf '%s\n' FRAG 'DCL OUT[0], COLOR' 'DCL SAMP[0]' 'DCL CONST[0]' 'DCL TEMP[0..1]' \
        "TEX TEMP[0], CONST[0], SAMP[0], $1" "TEX TEMP[1], CONST[0], SAMP[0], $2" \
        'ADD OUT[0], TEMP[0], TEMP[1]' END >twice.tgsi
}
twice 2D 3D
run 1 draw --fragment twice.tgsi -o absent.png
says 'found "samp0", 2d of f32, and "samp0", 3d of f32, at one binding'
twice 2D SHADOW2D
run 0 draw --fragment twice.tgsi -o none.png
says 'warning: found "samp0" sampled with a comparison and without one'
printf '%s\n' FRAG 'DCL OUT[0], COLOR' 'DCL SVIEW[0], 2D, FLOAT' 'DCL SAMP[0]' 'DCL CONST[0]' \
    'DCL TEMP[0..1]' 'SAMPLE_C TEMP[0], CONST[0], SVIEW[0], SAMP[0], CONST[0].zzzz' \
    'SAMPLE TEMP[1], CONST[0], SVIEW[0], SAMP[0]' 'ADD OUT[0], TEMP[0], TEMP[1]' END >twice.tgsi
run 0 draw --fragment twice.tgsi -o none.png
says 'warning: found "samp0" sampled with a comparison and without one'
is_absent absent.png
finish
