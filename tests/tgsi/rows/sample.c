/* SPDX-License-Identifier: MIT
 *
 * SAMPLE and its like: views and samplers apart. The early dialect declares its views as RES.
 */
#include "texels.h"

#include <math.h>
#include <string.h>

#define LANES TEXELS_LANES
#define INPUTS 5

static bool
is_filterable(const struct texels_target *target)
{
    return target->dim != ir_dim_buffer && !target->has_samples;
}

static const char *
declare(struct rows *r, const struct texels *texels)
{
    static const char *const types[] = {[texels_float] = "FLOAT",
                                        [texels_sint] = "SINT",
                                        [texels_uint] = "UINT",
                                        [texels_depth] = "UNORM"};

    return rows_text(r, "DCL %s[5], %s, %s\nDCL SAMP[2]\n",
                     r->dialect == tgsi_dialect_early ? "RES" : "SVIEW", texels->target->name,
                     types[texels->kind]);
}

static const char *
op_name(const struct rows *r)
{
    return tgsi_op_name(r->row->op);
}

static const char *
view_name(const struct rows *r)
{
    return r->dialect == tgsi_dialect_early ? "RES[5]" : "SVIEW[5]";
}

static bool
draw(struct rows *r, const struct texels *texels, const char *operands, uint32_t *in,
     struct rows_drawing *drawing)
{
    memset(drawing, 0, sizeof(*drawing));
    drawing->fragment =
        rows_text(r,
                  "FRAG\nDCL IN[0], GENERIC[0], CONSTANT\nDCL IN[1], GENERIC[1], CONSTANT\n"
                  "DCL IN[2], GENERIC[2], CONSTANT\nDCL IN[3], GENERIC[3], CONSTANT\n"
                  "DCL IN[4], GENERIC[4], CONSTANT\nDCL OUT[0], COLOR\n%s"
                  "IMM INT32 {1, -2, 0, 3}\n%s OUT[0], %s\nEND\n",
                  declare(r, texels), op_name(r), operands);
    drawing->count = LANES;
    drawing->inputs = INPUTS;
    drawing->outputs = 1;
    drawing->in = in;
    return rows_draw(r, drawing, &texels->resources);
}

static void
expect_word(struct rows *r, const struct texels *texels, const struct rows_drawing *drawing,
            uint32_t lane, unsigned c, uint32_t expected)
{
    const uint32_t found = rows_output(drawing, lane, 0)[c];

    rows_expect(r, found == expected,
                "%s lane %u component %u: found %08x (%g), expected %08x (%g)",
                texels->target->name, lane, c, found, (double)base_float_of_bits(found), expected,
                (double)base_float_of_bits(expected));
}

/* ---- filtered ---- */

struct form {
    const char *swizzle;
    unsigned select[4];
    bool has_offset;
};

static const struct form forms[] = {
    {"", {0, 1, 2, 3}, false}, {".wzyx", {3, 2, 1, 0}, false}, {".yyxw", {1, 1, 0, 3}, true}};

static bool
compares(enum tgsi_op op)
{
    return op == tgsi_op_SAMPLE_C || op == tgsi_op_SAMPLE_C_LZ;
}

/* The level stands in the address in the early dialect, and in a source in the final one. */
static const char *
operands_of(struct rows *r, const struct form *form)
{
    const char *after = "";

    switch ((unsigned)r->row->op) {
    case tgsi_op_SAMPLE_B:
    case tgsi_op_SAMPLE_C:
    case tgsi_op_SAMPLE_C_LZ:
        after = ", IN[3]";
        break;
    case tgsi_op_SAMPLE_D:
        after = ", IN[3], IN[4]";
        break;
    case tgsi_op_SAMPLE_L:
        after = r->dialect == tgsi_dialect_early ? "" : ", IN[3]";
        break;
    }
    return rows_text(r, "IN[0], %s%s, SAMP[2]%s%s", view_name(r), form->swizzle, after,
                     form->has_offset ? ", IMM[0].xyz" : "");
}

