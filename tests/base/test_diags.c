/* SPDX-License-Identifier: MIT */
#include "base/base.h"

#include <cmocka.h>
#include <jansson.h>

struct fixture {
    struct base_arena arena;
    struct base_diags diags;
};

/* Running out is a failure of the test here. */
#define START(fixture, name)                                                                       \
    do {                                                                                           \
        base_arena_init(&(fixture)->arena, 0);                                                     \
        if (!BASE_ARENA_CATCH(&(fixture)->arena))                                                  \
            fail_msg("ran out");                                                                   \
        base_diags_init(&(fixture)->diags, &(fixture)->arena, name);                               \
    } while (0)

static const struct qd_diagnostic *
last_of(const struct fixture *f)
{
    assert_true(f->diags.list.count > 0);
    return &f->diags.list.data[f->diags.list.count - 1];
}

static const char *
print_last(struct fixture *f)
{
    struct base_text out;

    base_text_init(&out, &f->arena);
    base_diag_print_text(last_of(f), f->diags.name, &out);
    return base_text_string(&out);
}

static void
test_text(void **state)
{
    static const char text[] = "FRAG\n"
                               "DCL IN[0], COLOR\r\n"
                               "\tMOV OUT[0],\tIN[0]\n"
                               "\n"
                               "a\x01\xff\\x41\xc3\xa9z\n"
                               "END";
    static const struct {
        struct qd_place place;
        const char *message;
        const char *note;
        const char *expected;
    } rows[] = {
        {{QD_PLACE_NONE, 0, 0, 0}, "m", NULL, "a.tgsi: error: m [tgsi-syntax]\n"},
        {{QD_PLACE_NONE, 3, 3, 0}, "m", "n", "a.tgsi: error: m [tgsi-syntax]\n  note: n\n"},
        {{QD_PLACE_TEXT, 1, 1, 0}, "m", NULL, "a.tgsi:1:1: error: m [tgsi-syntax]\n  FRAG\n  ^\n"},
        {{QD_PLACE_TEXT, 1, 0, 0}, "m", NULL, "a.tgsi:1: error: m [tgsi-syntax]\n  FRAG\n"},
        {{QD_PLACE_TEXT, 0, 9, 0}, "m", NULL, "a.tgsi: error: m [tgsi-syntax]\n"},
        {{QD_PLACE_TEXT, 2, 16, 0},
         "m",
         "n",
         "a.tgsi:2:16: error: m [tgsi-syntax]\n"
         "  DCL IN[0], COLOR\n"
         "                 ^\n"
         "  note: n\n"},
        /* At and past the line's end. */
        {{QD_PLACE_TEXT, 2, 17, 0},
         "m",
         NULL,
         "a.tgsi:2:17: error: m [tgsi-syntax]\n"
         "  DCL IN[0], COLOR\n"
         "                  ^\n"},
        {{QD_PLACE_TEXT, 2, UINT32_MAX, 0},
         "m",
         NULL,
         "a.tgsi:2:4294967295: error: m [tgsi-syntax]\n"
         "  DCL IN[0], COLOR\n"
         "                  ^\n"},
        /* Tabs are one blank. */
        {{QD_PLACE_TEXT, 3, 14, 0},
         "m",
         NULL,
         "a.tgsi:3:14: error: m [tgsi-syntax]\n"
         "   MOV OUT[0], IN[0]\n"
         "               ^\n"},
        {{QD_PLACE_TEXT, 4, 1, 0}, "m", NULL, "a.tgsi:4:1: error: m [tgsi-syntax]\n"},
        /* Escapes are four columns wide; what looks like one in the text is not taken for it. */
        {{QD_PLACE_TEXT, 5, 3, 0},
         "m",
         NULL,
         "a.tgsi:5:3: error: m [tgsi-syntax]\n"
         "  a\\x01\\xff\\x5cx41\\xc3\\xa9z\n"
         "       ^\n"},
        {{QD_PLACE_TEXT, 5, 8, 0},
         "m",
         NULL,
         "a.tgsi:5:8: error: m [tgsi-syntax]\n"
         "  a\\x01\\xff\\x5cx41\\xc3\\xa9z\n"
         "                  ^\n"},
        {{QD_PLACE_TEXT, 5, 10, 0},
         "m",
         NULL,
         "a.tgsi:5:10: error: m [tgsi-syntax]\n"
         "  a\\x01\\xff\\x5cx41\\xc3\\xa9z\n"
         "                          ^\n"},
        {{QD_PLACE_TEXT, 6, 4, 0},
         "m",
         NULL,
         "a.tgsi:6:4: error: m [tgsi-syntax]\n  END\n     ^\n"},
        {{QD_PLACE_TEXT, 7, 1, 0}, "m", NULL, "a.tgsi:7:1: error: m [tgsi-syntax]\n"},
        {{QD_PLACE_TEXT, UINT32_MAX, UINT32_MAX, 0},
         "m",
         NULL,
         "a.tgsi:4294967295:4294967295: error: m [tgsi-syntax]\n"},
        {{QD_PLACE_WORD, 0, 0, 28}, "m", NULL, "a.tgsi@0x1c: error: m [tgsi-syntax]\n"},
        {{QD_PLACE_WORD, 1, 1, UINT32_MAX},
         "m",
         NULL,
         "a.tgsi@0xffffffff: error: m [tgsi-syntax]\n"},
        /* No byte that means something to a terminal comes out. */
        {{QD_PLACE_NONE, 0, 0, 0},
         "\033[2J\t\n\x7f\x80 \xc2\x9b \xc3\xa9 ok",
         "\r\xed\xa0\x80",
         "a.tgsi: error: \\x1b[2J\\x09\\x0a\\x7f\\x80 \\xc2\\x9b \\xc3\\xa9 ok [tgsi-syntax]\n"
         "  note: \\x0d\\xed\\xa0\\x80\n"},
        /* An escape that the message itself has stays one. */
        {{QD_PLACE_NONE, 0, 0, 0}, "byte \\x01", NULL, "a.tgsi: error: byte \\x01 [tgsi-syntax]\n"},
    };
    struct fixture f;
    (void)state;

    START(&f, "a.tgsi");
    base_diags_set_text(&f.diags, text, sizeof(text) - 1);
    for (int back = 0; back < 2; back++) {
        for (size_t i = 0; i < BASE_COUNT(rows); i++) {
            const size_t row = back ? BASE_COUNT(rows) - 1 - i : i;
            base_error(&f.diags, QD_CODE_TGSI_SYNTAX, rows[row].place, "%s", rows[row].message);
            if (rows[row].note)
                base_add_note(&f.diags, "%s", rows[row].note);
            assert_string_equal(print_last(&f), rows[row].expected);
        }
    }
    base_arena_finish(&f.arena);
}

