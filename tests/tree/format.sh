#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# format.sh ROOT   The sources are as clang-format leaves them. Versions differ in details, so only
# the one that .clang-format is made for is asked.
. "${BASH_SOURCE[0]%/*}/lib.sh"

command -v clang-format >/dev/null || skip "clang-format is not installed"
clang-format --version | grep -q 'version 14\.' || skip "clang-format is not version 14"

mapfile -t files < <(find_files '*.c' '*.h')
[ ${#files[@]} != 0 ] || fault "there is no source file"
clang-format --dry-run -Werror "${files[@]}" || fault "run make format"
finish
