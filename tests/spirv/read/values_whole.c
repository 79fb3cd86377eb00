/* SPDX-License-Identifier: MIT
 *
 * Operations that take vectors, matrices and composites whole, and other lines of assembly. An
 * oracle gets the scalars of all operands in a row.
 */
#include "values.h"

#include <math.h>

#define FLOATS "f16 f32 f64"

static void
want_bits(struct want *w, uint64_t bits)
{
    w->is_real = false;
    w->integer = (wide)bits;
}

static void
want_near(struct want *w, long double value, double ulps, long double scale)
{
    w->is_real = true;
    w->real = value;
    w->ulps = ulps;
    w->scale = (double)scale;
}

/* ---- products ---- */

/* x of m rows and k columns times y of k rows and n columns; columns stand one after another. */
static void
product(const struct scalar *x, struct want *w, uint32_t m, uint32_t k, uint32_t n)
{
    const struct scalar *y = x + m * k;

    for (uint32_t c = 0; c < n; c++) {
        for (uint32_t r = 0; r < m; r++) {
            long double sum = 0, size = 0;

            for (uint32_t i = 0; i < k; i++) {
                sum += x[i * m + r].f * y[c * k + i].f;
                size += fabsl(x[i * m + r].f * y[c * k + i].f);
            }
            want_near(&w[c * m + r], sum, 4, size);
        }
    }
}

#define PRODUCT(name, m, k, n)                                                                     \
    static void name(const struct scalar *x, struct want *w) { product(x, w, m, k, n); }

PRODUCT(vector2_times_matrix3x2, 1, 2, 3)
PRODUCT(matrix3x2_times_vector3, 2, 3, 1)
PRODUCT(matrix3x2_times_matrix4x3, 2, 3, 4)
PRODUCT(outer_product_2_4, 2, 1, 4)
PRODUCT(dot4, 1, 4, 1)

static void
times_last(const struct scalar *x, struct want *w, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        want_near(&w[i], x[i].f * x[count].f, 0.51, 0);
}

static void
vector3_times_scalar(const struct scalar *x, struct want *w)
{
    times_last(x, w, 3);
}

static void
matrix3x2_times_scalar(const struct scalar *x, struct want *w)
{
    times_last(x, w, 6);
}

static void
transpose3x2(const struct scalar *x, struct want *w)
{
    for (uint32_t c = 0; c < 3; c++)
        for (uint32_t r = 0; r < 2; r++)
            want_bits(&w[r * 3 + c], x[c * 2 + r].bits);
}

/* ---- square matrices ---- */

/* Gauss's way, with the largest pivots. Makes inverse too, by columns, unless it is NULL. */
static long double
determinant(const struct scalar *x, uint32_t n, long double *inverse)
{
    long double rows[4][8] = {{0}}, value = 1;

    for (uint32_t r = 0; r < n; r++) {
        for (uint32_t c = 0; c < n; c++)
            rows[r][c] = x[c * n + r].f;
        rows[r][n + r] = 1;
    }
    for (uint32_t k = 0; k < n; k++) {
        uint32_t pivot = k;

        for (uint32_t r = k + 1; r < n; r++)
            pivot = fabsl(rows[r][k]) > fabsl(rows[pivot][k]) ? r : pivot;
        if (rows[pivot][k] == 0)
            return 0;
        for (uint32_t c = 0; pivot != k && c < 2 * n; c++) {
            const long double kept = rows[k][c];

            rows[k][c] = rows[pivot][c];
            rows[pivot][c] = kept;
        }
        value *= pivot != k ? -rows[k][k] : rows[k][k];
        for (uint32_t c = 2 * n; c-- > k;)
            rows[k][c] /= rows[k][k];
        for (uint32_t r = 0; r < n; r++)
            for (uint32_t c = 2 * n; r != k && c-- > k;)
                rows[r][c] -= rows[r][k] * rows[k][c];
    }
    for (uint32_t c = 0; inverse && c < n; c++)
        for (uint32_t r = 0; r < n; r++)
            inverse[c * n + r] = rows[r][n + c];
    return value;
}

/* Of the numbers that come in here, which are 4 at most, the largest product of n. */
static long double
largest_product(uint32_t n)
{
    return powl(4, n) * (n == 2 ? 2 : n == 3 ? 6 : 24);
}

