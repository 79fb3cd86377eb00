#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# manual.sh ROOT   The manual pages have no fault that mandoc knows.
. "${BASH_SOURCE[0]%/*}/lib.sh"

command -v mandoc >/dev/null || skip "mandoc is not installed"
mapfile -t pages < <(find_files '*.[1-9]')
[ ${#pages[@]} != 0 ] || skip "there is no manual page"
mandoc -T lint -W warning "${pages[@]}" || fault "mandoc has something to say"
finish
