/* SPDX-License-Identifier: MIT
 *
 * VkScript: lines that set a property of the pipeline, by Vulkan's names of members and of values.
 */
#include "script/script_priv.h"

enum kind {
    kind_bool,
    kind_number,
    kind_float,
    kind_patch, /* A number of vertices. */
    kind_compare,
    kind_stencil_op,
    kind_factor,
    kind_blend_op,
    kind_polygon,
    kind_front,
    kind_cull,
    kind_mask, /* Of colour components. */
    kind_provoking,
    kind_refused, /* A switch that is not to be on. */
    kind_ignored  /* Of such a switch. */
};

#define FIELD(field) offsetof(struct script_pipeline, field)

static const struct property {
    const char *name;
    enum kind kind;
    size_t offset;
} properties[] = {
    {"primitiveRestartEnable", kind_bool, FIELD(has_restart)},
    {"depthClampEnable", kind_bool, FIELD(raster.has_depth_clamp)},
    {"rasterizerDiscardEnable", kind_refused, 0},
    {"depthBiasEnable", kind_bool, FIELD(raster.has_depth_bias)},
    {"logicOpEnable", kind_refused, 0},
    {"blendEnable", kind_bool, FIELD(blend.has_blend)},
    {"depthTestEnable", kind_bool, FIELD(depth.has_test)},
    {"depthWriteEnable", kind_bool, FIELD(depth.has_write)},
    {"depthBoundsTestEnable", kind_bool, FIELD(depth.has_bounds)},
    {"stencilTestEnable", kind_bool, FIELD(depth.has_stencil)},
    {"topology", kind_ignored, 0}, /* Draws name their own. */
    {"patchControlPoints", kind_patch, FIELD(patch_vertices)},
    {"polygonMode", kind_polygon, FIELD(raster.polygon)},
    {"logicOp", kind_ignored, 0},
    {"provokingVertexMode", kind_provoking, FIELD(raster.is_last_provoking)},
    {"frontFace", kind_front, FIELD(raster.front)},
    {"cullMode", kind_cull, FIELD(raster.cull)},
    {"depthBiasConstantFactor", kind_float, FIELD(raster.bias_constant)},
    {"depthBiasClamp", kind_float, FIELD(raster.bias_clamp)},
    {"depthBiasSlopeFactor", kind_float, FIELD(raster.bias_slope)},
    {"lineWidth", kind_float, FIELD(raster.line_width)},
    {"minDepthBounds", kind_float, FIELD(depth.min_bounds)},
    {"maxDepthBounds", kind_float, FIELD(depth.max_bounds)},
    {"srcColorBlendFactor", kind_factor, FIELD(blend.src_color)},
    {"dstColorBlendFactor", kind_factor, FIELD(blend.dst_color)},
    {"srcAlphaBlendFactor", kind_factor, FIELD(blend.src_alpha)},
    {"dstAlphaBlendFactor", kind_factor, FIELD(blend.dst_alpha)},
    {"colorBlendOp", kind_blend_op, FIELD(blend.color_op)},
    {"alphaBlendOp", kind_blend_op, FIELD(blend.alpha_op)},
    {"depthCompareOp", kind_compare, FIELD(depth.compare)},
    {"front.compareOp", kind_compare, FIELD(depth.front.compare)},
    {"back.compareOp", kind_compare, FIELD(depth.back.compare)},
    {"front.failOp", kind_stencil_op, FIELD(depth.front.fail)},
    {"front.passOp", kind_stencil_op, FIELD(depth.front.pass)},
    {"front.depthFailOp", kind_stencil_op, FIELD(depth.front.depth_fail)},
    {"back.failOp", kind_stencil_op, FIELD(depth.back.fail)},
    {"back.passOp", kind_stencil_op, FIELD(depth.back.pass)},
    {"back.depthFailOp", kind_stencil_op, FIELD(depth.back.depth_fail)},
    {"front.compareMask", kind_number, FIELD(depth.front.compare_mask)},
    {"front.writeMask", kind_number, FIELD(depth.front.write_mask)},
    {"front.reference", kind_number, FIELD(depth.front.reference)},
    {"back.compareMask", kind_number, FIELD(depth.back.compare_mask)},
    {"back.writeMask", kind_number, FIELD(depth.back.write_mask)},
    {"back.reference", kind_number, FIELD(depth.back.reference)},
    {"colorWriteMask", kind_mask, FIELD(blend.no_write)},
};

