/* SPDX-License-Identifier: MIT
 *
 * Executes a shader for one lane, straight from the list: slow, plain, and without any knowledge
 * of how the shader was made.
 */
#ifndef EVALUATE_H
#define EVALUATE_H

#include "ir/ir.h"

#define EVAL_MAX_IOS 64

/* What goes in. Component c of input i is inputs[4 * i + c]. The built-in helper is started_helper,
 * whatever its index. */
struct eval_lane {
    uint32_t inputs[4 * EVAL_MAX_IOS];
    bool started_helper;
    uint64_t steps; /* Most instructions to execute. */
};

struct eval_result {
    const char *error; /* NULL: control came to an end. */
    ir_ref error_at;
    bool is_dropped; /* The lane is or became a helper, or was terminated. */
    uint32_t outputs[4 * EVAL_MAX_IOS];
};

/* Working memory comes from the arena. */
void eval_shader(const struct ir_shader *shader, const struct eval_lane *lane,
                 struct base_arena *arena, struct eval_result *result);

#endif
