/* SPDX-License-Identifier: MIT */
#include "rdna/parse_priv.h"

#include <inttypes.h>

struct special {
    const char *name;
    uint8_t code, count;
};

/* The names that the disassembler writes, and others of the same. */
static const struct special specials[] = {
#define RDNA_SPECIAL(code, name) {name, code, 1},
#include "rdna/names.def"
    {"vcc", RDNA_VCC_LO, 2},
    {"exec", RDNA_EXEC_LO, 2},
    {"shared_base", RDNA_SHARED_BASE, 1},
    {"shared_limit", RDNA_SHARED_LIMIT, 1},
    {"private_base", RDNA_PRIVATE_BASE, 1},
    {"private_limit", RDNA_PRIVATE_LIMIT, 1},
    {"pops_exiting_wave_id", RDNA_POPS_EXITING_WAVE_ID, 1},
    {"vccz", RDNA_VCCZ, 1},
    {"execz", RDNA_EXECZ, 1},
    {"scc", RDNA_SCC, 1},
    {"lds_direct", RDNA_LDS_DIRECT, 1},
};

/* Registers that have a number. */
static const struct file {
    const char *name;
    uint16_t first, count;
} files[] = {
    {"ttmp", RDNA_TTMP0, 16},
    {"s", 0, RDNA_SGPR_COUNT},
    {"v", RDNA_VGPR0, 256},
};

static const struct special *
find_special(const struct rdna_token *token)
{
    for (unsigned i = 0; i < BASE_COUNT(specials); i++)
        if (rdna_token_is(token, specials[i].name))
            return &specials[i];
    return NULL;
}

/* The file that the token names, with a number behind it or with a range to follow. */
static const struct file *
find_file(const struct rdna_parser *p, bool *has_range)
{
    const struct rdna_token *token = rdna_peek(p);

    for (unsigned i = 0; token->kind == rdna_token_name && i < BASE_COUNT(files); i++) {
        const size_t size = strlen(files[i].name);
        if (token->size < size || memcmp(token->text, files[i].name, size))
            continue;
        *has_range = token->size == size;
        if (*has_range && rdna_token_is_mark(rdna_peek_at(p, 1), '['))
            return &files[i];
        uint32_t at = (uint32_t)size;
        while (at < token->size && token->text[at] >= '0' && token->text[at] <= '9')
            at++;
        if (!*has_range && at == token->size)
            return &files[i];
    }
    return NULL;
}

bool
rdna_is_register(const struct rdna_parser *p)
{
    bool has_range;

    return find_special(rdna_peek(p)) || find_file(p, &has_range);
}

/* A register number of a name like v12; more digits than any register has give a large number. */
static uint32_t
number_behind(const struct rdna_token *token, size_t start)
{
    uint32_t number = 0;

    for (size_t i = start; i < token->size; i++)
        if (number < 100000)
            number = number * 10 + (uint32_t)(token->text[i] - '0');
    return number;
}

static bool
parse_range(struct rdna_parser *p, const struct file *file, int64_t *first, int64_t *last)
{
    const uint32_t at = p->token;

    p->token += 2;
    if (!rdna_parse_range(p, 0, file->count - 1, "a register", first))
        return false;
    *last = *first;
    if (rdna_skip_mark(p, ':') && !rdna_parse_range(p, 0, file->count - 1, "a register", last))
        return false;
    if (*last < *first)
        return rdna_fail_at(p, QD_CODE_RDNA_ASM_REGISTER, at,
                            "found registers %" PRId64 " to %" PRId64 ", expected them to rise",
                            *first, *last);
    return rdna_expect_mark(p, ']', "at the end of the registers");
}

/* Scalar registers begin at a multiple of how many they are, up to four. */
static bool
check_alignment(struct rdna_parser *p, uint32_t at, unsigned code, unsigned count)
{
    const unsigned number = code >= RDNA_TTMP0 ? code - RDNA_TTMP0 : code;
    const unsigned align = count > 2 ? 4 : count;

    if (code >= RDNA_VGPR0 || number % align == 0)
        return true;
    return rdna_fail_at(p, QD_CODE_RDNA_ASM_REGISTER, at,
                        "found %u registers from %u on, expected them to begin at a multiple of %u",
                        count, number, align);
}

