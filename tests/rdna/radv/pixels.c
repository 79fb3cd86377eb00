/* SPDX-License-Identifier: MIT */
#include "pixels.h"

#include "base/bits.h"
#include "rdna/wave/wave.h"

#include <stdlib.h>

#define INPUT_ATTACHMENT 10 /* Vulkan's number of the kind of descriptors. */

enum {
    MOST_QUADS = PICTURE_PIXELS / 2,
    MOST_LANES = MOST_QUADS * 4,
    MOST_VARYINGS = 64,
    RING_WORDS = 256
};

/* ---- registers at the start ---- */

static uint32_t
vectors_of_input(const struct ir_io *io, unsigned component, bool is_llvm)
{
    const unsigned first =
        io->interp == ir_interp_linear ? pixels_linear_sample : pixels_persp_sample;

    switch ((unsigned)io->builtin) {
    case ir_builtin_frag_coord:
        return 1u << (pixels_pos_x + component);
    case ir_builtin_sample_position:
        return 1u << (pixels_pos_x + component);
    case ir_builtin_front_facing:
        return 1u << pixels_front_face;
    case ir_builtin_sample_id:
        return 1u << pixels_ancillary;
    case ir_builtin_sample_mask: /* LLVM finds that there is nothing to do for one sample. */
        return 1u << pixels_coverage | (is_llvm ? 0 : 1u << pixels_ancillary);
    case ir_builtin_point_coord:
    case ir_builtin_clip_distance0:
    case ir_builtin_clip_distance1:
        return 1u << pixels_persp_center;
    case ir_builtin_none:
        break;
    default:
        return 0;
    }
    if (io->interp == ir_interp_flat)
        return 0;
    return 1u << (first + (io->sampling == ir_sampling_sample     ? 0
                           : io->sampling == ir_sampling_centroid ? 2
                                                                  : 1));
}

static uint32_t
vectors_of_inst(const struct ir_shader *live, ir_ref ref, bool is_llvm)
{
    const enum ir_op op = ir_op_of(live, ref);
    const uint32_t imm = ir_imm(live, ref);
    struct ir_io io;

    switch ((unsigned)op) {
    case ir_op_load_input:
        return vectors_of_input(&live->inputs.data[imm >> 2], imm & 3, is_llvm);
    case ir_op_interp_centroid:
    case ir_op_interp_offset:
    case ir_op_interp_sample:
        io = live->inputs.data[imm >> 2];
        io.sampling = op == ir_op_interp_centroid ? ir_sampling_centroid : ir_sampling_center;
        return vectors_of_input(&io, imm & 3, is_llvm);
    }
    return 0;
}

static unsigned
size_of_vectors(unsigned group)
{
    return group == pixels_persp_pull ? 3 : group < pixels_line_stipple ? 2 : 1;
}

static const char *
check_start(const struct pixels_start *start, const struct kit_program *program,
            struct base_arena *arena)
{
    /* Without scratch memory's register, and with that and the primitives. */
    const uint32_t scalars = start->scalars.count - 1 + 2;
    uint32_t vectors = 0;

    if (!program->start_scalars)
        return NULL;
    for (unsigned i = 0; i < pixels_vectors_count; i++)
        if (start->vectors >> i & 1)
            vectors += size_of_vectors(i);
    if (scalars != program->start_scalars)
        return base_arena_printf(arena,
                                 "expected %u scalar registers at the start, the header has %u",
                                 scalars, program->start_scalars);
    if (vectors != program->start_vectors)
        return base_arena_printf(arena,
                                 "expected %u vector registers at the start, the header has %u",
                                 vectors, program->start_vectors);
    return NULL;
}

const char *
pixels_find_start(struct pixels_start *start, const struct kit_program *program,
                  const struct ir_shader *live, struct base_arena *arena)
{
    start_find(&start->scalars, program, live);
    start->vectors = 0;
    for (ir_ref ref = live->first; ref; ref = ir_next(live, ref))
        start->vectors |= vectors_of_inst(live, ref, program->is_llvm);
    if (!(start->vectors & ((1u << pixels_line_stipple) - 1)))
        start->vectors |= 1u << pixels_persp_center; /* One has to be there. */
    return check_start(start, program, arena);
}

/* ---- the rasteriser ---- */

struct lane {
    uint32_t x, y;
    uint32_t primitive;
    bool is_covered;
    float weights[2][2]; /* Of the second and third vertex: perspective, linear. */
    float z, w;
};

