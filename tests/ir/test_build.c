/* SPDX-License-Identifier: MIT
 *
 * The builder and the functions that change shaders, one by one. test_flow.c has them together.
 */
#include "evaluate.h"
#include "ir/ir_priv.h"
#include "shaders.h"

#include <cmocka.h>

/* A shader with one output of four integers, and its builder. */
struct bench {
    struct base_arena arena;
    struct ir_shader *shader;
    struct ir_builder b;
};

static void
set_up(struct bench *bench, enum ir_stage stage)
{
    const struct ir_io io = {.type = ir_type_i32, .components = 4, .interp = ir_interp_flat};

    bench->shader = ir_shader_create(&bench->arena, stage, NULL);
    ir_add_input(bench->shader, &io);
    ir_add_output(bench->shader, &io);
    ir_builder_init(&bench->b, bench->shader);
}

#define SET_UP(bench, stage)                                                                       \
    base_arena_init(&(bench)->arena, 0);                                                           \
    if (!BASE_ARENA_CATCH(&(bench)->arena))                                                        \
        fail_msg("ran out");                                                                       \
    set_up(bench, stage)

static void
store(struct bench *bench, ir_ref value, uint32_t component)
{
    ir_build_op(&bench->b, ir_op_store_output, ir_type_void, value, 0, ir_io_imm(0, component));
}

static ir_ref
load(struct bench *bench, uint32_t component)
{
    return ir_build_op(&bench->b, ir_op_load_input, ir_type_i32, 0, 0, ir_io_imm(0, component));
}

static const char *
text_of(struct bench *bench)
{
    struct base_text text;

    base_text_init(&text, &bench->arena);
    ir_print(bench->shader, &text);
    return strchr(base_text_string(&text), '{');
}

static void
must_verify(struct bench *bench)
{
    struct base_diags diags;

    base_diags_init(&diags, &bench->arena, "a.qir");
    if (!ir_verify(bench->shader, &diags))
        fail_msg("%s%s", text_of(bench), diags.list.data[0].message);
}

/* ---- values ---- */

static void
test_consts(void **state)
{
    struct bench bench;
    ir_ref refs[5000];
    (void)state;

    SET_UP(&bench, ir_stage_vertex);
    struct ir_builder *b = &bench.b;
    for (uint32_t i = 0; i < BASE_COUNT(refs); i++)
        refs[i] = ir_build_i32(b, i * 0x10001);
    store(&bench, refs[0], 0);
    for (uint32_t i = 0; i < BASE_COUNT(refs); i++) {
        assert_int_equal(ir_build_i32(b, i * 0x10001), refs[i]);
        assert_int_equal(ir_const_bits(bench.shader, refs[i]), i * 0x10001);
    }
    /* Of another type, or undefined, is another value. */
    assert_int_not_equal(ir_build_f32(b, 0), ir_build_i32(b, 0));
    assert_int_not_equal(ir_build_f32(b, 0), ir_build_f32(b, -0.0f));
    assert_int_not_equal(ir_build_undef(b, ir_type_i32), ir_build_i32(b, 0));
    assert_int_equal(ir_build_undef(b, ir_type_i32), ir_build_undef(b, ir_type_i32));
    assert_int_not_equal(ir_build_const(b, ir_type_i64, 1), ir_build_i32(b, 1));
    /* Bits past the type are cut off. */
    assert_int_equal(ir_build_const(b, ir_type_i8, 0x1ff), ir_build_const(b, ir_type_i8, 0xff));
    assert_int_equal(ir_build_const(b, ir_type_bool, 2), ir_build_bool(b, false));
    assert_true(ir_const_bits(bench.shader, ir_build_const(b, ir_type_i64, UINT64_MAX)) ==
                UINT64_MAX);
    /* A NaN keeps its bits. */
    const ir_ref nan = ir_build_const(b, ir_type_f32, 0x7f800001);
    assert_int_equal(ir_const_bits(bench.shader, nan), 0x7f800001);
    assert_int_equal(ir_build_bitcast(b, ir_type_f32, ir_build_i32(b, 0x7f800001)), nan);
    must_verify(&bench);
    base_arena_finish(&bench.arena);
}

#define COLLISION_COUNT 1000

