/* SPDX-License-Identifier: MIT
 *
 * Compute, and the memory that shaders see: storage and uniform buffers, texel buffers, push
 * constants, arrays of them, physical addresses; inside, outside and where nothing is bound.
 */
#include "vk_job.h"

static struct scene_device *device;

static void
expect_words(const uint32_t *found, const uint32_t *expected, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (found[i] != expected[i])
            fail_msg("word %u is 0x%x, expected 0x%x", i, found[i], expected[i]);
    }
}

/* ---- dispatches ---- */

/* Counts its invocations and writes what each of them is. */
static struct ir_shader *
counting_shader(struct vk_test *test)
{
    struct vk_compute c;
    struct ir_builder *b = &c.b;

    vk_compute_begin(test, &c, 2, 8);
    const uint32_t local = vk_test_builtin_input(c.shader, ir_builtin_local_id, ir_type_i32, 3);
    const uint32_t group = vk_test_builtin_input(c.shader, ir_builtin_workgroup_id, ir_type_i32, 3);
    const uint32_t total =
        vk_test_builtin_input(c.shader, ir_builtin_num_workgroups, ir_type_i32, 3);
    const uint32_t place = vk_test_builtin_input(c.shader, ir_builtin_local_index, ir_type_i32, 1);
    vk_compute_put(&c, 0, c.index);
    vk_compute_put(&c, 1, vk_test_load(b, local, 0));
    vk_compute_put(&c, 2, vk_test_load(b, group, 0));
    vk_compute_put(&c, 3, vk_test_load(b, group, 1));
    vk_compute_put(&c, 4, vk_test_load(b, total, 0));
    vk_compute_put(&c, 5, vk_test_load(b, total, 2));
    vk_compute_put(&c, 6, vk_test_load(b, place, 0));
    return c.shader;
}

VK_TEST_CASE(test_dispatch)
{
    struct vk_job job;

    vk_job_init(&job, 8 * 8);
    vk_job_dispatch(&job, counting_shader(test), 3);
    const uint32_t *words = vk_job_words(test, device, &job);
    for (uint32_t i = 0; i < 6; i++)
        expect_words(words + 8 * i, (const uint32_t[]){i, i % 2, i / 2, 0, 3, 1, i % 2, 0}, 8);
    expect_words(words + 48, (const uint32_t[16]){0}, 16);
}

/* From another workgroup than the first on; of no workgroups. */
VK_TEST_CASE(test_dispatch_base)
{
    struct vk_job job;

    vk_job_init(&job, 12 * 8);
    struct scene_dispatch *dispatch = vk_job_dispatch(&job, counting_shader(test), 2);
    dispatch->base[0] = 3;
    dispatch->base[1] = 5;
    vk_job_dispatch(&job, dispatch->shader, 0);
    if (!vk_test_of(device)->instance.api.vkCmdDispatchBase) {
        vk_job_fails(test, device, &job, scene_status_missing, QD_CODE_TARGET_LACKS, "Vulkan 1.1");
        return;
    }
    const uint32_t *words = vk_job_words(test, device, &job);
    expect_words(words, (const uint32_t[48]){0}, 48);
    for (uint32_t i = 6; i < 10; i++)
        expect_words(words + 8 * i, (const uint32_t[]){i, i % 2, i / 2, 5, 2, 1, i % 2, 0}, 8);
}

/* The counts come from a buffer, also from one that the step before wrote; none at all. */
VK_TEST_CASE(test_dispatch_indirect)
{
    static const uint32_t counts[] = {9, 2, 1, 1, 0, 1, 1};
    struct vk_compute c;
    struct vk_job job;

    vk_job_init(&job, 6 * 8);
    const uint32_t given = vk_job_add_buffer(&job, counts, sizeof(counts));
    const uint32_t made = vk_job_add_buffer(&job, NULL, 12);
    const struct scene_indirect indirect = {true, given, 4, 0, 1};
    struct scene_dispatch *dispatch = vk_job_dispatch(&job, counting_shader(test), 0);
    dispatch->indirect = indirect;
    vk_job_read_buffer(&job, 0);

    vk_compute_begin(test, &c, 1, 1);
    vk_compute_put(&c, 0, ir_build_i32(&c.b, 1));
    struct scene_dispatch *maker = vk_job_dispatch(&job, c.shader, 3);
    const struct scene_binding to_made = {.kind = scene_binding_storage, .buffer = made};
    maker->inputs.bindings = &to_made;
    maker->inputs.binding_count = 1;
    vk_job_dispatch(&job, dispatch->shader, 0)->indirect =
        (struct scene_indirect){true, made, 0, 0, 1};
    vk_job_dispatch(&job, dispatch->shader, 0)->indirect =
        (struct scene_indirect){true, given, 16, 0, 1};
    vk_job_read_buffer(&job, 0);
    const struct scene_result result = vk_job_run(test, device, &job);
    const uint32_t *first = result.reads[0].data, *second = result.reads[1].data;
    for (uint32_t i = 0; i < 4; i++)
        expect_words(first + 8 * i, (const uint32_t[]){i, i % 2, i / 2, 0, 2, 1, i % 2, 0}, 8);
    expect_words(second, (const uint32_t[]){0, 0, 0, 0, 1, 1}, 6);
    expect_words(second + 16, (const uint32_t[]){2, 0, 1, 0, 2, 1}, 6);
}

