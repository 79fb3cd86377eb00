/* SPDX-License-Identifier: MIT */
#include "flow_model.h"

#include <string.h>

#define MOST_STEPS 200000
#define NONE UINT32_MAX

/* ---- random programs ---- */

struct generator {
    struct flow_program *program;
    uint64_t state;
    uint32_t loops;     /* Open loops, */
    uint32_t breaks;    /* and regions that BRK leaves, of the routine. */
    uint32_t routine;   /* 0: the main program. */
    uint32_t routines;  /* With the main program. */
    uint32_t next_loop; /* The register of the next loop's counter. */
    bool jumps;
};

static uint32_t
roll(struct generator *g, uint32_t count)
{
    g->state = g->state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((g->state >> 33) % count);
}

static void
add(struct generator *g, enum tgsi_op op, uint32_t r, uint32_t a, uint32_t k)
{
    if (g->program->count < FLOW_MAX_INSTS)
        g->program->insts[g->program->count++] =
            (struct flow_inst){op, (uint8_t)r, (uint8_t)a, k, 0};
}

static uint32_t
any_register(struct generator *g)
{
    return 1 + roll(g, FLOW_INPUTS);
}

/* Where control comes by shows in the output. */
static void
add_trace(struct generator *g)
{
    add(g, tgsi_op_UMAD, 0, 0, 1 + roll(g, 1000));
    add(g, tgsi_op_MOV, 0, 0, 0);
}

/* A condition that differs from lane to lane, in register 5. */
static void
add_condition(struct generator *g)
{
    add(g, tgsi_op_AND, 5, any_register(g), 1u << roll(g, 4));
}

static void
add_change(struct generator *g)
{
    static const enum tgsi_op ops[] = {tgsi_op_UADD, tgsi_op_XOR, tgsi_op_UMAD};

    add(g, ops[roll(g, 3)], any_register(g), any_register(g), roll(g, 16));
}

static void add_statements(struct generator *g, uint32_t depth);

static void
add_if(struct generator *g, uint32_t depth)
{
    add_condition(g);
    add(g, tgsi_op_UIF, 5, 0, 0);
    add_statements(g, depth);
    if (roll(g, 2)) {
        add(g, tgsi_op_ELSE, 0, 0, 0);
        add_statements(g, depth);
    }
    add(g, tgsi_op_ENDIF, 0, 0, 0);
}

/* At most four rounds, by a counter of its own. */
static void
add_loop(struct generator *g, uint32_t depth)
{
    const uint32_t counter = g->next_loop++, breaks = g->breaks;

    if (counter >= FLOW_REGISTERS) {
        g->next_loop--;
        add_trace(g);
        return;
    }
    add(g, tgsi_op_AND, counter, 1, 0);
    add(g, tgsi_op_BGNLOOP, 0, 0, 0);
    add(g, tgsi_op_UADD, counter, counter, 1);
    add(g, tgsi_op_USLT, 6, counter, 1 + roll(g, 4));
    add(g, tgsi_op_BREAKC, 6, 0, 0);
    g->loops++;
    g->breaks = breaks + 1;
    add_statements(g, depth);
    g->loops--;
    g->breaks = breaks;
    add(g, tgsi_op_ENDLOOP, 0, 0, 0);
}

static void
add_switch(struct generator *g, uint32_t depth)
{
    const uint32_t cases = roll(g, 6), default_at = roll(g, 8);

    add(g, tgsi_op_AND, 7, any_register(g), 7);
    add(g, tgsi_op_SWITCH, roll(g, 4) ? 7 : any_register(g), 0, 0);
    g->breaks++;
    for (uint32_t i = 0; i <= cases; i++) {
        if (i == default_at)
            add(g, tgsi_op_DEFAULT, 0, 0, 0);
        else if (roll(g, 4) == 0)
            add(g, tgsi_op_CASE, 0, any_register(g), 0);
        else
            add(g, tgsi_op_CASE, 0, 0, roll(g, 8));
        if (roll(g, 4))
            add_statements(g, depth);
        if (roll(g, 2))
            add(g, tgsi_op_BRK, 0, 0, 0);
    }
    g->breaks--;
    add(g, tgsi_op_ENDSWITCH, 0, 0, 0);
}

