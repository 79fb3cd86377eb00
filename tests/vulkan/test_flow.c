/* SPDX-License-Identifier: MIT
 *
 * Control flow, run on the device: random structured programs over a few integer variables and an
 * array, a pixel for each of many inputs, compared with the same programs walked in C. The programs
 * are lists of statements of their own, so that neither the IR nor what executes it has a part in
 * what is expected.
 */
#include "vk_test.h"

#include <inttypes.h>

#define SIZE 16 /* Of the target: 256 inputs a program. */
#define VARIABLES 4
#define ARRAY_SIZE 5
#define MAX_STATEMENTS 120
#define MAX_DEPTH 5
#define MAX_ROUNDS 6 /* Of each loop. */
#define PROGRAMS 60

static struct scene_device *device;

/* ---- random numbers, the same everywhere ---- */

struct random {
    uint64_t state;
};

static uint32_t
next(struct random *random, uint32_t limit)
{
    random->state = random->state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(random->state >> 33) % limit;
}

/* ---- programs ---- */

enum kind {
    kind_add,      /* v = a + b */
    kind_multiply, /* v = a * b + value */
    kind_xor,      /* v = a ^ (b >> value) */
    kind_load,     /* v = array[a modulo (ARRAY_SIZE + 2)], 0 past its end */
    kind_store,    /* array[a modulo (ARRAY_SIZE + 2)] = b, dropped past its end */
    kind_if,       /* if ((a & value) < (b & value)) */
    kind_else,
    kind_endif,
    kind_loop, /* up to MAX_ROUNDS rounds */
    kind_endloop,
    kind_break,
    kind_continue,
    kind_return,
    kind_terminate,
    kind_demote, /* if ((a & value) == 0) */
    kind_output  /* what is shown so far = v */
};

struct statement {
    enum kind kind;
    uint32_t v;
    uint32_t a;
    uint32_t b;
    uint32_t value;
};

struct program {
    uint32_t count;
    struct statement statements[MAX_STATEMENTS];
};

static void
add(struct program *program, struct random *random, enum kind kind)
{
    struct statement *s = &program->statements[program->count++];

    /* One by one: C leaves the order within an initialiser open. */
    s->kind = kind;
    s->v = next(random, VARIABLES);
    s->a = next(random, VARIABLES);
    s->b = next(random, VARIABLES);
    s->value = next(random, kind == kind_xor ? 32 : 16);
    if (kind == kind_demote)
        s->value = 7;
}

/* How a region ends: most by reaching its end. */
static bool
add_jump(struct program *program, struct random *random, bool is_in_loop)
{
    switch (next(random, 12)) {
    case 0:
        add(program, random, kind_return);
        return true;
    case 1:
        add(program, random, kind_terminate);
        return true;
    case 2:
    case 3:
        if (is_in_loop)
            add(program, random, kind_break);
        return is_in_loop;
    case 4:
    case 5:
        if (is_in_loop)
            add(program, random, kind_continue);
        return is_in_loop;
    default:
        return false;
    }
}

/* Opens, fills and closes regions at random, with a stack of what is open. */
static void
make_program(struct program *program, uint64_t seed)
{
    struct random random = {seed * 2 + 1};
    enum kind open[MAX_DEPTH];
    uint32_t depth = 0, loops = 0;

    program->count = 0;
    while (depth || program->count + 4 * MAX_DEPTH + 8 < MAX_STATEMENTS) {
        const bool is_full = program->count + 4 * MAX_DEPTH + 8 >= MAX_STATEMENTS;
        const uint32_t choice = is_full ? 12 : next(&random, 16);

        if (choice < 6) {
            add(program, &random, (enum kind)(kind_add + next(&random, 5)));
        } else if (choice < 7) {
            add(program, &random, next(&random, 6) ? kind_output : kind_demote);
        } else if (choice < 10 && depth < MAX_DEPTH) {
            open[depth++] = kind_if;
            add(program, &random, kind_if);
        } else if (choice < 12 && depth < MAX_DEPTH) {
            open[depth++] = kind_loop;
            loops++;
            add(program, &random, kind_loop);
        } else if (depth) {
            add_jump(program, &random, loops > 0);
            const enum kind innermost = open[--depth];
            if (innermost == kind_if) {
                open[depth++] = kind_else;
                add(program, &random, kind_else);
            } else if (innermost == kind_else) {
                add(program, &random, kind_endif);
            } else {
                loops--;
                add(program, &random, kind_endloop);
            }
        }
    }
    for (uint32_t v = 0; v < VARIABLES; v++)
        add(program, &random, kind_xor);
    add(program, &random, kind_output);
}