static void
test_names_and_severities(void **state)
{
    struct fixture f;
    (void)state;

    START(&f, NULL);
    base_warning(&f.diags, QD_CODE_TARGET_LACKS, base_at_word(7), "no %s", "quads");
    assert_string_equal(print_last(&f), "<input>@0x1c: warning: no quads [target-lacks]\n");
    base_report(&f.diags, QD_SEVERITY_NOTE, QD_CODE_NONE, base_at_line(3, 4), "n");
    assert_string_equal(print_last(&f), "<input>:3:4: note: n [none]\n");
    f.diags.name = "a\033b\n\xc3\xa9.tgsi";
    assert_string_equal(print_last(&f), "a\\x1bb\\x0a\\xc3\\xa9.tgsi:3:4: note: n [none]\n");
    assert_int_equal(f.diags.error_count, 0);
    assert_int_equal(f.diags.warning_count, 1);
    assert_int_equal(f.diags.note_count, 1);
    assert_int_equal(base_at_word(UINT32_MAX).offset, UINT32_MAX);

    assert_string_equal(base_code_name(QD_CODE_SPIRV_ID_BOUND), "spirv-id-bound");
    assert_string_equal(base_code_name(QD_CODE_COUNT), "none");
    assert_string_equal(base_code_name((enum qd_code) - 1), "none");
    for (int i = 1; i < QD_CODE_COUNT; i++) {
        for (int j = 0; j < i; j++)
            assert_string_not_equal(base_code_name((enum qd_code)i),
                                    base_code_name((enum qd_code)j));
    }
    base_arena_finish(&f.arena);
}

