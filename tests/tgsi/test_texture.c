/* SPDX-License-Identifier: MIT
 *
 * Textures: every opcode on every target in every form is lowered or refused where it stands; and
 * what users of other translators ran into.
 */
#include "kit.h"

#include <stdio.h>

/* ---- all of them ---- */

#define HEAD                                                                                       \
    "DCL OUT[0]%s\nDCL SAMP[2..5]\nDCL SAMP[9]\n%sDCL TEMP[0..1]\nDCL ADDR[0]\n"                   \
    "IMM INT32 {1, -2, 0, 3}\nMOV TEMP[0], IMM[0]\nMOV TEMP[1], IMM[0]\nUARL ADDR[0].x, "          \
    "TEMP[0].xxxx\n"

static const enum tgsi_op texture_ops[] = {
    tgsi_op_TEX,  tgsi_op_TEX2,   tgsi_op_TEX_LZ, tgsi_op_TXP,  tgsi_op_TXB,
    tgsi_op_TXB2, tgsi_op_TXL,    tgsi_op_TXL2,   tgsi_op_TXD,  tgsi_op_TXF,
    tgsi_op_TG4,  tgsi_op_TXF_LZ, tgsi_op_TXQ,    tgsi_op_TXQS, tgsi_op_LODQ};

static const enum tgsi_op sample_ops[] = {
    tgsi_op_SAMPLE,      tgsi_op_SAMPLE_B,  tgsi_op_SAMPLE_C, tgsi_op_SAMPLE_C_LZ,
    tgsi_op_SAMPLE_D,    tgsi_op_SAMPLE_L,  tgsi_op_SAMPLE_I, tgsi_op_SAMPLE_I_MS,
    tgsi_op_GATHER4,     tgsi_op_SVIEWINFO, tgsi_op_LOD,      tgsi_op_SAMPLE_POS,
    tgsi_op_SAMPLE_INFO, tgsi_op_LOAD_MS,   tgsi_op_RESINFO,  tgsi_op_LOAD_RES};

static const char *const samplers[] = {"SAMP[3]", "SAMP[ADDR[0].x+4]", "SAMP[ADDR[0].x-9]",
                                       "TEMP[0]"};
static const char *const offsets[] = {"", ", IMM[0].xyz", ", TEMP[1].xyz",
                                      ", IMM[0].xyz, IMM[0].yyy, IMM[0].zzz, IMM[0].wxy",
                                      ", TEMP[1].xyz, IMM[0].yyy, TEMP[1].zzz, IMM[0].wxy"};

/* Sources of the opcode's types, the sampler and the view being these. */
static void
add_sources(struct base_text *text, const struct tgsi_op_info *info, const char *sampler,
            const char *view)
{
    for (unsigned i = 0; i < info->max_srcs; i++)
        base_text_printf(text, ", %s",
                         info->src[i] == tgsi_type_samp ? sampler
                         : info->src[i] == tgsi_type_view || info->src[i] == tgsi_type_res
                             ? view
                             : "TEMP[1]");
}

/* True if the text is lowered; else every error has a place. */
static bool
is_lowered(const char *text)
{
    const struct tgsi_lower_options options = {.name = "test"};
    struct kit kit = {0};

    KIT_BEGIN(&kit);
    base_diags_set_text(&kit.diags, text, strlen(text));
    kit.program = tgsi_read_text(&kit.arena, text, strlen(text), NULL, &kit.diags);
    if (kit.program && tgsi_check(kit.program, &kit.diags))
        kit.shader = tgsi_lower(kit.program, &options, &kit.arena, &kit.diags);
    if (kit.shader &&
        (!ir_verify(kit.shader, &kit.diags) ||
         !ir_run_pipeline(kit.shader, ir_pipeline_default, &kit.diags) || kit.diags.error_count))
        fail_msg("%s\n%s", text, kit.diags.list.data[0].message);
    if (!kit.shader && !kit.diags.error_count)
        fail_msg("refused without a word:\n%s", text);
    for (uint32_t i = 0; !kit.shader && i < kit.diags.list.count; i++)
        if (kit.diags.list.data[i].place.line == 0)
            fail_msg("no place: %s\n%s", kit.diags.list.data[i].message, text);
    kit_end(&kit);
    return kit.shader != NULL;
}

