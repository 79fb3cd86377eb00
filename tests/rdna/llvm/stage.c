/* SPDX-License-Identifier: MIT
 *
 * Intrinsics of pixel and vertex shaders: exports, interpolation, kills; and what has to do with
 * the wave as a whole.
 */
#include "eval.h"

#include <math.h>

static uint64_t
number(const struct eval_call *call, unsigned operand)
{
    return call->in[operand]->cells[0][0].bits;
}

static void
export_values(struct eval *e, const struct eval_call *call)
{
    struct eval_export *to = base_array_add(e->arena, &e->exports);

    to->target = (uint8_t)number(call, 0);
    to->en = (uint8_t)number(call, 1);
    to->done = number(call, 6);
    to->vm = number(call, 7);
    to->lanes = e->active & e->live;
    for (unsigned i = 0; i < 4; i++)
        memcpy(to->values[i], call->in[2 + i]->cells[0], sizeof(to->values[i]));
}

static void
export_halves(struct eval *e, const struct eval_call *call)
{
    struct eval_export *to = base_array_add(e->arena, &e->exports);

    to->target = (uint8_t)number(call, 0);
    to->en = (uint8_t)number(call, 1);
    to->compr = true;
    to->done = number(call, 4);
    to->vm = number(call, 5);
    to->lanes = e->active & e->live;
    for (unsigned i = 0; i < 4; i++)
        memcpy(to->values[i], call->in[2 + i / 2]->cells[i % 2], sizeof(to->values[i]));
}

/* ---- Interpolation ---- */

static const struct eval_parameter *
parameter_of(const struct eval *e, uint64_t attribute, uint64_t channel, unsigned lane)
{
    return &e->parameters[e->primitives[lane] * EVAL_ATTRIBUTES + attribute][channel];
}

static double
multiply_add(unsigned bits, const double *x)
{
    return eval_fma(bits, x[0], x[1], x[2]);
}

/* LLVM asks for f16 that is cut off. */
static struct eval_cell
cut_to_half(struct eval_cell cell)
{
    const double value = eval_double_of(32, cell.bits);

    cell.bits = eval_half_of(value, true);
    if (cell.state == eval_near)
        cell.err += (float)eval_ulp(16, value);
    return cell;
}

static void
interpolate(struct eval *e, const struct eval_call *call, bool second, bool halves)
{
    const unsigned at = second ? 2 : 1;
    const bool high = halves && number(call, at + 2);
    const uint8_t in_size = halves ? 16 : 32;
    const uint8_t sizes[3] = {in_size, 32, second ? 32 : in_size};

    EVAL_EACH_LANE(e, lane)
    {
        const struct eval_parameter *p =
            parameter_of(e, number(call, at + 1), number(call, at), lane);
        const unsigned shift = high ? 16 : 0;
        const uint32_t ones = halves ? UINT16_MAX : UINT32_MAX;
        const struct eval_cell in[3] = {
            eval_bits((second ? p->p20 : p->p10) >> shift & ones),
            call->in[second ? 1 : 0]->cells[0][lane],
            second ? call->in[0]->cells[0][lane] : eval_bits(p->p0 >> shift & ones),
        };
        struct eval_cell *out = &call->out->cells[0][lane];
        *out = eval_apply(32, multiply_add, in, sizes, 3, (struct eval_bound){0});
        if (call->out->types[0].bits == 16)
            *out = cut_to_half(*out);
    }
}

static void
take_parameter(struct eval *e, const struct eval_call *call)
{
    const uint64_t which = number(call, 0);

    EVAL_EACH_LANE(e, lane)
    {
        const struct eval_parameter *p = parameter_of(e, number(call, 2), number(call, 1), lane);
        call->out->cells[0][lane] = eval_bits(which == 0 ? p->p10 : which == 1 ? p->p20 : p->p0);
    }
}

/* ---- Kills ---- */

static void
kill_lanes(struct eval *e, const struct eval_call *call, bool keeps_helpers)
{
    uint64_t killed = 0;

    for (unsigned lane = 0; lane < e->wave_size; lane++) {
        const struct eval_cell keep = call->in[0]->cells[0][lane];
        if (!eval_has(e->active & e->live, lane))
            continue;
        if (keep.state != eval_exact) {
            eval_fail(e, "lane %u is killed by what is undefined", lane);
            return;
        }
        if (!(keep.bits & 1))
            killed |= UINT64_C(1) << lane;
    }
    e->live &= ~killed;
    if (!keeps_helpers)
        e->alive &= ~killed;
    /* Nothing is left to do. */
    if (!e->live)
        e->alive = 0;
}

static void
tell_live(struct eval *e, const struct eval_call *call, uint64_t lanes)
{
    EVAL_EACH_LANE(e, lane)
    call->out->cells[0][lane] = eval_bits(eval_has(lanes, lane));
}

/* ---- The wave ---- */

