/* SPDX-License-Identifier: MIT */
#include "chance.h"

#include "base/base.h"

#include <string.h>

static const uint32_t edges32[] = {
    0x00000000, 0x80000000,                                     /* 0 */
    0x00000001, 0x80000001, 0x007fffff, 0x807fffff, 0x00400000, /* denormals */
    0x00800000, 0x80800000, 0x00800001, 0x01000000,             /* the least that are none */
    0x3f800000, 0xbf800000, 0x3f7fffff, 0x3f800001, 0x3f000000, 0xbf000000, 0x3effffff,
    0x40000000, 0x40490fdb, 0x3e22f983, 0x3fc00000, 0x40200000, 0xc0200000, 0x42c80000,
    0x437f0000, 0x437f8000, 0x47000000, 0x477fe000, 0x477ff000, 0x477fffff, /* f16 and bytes end */
    0x33000000, 0x33000001, 0x33800000, 0x38800000, 0x387fc000, 0x387fe000, /* f16 begins */
    0x4b000000, 0x4b000001, 0x4b7fffff, 0x4effffff, 0x4f000000, 0xcf000000, 0xcf000001,
    0x4f7fffff, 0x4f800000, 0x7e800000, 0x7f000000, 0x7f7fffff, 0xff7fffff, /* integers end */
    0x7f800000, 0xff800000, 0x7fc00000, 0xffc00000, 0x7fc12345, 0x7f800001, 0xff812345,
    0x7fffffff, 0xffffffff};

static const uint16_t edges16[] = {0x0000, 0x8000, 0x0001, 0x8001, 0x03ff, 0x83ff, 0x0200, 0x0400,
                                   0x8400, 0x0401, 0x3c00, 0xbc00, 0x3bff, 0x3c01, 0x3800, 0xb800,
                                   0x4000, 0x4248, 0x3118, 0x3e00, 0x4100, 0xc100, 0x5bf8, 0x6400,
                                   0x67ff, 0x6801, 0x77ff, 0x7800, 0x7bff, 0xfbff, 0x7c00, 0xfc00,
                                   0x7e00, 0xfe00, 0x7d01, 0xfc01, 0x7fff, 0xffff, 0x00ff, 0x0100};

static const uint64_t edges64[] = {
    0x0000000000000000, 0x8000000000000000, 0x0000000000000001, 0x8000000000000001,
    0x000fffffffffffff, 0x0010000000000000, 0x8010000000000000, 0x3ff0000000000000,
    0xbff0000000000000, 0x3fefffffffffffff, 0x3ff0000000000001, 0x3fe0000000000000,
    0x4000000000000000, 0x400921fb54442d18, 0x4004000000000000, 0xc004000000000000,
    0x41dfffffffc00000, 0x41e0000000000000, 0xc1e0000000000000, 0xc1e0000000200000,
    0x41efffffffe00000, 0x41f0000000000000, 0x4330000000000000, 0x4330000000000001,
    0x433fffffffffffff, 0x47efffffe0000000, 0x47effffff0000000, 0x36a0000000000000,
    0x3690000000000001, 0x380fffffffffffff, 0x3810000000000000, 0x7fe0000000000000,
    0x7fefffffffffffff, 0xffefffffffffffff, 0x7ff0000000000000, 0xfff0000000000000,
    0x7ff8000000000000, 0xfff8000012345678, 0x7ff0000000000001, 0x7ff4000000000000,
    0x7fffffffffffffff, 0xffffffffffffffff, 0x00000000ffffffff, 0xffffffff00000000};

static const uint32_t integers[] = {
    0,          1,          2,          7,          8,          15,         16,         24,
    31,         32,         33,         63,         64,         127,        128,        255,
    256,        0x7fff,     0x8000,     0xffff,     0x10000,    0x7fffff,   0x800000,   0xffffff,
    0x1000000,  0x7ffffffe, 0x7fffffff, 0x80000000, 0x80000001, 0xfffffffe, 0xffffffff, 0xff800000,
    0xffff8000, 0xffffff80, 0x80008000, 0x7fff7fff, 0x00010001, 0xff00ff00, 0xaaaaaaaa, 0x55555555};

/* Of the size of what programs reckon with. */
static uint32_t
moderate_float(struct chance *chance)
{
    const uint32_t bits = chance_bits(chance);

    return (bits & 0x807fffff) | (112 + (bits >> 23 & 31)) << 23;
}

static uint32_t
half(struct chance *chance)
{
    return chance_one_in(chance, 3) ? chance_bits(chance) & 0xffff
                                    : edges16[chance_below(chance, BASE_COUNT(edges16))];
}

uint32_t
chance_word(struct chance *chance)
{
    switch (chance_below(chance, 8)) {
    case 0:
    case 1:
        return edges32[chance_below(chance, BASE_COUNT(edges32))];
    case 2:
        return integers[chance_below(chance, BASE_COUNT(integers))];
    case 3: {
        const uint32_t low = half(chance);
        return low | half(chance) << 16;
    }
    case 4:
        return chance_below(chance, 70);
    case 5:
    case 6:
        return moderate_float(chance);
    }
    return chance_bits(chance);
}

static uint64_t
moderate_double(struct chance *chance)
{
    const uint64_t bits = chance_bits64(chance);

    return (bits & 0x800fffffffffffff) | (UINT64_C(1000) + (bits >> 52 & 63)) << 52;
}

uint64_t
chance_pair(struct chance *chance)
{
    switch (chance_below(chance, 6)) {
    case 0:
    case 1:
        return edges64[chance_below(chance, BASE_COUNT(edges64))];
    case 2: {
        const uint32_t low = chance_word(chance);
        return low | (uint64_t)chance_word(chance) << 32;
    }
    case 3:
    case 4:
        return moderate_double(chance);
    }
    return chance_bits64(chance);
}

uint64_t
chance_lanes(struct chance *chance, unsigned wave_size)
{
    const uint64_t bits = chance_bits64(chance);

    switch (chance_below(chance, 8)) {
    case 0:
    case 1:
    case 2:
        return UINT64_MAX;
    case 3:
        return 0;
    case 4:
        return UINT64_C(1) << (bits & (wave_size - 1));
    case 5:
        return bits & 1 ? 0xffff0000ffff0000 : 0x00000000ffffffff;
    case 6:
        return ~(UINT64_C(1) << (bits & (wave_size - 1)));
    }
    return bits;
}
