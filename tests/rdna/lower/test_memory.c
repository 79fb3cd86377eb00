/* SPDX-License-Identifier: MIT
 *
 * Every row of memory: random accesses in a window of random bytes, in LDS and in scratch,
 * translated in every company that takes them, against the wave interpreter; what is outside of the
 * window and of scratch, which stops that one, against what is said of it.
 *
 *   test-rdna-lower-memory [-n PROGRAMS] [-s SEED] [-d DEVICE] [-v] [ROW...]
 *
 *   -n      programs of each row
 *   -s      another seed than 1
 *   -d      "cpu" (default), or "vulkan": the host's first device, which gets programs of many rows
 *   -v      every difference, not three a row
 *
 * Programs for which a device lacks a capability are counted: 64-bit atomics in LDS need one.
 * Exits with 77 where there is no such device.
 */
#include "access.h"
#include "sanitized.h"

#include "cpu/cpu.h"
#include "rdna/encode.h"
#include "rdna/print.h"
#include "spirv/spirv.h"
#include "vulkan/vulkan_device.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN = 3, MAX_WORDS = 1024, SAVED_EXEC = 98 };

struct tally {
    uint64_t tried, differences;
    bool is_wanted;
};

struct test {
    struct chance chance;
    unsigned programs;
    bool is_verbose, is_vulkan;
    struct scene_device *devices[2]; /* For waves of 32 and 64. */
    struct tally rows[rdna_op_count];
    uint64_t taken[rdna_company_count], closed, lacking, faults;
    bool is_turn; /* Vulkan: of the company of the wave. */
    struct base_arena arena;
};

struct program {
    struct kit_code code;
    struct kit_data start;
    struct rdna_inst insts[ACCESS_INSTS];
    unsigned count;
    unsigned found; /* The first vector register of what is shown. Drivers pay for each. */
    uint32_t words[MAX_WORDS];
};

/* ---- programs ---- */

static void
emit(struct program *p, const struct rdna_inst *inst)
{
    uint32_t words[RDNA_MAX_WORDS];
    const unsigned count = rdna_encode(inst, p->code.isa, words);

    if (!count || p->code.count + count > MAX_WORDS) {
        printf("cannot encode %s\n", rdna_op_infos[inst->row].name);
        exit(1);
    }
    memcpy(p->words + p->code.count, words, count * sizeof(words[0]));
    p->code.count += count;
}

static void
emit_text(struct test *test, struct program *p, const char *text)
{
    uint32_t count;
    const uint32_t *words =
        kit_assemble(&test->arena, p->code.isa, p->code.wave_size, text, &count);

    memcpy(p->words + p->code.count, words, count * sizeof(words[0]));
    p->code.count += count;
}

static void
emit_exec(struct test *test, struct program *p, bool all)
{
    const bool is_wide = p->code.wave_size == 64;

    if (all)
        emit_text(test, p, is_wide ? "s_mov_b64 exec, -1" : "s_mov_b32 exec_lo, -1");
    else
        emit_text(test, p, is_wide ? "s_mov_b64 exec, s[98:99]" : "s_mov_b32 exec_lo, s98");
}

/* LDS is written as a whole from v1 to v4, or read to what is shown. v0 is 16 times the lane. */
static void
emit_lds(struct program *p, bool reads)
{
    const unsigned step = 16 * p->code.wave_size;

    for (unsigned at = 0; at < ACCESS_LDS; at += step) {
        const struct rdna_inst inst = {
            .row = reads ? rdna_op_ds_read_b128 : rdna_op_ds_write_b128,
            .form = rdna_form_ds,
            .vaddr = RDNA_VGPR0,
            .vdata = reads ? 0 : RDNA_VGPR0 + 1,
            .dst = (uint16_t)(reads ? RDNA_VGPR0 + p->found + at / step * 4 : 0),
            .imm = (int32_t)at};
        emit(p, &inst);
    }
}

