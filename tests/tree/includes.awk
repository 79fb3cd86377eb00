# SPDX-License-Identifier: MIT
#
# Reads "path:line:#include ..." lines, paths relative to the root of the tree, and prints the
# includes that go against the arrows of the design.

BEGIN {
    # A folder may include itself and what stands before it here.
    count = split("base ir tgsi rdna spirv guest scene cpu vulkan script inspect cli", order, " ")
    for (i = 1; i <= count; i++)
        rank[order[i]] = i
    # The public API stands beside the program, on top of all the rest.
    rank["api"] = rank["cli"]

    # Front ends know the IR alone.
    only["tgsi"] = only["rdna"] = only["spirv"] = only["scene"] = " base ir "
    # Devices know the IR and the scene alone.
    only["cpu"] = " base ir scene "
    only["vulkan"] = " base ir spirv scene "
    # Scripts know front ends and the scene, and no device.
    only["script"] = " base ir rdna spirv guest scene "

    # Headers of libraries, and the one folder that may include them.
    owner["vulkan/"] = owner["vk_video/"] = "vulkan"
    owner["llvm-c/"] = "cpu/jit"
    # The folder of tests that ask a library what is right.
    asks["llvm-c/"] = "rdna"
    asks["spirv/"] = "rdna/radv"
    owner["glslang/"] = "script"
    owner["mpack"] = "rdna"
    owner["spirv/"] = owner["spirv-tools/"] = "spirv"

    standard = " assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp " \
        "signal stdalign stdarg stdatomic stdbool stddef stdint stdio stdlib stdnoreturn string " \
        "tgmath threads time uchar wchar wctype "
}

function fault(text)
{
    print where ": " text
    faults++
}

# The path's folder below its first part: "src/cpu/jit/x.c" gives "cpu/jit".
function folder_of(path)
{
    sub(/^[^\/]*\//, "", path)
    return sub(/\/[^\/]*$/, "", path) ? path : ""
}

function first_part(path)
{
    sub(/\/.*/, "", path)
    return path
}

# A header of a library: only its owner's sources and tests may name it.
function check_library(name,    prefix)
{
    for (prefix in owner)
        if (index(name, prefix) == 1 && top != "include" && \
            index(folder "/", owner[prefix] "/") != 1 && \
            !(top == "tests" && prefix in asks && index(folder "/", asks[prefix] "/") == 1))
            fault("<" name "> belongs to src/" owner[prefix] " alone")
}

# Public headers stand on the C library alone.
function check_public(name, quoted,    base)
{
    base = name
    sub(/\.h$/, "", base)
    if (!quoted && index(name, "quadrille/") == 1)
        return
    if (quoted || !index(standard, " " base " "))
        fault("a public header includes " name ", which is neither public nor of C")
}

function check_own(name,    from, to)
{
    if (name ~ /(^|\/)\.\.?\//) {
        fault("\"" name "\" is named by a relative path")
        return
    }
    # A neighbour in the same folder.
    if (name !~ /\//)
        return
    from = first_part(folder)
    to = first_part(name)
    if (to == "quadrille") {
        fault("\"" name "\" is public: name it in angle brackets")
        return
    }
    if (!(to in rank)) {
        fault("\"" name "\" is in no folder of the design")
        return
    }
    if (from != to && name ~ /_priv\.h$/)
        fault("\"" name "\" is private to src/" to)
    if (top != "src" || from == to)
        return
    if (from in only ? !index(only[from], " " to " ") : rank[to] >= rank[from])
        fault("src/" from " may not include \"" name "\"")
}

{
    split($0, part, ":")
    path = part[1]
    where = part[1] ":" part[2]
    text = substr($0, length(where) + 2)
    top = first_part(path)
    folder = folder_of(path)
    if (top == "src" && !(first_part(folder) in rank))
        fault("src/" first_part(folder) " is no folder of the design")

    sub(/^[ \t]*#[ \t]*include[ \t]*/, "", text)
    name = substr(text, 2)
    sub(/[">].*/, "", name)
    if (text !~ /^(<[^>]*>|"[^"]*")/)
        fault("this include cannot be checked: name the file")
    else if (top == "include")
        check_public(name, text ~ /^"/)
    else if (text ~ /^"/)
        check_own(name)
    else
        check_library(name)
}

END {
    exit faults != 0
}
