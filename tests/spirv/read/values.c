/* SPDX-License-Identifier: MIT */
#include "values.h"

#include "base/bits.h"
#include "spirv/spirv.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include <cmocka.h>

/* ---- numbers ---- */

static const struct format {
    enum ir_type type;
    int mantissa; /* Bits behind the point. */
    int bias;
} formats[] = {{ir_type_f16, 10, 15}, {ir_type_f32, 23, 127}, {ir_type_f64, 52, 1023}};

static const struct format *
format_of(enum ir_type type)
{
    return &formats[type == ir_type_f16 ? 0 : type == ir_type_f32 ? 1 : 2];
}

static long double
float_of_bits(enum ir_type type, uint64_t bits)
{
    const struct format *f = format_of(type);
    const uint64_t one = UINT64_C(1) << f->mantissa;
    const int exponent = (int)(bits >> f->mantissa & (uint64_t)(2 * f->bias + 1));
    const long double sign = bits >> (ir_type_bits((ir_type_id)type) - 1) ? -1 : 1;
    const uint64_t fraction = bits & (one - 1);

    if (exponent == 2 * f->bias + 1)
        return fraction ? (long double)NAN : sign * (long double)INFINITY;
    return sign * ldexpl((long double)(exponent ? fraction | one : fraction),
                         (exponent ? exponent : 1) - f->bias - f->mantissa);
}

struct scalar
values_scalar(enum ir_type type, uint64_t bits)
{
    const unsigned width = ir_type_bits((ir_type_id)type);
    struct scalar x = {type, width, bits, bits, (wide)bits, 0};

    if (ir_type_is_float((ir_type_id)type))
        x.f = float_of_bits(type, bits);
    else if (width > 1 && bits >> (width - 1))
        x.s -= (wide)1 << width;
    return x;
}

/* log2 of a unit in the last place at a number. */
static int
unit_at(const struct format *f, long double value)
{
    int exponent;

    (void)frexpl(value, &exponent);
    if (value == 0 || exponent - 1 < 1 - f->bias)
        exponent = 2 - f->bias;
    return exponent - 1 - f->mantissa;
}

uint64_t
values_round(enum ir_type type, long double value)
{
    const struct format *f = format_of(type);
    const unsigned width = ir_type_bits((ir_type_id)type);
    const uint64_t sign = signbit(value) ? UINT64_C(1) << (width - 1) : 0;
    const uint64_t infinity = (uint64_t)(2 * f->bias + 1) << f->mantissa;

    if (isnan(value))
        return infinity | (UINT64_C(1) << (f->mantissa - 1));
    const long double size = fabsl(value);
    if (isinf(value) || size >= ldexpl(2, f->bias))
        return sign | infinity;
    const int unit = unit_at(f, size);
    const uint64_t steps = (uint64_t)rintl(ldexpl(size, -unit));
    /* The steps of the lowest binade are the bits; each binade above adds one to the exponent. */
    const uint64_t binade = (uint64_t)(unit - (1 - f->bias - f->mantissa));
    return sign | (steps + (binade << f->mantissa));
}

bool
values_is_denormal(enum ir_type type, uint64_t bits)
{
    const struct format *f = format_of(type);
    const unsigned width = ir_type_bits((ir_type_id)type);

    if (!ir_type_is_float((ir_type_id)type))
        return false;
    bits &= (UINT64_C(1) << (width - 1)) - 1;
    return bits != 0 && bits >> f->mantissa == 0;
}

static bool
is_near(const struct format *f, const struct want *want, long double real, long double got)
{
    const long double at = fmaxl(fabsl(real), (long double)want->scale);
    const long double unit = ldexpl(1, unit_at(f, at));
    const long double most = ldexpl(2, f->bias) - ldexpl(1, f->bias - f->mantissa);
    /* A sum of wide numbers is rounded itself. */
    const long double slack = at * 0x1p-62L;
    const long double by = (want->ulps == 0 ? 0.5L : (long double)want->ulps) * unit;
    const long double off = fmaxl(by, (long double)want->absolute) + slack;

    if (isnan(real) || isnan(got))
        return isnan(real) && isnan(got);
    if (want->ulps == 0 && real == 0 && got == 0)
        return signbit(real) == signbit(got);
    if (isinf(real) || isinf(got))
        return real == got ||
               (isinf(got) && signbit(got) == signbit(real) && fabsl(real) + off > most);
    return fabsl(got - real) <= off;
}

