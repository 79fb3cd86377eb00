/* SPDX-License-Identifier: MIT
 *
 * Image instructions: operands from registers, and results to them.
 */
#include "atomics.h"
#include "image.h"

#include "base/bits.h"

static const struct {
    uint8_t coords, gradients;
} dims[8] = {
#define RDNA_DIM(number, name, coords, gradients) [number] = {coords, gradients},
#include "rdna/names.def"
};

enum {
    dim_1d,
    dim_2d,
    dim_3d,
    dim_cube,
    dim_1d_array,
    dim_2d_array,
    dim_2d_msaa,
    dim_2d_msaa_array
};

/* Axes that are filtered. */
static unsigned
axes_of(unsigned dim)
{
    return dims[dim].gradients / 2u;
}

/* What the components of an address are, as the row has them. */
struct address {
    struct rdna_wave *wave;
    const struct rdna_inst *inst;
    unsigned lane;
    unsigned what; /* RDNA_IADDR_ */
    unsigned at;   /* Registers that were read. */
};

static struct address
address_of(struct rdna_wave *wave, const struct rdna_inst *inst, unsigned lane)
{
    return (struct address){wave, inst, lane, rdna_op_infos[inst->row].operands[1].type, 0};
}

uint32_t
rdna_image_register(struct rdna_wave *wave, const struct rdna_inst *inst, unsigned lane, unsigned i)
{
    if (!inst->nsa_words || !i)
        return rdna_vector(wave, inst->vaddr, i)[lane];
    return rdna_vector(wave, RDNA_VGPR0 + (i - 1 < BASE_COUNT(inst->nsa) ? inst->nsa[i - 1] : 0u),
                       0)[lane];
}

static uint32_t
next_register(struct address *address)
{
    return rdna_image_register(address->wave, address->inst, address->lane, address->at++);
}

/* Components that may be halves, two a register. */
static void
next_components(struct address *address, bool halves, unsigned count, uint32_t *components)
{
    for (unsigned i = 0; i < count; i++) {
        if (!halves) {
            components[i] = next_register(address);
            continue;
        }
        const uint32_t pair = next_register(address);
        components[i] = pair & 0xffff;
        if (++i < count)
            components[i] = pair >> 16;
    }
}

static float
float_of(bool half, uint32_t bits)
{
    return half ? base_half_to_float((uint16_t)bits) : base_float_of_bits(bits);
}

/* ---- Data ---- */

static unsigned
data_mask(const struct rdna_inst *inst)
{
    return inst->dmask ? inst->dmask : 1;
}

/* The results that dmask names, packed from the first register up. */
static void
write_results(struct rdna_wave *wave, const struct rdna_inst *inst, unsigned lane, unsigned mask,
              const struct rdna_texel_format *format, const uint32_t values[4])
{
    unsigned count = 0;

    for (unsigned i = 0; i < 4; i++) {
        if (!(mask >> i & 1))
            continue;
        uint32_t *to = rdna_vector(wave, inst->vdata, inst->d16 ? count / 2 : count) + lane;
        if (!inst->d16)
            *to = values[i];
        else if (count % 2)
            *to |= rdna_texel_to_d16(format, values[i]) << 16;
        else
            *to = rdna_texel_to_d16(format, values[i]);
        count++;
    }
    if (inst->tfe)
        rdna_vector(wave, inst->vdata, inst->d16 ? (count + 1) / 2 : count)[lane] = 0;
}

static void
read_data(struct rdna_wave *wave, const struct rdna_inst *inst, unsigned lane,
          const struct rdna_texel_format *format, uint32_t values[4])
{
    const unsigned mask = data_mask(inst);
    unsigned count = 0;

    for (unsigned i = 0; i < 4; i++) {
        values[i] = 0;
        if (!(mask >> i & 1))
            continue;
        if (inst->d16) {
            const uint32_t pair = rdna_vector(wave, inst->vdata, count / 2)[lane];
            values[i] = rdna_texel_from_d16(format, pair >> 16 * (count % 2));
        } else {
            values[i] = rdna_vector(wave, inst->vdata, count)[lane];
        }
        count++;
    }
}

/* ---- Texels by number ---- */

/* Where the address leads. false if the view has no such texel. */
static bool
find_texel(struct address *address, const struct rdna_view *view, struct rdna_spot *spot)
{
    const unsigned dim = address->inst->dim, count = dims[dim].coords;
    struct rdna_texel_place place = {.level = view->base_level};
    uint32_t parts[5] = {0};
    unsigned next = axes_of(dim);

    next_components(address, address->inst->a16, count + (address->what & RDNA_IADDR_LOD ? 1 : 0),
                    parts);
    if (view->is_null)
        return false;
    for (unsigned i = 0; i < next; i++)
        place.at[i] = parts[i];
    if (dim == dim_cube || dim == dim_1d_array || dim == dim_2d_array || dim == dim_2d_msaa_array)
        place.layer = parts[next++];
    if (dim == dim_2d_msaa || dim == dim_2d_msaa_array)
        place.sample = parts[next++];
    if (address->what & RDNA_IADDR_LOD) {
        if (parts[count] > view->last_level - view->base_level)
            return false;
        place.level += parts[count];
    }
    /* A plane of a 3D image may be named as a layer. */
    if (view->type == rdna_image_3d && dim != dim_3d) {
        place.at[2] = place.layer;
        place.layer = 0;
    }
    return rdna_view_spot(view, &place, spot);
}

