/* SPDX-License-Identifier: MIT
 *
 * Programs of the corpus that say what they compute: those on one buffer say its words before and
 * after, those on registers are held against formulas here.
 *
 *   test_corpus CORPUS
 */
#include "corpus.h"
#include "rdna/wave/memory.h"
#include "rdna/wave/wave.h"

#include <stdio.h>
#include <stdlib.h>

enum { MAX_WORDS = 1024, ADDRESS = 0x100000, BUDGET = 1000000 };

struct counts {
    uint32_t run, failed;
};

/* What a file says. */
struct entry {
    const char *name;
    enum rdna_isa isa;
    unsigned wave_size;
    uint32_t threads; /* 0: all lanes. */
    uint32_t words[MAX_WORDS], word_count;
    uint32_t before[MAX_WORDS], before_count;
    uint32_t after[MAX_WORDS], after_count;
    bool is_left_out;
};

/* Expectations that are not held against the wave. */
static const char *const left_out[] = {
    /* Of a model in which a mask is the own lane's bit: read as a number, inverted, branched on. */
    "kyty-branch-vccnz-uses-invocation-mask.hex",
    "kyty-scalar-not-b64-updates-scc.hex",
    "kyty-scalar-orn2-saveexec-uses-source-or-not-exec.hex",
    "kyty-scalar-save-exec-ops.hex",
    "kyty-scalar-wqm-b64-selects-scc-domain.hex",
    "kyty-vector-addc-writes-per-lane-carry-out.hex",
    "kyty-vector-vop3-bcarry-out-uses-encoded-sdst.hex",
    "kyty-vector-vop3-bsub-co-u32-uses-rdna2-opcode310.hex",
    /* s_bitreplicate to a pair from an odd register up, which LLVM reads as the even one. */
    "kyty-scalar-bitfield-pack.hex",
    /* v_permlanex16 with selectors in vector registers, which LLVM has no text for. */
    "kyty-vector-permlanex16.hex",
    /* The corpus says not to gate on it. */
    "kyty-vector-align-byte-uses-five-bit-byte-offset.hex",
    "kyty-vector-permlane16-fetch-inactive-zero.hex",
    "kyty-vector-med3-f32-nan-uses-min3-path.hex",
    "kyty-vector-special-f32-flushes-denormal-inputs.hex",
    "kyty-vector-sin-cos-max-finite-special-cases.hex",
    /* A signalling NaN wins in f16, though not in f32: IEEE on and off. */
    "kyty-packed-min-max-f16-nan-and-signed-zero-edges.hex",
    /* Whether v_frexp_mant quiets a NaN. */
    "kyty-vector-frexp-f32-edges.hex",
    /* Disputed as well: where M0 puts ds_append, and what a missing w is. */
    "kyty-ds-append-consume-lds-selector.hex",
    "kyty-tbuffer-load-format-xyzw32_32-float-zeros-missing-components.hex",
};

/* ---- Files ---- */

/* Numbers in hexadecimal, with spaces between, up to the end of the line. */
static uint32_t
read_numbers(const char *text, uint32_t *numbers)
{
    uint32_t count = 0;
    char *end;

    for (; count < MAX_WORDS; text = end) {
        while (*text == ' ')
            text++;
        if (*text == '\n')
            break;
        numbers[count] = (uint32_t)strtoul(text, &end, 16);
        if (end == text)
            break;
        count++;
    }
    return count;
}

static const char *
after_prefix(const char *line, const char *prefix)
{
    const size_t size = strlen(prefix);

    return strncmp(line, prefix, size) ? NULL : line + size;
}

