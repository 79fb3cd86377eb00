/* SPDX-License-Identifier: MIT
 *
 * Intrinsics on integers, in each lane by itself: a row each.
 */
#include "eval.h"

/* Operands have these widths. false: poison. */
typedef bool rule(const uint8_t *bits, const uint64_t *x, uint64_t *r);

#define RULE(name, value)                                                                          \
    static bool name(const uint8_t *bits, const uint64_t *x, uint64_t *r)                          \
    {                                                                                              \
        const unsigned n = bits[0];                                                                \
        (void)n;                                                                                   \
        *r = (value);                                                                              \
        return true;                                                                               \
    }
#define S(i) eval_signed(x[i], bits[i])

static uint64_t
ones_of(uint64_t value)
{
    uint64_t count = 0;

    for (; value; value &= value - 1)
        count++;
    return count;
}

static uint64_t
reversed(uint64_t value, unsigned bits)
{
    uint64_t result = 0;

    for (unsigned i = 0; i < bits; i++)
        result |= (value >> i & 1) << (bits - 1 - i);
    return result;
}

static uint64_t
swapped(uint64_t value, unsigned bits)
{
    uint64_t result = 0;

    for (unsigned i = 0; i < bits; i += 8)
        result |= (value >> i & 0xff) << (bits - 8 - i);
    return result;
}

static uint64_t
zeros_above(uint64_t value, unsigned bits)
{
    unsigned count = 0;

    while (count < bits && !(value >> (bits - 1 - count) & 1))
        count++;
    return count;
}

static uint64_t
zeros_below(uint64_t value, unsigned bits)
{
    return zeros_above(reversed(value, bits), bits);
}

RULE(smax, S(0) > S(1) ? x[0] : x[1])
RULE(smin, S(0) < S(1) ? x[0] : x[1])
RULE(umax, x[0] > x[1] ? x[0] : x[1])
RULE(umin, x[0] < x[1] ? x[0] : x[1])
RULE(ctpop, ones_of(x[0]))
RULE(bitreverse, reversed(x[0], n))
RULE(bswap, swapped(x[0], n))

static bool
absolute(const uint8_t *bits, const uint64_t *x, uint64_t *r)
{
    *r = S(0) < 0 ? 0 - x[0] : x[0];
    return !(x[1] && x[0] == UINT64_C(1) << (bits[0] - 1));
}

static bool
ctlz(const uint8_t *bits, const uint64_t *x, uint64_t *r)
{
    *r = zeros_above(x[0], bits[0]);
    return x[0] || !x[1];
}

static bool
cttz(const uint8_t *bits, const uint64_t *x, uint64_t *r)
{
    *r = zeros_below(x[0], bits[0]);
    return x[0] || !x[1];
}

static uint64_t
funnel(uint64_t high, uint64_t low, unsigned n, unsigned by)
{
    return by ? high << by | low >> (n - by) : high;
}

RULE(fshl, funnel(x[0], x[1], n, (unsigned)(x[2] % n)))
RULE(fshr, x[2] % n ? funnel(x[0], x[1], n, n - (unsigned)(x[2] % n)) : x[1])

static uint64_t
cut_signed(int64_t value, unsigned bits)
{
    const int64_t most = (int64_t)eval_ones(bits - 1);

    return (uint64_t)(value > most ? most : value < -most - 1 ? -most - 1 : value);
}

/* Up to 32 bits. */
RULE(sadd_sat, cut_signed(S(0) + S(1), n))
RULE(ssub_sat, cut_signed(S(0) - S(1), n))
RULE(uadd_sat, x[0] + x[1] > eval_ones(n) || x[0] + x[1] < x[0] ? eval_ones(n) : x[0] + x[1])
RULE(usub_sat, x[0] < x[1] ? 0 : x[0] - x[1])

/* ---- Of the chip ---- */

static uint64_t
distance_of(uint64_t a, uint64_t b)
{
    return a > b ? a - b : b - a;
}

/* Sum of the distances of parts; with masked, of those whose second part is not 0. */
static uint64_t
sad(uint64_t a, uint64_t b, unsigned width, bool masked)
{
    uint64_t sum = 0;

    for (unsigned i = 0; i < 32; i += width) {
        const uint64_t p = a >> i & eval_ones(width), q = b >> i & eval_ones(width);
        sum += masked && !q ? 0 : distance_of(p, q);
    }
    return sum;
}

static uint64_t
quad_sad(const uint64_t *x, bool masked)
{
    uint64_t result = 0;

    for (unsigned i = 0; i < 4; i++)
        result |= ((sad(x[0] >> 8 * i & UINT32_MAX, x[1], 8, masked) + (x[2] >> 16 * i)) & 0xffff)
                  << 16 * i;
    return result;
}