static void
run_target(struct rows *r, const struct texels_target *target, enum texels_kind kind,
           const struct form *form)
{
    static const int32_t offset[3] = {1, -2, 0};
    const enum tgsi_op op = r->row->op;
    const bool is_explicit = op == tgsi_op_SAMPLE_L || op == tgsi_op_SAMPLE_D;
    uint32_t *in = base_arena_new_array(&r->arena, uint32_t, LANES * INPUTS * 4);
    struct texels_point points[LANES];
    struct texels texels;
    struct rows_drawing drawing;
    int32_t levels[LANES];
    uint32_t random = 1;

    texels_make(r, target, kind, &texels);
    for (uint32_t i = 0; i < LANES; i++) {
        uint32_t *words = &in[i * INPUTS * 4], extra;
        const int32_t level = (int32_t)texels_random(&random, 3);
        float gradient[3];

        levels[i] = is_explicit && texels.levels > 1 ? level : 0;
        texels_choose(&texels, levels[i], !form->has_offset, &random, &points[i]);
        texels_words(&texels, &points[i], (float)level, 1, words, &extra);
        if (op == tgsi_op_SAMPLE_L && r->dialect == tgsi_dialect_early)
            words[3] = base_bits_of_float((float)level);
        words[12] = base_bits_of_float(compares(op) ? points[i].reference : (float)level);
        if (op == tgsi_op_SAMPLE_D) {
            texels_gradient(&texels, &points[i], levels[i], gradient);
            memcpy(words + 12, gradient, sizeof(gradient));
        }
    }
    if (!draw(r, &texels, operands_of(r, form), in, &drawing))
        return;
    for (uint32_t i = 0; i < LANES; i++)
        for (unsigned c = 0; c < 4; c++)
            expect_word(r, &texels, &drawing, i, c,
                        texels_result(&texels, &points[i], form->has_offset ? offset : NULL,
                                      levels[i], form->select[c]));
}

/* The coordinate is (p.x / 4, p.y / 2), a little moved: level 1 before the bias. */
static void
run_quads(struct rows *r, float bias)
{
    struct rows_drawing drawing = {.width = 4, .height = 2, .outputs = 1};
    struct texels texels;
    const int32_t level = bias < -1 ? 0 : bias > 1 ? 2 : 1 + (int32_t)bias;

    texels_make(r, &texels_targets[2], texels_float, &texels);
    drawing.fragment =
        rows_text(r,
                  "FRAG\nDCL IN[0], POSITION, LINEAR\nDCL OUT[0], COLOR\nDCL TEMP[0]\n%s"
                  "IMM FLT32 {0.25, 0.5, 0, 0}\nIMM FLT32 {0.03125, 0.03125, 7, 7}\n"
                  "IMM FLT32 {%.9g, 0, 0, 0}\nMAD TEMP[0], IN[0].xyxx, IMM[0], IMM[1]\n"
                  "%s OUT[0], TEMP[0], %s, SAMP[2]%s\nEND\n",
                  declare(r, &texels), (double)bias, op_name(r), view_name(r),
                  r->row->op == tgsi_op_SAMPLE_B ? ", IMM[2].xxxx" : "");
    if (!rows_draw(r, &drawing, &texels.resources))
        return;
    for (uint32_t lane = 0; lane < drawing.count; lane++) {
        const double u = ((double)(lane % 4) + 0.5) / 4 + 1.0 / 32;
        const double v = ((double)(lane / 4) + 0.5) / 2 + 1.0 / 32;
        const int32_t at[3] = {(int32_t)floor(u * texels_side(&texels, 0, level)),
                               (int32_t)floor(v * texels_side(&texels, 1, level)), 0};

        for (unsigned c = 0; c < 4; c++)
            expect_word(r, &texels, &drawing, lane, c, texels_word(&texels, at, 0, level, c));
    }
}

/* ---- registers by an address ---- */

