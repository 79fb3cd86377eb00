/* SPDX-License-Identifier: MIT
 *
 * What each instruction that is no marker becomes: one row of a table of handlers, by its op and
 * its types, and where its operands lie.
 */
#include "cpu/interp/interp_priv.h"

static uint32_t
result_place(const struct interp_compiler *c)
{
    return c->lives.of[c->ref].at;
}

static void
emit_alu(struct interp_compiler *c, const interp_handler handlers[ir_type_count])
{
    const uint32_t arity = ir_op_infos[ir_op_of(c->shader, c->ref)].arity;
    const enum ir_type type =
        ir_type_scalar(ir_type_of(c->shader, ir_operand(c->shader, c->ref, 0)));
    uint32_t at[3] = {0};

    for (uint32_t i = 0; i < arity; i++)
        at[i] = interp_place_of_operand(c, i);
    interp_emit(c, handlers[type], result_place(c), at[0], at[1], at[2]);
}

static void
emit_select(struct interp_compiler *c)
{
    const enum interp_width width = interp_width_of(ir_type_of(c->shader, c->ref));
    uint32_t at[3];

    for (uint32_t i = 0; i < 3; i++)
        at[i] = interp_place_of_operand(c, i);
    interp_emit(c, c->program->loops->select[width], result_place(c), at[0], at[1], at[2]);
}

static void
emit_vec(struct interp_compiler *c)
{
    const uint32_t size = interp_component_size(c, ir_type_of(c->shader, c->ref));
    const uint32_t count = ir_operand_count(c->shader, c->ref);

    for (uint32_t i = 0; i < count; i++)
        interp_emit(c, interp_copy, result_place(c) + i * size, interp_place_of_operand(c, i), size,
                    0);
}

static void
emit_load_input(struct interp_compiler *c)
{
    const uint32_t imm = ir_imm(c->shader, c->ref);

    if (c->shader->inputs.data[imm >> 2].builtin == ir_builtin_helper)
        interp_emit(c, interp_load_helper, result_place(c), 0, 0, 0);
    else if (c->shader->inputs.data[imm >> 2].builtin == ir_builtin_subgroup_size)
        interp_emit_fill(c, ir_type_i32, c->program->lanes, result_place(c));
    else
        interp_emit(c, interp_load_input, result_place(c), imm * c->program->lanes, 0, 0);
}

/* ---- memory ---- */

/* A value's bits if it is a constant. */
static bool
is_const(const struct interp_compiler *c, uint32_t operand, uint32_t *bits)
{
    const ir_ref root = c->lives.of[ir_operand(c->shader, c->ref, operand)].root;

    if (ir_op_of(c->shader, root) != ir_op_const)
        return false;
    *bits = (uint32_t)ir_const_bits(c->shader, root);
    return true;
}

/* b and c of buffer accesses: the buffer, and its element. */
static uint32_t
place_element(struct interp_compiler *c, uint32_t operand, uint32_t *element)
{
    const uint32_t buffer = ir_imm(c->shader, c->ref) & 0xffff;

    if (is_const(c, operand, element))
        return buffer | INTERP_CONST_ELEMENT;
    *element = interp_place_of_operand(c, operand);
    return buffer;
}

static void
emit_load_buffer(struct interp_compiler *c)
{
    const enum interp_width width = interp_width_of(ir_type_of(c->shader, c->ref));
    uint32_t offset, element;
    const uint32_t buffer = place_element(c, 1, &element);

    if ((buffer & INTERP_CONST_ELEMENT) && is_const(c, 0, &offset))
        interp_emit(c, interp_load_buffer_at[width], result_place(c), offset, buffer, element);
    else
        interp_emit(c, interp_load_buffer[width], result_place(c), interp_place_of_operand(c, 0),
                    buffer, element);
}

