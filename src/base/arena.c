/* SPDX-License-Identifier: MIT
 *
 * Small allocations are cut from blocks one after the other. Large ones get a block of their own
 * from malloc, so that realloc can grow them by moving pages, and so that capacity that nobody
 * touches takes no memory. The size alone says which kind an allocation is.
 */
#include "base.h"

#include "base_priv.h"

#include <stdlib.h>

struct base_arena_block {
    struct base_arena_block *next;
    struct base_arena_block *prev;
    size_t size; /* With this header. */
};

#define ALIGNMENT _Alignof(max_align_t)
#define ROUND_UP(size) (((size) + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT)
#define HEADER_SIZE ROUND_UP(sizeof(struct base_arena_block))

#define FIRST_BLOCK_SIZE ((size_t)16384)
#define LAST_BLOCK_SIZE ((size_t)1 << 20)
#define LARGE_SIZE ((size_t)1 << 16)

/* So that neither the header nor rounding can overflow. */
#define MAX_SIZE ((size_t)PTRDIFF_MAX - 2 * HEADER_SIZE)

void
base_arena_init(struct base_arena *arena, size_t limit)
{
    arena->blocks = NULL;
    arena->at = NULL;
    arena->end = NULL;
    arena->used = 0;
    arena->limit = limit;
    arena->block_size = FIRST_BLOCK_SIZE;
    arena->failure = base_arena_ok;
}

void
base_arena_finish(struct base_arena *arena)
{
    for (struct base_arena_block *block = arena->blocks, *next; block; block = next) {
        next = block->next;
        free(block);
    }
    base_arena_init(arena, arena->limit);
}

void
base_arena_fail(struct base_arena *arena, enum base_arena_failure failure)
{
    arena->failure = failure;
    longjmp(arena->catch_point, 1);
}

void
base_arena_fail_size(struct base_arena *arena)
{
    base_arena_fail(arena, arena->limit ? base_arena_over_budget : base_arena_out_of_memory);
}

static void
check_budget(struct base_arena *arena, size_t bytes)
{
    if (arena->limit && bytes > arena->limit - arena->used)
        base_arena_fail(arena, base_arena_over_budget);
}

/* A block of size bytes, at the head of the list. */
static struct base_arena_block *
add_block(struct base_arena *arena, size_t size, bool zeroed)
{
    check_budget(arena, size);
    struct base_arena_block *block = zeroed ? calloc(1, size) : malloc(size);
    if (!block)
        base_arena_fail(arena, base_arena_out_of_memory);

    arena->used += size;
    block->size = size;
    block->prev = NULL;
    block->next = arena->blocks;
    if (block->next)
        block->next->prev = block;
    arena->blocks = block;
    return block;
}

static void *
block_data(struct base_arena_block *block)
{
    return (char *)block + HEADER_SIZE;
}

static struct base_arena_block *
block_of_large(void *data)
{
    return (struct base_arena_block *)(void *)((char *)data - HEADER_SIZE);
}

/* What a small allocation takes of its block: never nothing, so that pointers are distinct. */
static size_t
small_bytes(size_t size)
{
    return ROUND_UP(size ? size : 1);
}

static void
add_small_block(struct base_arena *arena, size_t bytes)
{
    const size_t need = HEADER_SIZE + bytes;
    while (arena->block_size < need)
        arena->block_size *= 2;

    /* The last bytes of a budget are as good as the first. */
    size_t size = arena->block_size;
    if (arena->limit && size > arena->limit - arena->used)
        size = arena->limit - arena->used < need ? need : arena->limit - arena->used;

    struct base_arena_block *block = add_block(arena, size, false);
    arena->at = block_data(block);
    arena->end = (char *)block + size;
    if (arena->block_size < LAST_BLOCK_SIZE)
        arena->block_size *= 2;
}

/* Most allocations are too small to be worth a call. */
static void
clear(char *data, size_t bytes)
{
    if (bytes > 4 * ALIGNMENT) {
        memset(data, 0, bytes);
        return;
    }
    for (size_t i = 0; i < bytes; i += ALIGNMENT)
        memset(data + i, 0, ALIGNMENT);
}

static void *
alloc(struct base_arena *arena, size_t size, bool zeroed)
{
    if (size >= LARGE_SIZE) {
        if (size > MAX_SIZE)
            base_arena_fail_size(arena);
        return block_data(add_block(arena, HEADER_SIZE + size, zeroed));
    }
    const size_t bytes = small_bytes(size);
    if (bytes > (size_t)(arena->end - arena->at)) /* So it is without a block. */
        add_small_block(arena, bytes);

    char *data = arena->at;
    arena->at += bytes;
    if (zeroed)
        clear(data, bytes);
    return data;
}

