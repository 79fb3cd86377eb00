/* SPDX-License-Identifier: MIT
 *
 * A TGSI program as plain structs, as close to its text as can be: what the readers make and the
 * checker, the writers and the lowering take. Instructions and operands lie in flat arrays, so
 * that a million of them cost little; what few operands have lies in tables beside.
 */
#ifndef TGSI_PROGRAM_H
#define TGSI_PROGRAM_H

#include "tgsi/tgsi.h"

/* ---- tables.c: the words of the language ---- */

enum tgsi_op {
    tgsi_op_none,
#define TGSI_OP(name, dsts, min, max, dst, s0, s1, s2, s3, s4, stages, family, ir, flags, n11,     \
                n18, n24)                                                                          \
    tgsi_op_##name,
#include "tgsi/opcodes.def"
    tgsi_op_count
};

enum tgsi_family {
    tgsi_family_none,
#define TGSI_FAMILY(name) tgsi_family_##name,
#include "tgsi/families.def"
    tgsi_family_count
};

enum tgsi_file {
    tgsi_file_none,
#define TGSI_FILE(name, brackets, flags) tgsi_file_##name,
#include "tgsi/files.def"
    tgsi_file_count
};

/* One more than the semantic's number. */
enum tgsi_semantic {
    tgsi_semantic_none,
#define TGSI_SEMANTIC(name, location, count) tgsi_semantic_##name,
#include "tgsi/semantics.def"
    tgsi_semantic_count
};

enum tgsi_property {
    tgsi_property_none,
#define TGSI_PROPERTY(name, value, lowering) tgsi_property_##name,
#include "tgsi/properties.def"
    tgsi_property_count
};

/* One more than the target's number. */
enum tgsi_target {
    tgsi_target_none,
#define TGSI_TARGET(name, texel, dim, shape, layer, reference, level) tgsi_target_##name,
#include "tgsi/targets.def"
    tgsi_target_count
};

/* The sets of words, and the words' numbers in their sets: each set counts from 0. */
enum tgsi_words {
    tgsi_words_NUMBER, /* Of a property's value: a number, no word. */
#define TGSI_WORDS(set) tgsi_words_##set,
#include "tgsi/words.def"
    tgsi_words_count
};

enum tgsi_word {
#define TGSI_WORDS(set) tgsi_##set##_none = -1,
#define TGSI_WORD(set, name) tgsi_##set##_##name,
#include "tgsi/words.def"
};

/* How the words of an operand are read and written, or what register it has to be. */
enum tgsi_type {
    tgsi_type__,
    tgsi_type_f,   /* f32 */
    tgsi_type_i,   /* i32, signed */
    tgsi_type_u,   /* i32, unsigned */
    tgsi_type_d,   /* f64 in two words */
    tgsi_type_l,   /* i64 in two words */
    tgsi_type_any, /* Bits; modifiers are those of floats. */
    tgsi_type_samp,
    tgsi_type_view,
    tgsi_type_res,
    tgsi_type_image,
    tgsi_type_mem,
    tgsi_type_in,
    tgsi_type_out,
    tgsi_type_count
};

#define TGSI_MAX_SRCS 5
#define TGSI_MAX_OFFSETS 4

enum tgsi_op_flags {
    TGSI_OP_NONE = 0,
    TGSI_OP_TEXTURE = 1 << 0,
    TGSI_OP_OFFSETS = 1 << 1,
    TGSI_OP_MEMORY = 1 << 2,
    TGSI_OP_LABEL = 1 << 3,
    TGSI_OP_SWAP = 1 << 4,
    TGSI_OP_ALIAS = 1 << 5,
    TGSI_OP_JUMP = 1 << 6
};

/* Which opcodes have which numbers in tokens. */
enum tgsi_numbering {
    tgsi_numbering_2011, /* To 2012. */
    tgsi_numbering_18,   /* Mesa 18 to 23. */
    tgsi_numbering_24,
    tgsi_numbering_count
};

#define TGSI_NO_NUMBER (-1)

