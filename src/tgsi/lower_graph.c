/* SPDX-License-Identifier: MIT
 *
 * Control flow that is more than ifs and loops: switches, subroutines, jumps. The program is cut
 * into pieces that run from their first instruction to their last; a routine's pieces become blocks
 * of a graph, once for each call of it, and ir/structure.h makes regions of them. Registers are
 * variables and arrays, so nothing else goes from block to block.
 */
#include "ir/structure.h"
#include "tgsi/tgsi_priv.h"

/* Instructions that run one after the other. */
struct piece {
    uint32_t first;
    uint32_t last;
};

/* A routine that is called, or the main program. */
struct instance {
    uint32_t routine;
    uint32_t base; /* The block of its first piece. */
    uint32_t back; /* The block that goes on behind the call. */
};

struct graph {
    struct tgsi_lowering *l;
    const struct tgsi_program *program;
    struct tgsi_routines routines;

    /* By instruction. */
    uint32_t *to;     /* Where it goes unless to the next: an instruction. */
    uint32_t *joins;  /* IF, SWITCH: where the region ends. */
    uint32_t *next;   /* SWITCH, CASE, DEFAULT: the next of these, or ENDSWITCH. */
    bool *starts;     /* Does a piece begin with it? */
    uint32_t *pieces; /* The piece that it is in. */

    BASE_ARRAY(struct piece) cuts;
    BASE_ARRAY(struct instance) instances;
    BASE_ARRAY(struct ir_graph_block) blocks;
    BASE_ARRAY(uint32_t) cut_of_blocks; /* The piece of each block. */
    BASE_ARRAY(ir_ref) values;          /* Of a switch's cases. */
};

/* ---- which instruction goes where ---- */

static bool
is_if(enum tgsi_op op)
{
    return op == tgsi_op_IF || op == tgsi_op_UIF || op == tgsi_op_IFC;
}

/* Finds the ends of regions, and what lies between. */
static void
match_regions(struct graph *g)
{
    BASE_ARRAY(uint32_t) open = {0};
    BASE_ARRAY(uint32_t) last = {0}; /* ELSE; the last CASE. Else what was opened. */

    for (uint32_t i = 0; i < g->program->insts.count; i++) {
        const enum tgsi_op op = (enum tgsi_op)g->program->insts.data[i].op;
        const uint32_t top = open.count - 1;

        if (is_if(op) || op == tgsi_op_BGNLOOP || op == tgsi_op_SWITCH) {
            base_array_push(g->l->arena, &open, i);
            base_array_push(g->l->arena, &last, i);
        } else if (op == tgsi_op_ELSE) {
            g->to[open.data[top]] = i + 1;
            last.data[top] = i;
        } else if (op == tgsi_op_CASE || op == tgsi_op_DEFAULT) {
            g->next[last.data[top]] = i;
            last.data[top] = i;
        } else if (op == tgsi_op_ENDIF) {
            g->joins[open.data[top]] = g->to[last.data[top]] = i;
        } else if (op == tgsi_op_ENDSWITCH) {
            g->joins[open.data[top]] = g->next[last.data[top]] = i;
        } else if (op == tgsi_op_ENDLOOP) {
            g->to[i] = open.data[top];
            g->joins[open.data[top]] = i + 1;
        } else {
            continue;
        }
        if (op == tgsi_op_ENDIF || op == tgsi_op_ENDSWITCH || op == tgsi_op_ENDLOOP)
            open.count = last.count = top;
    }
}

/* BRK, BREAKC and CONT, by the loops and switches around them, and BRA. */
static void
find_jumps(struct graph *g)
{
    BASE_ARRAY(uint32_t) breaks = {0}; /* Open loops and switches. */
    BASE_ARRAY(uint32_t) loops = {0};

    for (uint32_t i = 0; i < g->program->insts.count; i++) {
        const struct tgsi_inst *inst = &g->program->insts.data[i];

        switch ((unsigned)inst->op) {
        case tgsi_op_BGNLOOP:
            base_array_push(g->l->arena, &loops, i);
            base_array_push(g->l->arena, &breaks, i);
            break;
        case tgsi_op_SWITCH:
            base_array_push(g->l->arena, &breaks, i);
            break;
        case tgsi_op_ENDLOOP:
            loops.count--;
            breaks.count--;
            break;
        case tgsi_op_ENDSWITCH:
            breaks.count--;
            break;
        case tgsi_op_BRK:
            g->to[i] = g->joins[breaks.data[breaks.count - 1]];
            break;
        case tgsi_op_BREAKC:
            g->to[i] = g->joins[loops.data[loops.count - 1]];
            break;
        case tgsi_op_CONT:
            g->to[i] = g->joins[loops.data[loops.count - 1]] - 1; /* ENDLOOP */
            break;
        case tgsi_op_BRA:
            g->to[i] = tgsi_branch_target(g->program, inst);
            g->starts[g->to[i]] = true;
            break;
        }
    }
}

