/* SPDX-License-Identifier: MIT
 *
 * What the reader's core shares among its own files; families need read.h alone.
 */
#ifndef SPIRV_READ_READ_PRIV_H
#define SPIRV_READ_READ_PRIV_H

#include "spirv/read/read.h"

#define READ_NONE UINT32_MAX

struct read_instance;
struct read_phi;

/* SPIR-V's own limits, "Universal Limits"; and what a value may have of scalars. */
#define READ_MAX_BOUND (UINT32_C(0x3fffff) + 1)
#define READ_MAX_DEPTH 255
#define READ_MAX_MEMBERS 16383
#define READ_MAX_LEAVES (UINT32_C(1) << 20)
#define READ_MAX_ALL_LEAVES (1 << 26)

/* ---- opcodes.c ---- */

enum read_family {
    read_family_none,   /* Nothing reads it. */
    read_family_module, /* Stands in the module's own sections, never in a block. */
    read_family_alu,
    read_family_convert,
    read_family_composite,
    read_family_matrix,
    read_family_glsl,
    read_family_dot,
    read_family_image,
    read_family_atomic,
    read_family_barrier,
    read_family_group,
    read_family_derivative,
    read_family_memory,
    read_family_flow
};

/* A row of opcodes.def. */
struct read_opcode {
    const char *name; /* "OpFAdd". */
    SpvOp op;
    enum read_family family;
    bool has_type;
    bool has_id;
    const char *layout;
    const char *capability;
};

/* NULL if there is no such instruction. */
const struct read_opcode *read_find_opcode(SpvOp op);
const char *read_opcode_name(SpvOp op);

enum read_name_kind {
    read_name_Capability,
    read_name_ExecutionModel,
    read_name_ExecutionMode,
    read_name_StorageClass,
    read_name_Decoration,
    read_name_BuiltIn,
    read_name_Dim,
    read_name_AddressingModel,
    read_name_MemoryModel
};

/* Of an enumerant; "?" if there is none. */
const char *read_name_of(enum read_name_kind kind, uint32_t number);

/* Calls visit for each operand that is an id. Stops with false when visit says so. */
bool read_for_ids(const struct read_inst *inst, bool (*visit)(void *context, uint32_t id),
                  void *context);

/* ---- module.c ---- */

/* A block of a function. Instructions are named by their index in the module's. */
struct read_block {
    uint32_t label; /* Id. */
    uint32_t first; /* After the label. */
    uint32_t last;  /* The one that ends it. */
    uint32_t merge; /* The merge instruction's merge block, an id; 0: none. */
};

struct read_function {
    uint32_t inst; /* OpFunction. */
    uint32_t parameter_count;
    const struct read_block *blocks;
    uint32_t block_count;
    uint32_t local_count; /* Ids that it makes. */
    uint32_t cost;        /* Of a call, in words. */
    bool is_active;       /* Being inlined. */
};

/* What is known of an id before anything is read. */
struct read_def {
    uint32_t inst;     /* Index of what makes it, plus 1; 0: nothing does. */
    uint32_t function; /* Of the function that it is in, plus 1; 0: it is the module's. */
    uint32_t local;    /* Its number in that function. Of labels: the block's. */
};

struct read_module {
    struct base_arena *arena;
    struct base_diags *diags;
    const uint32_t *words; /* In this machine's byte order. */
    size_t count;
    uint32_t minor; /* Of the version: 0 to 6. */
    uint32_t bound;
    struct read_inst *insts;
    uint32_t inst_count;
    uint32_t global_count; /* Instructions before the first function. */
    struct read_def *defs; /* By id. */
    struct read_function *functions;
    uint32_t function_count;
};

/* Cuts a module into instructions, whose operands are whole and whose ids are in bounds. NULL with
 * errors. */
struct read_module *read_module_create(const uint32_t *words, size_t count,
                                       struct base_arena *arena, struct base_diags *diags);
/* Finds functions and their blocks. */
bool read_find_functions(struct read_module *module);
/* An error at an instruction, which it names. Returns false. */
BASE_PRINTF(4, 0)
bool read_module_vfail(struct read_module *module, const struct read_inst *inst, enum qd_code code,
                       const char *format, va_list args);