VK_TEST_CASE(test_dispatch_limits)
{
    const VkPhysicalDeviceLimits *limits = &vk_test_of(device)->properties.limits;
    struct vk_compute c;
    struct vk_job job;

    vk_compute_begin(test, &c, limits->maxComputeWorkGroupInvocations + 1, 1);
    vk_job_init(&job, 1);
    vk_job_dispatch(&job, c.shader, 1);
    vk_job_fails(test, device, &job, scene_status_missing, QD_CODE_LIMIT, "workgroup");
    c.shader->local_size[0] = 1;
    c.shader->shared_size = limits->maxComputeSharedMemorySize + 4;
    vk_job_fails(test, device, &job, scene_status_missing, QD_CODE_LIMIT, "shares");
    c.shader->shared_size = 0;
    if (limits->maxComputeWorkGroupCount[0] < UINT32_MAX) {
        job.steps[0].dispatch.groups[0] = limits->maxComputeWorkGroupCount[0] + 1;
        vk_job_fails(test, device, &job, scene_status_missing, QD_CODE_LIMIT, "workgroups");
    }
}

/* ---- storage buffers ---- */

/* What stands at these offsets of binding 1, and its size; writes 77 at each offset of binding 2.
 */
static struct ir_shader *
probing_shader(struct vk_test *test, enum ir_buffer_kind kind, uint32_t size,
               const uint32_t *offsets, uint32_t count)
{
    struct vk_compute c;
    struct ir_builder *b = &c.b;

    vk_compute_begin(test, &c, 1, count + 1);
    const uint32_t read = vk_compute_buffer(&c, kind, 1, size);
    const ir_ref first = ir_build_i32(b, 0);
    if (kind == ir_buffer_storage)
        vk_compute_put(&c, count, ir_build_op(b, ir_op_buffer_size, ir_type_i32, first, 0, read));
    for (uint32_t i = 0; i < count; i++) {
        /* Not known before it runs. */
        const ir_ref at = ir_build_iadd(b, c.index, ir_build_i32(b, offsets[i]));
        vk_compute_put(&c, i, ir_build_load_buffer(b, ir_type_i32, read, at));
    }
    if (kind == ir_buffer_storage) {
        const uint32_t written = vk_compute_buffer(&c, kind, 2, 0);
        for (uint32_t i = 0; i < count; i++) {
            const ir_ref at = ir_build_iadd(b, c.index, ir_build_i32(b, offsets[i]));
            ir_build_list(b, ir_op_store_buffer, ir_type_void,
                          (const ir_ref[]){at, first, ir_build_i32(b, 77)}, 3, written);
        }
    }
    return c.shader;
}

static const uint32_t numbers[256] = {[0] = 1,   [1] = 2,   [2] = 3,     [63] = 64,  [64] = 65,
                                      [65] = 66, [66] = 67, [127] = 128, [255] = 256};

VK_TEST_CASE(test_storage)
{
    static const uint32_t offsets[] = {0, 4, 8, 252, 256, 1020, 1024, 0x80000000, 0xfffffffc};
    static const struct {
        uint64_t offset;
        uint64_t size;
        uint32_t bytes; /* What that is. */
    } rows[] = {
        {0, 0, 1024},  {256, 0, 768},   {0, 4, 4},    {0, 10, 10},
        {256, 12, 12}, {768, 256, 256}, {1024, 0, 0},
    };

    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        uint32_t expected[10] = {0};
        struct vk_job job;

        vk_job_init(&job, 10);
        const uint32_t read = vk_job_add_buffer(&job, numbers, sizeof(numbers));
        const uint32_t written = vk_job_add_buffer(&job, numbers, sizeof(numbers));
        vk_job_bind(&job, &(struct scene_binding){.binding = 1,
                                                  .kind = scene_binding_storage,
                                                  .buffer = read,
                                                  .offset = rows[i].offset,
                                                  .size = rows[i].size});
        vk_job_bind(&job, &(struct scene_binding){.binding = 2,
                                                  .kind = scene_binding_storage,
                                                  .buffer = written,
                                                  .offset = rows[i].offset,
                                                  .size = rows[i].size});
        vk_job_dispatch(&job, probing_shader(test, ir_buffer_storage, 0, offsets, 9), 1);
        vk_job_read_buffer(&job, written);
        const uint32_t *words = vk_job_words(test, device, &job);
        uint32_t after[256];
        memcpy(after, numbers, sizeof(after));
        for (uint32_t o = 0; o < 9; o++) {
            if ((uint64_t)offsets[o] + 4 > rows[i].bytes)
                continue;
            expected[o] = numbers[(rows[i].offset + offsets[o]) / 4];
            after[(rows[i].offset + offsets[o]) / 4] = 77;
        }
        expected[9] = rows[i].bytes;
        /* Hosts count whole words of an array. */
        expect_words(words, expected, 9);
        assert_int_equal(words[9] & ~3u, expected[9] & ~3u);
        const struct scene_result again = vk_job_run(test, device, &job);
        assert_memory_equal(again.reads[0].data, after, sizeof(after));
    }
}

