/* SPDX-License-Identifier: MIT */
#include "image.h"

static uint32_t
shrunk(uint32_t size, unsigned level)
{
    return size >> level ? size >> level : 1;
}

void
rdna_view_size(const struct rdna_view *view, unsigned level, uint32_t size[3])
{
    for (unsigned i = 0; i < 3; i++)
        size[i] = shrunk(view->size[i], level);
}

/* Rows of texels begin at multiples of 256 bytes. The levels of a layer follow each other, the
 * smallest first. */
static void
lay_out(struct rdna_view *view, unsigned levels, uint32_t pitch)
{
    const uint32_t step = 256u / view->format->bytes;

    for (unsigned level = levels; level-- > 0;) {
        const uint32_t width = shrunk(view->size[0], level);
        view->pitch[level] = (width + step - 1) / step * step;
        if (pitch && levels == 1)
            view->pitch[level] = pitch;
        view->offset[level] = view->slice;
        view->slice +=
            (uint64_t)view->pitch[level] * shrunk(view->size[1], level) * view->format->bytes;
    }
}

static bool
has_one_row(const struct rdna_view *view)
{
    return view->type == rdna_image_1d || view->type == rdna_image_1d_array;
}

static bool
has_samples(const struct rdna_view *view)
{
    return view->type == rdna_image_2d_msaa || view->type == rdna_image_2d_msaa_array;
}

bool
rdna_view_of(struct rdna_wave *wave, const struct rdna_inst *inst, struct rdna_view *view)
{
    uint32_t w[8] = {0};

    for (unsigned i = 0; i < (inst->r128 ? 4 : 8); i++)
        w[i] = wave->scalars[(inst->srsrc + i) & (RDNA_SCALAR_COUNT - 1)];

    const unsigned number = w[1] >> 20 & 0x1ff, mode = w[3] >> 20 & 31;
    const uint32_t depth = w[4] & 0x1fff, first = w[4] >> 16 & 0x1fff;
    *view = (struct rdna_view){
        .base = (w[0] | (uint64_t)(w[1] & 0xff) << 32) << 8,
        .format = rdna_texel_format(number),
        .size = {((w[1] >> 30) | (w[2] & 0xfff) << 2) + 1, (w[2] >> 14 & 0x3fff) + 1, 1},
        .layers = 1,
        .samples = 1,
        .dst_sel = w[3] & 0xfff,
        .base_level = w[3] >> 12 & 15,
        .last_level = w[3] >> 16 & 15,
        .type = (uint8_t)(w[3] >> 28),
        .min_lod = (float)(w[1] >> 8 & 0xfff) / 256.0f,
    };
    if (!(w[0] | w[1] | w[2] | w[3])) {
        view->is_null = true;
        return true;
    }
    if (view->type < rdna_image_1d)
        return rdna_fault(wave, inst, "the descriptor's type is %u, which is no image", view->type);
    if (mode)
        return rdna_fault(wave, inst, "swizzle mode %u; only linear images are known", mode);
    if (!view->format)
        return rdna_fault(wave, inst, "image format %u is not known", number);

    unsigned levels = (w[5] >> 4 & 15) + 1;
    if (view->type == rdna_image_3d) {
        view->size[2] = depth + 1;
    } else if (view->type != rdna_image_1d && view->type != rdna_image_2d &&
               view->type != rdna_image_2d_msaa) {
        view->layers = depth >= first ? depth - first + 1 : 1;
    }
    view->first_layer = view->type == rdna_image_3d ? 0 : first;
    if (has_one_row(view))
        view->size[1] = 1;
    if (has_samples(view)) {
        view->samples = 1u << view->last_level;
        view->base_level = view->last_level = 0;
        levels = 1;
    }
    if (view->last_level < view->base_level)
        view->last_level = view->base_level;
    if (levels <= view->last_level)
        levels = view->last_level + 1;
    /* Where there are no layers to count the field may be a pitch. */
    const bool pitched = view->type == rdna_image_1d || view->type == rdna_image_2d;
    lay_out(view, levels, pitched && depth >= view->size[0] ? depth + 1 : 0);
    return true;
}

bool
rdna_view_spot(const struct rdna_view *view, const struct rdna_texel_place *place,
               struct rdna_spot *spot)
{
    uint32_t size[3];

    if (place->level > view->last_level || place->layer >= view->layers ||
        place->sample >= view->samples)
        return false;
    rdna_view_size(view, place->level, size);
    if (place->at[0] >= size[0] || place->at[1] >= size[1] || place->at[2] >= size[2])
        return false;

    const uint64_t slice =
        ((uint64_t)view->first_layer + place->layer) * view->samples + place->sample + place->at[2];
    const uint64_t texel = (uint64_t)place->at[1] * view->pitch[place->level] + place->at[0];
    *spot = rdna_spot_at(rdna_space_memory,
                         rdna_address(view->base + slice * view->slice +
                                      view->offset[place->level] + texel * view->format->bytes));
    return true;
}

struct rdna_sampler
rdna_sampler_of(const struct rdna_wave *wave, unsigned code)
{
    const uint32_t *w = &wave->scalars[code & (RDNA_SCALAR_COUNT - 4)];
    const int32_t bias = (int32_t)(w[2] << 18) >> 18;

    return (struct rdna_sampler){
        .clamp = {w[0] & 7, w[0] >> 3 & 7, w[0] >> 6 & 7},
        .aniso = (uint8_t)((w[0] >> 9 & 7) < 4 ? 1u << (w[0] >> 9 & 7) : 16),
        .compare = w[0] >> 12 & 7,
        .unnormalized = w[0] >> 15 & 1,
        .no_cube_wrap = w[0] >> 28 & 1,
        .reduce = w[0] >> 29 & 3,
        .min_lod = (float)(w[1] & 0xfff) / 256.0f,
        .max_lod = (float)(w[1] >> 12 & 0xfff) / 256.0f,
        .bias = (float)bias / 256.0f,
        .mag = w[2] >> 20 & 3,
        .min = w[2] >> 22 & 3,
        .mip = w[2] >> 26 & 3,
        .border = (uint8_t)(w[3] >> 30),
    };
}
