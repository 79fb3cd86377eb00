/* SPDX-License-Identifier: MIT
 *
 * Registers, masks and lanes, as each company has them.
 *
 *   lane, quad  Vector registers are variables. A scalar register is two: what it is as a whole
 *               number, and the lane's bit of it as a mask. The scan says which is good.
 *   subgroup    Vector registers are variables; scalar ones are whole numbers, the same in all
 *               lanes, and masks are made by ballots.
 *   wave        One invocation is all lanes. Vector registers are an array, and what is done in
 *               lanes is a loop. Scalar registers are what they are.
 */
#include "rdna/lower/lower_priv.h"

bool
rdna_has_bits_alone(const struct rdna_lowering *l)
{
    return l->company == rdna_company_lane || l->company == rdna_company_quad;
}

void
rdna_company_init(struct rdna_lowering *l)
{
    l->scalars = ir_build_variables(&l->b, RDNA_MASKS, 32);
    l->scc = ir_build_variables(&l->b, 1, 1);
    l->found_code = RDNA_NULL;
    l->has_array = l->company == rdna_company_wave || l->scan.has_relative;
    if (l->has_array) {
        const uint32_t lanes = l->company == rdna_company_wave ? l->wave_size : 1;
        const struct ir_array array = {
            .name = "v", .type = ir_type_i32, .count = (l->scan.vector_count + 1) * lanes};
        l->vectors = ir_add_array(l->shader, &array);
    } else {
        l->vectors = ir_build_variables(&l->b, RDNA_STAGED + 1, 32);
    }
    l->masks = ir_build_variables(&l->b, RDNA_MASKS, 1);
    l->lane_variable = ir_build_variables(&l->b, 1, 32);
    l->found_variables = ir_build_variables(&l->b, 2, 32);
}

/* ---- scalar registers ---- */

ir_ref
rdna_scalar(struct rdna_lowering *l, unsigned code)
{
    return code == RDNA_NULL ? ir_build_i32(&l->b, 0)
                             : ir_build_read(&l->b, l->scalars + code, ir_type_i32);
}

void
rdna_set_scalar(struct rdna_lowering *l, unsigned code, ir_ref value)
{
    if (code != RDNA_NULL)
        ir_build_write(&l->b, l->scalars + (code & (RDNA_MASKS - 1)), value);
}

ir_ref
rdna_scc(struct rdna_lowering *l)
{
    return ir_build_read(&l->b, l->scc, ir_type_bool);
}

void
rdna_set_scc(struct rdna_lowering *l, ir_ref value)
{
    ir_build_write(&l->b, l->scc, value);
}

/* ---- masks ---- */

/* Bit lane & 31 of the word. */
static ir_ref
bit_of_word(struct rdna_lowering *l, ir_ref word, ir_ref lane)
{
    const ir_ref one = ir_build_i32(&l->b, 1);
    const ir_ref shifted = ir_build_ushr(&l->b, word, lane);
    const ir_ref bit = ir_build_iand(&l->b, shifted, one);

    return ir_build_ine(&l->b, bit, ir_build_i32(&l->b, 0));
}

static bool
is_known(const struct rdna_lowering *l, ir_ref value, uint64_t *bits)
{
    if (ir_op_of(l->shader, value) != ir_op_const)
        return false;
    *bits = ir_const_bits(l->shader, value);
    return true;
}

ir_ref
rdna_mask_bit_of(struct rdna_lowering *l, unsigned code, ir_ref lane)
{
    const bool is_wide = l->wave_size == 64;
    const enum rdna_type type = is_wide ? rdna_type_b64 : rdna_type_b32;
    const ir_ref low = rdna_scalar_operand(l, code, type, 0);
    const ir_ref high = is_wide ? rdna_scalar_operand(l, code, type, 1) : low;
    uint64_t bits[2];

    if (is_known(l, low, &bits[0]) && is_known(l, high, &bits[1]) && bits[0] == bits[1] &&
        (bits[0] == 0 || bits[0] == UINT32_MAX))
        return ir_build_bool(&l->b, bits[0] != 0);
    if (!is_wide)
        return bit_of_word(l, low, lane);
    const ir_ref is_low = ir_build_ult(&l->b, lane, ir_build_i32(&l->b, 32));
    const ir_ref word = ir_build_select(&l->b, is_low, low, high);
    return bit_of_word(l, word, lane);
}

ir_ref
rdna_mask_bit(struct rdna_lowering *l, unsigned code, bool from_integer)
{
    if (!rdna_has_bits_alone(l) || from_integer || (code >= RDNA_INT_0 && code != RDNA_SCC))
        return rdna_mask_bit_of(l, code, l->lane);
    if (code == RDNA_NULL)
        return ir_build_bool(&l->b, false);
    return ir_build_read(&l->b, l->masks + code, ir_type_bool);
}

void
rdna_set_mask_bit(struct rdna_lowering *l, unsigned code, ir_ref bit)
{
    if (code != RDNA_NULL)
        ir_build_write(&l->b, l->masks + (code & (RDNA_MASKS - 1)), bit);
}

