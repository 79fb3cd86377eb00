/* SPDX-License-Identifier: MIT
 *
 * Strings are made harmless when they are reported: UTF-8 without control characters. Printing as
 * text escapes what is not ASCII too.
 *
 * An excerpt is a window of the line. Where it was cut on the left follows from the column alone,
 * so that the printer finds the place of the caret again.
 */
#include "base.h"

#include "base_priv.h"

#include <inttypes.h>

#define DEFAULT_MAX_ERRORS 100

/* Bytes of the line in an excerpt. Up to the first EXCERPT_WHOLE bytes before the place, the
 * excerpt starts with the line; past that, EXCERPT_BEFORE bytes before the place. */
#define EXCERPT_SIZE ((size_t)120)
#define EXCERPT_WHOLE ((size_t)90)
#define EXCERPT_BEFORE ((size_t)60)
#define CUT "..."
#define CUT_SIZE (sizeof(CUT) - 1)

/* Bytes of an escape: \xNN. */
#define ESCAPE_SIZE ((size_t)4)

/* What add_escaped escapes besides bytes that are not UTF-8. */
enum {
    escape_controls = 1,
    escape_non_ascii = 2,
    escape_escapes = 4,  /* The backslash of what already looks like an escape. */
    escape_tab_blank = 8 /* A tab becomes one blank. */
};

static bool
is_hex(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
}

static bool
is_escape(const char *text, size_t size)
{
    return size >= ESCAPE_SIZE && text[0] == '\\' && text[1] == 'x' && is_hex(text[2]) &&
           is_hex(text[3]);
}

/* The size of the character that text starts with (RFC 3629), 0 if it is none. size > 0. */
size_t
base_utf8_size(const char *text, size_t size)
{
    const unsigned char first = (unsigned char)text[0];
    /* The second byte's range is narrower where the form is overlong, a surrogate, or too big. */
    const unsigned char low = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
    const unsigned char high = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
    size_t need = 0;

    if (first < 0x80)
        return 1;
    if (first >= 0xc2 && first <= 0xdf)
        need = 2;
    else if (first >= 0xe0 && first <= 0xef)
        need = 3;
    else if (first >= 0xf0 && first <= 0xf4)
        need = 4;
    if (!need || need > size)
        return 0;
    if ((unsigned char)text[1] < low || (unsigned char)text[1] > high)
        return 0;
    for (size_t i = 2; i < need; i++) {
        if (((unsigned char)text[i] & 0xc0) != 0x80)
            return 0;
    }
    return need;
}

/* Whether the character of count bytes is a control character: C0, DEL or C1. */
static bool
is_control(const char *text, size_t count)
{
    const unsigned char first = (unsigned char)text[0];

    if (count == 1)
        return first < 0x20 || first == 0x7f;
    return count == 2 && first == 0xc2 && (unsigned char)text[1] < 0xa0;
}

static bool
must_escape(const char *text, size_t count, size_t size, unsigned flags)
{
    return ((flags & escape_controls) && is_control(text, count)) ||
           ((flags & escape_non_ascii) && count > 1) ||
           ((flags & escape_escapes) && is_escape(text, size));
}

/* How many bytes from the start on are printable ASCII other than backslashes, which nothing ever
 * escapes. */
static size_t
plain_size(const char *text, size_t size)
{
    size_t plain = 0;

    while (plain < size && text[plain] >= 0x20 && text[plain] < 0x7f && text[plain] != '\\')
        plain++;
    return plain;
}

static void
add_escaped(struct base_text *out, const char *text, size_t size, unsigned flags)
{
    for (size_t at = 0, count; at < size; at += count) {
        count = plain_size(text + at, size - at);
        if (count > 0) {
            base_text_add(out, text + at, count);
            continue;
        }
        const bool valid = (count = base_utf8_size(text + at, size - at)) > 0;
        if (!valid)
            count = 1;
        if ((flags & escape_tab_blank) && text[at] == '\t') {
            base_text_add_char(out, ' ');
        } else if (valid && !must_escape(text + at, count, size - at, flags)) {
            base_text_add(out, text + at, count);
        } else {
            for (size_t i = 0; i < count; i++)
                base_text_printf(out, "\\x%02x", (unsigned)(unsigned char)text[at + i]);
        }
    }
}

