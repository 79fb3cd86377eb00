/* SPDX-License-Identifier: MIT
 *
 * A program as it runs. Values live in slots of the scratch memory: an array with one element a
 * lane, of 1 byte (bool, i8), 2, 4 or 8 by the type's width, padded to whole chunks of lanes so
 * that the loops over them need no remainder. Vectors are one such array after the other.
 */
#ifndef CPU_INTERP_INTERP_PRIV_H
#define CPU_INTERP_INTERP_PRIV_H

#include "cpu/interp/interp.h"

#define INTERP_CHUNK 16              /* Lanes; slots hold a multiple of them. */
#define INTERP_MAX_SCRATCH (1 << 28) /* Bytes. */

struct interp_run;

/* for (lane, each lane of mask), the lowest first. */
#define EACH_LANE_OF(lane, mask)                                                                   \
    for (uint64_t lane##_left = (mask), lane;                                                      \
         lane##_left && (lane = interp_first_lane(lane##_left), true);                             \
         lane##_left &= lane##_left - 1)

/* Calls with each width of elements, X(bits), and makes a table of what it defined. */
#define EACH_WIDTH(X) X(8) X(16) X(32) X(64)
#define BY_WIDTH(name)                                                                             \
    const interp_handler interp_##name[interp_width_count] = {name##_8, name##_16, name##_32,      \
                                                              name##_64};

/* One instruction: what to do, and where in the scratch memory d becomes a op b op c. Handlers
 * return the next instruction, NULL at the end. */
struct interp_inst {
    const struct interp_inst *(*run)(const struct interp_inst *inst, char *base,
                                     struct interp_run *run);
    uint32_t d;
    uint32_t a;
    uint32_t b;
    uint32_t c;
};

typedef const struct interp_inst *(*interp_handler)(const struct interp_inst *inst, char *base,
                                                    struct interp_run *run);

#define INTERP_HANDLER(name)                                                                       \
    const struct interp_inst *name(const struct interp_inst *inst, char *base,                     \
                                   struct interp_run *run)

/* An open if or loop. */
struct interp_frame {
    uint64_t waiting; /* if: the lanes of the other branch. loop: those for the next round. */
    uint64_t broken;  /* loop: the lanes that left it. */
    uint64_t rounds;  /* loop: how many are over. */
};

/* One run's state. Masks have a bit a lane. */
struct interp_run {
    uint64_t active;
    uint64_t start; /* The lanes that the run began with. */
    uint64_t helpers;
    uint64_t ended;
    uint64_t returned;
    uint64_t steps;
    struct interp_frame *frame; /* The innermost. */
    size_t lanes;
    size_t padded; /* lanes, in whole chunks. */
    const struct cpu_program *program;
    struct cpu_group *group;
    enum cpu_run result;
    const struct interp_inst *next; /* After a barrier. */
    uint64_t bytes_mask;            /* What bytes holds: see interp_active_bytes. */
    uint8_t bytes[CPU_MAX_LANES];
};

/* log2 of an element's bytes. */
enum interp_width {
    interp_width_1,
    interp_width_2,
    interp_width_4,
    interp_width_8,
    interp_width_count
};

struct interp_const {
    uint64_t bits;
    uint32_t at;
    enum interp_width width;
};

struct interp_array {
    const void *init; /* Constant: count elements, the same for all lanes. */
    uint32_t at;      /* Else: element e of lane l is element e * lanes + l from here. */
    uint32_t count;
    uint32_t bytes; /* Of an element. */
};

/* The elements of an array that may not be zero, kept from one run to the next. */
struct interp_dirty {
    uint32_t from;
    uint32_t to;
};

struct interp_loops;

/* What the program needs to know of a buffer. */
struct interp_buffer {
    uint64_t size; /* As far as accesses may reach, whatever is bound. */
};

/* Operands of an instruction that has more than fit: indices into the program's operands. */
enum { interp_atomic_offset, interp_atomic_element, interp_atomic_value, interp_atomic_comparator };
enum { interp_atomic_op = 4, interp_atomic_type, interp_atomic_operands };

struct cpu_program {
    const struct interp_inst *code;
    const uint32_t *operands; /* Of instructions that have more than fit in one. */
    const struct interp_const *consts;
    uint32_t const_count;
    const struct interp_array *arrays;
    uint32_t array_count;
    const struct interp_buffer *buffers;
    const struct ir_image *images;
    const struct interp_loops *loops;
    uint32_t lanes;
    uint32_t padded;
    uint32_t push_size;
    uint32_t shared_size;
    uint32_t frames_at;
    uint32_t state_at;    /* The struct interp_run of a run that waits at a barrier. */
    uint32_t dirty_at;    /* One struct interp_dirty an array. */
    uint32_t lane_ids_at; /* The value 0, 1, 2 ... */
    uint32_t zero_at;     /* As many zeroes as the largest value has bytes. */
    uint32_t slots_at;
    uint32_t slots_size;
    bool clears_slots; /* A lane may see what another left in a slot: start from zeroes. */
    bool has_barriers;
    uint32_t first_steps; /* Of the straight code at the start. */
    ir_ref first;
    size_t scratch_size;
};

/* ---- loops.h, for one kind of processor each ---- */

enum interp_conversion {
#define CONV(op, to, from, flags, value) interp_conversion_##op,
#include "ir/ops.def"
    interp_conversion_count
};

/* The loops over lanes that compilers make vector code of. */
struct interp_loops {
    interp_handler alu[ir_op_count][ir_type_count]; /* By the operands' type. */
    interp_handler convert[interp_conversion_count][ir_type_count][ir_type_count]; /* [to][from] */
    interp_handler select[interp_width_count];
    interp_handler merge[interp_width_count]; /* d becomes a in the active lanes. */
};

/* For any processor, and for those with the named extensions. */
extern const struct interp_loops interp_loops_plain;
#if defined(__x86_64__) && defined(__GNUC__)
#define INTERP_HAS_AVX2_LOOPS 1
extern const struct interp_loops interp_loops_avx2;
#endif

/* The fastest that this processor has. */
const struct interp_loops *interp_loops_best(void);

/* cpu_program_create with loops of the caller's choice. */
struct cpu_program *interp_create(const struct ir_shader *shader, uint32_t lanes,
                                  const struct interp_loops *loops, struct base_arena *arena,
                                  struct base_diags *diags);

/* ---- masks ---- */

static inline uint64_t
interp_all_lanes(size_t lanes)
{
    return UINT64_MAX >> (64 - lanes);
}

/* The least lane of a mask that is not empty. */
static inline unsigned
interp_first_lane(uint64_t mask)
{
#ifdef __GNUC__
    return (unsigned)__builtin_ctzll(mask);
#else
    unsigned lane = 0;

    while (!(mask >> lane & 1))
        lane++;
    return lane;
#endif
}

/* Lanes whose stores and atomics have an effect. */
static inline uint64_t
interp_writers(const struct interp_run *run)
{
    return run->active & ~run->helpers;
}

/* Eight bits as eight bytes of 0 or 1, the lowest first. */
static inline void
interp_bytes_of_bits(uint64_t bits, uint8_t bytes[8])
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    uint64_t spread = (bits & 0xff) * ones & UINT64_C(0x8040201008040201);

    spread = (spread + 0x7f * ones) >> 7 & ones;
    for (unsigned i = 0; i < 8; i++)
        bytes[i] = (uint8_t)(spread >> 8 * i);
}