struct raster {
    const struct pixels_run *run;
    struct lane lanes[MOST_LANES];
    uint32_t lane_count;
    uint32_t primitive_count, attribute_count;
    struct rdna_parameter *parameters; /* [primitive][attribute][4] */
};

static double
cross(const struct picture_vertex *a, const struct picture_vertex *b, double x, double y)
{
    return ((double)b->x - (double)a->x) * (y - (double)a->y) -
           ((double)b->y - (double)a->y) * (x - (double)a->x);
}

/* Whether a pixel's centre is inside; its weights, wherever it is. */
static bool
look_at_triangle(const struct picture_vertex *v, struct lane *lane)
{
    const double x = lane->x + 0.5, y = lane->y + 0.5;
    const double area = cross(&v[0], &v[1], (double)v[2].x, (double)v[2].y);
    const double b[3] = {cross(&v[1], &v[2], x, y) / area, cross(&v[2], &v[0], x, y) / area,
                         cross(&v[0], &v[1], x, y) / area};
    const double w[3] = {b[0] / (double)v[0].w, b[1] / (double)v[1].w, b[2] / (double)v[2].w};
    const double sum = w[0] + w[1] + w[2];

    lane->weights[0][0] = (float)(w[1] / sum);
    lane->weights[0][1] = (float)(w[2] / sum);
    lane->weights[1][0] = (float)b[1];
    lane->weights[1][1] = (float)b[2];
    lane->z = (float)(b[0] * (double)v[0].z + b[1] * (double)v[1].z + b[2] * (double)v[2].z);
    lane->w = (float)(1 / sum);
    return b[0] > 0 && b[1] > 0 && b[2] > 0;
}

/* The weights are the place in the point. */
static bool
look_at_point(const struct picture_vertex *v, float size, struct lane *lane)
{
    const float s = ((float)lane->x + 0.5f - v->x) / size + 0.5f;
    const float t = ((float)lane->y + 0.5f - v->y) / size + 0.5f;

    for (unsigned i = 0; i < 2; i++) {
        lane->weights[i][0] = s;
        lane->weights[i][1] = t;
    }
    lane->z = v->z;
    lane->w = v->w;
    return s > 0 && s < 1 && t > 0 && t < 1;
}

static void
add_quad(struct raster *raster, uint32_t x, uint32_t y, uint32_t primitive)
{
    const struct picture *picture = raster->run->picture;
    struct lane *lanes = &raster->lanes[raster->lane_count];
    bool any = false;

    for (unsigned i = 0; i < 4; i++) {
        struct lane *lane = &lanes[i];

        *lane = (struct lane){.x = x + (i & 1), .y = y + i / 2, .primitive = primitive};
        lane->is_covered = picture->is_points
                               ? look_at_point(&picture->vertices[primitive],
                                               picture->point_sizes[primitive], lane)
                               : look_at_triangle(&picture->vertices[primitive * 3], lane);
        if (picture->has_scissor &&
            (lane->x != picture->scissor_x || lane->y != picture->scissor_y))
            lane->is_covered = false;
        for (unsigned c = 0; c < 4; c++)
            lane->weights[c / 2][c % 2] *= raster->run->scales[c % 2];
        any |= lane->is_covered;
    }
    if (any)
        raster->lane_count += 4;
}

static void
rasterise(struct raster *raster)
{
    const struct picture *picture = raster->run->picture;

    raster->primitive_count = picture->vertex_count / (picture->is_points ? 1 : 3);
    for (uint32_t i = 0; i < raster->primitive_count; i++)
        for (uint32_t quad = 0; quad < PICTURE_PIXELS / 4; quad++)
            add_quad(raster, quad % (PICTURE_SIDE / 2) * 2, quad / (PICTURE_SIDE / 2) * 2, i);
}

/* ---- parameters of interpolation ---- */

/* Built-in inputs have attributes of their own, in this order, before the others. */
static uint32_t
order_of_builtin(enum ir_builtin builtin)
{
    static const enum ir_builtin order[] = {
        ir_builtin_primitive_id, ir_builtin_layer,          ir_builtin_viewport_index,
        ir_builtin_point_coord,  ir_builtin_clip_distance0, ir_builtin_clip_distance1,
    };

    for (uint32_t i = 0; i < BASE_COUNT(order); i++)
        if (order[i] == builtin)
            return i;
    return SCENE_NONE;
}