static void
emit_store_buffer(struct interp_compiler *c)
{
    const ir_type_id type = ir_type_of(c->shader, ir_operand(c->shader, c->ref, 2));
    uint32_t element;
    const uint32_t buffer = place_element(c, 1, &element);

    interp_emit(c, interp_store_buffer[interp_width_of(type)], interp_place_of_operand(c, 2),
                interp_place_of_operand(c, 0), buffer, element);
}

static void
emit_buffer_size(struct interp_compiler *c)
{
    uint32_t element;
    const uint32_t buffer = place_element(c, 0, &element);

    interp_emit(c, interp_buffer_size, result_place(c), 0, buffer, element);
}

static void
emit_load_push(struct interp_compiler *c)
{
    const enum interp_width width = interp_width_of(ir_type_of(c->shader, c->ref));
    uint32_t offset;

    if (is_const(c, 0, &offset))
        interp_emit(c, interp_load_push_at[width], result_place(c), offset, 0, 0);
    else
        interp_emit(c, interp_load_push[width], result_place(c), interp_place_of_operand(c, 0), 0,
                    0);
}

/* Of shared and physical memory. */
static void
emit_load(struct interp_compiler *c, const interp_handler handlers[interp_width_count])
{
    const enum interp_width width = interp_width_of(ir_type_of(c->shader, c->ref));

    interp_emit(c, handlers[width], result_place(c), interp_place_of_operand(c, 0), 0, 0);
}

static void
emit_store(struct interp_compiler *c, const interp_handler handlers[interp_width_count])
{
    const ir_type_id type = ir_type_of(c->shader, ir_operand(c->shader, c->ref, 1));
    const uint32_t address = interp_place_of_operand(c, 0);

    interp_emit(c, handlers[interp_width_of(type)], 0, address, interp_place_of_operand(c, 1), 0);
}

static uint32_t
add_operand(struct interp_compiler *c, uint32_t operand)
{
    base_array_push(c->arena, &c->operands, operand);
    return c->operands.count - 1;
}

static void
emit_atomic(struct interp_compiler *c, interp_handler handler, bool has_element)
{
    const uint32_t imm = ir_imm(c->shader, c->ref);
    const bool compares = ir_atomic_op(imm) == ir_op_select;
    uint32_t operands[interp_atomic_operands] = {
        [interp_atomic_op] = ir_atomic_op(imm),
        [interp_atomic_type] = ir_type_of(c->shader, c->ref),
    };
    uint32_t i = 0;

    operands[interp_atomic_offset] = interp_place_of_operand(c, i++);
    if (has_element)
        operands[interp_atomic_element] = interp_place_of_operand(c, i++);
    operands[interp_atomic_value] = interp_place_of_operand(c, i++);
    if (compares)
        operands[interp_atomic_comparator] = interp_place_of_operand(c, i++);

    const uint32_t first = c->operands.count;
    for (i = 0; i < interp_atomic_operands; i++)
        add_operand(c, operands[i]);
    interp_emit(c, handler, result_place(c), first, imm & 0xffff, 0);
}

static void
emit_barrier(struct interp_compiler *c)
{
    const uint32_t imm = ir_imm(c->shader, c->ref);

    /* Within a group lanes go together anyway. */
    if (ir_barrier_memory(imm) > ir_scope_subgroup)
        interp_emit(c, interp_fence, 0, 0, 0, 0);
    if (ir_barrier_execution(imm) != ir_scope_workgroup)
        return;
    interp_emit(c, interp_barrier, 0, 0, 0, c->ref);
    c->program->has_barriers = true;
}

