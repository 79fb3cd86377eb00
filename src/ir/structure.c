/* SPDX-License-Identifier: MIT
 *
 * The structuriser from outside, and its last part: the steps of the plan become the shader.
 */
#include "ir/structure_priv.h"

#include <stdlib.h>

struct ir_structure *
ir_structure_create(const struct ir_graph *graph, struct base_arena *arena)
{
    struct ir_structure *s = base_arena_new(arena, struct ir_structure);

    s->graph = *graph;
    s->arena = arena;
    s->block_at = base_arena_new_array(arena, uint32_t, graph->count);
    s->block_end = base_arena_new_array(arena, uint32_t, graph->count);
    if (graph->count == 0)
        return s;
    structure_analyse(s);
    structure_find_loops(s);
    structure_plan(s);
    return s;
}

bool
ir_structure_is_reached(const struct ir_structure *structure, uint32_t block)
{
    return structure->block_at[block] != STRUCTURE_NONE;
}

bool
ir_structure_sees(const struct ir_structure *structure, uint32_t def, uint32_t use)
{
    const uint32_t from = structure->block_at[def], at = structure->block_at[use];

    return from != STRUCTURE_NONE && at != STRUCTURE_NONE && from <= at &&
           at < structure->block_end[def];
}

/* ---- switches ---- */

struct switch_case {
    uint64_t value;
    uint32_t index; /* Of the case; the first of equal ones counts. */
    uint32_t target;
};

static int
compare_cases(const void *x, const void *y)
{
    const struct switch_case *a = x, *b = y;

    if (a->value != b->value)
        return a->value < b->value ? -1 : 1;
    return a->index < b->index ? -1 : a->index > b->index;
}

/* Cases by rising value, each value once. */
static struct switch_case *
sort_cases(const struct ir_structure *s, const struct ir_graph_block *block, unsigned bits,
           uint32_t *count)
{
    const uint32_t all = block->target_count - 1;
    const uint64_t mask = UINT64_MAX >> (64 - bits);
    struct switch_case *cases = base_arena_new_array(s->arena, struct switch_case, all);

    for (uint32_t i = 0; i < all; i++)
        cases[i] = (struct switch_case){block->cases[i] & mask, i, block->targets[i + 1]};
    if (all > 0)
        qsort(cases, all, sizeof(*cases), compare_cases);
    *count = 0;
    for (uint32_t i = 0; i < all; i++)
        if (*count == 0 || cases[*count - 1].value != cases[i].value)
            cases[(*count)++] = cases[i];
    return cases;
}

/* Is the selector one of the cases from first to the one before end, whose values stand in a row?
 */
static ir_ref
build_range(struct ir_builder *b, ir_ref selector, const struct switch_case *first,
            const struct switch_case *end)
{
    const enum ir_type type = ir_type_scalar(ir_type_of(b->shader, selector));
    const ir_ref low = ir_build_const(b, type, first->value);

    if (end - first == 1)
        return ir_build_ieq(b, selector, low);
    const uint64_t size = (uint64_t)(end - first);
    return ir_build_ult(b, ir_build_isub(b, selector, low), ir_build_const(b, type, size));
}

/* The end of the cases in a row, of one target, that begin with first. All values of a type are not
 * taken at once, since their number is none. */
static const struct switch_case *
end_of_range(const struct switch_case *first, const struct switch_case *end, unsigned bits)
{
    const uint64_t most = UINT64_MAX >> (64 - bits);
    const struct switch_case *at = first + 1;

    while (at < end && at->target == first->target && at->value == (at - 1)->value + 1 &&
           (uint64_t)(at - first) < most)
        at++;
    return at;
}

/* Does the selector choose the block? */
static ir_ref
build_case(const struct ir_structure *s, struct ir_builder *b, uint32_t n, uint32_t block,
           ir_ref selector)
{
    const unsigned bits = ir_type_bits(ir_type_of(b->shader, selector));
    uint32_t count;
    const struct switch_case *at = sort_cases(s, &s->graph.blocks[n], bits, &count);
    const struct switch_case *end = at + count;
    ir_ref is_it = 0;

    while (at < end) {
        const struct switch_case *next = end_of_range(at, end, bits);

        if (at->target == block) {
            const ir_ref is_in = build_range(b, selector, at, next);

            is_it = is_it ? ir_build_ior(b, is_it, is_in) : is_in;
        }
        at = next;
    }
    return is_it ? is_it : ir_build_bool(b, false);
}

