/* SPDX-License-Identifier: MIT
 *
 * Segments: guest memory, which is one window of it in a storage buffer; LDS, which is the IR's
 * shared memory; and the lane's own, an array. What lies outside of them reads 0 and is not
 * written: an offset that is not inside becomes one that no segment has.
 */
#include "rdna/lower/memory.h"

struct rdna_memory *
rdna_memory_of(struct rdna_lowering *l)
{
    struct rdna_memory *m = l->memory;

    if (m)
        return m;
    m = l->memory = base_arena_new(l->arena, struct rdna_memory);
    m->data = ir_build_variables(&l->b, RDNA_PARTS, 32);
    m->seen = ir_build_variables(&l->b, 1, 32);
    m->wide_seen = ir_build_variables(&l->b, 1, 64);
    m->at = ir_build_variables(&l->b, 1, 32);
    return m;
}

uint32_t
rdna_window(struct rdna_lowering *l)
{
    struct rdna_memory *m = rdna_memory_of(l);
    const struct ir_buffer buffer = {.name = "memory",
                                     .set = RDNA_SET,
                                     .binding = RDNA_BINDING_WINDOW,
                                     .kind = ir_buffer_storage,
                                     .count = 1};

    if (l->options->window & 3)
        rdna_refuse(l, QD_CODE_UNSUPPORTED, "the window begins at no multiple of 4");
    if (!m->window)
        m->window = ir_add_buffer(l->shader, &buffer) + 1;
    return m->window - 1;
}

/* ---- addresses ---- */

struct rdna_pair
rdna_pair_of(struct rdna_lowering *l, uint64_t value)
{
    const ir_ref low = WORD((uint32_t)value);

    return (struct rdna_pair){low, WORD((uint32_t)(value >> 32))};
}

struct rdna_pair
rdna_scalar_pair(struct rdna_lowering *l, unsigned code)
{
    const ir_ref low = rdna_scalar(l, code);

    return (struct rdna_pair){low, rdna_scalar(l, (code + 1) & (RDNA_MASKS - 1))};
}

struct rdna_pair
rdna_pair_add(struct rdna_lowering *l, struct rdna_pair a, struct rdna_pair b)
{
    const ir_ref low = ADD(a.low, b.low);
    const ir_ref carry = SELECT(ULT(low, b.low), WORD(1), WORD(0));

    return (struct rdna_pair){low, ADD(ADD(a.high, b.high), carry)};
}

struct rdna_pair
rdna_pair_offset(struct rdna_lowering *l, struct rdna_pair a, int32_t number)
{
    return rdna_pair_add(l, a, rdna_pair_of(l, (uint64_t)(int64_t)number));
}

ir_ref
rdna_window_offset(struct rdna_lowering *l, struct rdna_pair distance)
{
    const ir_ref is_near = IEQ(AND(distance.high, WORD(0xffff)), WORD(0));

    return SELECT(is_near, UMIN(distance.low, WORD(RDNA_OUTSIDE)), WORD(RDNA_OUTSIDE));
}

struct rdna_place
rdna_place_at(struct rdna_lowering *l, enum rdna_segment segment, ir_ref first)
{
    const ir_ref zero = WORD(0), always = ir_build_bool(&l->b, true);
    struct rdna_place place = {
        .segment = segment, .first = first, .offset = zero, .cut = zero, .shift = zero};

    for (unsigned i = 0; i < RDNA_PARTS; i++)
        place.inside[i] = always;
    return place;
}

struct rdna_place
rdna_window_place(struct rdna_lowering *l, struct rdna_pair address)
{
    const struct rdna_pair window = rdna_pair_of(l, ~l->options->window + 1);
    const struct rdna_pair distance = rdna_pair_add(l, address, window);

    return rdna_place_at(l, rdna_segment_window, rdna_window_offset(l, distance));
}

/* ---- registers ---- */

ir_ref
rdna_vector_word(struct rdna_lowering *l, unsigned code, unsigned behind)
{
    return rdna_vector(l, (code - RDNA_VGPR0 + behind) & 0xff, ir_type_i32);
}

