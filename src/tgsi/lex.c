/* SPDX-License-Identifier: MIT */
#include "tgsi/tgsi_priv.h"

#include <stdarg.h>
#include <string.h>

/* Of what was found, in a message. */
#define MAX_SHOWN 40

void
tgsi_peek_word(struct tgsi_reader *r, struct tgsi_span *word)
{
    tgsi_skip_space(r);
    const size_t left = (size_t)(r->end - r->at);
    unsigned char byte;

    word->text = r->at;
    word->size = 0;
    word->key[0] = word->key[1] = 0;

    /* Eight bytes at a time, as long as there are eight and they are all of the word. */
    for (unsigned i = 0; i < 2 && left - word->size >= 8; i++) {
        const unsigned count = tgsi_scan_bytes(tgsi_load_bytes(r->at + word->size), &word->key[i]);

        word->size += count;
        if (count < 8)
            return;
    }
    for (; word->size < left && (byte = tgsi_word_byte(r->at[word->size])) != 0; word->size++)
        if (word->size < 16)
            word->key[word->size >> 3] |= (uint64_t)byte << 8 * (word->size & 7);
}

bool
tgsi_word_is(const struct tgsi_span *word, const char *name)
{
    size_t i = 0;

    for (; i < word->size && name[i]; i++)
        if (tgsi_word_byte(word->text[i]) != (unsigned char)name[i])
            return false;
    return i == word->size && !name[i];
}

bool
tgsi_take_uint(struct tgsi_reader *r, uint32_t *value)
{
    const char *at;
    uint64_t total = 0;

    tgsi_skip_space(r);
    for (at = r->at; at < r->end && tgsi_is_digit(*at); at++) {
        total = total * 10 + (uint64_t)(*at - '0');
        if (total > UINT32_MAX)
            total = UINT32_MAX;
    }
    if (at == r->at)
        return false;
    r->at = at;
    *value = (uint32_t)total;
    return true;
}

static bool
memo_has(const struct tgsi_memo *memo, const struct tgsi_span *word)
{
    return memo->key[0] == word->key[0] && memo->key[1] == word->key[1] && word->size <= 16;
}

/* ---- dialects: each word is looked up at least once, and what it tells is noted then ---- */

static unsigned
marks_of_file(enum tgsi_file file)
{
    switch ((unsigned)file) {
    case tgsi_file_PRED:
    case tgsi_file_IMMX:
    case tgsi_file_TEMPX:
    case tgsi_file_RES:
        return TGSI_MARK_EARLY;
    case tgsi_file_IMAGE:
    case tgsi_file_SVIEW:
    case tgsi_file_BUFFER:
    case tgsi_file_MEMORY:
    case tgsi_file_CONSTBUF:
    case tgsi_file_HWATOMIC:
        return TGSI_MARK_FINAL;
    }
    return 0;
}

/* LOAD is of both dialects, two opcodes of one name: its resource tells. */
static unsigned
marks_of_op(enum tgsi_op op, unsigned flags)
{
    const int16_t *numbers = tgsi_op_infos[op].numbers;
    const bool is_early = numbers[tgsi_numbering_2011] != TGSI_NO_NUMBER;
    const bool is_final = numbers[tgsi_numbering_18] != TGSI_NO_NUMBER ||
                          numbers[tgsi_numbering_24] != TGSI_NO_NUMBER;
    unsigned marks = 0;

    if (op == tgsi_op_none)
        return 0;
    if (!is_final)
        marks |= TGSI_MARK_EARLY;
    else if (!is_early && op != tgsi_op_LOAD)
        marks |= TGSI_MARK_FINAL;
    if (flags & TGSI_INST_SATURATE_SIGNED)
        marks |= TGSI_MARK_EARLY;
    if (flags & TGSI_INST_PRECISE)
        marks |= TGSI_MARK_FINAL;
    return marks;
}

enum tgsi_target
tgsi_target_of(struct tgsi_reader *r, const struct tgsi_span *word)
{
    const enum tgsi_target target = tgsi_find_target(word);

    if (target != tgsi_target_none && !tgsi_word_is(word, tgsi_target_infos[target].name))
        r->marks |= TGSI_MARK_EARLY;
    else if (target >= tgsi_target_1D_ARRAY && target < tgsi_target_UNKNOWN)
        r->marks |= TGSI_MARK_FINAL;
    return target;
}

enum tgsi_file
tgsi_file_of(struct tgsi_reader *r, const struct tgsi_span *word)
{
    struct tgsi_memo *memo = tgsi_memo_of(r->files, TGSI_FILE_MEMOS, word->key[0], word->key[1]);

    if (word->size > 0 && memo_has(memo, word))
        return (enum tgsi_file)memo->found;
    const enum tgsi_file file = tgsi_find_file(word);
    r->marks |= marks_of_file(file);
    if (file != tgsi_file_none)
        *memo = (struct tgsi_memo){{word->key[0], word->key[1]}, (uint16_t)file, 0};
    return file;
}

/* Whether the word ends in the suffix, which is then cut off. */
static bool
cut_suffix(struct tgsi_span *word, const char *suffix)
{
    const size_t size = strlen(suffix);

    if (word->size <= size)
        return false;
    for (size_t i = 0; i < size; i++)
        if (tgsi_word_byte(word->text[word->size - size + i]) != (unsigned char)suffix[i])
            return false;
    word->size -= size;
    return true;
}

