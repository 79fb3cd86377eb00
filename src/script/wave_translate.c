/* SPDX-License-Identifier: MIT
 *
 * RDNA code on devices, by translation. Its registers hold what the pipeline's lines say; of guest
 * memory there is the buffer that is bound where translations look for it.
 */
#include "guest/guest.h"
#include "script/script_priv.h"

struct translation {
    struct script_builder *b;
    const struct script_pipeline *pipeline;
    enum ir_stage stage;
    struct base_diags *diags;
    uint32_t window; /* The resource; SCRIPT_NONE: none is bound. */
    BASE_ARRAY(struct rdna_start) starts;
};

uint32_t
script_wave_window(const struct script_pipeline *pipeline, bool *is_bound)
{
    *is_bound = true;
    for (uint32_t i = 0; i < pipeline->binds.count; i++) {
        const struct script_bind *bind = &pipeline->binds.data[i];
        if (bind->set == RDNA_SET && bind->binding == RDNA_BINDING_WINDOW)
            return bind->kind == scene_binding_storage && bind->element == 0 && !bind->offset
                       ? bind->resource
                       : SCRIPT_NONE;
    }
    *is_bound = false;
    for (uint32_t i = 0; i < pipeline->waves.registers.count; i++) {
        const struct script_register *reg = &pipeline->waves.registers.data[i];
        if (reg->kind == script_register_address || reg->kind == script_register_descriptor)
            return reg->resource;
    }
    return SCRIPT_NONE;
}

/* ---- registers ---- */

static bool
fail(struct translation *t, const struct script_register *reg, const char *what)
{
    base_error(t->diags, QD_CODE_SCRIPT_INVALID, base_at_nowhere(),
               "line %u: found %s, which translated code has not", (unsigned)reg->place.line, what);
    return false;
}

static void
add_values(struct translation *t, const struct script_register *reg, const uint32_t *values)
{
    for (uint32_t i = 0; i < reg->count; i++) {
        const struct rdna_start start = {
            .kind = rdna_start_value, .code = (uint16_t)(reg->code + i), .value = values[i]};
        base_array_push(t->b->arena, &t->starts, start);
    }
}

/* An address or a descriptor. */
static bool
add_memory(struct translation *t, const struct script_register *reg)
{
    const uint64_t address = script_wave_address(reg->resource) + reg->offset;
    uint32_t words[4] = {(uint32_t)address, (uint32_t)(address >> 32)};

    if (reg->resource != t->window)
        return fail(t, reg, "a second buffer, or one that is not bound at set 0, binding 0");
    const uint64_t size = t->b->buffers.data[t->b->places[reg->resource].buffer].size;
    if (reg->offset > size || reg->range > size - reg->offset)
        return fail(t, reg, "bytes past the end of a buffer");
    if (reg->kind == script_register_descriptor) {
        const struct script_descriptor descriptor = {
            .address = address,
            .size = reg->range ? reg->range : size - reg->offset,
            .stride = reg->stride,
            .format = reg->format,
        };
        script_make_descriptor(&descriptor, words);
    }
    add_values(t, reg, words);
    return true;
}

static bool
add_push(struct translation *t, const struct script_register *reg)
{
    unsigned char data[SCENE_MAX_PUSH] = {0};
    uint32_t words[SCENE_MAX_PUSH / 4];

    if (!reg->has_values || t->pipeline->push == SCRIPT_NONE)
        return fail(t, reg, "push constants by their address, or none bound");
    const struct script_resource *push = &t->b->script->resources.data[t->pipeline->push];
    if (push->size && push->size <= sizeof(data))
        memcpy(data, push->data, (size_t)push->size);
    memcpy(words, data + reg->offset, 4 * (size_t)reg->count);
    add_values(t, reg, words);
    return true;
}

/* Is the start one of vertices, or of fragments? Else of any. */
static enum ir_stage
stage_of(const struct script_register *reg)
{
    if (reg->stage != ir_stage_count || reg->kind != script_register_start)
        return reg->stage;
    if (reg->start == rdna_start_vertex_id || reg->start == rdna_start_instance_id)
        return ir_stage_vertex;
    return reg->start >= rdna_start_persp_sample ? ir_stage_fragment : ir_stage_count;
}

