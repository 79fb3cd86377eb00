/* SPDX-License-Identifier: MIT
 *
 * The ops that look at other lanes. They read what lies in the slots, of inactive lanes too, and
 * write all lanes; only votes and read_first ask which lanes are active.
 */
#include "base/bits.h"
#include "cpu/interp/interp_priv.h"

/* Floats as they lie in slots. A difference of halves is exact in float up to its one rounding. */
#define WORD_f16 uint16_t
#define WORD_f32 uint32_t
#define WORD_f64 uint64_t
#define SUBTRACT_f16(a, b) base_half_from_float(base_half_to_float(a) - base_half_to_float(b))
#define SUBTRACT_f32(a, b) base_bits_of_float(base_float_of_bits(a) - base_float_of_bits(b))
#define SUBTRACT_f64(a, b) base_bits_of_double(base_double_of_bits(a) - base_double_of_bits(b))

/* X(derivative, type, step between the two places, bits of the place that they share). */
#define EACH_DERIVATIVE(X, type)                                                                   \
    X(ddx_coarse, type, 1, 0)                                                                      \
    X(ddy_coarse, type, 2, 0) X(ddx_fine, type, 1, 2) X(ddy_fine, type, 2, 1)

#define DERIVATIVE(op, type, step, shared)                                                         \
    static INTERP_HANDLER(op##_##type)                                                             \
    {                                                                                              \
        const WORD_##type *x = (const void *)(base + inst->a);                                     \
        WORD_##type *d = (void *)(base + inst->d);                                                 \
                                                                                                   \
        for (size_t i = 0; i < run->lanes; i++) {                                                  \
            const size_t place = (i & ~(size_t)3) | (i & (shared));                                \
                                                                                                   \
            d[i] = SUBTRACT_##type(x[place + (step)], x[place]);                                   \
        }                                                                                          \
        return inst + 1;                                                                           \
    }
EACH_DERIVATIVE(DERIVATIVE, f16)
EACH_DERIVATIVE(DERIVATIVE, f32)
EACH_DERIVATIVE(DERIVATIVE, f64)

/* Reads by width: X(type, C type, how a word of it is read). An inactive lane's bool may hold
 * anything, and becomes one of the two values here. */
#define BOOL_WORD(word) ((uint8_t)((word)&1))
#define ANY_WORD(word) (word)
#define EACH_WORD(X)                                                                               \
    X(bool_1, uint8_t, BOOL_WORD)                                                                  \
    X(1, uint8_t, ANY_WORD)                                                                        \
    X(2, uint16_t, ANY_WORD) X(4, uint32_t, ANY_WORD) X(8, uint64_t, ANY_WORD)

#define READS(width, word, read)                                                                   \
    static INTERP_HANDLER(quad_read_##width)                                                       \
    {                                                                                              \
        const word *x = (const void *)(base + inst->a);                                            \
        const uint32_t *place = (const void *)(base + inst->b);                                    \
        word *d = (void *)(base + inst->d);                                                        \
                                                                                                   \
        for (size_t i = 0; i < run->lanes; i++)                                                    \
            d[i] = read(x[(i & ~(size_t)3) | (place[i] & 3)]);                                     \
        return inst + 1;                                                                           \
    }                                                                                              \
    static INTERP_HANDLER(quad_perm_##width)                                                       \
    {                                                                                              \
        const word *x = (const void *)(base + inst->a);                                            \
        word *d = (void *)(base + inst->d);                                                        \
                                                                                                   \
        for (size_t i = 0; i < run->lanes; i++)                                                    \
            d[i] = read(x[(i & ~(size_t)3) | (inst->b >> 2 * (i & 3) & 3)]);                       \
        return inst + 1;                                                                           \
    }                                                                                              \
    static INTERP_HANDLER(shuffle_##width)                                                         \
    {                                                                                              \
        const word *x = (const void *)(base + inst->a);                                            \
        const uint32_t *lane = (const void *)(base + inst->b);                                     \
        word *d = (void *)(base + inst->d);                                                        \
                                                                                                   \
        /* No such lane is as good as an inactive one. */                                          \
        for (size_t i = 0; i < run->lanes; i++)                                                    \
            d[i] = read(x[lane[i] & (run->lanes - 1)]);                                            \
        return inst + 1;                                                                           \
    }                                                                                              \
    static INTERP_HANDLER(read_first_##width)                                                      \
    {                                                                                              \
        const word *x = (const void *)(base + inst->a);                                            \
        word *d = (void *)(base + inst->d);                                                        \
        const word first = x[first_active(run)];                                                   \
                                                                                                   \
        for (size_t i = 0; i < run->lanes; i++)                                                    \
            d[i] = read(first);                                                                    \
        return inst + 1;                                                                           \
    }                                                                                              \
    static INTERP_HANDLER(vote_eq_##width)                                                         \
    {                                                                                              \
        const word *x = (const void *)(base + inst->a);                                            \
        const word first = x[first_active(run)];                                                   \
        bool is_one = true;                                                                        \
                                                                                                   \
        for (size_t i = 0; i < run->lanes; i++)                                                    \
            is_one = is_one && (x[i] == first || !(run->active >> i & 1));                         \
        return vote(inst, base, run, is_one);                                                      \
    }

/* The lowest active lane; some lane always is. */
static size_t
first_active(const struct interp_run *run)
{
    size_t lane = 0;

    while (lane < run->lanes - 1 && !(run->active >> lane & 1))
        lane++;
    return lane;
}

static uint64_t
true_lanes(const struct interp_inst *inst, char *base, const struct interp_run *run)
{
    return run->active & interp_mask_of_value((void *)(base + inst->a), run->padded);
}

/* All lanes get the one result. */
static const struct interp_inst *
vote(const struct interp_inst *inst, char *base, const struct interp_run *run, bool result)
{
    interp_value_of_mask(result ? UINT64_MAX : 0, (void *)(base + inst->d), run->padded);
    return inst + 1;
}

EACH_WORD(READS)

/* The lowest bit of each four tells if any, or no, bit of the four is set; spread to all four. */
static uint64_t
any_of_quad(uint64_t mask)
{
    const uint64_t pairs = mask | mask >> 1;

    return ((pairs | pairs >> 2) & UINT64_C(0x1111111111111111)) * 15;
}

static INTERP_HANDLER(quad_any)
{
    const uint64_t mask = any_of_quad(true_lanes(inst, base, run));

    interp_value_of_mask(mask, (void *)(base + inst->d), run->padded);
    return inst + 1;
}

static INTERP_HANDLER(quad_all)
{
    const uint64_t mask = ~any_of_quad(run->active & ~true_lanes(inst, base, run));

    interp_value_of_mask(mask, (void *)(base + inst->d), run->padded);
    return inst + 1;
}

static INTERP_HANDLER(vote_any) { return vote(inst, base, run, true_lanes(inst, base, run) != 0); }

static INTERP_HANDLER(vote_all)
{
    return vote(inst, base, run, true_lanes(inst, base, run) == run->active);
}

static INTERP_HANDLER(ballot)
{
    const uint64_t mask = true_lanes(inst, base, run);
    uint32_t *d = (void *)(base + inst->d);

    for (size_t i = 0; i < run->padded; i++) {
        d[i] = (uint32_t)mask;
        d[run->padded + i] = (uint32_t)(mask >> 32);
        d[2 * run->padded + i] = 0;
        d[3 * run->padded + i] = 0;
    }
    return inst + 1;
}

#define ROWS_ANY(op)                                                                               \
    {                                                                                              \
        [ir_type_bool] = op##_bool_1, [ir_type_i8] = op##_1, [ir_type_i16] = op##_2,               \
        [ir_type_f16] = op##_2, [ir_type_i32] = op##_4, [ir_type_f32] = op##_4,                    \
        [ir_type_i64] = op##_8, [ir_type_f64] = op##_8                                             \
    }
#define ROWS_FLOAT(op)                                                                             \
    {                                                                                              \
        [ir_type_f16] = op##_f16, [ir_type_f32] = op##_f32, [ir_type_f64] = op##_f64               \
    }
#define ROWS_BOOL(op)                                                                              \
    {                                                                                              \
        [ir_type_bool] = op                                                                        \
    }

static const interp_handler handlers[ir_op_count][ir_type_count] = {
    [ir_op_ddx_coarse] = ROWS_FLOAT(ddx_coarse), [ir_op_ddy_coarse] = ROWS_FLOAT(ddy_coarse),
    [ir_op_ddx_fine] = ROWS_FLOAT(ddx_fine),     [ir_op_ddy_fine] = ROWS_FLOAT(ddy_fine),
    [ir_op_quad_read] = ROWS_ANY(quad_read),     [ir_op_quad_perm] = ROWS_ANY(quad_perm),
    [ir_op_quad_any] = ROWS_BOOL(quad_any),      [ir_op_quad_all] = ROWS_BOOL(quad_all),
    [ir_op_vote_any] = ROWS_BOOL(vote_any),      [ir_op_vote_all] = ROWS_BOOL(vote_all),
    [ir_op_vote_eq] = ROWS_ANY(vote_eq),         [ir_op_ballot] = ROWS_BOOL(ballot),
    [ir_op_read_first] = ROWS_ANY(read_first),   [ir_op_shuffle] = ROWS_ANY(shuffle),
};

interp_handler
interp_find_cross(enum ir_op op, enum ir_type type)
{
    return handlers[op][type];
}
