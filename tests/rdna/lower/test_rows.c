/* SPDX-License-Identifier: MIT
 *
 * Every row of the table that works on registers alone: random instructions of it in random states,
 * translated in every company that takes them, against the wave interpreter.
 *
 *   test-rdna-lower-rows [-n PROGRAMS] [-s SEED] [-d DEVICE] [-v] [--have] [--mode MODE] [ROW...]
 *
 *   -n      programs of each row
 *   -s      another seed than 1
 *   -d      "cpu" (default), or "vulkan": the host's first device, which gets programs of many rows
 *   -v      every difference, not three a row
 *   --have  rows without a translation are no failure
 *   --mode  MODE, without DX10_CLAMP and IEEE, which are tried either way; else denormals are kept
 * or flushed, and now and then floats rounded another way
 *
 * Exits with 77 where there is no such device.
 */
#include "agree.h"
#include "program.h"
#include "sanitized.h"

#include "cpu/cpu.h"
#include "rdna/print.h"
#include "spirv/spirv.h"
#include "vulkan/vulkan_device.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN = 3, SAME_ROW = 10 };

struct tally {
    uint64_t insts, values, differences;
    const char *untranslated; /* Why it may be so. */
    bool is_wanted;
};

struct test {
    struct chance chance;
    unsigned programs;
    uint32_t mode;
    bool has_mode, is_verbose, have, is_vulkan;
    struct scene_device *devices[2]; /* For waves of 32 and 64. */
    struct tally rows[rdna_op_count];
    uint64_t taken[rdna_company_count], refused, faults;
    enum rdna_company validated; /* At this time. */
    struct base_arena arena;
};

/* ---- reports ---- */

static void
print_text(const struct program *program, const struct rdna_inst *inst)
{
    char text[RDNA_MAX_TEXT];

    rdna_print(inst, program->code.isa, program->code.wave_size, text);
    printf("  %s: %s\n", rdna_op_infos[inst->row].name, text);
}

static void
print_program(const struct program *program)
{
    for (unsigned i = 0; i < program->count; i++)
        print_text(program, &program->insts[i].inst);
}

static void
print_inputs(const struct program *program, const struct rdna_inst *inst,
             const struct kit_data *start, uint32_t wave, unsigned lane)
{
    const struct kit_code *code = &program->code;
    const uint32_t *scalars = kit_scalars(code, start, wave);

    printf("    exec 0x%08" PRIx32 "%08" PRIx32 " vcc 0x%08" PRIx32 "%08" PRIx32 " scc %u;",
           scalars[RDNA_EXEC_HI], scalars[RDNA_EXEC_LO], scalars[RDNA_VCC_HI], scalars[RDNA_VCC_LO],
           scalars[RDNA_STATE_SCC]);
    for (unsigned i = 0; i < 4; i++) {
        const unsigned source = i < 3 ? inst->src[i] : inst->dst;
        if (source >= RDNA_VGPR0) {
            const unsigned reg = source - RDNA_VGPR0;
            printf(" v%u 0x%08" PRIx32, reg, kit_vector(code, start, wave, reg)[lane]);
            if (reg < 255)
                printf(" (next 0x%08" PRIx32 ")", kit_vector(code, start, wave, reg + 1)[lane]);
        } else if (source < 127) {
            printf(" s%u 0x%08" PRIx32 " (next 0x%08" PRIx32 ")", source, scalars[source],
                   scalars[source + 1]);
        }
    }
    printf("\n");
}

struct difference {
    const struct program *program;
    const struct kit_data *start;
    enum rdna_company company;
    uint32_t wave;
    unsigned lane, code;
    uint32_t expected, got;
};

