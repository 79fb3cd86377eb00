/* SPDX-License-Identifier: MIT
 *
 * What opcodes compute. A row has the formula, written down from the opcode's definition and
 * without a look at the lowering; the test feeds it edge values, with and without masks,
 * swizzles and saturation, and compares bits. Opcodes whose last bits are the host's choice have
 * a tolerance.
 */
#include "kit.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

typedef void (*formula)(const union kit_word (*s)[4], union kit_word *d);

struct row {
    enum tgsi_op op;
    unsigned srcs;
    char kind;        /* Of the sources: f, i. */
    double tolerance; /* Relative, of floats. */
    formula expected;
};

/* One component for all: a, b, e and g are component c of the sources. */
#define EACH(op, expression)                                                                       \
    static void expect_##op(const union kit_word(*s)[4], union kit_word *d)                        \
    {                                                                                              \
        for (unsigned c = 0; c < 4; c++) {                                                         \
            const union kit_word a = s[0][c], b = s[1][c], e = s[2][c], g = s[3][c];               \
                                                                                                   \
            (void)a, (void)b, (void)e, (void)g;                                                    \
            expression;                                                                            \
        }                                                                                          \
    }

/* One result of the x components. */
#define SCALAR(op, expression)                                                                     \
    static void expect_##op(const union kit_word(*s)[4], union kit_word *d)                        \
    {                                                                                              \
        const union kit_word a = s[0][0], b = s[1][0];                                             \
        union kit_word r;                                                                          \
                                                                                                   \
        (void)a, (void)b;                                                                          \
        expression;                                                                                \
        d[0] = d[1] = d[2] = d[3] = r;                                                             \
    }

/* Four formulas. */
#define VECTOR(op, ...)                                                                            \
    static void expect_##op(const union kit_word(*s)[4], union kit_word *d)                        \
    {                                                                                              \
        const union kit_word *a = s[0], *b = s[1], *e = s[2];                                      \
                                                                                                   \
        (void)a, (void)b, (void)e;                                                                 \
        __VA_ARGS__                                                                                \
    }

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

