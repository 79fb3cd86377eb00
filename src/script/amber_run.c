/* SPDX-License-Identifier: MIT
 *
 * AmberScript: RUN, EXPECT, CLEAR and COPY, what may stand in REPEAT.
 */
#include "script/script_priv.h"

#include <inttypes.h>

#define MAX_PIXEL (1 << 24)

static bool
find_pipeline(struct script_amber *amber, uint32_t *pipeline)
{
    struct script_token name;

    if (!script_lexer_name(&amber->lexer, "a pipeline's name", &name))
        return false;
    *pipeline = script_find_pipeline(amber->script, name.text, name.size);
    return *pipeline != SCRIPT_NONE ||
           script_fail(amber->script, name.place, "found \"%.*s\", expected a declared pipeline",
                       (int)name.size, name.text);
}

/* ---- RUN ---- */

static const struct {
    const char *name;
    enum scene_topology topology;
} topologies[] = {
    {"POINT_LIST", scene_topology_points},
    {"LINE_LIST", scene_topology_lines},
    {"LINE_STRIP", scene_topology_line_strip},
    {"TRIANGLE_LIST", scene_topology_triangles},
    {"TRIANGLE_STRIP", scene_topology_triangle_strip},
    {"TRIANGLE_FAN", scene_topology_triangle_fan},
    {"LINE_LIST_WITH_ADJACENCY", scene_topology_lines_adjacency},
    {"LINE_STRIP_WITH_ADJACENCY", scene_topology_line_strip_adjacency},
    {"TRIANGLE_LIST_WITH_ADJACENCY", scene_topology_triangles_adjacency},
    {"TRIANGLE_STRIP_WITH_ADJACENCY", scene_topology_triangle_strip_adjacency},
    {"PATCH_LIST", scene_topology_patches},
    /* OpenGL's names, which VkRunner takes too. */
    {"GL_POINTS", scene_topology_points},
    {"GL_LINES", scene_topology_lines},
    {"GL_LINE_STRIP", scene_topology_line_strip},
    {"GL_TRIANGLES", scene_topology_triangles},
    {"GL_TRIANGLE_STRIP", scene_topology_triangle_strip},
    {"GL_TRIANGLE_FAN", scene_topology_triangle_fan},
    {"GL_LINES_ADJACENCY", scene_topology_lines_adjacency},
    {"GL_LINE_STRIP_ADJACENCY", scene_topology_line_strip_adjacency},
    {"GL_TRIANGLES_ADJACENCY", scene_topology_triangles_adjacency},
    {"GL_TRIANGLE_STRIP_ADJACENCY", scene_topology_triangle_strip_adjacency},
    {"GL_PATCHES", scene_topology_patches},
};

bool
script_read_topology(struct script_lexer *lexer, enum scene_topology *topology)
{
    static const char prefix[] = "VK_PRIMITIVE_TOPOLOGY_";
    const size_t count = sizeof(prefix) - 1;
    struct script_token name = lexer->token;

    if (name.kind == script_token_word && name.size > count &&
        memcmp(name.text, prefix, count) == 0) {
        name.text += count;
        name.size -= count;
    }
    for (size_t i = 0; i < BASE_COUNT(topologies); i++) {
        if (name.kind != script_token_word ||
            !script_text_is(name.text, name.size, topologies[i].name))
            continue;
        *topology = topologies[i].topology;
        script_lexer_next(lexer);
        return true;
    }
    return script_lexer_fail(lexer, "a topology, as in TRIANGLE_LIST");
}

static bool
read_position(struct script_lexer *lexer, struct script_draw *draw)
{
    uint32_t values[4];

    if (!script_lexer_expect(lexer, "POS") ||
        !script_lexer_uint(lexer, "x", MAX_PIXEL, &values[0]) ||
        !script_lexer_uint(lexer, "y", MAX_PIXEL, &values[1]) ||
        !script_lexer_expect(lexer, "SIZE") ||
        !script_lexer_uint(lexer, "a width", MAX_PIXEL, &values[2]) ||
        !script_lexer_uint(lexer, "a height", MAX_PIXEL, &values[3]))
        return false;
    draw->is_ortho = true;
    draw->x = (float)values[0];
    draw->y = (float)values[1];
    draw->width = (float)values[2];
    draw->height = (float)values[3];
    return true;
}

