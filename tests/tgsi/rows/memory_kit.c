/* SPDX-License-Identifier: MIT */
#include "memory_kit.h"

#include <string.h>

const struct ir_shader *
memory_shader(struct rows *r, const char *declarations, const char *code)
{
    return rows_shader(
        r, rows_text(r,
                     "COMP\nPROPERTY CS_FIXED_BLOCK_WIDTH 1\nPROPERTY CS_FIXED_BLOCK_HEIGHT 1\n"
                     "PROPERTY CS_FIXED_BLOCK_DEPTH 1\nDCL SV[0], BLOCK_ID\nDCL BUFFER[0..2]\n"
                     "DCL TEMP[0..7]\nDCL ADDR[0..1]\n%s"
                     "IMM[0] UINT32 {0, 4, 8, 12}\nIMM[1] UINT32 {16, 20, 24, 28}\n"
                     "IMM[2] UINT32 {1, 2, 3, 5}\n%sEND\n",
                     declarations, code));
}

/* ---- what is bound ---- */

struct image_info {
    enum scene_format format;
    enum scene_image_dim dim;
    uint32_t size[3];
    uint32_t layers;
    enum ir_dim view;
    bool is_arrayed;
    bool has_texels; /* Else they are zeroes. */
};

static const struct image_info infos[memory_image_count] = {
#define FOUR scene_format_r32g32b32a32_uint
    [memory_image_2d] = {FOUR, scene_image_2d, {4, 3, 1}, 1, ir_dim_2d, false, true},
    [memory_image_1d] = {FOUR, scene_image_1d, {4, 1, 1}, 1, ir_dim_1d, false, true},
    [memory_image_3d] = {FOUR, scene_image_3d, {4, 3, 2}, 1, ir_dim_3d, false, true},
    [memory_image_cube] = {FOUR, scene_image_2d, {3, 3, 1}, 6, ir_dim_cube, false, true},
    [memory_image_1d_array] = {FOUR, scene_image_1d, {4, 1, 1}, 2, ir_dim_1d, true, true},
    [memory_image_2d_array] = {FOUR, scene_image_2d, {4, 3, 1}, 2, ir_dim_2d, true, true},
    [memory_image_cube_array] = {FOUR, scene_image_2d, {3, 3, 1}, 12, ir_dim_cube, true, true},
    [memory_image_buffer] = {FOUR, scene_image_1d, {4, 1, 1}, 1, ir_dim_buffer, false, true},
    [memory_image_word] =
        {scene_format_r32_uint, scene_image_2d, {4, 3, 1}, 1, ir_dim_2d, false, true},
    [memory_image_word_buffer] =
        {scene_format_r32_uint, scene_image_1d, {4, 1, 1}, 1, ir_dim_buffer, false, true},
    [memory_image_int] =
        {scene_format_r32_sint, scene_image_2d, {4, 3, 1}, 1, ir_dim_2d, false, true},
    [memory_image_unorm] =
        {scene_format_r8g8b8a8_unorm, scene_image_2d, {4, 3, 1}, 1, ir_dim_2d, false, false},
    [memory_image_snorm] =
        {scene_format_r8g8_snorm, scene_image_2d, {4, 3, 1}, 1, ir_dim_2d, false, false},
    [memory_image_float] =
        {scene_format_r32_sfloat, scene_image_2d, {4, 3, 1}, 1, ir_dim_2d, false, false},
#undef FOUR
};

static void *
texels_of(struct rows *r, const struct image_info *info, size_t *size)
{
    const uint32_t components = scene_format_infos[info->format].components;
    const uint32_t slices = info->size[2] * info->layers;
    const uint32_t words = info->size[0] * info->size[1] * slices * components;
    uint32_t *texels = base_arena_new_array(&r->arena, uint32_t, words);
    uint32_t at = 0;

    for (uint32_t z = 0; z < slices; z++)
        for (uint32_t y = 0; y < info->size[1]; y++)
            for (uint32_t x = 0; x < info->size[0]; x++)
                for (uint32_t c = 0; c < components; c++)
                    texels[at++] = MEMORY_TEXEL(x, y, z, c);
    *size = words * sizeof(uint32_t);
    return texels;
}

static uint32_t *
words_from(struct rows *r, uint32_t first)
{
    uint32_t *words = base_arena_new_array(&r->arena, uint32_t, MEMORY_DATA);

    for (uint32_t i = 0; i < MEMORY_DATA; i++)
        words[i] = first + i;
    return words;
}

struct bound {
    struct scene scene;
    struct scene_buffer buffers[16];
    struct scene_image images[4];
    struct scene_view views[4];
    struct scene_binding bindings[16];
    uint32_t binding_count;
    struct scene_step steps[3];
};

static void
bind_words(struct bound *bound, uint32_t binding, enum scene_binding_kind kind, const void *data,
           size_t size, uint64_t used)
{
    const uint32_t buffer = bound->scene.buffer_count++;

    bound->buffers[buffer] = (struct scene_buffer){data, size};
    bound->bindings[bound->binding_count++] =
        (struct scene_binding){.binding = binding, .kind = kind, .buffer = buffer, .size = used};
}