EACH(ABS, d[c].u = a.u & 0x7fffffff)
EACH(ADD, d[c].f = a.f + b.f)
EACH(AND, d[c].u = a.u & b.u)
EACH(ARL, d[c].i = to_int(floorf(a.f)))
EACH(ARR, d[c].i = to_int(floorf(a.f + 0.5f)))
EACH(CEIL, d[c].f = ceilf(a.f))
EACH(CLAMP, d[c].f = clamped(a.f, b.f, e.f))
EACH(CMP, d[c] = a.f < 0 ? b : e)
EACH(CND, d[c].f = e.f > 0.5f ? a.f : b.f)
EACH(DIV, d[c].f = a.f / b.f)
EACH(F2I, d[c].i = to_int(a.f))
EACH(F2U, d[c].u = to_uint(a.f))
EACH(FLR, d[c].f = floorf(a.f))
EACH(FMA, d[c].f = fmaf(a.f, b.f, e.f))
EACH(FRC, d[c].f = a.f - floorf(a.f))
EACH(FSEQ, d[c].u = a.f == b.f ? ~0u : 0)
EACH(FSGE, d[c].u = a.f >= b.f ? ~0u : 0)
EACH(FSLT, d[c].u = a.f < b.f ? ~0u : 0)
EACH(FSNE, d[c].u = a.f != b.f ? ~0u : 0)
EACH(I2F, d[c].f = (float)a.i)
EACH(IABS, d[c].u = a.i < 0 ? 0 - a.u : a.u)
EACH(IDIV, d[c].i = b.i == 0 ? 0 : (int32_t)((int64_t)a.i / b.i))
EACH(IMAX, d[c].i = a.i > b.i ? a.i : b.i)
EACH(IMIN, d[c].i = a.i < b.i ? a.i : b.i)
EACH(IMUL_HI, d[c].i = (int32_t)(((int64_t)a.i * b.i) >> 32))
EACH(INEG, d[c].u = 0 - a.u)
EACH(ISGE, d[c].u = a.i >= b.i ? ~0u : 0)
EACH(ISHR, d[c].i = a.i >> (b.u & 31))
EACH(ISLT, d[c].u = a.i < b.i ? ~0u : 0)
EACH(ISSG, d[c].i = (a.i > 0) - (a.i < 0))
EACH(LRP, d[c].f = a.f * (b.f - e.f) + e.f)
EACH(MAD, d[c].f = a.f * b.f + e.f)
EACH(MAX, d[c].f = a.f > b.f ? a.f : b.f)
EACH(MIN, d[c].f = a.f < b.f ? a.f : b.f)
EACH(MOD, d[c].i = b.i == 0 ? -1 : (int32_t)((int64_t)a.i % b.i))
EACH(MOV, d[c] = a)
EACH(MUL, d[c].f = a.f * b.f)
EACH(NOT, d[c].u = ~a.u)
EACH(OR, d[c].u = a.u | b.u)
EACH(ROUND, d[c].f = nearbyintf(a.f))
EACH(SAD, d[c].u = (a.u - b.u) >> 31 ? b.u - a.u + e.u : a.u - b.u + e.u)
EACH(SEQ, d[c].f = a.f == b.f)
EACH(SGE, d[c].f = a.f >= b.f)
EACH(SGT, d[c].f = a.f > b.f)
EACH(SHL, d[c].u = a.u << (b.u & 31))
EACH(SHR, d[c].i = a.i >> (b.u & 31))
EACH(SLE, d[c].f = a.f <= b.f)
EACH(SLT, d[c].f = a.f < b.f)
EACH(SNE, d[c].f = a.f != b.f)
EACH(SSG, d[c].f = (float)(a.f > 0) - (float)(a.f < 0))
EACH(SUB, d[c].f = a.f - b.f)
EACH(TRUNC, d[c].f = truncf(a.f))
EACH(U2F, d[c].f = (float)a.u)
EACH(UADD, d[c].u = a.u + b.u)
EACH(UARL, d[c] = a)
EACH(UCMP, d[c] = a.u ? b : e)
EACH(UDIV, d[c].u = b.u ? a.u / b.u : ~0u)
EACH(UMAD, d[c].u = a.u * b.u + e.u)
EACH(UMAX, d[c].u = a.u > b.u ? a.u : b.u)
EACH(UMIN, d[c].u = a.u < b.u ? a.u : b.u)
EACH(UMOD, d[c].u = b.u ? a.u % b.u : ~0u)
EACH(UMUL, d[c].u = a.u * b.u)
EACH(UMUL_HI, d[c].u = (uint32_t)(((uint64_t)a.u * b.u) >> 32))
EACH(USEQ, d[c].u = a.u == b.u ? ~0u : 0)
EACH(USGE, d[c].u = a.u >= b.u ? ~0u : 0)
EACH(USHR, d[c].u = a.u >> (b.u & 31))
EACH(USLT, d[c].u = a.u < b.u ? ~0u : 0)
EACH(USNE, d[c].u = a.u != b.u ? ~0u : 0)
EACH(XOR, d[c].u = a.u ^ b.u)

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

EACH(BFI, d[c].u = insert(a.u, b.u, e.u, g.u))
EACH(BREV, d[c].u = reversed(a.u))
EACH(IBFE, d[c].u = bits_of(a.u, b.u, e.u, true))
EACH(IMSB, d[c].i = place_of_bit(a.i < 0 ? ~a.u : a.u, 31, -1))
EACH(LSB, d[c].i = place_of_bit(a.u, 0, 1))
EACH(POPC, d[c].i = __builtin_popcount(a.u))
EACH(UBFE, d[c].u = bits_of(a.u, b.u, e.u, false))
EACH(UMSB, d[c].i = place_of_bit(a.u, 31, -1))

static float
rcc(float x)
{
    const float r = 1 / x;

    return r > 0 ? clamped(r, 5.42101e-20f, 1.884467e19f)
                 : clamped(r, -1.884467e19f, -5.42101e-20f);
}

