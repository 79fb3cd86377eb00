/* SPDX-License-Identifier: MIT */
#include "kit.h"

#include "rdna/parse.h"
#include "rdna/wave/memory.h"

#include <string.h>

static size_t
wave_words(const struct kit_code *code)
{
    return RDNA_STATE_SCALARS + (size_t)RDNA_STATE_VECTORS * code->wave_size;
}

size_t
kit_state_words(const struct kit_code *code)
{
    return wave_words(code) * code->waves;
}

uint32_t *
kit_scalars(const struct kit_code *code, const struct kit_data *data, uint32_t wave)
{
    return data->state + wave * wave_words(code);
}

uint32_t *
kit_vector(const struct kit_code *code, const struct kit_data *data, uint32_t wave, unsigned reg)
{
    return kit_scalars(code, data, wave) + RDNA_STATE_SCALARS + (size_t)reg * code->wave_size;
}

struct kit_data
kit_data_new(struct base_arena *arena, const struct kit_code *code, uint32_t window_size)
{
    return (struct kit_data){
        .state = base_arena_new_array(arena, uint32_t, (uint32_t)kit_state_words(code)),
        .window = base_arena_new_array(arena, uint8_t, window_size ? window_size : 1),
        .window_size = window_size};
}

struct kit_data
kit_data_copy(struct base_arena *arena, const struct kit_code *code, const struct kit_data *data)
{
    const struct kit_data copy = kit_data_new(arena, code, data->window_size);

    memcpy(copy.state, data->state, kit_state_words(code) * sizeof(uint32_t));
    if (data->window_size)
        memcpy(copy.window, data->window, data->window_size);
    return copy;
}

/* ---- the wave interpreter ---- */

static struct rdna_mode
mode_of(uint32_t mode)
{
    return (struct rdna_mode){.round32 = mode & 3,
                              .round64_16 = mode >> 2 & 3,
                              .denorm32 = mode >> 4 & 3,
                              .denorm64_16 = mode >> 6 & 3,
                              .dx10_clamp = mode >> 8 & 1,
                              .ieee = mode >> 9 & 1};
}

static bool
run_one(const struct kit_code *code, struct kit_data *data, uint32_t number,
        const struct rdna_program *program, struct rdna_memory *memory, uint64_t budget,
        struct base_arena *arena, struct base_text *reason)
{
    const struct rdna_group_options options = {
        .program = program, .memory = memory, .wave_count = 1, .lds_size = code->lds_size};
    struct rdna_group *group = rdna_group_new(arena, &options);
    struct rdna_wave *wave = &group->waves[0];
    uint32_t *scalars = kit_scalars(code, data, number);

    memcpy(wave->scalars, scalars, sizeof(wave->scalars));
    wave->scalars[RDNA_NULL] = 0;
    wave->scc = scalars[RDNA_STATE_SCC] != 0;
    wave->mode = mode_of(code->mode);
    const uint64_t scratch = KIT_SCRATCH + (uint64_t)number * code->scratch_size * code->wave_size;
    wave->hwregs[rdna_hwreg_flat_scr_lo] = (uint32_t)scratch;
    wave->hwregs[rdna_hwreg_flat_scr_hi] = (uint32_t)(scratch >> 32);
    for (unsigned reg = 0; reg < RDNA_STATE_VECTORS; reg++)
        memcpy(wave->vectors[reg], kit_vector(code, data, number, reg),
               code->wave_size * sizeof(uint32_t));
    const enum rdna_group_result result = rdna_group_run(group, budget);
    if (result == rdna_group_faulted)
        rdna_fault_print(group, reason);
    else if (result != rdna_group_ended)
        base_text_add_string(reason, "the wave does not end");
    memcpy(scalars, wave->scalars, sizeof(wave->scalars));
    scalars[RDNA_STATE_SCC] = wave->scc;
    for (unsigned reg = 0; reg < RDNA_STATE_VECTORS; reg++)
        memcpy(kit_vector(code, data, number, reg), wave->vectors[reg],
               code->wave_size * sizeof(uint32_t));
    return result == rdna_group_ended;
}

bool
kit_run_wave(const struct kit_code *code, struct kit_data *data, uint64_t budget,
             struct base_text *reason)
{
    struct rdna_memory memory;
    bool good = true;