static void
want_determinant(const struct scalar *x, struct want *w, uint32_t n)
{
    want_near(w, determinant(x, n, NULL), 4, largest_product(n));
}

static void
want_inverse(const struct scalar *x, struct want *w, uint32_t n)
{
    long double inverse[16] = {0};
    const long double value = determinant(x, n, inverse);

    for (uint32_t i = 0; i < n * n; i++) {
        w[i].is_open = fabsl(value) < 1;
        want_near(&w[i], inverse[i], 8,
                  largest_product(n - 1) / fabsl(value) +
                      fabsl(inverse[i]) * largest_product(n) / fabsl(value));
    }
}

#define SQUARE(n)                                                                                  \
    static void determinant##n(const struct scalar *x, struct want *w)                             \
    {                                                                                              \
        want_determinant(x, w, n);                                                                 \
    }                                                                                              \
    static void inverse##n(const struct scalar *x, struct want *w) { want_inverse(x, w, n); }

SQUARE(2)
SQUARE(3)
SQUARE(4)

/* ---- geometry ---- */

static long double
dot_of(const struct scalar *x, const struct scalar *y, uint32_t count)
{
    long double sum = 0;

    for (uint32_t i = 0; i < count; i++)
        sum += x[i].f * y[i].f;
    return sum;
}

static void
length1(const struct scalar *x, struct want *w)
{
    want_near(w, fabsl(x[0].f), 4, 0);
}

static void
length3(const struct scalar *x, struct want *w)
{
    want_near(w, sqrtl(dot_of(x, x, 3)), 6, 0);
}

static void
distance2(const struct scalar *x, struct want *w)
{
    want_near(w, hypotl(x[0].f - x[2].f, x[1].f - x[3].f), 6, 0);
}

static void
cross3(const struct scalar *x, struct want *w)
{
    const struct scalar *y = x + 3;

    want_near(&w[0], x[1].f * y[2].f - y[1].f * x[2].f, 2, 16);
    want_near(&w[1], x[2].f * y[0].f - y[2].f * x[0].f, 2, 16);
    want_near(&w[2], x[0].f * y[1].f - y[0].f * x[1].f, 2, 16);
}

static void
normalize4(const struct scalar *x, struct want *w)
{
    const long double size = sqrtl(dot_of(x, x, 4));

    for (uint32_t i = 0; i < 4; i++) {
        w[i].is_open = size == 0;
        want_near(&w[i], size == 0 ? 0 : x[i].f / size, 8, 0);
    }
}

static void
normalize1(const struct scalar *x, struct want *w)
{
    w->is_open = x[0].f == 0;
    want_near(w, x[0].f < 0 ? -1 : 1, 8, 0);
}

/* Sums of products of sixteenths up to 4 are exact in f32; in f16 the sign may be lost. */
static void
face_forward3(const struct scalar *x, struct want *w)
{
    const long double side = dot_of(x + 6, x + 3, 3);

    for (uint32_t i = 0; i < 3; i++) {
        w[i].is_open = fabsl(side) < 0.25L && side != 0 && x[0].type == ir_type_f16;
        want_near(&w[i], side < 0 ? x[i].f : -x[i].f, 0.01, 0);
    }
}

static void
reflect3(const struct scalar *x, struct want *w)
{
    const long double twice = 2 * dot_of(x + 3, x, 3);

    for (uint32_t i = 0; i < 3; i++)
        want_near(&w[i], x[i].f - twice * x[3 + i].f, 8, 400);
}

static void
refract3(const struct scalar *x, struct want *w)
{
    const long double eta = x[6].f, d = dot_of(x + 3, x, 3);
    const long double k = 1 - eta * eta * (1 - d * d);
    /* What the terms of k are at most, and what an error there is behind the root. */
    const long double size = 1 + eta * eta * (1 + d * d);
    const long double root = sqrtl(fmaxl(k, 0));

    for (uint32_t i = 0; i < 3; i++) {
        w[i].is_open = fabsl(k) < 0.25L || size > 60000;
        want_near(
            &w[i], k < 0 ? 0 : eta * x[i].f - (eta * d + root) * x[3 + i].f, k < 0 ? 0.01 : 16,
            k < 0 ? 0 : fabsl(eta * x[i].f) + 4 * (fabsl(eta) * 48 + size / (root > 0 ? root : 1)));
    }
}

/* ---- packing ---- */

