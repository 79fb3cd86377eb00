/* SPDX-License-Identifier: MIT
 *
 * PNG by libpng's simple interface, which needs no jump of its own.
 */
#include "cli/cli.h"

#include <png.h>
#include <stdlib.h>

#define TEXEL ((size_t)4)

static bool
fail_read(struct cli_job *job, png_image *png)
{
    base_error(&job->diags, QD_CODE_IO, base_at_nowhere(), "found no PNG image that is whole: %s",
               png->message);
    png_image_free(png);
    return false;
}

bool
cli_image_read(struct cli_job *job, const char *path, struct scene_image *image)
{
    png_image png = {.version = PNG_IMAGE_VERSION};
    const char *data;
    size_t size;

    if (!cli_input_read(job, path, &data, &size))
        return false;
    /* Once for the size: what libpng holds between its calls would leak if the arena ran out. */
    if (!png_image_begin_read_from_memory(&png, data, size))
        return fail_read(job, &png);
    const uint32_t width = png.width;
    const uint32_t height = png.height;
    png_image_free(&png);
    if (width > SCENE_MAX_SIZE || height > SCENE_MAX_SIZE) {
        base_error(&job->diags, QD_CODE_LIMIT, base_at_nowhere(),
                   "found an image of %u by %u, expected at most %d either way", (unsigned)width,
                   (unsigned)height, SCENE_MAX_SIZE);
        return false;
    }

    const size_t bytes = width * TEXEL * height;
    unsigned char *texels = base_arena_alloc(&job->arena, bytes);
    png = (png_image){.version = PNG_IMAGE_VERSION};
    if (!png_image_begin_read_from_memory(&png, data, size))
        return fail_read(job, &png);
    /* Samples of 16 bits are as the 8-bit ones are, not linear. */
    png.flags |= PNG_IMAGE_FLAG_16BIT_sRGB;
    png.format = PNG_FORMAT_RGBA;
    if (!png_image_finish_read(&png, NULL, texels, 0, NULL) || PNG_IMAGE_FAILED(png))
        return fail_read(job, &png);

    *image = scene_image_2d_of(scene_format_r8g8b8a8_unorm, width, height);
    image->data = texels;
    image->size = bytes;
    return true;
}

/* The image as rows of RGBA8, to be freed; NULL where there is no memory. */
static unsigned char *
make_rgba8(const struct scene_image *image)
{
    const size_t count = (size_t)image->width * image->height;
    const size_t bytes = scene_format_infos[image->format].bytes;
    unsigned char *texels = malloc(count * TEXEL);

    if (texels && image->format == scene_format_r8g8b8a8_unorm)
        memcpy(texels, image->data, count * TEXEL);
    else
        for (size_t i = 0; texels && i < count; i++) {
            uint32_t words[4];

            scene_format_unpack(image->format, (const char *)image->data + i * bytes, words);
            scene_format_pack(scene_format_r8g8b8a8_unorm, words, texels + i * TEXEL);
        }
    return texels;
}

static bool
write_texels(const char *path, const struct scene_image *image, const unsigned char *texels,
             const struct cli_common *common)
{
    struct cli_output output;
    png_image png = {
        .version = PNG_IMAGE_VERSION,
        .width = image->width,
        .height = image->height,
        .format = PNG_FORMAT_RGBA,
    };

    if (!cli_output_open(&output, path, common))
        return false;
    const bool is_good = png_image_write_to_stdio(&png, output.file, 0, texels, 0, NULL) != 0;
    png_image_free(&png);
    if (is_good)
        return cli_output_close(&output, common);
    cli_print_error(common, output.name, QD_CODE_IO, "the image cannot be written: %s",
                    png.message);
    cli_output_drop(&output);
    return false;
}

bool
cli_image_write(const char *path, const struct scene_image *image, const struct cli_common *common)
{
    unsigned char *texels = make_rgba8(image);

    if (!texels) {
        cli_print_error(common, path, QD_CODE_MEMORY_BUDGET, "the system has no more memory");
        return false;
    }
    const bool is_good = write_texels(path, image, texels, common);
    free(texels);
    return is_good;
}