/* A jump, mostly of some lanes. */
static void
add_leave(struct generator *g, enum tgsi_op op)
{
    const bool is_all = roll(g, 6) == 0;

    if (op == tgsi_op_BREAKC) {
        add_condition(g);
        add(g, op, 5, 0, 0);
        return;
    }
    if (!is_all) {
        add_condition(g);
        add(g, tgsi_op_UIF, 5, 0, 0);
    }
    add(g, op, 0, 0, 0);
    if (!is_all)
        add(g, tgsi_op_ENDIF, 0, 0, 0);
}

/* Of a routine that comes later, by its number. */
static void
add_call(struct generator *g)
{
    const uint32_t left = g->routines - g->routine - 1;

    if (left == 0)
        return;
    const uint32_t callee = g->routine + 1 + roll(g, left);
    if (roll(g, 2)) {
        add(g, tgsi_op_CAL, 0, 0, callee);
    } else {
        add_condition(g);
        add(g, tgsi_op_CALLNZ, 5, 0, callee);
    }
}

static void
add_statement(struct generator *g, uint32_t depth)
{
    const uint32_t kind = roll(g, 16);

    if (kind < 3 && depth > 0)
        add_if(g, depth - 1);
    else if (kind < 5 && depth > 0)
        add_loop(g, depth - 1);
    else if (kind < 8 && depth > 0)
        add_switch(g, depth - 1);
    else if (kind == 8 && g->breaks)
        add_leave(g, tgsi_op_BRK);
    else if (kind == 9 && g->loops)
        add_leave(g, roll(g, 2) ? tgsi_op_CONT : tgsi_op_BREAKC);
    else if (kind == 10 && roll(g, 2))
        add_leave(g, tgsi_op_RET);
    else if (kind == 11)
        add_call(g);
    else if (kind == 12 && g->jumps) {
        add_condition(g);
        add(g, tgsi_op_BRA, 5, 0, 0);
    } else
        add_change(g);
    add_trace(g);
}

static void
add_statements(struct generator *g, uint32_t depth)
{
    for (uint32_t i = 1 + roll(g, 3); i > 0; i--)
        add_statement(g, depth);
}

/* Calls are of routines by their numbers until these have their places. */
static void
set_labels(struct generator *g, const uint32_t *starts)
{
    for (uint32_t i = 0; i < g->program->count; i++) {
        struct flow_inst *inst = &g->program->insts[i];

        if (inst->op == tgsi_op_CAL || inst->op == tgsi_op_CALLNZ)
            inst->label = starts[inst->k];
        else if (inst->op == tgsi_op_BRA)
            inst->label = roll(g, g->program->count);
    }
}

static void
try_to_generate(struct flow_program *program, uint64_t seed, bool jumps)
{
    struct generator g = {.program = program, .state = seed, .next_loop = 8, .jumps = jumps};
    uint32_t starts[4];

    program->count = 0;
    g.routines = jumps ? 1 : 1 + roll(&g, 4);
    for (g.routine = 0; g.routine < g.routines; g.routine++) {
        starts[g.routine] = program->count;
        if (g.routine > 0)
            add(&g, tgsi_op_BGNSUB, 0, 0, 0);
        for (uint32_t i = 0; g.routine == 0 && i < FLOW_INPUTS; i++)
            add(&g, tgsi_op_MOV, 1 + i, 0, i);
        g.loops = g.breaks = 0;
        add_statements(&g, g.routine > 0 ? 2 : 3);
        add_trace(&g);
        add(&g, g.routine > 0 ? tgsi_op_ENDSUB : tgsi_op_END, 0, 0, 0);
    }
    set_labels(&g, starts);
}