bool
values_is_right(enum ir_type type, const struct want *want, uint64_t bits)
{
    const unsigned width = ir_type_bits((ir_type_id)type);
    const uint64_t mask = width == 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;

    if (want->is_open)
        return true;
    if (!want->is_real)
        return bits == ((uint64_t)want->integer & mask);
    /* Wide numbers hold results of f16 and f32 exactly, so that they can be rounded. */
    if (want->ulps == 0 && want->absolute == 0 && type != ir_type_f64 && !isnan(want->real))
        return bits == values_round(type, want->real);
    const long double got = float_of_bits(type, bits);
    return is_near(format_of(type), want, want->real, got) ||
           (want->has_other && is_near(format_of(type), want, want->other, got));
}

/* ---- shapes ---- */

/* What stands at one buffer: of an operand, or of one of the results. */
struct shape {
    enum ir_type type;
    uint32_t columns; /* 0: no matrix. */
    uint32_t count;   /* Components; of a matrix, rows. 1: a scalar. */
    uint32_t scalars;
    char name[32];
};

struct shapes {
    struct shape operands[VALUES_MAX_OPERANDS];
    uint32_t operand_count;
    struct shape results[2];
    uint32_t result_count;
};

/* bool, i8 .. f64 by name. */
static enum ir_type
find_type(const char *name, size_t size)
{
    for (unsigned type = ir_type_void + 1; type < ir_type_count; type++)
        if (strlen(ir_type_name((enum ir_type)type)) == size &&
            memcmp(ir_type_name((enum ir_type)type), name, size) == 0)
            return (enum ir_type)type;
    fail_msg("%.*s is no type", (int)size, name);
    return ir_type_void;
}

/* A word of a row's types. T is type; width 3 makes vectors of all that are scalars. */
static struct shape
parse_shape(const char *word, size_t size, enum ir_type type, uint32_t width)
{
    struct shape shape = {.type = type, .count = width, .scalars = width};
    size_t name = 0;

    while (name < size && word[name] != 'x' && word[name] != 'm')
        name++;
    if (!(name == 1 && word[0] == 'T'))
        shape.type = find_type(word, name);
    if (name < size && word[name] == 'x')
        shape.scalars = shape.count = (uint32_t)(word[name + 1] - '0');
    if (name < size && word[name] == 'm') {
        shape.columns = (uint32_t)(word[name + 1] - '0');
        shape.count = (uint32_t)(word[name + 3] - '0');
        shape.scalars = shape.columns * shape.count;
    }
    if (shape.columns > 0)
        snprintf(shape.name, sizeof(shape.name), "%sm%ux%u", ir_type_name(shape.type),
                 shape.columns, shape.count);
    else if (shape.count > 1)
        snprintf(shape.name, sizeof(shape.name), "%sx%u", ir_type_name(shape.type), shape.count);
    else
        snprintf(shape.name, sizeof(shape.name), "%s", ir_type_name(shape.type));
    return shape;
}

static uint32_t
parse_shapes(const char *words, enum ir_type type, uint32_t width, struct shape *shapes,
             uint32_t most)
{
    uint32_t count = 0;

    while (*words) {
        const size_t size = strcspn(words, " ");

        assert_true(count < most);
        shapes[count++] = parse_shape(words, size, type, width);
        words += size;
        words += strspn(words, " ");
    }
    return count;
}

/* ---- modules ---- */

static const char *const capabilities[ir_type_count] = {
    [ir_type_i8] = "OpCapability Int8\nOpCapability StorageBuffer8BitAccess\n",
    [ir_type_i16] = "OpCapability Int16\nOpCapability StorageBuffer16BitAccess\n",
    [ir_type_i64] = "OpCapability Int64\n",
    [ir_type_f16] = "OpCapability Float16\nOpCapability StorageBuffer16BitAccess\n",
    [ir_type_f64] = "OpCapability Float64\n",
};

static const char *const declarations[ir_type_count] = {
    [ir_type_bool] = "%bool = OpTypeBool\n",   [ir_type_i8] = "%i8 = OpTypeInt 8 0\n",
    [ir_type_i16] = "%i16 = OpTypeInt 16 0\n", [ir_type_i32] = "%i32 = OpTypeInt 32 0\n",
    [ir_type_i64] = "%i64 = OpTypeInt 64 0\n", [ir_type_f16] = "%f16 = OpTypeFloat 16\n",
    [ir_type_f32] = "%f32 = OpTypeFloat 32\n", [ir_type_f64] = "%f64 = OpTypeFloat 64\n",
};

