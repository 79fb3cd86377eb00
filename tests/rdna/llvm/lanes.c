/* SPDX-License-Identifier: MIT
 *
 * Intrinsics that look at other lanes.
 */
#include "eval.h"

static struct eval_cell
cell_of(const struct eval_value *value, unsigned element, unsigned lane)
{
    return value->cells[element][lane];
}

/* The same for all lanes: that of the first one that is on. */
static struct eval_cell
uniform(const struct eval *e, const struct eval_value *value)
{
    for (unsigned lane = 0; lane < e->wave_size; lane++)
        if (eval_has(e->enabled, lane))
            return value->cells[0][lane];
    return value->cells[0][0];
}

/* ---- Data parallel primitives ---- */

/* The lane that a control names; -1: past the end of the row. */
static int
dpp_source(unsigned control, unsigned lane)
{
    const unsigned row = lane & ~15u, at = lane & 15, by = control & 15;

    if (control < 0x100)
        return (int)((lane & ~3u) + (control >> 2 * (lane & 3) & 3));
    switch (control >> 4) {
    case 0x10:
        return at + by > 15 ? -1 : (int)(lane + by);
    case 0x11:
        return at < by ? -1 : (int)(lane - by);
    case 0x12:
        return (int)(row + ((at - by) & 15));
    case 0x14:
        return (int)(by == 0 ? row + 15 - at : (lane & ~7u) + 7 - (lane & 7));
    case 0x15:
        return (int)(row + by);
    default:
        return (int)(row + (at ^ by));
    }
}

/* Of a lane that is on; otherwise 0 with bound control, or the old value. */
static struct eval_cell
fetch(const struct eval *e, const struct eval_value *from, unsigned element, int source, bool bound,
      struct eval_cell old)
{
    if (source >= 0 && eval_has(e->enabled, (unsigned)source))
        return from->cells[element][source];
    return bound ? eval_bits(0) : old;
}

static void
dpp(struct eval *e, const struct eval_call *call, bool has_old)
{
    const struct eval_value *const *in = call->in + has_old;
    const unsigned control = (unsigned)in[1]->cells[0][0].bits;
    const unsigned rows = (unsigned)in[2]->cells[0][0].bits;
    const unsigned banks = (unsigned)in[3]->cells[0][0].bits;
    const bool bound = in[4]->cells[0][0].bits;

    for (unsigned i = 0; i < call->out->count; i++)
        EVAL_EACH_LANE(e, lane)
        {
            const struct eval_cell old = has_old ? cell_of(call->in[0], i, lane) : eval_undef();
            const bool written = rows >> lane / 16 & 1 && banks >> (lane / 4 & 3) & 1;
            call->out->cells[i][lane] =
                written ? fetch(e, in[0], i, dpp_source(control, lane), bound, old) : old;
        }
}

static void
dpp8(struct eval *e, const struct eval_call *call)
{
    const uint64_t selectors = call->in[1]->cells[0][0].bits;

    for (unsigned i = 0; i < call->out->count; i++)
        EVAL_EACH_LANE(e, lane)
        {
            const unsigned source = (lane & ~7u) + (selectors >> 3 * (lane & 7) & 7);
            call->out->cells[i][lane] = fetch(e, call->in[0], i, (int)source, true, eval_undef());
        }
}

/* Sixteen selectors of four bits: within the row, or in the other one of the 32 lanes. */
static void
permlane(struct eval *e, const struct eval_call *call, bool crosses)
{
    const struct eval_cell low = uniform(e, call->in[2]), high = uniform(e, call->in[3]);
    const bool fetches = call->in[4]->cells[0][0].bits, bound = call->in[5]->cells[0][0].bits;
    const uint64_t selectors = low.bits | high.bits << 32;

    for (unsigned i = 0; i < call->out->count; i++)
        EVAL_EACH_LANE(e, lane)
        {
            const unsigned row = (lane & ~15u) ^ (crosses ? 16 : 0);
            const unsigned source = row + (selectors >> 4 * (lane & 15) & 15);
            struct eval_cell cell =
                fetch(e, call->in[1], i, (int)source, bound, cell_of(call->in[0], i, lane));
            if (fetches)
                cell = call->in[1]->cells[i][source];
            if (low.state != eval_exact || high.state != eval_exact)
                cell = eval_undef();
            call->out->cells[i][lane] = cell;
        }
}

/* ---- Within 32 lanes ---- */

static unsigned
swizzled(unsigned pattern, unsigned lane)
{
    if (pattern & 0x8000)
        return (lane & ~3u) + (pattern >> 2 * (lane & 3) & 3);
    const unsigned at = ((lane & (pattern & 31)) | (pattern >> 5 & 31)) ^ (pattern >> 10 & 31);
    return (lane & 32) + at;
}

