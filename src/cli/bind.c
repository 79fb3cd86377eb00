/* SPDX-License-Identifier: MIT
 *
 * What stands at the bindings of a picture's shaders: constants, textures and samplers, and storage
 * that starts as zeroes.
 */
#include "cli/picture_priv.h"

#include <inttypes.h>

#define ELEMENTS 4              /* Of arrays that are as long as what is bound. */
#define STORAGE_BYTES (1 << 16) /* Of a buffer. */
#define STORAGE_SIDE 256        /* Of an image, at most; */
#define STORAGE_COUNT 4         /* its layers, cubes or slices. */

/* ---- bindings ---- */

/* A new binding at an element, for the caller to fill in. NULL if the place is taken, as two
 * variables may name it, or if there are more bindings than the scene has, which is found when it
 * is checked. */
static struct scene_binding *
add_binding(struct cli_build *b, uint32_t set, uint32_t binding, uint32_t element)
{
    struct scene_binding *added;

    if (b->bindings.count > SCENE_MAX_BINDINGS)
        return NULL;
    for (uint32_t i = 0; i < b->bindings.count; i++) {
        const struct scene_binding *other = &b->bindings.data[i];

        if (other->set == set && other->binding == binding && other->element == element)
            return NULL;
    }
    added = base_array_add(&b->job->arena, &b->bindings);
    *added = (struct scene_binding){.set = set, .binding = binding, .element = element};
    return added;
}

static uint32_t
elements_of(uint32_t count)
{
    return count == 0 ? ELEMENTS : count < SCENE_MAX_BINDINGS ? count : SCENE_MAX_BINDINGS;
}

static uint32_t
add_buffer(struct cli_build *b, struct scene_buffer buffer)
{
    base_array_push(&b->job->arena, &b->buffers, buffer);
    return b->buffers.count - 1;
}

/* ---- constants ---- */

/* The rows of one buffer as they were given; of a row given twice the last. Size 0 if none was. */
static struct scene_buffer
make_constants(struct cli_build *b, const struct cli_constants *constants, uint32_t buffer)
{
    uint32_t rows = 0;

    for (uint32_t i = 0; i < constants->list.count; i++) {
        const struct cli_constant *constant = &constants->list.data[i];

        if (constant->buffer == buffer && constant->row >= rows)
            rows = constant->row + 1;
    }
    char *data = base_arena_alloc_array(&b->job->arena, rows, CLI_ROW_SIZE);
    for (uint32_t i = 0; i < constants->list.count; i++) {
        const struct cli_constant *constant = &constants->list.data[i];

        if (constant->buffer == buffer)
            memcpy(data + (size_t)constant->row * CLI_ROW_SIZE, constant->words, CLI_ROW_SIZE);
    }
    return (struct scene_buffer){data, (size_t)rows * CLI_ROW_SIZE};
}

static void
bind_constants(struct cli_build *b, const struct ir_shader *shader,
               const struct ir_buffer *declared)
{
    const struct scene_buffer buffer =
        make_constants(b, &b->picture->constants[shader->stage], declared->binding);
    struct scene_binding *binding =
        buffer.size ? add_binding(b, declared->set, declared->binding, 0) : NULL;

    if (!binding)
        return;
    binding->kind = scene_binding_uniform;
    binding->buffer = add_buffer(b, buffer);
}

/* ---- storage ---- */

static void
bind_storage_buffer(struct cli_build *b, const struct ir_buffer *declared)
{
    for (uint32_t i = 0; i < elements_of(declared->count); i++) {
        struct scene_binding *binding = add_binding(b, declared->set, declared->binding, i);

        if (!binding)
            continue;
        binding->kind = scene_binding_storage;
        binding->buffer = add_buffer(b, (struct scene_buffer){.size = STORAGE_BYTES});
    }
}

static uint32_t
at_most(uint32_t size, uint32_t limit)
{
    return size < limit ? size : limit;
}

/* As large as the picture, so that a shader can store at its place in it. */
static uint32_t
add_storage_image(struct cli_build *b, const struct ir_image *declared, enum scene_format format)
{
    struct scene_image image = scene_image_for(declared, format, STORAGE_SIDE, STORAGE_COUNT);

    if (declared->dim != ir_dim_cube) {
        image.width = at_most(image.width, b->picture->width);
        image.height = at_most(image.height, b->picture->height);
    }
    base_array_push(&b->job->arena, &b->views, scene_view_for(declared, &image, b->images.count));
    base_array_push(&b->job->arena, &b->images, image);
    return b->views.count - 1;
}

