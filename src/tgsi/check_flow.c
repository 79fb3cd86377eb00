/* SPDX-License-Identifier: MIT
 *
 * The checker's rules of control flow: what begins ends, in order; subroutines stand behind END;
 * labels name what they must.
 */
#include "tgsi/program.h"

/* An open IF, ELSE, BGNLOOP or SWITCH. */
struct open {
    enum tgsi_op op;
    const struct tgsi_inst *inst;
};

struct tgsi_flow_check {
    const struct tgsi_program *program;
    struct base_diags *diags;
    BASE_ARRAY(struct open) open;
    uint32_t excess; /* Open ones beyond, which are only counted. */
    uint32_t loops;
    uint32_t switches;
    const struct tgsi_inst *end; /* The END that was found. */
    const struct tgsi_inst *sub; /* The BGNSUB of the open subroutine. */
    bool is_bad;                 /* Something was reported. */
    bool has_labels;
};

struct tgsi_flow_check *
tgsi_check_flow_begin(const struct tgsi_program *program, struct base_diags *diags)
{
    struct tgsi_flow_check *c = base_arena_new(program->arena, struct tgsi_flow_check);

    c->program = program;
    c->diags = diags;
    return c;
}

static const char *
name_of(const struct tgsi_inst *inst)
{
    return tgsi_op_infos[inst->op].name;
}

/* ---- regions ---- */

static void
open_region(struct tgsi_flow_check *c, const struct tgsi_inst *inst)
{
    const enum tgsi_op op = (enum tgsi_op)inst->op;

    if (c->open.count == TGSI_MAX_NESTING) {
        if (!c->excess++)
            base_error(c->diags, QD_CODE_TGSI_NESTING, tgsi_inst_place(inst),
                       "found %s nested %d deep, expected at most %d", name_of(inst),
                       TGSI_MAX_NESTING + 1, TGSI_MAX_NESTING);
        return;
    }
    base_array_push(c->program->arena, &c->open, ((struct open){op, inst}));
    c->loops += op == tgsi_op_BGNLOOP;
    c->switches += op == tgsi_op_SWITCH;
}

static bool
is_open(const struct tgsi_flow_check *c, enum tgsi_op op, enum tgsi_op other)
{
    return c->open.count > 0 && (c->open.data[c->open.count - 1].op == op ||
                                 c->open.data[c->open.count - 1].op == other);
}

static void
report_flow(struct tgsi_flow_check *c, const struct tgsi_inst *inst, const char *expected)
{
    if (c->open.count == 0) {
        base_error(c->diags, QD_CODE_TGSI_FLOW, tgsi_inst_place(inst),
                   "found %s outside of %s, expected it inside", name_of(inst), expected);
        return;
    }
    const struct open *open = &c->open.data[c->open.count - 1];
    base_error(c->diags, QD_CODE_TGSI_FLOW, tgsi_inst_place(inst),
               "found %s inside of %s of line %u, expected it inside of %s", name_of(inst),
               tgsi_op_infos[open->op].name, open->inst->line, expected);
}

static void
close_region(struct tgsi_flow_check *c, const struct tgsi_inst *inst, enum tgsi_op op,
             enum tgsi_op other, const char *expected)
{
    if (c->excess > 0) {
        c->excess--;
    } else if (!is_open(c, op, other)) {
        report_flow(c, inst, expected);
    } else {
        c->open.count--;
        c->loops -= op == tgsi_op_BGNLOOP;
        c->switches -= op == tgsi_op_SWITCH;
    }
}

static void
check_else(struct tgsi_flow_check *c, const struct tgsi_inst *inst)
{
    if (c->excess > 0)
        return;
    if (is_open(c, tgsi_op_IF, tgsi_op_UIF) || is_open(c, tgsi_op_IFC, tgsi_op_IFC))
        c->open.data[c->open.count - 1] = (struct open){tgsi_op_ELSE, inst};
    else
        report_flow(c, inst, "IF");
}

/* What is open where the main program or a subroutine ends has no end of its own. */
static void
close_all(struct tgsi_flow_check *c, const char *end)
{
    for (uint32_t i = 0; i < c->open.count; i++)
        base_error(c->diags, QD_CODE_TGSI_FLOW, tgsi_inst_place(c->open.data[i].inst),
                   "found %s without an end, expected one before %s",
                   tgsi_op_infos[c->open.data[i].op].name, end);
    c->open.count = c->excess = c->loops = c->switches = 0;
}

