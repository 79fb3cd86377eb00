/* SPDX-License-Identifier: MIT
 *
 * TEX and its like: every opcode on every target that it has a place for all operands on.
 */
#include "texels.h"

#include <math.h>
#include <string.h>

static bool
takes(enum tgsi_op op, const struct texels_target *target)
{
    const bool is_filtered = target->dim != ir_dim_buffer && !target->has_samples;

    switch ((unsigned)op) {
    case tgsi_op_TEX2:
    case tgsi_op_LODQ:
        return is_filtered;
    case tgsi_op_TXP:
        return is_filtered && target->layer < in_w && target->reference < in_w;
    case tgsi_op_TXB:
    case tgsi_op_TXL:
        return is_filtered && target->level == in_w;
    case tgsi_op_TG4:
        return is_filtered && (target->dim == ir_dim_2d || target->dim == ir_dim_cube);
    case tgsi_op_TXF:
    case tgsi_op_TXF_LZ:
    case tgsi_op_TXQ:
    case tgsi_op_TXQS:
        return true;
    }
    return is_filtered && target->reference != in_extra;
}

static bool
has_extra(enum tgsi_op op)
{
    return op == tgsi_op_TEX2 || op == tgsi_op_TXB2 || op == tgsi_op_TXL2 || op == tgsi_op_TG4;
}

/* The view is declared in the final dialect alone. */
static const char *
declare_view(struct rows *r, const struct texels *texels)
{
    static const char *const types[] = {[texels_float] = "FLOAT",
                                        [texels_sint] = "SINT",
                                        [texels_uint] = "UINT",
                                        [texels_depth] = "FLOAT"};

    if (r->dialect == tgsi_dialect_early)
        return "";
    return rows_text(r, "DCL SVIEW[3], %s, %s\n", texels->target->name, types[texels->kind]);
}

#define LANES TEXELS_LANES
#define INPUTS 3

/* A shader of one instruction, on LANES lanes. operands follow the destination. */
static bool
draw(struct rows *r, const struct texels *texels, const char *operands, const char *tail,
     uint32_t *in, struct rows_drawing *drawing)
{
    memset(drawing, 0, sizeof(*drawing));
    drawing->fragment =
        rows_text(r,
                  "FRAG\nDCL IN[0], GENERIC[0], CONSTANT\nDCL IN[1], GENERIC[1], CONSTANT\n"
                  "DCL IN[2], GENERIC[2], CONSTANT\nDCL OUT[0], COLOR\nDCL SAMP[3]\n%s"
                  "IMM INT32 {1, -2, 0, 3}\nIMM INT32 {-8, 7, 2, -1}\n"
                  "%s OUT[0], %sSAMP[3], %s%s\nEND\n",
                  declare_view(r, texels), tgsi_op_infos[r->row->op].name, operands,
                  texels->target->name, tail);
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
    const uint32_t *in = &drawing->in[(size_t)lane * drawing->inputs * 4];

    rows_expect(r, found == expected,
                "%s lane %u component %u: found %08x (%g), expected %08x (%g); in %g %g %g %g",
                texels->target->name, lane, c, found, (double)base_float_of_bits(found), expected,
                (double)base_float_of_bits(expected), (double)base_float_of_bits(in[0]),
                (double)base_float_of_bits(in[1]), (double)base_float_of_bits(in[2]),
                (double)base_float_of_bits(in[3]));
}

/* ---- filtered lookups, one lane apart from the other ---- */

static int32_t
choose_level(const struct texels *texels, enum tgsi_op op, uint32_t *random, float *level)
{
    static const struct {
        float level;
        int32_t read;
    } levels[] = {{0, 0}, {1, 1}, {2, 2}, {5, 2}, {-3, 0}, {0.25f, 0}, {1.75f, 2}};
    const uint32_t i = texels_random(random, op == tgsi_op_TXD ? 3 : BASE_COUNT(levels));
    const bool is_explicit = op == tgsi_op_TXL || op == tgsi_op_TXL2 || op == tgsi_op_TXD;

    *level = levels[i].level;
    return is_explicit && texels->levels > 1 ? levels[i].read : 0;
}

