/* SPDX-License-Identifier: MIT
 *
 * What opcodes on words of 32 bits compute.
 */
#include "formula.h"

#include <math.h>

/* Results by exp2, log2 and the like. */
#define CPU_ROUGH                                                                                  \
    {                                                                                              \
        0x1p-20, 0x1p-146, 0                                                                       \
    }
#define HOST_ROUGH                                                                                 \
    {                                                                                              \
        0x1p-17, 0x1p-21, 64                                                                       \
    }

/* Of sine and cosine Vulkan says something between -pi and pi alone. */
#define HOST_CIRCULAR                                                                              \
    {                                                                                              \
        0, 0x1p-11, 3.1415925                                                                      \
    }
/* 1 / x that is denormal may be 0, and takes the other side then. */
#define HOST_INVERSE                                                                               \
    {                                                                                              \
        .most = 0x1p126                                                                            \
    }
/* Squares, and products of three, that are denormal may be 0. */
#define HOST_SQUARES                                                                               \
    {                                                                                              \
        .most = 0x1p30, .least = 0x1p-30                                                           \
    }

#define FORMULA(op, types, ...)                                                                    \
    static const struct rows_formula formula_##op = {                                              \
        .expected = expect_##op, .kinds = types, __VA_ARGS__};
#define EXACT .cpu = {0}, .host = {0}
#define CIRCULAR .cpu = CPU_ROUGH, .host = HOST_CIRCULAR
#define INVERSE .cpu = {0}, .host = HOST_INVERSE
#define SQUARES .cpu = {0}, .host = HOST_SQUARES
/* Hosts know such a selection as the sign, and zeroes have none for them. */
#define ANY_ZERO .cpu = {0}, .host = {.relative = 0x1p-30}
/* Which zero the least and the greatest of two zeroes is, is open. */
#define EITHER_ZERO .cpu = {.relative = 0x1p-30}, .host = {.relative = 0x1p-30}
#define ROUGH .cpu = CPU_ROUGH, .host = HOST_ROUGH

/* One component for all: a, b, e and g are component c of the sources. */
#define EACH_BY(op, types, bounds, expression)                                                     \
    static unsigned expect_##op(const union rows_word(*s)[4], unsigned mask, union rows_word *d)   \
    {                                                                                              \
        for (unsigned c = 0; c < 4; c++) {                                                         \
            const union rows_word a = s[0][c], b = s[1][c], e = s[2][c], g = s[3][c];              \
                                                                                                   \
            (void)a, (void)b, (void)e, (void)g;                                                    \
            if (mask & 1u << c)                                                                    \
                expression;                                                                        \
        }                                                                                          \
        return mask;                                                                               \
    }                                                                                              \
    FORMULA(op, types, bounds)
#define EACH(op, types, expression) EACH_BY(op, types, EXACT, expression)
/* Other roundings, or zeroes, that a host may come to. */
#define OR(other) EXACT, .contracted = other

/* One result of the x components. */
#define SCALAR_BY(op, types, bounds, expression)                                                   \
    static unsigned expect_##op(const union rows_word(*s)[4], unsigned mask, union rows_word *d)   \
    {                                                                                              \
        const union rows_word a = s[0][0], b = s[1][0];                                            \
        union rows_word r;                                                                         \
                                                                                                   \
        (void)a, (void)b;                                                                          \
        expression;                                                                                \
        for (unsigned c = 0; c < 4; c++)                                                           \
            if (mask & 1u << c)                                                                    \
                d[c] = r;                                                                          \
        return mask;                                                                               \
    }                                                                                              \
    FORMULA(op, types, bounds)
#define SCALAR(op, types, expression) SCALAR_BY(op, types, EXACT, expression)
#define ROUGH_SCALAR(op, types, expression) SCALAR_BY(op, types, ROUGH, expression)

