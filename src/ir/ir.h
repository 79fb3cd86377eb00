/* SPDX-License-Identifier: MIT
 *
 * The intermediate representation: what every front end makes and every device takes. docs/ir.md
 * says what ops, merges, lane-crossing ops and undefined values mean and lists the invariants.
 *
 * A shader is one list of instructions in program order. Control is structured and stands in that
 * list as markers: if .. else .. endif (else is always there) and loop .. endloop. Values are SSA:
 * an instruction is its value, named by its index, an ir_ref. A value can be used from its place
 * to the end of the region that it stands in; what must outlive a region goes through a merge.
 */
#ifndef IR_IR_H
#define IR_IR_H

#include "base/base.h"

typedef uint32_t ir_ref; /* Index of an instruction; 0 is none. */

/* ---- types ---- */

enum ir_type {
    ir_type_void,
#define IR_TYPE(name, bits, kind, utype, stype) ir_type_##name,
#include "ir/types.def"
    ir_type_count
};

typedef uint8_t ir_type_id; /* enum ir_type, plus (components - 1) << 4. */

#define IR_VEC(type, components) ((ir_type_id)((unsigned)(type) | ((unsigned)(components)-1) << 4))

static inline enum ir_type
ir_type_scalar(ir_type_id type)
{
    return (enum ir_type)(type & 15);
}

static inline unsigned
ir_type_components(ir_type_id type)
{
    return (unsigned)(type >> 4) + 1;
}

unsigned ir_type_bits(ir_type_id type); /* Of one component; bool is 1, void 0. */
bool ir_type_is_int(ir_type_id type);   /* Scalar i8..i64. */
bool ir_type_is_float(ir_type_id type); /* Scalar f16..f64. */
const char *ir_type_name(enum ir_type type);

/* ---- ops ---- */

enum ir_op {
    ir_op_none,
#define ALU1(op, types, flags, value) ir_op_##op,
#define ALU2(op, types, flags, value) ir_op_##op,
#define ALU3(op, types, flags, value) ir_op_##op,
#define CMP2(op, types, flags, value) ir_op_##op,
#define CONV(op, to, from, flags, value) ir_op_##op,
#define OP(op, arity, result, a, b, c, flags, company) ir_op_##op,
#include "ir/ops.def"
    ir_op_count
};

enum ir_op_flags {
    IR_OP_NONE = 0,
    IR_OP_PURE = 1 << 0,
    IR_OP_READS = 1 << 1,
    IR_OP_COMM = 1 << 2,
    IR_OP_INEXACT = 1 << 3,
    IR_OP_IMM = 1 << 4,
    IR_OP_LIST = 1 << 5,
    IR_OP_CONTROL = 1 << 6,
    IR_OP_JUMP = 1 << 7
};

enum ir_company { ir_company_lane, ir_company_quad, ir_company_subgroup };

enum ir_class {
    ir_class_VOID,
    ir_class_BOOL,
    ir_class_I32,
    ir_class_I64,
    ir_class_UINT,
    ir_class_SINT,
    ir_class_BITS,
    ir_class_FLOAT,
    ir_class_NUM,
    ir_class_ANY,
    ir_class_VEC,
    ir_class_ANYVEC,
    ir_class_RESULT,
    ir_class_FIRST
};

struct ir_op_info {
    const char *name;
    uint8_t arity; /* Operands in arg[]; those of IR_OP_LIST ops are not counted. */
    uint8_t flags; /* enum ir_op_flags. */
    uint8_t company;
    uint8_t result;     /* enum ir_class. */
    uint8_t operand[3]; /* enum ir_class. */
};

extern const struct ir_op_info ir_op_infos[ir_op_count];

static inline bool
ir_op_has(enum ir_op op, unsigned flags)
{
    return (ir_op_infos[op].flags & flags) != 0;
}

/* May be dropped when nothing uses its value. */
static inline bool
ir_op_is_removable(enum ir_op op)
{
    return ir_op_has(op, IR_OP_PURE | IR_OP_READS) || op == ir_op_merge;
}

/* ir_op_none if there is no such op. */
enum ir_op ir_op_find(const char *name, size_t size);
/* Does the type belong to the class? RESULT and FIRST belong to none. */
bool ir_class_has(enum ir_class class, ir_type_id type);

/* ---- the shader ---- */

enum ir_stage {
    ir_stage_vertex,
    ir_stage_tess_control,
    ir_stage_tess_eval,
    ir_stage_geometry,
    ir_stage_fragment,
    ir_stage_compute,
    ir_stage_count
};

const char *ir_stage_name(enum ir_stage stage);

/* Flags of one instruction. */
enum ir_flags {
    IR_PRECISE = 1 << 0 /* Not contracted, not reassociated: every host gives these roundings. */
};

