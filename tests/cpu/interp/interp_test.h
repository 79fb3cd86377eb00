/* SPDX-License-Identifier: MIT
 *
 * What the tests of the interpreter share: making shaders and running groups of them.
 */
#ifndef INTERP_TEST_H
#define INTERP_TEST_H

#include "base/bits.h"
#include "cpu/interp/interp_priv.h"

#include <cmocka.h>

/* Every group size, each with the loops of every kind of processor that this one can run. */
struct test_config {
    uint32_t lanes;
    const struct interp_loops *loops;
};

extern const struct interp_loops *const test_loops[];
uint32_t test_loops_count(void);

#define EACH_CONFIG(config)                                                                        \
    for (struct test_config config = {.lanes = 4}; config.lanes <= CPU_MAX_LANES;                  \
         config.lanes *= 2)                                                                        \
        for (uint32_t config##_i = 0;                                                              \
             config##_i < test_loops_count() && (config.loops = test_loops[config##_i], true);     \
             config##_i++)

/* An arena to make shaders in, and a builder. Running out of memory fails the test. */
struct test_shader {
    struct base_arena arena;
    struct base_diags diags;
    struct ir_shader *shader;
    struct ir_builder b;
};

void test_shader_init(struct test_shader *t, enum ir_stage stage);
/* An op with its operands in the list. */
ir_ref test_list(struct test_shader *t, enum ir_op op, ir_type_id type, uint32_t imm,
                 uint32_t count, ...);
/* A shader from its text. */
void test_shader_parse(struct test_shader *t, const char *text);
void test_shader_finish(struct test_shader *t);
/* Verifies the shader, and fails the test with the first message. */
void test_verify(struct test_shader *t);

uint32_t test_add_input(struct test_shader *t, enum ir_type type);
uint32_t test_add_output(struct test_shader *t, enum ir_type type);
/* Component 0 of an input, and to an output. */
ir_ref test_load(struct test_shader *t, enum ir_type type, uint32_t input);
void test_store(struct test_shader *t, uint32_t output, ir_ref value);
/* This lane's index. */
ir_ref test_lane(struct test_shader *t);
/* A new output for the value's bits as i32, and for 64-bit values a second one for the high half.
 */
uint32_t test_output_bits(struct test_shader *t, ir_ref value);

/* A program with all the memory that a run needs; guards around it are checked. */
struct test_run {
    struct cpu_program *program;
    struct cpu_group group;
    struct cpu_resources resources; /* Of the group. Nothing, until a test binds something. */
    uint32_t lanes;
    uint32_t input_words;
    uint32_t output_words;
    uint32_t *inputs;
    uint32_t *outputs;
    char *memory;
};

void test_run_init(struct test_run *run, struct test_shader *t, struct test_config config);
void test_run_finish(struct test_run *run);
uint32_t *test_input(struct test_run *run, uint32_t input);
const uint32_t *test_output(const struct test_run *run, uint32_t output);
/* Runs all lanes of the mask with fresh outputs; steps as given. */
enum cpu_run test_run_steps(struct test_run *run, uint64_t active, uint64_t steps);
/* With more than enough steps. */
void test_run(struct test_run *run, uint64_t active);

/* A generator of numbers, the same on every machine. */
uint32_t test_random(uint64_t *state);

#endif
