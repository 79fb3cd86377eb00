/* SPDX-License-Identifier: MIT
 *
 * Shared by the files of the assembler. A function that returns bool has reported an error when it
 * returns false; the statement is then given up.
 */
#ifndef RDNA_PARSE_PRIV_H
#define RDNA_PARSE_PRIV_H

#include "rdna/encode.h"
#include "rdna/parse.h"

enum rdna_token_kind {
    rdna_token_end, /* Of the statement. */
    rdna_token_name,
    rdna_token_integer,
    rdna_token_real,
    rdna_token_string, /* Without its quotes. */
    rdna_token_mark    /* Any other character. */
};

struct rdna_token {
    enum rdna_token_kind kind;
    const char *text;
    uint32_t size;
    uint32_t line, column;
    /* The disassembler says behind it that the operand is not one that may stand there. */
    bool remark;
    uint64_t integer;
    double real;
};

/* Names of modifiers, in parse_modifiers.c. */
enum rdna_modifier {
#define RDNA_MODIFIER(id, name, kind) rdna_modifier_##id,
#include "rdna/modifiers.def"
    rdna_modifier_count
};

enum rdna_suffix {
    rdna_suffix_none,
    rdna_suffix_e32,
    rdna_suffix_e64,
    rdna_suffix_dpp,
    rdna_suffix_sdwa
};

struct rdna_fixup {
    uint32_t word; /* Of the branch. */
    uint32_t name;
    uint32_t line, column;
};

struct rdna_parser {
    struct base_arena *arena;
    struct base_diags *diags;
    enum rdna_isa isa;
    unsigned wave_size;

    /* The text that is left. */
    const char *at, *end;
    const char *line_start;
    uint32_t line;

    /* The statement. */
    BASE_ARRAY(struct rdna_token) tokens;
    uint32_t token;

    /* The instruction. */
    const struct rdna_op_info *info;
    enum rdna_suffix suffix;
    struct rdna_inst inst;
    uint64_t seen;                         /* Modifiers, by bit, */
    uint32_t seen_at[rdna_modifier_count]; /* and their tokens. */
    uint32_t source_at[4];                 /* Tokens of sources, */
    uint32_t sdst_at, mask_at;             /* of the lane masks that are written and read, */
    uint32_t data_at, address_at;          /* and of what memory gets or gives, and where. */
    uint32_t data_count, address_count;    /* How many registers they are. */
    unsigned signs;                        /* Sources that have a sign or bars around them. */
    bool has_literal;
    bool branches; /* To the label target, */
    uint32_t target, target_at;

    /* The code. */
    BASE_ARRAY(uint32_t) words;
    BASE_ARRAY(struct rdna_label) labels;
    BASE_ARRAY(struct rdna_fixup) fixups;
    struct base_names names;
    BASE_ARRAY(uint32_t) places; /* 1 + the label of a name, by its number; 0 if not defined. */
};

/* ---- parse_lex.c ---- */

/* Reads the tokens of the next statement; false at the end of the text. *good is false if there
 * was an error. */
bool rdna_lex_statement(struct rdna_parser *p, bool *good);

bool rdna_token_is(const struct rdna_token *token, const char *name);
bool rdna_token_is_mark(const struct rdna_token *token, char mark);

static inline const struct rdna_token *
rdna_peek(const struct rdna_parser *p)
{
    return &p->tokens.data[p->token];
}

/* The token offset further on, or the end. */
const struct rdna_token *rdna_peek_at(const struct rdna_parser *p, uint32_t offset);

/* Takes the token if it is this one. */
bool rdna_skip_mark(struct rdna_parser *p, char mark);
bool rdna_skip_name(struct rdna_parser *p, const char *name);
bool rdna_expect_mark(struct rdna_parser *p, char mark, const char *where);

/* Reports an error at a token; returns false. */
bool rdna_fail_at(struct rdna_parser *p, enum qd_code code, uint32_t token, const char *format, ...)
    BASE_PRINTF(4, 5);
/* "found X, expected what" at the next token; returns false. */
bool rdna_fail_found(struct rdna_parser *p, enum qd_code code, const char *what);

/* True if the statement has this name anywhere: operands are fewer or more with some modifiers. */
bool rdna_has_name(const struct rdna_parser *p, const char *name);

/* ---- parse_number.c ---- */

/* An expression of integers: + - * / % << >> & | ^ ~ and parentheses. */
bool rdna_parse_expression(struct rdna_parser *p, int64_t *value);
bool rdna_parse_range(struct rdna_parser *p, int64_t least, int64_t most, const char *what,
                      int64_t *value);
/* Of the kinds of numbers that rows have. */
bool rdna_parse_immediate(struct rdna_parser *p, enum rdna_imm kind);
/* The offset of ds_swizzle. */
bool rdna_parse_swizzle(struct rdna_parser *p, int64_t *value);

/* ---- parse_register.c ---- */

enum rdna_value_kind { rdna_value_register, rdna_value_integer, rdna_value_real };

/* An operand as it is written. */
struct rdna_value {
    enum rdna_value_kind kind;
    uint32_t at; /* Its first token. */
    unsigned code, count;
    bool any_count; /* null and some others are as wide as they have to be. */
    int64_t integer;
    double real;
    bool neg, abs, sext, remark;
};

bool rdna_is_register(const struct rdna_parser *p);
bool rdna_parse_register(struct rdna_parser *p, struct rdna_value *value);
/* A register or number with its modifiers. */
bool rdna_parse_value(struct rdna_parser *p, struct rdna_value *value);
/* Vector registers: count of them. */
bool rdna_parse_vector(struct rdna_parser *p, unsigned count, uint16_t *code);
bool rdna_check_count(struct rdna_parser *p, const struct rdna_value *value, unsigned count);

/* ---- parse_constant.c ---- */

/* The code of a number as a source of a type, and the literal where it needs one. */
bool rdna_code_number(struct rdna_parser *p, const struct rdna_value *value, enum rdna_type type,
                      bool may_be_literal, uint16_t *code);
/* What K has. */
bool rdna_parse_literal(struct rdna_parser *p, enum rdna_type type);

/* ---- parse_operand.c ---- */

/* All operands of the row. */
bool rdna_parse_operands(struct rdna_parser *p);
/* The source operand of a row that is kept in src[source]; NULL if there are not so many. */
const struct rdna_operand *rdna_source_operand(const struct rdna_op_info *info, unsigned source);

/* ---- parse_modifiers.c ---- */

/* What follows the operands, to the end of the statement. */
bool rdna_parse_modifiers(struct rdna_parser *p);
/* The next one alone. */
bool rdna_parse_modifier(struct rdna_parser *p);

#define RDNA_SEEN(id) (UINT64_C(1) << rdna_modifier_##id)

/* ---- parse_form.c ---- */

/* Chooses the form and checks that all that is written can be said in it. */
bool rdna_choose_form(struct rdna_parser *p);

#endif
