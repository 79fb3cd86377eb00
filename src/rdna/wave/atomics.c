/* SPDX-License-Identifier: MIT */
#include "atomics.h"

static uint64_t
rdna_condxchg(uint64_t old, uint64_t data)
{
    for (unsigned i = 0; i < 64; i += 32)
        if (data >> i & 0x80000000)
            old = (old & ~(UINT64_C(0xffffffff) << i)) | (data & UINT64_C(0x7fffffff) << i);
    return old;
}

#define T uint32_t
#define S int32_t
#define F(function) rdna_##function##_f32
static uint32_t
apply32(enum rdna_atomic atomic, const struct rdna_mode *m, T old, T data, T other)
{
    switch (atomic) {
#define RDNA_ATOMIC(name, value)                                                                   \
    case rdna_atomic_##name:                                                                       \
        return value;
#define RDNA_ATOMIC_FLOAT RDNA_ATOMIC
#include "atomics.def"
    case rdna_atomic_none:
    case rdna_atomic_count:
        break;
    }
    return old;
}
#undef T
#undef S
#undef F

#define T uint64_t
#define S int64_t
#define F(function) rdna_##function##_f64
static uint64_t
apply64(enum rdna_atomic atomic, const struct rdna_mode *m, T old, T data, T other)
{
    switch (atomic) {
#define RDNA_ATOMIC(name, value)                                                                   \
    case rdna_atomic_##name:                                                                       \
        return value;
#define RDNA_ATOMIC_FLOAT RDNA_ATOMIC
#include "atomics.def"
    case rdna_atomic_none:
    case rdna_atomic_count:
        break;
    }
    return old;
}
#undef T
#undef S
#undef F

uint64_t
rdna_atomic_apply(enum rdna_atomic atomic, unsigned bits, const struct rdna_mode *mode,
                  uint64_t old, uint64_t data, uint64_t other)
{
    if (bits == 64)
        return apply64(atomic, mode, old, data, other);
    return apply32(atomic, mode, (uint32_t)old, (uint32_t)data, (uint32_t)other);
}

/* Rows by what they do. Each list stands for all widths and families that have the operation. */
#define WIDE(name, atomic)                                                                         \
    [rdna_op_##name] = rdna_atomic_##atomic, [rdna_op_##name##_x2] = rdna_atomic_##atomic,
#define VECTOR(name, atomic)                                                                       \
    WIDE(buffer_atomic_##name, atomic)                                                             \
    WIDE(flat_atomic_##name, atomic)                                                               \
    WIDE(global_atomic_##name, atomic)                                                             \
    [rdna_op_image_atomic_##name] = rdna_atomic_##atomic,
#define ALL(name)                                                                                  \
    VECTOR(name, name)                                                                             \
    WIDE(s_buffer_atomic_##name, name)                                                             \
    WIDE(s_atomic_##name, name)
#define LOCAL(name, type, atomic)                                                                  \
    [rdna_op_ds_##name##_##type] = rdna_atomic_##atomic,                                           \
    [rdna_op_ds_##name##_rtn_##type] = rdna_atomic_##atomic,
#define LOCAL2(name, type, atomic)                                                                 \
    LOCAL(name, type, atomic)[rdna_op_ds_##name##_src2_##type] = rdna_atomic_##atomic,
#define EXCHANGE(type)                                                                             \
    [rdna_op_ds_wrxchg_rtn_##type] = rdna_atomic_swap,                                             \
    [rdna_op_ds_wrxchg2_rtn_##type] = rdna_atomic_swap,                                            \
    [rdna_op_ds_wrxchg2st64_rtn_##type] = rdna_atomic_swap,                                        \
    [rdna_op_ds_write_src2_##type] = rdna_atomic_swap,

/* clang-format off */
static const uint8_t atomics[rdna_op_count] = {
    ALL(swap) ALL(cmpswap) ALL(add) ALL(sub) ALL(smin) ALL(umin) ALL(smax) ALL(umax)
    ALL(and) ALL(or) ALL(xor) ALL(inc) ALL(dec)
    VECTOR(fcmpswap, fcmpswap) VECTOR(fmin, fmin) VECTOR(fmax, fmax)
    [rdna_op_buffer_atomic_csub] = rdna_atomic_csub,
    [rdna_op_global_atomic_csub] = rdna_atomic_csub,
    LOCAL2(add, u32, add) LOCAL2(sub, u32, sub) LOCAL2(rsub, u32, rsub)
    LOCAL2(inc, u32, inc) LOCAL2(dec, u32, dec)
    LOCAL2(min, i32, smin) LOCAL2(max, i32, smax) LOCAL2(min, u32, umin) LOCAL2(max, u32, umax)
    LOCAL2(and, b32, and) LOCAL2(or, b32, or) LOCAL2(xor, b32, xor)
    LOCAL2(min, f32, fmin) LOCAL2(max, f32, fmax) LOCAL2(add, f32, fadd)
    LOCAL2(add, u64, add) LOCAL2(sub, u64, sub) LOCAL2(rsub, u64, rsub)
    LOCAL2(inc, u64, inc) LOCAL2(dec, u64, dec)
    LOCAL2(min, i64, smin) LOCAL2(max, i64, smax) LOCAL2(min, u64, umin) LOCAL2(max, u64, umax)
    LOCAL2(and, b64, and) LOCAL2(or, b64, or) LOCAL2(xor, b64, xor)
    LOCAL2(min, f64, fmin) LOCAL2(max, f64, fmax)
    LOCAL(mskor, b32, mskor) LOCAL(mskor, b64, mskor)
    LOCAL(cmpst, b32, cmpswap) LOCAL(cmpst, b64, cmpswap)
    LOCAL(cmpst, f32, fcmpswap) LOCAL(cmpst, f64, fcmpswap)
    EXCHANGE(b32) EXCHANGE(b64)
    [rdna_op_ds_wrap_rtn_b32] = rdna_atomic_wrap,
    [rdna_op_ds_condxchg32_rtn_b64] = rdna_atomic_condxchg,
    [rdna_op_ds_append] = rdna_atomic_add,
    [rdna_op_ds_consume] = rdna_atomic_sub,
    [rdna_op_ds_ordered_count] = rdna_atomic_add,
};
/* clang-format on */

enum rdna_atomic
rdna_atomic_of(enum rdna_op row)
{
    return (enum rdna_atomic)atomics[row];
}
