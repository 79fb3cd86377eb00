/* SPDX-License-Identifier: MIT
 *
 * Properties that say how the whole shader runs.
 */
#include "tgsi/tgsi_priv.h"

uint32_t
tgsi_lower_property(const struct tgsi_lowering *l, enum tgsi_property property, uint32_t absent)
{
    const struct tgsi_property_value *value = l->properties[property];

    return value ? (uint32_t)value->value : absent;
}

bool
tgsi_lower_is_last(const struct tgsi_lowering *l)
{
    const uint32_t next = tgsi_lower_property(l, tgsi_property_NEXT_SHADER, tgsi_processor_FRAG);

    return (TGSI_STAGES_LAST >> l->program->processor & 1) &&
           (l->program->processor == tgsi_processor_GEOM || next == tgsi_processor_FRAG);
}

/* ---- words of TGSI as the IR's ---- */

#define NO_PRIMITIVE ir_primitive_count

static const uint8_t input_primitives[] = {
    [tgsi_primitive_POINTS] = ir_primitive_points,
    [tgsi_primitive_LINES] = ir_primitive_lines,
    [tgsi_primitive_LINE_LOOP] = NO_PRIMITIVE,
    [tgsi_primitive_LINE_STRIP] = NO_PRIMITIVE,
    [tgsi_primitive_TRIANGLES] = ir_primitive_triangles,
    [tgsi_primitive_TRIANGLE_STRIP] = NO_PRIMITIVE,
    [tgsi_primitive_TRIANGLE_FAN] = NO_PRIMITIVE,
    [tgsi_primitive_QUADS] = NO_PRIMITIVE,
    [tgsi_primitive_QUAD_STRIP] = NO_PRIMITIVE,
    [tgsi_primitive_POLYGON] = NO_PRIMITIVE,
    [tgsi_primitive_LINES_ADJACENCY] = ir_primitive_lines_adjacency,
    [tgsi_primitive_LINE_STRIP_ADJACENCY] = NO_PRIMITIVE,
    [tgsi_primitive_TRIANGLES_ADJACENCY] = ir_primitive_triangles_adjacency,
    [tgsi_primitive_TRIANGLE_STRIP_ADJACENCY] = NO_PRIMITIVE,
    [tgsi_primitive_PATCHES] = NO_PRIMITIVE,
};

static uint32_t
output_primitive(uint32_t primitive)
{
    switch (primitive) {
    case tgsi_primitive_POINTS:
        return ir_primitive_points;
    case tgsi_primitive_LINE_STRIP:
        return ir_primitive_line_strip;
    case tgsi_primitive_TRIANGLE_STRIP:
        return ir_primitive_triangle_strip;
    }
    return NO_PRIMITIVE;
}

static uint32_t
patch_primitive(uint32_t primitive)
{
    switch (primitive) {
    case tgsi_primitive_LINES:
        return ir_primitive_isolines;
    case tgsi_primitive_TRIANGLES:
        return ir_primitive_triangles;
    case tgsi_primitive_QUADS:
        return ir_primitive_quads;
    }
    return NO_PRIMITIVE;
}

static const enum ir_spacing spacings[] = {ir_spacing_fractional_odd, ir_spacing_fractional_even,
                                           ir_spacing_equal};

static const enum ir_depth_layout depth_layouts[] = {ir_depth_any, ir_depth_any, ir_depth_greater,
                                                     ir_depth_less, ir_depth_unchanged};

/* ---- which values there are ---- */

struct limit {
    enum tgsi_property property;
    unsigned stages;
    uint32_t absent;
    uint32_t least;
    uint32_t most;
};

#define MOST_VERTICES 1024
#define MOST_INVOCATIONS 1024
#define MOST_BLOCK 4096

