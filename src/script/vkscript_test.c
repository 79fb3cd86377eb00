/* SPDX-License-Identifier: MIT
 *
 * VkScript: the commands of [test].
 */
#include "script/script_priv.h"

#include <inttypes.h>

#define DEFAULT_TOLERANCE 0.01

enum memory { memory_push, memory_uniform, memory_storage };

/* What clear clears to. */
struct clears {
    float color[4];
    float depth;
    uint32_t stencil;
};

struct test {
    struct script_vkscript *vk;
    struct script *script;
    struct script_lexer *lexer;
    struct clears clears;
};

/* ---- the pipeline as it is now ---- */

/* Its number in the script: a new one if anything changed since the last. */
static uint32_t
current_pipeline(struct test *test, bool is_compute, struct qd_place place)
{
    struct script_vkscript *vk = test->vk;
    struct script_pipeline *pipeline = &vk->pipeline;
    struct script *script = test->script;

    if (!is_compute)
        script_add_default_target(script, pipeline);
    if (!vk->is_fresh || pipeline->is_compute != is_compute) {
        pipeline->is_compute = is_compute;
        pipeline->place = place;

        struct script_pipeline copy = *pipeline;
        memset(&copy.binds, 0, sizeof(copy.binds));
        for (uint32_t i = 0; i < pipeline->binds.count; i++)
            base_array_push(script->arena, &copy.binds, pipeline->binds.data[i]);
        base_array_push(script->arena, &script->pipelines, copy);
        vk->is_fresh = true;
    }
    return script->pipelines.count - 1;
}

static bool
check_stage(struct test *test, enum ir_stage stage, struct qd_place place)
{
    return test->vk->pipeline.stages[stage].shader != SCRIPT_NONE ||
           script_fail(test->script, place, "found no %s shader, expected one before this",
                       ir_stage_name(stage));
}

/* ---- draw, compute, clear ---- */

static bool
read_draw_rect(struct test *test, struct script_draw *draw)
{
    struct script_lexer *lexer = test->lexer;

    draw->shape = script_shape_rect;
    draw->is_3d = true;
    draw->topology = scene_topology_triangle_strip;
    draw->instance_count = 1;
    for (;;) {
        if (script_lexer_accept(lexer, "patch"))
            draw->topology = scene_topology_patches;
        else if (script_lexer_accept(lexer, "ortho"))
            draw->is_ortho = true;
        else
            break;
    }
    return script_lexer_float(lexer, "x", &draw->x) && script_lexer_float(lexer, "y", &draw->y) &&
           script_lexer_float(lexer, "a width", &draw->width) &&
           script_lexer_float(lexer, "a height", &draw->height);
}

static bool
read_draw_arrays(struct test *test, struct script_draw *draw)
{
    struct script_lexer *lexer = test->lexer;
    bool is_instanced = false;

    draw->shape = script_shape_array;
    draw->has_count = true;
    draw->instance_count = 1;
    for (;;) {
        if (script_lexer_accept(lexer, "indexed"))
            draw->is_indexed = true;
        else if (script_lexer_accept(lexer, "instanced"))
            is_instanced = true;
        else
            break;
    }
    if (draw->is_indexed && test->vk->pipeline.indices == SCRIPT_NONE)
        return script_lexer_fail(lexer, "[indices] before an indexed draw");
    if (!script_read_topology(lexer, &draw->topology) ||
        !script_lexer_uint(lexer, "the first vertex", INT32_MAX, &draw->first) ||
        !script_lexer_uint(lexer, "a number of vertices", SCENE_MAX_VERTICES, &draw->count))
        return false;
    if (is_instanced && !script_lexer_is_line_end(lexer))
        return script_lexer_uint(lexer, "a number of instances", SCENE_MAX_VERTICES,
                                 &draw->instance_count);
    return true;
}

static bool
read_draw(struct test *test, struct qd_place place)
{
    struct script_lexer *lexer = test->lexer;
    struct script_draw draw = {0};
    struct script_command *command;

    if (!check_stage(test, ir_stage_vertex, place))
        return false;
    if (script_lexer_accept(lexer, "rect")) {
        if (!read_draw_rect(test, &draw))
            return false;
    } else if (!script_lexer_accept(lexer, "arrays")) {
        return script_lexer_fail(lexer, "rect or arrays");
    } else if (!read_draw_arrays(test, &draw)) {
        return false;
    }
    if (draw.topology == scene_topology_patches && !check_stage(test, ir_stage_tess_eval, place))
        return false;
    draw.pipeline = current_pipeline(test, false, place);
    command = script_add_command(test->script, script_command_draw, place);
    if (!command)
        return false;
    command->draw = draw;
    test->vk->has_run = true;
    return true;
}

