/* SPDX-License-Identifier: MIT
 *
 * One walk over the program before it is lowered: which components of inputs are read, which
 * registers are accessed by addresses, and everything that is not lowered, each where it stands.
 */
#include "tgsi/tgsi_priv.h"

#include <string.h>

static void
unsupported(struct tgsi_lowering *l, struct qd_place place, const char *what)
{
    base_error(l->diags, QD_CODE_UNSUPPORTED, place, "%s not supported", what);
}

/* ---- declarations and properties ---- */

static struct qd_place
decl_place(const struct tgsi_decl *decl)
{
    return base_at_line(decl->line, decl->column);
}

static void
scan_semantic(struct tgsi_lowering *l, const struct tgsi_decl *decl)
{
    const char *name = tgsi_semantic_infos[decl->semantic].name;
    const uint32_t last = decl->semantic_index + (decl->last - decl->first);
    const struct tgsi_place_info *place = tgsi_find_place(
        l->program->processor, (enum tgsi_file)decl->file, (enum tgsi_semantic)decl->semantic);

    if (!place || place->form == tgsi_form_absent) {
        unsupported(l, decl_place(decl),
                    base_arena_printf(l->arena, "%s as %s of %s is", name,
                                      tgsi_file_infos[decl->file].name,
                                      tgsi_word_name(tgsi_words_processor, l->program->processor)));
    } else if (last >= place->count) {
        base_error(l->diags, QD_CODE_LIMIT, decl_place(decl),
                   "found %s[%u], expected at most %s[%u]", name, last, name, place->count - 1);
    }
}

static void
scan_decl(struct tgsi_lowering *l, const struct tgsi_decl *decl)
{
    const bool is_attribute =
        decl->file == tgsi_file_IN && tgsi_stage(l->program) == ir_stage_vertex;

    if (decl->file == tgsi_file_CONST && decl->dim >= TGSI_MAX_BUFFERS)
        base_error(l->diags, QD_CODE_LIMIT, decl_place(decl),
                   "found constant buffer %u, expected one below %d", decl->dim, TGSI_MAX_BUFFERS);
    if (decl->file == tgsi_file_SAMP && decl->last >= TGSI_MAX_SAMPLERS)
        base_error(l->diags, QD_CODE_LIMIT, decl_place(decl),
                   "found SAMP[%u], expected one below %d", decl->last, TGSI_MAX_SAMPLERS);
    if ((decl->file == tgsi_file_SVIEW || decl->file == tgsi_file_RES) &&
        decl->last >= TGSI_MAX_VIEWS)
        base_error(l->diags, QD_CODE_LIMIT, decl_place(decl), "found %s[%u], expected one below %d",
                   tgsi_file_infos[decl->file].name, decl->last, TGSI_MAX_VIEWS);
    if (is_attribute && decl->last >= TGSI_MAX_LOCATIONS)
        base_error(l->diags, QD_CODE_LIMIT, decl_place(decl), "found IN[%u], expected one below %d",
                   decl->last, TGSI_MAX_LOCATIONS);
    if (!is_attribute &&
        (decl->file == tgsi_file_IN || decl->file == tgsi_file_OUT || decl->file == tgsi_file_SV))
        scan_semantic(l, decl);
}

static void
scan_property(struct tgsi_lowering *l, const struct tgsi_property_value *value)
{
    const struct tgsi_property_info *info = &tgsi_property_infos[value->property];

    l->properties[value->property] = value;
    if (info->lowering == tgsi_property_lowering_DEFAULT && value->value != 0)
        unsupported(l, base_at_line(value->line, value->column),
                    base_arena_printf(l->arena, "values other than 0 of %s are", info->name));
}

/* ---- operands ---- */

static void
raise_access(uint8_t *access, enum tgsi_access_kind kind)
{
    if (*access < kind)
        *access = (uint8_t)kind;
}

/* All of the file's declared registers, with all components. */
static void
use_all(struct tgsi_lowering *l, enum tgsi_file file)
{
    const struct tgsi_file_ranges *ranges = &l->registers->files[file];

    for (uint32_t i = 0; i < ranges->count; i++)
        memset(l->used[file] + ranges->ranges[i].first, TGSI_MASK_ALL,
               ranges->ranges[i].last - ranges->ranges[i].first + 1);
}

/* An access by an address: to one array where that is known, else to all of the file or buffer. */
static void
scan_indirect(struct tgsi_lowering *l, enum tgsi_file file, const struct tgsi_relative *relative)
{
    const uint32_t dim = tgsi_file_dim(file, (uint32_t)relative->dim);
    const uint32_t array = tgsi_lower_find_array(l, file, relative);
    const struct tgsi_file_ranges *ranges = &l->registers->files[file];

    if (array != TGSI_NO_RANGE) {
        raise_access(&l->access[file][array], tgsi_access_in_array);
        return;
    }
    /* They are raised together, so the first says what all are. */
    const uint32_t first = tgsi_registers_first(l->registers, file, dim);
    if (l->access[file][first] == tgsi_access_anywhere)
        return;
    for (uint32_t i = first; i < ranges->count && ranges->ranges[i].dim == dim; i++)
        raise_access(&l->access[file][i], tgsi_access_anywhere);
    if (l->used[file])
        use_all(l, file);
}