void
rdna_set_vector_word(struct rdna_lowering *l, unsigned code, unsigned behind, ir_ref value)
{
    rdna_set_vector(l, (code - RDNA_VGPR0 + behind) & 0xff, value);
}

bool
rdna_has_lds(struct rdna_lowering *l)
{
    if (l->options->stage == ir_stage_compute)
        return true;
    rdna_refuse(l, QD_CODE_UNSUPPORTED, "LDS is translated in compute shaders alone");
    return false;
}

/* ---- dwords ---- */

static uint32_t
memory_bits(const struct rdna_lowering *l)
{
    return l->inst->glc ? IR_MEMORY_COHERENT : 0;
}

static uint32_t
scratch(struct rdna_lowering *l)
{
    struct rdna_memory *m = rdna_memory_of(l);
    const uint32_t lanes = l->company == rdna_company_wave ? l->wave_size : 1;
    const struct ir_array array = {.name = "scratch",
                                   .type = ir_type_i32,
                                   .count = (l->options->scratch_size + 3) / 4 * lanes};

    if (!m->scratch)
        m->scratch = ir_add_array(l->shader, &array) + 1;
    return m->scratch - 1;
}

/* The element of the lane's array. */
static ir_ref
scratch_element(struct rdna_lowering *l, ir_ref offset)
{
    const ir_ref is_inside = ULT(offset, WORD((l->options->scratch_size + 3) & ~3u));
    ir_ref element = USHR(offset, WORD(2));

    if (l->company == rdna_company_wave)
        element = ADD(MUL(element, WORD(l->wave_size)), l->lane);
    return SELECT(is_inside, element, WORD(UINT32_MAX));
}

ir_ref
rdna_load_word(struct rdna_lowering *l, enum rdna_segment segment, ir_ref offset)
{
    struct ir_builder *b = &l->b;

    switch (segment) {
    case rdna_segment_window:
        return ir_build_op(b, ir_op_load_buffer, ir_type_i32, offset, WORD(0),
                           rdna_window(l) | memory_bits(l));
    case rdna_segment_lds:
        return ir_build_op(b, ir_op_load_shared, ir_type_i32, offset, 0, 0);
    case rdna_segment_scratch:
        break;
    }
    return ir_build_op(b, ir_op_load_array, ir_type_i32, scratch_element(l, offset), 0, scratch(l));
}

void
rdna_store_word(struct rdna_lowering *l, enum rdna_segment segment, ir_ref offset, ir_ref value)
{
    const ir_ref operands[3] = {offset, WORD(0), value};
    struct ir_builder *b = &l->b;

    switch (segment) {
    case rdna_segment_window:
        ir_build_list(b, ir_op_store_buffer, ir_type_void, operands, 3,
                      rdna_window(l) | memory_bits(l));
        return;
    case rdna_segment_lds:
        ir_build_op(b, ir_op_store_shared, ir_type_void, offset, value, 0);
        return;
    case rdna_segment_scratch:
        ir_build_op(b, ir_op_store_array, ir_type_void, scratch_element(l, offset), value,
                    scratch(l));
    }
}

/* ---- the rows ---- */

/* Permutes are among the rows of lanes.c, which are looked at first. */
#define LOWER_sop1 NULL
#define LOWER_sop2 NULL
#define LOWER_sopc NULL
#define LOWER_sopk NULL
#define LOWER_sopp NULL
#define LOWER_vop1 NULL
#define LOWER_vop2 NULL
#define LOWER_vopc NULL
#define LOWER_vop3 NULL
#define LOWER_vop3p NULL
#define LOWER_vintrp NULL
#define LOWER_mimg NULL
#define LOWER_exp NULL
#define LOWER_smem rdna_lower_smem
#define LOWER_ds rdna_lower_ds
#define LOWER_mubuf rdna_lower_buffer
#define LOWER_mtbuf rdna_lower_buffer
#define LOWER_flat rdna_lower_flat
#define LOWER_global rdna_lower_flat
#define LOWER_scratch rdna_lower_flat

const struct rdna_lower_row rdna_rows_memory[rdna_op_count] = {
#define RDNA_OP(family, code, isas, name, forms, operands, effects)                                \
    [rdna_op_##name] = {LOWER_##family, NULL, 0},
#include "rdna/ops.def"
};
