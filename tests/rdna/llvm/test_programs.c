/* SPDX-License-Identifier: MIT
 *
 * The programs that LLVM compiled compute what their source says: for each program of the corpus
 * and several sets of inputs, an evaluator of the IR and the wave interpreter must come to the same
 * exports, memory, messages and returned values. What the evaluator has no rule for is listed.
 *
 *   test_programs CORPUS [PROGRAM [SET]]
 */
#include "trial.h"

#include "corpus.h"

#include <llvm-c/IRReader.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* As llc has it for this target. */
static const char layout[] =
    "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128-"
    "p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-"
    "v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9";

struct totals {
    uint32_t run, skipped, failed;
    uint64_t trials, set_aside, compared, open, near;
};

struct options {
    const char *only;
    int set; /* -1: all. */
};

/* ---- One program ---- */

struct program {
    const char *name;
    LLVMModuleRef module;
    LLVMValueRef function;
    LLVMTargetDataRef layout;
    struct trial_words words;
};

/* What became of its trials. */
struct outcome {
    uint32_t judged, differing;
    uint64_t compared;
    char skip[240]; /* Why it cannot be judged. */
    char aside[240];
};

static void
run_trial(const struct program *program, unsigned set, struct totals *totals,
          struct outcome *outcome)
{
    struct base_arena arena;
    struct trial_result result = {0};
    struct trial_wave *wave = NULL;

    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena)) {
        fprintf(stderr, "test_programs: out of memory\n");
        exit(2);
    }
    struct eval *e = base_arena_new(&arena, struct eval);
    struct trial_inputs *inputs = base_arena_new(&arena, struct trial_inputs);
    *e = (struct eval){
        .arena = &arena,
        .module = program->module,
        .function = program->function,
        .layout = program->layout,
        .wave_size = program->words.wave_size,
        .is_pixel = LLVMGetFunctionCallConv(program->function) == 89, /* amdgpu_ps */
    };
    totals->trials++;
    if (trial_make_inputs(e, set, inputs)) {
        wave = trial_start(e, inputs, &program->words);
        if (eval_run(e))
            trial_run(wave, e, &result);
        trial_finish(wave);
    }
    if (e->failed) {
        snprintf(e->is_unknown ? outcome->skip : outcome->aside, sizeof(outcome->skip), "%s",
                 e->reason);
        totals->set_aside += !e->is_unknown;
    } else {
        outcome->judged++;
        outcome->compared += result.compared;
        totals->compared += result.compared;
        totals->open += result.open;
        totals->near += result.near;
    }
    if (result.differs && !outcome->differing++)
        printf("%s, set %u: %s\n", program->name, set, result.difference);
    base_arena_finish(&arena);
}

static void
run_program(const struct program *program, const struct options *options, struct totals *totals)
{
    struct outcome outcome = {0};

    for (unsigned set = 0; set < TRIAL_SETS && !*outcome.skip; set++)
        if (options->set < 0 || (unsigned)options->set == set)
            run_trial(program, set, totals, &outcome);
    if (options->only)
        printf("%s: %u trials judged, %" PRIu64 " values compared; aside: %s\n", program->name,
               outcome.judged, outcome.compared, outcome.aside);
    if (outcome.differing) {
        printf("%s: differs in %u of %u trials\n", program->name, outcome.differing,
               outcome.judged);
        totals->failed++;
    } else if (*outcome.skip) {
        printf("skipped: %s: %s\n", program->name, outcome.skip);
        totals->skipped++;
    } else if (!outcome.compared) {
        printf("skipped: %s: nothing that its source defines was compared (%s)\n", program->name,
               outcome.aside);
        totals->skipped++;
    } else {
        totals->run++;
    }
}

/* ---- Files ---- */

static LLVMValueRef
first_function(LLVMModuleRef module)
{
    LLVMValueRef function = LLVMGetFirstFunction(module);

    while (function && LLVMIsDeclaration(function))
        function = LLVMGetNextFunction(function);
    return function;
}