void
flow_generate(struct flow_program *program, uint64_t seed, bool jumps)
{
    do {
        try_to_generate(program, seed, jumps);
        seed += UINT64_C(0x9e3779b97f4a7c15);
    } while (program->count == FLOW_MAX_INSTS);
}

void
flow_print(const struct flow_program *program, struct base_text *out)
{
    base_text_printf(out,
                     "FRAG\nDCL IN[0], GENERIC[0], CONSTANT\nDCL OUT[0], COLOR\n"
                     "DCL TEMP[0..%d]\n",
                     FLOW_REGISTERS - 1);
    for (uint32_t i = 0; i < program->count; i++)
        base_text_printf(out, "IMM[%u] UINT32 {%u, 31, 0, 0}\n", i, program->insts[i].k);
    for (uint32_t i = 0; i < program->count; i++) {
        const struct flow_inst *inst = &program->insts[i];
        const char letter = "xyzw"[inst->k & 3];

        base_text_add_string(out, tgsi_op_infos[inst->op].name);
        switch ((unsigned)inst->op) {
        case tgsi_op_MOV:
            if (inst->r > 0)
                base_text_printf(out, " TEMP[%u].x, IN[0].%c%c%c%c", inst->r, letter, letter,
                                 letter, letter);
            else
                base_text_add_string(out, " OUT[0].x, TEMP[0]");
            break;
        case tgsi_op_UADD:
        case tgsi_op_AND:
        case tgsi_op_XOR:
            base_text_printf(out, " TEMP[%u].x, TEMP[%u], IMM[%u]", inst->r, inst->a, i);
            break;
        case tgsi_op_USLT:
            base_text_printf(out, " TEMP[%u].x, IMM[%u], TEMP[%u]", inst->r, i, inst->a);
            break;
        case tgsi_op_UMAD:
            base_text_printf(out, " TEMP[%u].x, TEMP[%u], IMM[%u].yyyy, IMM[%u]", inst->r, inst->r,
                             i, i);
            break;
        case tgsi_op_CASE:
            base_text_printf(out, " %s[%u]", inst->a ? "TEMP" : "IMM", inst->a ? inst->a : i);
            break;
        case tgsi_op_UIF:
        case tgsi_op_BREAKC:
        case tgsi_op_SWITCH:
            base_text_printf(out, " TEMP[%u]", inst->r);
            break;
        case tgsi_op_CAL:
            base_text_printf(out, " :%u", inst->label);
            break;
        case tgsi_op_CALLNZ:
        case tgsi_op_BRA:
            base_text_printf(out, " TEMP[%u] :%u", inst->r, inst->label);
            break;
        }
        base_text_add_string(out, "\n");
    }
}

/* ---- what instructions other than flow do to one lane ---- */

static void
run_plain(const struct flow_inst *inst, uint32_t *regs, const uint32_t *inputs, uint32_t *output)
{
    switch ((unsigned)inst->op) {
    case tgsi_op_MOV:
        if (inst->r > 0)
            regs[inst->r] = inputs[inst->k];
        else
            *output = regs[0];
        break;
    case tgsi_op_UADD:
        regs[inst->r] = regs[inst->a] + inst->k;
        break;
    case tgsi_op_AND:
        regs[inst->r] = regs[inst->a] & inst->k;
        break;
    case tgsi_op_XOR:
        regs[inst->r] = regs[inst->a] ^ inst->k;
        break;
    case tgsi_op_USLT:
        regs[inst->r] = inst->k < regs[inst->a] ? UINT32_MAX : 0;
        break;
    case tgsi_op_UMAD:
        regs[inst->r] = regs[inst->r] * 31 + inst->k;
        break;
    }
}

/* The first of the wanted ops (a bit each, of the few below) behind i that is of the same region,
 * or ends one around. */
enum {
    WANT_ELSE = 1,
    WANT_ENDIF = 2,
    WANT_ENDLOOP = 4,
    WANT_ENDSWITCH = 8,
    WANT_CASE = 16,
    WANT_DEFAULT = 32
};

