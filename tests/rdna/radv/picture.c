/* SPDX-License-Identifier: MIT */
#include "picture.h"

#include "base/bits.h"

/* Legs of eight pixels: weights of vertices are then multiples of 1/32, and what is interpolated
 * of short numbers in the first triangle is exact. No centre of a pixel is on an edge. The
 * triangles face different ways. */
static const struct picture_vertex triangles[] = {
    {1.25f, 1.25f, 0.25f, 1.0f}, {9.25f, 1.25f, 0.75f, 1.0f}, {1.25f, 9.25f, 0.5f, 1.0f},
    {9.25f, 1.25f, 0.75f, 2.0f}, {1.25f, 9.25f, 0.5f, 1.0f},  {9.25f, 9.25f, 0.5f, 4.0f},
};
/* Of eight and four pixels. */
static const struct picture_vertex points[] = {
    {5.25f, 5.25f, 0.25f, 1.0f},
    {12.25f, 12.25f, 0.5f, 1.0f},
};
static const float point_sizes[] = {8, 4};

#define BACKGROUND 12345

/* ---- vertices ---- */

static uint32_t
random_bits(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(*state >> 32);
}

static bool
has_op(const struct ir_shader *shader, enum ir_op op)
{
    for (ir_ref ref = shader->first; ref; ref = ir_next(shader, ref))
        if (ir_op_of(shader, ref) == op)
            return true;
    return false;
}

/* Are integers places of texels, of elements, or exponents, that have to be small? */
static bool
wants_small(const struct ir_shader *shader)
{
    return shader->images.count > 0 || ir_writes_memory(shader) || has_op(shader, ir_op_fldexp);
}

static uint32_t
value_of(const struct picture *picture, const struct ir_io *io, unsigned component, bool is_small,
         uint64_t *state)
{
    const uint32_t bits = random_bits(state);

    if (io->builtin && io->builtin != ir_builtin_clip_distance0 &&
        io->builtin != ir_builtin_clip_distance1)
        return 0;
    if (io->builtin) /* A distance that cuts nothing off. */
        return base_bits_of_float((float)(bits % 8 + 1) / 4.0f);
    if (io->type == ir_type_f32)
        return picture->inputs.style == inputs_small
                   ? base_bits_of_float((float)((int)(bits % 40) - 12) / 16.0f)
                   : base_bits_of_float((float)((int)(bits % 129) - 64) / 8.0f);
    if (is_small)
        return component < 2 ? bits % 4 : bits % 3;
    return bits >> (bits >> 8) % 32 ^ (bits & 64 ? UINT32_MAX : 0);
}

static void
make_values(struct picture *picture)
{
    const struct ir_shader *shader = picture->shader;
    const bool is_small = picture->inputs.style == inputs_small || wants_small(shader);
    uint64_t state = (uint64_t)picture->inputs.style * 77 + 3;

    picture->values =
        base_arena_alloc_array(picture->arena, shader->inputs.count + 1, sizeof(*picture->values));
    for (uint32_t i = 0; i < shader->inputs.count; i++)
        for (uint32_t v = 0; v < picture->vertex_count; v++)
            for (unsigned c = 0; c < shader->inputs.data[i].components; c++)
                picture->values[i][v][c] =
                    value_of(picture, &shader->inputs.data[i], c, is_small, &state);
}

/* Stores what a constant array has for each vertex. */
static void
store(struct picture *picture, struct ir_builder *b, ir_ref vertex, uint32_t output,
      unsigned component, enum ir_type type, const uint32_t *values)
{
    uint64_t *init = base_arena_new_array(picture->arena, uint64_t, PICTURE_VERTICES);
    const struct ir_array array = {"values", ir_type_i32, PICTURE_VERTICES, init};

    for (uint32_t v = 0; v < picture->vertex_count; v++)
        init[v] = values[v];
    const ir_ref value = ir_build_bitcast(
        b, type,
        ir_build_op(b, ir_op_load_array, ir_type_i32, vertex, 0, ir_add_array(b->shader, &array)));
    (void)ir_build_op(b, ir_op_store_output, ir_type_void, value, 0, ir_io_imm(output, component));
}

/* From pixels to clip space. All of these numbers are exact. */
static float
clip_of(const struct picture_vertex *vertex, unsigned component)
{
    const float scale = 2.0f / PICTURE_SIDE;
    const float ndc[4] = {vertex->x * scale - 1.0f, vertex->y * scale - 1.0f, vertex->z, 1.0f};

    return ndc[component] * vertex->w;
}

