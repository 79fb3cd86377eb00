/* SPDX-License-Identifier: MIT
 *
 * What lies at each byte of the memory that a module names, by its types.
 */
#ifndef TEST_RDNA_RADV_LAYOUT_H
#define TEST_RDNA_RADV_LAYOUT_H

#include "spirv/spirv.h"

enum layout_kind {
    layout_none, /* Padding. */
    layout_uint,
    layout_sint,
    layout_float,
    layout_address /* Of 64 bits, of another piece of memory. */
};

struct layout_scalar {
    uint8_t kind;    /* enum layout_kind */
    uint8_t size;    /* Bytes; 1 of padding. */
    uint32_t target; /* address: the type of what is there. */
};

struct layout;

struct layout *layout_read(struct base_arena *arena, const struct spirv_module *module);
/* The type of the variable at a binding, without its array of descriptors; of push constants.
 * 0: there is none. */
uint32_t layout_of_binding(const struct layout *layout, uint32_t set, uint32_t binding);
uint32_t layout_of_push(const struct layout *layout);
/* What begins at a byte of such a type. */
struct layout_scalar layout_at(const struct layout *layout, uint32_t type, uint64_t offset);

#endif
