/* SPDX-License-Identifier: MIT
 *
 * The rules of the language that do not show while reading. Everything that is wrong is reported,
 * where it stands.
 */
#include "tgsi/tgsi_priv.h"

struct checker {
    struct tgsi_check check; /* What the rules in other files look at. */
    const struct tgsi_program *program;
    struct base_diags *diags;
    const struct tgsi_registers *registers;
    uint32_t hints[tgsi_file_count];
    uint32_t vertex_files; /* Bits of those whose registers belong to vertices, */
    uint32_t plain_files;  /* and of those whose registers are named by one number. */
    /* For each file: a bit for each id of an array that a declaration has. */
    uint32_t (*arrays)[TGSI_MAX_ARRAY / 32 + 1]; /* NULL: there is no array. */
    bool *used[tgsi_file_count]; /* For each range: does an instruction name a register of it? */
    /* For the first range of each buffer: 1 if all of the buffer's ranges have been marked as used,
     * 2 if all from here on have. */
    uint8_t *indirect[tgsi_file_count];
    struct tgsi_flow_check *flow;
};

static const char *
stage_name(const struct checker *c)
{
    return tgsi_word_name(tgsi_words_processor, c->program->processor);
}

static bool
is_stage(const struct checker *c, enum tgsi_word processor)
{
    return c->program->processor == processor;
}

const struct tgsi_decl *
tgsi_check_find(struct tgsi_check *c, const struct tgsi_operand *operand, enum tgsi_file file)
{
    const uint32_t dim = tgsi_file_dim(file, operand->dim);

    if (operand->flags & TGSI_OPERAND_RELATIVE)
        return NULL;
    const uint32_t range =
        tgsi_registers_find(c->registers, file, dim, operand->index, &c->hints[file]);
    if (range == TGSI_NO_RANGE)
        return NULL;
    c->used[file][range] = true;
    return &c->program->decls.data[c->registers->files[file].ranges[range].decl];
}

/* ---- registers ---- */

/* A register outside all ranges of its file. */
static void
report_undeclared(struct checker *c, struct qd_place place, enum tgsi_file file, uint32_t dim,
                  uint32_t index)
{
    const struct tgsi_file_ranges *ranges = &c->registers->files[file];
    const char *name = tgsi_check_register_name(c->program, file, dim);
    uint32_t first = UINT32_MAX, last = 0;

    for (uint32_t i = 0; i < ranges->count; i++) {
        if (ranges->ranges[i].dim != dim)
            continue;
        first = ranges->ranges[i].first < first ? ranges->ranges[i].first : first;
        last = ranges->ranges[i].last > last ? ranges->ranges[i].last : last;
    }
    if (first > last)
        base_error(c->diags, QD_CODE_TGSI_UNDECLARED, place,
                   "found %s[%u], but no register of %s is declared", name, index, name);
    else if (index >= first && index <= last)
        base_error(c->diags, QD_CODE_TGSI_UNDECLARED, place, "found %s[%u], which is not declared",
                   name, index);
    else
        base_error(c->diags, QD_CODE_TGSI_INDEX_RANGE, place,
                   "found %s[%u], expected an index from %u to %u as declared", name, index, first,
                   last);
}

static void
check_direct(struct checker *c, struct qd_place place, enum tgsi_file file, uint32_t dim,
             uint32_t index)
{
    const uint32_t range = tgsi_registers_find(c->registers, file, dim, index, &c->hints[file]);

    if (range == TGSI_NO_RANGE)
        report_undeclared(c, place, file, dim, index);
    else
        c->used[file][range] = true;
}

/* Any register of the file, or of one of its buffers, may be meant. */
static void
check_indirect(struct checker *c, struct qd_place place, enum tgsi_file file, bool any_dim,
               uint32_t dim)
{
    const struct tgsi_file_ranges *ranges = &c->registers->files[file];
    const uint32_t first = any_dim ? (ranges->count > 0 ? 0 : TGSI_NO_RANGE)
                                   : tgsi_registers_first(c->registers, file, dim);

    if (first != TGSI_NO_RANGE && c->indirect[file][first] <= any_dim) {
        c->indirect[file][first] = (uint8_t)(1 + any_dim);
        for (uint32_t i = first; i < ranges->count && (any_dim || ranges->ranges[i].dim == dim);
             i++)
            c->used[file][i] = true;
    }
    if (first == TGSI_NO_RANGE)
        base_error(c->diags, QD_CODE_TGSI_UNDECLARED, place,
                   "found an access to %s by an address, but no register of it is declared",
                   tgsi_check_register_name(c->program, file, any_dim ? 0 : dim));
}

