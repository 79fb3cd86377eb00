/* SPDX-License-Identifier: MIT
 *
 * Control flow. Lanes that stand at the earliest block go on, the others wait: so lanes that part
 * meet again where their ways do, and a loop ends for all before what follows it begins.
 */
#include "eval.h"

#include <stdarg.h>
#include <stdio.h>

enum { MAX_BLOCKS = 128, BUDGET = 50000, MAX_INSTRUCTIONS = 2000 };

struct graph {
    LLVMBasicBlockRef blocks[MAX_BLOCKS];
    unsigned count;
    bool edges[MAX_BLOCKS][MAX_BLOCKS];
    unsigned order[MAX_BLOCKS]; /* A block's place. */
    unsigned at[MAX_BLOCKS];    /* The block at a place. */
    unsigned placed;
};

static void
fail(struct eval *e, bool unknown, const char *format, va_list args)
{
    if (e->failed)
        return;
    e->failed = true;
    e->is_unknown = unknown;
    vsnprintf(e->reason, sizeof(e->reason), format, args);
}

void
eval_fail(struct eval *e, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    fail(e, false, format, args);
    va_end(args);
}

void
eval_unknown(struct eval *e, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    fail(e, true, format, args);
    va_end(args);
}

/* ---- The order of blocks ---- */

static unsigned
number_of(const struct graph *g, LLVMBasicBlockRef block)
{
    for (unsigned i = 0; i < g->count; i++)
        if (g->blocks[i] == block)
            return i;
    return 0;
}

/* What leads where within a set, without edges to its head. */
static void
close_over(const struct graph *g, const bool *in, unsigned head, bool reach[][MAX_BLOCKS])
{
    for (unsigned i = 0; i < g->count; i++)
        for (unsigned j = 0; j < g->count; j++)
            reach[i][j] = in[i] && in[j] && j != head && g->edges[i][j];
    for (unsigned k = 0; k < g->count; k++)
        for (unsigned i = 0; i < g->count; i++)
            for (unsigned j = 0; reach[i][k] && j < g->count; j++)
                reach[i][j] |= reach[k][j];
}

/* Places the head, then the others with each loop in one piece. Loops nest no deeper than blocks.
 */
static void
place(struct eval *e, struct graph *g, const bool *in, unsigned head)
{
    bool(*reach)[MAX_BLOCKS] = base_arena_alloc(e->arena, sizeof(bool) * MAX_BLOCKS * MAX_BLOCKS);
    bool left[MAX_BLOCKS];

    memcpy(left, in, sizeof(left));
    close_over(g, in, head, reach);
    g->at[g->placed] = head;
    g->order[head] = g->placed++;
    left[head] = false;
    for (;;) {
        unsigned next = g->count;
        /* One that nothing else which is left leads to, but for its own loop. */
        for (unsigned i = 0; i < g->count && next == g->count; i++) {
            bool is_first = left[i];
            for (unsigned j = 0; is_first && j < g->count; j++)
                is_first = !left[j] || !reach[j][i] || reach[i][j];
            if (is_first)
                next = i;
        }
        if (next == g->count)
            return;
        bool loop[MAX_BLOCKS] = {false};
        for (unsigned i = 0; i < g->count; i++)
            loop[i] = left[i] && (i == next || (reach[i][next] && reach[next][i]));
        /* Its head is entered from without. */
        for (unsigned i = 0; i < g->count; i++)
            for (unsigned j = 0; loop[i] && j < g->count; j++)
                if (g->edges[j][i] && !loop[j] && in[j]) {
                    next = i;
                    break;
                }
        place(e, g, loop, next);
        for (unsigned i = 0; i < g->count; i++)
            left[i] &= !loop[i];
    }
}

static bool
build(struct eval *e, struct graph *g)
{
    unsigned instructions = 0;
    bool all[MAX_BLOCKS] = {false};

    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(e->function); b;
         b = LLVMGetNextBasicBlock(b)) {
        if (g->count == MAX_BLOCKS) {
            eval_unknown(e, "so many blocks");
            return false;
        }
        all[g->count] = true;
        g->blocks[g->count++] = b;
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            instructions++;
    }
    if (instructions > MAX_INSTRUCTIONS) {
        eval_unknown(e, "so many instructions");
        return false;
    }
    for (unsigned i = 0; i < g->count; i++) {
        const LLVMValueRef end = LLVMGetBasicBlockTerminator(g->blocks[i]);
        for (unsigned j = 0; j < LLVMGetNumSuccessors(end); j++)
            g->edges[i][number_of(g, LLVMGetSuccessor(end, j))] = true;
    }
    place(e, g, all, 0);
    return true;
}

