/* SPDX-License-Identifier: MIT
 *
 * What each semantic is in each stage, which indices there are, properties, and what stands in the
 * IR of stages that no device of this folder runs.
 */
#include "kit.h"

#define END "\nEND\n"
#define ANYWHERE UINT32_MAX /* No location. */

/* Letters of stages, in the order of enum tgsi_word: F, V, G, C (tessellation control), E
 * (tessellation evaluation) and K (compute). */
static const char letters[] = "FVGCEK";

static const char *const heads[] = {
    "FRAG\n",
    "VERT\n",
    ("GEOM\nPROPERTY GS_INPUT_PRIMITIVE TRIANGLES\nPROPERTY GS_OUTPUT_PRIMITIVE POINTS\n"
     "PROPERTY GS_MAX_OUTPUT_VERTICES 4\n"),
    "TESS_CTRL\nPROPERTY TCS_VERTICES_OUT 3\n",
    "TESS_EVAL\nPROPERTY TES_PRIM_MODE 4\n",
    "COMP\nPROPERTY CS_FIXED_BLOCK_WIDTH 8\n",
};

/* What language.md's section on semantics says of where they are and how many there are, and where
 * docs/tgsi.md has them then. */
struct place_row {
    const char *semantic;
    const char *file;
    const char *stages;
    enum ir_builtin builtin;
    uint32_t location; /* Of index 0, without a built-in. */
    uint8_t components;
    enum ir_type type;
    uint32_t count;
    enum ir_builtin with; /* Another that the value is made of. */
};

#define BUILTIN(name) ir_builtin_##name, ANYWHERE
#define AT(location) ir_builtin_none, location
#define F4 4, ir_type_f32
#define F3 3, ir_type_f32
#define F2 2, ir_type_f32
#define F1 1, ir_type_f32
#define I3 3, ir_type_i32
#define I1 1, ir_type_i32

static const struct place_row places[] = {
    {"POSITION", "OUT", "VGCE", BUILTIN(position), F4, 1, 0},
    {"POSITION", "OUT", "F", BUILTIN(frag_depth), F1, 1, 0},
    {"POSITION", "IN", "GCE", BUILTIN(position), F4, 1, 0},
    {"POSITION", "IN", "F", BUILTIN(frag_coord), F4, 1, 0},
    {"POSITION", "SV", "F", BUILTIN(frag_coord), F4, 1, 0},
    {"COLOR", "OUT", "VGCE", AT(0), F4, 2, 0},
    {"COLOR", "OUT", "F", AT(0), F4, 8, 0},
    {"COLOR", "IN", "FGCE", AT(0), F4, 2, 0},
    {"BCOLOR", "OUT", "VGCE", AT(2), F4, 2, 0},
    {"BCOLOR", "IN", "GCE", AT(2), F4, 2, 0},
    {"FOG", "OUT", "VGCE", AT(4), F4, 1, 0},
    {"FOG", "IN", "FGCE", AT(4), F4, 1, 0},
    {"PSIZE", "OUT", "VGCE", BUILTIN(point_size), F1, 1, 0},
    {"PSIZE", "IN", "GCE", BUILTIN(point_size), F1, 1, 0},
    {"GENERIC", "OUT", "VGCE", AT(13), F4, 50, 0},
    {"GENERIC", "IN", "FGCE", AT(13), F4, 50, 0},
    {"FACE", "IN", "F", BUILTIN(front_facing), I1, 1, 0},
    {"FACE", "SV", "F", BUILTIN(front_facing), I1, 1, 0},
    {"EDGEFLAG", "OUT", "V", AT(ANYWHERE), F4, 1, 0},
    {"PRIM_ID", "OUT", "G", BUILTIN(primitive_id), I1, 1, 0},
    {"PRIM_ID", "IN", "FGCE", BUILTIN(primitive_id), I1, 1, 0},
    {"PRIM_ID", "SV", "FGCE", BUILTIN(primitive_id), I1, 1, 0},
    {"INSTANCEID", "SV", "V", BUILTIN(instance_index), I1, 1, ir_builtin_base_instance},
    {"VERTEXID", "SV", "V", BUILTIN(vertex_index), I1, 1, 0},
    {"STENCIL", "OUT", "F", BUILTIN(frag_stencil), I1, 1, 0},
    {"CLIPDIST", "OUT", "VGCE", BUILTIN(clip_distance0), F4, 2, 0},
    {"CLIPDIST", "IN", "FGCE", BUILTIN(clip_distance0), F4, 2, 0},
    {"CLIPVERTEX", "OUT", "VGE", AT(ANYWHERE), F4, 1, 0},
    {"CLIPVERTEX", "OUT", "C", AT(63), F4, 1, 0},
    {"CLIPVERTEX", "IN", "GCE", AT(63), F4, 1, 0},
    {"GRID_SIZE", "SV", "K", BUILTIN(num_workgroups), I3, 1, 0},
    {"BLOCK_ID", "SV", "K", BUILTIN(workgroup_id), I3, 1, 0},
    {"BLOCK_SIZE", "SV", "K", AT(ANYWHERE), I3, 1, 0},
    {"THREAD_ID", "SV", "K", BUILTIN(local_id), I3, 1, 0},
    {"TEXCOORD", "OUT", "VGCE", AT(5), F4, 8, 0},
    {"TEXCOORD", "IN", "FGCE", AT(5), F4, 8, 0},
    {"PCOORD", "IN", "F", BUILTIN(point_coord), F2, 1, 0},
    {"VIEWPORT_INDEX", "OUT", "VGE", BUILTIN(viewport_index), I1, 1, 0},
    {"VIEWPORT_INDEX", "IN", "F", BUILTIN(viewport_index), I1, 1, 0},
    {"LAYER", "OUT", "VGE", BUILTIN(layer), I1, 1, 0},
    {"LAYER", "IN", "F", BUILTIN(layer), I1, 1, 0},
    {"SAMPLEID", "SV", "F", BUILTIN(sample_id), I1, 1, 0},
    {"SAMPLEPOS", "SV", "F", BUILTIN(sample_position), F2, 1, 0},
    {"SAMPLEMASK", "SV", "F", BUILTIN(sample_mask), I1, 1, 0},
    {"SAMPLEMASK", "OUT", "F", BUILTIN(sample_mask), I1, 1, 0},
    {"INVOCATIONID", "SV", "GC", BUILTIN(invocation_id), I1, 1, 0},
    {"VERTEXID_NOBASE", "SV", "V", BUILTIN(vertex_index), I1, 1, ir_builtin_base_vertex},
    {"BASEVERTEX", "SV", "V", BUILTIN(base_vertex), I1, 1, 0},
    {"PATCH", "OUT", "C", AT(0), F4, 32, 0},
    {"PATCH", "IN", "E", AT(0), F4, 32, 0},
    {"TESSCOORD", "SV", "E", BUILTIN(tess_coord), F3, 1, 0},
    {"TESSOUTER", "OUT", "C", BUILTIN(tess_level_outer), F4, 1, 0},
    {"TESSOUTER", "IN", "E", BUILTIN(tess_level_outer), F4, 1, 0},
    {"TESSOUTER", "SV", "E", BUILTIN(tess_level_outer), F4, 1, 0},
    {"TESSINNER", "OUT", "C", BUILTIN(tess_level_inner), F2, 1, 0},
    {"TESSINNER", "IN", "E", BUILTIN(tess_level_inner), F2, 1, 0},
    {"TESSINNER", "SV", "E", BUILTIN(tess_level_inner), F2, 1, 0},
    {"VERTICESIN", "SV", "CE", BUILTIN(patch_vertices), I1, 1, 0},
    {"HELPER_INVOCATION", "SV", "F", BUILTIN(helper), I1, 1, 0},
    {"BASEINSTANCE", "SV", "V", BUILTIN(base_instance), I1, 1, 0},
    {"DRAWID", "SV", "V", BUILTIN(draw_index), I1, 1, 0},
    {"WORK_DIM", "SV", "K", BUILTIN(num_workgroups), I3, 1, 0},
    {"SUBGROUP_SIZE", "SV", "FVGCEK", BUILTIN(subgroup_size), I1, 1, 0},
    {"SUBGROUP_INVOCATION", "SV", "FVGCEK", BUILTIN(lane), I1, 1, 0},
    {"SUBGROUP_EQ_MASK", "SV", "FVGCEK", BUILTIN(lane), I1, 1, 0},
    {"SUBGROUP_GE_MASK", "SV", "FVGCEK", BUILTIN(lane), I1, 1, ir_builtin_subgroup_size},
    {"SUBGROUP_GT_MASK", "SV", "FVGCEK", BUILTIN(lane), I1, 1, ir_builtin_subgroup_size},
    {"SUBGROUP_LE_MASK", "SV", "FVGCEK", BUILTIN(lane), I1, 1, 0},
    {"SUBGROUP_LT_MASK", "SV", "FVGCEK", BUILTIN(lane), I1, 1, 0},
};