static bool
read_entry_point(struct test *test, enum ir_stage stage)
{
    struct script_token name;

    if (!script_lexer_name(test->lexer, "an entry point's name", &name))
        return false;
    test->vk->pipeline.stages[stage].entry =
        base_arena_copy_string(test->script->arena, name.text, name.size);
    test->vk->is_fresh = false;
    return true;
}

static bool
read_compute(struct test *test, struct qd_place place)
{
    struct script_dispatch dispatch;
    struct script_command *command;

    if (script_lexer_accept(test->lexer, "entrypoint"))
        return read_entry_point(test, ir_stage_compute);
    if (!check_stage(test, ir_stage_compute, place))
        return false;
    for (int i = 0; i < 3; i++) {
        if (!script_lexer_uint(test->lexer, "a number of workgroups", UINT32_MAX,
                               &dispatch.groups[i]))
            return false;
    }
    dispatch.pipeline = current_pipeline(test, true, place);
    command = script_add_command(test->script, script_command_dispatch, place);
    if (!command)
        return false;
    command->dispatch = dispatch;
    test->vk->has_run = true;
    return true;
}

static bool
read_stage_entry_point(struct test *test, struct qd_place place, const char *stage_name)
{
    const enum ir_stage stage =
        script_find_stage(test->script, place, stage_name, strlen(stage_name));

    return stage != ir_stage_count && script_lexer_expect(test->lexer, "entrypoint") &&
           read_entry_point(test, stage);
}

/* clear color r g b a; clear depth x; clear stencil n; clear. */
static bool
read_clear(struct test *test, struct qd_place place)
{
    static const enum script_command_kind kinds[] = {
        script_command_clear_color, script_command_clear_depth, script_command_clear_stencil,
        script_command_clear};
    struct script_lexer *lexer = test->lexer;
    struct clears *clears = &test->clears;

    if (script_lexer_accept(lexer, "color")) {
        for (int i = 0; i < 4; i++) {
            if (!script_lexer_float(lexer, "a component", &clears->color[i]))
                return false;
        }
        return true;
    }
    if (script_lexer_accept(lexer, "depth"))
        return script_lexer_float(lexer, "a depth", &clears->depth);
    if (script_lexer_accept(lexer, "stencil"))
        return script_lexer_uint(lexer, "a value", UINT32_MAX, &clears->stencil);
    const uint32_t pipeline = current_pipeline(test, false, place);
    for (size_t i = 0; i < BASE_COUNT(kinds); i++) {
        struct script_command *command = script_add_command(test->script, kinds[i], place);

        if (!command)
            return false;
        command->clear.pipeline = pipeline;
        memcpy(command->clear.color, clears->color, sizeof(clears->color));
        command->clear.depth = clears->depth;
        command->clear.stencil = clears->stencil;
    }
    return true;
}

/* ---- memory ---- */

static bool
read_type(struct test *test, enum memory memory, struct script_layout *layout)
{
    struct script_vkscript *vk = test->vk;
    const struct script_token token = test->lexer->token;
    struct script_type type;

    if (token.kind != script_token_word || !script_type_parse_glsl(token.text, token.size, &type))
        return script_lexer_fail(test->lexer, "a type, as in int or vec4");
    script_lexer_next(test->lexer);
    /* Several values are an array's elements. */
    type.is_array = vk->rules[memory] == script_rules_std140;
    return script_layout_make(&type, vk->rules[memory], &vk->strides[memory], test->script->arena,
                              layout) ||
           script_fail(test->script, token.place, "the type is too large");
}

/* n or set:n. */
static bool
read_binding(struct test *test, uint32_t *set, uint32_t *binding)
{
    const struct script_token token = test->lexer->token;
    const char *colon =
        token.kind == script_token_word ? memchr(token.text, ':', token.size) : NULL;
    const size_t first = colon ? (size_t)(colon - token.text) : 0;
    const size_t skipped = colon ? first + 1 : 0;
    struct script_number numbers[2] = {0};

    if (token.kind != script_token_word ||
        (colon && !script_read_number(token.text, first, &numbers[0])) ||
        !script_read_number(token.text + skipped, token.size - skipped, &numbers[1]) ||
        numbers[0].is_real || numbers[1].is_real || numbers[0].bits > UINT32_MAX ||
        numbers[1].bits > UINT32_MAX)
        return script_lexer_fail(test->lexer, "a binding, as in 0 or 1:0");
    *set = (uint32_t)numbers[0].bits;
    *binding = (uint32_t)numbers[1].bits;
    script_lexer_next(test->lexer);
    return true;
}

