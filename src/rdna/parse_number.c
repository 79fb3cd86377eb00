/* SPDX-License-Identifier: MIT */
#include "rdna/parse_priv.h"

#include <inttypes.h>
#include <stdio.h>

/* Parentheses and signs within each other. */
#define MAX_NESTING 64

/* ---- Expressions ---- */

static bool
find_version(const struct rdna_token *token, int64_t *value)
{
    static const struct {
        const char *name;
        unsigned value;
    } names[] = {
#define RDNA_VERSION(number, name) {name, number},
#define RDNA_VERSION_BIT(bit, name) {name, bit},
#include "rdna/names.def"
    };

    for (unsigned i = 0; i < BASE_COUNT(names); i++)
        if (rdna_token_is(token, names[i].name)) {
            *value = names[i].value;
            return true;
        }
    return false;
}

static bool parse_binary(struct rdna_parser *p, unsigned level, unsigned nesting, int64_t *value);

static bool
parse_primary(struct rdna_parser *p, unsigned nesting, int64_t *value)
{
    const struct rdna_token *token = rdna_peek(p);

    if (nesting == MAX_NESTING)
        return rdna_fail_at(p, QD_CODE_LIMIT, p->token, "found an expression nested deeper than %d",
                            MAX_NESTING);
    if (rdna_skip_mark(p, '-')) {
        if (!parse_primary(p, nesting + 1, value))
            return false;
        *value = (int64_t)(0 - (uint64_t)*value);
        return true;
    }
    if (rdna_skip_mark(p, '+'))
        return parse_primary(p, nesting + 1, value);
    if (rdna_skip_mark(p, '~')) {
        if (!parse_primary(p, nesting + 1, value))
            return false;
        *value = ~*value;
        return true;
    }
    if (rdna_skip_mark(p, '('))
        return parse_binary(p, 0, nesting + 1, value) &&
               rdna_expect_mark(p, ')', "behind the expression");
    if (token->kind == rdna_token_integer)
        *value = (int64_t)token->integer;
    else if (!find_version(token, value))
        return rdna_fail_found(p, QD_CODE_RDNA_ASM_SYNTAX, "a whole number");
    p->token++;
    return true;
}

static const char *const operators[] = {"|", "^", "&", "<>", "+-", "*/%"};

static bool
is_operator(const struct rdna_parser *p, unsigned level)
{
    const struct rdna_token *token = rdna_peek(p);

    if (token->kind != rdna_token_mark || !strchr(operators[level], token->text[0]))
        return false;
    /* The counters of s_waitcnt have & between them and are no expressions. */
    if (token->text[0] == '<' || token->text[0] == '>')
        return rdna_token_is_mark(rdna_peek_at(p, 1), token->text[0]);
    return true;
}

static bool
apply(struct rdna_parser *p, char op, uint32_t at, int64_t right, int64_t *value)
{
    const uint64_t a = (uint64_t)*value, b = (uint64_t)right;

    switch (op) {
    case '|':
        *value = (int64_t)(a | b);
        return true;
    case '^':
        *value = (int64_t)(a ^ b);
        return true;
    case '&':
        *value = (int64_t)(a & b);
        return true;
    case '<':
        *value = b > 63 ? 0 : (int64_t)(a << b);
        return true;
    case '>':
        *value = b > 63 ? 0 : (int64_t)(a >> b);
        return true;
    case '+':
        *value = (int64_t)(a + b);
        return true;
    case '-':
        *value = (int64_t)(a - b);
        return true;
    case '*':
        *value = (int64_t)(a * b);
        return true;
    }
    if (!right || (*value == INT64_MIN && right == -1))
        return rdna_fail_at(p, QD_CODE_RDNA_ASM_NUMBER, at, "found a division by %" PRId64, right);
    *value = op == '/' ? *value / right : *value % right;
    return true;
}

static bool
parse_binary(struct rdna_parser *p, unsigned level, unsigned nesting, int64_t *value)
{
    int64_t right;

    if (level == BASE_COUNT(operators))
        return parse_primary(p, nesting, value);
    if (!parse_binary(p, level + 1, nesting, value))
        return false;
    while (is_operator(p, level)) {
        const uint32_t at = p->token;
        const char op = rdna_peek(p)->text[0];
        p->token += op == '<' || op == '>' ? 2 : 1;
        if (!parse_binary(p, level + 1, nesting, &right) || !apply(p, op, at, right, value))
            return false;
    }
    return true;
}

bool
rdna_parse_expression(struct rdna_parser *p, int64_t *value)
{
    return parse_binary(p, 0, 0, value);
}