/* ---- pieces ---- */

/* Does a piece end with it? */
static bool
ends_piece(enum tgsi_op op)
{
    switch ((unsigned)op) {
    case tgsi_op_IF:
    case tgsi_op_UIF:
    case tgsi_op_IFC:
    case tgsi_op_ELSE:
    case tgsi_op_BGNLOOP:
    case tgsi_op_ENDLOOP:
    case tgsi_op_BRK:
    case tgsi_op_BREAKC:
    case tgsi_op_CONT:
    case tgsi_op_SWITCH:
    case tgsi_op_CAL:
    case tgsi_op_CALLNZ:
    case tgsi_op_BRA:
    case tgsi_op_RET:
    case tgsi_op_END:
    case tgsi_op_ENDSUB:
        return true;
    }
    return false;
}

/* Does one begin with it? */
static bool
starts_piece(enum tgsi_op op)
{
    switch ((unsigned)op) {
    case tgsi_op_ELSE:
    case tgsi_op_ENDIF:
    case tgsi_op_BGNLOOP: /* A loop's head by itself. */
    case tgsi_op_ENDLOOP:
    case tgsi_op_CASE:
    case tgsi_op_DEFAULT:
    case tgsi_op_ENDSWITCH:
        return true;
    }
    return false;
}

static void
cut(struct graph *g)
{
    bool is_start = true;

    for (uint32_t i = 0; i < g->program->insts.count; i++) {
        const enum tgsi_op op = (enum tgsi_op)g->program->insts.data[i].op;

        if (is_start || g->starts[i] || starts_piece(op)) {
            const struct piece piece = {i, i};

            base_array_push(g->l->arena, &g->cuts, piece);
        }
        g->pieces[i] = g->cuts.count - 1;
        g->cuts.data[g->cuts.count - 1].last = i;
        is_start = ends_piece(op);
    }
}

static uint32_t
piece_count(const struct graph *g, uint32_t routine)
{
    const struct tgsi_routine *r = &g->routines.list.data[routine];

    return g->pieces[r->last] - g->pieces[r->first] + 1;
}

/* ---- switches ---- */

/* Is a case an immediate, and which? */
static bool
is_known_case(const struct graph *g, uint32_t i, uint64_t *value)
{
    const struct tgsi_operand *src = tgsi_src(g->program, &g->program->insts.data[i], 0);

    if (src->file != tgsi_file_IMM || src->flags)
        return false;
    *value = g->program->immediates.data[src->index].row.words[tgsi_select(src, 0)];
    return true;
}

/* How many cases the switch has; known: are all immediates? */
static uint32_t
count_cases(const struct graph *g, uint32_t i, bool *known)
{
    const uint32_t end = g->joins[i];
    uint32_t count = 0;
    uint64_t value;

    *known = true;
    for (uint32_t at = g->next[i]; at != end; at = g->next[at]) {
        if (g->program->insts.data[at].op != tgsi_op_CASE)
            continue;
        count++;
        *known = *known && is_known_case(g, at, &value);
    }
    return count;
}

/* By values if all are known, else by the cases' numbers. A lane that no case has taken has changed
 * nothing, so all cases may be asked at once, and DEFAULT may stand anywhere. */
static void
end_in_switch(struct graph *g, const struct instance *instance, uint32_t i,
              struct ir_graph_block *block)
{
    const uint32_t first =
        instance->base - g->pieces[g->routines.list.data[instance->routine].first];
    const uint32_t end = g->joins[i];
    bool known, has_default = false;
    const uint32_t count = count_cases(g, i, &known);
    uint32_t *targets = base_arena_new_array(g->l->arena, uint32_t, count + 1);
    uint64_t *cases = base_arena_new_array(g->l->arena, uint64_t, count);
    uint32_t n = 0;

