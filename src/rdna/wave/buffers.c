/* SPDX-License-Identifier: MIT */
#include "buffers.h"

#include "formats.h"

struct rdna_buffer
rdna_buffer_of(const struct rdna_wave *wave, unsigned code)
{
    const uint32_t *w = &wave->scalars[code & (RDNA_SCALAR_COUNT - 4)];

    return (struct rdna_buffer){
        .base = w[0] | (uint64_t)(w[1] & 0xffff) << 32,
        .stride = w[1] >> 16 & 0x3fff,
        .swizzled = w[1] >> 31,
        .records = w[2],
        .dst_sel = w[3] & 0xfff,
        .format = w[3] >> 12 & 0x7f,
        .index_stride = 8u << (w[3] >> 21 & 3),
        .add_tid = w[3] >> 23 & 1,
        .oob = w[3] >> 28 & 3,
        .type = (uint8_t)(w[3] >> 30),
    };
}

/* From base and soffset. Elements of four bytes of index_stride structures lie side by side. */
static uint64_t
distance(const struct rdna_buffer *buffer, uint64_t index, uint64_t offset)
{
    const uint64_t element = 4, count = buffer->index_stride;

    if (!buffer->swizzled)
        return buffer->stride * index + offset;
    return index / count * buffer->stride * count + offset / element * element * count +
           index % count * element + offset % element;
}

static bool
is_inside(const struct rdna_buffer *buffer, uint64_t index, uint64_t offset)
{
    switch ((enum rdna_oob)buffer->oob) {
    case rdna_oob_structured_offset:
        return index < buffer->records && offset < buffer->stride;
    case rdna_oob_structured:
        return index < buffer->records;
    case rdna_oob_off:
        return buffer->records != 0;
    case rdna_oob_raw:
        break;
    }
    return (buffer->swizzled ? distance(buffer, index, offset) : offset) < buffer->records;
}

struct rdna_spot
rdna_buffer_spot(const struct rdna_buffer *buffer, const struct rdna_buffer_place *place,
                 unsigned bytes, bool whole)
{
    struct rdna_spot spot = {.space = rdna_space_memory};

    if (buffer->swizzled) {
        spot.split = (uint8_t)(-place->offset % 4);
        spot.jump = 4 * buffer->index_stride - 4;
    }
    for (unsigned i = 0; 4 * i < bytes || i < 2; i++) {
        const uint64_t offset = place->offset + 4 * i;
        spot.inside[i] = is_inside(buffer, place->index, whole ? place->offset : offset);
        spot.address[i] =
            rdna_address(buffer->base + place->soffset + distance(buffer, place->index, offset));
    }
    return spot;
}

static struct rdna_buffer_place
place_of(struct rdna_wave *wave, const struct rdna_inst *inst, const struct rdna_buffer *buffer,
         uint32_t soffset, unsigned lane)
{
    struct rdna_buffer_place place = {
        .index = buffer->add_tid ? lane : 0,
        .offset = (uint32_t)inst->imm,
        .soffset = soffset,
    };

    if (inst->idxen)
        place.index += rdna_vector(wave, inst->vaddr, 0)[lane];
    if (inst->offen)
        place.offset += rdna_vector(wave, inst->vaddr, inst->idxen)[lane];
    return place;
}

/* ---- Elements of a format ---- */

/* Of what is out of range, whatever its format. */
static const struct rdna_texel_format no_format;

struct element {
    const struct rdna_texel_format *format;
    unsigned dst_sel;
    unsigned components; /* That the row moves. */
    uint32_t effects;
};

static void
write_components(struct rdna_wave *wave, const struct rdna_inst *inst, unsigned lane,
                 const struct element *element, const uint32_t values[4])
{
    const unsigned count = element->components;
    unsigned registers = count;

    if (element->effects & RDNA_D16_HI) {
        uint32_t *high = rdna_vector(wave, inst->dst, 0) + lane;
        *high = (*high & 0xffff) | rdna_texel_to_d16(element->format, values[0]) << 16;
    } else if (element->effects & RDNA_D16) {
        registers = (count + 1) / 2;
        for (unsigned i = 0; i < registers; i++) {
            uint32_t pair = rdna_texel_to_d16(element->format, values[2 * i]);
            if (2 * i + 1 < count)
                pair |= rdna_texel_to_d16(element->format, values[2 * i + 1]) << 16;
            rdna_vector(wave, inst->dst, i)[lane] = pair;
        }
    } else {
        for (unsigned i = 0; i < count; i++)
            rdna_vector(wave, inst->dst, i)[lane] = values[i];
    }
    if (inst->tfe)
        rdna_vector(wave, inst->dst, registers)[lane] = 0;
}

