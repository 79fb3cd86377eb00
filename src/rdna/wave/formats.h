/* SPDX-License-Identifier: MIT */
#ifndef RDNA_WAVE_FORMATS_H
#define RDNA_WAVE_FORMATS_H

#include <stdbool.h>
#include <stdint.h>

/* How the bits of a component are a number. */
enum rdna_texel_kind {
    rdna_texel_none,
    rdna_texel_unorm,
    rdna_texel_snorm,
    rdna_texel_uscaled,
    rdna_texel_sscaled,
    rdna_texel_uint,
    rdna_texel_sint,
    rdna_texel_flt,
    rdna_texel_srgb,
    rdna_texel_shared
};

/** A row of formats.def. */
struct rdna_texel_format {
    uint8_t bytes;
    uint8_t bits[4];
    uint8_t kind; /**< enum rdna_texel_kind */
};

#define RDNA_BUFFER_FORMATS 78
#define RDNA_MAX_TEXEL 16

/** NULL if no format has the number, or if it is one that is not known here. */
const struct rdna_texel_format *rdna_texel_format(unsigned number);

/** Whether components are integers in registers, and not floats. */
static inline bool
rdna_texel_is_integer(const struct rdna_texel_format *format)
{
    return format->kind == rdna_texel_uint || format->kind == rdna_texel_sint;
}

/** Whether components are cut to 0..1 or -1..1. */
static inline bool
rdna_texel_is_normalized(const struct rdna_texel_format *format)
{
    return format->kind == rdna_texel_unorm || format->kind == rdna_texel_snorm ||
           format->kind == rdna_texel_srgb;
}

/** The element's components as registers hold them: an f32 or a 32-bit integer each. Those that it
 *  has not are 0, and 1 for w. */
void rdna_texel_unpack(const struct rdna_texel_format *format, const uint8_t *element,
                       uint32_t values[4]);
/** The reverse, to the nearest that the format has; components that it has not are dropped. */
void rdna_texel_pack(const struct rdna_texel_format *format, const uint32_t values[4],
                     uint8_t *element);

/** The twelve bits of a descriptor's dst_sel: which component, 0 or 1, each of four results is. */
void rdna_texel_select(const struct rdna_texel_format *format, unsigned dst_sel,
                       uint32_t values[4]);
/** What a store gives each component: the first result that would be read from it, or 0. */
void rdna_texel_unselect(unsigned dst_sel, uint32_t values[4]);

/** To and from the 16 bits that d16 moves: a half, or the low half of an integer. */
uint32_t rdna_texel_to_d16(const struct rdna_texel_format *format, uint32_t value);
uint32_t rdna_texel_from_d16(const struct rdna_texel_format *format, uint32_t half);

#endif
