/* SPDX-License-Identifier: MIT
 *
 * What the reader makes of arithmetic, conversions, bits, composites and GLSL.std.450: the table of
 * values.def and values_whole.c, by folding and on our own device.
 */
#include "values_device.h"

#include "cpu/cpu.h"
#include "spirv/spirv.h"

#include <cmocka.h>

/* ---- by folding, one invocation after another ---- */

struct lane {
    const struct values_job *job;
    uint32_t invocation;
    uint64_t (*values)[4]; /* By instruction and component. */
};

static uint64_t
operand(const struct lane *lane, ir_ref ref, uint32_t i)
{
    return lane->values[ir_operand(lane->job->shader, ref, i)][0];
}

static uint8_t *
place(const struct lane *lane, ir_ref ref, uint32_t size)
{
    const struct ir_shader *shader = lane->job->shader;
    const struct values_buffer *buffer =
        &lane->job->buffers[shader->buffers.data[ir_imm(shader, ref) & 0xffff].binding];
    const uint64_t offset = operand(lane, ref, 0);

    assert_true(offset % size == 0 && offset + size <= buffer->size);
    return (uint8_t *)buffer->data + offset;
}

static void
load(struct lane *lane, ir_ref ref)
{
    const uint32_t size = ir_type_bits(ir_type_of(lane->job->shader, ref)) / 8;
    const uint8_t *from = place(lane, ref, size);

    for (uint32_t i = 0; i < size; i++)
        lane->values[ref][0] |= (uint64_t)from[i] << 8 * i;
}

static void
store(struct lane *lane, ir_ref ref)
{
    const ir_ref value = ir_operand(lane->job->shader, ref, 2);
    const uint32_t size = ir_type_bits(ir_type_of(lane->job->shader, value)) / 8;
    uint8_t *to = place(lane, ref, size);

    for (uint32_t i = 0; i < size; i++)
        to[i] = (uint8_t)(lane->values[value][0] >> 8 * i);
}

/* False for what does not fold. */
static bool
execute(struct lane *lane, ir_ref ref)
{
    const struct ir_shader *shader = lane->job->shader;
    uint64_t *value = lane->values[ref];
    enum ir_type types[3] = {ir_type_void};
    uint64_t operands[3] = {0};

    memset(value, 0, sizeof(lane->values[ref]));
    switch ((unsigned)ir_op_of(shader, ref)) {
    case ir_op_const:
        value[0] = ir_const_bits(shader, ref);
        return true;
    case ir_op_undef:
    case ir_op_return:
        return true;
    case ir_op_load_input: /* The workgroup. */
        value[0] = (ir_imm(shader, ref) & 3) == 0 ? lane->invocation : 0;
        return true;
    case ir_op_load_buffer:
        load(lane, ref);
        return true;
    case ir_op_store_buffer:
        store(lane, ref);
        return true;
    }
    for (uint32_t i = 0; i < ir_operand_count(shader, ref) && i < 3; i++) {
        types[i] = ir_type_scalar(ir_type_of(shader, ir_operand(shader, ref, i)));
        operands[i] = operand(lane, ref, i);
    }
    if (ir_op_has(ir_op_of(shader, ref), IR_OP_INEXACT))
        return false;
    if (!ir_fold(ir_op_of(shader, ref), ir_type_scalar(ir_type_of(shader, ref)), types, operands,
                 value))
        fail_msg("%s does not fold", ir_op_infos[ir_op_of(shader, ref)].name);
    return true;
}

static bool
fold_has_type(struct values_runner *runner, enum ir_type type)
{
    (void)runner;
    (void)type;
    return true;
}

static bool
fold_run(struct values_runner *runner, const struct values_job *job)
{
    struct lane lane = {.job = job};
    (void)runner;

    lane.values =
        base_arena_alloc_array(job->arena, job->shader->insts.count, sizeof(*lane.values));
    for (; lane.invocation < job->invocations; lane.invocation++)
        for (ir_ref ref = job->shader->first; ref; ref = ir_next(job->shader, ref))
            if (!execute(&lane, ref))
                return false;
    return true;
}

static void
check_all(struct values_runner *runner, uint64_t least)
{
    const uint64_t compared = values_run(runner, values_rows, values_row_count) +
                              values_run(runner, values_whole_rows, values_whole_row_count);

    print_message("%llu results\n", (unsigned long long)compared);
    assert_true(compared >= least);
}

static void
test_folded(void **state)
{
    struct values_runner runner = {.has_type = fold_has_type, .run = fold_run};
    (void)state;

    check_all(&runner, 450000);
}

/* ---- on the device ---- */

static void
test_cpu(void **state)
{
    struct scene_device *device = cpu_device_create(&(struct cpu_options){.threads = 1});
    struct values_runner runner = values_device_runner(device, false);
    (void)state;

    check_all(&runner, 450000);
    device->destroy(device);
}

/* ---- that nothing is left out ---- */

static bool
has_row(const struct values_row *rows, uint32_t count, enum values_kind kind, const char *name)
{
    for (uint32_t i = 0; i < count; i++)
        if ((rows[i].kind == kind || rows[i].kind == kind_text) && strcmp(rows[i].name, name) == 0)
            return true;
    return false;
}

static void
test_complete(void **state)
{
    static const struct {
        enum values_kind kind;
        const char *name;
    } names[] = {
#define ALU(opcode, ...) {kind_core, #opcode},
#define MADE(opcode, ...) {kind_core, #opcode},
#define PAIR(opcode, ...) {kind_core, #opcode},
#define FOLD(opcode, ...) {kind_core, #opcode},
#include "spirv/read/alu.def"
#define EACH(name, ...) {kind_glsl, #name},
#define MADE(name, ...) {kind_glsl, #name},
#define PAIR(name, ...) {kind_glsl, #name},
#define STORE(name, ...) {kind_glsl, #name},
#define WHOLE(name, ...) {kind_glsl, #name},
#define PACK(name, ...) {kind_glsl, #name},
#define UNPACK(name, ...) {kind_glsl, #name},
#include "spirv/read/glsl.def"
    };
    (void)state;

    for (uint32_t i = 0; i < BASE_COUNT(names); i++)
        if (!has_row(values_rows, values_row_count, names[i].kind, names[i].name) &&
            !has_row(values_whole_rows, values_whole_row_count, names[i].kind, names[i].name) &&
            strncmp(names[i].name, "InterpolateAt", 13) != 0) /* Of fragments alone. */
            fail_msg("no row says what %s computes", names[i].name);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_folded),
        cmocka_unit_test(test_cpu),
        cmocka_unit_test(test_complete),
    };

    if (!spirv_has_tools()) {
        print_message("skip: this build has no SPIRV-Tools\n");
        return 77;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
