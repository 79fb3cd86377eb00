/* SPDX-License-Identifier: MIT
 *
 * Atomics. Floats are compared as integers, so that no host's denormals and zeros matter.
 */
#include "rdna/lower/memory.h"

enum kind {
    kind_none,
#define DIRECT(kind, op, value) kind_##kind,
#define BY_LOOP(kind, value) kind_##kind,
#include "rdna/lower/rows_atomic.def"
};

/* ---- which row does what ---- */

#define WIDE(name, kind) [rdna_op_##name] = kind_##kind, [rdna_op_##name##_x2] = kind_##kind,
#define VECTOR(name)                                                                               \
    WIDE(buffer_atomic_##name, name)                                                               \
    WIDE(flat_atomic_##name, name)                                                                 \
    WIDE(global_atomic_##name, name)
#define ANY(name)                                                                                  \
    VECTOR(name)                                                                                   \
    WIDE(s_atomic_##name, name)                                                                    \
    WIDE(s_buffer_atomic_##name, name)
#define LDS(name, type, kind)                                                                      \
    [rdna_op_ds_##name##_##type] = kind_##kind, [rdna_op_ds_##name##_rtn_##type] = kind_##kind,
#define NEAR(name, type, kind) LDS(name, type, kind)[rdna_op_ds_##name##_src2_##type] = kind_##kind,
#define INTEGERS(u, i, b)                                                                          \
    NEAR(add, u, add)                                                                              \
    NEAR(sub, u, sub)                                                                              \
    NEAR(rsub, u, rsub)                                                                            \
    NEAR(inc, u, inc)                                                                              \
    NEAR(dec, u, dec)                                                                              \
    NEAR(min, i, smin)                                                                             \
    NEAR(max, i, smax)                                                                             \
    NEAR(min, u, umin)                                                                             \
    NEAR(max, u, umax)                                                                             \
    NEAR(and, b, and)                                                                              \
    NEAR(or, b, or)                                                                                \
    NEAR(xor, b, xor)                                                                              \
    LDS(mskor, b, mskor)                                                                           \
    LDS(cmpst, b, cmpswap)                                                                         \
    [rdna_op_ds_wrxchg_rtn_##b] = kind_swap, [rdna_op_ds_wrxchg2_rtn_##b] = kind_swap,             \
    [rdna_op_ds_wrxchg2st64_rtn_##b] = kind_swap, [rdna_op_ds_write_src2_##b] = kind_swap,
#define FLOATS(f) NEAR(min, f, fmin) NEAR(max, f, fmax) LDS(cmpst, f, fcmpswap)

/* clang-format off */
static const uint8_t kinds[rdna_op_count] = {
    ANY(swap) ANY(cmpswap) ANY(add) ANY(sub) ANY(smin) ANY(umin) ANY(smax) ANY(umax)
    ANY(and) ANY(or) ANY(xor) ANY(inc) ANY(dec)
    VECTOR(fcmpswap) VECTOR(fmin) VECTOR(fmax)
    INTEGERS(u32, i32, b32) INTEGERS(u64, i64, b64) FLOATS(f32) FLOATS(f64)
    NEAR(add, f32, fadd)
    [rdna_op_buffer_atomic_csub] = kind_csub,
    [rdna_op_global_atomic_csub] = kind_csub,
    [rdna_op_ds_wrap_rtn_b32] = kind_wrap,
    [rdna_op_ds_condxchg32_rtn_b64] = kind_condxchg,
    [rdna_op_ds_append] = kind_add,
    [rdna_op_ds_consume] = kind_sub,
};
/* clang-format on */

static enum kind
kind_of(const struct rdna_lowering *l)
{
    return (enum kind)kinds[l->inst->row];
}

bool
rdna_atomic_compares(enum rdna_op row)
{
    return kinds[row] == kind_cmpswap || kinds[row] == kind_fcmpswap;
}

/* ---- values ---- */

static bool
is_wide(const struct rdna_lowering *l)
{
    return ir_type_of(l->shader, A) == ir_type_i64;
}

static ir_ref
like(struct rdna_lowering *l, uint64_t number)
{
    return ir_build_const(&l->b, is_wide(l) ? ir_type_i64 : ir_type_i32, number);
}

#define LIKE(number) like(l, number)

/* All bits of a float but its sign, the sign, the bits of an infinity. */
static ir_ref
size_bits(struct rdna_lowering *l)
{
    return LIKE(is_wide(l) ? INT64_MAX : INT32_MAX);
}

static ir_ref
sign_bit(struct rdna_lowering *l)
{
    return LIKE(is_wide(l) ? UINT64_C(1) << 63 : UINT64_C(1) << 31);
}

static ir_ref
infinity(struct rdna_lowering *l)
{
    return LIKE(is_wide(l) ? UINT64_C(0x7ff) << 52 : UINT64_C(0xff) << 23);
}

static ir_ref
is_nan(struct rdna_lowering *l, ir_ref value)
{
    return ULT(infinity(l), AND(value, size_bits(l)));
}

/* Both zeros are one. */
static ir_ref
is_equal(struct rdna_lowering *l)
{
    const ir_ref are_zeros = IEQ(AND(OR(A, C), size_bits(l)), LIKE(0));
    const ir_ref are_same = AND(IEQ(A, C), NOT(is_nan(l, A)));

    return OR(are_zeros, are_same);
}

/* In LDS MODE says whether denormals are zeros. */
static ir_ref
flush(struct rdna_lowering *l, ir_ref value, unsigned kept)
{
    const unsigned denorm = is_wide(l) ? l->mode.denorm64_16 : l->mode.denorm32;

    if (l->info->family != rdna_family_ds || denorm & kept)
        return value;
    const ir_ref is_small = IEQ(AND(value, infinity(l)), LIKE(0));
    return SELECT(is_small, AND(value, sign_bit(l)), value);
}

/* Integers in the order of floats, -0 below 0. */
static ir_ref
order(struct rdna_lowering *l, ir_ref value)
{
    return SELECT(ILT(value, LIKE(0)), XOR(value, size_bits(l)), value);
}

/* A signalling NaN, made quiet, comes before all where MODE has IEEE. */
static ir_ref
prefer_signal(struct rdna_lowering *l, ir_ref value, ir_ref result)
{
    const ir_ref quiet = LIKE(is_wide(l) ? UINT64_C(1) << 51 : UINT64_C(1) << 22);
    const ir_ref is_quiet = INE(AND(value, quiet), LIKE(0));
    const ir_ref is_signal = AND(is_nan(l, value), NOT(is_quiet));

    return SELECT(is_signal, OR(value, quiet), result);
}

/* The least or the greatest; of a NaN and a number the number. */
static ir_ref
pick(struct rdna_lowering *l, bool is_min)
{
    const ir_ref x = flush(l, A, 1);
    const ir_ref y = flush(l, B, 1);
    const ir_ref first = order(l, x);
    const ir_ref second = order(l, y);
    const ir_ref takes_x = is_min ? ILT(first, second) : ILT(second, first);
    const ir_ref best = SELECT(takes_x, x, y);
    ir_ref result = SELECT(is_nan(l, x), y, SELECT(is_nan(l, y), x, best));

    if (l->info->family == rdna_family_ds && l->mode.ieee) {
        result = prefer_signal(l, y, result);
        result = prefer_signal(l, x, result);
    }
    return flush(l, result, 2);
}

static ir_ref
add_floats(struct rdna_lowering *l)
{
    const ir_ref x = rdna_flush_operand(l, BITS(f32, A), 32);
    const ir_ref y = rdna_flush_operand(l, BITS(f32, B), 32);
    const ir_ref sum = rdna_flush_result(l, FADD(x, y), 32);

    return BITS(i32, sum);
}

/* 32 bits of 64: those whose top bit is set replace, without it. */
static ir_ref
replace_half(struct rdna_lowering *l, unsigned shift)
{
    const ir_ref is_set = INE(AND(B, LIKE(UINT64_C(0x80000000) << shift)), LIKE(0));
    const ir_ref replaced = AND(B, LIKE(UINT64_C(0x7fffffff) << shift));

    return SELECT(is_set, replaced, AND(A, LIKE(UINT64_C(0xffffffff) << shift)));
}

/* Of operands in l->source. */
static ir_ref
new_value(struct rdna_lowering *l)
{
    switch (kind_of(l)) {
#define DIRECT(kind, op, value)                                                                    \
    case kind_##kind:                                                                              \
        return value;
#define BY_LOOP(kind, value)                                                                       \
    case kind_##kind:                                                                              \
        return value;
#include "rdna/lower/rows_atomic.def"
    case kind_none:
        break;
    }
    return A;
}

/* ir_op_none: a loop does it. */
static enum ir_op
direct_op(enum kind kind)
{
    switch ((unsigned)kind) {
#define DIRECT(kind, op, value)                                                                    \
    case kind_##kind:                                                                              \
        return ir_op_##op;
#define BY_LOOP(kind, value)
#include "rdna/lower/rows_atomic.def"
    }
    return ir_op_none;
}

/* ---- memory ---- */

static ir_ref
atomic(struct rdna_lowering *l, enum rdna_segment segment, enum ir_op op, ir_ref offset,
       ir_ref value, ir_ref comparator)
{
    const enum ir_type type = (enum ir_type)ir_type_of(l->shader, value);
    const uint32_t compares = op == ir_op_select;
    struct ir_builder *b = &l->b;

    if (segment == rdna_segment_lds) {
        const ir_ref operands[3] = {offset, value, comparator};
        return ir_build_list(b, ir_op_atomic_shared, (ir_type_id)type, operands, 2 + compares,
                             IR_ATOMIC(op));
    }
    const ir_ref operands[4] = {offset, WORD(0), value, comparator};
    return ir_build_list(b, ir_op_atomic_buffer, (ir_type_id)type, operands, 3 + compares,
                         rdna_window(l) | IR_ATOMIC(op));
}

static ir_ref
load_wide(struct rdna_lowering *l, enum rdna_segment segment, ir_ref offset)
{
    if (segment == rdna_segment_lds)
        return ir_build_op(&l->b, ir_op_load_shared, ir_type_i64, offset, 0, 0);
    return ir_build_load_buffer(&l->b, ir_type_i64, rdna_window(l), offset);
}

/* Helpers exchange nothing, and would go on for ever. */
static bool
begin_exchange(struct rdna_lowering *l)
{
    if (l->options->stage != ir_stage_fragment)
        return false;
    const ir_ref is_helper = ir_build_op(&l->b, ir_op_is_helper, ir_type_bool, 0, 0, 0);
    ir_build_if(&l->b, NOT(is_helper));
    return true;
}

static void
end_if(struct rdna_lowering *l)
{
    ir_build_else(&l->b);
    ir_build_endif(&l->b);
}

/* The loop ends when what was seen is what was found. */
static void
end_round(struct rdna_lowering *l, uint32_t seen, ir_ref found)
{
    ir_build_if(&l->b, IEQ(found, A));
    ir_build_break(&l->b);
    ir_build_else(&l->b);
    ir_build_endif(&l->b);
    ir_build_write(&l->b, seen, found);
    ir_build_endloop(&l->b);
}

static ir_ref
exchange_by_loop(struct rdna_lowering *l, enum rdna_segment segment, ir_ref offset)
{
    const enum ir_type type = (enum ir_type)ir_type_of(l->shader, B);
    struct rdna_memory *m = rdna_memory_of(l);
    const uint32_t seen = type == ir_type_i64 ? m->wide_seen : m->seen;

    ir_build_write(&l->b, seen, ir_build_const(&l->b, type, 0));
    const bool is_guarded = begin_exchange(l);
    ir_build_write(&l->b, seen,
                   type == ir_type_i64 ? load_wide(l, segment, offset)
                                       : rdna_load_word(l, segment, offset));
    ir_build_loop(&l->b);
    A = ir_build_read(&l->b, seen, type);
    const ir_ref value = new_value(l);
    end_round(l, seen, atomic(l, segment, ir_op_select, offset, value, A));
    if (is_guarded)
        end_if(l);
    return ir_build_read(&l->b, seen, type);
}

/* The halves of 64 bits that a swizzled buffer has in two places: one after the other. */
static ir_ref
exchange_parts(struct rdna_lowering *l, const struct rdna_place *place)
{
    const struct rdna_extent extent = {.most = 8};
    ir_ref words[RDNA_PARTS], changed[RDNA_PARTS] = {0};

    rdna_load(l, place, &extent, words);
    A = ir_build_join(&l->b, ir_type_i64, words[0], words[1]);
    const ir_ref old = A;
    ir_ref value = new_value(l);
    if (kind_of(l) == kind_cmpswap)
        value = SELECT(IEQ(A, C), B, A);
    else if (direct_op(kind_of(l)) != ir_op_none && kind_of(l) != kind_swap)
        value = rdna_fold(l, direct_op(kind_of(l)), A, value, 0);
    ir_build_split(&l->b, value, changed);
    rdna_store(l, place, &extent, changed);
    return old;
}

static ir_ref
exchange_whole(struct rdna_lowering *l, const struct rdna_place *place)
{
    const enum ir_op op = direct_op(kind_of(l));
    ir_ref inside = place->inside[0];

    if (ir_type_of(l->shader, B) == ir_type_i64)
        inside = AND(inside, place->inside[1]);
    const ir_ref offset = SELECT(inside, place->first, WORD(RDNA_OUTSIDE));
    if (op == ir_op_none)
        return exchange_by_loop(l, place->segment, offset);
    A = B;
    return atomic(l, place->segment, op, offset, new_value(l), C);
}

ir_ref
rdna_exchange(struct rdna_lowering *l, const struct rdna_place *place, ir_ref data, ir_ref other)
{
    const enum kind kind = kind_of(l);
    const bool obeys_mode = kind == kind_fmin || kind == kind_fmax || kind == kind_fadd;
    struct rdna_memory *m = rdna_memory_of(l);
    uint64_t cut;

    B = data;
    C = other;
    if (obeys_mode && l->info->family == rdna_family_ds &&
        l->scan.modes[l->index] == RDNA_MODE_UNKNOWN)
        rdna_refuse(l, QD_CODE_UNSUPPORTED, "what MODE is here is not known");
    if (ir_type_of(l->shader, data) == ir_type_i32 ||
        (rdna_known_bits(l, place->cut, &cut) && cut == 0))
        return exchange_whole(l, place);
    ir_build_if(&l->b, INE(place->cut, WORD(0)));
    ir_build_write(&l->b, m->wide_seen, exchange_parts(l, place));
    ir_build_else(&l->b);
    ir_build_write(&l->b, m->wide_seen, exchange_whole(l, place));
    ir_build_endif(&l->b);
    return ir_build_read(&l->b, m->wide_seen, ir_type_i64);
}

/* ---- parts of dwords ---- */

void
rdna_merge_word(struct rdna_lowering *l, enum rdna_segment segment, ir_ref offset, ir_ref mask,
                ir_ref bits)
{
    const uint32_t seen = rdna_memory_of(l)->seen;
    const ir_ref kept = NOT(mask);

    if (segment == rdna_segment_scratch) {
        const ir_ref word = rdna_load_word(l, segment, offset);
        rdna_store_word(l, segment, offset, OR(AND(word, kept), AND(bits, mask)));
        return;
    }
    const ir_ref changed = AND(bits, mask);
    const bool is_guarded = begin_exchange(l);
    ir_build_write(&l->b, seen, rdna_load_word(l, segment, offset));
    ir_build_loop(&l->b);
    A = ir_build_read(&l->b, seen, ir_type_i32);
    const ir_ref value = OR(AND(A, kept), changed);
    end_round(l, seen, atomic(l, segment, ir_op_select, offset, value, A));
    if (is_guarded)
        end_if(l);
}
