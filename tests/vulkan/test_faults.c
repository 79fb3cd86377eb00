/* SPDX-License-Identifier: MIT
 *
 * What does not work, and that nothing is left behind by it.
 */
#include "vk_job.h"

#include <stdio.h>

#define SIZE 8

static struct scene_device *device;

/* A scene of one target that one draw fills with zeroes. */
struct small {
    struct vk_drawing scene;
    struct vk_target target;
    struct scene_draw draw;
};

/* Writes zeroes to location 0. */
static struct ir_shader *
black_shader(struct vk_test *test)
{
    struct ir_builder b;
    struct ir_shader *shader = vk_test_begin(test, ir_stage_fragment, &b);
    const ir_ref zero = ir_build_f32(&b, 0);

    vk_test_store(&b, vk_test_output(shader, 0), (const ir_ref[]){zero, zero, zero, zero});
    return shader;
}

static void
small_init(struct vk_test *test, struct small *small)
{
    memset(small, 0, sizeof(*small));
    small->target = (struct vk_target){scene_format_r8g8b8a8_unorm, SIZE, SIZE, {1, 1, 1, 1}};
    small->draw = scene_draw_default(SIZE, SIZE);
    small->draw.vertex = vk_test_whole_target(test);
    small->draw.fragment = black_shader(test);
    small->scene = (struct vk_drawing){
        .targets = &small->target, .target_count = 1, .draws = &small->draw, .draw_count = 1};
}

/* The scene is not drawn, for this reason; after that the device still draws. */
static void
expect_failure(struct vk_test *test, const struct vk_drawing *scene, enum scene_status status,
               enum qd_code code, const char *text)
{
    struct vk_pictures result;

    assert_int_equal(vk_test_try(test, device, scene, &result), status);
    vk_test_error(test, code, text);

    struct small small;
    base_diags_init(&test->diags, &test->arena, "test");
    small_init(test, &small);
    result = vk_test_draw(test, device, &small.scene);
    assert_memory_equal(vk_test_pixel(&result, 0, 0, 0), ((const uint8_t[4]){0, 0, 0, 0}), 4);
}

VK_TEST_CASE(test_bad_scene)
{
    struct small small;

    small_init(test, &small);
    small.draw.targets[0].view = 1;
    expect_failure(test, &small.scene, scene_status_bad, QD_CODE_SCENE_INVALID, "target");
    small.draw.targets[0].view = 0;
    small.draw.vertex = small.draw.fragment;
    expect_failure(test, &small.scene, scene_status_bad, QD_CODE_SCENE_INVALID, "vertex");
}

/* ---- limits ---- */

/* A fragment shader that reads a buffer. */
static struct ir_shader *
buffer_shader(struct vk_test *test, uint32_t set, uint32_t binding, uint32_t size)
{
    struct ir_builder b;
    struct ir_shader *shader = vk_test_begin(test, ir_stage_fragment, &b);
    const struct ir_buffer buffer = {NULL, set, binding, size, ir_buffer_uniform, 1, 0};
    const uint32_t index = ir_add_buffer(shader, &buffer);
    const ir_ref zero = ir_build_i32(&b, 0);
    const ir_ref value = ir_build_load_buffer(&b, ir_type_f32, index, zero);

    vk_test_store(&b, vk_test_output(shader, 0), (const ir_ref[]){value, value, value, value});
    return shader;
}

static uint32_t
most_sets(void)
{
    const uint32_t limit = vk_test_of(device)->properties.limits.maxBoundDescriptorSets;

    return limit < VK_MAX_SETS ? limit : VK_MAX_SETS;
}

VK_TEST_CASE(test_buffer_limits)
{
    const uint32_t largest = vk_test_of(device)->properties.limits.maxUniformBufferRange;
    const uint32_t sets = most_sets();
    char name[32];
    struct small small;

    snprintf(name, sizeof(name), "set %u", sets);
    small_init(test, &small);
    if (largest <= UINT32_MAX - 16) {
        small.draw.fragment = buffer_shader(test, 0, 0, largest / 16 * 16 + 16);
        expect_failure(test, &small.scene, scene_status_missing, QD_CODE_LIMIT, "uniform buffer");
    }
    small.draw.fragment = buffer_shader(test, sets, 0, 16);
    expect_failure(test, &small.scene, scene_status_missing, QD_CODE_LIMIT, name);
    small.draw.fragment = buffer_shader(test, 0, UINT32_MAX, 16);
    expect_failure(test, &small.scene, scene_status_missing, QD_CODE_LIMIT, "binding 4294967295");
}

