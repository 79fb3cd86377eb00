#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# diagnostics.sh PROGRAM ROOT   The form of findings, as text and as JSON.
. "${BASH_SOURCE[0]%/*}/lib.sh"

run 1 check bad.tgsi
grep -qE '^bad\.tgsi:3:1: error: .*FOO.* \[tgsi-unknown-opcode\]$' err ||
    fault "$ran: found: $(cat err)"
[ "$(sed -n 2,3p err)" = "  FOO OUT[0], OUT[0]
  ^" ] || fault "$ran: expected the line and a caret, found: $(sed -n 2,3p err)"
[ ! -s out ] || fault "$ran: standard output has: $(cat out)"

# is_json FILE   Each line is one object with the members that there always are.
is_json()
{
    local line
    local start='^\{"file":"[^"]*","severity":"(error|warning|note)","code":"[a-z-]+","message":".+"'

    [ -s "$1" ] || fault "$ran: $1 is empty"
    while read -r line; do
        [[ $line =~ $start && $line == *'}' ]] || fault "$ran: found: $line"
    done <"$1"
}

run 1 check bad.tgsi --diagnostics json
is_json err
grep -q '"file":"bad.tgsi","severity":"error","code":"tgsi-unknown-opcode"' err ||
    fault "$ran: found: $(cat err)"
grep -q '"line":3,"column":1,"excerpt":"FOO OUT\[0\], OUT\[0\]"' err ||
    fault "$ran: found: $(cat err)"

# Every kind of error, one object a line.
printf '%s\n' FRAG 'DCL OUT[0], COLOR' 'FOO "\' $'BAR \x80\xff\t\x07' END >odd.tgsi
printf 'vertex "x"\n{\n  %%1 = what\n}\n' >bad.qir
echo '{"target":}' >host.json
mkdir folder
for arguments in 'check odd.tgsi' 'check bad.qir' 'check absent' 'check folder' \
    'translate good.tgsi --host host.json' 'translate good.tgsi --host absent.json' \
    'translate good.tgsi --memory 1' 'translate good.tgsi -o folder/x/y' \
    'translate good.tgsi good.tgsi.tok -o folder' 'compare folder --devices cpu,cpu' \
    'draw --fragment vertex.tgsi -o x.png' 'draw --fragment good.tgsi -o absent/x.png' \
    'dump good.tgsi --as tokens --from tokens' 'dump good.tgsi --as rdna'; do
    # shellcheck disable=SC2086
    run 1 $arguments --diagnostics=json
    is_json err
done

# Names that a terminal could take for something else are escaped.
cp bad.tgsi $'name\e[31m.tgsi'
run 1 check $'name\e[31m.tgsi'
says 'name\x1b[31m.tgsi:3:1: error:'
run 1 check $'name\e[31m.tgsi' --diagnostics json
is_json err
finish
