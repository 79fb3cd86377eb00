/* SPDX-License-Identifier: MIT
 *
 * Random shaders, executed in groups of every size and, as the oracle, one lane at a time by a walk
 * over the IR that asks the constant folder for the value of each op.
 */
#include "interp_test.h"

#include <stdlib.h>

#define INPUTS 5 /* The last says where the lane's own memory starts. */
#define OUTPUTS 4
#define BUFFER_SIZE 256
#define OWN_SIZE 64 /* Of each lane's memory in a storage buffer. */
#define ARRAY_COUNT 6

/* ---- one lane at a time ---- */

struct lane {
    const struct ir_shader *shader;
    const unsigned char *buffer;
    const uint32_t *inputs; /* Of this lane. */
    uint64_t *values;       /* By instruction. */
    uint64_t *chosen;       /* What merges take, while they choose. */
    uint64_t arrays[2][ARRAY_COUNT];
    unsigned char *own;
    uint32_t outputs[OUTPUTS];
    bool is_helper;
    bool has_ended;
    uint64_t ops;
};

/* Merges after head take what this edge gives them, all at once. */
static void
take_edge(struct lane *lane, ir_ref edge, ir_ref head)
{
    const struct ir_shader *shader = lane->shader;
    ir_ref ref;

    for (ref = ir_next(shader, head); ref && ir_op_of(shader, ref) == ir_op_merge;
         ref = ir_next(shader, ref))
        for (uint32_t i = 0; i < ir_operand_count(shader, ref); i++)
            if (ir_merge_edge(shader, ref, i) == edge)
                lane->chosen[ref] = lane->values[ir_operand(shader, ref, i)];
    for (ref = ir_next(shader, head); ref && ir_op_of(shader, ref) == ir_op_merge;
         ref = ir_next(shader, ref))
        lane->values[ref] = lane->chosen[ref];
}

/* Where control goes from a marker; 0 ends the lane. */
static ir_ref
step_marker(struct lane *lane, ir_ref ref)
{
    const struct ir_shader *shader = lane->shader;
    const ir_ref partner = ir_partner(shader, ref);

    switch ((unsigned)ir_op_of(shader, ref)) {
    case ir_op_if:
        return ir_next(shader, lane->values[ir_operand(shader, ref, 0)] ? ref : partner);
    case ir_op_else:
        take_edge(lane, ref, partner);
        return ir_next(shader, partner);
    case ir_op_endif:
        take_edge(lane, ref, ref);
        return ir_next(shader, ref);
    case ir_op_loop:
        take_edge(lane, ref, ref);
        return ir_next(shader, ref);
    case ir_op_endloop:
    case ir_op_continue:
        take_edge(lane, ref, partner);
        return ir_next(shader, partner);
    case ir_op_break:
        take_edge(lane, ref, ir_partner(shader, partner));
        return ir_next(shader, ir_partner(shader, partner));
    case ir_op_terminate:
        lane->has_ended = true;
        break;
    }
    return 0;
}

static uint64_t
load_word(const struct lane *lane, uint64_t offset)
{
    uint32_t word = 0;

    offset &= ~UINT64_C(3);
    if (offset + sizeof(word) <= BUFFER_SIZE)
        memcpy(&word, lane->buffer + offset, sizeof(word));
    return word;
}

/* An access to the lane's own memory, which offsets never leave. */
static uint64_t
access_own(struct lane *lane, ir_ref ref, const uint64_t *x)
{
    const struct ir_shader *shader = lane->shader;
    const enum ir_op op = ir_op_of(shader, ref), atomic = ir_atomic_op(ir_imm(shader, ref));
    const enum ir_type type = ir_type_scalar(
        ir_type_of(shader, op == ir_op_store_buffer ? ir_operand(shader, ref, 2) : ref));
    const enum ir_type types[3] = {type, type, type};
    const size_t bytes = ir_type_bits((ir_type_id)type) / 8;
    unsigned char *place = lane->own + (x[0] & (OWN_SIZE - 1) & ~(uint64_t)(bytes - 1));
    uint64_t old = 0, result = x[2];

    memcpy(&old, place, bytes);
    if (op == ir_op_load_buffer)
        return old;
    if (lane->is_helper)
        return 0;
    if (op == ir_op_atomic_buffer && atomic == ir_op_select)
        result = old == x[3] ? x[2] : old;
    else if (op == ir_op_atomic_buffer && atomic != ir_op_copy)
        ir_fold(atomic, type, types, (const uint64_t[]){old, x[2]}, &result);
    memcpy(place, &result, bytes);
    return old;
}

