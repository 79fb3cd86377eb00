/* SPDX-License-Identifier: MIT */
#include "harness.h"

#include "guest/guest.h"
#include "tgsi/tgsi.h"

#include <string.h>

/* The harnesses' own shaders. */
static const char vertex_partner[] = "VERT\n"
                                     "DCL IN[0]\nDCL IN[1]\nDCL IN[2]\n"
                                     "DCL OUT[0], POSITION\n"
                                     "DCL OUT[1], COLOR[0]\n"
                                     "DCL OUT[2], GENERIC[0]\n"
                                     "MOV OUT[0], IN[0]\n"
                                     "MOV OUT[1], IN[1]\n"
                                     "MOV OUT[2], IN[2]\n"
                                     "END\n";
static const char fragment_partner[] = "FRAG\n"
                                       "DCL IN[0], COLOR, LINEAR\n"
                                       "DCL OUT[0], COLOR\n"
                                       "MOV OUT[0], IN[0]\n"
                                       "END\n";
/* vert-uadd writes no colour: the second of its outputs is shown in its place. */
static const char generic_partner[] = "FRAG\n"
                                      "DCL IN[0], GENERIC[1], LINEAR\n"
                                      "DCL OUT[0], COLOR\n"
                                      "MOV OUT[0], IN[0]\n"
                                      "END\n";

static const float triangle[3][12] = {
    {0.9f, 0.9f, 0, 1, 0, 0, 1, 1, 1, 1, 0, 1},
    {0.9f, -0.9f, 0, 1, 1, 0, 0, 1, 1, -1, 0, 1},
    {-0.9f, 0, 0, 1, 0, 1, 0, 1, -1, 0, 0, 1},
};

/* 256 vertices of 28 bytes, and the zeroes that the last one's fourth colour component reads. */
struct mesh {
    float data[256 * 7 + 1];
};

static const float constants[2][12][4] = {
    {{0.4f, 0, 0, 1},
     {1, 1, 1, 1},
     {2, 2, 2, 2},
     {4, 8, 16, 32},
     {3, 0, 0, 0},
     {0, 0.5f, 0, 0},
     {1, 0, 0, 1},
     {0, 0, 0, 1},
     {1, 0, 0, 0.5f},
     {0, 1, 0, 0.5f},
     {0, 0, 1, 0},
     {0, 0, 0, 1}},
    {{1, 0, 0, 1},
     {0, 1, 0, 1},
     {0, 0, 1, 1},
     {0, 0, 0, 0},
     {1, 1, 0, 1},
     {1, 0.5f, 0, 1},
     {1, 0, 0, 1},
     {0, 0, 0, 1},
     {1, 0, 0, 0.5f},
     {0, 1, 0, 0.5f},
     {0, 0, 1, 0},
     {0, 0, 0, 1}},
};
static const float vertex_constants[12][4] = {
    {0.4f, 0, 0, 1}, {1, 1, 1, 1}, {2, 2, 2, 2},    {4, 8, 16, 32},  {3, 0, 0, 0}, {0, 0.5f, 0, 0},
    {0, 0, 1, 0},    {0, 0, 0, 1}, {1, 0, 0, 0.5f}, {0, 1, 0, 0.5f}, {0, 0, 1, 0}, {0, 0, 0, 1}};

static const struct mesh *
mesh_of_points(void)
{
    static struct mesh mesh;
    float *v = mesh.data;

    for (int y = 0; y < 16; y++) {
        for (int x = 0; x < 16; x++, v += 7) {
            const float vertex[7] = {(float)x / 8 - 1, (float)y / 8 - 1, 0, 1, 0.5f,
                                     (float)x / 16,    (float)y / 16};

            memcpy(v, vertex, sizeof(vertex));
        }
    }
    return &mesh;
}

static struct ir_shader *
read_shader(struct base_arena *arena, const char *text, size_t size, struct base_diags *diags)
{
    const struct guest_options options = {.language = guest_language_tgsi,
                                          .tgsi = {.default_point_size = 8}};

    return guest_read(text, size, &options, NULL, arena, diags);
}