struct module_text {
    struct base_text text;
    const struct values_row *row;
    const struct shapes *shapes;
    bool has_type[ir_type_count];
};

static const struct shape *
shape_at(const struct shapes *shapes, uint32_t i)
{
    return i < shapes->operand_count ? &shapes->operands[i]
                                     : &shapes->results[i - shapes->operand_count];
}

/* What a type is in memory. */
static const char *
stored_name(enum ir_type type)
{
    return ir_type_name(type == ir_type_bool ? ir_type_i32 : type);
}

static uint32_t
stored_size(enum ir_type type)
{
    return type == ir_type_bool ? 4 : ir_type_bits((ir_type_id)type) / 8;
}

static void
find_types(struct module_text *m)
{
    const uint32_t count = m->shapes->operand_count + m->shapes->result_count;

    m->has_type[ir_type_i32] = m->has_type[ir_type_f32] = m->has_type[ir_type_bool] = true;
    for (uint32_t i = 0; i < count; i++)
        m->has_type[shape_at(m->shapes, i)->type] = true;
}

static void
write_head(struct module_text *m)
{
    const uint32_t count = m->shapes->operand_count + m->shapes->result_count;
    struct base_text *t = &m->text;
    bool has_matrix = false;

    base_text_add_string(t, "OpCapability Shader\n");
    for (uint32_t i = 0; i < count; i++)
        has_matrix = has_matrix || shape_at(m->shapes, i)->columns;
    if (has_matrix)
        base_text_add_string(t, "OpCapability Matrix\n");
    if (strstr(m->row->name, "Dot") && m->row->name[0] != 'D')
        base_text_add_string(t, "OpCapability DotProduct\nOpCapability DotProductInputAll\n"
                                "OpCapability DotProductInput4x8BitPacked\n");
    for (unsigned type = 0; type < ir_type_count; type++)
        if (m->has_type[type] && capabilities[type])
            base_text_add_string(t, capabilities[type]);
    base_text_add_string(t, "%glsl = OpExtInstImport \"GLSL.std.450\"\n"
                            "OpMemoryModel Logical GLSL450\n"
                            "OpEntryPoint GLCompute %main \"main\" %gid");
    for (uint32_t i = 0; i < count; i++)
        base_text_printf(t, " %%buffer%u", i);
    if (m->row->interface)
        base_text_add_string(t, m->row->interface);
    base_text_add_string(t, "\nOpExecutionMode %main LocalSize 1 1 1\n"
                            "OpDecorate %gid BuiltIn WorkgroupId\n");
    for (uint32_t i = 0; i < count; i++)
        base_text_printf(t,
                         "OpDecorate %%buffer%u DescriptorSet 0\nOpDecorate %%buffer%u Binding %u\n"
                         "OpDecorate %%block%u Block\nOpMemberDecorate %%block%u 0 Offset 0\n"
                         "OpDecorate %%array%u ArrayStride %u\n",
                         i, i, i, i, i, i, stored_size(shape_at(m->shapes, i)->type));
    if (m->row->annotations)
        base_text_add_string(t, m->row->annotations);
}

