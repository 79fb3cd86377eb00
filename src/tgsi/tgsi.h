/* SPDX-License-Identifier: MIT
 *
 * TGSI, Gallium's shader language: text to plain instruction structs, the checker over these, and
 * the lowering to IR. docs/tgsi.md has the mapping of registers and semantics to Vulkan.
 */
#ifndef TGSI_TGSI_H
#define TGSI_TGSI_H

#include "ir/ir.h"

/* Most regions inside one another: SPIR-V's universal limit on nesting of structured control. */
#define TGSI_MAX_NESTING 1023

/* docs/tgsi.md's mapping, as far as callers meet it: bindings of a stage's descriptor set, each the
 * first of a row of consecutive ones, one for each register. Registers that are reached by an
 * address are one array, at the binding of the first. */
#define TGSI_MAX_BUFFERS 32
#define TGSI_MAX_SAMPLERS 32
#define TGSI_MAX_VIEWS 128
#define TGSI_FIRST_CONST 0      /* CONST[b], CONSTBUF[b]: uniform buffers. */
#define TGSI_FIRST_SAMPLER 32   /* SAMP[i] with its view, of TEX and its like. */
#define TGSI_FIRST_BUFFER 64    /* BUFFER[i]: storage buffers. */
#define TGSI_FIRST_IMAGE 96     /* IMAGE[i]: storage images, texel buffers. */
#define TGSI_FIRST_HWATOMIC 128 /* HWATOMIC[b]: storage buffers. */
#define TGSI_FIRST_VIEW 160     /* SVIEW[i], RES[i], of SAMPLE and its like: sampled images. */
#define TGSI_FIRST_SAMP 288     /* SAMP[i] of these: samplers. */
#define TGSI_GLOBAL_MEMORY 320  /* MEMORY, GLOBAL: a storage buffer. */
#define TGSI_INPUT_MEMORY 321   /* MEMORY, INPUT: a storage buffer. */
#define TGSI_PARAMETERS 322     /* A uniform buffer of struct tgsi_parameters. */
#define TGSI_MAX_FIRST_BINDING 0x7fffffff /* What an option may add to all of these. */
#define TGSI_FIRST_TARGET 323             /* FBFETCH of OUT's COLOR[i]: input attachments. */

/* What shaders need of the state around them, where tgsi_lower_options does not say. */
struct tgsi_parameters {
    float framebuffer[4];    /* Width, height, 0, 0. */
    float clip_planes[8][4]; /* User clip planes; a vertex is inside where the dot product >= 0. */
};

/* Locations between a vertex and a fragment shader: colours stand before all others. */
#define TGSI_COLOR_LOCATION 0
#define TGSI_BCOLOR_LOCATION 2
#define TGSI_FOG_LOCATION 4
#define TGSI_MAX_TARGETS 8
#define TGSI_MAX_PATCH 32 /* PATCH[i] has location i of a row of its own. */

/* Where the early dialect (about 2011) and the final one (Mesa 18 to 24) read a text differently.
 */
enum tgsi_dialect {
    tgsi_dialect_auto, /* Early if it uses what only that has and nothing of the other; else final.
                        */
    tgsi_dialect_early,
    tgsi_dialect_final,
    tgsi_dialect_count
};

struct tgsi_program; /* tgsi/program.h, for the folder's own files and its tests. */

/* ---- read_text.c ---- */

/* Zeroes are the defaults. */
struct tgsi_read_options {
    enum tgsi_dialect dialect;
};

/* Reads a whole text. Syntax errors, unknown words and operand counts are found here: all of the
 * text's, not only the first. NULL if there was any. In the arena. options may be NULL. */
struct tgsi_program *tgsi_read_text(struct base_arena *arena, const char *text, size_t size,
                                    const struct tgsi_read_options *options,
                                    struct base_diags *diags);

/* True if text may be TGSI: its first word is a processor. */
bool tgsi_is_text(const char *text, size_t size);

/* ---- read_tokens.c, write_tokens.c ---- */

/* Nothing in a token stream says who made it, and numbers and fields differ. */
enum tgsi_tokens {
    tgsi_tokens_18, /* Mesa 18 to 23. */
    tgsi_tokens_24,
    tgsi_tokens_2012,
    tgsi_tokens_virgl, /* As Mesa 18, but that stages have other numbers. */
    tgsi_tokens_count
};

/* Zeroes are the defaults. */
struct tgsi_token_options {
    enum tgsi_tokens layout;
};

/* Reads a whole stream of count words, or as many as it says that it has. Everything that is wrong
 * with words is found here: all of a stream's, not only the first. NULL if there was any. Places
 * are words from then on (base_diags_set_words), also those of the checker and the lowering. */
struct tgsi_program *tgsi_read_tokens(struct base_arena *arena, const uint32_t *words, size_t count,
                                      const struct tgsi_token_options *options,
                                      struct base_diags *diags);