/* Operands come first in arg[]. An op with IR_OP_IMM has its immediate in arg[2]; const has the
 * low and high words of its bits in arg[0] and arg[1]. An op with IR_OP_LIST has the place of its
 * operands in the operand list in arg[0] and the list's length in words in arg[1]; a merge's list
 * is pairs of an edge and a value. Markers name their partners: see ir_partner. */
struct ir_inst {
    uint16_t op;     /* enum ir_op. */
    ir_type_id type; /* Of the result; ir_type_void if there is none. */
    uint8_t flags;   /* enum ir_flags. */
    uint32_t arg[3];
    ir_ref next;
    ir_ref prev;
};

/* What the stages call by a name of their own; builtins.def has a row for each. */
enum ir_builtin {
    ir_builtin_none,
#define IR_BUILTIN(name, in, out, type, components) ir_builtin_##name,
#include "ir/builtins.def"
    ir_builtin_count
};

/* Bit 1 << stage. */
enum ir_stage_bits {
    IR_STAGES_NONE = 0,
    IR_STAGES_VERTEX = 1 << ir_stage_vertex,
    IR_STAGES_TESS_CONTROL = 1 << ir_stage_tess_control,
    IR_STAGES_TESS_EVAL = 1 << ir_stage_tess_eval,
    IR_STAGES_GEOMETRY = 1 << ir_stage_geometry,
    IR_STAGES_TESS = IR_STAGES_TESS_CONTROL | IR_STAGES_TESS_EVAL,
    IR_STAGES_PRIMITIVES = IR_STAGES_TESS | IR_STAGES_GEOMETRY,   /* See several vertices. */
    IR_STAGES_VERTICES = IR_STAGES_VERTEX | IR_STAGES_PRIMITIVES, /* Before rasterization. */
    IR_STAGES_LAST = IR_STAGES_VERTEX | IR_STAGES_TESS_EVAL | IR_STAGES_GEOMETRY,
    IR_STAGES_FRAGMENT = 1 << ir_stage_fragment,
    IR_STAGES_COMPUTE = 1 << ir_stage_compute,
    IR_STAGES_ALL = (1 << ir_stage_count) - 1
};

struct ir_builtin_info {
    const char *name;
    uint8_t in_stages;  /* enum ir_stage_bits: stages that may have it as an input, */
    uint8_t out_stages; /* or as an output. */
    uint8_t type;       /* enum ir_type. */
    uint8_t components;
};

extern const struct ir_builtin_info ir_builtin_infos[ir_builtin_count];

const char *ir_builtin_name(enum ir_builtin builtin); /* "none" for none. */

enum ir_interp { ir_interp_perspective, ir_interp_linear, ir_interp_flat, ir_interp_count };

const char *ir_interp_name(enum ir_interp interp);

/* Where in the pixel an input is evaluated. sample makes the shader run once a sample. */
enum ir_sampling {
    ir_sampling_center,
    ir_sampling_centroid,
    ir_sampling_sample,
    ir_sampling_count
};

const char *ir_sampling_name(enum ir_sampling sampling);

/* An input or output: up to four components of one type at one location, or a built-in. Stages
 * meet by location and component. Values of 64 bits go as pairs of i32, low word first. */
struct ir_io {
    const char *name; /* For people; may be NULL. */
    enum ir_builtin builtin;
    uint32_t location;  /* Without a built-in. */
    uint32_t component; /* The first that it takes of its location; with components at most 4. */
    uint32_t index;     /* Of fragment outputs: 1 is the second source of blending. */
    enum ir_type type;  /* i32 or f32. */
    uint8_t components;
    enum ir_interp interp; /* Fragment inputs; flat for i32. */
    enum ir_sampling sampling;
    bool is_patch;  /* Of the patch, not of a vertex: tess_control's outputs, tess_eval's inputs. */
    uint8_t stream; /* Geometry outputs, 0 to 3. */
    /* What the guest calls it, for people; NULL: nothing. Not in the text form. */
    const char *semantic;
    uint32_t semantic_index;
    /* Fragment inputs, bit i for component i: differences between vertices larger than 0.5 are
     * brought into range by adding or subtracting 1 before the component is interpolated. */
    uint8_t wrap;
};

/* Which component of which input or output, as the immediate of load_input and store_output. */
static inline uint32_t
ir_io_imm(uint32_t index, uint32_t component)
{
    return index << 2 | component;
}

/* Has each vertex of the primitive its own, which load_vertex, store_vertex and load_output name?
 */
bool ir_io_is_per_vertex(enum ir_stage stage, bool is_input, const struct ir_io *io);

/* What a variable in memory says of all accesses through it. */
enum ir_access {
    IR_ACCESS_NONE = 0,
    IR_ACCESS_READ_ONLY = 1 << 0,
    IR_ACCESS_WRITE_ONLY = 1 << 1,
    IR_ACCESS_COHERENT = 1 << 2,
    IR_ACCESS_VOLATILE = 1 << 3
};

