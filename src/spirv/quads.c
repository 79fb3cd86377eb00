/* SPDX-License-Identifier: MIT
 *
 * Ops that look at other lanes of the quad. Its places are SPIR-V's quad indices.
 */
#include "spirv/spirv_priv.h"

#define PERM_IDENTITY 0xe4
#define PERM_SWAP_X 0xb1
#define PERM_SWAP_Y 0x4e
#define PERM_SWAP_BOTH 0x1b

/* The operand of OpGroupNonUniformQuadSwap. */
enum swap_direction { swap_x, swap_y, swap_both };

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

bool
spirv_perm_needs_place(uint32_t imm)
{
    enum swap_direction direction;

    return imm != PERM_IDENTITY && !perm_is_swap(imm, &direction) && !perm_is_broadcast(imm);
}

void
spirv_write_quad_perm(struct spirv_writer *w, const struct ir_inst *inst)
{
    const uint32_t imm = inst->arg[2];
    const uint32_t value = spirv_id(w, inst->arg[0]);
    const uint32_t type = spirv_type(w, inst->type);
    enum swap_direction direction;
    uint32_t read[4] = {0}, values[4];

    if (imm == PERM_IDENTITY) {
        w->ids[w->ref] = value;
        return;
    }
    if (perm_is_swap(imm, &direction)) {
        w->ids[w->ref] = swap(w, type, value, direction);
        return;
    }
    for (uint32_t place = 0; place < 4; place++) {
        const uint32_t from = imm >> 2 * place & 3;

        if (!read[from])
            read[from] = read_place(w, type, value, from);
        values[place] = read[from];
    }
    w->ids[w->ref] = choose_of_four(w, type, w->place_bits, values);
}

void
spirv_write_quad_read(struct spirv_writer *w, const struct ir_inst *inst)
{
    const uint32_t value = spirv_id(w, inst->arg[0]);
    const uint32_t type = spirv_type(w, inst->type);
    uint64_t known;

    if (spirv_is_const(w, inst->arg[1], &known)) {
        w->ids[w->ref] = read_place(w, type, value, (uint32_t)known & 3);
        return;
    }
    const uint32_t place = spirv_id(w, inst->arg[1]);
    const uint32_t u32 = spirv_type(w, ir_type_i32);
    const uint32_t boolean = spirv_type(w, ir_type_bool);
    const uint32_t zero = spirv_u32(w, 0);
    uint32_t bits[2], values[4];
    for (uint32_t bit = 0; bit < 2; bit++) {
        const uint32_t mask = spirv_u32(w, 1u << bit);
        const uint32_t masked = spirv_value2(w, SpvOpBitwiseAnd, u32, place, mask);
        bits[bit] = spirv_value2(w, SpvOpINotEqual, boolean, masked, zero);
    }
    for (uint32_t i = 0; i < 4; i++)
        values[i] = read_place(w, type, value, i);
    w->ids[w->ref] = choose_of_four(w, type, bits, values);
}

void
spirv_write_quad_vote(struct spirv_writer *w, const struct ir_inst *inst)
{
    const SpvOp code = spirv_code_of(inst);
    const uint32_t value = spirv_id(w, inst->arg[0]);
    const uint32_t type = spirv_type(w, ir_type_bool);

    const uint32_t other = swap(w, type, value, swap_x);
    const uint32_t row = spirv_value2(w, code, type, value, other);
    const uint32_t other_row = swap(w, type, row, swap_y);
    w->ids[w->ref] = spirv_value2(w, code, type, row, other_row);
}
