/* SPDX-License-Identifier: MIT */
#include "ir/ir_priv.h"

#include <inttypes.h>
#include <stdio.h>

#define MAX_COMPONENTS 4u
#define MAX_BUFFER (1u << 30)

/* Findings past these are not told: a broken shader mostly has one fault with many faces. */
#define MAX_FINDINGS 16

struct finding {
    struct qd_place place;
    char text[256];
};

struct frame {
    ir_ref begin;  /* if or loop. */
    ir_ref marker; /* if, else or loop. */
    uint32_t loop; /* The innermost loop's frame; index + 1, 0 is none. */
    bool then_is_live;
    bool has_break;
};

struct verifier {
    const struct ir_shader *shader;
    struct base_arena arena; /* For the work arrays. */
    struct ir_regions regions;
    ir_ref *edge_of;      /* For markers that are edges: the marker whose merges they enter. */
    uint32_t *edge_count; /* For endif, loop and endloop. */
    uint32_t *seen;       /* The last merge that named this edge. */
    BASE_ARRAY(struct frame) frames;
    /* Told when the arena is gone: telling may run out of memory and unwind past its owner. */
    struct finding findings[MAX_FINDINGS];
    uint32_t finding_count;
    bool is_good;
};

/* Notes what is wrong with the instruction, or with the shader if ref is 0. */
BASE_PRINTF(3, 4)
static void
bad(struct verifier *v, ir_ref ref, const char *format, ...)
{
    va_list args;
    int start = 0;

    v->is_good = false;
    if (v->finding_count == MAX_FINDINGS)
        return;
    struct finding *finding = &v->findings[v->finding_count++];
    finding->place = ref ? ir_place_of(v->shader, ref) : base_at_nowhere();
    if (ref)
        start = snprintf(finding->text, sizeof(finding->text),
                         "%%%" PRIu32 " = %s: ", v->regions.position[ref],
                         ir_op_infos[ir_op_of(v->shader, ref)].name);
    va_start(args, format);
    vsnprintf(finding->text + start, sizeof(finding->text) - (size_t)start, format, args);
    va_end(args);
}

/* ---- the interface ---- */

static void
verify_io(struct verifier *v, const struct ir_io *ios, uint32_t count, uint32_t index,
          bool is_input)
{
    const struct ir_io *io = &ios[index];
    const char *kind = is_input ? "input" : "output";

    if (io->type != ir_type_f32 && io->type != ir_type_i32)
        bad(v, 0, "%s %" PRIu32 " is of type %s, expected f32 or i32", kind, index,
            io->type < ir_type_count ? ir_type_name(io->type) : "?");
    else if (io->components < 1 || io->components > MAX_COMPONENTS)
        bad(v, 0, "%s %" PRIu32 " has %u components, expected 1 to 4", kind, index, io->components);
    else if (io->component > MAX_COMPONENTS - io->components || io->index > 1)
        bad(v, 0, "%s %" PRIu32 " goes past component 3 or index 1", kind, index);
    if ((unsigned)io->builtin >= ir_builtin_count || (unsigned)io->interp >= ir_interp_count ||
        (unsigned)io->sampling >= ir_sampling_count) {
        bad(v, 0, "%s %" PRIu32 " is no known built-in or interpolation", kind, index);
        return;
    }
    if (io->builtin != ir_builtin_none) {
        const struct ir_builtin_info *info = &ir_builtin_infos[io->builtin];
        const unsigned stages = is_input ? info->in_stages : info->out_stages;

        if (!(stages >> v->shader->stage & 1))
            bad(v, 0, "%s %" PRIu32 " is the built-in %s, which no %s shader has as an %s", kind,
                index, info->name, ir_stage_name(v->shader->stage), kind);
        else if (io->type != (enum ir_type)info->type || io->components != info->components)
            bad(v, 0, "%s %" PRIu32 " is the built-in %s, expected %u components of %s", kind,
                index, info->name, info->components, ir_type_name((enum ir_type)info->type));
    } else if (v->shader->stage == ir_stage_compute) {
        bad(v, 0, "%s %" PRIu32 " has a location, which compute shaders do not have", kind, index);
    } else if (is_input && v->shader->stage == ir_stage_fragment && io->type == ir_type_i32 &&
               io->interp != ir_interp_flat) {
        bad(v, 0, "%s %" PRIu32 " is of integers, expected flat interpolation", kind, index);
    }
    const enum ir_stage patch_stage = is_input ? ir_stage_tess_eval : ir_stage_tess_control;
    if (io->is_patch && (v->shader->stage != patch_stage || io->builtin != ir_builtin_none))
        bad(v, 0, "%s %" PRIu32 " is of a patch, which it cannot be", kind, index);
    if (io->stream >= IR_MAX_STREAMS ||
        (io->stream && (is_input || v->shader->stage != ir_stage_geometry)))
        bad(v, 0, "%s %" PRIu32 " is of stream %u, which it cannot be", kind, index, io->stream);
    if (io->wrap && (!is_input || v->shader->stage != ir_stage_fragment || io->builtin ||
                     io->interp == ir_interp_flat || io->wrap >> io->components != 0))
        bad(v, 0, "%s %" PRIu32 " wraps, which it cannot", kind, index);
    for (uint32_t i = 0; i < index && i < count; i++)
        if (ios[i].builtin == io->builtin && ios[i].is_patch == io->is_patch &&
            (io->builtin != ir_builtin_none ||
             (ios[i].location == io->location && ios[i].index == io->index &&
              ios[i].component < io->component + io->components &&
              io->component < ios[i].component + ios[i].components)))
            bad(v, 0, "%ss %" PRIu32 " and %" PRIu32 " have one location or built-in", kind, i,
                index);
}

