/* SPDX-License-Identifier: MIT
 *
 * How many operations on one lane's values the interpreter does in a second on one thread: chains
 * of arithmetic on floats and integers, by group size, and what loads, branches and the rest of a
 * kernel cost beside it.
 */
#include "bench.h"
#include "cpu/interp/interp.h"

#include <stdio.h>
#include <stdlib.h>

#define ROUNDS 2000 /* Of the shader's loop. */
#define CHAIN 64    /* Links in the loop, four ops each. */
#define TURNS 7

struct bench {
    struct base_arena arena;
    struct base_diags diags;
    struct ir_shader *shader;
    struct ir_builder b;
};

/* A link of each kind of chain: takes two values and gives one. */

static ir_ref
link_floats(struct bench *bench, ir_ref x, ir_ref y)
{
    struct ir_builder *b = &bench->b;
    const ir_ref sum = ir_build_fadd(b, ir_build_fmul(b, x, y), ir_build_f32(b, 0.25f));

    return ir_build_fmin(b, ir_build_fsub(b, sum, x), ir_build_f32(b, 3));
}

static ir_ref
link_ints(struct bench *bench, ir_ref x, ir_ref y)
{
    struct ir_builder *b = &bench->b;
    const ir_ref sum = ir_build_iadd(b, ir_build_ixor(b, x, y), ir_build_i32(b, 0x9e3779b9));

    return ir_build_isub(b, sum, ir_build_ishl(b, x, ir_build_i32(b, 5)));
}

/* Fused multiply-add, conversions, a comparison and a choice. */
static ir_ref
link_mixed(struct bench *bench, ir_ref x, ir_ref y)
{
    struct ir_builder *b = &bench->b;
    const ir_ref whole = ir_build_f2i(b, ir_type_i32, ir_build_ffma(b, x, y, x));
    const ir_ref back = ir_build_i2f(b, ir_type_f32, whole);

    return ir_build_select(b, ir_build_flt(b, back, y), back, y);
}

static ir_ref
link_loads(struct bench *bench, ir_ref x, ir_ref y)
{
    struct ir_builder *b = &bench->b;
    const ir_ref offset = ir_build_iand(b, ir_build_iadd(b, x, y), ir_build_i32(b, 0xfff));

    return ir_build_iadd(b, ir_build_load_buffer(b, ir_type_i32, 0, offset), x);
}

/* A branch that all lanes take. */
static ir_ref
link_branches(struct bench *bench, ir_ref x, ir_ref y)
{
    struct ir_builder *b = &bench->b;
    const uint32_t result = ir_build_variables(b, 1, 32);

    ir_build_write(b, result, y);
    ir_build_if(b, ir_build_ine(b, x, ir_build_i32(b, 12345)));
    ir_build_write(b, result, ir_build_iadd(b, x, y));
    ir_build_else(b);
    ir_build_endif(b);
    return ir_build_read(b, result, ir_type_i32);
}

static const struct {
    const char *name;
    ir_ref (*link)(struct bench *bench, ir_ref x, ir_ref y);
    enum ir_type type;
    double ops; /* A link. */
} chains[] = {
    {"f32 arithmetic", link_floats, ir_type_f32, 4}, {"i32 arithmetic", link_ints, ir_type_i32, 4},
    {"mixed", link_mixed, ir_type_f32, 5},           {"loads", link_loads, ir_type_i32, 4},
    {"branches", link_branches, ir_type_i32, 3},
};

