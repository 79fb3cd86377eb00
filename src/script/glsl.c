/* SPDX-License-Identifier: MIT
 *
 * GLSL by glslang's C interface, where the build has it. A library of its own, since glslang is in
 * C++. What glslang holds is released before memory is taken from an arena.
 */
#include "script/script_priv.h"

#if SCRIPT_HAS_GLSLANG
#include <glslang/Include/glslang_c_interface.h>
#include <stdlib.h>

#define DEFAULT_VERSION 450 /* Of shaders that have no #version. */

bool
script_has_glsl(void)
{
    return true;
}

void
script_begin_process(void)
{
    glslang_initialize_process();
}

void
script_end_process(void)
{
    glslang_finalize_process();
}

/* Limits that Vulkan asks of every device at least, and more where shaders of tests take more. */
static const glslang_resource_t resources = {
    .max_lights = 32,
    .max_clip_planes = 6,
    .max_texture_units = 32,
    .max_texture_coords = 32,
    .max_vertex_attribs = 64,
    .max_vertex_uniform_components = 4096,
    .max_varying_floats = 128,
    .max_vertex_texture_image_units = 32,
    .max_combined_texture_image_units = 80,
    .max_texture_image_units = 32,
    .max_fragment_uniform_components = 4096,
    .max_draw_buffers = 32,
    .max_vertex_uniform_vectors = 1024,
    .max_varying_vectors = 32,
    .max_fragment_uniform_vectors = 1024,
    .max_vertex_output_vectors = 32,
    .max_fragment_input_vectors = 31,
    .min_program_texel_offset = -8,
    .max_program_texel_offset = 7,
    .max_clip_distances = 8,
    .max_compute_work_group_count_x = 65535,
    .max_compute_work_group_count_y = 65535,
    .max_compute_work_group_count_z = 65535,
    .max_compute_work_group_size_x = 1024,
    .max_compute_work_group_size_y = 1024,
    .max_compute_work_group_size_z = 64,
    .max_compute_uniform_components = 1024,
    .max_compute_texture_image_units = 32,
    .max_compute_image_uniforms = 16,
    .max_compute_atomic_counters = 8,
    .max_compute_atomic_counter_buffers = 8,
    .max_varying_components = 128,
    .max_vertex_output_components = 128,
    .max_geometry_input_components = 128,
    .max_geometry_output_components = 128,
    .max_fragment_input_components = 128,
    .max_image_units = 32,
    .max_combined_image_units_and_fragment_outputs = 32,
    .max_combined_shader_output_resources = 32,
    .max_image_samples = 64,
    .max_vertex_image_uniforms = 16,
    .max_tess_control_image_uniforms = 16,
    .max_tess_evaluation_image_uniforms = 16,
    .max_geometry_image_uniforms = 16,
    .max_fragment_image_uniforms = 16,
    .max_combined_image_uniforms = 80,
    .max_geometry_texture_image_units = 32,
    .max_geometry_output_vertices = 256,
    .max_geometry_total_output_components = 1024,
    .max_geometry_uniform_components = 4096,
    .max_geometry_varying_components = 128,
    .max_tess_control_input_components = 128,
    .max_tess_control_output_components = 128,
    .max_tess_control_texture_image_units = 32,
    .max_tess_control_uniform_components = 4096,
    .max_tess_control_total_output_components = 4096,
    .max_tess_evaluation_input_components = 128,
    .max_tess_evaluation_output_components = 128,
    .max_tess_evaluation_texture_image_units = 32,
    .max_tess_evaluation_uniform_components = 4096,
    .max_tess_patch_components = 120,
    .max_patch_vertices = 32,
    .max_tess_gen_level = 64,
    .max_viewports = 16,
    .max_vertex_atomic_counters = 8,
    .max_tess_control_atomic_counters = 8,
    .max_tess_evaluation_atomic_counters = 8,
    .max_geometry_atomic_counters = 8,
    .max_fragment_atomic_counters = 8,
    .max_combined_atomic_counters = 8,
    .max_atomic_counter_bindings = 8,
    .max_vertex_atomic_counter_buffers = 8,
    .max_tess_control_atomic_counter_buffers = 8,
    .max_tess_evaluation_atomic_counter_buffers = 8,
    .max_geometry_atomic_counter_buffers = 8,
    .max_fragment_atomic_counter_buffers = 8,
    .max_combined_atomic_counter_buffers = 8,
    .max_atomic_counter_buffer_size = 16384,
    .max_transform_feedback_buffers = 4,
    .max_transform_feedback_interleaved_components = 64,
    .max_cull_distances = 8,
    .max_combined_clip_and_cull_distances = 8,
    .max_samples = 64,
    .max_mesh_output_vertices_nv = 256,
    .max_mesh_output_primitives_nv = 512,
    .max_mesh_work_group_size_x_nv = 32,
    .max_mesh_work_group_size_y_nv = 1,
    .max_mesh_work_group_size_z_nv = 1,
    .max_task_work_group_size_x_nv = 32,
    .max_task_work_group_size_y_nv = 1,
    .max_task_work_group_size_z_nv = 1,
    .max_mesh_view_count_nv = 4,
    .limits =
        {
            .non_inductive_for_loops = true,
            .while_loops = true,
            .do_while_loops = true,
            .general_uniform_indexing = true,
            .general_attribute_matrix_vector_indexing = true,
            .general_varying_indexing = true,
            .general_sampler_indexing = true,
            .general_variable_indexing = true,
            .general_constant_matrix_vector_indexing = true,
        },
};

/* What is copied out before glslang's objects go. Text and words are malloc's. */
struct result {
    uint32_t *words;
    size_t count;
    char *log;
};

