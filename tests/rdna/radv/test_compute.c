/* SPDX-License-Identifier: MIT
 *
 * Compute programs that RADV compiled, run by the interpreter with descriptor sets built here, give
 * what their GLSL gives on the devices: on the built-in one with subgroups as large as the waves,
 * and, where neither the order of invocations nor the size of subgroups matters, on the host's.
 *
 *   test_compute CORPUS [PART]     PART: only sources with that in the name
 */
#include "branches.h"
#include "compare.h"
#include "corpus.h"
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

/* What the API calls the size of a subgroup, whatever the wave has. */
#define API_LANES 64

/* Results that are open, or that a back end has wrong. A row that no program needs fails the
 * test. */
#define ALL UINT32_MAX
static const struct {
    const char *source;
    bool is_llvm;
    uint32_t output; /* By the order of bindings. */
    uint32_t most;   /* Values that may be wrong. */
    const char *why;
} open_results[] = {
    {"cs_atomic64.comp", false, ALL, ALL,
     "ACO takes the greatest 64 bits of what nothing wrote: v_lshrrev_b64 v[6:7], 0, s[0:1]"},
    {"cs_half2_packed.comp", false, 1, 8,
     "sums that nearly cancel, of halves rounded once or twice"},
    {"cs_half2_packed.comp", true, 1, 8,
     "sums that nearly cancel, of halves rounded once or twice"},
    {"cs_sg_shuffle_updown.comp", false, 2, 6, "the last two lanes have no lane two further up"},
    {"cs_vec4_ssbo.comp", true, 3, ALL,
     "another invocation writes what d2 is made of, and LLVM loads it before it stores"},
};

/* What a source and a style of inputs are run with, and what came of it on the devices. */
struct work {
    const char *name;
    struct ir_shader *shader;
    struct ir_shader *small_shader; /* For subgroups smaller than the API says. */
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
    unsigned sources, sources_run;
    unsigned refused, endless, on_host; /* Of sources and styles. */
    unsigned runs, exact, near, differ;
    unsigned with_denormals;                        /* Only with f32 denormals kept. */
    unsigned open;                                  /* Not judged. */
    unsigned unlinked;                              /* Branches without a target. */
    unsigned open_tried[BASE_COUNT(open_results)];  /* Runs that a row is for, */
    unsigned open_needed[BASE_COUNT(open_results)]; /* and those that are far without it. */
    unsigned started; /* Programs whose registers are as many as their header says. */
    uint64_t values, near_values, open_values;
};

/* ---- sources ---- */

static void
show_first(const char *name, const struct base_diags *diags)
{
    printf("%s: %s\n", name, diags->list.count ? diags->list.data[0].message : "?");
}

/* The shader for a device whose subgroups are smaller than the API says. */
static struct ir_shader *
with_api_size(const struct ir_shader *shader, struct base_arena *arena)
{
    struct ir_shader *copy = ir_clone(shader, arena);

    for (ir_ref ref = copy->first, next; ref; ref = next) {
        next = ir_next(copy, ref);
        if (ir_op_of(copy, ref) == ir_op_load_input &&
            copy->inputs.data[ir_imm(copy, ref) >> 2].builtin == ir_builtin_subgroup_size)
            ir_become_const(copy, ref, API_LANES);
    }
    return copy;
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
    work->small_shader = with_api_size(work->shader, arena);
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
        /* In any order. */
        if ((op == ir_op_reduce || op == ir_op_scan_inclusive || op == ir_op_scan_exclusive) &&
            ir_type_is_float(ir_type_of(shader, ref)))
            return true;
        if (ir_at(shader, ref)->flags & IR_PRECISE)
            continue;
        has_product |= op == ir_op_fmul || op == ir_op_ffma;
        has_sum |= op == ir_op_fadd || op == ir_op_fsub;
    }
    return has_product && has_sum;
}

static bool
has_type(const struct ir_shader *shader, enum ir_type type)
{
    for (ir_ref ref = shader->first; ref; ref = ir_next(shader, ref))
        if (ir_type_scalar(ir_type_of(shader, ref)) == type)
            return true;
    return false;
}

/* Do halves of floats become integers? How they are rounded is open, and what is then computed of
 * them hides it. */
