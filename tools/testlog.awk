# SPDX-License-Identifier: MIT
#
# Reads the testlog.json that meson leaves (one JSON object a line) and prints one line a test:
# "pass NAME", "fail NAME: reason" or "skip NAME: reason". A case that a passing test program
# skipped (cmocka's skip()) gets a skip line of its own, so that no skip stays hidden. The reason
# is the line "skip: reason" that the test printed; a test that prints none has none to show.

# The string member of that name, still escaped. A quote inside of a JSON string is escaped, so the
# pattern cannot match there.
function member(name,    rest, at)
{
    at = index($0, "\"" name "\": \"")
    if (!at)
        return ""
    rest = substr($0, at + length(name) + 5)
    match(rest, /^([^"\\]|\\.)*/)
    return substr(rest, 1, RLENGTH)
}

function number(name,    rest)
{
    if (!match($0, "\"" name "\": -?[0-9]+"))
        return "?"
    rest = substr($0, RSTART, RLENGTH)
    sub(/.*: /, "", rest)
    return rest
}

function unescaped(text)
{
    gsub(/\\u[0-9a-f][0-9a-f][0-9a-f][0-9a-f]/, "?", text)
    gsub(/\\t/, " ", text)
    gsub(/\\"/, "\"", text)
    gsub(/\\\\/, "\\", text)
    return text
}

# Walks the test's output. Sets reason to the last "skip: " line; prints the skipped cases. cmocka
# names a skipped case twice, when it is met and in the summary; the summary comes after the count.
function walk(name, text, print_cases,    lines, count, i, line, summary, case_reason)
{
    summary = 0
    case_reason = ""
    count = split(text, lines, /\\n/)
    for (i = 1; i <= count; i++) {
        line = lines[i]
        if (line ~ /^skip: /) {
            reason = case_reason = unescaped(substr(line, 7))
        } else if (line ~ /^\[ RUN /) {
            case_reason = ""
        } else if (line ~ /^\[  SKIPPED \] [0-9]+ test\(s\)/) {
            summary = 1
        } else if (line ~ /^\[=+\] .*[Rr]unning /) {
            summary = 0
        } else if (print_cases && !summary && line ~ /^\[  SKIPPED \] /) {
            line = unescaped(substr(line, 14))
            print "skip " name ", " line ": " (case_reason ? case_reason : "no reason given")
        }
    }
}

{
    # "project:suite / test": the project is always the same.
    name = unescaped(member("name"))
    sub(/^[^:\/]*:/, "", name)
    result = member("result")
    reason = ""
    if (result == "OK") {
        print "pass " name
        walk(name, member("stdout"), 1)
        walk(name, member("stderr"), 1)
    } else if (result == "SKIP") {
        walk(name, member("stdout"), 0)
        walk(name, member("stderr"), 0)
        print "skip " name ": " (reason ? reason : "no reason given")
    } else if (result == "EXPECTEDFAIL") {
        print "skip " name ": a known gap, marked as such"
    } else if (result == "UNEXPECTEDPASS") {
        print "fail " name ": passes, although it is marked as a known gap"
    } else if (result == "TIMEOUT") {
        print "fail " name ": took too long"
    } else {
        print "fail " name ": " tolower(result) ", exit status " number("returncode")
    }
}
