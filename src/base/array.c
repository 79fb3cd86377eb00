/* SPDX-License-Identifier: MIT */
#include "base.h"

#include "base_priv.h"

#define FIRST_CAPACITY 8

void *
base_array_grow(struct base_arena *arena, void *data, uint32_t count, uint32_t *capacity,
                size_t extra, size_t size)
{
    if (extra > UINT32_MAX - count)
        base_arena_fail_size(arena);

    const uint32_t need = count + (uint32_t)extra;
    uint32_t grown = *capacity > UINT32_MAX / 2 ? UINT32_MAX : *capacity * 2;
    if (grown < FIRST_CAPACITY)
        grown = FIRST_CAPACITY;
    if (grown < need)
        grown = need;
    if (base_product_overflows(grown, size))
        base_arena_fail_size(arena);

    data = base_arena_resize_raw(arena, data, *capacity * size, grown * size);
    *capacity = grown;
    return data;
}

void
base_array_reserve(struct base_arena *arena, void *array, uint32_t extra, size_t size)
{
    /* The caller's struct is of another type, so it is copied and not pointed at. */
    BASE_ARRAY(void) header;

    memcpy(&header, array, sizeof(header));
    if (extra <= header.capacity - header.count)
        return;
    header.data = base_array_grow(arena, header.data, header.count, &header.capacity, extra, size);
    memcpy(array, &header, sizeof(header));
}