/* ---- Which lanes compute what ---- */

static const char *
callee_name(LLVMValueRef inst, bool *amdgcn)
{
    size_t size;
    const LLVMValueRef callee =
        LLVMGetInstructionOpcode(inst) == LLVMCall ? LLVMGetCalledValue(inst) : NULL;
    const char *name = callee && LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &size) : "";

    *amdgcn = !strncmp(name, "llvm.amdgcn.", 12);
    return *amdgcn ? name + 12 : !strncmp(name, "llvm.", 5) ? name + 5 : "";
}

const char *
eval_after(const char *name, const char *prefix)
{
    const size_t size = strlen(prefix);

    if (strncmp(name, prefix, size) || (name[size] && name[size] != '.'))
        return NULL;
    return name[size] ? name + size + 1 : name + size;
}

static bool
samples_with_derivatives(const char *name)
{
    const char *rest = eval_after(name, "image.sample");

    if (!rest)
        rest = eval_after(name, "image.gather4");
    if (!rest)
        return eval_after(name, "image.getlod");
    if (!strncmp(rest, "c.", 2))
        rest += 2;
    return strncmp(rest, "l.", 2) && strncmp(rest, "lz.", 3) && strncmp(rest, "d.", 2) &&
           strncmp(rest, "cd.", 3);
}

/* What operands of an instruction are needed for, besides what it is itself. */
static unsigned
mode_of_operands(const struct eval *e, LLVMValueRef inst, unsigned own)
{
    bool amdgcn;
    const char *name = callee_name(inst, &amdgcn);

    if (!amdgcn)
        return own;
    if (eval_after(name, "strict.wwm") || eval_after(name, "wwm"))
        return eval_whole_wave;
    if (eval_after(name, "strict.wqm"))
        return eval_strict_quad;
    if (eval_after(name, "set.inactive"))
        return own & eval_whole_quad;
    if (eval_after(name, "wqm") || (e->is_pixel && samples_with_derivatives(name)))
        return own | eval_whole_quad;
    return own;
}

/* Backwards from what asks for whole quads or waves, until nothing changes. */
static void
mark_modes(struct eval *e)
{
    bool changed = true;

    while (changed) {
        changed = false;
        for (LLVMBasicBlockRef b = LLVMGetLastBasicBlock(e->function); b;
             b = LLVMGetPreviousBasicBlock(b))
            for (LLVMValueRef i = LLVMGetLastInstruction(b); i; i = LLVMGetPreviousInstruction(i)) {
                const unsigned mode = mode_of_operands(e, i, eval_slot(e, i)->mode);
                for (unsigned k = 0; mode && k < (unsigned)LLVMGetNumOperands(i); k++) {
                    const LLVMValueRef operand = LLVMGetOperand(i, k);
                    if (!LLVMIsAInstruction(operand))
                        continue;
                    struct eval_slot *slot = eval_slot(e, operand);
                    changed |= (slot->mode | mode) != slot->mode;
                    slot->mode |= (uint8_t)mode;
                }
            }
    }
}

static uint64_t
whole_quads(uint64_t lanes)
{
    lanes |= lanes >> 1 & UINT64_C(0x5555555555555555);
    lanes |= lanes >> 2 & UINT64_C(0x3333333333333333);
    lanes &= UINT64_C(0x1111111111111111);
    return lanes * 15;
}

static void
set_lanes(struct eval *e, unsigned mode)
{
    const uint64_t all = e->wave_size == 64 ? UINT64_MAX : UINT32_MAX;

    e->mask = e->active;
    e->enabled = mode & eval_whole_quad ? e->active : e->active & e->live;
    if (mode & eval_strict_quad)
        e->mask = e->enabled = whole_quads(e->active);
    if (mode & eval_whole_wave)
        e->mask = e->enabled = all;
}

/* ---- Execution ---- */

