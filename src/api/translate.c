/* SPDX-License-Identifier: MIT */
#include "api/api_priv.h"

#include "base/base.h"
#include "guest/guest.h"
#include "spirv/spirv.h"

#include <stdlib.h>
#include <string.h>

static const char *
name_or_empty(const char *name)
{
    return name ? name : "";
}

static void
add_ios(struct qd_output *out, enum qd_resource_kind kind, const struct ir_io *ios, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        struct qd_resource *resource = base_array_add(&out->arena, &out->resources);

        resource->kind = kind;
        resource->name = name_or_empty(ios[i].name);
        if (ios[i].builtin != ir_builtin_none)
            resource->builtin = ir_builtin_name(ios[i].builtin);
        else
            resource->location = ios[i].location;
        resource->components = ios[i].components;
        resource->type = ios[i].type == ir_type_f32 ? QD_COMPONENT_FLOAT : QD_COMPONENT_INT;
        if (kind == QD_RESOURCE_INPUT && out->stage == QD_STAGE_FRAGMENT && !resource->builtin)
            resource->interpolation = ir_interp_name(ios[i].interp);
    }
}

static enum qd_resource_kind
kind_of_image(const struct ir_image *image)
{
    const bool is_buffer = image->dim == ir_dim_buffer;

    switch (image->kind) {
    case ir_image_storage:
        return is_buffer ? QD_RESOURCE_STORAGE_TEXEL_BUFFER : QD_RESOURCE_STORAGE_IMAGE;
    case ir_image_sampled:
        return is_buffer ? QD_RESOURCE_UNIFORM_TEXEL_BUFFER : QD_RESOURCE_SEPARATE_IMAGE;
    case ir_image_input:
        return QD_RESOURCE_INPUT_ATTACHMENT;
    case ir_image_combined:
    case ir_image_kind_count:
        break;
    }
    return QD_RESOURCE_SAMPLED_IMAGE;
}

static void
add_resources(struct qd_output *out, const struct ir_shader *shader)
{
    add_ios(out, QD_RESOURCE_INPUT, shader->inputs.data, shader->inputs.count);
    add_ios(out, QD_RESOURCE_OUTPUT, shader->outputs.data, shader->outputs.count);
    for (uint32_t i = 0; i < shader->buffers.count; i++) {
        const struct ir_buffer *buffer = &shader->buffers.data[i];
        struct qd_resource *resource = base_array_add(&out->arena, &out->resources);

        resource->kind = buffer->kind == ir_buffer_uniform ? QD_RESOURCE_UNIFORM_BUFFER
                                                           : QD_RESOURCE_STORAGE_BUFFER;
        resource->name = name_or_empty(buffer->name);
        resource->set = buffer->set;
        resource->binding = buffer->binding;
        resource->size = buffer->size;
        resource->count = buffer->count;
    }
    for (uint32_t i = 0; i < shader->images.count; i++) {
        const struct ir_image *image = &shader->images.data[i];
        struct qd_resource *resource = base_array_add(&out->arena, &out->resources);

        resource->kind = kind_of_image(image);
        resource->name = name_or_empty(image->name);
        resource->dimension = ir_dim_name(image->dim);
        resource->set = image->set;
        resource->binding = image->binding;
        resource->count = image->count;
    }
    for (uint32_t i = 0; i < shader->samplers.count; i++) {
        const struct ir_sampler *sampler = &shader->samplers.data[i];
        struct qd_resource *resource = base_array_add(&out->arena, &out->resources);

        resource->kind = QD_RESOURCE_SAMPLER;
        resource->name = name_or_empty(sampler->name);
        resource->set = sampler->set;
        resource->binding = sampler->binding;
        resource->count = sampler->count;
    }
    if (shader->push_size) {
        struct qd_resource *resource = base_array_add(&out->arena, &out->resources);

        resource->kind = QD_RESOURCE_PUSH_CONSTANTS;
        resource->name = "";
        resource->size = shader->push_size;
    }
}

static enum guest_language
language_of(enum qd_format format)
{
    switch (format) {
    case QD_FORMAT_TGSI_TEXT:
        return guest_language_tgsi;
    case QD_FORMAT_IR_TEXT:
        return guest_language_ir;
    case QD_FORMAT_SPIRV:
        return guest_language_spirv;
    case QD_FORMAT_TGSI_TOKENS:
        return guest_language_tgsi_tokens;
    case QD_FORMAT_RDNA:
        return guest_language_rdna;
    case QD_FORMAT_NONE:
        break;
    }
    return guest_language_none;
}

