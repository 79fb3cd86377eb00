/* SPDX-License-Identifier: MIT
 *
 * Rules of declarations: what each file takes in each stage, and what may not be declared twice.
 */
#include "tgsi/tgsi_priv.h"

#include <stdlib.h>

static const char *
stage_name(const struct tgsi_check *c)
{
    return tgsi_word_name(tgsi_words_processor, c->program->processor);
}

static bool
is_stage(const struct tgsi_check *c, enum tgsi_word processor)
{
    return c->program->processor == processor;
}

bool
tgsi_check_has_vertices(const struct tgsi_program *program, enum tgsi_file file)
{
    if (file == tgsi_file_IN)
        return program->processor == tgsi_processor_GEOM ||
               program->processor == tgsi_processor_TESS_CTRL ||
               program->processor == tgsi_processor_TESS_EVAL;
    return file == tgsi_file_OUT && program->processor == tgsi_processor_TESS_CTRL;
}

bool
tgsi_check_has_two_brackets(const struct tgsi_program *program, enum tgsi_file file)
{
    return tgsi_file_infos[file].brackets == tgsi_brackets_BUFFER ||
           tgsi_check_has_vertices(program, file);
}

bool
tgsi_check_is_whole(enum tgsi_semantic semantic)
{
    return semantic == tgsi_semantic_PRIM_ID || semantic == tgsi_semantic_PATCH ||
           semantic == tgsi_semantic_TESSOUTER || semantic == tgsi_semantic_TESSINNER;
}

const char *
tgsi_check_register_name(const struct tgsi_program *program, enum tgsi_file file, uint32_t dim)
{
    if (tgsi_file_infos[file].brackets == tgsi_brackets_BUFFER && dim)
        return base_arena_printf(program->arena, "%s[%u]", tgsi_file_infos[file].name, dim);
    return tgsi_file_infos[file].name;
}

/* ---- semantics ---- */

/* Of these the language bounds no index; what a module has room for is the lowering's to say. */
static bool
is_unbounded(enum tgsi_semantic semantic)
{
    return semantic == tgsi_semantic_GENERIC || semantic == tgsi_semantic_PATCH;
}

static void
check_semantic(struct tgsi_check *c, const struct tgsi_decl *decl)
{
    const struct qd_place place = base_at_line(decl->line, decl->column);
    const char *name = tgsi_semantic_infos[decl->semantic].name;
    const uint32_t last = decl->semantic_index + (decl->last - decl->first);
    const struct tgsi_place_info *info = tgsi_find_place(
        c->program->processor, (enum tgsi_file)decl->file, (enum tgsi_semantic)decl->semantic);

    if (!info)
        base_error(c->diags, QD_CODE_TGSI_SEMANTIC, place,
                   "found the semantic %s on %s, which %s does not have there", name,
                   tgsi_file_infos[decl->file].name, stage_name(c));
    else if (last >= info->count && !is_unbounded((enum tgsi_semantic)decl->semantic))
        base_error(c->diags, QD_CODE_TGSI_SEMANTIC, place,
                   "found %s[%u], expected an index below %u", name, last, info->count);
}

/* ---- declarations ---- */

static bool
needs_semantic(const struct tgsi_check *c, enum tgsi_file file)
{
    return file == tgsi_file_OUT || file == tgsi_file_SV ||
           (file == tgsi_file_IN && !is_stage(c, tgsi_processor_VERT));
}

/* Attributes of resources. */
static void
check_resource(struct tgsi_check *c, const struct tgsi_decl *decl)
{
    const struct qd_place place = base_at_line(decl->line, decl->column);
    const char *file = tgsi_file_infos[decl->file].name;

    if (decl->file == tgsi_file_IMAGE && !decl->target)
        base_error(c->diags, QD_CODE_TGSI_DECLARATION, place,
                   "found an image without a target, expected one");
    if ((decl->file == tgsi_file_IMAGE || decl->file == tgsi_file_SVIEW ||
         decl->file == tgsi_file_RES) &&
        decl->target == tgsi_target_UNKNOWN)
        base_error(c->diags, QD_CODE_TGSI_TEXTURE_TARGET, place,
                   "found target UNKNOWN, expected that of %s[%u]", file, decl->first);
    if (decl->file == tgsi_file_PRED && decl->last > 0)
        base_error(c->diags, QD_CODE_TGSI_PREDICATE, place,
                   "found PRED[%u], expected PRED[0], the only predicate register", decl->last);
}