static void
swizzle(struct eval *e, const struct eval_call *call)
{
    const unsigned pattern = (unsigned)call->in[1]->cells[0][0].bits;

    EVAL_EACH_LANE(e, lane)
    call->out->cells[0][lane] =
        fetch(e, call->in[0], 0, (int)swizzled(pattern, lane), true, eval_undef());
}

static void
pull(struct eval *e, const struct eval_call *call)
{
    EVAL_EACH_LANE(e, lane)
    {
        const struct eval_cell address = cell_of(call->in[0], 0, lane);
        const unsigned source = (lane & 32) + (address.bits >> 2 & 31);
        call->out->cells[0][lane] = address.state == eval_exact
                                        ? fetch(e, call->in[1], 0, (int)source, true, eval_undef())
                                        : eval_undef();
    }
}

/* The last lane that writes wins; who nobody writes gets 0. */
static void
push(struct eval *e, const struct eval_call *call)
{
    struct eval_cell to[EVAL_LANES];

    for (unsigned lane = 0; lane < EVAL_LANES; lane++)
        to[lane] = eval_bits(0);
    for (unsigned lane = 0; lane < e->wave_size; lane++) {
        const struct eval_cell address = cell_of(call->in[0], 0, lane);
        if (!eval_has(e->enabled, lane))
            continue;
        if (address.state != eval_exact) {
            eval_fail(e, "lane %u pushes to an undefined lane", lane);
            return;
        }
        to[(lane & 32) + (address.bits >> 2 & 31)] = cell_of(call->in[1], 0, lane);
    }
    EVAL_EACH_LANE(e, lane)
    call->out->cells[0][lane] = to[lane];
}

/* ---- Scalars ---- */

static void
read_lane(struct eval *e, const struct eval_call *call, bool first)
{
    const struct eval_cell number = first ? eval_bits(0) : uniform(e, call->in[1]);
    unsigned from = (unsigned)number.bits & (e->wave_size - 1);

    for (unsigned lane = e->wave_size; first && lane-- > 0;)
        if (eval_has(e->enabled, lane))
            from = lane;
    for (unsigned i = 0; i < call->out->count; i++)
        EVAL_EACH_LANE(e, lane)
    call->out->cells[i][lane] =
        number.state == eval_exact ? call->in[0]->cells[i][from] : eval_undef();
}

static void
write_lane(struct eval *e, const struct eval_call *call)
{
    const struct eval_cell number = uniform(e, call->in[1]);
    const unsigned to = (unsigned)number.bits & (e->wave_size - 1);

    EVAL_EACH_LANE(e, lane)
    {
        struct eval_cell cell =
            lane == to ? uniform(e, call->in[0]) : cell_of(call->in[2], 0, lane);
        call->out->cells[0][lane] = number.state == eval_exact ? cell : eval_undef();
    }
}

/* A bit of each lane that is on and has the value; undefined if one's is. */
static struct eval_cell
votes(const struct eval *e, const struct eval_value *value)
{
    uint64_t bits = 0;

    for (unsigned lane = 0; lane < e->wave_size; lane++) {
        if (!eval_has(e->enabled, lane))
            continue;
        if (value->cells[0][lane].state != eval_exact)
            return eval_undef();
        bits |= (value->cells[0][lane].bits & 1) << lane;
    }
    return eval_bits(bits);
}

static void
ballot(struct eval *e, const struct eval_call *call)
{
    struct eval_cell all = votes(e, call->in[0]);

    all.bits &= eval_ones(call->out->types[0].bits);
    EVAL_EACH_LANE(e, lane)
    call->out->cells[0][lane] = all;
}

static struct eval_cell
compare_cells(const struct eval_value *a, const struct eval_value *b, unsigned predicate,
              unsigned lane)
{
    const struct eval_cell x = a->cells[0][lane], y = b->cells[0][lane];
    const unsigned bits = a->types[0].bits;

    if (a->types[0].kind == eval_float)
        return eval_compare(bits, predicate, x, y);
    if (x.state != eval_exact || y.state != eval_exact)
        return eval_undef();
    const int64_t p = eval_signed(x.bits, bits), q = eval_signed(y.bits, bits);
    const bool results[] = {x.bits == y.bits,
                            x.bits != y.bits,
                            x.bits > y.bits,
                            x.bits >= y.bits,
                            x.bits<y.bits, x.bits <= y.bits, p> q,
                            p >= q,
                            p < q,
                            p <= q};
    return eval_bits(results[(predicate - LLVMIntEQ) % BASE_COUNT(results)]);
}