static bool
bits_fit(enum ir_type type, uint64_t bits)
{
    const unsigned width = ir_type_bits((ir_type_id)type);

    return width == 64 || bits >> width == 0;
}

static void
verify_arrays(struct verifier *v)
{
    const struct ir_shader *shader = v->shader;

    for (uint32_t i = 0; i < shader->arrays.count; i++) {
        const struct ir_array *array = &shader->arrays.data[i];

        if (!ir_class_has(ir_class_NUM, (ir_type_id)array->type))
            bad(v, 0, "array %" PRIu32 " has elements of no numeric type", i);
        else if (array->count < 1 || array->count > IR_MAX_ARRAY)
            bad(v, 0, "array %" PRIu32 " has %" PRIu32 " elements, expected 1 to %u", i,
                array->count, IR_MAX_ARRAY);
        else if (array->init)
            for (uint32_t e = 0; e < array->count; e++)
                if (!bits_fit(array->type, array->init[e])) {
                    bad(v, 0, "array %" PRIu32 ": element %" PRIu32 " does not fit %s", i, e,
                        ir_type_name(array->type));
                    break;
                }
    }
}

static void
verify_buffer(struct verifier *v, uint32_t index)
{
    const struct ir_buffer *buffer = &v->shader->buffers.data[index];

    if ((unsigned)buffer->kind >= ir_buffer_kind_count)
        bad(v, 0, "buffer %" PRIu32 " is of no known kind", index);
    else if (buffer->kind == ir_buffer_uniform &&
             (buffer->size == 0 || buffer->size % 16 != 0 || buffer->size > MAX_BUFFER))
        bad(v, 0,
            "buffer %" PRIu32 " is of %" PRIu32 " bytes, expected a multiple of 16 from 16 to %u",
            index, buffer->size, MAX_BUFFER);
}

static void
verify_image(struct verifier *v, uint32_t index)
{
    const struct ir_image *image = &v->shader->images.data[index];

    if ((unsigned)image->dim >= ir_dim_count || (unsigned)image->kind >= ir_image_kind_count ||
        (unsigned)image->texel >= ir_texel_count ||
        (unsigned)image->format >= ir_image_format_count)
        bad(v, 0, "image %" PRIu32 " has no known dimension, kind, texel or format", index);
    else if ((image->is_arrayed && (image->dim == ir_dim_3d || image->dim == ir_dim_buffer)) ||
             (image->is_multisampled && image->dim != ir_dim_2d) ||
             (image->dim == ir_dim_buffer && image->kind == ir_image_combined))
        bad(v, 0, "image %" PRIu32 " cannot be arrayed, multisampled or combined in dimension %s",
            index, ir_dim_name(image->dim));
    else if (ir_texel_type(image->texel) == ir_type_i64 && image->kind != ir_image_storage)
        bad(v, 0, "image %" PRIu32 " has texels of 64 bits, which storage images alone have",
            index);
    else if (image->kind == ir_image_input &&
             (image->dim != ir_dim_2d || image->is_arrayed || image->count != 1 ||
              image->attachment >= IR_MAX_ATTACHMENTS || v->shader->stage != ir_stage_fragment))
        bad(v, 0,
            "image %" PRIu32 " is an input, expected one 2d image of a fragment shader, of an "
            "attachment below %d",
            index, IR_MAX_ATTACHMENTS);
    else if (image->kind != ir_image_input && image->attachment != 0)
        bad(v, 0, "image %" PRIu32 " has an attachment, which inputs alone have", index);
}

static void
note_setting(void *context, const char *text)
{
    bad(context, 0, "%s", text);
}

static void
verify_interface(struct verifier *v)
{
    const struct ir_shader *shader = v->shader;

    for (uint32_t i = 0; i < shader->inputs.count; i++)
        verify_io(v, shader->inputs.data, shader->inputs.count, i, true);
    for (uint32_t i = 0; i < shader->outputs.count; i++)
        verify_io(v, shader->outputs.data, shader->outputs.count, i, false);
    for (uint32_t i = 0; i < shader->buffers.count; i++)
        verify_buffer(v, i);
    for (uint32_t i = 0; i < shader->images.count; i++)
        verify_image(v, i);
    if (shader->images.count > IR_MAX_IMAGES || shader->samplers.count > IR_MAX_SAMPLERS)
        bad(v, 0, "has %" PRIu32 " images and %" PRIu32 " samplers, expected at most %u and %u",
            shader->images.count, shader->samplers.count, IR_MAX_IMAGES, IR_MAX_SAMPLERS);
    ir_verify_settings(v->shader, note_setting, v);
    verify_arrays(v);
}