/* ---- walked in C ---- */

struct state {
    uint32_t variables[VARIABLES];
    uint32_t array[ARRAY_SIZE];
    uint32_t shown;
    bool is_dropped;
};

/* The statement that closes the if, else or loop at i. */
static uint32_t
find_end(const struct program *program, uint32_t i)
{
    uint32_t depth = 0;

    for (;;) {
        const enum kind kind = program->statements[++i].kind;

        if (!depth && (kind == kind_else || kind == kind_endif || kind == kind_endloop))
            return i;
        if (kind == kind_if || kind == kind_loop)
            depth++;
        else if (kind == kind_endif || kind == kind_endloop)
            depth--;
    }
}

static void
compute(const struct statement *s, struct state *state)
{
    uint32_t *v = &state->variables[s->v];
    const uint32_t a = state->variables[s->a];
    const uint32_t b = state->variables[s->b];
    const uint32_t at = a % (ARRAY_SIZE + 2);

    switch ((unsigned)s->kind) {
    case kind_add:
        *v = a + b;
        break;
    case kind_multiply:
        *v = a * b + s->value;
        break;
    case kind_xor:
        *v = a ^ b >> s->value;
        break;
    case kind_load:
        *v = at < ARRAY_SIZE ? state->array[at] : 0;
        break;
    case kind_store:
        if (at < ARRAY_SIZE)
            state->array[at] = b;
        break;
    case kind_demote:
        state->is_dropped |= (a & s->value) == 0;
        break;
    case kind_output:
        state->shown = *v;
        break;
    default:
        break;
    }
}

static void
walk(const struct program *program, struct state *state)
{
    struct {
        uint32_t start;
        uint32_t rounds;
    } loops[MAX_DEPTH];
    uint32_t depth = 0;

    for (uint32_t i = 0; i < program->count; i++) {
        const struct statement *s = &program->statements[i];
        const uint32_t a = state->variables[s->a] & s->value;
        const uint32_t b = state->variables[s->b] & s->value;

        switch ((unsigned)s->kind) {
        case kind_if:
            if (!(a < b)) /* Goes on behind the else. */
                i = find_end(program, i);
            break;
        case kind_else: /* The first branch is done. */
            i = find_end(program, i);
            break;
        case kind_loop:
            loops[depth].start = i;
            loops[depth++].rounds = 0;
            break;
        case kind_continue:
        case kind_endloop:
            if (++loops[depth - 1].rounds < MAX_ROUNDS)
                i = loops[depth - 1].start;
            else
                i = find_end(program, loops[--depth].start);
            break;
        case kind_break:
            i = find_end(program, loops[--depth].start);
            break;
        case kind_terminate:
            state->is_dropped = true;
            return;
        case kind_return:
            return;
        default:
            compute(s, state);
        }
    }
}

/* ---- as IR ---- */

struct writer {
    struct ir_builder b;
    uint32_t variables; /* The first of the builder's. */
    uint32_t counters;  /* Rounds of the loops that are open, by depth. */
    uint32_t depth;
    uint32_t output;
    ir_ref index_limit;
};

static ir_ref
read_variable(struct writer *w, uint32_t v)
{
    return ir_build_read(&w->b, w->variables + v, ir_type_i32);
}

static ir_ref
array_index(struct writer *w, uint32_t v)
{
    return ir_build_urem(&w->b, read_variable(w, v), ir_build_i32(&w->b, ARRAY_SIZE + 2));
}

static void
show(struct writer *w, ir_ref value)
{
    struct ir_builder *b = &w->b;
    const ir_ref one = ir_build_f32(b, 1);
    const ir_ref low = ir_build_iand(b, value, ir_build_i32(b, 0xffff));
    const ir_ref high = ir_build_ushr(b, value, ir_build_i32(b, 16));

    vk_test_store(b, w->output,
                  (const ir_ref[]){ir_build_u2f(b, ir_type_f32, low),
                                   ir_build_u2f(b, ir_type_f32, high), one, one});
}