/* The lowest bits of eight bytes. */
static inline uint64_t
interp_bits_of_bytes(const uint8_t bytes[8])
{
    uint64_t spread = 0;

    for (unsigned i = 0; i < 8; i++)
        spread |= (uint64_t)bytes[i] << 8 * i;
    spread &= UINT64_C(0x0101010101010101);
    return spread * UINT64_C(0x0102040810204080) >> 56;
}

/* A mask as a bool value, and back. */
static inline void
interp_value_of_mask(uint64_t mask, uint8_t *value, size_t padded)
{
    for (size_t i = 0; i < padded; i += 8)
        interp_bytes_of_bits(mask >> i, value + i);
}

static inline uint64_t
interp_mask_of_value(const uint8_t *value, size_t padded)
{
    uint64_t mask = 0;

    for (size_t i = 0; i < padded; i += 8)
        mask |= interp_bits_of_bytes(value + i) << i;
    return mask;
}

/* ---- lives.c: how long values are needed ---- */

/* What is known of an instruction. A value that is only another name for a part of another one (a
 * copy, a bitcast, a component) lies in the slot of that one, its root. */
struct interp_life {
    ir_ref root;   /* Of values; its own ref if it has a slot of its own. */
    uint32_t part; /* Components into the root. */
    union {
        ir_ref last;    /* Of roots: the instruction whose end the slot is free from; 0: unused. */
        uint32_t edges; /* Of markers: what merges take on this edge, in lives.edges; 0: nothing. */
    };
    union {
        uint32_t at;   /* Of roots: the slot. */
        ir_ref ending; /* Of endloops: the first of the roots whose last this is. */
    };
    ir_ref ending_too; /* Of roots whose last is an endloop: the next such. */
    ir_ref head;       /* Of merges: the marker that they stand after. */
};