/* Sets of stages, as bits 1 << enum tgsi_word. */
enum tgsi_stages {
    TGSI_STAGES_FRAG = 1 << tgsi_processor_FRAG,
    TGSI_STAGES_GEOM = 1 << tgsi_processor_GEOM,
    TGSI_STAGES_GROUP = 1 << tgsi_processor_TESS_CTRL | 1 << tgsi_processor_COMP,
    TGSI_STAGES_VERT = 1 << tgsi_processor_VERT,
    TGSI_STAGES_TESS_CTRL = 1 << tgsi_processor_TESS_CTRL,
    TGSI_STAGES_TESS_EVAL = 1 << tgsi_processor_TESS_EVAL,
    TGSI_STAGES_COMP = 1 << tgsi_processor_COMP,
    TGSI_STAGES_PRIMITIVES = TGSI_STAGES_GEOM | TGSI_STAGES_TESS_CTRL | TGSI_STAGES_TESS_EVAL,
    TGSI_STAGES_VERTICES = TGSI_STAGES_VERT | TGSI_STAGES_PRIMITIVES,
    TGSI_STAGES_INPUTS = TGSI_STAGES_PRIMITIVES | TGSI_STAGES_FRAG, /* Of a stage before. */
    TGSI_STAGES_LAST = TGSI_STAGES_VERT | TGSI_STAGES_TESS_EVAL | TGSI_STAGES_GEOM,
    TGSI_STAGES_ALL = 0x3f
};

struct tgsi_op_info {
    const char *name;
    uint8_t dsts;
    uint8_t min_srcs;
    uint8_t max_srcs;
    uint8_t dst;                           /* enum tgsi_type. */
    uint8_t src[TGSI_MAX_SRCS];            /* enum tgsi_type. */
    uint8_t stages;                        /* enum tgsi_stages. */
    uint8_t family;                        /* enum tgsi_family. */
    uint8_t flags;                         /* enum tgsi_op_flags. */
    uint16_t ir;                           /* enum ir_op. */
    int16_t numbers[tgsi_numbering_count]; /* In tokens; TGSI_NO_NUMBER: none there. */
};

extern const struct tgsi_op_info tgsi_op_infos[tgsi_op_count];

enum tgsi_brackets { tgsi_brackets_ONE, tgsi_brackets_BUFFER, tgsi_brackets_VERTEX };

enum tgsi_file_flags {
    TGSI_FILE_READ = 1 << 0,
    TGSI_FILE_WRITE = 1 << 1,
    TGSI_FILE_DECLARED = 1 << 2,
    TGSI_FILE_RESOURCE = 1 << 3
};

struct tgsi_file_info {
    const char *name;
    uint8_t brackets; /* enum tgsi_brackets. */
    uint8_t flags;    /* enum tgsi_file_flags. */
};

extern const struct tgsi_file_info tgsi_file_infos[tgsi_file_count];

struct tgsi_semantic_info {
    const char *name;
    uint8_t location;
    uint8_t count; /* Of locations; 0: the semantic has none. */
};

extern const struct tgsi_semantic_info tgsi_semantic_infos[tgsi_semantic_count];

/* What the components of an input, an output or a system value are. What a built-in lacks is (0, 0,
 * 0, 1) of inputs, zeroes of system values. */
enum tgsi_form {
    tgsi_form_location,    /* Four floats. */
    tgsi_form_patch,       /* The same, of a patch. */
    tgsi_form_builtin,     /* Of an IR built-in. */
    tgsi_form_color,       /* A location; on the back that of BCOLOR, if that is asked for. */
    tgsi_form_fog,         /* A location; (x, 0, 0, 1). */
    tgsi_form_face,        /* x: 1.0 in front, -1.0 on the back. */
    tgsi_form_coord,       /* The window's, as the properties count them. */
    tgsi_form_depth,       /* z. */
    tgsi_form_stencil,     /* y. */
    tgsi_form_target,      /* A colour target. */
    tgsi_form_distance,    /* Clip distances, then cull distances. */
    tgsi_form_clip_vertex, /* What user clip planes are applied to; a location before a stage. */
    tgsi_form_less_base,   /* An index less where it began. */
    tgsi_form_block_size,
    tgsi_form_work_dim,
    tgsi_form_lane_mask,
    tgsi_form_nothing, /* Is written and not read. */
    tgsi_form_absent   /* Vulkan has no word for it: is not lowered. */
};