static uint64_t
mean_of_bytes(const uint64_t *x)
{
    uint64_t result = 0;

    for (unsigned i = 0; i < 32; i += 8) {
        const uint64_t sum = (x[0] >> i & 0xff) + (x[1] >> i & 0xff) + (x[2] >> i & 1);
        result |= sum >> 1 << i;
    }
    return result;
}

static uint64_t
permuted(const uint64_t *x)
{
    const uint64_t bytes = x[0] << 32 | x[1];
    uint64_t result = 0;

    for (unsigned i = 0; i < 32; i += 8) {
        const unsigned selector = x[2] >> i & 0xff;
        uint64_t byte = 0xff;
        if (selector < 8)
            byte = bytes >> 8 * selector & 0xff;
        else if (selector < 12)
            byte = bytes >> (16 * (selector - 8) + 15) & 1 ? 0xff : 0;
        else if (selector == 12)
            byte = 0;
        result |= byte << i;
    }
    return result;
}

static uint64_t
field(const uint64_t *x, bool is_signed)
{
    const unsigned from = x[1] & 31, width = x[2] & 31;
    const unsigned most = width < 32 - from ? width : 32 - from;
    const uint64_t value = x[0] >> from & eval_ones(most);

    if (!width)
        return 0;
    return is_signed ? (uint64_t)eval_signed(value, most) : value;
}

/* The first bit from above that is not as the sign is; all ones if there is none. */
static uint64_t
first_unlike_sign(uint64_t value)
{
    const uint64_t sign = value >> 31 & 1;

    for (unsigned i = 1; i < 32; i++)
        if ((value >> (31 - i) & 1) != sign)
            return i;
    return UINT32_MAX;
}

static int64_t
dot(const uint64_t *x, unsigned width, bool is_signed)
{
    int64_t sum = is_signed ? eval_signed(x[2], 32) : (int64_t)x[2];

    for (unsigned i = 0; i < 32; i += width) {
        const uint64_t p = x[0] >> i & eval_ones(width), q = x[1] >> i & eval_ones(width);
        sum += is_signed ? eval_signed(p, width) * eval_signed(q, width) : (int64_t)(p * q);
    }
    return sum;
}

static uint64_t
finish_dot(int64_t sum, bool clamp, bool is_signed)
{
    if (!clamp)
        return (uint64_t)sum;
    if (is_signed)
        return cut_signed(sum, 32);
    return sum > (int64_t)UINT32_MAX ? UINT32_MAX : (uint64_t)sum;
}

RULE(sad_u8, x[2] + sad(x[0], x[1], 8, false))
RULE(sad_hi_u8, x[2] + (sad(x[0], x[1], 8, false) << 16))
RULE(sad_u16, x[2] + sad(x[0], x[1], 16, false))
RULE(msad_u8, x[2] + sad(x[0], x[1], 8, true))
RULE(qsad, quad_sad(x, false))
RULE(mqsad, quad_sad(x, true))
RULE(lerp, mean_of_bytes(x))
RULE(perm, permuted(x))
RULE(alignbyte, (x[0] << 32 | x[1]) >> 8 * (x[2] & 3))
RULE(ubfe, field(x, false))
RULE(sbfe, field(x, true))
RULE(mul_u24, (x[0] & 0xffffff) * (x[1] & 0xffffff))
RULE(mul_i24, (uint64_t)(eval_signed(x[0] & 0xffffff, 24) * eval_signed(x[1] & 0xffffff, 24)))
RULE(mulhi_u24, (x[0] & 0xffffff) * (x[1] & 0xffffff) >> 32)
RULE(mulhi_i24,
     (uint64_t)(eval_signed(x[0] & 0xffffff, 24) * eval_signed(x[1] & 0xffffff, 24)) >> 32)
RULE(sffbh, first_unlike_sign(x[0]))
RULE(udot4, finish_dot(dot(x, 8, false), x[3], false))
RULE(sdot4, finish_dot(dot(x, 8, true), x[3], true))
RULE(udot8, finish_dot(dot(x, 4, false), x[3], false))
RULE(sdot8, finish_dot(dot(x, 4, true), x[3], true))

static uint64_t
doubled(uint64_t value)
{
    uint64_t result = 0;

    for (unsigned i = 0; i < 32; i++)
        result |= (value >> i & 1) * 3 << 2 * i;
    return result;
}