static void
run_target(struct rows *r, const struct texels_target *target, enum texels_kind kind,
           bool has_offset)
{
    static const int32_t offset[3] = {1, -2, 0};
    static const float divisors[] = {1, 2, 4, 0.5f, -8};
    const enum tgsi_op op = r->row->op;
    struct texels_point points[LANES];
    struct texels texels;
    struct rows_drawing drawing;
    int32_t levels[LANES];
    uint32_t *in = base_arena_new_array(&r->arena, uint32_t, LANES * INPUTS * 4);
    uint32_t random = 1;

    texels_make(r, target, kind, &texels);
    for (uint32_t i = 0; i < LANES; i++) {
        uint32_t *words = &in[i * INPUTS * 4], extra;
        const float divisor = op == tgsi_op_TXP ? divisors[i % BASE_COUNT(divisors)] : 1;
        float level, gradient[3];

        levels[i] = choose_level(&texels, op, &random, &level);
        texels_choose(&texels, levels[i], !has_offset, &random, &points[i]);
        texels_words(&texels, &points[i], level, divisor, words, &extra);
        if (op == tgsi_op_TXP)
            words[3] = base_bits_of_float(divisor);
        words[4] = op == tgsi_op_TXL2 || op == tgsi_op_TXB2 ? base_bits_of_float(level) : extra;
        if (op == tgsi_op_TXD) {
            texels_gradient(&texels, &points[i], levels[i], gradient);
            memcpy(words + 4, gradient, sizeof(gradient));
        }
    }
    if (!draw(r, &texels,
              op == tgsi_op_TXD ? "IN[0], IN[1], IN[2], "
              : has_extra(op)   ? "IN[0], IN[1], "
                                : "IN[0], ",
              has_offset ? ", IMM[0].xyz" : "", in, &drawing))
        return;
    for (uint32_t i = 0; i < LANES; i++)
        for (unsigned c = 0; c < 4; c++)
            expect_word(
                r, &texels, &drawing, i, c,
                texels_result(&texels, &points[i], has_offset ? offset : NULL, levels[i], c));
}

/* ---- whole quads: the level comes from how the coordinate changes ---- */

/* The coordinate is (p.x / 4, p.y / 2) of the image, a little moved, so that a pixel is two texels
 * of the first level; on a cube it is on the face +x. */
#define QUADS_WIDTH 4
#define QUADS_HEIGHT 2

static void
put_float(float *scale, float *base, enum texels_place place, unsigned shift, float value)
{
    if (!place || place == in_extra)
        return;
    scale[(unsigned)place + shift] = 0;
    base[(unsigned)place + shift] = value;
}

static const char *
quads_text(struct rows *r, const struct texels *texels, float bias)
{
    const struct texels_target *target = texels->target;
    const enum tgsi_op op = r->row->op;
    const bool is_cube = target->dim == ir_dim_cube;
    const float sides[2] = {target->is_rect ? 8.0f : 1.0f, target->is_rect ? 4.0f : 1.0f};
    float scale[4] = {sides[0] / 4, sides[1] / 2, 0, 0};
    float base[4] = {sides[0] / 32, sides[1] / 32, 0.3f, -77};
    const float extra = has_extra(op) && op != tgsi_op_TEX2 ? bias : 0.5f;

    if (is_cube) {
        memcpy(scale, (const float[]){0, -0.5f, -0.5f, 0}, sizeof(scale));
        memcpy(base, (const float[]){1, 0.9375f, 0.9375f, -77}, sizeof(base));
    }
    put_float(scale, base, target->level, 0, bias);
    put_float(scale, base, target->layer, 0, 1);
    put_float(scale, base, target->reference, 0, 0.5f);
    return rows_text(r,
                     "FRAG\nDCL IN[0], POSITION, LINEAR\nDCL OUT[0], COLOR\nDCL SAMP[3]\n"
                     "DCL TEMP[0]\nIMM FLT32 {%.9g, %.9g, %.9g, %.9g}\n"
                     "IMM FLT32 {%.9g, %.9g, %.9g, %.9g}\nIMM FLT32 {%.9g, 0, 0, 0}\n"
                     "MAD TEMP[0], IN[0].xyxx, IMM[0], IMM[1]\n%s OUT[0], TEMP[0], %sSAMP[3], %s\n"
                     "END\n",
                     (double)scale[0], (double)scale[1], (double)scale[2], (double)scale[3],
                     (double)base[0], (double)base[1], (double)base[2], (double)base[3],
                     (double)extra, tgsi_op_infos[op].name, has_extra(op) ? "IMM[2].xxxx, " : "",
                     target->name);
}

static void
quads_point(const struct texels *texels, uint32_t lane, int32_t level, struct texels_point *point)
{
    const double x = (double)(lane % QUADS_WIDTH) + 0.5, y = (double)(lane / QUADS_WIDTH) + 0.5;
    const bool is_cube = texels->target->dim == ir_dim_cube;
    const double u = x / 4 + 1.0 / 32, v = is_cube ? y / 4 + 1.0 / 32 : y / 2 + 1.0 / 32;

    memset(point, 0, sizeof(*point));
    point->at[0] = (int32_t)floor(u * texels_side(texels, 0, level));
    if (texels->target->sides > 1)
        point->at[1] = (int32_t)floor(v * texels_side(texels, 1, level));
    if (texels->target->dim == ir_dim_3d)
        point->at[2] = (int32_t)floor(0.3 * texels_side(texels, 2, level));
    point->layer = texels->target->is_arrayed;
    point->reference = 0.5f;
}