/* A component of an input that is read. */
struct varying {
    uint32_t input, component;
    uint32_t kind;  /* Of interpolation, in the order in which the driver packs them. */
    uint32_t place; /* Location and component. */
};

static int
compare_varyings(const void *a, const void *b)
{
    const struct varying *x = a, *y = b;

    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    return x->place < y->place ? -1 : x->place > y->place;
}

static uint32_t
kind_of(const struct ir_io *io)
{
    static const uint32_t interps[ir_interp_count] = {
        [ir_interp_perspective] = 1, [ir_interp_flat] = 2, [ir_interp_linear] = 3};
    static const uint32_t samplings[ir_sampling_count] = {
        [ir_sampling_sample] = 0, [ir_sampling_centroid] = 1, [ir_sampling_center] = 2};

    if (io->builtin)
        return 0;
    return interps[io->interp] << 4 |
           samplings[io->interp == ir_interp_flat ? ir_sampling_center : io->sampling];
}

static bool
is_read(const struct ir_shader *live, uint32_t input, uint32_t component)
{
    for (ir_ref ref = live->first; ref; ref = ir_next(live, ref)) {
        const enum ir_op op = ir_op_of(live, ref);

        if ((op == ir_op_load_input || op == ir_op_interp_centroid || op == ir_op_interp_offset ||
             op == ir_op_interp_sample) &&
            ir_imm(live, ref) == ir_io_imm(input, component))
            return true;
    }
    return false;
}

/* Attachments are images of layers: the layer is an input that the source does not name. */
static bool
has_attachments(const struct kit_program *program)
{
    for (uint32_t i = 0; i < program->bindings.count; i++)
        if (program->bindings.data[i].type == INPUT_ATTACHMENT)
            return true;
    return false;
}

static uint32_t
find_varyings(const struct pixels_run *run, struct varying *varyings)
{
    const struct ir_shader *live = run->live;
    uint32_t count = 0;

    if (has_attachments(run->program))
        varyings[count++] =
            (struct varying){.input = SCENE_NONE, .place = order_of_builtin(ir_builtin_layer) << 2};

    for (uint32_t i = 0; i < live->inputs.count; i++) {
        const struct ir_io *io = &live->inputs.data[i];
        const uint32_t order = order_of_builtin(io->builtin);

        if (io->builtin && order == SCENE_NONE)
            continue;
        for (uint32_t c = 0; c < io->components && count < MOST_VARYINGS; c++)
            if (is_read(live, i, c))
                varyings[count++] = (struct varying){
                    i, c, kind_of(io),
                    io->builtin ? order << 2 | c : io->location << 2 | (io->component + c)};
    }
    qsort(varyings, count, sizeof(*varyings), compare_varyings);
    return count;
}

static struct rdna_parameter
parameter_of(const struct picture *picture, const struct varying *varying, uint32_t primitive)
{
    if (varying->input == SCENE_NONE)
        return (struct rdna_parameter){0};
    const struct ir_io *io = &picture->shader->inputs.data[varying->input];
    const unsigned corners = picture->is_points ? 1 : 3, component = varying->component;
    uint32_t v[3] = {0};

    if (io->builtin == ir_builtin_primitive_id)
        return (struct rdna_parameter){.p0 = primitive};
    if (io->builtin == ir_builtin_point_coord) {
        const uint32_t one = base_bits_of_float(1.0f);
        return (struct rdna_parameter){0, component == 0 ? one : 0, component == 1 ? one : 0};
    }
    for (unsigned i = 0; i < corners; i++)
        v[i] = picture->values[varying->input][primitive * corners + i][component];
    if (io->interp == ir_interp_flat || picture->is_points)
        return (struct rdna_parameter){.p0 = v[0]};
    const float p0 = base_float_of_bits(v[0]);
    return (struct rdna_parameter){v[0], base_bits_of_float(base_float_of_bits(v[1]) - p0),
                                   base_bits_of_float(base_float_of_bits(v[2]) - p0)};
}

/* The driver moves the components that are read together, so that each attribute has four of the
 * same interpolation; those of built-ins stay where they are. */