static void
read_header(struct entry *entry, const char *line)
{
    const char *rest;

    if ((rest = after_prefix(line, "# chip: gfx")))
        entry->isa = !strncmp(rest, "1030", 4)   ? rdna_isa_gfx1030
                     : !strncmp(rest, "1013", 4) ? rdna_isa_gfx1013
                                                 : rdna_isa_gfx1010;
    else if ((rest = after_prefix(line, "# wave: ")))
        entry->wave_size = *rest == '3' ? 32 : 64;
    else if ((rest = after_prefix(line, "# in: workgroup ")))
        entry->threads = (uint32_t)strtoul(rest, NULL, 10);
    else if ((rest = after_prefix(line, "# in: buffer initial dwords: ")))
        entry->before_count = read_numbers(rest, entry->before);
    else if ((rest = after_prefix(line, "# expect: buffer dwords after: ")) ||
             (rest = after_prefix(line, "# expect: out[0..31] = ")))
        entry->after_count = read_numbers(rest, entry->after);
}

static bool
read_entry(struct base_arena *arena, const char *root, const char *name, struct entry *entry)
{
    size_t size;
    const char *text = corpus_read(arena, root, name, &size);

    memset(entry, 0, sizeof(*entry));
    entry->name = name;
    for (size_t i = 0; i < BASE_COUNT(left_out); i++)
        entry->is_left_out |= !strcmp(name, left_out[i]);
    while (text && *text) {
        if (*text == '#')
            read_header(entry, text);
        else if (entry->word_count < MAX_WORDS)
            entry->word_count += read_numbers(text, entry->words + entry->word_count) ? 1 : 0;
        text = strchr(text, '\n');
        text = text ? text + 1 : NULL;
    }
    return entry->word_count != 0;
}

/* ---- Running ---- */

static struct rdna_group *
new_group(struct base_arena *arena, const struct entry *entry, struct rdna_memory *memory)
{
    const struct rdna_group_options options = {
        .program =
            rdna_program_new(arena, entry->words, entry->word_count, entry->isa, entry->wave_size),
        .memory = memory,
        .wave_count = 1,
        .lds_size = 65536,
    };
    struct rdna_group *group = rdna_group_new(arena, &options);

    return group;
}

static bool
ends(struct base_arena *arena, const struct entry *entry, struct rdna_group *group)
{
    struct base_text text;

    switch (rdna_group_run(group, BUDGET)) {
    case rdna_group_ended:
        return true;
    case rdna_group_faulted:
        base_text_init(&text, arena);
        rdna_fault_print(group, &text);
        printf("%s: %s\n", entry->name, base_text_string(&text));
        return false;
    case rdna_group_out_of_steps:
        printf("%s: does not end\n", entry->name);
        return false;
    }
    return false;
}

/* A raw buffer of dwords, behind s[0:3] and s[48:51]. */
static void
set_buffer(struct rdna_wave *wave, uint32_t size)
{
    const uint32_t words[4] = {ADDRESS, 0, size,
                               4 | 5 << 3 | 6 << 6 | 7 << 9 | 20 << 12 | 1 << 24 | 3 << 28};

    for (unsigned i = 0; i < 4; i++)
        wave->scalars[i] = wave->scalars[48 + i] = words[i];
}

static bool
is_as_expected(const struct entry *entry, const struct rdna_memory *memory)
{
    for (uint32_t i = 0; i < entry->after_count; i++) {
        uint32_t word = 0;
        rdna_memory_read(memory, ADDRESS + i * 4, &word, 4);
        if (word != entry->after[i]) {
            printf("%s: word %u is %08x, not %08x\n", entry->name, i, word, entry->after[i]);
            return false;
        }
    }
    return true;
}

/* Programs that begin with v_mov_b32 v1, s0 have the number of their group in s0. */
static bool
is_of_groups(const struct entry *entry)
{
    return entry->words[0] == 0x7e020200 && entry->threads > 1;
}