struct tgsi_place_info {
    uint8_t semantic; /* enum tgsi_semantic. */
    uint8_t file;     /* enum tgsi_file. */
    uint8_t stages;   /* enum tgsi_stages. */
    uint8_t form;     /* enum tgsi_form. */
    uint8_t builtin;  /* enum ir_builtin. */
    uint8_t count;    /* Of indices. */
};

/* What a register of that file and semantic is in a stage; NULL if it is nothing there. */
const struct tgsi_place_info *tgsi_find_place(enum tgsi_word processor, enum tgsi_file file,
                                              enum tgsi_semantic semantic);

enum tgsi_property_lowering {
    tgsi_property_lowering_HINT,
    tgsi_property_lowering_DEFAULT,
    tgsi_property_lowering_SETTING
};

struct tgsi_property_info {
    const char *name;
    uint8_t value;    /* enum tgsi_words. */
    uint8_t lowering; /* enum tgsi_property_lowering. */
};

extern const struct tgsi_property_info tgsi_property_infos[tgsi_property_count];

enum tgsi_target_texel {
    tgsi_target_texel_FILTERED,
    tgsi_target_texel_FETCHED,
    tgsi_target_texel_UNKNOWN
};

enum tgsi_target_shape {
    TGSI_TARGET_PLAIN = 0,
    TGSI_TARGET_ARRAY = 1 << 0,
    TGSI_TARGET_RECT = 1 << 1,
    TGSI_TARGET_SAMPLES = 1 << 2
};

/* Where an operand of a texture opcode stands: Y to W are the components' numbers. */
enum tgsi_place {
    tgsi_place_NONE,
    tgsi_place_Y,
    tgsi_place_Z,
    tgsi_place_W,
    tgsi_place_EXTRA /* x of the second source. */
};

struct tgsi_target_info {
    const char *name;
    uint8_t texel;     /* enum tgsi_target_texel. */
    uint8_t dim;       /* enum ir_dim. */
    uint8_t shape;     /* enum tgsi_target_shape. */
    uint8_t layer;     /* enum tgsi_place. */
    uint8_t reference; /* enum tgsi_place. */
    uint8_t level;     /* enum tgsi_place. */
};

extern const struct tgsi_target_info tgsi_target_infos[tgsi_target_count];

/* Does the texture opcode take the target: has all that it reads a place there? */
bool tgsi_op_takes_target(enum tgsi_op op, enum tgsi_target target);

/* What a text calls the opcode. */
const char *tgsi_op_name(enum tgsi_op op);

/* What a text of the dialect calls the target. */
const char *tgsi_target_name(enum tgsi_target target, enum tgsi_dialect dialect);

/* A word of a text. Its key is its first 16 bytes in upper case, the first in the lowest place:
 * words are found by it, whatever their case is. */
struct tgsi_span {
    const char *text;
    size_t size;
    uint64_t key[2];
};

struct tgsi_span tgsi_span_of(const char *text, size_t size);
enum tgsi_op tgsi_find_op(const struct tgsi_span *word); /* Without _SAT and the like. */
enum tgsi_file tgsi_find_file(const struct tgsi_span *word);
enum tgsi_semantic tgsi_find_semantic(const struct tgsi_span *word);
enum tgsi_property tgsi_find_property(const struct tgsi_span *word);
enum tgsi_target tgsi_find_target(const struct tgsi_span *word);
/* The word's number, -1 if the set has no such word. */
int tgsi_find_word(enum tgsi_words set, const struct tgsi_span *word);
const char *tgsi_word_name(enum tgsi_words set, int word);
bool tgsi_has_word(enum tgsi_words set, int word);

/* ---- the program ---- */

