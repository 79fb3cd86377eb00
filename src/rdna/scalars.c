/* SPDX-License-Identifier: MIT
 *
 * Which scalar registers an instruction reads and writes, from its row.
 */
#include "rdna/cfg.h"

/* Registers from code on; what is no scalar register is nothing. */
static void
add_range(struct rdna_scalars *set, unsigned code, unsigned count)
{
    for (unsigned i = code; i < code + count && i <= RDNA_EXEC_HI; i++)
        if (i != RDNA_NULL)
            rdna_scalars_add(set, i);
}

/* A source of any kind: some codes are another name for part of what is in a register. */
static void
add_source(struct rdna_scalars *set, unsigned code, unsigned count, unsigned mask)
{
    if (code < RDNA_INT_0)
        add_range(set, code, count);
    else if (code == RDNA_VCCZ)
        add_range(set, RDNA_VCC_LO, mask);
    else if (code == RDNA_EXECZ)
        add_range(set, RDNA_EXEC_LO, mask);
    else if (code == RDNA_SCC)
        rdna_scalars_add(set, RDNA_SCALAR_SCC);
    else if (code == RDNA_LDS_DIRECT)
        rdna_scalars_add(set, RDNA_M0);
}

/* A scalar register that M0 counts from: any from there up. */
static void
add_relative(struct rdna_scalars *set, unsigned code)
{
    if (code < RDNA_SGPR_COUNT)
        add_range(set, code, RDNA_SGPR_COUNT - code);
}

static void
add_destination(struct rdna_uses *uses, const struct rdna_op_info *info, unsigned code,
                unsigned count)
{
    if (info->effects & RDNA_REL && info->family == rdna_family_sop1 &&
        info->operands[1].kind != rdna_operand_SR)
        uses->writes_any = true;
    else
        add_range(&uses->writes, code, count);
}

/* Lane masks are one register or two. */
static unsigned
mask_registers(unsigned wave_size)
{
    return wave_size == 32 ? 1 : 2;
}

/* Of the EXEC that a row touches besides its operands: scalar rows say how wide by their type. */
static unsigned
exec_registers(const struct rdna_op_info *info, unsigned wave_size)
{
    if (info->family == rdna_family_sop1)
        return rdna_type_infos[info->operands[0].type].registers;
    if (info->family == rdna_family_sopk)
        return 2;
    return mask_registers(wave_size);
}

static void
add_operand(const struct rdna_inst *inst, const struct rdna_op_info *info, unsigned index,
            unsigned *source, unsigned mask, struct rdna_uses *uses)
{
    const struct rdna_operand *operand = &info->operands[index];

    switch ((enum rdna_operand_kind)operand->kind) {
    case rdna_operand_DS:
    case rdna_operand_D:
    case rdna_operand_DR:
        add_destination(uses, info, inst->dst, rdna_type_infos[operand->type].registers);
        break;
    case rdna_operand_A:
    case rdna_operand_AS:
        add_destination(uses, info, inst->dst, rdna_type_infos[operand->type].registers);
        add_range(&uses->reads, inst->dst, rdna_type_infos[operand->type].registers);
        break;
    case rdna_operand_SD:
        add_range(&uses->reads, inst->dst, rdna_type_infos[operand->type].registers);
        break;
    case rdna_operand_DM:
        add_range(&uses->writes, inst->sdst, mask);
        break;
    case rdna_operand_SM:
        add_source(&uses->reads, inst->src[2], mask, mask);
        break;
    case rdna_operand_S:
    case rdna_operand_SS:
    case rdna_operand_SR:
    case rdna_operand_V:
    case rdna_operand_VA: {
        const unsigned code = inst->src[(*source)++];

        add_source(&uses->reads, code, rdna_type_infos[operand->type].registers, mask);
        /* s_movreld counts from its destination alone. */
        if (operand->kind == rdna_operand_SR ? info->effects & RDNA_REL
                                             : inst->row == rdna_op_s_movrelsd_2_b32)
            add_relative(&uses->reads, code);
        break;
    }
    case rdna_operand_SADDR:
        add_source(&uses->reads, inst->saddr, info->family == rdna_family_scratch ? 1 : 2, mask);
        break;
    case rdna_operand_SBASE:
    case rdna_operand_RSRC:
        add_range(&uses->reads, inst->srsrc,
                  inst->r128 ? 4 : rdna_type_infos[operand->type].registers);
        break;
    case rdna_operand_SAMP:
        add_range(&uses->reads, inst->ssamp, rdna_type_infos[operand->type].registers);
        break;
    case rdna_operand_SOFFSET:
    case rdna_operand_SOFF:
        add_source(&uses->reads, inst->soffset, 1, mask);
        break;
    case rdna_operand_none:
    case rdna_operand_K:
    case rdna_operand_I:
    case rdna_operand_DATA:
    case rdna_operand_DATA1:
    case rdna_operand_X:
    case rdna_operand_ADDR:
    case rdna_operand_IADDR:
    case rdna_operand_ATTR:
    case rdna_operand_FMT:
    case rdna_operand_TGT:
        break;
    }
}