enum tgsi_tokens
api_tokens(enum qd_tgsi_tokens tokens)
{
    switch (tokens) {
    case QD_TGSI_TOKENS_2012:
        return tgsi_tokens_2012;
    case QD_TGSI_TOKENS_MESA_24:
        return tgsi_tokens_24;
    case QD_TGSI_TOKENS_VIRGL:
        return tgsi_tokens_virgl;
    case QD_TGSI_TOKENS_DEFAULT:
    case QD_TGSI_TOKENS_MESA_18:
        break;
    }
    return tgsi_tokens_18;
}

static enum tgsi_dialect
dialect_of(enum qd_tgsi_dialect dialect)
{
    switch (dialect) {
    case QD_TGSI_DIALECT_EARLY:
        return tgsi_dialect_early;
    case QD_TGSI_DIALECT_FINAL:
        return tgsi_dialect_final;
    case QD_TGSI_DIALECT_AUTO:
        break;
    }
    return tgsi_dialect_auto;
}

static enum spirv_target
target_of(enum qd_target target)
{
    switch (target) {
    case QD_TARGET_VULKAN_1_0:
        return spirv_target_vulkan1_0;
    case QD_TARGET_VULKAN_1_2:
        return spirv_target_vulkan1_2;
    case QD_TARGET_VULKAN_1_3:
        return spirv_target_vulkan1_3;
    case QD_TARGET_DEFAULT:
    case QD_TARGET_VULKAN_1_1:
        break;
    }
    return spirv_target_vulkan1_1;
}

static enum spirv_quad
quad_of(enum qd_quad quad)
{
    switch (quad) {
    case QD_QUAD_BROADCAST:
        return spirv_quad_broadcast;
    case QD_QUAD_DERIVATIVES:
        return spirv_quad_derivatives;
    case QD_QUAD_NONE:
        return spirv_quad_none;
    case QD_QUAD_AUTO:
        break;
    }
    return spirv_quad_auto;
}

/* Of failed calls: unsupported only if nothing else is wrong. */
enum qd_result
api_result(const struct base_diags *diags)
{
    for (uint32_t i = 0; i < diags->list.count; i++) {
        const struct qd_diagnostic *diag = &diags->list.data[i];

        if (diag->severity == QD_SEVERITY_ERROR && diag->code != QD_CODE_UNSUPPORTED &&
            diag->code != QD_CODE_TARGET_LACKS)
            return QD_ERROR_INVALID;
    }
    return QD_ERROR_UNSUPPORTED;
}

static void
render_text(struct qd_output *out)
{
    struct base_text text;

    base_text_init(&text, &out->report);
    for (uint32_t i = 0; i < out->diags.list.count; i++)
        base_diag_print_text(&out->diags.list.data[i], out->diags.name, &text);
    out->text = base_text_string(&text);
}

struct request {
    const void *code;
    size_t size;
    struct qd_translate_options options;
    bool is_check;
    struct base_arena front; /* What only reading needs. */
};

static const struct spirv_constant *
copy_constants(struct qd_output *out, const struct qd_translate_options *options)
{
    struct spirv_constant *constants =
        base_arena_alloc_array(&out->arena, options->constant_count, sizeof(*constants));

    for (size_t i = 0; i < options->constant_count; i++)
        constants[i] = (struct spirv_constant){.id = options->constants[i].id,
                                               .bits = options->constants[i].bits};
    return constants;
}

static struct tgsi_lower_options
tgsi_options(const struct qd_translate_options *options)
{
    const uint32_t flags = options->flags;

    return (struct tgsi_lower_options){
        .default_point_size = options->default_point_size,
        .has_set = (flags & QD_TRANSLATE_HAS_SET) != 0,
        .set = options->descriptor_set,
        .first_binding = options->first_binding,
        .flat_shade = (flags & QD_TRANSLATE_FLAT_SHADE) != 0,
        .two_side = (flags & QD_TRANSLATE_TWO_SIDE) != 0,
        .clamp_vertex_color = (flags & QD_TRANSLATE_CLAMP_VERTEX_COLOR) != 0,
        .clamp_fragment_color = (flags & QD_TRANSLATE_CLAMP_FRAGMENT_COLOR) != 0,
        .clip_planes = options->clip_planes,
        .color_targets = options->color_targets,
        .framebuffer = {options->framebuffer[0], options->framebuffer[1]},
        .block_size = {options->block_size[0], options->block_size[1], options->block_size[2]},
        .shared_size = options->shared_size,
    };
}

static enum ir_stage
stage_of(enum qd_stage stage)
{
    static const enum ir_stage stages[] = {
        [QD_STAGE_VERTEX] = ir_stage_vertex,       [QD_STAGE_FRAGMENT] = ir_stage_fragment,
        [QD_STAGE_COMPUTE] = ir_stage_compute,     [QD_STAGE_TESS_CONTROL] = ir_stage_tess_control,
        [QD_STAGE_TESS_EVAL] = ir_stage_tess_eval, [QD_STAGE_GEOMETRY] = ir_stage_geometry,
    };

    return stages[stage];
}

