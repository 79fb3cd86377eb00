/* SPDX-License-Identifier: MIT */
#include "script/script_priv.h"

#include <inttypes.h>

void
script_lexer_init(struct script_lexer *lexer, struct script *script, const char *text, size_t size,
                  uint32_t line)
{
    *lexer = (struct script_lexer){
        .script = script,
        .text = text,
        .size = size,
        .line = line,
    };
    script_lexer_next(lexer);
}

static bool
is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}

static void
begin_line(struct script_lexer *lexer)
{
    lexer->line++;
    lexer->line_start = lexer->at;
}

/* White space, comments and joined lines. */
static void
skip_space(struct script_lexer *lexer)
{
    while (lexer->at < lexer->size) {
        const char c = lexer->text[lexer->at];

        if (is_space(c)) {
            lexer->at++;
        } else if (c == '#') {
            while (lexer->at < lexer->size && lexer->text[lexer->at] != '\n')
                lexer->at++;
        } else if (c == '\\') {
            size_t end = lexer->at + 1;

            while (end < lexer->size && is_space(lexer->text[end]))
                end++;
            if (end >= lexer->size || lexer->text[end] != '\n')
                return;
            lexer->at = end + 1;
            begin_line(lexer);
        } else {
            return;
        }
    }
}

static bool
ends_word(char c)
{
    return is_space(c) || c == '\n' || c == '(' || c == ')' || c == ',';
}

static void
read_word(struct script_lexer *lexer)
{
    const size_t start = lexer->at;

    while (lexer->at < lexer->size && !ends_word(lexer->text[lexer->at]))
        lexer->at++;
    lexer->token.kind = script_token_word;
    lexer->token.text = lexer->text + start;
    lexer->token.size = lexer->at - start;
}

static char
unescape(char c)
{
    switch (c) {
    case 'n':
        return '\n';
    case 't':
        return '\t';
    case 'r':
        return '\r';
    case 'f':
        return '\f';
    case 'v':
        return '\v';
    case 'a':
        return '\a';
    case 'b':
        return '\b';
    default:
        return c;
    }
}

static void
read_string(struct script_lexer *lexer)
{
    struct base_text text;
    bool is_closed = false;

    base_text_init(&text, lexer->script->arena);
    for (lexer->at++; lexer->at < lexer->size && lexer->text[lexer->at] != '\n';) {
        const char c = lexer->text[lexer->at++];

        if (c == '"') {
            is_closed = true;
            break;
        }
        if (c == '\\' && lexer->at < lexer->size && lexer->text[lexer->at] != '\n')
            base_text_add_char(&text, unescape(lexer->text[lexer->at++]));
        else
            base_text_add_char(&text, c);
    }
    lexer->token.kind = script_token_string;
    lexer->token.text = base_text_string(&text);
    lexer->token.size = text.count;
    if (!is_closed && !lexer->has_failed) {
        lexer->has_failed = true;
        script_fail(lexer->script, lexer->token.place,
                    "found the end of the line, expected the string's closing quote");
    }
}

void
script_lexer_next(struct script_lexer *lexer)
{
    struct script_token *token = &lexer->token;

    skip_space(lexer);
    token->place = base_at_line(lexer->line, (uint32_t)(lexer->at - lexer->line_start) + 1);
    token->text = lexer->text + lexer->at;
    token->size = 0;
    if (lexer->at >= lexer->size) {
        token->kind = script_token_end;
        return;
    }
    token->size = 1;
    switch (lexer->text[lexer->at]) {
    case '\n':
        token->kind = script_token_eol;
        lexer->at++;
        begin_line(lexer);
        return;
    case '(':
        token->kind = script_token_open;
        break;
    case ')':
        token->kind = script_token_close;
        break;
    case ',':
        token->kind = script_token_comma;
        break;
    case '"':
        read_string(lexer);
        return;
    default:
        read_word(lexer);
        return;
    }
    lexer->at++;
}

