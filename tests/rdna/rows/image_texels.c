/* SPDX-License-Identifier: MIT
 *
 * Images by number: loads, stores, atomics, queries.
 */
#include "image_rows.h"

#include <math.h>

static bool
ends_with(const char *name, const char *end)
{
    const size_t size = strlen(name), tail = strlen(end);

    return size >= tail && !strcmp(name + size - tail, end);
}

static bool
has_level(const char *name)
{
    return strstr(name, "_mip") != NULL;
}

static bool
is_raw(const char *name)
{
    return strstr(name, "_pck") != NULL;
}

/* ---- Surfaces and places ---- */

static struct surface
make_surface(unsigned dim, const struct texel_format *format, bool levels)
{
    struct surface surface = {.dim = (uint8_t)dim,
                              .format = format,
                              .width = dim == dim_cube ? 8 : 13,
                              .height = dim == dim_1d || dim == dim_1d_array ? 1
                                        : dim == dim_cube                    ? 8
                                                                             : 7,
                              .slices = 1,
                              .layers = 1,
                              .samples = 1,
                              .levels = 1,
                              .dst_sel = IDENTITY};

    if (dim == dim_3d)
        surface.slices = 5;
    if (dim == dim_cube || dim == dim_1d_array || dim == dim_2d_array || dim == dim_2d_msaa_array) {
        surface.slices = dim == dim_cube ? 6 : 5;
        surface.first_layer = dim == dim_cube ? 0 : rows_below(3);
        surface.layers = surface.slices - surface.first_layer;
    }
    if (dim >= dim_2d_msaa) {
        surface.samples = 2u << rows_below(2);
    } else if (levels || rows_below(2)) {
        surface.levels = 4;
        surface.base_level = rows_below(2);
        surface.last_level = 3 - rows_below(2);
    } else if (dim <= dim_2d && rows_below(2)) {
        surface.pitch = 256;
    }
    return surface;
}

/* Coordinates in the order of the address, as numbers: x, y, z or layer, sample; then the level. */
struct place {
    uint32_t at[5];
    bool is_inside;
    uint32_t slice, x, y, level;
};

static void
find_slice(const struct surface *surface, const uint32_t extra[2], struct place *place)
{
    const bool has_layer =
        surface->dim != dim_2d_msaa && dim_coords[surface->dim] > dim_axes[surface->dim];
    const bool has_sample = surface->dim >= dim_2d_msaa;
    const uint32_t layer = has_layer ? extra[0] : 0;
    const uint32_t sample = has_sample ? extra[has_layer] : 0;

    if (layer >= surface->layers || sample >= surface->samples)
        place->is_inside = false;
    place->slice = (surface->first_layer + layer) * surface->samples + sample;
}

static struct place
place_of(const struct surface *surface, const uint32_t *at, uint32_t level)
{
    const unsigned axes = dim_axes[surface->dim];
    struct place place = {.is_inside = level <= surface->last_level - surface->base_level,
                          .level = surface->base_level + level};

    memcpy(place.at, at, dim_coords[surface->dim] * sizeof(*at));
    place.at[dim_coords[surface->dim]] = level;
    for (unsigned i = 0; i < axes && place.is_inside; i++)
        place.is_inside = at[i] < surface_extent(surface, i, place.level);
    place.x = at[0];
    place.y = axes > 1 ? at[1] : 0;
    if (surface->dim == dim_3d)
        place.slice = at[2];
    else
        find_slice(surface, at + axes, &place);
    return place;
}

/* Mostly inside; else just outside, or far away. */
static struct place
random_place(const struct surface *surface, bool with_level, bool halves)
{
    static const uint32_t far[] = {0xffff, 0xfffe, 0x8000, 0x7fff};
    static const uint32_t farther[] = {0xffffffff, 0x80000000, 0x7fffffff, 0x10000};
    const unsigned count = dim_coords[surface->dim], axes = dim_axes[surface->dim];
    const unsigned levels = surface->last_level - surface->base_level + 1;
    const uint32_t level = with_level ? rows_below(levels + (rows_below(4) ? 0 : 2)) : 0;
    uint32_t at[4];

    for (unsigned i = 0; i < count; i++) {
        uint32_t extent = surface_extent(surface, i, surface->base_level + level);
        if (i >= axes)
            extent = surface->dim == dim_2d_msaa || i == 3 ? surface->samples : surface->layers;
        at[i] = rows_below(extent);
        if (!rows_below(8))
            at[i] = rows_below(2) ? extent : extent - 1;
        if (!rows_below(24))
            at[i] = halves || rows_below(2) ? far[rows_below(4)] : farther[rows_below(4)];
    }
    return place_of(surface, at, level);
}

