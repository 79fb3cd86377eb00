#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# sources.sh ROOT   What every text that is written by hand keeps to.
. "${BASH_SOURCE[0]%/*}/lib.sh"

max_lines=1000

mapfile -t sources < <(find_files '*.c' '*.h')
mapfile -t scripts < <(find_scripts)
mapfile -t others < <(find_files '*.def' '*.awk' '*.sh' 'meson.build')
for file in meson.build meson_options.txt Makefile; do
    [ -f "$file" ] && others+=("$file")
done
mapfile -t texts < <(printf '%s\n' "${sources[@]}" "${scripts[@]}" "${others[@]}" | sort -u)
[ ${#sources[@]} != 0 ] || fault "there is no source file"

# The licence comes first, in a comment of its own or of a longer one.
for file in "${sources[@]}"; do
    read -r line <"$file"
    case $line in
    '/* SPDX-License-Identifier: MIT */' | '/* SPDX-License-Identifier: MIT') ;;
    *) fault "$file:1: the first line is not the SPDX line" ;;
    esac
done
for file in "${scripts[@]}"; do
    [ "$(sed -n 2p "$file")" = '# SPDX-License-Identifier: MIT' ] ||
        fault "$file:2: the second line is not the SPDX line"
done

for file in "${texts[@]}"; do
    lines=$(wc -l <"$file")
    [[ $file == *.def ]] || [ "$lines" -le $max_lines ] ||
        fault "$file: $lines lines are more than $max_lines: split it by subject"
    [ -z "$(tail -c 1 "$file")" ] || fault "$file: the last line has no end"
done

# faults_of TEXT GREP-OPTION...   Each line that grep finds is a fault.
faults_of()
{
    local text=$1 line
    shift

    while read -r line; do
        fault "$line: $text"
    done < <(grep -n "$@" | cut -d: -f1,2)
}

# Tabs are make's alone. The words are put so that this file does not hold them.
mapfile -t without_make < <(printf '%s\n' "${texts[@]}" | grep -v '^Makefile$')
faults_of "a tab" -H -F $'\t' "${without_make[@]}"
faults_of "white space at the end of the line" -HE '[[:space:]]+$' "${texts[@]}"
faults_of "this is to be done, not noted" -HwE 'TOD[O]|FIXM[E]|XX[X]|HAC[K]' "${texts[@]}"

# The text is read on other machines than the one it was written on.
mapfile -t documents < <(find . -maxdepth 1 -name '*.md' -printf '%f\n'; find_files '*.md')
faults_of "the path of one machine" -HE '(^|[^[:alnum:].])/(wor[k]|hom[e]|roo[t])/' \
    "${texts[@]}" "${documents[@]}"
finish
