/* SPDX-License-Identifier: MIT
 *
 * Compute programs that RADV compiled, run by the interpreter with descriptor sets built here, give
 * what their GLSL gives on the devices: on the built-in one with subgroups as large as the waves,
 * and, where neither the order of invocations nor the size of subgroups matters, on the host's.
 *
 *   test_compute CORPUS [PART]     PART: only sources with that in the name
 */
#include "compare.h"
#include "corpus/corpus.h"
#include "cpu/cpu.h"
#include "script/script.h"
#include "start.h"
#include "vulkan/vulkan_device.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define CPU_STEPS (UINT64_C(1) << 16) /* Of a group; more is taken for a loop without end. */
#define WAVE_STEPS (UINT64_C(1) << 22)
#define MINOR 3 /* SPIR-V 1.3 has subgroups. */

enum { MOST_OUTPUTS = 64, GROUPS = 3, ROWS = 2 };

/* What a source and a style of inputs are run with, and what came of it on the devices. */
struct work {
    const char *name;
    struct ir_shader *shader;
    const struct layout *layout;
    struct inputs inputs;
    uint32_t groups[3];
    unsigned char push[SCENE_MAX_PUSH]; /* With the addresses of the built-in device. */
    struct scene_result cpu[2];         /* Subgroups of 32 and of 64. */
    bool has_host;
    struct scene_result host;
};

struct test {
    struct base_arena *arena; /* Of the whole run. */
    const char *root;
    struct scene_device *cpu;
    struct scene_device *host; /* NULL: there is none. */
    const char **programs;
    uint32_t program_count;
    unsigned sources, refused, on_host;
    unsigned runs, exact, near, differ;
    unsigned started; /* Programs whose registers are as many as their header says. */
    uint64_t values, near_values;
};

/* ---- sources ---- */

static void
show_first(const char *name, const struct base_diags *diags)
{
    printf("%s: %s\n", name, diags->list.count ? diags->list.data[0].message : "?");
}

static bool
read_source(const struct test *test, struct work *work, struct base_arena *arena)
{
    const struct spirv_read_options options = {0};
    struct spirv_module module;
    struct base_diags diags;
    size_t size;
    const char *text = corpus_read(arena, test->root, work->name, &size);

    base_diags_init(&diags, arena, work->name);
    if (!text ||
        !script_compile_glsl(text, size, ir_stage_compute, MINOR, arena, &module, &diags)) {
        show_first(work->name, &diags);
        return false;
    }
    work->layout = layout_read(arena, &module);
    work->shader = spirv_read(module.words, module.count, &options, arena, &diags);
    if (!work->shader || !ir_run_pipeline(work->shader, ir_pipeline_default, &diags)) {
        show_first(work->name, &diags);
        return false;
    }
    for (unsigned i = 0; i < 3; i++)
        work->groups[i] = i == 0 ? GROUPS : work->shader->local_size[i] > 1 ? ROWS : 1;
    return true;
}

/* ---- what a shader asks of a comparison ---- */

static bool
uses_results(struct ir_shader *shader)
{
    ir_count_uses(shader);
    for (ir_ref ref = shader->first; ref; ref = ir_next(shader, ref)) {
        const enum ir_op op = ir_op_of(shader, ref);

        if ((ir_op_is_atomic(op) || op == ir_op_image_atomic) && ir_use_count(shader, ref))
            return true;
    }
    return false;
}

/* Do subgroups show? */
static bool
sees_subgroups(const struct ir_shader *shader)
{
    for (uint32_t i = 0; i < shader->inputs.count; i++) {
        const enum ir_builtin builtin = shader->inputs.data[i].builtin;

        if (builtin >= ir_builtin_subgroup_id && builtin <= ir_builtin_lane)
            return true;
    }
    return ir_company_of(shader, NULL) != ir_company_lane;
}

/* May floats come out a little different? Products that are added to may be rounded once or twice,
 * and divisions, roots and the like are not exact in Vulkan. */
static bool
is_inexact(const struct ir_shader *shader)
{
    bool has_product = false, has_sum = false;

    for (ir_ref ref = shader->first; ref; ref = ir_next(shader, ref)) {
        const enum ir_op op = ir_op_of(shader, ref);

        if (ir_op_has(op, IR_OP_INEXACT) || op == ir_op_fdiv || op == ir_op_fsqrt ||
            op == ir_op_sample || op == ir_op_gather)
            return true;
        if (ir_at(shader, ref)->flags & IR_PRECISE)
            continue;
        has_product |= op == ir_op_fmul || op == ir_op_ffma;
        has_sum |= op == ir_op_fadd || op == ir_op_fsub;
    }
    return has_product && has_sum;
}

