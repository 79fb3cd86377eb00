/* SPDX-License-Identifier: MIT
 *
 * Texels by their integer coordinates: fetches, loads, stores and atomics.
 */
#include "cpu/sample/sample_priv.h"

/* Where a lane's texel lies; NULL: outside. */
static uint8_t *
texel_of(const struct cpu_image_view *view, const struct cpu_access *access, unsigned lane)
{
    const uint32_t number = sample_operand(access->lod, lane);
    const uint32_t layer = sample_operand(access->layer, lane);
    const uint32_t sample = sample_operand(access->sample, lane);
    uint32_t at[3];

    if (number >= view->levels || layer >= view->layers || sample >= view->samples)
        return NULL;
    const struct cpu_image_level *level = &view->level[number];

    /* What is negative wraps to where there is no texel. */
    for (unsigned i = 0; i < 3; i++)
        at[i] =
            sample_operand(access->coordinates[i], lane) + sample_operand(access->offset[i], lane);
    if (at[0] >= level->width || at[1] >= level->height || at[2] >= level->depth)
        return NULL;
    return level->data + ((size_t)layer + at[2]) * level->layer + at[1] * level->row +
           ((size_t)at[0] * view->samples + sample) * view->bytes;
}

/* The view as the shader's declaration of the format has it. */
static enum scene_format
format_of(const struct cpu_image_view *view, const struct cpu_access *access)
{
    const enum scene_format declared = scene_format_of_image(access->format);

    return scene_format_infos[declared].bytes == view->bytes ? declared : view->format;
}

static bool
is_wide_format(enum scene_format format)
{
    return format >= scene_format_r64_uint && format <= scene_format_r64g64b64a64_sfloat;
}

static void
write_words(const struct cpu_access *access, unsigned lane, const uint32_t words[4])
{
    for (unsigned c = 0; c < 4; c++) {
        if (access->is_wide)
            ((uint64_t *)access->result)[c * access->stride + lane] = words[c];
        else
            ((uint32_t *)access->result)[c * access->stride + lane] = words[c];
    }
}

static void
write_wide(const struct cpu_access *access, unsigned lane, const uint32_t words[8])
{
    for (unsigned c = 0; c < 4; c++)
        ((uint64_t *)access->result)[c * access->stride + lane] =
            words[2 * c] | (uint64_t)words[2 * c + 1] << 32;
}

void
cpu_image_fetch(const struct cpu_image_view *view, const struct cpu_access *access)
{
    for (unsigned i = 0; i < access->lanes; i++) {
        const uint8_t *texel;
        uint32_t words[4] = {0};

        if (!sample_lane_is_in(access->mask, i))
            continue;
        texel = texel_of(view, access, i);
        if (texel) {
            sample_read_texel(view, texel, words);
            sample_swizzle(view, words);
        }
        write_words(access, i, words);
    }
}

void
cpu_image_load(const struct cpu_image_view *view, const struct cpu_access *access)
{
    const enum scene_format format = format_of(view, access);

    for (unsigned i = 0; i < access->lanes; i++) {
        const uint8_t *texel;
        uint8_t bytes[SAMPLE_MAX_BYTES];
        uint32_t words[8] = {0};

        if (!sample_lane_is_in(access->mask, i))
            continue;
        texel = texel_of(view, access, i);
        if (texel)
            sample_read_bytes(texel, view->bytes, bytes);
        if (access->is_wide && is_wide_format(format)) {
            if (texel)
                scene_format_unpack_wide(format, bytes, words);
            write_wide(access, i, words);
        } else {
            if (texel)
                scene_format_unpack(format, bytes, words);
            write_words(access, i, words);
        }
    }
}

/* Component c to store, as 64 bits. */
static uint64_t
value_of(const struct cpu_access *access, unsigned c, unsigned lane)
{
    if (!access->value[c])
        return 0;
    return access->is_wide ? ((const uint64_t *)access->value[c])[lane]
                           : ((const uint32_t *)access->value[c])[lane];
}

void
cpu_image_store(const struct cpu_image_view *view, const struct cpu_access *access)
{
    const enum scene_format format = format_of(view, access);

    for (unsigned i = 0; i < access->lanes; i++) {
        uint8_t *texel;
        uint8_t bytes[SAMPLE_MAX_BYTES];
        uint32_t words[4], wide[8];

        if (!sample_lane_is_in(access->mask, i) || !(texel = texel_of(view, access, i)))
            continue;
        for (unsigned c = 0; c < 4; c++) {
            const uint64_t value = value_of(access, c, i);

            words[c] = wide[2 * c] = (uint32_t)value;
            wide[2 * c + 1] = (uint32_t)(value >> 32);
        }
        if (access->is_wide && is_wide_format(format))
            scene_format_pack_wide(format, wide, bytes);
        else
            scene_format_pack(format, words, bytes);
        sample_write_bytes(texel, view->bytes, bytes);
    }
}

