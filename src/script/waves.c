/* SPDX-License-Identifier: MIT
 *
 * Compute pipelines of RDNA code on the wave interpreter: buffers, images and descriptors in its
 * memory, registers as the pipeline's lines say, and what became of these.
 *
 * Lack of memory jumps no further than run_dispatch: script_run_waves owns the arena and the memory
 * of the dispatch, and gives both back.
 */
#include "rdna/wave/dispatch.h"
#include "rdna/wave/memory.h"
#include "script/script_priv.h"

#include <inttypes.h>
#include <stdlib.h>

/* Where things lie. A buffer's or image's room is larger than it may be, so that nothing is behind
 * its end. Sets and push constants lie where RADV's programs look for them: the upper half of their
 * address is a constant of the code. */
#define CODE_AT UINT64_C(0x001000000000)
#define BUFFERS_AT UINT64_C(0x010000000000)
#define BUFFER_ROOM (2 * SCRIPT_MAX_BYTES)
#define SCRATCH_AT UINT64_C(0x200000000000)
#define SCRATCH_ROOM UINT64_C(0x1000000)
#define PUSH_AT UINT64_C(0x800000010000)
#define SETS_AT UINT64_C(0x800000020000)
#define SET_ROOM UINT64_C(0x40000)

#define SAMPLER_BYTES 16
/* Bytes whose way there and back counts as one instruction. */
#define BYTES_A_STEP 16

uint64_t
script_wave_address(uint32_t resource)
{
    return BUFFERS_AT + BUFFER_ROOM * resource;
}

/* ---- a dispatch ---- */

struct run {
    const struct script_plan *plan;
    const struct script_wave_step *step;
    const struct script_wave_code *code;
    const struct script_pipeline *pipeline;
    struct script_memory *memory;
    struct base_arena arena; /* Of the dispatch. */
    struct rdna_memory rdna;
    struct rdna_dispatch dispatch;
    BASE_ARRAY(struct rdna_start) starts;
    BASE_ARRAY(uint32_t) sets; /* Their numbers, which rise; the first lies at SETS_AT. */
    const char *reason;
};

static bool
is_image(const struct run *run, uint32_t resource)
{
    return run->plan->places[resource].image != SCENE_NONE;
}

static struct scene_image *
image_of(const struct run *run, uint32_t resource)
{
    return &run->memory->images[run->plan->places[resource].image];
}

static struct scene_buffer *
buffer_of(const struct run *run, uint32_t resource)
{
    return &run->memory->buffers[run->plan->places[resource].buffer];
}

static unsigned char *
own(unsigned char **copy, const void *data, size_t size, struct base_arena *arena)
{
    if (!*copy) {
        *copy = base_arena_alloc(arena, size);
        if (data)
            memcpy(*copy, data, size);
    }
    return *copy;
}

unsigned char *
script_memory_own_buffer(struct script_memory *memory, uint32_t number, struct base_arena *arena)
{
    struct scene_buffer *buffer = &memory->buffers[number];
    unsigned char *data = own(&memory->own_buffers[number], buffer->data, buffer->size, arena);

    buffer->data = data;
    return data;
}

unsigned char *
script_memory_own_image(struct script_memory *memory, uint32_t number, struct base_arena *arena)
{
    struct scene_image *image = &memory->images[number];
    unsigned char *data = own(&memory->own_images[number], image->data, image->size, arena);

    image->data = data;
    return data;
}

static void
own_resources(struct run *run, struct base_arena *arena)
{
    for (uint32_t i = 0; i < run->plan->script->resources.count; i++) {
        if (!run->code->writable[i])
            continue;
        if (is_image(run, i))
            script_memory_own_image(run->memory, run->plan->places[i].image, arena);
        else
            script_memory_own_buffer(run->memory, run->plan->places[i].buffer, arena);
    }
}

/* ---- memory ---- */

static void
lack_memory(struct run *run)
{
    base_arena_fail(&run->arena, base_arena_out_of_memory);
}

static void
map(struct run *run, uint64_t address, const void *data, uint64_t size, bool writable)
{
    if (size == 0)
        return;
    if (!rdna_memory_map(&run->rdna, address, size, writable) ||
        (data && rdna_memory_fill(&run->rdna, address, data, (size_t)size) != rdna_access_ok))
        lack_memory(run);
}

static void
map_resources(struct run *run)
{
    for (uint32_t i = 0; i < run->plan->script->resources.count; i++) {
        if (!run->code->used[i])
            continue;
        if (!is_image(run, i)) {
            map(run, script_wave_address(i), buffer_of(run, i)->data, buffer_of(run, i)->size,
                run->code->writable[i]);
            continue;
        }
        map(run, script_wave_address(i), NULL, script_wave_image_size(image_of(run, i)),
            run->code->writable[i]);
        if (!script_put_wave_image(&run->rdna, script_wave_address(i), image_of(run, i)))
            lack_memory(run);
    }
}