const char *
base_escape_text(struct base_arena *arena, const char *text, unsigned flags)
{
    const size_t size = strlen(text);
    struct base_text out;

    base_text_init(&out, arena);
    add_escaped(&out, text, size, flags);
    return base_text_string(&out);
}

/* Whether the text has the line; if so, makes it the current one. */
static bool
find_line(struct base_diags *diags, uint32_t line)
{
    if (line < diags->line) {
        diags->line = 1;
        diags->line_start = 0;
        diags->scanned = 0;
    }
    while (diags->line < line && diags->scanned < diags->text_size) {
        const char *from = diags->text + diags->scanned;
        const char *end = memchr(from, '\n', diags->text_size - diags->scanned);
        if (!end) {
            diags->scanned = diags->text_size;
            return false;
        }
        diags->line++;
        diags->scanned += (size_t)(end - from) + 1;
        diags->line_start = diags->scanned;
    }
    return diags->line == line;
}

/* How long the current line is, as far as it matters for want bytes of it. */
static size_t
measure_line(struct base_diags *diags, size_t want)
{
    const size_t left = diags->text_size - diags->line_start;
    const size_t limit = diags->line_start + (want < left ? want : left);

    if (limit > diags->scanned) {
        const char *from = diags->text + diags->scanned;
        const char *end = memchr(from, '\n', limit - diags->scanned);
        diags->scanned = end ? diags->scanned + (size_t)(end - from) : limit;
    }

    const size_t size = diags->scanned - diags->line_start;
    const bool ends = diags->scanned == diags->text_size || diags->text[diags->scanned] == '\n';
    return ends && size && diags->text[diags->scanned - 1] == '\r' ? size - 1 : size;
}

static const char *
cut_line(struct base_arena *arena, const char *line, size_t size, uint32_t column)
{
    size_t place = column ? column - 1 : 0;
    if (place > size)
        place = size;

    const size_t start = place < EXCERPT_WHOLE ? 0 : place - EXCERPT_BEFORE;
    const size_t count = size - start < EXCERPT_SIZE ? size - start : EXCERPT_SIZE;
    struct base_text out;

    base_text_init(&out, arena);
    if (start)
        base_text_add_string(&out, CUT);
    add_escaped(&out, line + start, count, escape_controls | escape_escapes | escape_tab_blank);
    if (start + count < size)
        base_text_add_string(&out, CUT);
    return base_text_string(&out);
}

/* NULL if the place has no line or an empty one. */
static const char *
excerpt_at(struct base_diags *diags, struct qd_place place)
{
    if (place.kind != QD_PLACE_TEXT || !place.line || !diags->text || !find_line(diags, place.line))
        return NULL;

    /* Beyond the window, for a byte past its end and a line end of two bytes. */
    const size_t left = diags->text_size - diags->line_start;
    const size_t before = place.column < left ? place.column : left;
    const size_t size = measure_line(diags, before + EXCERPT_SIZE + 2);
    if (!size)
        return NULL;
    return cut_line(diags->arena, diags->text + diags->line_start, size, place.column);
}

void
base_diags_init(struct base_diags *diags, struct base_arena *arena, const char *name)
{
    memset(diags, 0, sizeof(*diags));
    diags->arena = arena;
    diags->name = name;
    base_diags_set_text(diags, NULL, 0);
}

void
base_diags_set_text(struct base_diags *diags, const char *text, size_t size)
{
    diags->text = text;
    diags->text_size = size;
    diags->line = 1;
    diags->line_start = 0;
    diags->scanned = 0;
    diags->has_words = false;
}

void
base_diags_set_words(struct base_diags *diags)
{
    base_diags_set_text(diags, NULL, 0);
    diags->has_words = true;
}

struct qd_place
base_at_nowhere(void)
{
    return (struct qd_place){.kind = QD_PLACE_NONE};
}

