/* SPDX-License-Identifier: MIT
 *
 * Where each byte of a lane's data is.
 */
#include "rows.h"

#define BIT48 (UINT64_C(1) << 48)

void
rows_set_buffer(struct rows *rows, unsigned code, const struct buffer *b)
{
    uint32_t *w = &rows->before.scalars[code];
    unsigned log = 0;

    /* Bits of caches are set, to no effect. */
    while (8u << log < b->index_stride)
        log++;
    w[0] = (uint32_t)b->base;
    w[1] = (uint32_t)(b->base >> 32) | b->stride << 16 | 1u << 30 | (b->swizzled ? 1u << 31 : 0);
    w[2] = b->records;
    w[3] = (b->select ? b->select : 4 | 5 << 3 | 6 << 6 | 7 << 9) | b->format << 12 | log << 21 |
           (b->adds_lane ? 1u << 23 : 0) | 1u << 24 | 3u << 26 | b->out_of_range << 28;
}

/* Of a byte of structure index, from base and soffset on. */
static uint64_t
buffer_distance(const struct buffer *b, uint64_t index, uint64_t offset)
{
    const uint64_t n = b->index_stride;

    if (!b->swizzled)
        return b->stride * index + offset;
    return index / n * b->stride * n + offset / 4 * 4 * n + index % n * 4 + offset % 4;
}

static bool
is_in_buffer(const struct buffer *b, uint64_t index, uint64_t offset)
{
    if (b->out_of_range == 0)
        return index < b->records && offset < b->stride;
    if (b->out_of_range == 1)
        return index < b->records;
    if (b->out_of_range == 2)
        return b->records != 0;
    return (b->swizzled ? buffer_distance(b, index, offset) : offset) < b->records;
}

bool
place_is_inside(const struct machine *machine, const struct place *place, unsigned byte)
{
    const uint64_t dword = place->whole ? 0 : byte / 4 * 4;
    const uint32_t m0 = machine->scalars[124];

    switch (place->kind) {
    case place_memory:
    case place_scratch:
        return true;
    case place_lds:
        return (place->address & UINT32_MAX) + byte < LDS_SIZE;
    case place_gds:
        return (place->address & UINT32_MAX) + dword < (m0 & 0xffff);
    case place_buffer:
        return is_in_buffer(place->buffer, place->index, place->offset + dword);
    }
    return false;
}

uint8_t *
place_byte(const struct rows *rows, struct machine *machine, const struct place *place,
           unsigned byte)
{
    const uint64_t at = place->address + byte;
    uint64_t address = at;

    if (!place_is_inside(machine, place, byte))
        return NULL;
    switch (place->kind) {
    case place_lds:
        return &machine->lds[at & UINT32_MAX];
    case place_gds:
        return &machine->gds[(machine->scalars[124] >> 16) + (at & UINT32_MAX)];
    case place_memory:
        break;
    case place_scratch:
        address = machine->hwregs[20] | (uint64_t)machine->hwregs[21] << 32;
        address += (at & UINT32_MAX) / 4 * 4 * rows->lanes + place->lane * 4 + at % 4;
        break;
    case place_buffer:
        address = place->buffer->base + place->soffset +
                  buffer_distance(place->buffer, place->index, place->offset + byte);
        break;
    }
    address = address % BIT48 - DATA;
    return address < MEMORY_SIZE ? &machine->memory[address] : NULL;
}

uint64_t
place_get(const struct rows *rows, struct machine *machine, const struct place *place,
          unsigned first, unsigned bytes)
{
    uint64_t value = 0;

    for (unsigned i = 0; i < bytes; i++) {
        const uint8_t *at = place_byte(rows, machine, place, first + i);
        value |= at ? (uint64_t)*at << 8 * i : 0;
    }
    return value;
}

void
place_put(const struct rows *rows, struct machine *machine, const struct place *place,
          unsigned first, unsigned bytes, uint64_t value)
{
    for (unsigned i = 0; i < bytes; i++) {
        uint8_t *at = place_byte(rows, machine, place, first + i);
        if (at)
            *at = (uint8_t)(value >> 8 * i);
    }
}
