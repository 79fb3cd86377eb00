/* SPDX-License-Identifier: MIT
 *
 * Fragment programs that RADV compiled, run by the interpreter over the quads of two triangles,
 * give the pixels that their GLSL gives on the devices.
 *
 *   test_fragment CORPUS [PART]     PART: only sources with that in the name
 *
 * Programs without a source of their own beside them are left out: those of other test suites.
 */
#include "base/bits.h"
#include "branches.h"
#include "compare.h"
#include "corpus.h"
#include "cpu/cpu.h"
#include "pixels.h"
#include "script/script.h"
#include "vulkan/vulkan_device.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define CPU_STEPS (UINT64_C(1) << 18)
#define WAVE_STEPS (UINT64_C(1) << 20)
#define MINOR 3

enum { DEVICES = 2, MOST_SHOTS = PICTURE_SHOTS, NUDGES = 6 };

/* Most that floats may differ by, of the greater one, but of 1 at least: what transcendental
 * functions and interpolation leave open, and filters, whose weights devices may cut to 8 bits. */
#define NEAR 0x1p-14
#define NEAR_FILTERED (1.0 / 256)
#define NEAR_LEVEL (1.0 / 16) /* Hosts' logarithms for levels of detail have few bits. */
#define NEAR_HALVES 0x1p-8    /* Where the source computes in halves, some steps of these. */
/* Of exported halves, and of shares of 65535. */
#define NEAR_HALF 0x1.1p-10
#define NEAR_SHORT (1.5 / 65535)
/* Weights are nudged by so much to see which values hang on their last bits. What a device may
 * leave open is this many times as much. */
#define NUDGE 0x1p-20f
#define NUDGED_TIMES 16
/* A program of which more pixels than this share hang on last bits says nothing. */
#define MOST_UNSTEADY 0.25

/* SPIR-V's derivatives stand in the same order plain, fine and coarse. */
enum { OP_DPDX = 207, OP_FWIDTH = 209, OP_DPDX_COARSE = 213 };

enum outcome { outcome_alike, outcome_differs, outcome_open, outcome_missing, outcome_count };

static const char *const outcome_names[outcome_count] = {"agree", "differ", "have open results",
                                                         "are not for this device"};

/* A source drawn once. */
struct shot {
    struct picture picture;
    enum scene_status status[DEVICES];
    struct scene_result results[DEVICES];
};

struct source {
    char name[256];
    struct base_arena arena;
    struct ir_shader *shader, *live;
    const struct layout *layout;
    const char *why_not; /* It cannot be compared at all. */
    struct shot *shots;
    uint32_t shot_count;
};

struct test {
    const char *root;
    struct scene_device *devices[DEVICES];
    struct source source;
    unsigned sources, programs, left_out, refused, unlinked, differ;
    unsigned counts[DEVICES][outcome_count];
    uint64_t values, pixels, unsteady;
};

/* ---- what cannot be compared ---- */

static bool
has_builtin(const struct ir_shader *shader, enum ir_builtin builtin)
{
    for (uint32_t i = 0; i < shader->inputs.count; i++)
        if (shader->inputs.data[i].builtin == builtin)
            return true;
    return false;
}

static bool
sees_subgroups(const struct ir_shader *shader)
{
    return has_builtin(shader, ir_builtin_lane) || has_builtin(shader, ir_builtin_subgroup_size) ||
           ir_company_of(shader, NULL) == ir_company_subgroup;
}

static bool
asks_level(const struct ir_shader *shader)
{
    return shader->has_op[ir_op_image_lod];
}

static bool
asks_level_of_cube(const struct ir_shader *shader)
{
    for (ir_ref ref = shader->first; ref; ref = ir_next(shader, ref))
        if (ir_op_of(shader, ref) == ir_op_image_lod &&
            shader->images.data[ir_imm_image(ir_imm(shader, ref))].dim == ir_dim_cube)
            return true;
    return false;
}

