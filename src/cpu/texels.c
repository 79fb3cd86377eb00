/* SPDX-License-Identifier: MIT */
#include "cpu/cpu_priv.h"

enum shape {
    shape_none,
#define SCENE_SHAPE(shape, bytes, unit, kind, first, second, third, fourth) shape_##shape,
#include "scene/formats.def"
};

struct cpu_texel
cpu_texel_of(enum scene_format format)
{
    static const struct cpu_texel shapes[] = {
#define NONE                                                                                       \
    {                                                                                              \
        0, 0                                                                                       \
    }
#define AT(first, count)                                                                           \
    {                                                                                              \
        first, count                                                                               \
    }
#define SCENE_SHAPE(shape, bytes, unit, kind, first, second, third, fourth)                        \
    [shape_##shape] = {unit, {first, second, third, fourth}},
#include "scene/formats.def"
    };
    static const uint8_t shape_of[scene_format_count] = {
#define SCENE_FORMAT(name, shape, numeric, uses) [scene_format_##name] = shape_##shape,
#include "scene/formats.def"
    };

    return shapes[shape_of[format]];
}

static uint64_t
load_word(const uint8_t *data, unsigned unit)
{
    uint16_t half;
    uint32_t word;
    uint64_t wide;

    switch (unit) {
    case 8:
        return *data;
    case 16:
        memcpy(&half, data, sizeof(half));
        return half;
    case 32:
        memcpy(&word, data, sizeof(word));
        return word;
    default:
        memcpy(&wide, data, sizeof(wide));
        return wide;
    }
}

static void
store_word(uint8_t *data, unsigned unit, uint64_t value)
{
    const uint16_t half = (uint16_t)value;
    const uint32_t word = (uint32_t)value;

    switch (unit) {
    case 8:
        *data = (uint8_t)value;
        break;
    case 16:
        memcpy(data, &half, sizeof(half));
        break;
    case 32:
        memcpy(data, &word, sizeof(word));
        break;
    default:
        memcpy(data, &value, sizeof(value));
    }
}

uint32_t
cpu_texel_load(const struct cpu_texel *texel, const uint8_t *data, unsigned component)
{
    const struct cpu_bits bits = texel->components[component];
    const unsigned unit = texel->unit;

    return (uint32_t)(load_word(data + bits.at / unit * unit / 8, unit) >> bits.at % unit) &
           UINT32_MAX >> (32 - bits.count);
}

void
cpu_texel_store(const struct cpu_texel *texel, uint8_t *data, unsigned component, uint32_t bits)
{
    const struct cpu_bits where = texel->components[component];
    const unsigned unit = texel->unit, shift = where.at % unit;
    const uint64_t mask = (UINT64_MAX >> (64 - where.count)) << shift;
    uint8_t *word = data + where.at / unit * unit / 8;

    store_word(word, unit, (load_word(word, unit) & ~mask) | ((uint64_t)bits << shift & mask));
}

void
cpu_texel_mask(const struct cpu_texel *texel, unsigned component, uint8_t *data)
{
    const struct cpu_bits where = texel->components[component];
    const unsigned unit = texel->unit;

    if (!where.count)
        return;
    uint8_t *word = data + where.at / unit * unit / 8;
    const uint64_t mask = (UINT64_MAX >> (64 - where.count)) << where.at % unit;
    store_word(word, unit, load_word(word, unit) | mask);
}