static void
bind_storage_image(struct cli_build *b, const struct ir_image *declared)
{
    const enum scene_format format = scene_format_for(declared, scene_format_r32g32b32a32_sfloat);

    for (uint32_t i = 0; i < elements_of(declared->count); i++) {
        struct scene_binding *binding = add_binding(b, declared->set, declared->binding, i);

        if (!binding)
            continue;
        binding->kind = scene_binding_kind_of(declared);
        binding->format = format;
        if (declared->dim == ir_dim_buffer)
            binding->buffer = add_buffer(b, (struct scene_buffer){.size = STORAGE_BYTES});
        else
            binding->view = add_storage_image(b, declared, format);
    }
}

/* ---- what a picture has one of, and a shader uses as two ---- */

/* What a sampler that compares gives without a comparison differs between devices. */
static void
warn_of_use(struct cli_build *b, const char *name, uint8_t use)
{
    if (use != (SCENE_USE_COMPARED | SCENE_USE_PLAIN))
        return;
    cli_job_begin(b->job, "scene");
    base_warning(&b->job->diags, QD_CODE_SCENE_INVALID, base_at_nowhere(),
                 "found \"%s\" sampled with a comparison and without one, expected either: what it "
                 "gives without one is undefined",
                 name ? name : "");
}

/* "2d arrayed of f32" */
static const char *
describe(struct cli_build *b, const struct ir_image *image)
{
    return base_arena_printf(&b->job->arena, "%s%s%s of %s", ir_dim_name(image->dim),
                             image->is_arrayed ? " arrayed" : "",
                             image->is_multisampled ? " multisampled" : "",
                             ir_texel_name(image->texel));
}

static bool
is_alike(const struct ir_image *a, const struct ir_image *b)
{
    return a->dim == b->dim && a->is_arrayed == b->is_arrayed &&
           a->is_multisampled == b->is_multisampled &&
           ir_texel_type(a->texel) == ir_texel_type(b->texel);
}

/* Variables at one place are used as one. Can the image stand where those before it do? A guest may
 * change what is bound from draw to draw; a picture is one draw. */
static bool
share_place(struct cli_build *b, const struct ir_shader *shader, uint32_t index, uint8_t *uses)
{
    const struct ir_image *image = &shader->images.data[index];

    for (uint32_t i = 0; i < index; i++) {
        const struct ir_image *other = &shader->images.data[i];

        if (other->set != image->set || other->binding != image->binding)
            continue;
        uses[i] = uses[index] = uses[i] | uses[index];
        if (is_alike(image, other))
            continue;
        cli_job_begin(b->job, "scene");
        base_error(&b->job->diags, QD_CODE_SCENE_INVALID, base_at_nowhere(),
                   "found \"%s\", %s, and \"%s\", %s, at one binding, expected images of one kind: "
                   "a picture has one there",
                   other->name ? other->name : "", describe(b, other),
                   image->name ? image->name : "", describe(b, image));
        return false;
    }
    return true;
}

/* ---- textures ---- */

/* The number that --texture has for the first register at a binding. */
static uint32_t
number_of(uint32_t binding)
{
    if (binding >= TGSI_FIRST_SAMPLER && binding < TGSI_FIRST_SAMPLER + TGSI_MAX_SAMPLERS)
        return binding - TGSI_FIRST_SAMPLER;
    if (binding >= TGSI_FIRST_VIEW && binding < TGSI_FIRST_VIEW + TGSI_MAX_VIEWS)
        return binding - TGSI_FIRST_VIEW;
    return SCENE_NONE;
}

/* Registers behind the first that are reached by an address have the numbers behind its. */
static uint32_t
number_of_element(uint32_t first, uint32_t element)
{
    return first == SCENE_NONE || first + element >= TGSI_MAX_VIEWS ? SCENE_NONE : first + element;
}

static bool
bind_texture(struct cli_build *b, const struct ir_image *declared, uint8_t use)
{
    const uint32_t number = number_of(declared->binding);
    const bool is_depth = (use & SCENE_USE_COMPARED) != 0;

    if (declared->kind == ir_image_combined)
        warn_of_use(b, declared->name, use);
    for (uint32_t i = 0; i < elements_of(declared->count); i++) {
        struct scene_binding *binding = add_binding(b, declared->set, declared->binding, i);

        if (!binding)
            continue;
        binding->kind = scene_binding_kind_of(declared);
        binding->sampler = (is_depth ? CLI_SAMPLER_COMPARE : 0u) |
                           (is_depth || declared->texel != ir_texel_f32 ? CLI_SAMPLER_NEAREST : 0u);
        if (!cli_texture_find(b, declared, is_depth, number_of_element(number, i), binding))
            return false;
    }
    return true;
}