    targets[0] = first + g->pieces[end];
    for (uint32_t at = g->next[i]; at != end; at = g->next[at]) {
        const uint32_t target = first + g->pieces[at];

        if (g->program->insts.data[at].op == tgsi_op_CASE) {
            if (!known || !is_known_case(g, at, &cases[n]))
                cases[n] = n;
            targets[++n] = target;
        } else if (!has_default) {
            targets[0] = target;
            has_default = true;
        }
    }
    block->end = ir_graph_switch;
    block->target_count = count + 1;
    block->targets = targets;
    block->cases = cases;
    block->merge = first + g->pieces[end];
}

/* What a switch chooses by: the first of its cases that the selector is, where they are not known.
 */
static ir_ref
build_switch(struct graph *g, uint32_t i)
{
    struct tgsi_lowering *l = g->l;
    struct ir_builder *b = &l->b;
    bool known;
    const uint32_t count = count_cases(g, i, &known);

    const ir_ref selector = tgsi_lower_src(l, 0, 0);
    if (known)
        return selector;
    g->values.count = 0;
    for (uint32_t at = g->next[i]; at != g->joins[i]; at = g->next[at]) {
        if (g->program->insts.data[at].op != tgsi_op_CASE)
            continue;
        tgsi_lower_begin_inst(l, &g->program->insts.data[at]);
        base_array_push(l->arena, &g->values, tgsi_lower_src(l, 0, 0));
    }
    ir_ref number = ir_build_i32(b, count);
    for (uint32_t n = count; n > 0; n--)
        number = ir_build_select(b, ir_build_ieq(b, selector, g->values.data[n - 1]),
                                 ir_build_i32(b, n - 1), number);
    return number;
}

/* ---- blocks ---- */

static void
set_end(struct graph *g, struct ir_graph_block *block, enum ir_graph_end end, uint32_t x,
        uint32_t y)
{
    uint32_t *targets = base_arena_new_array(g->l->arena, uint32_t, 2);

    targets[0] = x;
    targets[1] = y;
    block->end = end;
    block->target_count = end == ir_graph_branch ? 2 : end == ir_graph_jump;
    block->targets = targets;
}

/* The block that a call in instruction i goes to, which is to come. */
static uint32_t
call(struct graph *g, uint32_t i, uint32_t *block_count, uint32_t back)
{
    const uint32_t label = tgsi_label(g->program, &g->program->insts.data[i]);
    const struct instance callee = {tgsi_routine_at(&g->routines, label), *block_count, back};

    *block_count += piece_count(g, callee.routine);
    base_array_push(g->l->arena, &g->instances, callee);
    return callee.base;
}

static void
end_block(struct graph *g, const struct instance *instance, uint32_t i, uint32_t *block_count,
          struct ir_graph_block *block)
{
    const struct tgsi_inst *inst = &g->program->insts.data[i];
    const uint32_t first =
        instance->base - g->pieces[g->routines.list.data[instance->routine].first];
    const uint32_t next = i + 1 < g->program->insts.count ? first + g->pieces[i + 1] : 0;
    const uint32_t to = first + g->pieces[g->to[i]];
    const enum ir_graph_end leave = instance->routine == 0 ? ir_graph_return : ir_graph_jump;

    switch ((unsigned)inst->op) {
    case tgsi_op_IF:
    case tgsi_op_UIF:
    case tgsi_op_IFC:
        set_end(g, block, ir_graph_branch, next, to);
        block->merge = first + g->pieces[g->joins[i]];
        break;
    case tgsi_op_BGNLOOP:
        set_end(g, block, ir_graph_jump, next, 0);
        block->merge = first + g->pieces[g->joins[i]];
        break;
    case tgsi_op_ELSE:
    case tgsi_op_ENDLOOP:
    case tgsi_op_BRK:
    case tgsi_op_CONT:
        set_end(g, block, ir_graph_jump, to, 0);
        break;
    case tgsi_op_BREAKC:
        set_end(g, block, ir_graph_branch, to, next);
        break;
    case tgsi_op_BRA:
        set_end(g, block, inst->flags & TGSI_INST_LABEL ? ir_graph_branch : ir_graph_jump, to,
                next);
        break;
    case tgsi_op_SWITCH:
        end_in_switch(g, instance, i, block);
        break;
    case tgsi_op_CAL:
        set_end(g, block, ir_graph_jump, call(g, i, block_count, next), 0);
        block->merge = next;
        break;
    case tgsi_op_CALLNZ:
        set_end(g, block, ir_graph_branch, call(g, i, block_count, next), next);
        block->merge = next;
        break;
    case tgsi_op_RET:
    case tgsi_op_END:
    case tgsi_op_ENDSUB:
        set_end(g, block, leave, instance->back, 0);
        break;
    default:
        set_end(g, block, ir_graph_jump, next, 0);
        break;
    }
}

