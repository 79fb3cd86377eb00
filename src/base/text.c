/* SPDX-License-Identifier: MIT */
#include "base.h"

#include "base_priv.h"

#include <stdio.h>

/* Of a text that begins with a printed piece. */
#define FIRST_ROOM 95

void
base_text_init(struct base_text *text, struct base_arena *arena)
{
    text->arena = arena;
    text->data = NULL;
    text->count = 0;
    text->capacity = 0;
}

char *
base_text_reserve(struct base_text *text, size_t size)
{
    if (size >= text->capacity - text->count) {
        if (size == SIZE_MAX)
            base_arena_fail_size(text->arena);
        text->data =
            base_array_grow(text->arena, text->data, text->count, &text->capacity, size + 1, 1);
    }
    return text->data + text->count;
}

void
base_text_add(struct base_text *text, const char *data, size_t size)
{
    char *to = base_text_reserve(text, size);

    if (size)
        memcpy(to, data, size);
    to[size] = '\0';
    text->count += (uint32_t)size;
}

void
base_text_add_string(struct base_text *text, const char *string)
{
    base_text_add(text, string, strlen(string));
}

void
base_text_add_char(struct base_text *text, char c)
{
    base_text_add(text, &c, 1);
}

void
base_text_printf(struct base_text *text, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    base_text_vprintf(text, format, args);
    va_end(args);
}

void
base_text_vprintf(struct base_text *text, const char *format, va_list args)
{
    va_list again;

    /* Most pieces fit into what is there; to print one twice costs more than some room. */
    if (text->capacity == 0)
        (void)base_text_reserve(text, FIRST_ROOM);
    const size_t room = text->capacity - text->count;
    va_copy(again, args);
    const int size = vsnprintf(room ? text->data + text->count : NULL, room, format, again);
    va_end(again);
    if (size < 0) /* Longer than an int can say, or no text at all. */
        base_arena_fail_size(text->arena);

    if ((size_t)size >= room) {
        char *to = base_text_reserve(text, (size_t)size);
        va_copy(again, args);
        vsnprintf(to, (size_t)size + 1, format, again);
        va_end(again);
    }
    text->count += (uint32_t)size;
}

const char *
base_text_string(struct base_text *text)
{
    return text->data ? text->data : "";
}