/* Flags of a call hold for its operands and its result. */
static void
obey_flags(struct eval *e, const struct eval_call *c)
{
    const LLVMFastMathFlags flags =
        c->out && LLVMCanValueUseFastMathFlags(c->inst) ? LLVMGetFastMathFlags(c->inst) : 0;

    for (unsigned i = 0; flags && i < c->out->count; i++)
        EVAL_EACH_LANE(e, lane)
        {
            struct eval_cell *cell = &c->out->cells[i][lane];
            if (c->out->types[i].kind != eval_float)
                continue;
            *cell = eval_obey_flags(flags, c->out->types[i].bits, *cell);
            for (unsigned k = 0; k < c->count; k++) {
                const struct eval_value *in = c->in[k];
                if (in && in->count > i && in->types[i].kind == eval_float &&
                    eval_obey_flags(flags, in->types[i].bits, in->cells[i][lane]).state ==
                        eval_undefined)
                    *cell = eval_undef();
            }
        }
}

static void
call(struct eval *e, LLVMValueRef inst, struct eval_value *out)
{
    struct eval_call c = {.inst = inst, .out = out, .count = LLVMGetNumArgOperands(inst)};

    c.name = callee_name(inst, &c.amdgcn);
    if (!*c.name) {
        eval_unknown(e, "a call of what is no intrinsic");
        return;
    }
    if (c.count > EVAL_MAX_OPERANDS) {
        eval_unknown(e, "intrinsic %s", c.name);
        return;
    }
    for (unsigned i = 0; i < c.count; i++) {
        if (LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(inst, i))) == LLVMMetadataTypeKind)
            continue;
        c.in[i] = eval_operand(e, LLVMGetOperand(inst, i));
        if (!c.in[i])
            return;
    }
    e->stamp++;
    if (!eval_stage_call(e, &c) && !eval_lane_call(e, &c) && !eval_buffer_call(e, &c) &&
        !eval_image_call(e, &c) && !eval_ray_call(e, &c) && !eval_integer_call(e, &c) &&
        !eval_math_call(e, &c))
        eval_unknown(e, "intrinsic %s%s", c.amdgcn ? "amdgcn." : "", c.name);
    else if (!e->failed)
        obey_flags(e, &c);
}

static void
execute(struct eval *e, LLVMValueRef inst)
{
    struct eval_slot *slot = eval_slot(e, inst);
    const LLVMTypeRef type = LLVMTypeOf(inst);

    set_lanes(e, slot->mode);
    if (LLVMGetTypeKind(type) != LLVMVoidTypeKind && !slot->value)
        slot->value = eval_new_value(e, type);
    if (e->failed)
        return;
    if (LLVMGetInstructionOpcode(inst) == LLVMCall)
        call(e, inst, slot->value);
    else
        eval_instruction(e, inst, slot->value);
}

/* All phis of a block read before one of them is written. */
static LLVMValueRef
execute_phis(struct eval *e, const struct graph *g, unsigned block, const unsigned *from)
{
    LLVMValueRef first = LLVMGetFirstInstruction(g->blocks[block]), inst;
    BASE_ARRAY(struct eval_value *) fresh = {0};

    for (inst = first; LLVMIsAPHINode(inst); inst = LLVMGetNextInstruction(inst)) {
        struct eval_value *value = eval_new_value(e, LLVMTypeOf(inst));
        if (!value)
            return NULL;
        base_array_push(e->arena, &fresh, value);
        for (unsigned k = 0; k < LLVMCountIncoming(inst); k++) {
            const unsigned source = number_of(g, LLVMGetIncomingBlock(inst, k));
            const struct eval_value *in = eval_operand(e, LLVMGetIncomingValue(inst, k));
            for (unsigned i = 0; in && i < value->count; i++)
                for (unsigned lane = 0; lane < e->wave_size; lane++)
                    if (eval_has(e->active, lane) && from[lane] == source)
                        value->cells[i][lane] = in->cells[i][lane];
        }
    }
    uint32_t at = 0;
    for (LLVMValueRef phi = first; LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi)) {
        struct eval_value *value = eval_slot(e, phi)->value;
        const struct eval_value *now = fresh.data[at++];
        if (!value)
            value = eval_slot(e, phi)->value = eval_new_value(e, LLVMTypeOf(phi));
        for (unsigned i = 0; i < value->count; i++)
            for (unsigned lane = 0; lane < e->wave_size; lane++)
                if (eval_has(e->active, lane))
                    value->cells[i][lane] = now->cells[i][lane];
    }
    return inst;
}