static void
write_types(struct module_text *m)
{
    const uint32_t count = m->shapes->operand_count + m->shapes->result_count;
    struct base_text *t = &m->text;

    base_text_add_string(t, "%void = OpTypeVoid\n%function = OpTypeFunction %void\n");
    for (unsigned type = 0; type < ir_type_count; type++) {
        const char *name = ir_type_name((enum ir_type)type);

        if (!m->has_type[type] || !declarations[type])
            continue;
        base_text_add_string(t, declarations[type]);
        for (uint32_t i = 2; i <= 4; i++)
            base_text_printf(t, "%%%sx%u = OpTypeVector %%%s %u\n", name, i, name, i);
        for (uint32_t c = 2; ir_type_is_float((ir_type_id)type) && c <= 4; c++)
            for (uint32_t r = 2; r <= 4; r++)
                base_text_printf(t, "%%%sm%ux%u = OpTypeMatrix %%%sx%u %u\n", name, c, r, name, r,
                                 c);
    }
    for (uint32_t i = 0; i < VALUES_MAX_SCALARS; i++)
        base_text_printf(t, "%%c%u = OpConstant %%i32 %u\n", i, i);
    base_text_add_string(t,
                         "%input = OpTypePointer Input %i32x3\n%gid = OpVariable %input Input\n");
    for (uint32_t i = 0; i < count; i++) {
        const char *name = stored_name(shape_at(m->shapes, i)->type);

        base_text_printf(t,
                         "%%array%u = OpTypeRuntimeArray %%%s\n%%block%u = OpTypeStruct %%array%u\n"
                         "%%to_block%u = OpTypePointer StorageBuffer %%block%u\n"
                         "%%buffer%u = OpVariable %%to_block%u StorageBuffer\n",
                         i, name, i, i, i, i, i, i);
    }
    for (unsigned type = ir_type_i8; type < ir_type_count; type++)
        if (m->has_type[type])
            base_text_printf(t, "%%to_%s = OpTypePointer StorageBuffer %%%s\n",
                             ir_type_name((enum ir_type)type), ir_type_name((enum ir_type)type));
    if (m->shapes->result_count == 2)
        base_text_printf(t, "%%R = OpTypeStruct %%%s %%%s\n", m->shapes->results[0].name,
                         m->shapes->results[1].name);
    if (m->row->globals)
        base_text_add_string(t, m->row->globals);
}

/* %NAME_pI: the place of scalar i of buffer number n for this invocation. */
static void
write_place(struct base_text *t, const char *name, uint32_t n, const struct shape *shape,
            uint32_t i)
{
    base_text_printf(t,
                     "%%%s_f%u = OpIMul %%i32 %%g %%c%u\n%%%s_n%u = OpIAdd %%i32 %%%s_f%u %%c%u\n"
                     "%%%s_p%u = OpAccessChain %%to_%s %%buffer%u %%c0 %%%s_n%u\n",
                     name, i, shape->scalars, name, i, name, i, i, name, i,
                     stored_name(shape->type), n, name, i);
}

/* The operand %NAME from its buffer. */
static void
write_operand(struct base_text *t, char letter, uint32_t n, const struct shape *shape)
{
    const char name[2] = {letter, 0}, *type = ir_type_name(shape->type);

    for (uint32_t i = 0; i < shape->scalars; i++) {
        write_place(t, name, n, shape, i);
        if (shape->type == ir_type_bool)
            base_text_printf(t,
                             "%%%s_l%u = OpLoad %%i32 %%%s_p%u\n"
                             "%%%s_s%u = OpINotEqual %%bool %%%s_l%u %%c0\n",
                             name, i, name, i, name, i, name, i);
        else
            base_text_printf(t, "%%%s_s%u = OpLoad %%%s %%%s_p%u\n", name, i, type, name, i);
    }
    if (shape->scalars == 1) {
        base_text_printf(t, "%%%s = OpCopyObject %%%s %%%s_s0\n", name, type, name);
        return;
    }
    for (uint32_t c = 0; c < shape->columns; c++) {
        base_text_printf(t, "%%%s_c%u = OpCompositeConstruct %%%sx%u", name, c, type, shape->count);
        for (uint32_t r = 0; r < shape->count; r++)
            base_text_printf(t, " %%%s_s%u", name, c * shape->count + r);
        base_text_add_string(t, "\n");
    }
    base_text_printf(t, "%%%s = OpCompositeConstruct %%%s", name, shape->name);
    for (uint32_t i = 0; i < (shape->columns ? shape->columns : shape->count); i++)
        base_text_printf(t, " %%%s_%c%u", name, shape->columns ? 'c' : 's', i);
    base_text_add_string(t, "\n");
}

