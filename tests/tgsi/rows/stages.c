/* SPDX-License-Identifier: MIT
 *
 * Inputs elsewhere in their pixel, and the vertices and primitives of geometry shaders.
 */
#include "rows.h"

#include <math.h>

#define SIZE 16
#define SAMPLES 4

/* Targets of a draw: what is drawn to, of several samples, and their mean. */
enum { target_samples, target_mean, target_count };

struct drawing {
    struct scene_image images[target_count];
    struct scene_view views[target_count];
    struct scene_step steps[3];
    struct scene_buffer buffer;
    struct scene_attribute attribute;
    struct scene scene;
};

/* A triangle over the whole target; its first corner alone is a point's. */
static const float corners[3][4] = {{-1, -1, 0.5f, 1}, {3, -1, 0.5f, 1}, {-1, 3, 0.5f, 1}};

static const float (*draw(struct rows *r, const struct scene_draw *wanted))[4]
{
    struct drawing *d = base_arena_new(&r->arena, struct drawing);
    struct scene_result result;
    struct scene_draw *draw;

    for (unsigned i = 0; i < target_count; i++) {
        d->images[i] = scene_image_2d_of(scene_format_r32g32b32a32_sfloat, SIZE, SIZE);
        d->views[i] =
            (struct scene_view){.image = i, .dim = ir_dim_2d, .level_count = 1, .layer_count = 1};
    }
    d->images[target_samples].samples = SAMPLES;
    d->buffer = (struct scene_buffer){corners, sizeof(corners)};
    d->attribute = (struct scene_attribute){.format = scene_format_r32g32b32a32_sfloat,
                                            .stride = sizeof(corners[0])};
    d->steps[0] = (struct scene_step){.kind = scene_step_clear, .clear = {.view = target_samples}};
    d->steps[1].kind = scene_step_draw;
    draw = &d->steps[1].draw;
    *draw = scene_draw_default(SIZE, SIZE);
    draw->vertex = wanted->vertex;
    draw->geometry = wanted->geometry;
    draw->fragment = wanted->fragment;
    draw->topology = wanted->topology;
    draw->vertex_count = wanted->vertex_count;
    draw->attributes = &d->attribute;
    draw->attribute_count = 1;
    draw->targets[0].view = target_samples;
    draw->targets[0].resolve = target_mean;
    d->steps[2] = (struct scene_step){.kind = scene_step_read_image, .read = target_mean};
    d->scene = (struct scene){.buffers = &d->buffer,
                              .buffer_count = 1,
                              .images = d->images,
                              .image_count = target_count,
                              .views = d->views,
                              .view_count = target_count,
                              .steps = d->steps,
                              .step_count = BASE_COUNT(d->steps)};
    return rows_run(r, &d->scene, &result) ? (const float(*)[4])result.reads[0].data : NULL;
}

/* ---- inputs elsewhere ---- */

static const char interp_vertex[] =
    "VERT\nDCL IN[0]\nDCL OUT[0], POSITION\nDCL OUT[1], GENERIC[0]\nMOV OUT[0], IN[0]\n"
    "MOV OUT[1], IN[0]\nEND\n";

/* The sources behind the input, and where in the pixel that is. */
struct place {
    const char *source;
    float x;
    float y;
};

static const struct place centroid[] = {{"", 0.5f, 0.5f}, {0}};
static const struct place offsets[] = {
    {", IMM[0].xxxx", 0.5f, 0.5f},
    {", IMM[0].yzxx", 0.75f, 0.125f},
    {", -IMM[0].yzxx", 0.25f, 0.875f},
    {", IMM[0].zyxx", 0.125f, 0.75f},
    {0},
};
/* Vulkan's standard places of four samples. */
static const struct place samples[] = {
    {", IMM[1].xyzw", 0.375f, 0.125f},
    {", IMM[1].yxxx", 0.875f, 0.375f},
    {", IMM[1].zxxx", 0.125f, 0.625f},
    {", IMM[1].wxxx", 0.625f, 0.875f},
    {0},
};

/* x and y are those of the place, with the swizzle and the sign that the input is read with. The
 * centroid of a covered pixel is its middle here, and may be anywhere in it on a host. */
static void
expect_place(struct rows *r, const struct place *place, const float (*texels)[4])
{
    const bool is_free = r->row->op == tgsi_op_INTERP_CENTROID && !r->is_cpu;
    const float most = is_free ? 1.0f / SIZE : 1e-3f;

    for (uint32_t i = 0; i < SIZE * SIZE; i++) {
        const float x = ((float)(i % SIZE) + place->x) * 2 / SIZE - 1;
        const float y = ((float)(i / SIZE) + place->y) * 2 / SIZE - 1;

        (void)rows_expect(r,
                          fabsf(texels[i][0] + y) < most && fabsf(texels[i][1] + x) < most &&
                              texels[i][2] == 7,
                          "texel %u: found %g %g %g, expected %g %g 7", i, (double)texels[i][0],
                          (double)texels[i][1], (double)texels[i][2], (double)-y, (double)-x);
    }
}