static void
store_place(struct picture *picture, struct ir_builder *b, ir_ref vertex)
{
    const struct ir_io position = {
        .builtin = ir_builtin_position, .type = ir_type_f32, .components = 4};
    const struct ir_io size = {
        .builtin = ir_builtin_point_size, .type = ir_type_f32, .components = 1};
    const uint32_t output = ir_add_output(b->shader, &position);
    uint32_t values[PICTURE_VERTICES];

    for (unsigned c = 0; c < 4; c++) {
        for (uint32_t v = 0; v < picture->vertex_count; v++)
            values[v] = base_bits_of_float(clip_of(&picture->vertices[v], c));
        store(picture, b, vertex, output, c, ir_type_f32, values);
    }
    if (!picture->is_points)
        return;
    for (uint32_t v = 0; v < picture->vertex_count; v++)
        values[v] = base_bits_of_float(point_sizes[v]);
    store(picture, b, vertex, ir_add_output(b->shader, &size), 0, ir_type_f32, values);
}

static bool
vertices_have(enum ir_builtin builtin)
{
    return builtin == ir_builtin_none || builtin == ir_builtin_clip_distance0 ||
           builtin == ir_builtin_clip_distance1;
}

static struct ir_shader *
make_vertex_shader(struct picture *picture)
{
    struct ir_shader *shader = ir_shader_create(picture->arena, ir_stage_vertex, "vertices");
    const struct ir_io index = {.builtin = ir_builtin_vertex_index,
                                .type = ir_type_i32,
                                .components = 1,
                                .interp = ir_interp_flat};
    struct ir_builder b;

    ir_builder_init(&b, shader);
    const uint32_t input = ir_add_input(shader, &index);
    const ir_ref vertex = ir_build_op(&b, ir_op_load_input, ir_type_i32, 0, 0, ir_io_imm(input, 0));
    store_place(picture, &b, vertex);
    for (uint32_t i = 0; i < picture->shader->inputs.count; i++) {
        struct ir_io io = picture->shader->inputs.data[i];
        uint32_t values[PICTURE_VERTICES];

        if (!vertices_have(io.builtin))
            continue;
        io.interp = ir_interp_perspective;
        io.sampling = ir_sampling_center;
        const uint32_t output = ir_add_output(shader, &io);
        for (unsigned c = 0; c < io.components; c++) {
            for (uint32_t v = 0; v < picture->vertex_count; v++)
                values[v] = picture->values[i][v][c];
            store(picture, &b, vertex, output, c, io.type, values);
        }
    }
    return shader;
}

/* ---- targets ---- */

static uint32_t
add_target(struct picture *picture, enum scene_format format)
{
    const struct scene_image image = scene_image_2d_of(format, PICTURE_SIDE, PICTURE_SIDE);
    const struct scene_view view = {.image = picture->inputs.images.count,
                                    .dim = ir_dim_2d,
                                    .level_count = 1,
                                    .layer_count = 1};

    base_array_push(picture->arena, &picture->inputs.images, image);
    base_array_push(picture->arena, &picture->inputs.views, view);
    return picture->inputs.views.count - 1;
}

static enum scene_format
host_format(const struct ir_io *io, enum scene_format hardware)
{
    if (io->type == ir_type_f32)
        return scene_format_r32g32b32a32_sfloat;
    return scene_format_infos[hardware].numeric == scene_numeric_sint
               ? scene_format_r32g32b32a32_sint
               : scene_format_r32g32b32a32_uint;
}

static void
add_output(struct picture *picture, const struct ir_io *io, enum scene_format hardware)
{
    const uint32_t components = ((1u << io->components) - 1) << io->component;
    struct picture_output *output = picture->outputs;
    struct picture_output *end = output + picture->output_count;

    while (output < end && (output->location != io->location || output->index != io->index))
        output++;
    if (output == end) {
        if (picture->output_count == PICTURE_OUTPUTS)
            return;
        picture->output_count++;
        output->location = io->location;
        output->index = io->index;
        output->hardware = hardware;
        output->view = add_target(picture, host_format(io, hardware));
        output->image = picture->inputs.views.data[output->view].image;
    }
    output->components |= components;
}

static void
add_outputs(struct picture *picture, const enum scene_format *formats)
{
    const struct ir_shader *shader = picture->shader;
    bool has_depth = false;

    for (uint32_t i = 0; i < shader->outputs.count; i++) {
        const struct ir_io *io = &shader->outputs.data[i];

        has_depth |= io->builtin == ir_builtin_frag_depth;
        picture->writes_stencil |= io->builtin == ir_builtin_frag_stencil;
        if (!io->builtin && io->location < SCENE_MAX_TARGETS && formats[io->location])
            add_output(picture, io, formats[io->location]);
    }
    picture->writes_depth = has_depth;
    picture->depth_view =
        add_target(picture, picture->writes_stencil ? scene_format_d32_sfloat_s8_uint
                                                    : scene_format_d32_sfloat);
}