static unsigned
count_registers(const struct shot *shot, bool with_level)
{
    const unsigned count = dim_coords[shot->dim] + with_level;

    return shot->a16 ? (count + 1) / 2 : count;
}

static void
put_place(struct kit *kit, const struct shot *shot, unsigned lane, bool with_level,
          const struct place *place)
{
    const unsigned count = dim_coords[shot->dim] + with_level;

    for (unsigned i = 0; i < count; i++) {
        if (!shot->a16)
            shot_set(kit, shot, lane, i, place->at[i]);
        else if (i % 2 == 0)
            shot_set(kit, shot, lane, i / 2,
                     place->at[i] | (i + 1 < count ? place->at[i + 1] : rows_random()) << 16);
    }
}

static unsigned
components_of(unsigned dmask)
{
    unsigned count = 0;

    for (; dmask; dmask &= dmask - 1)
        count++;
    return count;
}

static void
begin(struct kit *kit, struct shot *shot, const struct surface *surface)
{
    shot_begin(kit, shot);
    surface_fill(kit, surface);
    surface_describe(surface, &kit->wave->scalars[shot->srsrc]);
    if (shot->r128) /* What a descriptor of four words does not say. */
        for (unsigned i = 4; i < 8; i++)
            kit->wave->scalars[shot->srsrc + i] = rows_random();
    kit->group->has_quads = false;
}

static uint32_t
dword_at(struct kit *kit, const struct surface *surface, uint64_t address, unsigned i)
{
    uint8_t bytes[4] = {0};
    const unsigned rest = surface->format->bytes - 4 * i;

    if (4 * i >= surface->format->bytes)
        return 0;
    assert_int_equal(rdna_memory_read(&kit->memory, address + 4 * i, bytes, rest < 4 ? rest : 4),
                     rdna_access_ok);
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
           (uint32_t)bytes[3] << 24;
}

/* ---- Loads ---- */

/* Formats of which the raw forms read one value: of others the sign's place is not known. */
static const struct texel_format *
pick_format(const char *name)
{
    const struct texel_format *format;

    do
        format = &texel_formats[rows_below(texel_format_count)];
    while (is_raw(name) && (format->bits < 32 && format->count > 1));
    return format;
}

static void
expected_load(struct kit *kit, const char *name, const struct surface *surface,
              const struct place *place, uint32_t values[4])
{
    const struct texel_format *format = surface->format;
    const uint64_t address =
        surface_address(surface, place->slice, place->level, place->x, place->y);

    memset(values, 0, 4 * sizeof(*values));
    if (!place->is_inside)
        return;
    if (!is_raw(name)) {
        surface_texel(surface, place->slice, place->level, place->x, place->y, values);
        return;
    }
    for (unsigned i = 0; i < 4; i++)
        values[i] = dword_at(kit, surface, address, i);
    if (ends_with(name, "_sgn") && format->bits < 32 && values[0] >> (format->bits - 1))
        values[0] |= ~0u << format->bits;
}

