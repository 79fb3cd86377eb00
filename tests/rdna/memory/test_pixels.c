/* SPDX-License-Identifier: MIT
 *
 * Pixel programs of the corpus whose file says what they compute: attributes are interpolated,
 * lanes of quads read each other, and what is exported is held against formulas here.
 *
 *   test_pixels CORPUS
 */
#include "base/bits.h"
#include "corpus.h"
#include "programs.h"
#include "rdna/wave/wave.h"

#include <stdio.h>
#include <stdlib.h>

enum { BUDGET = 10000 };

/* A pixel and its quad. */
struct pixel {
    unsigned lane;
    const float *x; /* Of attribute 0, by lane; w next. */
    const float *w;
    uint64_t covered; /* Lanes that began. */
};

static float
right(const struct pixel *p)
{
    return p->x[p->lane | 1];
}

static float
left(const struct pixel *p)
{
    return p->x[p->lane & ~1u];
}

static bool
has(const struct pixel *p, unsigned lane)
{
    return p->covered >> lane & 1;
}

static float
left_if_covered(const struct pixel *p)
{
    return has(p, p->lane & ~1u) ? left(p) : 0.5f;
}

/* The value that the right neighbour has after it read its own left one is subtracted only from
 * itself: green is of the own lane. */
static float
slope_if_covered(const struct pixel *p)
{
    return has(p, p->lane | 1) ? right(p) - left_if_covered(p) : 0.5f;
}

static bool
always(const struct pixel *p)
{
    (void)p;
    return true;
}

static bool
is_opaque(const struct pixel *p)
{
    return p->w[p->lane] >= 0.5f;
}

#define FORMULA(name, value)                                                                       \
    static float formula_##name(const struct pixel *p)                                             \
    {                                                                                              \
        const unsigned place = p->lane & 3;                                                        \
        (void)place;                                                                               \
        return value;                                                                              \
    }
FORMULA(zero, 0.0f)
FORMULA(half, 0.5f)
FORMULA(ddx, 128.0f * (right(p) - left(p)))
FORMULA(ddy, 96.0f * (p->x[p->lane | 2] - p->x[p->lane & ~2u]))
FORMULA(ddx_above_half, p->x[p->lane] > 0.5f ? 4.0f * (right(p) - left(p)) : 0.0f)
FORMULA(no_wqm_red, slope_if_covered(p))
FORMULA(no_wqm_green, left_if_covered(p))
FORMULA(zero_on_even, place & 1 ? 0.5f : 0.0f)
FORMULA(right_on_even, place & 1 ? 0.5f : right(p))
FORMULA(place, (float)place / 4.0f)
FORMULA(other_place, (float)(3 - place) / 4.0f)

static const struct {
    const char *name;
    unsigned wave_size;
    uint64_t covered;
    float (*red)(const struct pixel *p);
    float (*green)(const struct pixel *p);
    bool (*lives)(const struct pixel *p);
} programs[] = {
    {"own-ps-ddx-fi0-bc0", 64, UINT64_C(0xf17b0c5d9e8421f3), formula_ddx, formula_zero, always},
    {"own-ps-ddx-in-execz-region", 64, UINT64_C(0xf17b0c5d9e8421f3), formula_ddx_above_half,
     formula_zero, always},
    {"own-ps-ddx-no-wqm-fi0-bc0", 32, 0x9e8427f3, formula_no_wqm_red, formula_no_wqm_green, always},
    {"own-ps-ddy-fi1-bc1", 64, UINT64_C(0xf17b0c5d9e8421f3), formula_ddy, formula_zero, always},
    {"own-ps-inactive-neighbour-fi0-bc0", 64, UINT64_MAX, formula_half, formula_zero, always},
    {"own-ps-inactive-neighbour-fi0-bc1", 64, UINT64_MAX, formula_zero_on_even, formula_zero,
     always},
    {"own-ps-inactive-neighbour-fi1", 64, UINT64_MAX, formula_right_on_even, formula_zero, always},
    {"own-ps-kill-then-ddx", 64, UINT64_C(0xf17b0c5d9e8421f3), formula_ddx, formula_zero,
     is_opaque},
    {"own-ps-quad-place", 64, UINT64_MAX, formula_place, formula_other_place, always},
    {"oops-ddx-words", 32, 0x9e8427f3, formula_ddx, formula_zero, always},
};