/* The largest that is taken, in the last set, at the last binding. */
VK_TEST_CASE(test_at_the_limits)
{
    const uint32_t largest = vk_test_of(device)->properties.limits.maxUniformBufferRange;
    const uint32_t size = largest > 1 << 24 ? 1 << 24 : largest / 16 * 16;
    struct small small;

    small_init(test, &small);
    small.draw.fragment = buffer_shader(test, most_sets() - 1, VK_MAX_BINDINGS - 1, size);
    const struct vk_pictures result = vk_test_draw(test, device, &small.scene);
    assert_memory_equal(vk_test_pixel(&result, 0, 0, 0), ((const uint8_t[4]){0, 0, 0, 0}), 4);
}

/* The same set and binding as a buffer in one stage and a texture in the other. */
VK_TEST_CASE(test_two_things_at_one_place)
{
    const struct ir_image image = {
        .binding = 3, .dim = ir_dim_2d, .kind = ir_image_combined, .count = 1};
    struct ir_builder b;
    struct small small;

    small_init(test, &small);
    struct ir_shader *vertex = vk_test_whole_target(test);
    ir_builder_init(&b, vertex);
    ir_add_image(vertex, &image);
    small.draw.vertex = vertex;
    small.draw.fragment = buffer_shader(test, 0, 3, 16);
    expect_failure(test, &small.scene, scene_status_bad, QD_CODE_SCENE_INVALID, "set 0, binding 3");
}

VK_TEST_CASE(test_locations)
{
    const VkPhysicalDeviceLimits *limits = &vk_test_of(device)->properties.limits;
    struct small small;

    small_init(test, &small);
    if (limits->maxFragmentOutputAttachments < SCENE_MAX_LOCATIONS) {
        struct ir_shader *fragment = black_shader(test);

        vk_test_output(fragment, SCENE_MAX_LOCATIONS - 1);
        small.draw.vertex = vk_test_whole_target(test);
        small.draw.fragment = fragment;
        expect_failure(test, &small.scene, scene_status_missing, QD_CODE_LIMIT, "location 63");
    }
}

/* More vertex data than is taken. Nothing is read, so the buffer may be small. */
VK_TEST_CASE(test_many_vertices)
{
    const struct scene_buffer buffer = {"", 1};
    const struct scene_attribute attribute = {
        0, scene_format_r32g32b32a32_sfloat, 0, 0, 16, scene_rate_instance};
    struct small small;

    small_init(test, &small);
    small.scene.buffers = &buffer;
    small.scene.buffer_count = 1;
    small.draw.vertex = vk_test_passing(test, 0);
    small.draw.attributes = &attribute;
    small.draw.attribute_count = 1;
    small.draw.first_instance = 1u << 31;
    expect_failure(test, &small.scene, scene_status_missing, QD_CODE_LIMIT, "vertex input");
}

VK_TEST_CASE(test_sampler_bias)
{
    const struct scene_sampler sampler = {.lod_bias = 1e9f, .max_lod = 1};
    const uint8_t texel = 255;
    const struct scene_image texture = {
        scene_format_r8_unorm, scene_image_2d, 1, 1, 1, 1, 1, 1, &texel, 1};
    const struct scene_binding binding = {.kind = scene_binding_combined, .view = 1};
    const struct ir_image image = {.dim = ir_dim_2d, .kind = ir_image_combined, .count = 1};
    struct small small;

    small_init(test, &small);
    struct ir_shader *fragment = black_shader(test);
    ir_add_image(fragment, &image);
    small.draw.fragment = fragment;
    small.draw.inputs.bindings = &binding;
    small.draw.inputs.binding_count = 1;
    small.scene.textures = &texture;
    small.scene.texture_count = 1;
    small.scene.samplers = &sampler;
    small.scene.sampler_count = 1;
    expect_failure(test, &small.scene, scene_status_missing, QD_CODE_TARGET_LACKS, "bias");
}

