/* SPDX-License-Identifier: MIT
 *
 * Ops that look at other lanes of the quad. Its places are SPIR-V's quad indices: left to right,
 * then down.
 *
 * By subgroups, a place is read as it is. By derivatives, the bits go in halves of 16, as floats: a
 * fine derivative is the right lane's less the left one's, or the lower one's less the upper one's,
 * and whole numbers below 2^24 come through subtraction and addition whole. So a lane has its
 * neighbour in the row and in the column, and that one's neighbour is across.
 */
#include "spirv/spirv_priv.h"

#define PERM_IDENTITY 0xe4
#define PERM_SWAP_X 0xb1
#define PERM_SWAP_Y 0x4e
#define PERM_SWAP_BOTH 0x1b

/* The operand of OpGroupNonUniformQuadSwap. */
enum swap_direction { swap_x, swap_y, swap_both };

/* ---- the lane's own place ---- */

/* The low two bits of a number. */
static void
split_place(struct spirv_writer *w, uint32_t place, uint32_t bits[2])
{
    const uint32_t u32 = spirv_type(w, ir_type_i32);
    const uint32_t boolean = spirv_type(w, ir_type_bool);
    const uint32_t zero = spirv_u32(w, 0);

    for (uint32_t bit = 0; bit < 2; bit++) {
        const uint32_t mask = spirv_u32(w, 1u << bit);
        const uint32_t masked = spirv_value2(w, SpvOpBitwiseAnd, u32, place, mask);

        bits[bit] = spirv_value2(w, SpvOpINotEqual, boolean, masked, zero);
    }
}

static void
place_of_lane(struct spirv_writer *w)
{
    const uint32_t u32 = spirv_type(w, ir_type_i32);
    const uint32_t lane = spirv_value1(w, SpvOpLoad, u32, w->lane_variable);

    split_place(w, lane, w->place_bits);
}

/* Quads begin at even pixels on every host known, but Vulkan does not say so. The low bit's own
 * derivative does: where it grows, the odd pixel is the right or lower one. */
static void
place_of_pixel(struct spirv_writer *w)
{
    static const SpvOp derivatives[2] = {SpvOpDPdxFine, SpvOpDPdyFine};
    const uint32_t f32 = spirv_type(w, ir_type_f32);
    const uint32_t u32 = spirv_type(w, ir_type_i32);
    const uint32_t boolean = spirv_type(w, ir_type_bool);
    const uint32_t vector = spirv_type(w, IR_VEC(ir_type_f32, 4));
    const uint32_t one = spirv_u32(w, 1);
    const uint32_t zero = spirv_float_const(w, ir_type_f32, 0);
    const uint32_t plus = spirv_float_const(w, ir_type_f32, 1);
    const uint32_t minus = spirv_float_const(w, ir_type_f32, -1);
    const uint32_t coord = spirv_value1(w, SpvOpLoad, vector, w->coord_variable);

    spirv_need(w, spirv_capability_DerivativeControl);
    for (uint32_t axis = 0; axis < 2; axis++) {
        const uint32_t at = spirv_value2(w, SpvOpCompositeExtract, f32, coord, axis);
        const uint32_t whole = spirv_glsl(w, GLSLstd450Floor, f32, &at, 1);
        const uint32_t pixel = spirv_value1(w, SpvOpConvertFToS, u32, whole);
        const uint32_t low = spirv_value2(w, SpvOpBitwiseAnd, u32, pixel, one);
        const uint32_t number = spirv_value1(w, SpvOpConvertUToF, f32, low);
        const uint32_t growth = spirv_value1(w, derivatives[axis], f32, number);
        const uint32_t is_odd = spirv_value2(w, SpvOpIEqual, boolean, low, one);
        const uint32_t grows = spirv_value2(w, SpvOpFOrdGreaterThan, boolean, growth, zero);

        w->place_bits[axis] = spirv_value2(w, SpvOpLogicalEqual, boolean, is_odd, grows);
        w->place_signs[axis] = spirv_select(w, f32, w->place_bits[axis], minus, plus);
    }
}

/* Helpers are there for derivatives. A host that knows no other reason for them finds one
 * here: no derivative is so large, but a compiler cannot tell. */
static void
ask_for_helpers(struct spirv_writer *w)
{
    const uint32_t f32 = spirv_type(w, ir_type_f32);
    const uint32_t boolean = spirv_type(w, ir_type_bool);
    const uint32_t vector = spirv_type(w, IR_VEC(ir_type_f32, 4));
    const uint32_t huge = spirv_float_const(w, ir_type_f32, 0x1p126);
    const uint32_t coord = spirv_value1(w, SpvOpLoad, vector, w->coord_variable);
    const uint32_t x = spirv_value2(w, SpvOpCompositeExtract, f32, coord, 0);
    const uint32_t growth = spirv_value1(w, SpvOpDPdxFine, f32, x);

    spirv_need(w, spirv_capability_DerivativeControl);
    w->never = spirv_value2(w, SpvOpFOrdGreaterThan, boolean, growth, huge);
}