static void
check_address(struct checker *c, struct qd_place place, const struct tgsi_address *address)
{
    check_direct(c, place, (enum tgsi_file)address->file, 0, address->index);
}

/* The declarations of an array's id say where an access stays. */
static void
check_array(struct checker *c, struct qd_place place, const struct tgsi_operand *operand)
{
    const struct tgsi_relative *relative = tgsi_relative(c->program, operand);
    const enum tgsi_file file = (enum tgsi_file)operand->file;
    const uint32_t id = relative->array;

    if (!c->arrays || id > TGSI_MAX_ARRAY || !(c->arrays[file][id / 32] >> id % 32 & 1)) {
        base_error(c->diags, QD_CODE_TGSI_ARRAY, place,
                   "found array %u, but no declaration of %s has this id", id,
                   tgsi_file_infos[file].name);
        return;
    }
    if (operand->flags & (TGSI_OPERAND_INDIRECT | TGSI_OPERAND_DIM_INDIRECT))
        return;
    const uint32_t index = (uint32_t)relative->index;
    const uint32_t range = tgsi_registers_find(
        c->registers, file, tgsi_file_dim(file, (uint32_t)relative->dim), index, &c->hints[file]);
    if (range != TGSI_NO_RANGE &&
        c->program->decls.data[c->registers->files[file].ranges[range].decl].array != id)
        base_error(c->diags, QD_CODE_TGSI_ARRAY, place, "found %s[%u], which is not in array %u",
                   tgsi_file_infos[file].name, index, id);
}

static void
check_relative(struct checker *c, struct qd_place place, const struct tgsi_operand *operand)
{
    const struct tgsi_relative *relative = tgsi_relative(c->program, operand);
    const enum tgsi_file file = (enum tgsi_file)operand->file;
    const bool any_dim = (operand->flags & TGSI_OPERAND_DIM_INDIRECT) != 0 &&
                         tgsi_file_infos[file].brackets == tgsi_brackets_BUFFER;
    const uint32_t dim = tgsi_file_dim(file, (uint32_t)relative->dim);

    if (operand->flags & TGSI_OPERAND_DIM_INDIRECT)
        check_address(c, place, &relative->dim_address);
    if (operand->flags & TGSI_OPERAND_INDIRECT)
        check_address(c, place, &relative->address);
    if (operand->flags & TGSI_OPERAND_ARRAY)
        check_array(c, place, operand);
    if (file == tgsi_file_NULL)
        return;
    if (any_dim || (operand->flags & TGSI_OPERAND_INDIRECT))
        check_indirect(c, place, file, any_dim, dim);
    else
        check_direct(c, place, file, dim, (uint32_t)relative->index);
}

/* Two brackets where one is right. virgl guests write TEMP so where they put it in an output's
 * place, and virglrenderer leaves the first bracket out. */
static bool
check_brackets(struct checker *c, struct qd_place place, enum tgsi_file file)
{
    if (file == tgsi_file_TEMP) {
        base_warning(c->diags, QD_CODE_TGSI_BRACKETS, place,
                     "found two brackets, expected one: the first of TEMP counts for nothing");
        return true;
    }
    base_error(c->diags, QD_CODE_TGSI_BRACKETS, place,
               "found two brackets, expected one: %s of %s has one", tgsi_file_infos[file].name,
               stage_name(c));
    return false;
}

/* Registers of a vertex have two brackets, those of a patch or primitive one. virgl guests leave
 * the first out where an output is that of the invocation. */