static void
run_quads(struct rows *r, const struct texels_target *target, float bias)
{
    struct rows_drawing drawing = {.width = QUADS_WIDTH, .height = QUADS_HEIGHT, .outputs = 1};
    struct texels texels;
    struct texels_point point;
    int32_t level = (int32_t)(1 + bias);

    texels_make(r, target, texels_float, &texels);
    level = texels.levels == 1 ? 0 : level < 0 ? 0 : level > 2 ? 2 : level;
    drawing.fragment = quads_text(r, &texels, bias);
    if (!rows_draw(r, &drawing, &texels.resources))
        return;
    for (uint32_t lane = 0; lane < drawing.count; lane++) {
        quads_point(&texels, lane, level, &point);
        for (unsigned c = 0; c < 4; c++) {
            const uint32_t found = rows_output(&drawing, lane, 0)[c];
            const uint32_t expected = texels_result(&texels, &point, NULL, level, c);

            rows_expect(r, found == expected,
                        "%s bias %g lane %u component %u: found %g, expected %g", target->name,
                        (double)bias, lane, c, (double)base_float_of_bits(found),
                        (double)base_float_of_bits(expected));
        }
    }
}

/* ---- what NaN, infinity and a filter between texels give ---- */

static void
run_strange(struct rows *r)
{
    static const uint32_t words[] = {0x7fc00000, 0xff800000, 0x7f800000, 0x7f7fffff, 0xff7fffff,
                                     0x00000001, 0x80000000, 0x7f800001, 0x4f000000, 0xcf000000};
    const enum tgsi_op op = r->row->op;
    struct texels texels;
    struct rows_drawing drawing;
    uint32_t *in = base_arena_new_array(&r->arena, uint32_t, LANES * INPUTS * 4);
    uint32_t random = 7;

    texels_make(r, &texels_targets[2], texels_float, &texels);
    for (uint32_t i = 0; i < LANES * INPUTS * 4; i++)
        in[i] = words[texels_random(&random, BASE_COUNT(words))];
    if (!draw(r, &texels,
              op == tgsi_op_TXD ? "IN[0], IN[1], IN[2], "
              : has_extra(op)   ? "IN[0], IN[1], "
                                : "IN[0], ",
              "", in, &drawing))
        return;
    /* Any texel of any level will do, but it is one. */
    for (uint32_t i = 0; i < LANES; i++) {
        bool is_texel = false;

        for (int32_t n = 0; n < 3 * 32; n++) {
            const int32_t at[3] = {n % 8, n / 8 % 4, 0}, level = n / 32;

            is_texel |= !memcmp(rows_output(&drawing, i, 0),
                                (const uint32_t[]){texels_word(&texels, at, 0, level, 0),
                                                   texels_word(&texels, at, 0, level, 1),
                                                   texels_word(&texels, at, 0, level, 2),
                                                   texels_word(&texels, at, 0, level, 3)},
                                16);
        }
        rows_expect(r, is_texel, "lane %u: found no texel: %g", i,
                    (double)base_float_of_bits(rows_output(&drawing, i, 0)[0]));
    }
}

static void
run_linear(struct rows *r)
{
    struct texels texels;
    struct rows_drawing drawing;
    struct texels_point points[LANES];
    uint32_t *in = base_arena_new_array(&r->arena, uint32_t, LANES * INPUTS * 4);
    uint32_t random = 3, extra;

    texels_make(r, &texels_targets[2], texels_float, &texels);
    texels.sampler.mag = texels.sampler.min = scene_filter_linear;
    for (uint32_t i = 0; i < LANES; i++) {
        texels_choose(&texels, 0, true, &random, &points[i]);
        texels_words(&texels, &points[i], 0, 1, &in[i * INPUTS * 4], &extra);
        in[i * INPUTS * 4 + 3] = base_bits_of_float(1.0f); /* TXP divides by it. */
    }
    if (!draw(r, &texels, "IN[0], ", "", in, &drawing))
        return;
    for (uint32_t i = 0; i < LANES; i++) {
        const struct texels_point *p = &points[i];
        const double x = (double)p->fraction[0] - 0.5 + (p->fraction[0] < 0.5f);
        const double y = (double)p->fraction[1] - 0.5 + (p->fraction[1] < 0.5f);
        double texel[4];

        for (unsigned t = 0; t < 4; t++)
            texel[t] = (double)base_float_of_bits(texels_gathered(&texels, p, NULL, t, 0));
        const double expected =
            (texel[3] * (1 - x) + texel[2] * x) * (1 - y) + (texel[0] * (1 - x) + texel[1] * x) * y;
        const double found = (double)base_float_of_bits(rows_output(&drawing, i, 0)[0]);

        /* Two steps of eight bits of what the texels are apart. */
        rows_expect(r, fabs(found - expected) <= 2.0 / 255 * 12, "lane %u: found %g, expected %g",
                    i, found, expected);
    }
}