static uint32_t
find_behind(const struct flow_program *program, uint32_t i, unsigned wanted)
{
    uint32_t depth = 0;

    for (i++; i < program->count; i++) {
        unsigned bit = 0;

        switch ((unsigned)program->insts[i].op) {
        case tgsi_op_UIF:
        case tgsi_op_BGNLOOP:
        case tgsi_op_SWITCH:
            depth++;
            break;
        case tgsi_op_ELSE:
            bit = WANT_ELSE;
            break;
        case tgsi_op_CASE:
            bit = WANT_CASE;
            break;
        case tgsi_op_DEFAULT:
            bit = WANT_DEFAULT;
            break;
        case tgsi_op_ENDIF:
            bit = WANT_ENDIF;
            break;
        case tgsi_op_ENDLOOP:
            bit = WANT_ENDLOOP;
            break;
        case tgsi_op_ENDSWITCH:
            bit = WANT_ENDSWITCH;
            break;
        }
        if (depth == 0 && (bit & wanted))
            return i;
        if (depth > 0 && (bit & (WANT_ENDIF | WANT_ENDLOOP | WANT_ENDSWITCH)))
            depth--;
    }
    return NONE;
}

static uint32_t
case_value(const struct flow_inst *inst, const uint32_t *regs)
{
    return inst->a ? regs[inst->a] : inst->k;
}

/* The CASE of the switch at i that takes the lane; NONE if none does. */
static uint32_t
find_case(const struct flow_program *program, uint32_t i, const uint32_t *regs)
{
    const uint32_t selector = regs[program->insts[i].r];

    for (;;) {
        i = find_behind(program, i, WANT_CASE | WANT_ENDSWITCH);
        if (program->insts[i].op == tgsi_op_ENDSWITCH)
            return NONE;
        if (case_value(&program->insts[i], regs) == selector)
            return i;
    }
}

/* ---- four lanes and their masks ---- */

struct open_switch {
    uint8_t outer; /* The mask around. */
    uint8_t taken; /* Lanes that some case takes, */
    uint8_t left;  /* and that have left. */
    uint32_t selectors[FLOW_LANES];
};

struct state {
    uint8_t cond, loop, cont, sw, func;
    uint32_t conds, loops, switches, breaks; /* How many are open. */
};

struct machine {
    const struct flow_program *program;
    struct state s;
    uint32_t at;
    uint32_t regs[FLOW_LANES][FLOW_REGISTERS];
    uint8_t cond_stack[FLOW_MAX_DEPTH];
    struct {
        uint8_t loop, cont;
        uint32_t at;
    } loop_stack[FLOW_MAX_DEPTH];
    struct open_switch switch_stack[FLOW_MAX_DEPTH];
    bool break_stack[FLOW_MAX_DEPTH]; /* Is it a switch? */
    struct {
        struct state s;
        uint32_t at;
    } calls[FLOW_MAX_DEPTH];
    uint32_t call_count;
    bool has_ended;
};

static uint8_t
exec_mask(const struct machine *m)
{
    return m->s.cond & m->s.loop & m->s.cont & m->s.sw & m->s.func;
}

static uint8_t
test_mask(const struct machine *m, uint32_t r)
{
    uint8_t mask = 0;

    for (unsigned lane = 0; lane < FLOW_LANES; lane++)
        mask |= (uint8_t)((m->regs[lane][r] != 0) << lane);
    return mask;
}

static void
begin_switch(struct machine *m, const struct flow_inst *inst)
{
    struct open_switch *open = &m->switch_stack[m->s.switches++];

    m->break_stack[m->s.breaks++] = true;
    *open = (struct open_switch){.outer = m->s.sw};
    for (unsigned lane = 0; lane < FLOW_LANES; lane++) {
        open->selectors[lane] = m->regs[lane][inst->r];
        if (find_case(m->program, m->at, m->regs[lane]) != NONE)
            open->taken |= (uint8_t)(1u << lane);
    }
    m->s.sw = 0;
}

