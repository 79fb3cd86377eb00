/* SPDX-License-Identifier: MIT
 *
 * Shared by the files that write instructions.
 */
#ifndef RDNA_PRINT_PRIV_H
#define RDNA_PRINT_PRIV_H

#include "rdna/decode.h"
#include "rdna/print.h"

/* Text being written, and what it is of. The buffer holds any text, so nothing is checked. */
struct rdna_printer {
    char *at;
    const struct rdna_inst *inst;
    const struct rdna_op_info *info;
    enum rdna_isa isa;
    unsigned wave_size;
};

static inline void
rdna_put(struct rdna_printer *p, char c)
{
    *p->at++ = c;
}

static inline void
rdna_puts(struct rdna_printer *p, const char *string)
{
    while (*string)
        *p->at++ = *string++;
}

void rdna_put_decimal(struct rdna_printer *p, int64_t number);
void rdna_put_hex(struct rdna_printer *p, uint64_t number);

/* ---- print_number.c ---- */

void rdna_put_number(struct rdna_printer *p, enum rdna_imm kind);

/* ---- print_operand.c ---- */

/* A source or a register of a type, by its code. */
void rdna_put_code(struct rdna_printer *p, unsigned code, enum rdna_type type, unsigned registers);

/* An operand of the row. sources counts the ones of src[] that came before. */
void rdna_put_operand(struct rdna_printer *p, const struct rdna_operand *operand,
                      unsigned *sources);

/* ---- print_modifiers.c ---- */

/* What follows the operands. */
void rdna_put_modifiers(struct rdna_printer *p);

#endif
