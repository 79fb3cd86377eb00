/* SPDX-License-Identifier: MIT
 *
 * The module writer's parts. A module is written in one pass over the shader: instructions go
 * straight to where they stay, everything that stands before them in a module is gathered in
 * sections and put in front at the end.
 *
 * Ids are taken in the order of the calls that take them, and that order is part of the output. So
 * no two calls that may take an id stand in one expression: C leaves their order open.
 */
#ifndef SPIRV_SPIRV_PRIV_H
#define SPIRV_SPIRV_PRIV_H

#include "spirv/spirv.h"

#include <assert.h>
#include <spirv/unified1/GLSL.std.450.h>
#include <spirv/unified1/spirv.h>

#define SPIRV_MAX_WORDS 65535 /* Of one instruction: its length is 16 bits. */

/* What writes one IR instruction at most, lists aside. */
#define SPIRV_INST_ROOM 256

struct spirv_section {
    uint32_t *data;
    uint32_t count;
    uint32_t capacity;
};

/* ---- ops.c: how each IR op is written ---- */

struct spirv_writer;

enum spirv_how {
    spirv_how_none,
    spirv_how_core,  /* One instruction with the IR's operands. */
    spirv_how_glsl,  /* One of GLSL.std.450. */
    spirv_how_custom /* By a function. */
};

enum spirv_op_flags {
    SPIRV_NONE = 0,
    SPIRV_CONTRACTS = 1 << 0, /* Arithmetic that precise keeps whole. */
    SPIRV_NO_F64 = 1 << 1,    /* SPIR-V has it for up to 32 bits only. */
    SPIRV_GROUPS = 1 << 2,    /* Needs subgroup operations. */
    SPIRV_DEMOTE = 1 << 3,    /* Needs demotion. */
    SPIRV_SURVEY = 1 << 4,    /* Something of it must be known before writing starts. */
    SPIRV_CONTROL = 1 << 5    /* To be seen in unreachable code too. */
};

struct spirv_op_info {
    void (*write)(struct spirv_writer *w, const struct ir_inst *inst);
    uint16_t code;      /* An opcode or a number of GLSL.std.450. */
    uint16_t bool_code; /* The opcode for bool operands, where that is another. */
    uint8_t how;        /* enum spirv_how. */
    uint8_t arity;
    uint8_t flags; /* enum spirv_op_flags. */
};

extern const struct spirv_op_info spirv_op_infos[ir_op_count];

/* The opcode in a custom op's row. */
static inline SpvOp
spirv_code_of(const struct ir_inst *inst)
{
    return (SpvOp)spirv_op_infos[inst->op].code;
}

/* ---- the writer's state ---- */

/* What a module may need: capabilities.def has a row for each. */
enum spirv_capability {
#define SPIRV_CAPABILITY(name, since, extension) spirv_capability_##name,
#include "spirv/capabilities.def"
    spirv_capability_count
};

struct spirv_input {
    uint32_t variable;
    uint32_t values[4]; /* Loaded at the entry. */
    uint8_t used;       /* Components, a bit each. */
};

struct spirv_output {
    uint32_t variable;
    uint32_t values[4]; /* Of the stores that wait to be written together. */
    uint8_t pending;    /* Components that wait. */
    uint8_t used;       /* Components that something stores or loads. */
    uint8_t written;    /* Components that every way to the end stores. */
    uint8_t next;       /* Those that are stored before the next vertex that geometry makes. */
};

/* A buffer has a variable for each type that it is accessed as. Uniform buffers are accessed as
 * i32 or f32 alone. */
struct spirv_buffer {
    uint32_t variables[ir_type_count];
    uint32_t blocks[ir_type_count]; /* Types of what is bound. */
    enum ir_type element;           /* Of uniform buffers' vectors: i32, or f32 if all reads are. */
    uint8_t accesses;               /* Types that it is accessed as, 1 << (ir_type - ir_type_i8). */
};

struct spirv_array {
    uint32_t variable;
    bool used;
    bool has_indexed_store; /* So that the spare element may hold anything. */
};

