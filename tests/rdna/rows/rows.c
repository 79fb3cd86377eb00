/* SPDX-License-Identifier: MIT */
#include "rows.h"

#include "rdna/decode.h"
#include "rdna/parse.h"
#include "rdna/wave/memory.h"
#include "rdna/wave/wave.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Reports of a row on a chip. */
enum { MAX_WORDS = 8, MAX_REPORTS = 2 };

struct interpreter {
    struct base_arena arena;
    struct rdna_memory memory;
    struct rdna_program program;
    struct rdna_group *group;
    uint32_t words[MAX_WORDS];
    struct rdna_inst insts[MAX_WORDS];
    uint8_t memory_after[MEMORY_SIZE];
};

uint32_t
rows_random(struct rows *rows)
{
    rows->random ^= rows->random << 13;
    rows->random ^= rows->random >> 17;
    rows->random ^= rows->random << 5;
    return rows->random;
}

static void
fill(struct rows *rows, void *data, size_t size)
{
    uint8_t *bytes = data;

    for (size_t i = 0; i < size; i++)
        bytes[i] = (uint8_t)(rows_random(rows) >> 11);
}

void
rows_start(struct rows *rows, enum rdna_isa isa, unsigned lanes)
{
    struct interpreter *ip = calloc(1, sizeof(*ip));
    struct machine *m = &rows->start;

    rows->isa = isa;
    rows->lanes = lanes;
    rows->interpreter = ip;
    rows->random = 0x2545f491 + isa * 64 + lanes;
    base_arena_init(&ip->arena, 0);
    rdna_memory_init(&ip->memory, 1 << 20);
    rdna_memory_map(&ip->memory, DATA, MEMORY_SIZE, true);
    rdna_memory_map(&ip->memory, DATA ^ (uint64_t)READ_ONLY << 32, MEMORY_SIZE, false);
    ip->program = (struct rdna_program){.isa = isa,
                                        .wave_size = lanes,
                                        .words = ip->words,
                                        .word_count = MAX_WORDS,
                                        .base = CODE,
                                        .insts = ip->insts};
    const struct rdna_group_options options = {
        .program = &ip->program,
        .memory = &ip->memory,
        .wave_count = 1,
        .lds_size = LDS_SIZE,
        .gds_size = GDS_SIZE,
    };
    ip->group = rdna_group_new(&ip->arena, &options);
    ip->group->waves->index = WAVE_INDEX;
    ip->group->shared_base = SHARED_WINDOW;
    ip->group->shared_limit = SHARED_WINDOW + WINDOW_SIZE - 1;
    ip->group->private_base = PRIVATE_WINDOW;
    ip->group->private_limit = PRIVATE_WINDOW + WINDOW_SIZE - 1;

    memset(m, 0, sizeof(*m));
    fill(rows, m->scalars, sizeof(m->scalars));
    fill(rows, m->vectors, sizeof(m->vectors));
    fill(rows, m->lds, LDS_SIZE);
    fill(rows, m->gds, GDS_SIZE);
    fill(rows, m->memory, MEMORY_SIZE);
    memcpy(m->hwregs, ip->group->waves->hwregs, sizeof(m->hwregs));
    m->hwregs[rdna_hwreg_flat_scr_lo] = (uint32_t)SCRATCH;
    m->hwregs[rdna_hwreg_flat_scr_hi] = (uint32_t)(SCRATCH >> 32);
    m->scalars[125] = 0;
    m->mode = rdna_mode_start();
    m->mode.denorm32 = m->mode.denorm64_16 = RDNA_KEEP_IN | RDNA_KEEP_OUT;
}

void
rows_finish(struct rows *rows)
{
    rdna_memory_finish(&rows->interpreter->memory);
    base_arena_finish(&rows->interpreter->arena);
    free(rows->interpreter);
}

bool
rows_has(const struct rows *rows, enum rdna_op row)
{
    return rdna_op_infos[row].isas >> rows->isa & 1;
}

uint8_t
rows_bit(enum rdna_isa isa, unsigned lanes)
{
    return (uint8_t)(1u << (2 * isa + lanes / 64));
}