SCALAR(COS, r.f = (float)cos((double)a.f))
SCALAR(EX2, r.f = (float)exp2((double)a.f))
SCALAR(LG2, r.f = (float)log2((double)a.f))
SCALAR(POW, r.f = c_pow(a.f, b.f))
SCALAR(RCC, r.f = rcc(a.f))
SCALAR(RCP, r.f = 1 / a.f)
SCALAR(RSQ, r.f = (float)(1 / sqrt((double)a.f)))
SCALAR(SFL, r.u = 0)
SCALAR(SIN, r.f = (float)sin((double)a.f))
SCALAR(SQRT, r.f = sqrtf(a.f))
SCALAR(STR, r.f = 1)

static void
all(union kit_word *d, float value)
{
    for (unsigned c = 0; c < 4; c++)
        d[c].f = value;
}

static float
dot(const union kit_word *a, const union kit_word *b, unsigned count)
{
    float sum = a[0].f * b[0].f;

    for (unsigned c = 1; c < count; c++)
        sum += a[c].f * b[c].f;
    return sum;
}

VECTOR(DP2, all(d, dot(a, b, 2));)
VECTOR(DP2A, all(d, dot(a, b, 2) + e[0].f);)
VECTOR(DP3, all(d, dot(a, b, 3));)
VECTOR(DP4, all(d, dot(a, b, 4));)
VECTOR(DPH, all(d, dot(a, b, 3) + b[3].f);)

VECTOR(ARA, for (unsigned c = 0; c < 4; c++) d[c].u = a[c].u + a[(c + 2) & 3].u;)
VECTOR(DST, d[0].f = 1; d[1].f = a[1].f * b[1].f; d[2] = a[2]; d[3] = b[3];)
VECTOR(EXP, d[0].f = exp2f(floorf(a[0].f)); d[1].f = a[0].f - floorf(a[0].f);
       d[2].f = exp2f(a[0].f); d[3].f = 1;)
VECTOR(LIT, d[0].f = 1; d[1].f = a[0].f > 0 ? a[0].f : 0;
       d[2].f = a[0].f > 0 ? c_pow(a[1].f > 0 ? a[1].f : 0, clamped(a[3].f, -128, 128)) : 0;
       d[3].f = 1;)
VECTOR(LOG, const float x = fabsf(a[0].f), log = log2f(x); d[0].f = floorf(log);
       d[1].f = x / exp2f(floorf(log)); d[2].f = log; d[3].f = 1;)
VECTOR(NRM, const float length = sqrtf(dot(a, a, 3));
       for (unsigned c = 0; c < 3; c++) d[c].f = a[c].f / length; d[3].f = 1;)
VECTOR(NRM4, const float length = sqrtf(dot(a, a, 4));
       for (unsigned c = 0; c < 4; c++) d[c].f = a[c].f / length;)
VECTOR(RFL, const float k = 2 * dot(a, b, 3) / dot(a, a, 3);
       for (unsigned c = 0; c < 3; c++) d[c].f = k * a[c].f - b[c].f; d[3].f = 1;)
VECTOR(SCS, d[0].f = (float)cos((double)a[0].f); d[1].f = (float)sin((double)a[0].f); d[2].f = 0;
       d[3].f = 1;)
VECTOR(X2D, d[0].f = a[0].f + b[0].f * e[0].f + b[1].f * e[1].f;
       d[1].f = a[1].f + b[0].f * e[2].f + b[1].f * e[3].f; d[2] = d[0]; d[3] = d[1];)
VECTOR(XPD, d[0].f = a[1].f * b[2].f - b[1].f * a[2].f; d[1].f = a[2].f * b[0].f - b[2].f * a[0].f;
       d[2].f = a[0].f * b[1].f - b[0].f * a[1].f; d[3].f = 1;)

static uint32_t
field(float x, float low, float steps, unsigned bits)
{
    x = x != x ? 0 : clamped(x, low, 1);
    return (uint32_t)(int32_t)nearbyintf(x * steps) & ((1u << bits) - 1);
}