bool
rdna_parse_range(struct rdna_parser *p, int64_t least, int64_t most, const char *what,
                 int64_t *value)
{
    const uint32_t at = p->token;

    if (!rdna_parse_expression(p, value))
        return false;
    if (*value < least || *value > most)
        return rdna_fail_at(p, QD_CODE_RDNA_ASM_NUMBER, at,
                            "found %" PRId64 ", expected %s from %" PRId64 " to %" PRId64, *value,
                            what, least, most);
    return true;
}

/* ---- Hardware registers ---- */

static bool
find_hwreg(const struct rdna_parser *p, int64_t *number)
{
    static const struct {
        const char *name;
        unsigned number, isas;
    } registers[] = {
#define RDNA_HWREG(number, isas, name) {name, number, RDNA_ISAS_##isas},
#include "rdna/names.def"
    };

    for (unsigned i = 0; i < BASE_COUNT(registers); i++)
        if (registers[i].isas >> p->isa & 1 && rdna_token_is(rdna_peek(p), registers[i].name)) {
            *number = registers[i].number;
            return true;
        }
    return false;
}

static bool
parse_hwreg(struct rdna_parser *p, int64_t *value)
{
    int64_t id, offset = 0, size = 32;

    if (!rdna_skip_name(p, "hwreg"))
        return rdna_parse_range(p, -32768, 65535, "a number", value);
    if (!rdna_expect_mark(p, '(', "behind hwreg"))
        return false;
    if (find_hwreg(p, &id))
        p->token++;
    else if (rdna_peek(p)->kind == rdna_token_name)
        return rdna_fail_found(p, QD_CODE_RDNA_ASM_NAME, "a hardware register of this chip");
    else if (!rdna_parse_range(p, 0, 63, "a hardware register", &id))
        return false;
    if (rdna_skip_mark(p, ',') && (!rdna_parse_range(p, 0, 31, "a bit", &offset) ||
                                   !rdna_expect_mark(p, ',', "before the number of bits") ||
                                   !rdna_parse_range(p, 1, 32, "a number of bits", &size)))
        return false;
    *value = id | offset << 6 | (size - 1) << 11;
    return rdna_expect_mark(p, ')', "at the end of hwreg");
}

/* ---- Messages ---- */

enum message_table {
    message_table_none,
    message_table_gs,
    message_table_gs_done,
    message_table_sys
};

static bool
find_message(const struct rdna_token *token, int64_t *number, enum message_table *table)
{
    static const struct {
        const char *name;
        unsigned number;
        enum message_table table;
    } messages[] = {
#define RDNA_MESSAGE(number, name, ops) {name, number, message_table_##ops},
#include "rdna/names.def"
    };

    for (unsigned i = 0; i < BASE_COUNT(messages); i++)
        if (rdna_token_is(token, messages[i].name)) {
            *number = messages[i].number;
            *table = messages[i].table;
            return true;
        }
    return false;
}

static bool
find_message_op(const struct rdna_token *token, enum message_table table, int64_t *number)
{
    static const struct {
        const char *name;
        enum message_table table;
        unsigned number;
    } ops[] = {
#define RDNA_MESSAGE_OP(table, number, name) {name, message_table_##table, number},
#include "rdna/names.def"
    };

    for (unsigned i = 0; i < BASE_COUNT(ops); i++)
        if (ops[i].table == table && rdna_token_is(token, ops[i].name)) {
            *number = ops[i].number;
            return true;
        }
    return false;
}

static bool
parse_message(struct rdna_parser *p, int64_t *value)
{
    enum message_table table = message_table_none;
    int64_t id, op = 0, stream = 0;

    if (!rdna_skip_name(p, "sendmsg"))
        return rdna_parse_range(p, -32768, 65535, "a number", value);
    if (!rdna_expect_mark(p, '(', "behind sendmsg"))
        return false;
    if (find_message(rdna_peek(p), &id, &table))
        p->token++;
    else if (rdna_peek(p)->kind == rdna_token_name)
        return rdna_fail_found(p, QD_CODE_RDNA_ASM_NAME, "a message");
    else if (!rdna_parse_range(p, 0, 15, "a message", &id))
        return false;
    if (rdna_skip_mark(p, ',')) {
        if (find_message_op(rdna_peek(p), table, &op))
            p->token++;
        else if (rdna_peek(p)->kind == rdna_token_name)
            return rdna_fail_found(p, QD_CODE_RDNA_ASM_NAME, "an operation of the message");
        else if (!rdna_parse_range(p, 0, 7, "an operation", &op))
            return false;
        if (rdna_skip_mark(p, ',') && !rdna_parse_range(p, 0, 3, "a stream", &stream))
            return false;
    }
    *value = id | op << 4 | stream << 8;
    return rdna_expect_mark(p, ')', "at the end of sendmsg");
}