struct interp_edge {
    ir_ref merge;
    ir_ref value;
    uint32_t next; /* On the same edge; 0: none. */
    uint32_t from; /* Where the value lies while the edge's merges are written. */
};

struct interp_lives {
    struct interp_life *of;               /* By instruction. */
    BASE_ARRAY(struct interp_edge) edges; /* The first is none. */
    uint32_t depth;                       /* The most ifs and loops that are open at once. */
};

void interp_lives_find(const struct ir_shader *shader, struct base_arena *arena,
                       struct interp_lives *lives);

/* ---- compile.c, emit.c: making programs ---- */

#define INTERP_SLOT_KINDS 16 /* By width, then components. */

/* An open if or loop, or the whole program. */
struct interp_region {
    uint32_t leaving; /* The last instruction, counted from 1, that goes to the end of the region;
                         its d is the one before, until the end is known. */
    uint32_t head;    /* loop: where its rounds start, counted from 1. */
    uint32_t ifs;     /* How many ifs are open inside the innermost loop. */
};

/* Taken back at the end of an instruction. */
struct interp_temporary {
    uint32_t at;
    uint32_t kind;
};

struct interp_compiler {
    const struct ir_shader *shader;
    struct base_arena *arena;
    struct base_diags *diags;
    struct cpu_program *program;
    struct interp_lives lives;
    BASE_ARRAY(struct interp_inst) code;
    BASE_ARRAY(uint32_t) operands;
    BASE_ARRAY(struct interp_const) consts;
    BASE_ARRAY(struct interp_region) regions;
    BASE_ARRAY(uint32_t) free_slots[INTERP_SLOT_KINDS];
    BASE_ARRAY(struct interp_temporary) temporaries;
    uint64_t at;       /* Scratch bytes in use. */
    ir_ref ref;        /* The instruction at hand. */
    uint32_t straight; /* Where the straight code at hand starts, */
    uint32_t charging; /* and the instruction, counted from 1, that takes its steps. */
    bool is_bad;
};

/* compile.c. Adds an instruction; its place, counted from 1. */
uint32_t interp_emit(struct interp_compiler *c, interp_handler run, uint32_t d, uint32_t a,
                     uint32_t b, uint32_t operand_c);
/* Fills what lies at a place with constant bits. */
uint32_t interp_emit_fill(struct interp_compiler *c, ir_type_id type, uint64_t bits, uint32_t at);
/* Where a value lies when the instruction at hand reads it. */
uint32_t interp_place_of(struct interp_compiler *c, ir_ref value);
uint32_t interp_place_of_operand(struct interp_compiler *c, uint32_t i);
/* A slot for the instruction at hand alone. */
uint32_t interp_take_temporary(struct interp_compiler *c, ir_type_id type);

/* emit.c. The code of an instruction that is no marker. */
void interp_emit_value(struct interp_compiler *c);

static inline enum interp_width
interp_width_of(ir_type_id type)
{
    switch (ir_type_bits(type)) {
    case 64:
        return interp_width_8;
    case 32:
        return interp_width_4;
    case 16:
        return interp_width_2;
    }
    return interp_width_1;
}

/* Bytes of one component of a value. */
static inline uint32_t
interp_component_size(const struct interp_compiler *c, ir_type_id type)
{
    return c->program->padded << interp_width_of(type);
}

/* ---- control.c ---- */

/* The active lanes as a bool value. */
const uint8_t *interp_active_bytes(struct interp_run *run);

INTERP_HANDLER(interp_end);
/* a: condition; d: how far the else is. */
INTERP_HANDLER(interp_if);
/* d: how far the endif is. */
INTERP_HANDLER(interp_else);
/* d: how far the end of the region around it is. Of endloop also, and a: how far back the head. */
INTERP_HANDLER(interp_endif);
INTERP_HANDLER(interp_loop);
INTERP_HANDLER(interp_loop_head);
INTERP_HANDLER(interp_endloop);
/* Of if, else, endif, loop head and endloop, b: steps of the straight code that follows, and c: the
 * marker, to be named when there are too few. */
INTERP_HANDLER(interp_break);    /* a: how many frames out the loop's is. */
INTERP_HANDLER(interp_continue); /* Likewise. */
INTERP_HANDLER(interp_return);
INTERP_HANDLER(interp_terminate);
INTERP_HANDLER(interp_fence);
INTERP_HANDLER(interp_barrier); /* c: the instruction. */
INTERP_HANDLER(interp_demote);  /* a: condition. */
INTERP_HANDLER(interp_is_helper);
INTERP_HANDLER(interp_clock);