static void
shoot_load(struct kit *kit, const char *name, enum rdna_isa isa, unsigned round)
{
    static const uint16_t selections[] = {IDENTITY, IDENTITY, 6 | 5 << 3 | 4 << 6 | 7 << 9,
                                          7 | 1 << 3 | 0 << 6 | 5 << 9};
    const bool level = has_level(name);
    struct shot shot = {.name = name,
                        .isa = isa,
                        .dim = round % 8,
                        .a16 = rows_below(2),
                        .scattered = rows_below(2),
                        .unorm = rows_below(2),
                        .lwe = !rows_below(6),
                        .glc = !rows_below(6),
                        .tfe = !rows_below(4)};
    struct surface surface = make_surface(shot.dim, pick_format(name), level);
    uint64_t exec = rows_exec(kit);
    unsigned vectors = 0;

    if (level && surface.dim >= dim_2d_msaa) /* Samples have one level. */
        return;
    shot.dmask = 1 + rows_below(15);
    shot.d16 = !is_raw(name) && !rows_below(3);
    if (is_raw(name)) /* As many as the texel has. */
        shot.dmask = (1u << (surface.format->bytes + 3) / 4) - 1;
    else
        surface.dst_sel = selections[rows_below(4)];
    shot.r128 = shot.dim == dim_2d && surface.levels == 1 && !surface.pitch && rows_below(2);
    shot.data_count = result_registers(&shot, components_of(shot.dmask));
    shot.address_count = count_registers(&shot, level);
    begin(kit, &shot, &surface);
    struct place places[RDNA_MAX_LANES];
    for (unsigned lane = 0; lane < kit->wave->size; lane++) {
        places[lane] = random_place(&surface, level, shot.a16);
        put_place(kit, &shot, lane, level, &places[lane]);
        /* Whether what is constant, as w may be, is there outside: sources do not tell. */
        if (!places[lane].is_inside && !is_raw(name) &&
            (shot.dmask & 8 || surface.dst_sel != IDENTITY))
            exec &= ~(UINT64_C(1) << lane);
    }
    rdna_set_exec(kit->wave, exec);
    shot_ready(kit);
    for (unsigned lane = 0; lane < kit->wave->size; lane++) {
        uint32_t values[4];
        if (!(exec >> lane & 1))
            continue;
        expected_load(kit, name, &surface, &places[lane], values);
        shot_expect_results(&shot, lane, surface.format, values);
        vectors++;
    }
    shot_run(kit, &shot);
    rows_count(name, vectors);
}

void
test_load_rows(void **state)
{
    (void)state;
    rows_each("image_load", shoot_load, 48);
}

/* ---- Stores ---- */

/* Values with edges, as registers have them. Integers fit the format: whether others are cut or
 * limited is not told, as little as how a scaled fraction and a negative tie are rounded. */
static uint32_t
random_value(const struct texel_format *format, bool half)
{
    static const uint32_t integers[] = {0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0xffffffff};
    static const float floats[] = {0.0f,   1.0f,   -1.0f,    0.5f,      -0.25f, 2.0f,
                                   0.25f,  0.75f,  INFINITY, -INFINITY, 100.0f, 127.0f,
                                   255.0f, 300.0f, -4.0f,    65504.0f};
    const unsigned bits = half && format->bits > 16 ? 16 : format->bits;

    if (texel_is_integer(format)) {
        uint32_t value = rows_below(3) ? integers[rows_below(BASE_COUNT(integers))] : rows_random();
        if (bits < 32)
            value &= (1u << bits) - 1;
        if (format->kind == kind_sint && value >> (bits - 1))
            value |= ~(uint32_t)0 << (bits - 1);
        return value;
    }
    if ((format->kind == kind_float && rows_below(2)) || format->kind == kind_uscaled ||
        format->kind == kind_sscaled)
        return base_bits_of_float((float)((int32_t)rows_below(4096) - 2048));
    return base_bits_of_float(floats[rows_below(BASE_COUNT(floats))]);
}

/* Every lane its own texel, inside; some go outside. */
static struct place
own_place(const struct surface *surface, bool with_level, bool halves, unsigned lane,
          unsigned lanes)
{
    struct place place;
    unsigned tries = 0;

    do {
        place = random_place(surface, with_level, halves);
        if (++tries > 4000)
            place.is_inside = false, place.at[0] = 0xffff;
    } while (place.is_inside && (place.x + place.y * 13 + place.slice * 91) % lanes != lane);
    return place;
}

static void
check_memory(struct kit *kit, const struct shot *shot, const uint8_t *wanted)
{
    static uint8_t memory[MAPPED_SIZE];

    assert_int_equal(rdna_memory_read(&kit->memory, MAPPED, memory, sizeof(memory)),
                     rdna_access_ok);
    for (size_t i = 0; i < sizeof(memory); i++)
        if (memory[i] != wanted[i])
            fail_msg("byte 0x%zx: 0x%x, not 0x%x: %s: %s", i, memory[i], wanted[i],
                     rdna_isa_names[shot->isa], shot->text);
}

static void
expected_store(const struct surface *surface, const char *name, const struct place *place,
               const uint32_t values[4], uint8_t *memory)
{
    uint8_t texel[16] = {0};
    uint32_t components[4] = {0};
    const uint64_t address =
        surface_address(surface, place->slice, place->level, place->x, place->y);

    if (is_raw(name)) {
        for (unsigned i = 0; i < 16; i++)
            texel[i] = (uint8_t)(values[i / 4] >> 8 * (i % 4));
    } else {
        for (unsigned i = 0; i < 4; i++) /* Only permutations. */
            components[(surface->dst_sel >> 3 * i & 7) - 4] = values[i];
        texel_encode(surface->format, components, texel);
    }
    memcpy(memory + (address - MAPPED), texel, surface->format->bytes);
}