static void
check_collisions(struct bench *bench)
{
    uint32_t values[COLLISION_COUNT], found = 0, value = 0;
    ir_ref refs[COLLISION_COUNT];

    for (uint32_t i = 0; i < COLLISION_COUNT; value++)
        if (ir_const_hash(ir_op_const, ir_type_i32, value) % 0x10000 == 0)
            values[i++] = value;
    for (uint32_t i = 0; i < COLLISION_COUNT; i++)
        refs[i] = ir_build_i32(&bench->b, values[i]);
    for (uint32_t i = 0; i < COLLISION_COUNT; i++) {
        found += ir_build_i32(&bench->b, values[i]) == refs[i];
        assert_int_equal(ir_const_bits(bench->shader, refs[i]), values[i]);
    }
    assert_in_range(found, 100, 200);
    must_verify(bench);
}

/* Constants whose hashes meet, as a hostile guest can choose them, are found for as long as it does
 * not take many steps, and are right always. */
static void
test_colliding_consts(void **state)
{
    struct bench bench;
    (void)state;

    SET_UP(&bench, ir_stage_vertex);
    check_collisions(&bench);
    base_arena_finish(&bench.arena);
}

static void
test_bitcasts(void **state)
{
    struct bench bench;
    (void)state;

    SET_UP(&bench, ir_stage_vertex);
    struct ir_builder *b = &bench.b;
    const ir_ref value = load(&bench, 0);
    const ir_ref cast = ir_build_bitcast(b, ir_type_f32, value);
    assert_int_equal(ir_build_bitcast(b, ir_type_i32, value), value);
    assert_int_equal(ir_op_of(bench.shader, cast), ir_op_bitcast);
    assert_int_equal(ir_build_bitcast(b, ir_type_i32, cast), value);
    assert_int_equal(ir_build_bitcast(b, ir_type_f32, cast), cast);
    assert_int_equal(ir_build_bitcast(b, ir_type_f32, ir_build_undef(b, ir_type_i32)),
                     ir_build_undef(b, ir_type_f32));
    must_verify(&bench);
    base_arena_finish(&bench.arena);
}

/* Two words of 64 bits are these again, in either type; others are put together. */
static void
test_pairs(void **state)
{
    struct bench bench;
    ir_ref words[2], others[2];
    (void)state;

    SET_UP(&bench, ir_stage_fragment);
    const ir_ref value = ir_build_join(&bench.b, ir_type_f64, load(&bench, 0), load(&bench, 1));
    ir_build_split(&bench.b, value, words);
    const ir_ref negative = ir_build_fneg(&bench.b, value);
    ir_build_split(&bench.b, negative, others);
    assert_int_equal(ir_build_join(&bench.b, ir_type_f64, others[0], others[1]), negative);
    assert_int_equal(
        ir_type_of(bench.shader, ir_build_join(&bench.b, ir_type_i64, words[0], words[1])),
        ir_type_i64);
    assert_int_not_equal(ir_build_join(&bench.b, ir_type_f64, others[1], others[0]), negative);
    assert_int_not_equal(ir_build_join(&bench.b, ir_type_f64, words[0], others[1]), negative);
    for (uint32_t i = 0; i < 2; i++) {
        store(&bench, words[i], i);
        store(&bench, others[i], 2 + i);
    }
    must_verify(&bench);
    base_arena_finish(&bench.arena);
}

/* Behind a jump nothing is appended, whatever is built. */
static void
test_dead(void **state)
{
    struct bench bench;
    (void)state;

    SET_UP(&bench, ir_stage_fragment);
    struct ir_builder *b = &bench.b;
    const uint32_t variable = ir_build_variables(b, 1, 32);
    ir_build_write(b, variable, load(&bench, 0));
    ir_build_if(b, ir_build_bool(b, true));
    ir_build_return(b);
    const ir_ref last = bench.shader->last;
    const ir_ref sum = ir_build_iadd(b, ir_build_i32(b, 77), ir_build_i32(b, 78));
    assert_int_equal(sum, ir_build_undef(b, ir_type_i32));
    store(&bench, sum, 0);
    ir_build_write(b, variable, sum);
    assert_int_equal(ir_build_read(b, variable, ir_type_f32), ir_build_undef(b, ir_type_f32));
    const ir_ref flag = ir_build_ieq(b, sum, sum);
    const ir_ref vector = ir_build_op(b, ir_op_ballot, IR_VEC(ir_type_i32, 4), flag, 0, 0);
    assert_int_equal(ir_type_of(bench.shader, vector), IR_VEC(ir_type_i32, 4));
    assert_int_equal(
        ir_type_of(bench.shader, ir_build_op(b, ir_op_extract, ir_type_i32, vector, 0, 1)),
        ir_type_i32);
    for (uint32_t i = 0; i < 3; i++) {
        ir_build_if(b, flag);
        ir_build_loop(b);
        ir_build_break(b);
        ir_build_continue(b);
        ir_build_endloop(b);
        ir_build_else(b);
        ir_build_terminate(b);
        ir_build_endif(b);
    }
    assert_int_equal(bench.shader->last, last);
    ir_build_endif(b);
    assert_int_equal(ir_op_of(bench.shader, bench.shader->last), ir_op_endif);
    store(&bench, ir_build_read(b, variable, ir_type_i32), 0);
    must_verify(&bench);
    assert_int_equal(shader_count_op(bench.shader, ir_op_store_output), 1);
    base_arena_finish(&bench.arena);
}

