/* SPDX-License-Identifier: MIT */
#include "tgsi/tgsi_priv.h"

/* ---- registers ---- */

static const char *
plural(uint32_t count)
{
    return count == 1 ? "" : "s";
}

bool
tgsi_too_few_operands(struct tgsi_reader *r, const char *what)
{
    const struct tgsi_op_info *info = r->info;

    return tgsi_expected(r, QD_CODE_TGSI_OPERAND_COUNT, "%s %u of %s, which has %u operand%s", what,
                         r->operand + 1, info->name, r->need, plural(r->need));
}

/* The word at the reader is no operand but begins the next statement. */
static bool
is_statement_next(struct tgsi_reader *r)
{
    struct tgsi_span word;
    tgsi_peek_word(r, &word);
    uint8_t flags;

    return r->at == r->end ||
           (word.size > 0 && tgsi_file_of(r, &word) == tgsi_file_none &&
            (tgsi_has_number(r) || tgsi_op_of(r, &word, &flags) != tgsi_op_none));
}

/* The number in a bracket, of a register or of a buffer. */
static bool
read_index(struct tgsi_reader *r, uint32_t *index)
{
    if (tgsi_take_uint(r, index))
        return true;
    return tgsi_expected(r, QD_CODE_TGSI_INDEX_RANGE,
                         tgsi_peek(r) == '-' ? "an index that is not negative"
                                             : "an index or an address");
}

/* "ADDR[0].x" */
static bool
read_address(struct tgsi_reader *r, struct tgsi_address *address)
{
    struct tgsi_span word;
    tgsi_peek_word(r, &word);
    const enum tgsi_file file = tgsi_file_of(r, &word);
    uint32_t index;

    if (file == tgsi_file_none || !(tgsi_file_infos[file].flags & TGSI_FILE_READ))
        return tgsi_expected(r, QD_CODE_TGSI_UNKNOWN_FILE, "an index or an address register");
    r->at += word.size;
    if (!tgsi_expect(r, '[', "after the address register's file"))
        return false;
    tgsi_skip_space(r);
    const struct qd_place place = tgsi_reader_place(r);
    if (!read_index(r, &index))
        return false;
    if (index > TGSI_MAX_INDEX) {
        base_error(r->diags, QD_CODE_TGSI_INDEX_RANGE, place,
                   "found address register %u, expected one up to %d", index, TGSI_MAX_INDEX);
        return false;
    }
    *address = (struct tgsi_address){(uint8_t)file, 0, (uint16_t)index};
    if (!tgsi_expect(r, ']', "after the address register's index"))
        return false;
    if (!tgsi_accept(r, '.'))
        return true;

    struct tgsi_span component;
    tgsi_peek_word(r, &component);
    const unsigned letter = component.size == 1 ? (unsigned)(component.key[0] - 'W') : 4;
    if (letter > 3)
        return tgsi_expected(r, QD_CODE_TGSI_SWIZZLE, "one letter of xyzw");
    address->component = (uint8_t)((letter + 3) & 3);
    r->at++;
    return true;
}

/* What stands in one bracket. */
struct bracket {
    bool is_indirect;
    struct tgsi_address address;
    uint32_t index; /* As int32_t with an address. */
};

static bool
read_offset(struct tgsi_reader *r, uint32_t *offset)
{
    const bool is_negative = tgsi_peek(r) == '-';

    *offset = 0;
    if (!is_negative && !tgsi_accept(r, '+'))
        return true;
    if (is_negative)
        r->at++;
    tgsi_skip_space(r);
    const struct qd_place place = tgsi_reader_place(r);
    if (!tgsi_take_uint(r, offset))
        return tgsi_expected(r, QD_CODE_TGSI_SYNTAX, "a number after the sign");
    if (*offset > INT32_MAX) {
        base_error(r->diags, QD_CODE_TGSI_INDEX_RANGE, place,
                   "found an offset of %u, expected one up to %d", *offset, INT32_MAX);
        return false;
    }
    if (is_negative)
        *offset = 0 - *offset;
    return true;
}