static void
test_notes_and_excerpts(void **state)
{
    struct fixture f;
    (void)state;

    START(&f, "a.hex");
    base_add_note(&f.diags, "on nothing");
    base_set_excerpt(&f.diags, "of nothing");
    assert_int_equal(f.diags.list.count, 0);

    base_error(&f.diags, QD_CODE_UNSUPPORTED, base_at_word(2), "m");
    base_set_excerpt(&f.diags, "v_add_f32\tv0, v1, v2\n");
    base_add_note(&f.diags, "%d", 1);
    base_add_note(&f.diags, "%d\n", 2);
    assert_string_equal(print_last(&f), "a.hex@0x8: error: m [unsupported]\n"
                                        "  v_add_f32 v0, v1, v2\\x0a\n"
                                        "  note: 1; 2\\x0a\n");

    base_error(&f.diags, QD_CODE_IR_SYNTAX, base_at_line(2, 3), "m");
    base_set_excerpt(&f.diags, "%1 = fadd");
    assert_string_equal(print_last(&f), "a.hex:2:3: error: m [ir-syntax]\n"
                                        "  %1 = fadd\n"
                                        "    ^\n");
    base_set_excerpt(&f.diags, "");
    assert_string_equal(print_last(&f), "a.hex:2:3: error: m [ir-syntax]\n");

    /* Lines that are byte offsets of words, until there is a text. */
    base_diags_set_text(&f.diags, "a\nb\n", 4);
    base_diags_set_words(&f.diags);
    base_error(&f.diags, QD_CODE_IO, base_at_line(12, 3), "m");
    assert_string_equal(print_last(&f), "a.hex@0xc: error: m [io]\n");
    base_error(&f.diags, QD_CODE_IO, base_at_line(1, 1), "m");
    assert_string_equal(print_last(&f), "a.hex@0x0: error: m [io]\n");
    base_error(&f.diags, QD_CODE_IO, base_at_nowhere(), "m");
    assert_string_equal(print_last(&f), "a.hex: error: m [io]\n");
    base_diags_set_text(&f.diags, "a\nb\n", 4);
    base_error(&f.diags, QD_CODE_IO, base_at_line(2, 0), "m");
    assert_string_equal(print_last(&f), "a.hex:2: error: m [io]\n  b\n");
    base_arena_finish(&f.arena);
}

/* The caret stands below the byte that the column names, and no line is longer than a screen. */
static void
check_window(struct fixture *f, char *text, size_t size, uint32_t column)
{
    const char kept = text[column - 1];

    text[column - 1] = '@';
    base_diags_set_text(&f->diags, text, size);
    base_error(&f->diags, QD_CODE_TGSI_SYNTAX, base_at_line(1, column), "m");
    text[column - 1] = kept;

    const char *excerpt = strchr(print_last(f), '\n') + 1;
    const char *caret = strchr(excerpt, '\n') + 1;
    const size_t indent = strspn(caret, " ");
    assert_string_equal(caret + indent, "^\n");
    assert_true(indent < (size_t)(caret - excerpt));
    if (excerpt[indent] != '@')
        fail_msg("column %u: '%c' above the caret", column, excerpt[indent]);
    assert_true(caret - excerpt <= 2 + 4 * 120 + 6 + 1);
    f->diags.list.count = 0;
    f->diags.error_count = 0;
}

static void
test_windows(void **state)
{
    static const uint32_t sizes[] = {1, 60, 89, 90, 91, 119, 120, 121, 149, 150, 151, 200, 400};
    static const uint32_t columns[] = {1, 90, 91, 5000000, 9999880, 9999881, 9999940, 10000000};
    struct fixture f;
    (void)state;

    START(&f, "a");
    for (size_t i = 0; i < BASE_COUNT(sizes); i++) {
        char *text = base_arena_alloc(&f.arena, sizes[i] + 1);
        for (int fill = 0; fill < 4; fill++) {
            memset(text, "x\001\t\\"[fill], sizes[i]);
            text[sizes[i]] = '\n';
            for (uint32_t column = 1; column <= sizes[i]; column++)
                check_window(&f, text, sizes[i] + (column & 1), column);
        }
    }

    const size_t size = 10000000;
    char *text = base_arena_alloc(&f.arena, size);
    for (int fill = 0; fill < 2; fill++) {
        memset(text, "x\xff"[fill], size);
        for (size_t i = 0; i < BASE_COUNT(columns); i++)
            check_window(&f, text, size, columns[i]);
    }
    base_arena_finish(&f.arena);
}