/* Features of sources whose results no two devices need to share. */
static const struct {
    bool (*has)(const struct ir_shader *shader);
    const char *why;
} open_features[] = {
    {sees_subgroups, "subgroups: which pixels are in one is each device's choice"},
    {asks_level_of_cube, "the level of a cube: hardware takes differences on faces"},
};

static bool
has_loop(const struct ir_shader *shader)
{
    for (ir_ref ref = shader->first; ref; ref = ir_next(shader, ref))
        if (ir_op_of(shader, ref) == ir_op_loop)
            return true;
    return false;
}

static bool
is_filtered(const struct ir_shader *shader)
{
    for (ir_ref ref = shader->first; ref; ref = ir_next(shader, ref))
        if (ir_op_is_sampled(ir_op_of(shader, ref)))
            return true;
    return false;
}

static bool
has_halves(const struct ir_shader *shader)
{
    for (ir_ref ref = shader->first; ref; ref = ir_next(shader, ref))
        if (ir_type_scalar(ir_type_of(shader, ref)) == ir_type_f16)
            return true;
    return false;
}

/* How far floats that the source computes may be from the devices'. */
static double
bound_of_source(const struct ir_shader *shader)
{
    if (asks_level(shader))
        return NEAR_LEVEL;
    return fmax(is_filtered(shader) ? NEAR_FILTERED : NEAR, has_halves(shader) ? NEAR_HALVES : 0);
}

/* ---- sources ---- */

/* Which of a quad's differences a derivative is, is left open; RADV takes those of the first pixel,
 * and the devices are to take them too. */
static void
make_derivatives_coarse(uint32_t *words, size_t count)
{
    for (size_t at = 5; at < count && words[at] >> 16; at += words[at] >> 16) {
        const uint32_t op = words[at] & 0xffff;

        if (op >= OP_DPDX && op <= OP_FWIDTH)
            words[at] += OP_DPDX_COARSE - OP_DPDX;
    }
}

static ir_ref
add_quad_perm(struct ir_shader *shader, ir_ref at, ir_ref value, uint32_t place)
{
    const ir_ref ref = ir_insert_before(shader, at, ir_op_quad_perm, ir_type_of(shader, value));

    ir_at(shader, ref)->arg[0] = value;
    ir_at(shader, ref)->arg[2] = place * 0x55;
    return ref;
}

/* Some hosts give the fine ones all the same: what is meant is said by the places in the quad. */
static void
spell_derivatives_out(struct ir_shader *shader)
{
    for (ir_ref ref = shader->first; ref; ref = ir_next(shader, ref)) {
        const enum ir_op op = ir_op_of(shader, ref);

        if (op != ir_op_ddx_coarse && op != ir_op_ddy_coarse)
            continue;
        const ir_ref value = ir_operand(shader, ref, 0);
        const ir_ref first = add_quad_perm(shader, ref, value, 0);
        const ir_ref other = add_quad_perm(shader, ref, value, op == ir_op_ddx_coarse ? 1 : 2);
        struct ir_inst *inst = ir_at(shader, ref);
        inst->op = ir_op_fsub;
        inst->arg[0] = other;
        inst->arg[1] = first;
        shader->has_op[ir_op_fsub] = shader->has_op[ir_op_quad_perm] = true;
    }
}

static const char *
first_of(const struct base_diags *diags)
{
    return diags->list.count ? diags->list.data[0].message : "?";
}

static const char *
read_source(struct test *test, struct source *source)
{
    const struct spirv_read_options options = {0};
    struct spirv_module module;
    struct base_diags diags;
    size_t size;
    const char *text = corpus_read(&source->arena, test->root, source->name, &size);

    base_diags_init(&diags, &source->arena, source->name);
    if (!text ||
        !script_compile_glsl(text, size, ir_stage_fragment, MINOR, &source->arena, &module, &diags))
        return first_of(&diags);
    source->layout = layout_read(&source->arena, &module);
    uint32_t *words = base_arena_new_array(&source->arena, uint32_t, module.count);
    memcpy(words, module.words, module.count * sizeof(*words));
    make_derivatives_coarse(words, module.count);
    source->shader = spirv_read(words, module.count, &options, &source->arena, &diags);
    if (!source->shader)
        return first_of(&diags);
    spell_derivatives_out(source->shader);
    source->live = ir_clone(source->shader, &source->arena);
    if (!ir_run_pipeline(source->live, ir_pipeline_default, &diags))
        return first_of(&diags);
    for (size_t i = 0; i < BASE_COUNT(open_features); i++)
        if (open_features[i].has(source->live))
            return open_features[i].why;
    return NULL;
}

