/* SPDX-License-Identifier: MIT
 *
 * GLSL.std.450: geometry, square matrices, and inputs evaluated elsewhere.
 */
#include "spirv/read/arithmetic.h"

/* ---- geometry ---- */

static ir_ref
dot(struct ir_builder *b, const ir_ref *x, const ir_ref *y, uint32_t count)
{
    return read_build_products(b, x, 1, y, 1, count);
}

/* Of one number the magnitude, which neither overflows nor underflows. */
static ir_ref
length(struct ir_builder *b, const ir_ref *x, uint32_t count)
{
    return count == 1 ? ir_build_fabs(b, x[0]) : ir_build_fsqrt(b, dot(b, x, x, count));
}

/* Operands that are vectors, or scalars, of one type. */
static bool
get_vectors(struct spirv_reader *r, const struct read_inst *inst, const uint32_t *ids,
            uint32_t count, struct read_numbers *x)
{
    for (uint32_t i = 0; i < count; i++) {
        if (!read_get_numbers(r, inst, ids[i], ir_class_FLOAT, i == 0 ? 0 : x[0].count, &x[i]))
            return false;
        if (x[i].type != x[0].type || x[i].of->op == SpvOpTypeMatrix)
            return read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                             "found %%%u with %u components of %s, expected a vector like the "
                             "others",
                             ids[i], x[i].count, ir_type_name(x[i].type));
    }
    return true;
}

/* The room for a result of so many scalars of x's type. */
static ir_ref *
new_result(struct spirv_reader *r, const struct read_inst *inst, const struct read_numbers *x,
           uint32_t count)
{
    enum ir_type type;
    ir_ref *leaves = read_new_numbers(r, inst, ir_class_FLOAT, count, &type);

    if (!leaves || type == x->type)
        return leaves;
    read_fail(r, inst, QD_CODE_SPIRV_INVALID, "found a result of %s, expected %s",
              ir_type_name(type), ir_type_name(x->type));
    return NULL;
}

bool
read_glsl_length(struct spirv_reader *r, const struct read_inst *inst, const uint32_t *ids)
{
    struct read_numbers x;

    if (!get_vectors(r, inst, ids, 1, &x))
        return false;
    ir_ref *leaves = new_result(r, inst, &x, 1);
    if (!leaves)
        return false;
    const ir_ref first = r->shader->insts.count;
    leaves[0] = length(&r->b, x.leaves, x.count);
    read_mark_precise(r, inst, first);
    read_set_leaves(r, inst, leaves);
    return true;
}

bool
read_glsl_distance(struct spirv_reader *r, const struct read_inst *inst, const uint32_t *ids)
{
    struct read_numbers x[2];
    ir_ref way[4];

    if (!get_vectors(r, inst, ids, 2, x))
        return false;
    ir_ref *leaves = new_result(r, inst, x, 1);
    if (!leaves)
        return false;
    const ir_ref first = r->shader->insts.count;
    for (uint32_t i = 0; i < x[0].count; i++)
        way[i] = ir_build_fsub(&r->b, x[0].leaves[i], x[1].leaves[i]);
    leaves[0] = length(&r->b, way, x[0].count);
    read_mark_precise(r, inst, first);
    read_set_leaves(r, inst, leaves);
    return true;
}

/* p t - q s */
static ir_ref
determinant2(struct ir_builder *b, ir_ref p, ir_ref q, ir_ref s, ir_ref t)
{
    const ir_ref down = ir_build_fmul(b, p, t);
    const ir_ref up = ir_build_fmul(b, q, s);

    return ir_build_fsub(b, down, up);
}

bool
read_glsl_cross(struct spirv_reader *r, const struct read_inst *inst, const uint32_t *ids)
{
    struct ir_builder *b = &r->b;
    struct read_numbers x[2];

    if (!get_vectors(r, inst, ids, 2, x))
        return false;
    if (x[0].count != 3)
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID, "found vectors of %u, expected 3",
                         x[0].count);
    ir_ref *leaves = new_result(r, inst, x, 3);
    if (!leaves)
        return false;
    const ir_ref first = r->shader->insts.count;
    for (uint32_t i = 0; i < 3; i++) {
        const uint32_t j = (i + 1) % 3, k = (i + 2) % 3;

        leaves[i] = determinant2(b, x[0].leaves[j], x[1].leaves[j], x[0].leaves[k], x[1].leaves[k]);
    }
    read_mark_precise(r, inst, first);
    read_set_leaves(r, inst, leaves);
    return true;
}