bool
script_lexer_is(const struct script_lexer *lexer, const char *word)
{
    return lexer->token.kind == script_token_word &&
           script_text_is(lexer->token.text, lexer->token.size, word);
}

bool
script_lexer_accept(struct script_lexer *lexer, const char *word)
{
    if (!script_lexer_is(lexer, word))
        return false;
    script_lexer_next(lexer);
    return true;
}

bool
script_lexer_is_line_end(const struct script_lexer *lexer)
{
    return lexer->token.kind == script_token_eol || lexer->token.kind == script_token_end;
}

bool
script_lexer_skip_lines(struct script_lexer *lexer)
{
    while (lexer->token.kind == script_token_eol)
        script_lexer_next(lexer);
    return lexer->token.kind != script_token_end;
}

bool
script_lexer_fail(struct script_lexer *lexer, const char *expected)
{
    const struct script_token *token = &lexer->token;

    if (lexer->has_failed)
        return false;
    if (token->kind == script_token_eol)
        return script_fail(lexer->script, token->place, "found the end of the line, expected %s",
                           expected);
    if (token->kind == script_token_end)
        return script_fail(lexer->script, token->place, "found the end of the script, expected %s",
                           expected);
    const int size = token->size < 60 ? (int)token->size : 60;
    return script_fail(lexer->script, token->place, "found \"%.*s\", expected %s", size,
                       token->text, expected);
}

bool
script_lexer_expect(struct script_lexer *lexer, const char *word)
{
    return script_lexer_accept(lexer, word) || script_lexer_fail(lexer, word);
}

bool
script_lexer_end_line(struct script_lexer *lexer)
{
    if (!script_lexer_is_line_end(lexer))
        return script_lexer_fail(lexer, "the end of the line");
    if (lexer->token.kind == script_token_eol)
        script_lexer_next(lexer);
    return !lexer->has_failed;
}

bool
script_lexer_name(struct script_lexer *lexer, const char *expected, struct script_token *name)
{
    const struct script_token *token = &lexer->token;

    *name = *token;
    if (token->kind != script_token_string &&
        (token->kind != script_token_word || script_lexer_is_number(lexer)))
        return script_lexer_fail(lexer, expected);
    script_lexer_next(lexer);
    return true;
}

/* ---- numbers ---- */

bool
script_lexer_is_number(const struct script_lexer *lexer)
{
    return lexer->token.kind == script_token_word &&
           script_is_number(lexer->token.text, lexer->token.size);
}

bool
script_lexer_number(struct script_lexer *lexer, const char *expected, struct script_number *number)
{
    const struct script_token *token = &lexer->token;

    if (token->kind != script_token_word || !script_read_number(token->text, token->size, number))
        return script_lexer_fail(lexer, expected);
    script_lexer_next(lexer);
    return true;
}

bool
script_lexer_uint64(struct script_lexer *lexer, const char *expected, uint64_t max, uint64_t *value)
{
    const struct script_token *token = &lexer->token;
    struct script_number number;

    if (token->kind != script_token_word ||
        !script_read_number(token->text, token->size, &number) || number.is_real ||
        number.is_negative || number.bits > max)
        return script_lexer_fail(lexer, expected);
    *value = number.bits;
    script_lexer_next(lexer);
    return true;
}

bool
script_lexer_uint(struct script_lexer *lexer, const char *expected, uint32_t max, uint32_t *value)
{
    uint64_t wide = 0;

    if (!script_lexer_uint64(lexer, expected, max, &wide))
        return false;
    *value = (uint32_t)wide;
    return true;
}

bool
script_lexer_float(struct script_lexer *lexer, const char *expected, float *value)
{
    struct script_number number;

    if (!script_lexer_number(lexer, expected, &number))
        return false;
    *value = (float)number.real;
    return true;
}

bool
script_lexer_switch(struct script_lexer *lexer, bool *value)
{
    *value = script_lexer_is(lexer, "on");
    if (!*value && !script_lexer_is(lexer, "off"))
        return script_lexer_fail(lexer, "on or off");
    script_lexer_next(lexer);
    return true;
}