/* ---- the control tree ---- */

static void
add_edge(struct verifier *v, ir_ref edge, ir_ref join)
{
    v->edge_of[edge] = join;
    v->edge_count[join]++;
}

static bool
is_closing(enum ir_op op)
{
    return op == ir_op_else || op == ir_op_endif || op == ir_op_endloop;
}

static struct frame *
innermost_loop(struct verifier *v)
{
    const uint32_t loop = v->frames.count > 0 ? v->frames.data[v->frames.count - 1].loop : 0;

    return loop ? &v->frames.data[loop - 1] : NULL;
}

static void
open_frame(struct verifier *v, ir_ref marker)
{
    const bool is_loop = ir_op_of(v->shader, marker) == ir_op_loop;
    const uint32_t around = v->frames.count > 0 ? v->frames.data[v->frames.count - 1].loop : 0;
    const struct frame frame = {marker, marker, is_loop ? v->frames.count + 1 : around};

    base_array_push(&v->arena, &v->frames, frame);
}

/* One marker; is_live says whether control reaches it, and what follows it. False if the tree is
 * broken and nothing more can be said. */
static bool
verify_marker(struct verifier *v, ir_ref ref, bool *is_live)
{
    const struct ir_shader *shader = v->shader;
    const enum ir_op op = ir_op_of(shader, ref);
    struct frame *top = v->frames.count > 0 ? &v->frames.data[v->frames.count - 1] : NULL;
    const enum ir_op top_op = top ? ir_op_of(shader, top->marker) : ir_op_none;
    const ir_ref partner = ir_partner(shader, ref);
    struct frame *loop;

    if (partner == 0 && op != ir_op_return && op != ir_op_terminate) {
        bad(v, ref, "names no partner");
        return false;
    }
    switch ((unsigned)op) {
    case ir_op_if:
        open_frame(v, ref);
        return true;
    case ir_op_loop:
        open_frame(v, ref);
        add_edge(v, ref, ref);
        return true;
    case ir_op_else:
        if (top_op != ir_op_if || ir_partner(shader, top->marker) != ref) {
            bad(v, ref, "found without its if");
            return false;
        }
        if (*is_live)
            add_edge(v, ref, partner);
        top->marker = ref;
        top->then_is_live = *is_live;
        *is_live = true;
        return true;
    case ir_op_endif:
        if (top_op != ir_op_else || ir_partner(shader, top->marker) != ref ||
            partner != top->begin) {
            bad(v, ref, "found without its if and else");
            return false;
        }
        if (*is_live)
            add_edge(v, ref, ref);
        *is_live = *is_live || top->then_is_live;
        v->frames.count--;
        return true;
    case ir_op_endloop:
        if (top_op != ir_op_loop || ir_partner(shader, top->marker) != ref ||
            partner != top->marker) {
            bad(v, ref, "found without its loop");
            return false;
        }
        if (*is_live)
            add_edge(v, ref, partner);
        *is_live = top->has_break;
        v->frames.count--;
        return true;
    case ir_op_break:
    case ir_op_continue:
        loop = innermost_loop(v);
        if (!loop || loop->marker != partner) {
            bad(v, ref, "found outside of the loop that it names");
            return false;
        }
        if (op == ir_op_break)
            loop->has_break = true;
        add_edge(v, ref, op == ir_op_break ? ir_partner(shader, partner) : partner);
        break;
    case ir_op_terminate:
        if (shader->stage != ir_stage_fragment)
            bad(v, ref, "found in a %s shader, expected a fragment shader",
                ir_stage_name(shader->stage));
        break;
    }
    *is_live = false;
    return true;
}

/* Partners must be instructions of the list before anything follows them. */
static bool
verify_partners(struct verifier *v)
{
    const struct ir_shader *shader = v->shader;

    for (ir_ref ref = shader->first; ref; ref = ir_next(shader, ref)) {
        const ir_ref partner = ir_partner(shader, ref);

        if (!ir_op_has(ir_op_of(shader, ref), IR_OP_CONTROL))
            continue;
        if (partner >= shader->insts.count || (partner && !v->regions.position[partner])) {
            bad(v, ref, "names a partner that is not there");
            return false;
        }
    }
    return true;
}

static bool
verify_control(struct verifier *v)
{
    const struct ir_shader *shader = v->shader;
    bool is_live = true;

    for (ir_ref ref = shader->first; ref; ref = ir_next(shader, ref)) {
        const enum ir_op op = ir_op_of(shader, ref);

        if (!is_live && !is_closing(op)) {
            bad(v, ref, "control cannot reach it, expected the end of the region");
            return false;
        }
        if (ir_op_has(op, IR_OP_CONTROL) && !verify_marker(v, ref, &is_live))
            return false;
    }
    if (v->frames.count > 0)
        bad(v, v->frames.data[v->frames.count - 1].marker, "is never closed");
    return v->frames.count == 0;
}

