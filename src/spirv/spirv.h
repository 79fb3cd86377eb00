/* SPDX-License-Identifier: MIT
 *
 * SPIR-V modules: made from the IR, validated and shown by SPIRV-Tools.
 */
#ifndef SPIRV_SPIRV_H
#define SPIRV_SPIRV_H

#include "ir/ir.h"

/* The host's Vulkan version, which sets the SPIR-V version: 1.0 -> 1.0, 1.1 -> 1.3, 1.2 -> 1.5,
 * 1.3 -> 1.6. */
enum spirv_target {
    spirv_target_vulkan1_0,
    spirv_target_vulkan1_1,
    spirv_target_vulkan1_2,
    spirv_target_vulkan1_3,
    spirv_target_count
};

const char *spirv_target_name(enum spirv_target target); /* "vulkan1.0". */
/* Where not, ir_lower_demote must have run before spirv_write. */
bool spirv_target_has_demote(enum spirv_target target);

struct spirv_write_options {
    enum spirv_target target;
    bool no_names; /* Leaves OpName and OpMemberName out. */
};

struct spirv_module {
    const uint32_t *words;
    size_t count;
};

/* ---- write.c and beside ---- */

/* Writes the module of a verified shader. Words are in the arena. Word for word the same for the
 * same shader and options. False with errors in diags where the target has no word for
 * something. */
bool spirv_write(const struct ir_shader *shader, const struct spirv_write_options *options,
                 struct base_arena *arena, struct spirv_module *module, struct base_diags *diags);

/* ---- translate.c ---- */

/* The same for any verified shader: what the target has no word for is lowered first, in a copy. */
bool spirv_translate(const struct ir_shader *shader, const struct spirv_write_options *options,
                     struct base_arena *arena, struct spirv_module *module,
                     struct base_diags *diags);

/* ---- tools.c: SPIRV-Tools, where the build has it ---- */

bool spirv_has_tools(void);
/* True if the validator takes the module for the target; else an error says what it found. Without
 * SPIRV-Tools an error QD_CODE_UNSUPPORTED. */
bool spirv_validate(const struct spirv_module *module, enum spirv_target target,
                    struct base_diags *diags);
/* The module as text, with friendly names. False without SPIRV-Tools or for no module. */
bool spirv_disassemble(const struct spirv_module *module, struct base_text *out,
                       struct base_diags *diags);

#endif
