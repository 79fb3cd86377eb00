/* SPDX-License-Identifier: MIT
 *
 * Declarations, immediates and properties. An attribute of a declaration says by its word what it
 * is, so that any order will do.
 */
#include "tgsi/tgsi_priv.h"

/* ---- registers ---- */

struct range {
    bool is_given;
    uint32_t first;
    uint32_t last;
};

/* Digits that are no more than an index has; how many. */
static unsigned
take_digits(const char *at, uint32_t *value)
{
    unsigned count = 0;

    *value = 0;
    for (; count < 4 && tgsi_is_digit(at[count]); count++)
        *value = *value * 10 + (uint32_t)(at[count] - '0');
    return count;
}

/* Bytes of "9999..9999]". */
#define PLAIN_RANGE 11

/* Most ranges are "3]" or "0..3]", of few digits and without white space. What is anything else,
 * wrong for example, is left to the general way: false, and nothing is taken. */
static bool
take_plain_range(struct tgsi_reader *r, struct range *range)
{
    const char *at = r->at;

    if (r->end - at < PLAIN_RANGE)
        return false;
    unsigned count = take_digits(at, &range->first);
    at += count;
    range->last = range->first;
    if (count > 0 && at[0] == '.' && at[1] == '.') {
        count = take_digits(at + 2, &range->last);
        at += 2 + count;
    }
    if (count == 0 || *at != ']' || range->first > range->last)
        return false;
    range->is_given = true;
    r->at = at + 1;
    return true;
}

/* "3", "0..3" or nothing, and the bracket's end. */
static bool
read_range(struct tgsi_reader *r, struct range *range)
{
    if (take_plain_range(r, range))
        return true;
    *range = (struct range){0};
    if (tgsi_accept(r, ']'))
        return true;
    tgsi_skip_space(r);
    const struct qd_place place = tgsi_reader_place(r);
    range->is_given = true;
    if (!tgsi_take_uint(r, &range->first))
        return tgsi_expected(r, QD_CODE_TGSI_SYNTAX, "an index");
    range->last = range->first;
    if (tgsi_accept(r, '.')) {
        if (!tgsi_expect(r, '.', "in the range"))
            return false;
        if (!tgsi_take_uint(r, &range->last))
            return tgsi_expected(r, QD_CODE_TGSI_SYNTAX, "the last index of the range");
    }
    if (!tgsi_expect(r, ']', "after the index"))
        return false;
    if (range->first <= range->last && range->last <= TGSI_MAX_INDEX)
        return true;
    if (range->last > TGSI_MAX_INDEX)
        base_error(r->diags, QD_CODE_TGSI_DECLARATION, place, "found index %u, expected at most %d",
                   range->last, TGSI_MAX_INDEX);
    else
        base_error(r->diags, QD_CODE_TGSI_DECLARATION, place,
                   "found a range from %u down to %u, expected it to rise", range->first,
                   range->last);
    return false;
}

/* FILE[a..b], FILE[d][a..b] or FILE[][a..b]. */
static bool
read_registers(struct tgsi_reader *r, struct tgsi_decl *decl)
{
    struct tgsi_span word;
    tgsi_peek_word(r, &word);
    const struct qd_place place = tgsi_reader_place(r);
    const enum tgsi_file file = tgsi_file_of(r, &word);
    struct range first = {0}, last;

    if (file == tgsi_file_none)
        return tgsi_expected(r, QD_CODE_TGSI_UNKNOWN_FILE, "a register file");
    r->at += word.size;
    if (!(tgsi_file_infos[file].flags & TGSI_FILE_DECLARED)) {
        base_error(r->diags, QD_CODE_TGSI_DECLARATION, place,
                   "found %s, expected a file that has declarations", tgsi_file_infos[file].name);
        return false;
    }
    decl->file = (uint8_t)file;
    decl->line = place.line;
    decl->column = place.column;
    if (!tgsi_expect(r, '[', "after the register file") || !read_range(r, &last))
        return false;
    if (tgsi_accept(r, '[')) {
        decl->flags |= TGSI_DECL_TWO_BRACKETS;
        first = last;
        if (!read_range(r, &last))
            return false;
    }
    if (!last.is_given || (!first.is_given && (decl->flags & TGSI_DECL_TWO_BRACKETS) &&
                           tgsi_file_infos[file].brackets == tgsi_brackets_BUFFER)) {
        base_error(r->diags, QD_CODE_TGSI_DECLARATION, place,
                   "found an empty bracket, expected an index of %s", tgsi_file_infos[file].name);
        return false;
    }
    if (tgsi_file_infos[file].brackets != tgsi_brackets_VERTEX)
        decl->dim = first.first;
    decl->first = last.first;
    decl->last = last.last;
    return true;
}