static const char *const files[] = {"IN", "OUT", "SV"};

static const struct place_row *
find_place(const char *semantic, const char *file, char stage)
{
    for (uint32_t i = 0; i < BASE_COUNT(places); i++)
        if (strcmp(places[i].semantic, semantic) == 0 && strcmp(places[i].file, file) == 0 &&
            strchr(places[i].stages, stage))
            return &places[i];
    return NULL;
}

/* Is it of the patch, not of a vertex? */
static bool
is_of_patch(const char *semantic)
{
    return strcmp(semantic, "PATCH") == 0 || strcmp(semantic, "TESSOUTER") == 0 ||
           strcmp(semantic, "TESSINNER") == 0;
}

/* The checker refuses some of what the lowering has an answer for. */
static void
read_unchecked(struct kit *kit, const char *text)
{
    kit->program = tgsi_read_text(&kit->arena, text, strlen(text), NULL, &kit->diags);
    assert_non_null(kit->program);
}

/* A program of the stage that reads or writes register 3 of the file as that semantic. */
static const char *
program_of(struct kit *kit, unsigned stage, const char *file, const char *semantic, uint32_t index)
{
    const bool is_out = strcmp(file, "OUT") == 0;
    const bool is_in = strcmp(file, "IN") == 0;
    const bool has_vertices = !is_of_patch(semantic) && ((is_in && strchr("GCE", letters[stage])) ||
                                                         (is_out && letters[stage] == 'C'));

    const char *bracket = has_vertices ? "[0]" : "";

    return base_arena_printf(&kit->arena,
                             "%sDCL %s%s[3], %s[%u]%s\nDCL TEMP[0]\nMOV %s%s%s[3]%s" END,
                             heads[stage], file, has_vertices ? "[]" : "", semantic, index,
                             is_in && letters[stage] == 'F' ? ", LINEAR" : "",
                             is_out ? "" : "TEMP[0], ", file, bracket, is_out ? ", TEMP[0]" : "");
}

static bool
has_io(const struct ir_io *ios, uint32_t count, const struct place_row *row, uint32_t index)
{
    if (row->builtin == ir_builtin_none && row->location == ANYWHERE)
        return true;
    for (uint32_t i = 0; i < count; i++)
        if (ios[i].builtin == row->builtin && ios[i].components == row->components &&
            ios[i].type == row->type && (row->builtin || ios[i].location == row->location + index))
            return ios[i].is_patch == (strcmp(row->semantic, "PATCH") == 0) && ios[i].name;
    return false;
}

static bool
has_builtin(const struct ir_shader *shader, enum ir_builtin builtin)
{
    for (uint32_t i = 0; i < shader->inputs.count; i++)
        if (shader->inputs.data[i].builtin == builtin)
            return true;
    return builtin == ir_builtin_none;
}

static void
check_place(const struct place_row *row, unsigned stage, uint32_t index)
{
    const struct tgsi_lower_options options = {.name = "test"};
    struct kit kit;

    KIT_BEGIN(&kit);
    const char *text = program_of(&kit, stage, row->file, row->semantic, index);
    read_unchecked(&kit, text);
    kit.shader = tgsi_lower(kit.program, &options, &kit.arena, &kit.diags);
    if (!kit.shader || !ir_verify(kit.shader, &kit.diags))
        fail_msg("%s\n%s", text, kit.diags.list.data[kit.diags.list.count - 1].message);
    const bool is_out = strcmp(row->file, "OUT") == 0;
    const struct ir_io *ios = is_out ? kit.shader->outputs.data : kit.shader->inputs.data;
    const uint32_t count = is_out ? kit.shader->outputs.count : kit.shader->inputs.count;
    const enum ir_builtin half = index == 1 ? ir_builtin_clip_distance1 : row->builtin;
    struct place_row expected = *row;

    if (row->builtin == ir_builtin_clip_distance0)
        expected.builtin = half;
    if (!has_io(ios, count, &expected, index) || !has_builtin(kit.shader, row->with))
        fail_msg("%s\nfound\n%s", text, kit_print(&kit));
    kit_end(&kit);
}

