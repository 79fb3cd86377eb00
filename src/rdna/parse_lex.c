/* SPDX-License-Identifier: MIT */
#include "rdna/parse_priv.h"

#include <stdio.h>
#include <stdlib.h>

/* Longer words are cut in messages. */
#define MAX_SHOWN 40

/* Digits of a number that count: more can only say which side of a middle it is on. */
#define MAX_DIGITS 800

static bool
is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool
is_hex_digit(char c)
{
    return is_digit(c) || ((c | 0x20) >= 'a' && (c | 0x20) <= 'f');
}

static bool
is_word(char c)
{
    return is_digit(c) || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') || c == '_' || c == '.' ||
           c == '$' || c == '@';
}

/* ---- Errors and tokens ---- */

bool
rdna_fail_at(struct rdna_parser *p, enum qd_code code, uint32_t token, const char *format, ...)
{
    const struct rdna_token *at = &p->tokens.data[token];
    struct base_text message;
    va_list args;

    va_start(args, format);
    base_text_init(&message, p->arena);
    base_text_vprintf(&message, format, args);
    va_end(args);
    base_error(p->diags, code, base_at_line(at->line, at->column), "%s",
               base_text_string(&message));
    return false;
}

bool
rdna_fail_found(struct rdna_parser *p, enum qd_code code, const char *what)
{
    const struct rdna_token *token = rdna_peek(p);
    const int size = token->size > MAX_SHOWN ? MAX_SHOWN : (int)token->size;

    switch (token->kind) {
    case rdna_token_end:
        return rdna_fail_at(p, code, p->token, "found the end of the line, expected %s", what);
    case rdna_token_string:
        return rdna_fail_at(p, code, p->token, "found a string, expected %s", what);
    case rdna_token_name:
    case rdna_token_integer:
    case rdna_token_real:
    case rdna_token_mark:
        break;
    }
    return rdna_fail_at(p, code, p->token, "found '%.*s', expected %s", size, token->text, what);
}

bool
rdna_token_is(const struct rdna_token *token, const char *name)
{
    return token->kind == rdna_token_name && token->size == strlen(name) &&
           !memcmp(token->text, name, token->size);
}

bool
rdna_token_is_mark(const struct rdna_token *token, char mark)
{
    return token->kind == rdna_token_mark && token->text[0] == mark;
}

const struct rdna_token *
rdna_peek_at(const struct rdna_parser *p, uint32_t offset)
{
    const uint32_t left = p->tokens.count - 1 - p->token;

    return &p->tokens.data[p->token + (offset < left ? offset : left)];
}

bool
rdna_skip_mark(struct rdna_parser *p, char mark)
{
    if (!rdna_token_is_mark(rdna_peek(p), mark))
        return false;
    p->token++;
    return true;
}

bool
rdna_skip_name(struct rdna_parser *p, const char *name)
{
    if (!rdna_token_is(rdna_peek(p), name))
        return false;
    p->token++;
    return true;
}

bool
rdna_expect_mark(struct rdna_parser *p, char mark, const char *where)
{
    char what[96];

    if (rdna_skip_mark(p, mark))
        return true;
    snprintf(what, sizeof(what), "'%c' %s", mark, where);
    return rdna_fail_found(p, QD_CODE_RDNA_ASM_SYNTAX, what);
}

bool
rdna_has_name(const struct rdna_parser *p, const char *name)
{
    for (uint32_t i = 1; i < p->tokens.count; i++)
        if (rdna_token_is(&p->tokens.data[i], name))
            return true;
    return false;
}

/* ---- Reading ---- */

static uint32_t
column_of(const struct rdna_parser *p, const char *at)
{
    return (uint32_t)(at - p->line_start) + 1;
}

static bool
fail_here(struct rdna_parser *p, enum qd_code code, const char *at, const char *message)
{
    base_error(p->diags, code, base_at_line(p->line, column_of(p, at)), "%s", message);
    return false;
}

static bool
starts(const struct rdna_parser *p, const char *string)
{
    const size_t size = strlen(string);

    return (size_t)(p->end - p->at) >= size && !memcmp(p->at, string, size);
}

