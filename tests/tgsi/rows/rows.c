/* SPDX-License-Identifier: MIT
 *
 * What rows run on: shaders from text, and drawings that give each lane its own words.
 */
#include "rows.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define MAX_SHOWN 5 /* Faults of a row. */

static void
show_fault(struct rows *r, const char *format, va_list args)
{
    if (r->faults++ >= MAX_SHOWN)
        return;
    printf("fault: %s, %s, %s dialect: ", tgsi_op_infos[r->row->op].name, r->device_name,
           r->dialect == tgsi_dialect_early ? "early" : "final");
    vprintf(format, args);
    puts("");
}

static bool BASE_PRINTF(2, 3) fail(struct rows *r, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    show_fault(r, format, args);
    va_end(args);
    return false;
}

bool
rows_expect(struct rows *r, bool is_good, const char *format, ...)
{
    va_list args;

    r->vectors++;
    if (is_good)
        return true;
    va_start(args, format);
    show_fault(r, format, args);
    va_end(args);
    return false;
}

void
rows_skip(struct rows *r, const char *reason)
{
    r->skips = reason;
}

const char *
rows_text(struct rows *r, const char *format, ...)
{
    struct base_text text;
    va_list args;

    base_text_init(&text, &r->arena);
    va_start(args, format);
    base_text_vprintf(&text, format, args);
    va_end(args);
    return base_text_string(&text);
}

static bool
fail_with_first(struct rows *r, const char *text)
{
    const struct qd_diagnostic *first = r->diags.list.count > 0 ? &r->diags.list.data[0] : NULL;

    return fail(r, "%s\n%s", first ? first->message : "no diagnostic", text);
}

const struct ir_shader *
rows_shader(struct rows *r, const char *text)
{
    base_diags_init(&r->diags, &r->arena, "row");
    base_diags_set_text(&r->diags, text, strlen(text));
    struct tgsi_program *program = tgsi_read_text(&r->arena, text, strlen(text), NULL, &r->diags);
    if (program)
        program->dialect = r->dialect;
    if (!program || !tgsi_check(program, &r->diags)) {
        (void)fail_with_first(r, text);
        return NULL;
    }
    struct ir_shader *shader = tgsi_lower(program, &r->options, &r->arena, &r->diags);
    if (shader && ir_verify(shader, &r->diags) &&
        ir_run_pipeline(shader, ir_pipeline_default, &r->diags) && ir_verify(shader, &r->diags))
        return shader;
    (void)fail_with_first(r, text);
    return NULL;
}

bool
rows_run(struct rows *r, const struct scene *scene, struct scene_result *result)
{
    base_diags_init(&r->diags, &r->arena, "row");
    if (scene_check(scene, &r->diags) &&
        r->device->run(r->device, scene, &r->arena, result, &r->diags) == scene_status_ok)
        return true;
    return fail_with_first(r, "");
}

/* ---- drawings ---- */

/* Points stand in rows of so many. */
#define ROW_WIDTH 256

static const char *
passing_vertex(struct rows *r, uint32_t inputs)
{
    struct base_text text;

    base_text_init(&text, &r->arena);
    base_text_printf(&text, "VERT\nDCL IN[0..%u]\nDCL OUT[0], POSITION\n", inputs);
    for (uint32_t i = 0; i < inputs; i++)
        base_text_printf(&text, "DCL OUT[%u], GENERIC[%u]\n", i + 1, i);
    for (uint32_t i = 0; i <= inputs; i++)
        base_text_printf(&text, "MOV OUT[%u], IN[%u]\n", i, i);
    base_text_add_string(&text, "END\n");
    return base_text_string(&text);
}

