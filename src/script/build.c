/* SPDX-License-Identifier: MIT
 *
 * The model as a scene: what resources become, and the commands as steps. build_draw.c makes what
 * a pipeline's draws and dispatches share.
 */
#include "base/bits.h"
#include "script/script_priv.h"

#include <inttypes.h>

/* ---- verdicts ---- */

bool
script_end(struct script_builder *b, enum script_outcome outcome, struct qd_place place,
           const char *format, ...)
{
    struct base_text text;
    va_list args;

    base_text_init(&text, b->arena);
    if (place.kind == QD_PLACE_TEXT)
        base_text_printf(&text, "%" PRIu32 ":%" PRIu32 ": ", place.line, place.column);
    va_start(args, format);
    base_text_vprintf(&text, format, args);
    va_end(args);
    b->verdict->outcome = outcome;
    b->verdict->reason = base_text_string(&text);
    return false;
}

/* ---- what the device must have ---- */

/* Amber's names of structures, and Vulkan's. */
static const struct {
    const char *amber;
    const char *vulkan;
} structures[] = {
    {"VariablePointerFeatures.", "VariablePointersFeatures."},
    {"Float16Int8Features.", "ShaderFloat16Int8Features."},
    {"Storage8BitFeatures.", "8BitStorageFeatures."},
    {"Storage16BitFeatures.", "16BitStorageFeatures."},
    {"SubgroupSizeControl.", "SubgroupSizeControlFeatures."},
};

static bool
has_need(const struct script_builder *b, const char *name)
{
    struct scene_device *device = b->device;

    if (device->has_feature(device, name))
        return true;
    for (size_t i = 0; i < BASE_COUNT(structures); i++) {
        const size_t size = strlen(structures[i].amber);

        if (strncmp(name, structures[i].amber, size) == 0)
            return device->has_feature(
                device, base_arena_printf(b->arena, "%s%s", structures[i].vulkan, name + size));
    }
    return false;
}

static bool
check_needs(struct script_builder *b)
{
    for (uint32_t i = 0; i < b->script->needs.count; i++) {
        const struct script_need *need = &b->script->needs.data[i];

        if (!has_need(b, need->name))
            return script_end(b, script_outcome_skip, need->place, "the device lacks %s",
                              need->name);
    }
    return true;
}

bool
script_check_format(struct script_builder *b, const struct script_type *type, unsigned uses,
                    uint32_t samples, struct qd_place place)
{
    if (type->format == scene_format_none)
        return script_end(b, script_outcome_skip, place, "the format %s is not known", type->name);
    if (samples > SCENE_MAX_SAMPLES ||
        !b->device->has_format(b->device, type->format, uses, samples))
        return script_end(b, script_outcome_skip, place,
                          samples > 1 ? "the device lacks %s with %" PRIu32 " samples for this"
                                      : "the device lacks %s for this",
                          type->name, samples);
    return true;
}

/* ---- what resources are ---- */

static void
use_as_image(struct script_builder *b, uint32_t resource, unsigned uses)
{
    b->uses[resource].is_image = true;
    b->uses[resource].formats |= uses;
}

static unsigned
format_uses(const struct script_builder *b, const struct script_bind *bind)
{
    const struct scene_sampler *sampler =
        bind->sampler == SCRIPT_NONE ? NULL : &b->script->samplers.data[bind->sampler].sampler;

    switch (bind->kind) {
    case scene_binding_combined:
        if (sampler->mag == scene_filter_linear || sampler->min == scene_filter_linear)
            return SCENE_FORMAT_SAMPLED | SCENE_FORMAT_LINEAR;
        return SCENE_FORMAT_SAMPLED;
    case scene_binding_sampled:
        return SCENE_FORMAT_SAMPLED;
    case scene_binding_storage_image:
        return SCENE_FORMAT_STORAGE;
    case scene_binding_uniform_texel:
        return SCENE_FORMAT_TEXEL;
    case scene_binding_storage_texel:
        return SCENE_FORMAT_STORAGE_TEXEL;
    case scene_binding_uniform:
    case scene_binding_storage:
    case scene_binding_sampler:
        break;
    }
    return 0;
}