/* Nothing bound: reads give 0, and nothing of others changes; also where the device has no null
 * descriptors. */
VK_TEST_CASE(test_storage_unbound)
{
    static const uint32_t offsets[] = {0, 4, 16, 0xfffffffc};
    struct vk_device *vk = vk_test_of(device);
    const VkBool32 has_null = vk->features.robustness2.nullDescriptor;

    for (int round = 0; round < 2; round++) {
        struct vk_job job;

        vk->features.robustness2.nullDescriptor = has_null && round == 0;
        vk_job_init(&job, 5);
        vk_job_dispatch(&job, probing_shader(test, ir_buffer_storage, 0, offsets, 4), 1);
        const uint32_t *words = vk_job_words(test, device, &job);
        expect_words(words, (const uint32_t[5]){0}, 5);
    }
    vk->features.robustness2.nullDescriptor = has_null;
}

VK_TEST_CASE(test_storage_alignment)
{
    static const uint32_t offsets[] = {0};
    VkPhysicalDeviceLimits *limits = &vk_test_of(device)->properties.limits;
    const VkDeviceSize alignment = limits->minStorageBufferOffsetAlignment;
    struct vk_job job;

    vk_job_init(&job, 2);
    vk_job_bind(&job, &(struct scene_binding){.binding = 1,
                                              .kind = scene_binding_storage,
                                              .buffer = vk_job_add_buffer(&job, numbers, 64),
                                              .offset = 16});
    vk_job_dispatch(&job, probing_shader(test, ir_buffer_storage, 0, offsets, 1), 1);
    limits->minStorageBufferOffsetAlignment = 256;
    vk_job_fails(test, device, &job, scene_status_missing, QD_CODE_TARGET_LACKS,
                 "multiples of 256");
    limits->minStorageBufferOffsetAlignment = alignment;
}

/* Each step sees what those before it did, and each read is of its time. */
VK_TEST_CASE(test_steps)
{
    struct vk_compute c;
    struct vk_job job;

    vk_job_init(&job, 4);
    vk_compute_begin(test, &c, 4, 1);
    const ir_ref at = ir_build_imul(&c.b, c.index, ir_build_i32(&c.b, 4));
    const ir_ref old = ir_build_load_buffer(&c.b, ir_type_i32, c.results, at);
    vk_compute_put(&c, 0,
                   ir_build_iadd(&c.b, ir_build_imul(&c.b, old, ir_build_i32(&c.b, 3)), c.index));
    for (uint32_t i = 0; i < 3; i++) {
        vk_job_dispatch(&job, c.shader, 1);
        vk_job_read_buffer(&job, 0);
    }
    const struct scene_result result = vk_job_run(test, device, &job);
    static const uint32_t factors[] = {1, 4, 13};
    for (uint32_t r = 0; r < 3; r++) {
        for (uint32_t i = 0; i < 4; i++)
            assert_int_equal(((const uint32_t *)result.reads[r].data)[i], factors[r] * i);
    }
    /* One shader, one pipeline. */
    assert_int_equal(vk_test_of(device)->run.programs.count, 1);
    assert_int_equal(vk_test_of(device)->run.compute_pipelines.count, 1);
}

/* ---- uniform buffers ---- */

/* Reads of a uniform buffer of 32 bytes that the host or an earlier step filled, of which a part is
 * bound at any offset. */
VK_TEST_CASE(test_uniform)
{
    static const uint32_t offsets[] = {0, 4, 16, 28, 32, 0xfffffffc};
    static const struct {
        uint64_t offset;
        uint64_t size;
        uint32_t bytes;
    } rows[] = {{0, 0, 1024}, {256, 0, 768}, {16, 0, 1008}, {240, 12, 12}, {0, 8, 8}, {1008, 0, 16},
                {0, 18, 18},  {1024, 0, 0},  {64, 1, 1},    {768, 32, 32}, {48, 9, 9}};
    VkPhysicalDeviceLimits *limits = &vk_test_of(device)->properties.limits;
    const VkDeviceSize alignment = limits->minUniformBufferOffsetAlignment;

    limits->minUniformBufferOffsetAlignment = 256; /* So that some places do not do. */
    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        for (int is_written = 0; is_written < 2; is_written++) {
            uint32_t expected[6] = {0};
            struct vk_job job;

            vk_job_init(&job, 7);
            const uint32_t from = vk_job_add_buffer(&job, numbers, sizeof(numbers));
            const uint32_t read =
                vk_job_add_buffer(&job, is_written ? NULL : numbers, sizeof(numbers));
            if (is_written)
                vk_job_add_step(&job, scene_step_copy_buffer)->copy =
                    (struct scene_copy){from, 0, read, 0, sizeof(numbers)};
            vk_job_bind(&job, &(struct scene_binding){.binding = 1,
                                                      .kind = scene_binding_uniform,
                                                      .buffer = read,
                                                      .offset = rows[i].offset,
                                                      .size = rows[i].size});
            vk_job_dispatch(&job, probing_shader(test, ir_buffer_uniform, 32, offsets, 6), 1);
            for (uint32_t o = 0; o < 6; o++) {
                if ((uint64_t)offsets[o] + 4 <= rows[i].bytes && offsets[o] < 32)
                    memcpy(&expected[o], (const char *)numbers + rows[i].offset + offsets[o], 4);
            }
            expect_words(vk_job_words(test, device, &job), expected, 6);
        }
    }
    limits->minUniformBufferOffsetAlignment = alignment;
}