/* ---- values ---- */

/* A value's name without what Vulkan puts before it, in the words' own case. */
struct word {
    char text[64];
    size_t size;
};

static bool
take_word(const char *text, size_t size, const char *prefix, struct word *word)
{
    const size_t count = strlen(prefix);

    if (size > 3 && memcmp(text, "VK_", 3) == 0) {
        text += 3;
        size -= 3;
    }
    if (size > count && memcmp(text, prefix, count) == 0) {
        text += count;
        size -= count;
    }
    word->size = size;
    if (size >= sizeof(word->text))
        return false;
    for (size_t i = 0; i < size; i++)
        word->text[i] = (char)(text[i] >= 'A' && text[i] <= 'Z' ? text[i] + 32 : text[i]);
    return true;
}

/* The token as one of the names. */
static bool
read_choice(struct script_lexer *lexer, const char *prefix, const char *const *names, size_t count,
            uint32_t *choice)
{
    const struct script_token *token = &lexer->token;
    struct word word;

    if (token->kind == script_token_word && take_word(token->text, token->size, prefix, &word)) {
        const struct script_token lower = {script_token_word, word.text, word.size, token->place};

        if (script_choose(&lower, names, count, choice)) {
            script_lexer_next(lexer);
            return true;
        }
    }
    return script_lexer_fail(lexer, "a value of this property, by Vulkan's name");
}

static bool
read_bool(struct script_lexer *lexer, bool *value)
{
    static const char *const names[] = {"false", "true"};
    uint32_t choice;

    if (!read_choice(lexer, "", names, BASE_COUNT(names), &choice))
        return false;
    *value = choice == 1;
    return true;
}

/* Names joined by |, with or without space around it: their bits. */
static bool
read_bits(struct script_lexer *lexer, const char *prefix, const char *const *names,
          const uint32_t *values, size_t count, uint32_t *bits)
{
    *bits = 0;
    if (script_lexer_is_line_end(lexer))
        return script_lexer_fail(lexer, "a value");
    while (!script_lexer_is_line_end(lexer)) {
        const struct script_token token = lexer->token;

        for (size_t at = 0; token.kind == script_token_word && at < token.size;) {
            const char *bar = memchr(token.text + at, '|', token.size - at);
            const size_t end = bar ? (size_t)(bar - token.text) : token.size;
            struct word word;
            uint32_t choice;

            if (end > at) {
                const bool fits = take_word(token.text + at, end - at, prefix, &word);
                if (fits && word.size > 4 && memcmp(word.text + word.size - 4, "_bit", 4) == 0)
                    word.size -= 4;
                const struct script_token lower = {script_token_word, word.text, word.size,
                                                   token.place};
                if (!fits || !script_choose(&lower, names, count, &choice))
                    return script_lexer_fail(lexer, "bits of this property, by Vulkan's names");
                *bits |= values[choice];
            }
            at = end + 1;
        }
        if (token.kind != script_token_word)
            return script_lexer_fail(lexer, "bits of this property, by Vulkan's names");
        script_lexer_next(lexer);
    }
    return true;
}

static bool
read_cull(struct script_lexer *lexer, enum scene_cull *cull)
{
    static const char *const names[] = {"none", "front", "back", "front_and_back"};
    static const uint32_t values[] = {0, 1, 2, 3};
    uint32_t bits;

    if (!read_bits(lexer, "CULL_MODE_", names, values, BASE_COUNT(names), &bits))
        return false;
    *cull = (enum scene_cull)bits;
    return true;
}