static void
scan_pipeline(struct script_builder *b, const struct script_pipeline *pipeline)
{
    for (uint32_t i = 0; i < pipeline->binds.count; i++) {
        const struct script_bind *bind = &pipeline->binds.data[i];

        if (bind->resource == SCRIPT_NONE)
            continue;
        if (bind->kind == scene_binding_combined || bind->kind == scene_binding_sampled ||
            bind->kind == scene_binding_storage_image)
            use_as_image(b, bind->resource, format_uses(b, bind));
        else
            b->uses[bind->resource].is_buffer = true;
    }
    for (uint32_t i = 0; i < pipeline->attributes.count; i++)
        b->uses[pipeline->attributes.data[i].resource].is_buffer = true;
    if (pipeline->indices != SCRIPT_NONE)
        b->uses[pipeline->indices].is_buffer = true;
    for (uint32_t i = 0; i < pipeline->waves.registers.count; i++) {
        const struct script_register *reg = &pipeline->waves.registers.data[i];

        if (reg->kind == script_register_address || reg->kind == script_register_descriptor)
            b->uses[reg->resource].is_buffer = true;
    }
    for (int i = 0; i < SCENE_MAX_TARGETS && !pipeline->is_compute; i++) {
        if (pipeline->colors[i].resource != SCRIPT_NONE)
            use_as_image(b, pipeline->colors[i].resource,
                         SCENE_FORMAT_TARGET |
                             (pipeline->blend.has_blend ? (unsigned)SCENE_FORMAT_BLEND : 0));
        if (pipeline->resolves[i].resource != SCRIPT_NONE)
            use_as_image(b, pipeline->resolves[i].resource, SCENE_FORMAT_TARGET);
    }
    if (pipeline->depth_stencil.resource != SCRIPT_NONE)
        use_as_image(b, pipeline->depth_stencil.resource, SCENE_FORMAT_DEPTH);
}

static void
scan_command(struct script_builder *b, const struct script_command *command)
{
    struct script_use *uses = b->uses;

    if (command->kind == script_command_write)
        uses[command->write.resource].is_buffer = true;
    if (command->kind == script_command_expect && command->expect.check == script_check_color)
        use_as_image(b, command->expect.resource, 0);
    if (command->kind == script_command_copy &&
        (uses[command->copy.from].is_image || uses[command->copy.to].is_image)) {
        use_as_image(b, command->copy.from, 0);
        use_as_image(b, command->copy.to, 0);
    }
}

/* ---- sizes of images ---- */

static bool
is_shaped(const struct script_builder *b, uint32_t resource)
{
    return b->script->resources.data[resource].is_sized || b->uses[resource].has_size;
}

static bool
set_size(struct script_builder *b, uint32_t resource, uint64_t width, uint64_t height,
         struct qd_place place)
{
    struct script_use *use = &b->uses[resource];
    const struct script_resource *source = &b->script->resources.data[resource];

    if (is_shaped(b, resource) && use->width == width && use->height == height)
        return true;
    /* An image that starts empty takes the framebuffer's size. */
    if (use->has_size || (source->is_sized && source->size))
        return script_end(b, script_outcome_fail, place,
                          "%s has %" PRIu32 " by %" PRIu32 " texels, expected %" PRIu64
                          " by %" PRIu64,
                          source->name, use->width, use->height, width, height);
    if (width > SCENE_MAX_SIZE || height > SCENE_MAX_SIZE)
        return script_end(b, script_outcome_fail, place,
                          "%s would have %" PRIu64 " by %" PRIu64 " texels, expected at most %d",
                          source->name, width, height, SCENE_MAX_SIZE);
    use->has_size = true;
    use->width = (uint32_t)width;
    use->height = (uint32_t)height;
    return true;
}