/* ---- memory.c: what belongs to a lane alone ---- */

INTERP_HANDLER(interp_copy);         /* b: bytes. */
INTERP_HANDLER(interp_load_input);   /* a: (input * 4 + component) * lanes. */
INTERP_HANDLER(interp_load_helper);  /* The built-in input. */
INTERP_HANDLER(interp_store_output); /* a: value, b: as a of load_input. */
/* c: input * 4 + component; a: sample; a, b: offset. */
INTERP_HANDLER(interp_interp_centroid);
INTERP_HANDLER(interp_interp_sample);
INTERP_HANDLER(interp_interp_offset);

extern const interp_handler interp_fill[interp_width_count];       /* a, b: bits. */
extern const interp_handler interp_load_array[interp_width_count]; /* a: index, b: array. */
extern const interp_handler
    interp_store_array[interp_width_count]; /* a: index, b: array, c: value. */

/* ---- buffers.c: loads and stores of what lanes share ---- */

/* Of buffers, b: the buffer, with this bit if c is the element itself; else c is where it lies. */
#define INTERP_CONST_ELEMENT (UINT32_C(1) << 16)

/* Bytes that accesses may touch: none if nothing is bound. */
struct interp_span {
    char *data;
    size_t size;
};

/* a: offset; of the second the offset is a itself, and the element c itself. */
extern const interp_handler interp_load_buffer[interp_width_count];
extern const interp_handler interp_load_buffer_at[interp_width_count];
extern const interp_handler interp_store_buffer[interp_width_count]; /* a: offset; d: value. */
INTERP_HANDLER(interp_buffer_size);
/* a: offset, or address; of stores, b: value. */
extern const interp_handler interp_load_push[interp_width_count];
extern const interp_handler interp_load_push_at[interp_width_count]; /* The offset is a itself. */
extern const interp_handler interp_load_shared[interp_width_count];
extern const interp_handler interp_store_shared[interp_width_count];
extern const interp_handler interp_load_global[interp_width_count];
extern const interp_handler interp_store_global[interp_width_count];

/* The bytes of an element of a buffer, for writing or reading. */
struct interp_span interp_buffer_span(const struct interp_run *run, uint32_t buffer,
                                      uint32_t element, bool is_write);
struct interp_span interp_shared_span(const struct interp_run *run);
/* The element of so many bytes that lies at the address, rounded down; NULL if there is none. span
 * and first are those of the lane before, which most often has the same memory. */
void *interp_global_place(const struct interp_run *run, uint64_t address, size_t bytes,
                          bool is_write, struct interp_span *span, uint64_t *first);

/* Do so many bytes from the offset on lie in the span as a whole? */
static inline bool
interp_has_place(const struct interp_span *span, uint64_t offset, size_t bytes)
{
    return offset < span->size && span->size - offset >= bytes;
}

/* The element of so many bytes that lies at the offset, rounded down; NULL if it does not lie in
 * the span as a whole. */
static inline void *
interp_place_in(const struct interp_span *span, uint64_t offset, size_t bytes)
{
    offset &= ~(uint64_t)(bytes - 1);
    return interp_has_place(span, offset, bytes) ? span->data + offset : NULL;
}

/* The lanes of a mask where a value is this. */
uint64_t interp_lanes_with(const uint32_t *values, uint32_t value, uint64_t mask,
                           const struct interp_run *run);

/* ---- atomics.c ---- */

/* a: where in operands the enum above starts; b as of buffers, the element in the operands. */
INTERP_HANDLER(interp_atomic_buffer);
INTERP_HANDLER(interp_atomic_shared);
INTERP_HANDLER(interp_atomic_global);

/* ---- image.c ---- */

/* a: where in operands the op and then its own operands stand; b: its level comes from the quad;
 * c: the immediate. */
INTERP_HANDLER(interp_image);

/* ---- cross.c ---- */

/* NULL if op does not look at other lanes, or not with operands of this type. a and b: operands,
 * or b: the immediate. */
interp_handler interp_find_cross(enum ir_op op, enum ir_type type);

/* ---- groups.c ---- */

/* a: value, b: the immediate, c: where in operands two temporaries and the type stand. */
INTERP_HANDLER(interp_reduce);
INTERP_HANDLER(interp_scan_inclusive);
INTERP_HANDLER(interp_scan_exclusive);

#endif
