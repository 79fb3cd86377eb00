#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# includes.sh ROOT   Includes follow the arrows of the design (ARCHITECTURE.md), and only the folder
# that wraps a library includes its headers.
. "${BASH_SOURCE[0]%/*}/lib.sh"

mapfile -t files < <(find_files '*.c' '*.h' '*.def')
grep -HnE '^[[:space:]]*#[[:space:]]*include' "${files[@]}" |
    awk -f "$here/includes.awk" || faults=1
finish