static void
check_refused(unsigned stage, const char *file, const char *semantic, uint32_t index,
              enum qd_code code)
{
    const struct tgsi_lower_options options = {.name = "test"};
    struct kit kit;

    KIT_BEGIN(&kit);
    const char *text = program_of(&kit, stage, file, semantic, index);
    read_unchecked(&kit, text);
    base_diags_init(&kit.diags, &kit.arena, "test");
    if (tgsi_lower(kit.program, &options, &kit.arena, &kit.diags))
        fail_msg("%s\nis lowered", text);
    assert_int_equal(kit.diags.list.count, 1);
    assert_int_equal(kit.diags.list.data[0].code, code);
    assert_int_equal(kit.diags.list.data[0].place.column, 5);
    if (!strstr(kit.diags.list.data[0].message, semantic))
        fail_msg("%s\n%s", text, kit.diags.list.data[0].message);
    kit_end(&kit);
}

/* Each semantic in each file of each stage: it is where the table has it, up to its last index, or
 * refused by its name. */
static void
test_places(void **state)
{
    uint32_t found = 0;
    (void)state;

    for (uint32_t s = 1; s < tgsi_semantic_count; s++)
        for (uint32_t f = 0; f < BASE_COUNT(files); f++)
            for (unsigned stage = 0; stage < BASE_COUNT(heads); stage++) {
                const char *semantic = tgsi_semantic_infos[s].name;
                const bool is_io = strcmp(files[f], "SV") != 0;

                /* The checker's. */
                if (is_io && (letters[stage] == 'K' || (f == 0 && letters[stage] == 'V')))
                    continue;
                const struct place_row *row = find_place(semantic, files[f], letters[stage]);
                if (!row) {
                    check_refused(stage, files[f], semantic, 0, QD_CODE_UNSUPPORTED);
                    continue;
                }
                check_place(row, stage, 0);
                check_place(row, stage, row->count - 1);
                check_refused(stage, files[f], semantic, row->count, QD_CODE_LIMIT);
                found++;
            }
    uint32_t expected = 0;
    for (uint32_t i = 0; i < BASE_COUNT(places); i++)
        expected += (uint32_t)strlen(places[i].stages);
    assert_int_equal(found, expected);
}

/* ---- properties ---- */

enum setting {
    setting_none,
    setting_output_vertices,
    setting_invocations,
    setting_input_primitive,
    setting_output_primitive,
    setting_spacing,
    setting_clockwise,
    setting_point_mode,
    setting_early_tests,
    setting_depth_layout,
    setting_width,
    setting_height,
    setting_depth
};

static uint32_t
setting_of(const struct ir_shader *shader, enum setting setting)
{
    switch (setting) {
    case setting_none:
        break;
    case setting_output_vertices:
        return shader->output_vertices;
    case setting_invocations:
        return shader->invocations;
    case setting_input_primitive:
        return shader->input_primitive;
    case setting_output_primitive:
        return shader->output_primitive;
    case setting_spacing:
        return shader->spacing;
    case setting_clockwise:
        return shader->is_clockwise;
    case setting_point_mode:
        return shader->is_point_mode;
    case setting_early_tests:
        return shader->early_tests;
    case setting_depth_layout:
        return shader->depth_layout;
    case setting_width:
        return shader->local_size[0];
    case setting_height:
        return shader->local_size[1];
    case setting_depth:
        return shader->local_size[2];
    }
    return 0;
}