static void
run_interp(struct rows *r, const struct rows_row *row)
{
    struct scene_draw wanted = {.topology = scene_topology_triangles, .vertex_count = 3};

    if (!r->device->has_feature(r->device, "sampleRateShading")) {
        rows_skip(r, "the device has no sampleRateShading");
        return;
    }
    for (const struct place *place = row->data; place->source; place++) {
        wanted.vertex = rows_shader(r, interp_vertex);
        wanted.fragment =
            rows_shader(r, rows_text(r,
                                     "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\n"
                                     "DCL TEMP[0]\nIMM[0] FLT32 {0, 0.25, -0.375, 7}\n"
                                     "IMM[1] UINT32 {0, 1, 2, 3}\nMOV TEMP[0], IMM[0].wwww\n"
                                     "%s TEMP[0].xy, -IN[0].yxzw%s\nMOV OUT[0], TEMP[0]\nEND\n",
                                     tgsi_op_name(row->op), place->source));
        if (!wanted.vertex || !wanted.fragment)
            return;
        const float(*texels)[4] = draw(r, &wanted);
        if (texels)
            expect_place(r, place, texels);
    }
}

/* ---- vertices and primitives ---- */

static const char passing_vertex[] =
    "VERT\nDCL IN[0]\nDCL OUT[0], POSITION\nMOV OUT[0], IN[0]\nEND\n";
static const char color_fragment[] =
    "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\nMOV OUT[0], IN[0]\nEND\n";

/* Two strips, a half of the target each: were they one, its triangles between would mix their
 * colours. Rows of IMM: left and right edges, colours. */
static const char *
geometry_text(struct rows *r)
{
    const char *stream = r->dialect == tgsi_dialect_early ? "" : " IMM[4].xxxx";
    struct base_text text;

    base_text_init(&text, &r->arena);
    base_text_add_string(
        &text, "GEOM\nPROPERTY GS_INPUT_PRIMITIVE POINTS\n"
               "PROPERTY GS_OUTPUT_PRIMITIVE TRIANGLE_STRIP\nPROPERTY GS_MAX_OUTPUT_VERTICES 8\n"
               "DCL IN[][0], POSITION\nDCL OUT[0], POSITION\nDCL OUT[1], GENERIC[0]\n"
               "IMM FLT32 {-1, 0, 1, 0.5}\nIMM FLT32 {1, 2, 3, 4}\nIMM FLT32 {5, 6, 7, 8}\n"
               "IMM FLT32 {0, 0, 0, 0}\n");
    if (*stream)
        base_text_add_string(&text, "IMM UINT32 {0, 0, 0, 0}\n");
    for (unsigned half = 0; half < 2; half++) {
        for (unsigned vertex = 0; vertex < 4; vertex++)
            base_text_printf(&text, "MOV OUT[0], IMM[0].%c%cwz\nMOV OUT[1], IMM[%u]\nEMIT%s\n",
                             "xyz"[half + vertex % 2], vertex < 2 ? 'x' : 'z', half + 1, stream);
        if (half == 0)
            base_text_printf(&text, "ENDPRIM%s\n", stream);
    }
    base_text_add_string(&text, "END\n");
    return base_text_string(&text);
}

static void
run_geometry(struct rows *r, const struct rows_row *row)
{
    struct scene_draw wanted = {.topology = scene_topology_points, .vertex_count = 1};
    (void)row;

    if (!r->device->has_feature(r->device, "geometryShader")) {
        rows_skip(r, "the device has no geometry shaders");
        return;
    }
    wanted.vertex = rows_shader(r, passing_vertex);
    wanted.geometry = rows_shader(r, geometry_text(r));
    wanted.fragment = rows_shader(r, color_fragment);
    if (!wanted.vertex || !wanted.geometry || !wanted.fragment)
        return;
    const float(*texels)[4] = draw(r, &wanted);
    for (uint32_t i = 0; texels && i < SIZE * SIZE; i++)
        for (unsigned c = 0; c < 4; c++) {
            const float expected = (float)(c + (i % SIZE < SIZE / 2 ? 1 : 5));

            (void)rows_expect(r, fabsf(texels[i][c] - expected) < 1e-4f,
                              "texel %u, component %u: found %g, expected %g", i, c,
                              (double)texels[i][c], (double)expected);
        }
}

static const struct rows_row rows[] = {
    ROWS_ROW(EMIT, early, run_geometry, NULL),
    ROWS_ROW(EMIT, final, run_geometry, NULL),
    ROWS_ROW(ENDPRIM, early, run_geometry, NULL),
    ROWS_ROW(ENDPRIM, final, run_geometry, NULL),
    ROWS_ROW(INTERP_CENTROID, auto, run_interp, centroid),
    ROWS_ROW(INTERP_OFFSET, auto, run_interp, offsets),
    ROWS_ROW(INTERP_SAMPLE, auto, run_interp, samples),
};

const struct rows_table rows_table_stages = {"stages", rows, BASE_COUNT(rows)};