static void
draw(struct test *test, struct source *source, const struct picture_options *options)
{
    struct shot *shot = &source->shots[source->shot_count++];
    struct base_diags diags;

    picture_make(&shot->picture, &source->arena, options);
    for (unsigned i = 0; i < DEVICES; i++) {
        struct scene_device *device = test->devices[i];

        shot->status[i] = scene_status_missing;
        if (!device)
            continue;
        base_diags_init(&diags, &source->arena, source->name);
        shot->status[i] =
            device->run(device, &shot->picture.scene, &source->arena, &shot->results[i], &diags);
        if (shot->status[i] != scene_status_ok)
            printf("%s on %s: %s\n", source->name, device->name, first_of(&diags));
    }
}

/* Fragments that write memory would see what others wrote: such sources draw one pixel, at several
 * places. Integers that loops may count to stay small. */
static void
draw_source(struct test *test, struct source *source, const enum scene_format *formats)
{
    const bool is_one_pixel = ir_writes_memory(source->live);
    const unsigned styles = has_loop(source->live) ? 1 : 2;
    struct picture_options options = {.shader = source->shader,
                                      .layout = source->layout,
                                      .formats = formats,
                                      .is_one_pixel = is_one_pixel};

    source->shots = base_arena_new_array(&source->arena, struct shot, MOST_SHOTS * 2);
    for (unsigned style = 0; style < styles; style++) {
        options.style = style ? inputs_wide : inputs_small;
        for (options.shot = 0; options.shot < (is_one_pixel ? PICTURE_SHOTS : 1); options.shot++)
            draw(test, source, &options);
    }
}

/* Formats of the targets by location, from the lines "COLOR 0 format=37". */
static void
find_formats(const struct kit_program *program, enum scene_format formats[SCENE_MAX_TARGETS])
{
    /* The formats stand in Vulkan's order from 1 on. */
    _Static_assert(scene_format_r8g8b8a8_unorm == 37 && scene_format_r32g32b32a32_sfloat == 109,
                   "formats have Vulkan's numbers");

    memset(formats, 0, SCENE_MAX_TARGETS * sizeof(*formats));
    for (uint32_t i = 0; i < program->api.count; i++) {
        uint32_t location, format;

        if (sscanf(program->api.data[i], "COLOR %" SCNu32 " format=%" SCNu32, &location, &format) ==
                2 &&
            location < SCENE_MAX_TARGETS && format < scene_format_count)
            formats[location] = (enum scene_format)format;
    }
}

static void
want_source(struct test *test, const struct kit_program *program)
{
    struct source *source = &test->source;
    enum scene_format formats[SCENE_MAX_TARGETS];

    if (strcmp(source->name, program->source) == 0)
        return;
    base_arena_finish(&source->arena);
    memset(source, 0, sizeof(*source));
    snprintf(source->name, sizeof(source->name), "%s", program->source);
    base_arena_init(&source->arena, (size_t)1 << 30);
    if (!BASE_ARENA_CATCH(&source->arena)) {
        source->why_not = "out of memory";
        return;
    }
    test->sources++;
    source->why_not = read_source(test, source);
    if (source->why_not) {
        printf("%s: not compared: %s\n", source->name, source->why_not);
        return;
    }
    find_formats(program, formats);
    draw_source(test, source, formats);
}

/* ---- comparing ---- */