/* ---- instructions ---- */

static bool
class_takes(enum ir_class class, ir_type_id type, ir_type_id result, ir_type_id first)
{
    if (class == ir_class_RESULT)
        return type == result;
    if (class == ir_class_FIRST)
        return type == first;
    return ir_class_has(class, type);
}

static const char *
type_text(ir_type_id type, char text[16])
{
    if (ir_type_scalar(type) >= ir_type_count)
        return "no type";
    if (ir_type_components(type) == 1)
        return ir_type_name(ir_type_scalar(type));
    snprintf(text, 16, "%sx%u", ir_type_name(ir_type_scalar(type)), ir_type_components(type));
    return text;
}

/* Does the operand exist and can it be seen at the place of at? */
static bool
verify_use(struct verifier *v, ir_ref ref, uint32_t i, ir_ref value, ir_ref at)
{
    const struct ir_shader *shader = v->shader;

    if (value == 0 || value >= shader->insts.count || v->regions.position[value] == 0)
        bad(v, ref, "operand %" PRIu32 " is no instruction of the shader", i);
    else if (ir_type_of(shader, value) == ir_type_void)
        bad(v, ref, "operand %" PRIu32 " (%%%" PRIu32 ") has no value", i,
            v->regions.position[value]);
    else if (!ir_regions_is_visible(&v->regions, value, at))
        bad(v, ref, "operand %" PRIu32 " (%%%" PRIu32 ") cannot be seen here", i,
            v->regions.position[value]);
    else
        return true;
    return false;
}

static void
verify_operands(struct verifier *v, ir_ref ref)
{
    const struct ir_shader *shader = v->shader;
    const struct ir_op_info *info = &ir_op_infos[ir_op_of(shader, ref)];
    const ir_type_id result = ir_type_of(shader, ref);
    ir_type_id first = ir_type_void;
    char found[16], expected[16];

    for (uint32_t i = 0; i < info->arity; i++) {
        const ir_ref value = ir_operand(shader, ref, i);

        if (!verify_use(v, ref, i, value, ref))
            return;
        const ir_type_id type = ir_type_of(shader, value);
        if (i == 0)
            first = type;
        if (!class_takes((enum ir_class)info->operand[i], type, result, first)) {
            if (info->operand[i] == ir_class_RESULT || info->operand[i] == ir_class_FIRST)
                bad(v, ref, "operand %" PRIu32 " is of type %s, expected %s", i,
                    type_text(type, found),
                    type_text(info->operand[i] == ir_class_RESULT ? result : first, expected));
            else
                bad(v, ref, "operand %" PRIu32 " is of type %s, which the op does not take", i,
                    type_text(type, found));
            return;
        }
    }
}

static void
verify_io_imm(struct verifier *v, ir_ref ref, bool is_input)
{
    const struct ir_shader *shader = v->shader;
    const struct ir_io *ios = is_input ? shader->inputs.data : shader->outputs.data;
    const uint32_t count = is_input ? shader->inputs.count : shader->outputs.count;
    const uint32_t imm = ir_imm(shader, ref);
    const enum ir_op op = ir_op_of(shader, ref);
    const bool names_vertex = op == ir_op_load_vertex || op == ir_op_store_vertex;
    const bool is_void = ir_type_of(shader, ref) == ir_type_void;
    const ir_type_id type =
        ir_type_of(shader, is_void ? ir_operand(shader, ref, op == ir_op_store_vertex) : ref);
    char found[16];

    if (imm >> 2 >= count || (imm & 3) >= ios[imm >> 2].components)
        bad(v, ref, "names %" PRIu32 ".%" PRIu32 ", which the interface does not have", imm >> 2,
            imm & 3);
    else if ((ir_type_id)ios[imm >> 2].type != type)
        bad(v, ref, "is of type %s, expected the interface's %s", type_text(type, found),
            ir_type_name(ios[imm >> 2].type));
    else if (op != ir_op_load_output &&
             names_vertex != ir_io_is_per_vertex(shader->stage, is_input, &ios[imm >> 2]))
        bad(v, ref,
            names_vertex ? "names a vertex of what vertices do not have"
                         : "names no vertex of what each vertex has");
}

static void
verify_array_imm(struct verifier *v, ir_ref ref)
{
    const struct ir_shader *shader = v->shader;
    const bool is_store = ir_op_of(shader, ref) == ir_op_store_array;
    const uint32_t imm = ir_imm(shader, ref);
    const ir_type_id type =
        is_store ? ir_type_of(shader, ir_operand(shader, ref, 1)) : ir_type_of(shader, ref);

    if (imm >= shader->arrays.count)
        bad(v, ref, "names array %" PRIu32 ", which the shader does not have", imm);
    else if ((ir_type_id)shader->arrays.data[imm].type != type)
        bad(v, ref, "is not of the type of the array's elements");
    else if (is_store && shader->arrays.data[imm].init)
        bad(v, ref, "stores to array %" PRIu32 ", which is constant", imm);
}

