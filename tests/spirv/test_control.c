/* SPDX-License-Identifier: MIT
 *
 * Control flow: small shapes one by one, then random programs. All must verify, be written for
 * every target, be valid, and come out the same twice.
 */
#include "spirv_test.h"

#define MAX_DEPTH 30
#define VARIABLES 6
#define PROGRAMS 120

struct maker {
    struct spirv_test *t;
    struct ir_builder *b;
    uint64_t random;
    uint32_t variables; /* The first. */
    uint32_t depth;
    uint32_t loops; /* Open ones. */
    uint32_t budget;
    uint32_t deepest;
};

static uint32_t
random_below(struct maker *m, uint32_t limit)
{
    m->random ^= m->random << 13;
    m->random ^= m->random >> 7;
    m->random ^= m->random << 17;
    return (uint32_t)(m->random >> 33) % limit;
}

static ir_ref
read_any(struct maker *m, enum ir_type type)
{
    return ir_build_read(m->b, m->variables + random_below(m, VARIABLES), type);
}

static ir_ref
make_condition(struct maker *m)
{
    const ir_ref x = read_any(m, ir_type_i32);
    const ir_ref y = read_any(m, ir_type_i32);

    return random_below(m, 20) == 0 ? ir_build_bool(m->b, random_below(m, 2))
                                    : ir_build_ult(m->b, x, y);
}

static void
assign(struct maker *m)
{
    const bool is_float = random_below(m, 2);
    const ir_ref x = read_any(m, is_float ? ir_type_f32 : ir_type_i32);
    const ir_ref y = read_any(m, is_float ? ir_type_f32 : ir_type_i32);
    const ir_ref value = is_float             ? ir_build_fadd(m->b, x, y)
                         : random_below(m, 3) ? ir_build_iadd(m->b, x, y)
                                              : x;

    ir_build_write(m->b, m->variables + random_below(m, VARIABLES), value);
}

static void make_block(struct maker *m);

static void
make_if(struct maker *m)
{
    m->depth++;
    ir_build_if(m->b, make_condition(m));
    if (random_below(m, 5) > 0)
        make_block(m);
    if (random_below(m, 2)) {
        ir_build_else(m->b);
        if (random_below(m, 5) > 0)
            make_block(m);
    }
    ir_build_endif(m->b);
    m->depth--;
}

static void
make_loop(struct maker *m)
{
    m->depth++;
    m->loops++;
    ir_build_loop(m->b);
    if (random_below(m, 8) > 0) {
        ir_build_if(m->b, make_condition(m));
        ir_build_break(m->b);
        ir_build_endif(m->b);
    }
    make_block(m);
    ir_build_endloop(m->b);
    m->loops--;
    m->depth--;
}

static void
make_jump(struct maker *m)
{
    switch (random_below(m, m->loops > 0 ? 10 : 2)) {
    case 0:
        ir_build_return(m->b);
        break;
    case 1:
        ir_build_terminate(m->b);
        break;
    case 2:
    case 3:
    case 4:
    case 5:
        ir_build_continue(m->b);
        break;
    default:
        ir_build_break(m->b);
        break;
    }
}

static void
make_store(struct maker *m)
{
    const uint32_t component = random_below(m, 4);

    spirv_test_store(m->t, 0, component, read_any(m, ir_type_f32));
}

static void
make_statement(struct maker *m)
{
    const uint32_t kind = random_below(m, 20);

    if (kind < 6 || m->depth == MAX_DEPTH)
        assign(m);
    else if (kind < 12)
        make_if(m);
    else if (kind < 16)
        make_loop(m);
    else if (kind == 16 && m->depth > 0)
        make_jump(m);
    else if (kind == 17)
        make_store(m);
    else if (kind == 18)
        (void)ir_build_op(m->b, ir_op_demote, ir_type_void, make_condition(m), 0, 0);
    else
        assign(m);
}

static void
make_block(struct maker *m)
{
    const uint32_t count = 1 + random_below(m, 5);

    if (m->depth > m->deepest)
        m->deepest = m->depth;
    for (uint32_t i = 0; i < count && m->budget > 0; i++) {
        m->budget--;
        make_statement(m);
    }
}