static void
report(struct test *test, const struct difference *d)
{
    const struct program_inst *owner = program_owner(d->program, d->code);
    struct tally *tally = &test->rows[owner ? owner->inst.row : d->program->insts[0].inst.row];

    if (tally->differences++ >= SHOWN && !test->is_verbose)
        return;
    if (owner)
        print_text(d->program, &owner->inst);
    else
        print_program(d->program);
    printf("    %s, waves of %u, %s, mode 0x%" PRIx32 ": %s%u, wave %u lane %u: 0x%08" PRIx32
           ", not 0x%08" PRIx32 "\n",
           rdna_isa_names[d->program->code.isa], d->program->code.wave_size,
           rdna_company_name(d->company), d->program->code.mode, d->code >= RDNA_VGPR0 ? "v" : "s",
           d->code >= RDNA_VGPR0 ? d->code - RDNA_VGPR0 : d->code, d->wave, d->lane, d->got,
           d->expected);
    if (owner)
        print_inputs(d->program, &owner->inst, d->start, d->wave, d->lane);
}

static void
report_program(struct test *test, const struct program *program, enum rdna_company company,
               const char *what, const struct base_diags *diags)
{
    struct tally *tally = &test->rows[program->insts[0].inst.row];

    if (tally->differences++ >= SHOWN && !test->is_verbose)
        return;
    printf("  %s: %s, waves of %u, %s: %s: %s\n", rdna_op_infos[program->insts[0].inst.row].name,
           rdna_isa_names[program->code.isa], program->code.wave_size, rdna_company_name(company),
           what, diags->list.count ? diags->list.data[0].message : "no reason");
    print_program(program);
}

/* ---- comparing ---- */

/* The register, with the one before and the one behind. */
static bool
vectors_agree(const struct program_inst *owner, unsigned reg, const uint32_t expected[3],
              const uint32_t got[3])
{
    if (expected[1] == got[1])
        return true;
    if (!owner || owner->inst.dst < RDNA_VGPR0)
        return false;
    const unsigned dst = owner->inst.dst - RDNA_VGPR0;
    const enum rdna_type type = rdna_op_infos[owner->inst.row].operands[0].type;
    if (reg == dst)
        return agree(&owner->inst, expected + 1, got + 1);
    return reg == dst + 1 && type == rdna_type_f64 && agree(&owner->inst, expected, got);
}

static void
compare_vectors(struct test *test, struct difference *d, const struct kit_data *expected,
                const struct kit_data *got)
{
    const struct kit_code *code = &d->program->code;

    for (unsigned reg = 0; reg < d->program->vector_count; reg++) {
        const struct program_inst *owner = program_owner(d->program, RDNA_VGPR0 + reg);
        for (unsigned lane = 0; lane < code->wave_size; lane++) {
            uint32_t x[3] = {0}, y[3] = {0};
            for (unsigned i = 0; i < 3; i++) {
                if (reg + i < 1 || reg + i > RDNA_STATE_VECTORS)
                    continue;
                x[i] = kit_vector(code, expected, d->wave, reg + i - 1)[lane];
                y[i] = kit_vector(code, got, d->wave, reg + i - 1)[lane];
            }
            if (vectors_agree(owner, reg, x, y))
                continue;
            d->lane = lane;
            d->code = RDNA_VGPR0 + reg;
            d->expected = x[1];
            d->got = y[1];
            report(test, d);
        }
    }
}

static void
compare(struct test *test, struct difference *d, const struct kit_data *expected,
        const struct kit_data *got)
{
    const struct kit_code *code = &d->program->code;

    for (d->wave = 0; d->wave < code->waves; d->wave++) {
        compare_vectors(test, d, expected, got);
        if (d->company < rdna_company_subgroup)
            continue;
        const uint32_t *x = kit_scalars(code, expected, d->wave);
        const uint32_t *y = kit_scalars(code, got, d->wave);
        for (unsigned i = 0; i <= RDNA_STATE_SCC; i++) {
            if (x[i] == y[i])
                continue;
            d->lane = 0;
            d->code = i;
            d->expected = x[i];
            d->got = y[i];
            report(test, d);
        }
    }
    for (unsigned i = 0; i < d->program->count; i++) {
        struct tally *tally = &test->rows[d->program->insts[i].inst.row];
        tally->insts++;
        tally->values += code->waves * code->wave_size;
    }
}

