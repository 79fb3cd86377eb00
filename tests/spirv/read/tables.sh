#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# tables.sh FOLDER INCLUDE   opcodes.def and names.def in FOLDER are what make_tables makes of the
# grammar under INCLUDE. Skips where jq or the grammar is missing, or is another version.
set -u -o pipefail

folder=$1
grammar=$2/spirv/unified1/spirv.core.grammar.json

skip()
{
    echo "skip: $*"
    exit 77
}

command -v jq >/dev/null || skip "jq is missing"
[ -r "$grammar" ] || skip "$grammar is missing"
out=$(mktemp -d) || exit 1
trap 'rm -rf "$out"' EXIT
"$folder/make_tables" "$grammar" "$out" || exit 1
made=$(sed -n 2p "$out/opcodes.def")
kept=$(sed -n 2p "$folder/opcodes.def")
[ "$made" = "$kept" ] || skip "the grammar is another: ${made# \* }"
status=0
for name in opcodes.def names.def; do
    cmp "$out/$name" "$folder/$name" || status=1
done
exit $status