static bool
read_mask(struct script_lexer *lexer, uint8_t *no_write)
{
    static const char *const names[] = {"0", "r", "g", "b", "a"};
    static const uint32_t values[] = {0, 1, 2, 4, 8};
    uint32_t bits;

    if (!read_bits(lexer, "COLOR_COMPONENT_", names, values, BASE_COUNT(names), &bits))
        return false;
    *no_write = (uint8_t)(~bits & 15);
    return true;
}

#define READ(function, type, prefix, names)                                                        \
    static bool function(struct script_lexer *lexer, type *value)                                  \
    {                                                                                              \
        uint32_t choice;                                                                           \
                                                                                                   \
        if (!read_choice(lexer, prefix, names, BASE_COUNT(names), &choice))                        \
            return false;                                                                          \
        *value = (type)choice;                                                                     \
        return true;                                                                               \
    }

static const char *const blend_names[] = {"add", "subtract", "reverse_subtract", "min", "max"};
static const char *const polygon_names[] = {"fill", "line", "point"};
static const char *const front_names[] = {"counter_clockwise", "clockwise"};

READ(read_compare, enum scene_compare, "COMPARE_OP_", script_compare_names)
READ(read_stencil_op, enum scene_stencil_op, "STENCIL_OP_", script_stencil_names)
READ(read_factor, enum scene_factor, "BLEND_FACTOR_", script_factor_names)
READ(read_blend_op, enum scene_blend_op, "BLEND_OP_", blend_names)
READ(read_polygon, enum scene_polygon, "POLYGON_MODE_", polygon_names)
READ(read_front, enum scene_front, "FRONT_FACE_", front_names)

static bool
read_provoking(struct script_lexer *lexer, bool *is_last)
{
    static const char *const names[] = {"first_vertex_ext", "last_vertex_ext"};
    uint32_t choice;

    if (!read_choice(lexer, "PROVOKING_VERTEX_MODE_", names, BASE_COUNT(names), &choice))
        return false;
    *is_last = choice == 1;
    return true;
}

static bool
read_refused(struct script_lexer *lexer, const char *name)
{
    const struct qd_place place = lexer->token.place;
    bool value;

    if (!read_bool(lexer, &value))
        return false;
    return !value || script_refuse(lexer->script, place, "%s is not done", name);
}

static bool
read_value(struct script_lexer *lexer, const struct property *property, void *field)
{
    switch (property->kind) {
    case kind_bool:
        return read_bool(lexer, field);
    case kind_number:
        return script_lexer_uint(lexer, "a number", UINT32_MAX, field);
    case kind_float:
        return script_lexer_float(lexer, "a number", field);
    case kind_compare:
        return read_compare(lexer, field);
    case kind_stencil_op:
        return read_stencil_op(lexer, field);
    case kind_factor:
        return read_factor(lexer, field);
    case kind_blend_op:
        return read_blend_op(lexer, field);
    case kind_polygon:
        return read_polygon(lexer, field);
    case kind_front:
        return read_front(lexer, field);
    case kind_cull:
        return read_cull(lexer, field);
    case kind_mask:
        return read_mask(lexer, field);
    case kind_patch:
        return script_lexer_uint(lexer, "a number of vertices", IR_MAX_PATCH_VERTICES, field);
    case kind_provoking:
        return read_provoking(lexer, field);
    case kind_refused:
        return read_refused(lexer, property->name);
    case kind_ignored:
        break;
    }
    if (script_lexer_is_line_end(lexer))
        return script_lexer_fail(lexer, "a value");
    script_lexer_next(lexer);
    return true;
}

bool
script_vkscript_property(struct script_vkscript *vk, bool *is_known)
{
    *is_known = false;
    for (size_t i = 0; i < BASE_COUNT(properties); i++) {
        if (!script_lexer_accept(&vk->lexer, properties[i].name))
            continue;
        *is_known = true;
        vk->is_fresh = false;
        return read_value(&vk->lexer, &properties[i], (char *)&vk->pipeline + properties[i].offset);
    }
    return true;
}
