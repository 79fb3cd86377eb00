/* SPDX-License-Identifier: MIT
 *
 * The text reader, of both dialects. Statement by statement: what is wrong with one is reported,
 * and the reader goes on where the next seems to begin, so that all of a text's faults are found
 * in one go.
 */
#include "tgsi/tgsi_priv.h"

#include <string.h>

enum statement {
    statement_none,
    statement_declaration,
    statement_immediate,
    statement_property,
    statement_instruction
};

/* The key of a word of three letters. */
#define KEY(a, b, c) ((uint64_t)(a) | (uint64_t)(b) << 8 | (uint64_t)(c) << 16)

/* Of an instruction, head receives the opcode and what its suffixes say. */
static enum statement
statement_of(struct tgsi_reader *r, const struct tgsi_span *word, struct tgsi_inst *head)
{
    uint8_t flags;

    /* No opcode has these names, and looking one up that is none takes longest. */
    if (word->size == 3 && word->key[0] == KEY('D', 'C', 'L'))
        return statement_declaration;
    if (word->size == 3 && word->key[0] == KEY('I', 'M', 'M'))
        return statement_immediate;
    if (word->size == 8 && tgsi_word_is(word, "PROPERTY"))
        return statement_property;
    const enum tgsi_op op = tgsi_op_of(r, word, &flags);
    head->op = (uint16_t)op;
    head->flags = flags;
    return op != tgsi_op_none ? statement_instruction : statement_none;
}

/* Does "12:" stand there? It is then skipped. */
static bool
skip_number(struct tgsi_reader *r)
{
    const char *at = r->at;

    while (at < r->end && tgsi_is_digit(*at))
        at++;
    const struct tgsi_reader before = {.at = r->at, .line = r->line, .line_start = r->line_start};
    r->at = at;
    if (at > before.at && tgsi_accept(r, ':'))
        return true;
    r->at = before.at;
    r->line = before.line;
    r->line_start = before.line_start;
    return false;
}

/* Does a statement begin with the word at the reader? A word that can begin one does, after white
 * space and where nothing wants more; so does any word on a new line. Where the error was found
 * nothing counts as wanting more: what was missing there may be just that. */
static bool
begins_statement(struct tgsi_reader *r, const struct tgsi_span *word, bool is_first)
{
    const char *before = r->at;
    bool is_new_line = false;

    for (; before > r->text && tgsi_is_space(before[-1]); before--)
        is_new_line = is_new_line || before[-1] == '\n';
    if (before == r->at || before == r->text)
        return false;
    const bool is_joined = before[-1] && strchr(",:[({+-.!", before[-1]);
    struct tgsi_inst head;

    if (tgsi_has_number(r) || (word->size > 0 && statement_of(r, word, &head) != statement_none))
        return is_first || !is_joined;
    return is_new_line && !is_joined && (word->size > 0 || *r->at == '(' || tgsi_is_stray(*r->at));
}

/* Goes on to the next statement, after an error in the one that began at start. */
static void
recover(struct tgsi_reader *r, const char *start)
{
    bool is_first = true;

    for (;; is_first = false) {
        struct tgsi_span word;
        tgsi_peek_word(r, &word);

        if (r->at == r->end || (r->at != start && begins_statement(r, &word, is_first)))
            return;
        r->at += word.size ? word.size : 1;
    }
}

/* "(!PRED[0].xyzw)" */
static bool
read_predicate(struct tgsi_reader *r, struct tgsi_operand *predicate, uint8_t *flags)
{
    *flags = TGSI_INST_PREDICATE;
    if (tgsi_accept(r, '!'))
        *flags |= TGSI_INST_PREDICATE_NOT;
    tgsi_skip_space(r);
    const struct qd_place place = tgsi_reader_place(r);
    if (!tgsi_read_register(r, r->line, predicate))
        return false;
    if (predicate->file != tgsi_file_PRED || (predicate->flags & TGSI_OPERAND_RELATIVE)) {
        base_error(r->diags, QD_CODE_TGSI_SYNTAX, place,
                   "found a register of %s as a predicate, expected PRED[0]",
                   tgsi_file_infos[predicate->file].name);
        return false;
    }
    predicate->select = TGSI_SELECT_ALL;
    if (tgsi_accept(r, '.') && !tgsi_read_swizzle(r, 4, &predicate->select))
        return false;
    return tgsi_expect(r, ')', "after the predicate");
}