/* A texel as it is in memory, in dwords. Rows of an odd code extend the sign of a short one. */
static void
raw_values(const struct rdna_inst *inst, const struct rdna_texel_format *format,
           const uint8_t data[RDNA_MAX_TEXEL], uint32_t values[4])
{
    for (unsigned i = 0; i < 4; i++)
        values[i] = rdna_get_u32(data + 4 * i);
    if (rdna_op_infos[inst->row].code & 1 && format->bytes < 4) {
        const unsigned shift = 32u - 8u * format->bytes;
        values[0] = (uint32_t)((int32_t)(values[0] << shift) >> shift);
    }
}

static bool
load_texel(struct rdna_wave *wave, const struct rdna_inst *inst, unsigned lane,
           const struct rdna_view *view)
{
    struct address address = address_of(wave, inst, lane);
    uint32_t values[4] = {0};
    uint8_t data[RDNA_MAX_TEXEL];
    struct rdna_spot spot;

    if (find_texel(&address, view, &spot)) {
        if (!rdna_spot_read(wave, inst, lane, &spot, view->format->bytes, data))
            return false;
        if (rdna_op_infos[inst->row].effects & RDNA_FORMAT) {
            rdna_texel_unpack(view->format, data, values);
            rdna_texel_select(view->format, view->dst_sel, values);
        } else {
            raw_values(inst, view->format, data, values);
        }
    }
    write_results(wave, inst, lane, data_mask(inst), view->format, values);
    return true;
}

static bool
store_texel(struct rdna_wave *wave, const struct rdna_inst *inst, unsigned lane,
            const struct rdna_view *view)
{
    struct address address = address_of(wave, inst, lane);
    uint8_t data[RDNA_MAX_TEXEL] = {0};
    struct rdna_spot spot;
    uint32_t values[4];

    if (!find_texel(&address, view, &spot))
        return true;
    read_data(wave, inst, lane, view->format, values);
    if (rdna_op_infos[inst->row].effects & RDNA_FORMAT) {
        rdna_texel_unselect(view->dst_sel, values);
        rdna_texel_pack(view->format, values, data);
    } else {
        for (unsigned i = 0; i < 4; i++)
            rdna_put_u32(data + 4 * i, values[i]);
    }
    return rdna_spot_write(wave, inst, lane, &spot, view->format->bytes, data);
}

/* 32 bits or 64, as the texel has. */
static bool
exchange_texel(struct rdna_wave *wave, const struct rdna_inst *inst, unsigned lane,
               const struct rdna_view *view)
{
    struct address address = address_of(wave, inst, lane);
    const bool compares = rdna_op_infos[inst->row].operands[0].type == rdna_type_pair;
    struct rdna_exchange exchange = {.bits = 32};
    struct rdna_spot spot = {0};

    if (!view->is_null && view->format->bytes != 4 && view->format->bytes != 8)
        return rdna_fault(wave, inst, "an atomic on texels of %u bytes", view->format->bytes);
    if (!view->is_null)
        exchange.bits = view->format->bytes * 8u;
    const unsigned registers = exchange.bits / 32;
    for (unsigned i = 0; i < registers; i++) {
        exchange.data |= (uint64_t)rdna_vector(wave, inst->vdata, i)[lane] << 32 * i;
        if (compares)
            exchange.other |= (uint64_t)rdna_vector(wave, inst->vdata, registers + i)[lane]
                              << 32 * i;
    }
    if (find_texel(&address, view, &spot) &&
        !rdna_spot_exchange(wave, inst, lane, &spot, &exchange))
        return false;
    if (!inst->glc)
        return true;
    for (unsigned i = 0; i < registers; i++)
        rdna_vector(wave, inst->vdata, i)[lane] = (uint32_t)(exchange.old >> 32 * i);
    if (inst->tfe)
        rdna_vector(wave, inst->vdata, compares ? 2 * registers : registers)[lane] = 0;
    return true;
}

