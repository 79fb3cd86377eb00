/* SPDX-License-Identifier: MIT
 *
 * Scalar memory: by address, by descriptor, and scratch, whose registers count in 64 bytes. EXEC
 * means nothing here.
 */
#include "rows.h"

#include <stdio.h>
#include <string.h>

enum { BASE = 10, OFFSET = 6, RESOURCE = 12, REGISTERS = 40, M0 = 124 };

/* How the address is said. Low bits go. */
struct address {
    int number;
    bool has_register, in_m0;
    uint32_t value; /* The register's. */
    unsigned low;   /* Low bits of the base, which are dropped. */
};

static const struct address addresses[] = {
    {.number = 16},
    {.number = -8},
    {.number = -1048576},
    {.number = 1048572},
    {.has_register = true, .value = 0x12340},
    {.has_register = true, .value = 0xfffffff0, .low = 3},
    {.has_register = true, .value = 64, .number = 32},
    {.has_register = true, .value = 4096, .number = -2048},
    {.has_register = true, .in_m0 = true, .value = 0x808},
    {.number = 12, .low = 1},
    {.number = 7}, /* Its low bits go as well. */
};

/* Numbers have no sign. Sizes in bytes from the data on. */
static const struct {
    struct address address;
    uint32_t stride, size; /* 0: all there is. */
    bool swizzled;
} buffers[] = {
    {{.number = 16}, 0, 0, false},
    {{.number = 1048572}, 0, 0, false},
    {{.has_register = true, .value = 0xfffff000}, 0, 0, false},
    {{.has_register = true, .value = 256, .number = 1024}, 0, 0, true},
    {{.number = 64}, 0, 0, false},
    {{.number = 64}, 0, 12, false},
    {{.number = 64}, 0, 32, false},
    {{.has_register = true, .value = 48}, 16, 16, true},
    {{.has_register = true, .value = 40}, 8, 8, false},
    {{.has_register = true, .in_m0 = true, .value = 40}, 4, UINT32_MAX, false}, /* Outside. */
    {{.number = 20, .low = 2}, 0, 0, false},
    {{.number = 21}, 0, 0, false},
};

static bool
is_buffer(const char *name)
{
    return strncmp(name, "s_buffer", 8) == 0;
}

static void
scalar_text(char part[32], unsigned first, unsigned count)
{
    if (count > 1)
        snprintf(part, 32, "s[%u:%u]", first, first + count - 1);
    else
        snprintf(part, 32, "s%u", first);
}

/* Sets the registers; base, or registers, number and bits after it. */
static void
write_address(struct rows *rows, const struct address *a, char text[96])
{
    char number[32], place[16];

    snprintf(number, sizeof(number), a->number < 0 ? "-0x%x" : "0x%x",
             a->number < 0 ? (unsigned)-a->number : (unsigned)a->number);
    snprintf(place, sizeof(place), a->in_m0 ? "m0" : "s%d", OFFSET);
    if (a->has_register)
        rows->before.scalars[a->in_m0 ? M0 : OFFSET] = a->value;
    if (a->has_register && a->number)
        snprintf(text, 96, "%s offset:%s", place, number);
    else
        snprintf(text, 96, "%s", a->has_register ? place : number);
}

/* What is where, and how the instruction says it. */
struct scalar {
    char address[96];
    char base[32];
    uint64_t at;     /* In memory, from DATA on. */
    unsigned inside; /* Bytes from there that are in range. */
};

/* false: there is no such form. */
static bool
make_address(struct rows *rows, const struct what *what, unsigned number, struct scalar *s)
{
    const char *name = rdna_op_infos[rows->row].name;

    /* Up to the end of memory, or somewhere. */
    s->at = number % 2 ? 256 : MEMORY_SIZE - what->bytes;
    s->inside = UINT32_MAX;
    if (!is_buffer(name)) {
        if (number >= BASE_COUNT(addresses))
            return false;
        const struct address *a = &addresses[number];
        const uint64_t scale = strstr(name, "scratch") ? 64 : 1;
        const uint64_t behind =
            (uint64_t)(int64_t)(a->number & ~3) + (a->has_register ? a->value * scale : 0);
        rows_set_pair(rows, BASE, ((DATA + s->at - behind) & ((UINT64_C(1) << 48) - 1)) | a->low);
        scalar_text(s->base, BASE, 2);
        write_address(rows, a, s->address);
        return true;
    }
    if (number >= BASE_COUNT(buffers))
        return false;
    const struct address *a = &buffers[number].address;
    const uint64_t behind = (uint64_t)(a->number & ~3) + (a->has_register ? a->value : 0);
    struct buffer b = {.base = (DATA + s->at - behind) | a->low,
                       .stride = buffers[number].stride,
                       .records = UINT32_MAX,
                       .index_stride = 8,
                       .out_of_range = number % 4,
                       .swizzled = buffers[number].swizzled};
    const uint32_t size = buffers[number].size;
    if (size == UINT32_MAX) {
        b.records = (uint32_t)behind / b.stride;
        s->inside = 0;
    } else if (size) {
        b.records = (uint32_t)(behind + size) / (b.stride ? b.stride : 1);
        s->inside = size;
    }
    rows_set_buffer(rows, RESOURCE, &b);
    scalar_text(s->base, RESOURCE, 4);
    write_address(rows, a, s->address);
    return true;
}

static uint32_t
get_dword(const struct machine *m, uint64_t at)
{
    uint32_t value;

    memcpy(&value, &m->memory[at], 4);
    return value;
}

static void
put_dword(struct machine *m, uint64_t at, uint32_t value)
{
    memcpy(&m->memory[at], &value, 4);
}