static bool
check_vertex(struct checker *c, struct qd_place place, const struct tgsi_operand *operand)
{
    const bool has_two = (operand->flags & TGSI_OPERAND_TWO_BRACKETS) != 0;
    const enum tgsi_file file = (enum tgsi_file)operand->file;
    const char *name = tgsi_file_infos[file].name;
    uint32_t index = operand->index;

    if (operand->flags & TGSI_OPERAND_RELATIVE)
        index = (uint32_t)tgsi_relative(c->program, operand)->index;
    const uint32_t range = tgsi_registers_find(c->registers, file, 0, index, &c->hints[file]);
    if (range == TGSI_NO_RANGE || (operand->flags & TGSI_OPERAND_INDIRECT))
        return true; /* Not known, or reported as not declared. */
    const struct tgsi_decl *decl =
        &c->program->decls.data[c->registers->files[file].ranges[range].decl];
    if (tgsi_check_is_whole((enum tgsi_semantic)decl->semantic)) {
        if (!has_two || decl->semantic == tgsi_semantic_PRIM_ID)
            return true; /* Its declaration has two as Mesa prints it. */
        base_error(c->diags, QD_CODE_TGSI_BRACKETS, place,
                   "found two brackets, expected one: %s[%u] is of no vertex", name, index);
        return false;
    }
    if (has_two)
        return true;
    base_report(c->diags, file == tgsi_file_OUT ? QD_SEVERITY_WARNING : QD_SEVERITY_ERROR,
                QD_CODE_TGSI_BRACKETS, place,
                "found one bracket, expected two: %s[%u] is of a vertex", name, index);
    return file == tgsi_file_OUT;
}

static void
check_register(struct checker *c, const struct tgsi_inst *inst, const struct tgsi_operand *operand)
{
    const struct qd_place place = tgsi_operand_place(inst, operand);
    const enum tgsi_file file = (enum tgsi_file)operand->file;

    if ((operand->flags & TGSI_OPERAND_TWO_BRACKETS) &&
        !tgsi_check_has_two_brackets(c->program, file) && !check_brackets(c, place, file))
        return;
    if ((c->vertex_files >> file & 1) && !check_vertex(c, place, operand))
        return;
    if (operand->flags & TGSI_OPERAND_RELATIVE)
        check_relative(c, place, operand);
    else if (file == tgsi_file_MEMORY) /* The declaration's kind counts, its number does not. */
        check_indirect(c, place, file, false, 0);
    else if (file != tgsi_file_NULL)
        check_direct(c, place, file, tgsi_file_dim(file, operand->dim), operand->index);
}

/* Marks a register that one number names, and that is declared; most are that. */
static bool
check_plain(struct checker *c, const struct tgsi_operand *operand)
{
    if ((operand->flags & (TGSI_OPERAND_RELATIVE | TGSI_OPERAND_TWO_BRACKETS)) ||
        (c->plain_files >> operand->file & 1) == 0)
        return false;
    const uint32_t range = tgsi_registers_find(c->registers, (enum tgsi_file)operand->file, 0,
                                               operand->index, &c->hints[operand->file]);
    if (range == TGSI_NO_RANGE)
        return false;
    c->used[operand->file][range] = true;
    return true;
}

/* ---- operands ---- */

static bool
is_readable(const struct checker *c, enum tgsi_file file)
{
    return (tgsi_file_infos[file].flags & TGSI_FILE_READ) ||
           (file == tgsi_file_OUT && is_stage(c, tgsi_processor_TESS_CTRL));
}

/* What a source that is no value has to be: a register of these files. A value may stand for a
 * sampler, an image or a buffer: it is then a handle. Types of values have no row. */
#define FILE_BIT(name) (UINT32_C(1) << tgsi_file_##name)

static const struct {
    const char *name;
    uint32_t files;
    bool may_be_handle;
} resources[tgsi_type_count] = {
    [tgsi_type_samp] = {"a sampler", FILE_BIT(SAMP), true},
    [tgsi_type_view] = {"a view", FILE_BIT(SVIEW) | FILE_BIT(RES) | FILE_BIT(TEMP), false},
    [tgsi_type_res] = {"a resource", FILE_BIT(RES), false},
    [tgsi_type_image] = {"an image", FILE_BIT(IMAGE), false},
    [tgsi_type_mem] = {"a buffer, an image or memory",
                       FILE_BIT(BUFFER) | FILE_BIT(IMAGE) | FILE_BIT(MEMORY) | FILE_BIT(CONSTBUF) |
                           FILE_BIT(HWATOMIC),
                       true},
    [tgsi_type_in] = {"an input", FILE_BIT(IN), false},
    [tgsi_type_out] = {"an output", FILE_BIT(OUT), false},
};
_Static_assert(tgsi_file_count <= 32, "a bit for each file");