/* Four formulas. */
#define VECTOR_BY(op, types, bounds, ...)                                                          \
    static void all_of_##op(const union rows_word *a, const union rows_word *b,                    \
                            const union rows_word *e, union rows_word *d)                          \
    {                                                                                              \
        (void)a, (void)b, (void)e;                                                                 \
        __VA_ARGS__                                                                                \
    }                                                                                              \
    static unsigned expect_##op(const union rows_word(*s)[4], unsigned mask, union rows_word *d)   \
    {                                                                                              \
        union rows_word four[4];                                                                   \
                                                                                                   \
        all_of_##op(s[0], s[1], s[2], four);                                                       \
        for (unsigned c = 0; c < 4; c++)                                                           \
            if (mask & 1u << c)                                                                    \
                d[c] = four[c];                                                                    \
        return mask;                                                                               \
    }                                                                                              \
    FORMULA(op, types, bounds)
#define VECTOR(op, types, ...) VECTOR_BY(op, types, EXACT, __VA_ARGS__)
#define ROUGH_VECTOR(op, types, ...) VECTOR_BY(op, types, ROUGH, __VA_ARGS__)

static int32_t
to_int(float x)
{
    if (x != x)
        return 0;
    return x >= 0x1p31f ? INT32_MAX : x < -0x1p31f ? INT32_MIN : (int32_t)x;
}

static uint32_t
to_uint(float x)
{
    if (!(x > 0))
        return 0;
    return x >= 0x1p32f ? UINT32_MAX : (uint32_t)x;
}

static float
clamped(float x, float low, float high)
{
    return x < low ? low : x > high ? high : x;
}

static float
c_pow(float x, float y)
{
    return (float)pow((double)x, (double)y);
}

EACH(ABS, "f", d[c].u = a.u & 0x7fffffff)
EACH(ADD, "ff", d[c].f = a.f + b.f)
EACH(AND, "ii", d[c].u = a.u & b.u)
EACH(ARL, "f", d[c].i = to_int(floorf(a.f)))
EACH(ARR, "f", d[c].i = to_int(floorf(a.f + 0.5f)))
EACH(CEIL, "f", d[c].f = ceilf(a.f))
EACH(CLAMP, "fff", d[c].f = clamped(a.f, b.f, e.f))
EACH(CMP, "fii", d[c] = a.f < 0 ? b : e)
EACH(CND, "fff", d[c].f = e.f > 0.5f ? a.f : b.f)
EACH(DIV, "ff", d[c].f = a.f / b.f)
EACH(F2I, "f", d[c].i = to_int(a.f))
EACH(F2U, "f", d[c].u = to_uint(a.f))
EACH(FLR, "f", d[c].f = floorf(a.f))