static const struct limit limits[] = {
    {tgsi_property_CS_FIXED_BLOCK_WIDTH, TGSI_STAGES_COMP, 0, 0, MOST_BLOCK},
    {tgsi_property_CS_FIXED_BLOCK_HEIGHT, TGSI_STAGES_COMP, 0, 0, MOST_BLOCK},
    {tgsi_property_CS_FIXED_BLOCK_DEPTH, TGSI_STAGES_COMP, 0, 0, MOST_BLOCK},
    {tgsi_property_FS_DEPTH_LAYOUT, TGSI_STAGES_FRAG, 0, 0, BASE_COUNT(depth_layouts) - 1},
    {tgsi_property_GS_INVOCATIONS, TGSI_STAGES_GEOM, 1, 0, MOST_INVOCATIONS},
    {tgsi_property_GS_MAX_OUTPUT_VERTICES, TGSI_STAGES_GEOM, 0, 0, MOST_VERTICES},
    {tgsi_property_NUM_CLIPDIST_ENABLED, TGSI_STAGES_ALL, 0, 0, TGSI_MAX_DISTANCES},
    {tgsi_property_NUM_CULLDIST_ENABLED, TGSI_STAGES_ALL, 0, 0, TGSI_MAX_DISTANCES},
    {tgsi_property_TCS_VERTICES_OUT, TGSI_STAGES_TESS_CTRL, 0, 1, IR_MAX_PATCH_VERTICES},
    {tgsi_property_TES_SPACING, TGSI_STAGES_TESS_EVAL, 0, 0, BASE_COUNT(spacings) - 1},
};

/* Where the property stands; the first line if it is not given. */
static struct qd_place
property_place(const struct tgsi_lowering *l, enum tgsi_property property)
{
    const struct tgsi_property_value *value = l->properties[property];

    return value ? base_at_line(value->line, value->column) : base_at_line(1, 1);
}

static void
check_primitive(struct tgsi_lowering *l, enum tgsi_property property, uint32_t primitive,
                const char *expected)
{
    if (primitive == NO_PRIMITIVE)
        base_error(l->diags, QD_CODE_UNSUPPORTED, property_place(l, property),
                   "found a %s that is none of those, expected %s",
                   tgsi_property_infos[property].name, expected);
}

static uint32_t
input_primitive(const struct tgsi_lowering *l)
{
    return input_primitives[tgsi_lower_property(l, tgsi_property_GS_INPUT_PRIMITIVE, 0)];
}

static void
scan_primitives(struct tgsi_lowering *l)
{
    if (l->program->processor == tgsi_processor_GEOM) {
        check_primitive(l, tgsi_property_GS_INPUT_PRIMITIVE, input_primitive(l),
                        "POINTS, LINES, TRIANGLES, LINES_ADJACENCY or TRIANGLES_ADJACENCY");
        check_primitive(
            l, tgsi_property_GS_OUTPUT_PRIMITIVE,
            output_primitive(tgsi_lower_property(l, tgsi_property_GS_OUTPUT_PRIMITIVE, 0)),
            "POINTS, LINE_STRIP or TRIANGLE_STRIP");
    }
    if (l->program->processor == tgsi_processor_TESS_EVAL)
        check_primitive(l, tgsi_property_TES_PRIM_MODE,
                        patch_primitive(tgsi_lower_property(l, tgsi_property_TES_PRIM_MODE,
                                                            tgsi_primitive_TRIANGLES)),
                        "1 (lines), 4 (triangles) or 7 (quads)");
}

/* Dimension i of a block: what the program fixes, or what the caller gives, or 1 if the program
 * fixes another one; 0: nobody says. */
static uint32_t
block_size(const struct tgsi_lowering *l, unsigned i)
{
    static const enum tgsi_property properties[] = {tgsi_property_CS_FIXED_BLOCK_WIDTH,
                                                    tgsi_property_CS_FIXED_BLOCK_HEIGHT,
                                                    tgsi_property_CS_FIXED_BLOCK_DEPTH};
    uint32_t fixed = 0;

    for (unsigned c = 0; c < 3; c++)
        fixed |= tgsi_lower_property(l, properties[c], 0);
    const uint32_t own = tgsi_lower_property(l, properties[i], 0);
    if (own || l->options->block_size[i])
        return own ? own : l->options->block_size[i];
    return fixed > 0;
}

