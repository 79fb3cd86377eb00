/* SPDX-License-Identifier: MIT
 *
 * One draw of one mesh into one target, made of what the options name and of defaults for the rest.
 */
#include "cli/picture_priv.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#define MAX_ROWS 4096

#define DEFAULT_SIZE 256
#define DEFAULT_POINT_SIZE 1.0f

/* ---- options ---- */

CLI_CHOICE(mesh_choice, "quad", "triangle", "points")
/* In the order of enum scene_topology. */
CLI_CHOICE(topology_choice, "points", "lines", "line-strip", "triangles", "triangle-strip",
           "triangle-fan")
CLI_CHOICE(provoking_choice, "first", "last")
CLI_CHOICE(filter_choice, "nearest", "linear")

static bool
accept(const char **at, char c)
{
    if (**at != c)
        return false;
    (*at)++;
    return true;
}

static bool
set_size(struct cli_args *args, const struct cli_option *option, void *field, const char *value)
{
    struct cli_picture *picture = field;
    const char *at = value;

    if (!cli_read_number(&at, SCENE_MAX_SIZE, &picture->width) || !accept(&at, 'x') ||
        !cli_read_number(&at, SCENE_MAX_SIZE, &picture->height) || *at || !picture->width ||
        !picture->height)
        return cli_usage(args, "found --%s %s, expected WxH, each from 1 to %d", option->name,
                         value, SCENE_MAX_SIZE);
    return true;
}

/* 0x and up to eight digits are the bits themselves. */
static bool
read_bits(const char **at, uint32_t *word)
{
    const char *digits = *at + 2;
    char *end;

    if ((*at)[0] != '0' || (*at)[1] != 'x')
        return false;
    const size_t size = strspn(digits, "0123456789abcdefABCDEF");
    if (size < 1 || size > 8)
        return false;
    *word = (uint32_t)strtoul(digits, &end, 16);
    *at = digits + size;
    return true;
}

static bool
read_word(const char **at, uint32_t *word)
{
    double number;

    if (read_bits(at, word))
        return true;
    if (!cli_read_double(at, &number) || !isfinite((float)number))
        return false;
    const float value = (float)number;
    memcpy(word, &value, sizeof(value));
    return true;
}

/* Four values to the end. */
static bool
read_row(const char *at, uint32_t words[4])
{
    for (uint32_t i = 0; i < 4; i++) {
        if ((i && !accept(&at, ',')) || !read_word(&at, &words[i]))
            return false;
    }
    return !*at;
}

/* [BUFFER.]ROW: */
static bool
read_place(const char **at, struct cli_constant *constant)
{
    uint32_t number;

    constant->buffer = 0;
    if (!cli_read_number(at, MAX_ROWS - 1, &number))
        return false;
    if (accept(at, '.')) {
        constant->buffer = number;
        if (number >= TGSI_MAX_BUFFERS || !cli_read_number(at, MAX_ROWS - 1, &number))
            return false;
    }
    constant->row = number;
    return accept(at, ':');
}

static bool
add_constant(struct cli_args *args, const struct cli_option *option, void *field, const char *value)
{
    struct cli_constants *constants = field;
    struct cli_constant constant;
    const char *at = value;

    if (!read_place(&at, &constant) || !read_row(at, constant.words))
        return cli_usage(args,
                         "found --%s %s, expected [B.]N:x,y,z,w with a buffer up to %d and a row "
                         "up to %d",
                         option->name, value, TGSI_MAX_BUFFERS - 1, MAX_ROWS - 1);
    base_array_push(args->arena, &constants->list, constant);
    return true;
}

static bool
add_texture(struct cli_args *args, const struct cli_option *option, void *field, const char *value)
{
    struct cli_image_files *files = field;
    struct cli_image_file file = {.layer = CLI_UNSET};
    const char *at = value;

    if (!cli_read_number(&at, TGSI_MAX_VIEWS - 1, &file.number) ||
        (accept(&at, '.') && !cli_read_number(&at, SCENE_MAX_LAYERS - 1, &file.layer)) ||
        !accept(&at, ':') || !*at)
        return cli_usage(args,
                         "found --%s %s, expected N[.L]:IMAGE.png with a number up to %d and a "
                         "layer up to %d",
                         option->name, value, TGSI_MAX_VIEWS - 1, SCENE_MAX_LAYERS - 1);
    file.path = at;
    base_array_push(args->arena, &files->list, file);
    return true;
}

