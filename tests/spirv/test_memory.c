/* SPDX-License-Identifier: MIT
 *
 * Modules of shaders that touch memory and images in every way: the validator takes them for every
 * target that has a word for them.
 */
#include "spirv_test.h"

#include <cmocka.h>

/* A value of any scalar type that no compiler can know. */
static ir_ref
unknown(struct spirv_test *t, ir_type_id type)
{
    const ir_ref word =
        ir_build_op(&t->b, ir_op_load_push, ir_type_i32, ir_build_i32(&t->b, 4), 0, 0);

    if (type == ir_type_bool)
        return ir_build_ine(&t->b, word, ir_build_i32(&t->b, 0));
    if (ir_type_is_float(type)) {
        const ir_ref single = ir_build_bitcast(&t->b, ir_type_f32, word);

        return type == ir_type_f32 ? single : ir_build_f2f(&t->b, (enum ir_type)type, single);
    }
    return type == ir_type_i32 ? word : ir_build_u2u(&t->b, (enum ir_type)type, word);
}

/* Keeps a scalar from being dropped. */
static void
keep(struct spirv_test *t, uint32_t sink, ir_ref value)
{
    const ir_ref zero = ir_build_i32(&t->b, 0);

    if (ir_type_of(t->shader, value) == ir_type_bool)
        value = ir_build_select(&t->b, value, ir_build_i32(&t->b, 1), zero);
    ir_build_list(&t->b, ir_op_store_buffer, ir_type_void, (const ir_ref[]){zero, zero, value}, 3,
                  sink);
}

static void
keep_vector(struct spirv_test *t, uint32_t sink, ir_ref value)
{
    const ir_type_id type = ir_type_of(t->shader, value);

    if (ir_type_components(type) == 1) {
        keep(t, sink, value);
        return;
    }
    for (uint32_t i = 0; i < ir_type_components(type); i++)
        keep(t, sink,
             ir_build_op(&t->b, ir_op_extract, (ir_type_id)ir_type_scalar(type), value, 0, i));
}

static uint32_t
start(struct spirv_test *t)
{
    t->shader->push_size = 10;
    spirv_test_set_stage(t);
    if (t->shader->stage == ir_stage_compute)
        t->shader->local_size[0] = t->shader->local_size[1] = t->shader->local_size[2] = 2;
    return ir_add_buffer(
        t->shader,
        &(struct ir_buffer){.name = "sink", .set = 9, .kind = ir_buffer_storage, .count = 1});
}

static void
check(struct spirv_test *t, enum spirv_target first)
{
    for (unsigned target = first; target < spirv_target_count; target++)
        (void)spirv_test_write(t, (enum spirv_target)target);
}

/* ---- buffers ---- */

/* Offsets and elements that are known, known to be outside, and unknown. */
static void
touch_buffer(struct spirv_test *t, uint32_t sink, uint32_t buffer, enum ir_type type)
{
    const bool is_storage = t->shader->buffers.data[buffer].kind == ir_buffer_storage;
    const ir_ref offsets[] = {ir_build_i32(&t->b, 8), ir_build_i32(&t->b, UINT32_MAX),
                              unknown(t, ir_type_i32)};
    const ir_ref elements[] = {ir_build_i32(&t->b, 0), ir_build_i32(&t->b, 7),
                               unknown(t, ir_type_i32)};

    for (size_t i = 0; i < BASE_COUNT(offsets); i++)
        for (size_t j = 0; j < BASE_COUNT(elements); j++) {
            const ir_ref value =
                ir_build_op(&t->b, ir_op_load_buffer, (ir_type_id)type, offsets[i], elements[j],
                            buffer | (i == 2 ? IR_MEMORY_VOLATILE : 0));

            keep(t, sink, value);
            if (is_storage)
                ir_build_list(&t->b, ir_op_store_buffer, ir_type_void,
                              (const ir_ref[]){offsets[i], elements[j], value}, 3, buffer);
        }
    for (size_t j = 0; j < BASE_COUNT(elements) && is_storage; j++)
        keep(t, sink, ir_build_op(&t->b, ir_op_buffer_size, ir_type_i32, elements[j], 0, buffer));
}

static void
check_buffers(enum ir_stage stage, enum ir_buffer_kind kind, enum ir_type type, uint32_t count)
{
    struct spirv_test t;
    const struct ir_buffer buffer = {.name = "memory",
                                     .set = 1,
                                     .binding = 2,
                                     .size = kind == ir_buffer_uniform ? 48 : 0,
                                     .kind = kind,
                                     .count = count};

    SPIRV_TEST_START(&t, stage);
    const uint32_t sink = start(&t);
    touch_buffer(&t, sink, ir_add_buffer(t.shader, &buffer), type);
    check(&t, spirv_target_vulkan1_0);
    spirv_test_end(&t);
}

