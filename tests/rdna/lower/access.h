/* SPDX-License-Identifier: MIT
 *
 * Random accesses to memory, each with registers and places of its own. What is read is not written
 * by any other lane, so that lanes may go one after the other or together.
 */
#ifndef TESTS_RDNA_LOWER_ACCESS_H
#define TESTS_RDNA_LOWER_ACCESS_H

#include "chance.h"
#include "kit.h"

enum {
    ACCESS_LDS = 4096, /* Bytes: of lanes, of what counts from M0, of counters, the end. */
    ACCESS_M0 = 2048,
    ACCESS_SCRATCH = 64,    /* Of a lane. */
    ACCESS_READ = 0xc000,   /* Of the window: what is only read. */
    ACCESS_REGION = 0x2800, /* Behind it, one for each instruction that writes. */
    ACCESS_INSTS = 6,
    ACCESS_WINDOW = ACCESS_READ + ACCESS_INSTS * ACCESS_REGION,
    ACCESS_VECTORS = 16, /* The first register of the first instruction; each has as many. */
    ACCESS_SCALARS = 8,  /* And 12 of these. */
    ACCESS_SCALAR_STEP = 12,
    ACCESS_SCALAR_DATA = 80 /* SMEM: 16 registers, of the first of them alone. */
};

struct access_maker {
    struct chance *chance;
    const struct kit_code *code;
    struct kit_data *data;
    unsigned number; /* Of the instruction. */
    bool collides;   /* Lanes may meet at one place, and get its values in their order. */
    bool is_first;
};

/* Is it a row of memory that there are accesses of? */
bool access_can(enum rdna_op row);
/* Rows that may stand in one program have the same. */
unsigned access_class(enum rdna_op row);
/* Of what goes to memory or comes from it. */
unsigned access_registers(enum rdna_op row);
/* Sets registers too. */
struct rdna_inst access_make(struct access_maker *maker, enum rdna_op row);

#endif
