/* SPDX-License-Identifier: MIT
 *
 * Buffers: raw ones by an offset, structured ones by an index too. docs/rdna-memory.md has the
 * rules of addresses and bounds.
 */
#include "eval.h"

#include <math.h>

struct buffer {
    uint64_t base, stride, records;
    bool swizzled, known;
    unsigned index_stride, oob, dst_sel, format;
};

struct place {
    uint64_t index, offset, soffset;
    bool known;
};

static struct buffer
buffer_of(const struct eval_value *value, unsigned lane)
{
    uint32_t w[4];
    bool known = true;

    for (unsigned i = 0; i < 4; i++) {
        w[i] = (uint32_t)value->cells[i][lane].bits;
        known &= value->cells[i][lane].state == eval_exact;
    }
    return (struct buffer){
        .base = w[0] | (uint64_t)(w[1] & 0xffff) << 32,
        .stride = w[1] >> 16 & 0x3fff,
        .swizzled = w[1] >> 31,
        .known = known,
        .records = w[2],
        .index_stride = 8u << (w[3] >> 21 & 3),
        .oob = w[3] >> 28 & 3,
        .dst_sel = w[3] & 0xfff,
        .format = w[3] >> 12 & 0x7f,
    };
}

static uint64_t
distance(const struct buffer *b, uint64_t index, uint64_t offset)
{
    const uint64_t n = b->index_stride;

    if (!b->swizzled)
        return index * b->stride + offset;
    return index / n * b->stride * n + offset / 4 * 4 * n + index % n * 4 + offset % 4;
}

static bool
is_inside(const struct buffer *b, uint64_t index, uint64_t offset)
{
    if (b->oob == 0)
        return index < b->records && offset < b->stride;
    if (b->oob == 1)
        return index < b->records;
    if (b->oob == 2)
        return b->records;
    return (b->swizzled ? distance(b, index, offset) : offset) < b->records;
}

/* Byte i of an element, or NULL out of range: each dword is judged by itself, formats as a whole.
 */
static struct eval_byte *
byte_at(struct eval *e, const struct buffer *b, const struct place *p, unsigned lane, unsigned i,
        bool whole)
{
    if (!is_inside(b, p->index, p->offset + (whole ? 0 : i / 4 * 4)))
        return NULL;
    const uint64_t address =
        (b->base + p->soffset + distance(b, p->index, p->offset + i)) & UINT64_C(0xffffffffffff);
    struct eval_byte *byte = eval_byte_at(e, eval_global, lane, address);
    if (!byte && eval_has(e->active & e->live, lane))
        eval_fail(e, "lane %u uses a buffer at 0x%llx, which is not mapped", lane,
                  (unsigned long long)address);
    return byte;
}

/* The operands of a place begin at one: index of structured buffers, offset, soffset. */
static struct place
place_of(const struct eval_call *call, unsigned at, bool structured, unsigned lane)
{
    struct place p = {.known = true};
    uint64_t *to[3] = {&p.index, &p.offset, &p.soffset};

    for (unsigned i = structured ? 0 : 1; i < 3; i++, at++) {
        *to[i] = call->in[at]->cells[0][lane].bits;
        p.known &= call->in[at]->cells[0][lane].state == eval_exact;
    }
    return p;
}

enum access { access_load, access_store, access_load_format, access_store_format };

static void
move_plain(struct eval *e, const struct eval_value *value, struct eval_value *out,
           const struct buffer *b, const struct place *p, unsigned lane)
{
    const struct eval_value *data = out ? out : value;
    unsigned at = 0;

    for (unsigned i = 0; i < data->count; i++) {
        const unsigned size = eval_size(data->types[i]);
        struct eval_byte *bytes[8];
        bool settled = true;
        for (unsigned k = 0; k < size; k++, at++) {
            bytes[k] = byte_at(e, b, p, lane, at, false);
            if (bytes[k] && out)
                settled &= eval_note_load(e, lane, bytes[k]);
        }
        if (out)
            out->cells[i][lane] = settled ? eval_cell_of_bytes(bytes, size) : eval_undef();
        for (unsigned k = 0; !out && k < size; k++) {
            if (!bytes[k])
                continue;
            const struct eval_byte before = *bytes[k];
            eval_store_byte(e, bytes[k], value->cells[i][lane], size, k);
            eval_note_store(e, lane, bytes[k], &before);
        }
    }
}

