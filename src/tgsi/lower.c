/* SPDX-License-Identifier: MIT
 *
 * Lowering to IR, instruction by instruction. What is not lowered is found before anything is
 * built, so that the families meet nothing that they cannot do.
 */
#include "tgsi/tgsi_priv.h"

static void (*const families[tgsi_family_count])(struct tgsi_lowering *l) = {
#define TGSI_FAMILY(name) [tgsi_family_##name] = tgsi_lower_##name,
#include "tgsi/families.def"
};

/* Marks the float arithmetic that was made from instruction first on. */
static void
mark_precise(struct ir_shader *shader, ir_ref first)
{
    for (ir_ref ref = first; ref < shader->insts.count; ref++) {
        struct ir_inst *inst = ir_at(shader, ref);
        const struct ir_op_info *info = &ir_op_infos[inst->op];

        if (info->result == ir_class_FLOAT ||
            (info->result == ir_class_BOOL && info->operand[0] == ir_class_FLOAT))
            inst->flags |= IR_PRECISE;
    }
}

void
tgsi_lower_begin_inst(struct tgsi_lowering *l, const struct tgsi_inst *inst)
{
    l->inst = inst;
    l->info = &tgsi_op_infos[inst->op];
    /* A program without any operand has no place where they would lie. */
    l->operands = inst->srcs > 0 ? tgsi_src(l->program, inst, 0) : NULL;
    l->mask = l->info->dsts > 0 ? tgsi_dst(l->program, inst, 0)->select : 0;
    ir_build_place(&l->b, inst->line);
    for (uint32_t i = 0; i < inst->srcs; i++)
        if (!(tgsi_file_infos[l->operands[i].file].flags & TGSI_FILE_RESOURCE))
            tgsi_lower_locate(l, &l->operands[i], &l->srcs[i]);
}

void
tgsi_lower_inst(struct tgsi_lowering *l, const struct tgsi_inst *inst)
{
    const ir_ref first = l->shader->insts.count;

    tgsi_lower_begin_inst(l, inst);
    families[l->info->family](l);
    if (inst->flags & TGSI_INST_PRECISE)
        mark_precise(l->shader, first);
}

static bool
zero_wins(const struct tgsi_program *program)
{
    for (uint32_t i = 0; i < program->properties.count; i++) {
        const struct tgsi_property_value *value = &program->properties.data[i];

        if ((value->property == tgsi_property_MUL_ZERO_WINS ||
             value->property == tgsi_property_LEGACY_MATH_RULES) &&
            value->value != 0)
            return true;
    }
    return false;
}

/* Instructions of the program for which room is made at once, and what each becomes as a rule. */
#define MOST_AT_ONCE 1024
#define INSTS_EACH 6

static void
reserve(struct ir_shader *shader, const struct tgsi_program *program)
{
    const uint32_t insts =
        program->insts.count < MOST_AT_ONCE ? program->insts.count : MOST_AT_ONCE;

    base_array_reserve(shader->arena, &shader->insts, INSTS_EACH * insts,
                       sizeof(*shader->insts.data));
    base_array_reserve(shader->arena, &shader->places, insts, sizeof(*shader->places.data));
}

struct ir_shader *
tgsi_lower(const struct tgsi_program *program, const struct tgsi_lower_options *options,
           struct base_arena *arena, struct base_diags *diags)
{
    struct tgsi_lowering *l = base_arena_new(arena, struct tgsi_lowering);

    l->program = program;
    l->options = options;
    l->arena = arena;
    l->diags = diags;
    l->zero_wins = zero_wins(program);
    l->registers = program->registers ? program->registers : tgsi_find_registers(program);
    if (!tgsi_lower_scan(l))
        return NULL;

    l->shader = ir_shader_create(arena, tgsi_stage(program), options->name);
    l->shader->place_kind = program->is_tokens ? QD_PLACE_WORD : QD_PLACE_TEXT;
    reserve(l->shader, program);
    ir_builder_init(&l->b, l->shader);
    tgsi_lower_settings(l);
    tgsi_lower_storage(l);
    tgsi_lower_interface(l);
    if (l->has_stack)
        tgsi_lower_stack_begin(l);
    if (l->has_graph) {
        tgsi_lower_graph(l);
        return l->shader;
    }
    for (uint32_t i = 0; i < program->insts.count; i++)
        tgsi_lower_inst(l, &program->insts.data[i]);
    return l->shader;
}