static void
bind_image(struct rows *r, struct bound *bound, uint32_t index, enum memory_image which)
{
    const struct image_info *info = &infos[which];
    size_t size = 0;
    void *texels = info->has_texels ? texels_of(r, info, &size) : NULL;

    if (info->view == ir_dim_buffer) {
        bind_words(bound, TGSI_FIRST_IMAGE + index, scene_binding_storage_texel, texels, size, 0);
        bound->bindings[bound->binding_count - 1].format = info->format;
        return;
    }
    const uint32_t image = bound->scene.image_count++;
    bound->images[image] = (struct scene_image){.format = info->format,
                                                .dim = info->dim,
                                                .width = info->size[0],
                                                .height = info->size[1],
                                                .depth = info->size[2],
                                                .layers = info->layers,
                                                .levels = 1,
                                                .samples = 1,
                                                .data = texels,
                                                .size = size};
    bound->views[image] = (struct scene_view){.image = image,
                                              .dim = info->view,
                                              .is_arrayed = info->is_arrayed,
                                              .level_count = 1,
                                              .layer_count = info->layers};
    bound->scene.view_count++;
    bound->bindings[bound->binding_count++] = (struct scene_binding){
        .binding = TGSI_FIRST_IMAGE + index, .kind = scene_binding_storage_image, .view = image};
}

static void
bind_all(struct rows *r, struct bound *bound, const struct memory_run *run)
{
    static const struct {
        uint32_t binding;
        enum scene_binding_kind kind;
        uint32_t first;
        uint64_t used;
    } rows[] = {
        {TGSI_FIRST_BUFFER + 2, scene_binding_storage, MEMORY_BUFFER2(0), 12},
        {TGSI_FIRST_CONST + 1, scene_binding_uniform, MEMORY_CONSTBUF(0), 0},
        {TGSI_FIRST_HWATOMIC, scene_binding_storage, MEMORY_HWATOMIC0(0), 0},
        {TGSI_FIRST_HWATOMIC + 1, scene_binding_storage, MEMORY_HWATOMIC1(0), 0},
        {TGSI_GLOBAL_MEMORY, scene_binding_storage, MEMORY_GLOBAL(0), 0},
        {TGSI_INPUT_MEMORY, scene_binding_storage, MEMORY_INPUT(0), 0},
    };
    const size_t words = MEMORY_DATA * sizeof(uint32_t);

    bind_words(bound, TGSI_FIRST_BUFFER, scene_binding_storage, NULL, run->results_size, 0);
    bind_words(bound, TGSI_FIRST_BUFFER + 1, scene_binding_storage,
               run->data ? run->data : words_from(r, MEMORY_BUFFER1(0)),
               run->data ? run->data_size : words, 0);
    for (uint32_t i = 0; i < BASE_COUNT(rows); i++)
        bind_words(bound, rows[i].binding, rows[i].kind, words_from(r, rows[i].first), words,
                   rows[i].used);
    for (uint32_t i = 0; i < run->image_count; i++)
        bind_image(r, bound, i, run->images[i]);
    /* Registers that an address reaches are elements at the first one's binding. */
    for (uint32_t i = 0, count = bound->binding_count; i < count; i++) {
        struct scene_binding binding = bound->bindings[i];

        if (binding.binding == TGSI_FIRST_BUFFER + 1 || binding.binding == TGSI_FIRST_BUFFER + 2 ||
            binding.binding == TGSI_FIRST_HWATOMIC + 1 || binding.binding == TGSI_FIRST_IMAGE + 1) {
            binding.element = 1 + (binding.binding == TGSI_FIRST_BUFFER + 2);
            binding.binding -= binding.element;
            bound->bindings[bound->binding_count++] = binding;
        }
    }
}

/* ---- running ---- */

bool
memory_run(struct rows *r, const struct ir_shader *shader, struct memory_run *run)
{
    struct bound *bound = base_arena_new(&r->arena, struct bound);
    struct scene_result result;

    if (!run->results_size)
        run->results_size = MEMORY_WORDS * sizeof(uint32_t);
    bind_all(r, bound, run);
    bound->steps[0] = (struct scene_step){
        .kind = scene_step_dispatch,
        .dispatch = {.shader = shader,
                     .groups = {run->groups, 1, 1},
                     .inputs = {bound->bindings, bound->binding_count, NULL, 0}}};
    bound->steps[1] = (struct scene_step){.kind = scene_step_read_buffer, .read = 0};
    bound->steps[2] = (struct scene_step){.kind = scene_step_read_buffer, .read = 1};
    bound->scene.buffers = bound->buffers;
    bound->scene.images = bound->images;
    bound->scene.views = bound->views;
    bound->scene.steps = bound->steps;
    bound->scene.step_count = 3;
    if (!rows_run(r, &bound->scene, &result))
        return false;
    run->results = result.reads[0].data;
    run->after = result.reads[1].data;
    return true;
}

static void
compare(struct rows *r, const struct memory_case *c, const char *what, uint32_t index,
        uint32_t found, uint32_t expected)
{
    rows_expect(r, found == expected, "%s: %s %u: found %08x, expected %08x", c->name, what, index,
                found, expected);
}

void
memory_check(struct rows *r, const struct memory_case *c, const enum memory_image *images,
             uint32_t image_count)
{
    const struct ir_shader *shader = memory_shader(r, c->declarations, c->code);
    struct memory_run run = {.groups = 1, .image_count = image_count};
    uint32_t after[MEMORY_DATA];

    if (image_count)
        memcpy(run.images, images, image_count * sizeof(*images));
    if (!shader || !memory_run(r, shader, &run))
        return;
    for (uint32_t i = 0; i < MEMORY_WORDS; i++)
        compare(r, c, "word", i, run.results[i], i < 8 ? c->expected[i] : 0);
    for (uint32_t i = 0; i < MEMORY_DATA; i++)
        after[i] = MEMORY_BUFFER1(i);
    for (uint32_t i = 0; i < BASE_COUNT(c->changes) && c->changes[i].word; i++)
        after[c->changes[i].index] = c->changes[i].word;
    for (uint32_t i = 0; i < MEMORY_DATA; i++)
        compare(r, c, "word of BUFFER[1]", i, run.after[i], after[i]);
}