/* Result number k, of %r or a member of it, to its buffer. */
static void
write_result(struct base_text *t, const struct shapes *shapes, uint32_t k)
{
    const struct shape *shape = &shapes->results[k];
    char name[16], member[16] = "", value[32] = "r";

    snprintf(name, sizeof(name), "r%u", k);
    if (shapes->result_count > 1)
        snprintf(member, sizeof(member), " %u", k);
    for (uint32_t i = 0; i < shape->scalars; i++) {
        const char *from = "s";

        write_place(t, name, shapes->operand_count + k, shape, i);
        if (shape->scalars == 1 && shapes->result_count == 1)
            from = NULL; /* As it is: decorations of %r may ask that it be stored. */
        else if (shape->columns)
            base_text_printf(t, "%%%s_s%u = OpCompositeExtract %%%s %%r%s %u %u\n", name, i,
                             ir_type_name(shape->type), member, i / shape->count, i % shape->count);
        else if (shape->scalars == 1)
            base_text_printf(t, "%%%s_s%u = OpCompositeExtract %%%s %%r%s\n", name, i,
                             ir_type_name(shape->type), member);
        else
            base_text_printf(t, "%%%s_s%u = OpCompositeExtract %%%s %%r%s %u\n", name, i,
                             ir_type_name(shape->type), member, i);
        if (from)
            snprintf(value, sizeof(value), "%s_s%u", name, i);
        if (shape->type == ir_type_bool) {
            base_text_printf(t, "%%%s_b%u = OpSelect %%i32 %%%s %%c1 %%c0\n", name, i, value);
            snprintf(value, sizeof(value), "%s_b%u", name, i);
        }
        base_text_printf(t, "OpStore %%%s_p%u %%%s\n", name, i, value);
    }
}

static void
write_operation(struct module_text *m)
{
    const char *type = m->shapes->result_count == 2 ? "R" : m->shapes->results[0].name;

    if (m->row->kind == kind_text) {
        base_text_add_string(&m->text, m->row->text);
        return;
    }
    if (m->row->kind == kind_core)
        base_text_printf(&m->text, "%%r = Op%s %%%s", m->row->name, type);
    else
        base_text_printf(&m->text, "%%r = OpExtInst %%%s %%glsl %s", type, m->row->name);
    for (uint32_t i = 0; i < m->shapes->operand_count; i++)
        base_text_printf(&m->text, " %%%c", "abcd"[i]);
    base_text_add_string(&m->text, "\n");
}

static void
write_module(struct module_text *m)
{
    struct base_text *t = &m->text;

    find_types(m);
    write_head(m);
    write_types(m);
    base_text_add_string(t, "%main = OpFunction %void None %function\n%entry = OpLabel\n"
                            "%gids = OpLoad %i32x3 %gid\n"
                            "%g = OpCompositeExtract %i32 %gids 0\n");
    for (uint32_t i = 0; i < m->shapes->operand_count; i++)
        write_operand(t, "abcd"[i], i, &m -> shapes -> operands[i]);
    write_operation(m);
    for (uint32_t k = 0; k < m->shapes->result_count; k++)
        write_result(t, m->shapes, k);
    base_text_add_string(t, "OpReturn\nOpFunctionEnd\n");
}

/* ---- operands ---- */

static const uint64_t integers[] = {
    0,
    1,
    2,
    3,
    7,
    8,
    15,
    16,
    31,
    32,
    33,
    63,
    0x7f,
    0x80,
    0xff,
    0x7fff,
    0x8000,
    0xffff,
    0x10001,
    0x7fffffff,
    0x80000000,
    0xfffffffe,
    0xffffffff,
    UINT64_C(0x0123456789abcdef),
    UINT64_C(0x5555aaaa5555aaaa),
    UINT64_C(0x7fffffffffffffff),
    UINT64_C(0x8000000000000000),
    UINT64_C(0xfffffffffffffff0),
    UINT64_C(0xffffffffffffffff),
};

static const long double floats[] = {
    0.0L,          1.0L,        0.5L,         2.0L,       3.0L,      1.5L,
    2.5L,          3.5L,        0.25L,        0.75L,      0.1L,      0.7L,
    0.99L,         1.01L,       7.3L,         31.9L,      64.0L,     99.5L,
    127.5L,        128.0L,      255.75L,      32767.5L,   65504.0L,  65520.0L,
    0x1.004p0L,    0x1.0018p0L, 0x1.ffffp-1L, 0x1p23L,    0x1.5p22L, 2147483648.0L,
    4294967040.0L, 0x1p32L,     0x1p63L,      0x1p64L,    1e10L,     0x1p-14L,
    0x1.8p-15L,    0x1p-24L,    0x1p-126L,    0x1p-130L,  0x1p-149L, 0x1p127L,
    1e30L,         1e-30L,      0x1p-1022L,   0x1p-1074L, 1e300L,    3.14159265358979L,
    1.5707963L,
};