static bool
read_statement(struct tgsi_reader *r)
{
    struct tgsi_operand predicate;
    struct tgsi_inst head = {0};
    uint8_t flags = 0;
    r->info = NULL;
    bool has_prefix = tgsi_is_digit(tgsi_peek(r)) && skip_number(r);

    if (tgsi_accept(r, '(')) {
        has_prefix = true;
        if (!read_predicate(r, &predicate, &flags))
            return false;
    }
    struct tgsi_span word;
    tgsi_peek_word(r, &word);
    const enum statement kind = word.size > 0 ? statement_of(r, &word, &head) : statement_none;
    if (kind == statement_instruction) {
        head.flags |= flags;
        head.line = r->line;
        head.column = tgsi_column(r, r->at);
        r->at += word.size;
        return tgsi_read_instruction(r, &head, &predicate);
    }
    if (word.size == 0 && !has_prefix && (tgsi_peek(r) == '#' || tgsi_peek(r) == '/'))
        return tgsi_expected(r, QD_CODE_TGSI_UNKNOWN_OPCODE,
                             "a statement: there are no comments in TGSI");
    if (has_prefix || word.size == 0)
        return tgsi_expected(r, QD_CODE_TGSI_UNKNOWN_OPCODE,
                             has_prefix ? "an opcode" : "a statement");

    const enum tgsi_op last_op = r->last_op;
    r->last_op = tgsi_op_none;
    if (kind == statement_none) {
        if (last_op != tgsi_op_none && tgsi_file_of(r, &word) != tgsi_file_none)
            return tgsi_expected(r, QD_CODE_TGSI_OPERAND_COUNT, "no more operands of %s",
                                 tgsi_op_name(last_op));
        return tgsi_expected(r, QD_CODE_TGSI_UNKNOWN_OPCODE, "an opcode, DCL, IMM or PROPERTY");
    }
    const struct qd_place place = tgsi_reader_place(r);
    r->at += word.size;
    if (kind == statement_property)
        return tgsi_read_property(r);
    if (r->program->insts.count > 0) {
        base_error(r->diags, QD_CODE_TGSI_DECLARATION, place,
                   "found %s after the first instruction, expected it before",
                   kind == statement_immediate ? "an immediate" : "a declaration");
        return false;
    }
    return kind == statement_immediate ? tgsi_read_immediate(r) : tgsi_read_declaration(r);
}

/* May a statement come here? Behind END stand subroutines and nothing else. */
static bool
expect_subroutine(struct tgsi_reader *r)
{
    const struct tgsi_reader before = {.at = r->at, .line = r->line, .line_start = r->line_start};
    struct tgsi_span word;
    uint8_t flags;

    if (tgsi_is_digit(*r->at))
        (void)skip_number(r);
    tgsi_peek_word(r, &word);
    if (word.size == 0 || tgsi_op_of(r, &word, &flags) != tgsi_op_BGNSUB)
        return tgsi_expected(r, QD_CODE_TGSI_TEXT_AFTER_END, "BGNSUB or nothing after END");
    r->at = before.at;
    r->line = before.line;
    r->line_start = before.line_start;
    return true;
}

static void
read_statements(struct tgsi_reader *r)
{
    bool has_ended = false, is_outside = false;

    for (;;) {
        tgsi_skip_space(r);
        const char *start = r->at;

        r->statement = start;
        if (r->at == r->end) {
            r->program->end = tgsi_reader_place(r);
            return;
        }
        if (is_outside && !expect_subroutine(r))
            return;
        is_outside = false;
        if (!read_statement(r)) {
            if (r->diags->dropped)
                return;
            recover(r, start);
            continue;
        }
        is_outside = r->last_op == (has_ended ? tgsi_op_ENDSUB : tgsi_op_END);
        has_ended = has_ended || is_outside;
    }
}

