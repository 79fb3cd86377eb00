/* SPDX-License-Identifier: MIT */
#include "programs.h"

#include <stdio.h>
#include <stdlib.h>

static void
read_comment(struct program *program, const char *line, uint32_t *constants_at)
{
    char name[32];
    unsigned number;

    if (sscanf(line, "# chip: %31s", name) == 1) {
        for (enum rdna_isa isa = 0; isa < rdna_isa_count; isa++)
            if (!strcmp(name, rdna_isa_names[isa]))
                program->isa = isa;
    } else if (sscanf(line, "# wave: %u", &number) == 1) {
        program->wave_size = number == 32 ? 32 : 64;
    } else if (sscanf(line, "# constants_at: %u", &number) == 1) {
        *constants_at = number;
    }
}

bool
program_read(struct base_arena *arena, const char *root, const char *name, struct program *program)
{
    uint32_t constants_at = UINT32_MAX;
    size_t size;
    char *text = corpus_read(arena, root, name, &size);

    *program = (struct program){.name = name, .wave_size = 32};
    if (!text)
        return false;
    for (char *line = text, *next; line && *line; line = next) {
        next = strchr(line, '\n');
        if (next)
            *next++ = '\0';
        read_comment(program, line, &constants_at);
        for (char *end; *line && *line != '#'; line = end) {
            const uint32_t word = (uint32_t)strtoul(line, &end, 16);
            if (end == line)
                break;
            base_array_push(arena, &program->words, word);
        }
    }
    if (program->words.count > constants_at)
        program->words.count = constants_at;
    return true;
}

typedef void (*each_fn)(struct base_arena *arena, const char *root, const struct program *program,
                        void *context);

static unsigned
run_one(const char *root, const char *name, each_fn each, void *context)
{
    struct base_arena arena;
    struct program program;

    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena))
        abort();
    const bool good = program_read(&arena, root, name, &program);
    if (good)
        each(&arena, root, &program, context);
    base_arena_finish(&arena);
    return good;
}

static unsigned
run_folder(const char *root, const char *folder, each_fn each, void *context)
{
    struct base_arena arena;

    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena))
        abort();
    uint32_t count;
    const char **names = corpus_list(&arena, root, folder, ".hex", &count);
    unsigned programs = 0;
    for (uint32_t i = 0; i < count; i++)
        programs += run_one(root, names[i], each, context);
    base_arena_finish(&arena);
    return programs;
}

unsigned
programs_for_each(const char *root, each_fn each, void *context)
{
    return run_folder(root, ".", each, context) + run_folder(root, "llvm", each, context) +
           run_folder(root, "radv", each, context);
}
