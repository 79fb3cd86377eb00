/* SPDX-License-Identifier: MIT */
#include "no_memory.h"

#include <stdbool.h>
#include <stdlib.h>

static long allocations_left = NO_MEMORY_NEVER;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *data, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *data, size_t size);

void
no_memory_after(long allocations)
{
    allocations_left = allocations;
}

static bool
may_allocate(void)
{
    if (allocations_left == 0)
        return false;
    if (allocations_left > 0)
        allocations_left--;
    return true;
}

void *
__wrap_malloc(size_t size)
{
    return may_allocate() ? __real_malloc(size) : NULL;
}

void *
__wrap_calloc(size_t count, size_t size)
{
    return may_allocate() ? __real_calloc(count, size) : NULL;
}

void *
__wrap_realloc(void *data, size_t size)
{
    return may_allocate() ? __real_realloc(data, size) : NULL;
}
