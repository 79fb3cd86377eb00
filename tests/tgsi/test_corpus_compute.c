/* SPDX-License-Identifier: MIT
 *
 * The compute programs of a corpus: each is translated, its module is valid, and it is dispatched
 * on both devices with buffers and images made for it; what it leaves in them must agree.
 *
 *   test-tgsi-corpus-compute FOLDER [PART-OF-A-NAME]   the corpus, where QUADRILLE_CORPUS is not
 * set
 */
#include "host.h"

#include "cpu/cpu.h"
#include "spirv/spirv.h"
#include "tgsi/tgsi.h"

#include <dirent.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BUFFER_SIZE 65536
#define MAX_BOUND 160
#define EXIT_SKIPPED 77

struct totals {
    struct scene_device *devices[2];
    const char *wanted;
    uint32_t files;
    uint32_t dispatched;
    uint32_t skipped;
    uint32_t faults;
    uint64_t bytes; /* Compared. */
};

/* ---- what a program is run with ---- */

struct bound {
    struct scene scene;
    struct scene_buffer buffers[MAX_BOUND];
    struct scene_image images[MAX_BOUND];
    struct scene_view views[MAX_BOUND];
    struct scene_binding bindings[MAX_BOUND];
    struct scene_step steps[2 * MAX_BOUND + 1];
    struct scene_sampler sampler;
    uint32_t binding_count;
};

/* Small whole numbers and, in every other four words, small floats: what programs take for offsets,
 * counts and values alike. */
static void *
generate(struct base_arena *arena, size_t size, uint32_t seed)
{
    uint32_t *words = base_arena_new_array(arena, uint32_t, size / 4);

    for (size_t i = 0; i < size / 4; i++) {
        const uint32_t number = ((uint32_t)i * 7 + seed * 13) % 61;
        const float value = (float)number / 8.0f - 2.0f;

        if (i / 4 % 2)
            memcpy(&words[i], &value, sizeof(value));
        else
            words[i] = number;
    }
    return words;
}

static bool
has_binding(const struct bound *bound, const struct scene_binding *binding)
{
    for (uint32_t i = 0; i < bound->binding_count; i++)
        if (bound->bindings[i].set == binding->set &&
            bound->bindings[i].binding == binding->binding &&
            bound->bindings[i].element == binding->element)
            return true;
    return bound->binding_count == MAX_BOUND;
}

static uint32_t
add_buffer(struct bound *bound, struct base_arena *arena, size_t size)
{
    const uint32_t index = bound->scene.buffer_count++;

    bound->buffers[index] = (struct scene_buffer){generate(arena, size, index), size};
    return index;
}

static enum scene_format
format_for(const struct ir_image *image)
{
    if (image->kind == ir_image_storage && image->format != ir_image_format_unknown)
        return scene_format_of_image(image->format);
    return image->texel == ir_texel_f32   ? scene_format_r32g32b32a32_sfloat
           : image->texel == ir_texel_i32 ? scene_format_r32g32b32a32_sint
                                          : scene_format_r32g32b32a32_uint;
}

static uint32_t
add_view(struct bound *bound, struct base_arena *arena, const struct ir_image *image)
{
    const uint32_t index = bound->scene.image_count++;
    const uint32_t layers = image->is_arrayed ? 2 : 1;
    const bool is_cube = image->dim == ir_dim_cube;
    struct scene_image made = {
        .format = format_for(image),
        .dim = image->dim == ir_dim_1d   ? scene_image_1d
               : image->dim == ir_dim_3d ? scene_image_3d
                                         : scene_image_2d,
        .width = 16,
        .height = image->dim == ir_dim_1d ? 1 : 16,
        .depth = image->dim == ir_dim_3d ? 4 : 1,
        .layers = is_cube ? 6 * layers : layers,
        .levels = 1,
        .samples = image->is_multisampled ? 4 : 1,
    };

    if (made.samples == 1) {
        made.size = (size_t)scene_image_size(&made);
        made.data = generate(arena, (made.size + 3) / 4 * 4, index);
    }
    bound->images[index] = made;
    bound->views[index] = (struct scene_view){.image = index,
                                              .dim = image->dim,
                                              .is_arrayed = image->is_arrayed,
                                              .level_count = 1,
                                              .layer_count = made.layers};
    bound->scene.view_count++;
    return index;
}

static void
bind_buffer(struct bound *bound, struct base_arena *arena, const struct ir_buffer *buffer)
{
    for (uint32_t e = 0; e < buffer->count; e++) {
        struct scene_binding binding = {.set = buffer->set,
                                        .binding = buffer->binding,
                                        .element = e,
                                        .kind = buffer->kind == ir_buffer_uniform
                                                    ? scene_binding_uniform
                                                    : scene_binding_storage};

        if (has_binding(bound, &binding))
            continue;
        binding.buffer = add_buffer(bound, arena, BUFFER_SIZE);
        bound->bindings[bound->binding_count++] = binding;
    }
}