static void
send_message(struct eval *e, const struct eval_call *call)
{
    base_array_push(e->arena, &e->messages, (uint32_t)number(call, 0));
    base_array_push(e->arena, &e->messages, (uint32_t)number(call, 1));
}

static void
tell_size(struct eval *e, const struct eval_call *call)
{
    EVAL_EACH_LANE(e, lane)
    call->out->cells[0][lane] = eval_bits(e->wave_size);
}

/* A counter in LDS goes up or down by the number of lanes. */
static void
count_lanes(struct eval *e, const struct eval_call *call, bool up)
{
    const uint64_t lanes = e->active & e->live;
    struct eval_byte *bytes[4];
    unsigned count = 0;

    for (uint64_t left = lanes; left; left &= left - 1)
        count++;
    if (!count)
        return;
    for (unsigned i = 0; i < 4; i++) {
        bytes[i] = eval_byte_at(e, eval_lds, 0, call->in[0]->cells[0][0].bits + i);
        if (!bytes[i])
            return;
    }
    const struct eval_type type = {eval_integer, 32};
    const struct eval_cell old = eval_exchange(e, up ? eval_atomic_add : eval_atomic_sub, type,
                                               bytes, eval_bits(count), eval_undef());
    EVAL_EACH_LANE(e, lane)
    call->out->cells[0][lane] = old;
}

static void
exchange_in_lds(struct eval *e, const struct eval_call *call, enum eval_atomic op)
{
    EVAL_EACH_LANE(e, lane)
    {
        struct eval_byte *bytes[8];
        const struct eval_cell at = call->in[0]->cells[0][lane];
        bool inside = at.state == eval_exact && eval_has(e->live, lane);
        for (unsigned i = 0; i < eval_size(call->out->types[0]) && inside; i++) {
            bytes[i] = eval_byte_at(e, eval_lds, lane, at.bits + i);
            inside = bytes[i];
        }
        if (inside)
            call->out->cells[0][lane] = eval_exchange(e, op, call->out->types[0], bytes,
                                                      call->in[1]->cells[0][lane], eval_undef());
    }
}

/* What changes nothing that can be seen here. */
static const char *const nothing[] = {
    "sched.barrier", "sched.group.barrier", "s.waitcnt",    "s.sleep",        "s.setprio",
    "s.incperfcnt",  "s.decperfcnt",        "s.dcache.inv", "buffer.wbinvl1", "iglp.opt",
};
static const char *const nothing_generic[] = {
    "assume",
    "lifetime.start",
    "lifetime.end",
    "dbg",
    "donothing",
    "sideeffect",
    "experimental.noalias.scope.decl",
    "invariant.start",
    "invariant.end",
};

static bool
is_among(const char *name, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (eval_after(name, names[i]))
            return true;
    return false;
}

static bool
lds_call(struct eval *e, const struct eval_call *call)
{
    const char *name = call->name;

    if (eval_after(name, "ds.append"))
        count_lanes(e, call, true);
    else if (eval_after(name, "ds.consume"))
        count_lanes(e, call, false);
    else if (eval_after(name, "ds.fadd"))
        exchange_in_lds(e, call, eval_atomic_fadd);
    else if (eval_after(name, "ds.fmin"))
        exchange_in_lds(e, call, eval_atomic_fmin);
    else if (eval_after(name, "ds.fmax"))
        exchange_in_lds(e, call, eval_atomic_fmax);
    else
        return false;
    return true;
}

bool
eval_stage_call(struct eval *e, const struct eval_call *call)
{
    const char *name = call->name;

    if (!call->amdgcn)
        return is_among(name, nothing_generic, BASE_COUNT(nothing_generic));
    if (is_among(name, nothing, BASE_COUNT(nothing)) || lds_call(e, call))
        return true;
    if (eval_after(name, "s.barrier") || eval_after(name, "wave.barrier"))
        e->epoch++;
    else if (eval_after(name, "exp.compr"))
        export_halves(e, call);
    else if (eval_after(name, "exp"))
        export_values(e, call);
    else if (eval_after(name, "interp.p1.f16"))
        interpolate(e, call, false, true);
    else if (eval_after(name, "interp.p2.f16"))
        interpolate(e, call, true, true);
    else if (eval_after(name, "interp.p1"))
        interpolate(e, call, false, false);
    else if (eval_after(name, "interp.p2"))
        interpolate(e, call, true, false);
    else if (eval_after(name, "interp.mov"))
        take_parameter(e, call);
    else if (eval_after(name, "kill"))
        kill_lanes(e, call, false);
    else if (eval_after(name, "wqm.demote"))
        kill_lanes(e, call, true);
    else if (eval_after(name, "ps.live") || eval_after(name, "live.mask"))
        tell_live(e, call, eval_after(name, "ps.live") ? e->start : e->live);
    else if (eval_after(name, "s.sendmsg"))
        send_message(e, call);
    else if (eval_after(name, "wavefrontsize"))
        tell_size(e, call);
    else if (eval_after(name, "endpgm"))
        e->alive &= ~e->active;
    else
        return false;
    return true;
}