struct spirv_image {
    uint32_t variable;
    uint32_t type;    /* Of the image, */
    uint32_t sampled; /* and of it with a sampler; 0: not needed yet. */
    bool used;
    bool has_dref;
    bool is_read;
    bool is_written;
    bool has_dynamic_element;
    bool is_non_uniform;
};

struct spirv_sampler {
    uint32_t variable;
    bool used;
    bool has_dynamic_element;
};

/* Memory that a workgroup shares. */
struct spirv_shared {
    enum ir_type element; /* All accesses are made of elements of this type. void: unused. */
    uint8_t accesses;     /* Types, as of buffers; more than one variable only when is_explicit. */
    uint8_t atomics;      /* Types. */
    ir_ref atomic;        /* One of another type than i32. */
    bool is_explicit;     /* Blocks that lie on top of each other, one for each type. */
    uint32_t variables[ir_type_count];
};

struct spirv_scope {
    ir_ref marker; /* The if or the loop. */
    bool is_loop;
    bool has_else;           /* Else the false edge goes straight to the join. */
    uint32_t from;           /* An if: the block that it ends. */
    uint32_t other;          /* The else's block; a loop's head. */
    uint32_t merge;          /* The block where it is joined again. */
    uint32_t merge_edges;    /* How many ways lead there. */
    uint32_t continued;      /* A loop: the block that every continue goes to. */
    uint32_t continue_edges; /* How many do. */
    uint32_t head_values;    /* First of the ids that the next round's merges have there. */
};

/* A type that is found again by its opcode and operands. */
struct spirv_made_type {
    uint32_t id;
    SpvOp op;
    uint32_t count;
    uint32_t operands[8];
};

struct spirv_writer {
    const struct ir_shader *shader;
    enum spirv_target target;
    enum spirv_quad quad; /* Not auto. */
    bool no_names;
    bool failed;
    bool has_barycentrics;
    /* Sets of SPIRV_FLOATS_, of the module's own alone. */
    uint8_t keep_nan, keep_denormals, flush_denormals;
    uint8_t flushed; /* Floats that some fflush is of. */
    bool denormals_are_hosts;
    uint64_t signed_outputs;
    uint32_t patch_location;
    struct spirv_distances least_inputs, least_outputs;
    struct base_arena *arena;
    struct base_diags *diags;

    uint32_t *ids; /* Of each IR value; of a marker the block that it ends. 0: none yet. */
    uint32_t next_id;
    ir_ref ref;           /* The instruction being written. Handlers of several move it on. */
    uint32_t block;       /* The open block; 0 in unreachable code. */
    uint32_t dead_scopes; /* Regions open in unreachable code. */
    uint32_t join_edges;  /* Ways into the join just opened. */
    BASE_ARRAY(struct spirv_scope) scopes;

    uint32_t *at; /* Where the next word of the function goes. */
    uint32_t *end;
    struct spirv_section body;
    uint32_t room; /* Words left free before the function. */

    bool capabilities[spirv_capability_count];
    uint32_t capability_end; /* Those that are needed are below this. */
    uint32_t glsl;           /* The import of GLSL.std.450; 0 if nothing needs it. */
    uint32_t function;
    struct spirv_section interface;
    struct spirv_section names;
    struct spirv_section decorations;
    struct spirv_section globals; /* Types, constants and variables. */
    struct spirv_section precise; /* Ids that want NoContraction. */

    uint32_t type_ids[64];                 /* By ir_type_id. */
    uint32_t *pointer_ids[16];             /* By storage class: by ir_type_id. NULL: none yet. */
    uint32_t wide_type_ids[ir_type_count]; /* Pairs, as OpUMulExtended gives. */
    uint32_t sampler_type;
    uint32_t signed_type_ids[2]; /* Of 32 and 64 bits: texels alone have a sign. */
    BASE_ARRAY(struct spirv_made_type) made_types;
    uint32_t bool_ids[2];
    uint32_t small_ids[32]; /* Of the integers of 32 bits from 0 on. */
    uint32_t *const_slots;  /* Constants by hash: where they stand in globals, plus 1. */
    uint32_t const_slot_count;
    uint32_t const_count;

