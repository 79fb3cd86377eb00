/* SPDX-License-Identifier: MIT
 *
 * What holds for all rows: any instruction in any state ends well and leaves the lanes alone that
 * are off; the forms of an instruction agree where they say the same.
 */
#include "kit.h"

#include "random_words.h"
#include "rdna/wave/memory.h"

#include <string.h>

enum { INSTRUCTIONS = 60000, ADDRESS = 0x1000 };

/* ---- Any instruction ---- */

/* Small numbers, addresses and anything. */
static uint32_t
some_value(void)
{
    const uint32_t value = kit_random();

    switch (kit_random() & 3) {
    case 0:
        return value & 0xff;
    case 1:
        return ADDRESS + (value & 0xfff);
    }
    return value;
}

static void
set_state(struct rdna_wave *wave)
{
    for (unsigned i = 0; i < RDNA_SCALAR_COUNT; i++)
        rdna_write_scalar(wave, i, some_value());
    /* One register in a while is enough: the others have what was there. */
    for (unsigned i = 0; i < 8; i++) {
        uint32_t *row = wave->vectors[kit_random() & (i & 1 ? 15 : 255)];
        const uint32_t same = some_value();
        for (unsigned lane = 0; lane < RDNA_MAX_LANES; lane++)
            row[lane] = i & 2 ? some_value() : same + lane * 4;
    }
    kit_set_exec(wave, kit_exec(kit_random() % KIT_EXECS, wave->size));
    wave->scc = kit_random() & 1;
    wave->status = rdna_wave_running;
    wave->pc = 1;
    wave->mode = (struct rdna_mode){.round32 = kit_random() & 3,
                                    .round64_16 = kit_random() & 3,
                                    .denorm32 = kit_random() & 3,
                                    .denorm64_16 = kit_random() & 3,
                                    .dx10_clamp = kit_random() & 1,
                                    .ieee = kit_random() & 1};
}

static void
check_state(const struct kit *kit, const struct rdna_inst *inst, uint64_t exec,
            uint32_t before[RDNA_VECTOR_COUNT][RDNA_MAX_LANES], bool goes_on)
{
    const struct rdna_wave *wave = kit->wave;
    const char *name = rdna_op_infos[inst->row].name;

    if (wave->scalars[RDNA_NULL])
        fail_msg("%s wrote to null", name);
    if (goes_on != (wave->status == rdna_wave_running))
        fail_msg("%s: goes on %d, status %u", name, goes_on, wave->status);
    if ((wave->status == rdna_wave_faulted) != kit->group->fault.is_set)
        fail_msg("%s: status %u, fault %d", name, wave->status, kit->group->fault.is_set);
    if (inst->row == rdna_op_v_writelane_b32)
        return;
    for (unsigned v = 0; v < RDNA_VECTOR_COUNT; v++)
        if (memcmp(before[v], wave->vectors[v], sizeof(before[v])))
            for (unsigned lane = 0; lane < RDNA_MAX_LANES; lane++)
                if (!(exec >> lane & 1) && before[v][lane] != wave->vectors[v][lane])
                    fail_msg("%s changed v%u of lane %u, which is off", name, v, lane);
}

static void
execute_random(struct kit *kit, struct random_words *random, enum rdna_isa isa)
{
    static uint32_t before[RDNA_VECTOR_COUNT][RDNA_MAX_LANES];
    uint32_t words[5];
    struct rdna_inst inst;

    random_instruction(random, words);
    if (!rdna_decode(words, 5, isa, kit->wave->size, &inst))
        return;
    set_state(kit->wave);
    kit->group->fault.is_set = false;
    const uint64_t exec = rdna_get_exec(kit->wave);
    memcpy(before, kit->wave->vectors, sizeof(before));
    const bool goes_on = rdna_executors[inst.row](kit->wave, &inst);
    check_state(kit, &inst, exec, before, goes_on);
    kit->group->exports.count = kit->group->messages.count = 0;
}

static void
run_random(enum rdna_isa isa, unsigned wave_size)
{
    static const uint32_t code[64] = {0xbf810000};
    static const struct rdna_parameter parameters[2][4] = {{{1, 2, 3}}};
    struct random_words random = {isa * 2 + wave_size};
    struct rdna_memory memory;
    struct kit kit;

    kit_start(&kit, code, BASE_COUNT(code), wave_size, 1);
    rdna_memory_init(&memory, 1 << 20);
    assert_true(rdna_memory_map(&memory, ADDRESS, 0x2000, true));
    struct rdna_program program = *kit.group->program;
    program.isa = isa;
    kit.group->program = &program;
    kit.group->memory = &memory;
    kit.group->parameters = parameters;
    kit.group->attribute_count = kit.group->primitive_count = 1;
    for (unsigned i = 0; i < INSTRUCTIONS; i++)
        execute_random(&kit, &random, isa);
    rdna_memory_finish(&memory);
    kit_finish(&kit);
}

