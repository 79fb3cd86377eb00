/* SPDX-License-Identifier: MIT
 *
 * Which memory an opcode may load, store or change, and what may be said of the access.
 */
#include "tgsi/tgsi_priv.h"

#define BIT(file) (UINT32_C(1) << tgsi_file_##file)

#define MEMORY_FILES (BIT(BUFFER) | BIT(IMAGE) | BIT(MEMORY) | BIT(CONSTBUF) | BIT(HWATOMIC))

/* The files of resources that the opcode takes; handles are values. Nothing but LOAD reads constant
 * buffers; the rest is a buffer of some kind and has a size, and counters may be set. */
static uint32_t
files_of(enum tgsi_op op)
{
    return op == tgsi_op_LOAD ? MEMORY_FILES : MEMORY_FILES & ~BIT(CONSTBUF);
}

static bool
is_resource(enum tgsi_file file)
{
    return (tgsi_file_infos[file].flags & TGSI_FILE_RESOURCE) != 0;
}

static bool
is_read_only(const struct tgsi_decl *decl)
{
    return (decl->file == tgsi_file_IMAGE && !(decl->flags & TGSI_DECL_WRITABLE)) ||
           (decl->file == tgsi_file_MEMORY && decl->memory == tgsi_memory_INPUT);
}

static void
check_write(struct tgsi_check *c, const struct tgsi_inst *inst, const struct tgsi_operand *resource,
            const struct tgsi_decl *decl)
{
    if (inst->op == tgsi_op_LOAD || inst->op == tgsi_op_RESQ || !decl || !is_read_only(decl))
        return;
    base_error(c->diags, QD_CODE_TGSI_READ_ONLY, tgsi_operand_place(inst, resource),
               "found %s of %s[%u], which line %u declares %s",
               tgsi_op_name((enum tgsi_op)inst->op), tgsi_file_infos[decl->file].name,
               resource->index, decl->line,
               decl->file == tgsi_file_IMAGE ? "without WR" : "as INPUT");
}

/* Targets and formats are of images. */
static void
check_access(struct tgsi_check *c, const struct tgsi_inst *inst,
             const struct tgsi_operand *resource, const struct tgsi_decl *decl)
{
    const struct tgsi_operand *access = tgsi_access(c->program, inst);
    const bool is_image = resource->file == tgsi_file_IMAGE || !is_resource(resource->file);

    if (!is_image && (inst->target || access->index))
        base_error(c->diags, QD_CODE_TGSI_MEMORY_ACCESS, tgsi_inst_place(inst),
                   "found a target or a format, expected none: %s is no image",
                   tgsi_file_infos[resource->file].name);
    if (inst->target == tgsi_target_UNKNOWN)
        base_error(c->diags, QD_CODE_TGSI_TEXTURE_TARGET, tgsi_inst_place(inst),
                   "found target UNKNOWN, expected that of the image");
    else if (is_image && decl && inst->target && inst->target != decl->target)
        base_warning(c->diags, QD_CODE_TGSI_MEMORY_ACCESS, tgsi_inst_place(inst),
                     "found target %s, which counts for nothing: line %u declares %s",
                     tgsi_target_infos[inst->target].name, decl->line,
                     tgsi_target_infos[decl->target].name);
}

void
tgsi_check_memory(struct tgsi_check *c, const struct tgsi_inst *inst)
{
    const struct tgsi_operand *resource =
        inst->op == tgsi_op_STORE ? tgsi_dst(c->program, inst, 0) : tgsi_src(c->program, inst, 0);
    const enum tgsi_file file = (enum tgsi_file)resource->file;

    if (is_resource(file) && !(MEMORY_FILES >> file & 1))
        return; /* That is no memory has been said. */
    if (is_resource(file) && !(files_of((enum tgsi_op)inst->op) >> file & 1)) {
        base_error(c->diags, QD_CODE_TGSI_OPERAND_TYPE, tgsi_operand_place(inst, resource),
                   "found a register of %s, which %s does not take", tgsi_file_infos[file].name,
                   tgsi_op_name((enum tgsi_op)inst->op));
        return;
    }
    const struct tgsi_decl *decl = is_resource(file) ? tgsi_check_find(c, resource, file) : NULL;
    check_write(c, inst, resource, decl);
    if (inst->flags & TGSI_INST_ACCESS)
        check_access(c, inst, resource, decl);
}