static void
make_parameters(struct raster *raster, struct base_arena *arena)
{
    struct varying varyings[MOST_VARYINGS];
    const uint32_t count = find_varyings(raster->run, varyings);
    uint32_t channel = 0;

    raster->attribute_count = 0;
    raster->parameters = base_arena_new_array(arena, struct rdna_parameter,
                                              raster->primitive_count * MOST_VARYINGS * 4);
    for (uint32_t i = 0; i < count; i++) {
        const struct varying *varying = &varyings[i];
        const bool is_builtin = varying->kind == 0;

        if (i == 0 || varying->kind != varyings[i - 1].kind || channel == 4 ||
            (is_builtin && varying->place >> 2 != varyings[i - 1].place >> 2)) {
            raster->attribute_count++;
            channel = 0;
        }
        if (is_builtin)
            channel = varying->place & 3;
        for (uint32_t p = 0; p < raster->primitive_count; p++)
            raster->parameters[(p * MOST_VARYINGS + raster->attribute_count - 1) * 4 + channel] =
                parameter_of(raster->run->picture, varying, p);
        channel++;
    }
}

/* ---- waves ---- */

static void
set_scalars(const struct pixels_run *run, const struct kit_memory *memory, struct rdna_wave *wave,
            uint64_t ring)
{
    const struct start *start = &run->start->scalars;
    const unsigned char *push = run->picture->bound.push;
    uint32_t *s = wave->scalars;

    *s++ = (uint32_t)ring;
    *s++ = (uint32_t)(ring >> 32);
    for (uint32_t i = 0; i < KIT_SETS; i++)
        if (start->sets[i])
            *s++ = memory->sets[i];
    if (start->has_push_pointer)
        *s++ = memory->push;
    for (uint32_t i = 0; i < 64; i++)
        if (start->inlined >> i & 1)
            memcpy(s++, push + i * 4, 4);
    *s++ = 0; /* Where the interpolants are in LDS, which is not looked at. */
    *s = wave->index * run->program->scratch_size * wave->size;
}

/* Counter-clockwise to whom y points down, or a point. */
static bool
is_front(const struct picture *picture, uint32_t primitive)
{
    if (picture->is_points)
        return true;
    const struct picture_vertex *v = &picture->vertices[primitive * 3];
    return cross(&v[0], &v[1], (double)v[2].x, (double)v[2].y) < 0;
}

static uint32_t
vector_of(const struct raster *raster, const struct lane *lane, unsigned group, unsigned i)
{
    switch (group) {
    case pixels_persp_pull:
        return base_bits_of_float((i < 2 ? lane->weights[0][i] : 1.0f) / lane->w);
    case pixels_pos_x:
        return base_bits_of_float((float)lane->x + 0.5f);
    case pixels_pos_y:
        return base_bits_of_float((float)lane->y + 0.5f);
    case pixels_pos_z:
        return base_bits_of_float(lane->z);
    case pixels_pos_w:
        return base_bits_of_float(lane->w);
    case pixels_front_face:
        return is_front(raster->run->picture, lane->primitive) ? UINT32_MAX : 0;
    case pixels_line_stipple:
    case pixels_ancillary:
        return 0;
    case pixels_coverage:
        return lane->is_covered;
    }
    return base_bits_of_float(lane->weights[group >= pixels_linear_sample][i]);
}

static void
set_vectors(const struct raster *raster, struct rdna_wave *wave)
{
    uint64_t exec = 0;

    for (uint32_t i = 0; i < wave->size; i++) {
        const uint32_t number = wave->index * wave->size + i;
        uint32_t at = 0;

        if (number >= raster->lane_count)
            break;
        const struct lane *lane = &raster->lanes[number];
        exec |= (uint64_t)lane->is_covered << i;
        wave->primitives[i] = (uint8_t)lane->primitive;
        for (unsigned group = 0; group < pixels_vectors_count; group++)
            for (unsigned k = 0;
                 raster->run->start->vectors >> group & 1 && k < size_of_vectors(group); k++)
                wave->vectors[at++][i] = vector_of(raster, lane, group, k);
    }
    rdna_set_exec(wave, exec);
}

/* ---- exports ---- */

/* The output whose colours go to a target: they stand in order, those that are never written left
 * out. */
static uint32_t
output_of_target(const struct picture *picture, uint32_t target)
{
    for (uint32_t i = 0; i < picture->output_count; i++) {
        const struct picture_output *output = &picture->outputs[i];
        uint32_t rank = 0;

        for (uint32_t k = 0; k < picture->output_count; k++) {
            const struct picture_output *other = &picture->outputs[k];

            rank += other->components &&
                    (other->location < output->location ||
                     (other->location == output->location && other->index < output->index));
        }
        if (output->components && rank == target)
            return i;
    }
    return SCENE_NONE;
}

