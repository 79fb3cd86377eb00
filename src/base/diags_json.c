/* SPDX-License-Identifier: MIT
 *
 * Apart from the rest of base, so that only those who print JSON need a library for it.
 */
#include "base.h"

#include "base_priv.h"

#include <jansson.h>

/* What the members of a JSON object are made of; NULL where there is none. */
struct json_strings {
    const char *file;
    const char *message;
    const char *excerpt;
    const char *note;
};

/* Jansson refuses what is not UTF-8. Most strings already are. */
static const char *
make_utf8(struct base_text *out, const char *text)
{
    if (!text)
        return NULL;

    const size_t size = strlen(text);
    for (size_t at = 0, count; at < size; at += count) {
        count = base_utf8_size(text + at, size - at);
        if (!count)
            return base_escape_text(out->arena, text, 0);
    }
    return text;
}

static size_t
json_size(const char *text)
{
    /* A character becomes at most \uNNNN. */
    return text ? 6 * strlen(text) : 0;
}

/* A member that cannot be made, for want of memory, sets *failed. */
static void
set_string(json_t *object, const char *key, const char *value, bool *failed)
{
    if (value && json_object_set_new(object, key, json_string(value)) != 0)
        *failed = true;
}

static void
set_number(json_t *object, const char *key, uint32_t value, bool *failed)
{
    if (json_object_set_new(object, key, json_integer((json_int_t)value)) != 0)
        *failed = true;
}

static json_t *
make_json(const struct qd_diagnostic *diag, const struct json_strings *strings)
{
    json_t *object = json_object();
    bool failed = !object;

    set_string(object, "file", strings->file, &failed);
    set_string(object, "severity", base_severity_name(diag->severity), &failed);
    set_string(object, "code", base_code_name(diag->code), &failed);
    set_string(object, "message", strings->message, &failed);
    if (diag->place.kind == QD_PLACE_TEXT && diag->place.line)
        set_number(object, "line", diag->place.line, &failed);
    if (diag->place.kind == QD_PLACE_TEXT && diag->place.line && diag->place.column)
        set_number(object, "column", diag->place.column, &failed);
    if (diag->place.kind == QD_PLACE_WORD)
        set_number(object, "offset", diag->place.offset, &failed);
    set_string(object, "excerpt", strings->excerpt, &failed);
    set_string(object, "note", strings->note, &failed);
    if (failed) {
        json_decref(object);
        return NULL;
    }
    return object;
}

void
base_diag_print_json(const struct qd_diagnostic *diag, const char *name, struct base_text *out)
{
    const struct json_strings strings = {
        make_utf8(out, base_printed_name(name)),
        make_utf8(out, diag->message),
        make_utf8(out, diag->excerpt),
        make_utf8(out, diag->note),
    };
    /* Keys, punctuation, numbers, severity and code take less than the constant. All room is taken
     * before there is an object, which running out would leak. */
    const size_t room = 512 + json_size(strings.file) + json_size(strings.message) +
                        json_size(strings.excerpt) + json_size(strings.note);
    char *to = base_text_reserve(out, room);
    json_t *object = make_json(diag, &strings);
    if (!object)
        base_arena_fail(out->arena, base_arena_out_of_memory);

    const size_t size = json_dumpb(object, to, room, JSON_COMPACT | JSON_PRESERVE_ORDER);
    json_decref(object);
    if (!size || size > room) /* Jansson has buffers of its own. */
        base_arena_fail(out->arena, base_arena_out_of_memory);
    out->count += (uint32_t)size;
    base_text_add_char(out, '\n');
}