/* A corpus that cannot be read is no reason to skip. */
static void
reject(struct totals *totals, const char *name, const char *reason)
{
    printf("%s: %s\n", name, reason);
    totals->failed++;
}

/* path: FOLDER/SOURCE.CHIP.wSIZE.hex or .o. */
static void
try_file(struct base_arena *arena, const char *root, const char *path,
         const struct options *options, struct totals *totals)
{
    const char *name = strrchr(path, '/') + 1;
    struct program program = {.name = name};
    const char *wave = strstr(name, ".w");
    const bool is_object = strlen(name) > 2 && !strcmp(name + strlen(name) - 2, ".o");
    struct base_text text;
    char *message = NULL;
    size_t size, ir_size;

    const char *data = corpus_read(arena, root, path, &size);
    const char *source =
        base_arena_printf(arena, "rdna/llvm/%.*s.ll", (int)strcspn(name, "."), name);
    const char *ir = corpus_read(arena, root, source, &ir_size);
    base_text_init(&text, arena);
    if (!data || !ir) {
        reject(totals, name, data ? "its source is missing" : "it cannot be read");
        return;
    }
    if (!trial_read(arena, data, size, is_object, wave && wave[2] == '6' ? 64 : 32, &program.words,
                    &text)) {
        reject(totals, name, base_text_string(&text));
        return;
    }
    const LLVMContextRef context = LLVMContextCreate();
    const LLVMMemoryBufferRef buffer =
        LLVMCreateMemoryBufferWithMemoryRangeCopy(ir, ir_size, source);
    if (LLVMParseIRInContext(context, buffer, &program.module, &message)) {
        reject(totals, name, message);
        LLVMDisposeMessage(message);
    } else {
        program.function = first_function(program.module);
        program.layout = LLVMCreateTargetData(layout);
        if (program.function)
            run_program(&program, options, totals);
        else
            reject(totals, name, "its source has no function");
        LLVMDisposeTargetData(program.layout);
        LLVMDisposeModule(program.module);
    }
    LLVMContextDispose(context);
}

static uint32_t
try_folder(struct base_arena *arena, const char *root, const char *folder, const char *ending,
           const struct options *options, struct totals *totals)
{
    uint32_t count;
    const char **names = corpus_list(arena, root, folder, ending, &count);

    for (uint32_t i = 0; i < count; i++) {
        const char *name = strrchr(names[i], '/') + 1;
        if (!options->only || !strncmp(name, options->only, strlen(options->only)))
            try_file(arena, root, names[i], options, totals);
    }
    return count;
}

int
main(int argc, char **argv)
{
    const char *root = argc > 1 ? corpus_root(argv[1], "") : NULL;
    const struct options options = {argc > 2 ? argv[2] : NULL, argc > 3 ? atoi(argv[3]) : -1};
    struct totals totals = {0};
    struct base_arena arena;

    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena)) {
        fprintf(stderr, "test_programs: out of memory\n");
        return 2;
    }
    uint32_t files = 0;
    if (root) {
        files = try_folder(&arena, root, "rdna/llvm", ".hex", &options, &totals);
        files += try_folder(&arena, root, "rdna/llvm/elf", ".o", &options, &totals);
    }
    if (!files) {
        printf("skipped: there is no corpus of RDNA programs\n");
        base_arena_finish(&arena);
        return CORPUS_SKIPPED;
    }
    printf("%u programs compute what their source says, %u do not, %u skipped\n", totals.run,
           totals.failed, totals.skipped);
    printf("%" PRIu64 " trials (%" PRIu64 " set aside), %" PRIu64 " values compared (%" PRIu64
           " within a bound), %" PRIu64 " left open\n",
           totals.trials, totals.set_aside, totals.compared, totals.near, totals.open);
    base_arena_finish(&arena);
    return totals.failed != 0;
}