struct qd_place
base_at_line(uint32_t line, uint32_t column)
{
    return (struct qd_place){.kind = QD_PLACE_TEXT, .line = line, .column = column};
}

struct qd_place
base_at_word(uint32_t word)
{
    return (struct qd_place){.kind = QD_PLACE_WORD,
                             .offset = word > UINT32_MAX / 4 ? UINT32_MAX : word * 4};
}

static uint32_t *
count_of(struct base_diags *diags, enum qd_severity severity)
{
    switch (severity) {
    case QD_SEVERITY_NOTE:
        return &diags->note_count;
    case QD_SEVERITY_WARNING:
        return &diags->warning_count;
    case QD_SEVERITY_ERROR:
        break;
    }
    return &diags->error_count;
}

const char *
base_severity_name(enum qd_severity severity)
{
    switch (severity) {
    case QD_SEVERITY_NOTE:
        return "note";
    case QD_SEVERITY_WARNING:
        return "warning";
    case QD_SEVERITY_ERROR:
        break;
    }
    return "error";
}

/* Counts one finding. Whether it is to be listed; says so in the list when it is the first not. */
static bool
count_finding(struct base_diags *diags, enum qd_severity severity)
{
    const uint32_t max = diags->max_errors ? diags->max_errors : DEFAULT_MAX_ERRORS;
    const bool closed = diags->error_count > max;
    uint32_t *count = count_of(diags, severity);

    if (*count < UINT32_MAX)
        (*count)++;
    if (*count <= max)
        return !closed;
    if (*count - 1 == max && !closed) {
        struct qd_diagnostic *last = base_array_add(diags->arena, &diags->list);
        last->code = QD_CODE_TOO_MANY_ERRORS;
        last->severity = severity;
        last->place = base_at_nowhere();
        last->message = base_arena_printf(
            diags->arena, "found more than %" PRIu32 " %ss, later ones are not shown", max,
            base_severity_name(severity));
    }
    return false;
}

static void
report(struct base_diags *diags, enum qd_severity severity, enum qd_code code,
       struct qd_place place, const char *format, va_list args)
{
    diags->dropped = severity == QD_SEVERITY_WARNING && diags->no_warnings;
    if (diags->dropped && diags->warning_count < UINT32_MAX)
        diags->warning_count++;
    if (!diags->dropped)
        diags->dropped = !count_finding(diags, severity);
    if (diags->dropped)
        return;
    if (diags->has_words && place.kind == QD_PLACE_TEXT)
        place = base_at_word(place.line / 4);

    struct base_text message;
    base_text_init(&message, diags->arena);
    base_text_vprintf(&message, format, args);

    const char *text = base_escape_text(diags->arena, base_text_string(&message), escape_controls);
    const char *excerpt = excerpt_at(diags, place);
    const struct qd_diagnostic diag = {code, severity, place, text, excerpt, NULL};
    base_array_push(diags->arena, &diags->list, diag);
}

void
base_report(struct base_diags *diags, enum qd_severity severity, enum qd_code code,
            struct qd_place place, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    report(diags, severity, code, place, format, args);
    va_end(args);
}

void
base_error(struct base_diags *diags, enum qd_code code, struct qd_place place, const char *format,
           ...)
{
    va_list args;

    va_start(args, format);
    report(diags, QD_SEVERITY_ERROR, code, place, format, args);
    va_end(args);
}

void
base_warning(struct base_diags *diags, enum qd_code code, struct qd_place place, const char *format,
             ...)
{
    va_list args;

    va_start(args, format);
    report(diags, QD_SEVERITY_WARNING, code, place, format, args);
    va_end(args);
}

/* The diagnostic that was reported last; NULL if it is not in the list. */
static struct qd_diagnostic *
last_reported(struct base_diags *diags)
{
    if (diags->dropped || !diags->list.count)
        return NULL;
    return &diags->list.data[diags->list.count - 1];
}