/* An array's element with a known index lies at a known place. */
static void
emit_load_array(struct interp_compiler *c)
{
    const ir_type_id type = ir_type_of(c->shader, c->ref);
    const ir_ref index_root = c->lives.of[ir_operand(c->shader, c->ref, 0)].root;
    const uint32_t imm = ir_imm(c->shader, c->ref);
    const struct interp_array *array = &c->program->arrays[imm];
    const struct ir_array *source = &c->shader->arrays.data[imm];

    if (ir_op_of(c->shader, index_root) == ir_op_const) {
        const uint64_t index = ir_const_bits(c->shader, index_root);
        const uint32_t size = c->program->lanes << interp_width_of(type);

        if (index >= array->count)
            interp_emit_fill(c, type, 0, result_place(c));
        else if (source->init)
            interp_emit_fill(c, type, source->init[index], result_place(c));
        else
            interp_emit(c, interp_copy, result_place(c), array->at + (uint32_t)index * size, size,
                        0);
        return;
    }
    interp_emit(c, interp_load_array[interp_width_of(type)], result_place(c),
                interp_place_of_operand(c, 0), imm, 0);
}

static void
emit_store_array(struct interp_compiler *c)
{
    const ir_type_id type = ir_type_of(c->shader, ir_operand(c->shader, c->ref, 1));
    const uint32_t index = interp_place_of_operand(c, 0);

    interp_emit(c, interp_store_array[interp_width_of(type)], 0, index, ir_imm(c->shader, c->ref),
                interp_place_of_operand(c, 1));
}

static void
emit_image(struct interp_compiler *c)
{
    const uint32_t count = ir_operand_count(c->shader, c->ref);
    const bool is_by_quad = ir_is_by_quad(c->shader, c->ref);
    const bool has_result = ir_type_of(c->shader, c->ref) != ir_type_void;
    const uint32_t first = add_operand(c, ir_op_of(c->shader, c->ref));

    for (uint32_t i = 0; i < count; i++)
        add_operand(c, interp_place_of_operand(c, i));
    interp_emit(c, interp_image, has_result ? result_place(c) : 0, first, is_by_quad,
                ir_imm(c->shader, c->ref));
}

/* ---- fragments ---- */

/* Offsets become f32, whatever they are. */
static uint32_t
place_offset(struct interp_compiler *c, uint32_t operand)
{
    const ir_type_id type = ir_type_of(c->shader, ir_operand(c->shader, c->ref, operand));
    const uint32_t at = interp_place_of_operand(c, operand);

    if (type == ir_type_f32)
        return at;
    const uint32_t to = interp_take_temporary(c, ir_type_f32);
    interp_emit(c, c->program->loops->convert[interp_conversion_f2f][ir_type_f32][type], to, at, 0,
                0);
    return to;
}

static void
emit_interp(struct interp_compiler *c)
{
    const uint32_t imm = ir_imm(c->shader, c->ref);

    switch ((unsigned)ir_op_of(c->shader, c->ref)) {
    case ir_op_interp_centroid:
        interp_emit(c, interp_interp_centroid, result_place(c), 0, 0, imm);
        break;
    case ir_op_interp_sample:
        interp_emit(c, interp_interp_sample, result_place(c), interp_place_of_operand(c, 0), 0,
                    imm);
        break;
    case ir_op_interp_offset: {
        const uint32_t x = place_offset(c, 0);

        interp_emit(c, interp_interp_offset, result_place(c), x, place_offset(c, 1), imm);
        break;
    }
    }
}

/* ---- other lanes ---- */

static void
emit_group(struct interp_compiler *c, interp_handler handler)
{
    const ir_type_id type = ir_type_of(c->shader, c->ref);
    const uint32_t value = interp_place_of_operand(c, 0);
    const uint32_t first = add_operand(c, interp_take_temporary(c, type));

    add_operand(c, interp_take_temporary(c, type));
    add_operand(c, type);
    interp_emit(c, handler, result_place(c), value, ir_imm(c->shader, c->ref), first);
}

static void
emit_cross(struct interp_compiler *c)
{
    const enum ir_op op = ir_op_of(c->shader, c->ref);
    const ir_ref value = ir_operand(c->shader, c->ref, 0);
    const uint32_t a = interp_place_of(c, value);
    const uint32_t b =
        ir_op_infos[op].arity > 1 ? interp_place_of_operand(c, 1) : ir_imm(c->shader, c->ref);

    interp_emit(c, interp_find_cross(op, ir_type_scalar(ir_type_of(c->shader, value))),
                result_place(c), a, b, 0);
}

