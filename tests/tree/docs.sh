#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# docs.sh ROOT   What the documents name is there: the files that they link to, and in README.md and
# CONTRIBUTING.md the targets, tools, subcommands and options of the commands in code blocks.
. "${BASH_SOURCE[0]%/*}/lib.sh"

for file in README.md ARCHITECTURE.md CONTRIBUTING.md CHANGELOG.md LICENSE; do
    [ -s "$file" ] || fault "$file: is missing"
done

# check_link FILE TARGET
check_link()
{
    local file=$1 target=${2%%#*}

    case $target in
    '' | http:* | https:* | mailto:*) return ;;
    esac
    [ -e "$(dirname "$file")/$target" ] || fault "$file: links to $target, which is not there"
}

check_make()
{
    local file=$1 word
    shift

    for word; do
        [[ $word == -* || $word == *=* ]] && continue
        grep -qE "^([a-z-]+ )*$word( [a-z-]+)*:" Makefile ||
            fault "$file: make $word: no such target"
    done
}

# One file a subcommand, which names its options; what they share lies in the same folder.
check_program()
{
    local file=$1 subcommand=${2:-} word
    shift

    case $subcommand in
    '' | --help | --version) return ;;
    esac
    [ -f "src/cli/$subcommand.c" ] ||
        fault "$file: quadrille $subcommand: no such subcommand"
    for word in "${@:2}"; do
        word=${word%%=*}
        [[ $word == --?* ]] || continue
        grep -qrF "\"${word#--}\"" src/cli || grep -qrF "\"$word\"" src/cli ||
            fault "$file: quadrille $subcommand $word: no such option"
    done
}

# check_command FILE WORD...
check_command()
{
    local file=$1 word=$2
    shift 2

    case $word in
    make) check_make "$file" "$@" ;;
    quadrille | */quadrille) check_program "$file" "$@" ;;
    tools/* | .ci/*) [ -x "$word" ] || fault "$file: $word: no such tool" ;;
    esac
}

while read -r file; do
    while read -r target; do
        check_link "$file" "$target"
    done < <(grep -oE '\]\([^)]+\)' "$file" | sed 's/^](//; s/)$//; s/ .*//')
done < <(find . -maxdepth 1 -name '*.md' -printf '%f\n'; find_files '*.md')

# Commands are the lines of code blocks, fenced or indented, with or without a prompt; # begins a
# comment, and a line that ends in a backslash goes on.
for file in README.md CONTRIBUTING.md; do
    [ -f "$file" ] || continue
    while read -r -a words; do
        [ ${#words[@]} != 0 ] && check_command "$file" "${words[@]}"
    done < <(sed -e ':more' -e '/\\$/N; s/\\\n/ /; t more' "$file" |
        awk '/^```/ { inside = !inside; next }
             inside || /^    [^ ]/ { sub(/^[ ]*([$] )?/, ""); sub(/(^| )#.*/, ""); print }')
done
finish