bool
rdna_parse_register(struct rdna_parser *p, struct rdna_value *value)
{
    const struct rdna_token *token = rdna_peek(p);
    const struct special *special = find_special(token);
    bool has_range;
    const struct file *file = special ? NULL : find_file(p, &has_range);

    value->kind = rdna_value_register;
    if (special) {
        value->code = special->code;
        value->count = special->count;
        value->any_count = special->code == RDNA_NULL || special->code > RDNA_EXEC_HI;
        value->remark = token->remark;
        p->token++;
        return true;
    }
    if (!file)
        return rdna_fail_found(p, QD_CODE_RDNA_ASM_OPERAND, "a register");
    const uint32_t at = p->token;
    int64_t first, last;
    if (has_range) {
        if (!parse_range(p, file, &first, &last))
            return false;
    } else {
        first = last = number_behind(token, strlen(file->name));
        if (first >= file->count)
            return rdna_fail_at(p, QD_CODE_RDNA_ASM_REGISTER, at,
                                "found register %" PRId64 ", expected one from 0 to %u", first,
                                file->count - 1u);
        p->token++;
    }
    value->code = file->first + (unsigned)first;
    value->count = (unsigned)(last - first) + 1;
    value->remark = p->tokens.data[p->token - 1].remark;
    return check_alignment(p, at, value->code, value->count);
}

bool
rdna_check_count(struct rdna_parser *p, const struct rdna_value *value, unsigned count)
{
    if (value->any_count || value->remark || value->count == count)
        return true;
    return rdna_fail_at(p, QD_CODE_RDNA_ASM_REGISTER, value->at, "found %u register%s, expected %u",
                        value->count, value->count > 1 ? "s" : "", count);
}

bool
rdna_parse_vector(struct rdna_parser *p, unsigned count, uint16_t *code)
{
    struct rdna_value value = {.at = p->token};

    if (!rdna_is_register(p))
        return rdna_fail_found(p, QD_CODE_RDNA_ASM_OPERAND, "a vector register");
    if (!rdna_parse_register(p, &value))
        return false;
    if (value.code < RDNA_VGPR0)
        return rdna_fail_at(p, QD_CODE_RDNA_ASM_OPERAND, value.at,
                            "found a scalar register, expected a vector register");
    *code = (uint16_t)value.code;
    return rdna_check_count(p, &value, count);
}

/* ---- Numbers, and signs and bars around all ---- */

static bool
parse_number(struct rdna_parser *p, struct rdna_value *value)
{
    const struct rdna_token *token = rdna_peek(p);
    const bool minus = rdna_token_is_mark(token, '-');
    const struct rdna_token *number = rdna_peek_at(p, minus ? 1 : 0);

    if (number->kind == rdna_token_real) {
        value->kind = rdna_value_real;
        value->real = minus ? -number->real : number->real;
        p->token += minus ? 2 : 1;
    } else {
        if (token->kind != rdna_token_integer &&
            (token->kind != rdna_token_mark || !strchr("-+~(", token->text[0])))
            return rdna_fail_found(p, QD_CODE_RDNA_ASM_OPERAND, "a register or a number");
        value->kind = rdna_value_integer;
        /* A bar would be the end of an absolute value. */
        if (value->abs && minus && number->kind == rdna_token_integer) {
            value->integer = (int64_t)(0 - number->integer);
            p->token += 2;
        } else if (value->abs && token->kind == rdna_token_integer) {
            value->integer = (int64_t)token->integer;
            p->token++;
        } else if (!rdna_parse_expression(p, &value->integer)) {
            return false;
        }
    }
    value->remark = p->tokens.data[p->token - 1].remark;
    return true;
}

/* A minus that is no part of a number. */
static bool
skip_minus(struct rdna_parser *p)
{
    if (!rdna_token_is_mark(rdna_peek(p), '-'))
        return false;
    p->token++;
    if (rdna_is_register(p) || rdna_token_is_mark(rdna_peek(p), '|') ||
        rdna_token_is(rdna_peek(p), "abs"))
        return true;
    p->token--;
    return false;
}

static bool
skip_call(struct rdna_parser *p, const char *name)
{
    if (!rdna_token_is(rdna_peek(p), name) || !rdna_token_is_mark(rdna_peek_at(p, 1), '('))
        return false;
    p->token += 2;
    return true;
}

bool
rdna_parse_value(struct rdna_parser *p, struct rdna_value *value)
{
    *value = (struct rdna_value){.at = p->token};
    const bool sext = skip_call(p, "sext");
    const bool minus = skip_minus(p);
    const bool neg = !minus && skip_call(p, "neg");
    const bool bar = rdna_skip_mark(p, '|');
    const bool abs = !bar && skip_call(p, "abs");

    value->sext = sext;
    value->neg = minus || neg;
    value->abs = bar || abs;
    if (!(rdna_is_register(p) ? rdna_parse_register(p, value) : parse_number(p, value)))
        return false;
    if (bar && !rdna_expect_mark(p, '|', "behind the absolute value"))
        return false;
    if (abs && !rdna_expect_mark(p, ')', "behind the absolute value"))
        return false;
    if (neg && !rdna_expect_mark(p, ')', "behind the negated value"))
        return false;
    return !sext || rdna_expect_mark(p, ')', "behind the extended value");
}