static bool
run_group(struct base_arena *arena, const struct entry *entry, struct rdna_memory *memory,
          uint32_t size, uint32_t number)
{
    struct rdna_group *group = new_group(arena, entry, memory);
    struct rdna_wave *wave = group->waves;

    set_buffer(wave, size);
    if (is_of_groups(entry))
        wave->scalars[0] = number;
    for (unsigned lane = 0; lane < entry->wave_size && entry->threads != 1; lane++)
        wave->vectors[0][lane] = lane;
    if (entry->threads && entry->threads < 32)
        rdna_set_exec(wave, (1u << entry->threads) - 1);
    return ends(arena, entry, group);
}

static bool
run_on_buffer(struct base_arena *arena, const struct entry *entry)
{
    const uint32_t count =
        entry->before_count > entry->after_count ? entry->before_count : entry->after_count;
    const uint32_t groups = is_of_groups(entry) ? entry->after_count / entry->threads : 1;
    struct rdna_memory memory;
    bool good = true;

    rdna_memory_init(&memory, 1 << 20);
    rdna_memory_map(&memory, ADDRESS, count * 4, true);
    rdna_memory_fill(&memory, ADDRESS, entry->before, entry->before_count * sizeof(uint32_t));
    for (uint32_t i = 0; i < groups && good; i++)
        good = run_group(arena, entry, &memory, count * 4, i);
    good = good && is_as_expected(entry, &memory);
    rdna_memory_finish(&memory);
    return good;
}

/* ---- Formulas ---- */

struct values {
    float a[4];
    uint32_t u[4];
    int32_t i[4];
    uint32_t lane;
};

static float
least(float a, float b)
{
    return a < b ? a : b;
}

static float
most(float a, float b)
{
    return a < b ? b : a;
}

static uint32_t
reversed(uint32_t value)
{
    uint32_t result = 0;

    for (unsigned i = 0; i < 32; i++)
        result |= (value >> i & 1) << (31 - i);
    return result;
}

#define F(value) base_bits_of_float((float)(value))
#define FORMULA(name, value)                                                                       \
    static uint32_t formula_##name(const struct values *v)                                         \
    {                                                                                              \
        const float *a = v->a;                                                                     \
        const uint32_t *u = v->u;                                                                  \
        const int32_t *i = v->i;                                                                   \
        (void)a, (void)u, (void)i;                                                                 \
        return value;                                                                              \
    }
FORMULA(code, F(((a[0] + a[1]) * a[2]) * a[3] + a[1]))
FORMULA(code12, F(u[0] <= u[1] ? a[2] : a[3]))
FORMULA(code13, F(i[0] > i[1] ? i[0] : i[1]))
FORMULA(code15, reversed(u[0]))
FORMULA(code16, u[0] > u[1] ? F(u[0] + u[1]) : F(a[2]))
FORMULA(code17, F(u[0] > u[1] ? u[0] + u[1] : 7))
FORMULA(code19, F(a[0] + 15.0f))
FORMULA(code27, F(u[0] ^ u[1] ^ u[2]))
FORMULA(code3, F(((u[0] + u[1]) * u[0]) & u[1]))
FORMULA(code32, F(2 * (63 - v->lane) + 1))
FORMULA(code5, F(((u[0] > u[1] ? u[0] : u[1]) - (u[0] > u[1] ? u[1] : u[0])) & ~u[0]))
FORMULA(code6, F(a[0] > a[1] ? a[0] : a[1]))
FORMULA(code7, F(((i[0] > i[1] ? i[0] : i[1]) - (i[0] > i[1] ? i[1] : i[0])) >> (i[2] & 31)))
FORMULA(code8, F(i[0] > i[1] ? i[0] : i[2]))
FORMULA(code9, F(a[0] + 30.0f))
FORMULA(code4b, F(most(least((float)u[0], (float)u[1]),
                       least(most((float)u[0], (float)u[1]), (float)u[2]))))
FORMULA(code14, base_half_from_float(a[0]) | (uint32_t)base_half_from_float(a[1]) << 16)

