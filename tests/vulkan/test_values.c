/* SPDX-License-Identifier: MIT
 *
 * What SPIR-V's operations compute, read and written again, on a host.
 */
#include "values_device.h"
#include "vk_test.h"

#include "spirv/spirv.h"

static struct scene_device *device;

static void
test_values(void **state)
{
    struct values_runner runner = values_device_runner(device, true);
    (void)state;

    runner.most_tries = 400;
    const uint64_t compared = values_run(&runner, values_rows, values_row_count) +
                              values_run(&runner, values_whole_rows, values_whole_row_count);
    print_message("%llu results\n", (unsigned long long)compared);
    assert_true(compared >= 50000);
}

int
main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_values)};

    if (!spirv_has_tools()) {
        print_message("skip: this build has no SPIRV-Tools\n");
        return 77;
    }
    device = vk_test_device(argc, argv);
    const int faults = cmocka_run_group_tests(tests, NULL, NULL);
    return faults + !vk_test_close(device);
}