static uint64_t
quads(uint64_t value, unsigned bits, bool spread)
{
    uint64_t result = 0;

    for (unsigned i = 0; i < bits; i += 4)
        if (value >> i & 15)
            result |= spread ? UINT64_C(15) << i : UINT64_C(1) << i / 4;
    return result;
}

RULE(bitreplicate, doubled(x[0]))
RULE(quadmask, quads(x[0], n, false))
RULE(wqm_mask, quads(x[0], n, true))

static const struct row {
    const char *name;
    bool amdgcn;
    uint8_t operands;
    uint8_t most_bits; /* That the rule is right for. */
    rule *rule;
} rows[] = {
    {"smax", false, 2, 64, smax},
    {"smin", false, 2, 64, smin},
    {"umax", false, 2, 64, umax},
    {"umin", false, 2, 64, umin},
    {"ctpop", false, 1, 64, ctpop},
    {"bitreverse", false, 1, 64, bitreverse},
    {"bswap", false, 1, 64, bswap},
    {"abs", false, 2, 64, absolute},
    {"ctlz", false, 2, 64, ctlz},
    {"cttz", false, 2, 64, cttz},
    {"fshl", false, 3, 64, fshl},
    {"fshr", false, 3, 64, fshr},
    {"sadd.sat", false, 2, 32, sadd_sat},
    {"ssub.sat", false, 2, 32, ssub_sat},
    {"uadd.sat", false, 2, 64, uadd_sat},
    {"usub.sat", false, 2, 64, usub_sat},
    {"sad.u8", true, 3, 32, sad_u8},
    {"sad.hi.u8", true, 3, 32, sad_hi_u8},
    {"sad.u16", true, 3, 32, sad_u16},
    {"msad.u8", true, 3, 32, msad_u8},
    {"qsad.pk.u16.u8", true, 3, 64, qsad},
    {"mqsad.pk.u16.u8", true, 3, 64, mqsad},
    {"lerp", true, 3, 32, lerp},
    {"perm", true, 3, 32, perm},
    {"alignbyte", true, 3, 32, alignbyte},
    {"ubfe", true, 3, 32, ubfe},
    {"sbfe", true, 3, 32, sbfe},
    {"mul.u24", true, 2, 32, mul_u24},
    {"mul.i24", true, 2, 32, mul_i24},
    {"mulhi.u24", true, 2, 32, mulhi_u24},
    {"mulhi.i24", true, 2, 32, mulhi_i24},
    {"sffbh", true, 1, 32, sffbh},
    {"udot4", true, 4, 32, udot4},
    {"sdot4", true, 4, 32, sdot4},
    {"udot8", true, 4, 32, udot8},
    {"sdot8", true, 4, 32, sdot8},
    {"s.bitreplicate", true, 1, 32, bitreplicate},
    {"s.quadmask", true, 1, 64, quadmask},
    {"s.wqm", true, 1, 64, wqm_mask},
};

static void
apply(struct eval *e, const struct eval_call *call, const struct row *row)
{
    struct eval_value *out = call->out;

    for (unsigned i = 0; i < out->count; i++)
        EVAL_EACH_LANE(e, lane)
        {
            uint64_t x[4] = {0}, r = 0;
            uint8_t bits[4] = {0};
            bool known = true;
            for (unsigned k = 0; k < row->operands; k++) {
                const struct eval_value *in = call->in[k];
                const unsigned element = in->count == out->count ? i : 0;
                bits[k] = in->types[element].bits;
                x[k] = in->cells[element][lane].bits;
                known &= in->cells[element][lane].state == eval_exact;
            }
            known = known && row->rule(bits, x, &r);
            out->cells[i][lane] =
                known ? eval_bits(r & eval_ones(out->types[i].bits)) : eval_undef();
        }
}

/* ---- With an overflow bit; reductions of vectors; packed products ---- */

static const char *
overflow_kind(const char *name)
{
    static const char *const kinds[] = {"sadd", "ssub", "smul", "uadd", "usub", "umul"};

    for (size_t i = 0; i < BASE_COUNT(kinds); i++)
        if (!strncmp(name, kinds[i], 4) && eval_after(name + 4, ".with.overflow"))
            return kinds[i];
    return NULL;
}

__extension__ typedef __int128 wide;