static void
test_any_instruction(void **state)
{
    (void)state;
    for (enum rdna_isa isa = 0; isa < rdna_isa_count; isa++) {
        run_random(isa, 32);
        run_random(isa, 64);
    }
}

/* ---- Forms ---- */

/* The row in a form, with no modifier and every lane reading itself. */
static struct rdna_inst
plain_form(enum rdna_op row, enum rdna_form form)
{
    const struct rdna_op_info *info = &rdna_op_infos[row];
    struct rdna_inst inst = {.row = (uint16_t)row, .form = (uint8_t)form};

    inst.dst = RDNA_VGPR0 + 8;
    inst.sdst = RDNA_VCC_LO;
    inst.src[0] = RDNA_VGPR0 + 2;
    inst.src[1] = RDNA_VGPR0 + 4;
    for (unsigned i = 0; i < info->operand_count; i++)
        if (info->operands[i].kind == rdna_operand_SM)
            inst.src[2] = RDNA_VCC_LO;
    if (form == rdna_form_sdwa)
        inst.control = 6u << 8 | 6u << 16 | 6u << 24;
    else if (form == rdna_form_dpp16)
        inst.control = 0xff00e400;
    else if (form == rdna_form_dpp8)
        inst.control = 0xfac68800; /* 0, 1, 2 ... 7 */
    return inst;
}

struct result {
    uint32_t vectors[4][RDNA_MAX_LANES];
    uint64_t vcc, exec;
};

static void
run_form(struct kit *kit, const struct rdna_wave *start, const struct rdna_inst *inst,
         struct result *result)
{
    struct rdna_wave *wave = kit->wave;

    memcpy(wave->scalars, start->scalars, sizeof(wave->scalars));
    memcpy(wave->vectors, start->vectors, 16 * sizeof(wave->vectors[0]));
    assert_true(rdna_executors[inst->row](wave, inst));
    memcpy(result->vectors, wave->vectors[8], sizeof(result->vectors));
    result->vcc = rdna_get_pair(wave, RDNA_VCC_LO);
    result->exec = rdna_get_pair(wave, RDNA_EXEC_LO);
}

/* A half that SDWA writes as a whole register has zeros above; the others keep what was there. */
static void
cut_halves(const struct rdna_op_info *info, struct result *result)
{
    const enum rdna_type type = info->operands[0].type;

    if (type == rdna_type_b16 || type == rdna_type_u16 || type == rdna_type_i16 ||
        type == rdna_type_f16)
        for (unsigned lane = 0; lane < RDNA_MAX_LANES; lane++)
            result->vectors[0][lane] &= 0xffff;
}

static bool
has_forms(const struct rdna_op_info *info)
{
    const bool is_short = info->family == rdna_family_vop1 || info->family == rdna_family_vop2 ||
                          info->family == rdna_family_vopc;

    return is_short && info->operand_count && info->operands[0].kind != rdna_operand_DS;
}

static void
check_forms(struct kit *kit, const struct rdna_wave *start, enum rdna_op row)
{
    static const struct {
        enum rdna_form form;
        unsigned bit;
    } forms[] = {{rdna_form_e64, RDNA_FORM_E64},
                 {rdna_form_dpp16, RDNA_FORM_DPP16},
                 {rdna_form_dpp8, RDNA_FORM_DPP8},
                 {rdna_form_sdwa, RDNA_FORM_SDWA}};
    const struct rdna_op_info *info = &rdna_op_infos[row];
    struct rdna_inst inst = plain_form(row, rdna_form_e32);
    static struct result expected, result;

    run_form(kit, start, &inst, &expected);
    cut_halves(info, &expected);
    for (size_t i = 0; i < BASE_COUNT(forms); i++) {
        if (!(info->forms & forms[i].bit))
            continue;
        inst = plain_form(row, forms[i].form);
        run_form(kit, start, &inst, &result);
        cut_halves(info, &result);
        if (memcmp(&expected, &result, sizeof(result)))
            fail_msg("%s: form %u is unlike the short one", info->name, forms[i].form);
    }
}

static void
test_forms(void **state)
{
    static struct rdna_wave start;

    (void)state;
    for (unsigned size = 32; size <= 64; size += 32) {
        struct kit kit;
        kit_start(&kit, NULL, 0, size, 1);
        for (unsigned row = 1; row < rdna_op_count; row++) {
            if (!has_forms(&rdna_op_infos[row]))
                continue;
            for (unsigned v = 0; v < 16; v++)
                kit_randomize(start.vectors[v]);
            start.size = (uint8_t)size;
            start.scalars[RDNA_M0] = 1;
            rdna_write_scalar_pair(&start, RDNA_VCC_LO, kit_random64());
            rdna_write_scalar_pair(&start, RDNA_EXEC_LO, kit_random64());
            check_forms(&kit, &start, row);
        }
        kit_finish(&kit);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_any_instruction),
        cmocka_unit_test(test_forms),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
