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

/* How many distances of each kind there are. */
struct spirv_distances {
    uint8_t clip;
    uint8_t cull;
};

/* Sets of widths of floats. */
enum {
    SPIRV_FLOATS_16 = 1 << 0,
    SPIRV_FLOATS_32 = 1 << 1,
    SPIRV_FLOATS_64 = 1 << 2,
    SPIRV_FLOATS_ALL = SPIRV_FLOATS_16 | SPIRV_FLOATS_32 | SPIRV_FLOATS_64
};

/* How lanes read the others of their quad. */
enum spirv_quad {
    spirv_quad_auto,        /* The first of these that the target has in the stage. */
    spirv_quad_broadcast,   /* By quad operations of subgroups, from vulkan1.1 on. */
    spirv_quad_derivatives, /* By fine derivatives, in fragments. */
    spirv_quad_none,        /* Not at all: a shader that does is refused. */
    spirv_quad_count
};

struct spirv_write_options {
    enum spirv_target target;
    enum spirv_quad quad;
    bool no_names; /* Leaves OpName and OpMemberName out. */
    /* Bit 1 << location: the fragment output's integers have a sign, as a target of such a format
     * wants it. */
    uint64_t signed_outputs;
    /* The host has VK_KHR_fragment_shader_barycentric, without which no input can wrap. */
    bool has_barycentrics;
    /* Floats of which the host keeps NaN, infinities and the sign of zero, and denormals, where a
     * module asks for it (SPV_KHR_float_controls): sets of SPIRV_FLOATS_. The module asks for them
     * where it has such floats. */
    uint8_t keep_nan;
    uint8_t keep_denormals;
    /* Floats of which the host flushes denormals where a module asks for it, another such set. The
     * module asks where it has an fflush of the width, which then costs nothing, and does not ask
     * to keep them. Elsewhere fflush is written out. */
    uint8_t flush_denormals;
    /* fflush is left to what the host does with denormals. */
    bool denormals_are_hosts;
    /* Where the locations of patches begin, which are a row of their own in the IR and lie behind
     * those of vertices in modules; without has_patch_location SPIRV_PATCH_LOCATION. */
    bool has_patch_location;
    uint32_t patch_location;
    /* Clip and cull distances are arrays as long as the shader uses them, but at least so long:
     * both sides of an interface must have them alike. */
    struct spirv_distances least_inputs, least_outputs;
};

#define SPIRV_PATCH_LOCATION 64

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

/* ---- read/: modules to the IR ---- */

/* How the value of a specialization constant is given. */
enum spirv_constant_kind {
    spirv_constant_bits,  /* bits: the low bits of its type. */
    spirv_constant_whole, /* bits: a whole number, which becomes a float where the type is one. */
    spirv_constant_real   /* number, for floats alone. */
};

/* The value of a specialization constant, by its SpecId. */
struct spirv_constant {
    uint32_t id;
    uint64_t bits;
    enum spirv_constant_kind kind;
    double number;
};

struct spirv_read_options {
    const char *entry; /* Name of the entry point; NULL: the only one, or else "main". */
    bool has_stage;
    enum ir_stage stage; /* The entry point's, where has_stage. */
    const struct spirv_constant *constants;
    size_t constant_count;
    uint32_t max_insts; /* Of the IR, once calls are inlined; 0: 16 million. */
};

/* Do the bytes start with a module's magic number, of either byte order? */
bool spirv_is_module(const void *code, size_t size);
/* Reads one entry point of a module of either byte order. Any words are taken: what is wrong or
 * not supported is an error in diags with its word offset, and NULL. */
struct ir_shader *spirv_read(const uint32_t *words, size_t count,
                             const struct spirv_read_options *options, struct base_arena *arena,
                             struct base_diags *diags);
/* The module's entry points, for messages and for --reflect: false with errors. */
struct spirv_entry {
    const char *name;
    int model; /* SpvExecutionModel. */
};
bool spirv_list_entries(const uint32_t *words, size_t count, struct base_arena *arena,
                        struct spirv_entry **entries, uint32_t *entry_count,
                        struct base_diags *diags);

/* ---- tools.c: SPIRV-Tools, where the build has it ---- */

bool spirv_has_tools(void);
/* True if the validator takes the module for the target; else an error says what it found. Without
 * SPIRV-Tools an error QD_CODE_UNSUPPORTED. */
bool spirv_validate(const struct spirv_module *module, enum spirv_target target,
                    struct base_diags *diags);
/* The words of a module's text, by SPIRV-Tools' assembler for a universal version (1.0 to 1.6, as
 * minor 0 to 6). In the arena. */
bool spirv_assemble(const char *text, size_t size, unsigned minor, struct base_arena *arena,
                    struct spirv_module *module, struct base_diags *diags);
/* The module as text, with friendly names. False without SPIRV-Tools or for no module. */
bool spirv_disassemble(const struct spirv_module *module, struct base_text *out,
                       struct base_diags *diags);

#endif