static void
test_cuts(void **state)
{
    struct fixture f;
    char text[302];
    char expected[200];
    (void)state;

    START(&f, "a");
    memset(text, 'x', sizeof(text));
    text[150] = '\0';
    text[300] = '\r';
    text[301] = '\n';
    base_diags_set_text(&f.diags, text, sizeof(text));

    /* On the right. */
    memset(expected, 'x', sizeof(expected));
    strcpy(expected + 120, "...");
    base_error(&f.diags, QD_CODE_IO, base_at_line(1, 90), "m");
    assert_string_equal(last_of(&f)->excerpt, expected);
    base_error(&f.diags, QD_CODE_IO, base_at_line(1, 0), "m");
    assert_string_equal(last_of(&f)->excerpt, expected);

    /* On both sides: 60 bytes before, an embedded zero, 59 bytes after. */
    memset(expected, 'x', sizeof(expected));
    memcpy(expected, "...", 3);
    memcpy(expected + 63, "\\x00", 4);
    strcpy(expected + 126, "...");
    base_error(&f.diags, QD_CODE_IO, base_at_line(1, 151), "m");
    assert_string_equal(last_of(&f)->excerpt, expected);

    /* On the left, up to the line's end and not its carriage return. */
    memset(expected, 'x', sizeof(expected));
    memcpy(expected, "...", 3);
    expected[3 + 120] = '\0';
    base_error(&f.diags, QD_CODE_IO, base_at_line(1, 241), "m");
    assert_string_equal(last_of(&f)->excerpt, expected);
    expected[3 + 60] = '\0';
    base_error(&f.diags, QD_CODE_IO, base_at_line(1, 301), "m");
    assert_string_equal(last_of(&f)->excerpt, expected);
    base_error(&f.diags, QD_CODE_IO, base_at_line(1, 100000), "m");
    assert_string_equal(last_of(&f)->excerpt, expected);
    base_arena_finish(&f.arena);
}

/* Lines are found again in whatever order they are asked for. */
static void
test_line_order(void **state)
{
    enum { count = 1000 };
    struct fixture f;
    struct base_text text;
    (void)state;

    START(&f, "a");
    base_text_init(&text, &f.arena);
    for (uint32_t i = 1; i <= count; i++)
        base_text_printf(&text, "line %u\n", i);
    base_diags_set_text(&f.diags, text.data, text.count);
    f.diags.max_errors = 100000;
    for (uint32_t i = 0; i < 5000; i++) {
        const uint32_t line = i < count ? i + 1 : i * 7919 % (count + 3);
        base_error(&f.diags, QD_CODE_IO, base_at_line(line, i % 9), "m");
        if (line == 0 || line > count)
            assert_null(last_of(&f)->excerpt);
        else
            assert_string_equal(last_of(&f)->excerpt, base_arena_printf(&f.arena, "line %u", line));
    }
    base_arena_finish(&f.arena);
}

static void
check_max_errors(uint32_t max_errors, uint32_t max)
{
    struct fixture f;

    START(&f, "a");
    f.diags.max_errors = max_errors;
    for (uint32_t i = 0; i < max; i++)
        base_error(&f.diags, QD_CODE_IO, base_at_line(1, 1), "%u", i);
    assert_int_equal(f.diags.list.count, max);
    assert_int_equal(last_of(&f)->code, QD_CODE_IO);
    for (uint32_t i = 0; i < 3; i++) {
        base_error(&f.diags, QD_CODE_IO, base_at_line(1, 1), "more");
        base_add_note(&f.diags, "on what was dropped");
        base_set_excerpt(&f.diags, "of what was dropped");
        base_warning(&f.diags, QD_CODE_IO, base_at_line(1, 1), "after the last error");
    }
    assert_int_equal(f.diags.list.count, max + 1);
    assert_int_equal(f.diags.error_count, max + 3);
    assert_int_equal(f.diags.warning_count, 3);
    assert_int_equal(last_of(&f)->code, QD_CODE_TOO_MANY_ERRORS);
    assert_int_equal(last_of(&f)->severity, QD_SEVERITY_ERROR);
    assert_null(last_of(&f)->note);
    assert_null(last_of(&f)->excerpt);
    assert_string_equal(
        last_of(&f)->message,
        base_arena_printf(&f.arena, "found more than %u errors, later ones are not shown", max));
    base_arena_finish(&f.arena);
}