/* ---- push constants ---- */

VK_TEST_CASE(test_push)
{
    static const uint32_t pushed[] = {11, 12, 13, 14, 15};
    static const struct {
        uint32_t declared;
        uint32_t given;
    } rows[] = {{16, 16}, {16, 8}, {16, 0}, {8, 20}, {128, 20}, {14, 14}};

    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        struct vk_compute c;
        struct vk_job job;

        vk_compute_begin(test, &c, 1, 5);
        c.shader->push_size = rows[i].declared;
        for (uint32_t w = 0; w < 5; w++) {
            const ir_ref at = ir_build_iadd(&c.b, c.index, ir_build_i32(&c.b, 4 * w));
            vk_compute_put(&c, w, ir_build_op(&c.b, ir_op_load_push, ir_type_i32, at, 0, 0));
        }
        vk_job_init(&job, 5);
        struct scene_dispatch *dispatch = vk_job_dispatch(&job, c.shader, 1);
        dispatch->inputs.push = pushed;
        dispatch->inputs.push_size = rows[i].given;
        const uint32_t *words = vk_job_words(test, device, &job);
        for (uint32_t w = 0; w < 5; w++) {
            const bool is_there = 4 * w + 4 <= rows[i].declared && 4 * w + 4 <= rows[i].given;
            assert_int_equal(words[w], is_there ? pushed[w] : 0);
        }
    }
}

VK_TEST_CASE(test_push_limit)
{
    const uint32_t most = vk_test_of(device)->properties.limits.maxPushConstantsSize;
    struct vk_compute c;
    struct vk_job job;

    vk_compute_begin(test, &c, 1, 1);
    c.shader->push_size = most + 4;
    vk_compute_put(&c, 0, ir_build_op(&c.b, ir_op_load_push, ir_type_i32, c.index, 0, 0));
    vk_job_init(&job, 1);
    vk_job_dispatch(&job, c.shader, 1);
    vk_job_fails(test, device, &job, scene_status_missing, QD_CODE_LIMIT, "push constants");
}

/* ---- arrays ---- */

/* Invocation i writes word 0 of element i of an array of buffers at binding 3; or, where the index
 * must be the same for all, one invocation does it for the index in a push constant. */
static struct ir_shader *
array_shader(struct vk_test *test, enum ir_buffer_kind kind, uint32_t declared, bool is_uniform)
{
    const struct ir_buffer array = {
        .binding = 3, .size = kind == ir_buffer_uniform ? 16 : 0, .kind = kind, .count = declared};
    const uint32_t flags = is_uniform ? 0 : IR_MEMORY_NON_UNIFORM;
    struct vk_compute c;

    vk_compute_begin(test, &c, 1, 1);
    const uint32_t index = ir_add_buffer(c.shader, &array);
    if (is_uniform) {
        c.shader->push_size = 4;
        c.index = ir_build_op(&c.b, ir_op_load_push, ir_type_i32, ir_build_i32(&c.b, 0), 0, 0);
    }
    vk_compute_put(&c, 0,
                   ir_build_op(&c.b, ir_op_load_buffer, ir_type_i32, ir_build_i32(&c.b, 0), c.index,
                               index | flags));
    return c.shader;
}

/* Some elements are bound, and some of those are past the array. */
static void
try_array(struct vk_test *test, enum ir_buffer_kind kind, uint32_t declared, bool is_uniform)
{
    static const uint32_t bound[] = {0, 2, 3};
    static const uint32_t indices[] = {0, 1, 2, 3, 4, 5};
    const struct ir_shader *shader = array_shader(test, kind, declared, is_uniform);
    const uint32_t there = declared ? declared : 4;
    struct vk_job job;

    vk_job_init(&job, 6);
    for (uint32_t i = 0; i < BASE_COUNT(bound); i++)
        vk_job_bind(&job, &(struct scene_binding){
                              .binding = 3,
                              .element = bound[i],
                              .kind = kind == ir_buffer_uniform ? scene_binding_uniform
                                                                : scene_binding_storage,
                              .buffer = vk_job_add_buffer(&job, &numbers[64 + bound[i]], 16)});
    for (uint32_t i = 0; i < (is_uniform ? 6 : 1); i++) {
        struct scene_dispatch *dispatch = vk_job_dispatch(&job, shader, is_uniform ? 1 : 6);
        dispatch->inputs.push = &indices[i];
        dispatch->inputs.push_size = 4;
    }
    const uint32_t *words = vk_job_words(test, device, &job);
    for (uint32_t i = 0; i < 6; i++) {
        const bool is_there = i < there && i != 1 && i < 4;
        assert_int_equal(words[i], is_there ? numbers[64 + i] : 0);
    }
}