static uint32_t
level_size(uint32_t size, uint32_t level)
{
    return size >> level ? size >> level : 1;
}

/* A pipeline without a size of its own has its first sized attachment's. */
static void
size_framebuffer(struct script_builder *b, uint32_t number)
{
    const struct script_pipeline *pipeline = &b->script->pipelines.data[number];
    struct script_extent *extent = &b->extents[number];

    *extent = (struct script_extent){pipeline->width, pipeline->height};
    for (int i = 0; i < SCENE_MAX_TARGETS && !pipeline->has_size; i++) {
        const struct script_attachment *color = &pipeline->colors[i];

        if (color->resource == SCRIPT_NONE || !b->script->resources.data[color->resource].is_sized)
            continue;
        const struct script_use *use = &b->uses[color->resource];
        extent->width = level_size(use->width, color->level);
        extent->height = level_size(use->height, color->level);
        break;
    }
}

static bool
size_attachment(struct script_builder *b, const struct script_attachment *attachment,
                const struct script_extent *extent)
{
    if (attachment->resource == SCRIPT_NONE)
        return true;
    const struct script_use *use = &b->uses[attachment->resource];
    const uint32_t level = attachment->level;
    /* Levels are rounded down and never empty, so a size that fits is left alone. */
    if (is_shaped(b, attachment->resource) && level_size(use->width, level) == extent->width &&
        level_size(use->height, level) == extent->height)
        return true;
    return set_size(b, attachment->resource, (uint64_t)extent->width << level,
                    (uint64_t)extent->height << level, attachment->place);
}

static bool
size_attachments(struct script_builder *b, uint32_t number)
{
    const struct script_pipeline *pipeline = &b->script->pipelines.data[number];

    for (int i = 0; i < SCENE_MAX_TARGETS; i++) {
        if (!size_attachment(b, &pipeline->colors[i], &b->extents[number]) ||
            !size_attachment(b, &pipeline->resolves[i], &b->extents[number]))
            return false;
    }
    return size_attachment(b, &pipeline->depth_stencil, &b->extents[number]);
}

/* Images that are nobody's attachment and have no size: a framebuffer's. */
static bool
size_textures(struct script_builder *b, uint32_t number)
{
    const struct script_pipeline *pipeline = &b->script->pipelines.data[number];

    for (uint32_t i = 0; i < pipeline->binds.count; i++) {
        const struct script_bind *bind = &pipeline->binds.data[i];

        if (bind->resource == SCRIPT_NONE || !b->uses[bind->resource].is_image ||
            is_shaped(b, bind->resource))
            continue;
        if (!set_size(b, bind->resource, b->extents[number].width, b->extents[number].height,
                      bind->place))
            return false;
    }
    return true;
}

static bool
size_copies(struct script_builder *b)
{
    for (uint32_t i = 0; i < b->script->commands.count; i++) {
        const struct script_command *command = &b->script->commands.data[i];

        if (command->kind != script_command_copy || !b->uses[command->copy.to].is_image)
            continue;
        const struct script_use *from = &b->uses[command->copy.from];
        if (!is_shaped(b, command->copy.to) &&
            !set_size(b, command->copy.to, from->width, from->height, command->place))
            return false;
    }
    return true;
}

static bool
size_images(struct script_builder *b)
{
    const uint32_t count = b->script->pipelines.count;

    for (uint32_t i = 0; i < b->script->resources.count; i++) {
        b->uses[i].width = b->script->resources.data[i].width;
        b->uses[i].height = b->script->resources.data[i].height;
    }
    for (uint32_t i = 0; i < count; i++) {
        size_framebuffer(b, i);
        if (!b->script->pipelines.data[i].is_compute && !size_attachments(b, i))
            return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (!size_textures(b, i))
            return false;
    }
    return size_copies(b);
}

/* ---- resources of the scene ---- */

