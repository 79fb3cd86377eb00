/* SPDX-License-Identifier: MIT
 *
 * The SPIR-V reader's parts. A module is cut into instructions (module.c); types and constants are
 * worked out (types.c, constants.c); the entry point's calls are inlined and its blocks go through
 * ir/structure.h (flow.c), which asks for each block's instructions in an order in which every
 * value is made before it is used. Each instruction goes to the family that its row in opcodes.def
 * names.
 *
 * A SPIR-V value is its scalars, in order: a matrix column by column, an array element by element,
 * a struct member by member. They are the value's leaves.
 */
#ifndef SPIRV_READ_READ_H
#define SPIRV_READ_READ_H

#include "ir/structure.h"
#include "spirv/spirv.h"

#include <spirv/unified1/GLSL.std.450.h>
#include <spirv/unified1/spirv.h>

struct spirv_reader;

/* An instruction of the module. */
struct read_inst {
    SpvOp op;
    uint32_t at;              /* Word offset in the module, for diagnostics. */
    uint32_t type;            /* Id of the result's type; 0 if it has none. */
    uint32_t id;              /* Of the result; 0 if it has none. */
    uint32_t count;           /* Words of operands, */
    const uint32_t *operands; /* after the result. */
};

/* ---- types ---- */

struct read_type {
    uint32_t id;
    SpvOp op; /* SpvOpTypeFloat and so on. */
    /* Of the scalar, or of the vector's or matrix's scalars. void for all else. */
    enum ir_type scalar;
    bool is_signed;
    uint32_t count;  /* Components, columns, elements (0: a runtime array), members. */
    uint32_t leaves; /* How many scalars a value has. Pointers: see struct read_pointer. */
    const struct read_type *element; /* Of vectors, matrices, arrays; what a pointer points to; the
                                      * image of a sampled image. */
    const struct read_type *const *members;
    const uint32_t *first_leaves; /* Of members: the leaves before each. */
    const uint32_t *filled;       /* Those members that have leaves, by index. */
    uint32_t filled_count;

    /* Explicit layout, in bytes. */
    uint32_t stride;                /* Of arrays. */
    const uint32_t *offsets;        /* Of members. */
    const uint32_t *matrix_strides; /* Of members that are matrices or arrays of them, else 0. */
    const bool *row_major;          /* Likewise. */

    SpvStorageClass storage; /* Of pointers. */

    /* Of images. */
    SpvDim dim;
    bool is_arrayed;
    bool is_multisampled;
    uint32_t sampled; /* 1: with a sampler, 2: without. */
    enum ir_texel texel;
    SpvImageFormat format;
};

/* NULL, with an error at inst, if id is no type. */
const struct read_type *read_get_type(struct spirv_reader *r, const struct read_inst *inst,
                                      uint32_t id);

/* ---- values ---- */

enum read_kind {
    read_kind_none,    /* Not made yet, or nothing that has a value. */
    read_kind_leaves,  /* Scalars, composites; pointers to storage, shared and physical memory. */
    read_kind_pointer, /* Other pointers: a variable and the way into it. memory.c's own. */
    read_kind_image    /* Images, samplers, sampled images: what is loaded from a descriptor. */
};

/* A descriptor: which images (or samplers) of the IR, and which element of their array. */
struct read_handle {
    uint32_t image;         /* Index in the shader's images; UINT32_MAX: a sampler alone. */
    ir_ref element;         /* i32; 0: the first. */
    uint32_t sampler;       /* Index in the shader's samplers; UINT32_MAX: none, or combined. */
    ir_ref sampler_element; /* i32; 0: the first. */
    bool is_non_uniform;
    bool is_coherent; /* By the variable's decorations. */
    bool is_volatile;
};

struct read_value {
    const struct read_type *type;
    enum read_kind kind;
    ir_ref *leaves; /* type->leaves of them. */
    const struct read_handle *handle;
    const void *pointer; /* memory.c's struct read_pointer. */
};

/* The value of an id; NULL, with an error at inst, if it has none of that kind. */
const struct read_value *read_get_value(struct spirv_reader *r, const struct read_inst *inst,
                                        uint32_t id);
const struct read_value *read_get_leaves(struct spirv_reader *r, const struct read_inst *inst,
                                         uint32_t id);
/* The only scalar of an id's value, 0 with an error. */
ir_ref read_get_scalar(struct spirv_reader *r, const struct read_inst *inst, uint32_t id);
/* A constant's bits, as OpConstant and OpSpecConstant have them. False with an error if the id is
 * no constant integer. */
bool read_get_constant(struct spirv_reader *r, const struct read_inst *inst, uint32_t id,
                       uint32_t *value);

/* The result of inst: room for its type's leaves, to be filled in. NULL with an error if its type
 * has none. The value is the id's once read_set_leaves is called. */
ir_ref *read_new_leaves(struct spirv_reader *r, const struct read_inst *inst,
                        const struct read_type **type);
void read_set_leaves(struct spirv_reader *r, const struct read_inst *inst, ir_ref *leaves);
void read_set_handle(struct spirv_reader *r, const struct read_inst *inst,
                     const struct read_handle *handle);

/* ---- memory, as atomics and array lengths need it ---- */