/* ---- routines ---- */

/* What stands behind END and ENDSUB. */
static void
expect_subroutine(struct tgsi_flow_check *c, const struct tgsi_inst *end)
{
    const struct tgsi_inst *next = end + 1;

    if (next < c->program->insts.data + c->program->insts.count && next->op != tgsi_op_BGNSUB)
        base_error(c->diags, QD_CODE_TGSI_TEXT_AFTER_END, tgsi_inst_place(next),
                   "found %s, expected BGNSUB or nothing after %s", name_of(next), name_of(end));
}

static void
begin_subroutine(struct tgsi_flow_check *c, const struct tgsi_inst *inst)
{
    if (c->sub)
        base_error(c->diags, QD_CODE_TGSI_FLOW, tgsi_inst_place(inst),
                   "found BGNSUB inside of BGNSUB of line %u, expected ENDSUB before",
                   c->sub->line);
    else if (!c->end)
        base_error(c->diags, QD_CODE_TGSI_FLOW, tgsi_inst_place(inst),
                   "found BGNSUB before END, expected it behind");
    if (!c->end)
        return;
    close_all(c, "ENDSUB");
    c->sub = inst;
}

static void
end_subroutine(struct tgsi_flow_check *c, const struct tgsi_inst *inst)
{
    if (!c->sub) {
        base_error(c->diags, QD_CODE_TGSI_FLOW, tgsi_inst_place(inst),
                   "found ENDSUB outside of BGNSUB, expected it inside");
        return;
    }
    close_all(c, "ENDSUB");
    c->sub = NULL;
    expect_subroutine(c, inst);
}

static void
end_program(struct tgsi_flow_check *c, const struct tgsi_inst *inst)
{
    if (c->end) {
        base_error(c->diags, QD_CODE_TGSI_FLOW, tgsi_inst_place(inst),
                   "found END again, expected one, that of line %u", c->end->line);
        return;
    }
    close_all(c, "END");
    c->end = inst;
    expect_subroutine(c, inst);
}

void
tgsi_check_flow(struct tgsi_flow_check *c, const struct tgsi_inst *inst)
{
    const uint32_t errors = c->diags->error_count;

    switch ((unsigned)inst->op) {
    case tgsi_op_IF:
    case tgsi_op_UIF:
    case tgsi_op_IFC:
    case tgsi_op_BGNLOOP:
    case tgsi_op_SWITCH:
        open_region(c, inst);
        break;
    case tgsi_op_ELSE:
        check_else(c, inst);
        break;
    case tgsi_op_ENDIF:
        if (is_open(c, tgsi_op_IF, tgsi_op_UIF))
            close_region(c, inst, tgsi_op_IF, tgsi_op_UIF, "IF");
        else
            close_region(c, inst, tgsi_op_ELSE, tgsi_op_IFC, "IF");
        break;
    case tgsi_op_ENDLOOP:
        close_region(c, inst, tgsi_op_BGNLOOP, tgsi_op_BGNLOOP, "BGNLOOP");
        break;
    case tgsi_op_ENDSWITCH:
        close_region(c, inst, tgsi_op_SWITCH, tgsi_op_SWITCH, "SWITCH");
        break;
    case tgsi_op_CASE:
    case tgsi_op_DEFAULT:
        if (!c->excess && !is_open(c, tgsi_op_SWITCH, tgsi_op_SWITCH))
            report_flow(c, inst, "SWITCH");
        break;
    case tgsi_op_BRK:
        if (!c->excess && !c->loops && !c->switches)
            report_flow(c, inst, "BGNLOOP or SWITCH");
        break;
    case tgsi_op_BREAKC:
    case tgsi_op_CONT:
        if (!c->excess && !c->loops)
            report_flow(c, inst, "BGNLOOP");
        break;
    case tgsi_op_BGNSUB:
        begin_subroutine(c, inst);
        break;
    case tgsi_op_ENDSUB:
        end_subroutine(c, inst);
        break;
    case tgsi_op_END:
        end_program(c, inst);
        break;
    case tgsi_op_CAL:
    case tgsi_op_CALLNZ:
    case tgsi_op_BRA:
        c->has_labels = true;
        break;
    }
    c->is_bad = c->is_bad || c->diags->error_count != errors;
}