/* Outside of fragments there is no quad: the level is 0 before the bias. */
static void
run_vertices(struct rows *r)
{
    const enum tgsi_op op = r->row->op;
    const bool has_bias = op == tgsi_op_TXB || op == tgsi_op_TXB2;
    uint32_t *in = base_arena_new_array(&r->arena, uint32_t, LANES * 2 * 4);
    struct rows_drawing drawing = {.count = LANES, .inputs = 2, .outputs = 1, .in = in};
    struct texels texels;
    struct texels_point points[LANES];
    int32_t levels[LANES];
    uint32_t random = 11;

    texels_make(r, &texels_targets[2], texels_float, &texels);
    for (uint32_t i = 0; i < LANES; i++) {
        const float bias = (float)texels_random(&random, 4) - 1;

        levels[i] = !has_bias || bias < 0 ? 0 : (int32_t)bias;
        texels_choose(&texels, levels[i], true, &random, &points[i]);
        texels_words(&texels, &points[i], bias, 1, &in[i * 8], &in[i * 8 + 4]);
        in[i * 8 + 4] = base_bits_of_float(bias);
    }
    drawing.vertex = rows_text(r,
                               "VERT\nDCL IN[0..2]\nDCL OUT[0], POSITION\nDCL OUT[1], GENERIC[0]\n"
                               "DCL SAMP[3]\nMOV OUT[0], IN[0]\n%s OUT[1], IN[1], %sSAMP[3], 2D\n"
                               "END\n",
                               tgsi_op_infos[op].name, has_extra(op) ? "IN[2], " : "");
    if (!rows_draw(r, &drawing, &texels.resources))
        return;
    for (uint32_t i = 0; i < LANES; i++)
        for (unsigned c = 0; c < 4; c++)
            expect_word(r, &texels, &drawing, i, c,
                        texels_result(&texels, &points[i], NULL, levels[i], c));
}

/* ---- registers by an address ---- */

/* SAMP[1..3] are one array, of the layers of an image; the cube beside them has another binding.
 * The index is held to the array. */
static void
run_address(struct rows *r, int32_t address)
{
    const int32_t reg = address < -1 ? 1 : address > 1 ? 3 : address + 2;
    const uint32_t words[4] = {(uint32_t)address};
    const struct scene_buffer buffer = {words, sizeof(words)};
    struct scene_view views[3];
    struct scene_binding bindings[4];
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
        bindings[i] = texels.bindings[0];
        bindings[i].binding = 32 + 1;
        bindings[i].element = i;
        bindings[i].view = i;
    }
    bindings[3] = (struct scene_binding){.set = 1, .kind = scene_binding_uniform};
    texels.resources.buffers = &buffer;
    texels.resources.buffer_count = 1;
    texels.resources.views = views;
    texels.resources.view_count = 3;
    texels.resources.bindings = bindings;
    texels.resources.binding_count = 4;
    for (uint32_t i = 0; i < LANES; i++) {
        texels_choose(&texels, 0, true, &random, &points[i]);
        texels_words(&texels, &points[i], 0, 1, &in[i * 4], &extra);
    }
    drawing.fragment = "FRAG\nDCL IN[0], GENERIC[0], CONSTANT\nDCL OUT[0..1], COLOR\nDCL SAMP[0]\n"
                       "DCL SAMP[1]\nDCL SAMP[2..3]\nDCL SVIEW[0], CUBE, FLOAT\n"
                       "DCL SVIEW[1..3], 2D, FLOAT\nDCL CONST[0]\nDCL ADDR[0]\nDCL TEMP[0]\n"
                       "UARL ADDR[0].x, CONST[0].xxxx\nTEX OUT[0], IN[0], SAMP[ADDR[0].x+2], 2D\n"
                       "TEX OUT[1], IN[0], SAMP[3], 2D\nTEX TEMP[0], IN[0], SAMP[0], CUBE\nEND\n";
    if (!rows_draw(r, &drawing, &texels.resources))
        return;
    for (uint32_t i = 0; i < LANES; i++)
        for (unsigned c = 0; c < 4; c++) {
            points[i].layer = reg - 1;
            expect_word(r, &texels, &drawing, i, c, texels_result(&texels, &points[i], NULL, 0, c));
            points[i].layer = 2;
            const uint32_t found = rows_output(&drawing, i, 1)[c];
            rows_expect(r, found == texels_result(&texels, &points[i], NULL, 0, c),
                        "SAMP[3] lane %u component %u: found %08x", i, c, found);
        }
}