enum ir_buffer_kind { ir_buffer_uniform, ir_buffer_storage, ir_buffer_kind_count };

const char *ir_buffer_kind_name(enum ir_buffer_kind kind);

/* Buffers at one binding: count descriptors in a row, element 0 being the first. Accesses are by
 * byte; an access that does not lie whole in what is bound reads 0 or writes nothing. An element
 * outside of the array reads 0 and writes nothing too. */
struct ir_buffer {
    const char *name;
    uint32_t set;
    uint32_t binding;
    uint32_t size; /* uniform: as far as the shader reads, a multiple of 16. storage: 0. */
    enum ir_buffer_kind kind;
    uint32_t count; /* 0: as many as are bound. */
    uint8_t access; /* enum ir_access. */
};

/* The immediate of buffer and global accesses: the buffer's index in the low 16 bits, these bits,
 * and for atomics what they do: the op, see IR_ATOMIC. */
enum ir_memory_bits {
    IR_MEMORY_COHERENT = 1 << 16,
    IR_MEMORY_VOLATILE = 1 << 17,
    IR_MEMORY_NON_UNIFORM = 1 << 18 /* The element differs between the lanes of a group. */
};

/* What an atomic does, in the top eight bits of its immediate: an ALU2 op of the memory's value
 * and the operand (iadd, imin, umax, iand, fadd ...); copy exchanges; select compares and
 * exchanges: its operands are the value and, last, the comparator. The result is the value that
 * the memory had. Atomics are relaxed: order comes from barriers. */
#define IR_ATOMIC(op) ((uint32_t)(op) << 24)

static inline enum ir_op
ir_atomic_op(uint32_t imm)
{
    return (enum ir_op)(imm >> 24);
}

/* May an atomic do this op on this type? */
bool ir_atomic_has(enum ir_op op, enum ir_type type);
/* May reduce and the scans do this op on this type? */
bool ir_group_has(enum ir_op op, enum ir_type type);
/* What an op of reduce and the scans starts from: x op identity = x, for those that it has. */
uint64_t ir_group_identity(enum ir_op op, enum ir_type type);

/* The immediate of reduce and the scans: the op, and log2 of the lanes that are taken together;
 * 0 is the whole group. */
#define IR_GROUP(op, cluster_log2) ((uint32_t)(op) | (uint32_t)(cluster_log2) << 8)

/* The immediate of barrier. An execution scope holds lanes until all of that scope are there.
 * Memory semantics order this lane's accesses to the named memory, for that scope. */
enum ir_scope { ir_scope_none, ir_scope_subgroup, ir_scope_workgroup, ir_scope_device };

enum ir_barrier_bits {
    IR_BARRIER_ACQUIRE = 1 << 8,
    IR_BARRIER_RELEASE = 1 << 9,
    IR_BARRIER_BUFFER = 1 << 10, /* Uniform, storage and physical memory. */
    IR_BARRIER_SHARED = 1 << 11,
    IR_BARRIER_IMAGE = 1 << 12,
    IR_BARRIER_OUTPUT = 1 << 13
};

static inline uint32_t
ir_barrier_imm(enum ir_scope execution, enum ir_scope memory, uint32_t bits)
{
    return (uint32_t)execution | (uint32_t)memory << 4 | bits;
}

static inline enum ir_scope
ir_barrier_execution(uint32_t imm)
{
    return (enum ir_scope)(imm & 15);
}

static inline enum ir_scope
ir_barrier_memory(uint32_t imm)
{
    return (enum ir_scope)(imm >> 4 & 15);
}

/* Memory of one invocation that is indexed at run time. Reads outside give 0, writes outside are
 * dropped. With init it is constant: count elements' bits. */
struct ir_array {
    const char *name;
    enum ir_type type;
    uint32_t count;
    const uint64_t *init; /* NULL: starts as zeroes. */
};

enum ir_dim { ir_dim_1d, ir_dim_2d, ir_dim_3d, ir_dim_cube, ir_dim_buffer, ir_dim_count };

const char *ir_dim_name(enum ir_dim dim);

enum ir_image_kind {
    ir_image_combined, /* With its sampler. */
    ir_image_sampled,  /* Without one; texel fetches need none. dim buffer: a uniform texel buffer.
                        */
    ir_image_storage,  /* dim buffer: a storage texel buffer. */
    /* A colour target of the fragment shader, as it was before the fragment: dim 2d; fetch reads it
     * at the fragment's own place and layer. */
    ir_image_input,
    ir_image_kind_count
};

const char *ir_image_kind_name(enum ir_image_kind kind);

/* What texels are read as and written from. */
enum ir_texel {
    ir_texel_f32,
    ir_texel_i32, /* Signed integers; */
    ir_texel_u32, /* unsigned ones. Both are i32 in the IR. */
    ir_texel_i64, /* Storage images alone. */
    ir_texel_u64,
    ir_texel_count
};

