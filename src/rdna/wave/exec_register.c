/* SPDX-License-Identifier: MIT
 *
 * Hardware registers, and scalar registers named through M0.
 */
#include "wave_priv.h"

#define EXEC(name) bool rdna_exec_##name(struct rdna_wave *wave, const struct rdna_inst *inst)

/* ---- MODE ---- */

enum {
    MODE_DX10_CLAMP = 1u << 8,
    MODE_IEEE = 1u << 9,
    MODE_FP16_OVFL = 1u << 23,
    MODE_KNOWN = 0x3ff /* What struct rdna_mode has. */
};

static uint32_t
read_mode(const struct rdna_wave *wave)
{
    const struct rdna_mode *mode = &wave->mode;
    uint32_t value = wave->hwregs[rdna_hwreg_mode] & ~(uint32_t)MODE_KNOWN;

    value |= mode->round32 | (uint32_t)mode->round64_16 << 2;
    value |= (uint32_t)mode->denorm32 << 4 | (uint32_t)mode->denorm64_16 << 6;
    value |= mode->dx10_clamp ? MODE_DX10_CLAMP : 0;
    value |= mode->ieee ? MODE_IEEE : 0;
    return value;
}

struct rdna_mode
rdna_mode_of(uint32_t value)
{
    return (struct rdna_mode){.round32 = value & 3,
                              .round64_16 = value >> 2 & 3,
                              .denorm32 = value >> 4 & 3,
                              .denorm64_16 = value >> 6 & 3,
                              .dx10_clamp = (value & MODE_DX10_CLAMP) != 0,
                              .ieee = (value & MODE_IEEE) != 0};
}

static bool
write_mode(struct rdna_wave *wave, const struct rdna_inst *inst, uint32_t value)
{
    if (value & MODE_FP16_OVFL)
        return rdna_fault(wave, inst, "FP16_OVFL is not there");
    wave->hwregs[rdna_hwreg_mode] = value;
    wave->mode = rdna_mode_of(value);
    return true;
}

EXEC(s_round_mode)
{
    return write_mode(wave, inst, (read_mode(wave) & ~0xfu) | ((uint32_t)inst->imm & 0xf));
}

EXEC(s_denorm_mode)
{
    return write_mode(wave, inst, (read_mode(wave) & ~0xf0u) | ((uint32_t)inst->imm & 0xf) << 4);
}

/* ---- s_getreg and s_setreg: number, offset and size of a field in 16 bits ---- */

struct field {
    unsigned id, offset, width;
};

static struct field
field_of(const struct rdna_inst *inst)
{
    const uint32_t imm = (uint32_t)inst->imm;

    return (struct field){imm & 0x3f, imm >> 6 & 0x1f, (imm >> 11 & 0x1f) + 1};
}

static uint32_t
read_status(const struct rdna_wave *wave)
{
    uint32_t value = wave->hwregs[rdna_hwreg_status] & ~0x601u;

    value |= wave->scc;
    value |= rdna_get_exec(wave) ? 0 : 1u << 9;
    value |= rdna_get_vcc(wave) ? 0 : 1u << 10;
    return value;
}

static bool
is_there(const struct rdna_wave *wave, unsigned id)
{
    if (id == rdna_hwreg_shader_cycles)
        return wave->group->program->isa == rdna_isa_gfx1030;
    return (id >= rdna_hwreg_mode && id <= rdna_hwreg_ib_sts) ||
           (id >= rdna_hwreg_sh_mem_bases && id <= rdna_hwreg_pops_packer);
}

static uint32_t
read_hwreg(const struct rdna_wave *wave, unsigned id)
{
    switch (id) {
    case rdna_hwreg_mode:
        return read_mode(wave);
    case rdna_hwreg_status:
        return read_status(wave);
    case rdna_hwreg_shader_cycles:
        return (uint32_t)(wave->group->steps & 0xfffff);
    }
    return wave->hwregs[id];
}