/* The successor that a lane goes to. */
static LLVMBasicBlockRef
successor(struct eval *e, LLVMValueRef end, unsigned lane)
{
    const bool is_switch = LLVMGetInstructionOpcode(end) == LLVMSwitch;

    if (!is_switch && !LLVMIsConditional(end))
        return LLVMGetSuccessor(end, 0);
    const struct eval_value *condition =
        eval_operand(e, is_switch ? LLVMGetOperand(end, 0) : LLVMGetCondition(end));
    if (!condition)
        return LLVMGetSuccessor(end, 0);
    if (condition->cells[0][lane].state != eval_exact) {
        eval_fail(e, "lane %u branches on what is undefined", lane);
        return LLVMGetSuccessor(end, 0);
    }
    const uint64_t bits = condition->cells[0][lane].bits;
    if (!is_switch)
        return LLVMGetSuccessor(end, bits ? 0 : 1);
    for (unsigned i = 1; i < LLVMGetNumSuccessors(end); i++)
        if (LLVMConstIntGetZExtValue(LLVMGetOperand(end, 2 * i)) == bits)
            return LLVMGetSuccessor(end, i);
    return LLVMGetSwitchDefaultDest(end);
}

static void
finish_lanes(struct eval *e, LLVMValueRef end)
{
    if (LLVMGetInstructionOpcode(end) == LLVMRet && LLVMGetNumOperands(end)) {
        const struct eval_value *value = eval_operand(e, LLVMGetOperand(end, 0));
        if (value && !e->returned)
            e->returned = eval_new_value(e, LLVMTypeOf(LLVMGetOperand(end, 0)));
        for (unsigned i = 0; value && e->returned && i < value->count; i++)
            for (unsigned lane = 0; lane < e->wave_size; lane++)
                if (eval_has(e->active, lane))
                    e->returned->cells[i][lane] = value->cells[i][lane];
    }
    e->alive &= ~e->active;
}

static void
leave_block(struct eval *e, const struct graph *g, unsigned block, unsigned *at, unsigned *from)
{
    const LLVMValueRef end = LLVMGetBasicBlockTerminator(g->blocks[block]);
    const LLVMOpcode op = LLVMGetInstructionOpcode(end);

    if (op == LLVMRet || op == LLVMUnreachable) {
        finish_lanes(e, end);
        return;
    }
    if (op != LLVMBr && op != LLVMSwitch) {
        eval_unknown(e, "the terminator with opcode %u", (unsigned)op);
        return;
    }
    for (unsigned lane = 0; lane < e->wave_size; lane++)
        if (eval_has(e->active, lane)) {
            at[lane] = g->order[number_of(g, successor(e, end, lane))];
            from[lane] = block;
        }
}

bool
eval_run(struct eval *e)
{
    struct graph *g = base_arena_new(e->arena, struct graph);
    unsigned at[EVAL_LANES] = {0}, from[EVAL_LANES] = {0};

    e->live = e->start;
    e->alive = e->is_pixel ? whole_quads(e->start) : e->start;
    if (!build(e, g))
        return false;
    mark_modes(e);
    while (e->alive && !e->failed) {
        unsigned least = MAX_BLOCKS;
        for (unsigned lane = 0; lane < e->wave_size; lane++)
            if (eval_has(e->alive, lane) && at[lane] < least)
                least = at[lane];
        e->active = 0;
        for (unsigned lane = 0; lane < e->wave_size; lane++)
            if (eval_has(e->alive, lane) && at[lane] == least)
                e->active |= UINT64_C(1) << lane;
        const unsigned block = g->at[least];
        LLVMValueRef inst = execute_phis(e, g, block, from);
        for (; inst && !LLVMIsATerminatorInst(inst) && !e->failed;
             inst = LLVMGetNextInstruction(inst)) {
            execute(e, inst);
            e->active &= e->alive;
            if (++e->steps > BUDGET)
                eval_fail(e, "more than %u instructions", (unsigned)BUDGET);
        }
        if (!e->failed && e->active)
            leave_block(e, g, block, at, from);
    }
    return !e->failed;
}