static const struct script_bind *
find_bind(const struct test *test, uint32_t set, uint32_t binding)
{
    const struct script_pipeline *pipeline = &test->vk->pipeline;

    for (uint32_t i = 0; i < pipeline->binds.count; i++) {
        if (pipeline->binds.data[i].set == set && pipeline->binds.data[i].binding == binding)
            return &pipeline->binds.data[i];
    }
    return NULL;
}

static uint32_t
add_bytes(struct test *test, const char *name, struct qd_place place)
{
    static const struct script_leaf leaf = {0, script_scalar_uint8};
    struct script_resource resource = script_new_bytes(name, place);

    resource.layout = (struct script_layout){&leaf, 1, 1, 1};
    base_array_push(test->script->arena, &test->script->resources, resource);
    return test->script->resources.count - 1;
}

/* The buffer at a binding, made at its first use. SCRIPT_NONE: reported. */
static uint32_t
find_buffer(struct test *test, enum memory memory, uint32_t set, uint32_t binding,
            struct qd_place place)
{
    const enum scene_binding_kind kind =
        memory == memory_uniform ? scene_binding_uniform : scene_binding_storage;
    const struct script_bind *found = find_bind(test, set, binding);
    const char *name;

    if (found && found->kind != kind) {
        script_fail(test->script, place, "found an ssbo and a ubo at one binding, expected one");
        return SCRIPT_NONE;
    }
    if (found)
        return found->resource;
    if (!script_check_room(test->script, test->vk->pipeline.binds.count, place))
        return SCRIPT_NONE;
    name = base_arena_printf(test->script->arena, "%s %" PRIu32 ":%" PRIu32,
                             memory == memory_uniform ? "ubo" : "ssbo", set, binding);
    const struct script_bind bind = {
        .place = place,
        .kind = kind,
        .set = set,
        .binding = binding,
        .resource = add_bytes(test, name, place),
        .sampler = SCRIPT_NONE,
    };
    base_array_push(test->script->arena, &test->vk->pipeline.binds, bind);
    test->vk->is_fresh = false;
    return bind.resource;
}

/* What stands one after another goes in one command; what lies between leaves is not touched. */
static bool
add_writes(struct test *test, uint32_t resource, const struct script_layout *layout, uint64_t at,
           const struct script_number *numbers, uint32_t count, struct qd_place place)
{
    const uint64_t bytes = script_layout_bytes(layout, count);
    unsigned char *data = base_arena_alloc(test->script->arena, (size_t)bytes);
    struct script_command *command = NULL;
    uint64_t end = 0;

    script_layout_put(layout, numbers, count, data);
    for (uint32_t i = 0; i < count; i++) {
        const struct script_leaf *leaf = &layout->leaves[i % layout->leaf_count];
        const uint64_t from = (uint64_t)(i / layout->leaf_count) * layout->size + leaf->at;

        if (!command || from != end) {
            command = script_add_command(test->script, script_command_write, place);
            if (!command)
                return false;
            command->write = (struct script_write){resource, at + from, data + from, 0};
        }
        end = from + script_scalar_size(leaf->scalar);
        command->write.size = end - (command->write.at - at);
    }
    return true;
}

/* TYPE offset values, into a buffer. */
static bool
read_values(struct test *test, enum memory memory, uint32_t resource, struct qd_place place)
{
    struct script_resource *buffer = &test->script->resources.data[resource];
    const struct script_number *numbers;
    struct script_layout layout;
    uint32_t count;
    uint64_t at;

    if (!read_type(test, memory, &layout) ||
        !script_lexer_uint64(test->lexer, "an offset in bytes", SCRIPT_MAX_BYTES, &at) ||
        !script_lexer_numbers(test->lexer, false, &numbers, &count))
        return false;
    if (count == 0 || count % layout.leaf_count != 0)
        return script_fail(test->script, place,
                           "found %" PRIu32 " values, expected a multiple of %" PRIu32, count,
                           layout.leaf_count);
    if (!script_check_numbers(test->script, &layout, numbers, count, place))
        return false;
    if (!test->vk->has_run || memory == memory_push)
        return script_resource_put(test->script, buffer, &layout, at, numbers, count, place);
    return script_resource_grow(test->script, buffer, at + script_layout_bytes(&layout, count),
                                place) &&
           add_writes(test, resource, &layout, at, numbers, count, place);
}