EACH(FRC, "f", d[c].f = a.f - floorf(a.f))
EACH(FSEQ, "ff", d[c].u = a.f == b.f ? ~0u : 0)
EACH(FSGE, "ff", d[c].u = a.f >= b.f ? ~0u : 0)
EACH(FSLT, "ff", d[c].u = a.f < b.f ? ~0u : 0)
EACH(FSNE, "ff", d[c].u = a.f != b.f ? ~0u : 0)
EACH(I2F, "i", d[c].f = (float)a.i)
EACH(IABS, "i", d[c].u = a.i < 0 ? 0 - a.u : a.u)
EACH(IDIV, "ii", d[c].i = b.i == 0 ? 0 : (int32_t)((int64_t)a.i / b.i))
EACH(IMAX, "ii", d[c].i = a.i > b.i ? a.i : b.i)
EACH(IMIN, "ii", d[c].i = a.i < b.i ? a.i : b.i)
EACH(IMUL_HI, "ii", d[c].i = (int32_t)(((int64_t)a.i * b.i) >> 32))
EACH(INEG, "i", d[c].u = 0 - a.u)
EACH(ISGE, "ii", d[c].u = a.i >= b.i ? ~0u : 0)
EACH(ISHR, "ii", d[c].i = a.i >> (b.u & 31))
EACH(ISLT, "ii", d[c].u = a.i < b.i ? ~0u : 0)
EACH(ISSG, "i", d[c].i = (a.i > 0) - (a.i < 0))
EACH(LRP, "fff", d[c].f = a.f * (b.f - e.f) + e.f)
EACH(MAD, "fff", d[c].f = a.f * b.f + e.f)
EACH_BY(FMA, "fff", OR(expect_MAD), d[c].f = fmaf(a.f, b.f, e.f))
EACH_BY(MAX, "ff", EITHER_ZERO, d[c].f = fmaxf(a.f, b.f))
EACH_BY(MIN, "ff", EITHER_ZERO, d[c].f = fminf(a.f, b.f))
EACH(MOD, "ii", d[c].i = b.i == 0 ? -1 : (int32_t)((int64_t)a.i % b.i))
EACH(MOV, "i", d[c] = a)
EACH(MUL, "ff", d[c].f = a.f * b.f)
EACH(NOT, "i", d[c].u = ~a.u)
EACH(OR, "ii", d[c].u = a.u | b.u)
EACH(ROUND, "f", d[c].f = nearbyintf(a.f))
EACH(SAD, "iii", d[c].u = (a.u - b.u) >> 31 ? b.u - a.u + e.u : a.u - b.u + e.u)
EACH(SEQ, "ff", d[c].f = a.f == b.f)
EACH(SGE, "ff", d[c].f = a.f >= b.f)
EACH(SGT, "ff", d[c].f = a.f > b.f)
EACH(SHL, "ii", d[c].u = a.u << (b.u & 31))
EACH(SHR, "ii", d[c].i = a.i >> (b.u & 31))
EACH(SLE, "ff", d[c].f = a.f <= b.f)
EACH(SLT, "ff", d[c].f = a.f < b.f)
EACH(SNE, "ff", d[c].f = a.f != b.f)
EACH_BY(SSG, "f", ANY_ZERO, d[c].f = (float)(a.f > 0) - (float)(a.f < 0))
EACH(SUB, "ff", d[c].f = a.f - b.f)
EACH(TRUNC, "f", d[c].f = truncf(a.f))
EACH(U2F, "i", d[c].f = (float)a.u)
EACH(UADD, "ii", d[c].u = a.u + b.u)
EACH(UARL, "i", d[c] = a)
EACH(UCMP, "iii", d[c] = a.u ? b : e)
EACH(UDIV, "ii", d[c].u = b.u ? a.u / b.u : ~0u)
EACH(UMAD, "iii", d[c].u = a.u * b.u + e.u)
EACH(UMAX, "ii", d[c].u = a.u > b.u ? a.u : b.u)
EACH(UMIN, "ii", d[c].u = a.u < b.u ? a.u : b.u)
EACH(UMOD, "ii", d[c].u = b.u ? a.u % b.u : ~0u)
EACH(UMUL, "ii", d[c].u = a.u * b.u)
EACH(UMUL_HI, "ii", d[c].u = (uint32_t)(((uint64_t)a.u * b.u) >> 32))
EACH(USEQ, "ii", d[c].u = a.u == b.u ? ~0u : 0)
EACH(USGE, "ii", d[c].u = a.u >= b.u ? ~0u : 0)
EACH(USHR, "ii", d[c].u = a.u >> (b.u & 31))
EACH(USLT, "ii", d[c].u = a.u < b.u ? ~0u : 0)
EACH(USNE, "ii", d[c].u = a.u != b.u ? ~0u : 0)
EACH(XOR, "ii", d[c].u = a.u ^ b.u)