static void
emit_scratch(struct program *p, bool reads)
{
    for (unsigned at = 0; at < ACCESS_SCRATCH; at += 16) {
        const struct rdna_inst inst = {
            .row = reads ? rdna_op_scratch_load_dwordx4 : rdna_op_scratch_store_dwordx4,
            .form = rdna_form_scratch,
            .vaddr = RDNA_VGPR0 + 5,
            .vdata = reads ? 0 : (uint16_t)(RDNA_VGPR0 + 1 + at / 16),
            .dst = (uint16_t)(reads ? RDNA_VGPR0 + p->found + at / 4 : 0),
            .saddr = RDNA_NULL,
            .imm = (int32_t)at};
        emit(p, &inst);
    }
}

/* What a scalar row wrote is copied to vector registers, where all companies show it. */
static void
emit_moves(struct program *p)
{
    const unsigned count = access_registers((enum rdna_op)p->insts[p->count].row);

    for (unsigned i = 0; i < count; i++) {
        const struct rdna_inst inst = {.row = rdna_op_v_mov_b32,
                                       .form = rdna_form_e32,
                                       .dst = (uint16_t)(RDNA_VGPR0 + p->found++),
                                       .src = {(uint16_t)(ACCESS_SCALAR_DATA + i)}};
        emit(p, &inst);
    }
}

/* The scalar registers of an instruction, as they are, so that they are known. */
static void
emit_constants(struct program *p)
{
    const uint32_t *scalars = kit_scalars(&p->code, &p->start, 0);
    const unsigned first = ACCESS_SCALARS + ACCESS_SCALAR_STEP * p->count;

    for (unsigned i = 0; i < 5; i++) {
        const struct rdna_inst inst = {.row = rdna_op_s_mov_b32,
                                       .form = rdna_form_sop1,
                                       .dst = (uint16_t)(first + i),
                                       .src = {RDNA_LITERAL},
                                       .literal = scalars[first + i]};
        emit(p, &inst);
    }
}

static bool
uses_lds(const struct program *p)
{
    bool uses = false;

    for (unsigned i = 0; i < p->count; i++)
        uses |= p->insts[i].lds || rdna_op_infos[p->insts[i].row].family == rdna_family_ds;
    return uses;
}

static void
emit_all(struct test *test, struct program *p)
{
    const enum rdna_family family = (enum rdna_family)rdna_op_infos[p->insts[0].row].family;
    const bool has_lds = uses_lds(p), has_scratch = family == rdna_family_scratch;
    const bool has_constants = chance_one_in(&test->chance, 2);
    const unsigned count = p->count;

    p->found = family == rdna_family_smem ? 6 : ACCESS_VECTORS + ACCESS_VECTORS * count;
    emit_exec(test, p, true);
    if (has_lds) {
        emit_lds(p, false);
        emit_text(test, p, "s_barrier");
    }
    if (has_scratch)
        emit_scratch(p, false);
    emit_exec(test, p, false);
    for (p->count = 0; p->count < count; p->count++) {
        if (has_constants)
            emit_constants(p);
        emit(p, &p->insts[p->count]);
        if (family == rdna_family_smem)
            emit_moves(p);
    }
    emit_exec(test, p, true);
    if (has_lds) {
        emit_text(test, p, "s_barrier");
        emit_lds(p, true);
    }
    if (has_scratch)
        emit_scratch(p, true);
    emit_text(test, p, "s_endpgm");
}

