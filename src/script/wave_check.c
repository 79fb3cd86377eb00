/* SPDX-License-Identifier: MIT
 *
 * Whether what a compute pipeline of RDNA code names and binds is there.
 */
#include "script/script_priv.h"

#include <inttypes.h>

/* Of texel buffers; none of others. */
enum scene_format
script_wave_bind_format(const struct script *script, const struct script_bind *bind)
{
    if (bind->kind != scene_binding_uniform_texel && bind->kind != scene_binding_storage_texel)
        return scene_format_none;
    return script_type_attribute(&script->resources.data[bind->resource].type);
}

static uint64_t
size_of(const struct script_builder *b, uint32_t resource)
{
    return b->buffers.data[b->places[resource].buffer].size;
}

static bool
check_buffer(struct script_builder *b, const struct script_bind *bind)
{
    unsigned dst_sel;

    if (bind->offset > size_of(b, bind->resource))
        return script_end(b, script_outcome_fail, bind->place,
                          "found offset %" PRIu64 " in a buffer of %" PRIu64 " bytes", bind->offset,
                          size_of(b, bind->resource));
    if (bind->kind == scene_binding_uniform || bind->kind == scene_binding_storage ||
        script_wave_format(script_wave_bind_format(b->script, bind), false, &dst_sel))
        return true;
    return script_end(b, script_outcome_skip, bind->place,
                      "RDNA code has no buffers of the format %s",
                      b->script->resources.data[bind->resource].type.name);
}

static bool
check_image(struct script_builder *b, const struct script_bind *bind)
{
    const struct script_resource *resource = &b->script->resources.data[bind->resource];
    const struct scene_image *image = &b->images.data[b->places[bind->resource].image];
    unsigned dst_sel;

    if (!script_wave_format(image->format, true, &dst_sel))
        return script_end(b, script_outcome_skip, bind->place,
                          "the wave interpreter has no images of the format %s",
                          resource->type.name);
    return script_wave_image_size(image) <= SCRIPT_MAX_BYTES ||
           script_end(b, script_outcome_fail, bind->place,
                      "%s takes more than %" PRIu64 " bytes where rows begin at multiples of 256",
                      resource->name, SCRIPT_MAX_BYTES);
}

static bool
check_bind(struct script_builder *b, const struct script_bind *bind)
{
    switch (bind->kind) {
    case scene_binding_uniform:
    case scene_binding_storage:
    case scene_binding_uniform_texel:
    case scene_binding_storage_texel:
        return check_buffer(b, bind);
    case scene_binding_combined:
    case scene_binding_sampled:
    case scene_binding_storage_image:
        return check_image(b, bind);
    case scene_binding_sampler:
        break;
    }
    return true;
}

static bool
has_set(const struct script_pipeline *pipeline, uint32_t set)
{
    for (uint32_t i = 0; i < pipeline->binds.count; i++) {
        if (pipeline->binds.data[i].set == set)
            return true;
    }
    return false;
}

static bool
check_register(struct script_builder *b, const struct script_pipeline *pipeline,
               const struct script_register *reg)
{
    switch (reg->kind) {
    case script_register_address:
    case script_register_descriptor:
        if (reg->offset <= size_of(b, reg->resource) &&
            reg->range <= size_of(b, reg->resource) - reg->offset)
            return true;
        return script_end(b, script_outcome_fail, reg->place,
                          "found bytes %" PRIu64 " to %" PRIu64 " of a buffer of %" PRIu64 " bytes",
                          reg->offset, reg->offset + reg->range, size_of(b, reg->resource));
    case script_register_set:
        return has_set(pipeline, reg->set) ||
               script_end(b, script_outcome_fail, reg->place,
                          "found set %" PRIu32 ", in which %s binds nothing", reg->set,
                          pipeline->name);
    case script_register_push:
        return pipeline->push != SCRIPT_NONE ||
               script_end(b, script_outcome_fail, reg->place,
                          "found push constants, of which %s binds none", pipeline->name);
    case script_register_start:
        return (reg->start < rdna_start_vertex_id && reg->stage == ir_stage_count) ||
               script_end(b, script_outcome_fail, reg->place,
                          "found what vertices or fragments begin with in a compute pipeline");
    case script_register_value:
        break;
    }
    return true;
}

/* What the pipeline can reach. What is only bound to be read is not written. */
static void
find_resources(struct script_wave_code *code, uint32_t count, struct base_arena *arena)
{
    const struct script_pipeline *pipeline = code->pipeline;

    code->used = base_arena_new_array(arena, bool, count);
    code->writable = base_arena_new_array(arena, bool, count);
    for (uint32_t i = 0; i < pipeline->binds.count; i++) {
        const struct script_bind *bind = &pipeline->binds.data[i];

        if (bind->resource == SCRIPT_NONE)
            continue;
        code->used[bind->resource] = true;
        if (bind->kind == scene_binding_storage || bind->kind == scene_binding_storage_texel ||
            bind->kind == scene_binding_storage_image)
            code->writable[bind->resource] = true;
    }
    for (uint32_t i = 0; i < pipeline->waves.registers.count; i++) {
        const struct script_register *reg = &pipeline->waves.registers.data[i];

        if (reg->kind == script_register_address || reg->kind == script_register_descriptor)
            code->used[reg->resource] = code->writable[reg->resource] = true;
    }
}

bool
script_check_waves(struct script_builder *b, struct script_wave_code *code)
{
    const struct script_pipeline *pipeline = code->pipeline;

    if (pipeline->waves.has_company)
        return script_end(b, script_outcome_fail, pipeline->waves.place,
                          "found COMPANY, expected TRANSLATED behind the shader's wave size");
    if (pipeline->binds.count > SCENE_MAX_BINDINGS)
        return script_end(b, script_outcome_fail, pipeline->place,
                          "found %" PRIu32 " bindings, expected at most %d", pipeline->binds.count,
                          SCENE_MAX_BINDINGS);
    if (pipeline->push != SCRIPT_NONE &&
        b->script->resources.data[pipeline->push].size > SCENE_MAX_PUSH)
        return script_end(b, script_outcome_fail, pipeline->place,
                          "found %" PRIu64 " bytes of push constants, expected at most %d",
                          b->script->resources.data[pipeline->push].size, SCENE_MAX_PUSH);
    for (uint32_t i = 0; i < pipeline->binds.count; i++) {
        if (!check_bind(b, &pipeline->binds.data[i]))
            return false;
    }
    for (uint32_t i = 0; i < pipeline->waves.registers.count; i++) {
        if (!check_register(b, pipeline, &pipeline->waves.registers.data[i]))
            return false;
    }
    find_resources(code, b->script->resources.count, b->arena);
    return true;
}