bool
read_glsl_normalize(struct spirv_reader *r, const struct read_inst *inst, const uint32_t *ids)
{
    struct read_numbers x;

    if (!get_vectors(r, inst, ids, 1, &x))
        return false;
    ir_ref *leaves = new_result(r, inst, &x, x.count);
    if (!leaves)
        return false;
    const ir_ref first = r->shader->insts.count;
    const ir_ref size = length(&r->b, x.leaves, x.count);
    for (uint32_t i = 0; i < x.count; i++)
        leaves[i] = ir_build_fdiv(&r->b, x.leaves[i], size);
    read_mark_precise(r, inst, first);
    read_set_leaves(r, inst, leaves);
    return true;
}

/* N turned away from I, by what the third operand says of which side that is. */
bool
read_glsl_face_forward(struct spirv_reader *r, const struct read_inst *inst, const uint32_t *ids)
{
    struct ir_builder *b = &r->b;
    struct read_numbers x[3];

    if (!get_vectors(r, inst, ids, 3, x))
        return false;
    ir_ref *leaves = new_result(r, inst, x, x[0].count);
    if (!leaves)
        return false;
    const ir_ref first = r->shader->insts.count;
    const ir_ref is_forward = ir_build_flt(b, dot(b, x[2].leaves, x[1].leaves, x[0].count),
                                           read_build_float(b, x[0].type, 0));
    for (uint32_t i = 0; i < x[0].count; i++)
        leaves[i] =
            ir_build_select(b, is_forward, x[0].leaves[i], ir_build_fneg(b, x[0].leaves[i]));
    read_mark_precise(r, inst, first);
    read_set_leaves(r, inst, leaves);
    return true;
}

/* I - 2 dot(N, I) N. */
bool
read_glsl_reflect(struct spirv_reader *r, const struct read_inst *inst, const uint32_t *ids)
{
    struct ir_builder *b = &r->b;
    struct read_numbers x[2];

    if (!get_vectors(r, inst, ids, 2, x))
        return false;
    ir_ref *leaves = new_result(r, inst, x, x[0].count);
    if (!leaves)
        return false;
    const ir_ref first = r->shader->insts.count;
    const ir_ref twice = ir_build_fmul(b, read_build_float(b, x[0].type, 2),
                                       dot(b, x[1].leaves, x[0].leaves, x[0].count));
    for (uint32_t i = 0; i < x[0].count; i++)
        leaves[i] = ir_build_fsub(b, x[0].leaves[i], ir_build_fmul(b, twice, x[1].leaves[i]));
    read_mark_precise(r, inst, first);
    read_set_leaves(r, inst, leaves);
    return true;
}

/* With d = dot(N, I) and k = 1 - eta eta (1 - d d): 0 if k is negative, else
 * eta I - (eta d + sqrt(k)) N. */
bool
read_glsl_refract(struct spirv_reader *r, const struct read_inst *inst, const uint32_t *ids)
{
    struct ir_builder *b = &r->b;
    struct read_numbers x[2], ratio;

    if (!get_vectors(r, inst, ids, 2, x) ||
        !read_get_numbers(r, inst, ids[2], ir_class_FLOAT, 1, &ratio))
        return false;
    ir_ref *leaves = new_result(r, inst, x, x[0].count);
    if (!leaves)
        return false;
    const ir_ref first = r->shader->insts.count;
    const ir_ref zero = read_build_float(b, x[0].type, 0), one = read_build_float(b, x[0].type, 1);
    const ir_ref eta =
        ratio.type == x[0].type ? ratio.leaves[0] : ir_build_f2f(b, x[0].type, ratio.leaves[0]);
    const ir_ref d = dot(b, x[1].leaves, x[0].leaves, x[0].count);
    const ir_ref rest = ir_build_fsub(b, one, ir_build_fmul(b, d, d));
    const ir_ref k = ir_build_fsub(b, one, ir_build_fmul(b, ir_build_fmul(b, eta, eta), rest));
    const ir_ref root = ir_build_fsqrt(b, k);
    const ir_ref along = ir_build_fadd(b, ir_build_fmul(b, eta, d), root);
    const ir_ref is_total = ir_build_flt(b, k, zero);
    for (uint32_t i = 0; i < x[0].count; i++) {
        const ir_ref onwards = ir_build_fmul(b, eta, x[0].leaves[i]);
        const ir_ref through = ir_build_fsub(b, onwards, ir_build_fmul(b, along, x[1].leaves[i]));

        leaves[i] = ir_build_select(b, is_total, zero, through);
    }
    read_mark_precise(r, inst, first);
    read_set_leaves(r, inst, leaves);
    return true;
}

