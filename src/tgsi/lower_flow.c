/* SPDX-License-Identifier: MIT
 *
 * Control flow, and killing lanes, which go on as helpers.
 */
#include "tgsi/tgsi_priv.h"

/* Is any of the components that the swizzle names below zero? */
static ir_ref
is_any_negative(struct tgsi_lowering *l)
{
    struct ir_builder *b = &l->b;
    unsigned seen = 0;
    ir_ref any = 0;

    for (unsigned c = 0; c < 4; c++) {
        const unsigned bit = 1u << tgsi_select(&l->operands[0], c);

        if (seen & bit)
            continue;
        seen |= bit;
        const ir_ref negative = ir_build_flt(b, tgsi_lower_src(l, 0, c), ir_build_f32(b, 0.0f));
        any = any ? ir_build_ior(b, any, negative) : negative;
    }
    return any;
}

void
tgsi_lower_kill(struct tgsi_lowering *l)
{
    struct ir_builder *b = &l->b;

    switch ((unsigned)l->inst->op) {
    case tgsi_op_KIL:
    case tgsi_op_KILL_IF:
        (void)ir_build_op(b, ir_op_demote, ir_type_void, is_any_negative(l), 0, 0);
        break;
    case tgsi_op_READ_HELPER: {
        const ir_ref is_helper = ir_build_op(b, ir_op_is_helper, ir_type_bool, 0, 0, 0);

        tgsi_lower_write_all(
            l, ir_build_select(b, is_helper, ir_build_i32(b, UINT32_MAX), ir_build_i32(b, 0)));
        break;
    }
    default:
        (void)ir_build_op(b, ir_op_demote, ir_type_void, ir_build_bool(b, true), 0, 0);
        break;
    }
}

/* IF asks for a float that is not 0 in the final dialect, for any bit in the early one, as all
 * others do in both. */
ir_ref
tgsi_lower_condition(struct tgsi_lowering *l)
{
    struct ir_builder *b = &l->b;
    const ir_ref x = tgsi_lower_src(l, 0, 0);

    if (l->info->src[0] == tgsi_type_f && l->program->dialect != tgsi_dialect_early)
        return ir_build_fne(b, x, ir_build_f32(b, 0.0f));
    return ir_build_ine(b, ir_build_bitcast(b, ir_type_i32, x), ir_build_i32(b, 0));
}

void
tgsi_scan_flow(struct tgsi_lowering *l, const struct tgsi_inst *inst)
{
    switch ((unsigned)inst->op) {
    case tgsi_op_SWITCH:
    case tgsi_op_CAL:
    case tgsi_op_CALLNZ:
    case tgsi_op_BRA:
    case tgsi_op_BGNSUB:
        l->has_graph = true;
        break;
    case tgsi_op_PUSHA:
    case tgsi_op_POPA:
        l->has_stack = true;
        break;
    }
}

void
tgsi_lower_flow(struct tgsi_lowering *l)
{
    struct ir_builder *b = &l->b;

    switch ((unsigned)l->inst->op) {
    case tgsi_op_IF:
    case tgsi_op_UIF:
    case tgsi_op_IFC:
        ir_build_if(b, tgsi_lower_condition(l));
        break;
    case tgsi_op_ELSE:
        ir_build_else(b);
        break;
    case tgsi_op_ENDIF:
        ir_build_endif(b);
        break;
    case tgsi_op_BGNLOOP:
        ir_build_loop(b);
        break;
    case tgsi_op_ENDLOOP:
        ir_build_endloop(b);
        break;
    case tgsi_op_BRK:
        ir_build_break(b);
        break;
    case tgsi_op_BREAKC:
        ir_build_if(b, tgsi_lower_condition(l));
        ir_build_break(b);
        ir_build_endif(b);
        break;
    case tgsi_op_CONT:
        ir_build_continue(b);
        break;
    case tgsi_op_RET:
        tgsi_lower_store_outputs(l);
        ir_build_return(b);
        break;
    case tgsi_op_END:
        tgsi_lower_store_outputs(l);
        break;
    }
}