VECTOR(PK2US, d[0].u = field(a[0].f, 0, 65535, 16) | field(a[1].f, 0, 65535, 16) << 16;
       d[1] = d[2] = d[3] = d[0];)
VECTOR(PK4B, d[0].u = field(a[0].f, -1, 127, 8) | field(a[1].f, -1, 127, 8) << 8 |
                      field(a[2].f, -1, 127, 8) << 16 | field(a[3].f, -1, 127, 8) << 24;
       d[1] = d[2] = d[3] = d[0];)
VECTOR(PK4UB, d[0].u = field(a[0].f, 0, 255, 8) | field(a[1].f, 0, 255, 8) << 8 |
                       field(a[2].f, 0, 255, 8) << 16 | field(a[3].f, 0, 255, 8) << 24;
       d[1] = d[2] = d[3] = d[0];)
VECTOR(UP2US,
       for (unsigned c = 0; c < 4; c++) d[c].f = (float)(a[0].u >> (c & 1 ? 16 : 0) & 0xffff) /
                                                 65535;)
VECTOR(UP4B, for (unsigned c = 0; c < 4; c++) d[c].f =
                 clamped((float)(int8_t)(a[0].u >> 8 * c & 0xff) / 127, -1, 1);)
VECTOR(UP4UB, for (unsigned c = 0; c < 4; c++) d[c].f = (float)(a[0].u >> 8 * c & 0xff) / 255;)

#define ROW(op, srcs, kind, tolerance)                                                             \
    {                                                                                              \
        tgsi_op_##op, srcs, kind, tolerance, expect_##op                                           \
    }

/* Of results by exp2, log2 and the like. */
#define ROUGH 0x1p-20