static void
map_push(struct run *run)
{
    unsigned char data[SCENE_MAX_PUSH] = {0};

    if (run->pipeline->push == SCRIPT_NONE)
        return;
    const struct script_resource *push = &run->plan->script->resources.data[run->pipeline->push];
    if (push->size)
        memcpy(data, push->data, (size_t)push->size);
    map(run, PUSH_AT, data, sizeof(data), false);
}

static void
map_scratch(struct run *run)
{
    const uint64_t size = (uint64_t)run->pipeline->waves.scratch * run->code->shader->wave_size;

    run->dispatch.scratch = SCRATCH_AT;
    run->dispatch.scratch_stride = SCRATCH_ROOM;
    for (uint32_t i = 0; i < rdna_dispatch_waves(&run->dispatch); i++)
        map(run, SCRATCH_AT + i * SCRATCH_ROOM, NULL, size, true);
}

/* ---- descriptor sets: what is bound in each, by its binding, one after the other ---- */

static int
compare_binds(const void *a, const void *b)
{
    const struct script_bind *x = *(const struct script_bind *const *)a;
    const struct script_bind *y = *(const struct script_bind *const *)b;

    if (x->set != y->set)
        return x->set < y->set ? -1 : 1;
    if (x->binding != y->binding)
        return x->binding < y->binding ? -1 : 1;
    return x->element < y->element ? -1 : x->element > y->element;
}

static uint64_t
bind_size(const struct run *run, const struct script_bind *bind)
{
    const uint64_t left = buffer_of(run, bind->resource)->size - bind->offset;

    return bind->range && bind->range < left ? bind->range : left;
}

static void
put_words(struct run *run, uint64_t at, const uint32_t *words, size_t size)
{
    if (rdna_memory_fill(&run->rdna, at, words, size) != rdna_access_ok)
        lack_memory(run);
}

static void
put_buffer(struct run *run, const struct script_bind *bind, uint64_t at)
{
    const struct script_descriptor descriptor = {
        .address = script_wave_address(bind->resource) + bind->offset,
        .size = bind_size(run, bind),
        .format = script_wave_bind_format(run->plan->script, bind),
    };
    uint32_t words[4];

    script_make_descriptor(&descriptor, words);
    put_words(run, at, words, sizeof(words));
}

static void
put_image(struct run *run, const struct script_bind *bind, uint64_t at)
{
    const struct scene_image *image = image_of(run, bind->resource);
    const bool is_storage = bind->kind == scene_binding_storage_image;
    struct scene_view view = {
        .first_level = bind->level,
        .level_count = is_storage ? 1 : image->levels - bind->level,
    };
    uint32_t words[8];

    memcpy(view.swizzle, bind->swizzle, sizeof(view.swizzle));
    script_make_image_descriptor(image, &view, script_wave_address(bind->resource), is_storage,
                                 words);
    put_words(run, at, words, sizeof(words));
}

static void
put_sampler(struct run *run, const struct script_bind *bind, uint64_t at)
{
    uint32_t words[4];

    script_make_sampler_descriptor(&run->plan->script->samplers.data[bind->sampler].sampler, words);
    put_words(run, at, words, sizeof(words));
}

static void
put_bind(struct run *run, const struct script_bind *bind, uint64_t at)
{
    switch (bind->kind) {
    case scene_binding_uniform:
    case scene_binding_storage:
    case scene_binding_uniform_texel:
    case scene_binding_storage_texel:
        put_buffer(run, bind, at);
        return;
    case scene_binding_combined:
        /* The sampler stands at the slot's end. */
        put_sampler(run, bind, at + script_slot_of(bind->kind).size - SAMPLER_BYTES);
        put_image(run, bind, at);
        return;
    case scene_binding_sampled:
    case scene_binding_storage_image:
        put_image(run, bind, at);
        return;
    case scene_binding_sampler:
        break;
    }
    put_sampler(run, bind, at);
}

/* Bytes of the first set among the binds; *count of them are its. */
static uint64_t
lay_out(const struct script_bind *const *binds, uint32_t *count, uint64_t *offsets)
{
    const uint32_t most = *count;
    uint64_t size = 0;

    for (*count = 0; *count < most && binds[*count]->set == binds[0]->set; ++*count) {
        const struct script_slot slot = script_slot_of(binds[*count]->kind);

        size = (size + slot.align - 1) / slot.align * slot.align;
        offsets[*count] = size;
        size += slot.size;
    }
    return size;
}