/* SVIEW[4..6] are the layers of an image. SAMP[2] reads no finer level than 1. */
static void
run_address(struct rows *r, int32_t address)
{
    const int32_t view = address < -1 ? 0 : address > 1 ? 2 : address + 1;
    const int32_t level = address > 0;
    const char *file = r->dialect == tgsi_dialect_early ? "RES" : "SVIEW";
    const uint32_t words[4] = {(uint32_t)address};
    const struct scene_buffer buffer = {words, sizeof(words)};
    struct scene_view views[3];
    struct scene_sampler samplers[2];
    struct scene_binding bindings[6];
    struct texels texels;
    struct texels_point points[LANES];
    uint32_t *in = base_arena_new_array(&r->arena, uint32_t, LANES * 4), random = 6, extra;
    struct rows_drawing drawing = {.count = LANES, .inputs = 1, .outputs = 2, .in = in};

    texels_make(r, &texels_targets[7], texels_float, &texels);
    for (uint32_t i = 0; i < 3; i++) {
        views[i] = texels.view;
        views[i].is_arrayed = false;
        views[i].first_layer = i;
        views[i].layer_count = 1;
        bindings[i] = (struct scene_binding){
            .set = 1, .binding = 160 + 4, .element = i, .view = i, .kind = scene_binding_sampled};
    }
    for (uint32_t i = 0; i < 2; i++) {
        samplers[i] = texels.sampler;
        samplers[i].min_lod = (float)i;
        bindings[3 + i] = (struct scene_binding){.set = 1,
                                                 .binding = 288 + 1,
                                                 .element = i,
                                                 .sampler = i,
                                                 .kind = scene_binding_sampler};
    }
    bindings[5] = (struct scene_binding){.set = 1, .kind = scene_binding_uniform};
    texels.resources.buffers = &buffer;
    texels.resources.buffer_count = 1;
    texels.resources.views = views;
    texels.resources.view_count = 3;
    texels.resources.samplers = samplers;
    texels.resources.sampler_count = 2;
    texels.resources.bindings = bindings;
    texels.resources.binding_count = 6;
    for (uint32_t i = 0; i < LANES; i++) {
        texels_choose(&texels, 0, false, &random, &points[i]);
        texels_words(&texels, &points[i], 0, 1, &in[i * 4], &extra);
    }
    drawing.fragment =
        rows_text(r,
                  "FRAG\nDCL IN[0], GENERIC[0], CONSTANT\nDCL OUT[0..1], COLOR\nDCL SAMP[1..2]\n"
                  "DCL %s[4..6], 2D, FLOAT\nDCL CONST[0]\nDCL ADDR[0]\n"
                  "UARL ADDR[0].x, CONST[0].xxxx\nSAMPLE OUT[0], IN[0], %s[ADDR[0].x+5], SAMP[1]\n"
                  "SAMPLE OUT[1], IN[0], %s[6].wzyx, SAMP[ADDR[0].x+1]\nEND\n",
                  file, file, file);
    if (!rows_draw(r, &drawing, &texels.resources))
        return;
    for (uint32_t i = 0; i < LANES; i++)
        for (unsigned c = 0; c < 4; c++) {
            const int32_t at[3] = {points[i].at[0] >> level, points[i].at[1] >> level, 0};
            const uint32_t second = rows_output(&drawing, i, 1)[c];

            points[i].layer = view;
            expect_word(r, &texels, &drawing, i, c, texels_result(&texels, &points[i], NULL, 0, c));
            rows_expect(r, second == texels_word(&texels, at, 2, level, 3 - c),
                        "address %d lane %u component %u: found %g", address, i, c,
                        (double)base_float_of_bits(second));
        }
}

static void
run_sampled(struct rows *r, const struct rows_row *row)
{
    /* Whose level stands in the address. */
    const bool has_short_form = row->op == tgsi_op_SAMPLE_L && r->dialect == tgsi_dialect_early;

    for (uint32_t t = 0; t < TEXELS_TARGETS; t++) {
        const struct texels_target *target = &texels_targets[t];

        if (!is_filterable(target) || compares(row->op) != (target->reference != in_none) ||
            (has_short_form && target->layer == in_w))
            continue;
        for (uint32_t f = 0; f < BASE_COUNT(forms); f++)
            if (!forms[f].has_offset || (target->dim != ir_dim_cube && !has_short_form))
                run_target(r, target, texels_float, &forms[f]);
        if (!compares(row->op)) {
            run_target(r, target, texels_sint, &forms[1]);
            run_target(r, target, texels_uint, &forms[1]);
        }
    }
    if (row->op == tgsi_op_SAMPLE) {
        static const int32_t addresses[] = {0, 1, -1, 2, -2, INT32_MAX, INT32_MIN};

        run_quads(r, 0);
        for (uint32_t i = 0; i < BASE_COUNT(addresses); i++)
            run_address(r, addresses[i]);
    }
    for (int bias = -2; row->op == tgsi_op_SAMPLE_B && bias <= 2; bias++)
        run_quads(r, (float)bias);
}

/* ---- gathers: the component is the first of the view's swizzle ---- */