static char *
copy_log(const char *log)
{
    const size_t size = log ? strlen(log) : 0;
    char *copy = malloc(size + 1);

    if (copy) {
        memcpy(copy, log ? log : "", size);
        copy[size] = '\0';
    }
    return copy;
}

static void
link_program(glslang_shader_t *shader, glslang_stage_t stage, struct result *result)
{
    const int messages = GLSLANG_MSG_SPV_RULES_BIT | GLSLANG_MSG_VULKAN_RULES_BIT;
    glslang_program_t *program = glslang_program_create();

    if (!program)
        return;
    glslang_program_add_shader(program, shader);
    if (glslang_program_link(program, messages)) {
        glslang_spv_options_t options = {.disable_optimizer = true};

        glslang_program_SPIRV_generate_with_options(program, stage, &options);
        const size_t count = glslang_program_SPIRV_get_size(program);
        result->words = malloc(count * sizeof(uint32_t) + 1);
        if (result->words) {
            result->count = count;
            glslang_program_SPIRV_get(program, result->words);
        }
    } else {
        result->log = copy_log(glslang_program_get_info_log(program));
    }
    glslang_program_delete(program);
}

static void
compile(const char *text, enum ir_stage stage, unsigned minor, struct result *result)
{
    static const glslang_stage_t stages[ir_stage_count] = {
        [ir_stage_vertex] = GLSLANG_STAGE_VERTEX,
        [ir_stage_fragment] = GLSLANG_STAGE_FRAGMENT,
        [ir_stage_compute] = GLSLANG_STAGE_COMPUTE,
    };
    static const glslang_target_language_version_t versions[] = {
        GLSLANG_TARGET_SPV_1_0, GLSLANG_TARGET_SPV_1_1, GLSLANG_TARGET_SPV_1_2,
        GLSLANG_TARGET_SPV_1_3, GLSLANG_TARGET_SPV_1_4, GLSLANG_TARGET_SPV_1_5,
        GLSLANG_TARGET_SPV_1_6,
    };
    const glslang_input_t input = {
        .language = GLSLANG_SOURCE_GLSL,
        .stage = stages[stage],
        .client = GLSLANG_CLIENT_VULKAN,
        .client_version = minor == 0   ? GLSLANG_TARGET_VULKAN_1_0
                          : minor <= 3 ? GLSLANG_TARGET_VULKAN_1_1
                          : minor <= 5 ? GLSLANG_TARGET_VULKAN_1_2
                                       : GLSLANG_TARGET_VULKAN_1_3,
        .target_language = GLSLANG_TARGET_SPV,
        .target_language_version = versions[minor],
        .code = text,
        .default_version = DEFAULT_VERSION,
        .default_profile = GLSLANG_CORE_PROFILE,
        .messages = GLSLANG_MSG_SPV_RULES_BIT | GLSLANG_MSG_VULKAN_RULES_BIT,
        .resource = &resources,
    };
    glslang_shader_t *shader = glslang_shader_create(&input);

    if (!shader)
        return;
    if (glslang_shader_preprocess(shader, &input) && glslang_shader_parse(shader, &input))
        link_program(shader, input.stage, result);
    else
        result->log = copy_log(glslang_shader_get_info_log(shader));
    glslang_shader_delete(shader);
}

/* The log's first line, whose place "ERROR: 0:LINE:" becomes the finding's. */
static void
report(const char *log, struct base_diags *diags)
{
    struct qd_place place = base_at_nowhere();
    unsigned line = 0;

    while (*log == '\n')
        log++;
    if (strncmp(log, "ERROR: 0:", 9) == 0) {
        for (log += 9; *log >= '0' && *log <= '9' && line < 100000000; log++)
            line = line * 10 + (unsigned)(*log - '0');
        log += strspn(log, ": ");
        if (line)
            place = base_at_line(line, 1);
    }
    const char *text = *log ? log : "glslang found an error and did not say which";
    size_t size = strcspn(text, "\n");
    while (size && text[size - 1] == ' ')
        size--;
    base_error(diags, QD_CODE_SCRIPT_INVALID, place, "%.*s", (int)size, text);
}

/* A copy in the arena; what malloc gave goes, also where copying runs out of memory. */
static void *
take_copy(struct base_arena *arena, void *data, size_t size)
{
    void *copy = base_arena_try_copy(arena, data, size);

    free(data);
    if (!copy)
        longjmp(arena->catch_point, 1);
    return copy;
}

bool
script_compile_glsl(const char *text, size_t size, enum ir_stage stage, unsigned minor,
                    struct base_arena *arena, struct spirv_module *module, struct base_diags *diags)
{
    const char *terminated = base_arena_copy_string(arena, text, size);
    struct result result = {0};

    glslang_initialize_process();
    compile(terminated, stage, minor, &result);
    glslang_finalize_process();
    if (result.words && result.count > 0) {
        module->count = result.count;
        module->words = take_copy(arena, result.words, result.count * sizeof(*result.words));
        return true;
    }
    free(result.words);
    if (result.log)
        report(take_copy(arena, result.log, strlen(result.log) + 1), diags);
    else
        base_error(diags, QD_CODE_MEMORY_BUDGET, base_at_nowhere(), "glslang gave no module");
    return false;
}

#else

bool
script_has_glsl(void)
{
    return false;
}

void
script_begin_process(void)
{
}

void
script_end_process(void)
{
}

bool
script_compile_glsl(const char *text, size_t size, enum ir_stage stage, unsigned minor,
                    struct base_arena *arena, struct spirv_module *module, struct base_diags *diags)
{
    (void)text;
    (void)size;
    (void)stage;
    (void)minor;
    (void)arena;
    (void)module;
    base_error(diags, QD_CODE_UNSUPPORTED, base_at_nowhere(),
               "shaders in GLSL are not compiled: the build lacks glslang");
    return false;
}

#endif