/* ---- variables ---- */

/* Merges appear where they are needed and nowhere else. */
static void
test_no_needless_merges(void **state)
{
    struct bench bench;
    (void)state;

    SET_UP(&bench, ir_stage_vertex);
    struct ir_builder *b = &bench.b;
    const uint32_t unread = ir_build_variables(b, 2, 32), kept = unread + 1;
    const uint32_t same = ir_build_variables(b, 2, 1), again = same + 1;
    const ir_ref x = load(&bench, 0), y = load(&bench, 1), flag = ir_build_ieq(b, x, y);
    ir_build_write(b, again, flag);
    ir_build_write(b, kept, load(&bench, 2));
    ir_build_loop(b);
    ir_build_write(b, again, flag);
    ir_build_write(b, unread, load(&bench, 3));
    ir_build_if(b, flag);
    ir_build_write(b, same, flag);
    ir_build_break(b);
    ir_build_endif(b);
    ir_build_endloop(b);
    ir_build_if(b, flag);
    ir_build_write(b, same, flag);
    ir_build_else(b);
    ir_build_write(b, same, flag);
    ir_build_endif(b);
    store(&bench, ir_build_read(b, kept, ir_type_i32), 0);
    must_verify(&bench);
    assert_string_equal(text_of(&bench), "{\n"
                                         "  %1 = load_input.i32 0.0\n"
                                         "  %2 = load_input.i32 0.1\n"
                                         "  %3 = ieq.bool %1, %2\n"
                                         "  %4 = load_input.i32 0.2\n"
                                         "  %5 = loop\n"
                                         "    %6 = load_input.i32 0.3\n"
                                         "    %7 = if %3\n"
                                         "      %8 = break\n"
                                         "    %9 = else\n"
                                         "    %10 = endif\n"
                                         "  %11 = endloop\n"
                                         "  %12 = merge.i32 [%8: %6]\n"
                                         "  %13 = merge.bool [%8: %3]\n"
                                         "  %14 = if %3\n"
                                         "  %15 = else\n"
                                         "  %16 = endif\n"
                                         "  %17 = store_output %4, 0.0\n"
                                         "}\n");
    base_arena_finish(&bench.arena);
}

/* What a loop sets before it is left does not come from outside. */
static void
test_no_merges_around(void **state)
{
    struct bench bench;
    (void)state;

    SET_UP(&bench, ir_stage_vertex);
    struct ir_builder *b = &bench.b;
    const uint32_t variable = ir_build_variables(b, 1, 32);
    const ir_ref flag = ir_build_ieq(b, load(&bench, 0), ir_build_i32(b, 0));
    ir_build_write(b, variable, ir_build_i32(b, 1));
    ir_build_loop(b);
    ir_build_loop(b);
    ir_build_write(b, variable, ir_build_i32(b, 2));
    ir_build_break(b);
    ir_build_endloop(b);
    ir_build_if(b, flag);
    ir_build_break(b);
    ir_build_endif(b);
    ir_build_endloop(b);
    store(&bench, ir_build_read(b, variable, ir_type_i32), 0);
    must_verify(&bench);
    assert_string_equal(text_of(&bench), "{\n"
                                         "  %1 = const.i32 0x0\n"
                                         "  %2 = const.i32 0x1\n"
                                         "  %3 = const.i32 0x2\n"
                                         "  %4 = load_input.i32 0.0\n"
                                         "  %5 = ieq.bool %4, %1\n"
                                         "  %6 = loop\n"
                                         "    %7 = loop\n"
                                         "      %8 = break\n"
                                         "    %9 = endloop\n"
                                         "    %10 = merge.i32 [%8: %3]\n"
                                         "    %11 = if %5\n"
                                         "      %12 = break\n"
                                         "    %13 = else\n"
                                         "    %14 = endif\n"
                                         "  %15 = endloop\n"
                                         "  %16 = merge.i32 [%12: %10]\n"
                                         "  %17 = store_output %16, 0.0\n"
                                         "}\n");
    base_arena_finish(&bench.arena);
}