/* Draws so far keep the push constants that they had: a change is made in a copy. */
static bool
read_push(struct test *test, struct qd_place place)
{
    struct script *script = test->script;
    struct script_pipeline *pipeline = &test->vk->pipeline;
    const uint32_t before = pipeline->push;
    const uint32_t push = add_bytes(test, "push constants", place);

    if (before != SCRIPT_NONE) {
        const struct script_resource *from = &script->resources.data[before];

        if (!script_resource_grow(script, &script->resources.data[push], from->size, place))
            return false;
        if (from->size)
            memcpy(script->resources.data[push].data, from->data, (size_t)from->size);
    }
    pipeline->push = push;
    test->vk->is_fresh = false;
    return read_values(test, memory_push, push, place);
}

/* BINDING subdata TYPE offset values; BINDING size; of old, BINDING TYPE offset values. */
static bool
read_buffer(struct test *test, enum memory memory, bool is_old, struct qd_place place)
{
    struct script_lexer *lexer = test->lexer;
    uint32_t set = 0, binding = 0;
    uint64_t size;

    if (!read_binding(test, &set, &binding))
        return false;
    const uint32_t resource = find_buffer(test, memory, set, binding, place);
    if (resource == SCRIPT_NONE)
        return false;
    if (is_old || script_lexer_accept(lexer, "subdata"))
        return read_values(test, memory, resource, place);
    return script_lexer_uint64(lexer, "subdata or a size", SCRIPT_MAX_BYTES, &size) &&
           script_resource_grow(test->script, &test->script->resources.data[resource], size, place);
}

/* layout [std140|std430] [row_major|column_major] */
static bool
read_layout(struct test *test, enum memory memory)
{
    struct script_lexer *lexer = test->lexer;
    struct script_vkscript *vk = test->vk;

    while (!script_lexer_is_line_end(lexer)) {
        if (script_lexer_accept(lexer, "std140"))
            vk->rules[memory] = script_rules_std140;
        else if (script_lexer_accept(lexer, "std430"))
            vk->rules[memory] = script_rules_std430;
        else if (script_lexer_accept(lexer, "row_major"))
            vk->strides[memory].is_row_major = true;
        else if (script_lexer_accept(lexer, "column_major"))
            vk->strides[memory].is_row_major = false;
        else
            return script_lexer_fail(lexer, "std140, std430, row_major or column_major");
    }
    return true;
}

static bool
read_memory(struct test *test, enum memory memory, struct qd_place place)
{
    if (script_lexer_accept(test->lexer, "layout"))
        return read_layout(test, memory);
    return memory == memory_push ? read_push(test, place) : read_buffer(test, memory, false, place);
}

static bool
read_uniform(struct test *test, struct qd_place place)
{
    if (script_lexer_accept(test->lexer, "ubo"))
        return read_buffer(test, memory_uniform, true, place);
    return read_push(test, place);
}

/* ---- probe ---- */

static bool
expect_token(struct test *test, enum script_token_kind kind, const char *what)
{
    if (test->lexer->token.kind != kind)
        return script_lexer_fail(test->lexer, what);
    script_lexer_next(test->lexer);
    return true;
}

/* (a, b ..) or a b ..: a list of so many numbers. */
static bool
read_list(struct test *test, double *values, int count, bool needs_brackets)
{
    const bool has_brackets = test->lexer->token.kind == script_token_open;

    if ((needs_brackets || has_brackets) && !expect_token(test, script_token_open, "("))
        return false;
    for (int i = 0; i < count; i++) {
        struct script_number number;

        if (i && test->lexer->token.kind == script_token_comma)
            script_lexer_next(test->lexer);
        if (!script_lexer_number(test->lexer, "a number", &number))
            return false;
        values[i] = number.real;
    }
    return !has_brackets || expect_token(test, script_token_close, ")");
}

