#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# faults.sh ROOT   The other tests of the tree find what they are there to find: each is run on a
# small tree without a fault, and again with one fault in it.
# shellcheck disable=SC2016 # the marks of code blocks are no commands
. "${BASH_SOURCE[0]%/*}/lib.sh"

tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
tree=$tmp/tree
spdx='/* SPDX-License-Identifier: MIT */'
script='#!/bin/sh
# SPDX-License-Identifier: MIT'

# put FILE TEXT   FILE of the small tree gets TEXT, in which \n ends a line.
put()
{
    mkdir -p "$tree/$(dirname "$1")"
    printf '%b\n' "$2" >"$tree/$1"
}

fresh_tree()
{
    local file

    rm -rf "$tree"
    put include/quadrille/one.h \
        "$spdx\n#ifndef ONE_H\n#define ONE_H\n#include <stdint.h>\nextern int32_t qd_one;\n#endif"
    put include/quadrille/two.h "$spdx\n#include <quadrille/one.h>"
    put src/base/base.h "$spdx\n#include <quadrille/one.h>\n#include <string.h>"
    put src/base/base_priv.h "$spdx\n#include \"base/base.h\""
    put src/base/base.c "$spdx\n#include \"base/base_priv.h\""
    put src/ir/ir.h "$spdx\n#include \"base/base.h\""
    put src/tgsi/tgsi.h "$spdx\n#include \"ir/ir.h\""
    put src/spirv/words.c "$spdx\n#include \"ir/ir.h\"\n#include <spirv/unified1/spirv.h>"
    put src/cpu/cpu.h "$spdx\n#include \"ir/ir.h\""
    put src/cpu/jit/jit.c "$spdx\n#include \"cpu/cpu.h\"\n#include <llvm-c/Core.h>"
    put src/vulkan/vk.c "$spdx\n#include \"spirv/words.h\"\n#include <vulkan/vulkan.h>"
    put src/api/api.c "$spdx\n#include \"vulkan/vk.h\""
    put src/cli/draw.c "$spdx\n#include \"vulkan/vk.h\"\nchar *options = \"size\";"
    put tests/vulkan/vk.c "$spdx\n#include \"vulkan/vk_priv.h\"\n#include <vulkan/vulkan.h>"
    put tools/tool "$script\nexit 0"
    chmod +x "$tree/tools/tool"
    put docs/man/tool.1 \
        '.Dd May 1, 2026\n.Dt TOOL 1\n.Os\n.Sh NAME\n.Nm tool\n.Nd do a thing\n.Sh SYNOPSIS\n.Nm'
    for file in ARCHITECTURE.md CHANGELOG.md CONTRIBUTING.md LICENSE; do
        put $file text
    done
    put README.md \
        '[a](docs/man/tool.1)\n```\n$ make all V=1\ntools/tool # a\nquadrille draw --size 1\n```'
    put Makefile 'all build:\n\techo'
    put .clang-format 'BasedOnStyle: LLVM'
}

# expect TEST MESSAGE   On the small tree as it is, TEST fails and says MESSAGE. An empty MESSAGE
# stands for success. The test's own arguments are in $arguments.
expect()
{
    local out status

    out=$("$here/$1.sh" "$tree" "${arguments[@]}" 2>&1)
    status=$?
    if [ $status = 77 ]; then
        echo "not tried: $1: $out"
    elif [ -z "$2" ]; then
        [ $status = 0 ] || fault "$1: exit status $status without a fault: $out"
    elif [ $status != 1 ]; then
        fault "$1: exit status $status, and the fault was: $2"
    elif [[ $out != *"$2"* ]]; then
        fault "$1: expected \"$2\", found: $out"
    fi
}

# with TEST FILE TEXT MESSAGE   The fault is that FILE is TEXT.
with()
{
    fresh_tree
    put "$2" "$3"
    expect "$1" "$4"
}

arguments=()
for name in includes sources format docs manual scripts; do
    fresh_tree
    expect $name ''
done

up='may not include'
with includes src/base/base.c "$spdx\n#include \"ir/ir.h\"" "src/base/base.c:2: src/base $up"
with includes src/ir/ir.h "$spdx\n\n# include \"tgsi/tgsi.h\"" "src/ir/ir.h:3: src/ir $up"
with includes src/rdna/a.c "$spdx\n#include \"tgsi/tgsi.h\"" "src/rdna $up"
with includes src/tgsi/a.c "$spdx\n#include \"rdna/rdna.h\"" "src/tgsi $up"
with includes src/cpu/interp/a.c "$spdx\n#include \"vulkan/vk.h\"" "src/cpu $up"
with includes src/cpu/a.c "$spdx\n#include \"tgsi/tgsi.h\"" "src/cpu $up"
with includes src/vulkan/a.c "$spdx\n#include \"cpu/cpu.h\"" "src/vulkan $up"
with includes src/spirv/a.c "$spdx\n#include \"tgsi/tgsi.h\"" "src/spirv $up"
with includes src/api/a.c "$spdx\n#include \"cli/cli.h\"" "src/api $up"
with includes src/cli/a.c "$spdx\n#include \"api/api.h\"" "src/cli $up"
with includes src/ir/ops.def '#include "cpu/cpu.h"' "src/ir $up"
with includes src/ir/a.c "$spdx\n#include \"base/base_priv.h\"" 'private to src/base'
with includes src/ir/a.c "$spdx\n#include \"../base/base.h\"" 'relative path'
with includes src/ir/a.c "$spdx\n#include HEADER" 'cannot be checked'
with includes src/ir/a.c "$spdx\n#include \"misc/a.h\"" 'in no folder of the design'
with includes src/misc/a.c "$spdx\n#include <stdio.h>" 'no folder of the design'
with includes src/api/a.c "$spdx\n#include <vulkan/vulkan.h>" 'src/vulkan alone'
with includes tests/cpu/a.c "$spdx\n#include <vulkan/vulkan.h>" 'src/vulkan alone'
with includes src/cpu/interp/a.c "$spdx\n#include <llvm-c/Core.h>" 'src/cpu/jit alone'
with includes src/tgsi/a.c "$spdx\n#include <spirv/unified1/spirv.h>" 'src/spirv alone'
with includes src/tgsi/a.c "$spdx\n#include <spirv-tools/libspirv.h>" 'src/spirv alone'
with includes include/quadrille/a.h "$spdx\n#include <jansson.h>" 'neither public nor of C'
with includes include/quadrille/a.h "$spdx\n#include \"base/base.h\"" 'neither public nor of C'
with includes src/base/a.c "$spdx\n#include \"quadrille/one.h\"" 'angle brackets'