/* One run of a program, and with its weights nudged. */
struct trial {
    struct test *test;
    const struct kit_program *program;
    const struct shot *shot;
    struct base_arena *arena;
    struct pixels_run run;
    struct pixels *pixels;
    struct pixels *nudged; /* NUDGES; NULL: not run yet. */
    struct compare memory;
    double bound;
    uint32_t unsteady, wrong;
    char text[256];
};

static const char *
run_pixels(struct trial *trial, struct pixels *pixels, const struct scene_result *against,
           struct compare *compare)
{
    const struct picture *picture = &trial->shot->picture;
    struct kit_memory memory;

    kit_memory_init(&memory, trial->arena, &picture->scene);
    kit_memory_bind(&memory, trial->program, &picture->bound);
    const char *why = pixels_run(&trial->run, &memory, pixels);
    for (uint32_t i = 0; !why && against && i < picture->inputs.outputs.count; i++) {
        const struct inputs_output *output = &picture->inputs.outputs.data[i];
        const void *data = output->is_image ? kit_memory_read_image(&memory, output->number).data
                                            : kit_memory_read_buffer(&memory, output->number).data;

        compare_output(compare, &picture->inputs, i, data,
                       against->reads[picture->memory_read + i].data);
    }
    kit_memory_finish(&memory);
    return why;
}

/* False: one of the runs failed. */
static bool
nudge(struct trial *trial)
{
    /* Of both weights, and of results. */
    static const float scales[NUDGES][3] = {{1 + NUDGE, 1, 1}, {1 - NUDGE, 1, 1},
                                            {1, 1 + NUDGE, 1}, {1, 1 - NUDGE, 1},
                                            {1, 1, 1 + NUDGE}, {1, 1, 1 - NUDGE}};

    if (trial->nudged)
        return true;
    trial->nudged = base_arena_new_array(trial->arena, struct pixels, NUDGES);
    for (unsigned i = 0; i < NUDGES; i++) {
        memcpy(trial->run.scales, scales[i], sizeof(trial->run.scales));
        trial->run.result_scale = scales[i][2];
        if (run_pixels(trial, &trial->nudged[i], NULL, NULL))
            return false;
    }
    return true;
}

/* What the target would hold of an exported or drawn value; what has no place there is cut. */
static double
shown(enum scene_format format, bool is_short, uint32_t word)
{
    const double value = (double)base_float_of_bits(word);
    const enum scene_numeric numeric = (enum scene_numeric)scene_format_infos[format].numeric;

    if (!is_short)
        return value;
    if (scene_format_infos[format].bytes == 2 * scene_format_infos[format].components) {
        if (numeric == scene_numeric_unorm)
            return isnan(value) ? 0 : fmin(fmax(value, 0), 1);
        if (numeric == scene_numeric_snorm)
            return isnan(value) ? 0 : fmin(fmax(value, -1), 1);
    }
    return isnan(value) ? value : fmin(fmax(value, -65504), 65504);
}

/* Integers as the target holds them. */
static uint32_t
packed(enum scene_format format, unsigned component, uint32_t word)
{
    unsigned char texel[SCENE_MAX_TEXEL];
    uint32_t words[4] = {0};

    words[component] = word;
    scene_format_pack(format, words, texel);
    scene_format_unpack(format, texel, words);
    return words[component];
}

static double
bound_of(const struct trial *trial, enum scene_format format, bool is_short)
{
    const enum scene_numeric numeric = (enum scene_numeric)scene_format_infos[format].numeric;
    double bound = trial->bound;

    if (is_short && scene_format_infos[format].bytes == 2 * scene_format_infos[format].components &&
        (numeric == scene_numeric_unorm || numeric == scene_numeric_snorm))
        return fmax(bound, NEAR_SHORT * (numeric == scene_numeric_snorm ? 2 : 1));
    return is_short ? fmax(bound, NEAR_HALF) : bound;
}