static void
start_registers(struct test *test, struct program *p, enum rdna_op row)
{
    uint32_t *scalars = kit_scalars(&p->code, &p->start, 0);
    const uint64_t exec = chance_lanes(&test->chance, p->code.wave_size);
    const bool is_sum =
        strstr(rdna_op_infos[row].name, "add") && strstr(rdna_op_infos[row].name, "f32");

    for (unsigned i = 0; i < 128; i++)
        scalars[i] = chance_word(&test->chance);
    for (unsigned i = 0; i < 2; i++)
        scalars[SAVED_EXEC + i] = (uint32_t)(exec >> 32 * i);
    scalars[RDNA_NULL] = 0;
    scalars[RDNA_M0] = ACCESS_M0 | chance_bits(&test->chance) << 16;
    for (unsigned lane = 0; lane < p->code.wave_size; lane++) {
        kit_vector(&p->code, &p->start, 0, 0)[lane] = 16 * lane;
        kit_vector(&p->code, &p->start, 0, 5)[lane] = 0;
        for (unsigned reg = 1; reg < 5; reg++) {
            const uint32_t small = chance_below(&test->chance, 4);
            const uint32_t word =
                chance_one_in(&test->chance, 3) ? small : chance_word(&test->chance);
            const uint32_t number = UINT32_C(0x3e000000) + chance_below(&test->chance, 1 << 25);
            kit_vector(&p->code, &p->start, 0, reg)[lane] = is_sum ? number : word;
        }
    }
    for (unsigned i = 0; i < p->start.window_size; i++)
        p->start.window[i] = (uint8_t)chance_bits(&test->chance);
}

static bool
may_collide(const struct test *test, enum rdna_op row)
{
    const struct rdna_op_info *info = &rdna_op_infos[row];
    const bool is_vector = info->family == rdna_family_ds || info->family == rdna_family_flat ||
                           info->family == rdna_family_global;

    return !test->is_vulkan && is_vector && info->effects & RDNA_ATOMIC &&
           !(info->effects & RDNA_OFFSET2) && info->operand_count > 1;
}

static void
make_program(struct test *test, struct program *p, const uint16_t *rows, unsigned count)
{
    const bool is_wide = chance_one_in(&test->chance, 2) && !(test->is_vulkan && test->is_turn);
    enum rdna_isa isa;

    do
        isa = (enum rdna_isa)chance_below(&test->chance, rdna_isa_count);
    while (!(rdna_op_infos[rows[0]].isas >> isa & 1));
    p->code = (struct kit_code){.isa = isa,
                                .wave_size = is_wide ? 64 : 32,
                                .words = p->words,
                                .mode = chance_one_in(&test->chance, 2) ? 0x1f0 : 0x3f0,
                                .waves = 1,
                                .lds_size = ACCESS_LDS,
                                .scratch_size = ACCESS_SCRATCH};
    p->start = kit_data_new(&test->arena, &p->code, ACCESS_WINDOW);
    start_registers(test, p, (enum rdna_op)rows[0]);
    struct access_maker maker = {
        .chance = &test->chance, .code = &p->code, .data = &p->start, .is_first = true};
    for (unsigned i = 0; i < count; i++) {
        const enum rdna_op row = (enum rdna_op)rows[i];
        if (!(rdna_op_infos[row].isas >> isa & 1))
            continue;
        maker.number = p->count;
        maker.collides = may_collide(test, row) && chance_one_in(&test->chance, 3);
        p->insts[p->count++] = access_make(&maker, row);
        maker.is_first = false;
    }
    emit_all(test, p);
}

/* ---- reports ---- */

static void
print_program(const struct program *p)
{
    for (unsigned i = 0; i < p->count; i++) {
        char text[RDNA_MAX_TEXT];
        rdna_print(&p->insts[i], p->code.isa, p->code.wave_size, text);
        printf("    %u: %s %s\n", i, rdna_op_infos[p->insts[i].row].name, text);
    }
    const uint32_t *scalars = kit_scalars(&p->code, &p->start, 0);
    for (unsigned i = 0; i < p->count; i++) {
        const unsigned first = ACCESS_SCALARS + ACCESS_SCALAR_STEP * i;
        printf("    s%u:", first);
        for (unsigned j = 0; j < 5; j++)
            printf(" 0x%08" PRIx32, scalars[first + j]);
        printf("\n");
    }
}

static bool
is_shown(struct test *test, const struct program *p)
{
    struct tally *tally = &test->rows[p->insts[0].row];

    return tally->differences++ < SHOWN || test->is_verbose;
}

static void
report(struct test *test, const struct program *p, enum rdna_company company, const char *what,
       const struct base_diags *diags)
{
    if (!is_shown(test, p))
        return;
    printf("  %s, waves of %u, %s: %s: %s\n", rdna_isa_names[p->code.isa], p->code.wave_size,
           rdna_company_name(company), what,
           diags->list.count ? diags->list.data[0].message : "no reason");
    print_program(p);
}

