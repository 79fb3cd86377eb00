/* SPDX-License-Identifier: MIT
 *
 * Texels by their integer coordinates: fetches, loads, stores and atomics.
 */
#include "cpu/sample/sample_priv.h"

#include "cpu/atomic.h"

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
        uint8_t bytes[SCENE_MAX_TEXEL];
        uint32_t words[8] = {0};

        if (!sample_lane_is_in(access->mask, i))
            continue;
        texel = texel_of(view, access, i);
        if (texel)
            sample_read_bytes(texel, view->bytes, bytes);
        if (access->is_wide && scene_format_is_wide(format)) {
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
        uint8_t bytes[SCENE_MAX_TEXEL];
        uint32_t words[4], wide[8];

        if (!sample_lane_is_in(access->mask, i) || !(texel = texel_of(view, access, i)))
            continue;
        for (unsigned c = 0; c < 4; c++) {
            const uint64_t value = value_of(access, c, i);

            words[c] = wide[2 * c] = (uint32_t)value;
            wide[2 * c + 1] = (uint32_t)(value >> 32);
        }
        if (access->is_wide && scene_format_is_wide(format))
            scene_format_pack_wide(format, wide, bytes);
        else
            scene_format_pack(format, words, bytes);
        sample_write_bytes(texel, view->bytes, bytes);
    }
}

/* ---- atomics ---- */

#define ATOMIC(bits)                                                                               \
    static void atomic_##bits(uint8_t *texel, enum ir_op op, enum ir_type type,                    \
                              const struct cpu_access *access, unsigned lane)                      \
    {                                                                                              \
        const uint##bits##_t *value = access->value[0], *comparator = access->comparator;          \
        uint##bits##_t *result = access->result;                                                   \
                                                                                                   \
        result[lane] = cpu_atomic_##bits((uint##bits##_t *)(void *)texel, op, type, value[lane],   \
                                         op == ir_op_select ? comparator[lane] : 0);               \
    }
ATOMIC(32)
ATOMIC(64)

void
cpu_image_atomic(const struct cpu_image_view *view, enum ir_op op, bool is_float,
                 const struct cpu_access *access)
{
    const enum ir_type type = access->is_wide ? ir_type_i64 : is_float ? ir_type_f32 : ir_type_i32;
    const unsigned bytes = access->is_wide ? 8 : 4;
    const bool is_good = view->bytes == bytes && access->value[0] && ir_atomic_has(op, type) &&
                         (op != ir_op_select || access->comparator) &&
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
            atomic_64(texel, op, type, access, i);
        } else {
            atomic_32(texel, op, type, access, i);
        }
    }
}