static void
add_rdna(struct qd_output *out, const struct qd_translate_options *options,
         struct guest_rdna_report *report, struct guest_options *guest)
{
    static const struct qd_rdna_options plain = QD_RDNA_OPTIONS_INIT;
    const struct qd_rdna_options *rdna = options->rdna ? options->rdna : &plain;

    guest->rdna = api_rdna_options(rdna, options->block_size, &out->arena);
    guest->rdna.report = report;
    guest->has_stage = rdna->has_stage != 0;
    guest->stage = guest->has_stage ? stage_of(rdna->stage) : ir_stage_vertex;
}

static bool
work(struct qd_output *out, struct request *request)
{
    struct guest_rdna_report report = {0};
    struct guest_options guest = {
        .language = language_of(request->options.from),
        .tgsi = tgsi_options(&request->options),
        .dialect = dialect_of(request->options.dialect),
        .entry = request->options.entry,
        .constants = copy_constants(out, &request->options),
        .constant_count = request->options.constant_count,
        .tokens = api_tokens(request->options.tokens),
    };
    const struct spirv_write_options write = {
        .target = target_of(request->options.target),
        .quad = quad_of(request->options.quad),
        .no_names = (request->options.flags & QD_TRANSLATE_NO_NAMES) != 0,
        .has_barycentrics = (request->options.flags & QD_TRANSLATE_HAS_BARYCENTRICS) != 0,
        .keep_nan = request->options.flags & QD_TRANSLATE_KEEP_NAN ? SPIRV_FLOATS_ALL : 0,
        .keep_denormals =
            request->options.flags & QD_TRANSLATE_KEEP_DENORMALS ? SPIRV_FLOATS_ALL : 0,
        .flush_denormals =
            request->options.flags & QD_TRANSLATE_FLUSH_DENORMALS ? SPIRV_FLOATS_ALL : 0,
        .denormals_are_hosts = (request->options.flags & QD_TRANSLATE_HOST_DENORMALS) != 0,
    };

    static const enum qd_stage stages[ir_stage_count] = {
        [ir_stage_vertex] = QD_STAGE_VERTEX,       [ir_stage_tess_control] = QD_STAGE_TESS_CONTROL,
        [ir_stage_tess_eval] = QD_STAGE_TESS_EVAL, [ir_stage_geometry] = QD_STAGE_GEOMETRY,
        [ir_stage_fragment] = QD_STAGE_FRAGMENT,   [ir_stage_compute] = QD_STAGE_COMPUTE,
    };

    if (request->options.from == QD_FORMAT_RDNA)
        add_rdna(out, &request->options, &report, &guest);
    out->diags.no_warnings = (request->options.flags & QD_TRANSLATE_NO_WARNINGS) != 0;
    if (request->options.from == QD_FORMAT_TGSI_TEXT)
        base_diags_set_text(&out->diags, request->code, request->size);
    if (request->is_check)
        return guest_check(request->code, request->size, &guest, &request->front, &out->diags);
    const struct ir_shader *shader =
        guest_read(request->code, request->size, &guest, &request->front, &out->arena, &out->diags);
    api_keep_demands(out, &report);
    if (!shader)
        return false;
    out->stage = stages[shader->stage];
    add_resources(out, shader);
    return spirv_translate(shader, &write, &out->arena, &out->module, &out->diags);
}

static enum qd_result
work_in_budget(struct qd_output *out, struct request *request)
{
    if (BASE_ARENA_CATCH(&request->front) && BASE_ARENA_CATCH(&out->arena))
        return work(out, request) ? QD_OK : api_result(&out->diags);
    base_error(&out->diags, QD_CODE_MEMORY_BUDGET, base_at_nowhere(),
               "found no more memory within the budget of %llu bytes",
               (unsigned long long)request->options.memory_limit);
    return QD_ERROR_MEMORY;
}

/* A failed call leaves its result and diagnostics alone. */
static void
drop_module(struct qd_output *out)
{
    out->module = (struct spirv_module){NULL, 0};
    out->disassembly = NULL;
    out->resources.count = 0;
}

void
api_finish(struct qd_output *out)
{
    if (out->result != QD_OK)
        drop_module(out);
    base_diags_set_text(&out->diags, NULL, 0);
    render_text(out);
}

static void
run(struct qd_output *out, struct request *request)
{
    const char *name = request->options.name;

    if (!BASE_ARENA_CATCH(&out->report)) {
        out->result = QD_ERROR_MEMORY;
        drop_module(out);
        out->diags.list.count = 0;
        out->demands.count = 0;
        out->text = "";
        return;
    }
    name = name ? base_arena_copy_string(&out->report, name, strlen(name)) : "<input>";
    base_diags_init(&out->diags, &out->report, name);
    out->result = work_in_budget(out, request);
    api_finish(out);
}