/* An op that is no marker. */
static void
step_op(struct lane *lane, ir_ref ref)
{
    const struct ir_shader *shader = lane->shader;
    const enum ir_op op = ir_op_of(shader, ref);
    const uint32_t imm = ir_imm(shader, ref), count = ir_operand_count(shader, ref);
    enum ir_type types[4] = {ir_type_void};
    uint64_t x[4] = {0}, *result = &lane->values[ref];

    for (uint32_t i = 0; i < count && op != ir_op_merge; i++) {
        x[i] = lane->values[ir_operand(shader, ref, i)];
        types[i] = ir_type_scalar(ir_type_of(shader, ir_operand(shader, ref, i)));
    }
    switch ((unsigned)op) {
    case ir_op_merge:
        break;
    case ir_op_const:
        *result = ir_const_bits(shader, ref);
        break;
    case ir_op_undef:
        *result = 0;
        break;
    case ir_op_load_input:
        *result = lane->inputs[imm >> 2];
        break;
    case ir_op_store_output:
        lane->outputs[imm >> 2] = (uint32_t)x[0];
        break;
    case ir_op_load_buffer:
        *result = imm & 0xffff ? access_own(lane, ref, x) : load_word(lane, x[0]);
        break;
    case ir_op_store_buffer:
        access_own(lane, ref, x);
        break;
    case ir_op_atomic_buffer:
        *result = access_own(lane, ref, x);
        break;
    case ir_op_load_array:
        *result = x[0] < ARRAY_COUNT ? lane->arrays[imm][x[0]] : 0;
        break;
    case ir_op_store_array:
        if (x[0] < ARRAY_COUNT)
            lane->arrays[imm][x[0]] = x[1];
        break;
    case ir_op_demote:
        lane->is_helper = lane->is_helper || x[0];
        break;
    case ir_op_is_helper:
        *result = lane->is_helper;
        break;
    default:
        if (!ir_fold(op, ir_type_scalar(ir_type_of(shader, ref)), types, x, result))
            fail_msg("the folder does not know %s", ir_op_infos[op].name);
        break;
    }
}

static void
run_lane(struct lane *lane)
{
    const struct ir_shader *shader = lane->shader;

    for (ir_ref ref = shader->first; ref;) {
        assert_true(++lane->ops < 1000000);
        if (ir_op_has(ir_op_of(shader, ref), IR_OP_CONTROL)) {
            ref = step_marker(lane, ref);
        } else {
            step_op(lane, ref);
            ref = ir_next(shader, ref);
        }
    }
}

/* ---- random shaders ---- */

#define VARIABLES 6
#define MAX_DEPTH 5

struct maker {
    struct test_shader t;
    uint64_t random;
    uint32_t variables; /* VARIABLES of each width: 32, 64, 16, 8, 1. */
    uint32_t left;      /* Statements. */
    uint32_t loops;     /* Open. */
};

static const unsigned widths[] = {32, 64, 16, 8, 1};

static uint32_t
pick(struct maker *m, uint32_t count)
{
    return test_random(&m->random) % count;
}

static uint32_t
variable_of_width(struct maker *m, unsigned bits)
{
    for (uint32_t i = 0; i < BASE_COUNT(widths); i++)
        if (widths[i] == bits)
            return m->variables + i * VARIABLES + pick(m, VARIABLES);
    fail_msg("no variable has %u bits", bits);
    return 0;
}

static ir_ref
make_const(struct maker *m, enum ir_type type)
{
    static const uint64_t some[] = {0,
                                    1,
                                    2,
                                    5,
                                    31,
                                    0x3f800000,
                                    0xbf800000,
                                    0x7fc00000,
                                    0x80000000,
                                    0x7f800000,
                                    UINT64_MAX,
                                    0x3ff0000000000000,
                                    0x8000000000000000};
    const unsigned bits = ir_type_bits((ir_type_id)type);
    const uint64_t word = pick(m, 3) ? some[pick(m, BASE_COUNT(some))]
                                     : test_random(&m->random) * UINT64_C(0x100000001);

    if (pick(m, 20) == 0)
        return ir_build_undef(&m->t.b, (ir_type_id)type);
    return ir_build_const(&m->t.b, type, bits == 64 ? word : word & ((UINT64_C(1) << bits) - 1));
}

