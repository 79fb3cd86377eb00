/* SPDX-License-Identifier: MIT
 *
 * Textures of every kind, made of PNG files or of checkers. All are put together of RGBA8 layers,
 * one above the other: of cubes the faces, of 3D textures the slices, and of multisampled ones that
 * are made of checkers the samples of each layer in turn.
 */
#include "cli/picture_priv.h"

#define SIDE 64
#define COUNT 4 /* Layers and slices, */
#define CUBES 2 /* and cubes, of what has several. */
#define TEXEL ((size_t)4)

/* ---- layers ---- */

struct layers {
    uint32_t width;
    uint32_t height;
    uint32_t count;
    uint32_t copies;                  /* Samples, which have checkers of their own. */
    const struct scene_image **files; /* Of each; NULL: a checker. */
    unsigned char *texels;
};

static bool
has_layers(const struct cli_texture_ask *ask)
{
    return ask->is_arrayed || ask->dim == ir_dim_cube || ask->dim == ir_dim_3d;
}

/* As many as a file was given for, if these are any, and as the dimension must have. */
static uint32_t
count_layers(const struct cli_build *b, const struct cli_texture_ask *ask)
{
    const struct cli_image_files *files = &b->picture->textures;
    const uint32_t unit = ask->dim == ir_dim_cube ? 6 : 1;
    uint32_t count = 0;

    for (uint32_t i = 0; i < files->list.count; i++) {
        const struct cli_image_file *file = &files->list.data[i];

        if (file->number == ask->number && file->layer != CLI_UNSET && file->layer >= count)
            count = file->layer + 1;
    }
    if (!has_layers(ask))
        return 1;
    if (ask->dim == ir_dim_cube && !ask->is_arrayed)
        return unit;
    if (!count)
        return ask->dim == ir_dim_cube ? CUBES * unit : COUNT;
    return (count + unit - 1) / unit * unit;
}

/* The file that was named last for a layer, or else the last for all. files.count if none was. */
static uint32_t
find_file(const struct cli_build *b, uint32_t number, uint32_t layer)
{
    const struct cli_image_files *files = &b->picture->textures;
    uint32_t of_all = files->list.count, found = of_all;

    for (uint32_t i = 0; i < files->list.count; i++) {
        const struct cli_image_file *file = &files->list.data[i];

        if (file->number == number && file->layer == layer)
            found = i;
        else if (file->number == number && file->layer == CLI_UNSET)
            of_all = i;
    }
    return found < files->list.count ? found : of_all;
}

/* Of layers that there are. What comes after them in the options for the same layer counts. */
static void
mark_used(struct cli_build *b, uint32_t number, uint32_t count)
{
    const struct cli_image_files *files = &b->picture->textures;

    for (uint32_t i = 0; i < files->list.count; i++) {
        const struct cli_image_file *file = &files->list.data[i];

        if (file->number == number && (file->layer == CLI_UNSET || file->layer < count))
            b->are_used[i] = true;
    }
}

/* Read when it is first asked for. NULL with errors. */
static const struct scene_image *
read_file(struct cli_build *b, uint32_t index)
{
    struct scene_image *image = &b->files[index];
    const char *path = b->picture->textures.list.data[index].path;

    return image->data || cli_image_read(b->job, path, image) ? image : NULL;
}

/* A file's texels can be a layer of the texture if they are as many as those of the files before
 * it. */
static bool
check_size(struct cli_build *b, const struct cli_texture_ask *ask, const struct layers *layers,
           const struct scene_image *file)
{
    const bool is_cube = ask->dim == ir_dim_cube;

    if (file->width == layers->width && file->height == layers->height &&
        (!is_cube || file->width == file->height))
        return true;
    if (is_cube && file->width != file->height)
        base_error(&b->job->diags, QD_CODE_SCENE_INVALID, base_at_nowhere(),
                   "found an image of %u by %u, expected a square for a cube's face",
                   (unsigned)file->width, (unsigned)file->height);
    else
        base_error(&b->job->diags, QD_CODE_SCENE_INVALID, base_at_nowhere(),
                   "found an image of %u by %u, expected %u by %u like another layer of texture "
                   "%u",
                   (unsigned)file->width, (unsigned)file->height, (unsigned)layers->width,
                   (unsigned)layers->height, (unsigned)ask->number);
    return false;
}

