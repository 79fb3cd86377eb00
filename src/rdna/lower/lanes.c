/* SPDX-License-Identifier: MIT
 *
 * What reads and writes other lanes besides DPP, counts lanes, or names registers through M0.
 */
#include "rdna/lower/arith.h"

/* ---- one lane ---- */

/* The lowest lane that is on; lane 0 if none is. */
static ir_ref
first_lane(struct rdna_lowering *l)
{
    const ir_ref low = rdna_scalar(l, RDNA_EXEC_LO);
    const ir_ref first = OP1(find_lsb, low);

    if (l->wave_size == 32)
        return SELECT(INE(low, WORD(0)), first, WORD(0));
    const ir_ref high = rdna_scalar(l, RDNA_EXEC_HI);
    const ir_ref first_high = ADD(OP1(find_lsb, high), WORD(32));
    const ir_ref upper = SELECT(INE(high, WORD(0)), first_high, WORD(0));
    return SELECT(INE(low, WORD(0)), first, upper);
}

static ir_ref
lane_operand(struct rdna_lowering *l)
{
    return AND(rdna_source_word(l, 1, 0), WORD(l->wave_size - 1));
}

static void
read_lane(struct rdna_lowering *l, ir_ref lane)
{
    if (l->inst->src[0] < RDNA_VGPR0) {
        rdna_refuse(l, QD_CODE_UNSUPPORTED, "values straight out of LDS are not translated");
        return;
    }
    rdna_set_scalar(l, l->inst->dst, rdna_vector_of(l, l->inst->src[0] - RDNA_VGPR0, lane));
}

static void
lower_readfirstlane(struct rdna_lowering *l)
{
    read_lane(l, first_lane(l));
}

static void
lower_readlane(struct rdna_lowering *l)
{
    read_lane(l, lane_operand(l));
}

static void
write_lane(struct rdna_lowering *l)
{
    const ir_ref value = rdna_source_word(l, 0, 0);
    const ir_ref lane = lane_operand(l);

    l->writes = IEQ(l->lane, lane);
    rdna_set_vector(l, l->inst->dst - RDNA_VGPR0, value);
}

static void
lower_writelane(struct rdna_lowering *l)
{
    rdna_for_lanes(l, false, write_lane);
}

/* ---- any lane of 16 or 32 ---- */

static ir_ref
value_permlane(struct rdna_lowering *l)
{
    return l->source[0];
}

static void
write_staged(struct rdna_lowering *l)
{
    rdna_set_vector(l, l->inst->dst - RDNA_VGPR0, rdna_vector(l, RDNA_STAGED, ir_type_i32));
}

static void
lower_pull(struct rdna_lowering *l)
{
    const uint32_t pattern = (uint32_t)l->inst->imm & 0xffff;

    if (l->inst->row == rdna_op_ds_swizzle_b32 && pattern & 0x8000 && pattern & 0x7f00) {
        rdna_refuse(l, QD_CODE_RDNA_ENCODING, "swizzle 0x%04x is neither a quad's nor a mask",
                    pattern);
        return;
    }
    rdna_stage(l);
    l->is_staged = false;
    rdna_for_lanes(l, false, write_staged);
}

/* ds_permute where lanes are looped over: each puts its value where it goes, in order. */

static void
clear_staged(struct rdna_lowering *l)
{
    rdna_force_vector(l, RDNA_STAGED, WORD(0));
}

static void
put_value(struct rdna_lowering *l)
{
    const ir_ref own = l->lane;
    const ir_ref value = rdna_vector(l, l->inst->vdata - RDNA_VGPR0, ir_type_i32);

    l->lane = rdna_addressed_lane(l);
    rdna_force_vector(l, RDNA_STAGED, value);
    l->lane = own;
}

/* And where each lane is one: it looks for the last that names it. */
static ir_ref
last_sender(struct rdna_lowering *l, ir_ref target, ir_ref value)
{
    struct ir_builder *b = &l->b;
    const uint32_t variables = ir_build_variables(b, 2, 32);
    const ir_ref half = AND(l->lane, WORD(32));

    ir_build_write(b, variables, WORD(0));
    ir_build_write(b, variables + 1, WORD(0));
    ir_build_loop(b);
    const ir_ref i = ir_build_read(b, variables, ir_type_i32);
    ir_build_if(b, UGE(i, WORD(32)));
    ir_build_break(b);
    ir_build_else(b);
    ir_build_endif(b);
    const ir_ref from = OR(half, i);
    const ir_ref its_target = ir_build_op(b, ir_op_shuffle, ir_type_i32, target, from, 0);
    const ir_ref its_value = ir_build_op(b, ir_op_shuffle, ir_type_i32, value, from, 0);
    const ir_ref is_on = rdna_mask_bit_of(l, RDNA_EXEC_LO, from);
    const ir_ref sends = AND(IEQ(its_target, l->lane), is_on);
    const ir_ref before = ir_build_read(b, variables + 1, ir_type_i32);
    ir_build_write(b, variables + 1, SELECT(sends, its_value, before));
    ir_build_write(b, variables, ADD(i, WORD(1)));
    ir_build_endloop(b);
    return ir_build_read(b, variables + 1, ir_type_i32);
}

