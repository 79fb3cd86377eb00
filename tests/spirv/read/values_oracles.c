/* SPDX-License-Identifier: MIT
 *
 * values.def's formulas and what they are written in.
 */
#include "values.h"

#include <math.h>

#define PI 3.14159265358979323846264338327950288L

/* ---- integers ---- */

static bool
divides_badly(const struct scalar a, const struct scalar b)
{
    return b.s == 0 || (b.s == -1 && a.s == -((wide)1 << (a.width - 1)));
}

static wide
floor_of_quotient(wide a, wide b)
{
    const wide towards_zero = a / b;

    return towards_zero * b != a && (a < 0) != (b < 0) ? towards_zero - 1 : towards_zero;
}

/* Bit by bit. */
static uwide
insert(uwide base, uwide put, uwide offset, uwide count)
{
    for (uwide i = 0; i < count; i++) {
        const uwide bit = (uwide)1 << (offset + i);

        base = put >> i & 1 ? base | bit : base & ~bit;
    }
    return base;
}

static uwide
extract(uwide base, uwide offset, uwide count, bool is_signed)
{
    uwide field = 0;

    for (uwide i = 0; i < 64; i++) {
        const uwide from = i < count ? i : count - 1; /* The sign goes on. */

        if (i < count || (is_signed && count > 0))
            field |= (base >> (offset + from) & 1) << i;
    }
    return field;
}

static uwide
reverse(uwide a, unsigned width)
{
    uwide reversed = 0;

    for (unsigned i = 0; i < width; i++)
        reversed = reversed << 1 | (a >> i & 1);
    return reversed;
}

static wide
count_bits(uwide a)
{
    wide count = 0;

    for (; a; a >>= 1)
        count += (wide)(a & 1);
    return count;
}

static wide
highest_bit(uwide a)
{
    wide place = -1;

    for (; a; a >>= 1)
        place++;
    return place;
}

static wide
lowest_bit(uwide a)
{
    wide place = 0;

    if (a == 0)
        return -1;
    for (; !(a & 1); a >>= 1)
        place++;
    return place;
}

/* ---- floats ---- */

static bool
is_unordered(const struct scalar a, const struct scalar b)
{
    return isnan(a.f) || isnan(b.f);
}

/* Does the whole part lie in the range of the integers of width bits? */
static bool
is_within(const struct scalar a, bool is_signed, int width)
{
    const long double most = ldexpl(1, width - (is_signed ? 1 : 0));
    const long double whole = truncl(a.f);

    return whole < most && whole >= (is_signed ? -most : 0);
}

/* Not so large or small that what is made of a few of them leaves the range of halves. */
static bool
is_tame(long double x)
{
    return x == 0 || (fabsl(x) <= 100 && fabsl(x) >= 1.0L / 64);
}

/* Of a divisor outside, Vulkan says nothing of single floats. */
static bool
is_hard_divisor(const struct scalar b)
{
    const long double size = fabsl(b.f);

    return b.type == ir_type_f32 && size != 0 && isfinite(size) &&
           (size < ldexpl(1, -126) || size > ldexpl(1, 126));
}

/* A quotient whose whole part a rounding of the division can change, or is too large to matter. */
static bool
is_hard_quotient(const struct scalar a, const struct scalar b)
{
    const long double quotient = a.f / b.f;
    const long double off = fabsl(quotient - rintl(quotient));

    return !isfinite(quotient) || !isfinite(b.f) || is_hard_divisor(b) ||
           fabsl(quotient) > (a.type == ir_type_f16 ? 30 : 1000) || (off != 0 && off < 1.0L / 64) ||
           (off == 0 && fabsl(a.f) != fabsl(b.f) && quotient != 0);
}

static bool
is_half_way(const struct scalar a)
{
    return fabsl(a.f - truncl(a.f)) == 0.5L;
}

/* As a half, and halves that are not normal as zero. */
static long double
quantized(long double x)
{
    if (fabsl(x) < ldexpl(1, -14))
        return copysignl(0, x);
    return values_scalar(ir_type_f16, values_round(ir_type_f16, x)).f;
}

static long double
fraction(long double x)
{
    return copysignl(isinf(x) ? 0 : x - truncl(x), x);
}

static long double
mantissa_of(long double x)
{
    int exponent;

    return frexpl(x, &exponent);
}

static int
exponent(long double x)
{
    int exponent_of;

    (void)frexpl(x, &exponent_of);
    return exponent_of;
}

static long double
clamped(long double x, long double least, long double most)
{
    return x < least ? least : x > most ? most : x;
}

static long double
smooth(long double from, long double to, long double x)
{
    const long double t = clamped((x - from) / (to - from), 0, 1);

    return t * t * (3 - 2 * t);
}

