/* SPDX-License-Identifier: MIT
 *
 * Vulkan, "Depth Bounds Test", "Stencil Test", "Depth Test". Depths are compared as the target
 * holds them: the fragment's is converted first.
 */
#include "cpu/cpu_priv.h"

#include "base/bits.h"

#include <math.h>

#define DEPTH 0
#define STENCIL 1

static bool
stencil_writes(const struct scene_stencil *face)
{
    return (face->write_mask & 0xff) &&
           (face->fail != scene_stencil_keep || face->pass != scene_stencil_keep ||
            face->depth_fail != scene_stencil_keep);
}

void
cpu_depth_init(struct cpu_depth *depth, const struct cpu_memory *memory,
               const struct scene_draw *draw)
{
    const struct scene_viewport *viewport = &draw->viewport;

    *depth = (struct cpu_depth){.max = 1};
    if (draw->depth_view == SCENE_NONE)
        return;
    depth->surface = cpu_memory_surface(memory, draw->depth_view, 0);
    depth->texel = cpu_texel_of(depth->surface.format);
    depth->state = draw->depth;
    if (!depth->texel.components[DEPTH].count)
        depth->state.has_test = depth->state.has_bounds = false;
    if (!depth->texel.components[STENCIL].count)
        depth->state.has_stencil = false;
    if (draw->raster.has_depth_clamp) {
        depth->min = fminf(viewport->min_depth, viewport->max_depth);
        depth->max = fmaxf(viewport->min_depth, viewport->max_depth);
    }
    depth->is_used = depth->state.has_test || depth->state.has_bounds || depth->state.has_stencil;
    depth->writes = (depth->state.has_test && depth->state.has_write) ||
                    (depth->state.has_stencil &&
                     (stencil_writes(&depth->state.front) || stencil_writes(&depth->state.back)));
}

static bool
is_float(const struct cpu_depth *depth)
{
    return depth->texel.components[DEPTH].count == 32;
}

static double
largest(const struct cpu_depth *depth)
{
    return (double)(UINT32_MAX >> (32 - depth->texel.components[DEPTH].count));
}

double
cpu_depth_resolution(const struct cpu_depth *depth, double z)
{
    const unsigned bits = depth->texel.components[DEPTH].count;
    int exponent;

    if (!bits)
        return 0;
    /* The most that is allowed: 2^-n is a little less than a step of n bits, and depths that differ
     * by as much must differ in the target. */
    if (!is_float(depth))
        return ldexp(2, -(int)bits);
    frexp(z, &exponent); /* z is 0.5 to 1 times 2^exponent. */
    return ldexp(1, exponent - 1 - 23);
}

/* Of values that the target holds. */
static bool
compare(enum scene_compare op, double reference, double stored)
{
    switch (op) {
    case scene_compare_never:
        break;
    case scene_compare_less:
        return reference < stored;
    case scene_compare_equal:
        return reference == stored;
    case scene_compare_less_or_equal:
        return reference <= stored;
    case scene_compare_greater:
        return reference > stored;
    case scene_compare_not_equal:
        return reference != stored;
    case scene_compare_greater_or_equal:
        return reference >= stored;
    case scene_compare_always:
        return true;
    }
    return false;
}

static uint32_t
stencil_value(enum scene_stencil_op op, uint32_t stored, uint32_t reference)
{
    switch (op) {
    case scene_stencil_keep:
        break;
    case scene_stencil_zero:
        return 0;
    case scene_stencil_replace:
        return reference;
    case scene_stencil_increment_clamp:
        return stored < 255 ? stored + 1 : 255;
    case scene_stencil_decrement_clamp:
        return stored ? stored - 1 : 0;
    case scene_stencil_invert:
        return ~stored;
    case scene_stencil_increment_wrap:
        return stored + 1;
    case scene_stencil_decrement_wrap:
        return stored - 1;
    }
    return stored;
}

/* What the target holds of a depth, as its bits. */
static uint32_t
depth_bits(const struct cpu_depth *depth, float z)
{
    /* Written so that NaN becomes the least. */
    const float clamped = z > depth->min ? fminf(z, depth->max) : depth->min;

    if (is_float(depth))
        return base_bits_of_float(clamped);
    return (uint32_t)nearbyint(fmax(0, fmin(1, (double)clamped)) * largest(depth));
}

static double
depth_of_bits(const struct cpu_depth *depth, uint32_t bits)
{
    return is_float(depth) ? (double)base_float_of_bits(bits) : (double)bits;
}

static bool
is_in_bounds(const struct cpu_depth *depth, uint32_t bits)
{
    const double scale = is_float(depth) ? 1 : largest(depth);
    const double stored = depth_of_bits(depth, bits) / scale;

    return stored >= (double)depth->state.min_bounds && stored <= (double)depth->state.max_bounds;
}

static void
update_stencil(const struct cpu_depth *depth, const struct scene_stencil *face, uint8_t *texel,
               enum scene_stencil_op op, uint32_t reference)
{
    const uint32_t stored = cpu_texel_load(&depth->texel, texel, STENCIL);
    const uint32_t value = stencil_value(op, stored, reference);
    const uint32_t mask = face->write_mask & 0xff;

    if (op != scene_stencil_keep && mask)
        cpu_texel_store(&depth->texel, texel, STENCIL, (stored & ~mask) | (value & mask));
}

static bool
test(const struct cpu_depth *depth, const struct scene_stencil *face, uint8_t *texel, float z,
     uint32_t reference)
{
    const struct scene_depth *state = &depth->state;
    const bool has_depth = state->has_test || state->has_bounds;
    const uint32_t stored = has_depth ? cpu_texel_load(&depth->texel, texel, DEPTH) : 0;

    if (state->has_bounds && !is_in_bounds(depth, stored))
        return false;
    if (state->has_stencil) {
        const uint32_t mask = face->compare_mask & 0xff;
        const uint32_t value = cpu_texel_load(&depth->texel, texel, STENCIL);

        if (!compare(face->compare, reference & mask, value & mask)) {
            update_stencil(depth, face, texel, face->fail, reference);
            return false;
        }
    }
    const uint32_t bits = state->has_test ? depth_bits(depth, z) : 0;
    const bool passes = !state->has_test || compare(state->compare, depth_of_bits(depth, bits),
                                                    depth_of_bits(depth, stored));
    if (state->has_stencil)
        update_stencil(depth, face, texel, passes ? face->pass : face->depth_fail, reference);
    if (passes && state->has_test && state->has_write)
        cpu_texel_store(&depth->texel, texel, DEPTH, bits);
    return passes;
}

unsigned
cpu_depth_test(const struct cpu_depth *depth, const struct cpu_depth_quad *quad)
{
    const struct scene_stencil *face = quad->is_front ? &depth->state.front : &depth->state.back;
    unsigned passed = 0;

    for (unsigned i = 0; i < 4; i++) {
        if (!(quad->mask >> i & 1))
            continue;
        uint8_t *texel =
            cpu_surface_at(&depth->surface, quad->x + (i & 1), quad->y + (i >> 1), quad->layer) +
            quad->sample * depth->surface.bytes;
        const uint32_t reference = quad->stencil ? quad->stencil[i] : face->reference;

        passed |= (unsigned)test(depth, face, texel, quad->z[i], reference & 0xff) << i;
    }
    return passed;
}