static void
bind_image(struct bound *bound, struct base_arena *arena, const struct ir_image *image)
{
    const bool is_storage = image->kind == ir_image_storage;

    for (uint32_t e = 0; e < image->count; e++) {
        struct scene_binding binding = {.set = image->set, .binding = image->binding, .element = e};

        if (has_binding(bound, &binding))
            continue;
        if (image->dim == ir_dim_buffer) {
            binding.kind = is_storage ? scene_binding_storage_texel : scene_binding_uniform_texel;
            binding.format = format_for(image);
            binding.buffer = add_buffer(bound, arena, 1024);
        } else {
            binding.kind = is_storage                        ? scene_binding_storage_image
                           : image->kind == ir_image_sampled ? scene_binding_sampled
                                                             : scene_binding_combined;
            binding.view = add_view(bound, arena, image);
        }
        bound->bindings[bound->binding_count++] = binding;
    }
}

static void
bind_all(struct bound *bound, struct base_arena *arena, const struct ir_shader *shader)
{
    for (uint32_t i = 0; i < shader->buffers.count; i++)
        bind_buffer(bound, arena, &shader->buffers.data[i]);
    for (uint32_t i = 0; i < shader->images.count; i++)
        bind_image(bound, arena, &shader->images.data[i]);
    bound->sampler = (struct scene_sampler){.max_lod = 1000.0f};
    bound->scene.samplers = &bound->sampler;
    bound->scene.sampler_count = 1;
    bound->scene.buffers = bound->buffers;
    bound->scene.images = bound->images;
    bound->scene.views = bound->views;
    bound->scene.steps = bound->steps;
    bound->steps[bound->scene.step_count++] = (struct scene_step){
        .kind = scene_step_dispatch,
        .dispatch = {.shader = shader,
                     .groups = {2, 1, 1},
                     .inputs = {bound->bindings, bound->binding_count, NULL, 0}}};
    for (uint32_t i = 0; i < bound->scene.buffer_count; i++)
        bound->steps[bound->scene.step_count++] =
            (struct scene_step){.kind = scene_step_read_buffer, .read = i};
    for (uint32_t i = 0; i < bound->scene.image_count; i++)
        if (bound->images[i].samples == 1)
            bound->steps[bound->scene.step_count++] =
                (struct scene_step){.kind = scene_step_read_image, .read = i};
}

/* ---- comparing ---- */

/* The same bits, or floats that hosts may round apart. */
static bool
agree(uint32_t x, uint32_t y)
{
    float a, b;

    if (x == y)
        return true;
    memcpy(&a, &x, sizeof(a));
    memcpy(&b, &y, sizeof(b));
    if (isnan(a) || isnan(b))
        return isnan(a) && isnan(b);
    return fabsf(a - b) <= 1e-4f * fmaxf(fabsf(a), fabsf(b));
}

/* Of texels that are not words the last bits may differ. */
static bool
agree_texels(enum scene_format format, const char *x, const char *y, size_t size)
{
    const size_t bytes = scene_format_infos[format].bytes;

    for (size_t at = 0; at + bytes <= size; at += bytes) {
        uint32_t a[4], b[4];

        scene_format_unpack(format, x + at, a);
        scene_format_unpack(format, y + at, b);
        for (unsigned c = 0; c < 4; c++) {
            float f, g;

            memcpy(&f, &a[c], sizeof(f));
            memcpy(&g, &b[c], sizeof(g));
            if (!agree(a[c], b[c]) && !(fabsf(f - g) <= 0.01f * fmaxf(1.0f, fabsf(f))))
                return false;
        }
    }
    return true;
}

static const char *
find_difference(struct totals *t, struct base_arena *arena, const struct bound *bound,
                const struct scene_result *x, const struct scene_result *y)
{
    for (uint32_t i = 0; i < x->read_count; i++) {
        const struct scene_step *step = &bound->steps[1 + i];
        const char *a = x->reads[i].data, *b = y->reads[i].data;

        t->bytes += x->reads[i].size;
        if (step->kind == scene_step_read_image) {
            if (!agree_texels(bound->images[step->read].format, a, b, x->reads[i].size))
                return base_arena_printf(arena, "image %u differs", step->read);
            continue;
        }
        for (size_t at = 0; at + 4 <= x->reads[i].size; at += 4) {
            uint32_t p, q;

            memcpy(&p, a + at, 4);
            memcpy(&q, b + at, 4);
            if (!agree(p, q))
                return base_arena_printf(arena, "buffer %u differs at byte %zu: 0x%08x and 0x%08x",
                                         step->read, at, p, q);
        }
    }
    return NULL;
}

/* ---- programs ---- */

static const char *
first_error(const struct base_diags *diags)
{
    for (uint32_t i = 0; i < diags->list.count; i++)
        if (diags->list.data[i].severity == QD_SEVERITY_ERROR)
            return diags->list.data[i].message;
    return "no diagnostic";
}