static void
bind_sampler(struct cli_build *b, const struct ir_sampler *declared, uint8_t use, bool is_nearest)
{
    warn_of_use(b, declared->name, use);
    for (uint32_t i = 0; i < elements_of(declared->count); i++) {
        struct scene_binding *binding = add_binding(b, declared->set, declared->binding, i);

        if (!binding)
            continue;
        binding->kind = scene_binding_sampler;
        binding->sampler = (use & SCENE_USE_COMPARED ? CLI_SAMPLER_COMPARE : 0u) |
                           (is_nearest ? CLI_SAMPLER_NEAREST : 0u);
    }
}

/* Samplers of integers, which are never filtered, and of depths, which hosts need not filter. */
static bool *
find_nearest(struct cli_build *b, const struct ir_shader *shader, const struct scene_uses *uses)
{
    bool *are_nearest = base_arena_new_array(&b->job->arena, bool, shader->samplers.count);

    for (ir_ref ref = shader->first; ref; ref = ir_next(shader, ref)) {
        const uint32_t imm = ir_imm(shader, ref), image = ir_imm_image(imm);

        if (ir_op_is_sampled(ir_op_of(shader, ref)) && ir_imm_sampler(imm) &&
            (shader->images.data[image].texel != ir_texel_f32 ||
             (uses->images[image] & SCENE_USE_COMPARED)))
            are_nearest[ir_imm_sampler(imm) - 1] = true;
    }
    return are_nearest;
}

static void
bind_samplers(struct cli_build *b, const struct ir_shader *shader, const struct scene_uses *uses)
{
    const bool *are_nearest = find_nearest(b, shader, uses);

    for (uint32_t i = 0; i < shader->samplers.count; i++)
        bind_sampler(b, &shader->samplers.data[i], uses->samplers[i], are_nearest[i]);
}

/* ---- all ---- */

static void
bind_buffers(struct cli_build *b, const struct ir_shader *shader)
{
    for (uint32_t i = 0; i < shader->buffers.count; i++) {
        if (shader->buffers.data[i].kind == ir_buffer_uniform)
            bind_constants(b, shader, &shader->buffers.data[i]);
        else
            bind_storage_buffer(b, &shader->buffers.data[i]);
    }
}

static bool
bind_images(struct cli_build *b, const struct ir_shader *shader, const struct scene_uses *uses)
{
    for (uint32_t i = 0; i < shader->images.count; i++)
        if (!share_place(b, shader, i, uses->images))
            return false;
    for (uint32_t i = 0; i < shader->images.count; i++) {
        const struct ir_image *declared = &shader->images.data[i];

        /* What is read of a target is the target. */
        if (declared->kind == ir_image_input)
            continue;
        if (declared->kind == ir_image_storage)
            bind_storage_image(b, declared);
        else if (!bind_texture(b, declared, uses->images[i]))
            return false;
    }
    return true;
}

/* "a", "b" */
static void
add_name(struct base_text *names, const char *name)
{
    base_text_printf(names, "%s\"%s\"", names->count ? ", " : "", name ? name : "");
}

static void
note_storage(struct cli_build *b, const struct ir_shader *shader)
{
    struct base_text names;

    base_text_init(&names, &b->job->arena);
    for (uint32_t i = 0; i < shader->buffers.count; i++)
        if (shader->buffers.data[i].kind != ir_buffer_uniform)
            add_name(&names, shader->buffers.data[i].name);
    for (uint32_t i = 0; i < shader->images.count; i++)
        if (shader->images.data[i].kind == ir_image_storage)
            add_name(&names, shader->images.data[i].name);
    if (!names.count)
        return;
    cli_job_begin(b->job, "scene");
    base_report(&b->job->diags, QD_SEVERITY_NOTE, QD_CODE_UNSUPPORTED, base_at_nowhere(),
                "found storage of the %s shader, which starts as zeroes and is not shown: %s",
                ir_stage_name(shader->stage), base_text_string(&names));
}

static bool
bind_shader(struct cli_build *b, const struct ir_shader *shader)
{
    const struct scene_uses uses = scene_find_uses(shader, &b->job->arena);

    bind_buffers(b, shader);
    if (!bind_images(b, shader, &uses))
        return false;
    bind_samplers(b, shader, &uses);
    note_storage(b, shader);
    return true;
}

bool
cli_bind_inputs(struct cli_build *b)
{
    const struct ir_shader *shaders[ir_stage_count];

    scene_draw_shaders(b->draw, shaders);
    for (unsigned stage = 0; stage < ir_stage_count; stage++)
        if (shaders[stage] && !bind_shader(b, shaders[stage]))
            return false;
    return true;
}
