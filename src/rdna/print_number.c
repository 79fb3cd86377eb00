/* SPDX-License-Identifier: MIT */
#include "rdna/print_priv.h"

void
rdna_put_decimal(struct rdna_printer *p, int64_t number)
{
    char digits[20];
    unsigned count = 0;
    uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;

    if (number < 0)
        rdna_put(p, '-');
    do {
        digits[count++] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest);
    while (count)
        rdna_put(p, digits[--count]);
}

void
rdna_put_hex(struct rdna_printer *p, uint64_t number)
{
    unsigned shift = 0;

    while (shift < 60 && number >> shift >> 4)
        shift += 4;
    rdna_puts(p, "0x");
    for (;; shift -= 4) {
        rdna_put(p, "0123456789abcdef"[number >> shift & 15]);
        if (!shift)
            return;
    }
}

/* ---- Hardware registers ---- */

static const struct {
    const char *name;
    unsigned isas;
} hwregs[64] = {
#define RDNA_HWREG(number, isas, name) [number] = {name, RDNA_ISAS_##isas},
#include "rdna/names.def"
};

static void
put_hwreg(struct rdna_printer *p, unsigned imm)
{
    const unsigned id = imm & 63, offset = imm >> 6 & 31, size = (imm >> 11 & 31) + 1;

    rdna_puts(p, "hwreg(");
    if (hwregs[id].isas >> p->isa & 1)
        rdna_puts(p, hwregs[id].name);
    else
        rdna_put_decimal(p, id);
    if (offset || size != 32) {
        rdna_puts(p, ", ");
        rdna_put_decimal(p, offset);
        rdna_puts(p, ", ");
        rdna_put_decimal(p, size);
    }
    rdna_put(p, ')');
}

/* ---- Messages ---- */

enum message_table {
    message_table_none,
    message_table_gs,
    message_table_gs_done,
    message_table_sys
};

static const struct {
    const char *name;
    enum message_table ops;
} messages[16] = {
#define RDNA_MESSAGE(number, name, ops) [number] = {name, message_table_##ops},
#include "rdna/names.def"
};

static const char *
message_op_name(enum message_table table, unsigned op)
{
    static const struct {
        enum message_table table;
        unsigned number;
        const char *name;
    } ops[] = {
#define RDNA_MESSAGE_OP(table, number, name) {message_table_##table, number, name},
#include "rdna/names.def"
    };

    for (unsigned i = 0; i < BASE_COUNT(ops); i++)
        if (ops[i].table == table && ops[i].number == op)
            return ops[i].name;
    return NULL;
}

/* Name, operation, stream, where they are ones that the message has; or numbers. */
static void
put_message(struct rdna_printer *p, unsigned imm)
{
    const unsigned id = imm & 15, op = imm >> 4 & 7, stream = imm >> 8 & 3;
    const enum message_table table = messages[id].ops;
    const char *op_name = table ? message_op_name(table, op) : NULL;
    /* Operation 0 of the geometry messages does nothing, to no stream. */
    const bool streams = (table == message_table_gs || table == message_table_gs_done) && op;

    if (messages[id].name && (table ? op_name != NULL : !op) && (streams || !stream)) {
        rdna_puts(p, "sendmsg(");
        rdna_puts(p, messages[id].name);
        if (op_name) {
            rdna_puts(p, ", ");
            rdna_puts(p, op_name);
        }
        if (streams) {
            rdna_puts(p, ", ");
            rdna_put_decimal(p, stream);
        }
        rdna_put(p, ')');
    } else if ((id | op << 4 | stream << 8) == imm) {
        rdna_puts(p, "sendmsg(");
        rdna_put_decimal(p, id);
        rdna_puts(p, ", ");
        rdna_put_decimal(p, op);
        rdna_puts(p, ", ");
        rdna_put_decimal(p, stream);
        rdna_put(p, ')');
    } else {
        rdna_put_decimal(p, imm);
    }
}

/* ---- Counters ---- */

static void
put_counter(struct rdna_printer *p, bool *first, const char *name, unsigned value)
{
    if (!*first)
        rdna_put(p, ' ');
    *first = false;
    rdna_puts(p, name);
    rdna_put(p, '(');
    rdna_put_decimal(p, value);
    rdna_put(p, ')');
}