static void
run_addresses(struct rows *r)
{
    static const int32_t addresses[] = {0, 1, -1, -2, 2, 1000, INT32_MAX, INT32_MIN};

    for (uint32_t i = 0; i < BASE_COUNT(addresses); i++)
        run_address(r, addresses[i]);
}

/* What nothing is bound to reads as zeroes. */
static void
run_unbound(struct rows *r, const struct texels_target *target, const char *operands)
{
    uint32_t *in = base_arena_new_array(&r->arena, uint32_t, LANES * INPUTS * 4);
    struct texels texels;
    struct rows_drawing drawing;

    texels_make(r, target, texels_float, &texels);
    texels.resources.binding_count = 0;
    if (!draw(r, &texels, operands, "", in, &drawing))
        return;
    for (unsigned c = 0; c < 4; c++)
        expect_word(r, &texels, &drawing, 0, c, 0);
}

static void
run_filtered(struct rows *r, const struct rows_row *row)
{
    const bool has_bias = row->op == tgsi_op_TXB || row->op == tgsi_op_TXB2;
    const bool is_implicit = has_bias || row->op == tgsi_op_TEX || row->op == tgsi_op_TEX2;

    for (uint32_t i = 0; i < TEXELS_TARGETS; i++) {
        const struct texels_target *target = &texels_targets[i];

        if (!takes(row->op, target))
            continue;
        run_target(r, target, texels_float, false);
        if (target->dim != ir_dim_cube)
            run_target(r, target, texels_float, true);
        if (!target->reference && r->dialect == tgsi_dialect_final) {
            run_target(r, target, texels_sint, false);
            run_target(r, target, texels_uint, false);
        }
        for (int bias = -2; is_implicit && bias <= 2; bias++)
            if (bias == 0 || has_bias)
                run_quads(r, target, (float)bias);
    }
    run_strange(r);
    if (is_implicit)
        run_vertices(r);
    if (row->op == tgsi_op_TEX)
        run_addresses(r);
    for (uint32_t i = 0; row->op == tgsi_op_TEX && i < TEXELS_TARGETS; i++)
        if (takes(row->op, &texels_targets[i]) && !texels_targets[i].reference)
            run_unbound(r, &texels_targets[i], "IN[0], ");
    if (!has_extra(row->op) && !is_implicit && row->op != tgsi_op_TXD && row->op != tgsi_op_TXL)
        run_linear(r);
}

/* ---- texels ---- */

static void
run_fetched(struct rows *r, const struct texels_target *target, enum texels_kind kind,
            bool has_offset)
{
    static const int32_t offset[3] = {1, -2, 0};
    /* A cube's face is its third coordinate, and there are 6 to a cube. */
    const bool is_cube = target->dim == ir_dim_cube;
    const bool has_level =
        r->row->op == tgsi_op_TXF && !target->is_rect && target->dim != ir_dim_buffer;
    uint32_t *in = base_arena_new_array(&r->arena, uint32_t, LANES * INPUTS * 4);
    struct texels texels;
    struct rows_drawing drawing;
    uint32_t random = 5;

    texels_make(r, target, kind, &texels);
    texels.sampler.has_compare = false;
    for (uint32_t i = 0; i < LANES * INPUTS; i++) {
        in[4 * i] = texels_random(&random, 11) - 1;
        in[4 * i + 1] = texels_random(&random, 8) - 1;
        in[4 * i + 2] = texels_random(&random, is_cube ? 14 : 6) - 1;
        in[4 * i + 3] = texels_random(&random, 5) - 1;
        if (i % 24 == 0)
            in[4 * i + texels_random(&random, 4)] = i % 48 ? 0x7fffffff : 0x80000000;
    }
    if (!draw(r, &texels, "IN[0], ", has_offset ? ", IMM[0].xyz" : "", in, &drawing))
        return;
    for (uint32_t i = 0; i < LANES; i++) {
        const int32_t *words = (const int32_t *)&in[i * INPUTS * 4];
        const int32_t level = has_level ? words[3] : 0;
        int32_t at[3] = {0}, layer = 0;

        for (unsigned a = 0; a < (is_cube ? 2 : target->sides); a++)
            at[a] = (int32_t)((uint32_t)words[a] + (uint32_t)(has_offset ? offset[a] : 0));
        layer = is_cube ? words[2] : target->layer ? words[target->layer] : 0;
        for (unsigned c = 0; c < (texels.kind == texels_depth ? 1 : 4); c++)
            expect_word(r, &texels, &drawing, i, c, texels_word(&texels, at, layer, level, c));
    }
}

