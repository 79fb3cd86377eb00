/* SPDX-License-Identifier: MIT
 *
 * Nothing here takes memory from an arena: the JSON objects have to be released.
 */
#include "cli/cli.h"
#include "tgsi/tgsi.h"
#include "vulkan/vulkan_device.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static json_t *
make_io(const struct ir_io *io, bool has_interpolation)
{
    json_t *object = json_pack("{s:o, s:s, s:i}", "name", cli_json_string(io->name), "type",
                               ir_type_name(io->type), "components", (int)io->components);
    int error = object == NULL;

    if (io->builtin != ir_builtin_none)
        error |= json_object_set_new(object, "builtin", json_string(ir_builtin_name(io->builtin)));
    else
        error |= json_object_set_new(object, "location", json_integer((json_int_t)io->location));
    if (has_interpolation && io->builtin == ir_builtin_none)
        error |=
            json_object_set_new(object, "interpolation", json_string(ir_interp_name(io->interp)));
    if (io->semantic)
        error |= json_object_set_new(object, "semantic", json_string(io->semantic)) |
                 json_object_set_new(object, "semantic_index",
                                     json_integer((json_int_t)io->semantic_index));
    if (io->is_patch)
        error |= json_object_set_new(object, "patch", json_true());
    if (io->stream)
        error |= json_object_set_new(object, "stream", json_integer((json_int_t)io->stream));
    if (io->wrap)
        error |= json_object_set_new(object, "wrap", json_integer((json_int_t)io->wrap));
    if (!error)
        return object;
    json_decref(object);
    return NULL;
}

static json_t *
make_buffer(const struct ir_buffer *buffer)
{
    return json_pack("{s:o, s:s, s:I, s:I, s:I, s:I}", "name", cli_json_string(buffer->name),
                     "kind", ir_buffer_kind_name(buffer->kind), "set", (json_int_t)buffer->set,
                     "binding", (json_int_t)buffer->binding, "count", (json_int_t)buffer->count,
                     "size", (json_int_t)buffer->size);
}

static json_t *
make_image(const struct ir_image *image)
{
    return json_pack("{s:o, s:s, s:I, s:I, s:I, s:s, s:b, s:b, s:s, s:s, s:I}", "name",
                     cli_json_string(image->name), "kind", ir_image_kind_name(image->kind), "set",
                     (json_int_t)image->set, "binding", (json_int_t)image->binding, "count",
                     (json_int_t)image->count, "dim", ir_dim_name(image->dim), "arrayed",
                     image->is_arrayed, "multisampled", image->is_multisampled, "texel",
                     ir_texel_name(image->texel), "format", ir_image_format_name(image->format),
                     "attachment", (json_int_t)image->attachment);
}

static json_t *
make_sampler(const struct ir_sampler *sampler)
{
    return json_pack("{s:o, s:I, s:I, s:I}", "name", cli_json_string(sampler->name), "set",
                     (json_int_t)sampler->set, "binding", (json_int_t)sampler->binding, "count",
                     (json_int_t)sampler->count);
}

/* Settings of tessellation and geometry. */
static int
add_primitives(json_t *object, const struct ir_shader *shader)
{
    const unsigned stage = 1u << shader->stage;
    int error = 0;

    if (stage & (IR_STAGES_TESS_CONTROL | IR_STAGES_GEOMETRY))
        error |= json_object_set_new(object, "output_vertices",
                                     json_integer((json_int_t)shader->output_vertices));
    if (stage & (IR_STAGES_TESS_EVAL | IR_STAGES_GEOMETRY))
        error |= json_object_set_new(object, "input_primitive",
                                     json_string(ir_primitive_name(shader->input_primitive)));
    if (stage & IR_STAGES_GEOMETRY) {
        error |= json_object_set_new(object, "output_primitive",
                                     json_string(ir_primitive_name(shader->output_primitive)));
        error |= json_object_set_new(object, "invocations",
                                     json_integer((json_int_t)shader->invocations));
    }
    if (stage & IR_STAGES_TESS_EVAL) {
        error |=
            json_object_set_new(object, "spacing", json_string(ir_spacing_name(shader->spacing)));
        error |= json_object_set_new(object, "clockwise", json_boolean(shader->is_clockwise));
        error |= json_object_set_new(object, "point_mode", json_boolean(shader->is_point_mode));
    }
    return error;
}

/* By the components that a texture has, the swizzle of the view that is bound for it. */
static int
add_swizzles(json_t *object)
{
    json_t *swizzles = json_object();
    int error = json_object_set_new(object, "texel_swizzles", swizzles);

    for (uint32_t i = 0; i < tgsi_texels_count; i++)
        error |= json_object_set_new(swizzles, tgsi_texel_infos[i].name,
                                     json_string(tgsi_texel_infos[i].swizzle));
    return error;
}

static bool
reads_textures(const struct ir_shader *shader)
{
    for (uint32_t i = 0; i < shader->images.count; i++)
        if (shader->images.data[i].kind == ir_image_combined ||
            shader->images.data[i].kind == ir_image_sampled)
            return true;
    return false;
}