/* A scene that would need more memory than there is anywhere. The result is in the caller's memory,
 * so that the device's budget is what ends it. */
VK_TEST_CASE(test_device_memory)
{
    struct vk_device *vk = vk_test_of(device);
    const VkDeviceSize most = vk->features.max_allocation;
    struct small small;

    small_init(test, &small);
    vk->features.max_allocation = 4096;
    struct vk_pictures result;
    assert_int_equal(vk_test_try(test, device, &small.scene, &result), scene_status_missing);
    vk_test_error(test, QD_CODE_LIMIT, "memory");
    vk->features.max_allocation = most;

    /* Each block fits, and they do not fit together. */
    const VkPhysicalDeviceMemoryProperties heaps = vk->memory;
    const struct vk_target large = {scene_format_r8g8b8a8_unorm, 512, 512, {0}};
    const struct vk_target targets[] = {large, large};
    small.scene.targets = targets;
    small.scene.target_count = BASE_COUNT(targets);
    small.scene.draw_count = 0;
    base_diags_init(&test->diags, &test->arena, "test");
    for (uint32_t i = 0; i < heaps.memoryHeapCount; i++)
        vk->memory.memoryHeaps[i].size = 3 << 19;
    assert_int_equal(vk_test_try(test, device, &small.scene, &result), scene_status_missing);
    vk_test_error(test, QD_CODE_LIMIT, "memory");
    vk->memory = heaps;
}

/* ---- what modules may ask for ---- */

#define OP(op, words) ((words) << 16 | (op))
#define HEADER 0x07230203, 0x10000, 0, 100, 0

VK_TEST_CASE(test_capabilities)
{
    static const uint32_t shader[] = {HEADER, OP(17, 2), 1, OP(54, 1)};
    static const uint32_t float64[] = {HEADER, OP(17, 2), 1, OP(17, 2), 10};
    static const uint32_t float16[] = {HEADER, OP(17, 2), 9};
    static const uint32_t demote[] = {HEADER, OP(17, 2), 5379};
    static const uint32_t vote[] = {HEADER, OP(17, 2), 62};
    static const uint32_t quad[] = {HEADER, OP(17, 2), 68};
    static const uint32_t unknown[] = {HEADER, OP(17, 2), 4711};
    static const uint32_t mode[] = {HEADER, OP(17, 2), 4466, OP(16, 4), 7, 4461, 32};
    static const uint32_t other_width[] = {HEADER, OP(16, 4), 7, 4461, 64};
    static const uint32_t plain_mode[] = {HEADER, OP(16, 3), 7, 7};
    static const uint32_t after[] = {HEADER, OP(54, 1), OP(17, 2), 10};
    static const uint32_t cut[] = {HEADER, OP(17, 3), 1};
    static const uint32_t empty[] = {HEADER, 0};
#define WORDS(array) array, BASE_COUNT(array)
    const struct {
        const uint32_t *words;
        size_t count;
        const char *lacks; /* NULL: nothing even where the device has nothing. */
        bool has;          /* Where it has all that the table below says. */
    } rows[] = {
        {WORDS(shader), NULL, true},
        {WORDS(float64), "Float64", true},
        {WORDS(float16), "Float16", true},
        {WORDS(demote), "DemoteToHelperInvocation", true},
        {WORDS(vote), "GroupNonUniformVote", true},
        {WORDS(quad), "GroupNonUniformQuad", false},
        {WORDS(unknown), "capability 4711", false},
        {WORDS(mode), "SignedZeroInfNanPreserve for 32 bits", true},
        {WORDS(other_width), "SignedZeroInfNanPreserve for 64 bits", false},
        {WORDS(plain_mode), NULL, true},
        {WORDS(after), NULL, true},
        {WORDS(cut), "cut off", false},
        {WORDS(empty), "cut off", false},
    };
    static const struct vk_features none;
    const struct vk_features some = {
        .core.shaderFloat64 = VK_TRUE,
        .core12.shaderFloat16 = VK_TRUE,
        .core13.shaderDemoteToHelperInvocation = VK_TRUE,
        .subgroup = {.supportedStages = VK_SHADER_STAGE_ALL_GRAPHICS,
                     .supportedOperations =
                         VK_SUBGROUP_FEATURE_VOTE_BIT | VK_SUBGROUP_FEATURE_QUAD_BIT},
        .floats.shaderSignedZeroInfNanPreserveFloat32 = VK_TRUE,
    };

    (void)test;
    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        const struct spirv_module module = {rows[i].words, rows[i].count};
        struct vk_fault fault = {.code = QD_CODE_NONE};

        const bool good = vk_features_check(&none, &module, ir_stage_vertex, &fault);
        if (good != !rows[i].lacks)
            fail_msg("row %zu: found %d where there is nothing", i, good);
        if (!good && !strstr(fault.message, rows[i].lacks))
            fail_msg("row %zu: found \"%s\", expected \"%s\"", i, fault.message, rows[i].lacks);
        fault.code = QD_CODE_NONE;
        if (vk_features_check(&some, &module, ir_stage_vertex, &fault) != rows[i].has)
            fail_msg("row %zu: found %d where there is something", i, !rows[i].has);
    }
    /* Quads in the fragment stage need no more than the operations. */
    const struct spirv_module module = {quad, BASE_COUNT(quad)};
    struct vk_fault fault = {.code = QD_CODE_NONE};
    assert_true(vk_features_check(&some, &module, ir_stage_fragment, &fault));
}