/* ---- steps ---- */

static struct scene_step *
add_step(struct picture *picture, enum scene_step_kind kind)
{
    struct scene_step *step = &picture->steps[picture->scene.step_count++];

    step->kind = kind;
    return step;
}

static uint32_t
add_read(struct picture *picture, enum scene_step_kind kind, uint32_t what)
{
    add_step(picture, kind)->read = what;
    return picture->read_count++;
}

uint32_t
picture_background(const struct picture *picture, const struct picture_output *output)
{
    if (!scene_format_is_float(picture->inputs.images.data[output->image].format))
        return BACKGROUND;
    return base_bits_of_float(output->index ? 1.0f /* What blending multiplies. */
                                            : (float)BACKGROUND);
}

static void
add_clears(struct picture *picture)
{
    for (uint32_t i = 0; i < picture->output_count; i++) {
        struct scene_clear *clear = &add_step(picture, scene_step_clear)->clear;

        clear->view = picture->outputs[i].view;
        for (unsigned c = 0; c < 4; c++)
            clear->words[c] = picture_background(picture, &picture->outputs[i]);
    }
    add_step(picture, scene_step_clear)->clear.view = picture->depth_view;
}

/* Colours of the index; those of a second source come out through blending. */
static void
add_draw(struct picture *picture, struct scene_draw draw, uint32_t index)
{
    draw.target_count = 0;
    for (uint32_t i = 0; i < SCENE_MAX_TARGETS; i++)
        draw.targets[i].view = draw.targets[i].resolve = SCENE_NONE;
    for (uint32_t i = 0; i < picture->output_count; i++) {
        const struct picture_output *output = &picture->outputs[i];
        struct scene_target *target = &draw.targets[output->location];

        if (output->index != index)
            continue;
        target->view = output->view;
        if (index) {
            target->has_blend = true;
            target->src_color = target->src_alpha = scene_factor_zero;
            target->dst_color = scene_factor_src1_color;
            target->dst_alpha = scene_factor_src1_alpha;
        }
        if (draw.target_count <= output->location)
            draw.target_count = output->location + 1;
    }
    add_step(picture, scene_step_draw)->draw = draw;
}

static struct scene_draw
make_draw(struct picture *picture)
{
    struct scene_draw draw = scene_draw_default(PICTURE_SIDE, PICTURE_SIDE);
    const struct scene_stencil stencil = {.fail = scene_stencil_replace,
                                          .pass = scene_stencil_replace,
                                          .depth_fail = scene_stencil_replace,
                                          .compare = scene_compare_always,
                                          .compare_mask = 255,
                                          .write_mask = 255};

    draw.vertex = make_vertex_shader(picture);
    draw.fragment = picture->shader;
    draw.topology = picture->is_points ? scene_topology_points : scene_topology_triangles;
    draw.vertex_count = picture->vertex_count;
    draw.inputs = picture->bound;
    draw.depth_view = picture->depth_view;
    draw.depth.has_test = draw.depth.has_write = true;
    draw.depth.compare = scene_compare_always;
    draw.depth.has_stencil = picture->writes_stencil;
    draw.depth.front = draw.depth.back = stencil;
    if (picture->has_scissor)
        draw.scissor =
            (struct scene_rect){(int32_t)picture->scissor_x, (int32_t)picture->scissor_y, 1, 1};
    return draw;
}

static void
add_steps(struct picture *picture)
{
    bool has_second = false;

    /* Clears, draws, reads. */
    picture->steps =
        base_arena_new_array(picture->arena, struct scene_step,
                             2 * (picture->output_count + 2) + picture->inputs.outputs.count);
    picture->scene = inputs_scene(&picture->inputs);
    picture->scene.steps = picture->steps;
    add_clears(picture);
    const struct scene_draw draw = make_draw(picture);
    add_draw(picture, draw, 0);
    for (uint32_t i = 0; i < picture->output_count; i++)
        has_second |= picture->outputs[i].index == 1;
    if (has_second)
        add_draw(picture, draw, 1);
    for (uint32_t i = 0; i < picture->output_count; i++)
        picture->outputs[i].read =
            add_read(picture, scene_step_read_image, picture->outputs[i].image);
    picture->depth_read = add_read(picture, scene_step_read_image,
                                   picture->inputs.views.data[picture->depth_view].image);
    picture->memory_read = picture->read_count;
    for (uint32_t i = 0; i < picture->inputs.outputs.count; i++)
        (void)add_read(picture,
                       picture->inputs.outputs.data[i].is_image ? scene_step_read_image
                                                                : scene_step_read_buffer,
                       picture->inputs.outputs.data[i].number);
}