void
rows_begin(struct rows *rows)
{
    memcpy(&rows->before, &rows->start, sizeof(rows->before));
    rows->nan_count = 0;
}

uint64_t
rows_exec(const struct rows *rows, const struct machine *machine)
{
    return machine->scalars[126] | (rows->lanes == 64 ? (uint64_t)machine->scalars[127] << 32 : 0);
}

void
rows_set_exec(struct rows *rows, uint64_t exec)
{
    rows_set_pair(rows, 126, exec);
}

void
rows_set_pair(struct rows *rows, unsigned code, uint64_t value)
{
    rows->before.scalars[code] = (uint32_t)value;
    rows->before.scalars[code + 1] = (uint32_t)(value >> 32);
}

void
rows_expect(struct rows *rows)
{
    memcpy(&rows->after, &rows->before, sizeof(rows->after));
    rows->nan_count = 0;
}

void
rows_fail(struct rows *rows, const char *text, const char *format, ...)
{
    va_list args;

    rows->failures++;
    if (rows->reported != rows->row)
        rows->reports = 0;
    rows->reported = rows->row;
    if (++rows->reports > MAX_REPORTS)
        return;
    fprintf(stderr, "%s wave%u: %s: ", rdna_isa_names[rows->isa], rows->lanes, text);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
}

uint64_t
rows_steps(const struct rows *rows)
{
    return rows->interpreter->group->steps;
}

/* Makes the text the first words of the program. */
static bool
assemble(struct rows *rows, const char *text)
{
    struct interpreter *ip = rows->interpreter;
    struct base_arena arena;
    struct base_diags diags;
    struct rdna_assembly code = {0};

    base_arena_init(&arena, 0);
    base_diags_init(&diags, &arena, "row");
    const bool good =
        rdna_assemble(text, strlen(text), rows->isa, rows->lanes, &arena, &code, &diags) &&
        code.count && code.count <= MAX_WORDS;
    if (good) {
        memset(ip->words, 0, sizeof(ip->words));
        memcpy(ip->words, code.words, code.count * sizeof(uint32_t));
        rdna_decode(ip->words, code.count, rows->isa, rows->lanes, ip->insts);
    }
    base_arena_finish(&arena);
    if (!good)
        rows_fail(rows, text, "is not understood");
    else if (ip->insts[0].row != rows->row)
        rows_fail(rows, text, "is %s, expected %s", rdna_op_infos[ip->insts[0].row].name,
                  rdna_op_infos[rows->row].name);
    else
        return true;
    return false;
}

/* Executes the first instruction in before, or, of so many, all up to the one that faults. */
static enum rdna_group_result
execute(struct rows *rows, unsigned count)
{
    struct interpreter *ip = rows->interpreter;
    struct rdna_wave *wave = ip->group->waves;
    const struct machine *m = &rows->before;

    memcpy(wave->scalars, m->scalars, sizeof(m->scalars));
    memcpy(wave->hwregs, m->hwregs, sizeof(m->hwregs));
    memcpy(wave->vectors, m->vectors, sizeof(m->vectors));
    memcpy(ip->group->lds, m->lds, LDS_SIZE);
    memcpy(ip->group->gds, m->gds, GDS_SIZE);
    wave->mode = m->mode;
    wave->scc = m->scc;
    wave->pc = 0;
    wave->status = rdna_wave_running;
    ip->group->fault.is_set = false;
    if (rdna_memory_fill(&ip->memory, DATA, m->memory, MEMORY_SIZE) != rdna_access_ok)
        abort();
    return rdna_group_run(ip->group, count);
}

static void
report(struct rows *rows, const char *text, const char *what, const void *before, const void *got,
       const void *expected, size_t size)
{
    const uint8_t *b = before, *g = got, *e = expected;
    size_t i = 0;
    uint32_t words[3];

    while (i < size && g[i] == e[i])
        i++;
    i &= ~(size_t)3;
    memcpy(&words[0], b + i, 4);
    memcpy(&words[1], g + i, 4);
    memcpy(&words[2], e + i, 4);
    if (size == sizeof(rows->before.vectors))
        rows_fail(rows, text, "v%zu of lane %zu was 0x%x, is 0x%x, expected 0x%x", i / 256,
                  i / 4 % 64, words[0], words[1], words[2]);
    else
        rows_fail(rows, text, "%s at %zu was 0x%x, is 0x%x, expected 0x%x", what, i, words[0],
                  words[1], words[2]);
}