/* Leaves the loop at its head once it had its rounds. */
static void
write_loop(struct writer *w)
{
    struct ir_builder *b = &w->b;
    const uint32_t counter = w->counters + w->depth++;

    ir_build_write(b, counter, ir_build_i32(b, 0));
    ir_build_loop(b);
    const ir_ref rounds = ir_build_read(b, counter, ir_type_i32);
    ir_build_write(b, counter, ir_build_iadd(b, rounds, ir_build_i32(b, 1)));
    ir_build_if(b, ir_build_uge(b, rounds, ir_build_i32(b, MAX_ROUNDS)));
    ir_build_break(b);
    ir_build_else(b);
    ir_build_endif(b);
}

static void
write_condition(struct writer *w, const struct statement *s)
{
    struct ir_builder *b = &w->b;
    const ir_ref mask = ir_build_i32(b, s->value);

    ir_build_if(b, ir_build_ult(b, ir_build_iand(b, read_variable(w, s->a), mask),
                                ir_build_iand(b, read_variable(w, s->b), mask)));
}

static void
write_statement(struct writer *w, const struct statement *s)
{
    struct ir_builder *b = &w->b;
    const uint32_t v = w->variables + s->v;

    switch (s->kind) {
    case kind_add:
        ir_build_write(b, v, ir_build_iadd(b, read_variable(w, s->a), read_variable(w, s->b)));
        break;
    case kind_multiply:
        ir_build_write(
            b, v,
            ir_build_iadd(b, ir_build_imul(b, read_variable(w, s->a), read_variable(w, s->b)),
                          ir_build_i32(b, s->value)));
        break;
    case kind_xor:
        ir_build_write(
            b, v,
            ir_build_ixor(b, read_variable(w, s->a),
                          ir_build_ushr(b, read_variable(w, s->b), ir_build_i32(b, s->value))));
        break;
    case kind_load:
        ir_build_write(b, v,
                       ir_build_op(b, ir_op_load_array, ir_type_i32, array_index(w, s->a), 0, 0));
        break;
    case kind_store:
        ir_build_op(b, ir_op_store_array, ir_type_void, array_index(w, s->a),
                    read_variable(w, s->b), 0);
        break;
    case kind_if:
        write_condition(w, s);
        break;
    case kind_else:
        ir_build_else(b);
        break;
    case kind_endif:
        ir_build_endif(b);
        break;
    case kind_loop:
        write_loop(w);
        break;
    case kind_endloop:
        ir_build_endloop(b);
        w->depth--;
        break;
    case kind_break:
        ir_build_break(b);
        break;
    case kind_continue:
        ir_build_continue(b);
        break;
    case kind_return:
        ir_build_return(b);
        break;
    case kind_terminate:
        ir_build_terminate(b);
        break;
    case kind_demote:
        ir_build_op(
            b, ir_op_demote, ir_type_void,
            ir_build_ieq(b, ir_build_iand(b, read_variable(w, s->a), ir_build_i32(b, s->value)),
                         ir_build_i32(b, 0)),
            0, 0);
        break;
    case kind_output:
        show(w, read_variable(w, s->v));
        break;
    }
}

/* The variables start as x, y, x * 37 + y and 5. */
static struct ir_shader *
write_program(struct vk_test *test, const struct program *program)
{
    const struct ir_array array = {.type = ir_type_i32, .count = ARRAY_SIZE};
    struct writer w = {.depth = 0};
    struct ir_shader *shader = vk_test_begin(test, ir_stage_fragment, &w.b);
    const uint32_t coord = vk_test_builtin_input(shader, ir_builtin_frag_coord, ir_type_f32, 4);
    const ir_ref x = ir_build_f2u(&w.b, ir_type_i32, vk_test_load(&w.b, coord, 0));
    const ir_ref y = ir_build_f2u(&w.b, ir_type_i32, vk_test_load(&w.b, coord, 1));
    const ir_ref product = ir_build_imul(&w.b, x, ir_build_i32(&w.b, 37));

    ir_add_array(shader, &array);
    w.output = vk_test_output(shader, 0);
    w.variables = ir_build_variables(&w.b, VARIABLES, 32);
    w.counters = ir_build_variables(&w.b, MAX_DEPTH, 32);
    ir_build_write(&w.b, w.variables + 0, x);
    ir_build_write(&w.b, w.variables + 1, y);
    ir_build_write(&w.b, w.variables + 2, ir_build_iadd(&w.b, product, y));
    ir_build_write(&w.b, w.variables + 3, ir_build_i32(&w.b, 5));
    show(&w, ir_build_i32(&w.b, 0));
    for (uint32_t i = 0; i < program->count; i++)
        write_statement(&w, &program->statements[i]);
    return shader;
}

