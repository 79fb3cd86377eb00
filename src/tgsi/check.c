/* SPDX-License-Identifier: MIT
 *
 * The rules of the language that do not show while reading. Everything that is wrong is reported,
 * where it stands.
 */
#include "tgsi/program.h"

#include <stdlib.h>

struct checker {
    const struct tgsi_program *program;
    struct base_diags *diags;
    struct tgsi_registers registers;
    uint32_t hints[tgsi_file_count];
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

/* ---- declarations ---- */

/* Do a file's registers belong to a vertex, which the first bracket names? */
static bool
has_vertices(const struct checker *c, enum tgsi_file file)
{
    if (file == tgsi_file_IN)
        return is_stage(c, tgsi_processor_GEOM) || is_stage(c, tgsi_processor_TESS_CTRL) ||
               is_stage(c, tgsi_processor_TESS_EVAL);
    return file == tgsi_file_OUT && is_stage(c, tgsi_processor_TESS_CTRL);
}

static bool
may_have_two_brackets(const struct checker *c, enum tgsi_file file)
{
    return tgsi_file_infos[file].brackets == tgsi_brackets_BUFFER || has_vertices(c, file);
}

static bool
needs_semantic(const struct checker *c, enum tgsi_file file)
{
    return file == tgsi_file_OUT || file == tgsi_file_SV ||
           (file == tgsi_file_IN && !is_stage(c, tgsi_processor_VERT));
}

static void
check_declaration(struct checker *c, const struct tgsi_decl *decl)
{
    const struct qd_place place = base_at_line(decl->line, decl->column);
    const struct tgsi_file_info *file = &tgsi_file_infos[decl->file];
    const bool is_io = decl->file == tgsi_file_IN || decl->file == tgsi_file_OUT;

    if ((decl->flags & TGSI_DECL_TWO_BRACKETS) && !may_have_two_brackets(c, decl->file))
        base_error(c->diags, QD_CODE_TGSI_DECLARATION, place,
                   "found two brackets, expected one: %s of %s has one", file->name, stage_name(c));
    if (is_io && is_stage(c, tgsi_processor_COMP))
        base_error(c->diags, QD_CODE_TGSI_STAGE, place,
                   "found a register of %s, expected none in COMP", file->name);
    if (needs_semantic(c, decl->file) && !decl->semantic)
        base_error(c->diags, QD_CODE_TGSI_DECLARATION, place,
                   "found %s without a semantic, expected one", file->name);
    if (decl->file == tgsi_file_IN && is_stage(c, tgsi_processor_VERT) &&
        (decl->semantic || (decl->flags & TGSI_DECL_INTERP)))
        base_error(c->diags, QD_CODE_TGSI_DECLARATION, place,
                   "found a semantic or an interpolation, expected none on inputs of VERT");
}

/* How a register is written, without its index. */
static const char *
index_format(const struct tgsi_program *program, enum tgsi_file file, uint32_t dim)
{
    if (tgsi_file_infos[file].brackets == tgsi_brackets_BUFFER && dim)
        return base_arena_printf(program->arena, "%s[%u]", tgsi_file_infos[file].name, dim);
    return tgsi_file_infos[file].name;
}

/* Do the registers of two declarations of inputs or outputs mean the same? They may then overlap:
 * each is of some components. */
static bool
is_same_meaning(const struct tgsi_decl *a, const struct tgsi_decl *b)
{
    return a->semantic && a->semantic == b->semantic &&
           a->semantic_index - a->first == b->semantic_index - b->first;
}

static void
check_overlaps(struct checker *c, enum tgsi_file file)
{
    const struct tgsi_file_ranges *ranges = &c->registers.files[file];

    for (uint32_t i = 1; i < ranges->count; i++) {
        const struct tgsi_range *a = &ranges->ranges[ranges->ranges[i - 1].reach];
        const struct tgsi_range *b = &ranges->ranges[i];
        const struct tgsi_decl *x = &c->program->decls.data[a->decl < b->decl ? a->decl : b->decl];
        const struct tgsi_decl *y = &c->program->decls.data[a->decl < b->decl ? b->decl : a->decl];

        if (a->dim != b->dim || b->first > a->last || is_same_meaning(x, y))
            continue;
        base_error(c->diags, QD_CODE_TGSI_REDECLARED, base_at_line(y->line, y->column),
                   "found %s[%u] again, which line %u declares",
                   index_format(c->program, file, b->dim), b->first, x->line);
    }
}

/* Semantic and index of an input or output, for sorting. */
struct meaning {
    uint64_t key;
    uint32_t count;
    uint32_t decl;
};

static int
compare_meanings(const void *a, const void *b)
{
    const struct meaning *x = a, *y = b;

    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return x->decl < y->decl ? -1 : x->decl > y->decl;
}

/* No two inputs, no two outputs mean the same. The registers of a range count on from its index. */
static void
check_semantics(struct checker *c, enum tgsi_file file)
{
    const struct tgsi_program *program = c->program;
    const uint32_t most = c->registers.files[file].count;
    struct meaning *meanings = base_arena_new_array(program->arena, struct meaning, most);
    uint32_t count = 0;

    for (uint32_t i = 0; i < program->decls.count; i++) {
        const struct tgsi_decl *decl = &program->decls.data[i];

        if (decl->file == file && decl->semantic)
            meanings[count++] =
                (struct meaning){(uint64_t)decl->semantic << 32 | decl->semantic_index,
                                 decl->last - decl->first + 1, i};
    }
    if (count > 1)
        qsort(meanings, count, sizeof(*meanings), compare_meanings);
    const struct meaning *furthest = meanings; /* Of those before, the one with the last index. */
    for (uint32_t i = 1; i < count; i++) {
        const struct meaning *a = furthest, *b = &meanings[i];
        const struct tgsi_decl *x = &program->decls.data[a->decl < b->decl ? a->decl : b->decl];
        const struct tgsi_decl *y = &program->decls.data[a->decl < b->decl ? b->decl : a->decl];

        if (a->key + a->count < b->key + b->count)
            furthest = b;
        if (a->key + a->count <= b->key || is_same_meaning(x, y))
            continue;
        base_error(c->diags, QD_CODE_TGSI_REDECLARED, base_at_line(y->line, y->column),
                   "found the semantic %s[%u] again, which line %u has",
                   tgsi_semantic_infos[y->semantic].name, (uint32_t)b->key, x->line);
    }
}

static void
check_declarations(struct checker *c)
{
    for (uint32_t i = 0; i < c->program->decls.count; i++)
        check_declaration(c, &c->program->decls.data[i]);
    for (uint32_t f = 0; f < tgsi_file_count; f++)
        check_overlaps(c, (enum tgsi_file)f);
    check_semantics(c, tgsi_file_IN);
    check_semantics(c, tgsi_file_OUT);
}

/* ---- registers ---- */

/* A register outside all ranges of its file. */
static void
report_undeclared(struct checker *c, struct qd_place place, enum tgsi_file file, uint32_t dim,
                  uint32_t index)
{
    const struct tgsi_file_ranges *ranges = &c->registers.files[file];
    const char *name = index_format(c->program, file, dim);
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
    const uint32_t range = tgsi_registers_find(&c->registers, file, dim, index, &c->hints[file]);

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
    const struct tgsi_file_ranges *ranges = &c->registers.files[file];
    const uint32_t first = any_dim ? (ranges->count > 0 ? 0 : TGSI_NO_RANGE)
                                   : tgsi_registers_first(&c->registers, file, dim);

    if (first != TGSI_NO_RANGE && c->indirect[file][first] <= any_dim) {
        c->indirect[file][first] = (uint8_t)(1 + any_dim);
        for (uint32_t i = first; i < ranges->count && (any_dim || ranges->ranges[i].dim == dim);
             i++)
            c->used[file][i] = true;
    }
    if (first == TGSI_NO_RANGE)
        base_error(c->diags, QD_CODE_TGSI_UNDECLARED, place,
                   "found an access to %s by an address, but no register of it is declared",
                   index_format(c->program, file, any_dim ? 0 : dim));
}

static void
check_address(struct checker *c, struct qd_place place, const struct tgsi_address *address)
{
    check_direct(c, place, (enum tgsi_file)address->file, 0, address->index);
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
    if (file == tgsi_file_NULL)
        return;
    if (any_dim || (operand->flags & TGSI_OPERAND_INDIRECT))
        check_indirect(c, place, file, any_dim, dim);
    else
        check_direct(c, place, file, dim, (uint32_t)relative->index);
}

static void
check_register(struct checker *c, const struct tgsi_inst *inst, const struct tgsi_operand *operand)
{
    const struct qd_place place = tgsi_operand_place(inst, operand);
    const enum tgsi_file file = (enum tgsi_file)operand->file;

    /* Guests of virgl keep the vertex's bracket where they put a temporary for an output. */
    const bool is_stand_in = file == tgsi_file_TEMP && is_stage(c, tgsi_processor_TESS_CTRL);

    if ((operand->flags & TGSI_OPERAND_TWO_BRACKETS) && !is_stand_in &&
        !may_have_two_brackets(c, file)) {
        base_error(c->diags, QD_CODE_TGSI_UNDECLARED, place,
                   "found two brackets, expected one: %s of %s has one", tgsi_file_infos[file].name,
                   stage_name(c));
        return;
    }
    if (operand->flags & TGSI_OPERAND_RELATIVE)
        check_relative(c, place, operand);
    else if (file == tgsi_file_MEMORY) /* The declaration's kind counts, its number does not. */
        check_indirect(c, place, file, false, 0);
    else if (file != tgsi_file_NULL)
        check_direct(c, place, file, tgsi_file_dim(file, operand->dim), operand->index);
}

/* Marks a register that one number names, if its declaration is the one that the last register of
 * its file had; most are. */
static bool
check_again(struct checker *c, const struct tgsi_operand *operand)
{
    const struct tgsi_file_ranges *ranges = &c->registers.files[operand->file];
    const uint32_t hint = c->hints[operand->file];

    if ((operand->flags & (TGSI_OPERAND_RELATIVE | TGSI_OPERAND_TWO_BRACKETS)) ||
        hint >= ranges->count)
        return false;
    const struct tgsi_range *range = &ranges->ranges[hint];
    if (range->dim || operand->index < range->first || operand->index > range->last)
        return false;
    c->used[operand->file][hint] = true;
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
check_src(struct checker *c, const struct tgsi_inst *inst, uint32_t i)
{
    const struct tgsi_op_info *info = &tgsi_op_infos[inst->op];
    const struct tgsi_operand *operand = tgsi_src(c->program, inst, i);
    const enum tgsi_file file = (enum tgsi_file)operand->file;
    const enum tgsi_type type = (enum tgsi_type)info->src[i];

    const bool is_value = type <= tgsi_type_any && (tgsi_file_infos[file].flags & TGSI_FILE_READ);
    if (!is_value && !is_resource(c, type, file)) {
        const char *expected = resources[type].name;

        base_error(c->diags, QD_CODE_TGSI_NOT_READABLE, tgsi_operand_place(inst, operand),
                   "found a register of %s as source %u of %s, expected %s",
                   tgsi_file_infos[file].name, i + 1, info->name,
                   expected ? expected : "one that can be read");
        return;
    }
    if (!check_again(c, operand))
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
                   tgsi_file_infos[file].name, info->name,
                   info->dst == tgsi_type_mem ? resources[tgsi_type_mem].name
                                              : "one that can be written");
        return;
    }
    if (!check_again(c, operand))
        check_register(c, inst, operand);
}

