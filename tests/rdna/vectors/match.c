/* SPDX-License-Identifier: MIT */
#include "vectors.h"

struct format {
    uint64_t mask, infinity, sign;
};

static const struct format f16 = {0xffff, 0x7c00, 0x8000};
static const struct format f32 = {0xffffffff, 0x7f800000, 0x80000000};
static const struct format f64 = {UINT64_MAX, UINT64_C(0x7ff0000000000000),
                                  UINT64_C(0x8000000000000000)};

static bool
is_nan(const struct format *f, uint64_t bits)
{
    return (bits & ~f->sign & f->mask) > f->infinity;
}

static bool
same_float(const struct format *f, uint64_t x, uint64_t y)
{
    return x == y || (!(x & ~f->mask) && is_nan(f, x) && is_nan(f, y));
}

static bool
near_float(const struct format *f, uint64_t x, uint64_t y)
{
    const uint64_t magnitude_x = x & ~f->sign, magnitude_y = y & ~f->sign;

    if (same_float(f, x, y))
        return true;
    if (is_nan(f, x) || is_nan(f, y) || (x & ~f->mask))
        return false;
    if (magnitude_x + magnitude_y <= 1)
        return true;
    return (x & f->sign) == (y & f->sign) && magnitude_x - magnitude_y + 1 <= 2;
}

bool
match_results(enum match match, uint64_t x, uint64_t y)
{
    switch (match) {
    case MATCH_BITS:
        break;
    case MATCH_F16:
        return same_float(&f16, x, y);
    case MATCH_F32:
        return same_float(&f32, x, y);
    case MATCH_F64:
        return same_float(&f64, x, y);
    case MATCH_PK_F16:
        return !(x >> 32) && same_float(&f16, x & 0xffff, y & 0xffff) &&
               same_float(&f16, x >> 16, y >> 16);
    case MATCH_ULP16:
        return near_float(&f16, x, y);
    case MATCH_ULP32:
        return near_float(&f32, x, y);
    case MATCH_ULP64:
        return near_float(&f64, x, y);
    }
    return x == y;
}