static void
shoot_store(struct kit *kit, const char *name, enum rdna_isa isa, unsigned round)
{
    static uint8_t memory[MAPPED_SIZE];
    const bool level = has_level(name);
    struct shot shot = {.name = name,
                        .isa = isa,
                        .dim = round % 8,
                        .a16 = rows_below(2),
                        .scattered = rows_below(2),
                        .unorm = rows_below(2)};
    struct surface surface = make_surface(shot.dim, pick_format(name), level);
    const uint64_t exec = rows_exec(kit);
    unsigned vectors = 0;

    if (level && surface.dim >= dim_2d_msaa)
        return;
    shot.dmask = rows_below(3) ? 15 : 1 + rows_below(15);
    shot.d16 = !is_raw(name) && !rows_below(3);
    if (is_raw(name))
        shot.dmask = (1u << (surface.format->bytes + 3) / 4) - 1;
    else if (surface.format->count == 4 && rows_below(2))
        surface.dst_sel = 6 | 5 << 3 | 4 << 6 | 7 << 9;
    shot.data_count = result_registers(&shot, components_of(shot.dmask));
    shot.address_count = count_registers(&shot, level);
    begin(kit, &shot, &surface);
    rdna_set_exec(kit->wave, exec);
    assert_int_equal(rdna_memory_read(&kit->memory, MAPPED, memory, sizeof(memory)),
                     rdna_access_ok);
    for (unsigned lane = 0; lane < kit->wave->size; lane++) {
        const struct place place = own_place(&surface, level, shot.a16, lane, kit->wave->size);
        uint32_t values[4] = {0};
        unsigned count = 0;
        put_place(kit, &shot, lane, level, &place);
        for (unsigned c = 0; c < 4; c++) {
            if (!(shot.dmask >> c & 1))
                continue;
            values[c] = is_raw(name) ? rows_random() : random_value(surface.format, shot.d16);
            if (!shot.d16) {
                shot_set_data(kit, &shot, lane, count, values[c]);
            } else {
                const uint32_t half = texel_half(surface.format, values[c]);
                uint32_t *pair = &kit_vector(kit, shot.data + count / 2)[lane];
                *pair = count % 2 ? (*pair & 0xffff) | half << 16 : half | rows_random() << 16;
            }
            count++;
        }
        if (exec >> lane & 1 && ++vectors && place.is_inside)
            expected_store(&surface, name, &place, values, memory);
    }
    shot_ready(kit);
    shot_run(kit, &shot);
    check_memory(kit, &shot, memory);
    rows_count(name, vectors);
}

void
test_store_rows(void **state)
{
    (void)state;
    rows_each("image_store", shoot_store, 32);
}

/* ---- Bounds ---- */

/* Each coordinate of each dimension: the last that is there, and the first that is not. */
static void
shoot_bounds(struct kit *kit, const char *name, enum rdna_isa isa, unsigned round)
{
    const bool level = has_level(name);
    struct shot shot = {.name = name, .isa = isa, .dim = round % 8, .dmask = 1, .data_count = 1};
    const struct surface surface = make_surface(shot.dim, texel_format_of(22), level);
    const unsigned count = dim_coords[shot.dim];
    struct place places[8];

    if (is_raw(name) || (level && shot.dim >= dim_2d_msaa))
        return;
    shot.address_count = count_registers(&shot, level);
    begin(kit, &shot, &surface);
    for (unsigned lane = 0; lane < 2 * (count + level); lane++) {
        uint32_t at[4];
        for (unsigned i = 0; i < count; i++) {
            at[i] = surface_extent(&surface, i, surface.base_level) - 1;
            if (i >= dim_axes[shot.dim])
                at[i] = (shot.dim == dim_2d_msaa || i == 3 ? surface.samples : surface.layers) - 1;
        }
        const unsigned axis = lane / 2, levels = surface.last_level - surface.base_level;
        if (axis < count) {
            at[axis] += lane % 2;
        } else {
            for (unsigned i = 0; i < dim_axes[shot.dim]; i++)
                at[i] = 0;
        }
        places[lane] = place_of(&surface, at, axis < count ? 0 : levels + lane % 2);
        assert_true(places[lane].is_inside == (lane % 2 == 0));
        put_place(kit, &shot, lane, level, &places[lane]);
    }
    shot_ready(kit);
    for (unsigned lane = 0; lane < 2 * (count + level); lane++) {
        uint32_t values[4];
        expected_load(kit, name, &surface, &places[lane], values);
        shot_expect(&shot, lane, 0, values[0]);
    }
    rdna_set_exec(kit->wave, (UINT64_C(1) << 2 * (count + level)) - 1);
    shot_run(kit, &shot);
    rows_count(name, 2 * (count + level));
}