static ir_ref
build_place_to_go(const struct ir_structure *s, struct ir_builder *b, uint32_t n, ir_ref selector)
{
    const struct ir_graph_block *block = &s->graph.blocks[n];
    const unsigned bits = ir_type_bits(ir_type_of(b->shader, selector));
    uint32_t count;
    const struct switch_case *at = sort_cases(s, block, bits, &count), *end = at + count;
    ir_ref place = ir_build_i32(b, s->nodes[block->targets[0]].position);

    while (at < end) {
        const struct switch_case *next = end_of_range(at, end, bits);

        if (at->target != block->targets[0])
            place = ir_build_select(b, build_range(b, selector, at, next),
                                    ir_build_i32(b, s->nodes[at->target].position), place);
        at = next;
    }
    return place;
}

/* ---- steps ---- */

struct making {
    const struct ir_structure *s;
    struct ir_builder *b;
    uint32_t place; /* The variable of the place to go to, */
    uint32_t entry; /* and that of a dispatch's entry. */
    ir_ref selector;
};

/* The last if with nothing in its branches goes again. */
static void
remove_empty_if(struct ir_builder *b)
{
    struct ir_shader *shader = b->shader;
    const ir_ref end = shader->last;

    if (b->is_dead || ir_op_of(shader, end) != ir_op_endif)
        return;
    const ir_ref middle = ir_prev(shader, end), begin = ir_prev(shader, middle);
    if (ir_op_of(shader, middle) != ir_op_else || ir_op_of(shader, begin) != ir_op_if)
        return;
    ir_remove(shader, end);
    ir_remove(shader, middle);
    ir_remove(shader, begin);
}

static ir_ref
read_place(const struct making *m)
{
    return ir_build_read(m->b, m->place, ir_type_i32);
}

static bool
build_block(struct making *m, uint32_t block)
{
    const struct ir_graph *graph = &m->s->graph;

    ir_build_place(m->b, graph->blocks[block].at);
    return graph->build_block(graph->context, m->b, block, &m->selector);
}

static bool
build_edge(const struct making *m, uint32_t from, uint32_t target)
{
    const struct ir_graph *graph = &m->s->graph;

    return !graph->build_edge || graph->build_edge(graph->context, m->b, from, target);
}

/* Steps that begin or choose. */
static bool
build_choice(struct making *m, const struct structure_step *step)
{
    const struct ir_structure *s = m->s;
    struct ir_builder *b = m->b;
    ir_ref from;

    switch ((unsigned)step->kind) {
    case structure_step_if:
        ir_build_if(b, m->selector);
        return true;
    case structure_step_if_case:
        ir_build_if(
            b, build_case(s, b, step->a, s->graph.blocks[step->a].targets[step->b], m->selector));
        return true;
    case structure_step_if_goto:
        ir_build_if(b, ir_build_ieq(b, read_place(m), ir_build_i32(b, step->a)));
        return true;
    case structure_step_if_leave:
        from = ir_build_isub(b, read_place(m), ir_build_i32(b, step->a));
        ir_build_if(b, ir_build_uge(b, from, ir_build_i32(b, step->b)));
        return true;
    case structure_step_switch:
        ir_build_write(b, m->place, build_place_to_go(s, b, step->a, m->selector));
        return true;
    case structure_step_dispatch:
        ir_build_write(b, m->place, ir_build_read(b, m->entry, ir_type_i32));
        return true;
    case structure_step_goto:
        if (s->bags.data[step->b].is_asked)
            ir_build_write(b, m->place, ir_build_i32(b, step->a));
        return true;
    case structure_step_entry:
        ir_build_write(b, m->entry, ir_build_i32(b, step->a));
        return true;
    }
    return false;
}

static bool
build_step(struct making *m, const struct structure_step *step)
{
    struct ir_builder *b = m->b;

    switch ((unsigned)step->kind) {
    case structure_step_block:
        return build_block(m, step->a);
    case structure_step_edge:
        return build_edge(m, step->a, step->b);
    case structure_step_else:
        ir_build_else(b);
        return true;
    case structure_step_endif:
        ir_build_endif(b);
        return true;
    case structure_step_endif_edge:
        ir_build_endif(b);
        remove_empty_if(b);
        return true;
    case structure_step_loop:
        ir_build_loop(b);
        return true;
    case structure_step_endloop:
        ir_build_endloop(b);
        return true;
    case structure_step_break:
        ir_build_break(b);
        return true;
    case structure_step_continue:
        ir_build_continue(b);
        return true;
    case structure_step_return:
        ir_build_return(b);
        return true;
    case structure_step_terminate:
        ir_build_terminate(b);
        return true;
    case structure_step_nothing:
        return true;
    }
    return build_choice(m, step);
}

bool
ir_structure_build(struct ir_structure *structure, struct ir_builder *b)
{
    struct making m = {structure, b, 0, 0, 0};

    if (structure->has_goto) {
        m.place = ir_build_variables(b, 2, 32);
        m.entry = m.place + 1;
    }
    for (uint32_t i = 0; i < structure->steps.count; i++)
        if (!build_step(&m, &structure->steps.data[i]))
            return false;
    return true;
}
