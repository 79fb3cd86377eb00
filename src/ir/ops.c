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
        return ir_imm_input;
    case ir_op_store_output:
        return ir_imm_output;
    case ir_op_extract:
        return ir_imm_component;
    case ir_op_load_buffer:
        return ir_imm_buffer;
    case ir_op_load_array:
    case ir_op_store_array:
        return ir_imm_array;
    case ir_op_quad_perm:
        return ir_imm_places;
    case ir_op_sample:
        return ir_imm_sample;
    }
    return ir_imm_none;
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
    [ir_stage_vertex] = "vertex",
    [ir_stage_fragment] = "fragment",
};

const char *
ir_stage_name(enum ir_stage stage)
{
    return stage_names[stage];
}

static const char *const builtin_names[ir_builtin_count] = {
    [ir_builtin_none] = "none",
    [ir_builtin_position] = "position",
    [ir_builtin_point_size] = "point_size",
    [ir_builtin_vertex_index] = "vertex_index",
    [ir_builtin_instance_index] = "instance_index",
    [ir_builtin_frag_coord] = "frag_coord",
    [ir_builtin_front_facing] = "front_facing",
    [ir_builtin_frag_depth] = "frag_depth",
    [ir_builtin_helper] = "helper",
    [ir_builtin_lane] = "lane",
};

const char *
ir_builtin_name(enum ir_builtin builtin)
{
    return builtin_names[builtin];
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
    [ir_dim_1d] = "1d",
    [ir_dim_2d] = "2d",
    [ir_dim_3d] = "3d",
    [ir_dim_cube] = "cube",
};

const char *
ir_dim_name(enum ir_dim dim)
{
    return dim_names[dim];
}