    struct spirv_input *inputs;
    struct spirv_output *outputs;
    struct spirv_buffer *buffers;
    struct spirv_array *arrays;
    struct spirv_image *images;
    struct spirv_sampler *samplers;
    struct spirv_shared shared;
    uint32_t push_variable;
    bool uses_push;
    bool uses_global;
    BASE_ARRAY(uint32_t) stored; /* Outputs with stores that wait. */
    uint32_t const_inst_count;
    uint32_t precise_count;
    bool needs_place; /* Of the invocation in its quad. */
    bool reads_quad;
    bool has_derivative;
    bool needs_helpers;      /* That no derivative of the shader asks for. */
    bool needs_helper;       /* Whether this lane is one. */
    uint32_t lane_variable;  /* SubgroupLocalInvocationId. */
    uint32_t coord_variable; /* FragCoord. */
    uint32_t place_bits[2];  /* Is this place on the right, at the bottom? */
    uint32_t place_signs[2]; /* What a difference in row and column leads to the neighbour times. */
    uint32_t never;          /* A bool that keeps a derivative in use; 0: none, or none any more. */
    uint32_t helper_variable;
    bool has_streams;           /* Some output or vertex goes to another stream than 0. */
    bool needs_patch;           /* How many vertices the input patch has. */
    uint32_t patch_variable;    /* PatchVertices. */
    uint32_t patch_last;        /* The index of its last vertex. */
    uint32_t bary_variables[2]; /* BaryCoord: perspective, linear. */
    uint32_t bary_values[2];    /* Loaded at the entry; 0: not yet. */
    bool bary_is_sampled[2];
};

/* ---- write.c ---- */

/* Makes room for words more words of the function. */
void spirv_grow(struct spirv_writer *w, uint32_t words);
/* The id of a value that has none yet: a constant or undef is made where it is first used. */
uint32_t spirv_make_id(struct spirv_writer *w, ir_ref ref);
/* Appends an instruction to a section. */
void spirv_emit(struct spirv_writer *w, struct spirv_section *section, SpvOp op,
                const uint32_t *operands, uint32_t count);
void spirv_emit_string(struct spirv_writer *w, struct spirv_section *section, SpvOp op,
                       const uint32_t *operands, uint32_t count, const char *string);
void spirv_name(struct spirv_writer *w, uint32_t id, const char *name);

#define SPIRV_EMIT(w, section, op, ...)                                                            \
    spirv_emit(w, section, op, (const uint32_t[]){__VA_ARGS__},                                    \
               (uint32_t)BASE_COUNT(((const uint32_t[]){__VA_ARGS__})))

static inline uint32_t
spirv_new_id(struct spirv_writer *w)
{
    return w->next_id++;
}

static inline void
spirv_reserve(struct spirv_writer *w, uint32_t words)
{
    if ((size_t)(w->end - w->at) < words)
        spirv_grow(w, words);
}

static inline uint32_t
spirv_id(struct spirv_writer *w, ir_ref ref)
{
    const uint32_t id = w->ids[ref];

    return id ? id : spirv_make_id(w, ref);
}

static inline void
spirv_need(struct spirv_writer *w, enum spirv_capability capability)
{
    w->capabilities[capability] = true;
    if (w->capability_end <= (uint32_t)capability)
        w->capability_end = (uint32_t)capability + 1;
}

/* The bits of a value that is known while writing, else 0. undef is known: it is zero. */
static inline bool
spirv_is_const(const struct spirv_writer *w, ir_ref ref, uint64_t *bits)
{
    const enum ir_op op = ir_op_of(w->shader, ref);

    *bits = op == ir_op_const ? ir_const_bits(w->shader, ref) : 0;
    return op == ir_op_const || op == ir_op_undef;
}

/* ---- types.c: types and constants ---- */

