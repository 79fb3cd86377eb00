/* SPDX-License-Identifier: MIT
 *
 * Words in text: hexadecimal numbers, and lines "# name: value".
 */
#include "rdna/code_priv.h"

/* Where the text is being read. */
struct hex {
    struct rdna_code_reader *reader;
    const char *at;
    const char *line_start;
    const char *line_end;
    uint32_t line;
    BASE_ARRAY(uint32_t) words;
    /* Headers that were seen; the line of each, or 0. */
    uint32_t chip_line, wave_line, stage_line, constants_line;
    enum rdna_stage stage;
    unsigned wave_size;
    uint32_t constants_at;
    uint32_t constants_column;
};

static bool
is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static struct qd_place
place_of(const struct hex *hex, const char *at)
{
    return base_at_line(hex->line, (uint32_t)(at - hex->line_start) + 1);
}

/* The first word of a value. */
struct word {
    const char *text;
    size_t size;
};

static void
bad_value(struct hex *hex, struct word word, const char *expected)
{
    base_error(hex->reader->diags, QD_CODE_RDNA_SYNTAX, place_of(hex, word.text),
               "found \"%.*s\", expected %s", (int)(word.size < 40 ? word.size : 40), word.text,
               expected);
}

/* Headers that say something of the code may stand there once. */
static bool
is_first(struct hex *hex, struct word name, uint32_t *line)
{
    if (!*line) {
        *line = hex->line;
        return true;
    }
    base_error(hex->reader->diags, QD_CODE_RDNA_SYNTAX, place_of(hex, name.text),
               "found a second \"%.*s\", expected one (line %u)", (int)name.size, name.text, *line);
    return false;
}

static void
read_chip(struct hex *hex, struct word value)
{
    for (unsigned i = 0; i < rdna_isa_count; i++) {
        if (strlen(rdna_isa_names[i]) == value.size &&
            memcmp(rdna_isa_names[i], value.text, value.size) == 0) {
            hex->reader->code->isa = (enum rdna_isa)i;
            hex->reader->has_isa = true;
            return;
        }
    }
    if (!hex->reader->options->has_isa)
        bad_value(hex, value, "gfx1010, gfx1013 or gfx1030");
}

static void
read_wave(struct hex *hex, struct word value)
{
    if (value.size == 2 && memcmp(value.text, "32", 2) == 0)
        hex->wave_size = 32;
    else if (value.size == 2 && memcmp(value.text, "64", 2) == 0)
        hex->wave_size = 64;
    else
        bad_value(hex, value, "32 or 64");
}

static void
read_constants(struct hex *hex, struct word value)
{
    uint64_t number = 0;

    for (size_t i = 0; i < value.size; i++) {
        if (value.text[i] < '0' || value.text[i] > '9' || number > UINT32_MAX) {
            number = UINT64_MAX;
            break;
        }
        number = number * 10 + (uint64_t)(value.text[i] - '0');
    }
    if (!value.size || number > UINT32_MAX) {
        bad_value(hex, value, "a number of words");
        return;
    }
    hex->constants_at = (uint32_t)number;
    hex->constants_column = place_of(hex, value.text).column;
}

static bool
is_called(struct word word, const char *name)
{
    return strlen(name) == word.size && memcmp(name, word.text, word.size) == 0;
}