/* ---- running ---- */

static bool
is_valid(const struct ir_shader *shader, enum rdna_company company, struct base_arena *arena,
         struct base_diags *diags)
{
    const bool is_old = company == rdna_company_lane || company == rdna_company_wave;
    const struct spirv_write_options options = {.target = is_old ? spirv_target_vulkan1_0
                                                                 : spirv_target_vulkan1_1};
    struct spirv_module module;

    return spirv_translate(shader, &options, arena, &module, diags) &&
           (!spirv_has_tools() || spirv_validate(&module, options.target, diags));
}

/* Companies that see too little, and rounding that hosts have no word for. */
static bool
may_refuse(const struct program *program, enum rdna_company company, const struct base_diags *diags)
{
    const struct qd_diagnostic *first = diags->list.data;

    if (!diags->list.count)
        return false;
    if (first->code == QD_CODE_TARGET_LACKS)
        return company < program->reach;
    return first->code == QD_CODE_UNSUPPORTED && program->code.mode & 15 &&
           strstr(first->message, "rounding");
}

static void
try_company(struct test *test, const struct program *program, enum rdna_company company,
            const struct kit_data *start, const struct kit_data *expected)
{
    struct kit_code own = program->code;
    const struct kit_code *code = &own;
    struct rdna_lower_report demands = {0};
    struct base_diags diags;

    own.exact_fma = test->is_vulkan;
    base_diags_init(&diags, &test->arena, "code");
    const struct ir_shader *shader =
        kit_translate(code, true, company, &test->arena, &demands, &diags);
    if (!shader) {
        if (may_refuse(program, company, &diags))
            test->refused++;
        else
            report_program(test, program, company, "refused", &diags);
        return;
    }
    /* The validator takes longer than all else, so it sees one company of a program. */
    if (company == test->validated && !is_valid(shader, company, &test->arena, &diags))
        report_program(test, program, company, "not valid", &diags);
    struct kit_data got = kit_data_copy(&test->arena, code, start);
    struct scene_device *device = test->devices[code->wave_size == 64];
    if (!kit_run_device(device, code, shader, &got, &test->arena, &diags)) {
        report_program(test, program, company, "does not run", &diags);
        return;
    }
    test->taken[company]++;
    struct difference d = {.program = program, .start = start, .company = company};
    compare(test, &d, expected, &got);
}

/* Host drivers seldom have subgroups as large as waves. */
static bool
is_tried_in(const struct test *test, const struct program *program, enum rdna_company company)
{
    const bool is_wave = program->reach >= rdna_company_subgroup;

    return !test->is_vulkan || company == (is_wave ? rdna_company_wave : program->reach);
}

static void
try_program(struct test *test, const struct program_options *options)
{
    struct program *program;
    struct base_text reason;

    base_arena_init(&test->arena, 0);
    if (!BASE_ARENA_CATCH(&test->arena)) {
        printf("ran out of memory\n");
        exit(1);
    }
    test->validated = (enum rdna_company)chance_below(&test->chance, rdna_company_count);
    program = base_arena_new(&test->arena, struct program);
    program_make(program, options, &test->chance);
    const struct kit_data start = program_start(program, &test->chance, &test->arena);
    const struct kit_data expected = kit_data_copy(&test->arena, &program->code, &start);
    struct kit_data run = expected;
    base_text_init(&reason, &test->arena);
    if (!program->count) {
        base_arena_finish(&test->arena);
        return;
    }
    if (!kit_run_wave(&program->code, &run, 10000, &reason)) {
        test->faults++;
        if (test->is_verbose)
            printf("  fault: %s\n", base_text_string(&reason));
    } else {
        for (enum rdna_company company = 0; company < rdna_company_count; company++)
            if (is_tried_in(test, program, company))
                try_company(test, program, company, &start, &expected);
    }
    base_arena_finish(&test->arena);
}