with sources src/base/a.c 'int a;' 'src/base/a.c:1: the first line'
with sources src/base/a.h "\n$spdx" 'src/base/a.h:1: the first line'
with sources tools/other '#!/bin/sh\necho' 'tools/other:2: the second line'
with sources src/base/a.c "$spdx\n/* TO""DO: all */" 'src/base/a.c:2: this is to be done'
with sources src/base/a.def '/* XX''X */' 'a.def:1: this is to be done'
with sources src/base/a.c "$spdx\nint a; " 'src/base/a.c:2: white space'
with sources src/base/a.c "$spdx\n\tint a;" 'src/base/a.c:2: a tab'
with sources src/base/a.c "$spdx\r\nint a;" 'white space'
with sources src/base/a.c "$spdx\n/* /ho""me/me/a */" 'src/base/a.c:2: the path of one machine'
with sources README.md 'See /ro''ot/a' 'README.md:1: the path of one machine'
with sources src/base/a.c "$spdx$(printf '%1000s' '' | sed 's/ /\\n/g')" '1001 lines'
fresh_tree
printf '%s\nint a;' "$spdx" >"$tree/src/base/a.c"
expect sources 'the last line has no end'

with format src/base/a.c "$spdx\nint  a;" 'run make format'

with docs README.md '[a](docs/other.md)' 'README.md: links to docs/other.md'
with docs docs/a.md '[a](man/other.1#part)' 'docs/a.md: links to man/other.1'
with docs README.md '```\nmake other\n```' 'make other: no such target'
with docs README.md '```\nmake -j2 \\\n  build other\n```' 'make other: no such target'
with docs README.md '```\ntools/other\n```' 'tools/other: no such tool'
with docs CONTRIBUTING.md '    $ build/src/cli/quadrille fly' 'quadrille fly: no such subcommand'
with docs README.md '```\nquadrille draw --fast=1\n```' 'draw --fast: no such option'
fresh_tree
rm "$tree/CHANGELOG.md"
expect docs 'CHANGELOG.md: is missing'

with manual docs/man/a.1 '.Dt A 1\n.Sh NAME\n.Xx' 'mandoc has something to say'

with scripts tools/other "$script\nif" 'sh does not read it'
with scripts tools/other "$script\nexit 0" 'is not executable'

read -r -a compiler <<<"${CC:-cc}"
arguments=(c99 "${compiler[@]}")
fresh_tree
expect headers ''
with headers include/quadrille/a.h "$spdx\nint f(uint8_t);" 'a.h: does not compile alone'
with headers include/quadrille/a.h "$spdx\ninline int f() { return 0; }" 'does not compile alone'
with headers include/quadrille/a.h "$spdx\nstruct a { int a; };" 'does not compile alone'

arguments=(c++11)
"$here/headers.sh" "$tree" "${arguments[@]}" >/dev/null
[ $? = 77 ] || fault "headers: exit status is not 77 without a compiler"

# library SOURCE MESSAGE   exports.sh on a static and a shared library of that source.
library()
{
    local dir=$tmp/library

    mkdir -p "$dir"
    rm -f "$dir"/*
    if ! echo "$1" | "${compiler[@]}" -fPIC -c -x c - -o "$dir/a.o" ||
        ! ar rc "$dir/a.a" "$dir/a.o" || ! "${compiler[@]}" -shared "$dir/a.o" -o "$dir/a.so"; then
        fault "the library of exports.sh cannot be built"
    fi
    arguments=(nm "$dir/a.a")
    expect exports "$2"
    arguments=(nm "$dir/a.so")
    expect exports "$2"
}

library 'int qd_a; static int b; int f(void); int qd_f(void) { return b; }' ''
library 'int qd_a; int vk_b;' 'exports vk_b'
library 'int qd_a; int f(void) { return 0; }' 'exports f'
library 'static int a; int *b(void); static int *c(void) { return &a; } int (*qd)(void);' \
    'exports no qd_ symbol'
arguments=(nm "$tmp/none.a")
expect exports 'cannot be read'
finish