/* Bit by bit, so that nothing is shared with the tricks of the lowering. */
static uint32_t
bits_of(uint32_t x, uint32_t offset, uint32_t width, bool is_signed)
{
    uint32_t field = 0;

    if (width == 32 && offset == 0)
        return x;
    offset &= 31;
    width &= 31;
    if (!width)
        return 0;
    for (uint32_t i = 0; i < 32; i++) {
        uint32_t from = offset + (i < width ? i : width - 1);

        if (i >= width && !is_signed)
            break;
        /* Past the top, the sign again, or zeroes. */
        if (from > 31 && !is_signed)
            continue;
        field |= (x >> (from > 31 ? 31 : from) & 1) << i;
    }
    return field;
}

static uint32_t
insert(uint32_t base, uint32_t value, uint32_t offset, uint32_t width)
{
    if (width == 32)
        return value;
    for (uint32_t i = 0; i < (width & 31) && i + (offset & 31) < 32; i++) {
        const uint32_t place = i + (offset & 31);

        base = (base & ~(1u << place)) | (value >> i & 1) << place;
    }
    return base;
}

static int32_t
place_of_bit(uint32_t x, int from, int step)
{
    for (int i = from; i >= 0 && i < 32; i += step)
        if (x >> i & 1)
            return i;
    return -1;
}

static uint32_t
reversed(uint32_t x)
{
    uint32_t r = 0;

    for (unsigned i = 0; i < 32; i++)
        r |= (x >> i & 1) << (31 - i);
    return r;
}

EACH(BFI, "iiii", d[c].u = insert(a.u, b.u, e.u, g.u))
EACH(BREV, "i", d[c].u = reversed(a.u))
EACH(IBFE, "iii", d[c].u = bits_of(a.u, b.u, e.u, true))
EACH(IMSB, "i", d[c].i = place_of_bit(a.i < 0 ? ~a.u : a.u, 31, -1))
EACH(LSB, "i", d[c].i = place_of_bit(a.u, 0, 1))
EACH(POPC, "i", d[c].i = __builtin_popcount(a.u))
EACH(UBFE, "iii", d[c].u = bits_of(a.u, b.u, e.u, false))
EACH(UMSB, "i", d[c].i = place_of_bit(a.u, 31, -1))

static float
rcc(float x)
{
    const float r = 1 / x;

    return r > 0 ? clamped(r, 5.42101e-20f, 1.884467e19f)
                 : clamped(r, -1.884467e19f, -5.42101e-20f);
}

SCALAR_BY(COS, "f", CIRCULAR, r.f = (float)cos((double)a.f))
ROUGH_SCALAR(EX2, "f", r.f = (float)exp2((double)a.f))
ROUGH_SCALAR(LG2, "f", r.f = (float)log2((double)a.f))
ROUGH_SCALAR(POW, "ff", r.f = c_pow(a.f, b.f))
SCALAR_BY(RCC, "f", INVERSE, r.f = rcc(a.f))
SCALAR(RCP, "f", r.f = 1 / a.f)
ROUGH_SCALAR(RSQ, "f", r.f = (float)(1 / sqrt((double)a.f)))
SCALAR(SFL, "ff", r.u = 0)
SCALAR_BY(SIN, "f", CIRCULAR, r.f = (float)sin((double)a.f))
SCALAR(SQRT, "f", r.f = sqrtf(a.f))
SCALAR(STR, "ff", r.f = 1)

static void
all(union rows_word *d, float value)
{
    for (unsigned c = 0; c < 4; c++)
        d[c].f = value;
}

static float
dot(const union rows_word *a, const union rows_word *b, unsigned count)
{
    float sum = a[0].f * b[0].f;

    for (unsigned c = 1; c < count; c++)
        sum += a[c].f * b[c].f;
    return sum;
}

VECTOR(DP2, "ff", all(d, dot(a, b, 2));)
VECTOR(DP2A, "fff", all(d, dot(a, b, 2) + e[0].f);)
VECTOR(DP3, "ff", all(d, dot(a, b, 3));)
VECTOR(DP4, "ff", all(d, dot(a, b, 4));)
VECTOR(DPH, "ff", all(d, dot(a, b, 3) + b[3].f);)

