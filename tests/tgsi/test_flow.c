/* SPDX-License-Identifier: MIT
 *
 * Control flow: random programs against the machines of flow_model.h, what users of other
 * translators ran into, and what hostile programs do.
 */
#include "flow_model.h"
#include "kit.h"

#include <stdio.h>

#define GROUPS 4
#define LANES (GROUPS * FLOW_LANES)

/* ---- random programs ---- */

static uint32_t
mix(uint64_t x)
{
    x = (x ^ x >> 31) * UINT64_C(0x7fb5d329728ea185);
    x = (x ^ x >> 27) * UINT64_C(0x81dadef4bc2dd44d);
    return (uint32_t)(x >> 32);
}

static void
make_inputs(uint64_t seed, uint32_t (*inputs)[FLOW_INPUTS])
{
    for (uint32_t lane = 0; lane < LANES; lane++)
        for (uint32_t i = 0; i < FLOW_INPUTS; i++)
            inputs[lane][i] = mix(seed * 1000 + lane * 8 + i) & 0xff;
}

/* What each lane puts out; false if one goes on for too long. */
static bool
expect(const struct flow_program *program, bool jumps, const uint32_t (*inputs)[FLOW_INPUTS],
       uint32_t *outputs)
{
    for (uint32_t lane = 0; lane < LANES; lane++)
        if (!flow_run_lane(program, inputs[lane], &outputs[lane]))
            return false;
    for (uint32_t group = 0; !jumps && group < GROUPS; group++) {
        uint32_t masked[FLOW_LANES];

        assert_true(flow_run_masks(program, inputs + group * FLOW_LANES, masked));
        assert_memory_equal(masked, outputs + group * FLOW_LANES, sizeof(masked));
    }
    return true;
}

static bool
check_program(uint64_t seed, bool jumps)
{
    static struct flow_program program;
    uint32_t inputs[LANES][FLOW_INPUTS], expected[LANES];
    struct base_text text;
    struct kit kit;
    struct kit_run run;

    flow_generate(&program, seed, jumps);
    make_inputs(seed, inputs);
    if (!expect(&program, jumps, (const uint32_t(*)[FLOW_INPUTS])inputs, expected))
        return false;
    KIT_BEGIN(&kit);
    base_text_init(&text, &kit.arena);
    flow_print(&program, &text);
    kit_lower(&kit, base_text_string(&text));
    kit_run_init(&kit, &run, LANES);
    for (uint32_t lane = 0; lane < LANES; lane++)
        for (unsigned c = 0; c < FLOW_INPUTS; c++)
            kit_set_input(&kit, &run, KIT_GENERIC, c, lane, inputs[lane][c]);
    kit_run(&kit, &run);
    for (uint32_t lane = 0; lane < LANES; lane++)
        if (kit_output(&kit, &run, 0, 0, lane) != expected[lane])
            fail_msg("seed %llu, lane %u: found %08x, expected %08x\n%s", (unsigned long long)seed,
                     lane, kit_output(&kit, &run, 0, 0, lane), expected[lane],
                     base_text_string(&text));
    kit_end(&kit);
    return true;
}

static void
test_random_structured(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 4000; seed++)
        assert_true(check_program(seed, false));
}

static void
test_random_jumps(void **state)
{
    uint32_t run = 0;
    (void)state;

    for (uint64_t seed = 1; seed <= 4000; seed++)
        run += check_program(seed, true);
    assert_true(run > 2000);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_structured),
        cmocka_unit_test(test_random_jumps),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