static bool
read_bracket(struct tgsi_reader *r, struct bracket *bracket)
{
    const char next = tgsi_peek(r);

    bracket->is_indirect = tgsi_word_byte(next) && !tgsi_is_digit(next);
    if (bracket->is_indirect) {
        if (!read_address(r, &bracket->address) || !read_offset(r, &bracket->index))
            return false;
    } else if (!read_index(r, &bracket->index)) {
        return false;
    }
    return tgsi_expect(r, ']', "after the index");
}

/* Does "(" stand at the reader, and is it not that of the next statement's predicate? */
static bool
is_array_next(struct tgsi_reader *r)
{
    if (tgsi_peek(r) != '(')
        return false;
    const char *at = r->at + 1;
    while (at < r->end && tgsi_is_space(*at))
        at++;
    return at < r->end && *at != '!' && (!tgsi_word_byte(*at) || tgsi_is_digit(*at));
}

/* "(3)", the id of the array that an access stays in. */
static bool
read_array(struct tgsi_reader *r, uint16_t *array)
{
    uint32_t id;

    r->at++;
    if (!tgsi_take_uint(r, &id) || id == 0 || id > TGSI_MAX_ARRAY)
        return tgsi_expected(r, QD_CODE_TGSI_SYNTAX, "an array's id, from 1 to %d", TGSI_MAX_ARRAY);
    *array = (uint16_t)id;
    return tgsi_expect(r, ')', "after the array's id");
}

static void
set_brackets(struct tgsi_reader *r, struct tgsi_operand *operand, const struct bracket *first,
             const struct bracket *last, uint16_t array)
{
    struct tgsi_program *program = r->program;

    if (first->is_indirect)
        operand->flags |= TGSI_OPERAND_DIM_INDIRECT;
    if (last->is_indirect)
        operand->flags |= TGSI_OPERAND_INDIRECT;
    if (array)
        operand->flags |= TGSI_OPERAND_ARRAY;
    operand->dim = (uint16_t)first->index;
    operand->index = last->index;
    if (!(operand->flags & TGSI_OPERAND_RELATIVE))
        return;

    const struct tgsi_relative relative = {(int32_t)last->index, (int32_t)first->index,
                                           last->address, first->address, array};
    operand->index = program->relatives.count;
    base_array_push(r->arena, &program->relatives, relative);
}

static bool
check_buffer(struct tgsi_reader *r, struct qd_place place, const struct bracket *first)
{
    if (first->is_indirect || first->index <= TGSI_MAX_INDEX)
        return true;
    base_error(r->diags, QD_CODE_TGSI_INDEX_RANGE, place,
               "found %u in the first bracket, expected at most %d", first->index, TGSI_MAX_INDEX);
    return false;
}

bool
tgsi_read_register(struct tgsi_reader *r, uint32_t line, struct tgsi_operand *operand)
{
    struct tgsi_span word;
    tgsi_peek_word(r, &word);
    const enum tgsi_file file = tgsi_file_of(r, &word);
    struct bracket first = {0}, last = {0};
    uint16_t array = 0;

    if (file == tgsi_file_none && r->info && is_statement_next(r))
        return tgsi_too_few_operands(r, "operand");
    if (file == tgsi_file_none)
        return tgsi_expected(r, QD_CODE_TGSI_UNKNOWN_FILE, "a register");
    const struct qd_place place = tgsi_reader_place(r);
    operand->file = (uint8_t)file;
    operand->flags = 0;
    operand->lines = (uint8_t)(r->line - line < 255 ? r->line - line : 255);
    operand->column = tgsi_column(r, r->at);
    r->at += word.size;
    if (!tgsi_expect(r, '[', "after the register's file") || !read_bracket(r, &last))
        return false;
    if (tgsi_accept(r, '[')) {
        operand->flags |= TGSI_OPERAND_TWO_BRACKETS;
        first = last;
        last = (struct bracket){0};
        if (!read_bracket(r, &last) || !check_buffer(r, place, &first))
            return false;
    }
    if (is_array_next(r) && !read_array(r, &array))
        return false;
    set_brackets(r, operand, &first, &last, array);
    return true;
}