/* ---- levels ---- */

/* Vulkan gathers from the first level, and RADV's older back end from that of the derivatives.
 * Levels of cubes come from differences on faces in hardware and of directions elsewhere. What is
 * used so is given one level, and one filter. */
static bool
is_of_one_level(const struct ir_shader *shader, uint32_t image)
{
    for (ir_ref ref = shader->first; ref; ref = ir_next(shader, ref)) {
        const enum ir_op op = ir_op_of(shader, ref);

        if ((op == ir_op_gather || op == ir_op_sample) &&
            ir_imm_image(ir_imm(shader, ref)) == image &&
            (op == ir_op_gather ||
             (shader->images.data[image].dim == ir_dim_cube && ir_is_by_quad(shader, ref))))
            return true;
    }
    return false;
}

static void
limit_levels(struct picture *picture)
{
    const struct ir_shader *shader = picture->shader;

    for (uint32_t i = 0; i < picture->inputs.bindings.count; i++) {
        const struct scene_binding *binding = &picture->inputs.bindings.data[i];

        for (uint32_t k = 0; k < shader->images.count; k++) {
            const struct ir_image *image = &shader->images.data[k];

            if (image->set != binding->set || image->binding != binding->binding ||
                !is_of_one_level(shader, k))
                continue;
            picture->inputs.views.data[binding->view].level_count = 1;
            if (binding->kind == scene_binding_combined)
                picture->inputs.samplers.data[binding->sampler].min =
                    picture->inputs.samplers.data[binding->sampler].mag;
        }
    }
}

static bool
has_input(const struct ir_shader *shader, enum ir_builtin builtin)
{
    for (uint32_t i = 0; i < shader->inputs.count; i++)
        if (shader->inputs.data[i].builtin == builtin)
            return true;
    return false;
}

void
picture_make(struct picture *picture, struct base_arena *arena,
             const struct picture_options *options)
{
    /* Of each triangle; of each point, and a pixel without neighbours in its quad. */
    static const uint32_t pixels[PICTURE_SHOTS][2] = {{1, 1}, {4, 5}, {8, 7}};

    *picture = (struct picture){.arena = arena, .shader = options->shader};
    inputs_make(&picture->inputs, arena, options->shader, options->layout, options->style);
    for (uint32_t i = 0; i < picture->inputs.samplers.count; i++) /* Not all hosts filter depths. */
        if (picture->inputs.samplers.data[i].has_compare)
            picture->inputs.samplers.data[i].mag = scene_filter_nearest;
    picture->is_points = has_input(options->shader, ir_builtin_point_coord);
    picture->vertices = picture->is_points ? points : triangles;
    picture->point_sizes = point_sizes;
    picture->vertex_count =
        (uint32_t)(picture->is_points ? BASE_COUNT(points) : BASE_COUNT(triangles));
    picture->has_scissor = options->is_one_pixel;
    picture->scissor_x = pixels[options->shot][0];
    picture->scissor_y = pixels[options->shot][1];
    limit_levels(picture);
    make_values(picture);
    picture->bound = inputs_bound(&picture->inputs);
    add_outputs(picture, options->formats);
    add_steps(picture);
}

/* ---- what came out ---- */

static uint32_t
word_at(const struct scene_bytes *bytes, size_t at)
{
    uint32_t word;

    memcpy(&word, (const char *)bytes->data + at, sizeof(word));
    return word;
}

bool
picture_is_drawn(const struct picture *picture, const struct scene_result *result, uint32_t pixel)
{
    const size_t bytes = picture->writes_stencil ? 8 : 4;

    if (!picture->writes_depth && !picture->shader->early_tests)
        return word_at(&result->reads[picture->depth_read], pixel * bytes) != 0;
    for (uint32_t i = 0; i < picture->output_count; i++)
        for (unsigned c = 0; c < 4; c++)
            if (picture->outputs[i].components >> c & 1 && picture->outputs[i].index == 0 &&
                word_at(&result->reads[picture->outputs[i].read], pixel * 16 + c * 4) !=
                    picture_background(picture, &picture->outputs[i]))
                return true;
    return false;
}