static void
test_buffers(void **state)
{
    static const uint32_t counts[] = {0, 1, 3};
    (void)state;

    for (unsigned stage = 0; stage < ir_stage_count; stage++)
        for (unsigned kind = 0; kind < ir_buffer_kind_count; kind++)
            for (unsigned type = ir_type_i8; type < ir_type_count; type++)
                for (size_t i = 0; i < BASE_COUNT(counts); i++)
                    check_buffers((enum ir_stage)stage, (enum ir_buffer_kind)kind,
                                  (enum ir_type)type, counts[i]);
}

static void
test_push(void **state)
{
    struct spirv_test t;
    (void)state;

    SPIRV_TEST_START(&t, ir_stage_compute);
    const uint32_t sink = start(&t);
    for (unsigned type = ir_type_i8; type < ir_type_count; type++)
        for (uint32_t at = 0; at < 24; at++)
            keep(&t, sink,
                 ir_build_op(&t.b, ir_op_load_push, (ir_type_id)type,
                             at ? ir_build_i32(&t.b, at) : unknown(&t, ir_type_i32), 0, 0));
    check(&t, spirv_target_vulkan1_0);
    spirv_test_end(&t);
}

/* ---- atomics ---- */

static void
touch_atomics(struct spirv_test *t, uint32_t sink, enum ir_op op, enum ir_type type,
              enum ir_op atomic)
{
    const ir_ref at = op == ir_op_atomic_global ? unknown(t, ir_type_i64) : unknown(t, ir_type_i32);
    const ir_ref value = unknown(t, (ir_type_id)type);
    const bool compares = atomic == ir_op_select;
    const ir_ref list[] = {at, ir_build_i32(&t->b, 0), value, value};
    const ir_ref plain[] = {at, value, value};
    const bool is_buffer = op == ir_op_atomic_buffer;

    keep(t, sink,
         ir_build_list(&t->b, op, (ir_type_id)type, is_buffer ? list : plain,
                       2u + is_buffer + compares, IR_ATOMIC(atomic)));
}

/* With accesses of other widths to shared memory, atomics of other types than i32 need blocks that
 * lie on top of each other, and so SPIR-V 1.4. */
static void
check_atomic(enum ir_op op, enum ir_type type, enum ir_op atomic, bool loads_bytes)
{
    const bool needs_blocks = loads_bytes && op == ir_op_atomic_shared && type != ir_type_i32;
    struct spirv_test t;

    SPIRV_TEST_START(&t, ir_stage_compute);
    t.shader->shared_size = 40;
    t.shader->shared_is_zeroed = loads_bytes;
    const uint32_t sink = start(&t);
    touch_atomics(&t, sink, op, type, atomic);
    if (loads_bytes) {
        const ir_ref at = unknown(&t, ir_type_i32);

        ir_build_op(&t.b, ir_op_store_shared, ir_type_void, at, unknown(&t, ir_type_i8), 0);
        ir_build_op(&t.b, ir_op_store_shared, ir_type_void, at, unknown(&t, ir_type_f64), 0);
    }
    if (needs_blocks) {
        const struct spirv_write_options options = {.target = spirv_target_vulkan1_1};
        struct spirv_module module;
        const uint32_t before = t.diags.list.count;

        assert_true(ir_verify(t.shader, &t.diags));
        assert_false(spirv_write(t.shader, &options, &t.arena, &module, &t.diags));
        assert_int_equal(t.diags.list.data[before].code, QD_CODE_TARGET_LACKS);
    }
    check(&t, needs_blocks ? spirv_target_vulkan1_2 : spirv_target_vulkan1_0);
    spirv_test_end(&t);
}

static void
test_atomics(void **state)
{
    static const enum ir_op ops[] = {ir_op_atomic_buffer, ir_op_atomic_shared, ir_op_atomic_global};
    (void)state;

    for (size_t i = 0; i < BASE_COUNT(ops); i++)
        for (unsigned type = ir_type_i8; type < ir_type_count; type++)
            for (unsigned atomic = 0; atomic < ir_op_count; atomic++)
                if (ir_atomic_has((enum ir_op)atomic, (enum ir_type)type)) {
                    check_atomic(ops[i], (enum ir_type)type, (enum ir_op)atomic, false);
                    check_atomic(ops[i], (enum ir_type)type, (enum ir_op)atomic, true);
                }
}