/* How far the value goes when weights are nudged. */
static double
spread(struct trial *trial, uint32_t output, uint32_t pixel, unsigned c)
{
    const enum scene_format format = trial->shot->picture.outputs[output].hardware;
    const bool is_short = trial->pixels->is_short[output];
    const double value = shown(format, is_short, trial->pixels->colors[output][pixel][c]);
    double most = 0;

    if (!nudge(trial))
        return 0;
    for (unsigned i = 0; i < NUDGES; i++) {
        if (!trial->nudged[i].is_drawn[pixel])
            return HUGE_VAL;
        const double other = shown(format, is_short, trial->nudged[i].colors[output][pixel][c]);
        if (isnan(other) != isnan(value))
            return HUGE_VAL;
        if (!isnan(other) && other != value)
            most = fmax(most, fabs(other - value));
    }
    return most;
}

static void
note(struct trial *trial, uint32_t pixel, const char *what, uint32_t is, uint32_t expected)
{
    if (trial->wrong++)
        return;
    snprintf(trial->text, sizeof(trial->text),
             "pixel %" PRIu32 ", %" PRIu32 ": %s is 0x%08" PRIx32 " (%g), not 0x%08" PRIx32 " (%g)",
             pixel % PICTURE_SIDE, pixel / PICTURE_SIDE, what, is, (double)base_float_of_bits(is),
             expected, (double)base_float_of_bits(expected));
}

enum likeness { likeness_same, likeness_open, likeness_other };

static enum likeness
compare_component(struct trial *trial, uint32_t output, uint32_t pixel, unsigned c,
                  uint32_t expected)
{
    const struct picture *picture = &trial->shot->picture;
    const enum scene_format format = picture->outputs[output].hardware;
    const bool is_short = trial->pixels->is_short[output];
    const uint32_t is = trial->pixels->colors[output][pixel][c];

    trial->test->values++;
    if (!scene_format_is_float(format))
        return packed(format, c, is) == packed(format, c, expected) ? likeness_same
                                                                    : likeness_other;
    const double x = shown(format, is_short, is), y = shown(format, is_short, expected);
    if (x == y || (isnan(x) && isnan(y)))
        return likeness_same;
    const double size = fmax(fmax(fabs(x), fabs(y)), 1);
    const double bound = bound_of(trial, format, is_short) * size;
    if (fabs(x - y) <= bound)
        return likeness_same;
    const double moved = spread(trial, output, pixel, c);
    return moved > 0 && !(fabs(x - y) > NUDGED_TIMES * moved + bound) ? likeness_open
                                                                      : likeness_other;
}

/* Does whether it is drawn hang on last bits? */
static bool
is_kill_open(struct trial *trial, uint32_t pixel)
{
    if (!nudge(trial))
        return false;
    for (unsigned i = 0; i < NUDGES; i++)
        if (trial->nudged[i].is_drawn[pixel] != trial->pixels->is_drawn[pixel])
            return true;
    return false;
}

static enum likeness
compare_colors(struct trial *trial, const struct scene_result *result, uint32_t pixel)
{
    const struct picture *picture = &trial->shot->picture;
    enum likeness likeness = likeness_same;

    for (uint32_t o = 0; o < picture->output_count; o++) {
        const struct picture_output *output = &picture->outputs[o];
        const unsigned hardware = scene_format_infos[output->hardware].components;

        for (unsigned c = 0; c < hardware && c < 4; c++) {
            uint32_t expected;

            if (!(output->components >> c & 1))
                continue;
            memcpy(&expected, (char *)result->reads[output->read].data + pixel * 16 + c * 4, 4);
            if (!(trial->pixels->components[o] >> c & 1)) {
                note(trial, pixel, "a colour that is not exported", 0, expected);
                continue;
            }
            switch (compare_component(trial, o, pixel, c, expected)) {
            case likeness_same:
                break;
            case likeness_open:
                likeness = likeness_open;
                break;
            case likeness_other:
                note(trial, pixel, "a colour", trial->pixels->colors[o][pixel][c], expected);
                break;
            }
        }
    }
    return likeness;
}

