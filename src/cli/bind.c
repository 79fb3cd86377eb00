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

/* Is something sampled by the sampler (index plus 1; 0: the images' own) without a comparison, and
 * from an image at the set and binding where these count? */
static bool
is_sampled_plainly(const struct ir_shader *shader, uint32_t sampler, const struct ir_image *at)
{
    for (ir_ref ref = shader->first; ref; ref = ir_next(shader, ref)) {
        const enum ir_op op = ir_op_of(shader, ref);
        const uint32_t imm = ir_imm(shader, ref);

        if ((op != ir_op_sample && op != ir_op_gather) || (imm & IR_SAMPLE_DREF) ||
            ir_imm_sampler(imm) != sampler)
            continue;
        const struct ir_image *image = &shader->images.data[ir_imm_image(imm)];
        if (!at || (image->set == at->set && image->binding == at->binding))
            return true;
    }
    return false;
}

/* Devices differ there. */
static void
warn_of_plain(struct cli_build *b, const char *name)
{
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

/* Can the image stand where variables before it at its place do? A guest may change what is bound
 * from draw to draw; a picture is one draw. */
static bool
check_shared(struct cli_build *b, const struct ir_shader *shader, uint32_t index)
{
    const struct ir_image *image = &shader->images.data[index];

    for (uint32_t i = 0; i < index; i++) {
        const struct ir_image *other = &shader->images.data[i];

        if (other->set != image->set || other->binding != image->binding ||
            (other->dim == image->dim && other->is_arrayed == image->is_arrayed &&
             other->is_multisampled == image->is_multisampled &&
             ir_texel_type(other->texel) == ir_texel_type(image->texel)))
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

/* Is any variable at the image's place compared with? */
static bool
is_compared(const struct ir_shader *shader, const struct ir_image *declared)
{
    for (uint32_t i = 0; i < shader->images.count; i++) {
        const struct ir_image *other = &shader->images.data[i];

        if (other->set == declared->set && other->binding == declared->binding &&
            scene_compares_image(shader, i))
            return true;
    }
    return false;
}

static bool
bind_texture(struct cli_build *b, const struct ir_shader *shader, const struct ir_image *declared)
{
    const uint32_t number = number_of(declared->binding);
    const bool is_depth = is_compared(shader, declared);
    const unsigned nearest = declared->texel == ir_texel_f32 ? 0 : CLI_SAMPLER_NEAREST;

    if (is_depth && declared->kind == ir_image_combined && is_sampled_plainly(shader, 0, declared))
        warn_of_plain(b, declared->name);

    for (uint32_t i = 0; i < elements_of(declared->count); i++) {
        struct scene_binding *binding = add_binding(b, declared->set, declared->binding, i);

        if (!binding)
            continue;
        binding->kind = scene_binding_kind_of(declared);
        binding->sampler = nearest | (is_depth ? CLI_SAMPLER_COMPARE : 0);
        if (!cli_texture_find(b, declared, is_depth, number_of_element(number, i), binding))
            return false;
    }
    return true;
}

static bool
samples_integers(const struct ir_shader *shader, uint32_t sampler)
{
    for (ir_ref ref = shader->first; ref; ref = ir_next(shader, ref)) {
        const uint32_t imm = ir_imm(shader, ref);

        if (ir_op_is_sampled(ir_op_of(shader, ref)) && ir_imm_sampler(imm) == sampler + 1 &&
            shader->images.data[ir_imm_image(imm)].texel != ir_texel_f32)
            return true;
    }
    return false;
}

static void
bind_sampler(struct cli_build *b, const struct ir_shader *shader, uint32_t index)
{
    const struct ir_sampler *declared = &shader->samplers.data[index];
    const bool has_compare = scene_compares_sampler(shader, index);
    const uint32_t sampler = (has_compare ? CLI_SAMPLER_COMPARE : 0u) |
                             (samples_integers(shader, index) ? CLI_SAMPLER_NEAREST : 0u);

    if (has_compare && is_sampled_plainly(shader, index + 1, NULL))
        warn_of_plain(b, declared->name);
    for (uint32_t i = 0; i < elements_of(declared->count); i++) {
        struct scene_binding *binding = add_binding(b, declared->set, declared->binding, i);

        if (!binding)
            continue;
        binding->kind = scene_binding_sampler;
        binding->sampler = sampler;
    }
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
bind_images(struct cli_build *b, const struct ir_shader *shader)
{
    for (uint32_t i = 0; i < shader->images.count; i++) {
        const struct ir_image *declared = &shader->images.data[i];

        /* What is read of a target is the target. */
        if (declared->kind == ir_image_input)
            continue;
        if (!check_shared(b, shader, i))
            return false;
        if (declared->kind == ir_image_storage)
            bind_storage_image(b, declared);
        else if (!bind_texture(b, shader, declared))
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

bool
cli_bind_inputs(struct cli_build *b)
{
    const struct ir_shader *shaders[ir_stage_count];

    scene_draw_shaders(b->draw, shaders);
    for (unsigned stage = 0; stage < ir_stage_count; stage++) {
        if (!shaders[stage])
            continue;
        bind_buffers(b, shaders[stage]);
        if (!bind_images(b, shaders[stage]))
            return false;
        for (uint32_t i = 0; i < shaders[stage]->samplers.count; i++)
            bind_sampler(b, shaders[stage], i);
        note_storage(b, shaders[stage]);
    }
    return true;
}
