/* SPDX-License-Identifier: MIT */
#include "vectors.h"

/* Shift counts past the width, limits of every width, and patterns. */
static const uint64_t words[] = {
    0,          1,          2,          3,          4,          7,          8,          12,
    15,         16,         17,         31,         32,         33,         63,         64,
    0x7f,       0x80,       0xff,       0x100,      0x7fff,     0x8000,     0xffff,     0x10000,
    0x7fffff,   0x800000,   0xffffff,   0x7fffffff, 0x80000000, 0x80000001, 0xfffffffe, 0xffffffff,
    0x12345678, 0x87654321, 0x00200008, 0x001f0004, 0x0040001f, 0x7fff8000, 0xffff0001,
};
static const uint64_t doubles[] = {
    0,
    1,
    2,
    31,
    32,
    0x7fffffff,
    0x80000000,
    0xffffffff,
    UINT64_C(0x100000000),
    UINT64_C(0x7fffffffffffffff),
    UINT64_C(0x8000000000000000),
    UINT64_C(0x8000000000000001),
    UINT64_C(0xfffffffffffffffe),
    UINT64_C(0xffffffffffffffff),
    UINT64_C(0x0123456789abcdef),
    UINT64_C(0xfedcba9876543210),
    UINT64_C(0x00ff00ff00ff00ff),
    UINT64_C(0xffff00007fff8000),
};
static const uint64_t halves[] = {
    0,          0x00010001, 0x00020003, 0x0010000f, 0x7fff8000, 0x80007fff, 0xffff0001,
    0x0001ffff, 0xffffffff, 0x12345678, 0x9abcdef0, 0x00ff0100, 0x7fff7fff, 0x80008000,
};
static const uint64_t bytes[] = {
    0,          0x01020304, 0x7f80ff00, 0xffffffff, 0x00ff00ff,
    0x80808080, 0x11223344, 0x0d0c0800, 0x0b0a0904,
};
static const uint64_t f16[] = {
    0x0000, 0x8000, 0x0001, 0x8001, 0x03ff, 0x83ff, 0x0400, 0x8400, 0x3c00, 0xbc00, 0x3c01, 0x3800,
    0xb800, 0x3bff, 0x3e00, 0x4100, 0xc100, 0x4200, 0x6400, 0x6c01, 0x77ff, 0x7800, 0x7bff, 0xfbff,
    0x7c00, 0xfc00, 0x7e00, 0xfe01, 0x7c01, 0xfd55, 0x3555, 0x4248, 0x0200, 0x1400, 0x57f8, 0xd808,
};
static const uint64_t f32[] = {
    0x00000000, 0x80000000, 0x00000001, 0x80000001, 0x007fffff, 0x807fffff, 0x00800000, 0x80800000,
    0x3f800000, 0xbf800000, 0x3f800001, 0x3f000000, 0xbf000000, 0x3effffff, 0x3f7fffff, 0x3fc00000,
    0x40200000, 0xc0200000, 0x40490fdb, 0x3eaaaaab, 0x42ff0000, 0x437f8000, 0x477fe000, 0x477ff000,
    0x47800080, 0x33ffffff, 0xb3000000, 0x387fffff, 0x4b000001, 0x4effffff, 0x4f000000, 0xcf000000,
    0x4f800000, 0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc00001, 0x7f800001,
    0xffa00000, 0x00400000, 0x5f000000, 0x1f800000, 0xc2fe0000,
};
static const uint64_t f64[] = {
    0,
    UINT64_C(0x8000000000000000),
    1,
    UINT64_C(0x800fffffffffffff),
    UINT64_C(0x0010000000000000),
    UINT64_C(0x3ff0000000000000),
    UINT64_C(0xbff0000000000000),
    UINT64_C(0x3ff0000000000001),
    UINT64_C(0x3fdfffffffffffff),
    UINT64_C(0x3fe0000000000000),
    UINT64_C(0x4004000000000000),
    UINT64_C(0xc004000000000000),
    UINT64_C(0x400921fb54442d18),
    UINT64_C(0x41dfffffffc00000),
    UINT64_C(0x41e0000000000000),
    UINT64_C(0xc1e0000000200000),
    UINT64_C(0x41efffffffe00000),
    UINT64_C(0x41f0000000000000),
    UINT64_C(0x4330000000000001),
    UINT64_C(0x7fefffffffffffff),
    UINT64_C(0xffefffffffffffff),
    UINT64_C(0x7ff0000000000000),
    UINT64_C(0xfff0000000000000),
    UINT64_C(0x7ff8000000000000),
    UINT64_C(0xfff0000000000001),
    UINT64_C(0x47efffffefffffff),
    UINT64_C(0x47effffff0000000),
    UINT64_C(0x36a0000000000001),
    UINT64_C(0x380fffffe0000000),
    UINT64_C(0x3810000000000000),
    UINT64_C(0x1ff0000000000000),
    UINT64_C(0x5ff8000000000001),
};
static const uint64_t packed_f16[] = {
    0x3c000000, 0x80003c00, 0x00018001, 0x03ff0400, 0x7bfffbff, 0x7c00fc00, 0x7e007c00,
    0x35554248, 0x3c01bc01, 0xc1004100, 0x78007bff, 0x38003800, 0x7c013c00, 0x04000200,
};
static const uint64_t lanes[] = {0, 1, 5, 30, 31, 32, 33, 62, 63};
static const uint64_t exponents[] = {
    0,          1,    2,          0xffffffff, 0xfffffff0, 10,         0xfffffff6, 24,
    0xffffffe8, 127,  0xffffff81, 0xffffff6a, 277,        0xfffffeeb, 1023,       0xfffffc01,
    0xfffffbce, 2098, 0xfffff7cc, 0x7fff,     0xffff8000, 0x7fffffff, 0x80000000,
};
static const uint64_t masks[] = {0x000, 0x001, 0x002, 0x004, 0x008, 0x010, 0x020,     0x040,
                                 0x080, 0x100, 0x200, 0x3ff, 0x0f0, 0x2aa, 0xfffffc00};
