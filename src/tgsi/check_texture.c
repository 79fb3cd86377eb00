/* SPDX-License-Identifier: MIT
 *
 * Which opcode takes which target, with which view and how many offsets.
 */
#include "tgsi/tgsi_priv.h"

#define BIT(target) (UINT32_C(1) << tgsi_target_##target)

#define CUBES (BIT(CUBE) | BIT(SHADOWCUBE) | BIT(CUBEARRAY) | BIT(SHADOWCUBEARRAY))
#define MULTISAMPLED (BIT(2D_MSAA) | BIT(2D_ARRAY_MSAA))
#define FETCHED (BIT(BUFFER) | MULTISAMPLED)
#define GATHERED                                                                                   \
    (BIT(2D) | BIT(2D_ARRAY) | BIT(RECT) | BIT(SHADOW2D) | BIT(SHADOW2D_ARRAY) | BIT(SHADOWRECT) | \
     CUBES)

/* Targets that the opcode has no use for, and how many offsets it may have. */
struct rule {
    uint32_t no_targets;
    uint8_t offsets;
};

/* Offsets that an opcode may have which reads a texture with its sampler. */
static uint8_t
texture_offsets(enum tgsi_op op)
{
    switch ((unsigned)op) {
    case tgsi_op_TG4:
        return 4;
    case tgsi_op_LODQ:
    case tgsi_op_TXQ:
    case tgsi_op_TXQS:
    case tgsi_op_SAMP2HND:
        return 0;
    }
    return 1;
}

/* Opcodes that name a view. */
static struct rule
sample_rule(enum tgsi_op op)
{
    switch ((unsigned)op) {
    case tgsi_op_SAMPLE_I:
        return (struct rule){CUBES | MULTISAMPLED, 1};
    case tgsi_op_LOAD_RES:
        return (struct rule){CUBES, 1};
    case tgsi_op_SAMPLE_I_MS:
        return (struct rule){~(uint32_t)MULTISAMPLED, 1};
    case tgsi_op_GATHER4:
        return (struct rule){~(uint32_t)GATHERED, 1};
    case tgsi_op_SAMPLE:
    case tgsi_op_SAMPLE_B:
    case tgsi_op_SAMPLE_C:
    case tgsi_op_SAMPLE_C_LZ:
    case tgsi_op_SAMPLE_D:
    case tgsi_op_SAMPLE_L:
        return (struct rule){FETCHED, 1};
    case tgsi_op_LOD:
        return (struct rule){FETCHED, 0};
    }
    return (struct rule){0, 0};
}

static void
check_target(struct tgsi_check *c, const struct tgsi_inst *inst, unsigned target, bool is_taken)
{
    if (!is_taken)
        base_error(c->diags, QD_CODE_TGSI_TEXTURE_TARGET, tgsi_inst_place(inst),
                   "found target %s, expected one that %s takes", tgsi_target_infos[target].name,
                   tgsi_op_name((enum tgsi_op)inst->op));
}

static void
check_offsets(struct tgsi_check *c, const struct tgsi_inst *inst, unsigned target, unsigned most)
{
    const char *name = tgsi_op_name((enum tgsi_op)inst->op);

    if (!inst->offsets)
        return;
    const struct qd_place place = tgsi_operand_place(inst, tgsi_offset(c->program, inst, 0));
    if (!most)
        base_error(c->diags, QD_CODE_TGSI_TEXTURE_OFFSET, place,
                   "found an offset, which %s has not", name);
    else if ((CUBES | BIT(BUFFER)) >> target & 1)
        base_error(c->diags, QD_CODE_TGSI_TEXTURE_OFFSET, place,
                   "found an offset, which target %s has not", tgsi_target_infos[target].name);
    else if (inst->offsets != 1 && inst->offsets != most)
        base_error(c->diags, QD_CODE_TGSI_TEXTURE_OFFSET, place,
                   most == 1 ? "found %u offsets of %s, expected 1"
                             : "found %u offsets of %s, expected 1 or 4",
                   inst->offsets, name);
}

/* The two ways to name what is read do not go together in one shader. */
static void
note_style(struct tgsi_check *c, const struct tgsi_inst *inst, unsigned style)
{
    const unsigned before = c->styles;

    c->styles |= style;
    if (before && c->styles != before)
        base_warning(c->diags, QD_CODE_TGSI_TEXTURE_STYLE, tgsi_inst_place(inst),
                     "found %s beside opcodes that name %s, expected one way in a shader",
                     tgsi_op_name((enum tgsi_op)inst->op),
                     style == TGSI_CHECK_TEX ? "a view" : "a sampler alone");
}

/* The view that goes with a sampler, where it is declared, has the target that is sampled. */
static void
check_view(struct tgsi_check *c, const struct tgsi_inst *inst, const struct tgsi_operand *sampler)
{
    if (sampler->file != tgsi_file_SAMP)
        return;
    const struct tgsi_decl *view = tgsi_check_find(c, sampler, tgsi_file_SVIEW);

    if (view && view->target != inst->target)
        base_error(c->diags, QD_CODE_TGSI_TEXTURE_VIEW, tgsi_inst_place(inst),
                   "found target %s, expected %s, which line %u declares for SVIEW[%u]",
                   tgsi_target_infos[inst->target].name, tgsi_target_infos[view->target].name,
                   view->line, sampler->index);
}

void
tgsi_check_texture(struct tgsi_check *c, const struct tgsi_inst *inst)
{
    const struct tgsi_op_info *info = &tgsi_op_infos[inst->op];
    const enum tgsi_op op = (enum tgsi_op)inst->op;

    check_target(c, inst, inst->target, tgsi_op_takes_target(op, (enum tgsi_target)inst->target));
    check_offsets(c, inst, inst->target, texture_offsets(op));
    for (uint32_t i = 0; i < inst->srcs; i++)
        if (info->src[i] == tgsi_type_samp)
            check_view(c, inst, tgsi_src(c->program, inst, i));
    if (info->family == tgsi_family_texture)
        note_style(c, inst, TGSI_CHECK_TEX);
}

void
tgsi_check_sample(struct tgsi_check *c, const struct tgsi_inst *inst)
{
    const struct tgsi_op_info *info = &tgsi_op_infos[inst->op];
    const struct rule rule = sample_rule((enum tgsi_op)inst->op);
    const struct tgsi_decl *view = NULL;

    for (uint32_t i = 0; i < inst->srcs; i++) {
        const struct tgsi_operand *src = tgsi_src(c->program, inst, i);

        if ((info->src[i] == tgsi_type_view || info->src[i] == tgsi_type_res) &&
            (src->file == tgsi_file_SVIEW || src->file == tgsi_file_RES))
            view = tgsi_check_find(c, src, (enum tgsi_file)src->file);
    }
    if (view)
        check_target(c, inst, view->target,
                     view->target != tgsi_target_UNKNOWN && !(rule.no_targets >> view->target & 1));
    check_offsets(c, inst, view ? view->target : tgsi_target_none, rule.offsets);
    note_style(c, inst, TGSI_CHECK_SAMPLE);
}