/* ---- square matrices ---- */

/* A matrix: element j of column i is leaves[i * size + j]. Of four columns, the determinants of
 * two rows of the left and of the right two columns stand in twos. */
struct square {
    const ir_ref *leaves;
    uint32_t size;
    ir_ref twos[2][4][4]; /* By the half, and by rows p < q. */
};

static ir_ref
element(const struct square *m, uint32_t i, uint32_t j)
{
    return m->leaves[i * m->size + j];
}

static void
fill_twos(struct ir_builder *b, struct square *m)
{
    for (uint32_t half = 0; m->size == 4 && half < 2; half++)
        for (uint32_t p = 0; p < 4; p++)
            for (uint32_t q = p + 1; q < 4; q++)
                m->twos[half][p][q] =
                    determinant2(b, element(m, 2 * half, p), element(m, 2 * half, q),
                                 element(m, 2 * half + 1, p), element(m, 2 * half + 1, q));
}

/* The determinant of what is left without column i and row j. */
static ir_ref
minor_of(struct ir_builder *b, const struct square *m, uint32_t i, uint32_t j)
{
    uint32_t rows[3] = {0}, columns[3] = {0}, count = 0;

    for (uint32_t k = 0; k < m->size; k++) {
        if (k != j)
            rows[count++] = k;
    }
    count = 0;
    for (uint32_t k = 0; k < m->size; k++) {
        if (k != i)
            columns[count++] = k;
    }
    if (m->size == 2)
        return element(m, columns[0], rows[0]);
    if (m->size == 3)
        return determinant2(b, element(m, columns[0], rows[0]), element(m, columns[0], rows[1]),
                            element(m, columns[1], rows[0]), element(m, columns[1], rows[1]));
    /* Along the column whose neighbour goes, with the determinants of the other half. */
    const uint32_t alone = i ^ 1, half = i < 2 ? 1 : 0;
    const ir_ref p = ir_build_fmul(b, element(m, alone, rows[0]), m->twos[half][rows[1]][rows[2]]);
    const ir_ref q = ir_build_fmul(b, element(m, alone, rows[1]), m->twos[half][rows[0]][rows[2]]);
    const ir_ref s = ir_build_fmul(b, element(m, alone, rows[2]), m->twos[half][rows[0]][rows[1]]);
    return ir_build_fadd(b, ir_build_fsub(b, p, q), s);
}

static ir_ref
cofactor(struct ir_builder *b, const struct square *m, uint32_t i, uint32_t j)
{
    const ir_ref value = minor_of(b, m, i, j);

    return (i + j) % 2 ? ir_build_fneg(b, value) : value;
}

/* Along column 0, of whose elements these are the cofactors. */
static ir_ref
determinant(struct ir_builder *b, const struct square *m, const ir_ref *cofactors)
{
    return read_build_products(b, m->leaves, 1, cofactors, 1, m->size);
}

static bool
get_square(struct spirv_reader *r, const struct read_inst *inst, uint32_t id,
           struct read_numbers *x, struct square *m)
{
    if (!read_get_numbers(r, inst, id, ir_class_FLOAT, 0, x))
        return false;
    *m = (struct square){.leaves = x->leaves, .size = x->of->count};
    if (x->of->op == SpvOpTypeMatrix && x->count == m->size * m->size && m->size <= 4)
        return true;
    return read_fail(r, inst, QD_CODE_SPIRV_INVALID, "found %%%u, expected a square matrix", id);
}