BASE_PRINTF(3, 4)
bool read_module_fail(struct read_module *module, const struct read_inst *inst, const char *format,
                      ...);
/* Are the operands what the row in opcodes.def says? */
bool read_check_operands(struct read_module *module, const struct read_inst *inst);
/* Is the string at operand i this, or does it start so? */
bool read_is_string(const struct read_inst *inst, uint32_t i, const char *text, bool is_start);
/* What makes an id; NULL if nothing does. */
const struct read_inst *read_maker(const struct read_module *module, uint32_t id);
/* The text of a string operand, which starts at operand i. */
const char *read_string(struct base_arena *arena, const struct read_inst *inst, uint32_t i);
/* How many words a string takes that starts at operand i, which read_module_create has checked. */
uint32_t read_string_words(const struct read_inst *inst, uint32_t i);

/* ---- decorations.c ---- */

#define READ_NO_MEMBER UINT32_MAX

struct read_decoration {
    uint32_t target;
    uint32_t member; /* READ_NO_MEMBER: of the whole. */
    uint32_t group;  /* Not 0: the decorations of this group. */
    uint32_t inst;
    SpvDecoration decoration;
    const uint32_t *operands;
    uint32_t operand_count;
};

struct read_decorations;

/* Collects all annotations and names. */
bool read_collect_decorations(struct spirv_reader *r);
/* The decoration of an id, or of a struct's member. NULL if it has none. */
const struct read_decoration *read_find_decoration(const struct spirv_reader *r, uint32_t id,
                                                   uint32_t member, SpvDecoration decoration);
/* Its operand; otherwise if it has none. */
uint32_t read_decoration_value(const struct spirv_reader *r, uint32_t id, uint32_t member,
                               SpvDecoration decoration, uint32_t otherwise);
/* The id's OpName; NULL if it has none. */
const char *read_find_name(const struct spirv_reader *r, uint32_t id);

/* ---- types.c ---- */

/* Every struct read_type is the first member of one of these. */
struct read_full_type {
    struct read_type type;
    uint32_t depth; /* Of nesting; 0: scalars. Pointers are not looked through. */
    uint32_t paths; /* Ways through structs to a scalar; see struct read_path. */
    bool is_block;  /* Decorated Block or BufferBlock. */
    bool is_buffer_block;
    /* In bytes, as this reader lays out shared memory; saturated. */
    uint32_t natural_size;
    uint32_t natural_align;
    const uint32_t *natural_offsets; /* Of a struct's members. */
    uint32_t read_only;              /* How many members are decorated NonWritable, */
    uint32_t write_only;             /* and how many NonReadable. */
    bool is_coherent;                /* Is some member? */
    bool is_volatile;
    uint32_t explicit_size;    /* Of a struct, by its members' offsets; saturated. */
    const uint8_t *leaf_types; /* Once they were asked for. */
};

static inline const struct read_full_type *
read_full(const struct read_type *type)
{
    return (const struct read_full_type *)type;
}

bool read_is_type(SpvOp op);
bool read_make_type(struct spirv_reader *r, const struct read_inst *inst);
/* Has every pointer that was declared forward become one? */
bool read_finish_types(struct spirv_reader *r);
/* The IR's types of a value's leaves: enum ir_type, as many as it has. At most READ_MAX_LEAVES. */
const uint8_t *read_leaf_types(struct spirv_reader *r, const struct read_type *type);
bool read_is_pointer_of_leaves(const struct read_type *type);
/* Bytes that an array's or matrix's element takes in shared memory. */
uint32_t read_natural_stride(const struct read_type *element);
/* With explicit offsets. Saturated. */
uint32_t read_explicit_size(const struct read_type *type, uint32_t matrix_stride,
                            bool is_row_major);

/* ---- constants.c ---- */

bool read_is_constant(SpvOp op);
bool read_make_constant(struct spirv_reader *r, const struct read_inst *inst);
/* OpUndef and OpConstantNull. */
bool read_make_null(struct spirv_reader *r, const struct read_inst *inst);
/* The bits of a constant of the IR; false if the value is none. */
bool read_const_bits(const struct spirv_reader *r, ir_ref ref, uint64_t *bits);