/* ---- attributes ---- */

/* "(1, 0, 0, 2)" */
static bool
read_numbers(struct tgsi_reader *r, uint32_t count, uint32_t most, uint32_t *numbers)
{
    if (!tgsi_expect(r, '(', "before the number"))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        if (i > 0 && !tgsi_expect(r, ',', "between the numbers"))
            return false;
        tgsi_skip_space(r);
        const char *start = r->at;
        if (!tgsi_take_uint(r, &numbers[i]) || numbers[i] > most) {
            r->at = start;
            return tgsi_expected(r, QD_CODE_TGSI_DECLARATION, "a number up to %u", most);
        }
    }
    return tgsi_expect(r, ')', "after the number");
}

/* Does it say something of a register's value? */
static bool
is_attribute(const struct tgsi_span *word)
{
    return tgsi_word_is(word, "ARRAY") || tgsi_word_is(word, "STREAM") ||
           tgsi_word_is(word, "LOCAL") || tgsi_word_is(word, "INVARIANT") ||
           tgsi_find_semantic(word) != tgsi_semantic_none ||
           tgsi_find_word(tgsi_words_interp, word) >= 0 ||
           tgsi_find_word(tgsi_words_location, word) >= 0;
}

/* One type or four; attributes may follow. */
static bool
read_texel(struct tgsi_reader *r, struct tgsi_decl *decl)
{
    unsigned count = 0;
    const char *comma = NULL, *line_start = NULL;
    uint32_t line = 0;

    do {
        struct tgsi_span word;
        tgsi_peek_word(r, &word);
        const int texel = tgsi_find_word(tgsi_words_texel, &word);

        if (texel < 0 && count == 1 && is_attribute(&word)) {
            r->at = comma;
            r->line = line;
            r->line_start = line_start;
            break;
        }
        if (texel < 0)
            return tgsi_expected(r, QD_CODE_TGSI_DECLARATION, "UNORM, SNORM, SINT, UINT or FLOAT");
        r->at += word.size;
        decl->texel[count++] = (uint8_t)texel;
        tgsi_skip_space(r);
        comma = r->at;
        line = r->line;
        line_start = r->line_start;
    } while (count < 4 && tgsi_accept(r, ','));
    for (; count < 4; count++)
        decl->texel[count] = decl->texel[count - 1];
    return true;
}

/* SVIEW and RES: the target and what the texels are read as. */
static bool
read_view(struct tgsi_reader *r, struct tgsi_decl *decl)
{
    struct tgsi_span word;
    tgsi_peek_word(r, &word);
    const enum tgsi_target target = tgsi_target_of(r, &word);

    if (target == tgsi_target_none)
        return tgsi_expected(r, QD_CODE_TGSI_TEXTURE_TARGET, "the target of the view");
    r->at += word.size;
    decl->target = (uint8_t)target;
    return tgsi_expect(r, ',', "and what the texels are read as") && read_texel(r, decl);
}

static bool
take_image_word(struct tgsi_reader *r, const struct tgsi_span *word, struct tgsi_decl *decl)
{
    const enum tgsi_target target = tgsi_find_target(word);
    uint32_t format;

    if (target != tgsi_target_none)
        decl->target = (uint8_t)target;
    else if ((format = tgsi_intern_format(&r->program->names, word->text, word->size)) != 0)
        decl->format = format;
    else if (tgsi_word_is(word, "WR"))
        decl->flags |= TGSI_DECL_WRITABLE;
    else if (tgsi_word_is(word, "RAW"))
        decl->flags |= TGSI_DECL_RAW;
    else
        return false;
    return true;
}

/* Attributes that belong to files of resources; false: the word is none of them. */
static bool
take_resource_word(struct tgsi_reader *r, const struct tgsi_span *word, struct tgsi_decl *decl)
{
    if (decl->file == tgsi_file_IMAGE)
        return take_image_word(r, word, decl);
    if (decl->file == tgsi_file_BUFFER && tgsi_word_is(word, "ATOMIC")) {
        decl->flags |= TGSI_DECL_ATOMIC;
        return true;
    }
    if (decl->file != tgsi_file_MEMORY)
        return false;
    const int memory = tgsi_find_word(tgsi_words_memory, word);
    if (memory < 0)
        return false;
    decl->memory = (uint8_t)memory;
    return true;
}