enum tgsi_op
tgsi_parse_op(const struct tgsi_span *word, uint8_t *flags)
{
    unsigned found = 0;
    enum tgsi_op op = tgsi_find_op(word);

    if (op == tgsi_op_none) {
        struct tgsi_span name = *word;

        if (cut_suffix(&name, "_PRECISE"))
            found |= TGSI_INST_PRECISE;
        if (cut_suffix(&name, "_SAT"))
            found |= TGSI_INST_SATURATE;
        else if (cut_suffix(&name, "_SATNV"))
            found |= TGSI_INST_SATURATE_SIGNED;
        name = tgsi_span_of(name.text, name.size);
        op = tgsi_find_op(&name);
    }
    *flags = (uint8_t)found;
    return op;
}

enum tgsi_op
tgsi_op_of(struct tgsi_reader *r, const struct tgsi_span *word, uint8_t *flags)
{
    struct tgsi_memo *memo = tgsi_memo_of(r->ops, TGSI_OP_MEMOS, word->key[0], word->key[1]);

    if (word->size > 0 && memo_has(memo, word)) {
        *flags = (uint8_t)memo->flags;
        return (enum tgsi_op)memo->found;
    }

    const enum tgsi_op op = tgsi_parse_op(word, flags);
    r->marks |= marks_of_op(op, *flags);
    if (op != tgsi_op_none && word->size <= 16)
        *memo = (struct tgsi_memo){{word->key[0], word->key[1]}, (uint16_t)op, *flags};
    return op;
}

bool
tgsi_has_number(const struct tgsi_reader *r)
{
    const char *at = r->at;

    while (at < r->end && tgsi_is_digit(*at))
        at++;
    return at > r->at && at < r->end && *at == ':';
}

uint32_t
tgsi_intern_format(struct base_names *names, const char *word, size_t size)
{
    static const char prefix[] = "PIPE_FORMAT_";
    char name[64];

    if (size < sizeof(prefix) || size > sizeof(name))
        return 0;
    for (size_t i = 0; i < size; i++) {
        name[i] = (char)tgsi_word_byte(word[i]);
        if (!name[i] || (i < sizeof(prefix) - 1 && name[i] != prefix[i]))
            return 0;
    }
    return base_names_intern(names, name, size);
}

struct qd_place
tgsi_reader_place(const struct tgsi_reader *r)
{
    return base_at_line(r->line, (uint32_t)(r->at - r->line_start) + 1);
}

bool
tgsi_is_stray(char c)
{
    return !tgsi_word_byte(c) && !tgsi_is_space(c) && (c == '\0' || !strchr(".,:[](){}+-|!", c));
}

/* What stands at the reader, for people. */
static const char *
describe(struct tgsi_reader *r)
{
    struct tgsi_span word;

    tgsi_peek_word(r, &word);
    if (r->at == r->end)
        return "the end of the text";
    if (word.size > MAX_SHOWN)
        return base_arena_printf(r->arena, "'%.*s...'", MAX_SHOWN, word.text);
    if (word.size > 0)
        return base_arena_printf(r->arena, "'%.*s'", (int)word.size, word.text);
    if (tgsi_is_stray(*r->at) && (*r->at < 0x21 || *r->at > 0x7e))
        return base_arena_printf(r->arena, "byte 0x%02x", (unsigned)(unsigned char)*r->at);
    return base_arena_printf(r->arena, "'%c'", *r->at);
}

/* Does the next statement stand at the reader, on a line of its own, while the one before wants
 * more? The end of that one is then the place of what is missing. */
static bool
is_cut_short(struct tgsi_reader *r, struct qd_place *end)
{
    const char *at = r->at;
    const char *start;
    struct tgsi_span word;
    uint32_t lines = 0;
    uint8_t flags;

    for (; at > r->text && tgsi_is_space(at[-1]); at--)
        lines += at[-1] == '\n';
    if (!lines || !r->statement || at <= r->statement)
        return false;
    tgsi_peek_word(r, &word);
    if (!tgsi_has_number(r) && tgsi_op_of(r, &word, &flags) == tgsi_op_none &&
        !tgsi_word_is(&word, "DCL") && !tgsi_word_is(&word, "IMM") &&
        !tgsi_word_is(&word, "PROPERTY"))
        return false;
    for (start = at; start > r->text && start[-1] != '\n'; start--)
        continue;
    *end = base_at_line(r->line - lines, (uint32_t)(at - start) + 1);
    return true;
}

bool
tgsi_expected(struct tgsi_reader *r, enum qd_code code, const char *format, ...)
{
    struct qd_place place;
    struct base_text expected;
    va_list args;

    tgsi_skip_space(r);
    base_text_init(&expected, r->arena);
    va_start(args, format);
    base_text_vprintf(&expected, format, args);
    va_end(args);
    if (r->at < r->end && tgsi_is_stray(*r->at))
        code = QD_CODE_TGSI_STRAY_BYTE;
    const char *found = describe(r);
    if (is_cut_short(r, &place))
        found = "the end of the statement";
    else
        place = tgsi_reader_place(r);
    base_error(r->diags, code, place, "found %s, expected %s", found, base_text_string(&expected));
    return false;
}

bool
tgsi_expect(struct tgsi_reader *r, char c, const char *where)
{
    if (tgsi_accept(r, c))
        return true;
    return tgsi_expected(r, QD_CODE_TGSI_SYNTAX, "'%c' %s", c, where);
}