/* A device whose features are gone refuses points with a size and flipped viewports. */
VK_TEST_CASE(test_lacking)
{
    struct vk_device *vk = vk_test_of(device);
    const bool can_flip = vk->can_flip;
    const VkBool32 large_points = vk->features.core.largePoints;
    struct vk_pictures result;
    struct small small;

    small_init(test, &small);
    small.draw.viewport = (struct scene_viewport){0, SIZE, SIZE, -SIZE, 0, 1};
    vk->can_flip = false;
    assert_int_equal(vk_test_try(test, device, &small.scene, &result), scene_status_missing);
    vk_test_error(test, QD_CODE_TARGET_LACKS, "negative");
    vk->can_flip = can_flip;

    base_diags_init(&test->diags, &test->arena, "test");
    small_init(test, &small);
    struct ir_shader *vertex = vk_test_whole_target(test);
    vk_test_builtin_output(vertex, ir_builtin_point_size, 1);
    small.draw.vertex = vertex;
    small.draw.topology = scene_topology_points;
    vk->features.core.largePoints = VK_FALSE;
    assert_int_equal(vk_test_try(test, device, &small.scene, &result), scene_status_missing);
    vk_test_error(test, QD_CODE_TARGET_LACKS, "largePoints");
    vk->features.core.largePoints = large_points;
}

/* ---- time ---- */

VK_TEST_CASE(test_too_slow)
{
    const struct vk_options options = {.validate = true};
    const struct vk_device_options more = {VK_LOADER_NAME, 0, 0};
    struct vk_pictures result;
    struct small small;

    struct scene_device *slow =
        vk_device_open(vk_test_index(device), &options, &more, &test->diags);
    vk_test_no_errors(test);
    small_init(test, &small);
    small.target.width = small.target.height = 4096;
    small.draw.viewport.width = small.draw.viewport.height = 4096;
    for (int i = 0; i < 2; i++) {
        base_diags_init(&test->diags, &test->arena, "test");
        assert_int_equal(vk_test_try(test, slow, &small.scene, &result), scene_status_bad);
        vk_test_error(test, QD_CODE_DEVICE_FAILED, "did not finish");
        assert_true(vk_test_of(slow)->is_busy);
    }
    /* Once it has the time it works again. */
    base_diags_init(&test->diags, &test->arena, "test");
    vk_test_of(slow)->timeout = VK_TIMEOUT_NS;
    vk_test_draw(test, slow, &small.scene);
    assert_false(vk_test_of(slow)->is_busy);

    /* Closed while busy. */
    vk_test_of(slow)->timeout = 0;
    assert_int_equal(vk_test_try(test, slow, &small.scene, &result), scene_status_bad);
    assert_true(vk_test_close(slow));
}

