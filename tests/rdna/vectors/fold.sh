#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# fold.sh FOLD   What LLVM folds of the instructions' intrinsics, and of the operations that they
# are selected for, against our results. FOLD is the program of fold.c; LLVM's opt comes from $OPT,
# or is looked for.
set -u -o pipefail

fold=$1
opt=${OPT:-}
for name in opt-19 opt; do
    [ -n "$opt" ] || opt=$(command -v "$name" || true)
done
# Other versions fold other things.
if [ -z "$opt" ] || ! "$opt" --version | grep -q 'LLVM version 19\.'; then
    echo "skip: LLVM 19's opt is missing (Debian: llvm-19)"
    exit 77
fi

"$fold" print | "$opt" -S -passes=instcombine | "$fold" check