/* ---- textures ---- */

static void
check_target(struct checker *c, const struct tgsi_inst *inst)
{
    const struct tgsi_op_info *info = &tgsi_op_infos[inst->op];

    if (!tgsi_op_takes_target((enum tgsi_op)inst->op, (enum tgsi_target)inst->target))
        base_error(c->diags, QD_CODE_TGSI_TEXTURE_TARGET, tgsi_inst_place(inst),
                   "found target %s, expected one that %s takes",
                   tgsi_target_infos[inst->target].name, info->name);
}

/* The view that goes with a sampler, where it is declared, has the target that is sampled. */
static void
check_view(struct checker *c, const struct tgsi_inst *inst, const struct tgsi_operand *sampler)
{
    if (sampler->file != tgsi_file_SAMP || (sampler->flags & TGSI_OPERAND_RELATIVE))
        return;
    const uint32_t range = tgsi_registers_find(&c->registers, tgsi_file_SVIEW, 0, sampler->index,
                                               &c->hints[tgsi_file_SVIEW]);
    if (range == TGSI_NO_RANGE)
        return;
    const struct tgsi_decl *view =
        &c->program->decls.data[c->registers.files[tgsi_file_SVIEW].ranges[range].decl];
    c->used[tgsi_file_SVIEW][range] = true;
    if (view->target != inst->target)
        base_error(c->diags, QD_CODE_TGSI_TEXTURE_TARGET, tgsi_inst_place(inst),
                   "found target %s, expected %s, which line %u declares for SVIEW[%u]",
                   tgsi_target_infos[inst->target].name, tgsi_target_infos[view->target].name,
                   view->line, sampler->index);
}

