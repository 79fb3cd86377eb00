/* SPDX-License-Identifier: MIT */
#include "tgsi/tgsi_priv.h"

/* Does a register stand at the reader, from its file to its bracket? */
static bool
is_register_next(struct tgsi_reader *r)
{
    struct tgsi_span word;
    tgsi_peek_word(r, &word);
    const char *at = word.text + word.size;

    if (word.size == 0 || tgsi_file_of(r, &word) == tgsi_file_none)
        return false;
    while (at < r->end && tgsi_is_space(*at))
        at++;
    return at < r->end && *at == '[';
}

/* Does an offset stand at the reader, with its three letters, rather than a source? */
static bool
is_offset_next(const struct tgsi_reader *r)
{
    const char *at = r->at, *letters = NULL;

    for (; at < r->end && *at != ',' && *at != '\n'; at++)
        if (*at == '.' || *at == '[')
            letters = *at == '.' ? at + 1 : NULL;
    for (; letters && at > letters && tgsi_is_space(at[-1]); at--)
        continue;
    return letters && at - letters == 3;
}

/* Is there one more, after the first? */
static bool
has_next_operand(struct tgsi_reader *r, const struct tgsi_op_info *info, uint32_t need)
{
    if (!tgsi_accept(r, ','))
        return false;
    if (r->operand < need || !(info->flags & TGSI_OP_OFFSETS) || !is_offset_next(r))
        return true;
    r->at--;
    return false;
}

static bool
read_operands(struct tgsi_reader *r, const struct tgsi_op_info *info, struct tgsi_inst *inst)
{
    uint32_t need, most;

    tgsi_op_sources((enum tgsi_op)inst->op, r->dialect, &need, &most);
    need += info->dsts;
    most += info->dsts;
    r->info = info;
    r->need = need;
    for (r->operand = 0; r->operand < most; r->operand++) {
        if (r->operand > 0 ? !has_next_operand(r, info, need) : need == 0 && !is_register_next(r)) {
            if (r->operand >= need)
                break;
            return tgsi_too_few_operands(r, r->operand > 0 ? "a comma and operand" : "operand");
        }
        if (r->operand < info->dsts) {
            if (!tgsi_read_dst(r, inst->line))
                return false;
        } else {
            if (!tgsi_read_src(r, inst->line))
                return false;
            inst->srcs++;
        }
    }
    r->info = NULL;
    if (info->min_srcs < info->max_srcs)
        r->marks |= inst->srcs == info->min_srcs ? TGSI_MARK_EARLY : TGSI_MARK_FINAL;
    return true;
}

/* ", IMM[0].xyz" of a texture instruction. */
static bool
read_texture_offset(struct tgsi_reader *r, struct tgsi_inst *inst)
{
    struct tgsi_operand *operand;

    if (inst->offsets == TGSI_MAX_OFFSETS)
        return tgsi_expected(r, QD_CODE_TGSI_OPERAND_COUNT, "at most %d offsets", TGSI_MAX_OFFSETS);
    operand = tgsi_add_operand(r);
    if (!tgsi_read_register(r, inst->line, operand))
        return false;
    operand->select = 0;
    inst->offsets++;
    return !tgsi_accept(r, '.') || tgsi_read_swizzle(r, 3, &operand->select);
}

static bool
read_target(struct tgsi_reader *r, const struct tgsi_op_info *info, struct tgsi_inst *inst)
{
    if (!tgsi_accept(r, ','))
        return tgsi_expected(r, QD_CODE_TGSI_TEXTURE_TARGET, "a comma and the target of %s",
                             info->name);
    struct tgsi_span word;
    tgsi_peek_word(r, &word);
    const enum tgsi_target target = tgsi_target_of(r, &word);
    if (target == tgsi_target_none)
        return tgsi_expected(r, QD_CODE_TGSI_TEXTURE_TARGET, "the target of %s", info->name);
    r->at += word.size;
    inst->target = (uint8_t)target;
    return true;
}