uint32_t spirv_make_type(struct spirv_writer *w, ir_type_id type);
uint32_t spirv_pointer_type(struct spirv_writer *w, SpvStorageClass storage, ir_type_id type);
/* A struct of two of these, as the extended multiplications give. */
uint32_t spirv_wide_type(struct spirv_writer *w, ir_type_id type);
/* A type of this opcode and these operands, up to eight, made once. */
uint32_t spirv_find_type(struct spirv_writer *w, SpvOp op, const uint32_t *operands,
                         uint32_t count);
#define SPIRV_TYPE(w, op, ...)                                                                     \
    spirv_find_type(w, op, (const uint32_t[]){__VA_ARGS__},                                        \
                    (uint32_t)BASE_COUNT(((const uint32_t[]){__VA_ARGS__})))
/* Of texels, which have a sign; count 1 to 4. */
uint32_t spirv_texel_type(struct spirv_writer *w, enum ir_texel texel, unsigned count);
/* The writer's hash of a constant. */
uint32_t spirv_const_hash(uint32_t type, uint64_t bits);
/* A scalar constant of these bits. */
uint32_t spirv_const(struct spirv_writer *w, ir_type_id type, uint64_t bits);
/* A float constant. value must be exact in the type. */
uint32_t spirv_float_const(struct spirv_writer *w, ir_type_id type, double value);
/* Zero of a scalar or vector type. */
uint32_t spirv_zero(struct spirv_writer *w, ir_type_id type);

static inline uint32_t
spirv_type(struct spirv_writer *w, ir_type_id type)
{
    const uint32_t id = w->type_ids[type];

    return id ? id : spirv_make_type(w, type);
}

static inline uint32_t
spirv_u32(struct spirv_writer *w, uint32_t value)
{
    if (value >= BASE_COUNT(w->small_ids))
        return spirv_const(w, ir_type_i32, value);
    if (!w->small_ids[value])
        w->small_ids[value] = spirv_const(w, ir_type_i32, value);
    return w->small_ids[value];
}

/* ---- instructions of the function; room must have been reserved ---- */

static inline void
spirv_put(struct spirv_writer *w, uint32_t word)
{
    assert(w->at < w->end);
    *w->at++ = word;
}

static inline void
spirv_put_op(struct spirv_writer *w, SpvOp op, uint32_t words)
{
    spirv_put(w, words << SpvWordCountShift | (uint32_t)op);
}

/* The first words of an instruction with a result, whose new id they return. */
static inline uint32_t
spirv_put_value(struct spirv_writer *w, SpvOp op, uint32_t operands, uint32_t type)
{
    const uint32_t id = spirv_new_id(w);

    spirv_put_op(w, op, operands + 3);
    spirv_put(w, type);
    spirv_put(w, id);
    return id;
}

static inline uint32_t
spirv_value1(struct spirv_writer *w, SpvOp op, uint32_t type, uint32_t a)
{
    const uint32_t id = spirv_put_value(w, op, 1, type);

    spirv_put(w, a);
    return id;
}

static inline uint32_t
spirv_value2(struct spirv_writer *w, SpvOp op, uint32_t type, uint32_t a, uint32_t b)
{
    const uint32_t id = spirv_put_value(w, op, 2, type);

    spirv_put(w, a);
    spirv_put(w, b);
    return id;
}

static inline uint32_t
spirv_value3(struct spirv_writer *w, SpvOp op, uint32_t type, uint32_t a, uint32_t b, uint32_t c)
{
    const uint32_t id = spirv_put_value(w, op, 3, type);

    spirv_put(w, a);
    spirv_put(w, b);
    spirv_put(w, c);
    return id;
}

static inline uint32_t
spirv_select(struct spirv_writer *w, uint32_t type, uint32_t condition, uint32_t a, uint32_t b)
{
    return spirv_value3(w, SpvOpSelect, type, condition, a, b);
}