/* ---- shared and physical memory, barriers ---- */

static void
test_shared(void **state)
{
    (void)state;

    for (volatile unsigned kept = ir_type_i8; kept < ir_type_count; kept++) {
        struct spirv_test t;

        SPIRV_TEST_START(&t, ir_stage_compute);
        const unsigned type = kept;
        t.shader->shared_size = 33;
        const uint32_t sink = start(&t);
        const ir_ref at = unknown(&t, ir_type_i32), address = unknown(&t, ir_type_i64);
        const ir_ref value = ir_build_op(&t.b, ir_op_load_shared, (ir_type_id)type, at, 0, 0);
        keep(&t, sink, value);
        ir_build_op(&t.b, ir_op_store_shared, ir_type_void, ir_build_i32(&t.b, 500), value, 0);
        const ir_ref far =
            ir_build_op(&t.b, ir_op_load_global, (ir_type_id)type, address, 0, IR_MEMORY_VOLATILE);
        ir_build_op(&t.b, ir_op_store_global, ir_type_void, address, far, 0);
        check(&t, spirv_target_vulkan1_0);
        spirv_test_end(&t);
    }
}

static void
test_barriers(void **state)
{
    struct spirv_test t;
    (void)state;

    SPIRV_TEST_START(&t, ir_stage_compute);
    start(&t);
    for (unsigned execution = 0; execution <= ir_scope_workgroup; execution++)
        for (unsigned memory = 0; memory <= ir_scope_device; memory++)
            for (uint32_t bits = 0; bits < 64; bits++)
                ir_build_op(&t.b, ir_op_barrier, ir_type_void, 0, 0,
                            ir_barrier_imm((enum ir_scope)execution, (enum ir_scope)memory,
                                           bits * IR_BARRIER_ACQUIRE));
    check(&t, spirv_target_vulkan1_1); /* Vulkan 1.0 has no subgroups. */
    spirv_test_end(&t);
}

/* ---- images ---- */

static bool
write_image(struct spirv_test *t, const struct ir_image *image, enum ir_op op, uint32_t imm)
{
    const uint32_t sink = start(t);
    struct base_diags diags;
    ir_ref operands[32];

    ir_add_image(t->shader, image);
    ir_add_sampler(t->shader, &(struct ir_sampler){.set = 4, .count = 2});
    const struct ir_image_operands at = ir_image_operands_of(op, image, imm);
    for (int i = 0; i < at.count; i++) {
        const bool is_offset =
            (at.offset >= 0 && i >= at.offset && i < at.offset + at.dimensions) ||
            (at.offsets >= 0 && i >= at.offsets && i < at.offsets + 8);

        operands[i] = is_offset ? ir_build_i32(&t->b, (uint32_t)i)
                                : unknown(t, (ir_type_id)ir_image_operand_type(op, image, &at, i));
    }
    const ir_type_id type = ir_image_result_type(op, image, imm);
    const ir_ref value = ir_build_list(&t->b, op, type, operands, at.count, imm);
    base_diags_init(&diags, &t->arena, "t");
    if (!ir_verify(t->shader, &diags))
        return false;
    if (type != ir_type_void)
        keep_vector(t, sink, value);
    check(t, spirv_target_vulkan1_0);
    return true;
}

/* One op on one image; nothing if the IR has no such. True if it has. */
static bool
check_image(enum ir_stage stage, const struct ir_image *image, enum ir_op op, uint32_t bits)
{
    const bool wants_sampler = image->kind != ir_image_combined && ir_op_is_sampled(op);
    struct spirv_test t;

    const uint32_t more = wants_sampler              ? IR_IMAGE_SAMPLER(0)
                          : op == ir_op_image_atomic ? IR_IMAGE_ATOMIC(ir_op_copy)
                                                     : 0;

    SPIRV_TEST_START(&t, stage);
    const bool is_possible = write_image(&t, image, op, bits | more);
    spirv_test_end(&t);
    return is_possible;
}

/* Does Vulkan have it, where the IR does? */
static bool
is_vulkan(const struct ir_image *image, enum ir_op op, uint32_t bits)
{
    const bool is_cube = image->dim == ir_dim_cube;

    if ((bits & IR_IMAGE_OFFSET) && is_cube)
        return false;
    if ((bits & IR_GATHER_OFFSETS) && is_cube)
        return false;
    /* There is no comparison with three-dimensional images. */
    if ((bits & IR_SAMPLE_DREF) && image->dim == ir_dim_3d)
        return false;
    if (op == ir_op_image_atomic && image->format == ir_image_format_unknown)
        return false;
    /* A 64-bit texel is an integer's and has one component: reads of four are not. */
    return true;
}