/* code is that of the refusal; 0: the setting is value. Errors stand at line 2 or at 1, 1. */
static const struct property_row {
    const char *text;
    enum setting setting;
    uint32_t value;
    enum qd_code code;
    uint32_t line;
} property_rows[] = {
    {"GEOM", setting_input_primitive, ir_primitive_points, 0, 0},
    {"GEOM", setting_output_primitive, ir_primitive_points, 0, 0},
    {"GEOM", setting_invocations, 1, 0, 0},
    {"GEOM", setting_output_vertices, 0, 0, 0},
    {"GEOM\nPROPERTY GS_INVOCATIONS 0", setting_invocations, 1, 0, 0},
    {"GEOM\nPROPERTY GS_INVOCATIONS 32", setting_invocations, 32, 0, 0},
    {"GEOM\nPROPERTY GS_INVOCATIONS 1024", setting_invocations, 1024, 0, 0},
    {"GEOM\nPROPERTY GS_INVOCATIONS 1025", 0, 0, QD_CODE_LIMIT, 2},
    {"GEOM\nPROPERTY GS_MAX_OUTPUT_VERTICES 1024", setting_output_vertices, 1024, 0, 0},
    {"GEOM\nPROPERTY GS_MAX_OUTPUT_VERTICES 1025", 0, 0, QD_CODE_LIMIT, 2},
    {"GEOM\nPROPERTY GS_INPUT_PRIMITIVE POINTS", setting_input_primitive, ir_primitive_points, 0,
     0},
    {"GEOM\nPROPERTY GS_INPUT_PRIMITIVE LINES", setting_input_primitive, ir_primitive_lines, 0, 0},
    {"GEOM\nPROPERTY GS_INPUT_PRIMITIVE TRIANGLES", setting_input_primitive, ir_primitive_triangles,
     0, 0},
    {"GEOM\nPROPERTY GS_INPUT_PRIMITIVE LINES_ADJACENCY", setting_input_primitive,
     ir_primitive_lines_adjacency, 0, 0},
    {"GEOM\nPROPERTY GS_INPUT_PRIMITIVE TRIANGLES_ADJACENCY", setting_input_primitive,
     ir_primitive_triangles_adjacency, 0, 0},
    {"GEOM\nPROPERTY GS_INPUT_PRIMITIVE QUADS", 0, 0, QD_CODE_UNSUPPORTED, 2},
    {"GEOM\nPROPERTY GS_INPUT_PRIMITIVE PATCHES", 0, 0, QD_CODE_UNSUPPORTED, 2},
    {"GEOM\nPROPERTY GS_OUTPUT_PRIMITIVE LINE_STRIP", setting_output_primitive,
     ir_primitive_line_strip, 0, 0},
    {"GEOM\nPROPERTY GS_OUTPUT_PRIMITIVE TRIANGLE_STRIP", setting_output_primitive,
     ir_primitive_triangle_strip, 0, 0},
    {"GEOM\nPROPERTY GS_OUTPUT_PRIMITIVE TRIANGLES", 0, 0, QD_CODE_UNSUPPORTED, 2},
    {"TESS_CTRL", 0, 0, QD_CODE_LIMIT, 1},
    {"TESS_CTRL\nPROPERTY TCS_VERTICES_OUT 0", 0, 0, QD_CODE_LIMIT, 2},
    {"TESS_CTRL\nPROPERTY TCS_VERTICES_OUT 1", setting_output_vertices, 1, 0, 0},
    {"TESS_CTRL\nPROPERTY TCS_VERTICES_OUT 32", setting_output_vertices, 32, 0, 0},
    {"TESS_CTRL\nPROPERTY TCS_VERTICES_OUT 33", 0, 0, QD_CODE_LIMIT, 2},
    {"TESS_EVAL", setting_input_primitive, ir_primitive_triangles, 0, 0},
    {"TESS_EVAL\nPROPERTY TES_PRIM_MODE 1", setting_input_primitive, ir_primitive_isolines, 0, 0},
    {"TESS_EVAL\nPROPERTY TES_PRIM_MODE 4", setting_input_primitive, ir_primitive_triangles, 0, 0},
    {"TESS_EVAL\nPROPERTY TES_PRIM_MODE 7", setting_input_primitive, ir_primitive_quads, 0, 0},
    {"TESS_EVAL\nPROPERTY TES_PRIM_MODE 0", 0, 0, QD_CODE_UNSUPPORTED, 2},
    {"TESS_EVAL\nPROPERTY TES_PRIM_MODE 8", 0, 0, QD_CODE_UNSUPPORTED, 2},
    {"TESS_EVAL\nPROPERTY TES_SPACING 0", setting_spacing, ir_spacing_fractional_odd, 0, 0},
    {"TESS_EVAL\nPROPERTY TES_SPACING 1", setting_spacing, ir_spacing_fractional_even, 0, 0},
    {"TESS_EVAL\nPROPERTY TES_SPACING 2", setting_spacing, ir_spacing_equal, 0, 0},
    {"TESS_EVAL\nPROPERTY TES_SPACING 3", 0, 0, QD_CODE_LIMIT, 2},
    {"TESS_EVAL", setting_clockwise, 0, 0, 0},
    {"TESS_EVAL\nPROPERTY TES_VERTEX_ORDER_CW 1", setting_clockwise, 1, 0, 0},
    {"TESS_EVAL\nPROPERTY TES_POINT_MODE 1", setting_point_mode, 1, 0, 0},
    {"FRAG\nPROPERTY FS_EARLY_DEPTH_STENCIL 1", setting_early_tests, 1, 0, 0},
    {"FRAG\nPROPERTY FS_EARLY_DEPTH_STENCIL 0", setting_early_tests, 0, 0, 0},
    {"FRAG\nPROPERTY FS_DEPTH_LAYOUT 0", setting_depth_layout, ir_depth_any, 0, 0},
    {"FRAG\nPROPERTY FS_DEPTH_LAYOUT 1", setting_depth_layout, ir_depth_any, 0, 0},
    {"FRAG\nPROPERTY FS_DEPTH_LAYOUT 2", setting_depth_layout, ir_depth_greater, 0, 0},
    {"FRAG\nPROPERTY FS_DEPTH_LAYOUT 3", setting_depth_layout, ir_depth_less, 0, 0},
    {"FRAG\nPROPERTY FS_DEPTH_LAYOUT 4", setting_depth_layout, ir_depth_unchanged, 0, 0},
    {"FRAG\nPROPERTY FS_DEPTH_LAYOUT 5", 0, 0, QD_CODE_LIMIT, 2},
    {"FRAG\nPROPERTY FS_POST_DEPTH_COVERAGE 1", 0, 0, QD_CODE_UNSUPPORTED, 2},
    {"VERT\nPROPERTY NUM_CLIPDIST_ENABLED 8", setting_none, 0, 0, 0},
    {"VERT\nPROPERTY NUM_CLIPDIST_ENABLED 9", 0, 0, QD_CODE_LIMIT, 2},
    {"VERT\nPROPERTY NUM_CULLDIST_ENABLED 5\nPROPERTY NUM_CLIPDIST_ENABLED 4", 0, 0, QD_CODE_LIMIT,
     2},
    {"VERT\nPROPERTY LAYER_VIEWPORT_RELATIVE 1", 0, 0, QD_CODE_UNSUPPORTED, 2},
    {"VERT\nPROPERTY NEXT_SHADER GEOM", setting_none, 0, 0, 0},
    /* What is another stage's says nothing. */
    {"VERT\nPROPERTY GS_INVOCATIONS 1025", setting_none, 0, 0, 0},
    {"COMP", 0, 0, QD_CODE_UNSUPPORTED, 1},
    {"COMP\nPROPERTY CS_FIXED_BLOCK_WIDTH 0", 0, 0, QD_CODE_UNSUPPORTED, 2},
    {"COMP\nPROPERTY CS_FIXED_BLOCK_WIDTH 4096", setting_width, 4096, 0, 0},
    {"COMP\nPROPERTY CS_FIXED_BLOCK_WIDTH 4097", 0, 0, QD_CODE_LIMIT, 2},
    {"COMP\nPROPERTY CS_FIXED_BLOCK_HEIGHT 2", setting_height, 2, 0, 0},
    {"COMP\nPROPERTY CS_FIXED_BLOCK_HEIGHT 2", setting_width, 1, 0, 0},
    {"COMP\nPROPERTY CS_FIXED_BLOCK_DEPTH 3", setting_depth, 3, 0, 0},
};

static void
check_property(const struct property_row *row)
{
    const struct tgsi_lower_options options = {.name = "test"};
    struct kit kit;

    KIT_BEGIN(&kit);
    read_unchecked(&kit, base_arena_printf(&kit.arena, "%s" END, row->text));
    base_diags_init(&kit.diags, &kit.arena, "test");
    kit.shader = tgsi_lower(kit.program, &options, &kit.arena, &kit.diags);
    if (row->code) {
        if (kit.shader)
            fail_msg("%s\nis lowered", row->text);
        assert_int_equal(kit.diags.list.data[0].code, row->code);
        assert_int_equal(kit.diags.list.data[0].place.line, row->line);
    } else {
        if (!kit.shader || !ir_verify(kit.shader, &kit.diags))
            fail_msg("%s\nis not lowered", row->text);
        if (setting_of(kit.shader, row->setting) != row->value)
            fail_msg("%s\nfound %u", row->text, setting_of(kit.shader, row->setting));
    }
    kit_end(&kit);
}