/* ---- variables.c: the module's and functions' variables ---- */

/* A scalar of a variable's type, by the members of structs on the way; arrays, matrices and vectors
 * on the way make it an array in one dimension. */
struct read_path {
    enum ir_type type; /* Of the scalar. */
    uint32_t count;
    uint32_t depth;          /* Dimensions. */
    const uint32_t *strides; /* What a step in each adds, from outside in. */
    bool is_indexed;         /* At run time: it is an array of the IR. */
    bool is_loaded;
    bool is_stored;
    bool is_kept;     /* Has variables of the builder or an array, */
    bool is_constant; /* which stays as it is declared. */
    uint32_t first;   /* Of these variables, or the array. */
};

struct read_path_leaf {
    uint32_t path;
    uint32_t index; /* In the path. */
};

struct read_variable {
    const struct read_inst *inst;
    const struct read_type *type; /* Of what it holds. */
    SpvStorageClass storage;
    uint32_t index; /* Of the buffer, image or sampler; of shared memory: the byte. */
    bool is_sampler;
    bool is_coherent;
    bool is_volatile;
    /* Function, Private, Input, Output. */
    struct read_path *paths;
    uint32_t path_count;
    struct read_path_leaf *leaves;
    uint32_t stores;        /* Instructions that may write it, and its initialiser. */
    const ir_ref *constant; /* Its value, if the last of them writes all of it with a constant. */
    int32_t *marks[3];  /* By enum read_mark: how many more marks a path has than the one before. */
    struct read_io *io; /* Input, Output. */
};

/* An index of a way into a variable that is known at run time alone. */
struct read_term {
    ir_ref index;         /* i32. */
    uint32_t level;       /* Which dimension. */
    uint32_t count;       /* How many elements that has, */
    uint32_t leaf_stride; /* and what a step adds to the leaf. */
};

/* How matrices lie in memory, and the scalars of a vector. */
struct read_layout {
    bool is_natural; /* As this reader likes: shared memory. */
    bool is_row_major;
    uint32_t matrix_stride;
    uint32_t component_stride; /* Of a vector that is a row-major matrix's column; 0: close. */
};

struct read_pointer {
    struct read_variable *variable; /* NULL where the value has leaves. */
    const struct read_type *type;   /* Of what it points to. */
    uint32_t leaf;                  /* Its first. */
    uint32_t level;                 /* Dimensions on the way here. */
    const struct read_term *terms;
    uint32_t term_count;
    bool is_outside;           /* By an index that is known now. */
    ir_ref element;            /* Of images and samplers, i32; 0: the first. */
    struct read_layout layout; /* Of what a pointer with leaves points to. */
    uint32_t bits;             /* enum ir_memory_bits, by decorations on the way. */
    bool is_non_uniform;
    const struct read_texel_pointer *texel;
};

/* The variable of an OpVariable of the module, made when it is first asked for. NULL with an
 * error. */
struct read_variable *read_global_variable(struct spirv_reader *r, const struct read_inst *inst);
struct read_variable *read_make_variable(struct spirv_reader *r, const struct read_inst *inst);

/* ---- paths.c: what of a variable is the builder's, what an array ---- */

enum read_mark { read_mark_indexed, read_mark_loaded, read_mark_stored };

bool read_make_paths(struct spirv_reader *r, struct read_variable *variable);
/* Says that what type has from the leaf on is indexed, loaded or stored. */
void read_mark_paths(struct read_variable *variable, uint32_t leaf, const struct read_type *type,
                     enum read_mark mark);
/* Once all marks are there: makes variables of the builder and arrays. */
void read_settle_variable(struct spirv_reader *r, struct read_variable *variable);
bool read_load_paths(struct spirv_reader *r, const struct read_inst *inst,
                     const struct read_pointer *pointer, bool is_volatile, ir_ref *leaves);
bool read_store_paths(struct spirv_reader *r, const struct read_inst *inst,
                      const struct read_pointer *pointer, const ir_ref *leaves);
/* Gives the variable its initialiser or, if it has none, undefined values. */
bool read_init_variable(struct spirv_reader *r, struct read_variable *variable);
/* At the entry point's start: private variables, inputs that are indexed. */
bool read_start_variables(struct spirv_reader *r);
/* At its end: outputs that are kept. */
bool read_flush_outputs(struct spirv_reader *r);