static void
with_overflow(struct eval *e, const struct eval_call *call, const char *kind)
{
    const unsigned count = call->in[0]->count;

    for (unsigned i = 0; i < count; i++)
        EVAL_EACH_LANE(e, lane)
        {
            const struct eval_cell p = call->in[0]->cells[i][lane], q = call->in[1]->cells[i][lane];
            const unsigned bits = call->out->types[i].bits;
            const bool is_signed = *kind == 's';
            const wide a = is_signed ? eval_signed(p.bits, bits) : (wide)p.bits;
            const wide b = is_signed ? eval_signed(q.bits, bits) : (wide)q.bits;
            struct eval_cell *to = &call->out->cells[i][lane];
            struct eval_cell *over = &call->out->cells[count + i][lane];
            *to = *over = eval_undef();
            if (p.state != eval_exact || q.state != eval_exact || (bits == 64 && kind[1] == 'm'))
                continue;
            const wide exact = kind[1] == 'a' ? a + b : kind[1] == 's' ? a - b : a * b;
            *to = eval_bits((uint64_t)exact & eval_ones(bits));
            const wide back = is_signed ? eval_signed(to->bits, bits) : (wide)to->bits;
            *over = eval_bits(back != exact);
        }
}

static void
reduce(struct eval *e, const struct eval_call *call, const char *kind)
{
    const size_t size = strcspn(kind, ".");
    const enum eval_atomic op =
        !strncmp(kind, "mul", size) ? eval_atomic_unknown : eval_atomic_named(kind, size);
    const struct eval_type type = call->out->types[0];

    if (type.kind != eval_integer || (op == eval_atomic_unknown && strncmp(kind, "mul", size))) {
        eval_unknown(e, "intrinsic %s", call->name);
        return;
    }
    EVAL_EACH_LANE(e, lane)
    {
        struct eval_cell sum = call->in[0]->cells[0][lane];
        for (unsigned i = 1; i < call->in[0]->count; i++) {
            const struct eval_cell next = call->in[0]->cells[i][lane];
            if (op != eval_atomic_unknown)
                sum = eval_combine(op, type, sum, next, next);
            else if (sum.state == eval_exact && next.state == eval_exact)
                sum = eval_bits(sum.bits * next.bits & eval_ones(type.bits));
            else
                sum = eval_undef();
        }
        call->out->cells[0][lane] = sum;
    }
}

static void
dot_of_pairs(struct eval *e, const struct eval_call *call, bool is_signed)
{
    EVAL_EACH_LANE(e, lane)
    {
        uint64_t x[3] = {0, 0, call->in[2]->cells[0][lane].bits};
        bool known = call->in[2]->cells[0][lane].state == eval_exact;
        for (unsigned k = 0; k < 2; k++)
            for (unsigned i = 0; i < 2; i++) {
                x[k] |= call->in[k]->cells[i][lane].bits << 16 * i;
                known &= call->in[k]->cells[i][lane].state == eval_exact;
            }
        const uint64_t sum =
            finish_dot(dot(x, 16, is_signed), call->in[3]->cells[0][0].bits, is_signed);
        call->out->cells[0][lane] = known ? eval_bits(sum & UINT32_MAX) : eval_undef();
    }
}

/* Two numbers cut to 16 bits. */
static void
pack(struct eval *e, const struct eval_call *call, bool is_signed)
{
    for (unsigned i = 0; i < 2; i++)
        EVAL_EACH_LANE(e, lane)
        {
            const struct eval_cell in = call->in[i]->cells[0][lane];
            const uint64_t cut = is_signed              ? cut_signed(eval_signed(in.bits, 32), 16)
                                 : in.bits > UINT16_MAX ? UINT16_MAX
                                                        : in.bits;
            call->out->cells[i][lane] =
                in.state == eval_exact ? eval_bits(cut & UINT16_MAX) : eval_undef();
        }
}

bool
eval_integer_call(struct eval *e, const struct eval_call *call)
{
    const char *name = call->name;
    const char *kind = call->amdgcn ? NULL : overflow_kind(name);

    for (size_t i = 0; i < BASE_COUNT(rows); i++)
        if (rows[i].amdgcn == call->amdgcn && eval_after(name, rows[i].name) &&
            call->in[0]->types[0].bits <= rows[i].most_bits) {
            apply(e, call, &rows[i]);
            return true;
        }
    if (kind)
        with_overflow(e, call, kind);
    else if (!call->amdgcn && eval_after(name, "vector.reduce"))
        reduce(e, call, eval_after(name, "vector.reduce"));
    else if (call->amdgcn && eval_after(name, "udot2"))
        dot_of_pairs(e, call, false);
    else if (call->amdgcn && eval_after(name, "sdot2"))
        dot_of_pairs(e, call, true);
    else if (call->amdgcn && eval_after(name, "cvt.pk.i16"))
        pack(e, call, true);
    else if (call->amdgcn && eval_after(name, "cvt.pk.u16"))
        pack(e, call, false);
    else
        return false;
    return true;
}