static void
test_too_many(void **state)
{
    (void)state;

    check_max_errors(0, 100);
    check_max_errors(1, 1);
    check_max_errors(5, 5);
    check_max_errors(101, 101);
}

/* Warnings have a limit of their own, and take no room from the errors. */
static void
test_too_many_warnings(void **state)
{
    struct fixture f;
    (void)state;

    START(&f, "a");
    f.diags.max_errors = 2;
    for (uint32_t i = 0; i < 10; i++)
        base_warning(&f.diags, QD_CODE_LIMIT, base_at_nowhere(), "w");
    assert_int_equal(f.diags.list.count, 3);
    assert_int_equal(last_of(&f)->code, QD_CODE_TOO_MANY_ERRORS);
    assert_int_equal(last_of(&f)->severity, QD_SEVERITY_WARNING);
    assert_int_equal(f.diags.warning_count, 10);
    base_error(&f.diags, QD_CODE_LIMIT, base_at_nowhere(), "e");
    base_add_note(&f.diags, "n");
    assert_int_equal(f.diags.list.count, 4);
    assert_string_equal(last_of(&f)->message, "e");
    assert_string_equal(last_of(&f)->note, "n");
    base_arena_finish(&f.arena);
}

static json_t *
parse_last(struct fixture *f)
{
    struct base_text out;

    base_text_init(&out, &f->arena);
    base_text_add_string(&out, "before");
    base_diag_print_json(last_of(f), f->diags.name, &out);
    assert_memory_equal(out.data, "before{", 7);
    assert_int_equal(out.data[out.count - 1], '\n');
    assert_int_equal(strlen(out.data), out.count);
    /* One line. */
    assert_ptr_equal(strchr(out.data, '\n'), out.data + out.count - 1);

    json_t *object = json_loads(out.data + 6, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(object);
    return object;
}

static void
assert_member(json_t *object, const char *key, const char *value)
{
    const char *found = json_string_value(json_object_get(object, key));

    assert_non_null(found);
    assert_string_equal(found, value);
}

static void
test_json(void **state)
{
    static const char text[] = "FRAG\nMOV \xff\"\\\n";
    struct fixture f;
    struct base_text out;
    (void)state;

    START(&f, "dir/\xc3\xa9.tgsi");
    base_diags_set_text(&f.diags, text, sizeof(text) - 1);
    base_error(&f.diags, QD_CODE_TGSI_SWIZZLE, base_at_line(2, 5), "found \"%s\"", "\xe2\x82\xac");
    base_add_note(&f.diags, "n\x01");
    base_text_init(&out, &f.arena);
    base_diag_print_json(last_of(&f), f.diags.name, &out);
    assert_string_equal(base_text_string(&out),
                        "{\"file\":\"dir/\xc3\xa9.tgsi\",\"severity\":\"error\","
                        "\"code\":\"tgsi-swizzle\",\"message\":\"found \\\"\xe2\x82\xac\\\"\","
                        "\"line\":2,\"column\":5,\"excerpt\":\"MOV \\\\xff\\\"\\\\\","
                        "\"note\":\"n\\\\x01\"}\n");

    json_t *object = parse_last(&f);
    assert_int_equal(json_object_size(object), 8);
    assert_member(object, "file", "dir/\xc3\xa9.tgsi");
    assert_member(object, "message", "found \"\xe2\x82\xac\"");
    assert_member(object, "excerpt", "MOV \\xff\"\\");
    assert_int_equal(json_integer_value(json_object_get(object, "line")), 2);
    json_decref(object);

    base_warning(&f.diags, QD_CODE_IO, base_at_word(7), "m");
    object = parse_last(&f);
    assert_int_equal(json_object_size(object), 5);
    assert_member(object, "severity", "warning");
    assert_int_equal(json_integer_value(json_object_get(object, "offset")), 28);
    json_decref(object);

    base_error(&f.diags, QD_CODE_IO, base_at_line(UINT32_MAX, 0), "m");
    object = parse_last(&f);
    assert_int_equal(json_object_size(object), 5);
    assert_int_equal(json_integer_value(json_object_get(object, "line")), UINT32_MAX);
    json_decref(object);

    base_error(&f.diags, QD_CODE_IO, base_at_nowhere(), "%s", "");
    object = parse_last(&f);
    assert_int_equal(json_object_size(object), 4);
    assert_member(object, "message", "");
    json_decref(object);
    base_arena_finish(&f.arena);
}

/* Every byte and pair of bytes, in every string, gives JSON that can be read; so do long ones. */
static void
test_json_of_any_bytes(void **state)
{
    struct fixture f;
    struct base_text all;
    (void)state;

    START(&f, "a");
    base_text_init(&all, &f.arena);
    for (int first = 1; first < 256; first++) {
        for (int second = 1; second < 256; second++) {
            base_text_add_char(&all, (char)first);
            base_text_add_char(&all, (char)second);
        }
    }
    /* Straight from outside, not by way of base_report. */
    const struct qd_diagnostic diag = {
        .message = all.data, .excerpt = all.data + 1, .note = all.data + 2};
    struct base_text out;
    base_text_init(&out, &f.arena);
    base_diag_print_json(&diag, all.data + 3, &out);
    json_t *object = json_loads(out.data, 0, NULL);
    assert_non_null(object);
    assert_int_equal(json_object_size(object), 6);
    json_decref(object);

    out.count = 0;
    base_diag_print_text(&diag, all.data, &out);
    for (uint32_t i = 0; i < out.count; i++)
        assert_true(out.data[i] == '\n' || (out.data[i] >= ' ' && out.data[i] <= '~'));

    base_error(&f.diags, QD_CODE_IO, base_at_nowhere(), "%s%5000000d", all.data, 1);
    object = parse_last(&f);
    assert_true(json_string_length(json_object_get(object, "message")) > 5000000);
    json_decref(object);
    base_arena_finish(&f.arena);
}

static void
test_utf8(void **state)
{
    /* In a message: what is UTF-8 stays, the rest is escaped byte by byte. */
    static const struct {
        const char *text;
        const char *expected;
    } rows[] = {
        {"\xc2\xa0\xdf\xbf", "\xc2\xa0\xdf\xbf"},
        {"\xe0\xa0\x80\xef\xbf\xbf", "\xe0\xa0\x80\xef\xbf\xbf"},
        {"\xf0\x90\x80\x80\xf4\x8f\xbf\xbf", "\xf0\x90\x80\x80\xf4\x8f\xbf\xbf"},
        {"\xed\x9f\xbf\xee\x80\x80", "\xed\x9f\xbf\xee\x80\x80"},
        {"\xc0\x80", "\\xc0\\x80"},                   /* overlong zero */
        {"\xc1\xbf", "\\xc1\\xbf"},                   /* overlong */
        {"\xe0\x9f\xbf", "\\xe0\\x9f\\xbf"},          /* overlong */
        {"\xf0\x8f\xbf\xbf", "\\xf0\\x8f\\xbf\\xbf"}, /* overlong */
        {"\xed\xa0\x80", "\\xed\\xa0\\x80"},          /* a surrogate */
        {"\xf4\x90\x80\x80", "\\xf4\\x90\\x80\\x80"}, /* past U+10FFFF */
        {"\xf5\x80\x80\x80", "\\xf5\\x80\\x80\\x80"},
        {"\x80\xbf", "\\x80\\xbf"}, /* no first byte */
        {"\xe2\x82", "\\xe2\\x82"}, /* cut short */
        {"\xe2\x82z", "\\xe2\\x82z"},
        {"\xf0\x90\x80", "\\xf0\\x90\\x80"},
        {"\xc3", "\\xc3"},
        {"\xfe\xff", "\\xfe\\xff"},
        {"\xc2\x80\xc2\x9f", "\\xc2\\x80\\xc2\\x9f"}, /* C1 controls */
    };
    struct fixture f;
    (void)state;

    START(&f, "a");
    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        base_error(&f.diags, QD_CODE_IO, base_at_nowhere(), "%s", rows[i].text);
        assert_string_equal(last_of(&f)->message, rows[i].expected);
    }
    base_arena_finish(&f.arena);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text),
        cmocka_unit_test(test_names_and_severities),
        cmocka_unit_test(test_notes_and_excerpts),
        cmocka_unit_test(test_windows),
        cmocka_unit_test(test_cuts),
        cmocka_unit_test(test_line_order),
        cmocka_unit_test(test_too_many),
        cmocka_unit_test(test_too_many_warnings),
        cmocka_unit_test(test_json),
        cmocka_unit_test(test_json_of_any_bytes),
        cmocka_unit_test(test_utf8),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
