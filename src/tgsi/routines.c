/* SPDX-License-Identifier: MIT
 *
 * The main program and its subroutines: who calls whom, that no way leads back, and how much all of
 * it is once a call is a copy of what it calls.
 */
#include "tgsi/program.h"

enum visit { visit_not, visit_open, visit_done };

/* A routine that is being walked. */
struct frame {
    uint32_t routine;
    uint32_t call; /* The next of its calls. */
};

struct walk {
    const struct tgsi_program *program;
    struct base_arena *arena;
    struct base_diags *diags;
    struct tgsi_routines *routines;
    uint8_t *visits; /* enum visit of each routine. */
    BASE_ARRAY(struct frame) frames;
    uint64_t limit;
    bool is_good;
};

uint32_t
tgsi_routine_at(const struct tgsi_routines *routines, uint32_t inst)
{
    uint32_t low = 0, high = routines->list.count;

    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;

        if (routines->list.data[middle].last < inst)
            low = middle + 1;
        else
            high = middle;
    }
    return low < routines->list.count && routines->list.data[low].first <= inst ? low
                                                                                : TGSI_NO_ROUTINE;
}

/* Routines lie one behind the other, each to its END or ENDSUB. */
static void
find_routines(struct walk *w)
{
    const struct tgsi_program *program = w->program;
    struct tgsi_routine routine = {0};

    for (uint32_t i = 0; i < program->insts.count; i++) {
        const struct tgsi_inst *inst = &program->insts.data[i];

        if (inst->op != tgsi_op_END && inst->op != tgsi_op_ENDSUB)
            continue;
        routine.last = i;
        base_array_push(w->arena, &w->routines->list, routine);
        routine.first = i + 1;
    }
}

static void
find_calls(struct walk *w)
{
    struct tgsi_routines *routines = w->routines;

    for (uint32_t r = 0; r < routines->list.count; r++) {
        struct tgsi_routine *routine = &routines->list.data[r];

        routine->first_call = routines->calls.count;
        for (uint32_t i = routine->first; i <= routine->last; i++) {
            const struct tgsi_inst *inst = &w->program->insts.data[i];

            if (!tgsi_is_call((enum tgsi_op)inst->op))
                continue;
            const uint32_t callee = tgsi_routine_at(routines, tgsi_label(w->program, inst));
            const struct tgsi_call call = {i, callee};
            base_array_push(w->arena, &routines->calls, call);
        }
        routine->call_count = routines->calls.count - routine->first_call;
    }
}

/* ---- the ways that calls go ---- */

#define MOST_NAMED 64

/* The calls on the way from the routine, which is open, to the call that comes back to it. */
static void
report_cycle(struct walk *w, uint32_t routine)
{
    const struct tgsi_inst *insts = w->program->insts.data;
    struct base_text text;
    uint32_t first = w->frames.count;

    while (w->frames.data[first - 1].routine != routine)
        first--;
    base_text_init(&text, w->arena);
    for (uint32_t i = first - 1; i < w->frames.count && i < first - 1 + MOST_NAMED; i++) {
        const struct tgsi_call *call =
            &w->routines->calls.data[w->frames.data[i].call - 1]; /* The one that is followed. */

        base_text_printf(&text, "%sline %u calls %u", text.count > 0 ? ", " : "",
                         insts[call->inst].line,
                         insts[w->routines->list.data[call->callee].first].line);
    }
    if (w->frames.count - (first - 1) > MOST_NAMED)
        base_text_printf(&text, " and %u more", w->frames.count - (first - 1) - MOST_NAMED);
    const struct frame *last = &w->frames.data[w->frames.count - 1];
    base_error(w->diags, QD_CODE_TGSI_RECURSION,
               tgsi_inst_place(&insts[w->routines->calls.data[last->call - 1].inst]),
               "found a subroutine that comes to call itself, expected none: %s",
               base_text_string(&text));
    w->is_good = false;
}

