#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# run.sh PROGRAM FOLDER cpu|vulkan   Every script of the folder passes: on the CPU device with
# subgroups of every size and with several threads, on the first Vulkan device wherever that has
# what the script asks for. What lavapipe is known to fail stands in lavapipe.txt, and has to.

set -u -o pipefail
export LC_ALL=C

faults=0

fault()
{
    printf '%s\n' "$*"
    faults=$((faults + 1))
}

skip()
{
    echo "skip: $*"
    exit 77
}

program=$(realpath -- "$1") || exit 1
folder=$(realpath -- "$2") || exit 1
device=$3
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
cd "$folder" || exit 1

mapfile -t scripts < <(find . \( -name '*.amber' -o -name '*.shader_test' \) -printf '%P\n' | sort)
[ ${#scripts[@]} != 0 ] || fault "there is no script"

# run OPTION...   The lines of the cases are in $tmp/out.
run()
{
    "$program" run "${scripts[@]}" --device "$device" "$@" >"$tmp/out" 2>"$tmp/err"
    status=$?
    if [ $status = 3 ]; then
        skip "$(head -n 1 "$tmp/err" "$tmp/out" | grep -v '^$' | tail -n 1)"
    fi
    if [ $status -gt 1 ]; then
        fault "run $*: exit status $status: $(head -c 2000 "$tmp/err")"
    fi
    grep -q 'the build lacks' "$tmp/out" && skip "$(grep -m 1 'the build lacks' "$tmp/out")"
    local cases
    cases=$(grep -cE '^(pass|fail|skip) ' "$tmp/out")
    [ "$cases" = ${#scripts[@]} ] ||
        fault "run $*: found $cases cases, expected ${#scripts[@]}: $(head -c 2000 "$tmp/err")"
}

# The CPU device has all that any script asks for, but for geometry and tessellation shaders.
run_cpu()
{
    local word path rest

    run "$@"
    while read -r word path rest; do
        case $word:$path in
        skip:geometry/* | skip:tessellation/*) ;;
        pass:geometry/* | pass:tessellation/*) fault "run $*: $path passes, expected a skip" ;;
        pass:*) ;;
        *) fault "run $*: $word $path $rest" ;;
        esac
    done < <(grep -E '^(pass|fail|skip) ' "$tmp/out")
}

run_vulkan()
{
    local word path rest reason passed=0
    local -A known=()

    if "$program" devices 2>/dev/null | grep '^vulkan:0 .*llvmpipe' >/dev/null; then
        while read -r path reason; do
            case $path in '' | '#'*) continue ;; esac
            [ -n "$reason" ] || fault "lavapipe.txt: found no reason behind $path"
            [ -f "$path" ] || fault "lavapipe.txt: there is no $path"
            known[$path]=$reason
        done <lavapipe.txt
    fi
    run
    while read -r word path rest; do
        path=${path%:}
        case $word in
        fail) [ -n "${known[$path]-}" ] || fault "$word $path $rest" ;;
        pass)
            passed=$((passed + 1))
            [ -z "${known[$path]-}" ] ||
                fault "$path passes: take it from lavapipe.txt (${known[$path]})"
            ;;
        skip)
            [ -z "${known[$path]-}" ] ||
                fault "$path is skipped: take it from lavapipe.txt (${known[$path]})"
            ;;
        esac
    done < <(grep -E '^(pass|fail|skip) ' "$tmp/out")
    [ $passed != 0 ] || fault "no script passes"
    tail -n 1 "$tmp/out"
}

case $device in
cpu)
    for size in 4 8 16 32 64; do
        run_cpu --subgroup-size $size
    done
    # One script at a time and threads of its own for each.
    run_cpu --jobs 1 --threads 3
    ;;
vulkan) run_vulkan ;;
*) fault "found \"$device\", expected cpu or vulkan" ;;
esac
[ $faults = 0 ] || echo "$faults faults"
[ $faults = 0 ]
exit
