/* SPDX-License-Identifier: MIT
 *
 * What a shader says of itself as a whole, which depends on its stage.
 */
#include "ir/ir_priv.h"

#include <inttypes.h>
#include <stdio.h>

#define MAX_MEMORY (1u << 20)
#define MAX_LOCAL_SIZE 4096
#define MAX_EMITTED 1024 /* Vertices and invocations of geometry shaders. */

struct settings {
    const struct ir_shader *shader;
    ir_verify_note *note;
    void *context;
};

BASE_PRINTF(2, 3)
static void
bad(const struct settings *v, const char *format, ...)
{
    char text[256];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof(text), format, args);
    va_end(args);
    v->note(v->context, text);
}

/* A value that the stage has, from least to most; 0 in all other stages. */
static void
verify_setting(const struct settings *v, const char *name, unsigned stages, uint32_t value,
               uint32_t least, uint32_t most)
{
    const bool has = stages >> v->shader->stage & 1;

    if (has ? value < least || value > most : value != 0)
        bad(v, "has a setting %s of %" PRIu32 ", expected %" PRIu32 " to %" PRIu32, name, value,
            has ? least : 0, has ? most : 0);
}

static void
verify_primitives(const struct settings *v)
{
    const struct ir_shader *shader = v->shader;
    const enum ir_primitive in = shader->input_primitive, out = shader->output_primitive;
    const bool is_control = shader->stage == ir_stage_tess_control;

    verify_setting(v, "output_vertices", IR_STAGES_TESS_CONTROL | IR_STAGES_GEOMETRY,
                   shader->output_vertices, is_control,
                   is_control ? IR_MAX_PATCH_VERTICES : MAX_EMITTED);
    verify_setting(v, "invocations", IR_STAGES_GEOMETRY, shader->invocations, 1, MAX_EMITTED);
    verify_setting(v, "input_primitive", IR_STAGES_TESS_EVAL | IR_STAGES_GEOMETRY, in, 0,
                   ir_primitive_count - 1);
    verify_setting(v, "output_primitive", IR_STAGES_GEOMETRY, out, 0, ir_primitive_count - 1);
    verify_setting(v, "spacing", IR_STAGES_TESS_EVAL, shader->spacing, 0, ir_spacing_count - 1);
    verify_setting(v, "clockwise", IR_STAGES_TESS_EVAL, shader->is_clockwise, 0, 1);
    verify_setting(v, "point_mode", IR_STAGES_TESS_EVAL, shader->is_point_mode, 0, 1);
    if (shader->stage == ir_stage_tess_eval && in != ir_primitive_triangles &&
        in != ir_primitive_quads && in != ir_primitive_isolines)
        bad(v, "cuts patches into something else than triangles, quads or isolines");
    if (shader->stage == ir_stage_geometry &&
        (ir_primitive_vertices(in) == 0 ||
         (out != ir_primitive_points && out != ir_primitive_line_strip &&
          out != ir_primitive_triangle_strip)))
        bad(v, "takes or makes primitives that geometry shaders do not");
}

void
ir_verify_settings(const struct ir_shader *shader, ir_verify_note *note, void *context)
{
    const struct settings settings = {shader, note, context}, *v = &settings;
    const bool is_fragment = shader->stage == ir_stage_fragment;

    if (shader->push_size > MAX_MEMORY || shader->shared_size > MAX_MEMORY)
        bad(v, "has more than %u bytes of push constants or shared memory", MAX_MEMORY);
    if ((unsigned)shader->depth_layout >= ir_depth_layout_count)
        bad(v, "has no known depth layout");
    if (!is_fragment && (shader->early_tests || shader->is_sample_rate || shader->depth_layout))
        bad(v, "has settings of fragment shaders");
    verify_primitives(v);
    if (shader->stage != ir_stage_compute)
        return;
    for (unsigned i = 0; i < 3; i++)
        if (shader->local_size[i] < 1 || shader->local_size[i] > MAX_LOCAL_SIZE)
            bad(v, "has a local size of %" PRIu32 ", expected 1 to %u", shader->local_size[i],
                MAX_LOCAL_SIZE);
}