void
spirv_enter_quads(struct spirv_writer *w)
{
    spirv_reserve(w, SPIRV_INST_ROOM);
    if (w->needs_place && w->quad == spirv_quad_derivatives)
        place_of_pixel(w);
    else if (w->needs_place)
        place_of_lane(w);
    if (w->needs_helpers)
        ask_for_helpers(w);
}

/* ---- which value ---- */

static uint32_t
choose(struct spirv_writer *w, uint32_t type, uint32_t condition, uint32_t a, uint32_t b)
{
    return a == b ? a : spirv_select(w, type, condition, a, b);
}

/* values by the number whose low bits these bools are. */
static uint32_t
choose_of_four(struct spirv_writer *w, uint32_t type, const uint32_t bits[2],
               const uint32_t values[4])
{
    const uint32_t upper = choose(w, type, bits[0], values[1], values[0]);
    const uint32_t lower = choose(w, type, bits[0], values[3], values[2]);

    return choose(w, type, bits[1], lower, upper);
}

/* ---- by derivatives ---- */

/* From where a lane reads: it has a number, and lane number n reads the one whose place is n's own
 * xor ways[n]. */
struct reading {
    uint32_t bits[2]; /* Of the number. */
    uint8_t ways[4];
};

static uint32_t
neighbour(struct spirv_writer *w, uint32_t value, SpvOp derivative, uint32_t sign)
{
    const uint32_t f32 = spirv_type(w, ir_type_f32);
    const uint32_t difference = spirv_value1(w, derivative, f32, value);
    const uint32_t step = spirv_value2(w, SpvOpFMul, f32, difference, sign);

    return spirv_value2(w, SpvOpFAdd, f32, value, step);
}

/* The whole number of the lane across in row (1), column (2) or both (3). seen has those that were
 * asked for already, and the lane's own. */
static uint32_t
see(struct spirv_writer *w, uint32_t seen[4], unsigned way)
{
    if ((way & 1) && !seen[1])
        seen[1] = neighbour(w, seen[0], SpvOpDPdxFine, w->place_signs[0]);
    if ((way & 2) && !seen[way])
        seen[way] = neighbour(w, seen[way & 1], SpvOpDPdyFine, w->place_signs[1]);
    return seen[way];
}

static uint32_t
read_number(struct spirv_writer *w, const struct reading *reading, uint32_t number)
{
    const uint32_t f32 = spirv_type(w, ir_type_f32);
    uint32_t seen[4] = {number}, values[4];

    for (uint32_t i = 0; i < 4; i++)
        values[i] = see(w, seen, reading->ways[i]);
    return choose_of_four(w, f32, reading->bits, values);
}

/* The low 16 bits of a word, of which the others are zero. */
static uint32_t
read_half(struct spirv_writer *w, const struct reading *reading, uint32_t half)
{
    const uint32_t f32 = spirv_type(w, ir_type_f32);
    const uint32_t u32 = spirv_type(w, ir_type_i32);

    spirv_reserve(w, SPIRV_INST_ROOM);
    const uint32_t number = spirv_value1(w, SpvOpConvertUToF, f32, half);
    const uint32_t read = read_number(w, reading, number);
    return spirv_value1(w, SpvOpConvertFToU, u32, read);
}

static uint32_t
read_word(struct spirv_writer *w, const struct reading *reading, uint32_t word)
{
    const uint32_t u32 = spirv_type(w, ir_type_i32);
    const uint32_t mask = spirv_u32(w, 0xffff);
    const uint32_t count = spirv_u32(w, 16);
    const uint32_t low = spirv_value2(w, SpvOpBitwiseAnd, u32, word, mask);
    const uint32_t high = spirv_value2(w, SpvOpShiftRightLogical, u32, word, count);
    const uint32_t low_read = read_half(w, reading, low);
    const uint32_t high_read = read_half(w, reading, high);
    const uint32_t raised = spirv_value2(w, SpvOpShiftLeftLogical, u32, high_read, count);

    return spirv_value2(w, SpvOpBitwiseOr, u32, low_read, raised);
}

/* A bool as 1 or 0, and back. */
static uint32_t
number_of_bool(struct spirv_writer *w, uint32_t value)
{
    const uint32_t f32 = spirv_type(w, ir_type_f32);
    const uint32_t one = spirv_float_const(w, ir_type_f32, 1);
    const uint32_t zero = spirv_float_const(w, ir_type_f32, 0);

    return spirv_select(w, f32, value, one, zero);
}