/* Counters that nothing waits for are left out, unless there would be none. */
static void
put_waitcnt(struct rdna_printer *p, unsigned imm)
{
    const unsigned vm = (imm & 15) | (imm >> 10 & 0x30), exp = imm >> 4 & 7, lgkm = imm >> 8 & 63;
    const bool all = vm == 63 && exp == 7 && lgkm == 63;
    bool first = true;

    if (vm != 63 || all)
        put_counter(p, &first, "vmcnt", vm);
    if (exp != 7 || all)
        put_counter(p, &first, "expcnt", exp);
    if (lgkm != 63 || all)
        put_counter(p, &first, "lgkmcnt", lgkm);
}

static void
put_depctr(struct rdna_printer *p, unsigned imm)
{
    static const struct {
        const char *name;
        unsigned isas, shift, bits;
    } counters[] = {
#define RDNA_DEPCTR(name, isas, shift, bits) {name, RDNA_ISAS_##isas, shift, bits},
#include "rdna/names.def"
    };
    unsigned used = 0;
    bool first = true;

    for (unsigned i = 0; i < BASE_COUNT(counters); i++)
        if (counters[i].isas >> p->isa & 1)
            used |= ((1u << counters[i].bits) - 1) << counters[i].shift;
    if (imm & ~used) {
        rdna_put_hex(p, imm);
        return;
    }
    for (unsigned i = 0; i < BASE_COUNT(counters); i++) {
        const unsigned most = (1u << counters[i].bits) - 1, value = imm >> counters[i].shift & most;
        if (counters[i].isas >> p->isa & 1 && (value != most || imm == used))
            put_counter(p, &first, counters[i].name, value);
    }
}

/* ---- Others ---- */

static void
put_version(struct rdna_printer *p, unsigned imm)
{
    static const char *const versions[256] = {
#define RDNA_VERSION(number, name) [number] = name,
#include "rdna/names.def"
    };
    static const struct {
        unsigned bit;
        const char *name;
    } bits[] = {
#define RDNA_VERSION_BIT(bit, name) {bit, name},
#include "rdna/names.def"
    };
    unsigned known = 0xff;

    for (unsigned i = 0; i < BASE_COUNT(bits); i++)
        known |= bits[i].bit;
    if (imm & ~known) {
        rdna_put_hex(p, imm);
        return;
    }
    /* The last flag is behind all else in parentheses, and so on. */
    for (unsigned flags = imm & ~0xffu; flags & (flags - 1); flags &= flags - 1)
        rdna_put(p, '(');
    if (versions[imm & 0xff])
        rdna_puts(p, versions[imm & 0xff]);
    else
        rdna_put_decimal(p, imm & 0xff);
    for (unsigned i = 0; i < BASE_COUNT(bits); i++)
        if (imm & bits[i].bit) {
            rdna_put(p, '|');
            rdna_puts(p, bits[i].name);
            if (imm >> 8 & ~(bits[i].bit * 2 - 1) >> 8)
                rdna_put(p, ')');
        }
}

/* Numbers that an inline constant could be are decimal. */
static void
put_number(struct rdna_printer *p, unsigned number)
{
    if (number <= 64)
        rdna_put_decimal(p, number);
    else
        rdna_put_hex(p, number);
}

static void
put_param(struct rdna_printer *p, unsigned imm)
{
    static const char *const params[] = {
#define RDNA_PARAM(number, name) [number] = name,
#include "rdna/names.def"
    };

    if (imm < BASE_COUNT(params)) {
        rdna_puts(p, params[imm]);
    } else {
        rdna_puts(p, "invalid_param_");
        rdna_put_decimal(p, imm);
    }
}

void
rdna_put_number(struct rdna_printer *p, enum rdna_imm kind)
{
    const unsigned imm = (uint16_t)p->inst->imm;

    switch (kind) {
    case rdna_imm_imm16:
    case rdna_imm_hex:
        rdna_put_hex(p, imm);
        break;
    case rdna_imm_dec:
        put_number(p, imm);
        break;
    case rdna_imm_version:
        put_version(p, imm);
        break;
    case rdna_imm_branch:
    case rdna_imm_endpgm:
        rdna_put_decimal(p, imm);
        break;
    case rdna_imm_hwreg:
        put_hwreg(p, imm);
        break;
    case rdna_imm_sendmsg:
        put_message(p, imm);
        break;
    case rdna_imm_waitcnt:
        put_waitcnt(p, imm);
        break;
    case rdna_imm_depctr:
        put_depctr(p, imm);
        break;
    case rdna_imm_param:
        put_param(p, imm);
        break;
    case rdna_imm_probe:
        put_number(p, p->inst->dst);
        break;
    }
}