static uint32_t
check_images(const struct ir_image *image)
{
    static const uint32_t bits[] = {0,
                                    IR_SAMPLE_BIAS,
                                    IR_SAMPLE_LOD,
                                    IR_SAMPLE_GRAD,
                                    IR_SAMPLE_LOD | IR_IMAGE_OFFSET,
                                    IR_SAMPLE_GRAD | IR_SAMPLE_MIN_LOD,
                                    IR_SAMPLE_DREF,
                                    IR_SAMPLE_DREF | IR_SAMPLE_LOD,
                                    IR_IMAGE_OFFSET,
                                    IR_IMAGE_ELEMENT,
                                    IR_IMAGE_ELEMENT | IR_IMAGE_NON_UNIFORM,
                                    IR_IMAGE_ELEMENT | IR_SAMPLER_ELEMENT,
                                    IR_SAMPLER_ELEMENT | IR_IMAGE_NON_UNIFORM,
                                    IR_GATHER_OFFSETS,
                                    2u * IR_GATHER_COMPONENT};
    uint32_t count = 0;

    for (unsigned op = ir_op_sample; op <= ir_op_image_lod; op++)
        for (size_t i = 0; i < BASE_COUNT(bits); i++)
            if (is_vulkan(image, (enum ir_op)op, bits[i])) {
                count += check_image(ir_stage_fragment, image, (enum ir_op)op, bits[i]);
                count += check_image(ir_stage_compute, image, (enum ir_op)op, bits[i]);
            }
    return count;
}

static void
test_images(void **state)
{
    static const enum ir_image_format formats[ir_texel_count] = {
        ir_image_format_r32f, ir_image_format_r32i, ir_image_format_r32ui, ir_image_format_r64i,
        ir_image_format_r64ui};
    uint32_t count = 0;
    (void)state;

    for (unsigned dim = 0; dim < ir_dim_count; dim++)
        for (unsigned kind = 0; kind < ir_image_kind_count; kind++)
            for (unsigned texel = 0; texel < ir_texel_count; texel++)
                for (unsigned more = 0; more < 3; more++) {
                    const bool is_storage = kind == ir_image_storage;
                    const struct ir_image image = {.name = "image",
                                                   .set = 2,
                                                   .binding = 3,
                                                   .dim = (enum ir_dim)dim,
                                                   .kind = (enum ir_image_kind)kind,
                                                   .texel = (enum ir_texel)texel,
                                                   .format = is_storage ? formats[texel]
                                                                        : ir_image_format_unknown,
                                                   .is_arrayed = more == 1,
                                                   .is_multisampled = more == 2,
                                                   .count = more == 1 ? 1 : 3};

                    count += check_images(&image);
                }
    assert_true(count > 1000);
}

/* Storage images without a format, and of every format. */
static void
test_formats(void **state)
{
    (void)state;

    for (unsigned f = 0; f < ir_image_format_r64ui; f++) {
        const char *name = ir_image_format_name((enum ir_image_format)f);
        const size_t size = strlen(name);
        const bool is_unsigned = size > 2 && strcmp(name + size - 2, "ui") == 0;
        const bool is_signed = !is_unsigned && name[size - 1] == 'i';
        const struct ir_image image = {.dim = ir_dim_2d,
                                       .kind = ir_image_storage,
                                       .texel = is_unsigned ? ir_texel_u32
                                                : is_signed ? ir_texel_i32
                                                            : ir_texel_f32,
                                       .format = (enum ir_image_format)f,
                                       .count = 1};

        assert_true(check_image(ir_stage_compute, &image, ir_op_image_load, 0));
        assert_true(check_image(ir_stage_compute, &image, ir_op_image_store, 0));
    }
}

/* ---- the interface ---- */

static void
load_builtin(struct spirv_test *t, uint32_t sink, const struct ir_io *io)
{
    const uint32_t input = ir_add_input(t->shader, io);
    const bool has_vertices = ir_io_is_per_vertex(t->shader->stage, true, io);
    const ir_ref vertex = has_vertices ? unknown(t, ir_type_i32) : 0;

    for (uint32_t c = 0; c < io->components; c++)
        keep(t, sink,
             ir_build_op(&t->b, has_vertices ? ir_op_load_vertex : ir_op_load_input,
                         (ir_type_id)io->type, vertex, 0, ir_io_imm(input, c)));
}