/* ---- comparing ---- */

/* As one float, or as two halves. */
static bool
are_nans(uint32_t x, uint32_t y)
{
    bool are = true;

    if ((x & 0x7fffffff) > 0x7f800000 && (y & 0x7fffffff) > 0x7f800000)
        return true;
    for (unsigned shift = 0; shift < 32; shift += 16) {
        const uint32_t a = x >> shift & 0xffff, b = y >> shift & 0xffff;
        are &= a == b || ((a & 0x7fff) > 0x7c00 && (b & 0x7fff) > 0x7c00);
    }
    return are;
}

/* The first vector register that differs, else the first byte of the window, else scalar. */
static bool
find_difference(const struct program *p, enum rdna_company company, const struct kit_data *expected,
                const struct kit_data *got, char text[128])
{
    const bool has_floats = rdna_op_infos[p->insts[0].row].effects & RDNA_FORMAT;

    for (unsigned reg = 0; reg < RDNA_STATE_VECTORS; reg++)
        for (unsigned lane = 0; lane < p->code.wave_size; lane++) {
            const uint32_t x = kit_vector(&p->code, expected, 0, reg)[lane];
            const uint32_t y = kit_vector(&p->code, got, 0, reg)[lane];
            if (x == y || (has_floats && are_nans(x, y)))
                continue;
            snprintf(text, 128,
                     "v%u, lane %u: 0x%08" PRIx32 ", not 0x%08" PRIx32 "; v%u is 0x%08" PRIx32, reg,
                     lane, y, x, reg & ~15u, kit_vector(&p->code, &p->start, 0, reg & ~15u)[lane]);
            return true;
        }
    for (unsigned i = 0; i < expected->window_size; i++)
        if (expected->window[i] != got->window[i]) {
            snprintf(text, 128, "byte 0x%x (region %d, 0x%x): 0x%02x, not 0x%02x", i,
                     i < ACCESS_READ ? -1 : (int)((i - ACCESS_READ) / ACCESS_REGION),
                     i < ACCESS_READ ? i : (i - ACCESS_READ) % ACCESS_REGION, got->window[i],
                     expected->window[i]);
            return true;
        }
    const uint32_t *x = kit_scalars(&p->code, expected, 0), *y = kit_scalars(&p->code, got, 0);
    for (unsigned i = 0; company >= rdna_company_subgroup && i < 128; i++)
        if (x[i] != y[i]) {
            snprintf(text, 128, "s%u: 0x%08" PRIx32 ", not 0x%08" PRIx32, i, y[i], x[i]);
            return true;
        }
    return false;
}

/* ---- running ---- */

static bool
is_valid(const struct ir_shader *shader, struct base_arena *arena, struct base_diags *diags)
{
    const struct spirv_write_options options = {.target = spirv_target_vulkan1_3};
    struct spirv_module module;

    return spirv_translate(shader, &options, arena, &module, diags) &&
           (!spirv_has_tools() || spirv_validate(&module, options.target, diags));
}

/* Done once for the wave, so that lanes alone cannot. */
static bool
is_waves(const struct program *p)
{
    const struct rdna_op_info *info = &rdna_op_infos[p->insts[0].row];
    const bool writes = info->effects & (RDNA_STORE | RDNA_ATOMIC);

    return writes && (info->family == rdna_family_smem ||
                      (info->effects & RDNA_ATOMIC && info->effects & RDNA_R_M0));
}