const char *ir_texel_name(enum ir_texel texel);
enum ir_type ir_texel_type(enum ir_texel texel); /* f32, i32 or i64. */

/* SPIR-V's image formats, by its names in lower case; image_formats.def. */
enum ir_image_format {
#define IR_IMAGE_FORMAT(name) ir_image_format_##name,
#include "ir/image_formats.def"
    ir_image_format_count
};

const char *ir_image_format_name(enum ir_image_format format);

/* Images at one binding, count descriptors in a row. */
struct ir_image {
    const char *name;
    uint32_t set;
    uint32_t binding;
    enum ir_dim dim;
    enum ir_image_kind kind;
    enum ir_texel texel;
    enum ir_image_format format; /* Of storage images; unknown: by what is bound. */
    bool is_arrayed;
    bool is_multisampled;
    uint8_t access;      /* enum ir_access, of storage images. */
    uint32_t count;      /* 0: as many as are bound. */
    uint32_t attachment; /* input: the colour target's location. */
};

/* Colour targets are below this. */
#define IR_MAX_ATTACHMENTS 8

struct ir_sampler {
    const char *name;
    uint32_t set;
    uint32_t binding;
    uint32_t count; /* 0: as many as are bound. */
};

/* The immediate of image ops: the image's index in the low 12 bits; then, where a sampled image
 * meets a sampler, the sampler's index plus 1, or what an atomic does; then these bits. */
#define IR_MAX_IMAGES 4096
#define IR_MAX_SAMPLERS 255

static inline uint32_t
ir_imm_image(uint32_t imm)
{
    return imm & 0xfff;
}

/* The sampler's index plus 1; 0: the image's own. */
static inline uint32_t
ir_imm_sampler(uint32_t imm)
{
    return imm >> 12 & 0xff;
}

/* Of image_atomic. */
static inline enum ir_op
ir_imm_image_atomic(uint32_t imm)
{
    return (enum ir_op)(imm >> 12 & 0xff);
}

#define IR_IMAGE_SAMPLER(index) (((uint32_t)(index) + 1) << 12)
#define IR_IMAGE_ATOMIC(op) ((uint32_t)(op) << 12)

enum ir_image_bits {
    IR_SAMPLE_BIAS = 1 << 20,    /* Is added to the implicit level. */
    IR_SAMPLE_LOD = 1 << 21,     /* The level; of fetch and image_size also. */
    IR_SAMPLE_GRAD = 1 << 22,    /* The derivatives. */
    IR_SAMPLE_DREF = 1 << 23,    /* The value to compare with. */
    IR_IMAGE_COHERENT = 1 << 22, /* Of image_load, image_store and image_atomic. */
    IR_IMAGE_VOLATILE = 1 << 23, /* Likewise. */
    IR_IMAGE_OFFSET = 1 << 24,   /* In texels. */
    IR_SAMPLE_MIN_LOD = 1 << 25,
    IR_IMAGE_ELEMENT = 1 << 26,   /* Which of the image's descriptors. Without it, the first. */
    IR_SAMPLER_ELEMENT = 1 << 27, /* Which of the sampler's. */
    IR_GATHER_OFFSETS = 1 << 28,  /* Four offsets of two constants each. */
    IR_GATHER_COMPONENT = 1 << 29 /* Times 0 to 3: which component is gathered. */
    /* Bit 31, IR_IMAGE_NON_UNIFORM: an element differs between the lanes of a group. */
};

#define IR_IMAGE_NON_UNIFORM (UINT32_C(1) << 31)

static inline unsigned
ir_imm_gather_component(uint32_t imm)
{
    return imm >> 29 & 3;
}

/* Where the operands of an image op stand in its list: the index of the first of each kind, -1
 * where it has none. Their order in the list is that of the members. */
struct ir_image_operands {
    int8_t coordinates; /* 0, f32 for sample, gather and image_lod, i32 otherwise: as many as the
                         * dimension has (cube: 3 for sample, gather and image_lod, else x, y and
                         * face), and the layer of an arrayed image last (cube arrays, in i32: 6 *
                         * layer + face in place of the face). */
    int8_t dref;        /* f32. */
    int8_t lod;         /* Bias or level: f32 for sample, else i32. */
    int8_t grad_x;      /* f32, as many as the dimension has; cube 3. */
    int8_t grad_y;
    int8_t offset;  /* i32, as many as the dimension has. */
    int8_t offsets; /* i32, eight. */
    int8_t min_lod; /* f32. */
    int8_t sample;  /* i32, of multisampled images. */
    int8_t value;   /* image_store: four; image_atomic: one. Of the texel's type. */
    int8_t comparator;
    int8_t element; /* i32. */
    int8_t sampler_element;
    uint8_t coordinate_count;
    uint8_t dimensions; /* Of offsets and gradients. */
    uint8_t count;      /* Of all operands. */
};