/* Floats and integers of one width share a variable. */
static void
test_mixed_types(void **state)
{
    struct bench bench;
    (void)state;

    SET_UP(&bench, ir_stage_vertex);
    struct ir_builder *b = &bench.b;
    const uint32_t variable = ir_build_variables(b, 1, 32);
    const ir_ref value = load(&bench, 0), flag = ir_build_ieq(b, value, load(&bench, 1));
    ir_build_if(b, flag);
    ir_build_write(b, variable, ir_build_u2f(b, ir_type_f32, value));
    ir_build_else(b);
    ir_build_write(b, variable, ir_build_ineg(b, value));
    ir_build_endif(b);
    const ir_ref merge = ir_build_read(b, variable, ir_type_f32);
    store(&bench, ir_build_read(b, variable, ir_type_i32), 0);
    /* What a bitcast was made from is there already. */
    ir_build_if(b, flag);
    ir_build_write(b, variable, value);
    ir_build_else(b);
    ir_build_endif(b);
    assert_int_equal(ir_type_of(bench.shader, ir_build_read(b, variable, ir_type_i32)),
                     ir_type_i32);
    ir_build_if(b, flag);
    ir_build_write(b, variable, merge);
    ir_build_else(b);
    ir_build_write(b, variable, ir_build_bitcast(b, ir_type_i32, merge));
    ir_build_endif(b);
    assert_int_equal(ir_build_read(b, variable, ir_type_f32), bench.shader->last);
    must_verify(&bench);
    assert_string_equal(text_of(&bench), "{\n"
                                         "  %1 = load_input.i32 0.0\n"
                                         "  %2 = load_input.i32 0.1\n"
                                         "  %3 = ieq.bool %1, %2\n"
                                         "  %4 = if %3\n"
                                         "    %5 = u2f.f32 %1\n"
                                         "  %6 = else\n"
                                         "    %7 = ineg.i32 %1\n"
                                         "    %8 = bitcast.f32 %7\n"
                                         "  %9 = endif\n"
                                         "  %10 = merge.f32 [%6: %5], [%9: %8]\n"
                                         "  %11 = bitcast.i32 %10\n"
                                         "  %12 = store_output %11, 0.0\n"
                                         "  %13 = if %3\n"
                                         "  %14 = else\n"
                                         "    %15 = bitcast.i32 %10\n"
                                         "  %16 = endif\n"
                                         "  %17 = merge.i32 [%14: %1], [%16: %15]\n"
                                         "  %18 = if %3\n"
                                         "  %19 = else\n"
                                         "    %20 = bitcast.i32 %10\n"
                                         "  %21 = endif\n"
                                         "  %22 = merge.f32 [%19: %10], [%21: %10]\n"
                                         "}\n");
    base_arena_finish(&bench.arena);
}

/* A loop that counts: one merge at the head, one behind the loop. */
static void
test_counting(void **state)
{
    struct bench bench;
    struct eval_lane lane = {.inputs = {0, 0, 7, 5}, .steps = 1000};
    struct eval_result result;
    (void)state;

    SET_UP(&bench, ir_stage_vertex);
    struct ir_builder *b = &bench.b;
    const uint32_t count = ir_build_variables(b, 2, 32), other = count + 1;
    ir_build_write(b, count, ir_build_i32(b, 0));
    ir_build_write(b, other, load(&bench, 3));
    ir_build_loop(b);
    ir_build_if(b, ir_build_uge(b, ir_build_read(b, count, ir_type_i32), load(&bench, 2)));
    ir_build_break(b);
    ir_build_endif(b);
    ir_build_write(b, count,
                   ir_build_iadd(b, ir_build_read(b, count, ir_type_i32), ir_build_i32(b, 1)));
    store(&bench, ir_build_read(b, other, ir_type_i32), 1);
    ir_build_endloop(b);
    store(&bench, ir_build_read(b, count, ir_type_i32), 0);
    store(&bench, ir_build_read(b, other, ir_type_i32), 2);
    must_verify(&bench);
    assert_int_equal(shader_count_op(bench.shader, ir_op_merge), 3); /* The third is trivial. */
    struct base_diags diags;
    base_diags_init(&diags, &bench.arena, "a.qir");
    assert_int_equal(ir_opt_trivial_merges(bench.shader, &diags), IR_PASS_CHANGED);
    assert_int_equal(shader_count_op(bench.shader, ir_op_merge), 2);
    eval_shader(bench.shader, &lane, &bench.arena, &result);
    assert_null(result.error);
    assert_int_equal(result.outputs[0], 7);
    assert_int_equal(result.outputs[1], 5);
    assert_int_equal(result.outputs[2], 5);
    base_arena_finish(&bench.arena);
}

