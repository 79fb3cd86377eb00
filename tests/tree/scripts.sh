#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# scripts.sh ROOT   Every script is read without an error by the shell that it names, and can be
# started.
. "${BASH_SOURCE[0]%/*}/lib.sh"

mapfile -t scripts < <(find_scripts)
[ ${#scripts[@]} != 0 ] || fault "there is no script"
for script in "${scripts[@]}"; do
    shell='bash'
    [ "$(head -n 1 "$script")" = '#!/bin/sh' ] && shell='sh'
    "$shell" -n "$script" || fault "$script: $shell does not read it"
    [ -x "$script" ] || fault "$script: is not executable"
done
finish