/* ---- interface.c ---- */

/* Finds what the scalars of an input or output variable are. */
bool read_make_io(struct spirv_reader *r, struct read_variable *variable);
/* One scalar, 0 with an error. */
ir_ref read_load_io(struct spirv_reader *r, const struct read_inst *inst,
                    struct read_variable *variable, uint32_t leaf, bool is_volatile);
bool read_store_io(struct spirv_reader *r, const struct read_inst *inst,
                   struct read_variable *variable, uint32_t leaf, ir_ref value);
/* Declares all of an output, whether it is written or not. */
bool read_declare_output(struct spirv_reader *r, struct read_variable *variable);
/* A component of a built-in input, declared when first asked for. 0 with an error. */
ir_ref read_builtin_input(struct spirv_reader *r, const struct read_inst *inst,
                          enum ir_builtin builtin, uint32_t component);
/* read_for_inputs' use, for one scalar of an input. 0 with an error. */
ir_ref read_interpolate(struct spirv_reader *r, const struct read_inst *inst,
                        struct read_variable *variable, uint32_t leaf,
                        ir_ref (*use)(struct spirv_reader *r, enum ir_type type, uint32_t imm,
                                      void *context),
                        void *context);

/* ---- entry.c ---- */

/* Capabilities, extensions, memory model; the entry point, its modes. */
bool read_check_module(struct spirv_reader *r);
bool read_find_entry(struct spirv_reader *r);
/* Once constants are known. */
bool read_modes(struct spirv_reader *r);

/* ---- values.c ---- */

/* What one ref of a value passes through to where it cannot be seen. */
struct read_spill {
    ir_ref ref; /* Of a constant, which is seen everywhere; else 0. */
    uint32_t variable;
    enum ir_type type;
};

/* Where an id's value lies. Parameters share the slot of the argument. */
struct read_slot {
    struct read_value value;
    uint32_t block;  /* Of the graph, that makes it, plus 1; 0: visible everywhere. */
    bool is_spilled; /* Passes through variables to blocks that do not see it. */
    BASE_ARRAY(struct read_spill) spills; /* One for each ref. */
    /* Of pointers into variables, known before anything is built: */
    struct read_variable *variable;
    const struct read_type *pointee;
    uint32_t leaf;
    bool is_outside;
    struct read_phi *phi; /* Of an OpPhi: flow.c's own; NULL: not yet. */
};

/* NULL if the id has no value, or not in this function. */
struct read_slot *read_find_slot(struct spirv_reader *r, uint32_t id);
/* The same in an instance. */
struct read_slot *read_find_slot_in(struct spirv_reader *r, const struct read_instance *instance,
                                    uint32_t id);
void read_set_value(struct spirv_reader *r, const struct read_inst *inst,
                    const struct read_value *value);
void read_set_pointer(struct spirv_reader *r, const struct read_inst *inst,
                      const struct read_pointer *pointer);
/* A pointer of leaves, and what else is known of it: of pointer the layout, bits and
 * is_non_uniform. */
void read_set_address(struct spirv_reader *r, const struct read_inst *inst, ir_ref *leaves,
                      const struct read_pointer *pointer);
/* A value of kind read_kind_pointer. NULL with an error. */
const struct read_pointer *read_get_pointer(struct spirv_reader *r, const struct read_inst *inst,
                                            uint32_t id);
/* Counts leaves that are gone through once more against the budget. False with an error. */
bool read_charge(struct spirv_reader *r, const struct read_inst *inst, uint32_t leaves);
/* The same for variables, which take more. */
bool read_charge_variables(struct spirv_reader *r, const struct read_inst *inst, uint32_t leaves);
/* Room for a value's leaves, counted against the budget; NULL with an error. */
ir_ref *read_room(struct spirv_reader *r, const struct read_inst *inst,
                  const struct read_type *type);
/* Variables of the builder for a type's leaves, counted against the budget; NULL with an error. */
uint32_t *read_leaf_variables(struct spirv_reader *r, const struct read_inst *inst,
                              const struct read_type *type);
