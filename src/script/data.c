/* SPDX-License-Identifier: MIT */
#include "script/script_priv.h"

#include <inttypes.h>
#include <math.h>

bool
script_resource_grow(struct script *script, struct script_resource *resource, uint64_t size,
                     struct qd_place place)
{
    if (size > SCRIPT_MAX_BYTES)
        return script_fail(script, place,
                           "found %" PRIu64 " bytes of %s, expected at most %" PRIu64, size,
                           resource->name, SCRIPT_MAX_BYTES);
    if (size <= resource->size)
        return true;
    /* By halves more, so that many small writes cost few copies. */
    if (size > resource->capacity) {
        const uint64_t wanted = resource->size / 2 + size;
        const uint64_t capacity = wanted < SCRIPT_MAX_BYTES ? wanted : SCRIPT_MAX_BYTES;

        resource->data = base_arena_resize(script->arena, resource->data,
                                           (size_t)resource->capacity, (size_t)capacity);
        resource->capacity = capacity;
    }
    resource->size = size;
    return true;
}

uint64_t
script_layout_bytes(const struct script_layout *layout, uint32_t count)
{
    if (count == 0)
        return 0;
    const struct script_leaf *last = &layout->leaves[(count - 1) % layout->leaf_count];
    const uint64_t element = (uint64_t)((count - 1) / layout->leaf_count) * layout->size;

    return element + last->at + script_scalar_size(last->scalar);
}

void
script_layout_put(const struct script_layout *layout, const struct script_number *numbers,
                  uint32_t count, unsigned char *data)
{
    for (uint32_t i = 0; i < count; i++) {
        const struct script_leaf *leaf = &layout->leaves[i % layout->leaf_count];
        const uint64_t element = (uint64_t)(i / layout->leaf_count) * layout->size;

        script_store(leaf->scalar, &numbers[i], data + element + leaf->at);
    }
}

bool
script_resource_put(struct script *script, struct script_resource *resource,
                    const struct script_layout *layout, uint64_t at,
                    const struct script_number *numbers, uint32_t count, struct qd_place place)
{
    const uint64_t bytes = script_layout_bytes(layout, count);

    if (at > SCRIPT_MAX_BYTES || !script_resource_grow(script, resource, at + bytes, place))
        return false;
    if (count)
        script_layout_put(layout, numbers, count, resource->data + at);
    return true;
}

bool
script_check_numbers(struct script *script, const struct script_layout *layout,
                     const struct script_number *numbers, uint32_t count, struct qd_place place)
{
    for (uint32_t i = 0; i < count; i++) {
        const enum script_scalar scalar = layout->leaves[i % layout->leaf_count].scalar;
        const struct script_number *number = &numbers[i];

        if (number->is_real && !script_scalar_is_real(scalar) &&
            !(number->real == trunc(number->real)))
            return script_fail(script, place, "found %s as value %" PRIu32 ", expected an integer",
                               script_print_number(number, script->arena), i + 1);
    }
    return true;
}