/* ---- swizzles and masks ---- */

/* How many letters of xyzw stand at the reader, up to 5. */
static unsigned
count_letters(const struct tgsi_reader *r)
{
    unsigned count = 0;

    while (count < 5 && r->at + count < r->end && (r->at[count] | 0x20) >= 'w' &&
           (r->at[count] | 0x20) <= 'z')
        count++;
    return count;
}

static unsigned
letter_component(char letter)
{
    return (unsigned)((letter | 0x20) - 'x') & 3;
}

bool
tgsi_read_swizzle(struct tgsi_reader *r, unsigned count, uint8_t *select)
{
    tgsi_skip_space(r);
    const unsigned found = count_letters(r);
    const bool is_word = r->at + found < r->end && tgsi_word_byte(r->at[found]);

    if (found == 1 && !is_word && count == 4)
        return tgsi_expected(r, QD_CODE_TGSI_SWIZZLE, "four letters of xyzw, as in .%c%c%c%c",
                             *r->at, *r->at, *r->at, *r->at);
    if (found != count || is_word)
        return tgsi_expected(r, QD_CODE_TGSI_SWIZZLE, "%s letters of xyzw",
                             count == 4 ? "four" : "three");
    *select = 0;
    for (unsigned i = 0; i < count; i++)
        *select |= (uint8_t)(letter_component(r->at[i]) << 2 * i);
    r->at += count;
    return true;
}

bool
tgsi_read_mask(struct tgsi_reader *r, uint8_t *mask)
{
    tgsi_skip_space(r);
    const unsigned found = count_letters(r);
    unsigned last = 0;

    *mask = 0;
    for (unsigned i = 0; i < found; i++) {
        const unsigned component = letter_component(r->at[i]);

        if (i > 0 && component <= last)
            return tgsi_expected(r, QD_CODE_TGSI_WRITE_MASK,
                                 "letters of xyzw in this order, each once");
        *mask |= (uint8_t)(1u << component);
        last = component;
    }
    if (found == 0 || (r->at + found < r->end && tgsi_word_byte(r->at[found])))
        return tgsi_expected(r, QD_CODE_TGSI_WRITE_MASK, "some letters of xyzw, in this order");
    r->at += found;
    return true;
}

/* ---- plain operands ---- */

/* Bytes that a plain operand and what follows it have at most. */
#define PLAIN_SIZE 32

/* The letters of a mask; false if they are not just that. */
static bool
take_plain_mask(const char **at, uint8_t *mask)
{
    unsigned count = 0, found = 0;

    for (; count < 4 && (**at | 0x20) >= 'w' && (**at | 0x20) <= 'z'; count++, ++*at) {
        const unsigned component = letter_component(**at);

        if (found >> component)
            return false;
        found |= 1u << component;
    }
    *mask = (uint8_t)found;
    return count > 0;
}

/* The four letters of a swizzle, looked at together: less 'w', each byte is from 0 to 3. A borrow
 * leaves high bits in the byte that it is for. False if they are not just that. */
static bool
take_plain_swizzle(const char **at, uint8_t *select)
{
    const uint32_t letters = (uint32_t)tgsi_load_bytes(*at) | 0x20202020;
    const uint32_t from_w = letters - 0x01010101 * (uint32_t)'w';

    if (from_w & 0xfcfcfcfc)
        return false;
    const uint32_t components = (from_w + 0x03030303) & 0x03030303; /* x is 0, w is 3. */
    *select = (uint8_t)(components | components >> 6 | components >> 12 | components >> 18);
    *at += 4;
    return true;
}