bool ir_op_is_image(enum ir_op op);
bool ir_op_is_sampled(enum ir_op op);      /* Of images, by a sampler. */
bool ir_op_is_image_access(enum ir_op op); /* Of storage images' texels. */
bool ir_op_is_atomic(enum ir_op op);       /* Of buffers, shared or global memory. */
bool ir_op_writes_memory(enum ir_op op);   /* Of buffers, images or global memory. */
/* The bits that the op may have. */
uint32_t ir_image_bits_of(enum ir_op op);
/* For an image op with this immediate on this image. */
struct ir_image_operands ir_image_operands_of(enum ir_op op, const struct ir_image *image,
                                              uint32_t imm);
/* The type of operand i of those that stand as at says. */
enum ir_type ir_image_operand_type(enum ir_op op, const struct ir_image *image,
                                   const struct ir_image_operands *at, int i);
/* The type of the op's result. */
ir_type_id ir_image_result_type(enum ir_op op, const struct ir_image *image, uint32_t imm);

/* From the instruction first on, instructions came from this place of the source. */
struct ir_place {
    ir_ref first;
    uint32_t at; /* Line, from 1; or byte offset. */
};

enum ir_depth_layout {
    ir_depth_any,
    ir_depth_greater,
    ir_depth_less,
    ir_depth_unchanged,
    ir_depth_layout_count
};

const char *ir_depth_layout_name(enum ir_depth_layout layout);

/* What geometry shaders take and make, and what patches are cut into. */
enum ir_primitive {
    ir_primitive_points,
    ir_primitive_lines,
    ir_primitive_lines_adjacency,
    ir_primitive_triangles,
    ir_primitive_triangles_adjacency,
    ir_primitive_line_strip,
    ir_primitive_triangle_strip,
    ir_primitive_quads,
    ir_primitive_isolines,
    ir_primitive_count
};

const char *ir_primitive_name(enum ir_primitive primitive);
/* Vertices of a geometry shader's input; 0 if it can be none. */
unsigned ir_primitive_vertices(enum ir_primitive primitive);

enum ir_spacing {
    ir_spacing_equal,
    ir_spacing_fractional_even,
    ir_spacing_fractional_odd,
    ir_spacing_count
};

const char *ir_spacing_name(enum ir_spacing spacing);

#define IR_MAX_PATCH_VERTICES 32
#define IR_MAX_STREAMS 4

struct ir_shader {
    struct base_arena *arena;
    enum ir_stage stage;
    const char *name;

    BASE_ARRAY(struct ir_inst) insts; /* insts.data[0] is no instruction. */
    BASE_ARRAY(uint32_t) list;        /* Operand list. */
    ir_ref first;
    ir_ref last;
    ir_ref last_const; /* Constants and undefs all stand at the front, up to here. */

    BASE_ARRAY(struct ir_io) inputs;
    BASE_ARRAY(struct ir_io) outputs;
    BASE_ARRAY(struct ir_buffer) buffers;
    BASE_ARRAY(struct ir_array) arrays;
    BASE_ARRAY(struct ir_image) images;
    BASE_ARRAY(struct ir_sampler) samplers;

    uint32_t push_size; /* Bytes of push constants; loads past them give 0. */
    uint32_t
        shared_size; /* Bytes that a workgroup shares; accesses outside read 0 or do nothing. */
    bool shared_is_zeroed;
    uint32_t local_size[3]; /* compute. */

    /* Tessellation and geometry. */
    uint32_t output_vertices; /* tess_control: of its patch, 1 to IR_MAX_PATCH_VERTICES; geometry:
                                 most that an invocation emits. */
    uint32_t invocations;     /* geometry: for each primitive. */
    enum ir_primitive input_primitive;  /* geometry; tess_eval: triangles, quads, isolines. */
    enum ir_primitive output_primitive; /* geometry: points, line_strip, triangle_strip. */
    enum ir_spacing spacing;            /* tess_eval, as the next two. */
    bool is_clockwise;
    bool is_point_mode; /* A point for each vertex, no triangles or lines. */

    /* Fragments. */
    bool early_tests;
    enum ir_depth_layout depth_layout; /* What frag_depth is to the depth that it replaces. */
    bool is_sample_rate;               /* Runs once a sample, whatever the inputs say. */

    /* What the guest has and Vulkan has no word for, a line for people each: what was done instead,
     * and what the host has to bind or set for it. Changes nothing. */
    BASE_ARRAY(const char *) emulated;

    enum qd_place_kind place_kind;
    BASE_ARRAY(struct ir_place) places; /* By rising first. */

    uint32_t *uses; /* Counted by ir_count_uses; NULL when out of date. */