static bool
is_write(enum ir_op op)
{
    return op == ir_op_store_buffer || op == ir_op_atomic_buffer || op == ir_op_image_store ||
           op == ir_op_image_atomic;
}

static void
verify_atomic_imm(struct verifier *v, ir_ref ref, uint32_t imm)
{
    const enum ir_op op = ir_atomic_op(imm);
    const uint32_t bits = IR_MEMORY_COHERENT | IR_MEMORY_VOLATILE | IR_MEMORY_NON_UNIFORM;

    if ((imm & 0xff0000 & ~bits) != 0 || (!ir_op_is_atomic(ir_op_of(v->shader, ref)) && op != 0))
        bad(v, ref, "has bits that mean nothing");
    else if (ir_op_is_atomic(ir_op_of(v->shader, ref)) &&
             (op >= ir_op_count || !ir_atomic_has(op, ir_type_scalar(ir_type_of(v->shader, ref)))))
        bad(v, ref, "does something that atomics do not do on its type");
}

/* What an image op may be applied to. */
static bool
image_takes(const struct ir_image *image, enum ir_op op, uint32_t imm)
{
    const bool is_buffer = image->dim == ir_dim_buffer;

    if (image->kind == ir_image_input)
        return op == ir_op_fetch && !(imm & (IR_SAMPLE_LOD | IR_IMAGE_OFFSET | IR_IMAGE_ELEMENT));
    switch ((unsigned)op) {
    case ir_op_sample:
    case ir_op_image_lod:
    case ir_op_gather:
        return image->kind != ir_image_storage && !is_buffer && !image->is_multisampled &&
               (op != ir_op_gather || image->dim == ir_dim_2d || image->dim == ir_dim_cube);
    case ir_op_fetch:
        return image->kind != ir_image_storage && image->dim != ir_dim_cube &&
               !((imm & IR_SAMPLE_LOD) && (is_buffer || image->is_multisampled));
    case ir_op_image_load:
    case ir_op_image_store:
    case ir_op_image_atomic:
        return image->kind == ir_image_storage;
    case ir_op_image_levels:
        return image->kind != ir_image_storage && !is_buffer && !image->is_multisampled;
    case ir_op_image_samples:
        return image->is_multisampled;
    case ir_op_image_size:
        return !(imm & IR_SAMPLE_LOD) ||
               (image->kind != ir_image_storage && !is_buffer && !image->is_multisampled);
    }
    return false;
}

static void
verify_image_imm(struct verifier *v, ir_ref ref, uint32_t imm)
{
    const struct ir_shader *shader = v->shader;
    const enum ir_op op = ir_op_of(shader, ref);
    const bool needs_sampler = ir_op_is_sampled(op);
    const uint32_t sampler = op == ir_op_image_atomic ? 0 : ir_imm_sampler(imm);
    const uint32_t levels = imm & (IR_SAMPLE_BIAS | IR_SAMPLE_LOD | IR_SAMPLE_GRAD);

    if (ir_imm_image(imm) >= shader->images.count) {
        bad(v, ref, "names image %" PRIu32 ", which the shader does not have", ir_imm_image(imm));
        return;
    }
    const struct ir_image *image = &shader->images.data[ir_imm_image(imm)];
    if (sampler > shader->samplers.count)
        bad(v, ref, "names sampler %" PRIu32 ", which the shader does not have", sampler - 1);
    else if ((imm >> 20 << 20 & ~ir_image_bits_of(op)) != 0)
        bad(v, ref, "has bits that mean nothing");
    else if (!image_takes(image, op, imm))
        bad(v, ref, "cannot be done on image %" PRIu32, ir_imm_image(imm));
    else if (sampler != 0 && !needs_sampler)
        bad(v, ref, "names a sampler, which it has no use for");
    else if (needs_sampler && (sampler == 0) != (image->kind == ir_image_combined))
        bad(v, ref, "expected a sampler where the image is not combined with one, and there alone");
    else if ((imm & IR_SAMPLER_ELEMENT) && sampler == 0)
        bad(v, ref, "has a sampler's element without a sampler");
    else if (op == ir_op_sample && (levels & (levels - 1)) != 0)
        bad(v, ref, "has more than one of bias, level and gradients");
    else if ((imm & IR_IMAGE_OFFSET) && (imm & IR_GATHER_OFFSETS) && op == ir_op_gather)
        bad(v, ref, "has one offset and four");
    else if ((imm & IR_SAMPLE_DREF) && !ir_op_is_image_access(op) && image->texel != ir_texel_f32)
        bad(v, ref, "compares integers");
    else if (op == ir_op_image_atomic &&
             (ir_imm_image_atomic(imm) >= ir_op_count ||
              !ir_atomic_has(ir_imm_image_atomic(imm), ir_texel_type(image->texel))))
        bad(v, ref, "does something that atomics do not do on its type");
}

