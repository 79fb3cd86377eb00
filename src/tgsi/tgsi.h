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

/* docs/tgsi.md's mapping, as far as callers meet it. Constant buffers have the bindings below
 * TGSI_FIRST_SAMPLER, samplers those from there on. */
#define TGSI_MAX_BUFFERS 32
#define TGSI_FIRST_SAMPLER TGSI_MAX_BUFFERS
#define TGSI_MAX_SAMPLERS 32

/* Locations between a vertex and a fragment shader: colours stand before all others. */
#define TGSI_COLOR_LOCATION 0
#define TGSI_BCOLOR_LOCATION 2
#define TGSI_FOG_LOCATION 4

struct tgsi_program; /* tgsi/program.h, for the folder's own files and its tests. */

/* ---- read_text.c ---- */

/* Reads a whole text. Syntax errors, unknown words and operand counts are found here: all of the
 * text's, not only the first. NULL if there was any. In the arena. */
struct tgsi_program *tgsi_read_text(struct base_arena *arena, const char *text, size_t size,
                                    struct base_diags *diags);

/* True if text may be TGSI: its first word is a processor. */
bool tgsi_is_text(const char *text, size_t size);

/* ---- check.c ---- */

/* Declarations, ranges, types, flow, stages: every rule that does not show while reading. True if
 * there is no error; warnings do not count. */
bool tgsi_check(const struct tgsi_program *program, struct base_diags *diags);

/* ---- write_text.c ---- */

/* The program as text that reads back to the same program, floats to the bit. */
void tgsi_write_text(const struct tgsi_program *program, struct base_text *out);

/* ---- lower.c and beside ---- */

struct tgsi_lower_options {
    const char *name;
    /* Vertex shaders that write no PSIZE write this one; 0 is none. */
    float default_point_size;
};

/* ir_stage_count for stages that are not lowered. */
enum ir_stage tgsi_stage(const struct tgsi_program *program);

/* A checked program as IR, in the arena, not yet through the pipeline. NULL with errors in diags
 * for what is valid and not lowered. */
struct ir_shader *tgsi_lower(const struct tgsi_program *program,
                             const struct tgsi_lower_options *options, struct base_arena *arena,
                             struct base_diags *diags);

#endif