static uint32_t
widened(struct eval_type type, uint64_t bits, bool integer)
{
    if (type.bits != 16)
        return (uint32_t)bits;
    return integer ? (uint32_t)bits : base_bits_of_float((float)eval_double_of(16, bits));
}

static uint64_t
narrowed(struct eval_type type, uint32_t bits, bool integer)
{
    if (type.bits != 16)
        return bits;
    return integer ? bits & UINT16_MAX : eval_half_of(eval_double_of(32, bits), false);
}

static void
load_element(struct eval *e, struct eval_value *out, const struct buffer *b, const struct place *p,
             unsigned lane, unsigned format)
{
    const bool integer = eval_format_is_integer(format);
    uint32_t values[4] = {0};
    uint8_t data[16];
    bool known = true, inside = true;

    for (unsigned i = 0; i < eval_format_bytes(format); i++) {
        const struct eval_byte *byte = byte_at(e, b, p, lane, i, true);
        inside &= byte != NULL;
        known &= !byte || byte->state == eval_exact;
        data[i] = byte ? byte->value : 0;
    }
    if (inside) {
        eval_format_unpack(format, data, values);
        eval_format_select(format, b->dst_sel, values);
    }
    for (unsigned i = 0; i < out->count && i < 4; i++) {
        const uint64_t bits = narrowed(out->types[i], values[i], integer);
        out->cells[i][lane] = known ? eval_bits(bits) : eval_undef();
        if (known && !integer && (eval_format_is_short_float(format) || out->types[i].bits == 16) &&
            isnan(eval_double_of(out->types[i].bits, bits)))
            out->cells[i][lane].state = eval_nan;
    }
}

static void
store_element(struct eval *e, const struct eval_value *value, const struct buffer *b,
              const struct place *p, unsigned lane, unsigned format)
{
    const bool integer = eval_format_is_integer(format);
    uint32_t values[4] = {0};
    struct eval_cell cell = eval_bits(0);
    uint8_t data[16];

    for (unsigned i = 0; i < value->count && i < 4; i++) {
        values[i] = widened(value->types[i], value->cells[i][lane].bits, integer);
        if (value->cells[i][lane].state != eval_exact)
            cell = eval_undef();
    }
    eval_format_unselect(b->dst_sel, values);
    eval_format_pack(format, values, data);
    for (unsigned i = 0; i < eval_format_bytes(format); i++) {
        struct eval_byte *byte = byte_at(e, b, p, lane, i, true);
        cell.bits = data[i];
        if (!byte)
            continue;
        const struct eval_byte before = *byte;
        eval_store_byte(e, byte, cell, 1, 0);
        eval_note_store(e, lane, byte, &before);
    }
}

static void
access_lanes(struct eval *e, const struct eval_call *call, enum access access, bool structured,
             int fixed_format)
{
    const bool stores = access == access_store || access == access_store_format;
    const struct eval_value *value = stores ? call->in[0] : NULL;

    EVAL_EACH_LANE(e, lane)
    {
        const struct buffer b = buffer_of(call->in[stores], lane);
        const struct place p = place_of(call, stores + 1, structured, lane);
        const unsigned format = fixed_format >= 0 ? (unsigned)fixed_format : b.format;
        if (stores && !eval_has(e->live, lane))
            continue;
        if (!b.known || !p.known) {
            if (eval_has(e->active & e->live, lane))
                eval_fail(e, "lane %u accesses a buffer at an undefined place", lane);
            continue;
        }
        if (access >= access_load_format && !eval_format_bytes(format)) {
            eval_unknown(e, "buffer format %u", format);
            return;
        }
        if (access == access_load_format)
            load_element(e, call->out, &b, &p, lane, format);
        else if (access == access_store_format)
            store_element(e, value, &b, &p, lane, format);
        else
            move_plain(e, value, call->out, &b, &p, lane);
    }
}