static void
test_properties(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < BASE_COUNT(property_rows); i++)
        check_property(&property_rows[i]);
}

/* A size that the program leaves open is the caller's; one that it fixes is its own. */
static void
test_block_size(void **state)
{
    const struct tgsi_lower_options options = {.name = "test", .block_size = {4, 5, 6}};
    static const struct {
        const char *text;
        uint32_t size[3];
    } rows[] = {
        {"COMP" END, {4, 5, 6}},
        {"COMP\nPROPERTY CS_FIXED_BLOCK_WIDTH 9" END, {9, 5, 6}},
        {"COMP\nPROPERTY CS_FIXED_BLOCK_WIDTH 9\nPROPERTY CS_FIXED_BLOCK_HEIGHT 8\n"
         "PROPERTY CS_FIXED_BLOCK_DEPTH 7" END,
         {9, 8, 7}},
    };
    struct kit kit;
    (void)state;

    KIT_BEGIN(&kit);
    for (uint32_t i = 0; i < BASE_COUNT(rows); i++) {
        kit_read(&kit, rows[i].text);
        kit.shader = tgsi_lower(kit.program, &options, &kit.arena, &kit.diags);
        assert_non_null(kit.shader);
        assert_memory_equal(kit.shader->local_size, rows[i].size, sizeof(rows[i].size));
    }
    kit_end(&kit);
}

/* ---- the IR of stages of several vertices ---- */

static void
check_text(const char *text, const char *expected)
{
    struct kit kit;

    KIT_BEGIN(&kit);
    kit_lower(&kit, text);
    assert_string_equal(kit_print(&kit), expected);
    kit_end(&kit);
}

#define GEOMETRY                                                                                   \
    "GEOM\nPROPERTY GS_INPUT_PRIMITIVE LINES\nPROPERTY GS_OUTPUT_PRIMITIVE POINTS\n"               \
    "PROPERTY GS_MAX_OUTPUT_VERTICES 4\nPROPERTY GS_INVOCATIONS 2\n"

/* Outputs of a stream are stored before a vertex of it is emitted, and keep their values. */
static void
test_streams(void **state)
{
    (void)state;
    check_text(GEOMETRY "DCL IN[][0], GENERIC[1]\nDCL OUT[0], POSITION\n"
                        "DCL OUT[1], GENERIC[0], STREAM(0, 2, 2, 0)\nIMM[0] UINT32 {0, 2, 1, 3}\n"
                        "MOV OUT[0].x, IN[1][0].wwww\nMOV OUT[1].xy, IN[0][0]\nEMIT IMM[0].xxxx\n"
                        "EMIT IMM[0].yyyy\nEMIT IMM[0].zzzz\nENDPRIM IMM[0].wwww\nENDPRIM" END,
               "geometry \"test\"\n"
               "output_vertices 4\n"
               "invocations 2\n"
               "input_primitive lines\n"
               "output_primitive points\n"
               "input 0 \"in0\" location 14 f32x4\n"
               "output 0 \"out0\" builtin position f32x4\n"
               "output 1 \"out1\" location 13 f32\n"
               "output 2 \"out1\" location 13 component 1 f32x2 stream 2\n"
               "output 3 \"out1\" location 13 component 3 f32\n"
               "{\n"
               "  %1 = const.i32 0x1\n"
               "  %2 = const.i32 0x0\n"
               "  %3 = undef.f32\n"
               "  %4 = load_vertex.f32 %1, 0.3\n"
               "  %5 = load_vertex.f32 %2, 0.0\n"
               "  %6 = load_vertex.f32 %2, 0.1\n"
               "  %7 = store_output %4, 0.0\n"
               "  %8 = store_output %3, 0.1\n"
               "  %9 = store_output %3, 0.2\n"
               "  %10 = store_output %3, 0.3\n"
               "  %11 = store_output %5, 1.0\n"
               "  %12 = store_output %3, 3.0\n"
               "  %13 = emit_vertex 0\n"
               "  %14 = store_output %6, 2.0\n"
               "  %15 = store_output %3, 2.1\n"
               "  %16 = emit_vertex 2\n"
               "  %17 = emit_vertex 1\n"
               "  %18 = end_primitive 3\n"
               "  %19 = end_primitive 0\n"
               "}\n");
}

/* A register by an address is chosen among those of its array; the vertex's address may be any. */
static void
test_vertices_by_address(void **state)
{
    (void)state;
    check_text(GEOMETRY "DCL IN[][0], GENERIC[4]\nDCL IN[][1..2], ARRAY(1), GENERIC[0]\n"
                        "DCL SV[0], INVOCATIONID\nDCL OUT[0], POSITION\nDCL ADDR[0]\n"
                        "UARL ADDR[0].x, SV[0].xxxx\n"
                        "MOV OUT[0].x, IN[ADDR[0].x-1][ADDR[0].x+1](1).yyyy\nEMIT" END,
               "geometry \"test\"\n"
               "output_vertices 4\n"
               "invocations 2\n"
               "input_primitive lines\n"
               "output_primitive points\n"
               "input 0 \"sv0\" builtin invocation_id i32\n"
               "input 1 \"in1\" location 13 f32x4\n"
               "input 2 \"in2\" location 14 f32x4\n"
               "output 0 \"out0\" builtin position f32x4\n"
               "{\n"
               "  %1 = const.i32 0x1\n"
               "  %2 = const.i32 0xffffffff\n"
               "  %3 = const.f32 0x0\n"
               "  %4 = const.i32 0x2\n"
               "  %5 = undef.f32\n"
               "  %6 = load_input.i32 0.0\n"
               "  %7 = iadd.i32 %6, %1\n"
               "  %8 = iadd.i32 %6, %2\n"
               "  %9 = ieq.bool %7, %1\n"
               "  %10 = load_vertex.f32 %8, 1.1\n"
               "  %11 = select.f32 %9, %10, %3\n"
               "  %12 = ieq.bool %7, %4\n"
               "  %13 = load_vertex.f32 %8, 2.1\n"
               "  %14 = select.f32 %12, %13, %11\n"
               "  %15 = store_output %14, 0.0\n"
               "  %16 = store_output %5, 0.1\n"
               "  %17 = store_output %5, 0.2\n"
               "  %18 = store_output %5, 0.3\n"
               "  %19 = emit_vertex 0\n"
               "}\n");
}

