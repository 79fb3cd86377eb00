#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# devices.sh PROGRAM ROOT   What is listed, with and without Vulkan.
. "${BASH_SOURCE[0]%/*}/lib.sh"

run 0 devices
[[ $(sed -n 1p out) == 'cpu '* ]] || fault "$ran: found: $(cat out)"
listed=$(grep -c '^vulkan:' out)
run 0 devices --json
[ "$(sed -n 1p out)" = '[' ] || fault "$ran: is no array: $(cat out)"
[ "$(tail -n 1 out)" = ']' ] || fault "$ran: is no array: $(cat out)"
prints '"name": "cpu"'
[ "$(grep -c '"name": "vulkan:' out)" = "$listed" ] || fault "$ran: found: $(cat out)"
[ "$(grep -c '"target": "vulkan1\.' out)" = "$listed" ] || fault "$ran: found: $(cat out)"

# Without a driver the built-in device is there all the same.
export VK_ICD_FILENAMES=/nonexistent VK_DRIVER_FILES=/nonexistent
run 0 devices
prints 'cpu '
says 'vulkan: warning:'
says '[device-missing]'
[ "$(wc -l <out)" = 1 ] || fault "$ran: found: $(cat out)"
run 0 devices --json --diagnostics json
[ "$(grep -c '"name"' out)" = 1 ] || fault "$ran: found: $(cat out)"
says '"severity":"warning","code":"device-missing"'
finish
