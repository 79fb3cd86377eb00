/* SPDX-License-Identifier: MIT
 *
 * What stands for the device in builds without Vulkan's headers.
 */
#include "vulkan/vulkan_device.h"

#include <cmocka.h>

static void
expect_missing(const struct base_diags *diags)
{
    const struct qd_diagnostic *diag = diags->list.data;

    assert_int_equal(diags->list.count, 1);
    assert_int_equal(diag->code, QD_CODE_DEVICE_MISSING);
    assert_int_equal(diag->severity, QD_SEVERITY_ERROR);
    assert_non_null(strstr(diag->message, "headers"));
    assert_non_null(strstr(diag->note, "libvulkan-dev"));
}

static void
test_absent(void **state)
{
    const struct vk_options options = {.validate = true};
    struct vk_device_info *devices;
    struct base_arena arena;
    struct base_diags diags;
    uint32_t count = 1;
    (void)state;

    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena))
        fail_msg("ran out");
    base_diags_init(&diags, &arena, "test");
    assert_false(vk_list_devices(&arena, &devices, &count, &diags));
    assert_null(devices);
    assert_int_equal(count, 0);
    expect_missing(&diags);

    base_diags_init(&diags, &arena, "test");
    assert_null(vk_device_create(0, &options, &diags));
    expect_missing(&diags);
    assert_false(vk_device_is_validating(NULL));
    base_arena_finish(&arena);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_absent)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