/* An invocation writes its own vertex and the patch, and reads any. */
static void
test_patch(void **state)
{
    (void)state;
    check_text("TESS_CTRL\nPROPERTY TCS_VERTICES_OUT 3\nDCL IN[][0], POSITION\n"
               "DCL SV[0], INVOCATIONID\nDCL OUT[][0], GENERIC[0]\nDCL OUT[][1], GENERIC[3]\n"
               "DCL OUT[2], TESSOUTER\nDCL OUT[3], PATCH[2]\nDCL ADDR[0..1]\n"
               "UARL ADDR[1].x, SV[0].xxxx\nMOV OUT[ADDR[1].x][0].x, IN[ADDR[1].x][0]\n"
               "MOV OUT[2][1].y, OUT[1][0].xxxx\nMOV OUT[ADDR[1].x][ADDR[1].x].z, IN[0][0]\n"
               "MOV OUT[2].w, OUT[3].zzzz\nMOV OUT[ADDR[1].x].x, OUT[ADDR[1].x+1]" END,
               "tess_control \"test\"\n"
               "output_vertices 3\n"
               "input 0 \"sv0\" builtin invocation_id i32\n"
               "input 1 \"in0\" builtin position f32x4\n"
               "output 0 \"out0\" location 13 f32x4\n"
               "output 1 \"out1\" location 16 f32x4\n"
               "output 2 \"out2\" builtin tess_level_outer f32x4\n"
               "output 3 \"out3\" location 2 f32x4 patch\n"
               "{\n"
               "  %1 = const.i32 0x1\n"
               "  %2 = const.i32 0x2\n"
               "  %3 = const.i32 0x0\n"
               "  %4 = const.f32 0x0\n"
               "  %5 = const.i32 0x3\n"
               "  %6 = load_input.i32 0.0\n"
               "  %7 = load_vertex.f32 %6, 1.0\n"
               "  %8 = store_vertex %6, %7, 0.0\n"
               "  %9 = load_output.f32 %1, 0.0\n"
               "  %10 = ieq.bool %2, %6\n"
               "  %11 = if %10\n"
               "    %12 = store_vertex %6, %9, 1.1\n"
               "  %13 = else\n"
               "  %14 = endif\n"
               "  %15 = load_vertex.f32 %3, 1.2\n"
               "  %16 = ieq.bool %6, %3\n"
               "  %17 = if %16\n"
               "    %18 = store_vertex %6, %15, 0.2\n"
               "  %19 = else\n"
               "  %20 = endif\n"
               "  %21 = ieq.bool %6, %1\n"
               "  %22 = if %21\n"
               "    %23 = store_vertex %6, %15, 1.2\n"
               "  %24 = else\n"
               "  %25 = endif\n"
               "  %26 = load_output.f32 %3, 3.2\n"
               "  %27 = store_output %26, 2.3\n"
               "  %28 = iadd.i32 %6, %1\n"
               "  %29 = ieq.bool %28, %2\n"
               "  %30 = load_output.f32 %3, 2.0\n"
               "  %31 = select.f32 %29, %30, %4\n"
               "  %32 = ieq.bool %28, %5\n"
               "  %33 = load_output.f32 %3, 3.0\n"
               "  %34 = select.f32 %32, %33, %31\n"
               "  %35 = ieq.bool %6, %2\n"
               "  %36 = if %35\n"
               "    %37 = store_output %34, 2.0\n"
               "  %38 = else\n"
               "  %39 = endif\n"
               "  %40 = ieq.bool %6, %5\n"
               "  %41 = if %40\n"
               "    %42 = store_output %34, 3.0\n"
               "  %43 = else\n"
               "  %44 = endif\n"
               "}\n");
}

static void
test_evaluation(void **state)
{
    (void)state;
    check_text("TESS_EVAL\nPROPERTY TES_PRIM_MODE 7\nPROPERTY TES_SPACING 1\n"
               "PROPERTY TES_VERTEX_ORDER_CW 1\nPROPERTY TES_POINT_MODE 1\n"
               "DCL IN[][0], GENERIC[0]\nDCL IN[1], PATCH[1]\nDCL SV[0], TESSINNER\n"
               "DCL SV[1], TESSCOORD\nDCL OUT[0], PSIZE\nDCL OUT[1], POSITION\nDCL TEMP[0]\n"
               "ADD TEMP[0].x, IN[3][0].yyyy, IN[1].xxxx\nADD TEMP[0].x, TEMP[0], SV[0].yyyy\n"
               "ADD OUT[0].x, TEMP[0], SV[1].zzzz" END,
               "tess_eval \"test\"\n"
               "input_primitive quads\n"
               "spacing fractional_even\n"
               "clockwise\n"
               "point_mode\n"
               "input 0 \"sv0\" builtin tess_level_inner f32x2\n"
               "input 1 \"sv1\" builtin tess_coord f32x3\n"
               "input 2 \"in0\" location 13 f32x4\n"
               "input 3 \"in1\" location 1 f32x4 patch\n"
               "output 0 \"out0\" builtin point_size f32\n"
               "output 1 \"out1\" builtin position f32x4\n"
               "{\n"
               "  %1 = const.i32 0x3\n"
               "  %2 = undef.f32\n"
               "  %3 = load_input.f32 0.1\n"
               "  %4 = load_input.f32 1.2\n"
               "  %5 = load_vertex.f32 %1, 2.1\n"
               "  %6 = load_input.f32 3.0\n"
               "  %7 = fadd.f32 %5, %6\n"
               "  %8 = fadd.f32 %7, %3\n"
               "  %9 = fadd.f32 %8, %4\n"
               "  %10 = store_output %9, 0.0\n"
               "  %11 = store_output %2, 1.0\n"
               "  %12 = store_output %2, 1.1\n"
               "  %13 = store_output %2, 1.2\n"
               "  %14 = store_output %2, 1.3\n"
               "}\n");
}

/* ---- values ---- */

/* Outputs take the component that the semantic says, whatever else is written. */
static void
test_fragment_outputs(void **state)
{
    struct kit kit;
    struct kit_run run;
    (void)state;

    KIT_BEGIN(&kit);
    kit_lower(&kit, "FRAG\nDCL OUT[0], POSITION\nDCL OUT[1], STENCIL\nDCL OUT[2], SAMPLEMASK\n"
                    "IMM[0] UINT32 {4294967295, 77, 1056964608, 5}\nMOV OUT[0], IMM[0]\n"
                    "MOV OUT[1], IMM[0]\nMOV OUT[2], IMM[0]" END);
    kit_run_init(&kit, &run, 4);
    kit_run(&kit, &run);
    assert_int_equal(kit_builtin(&kit, &run, ir_builtin_frag_depth, 0, 3), 0x3f000000);
    assert_int_equal(kit_builtin(&kit, &run, ir_builtin_frag_stencil, 0, 3), 77);
    assert_int_equal(kit_builtin(&kit, &run, ir_builtin_sample_mask, 0, 3), UINT32_MAX);
    kit_end(&kit);
}