/* Fields of a word, each from -1 or 0 to 1 in so many steps. */
static void
want_packed(const struct scalar *x, struct want *w, uint32_t fields, bool is_signed)
{
    const uint32_t bits = 32 / fields;
    const long double steps = ldexpl(1, (int)bits - (is_signed ? 1 : 0)) - 1;
    uint64_t word = 0;

    for (uint32_t i = 0; i < fields; i++) {
        const long double least = is_signed ? -1 : 0;
        const long double inside = fminl(fmaxl(x[i].f, least), 1) * steps;
        const long double off = fabsl(inside - truncl(inside));

        /* Which way a half goes is open, and near one the product's own rounding decides. */
        w->is_open = w->is_open || isnan(x[i].f) || fabsl(off - 0.5L) < 0.01L;
        if (!w->is_open)
            word |= ((uint64_t)(int64_t)rintl(inside) & ((UINT64_C(1) << bits) - 1)) << bits * i;
    }
    want_bits(w, word);
}

static void
want_unpacked(const struct scalar *x, struct want *w, uint32_t fields, bool is_signed)
{
    const uint32_t bits = 32 / fields;
    const long double steps = ldexpl(1, (int)bits - (is_signed ? 1 : 0)) - 1;

    for (uint32_t i = 0; i < fields; i++) {
        const uint64_t field = x->bits >> bits * i & ((UINT64_C(1) << bits) - 1);
        const bool is_negative = is_signed && field >> (bits - 1);
        const long double value = (long double)field - (is_negative ? ldexpl(1, (int)bits) : 0);

        want_near(&w[i], fmaxl(value / steps, -1), 3, 0);
    }
}

#define PACKED(name, fields, is_signed)                                                            \
    static void pack_##name(const struct scalar *x, struct want *w)                                \
    {                                                                                              \
        want_packed(x, w, fields, is_signed);                                                      \
    }                                                                                              \
    static void unpack_##name(const struct scalar *x, struct want *w)                              \
    {                                                                                              \
        want_unpacked(x, w, fields, is_signed);                                                    \
    }

PACKED(snorm4x8, 4, true)
PACKED(unorm4x8, 4, false)
PACKED(snorm2x16, 2, true)
PACKED(unorm2x16, 2, false)

static void
pack_half(const struct scalar *x, struct want *w)
{
    w->is_open = isnan(x[0].f) || isnan(x[1].f);
    want_bits(w, values_round(ir_type_f16, x[0].f) | values_round(ir_type_f16, x[1].f) << 16);
}

static void
unpack_half(const struct scalar *x, struct want *w)
{
    for (uint32_t i = 0; i < 2; i++)
        want_near(&w[i], values_scalar(ir_type_f16, x->bits >> 16 * i & 0xffff).f, 0, 0);
}

/* ---- bits ---- */

/* All bits of the operands in a row, lowest first, in pieces of width bits. */
static void
want_pieces(const struct scalar *x, struct want *w, unsigned width)
{
    uint64_t words[4] = {0};
    unsigned at = 0;

    for (; x->type != ir_type_void; at += x->width, x++)
        words[at / 64] |= x->bits << at % 64;
    for (unsigned from = 0; from < at; from += width)
        want_bits(&w[from / width], words[from / 64] >> from % 64);
}

#define PIECES(width)                                                                              \
    static void pieces##width(const struct scalar *x, struct want *w) { want_pieces(x, w, width); }

PIECES(8)
PIECES(16)
PIECES(32)
PIECES(64)

/* ---- conversions with a rounding of their own ---- */

static void
to_half_even(const struct scalar *x, struct want *w)
{
    want_near(w, x->f, 0, 0);
}

static void
to_half_towards_zero(const struct scalar *x, struct want *w)
{
    uint64_t bits = values_round(ir_type_f16, x->f);

    /* Infinity goes back to the largest number. */
    if (fabsl(values_scalar(ir_type_f16, bits).f) > fabsl(x->f))
        bits--;
    if (isnan(x->f))
        want_near(w, x->f, 0, 0);
    else
        want_bits(w, bits);
}

/* ---- second results through pointers ---- */

static void
modf_stored(const struct scalar *x, struct want *w)
{
    want_near(&w[0], copysignl(isinf(x->f) ? 0 : x->f - truncl(x->f), x->f), 0, 0);
    want_near(&w[1], truncl(x->f), 0, 0);
}