/* ---- devices ---- */

static enum scene_status
run_steps(struct scene_device *device, const struct work *work, struct scene_step *steps,
          uint32_t count, struct base_arena *arena, struct scene_result *result,
          struct base_diags *diags)
{
    struct scene scene = inputs_scene(&work->inputs);

    for (uint32_t i = 0; i < work->inputs.outputs.count; i++) {
        const struct inputs_output *output = &work->inputs.outputs.data[i];

        steps[count++] = (struct scene_step){.kind = output->is_image ? scene_step_read_image
                                                                      : scene_step_read_buffer,
                                             .read = output->number};
    }
    scene.steps = steps;
    scene.step_count = count;
    return device->run(device, &scene, arena, result, diags);
}

static struct scene_step
dispatch_of(const struct work *work, uint32_t subgroup_size)
{
    struct scene_step step = {
        .kind = scene_step_dispatch,
        .dispatch = {.shader = work->shader,
                     .groups = {work->groups[0], work->groups[1], work->groups[2]},
                     .inputs = inputs_bound(&work->inputs),
                     .subgroup_size = subgroup_size},
    };

    step.dispatch.inputs.push = work->push;
    return step;
}

static enum scene_status
run_on(struct scene_device *device, const struct work *work, uint32_t subgroup_size,
       struct base_arena *arena, struct scene_result *result, struct base_diags *diags)
{
    struct scene_step steps[MOST_OUTPUTS + 1] = {dispatch_of(work, subgroup_size)};

    return run_steps(device, work, steps, 1, arena, result, diags);
}

/* The workgroups one by one, the last first. */
static bool
run_backwards(struct scene_device *device, const struct work *work, struct base_arena *arena,
              struct scene_result *result)
{
    const uint32_t *groups = work->groups, count = groups[0] * groups[1] * groups[2];
    struct scene_step steps[MOST_OUTPUTS + GROUPS * ROWS * ROWS];
    struct base_diags diags;

    base_diags_init(&diags, arena, work->name);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t group = count - 1 - i;
        struct scene_dispatch *dispatch = &steps[i].dispatch;

        steps[i] = dispatch_of(work, 4);
        dispatch->base[0] = group % groups[0];
        dispatch->base[1] = group / groups[0] % groups[1];
        dispatch->base[2] = group / groups[0] / groups[1];
        for (unsigned c = 0; c < 3; c++)
            dispatch->groups[c] = 1;
    }
    return run_steps(device, work, steps, count, arena, result, &diags) == scene_status_ok;
}

static bool
are_same(const struct work *work, const struct scene_result *a, const struct scene_result *b)
{
    for (uint32_t i = 0; i < work->inputs.outputs.count; i++)
        if (memcmp(a->reads[i].data, b->reads[i].data, a->reads[i].size) != 0)
            return false;
    return true;
}

/* Is it all the same in which order invocations run, and how many together? */
static bool
is_free(const struct test *test, const struct work *work, struct base_arena *arena)
{
    struct scene_result backwards;

    return !sees_subgroups(work->shader) && !uses_results(work->shader) &&
           !work->shader->has_op[ir_op_clock] && !work->inputs.push_addresses.count &&
           are_same(work, &work->cpu[0], &work->cpu[1]) &&
           run_backwards(test->cpu, work, arena, &backwards) &&
           are_same(work, &work->cpu[0], &backwards);
}

/* The built-in device's addresses are the same each time. */
static void
find_addresses(const struct test *test, struct work *work, struct base_arena *arena)
{
    const struct inputs *inputs = &work->inputs;
    struct scene scene = inputs_scene(inputs);
    struct scene_address *addresses =
        base_arena_new_array(arena, struct scene_address, inputs->push_addresses.count);
    struct scene_buffer *buffers =
        base_arena_new_array(arena, struct scene_buffer, scene.buffer_count + 1);
    const struct scene_step step = {.kind = scene_step_read_buffer, .read = scene.buffer_count};
    struct scene_result result;
    struct base_diags diags;

    memcpy(work->push, inputs->push, sizeof(work->push));
    if (!inputs->push_addresses.count)
        return;
    base_diags_init(&diags, arena, work->name);
    memcpy(buffers, scene.buffers, scene.buffer_count * sizeof(*buffers));
    buffers[scene.buffer_count] = (struct scene_buffer){.size = SCENE_MAX_PUSH};
    for (uint32_t i = 0; i < inputs->push_addresses.count; i++)
        addresses[i] = (struct scene_address){scene.buffer_count, inputs->push_addresses.data[i].at,
                                              inputs->push_addresses.data[i].buffer, 0};
    scene.buffers = buffers;
    scene.buffer_count++;
    scene.addresses = addresses;
    scene.address_count = inputs->push_addresses.count;
    scene.steps = &step;
    scene.step_count = 1;
    if (test->cpu->run(test->cpu, &scene, arena, &result, &diags) == scene_status_ok)
        for (uint32_t i = 0; i < inputs->push_addresses.count; i++)
            memcpy(work->push + addresses[i].at, (char *)result.reads[0].data + addresses[i].at, 8);
    else
        show_first(work->name, &diags);
}