static bool
add_register(struct translation *t, const struct script_register *reg)
{
    const enum ir_stage stage = stage_of(reg);
    const struct rdna_start start = {.kind = reg->start, .axis = reg->axis, .code = reg->code};

    if (stage != ir_stage_count && stage != t->stage)
        return true;
    switch (reg->kind) {
    case script_register_value:
        add_values(t, reg, reg->values);
        return true;
    case script_register_address:
    case script_register_descriptor:
        return add_memory(t, reg);
    case script_register_push:
        return add_push(t, reg);
    case script_register_set:
        return fail(t, reg, "a descriptor set");
    case script_register_start:
        break;
    }
    base_array_push(t->b->arena, &t->starts, start);
    return true;
}

/* ---- targets ---- */

static enum scene_numeric
numeric_of(const struct translation *t, uint32_t target)
{
    const uint32_t resource = t->pipeline->colors[target].resource;
    const uint32_t image = resource == SCRIPT_NONE ? SCENE_NONE : t->b->places[resource].image;

    return image == SCENE_NONE
               ? scene_numeric_sfloat
               : (enum scene_numeric)scene_format_infos[t->b->images.data[image].format].numeric;
}

static void
set_exports(const struct translation *t, struct rdna_lower_options *lower)
{
    for (uint32_t i = 0; i < SCENE_MAX_TARGETS; i++) {
        const enum scene_numeric numeric = numeric_of(t, i);
        const uint8_t bit = (uint8_t)(1u << i);
        if (numeric == scene_numeric_uint)
            lower->uint16 |= bit, lower->uint32 |= bit;
        else if (numeric == scene_numeric_sint)
            lower->sint16 |= bit, lower->sint32 |= bit;
        else if (t->pipeline->waves.exports[i] == script_export_unorm16)
            lower->unorm16 |= bit;
        else if (t->pipeline->waves.exports[i] == script_export_snorm16)
            lower->snorm16 |= bit;
    }
}

/* ---- the whole ---- */

static struct rdna_lower_options
lower_options(const struct translation *t, const struct script_shader *shader)
{
    const struct script_waves *waves = &t->pipeline->waves;
    struct rdna_lower_options lower = {
        .isa = shader->isa,
        .wave_size = shader->wave_size,
        .has_company = waves->has_company,
        .company = waves->company,
        .subgroup_size = script_subgroup_size(t->b, t->pipeline),
        .mode = waves->mode,
        .window = t->window == SCRIPT_NONE ? 0 : script_wave_address(t->window),
        .lds_size = waves->lds,
        .scratch_size = waves->scratch,
    };

    memcpy(lower.local_size, waves->size, sizeof(lower.local_size));
    set_exports(t, &lower);
    return lower;
}

struct ir_shader *
script_translate_waves(struct script_builder *b, const struct script_pipeline *pipeline,
                       enum ir_stage stage, struct base_diags *diags)
{
    const struct script_shader *shader = &b->script->shaders.data[pipeline->stages[stage].shader];
    struct translation t = {.b = b, .pipeline = pipeline, .stage = stage, .diags = diags};
    struct script_code code;
    bool is_bound;

    if (!script_read_code(shader, b->arena, &code, diags))
        return NULL;
    t.window = script_wave_window(pipeline, &is_bound);
    for (uint32_t i = 0; i < pipeline->waves.registers.count; i++)
        if (!add_register(&t, &pipeline->waves.registers.data[i]))
            return NULL;
    const struct guest_options options = {
        .language = guest_language_rdna,
        .name = shader->name,
        .has_stage = true,
        .stage = stage,
        .rdna = {.kind = shader->language == script_language_rdna_hex ? rdna_code_hex
                                                                      : rdna_code_assembly,
                 .has_isa = true,
                 .has_mode = pipeline->waves.has_mode,
                 .lower = lower_options(&t, shader),
                 .starts = t.starts.data,
                 .start_count = t.starts.count},
    };
    return guest_read(shader->source, shader->size, &options, NULL, b->arena, diags);
}