/* The half of a register as what the target's format makes the exporter write. */
static uint32_t
widen(enum scene_format format, uint32_t half)
{
    const struct scene_format_info *info = &scene_format_infos[format];
    const bool has_16_bits = info->bytes == 2 * info->components;
    const int32_t sign_extended = (int16_t)half;

    switch ((enum scene_numeric)info->numeric) {
    case scene_numeric_uint:
        return half;
    case scene_numeric_sint:
        return (uint32_t)sign_extended;
    case scene_numeric_unorm:
        if (has_16_bits)
            return base_bits_of_float((float)half / 65535.0f);
        break;
    case scene_numeric_snorm:
        if (has_16_bits)
            return base_bits_of_float(sign_extended < -32767 ? -1.0f
                                                             : (float)sign_extended / 32767.0f);
        break;
    case scene_numeric_uscaled:
    case scene_numeric_sscaled:
    case scene_numeric_ufloat:
    case scene_numeric_sfloat:
    case scene_numeric_srgb:
        break;
    }
    return base_bits_of_float(base_half_to_float((uint16_t)half));
}

static void
take_color(const struct picture *picture, const struct rdna_export *e, unsigned lane,
           uint32_t pixel, struct pixels *pixels)
{
    const uint32_t output = output_of_target(picture, e->target);

    if (output == SCENE_NONE)
        return;
    pixels->is_short[output] = e->compr;
    for (unsigned c = 0; c < 4; c++) {
        if (!(e->en >> c & 1))
            continue;
        pixels->components[output] |= (uint8_t)(1u << c);
        pixels->colors[output][pixel][c] =
            e->compr ? widen(picture->outputs[output].hardware,
                             e->values[c / 2][lane] >> 16 * (c % 2) & 0xffff)
                     : e->values[c][lane];
    }
}

/* Depth, stencil and mask in registers of their own; without depth the others as halves. False if
 * the mask has no sample. */
static bool
take_depth(const struct rdna_export *e, unsigned lane, uint32_t pixel, struct pixels *pixels)
{
    if (e->compr) {
        if (e->en & 3) {
            pixels->has_stencil = true;
            pixels->stencils[pixel] = e->values[0][lane] >> 16 & 0xff;
        }
        return !(e->en & 12) || e->values[1][lane] & 1;
    }
    if (e->en & 1) {
        pixels->has_depth = true;
        pixels->depths[pixel] = e->values[0][lane];
    }
    if (e->en & 2) {
        pixels->has_stencil = true;
        pixels->stencils[pixel] = e->values[1][lane] & 0xff;
    }
    return !(e->en & 4) || e->values[2][lane] & 1;
}

static const char *
take_exports(const struct raster *raster, const struct rdna_group *group, struct pixels *pixels)
{
    const unsigned size = raster->run->program->wave_size;
    bool is_masked[PICTURE_PIXELS] = {false};

    for (uint32_t i = 0; i < group->exports.count; i++) {
        const struct rdna_export *e = &group->exports.data[i];

        for (unsigned k = 0; k < size; k++) {
            const uint32_t number = e->wave * size + k;

            if (!(e->lanes >> k & 1))
                continue;
            if (number >= raster->lane_count)
                return "exports a lane of no quad";
            if (!raster->lanes[number].is_covered) /* The hardware leaves these out. */
                continue;
            const struct lane *lane = &raster->lanes[number];
            const uint32_t pixel = lane->y * PICTURE_SIDE + lane->x;
            if (e->target < 8)
                take_color(raster->run->picture, e, k, pixel, pixels);
            else if (e->target == 8 && !take_depth(e, k, pixel, pixels))
                is_masked[pixel] = true;
            pixels->is_drawn[pixel] |= e->done && !is_masked[pixel];
        }
    }
    return NULL;
}

/* ---- running ---- */

static bool
is_inexact(enum rdna_op row)
{
    static const enum rdna_op rows[] = {rdna_op_v_rcp_f32, rdna_op_v_rsq_f32, rdna_op_v_sqrt_f32,
                                        rdna_op_v_log_f32, rdna_op_v_exp_f32, rdna_op_v_sin_f32,
                                        rdna_op_v_cos_f32};

    for (size_t i = 0; i < BASE_COUNT(rows); i++)
        if (rows[i] == row)
            return true;
    return false;
}

