#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# exports.sh ROOT NM LIBRARY...   Only qd_ symbols leave a library, static or shared: a host may
# well have tgsi_ or vk_ functions of its own. Libraries are named by absolute paths.
. "${BASH_SOURCE[0]%/*}/lib.sh"

nm=$1
shift
[ $# != 0 ] || fault "no library was named"
for library; do
    options=(-g)
    [[ $library == *.so* ]] && options=(-D)
    if ! symbols=$("$nm" "${options[@]}" --defined-only -P "$library"); then
        fault "$library: cannot be read"
        continue
    fi
    # A line of one word ends in a colon and names a member of the archive.
    symbols=$(awk 'NF > 1 { print $1 }' <<<"$symbols")
    grep -q '^qd_' <<<"$symbols" || fault "$library: exports no qd_ symbol at all"
    while read -r symbol; do
        [ -z "$symbol" ] || fault "${library##*/}: exports $symbol"
    done < <(grep -v '^qd_' <<<"$symbols")
done
finish