void
test_bounds(void **state)
{
    (void)state;
    rows_each("image_load", shoot_bounds, 8);
}

/* ---- Atomics ---- */

static double
float_of(uint64_t bits, bool is_long)
{
    double value;

    if (!is_long)
        return (double)base_float_of_bits((uint32_t)bits);
    memcpy(&value, &bits, sizeof(value));
    return value;
}

static uint64_t
atomic_result(const char *operation, bool is_long, uint64_t old, uint64_t data, uint64_t other)
{
    const uint64_t flip = is_long ? UINT64_C(1) << 63 : UINT64_C(1) << 31;
    const uint64_t all = is_long ? UINT64_MAX : UINT32_MAX;
    const bool below = (old ^ flip) < (data ^ flip); /* As signed numbers. */

    if (!strcmp(operation, "swap"))
        return data;
    if (!strcmp(operation, "cmpswap"))
        return old == other ? data : old;
    if (!strcmp(operation, "add"))
        return (old + data) & all;
    if (!strcmp(operation, "sub"))
        return (old - data) & all;
    if (!strcmp(operation, "smin"))
        return below ? old : data;
    if (!strcmp(operation, "smax"))
        return below ? data : old;
    if (!strcmp(operation, "umin"))
        return old < data ? old : data;
    if (!strcmp(operation, "umax"))
        return old < data ? data : old;
    if (!strcmp(operation, "and"))
        return old & data;
    if (!strcmp(operation, "or"))
        return old | data;
    if (!strcmp(operation, "xor"))
        return old ^ data;
    if (!strcmp(operation, "inc"))
        return old >= data ? 0 : old + 1;
    if (!strcmp(operation, "dec"))
        return old == 0 || old > data ? data : old - 1;
    if (!strcmp(operation, "fcmpswap"))
        return float_of(old, is_long) == float_of(other, is_long) ? data : old;
    if (!strcmp(operation, "fmin"))
        return float_of(old, is_long) < float_of(data, is_long) ? old : data;
    if (!strcmp(operation, "fmax"))
        return float_of(old, is_long) > float_of(data, is_long) ? old : data;
    fail_msg("atomic %s", operation);
    return 0;
}

/* Floats are ordinary numbers and infinities: zeros of either sign, denormals and NaN are left out,
 * of which sources do not tell enough. */
static uint64_t
atomic_operand(bool is_float, bool is_long)
{
    static const uint32_t edges[] = {0,          1,          2,          0x7fffffff,
                                     0x80000000, 0x80000001, 0xfffffffe, 0xffffffff};
    static const double floats[] = {1.0, -1.0, 2.5, -2.5, 3e38, -3e38, HUGE_VAL, -HUGE_VAL};
    const unsigned count = BASE_COUNT(edges);

    if (is_float) {
        const double value = floats[rows_below(BASE_COUNT(floats))];
        uint64_t bits = base_bits_of_float((float)value);
        if (is_long)
            memcpy(&bits, &value, sizeof(bits));
        return bits;
    }
    const uint64_t low = rows_below(3) ? edges[rows_below(count)] : rows_random();
    const uint64_t high = rows_below(3) ? edges[rows_below(count)] : rows_random();
    return is_long ? low | high << 32 : low;
}

static void
put_atomic(struct kit *kit, const struct shot *shot, unsigned lane, bool is_long, unsigned first,
           uint64_t value)
{
    shot_set_data(kit, shot, lane, first, (uint32_t)value);
    if (is_long)
        shot_set_data(kit, shot, lane, first + 1, (uint32_t)(value >> 32));
}

