#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# setup.sh ROOT   tools/setup on machines that are made up: a folder of programs that stand for
# Debian's tools, say what they are told to say, and note how they were called.
# shellcheck disable=SC2016,SC2086 # the programs expand their own, and lists are split
. "${BASH_SOURCE[0]%/*}/lib.sh"

tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
bin=$tmp/bin
shell=$(command -v sh)

all="gcc g++ libc6-dev make meson ninja-build pkg-config libjansson-dev libpng-dev spirv-headers
libvulkan-dev libcmocka-dev spirv-tools clang libclang-rt-14-dev clang-format libvulkan1
mesa-vulkan-drivers vulkan-validationlayers mandoc glslang-dev libmpack-dev jq llvm-19 llvm-19-dev"

# program NAME TEXT   A program of the made up machine.
program()
{
    printf '#!%s\n%s\n' "$shell" "$2" >"$bin/$1"
    chmod +x "$bin/$1"
}

# machine OS USER INSTALLED   A machine that has these packages, no compiler and no sudo.
machine()
{
    local name

    rm -rf "$bin"
    mkdir -p "$bin"
    for name in awk cat env grep sed sh tr true; do
        ln -s "$(type -P $name)" "$bin/$name"
    done
    printf 'ID=%s\n' "$1" >"$tmp/os-release"
    program id "echo $2"
    [ "$1" = fedora ] && return

    printf '%s\n' $3 >"$tmp/installed"
    # Like dpkg-query, it takes patterns, and knows packages that are not installed.
    program dpkg-query '
        echo query >>"$CALLS"
        echo "not-installed dpkg-dev"
        while read -r package; do
            for pattern; do
                case $package in
                $pattern) echo "installed $package" ;;
                esac
            done
        done <"$INSTALLED"'
    program apt-get 'echo "apt-get $* [$DEBIAN_FRONTEND]" >>"$CALLS"
        case " $* " in *" $BROKEN "*) exit 100 ;; esac'
    program apt-cache '
        case $1 in
        depends) echo "  Depends: clang-15" ;;
        show) [ "$2" != "$ABSENT" ] ;;
        esac'
}

# run STATUS ARGUMENT...   Runs tools/setup there; $out is what it says and $calls how apt-get and
# dpkg-query were called.
run()
{
    local expected=$1 status
    shift

    : >"$tmp/calls"
    out=$(env -i PATH="$bin" CALLS="$tmp/calls" INSTALLED="$tmp/installed" \
        QUADRILLE_OS_RELEASE="$tmp/os-release" ABSENT="${absent:-none}" BROKEN="${broken:-none}" \
        "$shell" tools/setup "$@" 2>&1 </dev/null)
    status=$?
    calls=$(<"$tmp/calls")
    [ $status = "$expected" ] ||
        fault "$scene: exit status $status, expected $expected; it said: $out"
}

# says TEXT and calls_are LINE...   What the last run did.
says()
{
    [[ $out == *"$1"* ]] || fault "$scene: expected it to say \"$1\", found: $out"
}

calls_are()
{
    diff <(printf '%s\n' "$@") <(printf '%s\n' "$calls") || fault "$scene: other calls"
}

# without WORD...   All packages but these.
without()
{
    local word list=" ${all//$'\n'/ } "

    for word; do
        list=${list/ $word / }
    done
    echo "$list"
}

options='install -y --no-install-recommends -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3'
update='apt-get update -q -o Acquire::Retries=3 [noninteractive]'

scene='nothing is missing'
machine debian 0 "$all"
run 0
calls_are query
[ -z "$out" ] || fault "$scene: it said: $out"
run 0 --dry-run
calls_are query
says 'nothing is missing'

scene='pkgconf stands for pkg-config'
machine debian 0 "$(without pkg-config) pkgconf"
run 0
calls_are query

scene='some are missing'
machine debian 0 "$(without meson libpng-dev mandoc libclang-rt-14-dev)"
run 0
calls_are query "$update" "apt-get $options meson libpng-dev [noninteractive]" \
    "apt-get $options libclang-rt-15-dev mandoc [noninteractive]"
run 0 demo
calls_are query "$update" "apt-get $options meson libpng-dev [noninteractive]"
run 0 --dry-run check
calls_are query
says 'apt-get install -y --no-install-recommends meson libpng-dev libclang-rt-15-dev mandoc'

scene='only the tests need it'
machine debian 0 "$(without libcmocka-dev)"
run 0 demo
calls_are query
run 0 check
calls_are query "$update" "apt-get $options libcmocka-dev [noninteractive]"

scene='a derivative'
machine 'mint
ID_LIKE="ubuntu debian"' 0 "$(without make)"
run 0
calls_are query "$update" "apt-get $options make [noninteractive]"

scene='the archive does not offer an optional one'
machine debian 0 "$(without mandoc clang-format)"
absent=mandoc run 0
says 'mandoc is optional and not offered here'
calls_are query "$update" "apt-get $options clang-format [noninteractive]"

scene='an installation fails'
machine debian 0 "$(without mandoc meson)"
broken=mandoc run 0
says 'these are optional and could not be installed: mandoc'
broken=meson run 1
says 'these are required and could not be installed: meson'
broken=update run 0
says 'apt-get update failed'

scene='neither root nor sudo'
machine debian 1000 "$(without meson mandoc)"
run 1
says 'apt-get update && apt-get install -y --no-install-recommends'
says ' meson '
calls_are query

scene='neither root nor sudo, and the command is there without its package'
program meson ''
program mandoc ''
program gcc ''
program pkg-config ''
for name in make ninja g++ spirv-val; do
    program $name ''
done
run 0 demo
calls_are query
run 0 check
says 'apt-get install'
[[ $out != *meson* ]] || fault "$scene: it asked for meson: $out"

scene='sudo'
machine debian 1000 "$(without make)"
program sudo 'echo "sudo $*" >>"$CALLS"
    shift
    exec "$@"'
run 0
calls_are query 'sudo -n true' \
    "sudo -n env DEBIAN_FRONTEND=noninteractive apt-get update -q -o Acquire::Retries=3" "$update" \
    "sudo -n env DEBIAN_FRONTEND=noninteractive apt-get $options make" \
    "apt-get $options make [noninteractive]"

scene='another system'
machine fedora 0 ''
run 1
says 'not a Debian-like system'
says 'required: gcc libc6-dev make meson ninja-build pkg-config libjansson-dev'
says 'clang-format'
run 1 demo
[[ $out != *cmocka* ]] || fault "$scene: the demo needs no cmocka: $out"

scene='another system that has what is required'
for name in gcc g++ make meson ninja pkg-config spirv-val; do
    program $name ''
done
run 0
says 'optional: clang libclang-rt-N-dev clang-format'
[[ $out != *required:* ]] || fault "$scene: nothing is required: $out"

scene='another system whose pkg-config knows nothing'
program pkg-config 'exit 1'
run 1
says 'required: libjansson-dev libpng-dev spirv-headers libvulkan-dev libcmocka-dev spirv-tools'

scene='usage'
run 2 everything
says 'usage: tools/setup'
run 0 --help
says 'usage: tools/setup'
finish