/* ---- memory ---- */

/* Draws with a budget of limit bytes for the arena. True if it was enough. */
static bool
try_budget(const struct vk_drawing *scene, size_t limit)
{
    struct vk_pictures result;
    struct vk_test test;

    base_arena_init(&test.arena, limit);
    if (!BASE_ARENA_CATCH(&test.arena)) {
        assert_int_equal(test.arena.failure, base_arena_over_budget);
        base_arena_finish(&test.arena);
        return false;
    }
    base_diags_init(&test.diags, &test.arena, "test");
    assert_int_equal(vk_test_try(&test, device, scene, &result), scene_status_ok);
    assert_int_equal(test.diags.error_count, 0);
    base_arena_finish(&test.arena);
    return true;
}

/* Wherever memory runs out, control comes back to the caller with nothing held: the layer would say
 * so when the device is closed. */
VK_TEST_CASE(test_budget)
{
    struct small small;
    uint32_t failures = 0;

    small_init(test, &small);
    small.draw.fragment = buffer_shader(test, 0, 0, 16);
    for (size_t limit = 1; !try_budget(&small.scene, limit); limit += 1 + limit / 8) {
        failures++;
        assert_true(limit < 1 << 26);
    }
    assert_true(failures > 10);
}

/* A scene with a step of every kind. */
static void
full_init(struct vk_test *test, struct vk_job *job)
{
    static const uint32_t words[4] = {1, 2, 3, 4};
    const struct scene_image image = scene_image_2d_of(scene_format_r8g8b8a8_unorm, SIZE, SIZE);
    const struct scene_image depth = scene_image_2d_of(scene_format_d16_unorm, SIZE, SIZE);
    const struct ir_image sampled = {
        .binding = 2, .dim = ir_dim_2d, .kind = ir_image_combined, .count = 2};
    struct vk_compute c;

    vk_job_init(job, 4);
    vk_job_add_image(job, &image);
    vk_job_add_image(job, &image);
    vk_job_add_image(job, &depth);
    const uint32_t buffer = vk_job_add_buffer(job, words, sizeof(words));
    vk_job_add_sampler(job, &(struct scene_sampler){.mag = scene_filter_linear});
    vk_job_bind(job, &(struct scene_binding){
                         .binding = 1, .kind = scene_binding_uniform, .buffer = buffer, .size = 4});
    vk_job_bind(job, &(struct scene_binding){.binding = 2, .kind = scene_binding_combined});
    vk_compute_begin(test, &c, 1, 1);
    const uint32_t uniform = vk_compute_buffer(&c, ir_buffer_uniform, 1, 16);
    ir_add_image(c.shader, &sampled);
    vk_compute_put(&c, 0, ir_build_load_buffer(&c.b, ir_type_i32, uniform, c.index));
    vk_job_add_step(job, scene_step_copy_buffer)->copy = (struct scene_copy){0, 0, buffer, 0, 8};
    vk_job_add_step(job, scene_step_clear)->clear.view = 0;
    vk_job_dispatch(job, c.shader, 2);
    struct scene_draw *draw = &vk_job_add_step(job, scene_step_draw)->draw;
    *draw = scene_draw_default(SIZE, SIZE);
    draw->vertex = vk_test_whole_target(test);
    draw->fragment = black_shader(test);
    draw->depth_view = 2;
    draw->index = scene_index_u16;
    draw->index_buffer = buffer;
    vk_job_add_step(job, scene_step_copy_image)->copy = (struct scene_copy){.from = 0, .to = 1};
    vk_job_read_image(job, 1);
    vk_job_read_image(job, 2);
    vk_job_read_buffer(job, 0);
}

/* The same for every kind of step and resource. */
static bool
try_full_budget(const struct vk_job *job, size_t limit)
{
    struct scene_result result;
    struct vk_test test;

    base_arena_init(&test.arena, limit);
    if (!BASE_ARENA_CATCH(&test.arena)) {
        assert_int_equal(test.arena.failure, base_arena_over_budget);
        base_arena_finish(&test.arena);
        return false;
    }
    base_diags_init(&test.diags, &test.arena, "test");
    assert_int_equal(device->run(device, &job->scene, &test.arena, &result, &test.diags),
                     scene_status_ok);
    assert_int_equal(result.read_count, 3);
    base_arena_finish(&test.arena);
    return true;
}

