/* SPDX-License-Identifier: MIT */
#ifndef TGSI_TGSI_PRIV_H
#define TGSI_TGSI_PRIV_H

#include "tgsi/program.h"

/* ---- lex.c: the text, word by word ---- */

/* The words of a text repeat, so each is looked up once for each slot that it falls in. The first
 * 16 bytes of a word, in upper case, are its key. */
struct tgsi_memo {
    uint64_t key[2];
    uint16_t found; /* enum tgsi_op or enum tgsi_file. */
    uint16_t flags; /* enum tgsi_inst_flags. */
};

#define TGSI_OP_MEMOS 64
#define TGSI_FILE_MEMOS 16

/* Which dialects a text has shown something of that the other has not. */
enum tgsi_marks { TGSI_MARK_EARLY = 1 << 0, TGSI_MARK_FINAL = 1 << 1 };

struct tgsi_reader {
    const char *at;
    const char *end;
    const char *line_start;
    uint32_t line;
    struct tgsi_program *program;
    struct base_arena *arena;
    struct base_diags *diags;
    const char *text;
    const char *statement;           /* Where the one being read starts; NULL before the first. */
    enum tgsi_op last_op;            /* Of the statement before, if that was an instruction. */
    const struct tgsi_op_info *info; /* Whose operands are being read; else NULL. */
    uint32_t operand;                /* Which of them, from 0. */
    uint32_t need;                   /* How many there have to be. */
    enum tgsi_dialect dialect;       /* That was asked for. */
    unsigned marks;                  /* enum tgsi_marks. */
    struct tgsi_memo ops[TGSI_OP_MEMOS];
    struct tgsi_memo files[TGSI_FILE_MEMOS];
};