VECTOR(ARA, "i", for (unsigned c = 0; c < 4; c++) d[c].u = a[c].u + a[(c + 2) & 3].u;)
VECTOR(DST, "ff", d[0].f = 1; d[1].f = a[1].f * b[1].f; d[2] = a[2]; d[3] = b[3];)
ROUGH_VECTOR(EXP, "f", d[0].f = exp2f(floorf(a[0].f)); d[1].f = a[0].f - floorf(a[0].f);
             d[2].f = exp2f(a[0].f); d[3].f = 1;)
ROUGH_VECTOR(LIT, "f", d[0].f = 1; d[1].f = a[0].f > 0 ? a[0].f : 0;
             d[2].f = a[0].f > 0 ? c_pow(a[1].f > 0 ? a[1].f : 0, clamped(a[3].f, -128, 128)) : 0;
             d[3].f = 1;)
ROUGH_VECTOR(LOG, "f", const float x = fabsf(a[0].f), log = log2f(x); d[0].f = floorf(log);
             d[1].f = x / exp2f(floorf(log)); d[2].f = log; d[3].f = 1;)
VECTOR(NRM, "f", const float length = sqrtf(dot(a, a, 3));
       for (unsigned c = 0; c < 3; c++) d[c].f = a[c].f / length; d[3].f = 1;)
VECTOR(NRM4, "f", const float length = sqrtf(dot(a, a, 4));
       for (unsigned c = 0; c < 4; c++) d[c].f = a[c].f / length;)
VECTOR_BY(RFL, "ff", SQUARES, const float k = 2 * dot(a, b, 3) / dot(a, a, 3);
          for (unsigned c = 0; c < 3; c++) d[c].f = k * a[c].f - b[c].f; d[3].f = 1;)
VECTOR_BY(SCS, "f", CIRCULAR, d[0].f = (float)cos((double)a[0].f);
          d[1].f = (float)sin((double)a[0].f); d[2].f = 0; d[3].f = 1;)
VECTOR(X2D, "fff", d[0].f = a[0].f + b[0].f * e[0].f + b[1].f * e[1].f;
       d[1].f = a[1].f + b[0].f * e[2].f + b[1].f * e[3].f; d[2] = d[0]; d[3] = d[1];)
VECTOR(XPD, "ff", d[0].f = a[1].f * b[2].f - b[1].f * a[2].f;
       d[1].f = a[2].f * b[0].f - b[2].f * a[0].f; d[2].f = a[0].f * b[1].f - b[0].f * a[1].f;
       d[3].f = 1;)

static uint32_t
field(float x, float low, float steps, unsigned bits)
{
    x = x != x ? 0 : clamped(x, low, 1);
    return (uint32_t)(int32_t)nearbyintf(x * steps) & ((1u << bits) - 1);
}

VECTOR(PK2US, "f", d[0].u = field(a[0].f, 0, 65535, 16) | field(a[1].f, 0, 65535, 16) << 16;
       d[1] = d[2] = d[3] = d[0];)
VECTOR(PK4B, "f",
       d[0].u = field(a[0].f, -1, 127, 8) | field(a[1].f, -1, 127, 8) << 8 |
                field(a[2].f, -1, 127, 8) << 16 | field(a[3].f, -1, 127, 8) << 24;
       d[1] = d[2] = d[3] = d[0];)
VECTOR(PK4UB, "f",
       d[0].u = field(a[0].f, 0, 255, 8) | field(a[1].f, 0, 255, 8) << 8 |
                field(a[2].f, 0, 255, 8) << 16 | field(a[3].f, 0, 255, 8) << 24;
       d[1] = d[2] = d[3] = d[0];)
VECTOR(UP2US, "i",
       for (unsigned c = 0; c < 4; c++) d[c].f = (float)(a[0].u >> (c & 1 ? 16 : 0) & 0xffff) /
                                                 65535;)
