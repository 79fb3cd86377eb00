/* SPDX-License-Identifier: MIT */
#include "rdna/print_priv.h"

static void
put_flag(struct rdna_printer *p, bool set, const char *name)
{
    if (set) {
        rdna_put(p, ' ');
        rdna_puts(p, name);
    }
}

/* " name:[1,0,...]", from bit 0 up. */
static void
put_bits(struct rdna_printer *p, const char *name, unsigned bits, unsigned count)
{
    rdna_put(p, ' ');
    rdna_puts(p, name);
    rdna_puts(p, ":[");
    for (unsigned i = 0; i < count; i++) {
        if (i)
            rdna_put(p, ',');
        rdna_put(p, (char)('0' + (bits >> i & 1)));
    }
    rdna_put(p, ']');
}

static unsigned
count_sources(const struct rdna_op_info *info)
{
    unsigned count = 0;

    for (unsigned i = 0; i < info->operand_count; i++)
        count += info->operands[i].kind == rdna_operand_S ||
                 info->operands[i].kind == rdna_operand_V ||
                 info->operands[i].kind == rdna_operand_SS;
    return count;
}

static void
put_clamp_omod(struct rdna_printer *p)
{
    static const char *const omods[4] = {NULL, " mul:2", " mul:4", " div:2"};

    put_flag(p, p->inst->clamp, "clamp");
    if (p->inst->omod)
        rdna_puts(p, omods[p->inst->omod]);
}

static void
put_long(struct rdna_printer *p)
{
    const struct rdna_inst *inst = p->inst;
    const unsigned sources = count_sources(p->info);

    if (p->info->effects & RDNA_OPSEL) {
        /* Lane permutations have two bits that are no halves. */
        const bool permutes = p->info->operands[p->info->operand_count - 1].kind == rdna_operand_SS;
        unsigned bits = inst->op_sel & ((1u << sources) - 1), count = sources;
        if (permutes) {
            count = 2;
            bits &= 3;
        } else {
            bits |= (inst->op_sel >> 3 & 1u) << sources;
            count++;
        }
        if (bits)
            put_bits(p, "op_sel", bits, count);
    } else if (inst->op_sel && !(p->info->effects & RDNA_HALVES)) {
        rdna_puts(p, " high");
    }
    put_clamp_omod(p);
}

static void
put_packed(struct rdna_printer *p)
{
    const struct rdna_inst *inst = p->inst;
    const unsigned sources = count_sources(p->info), all = (1u << sources) - 1;
    const bool mix = p->info->operands[1].type == rdna_type_mix;

    if (inst->op_sel)
        put_bits(p, "op_sel", inst->op_sel, sources);
    if (inst->op_sel_hi != (mix ? 0 : all))
        put_bits(p, "op_sel_hi", inst->op_sel_hi, sources);
    if (inst->neg && !mix)
        put_bits(p, "neg_lo", inst->neg, sources);
    if (inst->abs && !mix)
        put_bits(p, "neg_hi", inst->abs, sources);
    put_flag(p, inst->clamp, "clamp");
}

static void
put_dpp_control(struct rdna_printer *p)
{
    static const struct {
        uint16_t first, last;
        const char *name;
        bool old;
    } controls[] = {
#define RDNA_DPP(first, last, name) {first, last, name, false},
#define RDNA_DPP_OLD(first, last, name) {first, last, name, true},
#include "rdna/names.def"
    };
    const unsigned control = rdna_dpp_control(p->inst);

    if (control < 0x100) {
        rdna_puts(p, " quad_perm:[");
        for (unsigned i = 0; i < 4; i++) {
            if (i)
                rdna_put(p, ',');
            rdna_put(p, (char)('0' + (control >> 2 * i & 3)));
        }
        rdna_put(p, ']');
        return;
    }
    for (unsigned i = 0; i < BASE_COUNT(controls); i++) {
        if (control < controls[i].first || control > controls[i].last)
            continue;
        rdna_puts(p, controls[i].old ? " /* " : " ");
        rdna_puts(p, controls[i].name);
        if (controls[i].old)
            rdna_puts(p, " is not supported starting from GFX10 */");
        else if (controls[i].last > controls[i].first)
            rdna_put_decimal(p, control & 15);
        return;
    }
    rdna_puts(p, " /* Invalid dpp_ctrl value */");
}

