/* SPDX-License-Identifier: MIT */
#include "start.h"

#include "rdna/wave/wave.h"

/* Programs for waves of 64 may have registers behind their own that the halves share. */
enum { USER_SCALARS = 16, MOST_INLINED = 8, SCRATCH_SCALARS = 2, SHARED_VECTORS = 8 };

/* ---- what the shader uses ---- */

static bool
is_image_op(enum ir_op op)
{
    return op >= ir_op_sample && op <= ir_op_image_lod;
}

static void
find_sets(struct start *start, const struct ir_shader *shader, ir_ref ref)
{
    const enum ir_op op = ir_op_of(shader, ref);
    const uint32_t imm = ir_imm(shader, ref);
    uint32_t set = KIT_SETS;

    if (op >= ir_op_load_buffer && op <= ir_op_buffer_size)
        set = shader->buffers.data[imm & 0xffff].set;
    if (is_image_op(op))
        set = shader->images.data[ir_imm_image(imm)].set;
    if (set < KIT_SETS)
        start->sets[set] = true;
    if ((op == ir_op_sample || op == ir_op_gather) && ir_imm_sampler(imm) &&
        shader->samplers.data[ir_imm_sampler(imm) - 1].set < KIT_SETS)
        start->sets[shader->samplers.data[ir_imm_sampler(imm) - 1].set] = true;
}

static bool
has_one_row(const uint32_t size[3])
{
    return (size[0] == 1) + (size[1] == 1) + (size[2] == 1) >= 2;
}

static void
find_input(struct start *start, const struct ir_shader *shader, ir_ref ref)
{
    const uint32_t imm = ir_imm(shader, ref);

    switch ((unsigned)shader->inputs.data[imm >> 2].builtin) {
    case ir_builtin_workgroup_id:
    case ir_builtin_global_id:
        start->has_id[imm & 3] = true;
        break;
    case ir_builtin_num_workgroups:
        start->has_grid = true;
        break;
    case ir_builtin_local_index:
        start->has_wave |= !has_one_row(shader->local_size);
        break;
    case ir_builtin_subgroup_id:
    case ir_builtin_num_subgroups:
        start->has_wave = true;
        break;
    }
}

/* False if the words are not known. */
static bool
find_push(uint64_t *words, const struct ir_shader *shader, ir_ref ref)
{
    const ir_ref at = ir_operand(shader, ref, 0);
    const unsigned bits = ir_type_bits(ir_type_of(shader, ref));

    if (ir_op_of(shader, at) != ir_op_const || bits < 32)
        return false;
    *words |= (bits / 32 == 2 ? UINT64_C(3) : UINT64_C(1)) << (ir_const_bits(shader, at) / 4 & 63);
    return true;
}

static uint32_t
count_bits(uint64_t bits)
{
    uint32_t count = 0;

    for (; bits; bits &= bits - 1)
        count++;
    return count;
}

static uint64_t
highest_bit(uint64_t bits)
{
    while (bits & (bits - 1))
        bits &= bits - 1;
    return bits;
}

/* Push constants are inlined if all are known and there is room, else as many as there is room for
 * beside the pointer. */
static void
inline_push(struct start *start, uint64_t words, bool is_known, uint32_t free)
{
    const uint32_t room = free + 1 < MOST_INLINED ? free + 1 : MOST_INLINED;

    start->has_push_pointer = !is_known || count_bits(words) > room;
    while (start->has_push_pointer && count_bits(words) > (free < room ? free : room))
        words &= ~highest_bit(words);
    start->inlined = words;
}

void
start_find(struct start *start, const struct kit_program *program, const struct ir_shader *shader)
{
    bool has_push = false, is_known = true;
    uint64_t words = 0;
    uint32_t count = SCRATCH_SCALARS;

    *start = (struct start){0};
    for (ir_ref ref = shader->first; ref; ref = ir_next(shader, ref)) {
        const enum ir_op op = ir_op_of(shader, ref);

        if (op == ir_op_load_input)
            find_input(start, shader, ref);
        else if (op == ir_op_load_push)
            has_push = true, is_known &= find_push(&words, shader, ref);
        else
            find_sets(start, shader, ref);
    }
    for (uint32_t i = 0; i < KIT_SETS; i++)
        count += start->sets[i];
    if (start->has_grid)
        count += program->isa == rdna_isa_gfx1030 ? 3 : 2;
    if (has_push) {
        inline_push(start, words, is_known, USER_SCALARS - count - 1);
        count += start->has_push_pointer + count_bits(start->inlined);
    }
    for (unsigned i = 0; i < 3; i++)
        count += start->has_id[i];
    start->count = count + start->has_wave + 1;
}

/* ---- running ---- */

struct run {
    const struct start_dispatch *dispatch;
    struct kit_memory *memory;
    struct base_arena *arena;
    struct rdna_program *program;
    uint64_t grid; /* Addresses. */
    uint64_t scratch;
    uint32_t waves; /* Of a workgroup. */
    uint32_t threads;
};