static void
next_line(struct rdna_parser *p)
{
    p->at++;
    p->line++;
    p->line_start = p->at;
}

static void
skip_line(struct rdna_parser *p)
{
    const char *end = memchr(p->at, '\n', (size_t)(p->end - p->at));

    p->at = end ? end : p->end;
}

static bool
skip_comment(struct rdna_parser *p)
{
    const char *start = p->at;
    const uint32_t line = p->line, column = column_of(p, start);

    /* What the disassembler remarks is of the operand before. */
    if (starts(p, "/*Invalid ") && p->tokens.count)
        p->tokens.data[p->tokens.count - 1].remark = true;
    p->at += 2;
    while (!starts(p, "*/")) {
        if (p->at == p->end) {
            base_error(p->diags, QD_CODE_RDNA_ASM_SYNTAX, base_at_line(line, column),
                       "found the end of the text in a comment, expected '*/'");
            return false;
        }
        if (*p->at == '\n')
            next_line(p);
        else
            p->at++;
    }
    p->at += 2;
    return true;
}

/* The C library takes the decimal point of the locale: it is given none. */
static double
read_real(const char *text, size_t size)
{
    char digits[MAX_DIGITS + 32] = "";
    const bool is_hex = size > 1 && (text[1] | 0x20) == 'x';
    size_t count = 0, at = 0;
    int64_t exponent = 0, written = 0;
    bool behind = false, negative = false;

    if (is_hex) {
        memcpy(digits, "0x", 2);
        count = at = 2;
    }
    for (;
         at < size && (text[at] == '.' || is_digit(text[at]) || (is_hex && is_hex_digit(text[at])));
         at++) {
        if (text[at] == '.') {
            behind = true;
            continue;
        }
        exponent -= behind;
        if (count < MAX_DIGITS) {
            digits[count++] = text[at];
            continue;
        }
        exponent++;
        if (text[at] != '0')
            digits[MAX_DIGITS - 1] = '1';
    }
    if (is_hex)
        exponent *= 4;
    if (at < size)
        at++; /* e or p */
    if (at < size && (text[at] == '-' || text[at] == '+'))
        negative = text[at++] == '-';
    for (; at < size; at++)
        if (written < 1000000000)
            written = written * 10 + (text[at] - '0');
    exponent += negative ? -written : written;
    if (exponent > 100000)
        exponent = 100000;
    if (exponent < -100000)
        exponent = -100000;
    snprintf(digits + count, sizeof(digits) - count, "%c%ld", is_hex ? 'p' : 'e', (long)exponent);
    return strtod(digits, NULL);
}

/* How many bytes an exponent takes, from its letter on; 0 if there is none. */
static size_t
exponent_size(const char *at, const char *end, char letter)
{
    const char *start = at;

    if (at == end || (*at | 0x20) != letter)
        return 0;
    at++;
    if (at < end && (*at == '-' || *at == '+'))
        at++;
    if (at == end || !is_digit(*at))
        return 0;
    while (at < end && is_digit(*at))
        at++;
    return (size_t)(at - start);
}

static bool
read_integer(struct rdna_parser *p, struct rdna_token *token, const char *digits, unsigned base)
{
    const char *end = token->text + token->size;

    for (; digits < end; digits++) {
        const unsigned digit =
            is_digit(*digits) ? (unsigned)(*digits - '0') : (unsigned)((*digits | 0x20) - 'a') + 10;
        if (digit >= base)
            return fail_here(p, QD_CODE_RDNA_ASM_SYNTAX, digits,
                             "found a digit that is too large for the number's base");
        if (token->integer > (UINT64_MAX - digit) / base)
            return fail_here(p, QD_CODE_RDNA_ASM_NUMBER, token->text,
                             "found a number of more than 64 bits");
        token->integer = token->integer * base + digit;
    }
    return true;
}