/* What was never written is undefined, of the type that is asked for. */
static void
test_never_written(void **state)
{
    struct bench bench;
    (void)state;

    SET_UP(&bench, ir_stage_vertex);
    struct ir_builder *b = &bench.b;
    const uint32_t narrow = ir_build_variables(b, 2, 16), wide = ir_build_variables(b, 1, 64);
    const uint32_t flag = ir_build_variables(b, 1, 1), byte = ir_build_variables(b, 1, 8);
    assert_int_equal(wide, narrow + 2);
    assert_int_equal(ir_build_read(b, narrow, ir_type_f16), ir_build_undef(b, ir_type_f16));
    assert_int_equal(ir_build_read(b, flag, ir_type_bool), ir_build_undef(b, ir_type_bool));
    ir_build_loop(b);
    assert_int_equal(ir_type_of(bench.shader, ir_build_read(b, wide, ir_type_f64)), ir_type_f64);
    assert_int_equal(ir_type_of(bench.shader, ir_build_read(b, byte, ir_type_i8)), ir_type_i8);
    ir_build_read(b, narrow, ir_type_i16);
    ir_build_write(b, flag, ir_build_bool(b, true));
    ir_build_if(b, ir_build_read(b, flag, ir_type_bool));
    ir_build_break(b);
    ir_build_endif(b);
    ir_build_endloop(b);
    assert_int_equal(ir_type_of(bench.shader, ir_build_read(b, flag, ir_type_bool)), ir_type_bool);
    /* A merge with what was never written takes the type of what was. */
    ir_build_if(b, ir_build_bool(b, true));
    ir_build_else(b);
    ir_build_write(b, narrow, ir_build_const(b, ir_type_f16, 0x3c00));
    ir_build_endif(b);
    assert_int_equal(ir_build_read(b, narrow, ir_type_f16), bench.shader->last);
    must_verify(&bench);
    base_arena_finish(&bench.arena);
}

/* ---- merges by hand ---- */

#define JUMP_COUNT 100

/* A loop whose head has an edge from each of many continues: the sum of the numbers below n. */
static void
test_merges_by_hand(void **state)
{
    struct bench bench;
    struct eval_lane lane = {.inputs = {0, 0, 0, 0}, .steps = 100000};
    struct eval_result result;
    (void)state;

    SET_UP(&bench, ir_stage_vertex);
    struct ir_builder *b = &bench.b;
    const ir_ref zero = ir_build_i32(b, 0), one = ir_build_i32(b, 1);
    ir_build_loop(b);
    const ir_ref loop = bench.shader->last;
    const ir_ref count = ir_build_merge(b, ir_type_i32), sum = ir_build_merge(b, ir_type_i32);
    ir_merge_add_edge(bench.shader, count, loop, zero);
    ir_merge_add_edge(bench.shader, sum, loop, zero);
    const ir_ref next = ir_build_iadd(b, count, one), total = ir_build_iadd(b, sum, count);
    for (uint32_t i = 0; i < JUMP_COUNT; i++) {
        ir_build_if(b, ir_build_ieq(b, count, ir_build_i32(b, i)));
        ir_build_continue(b);
        ir_merge_add_edge(bench.shader, count, bench.shader->last, next);
        ir_merge_add_edge(bench.shader, sum, bench.shader->last, total);
        ir_build_endif(b);
    }
    ir_build_break(b);
    const ir_ref jump = bench.shader->last;
    ir_build_endloop(b);
    const ir_ref last = ir_build_merge(b, ir_type_i32);
    ir_merge_add_edge(bench.shader, last, jump, sum);
    store(&bench, last, 0);
    must_verify(&bench);
    assert_int_equal(ir_operand_count(bench.shader, count), JUMP_COUNT + 1);
    eval_shader(bench.shader, &lane, &bench.arena, &result);
    assert_null(result.error);
    assert_int_equal(result.outputs[0], JUMP_COUNT * (JUMP_COUNT - 1) / 2);
    base_arena_finish(&bench.arena);
}