static void
check_texture(struct checker *c, const struct tgsi_inst *inst)
{
    check_target(c, inst);
    for (uint32_t i = 0; i < inst->srcs; i++)
        if (tgsi_op_infos[inst->op].src[i] == tgsi_type_samp)
            check_view(c, inst, tgsi_src(c->program, inst, i));
}

/* ---- the whole ---- */

static void
check_inst(struct checker *c, const struct tgsi_inst *inst)
{
    const struct tgsi_op_info *info = &tgsi_op_infos[inst->op];

    if (!(info->stages & 1u << c->program->processor))
        base_error(c->diags, QD_CODE_TGSI_STAGE, tgsi_inst_place(inst),
                   "found %s, which is not for %s", info->name, stage_name(c));
    for (uint32_t i = 0; i < info->dsts; i++)
        check_dst(c, inst, i);
    for (uint32_t i = 0; i < inst->srcs; i++)
        check_src(c, inst, i);
    for (uint32_t i = 0; i < inst->offsets; i++)
        check_register(c, inst, tgsi_offset(c->program, inst, i));
    if (inst->flags & TGSI_INST_PREDICATE)
        check_register(c, inst, tgsi_predicate(c->program, inst));
    if (info->flags & TGSI_OP_TEXTURE)
        check_texture(c, inst);
    tgsi_check_flow(c->flow, inst);
}

