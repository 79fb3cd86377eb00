/* SPDX-License-Identifier: MIT
 *
 * Every op that computes, run on the device: a pixel for each choice of operands, which come from a
 * uniform buffer so that no compiler knows them. The result's bits go out as four numbers of 16
 * bits, which a float target holds exactly.
 *
 * Exact ops are compared with folding bit for bit. What is allowed beside that: any NaN for a NaN;
 * denormals taken for zeroes, as operands and as results; either zero of fmin and fmax; a product
 * that is rounded in ffma; and on devices other than CPUs, for a few ops, the error that Vulkan
 * allows. Inexact ops have a reference in double precision and Vulkan's bound.
 */
#include "vk_test.h"

#include "base/bits.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

static struct scene_device *device;

enum form { form_alu, form_compare, form_convert };

/* One op of the table, before types are chosen. */
struct op_row {
    enum ir_op op;
    enum form form;
    uint8_t arity;
    enum ir_class to;   /* Of a conversion's result. */
    enum ir_class from; /* Of the operands. */
};

static const struct op_row op_rows[] = {
#define ALU1(op, types, flags, value) {ir_op_##op, form_alu, 1, ir_class_##types, ir_class_##types},
#define ALU2(op, types, flags, value) {ir_op_##op, form_alu, 2, ir_class_##types, ir_class_##types},
#define ALU3(op, types, flags, value) {ir_op_##op, form_alu, 3, ir_class_##types, ir_class_##types},
#define CMP2(op, types, flags, value)                                                              \
    {ir_op_##op, form_compare, 2, ir_class_BOOL, ir_class_##types},
#define CONV(op, to, from, flags, value)                                                           \
    {ir_op_##op, form_convert, 1, ir_class_##to, ir_class_##from},
#include "ir/ops.def"
    {ir_op_bitcast, form_convert, 1, ir_class_NUM, ir_class_NUM},
};

/* An op with its types. */
struct op_case {
    enum ir_op op;
    enum form form;
    uint32_t arity;
    enum ir_type to;
    enum ir_type from;
};

#define MAX_VALUES 48
#define TERNARY_VALUES 16

struct values {
    uint32_t count;
    uint64_t bits[MAX_VALUES];
};

/* ---- operands ---- */

static const double float_values[] = {
    0.0,
    -0.0,
    1.0,
    -1.0,
    (double)INFINITY,
    -(double)INFINITY,
    (double)NAN,
    0.5,
    1.5,
    -2.5,
    3.0,
    0.1,
    1e30,
    -1e-30,
    127.5,
    2.5,
    3.5,
    -0.5,
    0.49999997,
    255,
    256,
    -129,
    32768,
    65504,
    65536,
    16777217,
    2147483647,
    2147483648.0,
    -2147483648.0,
    -2147483904.0,
    4294967295.0,
    4294967296.0,
    9223372036854775808.0,
    1e19,
    3.14159265,
    1e-5,
    -7,
};

/* The least and the greatest denormal, the least and the greatest normal number. */
static const uint64_t f16_bits[] = {0x0001, 0x83ff, 0x0400, 0x7bff};
static const uint64_t f32_bits[] = {0x1, 0x807fffff, 0x00800000, 0x7f7fffff};
static const uint64_t f64_bits[] = {0x1, 0x800fffffffffffff, 0x0010000000000000,
                                    0x7fefffffffffffff};

static const uint64_t int_values[] = {
    0,
    1,
    UINT64_MAX,
    UINT64_MAX / 2,     /* The greatest signed one of 64 bits. */
    UINT64_MAX / 2 + 1, /* The least. */
    0x7fffffff,
    0x80000000,
    2,
    3,
    7,
    (uint64_t)-7,
    31,
    32,
    33,
    8,
    0x123456789abcdef0,
    15,
    16,
    63,
    64,
    65,
    0x7f,
    0x80,
    0xff,
    0x100,
    0x7fff,
    0x8000,
    0xffff,
    0x10000,
    0xffffff,
    0x1000001,
    0xfffffffe,
    0xffffffff,
    0x100000000,
    10,
    (uint64_t)-2,
};

static uint64_t
mask_of(enum ir_type type)
{
    return UINT64_MAX >> (64 - ir_type_bits((ir_type_id)type));
}

static uint64_t
bits_of(enum ir_type type, double value)
{
    if (type == ir_type_f16)
        return base_half_from_float((float)value);
    if (type == ir_type_f32)
        return base_bits_of_float((float)value);
    return base_bits_of_double(value);
}

static double
value_of(enum ir_type type, uint64_t bits)
{
    if (type == ir_type_f16)
        return (double)base_half_to_float((uint16_t)bits);
    if (type == ir_type_f32)
        return (double)base_float_of_bits((uint32_t)bits);
    return base_double_of_bits(bits);
}

static void
fill_values(enum ir_type type, uint32_t arity, struct values *values)
{
    const uint32_t most = arity == 3 ? TERNARY_VALUES : MAX_VALUES;
    const uint64_t *ends = type == ir_type_f16   ? f16_bits
                           : type == ir_type_f32 ? f32_bits
                                                 : f64_bits;

    values->count = 0;
    if (type == ir_type_bool) {
        for (uint32_t i = 0; i < 2; i++)
            values->bits[values->count++] = i;
    } else if (ir_type_is_float((ir_type_id)type)) {
        for (uint32_t i = 0; i < BASE_COUNT(f32_bits); i++)
            values->bits[values->count++] = ends[i];
        for (uint32_t i = 0; i < BASE_COUNT(float_values) && values->count < most; i++)
            values->bits[values->count++] = bits_of(type, float_values[i]);
    } else {
        for (uint32_t i = 0; i < BASE_COUNT(int_values) && values->count < most; i++)
            values->bits[values->count++] = int_values[i] & mask_of(type);
    }
}

/* ---- the shader ---- */

/* The integer type of the same width. */
static enum ir_type
int_of(enum ir_type type)
{
    switch (ir_type_bits((ir_type_id)type)) {
    case 8:
        return ir_type_i8;
    case 16:
        return ir_type_i16;
    case 64:
        return ir_type_i64;
    default:
        return ir_type_i32;
    }
}

/* Element index of the buffer as a value of the type. */
static ir_ref
load_operand(struct ir_builder *b, enum ir_type type, ir_ref index)
{
    const enum ir_type as_int = int_of(type);
    const ir_ref at = ir_build_imul(b, index, ir_build_i32(b, 16));
    const ir_ref above = ir_build_iadd(b, at, ir_build_i32(b, 4));
    const ir_ref low = ir_build_load_buffer(b, ir_type_i32, 0, at);
    ir_ref value = low;

    if (type == ir_type_bool)
        return ir_build_ine(b, low, ir_build_i32(b, 0));
    if (as_int == ir_type_i64) {
        const ir_ref high = ir_build_load_buffer(b, ir_type_i32, 0, above);
        const ir_ref wide = ir_build_u2u(b, ir_type_i64, high);
        const ir_ref count = ir_build_const(b, ir_type_i64, 32);
        value = ir_build_ior(b, ir_build_ishl(b, wide, count), ir_build_u2u(b, ir_type_i64, low));
    } else if (as_int != ir_type_i32) {
        value = ir_build_u2u(b, as_int, low);
    }
    return type == as_int ? value : ir_build_convert(b, ir_op_bitcast, type, value);
}

/* Stores the value's bits in four components. */
static void
store_result(struct ir_builder *b, uint32_t output, enum ir_type type, ir_ref value)
{
    const enum ir_type as_int = int_of(type);
    const ir_ref zero = ir_build_i32(b, 0);
    const ir_ref mask = ir_build_i32(b, 0xffff);
    const ir_ref half = ir_build_i32(b, 16);
    ir_ref words[2] = {value, zero};
    ir_ref halves[4];

    if (type == ir_type_bool)
        words[0] = ir_build_select(b, value, ir_build_i32(b, 1), zero);
    else if (type != as_int)
        words[0] = ir_build_convert(b, ir_op_bitcast, as_int, value);
    if (as_int == ir_type_i64) {
        const ir_ref high = ir_build_ushr(b, words[0], ir_build_const(b, ir_type_i64, 32));
        words[0] = ir_build_u2u(b, ir_type_i32, words[0]);
        words[1] = ir_build_u2u(b, ir_type_i32, high);
    } else if (as_int != ir_type_i32) {
        words[0] = ir_build_u2u(b, ir_type_i32, words[0]);
    }
    for (uint32_t i = 0; i < 4; i++) {
        const ir_ref word = words[i / 2];
        const ir_ref part = i % 2 ? ir_build_ushr(b, word, half) : ir_build_iand(b, word, mask);
        halves[i] = ir_build_u2f(b, ir_type_f32, part);
    }
    vk_test_store(b, output, halves);
}

/* Pixel (x, y) has operands x modulo count, y, and x / count. */
static struct ir_shader *
op_shader(struct vk_test *test, const struct op_case *c, uint32_t count)
{
    struct ir_builder b;
    struct ir_shader *shader = vk_test_begin(test, ir_stage_fragment, &b);
    const struct ir_buffer buffer = {NULL, 0, 0, MAX_VALUES * 16, ir_buffer_uniform, 1, 0};
    const uint32_t coord = vk_test_builtin_input(shader, ir_builtin_frag_coord, ir_type_f32, 4);
    const uint32_t output = vk_test_output(shader, 0);
    const ir_ref x = ir_build_f2u(&b, ir_type_i32, vk_test_load(&b, coord, 0));
    const ir_ref y = ir_build_f2u(&b, ir_type_i32, vk_test_load(&b, coord, 1));
    const ir_ref columns = ir_build_i32(&b, count);
    const ir_ref indices[3] = {ir_build_urem(&b, x, columns), y, ir_build_udiv(&b, x, columns)};
    ir_ref operands[3] = {0};
    ir_ref value;

    ir_add_buffer(shader, &buffer);
    for (uint32_t i = 0; i < c->arity; i++)
        operands[i] = load_operand(&b, c->from, indices[i]);
    if (c->form == form_convert)
        value = ir_build_convert(&b, c->op, c->to, operands[0]);
    else
        value = ir_build_alu(&b, c->op, operands);
    if (ir_type_is_float((ir_type_id)c->to))
        ir_at(shader, value)->flags |= IR_PRECISE;
    store_result(&b, output, c->to, value);
    return shader;
}

static uint64_t
result_bits(const struct vk_pictures *result, uint32_t x, uint32_t y)
{
    const float *pixel = vk_test_pixel(result, 0, x, y);
    uint64_t bits = 0;

    for (uint32_t i = 0; i < 4; i++) {
        assert_true(pixel[i] >= 0 && pixel[i] <= 65535);
        bits |= (uint64_t)(uint32_t)pixel[i] << (16 * i);
    }
    return bits;
}

static struct vk_pictures
run_case(struct vk_test *test, const struct op_case *c, const struct values *values)
{
    const uint32_t width = c->arity == 3 ? values->count * values->count : values->count;
    const uint32_t height = c->arity == 1 ? 1 : values->count;
    const struct vk_target target = {scene_format_r32g32b32a32_sfloat, width, height, {-1}};
    const struct scene_binding binding = {.kind = scene_binding_uniform};
    uint32_t words[MAX_VALUES][4] = {{0}};
    const struct scene_buffer buffer = {words, sizeof(words)};
    struct scene_draw draw = scene_draw_default(width, height);
    const struct vk_drawing scene = {.buffers = &buffer,
                                     .buffer_count = 1,
                                     .targets = &target,
                                     .target_count = 1,
                                     .draws = &draw,
                                     .draw_count = 1};

    for (uint32_t i = 0; i < values->count; i++) {
        words[i][0] = (uint32_t)values->bits[i];
        words[i][1] = (uint32_t)(values->bits[i] >> 32);
    }
    draw.vertex = vk_test_whole_target(test);
    draw.fragment = op_shader(test, c, values->count);
    draw.inputs.bindings = &binding;
    draw.inputs.binding_count = 1;
    return vk_test_draw(test, device, &scene);
}

/* ---- what is expected ---- */

static bool
is_nan(enum ir_type type, uint64_t bits)
{
    return ir_type_is_float((ir_type_id)type) && isnan(value_of(type, bits));
}

static double
least_normal(enum ir_type type)
{
    return type == ir_type_f16 ? 0x1p-14 : type == ir_type_f32 ? 0x1p-126 : 0x1p-1022;
}

static double
greatest(enum ir_type type)
{
    return type == ir_type_f16 ? 65504 : type == ir_type_f32 ? 0x1.fffffep127 : DBL_MAX;
}

/* A denormal as zero of the same sign. */
static uint64_t
flush(enum ir_type type, uint64_t bits)
{
    if (!ir_type_is_float((ir_type_id)type) || is_nan(type, bits) ||
        fabs(value_of(type, bits)) >= least_normal(type))
        return bits;
    return bits & (mask_of(type) ^ mask_of(type) >> 1);
}

static bool
is_same(enum ir_type type, uint64_t found, uint64_t expected)
{
    return found == expected || (is_nan(type, found) && is_nan(type, expected));
}

/* Units in the last place that Vulkan allows for ops that the IR calls exact. */
static double
allowed_units(enum ir_op op)
{
    const struct vk_device *vk = (const struct vk_device *)(const void *)device;

    if (vk->properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU)
        return 0;
    if (op == ir_op_fdiv)
        return 2.5;
    if (op == ir_op_fsqrt)
        return 3.5; /* 1 / inversesqrt: 2 units, then those of a division. */
    return 0;
}

/* Vulkan says nothing of divisors whose inverse is no normal number. */
static bool
is_open_division(const struct op_case *c, const uint64_t *operands)
{
    const double most = c->from == ir_type_f16   ? 0x1p14
                        : c->from == ir_type_f32 ? 0x1p126
                                                 : 0x1p1022;

    if (c->op != ir_op_fdiv || allowed_units(c->op) == 0)
        return false;
    const double divisor = fabs(value_of(c->from, operands[1]));
    return divisor > most || (divisor > 0 && divisor < least_normal(c->from));
}

/* How far apart neighbours are next to the value. */
static double
unit_of(enum ir_type type, double value)
{
    const int digits = type == ir_type_f16 ? 11 : type == ir_type_f32 ? 24 : 53;
    int exponent;

    frexp(fmax(fabs(value), least_normal(type)), &exponent);
    return ldexp(1, exponent - digits);
}

static bool
is_near(enum ir_type type, uint64_t found, double expected, double error)
{
    const double value = value_of(type, found);

    if (isnan(expected) || isnan(value))
        return isnan(expected) && isnan(value);
    if (isinf(expected) || isinf(value))
        return value == expected ||
               ((expected > 0) == (value > 0) && fabs(expected) + error > greatest(type));
    /* What comes out below the normal numbers may be flushed. */
    return fabs(value - expected) <= error ||
           (value == 0 && fabs(expected) < least_normal(type) + error);
}

/* Is it this result of folding, but for what every op may do? */
static bool
is_close(const struct op_case *c, uint64_t found, uint64_t expected)
{
    const double units = allowed_units(c->op);

    if (is_same(c->to, found, expected) || is_same(c->to, found, flush(c->to, expected)))
        return true;
    if (!ir_type_is_float((ir_type_id)c->to))
        return false;
    const double value = value_of(c->to, expected);
    if ((c->op == ir_op_fmin || c->op == ir_op_fmax) && value == 0)
        return value_of(c->to, found) == 0;
    return units > 0 && is_near(c->to, found, value, units * unit_of(c->to, value));
}

/* SPIR-V's Fma is one operation, or a product that is rounded before the sum. */
static bool
is_product_and_sum(const struct op_case *c, const uint64_t *operands, uint64_t found)
{
    const enum ir_type types[2] = {c->from, c->from};
    uint64_t terms[2] = {0, operands[2]};
    uint64_t expected;

    if (c->op != ir_op_ffma)
        return false;
    for (uint32_t way = 0; way < 2; way++) {
        ir_fold(ir_op_fmul, c->to, types, operands, &terms[0]);
        if (way)
            terms[0] = flush(c->to, terms[0]);
        ir_fold(ir_op_fadd, c->to, types, terms, &expected);
        if (is_close(c, found, expected))
            return true;
    }
    return false;
}

/* GLSL.std.450 says nothing of the exponent of what is infinite or NaN, nor of a product that is
 * too large; denormals count as zero or not. */
static bool
is_open_exponent(const struct op_case *c, const uint64_t *operands)
{
    const double value = value_of(c->from, operands[0]);
    const bool is_special = isinf(value) || isnan(value);

    if (c->op == ir_op_ffrexp_exp && is_special)
        return true;
    if (c->op != ir_op_fldexp && c->op != ir_op_ffrexp_exp && c->op != ir_op_ffrexp_sig)
        return false;
    if (value != 0 && fabs(value) < least_normal(c->from))
        return true;
    return c->op == ir_op_fldexp && is_special;
}

static bool
is_right_exact(const struct op_case *c, const uint64_t *operands, uint64_t found)
{
    const enum ir_type types[3] = {c->from, c->from, c->from};
    uint64_t flushed[3] = {0};
    uint64_t expected;

    if (is_open_division(c, operands) || is_open_exponent(c, operands))
        return true;
    for (uint32_t i = 0; i < c->arity; i++)
        flushed[i] = flush(c->from, operands[i]);
    for (uint32_t way = 0; way < 2; way++) {
        const uint64_t *used = way ? flushed : operands;

        assert_true(ir_fold(c->op, c->to, types, used, &expected));
        if (is_close(c, found, expected) || is_product_and_sum(c, used, found))
            return true;
    }
    return false;
}

/* ---- inexact ops: Vulkan's table of precisions ---- */

struct inexact {
    bool is_open; /* Vulkan allows anything here. */
    double expected;
    double error;
};

static double
error_of_log(enum ir_type type, double a)
{
    const bool is_half = type == ir_type_f16;

    return a >= 0.5 && a <= 2 ? (is_half ? 0x1p-7 : 0x1p-21) : 3 * unit_of(type, log(a));
}

static double
error_of_exp(enum ir_type type, double a)
{
    return ((type == ir_type_f16 ? 1 : 3) + 2 * fabs(a)) * unit_of(type, exp(a));
}

/* Trigonometry and what Vulkan derives from it. */
static struct inexact
expect_angle(enum ir_op op, enum ir_type type, double a, double b)
{
    const bool is_half = type == ir_type_f16;
    const double of_sin = is_half ? 0x1p-7 : 0x1p-11;
    const double of_atan = is_half ? 5 : 4096; /* Units in the last place. */
    struct inexact e = {false, 0, 0};

    switch ((unsigned)op) {
    case ir_op_ftan: /* sin(a) / cos(a) */
        e.expected = tan(a);
        e.error = of_sin * (1 + fabs(e.expected)) / (fabs(cos(a)) - of_sin) +
                  3 * unit_of(type, e.expected);
        e.is_open = !(fabs(a) <= 3.141593) || fabs(cos(a)) <= 2 * of_sin;
        break;
    case ir_op_fasin: /* atan2(a, sqrt(1 - a * a)): of the difference a root is taken. */
    case ir_op_facos:
        e.expected = op == ir_op_fasin ? asin(a) : acos(a);
        e.error = of_atan * unit_of(type, e.expected) + (is_half ? 0x1p-4 : 0x1p-10);
        e.is_open = !(fabs(a) <= 1);
        break;
    case ir_op_fatan:
        e.expected = atan(a);
        e.error = of_atan * unit_of(type, e.expected);
        break;
    default:
        e.expected = atan2(a, b);
        e.error = of_atan * unit_of(type, e.expected);
        e.is_open = (a == 0 && b == 0) || (isinf(a) && isinf(b));
        break;
    }
    return e;
}

/* exp and log, and what Vulkan derives from them. */
static struct inexact
expect_exponential(enum ir_op op, enum ir_type type, double a)
{
    const double last = unit_of(type, 1);
    const double most = type == ir_type_f16 ? 11 : 88; /* What exp can take. */
    const double both = error_of_exp(type, a) + error_of_exp(type, -a);
    struct inexact e = {false, 0, 0};

    switch ((unsigned)op) {
    case ir_op_fexp:
        e.expected = exp(a);
        e.error = error_of_exp(type, a);
        break;
    case ir_op_flog:
        e.expected = log(a);
        e.error = error_of_log(type, a);
        e.is_open = a <= 0;
        break;
    case ir_op_fsinh:
    case ir_op_fcosh:
        e.expected = op == ir_op_fsinh ? sinh(a) : cosh(a);
        e.error = both + unit_of(type, e.expected);
        e.is_open = fabs(a) > most;
        break;
    case ir_op_ftanh: /* sinh(a) / cosh(a) */
        e.expected = tanh(a);
        e.error = 2 * both / cosh(a) + 3 * last;
        e.is_open = fabs(a) > most;
        break;
    case ir_op_fasinh: /* log(a + sqrt(a * a + 1)), whose terms may all but cancel. */
        e.expected = asinh(a);
        e.error = 8 * last * (fabs(a) + 1) / (a + sqrt(a * a + 1)) +
                  error_of_log(type, a + sqrt(a * a + 1));
        e.is_open = fabs(a) > (type == ir_type_f16 ? 200 : 1e18) ||
                    8 * last * (fabs(a) + 1) >= a + sqrt(a * a + 1);
        break;
    case ir_op_facosh: /* log(a + sqrt(a * a - 1)) */
        e.expected = acosh(a);
        e.error = 8 * last * a / sqrt(a * a - 1) + error_of_log(type, a + sqrt(a * a - 1));
        e.is_open = !(a > 1) || a > (type == ir_type_f16 ? 200 : 1e18);
        break;
    default: /* log((1 + a) / (1 - a)) / 2 */
        e.expected = atanh(a);
        e.error = 8 * last + error_of_log(type, (1 + a) / (1 - a)) + unit_of(type, e.expected);
        e.is_open = !(fabs(a) < 1);
        break;
    }
    return e;
}

/* Errors in f32, and in f16 where that differs. Operands are normal numbers or zero. */
static struct inexact
expect_inexact(enum ir_op op, enum ir_type type, double a, double b)
{
    const bool is_half = type == ir_type_f16;
    struct inexact e = {false, 0, 0};

    switch ((unsigned)op) {
    case ir_op_frsqrt:
        e.expected = 1 / sqrt(a);
        e.error = 2 * unit_of(type, e.expected);
        e.is_open = a <= 0;
        break;
    case ir_op_fexp2:
        e.expected = exp2(a);
        e.error = ((is_half ? 1 : 3) + 2 * fabs(a)) * unit_of(type, e.expected);
        break;
    case ir_op_flog2:
        e.expected = log2(a);
        e.error = a >= 0.5 && a <= 2 ? (is_half ? 0x1p-7 : 0x1p-21) : 3 * unit_of(type, e.expected);
        e.is_open = a <= 0;
        break;
    case ir_op_fsin:
    case ir_op_fcos:
        e.expected = op == ir_op_fsin ? sin(a) : cos(a);
        e.error = is_half ? 0x1p-7 : 0x1p-11;
        e.is_open = !(fabs(a) <= 3.141593);
        break;
    case ir_op_fpow: /* exp2(b * log2(a)): the error of the exponent counts in full. */
        e.expected = pow(a, b);
        e.error = fabs(e.expected) * log(2) *
                      (fabs(b) * (a >= 0.5 && a <= 2 ? (is_half ? 0x1p-7 : 0x1p-21)
                                                     : 3 * unit_of(type, log2(a))) +
                       unit_of(type, b * log2(a))) +
                  ((is_half ? 1 : 3) + 2 * fabs(b * log2(a))) * unit_of(type, e.expected);
        e.is_open = a <= 0 || isinf(a) || isinf(b);
        break;
    case ir_op_ftan:
    case ir_op_fasin:
    case ir_op_facos:
    case ir_op_fatan:
    case ir_op_fatan2:
        e = expect_angle(op, type, a, b);
        break;
    case ir_op_fexp:
    case ir_op_flog:
    case ir_op_fsinh:
    case ir_op_fcosh:
    case ir_op_ftanh:
    case ir_op_fasinh:
    case ir_op_facosh:
    case ir_op_fatanh:
        e = expect_exponential(op, type, a);
        break;
    default:
        fail_msg("%s has no bound here", ir_op_infos[op].name);
    }
    /* Nothing is said of NaN, and of the greatest numbers only that they may become infinite. */
    e.is_open |= isnan(a) || isnan(b) || isnan(e.expected);
    return e;
}

static bool
is_right_inexact(const struct op_case *c, const uint64_t *operands, uint64_t found)
{
    const double a = value_of(c->from, operands[0]);
    const double b = c->arity > 1 ? value_of(c->from, operands[1]) : 0;

    /* A denormal may count as zero, which for most of these is at the end of what is defined. */
    if (flush(c->from, operands[0]) != operands[0] ||
        (c->arity > 1 && flush(c->from, operands[1]) != operands[1]))
        return true;
    const struct inexact e = expect_inexact(c->op, c->from, a, b);
    return e.is_open || is_near(c->to, found, e.expected, e.error);
}

/* ---- all cases ---- */

static void
show_fault(const struct op_case *c, const uint64_t *operands, uint64_t found)
{
    const enum ir_type types[3] = {c->from, c->from, c->from};
    uint64_t expected = 0;

    print_error("%s.%s of %s:", ir_op_infos[c->op].name, ir_type_name(c->to),
                ir_type_name(c->from));
    for (uint32_t i = 0; i < c->arity; i++)
        print_error(" 0x%" PRIx64, operands[i]);
    print_error(" gave 0x%" PRIx64, found);
    if (ir_fold(c->op, c->to, types, operands, &expected))
        print_error(", expected 0x%" PRIx64, expected);
    else
        print_error(", expected about %.9g",
                    expect_inexact(c->op, c->from, value_of(c->from, operands[0]),
                                   value_of(c->from, operands[1]))
                        .expected);
    print_error("\n");
}

static uint32_t
compare(const struct op_case *c, const struct values *values, const struct vk_pictures *result)
{
    uint32_t faults = 0;

    for (uint32_t y = 0; y < result->images[0].height; y++) {
        for (uint32_t x = 0; x < result->images[0].width; x++) {
            const uint64_t operands[3] = {values->bits[x % values->count], values->bits[y],
                                          values->bits[x / values->count]};
            const uint64_t found = result_bits(result, x, y);
            const bool is_right = ir_op_has(c->op, IR_OP_INEXACT)
                                      ? is_right_inexact(c, operands, found)
                                      : is_right_exact(c, operands, found);

            if (!is_right && faults++ < 5)
                show_fault(c, operands, found);
        }
    }
    return faults;
}

static uint32_t
try_case(const struct op_case *c)
{
    struct values values;
    struct vk_test test;

    vk_test_init(&test);
    if (!BASE_ARENA_CATCH(&test.arena))
        fail_msg("ran out");
    fill_values(c->from, c->arity, &values);
    const struct vk_pictures result = run_case(&test, c, &values);
    const uint32_t faults = compare(c, &values, &result);
    vk_test_finish(&test);
    return faults;
}

/* Can the device's shaders have the type? */
static bool
has_type(enum ir_type type)
{
    const struct vk_features *features = &((struct vk_device *)(void *)device)->features;

    switch (type) {
    case ir_type_i8:
        return features->core12.shaderInt8;
    case ir_type_i16:
        return features->core.shaderInt16;
    case ir_type_i64:
        return features->core.shaderInt64;
    case ir_type_f16:
        return features->core12.shaderFloat16 && features->core.shaderInt16;
    case ir_type_f64:
        return features->core.shaderFloat64 && features->core.shaderInt64;
    case ir_type_bool:
    case ir_type_i32:
    case ir_type_f32:
        return true;
    case ir_type_void:
    case ir_type_count:
        break;
    }
    return false;
}

/* SPIR-V's extended functions have these ops for up to 32 bits only. */
static bool
is_writable(const struct op_case *c)
{
    return !(c->from == ir_type_f64 && ir_op_has(c->op, IR_OP_INEXACT) && c->op != ir_op_frsqrt);
}

/* The row with each type of this width or less that it may have. */
static uint32_t
try_row(const struct op_row *row, enum ir_type from, uint32_t *count)
{
    uint32_t faults = 0;

    for (int to = ir_type_void + 1; to < ir_type_count; to++) {
        const struct op_case c = {row->op, row->form, row->arity, (enum ir_type)to, from};

        if (!ir_class_has(row->to, (ir_type_id)to) || !has_type(c.to) ||
            (row->form == form_alu && c.to != from))
            continue;
        /* A conversion to its own type is no instruction. */
        if (row->form == form_convert && c.to == from)
            continue;
        if (c.op == ir_op_bitcast && ir_type_bits((ir_type_id)to) != ir_type_bits((ir_type_id)from))
            continue;
        if (!is_writable(&c))
            continue;
        faults += try_case(&c);
        ++*count;
    }
    return faults;
}

static void
try_type(enum ir_type from)
{
    uint32_t faults = 0, count = 0;

    if (!has_type(from)) {
        print_message("skip: the device's shaders have no %s\n", ir_type_name(from));
        skip();
    }
    for (size_t i = 0; i < BASE_COUNT(op_rows); i++) {
        if (ir_class_has(op_rows[i].from, (ir_type_id)from))
            faults += try_row(&op_rows[i], from, &count);
    }
    print_message("%u ops of %s\n", count, ir_type_name(from));
    assert_true(count >= 6);
    if (faults)
        fail_msg("%u wrong results", faults);
}

#define IR_TYPE(name, bits, kind, utype, stype)                                                    \
    static void test_##name(void **state)                                                          \
    {                                                                                              \
        (void)state;                                                                               \
        try_type(ir_type_##name);                                                                  \
    }
#include "ir/types.def"

int
main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
#define IR_TYPE(name, bits, kind, utype, stype) cmocka_unit_test(test_##name),
#include "ir/types.def"
    };

    device = vk_test_device(argc, argv);
    const int faults = cmocka_run_group_tests(tests, NULL, NULL);
    return faults + !vk_test_close(device);
}
