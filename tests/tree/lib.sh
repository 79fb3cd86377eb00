# SPDX-License-Identifier: MIT
# shellcheck shell=bash
#
# What the tests of the tree share. A test is called with the tree's root as its first argument,
# prints one line a fault, and exits with 0, 1 or, when what it needs is missing, 77.

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

finish()
{
    [ $faults = 0 ] || echo "$faults faults"
    [ $faults = 0 ]
    exit
}

# find_files PATTERN...   The tree's own files of these names, one a line, relative to the root.
find_files()
{
    local name names=() folder folders=()

    for name; do
        names+=(-o -name "$name")
    done
    for folder in include src tests fuzz bench examples tools docs .ci; do
        [ -d "$folder" ] && folders+=("$folder")
    done
    # What git would not take is no part of the tree: test data of others keeps its own form.
    find "${folders[@]}" -path tests/data -prune -o -type f \( "${names[@]:1}" \) -print | sort
}

# Scripts have no ending in tools/, so they are told by their first line.
find_scripts()
{
    find_files '*' | xargs -d '\n' awk 'FNR == 1 && /^#!.*sh$/ { print FILENAME }'
}

# shellcheck disable=SC2034 # for the tests
here=$(cd "${BASH_SOURCE[0]%/*}" && pwd) || exit 1
root=$1
shift
cd "$root" || exit 1
