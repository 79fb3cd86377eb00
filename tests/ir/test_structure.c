/* SPDX-License-Identifier: MIT
 *
 * The structuriser: random graphs, walked block by block and built, lead lanes the same way; values
 * are seen where it says, and nowhere else; large graphs take no more time than their size.
 */
#include "graphs.h"

#include "evaluate.h"
#include "ir/ir_priv.h"
#include "sanitized.h"
#include "shaders.h"

#include <cmocka.h>
#include <stdio.h>

#define GRAPH_COUNT (IS_SANITIZED ? 1500 : 15000)
#define LANE_COUNT 4

static void
print_graph(const struct graph_trial *trial)
{
    for (uint32_t i = 0; i < trial->graph.count; i++) {
        const struct ir_graph_block *block = &trial->graph.blocks[i];

        fprintf(stderr, "%u: end %d merge %d:", i, (int)block->end, (int)block->merge);
        for (uint32_t t = 0; t < block->target_count; t++)
            fprintf(stderr, " %u", block->targets[t]);
        fprintf(stderr, "\n");
    }
}

static void
fail_trial(const struct graph_trial *trial, const struct ir_shader *shader, const char *what)
{
    if (trial->graph.count <= 100)
        print_graph(trial);
    if (shader && trial->graph.count <= 100)
        fprintf(stderr, "%s", shader_text(shader, trial->arena));
    fail_msg("kind %d, seed %u: %s", (int)trial->kind, (unsigned)trial->seed, what);
}

static void
check_verifies(const struct graph_trial *trial, const struct ir_shader *shader)
{
    struct base_diags diags;

    base_diags_init(&diags, trial->arena, "graph");
    if (!ir_verify(shader, &diags))
        fail_trial(trial, shader, diags.list.data[0].message);
}

static void
check_lanes(const struct graph_trial *trial, const struct ir_shader *shader, const char *what)
{
    check_verifies(trial, shader);
    for (uint32_t l = 0; l < LANE_COUNT; l++) {
        struct eval_lane in = {.steps = 10000000};
        struct eval_result result;
        struct graph_lane lane;

        in.inputs[0] = (uint32_t)trial->seed * 0x85ebca6bu + l * 0xc2b2ae35u;
        graph_lane_init(trial, &lane, in.inputs[0]);
        graph_walk(trial, &lane);
        eval_shader(shader, &in, trial->arena, &result);
        if (result.error)
            fail_trial(trial, shader, result.error);
        if (result.outputs[0] != lane.output || result.is_dropped != lane.is_dropped)
            fail_trial(trial, shader, what);
    }
}

/* A value is visible at the beginning of a block exactly where it is said to be. */
static void
check_sees(const struct graph_trial *trial, const struct ir_shader *shader)
{
    struct ir_regions regions;

    ir_regions_find(shader, trial->arena, &regions);
    for (uint32_t def = 0; def < trial->graph.count; def++) {
        if (!ir_structure_is_reached(trial->structure, def))
            continue;
        for (uint32_t use = 0; use < trial->graph.count; use++) {
            if (use == def || !ir_structure_is_reached(trial->structure, use))
                continue;
            if (ir_structure_sees(trial->structure, def, use) !=
                ir_regions_is_visible(&regions, trial->results[def], trial->firsts[use])) {
                fprintf(stderr, "%u in %u\n", def, use);
                fail_trial(trial, shader, "sees is wrong");
            }
        }
    }
}

/* Reached is what a walk over all edges finds. */
static void
check_reached(const struct graph_trial *trial)
{
    const struct ir_graph *graph = &trial->graph;
    bool *seen = base_arena_new_array(trial->arena, bool, graph->count);
    uint32_t *stack = base_arena_new_array(trial->arena, uint32_t, graph->count);
    uint32_t depth = 1;

    seen[0] = true;
    while (depth > 0) {
        const struct ir_graph_block *block = &graph->blocks[stack[--depth]];

        for (uint32_t t = 0; t < block->target_count; t++) {
            if (!seen[block->targets[t]])
                stack[depth++] = block->targets[t];
            seen[block->targets[t]] = true;
        }
    }
    for (uint32_t i = 0; i < graph->count; i++)
        if (ir_structure_is_reached(trial->structure, i) != seen[i])
            fail_trial(trial, NULL, "reached is wrong");
}

static void
check_graph(uint64_t seed, enum graph_kind kind)
{
    struct base_arena arena;
    struct base_diags diags;

    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena))
        fail_msg("ran out");
    struct graph_trial *trial = graph_create(&arena, seed, kind, false);
    check_reached(trial);
    struct ir_shader *shader = graph_build(trial);
    assert_non_null(shader);
    check_lanes(trial, shader, "as built");
    check_sees(trial, shader);
    base_diags_init(&diags, &arena, "graph");
    assert_true(ir_run_pipeline(shader, ir_pipeline_default, &diags));
    check_lanes(trial, shader, "after the pipeline");
    base_arena_finish(&arena);
}

