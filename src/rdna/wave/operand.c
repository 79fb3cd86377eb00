/* SPDX-License-Identifier: MIT
 *
 * Scalar operands by their code.
 */
#include "wave_priv.h"

/* From RDNA_FLOAT_0_5 up. */
static const uint16_t inline_halves[] = {0x3800, 0xb800, 0x3c00, 0xbc00, 0x4000,
                                         0xc000, 0x4400, 0xc400, 0x3118};
static const uint32_t inline_floats[] = {0x3f000000, 0xbf000000, 0x3f800000, 0xbf800000, 0x40000000,
                                         0xc0000000, 0x40800000, 0xc0800000, 0x3e22f983};
static const uint64_t inline_doubles[] = {
    UINT64_C(0x3fe0000000000000), UINT64_C(0xbfe0000000000000), UINT64_C(0x3ff0000000000000),
    UINT64_C(0xbff0000000000000), UINT64_C(0x4000000000000000), UINT64_C(0xc000000000000000),
    UINT64_C(0x4010000000000000), UINT64_C(0xc010000000000000), UINT64_C(0x3fc45f306dc9c882)};

static bool
is_wide(enum rdna_type type)
{
    return rdna_type_infos[type].registers > 1;
}

/* Halves have constants of their own where they are floats, or where the operation is on floats;
 * 16-bit integers have those of 32 bits, cut. */
static uint64_t
inline_float(unsigned code, enum rdna_type type)
{
    const unsigned index = code - RDNA_FLOAT_0_5;

    if (is_wide(type))
        return inline_doubles[index];
    if (type == rdna_type_f16 || type == rdna_type_e16 || type == rdna_type_v2f16)
        return inline_halves[index];
    return inline_floats[index];
}

/* The literal is the high word of a double, the low one of an integer. */
static uint64_t
literal(const struct rdna_inst *inst, enum rdna_type type)
{
    if (type == rdna_type_f64)
        return (uint64_t)inst->literal << 32;
    if (type == rdna_type_i64)
        return (uint64_t)(int64_t)(int32_t)inst->literal;
    return inst->literal;
}

/* What M0 says: the address in its low half, the type above. Out of range reads 0. */
static uint32_t
lds_direct(const struct rdna_wave *wave)
{
    static const uint8_t sizes[8] = {1, 2, 4, 0, 1, 2, 0, 0};
    const uint32_t m0 = wave->scalars[RDNA_M0];
    const struct rdna_group *group = wave->group;
    const uint32_t address = m0 & 0xffff, kind = m0 >> 16 & 7, size = sizes[kind];
    uint32_t value = 0;

    if (address > group->lds_size || size > group->lds_size - address)
        return 0;
    for (uint32_t i = 0; i < size; i++)
        value |= (uint32_t)group->lds[address + i] << 8 * i;
    if (kind == 4)
        return (uint32_t)(int32_t)(int8_t)value;
    if (kind == 5)
        return (uint32_t)(int32_t)(int16_t)value;
    return value;
}

static uint64_t
read_special(const struct rdna_wave *wave, const struct rdna_inst *inst, unsigned code,
             enum rdna_type type)
{
    const struct rdna_group *group = wave->group;

    switch (code) {
    case RDNA_SHARED_BASE:
        return group->shared_base;
    case RDNA_SHARED_LIMIT:
        return group->shared_limit;
    case RDNA_PRIVATE_BASE:
        return group->private_base;
    case RDNA_PRIVATE_LIMIT:
        return group->private_limit;
    case RDNA_POPS_EXITING_WAVE_ID:
        return group->pops_exiting_wave_id;
    case RDNA_VCCZ:
        return !rdna_get_vcc(wave);
    case RDNA_EXECZ:
        return !rdna_get_exec(wave);
    case RDNA_SCC:
        return wave->scc;
    case RDNA_LDS_DIRECT:
        return lds_direct(wave);
    case RDNA_LITERAL:
        return literal(inst, type);
    }
    return inline_float(code, type);
}

uint64_t
rdna_read_scalar(const struct rdna_wave *wave, const struct rdna_inst *inst, unsigned code,
                 enum rdna_type type)
{
    const bool wide = is_wide(type);
    uint64_t value;

    if (code == RDNA_NULL)
        return 0;
    if (code < RDNA_INT_0)
        return wide ? rdna_get_pair(wave, code) : wave->scalars[code];
    if (code < RDNA_INT_MINUS_1)
        value = code - RDNA_INT_0;
    else if (code < RDNA_SHARED_BASE)
        value = (uint64_t)(RDNA_INT_MINUS_1 - 1) - code;
    else
        value = read_special(wave, inst, code, type);
    return wide ? value : (uint32_t)value;
}

bool
rdna_check_sources(struct rdna_wave *wave, const struct rdna_inst *inst)
{
    const struct rdna_op_info *info = &rdna_op_infos[inst->row];
    unsigned source = 0;

    for (unsigned i = 0; i < info->operand_count; i++) {
        const enum rdna_operand_kind kind = info->operands[i].kind;
        if (kind == rdna_operand_S) {
            source++;
        } else if (kind == rdna_operand_V || kind == rdna_operand_VA) {
            const unsigned code = inst->src[source++];
            if (!rdna_is_vector(code) && code != RDNA_LDS_DIRECT)
                return rdna_fault(wave, inst, "a scalar operand stands for a vector register");
        } else if (kind == rdna_operand_SS || kind == rdna_operand_SM) {
            if (rdna_is_vector(inst->src[kind == rdna_operand_SM ? 2 : source++]))
                return rdna_fault(wave, inst, "a vector register stands for a scalar operand");
        }
    }
    return true;
}

void
rdna_write_scalar(struct rdna_wave *wave, unsigned code, uint32_t value)
{
    if (code != RDNA_NULL)
        wave->scalars[code & (RDNA_SCALAR_COUNT - 1)] = value;
}

void
rdna_write_scalar_pair(struct rdna_wave *wave, unsigned code, uint64_t value)
{
    if (code == RDNA_NULL)
        return;
    rdna_write_scalar(wave, code, (uint32_t)value);
    rdna_write_scalar(wave, code + 1, (uint32_t)(value >> 32));
}

uint64_t
rdna_read_mask(const struct rdna_wave *wave, const struct rdna_inst *inst, unsigned code)
{
    return rdna_read_scalar(wave, inst, code, wave->size == 64 ? rdna_type_b64 : rdna_type_b32);
}

void
rdna_write_mask(struct rdna_wave *wave, unsigned code, uint64_t mask)
{
    if (wave->size == 64)
        rdna_write_scalar_pair(wave, code, mask);
    else
        rdna_write_scalar(wave, code, (uint32_t)mask);
}