static bool
read_semantic(struct tgsi_reader *r, enum tgsi_semantic semantic, struct tgsi_decl *decl)
{
    decl->semantic = (uint8_t)semantic;
    r->marks |= semantic > tgsi_semantic_STENCIL ? TGSI_MARK_FINAL : 0;
    if (!tgsi_accept(r, '['))
        return true;
    tgsi_skip_space(r);
    const char *start = r->at;
    if (!tgsi_take_uint(r, &decl->semantic_index) || decl->semantic_index > TGSI_MAX_INDEX) {
        r->at = start;
        return tgsi_expected(r, QD_CODE_TGSI_DECLARATION, "the index of %s, up to %d",
                             tgsi_semantic_infos[semantic].name, TGSI_MAX_INDEX);
    }
    return tgsi_expect(r, ']', "after the index of the semantic");
}

static bool
read_stream(struct tgsi_reader *r, struct tgsi_decl *decl)
{
    uint32_t streams[4];

    if (!read_numbers(r, 4, 3, streams))
        return false;
    decl->flags |= TGSI_DECL_STREAM;
    for (uint32_t i = 0; i < 4; i++)
        decl->stream[i] = (uint8_t)streams[i];
    return true;
}

/* "(3)" */
static bool
read_array_id(struct tgsi_reader *r, struct tgsi_decl *decl)
{
    tgsi_skip_space(r);
    const struct qd_place place = tgsi_reader_place(r);

    if (!read_numbers(r, 1, TGSI_MAX_ARRAY, &decl->array))
        return false;
    if (decl->array)
        return true;
    base_error(r->diags, QD_CODE_TGSI_DECLARATION, place,
               "found 0 as the id of an array, expected one from 1 to %d", TGSI_MAX_ARRAY);
    return false;
}

/* "CYLWRAP_XW" */
static bool
take_wrap(const struct tgsi_span *word, struct tgsi_decl *decl)
{
    static const char prefix[] = "CYLWRAP_";
    const size_t size = sizeof(prefix) - 1;
    struct tgsi_span head = *word;
    unsigned wrap = 0;

    if (word->size <= size)
        return false;
    head.size = size;
    if (!tgsi_word_is(&head, prefix))
        return false;
    for (size_t i = size; i < word->size; i++) {
        const unsigned component = ((unsigned)tgsi_word_byte(word->text[i]) - 'X') & 0xff;
        const unsigned bit = component == 0xff ? 8 : component < 3 ? 1u << component : 0;

        if (bit <= wrap)
            return false;
        wrap |= bit;
    }
    decl->wrap = (uint8_t)wrap;
    return true;
}

/* Attributes of registers that hold values. COLOR is a semantic first, then an interpolation. */
static bool
read_value_attribute(struct tgsi_reader *r, const struct tgsi_span *word, struct tgsi_decl *decl)
{
    const bool may_have_semantic = !decl->semantic && !(decl->flags & TGSI_DECL_INTERP);
    const enum tgsi_semantic semantic =
        may_have_semantic ? tgsi_find_semantic(word) : tgsi_semantic_none;
    int interp, location;

    if (semantic != tgsi_semantic_none) {
        r->at += word->size;
        return read_semantic(r, semantic, decl);
    }
    if (tgsi_word_is(word, "ARRAY")) {
        r->at += word->size;
        r->marks |= TGSI_MARK_FINAL;
        return read_array_id(r, decl);
    }
    if (tgsi_word_is(word, "STREAM")) {
        r->at += word->size;
        return read_stream(r, decl);
    }
    if ((interp = tgsi_find_word(tgsi_words_interp, word)) >= 0) {
        decl->flags |= TGSI_DECL_INTERP;
        decl->interp = (uint8_t)interp;
        r->marks |= interp == tgsi_interp_COLOR ? TGSI_MARK_FINAL : 0;
    } else if ((location = tgsi_find_word(tgsi_words_location, word)) >= 0) {
        decl->location = (uint8_t)location;
        r->marks |= location == tgsi_location_SAMPLE ? TGSI_MARK_FINAL : 0;
    } else if (tgsi_word_is(word, "LOCAL")) {
        decl->flags |= TGSI_DECL_LOCAL;
        r->marks |= TGSI_MARK_FINAL;
    } else if (tgsi_word_is(word, "INVARIANT")) {
        decl->flags |= TGSI_DECL_INVARIANT;
    } else if (decl->file != tgsi_file_IN || !take_wrap(word, decl)) {
        return tgsi_expected(r, QD_CODE_TGSI_UNKNOWN_SEMANTIC, "a semantic or an attribute of %s",
                             tgsi_file_infos[decl->file].name);
    }
    r->at += word->size;
    return true;
}

