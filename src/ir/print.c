/* SPDX-License-Identifier: MIT */
#include "ir/ir_priv.h"

#include <inttypes.h>

static void
print_type(ir_type_id type, struct base_text *out)
{
    base_text_add_string(out, ir_type_name(ir_type_scalar(type)));
    if (ir_type_components(type) > 1)
        base_text_printf(out, "x%u", ir_type_components(type));
}

/* A name in quotes; what would not read back, as \xNN. */
static void
print_name(const char *name, struct base_text *out)
{
    base_text_add_char(out, '"');
    for (const char *c = name ? name : ""; *c; c++) {
        if (*c < 0x20 || *c > 0x7e || *c == '"' || *c == '\\')
            base_text_printf(out, "\\x%02x", (unsigned)(unsigned char)*c);
        else
            base_text_add_char(out, *c);
    }
    base_text_add_char(out, '"');
}

static void
print_io(const char *kind, uint32_t index, const struct ir_io *io, bool has_interp,
         struct base_text *out)
{
    base_text_printf(out, "%s %" PRIu32 " ", kind, index);
    print_name(io->name, out);
    if (io->builtin != ir_builtin_none)
        base_text_printf(out, " builtin %s ", ir_builtin_name(io->builtin));
    else
        base_text_printf(out, " location %" PRIu32 " ", io->location);
    if (io->component)
        base_text_printf(out, "component %" PRIu32 " ", io->component);
    if (io->index)
        base_text_printf(out, "index %" PRIu32 " ", io->index);
    print_type(IR_VEC(io->type, io->components), out);
    if (has_interp)
        base_text_printf(out, " %s", ir_interp_name(io->interp));
    if (io->sampling != ir_sampling_center)
        base_text_printf(out, " %s", ir_sampling_name(io->sampling));
    if (io->is_patch)
        base_text_add_string(out, " patch");
    if (io->stream)
        base_text_printf(out, " stream %u", io->stream);
    if (io->wrap)
        base_text_printf(out, " wrap %u", io->wrap);
    base_text_add_char(out, '\n');
}

static void
print_array(uint32_t index, const struct ir_array *array, struct base_text *out)
{
    base_text_printf(out, "array %" PRIu32 " ", index);
    print_name(array->name, out);
    base_text_printf(out, " %s x %" PRIu32, ir_type_name(array->type), array->count);
    if (array->init) {
        base_text_add_string(out, " constant {");
        for (uint32_t i = 0; i < array->count; i++)
            base_text_printf(out, "%s0x%" PRIx64, i ? ", " : "", array->init[i]);
        base_text_add_char(out, '}');
    }
    base_text_add_char(out, '\n');
}

static void
print_words(const struct ir_imm_word *words, uint32_t bits, struct base_text *out)
{
    for (; words->name; words++)
        if (bits & words->bit)
            base_text_printf(out, " %s", words->name);
}

static void
print_place(const char *kind, uint32_t index, const char *name, uint32_t set, uint32_t binding,
            struct base_text *out)
{
    base_text_printf(out, "%s %" PRIu32 " ", kind, index);
    print_name(name, out);
    base_text_printf(out, " set %" PRIu32 " binding %" PRIu32, set, binding);
}

static void
print_buffer(uint32_t index, const struct ir_buffer *buffer, struct base_text *out)
{
    print_place("buffer", index, buffer->name, buffer->set, buffer->binding, out);
    if (buffer->count != 1)
        base_text_printf(out, " count %" PRIu32, buffer->count);
    base_text_printf(out, " %s", ir_buffer_kind_name(buffer->kind));
    if (buffer->kind == ir_buffer_uniform)
        base_text_printf(out, " size %" PRIu32, buffer->size);
    print_words(ir_access_words, buffer->access, out);
    base_text_add_char(out, '\n');
}

static void
print_image(uint32_t index, const struct ir_image *image, struct base_text *out)
{
    print_place("image", index, image->name, image->set, image->binding, out);
    if (image->count != 1)
        base_text_printf(out, " count %" PRIu32, image->count);
    base_text_printf(out, " %s %s", ir_image_kind_name(image->kind), ir_dim_name(image->dim));
    if (image->is_arrayed)
        base_text_add_string(out, " arrayed");
    if (image->is_multisampled)
        base_text_add_string(out, " multisampled");
    base_text_printf(out, " %s", ir_texel_name(image->texel));
    if (image->format != ir_image_format_unknown)
        base_text_printf(out, " format %s", ir_image_format_name(image->format));
    if (image->kind == ir_image_input)
        base_text_printf(out, " attachment %" PRIu32, image->attachment);
    print_words(ir_access_words, image->access, out);
    base_text_add_char(out, '\n');
}