static void
test_random(void **state)
{
    (void)state;

    for (uint64_t seed = 1; seed <= GRAPH_COUNT; seed++)
        for (unsigned kind = 0; kind < graph_kind_count; kind++)
            check_graph(seed, (enum graph_kind)kind);
}

/* ---- what it looks like ---- */

#define NONE IR_GRAPH_NONE

/* Control is what a writer would have written: nothing is asked that is known. B stands for a
 * block's instructions. */
struct outline {
    struct ir_graph_block blocks[10];
    const char *expected;
};

/* clang-format off */
#define JUMP(to) {ir_graph_jump, 1, (const uint32_t[]){to}, NULL, NONE, 0}
#define BRANCH(yes, no, merge) {ir_graph_branch, 2, (const uint32_t[]){yes, no}, NULL, merge, 0}
#define SWITCH(count, merge, ...) \
    {ir_graph_switch, count, (const uint32_t[]){__VA_ARGS__}, cases, merge, 0}
#define RETURN {ir_graph_return, 0, NULL, NULL, NONE, 0}

static const uint64_t cases[] = {0, 1, 2, 3};

static const struct outline outlines[] = {
    /* if () {} else {} */
    {{BRANCH(1, 2, 3), JUMP(3), JUMP(3), RETURN},
     "B if B else B endif B return"},
    /* if () return; */
    {{BRANCH(1, 2, 2), RETURN, RETURN},
     "B if B return else endif B return"},
    /* if () {} else return; the merge has one edge to it */
    {{BRANCH(1, 2, 3), JUMP(3), RETURN, RETURN},
     "B if else B return endif B B return"},
    /* do {} while () */
    {{JUMP(1), BRANCH(1, 2, NONE), RETURN},
     "B loop B if else break endif endloop B return"},
    /* while () { if () continue; } with a continue block */
    {{JUMP(1), BRANCH(2, 6, 6), BRANCH(3, 4, 4), JUMP(5), JUMP(5), JUMP(1), RETURN},
     "B loop B if else break endif B if B else B endif B endloop B return"},
    /* while () { if () return; } */
    {{JUMP(1), BRANCH(2, 4, 4), BRANCH(3, 5, 5), RETURN, RETURN, JUMP(1)},
     "B loop B if else break endif B if B return else endif B endloop B return"},
    /* for (;;) { if () break; } */
    {{JUMP(1), BRANCH(2, 3, 3), JUMP(1), RETURN},
     "B loop B if else break endif B endloop B return"},
    /* A switch of one case and the default. */
    {{SWITCH(2, 2, 2, 1), JUMP(2), RETURN},
     "B if B else endif B return"},
    {{SWITCH(3, 1, 1, 1, 1), RETURN},
     "B B return"},
    /* Case 1 falls through to case 2, which the default is. */
    {{SWITCH(4, 4, 3, 1, 2, 3), JUMP(4), JUMP(3), JUMP(4), RETURN},
     "B if B else endif if B else endif if B else endif B return"},
    /* a && b */
    {{BRANCH(1, 3, NONE), BRANCH(2, 3, NONE), JUMP(4), JUMP(4), RETURN},
     "B if B if B else endif else endif if B else endif B return"},
    /* Out of both loops at once. */
    {{JUMP(1), JUMP(2), BRANCH(4, 3, NONE), BRANCH(2, 1, NONE), RETURN},
     "B loop B loop B if break else endif B if else break endif endloop if break else endif "
     "endloop B return"},
    /* Two ways into a cycle. */
    {{BRANCH(1, 2, NONE), BRANCH(2, 3, NONE), JUMP(1), RETURN},
     "B if else endif loop if B if continue else break endif else endif B endloop B return"},
};
/* clang-format on */

static bool
build_nothing(void *context, struct ir_builder *b, uint32_t block, ir_ref *selector)
{
    const struct ir_graph_block *blocks = context;
    const ir_ref value = ir_build_op(b, ir_op_load_input, ir_type_i32, 0, 0, 0);

    ir_build_op(b, ir_op_store_output, ir_type_void, value, 0, 0);
    if (blocks[block].end == ir_graph_branch)
        *selector = ir_build_ine(b, value, ir_build_i32(b, 0));
    else if (blocks[block].end == ir_graph_switch)
        *selector = value;
    return true;
}

static void
print_outline(const struct ir_shader *shader, struct base_text *text)
{
    for (ir_ref ref = shader->first; ref; ref = ir_next(shader, ref)) {
        const enum ir_op op = ir_op_of(shader, ref);

        if (op == ir_op_store_output)
            base_text_add_string(text, text->count ? " B" : "B");
        else if (ir_op_has(op, IR_OP_CONTROL))
            base_text_printf(text, " %s", ir_op_infos[op].name);
    }
}