static const char *
make_text(struct base_arena *arena, bool is_vertex, enum tgsi_op op, const char *sampler,
          const char *view, const char *declared, const char *tail)
{
    struct base_text text;

    base_text_init(&text, arena);
    base_text_add_string(&text, is_vertex ? "VERT\n" : "FRAG\n");
    base_text_printf(&text, HEAD, is_vertex ? ", GENERIC[0]" : ", COLOR", declared);
    base_text_printf(&text, "%s OUT[0]", tgsi_op_name(op));
    add_sources(&text, &tgsi_op_infos[op], sampler, view);
    base_text_printf(&text, "%s\nEND\n", tail);
    return base_text_string(&text);
}

/* How many forms of an opcode are lowered, by target: all those that the target has a place for
 * every operand of, and of those with offsets the targets that have offsets. */
static void
test_texture_forms(void **state)
{
    static const char *const types[] = {"", "FLOAT", "SINT", "UINT, UINT, UINT, FLOAT"};
    uint32_t lowered = 0, refused = 0;
    (void)state;

    for (uint32_t o = 0; o < BASE_COUNT(texture_ops); o++)
        for (unsigned t = 1; t < tgsi_target_count; t++)
            for (uint32_t n = 0; n < 4 * BASE_COUNT(samplers) * BASE_COUNT(offsets); n++) {
                const char *offset = offsets[n / 4 % BASE_COUNT(offsets)];
                const char *type = types[n % 4];
                struct base_arena arena;

                base_arena_init(&arena, 0);
                const char *declared = type[0]
                                           ? base_arena_printf(&arena, "DCL SVIEW[2..9], %s, %s\n",
                                                               tgsi_target_infos[t].name, type)
                                           : "";
                const char *tail =
                    base_arena_printf(&arena, ", %s%s", tgsi_target_infos[t].name, offset);
                const bool is_good = is_lowered(
                    make_text(&arena, o % 2, texture_ops[o], samplers[n / 20], "", declared, tail));

                lowered += is_good;
                refused += !is_good;
                if (!offset[0] && n % 4 < 2)
                    assert_int_equal(is_good,
                                     tgsi_op_takes_target(texture_ops[o], (enum tgsi_target)t));
                base_arena_finish(&arena);
            }
    print_message("%u forms lowered, %u refused\n", lowered, refused);
    assert_true(lowered > 2000);
}

static void
test_sample_forms(void **state)
{
    static const char *const types[] = {"FLOAT", "SINT", "UNORM, SNORM", "UINT, FLOAT"};
    static const char *const brackets[] = {"[6]", "[ADDR[0].x+6].wzyx", "[ADDR[0].x-1]", "[0]"};
    uint32_t lowered = 0;
    (void)state;

    for (uint32_t o = 0; o < BASE_COUNT(sample_ops); o++)
        for (unsigned t = 1; t < tgsi_target_count; t++)
            for (uint32_t n = 0; n < 4 * 4 * BASE_COUNT(samplers); n++) {
                const enum tgsi_op op = sample_ops[o];
                const bool is_early =
                    op == tgsi_op_LOAD_MS || op == tgsi_op_RESINFO || op == tgsi_op_LOAD_RES;
                const char *file = is_early ? "RES" : "SVIEW";
                struct base_arena arena;
                struct base_text view;

                base_arena_init(&arena, 0);
                base_text_init(&view, &arena);
                base_text_printf(&view, "%s%s", n / 4 % 4 < 3 ? file : "TEMP", brackets[n / 4 % 4]);
                const char *declared = base_arena_printf(&arena, "DCL %s[4..7], %s, %s\n", file,
                                                         tgsi_target_infos[t].name, types[n % 4]);
                lowered += is_lowered(make_text(&arena, n % 3 == 0, op, samplers[n / 16],
                                                base_text_string(&view), declared, ""));
                base_arena_finish(&arena);
            }
    print_message("%u forms lowered\n", lowered);
    assert_true(lowered > 2000);
}

struct handle_row {
    const char *declared;
    uint32_t binding;
    uint32_t count;
};

static void
check_handle(const struct handle_row *row)
{
    struct kit kit;
    struct base_text text;

    KIT_BEGIN(&kit);
    base_text_init(&text, &kit.arena);
    base_text_printf(&text,
                     "FRAG\nDCL OUT[0], COLOR\nDCL CONST[0]\n%s"
                     "TEX OUT[0], CONST[0], CONST[0].zwzw, 2D\nEND\n",
                     row->declared);
    kit_lower(&kit, base_text_string(&text));
    assert_int_equal(kit.shader->images.count, 1);
    assert_int_equal(kit.shader->images.data[0].binding, row->binding);
    assert_int_equal(kit.shader->images.data[0].count, row->count);
    kit_end(&kit);
}