    rdna_memory_init(&memory, 1 << 20);
    if (data->window_size) {
        assert_true(rdna_memory_map(&memory, KIT_WINDOW, data->window_size, true));
        assert_int_equal(rdna_memory_fill(&memory, KIT_WINDOW, data->window, data->window_size),
                         rdna_access_ok);
    }
    if (code->scratch_size)
        assert_true(rdna_memory_map(&memory, KIT_SCRATCH,
                                    (uint64_t)code->scratch_size * code->wave_size * code->waves,
                                    true));
    for (uint32_t wave = 0; good && wave < code->waves; wave++) {
        struct base_arena arena;
        base_arena_init(&arena, 0);
        if (!BASE_ARENA_CATCH(&arena))
            fail_msg("ran out");
        const struct rdna_program *program =
            rdna_program_new(&arena, code->words, code->count, code->isa, code->wave_size);
        good = run_one(code, data, wave, program, &memory, budget, &arena, reason);
        base_arena_finish(&arena);
    }
    if (data->window_size)
        assert_int_equal(rdna_memory_read(&memory, KIT_WINDOW, data->window, data->window_size),
                         rdna_access_ok);
    rdna_memory_finish(&memory);
    return good;
}

/* ---- translations ---- */

struct ir_shader *
kit_translate(const struct kit_code *code, bool has_company, enum rdna_company company,
              struct base_arena *arena, struct rdna_lower_report *report, struct base_diags *diags)
{
    struct rdna_lower_options *options = base_arena_new(arena, struct rdna_lower_options);

    *options = (struct rdna_lower_options){
        .isa = code->isa,
        .wave_size = code->wave_size,
        .stage = ir_stage_compute,
        .shell = rdna_shell_state,
        .has_company = has_company,
        .company = company,
        .subgroup_size = has_company && company == rdna_company_subgroup ? code->wave_size : 0,
        .mode = code->mode,
        .exact_fma = code->exact_fma,
        .window = KIT_WINDOW,
        .local_size = {code->wave_size, 1, 1},
        .lds_size = code->lds_size,
        .scratch_size = code->scratch_size};
    struct ir_shader *shader = rdna_lower(code->words, code->count, options, arena, report, diags);
    if (!shader)
        return NULL;
    if (!ir_verify(shader, diags) || !ir_run_pipeline(shader, ir_pipeline_default, diags) ||
        !ir_verify(shader, diags))
        return NULL;
    return shader;
}

bool
kit_run_device(struct scene_device *device, const struct kit_code *code,
               const struct ir_shader *shader, struct kit_data *data, struct base_arena *arena,
               struct base_diags *diags)
{
    static uint32_t nothing;
    const size_t state_size = kit_state_words(code) * sizeof(uint32_t);
    const bool has_window = data->window_size;
    const struct scene_buffer buffers[2] = {
        {data->state, state_size},
        {has_window ? data->window : (uint8_t *)&nothing, has_window ? data->window_size : 4}};
    const struct scene_binding bindings[2] = {{.set = RDNA_SET,
                                               .binding = RDNA_BINDING_STATE,
                                               .kind = scene_binding_storage,
                                               .buffer = 0},
                                              {.set = RDNA_SET,
                                               .binding = RDNA_BINDING_WINDOW,
                                               .kind = scene_binding_storage,
                                               .buffer = 1}};
    const struct scene_step steps[3] = {
        {.kind = scene_step_dispatch,
         .dispatch = {.shader = shader,
                      .groups = {code->waves, 1, 1},
                      .inputs = {.bindings = bindings, .binding_count = 2},
                      .subgroup_size = 0}},
        {.kind = scene_step_read_buffer, .read = 0},
        {.kind = scene_step_read_buffer, .read = 1}};
    const struct scene scene = {
        .buffers = buffers, .buffer_count = 2, .steps = steps, .step_count = 3};
    struct scene_result result = {NULL, 0};

    if (device->run(device, &scene, arena, &result, diags) != scene_status_ok)
        return false;
    memcpy(data->state, result.reads[0].data, state_size);
    if (has_window)
        memcpy(data->window, result.reads[1].data, data->window_size);
    return true;
}

const uint32_t *
kit_assemble(struct base_arena *arena, enum rdna_isa isa, unsigned wave_size, const char *text,
             uint32_t *count)
{
    struct rdna_assembly assembly;
    struct base_diags diags;

    base_diags_init(&diags, arena, "text");
    if (!rdna_assemble(text, strlen(text), isa, wave_size, arena, &assembly, &diags))
        fail_msg("%s: %s", text, diags.list.data[0].message);
    *count = assembly.count;
    return assembly.words;
}
