/* SPDX-License-Identifier: MIT
 *
 * The wave interpreter's side of a trial.
 */
#include "rdna/wave/memory.h"
#include "rdna/wave/wave.h"

#include "trial.h"

#include <stdio.h>
#include <stdlib.h>

enum { BUDGET = 400000, SCRATCH_OFFSET = 0x400 };

#define SCRATCH_BASE UINT64_C(0x600000000000)
#define CODE_BASE UINT64_C(0x7700000000)

/* What a difference is told with. */
struct comparison {
    const struct eval *e;
    const struct rdna_group *group;
    struct trial_result *result;
};

static void BASE_PRINTF(2, 3) differ(struct comparison *c, const char *format, ...)
{
    va_list args;

    if (c->result->differs)
        return;
    c->result->differs = true;
    va_start(args, format);
    vsnprintf(c->result->difference, sizeof(c->result->difference), format, args);
    va_end(args);
}

/* false if they differ. */
static bool
count(struct comparison *c, unsigned bits, struct eval_cell expected, uint64_t found)
{
    if (expected.state == eval_undefined) {
        c->result->open++;
        return true;
    }
    c->result->compared++;
    c->result->near += expected.state == eval_near;
    return eval_matches(bits, expected, found);
}

/* ---- Setting up ---- */

static void
fill_memory(const struct eval *e, struct rdna_memory *memory)
{
    for (unsigned i = 0; i < e->region_count; i++) {
        const struct eval_region *region = &e->regions[i];
        uint8_t *data = base_arena_alloc(e->arena, region->size);
        for (uint32_t k = 0; k < region->size; k++)
            data[k] = region->bytes[k].value;
        if (!rdna_memory_map(memory, region->base, region->size, true) ||
            rdna_memory_fill(memory, region->base, data, region->size) != rdna_access_ok)
            abort();
    }
}

/* Where programs that need scratch find its descriptor: the upper half of the address is the
 * program counter's, the lower half s0, whatever else that is. */
static void
map_scratch(struct rdna_memory *memory, const struct trial_inputs *inputs)
{
    const uint64_t table = CODE_BASE | inputs->scalars[0];
    const uint32_t descriptor[4] = {(uint32_t)SCRATCH_BASE,
                                    (uint32_t)(SCRATCH_BASE >> 32) | 1u << 31, UINT32_MAX,
                                    0xfac | 3u << 21 | 1u << 23 | 1u << 24 | 3u << 28};

    if (!rdna_memory_map(memory, table & ~UINT64_C(0xfff), 8192, true) ||
        !rdna_memory_map(memory, SCRATCH_BASE, UINT64_C(1) << 24, true) ||
        rdna_memory_fill(memory, table + 16, descriptor, sizeof(descriptor)) != rdna_access_ok)
        abort();
}

static struct rdna_group *
make_group(const struct eval *e, const struct trial_inputs *inputs, const struct trial_words *words,
           struct rdna_memory *memory)
{
    struct rdna_program *program =
        rdna_program_new(e->arena, words->words, words->count, words->isa, words->wave_size);
    const struct rdna_group_options options = {
        .program = program,
        .memory = memory,
        .wave_count = 1,
        .lds_size = EVAL_LDS_SIZE,
    };
    struct rdna_group *group = rdna_group_new(e->arena, &options);
    struct rdna_wave *wave = group->waves;
    struct rdna_parameter(*parameters)[4] =
        base_arena_alloc(e->arena, sizeof(*parameters) * EVAL_PRIMITIVES * EVAL_ATTRIBUTES);

    program->base = CODE_BASE;
    for (unsigned i = 0; i < EVAL_PRIMITIVES * EVAL_ATTRIBUTES; i++)
        for (unsigned k = 0; k < 4; k++)
            parameters[i][k] =
                (struct rdna_parameter){inputs->parameters[i][k].p0, inputs->parameters[i][k].p10,
                                        inputs->parameters[i][k].p20};
    group->parameters = (const struct rdna_parameter(*)[4])parameters;
    group->attribute_count = EVAL_ATTRIBUTES;
    group->primitive_count = EVAL_PRIMITIVES;
    group->has_quads = e->is_pixel;
    group->shared_base = EVAL_SHARED_BASE;
    group->shared_limit = EVAL_SHARED_BASE + UINT32_MAX;
    for (unsigned i = 0; i < EVAL_LDS_SIZE; i++)
        group->lds[i] = e->lds[i].value;