static void
try_move(struct rows *rows, const struct what *what, unsigned number, unsigned first)
{
    const unsigned count = what->bytes / 4;
    struct scalar s;
    char data[32], text[256];

    rows_begin(rows);
    rows_set_exec(rows, number % 2 ? 0 : 5);
    if (!make_address(rows, what, number, &s))
        return;
    scalar_text(data, first, count);
    snprintf(text, sizeof(text), "%s %s, %s, %s%s", rdna_op_infos[rows->row].name, data, s.base,
             s.address, number % 3 ? "" : " glc");
    rows_expect(rows);
    for (unsigned i = 0; i < count; i++) {
        const bool inside = 4 * i < s.inside;
        uint32_t *reg = &rows->after.scalars[first + i];
        if (what->kind == kind_load)
            *reg = inside ? get_dword(&rows->before, s.at + 4 * i) : 0;
        else if (inside)
            put_dword(&rows->after, s.at + 4 * i, *reg);
    }
    rows_run(rows, text);
}

/* The base is where the data goes. */
static void
try_overlap(struct rows *rows, const struct what *what)
{
    const unsigned first = is_buffer(rdna_op_infos[rows->row].name) ? RESOURCE : BASE;

    if (what->kind == kind_load)
        try_move(rows, what, 0, what->bytes > 8 && first == BASE ? 8 : first);
}

/* ---- Atomics ---- */

static const uint64_t edges[] = {
    0,
    1,
    5,
    0x7fffffff,
    0x80000000,
    UINT64_C(0xffffffff),
    UINT64_C(0x100000000),
    UINT64_C(0x7fffffffffffffff),
    UINT64_C(0x8000000000000000),
    UINT64_MAX,
    UINT64_C(0x8000000000000001),
};

static void
try_atomic(struct rows *rows, const struct what *what, unsigned number, const uint64_t values[3],
           bool returns)
{
    const unsigned words = what->bytes / 4, count = words * what->operation->operands;
    struct machine *m = &rows->before;
    const uint64_t mask = words == 2 ? UINT64_MAX : UINT32_MAX;
    struct arith a = {8 * what->bytes, values[0] & mask, values[1] & mask, values[2] & mask, NULL};
    struct scalar s;
    char data[32], text[256];

    rows_begin(rows);
    rows_set_exec(rows, number % 2 ? 0 : 9);
    make_address(rows, what, number, &s);
    for (unsigned i = 0; i < words; i++) {
        put_dword(m, s.at + 4 * i, (uint32_t)(a.old >> 32 * i));
        m->scalars[REGISTERS + i] = (uint32_t)(a.first >> 32 * i);
        if (count > words)
            m->scalars[REGISTERS + words + i] = (uint32_t)(a.second >> 32 * i);
    }
    scalar_text(data, REGISTERS, count);
    snprintf(text, sizeof(text), "%s %s, %s, %s%s", rdna_op_infos[rows->row].name, data, s.base,
             s.address, returns ? " glc" : "");
    rows_expect(rows);
    const uint64_t value = what->operation->value(&a);
    for (unsigned i = 0; i < words; i++) {
        if (s.inside)
            put_dword(&rows->after, s.at + 4 * i, (uint32_t)(value >> 32 * i));
        if (returns)
            rows->after.scalars[REGISTERS + i] = s.inside ? (uint32_t)(a.old >> 32 * i) : 0;
    }
    rows_run(rows, text);
}

static void
try_atomics(struct rows *rows, const struct what *what)
{
    const unsigned forms =
        is_buffer(rdna_op_infos[rows->row].name) ? BASE_COUNT(buffers) : BASE_COUNT(addresses);
    const unsigned n = BASE_COUNT(edges);
    unsigned number = 0;

    for (unsigned i = 0; i < n * n; i++) {
        const uint64_t values[] = {edges[i % n], edges[i / n],
                                   edges[i % 3 ? i % n : rows_random(rows) % n]};
        try_atomic(rows, what, number, values, i % 2);
        number = number + 1 < forms ? number + 1 : 0;
    }
    if (what->bytes == 4)
        return;
    char text[256];
    struct scalar s;
    rows_begin(rows);
    make_address(rows, what, 0, &s);
    rows->before.scalars[is_buffer(rdna_op_infos[rows->row].name) ? RESOURCE : BASE] += 4;
    snprintf(text, sizeof(text), "%s s[40:%u], %s, %s", rdna_op_infos[rows->row].name,
             what->operation->operands == 2 ? 43 : 41, s.base, s.address);
    rows_fault(rows, text, "misaligned");
}

/* ---- Addresses that are not there ---- */

static void
try_unmapped(struct rows *rows, const struct what *what)
{
    const unsigned operands = what->operation ? what->operation->operands : 1;
    struct scalar s;
    char data[32], text[256];

    rows_begin(rows);
    make_address(rows, what, 0, &s);
    rows->before.scalars[is_buffer(rdna_op_infos[rows->row].name) ? RESOURCE : BASE] += 0x100000;
    scalar_text(data, REGISTERS, what->bytes / 4 * operands);
    snprintf(text, sizeof(text), "%s %s, %s, %s", rdna_op_infos[rows->row].name, data, s.base,
             s.address);
    rows_fault(rows, text, "not mapped");
}

void
rows_of_scalar_memory(struct rows *rows)
{
    for (rows->row = 1; rows->row < rdna_op_count; rows->row++) {
        const struct what what = what_of(rows->row);

        if (rdna_op_infos[rows->row].family != rdna_family_smem || !rows_has(rows, rows->row) ||
            what.kind == kind_other)
            continue;
        for (unsigned i = 0; i < 12 && what.kind != kind_atomic; i++)
            try_move(rows, &what, i, REGISTERS);
        if (what.kind == kind_atomic)
            try_atomics(rows, &what);
        try_overlap(rows, &what);
        try_unmapped(rows, &what);
    }
}