#define MAX_EDGES 256

struct edges {
    uint32_t count;
    uint64_t bits[MAX_EDGES];
};

static void
add_edge(struct edges *edges, uint64_t bits)
{
    for (uint32_t i = 0; i < edges->count; i++)
        if (edges->bits[i] == bits)
            return;
    assert_true(edges->count < MAX_EDGES);
    edges->bits[edges->count++] = bits;
}

static void
fill_edges(struct edges *edges, enum ir_type type)
{
    const unsigned width = ir_type_bits((ir_type_id)type);
    const uint64_t mask = width == 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;

    edges->count = 0;
    if (!ir_type_is_float((ir_type_id)type)) {
        for (uint32_t i = 0; i < BASE_COUNT(integers); i++)
            add_edge(edges, integers[i] & mask);
        return;
    }
    for (uint32_t i = 0; i < BASE_COUNT(floats); i++) {
        const uint64_t bits = values_round(type, floats[i]);

        add_edge(edges, bits);
        add_edge(edges, bits | UINT64_C(1) << (width - 1));
    }
    const uint64_t infinity = values_round(type, (long double)INFINITY);
    add_edge(edges, infinity - 1);
    add_edge(edges, infinity);
    add_edge(edges, infinity | UINT64_C(1) << (width - 1));
    add_edge(edges, values_round(type, (long double)NAN));
    add_edge(edges, 1);
}