/* Quads of two by two, four in a row; x goes from 0 to 0.97, w from 0.25 up. All are sums of few
 * powers of two, so that the order of operations does not matter. */
static void
start_pixels(struct rdna_wave *wave, float *x, float *w)
{
    for (unsigned lane = 0; lane < wave->size; lane++) {
        const float column = (float)(lane / 4 % 4 * 2 + lane % 2);
        const float row = (float)(lane / 16 * 2 + lane / 2 % 2);
        const float i = column / 16.0f, j = row / 16.0f;

        wave->vectors[0][lane] = base_bits_of_float(i);
        wave->vectors[1][lane] = base_bits_of_float(j);
        wave->vectors[2][lane] = base_bits_of_float(column + 0.5f);
        wave->vectors[3][lane] = base_bits_of_float(row + 0.5f);
        x[lane] = i + i + 0.125f * j;
        w[lane] = 0.25f + j + 0.5f * i;
    }
}

static bool
is_as_expected(const struct rdna_group *group, size_t program, struct pixel *p)
{
    const char *name = programs[program].name;
    uint64_t lanes = 0;

    if (group->exports.count != 1) {
        printf("%s: %u exports\n", name, group->exports.count);
        return false;
    }
    const struct rdna_export *e = group->exports.data;
    for (p->lane = 0; p->lane < programs[program].wave_size; p->lane++) {
        if (!has(p, p->lane) || !programs[program].lives(p))
            continue;
        lanes |= UINT64_C(1) << p->lane;
        const float expected[4] = {programs[program].red(p), programs[program].green(p), 0.0f,
                                   1.0f};
        for (unsigned i = 0; i < 4; i++)
            if (base_float_of_bits(e->values[i][p->lane]) != expected[i]) {
                printf("%s: lane %u, component %u is %g, not %g\n", name, p->lane, i,
                       (double)base_float_of_bits(e->values[i][p->lane]), (double)expected[i]);
                return false;
            }
    }
    if (e->target || e->en != 15 || !e->done || !e->vm || e->lanes != lanes) {
        printf("%s: another export than the one to mrt0\n", name);
        return false;
    }
    return true;
}

static bool
run(struct base_arena *arena, const char *root, size_t program)
{
    static const struct rdna_parameter parameters[1][4] = {
        /* x: 2 i + j / 8. w: 1/4 + i / 2 + j. */
        {[0] = {0x00000000, 0x40000000, 0x3e000000}, [3] = {0x3e800000, 0x3f000000, 0x3f800000}}};
    uint32_t words[PROGRAM_WORDS];
    const uint32_t count = program_read(arena, root, programs[program].name, words);
    const struct rdna_group_options options = {
        .program =
            rdna_program_new(arena, words, count, rdna_isa_gfx1013, programs[program].wave_size),
        .wave_count = 1,
    };
    struct rdna_group *group = rdna_group_new(arena, &options);
    float x[RDNA_MAX_LANES], w[RDNA_MAX_LANES];
    struct pixel pixel = {.x = x, .w = w, .covered = programs[program].covered};

    group->parameters = parameters;
    group->attribute_count = group->primitive_count = 1;
    group->has_quads = true;
    rdna_set_exec(group->waves, programs[program].covered);
    start_pixels(group->waves, x, w);
    if (rdna_group_run(group, BUDGET) != rdna_group_ended) {
        printf("%s: does not end: %s\n", programs[program].name, group->fault.reason);
        return false;
    }
    return is_as_expected(group, program, &pixel);
}

int
main(int argc, char **argv)
{
    const char *root = corpus_root(argc > 1 ? argv[1] : "", "rdna");
    struct base_arena arena;
    unsigned failed = 0;

    if (!root) {
        printf("no corpus\n");
        return CORPUS_SKIPPED;
    }
    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena))
        return EXIT_FAILURE;
    for (size_t i = 0; i < BASE_COUNT(programs); i++)
        failed += !run(&arena, root, i);
    base_arena_finish(&arena);
    printf("%zu programs, %u wrong\n", BASE_COUNT(programs), failed);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
