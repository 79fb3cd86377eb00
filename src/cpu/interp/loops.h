/* SPDX-License-Identifier: MIT
 *
 * The body of loops.c and loops_avx2.c: one loop over the lanes for each row of ops.def and type,
 * and the table INTERP_LOOPS of them. The loops run over all lanes, active or not, and over the
 * lanes that pad the last chunk: no op traps, and nobody reads what comes out there. Only where a
 * lane costs a call the padding is left alone.
 */
#include "base/bits.h"
#include "cpu/interp/interp_priv.h"
#include "ir/eval.h"

/* The words of ops.def's flags column that rows with a value have. */
#define PURE IR_OP_PURE
#define COMM IR_OP_COMM
#define INEXACT IR_OP_INEXACT

/* How values lie in slots, and what the expressions see. */
#define WORD_bool uint8_t
#define WORD_i8 uint8_t
#define WORD_i16 uint16_t
#define WORD_i32 uint32_t
#define WORD_i64 uint64_t
#define WORD_f16 uint16_t
#define WORD_f32 uint32_t
#define WORD_f64 uint64_t

#define VALUE_bool(word, ctype) ((ctype)((word)&1))
#define VALUE_i8(word, ctype) ((ctype)(word))
#define VALUE_i16(word, ctype) ((ctype)(word))
#define VALUE_i32(word, ctype) ((ctype)(word))
#define VALUE_i64(word, ctype) ((ctype)(word))
#define VALUE_f16(word, ctype) ir_eval_double_of_half(word)
#define VALUE_f32(word, ctype) base_float_of_bits(word)
#define VALUE_f64(word, ctype) base_double_of_bits(word)

#define BITS_bool(value) ((uint8_t)((value)&1))
#define BITS_i8(value) ((uint8_t)(value))
#define BITS_i16(value) ((uint16_t)(value))
#define BITS_i32(value) ((uint32_t)(value))
#define BITS_i64(value) ((uint64_t)(value))
#define BITS_f16(value) ir_eval_half_of_double(value)
#define BITS_f32(value) base_bits_of_float(value)
#define BITS_f64(value) base_bits_of_double(value)

#define IS_COSTLY_bool 0
#define IS_COSTLY_i8 0
#define IS_COSTLY_i16 0
#define IS_COSTLY_i32 0
#define IS_COSTLY_i64 0
#define IS_COSTLY_f16 1
#define IS_COSTLY_f32 0
#define IS_COSTLY_f64 0

/* for (i, each lane): in steps of a known size, so that vector code needs no remainder; an inner
 * loop that is unrolled first is no loop any more to the vectorizer, and an index without a sign
 * might wrap. Where a lane costs a call the step is a quad, so that no lanes are added. */
