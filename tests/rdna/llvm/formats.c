/* SPDX-License-Identifier: MIT
 *
 * Formats of buffers and images: runs of numbers, one for each kind of number.
 */
#include "eval.h"

#include <math.h>

/* u unorm, s snorm, U uscaled, S sscaled, i uint, j sint, f float. */
static const struct run {
    uint8_t first;
    uint8_t widths[4]; /* From the lowest bit up. */
    const char *kinds;
} runs[] = {
    {1, {8}, "usUSij"},
    {7, {16}, "usUSijf"},
    {14, {8, 8}, "usUSij"},
    {20, {32}, "ijf"},
    {23, {16, 16}, "usUSijf"},
    {30, {11, 11, 10}, "usUSijf"},
    {37, {10, 11, 11}, "usUSijf"},
    {44, {2, 10, 10, 10}, "usUSij"},
    {50, {10, 10, 10, 2}, "usUSij"},
    {56, {8, 8, 8, 8}, "usUSij"},
    {62, {32, 32}, "ijf"},
    {65, {16, 16, 16, 16}, "usUSijf"},
    {72, {32, 32, 32}, "ijf"},
    {75, {32, 32, 32, 32}, "ijf"},
};

static const struct run *
find(unsigned number, char *kind)
{
    for (size_t i = 0; i < BASE_COUNT(runs); i++)
        if (number >= runs[i].first && number - runs[i].first < strlen(runs[i].kinds)) {
            *kind = runs[i].kinds[number - runs[i].first];
            return &runs[i];
        }
    return NULL;
}

unsigned
eval_format_bytes(unsigned number)
{
    unsigned bits = 0;
    char kind;
    const struct run *run = find(number, &kind);

    for (unsigned i = 0; run && i < 4; i++)
        bits += run->widths[i];
    return bits / 8;
}

bool
eval_format_is_integer(unsigned number)
{
    char kind = 0;

    find(number, &kind);
    return kind == 'i' || kind == 'j';
}

bool
eval_format_is_normalised(unsigned number)
{
    char kind = 0;

    find(number, &kind);
    return kind == 'u' || kind == 's';
}

bool
eval_format_is_short_float(unsigned number)
{
    char kind = 0;
    const struct run *run = find(number, &kind);

    return kind == 'f' && run->widths[0] < 32;
}

/* Floats of 10 and 11 bits have a half's exponent and no sign. */
static double
small_float(uint32_t bits, unsigned width)
{
    return eval_double_of(16, (uint64_t)bits << (width == 16 ? 0 : 15 - width));
}

static uint32_t
unpack_one(uint32_t bits, unsigned width, char kind)
{
    const int64_t number = eval_signed(bits, width);
    double value;

    switch (kind) {
    case 'i':
        return bits;
    case 'j':
        return (uint32_t)number;
    case 'f':
        if (width == 32)
            return bits;
        value = small_float(bits, width);
        break;
    case 'u':
        value = (double)bits / (double)eval_ones(width);
        break;
    case 's':
        value = fmax((double)number / (double)eval_ones(width - 1), -1.0);
        break;
    default:
        value = kind == 'U' ? (double)bits : (double)number;
        break;
    }
    return base_bits_of_float((float)value);
}

void
eval_format_unpack(unsigned number, const uint8_t *data, uint32_t values[4])
{
    unsigned at = 0;
    char kind = 0;
    const struct run *run = find(number, &kind);
    const uint32_t one = kind == 'i' || kind == 'j' ? 1 : base_bits_of_float(1.0f);

    for (unsigned i = 0; i < 4; i++) {
        uint32_t bits = 0;
        for (unsigned k = 0; k < run->widths[i]; k++, at++)
            bits |= (uint32_t)(data[at / 8] >> at % 8 & 1) << k;
        values[i] = run->widths[i] ? unpack_one(bits, run->widths[i], kind) : i == 3 ? one : 0;
    }
}

static uint32_t
pack_float(double value, unsigned width)
{
    if (width == 16)
        return eval_half_of(value, false);
    if (isnan(value))
        return (uint32_t)eval_ones(width);
    if (value <= 0.0)
        return 0;
    /* The half with as many bits cut from its end: to nearest, and finite if the number is. */
    const double step = 15 - width == 4 ? 0x1p-6 : 0x1p-5;
    int exponent;
    frexp(value, &exponent);
    exponent = exponent - 1 < -14 ? -14 : exponent - 1;
    double cut =
        isinf(value) ? value : nearbyint(value / ldexp(step, exponent)) * ldexp(step, exponent);
    const double most = (2.0 - step) * 0x1p15;
    if (isfinite(value) && cut > most)
        cut = most;
    return (uint32_t)eval_half_of(cut, false) >> (15 - width);
}

static uint32_t
pack_one(uint32_t bits, unsigned width, char kind)
{
    const double value = eval_double_of(32, bits);
    const double most = (double)eval_ones(width), half = (double)eval_ones(width - 1);
    double number;

    switch (kind) {
    case 'i':
    case 'j':
        number = 0.0;
        break;
    case 'f':
        return width == 32 ? bits : pack_float(value, width);
    case 'u':
        number = nearbyint(fmin(fmax(value, 0.0), 1.0) * most);
        break;
    case 's':
        number = nearbyint(fmin(fmax(value, -1.0), 1.0) * half);
        break;
    case 'U':
        number = trunc(fmin(fmax(value, 0.0), most));
        break;
    default:
        number = trunc(fmin(fmax(value, -half - 1.0), half));
        break;
    }
    if (kind == 'i' || kind == 'j')
        return bits & (uint32_t)eval_ones(width);
    return isnan(value) ? 0 : (uint32_t)(int64_t)number & (uint32_t)eval_ones(width);
}

void
eval_format_pack(unsigned number, const uint32_t values[4], uint8_t *data)
{
    unsigned at = 0;
    char kind = 0;
    const struct run *run = find(number, &kind);

    memset(data, 0, 16);
    for (unsigned i = 0; i < 4; i++) {
        const uint32_t bits = run->widths[i] ? pack_one(values[i], run->widths[i], kind) : 0;
        for (unsigned k = 0; k < run->widths[i]; k++, at++)
            data[at / 8] |= (uint8_t)((bits >> k & 1) << at % 8);
    }
}

/* 0, 1, and 4 to 7 for x to w. */
void
eval_format_select(unsigned number, unsigned dst_sel, uint32_t values[4])
{
    const uint32_t one = eval_format_is_integer(number) ? 1 : base_bits_of_float(1.0f);
    uint32_t from[4];

    memcpy(from, values, sizeof(from));
    for (unsigned i = 0; i < 4; i++) {
        const unsigned select = dst_sel >> 3 * i & 7;
        values[i] = select >= 4 ? from[select - 4] : select == 1 ? one : 0;
    }
}

/* A component takes the first result that would come from it. */
void
eval_format_unselect(unsigned dst_sel, uint32_t values[4])
{
    uint32_t from[4];

    memcpy(from, values, sizeof(from));
    for (unsigned c = 0; c < 4; c++) {
        values[c] = 0;
        for (unsigned i = 4; i-- > 0;)
            if ((dst_sel >> 3 * i & 7) == c + 4)
                values[c] = from[i];
    }
}