    /* Was an instruction of the op ever made? Those that were may be gone. What has nothing to do
     * for the ops that a shader has need not look for them. */
    bool has_op[ir_op_count];
    /* May there be an op whose operands are all known, or a value that is another's copy? What is
     * built in order has few, and the builder sees them. */
    bool may_simplify;
};

/* shader.c */

/* An empty shader in the arena. name is copied; NULL is "". */
struct ir_shader *ir_shader_create(struct base_arena *arena, enum ir_stage stage, const char *name);

static inline struct ir_inst *
ir_at(const struct ir_shader *shader, ir_ref ref)
{
    return &shader->insts.data[ref];
}

static inline enum ir_op
ir_op_of(const struct ir_shader *shader, ir_ref ref)
{
    return (enum ir_op)shader->insts.data[ref].op;
}

static inline ir_type_id
ir_type_of(const struct ir_shader *shader, ir_ref ref)
{
    return shader->insts.data[ref].type;
}

static inline ir_ref
ir_next(const struct ir_shader *shader, ir_ref ref)
{
    return shader->insts.data[ref].next;
}

static inline ir_ref
ir_prev(const struct ir_shader *shader, ir_ref ref)
{
    return shader->insts.data[ref].prev;
}

static inline uint32_t
ir_imm(const struct ir_shader *shader, ir_ref ref)
{
    return shader->insts.data[ref].arg[2];
}

/* A constant's bits. */
static inline uint64_t
ir_const_bits(const struct ir_shader *shader, ir_ref ref)
{
    const struct ir_inst *inst = &shader->insts.data[ref];

    return inst->arg[0] | (uint64_t)inst->arg[1] << 32;
}

/* Words of the operand list that one operand of an op takes. */
static inline uint32_t
ir_list_stride(enum ir_op op)
{
    return op == ir_op_merge ? 2 : 1;
}

/* Value operands, whatever the op: arg[] or the list; for a merge the values of its pairs. */
static inline uint32_t
ir_operand_count(const struct ir_shader *shader, ir_ref ref)
{
    const struct ir_inst *inst = ir_at(shader, ref);
    const enum ir_op op = (enum ir_op)inst->op;

    return ir_op_has(op, IR_OP_LIST) ? inst->arg[1] / ir_list_stride(op) : ir_op_infos[op].arity;
}

/* Where operand i stands. */
static inline uint32_t *
ir_operand_slot(const struct ir_shader *shader, ir_ref ref, uint32_t i)
{
    struct ir_inst *inst = ir_at(shader, ref);
    const enum ir_op op = (enum ir_op)inst->op;

    if (!ir_op_has(op, IR_OP_LIST))
        return &inst->arg[i];
    const uint32_t stride = ir_list_stride(op);
    return &shader->list.data[inst->arg[0] + i * stride + stride - 1];
}

static inline ir_ref
ir_operand(const struct ir_shader *shader, ir_ref ref, uint32_t i)
{
    return *ir_operand_slot(shader, ref, i);
}

void ir_set_operand(struct ir_shader *shader, ir_ref ref, uint32_t i, ir_ref value);

/* The marker that edge i of a merge comes from: the else or endif that ends the branch (for a
 * merge after endif); the loop (entry), a continue or the endloop (after loop); a break (after
 * endloop). As many as ir_operand_count. */
ir_ref ir_merge_edge(const struct ir_shader *shader, ir_ref merge, uint32_t i);

/* The next marker of the same construct: if -> else -> endif -> if; loop -> endloop -> loop;
 * break, continue -> their loop. */
ir_ref ir_partner(const struct ir_shader *shader, ir_ref marker);

/* Unlinks an instruction; its ref is not used again. */
void ir_remove(struct ir_shader *shader, ir_ref ref);
/* Makes an instruction and links it before at (0: at the end). Operands are the caller's to set. */
ir_ref ir_insert_before(struct ir_shader *shader, ir_ref at, enum ir_op op, ir_type_id type);

/* Fills shader->uses with how often each value is an operand. */
void ir_count_uses(struct ir_shader *shader);

static inline uint32_t
ir_use_count(const struct ir_shader *shader, ir_ref ref)
{
    return shader->uses[ref];
}

/* Where in the source an instruction came from; nowhere if that is not known. */
struct qd_place ir_place_of(const struct ir_shader *shader, ir_ref ref);

/* A copy that shares nothing with the shader. */
struct ir_shader *ir_clone(const struct ir_shader *shader, struct base_arena *arena);

/* Makes an instruction, already made, the constant of these bits, at the front of the list. */
void ir_become_const(struct ir_shader *shader, ir_ref ref, uint64_t bits);
/* A new constant or undef at the front of the list. */
ir_ref ir_insert_const(struct ir_shader *shader, enum ir_op op, enum ir_type type, uint64_t bits);

/* Does the sample or image_lod take its level from the quad's differences? Those of fragments
 * without a level or gradients do. */
bool ir_is_by_quad(const struct ir_shader *shader, ir_ref ref);