/* ---- Counters ---- */

struct counter {
    const char *name;
    unsigned isas;
    /* Bits, low ones and then high ones. */
    unsigned shift, bits, high_shift, high_bits;
};

static const struct counter waits[] = {
    {"vmcnt", RDNA_ISAS_ALL, 0, 4, 14, 2},
    {"expcnt", RDNA_ISAS_ALL, 4, 3, 0, 0},
    {"lgkmcnt", RDNA_ISAS_ALL, 8, 6, 0, 0},
};

static const struct counter depctrs[] = {
#define RDNA_DEPCTR(name, isas, shift, bits) {name, RDNA_ISAS_##isas, shift, bits, 0, 0},
#include "rdna/names.def"
};

static unsigned
counter_mask(const struct counter *counter)
{
    return ((1u << counter->bits) - 1) << counter->shift | ((1u << counter->high_bits) - 1)
                                                               << counter->high_shift;
}

/* The counter of this name; one that ends with _sat takes the most where it has no room. */
static const struct counter *
find_counter(const struct rdna_parser *p, const struct counter *counters, unsigned count,
             bool *saturates)
{
    const struct rdna_token *token = rdna_peek(p);

    for (unsigned i = 0; token->kind == rdna_token_name && i < count; i++) {
        const size_t size = strlen(counters[i].name);
        *saturates = token->size == size + 4 && !memcmp(token->text + size, "_sat", 4);
        if (counters[i].isas >> p->isa & 1 && (token->size == size || *saturates) &&
            !memcmp(token->text, counters[i].name, size))
            return &counters[i];
    }
    return NULL;
}

static bool
parse_counter(struct rdna_parser *p, const struct counter *counters, unsigned count, int64_t *value)
{
    bool saturates;
    const struct counter *counter = find_counter(p, counters, count, &saturates);

    if (!counter)
        return rdna_fail_found(p, QD_CODE_RDNA_ASM_NAME, "a counter of this instruction");
    const int64_t most = (1 << (counter->bits + counter->high_bits)) - 1;
    int64_t number;
    p->token++;
    if (!rdna_expect_mark(p, '(', "behind the counter") ||
        !rdna_parse_range(p, 0, saturates ? INT64_MAX : most, "a count", &number) ||
        !rdna_expect_mark(p, ')', "behind the count"))
        return false;
    if (number > most)
        number = most;
    *value &= ~(int64_t)counter_mask(counter);
    *value |= (number & ((1 << counter->bits) - 1)) << counter->shift |
              number >> counter->bits << counter->high_shift;
    return true;
}

/* Counters with & or a comma between them, or nothing; those that are not named wait for nothing.
 */
static bool
parse_counters(struct rdna_parser *p, const struct counter *counters, unsigned count,
               int64_t *value)
{
    if (rdna_peek(p)->kind != rdna_token_name)
        return rdna_parse_range(p, -32768, 65535, "a number", value);
    *value = 0;
    for (unsigned i = 0; i < count; i++)
        if (counters[i].isas >> p->isa & 1)
            *value |= counter_mask(&counters[i]);
    do {
        if (!parse_counter(p, counters, count, value))
            return false;
    } while (rdna_skip_mark(p, '&') || rdna_skip_mark(p, ',') ||
             rdna_peek(p)->kind == rdna_token_name);
    return true;
}

/* ---- Swizzles ---- */

static bool
parse_swizzle_bits(struct rdna_parser *p, int64_t *value)
{
    const struct rdna_token *token = rdna_peek(p);
    unsigned keep = 0, set = 0, flip = 0;

    if (token->kind != rdna_token_string || token->size != 5)
        return rdna_fail_found(p, QD_CODE_RDNA_ASM_SYNTAX, "five letters in quotes");
    for (unsigned i = 0; i < 5; i++) {
        const unsigned bit = 16u >> i;
        switch (token->text[i]) {
        case '0':
            break;
        case '1':
            set |= bit;
            break;
        case 'i':
            flip |= bit;
            keep |= bit;
            break;
        case 'p':
            keep |= bit;
            break;
        default:
            return rdna_fail_at(p, QD_CODE_RDNA_ASM_SYNTAX, p->token,
                                "found a letter other than 0, 1, i and p in a swizzle");
        }
    }
    p->token++;
    *value = keep | set << 5 | flip << 10;
    return true;
}

static bool
parse_power(struct rdna_parser *p, int64_t least, int64_t most, int64_t *value)
{
    const uint32_t at = p->token;

    if (!rdna_parse_range(p, least, most, "a group size", value))
        return false;
    if (*value & (*value - 1))
        return rdna_fail_at(p, QD_CODE_RDNA_ASM_NUMBER, at,
                            "found %" PRId64 ", expected a power of two", *value);
    return true;
}