static bool
lex_number(struct rdna_parser *p, struct rdna_token *token)
{
    const char *at = p->at;
    unsigned base = 10;
    size_t prefix = 0, tail = 0;

    if (p->end - at > 2 && at[0] == '0' && (at[1] | 0x20) == 'x' &&
        (is_hex_digit(at[2]) || at[2] == '.'))
        base = 16, prefix = 2;
    else if (p->end - at > 2 && at[0] == '0' && (at[1] | 0x20) == 'b' && is_digit(at[2]))
        base = 2, prefix = 2;
    at += prefix;
    while (at < p->end && (is_digit(*at) || (base == 16 && is_hex_digit(*at))))
        at++;
    bool is_real = at < p->end && *at == '.' && base != 2;
    if (is_real)
        for (at++; at < p->end && (is_digit(*at) || (base == 16 && is_hex_digit(*at)));)
            at++;
    if (base != 2)
        tail = exponent_size(at, p->end, base == 16 ? 'p' : 'e');
    is_real |= tail > 0;
    at += tail;

    token->size = (uint32_t)(at - p->at);
    if (at < p->end && is_word(*at)) {
        /* A name that begins with a digit, as 2D does. */
        while (at < p->end && is_word(*at))
            at++;
        token->size = (uint32_t)(at - p->at);
        token->kind = rdna_token_name;
    } else if (is_real) {
        token->kind = rdna_token_real;
        token->real = read_real(token->text, token->size);
    } else {
        token->kind = rdna_token_integer;
        if (base == 10 && token->size > 1 && token->text[0] == '0')
            base = 8;
        if (!read_integer(p, token, token->text + prefix, base))
            return false;
    }
    p->at = at;
    return true;
}

static bool
lex_string(struct rdna_parser *p, struct rdna_token *token)
{
    const char *at = p->at + 1;

    while (at < p->end && *at != '"' && *at != '\n')
        at++;
    if (at == p->end || *at == '\n')
        return fail_here(p, QD_CODE_RDNA_ASM_SYNTAX, p->at, "found a string without its end");
    token->kind = rdna_token_string;
    token->text = p->at + 1;
    token->size = (uint32_t)(at - token->text);
    p->at = at + 1;
    return true;
}

static bool
lex_token(struct rdna_parser *p)
{
    struct rdna_token token = {.kind = rdna_token_mark,
                               .text = p->at,
                               .size = 1,
                               .line = p->line,
                               .column = column_of(p, p->at)};
    const char c = *p->at;

    if (is_digit(c) || (c == '.' && p->end - p->at > 1 && is_digit(p->at[1]))) {
        if (!lex_number(p, &token))
            return false;
    } else if (is_word(c)) {
        while (p->at < p->end && is_word(*p->at))
            p->at++;
        token.kind = rdna_token_name;
        token.size = (uint32_t)(p->at - token.text);
    } else if (c == '"') {
        if (!lex_string(p, &token))
            return false;
    } else if (c && strchr(",:[]()|&-+*/%<>^~=!{}", c)) {
        p->at++;
    } else {
        char message[48];
        snprintf(message, sizeof(message), "found the byte 0x%02x", (unsigned char)c);
        return fail_here(p, QD_CODE_RDNA_ASM_STRAY_BYTE, p->at, message);
    }
    *base_array_add(p->arena, &p->tokens) = token;
    return true;
}

/* To the end of the line, of which comments are no part. */
static bool
lex_line(struct rdna_parser *p)
{
    while (p->at < p->end && *p->at != '\n') {
        const char c = *p->at;
        if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v') {
            p->at++;
        } else if (c == ';' || starts(p, "//") || (c == '#' && !p->tokens.count)) {
            skip_line(p);
        } else if (starts(p, "/*")) {
            if (!skip_comment(p))
                return false;
        } else if (!lex_token(p)) {
            return false;
        }
    }
    return true;
}

bool
rdna_lex_statement(struct rdna_parser *p, bool *good)
{
    *good = true;
    do {
        if (p->at < p->end && *p->at == '\n')
            next_line(p);
        if (p->at == p->end)
            return false;
        p->tokens.count = 0;
        p->token = 0;
        *good = lex_line(p);
        if (!*good) {
            skip_line(p);
            return true;
        }
    } while (!p->tokens.count);
    const struct rdna_token end = {
        .kind = rdna_token_end, .text = p->at, .line = p->line, .column = column_of(p, p->at)};
    *base_array_add(p->arena, &p->tokens) = end;
    return true;
}