static void
try_company(struct test *test, const struct program *p, enum rdna_company company,
            const struct kit_data *expected)
{
    struct rdna_lower_report demands = {0};
    struct base_diags diags;
    char text[128];

    base_diags_init(&diags, &test->arena, "code");
    const struct ir_shader *shader =
        kit_translate(&p->code, true, company, &test->arena, &demands, &diags);
    if (!shader) {
        const bool is_closed = diags.list.count && diags.list.data[0].code == QD_CODE_TARGET_LACKS;
        if (is_closed && is_waves(p) && company < rdna_company_subgroup)
            test->closed++;
        else
            report(test, p, company, "refused", &diags);
        return;
    }
    const bool is_checked = !test->is_vulkan && chance_one_in(&test->chance, 4);
    if (is_checked && !is_valid(shader, &test->arena, &diags))
        report(test, p, company, "not valid", &diags);
    struct kit_data got = kit_data_copy(&test->arena, &p->code, &p->start);
    struct scene_device *device = test->devices[p->code.wave_size == 64];
    if (!kit_run_device(device, &p->code, shader, &got, &test->arena, &diags)) {
        if (test->is_vulkan && diags.list.data[0].code == QD_CODE_TARGET_LACKS) {
            test->lacking++;
            return;
        }
        report(test, p, company, "does not run", &diags);
        return;
    }
    test->taken[company]++;
    if (!find_difference(p, company, expected, &got, text))
        return;
    base_diags_init(&diags, &test->arena, "code");
    report(test, p, company, text, &diags);
}

/* Drivers take seconds for a wave's array of registers, so that each program is tried in one
 * company there. */
static void
try_companies(struct test *test, const struct program *p, const struct kit_data *expected)
{
    for (enum rdna_company company = 0; company < rdna_company_count; company++)
        if (!test->is_vulkan ||
            company == (test->is_turn || is_waves(p) ? rdna_company_wave : rdna_company_lane))
            try_company(test, p, company, expected);
    test->is_turn = !test->is_turn;
}

static void
try_program(struct test *test, const uint16_t *rows, unsigned count)
{
    struct base_text reason;

    base_arena_init(&test->arena, 0);
    if (!BASE_ARENA_CATCH(&test->arena)) {
        printf("ran out of memory\n");
        exit(1);
    }
    struct program *p = base_arena_new(&test->arena, struct program);
    make_program(test, p, rows, count);
    struct kit_data expected = kit_data_copy(&test->arena, &p->code, &p->start);
    base_text_init(&reason, &test->arena);
    if (!kit_run_wave(&p->code, &expected, 10000, &reason)) {
        test->faults++;
        if (test->is_verbose) {
            printf("  stopped: %s\n", base_text_string(&reason));
            print_program(p);
        }
    } else {
        for (unsigned i = 0; i < p->count; i++)
            test->rows[p->insts[i].row].tried++;
        try_companies(test, p, &expected);
    }
    base_arena_finish(&test->arena);
}

static void
try_row(struct test *test, enum rdna_op row)
{
    uint16_t rows[ACCESS_INSTS];

    for (unsigned i = 0; i < ACCESS_INSTS; i++)
        rows[i] = (uint16_t)row;
    for (unsigned i = 0; i < test->programs; i++)
        try_program(test, rows, ACCESS_INSTS);
}

/* With rows behind it that may stand in one program. */
static void
try_rows_from(struct test *test, unsigned first, bool done[rdna_op_count])
{
    uint16_t rows[ACCESS_INSTS];
    unsigned count = 0;

    for (unsigned row = first; row < rdna_op_count && count < ACCESS_INSTS; row++) {
        const bool is_alike =
            access_class((enum rdna_op)row) == access_class((enum rdna_op)first) &&
            rdna_op_infos[row].isas == rdna_op_infos[first].isas;
        if (!test->rows[row].is_wanted || done[row] || !is_alike)
            continue;
        rows[count++] = (uint16_t)row;
        done[row] = true;
    }
    for (unsigned i = 0; i < test->programs; i++)
        try_program(test, rows, count);
}

/* ---- what stops the wave interpreter ---- */

enum { OUTSIDE_WINDOW = 1024, OUTSIDE_SCRATCH = 32 };

struct outside {
    const char *text; /* Of v[0:1], or v0 in scratch; to v[8:11], of v[4:7], s[0:1]. */
    bool writes;
    uint64_t address; /* From the window's first byte on; or in scratch. */
    unsigned dwords;
    bool is_scratch, is_scalar;
};

#define FAR UINT64_C(0x100000000)