static bool
read_attribute(struct tgsi_reader *r, struct tgsi_decl *decl)
{
    if (decl->target == tgsi_target_none &&
        (decl->file == tgsi_file_SVIEW || decl->file == tgsi_file_RES))
        return read_view(r, decl);

    struct tgsi_span word;
    tgsi_peek_word(r, &word);
    if (take_resource_word(r, &word, decl)) {
        r->at += word.size;
        return true;
    }
    return read_value_attribute(r, &word, decl);
}

/* ---- numbers in braces ---- */

/* The characters of a number, a name or hexadecimal bits. */
static struct tgsi_span
peek_number(struct tgsi_reader *r)
{
    tgsi_skip_space(r);
    struct tgsi_span span = {r->at, 0, {0, 0}};
    const size_t left = (size_t)(r->end - r->at);

    for (; span.size < left; span.size++) {
        const char c = r->at[span.size];

        if (!tgsi_is_digit(c) && c != '.' && c != '+' && c != '-' && !tgsi_word_byte(c))
            break;
    }
    return span;
}

static bool
is_hex(const struct tgsi_span *span)
{
    return span->size > 2 && span->text[0] == '0' && (span->text[1] | 0x20) == 'x';
}

/* The bits of a float: not a number like 0x1.8p1, which has a point or an exponent. */
static bool
is_bits(const struct tgsi_span *span)
{
    return is_hex(span) && !memchr(span->text, '.', span->size) &&
           !memchr(span->text, 'p', span->size) && !memchr(span->text, 'P', span->size);
}

/* digits hexadecimal ones, at most. */
static bool
parse_hex(const struct tgsi_span *span, unsigned digits, uint64_t *value)
{
    *value = 0;
    for (size_t i = 2; i < span->size; i++) {
        const unsigned char byte = tgsi_word_byte(span->text[i]);

        if (!((byte >= '0' && byte <= '9') || (byte >= 'A' && byte <= 'F')) || i - 2 >= digits)
            return false;
        *value = *value << 4 | (byte <= '9' ? (uint64_t)byte - '0' : (uint64_t)byte - 'A' + 10);
    }
    return true;
}

/* So many digits fit into 64 bits, whatever they are. */
#define MOST_SAFE_DIGITS 19

/* A decimal integer from -limit (or 0 if it is unsigned) to most. */
static bool
parse_integer(const struct tgsi_span *span, uint64_t limit, uint64_t most, uint64_t *value)
{
    const bool is_negative = span->size > 0 && span->text[0] == '-';
    size_t at = span->size > 0 && (span->text[0] == '-' || span->text[0] == '+');
    const uint64_t bound = is_negative ? limit : most;

    *value = 0;
    if (at == span->size)
        return false;
    const bool is_short = span->size - at <= MOST_SAFE_DIGITS;
    for (; at < span->size; at++) {
        const uint64_t digit = (uint64_t)(unsigned char)span->text[at] - '0';

        if (!tgsi_is_digit(span->text[at]) ||
            (!is_short && (*value > (bound - digit) / 10 || digit > bound)))
            return false;
        *value = *value * 10 + digit;
    }
    if (*value > bound)
        return false;
    if (is_negative)
        *value = 0 - *value;
    return true;
}