/* ---- changing a shader ---- */

static void
test_uses(void **state)
{
    struct bench bench;
    (void)state;

    SET_UP(&bench, ir_stage_vertex);
    struct ir_builder *b = &bench.b;
    const ir_ref x = load(&bench, 0), y = load(&bench, 1);
    const ir_ref sum = ir_build_iadd(b, x, x), product = ir_build_imul(b, sum, y);
    const ir_ref pair =
        ir_build_list(b, ir_op_vec, IR_VEC(ir_type_i32, 2), (const ir_ref[]){x, sum}, 2, 0);
    store(&bench, product, 0);
    ir_count_uses(bench.shader);
    assert_int_equal(ir_use_count(bench.shader, x), 3);
    assert_int_equal(ir_use_count(bench.shader, y), 1);
    assert_int_equal(ir_use_count(bench.shader, sum), 2);
    assert_int_equal(ir_use_count(bench.shader, pair), 0);
    ir_remove(bench.shader, pair);
    assert_int_equal(ir_use_count(bench.shader, x), 2);
    assert_int_equal(ir_use_count(bench.shader, sum), 1);
    ir_set_operand(bench.shader, product, 1, x);
    assert_null(bench.shader->uses);
    ir_count_uses(bench.shader);
    assert_int_equal(ir_use_count(bench.shader, y), 0);
    assert_int_equal(ir_use_count(bench.shader, x), 3);
    must_verify(&bench);
    base_arena_finish(&bench.arena);
}

/* At the front, in the middle, at the end, and into a list without constants. */
static void
test_insert(void **state)
{
    struct bench bench;
    (void)state;

    SET_UP(&bench, ir_stage_vertex);
    const ir_ref last = ir_insert_before(bench.shader, 0, ir_op_load_input, ir_type_i32);
    const ir_ref first = ir_insert_before(bench.shader, last, ir_op_load_input, ir_type_i32);
    const ir_ref middle = ir_insert_before(bench.shader, last, ir_op_ineg, ir_type_i32);
    ir_set_operand(bench.shader, middle, 0, first);
    assert_int_equal(bench.shader->first, first);
    assert_int_equal(bench.shader->last, last);
    assert_int_equal(bench.shader->last_const, 0);
    must_verify(&bench);

    const ir_ref five = ir_insert_const(bench.shader, ir_op_const, ir_type_i64, 5);
    assert_int_equal(bench.shader->first, five);
    const ir_ref undef = ir_insert_const(bench.shader, ir_op_undef, ir_type_i64, 0);
    assert_int_equal(bench.shader->last_const, undef);
    assert_int_equal(ir_next(bench.shader, five), undef);
    ir_become_const(bench.shader, last, 0xffffffff);
    ir_become_const(bench.shader, middle, 1);
    assert_int_equal(bench.shader->last_const, middle);
    assert_int_equal(bench.shader->last, first);
    must_verify(&bench);
    assert_string_equal(text_of(&bench), "{\n"
                                         "  %1 = const.i64 0x5\n"
                                         "  %2 = undef.i64\n"
                                         "  %3 = const.i32 0xffffffff\n"
                                         "  %4 = const.i32 0x1\n"
                                         "  %5 = load_input.i32 0.0\n"
                                         "}\n");

    /* A constant that becomes one stays where constants are. */
    ir_become_const(bench.shader, five, 6);
    ir_remove(bench.shader, five);
    ir_remove(bench.shader, undef);
    ir_remove(bench.shader, middle);
    assert_int_equal(bench.shader->last_const, last);
    must_verify(&bench);
    ir_remove(bench.shader, last);
    ir_remove(bench.shader, first);
    assert_int_equal(bench.shader->first, 0);
    assert_int_equal(bench.shader->last, 0);
    assert_int_equal(bench.shader->last_const, 0);
    must_verify(&bench);
    base_arena_finish(&bench.arena);
}