#define EACH_LANE(i, is_costly)                                                                    \
    for (ptrdiff_t i##_step = (is_costly) ? 4 : INTERP_CHUNK, i##_first = 0;                       \
         i##_first < (ptrdiff_t)((is_costly) ? run->lanes : run->padded); i##_first += i##_step)   \
    _Pragma("GCC unroll 1") for (ptrdiff_t i = i##_first; i < i##_first + i##_step; i++)

#define AT(field) ((void *)(base + inst->field))

/* The handlers and, apart from them, the loops: slots of different values do not overlap, which
 * compilers believe of a function's parameters alone. */
#define LOOP1(type, ctype, op, flags, value)                                                       \
    static inline void loop_##op##_##type(WORD_##type *restrict d, const WORD_##type *restrict x,  \
                                          const struct interp_run *run)                            \
    {                                                                                              \
        enum { IS_HALF = (int)ir_type_##type == (int)ir_type_f16 };                                \
        EACH_LANE(i, ((flags)&INEXACT) || IS_COSTLY_##type)                                        \
        {                                                                                          \
            const ctype a = VALUE_##type(x[i], ctype);                                             \
            d[i] = BITS_##type((ctype)(value));                                                    \
        }                                                                                          \
    }                                                                                              \
    static INTERP_HANDLER(interp_##op##_##type)                                                    \
    {                                                                                              \
        loop_##op##_##type(AT(d), AT(a), run);                                                     \
        return inst + 1;                                                                           \
    }
#define LOOP2(type, ctype, op, flags, value)                                                       \
    static inline void loop_##op##_##type(WORD_##type *restrict d, const WORD_##type *restrict x,  \
                                          const WORD_##type *restrict y,                           \
                                          const struct interp_run *run)                            \
    {                                                                                              \
        EACH_LANE(i, ((flags)&INEXACT) || IS_COSTLY_##type)                                        \
        {                                                                                          \
            const ctype a = VALUE_##type(x[i], ctype), b = VALUE_##type(y[i], ctype);              \
            d[i] = BITS_##type((ctype)(value));                                                    \
        }                                                                                          \
    }                                                                                              \
    static INTERP_HANDLER(interp_##op##_##type)                                                    \
    {                                                                                              \
        loop_##op##_##type(AT(d), AT(a), AT(b), run);                                              \
        return inst + 1;                                                                           \
    }
#define LOOP3(type, ctype, op, flags, value)                                                       \
    static inline void loop_##op##_##type(                                                         \
        WORD_##type *restrict d, const WORD_##type *restrict x, const WORD_##type *restrict y,     \
        const WORD_##type *restrict z, const struct interp_run *run)                               \
    {                                                                                              \
        EACH_LANE(i, ((flags)&INEXACT) || IS_COSTLY_##type)                                        \
        {                                                                                          \
            const ctype a = VALUE_##type(x[i], ctype), b = VALUE_##type(y[i], ctype);              \
            const ctype c = VALUE_##type(z[i], ctype);                                             \
            d[i] = BITS_##type((ctype)(value));                                                    \
        }                                                                                          \
    }                                                                                              \
    static INTERP_HANDLER(interp_##op##_##type)                                                    \
    {                                                                                              \
        loop_##op##_##type(AT(d), AT(a), AT(b), AT(c), run);                                       \
        return inst + 1;                                                                           \
    }
#define LOOP_COMPARE(type, ctype, op, value)                                                       \
    static inline void loop_##op##_##type(uint8_t *restrict d, const WORD_##type *restrict x,      \
                                          const WORD_##type *restrict y,                           \
                                          const struct interp_run *run)                            \
    {                                                                                              \
        EACH_LANE(i, IS_COSTLY_##type)                                                             \
        {                                                                                          \
            const ctype a = VALUE_##type(x[i], ctype), b = VALUE_##type(y[i], ctype);              \
            d[i] = (value) ? 1 : 0;                                                                \
        }                                                                                          \
    }                                                                                              \
    static INTERP_HANDLER(interp_##op##_##type)                                                    \
    {                                                                                              \
        loop_##op##_##type(AT(d), AT(a), AT(b), run);                                              \
        return inst + 1;                                                                           \
    }
#define LOOP_CONVERT(to, to_ctype, from, from_ctype, op, value)                                    \
    static inline void loop_##op##_##to##_##from(                                                  \
        WORD_##to *restrict d, const WORD_##from *restrict x, const struct interp_run *run)        \
    {                                                                                              \
        typedef to_ctype TO;                                                                       \
                                                                                                   \
        EACH_LANE(i, IS_COSTLY_##to || IS_COSTLY_##from)                                           \
        {                                                                                          \
            const from_ctype a = VALUE_##from(x[i], from_ctype);                                   \
            d[i] = BITS_##to((TO)(value));                                                         \
        }                                                                                          \
    }                                                                                              \
    static INTERP_HANDLER(interp_##op##_##to##_##from)                                             \
    {                                                                                              \
        loop_##op##_##to##_##from(AT(d), AT(a), run);                                              \
        return inst + 1;                                                                           \
    }

#define FROM(from, ctype, to, op, value) IR_TO_##to(LOOP_CONVERT, from, ctype, op, value)

#define ALU1(op, types, flags, value) IR_EACH_##types(LOOP1, op, flags, value)
#define ALU2(op, types, flags, value) IR_EACH_##types(LOOP2, op, flags, value)
#define ALU3(op, types, flags, value) IR_EACH_##types(LOOP3, op, flags, value)
#define CMP2(op, types, flags, value) IR_EACH_##types(LOOP_COMPARE, op, value)
#define CONV(op, to, from, flags, value) IR_EACH_##from(FROM, to, op, value)
#include "ir/ops.def"

#define LOOPS_OF_WIDTH(bits)                                                                       \
    static inline void loop_select_##bits(                                                         \
        uint##bits##_t *restrict d, const uint8_t *restrict x, const uint##bits##_t *restrict y,   \
        const uint##bits##_t *restrict z, const struct interp_run *run)                            \
    {                                                                                              \
        EACH_LANE(i, false)                                                                        \
        {                                                                                          \
            const uint##bits##_t a = y[i], b = z[i];                                               \
            d[i] = x[i] & 1 ? a : b;                                                               \
        }                                                                                          \
    }                                                                                              \
    static INTERP_HANDLER(interp_select_##bits)                                                    \
    {                                                                                              \
        loop_select_##bits(AT(d), AT(a), AT(b), AT(c), run);                                       \
        return inst + 1;                                                                           \
    }                                                                                              \
    static inline void loop_merge_##bits(uint##bits##_t *restrict d, const uint8_t *restrict x,    \
                                         const uint##bits##_t *restrict y,                         \
                                         const struct interp_run *run)                             \
    {                                                                                              \
        EACH_LANE(i, false)                                                                        \
        {                                                                                          \
            const uint##bits##_t a = y[i], b = d[i];                                               \
            d[i] = x[i] ? a : b;                                                                   \
        }                                                                                          \
    }                                                                                              \
    static INTERP_HANDLER(interp_merge_##bits)                                                     \
    {                                                                                              \
        /* Lanes that the run began without never matter. */                                       \
        if (run->active == run->start)                                                             \
            memcpy(AT(d), AT(a), run->padded *((bits) / 8));                                       \
        else                                                                                       \
            loop_merge_##bits(AT(d), interp_active_bytes(run), AT(a), run);                        \
        return inst + 1;                                                                           \
    }
LOOPS_OF_WIDTH(8)
LOOPS_OF_WIDTH(16)
LOOPS_OF_WIDTH(32)
LOOPS_OF_WIDTH(64)

#define ROW(type, ctype, op) [ir_op_##op][ir_type_##type] = interp_##op##_##type,
#define ROW_CONVERT(to, ctype, from, op)                                                           \
    [ir_type_##to][ir_type_##from] = interp_##op##_##to##_##from,
#define ROW_FROM(from, ctype, to, op) IR_TO_##to(ROW_CONVERT, from, op)

const struct interp_loops INTERP_LOOPS = {
    .alu =
        {
#define ALU1(op, types, flags, value) IR_EACH_##types(ROW, op)
#define ALU2(op, types, flags, value) IR_EACH_##types(ROW, op)
#define ALU3(op, types, flags, value) IR_EACH_##types(ROW, op)
#define CMP2(op, types, flags, value) IR_EACH_##types(ROW, op)
#include "ir/ops.def"
        },
    .convert =
        {
#define CONV(op, to, from, flags, value)                                                           \
    [interp_conversion_##op] = {IR_EACH_##from(ROW_FROM, to, op)},
#include "ir/ops.def"
        },
    .select = {interp_select_8, interp_select_16, interp_select_32, interp_select_64},
    .merge = {interp_merge_8, interp_merge_16, interp_merge_32, interp_merge_64},
};