static const struct row rows[] = {
    ROW(ABS, 1, 'f', 0),     ROW(ADD, 2, 'f', 0),     ROW(AND, 2, 'i', 0),
    ROW(ARA, 1, 'i', 0),     ROW(ARL, 1, 'f', 0),     ROW(ARR, 1, 'f', 0),
    ROW(BFI, 4, 'i', 0),     ROW(BREV, 1, 'i', 0),    ROW(CEIL, 1, 'f', 0),
    ROW(CLAMP, 3, 'f', 0),   ROW(CMP, 3, 'f', 0),     ROW(CND, 3, 'f', 0),
    ROW(COS, 1, 'f', ROUGH), ROW(DIV, 2, 'f', 0),     ROW(DP2, 2, 'f', 0),
    ROW(DP2A, 3, 'f', 0),    ROW(DP3, 2, 'f', 0),     ROW(DP4, 2, 'f', 0),
    ROW(DPH, 2, 'f', 0),     ROW(DST, 2, 'f', 0),     ROW(EX2, 1, 'f', ROUGH),
    ROW(EXP, 1, 'f', ROUGH), ROW(F2I, 1, 'f', 0),     ROW(F2U, 1, 'f', 0),
    ROW(FLR, 1, 'f', 0),     ROW(FMA, 3, 'f', 0),     ROW(FRC, 1, 'f', 0),
    ROW(FSEQ, 2, 'f', 0),    ROW(FSGE, 2, 'f', 0),    ROW(FSLT, 2, 'f', 0),
    ROW(FSNE, 2, 'f', 0),    ROW(I2F, 1, 'i', 0),     ROW(IABS, 1, 'i', 0),
    ROW(IBFE, 3, 'i', 0),    ROW(IDIV, 2, 'i', 0),    ROW(IMAX, 2, 'i', 0),
    ROW(IMIN, 2, 'i', 0),    ROW(IMSB, 1, 'i', 0),    ROW(IMUL_HI, 2, 'i', 0),
    ROW(INEG, 1, 'i', 0),    ROW(ISGE, 2, 'i', 0),    ROW(ISHR, 2, 'i', 0),
    ROW(ISLT, 2, 'i', 0),    ROW(ISSG, 1, 'i', 0),    ROW(LG2, 1, 'f', ROUGH),
    ROW(LIT, 1, 'f', ROUGH), ROW(LOG, 1, 'f', ROUGH), ROW(LRP, 3, 'f', 0),
    ROW(LSB, 1, 'i', 0),     ROW(MAD, 3, 'f', 0),     ROW(MAX, 2, 'f', 0),
    ROW(MIN, 2, 'f', 0),     ROW(MOD, 2, 'i', 0),     ROW(MOV, 1, 'i', 0),
    ROW(MUL, 2, 'f', 0),     ROW(NOT, 1, 'i', 0),     ROW(NRM, 1, 'f', 0),
    ROW(NRM4, 1, 'f', 0),    ROW(OR, 2, 'i', 0),      ROW(PK2US, 1, 'f', 0),
    ROW(PK4B, 1, 'f', 0),    ROW(PK4UB, 1, 'f', 0),   ROW(POPC, 1, 'i', 0),
    ROW(POW, 2, 'f', ROUGH), ROW(RCC, 1, 'f', 0),     ROW(RCP, 1, 'f', 0),
    ROW(RFL, 2, 'f', 0),     ROW(ROUND, 1, 'f', 0),   ROW(RSQ, 1, 'f', ROUGH),
    ROW(SAD, 3, 'i', 0),     ROW(SCS, 1, 'f', ROUGH), ROW(SEQ, 2, 'f', 0),
    ROW(SFL, 2, 'f', 0),     ROW(SGE, 2, 'f', 0),     ROW(SGT, 2, 'f', 0),
    ROW(SHL, 2, 'i', 0),     ROW(SHR, 2, 'i', 0),     ROW(SIN, 1, 'f', ROUGH),
    ROW(SLE, 2, 'f', 0),     ROW(SLT, 2, 'f', 0),     ROW(SNE, 2, 'f', 0),
    ROW(SQRT, 1, 'f', 0),    ROW(SSG, 1, 'f', 0),     ROW(STR, 2, 'f', 0),
    ROW(SUB, 2, 'f', 0),     ROW(TRUNC, 1, 'f', 0),   ROW(U2F, 1, 'i', 0),
    ROW(UADD, 2, 'i', 0),    ROW(UARL, 1, 'i', 0),    ROW(UBFE, 3, 'i', 0),
    ROW(UCMP, 3, 'i', 0),    ROW(UDIV, 2, 'i', 0),    ROW(UMAD, 3, 'i', 0),
    ROW(UMAX, 2, 'i', 0),    ROW(UMIN, 2, 'i', 0),    ROW(UMOD, 2, 'i', 0),
    ROW(UMSB, 1, 'i', 0),    ROW(UMUL, 2, 'i', 0),    ROW(UMUL_HI, 2, 'i', 0),
    ROW(UP2US, 1, 'i', 0),   ROW(UP4B, 1, 'i', 0),    ROW(UP4UB, 1, 'i', 0),
    ROW(USEQ, 2, 'i', 0),    ROW(USGE, 2, 'i', 0),    ROW(USHR, 2, 'i', 0),
    ROW(USLT, 2, 'i', 0),    ROW(USNE, 2, 'i', 0),    ROW(X2D, 3, 'f', 0),
    ROW(XOR, 2, 'i', 0),     ROW(XPD, 2, 'f', 0),
};

/* ---- values ---- */

#define INFINITE 0x7f800000
#define NOT_A_NUMBER 0x7fc00001
#define DENORMAL 0x00012345

static const float float_edges[] = {
    0.0f,          1.0f,          2.0f,          0.5f,    0.25f,      1.5f,        2.5f,
    3.0f,          0.9999999f,    127.5f,        128.0f,  129.0f,     149.5f,      1e-5f,
    1e-20f,        1.884467e19f,  1e30f,         FLT_MAX, 8388607.5f, 16777217.0f, 2147483520.0f,
    2147483648.0f, 4294967040.0f, 4294967296.0f, 3.4567f, 0.1f,       0.3333f,     7.0f};