static bool
add_buffer(struct script_builder *b, const struct script_resource *resource,
           struct script_place *place)
{
    const struct scene_buffer buffer = {resource->data, (size_t)resource->size};

    place->buffer = b->buffers.count;
    base_array_push(b->arena, &b->buffers, buffer);
    return true;
}

static bool
is_zero(const unsigned char *data, uint64_t size)
{
    for (uint64_t i = 0; i < size; i++) {
        if (data[i])
            return false;
    }
    return true;
}

/* The image's bytes: level 0 as given, the others zeroes. */
static bool
fill_image(struct script_builder *b, const struct script_resource *resource,
           struct scene_image *image)
{
    const uint64_t level = scene_image_level_size(image, 0);
    const uint64_t size = scene_image_size(image);

    if (size == 0 || size > SCRIPT_MAX_BYTES)
        return script_end(b, script_outcome_fail, resource->place,
                          "%s is larger than %" PRIu64 " bytes", resource->name, SCRIPT_MAX_BYTES);
    image->size = (size_t)size;
    if (!resource->size || (image->samples > 1 && is_zero(resource->data, resource->size)))
        return true;
    if (resource->size != level)
        return script_end(b, script_outcome_fail, resource->place,
                          "%s has %" PRIu64 " bytes of data, expected %" PRIu64, resource->name,
                          resource->size, level);
    if (size == level) {
        image->data = resource->data;
        return true;
    }
    unsigned char *data = base_arena_alloc(b->arena, (size_t)size);
    memcpy(data, resource->data, (size_t)level);
    image->data = data;
    return true;
}

static uint32_t
log2_of(uint32_t value)
{
    uint32_t result = 0;

    while (value >>= 1)
        result++;
    return result;
}

static bool
add_image(struct script_builder *b, const struct script_resource *resource,
          const struct script_use *use, struct script_place *place)
{
    struct scene_image image = {
        .dim = resource->dim,
        .width = use->width,
        .height = use->height,
        .depth = resource->depth,
        .layers = 1,
        .levels = resource->levels,
        .samples = resource->samples,
    };
    struct script_type type = resource->type;

    /* Of data of a plain type, as such a vertex attribute. */
    type.format = script_type_attribute(&resource->type);
    if (!script_check_format(b, &type, use->formats, resource->samples, resource->place))
        return false;
    image.format = type.format;
    const uint32_t largest = use->width > use->height ? use->width : use->height;
    const uint32_t most = largest > resource->depth ? largest : resource->depth;
    if (image.levels > 1 + log2_of(most))
        return script_end(b, script_outcome_fail, resource->place,
                          "%s has %" PRIu32 " levels, expected at most %" PRIu32, resource->name,
                          image.levels, 1 + log2_of(most));
    if (!fill_image(b, resource, &image))
        return false;
    place->image = b->images.count;
    base_array_push(b->arena, &b->images, image);
    return true;
}

static bool
add_resources(struct script_builder *b)
{
    for (uint32_t i = 0; i < b->script->resources.count; i++) {
        const struct script_resource *resource = &b->script->resources.data[i];
        const struct script_use *use = &b->uses[i];

        b->places[i] = (struct script_place){SCENE_NONE, SCENE_NONE};
        if (use->is_image && use->is_buffer)
            return script_end(b, script_outcome_skip, resource->place,
                              "%s is bound as an image and as a buffer, which is not done",
                              resource->name);
        if (use->is_image ? !add_image(b, resource, use, &b->places[i])
                          : !add_buffer(b, resource, &b->places[i]))
            return false;
    }
    return true;
}

/* ---- steps ---- */

struct scene_step *
script_add_step(struct script_builder *b, enum scene_step_kind kind)
{
    struct scene_step *step = base_array_add(b->arena, &b->steps);

    step->kind = kind;
    if (kind != scene_step_read_buffer && kind != scene_step_read_image)
        b->change++;
    return step;
}