/* Each sample of a texel is drawn by itself: 10 * sample + component. */
#define SAMPLES 4

static void
run_samples(struct rows *r, const struct texels_target *target)
{
    const bool is_arrayed = target->is_arrayed;
    struct scene_step steps[2 * SAMPLES + 4] = {0};
    struct scene_image images[2] = {0};
    struct scene_view views[3] = {0};
    struct scene scene = {
        .images = images, .image_count = 2, .views = views, .view_count = 3, .steps = steps};
    struct texels texels;
    struct scene_result result;
    struct scene_step *step = steps;

    texels_make(r, target, texels_float, &texels);
    images[0] = texels.image;
    images[1] = scene_image_2d_of(scene_format_r32g32b32a32_sfloat, 6, 6);
    views[0] = texels.view;
    views[1] = scene_view_of(&scene, 1);
    views[2] = texels.view; /* The last layer, to draw to. */
    views[2].is_arrayed = false;
    views[2].first_layer = texels.layers - 1;
    views[2].layer_count = 1;
    step->kind = scene_step_clear;
    step->clear = (struct scene_clear){.view = 0, .words = {0x41f00000, 0, 0, 0}};
    step++;
    const char *vertex = "VERT\nDCL SV[0], VERTEXID\nDCL OUT[0], POSITION\nDCL TEMP[0]\n"
                         "IMM FLT32 {-1, 3, 0, 1}\nIMM INT32 {1, 2, 0, 0}\n"
                         "USEQ TEMP[0].xy, SV[0].xxxx, IMM[1]\n"
                         "UCMP OUT[0].xy, TEMP[0], IMM[0].yyyy, IMM[0].xxxx\n"
                         "MOV OUT[0].zw, IMM[0].zzzw\nEND\n";
    for (uint32_t i = 0; i < SAMPLES; i++, step++) {
        step->kind = scene_step_draw;
        step->draw = scene_draw_default(8, 4);
        step->draw.vertex = rows_shader(r, vertex);
        step->draw.fragment =
            rows_shader(r, rows_text(r,
                                     "FRAG\nDCL OUT[0], COLOR\nIMM FLT32 {%u, %u, %u, %u}\n"
                                     "MOV OUT[0], IMM[0]\nEND\n",
                                     10 * i, 10 * i + 1, 10 * i + 2, 10 * i + 3));
        step->draw.targets[0].view = 2;
        step->draw.raster.has_sample_mask = true;
        step->draw.raster.sample_mask = 1u << i;
        if (!step->draw.vertex || !step->draw.fragment)
            return;
    }
    step->kind = scene_step_draw;
    step->draw = scene_draw_default(6, 6);
    step->draw.vertex = rows_shader(r, vertex);
    /* Sample x of texel (0, 0) of layer y; samples and layers from -1 on. */
    step->draw.fragment = rows_shader(
        r, rows_text(r,
                     "FRAG\nDCL IN[0], POSITION, LINEAR\nDCL OUT[0], COLOR\nDCL SAMP[3]\n"
                     "DCL TEMP[0]\nIMM FLT32 {-1.5, 0, 0, 0}\nIMM INT32 {0, 0, 0, 0}\n"
                     "ADD TEMP[0], IN[0].yyyx, IMM[0].xxxx\nF2I TEMP[0].zw, TEMP[0]\n"
                     "MOV TEMP[0].xy, IMM[1]\n%s OUT[0], TEMP[0], SAMP[3], %s\nEND\n",
                     tgsi_op_infos[r->row->op].name, target->name));
    step->draw.targets[0].view = 1;
    step->draw.inputs.bindings = texels.bindings;
    step->draw.inputs.binding_count = 1;
    scene.samplers = &texels.sampler;
    scene.sampler_count = 1;
    if (!step->draw.vertex || !step->draw.fragment)
        return;
    step++;
    step->kind = scene_step_read_image;
    step->read = 1;
    scene.step_count = (uint32_t)(step + 1 - steps);
    if (!rows_run(r, &scene, &result))
        return;
    for (int32_t pixel = 0; pixel < 36; pixel++) {
        const float *found = (const float *)result.reads[0].data + (size_t)4 * (size_t)pixel;
        const int32_t sample = pixel % 6 - 1, layer = is_arrayed ? pixel / 6 - 1 : 0;
        const bool is_drawn = layer == (int32_t)texels.layers - 1;
        const bool is_inside =
            sample >= 0 && sample < SAMPLES && layer >= 0 && layer < (int32_t)texels.layers;

        for (int32_t c = 0; c < 4; c++) {
            const float value = is_drawn ? (float)(10 * sample + c) : c == 0 ? 30.0f : 0.0f;
            const float expected = is_inside ? value : 0;

            rows_expect(r, found[c] == expected,
                        "%s sample %d layer %d component %d: found %g, expected %g", target->name,
                        sample, layer, c, (double)found[c], (double)expected);
        }
    }
}