/* A handle reads any of the samplers that are declared, or without one of all that there can be. */
static void
test_handles(void **state)
{
    static const struct handle_row rows[] = {
        {"", 32, 32}, {"DCL SAMP[7]\n", 39, 1}, {"DCL SAMP[2..3]\nDCL SAMP[7]\n", 34, 6}};
    (void)state;

    for (uint32_t i = 0; i < BASE_COUNT(rows); i++)
        check_handle(&rows[i]);
}

/* One sampler that is read as several kinds of texture is several images at one binding. */
static void
test_several_targets(void **state)
{
    struct kit kit;
    (void)state;

    KIT_BEGIN(&kit);
    kit_lower(&kit, "FRAG\nDCL IN[0], GENERIC[0]\nDCL OUT[0..3], COLOR\nDCL SAMP[1]\n"
                    "TEX OUT[0], IN[0], SAMP[1], 2D\nTEX OUT[1], IN[0], SAMP[1], 3D\n"
                    "TEX OUT[2], IN[0], SAMP[1], SHADOW2D\nTEX OUT[3], IN[0], SAMP[1], RECT\n"
                    "END\n");
    assert_int_equal(kit.shader->images.count, 2);
    assert_int_equal(kit.shader->images.data[0].binding, 33);
    assert_int_equal(kit.shader->images.data[1].binding, 33);
    assert_int_equal(kit.shader->images.data[1].dim, ir_dim_3d);
    kit_end(&kit);
}

/* Sets and bindings follow the options. */
static void
test_bindings(void **state)
{
    const struct tgsi_lower_options options = {
        .name = "test", .has_set = true, .set = 5, .first_binding = 1000};
    struct kit kit;
    (void)state;

    KIT_BEGIN(&kit);
    kit_read(&kit, "FRAG\nDCL IN[0], GENERIC[0]\nDCL OUT[0], COLOR\nDCL SAMP[1]\n"
                   "DCL SVIEW[2], 2D, FLOAT\nDCL TEMP[0]\nFBFETCH TEMP[0], OUT[0]\n"
                   "SAMPLE OUT[0], TEMP[0], SVIEW[2], SAMP[1]\nEND\n");
    kit.shader = tgsi_lower(kit.program, &options, &kit.arena, &kit.diags);
    assert_non_null(kit.shader);
    assert_int_equal(kit.shader->images.count, 2);
    assert_int_equal(kit.shader->images.data[0].set, 5);
    assert_int_equal(kit.shader->images.data[0].binding, 1000 + TGSI_FIRST_TARGET);
    assert_int_equal(kit.shader->images.data[1].set, 5);
    assert_int_equal(kit.shader->images.data[1].binding, 1000 + TGSI_FIRST_VIEW + 2);
    assert_int_equal(kit.shader->samplers.data[0].set, 5);
    assert_int_equal(kit.shader->samplers.data[0].binding, 1000 + TGSI_FIRST_SAMP + 1);
    kit_end(&kit);
}

/* ---- what users ran into; texels are by their place ---- */

#define LANES 4

/* A level of 2 by 2 texels, n at (n % 2, n / 2), and one of a single texel, 9. */
static _Alignas(16) float texels[5][4] = {
    {0, 0, 0, 1}, {1, 10, 100, 1}, {2, 20, 200, 1}, {3, 30, 300, 1}, {9, 90, 900, 1}};
static _Alignas(16) float depths[4] = {0.125f, 0.25f, 0.5f, 0.75f};

static const struct scene_sampler sampler = {.mip = scene_filter_nearest,
                                             .wrap_u = scene_wrap_clamp_to_edge,
                                             .wrap_v = scene_wrap_clamp_to_edge,
                                             .max_lod = 8,
                                             .has_compare = true,
                                             .compare = scene_compare_less_or_equal};

struct issue_row {
    const char *text; /* The instruction. */
    union kit_word in[4];
    float expected[4];
};

