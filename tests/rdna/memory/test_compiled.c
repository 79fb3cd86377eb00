/* SPDX-License-Identifier: MIT
 *
 * Compute programs that RADV compiled, run as workgroups of 64 invocations on buffers and an image
 * behind a descriptor set, against what their source says.
 *
 *   test_compiled CORPUS
 */
#include "base/bits.h"
#include "corpus.h"
#include "programs.h"
#include "rdna/wave/memory.h"
#include "rdna/wave/wave.h"

#include <stdio.h>
#include <stdlib.h>

enum { GROUP = 64, GROUPS = 3, WORDS = 4096, BUDGET = 200000 };

/* The set lies where programs look for it: the upper half of the address is all they know. */
#define SET UINT64_C(0x800000010000)
#define FROM UINT64_C(0x200000)
#define TO UINT64_C(0x300000)
#define IMAGE UINT64_C(0x400000)

/* What an invocation finds. */
struct invocation {
    const uint32_t *a; /* The first buffer. */
    uint32_t index;    /* Of all. */
    uint32_t in_group, in_wave;
};

static const uint32_t *
wave_of(const struct invocation *i)
{
    return i->a + (i->index - i->in_wave);
}

/* Of invocations from the wave's first up to, and without, the last. */
static uint32_t
sum(const struct invocation *i, uint32_t count)
{
    uint32_t result = 0;

    for (uint32_t j = 0; j < count; j++)
        result += wave_of(i)[j];
    return result;
}

static uint32_t
group_sum(const struct invocation *i)
{
    uint32_t result = 0;

    for (uint32_t j = 0; j < GROUP; j++)
        result += i->a[i->index - i->in_group + j];
    return result;
}

static uint32_t
of_bytes(uint32_t value)
{
    return (value & 0xff) * (value >> 8 & 0xff) + (value >> 16 & 0xff) - (value >> 24);
}

#define FORMULA(name, value)                                                                       \
    static uint32_t formula_##name(const struct invocation *i, unsigned wave_size)                 \
    {                                                                                              \
        const uint32_t a = i->a[i->index];                                                         \
        (void)a, (void)wave_size;                                                                  \
        return value;                                                                              \
    }
FORMULA(copy, a)
FORMULA(reverse, i->a[i->index - i->in_group + GROUP - 1 - i->in_group])
FORMULA(group_sum, group_sum(i))
FORMULA(bytes, of_bytes(a))
FORMULA(scan, sum(i, i->in_wave + 1))
FORMULA(exscan, sum(i, i->in_wave))
FORMULA(wave_sum, sum(i, wave_size))

static const struct {
    const char *name;
    uint32_t (*formula)(const struct invocation *i, unsigned wave_size);
} programs[] = {
    {"copy", formula_copy},
    {"lds-reverse", formula_reverse},
    {"lds-atomic", formula_group_sum},
    {"bytes", formula_bytes},
    {"subgroup-scan", formula_scan},
    {"subgroup-exscan", formula_exscan},
    {"subgroup-add", formula_wave_sum},
};

static const struct {
    const char *suffix;
    enum rdna_isa isa;
    unsigned wave_size;
} targets[] = {
    {"gfx1010-w64", rdna_isa_gfx1010, 64},
    {"gfx1030-w32", rdna_isa_gfx1030, 32},
    {"gfx1030-w64", rdna_isa_gfx1030, 64},
};

/* ---- Memory ---- */

static void
put(struct rdna_memory *memory, uint64_t address, const void *data, size_t size)
{
    if (rdna_memory_fill(memory, address, data, size) != rdna_access_ok)
        abort();
}

static uint32_t
get(const struct rdna_memory *memory, uint64_t address)
{
    uint32_t value = 0;

    rdna_memory_read(memory, address, &value, sizeof(value));
    return value;
}

static void
put_buffer(struct rdna_memory *memory, uint64_t at, uint64_t base)
{
    const uint32_t words[4] = {(uint32_t)base, (uint32_t)(base >> 32), WORDS * 4,
                               0xfac | 22u << 12 | 1u << 24 | 3u << 28};

    put(memory, at, words, sizeof(words));
}

/* 64 by 8 texels of 32_32_32_32_UINT, whose rows have 1024 bytes. */
static void
put_image(struct rdna_memory *memory, uint64_t at)
{
    const uint32_t words[8] = {(uint32_t)(IMAGE >> 8), 75u << 20 | 63u << 30,
                               63u >> 2 | 7u << 14 | 1u << 31, 0xfac | 9u << 28};

    put(memory, at, words, sizeof(words));
}

static void
start_memory(struct rdna_memory *memory, uint32_t *a)
{
    rdna_memory_init(memory, 1 << 20);
    if (!rdna_memory_map(memory, SET, 0x100, false) ||
        !rdna_memory_map(memory, FROM, WORDS * 4, false) ||
        !rdna_memory_map(memory, TO, WORDS * 4, true) ||
        !rdna_memory_map(memory, IMAGE, 0x10000, false))
        abort();
    put_buffer(memory, SET, FROM);
    put_buffer(memory, SET + 0x10, TO);
    put_image(memory, SET + 0x20);
    for (uint32_t i = 0; i < WORDS; i++)
        a[i] = i * 2654435761u >> 3;
    put(memory, FROM, a, WORDS * 4);
    for (uint32_t i = 0; i < 0x4000; i++)
        put(memory, IMAGE + 4 * i, &(uint32_t){0x70000000 + i}, 4);
}

/* ---- Running ---- */

/* The words for a target, or 0. */
static uint32_t
read_for(struct base_arena *arena, const char *root, const char *name, size_t target,
         uint32_t *words)
{
    return program_read(
        arena, root, base_arena_printf(arena, "aco-cs-%s-%s", name, targets[target].suffix), words);
}