static const uint32_t word_edges[] = {
    0,  1,          2,          3,          5,          7,          31,         32,
    33, 64,         0x7fffffff, 0x80000000, 0x80000001, 0xffffffff, 0xfffffffe, 0xfffffffb,
    8,  0x55555555, 0xaaaaaaaa, 0x0000ffff, 0xffff0000, 0x12345678, 0x00800000, 0x7fc12345};

#define FLOAT_COUNT (2 * BASE_COUNT(float_edges) + 5)

static uint32_t
edge(char kind, uint32_t i)
{
    static const uint32_t special[] = {INFINITE, INFINITE | 0x80000000, NOT_A_NUMBER, DENORMAL,
                                       DENORMAL | 0x80000000};

    if (kind == 'i')
        return word_edges[i % BASE_COUNT(word_edges)];
    i %= FLOAT_COUNT;
    if (i < BASE_COUNT(special))
        return special[i];
    i -= (uint32_t)BASE_COUNT(special);
    return base_bits_of_float(float_edges[i / 2]) | (i & 1) << 31;
}

static uint32_t
edge_count(char kind)
{
    return kind == 'i' ? (uint32_t)BASE_COUNT(word_edges) : (uint32_t)FLOAT_COUNT;
}

/* ---- forms of an instruction ---- */

enum form { form_plain, form_in_place, form_saturate, form_negative, form_count };

/* Component c of source i as the formula gets it. */
static union kit_word
operand_of(const struct row *row, enum form form, const union kit_word (*in)[4], unsigned i,
           unsigned c)
{
    const unsigned type = tgsi_op_infos[row->op].src[i];
    union kit_word word = in[i][form == form_in_place ? 3 - c : c];

    if (form != form_negative)
        return word;
    if (type == tgsi_type_i || type == tgsi_type_u)
        word.u = word.i < 0 ? word.u : 0 - word.u;
    else
        word.u |= 0x80000000;
    return word;
}

static void
expect(const struct row *row, enum form form, const union kit_word (*in)[4], union kit_word *out)
{
    union kit_word s[4][4] = {0};

    for (unsigned i = 0; i < row->srcs; i++)
        for (unsigned c = 0; c < 4; c++)
            s[i][c] = operand_of(row, form, in, i, c);
    row->expected((const union kit_word(*)[4])s, out);
    for (unsigned c = 0; c < 4; c++) {
        if (form == form_saturate)
            out[c].f = out[c].f > 0 ? (out[c].f < 1 ? out[c].f : 1) : 0;
        if (form == form_in_place && c % 2 == 0)
            out[c] = in[0][c];
    }
}

static const char *
write_program(struct kit *kit, const struct row *row, enum form form)
{
    static const char *const endings[form_count] = {"", ".wzyx", "", ""};
    struct base_text text;

    base_text_init(&text, &kit->arena);
    base_text_add_string(&text, "VERT\nDCL IN[0..3]\nDCL OUT[0], GENERIC[0]\nDCL TEMP[0]\n");
    if (form == form_in_place)
        base_text_add_string(&text, "MOV TEMP[0], IN[0]\n");
    base_text_printf(&text, "%s%s %s", tgsi_op_infos[row->op].name,
                     form == form_saturate ? "_SAT" : "",
                     form == form_in_place ? "TEMP[0].yw" : "OUT[0]");
    for (unsigned i = 0; i < row->srcs; i++) {
        base_text_printf(&text, form == form_negative ? ", -|%s[%u]%s|" : ", %s[%u]%s",
                         i == 0 && form == form_in_place ? "TEMP" : "IN", i, endings[form]);
    }
    if (form == form_in_place)
        base_text_add_string(&text, "\nMOV OUT[0], TEMP[0]");
    base_text_add_string(&text, "\nEND\n");
    return base_text_string(&text);
}

static bool
is_close(const struct row *row, enum form form, unsigned c, union kit_word found,
         union kit_word expected)
{
    const bool is_copy = form == form_in_place && c % 2 == 0;
    const bool is_float = tgsi_op_infos[row->op].dst == tgsi_type_f || form == form_saturate;

