/* SPDX-License-Identifier: MIT
 *
 * Random programs of control flow, and what they do: a machine of four lanes that keeps masks, as
 * the guest's own interpreters do it, and one that follows each lane alone, for programs that jump.
 */
#ifndef TGSI_TEST_FLOW_MODEL_H
#define TGSI_TEST_FLOW_MODEL_H

#include "base/base.h"
#include "tgsi/program.h"

#define FLOW_LANES 4
#define FLOW_REGISTERS 48
#define FLOW_INPUTS 4 /* In registers 1 and on; register 0 is the trace, which is the output. */
#define FLOW_MAX_INSTS 400
#define FLOW_MAX_DEPTH 64

/* Registers are x of temporaries, constants x of immediates. */
struct flow_inst {
    enum tgsi_op op; /* UADD a + k, UMAD r * 31 + k, AND a & k, XOR a ^ k, USLT k < a, or flow. */
    uint8_t r;       /* Destination, condition, selector. */
    uint8_t a;       /* Source; of a CASE, unless it is 0, the register that is its value. */
    uint32_t k;
    uint32_t label;
};

struct flow_program {
    struct flow_inst insts[FLOW_MAX_INSTS];
    uint32_t count;
};

/* A random program; jumps: with BRA, without subroutines. The same seed gives the same. */
void flow_generate(struct flow_program *program, uint64_t seed, bool jumps);
/* As a fragment shader: inputs GENERIC[0], CONSTANT; output COLOR[0].x. */
void flow_print(const struct flow_program *program, struct base_text *out);
/* The output of each lane. False if it takes too long. */
bool flow_run_masks(const struct flow_program *program, const uint32_t (*inputs)[FLOW_INPUTS],
                    uint32_t *outputs);
bool flow_run_lane(const struct flow_program *program, const uint32_t *inputs, uint32_t *output);

#endif
