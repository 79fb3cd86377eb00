/* SPDX-License-Identifier: MIT
 *
 * Colours of a rectangle, and pictures of them.
 */
#include "script/script_priv.h"

#include "base/bits.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#define DEFAULT_TOLERANCE 0.002 /* Half a step of 255. */

unsigned
script_unpack_texel(enum scene_format format, const void *data, double values[4])
{
    const struct scene_format_info *info = &scene_format_infos[format];
    uint32_t words[8];

    memset(values, 0, 4 * sizeof(values[0]));
    if (info->bytes / (info->components ? info->components : 1) == 8) {
        scene_format_unpack_wide(format, data, words);
        for (unsigned i = 0; i < info->components; i++) {
            const uint64_t bits = words[2 * i] | (uint64_t)words[2 * i + 1] << 32;
            values[i] = info->numeric == scene_numeric_sint   ? (double)(int64_t)bits
                        : info->numeric == scene_numeric_uint ? (double)bits
                                                              : base_double_of_bits(bits);
        }
        return info->components;
    }
    scene_format_unpack(format, data, words);
    for (unsigned i = 0; i < info->components; i++)
        values[i] = scene_format_is_float(format)         ? (double)base_float_of_bits(words[i])
                    : info->numeric == scene_numeric_sint ? (double)(int32_t)words[i]
                                                          : (double)words[i];
    return info->components;
}

static bool
is_normalized(enum scene_format format)
{
    const uint8_t numeric = scene_format_infos[format].numeric;

    return numeric == scene_numeric_unorm || numeric == scene_numeric_snorm ||
           numeric == scene_numeric_srgb;
}

/* ---- rectangles ---- */

static bool
find_rect(const struct script_case *c, const struct scene_image *image, struct script_rect *rect)
{
    const struct script_expect *expect = c->expect;
    const double scale_x = expect->is_relative ? image->width : 1;
    const double scale_y = expect->is_relative ? image->height : 1;

    if (expect->is_whole) {
        *rect = (struct script_rect){0, 0, image->width, image->height};
        return true;
    }
    rect->x = (uint32_t)(expect->x * scale_x);
    rect->y = (uint32_t)(expect->y * scale_y);
    rect->width = (uint32_t)(expect->width * scale_x);
    rect->height = (uint32_t)(expect->height * scale_y);
    /* A place alone is one texel. */
    if (rect->width == 0)
        rect->width = 1;
    if (rect->height == 0)
        rect->height = 1;
    if (rect->x < image->width && rect->width <= image->width - rect->x &&
        rect->y < image->height && rect->height <= image->height - rect->y)
        return true;
    return script_case_fail(c,
                            "found a rectangle from %" PRIu32 ", %" PRIu32 " of %" PRIu32
                            " by %" PRIu32 ", expected one within %" PRIu32 " by %" PRIu32,
                            rect->x, rect->y, rect->width, rect->height, image->width,
                            image->height);
}

/* ---- comparing ---- */

struct bounds {
    unsigned count;
    double expected[4];
    double most[4];
};

static void
find_bounds(const struct script_case *c, enum scene_format format, struct bounds *bounds)
{
    const struct script_expect *expect = c->expect;
    const unsigned wanted = expect->has_alpha ? 4 : 3;
    const unsigned count = scene_format_infos[format].components;

    bounds->count = count < wanted ? count : wanted;
    for (unsigned i = 0; i < 4; i++) {
        const struct script_tolerance *tolerance =
            &expect->tolerance[i < expect->tolerance_count ? i : 0];

        bounds->expected[i] = expect->color[i];
        bounds->most[i] = tolerance->value;
        if (expect->tolerance_count == 0)
            bounds->most[i] = DEFAULT_TOLERANCE;
        else if (tolerance->is_percent)
            bounds->most[i] = tolerance->value / 100 * fabs(expect->color[i]);
        else if (c->options->is_strict && expect->in_bytes && tolerance->value >= 1 &&
                 is_normalized(format))
            bounds->most[i] = (tolerance->value + 0.5) / 255;
    }
}

static bool
is_within(const struct bounds *bounds, const double values[4])
{
    for (unsigned i = 0; i < bounds->count; i++) {
        const double expected = bounds->expected[i];

        if (isnan(expected)
                ? !isnan(values[i])
                : !(values[i] == expected ||
                    (!isinf(expected) && fabs(values[i] - expected) <= bounds->most[i])))
            return false;
    }
    return true;
}

static void
print_color(struct base_text *text, const double *values, unsigned count, double scale)
{
    for (unsigned i = 0; i < count; i++)
        base_text_printf(text, "%s%.6g", i ? " " : "", values[i] * scale);
}