static void
set_scalars(const struct run *run, struct rdna_wave *wave, const uint32_t id[3])
{
    const struct start *start = run->dispatch->start;
    uint32_t *s = wave->scalars;

    *s++ = (uint32_t)run->scratch;
    *s++ = (uint32_t)(run->scratch >> 32) | UINT32_C(1) << 31; /* Swizzled. */
    for (uint32_t i = 0; i < KIT_SETS; i++)
        if (start->sets[i])
            *s++ = run->memory->sets[i];
    if (start->has_push_pointer)
        *s++ = run->memory->push;
    for (uint32_t i = 0; i < 64; i++)
        if (start->inlined >> i & 1)
            memcpy(s++, run->dispatch->push + i * 4, 4);
    if (start->has_grid && run->dispatch->program->isa == rdna_isa_gfx1030) {
        memcpy(s, run->dispatch->groups, 12);
        s += 3;
    } else if (start->has_grid) {
        *s++ = (uint32_t)run->grid;
        *s++ = (uint32_t)(run->grid >> 32);
    }
    for (unsigned i = 0; i < 3; i++)
        if (start->has_id[i])
            *s++ = id[i];
    if (start->has_wave)
        *s++ = wave->index << 6 | run->waves;
    *s = wave->index * run->dispatch->program->scratch_size * wave->size;
}

static void
set_lanes(const struct run *run, struct rdna_wave *wave)
{
    const uint32_t *size = run->dispatch->local_size;
    uint64_t exec = 0;

    for (uint32_t lane = 0; lane < wave->size; lane++) {
        const uint32_t i = wave->index * wave->size + lane;

        wave->vectors[0][lane] = i % size[0];
        wave->vectors[1][lane] = i / size[0] % size[1];
        wave->vectors[2][lane] = i / size[0] / size[1];
        exec |= (uint64_t)(i < run->threads) << lane;
    }
    rdna_set_exec(wave, exec);
}

static const char *
run_in(struct base_arena *arena, const struct run *run, const uint32_t id[3])
{
    const struct start_dispatch *dispatch = run->dispatch;
    const struct rdna_group_options options = {
        .program = run->program,
        .memory = &run->memory->memory,
        .wave_count = run->waves,
        .lds_size = dispatch->program->lds_size > dispatch->shared_size
                        ? dispatch->program->lds_size
                        : dispatch->shared_size,
    };
    struct rdna_group *group = rdna_group_new(arena, &options);
    struct base_text text;

    for (uint32_t i = 0; i < run->waves; i++) {
        set_scalars(run, &group->waves[i], id);
        set_lanes(run, &group->waves[i]);
        if (dispatch->program->vgprs)
            rdna_wave_share(&group->waves[i], dispatch->program->vgprs, SHARED_VECTORS);
        if (dispatch->keeps_denormals)
            group->waves[i].mode.denorm32 = RDNA_KEEP_IN | RDNA_KEEP_OUT;
    }
    switch (rdna_group_run(group, dispatch->budget)) {
    case rdna_group_ended:
        break;
    case rdna_group_out_of_steps:
        return "does not end";
    case rdna_group_faulted:
        base_text_init(&text, arena);
        rdna_fault_print(group, &text);
        return base_arena_printf(run->arena, "%s", base_text_string(&text));
    }
    return NULL;
}

/* NULL, or why it did not end. */
static const char *
run_group(const struct run *run, const uint32_t id[3])
{
    struct base_arena arena;

    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena)) {
        base_arena_finish(&arena);
        return "out of memory";
    }
    const char *const why = run_in(&arena, run, id);
    base_arena_finish(&arena);
    return why;
}

const char *
start_run(const struct start_dispatch *dispatch, struct kit_memory *memory)
{
    const struct kit_program *program = dispatch->program;
    struct run run = {.dispatch = dispatch, .memory = memory, .arena = memory->arena};
    const uint32_t *size = dispatch->local_size, *groups = dispatch->groups;

    run.threads = size[0] * size[1] * size[2];
    run.waves = (run.threads + program->wave_size - 1) / program->wave_size;
    run.grid = kit_memory_new(memory, 12, false);
    kit_memory_put(memory, run.grid, groups, 12);
    run.scratch = kit_memory_new(
        memory, (uint64_t)program->scratch_size * program->wave_size * run.waves, false);
    run.program = rdna_program_new(memory->arena, program->words, program->word_count, program->isa,
                                   program->wave_size);
    run.program->base = kit_memory_new(memory, program->word_count * 4, false);
    kit_memory_put(memory, run.program->base, program->words, program->word_count * 4);
    for (uint32_t i = 0; i < groups[0] * groups[1] * groups[2]; i++) {
        const uint32_t id[3] = {i % groups[0], i / groups[0] % groups[1],
                                i / groups[0] / groups[1]};
        const char *why = run_group(&run, id);

        if (why)
            return why;
    }
    return NULL;
}