/* x, y = y, link(x, y), many times. */
static void
make_shader(struct bench *bench, uint32_t chain)
{
    const struct ir_io in = {.type = ir_type_i32, .components = 3},
                       out = {.type = ir_type_i32, .components = 1};
    const struct ir_buffer buffer = {.kind = ir_buffer_storage, .count = 1};
    const enum ir_type type = chains[chain].type;

    bench->shader = ir_shader_create(&bench->arena, ir_stage_vertex, chains[chain].name);
    ir_builder_init(&bench->b, bench->shader);
    ir_add_input(bench->shader, &in);
    ir_add_output(bench->shader, &out);
    ir_add_buffer(bench->shader, &buffer);

    struct ir_builder *b = &bench->b;
    const uint32_t v = ir_build_variables(b, 3, 32);
    for (uint32_t i = 0; i < 3; i++)
        ir_build_write(b, v + i,
                       ir_build_op(b, ir_op_load_input, ir_type_i32, 0, 0, ir_io_imm(0, i)));
    ir_build_loop(b);
    const ir_ref round = ir_build_read(b, v + 2, ir_type_i32);
    ir_build_if(b, ir_build_uge(b, round, ir_build_i32(b, ROUNDS)));
    ir_build_break(b);
    ir_build_else(b);
    ir_build_endif(b);
    for (uint32_t i = 0; i < CHAIN; i++) {
        const ir_ref x = ir_build_read(b, v, type), y = ir_build_read(b, v + 1, type);

        ir_build_write(b, v, y);
        ir_build_write(b, v + 1, chains[chain].link(bench, x, y));
    }
    ir_build_write(b, v + 2, ir_build_iadd(b, round, ir_build_i32(b, 1)));
    ir_build_endloop(b);
    ir_build_op(b, ir_op_store_output, ir_type_void, ir_build_read(b, v + 1, ir_type_i32), 0,
                ir_io_imm(0, 0));
    if (!ir_verify(bench->shader, &bench->diags)) {
        fprintf(stderr, "%s\n", bench->diags.list.data[0].message);
        exit(1);
    }
}

/* The least seconds of some runs: machines are noisy. */
static double
measure(struct bench *bench, uint32_t lanes)
{
    static _Alignas(16) uint32_t memory[1024 + 1];
    static uint32_t inputs[4 * CPU_MAX_LANES], outputs[4 * CPU_MAX_LANES];
    const struct cpu_program *program =
        cpu_program_create(bench->shader, lanes, &bench->arena, &bench->diags);
    const struct cpu_buffer_view view = {memory, sizeof(memory), true};
    const struct cpu_buffers buffers = {&view, 1};
    const struct cpu_resources resources = {.buffers = &buffers};
    void *scratch = aligned_alloc(64, cpu_program_scratch_size(program));
    struct cpu_group group = {.active = UINT64_MAX,
                              .inputs = inputs,
                              .outputs = outputs,
                              .resources = &resources,
                              .scratch = scratch};
    double least = 1e9;

    if (!scratch)
        exit(1);
    cpu_program_scratch_init(program, scratch);
    for (uint32_t i = 0; i < lanes; i++) {
        inputs[i] = inputs[lanes + i] = 0x3f000000 + 1000 * i;
        inputs[2 * lanes + i] = 0;
    }
    for (uint32_t i = 0; i < TURNS; i++) {
        const double start = bench_seconds(CLOCK_MONOTONIC);

        group.steps = UINT64_MAX;
        if (cpu_program_run(program, &group) != cpu_run_done)
            exit(1);
        const double took = bench_seconds(CLOCK_MONOTONIC) - start;
        least = took < least ? took : least;
    }
    free(scratch);
    return least;
}

int
main(void)
{
    printf("%-16s", "Gops/s by lanes");
    for (uint32_t lanes = 4; lanes <= CPU_MAX_LANES; lanes *= 2)
        printf("%8u", lanes);
    printf("\n");
    for (uint32_t i = 0; i < BASE_COUNT(chains); i++) {
        struct bench bench;

        base_arena_init(&bench.arena, 0);
        if (!BASE_ARENA_CATCH(&bench.arena))
            return 1;
        base_diags_init(&bench.diags, &bench.arena, "bench");
        make_shader(&bench, i);
        printf("%-16s", chains[i].name);
        for (uint32_t lanes = 4; lanes <= CPU_MAX_LANES; lanes *= 2)
            printf("%8.2f", chains[i].ops * CHAIN * ROUNDS * lanes / measure(&bench, lanes) * 1e-9);
        printf("\n");
        base_arena_finish(&bench.arena);
    }
    return 0;
}