static bool
run_group(struct base_arena *arena, const uint32_t *words, uint32_t count, size_t target,
          struct rdna_memory *memory, uint32_t number)
{
    const unsigned wave_size = targets[target].wave_size;
    const struct rdna_group_options options = {
        .program = rdna_program_new(arena, words, count, targets[target].isa, wave_size),
        .memory = memory,
        .wave_count = GROUP / wave_size,
        .lds_size = 4096,
    };
    struct rdna_group *group = rdna_group_new(arena, &options);

    for (uint32_t i = 0; i < GROUP; i++) {
        struct rdna_wave *wave = &group->waves[i / wave_size];
        wave->scalars[2] = (uint32_t)SET;
        wave->scalars[3] = number;
        wave->vectors[0][i % wave_size] = i;
    }
    if (rdna_group_run(group, BUDGET) == rdna_group_ended)
        return true;
    printf("%s\n", group->fault.reason);
    return false;
}

static bool
run(struct base_arena *arena, const char *root, size_t program, size_t target)
{
    static uint32_t a[WORDS];
    uint32_t words[PROGRAM_WORDS];
    const uint32_t count = read_for(arena, root, programs[program].name, target, words);
    const unsigned wave_size = targets[target].wave_size;
    struct rdna_memory memory;
    bool good = count != 0;

    start_memory(&memory, a);
    for (uint32_t g = 0; good && g < GROUPS; g++)
        good = run_group(arena, words, count, target, &memory, g);
    for (uint32_t i = 0; good && i < GROUPS * GROUP; i++) {
        const struct invocation invocation = {a, i, i % GROUP, i % wave_size};
        const uint32_t expected = programs[program].formula(&invocation, wave_size);
        good = get(&memory, TO + 4 * i) == expected;
        if (!good)
            printf("word %u is %08x, not %08x\n", i, get(&memory, TO + 4 * i), expected);
    }
    rdna_memory_finish(&memory);
    if (!good)
        printf("aco-cs-%s-%s\n", programs[program].name, targets[target].suffix);
    return good;
}

/* b[i] becomes a[i] + 1 where it was a[i]; what it was is stored behind. */
static bool
run_swap(struct base_arena *arena, const char *root, size_t target)
{
    static uint32_t a[WORDS];
    uint32_t words[PROGRAM_WORDS];
    const uint32_t count = read_for(arena, root, "atomic-cas", target, words);
    struct rdna_memory memory;

    start_memory(&memory, a);
    for (uint32_t i = 0; i < GROUP; i += 2)
        put(&memory, TO + 4 * i, &a[i], 4);
    bool good = count && run_group(arena, words, count, target, &memory, 0);
    for (uint32_t i = 0; good && i < GROUP; i++) {
        const bool same = i % 2 == 0;
        good = get(&memory, TO + 4 * i) == (same ? a[i] + 1 : 0) &&
               get(&memory, TO + 256 + 4 * i) == (same ? a[i] : 0);
    }
    rdna_memory_finish(&memory);
    if (!good)
        printf("aco-cs-atomic-cas-%s\n", targets[target].suffix);
    return good;
}

/* Eight by eight invocations; each stores its texel at x + 64 y. */
static bool
run_image(struct base_arena *arena, const char *root, size_t target)
{
    static uint32_t a[WORDS];
    uint32_t words[PROGRAM_WORDS];
    const uint32_t count = read_for(arena, root, "image-store", target, words);
    const unsigned wave_size = targets[target].wave_size;
    struct rdna_memory memory;

    start_memory(&memory, a);
    const struct rdna_group_options options = {
        .program = rdna_program_new(arena, words, count, targets[target].isa, wave_size),
        .memory = &memory,
        .wave_count = GROUP / wave_size,
    };
    struct rdna_group *group = rdna_group_new(arena, &options);
    for (uint32_t i = 0; i < GROUP; i++) {
        struct rdna_wave *wave = &group->waves[i / wave_size];
        wave->scalars[2] = (uint32_t)SET;
        wave->scalars[3] = 2; /* The third group in x, the first in y. */
        wave->vectors[0][i % wave_size] = i % 8;
        wave->vectors[1][i % wave_size] = i / 8;
    }
    bool good = count && rdna_group_run(group, BUDGET) == rdna_group_ended;
    for (uint32_t i = 0; good && i < 4 * GROUP; i++) {
        const uint32_t x = 16 + i / 4 % 8, y = i / 32, c = i % 4;
        good = get(&memory, TO + (y * 64 + x) * 16 + 4 * c) == 0x70000000 + y * 256 + x * 4 + c;
    }
    rdna_memory_finish(&memory);
    if (!good)
        printf("aco-cs-image-store-%s: %s\n", targets[target].suffix, group->fault.reason);
    return good;
}

int
main(int argc, char **argv)
{
    const char *root = corpus_root(argc > 1 ? argv[1] : "", "rdna");
    struct base_arena arena;
    unsigned runs = 0, failed = 0;

    if (!root) {
        printf("no corpus\n");
        return CORPUS_SKIPPED;
    }
    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena))
        return EXIT_FAILURE;
    for (size_t target = 0; target < BASE_COUNT(targets); target++) {
        for (size_t program = 0; program < BASE_COUNT(programs); program++, runs++)
            failed += !run(&arena, root, program, target);
        if (targets[target].isa != rdna_isa_gfx1030)
            continue; /* These two were compiled for one chip only. */
        failed += !run_swap(&arena, root, target);
        failed += !run_image(&arena, root, target);
        runs += 2;
    }
    base_arena_finish(&arena);
    printf("%u runs, %u wrong\n", runs, failed);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