/* Width, height, depth or layers, levels. A level that is not there has no size. */
static bool
describe(struct rdna_wave *wave, const struct rdna_inst *inst, unsigned lane,
         const struct rdna_view *view)
{
    struct address address = address_of(wave, inst, lane);
    uint32_t values[4] = {0}, level, size[3];

    next_components(&address, inst->a16, 1, &level);
    if (!view->is_null) {
        values[3] = view->last_level - view->base_level + 1;
        if (level < values[3]) {
            rdna_view_size(view, view->base_level + level, size);
            memcpy(values, size, sizeof(size));
            if (view->type == rdna_image_1d_array)
                values[1] = view->layers;
            else if (view->type != rdna_image_3d)
                values[2] = view->layers;
        }
    }
    write_results(wave, inst, lane, data_mask(inst), view->format, values);
    return true;
}

/* ---- Samples ---- */

/* Six bits for each axis, signed. */
static void
read_offsets(struct address *address, struct rdna_sample *sample)
{
    const uint32_t packed = next_register(address);

    for (unsigned i = 0; i < 3; i++)
        sample->offset[i] = (int32_t)(packed << (26 - 8 * i)) >> 26;
}

static void
read_gradients(struct address *address, struct rdna_sample *sample)
{
    const bool halves = address->what & RDNA_IADDR_G16;
    const unsigned axes = axes_of(address->inst->dim);

    for (unsigned i = 0; i < 2; i++) {
        uint32_t parts[3];
        next_components(address, halves, axes, parts);
        for (unsigned c = 0; c < axes; c++)
            sample->gradients[i][c] = float_of(halves, parts[c]);
    }
}

/* The layer or face that a float names: the nearest, of those that are there. */
static uint32_t
layer_of(float value, uint32_t layers)
{
    const double nearest = (double)value + 0.5;

    if (!(nearest >= 1.0))
        return 0;
    return nearest < (double)layers ? (uint32_t)nearest : layers - 1;
}

/* Faces are 0 to 5, and 8 more for each cube of an array. Past the last cube the face stays. */
static uint32_t
face_of(float value, uint32_t layers)
{
    const uint32_t id = layer_of(value, UINT32_C(1) << 16), face = (id & 7) < 6 ? id & 7 : 5;
    const uint32_t cubes = layers / 6, cube = id >> 3 < cubes ? id >> 3 : cubes - (cubes > 0);
    const uint32_t layer = cube * 6 + face;

    return layer < layers ? layer : layers - 1;
}

/* Coordinates and what follows them, without what depends on the view. */
static void
read_coordinates(struct address *address, float parts[5])
{
    const unsigned count =
        dims[address->inst->dim].coords + (address->what & RDNA_IADDR_LOD ? 1 : 0);
    uint32_t bits[5];

    next_components(address, address->inst->a16, count, bits);
    for (unsigned i = 0; i < count; i++)
        parts[i] = float_of(address->inst->a16, bits[i]);
}

static void
skip_to_coordinates(struct address *address)
{
    static const uint32_t single = RDNA_IADDR_OFFSET | RDNA_IADDR_BIAS | RDNA_IADDR_COMPARE;

    for (uint32_t bits = address->what & single; bits; bits &= bits - 1)
        address->at++;
    if (address->what & RDNA_IADDR_GRAD) {
        const unsigned axes = axes_of(address->inst->dim);
        address->at += 2 * (address->what & RDNA_IADDR_G16 ? (axes + 1) / 2 : axes);
    }
}

/* Differences across the quad, whose lanes count on and off alike. */
static void
take_gradients(const struct address *own, struct rdna_sample *sample)
{
    float parts[3][5];

    for (unsigned i = 0; i < 3; i++) {
        struct address address = *own;
        address.lane = (own->lane & ~3u) + i;
        address.at = 0;
        skip_to_coordinates(&address);
        read_coordinates(&address, parts[i]);
    }
    for (unsigned i = 0; i < 2; i++)
        for (unsigned c = 0; c < sample->axes; c++)
            sample->gradients[i][c] = parts[1 + i][c] - parts[0][c];
}

/* How the row finds its level: the operand after the coordinates is a level or, where derivatives
 * are used, the least. Codes have it in two bits: 0 derivatives, 1 a level, or a bias. */
static bool
names_level(const struct rdna_op_info *info)
{
    const unsigned kind = info->code & 7;

    return info->effects & RDNA_FORMAT && info->code < 0x60 && (kind == 4 || kind == 7);
}

