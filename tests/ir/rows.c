/* SPDX-License-Identifier: MIT */
#include "rows.h"

#include <cmocka.h>
#include <stdio.h>

/* Stands for what printf puts in. */
#define ANYTHING '\1'

void
rows_add(struct rows_seen *seen, const char *message)
{
    base_array_push(seen->arena, &seen->messages,
                    base_arena_copy_string(seen->arena, message, strlen(message)));
}

static bool
fits(const char *pattern, const char *text)
{
    if (*pattern == '\0')
        return *text == '\0';
    if (*pattern != ANYTHING)
        return *pattern == *text && fits(pattern + 1, text + 1);
    do
        if (fits(pattern + 1, text))
            return true;
    while (*text++);
    return false;
}

/* Does the pattern fit an end of the text? */
static bool
fits_end(const char *pattern, const char *text)
{
    do
        if (fits(pattern, text))
            return true;
    while (*text++);
    return false;
}

static const char *
read_source(struct base_arena *arena, const char *path)
{
    struct base_text text;
    char part[4096];
    size_t size;
    FILE *file = fopen(path, "rb");

    if (!file)
        fail_msg("%s cannot be read", path);
    base_text_init(&text, arena);
    while ((size = fread(part, 1, sizeof(part), file)) > 0)
        base_text_add(&text, part, size);
    fclose(file);
    return base_text_string(&text);
}

/* One literal, from behind its quote to behind the other. */
static const char *
read_literal(const char *at, struct base_text *pattern)
{
    while (*at && *at != '"') {
        if (*at == '%' && at[1] != '%') {
            base_text_add_char(pattern, ANYTHING);
            for (at++; *at == 'l' || *at == 'z'; at++)
                continue;
            at += *at && *at != '"';
            continue;
        }
        at += *at == '\\' || *at == '%';
        base_text_add_char(pattern, *at++);
    }
    return *at ? at + 1 : at;
}

/* The literals at the source's place, one behind the other, macros of inttypes.h between them. */
static const char *
read_pattern(const char *at, struct base_arena *arena)
{
    struct base_text pattern;

    base_text_init(&pattern, arena);
    while (*at == '"') {
        at = read_literal(at + 1, &pattern);
        at += strspn(at, " \n");
        if (strncmp(at, "PRI", 3) == 0) {
            at += strcspn(at, " \n,)");
            at += strspn(at, " \n");
        }
    }
    return base_text_string(&pattern);
}

uint32_t
rows_check(const struct rows_seen *seen, const char *path, const char *call)
{
    const char *source = read_source(seen->arena, path);
    BASE_ARRAY(const char *) patterns = {0};

    for (const char *at = source; (at = strstr(at, call)) != NULL;) {
        at += strlen(call);
        const size_t quote = strcspn(at, "\";");
        if (at[quote] != '"')
            continue;
        const char *pattern = read_pattern(at + quote, seen->arena);
        bool is_seen = false, is_new = true;
        for (uint32_t i = 0; i < patterns.count; i++)
            is_new = is_new && strcmp(patterns.data[i], pattern) != 0;
        if (is_new)
            base_array_push(seen->arena, &patterns, pattern);
        for (uint32_t i = 0; i < seen->messages.count && !is_seen; i++)
            is_seen = fits_end(pattern, seen->messages.data[i]);
        if (!is_seen)
            fail_msg("no row gives the message \"%s\"", pattern);
    }
    return patterns.count;
}
