/* SPDX-License-Identifier: MIT
 *
 * What registers of vertices and fragments begin with.
 */
#include "rdna/lower/arith.h"

static ir_ref
vertex_value(struct rdna_lowering *l, const struct rdna_start *start)
{
    switch ((enum rdna_start_kind)start->kind) {
    case rdna_start_lane:
        return l->lane;
    case rdna_start_vertex_id:
        return rdna_builtin(l, ir_builtin_vertex_index, 0);
    case rdna_start_instance_id:
        return rdna_builtin(l, ir_builtin_instance_index, 0);
    default:
        return 0;
    }
}

/* The register has clip space's w; the built-in its reciprocal. */
static ir_ref
position(struct rdna_lowering *l, unsigned axis)
{
    const ir_ref value = rdna_builtin(l, ir_builtin_frag_coord, axis);

    return axis < 3 ? value : OP2(fdiv, REAL(1), value);
}

static ir_ref
front_face(struct rdna_lowering *l, unsigned axis)
{
    const ir_ref bits = rdna_builtin(l, ir_builtin_front_facing, 0);

    return axis ? bits : SELECT(INE(bits, WORD(0)), REAL(1), REAL(-1));
}

/* Either part asks something of the host, so that there are words for one of them alone. */
static ir_ref
ancillary(struct rdna_lowering *l, unsigned axis)
{
    const ir_ref sample =
        axis < 2 ? SHL(AND(rdna_builtin(l, ir_builtin_sample_id, 0), WORD(15)), WORD(8)) : WORD(0);

    if (axis == 1)
        return sample;
    return OR(sample, SHL(AND(rdna_builtin(l, ir_builtin_layer, 0), WORD(0x7ff)), WORD(16)));
}

static ir_ref
fixed_point(struct rdna_lowering *l)
{
    const ir_ref x = CONVERT(f2u, i32, rdna_builtin(l, ir_builtin_frag_coord, 0));
    const ir_ref y = CONVERT(f2u, i32, rdna_builtin(l, ir_builtin_frag_coord, 1));

    return OR(AND(x, WORD(0xffff)), SHL(y, WORD(16)));
}

static ir_ref
fragment_value(struct rdna_lowering *l, const struct rdna_start *start)
{
    switch ((enum rdna_start_kind)start->kind) {
    case rdna_start_lane:
        return l->lane;
    case rdna_start_persp_sample:
    case rdna_start_persp_center:
    case rdna_start_persp_centroid:
    case rdna_start_linear_sample:
    case rdna_start_linear_center:
    case rdna_start_linear_centroid:
        return rdna_weight(l, start);
    case rdna_start_position:
        return position(l, start->axis);
    case rdna_start_front_face:
        return front_face(l, start->axis);
    case rdna_start_ancillary:
        return ancillary(l, start->axis);
    case rdna_start_coverage:
        return rdna_builtin(l, ir_builtin_sample_mask, 0);
    case rdna_start_fixed_point:
        return fixed_point(l);
    default:
        return 0;
    }
}

ir_ref
rdna_stage_value(struct rdna_lowering *l, const struct rdna_start *start)
{
    return l->options->stage == ir_stage_vertex ? vertex_value(l, start) : fragment_value(l, start);
}