/* Programs on registers, and the register that has the result; all values are small numbers. */
static const struct {
    const char *name;
    unsigned result;
    uint32_t (*formula)(const struct values *v);
} formulas[] = {
    {"prosper-code", 0, formula_code},      {"prosper-code12", 0, formula_code12},
    {"prosper-code13", 0, formula_code13},  {"prosper-code14", 0, formula_code14},
    {"prosper-code14b", 0, formula_code14}, {"prosper-code15", 0, formula_code15},
    {"prosper-code16", 2, formula_code16},  {"prosper-code17", 3, formula_code17},
    {"prosper-code18", 3, formula_code17},  {"prosper-code19", 0, formula_code19},
    {"prosper-code27", 0, formula_code27},  {"prosper-code3", 0, formula_code3},
    {"prosper-code32", 0, formula_code32},  {"prosper-code4b", 0, formula_code4b},
    {"prosper-code5", 0, formula_code5},    {"prosper-code6", 0, formula_code6},
    {"prosper-code7", 0, formula_code7},    {"prosper-code8", 0, formula_code8},
    {"prosper-code9", 0, formula_code9},
};

static void
set_values(struct rdna_wave *wave, struct values *values, bool lanes)
{
    for (unsigned lane = 0; lane < wave->size; lane++) {
        struct values *v = &values[lane];
        v->lane = lane;
        for (unsigned i = 0; i < 4; i++) {
            v->u[i] = (lane * (7 + 6 * i) + 3 * i) % 61;
            v->u[i] = lanes ? lane : v->u[i];
            v->i[i] = (int32_t)v->u[i];
            v->a[i] = (float)v->u[i];
            wave->vectors[i][lane] = base_bits_of_float(v->a[i]);
        }
    }
}

static bool
run_on_registers(struct base_arena *arena, const struct entry *entry, size_t formula)
{
    static struct values values[RDNA_MAX_LANES];
    struct rdna_group *group = new_group(arena, entry, NULL);

    set_values(group->waves, values, formulas[formula].formula == formula_code32);
    if (!ends(arena, entry, group))
        return false;
    for (unsigned lane = 0; lane < entry->wave_size; lane++) {
        const uint32_t got = group->waves->vectors[formulas[formula].result][lane];
        const uint32_t expected = formulas[formula].formula(&values[lane]);
        if (got != expected) {
            printf("%s: lane %u is %08x, not %08x\n", entry->name, lane, got, expected);
            return false;
        }
    }
    return true;
}

/* ---- All of them ---- */

static void
count(struct counts *counts, bool good)
{
    counts->run++;
    counts->failed += !good;
}

static void
run_file(const char *root, const char *name, struct counts *counts)
{
    static struct entry entry;
    struct base_arena arena;

    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena)) {
        printf("%s: out of memory\n", name);
        count(counts, false);
        return;
    }
    if (read_entry(&arena, root, name, &entry) && !entry.is_left_out) {
        if (entry.after_count)
            count(counts, run_on_buffer(&arena, &entry));
        for (size_t i = 0; i < BASE_COUNT(formulas); i++)
            if (!strncmp(name, formulas[i].name, strlen(name) - 4) &&
                strlen(formulas[i].name) == strlen(name) - 4)
                count(counts, run_on_registers(&arena, &entry, i));
    }
    base_arena_finish(&arena);
}

int
main(int argc, char **argv)
{
    const char *root = corpus_root(argc > 1 ? argv[1] : "", "rdna");
    struct counts counts = {0, 0};
    struct base_arena arena;
    uint32_t files;

    if (!root) {
        printf("no corpus\n");
        return CORPUS_SKIPPED;
    }
    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena))
        return EXIT_FAILURE;
    const char **names = corpus_list(&arena, root, ".", ".hex", &files);
    for (uint32_t i = 0; i < files; i++)
        run_file(root, names[i] + strlen("./"), &counts);
    base_arena_finish(&arena);
    printf("%u programs with known results, %u failed\n", counts.run, counts.failed);
    return counts.failed || !counts.run ? EXIT_FAILURE : EXIT_SUCCESS;
}