static bool
set_clear(struct cli_args *args, const struct cli_option *option, void *field, const char *value)
{
    uint32_t words[4];

    if (!read_row(value, words))
        return cli_usage(args, "found --%s %s, expected r,g,b,a", option->name, value);
    memcpy(field, words, sizeof(words));
    return true;
}

#define FIELD(field) offsetof(struct cli_picture, field)

const struct cli_option cli_picture_options[] = {
    {"fragment", "FILE", "the fragment shader (shows what the one before it writes)", cli_set_text,
     FIELD(shaders[ir_stage_fragment]), NULL, 0, 0},
    {"vertex", "FILE", "the vertex shader (feeds what the one behind it reads)", cli_set_text,
     FIELD(shaders[ir_stage_vertex]), NULL, 0, 0},
    {"tess-control", "FILE", "vulkan: the tessellation control shader", cli_set_text,
     FIELD(shaders[ir_stage_tess_control]), NULL, 0, 0},
    {"tess-eval", "FILE", "vulkan: the tessellation evaluation shader", cli_set_text,
     FIELD(shaders[ir_stage_tess_eval]), NULL, 0, 0},
    {"geometry", "FILE", "vulkan: the geometry shader", cli_set_text,
     FIELD(shaders[ir_stage_geometry]), NULL, 0, 0},
    {"patch-vertices", "N", "vertices of a patch (all of the mesh; of points one)", cli_set_number,
     FIELD(patch_vertices), NULL, 1, IR_MAX_PATCH_VERTICES},
    {"size", "WxH", "the picture's width and height (256x256)", set_size, 0, NULL, 0, 0},
    {"constant", "[B.]N:x,y,z,w", "row N of buffer B (0) of the fragment shader", add_constant,
     FIELD(constants[ir_stage_fragment]), NULL, 0, 0},
    {"vertex-constant", "[B.]N:x,y,z,w", "row N of buffer B (0) of the vertex shader", add_constant,
     FIELD(constants[ir_stage_vertex]), NULL, 0, 0},
    {"texture", "N[.L]:IMAGE.png", "texture N of all shaders (a checker), or a layer or face of it",
     add_texture, FIELD(textures), NULL, 0, 0},
    {"filter", "FILTER", "how textures are read between texels (nearest)", cli_set_choice,
     FIELD(filter), filter_choice, 0, 0},
    {"mesh", "MESH", "what is drawn (quad)", cli_set_choice, FIELD(mesh), mesh_choice, 0, 0},
    {"topology", "TOPOLOGY", "what its vertices make", cli_set_choice, FIELD(topology),
     topology_choice, 0, 0},
    {"provoking", "VERTEX", "the vertex that flat inputs come from (first)", cli_set_choice,
     FIELD(provoking), provoking_choice, 0, 0},
    {"clear", "r,g,b,a", "the colour around it (0,0,0,1)", set_clear, FIELD(clear), NULL, 0, 0},
    {"float", NULL, "draw in 32-bit floats, not in 8 bits", cli_set_flag, FIELD(is_float), NULL, 0,
     0},
    {0},
};

struct cli_picture
cli_picture_default(void)
{
    return (struct cli_picture){
        .width = DEFAULT_SIZE,
        .height = DEFAULT_SIZE,
        .mesh = CLI_UNSET,
        .topology = CLI_UNSET,
        .clear = {0, 0, 0, 1},
        .filter = scene_filter_nearest,
    };
}

/* Those that draw. In the order of the pipeline but for the one that is given most often. */
static const struct {
    enum ir_stage stage;
    const char *option;
} stages[] = {
    {ir_stage_fragment, "fragment"},         {ir_stage_vertex, "vertex"},
    {ir_stage_tess_control, "tess-control"}, {ir_stage_tess_eval, "tess-eval"},
    {ir_stage_geometry, "geometry"},
};

const char *
cli_picture_shader_option(const struct cli_picture *picture)
{
    for (size_t i = 0; i < BASE_COUNT(stages); i++)
        if (picture->shaders[stages[i].stage])
            return stages[i].option;
    return NULL;
}

bool
cli_picture_check_options(const struct cli_args *args, const struct cli_picture *picture)
{
    uint32_t from_stdin = 0;

    if (!cli_picture_shader_option(picture))
        return cli_usage(args, "found no shader, expected --fragment, --vertex or both");
    for (size_t i = 0; i < BASE_COUNT(stages); i++) {
        const char *path = picture->shaders[stages[i].stage];

        from_stdin += path && strcmp(path, "-") == 0;
    }
    if (from_stdin > 1)
        return cli_usage(args, "found - for several shaders, expected it for one");
    if (picture->patch_vertices && !picture->shaders[ir_stage_tess_eval])
        return cli_usage(args, "found --patch-vertices without --tess-eval, expected both");
    return true;
}