/* Payloads of NaNs are nobody's business. */
static void
take_nans(struct rows *rows)
{
    uint8_t *first = rows->after.memory;
    struct interpreter *ip = rows->interpreter;

    for (unsigned i = 0; i < rows->nan_count; i++) {
        uint8_t *at = rows->nans[i].at;
        const unsigned bits = rows->nans[i].bits;
        uint64_t value = 0;
        const uint8_t *from = NULL;
        if (at >= first && at < first + MEMORY_SIZE)
            from = ip->memory_after + (at - first);
        else if (at >= rows->after.lds && at < rows->after.lds + LDS_SIZE)
            from = ip->group->lds + (at - rows->after.lds);
        else if (at >= rows->after.gds && at < rows->after.gds + GDS_SIZE)
            from = ip->group->gds + (at - rows->after.gds);
        else
            continue;
        memcpy(&value, from, bits / 8);
        if (is_nan(value, bits))
            memcpy(at, from, bits / 8);
    }
}

static void
compare(struct rows *rows, const char *text)
{
    struct interpreter *ip = rows->interpreter;
    const struct rdna_wave *wave = ip->group->waves;
    const struct machine *b = &rows->before, *a = &rows->after;

    if (rdna_memory_read(&ip->memory, DATA, ip->memory_after, MEMORY_SIZE) != rdna_access_ok)
        abort();
    take_nans(rows);
#define SAME(name, got)                                                                            \
    if (memcmp(got, a->name, sizeof(a->name)))                                                     \
        report(rows, text, #name, b->name, got, a->name, sizeof(a->name));
    SAME(scalars, wave->scalars)
    SAME(hwregs, wave->hwregs)
    SAME(vectors, wave->vectors)
    SAME(lds, ip->group->lds)
    SAME(gds, ip->group->gds)
    SAME(memory, ip->memory_after)
#undef SAME
    if (memcmp(&wave->mode, &a->mode, sizeof(a->mode)))
        rows_fail(rows, text, "changed MODE");
    if (wave->scc != a->scc)
        rows_fail(rows, text, "SCC is %d", wave->scc);
    const uint32_t pc = a->pc ? a->pc : ip->insts[0].words;
    if (wave->pc != pc)
        rows_fail(rows, text, "goes on at word %u, expected %u", wave->pc, pc);
}

/* Lanes that are on, or the wave. */
static unsigned
count_results(const struct rows *rows)
{
    const uint64_t exec = rows_exec(rows, &rows->before);
    unsigned count = 0;

    if (!(rdna_op_infos[rows->row].effects & RDNA_R_EXEC))
        return 1;
    for (unsigned lane = 0; lane < rows->lanes; lane++)
        count += exec >> lane & 1;
    return count;
}

void
rows_run(struct rows *rows, const char *text)
{
    if (!assemble(rows, text))
        return;
    rows->seen[rows->row] |= rows_bit(rows->isa, rows->lanes);
    rows->vectors++;
    rows->values += count_results(rows);
    if (execute(rows, 1) != rdna_group_out_of_steps)
        rows_fail(rows, text, "stopped: %s", rows->interpreter->group->fault.reason);
    else
        compare(rows, text);
}

void
rows_fault(struct rows *rows, const char *text, const char *reason)
{
    if (!assemble(rows, text))
        return;
    rows->seen[rows->row] |= rows_bit(rows->isa, rows->lanes);
    rows->vectors++;
    const uint64_t steps = rows_steps(rows);
    if (execute(rows, 2) != rdna_group_faulted || rows_steps(rows) != steps + 1)
        rows_fail(rows, text, "did not fault, expected '%s'", reason);
    else if (!strstr(rows->interpreter->group->fault.reason, reason))
        rows_fail(rows, text, "faulted with '%s', expected '%s'",
                  rows->interpreter->group->fault.reason, reason);
}