static uint64_t
expected_mask(const char *semantic, uint32_t lane, uint32_t size)
{
    const uint64_t all = size < 64 ? (UINT64_C(1) << size) - 1 : UINT64_MAX;
    const uint64_t own = lane < 64 ? UINT64_C(1) << lane : 0;
    const uint64_t below = lane < 64 ? own - 1 : UINT64_MAX;

    if (strcmp(semantic, "SUBGROUP_EQ_MASK") == 0)
        return own;
    if (strcmp(semantic, "SUBGROUP_GE_MASK") == 0)
        return all & ~below;
    if (strcmp(semantic, "SUBGROUP_GT_MASK") == 0)
        return all & ~below & ~own;
    return strcmp(semantic, "SUBGROUP_LE_MASK") == 0 ? below | own : below;
}

/* Lanes of a group that is a whole subgroup. */
static void
check_masks(const char *semantic, uint32_t lanes)
{
    struct kit kit;
    struct kit_run run;

    KIT_BEGIN(&kit);
    kit_lower(&kit, base_arena_printf(&kit.arena,
                                      "VERT\nDCL SV[0], %s\nDCL OUT[0], GENERIC[0]\n"
                                      "MOV OUT[0], SV[0]" END,
                                      semantic));
    kit_run_init(&kit, &run, lanes);
    kit_run(&kit, &run);
    for (uint32_t i = 0; i < lanes; i++) {
        const uint64_t expected = expected_mask(semantic, i, lanes);

        for (unsigned c = 0; c < 4; c++)
            if (kit_output(&kit, &run, KIT_GENERIC, c, i) !=
                (c < 2 ? (uint32_t)(expected >> 32 * c) : 0))
                fail_msg("%s of lane %u of %u: word %u is 0x%x", semantic, i, lanes, c,
                         kit_output(&kit, &run, KIT_GENERIC, c, i));
    }
    kit_end(&kit);
}

static void
test_lane_masks(void **state)
{
    static const char *const semantics[] = {"SUBGROUP_EQ_MASK", "SUBGROUP_GE_MASK",
                                            "SUBGROUP_GT_MASK", "SUBGROUP_LE_MASK",
                                            "SUBGROUP_LT_MASK"};
    static const uint32_t sizes[] = {4, 8, 16, 32, 64};
    (void)state;

    for (uint32_t i = 0; i < BASE_COUNT(semantics); i++)
        for (uint32_t j = 0; j < BASE_COUNT(sizes); j++)
            check_masks(semantics[i], sizes[j]);
}

/* Declared again for other components, an input or output is one; all of it is there. */
static void
test_declared_again(void **state)
{
    struct kit kit;
    struct kit_run run;
    (void)state;

    KIT_BEGIN(&kit);
    kit_lower(&kit, "FRAG\nDCL IN[0].xy, GENERIC[3], LINEAR\nDCL IN[0].zw, GENERIC[3], LINEAR\n"
                    "DCL OUT[0].x, COLOR\nDCL OUT[0].yzw, COLOR\nMOV OUT[0], IN[0].wzyx" END);
    assert_int_equal(kit.shader->inputs.count, 1);
    assert_int_equal(kit.shader->outputs.count, 1);
    kit_run_init(&kit, &run, 4);
    for (unsigned c = 0; c < 4; c++)
        kit_set_input(&kit, &run, KIT_GENERIC + 3, c, 1, 100 + c);
    kit_run(&kit, &run);
    for (unsigned c = 0; c < 4; c++)
        assert_int_equal(kit_output(&kit, &run, 0, c, 1), 103 - c);
    kit_end(&kit);
}

/* ---- how fragments' inputs are interpolated ---- */

static const struct {
    const char *attributes;
    bool is_flat_shaded;
    uint8_t wrap;
    enum ir_interp interp;
    enum ir_sampling sampling;
    uint8_t expected_wrap;
} interpolations[] = {
    {"GENERIC[0]", false, 0, ir_interp_flat, ir_sampling_center, 0},
    {"GENERIC[0], CONSTANT", false, 15, ir_interp_flat, ir_sampling_center, 0},
    {"GENERIC[0], CONSTANT, SAMPLE", false, 0, ir_interp_flat, ir_sampling_center, 0},
    {"GENERIC[0], LINEAR", false, 1, ir_interp_linear, ir_sampling_center, 1},
    {"GENERIC[0], LINEAR, CENTER", false, 0, ir_interp_linear, ir_sampling_center, 0},
    {"GENERIC[0], LINEAR, CENTROID", false, 8, ir_interp_linear, ir_sampling_centroid, 8},
    {"GENERIC[0], PERSPECTIVE, SAMPLE", true, 0, ir_interp_perspective, ir_sampling_sample, 0},
    {"COLOR, PERSPECTIVE", true, 0, ir_interp_perspective, ir_sampling_center, 0},
    {"COLOR, COLOR", false, 3, ir_interp_perspective, ir_sampling_center, 3},
    {"COLOR, COLOR, CENTROID", false, 0, ir_interp_perspective, ir_sampling_centroid, 0},
    {"COLOR, COLOR, CENTROID", true, 3, ir_interp_flat, ir_sampling_center, 0},
    {"GENERIC[0], COLOR", true, 0, ir_interp_flat, ir_sampling_center, 0},
};

static void
check_interpolation(uint32_t i)
{
    const struct tgsi_lower_options options = {.name = "test",
                                               .flat_shade = interpolations[i].is_flat_shaded};
    struct kit kit;

    KIT_BEGIN(&kit);
    kit_read(&kit, base_arena_printf(&kit.arena,
                                     "FRAG\nDCL IN[0], %s\nDCL OUT[0], COLOR\n"
                                     "MOV OUT[0], IN[0]" END,
                                     interpolations[i].attributes));
    kit.program->decls.data[0].wrap = interpolations[i].wrap;
    kit.shader = tgsi_lower(kit.program, &options, &kit.arena, &kit.diags);
    assert_non_null(kit.shader);
    assert_true(ir_verify(kit.shader, &kit.diags));
    assert_int_equal(kit.shader->inputs.count, 1);
    const struct ir_io *io = &kit.shader->inputs.data[0];
    if (io->interp != interpolations[i].interp || io->sampling != interpolations[i].sampling ||
        io->wrap != interpolations[i].expected_wrap)
        fail_msg("%s: found %s %s, wrap %u", interpolations[i].attributes,
                 ir_interp_name(io->interp), ir_sampling_name(io->sampling), io->wrap);
    kit_end(&kit);
}