static bool
read_rect(struct script_lexer *lexer, struct script_draw *draw)
{
    draw->shape = script_shape_rect;
    draw->topology = scene_topology_triangle_strip;
    return read_position(lexer, draw);
}

static bool
read_grid(struct script_lexer *lexer, struct script_draw *draw)
{
    draw->shape = script_shape_grid;
    draw->topology = scene_topology_triangles;
    return read_position(lexer, draw) && script_lexer_expect(lexer, "CELLS") &&
           script_lexer_uint(lexer, "columns, at most 4096", 4096, &draw->columns) &&
           script_lexer_uint(lexer, "rows, at most 4096", 4096, &draw->rows);
}

static bool
read_array(struct script_lexer *lexer, struct script_draw *draw)
{
    draw->shape = script_shape_array;
    if (!script_lexer_expect(lexer, "AS") || !script_read_topology(lexer, &draw->topology))
        return false;
    while (!script_lexer_is_line_end(lexer)) {
        bool is_good = true;

        if (script_lexer_accept(lexer, "INDEXED")) {
            draw->is_indexed = true;
        } else if (script_lexer_accept(lexer, "START_IDX")) {
            is_good = script_lexer_uint(lexer, "a vertex", INT32_MAX, &draw->first);
        } else if (script_lexer_accept(lexer, "COUNT")) {
            draw->has_count = true;
            is_good = script_lexer_uint(lexer, "a number", SCENE_MAX_VERTICES, &draw->count);
        } else if (script_lexer_accept(lexer, "START_INSTANCE")) {
            is_good = script_lexer_uint(lexer, "an instance", UINT32_MAX, &draw->first_instance);
        } else if (script_lexer_accept(lexer, "INSTANCE_COUNT")) {
            is_good =
                script_lexer_uint(lexer, "a number", SCENE_MAX_VERTICES, &draw->instance_count);
        } else {
            is_good = script_lexer_fail(
                lexer, "INDEXED, START_IDX, COUNT, START_INSTANCE or INSTANCE_COUNT");
        }
        if (!is_good)
            return false;
    }
    return true;
}

static bool
read_draw(struct script_amber *amber, struct script_draw *draw, struct qd_place place)
{
    struct script_lexer *lexer = &amber->lexer;
    const struct script_pipeline *pipeline = &amber->script->pipelines.data[draw->pipeline];

    draw->instance_count = 1;
    if (script_lexer_accept(lexer, "DRAW_ARRAY")) {
        if (!read_array(lexer, draw))
            return false;
        if (draw->is_indexed && pipeline->indices == SCRIPT_NONE)
            return script_fail(amber->script, place, "found INDEXED, expected INDEX_DATA in %s",
                               pipeline->name);
        if (!draw->is_indexed && !draw->has_count && pipeline->attributes.count == 0)
            return script_fail(amber->script, place,
                               "found no COUNT, expected one or VERTEX_DATA in %s", pipeline->name);
        return true;
    }
    if (script_lexer_accept(lexer, "DRAW_RECT"))
        return read_rect(lexer, draw);
    if (script_lexer_accept(lexer, "DRAW_GRID"))
        return read_grid(lexer, draw);
    return script_lexer_fail(lexer, "DRAW_RECT, DRAW_GRID or DRAW_ARRAY");
}

static bool
read_run(struct script_amber *amber)
{
    struct script_lexer *lexer = &amber->lexer;
    const struct qd_place place = lexer->token.place;
    struct script_command *command;
    uint32_t pipeline;

    script_lexer_accept(lexer, "TIMED_EXECUTION");
    if (!find_pipeline(amber, &pipeline))
        return false;
    const bool is_compute = amber->script->pipelines.data[pipeline].is_compute;
    command = script_add_command(amber->script,
                                 is_compute ? script_command_dispatch : script_command_draw, place);
    if (!command)
        return false;
    if (is_compute) {
        struct script_dispatch *dispatch = &command->dispatch;

        dispatch->pipeline = pipeline;
        for (int i = 0; i < 3; i++) {
            if (!script_lexer_uint(lexer, "a number of workgroups", UINT32_MAX,
                                   &dispatch->groups[i]))
                return false;
        }
        return script_lexer_end_line(lexer);
    }
    command->draw.pipeline = pipeline;
    return read_draw(amber, &command->draw, place) && script_lexer_end_line(lexer);
}

/* ---- CLEAR ---- */