/* ---- building ---- */

static const struct ir_shader *
load_shader(struct cli_build *b, const char *path, enum ir_stage stage, const char *option)
{
    b->guest.name = cli_input_name(path);
    b->guest.has_stage = true;
    b->guest.default_stage = stage;
    const struct ir_shader *shader = cli_shader_load(b->job, path, &b->guest, false);
    if (!shader || !ir_verify(shader, &b->job->diags))
        return NULL;
    if (shader->stage == stage)
        return shader;
    base_error(&b->job->diags, QD_CODE_SCENE_INVALID, base_at_nowhere(),
               "found a %s shader, expected a %s shader for --%s", ir_stage_name(shader->stage),
               ir_stage_name(stage), option);
    return NULL;
}

/* The draw's field for the stage's shader. */
static const struct ir_shader **
shader_of(struct scene_draw *draw, enum ir_stage stage)
{
    switch (stage) {
    case ir_stage_vertex:
        return &draw->vertex;
    case ir_stage_tess_control:
        return &draw->tess_control;
    case ir_stage_tess_eval:
        return &draw->tess_eval;
    case ir_stage_geometry:
        return &draw->geometry;
    case ir_stage_fragment:
    case ir_stage_compute:
    case ir_stage_count:
        break;
    }
    return &draw->fragment;
}

static bool
load_shaders(struct cli_build *b)
{
    bool is_good = true;

    for (size_t i = 0; i < BASE_COUNT(stages); i++) {
        const char *path = b->picture->shaders[stages[i].stage];
        const struct ir_shader **shader = shader_of(b->draw, stages[i].stage);

        if (path)
            *shader = load_shader(b, path, stages[i].stage, stages[i].option);
        is_good = is_good && (!path || *shader);
    }
    return is_good;
}

static const struct ir_shader *
behind_vertex(const struct scene_draw *draw)
{
    return draw->tess_control ? draw->tess_control
           : draw->tess_eval  ? draw->tess_eval
           : draw->geometry   ? draw->geometry
                              : draw->fragment;
}

static bool
build_shaders(struct cli_build *b)
{
    struct base_arena *arena = &b->job->arena;
    struct scene_draw *draw = b->draw;

    /* Points need a size. */
    if (draw->topology == scene_topology_points && !(b->guest.tgsi.default_point_size > 0))
        b->guest.tgsi.default_point_size = DEFAULT_POINT_SIZE;
    if (!load_shaders(b))
        return false;

    cli_job_begin(b->job, "scene");
    if (!draw->vertex)
        draw->vertex =
            cli_stock_vertex(arena, behind_vertex(draw), b->guest.tgsi.default_point_size);
    if (!draw->fragment)
        draw->fragment = cli_stock_fragment(arena, scene_draw_last_shader(draw));
    return ir_verify(draw->vertex, &b->job->diags) && ir_verify(draw->fragment, &b->job->diags);
}

static bool
reads_location(const struct ir_shader *vertex, uint32_t location)
{
    for (uint32_t i = 0; i < vertex->inputs.count; i++) {
        const struct ir_io *input = &vertex->inputs.data[i];

        if (input->builtin == ir_builtin_none && input->location == location)
            return true;
    }
    return false;
}

/* Which mesh, and what it makes. */
static struct cli_mesh_data
choose_mesh(const struct cli_build *b)
{
    const uint32_t asked = b->picture->mesh;
    const bool wants_points = b->picture->topology == scene_topology_points;
    const enum cli_mesh mesh = asked != CLI_UNSET ? (enum cli_mesh)asked
                               : wants_points     ? cli_mesh_points
                                                  : cli_mesh_quad;
    struct cli_mesh_data data = cli_mesh_make(&b->job->arena, mesh);

    if (b->picture->topology != CLI_UNSET)
        data.topology = (enum scene_topology)b->picture->topology;
    return data;
}