static bool
take_plain_letters(const char **at, bool is_dst, uint8_t *select)
{
    return is_dst ? take_plain_mask(at, select) : take_plain_swizzle(at, select);
}

/* The bytes up to one, of eight, and how many these are: all, where the eight do not have it. */
static unsigned
load_until(const char *at, char last, uint64_t *bytes)
{
    const uint64_t loaded = tgsi_load_bytes(at);
    const uint64_t differs = loaded ^ TGSI_BYTES((unsigned char)last);
    const uint64_t ends = (differs - TGSI_BYTES(1)) & ~differs & TGSI_BYTES(0x80);
    const unsigned bits = ends ? tgsi_count_low_zeros(ends) - 7 : 64;

    *bytes = ends ? loaded & ((UINT64_C(1) << bits) - 1) : loaded;
    return bits / 8;
}

/* Most operands are a register with a number and maybe letters, without white space inside, with a
 * comma or a new line behind. They are read here in one go. What is anything else, wrong for
 * example, is left to the general way: false, and nothing is taken. */
static bool
take_plain_operand(struct tgsi_reader *r, uint32_t line, bool is_dst, struct tgsi_operand *operand)
{
    const char *at = r->at;
    uint64_t key;

    if (r->end - at < PLAIN_SIZE || r->line != line)
        return false;
    at += *at == ' ';
    operand->flags = *at == '-' && !is_dst ? TGSI_OPERAND_NEGATE : 0;
    at += operand->flags != 0;
    operand->column = tgsi_column(r, at);

    at += load_until(at, '[', &key);
    const struct tgsi_memo *memo = tgsi_memo_of(r->files, TGSI_FILE_MEMOS, key, 0);
    if (!key || memo->key[0] != key || memo->key[1] || *at++ != '[')
        return false;

    const char *digits = at;
    uint32_t index = 0;
    for (; at < digits + 5 && tgsi_is_digit(*at); at++)
        index = index * 10 + (uint32_t)(*at - '0');
    if (at == digits || *at++ != ']')
        return false;

    operand->select = is_dst ? TGSI_MASK_ALL : TGSI_SELECT_ALL;
    if (*at == '.' && (at++, !take_plain_letters(&at, is_dst, &operand->select)))
        return false;
    if (*at != ',' && *at != '\n')
        return false;
    operand->file = (uint8_t)memo->found;
    operand->index = index;
    r->at = at;
    return true;
}

/* ---- operands ---- */

/* The next operand, which is read in place. */
struct tgsi_operand *
tgsi_add_operand(struct tgsi_reader *r)
{
    return base_array_add(r->arena, &r->program->operands);
}

bool
tgsi_read_dst(struct tgsi_reader *r, uint32_t line)
{
    struct tgsi_operand *operand = tgsi_add_operand(r);

    if (take_plain_operand(r, line, true, operand))
        return true;
    if (!tgsi_read_register(r, line, operand))
        return false;
    operand->select = TGSI_MASK_ALL;
    return !tgsi_accept(r, '.') || tgsi_read_mask(r, &operand->select);
}

bool
tgsi_read_src(struct tgsi_reader *r, uint32_t line)
{
    struct tgsi_operand *operand = tgsi_add_operand(r);

    if (take_plain_operand(r, line, false, operand))
        return true;
    const bool is_negative = tgsi_accept(r, '-');
    const bool is_absolute = tgsi_accept(r, '|');
    if (!tgsi_read_register(r, line, operand))
        return false;
    operand->select = TGSI_SELECT_ALL;
    if (is_negative)
        operand->flags |= TGSI_OPERAND_NEGATE;
    if (is_absolute)
        operand->flags |= TGSI_OPERAND_ABSOLUTE;
    if (tgsi_accept(r, '.') && !tgsi_read_swizzle(r, 4, &operand->select))
        return false;
    return !is_absolute || tgsi_expect(r, '|', "after the absolute value");
}