static void
test_interpolation(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < BASE_COUNT(interpolations); i++)
        check_interpolation(i);
}

/* ---- what Vulkan has no word for ---- */

static const struct {
    const char *text;
    struct tgsi_lower_options options;
    const char *said; /* NULL: nothing. */
} emulated_rows[] = {
    {"FRAG\nDCL IN[0], POSITION, LINEAR\nDCL OUT[0], COLOR\nMOV OUT[0], IN[0]" END, {0}, NULL},
    {"FRAG\nPROPERTY FS_COORD_ORIGIN LOWER_LEFT\nDCL IN[0], POSITION, LINEAR\nDCL OUT[0], COLOR\n"
     "MOV OUT[0], IN[0]" END,
     {.framebuffer = {8, 8}},
     "FS_COORD_ORIGIN"},
    {"FRAG\nPROPERTY FS_COORD_ORIGIN LOWER_LEFT\nDCL IN[0], POSITION, LINEAR\nDCL OUT[0], COLOR\n"
     "MOV OUT[0], IN[0]" END,
     {.first_binding = 10},
     "set 1, binding 332"},
    {"FRAG\nPROPERTY FS_COORD_PIXEL_CENTER INTEGER\nDCL SV[0], POSITION\nDCL OUT[0], COLOR\n"
     "MOV OUT[0], SV[0]" END,
     {0},
     "FS_COORD_PIXEL_CENTER"},
    {"FRAG\nPROPERTY FS_COORD_PIXEL_CENTER INTEGER" END, {0}, NULL},
    {"FRAG\nDCL IN[0], COLOR, COLOR\nDCL OUT[0], COLOR\nMOV OUT[0], IN[0]" END,
     {.two_side = true},
     "two-sided"},
    {"FRAG\nDCL IN[0], COLOR, COLOR\nDCL OUT[0], COLOR\nMOV OUT[0], IN[0]" END,
     {.clamp_fragment_color = true},
     "clamped"},
    {"FRAG\nPROPERTY FS_COLOR0_WRITES_ALL_CBUFS 1\nDCL OUT[0], COLOR" END,
     {.color_targets = 2},
     "FS_COLOR0_WRITES_ALL_CBUFS"},
    {"FRAG\nPROPERTY FS_COLOR0_WRITES_ALL_CBUFS 1\nDCL OUT[0], COLOR" END, {0}, NULL},
    {"VERT" END, {0}, "POSITION"},
    {"VERT\nDCL OUT[0], POSITION" END, {0}, NULL},
    {"VERT\nDCL OUT[0], POSITION" END, {.default_point_size = 1}, "PSIZE"},
    {"VERT\nDCL OUT[0], POSITION" END, {.clip_planes = 1}, "user clip planes"},
    {"VERT\nDCL OUT[0], POSITION\nDCL OUT[1], EDGEFLAG" END, {0}, "EDGEFLAG"},
    {"VERT\nPROPERTY VS_WINDOW_SPACE_POSITION 1\nDCL OUT[0], POSITION" END,
     {.framebuffer = {8, 8}},
     "VS_WINDOW_SPACE_POSITION"},
};

static bool
is_emulated(const struct ir_shader *shader, const char *said)
{
    for (uint32_t i = 0; i < shader->emulated.count; i++)
        if (!said || strstr(shader->emulated.data[i], said))
            return true;
    return false;
}

static void
check_emulated(uint32_t i)
{
    struct kit kit;

    KIT_BEGIN(&kit);
    kit_read(&kit, emulated_rows[i].text);
    kit.shader = tgsi_lower(kit.program, &emulated_rows[i].options, &kit.arena, &kit.diags);
    assert_non_null(kit.shader);
    if (is_emulated(kit.shader, emulated_rows[i].said) != (emulated_rows[i].said != NULL))
        fail_msg("%s\n%s", emulated_rows[i].text,
                 kit.shader->emulated.count ? kit.shader->emulated.data[0] : "nothing is said");
    kit_end(&kit);
}

static void
test_emulated(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < BASE_COUNT(emulated_rows); i++)
        check_emulated(i);
}

/* ---- streams that are none ---- */

static const char *const bad_streams[] = {
    "IMM[0] UINT32 {4, 0, 0, 0}\nEMIT IMM[0].xxxx",
    "IMM[0] UINT32 {4294967295, 0, 0, 0}\nENDPRIM IMM[0].xxxx",
    "DCL TEMP[0]\nEMIT TEMP[0].xxxx",
    "DCL ADDR[0]\nIMM[0] UINT32 {0, 0, 0, 0}\nEMIT IMM[ADDR[0].x].xxxx",
};

static void
test_bad_streams(void **state)
{
    const struct tgsi_lower_options options = {.name = "test"};
    (void)state;

    for (uint32_t i = 0; i < BASE_COUNT(bad_streams); i++) {
        struct kit kit;

        KIT_BEGIN(&kit);
        kit_read(&kit, base_arena_printf(&kit.arena, GEOMETRY "%s" END, bad_streams[i]));
        base_diags_init(&kit.diags, &kit.arena, "test");
        assert_null(tgsi_lower(kit.program, &options, &kit.arena, &kit.diags));
        assert_int_equal(kit.diags.list.count, 1);
        assert_true(kit.diags.list.data[0].place.line > 5);
        kit_end(&kit);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_places),
        cmocka_unit_test(test_properties),
        cmocka_unit_test(test_block_size),
        cmocka_unit_test(test_streams),
        cmocka_unit_test(test_vertices_by_address),
        cmocka_unit_test(test_patch),
        cmocka_unit_test(test_evaluation),
        cmocka_unit_test(test_bad_streams),
        cmocka_unit_test(test_emulated),
        cmocka_unit_test(test_interpolation),
        cmocka_unit_test(test_fragment_outputs),
        cmocka_unit_test(test_lane_masks),
        cmocka_unit_test(test_declared_again),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