static void
read_components(struct rdna_wave *wave, const struct rdna_inst *inst, unsigned lane,
                const struct element *element, uint32_t values[4])
{
    for (unsigned i = 0; i < element->components; i++) {
        if (!(element->effects & (RDNA_D16 | RDNA_D16_HI))) {
            values[i] = rdna_vector(wave, inst->vdata, i)[lane];
            continue;
        }
        const unsigned shift = element->effects & RDNA_D16_HI ? 16 : 16 * (i % 2);
        const uint32_t half = rdna_vector(wave, inst->vdata, i / 2)[lane] >> shift & 0xffff;
        values[i] = rdna_texel_from_d16(element->format, half);
    }
}

static bool
access_element(struct rdna_wave *wave, const struct rdna_inst *inst, unsigned lane,
               const struct rdna_spot *spot, const struct element *element)
{
    uint32_t values[4] = {0};
    uint8_t data[RDNA_MAX_TEXEL];

    if (element->effects & RDNA_STORE) {
        read_components(wave, inst, lane, element, values);
        rdna_texel_unselect(element->dst_sel, values);
        rdna_texel_pack(element->format, values, data);
        return rdna_spot_write(wave, inst, lane, spot, element->format->bytes, data);
    }
    if (spot->inside[0]) {
        if (!rdna_spot_read(wave, inst, lane, spot, element->format->bytes, data))
            return false;
        rdna_texel_unpack(element->format, data, values);
        rdna_texel_select(element->format, element->dst_sel, values);
    }
    if (inst->lds)
        return rdna_load_to_lds(wave, inst, lane, values[0]);
    write_components(wave, inst, lane, element, values);
    return true;
}

/* Components that the row moves: the last two bits of the code count them, but where there is only
 * one. */
static unsigned
components_of(const struct rdna_op_info *info)
{
    return info->effects & RDNA_D16_HI ? 1 : (info->code & 3) + 1u;
}

static bool
access_buffer(struct rdna_wave *wave, const struct rdna_inst *inst, unsigned number)
{
    const struct rdna_op_info *info = &rdna_op_infos[inst->row];
    const struct rdna_buffer buffer = rdna_buffer_of(wave, inst->srsrc);
    const uint64_t exec = rdna_get_exec(wave);
    const uint32_t soffset = (uint32_t)rdna_read_scalar(wave, inst, inst->soffset, rdna_type_b32);
    const bool formatted = info->effects & RDNA_FORMAT;
    const struct element element = {
        .format = number && number < RDNA_BUFFER_FORMATS ? rdna_texel_format(number) : &no_format,
        .dst_sel = buffer.dst_sel,
        .components = components_of(info),
        .effects = info->effects,
    };

    const unsigned bytes = formatted ? element.format->bytes : rdna_access_bytes(inst->row);

    if (buffer.type)
        return rdna_fault(wave, inst, "the descriptor's type is %u, which is no buffer",
                          buffer.type);
    for (unsigned lane = 0; lane < wave->size; lane++) {
        if (!(exec >> lane & 1))
            continue;
        const struct rdna_buffer_place place = place_of(wave, inst, &buffer, soffset, lane);
        const struct rdna_spot spot = rdna_buffer_spot(&buffer, &place, bytes, formatted);
        if (formatted && element.format == &no_format && spot.inside[0])
            return rdna_fault(wave, inst, "format %u is none of a buffer", number);
        if (!(formatted ? access_element(wave, inst, lane, &spot, &element)
                        : rdna_lane_access(wave, inst, lane, &spot)))
            return false;
    }
    return true;
}

bool
rdna_exec_mubuf(struct rdna_wave *wave, const struct rdna_inst *inst)
{
    /* What empties caches has no operands, and nothing to do. */
    if (!rdna_op_infos[inst->row].operand_count)
        return true;
    return access_buffer(wave, inst, rdna_buffer_of(wave, inst->srsrc).format);
}

bool
rdna_exec_mtbuf(struct rdna_wave *wave, const struct rdna_inst *inst)
{
    return access_buffer(wave, inst, inst->format);
}