/* Is the power of two one that Ldexp must take? */
static bool
is_good_power(const struct scalar a, const struct scalar b)
{
    const wide most = a.type == ir_type_f16 ? 16 : a.type == ir_type_f32 ? 128 : 1024;

    return b.s <= most && b.s >= 2 - most;
}

/* ---- bounds ---- */

/* A unit in the last place of 1. */
static long double
unit(const struct scalar a)
{
    return a.type == ir_type_f16 ? 0x1p-10L : a.type == ir_type_f32 ? 0x1p-23L : 0x1p-52L;
}

static long double
sine_bound(const struct scalar a)
{
    return a.type == ir_type_f16 ? 0x1p-7L : 0x1p-11L;
}

static long double
log_bound(const struct scalar a)
{
    return a.type == ir_type_f16 ? 0x1p-7L : 0x1p-21L;
}

static long double
arc_ulps(const struct scalar a)
{
    return a.type == ir_type_f16 ? 5 : 4096;
}

static long double
exp_ulps(const struct scalar a)
{
    return 4 + 3 * fminl(fabsl(a.f), 1000);
}

/* Of exp2(b log2(a)). */
static long double
pow_ulps(const struct scalar a, const struct scalar b)
{
    return 4 + 5 * fabsl(b.f * log2l(a.f)) + 8 * fabsl(b.f);
}

/* ---- the formulas ---- */

static void
want_integer(struct want *w, wide value)
{
    w->is_real = false;
    w->integer = value;
}

static void
want_real(struct want *w, long double value)
{
    w->is_real = true;
    w->real = value;
}

#define WANT(w, value) _Generic((value), long double : want_real, default : want_integer)(w, value)
#define TAKE                                                                                       \
    const struct scalar a = x[0], b = x[1], c = x[2], d = x[3];                                    \
    (void)a, (void)b, (void)c, (void)d
#define ORACLE(prefix, name, label, open, value)                                                   \
    static void prefix##_##name##_##label(const struct scalar *x, struct want *w)                  \
    {                                                                                              \
        TAKE;                                                                                      \
        w->is_open = (open);                                                                       \
        if (!w->is_open)                                                                           \
            WANT(w, value);                                                                        \
    }

#define CORE(name, label, class, operands, result, host, open, value)                              \
    ORACLE(core, name, label, open, value)
#define GLSL(name, label, class, operands, result, host, open, value)                              \
    ORACLE(glsl, name, label, open, value)
#define NEAR(kind, name, class, operands, result, ulps_, absolute_, scale_, open, value)           \
    static void kind##_##name##_near(const struct scalar *x, struct want *w)                       \
    {                                                                                              \
        TAKE;                                                                                      \
        w->is_open = (open);                                                                       \
        if (w->is_open)                                                                            \
            return;                                                                                \
        WANT(w, value);                                                                            \
        w->ulps = (double)(ulps_);                                                                 \
        w->absolute = (double)(absolute_);                                                         \
        w->scale = (double)(scale_);                                                               \
    }
#define ELEM(name, class, operands, ulps, absolute, open, value)                                   \
    NEAR(glsl, name, class, operands, "T", ulps, absolute, 0, open, value)
#define PAIR(kind, name, class, operands, result, open, first, second)                             \
    static void kind##_##name##_pair(const struct scalar *x, struct want *w)                       \
    {                                                                                              \
        TAKE;                                                                                      \
        w[0].is_open = w[1].is_open = (open);                                                      \
        if (w->is_open)                                                                            \
            return;                                                                                \
        WANT(&w[0], first);                                                                        \
        WANT(&w[1], second);                                                                       \
    }
#include "values.def"

const struct values_row values_rows[] = {
#define CORE(name, label, class, operands, result, host, open, value)                              \
    {#name, kind_core, class, operands, result, host, .oracle = core_##name##_##label},
#define GLSL(name, label, class, operands, result, host, open, value)                              \
    {#name, kind_glsl, class, operands, result, host, .oracle = glsl_##name##_##label},
#define NEAR(kind, name, class, operands, result, ulps, absolute, scale, open, value)              \
    {#name, kind_##kind, class, operands, result, HOST, .oracle = kind##_##name##_near},
#define ELEM(name, class, operands, ulps, absolute, open, value)                                   \
    {#name,                                                                                        \
     kind_glsl,                                                                                    \
     class,                                                                                        \
     operands,                                                                                     \
     "T",                                                                                          \
     HOST,                                                                                         \
     .is_elementary = true,                                                                        \
     .oracle = glsl_##name##_near},
#define PAIR(kind, name, class, operands, result, open, first, second)                             \
    {#name, kind_##kind, class, operands, result, HOST, .oracle = kind##_##name##_pair},
#include "values.def"
};

const uint32_t values_row_count = (uint32_t)BASE_COUNT(values_rows);