static void
print_settings(const struct ir_shader *shader, struct base_text *out)
{
    if (shader->push_size)
        base_text_printf(out, "push %" PRIu32 "\n", shader->push_size);
    if (shader->shared_size)
        base_text_printf(out, "shared %" PRIu32 "%s\n", shader->shared_size,
                         shader->shared_is_zeroed ? " zeroed" : "");
    if (shader->stage == ir_stage_compute)
        base_text_printf(out, "local_size %" PRIu32 " %" PRIu32 " %" PRIu32 "\n",
                         shader->local_size[0], shader->local_size[1], shader->local_size[2]);
    if (shader->output_vertices)
        base_text_printf(out, "output_vertices %" PRIu32 "\n", shader->output_vertices);
    if (shader->invocations)
        base_text_printf(out, "invocations %" PRIu32 "\n", shader->invocations);
    if (shader->stage == ir_stage_geometry || shader->stage == ir_stage_tess_eval)
        base_text_printf(out, "input_primitive %s\n", ir_primitive_name(shader->input_primitive));
    if (shader->stage == ir_stage_geometry)
        base_text_printf(out, "output_primitive %s\n", ir_primitive_name(shader->output_primitive));
    if (shader->spacing != ir_spacing_equal)
        base_text_printf(out, "spacing %s\n", ir_spacing_name(shader->spacing));
    if (shader->is_clockwise)
        base_text_add_string(out, "clockwise\n");
    if (shader->is_point_mode)
        base_text_add_string(out, "point_mode\n");
    if (shader->early_tests)
        base_text_add_string(out, "early_tests\n");
    if (shader->depth_layout != ir_depth_any)
        base_text_printf(out, "depth %s\n", ir_depth_layout_name(shader->depth_layout));
    if (shader->is_sample_rate)
        base_text_add_string(out, "sample_rate\n");
}

static void
print_interface(const struct ir_shader *shader, struct base_text *out)
{
    const bool is_fragment = shader->stage == ir_stage_fragment;

    print_settings(shader, out);
    for (uint32_t i = 0; i < shader->inputs.count; i++)
        print_io("input", i, &shader->inputs.data[i], is_fragment, out);
    for (uint32_t i = 0; i < shader->outputs.count; i++)
        print_io("output", i, &shader->outputs.data[i], false, out);
    for (uint32_t i = 0; i < shader->buffers.count; i++)
        print_buffer(i, &shader->buffers.data[i], out);
    for (uint32_t i = 0; i < shader->arrays.count; i++)
        print_array(i, &shader->arrays.data[i], out);
    for (uint32_t i = 0; i < shader->images.count; i++)
        print_image(i, &shader->images.data[i], out);
    for (uint32_t i = 0; i < shader->samplers.count; i++) {
        const struct ir_sampler *sampler = &shader->samplers.data[i];

        print_place("sampler", i, sampler->name, sampler->set, sampler->binding, out);
        if (sampler->count != 1)
            base_text_printf(out, " count %" PRIu32, sampler->count);
        base_text_add_char(out, '\n');
    }
}

static void
print_image_imm(enum ir_op op, uint32_t imm, struct base_text *out)
{
    base_text_printf(out, "%" PRIu32, ir_imm_image(imm));
    if (op == ir_op_image_atomic)
        base_text_printf(out, " %s", ir_atomic_name(ir_imm_image_atomic(imm)));
    else if (ir_imm_sampler(imm))
        base_text_printf(out, " sampler %" PRIu32, ir_imm_sampler(imm) - 1);
    if (op == ir_op_gather)
        base_text_printf(out, " component %u", ir_imm_gather_component(imm));
    print_words(ir_image_words_of(op), imm & ir_image_bits_of(op), out);
}