#define ALL_FLAGS                                                                                  \
    (QD_TRANSLATE_NO_NAMES | QD_TRANSLATE_FLAT_SHADE | QD_TRANSLATE_TWO_SIDE |                     \
     QD_TRANSLATE_CLAMP_VERTEX_COLOR | QD_TRANSLATE_CLAMP_FRAGMENT_COLOR | QD_TRANSLATE_HAS_SET |  \
     QD_TRANSLATE_NO_WARNINGS | QD_TRANSLATE_HAS_BARYCENTRICS | QD_TRANSLATE_KEEP_NAN |            \
     QD_TRANSLATE_KEEP_DENORMALS | QD_TRANSLATE_FLUSH_DENORMALS | QD_TRANSLATE_HOST_DENORMALS)

static bool
is_sound(const void *code, size_t size, const struct qd_translate_options *options)
{
    return options && options->size == sizeof(*options) && (code || size == 0) &&
           options->from > QD_FORMAT_NONE && options->from <= QD_FORMAT_RDNA &&
           (unsigned)options->target <= QD_TARGET_VULKAN_1_3 &&
           (unsigned)options->dialect <= QD_TGSI_DIALECT_FINAL &&
           (unsigned)options->quad <= QD_QUAD_NONE &&
           (options->flags & ~(uint32_t)ALL_FLAGS) == 0 && options->default_point_size >= 0 &&
           options->clip_planes < 256 && options->color_targets <= TGSI_MAX_TARGETS &&
           options->first_binding <= TGSI_MAX_FIRST_BINDING &&
           (unsigned)options->tokens <= QD_TGSI_TOKENS_VIRGL &&
           (options->constants || options->constant_count == 0) &&
           options->constant_count <= UINT32_MAX &&
           (!options->rdna || api_rdna_is_sound(options->rdna));
}

static enum qd_result
call(const void *code, size_t size, const struct qd_translate_options *options, bool is_check,
     struct qd_output **out)
{
    struct request request = {.code = code ? code : "", .size = size, .is_check = is_check};

    if (!out)
        return QD_ERROR_ARGUMENT;
    *out = NULL;
    if (!is_sound(code, size, options))
        return QD_ERROR_ARGUMENT;
    *out = calloc(1, sizeof(**out));
    if (!*out)
        return QD_ERROR_MEMORY;
    request.options = *options;
    if (request.options.memory_limit == 0)
        request.options.memory_limit = GUEST_DEFAULT_MEMORY;
    const size_t limit = guest_arena_limit(request.options.memory_limit);
    base_arena_init(&request.front, limit);
    base_arena_init(&(*out)->arena, limit);
    base_arena_init(&(*out)->report, 0);
    run(*out, &request);
    base_arena_finish(&request.front);
    return (*out)->result;
}

enum qd_result
qd_translate(const void *code, size_t size, const struct qd_translate_options *options,
             struct qd_output **out)
{
    return call(code, size, options, false, out);
}

enum qd_result
qd_check(const void *code, size_t size, const struct qd_translate_options *options,
         struct qd_output **out)
{
    return call(code, size, options, true, out);
}

const uint32_t *
qd_output_words(const struct qd_output *out, size_t *count)
{
    if (count)
        *count = out->module.count;
    return out->module.words;
}

enum qd_stage
qd_output_stage(const struct qd_output *out)
{
    return out->stage;
}

uint32_t
qd_output_resource_count(const struct qd_output *out)
{
    return out->resources.count;
}

const struct qd_resource *
qd_output_resource(const struct qd_output *out, uint32_t index)
{
    return index < out->resources.count ? &out->resources.data[index] : NULL;
}

uint32_t
qd_output_diagnostic_count(const struct qd_output *out)
{
    return out->diags.list.count;
}

const struct qd_diagnostic *
qd_output_diagnostic(const struct qd_output *out, uint32_t index)
{
    return index < out->diags.list.count ? &out->diags.list.data[index] : NULL;
}

const char *
qd_output_text(const struct qd_output *out)
{
    return out->text;
}

void
qd_output_free(struct qd_output *out)
{
    if (!out)
        return;
    base_arena_finish(&out->arena);
    base_arena_finish(&out->report);
    free(out);
}

const char *
qd_code_name(enum qd_code code)
{
    return base_code_name(code);
}

const char *
qd_version(void)
{
    return QUADRILLE_VERSION;
}

const char *
qd_texel_swizzle(const char *components)
{
    const struct tgsi_texel_info *info = tgsi_find_texel(components);

    return info ? info->swizzle : NULL;
}