static const char *
showing_fragment(struct rows *r, uint32_t outputs)
{
    struct base_text text;

    base_text_init(&text, &r->arena);
    base_text_add_string(&text, "FRAG\n");
    for (uint32_t i = 0; i < outputs; i++)
        base_text_printf(&text, "DCL IN[%u], GENERIC[%u], CONSTANT\nDCL OUT[%u], COLOR[%u]\n", i, i,
                         i, i);
    for (uint32_t i = 0; i < outputs; i++)
        base_text_printf(&text, "MOV OUT[%u], IN[%u]\n", i, i);
    base_text_add_string(&text, "END\n");
    return base_text_string(&text);
}

/* Positions and inputs of the vertices. */
static float *
make_vertices(struct rows *r, const struct rows_drawing *d, uint32_t width, uint32_t height)
{
    static const float whole[3][4] = {{-1, -1, 0, 1}, {3, -1, 0, 1}, {-1, 3, 0, 1}};
    const uint32_t stride = 4 * (1 + d->inputs);
    const uint32_t count = d->width ? 3 : d->count;
    float *vertices = base_arena_new_array(&r->arena, float, (size_t)stride *count);

    for (uint32_t i = 0; i < count; i++) {
        float *v = &vertices[(size_t)i * stride];

        v[0] = d->width ? whole[i][0] : (2 * (float)(i % width) + 1) / (float)width - 1;
        v[1] = d->width ? whole[i][1] : (2 * (float)(i / width) + 1) / (float)height - 1;
        v[3] = 1;
        if (d->inputs > 0)
            memcpy(v + 4, &d->in[(size_t)i * d->inputs * 4], (size_t)d->inputs * 16);
    }
    return vertices;
}

/* What a drawing's scene points to. */
struct stage {
    struct scene scene;
    struct scene_attribute attributes[1 + ROWS_MAX_INPUTS];
    struct scene_buffer *buffers;
    struct scene_image *images;
    struct scene_view *views;
    struct scene_step *steps;
};

static void
add_targets(struct stage *s, const struct rows_drawing *d, const struct rows_resources *given,
            uint32_t width, uint32_t height)
{
    static const uint32_t zeroes[4];
    const uint32_t first = given->image_count, view = given->view_count;
    struct scene_step *step = s->steps;

    for (uint32_t i = 0; i < d->outputs; i++) {
        s->images[first + i] = scene_image_2d_of(scene_format_r32g32b32a32_sfloat, width, height);
        s->scene.images = s->images;
        s->views[view + i] = scene_view_of(&s->scene, first + i);
        step->kind = scene_step_clear;
        step->clear.view = view + i;
        memcpy(step++->clear.words, d->clear ? d->clear : zeroes, sizeof(zeroes));
    }
    s->scene.step_count = d->outputs;
}

/* Images and views of the drawing's own stand behind those of the resources, so that the indices
 * of these hold; the vertices stand behind the buffers. */
static void
begin_scene(struct rows *r, struct stage *s, const struct rows_resources *given,
            const struct rows_drawing *d, struct scene_buffer vertices)
{
    struct scene *scene = &s->scene;

    scene->buffer_count = given->buffer_count + 1;
    scene->image_count = given->image_count + d->outputs;
    scene->view_count = given->view_count + d->outputs;
    s->buffers = base_arena_new_array(&r->arena, struct scene_buffer, scene->buffer_count);
    s->images = base_arena_new_array(&r->arena, struct scene_image, scene->image_count);
    s->views = base_arena_new_array(&r->arena, struct scene_view, scene->view_count);
    s->steps = base_arena_new_array(&r->arena, struct scene_step,
                                    2 * d->outputs + 1 + given->buffer_count);
    for (uint32_t i = 0; i < given->buffer_count; i++)
        s->buffers[i] = given->buffers[i];
    s->buffers[given->buffer_count] = vertices;
    for (uint32_t i = 0; i < given->image_count; i++)
        s->images[i] = given->images[i];
    for (uint32_t i = 0; i < given->view_count; i++)
        s->views[i] = given->views[i];
    scene->buffers = s->buffers;
    scene->images = s->images;
    scene->views = s->views;
    scene->steps = s->steps;
    scene->samplers = given->samplers;
    scene->sampler_count = given->sampler_count;
}