/* What stands behind a # at the start of a line. */
static void
read_header(struct hex *hex, const char *at)
{
    while (at < hex->line_end && is_space(*at))
        at++;
    const char *colon = memchr(at, ':', (size_t)(hex->line_end - at));
    if (!colon || colon == at)
        return;
    const char *value = colon + 1, *end = hex->line_end;
    while (value < end && is_space(*value))
        value++;
    while (end > value && is_space(end[-1]))
        end--;

    const struct word name = {at, (size_t)(colon - at)};
    struct word first = {value, 0};
    while (value + first.size < end && !is_space(value[first.size]))
        first.size++;
    struct rdna_header *header = base_array_add(hex->reader->arena, &hex->reader->code->headers);
    header->name = base_arena_copy_string(hex->reader->arena, name.text, name.size);
    header->value = base_arena_copy_string(hex->reader->arena, value, (size_t)(end - value));
    header->line = hex->line;

    if (is_called(name, "chip") && is_first(hex, name, &hex->chip_line))
        read_chip(hex, first);
    else if (is_called(name, "wave") && is_first(hex, name, &hex->wave_line))
        read_wave(hex, first);
    else if (is_called(name, "constants_at") && is_first(hex, name, &hex->constants_line))
        read_constants(hex, first);
    else if (is_called(name, "stage") && is_first(hex, name, &hex->stage_line) &&
             !rdna_stage_find(first.text, first.size, &hex->stage))
        bad_value(hex, first, "a stage: cs, ps, vs, gs, hs, es, or a name of theirs");
}

static int
digit_of(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* One word at hex->at; goes past what is no word as well. */
static void
read_word(struct hex *hex)
{
    const char *start = hex->at, *end = start;
    uint64_t value = 0;

    while (end < hex->line_end && !is_space(*end) && *end != '#')
        end++;
    hex->at = end;
    const char *digit = start;
    if (end - start > 2 && start[0] == '0' && (start[1] == 'x' || start[1] == 'X'))
        digit += 2;
    const char *first = digit;
    for (; digit < end && digit_of(*digit) >= 0 && digit - first < 8; digit++)
        value = value << 4 | (uint64_t)digit_of(*digit);
    if (digit == end)
        base_array_push(hex->reader->arena, &hex->words, (uint32_t)value);
    else if (digit_of(*digit) >= 0)
        base_error(hex->reader->diags, QD_CODE_RDNA_SYNTAX, place_of(hex, digit),
                   "found a ninth digit, expected eight at most in a word");
    else
        base_error(hex->reader->diags, QD_CODE_RDNA_SYNTAX, place_of(hex, digit),
                   "found byte 0x%02x, expected a hexadecimal digit", (unsigned char)*digit);
}

static void
read_line(struct hex *hex)
{
    bool is_start = true;

    for (;;) {
        while (hex->at < hex->line_end && is_space(*hex->at))
            hex->at++;
        if (hex->at == hex->line_end)
            return;
        if (*hex->at == '#') {
            if (is_start)
                read_header(hex, hex->at + 1);
            return;
        }
        read_word(hex);
        is_start = false;
    }
}

static bool
finish(struct hex *hex)
{
    struct rdna_code_reader *reader = hex->reader;
    struct rdna_code *code = reader->code;

    code->words = hex->words.data;
    code->count = code->code_count = hex->words.count;
    if (!code->count) {
        base_error(reader->diags, QD_CODE_RDNA_TRUNCATED, base_at_line(hex->line, 0),
                   "found no words, expected an instruction");
        return false;
    }
    if (hex->constants_line && hex->constants_at > code->count) {
        base_error(reader->diags, QD_CODE_RDNA_SYNTAX,
                   base_at_line(hex->constants_line, hex->constants_column),
                   "found constants at word %u, expected no more than the %u words there are",
                   hex->constants_at, code->count);
        return false;
    }
    if (hex->constants_line)
        code->code_count = hex->constants_at;
    rdna_code_add_only(reader, hex->stage, hex->wave_size);
    return true;
}

bool
rdna_code_read_hex(struct rdna_code_reader *reader)
{
    const char *end = reader->data + reader->size;
    struct hex hex = {.reader = reader, .at = reader->data};
    const uint32_t errors = reader->diags->error_count;

    base_diags_set_text(reader->diags, reader->data, reader->size);
    do {
        const char *newline = memchr(hex.at, '\n', (size_t)(end - hex.at));

        hex.line_start = hex.at;
        hex.line_end = newline ? newline : end;
        hex.line++;
        read_line(&hex);
        hex.at = newline ? newline + 1 : end;
    } while (hex.at < end);
    const bool good = reader->diags->error_count == errors && finish(&hex);
    base_diags_set_text(reader->diags, NULL, 0);
    return good;
}
