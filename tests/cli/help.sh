#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# help.sh PROGRAM ROOT   The manual has a page for each command, and the page names the options that
# --help names, no more and no fewer.
. "${BASH_SOURCE[0]%/*}/lib.sh"

run 0 --help
mapfile -t commands < <(sed -nE 's/^  ([a-z]+) .*/\1/p' out)
[ ${#commands[@]} -ge 6 ] || fault "$ran: names ${#commands[@]} commands"

for command in "${commands[@]}"; do
    page=$root/docs/man/quadrille-$command.1
    run 0 "$command" --help
    sed -nE 's/^  (-o, )?--([a-z-]+)( .*)?$/\2/p' out | sort >said
    [ -s said ] || fault "$ran: names no option"
    if ! [ -f "$page" ]; then
        fault "docs/man/quadrille-$command.1: is missing"
        continue
    fi
    sed -nE 's/^\.It (Fl o , )?Fl Fl ([a-z-]+)( .*)?$/\2/p' "$page" | sort >written
    cmp -s said written || fault "quadrille-$command.1: differs from --help: $(diff said written)"
    grep -q "^\.Xr quadrille-$command 1" "$root/docs/man/quadrille.1" ||
        fault "quadrille.1: does not name quadrille-$command"

    # One line each, with something to say.
    grep -E '^  (-o, )?--' out | grep -vE '^  (-o, )?--[a-z-]+( [^ ]+)?  +[^ ]' >bare &&
        fault "$ran: nothing is said of: $(cat bare)"
done
finish