static void
run_gathered(struct rows *r, const struct rows_row *row)
{
    static const char *const swizzles[] = {"", ".yxzw", ".zzzz", ".wxyz"};

    (void)row;
    for (uint32_t t = 0; t < 4 * TEXELS_TARGETS; t++) {
        const struct texels_target *target = &texels_targets[t / 4];
        uint32_t *in = base_arena_new_array(&r->arena, uint32_t, LANES * INPUTS * 4);
        struct texels_point points[LANES];
        struct texels texels;
        struct rows_drawing drawing;
        uint32_t random = 2, extra;

        if (!is_filterable(target) || target->reference ||
            (target->dim != ir_dim_2d && target->dim != ir_dim_cube))
            continue;
        texels_make(r, target, t % 3 ? texels_float : texels_sint, &texels);
        for (uint32_t i = 0; i < LANES; i++) {
            texels_choose(&texels, 0, target->dim != ir_dim_cube, &random, &points[i]);
            texels_words(&texels, &points[i], 0, 1, &in[i * INPUTS * 4], &extra);
        }
        if (!draw(r, &texels, rows_text(r, "IN[0], %s%s, SAMP[2]", view_name(r), swizzles[t % 4]),
                  in, &drawing))
            continue;
        for (uint32_t i = 0; i < LANES; i++)
            for (unsigned c = 0; c < 4; c++)
                expect_word(r, &texels, &drawing, i, c,
                            texels_gathered(&texels, &points[i], NULL, c, t % 4));
    }
}

/* ---- texels ---- */

static void
run_fetched(struct rows *r, const struct texels_target *target, enum texels_kind kind,
            const struct form *form)
{
    static const int32_t offset[3] = {1, -2, 0};
    uint32_t *in = base_arena_new_array(&r->arena, uint32_t, LANES * INPUTS * 4);
    const bool has_level = !target->is_rect && target->dim != ir_dim_buffer;
    struct texels texels;
    struct rows_drawing drawing;
    uint32_t random = 5;

    texels_make(r, target, kind, &texels);
    for (uint32_t i = 0; i < LANES * INPUTS; i++) {
        in[4 * i] = texels_random(&random, 14) - 1;
        in[4 * i + 1] = texels_random(&random, 7) - 1;
        in[4 * i + 2] = texels_random(&random, 6) - 1;
        in[4 * i + 3] = texels_random(&random, 5) - 1;
    }
    if (!draw(r, &texels,
              rows_text(r, "IN[0], %s%s%s", view_name(r), form->swizzle,
                        form->has_offset ? ", IMM[0].xyz" : ""),
              in, &drawing))
        return;
    for (uint32_t i = 0; i < LANES; i++) {
        const int32_t *words = (const int32_t *)&in[i * INPUTS * 4];
        int32_t at[3] = {0};

        for (unsigned a = 0; a < target->sides; a++)
            at[a] = words[a] + (form->has_offset ? offset[a] : 0);
        for (unsigned c = 0; c < 4; c++)
            expect_word(r, &texels, &drawing, i, c,
                        texels_word(&texels, at, target->layer ? words[target->layer] : 0,
                                    has_level ? words[3] : 0, form->select[c]));
    }
}

static void
run_texels(struct rows *r, const struct rows_row *row)
{
    (void)row;
    for (uint32_t t = 0; t < TEXELS_TARGETS; t++) {
        const struct texels_target *target = &texels_targets[t];

        if (target->dim == ir_dim_cube || target->has_samples || target->reference)
            continue;
        for (uint32_t f = 0; f < BASE_COUNT(forms); f++)
            if (!forms[f].has_offset || target->dim != ir_dim_buffer)
                run_fetched(r, target, texels_float, &forms[f]);
        run_fetched(r, target, texels_sint, &forms[1]);
        run_fetched(r, target, texels_uint, &forms[1]);
    }
}