/* ", COHERENT", ", 2D" or ", PIPE_FORMAT_R32_FLOAT" of an access to memory. */
static bool
read_access(struct tgsi_reader *r, struct tgsi_inst *inst, struct tgsi_operand *access)
{
    struct tgsi_span word;
    tgsi_peek_word(r, &word);
    const int qualifier = tgsi_find_word(tgsi_words_qualifier, &word);
    const enum tgsi_target target = tgsi_find_target(&word);

    if (qualifier >= 0) {
        access->select |= (uint8_t)(1u << qualifier);
    } else if (target != tgsi_target_none) {
        inst->target = (uint8_t)target;
    } else {
        const uint32_t format = tgsi_intern_format(&r->program->names, word.text, word.size);

        if (!format)
            return tgsi_expected(r, QD_CODE_TGSI_SYNTAX, "a qualifier, a target or a format");
        access->index = format;
    }
    r->at += word.size;
    return true;
}

/* What may follow the sources. */
static bool
read_rest(struct tgsi_reader *r, const struct tgsi_op_info *info, struct tgsi_inst *inst)
{
    struct tgsi_operand access = {0};

    if ((info->flags & TGSI_OP_TEXTURE) && !read_target(r, info, inst))
        return false;
    while ((info->flags & (TGSI_OP_TEXTURE | TGSI_OP_OFFSETS)) && tgsi_accept(r, ','))
        if (!read_texture_offset(r, inst))
            return false;
    while ((info->flags & TGSI_OP_MEMORY) && tgsi_accept(r, ',')) {
        inst->flags |= TGSI_INST_ACCESS;
        if (!read_access(r, inst, &access))
            return false;
    }
    if (inst->flags & TGSI_INST_ACCESS)
        base_array_push(r->arena, &r->program->operands, access);
    return true;
}

/* " :12". Those of structured control flow say what the words say already, and are not kept. */
static bool
read_label(struct tgsi_reader *r, const struct tgsi_op_info *info, struct tgsi_inst *inst)
{
    uint32_t label;

    if (!tgsi_accept(r, ':')) {
        if (info->flags & TGSI_OP_LABEL)
            return tgsi_expected(r, QD_CODE_TGSI_SYNTAX, "the label of %s", info->name);
        return true;
    }
    if (!tgsi_take_uint(r, &label))
        return tgsi_expected(r, QD_CODE_TGSI_SYNTAX, "the number of a label");
    if (info->flags & TGSI_OP_LABEL) {
        inst->operand = label;
    } else if (info->flags & TGSI_OP_JUMP) {
        inst->flags |= TGSI_INST_LABEL;
        *tgsi_add_operand(r) = (struct tgsi_operand){.index = label};
    }
    return true;
}

bool
tgsi_read_instruction(struct tgsi_reader *r, const struct tgsi_inst *head,
                      const struct tgsi_operand *predicate)
{
    struct tgsi_program *program = r->program;
    enum tgsi_op op = (enum tgsi_op)head->op;
    const struct tgsi_op_info *info = &tgsi_op_infos[op];

    base_array_push(r->arena, &program->insts, *head);
    struct tgsi_inst *inst = &program->insts.data[program->insts.count - 1];
    inst->operand = program->operands.count;
    r->last_op = tgsi_op_none;
    if (!read_operands(r, info, inst))
        return false;
    if (op == tgsi_op_LOAD) {
        op = tgsi_op_of_dialect(op, r->dialect, (enum tgsi_file)tgsi_src(program, inst, 1)->file);
        info = &tgsi_op_infos[op];
        inst->op = (uint16_t)op;
    }
    if (!read_rest(r, info, inst))
        return false;
    if (info->flags & TGSI_OP_LABEL) { /* Stores alone are predicated, and operand is the label. */
        inst->flags &= (uint8_t) ~(TGSI_INST_PREDICATE | TGSI_INST_PREDICATE_NOT);
    } else if (head->flags & TGSI_INST_PREDICATE) {
        struct tgsi_operand *operand = tgsi_add_operand(r);

        *operand = *predicate;
        operand->lines = 255; /* It stands before its instruction. */
    }
    if (!read_label(r, info, inst))
        return false;
    if (tgsi_accept(r, ',')) {
        r->at--;
        return tgsi_expected(r, QD_CODE_TGSI_OPERAND_COUNT, "no more operands of %s",
                             tgsi_op_name(op));
    }
    r->last_op = op;
    return true;
}