static void
print_barrier_imm(uint32_t imm, struct base_text *out)
{
    base_text_printf(out, "%s %s", ir_scope_name(ir_barrier_execution(imm)),
                     ir_scope_name(ir_barrier_memory(imm)));
    print_words(ir_barrier_words, imm, out);
}

static void
print_imm(enum ir_op op, uint32_t imm, struct base_text *out)
{
    switch (ir_imm_kind_of(op)) {
    case ir_imm_none:
        break;
    case ir_imm_input:
    case ir_imm_output:
        base_text_printf(out, "%" PRIu32 ".%" PRIu32, imm >> 2, imm & 3);
        break;
    case ir_imm_stream:
    case ir_imm_component:
    case ir_imm_array:
        base_text_printf(out, "%" PRIu32, imm);
        break;
    case ir_imm_places:
        base_text_printf(out, "0x%" PRIx32, imm);
        break;
    case ir_imm_buffer:
    case ir_imm_memory:
        base_text_printf(out, "%" PRIu32, imm & 0xffff);
        if (ir_op_is_atomic(op))
            base_text_printf(out, " %s", ir_atomic_name(ir_atomic_op(imm)));
        print_words(ir_memory_words, imm, out);
        break;
    case ir_imm_group:
        base_text_printf(out, "%s", ir_op_infos[imm & 0xff].name);
        if (imm >> 8)
            base_text_printf(out, " cluster %u", 1u << (imm >> 8));
        break;
    case ir_imm_barrier:
        print_barrier_imm(imm, out);
        break;
    case ir_imm_image_op:
        print_image_imm(op, imm, out);
        break;
    }
}

static void
print_inst(const struct ir_shader *shader, ir_ref ref, const uint32_t *numbers,
           struct base_text *out)
{
    const struct ir_inst *inst = ir_at(shader, ref);
    const enum ir_op op = (enum ir_op)inst->op;
    const enum ir_imm_kind imm_kind = ir_imm_kind_of(op);
    const uint32_t count = ir_operand_count(shader, ref);

    base_text_printf(out, "%%%" PRIu32 " = %s", numbers[ref], ir_op_infos[op].name);
    if (inst->type != ir_type_void) {
        base_text_add_char(out, '.');
        print_type(inst->type, out);
    }
    if (inst->flags & IR_PRECISE)
        base_text_add_string(out, " precise");
    if (op == ir_op_const)
        base_text_printf(out, " 0x%" PRIx64, ir_const_bits(shader, ref));
    for (uint32_t i = 0; i < count; i++) {
        base_text_add_string(out, i ? ", " : " ");
        if (op == ir_op_merge)
            base_text_printf(out, "[%%%" PRIu32 ": %%%" PRIu32 "]",
                             numbers[ir_merge_edge(shader, ref, i)],
                             numbers[ir_operand(shader, ref, i)]);
        else
            base_text_printf(out, "%%%" PRIu32, numbers[ir_operand(shader, ref, i)]);
    }
    if (imm_kind != ir_imm_none) {
        base_text_add_string(out, count ? ", " : " ");
        print_imm(op, inst->arg[2], out);
    }
    base_text_add_char(out, '\n');
}

void
ir_print(const struct ir_shader *shader, struct base_text *out)
{
    uint32_t *numbers = base_arena_new_array(out->arena, uint32_t, shader->insts.count);
    uint32_t number = 0, depth = 1;

    for (ir_ref ref = shader->first; ref; ref = ir_next(shader, ref))
        numbers[ref] = ++number;

    base_text_printf(out, "%s ", ir_stage_name(shader->stage));
    print_name(shader->name, out);
    base_text_add_char(out, '\n');
    print_interface(shader, out);
    base_text_add_string(out, "{\n");
    for (ir_ref ref = shader->first; ref; ref = ir_next(shader, ref)) {
        const enum ir_op op = ir_op_of(shader, ref);

        if (depth > 1 && (op == ir_op_else || op == ir_op_endif || op == ir_op_endloop))
            depth--;
        /* Past some depth more blanks only make the text quadratic. */
        for (uint32_t i = 0; i < depth && i < 32; i++)
            base_text_add_string(out, "  ");
        print_inst(shader, ref, numbers, out);
        if (op == ir_op_if || op == ir_op_else || op == ir_op_loop)
            depth++;
    }
    base_text_add_string(out, "}\n");
}