static bool
find_graphics(struct script_amber *amber, uint32_t *pipeline)
{
    const struct qd_place place = amber->lexer.token.place;

    if (!find_pipeline(amber, pipeline))
        return false;
    return !amber->script->pipelines.data[*pipeline].is_compute ||
           script_fail(amber->script, place, "found a compute pipeline, expected a graphics one");
}

static bool
read_clear_kind(struct script_amber *amber, enum script_command_kind kind)
{
    struct script_lexer *lexer = &amber->lexer;
    const struct qd_place place = lexer->token.place;
    struct script_command *command;
    struct script_clear clear = {0};

    if (!find_graphics(amber, &clear.pipeline))
        return false;
    for (int i = 0; kind == script_command_clear_color && i < 4; i++) {
        uint32_t value;

        if (!script_lexer_uint(lexer, "a number from 0 to 255", 255, &value))
            return false;
        clear.color[i] = (float)value / 255.0F;
    }
    if (kind == script_command_clear_depth && !script_lexer_float(lexer, "a depth", &clear.depth))
        return false;
    if (kind == script_command_clear_stencil &&
        !script_lexer_uint(lexer, "a number from 0 to 255", 255, &clear.stencil))
        return false;
    command = script_add_command(amber->script, kind, place);
    if (!command)
        return false;
    command->clear = clear;
    return script_lexer_end_line(lexer);
}

/* ---- COPY ---- */

static bool
read_copy(struct script_amber *amber)
{
    struct script_lexer *lexer = &amber->lexer;
    const struct qd_place place = lexer->token.place;
    struct script_command *command;
    uint32_t from, to;

    if (!script_amber_resource(amber, &from) || !script_lexer_expect(lexer, "TO") ||
        !script_amber_resource(amber, &to))
        return false;
    if (from == to)
        return script_fail(amber->script, place, "found one buffer twice, expected two");
    if (strcmp(amber->script->resources.data[from].type.name,
               amber->script->resources.data[to].type.name) != 0)
        return script_fail(amber->script, place, "found %s and %s, expected buffers of one type",
                           amber->script->resources.data[from].type.name,
                           amber->script->resources.data[to].type.name);
    command = script_add_command(amber->script, script_command_copy, place);
    if (!command)
        return false;
    command->copy.from = from;
    command->copy.to = to;
    return script_lexer_end_line(lexer);
}

/* ---- EXPECT ---- */

static bool
read_buffer_check(struct script_amber *amber, struct script_expect *expect)
{
    struct script_lexer *lexer = &amber->lexer;

    if (!script_amber_resource(amber, &expect->other))
        return false;
    if (expect->check == script_check_equal)
        return script_lexer_end_line(lexer);
    const struct script_token token = lexer->token;
    return script_lexer_expect(lexer, "TOLERANCE") && script_lexer_tolerances(lexer, expect) &&
           ((expect->tolerance_count == 1 && !expect->tolerance[0].is_percent) ||
            script_fail(amber->script, token.place,
                        "found several tolerances or one in percent, expected one number")) &&
           script_lexer_end_line(lexer);
}

static bool
read_color_check(struct script_amber *amber, struct script_expect *expect, uint32_t x, uint32_t y)
{
    struct script_lexer *lexer = &amber->lexer;
    const struct qd_place place = lexer->token.place;
    uint32_t width, height;

    expect->check = script_check_color;
    expect->in_bytes = true;
    if (!script_lexer_uint(lexer, "a width", MAX_PIXEL, &width) ||
        !script_lexer_uint(lexer, "a height", MAX_PIXEL, &height))
        return false;
    if (width == 0 || height == 0)
        return script_fail(amber->script, place, "found an empty rectangle, expected texels");
    expect->x = x;
    expect->y = y;
    expect->width = width;
    expect->height = height;
    expect->has_alpha = script_lexer_accept(lexer, "EQ_RGBA");
    if (!expect->has_alpha && !script_lexer_accept(lexer, "EQ_RGB"))
        return script_lexer_fail(lexer, "EQ_RGB or EQ_RGBA");
    for (int i = 0; i < (expect->has_alpha ? 4 : 3); i++) {
        uint32_t value;

        if (!script_lexer_uint(lexer, "a number from 0 to 255", 255, &value))
            return false;
        /* As Amber has it: a float's 255th. */
        expect->color[i] = (double)((float)value / 255.0F);
    }
    if (script_lexer_accept(lexer, "TOLERANCE") && !script_lexer_tolerances(lexer, expect))
        return false;
    return script_lexer_end_line(lexer);
}