/* The program as a stream that reads back to the same program. What the layout has no words for is
 * an error, at its place in the program. False if there was any. In the arena. */
bool tgsi_write_tokens(const struct tgsi_program *program, const struct tgsi_token_options *options,
                       struct base_arena *arena, const uint32_t **words, size_t *count,
                       struct base_diags *diags);

/* ---- check.c ---- */

/* Declarations, ranges, types, flow, stages: every rule that does not show while reading. True if
 * there is no error; warnings do not count. */
bool tgsi_check(struct tgsi_program *program, struct base_diags *diags);

/* ---- write_text.c ---- */

/* The program as text that reads back to the same program, floats to the bit. */
void tgsi_write_text(const struct tgsi_program *program, struct base_text *out);

/* ---- builder.c: programs made by calls. False with an error, and nothing is added. ---- */

struct qd_tgsi_declaration;
struct qd_tgsi_instruction;

/* Of immediates. */
enum tgsi_build_type {
    tgsi_build_f32,
    tgsi_build_u32,
    tgsi_build_i32,
    tgsi_build_f64,
    tgsi_build_u64,
    tgsi_build_i64
};

/* An empty program of a stage, in the arena. dialect is not auto. */
struct tgsi_program *tgsi_build_program(struct base_arena *arena, unsigned processor,
                                        enum tgsi_dialect dialect);
bool tgsi_build_declaration(struct tgsi_program *program,
                            const struct qd_tgsi_declaration *declaration,
                            struct base_diags *diags);
/* number is set to the immediate's. */
bool tgsi_build_immediate(struct tgsi_program *program, enum tgsi_build_type type,
                          const uint32_t words[4], uint32_t *number, struct base_diags *diags);
/* name: of the value, or NULL for value itself. */
bool tgsi_build_property(struct tgsi_program *program, const char *property, const char *name,
                         int32_t value, struct base_diags *diags);
bool tgsi_build_instruction(struct tgsi_program *program,
                            const struct qd_tgsi_instruction *instruction,
                            struct base_diags *diags);
uint32_t tgsi_build_count(const struct tgsi_program *program); /* Of instructions. */
bool tgsi_build_label(struct tgsi_program *program, uint32_t instruction, uint32_t label,
                      struct base_diags *diags);
/* Gives all of the program the places that it has in the text that tgsi_write_text() makes: lines,
 * without columns. */
void tgsi_build_places(struct tgsi_program *program);
/* ---- texels.c: which components a texture has, and what the host binds for them ---- */

enum tgsi_texels {
#define TGSI_TEXEL(name, holds, swizzle) tgsi_texels_##name,
#include "tgsi/texel_components.def"
    tgsi_texels_count
};

struct tgsi_texel_info {
    const char *name;
    uint8_t holds;
    const char *swizzle; /* Four of rgba01. */
};

extern const struct tgsi_texel_info tgsi_texel_infos[tgsi_texels_count];

/* NULL if there is no such row. */
const struct tgsi_texel_info *tgsi_find_texel(const char *name);

/* ---- lower.c and beside ---- */

/* Zeroes are the defaults. */
struct tgsi_lower_options {
    const char *name;
    /* Vertices that get no PSIZE get this one; 0 is none. */
    float default_point_size;
    bool has_set; /* set is the descriptor set; else it follows from the stage. */
    uint32_t set;
    uint32_t first_binding; /* Is added to all bindings. */
    /* State of the guest that its shaders go by. */
    bool flat_shade;           /* COLOR interpolation is CONSTANT. */
    bool two_side;             /* COLOR inputs are BCOLOR on the back. */
    bool clamp_vertex_color;   /* COLOR and BCOLOR outputs, to 0..1. */
    bool clamp_fragment_color; /* COLOR outputs of fragments. */
    uint32_t clip_planes;      /* Bit i: user clip plane i is on. */
    uint32_t color_targets;    /* That FS_COLOR0_WRITES_ALL_CBUFS writes; 0 is 1. */
    uint32_t framebuffer[2];   /* Width and height in pixels; 0: from tgsi_parameters. */
    uint32_t block_size[3];    /* Of compute shaders that fix none. */
    uint32_t shared_size;      /* Bytes of MEMORY, SHARED; 0: TGSI_SHARED_SIZE. */
};

#define TGSI_SHARED_SIZE 16384
#define TGSI_PRIVATE_SIZE 1024 /* Bytes of MEMORY, PRIVATE of an invocation. */

enum ir_stage tgsi_stage(const struct tgsi_program *program);

/* A checked program as IR, in the arena, not yet through the pipeline. NULL with errors in diags
 * for what is valid and not lowered. */
struct ir_shader *tgsi_lower(const struct tgsi_program *program,
                             const struct tgsi_lower_options *options, struct base_arena *arena,
                             struct base_diags *diags);

#endif
