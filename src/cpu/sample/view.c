/* SPDX-License-Identifier: MIT
 *
 * Views and their texels.
 */
#include "cpu/sample/sample_priv.h"

/* Is the view a part of the image, of a dimension that the image allows? */
static bool
view_fits(const struct scene_image *image, const struct scene_view *view)
{
    const bool is_3d = image->dim == scene_image_3d;
    const uint32_t layers = is_3d && view->dim != ir_dim_3d
                                ? scene_level_extent(image->depth, view->first_level)
                                : image->layers;
    const bool has_dim[ir_dim_count] = {
        [ir_dim_1d] = image->dim == scene_image_1d,
        [ir_dim_2d] = image->dim != scene_image_1d,
        [ir_dim_3d] = is_3d,
        [ir_dim_cube] = image->dim == scene_image_2d && image->width == image->height,
    };

    return has_dim[view->dim] && image->levels <= CPU_MAX_LEVELS &&
           view->first_level < image->levels && view->level_count &&
           view->level_count <= image->levels - view->first_level && view->first_layer < layers &&
           view->layer_count && view->layer_count <= layers - view->first_layer &&
           (view->dim != ir_dim_cube || view->layer_count % 6 == 0);
}

static struct cpu_image_level
level_of(const struct scene_image *image, const struct scene_view *view, uint32_t number,
         uint8_t *data)
{
    const uint32_t level = view->first_level + number;
    struct cpu_image_level result = {
        .width = scene_level_extent(image->width, level),
        .height = scene_level_extent(image->height, level),
        .depth = view->dim == ir_dim_3d ? scene_level_extent(image->depth, level) : 1,
    };

    result.row = (size_t)scene_format_infos[image->format].bytes * image->samples * result.width;
    result.layer = result.row * result.height;
    result.data = data + scene_image_level_at(image, level) + result.layer * view->first_layer;
    return result;
}

struct cpu_image_view
cpu_image_view_of(const struct scene_image *image, const struct scene_view *view, void *data)
{
    const enum scene_format format = view->format ? view->format : image->format;
    const struct scene_format_info *info = &scene_format_infos[format];
    struct cpu_image_view result = {0};

    if (!data || !info->bytes || info->bytes != scene_format_infos[image->format].bytes ||
        !view_fits(image, view))
        return result;
    result.format = format;
    result.dim = view->dim;
    result.is_arrayed = view->is_arrayed;
    result.is_stencil = info->has_stencil && (view->is_stencil || !info->has_depth);
    result.bytes = info->bytes;
    for (unsigned c = 0; c < 4; c++)
        result.swizzle[c] = view->swizzle[c] == scene_swizzle_same ? (uint8_t)(scene_swizzle_r + c)
                                                                   : view->swizzle[c];
    result.levels = view->level_count;
    result.layers = view->layer_count;
    result.samples = image->samples;
    for (uint32_t i = 0; i < view->level_count; i++)
        result.level[i] = level_of(image, view, i, data);
    /* Levels of a 3D image have ever fewer slices; those of 2D views have them all. */
    while (image->dim == scene_image_3d && view->dim != ir_dim_3d && result.levels > 1 &&
           scene_level_extent(image->depth, view->first_level + result.levels - 1) <
               view->first_layer + view->layer_count)
        result.levels--;
    return result;
}

struct cpu_image_view
cpu_texel_view_of(enum scene_format format, void *data, size_t size)
{
    const uint8_t bytes = scene_format_infos[format].bytes;
    struct cpu_image_view result = {0};

    if (!data || !bytes)
        return result;
    result.format = format;
    result.dim = ir_dim_buffer;
    result.bytes = bytes;
    for (unsigned c = 0; c < 4; c++)
        result.swizzle[c] = (uint8_t)(scene_swizzle_r + c);
    result.levels = 1;
    result.layers = 1;
    result.samples = 1;
    result.level[0] = (struct cpu_image_level){
        .data = data,
        .width = size / bytes < INT32_MAX ? (uint32_t)(size / bytes) : INT32_MAX,
        .height = 1,
        .depth = 1,
    };
    return result;
}