static void
lower_permute(struct rdna_lowering *l)
{
    static const struct rdna_lower_row all_lanes = {NULL, NULL, RDNA_ROW_INACTIVE};

    if (l->company == rdna_company_wave) {
        const struct rdna_lower_row *row = l->row;
        l->row = &all_lanes;
        rdna_for_lanes(l, false, clear_staged);
        l->row = row;
        rdna_for_lanes(l, true, put_value);
    } else {
        const ir_ref target = rdna_addressed_lane(l);
        const ir_ref value = rdna_vector(l, l->inst->vdata - RDNA_VGPR0, ir_type_i32);
        rdna_force_vector(l, RDNA_STAGED, last_sender(l, target, value));
    }
    rdna_for_lanes(l, false, write_staged);
}

/* ---- counting lanes ---- */

static ir_ref
ones_below(struct rdna_lowering *l, ir_ref count)
{
    return SUB(SHL(WORD(1), count), WORD(1));
}

/* Bits of the mask below the own lane, in the half of the wave that the row is for. */
static ir_ref
value_mbcnt_lo(struct rdna_lowering *l)
{
    ir_ref below = ones_below(l, l->lane);

    if (l->wave_size == 64)
        below = SELECT(ULT(l->lane, WORD(32)), below, WORD(UINT32_MAX));
    return ADD(OP1(bit_count, AND(l->source[0], below)), l->source[1]);
}

static ir_ref
value_mbcnt_hi(struct rdna_lowering *l)
{
    if (l->wave_size == 32)
        return l->source[1];
    const ir_ref above = ones_below(l, l->lane);
    const ir_ref below = SELECT(ULT(l->lane, WORD(32)), WORD(0), above);
    return ADD(OP1(bit_count, AND(l->source[0], below)), l->source[1]);
}

/* ---- vector registers through M0 ---- */

static ir_ref
m0_source(struct rdna_lowering *l)
{
    const ir_ref m0 = rdna_scalar(l, RDNA_M0);

    switch ((unsigned)l->inst->row) {
    case rdna_op_v_movreld_b32:
        return WORD(0);
    case rdna_op_v_movrelsd_2_b32:
    case rdna_op_v_swaprel_b32:
        return AND(m0, WORD(0xff));
    }
    return m0;
}

static ir_ref
m0_destination(struct rdna_lowering *l)
{
    const ir_ref m0 = rdna_scalar(l, RDNA_M0);

    switch ((unsigned)l->inst->row) {
    case rdna_op_v_movrels_b32:
        return WORD(0);
    case rdna_op_v_movrelsd_2_b32:
    case rdna_op_v_swaprel_b32:
        return AND(USHR(m0, WORD(16)), WORD(0x3ff));
    }
    return m0;
}

/* Is there such a register behind the one of the code? */
static ir_ref
is_register(struct rdna_lowering *l, unsigned code, ir_ref index)
{
    return ULT(index, WORD(RDNA_STATE_VECTORS - (code - RDNA_VGPR0)));
}

static ir_ref
value_move(struct rdna_lowering *l)
{
    return l->source[0];
}

/* A source that is not there is v0; a destination is not written. */
static void
lower_move(struct rdna_lowering *l)
{
    static const struct rdna_lower_row move = {rdna_lower_vector, value_move, 0};
    const unsigned from = l->inst->src[0], to = l->inst->dst;
    const ir_ref source = m0_source(l);
    const ir_ref destination = m0_destination(l);

    if (from >= RDNA_VGPR0) {
        const ir_ref reg = ADD(source, WORD(from - RDNA_VGPR0));
        l->source_register = SELECT(is_register(l, from, source), reg, WORD(0));
    }
    l->has_result = is_register(l, to, destination);
    const ir_ref reg = ADD(destination, WORD(to - RDNA_VGPR0));
    l->result_register = SELECT(l->has_result, reg, WORD(0));
    l->row = &move;
    rdna_lower_vector(l);
    l->source_register = l->result_register = 0;
}