    /* Shaders keep denormals unless they say otherwise. */
    wave->mode.denorm32 = RDNA_KEEP_IN | RDNA_KEEP_OUT;
    memcpy(wave->scalars, inputs->scalars, sizeof(inputs->scalars));
    wave->scalars[inputs->scalar_count] = SCRATCH_OFFSET;
    memcpy(wave->vectors, inputs->vectors, sizeof(inputs->vectors));
    memcpy(wave->primitives, e->primitives, sizeof(wave->primitives));
    rdna_set_exec(wave, e->start);
    return group;
}

/* ---- Comparing ---- */

/* Whether the byte begins a float that is known within a bound, all of whose bytes are there. */
static bool
begins_float(const struct eval_region *region, uint32_t at)
{
    const struct eval_byte *first = &region->bytes[at];

    if (first->index || first->size > region->size - at)
        return false;
    for (unsigned i = 1; i < first->size; i++)
        if (first[i].state != first->state || first[i].index != i || first[i].err != first->err)
            return false;
    return true;
}

static void
compare_region(struct comparison *c, const struct eval_region *region)
{
    uint8_t *found = base_arena_alloc(c->e->arena, region->size);
    uint64_t written = 0;

    rdna_memory_read(c->group->memory, region->base, found, region->size);
    for (uint32_t i = 0; i < region->size; i++) {
        const struct eval_byte *byte = &region->bytes[i];
        if (byte->state == eval_exact && byte->value != found[i])
            differ(c, "%s + 0x%x is 0x%02x, not 0x%02x", region->name, i, found[i], byte->value);
        if (!byte->stamp)
            continue;
        if (byte->state == eval_exact) {
            written++;
            continue;
        }
        struct eval_cell cell = {0, byte->err, byte->state};
        uint64_t bits = 0;
        if (byte->state != eval_undefined && !begins_float(region, i))
            cell.state = eval_undefined;
        for (unsigned k = 0; cell.state != eval_undefined && k < byte->size; k++) {
            cell.bits |= (uint64_t)byte[k].value << 8 * k;
            bits |= (uint64_t)found[i + k] << 8 * k;
        }
        if (!count(c, 8u * byte->size, cell, bits))
            differ(c, "%s + 0x%x is 0x%llx, not near 0x%llx", region->name, i,
                   (unsigned long long)bits, (unsigned long long)cell.bits);
        if (cell.state != eval_undefined)
            i += byte->size - 1u;
    }
    c->result->compared += written / 4;
}

static void
compare_export(struct comparison *c, const struct eval_export *expected,
               const struct rdna_export *found, unsigned lane)
{
    if (expected->en != found->en || expected->compr != found->compr ||
        expected->done != found->done || expected->vm != found->vm) {
        differ(c, "lane %u: export %u: en 0x%x compr %d done %d vm %d, not 0x%x %d %d %d", lane,
               expected->target, found->en, found->compr, found->done, found->vm, expected->en,
               expected->compr, expected->done, expected->vm);
        return;
    }
    for (unsigned i = 0; i < 4; i++) {
        uint32_t bits = found->values[i][lane];
        if (!(expected->en >> i & 1))
            continue;
        if (expected->compr)
            bits = found->values[i / 2][lane] >> 16 * (i % 2) & 0xffff;
        if (!count(c, expected->compr ? 16 : 32, expected->values[i][lane], bits))
            differ(c, "lane %u: export %u, %c is 0x%x, not 0x%x (%s)", lane, expected->target,
                   "xyzw"[i], bits, (unsigned)expected -> values[i][lane].bits,
                   expected->values[i][lane].state == eval_exact ? "exactly" : "about");
    }
}

enum { TARGET_NULL = 9 };

