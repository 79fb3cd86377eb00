/* SPDX-License-Identifier: MIT
 *
 * Every program of the corpus, of every stage, from its text and from its own tokens to modules
 * for the oldest and the newest host that the modules differ for: each step succeeds, the modules
 * are valid, and both forms of a program give the same words.
 *
 *   test_translate CORPUS [STEP [PART]]   STEP: each so manieth file; PART: files with that in the
 *                                         name
 */
#include "corpus.h"

#include "guest/guest.h"
#include "spirv/spirv.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const folders[] = {
    "softpipe/vert", "softpipe/frag", "softpipe/geom", "softpipe/comp", "virgl/vert",
    "virgl/frag",    "virgl/geom",    "virgl/tctrl",   "virgl/teval",   "virgl/comp",
};

static const enum spirv_target targets[] = {spirv_target_vulkan1_1, spirv_target_vulkan1_3};

struct run {
    uint32_t programs;
    uint32_t modules;
    uint32_t validated;
    uint32_t failed;
    uint64_t words;
};

/* A program on its way. */
struct job {
    const char *name;
    struct base_arena *arena;
    struct base_diags diags;
    enum tgsi_tokens layout;
};

static const char *
first_error(const struct job *job)
{
    for (uint32_t i = 0; i < job->diags.list.count; i++)
        if (job->diags.list.data[i].severity == QD_SEVERITY_ERROR)
            return job->diags.list.data[i].message;
    return "no message";
}

static bool
fail(struct run *run, const struct job *job, const char *step)
{
    printf("%s: %s: %s\n", job->name, step, first_error(job));
    run->failed++;
    return false;
}

static struct ir_shader *
read_shader(struct job *job, enum guest_language language, const void *code, size_t size)
{
    const struct guest_options options = {
        .language = language, .name = job->name, .tokens = job->layout};

    base_diags_init(&job->diags, job->arena, job->name);
    return guest_read(code, size, &options, NULL, job->arena, &job->diags);
}

/* In the first layout that has words for all of it: what is newer than Mesa 18 needs Mesa 24's. */
static bool
write_tokens(struct job *job, const char *text, size_t size, const uint32_t **words, size_t *count)
{
    static const enum tgsi_tokens layouts[] = {tgsi_tokens_18, tgsi_tokens_24};

    for (size_t i = 0; i < BASE_COUNT(layouts); i++) {
        const struct tgsi_token_options options = {.layout = layouts[i]};

        base_diags_init(&job->diags, job->arena, job->name);
        const struct tgsi_program *program =
            tgsi_read_text(job->arena, text, size, NULL, &job->diags);
        job->layout = layouts[i];
        if (program && tgsi_write_tokens(program, &options, job->arena, words, count, &job->diags))
            return true;
    }
    return false;
}

/* The host has barycentrics, for inputs that wrap. */
static bool
translate(struct job *job, const struct ir_shader *shader, enum spirv_target target,
          struct spirv_module *module)
{
    const struct spirv_write_options options = {.target = target, .has_barycentrics = true};

    return spirv_translate(shader, &options, job->arena, module, &job->diags);
}

static bool
is_same(const struct spirv_module *a, const struct spirv_module *b)
{
    return a->count == b->count && memcmp(a->words, b->words, a->count * sizeof(*a->words)) == 0;
}

static bool
translate_both(struct run *run, struct job *job, const struct ir_shader *shader,
               const struct ir_shader *of_tokens)
{
    for (size_t i = 0; i < BASE_COUNT(targets); i++) {
        struct spirv_module module, other;

        if (!translate(job, shader, targets[i], &module))
            return fail(run, job, spirv_target_name(targets[i]));
        if (spirv_has_tools()) {
            if (!spirv_validate(&module, targets[i], &job->diags))
                return fail(run, job, "validation");
            run->validated++;
        }
        run->modules++;
        run->words += module.count;
        if (!translate(job, of_tokens, targets[i], &other) || !is_same(&module, &other))
            return fail(run, job, "another module of the tokens");
    }
    return true;
}

static bool
try_program(struct run *run, struct job *job, const char *text, size_t size)
{
    const uint32_t *words;
    size_t count;
    const struct ir_shader *shader = read_shader(job, guest_language_tgsi, text, size);

    if (!shader)
        return fail(run, job, "text");
    if (!write_tokens(job, text, size, &words, &count))
        return fail(run, job, "to tokens");
    const struct ir_shader *of_tokens =
        read_shader(job, guest_language_tgsi_tokens, words, count * sizeof(*words));
    return of_tokens ? translate_both(run, job, shader, of_tokens) : fail(run, job, "tokens");
}

static void
try_file(struct run *run, const char *root, const char *name)
{
    struct base_arena arena;
    struct job job = {.name = name, .arena = &arena};

    base_arena_init(&arena, (size_t)1 << 30);
    if (!BASE_ARENA_CATCH(&arena)) {
        printf("%s: no memory\n", name);
        run->failed++;
    } else {
        size_t size;
        const char *text = corpus_read(&arena, root, name, &size);

        run->programs++;
        if (!text) {
            printf("%s: cannot be read\n", name);
            run->failed++;
        } else {
            try_program(run, &job, text, size);
        }
    }
    base_arena_finish(&arena);
}

int
main(int argc, char **argv)
{
    const uint32_t step = argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 10) : 1;
    const char *root = corpus_root(argc > 1 ? argv[1] : "", "tgsi/mesa");
    struct run run = {0};
    struct base_arena arena;

    if (!root) {
        puts("skipped: there is no corpus");
        return CORPUS_SKIPPED;
    }
    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena))
        return 1;
    for (size_t f = 0; f < BASE_COUNT(folders); f++) {
        uint32_t count;
        const char **names = corpus_list(&arena, root, folders[f], ".tgsi", &count);

        for (uint32_t i = 0; i < count; i += step ? step : 1)
            if (argc <= 3 || strstr(names[i], argv[3]))
                try_file(&run, root, names[i]);
    }
    base_arena_finish(&arena);
    printf("%u programs: %u modules of %llu words, %u of them validated; %u programs failed\n",
           run.programs, run.modules, (unsigned long long)run.words, run.validated, run.failed);
    return run.failed > 0 || run.programs == 0;
}
