/* SPDX-License-Identifier: MIT
 *
 * Finding devices, and what is said where there is none.
 */
#include "vk_test.h"

#include <stdio.h>
#include <stdlib.h>

static struct scene_device *device;

static void
test_list(void **state)
{
    struct vk_device_info *devices;
    struct vk_test test;
    uint32_t count = 0;
    (void)state;

    vk_test_init(&test);
    if (!BASE_ARENA_CATCH(&test.arena))
        fail_msg("ran out");
    assert_true(vk_list_devices(&test.arena, &devices, &count, &test.diags));
    vk_test_no_errors(&test);
    assert_true(count > 0);
    for (uint32_t i = 0; i < count; i++) {
        assert_int_equal(devices[i].index, i);
        assert_true(strlen(devices[i].name) > 0);
        assert_true(strlen(devices[i].driver) > 0);
        assert_non_null(strstr("cpu discrete integrated virtual other", devices[i].type));
        assert_int_equal(devices[i].api_version[0], 1);
        assert_true(devices[i].target < spirv_target_count);
        assert_true((unsigned)devices[i].target <= devices[i].api_version[1]);
    }
    /* A device that is made says what the list says of it. */
    const uint32_t index = vk_test_index(device);
    assert_true(index < count);
    assert_true(strstr(device->description, devices[index].name) == device->description);
    vk_test_finish(&test);
}

/* No device is made; the first error has this code and text and its note this one. */
static void
expect_missing(struct vk_test *test, const char *text, const char *note)
{
    vk_test_error(test, QD_CODE_DEVICE_MISSING, text);
    assert_int_equal(test->diags.list.count, 1);
    if (note) {
        assert_non_null(test->diags.list.data[0].note);
        assert_non_null(strstr(test->diags.list.data[0].note, note));
    }
}

static void
try_loader(const char *loader, const char *text, bool listing)
{
    const struct vk_device_options options = {loader, VK_TIMEOUT_NS, 0};
    struct vk_device_info *devices;
    struct vk_test test;
    uint32_t count;

    vk_test_init(&test);
    if (!BASE_ARENA_CATCH(&test.arena))
        fail_msg("ran out");
    if (listing) {
        assert_false(vk_list_devices_of(loader, &test.arena, &devices, &count, &test.diags));
        assert_int_equal(count, 0);
        assert_null(devices);
    } else {
        assert_null(vk_device_open(0, NULL, &options, &test.diags));
    }
    expect_missing(&test, text, "libvulkan1");
    vk_test_finish(&test);
}

static void
test_no_loader(void **state)
{
    static const struct {
        const char *loader;
        const char *text;
    } rows[] = {
        {"libvulkan-that-is-not-there.so.1", "libvulkan-that-is-not-there.so.1"},
        {"", "Vulkan loader"}, /* The program itself, which has no such function. */
        {"/dev/null", "/dev/null"},
        {"libm.so.6", "libm.so.6 is no Vulkan loader"},
    };
    (void)state;

    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        try_loader(rows[i].loader, rows[i].text, false);
        try_loader(rows[i].loader, rows[i].text, true);
    }
}

/* The loader is there and finds no driver. */
static void
test_no_driver(void **state)
{
    static const char *const names[] = {"VK_ICD_FILENAMES", "VK_DRIVER_FILES",
                                        "VK_ADD_DRIVER_FILES"};
    char *saved[BASE_COUNT(names)];
    struct vk_device_info *devices;
    struct vk_test test;
    uint32_t count;
    (void)state;

    for (size_t i = 0; i < BASE_COUNT(names); i++) {
        const char *value = getenv(names[i]);
        saved[i] = value ? strdup(value) : NULL;
        setenv(names[i], "/nowhere/none.json", 1);
    }
    vk_test_init(&test);
    if (!BASE_ARENA_CATCH(&test.arena))
        fail_msg("ran out");
    assert_false(vk_list_devices(&test.arena, &devices, &count, &test.diags));
    expect_missing(&test, "no driver", "mesa-vulkan-drivers");
    vk_test_finish(&test);

    vk_test_init(&test);
    if (!BASE_ARENA_CATCH(&test.arena))
        fail_msg("ran out");
    assert_null(vk_device_create(0, NULL, &test.diags));
    expect_missing(&test, "no driver", "mesa-vulkan-drivers");
    vk_test_finish(&test);
    for (size_t i = 0; i < BASE_COUNT(names); i++) {
        if (saved[i])
            setenv(names[i], saved[i], 1);
        else
            unsetenv(names[i]);
        free(saved[i]);
    }
}

static void
test_no_such_device(void **state)
{
    static const uint32_t indices[] = {1000, UINT32_MAX};
    (void)state;

    for (size_t i = 0; i < BASE_COUNT(indices); i++) {
        struct vk_test test;
        char name[32];

        vk_test_init(&test);
        if (!BASE_ARENA_CATCH(&test.arena))
            fail_msg("ran out");
        assert_null(vk_device_create(indices[i], NULL, &test.diags));
        snprintf(name, sizeof(name), "vulkan:%u", indices[i]);
        expect_missing(&test, name, NULL);
        vk_test_finish(&test);
    }
}

static void
test_validating(void **state)
{
    struct vk_test test;
    (void)state;

    vk_test_init(&test);
    if (!BASE_ARENA_CATCH(&test.arena))
        fail_msg("ran out");
    struct scene_device *plain = vk_device_create(vk_test_index(device), NULL, &test.diags);
    vk_test_no_errors(&test);
    assert_non_null(plain);
    assert_false(vk_device_is_validating(plain));
    plain->destroy(plain);
    vk_test_finish(&test);
}

int
main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_list),       cmocka_unit_test(test_no_loader),
        cmocka_unit_test(test_no_driver),  cmocka_unit_test(test_no_such_device),
        cmocka_unit_test(test_validating),
    };

    /* What is said without a loader is tested even where there is no device. */
    const struct CMUnitTest without[] = {cmocka_unit_test(test_no_loader)};
    const int failed = cmocka_run_group_tests_name("loader", without, NULL, NULL);
    if (failed)
        return failed;
    device = vk_test_device(argc, argv);
    const int faults = cmocka_run_group_tests(tests, NULL, NULL);
    return faults + !vk_test_close(device);
}
