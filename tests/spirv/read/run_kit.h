/* SPDX-License-Identifier: MIT
 *
 * Modules from their text, read and run: one invocation in the interpreter, with buffers.
 */
#ifndef RUN_KIT_H
#define RUN_KIT_H

#include "spirv/spirv.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define KIT_BINDINGS 8
#define KIT_WORDS 64
#define KIT_IO_WORDS 256

struct kit {
    struct base_arena arena;
    struct base_diags diags;
};

/* A macro, because the frame that catches must outlive every allocation. */
#define KIT_START(kit)                                                                             \
    do {                                                                                           \
        base_arena_init(&(kit)->arena, 0);                                                         \
        if (!BASE_ARENA_CATCH(&(kit)->arena))                                                      \
            fail_msg("out of memory");                                                             \
        base_diags_init(&(kit)->diags, &(kit)->arena, "test");                                     \
    } while (0)

void kit_end(struct kit *kit);

/* The words of a text for SPIR-V 1.minor. Fails the test if it is none. */
struct spirv_module kit_assemble(struct kit *kit, const char *text, unsigned minor);
/* Reads a module. Whatever comes of it holds the IR's invariants, or has an error. */
struct ir_shader *kit_read(struct kit *kit, const struct spirv_module *module,
                           const struct spirv_read_options *options);
/* The same from a text that must be good. */
struct ir_shader *kit_read_text(struct kit *kit, const char *text, unsigned minor,
                                const struct spirv_read_options *options);

/* What an invocation sees. Buffers are at set 0, by their binding; those with a count are that many
 * in a row, of words / count words each. */
struct kit_memory {
    uint32_t buffers[KIT_BINDINGS][KIT_WORDS];
    uint32_t counts[KIT_BINDINGS]; /* 0: one. */
    uint32_t words[KIT_BINDINGS];  /* 0: KIT_WORDS. */
    uint32_t push[KIT_WORDS];
    uint32_t inputs[KIT_IO_WORDS];  /* By ir_io_imm. */
    uint32_t outputs[KIT_IO_WORDS]; /* Likewise. */
    bool is_helper;
    bool has_ended; /* Out: it was terminated, or is a helper. */
};

/* Where binding 7 lies in physical memory. */
#define KIT_ADDRESS UINT64_C(0x500000000)

/* Runs the shader as it is and after the passes: both must leave the same. */
void kit_run(struct kit *kit, struct ir_shader *shader, struct kit_memory *memory);

/* The first input or output that is the built-in, or is at the location and component. Fails the
 * test if there is none. */
uint32_t kit_find_builtin(const struct ir_shader *shader, bool is_input, enum ir_builtin builtin);
uint32_t kit_find_location(const struct ir_shader *shader, bool is_input, uint32_t location,
                           uint32_t component);

/* ---- the text that most modules begin with ---- */

/* A compute shader: capabilities and the like, decorations, declarations, functions. It has the
 * uints %u0 to %u9, ints %i0 to %i9, floats %f0 to %f4; words of binding 0 as %out, of binding 1 as
 * %in. */
#define KIT_MODULE(needs, decorations, globals, functions)                                         \
    "OpCapability Shader\n" needs "OpMemoryModel Logical GLSL450\n"                                \
    "OpEntryPoint GLCompute %main \"main\"\n"                                                      \
    "OpExecutionMode %main LocalSize 1 1 1\n" KIT_DECORATIONS decorations KIT_GLOBALS globals      \
        functions

#define KIT_DECORATIONS                                                                            \
    "OpDecorate %words ArrayStride 4\n"                                                            \
    "OpDecorate %block Block\n"                                                                    \
    "OpMemberDecorate %block 0 Offset 0\n"                                                         \
    "OpDecorate %out DescriptorSet 0\n"                                                            \
    "OpDecorate %out Binding 0\n"                                                                  \
    "OpDecorate %in DescriptorSet 0\n"                                                             \
    "OpDecorate %in Binding 1\n"

#define KIT_GLOBALS                                                                                \
    "%void = OpTypeVoid\n"                                                                         \
    "%fn = OpTypeFunction %void\n"                                                                 \
    "%bool = OpTypeBool\n"                                                                         \
    "%int = OpTypeInt 32 1\n"                                                                      \
    "%uint = OpTypeInt 32 0\n"                                                                     \
    "%float = OpTypeFloat 32\n"                                                                    \
    "%float2 = OpTypeVector %float 2\n"                                                            \
    "%float4 = OpTypeVector %float 4\n"                                                            \
    "%uint4 = OpTypeVector %uint 4\n"                                                              \
    "%true = OpConstantTrue %bool\n"                                                               \
    "%false = OpConstantFalse %bool\n"                                                             \
    "%u0 = OpConstant %uint 0\n"                                                                   \
    "%u1 = OpConstant %uint 1\n"                                                                   \
    "%u2 = OpConstant %uint 2\n"                                                                   \
    "%u3 = OpConstant %uint 3\n"                                                                   \
    "%u4 = OpConstant %uint 4\n"                                                                   \
    "%u5 = OpConstant %uint 5\n"                                                                   \
    "%u6 = OpConstant %uint 6\n"                                                                   \
    "%u7 = OpConstant %uint 7\n"                                                                   \
    "%u8 = OpConstant %uint 8\n"                                                                   \
    "%u9 = OpConstant %uint 9\n"                                                                   \
    "%i0 = OpConstant %int 0\n"                                                                    \
    "%i1 = OpConstant %int 1\n"                                                                    \
    "%i2 = OpConstant %int 2\n"                                                                    \
    "%i3 = OpConstant %int 3\n"                                                                    \
    "%im1 = OpConstant %int -1\n"                                                                  \
    "%f0 = OpConstant %float 0\n"                                                                  \
    "%f1 = OpConstant %float 1\n"                                                                  \
    "%f2 = OpConstant %float 2\n"                                                                  \
    "%f3 = OpConstant %float 3\n"                                                                  \
    "%f4 = OpConstant %float 4\n"                                                                  \
    "%words = OpTypeRuntimeArray %uint\n"                                                          \
    "%block = OpTypeStruct %words\n"                                                               \
    "%p_block = OpTypePointer StorageBuffer %block\n"                                              \
    "%p_word = OpTypePointer StorageBuffer %uint\n"                                                \
    "%out = OpVariable %p_block StorageBuffer\n"                                                   \
    "%in = OpVariable %p_block StorageBuffer\n"

#define KIT_MAIN "%main = OpFunction %void None %fn\n%entry = OpLabel\n"
#define KIT_RETURN "OpReturn\nOpFunctionEnd\n"

/* Stores a uint to word n of %out. */
#define KIT_OUT(n, value)                                                                          \
    "%o" #n " = OpAccessChain %p_word %out %u0 %u" #n "\nOpStore %o" #n " " value "\n"
/* Loads word n of %in as %wn. */
#define KIT_IN(n)                                                                                  \
    "%q" #n " = OpAccessChain %p_word %in %u0 %u" #n "\n%w" #n " = OpLoad %uint %q" #n "\n"

/* Reads and runs a compute module of these parts and compares the words that it writes. */
struct kit_case {
    const char *name;
    const char *text;
    unsigned minor;
    uint32_t in[8];
    uint32_t out[10];
};

void kit_run_cases(const struct kit_case *cases, size_t count);

#endif
