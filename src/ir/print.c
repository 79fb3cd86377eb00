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
    print_type(IR_VEC(io->type, io->components), out);
    if (has_interp)
        base_text_printf(out, " %s", ir_interp_name(io->interp));
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
print_interface(const struct ir_shader *shader, struct base_text *out)
{
    const bool is_fragment = shader->stage == ir_stage_fragment;

    for (uint32_t i = 0; i < shader->inputs.count; i++)
        print_io("input", i, &shader->inputs.data[i], is_fragment, out);
    for (uint32_t i = 0; i < shader->outputs.count; i++)
        print_io("output", i, &shader->outputs.data[i], false, out);
    for (uint32_t i = 0; i < shader->buffers.count; i++) {
        const struct ir_buffer *buffer = &shader->buffers.data[i];

        base_text_printf(out, "buffer %" PRIu32 " ", i);
        print_name(buffer->name, out);
        base_text_printf(out, " set %" PRIu32 " binding %" PRIu32 " size %" PRIu32 "\n",
                         buffer->set, buffer->binding, buffer->size);
    }
    for (uint32_t i = 0; i < shader->arrays.count; i++)
        print_array(i, &shader->arrays.data[i], out);
    for (uint32_t i = 0; i < shader->textures.count; i++) {
        const struct ir_texture *texture = &shader->textures.data[i];

        base_text_printf(out, "texture %" PRIu32 " ", i);
        print_name(texture->name, out);
        base_text_printf(out, " set %" PRIu32 " binding %" PRIu32 " %s\n", texture->set,
                         texture->binding, ir_dim_name(texture->dim));
    }
}

static void
print_imm(enum ir_imm_kind kind, uint32_t imm, struct base_text *out)
{
    switch (kind) {
    case ir_imm_none:
        break;
    case ir_imm_input:
    case ir_imm_output:
        base_text_printf(out, "%" PRIu32 ".%" PRIu32, imm >> 2, imm & 3);
        break;
    case ir_imm_component:
    case ir_imm_buffer:
    case ir_imm_array:
        base_text_printf(out, "%" PRIu32, imm);
        break;
    case ir_imm_places:
        base_text_printf(out, "0x%" PRIx32, imm);
        break;
    case ir_imm_sample:
        base_text_printf(out, "%" PRIu32, imm & 0xffff);
        if (imm & IR_SAMPLE_BIAS)
            base_text_add_string(out, " bias");
        if (imm & IR_SAMPLE_LOD)
            base_text_add_string(out, " lod");
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
        print_imm(imm_kind, inst->arg[2], out);
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