void
base_add_note(struct base_diags *diags, const char *format, ...)
{
    struct qd_diagnostic *diag = last_reported(diags);
    struct base_text note;
    va_list args;

    if (!diag)
        return;
    base_text_init(&note, diags->arena);
    if (diag->note)
        base_text_printf(&note, "%s; ", diag->note);
    va_start(args, format);
    base_text_vprintf(&note, format, args);
    va_end(args);
    diag->note = base_escape_text(diags->arena, base_text_string(&note), escape_controls);
}

void
base_set_excerpt(struct base_diags *diags, const char *excerpt)
{
    struct qd_diagnostic *diag = last_reported(diags);

    if (!diag)
        return;
    if (diag->place.kind == QD_PLACE_TEXT)
        diag->excerpt = cut_line(diags->arena, excerpt, strlen(excerpt), diag->place.column);
    else
        diag->excerpt = base_escape_text(diags->arena, excerpt, escape_controls | escape_tab_blank);
}

const char *
base_code_name(enum qd_code code)
{
    static const char *const names[] = {
        [QD_CODE_NONE] = "none",
#define QD_CODE(suffix, name) [QD_CODE_##suffix] = name,
#include <quadrille/codes.def>
#undef QD_CODE
    };

    return (size_t)code < BASE_COUNT(names) ? names[code] : "none";
}

const char *
base_printed_name(const char *name)
{
    return name ? name : "<input>";
}

static void
add_printable(struct base_text *out, const char *text)
{
    add_escaped(out, text, strlen(text), escape_controls | escape_non_ascii);
}

static void
print_place(struct qd_place place, struct base_text *out)
{
    switch (place.kind) {
    case QD_PLACE_NONE:
        break;
    case QD_PLACE_TEXT:
        if (place.line)
            base_text_printf(out, ":%" PRIu32, place.line);
        if (place.line && place.column)
            base_text_printf(out, ":%" PRIu32, place.column);
        break;
    case QD_PLACE_WORD:
        base_text_printf(out, "@0x%" PRIx32, place.offset);
        break;
    }
}

/* How many printed characters of the excerpt come before its byte at the column. */
static size_t
caret_indent(const char *excerpt, uint32_t column)
{
    const size_t size = strlen(excerpt);
    const bool cut = column > EXCERPT_WHOLE && strncmp(excerpt, CUT, CUT_SIZE) == 0;
    size_t indent = 0;

    for (size_t bytes = cut ? CUT_SIZE + EXCERPT_BEFORE : column - 1, at = 0; bytes && at < size;
         bytes--) {
        const unsigned char c = (unsigned char)excerpt[at];
        if (is_escape(excerpt + at, size - at)) {
            at += ESCAPE_SIZE;
            indent += ESCAPE_SIZE;
        } else {
            at++;
            indent += c == '\t' || (c >= 0x20 && c < 0x7f) ? 1 : ESCAPE_SIZE;
        }
    }
    return indent;
}

static void
print_excerpt(const struct qd_diagnostic *diag, struct base_text *out)
{
    base_text_add_string(out, "  ");
    add_escaped(out, diag->excerpt, strlen(diag->excerpt),
                escape_controls | escape_non_ascii | escape_tab_blank);
    base_text_add_char(out, '\n');
    if (diag->place.kind != QD_PLACE_TEXT || !diag->place.column)
        return;
    base_text_add_string(out, "  ");
    for (size_t i = caret_indent(diag->excerpt, diag->place.column); i; i--)
        base_text_add_char(out, ' ');
    base_text_add_string(out, "^\n");
}

void
base_diag_print_text(const struct qd_diagnostic *diag, const char *name, struct base_text *out)
{
    add_printable(out, base_printed_name(name));
    print_place(diag->place, out);
    base_text_add_string(out, ": ");
    base_text_add_string(out, base_severity_name(diag->severity));
    base_text_add_string(out, ": ");
    add_printable(out, diag->message);
    base_text_add_string(out, " [");
    base_text_add_string(out, base_code_name(diag->code));
    base_text_add_string(out, "]\n");
    if (diag->excerpt && diag->excerpt[0])
        print_excerpt(diag, out);
    if (diag->note) {
        base_text_add_string(out, "  note: ");
        add_printable(out, diag->note);
        base_text_add_char(out, '\n');
    }
}