/* Vulkan lets sines be off by 2^-11, large or small. */
static float
nudged(const struct rdna_inst *inst, float value, float scale)
{
    if (inst->row == rdna_op_v_sin_f32 || inst->row == rdna_op_v_cos_f32)
        return value + (scale - 1) * 512;
    return value * scale;
}

struct nudge {
    struct rdna_group *group;
    float scale;
};

static void
nudge_result(void *user, const struct rdna_wave *wave, const struct rdna_inst *inst,
             const struct rdna_change *changes, uint32_t count)
{
    const struct nudge *nudge = user;

    if (!is_inexact((enum rdna_op)inst->row))
        return;
    for (uint32_t i = 0; i < count; i++)
        for (unsigned lane = 0; changes[i].code >= RDNA_VGPR0 && lane < wave->size; lane++) {
            uint32_t *value =
                &nudge->group->waves[wave->index].vectors[changes[i].code - RDNA_VGPR0][lane];

            if (changes[i].lanes >> lane & 1)
                *value = base_bits_of_float(nudged(inst, base_float_of_bits(*value), nudge->scale));
        }
}

/* The ring begins with the address of the scratch memory of all waves. Among what follows are the
 * places of samples: the only one is in the middle. */
static uint64_t
make_ring(struct kit_memory *memory, uint32_t scratch_size)
{
    const uint64_t ring = kit_memory_new(memory, RING_WORDS * sizeof(uint32_t), false);
    const uint64_t scratch = kit_memory_new(memory, scratch_size, false);
    uint32_t words[RING_WORDS];

    for (unsigned i = 0; i < RING_WORDS; i++)
        words[i] = base_bits_of_float(0.5f);
    words[0] = (uint32_t)scratch;
    words[1] = (uint32_t)(scratch >> 32) | UINT32_C(1) << 31; /* Swizzled. */
    kit_memory_put(memory, ring, words, sizeof(words));
    return ring;
}

static const char *
run_waves(const struct pixels_run *run, struct kit_memory *memory, struct pixels *pixels,
          struct base_arena *arena)
{
    struct raster *raster = base_arena_new(arena, struct raster);
    const size_t bytes = run->program->word_count * sizeof(uint32_t);
    struct rdna_program *program =
        rdna_program_new(arena, run->program->words, run->program->word_count, run->program->isa,
                         run->program->wave_size);
    struct base_text text;

    raster->run = run;
    rasterise(raster);
    make_parameters(raster, arena);
    program->base = kit_memory_new(memory, bytes, false);
    kit_memory_put(memory, program->base, run->program->words, bytes);
    const struct rdna_group_options options = {
        .program = program,
        .memory = &memory->memory,
        .wave_count = (raster->lane_count + program->wave_size - 1) / program->wave_size,
    };
    const uint64_t ring =
        make_ring(memory, options.wave_count * run->program->scratch_size * program->wave_size);
    struct rdna_group *group = rdna_group_new(arena, &options);
    group->parameters = (const struct rdna_parameter(*)[4])raster->parameters;
    group->attribute_count = MOST_VARYINGS;
    group->primitive_count = raster->primitive_count;
    group->has_quads = true;
    for (uint32_t i = 0; i < options.wave_count; i++) {
        set_scalars(run, memory, &group->waves[i], ring);
        set_vectors(raster, &group->waves[i]);
    }
    for (uint32_t i = 0; i < raster->lane_count; i++)
        pixels->pixel_count += raster->lanes[i].is_covered;
    struct nudge nudge = {group, run->result_scale};
    if (run->result_scale != 1)
        group->trace = (struct rdna_trace){.after = nudge_result, .user = &nudge};
    switch (rdna_group_run(group, run->budget)) {
    case rdna_group_ended:
        break;
    case rdna_group_out_of_steps:
        return "does not end";
    case rdna_group_faulted:
        base_text_init(&text, arena);
        rdna_fault_print(group, &text);
        return base_arena_printf(memory->arena, "%s", base_text_string(&text));
    }
    return take_exports(raster, group, pixels);
}

const char *
pixels_run(const struct pixels_run *run, struct kit_memory *memory, struct pixels *pixels)
{
    struct base_arena arena;
    const char *why;

    memset(pixels, 0, sizeof(*pixels));
    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena)) {
        base_arena_finish(&arena);
        return "out of memory";
    }
    why = run_waves(run, memory, pixels, &arena);
    base_arena_finish(&arena);
    return why;
}