static bool
is_resource(const struct checker *c, enum tgsi_type type, enum tgsi_file file)
{
    const bool may_be_value = !resources[type].name || resources[type].may_be_handle;

    return (resources[type].files >> file & 1) || (may_be_value && is_readable(c, file));
}

static void
check_src(struct checker *c, const struct tgsi_inst *inst, uint32_t i,
          const struct tgsi_operand *operand)
{
    const struct tgsi_op_info *info = &tgsi_op_infos[inst->op];
    const enum tgsi_file file = (enum tgsi_file)operand->file;
    const enum tgsi_type type = (enum tgsi_type)info->src[i];

    const bool is_value = type <= tgsi_type_any && (tgsi_file_infos[file].flags & TGSI_FILE_READ);
    if (!is_value && !is_resource(c, type, file)) {
        const char *expected = resources[type].name;
        const bool is_mixed = expected || (tgsi_file_infos[file].flags & TGSI_FILE_RESOURCE);

        base_error(c->diags, is_mixed ? QD_CODE_TGSI_OPERAND_TYPE : QD_CODE_TGSI_NOT_READABLE,
                   tgsi_operand_place(inst, operand),
                   "found a register of %s as source %u of %s, expected %s",
                   tgsi_file_infos[file].name, i + 1, tgsi_op_name((enum tgsi_op)inst->op),
                   expected ? expected : "one that can be read");
        return;
    }
    if (!check_plain(c, operand))
        check_register(c, inst, operand);
}

static void
check_dst(struct checker *c, const struct tgsi_inst *inst, uint32_t i)
{
    const struct tgsi_op_info *info = &tgsi_op_infos[inst->op];
    const struct tgsi_operand *operand = tgsi_dst(c->program, inst, i);
    const enum tgsi_file file = (enum tgsi_file)operand->file;
    const bool is_good = info->dst == tgsi_type_mem
                             ? is_resource(c, tgsi_type_mem, file)
                             : (tgsi_file_infos[file].flags & TGSI_FILE_WRITE) != 0;

    if (!is_good) {
        base_error(c->diags, QD_CODE_TGSI_NOT_WRITABLE, tgsi_operand_place(inst, operand),
                   "found a register of %s as destination of %s, expected %s",
                   tgsi_file_infos[file].name, tgsi_op_name((enum tgsi_op)inst->op),
                   info->dst == tgsi_type_mem ? resources[tgsi_type_mem].name
                                              : "one that can be written");
        return;
    }
    if (!operand->select)
        base_error(c->diags, QD_CODE_TGSI_WRITE_MASK, tgsi_operand_place(inst, operand),
                   "found no component to write, expected one or more");
    if (!check_plain(c, operand))
        check_register(c, inst, operand);
}

/* ---- the whole ---- */

/* Lanes that are elsewhere do not come to the barrier. */
static void
check_barrier(struct checker *c, const struct tgsi_inst *inst)
{
    const struct tgsi_inst *region = tgsi_check_flow_region(c->flow);

    if (inst->op == tgsi_op_BARRIER && region)
        base_warning(c->diags, QD_CODE_TGSI_DIVERGENT, tgsi_inst_place(inst),
                     "found BARRIER inside of %s of line %u, which all invocations have to reach",
                     tgsi_op_infos[region->op].name, region->line);
}

static void
check_family(struct checker *c, const struct tgsi_inst *inst)
{
    const struct tgsi_op_info *info = &tgsi_op_infos[inst->op];

    if (info->flags & TGSI_OP_TEXTURE)
        tgsi_check_texture(&c->check, inst);
    else if (info->family == tgsi_family_sample)
        tgsi_check_sample(&c->check, inst);
    else if (info->family == tgsi_family_memory)
        tgsi_check_memory(&c->check, inst);
    else if (info->family == tgsi_family_wide)
        tgsi_check_pairs(&c->check, inst);
    else if (info->family == tgsi_family_barrier)
        check_barrier(c, inst);
}