static void
clear_view(struct script_builder *b, uint32_t view, const uint32_t words[4])
{
    struct scene_step *step = script_add_step(b, scene_step_clear);

    step->clear.view = view;
    memcpy(step->clear.words, words, sizeof(step->clear.words));
}

/* Integers are cleared to the whole part of the colour. */
static uint32_t
color_word(enum scene_format format, float value)
{
    if (scene_format_is_float(format))
        return base_bits_of_float(value);
    return value > -0x1p31F && value < 0x1p31F ? (uint32_t)(int32_t)value : 0;
}

static bool
add_clear(struct script_builder *b, const struct script_command *command)
{
    const struct script_ready *ready = script_prepare(b, command->clear.pipeline);

    if (!ready)
        return false;
    const struct scene_draw *draw = &ready->draw;
    const struct script_clear *clear = &b->clears[command->clear.pipeline];
    for (uint32_t i = 0; i < draw->target_count; i++) {
        uint32_t words[4];

        if (draw->targets[i].view == SCENE_NONE)
            continue;
        const struct scene_view *view = &b->views.data[draw->targets[i].view];
        const enum scene_format format = b->images.data[view->image].format;
        for (int k = 0; k < 4; k++)
            words[k] = color_word(format, clear->color[k]);
        clear_view(b, draw->targets[i].view, words);
    }
    if (draw->depth_view != SCENE_NONE) {
        const uint32_t words[4] = {base_bits_of_float(clear->depth), clear->stencil};
        clear_view(b, draw->depth_view, words);
    }
    return true;
}

static bool
add_copy(struct script_builder *b, const struct script_command *command)
{
    const struct script_place *from = &b->places[command->copy.from];
    const struct script_place *to = &b->places[command->copy.to];
    struct scene_copy copy = {0};
    const bool is_image = from->image != SCENE_NONE;

    if (is_image) {
        copy.from = from->image;
        copy.to = to->image;
    } else {
        struct scene_buffer *target = &b->buffers.data[to->buffer];

        copy.from = from->buffer;
        copy.to = to->buffer;
        copy.size = b->buffers.data[from->buffer].size;
        /* A buffer that is only copied to takes the other's size. */
        if (target->size < copy.size && !target->data)
            target->size = (size_t)copy.size;
        if (target->size != copy.size)
            return script_end(b, script_outcome_fail, command->place,
                              "found buffers of %" PRIu64 " and %zu bytes, expected one size",
                              copy.size, target->size);
    }
    script_add_step(b, is_image ? scene_step_copy_image : scene_step_copy_buffer)->copy = copy;
    return true;
}

/* The bytes stand in a buffer of their own and are copied. */
static bool
add_write(struct script_builder *b, const struct script_write *write)
{
    const struct scene_buffer buffer = {write->data, (size_t)write->size};
    const struct scene_copy copy = {
        .from = b->buffers.count,
        .to = b->places[write->resource].buffer,
        .to_at = write->at,
        .size = write->size,
    };

    base_array_push(b->arena, &b->buffers, buffer);
    script_add_step(b, scene_step_copy_buffer)->copy = copy;
    return true;
}

/* The read that brings the resource as it is now. */
static uint32_t
read_now(struct script_builder *b, uint32_t resource)
{
    const struct script_place *place = &b->places[resource];
    struct script_use *use = &b->uses[resource];

    if (use->has_read && use->read_change == b->change)
        return use->read;
    if (place->image != SCENE_NONE)
        script_add_step(b, scene_step_read_image)->read = place->image;
    else
        script_add_step(b, scene_step_read_buffer)->read = place->buffer;
    use->has_read = true;
    use->read_change = b->change;
    use->read = b->read_count++;
    return use->read;
}

static bool
check_readable(struct script_builder *b, const struct script_command *command, uint32_t resource)
{
    const struct script_resource *source = &b->script->resources.data[resource];

    if (b->places[resource].image == SCENE_NONE || source->samples == 1)
        return true;
    return script_end(b, script_outcome_skip, command->place,
                      "%s has several samples, which are not compared", source->name);
}