/* Registers of a file, or of one of its buffers, and buffers of a file: 0 to this. */
#define TGSI_MAX_INDEX 65535

/* Ids of arrays: 1 to this. */
#define TGSI_MAX_ARRAY 1023

enum tgsi_operand_flags {
    TGSI_OPERAND_NEGATE = 1 << 0,
    TGSI_OPERAND_ABSOLUTE = 1 << 1,     /* Before it is negated. */
    TGSI_OPERAND_TWO_BRACKETS = 1 << 2, /* dim is given. */
    TGSI_OPERAND_INDIRECT = 1 << 3,     /* The last bracket has an address. */
    TGSI_OPERAND_DIM_INDIRECT = 1 << 4, /* The first of two has. */
    TGSI_OPERAND_ARRAY = 1 << 5,        /* An array's id follows the brackets. */

    /* index is that of a tgsi_relative. */
    TGSI_OPERAND_RELATIVE = TGSI_OPERAND_INDIRECT | TGSI_OPERAND_DIM_INDIRECT | TGSI_OPERAND_ARRAY
};

/* A register with what stands beside it. */
struct tgsi_operand {
    uint8_t file;  /* enum tgsi_file. */
    uint8_t flags; /* enum tgsi_operand_flags. */
    /* Source: component i comes from bits 2i and 2i + 1. Destination: bit i writes component i.
     * Both: x is 0. */
    uint8_t select;
    uint8_t lines;   /* Below its instruction's; 255: that many or more, column is no use. */
    uint16_t column; /* 0: past 65535. */
    uint16_t dim;    /* The first of two brackets. */
    uint32_t index;  /* The register's, or of the tgsi_relative. */
};

#define TGSI_SELECT_ALL 0xe4 /* A source as it is: .xyzw. */
#define TGSI_MASK_ALL 0xf

/* The component of a source's register that is read as its component c. */
static inline unsigned
tgsi_select(const struct tgsi_operand *operand, unsigned c)
{
    return operand->select >> 2 * c & 3;
}

/* A register's component that is added to an index. */
struct tgsi_address {
    uint8_t file; /* enum tgsi_file. */
    uint8_t component;
    uint16_t index;
};

/* An operand's brackets where one has an address, or an array's id follows. */
struct tgsi_relative {
    int32_t index;               /* Of the register; added to address. */
    int32_t dim;                 /* The first of two brackets; added to dim_address. */
    struct tgsi_address address; /* With TGSI_OPERAND_INDIRECT. */
    struct tgsi_address dim_address;
    uint16_t array; /* The array's id. */
};

enum tgsi_inst_flags {
    TGSI_INST_SATURATE = 1 << 0,        /* To 0..1. */
    TGSI_INST_SATURATE_SIGNED = 1 << 1, /* To -1..1. */
    TGSI_INST_PRECISE = 1 << 2,
    TGSI_INST_PREDICATE = 1 << 3,     /* The last operand says which components are written: */
    TGSI_INST_PREDICATE_NOT = 1 << 4, /* those where it is zero. */
    TGSI_INST_ACCESS = 1 << 5,        /* A format or qualifiers follow the sources: see below. */
    TGSI_INST_LABEL = 1 << 6          /* A label that may be left out is given: see below. */
};

/* One instruction. Its operands lie one after the other: destinations, sources, texture offsets,
 * the access, the predicate, the label. An access to memory is an operand of no file: bits 1 <<
 * tgsi_qualifier_* of select are its qualifiers, index is the name of its format or 0. A label that
 * may be left out is one too: index is the instruction's number. */
struct tgsi_inst {
    uint16_t op;      /* enum tgsi_op. */
    uint16_t column;  /* 0: past 65535. */
    uint32_t line;    /* From 1; see is_tokens. */
    uint32_t operand; /* The first, in the program's operands; of a CAL its label. */
    uint8_t flags;    /* enum tgsi_inst_flags. */
    uint8_t target;   /* enum tgsi_target. */
    uint8_t srcs;
    uint8_t offsets;
};