static void
check_outline(const struct outline *outline)
{
    const struct ir_io io = {.type = ir_type_i32, .components = 1, .interp = ir_interp_flat};
    struct ir_graph graph = {outline->blocks, BASE_COUNT(outline->blocks), build_nothing, NULL,
                             (void *)(uintptr_t)outline->blocks};
    struct base_arena arena;
    struct base_text text;
    struct ir_builder b;

    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena))
        fail_msg("ran out");
    base_text_init(&text, &arena);
    /* Rows are shorter than the array: what is left over is a jump to nowhere. */
    while (graph.blocks[graph.count - 1].end == ir_graph_jump &&
           !graph.blocks[graph.count - 1].targets)
        graph.count--;
    struct ir_shader *shader = ir_shader_create(&arena, ir_stage_fragment, "outline");
    ir_add_input(shader, &io);
    ir_add_output(shader, &io);
    ir_builder_init(&b, shader);
    assert_true(ir_structure_build(ir_structure_create(&graph, &arena), &b));
    shader_must_verify(shader, &arena);
    print_outline(shader, &text);
    assert_string_equal(base_text_string(&text), outline->expected);
    base_arena_finish(&arena);
}

static void
test_outlines(void **state)
{
    (void)state;

    for (uint32_t i = 0; i < BASE_COUNT(outlines); i++)
        check_outline(&outlines[i]);
}

/* ---- callbacks that fail ---- */

static bool
fail_block(void *context, struct ir_builder *b, uint32_t block, ir_ref *selector)
{
    const uint32_t *last = context;

    *selector = ir_build_bool(b, true);
    return block != *last;
}

static bool
fail_edge(void *context, struct ir_builder *b, uint32_t from, uint32_t target)
{
    const uint32_t *last = context;

    (void)b;
    return from + 100 + target != *last;
}

static void
test_failing(void **state)
{
    const struct ir_graph_block blocks[] = {BRANCH(1, 2, 3), JUMP(3), JUMP(3), RETURN};
    static const struct {
        uint32_t last;
        bool result;
    } rows[] = {{0, false},   {3, false},   {4, true},  {100, false},
                {101, false}, {102, false}, {103, true}};
    (void)state;

    for (uint32_t i = 0; i < BASE_COUNT(rows); i++) {
        uint32_t last = rows[i].last;
        const struct ir_graph graph = {blocks, 4, fail_block, fail_edge, &last};
        struct base_arena arena;
        struct ir_builder b;

        base_arena_init(&arena, 0);
        if (!BASE_ARENA_CATCH(&arena))
            fail_msg("ran out");
        ir_builder_init(&b, ir_shader_create(&arena, ir_stage_fragment, "failing"));
        assert_int_equal(ir_structure_build(ir_structure_create(&graph, &arena), &b),
                         rows[i].result);
        base_arena_finish(&arena);
    }
}

/* ---- large graphs ---- */

#define MANY (IS_SANITIZED ? 20000u : 100000u)

struct shape {
    const char *name;
    void (*make)(struct graph_trial *trial, uint32_t count);
    uint32_t most_depth; /* Of regions; 0: any. */
};

static void
make_chain(struct graph_trial *trial, uint32_t count)
{
    for (uint32_t i = 0; i + 1 < count; i++)
        graph_set_jump(trial, i, i + 1);
}

/* if (..) return; again and again. */
static void
make_returns(struct graph_trial *trial, uint32_t count)
{
    for (uint32_t i = 0; i + 2 < count; i += 2)
        graph_set_branch(trial, i, i % 4 ? i + 1 : i + 2, i % 4 ? i + 2 : i + 1);
}

/* if (..) { } again and again. */
static void
make_diamonds(struct graph_trial *trial, uint32_t count)
{
    for (uint32_t i = 0; i + 2 < count; i += 2) {
        graph_set_branch(trial, i, i + 1, i + 2);
        graph_set_jump(trial, i + 1, i + 2);
    }
}

/* else if .. else if .., meeting at the last block. */
static void
make_ladder(struct graph_trial *trial, uint32_t count)
{
    for (uint32_t i = 0; i + 2 < count; i += 2) {
        graph_set_branch(trial, i, i + 1, i + 2);
        graph_set_jump(trial, i + 1, count - 1);
    }
}

/* Every other block may go straight to the last one. */
static void
make_exits(struct graph_trial *trial, uint32_t count)
{
    for (uint32_t i = 0; i + 2 < count; i += 2) {
        graph_set_branch(trial, i, count - 1, i + 1);
        graph_set_branch(trial, i + 1, i + 2, i + 3 < count ? i + 3 : count - 1);
    }
}