static bool
check_rect(struct test *test, const struct script_expect *expect, struct qd_place place)
{
    const double values[] = {expect->x, expect->y, expect->width, expect->height};

    for (size_t i = 0; i < BASE_COUNT(values); i++) {
        if (!(values[i] >= 0 && values[i] <= 0x1p24))
            return script_fail(test->script, place,
                               "found a place outside of any framebuffer, expected one inside");
    }
    return true;
}

/* [rect|all] rgb|rgba PLACE COLOUR */
static bool
read_color_probe(struct test *test, struct script_expect *expect, bool is_relative)
{
    struct script_lexer *lexer = test->lexer;
    const struct qd_place place = lexer->token.place;
    double at[4] = {0};

    script_add_default_target(test->script, &test->vk->pipeline);
    expect->check = script_check_color;
    expect->resource = test->vk->pipeline.colors[0].resource;
    expect->is_relative = is_relative;
    expect->is_whole = script_lexer_accept(lexer, "all");
    const bool is_rect = !expect->is_whole && script_lexer_accept(lexer, "rect");
    expect->has_alpha = script_lexer_accept(lexer, "rgba");
    if (!expect->has_alpha && !script_lexer_accept(lexer, "rgb"))
        return script_lexer_fail(lexer, "rgb or rgba");
    if (!expect->is_whole && !read_list(test, at, is_rect ? 4 : 2, true))
        return false;
    expect->x = at[0];
    expect->y = at[1];
    expect->width = is_rect ? at[2] : 0;
    expect->height = is_rect ? at[3] : 0;
    if (!check_rect(test, expect, place) ||
        !read_list(test, expect->color, expect->has_alpha ? 4 : 3, false))
        return false;
    memcpy(expect->tolerance, test->vk->tolerance, sizeof(expect->tolerance));
    expect->tolerance_count = test->vk->tolerance_count;
    return true;
}

/* TYPE BINDING offset OP values */
static bool
read_buffer_probe(struct test *test, struct script_expect *expect)
{
    static const char *const names[] = {
        [script_compare_equal] = "==",  [script_compare_not_equal] = "!=",
        [script_compare_less] = "<",    [script_compare_less_or_equal] = "<=",
        [script_compare_greater] = ">", [script_compare_greater_or_equal] = ">=",
        [script_compare_near] = "~=",
    };
    struct script_lexer *lexer = test->lexer;
    const struct qd_place place = lexer->token.place;
    uint32_t set, binding, compare;

    expect->check = script_check_values;
    if (!read_type(test, memory_storage, &expect->layout) || !read_binding(test, &set, &binding))
        return false;
    const struct script_bind *bind = find_bind(test, set, binding);
    if (!bind || bind->kind != scene_binding_storage)
        return script_fail(test->script, place,
                           "found no ssbo %" PRIu32 ":%" PRIu32
                           ", expected one that was given a size or data",
                           set, binding);
    expect->resource = bind->resource;
    if (!script_lexer_uint64(lexer, "an offset in bytes", SCRIPT_MAX_BYTES, &expect->at) ||
        !script_lexer_choice(lexer, "a comparison", names, BASE_COUNT(names), &compare) ||
        !script_lexer_numbers(lexer, false, &expect->values, &expect->value_count))
        return false;
    expect->compare = (enum script_compare)compare;
    memcpy(expect->tolerance, test->vk->tolerance, sizeof(expect->tolerance));
    expect->tolerance_count = test->vk->tolerance_count;
    return expect->value_count > 0
               ? script_check_numbers(test->script, &expect->layout, expect->values,
                                      expect->value_count, place)
               : script_lexer_fail(lexer, "a value");
}

static bool
read_probe(struct test *test, bool is_relative, struct qd_place place)
{
    struct script_expect expect = {.other = SCRIPT_NONE};
    struct script_command *command;

    if (!is_relative && script_lexer_accept(test->lexer, "ssbo")) {
        if (!read_buffer_probe(test, &expect))
            return false;
    } else if (!read_color_probe(test, &expect, is_relative)) {
        return false;
    }
    command = script_add_command(test->script, script_command_expect, place);
    if (!command)
        return false;
    command->expect = expect;
    return true;
}

static bool
read_tolerance(struct test *test)
{
    struct script_expect expect = {0};

    if (!script_lexer_tolerances(test->lexer, &expect))
        return false;
    memcpy(test->vk->tolerance, expect.tolerance, sizeof(expect.tolerance));
    test->vk->tolerance_count = expect.tolerance_count;
    return true;
}

