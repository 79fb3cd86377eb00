/* SPDX-License-Identifier: MIT
 *
 * What LLVM IR for AMDGPU shaders means, for all lanes of a wave at once: a second opinion on what
 * the programs that llc made of it must do. It shares nothing with src/rdna.
 *
 * A value is so many elements (of a vector, or of a structure's fields one after the other), each
 * with a cell for every lane. Cells know how well they are known, so that only what the source
 * defines is compared.
 */
#ifndef TEST_RDNA_LLVM_EVAL_H
#define TEST_RDNA_LLVM_EVAL_H

#include "base/base.h"
#include "base/bits.h"

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

enum { EVAL_LANES = 64, EVAL_MAX_ELEMENTS = 64, EVAL_MAX_OPERANDS = 24 };

enum eval_state {
    eval_exact,    /* These bits. */
    eval_near,     /* A float no farther than err from these bits, of either zero. */
    eval_nan,      /* A NaN of any payload and sign. */
    eval_undefined /* Anything: undef, poison, or a lane that never computed it. */
};

struct eval_cell {
    uint64_t bits;
    float err;
    uint8_t state; /* enum eval_state */
};

enum eval_kind { eval_integer, eval_float, eval_pointer };

/* Of an element. */
struct eval_type {
    uint8_t kind; /* enum eval_kind */
    uint8_t bits; /* 1 to 64 */
};

struct eval_value {
    unsigned count;
    struct eval_type types[EVAL_MAX_ELEMENTS];
    struct eval_cell (*cells)[EVAL_LANES]; /* [element][lane] */
};

/* ---- Memory: bytes that know how well they are known ---- */

struct eval_byte {
    uint8_t value;
    uint8_t state; /* enum eval_state */
    /* Of a float that is near or a NaN: its bytes, and which of them this is. */
    uint8_t size, index;
    float err;
    uint32_t stamp; /* The store that wrote it. */
    /* Who stored and who loaded it last, counted from 1, and between which barriers. */
    uint8_t writer, reader;
    uint32_t written, read;
};

struct eval_region {
    const char *name;
    uint64_t base;
    uint32_t size;
    struct eval_byte *bytes;
};

enum eval_space { eval_global, eval_lds, eval_scratch };

enum {
    EVAL_REGIONS = 24,
    EVAL_LDS_SIZE = 16384,
    EVAL_SCRATCH_SIZE = 8192, /* Of a lane. */
};

/* Where the flat address space has LDS. */
#define EVAL_SHARED_BASE UINT64_C(0x400000000000)

/* ---- What a program shows ---- */

struct eval_export {
    uint8_t target, en;
    bool compr, done, vm;
    uint64_t lanes;
    /* As the instruction has them: of halves, two to a register. */
    struct eval_cell values[4][EVAL_LANES];
};

/* Parameters of interpolation, by primitive, attribute and channel: the first vertex, and the
 * differences of the two others. */
enum { EVAL_PRIMITIVES = 2, EVAL_ATTRIBUTES = 33 };

struct eval_parameter {
    uint32_t p0, p10, p20;
};

struct eval_slot {
    LLVMValueRef key;
    struct eval_value *value;
    uint8_t mode; /* enum eval_mode bits, of what the value is needed for */
};

/* Lanes that compute besides those that are on. */
enum eval_mode { eval_whole_quad = 1, eval_whole_wave = 2, eval_strict_quad = 4 };

struct eval {
    struct base_arena *arena;
    LLVMModuleRef module;
    LLVMValueRef function;
    LLVMTargetDataRef layout;
    unsigned wave_size;
    bool is_pixel;

    /* Lanes: enabled at the start, those and their helpers, what is left of both. */
    uint64_t start, alive, live;
    uint64_t active;  /* Of the block. */
    uint64_t mask;    /* That the instruction computes, */
    uint64_t enabled; /* and that count as on where it looks at others. */
    uint8_t primitives[EVAL_LANES];
    const struct eval_parameter (*parameters)[4];

    struct eval_region regions[EVAL_REGIONS];
    unsigned region_count;
    struct eval_byte *lds;
    struct eval_byte *scratch; /* EVAL_SCRATCH_SIZE a lane. */
    uint32_t scratch_used, lds_used;
    uint32_t stamp;
    uint32_t epoch; /* Barriers and fences so far. */