static void
put_dpp16(struct rdna_printer *p)
{
    put_dpp_control(p);
    rdna_puts(p, " row_mask:");
    rdna_put_hex(p, rdna_dpp_row_mask(p->inst));
    rdna_puts(p, " bank_mask:");
    rdna_put_hex(p, rdna_dpp_bank_mask(p->inst));
    put_flag(p, rdna_dpp_bound_control(p->inst), "bound_ctrl:1");
    put_flag(p, rdna_dpp_fetch_inactive(p->inst), "fi:1");
}

static void
put_dpp8(struct rdna_printer *p)
{
    rdna_puts(p, " dpp8:[");
    for (unsigned lane = 0; lane < 8; lane++) {
        if (lane)
            rdna_put(p, ',');
        rdna_put_decimal(p, rdna_dpp8_select(p->inst, lane));
    }
    rdna_put(p, ']');
    put_flag(p, rdna_dpp_fetch_inactive(p->inst), "fi:1");
}

static void
put_sdwa(struct rdna_printer *p)
{
    static const char *const sels[] = {
#define RDNA_SDWA_SEL(number, name) [number] = name,
#include "rdna/names.def"
    };
    static const char *const unused[] = {
#define RDNA_SDWA_UNUSED(number, name) [number] = name,
#include "rdna/names.def"
    };
    const unsigned sources = count_sources(p->info);

    if (!sources)
        return;
    put_clamp_omod(p);
    if (p->info->family != rdna_family_vopc) {
        rdna_puts(p, " dst_sel:");
        rdna_puts(p, sels[rdna_sdwa_dst_sel(p->inst)]);
        rdna_puts(p, " dst_unused:");
        rdna_puts(p, unused[rdna_sdwa_dst_unused(p->inst)]);
    }
    for (unsigned i = 0; i < sources; i++) {
        rdna_puts(p, i ? " src1_sel:" : " src0_sel:");
        rdna_puts(p, sels[rdna_sdwa_src_sel(p->inst, i)]);
    }
}

/* ---- Memory ---- */

static void
put_offset(struct rdna_printer *p, const char *name, int offset)
{
    if (offset) {
        rdna_put(p, ' ');
        rdna_puts(p, name);
        rdna_put(p, ':');
        rdna_put_decimal(p, offset);
    }
}

static void
put_cache(struct rdna_printer *p)
{
    put_flag(p, p->inst->glc, "glc");
    put_flag(p, p->inst->slc, "slc");
    put_flag(p, p->inst->dlc, "dlc");
}

/* One letter a bit of the lane number, from bit 4 down: 0, 1, its own (p) or its inverse (i). */
static void
put_swizzle_bits(struct rdna_printer *p, unsigned kept, unsigned set, unsigned flipped)
{
    const unsigned of_zeros = set ^ flipped, of_ones = (kept | set) ^ flipped;

    rdna_puts(p, "BITMASK_PERM,\"");
    for (unsigned bit = 16; bit; bit >>= 1) {
        const bool zero = of_zeros & bit, one = of_ones & bit;
        if (zero == one)
            rdna_put(p, zero ? '1' : '0');
        else
            rdna_put(p, zero ? 'i' : 'p');
    }
    rdna_put(p, '"');
}

static bool
is_power_of_two(unsigned number)
{
    return number && !(number & (number - 1));
}

static void
put_swizzle(struct rdna_printer *p, unsigned imm)
{
    const unsigned kept = imm & 31, set = imm >> 5 & 31, flipped = imm >> 10 & 31;
    const unsigned group = 32 - kept;
    const bool only_flips = kept == 31 && !set;

    if (!imm)
        return;
    rdna_puts(p, " offset:");
    if ((imm & 0xff00) != 0x8000 && imm & 0x8000) {
        rdna_put_decimal(p, imm);
        return;
    }
    rdna_puts(p, "swizzle(");
    if (imm & 0x8000) {
        rdna_puts(p, "QUAD_PERM");
        for (unsigned i = 0; i < 4; i++) {
            rdna_put(p, ',');
            rdna_put_decimal(p, imm >> 2 * i & 3);
        }
    } else if (only_flips && is_power_of_two(flipped)) {
        rdna_puts(p, "SWAP,");
        rdna_put_decimal(p, flipped);
    } else if (only_flips && is_power_of_two(flipped + 1) && flipped) {
        rdna_puts(p, "REVERSE,");
        rdna_put_decimal(p, flipped + 1);
    } else if (group > 1 && is_power_of_two(group) && set < group && !flipped) {
        rdna_puts(p, "BROADCAST,");
        rdna_put_decimal(p, group);
        rdna_put(p, ',');
        rdna_put_decimal(p, set);
    } else {
        put_swizzle_bits(p, kept, set, flipped);
    }
    rdna_put(p, ')');
}

