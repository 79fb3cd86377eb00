#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# corpus.sh PROGRAM CORPUS cpu|vulkan   No script of the Vulkan conformance tests fails. They lie in
# amber/cts of CORPUS, or of what QUADRILLE_CORPUS names. docs/conformance.md says which are skipped.

set -u -o pipefail
export LC_ALL=C

program=$(realpath -- "$1") || exit 1
folder=${QUADRILLE_CORPUS:-$2}/amber/cts
device=$3
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT

if [ ! -d "$folder" ]; then
    echo 'skip: neither QUADRILLE_CORPUS nor ../shared/corpus has amber/cts'
    exit 77
fi
# Some shaders take a host's compiler half a minute on a free machine.
"$program" run "$folder" --device "$device" --timeout 240 >"$tmp/out" 2>"$tmp/err"
status=$?
if [ $status = 3 ]; then
    echo "skip: $(cat "$tmp/err" "$tmp/out" | grep -m 1 .)"
    exit 77
fi
if grep -q 'the build lacks' "$tmp/out"; then
    echo "skip: $(grep -m 1 'the build lacks' "$tmp/out")"
    exit 77
fi
grep '^fail ' "$tmp/out"
tail -n 1 "$tmp/out"
passed=$(sed -nE 's/^([0-9]+) passed, .*/\1/p' "$tmp/out")
# The CPU device has what these scripts ask for, but for two of them.
least=600
[ "$device" = cpu ] && least=688
if [ "${passed:-0}" -lt $least ] && [ "$(find "$folder" -name '*.amber' | wc -l)" -ge 690 ]; then
    echo "found ${passed:-0} passed, expected $least"
    exit 1
fi
exit $status