/* Attributes that no input reads are left out. */
static void
build_mesh(struct cli_build *b, const struct cli_mesh_data *mesh)
{
    struct base_arena *arena = &b->job->arena;
    struct scene_attribute *attributes =
        base_arena_new_array(arena, struct scene_attribute, cli_attribute_count);

    for (uint32_t i = 0; i < BASE_COUNT(mesh->buffers); i++)
        base_array_push(arena, &b->buffers, mesh->buffers[i]);
    for (uint32_t i = 0; i < cli_attribute_count; i++) {
        if (reads_location(b->draw->vertex, i))
            attributes[b->draw->attribute_count++] = mesh->attributes[i];
    }
    b->draw->attributes = attributes;
    b->draw->vertex_count = mesh->vertex_count;
}

static bool
has_row(const struct ir_shader *shader, const struct cli_constant *constant)
{
    for (uint32_t i = 0; i < shader->buffers.count; i++) {
        if (shader->buffers.data[i].binding == constant->buffer &&
            shader->buffers.data[i].size / CLI_ROW_SIZE > constant->row)
            return true;
    }
    return false;
}

static void
warn_of_constants(struct cli_build *b, const struct ir_shader *shader, const char *option)
{
    const struct cli_constants *constants = &b->picture->constants[shader->stage];

    for (uint32_t i = 0; i < constants->list.count; i++) {
        const struct cli_constant *constant = &constants->list.data[i];

        if (!has_row(shader, constant))
            base_warning(&b->job->diags, QD_CODE_SCENE_INVALID, base_at_nowhere(),
                         "found --%s for row %" PRIu32 " of buffer %" PRIu32
                         ", which the %s shader does not have",
                         option, constant->row, constant->buffer, ir_stage_name(shader->stage));
    }
}

/* What is given and never read is most often a slip in a number. */
static void
warn_of_unread(struct cli_build *b)
{
    const struct cli_image_files *files = &b->picture->textures;

    cli_job_begin(b->job, "scene");
    for (uint32_t i = 0; i < files->list.count; i++) {
        const struct cli_image_file *file = &files->list.data[i];

        if (b->are_used[i])
            continue;
        base_warning(&b->job->diags, QD_CODE_SCENE_INVALID, base_at_nowhere(),
                     "found --texture %s, which no shader reads",
                     file->layer == CLI_UNSET
                         ? base_arena_printf(&b->job->arena, "%" PRIu32, file->number)
                         : base_arena_printf(&b->job->arena, "%" PRIu32 ".%" PRIu32, file->number,
                                             file->layer));
    }
    warn_of_constants(b, b->draw->vertex, "vertex-constant");
    warn_of_constants(b, b->draw->fragment, "constant");
}

/* Samplers, and the target, which comes before all other images, as its view does. */
static void
build_fixed(struct cli_build *b)
{
    const struct cli_picture *picture = b->picture;
    const uint32_t files = picture->textures.list.count;
    struct scene_sampler *samplers =
        base_arena_new_array(&b->job->arena, struct scene_sampler, CLI_SAMPLER_COUNT);
    const enum scene_format format =
        picture->is_float ? scene_format_r32g32b32a32_sfloat : scene_format_r8g8b8a8_unorm;
    const struct scene_view view = {.dim = ir_dim_2d, .level_count = 1, .layer_count = 1};

    for (unsigned i = 0; i < CLI_SAMPLER_COUNT; i++) {
        const enum scene_filter filter =
            i & CLI_SAMPLER_NEAREST ? scene_filter_nearest : (enum scene_filter)picture->filter;

        samplers[i] = (struct scene_sampler){
            .mag = filter,
            .min = filter,
            .has_compare = (i & CLI_SAMPLER_COMPARE) != 0,
            .compare = scene_compare_less_or_equal,
        };
    }
    b->scene->samplers = samplers;
    b->scene->sampler_count = CLI_SAMPLER_COUNT;
    base_array_push(&b->job->arena, &b->images,
                    scene_image_2d_of(format, picture->width, picture->height));
    base_array_push(&b->job->arena, &b->views, view);
    b->files = base_arena_new_array(&b->job->arena, struct scene_image, files);
    b->are_used = base_arena_new_array(&b->job->arena, bool, files);
}

enum { step_clear, step_draw, step_read, step_count };

/* What fills textures, then the picture. */
static void
build_steps(struct cli_build *b)
{
    const uint32_t fills = b->fills.count;
    struct scene_step *steps =
        base_arena_new_array(&b->job->arena, struct scene_step, fills + step_count);

    if (fills)
        memcpy(steps, b->fills.data, fills * sizeof(*steps));
    steps[fills + step_clear].kind = scene_step_clear;
    memcpy(steps[fills + step_clear].clear.words, b->picture->clear, sizeof(b->picture->clear));
    steps[fills + step_draw].kind = scene_step_draw;
    steps[fills + step_draw].draw = *b->draw;
    steps[fills + step_read].kind = scene_step_read_image;
    b->scene->steps = steps;
    b->scene->step_count = fills + step_count;
}

