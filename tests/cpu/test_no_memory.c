/* SPDX-License-Identifier: MIT
 *
 * Memory that runs out at any point of a draw: it ends in an error of its own or at the point that
 * the arena's owner set, and the next draw of the device is as good as any.
 */
#include "kit.h"
#include "no_memory.h"

#include <cmocka.h>
#include <stdlib.h>

static void
test_create(void **state)
{
    struct scene_device *device = NULL;
    long tries = 0;
    (void)state;

    for (long count = 0; !device; count++, tries++) {
        no_memory_after(count);
        device = cpu_device_create(&(struct cpu_options){.threads = 2});
    }
    no_memory_after(NO_MEMORY_NEVER);
    assert_in_range(tries, 2, 10);
    device->destroy(device);
}

enum outcome { outcome_unwound, outcome_error, outcome_drawn };

/* One draw, with so many allocations. */
static enum outcome
draw(struct scene_device *device, const struct kit *kit, long count)
{
    struct base_arena arena;
    struct base_diags diags;
    struct scene_result result;
    volatile enum outcome outcome = outcome_unwound;

    base_arena_init(&arena, 0);
    if (BASE_ARENA_CATCH(&arena)) {
        base_diags_init(&diags, &arena, "scene");
        no_memory_after(count);
        const enum scene_status status = device->run(device, &kit->scene, &arena, &result, &diags);
        no_memory_after(NO_MEMORY_NEVER);
        outcome = status == scene_status_ok ? outcome_drawn : outcome_error;
        if (status != scene_status_ok) {
            assert_int_equal(status, scene_status_bad);
            assert_null(result.reads);
            assert_int_equal(diags.list.data[0].code, QD_CODE_MEMORY_BUDGET);
        } else {
            assert_int_equal(result.reads[0].size, 100 * 100 * 16);
        }
    }
    no_memory_after(NO_MEMORY_NEVER);
    base_arena_finish(&arena);
    return outcome;
}

static void
test_draw(void **state)
{
    static struct kit kit;
    static long counts[3];
    struct scene_device *device = cpu_device_create(&(struct cpu_options){.threads = 2});
    enum outcome outcome = outcome_unwound;
    (void)state;

    kit_init(&kit);
    if (!BASE_ARENA_CATCH(&kit.arena))
        fail_msg("ran out");
    kit_target(&kit, scene_format_r32g32b32a32_sfloat, 100, 100);
    kit_draw(&kit, kit_pass_vertex(&kit, 1), kit_pass_fragment(&kit, ir_interp_flat), kit_whole, 3);
    kit_make_steps(&kit);
    for (long count = 0; outcome != outcome_drawn; count++) {
        outcome = draw(device, &kit, count);
        counts[outcome]++;
        /* Every other time something is left over for the next draw to clean up. */
        if (count % 2)
            assert_int_equal(draw(device, &kit, NO_MEMORY_NEVER), outcome_drawn);
    }
    assert_in_range(counts[outcome_unwound], 1, 10);
    assert_in_range(counts[outcome_error], 5, 200);
    device->destroy(device);
    kit_finish(&kit);
}

/* A draw takes no more than the caller's arena may. */
static void
test_budget(void **state)
{
    static struct kit kit;
    struct scene_device *device = cpu_device_create(&(struct cpu_options){.threads = 2});
    struct base_arena arena;
    struct base_diags diags;
    struct scene_result result;
    (void)state;

    kit_init(&kit);
    base_arena_init(&arena, 1 << 20);
    if (!BASE_ARENA_CATCH(&kit.arena) || !BASE_ARENA_CATCH(&arena))
        fail_msg("ran out");
    kit_target(&kit, scene_format_r32g32b32a32_sfloat, 100, 100);
    kit_draw(&kit, kit_pass_vertex(&kit, 1), kit_pass_fragment(&kit, ir_interp_flat), kit_whole, 3);
    kit_make_steps(&kit);
    base_diags_init(&diags, &arena, "scene");
    assert_int_equal(device->run(device, &kit.scene, &arena, &result, &diags), scene_status_bad);
    assert_int_equal(diags.list.data[0].code, QD_CODE_MEMORY_BUDGET);
    base_arena_finish(&arena);
    assert_int_equal(draw(device, &kit, NO_MEMORY_NEVER), outcome_drawn);
    device->destroy(device);
    kit_finish(&kit);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_create),
        cmocka_unit_test(test_draw),
        cmocka_unit_test(test_budget),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