static const struct ir_shader *
translate(struct base_arena *arena, const char *text, size_t size, struct base_diags *diags)
{
    const struct tgsi_lower_options lower = {.name = "corpus"};
    const struct spirv_write_options write = {.target = spirv_target_vulkan1_2};
    struct spirv_module module;

    struct tgsi_program *program = tgsi_read_text(arena, text, size, NULL, diags);
    if (!program || !tgsi_check(program, diags))
        return NULL;
    struct ir_shader *shader = tgsi_lower(program, &lower, arena, diags);
    if (!shader || !ir_verify(shader, diags) ||
        !ir_run_pipeline(shader, ir_pipeline_default, diags) ||
        !spirv_translate(shader, &write, arena, &module, diags) ||
        (spirv_has_tools() && !spirv_validate(&module, write.target, diags)))
        return NULL;
    return shader;
}

/* Is it the feature that the device lacks, and not us? */
static bool
is_missing(enum scene_status status, const struct base_diags *diags)
{
    return status == scene_status_missing && strstr(first_error(diags), "lacks");
}

/* Its invocations, or its two workgroups, look for what others store at the same time, which may
 * come out any way; or it stores the time. */
static bool
races(const char *name)
{
    return strstr(name, "shader-mem-barrier") || strstr(name, "simple-barrier-atomics") ||
           strstr(name, "clock2x32");
}

/* No two devices have one time. */
static bool
reads_clock(const struct ir_shader *shader)
{
    for (ir_ref ref = shader->first; ref; ref = ir_next(shader, ref))
        if (ir_op_of(shader, ref) == ir_op_clock)
            return true;
    return false;
}

static void
run_program(struct totals *t, struct base_arena *arena, const char *name, const char *text,
            size_t size)
{
    struct scene_result results[2];
    struct base_diags diags;
    struct bound *bound = base_arena_new(arena, struct bound);

    base_diags_init(&diags, arena, name);
    const struct ir_shader *shader = translate(arena, text, size, &diags);
    if (shader)
        bind_all(bound, arena, shader);
    if (!shader || !scene_check(&bound->scene, &diags)) {
        printf("fault: %s: %s\n", name, first_error(&diags));
        t->faults++;
        return;
    }
    for (unsigned d = 0; d < 2 && t->devices[d]; d++) {
        base_diags_init(&diags, arena, name);
        const enum scene_status status =
            t->devices[d]->run(t->devices[d], &bound->scene, arena, &results[d], &diags);

        if (is_missing(status, &diags)) {
            printf("skip: %s: %s\n", name, first_error(&diags));
            t->skipped++;
            return;
        }
        if (status != scene_status_ok) {
            printf("fault: %s on %s: %s\n", name, t->devices[d]->name, first_error(&diags));
            t->faults++;
            return;
        }
    }
    t->dispatched++;
    const char *difference = t->devices[1] && !races(name) && !reads_clock(shader)
                                 ? find_difference(t, arena, bound, &results[0], &results[1])
                                 : NULL;
    if (difference) {
        printf("fault: %s: %s\n", name, difference);
        t->faults++;
    }
}

static void
run_file(struct totals *t, const char *path)
{
    static char text[1 << 16];
    struct base_arena arena;
    FILE *file = fopen(path, "rb");

    if (!file)
        return;
    const size_t size = fread(text, 1, sizeof(text), file);
    fclose(file);
    t->files++;
    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena)) {
        printf("fault: %s: ran out of memory\n", path);
        t->faults++;
        return;
    }
    run_program(t, &arena, path, text, size);
    base_arena_finish(&arena);
}

static void
run_folder(struct totals *t, const char *path)
{
    DIR *dir = opendir(path);
    struct dirent *entry;

    while (dir && (entry = readdir(dir))) {
        const size_t length = strlen(entry->d_name);
        char file[4096];

        if (length < 5 || strcmp(entry->d_name + length - 5, ".tgsi") != 0 ||
            (t->wanted && !strstr(entry->d_name, t->wanted)))
            continue;
        if (snprintf(file, sizeof(file), "%s/%s", path, entry->d_name) < (int)sizeof(file))
            run_file(t, file);
    }
    if (dir)
        closedir(dir);
}

/* ---- the whole ---- */

int
main(int argc, char **argv)
{
    static const char *const folders[] = {"softpipe/comp", "virgl/comp"};
    const struct cpu_options options = {.lanes = 16};
    const char *corpus = getenv("QUADRILLE_CORPUS");
    struct totals t = {.wanted = argc > 2 ? argv[2] : NULL};

    setvbuf(stdout, NULL, _IOLBF, 0);
    if (!corpus)
        corpus = argc > 1 ? argv[1] : ".";
    t.devices[0] = cpu_device_create(&options);
    t.devices[1] = host_open(false);
    for (uint32_t i = 0; i < BASE_COUNT(folders); i++) {
        char path[4096];

        snprintf(path, sizeof(path), "%s/tgsi/mesa/%s", corpus, folders[i]);
        run_folder(&t, path);
    }
    for (unsigned d = 0; d < 2; d++)
        if (t.devices[d])
            t.devices[d]->destroy(t.devices[d]);
    if (t.files == 0) {
        puts("skip: neither QUADRILLE_CORPUS nor ../shared/corpus has tgsi/mesa");
        return EXIT_SKIPPED;
    }
    printf("%u files, %u dispatched, %" PRIu64 " bytes compared, %u skipped, %u faults\n", t.files,
           t.dispatched, t.bytes, t.skipped, t.faults);
    return t.faults > 0;
}