static void
set_words(struct rdna_lowering *l, unsigned code, const ir_ref words[2])
{
    rdna_set_scalar(l, code, words[0]);
    if (l->wave_size == 64 && code != RDNA_NULL)
        rdna_set_scalar(l, code + 1, words[1]);
}

/* A word of the mask that the loop over lanes makes. */
static void
add_found(struct rdna_lowering *l, unsigned word, ir_ref bit)
{
    const uint32_t variable = l->found_variables + word;
    const ir_ref before = ir_build_read(&l->b, variable, ir_type_i32);

    ir_build_write(&l->b, variable, ir_build_ior(&l->b, before, bit));
}

static void
collect(struct rdna_lowering *l, ir_ref bit)
{
    const ir_ref zero = ir_build_i32(&l->b, 0);
    const ir_ref one = ir_build_i32(&l->b, 1);
    const ir_ref shifted = ir_build_ishl(&l->b, one, l->lane);
    const ir_ref place = ir_build_select(&l->b, bit, shifted, zero);

    if (l->wave_size == 32) {
        add_found(l, 0, place);
        return;
    }
    const ir_ref is_low = ir_build_ult(&l->b, l->lane, ir_build_i32(&l->b, 32));
    const ir_ref low = ir_build_select(&l->b, is_low, place, zero);
    const ir_ref high = ir_build_select(&l->b, is_low, zero, place);
    add_found(l, 0, low);
    add_found(l, 1, high);
}

void
rdna_set_mask(struct rdna_lowering *l, unsigned code, ir_ref bit)
{
    switch (l->company) {
    case rdna_company_wave:
        l->found_code = code;
        collect(l, bit);
        return;
    case rdna_company_subgroup: {
        const ir_ref ballot = ir_build_op(&l->b, ir_op_ballot, IR_VEC(ir_type_i32, 4), bit, 0, 0);
        ir_ref words[2];
        for (unsigned i = 0; i < 2; i++)
            words[i] = ir_build_op(&l->b, ir_op_extract, ir_type_i32, ballot, 0, i);
        set_words(l, code, words);
        return;
    }
    default:
        rdna_set_mask_bit(l, code, bit);
    }
}

ir_ref
rdna_vote(struct rdna_lowering *l, ir_ref bit)
{
    uint64_t known;

    if (is_known(l, bit, &known))
        return bit;
    if (l->company == rdna_company_quad)
        return ir_build_op(&l->b, ir_op_quad_any, ir_type_bool, bit, 0, 0);
    if (l->company == rdna_company_subgroup)
        return ir_build_op(&l->b, ir_op_vote_any, ir_type_bool, bit, 0, 0);
    return bit;
}

static ir_ref
word_any(struct rdna_lowering *l, unsigned code)
{
    ir_ref any = rdna_scalar(l, code);

    if (l->wave_size == 64)
        any = ir_build_ior(&l->b, any, rdna_scalar(l, code + 1));
    return ir_build_ine(&l->b, any, ir_build_i32(&l->b, 0));
}

ir_ref
rdna_vccnz(struct rdna_lowering *l)
{
    return l->scan.as[l->index] & RDNA_AS_INTEGER ? word_any(l, RDNA_VCC_LO)
                                                  : rdna_mask_any(l, RDNA_VCC_LO);
}

ir_ref
rdna_mask_any(struct rdna_lowering *l, unsigned code)
{
    if (rdna_has_bits_alone(l))
        return rdna_vote(l, rdna_mask_bit(l, code, false));
    return word_any(l, code);
}

/* ---- vector registers ---- */

/* Where a register of a lane is in the array. */
static ir_ref
element(struct rdna_lowering *l, ir_ref reg, ir_ref lane)
{
    if (l->company != rdna_company_wave)
        return reg;
    const ir_ref row = ir_build_imul(&l->b, reg, ir_build_i32(&l->b, l->wave_size));
    return ir_build_iadd(&l->b, lane, row);
}

static ir_ref
number_of(struct rdna_lowering *l, unsigned reg)
{
    return ir_build_i32(&l->b, reg == RDNA_STAGED ? l->scan.vector_count : reg);
}

static ir_ref
load(struct rdna_lowering *l, ir_ref reg, ir_ref lane)
{
    const ir_ref at = element(l, reg, lane);

    return ir_build_op(&l->b, ir_op_load_array, ir_type_i32, at, 0, l->vectors);
}

ir_ref
rdna_kept_vector(struct rdna_lowering *l, unsigned reg, enum ir_type type)
{
    if (!l->has_array)
        return ir_build_read(&l->b, l->vectors + reg, type);
    return ir_build_bitcast(&l->b, type, load(l, number_of(l, reg), l->lane));
}

ir_ref
rdna_vector(struct rdna_lowering *l, unsigned reg, enum ir_type type)
{
    const ir_ref value = rdna_kept_vector(l, reg, type);

    rdna_note_read(l, value);
    return value;
}