static void
put_ds(struct rdna_printer *p)
{
    const struct rdna_inst *inst = p->inst;

    if (p->info->effects & RDNA_OFFSET2) {
        put_offset(p, "offset0", inst->imm & 0xff);
        put_offset(p, "offset1", inst->imm >> 8 & 0xff);
    } else if (p->info->effects & RDNA_SWIZZLE) {
        put_swizzle(p, (unsigned)inst->imm);
    } else {
        put_offset(p, "offset", inst->imm);
    }
    put_flag(p, inst->gds, "gds");
}

static void
put_format(struct rdna_printer *p)
{
    static const char *const formats[128] = {
#define RDNA_FORMAT(number, name) [number] = name,
#include "rdna/names.def"
    };
    const unsigned format = p->inst->format;

    /* Format 1 is the one that is meant when none is written. */
    if (format == 1)
        return;
    rdna_puts(p, formats[format] ? " format:[" : " format:");
    if (formats[format]) {
        rdna_puts(p, formats[format]);
        rdna_put(p, ']');
    } else {
        rdna_put_decimal(p, format);
    }
}

static void
put_buffer(struct rdna_printer *p)
{
    const struct rdna_inst *inst = p->inst;

    if (inst->form == rdna_form_mtbuf)
        put_format(p);
    put_flag(p, inst->idxen, "idxen");
    put_flag(p, inst->offen, "offen");
    put_offset(p, "offset", inst->imm);
    put_cache(p);
    put_flag(p, inst->tfe, "tfe");
    put_flag(p, inst->lds, "lds");
}

static void
put_image(struct rdna_printer *p)
{
    static const char *const dims[8] = {
#define RDNA_DIM(number, name, coords, gradients) [number] = name,
#include "rdna/names.def"
    };
    const struct rdna_inst *inst = p->inst;

    if (!(p->info->operands[1].type & RDNA_IADDR_RAY)) {
        if (inst->dmask) {
            rdna_puts(p, " dmask:");
            rdna_put_hex(p, inst->dmask);
        }
        rdna_puts(p, " dim:");
        rdna_puts(p, dims[inst->dim]);
        put_flag(p, inst->unorm, "unorm");
        put_cache(p);
        put_flag(p, inst->r128, "r128");
    }
    put_flag(p, inst->a16, "a16");
    put_flag(p, inst->tfe, "tfe");
    put_flag(p, inst->lwe, "lwe");
    put_flag(p, inst->d16, "d16");
}

static void
put_flat(struct rdna_printer *p)
{
    put_offset(p, "offset", p->inst->imm);
    put_cache(p);
    put_flag(p, p->inst->lds, "lds");
}

void
rdna_put_modifiers(struct rdna_printer *p)
{
    const struct rdna_inst *inst = p->inst;

    switch ((enum rdna_form)inst->form) {
    case rdna_form_e64:
        put_long(p);
        break;
    case rdna_form_vop3p:
        put_packed(p);
        break;
    case rdna_form_dpp16:
        put_dpp16(p);
        break;
    case rdna_form_dpp8:
        put_dpp8(p);
        break;
    case rdna_form_sdwa:
        put_sdwa(p);
        break;
    case rdna_form_smem:
        put_flag(p, inst->glc, "glc");
        put_flag(p, inst->dlc, "dlc");
        break;
    case rdna_form_ds:
        put_ds(p);
        break;
    case rdna_form_mubuf:
    case rdna_form_mtbuf:
        put_buffer(p);
        break;
    case rdna_form_mimg:
        put_image(p);
        break;
    case rdna_form_flat:
    case rdna_form_global:
    case rdna_form_scratch:
        put_flat(p);
        break;
    case rdna_form_exp:
        put_flag(p, inst->done, "done");
        put_flag(p, inst->compr, "compr");
        put_flag(p, inst->vm, "vm");
        break;
    case rdna_form_none:
    case rdna_form_e32:
    case rdna_form_vintrp:
    case rdna_form_sop1:
    case rdna_form_sop2:
    case rdna_form_sopc:
    case rdna_form_sopk:
    case rdna_form_sopp:
        break;
    }
}