/* Reads the files of all layers. */
static bool
find_files(struct cli_build *b, const struct cli_texture_ask *ask, struct layers *layers)
{
    const uint32_t none = b->picture->textures.list.count;

    layers->files = base_arena_new_array(&b->job->arena, const struct scene_image *, layers->count);
    layers->width = layers->height = 0;
    for (uint32_t i = 0; i < layers->count; i++) {
        const uint32_t index = find_file(b, ask->number, i);

        if (ask->number == SCENE_NONE || index == none)
            continue;
        layers->files[i] = read_file(b, index);
        if (!layers->files[i])
            return false;
        if (!layers->width) {
            layers->width = layers->files[i]->width;
            layers->height = layers->files[i]->height;
        }
        if (!check_size(b, ask, layers, layers->files[i]))
            return false;
    }
    if (!layers->width)
        layers->width = layers->height = SIDE;
    return true;
}

static void
fill_layers(struct cli_build *b, struct layers *layers)
{
    const uint32_t copies = layers->copies;
    const size_t size = layers->width * TEXEL * layers->height;

    layers->texels = base_arena_alloc_array(&b->job->arena, layers->count * copies, size);
    for (uint32_t i = 0; i < layers->count * copies; i++) {
        const struct scene_image *file = layers->files[i / copies];

        if (file)
            memcpy(layers->texels + i * size, file->data, size);
        else
            cli_stock_checker(layers->texels + i * size, layers->width, layers->height, i);
    }
}

/* ---- texels ---- */

/* The bytes of an RGBA8 texel as the format's: floats of 0 to 1, of which a depth is the red one,
 * or the integers themselves. */
static void
convert(enum scene_format format, const unsigned char *from, unsigned char *to)
{
    uint32_t words[8] = {0};

    if (scene_format_is_float(format)) {
        scene_format_unpack(scene_format_r8g8b8a8_unorm, from, words);
        scene_format_pack(format, words, to);
        return;
    }
    for (unsigned i = 0; i < 4; i++)
        words[scene_format_is_wide(format) ? 2 * i : i] = from[i];
    if (scene_format_is_wide(format))
        scene_format_pack_wide(format, words, to);
    else
        scene_format_pack(format, words, to);
}

/* Size is set to the bytes'. */
static const void *
convert_all(struct cli_build *b, const unsigned char *texels, size_t count,
            enum scene_format format, size_t *size)
{
    const size_t bytes = scene_format_infos[format].bytes;
    unsigned char *made;

    *size = count * bytes;
    if (format == scene_format_r8g8b8a8_unorm)
        return texels;
    made = base_arena_alloc_array(&b->job->arena, count, bytes);
    for (size_t i = 0; i < count; i++)
        convert(format, texels + i * TEXEL, made + i * bytes);
    return made;
}

/* ---- multisampled images, which are drawn ---- */

static uint32_t
add_view(struct cli_build *b, uint32_t image, uint32_t layer)
{
    const struct scene_view view = {
        .image = image, .dim = ir_dim_2d, .level_count = 1, .first_layer = layer, .layer_count = 1};

    base_array_push(&b->job->arena, &b->views, view);
    return b->views.count - 1;
}

/* Draws one view's texels to some samples of another's. */
static void
add_fill(struct cli_build *b, const struct scene_draw *like, uint32_t from, uint32_t to,
         uint32_t mask)
{
    struct scene_step *step = base_array_add(&b->job->arena, &b->fills);
    struct scene_binding *binding = base_arena_new(&b->job->arena, struct scene_binding);

    *binding = (struct scene_binding){.kind = scene_binding_sampled, .view = from};
    step->kind = scene_step_draw;
    step->draw = *like;
    step->draw.inputs.bindings = binding;
    step->draw.inputs.binding_count = 1;
    step->draw.targets[0].view = to;
    step->draw.raster.has_sample_mask = true;
    step->draw.raster.sample_mask = mask;
}

/* Of an image of one sample that has for each layer a layer for each sample. */
static void
fill_samples(struct cli_build *b, const struct ir_image *declared, uint32_t from, uint32_t to)
{
    const struct scene_image image = b->images.data[to];
    struct scene_draw draw = scene_draw_default(image.width, image.height);

    draw.vertex = cli_stock_copy_vertex(&b->job->arena);
    draw.fragment = cli_stock_copy_fragment(&b->job->arena, declared->texel);
    for (uint32_t layer = 0; layer < image.layers; layer++) {
        const uint32_t target = add_view(b, to, layer);

        for (uint32_t i = 0; i < image.samples; i++)
            add_fill(b, &draw, add_view(b, from, layer * image.samples + i), target,
                     UINT32_C(1) << i);
    }
}

/* ---- textures ---- */

static uint32_t
add_image(struct cli_build *b, struct scene_image image, const struct layers *layers,
          uint32_t layer_count)
{
    const size_t rows = (size_t)image.height * image.depth * layer_count;

    image.data = convert_all(b, layers->texels, rows * image.width, image.format, &image.size);
    base_array_push(&b->job->arena, &b->images, image);
    return b->images.count - 1;
}

