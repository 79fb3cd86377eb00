/* SPDX-License-Identifier: MIT
 *
 * Clip and cull distances, user clip planes, and positions that are in the window already.
 */
#include "tgsi/tgsi_priv.h"

/* Distances count on over the registers of CLIPDIST: those that clip, then those that cull. A
 * program that does not say how many has all that it declares clip. */
enum ir_builtin
tgsi_find_distance(const struct tgsi_lowering *l, uint32_t i, unsigned *component)
{
    static const enum ir_builtin clip[] = {ir_builtin_clip_distance0, ir_builtin_clip_distance1};
    static const enum ir_builtin cull[] = {ir_builtin_cull_distance0, ir_builtin_cull_distance1};
    const bool is_given = l->properties[tgsi_property_NUM_CLIPDIST_ENABLED] ||
                          l->properties[tgsi_property_NUM_CULLDIST_ENABLED];
    const uint32_t clips = tgsi_lower_property(l, tgsi_property_NUM_CLIPDIST_ENABLED,
                                               is_given ? 0 : TGSI_MAX_DISTANCES);
    const uint32_t culls = tgsi_lower_property(l, tgsi_property_NUM_CULLDIST_ENABLED, 0);

    *component = (i < clips ? i : i - clips) & 3;
    if (i < clips)
        return clip[i / 4];
    return i < clips + culls ? cull[(i - clips) / 4] : ir_builtin_none;
}

/* ---- user clip planes ---- */

/* What the planes are applied to; NULL if there is nothing. */
static const struct tgsi_slot *
find_clipped(const struct tgsi_lowering *l)
{
    const struct tgsi_slot *given = tgsi_find_output(l, tgsi_semantic_CLIPVERTEX, 0);

    return given ? given : tgsi_find_output(l, tgsi_semantic_POSITION, 0);
}

/* Distances that the program makes take the planes' place, and what is in the window is not
 * clipped. */
static bool
has_planes(const struct tgsi_lowering *l)
{
    return tgsi_lower_is_last(l) && find_clipped(l) &&
           !tgsi_find_output(l, tgsi_semantic_CLIPDIST, 0) &&
           !tgsi_find_output(l, tgsi_semantic_CLIPDIST, 1) &&
           !tgsi_lower_property(l, tgsi_property_VS_PROHIBIT_UCPS, 0) &&
           !tgsi_lower_property(l, tgsi_property_VS_WINDOW_SPACE_POSITION, 0);
}

void
tgsi_lower_add_planes(struct tgsi_lowering *l)
{
    static const enum ir_builtin builtins[] = {ir_builtin_clip_distance0,
                                               ir_builtin_clip_distance1};

    if (!has_planes(l))
        return;
    for (unsigned half = 0; half < 2; half++) {
        const struct ir_io io = {.name = ir_builtin_name(builtins[half]),
                                 .builtin = builtins[half],
                                 .type = ir_type_f32,
                                 .components = 4};

        if (l->options->clip_planes >> 4 * half & TGSI_MASK_ALL)
            l->planes[half] = ir_add_output(l->shader, &io) + 1;
    }
    if (l->options->clip_planes)
        ir_add_emulated(l->shader, "user clip planes: are clip distances");
}

static ir_ref
plane_distance(struct tgsi_lowering *l, const struct tgsi_location *location, unsigned plane)
{
    const uint32_t first = offsetof(struct tgsi_parameters, clip_planes) / sizeof(float);
    struct ir_builder *b = &l->b;
    ir_ref sum = 0;

    for (unsigned c = 0; c < 4; c++) {
        const ir_ref product = ir_build_fmul(b, tgsi_lower_load(l, location, c, ir_type_f32),
                                             tgsi_lower_parameter(l, first + 4 * plane + c));

        sum = sum ? ir_build_fadd(b, sum, product) : product;
    }
    return sum;
}

/* Distances to planes that are off, before others, are 0, which is inside. */
void
tgsi_lower_store_planes(struct tgsi_lowering *l)
{
    struct tgsi_location location;

    if (!l->planes[0] && !l->planes[1])
        return;
    tgsi_lower_locate_register(l, tgsi_file_OUT, 0,
                               (uint32_t)(find_clipped(l) - l->slots[tgsi_file_OUT]), &location);
    for (unsigned plane = 0; l->options->clip_planes >> plane; plane++) {
        const uint32_t output = l->planes[plane / 4];

        if (output)
            (void)ir_build_op(&l->b, ir_op_store_output, ir_type_void,
                              l->options->clip_planes >> plane & 1
                                  ? plane_distance(l, &location, plane)
                                  : ir_build_f32(&l->b, 0.0f),
                              0, ir_io_imm(output - 1, plane & 3));
    }
}

/* ---- positions in the window ---- */

/* The position's w is what the host's division makes of w: 1 / w, or 1 where that has no value. */
ir_ref
tgsi_lower_window_position(struct tgsi_lowering *l, const struct tgsi_location *location,
                           unsigned c)
{
    struct ir_builder *b = &l->b;
    const ir_ref one = ir_build_f32(b, 1.0f);
    const ir_ref given = tgsi_lower_load(l, location, 3, ir_type_f32);
    const ir_ref is_zero = ir_build_feq(b, given, ir_build_f32(b, 0.0f));
    const ir_ref w = ir_build_select(b, is_zero, one, ir_build_fdiv(b, one, given));
    ir_ref value;

    ir_add_emulated(l->shader, "VS_WINDOW_SPACE_POSITION: positions are brought to clip space, "
                               "where the host clips");
    if (c == 3)
        return w;
    value = tgsi_lower_load(l, location, c, ir_type_f32);
    if (c < 2) {
        const ir_ref twice = ir_build_fadd(b, value, value);

        value = ir_build_fsub(b, ir_build_fdiv(b, twice, tgsi_lower_extent(l, c)), one);
    }
    return ir_build_fmul(b, value, w);
}