/* splitmix64 */
static uint64_t
next_random(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* Small fractions, of which sums of products are exact or nearly so; any integers. */
static uint64_t
random_scalar(enum ir_type type, uint64_t *state)
{
    const uint64_t random = next_random(state);
    const unsigned width = ir_type_bits((ir_type_id)type);

    if (ir_type_is_float((ir_type_id)type))
        return values_round(type, ((long double)(random % 129) - 64) / 16);
    return width == 64 ? random : random >> 7 & ((UINT64_C(1) << width) - 1);
}

/* ---- cases ---- */

#define MAX_TRIES 2000
#define MAX_RANDOM 300

struct trial {
    struct values_runner *runner;
    const struct values_row *row;
    struct shapes shapes;
    struct base_arena *arena;
    struct base_diags *diags;
    uint32_t tries;
    uint64_t *operands[VALUES_MAX_OPERANDS]; /* Scalar i of try t: operands[o][t * scalars + i]. */
    struct values_buffer buffers[VALUES_MAX_OPERANDS + 2];
    uint64_t compared;
    const char *title;
};

/* All edges with all, as far as there is room; of vectors and the rest, by chance. */
static void
choose_operands(struct trial *t)
{
    struct edges *edges = base_arena_new_array(t->arena, struct edges, VALUES_MAX_OPERANDS);
    const struct shapes *s = &t->shapes;
    const uint32_t most = t->runner->most_tries ? t->runner->most_tries : MAX_TRIES;
    uint64_t state = 1, all = 1;
    bool is_scalar = !t->row->is_whole || t->row->has_edges;

    for (uint32_t o = 0; o < s->operand_count; o++) {
        fill_edges(&edges[o], s->operands[o].type);
        all *= edges[o].count;
        is_scalar = is_scalar && s->operands[o].scalars == 1;
    }
    const bool has_all = is_scalar && all <= most;
    t->tries = has_all ? (uint32_t)all : is_scalar || most < MAX_RANDOM ? most : MAX_RANDOM;
    for (uint32_t o = 0; o < s->operand_count; o++)
        t->operands[o] =
            base_arena_new_array(t->arena, uint64_t, (size_t)t->tries * s->operands[o].scalars);
    for (uint32_t i = 0; i < t->tries; i++) {
        uint64_t rest = i;

        for (uint32_t o = 0; o < s->operand_count; o++) {
            for (uint32_t c = 0; c < s->operands[o].scalars; c++) {
                const uint64_t pick = has_all ? rest : next_random(&state);

                t->operands[o][i * s->operands[o].scalars + c] =
                    t->row->is_whole && !t->row->has_edges
                        ? random_scalar(s->operands[o].type, &state)
                        : edges[o].bits[pick % edges[o].count];
            }
            rest /= edges[o].count;
        }
    }
}

static void
fill_buffers(struct trial *t)
{
    const struct shapes *s = &t->shapes;

    for (uint32_t b = 0; b < s->operand_count + s->result_count; b++) {
        const struct shape *shape = shape_at(s, b);
        const uint32_t size = stored_size(shape->type);
        const uint32_t count = t->tries * shape->scalars;
        uint8_t *data = base_arena_alloc_array(t->arena, count, size);

        t->buffers[b] = (struct values_buffer){data, (size_t)count * size, b >= s->operand_count};
        for (uint32_t i = 0; b < s->operand_count && i < count; i++)
            for (uint32_t k = 0; k < size; k++)
                data[i * size + k] = (uint8_t)(t->operands[b][i] >> 8 * k);
    }
}

static uint64_t
result_bits(const struct trial *t, uint32_t k, uint32_t try, uint32_t i)
{
    const struct shape *shape = &t->shapes.results[k];
    const uint32_t size = stored_size(shape->type);
    const uint8_t *data = t->buffers[t->shapes.operand_count + k].data;
    uint64_t bits = 0;

    for (uint32_t b = 0; b < size; b++)
        bits |= (uint64_t)data[((size_t)try * shape->scalars + i) * size + b] << 8 * b;
    return bits;
}

static void
describe(const struct trial *t, uint32_t try, struct base_text *text)
{
    for (uint32_t o = 0; o < t->shapes.operand_count; o++) {
        const struct shape *shape = &t->shapes.operands[o];

        base_text_printf(text, "%s%s", o ? ", " : "", shape->name);
        for (uint32_t c = 0; c < shape->scalars; c++) {
            const struct scalar x =
                values_scalar(shape->type, t->operands[o][try * shape->scalars + c]);

            base_text_printf(text, " 0x%" PRIx64, x.bits);
            if (ir_type_is_float((ir_type_id)x.type))
                base_text_printf(text, " (%Lg)", x.f);
        }
    }
}

static void
check_result(struct trial *t, uint32_t try, uint32_t k, uint32_t i, struct want *want)
{
    const enum ir_type type = t->shapes.results[k].type;
    const uint64_t bits = result_bits(t, k, try, i);
    struct base_text text;

    if (want->is_open)
        return;
    if (t->runner->is_host && want->is_real && !isnan(want->real) &&
        values_is_denormal(type, values_round(type, want->real)))
        return;
    if (!t->runner->is_host && t->row->is_elementary) {
        want->ulps = want->ulps > 0 && want->ulps < 4 ? want->ulps : 4;
        want->absolute = 0;
    }
    t->compared++;
    if (values_is_right(type, want, bits))
        return;
    base_text_init(&text, t->arena);
    describe(t, try, &text);
    fail_msg("%s of %s: component %u of result %u is 0x%" PRIx64 " (%Lg), expected 0x%" PRIx64
             " (%Lg, %g ulps, %g off)",
             t->title, base_text_string(&text), i, k, bits, values_scalar(type, bits).f,
             want->is_real ? values_round(type, want->real) : (uint64_t)want->integer,
             want->is_real ? want->real : (long double)0, want->ulps, want->absolute);
}

/* Hosts may take denormal operands for zero. */
static bool
is_left_out(const struct trial *t, uint32_t try)
{
    for (uint32_t o = 0; t->runner->is_host && o < t->shapes.operand_count; o++) {
        const struct shape *shape = &t->shapes.operands[o];

        for (uint32_t c = 0; c < shape->scalars; c++)
            if (values_is_denormal(shape->type, t->operands[o][try * shape->scalars + c]))
                return true;
    }
    return false;
}

static void
check_whole(struct trial *t, uint32_t try)
{
    struct scalar x[VALUES_MAX_SCALARS] = {{ir_type_void}};
    struct want want[VALUES_MAX_SCALARS];
    uint32_t count = 0, at = 0;

    memset(want, 0, sizeof(want));
    for (uint32_t o = 0; o < t->shapes.operand_count; o++)
        for (uint32_t c = 0; c < t->shapes.operands[o].scalars; c++)
            x[count++] = values_scalar(t->shapes.operands[o].type,
                                       t->operands[o][try * t->shapes.operands[o].scalars + c]);
    t->row->oracle(x, want);
    for (uint32_t k = 0; k < t->shapes.result_count; k++)
        for (uint32_t i = 0; i < t->shapes.results[k].scalars; i++)
            check_result(t, try, k, i, &want[at++]);
}

static void
check_components(struct trial *t, uint32_t try)
{
    const struct shapes *s = &t->shapes;

    for (uint32_t i = 0; i < s->results[0].scalars; i++) {
        struct scalar x[VALUES_MAX_OPERANDS] = {{ir_type_void}};
        struct want want[2];

        memset(want, 0, sizeof(want));
        for (uint32_t o = 0; o < s->operand_count; o++) {
            const uint32_t scalars = s->operands[o].scalars;

            x[o] = values_scalar(s->operands[o].type,
                                 t->operands[o][try * scalars + (scalars == 1 ? 0 : i)]);
        }
        t->row->oracle(x, want);
        for (uint32_t k = 0; k < s->result_count; k++)
            check_result(t, try, k, i, &want[k]);
    }
}

/* The module of a case, read and run through the passes. */
static struct ir_shader *
make_shader(struct trial *t)
{
    struct module_text m = {.row = t->row, .shapes = &t->shapes};
    struct spirv_module module = {NULL, 0};
    const struct spirv_read_options options = {.entry = "main"};

    base_text_init(&m.text, t->arena);
    write_module(&m);
    if (!spirv_assemble(base_text_string(&m.text), m.text.count, 6, t->arena, &module, t->diags))
        fail_msg("%s: %s\n%s", t->title, t->diags->list.data[0].message, base_text_string(&m.text));
    struct ir_shader *shader = spirv_read(module.words, module.count, &options, t->arena, t->diags);
    if (!shader || !ir_verify(shader, t->diags) ||
        !ir_run_pipeline(shader, ir_pipeline_default, t->diags))
        fail_msg("%s: %s\n%s", t->title, t->diags->list.data[0].message, base_text_string(&m.text));
    return shader;
}

static uint64_t
run_case(struct values_runner *runner, const struct values_row *row, enum ir_type type,
         uint32_t width)
{
    struct base_arena arena;
    struct base_diags diags;
    struct trial t = {.runner = runner, .row = row, .arena = &arena, .diags = &diags};
    struct shapes *s = &t.shapes;
    uint64_t compared;

    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena))
        fail_msg("out of memory");
    base_diags_init(&diags, &arena, row->name);
    s->operand_count = parse_shapes(row->operands, type, width, s->operands, VALUES_MAX_OPERANDS);
    s->result_count = parse_shapes(row->result, type, width, s->results, 2);
    t.title = base_arena_printf(&arena, "%s to %s", row->name, s->results[0].name);
    for (uint32_t i = 0; i < s->operand_count + s->result_count; i++)
        if (!runner->has_type(runner, shape_at(s, i)->type)) {
            base_arena_finish(&arena);
            return 0;
        }
    choose_operands(&t);
    fill_buffers(&t);
    const struct values_job job = {
        make_shader(&t), &arena, &diags, t.buffers, s->operand_count + s->result_count, t.tries};
    const bool has_run = runner->run(runner, &job);
    for (uint32_t try = 0; has_run && try < t.tries; try++) {
        if (is_left_out(&t, try))
            continue;
        if (row->is_whole)
            check_whole(&t, try);
        else
            check_components(&t, try);
    }
    compared = t.compared;
    if (has_run && compared == 0)
        fail_msg("%s: nothing was compared", t.title);
    base_arena_finish(&arena);
    return compared;
}

static bool
is_run(const struct values_runner *runner, const struct values_row *row, enum ir_type type)
{
    return !runner->is_host || row->host == HOST ||
           (row->host == HOST_32 && ir_type_bits((ir_type_id)type) == 32);
}

uint64_t
values_run(struct values_runner *runner, const struct values_row *rows, uint32_t count)
{
    uint64_t compared = 0;

    for (const struct values_row *row = rows; row < rows + count; row++) {
        enum ir_type first = ir_type_void;

        for (const char *word = row->class; *word; word += strspn(word, " ")) {
            const size_t size = strcspn(word, " ");
            const enum ir_type type = find_type(word, size);

            first = first ? first : type;
            word += size;
            if (is_run(runner, row, type))
                compared += run_case(runner, row, type, 1);
        }
        if (!is_run(runner, row, first))
            continue;
        if (!*row->class)
            compared += run_case(runner, row, ir_type_void, 1);
        else if (!row->is_whole && row->kind != kind_text)
            compared += run_case(runner, row, first, 3);
    }
    return compared;
}