/* A scene that clears a multisampled image and then draws a pixel each of it. */
static bool
draw_samples(struct rows *r, const struct texels *texels, const char *fragment, uint32_t count,
             const float **found)
{
    struct scene_step steps[3] = {0};
    struct scene_image images[2] = {texels->image};
    struct scene_view views[2] = {texels->view};
    struct scene scene = {.images = images,
                          .image_count = 2,
                          .views = views,
                          .view_count = 2,
                          .samplers = &texels->sampler,
                          .sampler_count = 1,
                          .steps = steps,
                          .step_count = 3};
    struct scene_result result;

    images[1] = scene_image_2d_of(scene_format_r32g32b32a32_sfloat, count, 1);
    views[1] = scene_view_of(&scene, 1);
    steps[0].kind = scene_step_clear;
    steps[0].clear = (struct scene_clear){0, {0x3f800000, 0x40000000, 0x40400000, 0x40800000}};
    steps[1].kind = scene_step_draw;
    steps[1].draw = scene_draw_default(count, 1);
    steps[1].draw.vertex =
        rows_shader(r, "VERT\nDCL SV[0], VERTEXID\nDCL OUT[0], POSITION\nDCL TEMP[0]\n"
                       "IMM FLT32 {-1, 3, 0, 1}\nIMM INT32 {1, 2, 0, 0}\n"
                       "USEQ TEMP[0].xy, SV[0].xxxx, IMM[1]\n"
                       "UCMP OUT[0].xy, TEMP[0], IMM[0].yyyy, IMM[0].xxxx\n"
                       "MOV OUT[0].zw, IMM[0].zzzw\nEND\n");
    steps[1].draw.fragment = rows_shader(r, fragment);
    steps[1].draw.targets[0].view = 1;
    steps[1].draw.inputs.bindings = &texels->bindings[1];
    steps[1].draw.inputs.binding_count = 1;
    steps[2].kind = scene_step_read_image;
    steps[2].read = 1;
    if (!steps[1].draw.vertex || !steps[1].draw.fragment || !rows_run(r, &scene, &result))
        return false;
    *found = result.reads[0].data;
    return true;
}

/* Samples -1 to 4 of four. */
#define SAMPLE_COUNT 6

static const char *
sample_text(struct rows *r, const struct texels *texels, const char *rest)
{
    return rows_text(r,
                     "FRAG\nDCL IN[0], POSITION, LINEAR\nDCL OUT[0], COLOR\nDCL TEMP[0..1]\n"
                     "%sIMM FLT32 {-1.5, 0, 0, 0}\nIMM INT32 {0, 0, 0, 0}\n"
                     "ADD TEMP[0], IN[0].xxxx, IMM[0].xxxx\nF2I TEMP[0], TEMP[0]\n"
                     "MOV TEMP[1].xyz, IMM[1]\nMOV TEMP[1].w, TEMP[0].xxxx\n%s\nEND\n",
                     rows_text(r, "DCL %s[5], %s, FLOAT\n",
                               r->dialect == tgsi_dialect_early ? "RES" : "SVIEW",
                               texels->target->name),
                     rest);
}

static void
run_samples(struct rows *r, const struct rows_row *row)
{
    for (uint32_t t = 0; t < TEXELS_TARGETS; t++) {
        const char *sample = row->op == tgsi_op_SAMPLE_I_MS ? ", TEMP[0]" : "";
        struct texels texels;
        const float *found;

        if (!texels_targets[t].has_samples)
            continue;
        texels_make(r, &texels_targets[t], texels_float, &texels);
        if (!draw_samples(r, &texels,
                          sample_text(r, &texels,
                                      rows_text(r, "%s OUT[0], TEMP[1], %s.wzyx%s", op_name(r),
                                                view_name(r), sample)),
                          SAMPLE_COUNT, &found))
            continue;
        for (int32_t i = 0; i < SAMPLE_COUNT * 4; i++) {
            const bool is_there = i / 4 > 0 && i / 4 <= 4;
            const float expected = is_there ? (float)(4 - i % 4) : 0;

            rows_expect(r, found[i] == expected, "%s sample %d component %d: found %g, expected %g",
                        texels.target->name, i / 4 - 1, i % 4, (double)found[i], (double)expected);
        }
    }
}

/* ---- queries ---- */

static void
run_size(struct rows *r, const struct rows_row *row)
{
    static const int32_t asked[] = {0, 1, 2, 3, -1, 0x7fffffff, 100, 0};

    (void)row;
    for (uint32_t t = 0; t < TEXELS_TARGETS; t++) {
        const struct texels_target *target = &texels_targets[t];
        uint32_t *in = base_arena_new_array(&r->arena, uint32_t, LANES * INPUTS * 4);
        struct texels texels;
        struct rows_drawing drawing;

        texels_make(r, target, texels_float, &texels);
        for (uint32_t i = 0; i < LANES; i++)
            in[i * INPUTS * 4] = (uint32_t)asked[i % 8];
        /* The view's swizzle does not count. */
        if (!draw(r, &texels, rows_text(r, "IN[0], %s.wzyx", view_name(r)), in, &drawing))
            continue;
        for (uint32_t i = 0; i < LANES; i++) {
            uint32_t expected[4];

            texels_query(&texels, asked[i % 8], expected);
            for (unsigned c = 0; c < 4; c++)
                expect_word(r, &texels, &drawing, i, c, expected[c]);
        }
    }
}