bool
script_lexer_tolerances(struct script_lexer *lexer, struct script_expect *expect)
{
    while (script_lexer_is_number(lexer)) {
        const struct script_token *token = &lexer->token;
        const bool is_percent = token->text[token->size - 1] == '%';
        struct script_number number;

        if (expect->tolerance_count == 4)
            return script_lexer_fail(lexer, "at most 4 tolerances");
        if (!script_read_number(token->text, token->size - is_percent, &number) ||
            !(number.real >= 0))
            return script_lexer_fail(lexer, "a tolerance, as in 0.1 or 5%");
        expect->tolerance[expect->tolerance_count++] =
            (struct script_tolerance){number.real, is_percent};
        script_lexer_next(lexer);
    }
    return expect->tolerance_count > 0 || script_lexer_fail(lexer, "a tolerance");
}

bool
script_lexer_numbers(struct script_lexer *lexer, bool is_multiline,
                     const struct script_number **numbers, uint32_t *count)
{
    BASE_ARRAY(struct script_number) list = {0};

    for (;;) {
        struct script_number number;

        if (is_multiline)
            script_lexer_skip_lines(lexer);
        if (script_lexer_is_line_end(lexer) || (is_multiline && script_lexer_is(lexer, "END")))
            break;
        if (!script_lexer_number(lexer, "a number", &number))
            return false;
        if (list.count == SCRIPT_MAX_BYTES / sizeof(number))
            return script_lexer_fail(lexer, "fewer numbers");
        base_array_push(lexer->script->arena, &list, number);
    }
    *numbers = list.data;
    *count = list.count;
    return true;
}

/* ---- choices ---- */

bool
script_choose(const struct script_token *token, const char *const *names, size_t count,
              uint32_t *choice)
{
    for (size_t i = 0; i < count; i++) {
        if (token->kind == script_token_word &&
            script_text_is(token->text, token->size, names[i])) {
            *choice = (uint32_t)i;
            return true;
        }
    }
    return false;
}

bool
script_lexer_choice(struct script_lexer *lexer, const char *what, const char *const *names,
                    size_t count, uint32_t *choice)
{
    struct base_text text;

    if (script_choose(&lexer->token, names, count, choice)) {
        script_lexer_next(lexer);
        return true;
    }
    base_text_init(&text, lexer->script->arena);
    base_text_add_string(&text, what);
    for (size_t i = 0; i < count; i++)
        base_text_printf(&text, "%s%s", i ? ", " : ": ", names[i]);
    return script_lexer_fail(lexer, base_text_string(&text));
}

/* ---- text blocks ---- */

/* Where END stands as a word from at on; size if nowhere. */
static size_t
find_end(const struct script_lexer *lexer, size_t at)
{
    const char *text = lexer->text;

    for (size_t i = at; i + 3 <= lexer->size; i++) {
        if (memcmp(text + i, "END", 3) == 0 &&
            (i == at || is_space(text[i - 1]) || text[i - 1] == '\n') &&
            (i + 3 == lexer->size || is_space(text[i + 3]) || text[i + 3] == '\n'))
            return i;
    }
    return lexer->size;
}

bool
script_lexer_block(struct script_lexer *lexer, const char **text, size_t *size,
                   struct qd_place *place)
{
    if (!script_lexer_is_line_end(lexer))
        return script_lexer_fail(lexer, "the end of the line");
    /* The lexer stands behind the line's end, or at the text's. */
    const size_t start = lexer->at;
    const size_t end = find_end(lexer, start);

    *place = base_at_line(lexer->line, 1);
    *text = lexer->text + start;
    *size = end - start;
    if (end == lexer->size)
        return script_fail(lexer->script, lexer->token.place,
                           "found no END behind this line, expected one");
    for (; lexer->at < end;) {
        if (lexer->text[lexer->at++] == '\n')
            begin_line(lexer);
    }
    lexer->at = end + 3;
    script_lexer_next(lexer);
    return script_lexer_end_line(lexer);
}