VK_TEST_CASE(test_arrays)
{
    static const uint32_t counts[] = {4, 3, 5, 0};

    for (size_t i = 0; i < BASE_COUNT(counts); i++) {
        try_array(test, ir_buffer_storage, counts[i], true);
        try_array(test, ir_buffer_uniform, counts[i], true);
    }
}

VK_TEST_CASE(test_non_uniform_arrays)
{
    const VkPhysicalDeviceVulkan12Features *core12 = &vk_test_of(device)->features.core12;

    if (!core12->shaderUniformBufferArrayNonUniformIndexing ||
        !core12->shaderStorageBufferArrayNonUniformIndexing) {
        struct vk_job job;

        vk_job_init(&job, 6);
        vk_job_dispatch(&job, array_shader(test, ir_buffer_storage, 4, false), 6);
        vk_job_fails(test, device, &job, scene_status_missing, QD_CODE_TARGET_LACKS, "NonUniform");
        return;
    }
    try_array(test, ir_buffer_storage, 4, false);
    try_array(test, ir_buffer_uniform, 0, false);
}

/* ---- texel buffers ---- */

/* Texels 0 to 3 of a texel buffer at binding 1. */
static struct ir_shader *
texel_shader(struct vk_test *test, enum ir_image_kind kind, enum ir_texel texel)
{
    const struct ir_image image = {.binding = 1,
                                   .dim = ir_dim_buffer,
                                   .kind = kind,
                                   .texel = texel,
                                   .format = kind == ir_image_storage ? ir_image_format_r32ui
                                                                      : ir_image_format_unknown,
                                   .count = 1};
    const enum ir_type type = ir_texel_type(texel);
    struct vk_compute c;

    vk_compute_begin(test, &c, 1, 4);
    const uint32_t index = ir_add_image(c.shader, &image);
    const enum ir_op op = kind == ir_image_storage ? ir_op_image_load : ir_op_fetch;
    vk_compute_put_vector(&c, ir_build_list(&c.b, op, IR_VEC(type, 4), &c.index, 1, index), type);
    return c.shader;
}

VK_TEST_CASE(test_texels)
{
    static const uint8_t bytes[] = {0, 255, 51, 128, 1, 2, 3, 4, 0x00, 0x3c, 0x00, 0xc0};
    static const struct {
        enum scene_format format;
        enum ir_texel texel;
        uint64_t size;
    } rows[] = {
        {scene_format_r8_unorm, ir_texel_f32, 4},
        {scene_format_r8g8b8a8_unorm, ir_texel_f32, 12},
        {scene_format_r8g8b8a8_snorm, ir_texel_f32, 8},
        {scene_format_r16_sfloat, ir_texel_f32, 12},
        {scene_format_r8g8b8a8_uint, ir_texel_u32, 12},
        {scene_format_r8g8_sint, ir_texel_i32, 7},
        {scene_format_r32_uint, ir_texel_u32, 12},
        {scene_format_r32_sfloat, ir_texel_f32, 3}, /* Not even one. */
    };

    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        const uint32_t size = scene_format_infos[rows[i].format].bytes;
        uint32_t expected[16] = {0};
        struct vk_job job;

        vk_job_init(&job, 16);
        vk_job_bind(&job,
                    &(struct scene_binding){.binding = 1,
                                            .kind = scene_binding_uniform_texel,
                                            .buffer = vk_job_add_buffer(&job, bytes, sizeof(bytes)),
                                            .size = rows[i].size,
                                            .format = rows[i].format});
        vk_job_dispatch(&job, texel_shader(test, ir_image_sampled, rows[i].texel), 4);
        const uint32_t *words = vk_job_words(test, device, &job);
        for (uint32_t t = 0; t < 4 && (t + 1) * size <= rows[i].size; t++)
            scene_format_unpack(rows[i].format, bytes + (size_t)t * size, expected + 4 * t);
        for (uint32_t w = 0; w < 16; w++) {
            /* The last bit of a quotient is the host's. */
            const bool is_float = rows[i].texel == ir_texel_f32;
            const uint32_t off = words[w] - expected[w] + is_float;
            /* Outside, hosts give 1 for an alpha that the format lacks. */
            if (w % 4 == 3 && w / 4 >= rows[i].size / size && words[w] == 1)
                continue;
            if (off > 2u * is_float)
                fail_msg("row %zu, word %u is 0x%x, expected 0x%x", i, w, words[w], expected[w]);
        }
    }
}