static void
check_inst(struct checker *c, const struct tgsi_inst *inst)
{
    const struct tgsi_op_info *info = &tgsi_op_infos[inst->op];

    if (!(info->stages & 1u << c->program->processor))
        base_error(c->diags, QD_CODE_TGSI_STAGE, tgsi_inst_place(inst),
                   "found %s, which is not for %s", tgsi_op_name((enum tgsi_op)inst->op),
                   stage_name(c));
    for (uint32_t i = 0; i < info->dsts; i++)
        check_dst(c, inst, i);
    const struct tgsi_operand *srcs = inst->srcs > 0 ? tgsi_src(c->program, inst, 0) : NULL;
    for (uint32_t i = 0; i < inst->srcs; i++)
        check_src(c, inst, i, &srcs[i]);
    for (uint32_t i = 0; i < inst->offsets; i++)
        check_register(c, inst, tgsi_offset(c->program, inst, i));
    if (inst->flags & TGSI_INST_PREDICATE)
        check_register(c, inst, tgsi_predicate(c->program, inst));
    check_family(c, inst);
    tgsi_check_flow(c->flow, inst);
}

/* A view may be declared for its texels' type alone; a register that is declared twice is one. */
static bool
is_unused(const struct checker *c, enum tgsi_file file, uint32_t range)
{
    return !c->used[file][range] && file != tgsi_file_IMM && file != tgsi_file_SVIEW &&
           c->registers->files[file].ranges[range].reach == range;
}

static void
warn_unused(struct checker *c)
{
    for (uint32_t f = 0; f < tgsi_file_count; f++) {
        const struct tgsi_file_ranges *ranges = &c->registers->files[f];

        for (uint32_t i = 0; i < ranges->count; i++) {
            if (!is_unused(c, (enum tgsi_file)f, i))
                continue;
            const struct tgsi_decl *decl = &c->program->decls.data[ranges->ranges[i].decl];
            base_warning(
                c->diags, QD_CODE_TGSI_UNUSED, base_at_line(decl->line, decl->column),
                "%s[%u] is never %s",
                tgsi_check_register_name(c->program, (enum tgsi_file)f, ranges->ranges[i].dim),
                decl->first, f == tgsi_file_OUT ? "written" : "used");
        }
    }
}

static void
note_arrays(struct checker *c)
{
    for (uint32_t i = 0; i < c->program->decls.count; i++) {
        const struct tgsi_decl *decl = &c->program->decls.data[i];

        if (!decl->array || decl->array > TGSI_MAX_ARRAY)
            continue;
        if (!c->arrays)
            c->arrays =
                base_arena_alloc_array(c->program->arena, tgsi_file_count, sizeof(*c->arrays));
        c->arrays[decl->file][decl->array / 32] |= UINT32_C(1) << decl->array % 32;
    }
}

bool
tgsi_check(struct tgsi_program *program, struct base_diags *diags)
{
    struct checker *c = base_arena_new(program->arena, struct checker);
    const uint32_t errors = diags->error_count;

    c->program = program;
    c->diags = diags;
    c->flow = tgsi_check_flow_begin(program, diags);
    program->registers = c->registers = tgsi_find_registers(program);
    bool *used = base_arena_new_array(program->arena, bool, c->registers->count);
    uint8_t *indirect = base_arena_new_array(program->arena, uint8_t, c->registers->count);
    for (uint32_t f = 0; f < tgsi_file_count; f++) {
        c->used[f] = used + c->registers->files[f].before;
        c->indirect[f] = indirect + c->registers->files[f].before;
    }

    if (tgsi_check_has_vertices(program, tgsi_file_IN))
        c->vertex_files |= FILE_BIT(IN);
    if (tgsi_check_has_vertices(program, tgsi_file_OUT))
        c->vertex_files |= FILE_BIT(OUT);
    c->plain_files = ~(c->vertex_files | FILE_BIT(MEMORY));
    c->check = (struct tgsi_check){program, diags, c->registers, c->hints, c->used, 0};
    note_arrays(c);
    tgsi_check_properties(&c->check);
    tgsi_check_declarations(&c->check);
    for (uint32_t i = 0; i < program->insts.count; i++) {
        check_inst(c, &program->insts.data[i]);
        if (diags->error_count != errors && diags->dropped)
            break; /* Nobody would see what comes. */
    }
    tgsi_check_flow_end(c->flow);
    if (diags->error_count == errors)
        warn_unused(c);
    return diags->error_count == errors;
}
