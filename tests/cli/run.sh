#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# run.sh PROGRAM ROOT   Scripts by the program: lines, order, exit statuses, reports, pictures.
. "${BASH_SOURCE[0]%/*}/lib.sh"

mkdir -p tests/sub
printf '#!amber\nBUFFER b DATA_TYPE int32 DATA 1 2 END\nEXPECT b IDX 0 EQ 1 2\n' >tests/good.amber
printf '#!amber\nBUFFER b DATA_TYPE int32 DATA 1 2 END\nEXPECT b IDX 4 EQ 3\n' >tests/sub/bad.amber
printf '#!amber\nDEVICE_FEATURE noSuchFeature\n' >tests/skipped.amber
printf '[test]\nssbo 0 subdata int 0 7\nprobe ssbo int 0 0 == 7\n' >tests/vk.vk_shader_test
printf '#!amber\nFOO\n' >tests/unread.amber
printf 'no script\n' >tests/readme.txt

# Of a folder: every script, by name, whatever is done first.
run 1 run tests --jobs 3
cat >expected <<'END'
pass tests/good.amber
skip tests/skipped.amber: 2:16: the device lacks noSuchFeature
fail tests/sub/bad.amber: 3:8: b: value 0 at byte 4 is 2, expected 3 (1 of 1 differ)
fail tests/unread.amber: 2:1: found "FOO", expected a command [script-invalid]
pass tests/vk.vk_shader_test
2 passed, 2 failed, 1 skipped
END
diff expected out >/dev/null || fault "$ran: found: $(cat out)"
is_silent
cp out first
run 1 run tests --jobs 1
diff first out >/dev/null || fault "$ran: the order changes with --jobs: $(cat out)"

run 0 run tests/good.amber tests/skipped.amber
prints '1 passed, 0 failed, 1 skipped'
run 1 run tests/none.amber
prints 'fail tests/none.amber: the file cannot be read'
mkdir empty
run 1 run empty
says 'found no script'
prints '0 passed, 0 failed, 0 skipped'
run 0 run - <tests/good.amber
prints 'pass -'

run 2 run
says 'found no script'
run 2 run tests --device foo
run 2 run tests --subgroup-size 5
run 2 run - -

# Reports.
run 1 run tests --json out.json --junit out.xml
[ "$(grep -c '"outcome": "fail"' out.json)" = 2 ] || fault "$ran: found: $(cat out.json)"
grep -qF '"skipped": 1' out.json || fault "$ran: found: $(cat out.json)"
grep -qF 'tests="5" failures="2" skipped="1"' out.xml || fault "$ran: found: $(cat out.xml)"
grep -qF 'found &quot;FOO&quot;' out.xml || fault "$ran: found: $(cat out.xml)"
run 1 run tests/good.amber --json none/out.json
[ ! -e none ] || fault "$ran: made a folder"

# A picture of what differs.
cat >tests/sub/picture.amber <<'EOF'
#!amber
SHADER vertex v PASSTHROUGH
PIPELINE graphics p
  ATTACH v
  FRAMEBUFFER_SIZE 8 4
END
CLEAR p
EXPECT framebuffer IDX 2 1 SIZE 2 2 EQ_RGBA 255 0 0 255
EOF
run 1 run tests/sub/picture.amber -o pictures
[ -s 'pictures/tests+sub+picture.amber.png' ] || fault "$ran: wrote $(ls pictures)"
prints 'texel 2, 1 is 0 0 0 0, expected 255 0 0 255 (4 of 4 differ)'

# Files lie beside the script, and nowhere above it.
printf '5 6' >tests/numbers.txt
printf '#!amber\nBUFFER b DATA_TYPE int32 SIZE 2 FILE TEXT numbers.txt\nEXPECT b IDX 0 EQ 5 6\n' \
    >tests/file.amber
run 0 run tests/file.amber
printf '#!amber\nBUFFER b DATA_TYPE int32 SIZE 2 FILE TEXT ../numbers.txt\n' >tests/sub/above.amber
run 1 run tests/sub/above.amber
prints 'the file "../numbers.txt" cannot be read'

# A script that takes too long fails alone: no end of a pipe that nobody writes to is awaited.
mkfifo tests/sub/stuck.amber
run 1 run tests/good.amber tests/sub/stuck.amber tests/vk.vk_shader_test --timeout 1 --jobs 1
prints 'fail tests/sub/stuck.amber: no result after 1 s'
prints '2 passed, 1 failed, 0 skipped'

# A shader without an end fails alone, and what comes after it runs on a fresh device.
cat >tests/sub/loop.amber <<'EOF'
#!amber
SHADER vertex v PASSTHROUGH
SHADER fragment f TGSI
FRAG
DCL OUT[0], COLOR
DCL TEMP[0]
  0: BGNLOOP
  1:   ADD TEMP[0], TEMP[0], TEMP[0]
  2: ENDLOOP
  3: MOV OUT[0], TEMP[0]
  4: END
PIPELINE graphics p
  ATTACH v
  ATTACH f
  FRAMEBUFFER_SIZE 4 4
END
RUN p DRAW_RECT POS 0 0 SIZE 4 4
EOF
run 1 run tests/sub/loop.amber tests/good.amber --jobs 1 --steps 1
prints 'fail tests/sub/loop.amber: '
prints 'pass tests/good.amber'

# A device that is not there is no failure of a script.
export VK_ICD_FILENAMES=/nonexistent VK_DRIVER_FILES=/nonexistent
run 3 run tests/good.amber --device vulkan
says '[device-missing]'
grep -q 'device-missing.*device-missing' err && fault "$ran: the code is said twice: $(cat err)"
finish