static bool
writes_color(const struct ir_shader *shader)
{
    for (uint32_t i = 0; i < shader->outputs.count; i++)
        if (shader->outputs.data[i].builtin == ir_builtin_none &&
            shader->outputs.data[i].location == 0)
            return true;
    return false;
}

bool
graw_read(struct base_arena *arena, const char *text, size_t size, struct graw_shaders *shaders,
          struct base_diags *diags)
{
    struct ir_shader *shader = read_shader(arena, text, size, diags);

    *shaders = (struct graw_shaders){NULL, NULL};
    if (!shader)
        return false;
    if (shader->stage == ir_stage_fragment) {
        shaders->fragment = shader;
        shaders->vertex = read_shader(arena, vertex_partner, sizeof(vertex_partner) - 1, diags);
    } else {
        const char *partner = writes_color(shader) ? fragment_partner : generic_partner;

        shaders->vertex = shader;
        shaders->fragment = read_shader(arena, partner, strlen(partner), diags);
    }
    return shaders->vertex && shaders->fragment;
}

static void
add_attribute(struct graw_scene *s, uint32_t location, uint32_t stride)
{
    s->attributes[location] = (struct scene_attribute){.location = location,
                                                       .format = scene_format_r32g32b32a32_sfloat,
                                                       .buffer = 0,
                                                       .offset = location * 16,
                                                       .stride = stride};
    s->steps[1].draw.attribute_count = location + 1;
}

void
graw_make_scene(const struct graw_shaders *shaders, bool is_vertex_test, bool is_float,
                struct graw_scene *s)
{
    static const float clear[4] = {0.1f, 0.3f, 0.5f, 0};
    struct scene_draw *draw = &s->steps[1].draw;

    memset(s, 0, sizeof(*s));
    s->steps[1].kind = scene_step_draw;
    *draw = scene_draw_default(GRAW_SIZE, GRAW_SIZE);
    draw->vertex = shaders->vertex;
    draw->fragment = shaders->fragment;
    draw->topology = is_vertex_test ? scene_topology_points : scene_topology_triangles;
    draw->vertex_count = is_vertex_test ? 256 : 3;
    for (uint32_t i = 0; i < (is_vertex_test ? 2u : 3u); i++)
        add_attribute(s, i, is_vertex_test ? 28 : 48);
    draw->attributes = s->attributes;

    s->buffers[0] = is_vertex_test ? (struct scene_buffer){mesh_of_points(), sizeof(struct mesh)}
                                   : (struct scene_buffer){triangle, sizeof(triangle)};
    s->buffers[1] = is_vertex_test
                        ? (struct scene_buffer){vertex_constants, sizeof(vertex_constants)}
                        : (struct scene_buffer){constants[0], sizeof(constants[0])};
    s->buffers[2] = (struct scene_buffer){constants[1], sizeof(constants[1])};
    s->bindings[0] = (struct scene_binding){
        .set = is_vertex_test ? 0 : 1, .binding = 0, .kind = scene_binding_uniform, .buffer = 1};
    s->bindings[1] =
        (struct scene_binding){.set = 1, .binding = 1, .kind = scene_binding_uniform, .buffer = 2};
    draw->inputs.bindings = s->bindings;
    draw->inputs.binding_count = is_vertex_test ? 1 : 2; /* The vertex stage's slot 1 is unbound. */

    s->target =
        scene_image_2d_of(is_float ? scene_format_r32g32b32a32_sfloat : scene_format_r8g8b8a8_unorm,
                          GRAW_SIZE, GRAW_SIZE);
    s->steps[0].kind = scene_step_clear;
    memcpy(s->steps[0].clear.words, clear, sizeof(clear));
    s->steps[2].kind = scene_step_read_image;
    s->scene = (struct scene){.buffers = s->buffers,
                              .buffer_count = 3,
                              .images = &s->target,
                              .image_count = 1,
                              .views = &s->view,
                              .view_count = 1,
                              .steps = s->steps,
                              .step_count = 3};
    s->view = scene_view_of(&s->scene, 0);
}