static void
report_size(struct walk *w, uint32_t call)
{
    base_error(w->diags, QD_CODE_LIMIT,
               tgsi_inst_place(&w->program->insts.data[w->routines->calls.data[call].inst]),
               "found more instructions than %llu once calls are what they call",
               (unsigned long long)w->limit);
    w->is_good = false;
}

static void
report_depth(struct walk *w, uint32_t call)
{
    base_error(w->diags, QD_CODE_TGSI_NESTING,
               tgsi_inst_place(&w->program->insts.data[w->routines->calls.data[call].inst]),
               "found regions nested more than %d deep in what is called, expected at most %d",
               TGSI_MAX_NESTING, TGSI_MAX_NESTING);
    w->is_good = false;
}

static bool
opens(enum tgsi_op op)
{
    return op == tgsi_op_IF || op == tgsi_op_UIF || op == tgsi_op_IFC || op == tgsi_op_BGNLOOP ||
           op == tgsi_op_SWITCH;
}

static bool
closes(enum tgsi_op op)
{
    return op == tgsi_op_ENDIF || op == tgsi_op_ENDLOOP || op == tgsi_op_ENDSWITCH;
}

/* A routine's size and depth; those of all that it calls are known. What is too much is reported
 * where it is first, and then left out. */
static void
measure(struct walk *w, struct tgsi_routine *routine)
{
    uint32_t depth = 0, call = routine->first_call;

    for (uint32_t i = routine->first; i <= routine->last; i++) {
        const enum tgsi_op op = (enum tgsi_op)w->program->insts.data[i].op;

        routine->size++;
        depth += opens(op);
        depth -= closes(op);
        if (depth > routine->depth)
            routine->depth = depth;
        if (!tgsi_is_call(op))
            continue;
        const struct tgsi_routine *callee =
            &w->routines->list.data[w->routines->calls.data[call].callee];
        if (routine->size + callee->size > w->limit)
            report_size(w, call);
        else
            routine->size += callee->size;
        if (depth + callee->depth > TGSI_MAX_NESTING)
            report_depth(w, call);
        else if (depth + callee->depth > routine->depth)
            routine->depth = depth + callee->depth;
        call++;
    }
}

static void
enter(struct walk *w, uint32_t routine)
{
    const struct frame frame = {routine, w->routines->list.data[routine].first_call};

    w->visits[routine] = visit_open;
    base_array_push(w->arena, &w->frames, frame);
}

static void
walk_from(struct walk *w, uint32_t root)
{
    enter(w, root);
    while (w->frames.count > 0) {
        struct frame *frame = &w->frames.data[w->frames.count - 1];
        struct tgsi_routine *routine = &w->routines->list.data[frame->routine];

        if (frame->call == routine->first_call + routine->call_count) {
            measure(w, routine);
            w->visits[frame->routine] = visit_done;
            w->frames.count--;
            continue;
        }
        const uint32_t callee = w->routines->calls.data[frame->call++].callee;
        if (w->visits[callee] == visit_open)
            report_cycle(w, callee);
        else if (w->visits[callee] == visit_not)
            enter(w, callee);
    }
}

bool
tgsi_find_routines(const struct tgsi_program *program, struct base_arena *arena,
                   struct base_diags *diags, struct tgsi_routines *routines)
{
    const uint64_t by_text = (uint64_t)8 * program->insts.count;
    struct walk w = {.program = program,
                     .arena = arena,
                     .diags = diags,
                     .routines = routines,
                     .limit = by_text > TGSI_MIN_EXPANDED ? by_text : TGSI_MIN_EXPANDED,
                     .is_good = true};

    *routines = (struct tgsi_routines){0};
    find_routines(&w);
    find_calls(&w);
    w.visits = base_arena_new_array(arena, uint8_t, routines->list.count);
    for (uint32_t r = 0; r < routines->list.count && !diags->dropped; r++)
        if (w.visits[r] == visit_not)
            walk_from(&w, r);
    return w.is_good;
}