static uint32_t
bool_of_number(struct spirv_writer *w, uint32_t number)
{
    const uint32_t boolean = spirv_type(w, ir_type_bool);
    const uint32_t zero = spirv_float_const(w, ir_type_f32, 0);

    return spirv_value2(w, SpvOpFOrdNotEqual, boolean, number, zero);
}

static uint32_t
cast(struct spirv_writer *w, SpvOp op, ir_type_id from, ir_type_id to, uint32_t value)
{
    if (from == to)
        return value;
    const uint32_t type = spirv_type(w, to);
    return spirv_value1(w, op, type, value);
}

static uint32_t
read_scalar(struct spirv_writer *w, const struct reading *reading, ir_type_id type, uint32_t value)
{
    const ir_type_id bits_type = spirv_int_type(ir_type_bits(type));
    uint32_t parts[2];

    spirv_reserve(w, SPIRV_INST_ROOM);
    if (type == ir_type_bool) {
        const uint32_t number = number_of_bool(w, value);
        const uint32_t read = read_number(w, reading, number);

        return bool_of_number(w, read);
    }
    if (ir_type_bits(type) == 64) {
        spirv_split(w, (enum ir_type)type, value, parts);
        for (uint32_t i = 0; i < 2; i++)
            parts[i] = read_word(w, reading, parts[i]);
        return spirv_join(w, (enum ir_type)type, parts);
    }
    const uint32_t bits = cast(w, SpvOpBitcast, type, bits_type, value);
    uint32_t read;
    if (ir_type_bits(type) == 32) {
        read = read_word(w, reading, bits);
    } else {
        const uint32_t word = cast(w, SpvOpUConvert, bits_type, ir_type_i32, bits);
        const uint32_t word_read = read_half(w, reading, word);

        read = cast(w, SpvOpUConvert, ir_type_i32, bits_type, word_read);
    }
    return cast(w, SpvOpBitcast, bits_type, type, read);
}

/* Each place reads the place that two bits of imm say. */
static uint32_t
perm_by_derivatives(struct spirv_writer *w, const struct ir_inst *inst, uint32_t imm,
                    uint32_t value)
{
    struct reading reading = {{w->place_bits[0], w->place_bits[1]}, {0}};

    for (uint32_t place = 0; place < 4; place++)
        reading.ways[place] = (uint8_t)(place ^ (imm >> 2 * place & 3));
    return read_scalar(w, &reading, inst->type, value);
}

/* The lane's number is how its place differs from the one that it reads. */
static uint32_t
read_by_derivatives(struct spirv_writer *w, const struct ir_inst *inst, const uint32_t bits[2],
                    uint32_t value)
{
    const uint32_t boolean = spirv_type(w, ir_type_bool);
    struct reading reading = {{0}, {0, 1, 2, 3}};

    for (uint32_t i = 0; i < 2; i++)
        reading.bits[i] = spirv_value2(w, SpvOpLogicalNotEqual, boolean, bits[i], w->place_bits[i]);
    return read_scalar(w, &reading, inst->type, value);
}

static uint32_t
vote_by_derivatives(struct spirv_writer *w, SpvOp code, uint32_t value)
{
    static const SpvOp derivatives[2] = {SpvOpDPdxFine, SpvOpDPdyFine};
    const uint32_t boolean = spirv_type(w, ir_type_bool);

    for (uint32_t axis = 0; axis < 2; axis++) {
        const uint32_t number = number_of_bool(w, value);
        const uint32_t across = neighbour(w, number, derivatives[axis], w->place_signs[axis]);
        const uint32_t other = bool_of_number(w, across);

        value = spirv_value2(w, code, boolean, value, other);
    }
    return value;
}

/* ---- by subgroups ---- */

static uint32_t
read_place(struct spirv_writer *w, uint32_t type, uint32_t value, uint32_t place)
{
    const uint32_t scope = spirv_group_scope(w);
    const uint32_t index = spirv_u32(w, place);

    spirv_need(w, spirv_capability_GroupNonUniformQuad);
    return spirv_value3(w, SpvOpGroupNonUniformQuadBroadcast, type, scope, value, index);
}

static uint32_t
swap(struct spirv_writer *w, uint32_t type, uint32_t value, enum swap_direction direction)
{
    const uint32_t scope = spirv_group_scope(w);
    const uint32_t index = spirv_u32(w, (uint32_t)direction);

    spirv_need(w, spirv_capability_GroupNonUniformQuad);
    return spirv_value3(w, SpvOpGroupNonUniformQuadSwap, type, scope, value, index);
}