static void
take_case(struct machine *m, const struct flow_inst *inst)
{
    const struct open_switch *open = &m->switch_stack[m->s.switches - 1];
    uint8_t on = 0;

    if (inst->op == tgsi_op_DEFAULT)
        on = (uint8_t)~open->taken;
    else
        for (unsigned lane = 0; lane < FLOW_LANES; lane++)
            if (case_value(inst, m->regs[lane]) == open->selectors[lane])
                on |= (uint8_t)(1u << lane);
    m->s.sw |= on & open->outer & (uint8_t)~open->left;
}

static void
leave(struct machine *m, uint8_t lanes)
{
    if (!m->break_stack[m->s.breaks - 1]) {
        m->s.loop &= (uint8_t)~lanes;
        return;
    }
    m->switch_stack[m->s.switches - 1].left |= lanes;
    m->s.sw &= (uint8_t)~lanes;
}

static void
end_loop(struct machine *m)
{
    m->s.cont = m->loop_stack[m->s.loops - 1].cont;
    if (exec_mask(m)) {
        m->at = m->loop_stack[m->s.loops - 1].at;
        return;
    }
    m->s.loop = m->loop_stack[--m->s.loops].loop;
    m->s.breaks--;
}

static void
call(struct machine *m, uint32_t label, uint8_t lanes)
{
    if (!lanes)
        return;
    m->calls[m->call_count].s = m->s;
    m->calls[m->call_count++].at = m->at;
    m->s.cond = m->s.loop = m->s.cont = m->s.sw = 0xff;
    m->s.func = lanes;
    m->at = label;
}

static void
go_back(struct machine *m)
{
    if (m->call_count == 0) {
        m->has_ended = true;
        return;
    }
    m->s = m->calls[--m->call_count].s;
    m->at = m->calls[m->call_count].at;
}

static void
run_flow(struct machine *m, const struct flow_inst *inst, uint8_t exec)
{
    switch ((unsigned)inst->op) {
    case tgsi_op_UIF:
        m->cond_stack[m->s.conds++] = m->s.cond;
        m->s.cond &= test_mask(m, inst->r);
        break;
    case tgsi_op_ELSE:
        m->s.cond = m->cond_stack[m->s.conds - 1] & (uint8_t)~m->s.cond;
        break;
    case tgsi_op_ENDIF:
        m->s.cond = m->cond_stack[--m->s.conds];
        break;
    case tgsi_op_BGNLOOP:
        m->loop_stack[m->s.loops].loop = m->s.loop;
        m->loop_stack[m->s.loops].cont = m->s.cont;
        m->loop_stack[m->s.loops++].at = m->at;
        m->break_stack[m->s.breaks++] = false;
        break;
    case tgsi_op_BRK:
        leave(m, exec);
        break;
    case tgsi_op_BREAKC:
        m->s.loop &= (uint8_t) ~(exec & test_mask(m, inst->r));
        break;
    case tgsi_op_CONT:
        m->s.cont &= (uint8_t)~exec;
        break;
    case tgsi_op_ENDLOOP:
        end_loop(m);
        break;
    case tgsi_op_SWITCH:
        begin_switch(m, inst);
        break;
    case tgsi_op_CASE:
    case tgsi_op_DEFAULT:
        take_case(m, inst);
        break;
    case tgsi_op_ENDSWITCH:
        m->s.sw = m->switch_stack[--m->s.switches].outer;
        m->s.breaks--;
        break;
    case tgsi_op_CAL:
        call(m, inst->label, exec);
        break;
    case tgsi_op_CALLNZ:
        call(m, inst->label, exec & test_mask(m, inst->r));
        break;
    case tgsi_op_RET:
        m->s.func &= (uint8_t)~exec;
        if (!m->s.func)
            go_back(m);
        break;
    case tgsi_op_ENDSUB:
        go_back(m);
        break;
    case tgsi_op_END:
        m->has_ended = true;
        break;
    }
}

