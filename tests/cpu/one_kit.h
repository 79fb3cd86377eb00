/* SPDX-License-Identifier: MIT
 *
 * For programs whose tests each draw one scene: a kit that is new for each test.
 */
#ifndef TESTS_CPU_ONE_KIT_H
#define TESTS_CPU_ONE_KIT_H

#include "kit.h"

#include <cmocka.h>

#define FLOATS scene_format_r32g32b32a32_sfloat

typedef const float (*kit_vertices)[2][4];

static struct kit kit;

/* Each test has a kit of its own. */
static int
setup(void **state)
{
    (void)state;
    kit_init(&kit);
    return 0;
}

static int
teardown(void **state)
{
    (void)state;
    kit_finish(&kit);
    return 0;
}

#define CATCH()                                                                                    \
    do {                                                                                           \
        (void)state;                                                                               \
        if (!BASE_ARENA_CATCH(&kit.arena))                                                         \
            fail_msg("ran out");                                                                   \
    } while (0)

#define assert_pixel(...) kit_assert_pixel(&kit, __VA_ARGS__)

#endif