static const struct outside outsides[] = {
    {"global_load_dwordx4 v[8:11], v[0:1], off", false, OUTSIDE_WINDOW - 8, 4, false, false},
    {"global_load_dwordx4 v[8:11], v[0:1], off", false, OUTSIDE_WINDOW, 4, false, false},
    {"global_load_dwordx4 v[8:11], v[0:1], off", false, (uint64_t)-4, 4, false, false},
    {"global_load_dwordx4 v[8:11], v[0:1], off", false, (uint64_t)-4096, 4, false, false},
    {"global_load_dwordx4 v[8:11], v[0:1], off", false, FAR, 4, false, false},
    {"global_load_dwordx4 v[8:11], v[0:1], off", false, FAR - 4, 4, false, false},
    {"global_load_dwordx4 v[8:11], v[0:1], off", false, FAR + 512, 4, false, false},
    {"global_load_dword v8, v[0:1], off", false, FAR - 2, 1, false, false},
    {"flat_load_dwordx2 v[8:9], v[0:1]", false, FAR * 8 + 16, 2, false, false},
    {"global_store_dwordx4 v[0:1], v[4:7], off", true, OUTSIDE_WINDOW - 8, 4, false, false},
    {"global_store_dwordx4 v[0:1], v[4:7], off", true, OUTSIDE_WINDOW, 4, false, false},
    {"global_store_dwordx4 v[0:1], v[4:7], off", true, (uint64_t)-4, 4, false, false},
    {"global_store_dwordx4 v[0:1], v[4:7], off", true, FAR - 4, 4, false, false},
    {"global_store_dword v[0:1], v4, off", true, FAR - 2, 1, false, false},
    {"global_store_byte v[0:1], v4, off", true, FAR, 0, false, false},
    {"global_store_short v[0:1], v4, off", true, (uint64_t)-1, 0, false, false},
    {"global_atomic_add v8, v[0:1], v4, off glc", true, FAR, 1, false, false},
    {"global_atomic_inc v8, v[0:1], v4, off glc", true, FAR, 1, false, false},
    {"global_atomic_fmax_x2 v[8:9], v[0:1], v[4:5], off glc", true, FAR, 2, false, false},
    {"s_load_dwordx4 s[8:11], s[0:1], 0x0", false, OUTSIDE_WINDOW - 8, 4, false, true},
    {"s_load_dwordx4 s[8:11], s[0:1], 0x0", false, FAR - 4, 4, false, true},
    {"s_load_dwordx4 s[8:11], s[0:1], 0x0", false, FAR * 3, 4, false, true},
    {"scratch_load_dwordx4 v[8:11], v0, off", false, OUTSIDE_SCRATCH - 8, 4, true, false},
    {"scratch_load_dwordx4 v[8:11], v0, off", false, OUTSIDE_SCRATCH, 4, true, false},
    {"scratch_load_dwordx4 v[8:11], v0, off", false, 0xfffffffc, 4, true, false},
    {"scratch_load_dwordx4 v[8:11], v0, off", false, 0x10000000, 4, true, false},
    {"scratch_load_dwordx4 v[8:11], v0, off", false, 0x02000000, 4, true, false},
};