/* Nothing bound, of each kind; storage texels written and read by the next step. */
VK_TEST_CASE(test_texels_written)
{
    const struct ir_image image = {.binding = 1,
                                   .dim = ir_dim_buffer,
                                   .kind = ir_image_storage,
                                   .texel = ir_texel_u32,
                                   .format = ir_image_format_r32ui,
                                   .count = 1};
    struct vk_compute c;
    struct vk_job job;

    vk_job_init(&job, 16);
    vk_job_dispatch(&job, texel_shader(test, ir_image_sampled, ir_texel_f32), 4);
    vk_job_dispatch(&job, texel_shader(test, ir_image_sampled, ir_texel_i32), 4);
    vk_job_dispatch(&job, texel_shader(test, ir_image_storage, ir_texel_u32), 4);
    const uint32_t *words = vk_job_words(test, device, &job);
    for (uint32_t i = 0; i < 16; i++)
        assert_true(words[i] == 0 || (i % 4 == 3 && words[i] == 1)); /* r32ui has no alpha. */

    vk_compute_begin(test, &c, 4, 1);
    const uint32_t index = ir_add_image(c.shader, &image);
    const ir_ref value = ir_build_iadd(&c.b, c.index, ir_build_i32(&c.b, 40));
    ir_build_list(&c.b, ir_op_image_store, ir_type_void,
                  (const ir_ref[]){c.index, value, value, value, value}, 5, index);
    vk_job_init(&job, 16);
    vk_job_bind(&job, &(struct scene_binding){.binding = 1,
                                              .kind = scene_binding_storage_texel,
                                              .buffer = vk_job_add_buffer(&job, NULL, 16),
                                              .format = scene_format_r32_uint});
    vk_job_dispatch(&job, c.shader, 1);
    vk_job_dispatch(&job, texel_shader(test, ir_image_storage, ir_texel_u32), 4);
    words = vk_job_words(test, device, &job);
    for (uint32_t i = 0; i < 4; i++)
        expect_words(words + 4 * i, (const uint32_t[]){40 + i, 0, 0, 1}, 4);
}

/* ---- addresses ---- */

VK_TEST_CASE(test_addresses)
{
    static const uint32_t start[] = {0, 0, 5, 6};
    struct vk_compute c;
    struct vk_job job;

    vk_compute_begin(test, &c, 1, 2);
    struct ir_builder *b = &c.b;
    const uint32_t table = vk_compute_buffer(&c, ir_buffer_storage, 1, 0);
    const ir_ref address = ir_build_load_buffer(b, ir_type_i64, table, ir_build_i32(b, 0));
    const ir_ref next = ir_build_iadd(b, address, ir_build_const(b, ir_type_i64, 4));
    const ir_ref value = ir_build_op(b, ir_op_load_global, ir_type_i32, address, 0, 0);
    vk_compute_put(&c, 0, value);
    vk_compute_put(&c, 1, ir_build_load_buffer(b, ir_type_i32, table, ir_build_i32(b, 8)));
    ir_build_op(b, ir_op_store_global, ir_type_void, next,
                ir_build_imul(b, value, ir_build_i32(b, 7)), 0);

    vk_job_init(&job, 2);
    const uint32_t from = vk_job_add_buffer(&job, start, sizeof(start));
    const uint32_t pointed = vk_job_add_buffer(&job, numbers, sizeof(numbers));
    job.addresses[0] = (struct scene_address){from, 0, pointed, 64 * 4};
    job.scene.address_count = 1;
    vk_job_bind(
        &job, &(struct scene_binding){.binding = 1, .kind = scene_binding_storage, .buffer = from});
    vk_job_dispatch(&job, c.shader, 1);
    if (!vk_test_of(device)->features.core12.bufferDeviceAddress) {
        vk_job_fails(test, device, &job, scene_status_missing, QD_CODE_TARGET_LACKS,
                     "bufferDeviceAddress");
        return;
    }
    vk_job_read_buffer(&job, pointed);
    const uint32_t *words = vk_job_words(test, device, &job);
    expect_words(words, (const uint32_t[]){65, 5}, 2);
    const struct scene_result result = vk_job_run(test, device, &job);
    assert_int_equal(((const uint32_t *)result.reads[0].data)[65], 65 * 7);
    assert_int_equal(((const uint32_t *)result.reads[0].data)[66], 67);
}

/* ---- copies ---- */

