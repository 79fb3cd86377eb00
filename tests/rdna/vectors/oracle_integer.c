/* SPDX-License-Identifier: MIT */
#include "wide.h"

static wide
averages(wide a, wide b, wide c)
{
    wide result = 0;

    for (int i = 0; i < 4; i++)
        result += (byte_of(a, i) + byte_of(b, i) + byte_of(c, i) % 2) / 2 << 8 * i;
    return result;
}

/* Of the bytes; where the reference's is 0 they are left out of the masked sum. */
static wide
distances(wide a, wide reference, bool masked)
{
    wide sum = 0;

    for (int i = 0; i < 4; i++)
        if (!masked || byte_of(reference, i) != 0)
            sum += apart(byte_of(a, i), byte_of(reference, i));
    return sum;
}

static wide
windows(const struct rdna_env *env, wide a, wide b, wide c, bool masked)
{
    wide result = 0;

    for (int i = 0; i < 4; i++) {
        const wide sum = distances(U(a >> 8 * i, 32), b, masked) + U(c >> 16 * i, 16);
        result |= cut_u(env, sum, 16) << 16 * i;
    }
    return result;
}

static wide
permuted(wide high, wide low, wide selectors)
{
    wide pool[14], result = 0;

    for (int i = 0; i < 4; i++) {
        pool[i] = byte_of(low, i);
        pool[4 + i] = byte_of(high, i);
    }
    for (int i = 0; i < 4; i++)
        pool[8 + i] = pool[1 + 2 * i] >= 0x80 ? 0xff : 0;
    pool[12] = 0;
    pool[13] = 0xff;
    for (int i = 0; i < 4; i++)
        result |= pool[(int)least_of(byte_of(selectors, i), 13)] << 8 * i;
    return result;
}

static wide
products(wide a, wide b, int width, bool is_signed)
{
    wide sum = 0;

    for (int i = 0; i < 32; i += width) {
        const wide x = U(a >> i, width), y = U(b >> i, width);
        sum += is_signed ? S(x, width) * S(y, width) : x * y;
    }
    return sum;
}

/* Both halves normal and no NaN. */
static bool
is_plain_f16(wide x)
{
    for (int i = 0; i < 32; i += 16)
        if (!U(x >> (10 + i), 5) || U(x >> (10 + i), 5) == 31)
            return false;
    return true;
}

static bool
v_mqsad_u32_u8_expect(const struct rdna_env *env, const struct vector_in *in,
                      struct vector_out *out)
{
    for (int i = 0; i < 4; i++) {
        const wide window = U((wide)in->v[0] >> 8 * i, 32);
        const wide sum = distances(window, (wide)in->v[1], true) + (wide)in->q.v[i];
        out->q.v[i] = (uint32_t)cut_u(env, sum, 32);
    }
    return true;
}

#define ROW ORACLE_ROW
#define ROW_WHERE ORACLE_ROW_WHERE
#define ROW_FREE ORACLE_ROW_FREE
#include "integer.def"
#undef ROW
#undef ROW_WHERE
#undef ROW_FREE

#define ROW ORACLE_ENTRY
#define ROW_WHERE ORACLE_ENTRY
#define ROW_FREE ORACLE_ENTRY
static const struct oracle rows[] = {
#include "integer.def"
    {"v_mqsad_u32_u8", "dcq", MATCH_BITS, SET_CLAMP, v_mqsad_u32_u8_expect},
};

const struct oracle_table oracle_integer = {rows, sizeof(rows) / sizeof(rows[0])};