/* One of GLSL.std.450 with count operands. */
uint32_t spirv_glsl(struct spirv_writer *w, enum GLSLstd450 number, uint32_t type,
                    const uint32_t *operands, uint32_t count);

static inline void
spirv_put_store(struct spirv_writer *w, uint32_t pointer, uint32_t value)
{
    spirv_put_op(w, SpvOpStore, 3);
    spirv_put(w, pointer);
    spirv_put(w, value);
}

static inline void
spirv_put_branch(struct spirv_writer *w, uint32_t block)
{
    spirv_put_op(w, SpvOpBranch, 2);
    spirv_put(w, block);
}

static inline void
spirv_put_label(struct spirv_writer *w, uint32_t block)
{
    spirv_put_op(w, SpvOpLabel, 2);
    spirv_put(w, block);
    w->block = block;
}

/* A float type as a set of SPIRV_FLOATS_. */
static inline uint8_t
spirv_floats_of(ir_type_id type)
{
    return type == ir_type_f16   ? SPIRV_FLOATS_16
           : type == ir_type_f32 ? SPIRV_FLOATS_32
                                 : SPIRV_FLOATS_64;
}

/* ---- survey.c ---- */

/* Looks at every instruction once, before anything is written: which inputs, buffers and so on are
 * used and how. False with errors in diags where the target has no word for something. */
bool spirv_survey(struct spirv_writer *w);

/* ---- interface.c: inputs and outputs ---- */

void spirv_declare_interface(struct spirv_writer *w);
/* A built-in input that the IR has no input for. */
uint32_t spirv_declare_own_builtin(struct spirv_writer *w, SpvBuiltIn number, ir_type_id type);
/* Loads inputs and clears outputs in the entry block. */
void spirv_enter_interface(struct spirv_writer *w);
/* Stores zero to all of an output. */
void spirv_clear_output(struct spirv_writer *w, uint32_t index);
/* Where a component of an input or output stands. vertex: the id of a vertex's index where each
 * has its own, else 0. */
uint32_t spirv_component_pointer(struct spirv_writer *w, SpvStorageClass storage,
                                 const struct ir_io *io, uint32_t variable, uint32_t vertex,
                                 uint32_t component);
/* What an interp_* op asks for of the input that pointer points at. */
uint32_t spirv_interpolate(struct spirv_writer *w, const struct ir_inst *inst, ir_type_id type,
                           uint32_t pointer);
/* Is this lane a helper now? A bool. */
uint32_t spirv_load_helper(struct spirv_writer *w);

/* ---- vertices.c: what tessellation and geometry have of their own ---- */

/* What a module of these stages must know before it is written. */
void spirv_survey_vertices(struct spirv_writer *w, const struct ir_inst *inst);
/* Loads how many vertices the patch has. */
void spirv_find_patch(struct spirv_writer *w);
void spirv_write_primitive_modes(struct spirv_writer *w, struct spirv_section *head);

/* ---- wrap.c: inputs that are interpolated by hand ---- */

#define SPIRV_WRAP_VERTICES 3

void spirv_declare_wrap(struct spirv_writer *w, const struct ir_io *io, uint32_t variable);
void spirv_load_wrapped(struct spirv_writer *w, const struct ir_io *io, struct spirv_input *input);
uint32_t spirv_interp_wrapped(struct spirv_writer *w, const struct ir_inst *inst);

/* ---- buffers.c, shared.c, memory.c ---- */

#define SPIRV_ACCESS(type) (1u << ((unsigned)(type)-ir_type_i8))

