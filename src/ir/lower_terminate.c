/* SPDX-License-Identifier: MIT */
#include "ir/ir.h"

/* Needs: nothing. Keeps: values, the control tree. Terminate becomes demote and return, which mean
 * the same: the lane is done and its results are dropped. Compilers of drivers stumble over OpKill
 * and OpTerminateInvocation amid control flow. Mesa's (seen in 22.3) lets lanes run on in a loop,
 * with loop variables that are undefined then: some are not dropped, and some loops crash it.
 * NVIDIA's (seen in 580) fails or crashes on OpKill in branches and loops. */
enum ir_pass_result
ir_lower_terminate(struct ir_shader *shader, struct base_diags *diags)
{
    ir_ref condition = 0;
    (void)diags; /* cannot fail */

    for (ir_ref ref = shader->first; ref; ref = ir_next(shader, ref)) {
        if (ir_op_of(shader, ref) != ir_op_terminate)
            continue;
        if (!condition)
            condition = ir_insert_const(shader, ir_op_const, ir_type_bool, 1);
        const ir_ref demote = ir_insert_before(shader, ref, ir_op_demote, ir_type_void);
        ir_at(shader, demote)->arg[0] = condition;
        ir_at(shader, ref)->op = ir_op_return;
        shader->has_op[ir_op_return] = true;
    }
    return condition ? IR_PASS_CHANGED : IR_PASS_UNCHANGED;
}