/* Of vectors of two. */
static void
modf_stored2(const struct scalar *x, struct want *w)
{
    for (uint32_t i = 0; i < 2; i++) {
        struct want both[2] = {{0}};

        modf_stored(&x[i], both);
        w[i] = both[0];
        w[2 + i] = both[1];
    }
}

static void
frexp_stored(const struct scalar *x, struct want *w)
{
    int exponent = 0;

    w[0].is_open = w[1].is_open = !isfinite(x->f);
    want_near(&w[0], frexpl(x->f, &exponent), 0, 0);
    w[1].integer = exponent;
}

/* ---- dot products of integers ---- */

static wide
with_sign(const struct scalar *x, bool is_signed)
{
    return is_signed ? x->s : (wide)x->u;
}

/* Of count components each; an accumulator stands behind them. The result is width bits. */
static void
want_dot(const struct scalar *x, struct want *w, uint32_t count, unsigned signs, unsigned width,
         bool accumulates)
{
    const wide most = ((wide)1 << (signs & 1 ? width - 1 : width)) - 1;
    const wide least = signs & 1 ? -most - 1 : 0;
    wide sum = 0;

    for (uint32_t i = 0; i < count; i++)
        sum += with_sign(&x[i], signs & 1) * with_sign(&x[count + i], signs >> 1);
    w->integer = sum;
    if (!accumulates)
        return;
    /* Only the last addition saturates; a sum that does not fit before is undefined. */
    w->is_open = sum > most || sum < least;
    sum += with_sign(&x[2 * count], signs & 1);
    w->integer = sum > most ? most : sum < least ? least : sum;
}

/* The same of the bytes of two words. */
static void
want_packed_dot(const struct scalar *x, struct want *w, unsigned signs, bool accumulates)
{
    struct scalar bytes[9];

    for (uint32_t i = 0; i < 8; i++)
        bytes[i] = values_scalar(ir_type_i8, x[i / 4].bits >> 8 * (i % 4) & 0xff);
    bytes[8] = x[2];
    want_dot(bytes, w, 4, signs, 32, accumulates);
}

/* Bit 0 of signs: the first operand's and the result's; bit 1: the second's. */
#define DOTS(prefix, signs)                                                                        \
    static void prefix##_dot_bytes(const struct scalar *x, struct want *w)                         \
    {                                                                                              \
        want_dot(x, w, 4, signs, 32, false);                                                       \
    }                                                                                              \
    static void prefix##_dot_words(const struct scalar *x, struct want *w)                         \
    {                                                                                              \
        want_dot(x, w, 2, signs, 64, false);                                                       \
    }                                                                                              \
    static void prefix##_dot_packed(const struct scalar *x, struct want *w)                        \
    {                                                                                              \
        want_packed_dot(x, w, signs, false);                                                       \
    }                                                                                              \
    static void prefix##_acc_bytes(const struct scalar *x, struct want *w)                         \
    {                                                                                              \
        want_dot(x, w, 4, signs, 32, true);                                                        \
    }                                                                                              \
    static void prefix##_acc_short(const struct scalar *x, struct want *w)                         \
    {                                                                                              \
        want_dot(x, w, 2, signs, 16, true);                                                        \
    }                                                                                              \
    static void prefix##_acc_packed(const struct scalar *x, struct want *w)                        \
    {                                                                                              \
        want_packed_dot(x, w, signs, true);                                                        \
    }

DOTS(s, 3)
DOTS(u, 0)
DOTS(su, 1)

/* ---- composites ---- */

static void
any3(const struct scalar *x, struct want *w)
{
    w->integer = x[0].bits || x[1].bits || x[2].bits;
}

static void
all3(const struct scalar *x, struct want *w)
{
    w->integer = x[0].bits && x[1].bits && x[2].bits;
}

/* Result scalar i is operand scalar places[i]; -1: anything. */
static void
want_places(const struct scalar *x, struct want *w, const int *places, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        w[i].is_open = places[i] < 0;
        want_bits(&w[i], x[places[i] < 0 ? 0 : places[i]].bits);
    }
}

#define PLACES(name, ...)                                                                          \
    static void name(const struct scalar *x, struct want *w)                                       \
    {                                                                                              \
        static const int places[] = {__VA_ARGS__};                                                 \
                                                                                                   \
        want_places(x, w, places, (uint32_t)BASE_COUNT(places));                                   \
    }