enum tgsi_decl_flags {
    TGSI_DECL_TWO_BRACKETS = 1 << 0, /* dim is given, or the first bracket is empty. */
    TGSI_DECL_INVARIANT = 1 << 1,
    TGSI_DECL_LOCAL = 1 << 2,
    TGSI_DECL_STREAM = 1 << 3,
    TGSI_DECL_WRITABLE = 1 << 4, /* IMAGE: WR. */
    TGSI_DECL_RAW = 1 << 5,      /* IMAGE. */
    TGSI_DECL_ATOMIC = 1 << 6,   /* BUFFER. */
    TGSI_DECL_INTERP = 1 << 7    /* interp is given. */
};

struct tgsi_decl {
    uint8_t file;      /* enum tgsi_file. */
    uint8_t flags;     /* enum tgsi_decl_flags. */
    uint8_t mask;      /* Of the components in use, a hint. */
    uint8_t semantic;  /* enum tgsi_semantic. */
    uint8_t interp;    /* tgsi_interp_*. */
    uint8_t location;  /* tgsi_location_*. */
    uint8_t target;    /* enum tgsi_target: SVIEW, RES, IMAGE. */
    uint8_t memory;    /* tgsi_memory_*: MEMORY. */
    uint8_t texel[4];  /* tgsi_texel_*: SVIEW, RES. */
    uint8_t stream[4]; /* With TGSI_DECL_STREAM. */
    uint8_t wrap;      /* IN: bit i is CYLWRAP_X and so on of component i. */
    uint32_t first;
    uint32_t last;
    uint32_t dim;
    uint32_t semantic_index;
    uint32_t array;  /* The array's id; 0 is none. */
    uint32_t data;   /* IMMX: its first row in the program's rows. */
    uint32_t format; /* IMAGE: a name of the program. */
    uint32_t line;
    uint32_t column;
};

/* The words of a register that is known beforehand. */
struct tgsi_row {
    uint32_t words[4];
};

struct tgsi_immediate {
    struct tgsi_row row;
    uint32_t type; /* tgsi_immediate_*. */
};

struct tgsi_property_value {
    uint32_t property; /* enum tgsi_property. */
    int32_t value;
    uint32_t line;
    uint32_t column;
};

struct tgsi_program {
    struct base_arena *arena;
    enum tgsi_word processor;
    uint32_t line; /* Of the processor's name. */
    uint32_t column;
    struct qd_place end;       /* Where it ends without END; nowhere if it was not read. */
    enum tgsi_dialect dialect; /* Not auto. */
    bool is_tokens;            /* Lines are byte offsets of words. */
    BASE_ARRAY(struct tgsi_property_value) properties;
    BASE_ARRAY(struct tgsi_decl) decls;
    BASE_ARRAY(struct tgsi_immediate) immediates;
    BASE_ARRAY(struct tgsi_row) rows; /* Of IMMX. */
    BASE_ARRAY(struct tgsi_inst) insts;
    BASE_ARRAY(struct tgsi_operand) operands;
    BASE_ARRAY(struct tgsi_relative) relatives;
    struct base_names names; /* Of image formats. */
    /* What is declared, which tgsi_check() finds; NULL before that. */
    const struct tgsi_registers *registers;
};

static inline const struct tgsi_operand *
tgsi_dst(const struct tgsi_program *program, const struct tgsi_inst *inst, uint32_t i)
{
    return &program->operands.data[inst->operand + i];
}

static inline const struct tgsi_operand *
tgsi_src(const struct tgsi_program *program, const struct tgsi_inst *inst, uint32_t i)
{
    return &program->operands.data[inst->operand + tgsi_op_infos[inst->op].dsts + i];
}

/* With TGSI_OPERAND_RELATIVE. */
static inline const struct tgsi_relative *
tgsi_relative(const struct tgsi_program *program, const struct tgsi_operand *operand)
{
    return &program->relatives.data[operand->index];
}

static inline const struct tgsi_operand *
tgsi_offset(const struct tgsi_program *program, const struct tgsi_inst *inst, uint32_t i)
{
    return tgsi_src(program, inst, inst->srcs + i);
}