static void
verify_imm(struct verifier *v, ir_ref ref)
{
    const struct ir_shader *shader = v->shader;
    const uint32_t imm = ir_imm(shader, ref);

    switch (ir_imm_kind_of(ir_op_of(shader, ref))) {
    case ir_imm_none:
        break;
    case ir_imm_input:
        verify_io_imm(v, ref, true);
        break;
    case ir_imm_output:
        verify_io_imm(v, ref, false);
        break;
    case ir_imm_stream:
        if (imm >= IR_MAX_STREAMS)
            bad(v, ref, "names stream %" PRIu32 ", expected 0 to 3", imm);
        break;
    case ir_imm_component: {
        const ir_type_id vec = ir_type_of(shader, ir_operand(shader, ref, 0));

        if (imm >= ir_type_components(vec) ||
            ir_type_of(shader, ref) != (ir_type_id)ir_type_scalar(vec))
            bad(v, ref, "component %" PRIu32 " of that type is not in the vector", imm);
        break;
    }
    case ir_imm_buffer:
        if ((imm & 0xffff) >= shader->buffers.count)
            bad(v, ref, "names buffer %" PRIu32 ", which the shader does not have", imm & 0xffff);
        else if (is_write(ir_op_of(shader, ref)) &&
                 shader->buffers.data[imm & 0xffff].kind == ir_buffer_uniform)
            bad(v, ref, "writes buffer %" PRIu32 ", which is uniform", imm & 0xffff);
        else if (ir_op_of(shader, ref) == ir_op_buffer_size &&
                 shader->buffers.data[imm & 0xffff].kind == ir_buffer_uniform)
            bad(v, ref, "asks for the size of buffer %" PRIu32 ", which is uniform", imm & 0xffff);
        verify_atomic_imm(v, ref, imm);
        break;
    case ir_imm_memory:
        if ((imm & 0xffff) != 0)
            bad(v, ref, "names a buffer");
        verify_atomic_imm(v, ref, imm);
        break;
    case ir_imm_group:
        if ((imm & 0xff) >= ir_op_count ||
            !ir_group_has((enum ir_op)(imm & 0xff), ir_type_scalar(ir_type_of(shader, ref))) ||
            imm >> 8 > 7)
            bad(v, ref, "does something that groups do not do on its type");
        break;
    case ir_imm_barrier:
        if (ir_barrier_execution(imm) >= IR_SCOPE_COUNT ||
            ir_barrier_execution(imm) == ir_scope_device ||
            ir_barrier_memory(imm) >= IR_SCOPE_COUNT || imm >> 14 != 0)
            bad(v, ref, "has no known scope or semantics");
        else if (ir_barrier_execution(imm) == ir_scope_workgroup &&
                 shader->stage != ir_stage_compute && shader->stage != ir_stage_tess_control)
            bad(v, ref, "waits for a workgroup in a %s shader", ir_stage_name(shader->stage));
        break;
    case ir_imm_array:
        verify_array_imm(v, ref);
        break;
    case ir_imm_places:
        if (imm > 0xff)
            bad(v, ref, "permutation 0x%" PRIx32 " has more than eight bits", imm);
        break;
    case ir_imm_image_op:
        verify_image_imm(v, ref, imm);
        break;
    }
}

static void
verify_image_list(struct verifier *v, ir_ref ref)
{
    const struct ir_shader *shader = v->shader;
    const enum ir_op op = ir_op_of(shader, ref);
    const uint32_t imm = ir_imm(shader, ref);
    const struct ir_image *image = &shader->images.data[ir_imm_image(imm)];
    const struct ir_image_operands at = ir_image_operands_of(op, image, imm);

    if (ir_operand_count(shader, ref) != at.count) {
        bad(v, ref, "has %" PRIu32 " operands, expected %u", ir_operand_count(shader, ref),
            at.count);
        return;
    }
    if (ir_type_of(shader, ref) != ir_image_result_type(op, image, imm)) {
        bad(v, ref, "has a result of another type than this image gives");
        return;
    }
    for (uint32_t i = 0; i < at.count; i++) {
        const ir_ref value = ir_operand(shader, ref, i);
        const enum ir_type expected = ir_image_operand_type(op, image, &at, (int)i);

        if (!verify_use(v, ref, i, value, ref))
            return;
        if (ir_type_of(shader, value) != (ir_type_id)expected) {
            bad(v, ref, "operand %" PRIu32 " is not of type %s", i, ir_type_name(expected));
            return;
        }
    }
}