    if (found.u == expected.u)
        return true;
    if (is_copy || !is_float)
        return false;
    if (found.f != found.f || expected.f != expected.f)
        return found.f != found.f && expected.f != expected.f;
    if (row->tolerance == 0 || isinf(found.f) || isinf(expected.f))
        return false;
    return fabs((double)found.f - (double)expected.f) <=
           row->tolerance * fabs((double)expected.f) + 0x1p-146;
}

/* ---- runs ---- */

#define LANES 64

/* Source i of tuple t: all pairs of two edge values come up in x, and mixtures of them elsewhere.
 */
static void
make_inputs(const struct row *row, uint32_t t, union kit_word (*in)[4])
{
    const uint32_t count = edge_count(row->kind);

    for (unsigned i = 0; i < 4; i++) {
        for (unsigned c = 0; c < 4; c++)
            in[i][c].u = edge(row->kind, t % count + c * (7 + 4 * i));
        t = row->srcs > 2 ? t * 2654435761u >> 7 : t / count;
    }
}

static uint32_t
tuple_count(const struct row *row)
{
    const uint32_t count = edge_count(row->kind);

    return row->srcs > 2 ? 20000 : row->srcs == 2 ? count * count : count;
}

static void
check_lane(const struct row *row, enum form form, struct kit *kit, struct kit_run *run,
           uint32_t lane, uint32_t t)
{
    union kit_word in[4][4], expected[4], found;

    make_inputs(row, t, in);
    expect(row, form, (const union kit_word(*)[4])in, expected);
    for (unsigned c = 0; c < 4; c++) {
        found.u = kit_output(kit, run, KIT_GENERIC, c, lane);
        if (is_close(row, form, c, found, expected[c]))
            continue;
        for (unsigned i = 0; i < row->srcs; i++)
            print_message("source %u: %08x %08x %08x %08x\n", i, in[i][0].u, in[i][1].u, in[i][2].u,
                          in[i][3].u);
        fail_msg("%s form %d component %u: found %08x (%g), expected %08x (%g)",
                 tgsi_op_infos[row->op].name, (int)form, c, found.u, (double)found.f, expected[c].u,
                 (double)expected[c].f);
    }
}

static void
check_form(const struct row *row, enum form form)
{
    struct kit kit;
    struct kit_run run;
    union kit_word in[4][4];

    KIT_BEGIN(&kit);
    kit_lower(&kit, write_program(&kit, row, form));
    kit_run_init(&kit, &run, LANES);
    const uint32_t count = tuple_count(row);
    for (uint32_t first = 0; first < count; first += LANES) {
        for (uint32_t lane = 0; lane < LANES; lane++) {
            make_inputs(row, (first + lane) % count, in);
            for (unsigned i = 0; i < 4; i++)
                for (unsigned c = 0; c < 4; c++)
                    kit_set_input(&kit, &run, i, c, lane, in[i][c].u);
        }
        kit_run(&kit, &run);
        for (uint32_t lane = 0; lane < LANES; lane++)
            check_lane(row, form, &kit, &run, lane, (first + lane) % count);
    }
    kit_end(&kit);
}

static void
test_rows(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < BASE_COUNT(rows); i++) {
        for (unsigned form = 0; form < form_count; form++)
            check_form(&rows[i], (enum form)form);
    }
}

/* Each opcode that only computes has a row. */
static void
test_rows_are_complete(void **state)
{
    (void)state;
    for (uint32_t op = 1; op < tgsi_op_count; op++) {
        const unsigned family = tgsi_op_infos[op].family;
        uint32_t found = 0;

        if (family == tgsi_family_none || family == tgsi_family_flow ||
            family == tgsi_family_kill || family == tgsi_family_texture ||
            family == tgsi_family_derivative)
            continue;
        for (uint32_t i = 0; i < BASE_COUNT(rows); i++)
            found += rows[i].op == op;
        if (found != 1)
            fail_msg("%s has %u rows", tgsi_op_infos[op].name, found);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows_are_complete),
        cmocka_unit_test(test_rows),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