static bool
packs_halves(const struct ir_shader *shader)
{
    for (ir_ref ref = shader->first; ref; ref = ir_next(shader, ref)) {
        if (ir_op_of(shader, ref) != ir_op_bitcast)
            continue;
        const ir_ref from = ir_operand(shader, ref, 0);
        if (ir_op_of(shader, from) == ir_op_f2f && ir_type_of(shader, from) == ir_type_f16)
            return true;
    }
    return false;
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
dispatch_of(const struct work *work, const struct ir_shader *shader, uint32_t subgroup_size)
{
    struct scene_step step = {
        .kind = scene_step_dispatch,
        .dispatch = {.shader = shader,
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
    const struct ir_shader *shader =
        subgroup_size && subgroup_size < API_LANES ? work->small_shader : work->shader;
    struct scene_step steps[MOST_OUTPUTS + 1] = {dispatch_of(work, shader, subgroup_size)};

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

        steps[i] = dispatch_of(work, work->shader, 4);
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
run_program(const struct work *work, const struct kit_program *program, bool keeps_denormals,
            struct base_arena *arena, void **outputs)
{
    const struct scene scene = inputs_scene(&work->inputs);
    struct scene_inputs bound = inputs_bound(&work->inputs);
    unsigned char push[SCENE_MAX_PUSH];
    struct kit_memory memory;
    struct start start;

    start_find(&start, program, work->shader);
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
        .start = &start,
        .local_size = work->shader->local_size,
        .shared_size = work->shader->shared_size,
        .groups = {work->groups[0], work->groups[1], work->groups[2]},
        .push = push,
        .keeps_denormals = keeps_denormals,
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

/* The row that says why an output is not compared; as many as there are: none does. */
static unsigned
find_open(const struct work *work, const struct kit_program *program, uint32_t output)
{
    unsigned i = 0;

    while (i < BASE_COUNT(open_results) &&
           (strcmp(open_results[i].source, work->name) != 0 ||
            open_results[i].is_llvm != program->is_llvm ||
            (open_results[i].output != ALL && open_results[i].output != output)))
        i++;
    return i;
}

/* What one output of a program is to what a device gave. */
static struct compare
compare_one(const struct work *work, uint32_t output, const void *ours, const void *theirs)
{
    struct compare compare = {.has_halves = has_type(work->shader, ir_type_f16),
                              .has_doubles = has_type(work->shader, ir_type_f64)};

    compare_output(&compare, &work->inputs, output, ours, theirs);
    return compare;
}

static void
compare_with(struct test *test, struct compare *compare, const struct work *work,
             const struct kit_program *program, void *const *outputs,
             const struct scene_result *result)
{
    for (uint32_t i = 0; i < work->inputs.outputs.count; i++) {
        const struct compare one = compare_one(work, i, outputs[i], result->reads[i].data);
        const unsigned row = find_open(work, program, i);

        if (row < BASE_COUNT(open_results) && one.far <= open_results[row].most) {
            test->open_tried[row]++;
            test->open_needed[row] += one.far > 0;
            test->open_values += one.far;
            continue;
        }
        compare->values += one.values;
        compare->near += one.near;
        if (one.far && !compare->far)
            memcpy(compare->text, one.text, sizeof(compare->text));
        compare->far += one.far;
    }
}

static bool
is_good(const struct work *work, const struct compare *compare)
{
    return !compare->far && (!compare->near || is_inexact(work->shader));
}

/* What came of one run of a program. */
struct verdict {
    const char *why; /* It did not end. */
    struct compare cpu, host;
    bool is_good;
};

static struct verdict
try_program(struct test *test, const struct work *work, const struct kit_program *program,
            bool keeps_denormals, struct base_arena *arena)
{
    void *outputs[MOST_OUTPUTS];
    struct verdict v = {.why = run_program(work, program, keeps_denormals, arena, outputs)};

    if (v.why)
        return v;
    compare_with(test, &v.cpu, work, program, outputs, &work->cpu[program->wave_size == 64]);
    if (work->has_host)
        compare_with(test, &v.host, work, program, outputs, &work->host);
    v.is_good = is_good(work, &v.cpu) && is_good(work, &v.host);
    return v;
}

static void
judge(struct test *test, const struct work *work, const struct kit_program *program,
      struct base_arena *arena)
{
    struct verdict v = try_program(test, work, program, false, arena);

    test->runs++;
    /* Whether denormals are flushed is open; the driver has f32's so. */
    if (!v.is_good && !v.why) {
        const struct verdict kept = try_program(test, work, program, true, arena);

        test->with_denormals += kept.is_good;
        if (kept.is_good)
            v = kept;
    }
    test->values += v.cpu.values + v.host.values;
    test->near_values += v.cpu.near + v.host.near;
    if (v.is_good) {
        test->exact += !v.cpu.near && !v.host.near;
        test->near += v.cpu.near || v.host.near;
        return;
    }
    test->differ++;
    printf("%s, %s inputs: ", program->name, inputs_style_name(work->inputs.style));
    if (v.why)
        printf("%s\n", v.why);
    else if (!is_good(work, &v.cpu))
        printf("cpu: %" PRIu64 " far, %" PRIu64 " near: %s\n", v.cpu.far, v.cpu.near, v.cpu.text);
    else
        printf("host: %" PRIu64 " far, %" PRIu64 " near: %s\n", v.host.far, v.host.near,
               v.host.text);
}

/* Are the registers that were found as many as the header has? */
static bool
has_right_start(struct test *test, const struct work *work, const struct kit_program *program)
{
    struct start start;

    start_find(&start, program, work->shader);
    test->started += program->start_scalars != 0;
    if (!program->start_scalars || program->start_scalars == start.count)
        return true;
    printf("%s: the header has %" PRIu32 " scalar registers, and %" PRIu32 " were found\n",
           program->name, program->start_scalars, start.count);
    test->differ++;
    return false;
}

static void
run_program_file(struct test *test, const struct work *work, const char *file)
{
    struct base_arena arena;

    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena))
        exit(EXIT_FAILURE);
    struct kit_program *program = kit_program_read(
        &arena, test->root, base_arena_copy_string(&arena, file, strlen(file) - strlen(".hex")));
    if (!program) {
        printf("%s: cannot be read\n", file);
        test->differ++;
    } else if (program->source && strcmp(program->source, work->name) == 0) {
        if (branches_are_empty(program) && !branches_fill(&arena, test->root, program))
            test->unlinked++;
        else if (has_right_start(test, work, program))
            judge(test, work, program, &arena);
    }
    base_arena_finish(&arena);
}

static void
run_programs(struct test *test, const struct work *work)
{
    const size_t stem = strlen(work->name) - strlen("comp");

    for (uint32_t i = 0; i < test->program_count; i++)
        if (strncmp(test->programs[i], work->name, stem) == 0)
            run_program_file(test, work, test->programs[i]);
}

/* Inputs of a style, on the devices, and on the programs. */
static void
run_style(struct test *test, const char *name, enum inputs_style style)
{
    struct base_arena arena;
    struct work work = {.name = name};

    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena))
        exit(EXIT_FAILURE);
    if (!read_source(test, &work, &arena)) {
        test->refused++;
    } else if (style != inputs_small && packs_halves(work.shader)) {
        test->open++;
    } else {
        inputs_make(&work.inputs, &arena, work.shader, work.layout, style);
        if (run_devices(test, &work, &arena)) {
            test->on_host += work.has_host;
            run_programs(test, &work);
        } else {
            test->endless++;
        }
    }
    base_arena_finish(&arena);
}

static void
run_source(struct test *test, const char *name)
{
    const unsigned before = test->runs;

    for (unsigned style = 0; style < inputs_style_count; style++)
        run_style(test, name, (enum inputs_style)style);
    test->sources++;
    test->sources_run += test->runs > before;
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

/* True if all went well. */
static bool
report(const struct test *test)
{
    bool good = !test->differ && test->runs;

    printf("%u of %u sources, %u runs: %u the same (%u with denormals kept), %u near, %u differ\n",
           test->sources_run, test->sources, test->runs, test->exact, test->with_denormals,
           test->near, test->differ);
    printf("%" PRIu64 " values, %" PRIu64 " of them near; %" PRIu64
           " more left open; %u runs with registers as the header has\n",
           test->values, test->near_values, test->open_values, test->started);
    printf("of sources and inputs: %u on the host too, %u not taken by the devices, %u without an "
           "end, %u that pack halves; programs without targets of branches: %u\n",
           test->on_host, test->refused, test->endless, test->open, test->unlinked);
    for (unsigned i = 0; i < BASE_COUNT(open_results); i++) {
        if (!test->open_tried[i])
            continue;
        printf("%s (%s): wrong in %u of %u comparisons, which is left open: %s\n",
               open_results[i].source, open_results[i].is_llvm ? "LLVM" : "ACO",
               test->open_needed[i], test->open_tried[i], open_results[i].why);
        if (!test->open_needed[i]) {
            printf("  the row is to go\n");
            good = false;
        }
    }
    return good;
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
    return report(&test) ? EXIT_SUCCESS : EXIT_FAILURE;
}