static void
compare_depth(struct trial *trial, const struct scene_result *result, uint32_t pixel)
{
    const struct picture *picture = &trial->shot->picture;
    const size_t bytes = picture->writes_stencil ? 8 : 4;
    const char *at = (const char *)result->reads[picture->depth_read].data + pixel * bytes;
    uint32_t expected, is = trial->pixels->depths[pixel];

    if (picture->writes_depth) {
        memcpy(&expected, at, 4);
        /* What is outside of the range of depth is cut behind the export. */
        const double x = fmin(fmax((double)base_float_of_bits(is), 0), 1);
        trial->test->values++;
        if (!trial->pixels->has_depth ||
            fabs(x - (double)base_float_of_bits(expected)) > trial->bound)
            note(trial, pixel, "depth", is, expected);
    }
    if (picture->writes_stencil) {
        trial->test->values++;
        if (!trial->pixels->has_stencil || trial->pixels->stencils[pixel] != (unsigned char)at[4])
            note(trial, pixel, "stencil", trial->pixels->stencils[pixel], (unsigned char)at[4]);
    }
}

static void
compare_pixel(struct trial *trial, const struct scene_result *result, uint32_t pixel)
{
    const bool is_drawn = picture_is_drawn(&trial->shot->picture, result, pixel);

    if (is_drawn != trial->pixels->is_drawn[pixel]) {
        if (is_kill_open(trial, pixel))
            trial->unsteady++;
        else
            note(trial, pixel, "drawn", trial->pixels->is_drawn[pixel], is_drawn);
        return;
    }
    if (!is_drawn)
        return;
    if (compare_colors(trial, result, pixel) == likeness_open)
        trial->unsteady++;
    compare_depth(trial, result, pixel);
}

static enum outcome
compare_shot(struct trial *trial, unsigned device)
{
    const struct scene_result *result = &trial->shot->results[device];
    const char *why;

    if (trial->shot->status[device] != scene_status_ok)
        return trial->shot->status[device] == scene_status_missing ? outcome_missing
                                                                   : outcome_differs;
    memset(&trial->memory, 0, sizeof(trial->memory));
    trial->unsteady = trial->wrong = 0;
    trial->run.scales[0] = trial->run.scales[1] = trial->run.result_scale = 1;
    why = run_pixels(trial, trial->pixels, result, &trial->memory);
    if (why) {
        snprintf(trial->text, sizeof(trial->text), "%s", why);
        return outcome_differs;
    }
    for (uint32_t i = 0; i < PICTURE_PIXELS; i++)
        compare_pixel(trial, result, i);
    trial->test->values += trial->memory.values;
    trial->test->pixels += trial->pixels->pixel_count;
    trial->test->unsteady += trial->unsteady;
    if (trial->memory.far) {
        snprintf(trial->text, sizeof(trial->text), "memory: %s", trial->memory.text);
        return outcome_differs;
    }
    if (trial->wrong)
        return outcome_differs;
    return trial->unsteady > MOST_UNSTEADY * trial->pixels->pixel_count ? outcome_open
                                                                        : outcome_alike;
}

/* ---- programs ---- */

static void
run_program(struct test *test, const struct kit_program *program, struct base_arena *arena)
{
    struct source *source = &test->source;
    struct pixels_start start;
    const char *why = pixels_find_start(&start, program, source->live, arena);

    if (why) {
        printf("%s: %s\n", program->name, why);
        test->differ++;
        return;
    }
    for (unsigned device = 0; device < DEVICES; device++) {
        enum outcome worst = outcome_alike;

        if (!test->devices[device])
            continue;
        for (uint32_t i = 0; i < source->shot_count; i++) {
            struct trial trial = {
                .test = test,
                .program = program,
                .shot = &source->shots[i],
                .arena = arena,
                .run = {program,
                        &start,
                        &source->shots[i].picture,
                        source->live,
                        {1, 1},
                        1,
                        WAVE_STEPS},
                .pixels = base_arena_new(arena, struct pixels),
                .bound = bound_of_source(source->live),
            };
            const enum outcome outcome = compare_shot(&trial, device);

            if (outcome == outcome_differs)
                printf("%s, %s inputs: not as on %s: %" PRIu32 " of %" PRIu32 " pixels: %s\n",
                       program->name, inputs_style_name(trial.shot->picture.inputs.style),
                       test->devices[device]->name, trial.wrong, trial.pixels->pixel_count,
                       trial.text);
            if (outcome == outcome_open)
                printf("%s, %s inputs: %" PRIu32 " of %" PRIu32 " pixels hang on last bits\n",
                       program->name, inputs_style_name(trial.shot->picture.inputs.style),
                       trial.unsteady, trial.pixels->pixel_count);
            if (worst != outcome_differs && outcome != outcome_alike)
                worst = outcome;
        }
        test->counts[device][worst]++;
        test->differ += worst == outcome_differs;
    }
}

