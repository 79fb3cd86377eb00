/* SPDX-License-Identifier: MIT */
#include "interp_test.h"

#include <stdlib.h>

#define GUARD 64
#define GUARD_BYTE 0xa5

const struct interp_loops *const test_loops[] = {
    &interp_loops_plain,
#ifdef INTERP_HAS_AVX2_LOOPS
    &interp_loops_avx2,
#endif
};

uint32_t
test_loops_count(void)
{
    /* The later ones only where the interpreter itself would take them. */
    for (uint32_t i = BASE_COUNT(test_loops); i > 0; i--)
        if (test_loops[i - 1] == interp_loops_best())
            return i;
    fail_msg("the best loops are not among those that are tested");
    return 0;
}

void
test_shader_init(struct test_shader *t, enum ir_stage stage)
{
    base_arena_init(&t->arena, 0);
    base_diags_init(&t->diags, &t->arena, "test");
    t->shader = ir_shader_create(&t->arena, stage, "test");
    for (unsigned i = 0; i < 3 && stage == ir_stage_compute; i++)
        t->shader->local_size[i] = 1;
    ir_builder_init(&t->b, t->shader);
}

void
test_shader_parse(struct test_shader *t, const char *text)
{
    test_shader_init(t, ir_stage_vertex);
    base_diags_set_text(&t->diags, text, strlen(text));
    t->shader = ir_parse(&t->arena, text, strlen(text), &t->diags);
    if (!t->shader)
        fail_msg("line %u: %s", t->diags.list.data[0].place.line, t->diags.list.data[0].message);
}

ir_ref
test_list(struct test_shader *t, enum ir_op op, ir_type_id type, uint32_t imm, uint32_t count, ...)
{
    ir_ref operands[16];
    va_list args;

    assert_true(count <= BASE_COUNT(operands));
    va_start(args, count);
    for (uint32_t i = 0; i < count; i++)
        operands[i] = va_arg(args, ir_ref);
    va_end(args);
    return ir_build_list(&t->b, op, type, operands, count, imm);
}

void
test_shader_finish(struct test_shader *t)
{
    base_arena_finish(&t->arena);
}

void
test_verify(struct test_shader *t)
{
    struct base_text text;

    if (ir_verify(t->shader, &t->diags))
        return;
    base_text_init(&text, &t->arena);
    ir_print(t->shader, &text);
    fail_msg("%s\n%s", t->diags.list.data[0].message, base_text_string(&text));
}

uint32_t
test_add_input(struct test_shader *t, enum ir_type type)
{
    const struct ir_io io = {.location = t->shader->inputs.count,
                             .type = type,
                             .components = 4,
                             .interp = ir_interp_flat};

    return ir_add_input(t->shader, &io);
}

uint32_t
test_add_output(struct test_shader *t, enum ir_type type)
{
    const struct ir_io io = {.location = t->shader->outputs.count, .type = type, .components = 4};

    return ir_add_output(t->shader, &io);
}

ir_ref
test_load(struct test_shader *t, enum ir_type type, uint32_t input)
{
    return ir_build_op(&t->b, ir_op_load_input, (ir_type_id)type, 0, 0, ir_io_imm(input, 0));
}

void
test_store(struct test_shader *t, uint32_t output, ir_ref value)
{
    ir_build_op(&t->b, ir_op_store_output, ir_type_void, value, 0, ir_io_imm(output, 0));
}

ir_ref
test_lane(struct test_shader *t)
{
    const struct ir_io io = {.builtin = ir_builtin_lane, .type = ir_type_i32, .components = 1};

    for (uint32_t i = 0; i < t->shader->inputs.count; i++)
        if (t->shader->inputs.data[i].builtin == ir_builtin_lane)
            return test_load(t, ir_type_i32, i);
    return test_load(t, ir_type_i32, ir_add_input(t->shader, &io));
}

uint32_t
test_output_bits(struct test_shader *t, ir_ref value)
{
    static const enum ir_type ints[] = {ir_type_i8, ir_type_i16, ir_type_i32, ir_type_i64};
    const ir_type_id type = ir_type_of(t->shader, value);
    const uint32_t output = test_add_output(t, ir_type_i32);

    if (type == ir_type_bool)
        value = ir_build_select(&t->b, value, ir_build_i32(&t->b, 1), ir_build_i32(&t->b, 0));
    if (ir_type_is_float(type))
        for (unsigned i = 0; i < 4; i++)
            if (ir_type_bits((ir_type_id)ints[i]) == ir_type_bits(type))
                value = ir_build_convert(&t->b, ir_op_bitcast, ints[i], value);
    if (ir_type_bits(type) == 64) {
        const ir_ref high = ir_build_ushr(&t->b, value, ir_build_const(&t->b, ir_type_i64, 32));

        test_store(t, test_add_output(t, ir_type_i32), ir_build_u2u(&t->b, ir_type_i32, high));
        value = ir_build_u2u(&t->b, ir_type_i32, value);
    } else if (type != ir_type_bool && ir_type_bits(type) < 32) {
        value = ir_build_u2u(&t->b, ir_type_i32, value);
    }
    test_store(t, output, value);
    return output;
}

void
test_run_init(struct test_run *run, struct test_shader *t, struct test_config config)
{
    size_t size;

    *run = (struct test_run){.lanes = config.lanes};
    run->program = interp_create(t->shader, config.lanes, config.loops, &t->arena, &t->diags);
    if (!run->program)
        fail_msg("%s", t->diags.list.data[0].message);
    run->input_words = t->shader->inputs.count * 4 * config.lanes;
    run->output_words = t->shader->outputs.count * 4 * config.lanes;
    run->inputs = calloc(run->input_words + 1, sizeof(uint32_t));
    run->outputs = calloc(run->output_words + 1, sizeof(uint32_t));
    size = cpu_program_scratch_size(run->program);
    assert_int_equal(size % 64, 0);
    run->memory = aligned_alloc(64, size + 2 * GUARD);
    if (!run->inputs || !run->outputs || !run->memory) {
        fail_msg("no memory");
        return;
    }
    memset(run->memory, GUARD_BYTE, size + 2 * GUARD);
    run->group.scratch = run->memory + GUARD;
    run->group.resources = &run->resources;
    run->group.inputs = run->inputs;
    run->group.outputs = run->outputs;
    cpu_program_scratch_init(run->program, run->group.scratch);
}

void
test_run_finish(struct test_run *run)
{
    const size_t size = cpu_program_scratch_size(run->program);

    for (size_t i = 0; i < GUARD; i++) {
        assert_int_equal((unsigned char)run->memory[i], GUARD_BYTE);
        assert_int_equal((unsigned char)run->memory[GUARD + size + i], GUARD_BYTE);
    }
    free(run->inputs);
    free(run->outputs);
    free(run->memory);
}

uint32_t *
test_input(struct test_run *run, uint32_t input)
{
    return run->inputs + (size_t)input * 4 * run->lanes;
}

const uint32_t *
test_output(const struct test_run *run, uint32_t output)
{
    return run->outputs + (size_t)output * 4 * run->lanes;
}

enum cpu_run
test_run_steps(struct test_run *run, uint64_t active, uint64_t steps)
{
    memset(run->outputs, 0, run->output_words * sizeof(uint32_t));
    run->group.active = active;
    run->group.steps = steps;
    return cpu_program_run(run->program, &run->group);
}

void
test_run(struct test_run *run, uint64_t active)
{
    assert_int_equal(test_run_steps(run, active, UINT64_C(1) << 40), cpu_run_done);
}

uint32_t
test_random(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(*state >> 33);
}
