/* SPDX-License-Identifier: MIT */
#include "text_kit.h"

#include "shaders.h"

#include <cmocka.h>

/* ---- shaders that are the same ---- */

static bool
is_same_string(const char *a, const char *b)
{
    return strcmp(a ? a : "", b ? b : "") == 0;
}

static void
check_same_io(const struct ir_io *a, const struct ir_io *b, bool has_interp)
{
    assert_true(is_same_string(a->name, b->name));
    assert_int_equal(a->builtin, b->builtin);
    assert_int_equal(a->location, b->location);
    assert_int_equal(a->type, b->type);
    assert_int_equal(a->components, b->components);
    assert_int_equal(a->component, b->component);
    assert_int_equal(a->index, b->index);
    assert_int_equal(a->sampling, b->sampling);
    if (has_interp)
        assert_int_equal(a->interp, b->interp);
}

static void
check_same_image(const struct ir_image *a, const struct ir_image *b)
{
    assert_true(is_same_string(a->name, b->name));
    assert_int_equal(a->set, b->set);
    assert_int_equal(a->binding, b->binding);
    assert_int_equal(a->dim, b->dim);
    assert_int_equal(a->kind, b->kind);
    assert_int_equal(a->texel, b->texel);
    assert_int_equal(a->format, b->format);
    assert_int_equal(a->is_arrayed, b->is_arrayed);
    assert_int_equal(a->is_multisampled, b->is_multisampled);
    assert_int_equal(a->access, b->access);
    assert_int_equal(a->count, b->count);
}

static void
check_same_interface(const struct ir_shader *a, const struct ir_shader *b)
{
    assert_int_equal(a->stage, b->stage);
    assert_string_equal(a->name, b->name);
    assert_int_equal(a->inputs.count, b->inputs.count);
    for (uint32_t i = 0; i < a->inputs.count; i++)
        check_same_io(&a->inputs.data[i], &b->inputs.data[i], a->stage == ir_stage_fragment);
    assert_int_equal(a->outputs.count, b->outputs.count);
    for (uint32_t i = 0; i < a->outputs.count; i++)
        check_same_io(&a->outputs.data[i], &b->outputs.data[i], false);
    assert_int_equal(a->buffers.count, b->buffers.count);
    for (uint32_t i = 0; i < a->buffers.count; i++) {
        assert_true(is_same_string(a->buffers.data[i].name, b->buffers.data[i].name));
        assert_int_equal(a->buffers.data[i].set, b->buffers.data[i].set);
        assert_int_equal(a->buffers.data[i].binding, b->buffers.data[i].binding);
        assert_int_equal(a->buffers.data[i].size, b->buffers.data[i].size);
        assert_int_equal(a->buffers.data[i].kind, b->buffers.data[i].kind);
        assert_int_equal(a->buffers.data[i].count, b->buffers.data[i].count);
        assert_int_equal(a->buffers.data[i].access, b->buffers.data[i].access);
    }
    assert_int_equal(a->arrays.count, b->arrays.count);
    for (uint32_t i = 0; i < a->arrays.count; i++) {
        const struct ir_array *x = &a->arrays.data[i], *y = &b->arrays.data[i];

        assert_true(is_same_string(x->name, y->name));
        assert_int_equal(x->type, y->type);
        assert_int_equal(x->count, y->count);
        assert_int_equal(x->init != NULL, y->init != NULL);
        if (x->init)
            assert_memory_equal(x->init, y->init, x->count * sizeof(uint64_t));
    }
    assert_int_equal(a->images.count, b->images.count);
    for (uint32_t i = 0; i < a->images.count; i++)
        check_same_image(&a->images.data[i], &b->images.data[i]);
    assert_int_equal(a->samplers.count, b->samplers.count);
    for (uint32_t i = 0; i < a->samplers.count; i++) {
        assert_true(is_same_string(a->samplers.data[i].name, b->samplers.data[i].name));
        assert_int_equal(a->samplers.data[i].set, b->samplers.data[i].set);
        assert_int_equal(a->samplers.data[i].binding, b->samplers.data[i].binding);
        assert_int_equal(a->samplers.data[i].count, b->samplers.data[i].count);
    }
    assert_int_equal(a->push_size, b->push_size);
    assert_int_equal(a->shared_size, b->shared_size);
    assert_int_equal(a->shared_is_zeroed, b->shared_is_zeroed);
    assert_memory_equal(a->local_size, b->local_size, sizeof(a->local_size));
    assert_int_equal(a->early_tests, b->early_tests);
    assert_int_equal(a->depth_layout, b->depth_layout);
    assert_int_equal(a->is_sample_rate, b->is_sample_rate);
}