static void
use_address(struct tgsi_lowering *l, const struct tgsi_address *address)
{
    if (l->used[address->file])
        l->used[address->file][address->index] |= (uint8_t)(1u << address->component);
}

static void
scan_relative(struct tgsi_lowering *l, const struct tgsi_inst *inst,
              const struct tgsi_operand *operand)
{
    const struct tgsi_relative *relative = tgsi_relative(l->program, operand);
    const enum tgsi_file file = (enum tgsi_file)operand->file;

    if (tgsi_file_infos[file].flags & TGSI_FILE_RESOURCE) {
        if (operand->flags & TGSI_OPERAND_INDIRECT)
            use_address(l, &relative->address);
        if (operand->flags & TGSI_OPERAND_DIM_INDIRECT)
            use_address(l, &relative->dim_address);
        return; /* Which registers are meant is for the family's file. */
    }
    const bool has_dim_address =
        (operand->flags & TGSI_OPERAND_DIM_INDIRECT) &&
        (tgsi_file_infos[file].brackets == tgsi_brackets_BUFFER || tgsi_lower_is_io(l, file));

    if (has_dim_address)
        use_address(l, &relative->dim_address);
    if (has_dim_address && file != tgsi_file_CONST && !tgsi_lower_is_io(l, file)) {
        unsupported(l, tgsi_operand_place(inst, operand),
                    base_arena_printf(l->arena, "an address in the first bracket of %s is",
                                      tgsi_file_infos[file].name));
        return;
    }
    if (!(operand->flags & TGSI_OPERAND_INDIRECT))
        return;
    if (file == tgsi_file_NULL)
        return; /* Nothing is written, so no address is read. */
    use_address(l, &relative->address);
    if (!tgsi_lower_is_io(l, file) && !has_dim_address)
        scan_indirect(l, file, relative);
}

void
tgsi_scan_src(struct tgsi_lowering *l, const struct tgsi_inst *inst,
              const struct tgsi_operand *operand)
{
    if (operand->flags & TGSI_OPERAND_RELATIVE)
        scan_relative(l, inst, operand);
    if (l->used[operand->file] && !(operand->flags & TGSI_OPERAND_INDIRECT)) {
        const uint32_t index = operand->flags & TGSI_OPERAND_RELATIVE
                                   ? (uint32_t)tgsi_relative(l->program, operand)->index
                                   : operand->index;

        for (unsigned c = 0; c < 4; c++)
            l->used[operand->file][index] |= (uint8_t)(1u << tgsi_select(operand, c));
    }
}

/* ---- the whole ---- */

static void
scan_inst(struct tgsi_lowering *l, const struct tgsi_inst *inst)
{
    const struct tgsi_op_info *info = &tgsi_op_infos[inst->op];
    const struct tgsi_operand *srcs = inst->srcs > 0 ? tgsi_src(l->program, inst, 0) : NULL;

    for (uint32_t i = 0; i < info->dsts; i++)
        if (tgsi_dst(l->program, inst, i)->flags & TGSI_OPERAND_RELATIVE)
            scan_relative(l, inst, tgsi_dst(l->program, inst, i));
    for (uint32_t i = 0; i < inst->srcs; i++)
        tgsi_scan_src(l, inst, &srcs[i]);
    switch ((unsigned)info->family) {
    case tgsi_family_texture:
        tgsi_scan_texture(l, inst);
        break;
    case tgsi_family_flow:
    case tgsi_family_stack:
        tgsi_scan_flow(l, inst);
        break;
    case tgsi_family_sample:
    case tgsi_family_handle:
        tgsi_scan_sample(l, inst);
        break;
    case tgsi_family_memory:
    case tgsi_family_barrier:
        tgsi_scan_memory(l, inst);
        break;
    case tgsi_family_vertex:
    case tgsi_family_interp:
        tgsi_scan_vertex(l, inst);
        break;
    case tgsi_family_target:
        tgsi_scan_target(l, inst);
        break;
    }
}

bool
tgsi_lower_scan(struct tgsi_lowering *l)
{
    static const enum tgsi_file used[] = {tgsi_file_IN, tgsi_file_SV};
    const struct tgsi_program *program = l->program;
    const uint32_t errors = l->diags->error_count;

    uint8_t *access = base_arena_new_array(l->arena, uint8_t, l->registers->count);
    for (uint32_t f = 0; f < tgsi_file_count; f++)
        l->access[f] = access + l->registers->files[f].before;
    for (uint32_t i = 0; i < BASE_COUNT(used); i++)
        l->used[used[i]] =
            base_arena_new_array(l->arena, uint8_t, tgsi_registers_count(l->registers, used[i], 0));

    for (uint32_t i = 0; i < program->decls.count; i++)
        scan_decl(l, &program->decls.data[i]);
    for (uint32_t i = 0; i < program->properties.count; i++)
        scan_property(l, &program->properties.data[i]);
    tgsi_scan_settings(l);
    for (uint32_t i = 0; i < program->insts.count; i++) {
        scan_inst(l, &program->insts.data[i]);
        if (l->diags->error_count != errors && l->diags->dropped)
            break; /* Nobody would see what comes. */
    }
    return l->diags->error_count == errors;
}
