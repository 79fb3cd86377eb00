/* SPDX-License-Identifier: MIT
 *
 * Rows of the table of instructions against oracles that go by a row's name. An instruction is
 * assembled, decoded and executed once; everything that the wave, its group and memory have is then
 * compared with what the oracle made of a copy of it.
 */
#ifndef TEST_RDNA_ROWS_H
#define TEST_RDNA_ROWS_H

#include "rdna/ops.h"
#include "rdna/wave/number.h"

enum {
    LDS_SIZE = 8192,
    GDS_SIZE = 4096,
    DATA_SIZE = 8192, /* Memory: data, and scratch behind it. */
    SCRATCH_SIZE = 8192,
    MEMORY_SIZE = DATA_SIZE + SCRATCH_SIZE,
};

/* The wave's number in its group; where its code is. */
enum { WAVE_INDEX = 5 };
#define CODE UINT64_C(0x7000000000)

#define DATA UINT64_C(0x923400000000)
#define SCRATCH (DATA + DATA_SIZE)
/* Beside each other: LDS's window, data and scratch, the window of scratch. */
#define WINDOW_SIZE UINT64_C(0x10000)
#define SHARED_WINDOW (DATA - WINDOW_SIZE)
#define PRIVATE_WINDOW (DATA + MEMORY_SIZE)
/* With these bits the upper half of an address is of memory that is read-only; of none. */
enum { READ_ONLY = 0x2000, UNMAPPED = 0x4000 };

/* All that an instruction may change. */
struct machine {
    uint32_t scalars[128];
    uint32_t hwregs[64];
    struct rdna_mode mode;
    bool scc;
    uint32_t pc; /* In words. */
    uint32_t vectors[256][64];
    uint8_t lds[LDS_SIZE];
    uint8_t gds[GDS_SIZE];
    uint8_t memory[MEMORY_SIZE];
};

struct interpreter; /* rows.c */

struct rows {
    enum rdna_isa isa;
    unsigned lanes;
    enum rdna_op row; /* What is executed. */
    struct interpreter *interpreter;
    struct machine start; /* Random, but for addresses. */
    struct machine before, after;
    /* Places of after where any NaN of so many bits will do. */
    struct {
        void *at;
        unsigned bits;
    } nans[64];
    unsigned nan_count;

    uint32_t random;
    uint8_t seen[rdna_op_count]; /* A bit for each chip and wave size. */
    size_t vectors;              /* Instructions that were executed with an expectation. */
    size_t values;               /* Lanes of them. */
    size_t failures;
    enum rdna_op reported; /* The last row that failed, */
    unsigned reports;      /* and how often. */
};

/* ---- rows.c ---- */

void rows_start(struct rows *rows, enum rdna_isa isa, unsigned lanes);
void rows_finish(struct rows *rows);
uint32_t rows_random(struct rows *rows);
/* Whether the instructions of this row are to be tried on the chip. */
bool rows_has(const struct rows *rows, enum rdna_op row);

/* Puts the random state into before. */
void rows_begin(struct rows *rows);
uint64_t rows_exec(const struct rows *rows, const struct machine *machine);
void rows_set_exec(struct rows *rows, uint64_t exec);
void rows_set_pair(struct rows *rows, unsigned code, uint64_t value);
/* Copies before to after, for the oracle to change. */
void rows_expect(struct rows *rows);
/* Executes rows->row, whose text is this, in before, and compares with after. */
void rows_run(struct rows *rows, const char *text);
/* It must fault, with this in the reason. */
void rows_fault(struct rows *rows, const char *text, const char *reason);
/* Instructions that the wave has executed. */
uint64_t rows_steps(const struct rows *rows);
/* The bit of chip and wave size. */
uint8_t rows_bit(enum rdna_isa isa, unsigned lanes);
void rows_fail(struct rows *rows, const char *text, const char *format, ...) BASE_PRINTF(3, 4);

/* ---- names.c: what a name says ---- */

struct arith {
    unsigned bits;
    uint64_t old, first, second;  /* Operands in the order of their registers. */
    const struct rdna_mode *mode; /* Of floats; NULL keeps denormals. */
};

struct operation {
    const char *name;
    unsigned operands;
    bool is_float;
    uint64_t (*value)(const struct arith *arith);
};

enum kind { kind_other, kind_load, kind_store, kind_atomic };

struct what {
    enum kind kind;
    unsigned bytes; /* Of one element in memory. */
    bool is_signed;
    enum { half_none, half_low, half_high } half;
    bool pair;           /* Two offsets, */
    unsigned step;       /* in such steps. */
    bool from_share;     /* The operand is in memory too: src2. */
    bool by_lane;        /* addtid */
    bool returns;        /* Whatever glc says. */
    unsigned components; /* Of a format; 0: none. */
    const struct operation *operation;
};

struct what what_of(enum rdna_op row);
bool is_nan(uint64_t value, unsigned bits);

/* ---- places.c: where a lane's bytes are ---- */

struct buffer {
    uint64_t base;
    uint32_t stride, records, format, select;
    unsigned index_stride, out_of_range;
    bool swizzled, adds_lane;
};

struct place {
    enum { place_memory, place_scratch, place_lds, place_gds, place_buffer } kind;
    unsigned lane;
    uint64_t address;
    /* Buffers. */
    const struct buffer *buffer;
    uint64_t index, offset;
    uint32_t soffset;
    unsigned whole; /* Bytes of an element that is in range or not as a whole; 0: each dword. */
};

void rows_set_buffer(struct rows *rows, unsigned code, const struct buffer *buffer);
bool place_is_inside(const struct machine *machine, const struct place *place, unsigned byte);
/* NULL: out of range. */
uint8_t *place_byte(const struct rows *rows, struct machine *machine, const struct place *place,
                    unsigned byte);
/* Little-endian; bytes that are out of range are 0, and are not written. */
uint64_t place_get(const struct rows *rows, struct machine *machine, const struct place *place,
                   unsigned first, unsigned bytes);
void place_put(const struct rows *rows, struct machine *machine, const struct place *place,
               unsigned first, unsigned bytes, uint64_t value);

/* ---- forms.c: ways to write the address of an instruction ---- */

struct form {
    char vaddr[32], rest[96];
    bool skewed; /* Any alignment will do. */
    struct buffer buffer;
    struct place places[64], seconds[64]; /* Of pairs; of src2 the operand's. */
};

/* Each lane has the place of its slot, skew bytes further on; sets the registers in before. false:
 * there is no such form. */
bool form_make(struct rows *rows, const struct what *what, unsigned number,
               const unsigned slots[64], unsigned skew, struct form *form);
/* The instruction's text. */
void form_text(const struct rows *rows, const struct what *what, const struct form *form,
               const char *modifiers, char text[256]);

/* Vector registers: v0 and v1 are the address; */
enum { FIRST = 8, SECOND = 16, RESULT = 24 };

/* ---- What is executed ---- */

void rows_of_atomics(struct rows *rows);
void rows_of_moves(struct rows *rows);
void rows_of_formats(struct rows *rows);
void rows_of_faults(struct rows *rows);
void rows_of_scalar_memory(struct rows *rows);
void rows_of_shares(struct rows *rows);
void rows_without_effect(struct rows *rows);

#endif
