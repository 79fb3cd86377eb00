/* SPDX-License-Identifier: MIT */
#include "ir/ir_priv.h"

#include <string.h>

/* The words of ops.def's flags and company columns. */
#define NONE IR_OP_NONE
#define PURE IR_OP_PURE
#define READS IR_OP_READS
#define COMM IR_OP_COMM
#define INEXACT IR_OP_INEXACT
#define IMM IR_OP_IMM
#define LIST IR_OP_LIST
#define CONTROL IR_OP_CONTROL
#define JUMP IR_OP_JUMP
#define LANE ir_company_lane
#define QUAD ir_company_quad
#define SUBGROUP ir_company_subgroup

const struct ir_op_info ir_op_infos[ir_op_count] = {
    [ir_op_none] = {"none", 0, 0, 0, 0, {0, 0, 0}},
#define ALU(op, arity, types, flags, b, c)                                                         \
    [ir_op_##op] = {#op, arity, flags, LANE, ir_class_##types, {ir_class_RESULT, b, c}},
#define ALU1(op, types, flags, value) ALU(op, 1, types, flags, ir_class_VOID, ir_class_VOID)
#define ALU2(op, types, flags, value) ALU(op, 2, types, flags, ir_class_RESULT, ir_class_VOID)
#define ALU3(op, types, flags, value) ALU(op, 3, types, flags, ir_class_RESULT, ir_class_RESULT)
#define CMP2(op, types, flags, value)                                                              \
    [ir_op_##op] = {                                                                               \
        #op, 2, flags, LANE, ir_class_BOOL, {ir_class_##types, ir_class_FIRST, ir_class_VOID}},
#define CONV(op, to, from, flags, value)                                                           \
    [ir_op_##op] = {                                                                               \
        #op, 1, flags, LANE, ir_class_##to, {ir_class_##from, ir_class_VOID, ir_class_VOID}},
#define OP(op, arity, result, a, b, c, flags, company)                                             \
    [ir_op_##op] = {#op,                                                                           \
                    arity,                                                                         \
                    flags,                                                                         \
                    company,                                                                       \
                    ir_class_##result,                                                             \
                    {ir_class_##a, ir_class_##b, ir_class_##c}},
#include "ir/ops.def"
};

enum ir_op
ir_op_find(const char *name, size_t size)
{
    for (unsigned op = ir_op_none + 1; op < ir_op_count; op++) {
        const char *other = ir_op_infos[op].name;

        if (strlen(other) == size && memcmp(other, name, size) == 0)
            return (enum ir_op)op;
    }
    return ir_op_none;
}

enum ir_imm_kind
ir_imm_kind_of(enum ir_op op)
{
    switch ((unsigned)op) {
    case ir_op_load_input:
    case ir_op_load_vertex:
    case ir_op_interp_centroid:
    case ir_op_interp_sample:
    case ir_op_interp_offset:
        return ir_imm_input;
    case ir_op_store_output:
    case ir_op_load_output:
    case ir_op_store_vertex:
        return ir_imm_output;
    case ir_op_emit_vertex:
    case ir_op_end_primitive:
        return ir_imm_stream;
    case ir_op_extract:
        return ir_imm_component;
    case ir_op_load_buffer:
    case ir_op_store_buffer:
    case ir_op_atomic_buffer:
    case ir_op_buffer_size:
        return ir_imm_buffer;
    case ir_op_load_global:
    case ir_op_store_global:
    case ir_op_atomic_global:
    case ir_op_atomic_shared:
        return ir_imm_memory;
    case ir_op_load_array:
    case ir_op_store_array:
        return ir_imm_array;
    case ir_op_quad_perm:
        return ir_imm_places;
    case ir_op_reduce:
    case ir_op_scan_inclusive:
    case ir_op_scan_exclusive:
        return ir_imm_group;
    case ir_op_barrier:
        return ir_imm_barrier;
    }
    return ir_op_is_image(op) ? ir_imm_image_op : ir_imm_none;
}

bool
ir_op_writes_memory(enum ir_op op)
{
    switch ((unsigned)op) {
    case ir_op_store_buffer:
    case ir_op_atomic_buffer:
    case ir_op_store_global:
    case ir_op_atomic_global:
    case ir_op_image_store:
    case ir_op_image_atomic:
        return true;
    }
    return false;
}

#define NAMES(function, type, count, ...)                                                          \
    static const char *const function##_names[count] = {__VA_ARGS__};                              \
    const char *function(type value) { return function##_names[value]; }

NAMES(ir_sampling_name, enum ir_sampling, ir_sampling_count, [ir_sampling_center] = "center",
      [ir_sampling_centroid] = "centroid", [ir_sampling_sample] = "sample")
NAMES(ir_buffer_kind_name, enum ir_buffer_kind,
      ir_buffer_kind_count, [ir_buffer_uniform] = "uniform", [ir_buffer_storage] = "storage")
NAMES(ir_image_kind_name, enum ir_image_kind, ir_image_kind_count, [ir_image_combined] = "combined",
      [ir_image_sampled] = "sampled", [ir_image_storage] = "storage", [ir_image_input] = "input")
NAMES(ir_texel_name, enum ir_texel, ir_texel_count, [ir_texel_f32] = "f32", [ir_texel_i32] = "i32",
      [ir_texel_u32] = "u32", [ir_texel_i64] = "i64", [ir_texel_u64] = "u64")
NAMES(ir_depth_layout_name, enum ir_depth_layout, ir_depth_layout_count, [ir_depth_any] = "any",
      [ir_depth_greater] = "greater", [ir_depth_less] = "less", [ir_depth_unchanged] = "unchanged")

NAMES(ir_primitive_name, enum ir_primitive,
      ir_primitive_count, [ir_primitive_points] = "points", [ir_primitive_lines] = "lines",
      [ir_primitive_lines_adjacency] = "lines_adjacency", [ir_primitive_triangles] = "triangles",
      [ir_primitive_triangles_adjacency] = "triangles_adjacency",
      [ir_primitive_line_strip] = "line_strip", [ir_primitive_triangle_strip] = "triangle_strip",
      [ir_primitive_quads] = "quads", [ir_primitive_isolines] = "isolines")
NAMES(ir_spacing_name, enum ir_spacing, ir_spacing_count, [ir_spacing_equal] = "equal",
      [ir_spacing_fractional_even] = "fractional_even",
      [ir_spacing_fractional_odd] = "fractional_odd")

NAMES(ir_scope_name, enum ir_scope,
      IR_SCOPE_COUNT, [ir_scope_none] = "none", [ir_scope_subgroup] = "subgroup",
      [ir_scope_workgroup] = "workgroup", [ir_scope_device] = "device")

static const char *const image_format_names[ir_image_format_count] = {
#define IR_IMAGE_FORMAT(name) #name,
#include "ir/image_formats.def"
};

const char *
ir_image_format_name(enum ir_image_format format)
{
    return image_format_names[format];
}

enum ir_type
ir_texel_type(enum ir_texel texel)
{
    switch (texel) {
    case ir_texel_i32:
    case ir_texel_u32:
        return ir_type_i32;
    case ir_texel_i64:
    case ir_texel_u64:
        return ir_type_i64;
    case ir_texel_f32:
    case ir_texel_count:
        break;
    }
    return ir_type_f32;
}

enum type_kind { TYPE_VOID, TYPE_BOOL, TYPE_INT, TYPE_FLOAT };

static const struct {
    const char *name;
    uint8_t bits;
    uint8_t kind;
} type_infos[ir_type_count] = {
    [ir_type_void] = {"void", 0, TYPE_VOID},
#define IR_TYPE(name, bits, kind, utype, stype) [ir_type_##name] = {#name, bits, TYPE_##kind},
#include "ir/types.def"
};

unsigned
ir_type_bits(ir_type_id type)
{
    return type_infos[ir_type_scalar(type)].bits;
}

bool
ir_type_is_int(ir_type_id type)
{
    return type < ir_type_count && type_infos[type].kind == TYPE_INT;
}

bool
ir_type_is_float(ir_type_id type)
{
    return type < ir_type_count && type_infos[type].kind == TYPE_FLOAT;
}

const char *
ir_type_name(enum ir_type type)
{
    return type_infos[type].name;
}

bool
ir_class_has(enum ir_class class, ir_type_id type)
{
    const bool is_scalar = type > ir_type_void && type < ir_type_count;
    const bool is_vector = ir_type_scalar(type) > ir_type_void &&
                           ir_type_scalar(type) < ir_type_count && ir_type_components(type) >= 2 &&
                           ir_type_components(type) <= 4;

    switch (class) {
    case ir_class_VOID:
        return type == ir_type_void;
    case ir_class_BOOL:
        return type == ir_type_bool;
    case ir_class_I32:
        return type == ir_type_i32;
    case ir_class_I64:
        return type == ir_type_i64;
    case ir_class_UINT:
    case ir_class_SINT:
        return ir_type_is_int(type);
    case ir_class_BITS:
        return type == ir_type_bool || ir_type_is_int(type);
    case ir_class_FLOAT:
        return ir_type_is_float(type);
    case ir_class_NUM:
        return is_scalar && type != ir_type_bool;
    case ir_class_ANY:
        return is_scalar;
    case ir_class_VEC:
        return is_vector;
    case ir_class_ANYVEC:
        return is_scalar || is_vector;
    case ir_class_RESULT:
    case ir_class_FIRST:
        return false;
    }
    return false;
}

static const char *const stage_names[ir_stage_count] = {
    [ir_stage_vertex] = "vertex",       [ir_stage_tess_control] = "tess_control",
    [ir_stage_tess_eval] = "tess_eval", [ir_stage_geometry] = "geometry",
    [ir_stage_fragment] = "fragment",   [ir_stage_compute] = "compute",
};

const char *
ir_stage_name(enum ir_stage stage)
{
    return stage_names[stage];
}

const struct ir_builtin_info ir_builtin_infos[ir_builtin_count] = {
    [ir_builtin_none] = {.name = "none"},
#define IR_BUILTIN(name, in, out, type, components)                                                \
    [ir_builtin_##name] = {#name, IR_STAGES_##in, IR_STAGES_##out, ir_type_##type, components},
#include "ir/builtins.def"
};

const char *
ir_builtin_name(enum ir_builtin builtin)
{
    return ir_builtin_infos[builtin].name;
}

unsigned
ir_primitive_vertices(enum ir_primitive primitive)
{
    switch ((unsigned)primitive) {
    case ir_primitive_points:
        return 1;
    case ir_primitive_lines:
        return 2;
    case ir_primitive_triangles:
        return 3;
    case ir_primitive_lines_adjacency:
        return 4;
    case ir_primitive_triangles_adjacency:
        return 6;
    }
    return 0;
}

/* What vertices hand on: values at locations, and the built-ins of gl_PerVertex. */
static bool
is_of_vertex(const struct ir_io *io)
{
    switch ((unsigned)io->builtin) {
    case ir_builtin_none:
    case ir_builtin_position:
    case ir_builtin_point_size:
    case ir_builtin_clip_distance0:
    case ir_builtin_clip_distance1:
    case ir_builtin_cull_distance0:
    case ir_builtin_cull_distance1:
        return !io->is_patch;
    }
    return false;
}

bool
ir_io_is_per_vertex(enum ir_stage stage, bool is_input, const struct ir_io *io)
{
    const unsigned stages = is_input ? IR_STAGES_PRIMITIVES : IR_STAGES_TESS_CONTROL;

    return (stages >> stage & 1) && is_of_vertex(io);
}

static const char *const interp_names[ir_interp_count] = {
    [ir_interp_perspective] = "perspective",
    [ir_interp_linear] = "linear",
    [ir_interp_flat] = "flat",
};

const char *
ir_interp_name(enum ir_interp interp)
{
    return interp_names[interp];
}

static const char *const dim_names[ir_dim_count] = {
    [ir_dim_1d] = "1d",     [ir_dim_2d] = "2d",         [ir_dim_3d] = "3d",
    [ir_dim_cube] = "cube", [ir_dim_buffer] = "buffer",
};

const char *
ir_dim_name(enum ir_dim dim)
{
    return dim_names[dim];
}

/* ---- what atomics and group ops do ---- */

_Static_assert(ir_op_count <= 0x100, "immediates have eight bits for an op");

static bool
is_one_of(enum ir_op op, const enum ir_op *ops, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (ops[i] == op)
            return true;
    return false;
}

bool
ir_atomic_has(enum ir_op op, enum ir_type type)
{
    static const enum ir_op of_ints[] = {ir_op_iadd, ir_op_imin,  ir_op_imax, ir_op_umin,
                                         ir_op_umax, ir_op_iand,  ir_op_ior,  ir_op_ixor,
                                         ir_op_copy, ir_op_select};
    static const enum ir_op of_floats[] = {ir_op_fadd, ir_op_fmin, ir_op_fmax, ir_op_copy};

    if (ir_type_is_int((ir_type_id)type))
        return ir_type_bits((ir_type_id)type) >= 32 && is_one_of(op, of_ints, BASE_COUNT(of_ints));
    return ir_type_is_float((ir_type_id)type) && ir_type_bits((ir_type_id)type) >= 32 &&
           is_one_of(op, of_floats, BASE_COUNT(of_floats));
}

bool
ir_group_has(enum ir_op op, enum ir_type type)
{
    static const enum ir_op of_ints[] = {ir_op_iadd, ir_op_imul, ir_op_imin, ir_op_imax, ir_op_umin,
                                         ir_op_umax, ir_op_iand, ir_op_ior,  ir_op_ixor};
    static const enum ir_op of_floats[] = {ir_op_fadd, ir_op_fmul, ir_op_fmin, ir_op_fmax};
    static const enum ir_op of_bools[] = {ir_op_iand, ir_op_ior, ir_op_ixor};

    if (type == ir_type_bool)
        return is_one_of(op, of_bools, BASE_COUNT(of_bools));
    if (ir_type_is_int((ir_type_id)type))
        return is_one_of(op, of_ints, BASE_COUNT(of_ints));
    return ir_type_is_float((ir_type_id)type) && is_one_of(op, of_floats, BASE_COUNT(of_floats));
}

uint64_t
ir_group_identity(enum ir_op op, enum ir_type type)
{
    const unsigned bits = ir_type_bits((ir_type_id)type);
    const uint64_t ones = UINT64_MAX >> (64 - bits);
    const uint64_t sign = UINT64_C(1) << (bits - 1);
    /* The exponent's bits: infinity. */
    const uint64_t infinity = bits == 16 ? 0x7c00 : bits == 32 ? 0x7f800000 : UINT64_C(0x7ff) << 52;
    const uint64_t one = bits == 16 ? 0x3c00 : bits == 32 ? 0x3f800000 : UINT64_C(0x3ff) << 52;

    switch ((unsigned)op) {
    case ir_op_imul:
        return 1;
    case ir_op_imin:
        return ones >> 1;
    case ir_op_imax:
        return sign;
    case ir_op_umin:
    case ir_op_iand:
        return ones;
    case ir_op_fmul:
        return one;
    case ir_op_fmin:
        return infinity;
    case ir_op_fmax:
        return infinity | sign;
    }
    return 0;
}

/* ---- image ops ---- */

bool
ir_op_is_image(enum ir_op op)
{
    return op >= ir_op_sample && op <= ir_op_image_lod;
}

bool
ir_op_is_sampled(enum ir_op op)
{
    return op == ir_op_sample || op == ir_op_gather || op == ir_op_image_lod;
}

bool
ir_op_is_image_access(enum ir_op op)
{
    return op == ir_op_image_load || op == ir_op_image_store || op == ir_op_image_atomic;
}

bool
ir_op_is_atomic(enum ir_op op)
{
    return op == ir_op_atomic_buffer || op == ir_op_atomic_shared || op == ir_op_atomic_global;
}

uint32_t
ir_image_bits_of(enum ir_op op)
{
    const uint32_t element = IR_IMAGE_ELEMENT | IR_IMAGE_NON_UNIFORM;
    const uint32_t elements = element | IR_SAMPLER_ELEMENT;

    switch ((unsigned)op) {
    case ir_op_sample:
        return (IR_SAMPLE_BIAS | IR_SAMPLE_LOD | IR_SAMPLE_GRAD | IR_SAMPLE_DREF | IR_IMAGE_OFFSET |
                IR_SAMPLE_MIN_LOD | elements);
    case ir_op_gather:
        return (IR_SAMPLE_DREF | IR_IMAGE_OFFSET | IR_GATHER_OFFSETS | 3u * IR_GATHER_COMPONENT |
                elements);
    case ir_op_fetch:
        return (IR_SAMPLE_LOD | IR_IMAGE_OFFSET | element);
    case ir_op_image_load:
    case ir_op_image_store:
    case ir_op_image_atomic:
        return (IR_IMAGE_COHERENT | IR_IMAGE_VOLATILE | element);
    case ir_op_image_size:
        return (IR_SAMPLE_LOD | element);
    case ir_op_image_lod:
        return elements;
    }
    return element;
}

struct ir_image_operands
ir_image_operands_of(enum ir_op op, const struct ir_image *image, uint32_t imm)
{
    static const uint8_t dimensions[ir_dim_count] = {
        [ir_dim_1d] = 1, [ir_dim_2d] = 2, [ir_dim_3d] = 3, [ir_dim_cube] = 3, [ir_dim_buffer] = 1};
    const bool is_sampled = ir_op_is_sampled(op);
    const bool is_access = ir_op_is_image_access(op);
    const bool has_coordinates =
        is_sampled || is_access || (op == ir_op_fetch && image->kind != ir_image_input);
    const bool has_layer =
        image->is_arrayed && op != ir_op_image_lod && (is_sampled || image->dim != ir_dim_cube);
    struct ir_image_operands operands;
    uint8_t count = 0;

    operands.dimensions = dimensions[image->dim];
    operands.coordinate_count = has_coordinates ? (uint8_t)(dimensions[image->dim] + has_layer) : 0;
#define TAKE(member, has, size)                                                                    \
    do {                                                                                           \
        operands.member = (has) ? (int8_t)count : -1;                                              \
        count = (uint8_t)(count + ((has) ? (size) : 0));                                           \
    } while (0)
    TAKE(coordinates, has_coordinates, operands.coordinate_count);
    TAKE(dref, !is_access && (imm & IR_SAMPLE_DREF), 1);
    TAKE(lod, imm & (IR_SAMPLE_BIAS | IR_SAMPLE_LOD), 1);
    TAKE(grad_x, !is_access && (imm & IR_SAMPLE_GRAD), operands.dimensions);
    TAKE(grad_y, !is_access && (imm & IR_SAMPLE_GRAD), operands.dimensions);
    TAKE(offset, imm & IR_IMAGE_OFFSET, operands.dimensions);
    TAKE(offsets, imm & IR_GATHER_OFFSETS, 8);
    TAKE(min_lod, imm & IR_SAMPLE_MIN_LOD, 1);
    TAKE(sample, image->is_multisampled && (is_access || op == ir_op_fetch), 1);
    TAKE(value, op == ir_op_image_store || op == ir_op_image_atomic,
         op == ir_op_image_store ? 4 : 1);
    TAKE(comparator, op == ir_op_image_atomic && ir_imm_image_atomic(imm) == ir_op_select, 1);
    TAKE(element, imm & IR_IMAGE_ELEMENT, 1);
    TAKE(sampler_element, imm & IR_SAMPLER_ELEMENT, 1);
#undef TAKE
    operands.count = count;
    return operands;
}

/* Is i one of the count operands from first on? */
static bool
is_among(int i, int first, int count)
{
    return first >= 0 && i >= first && i < first + count;
}

enum ir_type
ir_image_operand_type(enum ir_op op, const struct ir_image *image,
                      const struct ir_image_operands *at, int i)
{
    if (is_among(i, at->value, op == ir_op_image_store ? 4 : 1) || i == at->comparator)
        return ir_texel_type(image->texel);
    return ir_op_is_sampled(op) &&
                   (is_among(i, at->coordinates, at->coordinate_count) || i == at->dref ||
                    i == at->lod || is_among(i, at->grad_x, at->dimensions) ||
                    is_among(i, at->grad_y, at->dimensions) || i == at->min_lod)
               ? ir_type_f32
               : ir_type_i32;
}

ir_type_id
ir_image_result_type(enum ir_op op, const struct ir_image *image, uint32_t imm)
{
    switch ((unsigned)op) {
    case ir_op_image_store:
        return ir_type_void;
    case ir_op_image_atomic:
        return (ir_type_id)ir_texel_type(image->texel);
    case ir_op_image_size:
        return IR_VEC(ir_type_i32, 4);
    case ir_op_image_levels:
    case ir_op_image_samples:
        return ir_type_i32;
    case ir_op_image_lod:
        return IR_VEC(ir_type_f32, 2);
    case ir_op_sample:
        if (imm & IR_SAMPLE_DREF)
            return ir_type_f32;
        break;
    }
    return IR_VEC(ir_texel_type(image->texel), 4);
}

const struct ir_imm_word ir_memory_words[] = {{"coherent", IR_MEMORY_COHERENT},
                                              {"volatile", IR_MEMORY_VOLATILE},
                                              {"non_uniform", IR_MEMORY_NON_UNIFORM},
                                              {NULL, 0}};
const struct ir_imm_word ir_access_words[] = {{"read_only", IR_ACCESS_READ_ONLY},
                                              {"write_only", IR_ACCESS_WRITE_ONLY},
                                              {"coherent", IR_ACCESS_COHERENT},
                                              {"volatile", IR_ACCESS_VOLATILE},
                                              {NULL, 0}};
static const struct ir_imm_word image_words[] = {{"bias", IR_SAMPLE_BIAS},
                                                 {"lod", IR_SAMPLE_LOD},
                                                 {"grad", IR_SAMPLE_GRAD},
                                                 {"dref", IR_SAMPLE_DREF},
                                                 {"offset", IR_IMAGE_OFFSET},
                                                 {"min_lod", IR_SAMPLE_MIN_LOD},
                                                 {"element", IR_IMAGE_ELEMENT},
                                                 {"sampler_element", IR_SAMPLER_ELEMENT},
                                                 {"offsets", IR_GATHER_OFFSETS},
                                                 {"non_uniform", IR_IMAGE_NON_UNIFORM},
                                                 {NULL, 0}};
static const struct ir_imm_word image_access_words[] = {{"coherent", IR_IMAGE_COHERENT},
                                                        {"volatile", IR_IMAGE_VOLATILE},
                                                        {"element", IR_IMAGE_ELEMENT},
                                                        {"non_uniform", IR_IMAGE_NON_UNIFORM},
                                                        {NULL, 0}};
const struct ir_imm_word ir_barrier_words[] = {{"acquire", IR_BARRIER_ACQUIRE},
                                               {"release", IR_BARRIER_RELEASE},
                                               {"buffer", IR_BARRIER_BUFFER},
                                               {"shared", IR_BARRIER_SHARED},
                                               {"image", IR_BARRIER_IMAGE},
                                               {"output", IR_BARRIER_OUTPUT},
                                               {NULL, 0}};

const struct ir_imm_word *
ir_image_words_of(enum ir_op op)
{
    return ir_op_is_image_access(op) ? image_access_words : image_words;
}

uint32_t
ir_memory_list_count(enum ir_op op, uint32_t imm)
{
    switch ((unsigned)op) {
    case ir_op_store_buffer:
        return 3;
    case ir_op_atomic_buffer:
        return ir_atomic_op(imm) == ir_op_select ? 4 : 3;
    case ir_op_atomic_shared:
    case ir_op_atomic_global:
        return ir_atomic_op(imm) == ir_op_select ? 3 : 2;
    }
    return 0;
}

const char *
ir_atomic_name(enum ir_op op)
{
    if (op == ir_op_copy)
        return "exchange";
    return op == ir_op_select ? "compare_exchange" : ir_op_infos[op].name;
}
