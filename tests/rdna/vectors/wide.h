/* SPDX-License-Identifier: MIT */
#ifndef TESTS_RDNA_WIDE_H
#define TESTS_RDNA_WIDE_H

#include "vectors.h"

/* Integers that do not wrap, and bits one at a time. */

/* The low n bits of x, unsigned and signed. */
static inline wide
U(wide x, int n)
{
    return x & (((wide)1 << n) - 1);
}

static inline wide
S(wide x, int n)
{
    const wide low = U(x, n);
    return low >= (wide)1 << (n - 1) ? low - ((wide)1 << n) : low;
}

/* Bit i of x. */
static inline wide
BIT(wide x, int i)
{
    return x >> i & 1;
}

static inline wide
limit(wide x, wide least, wide most)
{
    if (x < least)
        return least;
    return x > most ? most : x;
}

/* x in n bits: cut, or with clamp at the limits. */
static inline wide
cut_u(const struct rdna_env *env, wide x, int n)
{
    return env->clamp ? limit(x, 0, ((wide)1 << n) - 1) : U(x, n);
}

static inline wide
cut_s(const struct rdna_env *env, wide x, int n)
{
    const wide half = (wide)1 << (n - 1);
    return U(env->clamp ? limit(x, -half, half - 1) : x, n);
}

static inline wide
count_bits(wide x, int n, int value)
{
    wide count = 0;
    for (int i = 0; i < n; i++)
        count += BIT(x, i) == value;
    return count;
}

static inline wide
reversed(wide x, int n)
{
    wide result = 0;
    for (int i = 0; i < n; i++)
        result |= BIT(x, i) << (n - 1 - i);
    return result;
}

/* The first bit of that value from the bottom, or from the top; all ones if there is none. */
static inline wide
first_from_bottom(wide x, int n, int value)
{
    for (int i = 0; i < n; i++)
        if (BIT(x, i) == value)
            return i;
    return 0xffffffff;
}

static inline wide
first_from_top(wide x, int n, int value)
{
    for (int i = 0; i < n; i++)
        if (BIT(x, n - 1 - i) == value)
            return i;
    return 0xffffffff;
}

/* Bits offset to offset + width - 1 of the n of x, those that there are. */
static inline wide
field_of(wide x, int n, int offset, int width)
{
    wide result = 0;
    for (int i = 0; i < width && offset + i < n; i++)
        result |= BIT(x, offset + i) << i;
    return result;
}

/* The same, the last bit that there is repeated up to bit n. */
static inline wide
signed_field_of(wide x, int n, int offset, int width)
{
    const int there = width < n - offset ? width : n - offset;
    return there ? U(S(field_of(x, n, offset, width), there), n) : 0;
}

static inline wide
ones_at(int width, int offset, int n)
{
    wide result = 0;
    for (int i = 0; i < width; i++)
        result |= (wide)1 << (offset + i);
    return U(result, n);
}

static inline wide
quads(wide x, int n, bool whole)
{
    wide result = 0;
    for (int i = 0; i < n; i++)
        if (field_of(x, n, i & ~3, 4))
            result |= (wide)1 << (whole ? i : i / 4);
    return result;
}

static inline wide
twice_each(wide x)
{
    wide result = 0;
    for (int i = 0; i < 64; i++)
        result |= BIT(x, i / 2) << i;
    return result;
}

/* The logic functions, by their truth table: bit 2 a + b of it is the result for bits a and b. */
static inline wide
truth(wide a, wide b, int n, int table)
{
    wide result = 0;
    for (int i = 0; i < n; i++)
        result |= (wide)(table >> (2 * (int)BIT(a, i) + (int)BIT(b, i)) & 1) << i;
    return result;
}

/* Floor of x / 2^count. */
static inline wide
halved(wide x, int count)
{
    for (int i = 0; i < count; i++)
        x = x >= 0 ? x / 2 : (x - 1) / 2;
    return x;
}

static inline wide
byte_of(wide x, int i)
{
    return U(x >> 8 * i, 8);
}

static inline wide
apart(wide x, wide y)
{
    return x > y ? x - y : y - x;
}

static inline wide
least_of(wide x, wide y)
{
    return x < y ? x : y;
}

static inline wide
most_of(wide x, wide y)
{
    return x > y ? x : y;
}

/* All but the least and the most. */
static inline wide
middle_of(wide x, wide y, wide z)
{
    return x + y + z - least_of(x, least_of(y, z)) - most_of(x, most_of(y, z));
}

#endif