VK_TEST_CASE(test_copies)
{
    static const uint8_t bytes[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    static const uint8_t expected[2][10] = {{0, 0, 1, 2, 3, 4, 5, 6, 8, 9},
                                            {0, 0, 0, 9, 0, 0, 1, 2, 3, 0}};
    struct vk_job job;

    vk_job_init(&job, 1);
    const uint32_t one = vk_job_add_buffer(&job, bytes, sizeof(bytes));
    const uint32_t other = vk_job_add_buffer(&job, NULL, sizeof(bytes));
    vk_job_add_step(&job, scene_step_copy_buffer)->copy = (struct scene_copy){one, 9, other, 3, 1};
    vk_job_add_step(&job, scene_step_copy_buffer)->copy = (struct scene_copy){one, 0, one, 1, 7};
    vk_job_add_step(&job, scene_step_copy_buffer)->copy = (struct scene_copy){one, 0, one, 10, 0};
    vk_job_add_step(&job, scene_step_copy_buffer)->copy = (struct scene_copy){one, 1, other, 5, 4};
    const uint32_t empty = vk_job_add_buffer(&job, NULL, 0);
    vk_job_read_buffer(&job, one);
    vk_job_read_buffer(&job, other);
    vk_job_read_buffer(&job, empty);
    const struct scene_result result = vk_job_run(test, device, &job);
    assert_int_equal(result.read_count, 3);
    assert_memory_equal(result.reads[0].data, expected[0], sizeof(bytes));
    assert_memory_equal(result.reads[1].data, expected[1], sizeof(bytes));
    assert_int_equal(result.reads[2].size, 0);
}

/* ---- subgroups ---- */

VK_TEST_CASE(test_subgroup_size)
{
    const struct vk_features *features = &vk_test_of(device)->features;
    struct vk_compute c;
    struct vk_job job;

    if (vk_test_of(device)->version < VK_API_VERSION_1_1) {
        print_message("skip: the device has no subgroups\n");
        skip();
    }
    vk_compute_begin(test, &c, 64, 1);
    vk_compute_put(
        &c, 0,
        vk_test_load(&c.b,
                     vk_test_builtin_input(c.shader, ir_builtin_subgroup_size, ir_type_i32, 1), 0));
    vk_job_init(&job, 64);
    struct scene_dispatch *dispatch = vk_job_dispatch(&job, c.shader, 1);
    dispatch->subgroup_size = features->core13.subgroupSizeControl
                                  ? features->sizes.minSubgroupSize
                                  : features->subgroup.subgroupSize;
    const uint32_t *words = vk_job_words(test, device, &job);
    assert_int_equal(words[63], dispatch->subgroup_size);
    job.scene.step_count = 1;
    dispatch->subgroup_size = 128; /* More than any. */
    vk_job_fails(test, device, &job, scene_status_missing, QD_CODE_TARGET_LACKS,
                 "subgroups of 128");
}

/* ---- demoted fragments ---- */

/* Of 8 x 8 pixels those with an odd x or y are demoted; after that each stores its number plus 1 at
 * its place and counts itself, and stores what the count was at its place in the second half. */
static struct ir_shader *
storing_shader(struct vk_test *test)
{
    const struct ir_buffer buffer = {.kind = ir_buffer_storage, .count = 1};
    struct ir_builder b;
    struct ir_shader *shader = vk_test_begin(test, ir_stage_fragment, &b);
    const uint32_t coord = vk_test_builtin_input(shader, ir_builtin_frag_coord, ir_type_f32, 4);
    const uint32_t index = ir_add_buffer(shader, &buffer);
    const ir_ref zero = ir_build_i32(&b, 0), one = ir_build_i32(&b, 1);
    const ir_ref x = ir_build_f2u(&b, ir_type_i32, vk_test_load(&b, coord, 0));
    const ir_ref y = ir_build_f2u(&b, ir_type_i32, vk_test_load(&b, coord, 1));
    const ir_ref number = ir_build_iadd(&b, x, ir_build_imul(&b, y, ir_build_i32(&b, 8)));
    const ir_ref at = ir_build_imul(&b, number, ir_build_i32(&b, 4));
    const ir_ref is_odd = ir_build_ine(&b, ir_build_iand(&b, ir_build_ior(&b, x, y), one), zero);

    ir_build_op(&b, ir_op_demote, ir_type_void, is_odd, 0, 0);
    ir_build_list(&b, ir_op_store_buffer, ir_type_void,
                  (const ir_ref[]){at, zero, ir_build_iadd(&b, number, one)}, 3, index);
    const ir_ref old = ir_build_list(&b, ir_op_atomic_buffer, ir_type_i32,
                                     (const ir_ref[]){ir_build_i32(&b, 4 * 128), zero, one}, 3,
                                     index | IR_ATOMIC(ir_op_iadd));
    ir_build_list(&b, ir_op_store_buffer, ir_type_void,
                  (const ir_ref[]){ir_build_iadd(&b, at, ir_build_i32(&b, 4 * 64)), zero,
                                   ir_build_iadd(&b, old, one)},
                  3, index);
    return shader;
}

/* Demoted fragments write nothing, whatever the target does for demotes. */
VK_TEST_CASE(test_demoted_stores)
{
    uint64_t counts = 0;
    struct vk_job job;

    if (!vk_test_of(device)->features.core.fragmentStoresAndAtomics) {
        print_message("skip: fragments cannot store\n");
        skip();
    }
    vk_job_init(&job, 129);
    struct scene_draw *draw = &vk_job_add_step(&job, scene_step_draw)->draw;
    *draw = scene_draw_default(8, 8);
    draw->vertex = vk_test_whole_target(test);
    draw->fragment = storing_shader(test);
    draw->target_count = 0;
    draw->width = draw->height = 8;
    draw->inputs.bindings = job.bindings;
    draw->inputs.binding_count = 1;
    const uint32_t *words = vk_job_words(test, device, &job);
    for (uint32_t i = 0; i < 64; i++) {
        const bool is_there = i % 2 == 0 && i / 8 % 2 == 0;

        assert_int_equal(words[i], is_there ? i + 1 : 0);
        assert_int_equal(words[64 + i] != 0, is_there);
        counts |= is_there ? UINT64_C(1) << words[64 + i] : 0;
    }
    assert_int_equal(words[128], 16);
    assert_int_equal(counts, 0x1fffe); /* Each number from 1 to 16 once. */
}

/* ---- features that are gone ---- */

VK_TEST_CASE(test_stores_of_stages)
{
    struct vk_device *vk = vk_test_of(device);
    const VkBool32 has = vk->features.core.vertexPipelineStoresAndAtomics;
    const struct ir_buffer buffer = {.kind = ir_buffer_storage, .count = 1};
    struct ir_shader *vertex = vk_test_whole_target(test);
    struct ir_builder b;
    struct vk_job job;

    ir_builder_init(&b, vertex);
    const uint32_t index = ir_add_buffer(vertex, &buffer);
    const ir_ref zero = ir_build_i32(&b, 0);
    ir_build_list(&b, ir_op_store_buffer, ir_type_void,
                  (const ir_ref[]){zero, zero, ir_build_i32(&b, 99)}, 3, index);
    vk_job_init(&job, 1);
    struct scene_draw *draw = &vk_job_add_step(&job, scene_step_draw)->draw;
    *draw = scene_draw_default(4, 4);
    draw->vertex = vertex;
    draw->target_count = 0;
    draw->width = draw->height = 4;
    draw->inputs.bindings = job.bindings;
    draw->inputs.binding_count = 1;
    if (has)
        assert_int_equal(vk_job_words(test, device, &job)[0], 99);
    vk->features.core.vertexPipelineStoresAndAtomics = VK_FALSE;
    vk_job_fails(test, device, &job, scene_status_missing, QD_CODE_TARGET_LACKS,
                 "vertexPipelineStoresAndAtomics");
    vk->features.core.vertexPipelineStoresAndAtomics = has;
}

/* Arrays around the size from which a module clears them itself: invocation i stores in element i,
 * which was zero as all others are. */
VK_TEST_CASE(test_arrays_are_zeroes)
{
    static const uint32_t sizes[] = {63, 64, 65, 300};

    for (uint32_t n = 0; n < BASE_COUNT(sizes); n++) {
        const struct ir_array array = {.type = ir_type_i32, .count = sizes[n]};
        struct vk_compute c;
        struct vk_job job;

        vk_compute_begin(test, &c, 32, 4);
        struct ir_builder *b = &c.b;
        const uint32_t index = ir_add_array(c.shader, &array);
        const ir_ref last = ir_build_isub(b, ir_build_i32(b, sizes[n] - 1), c.index);
        vk_compute_put(&c, 0, ir_build_op(b, ir_op_load_array, ir_type_i32, c.index, 0, index));
        (void)ir_build_op(b, ir_op_store_array, ir_type_void, c.index,
                          ir_build_iadd(b, c.index, ir_build_i32(b, 7)), index);
        vk_compute_put(&c, 1, ir_build_op(b, ir_op_load_array, ir_type_i32, c.index, 0, index));
        vk_compute_put(&c, 2, ir_build_op(b, ir_op_load_array, ir_type_i32, last, 0, index));
        vk_job_init(&job, 32 * 4);
        vk_job_dispatch(&job, c.shader, 1);
        const uint32_t *found = vk_job_words(test, device, &job);
        for (uint32_t i = 0; i < 32; i++) {
            const uint32_t at_last = sizes[n] - 1 - i == i ? i + 7 : 0;

            expect_words(found + (size_t)4 * i, (const uint32_t[]){0, i + 7, at_last}, 3);
        }
    }
}

int
main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_dispatch),
        cmocka_unit_test(test_dispatch_base),
        cmocka_unit_test(test_dispatch_indirect),
        cmocka_unit_test(test_dispatch_limits),
        cmocka_unit_test(test_storage),
        cmocka_unit_test(test_storage_unbound),
        cmocka_unit_test(test_storage_alignment),
        cmocka_unit_test(test_steps),
        cmocka_unit_test(test_uniform),
        cmocka_unit_test(test_push),
        cmocka_unit_test(test_push_limit),
        cmocka_unit_test(test_arrays),
        cmocka_unit_test(test_non_uniform_arrays),
        cmocka_unit_test(test_texels),
        cmocka_unit_test(test_texels_written),
        cmocka_unit_test(test_addresses),
        cmocka_unit_test(test_copies),
        cmocka_unit_test(test_subgroup_size),
        cmocka_unit_test(test_demoted_stores),
        cmocka_unit_test(test_stores_of_stages),
        cmocka_unit_test(test_arrays_are_zeroes),
    };

    device = vk_test_device(argc, argv);
    const int faults = cmocka_run_group_tests(tests, NULL, NULL);
    return faults + !vk_test_close(device);
}