bool
read_glsl_determinant(struct spirv_reader *r, const struct read_inst *inst, const uint32_t *ids)
{
    struct read_numbers x;
    struct square m;
    ir_ref cofactors[4];

    if (!get_square(r, inst, ids[0], &x, &m))
        return false;
    ir_ref *leaves = new_result(r, inst, &x, 1);
    if (!leaves)
        return false;
    const ir_ref first = r->shader->insts.count;
    fill_twos(&r->b, &m);
    for (uint32_t j = 0; j < m.size; j++)
        cofactors[j] = cofactor(&r->b, &m, 0, j);
    leaves[0] = determinant(&r->b, &m, cofactors);
    read_mark_precise(r, inst, first);
    read_set_leaves(r, inst, leaves);
    return true;
}

/* The cofactors, rows and columns exchanged, by the determinant. */
bool
read_glsl_inverse(struct spirv_reader *r, const struct read_inst *inst, const uint32_t *ids)
{
    struct read_numbers x;
    struct square m;
    ir_ref cofactors[16];

    if (!get_square(r, inst, ids[0], &x, &m))
        return false;
    ir_ref *leaves = new_result(r, inst, &x, x.count);
    if (!leaves)
        return false;
    const ir_ref first = r->shader->insts.count;
    fill_twos(&r->b, &m);
    for (uint32_t i = 0; i < m.size; i++)
        for (uint32_t j = 0; j < m.size; j++)
            cofactors[i * m.size + j] = cofactor(&r->b, &m, i, j);
    const ir_ref whole = determinant(&r->b, &m, cofactors);
    for (uint32_t i = 0; i < m.size; i++)
        for (uint32_t j = 0; j < m.size; j++)
            leaves[i * m.size + j] = ir_build_fdiv(&r->b, cofactors[j * m.size + i], whole);
    read_mark_precise(r, inst, first);
    read_set_leaves(r, inst, leaves);
    return true;
}

/* ---- inputs elsewhere in the pixel ---- */

struct elsewhere {
    enum ir_op op;
    ir_ref x;
    ir_ref y;
};

static ir_ref
interpolate_one(struct spirv_reader *r, enum ir_type type, uint32_t imm, void *context)
{
    const struct elsewhere *e = context;

    return ir_build_op(&r->b, e->op, (ir_type_id)type, e->x, e->y, imm);
}

static bool
interpolate(struct spirv_reader *r, const struct read_inst *inst, uint32_t pointer,
            struct elsewhere *e)
{
    const struct read_value *value = read_get_value(r, inst, pointer);
    const struct read_type *type;

    if (!value)
        return false;
    ir_ref *leaves = read_new_leaves(r, inst, &type);
    if (!leaves)
        return false;
    if (value->type->op != SpvOpTypePointer || value->type->element->id != type->id)
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                         "found %%%u, expected a pointer to the result's type", pointer);
    if (r->shader->stage != ir_stage_fragment)
        return read_fail(r, inst, QD_CODE_SPIRV_INVALID,
                         "found an interpolation in a %s shader, expected a fragment shader",
                         ir_stage_name(r->shader->stage));
    if (!read_for_inputs(r, inst, pointer, interpolate_one, e, leaves))
        return false;
    read_set_leaves(r, inst, leaves);
    return true;
}

bool
read_glsl_at_centroid(struct spirv_reader *r, const struct read_inst *inst, const uint32_t *ids)
{
    return interpolate(r, inst, ids[0], &(struct elsewhere){ir_op_interp_centroid, 0, 0});
}

bool
read_glsl_at_sample(struct spirv_reader *r, const struct read_inst *inst, const uint32_t *ids)
{
    struct read_numbers sample;

    return read_get_numbers(r, inst, ids[1], ir_class_I32, 1, &sample) &&
           interpolate(r, inst, ids[0],
                       &(struct elsewhere){ir_op_interp_sample, sample.leaves[0], 0});
}

bool
read_glsl_at_offset(struct spirv_reader *r, const struct read_inst *inst, const uint32_t *ids)
{
    struct read_numbers offset;

    return read_get_numbers(r, inst, ids[1], ir_class_FLOAT, 2, &offset) &&
           interpolate(
               r, inst, ids[0],
               &(struct elsewhere){ir_op_interp_offset, offset.leaves[0], offset.leaves[1]});
}
