/* SPDX-License-Identifier: MIT */
#include "rdna/decode.h"

static const struct {
    uint8_t coords, gradients;
} dims[8] = {
#define RDNA_DIM(number, name, coords, gradients) [number] = {coords, gradients},
#include "rdna/names.def"
};

/* What an address can be, in registers. */
struct sizes {
    unsigned least, most;
    unsigned extra; /* Of least and most: offset, bias, comparison. */
};

static unsigned
bits_of(unsigned mask)
{
    unsigned count = 0;

    for (; mask; mask &= mask - 1)
        count++;
    return count;
}

static bool
is_sampled(const struct rdna_op_info *info)
{
    return info->operand_count > 3;
}

/* Over all dimensions, as LLVM has them. */
static struct sizes
sizes_of(const struct rdna_op_info *info)
{
    const unsigned what = info->operands[1].type;
    const unsigned extra =
        bits_of(what & (RDNA_IADDR_OFFSET | RDNA_IADDR_BIAS | RDNA_IADDR_COMPARE));
    const unsigned lod = what & RDNA_IADDR_LOD ? 1 : 0;

    if (!is_sampled(info))
        return (struct sizes){1, 4, 0};
    if (what & RDNA_IADDR_GRAD)
        return (struct sizes){extra + 2, extra + (what & RDNA_IADDR_G16 ? 7 : 9) + lod, extra};
    return (struct sizes){extra + 1, extra + 3 + lod, extra};
}

/* Of this instruction's dimension. */
static unsigned
address_size(const struct rdna_inst *inst, unsigned what)
{
    unsigned words = bits_of(what & (RDNA_IADDR_OFFSET | RDNA_IADDR_BIAS | RDNA_IADDR_COMPARE));
    unsigned components = 0;

    if (what & RDNA_IADDR_RAY)
        return (what & RDNA_IADDR_RAY64 & ~(unsigned)RDNA_IADDR_RAY ? 12u : 11u) -
               (inst->a16 ? 3u : 0u);
    if (what & RDNA_IADDR_COORD)
        components += dims[inst->dim].coords;
    if (what & RDNA_IADDR_LOD)
        components++;
    words += inst->a16 ? (components + 1) / 2 : components;
    if (what & RDNA_IADDR_GRAD) {
        const unsigned gradients = dims[inst->dim].gradients;
        words += what & RDNA_IADDR_G16 ? (gradients / 2 + 1) / 2 * 2 : gradients;
    }
    return words;
}

/* Of the data, unless it is one of the numbers that LLVM does not have: then 0. */
static unsigned
data_size(const struct rdna_inst *inst, const struct rdna_op_info *info)
{
    const unsigned components = bits_of(inst->dmask);
    unsigned size = components ? components : 1;

    if (info->operands[0].type == rdna_type_gather)
        size = 4;
    if (inst->d16)
        size = (size + 1) / 2;
    size += inst->tfe;
    if (info->operands[0].type == rdna_type_gather && size == 3)
        return 0;
    if (!(info->effects & RDNA_ATOMIC))
        return size;
    if (size == 2)
        return 2;
    if (info->operands[0].type == rdna_type_pair)
        return size == 4 ? 4 : 0;
    return size == 4 ? 5 : size == 1;
}

static bool
has_registers(unsigned code, unsigned count)
{
    return code + count <= RDNA_VGPR0 + 256;
}

/* An address in registers that need not follow each other. */
static bool
scattered(const struct rdna_inst *inst, const struct sizes *sizes, unsigned wanted,
          struct rdna_image *image)
{
    const unsigned room = 1 + 4u * inst->nsa_words;

    if (room - 3 > sizes->most)
        return false;
    if (wanted > 1 && wanted <= room && wanted <= sizes->most)
        return true;
    image->narrow = true;
    image->addresses = room < sizes->most ? room : sizes->most;
    return true;
}

bool
rdna_image_registers(const struct rdna_inst *inst, struct rdna_image *image)
{
    const struct rdna_op_info *info = &rdna_op_infos[inst->row];
    const unsigned least_data = rdna_type_infos[info->operands[0].type].registers;
    const struct sizes sizes = sizes_of(info);
    struct rdna_image local;

    if (!image)
        image = &local;
    image->narrow = false;
    image->addresses = address_size(inst, info->operands[1].type);
    image->data = data_size(inst, info);
    if (info->operands[1].type & RDNA_IADDR_RAY) {
        image->data = 4;
        return has_registers(inst->vdata, 4) &&
               (inst->nsa_words ? (image->addresses + 2) / 4 == inst->nsa_words
                                : has_registers(inst->vaddr, image->addresses));
    }
    if (!has_registers(inst->vdata, least_data))
        return false;
    if (inst->nsa_words) {
        const unsigned wanted = image->addresses;
        if (!scattered(inst, &sizes, wanted, image))
            return false;
        if (!image->narrow && (!image->data || !has_registers(inst->vdata, image->data))) {
            const unsigned room = 1 + 4u * inst->nsa_words;
            image->narrow = true;
            image->addresses = room < sizes.most ? room : sizes.most;
        }
    } else {
        if (!has_registers(inst->vaddr, sizes.least))
            return false;
        /* Three registers may be four, and five to seven eight. */
        const unsigned padded = sizes.most == 3 ? 4 : sizes.most >= 5 && sizes.most < 8 ? 8 : 0;
        const bool there = image->addresses <= sizes.most || image->addresses == padded;
        if (!there || !image->data || !has_registers(inst->vdata, image->data) ||
            !has_registers(inst->vaddr, image->addresses)) {
            image->narrow = true;
            image->addresses = sizes.least;
        }
    }
    if (image->narrow)
        image->data = least_data;
    return true;
}
