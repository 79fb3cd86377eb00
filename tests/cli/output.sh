#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# output.sh PROGRAM ROOT   A file that is named by an option is whole or absent, and the one that
# was there before is kept until the new one is whole.
. "${BASH_SOURCE[0]%/*}/lib.sh"

# keeps_old FILE   It is as it was, and there is nothing beside it.
keeps_old()
{
    [ "$(cat "$1")" = old ] || fault "$ran: $1 was changed"
    [ "$(cd "$(dirname "$1")" && echo *)" = "$(basename "$1")" ] ||
        fault "$ran: beside $1 there is: $(ls -a "$(dirname "$1")")"
}

mkdir d
echo old >d/out
run 1 translate bad.tgsi -o d/out
keeps_old d/out
run 1 translate absent.tgsi -o d/out
keeps_old d/out
run 1 dump bad.tgsi --as ir -o d/out
keeps_old d/out
run 1 draw --fragment bad.tgsi -o d/out
keeps_old d/out
run 1 translate bad.tgsi -o out.spv --reflect d/out
keeps_old d/out

# The disk is full: here, files may have no bytes at all.
(
    trap '' XFSZ
    ulimit -f 0
    "$program" translate good.tgsi -o d/out 2>/dev/null
    echo "translate $?"
    "$program" dump good.tgsi --as ir -o d/out 2>/dev/null
    echo "dump $?"
    "$program" draw --fragment good.tgsi -o d/out 2>/dev/null
    echo "draw $?"
    "$program" translate good.tgsi --reflect d/out >/dev/null 2>&1
    echo "reflect $?"
) | cat >statuses
[ "$(tr '\n' ' ' <statuses)" = 'translate 1 dump 1 draw 1 reflect 1 ' ] ||
    fault "without room for files: $(cat statuses)"
ran='quadrille, without room for files'
keeps_old d/out

# A device of our own: the machine's must not be at stake.
if mknod full c 1 7 2>/dev/null && { true >full; } 2>/dev/null; then
    run 1 translate good.tgsi -o full
    says 'full: error: the file cannot be written: No space left on device [io]'
    run 1 draw --fragment good.tgsi -o full
    [ -c full ] || fault "$ran: replaced a device"
else
    echo 'not tried: devices cannot be made here'
fi
if [ -e /dev/full ]; then
    for arguments in '--help' 'devices' 'devices --json' 'translate good.tgsi' \
        'dump good.tgsi --as ir' 'compare --fragment good.tgsi --devices cpu,cpu' 'check --help'; do
        # shellcheck disable=SC2086
        "$program" $arguments >/dev/full 2>err
        [ $? = 1 ] || fault "quadrille $arguments >/dev/full: expected exit status 1"
    done
fi

# Where a file cannot be.
run 1 translate good.tgsi -o absent/out.spv
says 'absent/out.spv: error: the file cannot be written: No such file or directory [io]'
is_absent absent
run 1 translate good.tgsi -o d/out/out.spv
run 1 dump good.tgsi --as ir -o d
says 'd: error: the file cannot be written: Is a directory'
run 1 translate good.tgsi -o absent/folder/
says 'absent/folder/: error: the directory cannot be made'
run 1 translate good.tgsi vertex.tgsi -o d/out
says 'd/out: error: the directory cannot be made'
keeps_old d/out

# A good run replaces it, behind a link too, and keeps its mode.
chmod 640 d/out
ln -s d/out link
run 0 translate good.tgsi -o link
[ -L link ] || fault "$ran: the link was replaced"
starts_with d/out $spirv_magic
[ "$(stat -c %a d/out)" = 640 ] || fault "$ran: the mode is $(stat -c %a d/out)"
[ "$(ls -A d)" = out ] || fault "$ran: there is: $(ls -A d)"
(umask 027 && "$program" translate good.tgsi -o fresh.spv)
[ "$(stat -c %a fresh.spv)" = 640 ] || fault "a new file has mode $(stat -c %a fresh.spv)"

# Standard output, and what is no file.
run 0 translate good.tgsi
cmp -s out d/out || fault "$ran: differs from the file"
run 0 translate good.tgsi -o -
cmp -s out d/out || fault "$ran: differs from the file"
mkfifo pipe
timeout 20 cat pipe >through &
reader=$!
run 0 translate good.tgsi -o pipe
wait $reader
cmp -s through d/out || fault "$ran: differs through a pipe"
[ -p pipe ] || fault "$ran: replaced the pipe"
run 0 draw --fragment good.tgsi -o -
starts_with out $png_magic

# Names in a directory.
mkdir in
cp good.tgsi in/a.b.tgsi
cp good.tgsi in/.tgsi
cp good.tgsi in/plain
run 0 translate in/a.b.tgsi in/.tgsi in/plain - -o there --from tgsi <vertex.tgsi
[ "$(ls -A there | tr '\n' ' ')" = '.tgsi.spv a.b.spv plain.spv stdin.spv ' ] ||
    fault "$ran: there is: $(ls -A there)"
run 0 translate good.tgsi -o there
starts_with there/good.spv $spirv_magic
run 0 translate good.tgsi -o new/
starts_with new/good.spv $spirv_magic

# Words do not go to a terminal.
if script -qec true /dev/null >/dev/null 2>&1 </dev/null; then
    script -qec "'$program' translate good.tgsi" /dev/null >terminal 2>&1 </dev/null
    [ $? = 2 ] || fault "translate to a terminal: expected exit status 2"
    grep -q 'standard output is a terminal' terminal || fault "translate: $(cat terminal)"
    script -qec "'$program' dump good.tgsi --as tokens" /dev/null >terminal 2>&1 </dev/null
    [ $? = 2 ] || fault "dump --as tokens to a terminal: expected exit status 2"
    script -qec "'$program' draw --fragment good.tgsi -o -" /dev/null >terminal 2>&1 </dev/null
    [ $? = 2 ] || fault "draw to a terminal: expected exit status 2"
else
    echo 'not tried: there are no terminals here'
fi
finish