void read_write_leaves(struct spirv_reader *r, const uint32_t *variables, const ir_ref *leaves,
                       uint32_t count);
void read_read_leaves(struct spirv_reader *r, const uint32_t *variables,
                      const struct read_type *type, ir_ref *leaves);

/* A call of a function, inlined. */
struct read_instance {
    struct read_function *function;
    struct read_slot **slots; /* By local number. */
    uint32_t first_block;     /* Of the graph: the function's blocks stand in a row. */
    uint32_t *last_parts;     /* By block: the part that has its end. */
    uint32_t return_block;    /* Of the graph; READ_NONE: this is the entry point. */
    const struct read_inst *call;
    const struct read_type *result;
    uint32_t *return_variables; /* Of the builder; NULL: not yet. */
};

/* ---- access.c: pointers and the ways into what they point to ---- */

/* The value of a variable of the module: the pointer to it. */
bool read_variable_value(struct spirv_reader *r, struct read_variable *variable,
                         struct read_value *value);
bool read_access_chain(struct spirv_reader *r, const struct read_inst *inst);
/* OpPtrEqual, OpPtrNotEqual, OpPtrDiff. */
bool read_compare_pointers(struct spirv_reader *r, const struct read_inst *inst);
/* Sum and product, folded where they can be. Of i32 and i64. */
ir_ref read_add(struct spirv_reader *r, ir_ref a, ir_ref b);
ir_ref read_scale(struct spirv_reader *r, ir_ref a, uint32_t factor);
/* How what a pointer with leaves points to lies. */
struct read_layout read_layout_of(const struct read_value *pointer);

/* ---- graph.c: calls inlined, blocks found ---- */

/* A block of the graph: instructions first to last of an instance. */
struct read_part {
    struct read_instance *instance;
    uint32_t first;
    uint32_t last;                     /* The block's end, or a call. */
    uint32_t label;                    /* Id of the block that it is of. */
    const struct read_instance *after; /* The call that it begins behind; NULL: none. */
};

bool read_make_graph(struct spirv_reader *r);

/* ---- flow.c ---- */

/* What ir_structure_build calls; context is the reader. */
bool read_build_block(void *context, struct ir_builder *b, uint32_t block, ir_ref *selector);
bool read_build_edge(void *context, struct ir_builder *b, uint32_t from, uint32_t target);
bool read_build_graph(struct spirv_reader *r);

/* ---- reader.c ---- */

/* Is the shader still within max_insts? */
bool read_check_budget(struct spirv_reader *r, const struct read_inst *inst);
/* Of the module's own sections or a block. */
bool read_dispatch(struct spirv_reader *r, const struct read_inst *inst);

/* A scalar of an output that is kept elsewhere until the end. */
struct read_flush {
    struct read_variable *variable;
    uint32_t leaf;
};

struct read_state {
    struct read_decorations *decorations;
    struct read_full_type **types;              /* By id. */
    struct read_slot **globals;                 /* By id; NULL: not asked for yet. */
    struct read_variable **variables;           /* By id, of the module's. */
    BASE_ARRAY(struct read_variable *) used;    /* Of the module's, in the order of first use. */
    BASE_ARRAY(struct read_variable *) buffers; /* By the shader's buffers. */

    const struct read_inst *entry; /* OpEntryPoint. */
    struct read_function *entry_function;
    bool has_variable_pointers;
    uint32_t builtins[2][ir_builtin_count]; /* Outputs, inputs: index plus 1. */
    bool is_settled;                        /* Variables have been. */
    uint32_t max_insts;
    uint64_t leaves_left; /* Budget of scalars in values. */

    /* The graph. */
    BASE_ARRAY(struct ir_graph_block) blocks;
    BASE_ARRAY(struct read_part) parts;
    BASE_ARRAY(struct read_variable *) locals; /* Function variables. */
    BASE_ARRAY(struct read_flush) flushes;     /* What is stored where the entry point returns. */
    bool has_flushes;                          /* They are known. */
    struct ir_structure *structure;

    /* Where building is. */
    struct read_instance *instance; /* NULL: the module's own sections. */
    uint32_t block;
    bool has_failed; /* What a function without a result found. */
};

#endif
