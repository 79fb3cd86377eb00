/* SPDX-License-Identifier: MIT
 *
 * What the tests of the SPIR-V writer share: a shader being built, and a look into modules.
 */
#ifndef SPIRV_TEST_H
#define SPIRV_TEST_H

#include "spirv/spirv.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <spirv/unified1/spirv.h>
#include <stdio.h>

struct spirv_test {
    struct base_arena arena;
    struct base_diags diags;
    struct ir_shader *shader;
    struct ir_builder b;
};

static inline void
spirv_test_init(struct spirv_test *t, enum ir_stage stage)
{
    base_diags_init(&t->diags, &t->arena, "test");
    t->shader = ir_shader_create(&t->arena, stage, "test");
    ir_builder_init(&t->b, t->shader);
}

/* A macro, because the frame that catches must outlive every allocation. */
#define SPIRV_TEST_START(t, stage)                                                                 \
    do {                                                                                           \
        base_arena_init(&(t)->arena, 0);                                                           \
        if (!BASE_ARENA_CATCH(&(t)->arena))                                                        \
            fail_msg("out of memory");                                                             \
        spirv_test_init(t, stage);                                                                 \
    } while (0)

static inline void
spirv_test_end(struct spirv_test *t)
{
    base_arena_finish(&t->arena);
}

/* What a shader of the stage must say. */
static inline void
spirv_test_set_stage(struct spirv_test *t)
{
    const enum ir_stage stage = t->shader->stage;

    if (stage == ir_stage_tess_control || stage == ir_stage_geometry)
        t->shader->output_vertices = 3;
    if (stage == ir_stage_tess_eval || stage == ir_stage_geometry)
        t->shader->input_primitive = ir_primitive_triangles;
    t->shader->invocations = stage == ir_stage_geometry;
}

static inline uint32_t
spirv_test_input(struct spirv_test *t, enum ir_type type, uint8_t components)
{
    const struct ir_io io = {.name = "in",
                             .location = t->shader->inputs.count,
                             .type = type,
                             .components = components,
                             .interp =
                                 type == ir_type_i32 ? ir_interp_flat : ir_interp_perspective};

    return ir_add_input(t->shader, &io);
}

static inline uint32_t
spirv_test_output(struct spirv_test *t, enum ir_type type, uint8_t components)
{
    const struct ir_io io = {.name = "out",
                             .location = t->shader->outputs.count,
                             .type = type,
                             .components = components};

    return ir_add_output(t->shader, &io);
}

static inline ir_ref
spirv_test_load(struct spirv_test *t, uint32_t input, uint32_t component)
{
    const enum ir_type type = t->shader->inputs.data[input].type;

    return ir_build_op(&t->b, ir_op_load_input, (ir_type_id)type, 0, 0,
                       ir_io_imm(input, component));
}

static inline void
spirv_test_store(struct spirv_test *t, uint32_t output, uint32_t component, ir_ref value)
{
    (void)ir_build_op(&t->b, ir_op_store_output, ir_type_void, value, 0,
                      ir_io_imm(output, component));
}

/* A component of an input of four floats, which is declared by the first call. */
static inline ir_ref
spirv_test_take(struct spirv_test *t, uint32_t component)
{
    if (t->shader->inputs.count == 0)
        spirv_test_input(t, ir_type_f32, 4);
    return spirv_test_load(t, 0, component);
}

/* Stores a float to an output of one, which is declared by the first call. */
static inline void
spirv_test_give(struct spirv_test *t, ir_ref value)
{
    if (t->shader->outputs.count == 0)
        spirv_test_output(t, ir_type_f32, 1);
    spirv_test_store(t, 0, 0, value);
}

static inline void
spirv_test_print_diags(struct spirv_test *t)
{
    struct base_text text;

    base_text_init(&text, &t->arena);
    for (uint32_t i = 0; i < t->diags.list.count; i++)
        base_diag_print_text(&t->diags.list.data[i], "test", &text);
    print_error("%s\n", base_text_string(&text));
}

static inline void
spirv_test_print_ir(struct spirv_test *t, const struct ir_shader *shader)
{
    struct base_text text;

    base_text_init(&text, &t->arena);
    ir_print(shader, &text);
    print_error("%s\n", base_text_string(&text));
}

/* Writes the shader, which must be good, and has the module validated. */
static inline struct spirv_module
spirv_test_write_as(struct spirv_test *t, const struct ir_shader *shader,
                    const struct spirv_write_options *options)
{
    struct spirv_module module = {NULL, 0};

    if (!ir_verify(shader, &t->diags) ||
        !spirv_write(shader, options, &t->arena, &module, &t->diags) ||
        (spirv_has_tools() && !spirv_validate(&module, options->target, &t->diags))) {
        spirv_test_print_ir(t, shader);
        spirv_test_print_diags(t);
        fail_msg("no good module for %s", spirv_target_name(options->target));
    }
    return module;
}

static inline struct spirv_module
spirv_test_write_shader(struct spirv_test *t, const struct ir_shader *shader,
                        enum spirv_target target)
{
    return spirv_test_write_as(t, shader, &(struct spirv_write_options){.target = target});
}

static inline struct spirv_module
spirv_test_write(struct spirv_test *t, enum spirv_target target)
{
    return spirv_test_write_shader(t, t->shader, target);
}

/* Where instruction n (from 0) with this opcode starts; 0 if there is none. */
static inline size_t
spirv_test_find(const struct spirv_module *module, SpvOp op, uint32_t n)
{
    for (size_t at = 5; at < module->count;) {
        const uint32_t length = module->words[at] >> SpvWordCountShift;

        assert_int_not_equal(length, 0);
        assert_true(at + length <= module->count);
        if ((module->words[at] & SpvOpCodeMask) == (uint32_t)op && n-- == 0)
            return at;
        at += length;
    }
    return 0;
}

static inline uint32_t
spirv_test_count(const struct spirv_module *module, SpvOp op)
{
    uint32_t count = 0;

    for (size_t at = 5; at < module->count; at += module->words[at] >> SpvWordCountShift)
        count += (module->words[at] & SpvOpCodeMask) == (uint32_t)op;
    return count;
}

/* Is there an instruction with this opcode whose first operands are these? */
static inline bool
spirv_test_has(const struct spirv_module *module, SpvOp op, const uint32_t *operands,
               uint32_t count)
{
    for (uint32_t n = 0; spirv_test_find(module, op, n); n++) {
        const size_t at = spirv_test_find(module, op, n);

        if ((module->words[at] >> SpvWordCountShift) > count &&
            memcmp(module->words + at + 1, operands, count * sizeof(*operands)) == 0)
            return true;
    }
    return false;
}

#define SPIRV_TEST_HAS(module, op, ...)                                                            \
    spirv_test_has(module, op, (const uint32_t[]){__VA_ARGS__},                                    \
                   (uint32_t)BASE_COUNT(((const uint32_t[]){__VA_ARGS__})))

#endif