static void
compare_all(struct eval *e, const struct eval_call *call)
{
    const unsigned predicate = (unsigned)call->in[2]->cells[0][0].bits;
    struct eval_value bits = {.count = 1};
    struct eval_cell cells[1][EVAL_LANES];

    bits.cells = cells;
    for (unsigned lane = 0; lane < EVAL_LANES; lane++)
        cells[0][lane] = compare_cells(call->in[0], call->in[1], predicate, lane);
    struct eval_cell all = votes(e, &bits);
    EVAL_EACH_LANE(e, lane)
    call->out->cells[0][lane] = all;
}

static unsigned
count_ones(uint64_t value)
{
    unsigned count = 0;

    for (; value; value &= value - 1)
        count++;
    return count;
}

/* Bits of the mask below the own lane, in lanes 0 to 31 or above. */
static void
count_below(struct eval *e, const struct eval_call *call, bool high)
{
    EVAL_EACH_LANE(e, lane)
    {
        const struct eval_cell mask = cell_of(call->in[0], 0, lane);
        const struct eval_cell base = cell_of(call->in[1], 0, lane);
        const unsigned below = high ? (lane < 32 ? 0 : lane - 32) : (lane < 32 ? lane : 32);
        call->out->cells[0][lane] =
            mask.state == eval_exact && base.state == eval_exact
                ? eval_bits((base.bits +
                             count_ones(mask.bits & eval_ones(below) & (below ? UINT64_MAX : 0))) &
                            UINT32_MAX)
                : eval_undef();
    }
}

static void
inverse_ballot(struct eval *e, const struct eval_call *call)
{
    const struct eval_cell bits = uniform(e, call->in[0]);

    EVAL_EACH_LANE(e, lane)
    {
        struct eval_cell cell = bits;
        cell.bits = bits.bits >> lane & 1;
        call->out->cells[0][lane] = cell;
    }
}

/* ---- Whole quads and waves ---- */

static void
pass(struct eval *e, const struct eval_call *call)
{
    for (unsigned i = 0; i < call->out->count; i++)
        EVAL_EACH_LANE(e, lane)
    call->out->cells[i][lane] = cell_of(call->in[0], i, lane);
}

/* The first operand where lanes are on, the second where only whole waves have them. */
static void
set_inactive(struct eval *e, const struct eval_call *call)
{
    for (unsigned i = 0; i < call->out->count; i++)
        EVAL_EACH_LANE(e, lane)
    call->out->cells[i][lane] =
        cell_of(call->in[eval_has(e->active & e->live, lane) ? 0 : 1], i, lane);
}

static void
vote_in_quad(struct eval *e, const struct eval_call *call)
{
    EVAL_EACH_LANE(e, lane)
    {
        struct eval_cell any = eval_bits(0);
        for (unsigned i = lane & ~3u; i < (lane & ~3u) + 4; i++) {
            if (!eval_has(e->enabled, i))
                continue;
            if (cell_of(call->in[0], 0, i).state != eval_exact)
                any.state = eval_undefined;
            any.bits |= cell_of(call->in[0], 0, i).bits & 1;
        }
        call->out->cells[0][lane] = any;
    }
}

static const struct {
    const char *name;
    void (*function)(struct eval *e, const struct eval_call *call);
} plain[] = {
    {"mov.dpp8", dpp8},
    {"ds.swizzle", swizzle},
    {"ds.bpermute", pull},
    {"ds.permute", push},
    {"writelane", write_lane},
    {"ballot", ballot},
    {"icmp", compare_all},
    {"fcmp", compare_all},
    {"inverse.ballot", inverse_ballot},
    {"wqm.vote", vote_in_quad},
    {"wqm", pass},
    {"softwqm", pass},
    {"strict.wwm", pass},
    {"strict.wqm", pass},
    {"wwm", pass},
    {"set.inactive", set_inactive},
};

bool
eval_lane_call(struct eval *e, const struct eval_call *call)
{
    const char *name = call->name;

    if (!call->amdgcn)
        return false;
    if (eval_after(name, "update.dpp"))
        dpp(e, call, true);
    else if (eval_after(name, "mov.dpp"))
        dpp(e, call, false);
    else if (eval_after(name, "permlane16"))
        permlane(e, call, false);
    else if (eval_after(name, "permlanex16"))
        permlane(e, call, true);
    else if (eval_after(name, "readfirstlane"))
        read_lane(e, call, true);
    else if (eval_after(name, "readlane"))
        read_lane(e, call, false);
    else if (eval_after(name, "mbcnt.lo"))
        count_below(e, call, false);
    else if (eval_after(name, "mbcnt.hi"))
        count_below(e, call, true);
    else
        for (size_t i = 0; i <= BASE_COUNT(plain); i++) {
            if (i == BASE_COUNT(plain))
                return false;
            if (eval_after(name, plain[i].name)) {
                plain[i].function(e, call);
                break;
            }
        }
    return true;
}