enum read_space { read_space_buffer, read_space_shared, read_space_global, read_space_other };

/* What a pointer points at. */
struct read_address {
    enum read_space space;
    uint32_t buffer;              /* Index in the shader's buffers. */
    ir_ref element;               /* i32. */
    ir_ref offset;                /* i32 bytes; global: i64 address. */
    uint32_t bits;                /* enum ir_memory_bits from decorations. */
    const struct read_type *type; /* What is there. */
};

/* Calls use for each buffer that the pointer may point into, within an if on which it is, and
 * merges the results: use returns leaves of the result's type, or NULL with an error. A pointer
 * into Function, Private or Output memory comes as read_space_other; then load and store through
 * read_load and read_store. */
bool read_for_address(struct spirv_reader *r, const struct read_inst *inst, uint32_t pointer,
                      ir_ref (*use)(struct spirv_reader *r, const struct read_inst *inst,
                                    const struct read_address *address, void *context),
                      void *context, ir_ref *result);
/* Scalars of pointee type through any pointer. */
bool read_load(struct spirv_reader *r, const struct read_inst *inst, uint32_t pointer,
               ir_ref *leaves);
bool read_store(struct spirv_reader *r, const struct read_inst *inst, uint32_t pointer,
                const ir_ref *leaves);
/* OpImageTexelPointer: keeps the image, the coordinates and the sample for the atomic to come. */
struct read_texel_pointer {
    const struct read_handle *handle;
    const struct read_type *image;
    const ir_ref *coordinates;
    uint32_t coordinate_count;
    ir_ref sample; /* i32. */
};
void read_set_texel_pointer(struct spirv_reader *r, const struct read_inst *inst,
                            const struct read_texel_pointer *pointer);
/* NULL, without an error, if the pointer is no such. */
const struct read_texel_pointer *read_get_texel_pointer(struct spirv_reader *r, uint32_t id);
/* The handle that a pointer to an image variable points to (as OpLoad would give). */
const struct read_handle *read_pointed_handle(struct spirv_reader *r, const struct read_inst *inst,
                                              uint32_t pointer);
/* The fragment input's component that a pointer points at, for InterpolateAt*: calls use for each
 * of the pointee's scalars with its imm for interp_*; with an index that is not constant, for every
 * element, and chooses. */
bool read_for_inputs(struct spirv_reader *r, const struct read_inst *inst, uint32_t pointer,
                     ir_ref (*use)(struct spirv_reader *r, enum ir_type type, uint32_t imm,
                                   void *context),
                     void *context, ir_ref *leaves);

/* ---- decorations ---- */

/* Is the id decorated so (NoContraction, NonUniform, RelaxedPrecision, FPRoundingMode ...)? literal
 * may be NULL; else its first operand. */
bool read_has_decoration(const struct spirv_reader *r, uint32_t id, SpvDecoration decoration,
                         uint32_t *literal);

/* ---- the reader ---- */

/* What families work on. The rest of the reader is reader.c's. */
struct spirv_reader {
    struct base_arena *arena;
    struct base_diags *diags;
    struct ir_builder b;
    struct ir_shader *shader;
    const struct spirv_read_options *options;
    struct read_module *module;
    struct read_state *state; /* Values by id, variables: values.c and memory.c. */
};

/* An error at an instruction. Returns false. */
BASE_PRINTF(4, 5)
bool read_fail(struct spirv_reader *r, const struct read_inst *inst, enum qd_code code,
               const char *format, ...);
/* "OpFoo is not supported" and why; QD_CODE_UNSUPPORTED. Returns false. */
bool read_unsupported(struct spirv_reader *r, const struct read_inst *inst, const char *why);

/* ---- families: opcodes.def says which takes which instruction. False with an error. ---- */

bool read_alu(struct spirv_reader *r, const struct read_inst *inst);       /* alu.c */
bool read_convert(struct spirv_reader *r, const struct read_inst *inst);   /* convert.c */
bool read_composite(struct spirv_reader *r, const struct read_inst *inst); /* composite.c */
bool read_matrix(struct spirv_reader *r, const struct read_inst *inst);    /* matrix.c */
bool read_glsl(struct spirv_reader *r, const struct read_inst *inst);      /* glsl.c: OpExtInst */
bool read_dot(struct spirv_reader *r, const struct read_inst *inst);       /* dot.c: integer dots */
bool read_image(struct spirv_reader *r, const struct read_inst *inst);     /* image.c */
bool read_atomic(struct spirv_reader *r, const struct read_inst *inst);    /* atomic.c */
bool read_barrier(struct spirv_reader *r, const struct read_inst *inst);   /* atomic.c */
bool read_group(struct spirv_reader *r, const struct read_inst *inst);     /* group.c */
bool read_derivative(struct spirv_reader *r, const struct read_inst *inst); /* group.c */
bool read_memory(struct spirv_reader *r, const struct read_inst *inst);     /* memory.c */
bool read_flow(struct spirv_reader *r, const struct read_inst *inst);       /* flow.c */

/* The scalar that an op of alu, convert or glsl gives for constant operands goes through the same
 * code: OpSpecConstantOp hands its operation to the family with the result's id, and the constants
 * that come out are folded. */

#endif