static void
shoot_atomic(struct kit *kit, const char *name, enum rdna_isa isa, unsigned round)
{
    static uint8_t memory[MAPPED_SIZE];
    const char *const operation = strrchr(name, '_') + 1;
    const bool is_long = round % 2, compares = strstr(operation, "cmpswap") != NULL;
    const bool is_float = operation[0] == 'f';
    struct shot shot = {.name = name,
                        .isa = isa,
                        .dim = round / 2 % 6,
                        .a16 = rows_below(2),
                        .scattered = rows_below(2),
                        .unorm = rows_below(2),
                        .glc = rows_below(2)};
    struct surface surface = make_surface(shot.dim,
                                          texel_format_of(is_long    ? 62
                                                          : is_float ? 22
                                                                     : 20),
                                          false);
    const uint64_t exec = rows_exec(kit);
    const unsigned registers = is_long ? 2 : 1;
    uint64_t old[RDNA_MAX_LANES];
    unsigned vectors = 0;

    shot.dmask = (1u << registers * (compares ? 2 : 1)) - 1;
    shot.data_count = components_of(shot.dmask);
    shot.address_count = count_registers(&shot, false);
    begin(kit, &shot, &surface);
    rdna_set_exec(kit->wave, exec);
    for (unsigned i = 0; i < MAPPED_SIZE / 4; i++) /* Nothing else may be written. */
        kit_put32(kit, MAPPED + 4 * i, 0x5a5a5a5a);
    assert_int_equal(rdna_memory_read(&kit->memory, MAPPED, memory, sizeof(memory)),
                     rdna_access_ok);
    for (unsigned lane = 0; lane < kit->wave->size; lane++) {
        const struct place place = own_place(&surface, false, shot.a16, lane, kit->wave->size);
        const uint64_t address =
            surface_address(&surface, place.slice, place.level, place.x, place.y);
        const uint64_t data = atomic_operand(is_float, is_long);
        const uint64_t before = atomic_operand(is_float, is_long);
        const uint64_t other = rows_below(2) ? before : atomic_operand(is_float, is_long);
        put_place(kit, &shot, lane, false, &place);
        put_atomic(kit, &shot, lane, is_long, 0, data);
        if (compares)
            put_atomic(kit, &shot, lane, is_long, registers, other);
        old[lane] = 0;
        if (!place.is_inside)
            continue;
        old[lane] = before;
        kit_put(kit, address, &before, 4 * registers);
        memcpy(memory + (address - MAPPED), &before, 4 * registers);
        if (exec >> lane & 1) {
            const uint64_t result = atomic_result(operation, is_long, before, data, other);
            memcpy(memory + (address - MAPPED), &result, 4 * registers);
        }
    }
    shot_ready(kit);
    for (unsigned lane = 0; lane < kit->wave->size; lane++) {
        if (!(exec >> lane & 1))
            continue;
        vectors++;
        for (unsigned i = 0; i < registers && shot.glc; i++)
            shot_expect(&shot, lane, i, (uint32_t)(old[lane] >> 32 * i));
    }
    shot_run(kit, &shot);
    check_memory(kit, &shot, memory);
    rows_count(name, vectors);
}

/* All lanes on one texel: it has their sum, and they had all sums between. */
static void
shoot_sum(struct kit *kit, const char *name, enum rdna_isa isa, unsigned round)
{
    struct shot shot = {.name = name,
                        .isa = isa,
                        .dim = dim_2d,
                        .dmask = 1,
                        .glc = true,
                        .data_count = 1,
                        .address_count = 2};
    const struct surface surface = make_surface(dim_2d, texel_format_of(20), false);
    const uint64_t address = surface_address(&surface, 0, surface.base_level, 2, 1);
    const uint64_t exec = rows_exec(kit);
    uint64_t seen = 0;
    unsigned lanes = 0;

    (void)round;
    if (strcmp(name, "image_atomic_add") != 0)
        return;
    begin(kit, &shot, &surface);
    rdna_set_exec(kit->wave, exec);
    kit_put32(kit, address, 0);
    for (unsigned lane = 0; lane < kit->wave->size; lane++) {
        shot_set(kit, &shot, lane, 0, 2);
        shot_set(kit, &shot, lane, 1, 1);
        shot_set_data(kit, &shot, lane, 0, 1);
    }
    kit_run(kit, &shot.inst);
    for (unsigned lane = 0; lane < kit->wave->size; lane++) {
        if (!(exec >> lane & 1))
            continue;
        const uint32_t before = kit_vector(kit, shot.data)[lane];
        assert_true(before < 64 && !(seen >> before & 1));
        seen |= UINT64_C(1) << before;
        lanes++;
    }
    assert_int_equal(kit_get32(kit, address), lanes);
    assert_true(seen == UINT64_MAX >> (64 - lanes));
    rows_count(name, lanes);
}