/* data, for a compare what to compare with, resource, place. */
static void
exchange_lanes(struct eval *e, const struct eval_call *call, enum eval_atomic op, bool structured)
{
    const unsigned at = op == eval_atomic_cmpswap ? 2 : 1;
    const struct eval_type type = call->in[0]->types[0];

    EVAL_EACH_LANE(e, lane)
    {
        const struct buffer b = buffer_of(call->in[at], lane);
        const struct place p = place_of(call, at + 1, structured, lane);
        struct eval_byte *bytes[8];
        unsigned inside = 0;
        if (!eval_has(e->live, lane))
            continue;
        if (!b.known || !p.known) {
            eval_fail(e, "lane %u has an atomic at an undefined place", lane);
            return;
        }
        for (unsigned i = 0; i < eval_size(type); i++) {
            bytes[i] = byte_at(e, &b, &p, lane, i, false);
            inside += bytes[i] != NULL;
        }
        struct eval_cell old = eval_bits(0);
        /* What an atomic does that is half in range is open. */
        if (inside && inside < eval_size(type))
            old = eval_undef();
        for (unsigned i = 0; old.state == eval_undefined && i < eval_size(type); i++)
            if (bytes[i])
                eval_store_byte(e, bytes[i], old, 1, 0);
        if (inside == eval_size(type))
            old = eval_exchange(e, op, type, bytes, call->in[0]->cells[0][lane],
                                call->in[at - 1]->cells[0][lane]);
        if (call->out)
            call->out->cells[0][lane] = old;
    }
}

/* Scalar loads drop the last two bits of the offset, and know no index. */
static void
load_scalars(struct eval *e, const struct eval_call *call)
{
    EVAL_EACH_LANE(e, lane)
    {
        const struct buffer b = buffer_of(call->in[0], lane);
        const struct eval_cell at = call->in[1]->cells[0][lane];
        const uint64_t size = b.records * (b.stride ? b.stride : 1);
        if (!b.known || at.state != eval_exact) {
            if (eval_has(e->active & e->live, lane))
                eval_fail(e, "lane %u loads from a buffer at an undefined place", lane);
            continue;
        }
        uint64_t offset = at.bits & ~UINT64_C(3);
        for (unsigned i = 0; i < call->out->count; i++) {
            const unsigned bytes = eval_size(call->out->types[i]);
            call->out->cells[i][lane] =
                offset < size ? eval_load(e, eval_global, lane, b.base + offset, bytes)
                              : eval_bits(0);
            offset += bytes;
        }
    }
}

static bool
named_call(struct eval *e, const struct eval_call *call, const char *rest, bool structured)
{
    const char *more = eval_after(rest, "atomic");

    if (more) {
        const size_t size = strcspn(more, ".");
        const enum eval_atomic op = eval_atomic_named(more, size);
        if (op == eval_atomic_unknown)
            return false;
        exchange_lanes(e, call, op, structured);
        return true;
    }
    if (eval_after(rest, "load.lds"))
        return false;
    if (eval_after(rest, "load.format"))
        access_lanes(e, call, access_load_format, structured, -1);
    else if (eval_after(rest, "store.format"))
        access_lanes(e, call, access_store_format, structured, -1);
    else if (eval_after(rest, "load"))
        access_lanes(e, call, access_load, structured, -1);
    else if (eval_after(rest, "store"))
        access_lanes(e, call, access_store, structured, -1);
    else
        return false;
    return true;
}

/* The format stands behind the place. */
static bool
typed_call(struct eval *e, const struct eval_call *call, const char *rest, bool structured)
{
    const bool stores = eval_after(rest, "store");
    const unsigned at = 3u + stores + structured;

    if (!stores && !eval_after(rest, "load"))
        return false;
    access_lanes(e, call, stores ? access_store_format : access_load_format, structured,
                 (int)call->in[at]->cells[0][0].bits);
    return true;
}

bool
eval_buffer_call(struct eval *e, const struct eval_call *call)
{
    static const struct {
        const char *prefix;
        bool structured, typed;
    } families[] = {
        {"raw.buffer", false, false},   {"raw.ptr.buffer", false, false},
        {"struct.buffer", true, false}, {"struct.ptr.buffer", true, false},
        {"raw.tbuffer", false, true},   {"raw.ptr.tbuffer", false, true},
        {"struct.tbuffer", true, true}, {"struct.ptr.tbuffer", true, true},
    };

    if (!call->amdgcn)
        return false;
    if (eval_after(call->name, "s.buffer.load")) {
        load_scalars(e, call);
        return true;
    }
    for (size_t i = 0; i < BASE_COUNT(families); i++) {
        const char *rest = eval_after(call->name, families[i].prefix);
        if (rest)
            return families[i].typed ? typed_call(e, call, rest, families[i].structured)
                                     : named_call(e, call, rest, families[i].structured);
    }
    return false;
}