/* What the devices give. False if the source does not end, or cannot be run. */
static bool
run_devices(struct test *test, struct work *work, struct base_arena *arena)
{
    struct base_diags diags;

    base_diags_init(&diags, arena, work->name);
    find_addresses(test, work, arena);
    for (unsigned i = 0; i < 2; i++)
        if (run_on(test->cpu, work, 32u << i, arena, &work->cpu[i], &diags) != scene_status_ok) {
            show_first(work->name, &diags);
            return false;
        }
    if (!test->host || !is_free(test, work, arena))
        return true;
    work->has_host = run_on(test->host, work, 0, arena, &work->host, &diags) == scene_status_ok;
    if (!work->has_host)
        show_first(work->name, &diags);
    return true;
}

/* ---- programs ---- */

static const char *
run_program(const struct work *work, const struct kit_program *program, const struct start *start,
            struct base_arena *arena, void **outputs)
{
    const struct scene scene = inputs_scene(&work->inputs);
    struct scene_inputs bound = inputs_bound(&work->inputs);
    unsigned char push[SCENE_MAX_PUSH];
    struct kit_memory memory;

    kit_memory_init(&memory, arena, &scene);
    memcpy(push, work->inputs.push, sizeof(push));
    for (uint32_t i = 0; i < work->inputs.push_addresses.count; i++) {
        const struct inputs_address *address = &work->inputs.push_addresses.data[i];
        memcpy(push + address->at, &memory.buffers[address->buffer], 8);
    }
    bound.push = push;
    kit_memory_bind(&memory, program, &bound);
    const struct start_dispatch dispatch = {
        .program = program,
        .start = start,
        .local_size = work->shader->local_size,
        .shared_size = work->shader->shared_size,
        .groups = {work->groups[0], work->groups[1], work->groups[2]},
        .push = push,
        .budget = WAVE_STEPS,
    };
    const char *why = start_run(&dispatch, &memory);
    for (uint32_t i = 0; i < work->inputs.outputs.count; i++) {
        const struct inputs_output *output = &work->inputs.outputs.data[i];

        outputs[i] = output->is_image ? kit_memory_read_image(&memory, output->number).data
                                      : kit_memory_read_buffer(&memory, output->number).data;
    }
    kit_memory_finish(&memory);
    return why;
}

static void
compare_with(struct compare *compare, const struct work *work, void *const *outputs,
             const struct scene_result *result)
{
    for (uint32_t i = 0; i < work->inputs.outputs.count; i++) {
        /* Of a clock it is known only where it was written. */
        if (work->shader->has_op[ir_op_clock])
            compare->far += compare_changes(&work->inputs, i, outputs[i]) > 0 !=
                            compare_changes(&work->inputs, i, result->reads[i].data) > 0;
        else
            compare_output(compare, &work->inputs, i, outputs[i], result->reads[i].data);
    }
}

static bool
is_good(const struct work *work, const struct compare *compare)
{
    return !compare->far && (!compare->near || is_inexact(work->shader));
}

static void
judge(struct test *test, const struct work *work, const struct kit_program *program,
      const struct start *start, struct base_arena *arena)
{
    void *outputs[MOST_OUTPUTS];
    struct compare cpu = {0}, host = {0};
    const char *why = run_program(work, program, start, arena, outputs);

    test->runs++;
    if (!why) {
        compare_with(&cpu, work, outputs, &work->cpu[program->wave_size == 64]);
        if (work->has_host)
            compare_with(&host, work, outputs, &work->host);
    }
    test->values += cpu.values + host.values;
    test->near_values += cpu.near + host.near;
    if (!why && is_good(work, &cpu) && is_good(work, &host)) {
        test->exact += !cpu.near && !host.near;
        test->near += cpu.near || host.near;
        return;
    }
    test->differ++;
    printf("%s, %s inputs: ", program->name, inputs_style_name(work->inputs.style));
    if (why)
        printf("%s\n", why);
    else if (!is_good(work, &cpu))
        printf("cpu: %" PRIu64 " far, %" PRIu64 " near: %s\n", cpu.far, cpu.near, cpu.text);
    else
        printf("host: %" PRIu64 " far, %" PRIu64 " near: %s\n", host.far, host.near, host.text);
}

