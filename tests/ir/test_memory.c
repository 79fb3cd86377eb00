/* SPDX-License-Identifier: MIT
 *
 * Ops on images and memory: which there are, and their text form.
 */
#include "shaders.h"
#include "text_kit.h"

#include <cmocka.h>

/* ---- image ops ---- */

/* The op on the image, and the text form of it. True if the verifier takes it. */
static bool
check_image_op(const struct ir_image *image, enum ir_op op, uint32_t imm)
{
    struct base_arena arena;
    struct base_diags diags;
    struct ir_builder b;
    ir_ref operands[32];

    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena))
        fail_msg("ran out");
    struct ir_shader *shader = ir_shader_create(&arena, ir_stage_fragment, "images");
    ir_add_image(shader, &(struct ir_image){.count = 1});
    ir_add_image(shader, image);
    ir_add_sampler(shader, &(struct ir_sampler){.set = 1, .binding = 2, .count = 3});
    ir_builder_init(&b, shader);
    const struct ir_image_operands at = ir_image_operands_of(op, image, imm);
    for (uint8_t i = 0; i < at.count; i++)
        operands[i] = text_build_value(&b, (ir_type_id)ir_image_operand_type(op, image, &at, i));
    ir_build_list(&b, op, ir_image_result_type(op, image, imm), operands, at.count, imm);
    base_diags_init(&diags, &arena, "a.qir");
    const bool is_taken = ir_verify(shader, &diags);
    if (is_taken) {
        text_check_round(shader, &arena);
        text_check_same(ir_clone(shader, &arena), shader, &arena);
    }
    base_arena_finish(&arena);
    return is_taken;
}

/* Bits that the ops have, alone and together, on every kind of image. How many of each op there are
 * that the verifier takes is counted by hand: dimensions times kinds times bits. */
static uint32_t
count_image_ops(enum ir_op op)
{
    static const uint32_t bits[] = {
        0,
        IR_SAMPLE_BIAS,
        IR_SAMPLE_LOD,
        IR_SAMPLE_GRAD | IR_IMAGE_OFFSET | IR_SAMPLE_MIN_LOD,
        IR_SAMPLE_DREF | IR_SAMPLE_LOD,
        IR_IMAGE_ELEMENT | IR_IMAGE_NON_UNIFORM,
        IR_GATHER_OFFSETS | 3u * IR_GATHER_COMPONENT,
    };
    uint32_t count = 0;

    for (unsigned dim = 0; dim < ir_dim_count; dim++)
        for (unsigned kind = 0; kind < ir_image_kind_count; kind++)
            for (unsigned more = 0; more < 4; more++)
                for (uint32_t i = 0; i < BASE_COUNT(bits); i++) {
                    const struct ir_image image = {
                        .name = "image",
                        .set = 3,
                        .binding = 4,
                        .dim = (enum ir_dim)dim,
                        .kind = (enum ir_image_kind)kind,
                        .format = kind == ir_image_storage ? ir_image_format_r32f
                                                           : ir_image_format_unknown,
                        .is_arrayed = more & 1,
                        .is_multisampled = more & 2,
                        .access = kind == ir_image_storage ? IR_ACCESS_COHERENT : 0,
                        .count = 2,
                    };
                    const bool wants_sampler = kind != ir_image_combined && ir_op_is_sampled(op);
                    const uint32_t does = op == ir_op_image_atomic ? IR_IMAGE_ATOMIC(ir_op_fadd)
                                          : wants_sampler          ? IR_IMAGE_SAMPLER(0)
                                                                   : 0;

                    count += check_image_op(&image, op, 1 | does | bits[i]);
                }
    return count;
}

