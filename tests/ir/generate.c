/* SPDX-License-Identifier: MIT
 *
 * Every loop draws on one budget of rounds, so that each program ends. The ops are those whose
 * results are known to the last bit, NaN included, and their meaning is written down here a second
 * time.
 */
#include "generate.h"

#include "base/bits.h"

#define MAX_DEPTH 12
#define MAX_VARIABLES 48
#define MAX_WORDS (2 * MAX_VARIABLES)
#define INPUT_COUNT 4 /* Four words each; the first half integers, the second floats. */
#define OUTPUT_COUNT 4

enum gen_expr_kind {
    gen_expr_const,
    gen_expr_input,
    gen_expr_read,
    gen_expr_helper,
    gen_expr_lane, /* A vector of the operands, and one component taken out. */
    gen_expr_op
};

struct gen_expr {
    enum gen_expr_kind kind;
    enum ir_type type;
    enum ir_op op;
    uint32_t index; /* Variable or input word; the component of gen_expr_lane. */
    uint32_t count;
    uint64_t bits;
    const struct gen_expr *operand[4];
};

enum gen_stmt_kind {
    gen_stmt_write,
    gen_stmt_store,
    gen_stmt_demote,
    gen_stmt_if,
    gen_stmt_loop,
    gen_stmt_break,
    gen_stmt_continue,
    gen_stmt_return,
    gen_stmt_terminate
};

struct gen_stmt {
    enum gen_stmt_kind kind;
    uint32_t index; /* Variable or output word. */
    const struct gen_expr *value;
    struct gen_stmt *body;
    struct gen_stmt *other; /* The second branch. */
    bool has_else;
    struct gen_stmt *next;
};

struct gen_program {
    uint32_t variable_count;
    unsigned bits[MAX_VARIABLES];
    uint32_t rounds; /* Of all loops. */
    struct gen_stmt *body;
};

struct generator {
    struct base_arena *arena;
    struct gen_program *program;
    uint64_t state;
    unsigned flags;
    int budget; /* Statements left. */
    uint32_t depth;
    uint32_t loop_depth;
    bool may_break;
    bool may_continue;
};

/* ---- making programs ---- */