static void
map_sets(struct run *run)
{
    const struct script_pipeline *pipeline = run->pipeline;
    const uint32_t count = pipeline->binds.count;
    const struct script_bind **binds =
        base_arena_new_array(&run->arena, const struct script_bind *, count);
    uint64_t *offsets = base_arena_new_array(&run->arena, uint64_t, count);

    for (uint32_t i = 0; i < count; i++)
        binds[i] = &pipeline->binds.data[i];
    qsort(binds, count, sizeof(*binds), compare_binds);
    for (uint32_t i = 0, end; i < count; i = end) {
        const uint64_t at = SETS_AT + SET_ROOM * run->sets.count;
        uint32_t in_set = count - i;

        map(run, at, NULL, lay_out(binds + i, &in_set, offsets), false);
        end = i + in_set;
        for (uint32_t k = 0; k < in_set; k++)
            put_bind(run, binds[i + k], at + offsets[k]);
        base_array_push(&run->arena, &run->sets, binds[i]->set);
    }
}

static uint64_t
address_of_set(const struct run *run, uint32_t set)
{
    uint32_t i = 0;

    while (run->sets.data[i] != set)
        i++;
    return SETS_AT + SET_ROOM * i;
}

/* ---- registers ---- */

static void
add_values(struct run *run, const struct script_register *reg, const uint32_t *values)
{
    for (uint32_t i = 0; i < reg->count; i++) {
        const struct rdna_start start = {
            .kind = rdna_start_value, .code = (uint16_t)(reg->code + i), .value = values[i]};

        base_array_push(&run->arena, &run->starts, start);
    }
}

static void
add_address(struct run *run, const struct script_register *reg, uint64_t address)
{
    const uint32_t words[2] = {(uint32_t)address, (uint32_t)(address >> 32)};

    add_values(run, reg, words);
}

static void
add_descriptor(struct run *run, const struct script_register *reg)
{
    const uint64_t left = buffer_of(run, reg->resource)->size - reg->offset;
    const struct script_descriptor descriptor = {
        .address = script_wave_address(reg->resource) + reg->offset,
        .size = reg->range ? reg->range : left,
        .stride = reg->stride,
        .format = reg->format,
    };
    uint32_t words[4];

    script_make_descriptor(&descriptor, words);
    add_values(run, reg, words);
}

static void
add_push(struct run *run, const struct script_register *reg)
{
    uint32_t words[SCENE_MAX_PUSH / 4] = {0};

    if (!reg->has_values) {
        add_address(run, reg, PUSH_AT + reg->offset);
        return;
    }
    for (uint32_t i = 0; i < reg->count; i++)
        rdna_memory_read(&run->rdna, PUSH_AT + reg->offset + 4 * i, &words[i], sizeof(words[i]));
    add_values(run, reg, words);
}

static void
add_start(struct run *run, const struct script_register *reg)
{
    for (uint32_t i = 0; i < reg->count; i++) {
        const struct rdna_start start = {.kind = reg->start,
                                         .code = (uint16_t)(reg->code + i),
                                         .axis = (uint8_t)(reg->axis + i)};

        base_array_push(&run->arena, &run->starts, start);
    }
}

static void
add_register(struct run *run, const struct script_register *reg)
{
    switch (reg->kind) {
    case script_register_value:
        add_values(run, reg, reg->values);
        return;
    case script_register_address:
        add_address(run, reg, script_wave_address(reg->resource) + reg->offset);
        return;
    case script_register_descriptor:
        add_descriptor(run, reg);
        return;
    case script_register_set:
        add_address(run, reg, address_of_set(run, reg->set));
        return;
    case script_register_push:
        add_push(run, reg);
        return;
    case script_register_start:
        break;
    }
    add_start(run, reg);
}

/* ---- running ---- */

static void
prepare_dispatch(struct run *run)
{
    const struct script_waves *waves = &run->pipeline->waves;
    const struct script_wave_code *code = run->code;
    struct rdna_dispatch *dispatch = &run->dispatch;
    struct rdna_program *program =
        rdna_program_new(&run->arena, code->code.words, code->code.code_count, code->shader->isa,
                         code->shader->wave_size);

    program->base = CODE_AT;
    dispatch->program = program;
    dispatch->memory = &run->rdna;
    memcpy(dispatch->groups, run->step->groups, sizeof(dispatch->groups));
    memcpy(dispatch->size, waves->size, sizeof(dispatch->size));
    if (!waves->size[0]) {
        dispatch->size[0] = program->wave_size;
        dispatch->size[1] = dispatch->size[2] = 1;
    }
    dispatch->lds_size = waves->lds;
    dispatch->mode = waves->has_mode ? rdna_mode_of(waves->mode) : rdna_mode_start();
    map(run, CODE_AT, code->code.words, 4 * (uint64_t)code->code.count, false);
    map_resources(run);
    map_push(run);
    map_scratch(run);
    map_sets(run);
    for (uint32_t i = 0; i < waves->registers.count; i++)
        add_register(run, &waves->registers.data[i]);
    dispatch->starts = run->starts.data;
    dispatch->start_count = run->starts.count;
    if (run->plan->options->trace)
        script_trace_dispatch(dispatch, run->plan->options->trace, &run->arena);
}