static void
test_image_ops(void **state)
{
    /* sample, gather, lod: combined and sampled of 1d, 2d, cube (arrayed or not) and 3d; gather of
     * 2d and cube. fetch: of 1d, 2d (arrayed, multisampled or not), 3d and, sampled, of buffers. */
    static const struct {
        enum ir_op op;
        uint32_t count;
    } rows[] = {
        {ir_op_sample, 2 * 7 * 6},        {ir_op_gather, 2 * 4 * 3},
        {ir_op_image_lod, 2 * 7 * 2},     {ir_op_fetch, 2 * (5 * 3 + 2 * 2) + 2},
        {ir_op_image_load, 10 * 2},       {ir_op_image_store, 10 * 2},
        {ir_op_image_atomic, 10 * 2},     {ir_op_image_levels, 2 * 7 * 2},
        {ir_op_image_samples, 3 * 2 * 2}, {ir_op_image_size, 2 * (7 * 3 + 2 * 2) + 2 + 10 * 2},
    };
    (void)state;

    for (size_t i = 0; i < BASE_COUNT(rows); i++)
        if (count_image_ops(rows[i].op) != rows[i].count)
            fail_msg("%s is taken %u times, expected %u", ir_op_infos[rows[i].op].name,
                     count_image_ops(rows[i].op), rows[i].count);
}

/* ---- stores to buffers and atomics ---- */

static void
check_atomics(struct ir_builder *b, enum ir_op op, enum ir_type type, uint32_t buffer)
{
    const ir_ref at = ir_build_i32(b, 4), value = text_build_value(b, (ir_type_id)type);
    const ir_ref address = ir_build_const(b, ir_type_i64, 64);
    const bool compares = op == ir_op_select;
    const uint32_t imm = IR_ATOMIC(op) | IR_MEMORY_VOLATILE;

    ir_build_list(b, ir_op_atomic_buffer, (ir_type_id)type, (const ir_ref[]){at, at, value, value},
                  3 + compares, imm | buffer);
    ir_build_list(b, ir_op_atomic_shared, (ir_type_id)type, (const ir_ref[]){at, value, value},
                  2 + compares, imm);
    ir_build_list(b, ir_op_atomic_global, (ir_type_id)type, (const ir_ref[]){address, value, value},
                  2 + compares, imm);
}

static void
test_memory_lists(void **state)
{
    struct base_arena arena;
    struct ir_builder b;
    volatile uint32_t atomics = 0; /* Kept over the catch. */
    (void)state;

    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena))
        fail_msg("ran out");
    struct ir_shader *shader = ir_shader_create(&arena, ir_stage_compute, "memory");
    for (unsigned i = 0; i < 3; i++)
        shader->local_size[i] = i + 1;
    shader->shared_size = 64;
    shader->shared_is_zeroed = true;
    ir_add_buffer(shader, &(struct ir_buffer){.size = 16, .count = 2});
    const uint32_t buffer = ir_add_buffer(
        shader, &(struct ir_buffer){.kind = ir_buffer_storage, .access = IR_ACCESS_COHERENT});
    ir_builder_init(&b, shader);
    for (unsigned type = ir_type_i8; type < ir_type_count; type++) {
        const ir_ref at = ir_build_i32(&b, 4), value = text_build_value(&b, (ir_type_id)type);

        ir_build_list(&b, ir_op_store_buffer, ir_type_void, (const ir_ref[]){at, at, value}, 3,
                      buffer | IR_MEMORY_NON_UNIFORM);
        ir_build_op(&b, ir_op_store_shared, ir_type_void, at,
                    ir_build_op(&b, ir_op_load_shared, (ir_type_id)type, at, 0, 0), 0);
        for (unsigned op = 0; op < ir_op_count; op++)
            if (ir_atomic_has((enum ir_op)op, (enum ir_type)type)) {
                check_atomics(&b, (enum ir_op)op, (enum ir_type)type, buffer);
                atomics++;
            }
    }
    ir_build_op(&b, ir_op_barrier, ir_type_void, 0, 0,
                ir_barrier_imm(ir_scope_workgroup, ir_scope_workgroup,
                               IR_BARRIER_ACQUIRE | IR_BARRIER_RELEASE | IR_BARRIER_SHARED));
    assert_int_equal(atomics, 2 * 10 + 2 * 4); /* Ints of two widths, floats of two. */
    shader_must_verify(shader, &arena);
    text_check_round(shader, &arena);
    text_check_same(ir_clone(shader, &arena), shader, &arena);
    base_arena_finish(&arena);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_image_ops),
        cmocka_unit_test(test_memory_lists),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