static bool
read_value_check(struct script_amber *amber, struct script_expect *expect)
{
    static const char *const names[] = {
        [script_compare_equal] = "EQ",   [script_compare_not_equal] = "NE",
        [script_compare_less] = "LT",    [script_compare_less_or_equal] = "LE",
        [script_compare_greater] = "GT", [script_compare_greater_or_equal] = "GE",
    };
    struct script_lexer *lexer = &amber->lexer;
    struct qd_place place = lexer->token.place;
    uint32_t compare;

    expect->check = script_check_values;
    expect->layout = amber->script->resources.data[expect->resource].layout;
    if (script_lexer_accept(lexer, "TOLERANCE") && !script_lexer_tolerances(lexer, expect))
        return false;
    if (!script_lexer_choice(lexer, "a comparison", names, BASE_COUNT(names), &compare))
        return false;
    expect->compare = (enum script_compare)compare;
    if (expect->tolerance_count) {
        if (compare != script_compare_equal)
            return script_fail(amber->script, place, "found TOLERANCE with %s, expected EQ",
                               names[compare]);
        expect->compare = script_compare_near;
    }
    if (expect->at % expect->layout.size != 0)
        return script_fail(amber->script, place,
                           "found byte %" PRIu64 ", expected a multiple of %" PRIu32
                           ", an element's size",
                           expect->at, expect->layout.size);
    place = lexer->token.place;
    if (!script_lexer_numbers(lexer, false, &expect->values, &expect->value_count))
        return false;
    if (expect->value_count == 0)
        return script_lexer_fail(lexer, "a value");
    return script_check_numbers(amber->script, &expect->layout, expect->values, expect->value_count,
                                place) &&
           script_lexer_end_line(lexer);
}

static bool
read_expect_kind(struct script_amber *amber, struct script_expect *expect)
{
    struct script_lexer *lexer = &amber->lexer;
    uint32_t x, y;

    expect->other = SCRIPT_NONE;
    if (!script_amber_resource(amber, &expect->resource))
        return false;
    if (script_lexer_accept(lexer, "EQ_BUFFER"))
        expect->check = script_check_equal;
    else if (script_lexer_accept(lexer, "RMSE_BUFFER"))
        expect->check = script_check_rmse;
    else if (script_lexer_accept(lexer, "EQ_HISTOGRAM_EMD_BUFFER"))
        expect->check = script_check_histogram;
    else if (!script_lexer_accept(lexer, "IDX"))
        return script_lexer_fail(lexer, "IDX, EQ_BUFFER, RMSE_BUFFER or EQ_HISTOGRAM_EMD_BUFFER");
    else if (!script_lexer_uint(lexer, "a place", UINT32_MAX, &x))
        return false;
    else if (script_lexer_is_number(lexer))
        return script_lexer_uint(lexer, "y", UINT32_MAX, &y) &&
               script_lexer_expect(lexer, "SIZE") && read_color_check(amber, expect, x, y);
    else {
        expect->at = x;
        return read_value_check(amber, expect);
    }
    return read_buffer_check(amber, expect);
}

static bool
read_expect(struct script_amber *amber)
{
    const struct qd_place place = amber->lexer.token.place;
    struct script_expect expect = {0};
    struct script_command *command;

    if (!read_expect_kind(amber, &expect))
        return false;
    command = script_add_command(amber->script, script_command_expect, place);
    if (!command)
        return false;
    command->expect = expect;
    return true;
}

bool
script_amber_command(struct script_amber *amber, bool *is_known)
{
    static const struct {
        const char *name;
        enum script_command_kind kind;
    } clears[] = {
        {"CLEAR", script_command_clear},
        {"CLEAR_COLOR", script_command_clear_color},
        {"CLEAR_DEPTH", script_command_clear_depth},
        {"CLEAR_STENCIL", script_command_clear_stencil},
    };
    struct script_lexer *lexer = &amber->lexer;

    *is_known = true;
    for (size_t i = 0; i < BASE_COUNT(clears); i++) {
        if (script_lexer_accept(lexer, clears[i].name))
            return read_clear_kind(amber, clears[i].kind);
    }
    if (script_lexer_accept(lexer, "RUN"))
        return read_run(amber);
    if (script_lexer_accept(lexer, "EXPECT"))
        return read_expect(amber);
    if (script_lexer_accept(lexer, "COPY"))
        return read_copy(amber);
    *is_known = false;
    return true;
}
