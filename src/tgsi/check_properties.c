/* SPDX-License-Identifier: MIT
 *
 * Rules of properties: whose they are, what they may be, and which a stage cannot do without.
 */
#include "tgsi/tgsi_priv.h"

/* Invocations of a workgroup, all sizes multiplied. */
#define MAX_INVOCATIONS 4096
#define MAX_CLIP_DISTANCES 8

struct rule {
    uint8_t stages;
    uint16_t min;
    uint16_t max;
    uint16_t values; /* Bits of those that are values, of the first 16; 0: all from min to max. */
};

#define BIT(value) (1u << (value))
#define FLAG(stages)                                                                               \
    {                                                                                              \
        stages, 0, 1, 0                                                                            \
    }

static const struct rule rules[tgsi_property_count] = {
    [tgsi_property_CS_FIXED_BLOCK_DEPTH] = {TGSI_STAGES_COMP, 0, MAX_INVOCATIONS, 0},
    [tgsi_property_CS_FIXED_BLOCK_HEIGHT] = {TGSI_STAGES_COMP, 0, MAX_INVOCATIONS, 0},
    [tgsi_property_CS_FIXED_BLOCK_WIDTH] = {TGSI_STAGES_COMP, 0, MAX_INVOCATIONS, 0},
    [tgsi_property_CS_USER_DATA_COMPONENTS_AMD] = {TGSI_STAGES_COMP, 0, 4, 0},
    [tgsi_property_FS_BLEND_EQUATION_ADVANCED] = {TGSI_STAGES_FRAG, 0, UINT16_MAX, 0},
    [tgsi_property_FS_COLOR0_WRITES_ALL_CBUFS] = FLAG(TGSI_STAGES_FRAG),
    [tgsi_property_FS_COORD_ORIGIN] = FLAG(TGSI_STAGES_FRAG),
    [tgsi_property_FS_COORD_PIXEL_CENTER] = FLAG(TGSI_STAGES_FRAG),
    [tgsi_property_FS_DEPTH_LAYOUT] = {TGSI_STAGES_FRAG, 0, 4, 0},
    [tgsi_property_FS_EARLY_DEPTH_STENCIL] = FLAG(TGSI_STAGES_FRAG),
    [tgsi_property_FS_POST_DEPTH_COVERAGE] = FLAG(TGSI_STAGES_FRAG),
    [tgsi_property_GS_INPUT_PRIMITIVE] = {TGSI_STAGES_GEOM, 0, tgsi_primitive_PATCHES,
                                          BIT(tgsi_primitive_POINTS) | BIT(tgsi_primitive_LINES) |
                                              BIT(tgsi_primitive_TRIANGLES) |
                                              BIT(tgsi_primitive_LINES_ADJACENCY) |
                                              BIT(tgsi_primitive_TRIANGLES_ADJACENCY)},
    [tgsi_property_GS_INVOCATIONS] = {TGSI_STAGES_GEOM, 1, 1024, 0},
    [tgsi_property_GS_MAX_OUTPUT_VERTICES] = {TGSI_STAGES_GEOM, 0, 1024, 0},
    [tgsi_property_GS_OUTPUT_PRIMITIVE] = {TGSI_STAGES_GEOM, 0, tgsi_primitive_PATCHES,
                                           BIT(tgsi_primitive_POINTS) |
                                               BIT(tgsi_primitive_LINE_STRIP) |
                                               BIT(tgsi_primitive_TRIANGLE_STRIP)},
    [tgsi_property_LAYER_VIEWPORT_RELATIVE] = FLAG(TGSI_STAGES_LAST),
    [tgsi_property_LEGACY_MATH_RULES] = FLAG(TGSI_STAGES_ALL),
    [tgsi_property_MUL_ZERO_WINS] = FLAG(TGSI_STAGES_ALL),
    [tgsi_property_NEXT_SHADER] = {TGSI_STAGES_LAST | TGSI_STAGES_TESS_CTRL, 0, tgsi_processor_COMP,
                                   0},
    /* FRAG: nothing else says which of the distances that it reads are those that cull. */
    [tgsi_property_NUM_CLIPDIST_ENABLED] = {TGSI_STAGES_VERTICES | TGSI_STAGES_FRAG, 0,
                                            MAX_CLIP_DISTANCES, 0},
    [tgsi_property_NUM_CULLDIST_ENABLED] = {TGSI_STAGES_VERTICES | TGSI_STAGES_FRAG, 0,
                                            MAX_CLIP_DISTANCES, 0},
    [tgsi_property_SEPARABLE_PROGRAM] = FLAG(TGSI_STAGES_ALL),
    [tgsi_property_TCS_VERTICES_OUT] = {TGSI_STAGES_TESS_CTRL, 1, 32, 0},
    [tgsi_property_TES_POINT_MODE] = FLAG(TGSI_STAGES_TESS_EVAL),
    [tgsi_property_TES_PRIM_MODE] = {TGSI_STAGES_TESS_EVAL, 1, tgsi_primitive_QUADS,
                                     BIT(tgsi_primitive_LINES) | BIT(tgsi_primitive_TRIANGLES) |
                                         BIT(tgsi_primitive_QUADS)},
    [tgsi_property_TES_SPACING] = {TGSI_STAGES_TESS_EVAL, 0, 2, 0},
    [tgsi_property_TES_VERTEX_ORDER_CW] = FLAG(TGSI_STAGES_TESS_EVAL),
    [tgsi_property_VS_BLIT_SGPRS_AMD] = {TGSI_STAGES_VERT, 0, UINT16_MAX, 0},
    [tgsi_property_VS_PROHIBIT_UCPS] = FLAG(TGSI_STAGES_VERT),
    [tgsi_property_VS_WINDOW_SPACE_POSITION] = FLAG(TGSI_STAGES_VERT),
};