static void
check_issue(const struct issue_row *row, bool is_depth)
{
    const enum scene_format format =
        is_depth ? scene_format_d32_sfloat : scene_format_r32g32b32a32_sfloat;
    struct scene_image image = scene_image_2d_of(format, 2, 2);
    struct kit kit;
    struct kit_run run;
    struct base_text text;

    image.levels = is_depth ? 1 : 2;
    const struct scene_view view = {
        .dim = ir_dim_2d, .level_count = image.levels, .layer_count = 1};
    KIT_BEGIN(&kit);
    base_text_init(&text, &kit.arena);
    base_text_printf(&text,
                     "FRAG\nDCL IN[0], GENERIC[0], CONSTANT\nDCL OUT[0], COLOR\nDCL SAMP[0]\n"
                     "IMM FLT32 {0.5, 0, 1, 0}\n%s\nEND\n",
                     row->text);
    kit_lower(&kit, base_text_string(&text));
    kit_run_init(&kit, &run, LANES);
    run.images[0] = cpu_image_view_of(&image, &view, is_depth ? (void *)depths : (void *)texels);
    run.samplers[0] = &sampler;
    for (uint32_t i = 0; i < LANES * 4; i++)
        kit_set_input(&kit, &run, KIT_GENERIC, i % 4, i / 4, row->in[i % 4].u);
    kit_run(&kit, &run);
    for (unsigned c = 0; c < 4; c++) {
        const float found = base_float_of_bits(kit_output(&kit, &run, 0, c, 0));

        if (found != row->expected[c])
            fail_msg("%s: component %u: found %g, expected %g", row->text, c, (double)found,
                     (double)row->expected[c]);
    }
    kit_end(&kit);
}

#define F(value)                                                                                   \
    {                                                                                              \
        .f = (float)(value)                                                                        \
    }
#define I(value)                                                                                   \
    {                                                                                              \
        .i = (value)                                                                               \
    }

/* Mesa 21.3.4: lookups that were taken for projective ones, and the reverse. */
static void
test_projection_is_by_opcode(void **state)
{
    static const struct issue_row rows[] = {
        {"TXP OUT[0], IN[0], SAMP[0], 2D", {F(1.5), F(0.5), F(9), F(2)}, {1, 10, 100, 1}},
        {"TEX OUT[0], IN[0], SAMP[0], 2D", {F(0.75), F(0.25), F(9), F(2)}, {1, 10, 100, 1}},
        {"TXP OUT[0], IN[0], SAMP[0], RECT", {F(3), F(3), F(9), F(2)}, {3, 30, 300, 1}},
        {"TXP OUT[0], IN[0], SAMP[0], 2D", {F(-1.5), F(-0.5), F(9), F(-2)}, {1, 10, 100, 1}},
    };
    static const struct issue_row shadows[] = {
        {"TXP OUT[0], IN[0], SAMP[0], SHADOW2D", {F(1.5), F(0.5), F(0.5), F(2)}, {1, 1, 1, 1}},
        {"TXP OUT[0], IN[0], SAMP[0], SHADOW2D", {F(1.5), F(0.5), F(1), F(2)}, {0, 0, 0, 1}},
        {"TEX OUT[0], IN[0], SAMP[0], SHADOW2D", {F(0.75), F(0.25), F(0.5), F(2)}, {0, 0, 0, 1}},
        {"TXP OUT[0], IN[0], SAMP[0], SHADOWRECT", {F(3), F(1), F(0.5), F(2)}, {1, 1, 1, 1}},
    };
    (void)state;

    for (uint32_t i = 0; i < BASE_COUNT(rows); i++)
        check_issue(&rows[i], false);
    for (uint32_t i = 0; i < BASE_COUNT(shadows); i++)
        check_issue(&shadows[i], true);
}

/* fdo 80011: an assertion in texel fetches. */
static void
test_fetch_outside_is_zero(void **state)
{
    static const struct issue_row rows[] = {
        {"TXF OUT[0], IN[0], SAMP[0], 2D", {I(1), I(1), I(9), I(0)}, {3, 30, 300, 1}},
        {"TXF OUT[0], IN[0], SAMP[0], 2D", {I(0), I(0), I(9), I(1)}, {9, 90, 900, 1}},
        {"TXF OUT[0], IN[0], SAMP[0], 2D", {I(2), I(0), I(9), I(0)}, {0, 0, 0, 0}},
        {"TXF OUT[0], IN[0], SAMP[0], 2D", {I(-1), I(0), I(9), I(0)}, {0, 0, 0, 0}},
        {"TXF OUT[0], IN[0], SAMP[0], 2D", {I(0), I(1), I(9), I(1)}, {0, 0, 0, 0}},
        {"TXF OUT[0], IN[0], SAMP[0], 2D", {I(0), I(0), I(9), I(2)}, {0, 0, 0, 0}},
        {"TXF OUT[0], IN[0], SAMP[0], 2D", {I(0), I(0), I(9), I(-1)}, {0, 0, 0, 0}},
        {"TXF OUT[0], IN[0], SAMP[0], 2D, IN[0].wzz", {I(0), I(1), I(0), I(1)}, {0, 0, 0, 0}},
        {"TXF OUT[0], IN[0], SAMP[0], RECT, IN[0].wzz", {I(0), I(1), I(0), I(1)}, {3, 30, 300, 1}},
        {"TXF_LZ OUT[0], IN[0], SAMP[0], 2D", {I(1), I(0), I(9), I(77)}, {1, 10, 100, 1}},
        {"TXF OUT[0], IN[0], SAMP[0], RECT", {I(1), I(0), I(9), I(77)}, {1, 10, 100, 1}},
    };
    (void)state;

    for (uint32_t i = 0; i < BASE_COUNT(rows); i++)
        check_issue(&rows[i], false);
}

