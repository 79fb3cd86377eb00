/* SPDX-License-Identifier: MIT */
#ifndef BASE_BASE_PRIV_H
#define BASE_BASE_PRIV_H

#include "base.h"

/* ---- arena.c ---- */

/* base_arena_fail for a size that no number holds: over the budget if there is one. */
BASE_NORETURN void base_arena_fail_size(struct base_arena *arena);

/* As base_arena_alloc and base_arena_resize, but new bytes have any value and are not touched. */
void *base_arena_alloc_raw(struct base_arena *arena, size_t size);
void *base_arena_resize_raw(struct base_arena *arena, void *data, size_t old_size, size_t new_size);

/* Only where both are large does it take a division to tell. */
static inline bool
base_product_overflows(size_t count, size_t size)
{
    const size_t half = (size_t)1 << (sizeof(size_t) * 4);

    return (count | size) >= half && size && count > SIZE_MAX / size;
}

/* ---- array.c ---- */

/* Data of *capacity elements of size bytes, count of them in use, gets room for extra more. */
void *base_array_grow(struct base_arena *arena, void *data, uint32_t count, uint32_t *capacity,
                      size_t extra, size_t size);

/* ---- text.c ---- */

/* Room for size more bytes and a terminator; returns where they go. The caller adds to count. */
char *base_text_reserve(struct base_text *text, size_t size);

/* ---- diags.c ---- */

/* The size of the character that text starts with (RFC 3629), 0 if it is none. size > 0. */
size_t base_utf8_size(const char *text, size_t size);
/* A copy in which what is no UTF-8 is \xNN, and more by the flags of diags.c. */
const char *base_escape_text(struct base_arena *arena, const char *text, unsigned flags);
/* What a missing name prints as. */
const char *base_printed_name(const char *name);
const char *base_severity_name(enum qd_severity severity);

#endif
