/* SPDX-License-Identifier: MIT
 *
 * Random programs, translated in every company that takes them, against the wave interpreter. Of
 * one that differs what is not needed for that is left out before it is shown.
 *
 *   test-rdna-lower-random [-n PROGRAMS] [-s SEED] [-f FAILURES] [-p 1]
 *
 *   -n  programs (500)
 *   -s  another seed than 1; a failure names that of its program, to be tried with -n 1
 *   -f  failures to show before it ends (3)
 *   -p  1: show every program
 */
#include "random_program.h"
#include "sanitized.h"

#include "cpu/cpu.h"
#include "rdna/print.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS = 20000 };

struct test {
    struct scene_device *devices[2]; /* For waves of 32 and 64. */
    bool shows_all;
    uint64_t programs, items, dropped, taken[rdna_company_count];
};

/* What one program did; text is where it went wrong. */
struct outcome {
    bool is_dropped, is_wrong;
    bool is_taken[rdna_company_count];
    struct base_text text;
};

/* ---- comparing ---- */

static void
differ(struct outcome *outcome, enum rdna_company company, uint32_t wave, const char *what,
       unsigned number, unsigned lane, uint32_t got, uint32_t expected)
{
    if (!outcome->is_wrong)
        base_text_printf(&outcome->text,
                         "%s: wave %" PRIu32 " %s%u lane %u: 0x%08" PRIx32 ", not 0x%08" PRIx32
                         "\n",
                         rdna_company_name(company), wave, what, number, lane, got, expected);
    outcome->is_wrong = true;
}

static void
compare_wave(struct outcome *outcome, const struct kit_code *code, enum rdna_company company,
             uint32_t wave, const struct kit_data *expected, const struct kit_data *got)
{
    for (unsigned reg = 0; reg < RANDOM_VECTORS; reg++) {
        const uint32_t *x = kit_vector(code, expected, wave, reg);
        const uint32_t *y = kit_vector(code, got, wave, reg);
        for (unsigned lane = 0; lane < code->wave_size; lane++)
            if (x[lane] != y[lane])
                differ(outcome, company, wave, "v", reg, lane, y[lane], x[lane]);
    }
    const uint32_t *x = kit_scalars(code, expected, wave), *y = kit_scalars(code, got, wave);
    for (unsigned i = 0; i <= RDNA_STATE_SCC && company >= rdna_company_subgroup; i++)
        if (x[i] != y[i])
            differ(outcome, company, wave, "s", i, 0, y[i], x[i]);
}

static void
compare(struct outcome *outcome, const struct kit_code *code, enum rdna_company company,
        const struct kit_data *expected, const struct kit_data *got)
{
    for (uint32_t wave = 0; wave < code->waves; wave++)
        compare_wave(outcome, code, company, wave, expected, got);
    for (uint32_t i = 0; i < expected->window_size; i++)
        if (expected->window[i] != got->window[i])
            differ(outcome, company, 0, "byte ", i, 0, got->window[i], expected->window[i]);
}

/* ---- running ---- */

static void
try_company(struct test *test, const struct random_program *program, const struct kit_code *code,
            enum rdna_company company, const struct kit_data *start,
            const struct kit_data *expected, struct base_arena *arena, struct outcome *outcome)
{
    struct rdna_lower_report demands = {0};
    struct base_diags diags;

    base_diags_init(&diags, arena, "code");
    const struct ir_shader *shader = kit_translate(code, true, company, arena, &demands, &diags);
    if (!shader) {
        const struct qd_diagnostic *first = diags.list.count ? diags.list.data : NULL;
        if (first && first->code == QD_CODE_TARGET_LACKS && company < rdna_company_subgroup)
            return;
        base_text_printf(&outcome->text, "%s: refused: %s\n", rdna_company_name(company),
                         first ? first->message : "no reason");
        outcome->is_wrong = true;
        return;
    }
    struct kit_data got = kit_data_copy(arena, code, start);
    outcome->is_taken[company] = true;
    if (kit_run_device(test->devices[program->wave_size == 64], code, shader, &got, arena,
                       &diags)) {
        compare(outcome, code, company, expected, &got);
        return;
    }
    base_text_printf(&outcome->text, "%s: does not run: %s\n", rdna_company_name(company),
                     diags.list.count ? diags.list.data[0].message : "no reason");
    outcome->is_wrong = true;
}

static void
run_program(struct test *test, const struct random_program *program, uint64_t seed,
            struct base_arena *arena, struct outcome *outcome)
{
    struct chance chance = {seed};
    struct base_text reason;
    struct kit_code code;

    *outcome = (struct outcome){0};
    base_text_init(&outcome->text, arena);
    base_text_init(&reason, arena);
    random_program_encode(program, arena, &code);
    const struct kit_data start = random_program_start(&code, &chance, arena);
    struct kit_data expected = kit_data_copy(arena, &code, &start);
    if (!kit_run_wave(&code, &expected, STEPS, &reason)) {
        outcome->is_dropped = true;
        return;
    }
    for (enum rdna_company company = 0; company < rdna_company_count; company++)
        try_company(test, program, &code, company, &start, &expected, arena, outcome);
}

