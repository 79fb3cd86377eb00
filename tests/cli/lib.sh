# SPDX-License-Identifier: MIT
# shellcheck shell=bash
#
# What the tests of the program share. A test is called with the program and the tree's root, works
# in a folder of its own, prints one line a fault, and exits with 0, 1 or, when what it needs is
# missing, 77.

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

# run STATUS ARGUMENT...   Runs the program; its output is in $tmp/out and $tmp/err.
run()
{
    local expected=$1 status
    shift

    "$program" "$@" >"$tmp/out" 2>"$tmp/err"
    status=$?
    [ $status = "$expected" ] ||
        fault "quadrille $*: exit status $status, expected $expected: $(head -c 2000 "$tmp/err")"
    ran="quadrille $*"
}

# says TEXT   Standard error has it.
says()
{
    grep -qF -- "$1" "$tmp/err" ||
        fault "$ran: expected \"$1\" on standard error, found: $(head -c 2000 "$tmp/err")"
}

# prints TEXT   Standard output has it.
prints()
{
    grep -qF -- "$1" "$tmp/out" ||
        fault "$ran: expected \"$1\" on standard output, found: $(head -c 2000 "$tmp/out")"
}

# omits TEXT   Standard output does not have it.
omits()
{
    ! grep -qF -- "$1" "$tmp/out" || fault "$ran: expected no \"$1\" on standard output"
}

is_silent()
{
    [ ! -s "$tmp/err" ] || fault "$ran: standard error has: $(head -c 2000 "$tmp/err")"
}

# is_absent FILE...
is_absent()
{
    local file

    for file; do
        [ ! -e "$file" ] || fault "$ran: $file is there"
    done
}

# starts_with FILE HEX   The first bytes of the file.
starts_with()
{
    local found

    found=$(head -c $((${#2} / 2)) "$1" | od -An -v -tx1 | tr -d ' \n')
    [ "$found" = "$2" ] || fault "$ran: $1 starts with $found, expected $2"
}

# Is there a Vulkan device?
has_vulkan()
{
    "$program" devices 2>/dev/null | grep '^vulkan:0 ' >/dev/null
}

# Does the build have SPIRV-Tools?
has_tools()
{
    "$program" translate --text "$tmp/good.tgsi" >/dev/null 2>&1
    [ $? != 3 ]
}

# shellcheck disable=SC2034 # for the tests
png_magic=89504e470d0a1a0a
# shellcheck disable=SC2034
spirv_magic=03022307

program=$(realpath -- "$1") || exit 1
# shellcheck disable=SC2034
root=$(realpath -- "$2") || exit 1
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
cd "$tmp" || exit 1

cat >good.tgsi <<'EOF'
FRAG
DCL IN[0], COLOR, LINEAR
DCL OUT[0], COLOR
MOV OUT[0], IN[0]
END
EOF
cat >vertex.tgsi <<'EOF'
VERT
DCL IN[0]
DCL IN[1]
DCL OUT[0], POSITION
DCL OUT[1], COLOR
MOV OUT[0], IN[0]
MOV OUT[1], IN[1]
END
EOF
cat >bad.tgsi <<'EOF'
FRAG
DCL OUT[0], COLOR
FOO OUT[0], OUT[0]
END
EOF