void
test_atomic_rows(void **state)
{
    (void)state;
    rows_each("image_atomic", shoot_atomic, 12);
    rows_each("image_atomic_add", shoot_sum, 4);
}

/* ---- Queries ---- */

/* Components that a dimension has: of the others nothing is told. */
static void
shoot_info(struct kit *kit, const char *name, enum rdna_isa isa, unsigned round)
{
    static const uint8_t masks[8] = {9, 11, 15, 15, 11, 15, 3, 7};
    struct shot shot = {.name = name,
                        .isa = isa,
                        .dim = round % 8,
                        .dmask = masks[round % 8],
                        .a16 = rows_below(2),
                        .d16 = false,
                        .address_count = 1};
    const struct surface surface = make_surface(shot.dim, texel_format_of(22), true);
    const uint64_t exec = rows_exec(kit);
    const unsigned levels = surface.last_level - surface.base_level + 1;
    uint32_t level[RDNA_MAX_LANES];
    unsigned vectors = 0;

    if (rows_below(2) && shot.dmask & 2)
        shot.dmask &= 2 | rows_below(16);
    shot.data_count = components_of(shot.dmask);
    begin(kit, &shot, &surface);
    rdna_set_exec(kit->wave, exec);
    for (unsigned lane = 0; lane < kit->wave->size; lane++) {
        level[lane] = rows_below(levels);
        shot_set(kit, &shot, lane, 0, level[lane] | (shot.a16 ? rows_random() << 16 : 0));
    }
    shot_ready(kit);
    for (unsigned lane = 0; lane < kit->wave->size; lane++) {
        uint32_t values[4] = {0, 0, surface.layers, levels};
        if (!(exec >> lane & 1))
            continue;
        for (unsigned i = 0; i < dim_axes[shot.dim]; i++)
            values[i] = surface_extent(&surface, i, surface.base_level + level[lane]);
        if (shot.dim == dim_1d_array)
            values[1] = surface.layers;
        shot_expect_results(&shot, lane, surface.format, values);
        vectors++;
    }
    shot_run(kit, &shot);
    rows_count(name, vectors);
}

void
test_info_rows(void **state)
{
    (void)state;
    rows_each("image_get_resinfo", shoot_info, 32);
}

/* The manual has up to four samples of one component, LLVM as many results as dmask has bits. Both
 * put the component that one bit names of the sample that the address names into the first
 * register. */
static void
shoot_msaa(struct kit *kit, const char *name, enum rdna_isa isa, unsigned round)
{
    struct shot shot = {.name = name,
                        .isa = isa,
                        .dim = round % 2 ? dim_2d_msaa_array : dim_2d_msaa,
                        .a16 = rows_below(2),
                        .scattered = rows_below(2),
                        .data_count = 1};
    const unsigned component = rows_below(4);
    const struct surface surface = make_surface(shot.dim,
                                                texel_format_of(rows_below(2)   ? 77
                                                                : rows_below(2) ? 71
                                                                                : 60),
                                                false);
    struct place places[RDNA_MAX_LANES];

    shot.dmask = 1u << component;
    shot.address_count = count_registers(&shot, false);
    begin(kit, &shot, &surface);
    rdna_set_exec(kit->wave, rdna_all_lanes(kit->wave));
    for (unsigned lane = 0; lane < kit->wave->size; lane++) {
        do
            places[lane] = random_place(&surface, false, shot.a16);
        while (!places[lane].is_inside);
        put_place(kit, &shot, lane, false, &places[lane]);
    }
    kit_run(kit, &shot.inst);
    for (unsigned lane = 0; lane < kit->wave->size; lane++) {
        uint32_t values[4];
        expected_load(kit, name, &surface, &places[lane], values);
        if (kit_vector(kit, shot.data)[lane] != values[component])
            fail_msg("lane %u: 0x%x, not 0x%x: %s", lane, kit_vector(kit, shot.data)[lane],
                     values[component], shot.text);
    }
    rows_count(name, kit->wave->size);
}

void
test_msaa_rows(void **state)
{
    (void)state;
    rows_each("image_msaa_load", shoot_msaa, 24);
}