static void
make_program(struct maker *m, struct spirv_test *t, uint64_t seed)
{
    const uint32_t input = spirv_test_input(t, ir_type_f32, 4);

    spirv_test_output(t, ir_type_f32, 4);
    *m = (struct maker){.t = t, .b = &t->b, .random = seed * UINT64_C(0x9e3779b97f4a7c15) + 1};
    m->budget = 20 + random_below(m, 300);
    m->variables = ir_build_variables(&t->b, VARIABLES, 32);
    for (uint32_t i = 0; i < VARIABLES; i++)
        if (i < 4)
            ir_build_write(&t->b, m->variables + i, spirv_test_load(t, input, i));
    while (m->budget > 0)
        make_block(m);
    for (uint32_t c = 0; c < 4; c++)
        spirv_test_store(t, 0, c, ir_build_read(&t->b, m->variables + c, ir_type_f32));
}

/* For targets with demote the shader as it is, for the others a lowered copy. */
static const struct ir_shader *
shader_for(struct spirv_test *t, enum spirv_target target)
{
    if (spirv_target_has_demote(target))
        return t->shader;
    struct ir_shader *lowered = ir_clone(t->shader, &t->arena);
    assert_int_not_equal(ir_lower_demote(lowered, &t->diags), IR_PASS_FAILED);
    return lowered;
}

static void
check_all_targets(struct spirv_test *t)
{
    for (unsigned target = 0; target < spirv_target_count; target++) {
        const struct spirv_write_options options = {.target = (enum spirv_target)target};
        const struct ir_shader *shader = shader_for(t, options.target);
        const struct spirv_module one = spirv_test_write_shader(t, shader, options.target);
        struct spirv_module two;

        assert_true(spirv_write(shader, &options, &t->arena, &two, &t->diags));
        assert_int_equal(one.count, two.count);
        assert_memory_equal(one.words, two.words, one.count * sizeof(*one.words));
    }
}

static void
check_program(uint64_t seed, uint32_t *deepest)
{
    struct spirv_test t;
    struct maker m;

    SPIRV_TEST_START(&t, ir_stage_fragment);
    make_program(&m, &t, seed);
    if (m.deepest > *deepest)
        *deepest = m.deepest;
    check_all_targets(&t);

    /* Passes leave shapes that front ends do not build. */
    assert_true(ir_run_pipeline(t.shader, ir_pipeline_default, &t.diags));
    check_all_targets(&t);
    spirv_test_end(&t);
}

static void
test_random_programs(void **state)
{
    uint32_t deepest = 0;
    (void)state;

    for (uint64_t seed = 1; seed <= PROGRAMS; seed++)
        check_program(seed, &deepest);
    assert_int_equal(deepest, MAX_DEPTH);
}

/* ---- shapes: i(then)(else), l(body), b break, c continue, r return, t terminate, x a write ----
 */

static const char *
build_shape(struct maker *m, const char *shape)
{
    for (; *shape && *shape != ')'; shape++) {
        switch (*shape) {
        case 'i':
            ir_build_if(m->b, make_condition(m));
            shape = build_shape(m, shape + 2);
            if (shape[1] == '(') {
                ir_build_else(m->b);
                shape = build_shape(m, shape + 2);
            }
            ir_build_endif(m->b);
            break;
        case 'l':
            ir_build_loop(m->b);
            shape = build_shape(m, shape + 2);
            ir_build_endloop(m->b);
            break;
        case 'b':
            ir_build_break(m->b);
            break;
        case 'c':
            ir_build_continue(m->b);
            break;
        case 'r':
            ir_build_return(m->b);
            break;
        case 't':
            ir_build_terminate(m->b);
            break;
        case 'x':
            assign(m);
            assign(m);
            break;
        }
    }
    return shape;
}

static const char *const shapes[] = {
    "",
    "r",
    "t",
    "i()",
    "i()()",
    "i(x)()",
    "i()(x)",
    "i(x)(x)",
    "i(r)",
    "i(r)(x)",
    "i(x)(r)",
    "i(r)(r)",
    "i(t)(r)",
    "i(i(r)(t))(x)",
    "i(i(r)(t))(r)",
    "l()",
    "l(x)",
    "l(b)",
    "l(c)",
    "l(r)",
    "l(t)",
    "l(xb)",
    "l(i(b))",
    "l(xi(b))",
    "l(i(b)(c))",
    "l(i(b)(x))",
    "l(i(c)(x)i(b))",
    "l(i(r)(t))",
    "l(i(r)(b))",
    "l(xi(xb)xi(xc)x)",
    "l(l(b)b)",
    "l(l(i(b))i(b))",
    "l(l(i(b)i(c)x)xi(b)i(c)x)x",
    "l(l(l(r)))",
    "l(l(l(i(b))i(b))i(b))",
    "i(l(i(b)x))(l(x))",
    "i(l(x))(l(r))",
    "l(i(l(xi(b)x))(xc)i(xb))",
    "l(i(i(i(b)(c))(i(c)(b)))(b))",
    "xl(xl(xi(xc)(xb))xi(xr)xi(xc))",
};