/* Attributes of files that do not have them. */
static void
check_attributes(struct tgsi_check *c, const struct tgsi_decl *decl)
{
    const struct qd_place place = base_at_line(decl->line, decl->column);

    if ((decl->flags & TGSI_DECL_STREAM) &&
        (decl->file != tgsi_file_OUT || !is_stage(c, tgsi_processor_GEOM)))
        base_error(c->diags, QD_CODE_TGSI_DECLARATION, place,
                   "found STREAM, expected it on outputs of GEOM alone");
    if (decl->mask == 0)
        base_error(c->diags, QD_CODE_TGSI_WRITE_MASK, place,
                   "found a declaration of no component, expected one or more");
}

static void
check_declaration(struct tgsi_check *c, const struct tgsi_decl *decl)
{
    const struct qd_place place = base_at_line(decl->line, decl->column);
    const struct tgsi_file_info *file = &tgsi_file_infos[decl->file];
    const bool is_io = decl->file == tgsi_file_IN || decl->file == tgsi_file_OUT;

    if ((decl->flags & TGSI_DECL_TWO_BRACKETS) &&
        !tgsi_check_has_two_brackets(c->program, decl->file))
        base_error(c->diags, QD_CODE_TGSI_BRACKETS, place,
                   "found two brackets, expected one: %s of %s has one", file->name, stage_name(c));
    /* Mesa prints the empty bracket of PRIM_ID, and reads it with one. */
    if ((decl->flags & TGSI_DECL_TWO_BRACKETS) && decl->semantic != tgsi_semantic_PRIM_ID &&
        tgsi_check_is_whole((enum tgsi_semantic)decl->semantic))
        base_error(c->diags, QD_CODE_TGSI_BRACKETS, place,
                   "found two brackets, expected one: %s is of no vertex",
                   tgsi_semantic_infos[decl->semantic].name);
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
    else if (decl->semantic &&
             (decl->file == tgsi_file_SV || (is_io && !is_stage(c, tgsi_processor_COMP))))
        check_semantic(c, decl);
    check_resource(c, decl);
    check_attributes(c, decl);
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
check_overlaps(struct tgsi_check *c, enum tgsi_file file)
{
    const struct tgsi_file_ranges *ranges = &c->registers->files[file];

    for (uint32_t i = 1; i < ranges->count; i++) {
        const struct tgsi_range *a = &ranges->ranges[ranges->ranges[i - 1].reach];
        const struct tgsi_range *b = &ranges->ranges[i];
        const struct tgsi_decl *x = &c->program->decls.data[a->decl < b->decl ? a->decl : b->decl];
        const struct tgsi_decl *y = &c->program->decls.data[a->decl < b->decl ? b->decl : a->decl];

        if (a->dim != b->dim || b->first > a->last || is_same_meaning(x, y))
            continue;
        base_error(c->diags, QD_CODE_TGSI_REDECLARED, base_at_line(y->line, y->column),
                   "found %s[%u] again, which line %u declares",
                   tgsi_check_register_name(c->program, file, b->dim), b->first, x->line);
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
check_semantics(struct tgsi_check *c, enum tgsi_file file)
{
    const struct tgsi_program *program = c->program;
    const uint32_t most = c->registers->files[file].count;
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

void
tgsi_check_declarations(struct tgsi_check *c)
{
    for (uint32_t i = 0; i < c->program->decls.count; i++)
        check_declaration(c, &c->program->decls.data[i]);
    for (uint32_t f = 0; f < tgsi_file_count; f++)
        check_overlaps(c, (enum tgsi_file)f);
    check_semantics(c, tgsi_file_IN);
    check_semantics(c, tgsi_file_OUT);
}