/* With TGSI_INST_ACCESS. */
static inline const struct tgsi_operand *
tgsi_access(const struct tgsi_program *program, const struct tgsi_inst *inst)
{
    return tgsi_offset(program, inst, inst->offsets);
}

/* With TGSI_INST_PREDICATE. */
static inline const struct tgsi_operand *
tgsi_predicate(const struct tgsi_program *program, const struct tgsi_inst *inst)
{
    return tgsi_access(program, inst) + ((inst->flags & TGSI_INST_ACCESS) != 0);
}

/* How many sources an opcode takes: the dialects differ for some, and the fewer are the early
 * one's.
 */
static inline void
tgsi_op_sources(enum tgsi_op op, enum tgsi_dialect dialect, uint32_t *min, uint32_t *max)
{
    const struct tgsi_op_info *info = &tgsi_op_infos[op];

    *min = dialect == tgsi_dialect_final ? info->max_srcs : info->min_srcs;
    *max = dialect == tgsi_dialect_early ? info->min_srcs : info->max_srcs;
}

/* Of the two opcodes called LOAD, which one it is: the early one has its resource last. file is
 * that of the second source. Other opcodes stay. */
enum tgsi_op tgsi_op_of_dialect(enum tgsi_op op, enum tgsi_dialect dialect, enum tgsi_file file);
#define TGSI_NO_LABEL UINT32_MAX

/* The number of the instruction that CAL, or one with TGSI_INST_LABEL, names. */
static inline uint32_t
tgsi_label(const struct tgsi_program *program, const struct tgsi_inst *inst)
{
    if (tgsi_op_infos[inst->op].flags & TGSI_OP_LABEL)
        return inst->operand;
    if (!(inst->flags & TGSI_INST_LABEL))
        return TGSI_NO_LABEL;
    return (tgsi_predicate(program, inst) + ((inst->flags & TGSI_INST_PREDICATE) != 0))->index;
}

/* Where BRA goes, by its label or by the immediate that is its source; TGSI_NO_LABEL if it says
 * neither. (program.c) */
uint32_t tgsi_branch_target(const struct tgsi_program *program, const struct tgsi_inst *inst);

struct qd_place tgsi_inst_place(const struct tgsi_inst *inst);
struct qd_place tgsi_operand_place(const struct tgsi_inst *inst,
                                   const struct tgsi_operand *operand);

/* ---- registers.c: which declaration a register belongs to ---- */

struct tgsi_range {
    uint32_t dim;
    uint32_t first;
    uint32_t last;
    uint32_t decl;  /* In the program's declarations; of IMM none. */
    uint32_t reach; /* The range of the same dim, this one or before, with the greatest last. */
};

/* A file's declared registers by rising dim and first. Ranges may overlap: inputs and outputs may
 * be declared again for other components. */
struct tgsi_file_ranges {
    struct tgsi_range *ranges;
    uint32_t count;
    uint32_t before; /* Ranges of the files before, for who keeps something for each of all. */
};

struct tgsi_registers {
    struct tgsi_file_ranges files[tgsi_file_count];
    uint32_t count; /* Ranges of all files. */
};

/* In the program's arena. */
const struct tgsi_registers *tgsi_find_registers(const struct tgsi_program *program);

#define TGSI_NO_RANGE UINT32_MAX

static inline bool
tgsi_range_has(const struct tgsi_range *range, uint32_t dim, uint32_t index)
{
    return range->dim == dim && range->first <= index && index <= range->last;
}

uint32_t tgsi_registers_search(const struct tgsi_registers *registers, enum tgsi_file file,
                               uint32_t dim, uint32_t index, uint32_t *hint);

/* The range that has the register, as an index of its file's ranges; TGSI_NO_RANGE if none has.
 * hint is the range to look at first, and becomes the one found. */