VECTOR(UP4B, "i",
       for (unsigned c = 0; c < 4; c++) d[c].f = clamped((float)(int8_t)(a[0].u >> 8 * c & 0xff) /
                                                             127,
                                                         -1, 1);)
VECTOR(UP4UB, "i", for (unsigned c = 0; c < 4; c++) d[c].f = (float)(a[0].u >> 8 * c & 0xff) / 255;)

/* ---- halves ---- */

static float
value_of_half(uint32_t half)
{
    const float sign = half & 0x8000 ? -1.0f : 1.0f;
    const int exponent = (int)(half >> 10 & 31);
    const float fraction = (float)(half & 0x3ff);

    if (exponent == 31)
        return half & 0x3ff ? NAN : sign * INFINITY;
    if (exponent == 0)
        return sign * ldexpf(fraction, -24);
    return sign * ldexpf(1024 + fraction, exponent - 25);
}

/* The nearest half by search: halves of one sign lie in order; ties go to the even one. */
static uint32_t
half_of_value(float x)
{
    const uint32_t sign = signbit(x) ? 0x8000 : 0;
    const double size = fabs((double)x);
    uint32_t low = 0, high = 0x7c00;

    if (x != x)
        return 0x7e00 | sign;
    if (size >= 65520) /* Half a step past the greatest. */
        return 0x7c00 | sign;
    while (high - low > 1) {
        const uint32_t middle = (low + high) / 2;

        if ((double)value_of_half(middle) <= size)
            low = middle;
        else
            high = middle;
    }
    const double below = size - (double)value_of_half(low);
    const double above = (high == 0x7c00 ? 65536 : (double)value_of_half(high)) - size;
    return (above < below || (above == below && (low & 1)) ? high : low) | sign;
}

VECTOR(PK2H, "f", d[0].u = half_of_value(a[0].f) | half_of_value(a[1].f) << 16;
       d[1] = d[2] = d[3] = d[0];)
VECTOR(UP2H, "i", d[0].f = value_of_half(a[0].u & 0xffff); d[1].f = value_of_half(a[0].u >> 16);
       d[2] = d[0]; d[3] = d[1];)

EACH(LDEXP, "fi", d[c].f = (float)ldexp((double)a.f, b.i > 1000 ? 1000 : b.i < -1000 ? -1000 : b.i))

/* ---- what the early dialect means otherwise ---- */

EACH(MAX_EARLY, "ff", d[c].f = a.f > b.f ? a.f : b.f)
EACH(MIN_EARLY, "ff", d[c].f = a.f < b.f ? a.f : b.f)
EACH(ROUND_EARLY, "f", d[c].f = floorf(a.f + 0.5f))
/* By way of an integer, which is the least one for all that does not fit. */
EACH(TRUNC_EARLY, "f", d[c].f = fabsf(a.f) < 0x1p31f ? (float)(int32_t)a.f : -0x1p31f)
ROUGH_SCALAR(RSQ_EARLY, "f", r.f = (float)(1 / sqrt(fabs((double)a.f))))

/* ---- MUL_ZERO_WINS: 0 times anything is 0 ---- */

#define FUSED_ZERO_WINS OR(expect_MAD_ZERO), .property = "PROPERTY MUL_ZERO_WINS 1\n"
#define SQUARES_ZERO_WINS SQUARES, .property = "PROPERTY MUL_ZERO_WINS 1\n"
#define ROUGH_ZERO_WINS ROUGH, .property = "PROPERTY MUL_ZERO_WINS 1\n"
#define ZERO_WINS EXACT, .property = "PROPERTY MUL_ZERO_WINS 1\n"

static float
times(float x, float y)
{
    return x == 0 || y == 0 ? 0 : x * y;
}

static float
dot_zero(const union rows_word *a, const union rows_word *b, unsigned count)
{
    float sum = times(a[0].f, b[0].f);

    for (unsigned c = 1; c < count; c++)
        sum += times(a[c].f, b[c].f);
    return sum;
}