static void
test_company(void **state)
{
    static const struct {
        enum ir_stage stage;
        uint32_t imm;
        enum ir_company company;
    } samples[] = {
        {ir_stage_fragment, 0, ir_company_quad},
        {ir_stage_fragment, IR_SAMPLE_BIAS, ir_company_quad},
        {ir_stage_fragment, IR_SAMPLE_LOD, ir_company_lane},
        {ir_stage_vertex, 0, ir_company_lane},
    };
    ir_ref by;
    (void)state;

    for (uint32_t i = 0; i < BASE_COUNT(samples); i++) {
        struct bench bench;

        base_arena_init(&bench.arena, 0);
        set_up(&bench, samples[i].stage);
        struct ir_builder *b = &bench.b;
        assert_int_equal(ir_company_of(bench.shader, NULL), ir_company_lane);
        const ir_ref x = ir_build_f32(b, 0);
        const ir_ref sample = ir_build_list(b, ir_op_sample, IR_VEC(ir_type_f32, 4),
                                            (const ir_ref[]){x, x}, 2, samples[i].imm);
        assert_int_equal(ir_company_of(bench.shader, &by), samples[i].company);
        assert_int_equal(by, samples[i].company == ir_company_lane ? 0 : sample);
        const ir_ref quad = ir_build_op(b, ir_op_quad_perm, ir_type_f32, x, 0, 0);
        assert_int_equal(ir_company_of(bench.shader, &by), ir_company_quad);
        assert_int_equal(by, samples[i].company == ir_company_lane ? quad : sample);
        const ir_ref vote = ir_build_op(b, ir_op_vote_eq, ir_type_bool, x, 0, 0);
        ir_build_op(b, ir_op_ddx_fine, ir_type_f32, x, 0, 0);
        assert_int_equal(ir_company_of(bench.shader, &by), ir_company_subgroup);
        assert_int_equal(by, vote);
        base_arena_finish(&bench.arena);
    }
}

static void
test_places(void **state)
{
    struct bench bench;
    (void)state;

    SET_UP(&bench, ir_stage_vertex);
    struct ir_builder *b = &bench.b;
    bench.shader->place_kind = QD_PLACE_TEXT;
    const ir_ref before = load(&bench, 0);
    ir_build_place(b, 1);
    ir_build_place(b, 2); /* Nothing came from line 1. */
    const ir_ref x = load(&bench, 0);
    ir_build_place(b, 2);
    const ir_ref y = load(&bench, 0);
    ir_build_place(b, 9);
    const ir_ref z = load(&bench, 0);
    assert_int_equal(bench.shader->places.count, 2);
    assert_int_equal(ir_place_of(bench.shader, before).kind, QD_PLACE_NONE);
    assert_int_equal(ir_place_of(bench.shader, x).line, 2);
    assert_int_equal(ir_place_of(bench.shader, y).line, 2);
    assert_int_equal(ir_place_of(bench.shader, z).line, 9);
    const struct ir_shader *clone = ir_clone(bench.shader, &bench.arena);
    assert_int_equal(ir_place_of(clone, z).line, 9);
    base_arena_finish(&bench.arena);
}

/* A list without operands stands somewhere: no null pointer is counted from. */
static void
test_empty_list(void **state)
{
    struct bench bench;
    (void)state;

    SET_UP(&bench, ir_stage_fragment);
    const ir_ref fetch = ir_build_list(&bench.b, ir_op_fetch, IR_VEC(ir_type_f32, 4), NULL, 0, 0);
    assert_int_equal(ir_operand_count(bench.shader, fetch), 0);
    assert_non_null(bench.shader->list.data);
    assert_non_null(ir_clone(bench.shader, &bench.arena)->list.data);
    base_arena_finish(&bench.arena);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_consts),
        cmocka_unit_test(test_colliding_consts),
        cmocka_unit_test(test_bitcasts),
        cmocka_unit_test(test_pairs),
        cmocka_unit_test(test_dead),
        cmocka_unit_test(test_no_needless_merges),
        cmocka_unit_test(test_no_merges_around),
        cmocka_unit_test(test_mixed_types),
        cmocka_unit_test(test_counting),
        cmocka_unit_test(test_never_written),
        cmocka_unit_test(test_merges_by_hand),
        cmocka_unit_test(test_uses),
        cmocka_unit_test(test_insert),
        cmocka_unit_test(test_company),
        cmocka_unit_test(test_places),
        cmocka_unit_test(test_empty_list),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