static void
close_scene(struct cli_build *b)
{
    struct scene *scene = b->scene;

    b->draw->inputs.bindings = b->bindings.data;
    b->draw->inputs.binding_count = b->bindings.count;
    scene->buffers = b->buffers.data;
    scene->buffer_count = b->buffers.count;
    scene->images = b->images.data;
    scene->image_count = b->images.count;
    scene->views = b->views.data;
    scene->view_count = b->views.count;
    build_steps(b);
}

/* What tessellates draws patches. */
static void
set_primitives(struct cli_build *b, const struct cli_mesh_data *mesh)
{
    const struct cli_picture *picture = b->picture;

    b->draw->raster.is_last_provoking = picture->provoking != 0;
    b->draw->topology = mesh->topology;
    if (!picture->shaders[ir_stage_tess_eval] && !picture->shaders[ir_stage_tess_control])
        return;
    b->draw->topology = scene_topology_patches;
    b->draw->patch_vertices = picture->patch_vertices                      ? picture->patch_vertices
                              : mesh->vertex_count < IR_MAX_PATCH_VERTICES ? mesh->vertex_count
                                                                           : 1;
}

bool
cli_picture_build(struct cli_job *job, const struct cli_picture *picture,
                  const struct cli_guest *guest, struct scene *scene)
{
    struct cli_build b = {.job = job, .picture = picture, .guest = *guest, .scene = scene};
    struct scene_draw draw = scene_draw_default(picture->width, picture->height);

    /* The scene is bound as the shaders are, and its size is known. */
    b.guest.tgsi.has_set = false;
    b.guest.tgsi.first_binding = 0;
    if (!b.guest.tgsi.framebuffer[0]) {
        b.guest.tgsi.framebuffer[0] = picture->width;
        b.guest.tgsi.framebuffer[1] = picture->height;
    }
    draw.subgroup_size = guest->subgroup_size;
    memset(scene, 0, sizeof(*scene));
    b.draw = &draw;
    const struct cli_mesh_data mesh = choose_mesh(&b);
    set_primitives(&b, &mesh);
    if (!build_shaders(&b))
        return false;
    build_mesh(&b, &mesh);
    build_fixed(&b);
    if (!cli_bind_inputs(&b))
        return false;
    close_scene(&b);
    warn_of_unread(&b);
    return scene_check(scene, &job->diags);
}

/* ---- drawing ---- */

/* The file of a shader if there is one alone, else NULL. */
static const char *
only_file(const struct cli_picture *picture)
{
    const char *found = NULL;

    for (size_t i = 0; i < BASE_COUNT(stages); i++) {
        const char *path = picture->shaders[stages[i].stage];

        if (path && found)
            return NULL;
        found = path ? path : found;
    }
    return found;
}

/* A place that a device names lies in a shader, not in the device. Where one file alone was given,
 * it is in that; of several the message names the one. */
static void
locate_findings(struct cli_job *job, const struct cli_picture *picture)
{
    const char *only = only_file(picture);

    for (uint32_t i = 0; i < job->diags.list.count; i++) {
        struct qd_diagnostic *finding = &job->diags.list.data[i];

        if (finding->place.kind != QD_PLACE_TEXT)
            continue;
        if (only) {
            job->diags.name = cli_input_name(only);
        } else {
            finding->note = base_arena_printf(
                &job->report, "it is in line %" PRIu32 " of the shader", finding->place.line);
            finding->place = base_at_nowhere();
        }
    }
}

enum cli_status
cli_picture_draw(struct cli_job *job, const struct cli_picture *picture, const struct scene *scene,
                 struct scene_device *device, struct scene_image *image)
{
    struct scene_result result;

    cli_job_begin(job, device->name);
    const enum scene_status status = device->run(device, scene, &job->arena, &result, &job->diags);
    locate_findings(job, picture);
    switch (status) {
    case scene_status_ok:
        *image = scene->images[0];
        image->data = result.reads[0].data;
        image->size = result.reads[0].size;
        return CLI_OK;
    case scene_status_bad:
        break;
    case scene_status_missing:
        return CLI_MISSING;
    }
    return CLI_BAD;
}