/* The number of a view of a new image. */
static uint32_t
make_image(struct cli_build *b, const struct ir_image *declared, const struct cli_texture_ask *ask,
           struct layers *layers)
{
    struct scene_image image = scene_image_for(declared, ask->format, SIDE, layers->count);
    uint32_t index;

    image.width = layers->width;
    image.height = layers->height;
    if (declared->dim != ir_dim_3d)
        image.layers = layers->count;
    fill_layers(b, layers);
    if (image.samples > 1) {
        struct scene_image source = scene_image_2d_of(ask->format, image.width, image.height);

        source.layers = image.layers * image.samples;
        const uint32_t from = add_image(b, source, layers, source.layers);
        base_array_push(&b->job->arena, &b->images, image);
        index = b->images.count - 1;
        fill_samples(b, declared, from, index);
    } else {
        index = add_image(b, image, layers, image.layers);
    }
    base_array_push(&b->job->arena, &b->views, scene_view_for(declared, &image, index));
    return b->views.count - 1;
}

/* The number of a new buffer. */
static uint32_t
make_texels(struct cli_build *b, const struct cli_texture_ask *ask, struct layers *layers)
{
    struct scene_buffer buffer;

    fill_layers(b, layers);
    buffer.data = convert_all(b, layers->texels, (size_t)layers->width * layers->height,
                              ask->format, &buffer.size);
    base_array_push(&b->job->arena, &b->buffers, buffer);
    return b->buffers.count - 1;
}

static bool
is_same(const struct cli_texture_ask *a, const struct cli_texture_ask *b)
{
    return a->number == b->number && a->dim == b->dim && a->is_arrayed == b->is_arrayed &&
           a->is_multisampled == b->is_multisampled && a->format == b->format;
}

/* What is given no file is shared by all numbers. */
static uint32_t
number_with_files(const struct cli_build *b, uint32_t number)
{
    const struct cli_image_files *files = &b->picture->textures;

    for (uint32_t i = 0; i < files->list.count; i++)
        if (files->list.data[i].number == number)
            return number;
    return SCENE_NONE;
}

/* What a multisampled image is drawn of has its samples as layers. */
static bool
check_count(struct cli_build *b, const struct cli_texture_ask *ask, const struct layers *layers)
{
    const uint32_t unit = ask->dim == ir_dim_cube ? 6 : 1;
    const uint32_t most = SCENE_MAX_LAYERS / layers->copies / unit * unit;

    if (layers->count <= most)
        return true;
    cli_job_begin(b->job, "scene");
    base_error(&b->job->diags, QD_CODE_LIMIT, base_at_nowhere(),
               "found %u layers of texture %u, expected at most %u", (unsigned)layers->count,
               (unsigned)ask->number, (unsigned)most);
    return false;
}

static bool
make_texture(struct cli_build *b, const struct ir_image *declared, struct cli_texture *texture)
{
    const struct cli_texture_ask *ask = &texture->ask;
    struct layers layers = {.count = count_layers(b, ask), .copies = 1};

    if (ask->is_multisampled)
        layers.copies = scene_image_for(declared, ask->format, SIDE, COUNT).samples;
    if (!check_count(b, ask, &layers) || !find_files(b, ask, &layers))
        return false;
    if (ask->dim == ir_dim_1d) /* Of files the first row. */
        layers.height = 1;
    mark_used(b, ask->number, layers.count);
    texture->index = ask->dim == ir_dim_buffer ? make_texels(b, ask, &layers)
                                               : make_image(b, declared, ask, &layers);
    base_array_push(&b->job->arena, &b->textures, *texture);
    return true;
}

bool
cli_texture_find(struct cli_build *b, const struct ir_image *declared, bool is_depth,
                 uint32_t number, struct scene_binding *binding)
{
    struct cli_texture texture = {
        .ask = {.number = number_with_files(b, number),
                .dim = declared->dim,
                .is_arrayed = declared->is_arrayed,
                .is_multisampled = declared->is_multisampled,
                .format = scene_format_for(declared, is_depth ? scene_format_d32_sfloat
                                                              : scene_format_r8g8b8a8_unorm)}};
    bool is_made = false;

    for (uint32_t i = 0; i < b->textures.count && !is_made; i++) {
        is_made = is_same(&b->textures.data[i].ask, &texture.ask);
        if (is_made)
            texture.index = b->textures.data[i].index;
    }
    if (!is_made && !make_texture(b, declared, &texture))
        return false;
    binding->format = texture.ask.format;
    binding->view = binding->buffer = texture.index;
    return true;
}