static void
run_texels(struct rows *r, const struct rows_row *row)
{
    (void)row;
    for (uint32_t i = 0; i < TEXELS_TARGETS; i++) {
        const struct texels_target *target = &texels_targets[i];

        run_unbound(r, target, "IN[0], ");
        if (target->has_samples) {
            run_samples(r, target);
            continue;
        }
        run_fetched(r, target, texels_float, false);
        if (target->dim != ir_dim_cube && target->dim != ir_dim_buffer)
            run_fetched(r, target, texels_float, true);
        if (r->dialect == tgsi_dialect_final) {
            run_fetched(r, target, texels_sint, false);
            run_fetched(r, target, texels_uint, false);
        }
    }
}

/* ---- gathers ---- */

struct gather {
    unsigned component;
    bool is_known;
    unsigned offsets;
    bool has_known_offsets;
};

static void
run_gather_of(struct rows *r, const struct texels_target *target, enum texels_kind kind,
              const struct gather *gather)
{
    static const int32_t one[2] = {1, -2};
    static const int32_t four[4][2] = {{1, -2}, {-2, 0}, {7, 2}, {-1, 7}};
    const bool is_reference = target->reference == in_extra;
    uint32_t *in = base_arena_new_array(&r->arena, uint32_t, LANES * INPUTS * 4);
    struct texels texels;
    struct rows_drawing drawing;
    struct texels_point points[LANES];
    uint32_t random = 9;

    texels_make(r, target, kind, &texels);
    for (uint32_t i = 0; i < LANES; i++) {
        uint32_t *words = &in[i * INPUTS * 4];

        texels_choose(&texels, 0, !gather->offsets && target->dim != ir_dim_cube, &random,
                      &points[i]);
        texels_words(&texels, &points[i], 0, 1, words, &words[4]);
        if (!is_reference)
            words[4] = gather->component;
        for (unsigned o = 0; o < 4; o++)
            words[8 + o] = (const uint32_t[]){1, (uint32_t)-2, 0, 7}[o];
    }
    const char *operands =
        gather->is_known && !is_reference
            ? rows_text(r, "IN[0], IMM[2].%.4s, ", &"xxxxyyyyzzzzwwww"[4 * gather->component])
            : "IN[0], IN[1], ";
    const char *tail =
        gather->offsets == 0        ? ""
        : gather->offsets == 1      ? gather->has_known_offsets ? ", IMM[0].xyz" : ", IN[2].xyz"
        : gather->has_known_offsets ? ", IMM[0].xyz, IMM[0].yzz, IMM[1].yzz, IMM[1].wyz"
                                    : ", IMM[0].xyz, IN[2].yzz, IMM[1].yzz, IMM[1].wyz";
    memset(&drawing, 0, sizeof(drawing));
    drawing.fragment =
        rows_text(r,
                  "FRAG\nDCL IN[0], GENERIC[0], CONSTANT\nDCL IN[1], GENERIC[1], CONSTANT\n"
                  "DCL IN[2], GENERIC[2], CONSTANT\nDCL OUT[0], COLOR\nDCL SAMP[3]\n%s"
                  "IMM INT32 {1, -2, 0, 3}\nIMM INT32 {-8, 7, 2, -1}\nIMM INT32 {0, 1, 2, 3}\n"
                  "TG4 OUT[0], %sSAMP[3], %s%s\nEND\n",
                  declare_view(r, &texels), operands, target->name, tail);
    drawing.count = LANES;
    drawing.inputs = INPUTS;
    drawing.outputs = 1;
    drawing.in = in;
    if (!rows_draw(r, &drawing, &texels.resources))
        return;
    for (uint32_t i = 0; i < LANES; i++)
        for (unsigned c = 0; c < 4; c++) {
            const int32_t *offset = gather->offsets == 1 ? one : NULL;
            uint32_t expected = texels_gathered(&texels, &points[i], offset, c, gather->component);

            if (gather->offsets == 4)
                expected = texels_gathered(&texels, &points[i], four[c], 3, gather->component);
            expect_word(r, &texels, &drawing, i, c, expected);
        }
}