/* ---- compared ---- */

static void
show_shader(struct vk_test *test, const struct ir_shader *shader)
{
    struct base_text text;

    base_text_init(&text, &test->arena);
    ir_print(shader, &text);
    print_error("%s", base_text_string(&text));
}

/* How many pixels were dropped. */
static uint32_t
compare(struct vk_test *test, const struct program *program, uint32_t seed,
        const struct vk_pictures *result, const struct ir_shader *shader)
{
    uint32_t dropped = 0;

    for (uint32_t y = 0; y < SIZE; y++) {
        for (uint32_t x = 0; x < SIZE; x++) {
            const float *pixel = vk_test_pixel(result, 0, x, y);
            struct state state = {.variables = {x, y, x * 37 + y, 5}};

            walk(program, &state);
            const float expected[4] = {
                state.is_dropped ? -1 : (float)(state.shown & 0xffff),
                state.is_dropped ? -1 : (float)(state.shown >> 16),
                state.is_dropped ? -1 : 1,
                state.is_dropped ? -1 : 1,
            };
            dropped += state.is_dropped;
            if (!memcmp(pixel, expected, sizeof(expected)))
                continue;
            show_shader(test, shader);
            fail_msg("program %u, pixel %u, %u: found %g %g %g, expected %g %g %g", seed, x, y,
                     (double)pixel[0], (double)pixel[1], (double)pixel[2], (double)expected[0],
                     (double)expected[1], (double)expected[2]);
        }
    }
    return dropped;
}

static uint32_t
try_program(struct scene_device *on, uint32_t seed)
{
    const struct vk_target target = {
        scene_format_r32g32b32a32_sfloat, SIZE, SIZE, {-1, -1, -1, -1}};
    struct scene_draw draw = scene_draw_default(SIZE, SIZE);
    const struct vk_drawing scene = {
        .targets = &target, .target_count = 1, .draws = &draw, .draw_count = 1};
    struct program program;
    struct vk_test test;

    vk_test_init(&test);
    if (!BASE_ARENA_CATCH(&test.arena))
        fail_msg("ran out");
    make_program(&program, seed);
    draw.vertex = vk_test_whole_target(&test);
    draw.fragment = write_program(&test, &program);
    const struct vk_pictures result = vk_test_draw(&test, on, &scene);
    const uint32_t dropped = compare(&test, &program, seed, &result, draw.fragment);
    vk_test_finish(&test);
    return dropped;
}

static void
try_programs(struct scene_device *on)
{
    uint32_t dropped = 0;

    for (uint32_t seed = 0; seed < PROGRAMS; seed++)
        dropped += try_program(on, seed);
    print_message("%u programs, %u of %u pixels dropped\n", PROGRAMS, dropped,
                  PROGRAMS * SIZE * SIZE);
    /* Neither all nor none: the programs are worth something. */
    assert_true(dropped > PROGRAMS * SIZE * SIZE / 50);
    assert_true(dropped < PROGRAMS * SIZE * SIZE / 2);
}

static void
test_programs(void **state)
{
    (void)state;
    try_programs(device);
}

/* Modules for hosts of Vulkan 1.0, where demotion is written otherwise. */
static void
test_programs_of_1_0(void **state)
{
    const struct vk_options options = {
        .validate = true, .has_target = true, .target = spirv_target_vulkan1_0};
    struct vk_test test;
    (void)state;

    vk_test_init(&test);
    if (!BASE_ARENA_CATCH(&test.arena))
        fail_msg("ran out");
    struct scene_device *other = vk_device_create(vk_test_index(device), &options, &test.diags);
    vk_test_no_errors(&test);
    try_programs(other);
    assert_true(vk_test_close(other));
    vk_test_finish(&test);
}

int
main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_programs),
        cmocka_unit_test(test_programs_of_1_0),
    };

    device = vk_test_device(argc, argv);
    const int faults = cmocka_run_group_tests(tests, NULL, NULL);
    return faults + !vk_test_close(device);
}