static void
check_shape(const char *shape)
{
    struct spirv_test t;
    struct maker m = {.t = &t, .random = 12345};

    SPIRV_TEST_START(&t, ir_stage_fragment);
    m.b = &t.b;
    spirv_test_output(&t, ir_type_f32, 1);
    const uint32_t input = spirv_test_input(&t, ir_type_f32, 4);
    m.variables = ir_build_variables(&t.b, VARIABLES, 32);
    for (uint32_t i = 0; i < 4; i++)
        ir_build_write(&t.b, m.variables + i, spirv_test_load(&t, input, i));
    build_shape(&m, shape);
    spirv_test_store(&t, 0, 0, ir_build_read(&t.b, m.variables, ir_type_f32));
    check_all_targets(&t);
    spirv_test_end(&t);
}

static void
test_shapes(void **state)
{
    (void)state;

    for (size_t i = 0; i < BASE_COUNT(shapes); i++)
        check_shape(shapes[i]);
}

/* Every way to jump out of a loop's body, by itself and with something behind it, nested. */
static void
test_all_jumps(void **state)
{
    static const char *const ends[] = {"", "b", "c", "r", "t", "x"};
    char shape[64];
    (void)state;

    for (size_t a = 0; a < BASE_COUNT(ends); a++)
        for (size_t b = 0; b < BASE_COUNT(ends); b++)
            for (size_t c = 0; c < BASE_COUNT(ends); c++) {
                snprintf(shape, sizeof(shape), "xl(xi(x%s)(%s)%s)x", ends[a], ends[b], ends[c]);
                check_shape(shape);
                snprintf(shape, sizeof(shape), "l(l(i(%s)x%s)x%s)x", ends[a], ends[b], ends[c]);
                check_shape(shape);
            }
}

/* ---- merges by hand ---- */

/* Merges at a loop's head that name each other change places each round. */
static void
test_swapping_heads(void **state)
{
    struct spirv_test t;
    (void)state;

    SPIRV_TEST_START(&t, ir_stage_fragment);
    struct ir_builder *b = &t.b;
    const uint32_t input = spirv_test_input(&t, ir_type_f32, 2);
    spirv_test_output(&t, ir_type_f32, 2);
    const ir_ref x = spirv_test_load(&t, input, 0), y = spirv_test_load(&t, input, 1);
    ir_build_loop(b);
    const ir_ref loop = t.shader->last;
    const ir_ref p = ir_build_merge(b, ir_type_f32), q = ir_build_merge(b, ir_type_f32);
    ir_build_if(b, ir_build_flt(b, p, q));
    ir_build_break(b);
    ir_build_endif(b);
    ir_build_endloop(b);
    const ir_ref endloop = t.shader->last;
    /* In another order than control comes. */
    ir_merge_add_edge(t.shader, p, endloop, q);
    ir_merge_add_edge(t.shader, p, loop, x);
    ir_merge_add_edge(t.shader, q, loop, y);
    ir_merge_add_edge(t.shader, q, endloop, p);
    spirv_test_store(&t, 0, 0, p);
    spirv_test_store(&t, 0, 1, q);
    assert_false(ir_verify(t.shader, &t.diags)); /* p and q are seen in the loop alone. */
    ir_remove(t.shader, t.shader->last);
    ir_remove(t.shader, t.shader->last);
    spirv_test_store(&t, 0, 0, x);
    spirv_test_store(&t, 0, 1, y);
    check_all_targets(&t);
    const struct spirv_module module = spirv_test_write(&t, spirv_target_vulkan1_0);
    assert_int_equal(spirv_test_count(&module, SpvOpPhi), 4);
    spirv_test_end(&t);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shapes),
        cmocka_unit_test(test_all_jumps),
        cmocka_unit_test(test_swapping_heads),
        cmocka_unit_test(test_random_programs),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
