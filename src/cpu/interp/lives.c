/* SPDX-License-Identifier: MIT
 *
 * Finds for each value the last instruction that needs its slot. In straight code that is its last
 * use in program order, and the branches of an if are straight code too, since one runs after the
 * other. What comes from outside a loop and is used inside is needed until the loop ends; so are
 * the merges at its head, which every continue writes.
 */
#include "cpu/interp/interp_priv.h"

struct finder {
    const struct ir_shader *shader;
    struct base_arena *arena;
    struct interp_lives *lives;
    uint32_t *depth;          /* Of values: how many loops are around them. */
    BASE_ARRAY(ir_ref) loops; /* The ends of those around this instruction, outermost first. */
};

/* Lists what each edge gives to merges. In reverse, so that the first merge comes first. */
static void
find_edges(struct finder *f)
{
    const struct ir_shader *shader = f->shader;
    struct interp_lives *lives = f->lives;
    ir_ref head = 0;

    (void)base_array_add(f->arena, &lives->edges);
    for (ir_ref ref = shader->first; ref; ref = ir_next(shader, ref)) {
        if (ir_op_of(shader, ref) != ir_op_merge) {
            head = ref;
            continue;
        }
        lives->of[ref].head = head;
    }
    for (ir_ref ref = shader->last; ref; ref = ir_prev(shader, ref)) {
        if (ir_op_of(shader, ref) != ir_op_merge)
            continue;
        for (uint32_t i = ir_operand_count(shader, ref); i > 0; i--) {
            uint32_t *first = &lives->of[ir_merge_edge(shader, ref, i - 1)].edges;
            const struct interp_edge edge = {ref, ir_operand(shader, ref, i - 1), *first, 0};

            *first = lives->edges.count;
            base_array_push(f->arena, &lives->edges, edge);
        }
    }
}

static void
use(struct finder *f, ir_ref value, ir_ref by)
{
    const ir_ref root = f->lives->of[value].root;
    const uint32_t depth = f->depth[root];

    f->lives->of[root].last = depth < f->loops.count ? f->loops.data[depth] : by;
}

static void
use_operands(struct finder *f, ir_ref ref)
{
    const uint32_t count = ir_operand_count(f->shader, ref);

    for (uint32_t i = 0; i < count; i++)
        use(f, ir_operand(f->shader, ref, i), ref);
}

static void
use_on_edge(struct finder *f, ir_ref marker)
{
    for (uint32_t i = f->lives->of[marker].edges; i; i = f->lives->edges.data[i].next)
        use(f, f->lives->edges.data[i].value, marker);
}

/* The merges at the head of a loop that ends here. */
static void
hold_loop_merges(struct finder *f, ir_ref endloop)
{
    const struct ir_shader *shader = f->shader;

    for (ir_ref ref = ir_next(shader, ir_partner(shader, endloop));
         ir_op_of(shader, ref) == ir_op_merge; ref = ir_next(shader, ref)) {
        struct interp_life *life = &f->lives->of[ref];

        if (life->last)
            life->last = endloop;
    }
}

static void
find_root(struct finder *f, ir_ref ref)
{
    const struct ir_shader *shader = f->shader;
    const enum ir_op op = ir_op_of(shader, ref);
    struct interp_life *life = &f->lives->of[ref];

    life->root = ref;
    f->depth[ref] = f->loops.count;
    if (op == ir_op_copy || op == ir_op_bitcast || op == ir_op_extract) {
        const struct interp_life *of = &f->lives->of[ir_operand(shader, ref, 0)];

        life->root = of->root;
        life->part = of->part + (op == ir_op_extract ? ir_imm(shader, ref) : 0);
    }
}

static void
find_ends(struct finder *f)
{
    const struct ir_shader *shader = f->shader;
    uint32_t depth = 0;

    for (ir_ref ref = shader->first; ref; ref = ir_next(shader, ref)) {
        const enum ir_op op = ir_op_of(shader, ref);

        if (ir_type_of(shader, ref) != ir_type_void)
            find_root(f, ref);
        if (op != ir_op_merge)
            use_operands(f, ref);
        if (!ir_op_has(op, IR_OP_CONTROL))
            continue;

        use_on_edge(f, ref);
        if (op == ir_op_loop)
            base_array_push(f->arena, &f->loops, ir_partner(shader, ref));
        if (op == ir_op_endloop) {
            hold_loop_merges(f, ref);
            f->loops.count--;
        }
        if (op == ir_op_if || op == ir_op_loop)
            depth++;
        if (op == ir_op_endif || op == ir_op_endloop)
            depth--;
        if (depth > f->lives->depth)
            f->lives->depth = depth;
    }
}

/* Lists for each endloop what ends there. */
static void
list_endings(struct finder *f)
{
    const struct ir_shader *shader = f->shader;
    struct interp_life *of = f->lives->of;

    for (ir_ref ref = shader->last; ref; ref = ir_prev(shader, ref)) {
        if (of[ref].root != ref || ir_op_of(shader, of[ref].last) != ir_op_endloop)
            continue;
        of[ref].ending_too = of[of[ref].last].ending;
        of[of[ref].last].ending = ref;
    }
}

void
interp_lives_find(const struct ir_shader *shader, struct base_arena *arena,
                  struct interp_lives *lives)
{
    struct finder f = {.shader = shader, .arena = arena, .lives = lives};

    *lives = (struct interp_lives){
        .of = base_arena_new_array(arena, struct interp_life, shader->insts.count)};
    f.depth = base_arena_new_array(arena, uint32_t, shader->insts.count);
    find_edges(&f);
    find_ends(&f);
    list_endings(&f);
}