/* The early dialect has 0 where there are not several samples, the final one 1. */
static void
run_info(struct rows *r, const struct rows_row *row)
{
    (void)row;
    for (uint32_t t = 0; t < TEXELS_TARGETS; t++) {
        const uint32_t alone = r->dialect == tgsi_dialect_early ? 0 : 1;
        const uint32_t expected[4] = {texels_targets[t].has_samples ? 4 : alone, 0, 0, 0};
        uint32_t *in = base_arena_new_array(&r->arena, uint32_t, LANES * INPUTS * 4);
        struct texels texels;
        struct rows_drawing drawing;

        texels_make(r, &texels_targets[t], texels_float, &texels);
        if (!draw(r, &texels, rows_text(r, "%s, IN[0]", view_name(r)), in, &drawing))
            continue;
        for (unsigned c = 0; c < 4; c++)
            expect_word(r, &texels, &drawing, 0, c, expected[c]);
    }
}

/* Vulkan's standard locations of four samples. */
static void
run_position(struct rows *r, const struct rows_row *row)
{
    static const float four[4][2] = {
        {0.375f, 0.125f}, {0.875f, 0.375f}, {0.125f, 0.625f}, {0.625f, 0.875f}};

    (void)row;
    for (uint32_t t = 0; t < TEXELS_TARGETS; t++) {
        const float alone = r->dialect == tgsi_dialect_early ? 0 : 0.5f;
        const bool has_samples = texels_targets[t].has_samples;
        uint32_t *in = base_arena_new_array(&r->arena, uint32_t, LANES * INPUTS * 4);
        struct texels texels;
        struct rows_drawing drawing;

        texels_make(r, &texels_targets[t], texels_float, &texels);
        for (uint32_t i = 0; i < LANES; i++)
            in[i * INPUTS * 4] = i - 2;
        if (!draw(r, &texels, rows_text(r, "%s, IN[0]", view_name(r)), in, &drawing))
            continue;
        for (uint32_t i = 0; i < LANES; i++) {
            const bool is_there = i >= 2 && i < 6;

            for (unsigned c = 0; c < 2; c++)
                expect_word(r, &texels, &drawing, i, c,
                            base_bits_of_float(!has_samples ? alone
                                               : is_there   ? four[i - 2][c]
                                                            : 0));
        }
    }
}

/* Level 1 of quads: the coordinate is (p.x / 4, p.y / 2, p.x / 4). */
static void
run_lod(struct rows *r, const struct rows_row *row)
{
    (void)row;
    for (uint32_t t = 0; t < TEXELS_TARGETS; t++) {
        const struct texels_target *target = &texels_targets[t];
        const bool is_cube = target->dim == ir_dim_cube;
        struct rows_drawing drawing = {.width = 4, .height = 2, .outputs = 1};
        struct texels texels;

        if (!is_filterable(target) || target->reference || is_cube)
            continue;
        texels_make(r, target, texels_float, &texels);
        drawing.fragment =
            rows_text(r,
                      "FRAG\nDCL IN[0], POSITION, LINEAR\nDCL OUT[0], COLOR\nDCL TEMP[0]\n%s"
                      "IMM FLT32 {%g, %g, 0, 0}\nMUL TEMP[0], IN[0].xyxx, IMM[0]\n"
                      "LOD OUT[0], TEMP[0], %s.yxww, SAMP[2]\nEND\n",
                      declare(r, &texels), target->is_rect ? 2.0 : 0.25,
                      target->is_rect ? 2.0 : 0.5, view_name(r));
        if (!rows_draw(r, &drawing, &texels.resources))
            continue;
        for (uint32_t lane = 0; lane < drawing.count; lane++) {
            const uint32_t *words = rows_output(&drawing, lane, 0);
            const float lambda = base_float_of_bits(words[0]), level = base_float_of_bits(words[1]);

            rows_expect(r,
                        fabsf(lambda - 1) <= 1.0f / 256 &&
                            level == (texels.levels > 1 ? 1.0f : 0.0f) && !words[2] && !words[3],
                        "%s: found %g %g", target->name, (double)lambda, (double)level);
        }
    }
}

/* ---- handles ---- */