static inline uint32_t
tgsi_registers_find(const struct tgsi_registers *registers, enum tgsi_file file, uint32_t dim,
                    uint32_t index, uint32_t *hint)
{
    const struct tgsi_file_ranges *ranges = &registers->files[file];

    if (*hint < ranges->count && tgsi_range_has(&ranges->ranges[*hint], dim, index))
        return *hint;
    return tgsi_registers_search(registers, file, dim, index, hint);
}

/* The first range of a buffer; TGSI_NO_RANGE if it has none. */
uint32_t tgsi_registers_first(const struct tgsi_registers *registers, enum tgsi_file file,
                              uint32_t dim);
/* Registers from 0 to the last that is declared of the buffer that begins with range first; 0 for
 * TGSI_NO_RANGE. */
uint32_t tgsi_registers_count(const struct tgsi_registers *registers, enum tgsi_file file,
                              uint32_t first);

/* The buffer that a register of a file belongs to, from its two brackets: 0 where the first bracket
 * counts vertices. */
static inline uint32_t
tgsi_file_dim(enum tgsi_file file, uint32_t dim)
{
    return tgsi_file_infos[file].brackets == tgsi_brackets_BUFFER ? dim : 0;
}

/* ---- routines.c: the main program and its subroutines ---- */

struct tgsi_routine {
    uint32_t first; /* Instructions: BGNSUB; the program's first, */
    uint32_t last;  /* ENDSUB; END. */
    uint32_t first_call;
    uint32_t call_count;
    uint32_t depth; /* Regions inside one another, and */
    uint64_t size;  /* instructions, with those of all that is called. */
};

struct tgsi_call {
    uint32_t inst;
    uint32_t callee; /* Of the routines. */
};

/* By rising place in the program; the first routine is the main program. */
struct tgsi_routines {
    BASE_ARRAY(struct tgsi_routine) list;
    BASE_ARRAY(struct tgsi_call) calls;
};

#define TGSI_NO_ROUTINE UINT32_MAX

/* A program may have this many instructions with copies of what it calls, or eight times as many as
 * without. */
#define TGSI_MIN_EXPANDED 200000

static inline bool
tgsi_is_call(enum tgsi_op op)
{
    return op == tgsi_op_CAL || op == tgsi_op_CALLNZ;
}

/* Of a program whose regions, routines and labels are good. False with an error where a subroutine
 * comes to call itself, or calls make too much. */
bool tgsi_find_routines(const struct tgsi_program *program, struct base_arena *arena,
                        struct base_diags *diags, struct tgsi_routines *routines);
/* The routine that the instruction belongs to; TGSI_NO_ROUTINE if there is none. */
uint32_t tgsi_routine_at(const struct tgsi_routines *routines, uint32_t inst);

/* ---- check_flow.c: regions, subroutines and labels ---- */

struct tgsi_flow_check;

/* In the program's arena. */
struct tgsi_flow_check *tgsi_check_flow_begin(const struct tgsi_program *program,
                                              struct base_diags *diags);
/* For each instruction without a destination, in order; of the program's array. */
void tgsi_check_flow(struct tgsi_flow_check *flow, const struct tgsi_inst *inst);
/* The IF, ELSE, BGNLOOP or SWITCH that is open; NULL if none is. */
const struct tgsi_inst *tgsi_check_flow_region(const struct tgsi_flow_check *flow);
void tgsi_check_flow_end(struct tgsi_flow_check *flow);

/* ---- number.c: numbers in text, whatever the locale ---- */

/* The float that the text is, rounded to nearest even; the text is a decimal number, a
 * hexadecimal one with a point or an exponent (0x1.8p1), inf or nan, with a sign or without, and
 * nothing else: false otherwise. */
bool tgsi_parse_f32(const char *text, size_t size, uint32_t *bits);
bool tgsi_parse_f64(const char *text, size_t size, uint64_t *bits);

#define TGSI_NUMBER_SIZE 40

/* The shortest decimal number that reads back to the same bits; inf and -inf. False for a NaN. */
bool tgsi_print_f32(uint32_t bits, char text[TGSI_NUMBER_SIZE]);
bool tgsi_print_f64(uint64_t bits, char text[TGSI_NUMBER_SIZE]);

#endif