/* patch parameter vertices n */
static bool
read_patch(struct test *test)
{
    test->vk->is_fresh = false;
    return script_lexer_expect(test->lexer, "parameter") &&
           script_lexer_expect(test->lexer, "vertices") &&
           script_lexer_uint(test->lexer, "a number of vertices", IR_MAX_PATCH_VERTICES,
                             &test->vk->pipeline.patch_vertices);
}

/* ---- RDNA code ---- */

/* ssbo 0:1, ubo 2 */
static bool
find_wave_buffer(void *context, uint32_t *resource)
{
    struct test *test = context;
    const struct qd_place place = test->lexer->token.place;
    const bool is_uniform = script_lexer_accept(test->lexer, "ubo");
    uint32_t set, binding;

    if ((!is_uniform && !script_lexer_expect(test->lexer, "ssbo")) ||
        !read_binding(test, &set, &binding))
        return false;
    *resource =
        find_buffer(test, is_uniform ? memory_uniform : memory_storage, set, binding, place);
    return *resource != SCRIPT_NONE;
}

static bool
read_wave_line(struct test *test, bool *is_known)
{
    const struct script_wave_reader reader = {
        .lexer = test->lexer,
        .pipeline = &test->vk->pipeline,
        .is_lower = true,
        .find_buffer = find_wave_buffer,
        .context = test,
    };

    if (!script_read_wave_line(&reader, is_known))
        return false;
    test->vk->is_fresh = test->vk->is_fresh && !*is_known;
    return true;
}

/* ---- the section ---- */

static bool
read_tessellation(struct test *test, struct qd_place place)
{
    const bool is_control = script_lexer_accept(test->lexer, "control");

    if (!is_control && !script_lexer_expect(test->lexer, "evaluation"))
        return false;
    return read_stage_entry_point(test, place,
                                  is_control ? "tessellation control" : "tessellation evaluation");
}

static bool
read_command(struct test *test)
{
    struct script_lexer *lexer = test->lexer;
    const struct qd_place place = lexer->token.place;
    bool is_known;

    if (script_lexer_accept(lexer, "draw"))
        return read_draw(test, place);
    if (script_lexer_accept(lexer, "compute"))
        return read_compute(test, place);
    if (script_lexer_accept(lexer, "probe"))
        return read_probe(test, false, place);
    if (script_lexer_accept(lexer, "relative"))
        return script_lexer_expect(lexer, "probe") && read_probe(test, true, place);
    if (script_lexer_accept(lexer, "ssbo"))
        return read_memory(test, memory_storage, place);
    if (script_lexer_accept(lexer, "ubo"))
        return read_memory(test, memory_uniform, place);
    if (script_lexer_accept(lexer, "push"))
        return read_memory(test, memory_push, place);
    if (script_lexer_accept(lexer, "uniform"))
        return read_uniform(test, place);
    if (script_lexer_accept(lexer, "clear"))
        return read_clear(test, place);
    if (script_lexer_accept(lexer, "tolerance"))
        return read_tolerance(test);
    if (script_lexer_accept(lexer, "patch"))
        return read_patch(test);
    if (script_lexer_accept(lexer, "vertex"))
        return read_stage_entry_point(test, place, "vertex");
    if (script_lexer_accept(lexer, "fragment"))
        return read_stage_entry_point(test, place, "fragment");
    if (script_lexer_accept(lexer, "geometry"))
        return read_stage_entry_point(test, place, "geometry");
    if (script_lexer_accept(lexer, "tessellation"))
        return read_tessellation(test, place);
    if (!script_vkscript_property(test->vk, &is_known) ||
        (!is_known && !read_wave_line(test, &is_known)))
        return false;
    return is_known || script_lexer_fail(lexer, "a command");
}

bool
script_vkscript_test(struct script_vkscript *vk, const char *text, size_t size, uint32_t line)
{
    struct test test = {
        .vk = vk,
        .script = vk->script,
        .lexer = &vk->lexer,
        .clears = {.depth = 1},
    };

    vk->rules[memory_push] = vk->rules[memory_storage] = script_rules_std430;
    vk->rules[memory_uniform] = script_rules_std140;
    vk->tolerance[0].value = DEFAULT_TOLERANCE;
    vk->tolerance_count = 1;
    script_lexer_init(&vk->lexer, vk->script, text, size, line);
    while (script_lexer_skip_lines(&vk->lexer)) {
        if (!read_command(&test) || !script_lexer_end_line(&vk->lexer))
            return false;
    }
    return !vk->lexer.has_failed;
}