/* A handle is the register's number, and 0; it reads the texture like the register. */
static void
run_sampler_handle(struct rows *r, const struct rows_row *row)
{
    uint32_t *in = base_arena_new_array(&r->arena, uint32_t, LANES * 2 * 4);
    struct rows_drawing drawing = {.count = LANES, .inputs = 2, .outputs = 2, .in = in};
    struct texels texels;
    struct texels_point points[LANES];
    uint32_t random = 4;

    (void)row;
    texels_make(r, &texels_targets[2], texels_float, &texels);
    for (uint32_t i = 0; i < LANES; i++) {
        texels_choose(&texels, 0, true, &random, &points[i]);
        texels_words(&texels, &points[i], 0, 1, &in[i * 8], &in[i * 8 + 4]);
        in[i * 8 + 4] = 1;
    }
    /* SAMP[2..4] are one array, at the binding of the first. */
    for (uint32_t i = 0; i < 4; i++) {
        texels.bindings[i].binding = 34;
        texels.bindings[i].element = 1;
        texels.bindings[i].set = 1;
    }
    texels.resources.binding_count = 1;
    texels.bindings[0].kind = scene_binding_combined;
    drawing.fragment = "FRAG\nDCL IN[0], GENERIC[0], CONSTANT\nDCL IN[1], GENERIC[1], CONSTANT\n"
                       "DCL OUT[0], COLOR\nDCL OUT[1], COLOR[1]\nDCL SAMP[2..4]\nDCL TEMP[0..1]\n"
                       "DCL ADDR[0]\nUARL ADDR[0].x, IN[1].xxxx\n"
                       "SAMP2HND TEMP[0], SAMP[3], 2D\nSAMP2HND TEMP[1], SAMP[ADDR[0].x+3], 2D\n"
                       "TEX OUT[0], IN[0], TEMP[0], 2D\nMOV OUT[1].xy, TEMP[0]\n"
                       "MOV OUT[1].zw, TEMP[1].xyxy\nEND\n";
    if (!rows_draw(r, &drawing, &texels.resources))
        return;
    for (uint32_t i = 0; i < LANES; i++)
        for (unsigned c = 0; c < 4; c++) {
            const uint32_t texel = rows_output(&drawing, i, 0)[c];
            const uint32_t handle = rows_output(&drawing, i, 1)[c];

            rows_expect(r, texel == texels_result(&texels, &points[i], NULL, 0, c),
                        "lane %u component %u: found %08x", i, c, texel);
            rows_expect(r, handle == (const uint32_t[]){3, 0, 4, 0}[c],
                        "lane %u component %u: found handle %u", i, c, handle);
        }
}

static void
run_image_handle(struct rows *r, const struct rows_row *row)
{
    static const uint32_t in[4] = {1};
    struct rows_drawing drawing = {.count = 1, .inputs = 1, .outputs = 1, .in = in};

    (void)row;
    drawing.fragment = "FRAG\nDCL IN[0], GENERIC[0], CONSTANT\nDCL OUT[0], COLOR\n"
                       "DCL IMAGE[6..9], 2D, PIPE_FORMAT_R32_FLOAT\nDCL TEMP[0..1]\nDCL ADDR[0]\n"
                       "UARL ADDR[0].x, IN[0].xxxx\nIMG2HND TEMP[0].xy, IMAGE[8]\n"
                       "IMG2HND TEMP[1], IMAGE[ADDR[0].x+6]\nMOV OUT[0].xy, TEMP[0]\n"
                       "MOV OUT[0].zw, TEMP[1].xyxy\nEND\n";
    if (!rows_draw(r, &drawing, NULL))
        return;
    for (unsigned c = 0; c < 4; c++)
        rows_expect(r, rows_output(&drawing, 0, 0)[c] == (const uint32_t[]){8, 0, 7, 0}[c],
                    "component %u: found handle %u", c, rows_output(&drawing, 0, 0)[c]);
}

/* ---- colour targets ---- */

/* Three draws on a target that was cleared, each of which adds to what it finds; a second target
 * gets what the first one held, turned round. */