static inline bool
tgsi_is_space(char c)
{
    return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

/* In upper case, if it is part of a word; else 0. */
static inline unsigned char
tgsi_word_byte(char c)
{
    const unsigned char byte = (unsigned char)c;

    if ((unsigned char)((byte | 0x20) - 'a') < 26)
        return byte & 0xdf;
    return (unsigned char)(byte - '0') < 10 || byte == '_' ? byte : 0;
}

static inline bool
tgsi_is_digit(char c)
{
    return (unsigned char)(c - '0') < 10;
}

/* Is there something at the reader that is neither white space nor a control character? */
static inline bool
tgsi_is_at_text(const struct tgsi_reader *r)
{
    return r->at < r->end && (unsigned char)*r->at > ' ';
}

static inline void
tgsi_skip_space(struct tgsi_reader *r)
{
    const char *at = r->at;

    if (tgsi_is_at_text(r))
        return;
    for (; at < r->end && tgsi_is_space(*at); at++) {
        if (*at == '\n') {
            r->line++;
            r->line_start = at + 1;
        }
    }
    r->at = at;
}

/* The next byte after white space; 0 at the end, and where the byte is 0. */
static inline char
tgsi_peek(struct tgsi_reader *r)
{
    tgsi_skip_space(r);
    return r->at < r->end ? *r->at : '\0';
}

/* Takes the byte, which is no white space and not 0, if it comes next. */
static inline bool
tgsi_accept(struct tgsi_reader *r, char c)
{
    tgsi_skip_space(r);
    if (r->at == r->end || *r->at != c)
        return false;
    r->at++;
    return true;
}

/* ---- words, eight bytes at a time ---- */

#define TGSI_BYTES(value) ((value)*UINT64_C(0x0101010101010101))

static inline unsigned
tgsi_count_low_zeros(uint64_t value)
{
#if defined(__GNUC__)
    return (unsigned)__builtin_ctzll(value);
#else
    unsigned count = 0;

    for (; !(value & 1); value >>= 1)
        count++;
    return count;
#endif
}

static inline uint64_t
tgsi_load_bytes(const char *text)
{
    const unsigned char *b = (const unsigned char *)text;

    return b[0] | (uint64_t)b[1] << 8 | (uint64_t)b[2] << 16 | (uint64_t)b[3] << 24 |
           (uint64_t)b[4] << 32 | (uint64_t)b[5] << 40 | (uint64_t)b[6] << 48 |
           (uint64_t)b[7] << 56;
}

/* How many of eight bytes, the first in the lowest place, are of a word, up to the first that is
 * not; key is these in upper case. All eight are looked at together: the high bit of a byte of a
 * sum says whether the byte of the operand, of seven bits, reached a bound. */
static inline unsigned
tgsi_scan_bytes(uint64_t bytes, uint64_t *key)
{
    const uint64_t low = bytes & TGSI_BYTES(0x7f);
    const uint64_t lower = low | TGSI_BYTES(0x20);
    const uint64_t letter = (lower + TGSI_BYTES(0x80 - 'a')) & ~(lower + TGSI_BYTES(0x7f - 'z'));
    const uint64_t digit = (low + TGSI_BYTES(0x80 - '0')) & ~(low + TGSI_BYTES(0x7f - '9'));
    const uint64_t line = ~((low ^ TGSI_BYTES('_')) + TGSI_BYTES(0x7f));
    const uint64_t in_word = (letter | digit | line) & ~bytes & TGSI_BYTES(0x80);
    const uint64_t ends = in_word ^ TGSI_BYTES(0x80);
    const uint64_t upper = bytes & ~((letter & ~bytes & TGSI_BYTES(0x80)) >> 2);

    if (!ends) {
        *key = upper;
        return 8;
    }
    const unsigned bits = tgsi_count_low_zeros(ends) - 7;
    *key = upper & ((UINT64_C(1) << bits) - 1);
    return bits / 8;
}

/* The slot of a word with that key. */
static inline struct tgsi_memo *
tgsi_memo_of(struct tgsi_memo *memos, uint32_t count, uint64_t key0, uint64_t key1)
{
    const uint64_t mixed = (key0 ^ key1 * 31) * UINT64_C(0x9e3779b97f4a7c15);

    return &memos[(mixed >> 32) & (count - 1)];
}

/* The word at the reader, which does not move; of size 0 if there is none. */
void tgsi_peek_word(struct tgsi_reader *r, struct tgsi_span *word);
/* Is it the name, which is in upper case? */
bool tgsi_word_is(const struct tgsi_span *word, const char *name);
/* Takes decimal digits. Saturates. False if there is none. */
bool tgsi_take_uint(struct tgsi_reader *r, uint32_t *value);
enum tgsi_file tgsi_file_of(struct tgsi_reader *r, const struct tgsi_span *word);
enum tgsi_target tgsi_target_of(struct tgsi_reader *r, const struct tgsi_span *word);
/* The opcode with what its suffixes say, of any word. */
enum tgsi_op tgsi_parse_op(const struct tgsi_span *word, uint8_t *flags);
/* The same, with what it tells of the dialect. */
enum tgsi_op tgsi_op_of(struct tgsi_reader *r, const struct tgsi_span *word, uint8_t *flags);

/* No part of the language. */
bool tgsi_is_stray(char c);
struct qd_place tgsi_reader_place(const struct tgsi_reader *r);

/* Of a byte in the reader's line, as operands and instructions keep it. */
static inline uint16_t
tgsi_column(const struct tgsi_reader *r, const char *at)
{
    const size_t column = (size_t)(at - r->line_start) + 1;

    return column <= UINT16_MAX ? (uint16_t)column : 0;
}

/* Reports what stands at the reader and what should; false. A byte that is no part of the language
 * is reported as that, whatever the code. */
bool tgsi_expected(struct tgsi_reader *r, enum qd_code code, const char *format, ...)
    BASE_PRINTF(3, 4);
/* Takes the byte; else an error. */
bool tgsi_expect(struct tgsi_reader *r, char c, const char *where);
/* Does "12:", which may stand before an instruction, come next, without white space? */
bool tgsi_has_number(const struct tgsi_reader *r);
/* The name of an image format; 0 if the word is none. */
uint32_t tgsi_intern_format(struct base_names *names, const char *word, size_t size);

/* ---- read_decl.c, read_inst.c, read_operand.c: false after an error ---- */

bool tgsi_read_declaration(struct tgsi_reader *r);
bool tgsi_read_immediate(struct tgsi_reader *r);
bool tgsi_read_property(struct tgsi_reader *r);
/* What comes behind the opcode. head has the opcode, its place, and what is known of the flags. */
bool tgsi_read_instruction(struct tgsi_reader *r, const struct tgsi_inst *head,
                           const struct tgsi_operand *predicate);
/* FILE and its brackets, as an operand of an instruction at that line. */
bool tgsi_read_register(struct tgsi_reader *r, uint32_t line, struct tgsi_operand *operand);
/* Operands of the instruction r->info, the number of which is r->operand; added to the program. */
bool tgsi_read_dst(struct tgsi_reader *r, uint32_t line);
bool tgsi_read_src(struct tgsi_reader *r, uint32_t line);
struct tgsi_operand *tgsi_add_operand(struct tgsi_reader *r);
bool tgsi_too_few_operands(struct tgsi_reader *r, const char *what);
/* count letters of a swizzle, 3 or 4. */
bool tgsi_read_swizzle(struct tgsi_reader *r, unsigned count, uint8_t *select);
bool tgsi_read_mask(struct tgsi_reader *r, uint8_t *mask);

/* ---- checker: what its files share ---- */

struct tgsi_check {
    const struct tgsi_program *program;
    struct base_diags *diags;
    const struct tgsi_registers *registers;
    uint32_t *hints; /* Of each file, for tgsi_registers_find(). */
    bool **used;     /* Of each file, for each range: does an instruction name a register of it? */
    unsigned styles; /* enum tgsi_check_styles: those met. */
};

enum tgsi_check_styles { TGSI_CHECK_TEX = 1 << 0, TGSI_CHECK_SAMPLE = 1 << 1 };

/* The declaration of a register that one number names, which counts as used; NULL if there is none,
 * or no number. */
const struct tgsi_decl *tgsi_check_find(struct tgsi_check *check,
                                        const struct tgsi_operand *operand, enum tgsi_file file);
/* Do the file's registers belong to a vertex, which the first bracket names? */
bool tgsi_check_has_vertices(const struct tgsi_program *program, enum tgsi_file file);
bool tgsi_check_has_two_brackets(const struct tgsi_program *program, enum tgsi_file file);
bool tgsi_check_is_whole(enum tgsi_semantic semantic); /* Not of a vertex. */
/* How a register is written, without its index. */
const char *tgsi_check_register_name(const struct tgsi_program *program, enum tgsi_file file,
                                     uint32_t dim);
void tgsi_check_declarations(struct tgsi_check *check); /* check_decl.c */
void tgsi_check_properties(struct tgsi_check *check);   /* check_properties.c */
/* Of instructions with a target, and of those with a view. (check_texture.c) */
void tgsi_check_texture(struct tgsi_check *check, const struct tgsi_inst *inst);
void tgsi_check_sample(struct tgsi_check *check, const struct tgsi_inst *inst);
void tgsi_check_memory(struct tgsi_check *check, const struct tgsi_inst *inst); /* check_memory.c */
void tgsi_check_pairs(struct tgsi_check *check, const struct tgsi_inst *inst);  /* check_pairs.c */

/* ---- lowering: what its files share ---- */

enum tgsi_storage_kind {
    tgsi_storage_none,
    tgsi_storage_variables, /* Of the builder. */
    tgsi_storage_values,    /* Made at the start, never changed. */
    tgsi_storage_rows,      /* Known. */
    tgsi_storage_array,     /* An IR array of i32. */
    tgsi_storage_buffer,    /* An IR buffer. */
    tgsi_storage_buffers,   /* One of several, which an address chooses. */
    tgsi_storage_io         /* The IR's inputs or outputs themselves. */
};

/* Where the registers of a range live. */
struct tgsi_storage {
    uint8_t kind;   /* enum tgsi_storage_kind. */
    uint32_t first; /* The register that stands at base. */
    uint32_t count; /* Registers of the array or buffer. */
    uint32_t base;  /* Variable, value or row of the first register; array or buffer. */
    uint32_t array; /* rows: the array of count registers from first on, for addresses. */
};

/* How an input is read: load_input, load_vertex of vertex x, or an interp op of x and y. */
struct tgsi_fetch {
    enum ir_op op;
    ir_ref x;
    ir_ref y;
};

/* Where the register of an operand lives. */
struct tgsi_location {
    uint8_t kind;  /* enum tgsi_storage_kind. */
    uint8_t file;  /* io: enum tgsi_file. */
    bool is_patch; /* io: its registers are of the patch, where there are both. */
    uint32_t base; /* Variable of x; array or buffer. */
    uint32_t word; /* array, buffer: the place of x. io: the register, or the first of those */
    uint32_t last; /* up to this that index may be. */
    ir_ref index;  /* The place, or register, as a value, if that is not known. */
    struct tgsi_fetch fetch; /* io. buffers: x is the buffer's number. */
    ir_ref *refs; /* values: of the components. rows: the same as f32, where they were made. */
    const struct tgsi_row *row; /* rows. */
    enum ir_type type;          /* rows: what the words were written as. */
};

/* Locations are below this. */
#define TGSI_MAX_LOCATIONS 64
#define TGSI_MAX_DISTANCES 8

/* How a range is accessed: the more, the higher. */
enum tgsi_access_kind {
    tgsi_access_direct,
    tgsi_access_in_array, /* By addresses, inside of the range. */
    tgsi_access_anywhere  /* By addresses, in the whole file or buffer. */
};

/* A register of IN, OUT or SV. */
struct tgsi_slot {
    const struct tgsi_decl *decl;        /* NULL: there is no such register. */
    const struct tgsi_place_info *place; /* NULL: an attribute of a vertex. */
    uint32_t index;                      /* Of the semantic. */
    /* Component c as the IR's inputs or outputs name it, plus 1; 0: it is none of them, or not
     * yet. */
    uint32_t imms[4];
};

/* An output that is a register's too: of four components. */
struct tgsi_copy {
    uint32_t io;
    uint32_t reg;
};

/* Which registers of textures: those of TEX with their samplers, and of SAMPLE views and samplers
 * apart. */
enum tgsi_slots { tgsi_slots_combined, tgsi_slots_views, tgsi_slots_samplers, tgsi_slots_count };

/* A register of these. */
struct tgsi_texture_slot {
    uint8_t first;   /* The register that its array of descriptors begins with, */
    uint8_t count;   /* and the array's length; 0: it stands alone. */
    uint32_t images; /* What it is read as, in the lowering's images, plus 1; 0: nothing yet. */
};

/* An image (or sampler) of the IR that a slot is read as. */
struct tgsi_image {
    uint32_t index;
    uint32_t next; /* The slot's next, plus 1. */
};

/* Bindings that LOAD and its like reach are below this. */
#define TGSI_MAX_BINDINGS TGSI_PARAMETERS

/* An image of the IR that a register of IMAGE is read as; others have other texels. */
struct tgsi_image_use {
    uint32_t image;
    uint32_t next; /* The register's next, plus 1. */
};

/* What accesses to memory have found and made. Bindings are those of tgsi.h. */
struct tgsi_memory {
    bool by_address[tgsi_file_count];      /* The file's registers are one array of descriptors. */
    bool is_written[TGSI_MAX_BINDINGS];    /* In arrays that of the first counts. */
    uint32_t sizes[TGSI_MAX_BUFFERS];      /* CONSTBUF: bytes that are read. */
    uint32_t buffers[TGSI_MAX_BINDINGS];   /* The IR's, plus 1. */
    uint32_t image_uses[TGSI_MAX_BUFFERS]; /* The first of each register, plus 1. */
    BASE_ARRAY(struct tgsi_image_use) uses;
    uint32_t array;    /* Of MEMORY, PRIVATE, plus 1. */
    uint32_t variable; /* Of loops of atomics, plus 1. */
};

struct tgsi_lowering {
    struct ir_builder b;
    const struct tgsi_program *program;
    const struct tgsi_lower_options *options;
    struct base_arena *arena;
    struct base_diags *diags;
    struct ir_shader *shader;

    const struct tgsi_registers *registers;
    uint32_t hints[tgsi_file_count];
    uint8_t *access[tgsi_file_count];              /* enum tgsi_access_kind of each range. */
    struct tgsi_storage *storage[tgsi_file_count]; /* Of each range. */

    const struct tgsi_property_value *properties[tgsi_property_count]; /* NULL: not given. */
    uint8_t *used[tgsi_file_count]; /* IN and SV: components that are read of each register. */
    struct tgsi_slot *slots[tgsi_file_count]; /* Of each register of IN, OUT and SV. */
    uint32_t *regs[tgsi_file_count];          /* Those that there are, rising; they are few. */
    uint32_t reg_counts[tgsi_file_count];
    ir_ref *values[tgsi_file_count];     /* IN and SV: four of each register. */
    ir_ref *row_refs;                    /* IMM: four of each register. */
    BASE_ARRAY(struct tgsi_copy) copies; /* Outputs. */
    BASE_ARRAY(uint32_t) zeroes;         /* Components of outputs that are always 0. */
    uint32_t point_size;                 /* Output of the default point size, plus 1. */
    uint32_t position;                   /* The same of the position. */
    uint32_t planes[2];                  /* The same of the distances to user clip planes. */
    uint32_t parameters;                 /* Buffer of struct tgsi_parameters, plus 1. */
    ir_ref own_vertex;                   /* TESS_CTRL: the vertex that this invocation makes. */
    struct tgsi_texture_slot *texture_slots[tgsi_slots_count]; /* NULL: none is read. */
    BASE_ARRAY(struct tgsi_image) images;
    uint32_t positions;                 /* IR array of sample positions, plus 1. */
    uint32_t targets[TGSI_MAX_TARGETS]; /* IR image of each colour target that is read, plus 1. */
    struct tgsi_memory *memory;         /* NULL: nothing accesses any. */

    bool has_graph; /* Control flow that needs a graph of blocks. */
    bool has_stack; /* PUSHA or POPA. */
    struct {
        uint32_t array;
        uint32_t depth; /* Variable: entries on it. */
    } stack;

    /* The instruction at hand. */
    const struct tgsi_inst *inst;
    const struct tgsi_op_info *info;
    const struct tgsi_operand *operands; /* Its sources. */
    struct tgsi_location srcs[TGSI_MAX_SRCS];
    unsigned mask; /* Components that it writes. */

    bool zero_wins; /* MUL_ZERO_WINS or LEGACY_MATH_RULES. */
};

/* ---- lower_scan.c: what a program needs, and all that is not lowered ---- */

bool tgsi_lower_scan(struct tgsi_lowering *l);
/* Notes that an instruction reads the operand. */
void tgsi_scan_src(struct tgsi_lowering *l, const struct tgsi_inst *inst,
                   const struct tgsi_operand *operand);

/* What an instruction of a family needs that only its file knows, or why it is not lowered. Called
 * for each of the family, in order, before anything is built; beside the family's functions. */
void tgsi_scan_texture(struct tgsi_lowering *l, const struct tgsi_inst *inst);
void tgsi_scan_sample(struct tgsi_lowering *l, const struct tgsi_inst *inst); /* And handle. */
void tgsi_scan_memory(struct tgsi_lowering *l, const struct tgsi_inst *inst); /* And barrier. */
void tgsi_scan_flow(struct tgsi_lowering *l, const struct tgsi_inst *inst);   /* And stack. */
void tgsi_scan_vertex(struct tgsi_lowering *l, const struct tgsi_inst *inst); /* And interp. */
void tgsi_scan_target(struct tgsi_lowering *l, const struct tgsi_inst *inst);

/* ---- lower_io.c: inputs, outputs and system values ---- */

/* Where the program's resources are bound: all of them in one set. */
uint32_t tgsi_lower_descriptor_set(const struct tgsi_lowering *l);
/* binding is one of tgsi.h's rows. */
uint32_t tgsi_lower_binding(const struct tgsi_lowering *l, uint32_t binding);
/* A word of struct tgsi_parameters, as a float. */
ir_ref tgsi_lower_parameter(struct tgsi_lowering *l, uint32_t word);
/* Of the framebuffer: width or height. */
ir_ref tgsi_lower_extent(struct tgsi_lowering *l, unsigned c);

void tgsi_lower_interface(struct tgsi_lowering *l);
/* Component c of a built-in input. */
ir_ref tgsi_lower_builtin(struct tgsi_lowering *l, enum ir_builtin builtin, unsigned c);
/* Component c of a register of IN or SV. */
ir_ref tgsi_lower_input(struct tgsi_lowering *l, enum tgsi_file file, uint32_t reg, unsigned c,
                        const struct tgsi_fetch *fetch);
/* Where the shader ends. */
void tgsi_lower_store_outputs(struct tgsi_lowering *l);
/* Outputs of one stream of a geometry shader; of stream 0 of all others. */
void tgsi_lower_store_stream(struct tgsi_lowering *l, uint32_t stream);

/* The register of OUT that has the semantic; NULL if none has. */
const struct tgsi_slot *tgsi_find_output(const struct tgsi_lowering *l, enum tgsi_semantic semantic,
                                         uint32_t index);

/* ---- lower_values.c: what is made of other values ---- */

/* Component c of a form that is no input itself; 0 if it has none. */
ir_ref tgsi_lower_value(struct tgsi_lowering *l, const struct tgsi_slot *slot, unsigned c);

/* ---- lower_clip.c: distances, user clip planes, positions in the window ---- */

/* Which built-in's which component distance i of CLIPDIST is; ir_builtin_none: none. */
enum ir_builtin tgsi_find_distance(const struct tgsi_lowering *l, uint32_t i, unsigned *component);
void tgsi_lower_add_planes(struct tgsi_lowering *l);
void tgsi_lower_store_planes(struct tgsi_lowering *l);
/* Clip space's component c of a position in the window. */
ir_ref tgsi_lower_window_position(struct tgsi_lowering *l, const struct tgsi_location *location,
                                  unsigned c);

/* ---- lower_vertex.c: inputs and outputs of several vertices, and in other places ---- */

/* Are the file's registers the IR's own inputs and outputs, which are accessed where they are read
 * and written? */
bool tgsi_lower_is_io(const struct tgsi_lowering *l, enum tgsi_file file);
void tgsi_lower_locate_io(struct tgsi_lowering *l, const struct tgsi_operand *operand,
                          struct tgsi_location *location);
ir_ref tgsi_lower_load_io(struct tgsi_lowering *l, const struct tgsi_location *location, unsigned c,
                          enum ir_type type);
void tgsi_lower_store_io(struct tgsi_lowering *l, const struct tgsi_location *location, unsigned c,
                         ir_ref value);

/* ---- lower_settings.c: properties ---- */

/* The property's value, or what it is if it is not given. */
uint32_t tgsi_lower_property(const struct tgsi_lowering *l, enum tgsi_property property,
                             uint32_t absent);
/* Are values within what the IR has? After all properties are known. */
void tgsi_scan_settings(struct tgsi_lowering *l);
void tgsi_lower_settings(struct tgsi_lowering *l);
/* Does the rasterizer, and no other stage, take what this one makes? */
bool tgsi_lower_is_last(const struct tgsi_lowering *l);

/* ---- lower_images.c: registers of textures as images and samplers of the IR ---- */

/* The texture that an instruction reads. */
struct tgsi_texture {
    const struct tgsi_target_info *target;
    uint32_t imm;           /* Image and sampler, as in an image op's immediate. */
    ir_ref element;         /* Of the image's array; 0: it has none. */
    ir_ref sampler_element; /* Of the sampler's. */
    /* How many elements there are to choose from where one is not known. */
    uint8_t elements;
    uint8_t sampler_elements;
};

/* The declaration of a view; NULL if there is none. */
const struct tgsi_decl *tgsi_lower_find_view(struct tgsi_lowering *l, enum tgsi_file file,
                                             uint32_t reg);
/* Of a source that is a view, or a sampler with its texture. */
const struct tgsi_decl *tgsi_lower_view_decl(struct tgsi_lowering *l,
                                             const struct tgsi_operand *operand);
/* Finds fault with a view that has texels of several kinds, or integers that are compared. */
void tgsi_scan_texels(struct tgsi_lowering *l, const struct tgsi_inst *inst,
                      const struct tgsi_operand *operand, const struct tgsi_decl *view,
                      bool is_compared);
/* Notes what an operand that is a texture's register, or its handle, may reach. */
void tgsi_scan_slot(struct tgsi_lowering *l, enum tgsi_slots slots,
                    const struct tgsi_operand *operand, enum tgsi_target target);
/* What a source is: a sampler with its texture, a view, or a sampler to go with the view. */
void tgsi_lower_combined(struct tgsi_lowering *l, unsigned src, struct tgsi_texture *texture);
void tgsi_lower_view(struct tgsi_lowering *l, unsigned src, struct tgsi_texture *texture);
void tgsi_lower_sampler(struct tgsi_lowering *l, unsigned src, struct tgsi_texture *texture);

/* ---- lower_lookup.c: what the families of textures have in common ---- */

/* A component of what an op gives. */
ir_ref tgsi_lower_component(struct tgsi_lowering *l, ir_ref vector, unsigned c);

/* Operands of an image op; 0 are those that it does not have. */
struct tgsi_lookup {
    struct tgsi_texture texture;
    struct tgsi_operand swizzle; /* Its select permutes the result. */
    uint32_t imm;                /* More of the immediate. */
    ir_ref coordinates[3];
    ir_ref layer;
    ir_ref reference;
    ir_ref level;
    ir_ref gradients[2][3];
    ir_ref offset[3];
    ir_ref offsets[8];
    ir_ref sample;
    ir_ref list[32]; /* All of them, as tgsi_build_image_op puts them. */
    uint32_t count;
};

ir_ref tgsi_build_image_op(struct tgsi_lowering *l, enum ir_op op, struct tgsi_lookup *lookup);
/* From source 0, by the target; divided if there is a divisor. */
void tgsi_lower_coordinates(struct tgsi_lowering *l, struct tgsi_lookup *lookup, ir_ref divisor);
void tgsi_lower_level(struct tgsi_lowering *l, struct tgsi_lookup *lookup, bool is_bias,
                      ir_ref level);
/* From sources first and the next. */
void tgsi_lower_gradients(struct tgsi_lowering *l, struct tgsi_lookup *lookup, unsigned first);
void tgsi_scan_offsets(struct tgsi_lowering *l, const struct tgsi_inst *inst,
                       enum tgsi_target target);
/* The rest of an instruction, from its operands to its destination. */
void tgsi_lower_sampled(struct tgsi_lowering *l, struct tgsi_lookup *lookup);
/* component: which one is gathered, if it is not known. */
void tgsi_lower_gather(struct tgsi_lowering *l, struct tgsi_lookup *lookup, ir_ref component,
                       unsigned known);
void tgsi_lower_fetch(struct tgsi_lowering *l, struct tgsi_lookup *lookup, ir_ref level);
void tgsi_lower_lod(struct tgsi_lowering *l, struct tgsi_lookup *lookup);
void tgsi_lower_size(struct tgsi_lowering *l, const struct tgsi_texture *texture, ir_ref level);
ir_ref tgsi_lower_samples(struct tgsi_lowering *l, const struct tgsi_texture *texture);

/* ---- lower_regs.c: registers ---- */

/* The range that an access by an address stays in; TGSI_NO_RANGE if that is not known. */
uint32_t tgsi_lower_find_array(struct tgsi_lowering *l, enum tgsi_file file,
                               const struct tgsi_relative *relative);
/* Adds an operand's address to what is read by numbers. */
ir_ref tgsi_lower_address(struct tgsi_lowering *l, const struct tgsi_address *address,
                          int32_t offset);
/* Gives all registers their place. */
void tgsi_lower_storage(struct tgsi_lowering *l);
void tgsi_lower_locate_register(struct tgsi_lowering *l, enum tgsi_file file, uint32_t dim,
                                uint32_t index, struct tgsi_location *location);
void tgsi_lower_locate(struct tgsi_lowering *l, const struct tgsi_operand *operand,
                       struct tgsi_location *location);
/* Component c of the register. */
ir_ref tgsi_lower_load(struct tgsi_lowering *l, const struct tgsi_location *location, unsigned c,
                       enum ir_type type);
void tgsi_lower_store(struct tgsi_lowering *l, const struct tgsi_location *location, unsigned c,
                      ir_ref value);

/* ---- lower_operands.c: what the families read and write ---- */

/* Component c of source i, with swizzle and modifiers, of the type in the opcode's row. */
ir_ref tgsi_lower_src(struct tgsi_lowering *l, unsigned i, unsigned c);
/* The same as f32 or i32, whatever the row says. */
ir_ref tgsi_lower_src_as(struct tgsi_lowering *l, unsigned i, unsigned c, enum ir_type type);
/* Components xy (pair 0) or zw of source i as the type of 64 bits in the opcode's row. */
ir_ref tgsi_lower_src_pair(struct tgsi_lowering *l, unsigned i, unsigned pair);
/* Writes the enabled components, which l->mask has, of the destination. */
void tgsi_lower_write(struct tgsi_lowering *l, const ir_ref values[4]);
/* The same of values of 64 bits for xy and zw. */
void tgsi_lower_write_pairs(struct tgsi_lowering *l, const ir_ref pairs[2]);
/* The same value to all enabled components of the second destination, which l->mask has then. */
void tgsi_lower_write_second(struct tgsi_lowering *l, ir_ref value);
/* The same value to all enabled components. */
void tgsi_lower_write_all(struct tgsi_lowering *l, ir_ref value);
/* What an opcode makes of one component of each of its sources. */
typedef ir_ref tgsi_component(struct tgsi_lowering *l, const ir_ref *s);
/* Makes each enabled component by one(), unless its sources are those of an earlier one, and writes
 * them. */
void tgsi_lower_each(struct tgsi_lowering *l, tgsi_component *one);

/* ---- lower.c ---- */

/* Makes it the instruction at hand. */
void tgsi_lower_begin_inst(struct tgsi_lowering *l, const struct tgsi_inst *inst);
void tgsi_lower_inst(struct tgsi_lowering *l, const struct tgsi_inst *inst);

/* ---- lower_flow.c, lower_graph.c, lower_stack.c ---- */

/* The condition of IF, BREAKC and their like, as a bool. */
ir_ref tgsi_lower_condition(struct tgsi_lowering *l);
/* All of a program that has_graph. */
void tgsi_lower_graph(struct tgsi_lowering *l);
/* Before anything uses the stack. */
void tgsi_lower_stack_begin(struct tgsi_lowering *l);

/* The greatest or the least of two floats. (lower_alu.c) */
ir_ref tgsi_lower_extreme(struct tgsi_lowering *l, const ir_ref *s, bool is_greatest);
/* x * y of floats; 0 times anything is 0 where the program says so. (lower_alu.c) */
ir_ref tgsi_lower_multiply(struct tgsi_lowering *l, ir_ref x, ir_ref y);
/* x / y, which is x times the inverse of y there. */
ir_ref tgsi_lower_divide(struct tgsi_lowering *l, ir_ref x, ir_ref y);
/* x < low ? low : x > high ? high : x, of floats: a NaN stays. (lower_alu.c) */
ir_ref tgsi_lower_clamp(struct tgsi_lowering *l, ir_ref x, ir_ref low, ir_ref high);

/* ---- lower_memory.c, lower_image.c: what LOAD and its like access ---- */

enum tgsi_space { tgsi_space_buffer, tgsi_space_shared, tgsi_space_private, tgsi_space_image };

/* The descriptor of a register: it may be one of an array. */
struct tgsi_descriptor {
    uint32_t binding; /* Of the first. */
    uint32_t count;
    ir_ref element;
};

/* A place in memory. */
struct tgsi_access {
    enum tgsi_space space;
    uint32_t index;  /* The IR's buffer, array or image. */
    uint32_t bits;   /* Of the immediate: qualifiers. */
    ir_ref element;  /* Of the descriptors. */
    ir_ref address;  /* In bytes. */
    bool is_counter; /* One word, whatever the mask. */

    /* Of images. */
    ir_ref coordinates[4];
    uint32_t components; /* That the format has. */
    enum ir_op op;       /* Of an atomic. */
    bool is_raw;         /* Its texels are words, and x was in bytes. */
    bool is_float;       /* An atomic's texels are f32. */
};

/* The operand that an instruction of family memory is applied to. */
const struct tgsi_operand *tgsi_memory_operand(const struct tgsi_lowering *l,
                                               const struct tgsi_inst *inst);
/* Which descriptor a register is, by its file's bracket for descriptors. */
void tgsi_lower_descriptor(struct tgsi_lowering *l, const struct tgsi_operand *operand,
                           struct tgsi_descriptor *descriptor);
/* Does STORE or an atomic, and so write memory? */
bool tgsi_op_writes_memory(enum tgsi_op op);

void tgsi_scan_image(struct tgsi_lowering *l, const struct tgsi_inst *inst,
                     const struct tgsi_operand *operand);
/* How what an operand names is accessed. */
struct tgsi_accessor {
    void (*open)(struct tgsi_lowering *l, const struct tgsi_operand *operand,
                 struct tgsi_access *access);
    void (*load)(struct tgsi_lowering *l, const struct tgsi_access *access);
    void (*store)(struct tgsi_lowering *l, const struct tgsi_access *access);
    void (*query)(struct tgsi_lowering *l, const struct tgsi_access *access);
};
extern const struct tgsi_accessor tgsi_image_accessor;

/* ---- lower_atomic.c ---- */

/* What family memory's atomics do there. */
void tgsi_lower_atomic(struct tgsi_lowering *l, const struct tgsi_access *access);
/* One atomic of an image; the rest is lower_image.c's. */
ir_ref tgsi_lower_image_atomic(struct tgsi_lowering *l, const struct tgsi_access *access,
                               enum ir_op op, ir_ref value, ir_ref comparator);

/* ---- lower_alu.c, lower_integer.c, lower_vector.c, lower_flow.c, lower_texture.c ---- */

/* One function for each family. */
#define TGSI_FAMILY(name) void tgsi_lower_##name(struct tgsi_lowering *l);
#include "tgsi/families.def"

#endif
