/* SPDX-License-Identifier: MIT
 *
 * GLSL.std.450: floats in the fields of words, lowest first.
 */
#include "spirv/read/arithmetic.h"

/* What 1 is in a field. */
static ir_ref
scale_of(struct ir_builder *b, const struct read_packing *packing)
{
    const unsigned bits = 32 / packing->fields - (packing->format == READ_SNORM ? 1 : 0);

    return ir_build_f32(b, (float)((1u << bits) - 1));
}

static ir_ref
clamp_signed(struct ir_builder *b, ir_ref x)
{
    return ir_build_fmin(b, ir_build_fmax(b, x, ir_build_f32(b, -1.0f)), ir_build_f32(b, 1.0f));
}

/* A float's field, as an integer of 32 bits whose upper ones may be set. */
static ir_ref
field_of_float(struct ir_builder *b, ir_ref x, const struct read_packing *packing)
{
    if (packing->format == READ_HALF)
        return ir_build_u2u(b, ir_type_i32,
                            ir_build_bitcast(b, ir_type_i16, ir_build_f2f(b, ir_type_f16, x)));
    const ir_ref inside = packing->format == READ_SNORM ? clamp_signed(b, x) : ir_build_fsat(b, x);
    return ir_build_f2i(b, ir_type_i32,
                        ir_build_fround_even(b, ir_build_fmul(b, inside, scale_of(b, packing))));
}

static ir_ref
float_of_field(struct ir_builder *b, ir_ref word, uint32_t i, const struct read_packing *packing)
{
    const uint32_t bits = 32 / packing->fields;
    const ir_ref top = ir_build_ishl(b, word, ir_build_i32(b, 32 - bits * (i + 1)));
    const ir_ref down = ir_build_i32(b, 32 - bits);

    if (packing->format == READ_HALF) {
        const ir_ref half = ir_build_u2u(b, ir_type_i16, ir_build_ushr(b, top, down));

        return ir_build_f2f(b, ir_type_f32, ir_build_bitcast(b, ir_type_f16, half));
    }
    if (packing->format == READ_UNORM)
        return ir_build_fdiv(b, ir_build_u2f(b, ir_type_f32, ir_build_ushr(b, top, down)),
                             scale_of(b, packing));
    return clamp_signed(b,
                        ir_build_fdiv(b, ir_build_i2f(b, ir_type_f32, ir_build_ishr(b, top, down)),
                                      scale_of(b, packing)));
}

bool
read_glsl_pack(struct spirv_reader *r, const struct read_inst *inst, const uint32_t *ids,
               const struct read_packing *packing)
{
    const uint32_t bits = 32 / packing->fields;
    struct ir_builder *b = &r->b;
    struct read_numbers x;
    enum ir_type type;

    if (!read_get_numbers(r, inst, ids[0], ir_class_FLOAT, packing->fields, &x))
        return false;
    if (x.type != ir_type_f32)
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID, "found a vector of %s, expected f32",
                         ir_type_name(x.type));
    ir_ref *leaves = read_new_numbers(r, inst, ir_class_I32, 1, &type);
    if (!leaves)
        return false;
    const ir_ref first = r->shader->insts.count;
    leaves[0] = ir_build_i32(b, 0);
    for (uint32_t i = 0; i < packing->fields; i++) {
        const ir_ref mask = ir_build_i32(b, (1u << bits) - 1);
        const ir_ref field = ir_build_iand(b, field_of_float(b, x.leaves[i], packing), mask);

        leaves[0] = ir_build_ior(b, leaves[0], ir_build_ishl(b, field, ir_build_i32(b, bits * i)));
    }
    read_mark_precise(r, inst, first);
    read_set_leaves(r, inst, leaves);
    return true;
}

bool
read_glsl_unpack(struct spirv_reader *r, const struct read_inst *inst, const uint32_t *ids,
                 const struct read_packing *packing)
{
    struct read_numbers x;
    enum ir_type type;

    if (!read_get_numbers(r, inst, ids[0], ir_class_I32, 1, &x))
        return false;
    ir_ref *leaves = read_new_numbers(r, inst, ir_class_FLOAT, packing->fields, &type);
    if (!leaves)
        return false;
    if (type != ir_type_f32)
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID, "found a result of %s, expected f32",
                         ir_type_name(type));
    const ir_ref first = r->shader->insts.count;
    for (uint32_t i = 0; i < packing->fields; i++)
        leaves[i] = float_of_field(&r->b, x.leaves[0], i, packing);
    read_mark_precise(r, inst, first);
    read_set_leaves(r, inst, leaves);
    return true;
}

bool
read_glsl_pack_double(struct spirv_reader *r, const struct read_inst *inst, const uint32_t *ids)
{
    struct read_numbers x;
    enum ir_type type;

    if (!read_get_numbers(r, inst, ids[0], ir_class_I32, 2, &x))
        return false;
    ir_ref *leaves = read_new_numbers(r, inst, ir_class_FLOAT, 1, &type);
    if (!leaves)
        return false;
    if (type != ir_type_f64)
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID, "found a result of %s, expected f64",
                         ir_type_name(type));
    leaves[0] = ir_build_bitcast(&r->b, type, read_build_whole(&r->b, x.leaves[0], x.leaves[1]));
    read_set_leaves(r, inst, leaves);
    return true;
}

bool
read_glsl_unpack_double(struct spirv_reader *r, const struct read_inst *inst, const uint32_t *ids)
{
    struct read_numbers x;
    enum ir_type type;

    if (!read_get_numbers(r, inst, ids[0], ir_class_FLOAT, 1, &x))
        return false;
    if (x.type != ir_type_f64)
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID, "found a number of %s, expected f64",
                         ir_type_name(x.type));
    ir_ref *leaves = read_new_numbers(r, inst, ir_class_I32, 2, &type);
    if (!leaves)
        return false;
    const ir_ref bits = ir_build_bitcast(&r->b, ir_type_i64, x.leaves[0]);
    leaves[0] = read_build_low(&r->b, bits);
    leaves[1] = read_build_high(&r->b, bits);
    read_set_leaves(r, inst, leaves);
    return true;
}