/* Does it store to buffers, images or global memory, or have atomics there? */
bool ir_writes_memory(const struct ir_shader *shader);

/* The largest company that an instruction of the shader asks for, and that instruction. */
enum ir_company ir_company_of(const struct ir_shader *shader, ir_ref *by);

/* ---- build.c, build_flow.c: making shaders ---- */

struct ir_builder_flow;

/* A power of two. */
#define IR_RECENT_CONSTS 32

/* Appends to a shader. After a jump nothing is appended until the region ends: what is built there
 * comes out as undefined values and is dropped. */
struct ir_builder {
    struct ir_shader *shader;
    bool is_dead;         /* After a jump. */
    uint32_t dead_scopes; /* Regions opened since. */
    uint32_t *const_slots;
    uint32_t const_slot_count;
    uint32_t const_count;
    ir_ref recent_consts[IR_RECENT_CONSTS]; /* Asked for before the hash is. */
    ir_ref undefs[ir_type_count];           /* 0: none yet. */
    struct ir_builder_flow *flow;           /* Open regions and variables; build_flow.c. */
};

void ir_builder_init(struct ir_builder *b, struct ir_shader *shader);

/* Instructions from here on come from this place of the source. */
void ir_build_place(struct ir_builder *b, uint32_t at);

ir_ref ir_build_const(struct ir_builder *b, enum ir_type type, uint64_t bits);
ir_ref ir_build_bool(struct ir_builder *b, bool value);
ir_ref ir_build_i32(struct ir_builder *b, uint32_t value);
ir_ref ir_build_f32(struct ir_builder *b, float value);
ir_ref ir_build_undef(struct ir_builder *b, ir_type_id type);

/* ALU1..3, CMP2 and select, by op: the result's type follows from the operands'. */
ir_ref ir_build_alu(struct ir_builder *b, enum ir_op op, const ir_ref *operands);
/* The same, of operands one by one: 0 is one that the op does not have. */
ir_ref ir_build_alu3(struct ir_builder *b, enum ir_op op, ir_ref x, ir_ref y, ir_ref z);
/* CONV rows and bitcast. A bitcast to the value's own type, or back, makes nothing new. */
ir_ref ir_build_convert(struct ir_builder *b, enum ir_op op, enum ir_type to, ir_ref value);
/* Any other op with operands in arg[]. */
ir_ref ir_build_op(struct ir_builder *b, enum ir_op op, ir_type_id type, ir_ref x, ir_ref y,
                   uint32_t imm);
/* vec, image ops, stores to buffers, atomics. */
ir_ref ir_build_list(struct ir_builder *b, enum ir_op op, ir_type_id type, const ir_ref *operands,
                     uint32_t count, uint32_t imm);

