/* SPDX-License-Identifier: MIT */
#ifndef RDNA_WAVE_NUMBER_PRIV_H
#define RDNA_WAVE_NUMBER_PRIV_H

#include "number.h"

/* How the formats lay out their bits, for code that serves all three. */

struct rdna_layout {
    unsigned mantissa; /* Bits. */
    unsigned exponent;
};

static const struct rdna_layout rdna_layouts[] = {
    [RDNA_F16] = {10, 5}, [RDNA_F32] = {23, 8}, [RDNA_F64] = {52, 11}};

static inline int32_t
rdna_layout_bias(const struct rdna_layout *l)
{
    return (1 << (l->exponent - 1)) - 1;
}

static inline uint64_t
rdna_layout_sign(const struct rdna_layout *l)
{
    return UINT64_C(1) << (l->mantissa + l->exponent);
}

static inline uint64_t
rdna_layout_infinity(const struct rdna_layout *l)
{
    return ((UINT64_C(1) << l->exponent) - 1) << l->mantissa;
}

static inline uint64_t
rdna_layout_quiet(const struct rdna_layout *l)
{
    return UINT64_C(1) << (l->mantissa - 1);
}

static inline uint64_t
rdna_layout_magnitude(const struct rdna_layout *l, uint64_t bits)
{
    return bits & (rdna_layout_sign(l) - 1);
}

static inline bool
rdna_layout_is_nan(const struct rdna_layout *l, uint64_t bits)
{
    return rdna_layout_magnitude(l, bits) > rdna_layout_infinity(l);
}

static inline bool
rdna_layout_is_infinite(const struct rdna_layout *l, uint64_t bits)
{
    return rdna_layout_magnitude(l, bits) == rdna_layout_infinity(l);
}

/* Cuts to the format's width, and flushes. */
static inline uint64_t
rdna_layout_read(const struct rdna_layout *l, uint8_t denorm, uint64_t bits)
{
    bits &= rdna_layout_sign(l) | (rdna_layout_sign(l) - 1);
    if (!(bits & rdna_layout_infinity(l)) && !(denorm & RDNA_KEEP_IN))
        bits &= rdna_layout_sign(l);
    return bits;
}

#endif
