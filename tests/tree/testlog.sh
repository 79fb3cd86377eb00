#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# testlog.sh ROOT   tools/testlog.awk tells every result of meson's log apart.
. "${BASH_SOURCE[0]%/*}/lib.sh"

got=$(awk -f tools/testlog.awk "$here/testlog.json")
diff <(echo "$got") "$here/testlog.expected" || fault "tools/testlog.awk prints something else"
finish