/* ---- which programs ---- */

static enum rdna_isa
isa_of(struct test *test, enum rdna_op row)
{
    enum rdna_isa isa;

    do
        isa = (enum rdna_isa)chance_below(&test->chance, rdna_isa_count);
    while (!(rdna_op_infos[row].isas >> isa & 1));
    return isa;
}

static uint32_t
some_mode(struct test *test, bool may_round)
{
    const uint32_t bits = chance_bits(&test->chance);
    const uint32_t clamps = bits & 0x300, round = bits & 15;
    const uint32_t denormals = bits >> 12 & 1 ? 0xf0 : bits & 0xf0;

    if (test->has_mode)
        return test->mode | clamps;
    return clamps | denormals | (may_round && !(bits >> 13 & 7) ? round : 0);
}

static struct program_options
some_options(struct test *test, enum rdna_isa isa, unsigned number)
{
    static const enum rdna_company reaches[4] = {rdna_company_lane, rdna_company_subgroup,
                                                 rdna_company_quad, rdna_company_subgroup};

    return (struct program_options){
        .isa = isa,
        .wave_size = chance_below(&test->chance, 2) ? 64 : 32,
        .reach = reaches[number & 3],
        .mode = some_mode(test, number > 0),
    };
}

static bool
is_tried(const struct test *test, enum rdna_op row)
{
    /* Of doubles that a host rounds twice there is no other way than the host's. */
    const bool is_hosts =
        test->is_vulkan && (row == rdna_op_v_fma_f64 || row == rdna_op_v_div_fmas_f64);

    return test->rows[row].is_wanted && rdna_lower_has(row) && !is_hosts;
}

static void
try_row(struct test *test, enum rdna_op row, unsigned number)
{
    struct program_options options = some_options(test, isa_of(test, row), number);
    uint16_t rows[SAME_ROW];

    for (unsigned i = 0; i < SAME_ROW; i++)
        rows[i] = (uint16_t)row;
    options.rows = rows;
    options.count = SAME_ROW;
    try_program(test, &options);
}

/* Of the first two programs of a row one is open to lanes, or quads, in turn. */
static void
try_rows_alone(struct test *test)
{
    for (unsigned row = 1; row < rdna_op_count; row++)
        for (unsigned i = 0; i < test->programs && is_tried(test, (enum rdna_op)row); i++)
            try_row(test, (enum rdna_op)row, i == 0 ? 2 * (row & 1) : i);
}

/* Rows in turn, so many in a program, of which one in so many is taken. */
static void
try_rows_together(struct test *test, const struct program_options *like, unsigned count,
                  uint32_t one_in)
{
    for (unsigned row = 1; row < rdna_op_count;) {
        uint16_t rows[PROGRAM_INSTS];
        struct program_options options = *like;
        options.isa = (enum rdna_isa)chance_below(&test->chance, rdna_isa_count);
        options.mode = some_mode(test, false);
        for (; row < rdna_op_count && options.count < count; row++)
            if (is_tried(test, (enum rdna_op)row) && !(rdna_op_infos[row].effects & RDNA_W_MODE) &&
                chance_one_in(&test->chance, one_in))
                rows[options.count++] = (uint16_t)row;
        options.rows = rows;
        try_program(test, &options);
    }
}

/* Drivers take long for each program. In the company of the wave lavapipe takes a time that grows
 * with the square of lanes and registers, so there are fewer of both. */
static void
try_rows_on_driver(struct test *test)
{
    for (unsigned i = 0; i < test->programs; i++) {
        const struct program_options alone = {
            .wave_size = i & 2 ? 32 : 64,
            .reach = i & 1 ? rdna_company_quad : rdna_company_lane,
        };
        const struct program_options together = {.wave_size = 32, .reach = rdna_company_subgroup};
        try_rows_together(test, &alone, PROGRAM_INSTS, 1);
        try_rows_together(test, &together, 4, 8);
    }
}