static void
read_sample(struct address *address, const struct rdna_view *view, struct rdna_sample *sample)
{
    const struct rdna_inst *inst = address->inst;
    const struct rdna_op_info *info = &rdna_op_infos[inst->row];
    const unsigned dim = inst->dim, what = address->what;
    float parts[5] = {0};

    *sample = (struct rdna_sample){.axes = axes_of(dim),
                                   .is_cube = dim == dim_cube,
                                   .gather = -1,
                                   .has_lod = names_level(info)};
    if (what & RDNA_IADDR_OFFSET)
        read_offsets(address, sample);
    if (what & RDNA_IADDR_BIAS)
        sample->bias = float_of(inst->a16, next_register(address));
    sample->compares = what & RDNA_IADDR_COMPARE;
    if (sample->compares)
        sample->reference = base_float_of_bits(next_register(address));
    if (what & RDNA_IADDR_GRAD)
        read_gradients(address, sample);
    read_coordinates(address, parts);
    for (unsigned i = 0; i < sample->axes; i++)
        sample->at[i] = parts[i];
    if (what & RDNA_IADDR_LOD)
        *(sample->has_lod ? &sample->lod : &sample->least_lod) = parts[dims[dim].coords];

    if (!(what & RDNA_IADDR_GRAD) && !sample->has_lod) {
        sample->has_lod = !address->wave->group->has_quads;
        if (!sample->has_lod)
            take_gradients(address, sample);
    }
    if (sample->is_cube) {
        sample->layer = face_of(parts[2], view->layers);
        for (unsigned i = 0; i < 2; i++)
            sample->at[i] -= 1.0f; /* They come with 1.5 in the middle. */
    } else if (dims[dim].coords > sample->axes) {
        sample->layer = layer_of(parts[sample->axes], view->layers);
    }
}

static unsigned
lowest_bit(unsigned mask)
{
    unsigned bit = 0;

    while (!(mask >> bit & 1))
        bit++;
    return bit;
}

static bool
sample_lane(struct rdna_wave *wave, const struct rdna_inst *inst, unsigned lane,
            const struct rdna_view *view, struct rdna_sample *sample)
{
    const struct rdna_op_info *info = &rdna_op_infos[inst->row];
    struct rdna_sampler sampler = rdna_sampler_of(wave, inst->ssamp);
    unsigned mask = data_mask(inst);
    uint32_t values[4] = {0};

    sampler.unnormalized |= inst->unorm;
    if (!(info->effects & RDNA_FORMAT)) { /* image_get_lod */
        float raw = 0.0f, limited = 0.0f;
        if (!view->is_null)
            rdna_sample_lod(view, &sampler, sample, &raw, &limited);
        values[0] = base_bits_of_float(limited);
        values[1] = base_bits_of_float(raw);
    } else {
        if (info->operands[0].type == rdna_type_gather) {
            sample->gather = sample->compares ? 0 : (int)lowest_bit(mask);
            sample->in_a_row = inst->row == rdna_op_image_gather4h;
            mask = 15;
        }
        if (!rdna_sample_image(wave, inst, lane, view, &sampler, sample, values))
            return false;
    }
    write_results(wave, inst, lane, mask, view->format, values);
    return true;
}

/* The lanes of a quad look at each other's coordinates, which results may take the place of. */
static bool
sample_lanes(struct rdna_wave *wave, const struct rdna_inst *inst, uint64_t exec,
             const struct rdna_view *view)
{
    for (unsigned lane = 0; lane < wave->size; lane += 4) {
        struct rdna_sample samples[4];
        for (unsigned i = 0; i < 4; i++)
            if (exec >> (lane + i) & 1) {
                struct address address = address_of(wave, inst, lane + i);
                read_sample(&address, view, &samples[i]);
            }
        for (unsigned i = 0; i < 4; i++)
            if (exec >> (lane + i) & 1 && !sample_lane(wave, inst, lane + i, view, &samples[i]))
                return false;
    }
    return true;
}

/* ---- All of them ---- */

static bool
exec_lane(struct rdna_wave *wave, const struct rdna_inst *inst, unsigned lane,
          const struct rdna_view *view)
{
    const struct rdna_op_info *info = &rdna_op_infos[inst->row];

    if (info->effects & RDNA_ATOMIC)
        return exchange_texel(wave, inst, lane, view);
    if (info->effects & RDNA_STORE)
        return store_texel(wave, inst, lane, view);
    if (!(info->operands[1].type & RDNA_IADDR_COORD))
        return describe(wave, inst, lane, view);
    return load_texel(wave, inst, lane, view);
}

bool
rdna_exec_mimg(struct rdna_wave *wave, const struct rdna_inst *inst)
{
    static const struct rdna_texel_format no_format;
    const uint64_t exec = rdna_get_exec(wave);
    struct rdna_view view;

    if (rdna_op_infos[inst->row].operands[1].type & RDNA_IADDR_RAY)
        return rdna_exec_ray(wave, inst);
    if (!rdna_view_of(wave, inst, &view))
        return false;
    if (view.is_null)
        view.format = &no_format;
    if (rdna_op_infos[inst->row].operand_count > 3)
        return sample_lanes(wave, inst, exec, &view);
    for (unsigned lane = 0; lane < wave->size; lane++)
        if (exec >> lane & 1 && !exec_lane(wave, inst, lane, &view))
            return false;
    return true;
}
