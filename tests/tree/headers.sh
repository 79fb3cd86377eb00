#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# headers.sh ROOT c99|c++11 COMPILER...   Every public header compiles by itself, twice in a row,
# and without any warning.
. "${BASH_SOURCE[0]%/*}/lib.sh"

standard=$1
shift
language=c
[ "$standard" = c99 ] || language=c++
[ $# != 0 ] || skip "there is no compiler for $standard"

mapfile -t headers < <(cd include && find quadrille -name '*.h' | sort)
[ ${#headers[@]} != 0 ] || fault "there is no public header"
for header in "${headers[@]}"; do
    # The declaration is there because C asks for one in a file.
    printf '#include <%s>\n#include <%s>\nextern int quadrille_unused;\n' "$header" "$header" |
        "$@" "-std=$standard" -Wall -Wextra -pedantic -Werror -fsyntax-only -Iinclude \
            -x $language - || fault "include/$header: does not compile alone as $standard"
done
finish