static uint32_t *
number_insts(const struct ir_shader *shader, struct base_arena *arena)
{
    uint32_t *numbers = base_arena_new_array(arena, uint32_t, shader->insts.count);
    uint32_t number = 0;

    for (ir_ref ref = shader->first; ref; ref = ir_next(shader, ref))
        numbers[ref] = ++number;
    return numbers;
}

/* Instructions of two shaders are the same but for their numbers. */
static void
check_same_inst(const struct ir_shader *a, ir_ref x, const uint32_t *a_numbers,
                const struct ir_shader *b, ir_ref y, const uint32_t *b_numbers)
{
    const enum ir_op op = ir_op_of(a, x);

    assert_int_equal(op, ir_op_of(b, y));
    assert_int_equal(ir_type_of(a, x), ir_type_of(b, y));
    assert_int_equal(ir_at(a, x)->flags, ir_at(b, y)->flags);
    assert_int_equal(ir_operand_count(a, x), ir_operand_count(b, y));
    for (uint32_t i = 0; i < ir_operand_count(a, x); i++) {
        assert_int_equal(a_numbers[ir_operand(a, x, i)], b_numbers[ir_operand(b, y, i)]);
        if (op == ir_op_merge)
            assert_int_equal(a_numbers[ir_merge_edge(a, x, i)], b_numbers[ir_merge_edge(b, y, i)]);
    }
    if (ir_op_has(op, IR_OP_IMM))
        assert_int_equal(ir_imm(a, x), ir_imm(b, y));
    if (op == ir_op_const)
        assert_true(ir_const_bits(a, x) == ir_const_bits(b, y));
    if (ir_op_has(op, IR_OP_CONTROL) && op != ir_op_return && op != ir_op_terminate)
        assert_int_equal(a_numbers[ir_partner(a, x)], b_numbers[ir_partner(b, y)]);
}

void
text_check_same(const struct ir_shader *a, const struct ir_shader *b, struct base_arena *arena)
{
    const uint32_t *a_numbers = number_insts(a, arena), *b_numbers = number_insts(b, arena);
    ir_ref x = a->first, y = b->first;

    check_same_interface(a, b);
    for (; x && y; x = ir_next(a, x), y = ir_next(b, y))
        check_same_inst(a, x, a_numbers, b, y, b_numbers);
    assert_int_equal(x, 0);
    assert_int_equal(y, 0);
    assert_int_equal(a_numbers[a->last_const], b_numbers[b->last_const]);
}

struct ir_shader *
text_parse(const char *text, struct base_arena *arena)
{
    struct base_diags diags;

    base_diags_init(&diags, arena, "a.qir");
    struct ir_shader *shader = ir_parse(arena, text, strlen(text), &diags);
    if (!shader)
        fail_msg("%s\nline %u: %s", text, diags.list.data[0].place.line,
                 diags.list.data[0].message);
    assert_int_equal(diags.list.count, 0);
    return shader;
}

void
text_check_round(const struct ir_shader *shader, struct base_arena *arena)
{
    const char *text = shader_text(shader, arena);
    const struct ir_shader *back = text_parse(text, arena);

    text_check_same(shader, back, arena);
    assert_string_equal(shader_text(back, arena), text);
}

ir_ref
text_build_value(struct ir_builder *b, ir_type_id type)
{
    const enum ir_type scalar = ir_type_scalar(type);
    const ir_ref value = ir_build_const(b, scalar, UINT64_C(0xfedcba9876543210));
    const ir_ref parts[4] = {value, value, value, value};

    if (ir_type_components(type) == 1)
        return value;
    return ir_build_list(b, ir_op_vec, type, parts, ir_type_components(type), 0);
}