/* ir_build_fadd(b, x, y) and so on, one for each row. */
#define ALU1(op, types, flags, value)                                                              \
    static inline ir_ref ir_build_##op(struct ir_builder *b, ir_ref x)                             \
    {                                                                                              \
        return ir_build_alu3(b, ir_op_##op, x, 0, 0);                                              \
    }
#define ALU2(op, types, flags, value)                                                              \
    static inline ir_ref ir_build_##op(struct ir_builder *b, ir_ref x, ir_ref y)                   \
    {                                                                                              \
        return ir_build_alu3(b, ir_op_##op, x, y, 0);                                              \
    }
#define ALU3(op, types, flags, value)                                                              \
    static inline ir_ref ir_build_##op(struct ir_builder *b, ir_ref x, ir_ref y, ir_ref z)         \
    {                                                                                              \
        return ir_build_alu3(b, ir_op_##op, x, y, z);                                              \
    }
#define CMP2(op, types, flags, value) ALU2(op, types, flags, value)
#define CONV(op, to, from, flags, value)                                                           \
    static inline ir_ref ir_build_##op(struct ir_builder *b, enum ir_type type, ir_ref x)          \
    {                                                                                              \
        return ir_build_convert(b, ir_op_##op, type, x);                                           \
    }
#include "ir/ops.def"

static inline ir_ref
ir_build_bitcast(struct ir_builder *b, enum ir_type type, ir_ref x)
{
    return ir_build_convert(b, ir_op_bitcast, type, x);
}

/* Values of 64 bits from two words of 32, and the reverse. */
ir_ref ir_build_join(struct ir_builder *b, enum ir_type type, ir_ref low, ir_ref high);
void ir_build_split(struct ir_builder *b, ir_ref value, ir_ref words[2]);

static inline ir_ref
ir_build_select(struct ir_builder *b, ir_ref condition, ir_ref x, ir_ref y)
{
    return ir_build_alu3(b, ir_op_select, condition, x, y);
}

/* Of the first element: type at the byte offset of a buffer, by its index. */
static inline ir_ref
ir_build_load_buffer(struct ir_builder *b, enum ir_type type, uint32_t buffer, ir_ref offset)
{
    return ir_build_op(b, ir_op_load_buffer, (ir_type_id)type, offset, ir_build_i32(b, 0), buffer);
}

void ir_build_if(struct ir_builder *b, ir_ref condition);
void ir_build_else(struct ir_builder *b);
void ir_build_endif(struct ir_builder *b);
void ir_build_loop(struct ir_builder *b);
void ir_build_endloop(struct ir_builder *b);
/* Of the innermost loop. */
void ir_build_break(struct ir_builder *b);
void ir_build_continue(struct ir_builder *b);
void ir_build_return(struct ir_builder *b);
void ir_build_terminate(struct ir_builder *b);

/* Merges by hand, for front ends that have SSA already: straight after endif, loop or endloop.
 * Edges are added when their values are known. */
ir_ref ir_build_merge(struct ir_builder *b, ir_type_id type);
void ir_merge_add_edge(struct ir_shader *shader, ir_ref merge, ir_ref edge, ir_ref value);

/* Mutable variables, turned into SSA as they are read and written: merges appear by themselves at
 * joins and loop heads. A variable has a width, not a type: a read with another type than the last
 * write's is a bitcast. Until it is written it is undefined. */
uint32_t ir_build_variables(struct ir_builder *b, uint32_t count, unsigned bits); /* The first. */
ir_ref ir_build_read(struct ir_builder *b, uint32_t variable, enum ir_type type);
void ir_build_write(struct ir_builder *b, uint32_t variable, ir_ref value);

uint32_t ir_add_input(struct ir_shader *shader, const struct ir_io *io);
uint32_t ir_add_output(struct ir_shader *shader, const struct ir_io *io);
uint32_t ir_add_buffer(struct ir_shader *shader, const struct ir_buffer *buffer);
uint32_t ir_add_array(struct ir_shader *shader, const struct ir_array *array);
uint32_t ir_add_image(struct ir_shader *shader, const struct ir_image *image);
uint32_t ir_add_sampler(struct ir_shader *shader, const struct ir_sampler *sampler);
/* Once, whatever else says it. The text is copied. */
void ir_add_emulated(struct ir_shader *shader, const char *what);

/* ---- print.c, parse.c: the text form ---- */

void ir_print(const struct ir_shader *shader, struct base_text *out);
/* NULL with errors in diags. Verified before it is returned. */
struct ir_shader *ir_parse(struct base_arena *arena, const char *text, size_t size,
                           struct base_diags *diags);

/* ---- verify.c ---- */

/* True if every invariant of docs/ir.md holds; else errors QD_CODE_IR_INVALID say which not.
 * Running out of memory goes to the point that the diagnostics' arena catches at. */
bool ir_verify(const struct ir_shader *shader, struct base_diags *diags);

/* ---- fold.c ---- */

/* The bits that a value op gives for these operand bits; false for ops that have no such meaning,
 * and for IR_OP_INEXACT ones. types are those of the operands. */
bool ir_fold(enum ir_op op, enum ir_type type, const enum ir_type *types, const uint64_t *operands,
             uint64_t *result);

/* ---- opt_*.c, lower_*.c: passes ---- */

enum ir_pass_result { IR_PASS_UNCHANGED, IR_PASS_CHANGED, IR_PASS_FAILED };

/* Forwards copies, and bitcasts that undo each other, to their users. */
enum ir_pass_result ir_opt_copy_propagation(struct ir_shader *shader, struct base_diags *diags);
/* Replaces value ops on constants by constants. Keeps the control tree. */
enum ir_pass_result ir_opt_constant_folding(struct ir_shader *shader, struct base_diags *diags);
/* Removes instructions without effect whose values nobody uses. */
enum ir_pass_result ir_opt_dead_code(struct ir_shader *shader, struct base_diags *diags);
/* Removes merges all of whose values are one and the same. */
enum ir_pass_result ir_opt_trivial_merges(struct ir_shader *shader, struct base_diags *diags);
/* For every host: terminate becomes demote and return. */
enum ir_pass_result ir_lower_terminate(struct ir_shader *shader, struct base_diags *diags);
/* For hosts without demote: lanes are remembered and terminated where the shader ends. */
enum ir_pass_result ir_lower_demote(struct ir_shader *shader, struct base_diags *diags);

/* ---- pipeline.c ---- */

struct ir_pass {
    const char *name;
    enum ir_pass_result (*run)(struct ir_shader *shader, struct base_diags *diags);
};

/* The passes that every front end's output goes through. Ends with a NULL name. */
extern const struct ir_pass ir_pipeline_default[];

/* Runs the passes in order; verifies after each in debug builds. False after IR_PASS_FAILED. */
bool ir_run_pipeline(struct ir_shader *shader, const struct ir_pass *passes,
                     struct base_diags *diags);

#endif