static void
try_program(struct test *test, const char *file, const char *part)
{
    struct base_arena arena;

    base_arena_init(&arena, (size_t)1 << 30);
    if (!BASE_ARENA_CATCH(&arena))
        exit(EXIT_FAILURE);
    struct kit_program *program = kit_program_read(
        &arena, test->root, base_arena_copy_string(&arena, file, strlen(file) - strlen(".hex")));
    size_t size;
    if (!program) {
        printf("%s: cannot be read\n", file);
        test->differ++;
    } else if (!program->source || !corpus_read(&arena, test->root, program->source, &size)) {
        test->left_out++;
    } else if (!part || strstr(program->source, part)) {
        want_source(test, program);
        test->programs++;
        if (test->source.why_not)
            test->refused++;
        else if (branches_are_empty(program) && !branches_fill(&arena, test->root, program))
            test->unlinked++;
        else
            run_program(test, program, &arena);
    }
    base_arena_finish(&arena);
}

static void
report(const struct test *test)
{
    printf("%u programs of %u sources; not compared for their source: %u, for branches without "
           "targets: %u; left out for want of a source: %u\n",
           test->programs, test->sources, test->refused, test->unlinked, test->left_out);
    printf("%" PRIu64 " values of %" PRIu64 " pixels, of which %" PRIu64 " hang on last bits\n",
           test->values, test->pixels, test->unsteady);
    for (unsigned i = 0; i < DEVICES; i++)
        for (unsigned k = 0; test->devices[i] && k < outcome_count; k++)
            printf("%s: %u %s\n", test->devices[i]->name, test->counts[i][k], outcome_names[k]);
}

int
main(int argc, char **argv)
{
    const struct cpu_options cpu = {.threads = 1, .steps = CPU_STEPS};
    const struct vk_options vulkan = {.seconds = 600};
    const char *root = corpus_root(argc > 1 ? argv[1] : "", "rdna/radv");
    struct test test = {.root = root};
    struct base_arena arena;
    struct base_diags diags;
    uint32_t count;

    if (!root || !script_has_glsl()) {
        puts(root ? "skipped: the build lacks glslang" : "skipped: there is no corpus");
        return CORPUS_SKIPPED;
    }
    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena))
        return EXIT_FAILURE;
    base_diags_init(&diags, &arena, "vulkan");
    test.devices[0] = cpu_device_create(&cpu);
    test.devices[1] = vk_device_create(0, &vulkan, &diags);
    if (!test.devices[1])
        printf("only on cpu: %s\n", first_of(&diags));
    script_begin_process();
    base_arena_init(&test.source.arena, 0);
    const char **files = corpus_list(&arena, root, ".", ".frag.hex", &count);
    for (uint32_t i = 0; i < count; i++)
        try_program(&test, files[i] + strlen("./"), argc > 2 ? argv[2] : NULL);
    script_end_process();
    base_arena_finish(&test.source.arena);
    report(&test);
    for (unsigned i = 0; i < DEVICES; i++)
        if (test.devices[i])
            test.devices[i]->destroy(test.devices[i]);
    base_arena_finish(&arena);
    return test.differ || !test.programs ? EXIT_FAILURE : EXIT_SUCCESS;
}