/* ---- labels ---- */

static void
check_call(struct tgsi_flow_check *c, const struct tgsi_inst *inst)
{
    const struct tgsi_program *program = c->program;
    const uint32_t label = tgsi_label(program, inst);

    if (label == TGSI_NO_LABEL && !(inst->flags & TGSI_INST_LABEL) && inst->op == tgsi_op_CALLNZ)
        base_error(c->diags, QD_CODE_TGSI_LABEL, tgsi_inst_place(inst),
                   "found CALLNZ without a label, expected the number of a BGNSUB, as in :7");
    else if (label >= program->insts.count)
        base_error(c->diags, QD_CODE_TGSI_LABEL, tgsi_inst_place(inst),
                   "found label %u, expected the number of a BGNSUB: instructions are 0 to %u",
                   label, program->insts.count - 1);
    else if (program->insts.data[label].op != tgsi_op_BGNSUB)
        base_error(c->diags, QD_CODE_TGSI_LABEL, tgsi_inst_place(inst),
                   "found label %u, which is %s of line %u, expected the number of a BGNSUB", label,
                   name_of(&program->insts.data[label]), program->insts.data[label].line);
}

/* first, last: the instructions of the routine that it is in. */
static void
check_branch(struct tgsi_flow_check *c, const struct tgsi_inst *inst, uint32_t first, uint32_t last)
{
    const uint32_t target = tgsi_branch_target(c->program, inst);

    if (target == TGSI_NO_LABEL && !(inst->flags & TGSI_INST_LABEL))
        base_error(c->diags, QD_CODE_TGSI_LABEL, tgsi_inst_place(inst),
                   "found BRA without a label, expected one, as in :7, or an immediate that is the "
                   "number of an instruction");
    else if (target < first || target > last)
        base_error(
            c->diags, QD_CODE_TGSI_LABEL, tgsi_inst_place(inst),
            "found label %u, expected an instruction of the same routine, which has %u to %u",
            target, first, last);
}

static void
check_labels(struct tgsi_flow_check *c)
{
    const struct tgsi_program *program = c->program;
    uint32_t first = 0, last = 0;

    for (uint32_t i = 0; i < program->insts.count && !c->diags->dropped; i++) {
        const struct tgsi_inst *inst = &program->insts.data[i];

        if (i == 0 || i > last) {
            first = last = i;
            while (last + 1 < program->insts.count &&
                   program->insts.data[last].op != tgsi_op_ENDSUB &&
                   program->insts.data[last].op != tgsi_op_END)
                last++;
        }
        if (tgsi_is_call((enum tgsi_op)inst->op))
            check_call(c, inst);
        else if (inst->op == tgsi_op_BRA)
            check_branch(c, inst, first, last);
    }
}

const struct tgsi_inst *
tgsi_check_flow_region(const struct tgsi_flow_check *c)
{
    return c->open.count > 0 ? c->open.data[c->open.count - 1].inst : NULL;
}

static struct qd_place
end_place(const struct tgsi_program *program)
{
    if (program->end.kind != QD_PLACE_NONE)
        return program->end;
    return program->insts.count > 0
               ? tgsi_inst_place(&program->insts.data[program->insts.count - 1])
               : base_at_line(1, 1);
}

void
tgsi_check_flow_end(struct tgsi_flow_check *c)
{
    const struct tgsi_program *program = c->program;
    const uint32_t errors = c->diags->error_count;
    struct tgsi_routines routines;

    close_all(c, c->sub ? "ENDSUB" : "END");
    if (c->sub)
        base_error(c->diags, QD_CODE_TGSI_FLOW, tgsi_inst_place(c->sub),
                   "found BGNSUB without an end, expected ENDSUB");
    if (!c->end)
        base_error(c->diags, QD_CODE_TGSI_MISSING_END, end_place(program),
                   "found the end of the program, expected END");
    if (!c->end || !c->has_labels)
        return;
    check_labels(c);
    if (!c->is_bad && c->diags->error_count == errors)
        (void)tgsi_find_routines(program, program->arena, c->diags, &routines);
}