/* The arrays are the object's from the start, so that it alone is to be released. */
static bool
fill_arrays(json_t *object, const struct ir_shader *shader)
{
    json_t *inputs = json_object_get(object, "inputs");
    json_t *outputs = json_object_get(object, "outputs");
    json_t *buffers = json_object_get(object, "buffers");
    json_t *images = json_object_get(object, "images");
    json_t *samplers = json_object_get(object, "samplers");
    const bool is_fragment = shader->stage == ir_stage_fragment;
    int error = add_primitives(object, shader);

    if (shader->stage == ir_stage_compute)
        error |=
            json_object_set_new(object, "local_size",
                                json_pack("[i,i,i]", (int)shader->local_size[0],
                                          (int)shader->local_size[1], (int)shader->local_size[2]));
    if (reads_textures(shader))
        error |= add_swizzles(object);
    for (uint32_t i = 0; i < shader->inputs.count; i++)
        error |= json_array_append_new(inputs, make_io(&shader->inputs.data[i], is_fragment));
    for (uint32_t i = 0; i < shader->outputs.count; i++)
        error |= json_array_append_new(outputs, make_io(&shader->outputs.data[i], false));
    for (uint32_t i = 0; i < shader->buffers.count; i++)
        error |= json_array_append_new(buffers, make_buffer(&shader->buffers.data[i]));
    for (uint32_t i = 0; i < shader->images.count; i++)
        error |= json_array_append_new(images, make_image(&shader->images.data[i]));
    for (uint32_t i = 0; i < shader->samplers.count; i++)
        error |= json_array_append_new(samplers, make_sampler(&shader->samplers.data[i]));
    json_t *emulated = json_object_get(object, "emulated");
    for (uint32_t i = 0; i < shader->emulated.count; i++)
        error |= json_array_append_new(emulated, cli_json_string(shader->emulated.data[i]));
    return error == 0;
}

/* ---- what the host must have, as the module says ---- */

/* SPIR-V's: words of the header, and opcodes of what stands before everything else. */
enum { header_words = 5, op_extension = 10, op_capability = 17, op_memory_model = 14 };

static int
append_once(json_t *array, const char *text)
{
    json_t *value;
    size_t i;

    json_array_foreach(array, i, value) if (strcmp(json_string_value(value), text) == 0) return 0;
    return json_array_append_new(array, json_string(text));
}

/* What no capability asks for. */
static const char *
feature_of_writes(const struct ir_shader *shader)
{
    if (shader->stage == ir_stage_compute || !ir_writes_memory(shader))
        return NULL;
    return shader->stage == ir_stage_fragment ? "fragmentStoresAndAtomics"
                                              : "vertexPipelineStoresAndAtomics";
}

static bool
fill_needs(json_t *object, const struct ir_shader *shader, const struct spirv_module *module)
{
    const char *writes = feature_of_writes(shader);
    json_t *capabilities = json_object_get(object, "capabilities");
    json_t *extensions = json_object_get(object, "extensions");
    json_t *features = json_object_get(object, "features");
    int error = 0;

    for (size_t at = header_words; at < module->count; at += module->words[at] >> 16) {
        const uint32_t *words = module->words + at;
        const uint32_t op = words[0] & 0xffff;

        if (op == op_memory_model || words[0] >> 16 == 0)
            break;
        if (op == op_extension)
            error |= append_once(extensions, (const char *)(words + 1));
        if (op != op_capability)
            continue;
        const struct vk_need *need = vk_find_need(words[1]);
        error |= append_once(capabilities, need ? need->capability : "?");
        if (need && need->feature)
            error |= append_once(features, need->feature);
    }
    if (writes)
        error |= append_once(features, writes);
    return error == 0;
}

/* The text, to be freed; NULL where there is no memory. */
static char *
make_text(const struct ir_shader *shader, const struct spirv_module *module,
          enum spirv_target target)
{
    ir_ref by;
    const enum ir_company company = ir_company_of(shader, &by);
    json_t *object = json_pack(
        "{s:s, s:s, s:s, s:i, s:[], s:[], s:[], s:[], s:[], s:[], s:[], s:[], s:[]}", "stage",
        cli_stage_name(shader->stage), "target", spirv_target_name(target), "company",
        cli_company_name(company), "push_size", (int)shader->push_size, "inputs", "outputs",
        "buffers", "images", "samplers", "capabilities", "extensions", "features", "emulated");
    char *text = NULL;

    if (object && fill_arrays(object, shader) && fill_needs(object, shader, module))
        text = json_dumps(object, JSON_INDENT(2));
    json_decref(object);
    return text;
}

bool
cli_reflect(const char *path, const struct ir_shader *shader, const struct spirv_module *module,
            enum spirv_target target, const struct cli_common *common)
{
    struct cli_output output;
    char *text = make_text(shader, module, target);

    if (!text) {
        cli_print_error(common, path, QD_CODE_MEMORY_BUDGET, "the system has no more memory");
        return false;
    }
    bool is_good = cli_output_open(&output, path, common);
    if (is_good) {
        fprintf(output.file, "%s\n", text);
        is_good = cli_output_close(&output, common);
    }
    free(text);
    return is_good;
}