/* One value of an immediate, of one word or two. */
static bool
parse_value(const struct tgsi_span *span, int type, uint64_t *value)
{
    const uint64_t half = UINT64_C(1) << 63;
    uint32_t bits;

    switch (type) {
    case tgsi_immediate_FLT32:
        if (is_bits(span))
            return parse_hex(span, 8, value);
        if (!tgsi_parse_f32(span->text, span->size, &bits))
            return false;
        *value = bits;
        return true;
    case tgsi_immediate_UINT32:
        return is_hex(span) ? parse_hex(span, 8, value) : parse_integer(span, 0, UINT32_MAX, value);
    case tgsi_immediate_INT32:
        return is_hex(span) ? parse_hex(span, 8, value)
                            : parse_integer(span, half >> 32, UINT32_MAX, value);
    case tgsi_immediate_FLT64:
        return tgsi_parse_f64(span->text, span->size, value);
    case tgsi_immediate_UINT64:
        return is_hex(span) ? parse_hex(span, 16, value)
                            : parse_integer(span, 0, UINT64_MAX, value);
    default:
        return is_hex(span) ? parse_hex(span, 16, value)
                            : parse_integer(span, half, UINT64_MAX, value);
    }
}

static const char *
value_name(int type)
{
    switch (type) {
    case tgsi_immediate_FLT32:
        return "a number or the bits of a float, 0x and up to 8 digits";
    case tgsi_immediate_UINT32:
        return "an integer from 0 to 4294967295";
    case tgsi_immediate_INT32:
        return "an integer of 32 bits";
    case tgsi_immediate_FLT64:
        return "a number, or four words of bits";
    case tgsi_immediate_UINT64:
        return "an integer from 0 to 18446744073709551615";
    default:
        return "an integer of 64 bits";
    }
}

/* Digits of 32 bits. */
#define PLAIN_DIGITS 10

/* Most integers are some digits with a comma or a brace behind. What is anything else is left to
 * the general way: false, and nothing is taken. */
static bool
take_plain_integer(struct tgsi_reader *r, uint32_t *value)
{
    uint64_t number = 0;

    tgsi_skip_space(r);
    const char *at = r->at;
    if (r->end - at <= PLAIN_DIGITS)
        return false;
    for (; at < r->at + PLAIN_DIGITS && tgsi_is_digit(*at); at++)
        number = number * 10 + (uint64_t)(*at - '0');
    if (at == r->at || number > UINT32_MAX || (*at != ',' && *at != '}'))
        return false;
    *value = (uint32_t)number;
    r->at = at;
    return true;
}

/* "{1.0, 0x3f800000, inf, -2}": four words. Bits of a double come as two words, low one first, as
 * virgl writes them. */
static bool
read_row(struct tgsi_reader *r, int type, struct tgsi_row *row)
{
    const bool is_word = type == tgsi_immediate_UINT32 || type == tgsi_immediate_INT32;
    bool is_wide = type >= tgsi_immediate_FLT64;
    uint32_t at = 0;

    if (!tgsi_expect(r, '{', "before the values"))
        return false;
    while (at < 4) {
        if (at > 0 && !tgsi_accept(r, ','))
            return tgsi_expected(r, QD_CODE_TGSI_IMMEDIATE, "%s values", is_wide ? "two" : "four");
        if (is_word && take_plain_integer(r, &row->words[at])) {
            at++;
            continue;
        }
        const struct tgsi_span span = peek_number(r);
        uint64_t value;

        if (at == 0 && type == tgsi_immediate_FLT64 && is_bits(&span))
            is_wide = false;
        if (!parse_value(&span,
                         is_wide || type != tgsi_immediate_FLT64 ? type : tgsi_immediate_UINT32,
                         &value))
            return tgsi_expected(r, QD_CODE_TGSI_IMMEDIATE, "%s", value_name(type));
        r->at += span.size;
        row->words[at++] = (uint32_t)value;
        if (is_wide)
            row->words[at++] = (uint32_t)(value >> 32);
    }
    if (tgsi_accept(r, '}'))
        return true;
    return tgsi_expected(r, QD_CODE_TGSI_IMMEDIATE, "'}' after %s values",
                         is_wide ? "two" : "four");
}

/* "{{1, 0, 0, 0}, {0, 1, 0, 0}}": a row for each register. */
static bool
read_rows(struct tgsi_reader *r, struct tgsi_decl *decl)
{
    decl->data = r->program->rows.count;
    if (!tgsi_expect(r, '{', "before the rows of IMMX"))
        return false;
    for (uint32_t i = decl->first; i <= decl->last; i++) {
        struct tgsi_row row;

        if (i > decl->first && !tgsi_accept(r, ','))
            return tgsi_expected(r, QD_CODE_TGSI_IMMEDIATE, "a row for each of %u registers",
                                 decl->last - decl->first + 1);
        if (!read_row(r, tgsi_immediate_FLT32, &row))
            return false;
        base_array_push(r->arena, &r->program->rows, row);
    }
    if (tgsi_accept(r, '}'))
        return true;
    return tgsi_expected(r, QD_CODE_TGSI_IMMEDIATE, "'}' after %u rows",
                         decl->last - decl->first + 1);
}