/* Ops that have a line each here; false if op is none of them. */
static bool
emit_memory(struct interp_compiler *c)
{
    switch ((unsigned)ir_op_of(c->shader, c->ref)) {
    case ir_op_load_push:
        emit_load_push(c);
        return true;
    case ir_op_load_array:
        emit_load_array(c);
        return true;
    case ir_op_store_array:
        emit_store_array(c);
        return true;
    case ir_op_load_buffer:
        emit_load_buffer(c);
        return true;
    case ir_op_store_buffer:
        emit_store_buffer(c);
        return true;
    case ir_op_atomic_buffer:
        emit_atomic(c, interp_atomic_buffer, true);
        return true;
    case ir_op_buffer_size:
        emit_buffer_size(c);
        return true;
    case ir_op_load_shared:
        emit_load(c, interp_load_shared);
        return true;
    case ir_op_store_shared:
        emit_store(c, interp_store_shared);
        return true;
    case ir_op_atomic_shared:
        emit_atomic(c, interp_atomic_shared, false);
        return true;
    case ir_op_load_global:
        emit_load(c, interp_load_global);
        return true;
    case ir_op_store_global:
        emit_store(c, interp_store_global);
        return true;
    case ir_op_atomic_global:
        emit_atomic(c, interp_atomic_global, false);
        return true;
    case ir_op_barrier:
        emit_barrier(c);
        return true;
    }
    return false;
}

void
interp_emit_value(struct interp_compiler *c)
{
    const enum ir_op op = ir_op_of(c->shader, c->ref);
    const struct interp_loops *loops = c->program->loops;

    switch ((unsigned)op) {
#define ALU1(op, types, flags, value)                                                              \
    case ir_op_##op:                                                                               \
        emit_alu(c, loops->alu[ir_op_##op]);                                                       \
        break;
#define ALU2(op, types, flags, value) ALU1(op, types, flags, value)
#define ALU3(op, types, flags, value) ALU1(op, types, flags, value)
#define CMP2(op, types, flags, value) ALU1(op, types, flags, value)
#define CONV(op, to, from, flags, value)                                                           \
    case ir_op_##op:                                                                               \
        emit_alu(c, loops->convert[interp_conversion_##op][ir_type_of(c->shader, c->ref)]);        \
        break;
#include "ir/ops.def"
    case ir_op_select:
        emit_select(c);
        break;
    case ir_op_vec:
        emit_vec(c);
        break;
    case ir_op_load_input:
        emit_load_input(c);
        break;
    case ir_op_store_output:
        interp_emit(c, interp_store_output, 0, interp_place_of_operand(c, 0),
                    ir_imm(c->shader, c->ref) * c->program->lanes, 0);
        break;
    case ir_op_interp_centroid:
    case ir_op_interp_sample:
    case ir_op_interp_offset:
        emit_interp(c);
        break;
    case ir_op_demote:
        interp_emit(c, interp_demote, 0, interp_place_of_operand(c, 0), 0, 0);
        break;
    case ir_op_is_helper:
        interp_emit(c, interp_is_helper, result_place(c), 0, 0, 0);
        break;
    case ir_op_clock:
        interp_emit(c, interp_clock, result_place(c), 0, 0, 0);
        break;
    case ir_op_reduce:
        emit_group(c, interp_reduce);
        break;
    case ir_op_scan_inclusive:
        emit_group(c, interp_scan_inclusive);
        break;
    case ir_op_scan_exclusive:
        emit_group(c, interp_scan_exclusive);
        break;
    default:
        if (ir_op_is_image(op))
            emit_image(c);
        else if (!emit_memory(c))
            emit_cross(c); /* Only ops that look at other lanes are left, if any. */
        break;
    }
}
