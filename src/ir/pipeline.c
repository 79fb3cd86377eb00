/* SPDX-License-Identifier: MIT */
#include "ir/ir.h"

const struct ir_pass ir_pipeline_default[] = {
    {"trivial-merges", ir_opt_trivial_merges},
    {"constant-folding", ir_opt_constant_folding},
    {"copy-propagation", ir_opt_copy_propagation},
    {"dead-code", ir_opt_dead_code},
    {NULL, NULL},
};

static bool
verify_after(const struct ir_shader *shader, const char *pass, struct base_diags *diags)
{
#ifdef NDEBUG
    (void)shader;
    (void)pass;
    (void)diags;
#else
    if (!ir_verify(shader, diags)) {
        base_error(diags, QD_CODE_INTERNAL, base_at_nowhere(),
                   "found a broken shader after the pass %s", pass);
        return false;
    }
#endif
    return true;
}

bool
ir_run_pipeline(struct ir_shader *shader, const struct ir_pass *passes, struct base_diags *diags)
{
    for (const struct ir_pass *pass = passes; pass->name; pass++)
        if (pass->run(shader, diags) == IR_PASS_FAILED || !verify_after(shader, pass->name, diags))
            return false;
    return true;
}