static bool
add_draw(struct rows *r, struct stage *s, const struct rows_resources *given,
         const struct rows_drawing *d, uint32_t width, uint32_t height)
{
    const uint32_t inputs = d->inputs;
    struct scene_step *step = &s->steps[s->scene.step_count++];

    step->kind = scene_step_draw;
    step->draw = scene_draw_default(width, height);
    struct scene_draw *draw = &step->draw;
    draw->vertex = rows_shader(r, d->vertex ? d->vertex : passing_vertex(r, inputs));
    draw->fragment = rows_shader(r, d->fragment ? d->fragment : showing_fragment(r, d->outputs));
    if (!draw->vertex || !draw->fragment)
        return false;
    draw->topology = d->width ? scene_topology_triangles : scene_topology_points;
    draw->vertex_count = d->width ? 3 : d->count;
    for (uint32_t i = 0; i <= inputs; i++)
        s->attributes[i] = (struct scene_attribute){.location = i,
                                                    .format = scene_format_r32g32b32a32_sfloat,
                                                    .buffer = given->buffer_count,
                                                    .offset = 16 * i,
                                                    .stride = 16 * (1 + inputs)};
    draw->attributes = s->attributes;
    draw->attribute_count = 1 + inputs;
    draw->inputs.bindings = given->bindings;
    draw->inputs.binding_count = given->binding_count;
    draw->target_count = d->outputs;
    for (uint32_t i = 0; i < d->outputs; i++)
        draw->targets[i] =
            (struct scene_target){.view = given->view_count + i, .resolve = SCENE_NONE};
    return true;
}

static void
add_reads(struct stage *s, const struct rows_resources *given, const struct rows_drawing *d)
{
    for (uint32_t i = 0; i < d->outputs; i++) {
        struct scene_step *step = &s->steps[s->scene.step_count++];

        step->kind = scene_step_read_image;
        step->read = given->image_count + i;
    }
    for (uint32_t i = 0; given->reads_buffers && i < given->buffer_count; i++) {
        struct scene_step *step = &s->steps[s->scene.step_count++];

        step->kind = scene_step_read_buffer;
        step->read = i;
    }
}

static void
take_results(struct rows *r, const struct scene_result *result, const struct rows_resources *given,
             struct rows_drawing *d)
{
    d->out = base_arena_new_array(&r->arena, uint32_t, (size_t)d->count * d->outputs * 4 + 1);
    for (uint32_t lane = 0; lane < d->count; lane++)
        for (uint32_t i = 0; i < d->outputs; i++)
            memcpy(rows_output(d, lane, i), (const char *)result->reads[i].data + 16 * (size_t)lane,
                   16);
    if (!given->reads_buffers)
        return;
    d->buffers = base_arena_new_array(&r->arena, uint32_t *, given->buffer_count);
    for (uint32_t i = 0; i < given->buffer_count; i++)
        d->buffers[i] = result->reads[d->outputs + i].data;
}

bool
rows_draw(struct rows *r, struct rows_drawing *d, const struct rows_resources *resources)
{
    static const struct rows_resources none;
    const struct rows_resources *given = resources ? resources : &none;
    struct stage *s = base_arena_new(&r->arena, struct stage);
    struct scene_result result;
    uint32_t width = d->width, height = d->height;

    if (d->width == 0) {
        width = d->count < ROW_WIDTH ? d->count : ROW_WIDTH;
        height = (d->count + width - 1) / width;
    } else {
        d->count = width * height;
        d->inputs = 0;
    }
    const struct scene_buffer vertices = {make_vertices(r, d, width, height),
                                          (size_t)(d->width ? 3 : d->count) * 16 * (1 + d->inputs)};
    begin_scene(r, s, given, d, vertices);
    add_targets(s, d, given, width, height);
    if (!add_draw(r, s, given, d, width, height))
        return false;
    add_reads(s, given, d);
    if (!rows_run(r, &s->scene, &result))
        return false;
    take_results(r, &result, given, d);
    return true;
}