static void
store_builtin(struct spirv_test *t, const struct ir_io *io)
{
    const uint32_t output = ir_add_output(t->shader, io);

    for (uint32_t c = 0; c < io->components; c++) {
        const ir_ref value = unknown(t, (ir_type_id)io->type);

        if (ir_io_is_per_vertex(t->shader->stage, false, io))
            ir_build_op(&t->b, ir_op_store_vertex, ir_type_void, unknown(t, ir_type_i32), value,
                        ir_io_imm(output, c));
        else
            ir_build_op(&t->b, ir_op_store_output, ir_type_void, value, 0, ir_io_imm(output, c));
    }
}

static void
check_builtins(enum ir_stage stage, enum spirv_target first)
{
    struct spirv_test t;

    SPIRV_TEST_START(&t, stage);
    const uint32_t sink = start(&t);
    for (unsigned i = ir_builtin_none + 1; i < ir_builtin_count; i++) {
        const struct ir_builtin_info *info = &ir_builtin_infos[i];
        const struct ir_io io = {.name = info->name,
                                 .builtin = (enum ir_builtin)i,
                                 .type = (enum ir_type)info->type,
                                 .components = info->components,
                                 .interp = ir_interp_flat};

        if (info->in_stages >> stage & 1)
            load_builtin(&t, sink, &io);
        if (info->out_stages >> stage & 1)
            store_builtin(&t, &io);
    }
    check(&t, first);
    spirv_test_end(&t);
}

static void
test_builtins(void **state)
{
    (void)state;

    for (unsigned stage = 0; stage < ir_stage_count; stage++)
        check_builtins((enum ir_stage)stage, spirv_target_vulkan1_1);
}

static void
test_sampling(void **state)
{
    struct spirv_test t;
    (void)state;

    SPIRV_TEST_START(&t, ir_stage_fragment);
    const uint32_t sink = start(&t);
    t.shader->is_sample_rate = true;
    t.shader->early_tests = true;
    for (uint32_t i = 0; i < 9; i++) {
        const struct ir_io io = {.location = i / 2,
                                 .component = i % 2 * 2,
                                 .type = ir_type_f32,
                                 .components = i < 8 ? 2 : 1,
                                 .interp = i % 3 == 0 ? ir_interp_linear : ir_interp_perspective,
                                 .sampling = (enum ir_sampling)(i % 3)};
        const uint32_t input = ir_add_input(t.shader, &io);
        const uint32_t imm = ir_io_imm(input, io.components - 1u);
        const ir_ref x = unknown(&t, ir_type_f32);

        keep(&t, sink, ir_build_op(&t.b, ir_op_interp_centroid, ir_type_f32, 0, 0, imm));
        keep(&t, sink,
             ir_build_op(&t.b, ir_op_interp_sample, ir_type_f32, unknown(&t, ir_type_i32), 0, imm));
        keep(&t, sink, ir_build_op(&t.b, ir_op_interp_offset, ir_type_f32, x, x, imm));
    }
    check(&t, spirv_target_vulkan1_0);
    spirv_test_end(&t);
}

static void
test_groups(void **state)
{
    static const enum ir_op ops[] = {ir_op_reduce, ir_op_scan_inclusive, ir_op_scan_exclusive};
    struct spirv_test t;
    (void)state;

    SPIRV_TEST_START(&t, ir_stage_compute);
    const uint32_t sink = start(&t);
    for (size_t i = 0; i < BASE_COUNT(ops); i++)
        for (unsigned type = ir_type_bool; type < ir_type_count; type++)
            for (unsigned op = 0; op < ir_op_count; op++)
                for (uint32_t log2 = 0; log2 < (i ? 1u : 4u); log2++)
                    if (ir_group_has((enum ir_op)op, (enum ir_type)type))
                        keep(&t, sink,
                             ir_build_op(&t.b, ops[i], (ir_type_id)type,
                                         unknown(&t, (ir_type_id)type), 0, IR_GROUP(op, log2)));
    check(&t, spirv_target_vulkan1_1);
    spirv_test_end(&t);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_buffers),  cmocka_unit_test(test_push),
        cmocka_unit_test(test_atomics),  cmocka_unit_test(test_shared),
        cmocka_unit_test(test_barriers), cmocka_unit_test(test_images),
        cmocka_unit_test(test_formats),  cmocka_unit_test(test_builtins),
        cmocka_unit_test(test_sampling), cmocka_unit_test(test_groups),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