/* A view may be declared for its texels' type alone; a register that is declared twice is one. */
static bool
is_unused(const struct checker *c, enum tgsi_file file, uint32_t range)
{
    return !c->used[file][range] && file != tgsi_file_IMM && file != tgsi_file_SVIEW &&
           c->registers.files[file].ranges[range].reach == range;
}

static void
warn_unused(struct checker *c)
{
    for (uint32_t f = 0; f < tgsi_file_count; f++) {
        const struct tgsi_file_ranges *ranges = &c->registers.files[f];

        for (uint32_t i = 0; i < ranges->count; i++) {
            if (!is_unused(c, (enum tgsi_file)f, i))
                continue;
            const struct tgsi_decl *decl = &c->program->decls.data[ranges->ranges[i].decl];
            base_warning(c->diags, QD_CODE_TGSI_UNUSED, base_at_line(decl->line, decl->column),
                         "%s[%u] is never %s",
                         index_format(c->program, (enum tgsi_file)f, ranges->ranges[i].dim),
                         decl->first, f == tgsi_file_OUT ? "written" : "used");
        }
    }
}

bool
tgsi_check(const struct tgsi_program *program, struct base_diags *diags)
{
    struct checker *c = base_arena_new(program->arena, struct checker);
    const uint32_t errors = diags->error_count;

    c->program = program;
    c->diags = diags;
    c->flow = tgsi_check_flow_begin(program, diags);
    tgsi_registers_init(&c->registers, program, program->arena);
    for (uint32_t f = 0; f < tgsi_file_count; f++) {
        c->used[f] = base_arena_new_array(program->arena, bool, c->registers.files[f].count);
        c->indirect[f] = base_arena_new_array(program->arena, uint8_t, c->registers.files[f].count);
    }

    check_declarations(c);
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