EXEC(s_getreg_b32)
{
    const struct field field = field_of(inst);

    if (!is_there(wave, field.id))
        return rdna_fault(wave, inst, "there is no hardware register %u", field.id);
    const uint64_t ones = (UINT64_C(1) << field.width) - 1;
    rdna_write_scalar(wave, inst->dst,
                      (uint32_t)(read_hwreg(wave, field.id) >> field.offset & ones));
    return true;
}

static bool
is_writable(unsigned id)
{
    return id == rdna_hwreg_mode || id == rdna_hwreg_trapsts || id == rdna_hwreg_flat_scr_lo ||
           id == rdna_hwreg_flat_scr_hi || id == rdna_hwreg_xnack_mask ||
           id == rdna_hwreg_pops_packer;
}

static bool
set_field(struct rdna_wave *wave, const struct rdna_inst *inst, uint32_t value)
{
    const struct field field = field_of(inst);
    const uint32_t mask = (uint32_t)(((UINT64_C(1) << field.width) - 1) << field.offset);

    if (!is_writable(field.id) || !is_there(wave, field.id))
        return rdna_fault(wave, inst, "hardware register %u cannot be written", field.id);
    value = (read_hwreg(wave, field.id) & ~mask) | (value << field.offset & mask);
    if (field.id == rdna_hwreg_mode)
        return write_mode(wave, inst, value);
    wave->hwregs[field.id] = value;
    return true;
}

EXEC(s_setreg_b32)
{
    return set_field(wave, inst, (uint32_t)rdna_read_scalar(wave, inst, inst->dst, rdna_type_b32));
}

EXEC(s_setreg_imm32_b32) { return set_field(wave, inst, inst->literal); }

/* ---- Scalar registers named through M0 ---- */

/* The register that is so many behind code; a pair begins with an even one. */
static bool
behind(struct rdna_wave *wave, const struct rdna_inst *inst, unsigned code, uint32_t index,
       unsigned registers, unsigned *found)
{
    const uint64_t at = (uint64_t)code + index;

    *found = (unsigned)at;
    if (code < RDNA_SGPR_COUNT && at + registers <= RDNA_SGPR_COUNT && at % registers == 0)
        return true;
    return rdna_fault(wave, inst, "M0 is 0x%x: there is no such register", wave->scalars[RDNA_M0]);
}

EXEC(s_movrels_b32)
{
    unsigned from;

    if (!behind(wave, inst, inst->src[0], wave->scalars[RDNA_M0], 1, &from))
        return false;
    rdna_write_scalar(wave, inst->dst, wave->scalars[from]);
    return true;
}

EXEC(s_movrels_b64)
{
    unsigned from;

    if (!behind(wave, inst, inst->src[0], wave->scalars[RDNA_M0], 2, &from))
        return false;
    rdna_write_scalar_pair(wave, inst->dst, rdna_get_pair(wave, from));
    return true;
}

EXEC(s_movreld_b32)
{
    const uint64_t value = rdna_read_scalar(wave, inst, inst->src[0], rdna_type_b32);
    unsigned to;

    if (!behind(wave, inst, inst->dst, wave->scalars[RDNA_M0], 1, &to))
        return false;
    rdna_write_scalar(wave, to, (uint32_t)value);
    return true;
}

EXEC(s_movreld_b64)
{
    const uint64_t value = rdna_read_scalar(wave, inst, inst->src[0], rdna_type_b64);
    unsigned to;

    if (!behind(wave, inst, inst->dst, wave->scalars[RDNA_M0], 2, &to))
        return false;
    rdna_write_scalar_pair(wave, to, value);
    return true;
}

EXEC(s_movrelsd_2_b32)
{
    const uint32_t m0 = wave->scalars[RDNA_M0];
    unsigned from, to;

    if (!behind(wave, inst, inst->src[0], m0 & 0xff, 1, &from) ||
        !behind(wave, inst, inst->dst, m0 >> 16 & 0x3ff, 1, &to))
        return false;
    rdna_write_scalar(wave, to, wave->scalars[from]);
    return true;
}
