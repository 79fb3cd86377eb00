/* SPDX-License-Identifier: MIT */
#include "send_on.h"

#include "cpu/interp/interp.h"

#include <stdio.h>
#include <stdlib.h>

#define SMALL 5000 /* Instructions: SPIRV-Tools takes seconds for more. */
#define MAX_SCRATCH ((size_t)256 << 20)
#define STEPS 20000
#define LANES 8
#define WORDS 64 /* Of memory, at each binding. */

void
fuzz_die(const char *what, const struct base_diags *diags)
{
    fprintf(stderr, "%s\n", what);
    for (uint32_t i = 0; i < diags->list.count; i++)
        fprintf(stderr, "%s\n", diags->list.data[i].message);
    abort();
}

static void
write_all(const struct ir_shader *shader, struct base_arena *arena, struct base_diags *diags)
{
    static const enum spirv_target targets[] = {spirv_target_vulkan1_1, spirv_target_vulkan1_3};

    for (size_t i = 0; i < BASE_COUNT(targets); i++) {
        const struct spirv_write_options options = {.target = targets[i]};
        const uint32_t before = diags->error_count;
        struct spirv_module module;

        const bool is_written = spirv_translate(shader, &options, arena, &module, diags);
        if (is_written == (diags->error_count > before))
            fuzz_die("a module with an error, or neither", diags);
        if (is_written && spirv_has_tools() && !spirv_validate(&module, targets[i], diags))
            fuzz_die("a module that is not valid", diags);
    }
}

/* The same memory at each binding, none for images. */
static void
bind(const struct ir_shader *shader, struct base_arena *arena, struct cpu_resources *resources)
{
    struct cpu_buffers *buffers =
        base_arena_new_array(arena, struct cpu_buffers, shader->buffers.count);
    struct cpu_range *range = base_arena_new(arena, struct cpu_range);

    for (uint32_t i = 0; i < shader->buffers.count; i++) {
        struct cpu_buffer_view *view = base_arena_new(arena, struct cpu_buffer_view);

        *view = (struct cpu_buffer_view){base_arena_new_array(arena, uint64_t, WORDS / 2),
                                         WORDS * sizeof(uint32_t),
                                         shader->buffers.data[i].kind == ir_buffer_storage};
        buffers[i] = (struct cpu_buffers){view, 1};
    }
    *range = (struct cpu_range){
        0x1000, {base_arena_new_array(arena, uint64_t, WORDS / 2), WORDS * sizeof(uint32_t), true}};
    *resources = (struct cpu_resources){
        .buffers = buffers,
        .images = base_arena_new_array(arena, struct cpu_images, shader->images.count),
        .samplers = base_arena_new_array(arena, struct cpu_samplers, shader->samplers.count),
        .push = base_arena_new_array(arena, uint32_t, WORDS),
        .push_size = WORDS * sizeof(uint32_t),
        .ranges = range,
        .range_count = 1};
}

static void
run_group(const struct ir_shader *shader, struct base_arena *arena, struct base_diags *diags)
{
    const uint32_t before = diags->error_count;
    const struct cpu_program *program = cpu_program_create(shader, LANES, arena, diags);
    struct cpu_resources resources;

    if ((program == NULL) != (diags->error_count > before))
        fuzz_die("a program with an error, or neither", diags);
    if (!program || cpu_program_scratch_size(program) > MAX_SCRATCH)
        return;
    bind(shader, arena, &resources);
    uint32_t *inputs =
        base_arena_new_array(arena, uint32_t, (size_t)shader->inputs.count * 4 * LANES);
    for (uint32_t i = 0; i < shader->inputs.count * 4 * LANES; i++)
        inputs[i] = i % 3 ? i : 0x3f800000;
    struct cpu_group group = {
        .active = (UINT64_C(1) << LANES) - 1,
        .helpers = shader->stage == ir_stage_fragment ? 2 : 0,
        .inputs = inputs,
        .outputs = base_arena_new_array(arena, uint32_t, (size_t)shader->outputs.count * 4 * LANES),
        .resources = &resources,
        .shared = base_arena_new_array(arena, uint64_t, (size_t)shader->shared_size / 8 + 1),
        .scratch = aligned_alloc(64, cpu_program_scratch_size(program) + 64),
        .steps = STEPS};
    if (!group.scratch)
        return;
    cpu_program_scratch_init(program, group.scratch);
    enum cpu_run end = cpu_program_run(program, &group);
    while (end == cpu_run_barrier)
        end = cpu_program_resume(program, &group);
    free(group.scratch);
}

void
fuzz_send_on(const struct ir_shader *shader, struct base_arena *arena, struct base_diags *diags)
{
    if (shader->insts.count > SMALL)
        return;
    write_all(shader, arena, diags);
    run_group(shader, arena, diags);
}