static bool
add_expect(struct script_builder *b, uint32_t number)
{
    const struct script_command *command = &b->script->commands.data[number];
    const struct script_expect *expect = &command->expect;
    struct script_reads reads = {.command = number, .other = SCRIPT_NONE};

    if (!check_readable(b, command, expect->resource))
        return false;
    reads.read = read_now(b, expect->resource);
    if (expect->other != SCRIPT_NONE) {
        if (!check_readable(b, command, expect->other))
            return false;
        reads.other = read_now(b, expect->other);
    }
    base_array_push(b->arena, &b->plan->reads, reads);
    return true;
}

static bool
add_command(struct script_builder *b, uint32_t number)
{
    const struct script_command *command = &b->script->commands.data[number];
    struct script_clear *clear = NULL;

    switch (command->kind) {
    case script_command_draw:
        return script_build_draw(b, command);
    case script_command_dispatch:
        return script_build_dispatch(b, command);
    case script_command_clear_color:
        clear = &b->clears[command->clear.pipeline];
        memcpy(clear->color, command->clear.color, sizeof(clear->color));
        return true;
    case script_command_clear_depth:
        b->clears[command->clear.pipeline].depth = command->clear.depth;
        return true;
    case script_command_clear_stencil:
        b->clears[command->clear.pipeline].stencil = command->clear.stencil;
        return true;
    case script_command_clear:
        return add_clear(b, command);
    case script_command_copy:
        return add_copy(b, command);
    case script_command_write:
        return add_write(b, &command->write);
    case script_command_expect:
        break;
    }
    return add_expect(b, number);
}

static void
finish(struct script_builder *b)
{
    struct scene_sampler *samplers =
        base_arena_new_array(b->arena, struct scene_sampler, b->script->samplers.count);

    for (uint32_t i = 0; i < b->script->samplers.count; i++)
        samplers[i] = b->script->samplers.data[i].sampler;
    b->plan->places = b->places;
    b->plan->scene = (struct scene){
        .buffers = b->buffers.data,
        .buffer_count = b->buffers.count,
        .images = b->images.data,
        .image_count = b->images.count,
        .views = b->views.data,
        .view_count = b->views.count,
        .samplers = samplers,
        .sampler_count = b->script->samplers.count,
        .steps = b->steps.data,
        .step_count = b->steps.count,
    };
}

static void
begin(struct script_builder *b)
{
    const struct script *script = b->script;

    b->uses = base_arena_new_array(b->arena, struct script_use, script->resources.count);
    b->places = base_arena_new_array(b->arena, struct script_place, script->resources.count);
    b->extents = base_arena_new_array(b->arena, struct script_extent, script->pipelines.count);
    b->ready = base_arena_new_array(b->arena, struct script_ready *, script->pipelines.count);
    b->clears = base_arena_new_array(b->arena, struct script_clear, script->pipelines.count);
    for (uint32_t i = 0; i < script->pipelines.count; i++) {
        b->clears[i].depth = 1;
        scan_pipeline(b, &script->pipelines.data[i]);
    }
    for (uint32_t i = 0; i < script->commands.count; i++)
        scan_command(b, &script->commands.data[i]);
}

bool
script_build(const struct script *script, struct scene_device *device,
             const struct script_run_options *options, struct base_arena *arena,
             struct script_plan *plan, struct script_verdict *verdict)
{
    struct script_builder b = {
        .script = script,
        .device = device,
        .options = options,
        .arena = arena,
        .plan = plan,
        .verdict = verdict,
    };

    memset(plan, 0, sizeof(*plan));
    plan->script = script;
    plan->options = options;
    begin(&b);
    if (!check_needs(&b) || !size_images(&b) || !add_resources(&b))
        return false;
    for (uint32_t i = 0; i < script->commands.count; i++) {
        if (!add_command(&b, i))
            return false;
    }
    finish(&b);
    return true;
}