static void
run_programs(struct test *test, const struct work *work)
{
    for (uint32_t i = 0; i < test->program_count; i++) {
        const char *name = test->programs[i];
        const size_t stem = strlen(work->name) - strlen("comp");
        struct base_arena arena;
        struct start start;

        if (strncmp(name, work->name, stem) != 0)
            continue;
        base_arena_init(&arena, 0);
        if (!BASE_ARENA_CATCH(&arena))
            exit(EXIT_FAILURE);
        const struct kit_program *program =
            kit_program_read(&arena, test->root,
                             base_arena_copy_string(&arena, name, strlen(name) - strlen(".hex")));
        if (program && program->source && strcmp(program->source, work->name) == 0) {
            start_find(&start, program, work->shader);
            if (program->start_scalars && program->start_scalars != start.count) {
                printf("%s: the header says %" PRIu32 " scalar registers, %" PRIu32 " were found\n",
                       program->name, program->start_scalars, start.count);
                test->differ++;
            } else {
                test->started += program->start_scalars != 0;
                judge(test, work, program, &start, &arena);
            }
        }
        base_arena_finish(&arena);
    }
}

static void
run_source(struct test *test, const char *name)
{
    struct base_arena arena;

    for (unsigned style = 0; style < inputs_style_count; style++) {
        struct work work = {.name = name};

        base_arena_init(&arena, 0);
        if (!BASE_ARENA_CATCH(&arena))
            exit(EXIT_FAILURE);
        if (read_source(test, &work, &arena)) {
            inputs_make(&work.inputs, &arena, work.shader, work.layout, (enum inputs_style)style);
            if (run_devices(test, &work, &arena)) {
                test->on_host += work.has_host;
                run_programs(test, &work);
            } else {
                test->refused++;
            }
        } else {
            test->refused++;
        }
        base_arena_finish(&arena);
    }
    test->sources++;
}

/* ---- all ---- */

static const char **
list_files(struct base_arena *arena, const char *root, const char *ending, uint32_t *count)
{
    const char **names = corpus_list(arena, root, ".", ending, count);

    for (uint32_t i = 0; i < *count; i++)
        names[i] += strlen("./");
    return names;
}

static struct scene_device *
open_host(struct base_arena *arena)
{
    const struct vk_options options = {0};
    struct base_diags diags;

    base_diags_init(&diags, arena, "vulkan");
    struct scene_device *device = vk_device_create(0, &options, &diags);
    if (device)
        printf("host: %s\n", device->description);
    else
        printf("host: skipped: %s\n", diags.list.count ? diags.list.data[0].message : "?");
    return device;
}

int
main(int argc, char **argv)
{
    const struct cpu_options options = {.threads = 1, .steps = CPU_STEPS};
    struct base_arena arena;
    struct test test = {.arena = &arena,
                        .root = corpus_root(argc > 1 ? argv[1] : "", "rdna/radv"),
                        .cpu = cpu_device_create(&options)};
    uint32_t count;

    if (!test.root || !script_has_glsl()) {
        printf("skipped: %s\n", test.root ? "the build has no glslang" : "no corpus");
        return CORPUS_SKIPPED;
    }
    base_arena_init(&arena, 0);
    if (!test.cpu || !BASE_ARENA_CATCH(&arena))
        return EXIT_FAILURE;
    script_begin_process();
    test.host = open_host(&arena);
    const char **names = list_files(&arena, test.root, ".comp", &count);
    test.programs = list_files(&arena, test.root, ".comp.hex", &test.program_count);
    for (uint32_t i = 0; i < count; i++)
        if (argc < 3 || strstr(names[i], argv[2]))
            run_source(&test, names[i]);
    script_end_process();
    if (test.host)
        test.host->destroy(test.host);
    test.cpu->destroy(test.cpu);
    base_arena_finish(&arena);
    printf("%u sources; %u runs: %u the same, %u near, %u differ; %u without a result on the "
           "devices\n",
           test.sources, test.runs, test.exact, test.near, test.differ, test.refused);
    printf("%u on the host too; %u with registers as in the header; %" PRIu64 " values, %" PRIu64
           " of them near\n",
           test.on_host, test.started, test.values, test.near_values);
    return test.differ || !test.runs ? EXIT_FAILURE : EXIT_SUCCESS;
}