/* Whether a small allocation can become another small one where it is, and makes it so. */
static bool
resize_small(struct base_arena *arena, char *data, size_t old_size, size_t new_size)
{
    const size_t old_bytes = small_bytes(old_size);
    const size_t new_bytes = small_bytes(new_size);

    if (data + old_bytes != arena->at)
        return new_bytes <= old_bytes;
    if (new_bytes > (size_t)(arena->end - data))
        return false;
    arena->at = data + new_bytes;
    return true;
}

static void *
resize_large(struct base_arena *arena, void *data, size_t new_size)
{
    struct base_arena_block *block = block_of_large(data);
    const size_t old_total = block->size;
    const size_t new_total = HEADER_SIZE + new_size;

    if (new_total > old_total)
        check_budget(arena, new_total - old_total);
    block = realloc(block, new_total);
    if (!block)
        base_arena_fail(arena, base_arena_out_of_memory);

    arena->used = arena->used - old_total + new_total;
    block->size = new_total;
    if (block->prev)
        block->prev->next = block;
    else
        arena->blocks = block;
    if (block->next)
        block->next->prev = block;
    return block_data(block);
}

static void
free_large(struct base_arena *arena, void *data)
{
    struct base_arena_block *block = block_of_large(data);

    if (block->prev)
        block->prev->next = block->next;
    else
        arena->blocks = block->next;
    if (block->next)
        block->next->prev = block->prev;
    arena->used -= block->size;
    free(block);
}

static void *
resize(struct base_arena *arena, void *data, size_t old_size, size_t new_size, bool zeroed)
{
    const bool was_large = old_size >= LARGE_SIZE;
    const bool is_large = new_size >= LARGE_SIZE;

    if (!data)
        return alloc(arena, new_size, zeroed);
    if (new_size > MAX_SIZE)
        base_arena_fail_size(arena);

    if (was_large && is_large) {
        data = resize_large(arena, data, new_size);
    } else if (was_large || is_large || !resize_small(arena, data, old_size, new_size)) {
        void *moved = alloc(arena, new_size, zeroed);
        memcpy(moved, data, old_size < new_size ? old_size : new_size);
        if (was_large)
            free_large(arena, data);
        return moved;
    }
    if (zeroed && new_size > old_size)
        memset((char *)data + old_size, 0, new_size - old_size);
    return data;
}

void *
base_arena_alloc(struct base_arena *arena, size_t size)
{
    return alloc(arena, size, true);
}

void *
base_arena_alloc_raw(struct base_arena *arena, size_t size)
{
    return alloc(arena, size, false);
}

void *
base_arena_alloc_array(struct base_arena *arena, size_t count, size_t size)
{
    if (base_product_overflows(count, size))
        base_arena_fail_size(arena);
    return alloc(arena, count * size, true);
}

void *
base_arena_resize(struct base_arena *arena, void *data, size_t old_size, size_t new_size)
{
    return resize(arena, data, old_size, new_size, true);
}

void *
base_arena_resize_raw(struct base_arena *arena, void *data, size_t old_size, size_t new_size)
{
    return resize(arena, data, old_size, new_size, false);
}

void
base_arena_free(struct base_arena *arena, void *data, size_t size)
{
    if (data && size >= LARGE_SIZE)
        free_large(arena, data);
}

void *
base_arena_try_copy(struct base_arena *arena, const void *data, size_t size)
{
    jmp_buf outer;
    void *volatile copy = NULL;

    memcpy(&outer, &arena->catch_point, sizeof(outer));
    if (BASE_ARENA_CATCH(arena))
        copy = memcpy(base_arena_alloc(arena, size), data, size);
    memcpy(&arena->catch_point, &outer, sizeof(outer));
    return copy;
}

char *
base_arena_copy_string(struct base_arena *arena, const char *text, size_t size)
{
    if (size > MAX_SIZE)
        base_arena_fail_size(arena);
    char *copy = alloc(arena, size + 1, false);
    if (size)
        memcpy(copy, text, size);
    copy[size] = '\0';
    return copy;
}

char *
base_arena_number(struct base_arena *arena, const char *text, uint32_t number)
{
    const size_t size = strlen(text);
    char digits[10];
    size_t count = 0;

    do
        digits[count++] = (char)('0' + number % 10);
    while (number /= 10);
    char *copy = alloc(arena, size + count + 1, false);
    memcpy(copy, text, size);
    for (size_t i = 0; i < count; i++)
        copy[size + i] = digits[count - 1 - i];
    copy[size + count] = '\0';
    return copy;
}

char *
base_arena_printf(struct base_arena *arena, const char *format, ...)
{
    struct base_text text;
    va_list args;

    base_text_init(&text, arena);
    va_start(args, format);
    base_text_vprintf(&text, format, args);
    va_end(args);
    return text.data;
}