/* ---- atomics ---- */

/* What the ops on floats make of a texel; docs/ir.md and ops.def say what they mean. */
static uint32_t
float_result(enum ir_op op, uint32_t old, uint32_t value)
{
    const float a = base_float_of_bits(old), b = base_float_of_bits(value);
    const bool takes_b = a != a || (op == ir_op_fmin ? b < a : b > a);

    if (op == ir_op_fadd)
        return base_bits_of_float(a + b);
    return op == ir_op_copy || takes_b ? value : old;
}

#define INT_RESULT(bits)                                                                           \
    static uint##bits##_t int_result_##bits(enum ir_op op, uint##bits##_t old,                     \
                                            uint##bits##_t value)                                  \
    {                                                                                              \
        const int##bits##_t a = (int##bits##_t)old, b = (int##bits##_t)value;                      \
                                                                                                   \
        switch ((unsigned)op) {                                                                    \
        case ir_op_iadd:                                                                           \
            return old + value;                                                                    \
        case ir_op_imin:                                                                           \
            return a < b ? old : value;                                                            \
        case ir_op_imax:                                                                           \
            return a > b ? old : value;                                                            \
        case ir_op_umin:                                                                           \
            return old < value ? old : value;                                                      \
        case ir_op_umax:                                                                           \
            return old > value ? old : value;                                                      \
        case ir_op_iand:                                                                           \
            return old & value;                                                                    \
        case ir_op_ior:                                                                            \
            return old | value;                                                                    \
        case ir_op_ixor:                                                                           \
            return old ^ value;                                                                    \
        }                                                                                          \
        return value; /* copy, and select where the comparator is the old value. */                \
    }
INT_RESULT(32)
INT_RESULT(64)

#define ATOMIC(bits, result_of)                                                                    \
    uint##bits##_t *memory = (void *)texel;                                                        \
    const uint##bits##_t value = ((const uint##bits##_t *)access->value[0])[lane];                 \
    const uint##bits##_t *comparator = access->comparator;                                         \
    uint##bits##_t old = __atomic_load_n(memory, __ATOMIC_RELAXED);                                \
                                                                                                   \
    do {                                                                                           \
        if (op == ir_op_select && (!comparator || old != comparator[lane]))                        \
            break;                                                                                 \
    } while (!__atomic_compare_exchange_n(memory, &old, result_of, true, __ATOMIC_RELAXED,         \
                                          __ATOMIC_RELAXED));                                      \
    ((uint##bits##_t *)access->result)[lane] = old;

static void
atomic_32(uint8_t *texel, enum ir_op op, bool is_float, const struct cpu_access *access,
          unsigned lane)
{
    ATOMIC(32, is_float ? float_result(op, old, value) : int_result_32(op, old, value))
}

static void
atomic_64(uint8_t *texel, enum ir_op op, const struct cpu_access *access, unsigned lane)
{
    ATOMIC(64, int_result_64(op, old, value))
}

void
cpu_image_atomic(const struct cpu_image_view *view, enum ir_op op, bool is_float,
                 const struct cpu_access *access)
{
    const enum ir_type type = access->is_wide ? ir_type_i64 : is_float ? ir_type_f32 : ir_type_i32;
    const unsigned bytes = access->is_wide ? 8 : 4;
    const bool is_good = view->bytes == bytes && access->value[0] && ir_atomic_has(op, type) &&
                         scene_format_infos[format_of(view, access)].components == 1;

    for (unsigned i = 0; i < access->lanes; i++) {
        uint8_t *texel;

        if (!sample_lane_is_in(access->mask, i))
            continue;
        texel = is_good ? texel_of(view, access, i) : NULL;
        if (!texel || (uintptr_t)texel % bytes) {
            if (access->is_wide)
                ((uint64_t *)access->result)[i] = 0;
            else
                ((uint32_t *)access->result)[i] = 0;
        } else if (access->is_wide) {
            atomic_64(texel, op, access, i);
        } else {
            atomic_32(texel, op, is_float, access, i);
        }
    }
}