/* For what the buffers are as work, so that many dispatches of large ones have an end too. */
static bool
take_steps(const struct run *run, uint64_t *budget)
{
    uint64_t bytes = 0;

    for (uint32_t i = 0; i < run->plan->script->resources.count; i++) {
        if (run->code->used[i])
            bytes += is_image(run, i) ? script_wave_image_size(image_of(run, i))
                                      : buffer_of(run, i)->size;
    }
    if (bytes / BYTES_A_STEP > *budget)
        return false;
    *budget -= bytes / BYTES_A_STEP;
    return true;
}

/* False with a reason, which is the run's. */
static bool
dispatch_waves(struct run *run, uint64_t *budget)
{
    struct rdna_dispatch *dispatch = &run->dispatch;
    struct base_text text;

    if (!take_steps(run, budget)) {
        run->reason =
            "found buffers and images that cost more than the instructions that the script's waves "
            "may execute, expected smaller ones, or fewer dispatches";
        return false;
    }
    prepare_dispatch(run);
    dispatch->budget = *budget;
    const enum rdna_group_result result = rdna_dispatch_run(&run->arena, dispatch);
    *budget = dispatch->budget;
    if (result == rdna_group_ended)
        return true;
    base_text_init(&text, &run->arena);
    base_text_printf(&text, "workgroup %" PRIu32 " %" PRIu32 " %" PRIu32 ": ", dispatch->id[0],
                     dispatch->id[1], dispatch->id[2]);
    if (result == rdna_group_faulted)
        rdna_fault_print(dispatch->group, &text);
    else
        base_text_add_string(&text, "found no end within the instructions that the script's waves "
                                    "may execute, expected one");
    run->reason = base_text_string(&text);
    return false;
}

static void
take_resources(const struct run *run)
{
    const struct script_memory *memory = run->memory;

    for (uint32_t i = 0; i < run->plan->script->resources.count; i++) {
        if (!run->code->writable[i])
            continue;
        if (is_image(run, i))
            script_get_wave_image(&run->rdna, script_wave_address(i), image_of(run, i),
                                  memory->own_images[run->plan->places[i].image]);
        else
            rdna_memory_read(&run->rdna, script_wave_address(i),
                             memory->own_buffers[run->plan->places[i].buffer],
                             buffer_of(run, i)->size);
    }
}

/* What the caller's arena has left, half of it for each kind of memory. 0 is no limit. */
static size_t
limit_of(const struct base_arena *arena)
{
    const size_t left = arena->limit - arena->used;

    return !arena->limit ? 0 : left / 2 ? left / 2 : 1;
}

static bool
run_dispatch(struct run *run, uint64_t *budget, size_t limit)
{
    base_arena_init(&run->arena, limit);
    rdna_memory_init(&run->rdna, limit ? limit : SIZE_MAX);
    if (!BASE_ARENA_CATCH(&run->arena)) {
        run->reason = "found too little memory for a dispatch of waves, expected enough for its "
                      "buffers and images";
        return false;
    }
    if (!dispatch_waves(run, budget))
        return false;
    take_resources(run);
    return true;
}

bool
script_run_waves(const struct script_plan *plan, const struct script_wave_step *step,
                 struct script_memory *memory, uint64_t *budget, struct base_arena *arena,
                 struct script_verdict *verdict)
{
    struct run run = {
        .plan = plan,
        .step = step,
        .code = step->code,
        .pipeline = step->code->pipeline,
        .memory = memory,
    };
    char *reason = NULL;

    own_resources(&run, arena);
    const bool is_good = run_dispatch(&run, budget, limit_of(arena));
    if (!is_good)
        reason = base_arena_try_copy(arena, run.reason, strlen(run.reason) + 1);
    base_arena_finish(&run.arena);
    rdna_memory_finish(&run.rdna);
    if (is_good)
        return true;
    if (!reason)
        base_arena_fail(arena, base_arena_over_budget);
    verdict->outcome = script_outcome_fail;
    verdict->reason =
        base_arena_printf(arena, "%" PRIu32 ":%" PRIu32 ": shader %s: %s", step->place.line,
                          step->place.column, step->code->shader->name, reason);
    return false;
}
