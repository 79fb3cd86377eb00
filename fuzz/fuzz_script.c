/* SPDX-License-Identifier: MIT
 *
 * Scripts, Amber's and VkRunner's: read, made into a scene and judged. Small scenes run on the CPU
 * device; of all others zeroes come back. Shaders that other libraries compile are left alone:
 * their faults are not ours.
 */
#include "cpu/cpu.h"
#include "script/script.h"

#include <stdio.h>
#include <stdlib.h>

#define LIMIT ((size_t)256 << 20)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
die(const char *what)
{
    fprintf(stderr, "%s\n", what);
    abort();
}

/* ---- a device ---- */

static bool
has_feature(struct scene_device *device, const char *name)
{
    (void)device;
    return strncmp(name, "no", 2) != 0;
}

static bool
has_format(struct scene_device *device, enum scene_format format, unsigned uses, uint32_t samples)
{
    (void)device;
    (void)uses;
    return format != scene_format_none && samples <= 8;
}

/* Of texels, bytes, vertices and workgroups. */
#define MAX_WORK 70000

static bool
is_small_step(const struct scene_step *step)
{
    if (step->kind == scene_step_draw)
        return !step->draw.indirect.is_used && step->draw.width < 256 && step->draw.height < 256 &&
               step->draw.vertex_count < 1000 && step->draw.instance_count < 10;
    if (step->kind == scene_step_dispatch)
        return !step->dispatch.indirect.is_used && step->dispatch.groups[0] < 10 &&
               step->dispatch.groups[1] < 10 && step->dispatch.groups[2] < 10;
    return true;
}

static bool
is_small(const struct scene *scene)
{
    uint64_t work = 0;

    for (uint32_t i = 0; i < scene->image_count; i++)
        work += scene_image_size(&scene->images[i]) / 8;
    for (uint32_t i = 0; i < scene->buffer_count; i++)
        work += scene->buffers[i].size;
    for (uint32_t i = 0; i < scene->step_count; i++) {
        if (!is_small_step(&scene->steps[i]))
            return false;
    }
    return work < MAX_WORK && scene->step_count < 20;
}

static enum scene_status
run(struct scene_device *device, const struct scene *scene, struct base_arena *arena,
    struct scene_result *result, struct base_diags *diags)
{
    static const struct cpu_options options = {.lanes = 8, .threads = 1, .steps = 2000};
    static struct scene_device *cpu; /* For all runs: memory may run out in the midst of one. */
    (void)device;

    if (!cpu)
        cpu = cpu_device_create(&options);
    if (cpu && is_small(scene)) {
        const uint32_t before = diags->error_count;
        const enum scene_status status = cpu->run(cpu, scene, arena, result, diags);

        if ((status == scene_status_ok) != (diags->error_count == before))
            die("a device that contradicts itself");
        return status;
    }
    result->reads = base_arena_new_array(arena, struct scene_bytes, scene->step_count);
    for (uint32_t i = 0; i < scene->step_count; i++) {
        const struct scene_step *step = &scene->steps[i];
        struct scene_bytes *read = &result->reads[result->read_count];

        if (step->kind == scene_step_read_buffer)
            read->size = scene->buffers[step->read].size;
        else if (step->kind == scene_step_read_image)
            read->size = (size_t)scene_image_size(&scene->images[step->read]);
        else
            continue;
        read->data = base_arena_alloc(arena, read->size);
        result->read_count++;
    }
    return scene_status_ok;
}

/* ---- */

/* Is the word somewhere in the text? */
static bool
has_word(const char *text, size_t size, const char *word)
{
    const size_t count = strlen(word);

    for (size_t i = 0; i + count <= size; i++) {
        if (memcmp(text + i, word, count) == 0)
            return true;
    }
    return false;
}

static bool
is_ours(const char *text, size_t size)
{
    static const char *const words[] = {"GLSL", "SPIRV", "shader]", "shader spirv",
                                        "shader binary"};

    for (size_t i = 0; i < BASE_COUNT(words); i++) {
        if (has_word(text, size, words[i]))
            return false;
    }
    return true;
}

static void
try_script(struct base_arena *arena, const char *text, size_t size)
{
    struct scene_device device = {
        .name = "zero", .run = run, .has_feature = has_feature, .has_format = has_format};
    const struct script_run_options options = {.wave_steps = 20000, .wants_picture = true};
    struct script_verdict verdict;
    struct base_diags diags;

    base_diags_init(&diags, arena, "fuzz");
    base_diags_set_text(&diags, text, size);
    const struct script *script = script_read(text, size, NULL, arena, &diags);
    if ((script == NULL) != (diags.error_count > 0))
        die("the reader contradicts itself");
    if (!script || !is_ours(text, size))
        return;
    script_run(script, &device, &options, arena, &verdict);
    if ((verdict.outcome == script_outcome_pass) != (verdict.reason == NULL))
        die("a verdict without a reason, or a reason to pass");
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct base_arena arena;

    base_arena_init(&arena, LIMIT);
    if (BASE_ARENA_CATCH(&arena))
        try_script(&arena, (const char *)data, size);
    base_arena_finish(&arena);
    return 0;
}