/* Scratch is filled with v12. What was loaded is in v[8:11], or s[8:11]. */
static void
make_outside(struct test *test, struct program *p, const struct outside *o, unsigned wave_size)
{
    const uint64_t address = o->is_scratch ? o->address : KIT_WINDOW + o->address;

    p->code = (struct kit_code){.isa = rdna_isa_gfx1010,
                                .wave_size = wave_size,
                                .words = p->words,
                                .mode = RDNA_MODE_START,
                                .waves = 1,
                                .scratch_size = OUTSIDE_SCRATCH};
    p->start = kit_data_new(&test->arena, &p->code, OUTSIDE_WINDOW);
    for (unsigned i = 0; i < OUTSIDE_WINDOW; i++)
        p->start.window[i] = (uint8_t)(i * 7 + 1);
    uint32_t *scalars = kit_scalars(&p->code, &p->start, 0);
    scalars[0] = (uint32_t)address;
    scalars[1] = (uint32_t)(address >> 32);
    scalars[RDNA_EXEC_LO] = scalars[RDNA_EXEC_HI] = UINT32_MAX;
    for (unsigned reg = 0; reg < 16; reg++)
        for (unsigned lane = 0; lane < wave_size; lane++)
            kit_vector(&p->code, &p->start, 0, reg)[lane] = reg < 2     ? scalars[reg]
                                                            : reg == 13 ? 0
                                                                        : 0x01010101u * reg;
    for (unsigned at = 0; o->is_scratch && at < OUTSIDE_SCRATCH; at += 4) {
        const struct rdna_inst inst = {.row = rdna_op_scratch_store_dword,
                                       .form = rdna_form_scratch,
                                       .vaddr = RDNA_VGPR0 + 13,
                                       .vdata = RDNA_VGPR0 + 12,
                                       .saddr = RDNA_NULL,
                                       .imm = (int32_t)at};
        emit(p, &inst);
    }
    emit_text(test, p, o->text);
    for (unsigned i = 0; o->is_scalar && i < 4; i++) {
        const struct rdna_inst inst = {.row = rdna_op_v_mov_b32,
                                       .form = rdna_form_e32,
                                       .dst = (uint16_t)(RDNA_VGPR0 + 8 + i),
                                       .src = {(uint16_t)(8 + i)}};
        emit(p, &inst);
    }
    emit_text(test, p, "s_endpgm");
}

/* All of an access that begins outside is; else dwords that lie inside are read and written. */
static bool
is_outside_right(const struct program *p, const struct outside *o, const struct kit_data *got)
{
    const uint64_t size = o->is_scratch ? OUTSIDE_SCRATCH : OUTSIDE_WINDOW;
    bool right = true;

    for (unsigned i = 0; i < OUTSIDE_WINDOW; i++) {
        const uint64_t behind = i - o->address;
        const bool is_written = o->writes && o->address < size && behind < 4 * o->dwords;
        const uint8_t expected = is_written ? (uint8_t)(4 + behind / 4) : p->start.window[i];
        right &= got->window[i] == expected;
    }
    if (o->writes && !strstr(o->text, "glc"))
        return right;
    for (unsigned i = 0; i < o->dwords; i++) {
        const uint64_t at = o->address + 4 * i;
        uint32_t expected = 0;
        if (o->address < size && at < size)
            expected = o->is_scratch ? 0x0c0c0c0c : 0;
        for (unsigned j = 0; j < 4 && o->address < size && at < size && !o->is_scratch; j++)
            expected |= (uint32_t)p->start.window[at + j] << 8 * j;
        for (unsigned lane = 0; lane < p->code.wave_size; lane++)
            right &= kit_vector(&p->code, got, 0, 8 + i)[lane] == expected;
    }
    return right;
}

static bool
try_outside(struct test *test, const struct outside *o, unsigned wave_size)
{
    bool good = true;

    base_arena_init(&test->arena, 0);
    if (!BASE_ARENA_CATCH(&test->arena)) {
        printf("ran out of memory\n");
        exit(1);
    }
    struct program *p = base_arena_new(&test->arena, struct program);
    make_outside(test, p, o, wave_size);
    for (enum rdna_company company = 0; company < rdna_company_count; company++) {
        struct rdna_lower_report demands = {0};
        struct base_diags diags;
        struct kit_data got = kit_data_copy(&test->arena, &p->code, &p->start);
        if (test->is_vulkan && company != rdna_company_lane)
            continue;
        base_diags_init(&diags, &test->arena, "code");
        const struct ir_shader *shader =
            kit_translate(&p->code, true, company, &test->arena, &demands, &diags);
        const bool has_run = shader && kit_run_device(test->devices[wave_size == 64], &p->code,
                                                      shader, &got, &test->arena, &diags);
        if (has_run && is_outside_right(p, o, &got))
            continue;
        printf("  outside: %s, 0x%" PRIx64 ", %s: %s\n", o->text, o->address,
               rdna_company_name(company), has_run ? "wrong" : diags.list.data[0].message);
        good = false;
    }
    base_arena_finish(&test->arena);
    return good;
}