static bool
is_value(const struct rule *rule, int32_t value)
{
    if (value < rule->min || value > rule->max)
        return false;
    return !rule->values || (value < 16 && rule->values >> value & 1);
}

static void
check_value(struct tgsi_check *c, const struct tgsi_property_value *value)
{
    const struct qd_place place = base_at_line(value->line, value->column);
    const struct tgsi_property_info *info = &tgsi_property_infos[value->property];
    const struct rule *rule = &rules[value->property];

    if (is_value(rule, value->value))
        return;
    if (info->value != tgsi_words_NUMBER)
        base_error(c->diags, QD_CODE_TGSI_PROPERTY_VALUE, place, "found %s %s, which it cannot be",
                   info->name, tgsi_word_name((enum tgsi_words)info->value, value->value));
    else if (rule->values)
        base_error(c->diags, QD_CODE_TGSI_PROPERTY_VALUE, place, "found %s %d, which it cannot be",
                   info->name, value->value);
    else
        base_error(c->diags, QD_CODE_TGSI_PROPERTY_VALUE, place, "found %s %d, expected %u to %u",
                   info->name, value->value, rule->min, rule->max);
}

static void
require(struct tgsi_check *c, const struct tgsi_property_value *const *found,
        enum tgsi_property property)
{
    if (!found[property])
        base_error(c->diags, QD_CODE_TGSI_PROPERTY_MISSING,
                   base_at_line(c->program->line, c->program->column),
                   "found no property %s, which %s needs", tgsi_property_infos[property].name,
                   tgsi_word_name(tgsi_words_processor, c->program->processor));
}

static uint32_t
value_of(const struct tgsi_property_value *const *found, enum tgsi_property property)
{
    return found[property] && found[property]->value > 0 ? (uint32_t)found[property]->value : 0;
}

/* What holds of several together. */
static void
check_sums(struct tgsi_check *c, const struct tgsi_property_value *const *found)
{
    const uint64_t width = value_of(found, tgsi_property_CS_FIXED_BLOCK_WIDTH);
    const uint64_t height = value_of(found, tgsi_property_CS_FIXED_BLOCK_HEIGHT);
    const uint64_t depth = value_of(found, tgsi_property_CS_FIXED_BLOCK_DEPTH);
    const uint64_t invocations = width * (height ? height : 1) * (depth ? depth : 1);
    const uint64_t distances = (uint64_t)value_of(found, tgsi_property_NUM_CLIPDIST_ENABLED) +
                               value_of(found, tgsi_property_NUM_CULLDIST_ENABLED);
    const struct tgsi_property_value *cull = found[tgsi_property_NUM_CULLDIST_ENABLED];
    const struct tgsi_property_value *block = found[tgsi_property_CS_FIXED_BLOCK_WIDTH];

    if (cull && distances > MAX_CLIP_DISTANCES && cull->value <= MAX_CLIP_DISTANCES)
        base_error(c->diags, QD_CODE_TGSI_PROPERTY_VALUE, base_at_line(cull->line, cull->column),
                   "found %u clip and cull distances, expected %d at most", (unsigned)distances,
                   MAX_CLIP_DISTANCES);
    if (block && invocations > MAX_INVOCATIONS && width <= MAX_INVOCATIONS &&
        height <= MAX_INVOCATIONS && depth <= MAX_INVOCATIONS)
        base_error(c->diags, QD_CODE_TGSI_PROPERTY_VALUE, base_at_line(block->line, block->column),
                   "found blocks of %u invocations, expected %d at most", (unsigned)invocations,
                   MAX_INVOCATIONS);
}

void
tgsi_check_properties(struct tgsi_check *c)
{
    const struct tgsi_program *program = c->program;
    const struct tgsi_property_value *found[tgsi_property_count] = {NULL};

    for (uint32_t i = 0; i < program->properties.count; i++) {
        const struct tgsi_property_value *value = &program->properties.data[i];
        const struct qd_place place = base_at_line(value->line, value->column);
        const char *name = tgsi_property_infos[value->property].name;

        if (!(rules[value->property].stages >> program->processor & 1))
            base_error(c->diags, QD_CODE_TGSI_PROPERTY_STAGE, place,
                       "found %s, which is not for %s", name,
                       tgsi_word_name(tgsi_words_processor, program->processor));
        else if (found[value->property])
            base_error(c->diags, QD_CODE_TGSI_PROPERTY_REPEATED, place,
                       "found %s again, which line %u has", name, found[value->property]->line);
        else
            check_value(c, value);
        found[value->property] = value;
    }
    if (program->processor == tgsi_processor_GEOM) {
        require(c, found, tgsi_property_GS_INPUT_PRIMITIVE);
        require(c, found, tgsi_property_GS_OUTPUT_PRIMITIVE);
        require(c, found, tgsi_property_GS_MAX_OUTPUT_VERTICES);
    }
    if (program->processor == tgsi_processor_TESS_CTRL)
        require(c, found, tgsi_property_TCS_VERTICES_OUT);
    check_sums(c, found);
}