    BASE_ARRAY(struct eval_export) exports;
    BASE_ARRAY(uint32_t) messages;
    struct eval_value *returned;

    struct eval_slot *slots;
    uint32_t slot_count;
    uint64_t steps;

    bool failed;
    bool is_unknown; /* It failed for something that the evaluator does not know. */
    char reason[200];
};

/* ---- eval.c ---- */

/* Runs the function, whose arguments are set. false: reason says why it could not. */
bool eval_run(struct eval *e);

void eval_fail(struct eval *e, const char *format, ...) BASE_PRINTF(2, 3);
/* The same for what the evaluator has no rule for. */
void eval_unknown(struct eval *e, const char *format, ...) BASE_PRINTF(2, 3);

/* ---- values.c ---- */

struct eval_slot *eval_slot(struct eval *e, LLVMValueRef key);
/* The elements of a type; 0 if there is no rule for it. */
unsigned eval_flatten(struct eval *e, LLVMTypeRef type, struct eval_type *types);
/* A value of this type, undefined in all lanes; NULL after a failure. */
struct eval_value *eval_new_value(struct eval *e, LLVMTypeRef type);
/* An operand: a constant, or what was computed. NULL after a failure. */
const struct eval_value *eval_operand(struct eval *e, LLVMValueRef value);

static inline struct eval_cell
eval_undef(void)
{
    return (struct eval_cell){0, 0.0f, eval_undefined};
}

static inline struct eval_cell
eval_bits(uint64_t bits)
{
    return (struct eval_cell){bits, 0.0f, eval_exact};
}

static inline uint64_t
eval_ones(unsigned bits)
{
    return bits >= 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
}

static inline int64_t
eval_signed(uint64_t value, unsigned bits)
{
    return bits >= 64 ? (int64_t)value : (int64_t)(value << (64 - bits)) >> (64 - bits);
}

static inline bool
eval_has(uint64_t lanes, unsigned lane)
{
    return lanes >> lane & 1;
}

/* Each lane that the instruction computes. */
#define EVAL_EACH_LANE(e, lane)                                                                    \
    for (unsigned lane = 0; lane < (e)->wave_size; lane++)                                         \
        if (eval_has((e)->mask, lane))

/* ---- numbers.c ---- */

double eval_double_of(unsigned bits, uint64_t value);
/* To nearest, ties to even. */
uint64_t eval_bits_of(unsigned bits, double value);
uint16_t eval_half_of(double value, bool toward_zero);
bool eval_is_signalling(unsigned bits, uint64_t value);
/* The distance to the next number of the format. */
double eval_ulp(unsigned bits, double value);
/* a * b + c, rounded once to the format. */
double eval_fma(unsigned bits, double a, double b, double c);

/* A function of reals; its result is rounded to the format afterwards. */
typedef double eval_function(unsigned bits, const double *x);

/* How exactly a result is told: so many ulps, and so much at least. */
struct eval_bound {
    float ulps, least;
};

/* Applies a function to floats of these sizes; what is near is tried at both ends. */
struct eval_cell eval_apply(unsigned bits, eval_function *function, const struct eval_cell *in,
                            const uint8_t *in_bits, unsigned count, struct eval_bound bound);
/* A compare: predicate is an LLVMRealPredicate. */
struct eval_cell eval_compare(unsigned bits, unsigned predicate, struct eval_cell a,
                              struct eval_cell b);
/* To an integer of out bits, toward zero. */
struct eval_cell eval_to_integer(unsigned bits, struct eval_cell in, unsigned out, bool is_signed,
                                 bool saturates);
/* Whether what a register or memory holds can be the cell. */
bool eval_matches(unsigned bits, struct eval_cell expected, uint64_t found);

/* ---- instructions.c ---- */

/* Anything but phis, terminators and calls. */
void eval_instruction(struct eval *e, LLVMValueRef inst, struct eval_value *out);
/* What fast-math flags leave of a float. */
struct eval_cell eval_obey_flags(LLVMFastMathFlags flags, unsigned bits, struct eval_cell cell);

/* ---- memory.c ---- */

struct eval_byte *eval_byte_at(struct eval *e, enum eval_space space, unsigned lane,
                               uint64_t address);