PLACES(construct_vector, 2, 0, 1, 2)
PLACES(construct_nested, 3, 4, 6)
PLACES(shuffled, 4, -1, 1, 3)
PLACES(copied, 0, 1)
PLACES(first_column_inserted, 0, 6, 2, 3, 4, 5)

static void
extracted_dynamically(const struct scalar *x, struct want *w)
{
    want_bits(w, x[x[4].bits & 3].bits);
}

static void
inserted_dynamically(const struct scalar *x, struct want *w)
{
    for (uint32_t i = 0; i < 4; i++)
        want_bits(&w[i], x[i == (x[5].bits & 3) ? 4 : i].bits);
}

static void
selected_by_one(const struct scalar *x, struct want *w)
{
    for (uint32_t i = 0; i < 3; i++)
        want_bits(&w[i], x[(x[0].bits ? 1 : 4) + i].bits);
}

static void
selected_struct(const struct scalar *x, struct want *w)
{
    for (uint32_t i = 0; i < 2; i++)
        want_bits(&w[i], x[x[0].bits ? 1 + i : 2 - i].bits);
}

#define CORE(name, class, operands, result, oracle)                                                \
    {                                                                                              \
        name, kind_core, class, operands, result, HOST, true, false, oracle                        \
    }
#define GLSL(name, class, operands, result, oracle)                                                \
    {                                                                                              \
        name, kind_glsl, class, operands, result, HOST, true, false, oracle                        \
    }
#define BITS(name, operands, result, oracle)                                                       \
    {                                                                                              \
        name, kind_core, "", operands, result, HOST, true, false, oracle, NULL, .has_edges = true  \
    }
#define EDGES(name, operands, result, oracle)                                                      \
    {                                                                                              \
        name, kind_glsl, "", operands, result, HOST, true, false, oracle, NULL, .has_edges = true  \
    }
#define TEXT(name, operands, result, oracle, text)                                                 \
    {                                                                                              \
        name, kind_text, "", operands, result, HOST, true, false, oracle, text, .has_edges = true  \
    }
#define PRIVATE(type) "%to_v = OpTypePointer Private %" type "\n%v = OpVariable %to_v Private\n"