static void
run_gather(struct rows *r, const struct rows_row *row)
{
    static const struct gather gathers[] = {
        {0, true, 0, false},  {1, true, 0, false},  {2, true, 0, false},  {3, true, 0, false},
        {0, false, 0, false}, {1, false, 0, false}, {2, false, 0, false}, {3, false, 0, false},
        {1, true, 1, true},   {2, true, 1, false},  {3, true, 4, true},   {0, true, 4, false},
        {2, false, 4, false},
    };

    for (uint32_t i = 0; i < TEXELS_TARGETS; i++) {
        const struct texels_target *target = &texels_targets[i];

        for (uint32_t g = 0; takes(row->op, target) && g < BASE_COUNT(gathers); g++) {
            if (gathers[g].offsets && target->dim == ir_dim_cube)
                continue;
            if (target->reference && gathers[g].component > 0)
                continue;
            run_gather_of(r, target, texels_float, &gathers[g]);
            if (!target->reference)
                run_gather_of(r, target, g % 2 ? texels_sint : texels_uint, &gathers[g]);
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
        if (target->has_samples) /* Whatever is in it. */
            texels.resources.binding_count = 1;
        for (uint32_t i = 0; i < LANES; i++)
            in[i * INPUTS * 4] = (uint32_t)asked[i % 8];
        if (!draw(r, &texels, "IN[0], ", "", in, &drawing))
            continue;
        for (uint32_t i = 0; i < LANES; i++) {
            uint32_t expected[4];

            texels_query(&texels, asked[i % 8], expected);
            for (unsigned c = 0; c < 4; c++)
                expect_word(r, &texels, &drawing, i, c, expected[c]);
        }
    }
}

static void
run_sample_count(struct rows *r, const struct rows_row *row)
{
    (void)row;
    for (uint32_t t = 0; t < TEXELS_TARGETS; t++) {
        uint32_t *in = base_arena_new_array(&r->arena, uint32_t, LANES * INPUTS * 4);
        struct texels texels;
        struct rows_drawing drawing;

        texels_make(r, &texels_targets[t], texels_float, &texels);
        if (!draw(r, &texels, "", "", in, &drawing))
            continue;
        expect_word(r, &texels, &drawing, 0, 0, texels_targets[t].has_samples ? 4 : 1);
    }
}

/* Quads whose level is 1, and with the sampler's most level 0.5. */
static void
run_lod(struct rows *r, const struct rows_row *row)
{
    for (uint32_t t = 0; t < 2 * TEXELS_TARGETS; t++) {
        const struct texels_target *target = &texels_targets[t / 2];
        struct rows_drawing drawing = {.width = QUADS_WIDTH, .height = QUADS_HEIGHT, .outputs = 1};
        struct texels texels;

        if (!takes(row->op, target))
            continue;
        texels_make(r, target, texels_float, &texels);
        if (!target->reference) { /* Depth is rarely filtered. */
            texels.sampler.mip = scene_filter_linear;
            texels.sampler.max_lod = t % 2 ? 0.5f : 8.0f;
        }
        drawing.fragment = quads_text(r, &texels, 0);
        if (!rows_draw(r, &drawing, &texels.resources))
            continue;
        for (uint32_t lane = 0; lane < drawing.count; lane++) {
            const uint32_t *words = rows_output(&drawing, lane, 0);
            const float x = base_float_of_bits(words[0]), y = base_float_of_bits(words[1]);
            const float expected = texels.levels == 1            ? 0
                                   : t % 2 && !target->reference ? 0.5f
                                                                 : 1.0f;

            rows_expect(r,
                        fabsf(x - expected) <= 1.0f / 256 && fabsf(y - 1) <= 1.0f / 256 &&
                            !words[2] && !words[3],
                        "%s: found %g %g, expected %g 1", target->name, (double)x, (double)y,
                        (double)expected);
        }
    }
}

static const struct rows_row rows[] = {
    ROWS_ROW(TEX, auto, run_filtered, NULL),    ROWS_ROW(TEX2, auto, run_filtered, NULL),
    ROWS_ROW(TEX_LZ, auto, run_filtered, NULL), ROWS_ROW(TXP, auto, run_filtered, NULL),
    ROWS_ROW(TXB, auto, run_filtered, NULL),    ROWS_ROW(TXB2, auto, run_filtered, NULL),
    ROWS_ROW(TXL, auto, run_filtered, NULL),    ROWS_ROW(TXL2, auto, run_filtered, NULL),
    ROWS_ROW(TXD, auto, run_filtered, NULL),    ROWS_ROW(TXF, auto, run_texels, NULL),
    ROWS_ROW(TXF_LZ, auto, run_texels, NULL),   ROWS_ROW(TG4, auto, run_gather, NULL),
    ROWS_ROW(TXQ, auto, run_size, NULL),        ROWS_ROW(TXQS, auto, run_sample_count, NULL),
    ROWS_ROW(LODQ, auto, run_lod, NULL),
};

const struct rows_table rows_table_texture = {"texture", rows, BASE_COUNT(rows)};