VK_TEST_CASE(test_full_budget)
{
    struct vk_job job;
    uint32_t failures = 0;

    full_init(test, &job);
    for (size_t limit = 1; !try_full_budget(&job, limit); limit += 1 + limit / 12) {
        failures++;
        assert_true(limit < 1 << 26);
    }
    assert_true(failures > 10);
}

/* A fault says in which step it is. */
VK_TEST_CASE(test_place)
{
    struct vk_job job;

    full_init(test, &job);
    job.steps[3].draw.raster.line_width = 1e4f;
    struct scene_result result;
    assert_int_equal(device->run(device, &job.scene, &test->arena, &result, &test->diags),
                     scene_status_missing);
    assert_non_null(test->diags.list.data[0].note);
    assert_non_null(strstr(test->diags.list.data[0].note, "in step 3 of the scene"));
}

/* ---- the validation layer ---- */

VK_TEST_CASE(test_validation)
{
    const struct vk_device *vk = vk_test_of(device);
    const VkFenceCreateInfo wrong = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO};
    VkFence fence = VK_NULL_HANDLE;
    struct small small;

    if (!vk_device_is_validating(device)) {
        print_message("skip: the validation layer is not installed\n");
        skip();
    }
    assert_int_equal(vk_messages_count(&vk_test_of(device)->instance.messages), 0);
    vk->instance.api.vkCreateFence(vk->handle, &wrong, NULL, &fence);
    if (fence)
        vk->instance.api.vkDestroyFence(vk->handle, fence, NULL);
    assert_true(vk_messages_count(&vk_test_of(device)->instance.messages) > 0);

    small_init(test, &small);
    expect_failure(test, &small.scene, scene_status_bad, QD_CODE_DEVICE_VALIDATION, "sType");
}

/* The list holds so many messages, cuts long ones, and says how many it dropped. */
VK_TEST_CASE(test_many_messages)
{
    char text[10000];
    const VkDebugUtilsMessengerCallbackDataEXT data = {.pMessage = text};
    const VkDebugUtilsMessengerCallbackDataEXT harmless = {
        .pMessageIdName = "UNASSIGNED-CoreValidation-Shader-OutputNotConsumed",
        .pMessage = "nothing"};
    struct vk_messages messages;

    memset(text, 'a', sizeof(text));
    text[sizeof(text) - 1] = '\0';
    test->diags.max_errors = 1000;
    vk_messages_init(&messages);
    vk_messages_callback(0, 0, &harmless, &messages);
    assert_int_equal(vk_messages_count(&messages), 0);
    for (uint32_t i = 0; i < 100; i++)
        vk_messages_callback(0, 0, &data, &messages);
    assert_int_equal(vk_messages_count(&messages), 100);
    vk_messages_report(&messages, &test->diags);
    assert_int_equal(vk_messages_count(&messages), 0);
    assert_int_equal(test->diags.error_count, 65);
    assert_int_equal(strlen(test->diags.list.data[0].message), 4096);
    assert_non_null(strstr(test->diags.list.data[64].message, "36 more"));
    vk_messages_finish(&messages);
}

int
main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bad_scene),     cmocka_unit_test(test_buffer_limits),
        cmocka_unit_test(test_at_the_limits), cmocka_unit_test(test_two_things_at_one_place),
        cmocka_unit_test(test_locations),     cmocka_unit_test(test_many_vertices),
        cmocka_unit_test(test_sampler_bias),  cmocka_unit_test(test_device_memory),
        cmocka_unit_test(test_capabilities),  cmocka_unit_test(test_lacking),
        cmocka_unit_test(test_too_slow),      cmocka_unit_test(test_budget),
        cmocka_unit_test(test_full_budget),   cmocka_unit_test(test_place),
        cmocka_unit_test(test_validation),    cmocka_unit_test(test_many_messages),
    };

    device = vk_test_device(argc, argv);
    const int faults = cmocka_run_group_tests(tests, NULL, NULL);
    return faults + !vk_test_close(device);
}