/* The value, through which the first of a module keeps the helpers' derivative in use. */
static uint32_t
keep_helpers(struct spirv_writer *w, ir_type_id type, uint32_t value)
{
    const uint32_t never = w->never;

    if (!never)
        return value;
    w->never = 0;
    const uint32_t type_id = spirv_type(w, type);
    const uint32_t zero = spirv_zero(w, type);
    return spirv_select(w, type_id, never, zero, value);
}

static bool
perm_is_swap(uint32_t imm, enum swap_direction *direction)
{
    *direction = imm == PERM_SWAP_X ? swap_x : imm == PERM_SWAP_Y ? swap_y : swap_both;
    return imm == PERM_SWAP_X || imm == PERM_SWAP_Y || imm == PERM_SWAP_BOTH;
}

static bool
perm_is_broadcast(uint32_t imm)
{
    return imm == (imm & 3) * 0x55;
}

static uint32_t
perm_by_subgroup(struct spirv_writer *w, const struct ir_inst *inst, uint32_t imm, uint32_t value)
{
    const uint32_t kept = keep_helpers(w, inst->type, value);
    const uint32_t type = spirv_type(w, inst->type);
    enum swap_direction direction;
    uint32_t read[4] = {0}, values[4];

    if (perm_is_swap(imm, &direction))
        return swap(w, type, kept, direction);
    for (uint32_t place = 0; place < 4; place++) {
        const uint32_t from = imm >> 2 * place & 3;

        if (!read[from])
            read[from] = read_place(w, type, kept, from);
        values[place] = read[from];
    }
    return choose_of_four(w, type, w->place_bits, values);
}

static uint32_t
read_by_subgroup(struct spirv_writer *w, const struct ir_inst *inst, const uint32_t bits[2],
                 uint32_t value)
{
    const uint32_t kept = keep_helpers(w, inst->type, value);
    const uint32_t type = spirv_type(w, inst->type);
    uint32_t values[4];

    for (uint32_t i = 0; i < 4; i++)
        values[i] = read_place(w, type, kept, i);
    return choose_of_four(w, type, bits, values);
}

static uint32_t
vote_by_subgroup(struct spirv_writer *w, SpvOp code, uint32_t value)
{
    const uint32_t type = spirv_type(w, ir_type_bool);
    const uint32_t kept = keep_helpers(w, ir_type_bool, value);
    const uint32_t other = swap(w, type, kept, swap_x);
    const uint32_t row = spirv_value2(w, code, type, kept, other);
    const uint32_t other_row = swap(w, type, row, swap_y);

    return spirv_value2(w, code, type, row, other_row);
}

/* ---- the ops ---- */

bool
spirv_quad_needs_place(const struct spirv_writer *w, const struct ir_inst *inst)
{
    enum swap_direction direction;

    if (w->quad == spirv_quad_derivatives)
        return true;
    return inst->op == ir_op_quad_perm && !perm_is_swap(inst->arg[2], &direction) &&
           !perm_is_broadcast(inst->arg[2]);
}

bool
spirv_quad_is_own(const struct ir_inst *inst)
{
    return inst->op == ir_op_quad_perm && inst->arg[2] == PERM_IDENTITY;
}

static uint32_t
write_perm(struct spirv_writer *w, const struct ir_inst *inst, uint32_t imm)
{
    const uint32_t value = spirv_id(w, inst->arg[0]);

    return w->quad == spirv_quad_derivatives ? perm_by_derivatives(w, inst, imm, value)
                                             : perm_by_subgroup(w, inst, imm, value);
}

void
spirv_write_quad_perm(struct spirv_writer *w, const struct ir_inst *inst)
{
    w->ids[w->ref] =
        spirv_quad_is_own(inst) ? spirv_id(w, inst->arg[0]) : write_perm(w, inst, inst->arg[2]);
}

void
spirv_write_quad_read(struct spirv_writer *w, const struct ir_inst *inst)
{
    uint64_t known;

    if (spirv_is_const(w, inst->arg[1], &known)) {
        w->ids[w->ref] = write_perm(w, inst, ((uint32_t)known & 3) * 0x55);
        return;
    }
    const uint32_t value = spirv_id(w, inst->arg[0]);
    const uint32_t place = spirv_id(w, inst->arg[1]);
    uint32_t bits[2];
    split_place(w, place, bits);
    w->ids[w->ref] = w->quad == spirv_quad_derivatives ? read_by_derivatives(w, inst, bits, value)
                                                       : read_by_subgroup(w, inst, bits, value);
}

void
spirv_write_quad_vote(struct spirv_writer *w, const struct ir_inst *inst)
{
    const SpvOp code = spirv_code_of(inst);
    const uint32_t value = spirv_id(w, inst->arg[0]);

    w->ids[w->ref] = w->quad == spirv_quad_derivatives ? vote_by_derivatives(w, code, value)
                                                       : vote_by_subgroup(w, code, value);
}