ir_ref
rdna_vector_at(struct rdna_lowering *l, ir_ref reg)
{
    return load(l, reg, l->lane);
}

ir_ref
rdna_vector_of(struct rdna_lowering *l, unsigned reg, ir_ref lane)
{
    if (l->company == rdna_company_wave)
        return load(l, number_of(l, reg), lane);
    const ir_ref own = rdna_vector(l, reg, ir_type_i32);
    return ir_build_op(&l->b, ir_op_shuffle, ir_type_i32, own, lane, 0);
}

static void
store(struct rdna_lowering *l, ir_ref reg, ir_ref value)
{
    const ir_ref bits = ir_build_bitcast(&l->b, ir_type_i32, value);
    const ir_ref at = element(l, reg, l->lane);

    ir_build_op(&l->b, ir_op_store_array, ir_type_void, at, bits, l->vectors);
}

ir_ref
rdna_vector_at_of(struct rdna_lowering *l, ir_ref reg, ir_ref lane)
{
    if (l->company == rdna_company_wave)
        return load(l, reg, lane);
    const ir_ref own = rdna_vector_at(l, reg);
    return ir_build_op(&l->b, ir_op_shuffle, ir_type_i32, own, lane, 0);
}

void
rdna_force_vector(struct rdna_lowering *l, unsigned reg, ir_ref value)
{
    if (l->has_array)
        store(l, number_of(l, reg), value);
    else
        ir_build_write(&l->b, l->vectors + reg, value);
}

void
rdna_set_vector_at(struct rdna_lowering *l, ir_ref reg, ir_ref value)
{
    uint64_t known;

    if (!is_known(l, l->writes, &known))
        value = ir_build_select(&l->b, l->writes, value, rdna_vector_at(l, reg));
    else if (!known)
        return;
    store(l, reg, value);
}

void
rdna_set_vector(struct rdna_lowering *l, unsigned reg, ir_ref value)
{
    uint64_t known;

    if (!is_known(l, l->writes, &known)) {
        const ir_ref old = rdna_kept_vector(l, reg, (enum ir_type)ir_type_of(l->shader, value));
        value = ir_build_select(&l->b, l->writes, value, old);
        rdna_note_write(l, value);
    } else if (!known) {
        return;
    }
    rdna_force_vector(l, reg, value);
}

/* ---- lanes ---- */

static void
in_active_lane(struct rdna_lowering *l, void (*fn)(struct rdna_lowering *l))
{
    uint64_t known;
    const bool is_always = is_known(l, l->exec, &known) && known;

    if (!is_always)
        ir_build_if(&l->b, l->exec);
    l->exec = l->writes = ir_build_bool(&l->b, true);
    fn(l);
    if (!is_always) {
        ir_build_else(&l->b);
        ir_build_endif(&l->b);
    }
}

static void
set_found(struct rdna_lowering *l)
{
    ir_ref words[2];

    for (unsigned i = 0; i < 2; i++)
        words[i] = ir_build_read(&l->b, l->found_variables + i, ir_type_i32);
    set_words(l, l->found_code, words);
    l->found_code = RDNA_NULL;
}

static void
loop_over_lanes(struct rdna_lowering *l, bool active, void (*fn)(struct rdna_lowering *l))
{
    const ir_ref zero = ir_build_i32(&l->b, 0);

    for (unsigned i = 0; i < 2; i++)
        ir_build_write(&l->b, l->found_variables + i, zero);
    ir_build_write(&l->b, l->lane_variable, zero);
    ir_build_loop(&l->b);
    l->lane = ir_build_read(&l->b, l->lane_variable, ir_type_i32);
    const ir_ref is_past = ir_build_uge(&l->b, l->lane, ir_build_i32(&l->b, l->wave_size));
    ir_build_if(&l->b, is_past);
    ir_build_break(&l->b);
    ir_build_else(&l->b);
    ir_build_endif(&l->b);
    l->exec = l->writes = rdna_mask_bit_of(l, RDNA_EXEC_LO, l->lane);
    if (active)
        in_active_lane(l, fn);
    else
        fn(l);
    const ir_ref next = ir_build_iadd(&l->b, l->lane, ir_build_i32(&l->b, 1));
    ir_build_write(&l->b, l->lane_variable, next);
    ir_build_endloop(&l->b);
    l->lane = 0;
    if (l->found_code != RDNA_NULL)
        set_found(l);
}

void
rdna_for_lanes(struct rdna_lowering *l, bool active, void (*fn)(struct rdna_lowering *l))
{
    if (l->company == rdna_company_wave) {
        loop_over_lanes(l, active || !(l->row && l->row->flags & RDNA_ROW_INACTIVE), fn);
        return;
    }
    l->exec = l->writes = rdna_mask_bit(l, RDNA_EXEC_LO, false);
    l->readers = l->row && l->row->flags & RDNA_ROW_INACTIVE ? 0 : l->exec;
    if (active)
        in_active_lane(l, fn);
    else
        fn(l);
}