void
cpu_image_size(const struct cpu_image_view *view, uint32_t level, uint32_t size[4])
{
    unsigned n = 1;

    size[0] = size[1] = size[2] = size[3] = 0;
    if (level >= view->levels)
        return;
    size[0] = view->level[level].width;
    if (view->dim == ir_dim_2d || view->dim == ir_dim_3d || view->dim == ir_dim_cube)
        size[n++] = view->level[level].height;
    if (view->dim == ir_dim_3d)
        size[n++] = view->level[level].depth;
    if (view->is_arrayed)
        size[n] = view->dim == ir_dim_cube ? view->layers / 6 : view->layers;
}

/* ---- texels ---- */

/* The largest element that whole ones of make up the texel, and that is aligned there. */
static unsigned
element_of(const uint8_t *at, unsigned bytes)
{
    const uintptr_t bits = (uintptr_t)at | bytes | 8;

    return (unsigned)(bits & (~bits + 1));
}

/* Relaxed atomics cost nothing here, and let shaders race without undefined behaviour of ours. */
#define COPY(bits, load, store)                                                                    \
    for (unsigned i = 0; i < bytes; i += (bits) / 8) {                                             \
        uint##bits##_t element;                                                                    \
        load;                                                                                      \
        store;                                                                                     \
    }

#define LOAD_SHARED(bits)                                                                          \
    element = __atomic_load_n((const uint##bits##_t *)(const void *)(at + i), __ATOMIC_RELAXED)
#define STORE_SHARED(bits)                                                                         \
    __atomic_store_n((uint##bits##_t *)(void *)(at + i), element, __ATOMIC_RELAXED)
#define LOAD_OWN memcpy(&element, (const uint8_t *)from + i, sizeof(element))
#define STORE_OWN memcpy((uint8_t *)to + i, &element, sizeof(element))

void
sample_read_bytes(const uint8_t *at, unsigned bytes, void *to)
{
    switch (element_of(at, bytes)) {
    case 8:
        COPY(64, LOAD_SHARED(64), STORE_OWN)
        break;
    case 4:
        COPY(32, LOAD_SHARED(32), STORE_OWN)
        break;
    case 2:
        COPY(16, LOAD_SHARED(16), STORE_OWN)
        break;
    case 1:
        COPY(8, LOAD_SHARED(8), STORE_OWN)
        break;
    }
}

void
sample_write_bytes(uint8_t *at, unsigned bytes, const void *from)
{
    switch (element_of(at, bytes)) {
    case 8:
        COPY(64, LOAD_OWN, STORE_SHARED(64))
        break;
    case 4:
        COPY(32, LOAD_OWN, STORE_SHARED(32))
        break;
    case 2:
        COPY(16, LOAD_OWN, STORE_SHARED(16))
        break;
    case 1:
        COPY(8, LOAD_OWN, STORE_SHARED(8))
        break;
    }
}

bool
sample_view_is_float(const struct cpu_image_view *view)
{
    return !view->is_stencil && scene_format_is_float(view->format);
}

void
sample_read_texel(const struct cpu_image_view *view, const uint8_t *at, uint32_t words[4])
{
    uint8_t texel[SCENE_MAX_TEXEL];

    sample_read_bytes(at, view->bytes, texel);
    scene_format_unpack(view->format, texel, words);
    if (view->is_stencil) {
        words[0] = words[1];
        words[1] = 0;
        words[3] = 1;
    } else if (scene_format_infos[view->format].has_depth) {
        words[1] = 0; /* Stencil. */
    }
}

void
sample_swizzle(const struct cpu_image_view *view, uint32_t words[4])
{
    const uint32_t one = sample_view_is_float(view) ? SAMPLE_ONE : 1;
    const uint32_t from[4] = {words[0], words[1], words[2], words[3]};

    for (unsigned c = 0; c < 4; c++) {
        const uint8_t swizzle = view->swizzle[c];

        if (swizzle >= scene_swizzle_r)
            words[c] = from[(swizzle - scene_swizzle_r) & 3];
        else
            words[c] = swizzle == scene_swizzle_one ? one : 0;
    }
}
