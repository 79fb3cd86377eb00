/* SPDX-License-Identifier: MIT
 *
 * Images in the memory of the wave interpreter. Rows begin at multiples of 256 bytes; a slice has
 * all levels, the smallest first.
 */
#include "rdna/wave/memory.h"
#include "script/script_priv.h"

#define ROW_ALIGN 256

static uint64_t
pitch_of(const struct scene_image *image, uint32_t level)
{
    const uint32_t bytes = scene_format_infos[image->format].bytes, step = ROW_ALIGN / bytes;
    const uint32_t width = scene_level_extent(image->width, level);

    return (uint64_t)((width + step - 1) / step) * step * bytes;
}

static uint64_t
level_size(const struct scene_image *image, uint32_t level)
{
    return pitch_of(image, level) * scene_level_extent(image->height, level);
}

static uint64_t
slice_size(const struct scene_image *image)
{
    uint64_t size = 0;

    for (uint32_t level = 0; level < image->levels; level++)
        size += level_size(image, level);
    return size;
}

uint64_t
script_wave_image_size(const struct scene_image *image)
{
    return slice_size(image) * image->depth;
}

/* Where a level begins in a slice. */
static uint64_t
level_at(const struct scene_image *image, uint32_t level)
{
    uint64_t at = 0;

    for (uint32_t smaller = level + 1; smaller < image->levels; smaller++)
        at += level_size(image, smaller);
    return at;
}

bool
script_put_wave_image(struct rdna_memory *memory, uint64_t address, const struct scene_image *image)
{
    const uint64_t slice = slice_size(image);
    const unsigned char *data = image->data;

    for (uint32_t level = 0; level < image->levels && data; level++) {
        const size_t row = (size_t)scene_level_extent(image->width, level) *
                           scene_format_infos[image->format].bytes;
        const uint32_t height = scene_level_extent(image->height, level);
        const uint32_t depth = scene_level_extent(image->depth, level);

        for (uint32_t i = 0; i < depth * height; i++, data += row) {
            const uint64_t at = address + slice * (i / height) + level_at(image, level) +
                                pitch_of(image, level) * (i % height);

            if (rdna_memory_fill(memory, at, data, row) != rdna_access_ok)
                return false;
        }
    }
    return true;
}

void
script_get_wave_image(const struct rdna_memory *memory, uint64_t address,
                      const struct scene_image *image, unsigned char *data)
{
    const uint64_t slice = slice_size(image);

    for (uint32_t level = 0; level < image->levels; level++) {
        const size_t row = (size_t)scene_level_extent(image->width, level) *
                           scene_format_infos[image->format].bytes;
        const uint32_t height = scene_level_extent(image->height, level);
        const uint32_t depth = scene_level_extent(image->depth, level);

        for (uint32_t i = 0; i < depth * height; i++, data += row)
            rdna_memory_read(memory,
                             address + slice * (i / height) + level_at(image, level) +
                                 pitch_of(image, level) * (i % height),
                             data, row);
    }
}