static void
run_target_fetch(struct rows *r, const struct rows_row *row)
{
    static const float clear[4] = {1, 2, 3, 4};
    struct scene_step steps[7] = {0};
    struct scene_image images[2];
    struct scene_view views[2];
    struct scene scene = {.images = images,
                          .image_count = 2,
                          .views = views,
                          .view_count = 2,
                          .steps = steps,
                          .step_count = 7};
    struct scene_result result;

    (void)row;
    for (uint32_t i = 0; i < 2; i++) {
        images[i] = scene_image_2d_of(scene_format_r32g32b32a32_sfloat, 7, 5);
        views[i] = scene_view_of(&scene, i);
        steps[i].kind = scene_step_clear;
        steps[i].clear.view = i;
        memcpy(steps[i].clear.words, clear, sizeof(clear));
        steps[5 + i].kind = scene_step_read_image;
        steps[5 + i].read = i;
    }
    for (uint32_t i = 2; i < 5; i++) {
        struct scene_draw *draw = &steps[i].draw;

        steps[i].kind = scene_step_draw;
        *draw = scene_draw_default(7, 5);
        draw->vertex =
            rows_shader(r, "VERT\nDCL SV[0], VERTEXID\nDCL OUT[0], POSITION\nDCL TEMP[0]\n"
                           "IMM FLT32 {-1, 3, 0, 1}\nIMM INT32 {1, 2, 0, 0}\n"
                           "USEQ TEMP[0].xy, SV[0].xxxx, IMM[1]\n"
                           "UCMP OUT[0].xy, TEMP[0], IMM[0].yyyy, IMM[0].xxxx\n"
                           "MOV OUT[0].zw, IMM[0].zzzw\nEND\n");
        draw->fragment = rows_shader(
            r, "FRAG\nDCL IN[0], POSITION, LINEAR\nDCL OUT[0], COLOR[1]\nDCL OUT[1], COLOR[0]\n"
               "DCL TEMP[0]\nFBFETCH TEMP[0], OUT[1]\nADD OUT[1], TEMP[0], IN[0].xyxy\n"
               "FBFETCH OUT[0], OUT[1].wzyx\nEND\n");
        draw->target_count = 2;
        draw->targets[1] = draw->targets[0];
        draw->targets[0].view = 0;
        draw->targets[1].view = 1;
        if (!draw->vertex || !draw->fragment)
            return;
    }
    if (!rows_run(r, &scene, &result))
        return;
    for (uint32_t i = 0; i < 35; i++)
        for (unsigned c = 0; c < 4; c++) {
            const float place[2] = {(float)(i % 7) + 0.5f, (float)(i / 7) + 0.5f};
            const float sum = ((const float *)result.reads[0].data)[4 * i + c];
            const float before = ((const float *)result.reads[1].data)[4 * i + c];

            rows_expect(r,
                        sum == clear[c] + 3 * place[c % 2] &&
                            before == clear[3 - c] + 2 * place[(3 - c) % 2],
                        "pixel %u component %u: found %g and %g", i, c, (double)sum,
                        (double)before);
        }
}

static const struct rows_row rows[] = {
    ROWS_ROW(SAMPLE, auto, run_sampled, NULL),
    ROWS_ROW(SAMPLE_B, auto, run_sampled, NULL),
    ROWS_ROW(SAMPLE_C, auto, run_sampled, NULL),
    ROWS_ROW(SAMPLE_C_LZ, auto, run_sampled, NULL),
    ROWS_ROW(SAMPLE_D, auto, run_sampled, NULL),
    ROWS_ROW(SAMPLE_L, auto, run_sampled, NULL),
    ROWS_ROW(GATHER4, auto, run_gathered, NULL),
    ROWS_ROW(SAMPLE_I, auto, run_texels, NULL),
    ROWS_ROW(LOAD_RES, early, run_texels, NULL),
    ROWS_ROW(SAMPLE_I_MS, auto, run_samples, NULL),
    ROWS_ROW(LOAD_MS, auto, run_samples, NULL),
    ROWS_ROW(SVIEWINFO, auto, run_size, NULL),
    ROWS_ROW(RESINFO, auto, run_size, NULL),
    ROWS_ROW(SAMPLE_INFO, auto, run_info, NULL),
    ROWS_ROW(SAMPLE_POS, auto, run_position, NULL),
    ROWS_ROW(LOD, auto, run_lod, NULL),
    ROWS_ROW(SAMP2HND, auto, run_sampler_handle, NULL),
    ROWS_ROW(IMG2HND, auto, run_image_handle, NULL),
    ROWS_ROW(FBFETCH, auto, run_target_fetch, NULL),
};

const struct rows_table rows_table_sample = {"sample", rows, BASE_COUNT(rows)};