static bool
read_header(struct tgsi_reader *r)
{
    struct tgsi_span word;
    tgsi_peek_word(r, &word);

    if (r->at == r->end) {
        base_error(r->diags, QD_CODE_TGSI_EMPTY, tgsi_reader_place(r),
                   "found an empty text, expected FRAG, VERT or another stage");
        return false;
    }
    const int processor = tgsi_find_word(tgsi_words_processor, &word);
    if (processor < 0)
        return tgsi_expected(r, QD_CODE_TGSI_HEADER, "FRAG, VERT or another stage");
    r->program->processor = (enum tgsi_word)processor;
    r->program->line = r->line;
    r->program->column = tgsi_reader_place(r).column;
    if (processor > tgsi_processor_GEOM)
        r->marks |= TGSI_MARK_FINAL;
    r->at += word.size;
    return true;
}

/* A text with marks of both is of the years between, which the final dialect describes better. */
static enum tgsi_dialect
dialect_of(const struct tgsi_reader *r)
{
    if (r->dialect != tgsi_dialect_auto)
        return r->dialect;
    return r->marks == TGSI_MARK_EARLY ? tgsi_dialect_early : tgsi_dialect_final;
}

static void
init_reader(struct tgsi_reader *r, const char *text, size_t size)
{
    memset(r, 0, sizeof(*r));
    r->text = r->at = r->line_start = text;
    r->end = text + size;
    r->line = 1;
}

/* Bytes of text that an instruction and an operand take at least as a rule, and for how many of
 * them room is made at once: that of a long text may as well grow. */
#define INST_SIZE 32
#define OPERAND_SIZE 12
#define MOST_AT_ONCE 1024

static void
reserve(struct tgsi_reader *r, size_t size)
{
    const size_t insts = size / INST_SIZE, operands = size / OPERAND_SIZE;

    base_array_reserve(r->arena, &r->program->insts,
                       insts < MOST_AT_ONCE ? (uint32_t)insts : MOST_AT_ONCE,
                       sizeof(*r->program->insts.data));
    base_array_reserve(r->arena, &r->program->operands,
                       operands < MOST_AT_ONCE ? (uint32_t)operands : MOST_AT_ONCE,
                       sizeof(*r->program->operands.data));
}

/* A short text is read faster than the processor finds out that it is read in order. */
#define FETCHED_AHEAD 1024
#define CACHE_LINE 64

static void
fetch_ahead(const char *text, size_t size)
{
#if defined(__GNUC__)
    for (size_t at = 0; at < size && at < FETCHED_AHEAD; at += CACHE_LINE)
        __builtin_prefetch(text + at);
#else
    (void)text;
    (void)size;
#endif
}

struct tgsi_program *
tgsi_read_text(struct base_arena *arena, const char *text, size_t size,
               const struct tgsi_read_options *options, struct base_diags *diags)
{
    const uint32_t errors = diags->error_count;
    struct tgsi_reader reader;

    if (size >= UINT32_MAX) {
        base_error(diags, QD_CODE_LIMIT, base_at_nowhere(),
                   "found a text of %zu bytes, expected less than 4 GiB", size);
        return NULL;
    }
    fetch_ahead(text, size);
    init_reader(&reader, size ? text : "", size);
    reader.arena = arena;
    reader.diags = diags;
    reader.program = base_arena_new(arena, struct tgsi_program);
    reader.program->arena = arena;
    reader.dialect = options ? options->dialect : tgsi_dialect_auto;
    base_names_init(&reader.program->names, arena);
    reserve(&reader, size);

    if (read_header(&reader))
        read_statements(&reader);
    reader.program->dialect = dialect_of(&reader);
    return diags->error_count == errors ? reader.program : NULL;
}

bool
tgsi_is_text(const char *text, size_t size)
{
    struct tgsi_reader reader;

    init_reader(&reader, size ? text : "", size);
    struct tgsi_span word;
    tgsi_peek_word(&reader, &word);
    return word.size > 0 && tgsi_find_word(tgsi_words_processor, &word) >= 0;
}
