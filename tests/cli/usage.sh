#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# usage.sh PROGRAM ROOT   Wrong usage is status 2, says what is wrong, and does nothing.
. "${BASH_SOURCE[0]%/*}/lib.sh"

run 2
says 'found no command, expected one: translate, check, dump, draw, run, compare, devices'
run 2 fly
says 'found "fly", expected a command: translate, check, dump, draw, run, compare, devices'
run 2 probe
run 0 --version
prints 'quadrille '
run 0 --help
prints '  translate '
run 0 -h

for command in translate check dump draw compare devices; do
    run 0 $command --help
    is_silent
    prints "usage: quadrille $command"
    prints '  --diagnostics '
    run 0 $command -h
    run 2 $command --no-such-option
    says "quadrille $command: found --no-such-option, which is no option"
    run 2 $command -x
    run 2 $command --help=yes
    run 2 $command --diagnostics
    says 'expected FORM'
    run 2 $command --diagnostics xml
    says 'found --diagnostics xml, expected text|json'
    run 2 $command --diagnostics=
done

# expect_usage TEXT ARGUMENT...
expect_usage()
{
    local text=$1
    shift

    run 2 "$@"
    says "$text"
}

expect_usage 'found no input' translate
expect_usage 'expected a number from 0 to 255' translate good.tgsi --clip-planes 256
expect_usage 'expected a number from 1 to 8' translate good.tgsi --color-targets 9
expect_usage 'expected a number from 1 to 8' translate good.tgsi --color-targets 0
for size in 8 8x 0x8 8x8x8 8,8 65537x8; do
    expect_usage 'expected WxH, each from 1 to 65536' translate good.tgsi --framebuffer $size
done
for size in 8 8,8 8,8,0 8,8,8,8 8x8x8 4097,1,1; do
    expect_usage 'expected X,Y,Z, each from 1 to 4096' translate good.tgsi --block-size $size
done
expect_usage 'expected a number from 0 to 1024' translate good.tgsi --set 1025
expect_usage 'expected a number from 0 to 2147483647' translate good.tgsi --first-binding -1
expect_usage 'found 2 inputs, expected -o to name a directory' translate good.tgsi vertex.tgsi
expect_usage 'found 2 inputs' translate good.tgsi vertex.tgsi -o -
expect_usage 'found --reflect for 2 inputs' translate -o d/ good.tgsi vertex.tgsi --reflect r.json
for command in 'check' 'translate -o d/'; do
    # shellcheck disable=SC2086 # two words
    expect_usage 'found - 2 times, expected it once' $command - good.tgsi -
done
for command in draw 'compare --devices cpu,cpu'; do
    # shellcheck disable=SC2086
    expect_usage 'found - for several shaders' $command --fragment - --vertex - -o d
done
is_absent d
# What is reflected would be mixed with the module, or overwritten by it.
expect_usage 'found --reflect -, which takes the module' translate good.tgsi --reflect -
expect_usage 'found --reflect -, which takes' translate good.tgsi --text -o - --reflect -
expect_usage 'found --reflect r.json, which' translate good.tgsi -o r.json --reflect r.json
is_absent r.json
mkdir other
cp good.tgsi other/
expect_usage 'which would both become d/good.spv' translate -o d/ good.tgsi other/good.tgsi
is_absent d r.json
expect_usage 'found --target vulkan2.0, expected vulkan1.0|' translate good.tgsi --target vulkan2.0
expect_usage 'found --target and --host' translate good.tgsi --target vulkan1.0 --host vulkan
expect_usage 'found --host cpu' translate good.tgsi --host cpu
expect_usage 'expected auto|subgroup|derivative' translate good.tgsi --quad no
expect_usage 'expected auto|lane|quad|subgroup|wave' translate good.tgsi --company all
expect_usage 'expected gfx1010|gfx1013|gfx1030' translate good.tgsi --isa gfx900
expect_usage 'expected 32|64' translate good.tgsi --wave 16
expect_usage 'expected tgsi|tokens|rdna|spirv|ir' translate good.tgsi --from glsl
expect_usage 'expected vertex|fragment|geometry|' translate good.tgsi --stage pixel
for size in '' x 1x -1 1KK 1.5G 99999999999 16777216T; do
    run 2 translate good.tgsi "--memory=$size"
done
for number in 0 -1 1x 1000001 ''; do
    run 2 check good.tgsi "--max-errors=$number"
done
for size in -1 x nan inf 1e99 '' 0x10; do
    run 2 translate good.tgsi "--point-size=$size"
done

expect_usage 'found no input' check
expect_usage 'found 0 inputs, expected one' dump --as ir
expect_usage 'found 2 inputs, expected one' dump --as ir good.tgsi vertex.tgsi
expect_usage 'found no --as' dump good.tgsi
expect_usage 'expected tgsi|tokens|rdna|ir|spirv' dump good.tgsi --as glsl
expect_usage 'expected default|none' dump good.tgsi --as ir --passes all

expect_usage 'found no shader' draw -o out.png
expect_usage 'found no -o' draw --fragment good.tgsi
expect_usage 'found good.tgsi, expected --fragment or --vertex' draw good.tgsi -o out.png
for device in gpu CPU vulkan: vulkan:x vulkan:-1 vulkan:1x vulkan1 ''; do
    run 2 draw --fragment good.tgsi -o out.png "--device=$device"
done
for size in 0x1 1x0 16385x1 1x16385 8 8x 8x8x8 -1x1 99999999999999999999x1; do
    expect_usage 'expected WxH' draw --fragment good.tgsi -o out.png "--size=$size"
done
for constant in 0 0: 0:1,2,3 0:1,2,3,4,5 0:1,2,3,x :1,2,3,4 4096:1,2,3,4 32.0:1,2,3,4 \
    0:0x,0,0,0 0:0x123456789,0,0,0 0:nan,0,0,0 0:1e39,0,0,0 -1:0,0,0,0 0:1,2,3,4,; do
    expect_usage 'expected [B.]N:x,y,z,w' draw --fragment good.tgsi -o out.png \
        "--constant=$constant"
    run 2 draw --fragment good.tgsi -o out.png "--vertex-constant=$constant"
done
for texture in 0 0: :a.png 128:a.png x:a.png 0.:a.png 0.2048:a.png 0.0.0:a.png; do
    expect_usage 'expected N[.L]:IMAGE.png' draw --fragment good.tgsi -o out.png "--texture=$texture"
done
expect_usage 'expected r,g,b,a' draw --fragment good.tgsi -o out.png --clear 1,1,1
for lanes in 3 5 128 0; do
    expect_usage 'expected 4|8|16|32|64' draw --fragment good.tgsi -o out.png --lanes $lanes
done
run 2 draw --fragment good.tgsi -o out.png --threads 65
is_absent out.png

expect_usage 'found no --devices' compare --fragment good.tgsi
for devices in cpu cpu, ,cpu cpu,gpu cpu,cpu,cpu; do
    expect_usage 'expected two of' compare --fragment good.tgsi --devices $devices
done
expect_usage 'found no shader' compare --devices cpu,cpu
run 2 compare --fragment good.tgsi --devices cpu,cpu --tolerance -1
expect_usage 'found good.tgsi, expected options alone' devices good.tgsi

# What follows -- is an input, and - is one as well.
cp good.tgsi ./--text
run 0 translate -o out.spv -- --text
starts_with out.spv $spirv_magic
finish