/* ---- the whole ---- */

static bool
has_untranslated(struct test *test)
{
    bool good = true;

    for (unsigned row = 1; row < rdna_op_count; row++) {
        const struct tally *tally = &test->rows[row];
        const char *name = rdna_op_infos[row].name;
        if (!tally->is_wanted)
            continue;
        if (rdna_lower_has((enum rdna_op)row) && tally->untranslated)
            printf("%s is in untranslated.def and has a translation\n", name);
        else if (!rdna_lower_has((enum rdna_op)row) && !tally->untranslated && !test->have)
            printf("%s has no translation\n", name);
        else if (!IS_SANITIZED && is_tried(test, (enum rdna_op)row) && !tally->values)
            printf("%s was never compared\n", name);
        else
            continue;
        good = false;
    }
    return !good;
}

static bool
has_differences(const struct test *test)
{
    uint64_t rows = 0, insts = 0, values = 0, bad = 0;

    for (unsigned row = 1; row < rdna_op_count; row++) {
        const struct tally *tally = &test->rows[row];
        rows += tally->insts > 0;
        insts += tally->insts;
        values += tally->values;
        if (!tally->differences)
            continue;
        bad++;
        printf("%s: %" PRIu64 " differences of %" PRIu64 " values\n", rdna_op_infos[row].name,
               tally->differences, tally->values);
    }
    printf("%s: %" PRIu64 " rows, %" PRIu64 " with differences; %" PRIu64 " instructions, %" PRIu64
           " values; programs: lane %" PRIu64 ", quad %" PRIu64 ", subgroup %" PRIu64
           ", wave %" PRIu64 ", closed %" PRIu64 ", stopped %" PRIu64 "\n",
           test->devices[0]->description, rows, bad, insts, values, test->taken[0], test->taken[1],
           test->taken[2], test->taken[3], test->refused, test->faults);
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
close_devices(struct test *test)
{
    if (!test->is_vulkan)
        test->devices[1]->destroy(test->devices[1]);
    test->devices[0]->destroy(test->devices[0]);
}

static void
want(struct test *test, const char *name)
{
    bool is_found = false;

    for (unsigned row = 1; row < rdna_op_count; row++) {
        const bool is_named = !name || !strcmp(name, rdna_op_infos[row].name);
        if (!is_named || !maker_is_on_registers((enum rdna_op)row))
            continue;
        test->rows[row].is_wanted = is_found = true;
    }
    if (is_found)
        return;
    printf("no row %s that works on registers\n", name);
    exit(2);
}

static void
read_arguments(struct test *test, int argc, char **argv)
{
    bool is_any = true;

    for (int i = 1; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : "";
        if (!strcmp(argv[i], "-v")) {
            test->is_verbose = true;
        } else if (!strcmp(argv[i], "--have")) {
            test->have = true;
        } else if (argv[i][0] != '-') {
            want(test, argv[i]);
            is_any = false;
        } else {
            if (!strcmp(argv[i], "-n"))
                test->programs = (unsigned)strtoul(value, NULL, 10);
            else if (!strcmp(argv[i], "-s"))
                test->chance.state = strtoull(value, NULL, 10);
            else if (!strcmp(argv[i], "--mode")) {
                test->has_mode = true;
                test->mode = (uint32_t)strtoul(value, NULL, 0);
            } else if (!strcmp(argv[i], "-d"))
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

#define UNTRANSLATED(row, reason) test.rows[rdna_op_##row].untranslated = reason;
#include "untranslated.def"
    read_arguments(&test, argc, argv);
    if (!open_devices(&test))
        return 77;
    if (test.is_vulkan)
        try_rows_on_driver(&test);
    else
        try_rows_alone(&test);
    const bool is_bad = has_differences(&test);
    const bool lacks = has_untranslated(&test);
    close_devices(&test);
    return is_bad || lacks;
}