/* splitmix64 */
static uint64_t
next_random(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static uint32_t
pick(struct generator *g, uint32_t count)
{
    return (uint32_t)(next_random(&g->state) >> 32) % count;
}

static bool
chance(struct generator *g, uint32_t percent)
{
    return pick(g, 100) < percent;
}

static uint64_t
mask_of(unsigned bits)
{
    return bits == 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
}

static uint64_t
random_bits(struct generator *g, enum ir_type type)
{
    static const uint64_t edges[] = {
        0,          1,          2,
        31,         32,         33,
        63,         0x7f,       0x80,
        0xff,       0x7fff,     0x8000,
        0xffff,     0x7fffffff, 0x80000000,
        0xffffffff, 0x3f800000, 0x7fc00001,
        0x7f800000, 0xff800000, 1,
        0x7c00,     0x7e01,     UINT64_MAX,
        INT64_MAX,  1ULL << 63, 0x3ff0000000000000,
    };
    const uint64_t bits =
        chance(g, 60) ? edges[pick(g, BASE_COUNT(edges))] : next_random(&g->state);

    return bits & mask_of(ir_type_bits((ir_type_id)type));
}

static struct gen_expr *
new_expr(struct generator *g, enum gen_expr_kind kind, enum ir_type type)
{
    struct gen_expr *expr = base_arena_new(g->arena, struct gen_expr);

    expr->kind = kind;
    expr->type = type;
    return expr;
}

static const struct gen_expr *random_expr(struct generator *g, enum ir_type type, uint32_t depth);

static const struct gen_expr *
random_leaf(struct generator *g, enum ir_type type)
{
    const unsigned bits = ir_type_bits((ir_type_id)type);
    struct gen_expr *expr;

    if ((type == ir_type_i32 || type == ir_type_f32) && chance(g, 25)) {
        expr = new_expr(g, gen_expr_input, type);
        expr->index = pick(g, 2 * INPUT_COUNT) + (type == ir_type_f32 ? 2 * INPUT_COUNT : 0);
        return expr;
    }
    if (type == ir_type_bool && (g->flags & GEN_DEMOTE) && chance(g, 20))
        return new_expr(g, gen_expr_helper, type);
    for (uint32_t tries = 0; tries < 12 && !chance(g, 12); tries++) {
        const uint32_t index = pick(g, g->program->variable_count);

        if (g->program->bits[index] != bits)
            continue;
        expr = new_expr(g, gen_expr_read, type);
        expr->index = index;
        return expr;
    }
    expr = new_expr(g, gen_expr_const, type);
    expr->bits = random_bits(g, type);
    return expr;
}

static const struct gen_expr *
new_op(struct generator *g, enum ir_op op, enum ir_type type, enum ir_type from, uint32_t count,
       uint32_t depth)
{
    struct gen_expr *expr = new_expr(g, gen_expr_op, type);

    expr->op = op;
    expr->count = count;
    for (uint32_t i = 0; i < count; i++)
        expr->operand[i] = random_expr(g, from, depth);
    return expr;
}

static const struct gen_expr *
random_select(struct generator *g, enum ir_type type, uint32_t depth)
{
    struct gen_expr *expr = new_expr(g, gen_expr_op, type);

    expr->op = ir_op_select;
    expr->count = 3;
    expr->operand[0] = random_expr(g, ir_type_bool, depth);
    expr->operand[1] = random_expr(g, type, depth);
    expr->operand[2] = random_expr(g, type, depth);
    return expr;
}

/* Makes a vector of two to four and takes one out. */
static const struct gen_expr *
random_vector(struct generator *g, enum ir_type type, uint32_t depth)
{
    const uint32_t count = 2 + pick(g, 3);
    struct gen_expr *expr = new_expr(g, gen_expr_lane, type);

    expr->count = count;
    expr->index = pick(g, count);
    for (uint32_t i = 0; i < count; i++)
        expr->operand[i] = random_expr(g, type, depth);
    return expr;
}

static enum ir_type
random_int_type(struct generator *g)
{
    static const enum ir_type types[] = {ir_type_i8, ir_type_i16, ir_type_i32, ir_type_i64};

    return types[pick(g, BASE_COUNT(types))];
}

static const struct gen_expr *
random_bool(struct generator *g, uint32_t depth)
{
    static const enum ir_op compares[] = {ir_op_ieq, ir_op_ine, ir_op_ult, ir_op_ilt};
    static const enum ir_op logic[] = {ir_op_iand, ir_op_ior, ir_op_ixor, ir_op_ieq, ir_op_ine};

    if (chance(g, 55))
        return new_op(g, compares[pick(g, BASE_COUNT(compares))], ir_type_bool, random_int_type(g),
                      2, depth);
    if (chance(g, 40))
        return new_op(g, chance(g, 50) ? ir_op_flt : ir_op_feq, ir_type_bool,
                      chance(g, 80) ? ir_type_f32 : ir_type_f64, 2, depth);
    if (chance(g, 30))
        return new_op(g, ir_op_inot, ir_type_bool, ir_type_bool, 1, depth);
    return new_op(g, logic[pick(g, BASE_COUNT(logic))], ir_type_bool, ir_type_bool, 2, depth);
}

static const struct gen_expr *
random_float(struct generator *g, enum ir_type type, uint32_t depth)
{
    if (type == ir_type_f32 && chance(g, 30))
        return new_op(g, ir_op_u2f, type, ir_type_i32, 1, depth);
    if (type != ir_type_f16 && chance(g, 20))
        return new_op(g, ir_op_fsat, type, type, 1, depth);
    return new_op(g, chance(g, 50) ? ir_op_fneg : ir_op_fabs, type, type, 1, depth);
}

static const struct gen_expr *
random_int(struct generator *g, enum ir_type type, uint32_t depth)
{
    static const enum ir_op ops[] = {ir_op_iadd, ir_op_iadd, ir_op_isub, ir_op_imul,
                                     ir_op_iand, ir_op_ior,  ir_op_ixor, ir_op_ishl,
                                     ir_op_ushr, ir_op_umin, ir_op_imax};

    if (chance(g, 15))
        return new_op(g, chance(g, 50) ? ir_op_u2u : ir_op_i2i, type, random_int_type(g), 1, depth);
    if (chance(g, 10))
        return new_op(g, chance(g, 50) ? ir_op_ineg : ir_op_inot, type, type, 1, depth);
    return new_op(g, ops[pick(g, BASE_COUNT(ops))], type, type, 2, depth);
}

static const struct gen_expr *
random_expr(struct generator *g, enum ir_type type, uint32_t depth)
{
    if (depth == 0 || chance(g, 30))
        return random_leaf(g, type);
    depth--;
    if (chance(g, 8))
        return random_select(g, type, depth);
    if (chance(g, 5))
        return random_vector(g, type, depth);
    if (type == ir_type_bool)
        return random_bool(g, depth);
    return ir_type_is_float((ir_type_id)type) ? random_float(g, type, depth)
                                              : random_int(g, type, depth);
}

static struct gen_stmt *
new_stmt(struct generator *g, enum gen_stmt_kind kind)
{
    struct gen_stmt *stmt = base_arena_new(g->arena, struct gen_stmt);

    stmt->kind = kind;
    return stmt;
}

/* One of the types of a width. */
static enum ir_type
random_type_of_width(struct generator *g, unsigned bits)
{
    switch (bits) {
    case 1:
        return ir_type_bool;
    case 8:
        return ir_type_i8;
    case 16:
        return chance(g, 50) ? ir_type_i16 : ir_type_f16;
    case 32:
        return chance(g, 50) ? ir_type_i32 : ir_type_f32;
    }
    return chance(g, 50) ? ir_type_i64 : ir_type_f64;
}

/* Variable 0 holds the rounds that are left. */
static struct gen_stmt *
random_write(struct generator *g)
{
    struct gen_stmt *stmt = new_stmt(g, gen_stmt_write);

    stmt->index = 1 + pick(g, g->program->variable_count - 1);
    stmt->value =
        random_expr(g, random_type_of_width(g, g->program->bits[stmt->index]), 1 + pick(g, 3));
    return stmt;
}

static struct gen_stmt *
random_store(struct generator *g)
{
    struct gen_stmt *stmt = new_stmt(g, gen_stmt_store);

    stmt->index = pick(g, 4 * OUTPUT_COUNT);
    stmt->value = random_expr(g, stmt->index < 2 * OUTPUT_COUNT ? ir_type_i32 : ir_type_f32, 2);
    return stmt;
}

static struct gen_stmt *random_block(struct generator *g);

static struct gen_stmt *
random_if(struct generator *g)
{
    struct gen_stmt *stmt = new_stmt(g, gen_stmt_if);

    stmt->value = random_expr(g, ir_type_bool, 2);
    g->depth++;
    stmt->body = random_block(g);
    stmt->has_else = chance(g, 60);
    if (stmt->has_else)
        stmt->other = random_block(g);
    g->depth--;
    return stmt;
}

/* if (no rounds are left) { leave } rounds = rounds - 1; */
static struct gen_stmt *
new_round_check(struct generator *g, enum gen_stmt_kind leave, struct gen_stmt *next)
{
    struct gen_expr *rounds = new_expr(g, gen_expr_read, ir_type_i32);
    struct gen_expr *zero = new_expr(g, gen_expr_const, ir_type_i32);
    struct gen_expr *one = new_expr(g, gen_expr_const, ir_type_i32);
    struct gen_expr *is_none = new_expr(g, gen_expr_op, ir_type_bool);
    struct gen_expr *less = new_expr(g, gen_expr_op, ir_type_i32);
    struct gen_stmt *check = new_stmt(g, gen_stmt_if), *count = new_stmt(g, gen_stmt_write);

    one->bits = 1;
    *is_none = (struct gen_expr){gen_expr_op, ir_type_bool, ir_op_ieq, 0, 2, 0, {rounds, zero}};
    *less = (struct gen_expr){gen_expr_op, ir_type_i32, ir_op_isub, 0, 2, 0, {rounds, one}};
    check->value = is_none;
    check->body = new_stmt(g, leave);
    check->next = count;
    count->value = less;
    count->next = next;
    return check;
}

static struct gen_stmt *
random_loop(struct generator *g)
{
    struct gen_stmt *stmt = new_stmt(g, gen_stmt_loop), **last;
    const bool could_break = g->may_break, could_continue = g->may_continue;
    const bool is_checked_last = chance(g, 25);
    enum gen_stmt_kind leave = gen_stmt_break;

    if (chance(g, 8))
        leave = chance(g, 80) ? gen_stmt_return : gen_stmt_terminate;
    g->may_break = leave == gen_stmt_break || chance(g, 10);
    g->may_continue = !is_checked_last;
    g->depth++;
    g->loop_depth++;
    stmt->body = random_block(g);
    g->loop_depth--;
    g->depth--;
    g->may_break = could_break;
    g->may_continue = could_continue;
    if (!is_checked_last) {
        stmt->body = new_round_check(g, leave, stmt->body);
        return stmt;
    }
    for (last = &stmt->body; *last; last = &(*last)->next)
        continue;
    *last = new_round_check(g, leave, NULL);
    return stmt;
}

/* NULL where no jump can stand. */
static struct gen_stmt *
random_jump(struct generator *g)
{
    const uint32_t kind = pick(g, 20);

    if (kind == 0)
        return new_stmt(g, chance(g, 70) ? gen_stmt_return : gen_stmt_terminate);
    if (g->loop_depth > 0 && g->may_break && kind < 11)
        return new_stmt(g, gen_stmt_break);
    if (g->loop_depth > 0 && g->may_continue && kind >= 11)
        return new_stmt(g, gen_stmt_continue);
    return NULL;
}

static struct gen_stmt *
random_stmt(struct generator *g)
{
    const uint32_t kind = pick(g, 100);
    struct gen_stmt *stmt = NULL;

    if (kind < 25 && g->depth < MAX_DEPTH)
        return random_if(g);
    if (kind < 40 && g->depth < MAX_DEPTH)
        return random_loop(g);
    if (kind < 50)
        stmt = random_jump(g);
    else if (kind < 58)
        stmt = random_store(g);
    if (kind >= 58 && kind < 64 && (g->flags & GEN_DEMOTE)) {
        stmt = new_stmt(g, gen_stmt_demote);
        stmt->value = random_expr(g, ir_type_bool, 2);
    }
    return stmt ? stmt : random_write(g);
}

/* Statements may stand behind jumps. */
static struct gen_stmt *
random_block(struct generator *g)
{
    const uint32_t count = g->depth == 0 ? UINT32_MAX : pick(g, 7);
    struct gen_stmt *first = NULL, **last = &first;

    for (uint32_t i = 0; i < count && g->budget > 0; i++) {
        g->budget--;
        *last = random_stmt(g);
        while (*last)
            last = &(*last)->next;
    }
    return first;
}

struct gen_program *
gen_create(struct base_arena *arena, uint64_t seed, unsigned flags)
{
    static const unsigned widths[] = {1, 8, 16, 32, 32, 32, 64};
    struct gen_program *program = base_arena_new(arena, struct gen_program);
    struct generator g = {.arena = arena, .program = program, .state = seed, .flags = flags};

    program->variable_count = 2 + pick(&g, chance(&g, 20) ? MAX_VARIABLES - 2 : 10);
    for (uint32_t i = 0; i < program->variable_count; i++)
        program->bits[i] = i == 0 ? 32 : widths[pick(&g, BASE_COUNT(widths))];
    program->rounds = 1 + pick(&g, 24);
    g.budget = (int)(3 + pick(&g, chance(&g, 10) ? 120 : 30));
    program->body = random_block(&g);
    return program;
}

/* ---- through the builder ---- */

static ir_ref build_expr(struct ir_builder *b, const struct gen_expr *expr);

static ir_ref
build_op(struct ir_builder *b, const struct gen_expr *expr)
{
    ir_ref operands[4] = {0};

    for (uint32_t i = 0; i < expr->count; i++)
        operands[i] = build_expr(b, expr->operand[i]);
    if (expr->op == ir_op_u2f || expr->op == ir_op_u2u || expr->op == ir_op_i2i)
        return ir_build_convert(b, expr->op, expr->type, operands[0]);
    return ir_build_alu(b, expr->op, operands);
}

static ir_ref
build_vector(struct ir_builder *b, const struct gen_expr *expr)
{
    ir_ref operands[4];

    for (uint32_t i = 0; i < expr->count; i++)
        operands[i] = build_expr(b, expr->operand[i]);
    const ir_ref vector =
        ir_build_list(b, ir_op_vec, IR_VEC(expr->type, expr->count), operands, expr->count, 0);
    return ir_build_op(b, ir_op_extract, (ir_type_id)expr->type, vector, 0, expr->index);
}

static ir_ref
build_expr(struct ir_builder *b, const struct gen_expr *expr)
{
    switch (expr->kind) {
    case gen_expr_const:
        return ir_build_const(b, expr->type, expr->bits);
    case gen_expr_input:
        return ir_build_op(b, ir_op_load_input, (ir_type_id)expr->type, 0, 0, expr->index);
    case gen_expr_read:
        return ir_build_read(b, expr->index, expr->type);
    case gen_expr_helper:
        return ir_build_op(b, ir_op_is_helper, ir_type_bool, 0, 0, 0);
    case gen_expr_lane:
        return build_vector(b, expr);
    case gen_expr_op:
        return build_op(b, expr);
    }
    return 0;
}

static void
build_block(struct ir_builder *b, const struct gen_stmt *stmt)
{
    for (; stmt; stmt = stmt->next) {
        switch (stmt->kind) {
        case gen_stmt_write:
            ir_build_write(b, stmt->index, build_expr(b, stmt->value));
            break;
        case gen_stmt_store:
            ir_build_op(b, ir_op_store_output, ir_type_void, build_expr(b, stmt->value), 0,
                        stmt->index);
            break;
        case gen_stmt_demote:
            ir_build_op(b, ir_op_demote, ir_type_void, build_expr(b, stmt->value), 0, 0);
            break;
        case gen_stmt_if:
            ir_build_if(b, build_expr(b, stmt->value));
            build_block(b, stmt->body);
            if (stmt->has_else) {
                ir_build_else(b);
                build_block(b, stmt->other);
            }
            ir_build_endif(b);
            break;
        case gen_stmt_loop:
            ir_build_loop(b);
            build_block(b, stmt->body);
            ir_build_endloop(b);
            break;
        case gen_stmt_break:
            ir_build_break(b);
            break;
        case gen_stmt_continue:
            ir_build_continue(b);
            break;
        case gen_stmt_return:
            ir_build_return(b);
            break;
        case gen_stmt_terminate:
            ir_build_terminate(b);
            break;
        }
    }
}

static void
add_interface(struct ir_shader *shader)
{
    for (uint32_t i = 0; i < INPUT_COUNT; i++)
        ir_add_input(shader,
                     &(struct ir_io){.location = i,
                                     .type = i < INPUT_COUNT / 2 ? ir_type_i32 : ir_type_f32,
                                     .components = 4,
                                     .interp = ir_interp_flat});
    for (uint32_t i = 0; i < OUTPUT_COUNT + (MAX_WORDS + 3) / 4; i++)
        ir_add_output(shader, &(struct ir_io){.location = i,
                                              .type = i >= OUTPUT_COUNT / 2 && i < OUTPUT_COUNT
                                                          ? ir_type_f32
                                                          : ir_type_i32,
                                              .components = 4});
}

/* What the variables are in the end, two words each. */
static void
build_final_stores(struct ir_builder *b, const struct gen_program *program)
{
    for (uint32_t i = 0; i < program->variable_count; i++) {
        const uint32_t word = 4 * OUTPUT_COUNT + 2 * i;
        ir_ref low = 0, high = 0;

        if (program->bits[i] == 1) {
            low = ir_build_select(b, ir_build_read(b, i, ir_type_bool), ir_build_i32(b, 1),
                                  ir_build_i32(b, 0));
        } else if (program->bits[i] == 8 || program->bits[i] == 16) {
            low =
                ir_build_u2u(b, ir_type_i32,
                             ir_build_read(b, i, program->bits[i] == 8 ? ir_type_i8 : ir_type_i16));
        } else if (program->bits[i] == 64) {
            const ir_ref value = ir_build_read(b, i, ir_type_i64);
            low = ir_build_u2u(b, ir_type_i32, value);
            high = ir_build_u2u(b, ir_type_i32,
                                ir_build_ushr(b, value, ir_build_const(b, ir_type_i64, 32)));
        } else {
            low = ir_build_read(b, i, ir_type_i32);
        }
        ir_build_op(b, ir_op_store_output, ir_type_void, low, 0, word);
        if (high)
            ir_build_op(b, ir_op_store_output, ir_type_void, high, 0, word + 1);
    }
}

struct ir_shader *
gen_build(const struct gen_program *program, struct base_arena *arena)
{
    struct ir_shader *shader = ir_shader_create(arena, ir_stage_fragment, "random");
    struct ir_builder b;

    add_interface(shader);
    ir_builder_init(&b, shader);
    for (uint32_t i = 0, next; i < program->variable_count; i = next) {
        for (next = i + 1; next < program->variable_count; next++)
            if (program->bits[next] != program->bits[i])
                break;
        if (ir_build_variables(&b, next - i, program->bits[i]) != i)
            return NULL;
    }
    ir_build_write(&b, 0, ir_build_i32(&b, program->rounds));
    build_block(&b, program->body);
    build_final_stores(&b, program);
    return shader;
}

/* ---- as it is ---- */

enum gen_way { gen_way_on, gen_way_break, gen_way_continue, gen_way_end };

struct run {
    const struct gen_program *program;
    const struct eval_lane *lane;
    struct eval_result *result;
    uint64_t variables[MAX_VARIABLES];
    uint64_t steps;
    bool is_helper;
};

static int64_t
signed_of(uint64_t bits, unsigned width)
{
    const uint64_t sign = UINT64_C(1) << (width - 1);

    return (int64_t)((bits ^ sign) - sign);
}

static bool
is_less(uint64_t a, uint64_t b, enum ir_type type)
{
    if (type == ir_type_f32)
        return base_float_of_bits((uint32_t)a) < base_float_of_bits((uint32_t)b);
    return base_double_of_bits(a) < base_double_of_bits(b);
}

static bool
is_equal(uint64_t a, uint64_t b, enum ir_type type)
{
    if (type == ir_type_f32)
        return base_float_of_bits((uint32_t)a) == base_float_of_bits((uint32_t)b);
    return base_double_of_bits(a) == base_double_of_bits(b);
}

/* A float kept from 0 to 1, by its bits. */
static uint64_t
saturate(uint64_t bits, enum ir_type type)
{
    const uint64_t one = type == ir_type_f32 ? 0x3f800000 : UINT64_C(0x3ff0000000000000);
    const uint64_t infinity = type == ir_type_f32 ? 0x7f800000 : UINT64_C(0x7ff0000000000000);

    return bits > infinity ? 0 : bits > one ? one : bits;
}

/* width: of the operands. The result is cut to its type by the caller. */
static uint64_t
apply(const struct gen_expr *expr, const uint64_t *x, unsigned width)
{
    const unsigned count = (unsigned)(x[1] & (width - 1));
    const uint64_t sign = UINT64_C(1) << (width - 1);
    const enum ir_type from = expr->operand[0]->type;

    switch ((unsigned)expr->op) {
    case ir_op_iadd:
        return x[0] + x[1];
    case ir_op_isub:
        return x[0] - x[1];
    case ir_op_imul:
        return x[0] * x[1];
    case ir_op_iand:
        return x[0] & x[1];
    case ir_op_ior:
        return x[0] | x[1];
    case ir_op_ixor:
        return x[0] ^ x[1];
    case ir_op_inot:
        return ~x[0];
    case ir_op_ineg:
        return ~x[0] + 1;
    case ir_op_ishl:
        return x[0] << count;
    case ir_op_ushr:
        return x[0] >> count;
    case ir_op_umin:
        return x[0] < x[1] ? x[0] : x[1];
    case ir_op_imax:
        return signed_of(x[0], width) > signed_of(x[1], width) ? x[0] : x[1];
    case ir_op_ieq:
        return x[0] == x[1];
    case ir_op_ine:
        return x[0] != x[1];
    case ir_op_ult:
        return x[0] < x[1];
    case ir_op_ilt:
        return signed_of(x[0], width) < signed_of(x[1], width);
    case ir_op_flt:
        return is_less(x[0], x[1], from);
    case ir_op_feq:
        return is_equal(x[0], x[1], from);
    case ir_op_fneg:
        return x[0] ^ sign;
    case ir_op_fabs:
        return x[0] & ~sign;
    case ir_op_fsat:
        return saturate(x[0], from);
    case ir_op_u2f:
        return base_bits_of_float((float)x[0]);
    case ir_op_u2u:
        return x[0];
    case ir_op_i2i:
        return (uint64_t)signed_of(x[0], width);
    case ir_op_select:
        return x[0] ? x[1] : x[2];
    }
    return 0;
}

static uint64_t
run_expr(const struct run *r, const struct gen_expr *expr)
{
    uint64_t x[4] = {0};

    for (uint32_t i = 0; i < expr->count; i++)
        x[i] = run_expr(r, expr->operand[i]);
    switch (expr->kind) {
    case gen_expr_const:
        return expr->bits;
    case gen_expr_input:
        return r->lane->inputs[expr->index];
    case gen_expr_read:
        return r->variables[expr->index];
    case gen_expr_helper:
        return r->is_helper;
    case gen_expr_lane:
        return x[expr->index];
    case gen_expr_op:
        break;
    }
    return apply(expr, x, ir_type_bits((ir_type_id)expr->operand[0]->type)) &
           mask_of(ir_type_bits((ir_type_id)expr->type));
}

static enum gen_way run_block(struct run *r, const struct gen_stmt *stmt);

static enum gen_way
run_loop(struct run *r, const struct gen_stmt *stmt)
{
    enum gen_way way;

    do
        way = run_block(r, stmt->body);
    while (way == gen_way_on || way == gen_way_continue);
    return way == gen_way_break ? gen_way_on : way;
}

static enum gen_way
run_stmt(struct run *r, const struct gen_stmt *stmt)
{
    const uint64_t value = stmt->value ? run_expr(r, stmt->value) : 0;

    switch (stmt->kind) {
    case gen_stmt_write:
        r->variables[stmt->index] = value;
        return gen_way_on;
    case gen_stmt_store:
        r->result->outputs[stmt->index] = (uint32_t)value;
        return gen_way_on;
    case gen_stmt_demote:
        r->is_helper = r->is_helper || value;
        return gen_way_on;
    case gen_stmt_if:
        return run_block(r, value ? stmt->body : stmt->other);
    case gen_stmt_loop:
        return run_loop(r, stmt);
    case gen_stmt_break:
        return gen_way_break;
    case gen_stmt_continue:
        return gen_way_continue;
    case gen_stmt_return:
        return gen_way_end;
    case gen_stmt_terminate:
        r->result->is_dropped = true;
        return gen_way_end;
    }
    return gen_way_end;
}

static enum gen_way
run_block(struct run *r, const struct gen_stmt *stmt)
{
    enum gen_way way = gen_way_on;

    for (; stmt && way == gen_way_on; stmt = stmt->next) {
        if (r->steps == 0) {
            r->result->error = "the steps ran out";
            return gen_way_end;
        }
        r->steps--;
        way = run_stmt(r, stmt);
    }
    return way;
}

void
gen_run(const struct gen_program *program, const struct eval_lane *lane, struct eval_result *result)
{
    struct run r = {program, lane, result, .steps = lane->steps, .is_helper = lane->started_helper};

    memset(result, 0, sizeof(*result));
    r.variables[0] = program->rounds;
    if (run_block(&r, program->body) == gen_way_on) {
        for (uint32_t i = 0; i < program->variable_count; i++) {
            result->outputs[4 * OUTPUT_COUNT + 2 * i] = (uint32_t)r.variables[i];
            result->outputs[4 * OUTPUT_COUNT + 2 * i + 1] = (uint32_t)(r.variables[i] >> 32);
        }
    }
    result->is_dropped = result->is_dropped || r.is_helper;
}

void
gen_fill_lane(struct eval_lane *lane, uint64_t seed)
{
    struct generator g = {.state = seed};

    for (uint32_t i = 0; i < 4 * INPUT_COUNT; i++)
        lane->inputs[i] = (uint32_t)random_bits(&g, ir_type_i32);
    lane->started_helper = false;
}