/* Blocks of the main program, then of what it calls, in the order of the calls, and so on. */
static void
make_blocks(struct graph *g)
{
    struct base_arena *arena = g->l->arena;
    const struct instance program = {0, 0, 0};
    uint32_t block_count = piece_count(g, 0);

    base_array_push(arena, &g->instances, program);
    for (uint32_t n = 0; n < g->instances.count; n++) {
        const struct instance instance = g->instances.data[n];
        const struct tgsi_routine *routine = &g->routines.list.data[instance.routine];

        for (uint32_t p = g->pieces[routine->first]; p <= g->pieces[routine->last]; p++) {
            struct ir_graph_block block = {.merge = IR_GRAPH_NONE};

            block.at = g->program->insts.data[g->cuts.data[p].first].line;
            end_block(g, &instance, g->cuts.data[p].last, &block_count, &block);
            base_array_push(arena, &g->blocks, block);
            base_array_push(arena, &g->cut_of_blocks, p);
        }
    }
}

/* An instruction that ends a block, as far as the graph does not say what it does. */
static void
build_end(struct graph *g, uint32_t block, uint32_t i, ir_ref *selector)
{
    struct tgsi_lowering *l = g->l;
    const struct tgsi_inst *inst = &g->program->insts.data[i];

    switch ((unsigned)inst->op) {
    case tgsi_op_IF:
    case tgsi_op_UIF:
    case tgsi_op_IFC:
    case tgsi_op_BREAKC:
    case tgsi_op_CALLNZ:
    case tgsi_op_BRA:
        if (g->blocks.data[block].end != ir_graph_branch)
            break;
        tgsi_lower_begin_inst(l, inst);
        *selector = tgsi_lower_condition(l);
        break;
    case tgsi_op_SWITCH:
        tgsi_lower_begin_inst(l, inst);
        *selector = build_switch(g, i);
        break;
    case tgsi_op_RET:
        if (g->blocks.data[block].end != ir_graph_return)
            break;
        ir_build_place(&l->b, inst->line);
        tgsi_lower_store_outputs(l);
        break;
    case tgsi_op_END:
        tgsi_lower_inst(l, inst);
        break;
    }
}

static bool
build_block(void *context, struct ir_builder *b, uint32_t block, ir_ref *selector)
{
    struct graph *g = context;
    const struct piece piece = g->cuts.data[g->cut_of_blocks.data[block]];

    (void)b;
    for (uint32_t i = piece.first; i <= piece.last; i++) {
        const struct tgsi_inst *inst = &g->program->insts.data[i];

        if (ends_piece((enum tgsi_op)inst->op))
            build_end(g, block, i, selector);
        else if (!starts_piece((enum tgsi_op)inst->op))
            tgsi_lower_inst(g->l, inst);
    }
    return true;
}

void
tgsi_lower_graph(struct tgsi_lowering *l)
{
    const uint32_t count = l->program->insts.count;
    struct graph *g = base_arena_new(l->arena, struct graph);

    g->l = l;
    g->program = l->program;
    (void)tgsi_find_routines(l->program, l->arena, l->diags, &g->routines);
    g->to = base_arena_new_array(l->arena, uint32_t, count);
    g->joins = base_arena_new_array(l->arena, uint32_t, count);
    g->next = base_arena_new_array(l->arena, uint32_t, count);
    g->starts = base_arena_new_array(l->arena, bool, count);
    g->pieces = base_arena_new_array(l->arena, uint32_t, count);
    match_regions(g);
    find_jumps(g);
    cut(g);
    make_blocks(g);

    const struct ir_graph graph = {g->blocks.data, g->blocks.count, build_block, NULL, g};
    (void)ir_structure_build(ir_structure_create(&graph, l->arena), &l->b);
}
