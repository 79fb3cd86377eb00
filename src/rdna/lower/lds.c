/* SPDX-License-Identifier: MIT
 *
 * LDS, which is the workgroup's shared memory. GDS is refused.
 */
#include "rdna/lower/memory.h"

static struct rdna_place
place_of(struct rdna_lowering *l, ir_ref address)
{
    return rdna_place_at(l, rdna_segment_lds, UMIN(address, WORD(RDNA_OUTSIDE)));
}

static ir_ref
vector_address(struct rdna_lowering *l)
{
    return rdna_vector_word(l, l->inst->vaddr, 0);
}

/* ---- one address ---- */

static void
access_one(struct rdna_lowering *l)
{
    const ir_ref number = WORD((uint32_t)l->inst->imm);
    ir_ref base;

    if (l->info->effects & RDNA_R_M0)
        base = ADD(AND(rdna_scalar(l, RDNA_M0), WORD(0xffff)), SHL(l->lane, WORD(2)));
    else
        base = vector_address(l);
    const struct rdna_place place = place_of(l, ADD(base, number));
    rdna_access(l, &place);
}

/* ---- two addresses ---- */

/* Rows whose code is odd count in 64 elements, where they read, whose code is even. */
static unsigned
step_of(const struct rdna_lowering *l, unsigned registers)
{
    const bool loads = l->info->effects & RDNA_LOAD;
    const bool is_far = (l->info->code & 1) != loads;

    return 4 * registers * (is_far ? 64 : 1);
}

static void
exchange_element(struct rdna_lowering *l, const struct rdna_place *place, unsigned code,
                 unsigned registers, ir_ref old[2])
{
    ir_ref data = rdna_vector_word(l, code, 0);

    if (registers == 2)
        data = ir_build_join(&l->b, ir_type_i64, data, rdna_vector_word(l, code, 1));
    old[0] = rdna_exchange(l, place, data, data);
    if (registers == 2)
        ir_build_split(&l->b, old[0], old);
}

/* Where both are one, what the first offset names is written last. */
static void
access_two(struct rdna_lowering *l)
{
    const unsigned whole = rdna_data_type(l->info)->registers;
    const unsigned registers = l->info->effects & RDNA_LOAD ? whole / 2 : whole;
    const struct rdna_extent extent = {.most = 4 * registers};
    const ir_ref address = vector_address(l);
    ir_ref old[2][RDNA_PARTS], data[RDNA_PARTS] = {0};

    for (unsigned i = 2; i-- > 0;) {
        const uint32_t offset = ((uint32_t)l->inst->imm >> 8 * i & 0xff) * step_of(l, registers);
        const struct rdna_place place = place_of(l, ADD(address, WORD(offset)));
        const unsigned code = i ? l->inst->vdata1 : l->inst->vdata;
        if (l->info->effects & RDNA_ATOMIC) {
            exchange_element(l, &place, code, registers, old[i]);
        } else if (l->info->effects & RDNA_LOAD) {
            rdna_load(l, &place, &extent, old[i]);
        } else {
            for (unsigned j = 0; j < registers; j++)
                data[j] = rdna_vector_word(l, code, j);
            rdna_store(l, &place, &extent, data);
        }
    }
    if (l->info->effects & RDNA_STORE)
        return;
    for (unsigned i = 0; i < 2 * registers; i++)
        rdna_set_vector_word(l, l->inst->dst, i, old[i / registers][i % registers]);
}

/* ---- operands in memory ---- */

/* 15 bits say how many dwords behind the address: of the offset, or the address's top ones. */
static void
access_near(struct rdna_lowering *l)
{
    const uint32_t imm = (uint32_t)l->inst->imm;
    const bool is_wide = l->info->code & 0x40;
    const struct rdna_extent extent = {.most = is_wide ? 8 : 4};
    ir_ref address = vector_address(l), words[RDNA_PARTS];
    ir_ref distance = WORD((uint32_t)((int32_t)(imm << 17) >> 15));

    if (imm & 0x8000) {
        distance = SHL(ISHR(address, WORD(17)), WORD(2));
        address = AND(address, WORD(0x1ffff));
    }
    const struct rdna_place from = place_of(l, ADD(address, distance));
    const struct rdna_place to = place_of(l, address);
    rdna_load(l, &from, &extent, words);
    const ir_ref data = is_wide ? ir_build_join(&l->b, ir_type_i64, words[0], words[1]) : words[0];
    rdna_exchange(l, &to, data, data);
}

/* ---- append, consume: one atomic for the wave ---- */

static void
give_count(struct rdna_lowering *l)
{
    rdna_set_vector_word(l, l->inst->dst, 0, rdna_memory_of(l)->count);
}

static void
lower_count(struct rdna_lowering *l)
{
    struct rdna_memory *m = rdna_memory_of(l);
    const ir_ref base = AND(rdna_scalar(l, RDNA_M0), WORD(0xffff));
    const struct rdna_place place = place_of(l, ADD(base, WORD((uint32_t)l->inst->imm)));
    ir_ref count = OP1(bit_count, rdna_scalar(l, RDNA_EXEC_LO));

    if (l->wave_size == 64)
        count = ADD(count, OP1(bit_count, rdna_scalar(l, RDNA_EXEC_HI)));
    ir_ref acts = INE(count, WORD(0));
    if (l->company == rdna_company_subgroup)
        acts = AND(acts, IEQ(l->lane, WORD(0)));
    ir_build_write(&l->b, m->seen, WORD(0));
    ir_build_if(&l->b, acts);
    ir_build_write(&l->b, m->seen, rdna_exchange(l, &place, count, count));
    ir_build_else(&l->b);
    ir_build_endif(&l->b);
    m->count = ir_build_read(&l->b, m->seen, ir_type_i32);
    if (l->company == rdna_company_subgroup)
        m->count = ir_build_op(&l->b, ir_op_read_first, ir_type_i32, m->count, 0, 0);
    rdna_for_lanes(l, true, give_count);
}

/* ---- the family ---- */

void
rdna_lower_ds(struct rdna_lowering *l)
{
    const uint32_t effects = l->info->effects;
    const bool has_address_alone =
        l->info->operand_count == 1 && rdna_has_operand(l->info, rdna_operand_ADDR);

    if (l->info->operand_count == 0 && !(effects & RDNA_GWS))
        return; /* ds_nop */
    if (l->inst->gds || effects & RDNA_GWS)
        rdna_refuse(l, QD_CODE_UNSUPPORTED, "GDS is not translated");
    else if (!rdna_has_lds(l))
        return;
    else if (effects & RDNA_ATOMIC && effects & RDNA_R_M0)
        lower_count(l);
    else if (effects & RDNA_OFFSET2)
        rdna_for_lanes(l, true, access_two);
    else
        rdna_for_lanes(l, true, has_address_alone ? access_near : access_one);
}