static void
swap(struct rdna_lowering *l)
{
    const ir_ref a = ADD(m0_destination(l), WORD(l->inst->dst - RDNA_VGPR0));
    const ir_ref b = ADD(m0_source(l), WORD(l->inst->src[0] - RDNA_VGPR0));
    const ir_ref was_a = rdna_vector_at(l, a);
    const ir_ref was_b = rdna_vector_at(l, b);
    const ir_ref are_there =
        AND(ULT(a, WORD(RDNA_STATE_VECTORS)), ULT(b, WORD(RDNA_STATE_VECTORS)));

    l->writes = AND(l->writes, are_there);
    rdna_set_vector_at(l, a, was_b);
    rdna_set_vector_at(l, b, was_a);
}

static void
lower_swaprel(struct rdna_lowering *l)
{
    rdna_for_lanes(l, false, swap);
}

/* ---- scalar registers through M0 ---- */

static ir_ref
scalar_at(struct rdna_lowering *l, unsigned first, ir_ref index)
{
    ir_ref value = WORD(0);

    for (unsigned code = first; code < RDNA_SGPR_COUNT; code++)
        value = SELECT(IEQ(index, WORD(code - first)), rdna_scalar(l, code), value);
    return value;
}

static void
set_scalar_at(struct rdna_lowering *l, unsigned first, ir_ref index, ir_ref value)
{
    for (unsigned code = first; code < RDNA_SGPR_COUNT; code++)
        rdna_set_scalar(l, code,
                        SELECT(IEQ(index, WORD(code - first)), value, rdna_scalar(l, code)));
}

static void
lower_scalar_move(struct rdna_lowering *l)
{
    const enum rdna_op row = (enum rdna_op)l->inst->row;
    const bool is_wide = row == rdna_op_s_movrels_b64 || row == rdna_op_s_movreld_b64;
    const bool both = row == rdna_op_s_movrelsd_2_b32;
    const bool reads = both || row == rdna_op_s_movrels_b32 || row == rdna_op_s_movrels_b64;
    const bool writes = !reads || both;
    const ir_ref m0 = rdna_scalar(l, RDNA_M0);
    const ir_ref from = both ? AND(m0, WORD(0xff)) : m0;
    const ir_ref to = both ? AND(USHR(m0, WORD(16)), WORD(0x3ff)) : m0;
    ir_ref values[2];

    for (unsigned i = 0; i <= is_wide; i++)
        values[i] = reads && l->inst->src[0] < RDNA_SGPR_COUNT
                        ? scalar_at(l, l->inst->src[0] + i, from)
                        : rdna_scalar_operand(l, l->inst->src[0],
                                              is_wide ? rdna_type_b64 : rdna_type_b32, i);
    for (unsigned i = 0; i <= is_wide; i++) {
        if (writes && l->inst->dst < RDNA_SGPR_COUNT)
            set_scalar_at(l, l->inst->dst + i, to, values[i]);
        else
            rdna_set_scalar(l, l->inst->dst == RDNA_NULL ? RDNA_NULL : l->inst->dst + i, values[i]);
    }
}

const struct rdna_lower_row rdna_rows_lane[rdna_op_count] = {
    [rdna_op_v_readfirstlane_b32] = {lower_readfirstlane, NULL, 0},
    [rdna_op_v_readlane_b32] = {lower_readlane, NULL, 0},
    [rdna_op_v_writelane_b32] = {lower_writelane, NULL, RDNA_ROW_INACTIVE},
    [rdna_op_v_permlane16_b32] = {rdna_lower_vector, value_permlane, 0},
    [rdna_op_v_permlanex16_b32] = {rdna_lower_vector, value_permlane, 0},
    [rdna_op_ds_swizzle_b32] = {lower_pull, NULL, 0},
    [rdna_op_ds_bpermute_b32] = {lower_pull, NULL, 0},
    [rdna_op_ds_permute_b32] = {lower_permute, NULL, 0},
    [rdna_op_v_mbcnt_lo_u32_b32] = {rdna_lower_vector, value_mbcnt_lo, 0},
    [rdna_op_v_mbcnt_hi_u32_b32] = {rdna_lower_vector, value_mbcnt_hi, 0},
    [rdna_op_v_movrels_b32] = {lower_move, NULL, 0},
    [rdna_op_v_movreld_b32] = {lower_move, NULL, 0},
    [rdna_op_v_movrelsd_b32] = {lower_move, NULL, 0},
    [rdna_op_v_movrelsd_2_b32] = {lower_move, NULL, 0},
    [rdna_op_v_swaprel_b32] = {lower_swaprel, NULL, 0},
    [rdna_op_s_movrels_b32] = {lower_scalar_move, NULL, 0},
    [rdna_op_s_movrels_b64] = {lower_scalar_move, NULL, 0},
    [rdna_op_s_movreld_b32] = {lower_scalar_move, NULL, 0},
    [rdna_op_s_movreld_b64] = {lower_scalar_move, NULL, 0},
    [rdna_op_s_movrelsd_2_b32] = {lower_scalar_move, NULL, 0},
};