/* ---- the whole ---- */

static bool
has_differences(const struct test *test)
{
    uint64_t rows = 0, tried = 0, bad = 0;

    for (unsigned row = 1; row < rdna_op_count; row++) {
        const struct tally *tally = &test->rows[row];
        rows += tally->tried > 0;
        tried += tally->tried;
        if (tally->differences)
            printf("%s: %" PRIu64 " differences\n", rdna_op_infos[row].name, tally->differences);
        else if (tally->is_wanted && !tally->tried)
            printf("%s was never tried\n", rdna_op_infos[row].name);
        else
            continue;
        bad++;
    }
    printf("%s: %" PRIu64 " rows, %" PRIu64 " bad; %" PRIu64 " accesses; programs: lane %" PRIu64
           ", quad %" PRIu64 ", subgroup %" PRIu64 ", wave %" PRIu64 ", closed %" PRIu64
           ", lacking %" PRIu64 ", stopped %" PRIu64 "\n",
           test->devices[0]->description, rows, bad, tried, test->taken[0], test->taken[1],
           test->taken[2], test->taken[3], test->closed, test->lacking, test->faults);
    return bad;
}

static bool
open_devices(struct test *test)
{
    const struct cpu_options lanes[2] = {{.lanes = 32, .threads = 1}, {.lanes = 64, .threads = 1}};
    const struct vk_options options = {.seconds = 120};
    struct base_diags diags;

    if (!test->is_vulkan) {
        for (unsigned i = 0; i < 2; i++)
            test->devices[i] = cpu_device_create(&lanes[i]);
        return true;
    }
    base_arena_init(&test->arena, 0);
    base_diags_init(&diags, &test->arena, "device");
    test->devices[0] = test->devices[1] = vk_device_create(0, &options, &diags);
    if (!test->devices[0])
        printf("skip: %s\n", diags.list.count ? diags.list.data[0].message : "no device");
    base_arena_finish(&test->arena);
    return test->devices[0];
}

static void
want(struct test *test, const char *name)
{
    for (unsigned row = 1; row < rdna_op_count; row++)
        if (access_can((enum rdna_op)row) && (!name || !strcmp(name, rdna_op_infos[row].name)))
            test->rows[row].is_wanted = true;
}

static void
read_arguments(struct test *test, int argc, char **argv)
{
    bool is_any = true;

    for (int i = 1; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : "";
        if (!strcmp(argv[i], "-v")) {
            test->is_verbose = true;
        } else if (argv[i][0] != '-') {
            want(test, argv[i]);
            is_any = false;
        } else {
            if (!strcmp(argv[i], "-n"))
                test->programs = (unsigned)strtoul(value, NULL, 10);
            else if (!strcmp(argv[i], "-s"))
                test->chance.state = strtoull(value, NULL, 10);
            else if (!strcmp(argv[i], "-d"))
                test->is_vulkan = !strcmp(value, "vulkan");
            i++;
        }
    }
    if (is_any)
        want(test, NULL);
}

int
main(int argc, char **argv)
{
    static struct test test = {.programs = IS_SANITIZED ? 1 : 2, .chance = {1}};
    static bool done[rdna_op_count];

    read_arguments(&test, argc, argv);
    if (!open_devices(&test))
        return 77;
    for (unsigned row = 1; row < rdna_op_count; row++) {
        if (!test.rows[row].is_wanted || done[row])
            continue;
        if (test.is_vulkan)
            try_rows_from(&test, row, done);
        else
            try_row(&test, (enum rdna_op)row);
    }
    bool is_bad = has_differences(&test);
    for (size_t i = 0; i < BASE_COUNT(outsides); i++)
        is_bad |= !try_outside(&test, &outsides[i], i & 1 ? 64 : 32);
    if (!test.is_vulkan)
        test.devices[1]->destroy(test.devices[1]);
    test.devices[0]->destroy(test.devices[0]);
    return is_bad;
}