/* Offset (or address), element, value, comparator. */
static void
verify_memory_list(struct verifier *v, ir_ref ref)
{
    const struct ir_shader *shader = v->shader;
    const enum ir_op op = ir_op_of(shader, ref);
    const uint32_t expected = ir_memory_list_count(op, ir_imm(shader, ref));
    const uint32_t count = ir_operand_count(shader, ref);
    const uint32_t addresses = op == ir_op_store_buffer || op == ir_op_atomic_buffer ? 2 : 1;
    const enum ir_type address = op == ir_op_atomic_global ? ir_type_i64 : ir_type_i32;

    if (count != expected) {
        bad(v, ref, "has %" PRIu32 " operands, expected %" PRIu32, count, expected);
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        const ir_ref value = ir_operand(shader, ref, i);

        if (!verify_use(v, ref, i, value, ref))
            return;
        const ir_type_id type = ir_type_of(shader, value);
        const bool is_good = i < addresses              ? type == (ir_type_id)address
                             : op == ir_op_store_buffer ? ir_class_has(ir_class_NUM, type)
                                                        : type == ir_type_of(shader, ref);
        if (!is_good) {
            bad(v, ref, "operand %" PRIu32 " is of another type than expected", i);
            return;
        }
    }
}

static void
verify_list(struct verifier *v, ir_ref ref)
{
    const struct ir_shader *shader = v->shader;
    const uint32_t count = ir_operand_count(shader, ref);
    const ir_type_id type = ir_type_of(shader, ref);

    if (ir_op_is_image(ir_op_of(shader, ref))) {
        verify_image_list(v, ref);
        return;
    }
    if (ir_op_of(shader, ref) != ir_op_vec) {
        verify_memory_list(v, ref);
        return;
    }
    if (count != ir_type_components(type)) {
        bad(v, ref, "has %" PRIu32 " operands, expected %u", count, ir_type_components(type));
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        const ir_ref value = ir_operand(shader, ref, i);

        if (!verify_use(v, ref, i, value, ref))
            return;
        if (ir_type_of(shader, value) != (ir_type_id)ir_type_scalar(type)) {
            bad(v, ref, "operand %" PRIu32 " is not of the result's component type", i);
            return;
        }
    }
}

/* join: the marker that the merge stands behind; 0 if there is none. */
static void
verify_merge(struct verifier *v, ir_ref ref, ir_ref join)
{
    const struct ir_shader *shader = v->shader;
    const uint32_t count = ir_operand_count(shader, ref);

    if (!join) {
        bad(v, ref, "does not stand directly behind an endif, loop or endloop");
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        const ir_ref edge = ir_merge_edge(shader, ref, i);
        const ir_ref value = ir_operand(shader, ref, i);

        if (edge >= shader->insts.count || v->edge_of[edge] != join || edge == 0) {
            bad(v, ref, "edge %" PRIu32 " does not lead here", i);
            return;
        }
        if (v->seen[edge] == ref) {
            bad(v, ref, "edge %" PRIu32 " is listed twice", i);
            return;
        }
        v->seen[edge] = ref;
        if (!verify_use(v, ref, i, value, edge))
            return;
        if (ir_type_of(shader, value) != ir_type_of(shader, ref)) {
            bad(v, ref, "value %" PRIu32 " is not of the merge's type", i);
            return;
        }
    }
    if (count != v->edge_count[join])
        bad(v, ref, "lists %" PRIu32 " edges, expected %" PRIu32, count, v->edge_count[join]);
}

/* enum ir_stage_bits. */
static unsigned
stages_of(enum ir_op op)
{
    switch ((unsigned)op) {
    case ir_op_demote:
    case ir_op_is_helper:
    case ir_op_interp_centroid:
    case ir_op_interp_sample:
    case ir_op_interp_offset:
    case ir_op_ddx_coarse:
    case ir_op_ddy_coarse:
    case ir_op_ddx_fine:
    case ir_op_ddy_fine:
        return IR_STAGES_FRAGMENT;
    case ir_op_load_shared:
    case ir_op_store_shared:
    case ir_op_atomic_shared:
        return IR_STAGES_COMPUTE;
    case ir_op_load_vertex:
        return IR_STAGES_PRIMITIVES;
    case ir_op_load_output:
    case ir_op_store_vertex:
        return IR_STAGES_TESS_CONTROL;
    case ir_op_emit_vertex:
    case ir_op_end_primitive:
        return IR_STAGES_GEOMETRY;
    }
    return IR_STAGES_ALL;
}

static void
wrong_stage(struct verifier *v, ir_ref ref, unsigned stages)
{
    const char *found = ir_stage_name(v->shader->stage);
    unsigned stage;

    for (stage = 0; stage < ir_stage_count && stages != 1u << stage; stage++)
        ;
    if (stage < ir_stage_count)
        bad(v, ref, "found in a %s shader, expected a %s shader", found,
            ir_stage_name((enum ir_stage)stage));
    else
        bad(v, ref, "found in a %s shader, expected another stage", found);
}