static float
fused_zero(float x, float y, float z)
{
    return x == 0 || y == 0 ? 0.0f + z : fmaf(x, y, z);
}

#define EACH_ZERO(op, types, expression)                                                           \
    VECTOR_BY(op##_ZERO, types, ZERO_WINS, for (unsigned c = 0; c < 4; c++) expression;)
#define VECTOR_ZERO(op, types, ...) VECTOR_BY(op##_ZERO, types, ZERO_WINS, __VA_ARGS__)

EACH_ZERO(MUL, "ff", d[c].f = times(a[c].f, b[c].f))
EACH_ZERO(MAD, "fff", d[c].f = times(a[c].f, b[c].f) + e[c].f)
VECTOR_BY(FMA_ZERO, "fff", FUSED_ZERO_WINS,
          for (unsigned c = 0; c < 4; c++) d[c].f = fused_zero(a[c].f, b[c].f, e[c].f);)
EACH_ZERO(LRP, "fff", d[c].f = times(a[c].f, b[c].f - e[c].f) + e[c].f)
VECTOR_ZERO(DP2, "ff", all(d, dot_zero(a, b, 2));)
VECTOR_ZERO(DP2A, "fff", all(d, dot_zero(a, b, 2) + e[0].f);)
VECTOR_ZERO(DP3, "ff", all(d, dot_zero(a, b, 3));)
VECTOR_ZERO(DP4, "ff", all(d, dot_zero(a, b, 4));)
VECTOR_ZERO(DPH, "ff", all(d, dot_zero(a, b, 3) + b[3].f);)
VECTOR_ZERO(DST, "ff", d[0].f = 1; d[1].f = times(a[1].f, b[1].f); d[2] = a[2]; d[3] = b[3];)
VECTOR_ZERO(X2D, "fff", d[0].f = a[0].f + times(b[0].f, e[0].f) + times(b[1].f, e[1].f);
            d[1].f = a[1].f + times(b[0].f, e[2].f) + times(b[1].f, e[3].f); d[2] = d[0];
            d[3] = d[1];)
VECTOR_ZERO(XPD, "ff", d[0].f = times(a[1].f, b[2].f) - times(b[1].f, a[2].f);
            d[1].f = times(a[2].f, b[0].f) - times(b[2].f, a[0].f);
            d[2].f = times(a[0].f, b[1].f) - times(b[0].f, a[1].f); d[3].f = 1;)

/* Where a quotient is a product with the inverse, 0 wins there too. */
static float
quotient_zero(float x, float y)
{
    return x == 0 ? 0 : x / y;
}

VECTOR_ZERO(NRM, "f", const float length = sqrtf(dot_zero(a, a, 3));
            for (unsigned c = 0; c < 3; c++) d[c].f = quotient_zero(a[c].f, length); d[3].f = 1;)
VECTOR_ZERO(NRM4, "f", const float length = sqrtf(dot_zero(a, a, 4));
            for (unsigned c = 0; c < 4; c++) d[c].f = quotient_zero(a[c].f, length);)
VECTOR_BY(RFL_ZERO, "ff", SQUARES_ZERO_WINS,
          const float k = quotient_zero(2 * dot_zero(a, b, 3), dot_zero(a, a, 3));
          for (unsigned c = 0; c < 3; c++) d[c].f = times(k, a[c].f) - b[c].f; d[3].f = 1;)
VECTOR_BY(LOG_ZERO, "f", ROUGH_ZERO_WINS, const float x = fabsf(a[0].f), log = log2f(x);
          d[0].f = floorf(log); d[1].f = quotient_zero(x, exp2f(floorf(log))); d[2].f = log;
          d[3].f = 1;)

/* ---- rows ---- */

#define ROW(op) ROWS_ROW(op, auto, rows_run_formula, &formula_##op)
#define EARLY(op) ROWS_ROW(op, early, rows_run_formula, &formula_##op##_EARLY)
#define FINAL(op) ROWS_ROW(op, final, rows_run_formula, &formula_##op)
#define ZERO(op) ROWS_ROW(op, auto, rows_run_formula, &formula_##op##_ZERO)

static const struct rows_row rows[] = {
    ROW(ABS),
    ROW(ADD),
    ROW(AND),
    ROW(ARA),
    ROW(ARL),
    ROW(ARR),
    ROW(BFI),
    ROW(BREV),
    ROW(CEIL),
    ROW(CLAMP),
    ROW(CMP),
    ROW(CND),
    ROW(COS),
    ROW(DIV),
    ROW(DP2),
    ROW(DP2A),
    ROW(DP3),
    ROW(DP4),
    ROW(DPH),
    ROW(DST),
    ROW(EX2),
    ROW(EXP),
    ROW(F2I),
    ROW(F2U),
    ROW(FLR),
    ROW(FMA),
    ROW(FRC),
    ROW(FSEQ),
    ROW(FSGE),
    ROW(FSLT),
    ROW(FSNE),
    ROW(I2F),
    ROW(IABS),
    ROW(IBFE),
    ROW(IDIV),
    ROW(IMAX),
    ROW(IMIN),
    ROW(IMSB),
    ROW(IMUL_HI),
    ROW(INEG),
    ROW(ISGE),
    ROW(ISHR),
    ROW(ISLT),
    ROW(ISSG),
    ROW(LDEXP),
    ROW(LG2),
    ROW(LIT),
    ROW(LOG),
    ROW(LRP),
    ROW(LSB),
    ROW(MAD),
    EARLY(MAX),
    FINAL(MAX),
    EARLY(MIN),
    FINAL(MIN),
    ROW(MOD),
    ROW(MOV),
    ROW(MUL),
    ROW(NOT),
    ROW(NRM),
    ROW(NRM4),
    ROW(OR),
    ROW(PK2H),
    ROW(PK2US),
    ROW(PK4B),
    ROW(PK4UB),
    ROW(POPC),
    ROW(POW),
    ROW(RCC),
    ROW(RCP),
    ROW(RFL),
    ROW(SAD),
    ROW(SCS),
    ROW(SEQ),
    ROW(SFL),
    ROW(SGE),
    ROW(SGT),
    ROW(SHL),
    ROW(SHR),
    ROW(SIN),
    ROW(SLE),
    ROW(SLT),
    ROW(SNE),
    ROW(SQRT),
    ROW(SSG),
    ROW(STR),
    ROW(SUB),
    ROW(U2F),
    ROW(UADD),
    ROW(UARL),
    ROW(UBFE),
    ROW(UCMP),
    ROW(UDIV),
    ROW(UMAD),
    ROW(UMAX),
    ROW(UMIN),
    ROW(UMOD),
    ROW(UMSB),
    ROW(UMUL),
    ROW(UMUL_HI),
    ROW(UP2H),
    ROW(UP2US),
    ROW(UP4B),
    ROW(UP4UB),
    ROW(USEQ),
    ROW(USGE),
    ROW(USHR),
    ROW(USLT),
    ROW(USNE),
    ROW(X2D),
    ROW(XOR),
    ROW(XPD),
    /* Where the dialects differ. */
    EARLY(ROUND),
    FINAL(ROUND),
    EARLY(RSQ),
    FINAL(RSQ),
    EARLY(TRUNC),
    FINAL(TRUNC),
    /* With the property. */
    ZERO(DP2),
    ZERO(DP2A),
    ZERO(DP3),
    ZERO(DP4),
    ZERO(DPH),
    ZERO(DST),
    ZERO(FMA),
    ZERO(LOG),
    ZERO(LRP),
    ZERO(MAD),
    ZERO(MUL),
    ZERO(NRM),
    ZERO(NRM4),
    ZERO(RFL),
    ZERO(X2D),
    ZERO(XPD),
};

const struct rows_table rows_table_alu = {"alu", rows, BASE_COUNT(rows)};