const struct values_row values_whole_rows[] = {
    CORE("VectorTimesScalar", FLOATS, "Tx3 T", "Tx3", vector3_times_scalar),
    CORE("MatrixTimesScalar", FLOATS, "Tm3x2 T", "Tm3x2", matrix3x2_times_scalar),
    CORE("VectorTimesMatrix", FLOATS, "Tx2 Tm3x2", "Tx3", vector2_times_matrix3x2),
    CORE("MatrixTimesVector", FLOATS, "Tm3x2 Tx3", "Tx2", matrix3x2_times_vector3),
    CORE("MatrixTimesMatrix", FLOATS, "Tm3x2 Tm4x3", "Tm4x2", matrix3x2_times_matrix4x3),
    CORE("OuterProduct", FLOATS, "Tx2 Tx4", "Tm4x2", outer_product_2_4),
    CORE("Transpose", FLOATS, "Tm3x2", "Tm2x3", transpose3x2),
    CORE("Dot", FLOATS, "Tx4 Tx4", "T", dot4),
    CORE("Any", "", "boolx3", "bool", any3),
    CORE("All", "", "boolx3", "bool", all3),
    GLSL("Length", FLOATS, "T", "T", length1),
    GLSL("Length", FLOATS, "Tx3", "T", length3),
    GLSL("Distance", FLOATS, "Tx2 Tx2", "T", distance2),
    GLSL("Cross", FLOATS, "Tx3 Tx3", "Tx3", cross3),
    GLSL("Normalize", FLOATS, "Tx4", "Tx4", normalize4),
    GLSL("Normalize", FLOATS, "T", "T", normalize1),
    GLSL("FaceForward", FLOATS, "Tx3 Tx3 Tx3", "Tx3", face_forward3),
    GLSL("Reflect", FLOATS, "Tx3 Tx3", "Tx3", reflect3),
    GLSL("Refract", "f16 f32", "Tx3 Tx3 T", "Tx3", refract3),
    GLSL("Determinant", FLOATS, "Tm2x2", "T", determinant2),
    GLSL("Determinant", FLOATS, "Tm3x3", "T", determinant3),
    GLSL("Determinant", FLOATS, "Tm4x4", "T", determinant4),
    GLSL("MatrixInverse", FLOATS, "Tm2x2", "Tm2x2", inverse2),
    GLSL("MatrixInverse", FLOATS, "Tm3x3", "Tm3x3", inverse3),
    GLSL("MatrixInverse", FLOATS, "Tm4x4", "Tm4x4", inverse4),
    EDGES("PackSnorm4x8", "f32x4", "i32", pack_snorm4x8),
    EDGES("PackUnorm4x8", "f32x4", "i32", pack_unorm4x8),
    EDGES("PackSnorm2x16", "f32x2", "i32", pack_snorm2x16),
    EDGES("PackUnorm2x16", "f32x2", "i32", pack_unorm2x16),
    EDGES("PackHalf2x16", "f32x2", "i32", pack_half),
    EDGES("PackDouble2x32", "i32x2", "f64", pieces64),
    EDGES("UnpackSnorm4x8", "i32", "f32x4", unpack_snorm4x8),
    EDGES("UnpackUnorm4x8", "i32", "f32x4", unpack_unorm4x8),
    EDGES("UnpackSnorm2x16", "i32", "f32x2", unpack_snorm2x16),
    EDGES("UnpackUnorm2x16", "i32", "f32x2", unpack_unorm2x16),
    EDGES("UnpackHalf2x16", "i32", "f32x2", unpack_half),
    EDGES("UnpackDouble2x32", "f64", "i32x2", pieces32),
    GLSL("UnpackSnorm4x8", "", "i32", "f32x4", unpack_snorm4x8),
    GLSL("UnpackHalf2x16", "", "i32", "f32x2", unpack_half),
    BITS("Bitcast", "i32x2", "i64", pieces64),
    BITS("Bitcast", "i64", "i32x2", pieces32),
    BITS("Bitcast", "i16x4", "i64", pieces64),
    BITS("Bitcast", "i64", "i16x4", pieces16),
    BITS("Bitcast", "f64", "i32x2", pieces32),
    BITS("Bitcast", "i32x2", "f64", pieces64),
    BITS("Bitcast", "f64x2", "f32x4", pieces32),
    BITS("Bitcast", "f16x2", "i32", pieces32),
    BITS("Bitcast", "i32", "f16x2", pieces16),
    BITS("Bitcast", "i8x4", "f32", pieces32),
    BITS("Bitcast", "f32", "i8x4", pieces8),
    BITS("Bitcast", "i8x2", "i16", pieces16),
    {"FConvert RTE", kind_text, "f32 f64", "T", "f16", HOST, true, false, to_half_even,
     "%r = OpFConvert %f16 %a\n", true, "OpDecorate %r FPRoundingMode RTE\n"},
    {"FConvert RTZ", kind_text, "f32 f64", "T", "f16", HOST, true, false, to_half_towards_zero,
     "%r = OpFConvert %f16 %a\n", true, "OpDecorate %r FPRoundingMode RTZ\n"},
    {"Modf", kind_text, "", "f32", "f32 f32", HOST, true, false, modf_stored,
     "%r0 = OpExtInst %f32 %glsl Modf %a %v\n%r1 = OpLoad %f32 %v\n"
     "%r = OpCompositeConstruct %R %r0 %r1\n",
     true, NULL, PRIVATE("f32"), " %v"},
    {"Modf", kind_text, "", "f64x2", "f64x2 f64x2", HOST, true, false, modf_stored2,
     "%r0 = OpExtInst %f64x2 %glsl Modf %a %v\n%r1 = OpLoad %f64x2 %v\n"
     "%r = OpCompositeConstruct %R %r0 %r1\n",
     true, NULL, PRIVATE("f64x2"), " %v"},
    {"Frexp", kind_text, "", "f32", "f32 i32", HOST, true, false, frexp_stored,
     "%r0 = OpExtInst %f32 %glsl Frexp %a %v\n%r1 = OpLoad %i32 %v\n"
     "%r = OpCompositeConstruct %R %r0 %r1\n",
     true, NULL, PRIVATE("i32"), " %v"},
    {"SDot", kind_core, "", "i8x4 i8x4", "i32", HOST, true, false, s_dot_bytes},
    {"SDot", kind_core, "", "i16x2 i16x2", "i64", HOST, true, false, s_dot_words},
    {"UDot", kind_core, "", "i8x4 i8x4", "i32", HOST, true, false, u_dot_bytes},
    {"UDot", kind_core, "", "i16x2 i16x2", "i64", HOST, true, false, u_dot_words},
    {"SUDot", kind_core, "", "i8x4 i8x4", "i32", HOST, true, false, su_dot_bytes},
    {"SUDot", kind_core, "", "i16x2 i16x2", "i64", HOST, true, false, su_dot_words},
    BITS("SDotAccSat", "i8x4 i8x4 i32", "i32", s_acc_bytes),
    BITS("UDotAccSat", "i8x4 i8x4 i32", "i32", u_acc_bytes),
    BITS("SUDotAccSat", "i8x4 i8x4 i32", "i32", su_acc_bytes),
    BITS("SDotAccSat", "i8x2 i8x2 i16", "i16", s_acc_short),
    BITS("UDotAccSat", "i8x2 i8x2 i16", "i16", u_acc_short),
    BITS("SUDotAccSat", "i8x2 i8x2 i16", "i16", su_acc_short),
#define PACKED_DOT(name, oracle)                                                                   \
    TEXT(name, "i32 i32", "i32", oracle##_dot_packed,                                              \
         "%r = Op" name " %i32 %a %b PackedVectorFormat4x8Bit\n"),                                 \
        TEXT(name "AccSat", "i32 i32 i32", "i32", oracle##_acc_packed,                             \
             "%r = Op" name "AccSat %i32 %a %b %c PackedVectorFormat4x8Bit\n")
    PACKED_DOT("SDot", s),
    PACKED_DOT("UDot", u),
    PACKED_DOT("SUDot", su),
    TEXT("CompositeConstruct", "f32x2 f32", "f32x4", construct_vector,
         "%r = OpCompositeConstruct %f32x4 %b %a %b\n"),
    {"CompositeInsert", kind_text, "", "f32x3 f32x3 f32", "f32x3", HOST, true, false,
     construct_nested,
     "%t0 = OpCompositeConstruct %two %a %b\n%t1 = OpCompositeConstruct %both %t0 %c1\n"
     "%t2 = OpCompositeInsert %both %c %t1 0 1 2\n%r = OpCompositeExtract %f32x3 %t2 0 1\n",
     true, NULL, "%two = OpTypeArray %f32x3 %c2\n%both = OpTypeStruct %two %i32\n"},
    TEXT("CompositeInsert of a matrix", "f64m3x2 f64", "f64m3x2", first_column_inserted,
         "%r = OpCompositeInsert %f64m3x2 %b %a 0 1\n"),
    {"CopyLogical", kind_text, "", "f32 i32", "f32 i32", HOST, true, false, copied,
     "%t = OpCompositeConstruct %R %a %b\n%u = OpCopyLogical %other %t\n"
     "%u0 = OpCompositeExtract %f32 %u 0\n%u1 = OpCompositeExtract %i32 %u 1\n"
     "%r = OpCompositeConstruct %R %u0 %u1\n",
     true, NULL, "%other = OpTypeStruct %f32 %i32\n"},
    TEXT("VectorShuffle", "i32x3 i32x2", "i32x4", shuffled,
         "%r = OpVectorShuffle %i32x4 %a %b 4 0xffffffff 1 3\n"),
    TEXT("VectorExtractDynamic", "f32x4 i32", "f32", extracted_dynamically,
         "%i = OpBitwiseAnd %i32 %b %c3\n%r = OpVectorExtractDynamic %f32 %a %i\n"),
    TEXT("VectorInsertDynamic", "i16x4 i16 i32", "i16x4", inserted_dynamically,
         "%i = OpBitwiseAnd %i32 %c %c3\n%r = OpVectorInsertDynamic %i16x4 %a %b %i\n"),
    TEXT("Select by one condition", "bool f32x3 f32x3", "f32x3", selected_by_one,
         "%r = OpSelect %f32x3 %a %b %c\n"),
    TEXT("Select of structs", "bool f32 f32", "f32 f32", selected_struct,
         "%s = OpCompositeConstruct %R %b %c\n%t = OpCompositeConstruct %R %c %b\n"
         "%r = OpSelect %R %a %s %t\n"),
};

const uint32_t values_whole_row_count = (uint32_t)BASE_COUNT(values_whole_rows);