static bool
parse_swizzle_mode(struct rdna_parser *p, int64_t *value)
{
    int64_t number, lane;

    if (rdna_skip_name(p, "QUAD_PERM")) {
        *value = 0x8000;
        for (unsigned i = 0; i < 4; i++) {
            if (!rdna_expect_mark(p, ',', "between lanes") ||
                !rdna_parse_range(p, 0, 3, "a lane", &lane))
                return false;
            *value |= lane << 2 * i;
        }
        return true;
    }
    const bool swaps = rdna_skip_name(p, "SWAP");
    if (swaps || rdna_skip_name(p, "REVERSE")) {
        if (!rdna_expect_mark(p, ',', "before the group size") ||
            !parse_power(p, swaps ? 1 : 2, swaps ? 16 : 32, &number))
            return false;
        *value = 31 | (swaps ? number : number - 1) << 10;
        return true;
    }
    if (rdna_skip_name(p, "BROADCAST")) {
        if (!rdna_expect_mark(p, ',', "before the group size") || !parse_power(p, 2, 32, &number) ||
            !rdna_expect_mark(p, ',', "before the lane") ||
            !rdna_parse_range(p, 0, number - 1, "a lane", &lane))
            return false;
        *value = (32 - number) | lane << 5;
        return true;
    }
    if (rdna_skip_name(p, "BITMASK_PERM"))
        return rdna_expect_mark(p, ',', "before the mask") && parse_swizzle_bits(p, value);
    return rdna_fail_found(p, QD_CODE_RDNA_ASM_NAME, "a kind of swizzle");
}

bool
rdna_parse_swizzle(struct rdna_parser *p, int64_t *value)
{
    if (!rdna_skip_name(p, "swizzle"))
        return rdna_parse_range(p, 0, 65535, "an offset", value);
    return rdna_expect_mark(p, '(', "behind swizzle") && parse_swizzle_mode(p, value) &&
           rdna_expect_mark(p, ')', "at the end of the swizzle");
}

/* ---- Kinds ---- */

/* invalid_NAME_N is how the disassembler writes numbers without a name. */
static bool
parse_param(struct rdna_parser *p, int64_t *value)
{
    static const char *const params[] = {
#define RDNA_PARAM(number, name) [number] = name,
#include "rdna/names.def"
    };
    const struct rdna_token *token = rdna_peek(p);
    char name[24];

    for (unsigned i = 0; i < 512; i++) {
        if (i < BASE_COUNT(params))
            snprintf(name, sizeof(name), "%s", params[i]);
        else
            snprintf(name, sizeof(name), "invalid_param_%u", i);
        if (rdna_token_is(token, name)) {
            p->token++;
            *value = i;
            return true;
        }
    }
    return rdna_fail_found(p, QD_CODE_RDNA_ASM_NAME, "p10, p20 or p0");
}

/* A label, or the number of words to go. */
static bool
parse_branch(struct rdna_parser *p, int64_t *value)
{
    const struct rdna_token *token = rdna_peek(p);

    if (token->kind != rdna_token_name)
        return rdna_parse_range(p, -32768, 65535, "a distance", value);
    p->branches = true;
    p->target = base_names_intern(&p->names, token->text, token->size);
    p->target_at = p->token++;
    *value = 0;
    return true;
}

bool
rdna_parse_immediate(struct rdna_parser *p, enum rdna_imm kind)
{
    int64_t value = 0;
    bool good = true;

    switch (kind) {
    case rdna_imm_imm16:
    case rdna_imm_dec:
    case rdna_imm_hex:
    case rdna_imm_version:
    case rdna_imm_endpgm:
        good = rdna_parse_range(p, -32768, 65535, "a number", &value);
        break;
    case rdna_imm_branch:
        good = parse_branch(p, &value);
        break;
    case rdna_imm_hwreg:
        good = parse_hwreg(p, &value);
        break;
    case rdna_imm_sendmsg:
        good = parse_message(p, &value);
        break;
    case rdna_imm_waitcnt:
        good = parse_counters(p, waits, BASE_COUNT(waits), &value);
        break;
    case rdna_imm_depctr:
        good = parse_counters(p, depctrs, BASE_COUNT(depctrs), &value);
        break;
    case rdna_imm_param:
        good = parse_param(p, &value);
        p->inst.src[0] = (uint16_t)value;
        p->inst.imm = (int32_t)value;
        return good;
    case rdna_imm_probe:
        good = rdna_parse_range(p, 0, 127, "what to probe", &value);
        p->inst.dst = (uint16_t)value;
        return good;
    }
    p->inst.imm = (int16_t)value;
    return good;
}