static ir_ref
make_operand(struct maker *m, enum ir_type type)
{
    if (pick(m, 4) == 0)
        return make_const(m, type);
    return ir_build_read(&m->t.b, variable_of_width(m, ir_type_bits((ir_type_id)type)), type);
}

static enum ir_type
pick_type(struct maker *m, enum ir_class class)
{
    enum ir_type type;

    do {
        type = (enum ir_type)(1 + pick(m, ir_type_count - 1));
    } while (!ir_class_has(class, (ir_type_id)type));
    return type;
}

/* Rows whose values the folder knows, with what picks their types. */
enum row_kind { ROW_ALU, ROW_COMPARE, ROW_CONVERT };

static const struct row {
    enum ir_op op;
    enum row_kind kind;
    enum ir_class to;
    enum ir_class from;
    uint32_t arity;
} rows[] = {
#define ALU1(op, types, flags, value) {ir_op_##op, ROW_ALU, ir_class_##types, ir_class_##types, 1},
#define ALU2(op, types, flags, value) {ir_op_##op, ROW_ALU, ir_class_##types, ir_class_##types, 2},
#define ALU3(op, types, flags, value) {ir_op_##op, ROW_ALU, ir_class_##types, ir_class_##types, 3},
#define CMP2(op, types, flags, value) {ir_op_##op, ROW_COMPARE, ir_class_BOOL, ir_class_##types, 2},
#define CONV(op, to, from, flags, value)                                                           \
    {ir_op_##op, ROW_CONVERT, ir_class_##to, ir_class_##from, 1},
#include "ir/ops.def"
};

/* Which NaN comes out is open: make it one. */
static ir_ref
settle(struct maker *m, ir_ref value)
{
    static const uint64_t nans[ir_type_count] = {
        [ir_type_f16] = 0x7e00, [ir_type_f32] = 0x7fc00000, [ir_type_f64] = 0x7ff8000000000000};
    const enum ir_type type = ir_type_scalar(ir_type_of(m->t.shader, value));

    if (!nans[type])
        return value;
    return ir_build_select(&m->t.b, ir_build_fne(&m->t.b, value, value),
                           ir_build_const(&m->t.b, type, nans[type]), value);
}

static ir_ref
make_row(struct maker *m)
{
    const struct row *row = &rows[pick(m, BASE_COUNT(rows))];
    ir_ref x[3];

    while (ir_op_has(row->op, IR_OP_INEXACT))
        row = &rows[pick(m, BASE_COUNT(rows))];
    const enum ir_type from = pick_type(m, row->from);
    for (uint32_t i = 0; i < row->arity; i++)
        x[i] = make_operand(m, from);
    if (row->kind != ROW_CONVERT)
        return settle(m, ir_build_alu(&m->t.b, row->op, x));
    return settle(m, ir_build_convert(&m->t.b, row->op, pick_type(m, row->to), x[0]));
}

/* Small enough to be an offset or an index, most of the time. */
static ir_ref
make_index(struct maker *m, uint32_t mask)
{
    const ir_ref value = make_operand(m, ir_type_i32);

    return pick(m, 8) ? ir_build_iand(&m->t.b, value, ir_build_i32(&m->t.b, mask)) : value;
}

/* An offset into the lane's own memory. */
static ir_ref
make_own(struct maker *m)
{
    struct ir_builder *b = &m->t.b;

    return ir_build_iadd(
        b, test_load(&m->t, ir_type_i32, INPUTS - 1),
        ir_build_iand(b, make_operand(m, ir_type_i32), ir_build_i32(b, OWN_SIZE - 1)));
}

static ir_ref
make_atomic(struct maker *m)
{
    static const enum ir_op ops[] = {ir_op_iadd, ir_op_imin,   ir_op_imax, ir_op_umin,
                                     ir_op_umax, ir_op_iand,   ir_op_ior,  ir_op_ixor,
                                     ir_op_copy, ir_op_select, ir_op_fmin, ir_op_select};
    const enum ir_op op = ops[pick(m, BASE_COUNT(ops))];
    enum ir_type type = pick(m, 2) ? ir_type_i32 : ir_type_i64;

    if (op == ir_op_fmin)
        type = type == ir_type_i32 ? ir_type_f32 : ir_type_f64;
    const ir_ref offset = make_own(m), value = make_operand(m, type);
    return settle(m, test_list(&m->t, ir_op_atomic_buffer, (ir_type_id)type, IR_ATOMIC(op) | 1,
                               op == ir_op_select ? 4 : 3, offset, ir_build_i32(&m->t.b, 0), value,
                               make_operand(m, type)));
}

static ir_ref
make_value(struct maker *m)
{
    struct ir_builder *b = &m->t.b;
    const uint32_t array = pick(m, 2);

    switch (pick(m, 12)) {
    case 0: {
        const enum ir_type type = pick_type(m, ir_class_ANY);
        const ir_ref condition = make_operand(m, ir_type_bool), x = make_operand(m, type);

        return ir_build_select(b, condition, x, make_operand(m, type));
    }
    case 1:
        return ir_build_load_buffer(b, ir_type_i32, 0, make_index(m, 255));
    case 4: {
        const enum ir_type type = pick_type(m, ir_class_NUM);

        return settle(m, ir_build_load_buffer(b, type, 1, make_own(m)));
    }
    case 5:
        return make_atomic(m);
    case 2:
        return ir_build_op(b, ir_op_load_array, array ? ir_type_f64 : ir_type_i16, make_index(m, 7),
                           0, array);
    case 3:
        if (m->t.shader->stage == ir_stage_fragment)
            return ir_build_op(b, ir_op_is_helper, ir_type_bool, 0, 0, 0);
        break;
    }
    return make_row(m);
}

static void
make_store(struct maker *m)
{
    struct ir_builder *b = &m->t.b;
    const uint32_t array = pick(m, 2);

    switch (pick(m, 6)) {
    case 0:
        test_store(&m->t, pick(m, OUTPUTS), make_operand(m, ir_type_i32));
        break;
    case 1: {
        const ir_ref index = make_index(m, 7);

        ir_build_op(b, ir_op_store_array, ir_type_void, index,
                    make_operand(m, array ? ir_type_f64 : ir_type_i16), array);
        break;
    }
    case 5: {
        const ir_ref offset = make_own(m);

        test_list(&m->t, ir_op_store_buffer, ir_type_void, 1, 3, offset, ir_build_i32(b, 0),
                  make_operand(m, pick_type(m, ir_class_NUM)));
        break;
    }
    case 2:
        if (m->t.shader->stage == ir_stage_fragment)
            ir_build_op(b, ir_op_demote, ir_type_void, make_operand(m, ir_type_bool), 0, 0);
        break;
    default: {
        /* Copies and swaps of variables, which make merges out of merges. */
        const uint32_t x = variable_of_width(m, 32), y = variable_of_width(m, 32);
        const ir_ref old_x = ir_build_read(b, x, ir_type_i32);

        ir_build_write(b, x, ir_build_read(b, y, ir_type_i32));
        if (pick(m, 2))
            ir_build_write(b, y, old_x);
        break;
    }
    }
}

/* An open region: which it is, and what ends a loop's rounds. */
struct open {
    enum ir_op op;
    uint32_t counter;
};

static void
make_jump(struct maker *m)
{
    struct ir_builder *b = &m->t.b;
    const uint32_t kind = pick(m, 8);

    if (m->loops > 0 && kind < 3)
        ir_build_break(b);
    else if (m->loops > 0 && kind < 6)
        ir_build_continue(b);
    else if (kind == 6 || m->t.shader->stage != ir_stage_fragment)
        ir_build_return(b);
    else
        ir_build_terminate(b);
}

/* Rounds are counted at the start, so that no continue misses it. */
static void
open_loop(struct maker *m, struct open *open)
{
    struct ir_builder *b = &m->t.b;
    const ir_ref limit = ir_build_iand(b, make_operand(m, ir_type_i32), ir_build_i32(b, 3));

    open->counter = ir_build_variables(b, 1, 32);
    ir_build_write(b, open->counter, ir_build_i32(b, 0));
    ir_build_loop(b);
    const ir_ref round = ir_build_read(b, open->counter, ir_type_i32);
    ir_build_if(b, ir_build_ult(b, limit, round));
    ir_build_break(b);
    ir_build_else(b);
    ir_build_endif(b);
    ir_build_write(b, open->counter, ir_build_iadd(b, round, ir_build_i32(b, 1)));
    m->loops++;
}

static void
close_region(struct maker *m, struct open *open, uint32_t *depth)
{
    struct ir_builder *b = &m->t.b;

    if (pick(m, 6) == 0)
        make_jump(m);
    if (open->op == ir_op_if) {
        ir_build_else(b);
        open->op = ir_op_else;
        return;
    }
    if (open->op == ir_op_else) {
        ir_build_endif(b);
    } else {
        ir_build_endloop(b);
        m->loops--;
    }
    --*depth;
}

static void
make_statement(struct maker *m, struct open *opens, uint32_t *depth)
{
    struct ir_builder *b = &m->t.b;
    const uint32_t kind = pick(m, 24);

    if (kind < 2 && *depth < MAX_DEPTH) {
        ir_build_if(b, make_operand(m, ir_type_bool));
        opens[(*depth)++].op = ir_op_if;
    } else if (kind < 3 && *depth < MAX_DEPTH && m->loops < 3) {
        open_loop(m, &opens[*depth]);
        opens[(*depth)++].op = ir_op_loop;
    } else if (kind < 6 && *depth > 0) {
        close_region(m, &opens[*depth - 1], depth);
    } else if (kind < 9) {
        make_store(m);
    } else {
        const ir_ref value = make_value(m);

        ir_build_write(b, variable_of_width(m, ir_type_bits(ir_type_of(m->t.shader, value))),
                       value);
    }
}

static void
make_shader(struct maker *m, uint64_t seed, uint32_t statements)
{
    const struct ir_buffer buffers[2] = {{.size = BUFFER_SIZE},
                                         {.kind = ir_buffer_storage, .count = 1}};
    const struct ir_array arrays[2] = {{.type = ir_type_i16, .count = ARRAY_COUNT},
                                       {.type = ir_type_f64, .count = ARRAY_COUNT}};
    struct open opens[MAX_DEPTH];
    uint32_t depth = 0;

    *m = (struct maker){.random = seed};
    test_shader_init(&m->t, seed % 2 ? ir_stage_fragment : ir_stage_vertex);
    ir_add_buffer(m->t.shader, &buffers[0]);
    ir_add_buffer(m->t.shader, &buffers[1]);
    ir_add_array(m->t.shader, &arrays[0]);
    ir_add_array(m->t.shader, &arrays[1]);
    for (uint32_t i = 0; i < INPUTS; i++)
        test_add_input(&m->t, ir_type_i32);
    for (uint32_t i = 0; i < OUTPUTS; i++)
        test_add_output(&m->t, ir_type_i32);
    for (uint32_t i = 0; i < BASE_COUNT(widths); i++) {
        const uint32_t first = ir_build_variables(&m->t.b, VARIABLES, widths[i]);

        if (i == 0)
            m->variables = first;
    }
    for (uint32_t i = 0; i + 1 < INPUTS; i++)
        ir_build_write(&m->t.b, m->variables + i, test_load(&m->t, ir_type_i32, i));
    for (uint32_t i = 0; i < statements; i++)
        make_statement(m, opens, &depth);
    while (depth > 0)
        close_region(m, &opens[depth - 1], &depth);
    for (uint32_t i = 0; i < OUTPUTS; i++)
        test_store(&m->t, i, ir_build_read(&m->t.b, m->variables + i, ir_type_i32));
    test_verify(&m->t);
}

/* ---- comparing ---- */

#define GROUP 64

struct expected {
    uint32_t outputs[OUTPUTS][GROUP];
    unsigned char own[GROUP][OWN_SIZE];
    uint64_t helpers;
    uint64_t ended;
};

static void
expect(struct maker *m, const uint32_t inputs[INPUTS][GROUP], const unsigned char *buffer,
       struct expected *e)
{
    const uint32_t count = m->t.shader->insts.count;
    uint64_t *values = calloc(2 * (size_t)count, sizeof(uint64_t));

    *e = (struct expected){0};
    for (uint32_t i = 0; i < GROUP; i++) {
        const uint32_t own[INPUTS] = {inputs[0][i], inputs[1][i], inputs[2][i], inputs[3][i],
                                      inputs[4][i]};
        struct lane lane = {.shader = m->t.shader,
                            .buffer = buffer,
                            .inputs = own,
                            .values = values,
                            .chosen = values + count,
                            .own = e->own[i],
                            .is_helper = i % 7 == 3};

        run_lane(&lane);
        for (uint32_t k = 0; k < OUTPUTS; k++)
            e->outputs[k][i] = lane.outputs[k];
        e->helpers |= (uint64_t)lane.is_helper << i;
        e->ended |= (uint64_t)lane.has_ended << i;
    }
    free(values);
}

static void
fail_seed(struct maker *m, uint64_t seed, struct test_config config, const char *what)
{
    struct base_text text;

    base_text_init(&text, &m->t.arena);
    ir_print(m->t.shader, &text);
    print_error("%s", base_text_string(&text));
    fail_msg("seed %llu with %u lanes: %s", (unsigned long long)seed, config.lanes, what);
}

static void
compare(struct maker *m, uint64_t seed, const uint32_t inputs[INPUTS][GROUP],
        const unsigned char *buffer, const struct expected *e)
{
    EACH_CONFIG(config)
    {
        _Alignas(16) unsigned char bytes[BUFFER_SIZE], own[GROUP][OWN_SIZE] = {{0}};
        const struct cpu_buffer_view views[2] = {{bytes, sizeof(bytes), false},
                                                 {own, sizeof(own), true}};
        const struct cpu_buffers buffers[2] = {{&views[0], 1}, {&views[1], 1}};
        struct test_run run;

        memcpy(bytes, buffer, sizeof(bytes));
        test_run_init(&run, &m->t, config);
        run.resources.buffers = buffers;
        for (uint32_t first = 0; first < GROUP; first += config.lanes) {
            const uint64_t all = interp_all_lanes(config.lanes);

            run.group.helpers = 0;
            for (uint32_t i = 0; i < config.lanes; i++) {
                for (uint32_t k = 0; k < INPUTS; k++)
                    test_input(&run, k)[i] = inputs[k][first + i];
                run.group.helpers |= (uint64_t)((first + i) % 7 == 3) << i;
            }
            test_run(&run, UINT64_MAX);
            if (run.group.helpers != (e->helpers >> first & all))
                fail_seed(m, seed, config, "the helpers differ");
            if (run.group.ended != (e->ended >> first & all))
                fail_seed(m, seed, config, "the lanes that ended differ");
            for (uint32_t i = 0; i < config.lanes * OUTPUTS; i++)
                if (test_output(&run, i / config.lanes)[i % config.lanes] !=
                    e->outputs[i / config.lanes][first + i % config.lanes])
                    fail_seed(m, seed, config, "an output differs");
        }
        if (memcmp(own, e->own, sizeof(own)) != 0)
            fail_seed(m, seed, config, "what was stored differs");
        test_run_finish(&run);
    }
}

static void
check_seed(uint64_t seed, uint32_t statements)
{
    unsigned char buffer[BUFFER_SIZE];
    uint32_t inputs[INPUTS][GROUP];
    uint64_t random = seed + 77;
    struct expected expected;
    struct maker m;

    make_shader(&m, seed, statements);
    for (uint32_t i = 0; i < BUFFER_SIZE; i++)
        buffer[i] = (unsigned char)test_random(&random);
    for (uint32_t k = 0; k < INPUTS; k++)
        for (uint32_t i = 0; i < GROUP; i++)
            inputs[k][i] = k + 1 == INPUTS ? i * OWN_SIZE
                           : i % 3         ? test_random(&random) % 8
                                           : test_random(&random) * 2;
    expect(&m, (const uint32_t(*)[GROUP])inputs, buffer, &expected);
    compare(&m, seed, (const uint32_t(*)[GROUP])inputs, buffer, &expected);
    test_shader_finish(&m.t);
}

static void
test_short(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 1000; seed++)
        check_seed(seed, 30);
}

static void
test_long(void **state)
{
    (void)state;
    for (uint64_t seed = 1000; seed < 1150; seed++)
        check_seed(seed, 400);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_short),
        cmocka_unit_test(test_long),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