/* fdo 37476: TXD was not there. */
static void
test_gradients_choose_the_level(void **state)
{
    static const struct issue_row rows[] = {
        {"TXD OUT[0], IN[0], IMM[0].xyyy, IMM[0].yyyy, SAMP[0], 2D",
         {F(0.75), F(0.25), F(9), F(9)},
         {1, 10, 100, 1}},
        {"TXD OUT[0], IN[0], IMM[0].zyyy, IMM[0].yyyy, SAMP[0], 2D",
         {F(0.75), F(0.25), F(9), F(9)},
         {9, 90, 900, 1}},
        {"TXD OUT[0], IN[0], IMM[0].yyyy, IMM[0].yzyy, SAMP[0], 2D",
         {F(0.75), F(0.25), F(9), F(9)},
         {9, 90, 900, 1}},
    };
    (void)state;

    for (uint32_t i = 0; i < BASE_COUNT(rows); i++)
        check_issue(&rows[i], false);
}

/* virglrenderer: TXQ took its level from w, and TXQS of one sample was an error. */
static void
test_queries(void **state)
{
    static const struct {
        struct issue_row row;
        int32_t words[4];
    } rows[] = {
        {{"TXQ OUT[0], IN[0], SAMP[0], 2D", {I(0), I(1), I(1), I(1)}, {0}}, {2, 2, 0, 2}},
        {{"TXQ OUT[0], IN[0], SAMP[0], 2D", {I(1), I(0), I(0), I(0)}, {0}}, {1, 1, 0, 2}},
        {{"TXQ OUT[0], IN[0], SAMP[0], 2D", {I(2), I(0), I(0), I(0)}, {0}}, {0, 0, 0, 2}},
        {{"TXQ OUT[0], IN[0], SAMP[0], 2D", {I(-1), I(0), I(0), I(0)}, {0}}, {0, 0, 0, 2}},
        {{"TXQS OUT[0], SAMP[0], 2D", {I(0), I(0), I(0), I(0)}, {0}}, {1, 1, 1, 1}},
    };
    (void)state;

    for (uint32_t i = 0; i < BASE_COUNT(rows); i++) {
        struct issue_row row = rows[i].row;

        for (unsigned c = 0; c < 4; c++)
            row.expected[c] = base_float_of_bits((uint32_t)rows[i].words[c]);
        check_issue(&row, false);
    }
}

/* fdo 102125: views and opcodes of different targets. */
static void
test_view_has_the_target(void **state)
{
    static const struct {
        const char *view;
        const char *target;
        bool is_good;
    } rows[] = {{"2D", "2D", true},        {"2D", "RECT", false},        {"CUBE", "2D", false},
                {"SHADOW2D", "2D", false}, {"2D_ARRAY", "2D", false},    {"3D", "3D", true},
                {"2D", "SHADOW2D", false}, {"1D_ARRAY", "1D", false},    {"RECT", "RECT", true},
                {"2D", "2D_ARRAY", false}, {"CUBE", "CUBEARRAY", false}, {"1D", "2D", false}};
    (void)state;

    for (uint32_t i = 0; i < BASE_COUNT(rows); i++) {
        struct base_arena arena;

        base_arena_init(&arena, 0);
        const char *text =
            base_arena_printf(&arena,
                              "FRAG\nDCL IN[0], GENERIC[0]\nDCL OUT[0], COLOR\nDCL SAMP[0]\n"
                              "DCL SVIEW[0], %s, FLOAT\nTEX OUT[0], IN[0], SAMP[0], %s\nEND\n",
                              rows[i].view, rows[i].target);
        if (is_lowered(text) != rows[i].is_good)
            fail_msg("%s", text);
        base_arena_finish(&arena);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_texture_forms),
        cmocka_unit_test(test_sample_forms),
        cmocka_unit_test(test_handles),
        cmocka_unit_test(test_several_targets),
        cmocka_unit_test(test_bindings),
        cmocka_unit_test(test_projection_is_by_opcode),
        cmocka_unit_test(test_fetch_outside_is_zero),
        cmocka_unit_test(test_gradients_choose_the_level),
        cmocka_unit_test(test_queries),
        cmocka_unit_test(test_view_has_the_target),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
