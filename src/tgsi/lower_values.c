/* SPDX-License-Identifier: MIT
 *
 * Inputs and system values that the IR has no built-in for, made of those that it has.
 */
#include "tgsi/tgsi_priv.h"

static ir_ref
word(struct tgsi_lowering *l, uint32_t value)
{
    return ir_build_i32(&l->b, value);
}

/* The guest may count from the lower left corner, and pixels from their corner. */
static ir_ref
coord(struct tgsi_lowering *l, unsigned c)
{
    struct ir_builder *b = &l->b;
    const bool is_lower =
        tgsi_lower_property(l, tgsi_property_FS_COORD_ORIGIN, 0) == tgsi_origin_LOWER_LEFT;
    const bool is_whole =
        tgsi_lower_property(l, tgsi_property_FS_COORD_PIXEL_CENTER, 0) == tgsi_pixel_center_INTEGER;
    ir_ref value = tgsi_lower_builtin(l, ir_builtin_frag_coord, c);

    if (is_lower)
        ir_add_emulated(l->shader, "FS_COORD_ORIGIN: y is the framebuffer's height less y");
    if (is_whole)
        ir_add_emulated(l->shader, "FS_COORD_PIXEL_CENTER: x and y are less by 0.5");
    if (c == 1 && is_lower)
        value = ir_build_fsub(b, tgsi_lower_extent(l, 1), value);
    if (c < 2 && is_whole)
        value = ir_build_fsub(b, value, ir_build_f32(b, 0.5f));
    return value;
}

static ir_ref
face(struct tgsi_lowering *l)
{
    struct ir_builder *b = &l->b;
    const ir_ref facing = tgsi_lower_builtin(l, ir_builtin_front_facing, 0);

    return ir_build_select(b, ir_build_ine(b, facing, word(l, 0)), ir_build_f32(b, 1.0f),
                           ir_build_f32(b, -1.0f));
}

static ir_ref
less_base(struct tgsi_lowering *l, enum ir_builtin builtin)
{
    const bool is_instance = builtin == ir_builtin_instance_index;
    const ir_ref index = tgsi_lower_builtin(l, builtin, 0);
    const ir_ref base =
        tgsi_lower_builtin(l, is_instance ? ir_builtin_base_instance : ir_builtin_base_vertex, 0);

    return ir_build_isub(&l->b, index, base);
}

/* The last dimension in which there is more than one invocation; at least 1. */
static ir_ref
work_dim(struct tgsi_lowering *l)
{
    struct ir_builder *b = &l->b;
    ir_ref dim = word(l, 1);

    ir_add_emulated(l->shader, "WORK_DIM: is the last dimension of more than one invocation");
    for (unsigned c = 1; c < 3; c++) {
        const ir_ref groups = tgsi_lower_builtin(l, ir_builtin_num_workgroups, c);
        const ir_ref has_groups = ir_build_ult(b, word(l, 1), groups);
        const ir_ref has =
            ir_build_ior(b, has_groups, ir_build_bool(b, l->shader->local_size[c] > 1));

        dim = ir_build_select(b, has, word(l, c + 1), dim);
    }
    return dim;
}

/* A word of ones for as many lanes, counted from the word's first, which may be less than none or
 * more than 32. */
static ir_ref
lanes_below(struct tgsi_lowering *l, ir_ref count)
{
    struct ir_builder *b = &l->b;
    const ir_ref ones = ir_build_isub(b, ir_build_ishl(b, word(l, 1), count), word(l, 1));
    const ir_ref is_none = ir_build_ilt(b, count, word(l, 1));
    const ir_ref is_all = ir_build_ilt(b, word(l, 31), count);

    return ir_build_select(b, is_all, word(l, UINT32_MAX),
                           ir_build_select(b, is_none, word(l, 0), ones));
}

/* Lanes 32 c to 32 c + 31 of the subgroup; there is no bit for lanes past 63. */
static ir_ref
lane_mask(struct tgsi_lowering *l, enum tgsi_semantic semantic, unsigned c)
{
    struct ir_builder *b = &l->b;
    const ir_ref first = word(l, 32 * c);
    const ir_ref lane = ir_build_isub(b, tgsi_lower_builtin(l, ir_builtin_lane, 0), first);
    const ir_ref below = lanes_below(l, lane);
    const ir_ref up_to = lanes_below(l, ir_build_iadd(b, lane, word(l, 1)));

    switch ((unsigned)semantic) {
    case tgsi_semantic_SUBGROUP_LT_MASK:
        return below;
    case tgsi_semantic_SUBGROUP_LE_MASK:
        return up_to;
    case tgsi_semantic_SUBGROUP_EQ_MASK:
        return ir_build_ixor(b, up_to, below);
    }
    const ir_ref size = tgsi_lower_builtin(l, ir_builtin_subgroup_size, 0);
    const ir_ref all = lanes_below(l, ir_build_isub(b, size, first));
    const ir_ref others = semantic == tgsi_semantic_SUBGROUP_GE_MASK ? below : up_to;
    return ir_build_iand(b, all, ir_build_inot(b, others));
}

ir_ref
tgsi_lower_value(struct tgsi_lowering *l, const struct tgsi_slot *slot, unsigned c)
{
    switch ((unsigned)slot->place->form) {
    case tgsi_form_coord:
        return coord(l, c);
    case tgsi_form_face:
        return c < 1 ? face(l) : 0;
    case tgsi_form_less_base:
        return c < 1 ? less_base(l, (enum ir_builtin)slot->place->builtin) : 0;
    case tgsi_form_block_size:
        return c < 3 ? word(l, l->shader->local_size[c]) : 0;
    case tgsi_form_work_dim:
        return c < 1 ? work_dim(l) : 0;
    case tgsi_form_lane_mask:
        return c < 2 ? lane_mask(l, (enum tgsi_semantic)slot->place->semantic, c) : 0;
    }
    return 0;
}
