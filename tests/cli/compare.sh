#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# compare.sh PROGRAM ROOT   Two devices, what differs, and what is written of it.
. "${BASH_SOURCE[0]%/*}/lib.sh"

cp "$root"/examples/*.tgsi .

run 0 compare --fragment demo.tgsi --size 40x30 --devices cpu,cpu
is_silent
prints 'cpu cpu: 1200 pixels, 0 differ, 0 by more than 1'
prints 'greatest difference: 0,0,0,0'
run 0 compare --fragment demo.tgsi --size 40x30 --devices cpu,cpu --float -o same
prints '0 by more than 9.53674316e-07'
for name in a b difference; do
    starts_with same/$name.png $png_magic
done
cmp -s same/a.png same/b.png || fault "$ran: a.png and b.png differ"

# What cannot be compared.
run 2 compare script.amber --fragment good.tgsi --devices cpu,cpu
says 'found script.amber and --fragment, expected scripts or a picture'
run 2 compare script.amber
says 'found no --devices'
run 1 compare --fragment bad.tgsi --devices cpu,cpu -o none
is_absent none
VK_ICD_FILENAMES=/nonexistent VK_DRIVER_FILES=/nonexistent run 3 compare --fragment good.tgsi \
    --devices cpu,vulkan -o none
says 'vulkan: error:'
is_absent none
run 1 compare --fragment good.tgsi --devices cpu,cpu -o good.tgsi
says 'good.tgsi: error: the directory cannot be made'
run 1 compare --fragment good.tgsi --devices cpu,cpu -o absent/none
is_absent absent

# Scripts: whether they pass alone is not asked.
mkdir scripts
printf '#!amber\nBUFFER b DATA_TYPE int32 DATA 1 2 END\nEXPECT b IDX 0 EQ 8 9\n' >scripts/good.amber
printf '#!amber\nBUFFER b DATA_TYPE int32 DATA 1 2 END\n' >scripts/idle.amber
printf '#!amber\nDEVICE_FEATURE noSuchFeature\n' >scripts/skipped.amber
printf '[test]\nssbo 0 subdata int 0 7\nprobe ssbo int 0 0 == 7\n' >scripts/vk.vk_shader_test
printf '#!amber\nFOO\n' >bad.amber
run 0 compare scripts --devices cpu,cpu --jobs 2 -o pictures
cat >expected <<'EOT'
pass scripts/good.amber
skip scripts/idle.amber: nothing is expected, so that nothing is read and compared
skip scripts/skipped.amber: cpu: 2:16: the device lacks noSuchFeature
pass scripts/vk.vk_shader_test
2 passed, 0 failed, 2 skipped
EOT
diff expected out >/dev/null || fault "$ran: found: $(cat out)"
is_silent
[ -d pictures ] && [ -z "$(ls pictures)" ] || fault "$ran: pictures has: $(ls pictures)"
run 1 compare bad.amber scripts/good.amber scripts/none.amber --devices cpu,cpu
prints 'fail bad.amber: 2:1: found "FOO", expected a command [script-invalid]'
prints 'pass scripts/good.amber'
prints 'fail scripts/none.amber: the file cannot be read'
prints '1 passed, 2 failed, 0 skipped'
run 0 compare --devices cpu,cpu - <scripts/good.amber
prints 'pass -'
VK_ICD_FILENAMES=/nonexistent VK_DRIVER_FILES=/nonexistent run 3 compare scripts/good.amber \
    --devices cpu,vulkan
says 'vulkan: error:'

if ! has_vulkan; then
    echo 'not tried: there is no Vulkan device'
    finish
fi
validation=()
run_validated()
{
    run "$@" "${validation[@]}"
}
"$program" compare --fragment good.tgsi --devices cpu,vulkan --validation >out 2>err
case $? in
0) validation=(--validation) ;;
3)
    grep -q 'the validation layer is not installed' err || fault "compare --validation: $(cat err)"
    echo 'not tried: the validation layer is not installed'
    ;;
*) fault "compare --validation: $(cat err)" ;;
esac

for shader in good demo texture; do
    run_validated 0 compare --fragment $shader.tgsi --size 60x60 --devices cpu,vulkan
    run_validated 0 compare --fragment $shader.tgsi --size 33x7 --devices vulkan,vulkan:0
    prints 'vulkan vulkan:0: 231 pixels, 0 differ'
done
for target in vulkan1.0 vulkan1.1 vulkan1.2 vulkan1.3; do
    run_validated 0 compare --fragment demo.tgsi --size 16x16 --devices cpu,vulkan --target $target
done
for mesh in quad triangle points; do
    run_validated 0 compare --vertex vertex.tgsi --mesh $mesh --point-size 4 --devices cpu,vulkan
    run_validated 0 compare --fragment good.tgsi --mesh $mesh --point-size 5 --devices cpu,vulkan
done
for topology in points triangles triangle-strip triangle-fan; do
    run_validated 0 compare --fragment good.tgsi --topology $topology --devices cpu,vulkan --float \
        --tolerance 1e-5 --clear 0.1,0.3,0.5,0
done
run 0 draw --fragment demo.tgsi --size 16x16 --device vulkan -o out.png
starts_with out.png $png_magic

# No two devices have the same sine to the last bit.
cat >exact.tgsi <<'EOT'
FRAG
DCL IN[0], GENERIC[0], LINEAR
DCL OUT[0], COLOR
SIN OUT[0], IN[0].xxxx
END
EOT
run_validated 0 compare --fragment exact.tgsi --devices cpu,vulkan --float --tolerance 0.001
run_validated 1 compare --fragment exact.tgsi --devices cpu,vulkan --float --tolerance 0 -o differs
grep -qE '^first at [0-9]+,[0-9]+: [0-9.e,-]+ and [0-9.e,-]+$' out || fault "$ran: $(cat out)"
grep -qE 'pixels, ([0-9]+) differ, \1 by more than 0$' out || fault "$ran: $(cat out)"
for name in a b difference; do
    starts_with differs/$name.png $png_magic
done
cmp -s differs/difference.png same/difference.png && fault "$ran: difference.png shows nothing"

cat >scripts/sine.amber <<'EOT'
#!amber
SHADER vertex v PASSTHROUGH
SHADER fragment f TGSI
FRAG
DCL IN[0], POSITION, LINEAR
DCL OUT[0], COLOR
  0: SIN OUT[0], IN[0].xxxx
  1: END
BUFFER c FORMAT R32G32B32A32_SFLOAT
PIPELINE graphics p
  ATTACH v
  ATTACH f
  BIND BUFFER c AS color LOCATION 0
  FRAMEBUFFER_SIZE 64 4
END
RUN p DRAW_RECT POS 0 0 SIZE 64 4
EXPECT c IDX 0 0 SIZE 1 1 EQ_RGB 0 0 0
EOT
run_validated 0 compare scripts/sine.amber --devices cpu,vulkan --tolerance 0.001
run_validated 0 compare scripts/good.amber scripts/vk.vk_shader_test --devices vulkan,cpu
run_validated 1 compare scripts --devices cpu,vulkan --tolerance 0 -o pictures
grep -qE '^fail scripts/sine.amber: 17:8: c: texel [0-9]+, 0 is .* on cpu, .* on vulkan:0 \([0-9]+ of 256 differ, by [0-9.e-]+\)$' \
    out || fault "$ran: found: $(cat out)"
prints '2 passed, 1 failed, 2 skipped'
[ "$(ls pictures)" = scripts+sine.amber.png ] || fault "$ran: pictures has: $(ls pictures)"
starts_with pictures/scripts+sine.amber.png $png_magic
finish