/* ---- statements ---- */

bool
tgsi_read_declaration(struct tgsi_reader *r)
{
    struct tgsi_decl decl = {.mask = TGSI_MASK_ALL};

    if (!read_registers(r, &decl))
        return false;
    if (tgsi_accept(r, '.') && !tgsi_read_mask(r, &decl.mask))
        return false;
    while (tgsi_accept(r, ','))
        if (!read_attribute(r, &decl))
            return false;
    if (decl.target == tgsi_target_none &&
        (decl.file == tgsi_file_SVIEW || decl.file == tgsi_file_RES))
        return tgsi_expected(r, QD_CODE_TGSI_DECLARATION, "a comma and the target of the view");
    if (decl.file == tgsi_file_IMMX && !read_rows(r, &decl))
        return false;
    base_array_push(r->arena, &r->program->decls, decl);
    return true;
}

/* "[3]": immediates are counted, and the number says nothing new. */
static bool
read_immediate_number(struct tgsi_reader *r, uint32_t want)
{
    uint32_t number;

    tgsi_skip_space(r);
    const char *start = r->at;
    if (!tgsi_take_uint(r, &number) || number != want) {
        r->at = start;
        return tgsi_expected(r, QD_CODE_TGSI_IMMEDIATE, "%u, the number of this immediate", want);
    }
    return tgsi_expect(r, ']', "after the number of the immediate");
}

bool
tgsi_read_immediate(struct tgsi_reader *r)
{
    const uint32_t number = r->program->immediates.count;

    if (number > TGSI_MAX_INDEX)
        return tgsi_expected(r, QD_CODE_LIMIT, "at most %d immediates", TGSI_MAX_INDEX + 1);
    /* It counts even if something is wrong with it. */
    (void)base_array_add(r->arena, &r->program->immediates);
    if (tgsi_accept(r, '[') && !read_immediate_number(r, number))
        return false;
    struct tgsi_span word;
    tgsi_peek_word(r, &word);
    const int type = tgsi_find_word(tgsi_words_immediate, &word);
    if (type < 0)
        return tgsi_expected(r, QD_CODE_TGSI_IMMEDIATE, "FLT32, UINT32, INT32 or another type");
    r->at += word.size;
    r->program->immediates.data[number].type = (uint32_t)type;
    return read_row(r, type, &r->program->immediates.data[number].row);
}

static bool
read_property_number(struct tgsi_reader *r, const struct tgsi_property_info *info, int32_t *value)
{
    const struct tgsi_span span = peek_number(r);
    uint64_t number;

    if (!parse_integer(&span, UINT64_C(1) << 31, UINT32_MAX, &number))
        return tgsi_expected(r, QD_CODE_TGSI_SYNTAX, "a number as the value of %s", info->name);
    r->at += span.size;
    *value = (int32_t)(uint32_t)number;
    return true;
}

bool
tgsi_read_property(struct tgsi_reader *r)
{
    struct tgsi_span word;
    tgsi_peek_word(r, &word);
    const struct qd_place place = tgsi_reader_place(r);
    const enum tgsi_property property = tgsi_find_property(&word);
    const struct tgsi_property_info *info = &tgsi_property_infos[property];
    struct tgsi_property_value value = {property, 0, place.line, place.column};

    if (property == tgsi_property_none)
        return tgsi_expected(r, QD_CODE_TGSI_UNKNOWN_PROPERTY, "a property");
    r->at += word.size;
    if (info->value == tgsi_words_NUMBER) {
        if (!read_property_number(r, info, &value.value))
            return false;
    } else {
        struct tgsi_span name;
        tgsi_peek_word(r, &name);

        value.value = tgsi_find_word((enum tgsi_words)info->value, &name);
        if (value.value < 0)
            return tgsi_expected(r, QD_CODE_TGSI_SYNTAX, "the name of a value of %s", info->name);
        r->at += name.size;
    }
    base_array_push(r->arena, &r->program->properties, value);
    return true;
}