/* Of div_fixup's quotients and of what has no NaN. */
static const uint64_t numbers[] = {
    0x00000000, 0x80000000, 0x3f800000, 0xbf800000, 0x40490fdb, 0x00800000,
    0x7f7fffff, 0xff7fffff, 0x3eaaaaab, 0xc2fe0000, 0x4b000001, 0x1f800000,
};

struct class
{
    const uint64_t *values;
    size_t count;
};

#define CLASS(array)                                                                               \
    (struct class) { array, sizeof(array) / sizeof(array[0]) }

static struct class class_of(char letter)
{
    switch (letter) {
    case 'w':
        return CLASS(words);
    case 'd':
        return CLASS(doubles);
    case 'h':
        return CLASS(halves);
    case 'c':
    case 'q':
        return CLASS(bytes);
    case 'e':
        return CLASS(f16);
    case 'f':
        return CLASS(f32);
    case 'g':
        return CLASS(f64);
    case 'p':
        return CLASS(packed_f16);
    case 'l':
        return CLASS(lanes);
    case 'x':
        return CLASS(exponents);
    case 'm':
        return CLASS(masks);
    }
    return CLASS(numbers);
}

uint64_t
edge_value(char letter, size_t index)
{
    const uint64_t value = class_of(letter).values[index];

    /* What stands above a half is nobody's. */
    return letter == 'e' && index & 1 ? value | 0xa5a50000 : value;
}

size_t
edge_count(char letter)
{
    return class_of(letter).count;
}

/* Xorshift. */
uint64_t
next_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state * UINT64_C(0x2545f4914f6cdd1d);
}

uint64_t
edge_random(char letter, uint64_t *state)
{
    const struct class class = class_of(letter);
    const uint64_t random = next_random(state);

    switch (letter) {
    case 'd':
    case 'g':
        return random;
    case 'l':
    case 'x':
    case 'm':
        return class.values[random % class.count];
    case 'n': /* Within 2^64 of 1, so that sums and products stay numbers. */
        return (random & 0x807fffff) | ((random >> 32) % 64 + 95) << 23;
    }
    return random & 0xffffffff;
}