/* The lane's exports to each target, in order; those to different targets may change places. */
static void
compare_exports(struct comparison *c, unsigned lane)
{
    const struct rdna_group *group = c->group;
    bool taken[64] = {false};
    uint32_t left = 0;

    if (group->exports.count > BASE_COUNT(taken)) {
        differ(c, "%u exports", group->exports.count);
        return;
    }
    for (uint32_t i = 0; i < group->exports.count; i++) {
        const struct rdna_export *export = &group->exports.data[i];
        taken[i] = !(export->lanes >> lane & 1) || export->target == TARGET_NULL;
        left += !taken[i];
    }
    for (uint32_t i = 0; i < c->e->exports.count; i++) {
        const struct eval_export *expected = &c->e->exports.data[i];
        uint32_t k = 0;
        if (!eval_has(expected->lanes, lane))
            continue;
        while (k < group->exports.count &&
               (taken[k] || group->exports.data[k].target != expected->target))
            k++;
        if (k == group->exports.count) {
            differ(c, "lane %u does not export to %u", lane, expected->target);
            return;
        }
        taken[k] = true;
        left--;
        compare_export(c, expected, &group->exports.data[k], lane);
    }
    if (left)
        differ(c, "lane %u exports what it should not", lane);
}

static void
compare_messages(struct comparison *c)
{
    const struct rdna_group *group = c->group;

    if (group->messages.count * 2 != c->e->messages.count) {
        differ(c, "%u messages, not %u", group->messages.count, c->e->messages.count / 2);
        return;
    }
    for (uint32_t i = 0; i < group->messages.count; i++) {
        c->result->compared++;
        if (group->messages.data[i].message != c->e->messages.data[2 * i] ||
            group->messages.data[i].m0 != c->e->messages.data[2 * i + 1])
            differ(c, "message %u is 0x%x of 0x%x", i, group->messages.data[i].message,
                   group->messages.data[i].m0);
    }
}

/* Integers are returned in scalar registers, floats in vector registers. */
static void
compare_returned(struct comparison *c)
{
    const struct eval_value *value = c->e->returned;
    const struct rdna_wave *wave = c->group->waves;
    unsigned scalar = 0, vector = 0;

    for (unsigned i = 0; value && i < value->count; i++) {
        const unsigned bits = value->types[i].bits;
        const bool is_float = value->types[i].kind == eval_float;
        unsigned *at = is_float ? &vector : &scalar;
        for (unsigned lane = 0; lane < c->e->wave_size; lane++) {
            uint64_t found = is_float ? wave->vectors[*at][lane] : wave->scalars[*at];
            if (!eval_has(c->e->start & c->e->live, lane))
                continue;
            if (bits == 64)
                found |=
                    (uint64_t)(is_float ? wave->vectors[*at + 1][lane] : wave->scalars[*at + 1])
                    << 32;
            if (!count(c, bits, value->cells[i][lane], found & eval_ones(bits)))
                differ(c, "lane %u returns 0x%llx in element %u, not 0x%llx", lane,
                       (unsigned long long)found, i,
                       (unsigned long long)value->cells[i][lane].bits);
        }
        *at += bits == 64 ? 2 : 1;
    }
}

static void
compare_all(struct comparison *c)
{
    for (unsigned i = 0; i < c->e->region_count; i++)
        compare_region(c, &c->e->regions[i]);
    for (unsigned lane = 0; lane < c->e->wave_size; lane++)
        compare_exports(c, lane);
    compare_messages(c);
    compare_returned(c);
}

struct trial_wave {
    struct rdna_memory memory;
    struct rdna_group *group;
};

struct trial_wave *
trial_start(const struct eval *e, const struct trial_inputs *inputs,
            const struct trial_words *words)
{
    struct trial_wave *wave = base_arena_new(e->arena, struct trial_wave);

    rdna_memory_init(&wave->memory, (size_t)1 << 26);
    fill_memory(e, &wave->memory);
    map_scratch(&wave->memory, inputs);
    wave->group = make_group(e, inputs, words, &wave->memory);
    return wave;
}

void
trial_run(struct trial_wave *wave, const struct eval *e, struct trial_result *result)
{
    struct comparison c = {e, wave->group, result};
    struct base_text text;

    switch (rdna_group_run(wave->group, BUDGET)) {
    case rdna_group_ended:
        compare_all(&c);
        break;
    case rdna_group_out_of_steps:
        differ(&c, "more than %u instructions", (unsigned)BUDGET);
        break;
    case rdna_group_faulted:
        base_text_init(&text, e->arena);
        rdna_fault_print(wave->group, &text);
        differ(&c, "%s", base_text_string(&text));
        break;
    }
}

void
trial_finish(struct trial_wave *wave)
{
    rdna_memory_finish(&wave->memory);
}