static bool
is_wrong(struct test *test, const struct random_program *program, uint64_t seed)
{
    struct base_arena arena;
    struct outcome outcome;

    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena)) {
        printf("ran out of memory\n");
        exit(1);
    }
    run_program(test, program, seed, &arena, &outcome);
    base_arena_finish(&arena);
    return outcome.is_wrong;
}

/* ---- shrinking ---- */

/* Leaves out so many items from one on, unless the program is right then. */
static bool
leave_out(struct test *test, struct random_program *program, uint64_t seed, uint32_t first,
          uint32_t count)
{
    struct random_program *smaller = malloc(sizeof(*smaller));
    bool changed = false;

    if (!smaller)
        return false;
    *smaller = *program;
    /* The last one ends the program. */
    for (uint32_t i = first; i < first + count && i + 1 < program->count; i++) {
        changed |= !smaller->items[i].is_left_out && !smaller->items[i].is_label;
        smaller->items[i].is_left_out = true;
    }
    changed = changed && is_wrong(test, smaller, seed);
    if (changed)
        *program = *smaller;
    free(smaller);
    return changed;
}

static void
shrink(struct test *test, struct random_program *program, uint64_t seed)
{
    bool changed = true;

    while (changed) {
        changed = false;
        for (uint32_t size = program->count / 2; size; size /= 2)
            for (uint32_t first = 0; first < program->count; first += size)
                changed |= leave_out(test, program, seed, first, size);
    }
}

static void
show(struct test *test, const struct random_program *program, uint64_t seed)
{
    struct base_arena arena;
    struct outcome outcome;
    struct kit_code code;
    struct base_text text;

    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena))
        exit(1);
    run_program(test, program, seed, &arena, &outcome);
    random_program_encode(program, &arena, &code);
    const struct rdna_dump_options options = {
        .isa = code.isa, .wave_size = code.wave_size, .labels = true};
    base_text_init(&text, &arena);
    rdna_dump(code.words, code.count, &options, &text);
    printf("-s %" PRIu64 ": %s, waves of %u; taken:", seed, rdna_isa_names[code.isa],
           code.wave_size);
    for (enum rdna_company company = 0; company < rdna_company_count; company++)
        if (outcome.is_taken[company])
            printf(" %s", rdna_company_name(company));
    printf("\n%s%s\n", base_text_string(&text), base_text_string(&outcome.text));
    base_arena_finish(&arena);
}

/* ---- the whole ---- */

static bool
try_seed(struct test *test, uint64_t seed)
{
    struct random_program *program = malloc(sizeof(*program));
    struct chance chance = {seed * 0x9e3779b97f4a7c15};
    struct base_arena arena;
    struct outcome outcome;

    base_arena_init(&arena, 0);
    if (!program || !BASE_ARENA_CATCH(&arena)) {
        printf("ran out of memory\n");
        exit(1);
    }
    const struct random_options options = {.isa =
                                               (enum rdna_isa)chance_below(&chance, rdna_isa_count),
                                           .wave_size = chance_below(&chance, 2) ? 64 : 32,
                                           .reach = (enum rdna_company)chance_below(&chance, 3)};
    random_program_make(program, &options, &chance);
    run_program(test, program, seed, &arena, &outcome);
    test->programs++;
    test->items += program->count;
    test->dropped += outcome.is_dropped;
    for (enum rdna_company company = 0; company < rdna_company_count; company++)
        test->taken[company] += outcome.is_taken[company];
    base_arena_finish(&arena);
    if (outcome.is_wrong)
        shrink(test, program, seed);
    if (outcome.is_wrong || test->shows_all)
        show(test, program, seed);
    free(program);
    return outcome.is_wrong;
}

int
main(int argc, char **argv)
{
    const struct cpu_options lanes[2] = {{.lanes = 32, .threads = 1}, {.lanes = 64, .threads = 1}};
    uint64_t seed = 1, programs = IS_SANITIZED ? 60 : 500, failures = 0, most = 3;
    struct test test = {0};

    for (int i = 1; i + 1 < argc; i += 2) {
        const uint64_t value = strtoull(argv[i + 1], NULL, 10);
        if (!strcmp(argv[i], "-n"))
            programs = value;
        else if (!strcmp(argv[i], "-s"))
            seed = value;
        else if (!strcmp(argv[i], "-f"))
            most = value;
        else if (!strcmp(argv[i], "-p"))
            test.shows_all = value;
    }
    for (unsigned i = 0; i < 2; i++)
        test.devices[i] = cpu_device_create(&lanes[i]);
    for (uint64_t i = 0; i < programs && failures < most; i++)
        failures += try_seed(&test, seed + i);
    printf("%" PRIu64 " programs of %" PRIu64 " items, %" PRIu64 " dropped, %" PRIu64
           " wrong; taken: lane %" PRIu64 ", quad %" PRIu64 ", subgroup %" PRIu64 ", wave %" PRIu64
           "\n",
           test.programs, test.items, test.dropped, failures, test.taken[0], test.taken[1],
           test.taken[2], test.taken[3]);
    for (unsigned i = 0; i < 2; i++)
        test.devices[i]->destroy(test.devices[i]);
    return failures > 0;
}