static void
scan_block(struct tgsi_lowering *l)
{
    for (unsigned i = 0; i < 3; i++) {
        const uint32_t size = block_size(l, i);

        if (size >= 1 && size <= MOST_BLOCK)
            continue;
        base_error(l->diags, size ? QD_CODE_LIMIT : QD_CODE_UNSUPPORTED,
                   property_place(l, tgsi_property_CS_FIXED_BLOCK_WIDTH),
                   "found a block of size %u in dimension %u, expected 1 to %u: a program that "
                   "fixes none needs the option block_size (--block-size X,Y,Z)",
                   size, i, MOST_BLOCK);
        return;
    }
}

void
tgsi_scan_settings(struct tgsi_lowering *l)
{
    const uint32_t errors = l->diags->error_count;

    for (uint32_t i = 0; i < BASE_COUNT(limits); i++) {
        const struct limit *limit = &limits[i];
        const uint32_t value = tgsi_lower_property(l, limit->property, limit->absent);

        if ((limit->stages >> l->program->processor & 1) &&
            (value < limit->least || value > limit->most))
            base_error(l->diags, QD_CODE_LIMIT, property_place(l, limit->property),
                       "found %s %d, expected %u to %u", tgsi_property_infos[limit->property].name,
                       (int)value, limit->least, limit->most);
    }
    if (l->diags->error_count != errors)
        return;
    if (tgsi_lower_property(l, tgsi_property_NUM_CLIPDIST_ENABLED, 0) +
            tgsi_lower_property(l, tgsi_property_NUM_CULLDIST_ENABLED, 0) >
        TGSI_MAX_DISTANCES)
        base_error(l->diags, QD_CODE_LIMIT, property_place(l, tgsi_property_NUM_CULLDIST_ENABLED),
                   "found more distances that clip and cull than %d", TGSI_MAX_DISTANCES);
    scan_primitives(l);
    if (l->program->processor == tgsi_processor_COMP)
        scan_block(l);
}

/* ---- the shader's settings ---- */

static void
set_geometry(const struct tgsi_lowering *l, struct ir_shader *shader)
{
    const uint32_t invocations = tgsi_lower_property(l, tgsi_property_GS_INVOCATIONS, 1);

    shader->output_vertices = tgsi_lower_property(l, tgsi_property_GS_MAX_OUTPUT_VERTICES, 0);
    shader->invocations = invocations ? invocations : 1;
    shader->input_primitive = (enum ir_primitive)input_primitive(l);
    shader->output_primitive = (enum ir_primitive)output_primitive(
        tgsi_lower_property(l, tgsi_property_GS_OUTPUT_PRIMITIVE, 0));
}

static void
set_evaluation(const struct tgsi_lowering *l, struct ir_shader *shader)
{
    shader->input_primitive = (enum ir_primitive)patch_primitive(
        tgsi_lower_property(l, tgsi_property_TES_PRIM_MODE, tgsi_primitive_TRIANGLES));
    shader->spacing = spacings[tgsi_lower_property(l, tgsi_property_TES_SPACING, 0)];
    shader->is_clockwise = tgsi_lower_property(l, tgsi_property_TES_VERTEX_ORDER_CW, 0) != 0;
    shader->is_point_mode = tgsi_lower_property(l, tgsi_property_TES_POINT_MODE, 0) != 0;
}

static void
set_fragment(const struct tgsi_lowering *l, struct ir_shader *shader)
{
    shader->early_tests = tgsi_lower_property(l, tgsi_property_FS_EARLY_DEPTH_STENCIL, 0) != 0;
    shader->depth_layout = depth_layouts[tgsi_lower_property(l, tgsi_property_FS_DEPTH_LAYOUT, 0)];
}

void
tgsi_lower_settings(struct tgsi_lowering *l)
{
    struct ir_shader *shader = l->shader;

    switch ((unsigned)shader->stage) {
    case ir_stage_tess_control:
        shader->output_vertices = tgsi_lower_property(l, tgsi_property_TCS_VERTICES_OUT, 0);
        break;
    case ir_stage_tess_eval:
        set_evaluation(l, shader);
        break;
    case ir_stage_geometry:
        set_geometry(l, shader);
        break;
    case ir_stage_fragment:
        set_fragment(l, shader);
        break;
    case ir_stage_compute:
        for (unsigned i = 0; i < 3; i++)
            shader->local_size[i] = block_size(l, i);
        break;
    }
}