/* Bytes to a cell; NULL among them is a zero. */
struct eval_cell eval_cell_of_bytes(struct eval_byte *const *bytes, unsigned count);
struct eval_cell eval_load(struct eval *e, enum eval_space space, unsigned lane, uint64_t address,
                           unsigned size);
void eval_store_byte(struct eval *e, struct eval_byte *byte, struct eval_cell cell, unsigned size,
                     unsigned index);
/* Lanes that load or store without a barrier between them are in no order: what they leave is
 * undefined, and a trial in which one loads what another stores later is set aside. A load returns
 * whether no other lane has stored. */
bool eval_note_load(struct eval *e, unsigned lane, struct eval_byte *byte);
void eval_note_store(struct eval *e, unsigned lane, struct eval_byte *byte,
                     const struct eval_byte *before);
void eval_store(struct eval *e, enum eval_space space, unsigned lane, uint64_t address,
                struct eval_cell cell, unsigned size);
/* Bytes of an element in memory. */
unsigned eval_size(struct eval_type type);

enum eval_atomic {
    eval_atomic_swap,
    eval_atomic_cmpswap,
    eval_atomic_add,
    eval_atomic_sub,
    eval_atomic_smin,
    eval_atomic_smax,
    eval_atomic_umin,
    eval_atomic_umax,
    eval_atomic_and,
    eval_atomic_nand,
    eval_atomic_or,
    eval_atomic_xor,
    eval_atomic_inc,
    eval_atomic_dec,
    eval_atomic_fadd,
    eval_atomic_fsub,
    eval_atomic_fmin,
    eval_atomic_fmax,
    eval_atomic_csub,
    eval_atomic_unknown
};

enum eval_atomic eval_atomic_named(const char *name, size_t size);
/* What is left in memory. */
struct eval_cell eval_combine(enum eval_atomic op, struct eval_type type, struct eval_cell old,
                              struct eval_cell data, struct eval_cell other);
/* Exchanges what lies at the bytes, all of which are there. Returns the old. */
struct eval_cell eval_exchange(struct eval *e, enum eval_atomic op, struct eval_type type,
                               struct eval_byte *const *bytes, struct eval_cell data,
                               struct eval_cell other);
void eval_memory_instruction(struct eval *e, LLVMValueRef inst, struct eval_value *out);
/* Address space of IR and pointer to ours; false after a failure. */
bool eval_find_space(struct eval *e, unsigned number, uint64_t *address, enum eval_space *space);

/* ---- Calls. Each returns false if it knows no such intrinsic. ---- */

struct eval_call {
    LLVMValueRef inst;
    const char *name; /* Without "llvm." or "llvm.amdgcn.". */
    bool amdgcn;
    unsigned count;
    const struct eval_value *in[EVAL_MAX_OPERANDS];
    struct eval_value *out; /* NULL of what has no result. */
};

/* What follows a prefix in the name: "" or the rest behind a dot; NULL if the name is another. */
const char *eval_after(const char *name, const char *prefix);

bool eval_math_call(struct eval *e, const struct eval_call *call);    /* math.c */
bool eval_integer_call(struct eval *e, const struct eval_call *call); /* integers.c */
bool eval_lane_call(struct eval *e, const struct eval_call *call);    /* lanes.c */
bool eval_buffer_call(struct eval *e, const struct eval_call *call);  /* buffers.c */
bool eval_image_call(struct eval *e, const struct eval_call *call);   /* images.c */
bool eval_ray_call(struct eval *e, const struct eval_call *call);     /* rays.c */
bool eval_stage_call(struct eval *e, const struct eval_call *call);   /* stage.c */

/* ---- formats.c ---- */

/* A format by its number: bytes of an element, 0 if it is none. */
unsigned eval_format_bytes(unsigned number);
bool eval_format_is_integer(unsigned number);
bool eval_format_is_normalised(unsigned number);
/* Floats that are no copies: a NaN may get another payload. */
bool eval_format_is_short_float(unsigned number);
/* Four components as registers have them; those that are not there are 0, 0, 0, 1. */
void eval_format_unpack(unsigned number, const uint8_t *data, uint32_t values[4]);
void eval_format_pack(unsigned number, const uint32_t values[4], uint8_t *data);
/* dst_sel of a descriptor. */
void eval_format_select(unsigned number, unsigned dst_sel, uint32_t values[4]);
void eval_format_unselect(unsigned dst_sel, uint32_t values[4]);

#endif
