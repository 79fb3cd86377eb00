/* SPDX-License-Identifier: MIT */
#include "memory.h"

#include <stdlib.h>
#include <string.h>

#define PAGE_BITS 12
#define PAGE_SIZE ((size_t)1 << PAGE_BITS)
#define ADDRESS_END (UINT64_C(1) << RDNA_ADDRESS_BITS)

void
rdna_memory_init(struct rdna_memory *memory, size_t limit)
{
    *memory = (struct rdna_memory){.page_limit = limit / PAGE_SIZE};
}

void
rdna_memory_finish(struct rdna_memory *memory)
{
    for (size_t i = 0; i < memory->slot_count; i++)
        free(memory->slots[i].data);
    free(memory->slots);
    free(memory->ranges);
    *memory = (struct rdna_memory){0};
}

/* The number of ranges that end at or before address. */
static size_t
ranges_before(const struct rdna_memory *memory, uint64_t address)
{
    size_t low = 0, high = memory->range_count;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (memory->ranges[middle].end <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool
rdna_memory_map(struct rdna_memory *memory, uint64_t address, uint64_t size, bool writable)
{
    if (!size || address >= ADDRESS_END || size > ADDRESS_END - address)
        return false;

    const size_t at = ranges_before(memory, address);
    const uint64_t end = address + size;
    if (at < memory->range_count && memory->ranges[at].first < end)
        return false;

    struct rdna_memory_range *ranges =
        realloc(memory->ranges, (memory->range_count + 1) * sizeof(*ranges));
    if (!ranges)
        return false;
    memmove(ranges + at + 1, ranges + at, (memory->range_count - at) * sizeof(*ranges));
    ranges[at] = (struct rdna_memory_range){address, end, writable};
    memory->ranges = ranges;
    memory->range_count++;
    return true;
}

/* An access may go over several ranges that touch. */
static enum rdna_access
check(const struct rdna_memory *memory, uint64_t address, size_t size, bool write)
{
    const uint64_t end = address + size;

    if (address >= ADDRESS_END || size > ADDRESS_END - address)
        return rdna_access_unmapped;
    for (size_t i = ranges_before(memory, address); address < end; i++) {
        if (i == memory->range_count || memory->ranges[i].first > address)
            return rdna_access_unmapped;
        if (write && !memory->ranges[i].writable)
            return rdna_access_read_only;
        address = memory->ranges[i].end;
    }
    return rdna_access_ok;
}

enum rdna_access
rdna_memory_check(const struct rdna_memory *memory, uint64_t address, size_t size, bool write)
{
    return check(memory, address, size, write);
}

/* Where the page is, or the free slot where it would be. There is always a free one. */
static struct rdna_memory_page *
slot_of(const struct rdna_memory *memory, uint64_t number)
{
    const size_t mask = memory->slot_count - 1;
    size_t i = (size_t)(number * UINT64_C(0x9e3779b97f4a7c15) >> 32) & mask;

    while (memory->slots[i].data && memory->slots[i].number != number)
        i = (i + 1) & mask;
    return &memory->slots[i];
}

static const uint8_t *
find_page(const struct rdna_memory *memory, uint64_t number)
{
    return memory->slot_count ? slot_of(memory, number)->data : NULL;
}

static bool
grow(struct rdna_memory *memory)
{
    struct rdna_memory larger = *memory;

    larger.slot_count = memory->slot_count ? memory->slot_count * 2 : 64;
    larger.slots = calloc(larger.slot_count, sizeof(*larger.slots));
    if (!larger.slots)
        return false;
    for (size_t i = 0; i < memory->slot_count; i++)
        if (memory->slots[i].data)
            *slot_of(&larger, memory->slots[i].number) = memory->slots[i];
    free(memory->slots);
    *memory = larger;
    return true;
}

/* NULL if there is no memory for one more. */
static uint8_t *
make_page(struct rdna_memory *memory, uint64_t number)
{
    if (memory->page_count * 2 >= memory->slot_count && !grow(memory))
        return NULL;

    struct rdna_memory_page *slot = slot_of(memory, number);
    if (slot->data)
        return slot->data;
    if (memory->page_count >= memory->page_limit)
        return NULL;
    slot->data = calloc(1, PAGE_SIZE);
    slot->number = number;
    memory->page_count += slot->data != NULL;
    return slot->data;
}

static size_t
rest_of_page(uint64_t address, size_t size)
{
    const size_t rest = PAGE_SIZE - (size_t)(address & (PAGE_SIZE - 1));

    return size < rest ? size : rest;
}

enum rdna_access
rdna_memory_read(const struct rdna_memory *memory, uint64_t address, void *data, size_t size)
{
    const enum rdna_access access = check(memory, address, size, false);
    uint8_t *to = data;

    if (access != rdna_access_ok)
        return access;
    while (size) {
        const size_t part = rest_of_page(address, size);
        const uint8_t *page = find_page(memory, address >> PAGE_BITS);

        if (page)
            memcpy(to, page + (address & (PAGE_SIZE - 1)), part);
        else
            memset(to, 0, part);
        address += part;
        to += part;
        size -= part;
    }
    return rdna_access_ok;
}

static enum rdna_access
put(struct rdna_memory *memory, uint64_t address, const uint8_t *from, size_t size)
{
    /* All pages first: what cannot be finished is not begun. */
    for (size_t at = 0; at < size; at += rest_of_page(address + at, size - at))
        if (!make_page(memory, (address + at) >> PAGE_BITS))
            return rdna_access_no_memory;

    while (size) {
        const size_t part = rest_of_page(address, size);

        memcpy(slot_of(memory, address >> PAGE_BITS)->data + (address & (PAGE_SIZE - 1)), from,
               part);
        address += part;
        from += part;
        size -= part;
    }
    return rdna_access_ok;
}

enum rdna_access
rdna_memory_write(struct rdna_memory *memory, uint64_t address, const void *data, size_t size)
{
    const enum rdna_access access = check(memory, address, size, true);

    return access == rdna_access_ok ? put(memory, address, data, size) : access;
}

enum rdna_access
rdna_memory_fill(struct rdna_memory *memory, uint64_t address, const void *data, size_t size)
{
    const enum rdna_access access = check(memory, address, size, false);

    return access == rdna_access_ok ? put(memory, address, data, size) : access;
}

const char *
rdna_access_text(enum rdna_access access)
{
    switch (access) {
    case rdna_access_ok:
        return "no fault";
    case rdna_access_unmapped:
        return "an address that is not mapped";
    case rdna_access_read_only:
        return "a write to read-only memory";
    case rdna_access_misaligned:
        return "an atomic at a misaligned address";
    case rdna_access_no_memory:
        return "memory has run out";
    }
    return "";
}