void
rdna_inst_uses(const struct rdna_inst *inst, unsigned wave_size, struct rdna_uses *uses)
{
    const struct rdna_op_info *info = &rdna_op_infos[inst->row];
    const unsigned mask = mask_registers(wave_size), exec = exec_registers(info, wave_size);
    const uint32_t effects = info->effects;
    unsigned source = 0;

    *uses = (struct rdna_uses){0};
    for (unsigned i = 0; i < info->operand_count; i++)
        add_operand(inst, info, i, &source, mask, uses);
    if (effects & RDNA_R_SCC)
        rdna_scalars_add(&uses->reads, RDNA_SCALAR_SCC);
    if (effects & RDNA_W_SCC)
        rdna_scalars_add(&uses->writes, RDNA_SCALAR_SCC);
    if (effects & RDNA_R_VCC)
        add_range(&uses->reads, RDNA_VCC_LO, mask);
    if (effects & RDNA_R_M0)
        rdna_scalars_add(&uses->reads, RDNA_M0);
    if (effects & RDNA_R_EXEC)
        add_range(&uses->reads, RDNA_EXEC_LO, exec);
    if (effects & RDNA_W_EXEC)
        add_range(&uses->writes, RDNA_EXEC_LO, exec);
}

/* ---- as text ---- */

static void
print_pair(const struct rdna_scalars *set, unsigned low, const char *name, const char **between,
           struct base_text *out)
{
    const bool has_low = rdna_scalars_has(set, low), has_high = rdna_scalars_has(set, low + 1);

    if (!has_low && !has_high)
        return;
    base_text_printf(out, "%s%s%s", *between, name,
                     has_low && has_high ? ""
                     : has_low           ? "_lo"
                                         : "_hi");
    *between = " ";
}

static void
print_ranges(const struct rdna_scalars *set, unsigned first, unsigned end, const char *name,
             const char **between, struct base_text *out)
{
    for (unsigned i = first, last; i < end; i = last + 1) {
        last = i;
        if (!rdna_scalars_has(set, i))
            continue;
        while (last + 1 < end && rdna_scalars_has(set, last + 1))
            last++;
        if (last == i)
            base_text_printf(out, "%s%s%u", *between, name, i - first);
        else
            base_text_printf(out, "%s%s[%u:%u]", *between, name, i - first, last - first);
        *between = " ";
    }
}

void
rdna_scalars_print(const struct rdna_scalars *set, struct base_text *out)
{
    const char *between = "";

    print_ranges(set, 0, RDNA_SGPR_COUNT, "s", &between, out);
    print_ranges(set, RDNA_TTMP0, RDNA_M0, "ttmp", &between, out);
    print_pair(set, RDNA_VCC_LO, "vcc", &between, out);
    print_pair(set, RDNA_EXEC_LO, "exec", &between, out);
    if (rdna_scalars_has(set, RDNA_M0)) {
        base_text_printf(out, "%sm0", between);
        between = " ";
    }
    if (rdna_scalars_has(set, RDNA_SCALAR_SCC))
        base_text_printf(out, "%sscc", between);
}
