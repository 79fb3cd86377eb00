/* SPDX-License-Identifier: MIT
 *
 * Where s_setpc_b64 goes: arithmetic on what s_getpc_b64 gave.
 */
#include "rdna/cfg_priv.h"

/* What is known of a register. An address is known but for where the code begins, which is taken to
 * be 0: sums of 64 bits come out right all the same. */
enum kind { unknown, constant, address };

struct known {
    enum kind kinds[RDNA_SCALAR_COUNT];
    uint32_t values[RDNA_SCALAR_COUNT]; /* SCC too: a carry. */
};

struct value {
    enum kind kind;
    uint32_t bits;
};

static struct value
read_source(const struct known *known, const struct rdna_inst *inst, unsigned code)
{
    if (code < RDNA_INT_0 && code != RDNA_NULL)
        return (struct value){known->kinds[code], known->values[code]};
    if (code == RDNA_LITERAL)
        return (struct value){constant, inst->literal};
    if (code >= RDNA_INT_0 && code <= RDNA_INT_0 + 64)
        return (struct value){constant, code - RDNA_INT_0};
    if (code >= RDNA_INT_MINUS_1 && code < RDNA_INT_MINUS_1 + 16)
        return (struct value){constant, (uint32_t)((int)RDNA_INT_MINUS_1 - 1 - (int)code)};
    return (struct value){code == RDNA_NULL ? constant : unknown, 0};
}

static void
set(struct known *known, unsigned code, enum kind kind, uint32_t bits)
{
    if (code < RDNA_SCALAR_COUNT) {
        known->kinds[code] = kind;
        known->values[code] = bits;
    }
}

/* An address stays one under what does not change it; of two none comes. */
static enum kind
kind_of(struct value a, struct value b)
{
    if (a.kind == unknown || b.kind == unknown || (a.kind == address && b.kind == address))
        return unknown;
    return a.kind == address || b.kind == address ? address : constant;
}

/* d = a + b + SCC where has_carry, and the carry. Subtraction adds the complement, and SCC is a
 * borrow. */
static void
add(struct known *known, const struct rdna_inst *inst, bool has_carry, bool subtracts)
{
    const struct value a = read_source(known, inst, inst->src[0]);
    const struct value b = read_source(known, inst, inst->src[1]);
    enum kind kind = kind_of(a, b);
    uint64_t carry = subtracts;

    if (subtracts && b.kind == address)
        kind = unknown;
    if (has_carry) {
        if (known->kinds[RDNA_SCALAR_SCC] == unknown)
            kind = unknown;
        carry = subtracts ? 1 - known->values[RDNA_SCALAR_SCC] : known->values[RDNA_SCALAR_SCC];
    }
    const uint64_t sum = (uint64_t)a.bits + (subtracts ? ~b.bits : b.bits) + carry;
    set(known, inst->dst, kind, (uint32_t)sum);
    set(known, RDNA_SCALAR_SCC, kind, (uint32_t)((sum >> 32 & 1) ^ subtracts));
}

static void
forget(struct known *known, const struct rdna_inst *inst, unsigned wave_size)
{
    struct rdna_uses uses;

    rdna_inst_uses(inst, wave_size, &uses);
    for (unsigned i = 0; i < RDNA_SCALAR_COUNT; i++)
        if (uses.writes_any || rdna_scalars_has(&uses.writes, i))
            known->kinds[i] = unknown;
}

static void
step(struct known *known, const struct rdna_inst *inst, unsigned wave_size)
{
    const uint32_t behind = inst->offset + 4u * inst->words;
    struct value low, high;

    switch (inst->row) {
    case rdna_op_s_getpc_b64:
        set(known, inst->dst, address, behind);
        set(known, inst->dst + 1u, address, 0);
        break;
    case rdna_op_s_add_u32:
        add(known, inst, false, false);
        break;
    case rdna_op_s_addc_u32:
        add(known, inst, true, false);
        break;
    case rdna_op_s_sub_u32:
        add(known, inst, false, true);
        break;
    case rdna_op_s_subb_u32:
        add(known, inst, true, true);
        break;
    case rdna_op_s_mov_b32:
        low = read_source(known, inst, inst->src[0]);
        set(known, inst->dst, low.kind, low.bits);
        break;
    case rdna_op_s_movk_i32:
        set(known, inst->dst, constant, (uint32_t)inst->imm);
        break;
    case rdna_op_s_mov_b64:
        low = read_source(known, inst, inst->src[0]);
        high = inst->src[0] < RDNA_INT_0 ? read_source(known, inst, inst->src[0] + 1u)
                                         : (struct value){unknown, 0};
        set(known, inst->dst, low.kind, low.bits);
        set(known, inst->dst + 1u, high.kind, high.bits);
        break;
    default: /* Any other row. */
        forget(known, inst, wave_size);
        break;
    }
}

bool
rdna_find_target(const struct rdna_way *way, unsigned wave_size, uint64_t *target)
{
    const struct rdna_inst *jump = &way->insts[way->count - 1];
    const unsigned code = jump->src[0];
    struct known known = {0};

    if (code >= RDNA_EXEC_HI)
        return false;
    for (uint32_t i = 0; i + 1 < way->count; i++)
        step(&known, &way->insts[i], wave_size);
    *target = known.values[code] | (uint64_t)known.values[code + 1] << 32;
    return known.kinds[code] == address && known.kinds[code + 1] == address;
}