static bool
fail_at(const struct script_case *c, const struct bounds *bounds, const uint32_t at[2],
        const double values[4], uint64_t wrong, uint64_t all, double scale)
{
    struct base_text text;

    base_text_init(&text, c->arena);
    base_text_printf(&text, "texel %" PRIu32 ", %" PRIu32 " is ", at[0], at[1]);
    print_color(&text, values, bounds->count, scale);
    base_text_add_string(&text, ", expected ");
    print_color(&text, bounds->expected, bounds->count, scale);
    return script_case_fail(c, "%s (%" PRIu64 " of %" PRIu64 " differ)", base_text_string(&text),
                            wrong, all);
}

bool
script_judge_color(const struct script_case *c)
{
    const struct scene_image *image = script_case_image(c, c->expect->resource);
    const size_t bytes = scene_format_infos[image->format].bytes;
    const unsigned char *data = c->got.data;
    struct bounds bounds;
    struct script_rect rect;
    double values[4], first_values[4] = {0};
    uint32_t first[2] = {0};
    uint64_t wrong = 0;

    find_bounds(c, image->format, &bounds);
    if (bounds.count == 0)
        return script_case_fail(c, "found %s, expected a format with colour",
                                scene_format_infos[image->format].name);
    if (!find_rect(c, image, &rect))
        return false;
    for (uint32_t y = rect.y; y < rect.y + rect.height; y++) {
        for (uint32_t x = rect.x; x < rect.x + rect.width; x++) {
            script_unpack_texel(image->format, data + ((size_t)y * image->width + x) * bytes,
                                values);
            if (is_within(&bounds, values))
                continue;
            if (wrong++ == 0) {
                first[0] = x;
                first[1] = y;
                memcpy(first_values, values, sizeof(values));
            }
        }
    }
    if (wrong == 0)
        return true;
    if (c->options->wants_picture)
        script_make_picture(c, image, NULL, &rect);
    return fail_at(c, &bounds, first, first_values, wrong, (uint64_t)rect.width * rect.height,
                   c->expect->in_bytes && is_normalized(image->format) ? 255 : 1);
}

/* ---- pictures ---- */

static unsigned char
to_byte(double value)
{
    return value > 0 ? (unsigned char)(value < 1 ? value * 255 + 0.5 : 255) : 0;
}

void
script_texel_to_rgba(enum scene_format format, const void *texel, unsigned char rgba[4])
{
    double values[4] = {0};
    uint32_t words[4];

    if (scene_format_infos[format].has_depth || scene_format_infos[format].has_stencil) {
        scene_format_unpack(format, texel, words);
        const double depth = (double)base_float_of_bits(words[0]);
        values[0] = values[1] = values[2] = depth;
        values[3] = 1;
    } else {
        const unsigned count = script_unpack_texel(format, texel, values);
        if (!scene_format_is_float(format)) {
            for (unsigned i = 0; i < count; i++)
                values[i] /= 255;
        }
        if (count < 4)
            values[3] = 1;
    }
    for (unsigned i = 0; i < 4; i++)
        rgba[i] = to_byte(values[i]);
}

static bool
is_inside(const struct script_rect *rect, uint32_t x, uint32_t y)
{
    return x >= rect->x && x - rect->x < rect->width && y >= rect->y && y - rect->y < rect->height;
}

/* Nothing for none, and well visible for the least. Alpha brightens all. */
static void
show_difference(const unsigned char *a, const unsigned char *b, unsigned char *shown)
{
    const int alpha = abs(a[3] - b[3]);

    for (int i = 0; i < 3; i++) {
        const int own = abs(a[i] - b[i]);
        const int most = own > alpha ? own : alpha;
        shown[i] = (unsigned char)(most ? 64 + most * 191 / 255 : 0);
    }
    shown[3] = 255;
}

void
script_make_picture(const struct script_case *c, const struct scene_image *image, const void *other,
                    const struct script_rect *rect)
{
    const size_t bytes = scene_format_infos[image->format].bytes;
    const size_t size = (size_t)4 * image->width * image->height;
    unsigned char *got = base_arena_alloc(c->arena, size);
    unsigned char *expected = base_arena_alloc(c->arena, size);
    unsigned char *difference = base_arena_alloc(c->arena, size);

    for (size_t i = 0; i < size / 4; i++) {
        const uint32_t x = (uint32_t)(i % image->width), y = (uint32_t)(i / image->width);
        unsigned char *want = expected + 4 * i;

        script_texel_to_rgba(image->format, (const unsigned char *)c->got.data + i * bytes,
                             got + 4 * i);
        memcpy(want, got + 4 * i, 4);
        if (other) {
            script_texel_to_rgba(image->format, (const unsigned char *)other + i * bytes, want);
        } else if (is_inside(rect, x, y)) {
            const unsigned count = scene_format_infos[image->format].components;

            for (unsigned k = 0; k < count && k < (c->expect->has_alpha ? 4U : 3U); k++)
                want[k] = to_byte(c->expect->color[k]);
        }
        show_difference(got + 4 * i, want, difference + 4 * i);
    }
    c->verdict->picture =
        (struct script_picture){image->width, image->height, expected, got, difference};
}