bool
flow_run_masks(const struct flow_program *program, const uint32_t (*inputs)[FLOW_INPUTS],
               uint32_t *outputs)
{
    struct machine m = {.program = program};

    memset(outputs, 0, FLOW_LANES * sizeof(*outputs));
    m.s.cond = m.s.loop = m.s.cont = m.s.sw = 0xff;
    m.s.func = (1u << FLOW_LANES) - 1;
    for (uint32_t steps = 0; !m.has_ended; steps++, m.at++) {
        const struct flow_inst *inst = &program->insts[m.at];
        const uint8_t exec = exec_mask(&m);

        if (steps == MOST_STEPS)
            return false;
        for (unsigned lane = 0; lane < FLOW_LANES; lane++)
            if (exec >> lane & 1)
                run_plain(inst, m.regs[lane], inputs[lane], &outputs[lane]);
        run_flow(&m, inst, exec);
    }
    return true;
}

/* ---- one lane ---- */

/* The BGNLOOP of the ENDLOOP at i. */
static uint32_t
find_loop(const struct flow_program *program, uint32_t i)
{
    uint32_t depth = 0;

    for (;;) {
        i--;
        if (program->insts[i].op == tgsi_op_ENDLOOP)
            depth++;
        else if (program->insts[i].op == tgsi_op_BGNLOOP && depth-- == 0)
            return i;
    }
}

/* Where a switch goes: the instruction before it. */
static uint32_t
choose(const struct flow_program *program, uint32_t at, const uint32_t *regs)
{
    const uint32_t taken = find_case(program, at, regs);

    return taken != NONE ? taken : find_behind(program, at, WANT_DEFAULT | WANT_ENDSWITCH);
}

/* The instruction before the next. */
static uint32_t
step_lane(const struct flow_program *program, uint32_t at, const uint32_t *regs)
{
    const struct flow_inst *inst = &program->insts[at];
    const bool is_true = regs[inst->r] != 0;

    switch ((unsigned)inst->op) {
    case tgsi_op_UIF:
        return is_true ? at : find_behind(program, at, WANT_ELSE | WANT_ENDIF);
    case tgsi_op_ELSE:
        return find_behind(program, at, WANT_ENDIF);
    case tgsi_op_BRK:
        return find_behind(program, at, WANT_ENDLOOP | WANT_ENDSWITCH);
    case tgsi_op_BREAKC:
        return is_true ? find_behind(program, at, WANT_ENDLOOP) : at;
    case tgsi_op_CONT:
        return find_loop(program, find_behind(program, at, WANT_ENDLOOP));
    case tgsi_op_ENDLOOP:
        return find_loop(program, at);
    case tgsi_op_SWITCH:
        return choose(program, at, regs);
    case tgsi_op_BRA:
        return is_true ? inst->label - 1 : at;
    }
    return at;
}

bool
flow_run_lane(const struct flow_program *program, const uint32_t *inputs, uint32_t *output)
{
    uint32_t regs[FLOW_REGISTERS] = {0}, calls[FLOW_MAX_DEPTH], call_count = 0, at = 0;

    *output = 0;
    for (uint32_t steps = 0; steps < MOST_STEPS; steps++, at++) {
        const struct flow_inst *inst = &program->insts[at];

        run_plain(inst, regs, inputs, output);
        if (inst->op == tgsi_op_END || (inst->op == tgsi_op_RET && call_count == 0))
            return true;
        if (inst->op == tgsi_op_RET || inst->op == tgsi_op_ENDSUB) {
            at = calls[--call_count];
        } else if (inst->op == tgsi_op_CAL || (inst->op == tgsi_op_CALLNZ && regs[inst->r])) {
            calls[call_count++] = at;
            at = inst->label;
        } else {
            at = step_lane(program, at, regs);
        }
    }
    return false;
}