/* Loops in loops; each is left to the end of all or goes back to its head. */
static void
make_loops(struct graph_trial *trial, uint32_t count)
{
    const uint32_t half = (count - 1) / 2;

    for (uint32_t i = 0; i < half; i++) {
        graph_set_branch(trial, i, i + 1, count - 1);
        graph_set_branch(trial, half + i, half - i - 1, half + i + 1);
    }
}

/* Loops in loops; the innermost block may go to any of the heads. */
static void
make_continues(struct graph_trial *trial, uint32_t count)
{
    uint32_t *targets = base_arena_new_array(trial->arena, uint32_t, count);

    for (uint32_t i = 0; i < count; i++)
        targets[i] = count - 1 - i;
    for (uint32_t i = 0; i + 2 < count; i++)
        graph_set_jump(trial, i, i + 1);
    graph_set_targets(trial, count - 2, ir_graph_switch, targets, count);
}

static void
make_loop_row(struct graph_trial *trial, uint32_t count)
{
    for (uint32_t i = 0; i + 2 < count; i += 2) {
        graph_set_branch(trial, i, i + 1, i + 2);
        graph_set_jump(trial, i + 1, i);
    }
}

static void
make_switch(struct graph_trial *trial, uint32_t count)
{
    uint32_t *targets = base_arena_new_array(trial->arena, uint32_t, count);

    for (uint32_t i = 1; i < count; i++)
        targets[i - 1] = i;
    graph_set_targets(trial, 0, ir_graph_switch, targets, count - 1);
    for (uint32_t i = 1; i + 1 < count; i++)
        if (i % 3)
            graph_set_jump(trial, i, i % 2 ? i + 1 : count - 1);
}

/* Both ways between neighbours, and the first goes to the first two. */
static void
make_tangle(struct graph_trial *trial, uint32_t count)
{
    graph_set_branch(trial, 0, 1, 2);
    for (uint32_t i = 1; i + 2 < count; i++)
        graph_set_branch(trial, i, i + 1, i > 1 ? i - 1 : 2);
    graph_set_branch(trial, count - 2, count - 1, 1);
}

/* Many small cycles of two entries, each in the way of the next. */
static void
make_tangles(struct graph_trial *trial, uint32_t count)
{
    for (uint32_t i = 0; i + 3 < count; i += 3) {
        graph_set_branch(trial, i, i + 1, i + 2);
        graph_set_branch(trial, i + 1, i + 2, i + 3);
        graph_set_branch(trial, i + 2, i + 1, i + 3);
    }
}

static uint32_t
depth_of(const struct ir_shader *shader)
{
    uint32_t depth = 0, most = 0;

    for (ir_ref ref = shader->first; ref; ref = ir_next(shader, ref)) {
        const enum ir_op op = ir_op_of(shader, ref);

        depth += op == ir_op_if || op == ir_op_loop;
        depth -= op == ir_op_endif || op == ir_op_endloop;
        most = depth > most ? depth : most;
    }
    return most;
}

static const struct shape shapes[] = {
    {"chain", make_chain, 1},         {"returns", make_returns, 2},
    {"diamonds", make_diamonds, 2},   {"ladder", make_ladder, 0},
    {"exits", make_exits, 0},         {"loops", make_loops, 0},
    {"continues", make_continues, 0}, {"row of loops", make_loop_row, 2},
    {"switch", make_switch, 2},       {"tangle", make_tangle, 0},
    {"tangles", make_tangles, 4},
};

static size_t
check_shape(const struct shape *shape, uint32_t count)
{
    struct base_arena arena;
    size_t used;

    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena))
        fail_msg("ran out");
    struct graph_trial *trial = graph_create_empty(&arena, count);
    shape->make(trial, count);
    graph_finish(trial);
    struct ir_shader *shader = graph_build(trial);
    assert_non_null(shader);
    used = arena.used;
    if (shape->most_depth && depth_of(shader) > shape->most_depth)
        fail_msg("%s: regions are %u deep", shape->name, depth_of(shader));
    check_lanes(trial, shader, shape->name);
    base_arena_finish(&arena);
    return used;
}

/* Memory grows with the graph and no faster; so does time, or this would not end. */
static void
test_large(void **state)
{
    (void)state;

    for (uint32_t i = 0; i < BASE_COUNT(shapes); i++) {
        const size_t small = check_shape(&shapes[i], MANY / 8);
        const size_t large = check_shape(&shapes[i], MANY);

        if (large > 20 * small)
            fail_msg("%s: %zu bytes for %u blocks, %zu for %u", shapes[i].name, large, MANY, small,
                     MANY / 8);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random),
        cmocka_unit_test(test_outlines),
        cmocka_unit_test(test_failing),
        cmocka_unit_test(test_large),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