static void
verify_inst(struct verifier *v, ir_ref ref, ir_ref join)
{
    const struct ir_shader *shader = v->shader;
    const struct ir_inst *inst = ir_at(shader, ref);
    const enum ir_op op = (enum ir_op)inst->op;
    char found[16];

    if (!ir_class_has((enum ir_class)ir_op_infos[op].result, inst->type)) {
        bad(v, ref, "has a result of type %s, which the op does not give",
            type_text(inst->type, found));
        return;
    }
    if ((inst->flags & IR_PRECISE) && !ir_type_is_float(inst->type) &&
        ir_op_infos[op].operand[0] != ir_class_FLOAT) {
        bad(v, ref, "is precise without being of floats");
        return;
    }
    if (!(stages_of(op) >> shader->stage & 1)) {
        wrong_stage(v, ref, stages_of(op));
        return;
    }
    const bool was_good = v->is_good;
    v->is_good = true;
    if (op == ir_op_merge) {
        verify_merge(v, ref, join);
    } else if (ir_op_has(op, IR_OP_LIST)) {
        verify_imm(v, ref);
        if (v->is_good)
            verify_list(v, ref);
    } else {
        verify_operands(v, ref);
        if (v->is_good)
            verify_imm(v, ref);
    }
    if (v->is_good && op == ir_op_const &&
        !bits_fit(ir_type_scalar(inst->type), ir_const_bits(shader, ref)))
        bad(v, ref, "has bits past its type");
    if (v->is_good && op == ir_op_bitcast &&
        ir_type_bits(inst->type) != ir_type_bits(ir_type_of(shader, inst->arg[0])))
        bad(v, ref, "changes the width");
    if (v->is_good && op == ir_op_ballot && inst->type != IR_VEC(ir_type_i32, 4))
        bad(v, ref, "has a result other than i32x4");
    v->is_good = v->is_good && was_good;
}

static void
verify_insts(struct verifier *v)
{
    const struct ir_shader *shader = v->shader;
    bool is_front = true;
    ir_ref last_const = 0, join = 0;

    for (ir_ref ref = shader->first; ref; ref = ir_next(shader, ref)) {
        const enum ir_op op = ir_op_of(shader, ref);
        const bool is_const = op == ir_op_const || op == ir_op_undef;

        if (is_const && !is_front)
            bad(v, ref, "stands behind other ops, expected constants in front");
        is_front = is_front && is_const;
        if (is_front)
            last_const = ref;
        verify_inst(v, ref, join);
        if (op == ir_op_endif || op == ir_op_loop || op == ir_op_endloop)
            join = ref;
        else if (op != ir_op_merge)
            join = 0;
    }
    if (last_const != shader->last_const)
        bad(v, 0, "the constants end elsewhere than the shader's last constant");
}

/* The list's links and ops, which everything else trusts. */
static bool
verify_links(struct verifier *v)
{
    const struct ir_shader *shader = v->shader;
    ir_ref prev = 0;
    uint32_t count = 0;

    for (ir_ref ref = shader->first; ref; prev = ref, ref = ir_next(shader, ref)) {
        if (ref >= shader->insts.count || ++count >= shader->insts.count ||
            ir_prev(shader, ref) != prev) {
            bad(v, 0, "the list of instructions is broken after instruction %" PRIu32, prev);
            return false;
        }
        const struct ir_inst *inst = ir_at(shader, ref);
        if (inst->op == ir_op_none || inst->op >= ir_op_count) {
            bad(v, 0, "instruction %" PRIu32 " has no op", ref);
            return false;
        }
        if (ir_op_has((enum ir_op)inst->op, IR_OP_LIST) &&
            ((uint64_t)inst->arg[0] + inst->arg[1] > shader->list.count ||
             (inst->op == ir_op_merge && inst->arg[1] % 2 != 0))) {
            bad(v, 0, "instruction %" PRIu32 " has operands outside of the list", ref);
            return false;
        }
    }
    if (prev != shader->last)
        bad(v, 0, "the list of instructions ends elsewhere than its last");
    return prev == shader->last;
}

static void
verify_all(struct verifier *v)
{
    const uint32_t count = v->shader->insts.count;

    /* Instructions index the interface, and everything follows the links. */
    verify_interface(v);
    if (!v->is_good || !verify_links(v))
        return;
    ir_regions_find(v->shader, &v->arena, &v->regions);
    v->edge_of = base_arena_new_array(&v->arena, ir_ref, count);
    v->edge_count = base_arena_new_array(&v->arena, uint32_t, count);
    v->seen = base_arena_new_array(&v->arena, uint32_t, count);
    if (verify_partners(v) && verify_control(v))
        verify_insts(v);
}

bool
ir_verify(const struct ir_shader *shader, struct base_diags *diags)
{
    struct verifier v = {.shader = shader, .is_good = true};

    base_arena_init(&v.arena, 0);
    if (!BASE_ARENA_CATCH(&v.arena)) {
        base_arena_finish(&v.arena);
        base_arena_fail(diags->arena, base_arena_out_of_memory);
    }
    verify_all(&v);
    base_arena_finish(&v.arena);
    for (uint32_t i = 0; i < v.finding_count; i++)
        base_error(diags, QD_CODE_IR_INVALID, v.findings[i].place, "%s", v.findings[i].text);
    return v.is_good;
}