void spirv_declare_buffers(struct spirv_writer *w);
/* Push constants. */
void spirv_declare_push(struct spirv_writer *w);
void spirv_declare_shared(struct spirv_writer *w);
/* Types that an access of this type is made of: itself, or two i32 for 64 bits. */
enum ir_type spirv_part_type(enum ir_type type);
/* The integer type of so many bits. */
ir_type_id spirv_int_type(unsigned bits);
/* What an access gets from its parts, and what it puts into them. */
uint32_t spirv_join(struct spirv_writer *w, enum ir_type type, const uint32_t parts[2]);
void spirv_split(struct spirv_writer *w, enum ir_type type, uint32_t value, uint32_t parts[2]);
/* Where the 8 or 16 bits at a byte offset begin in their word. */
uint32_t spirv_bit_shift(struct spirv_writer *w, uint32_t offset, unsigned bits);
/* A value of 8 or 16 bits out of its word. */
uint32_t spirv_narrow(struct spirv_writer *w, ir_type_id type, uint32_t word, uint32_t offset);
/* log2 of an access's bytes. */
static inline uint32_t
spirv_size_shift(unsigned bytes)
{
    return bytes == 8 ? 3 : bytes / 2;
}
/* An atomic on what pointer points at: the IR's type, and its id, which may have a sign. */
uint32_t spirv_put_atomic(struct spirv_writer *w, enum ir_op op, enum ir_type type,
                          uint32_t type_id, uint32_t pointer, uint32_t value, uint32_t comparator,
                          uint32_t scope);

/* What runs where a condition is true; spirv_close_guard gives value where it did, else 0. */
struct spirv_guard {
    uint32_t condition; /* 0: always true. */
    uint32_t before;
    uint32_t after;
};
struct spirv_guard spirv_open_guard(struct spirv_writer *w, uint32_t condition);
uint32_t spirv_close_guard(struct spirv_writer *w, const struct spirv_guard *guard, ir_type_id type,
                           uint32_t value);

/* The element of an array of descriptors: its index, made to lie inside, and whether it did (0:
 * it does for sure). count 0: not known. */
struct spirv_element {
    uint32_t index; /* 0: there is no array. */
    uint32_t is_inside;
    bool is_dynamic;
};
struct spirv_element spirv_element_of(struct spirv_writer *w, ir_ref element, uint32_t count);
/* The pointer to an element of a variable; the variable itself if there is no array. */
uint32_t spirv_element_pointer(struct spirv_writer *w, uint32_t variable, uint32_t pointer_type,
                               const struct spirv_element *element, bool is_non_uniform);
/* A descriptor's variable: its type, or an array of them. */
uint32_t spirv_declare_descriptor(struct spirv_writer *w, SpvStorageClass storage, uint32_t type,
                                  uint32_t count, uint32_t set, uint32_t binding, const char *name);
void spirv_decorate(struct spirv_writer *w, uint32_t id, SpvDecoration decoration);
void spirv_decorate_with(struct spirv_writer *w, uint32_t id, SpvDecoration decoration,
                         uint32_t value);
/* SpvAccess decorations of a variable. */
void spirv_decorate_access(struct spirv_writer *w, uint32_t id, unsigned access);

/* Arrays are variables of the function, the first of its instructions. */
void spirv_enter_arrays(struct spirv_writer *w);
/* Behind all variables of the function. */
void spirv_clear_arrays(struct spirv_writer *w);

/* ---- image.c ---- */

void spirv_declare_images(struct spirv_writer *w);

/* ---- lanes.c ---- */

/* The scope of what subgroups do. */
uint32_t spirv_group_scope(struct spirv_writer *w);

/* ---- quads.c ---- */

/* Does an op on quads ask which place the lane has? */
bool spirv_quad_needs_place(const struct spirv_writer *w, const struct ir_inst *inst);
/* Does it read this lane alone? */
bool spirv_quad_is_own(const struct ir_inst *inst);
/* Finds the place, in the entry block. */
void spirv_enter_quads(struct spirv_writer *w);

/* ---- what writes the custom ops: alu.c, interface.c, vertices.c, memory.c, image.c, lanes.c,
 * quads.c, control.c ---- */

#define CUSTOM(op, function, code, flags)                                                          \
    void spirv_write_##function(struct spirv_writer *w, const struct ir_inst *inst);
#include "spirv/ops.def"

/* alu.c: precise, a product or a sum with a constant 0; false if it is neither. */
bool spirv_write_with_zero(struct spirv_writer *w, const struct ir_inst *inst);

#endif
