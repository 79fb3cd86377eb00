/* SPDX-License-Identifier: MIT */
#include "programs.h"

#include "corpus.h"

#include <stdlib.h>

uint32_t
program_read(struct base_arena *arena, const char *root, const char *name,
             uint32_t words[PROGRAM_WORDS])
{
    const char *file = base_arena_printf(arena, "%s.hex", name);
    uint32_t count = 0;
    size_t size;

    for (const char *line = corpus_read(arena, root, file, &size); line && *line;) {
        if (*line != '#' && *line != '\n' && count < PROGRAM_WORDS)
            words[count++] = (uint32_t)strtoul(line, NULL, 16);
        line = strchr(line, '\n');
        line = line ? line + 1 : NULL;
    }
    return count;
}
