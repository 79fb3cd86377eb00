/* SPDX-License-Identifier: MIT */
#include "rdna/parse_priv.h"

#include <inttypes.h>

/* ---- Labels ---- */

static bool
define_label(struct rdna_parser *p)
{
    const struct rdna_token *token = rdna_peek(p);
    const uint32_t name = base_names_intern(&p->names, token->text, token->size);

    while (p->places.count <= name)
        *base_array_add(p->arena, &p->places) = 0;
    if (p->places.data[name])
        return rdna_fail_at(p, QD_CODE_RDNA_ASM_LABEL, p->token, "found the label %s a second time",
                            base_names_string(&p->names, name));
    *base_array_add(p->arena, &p->labels) =
        (struct rdna_label){base_names_string(&p->names, name), p->words.count};
    p->places.data[name] = p->labels.count;
    p->token += 2;
    return true;
}

/* Puts the distances into branches, once all labels are known. */
static void
resolve(struct rdna_parser *p)
{
    for (uint32_t i = 0; i < p->fixups.count; i++) {
        const struct rdna_fixup *fixup = &p->fixups.data[i];
        const char *name = base_names_string(&p->names, fixup->name);
        const struct qd_place place = base_at_line(fixup->line, fixup->column);
        const uint32_t label = fixup->name < p->places.count ? p->places.data[fixup->name] : 0;

        if (!label) {
            base_error(p->diags, QD_CODE_RDNA_ASM_LABEL, place,
                       "found a branch to %s, expected a label of this text", name);
            continue;
        }
        const int64_t distance = (int64_t)p->labels.data[label - 1].word - (int64_t)fixup->word - 1;
        if (distance < -32768 || distance > 32767) {
            base_error(p->diags, QD_CODE_RDNA_ASM_LABEL, place,
                       "found a branch over %" PRId64 " words to %s, expected 32768 at most",
                       distance, name);
            continue;
        }
        p->words.data[fixup->word] |= (uint32_t)distance & 0xffff;
    }
}

/* ---- Directives ---- */

static bool
parse_data(struct rdna_parser *p, bool wide)
{
    int64_t value;

    do {
        if (wide ? !rdna_parse_expression(p, &value)
                 : !rdna_parse_range(p, INT32_MIN, UINT32_MAX, "a number", &value))
            return false;
        base_array_push(p->arena, &p->words, (uint32_t)value);
        if (wide)
            base_array_push(p->arena, &p->words, (uint32_t)((uint64_t)value >> 32));
    } while (rdna_skip_mark(p, ','));
    if (rdna_peek(p)->kind != rdna_token_end)
        return rdna_fail_found(p, QD_CODE_RDNA_ASM_SYNTAX, "a comma or the end of the line");
    return true;
}

/* What says nothing about the words is passed over. */
static bool
parse_directive(struct rdna_parser *p)
{
    static const char *const ignored[] = {".text", ".globl",         ".global", ".type",
                                          ".size", ".amdgcn_target", ".file",   ".ident"};

    if (rdna_skip_name(p, ".long") || rdna_skip_name(p, ".int") || rdna_skip_name(p, ".4byte"))
        return parse_data(p, false);
    if (rdna_skip_name(p, ".quad") || rdna_skip_name(p, ".8byte"))
        return parse_data(p, true);
    for (unsigned i = 0; i < BASE_COUNT(ignored); i++)
        if (rdna_token_is(rdna_peek(p), ignored[i]))
            return true;
    return rdna_fail_found(p, QD_CODE_RDNA_ASM_DIRECTIVE, "a directive, such as .long");
}

/* ---- Instructions ---- */

/* Finds the row that a name means, and the suffix that it has. */
static enum rdna_op
find_row(const struct rdna_token *token, enum rdna_suffix *suffix)
{
    static const char *const suffixes[] = {
        [rdna_suffix_e32] = "_e32",
        [rdna_suffix_e64] = "_e64",
        [rdna_suffix_dpp] = "_dpp",
        [rdna_suffix_sdwa] = "_sdwa",
    };

    *suffix = rdna_suffix_none;
    if (token->kind != rdna_token_name)
        return rdna_op_none;
    for (unsigned i = 1; i < BASE_COUNT(suffixes); i++) {
        const size_t size = strlen(suffixes[i]);
        if (token->size <= size || memcmp(token->text + token->size - size, suffixes[i], size) != 0)
            continue;
        *suffix = (enum rdna_suffix)i;
        return rdna_find_row(token->text, token->size - size);
    }
    return rdna_find_row(token->text, token->size);
}

/* Images say how many registers they use in several places, which must agree. */
static bool
check_image(struct rdna_parser *p)
{
    struct rdna_image image;

    if (!(p->info->operands[1].type & RDNA_IADDR_RAY) && !(p->seen & RDNA_SEEN(dim)))
        return rdna_fail_at(p, QD_CODE_RDNA_ASM_MODIFIER, p->tokens.count - 1,
                            "found no dimension, expected one, such as dim:SQ_RSRC_IMG_2D");
    if (!rdna_image_registers(&p->inst, &image))
        return rdna_fail_at(p, QD_CODE_RDNA_ASM_REGISTER, p->address_at,
                            "found registers that are not there, expected others");
    if (p->data_count != image.data)
        return rdna_fail_at(p, QD_CODE_RDNA_ASM_REGISTER, p->data_at,
                            "found %u registers of data, expected %u, as dmask, d16 and tfe say",
                            p->data_count, image.data);
    /* Five to seven may be written as eight, and, as LLVM did once, more as sixteen. */
    const bool padded = !p->inst.nsa_words && ((p->address_count == 8 && image.addresses > 4) ||
                                               (p->address_count == 16 && image.addresses > 8));
    if (p->address_count != image.addresses && !padded)
        return rdna_fail_at(p, QD_CODE_RDNA_ASM_REGISTER, p->address_at,
                            "found %u registers of an address, expected %u, as the dimension says",
                            p->address_count, image.addresses);
    return true;
}

/* What the words of an intersection always say. */
static void
set_intersection(struct rdna_inst *inst)
{
    inst->unorm = inst->r128 = true;
    inst->dmask = 15;
}

/* Whether the words say the registers and numbers that were read. */
static bool
says_all(const struct rdna_inst *read, const struct rdna_inst *decoded)
{
    return decoded->row == read->row && decoded->form == read->form && decoded->dst == read->dst &&
           decoded->sdst == read->sdst && !memcmp(decoded->src, read->src, sizeof(read->src)) &&
           decoded->srsrc == read->srsrc && decoded->ssamp == read->ssamp &&
           decoded->soffset == read->soffset && decoded->imm == read->imm;
}

/* Writes the words. They must say what was read, or the instruction has none. */
static bool
emit(struct rdna_parser *p)
{
    uint32_t words[RDNA_MAX_WORDS];
    struct rdna_inst again;

    const unsigned count = rdna_encode(&p->inst, p->isa, words);
    if (!rdna_decode(words, count, p->isa, p->wave_size, &again) || again.words != count ||
        !says_all(&p->inst, &again))
        return rdna_fail_at(p, QD_CODE_RDNA_ASM_NO_ENCODING, 0,
                            "found %s with operands that no words can say", p->info->name);
    if (p->branches) {
        const struct rdna_token *target = &p->tokens.data[p->target_at];
        *base_array_add(p->arena, &p->fixups) =
            (struct rdna_fixup){p->words.count, p->target, target->line, target->column};
    }
    for (unsigned i = 0; i < count; i++)
        base_array_push(p->arena, &p->words, words[i]);
    return true;
}

static bool
parse_instruction(struct rdna_parser *p)
{
    const enum rdna_op row = find_row(rdna_peek(p), &p->suffix);
    const uint32_t mnemonic = p->token;

    if (row == rdna_op_none)
        return rdna_fail_found(p, QD_CODE_RDNA_ASM_UNKNOWN_OPCODE, "an instruction");
    p->info = &rdna_op_infos[row];
    if (!(p->info->isas >> p->isa & 1))
        return rdna_fail_at(p, QD_CODE_RDNA_ASM_CHIP, mnemonic, "found %s, which %s does not have",
                            p->info->name, rdna_isa_names[p->isa]);
    memset(&p->inst, 0, sizeof(p->inst));
    p->inst.row = (uint16_t)row;
    p->seen = 0;
    p->signs = 0;
    p->data_count = p->address_count = 0;
    p->has_literal = p->branches = false;
    p->token++;
    if (p->info->family == rdna_family_flat)
        p->inst.saddr = RDNA_NULL;
    if (p->info->family == rdna_family_exp)
        for (unsigned i = 0; i < 4; i++)
            p->inst.src[i] = RDNA_VGPR0;
    if (!rdna_parse_operands(p) || !rdna_parse_modifiers(p) || !rdna_choose_form(p))
        return false;
    if (p->inst.lds && p->info->family == rdna_family_mubuf)
        p->inst.dst = p->inst.vdata = RDNA_VGPR0;
    if (p->info->family == rdna_family_mimg) {
        if (p->info->operands[1].type & RDNA_IADDR_RAY)
            set_intersection(&p->inst);
        if (!check_image(p))
            return false;
    }
    return emit(p);
}

/* Labels, and then an instruction or a directive. */
static bool
parse_statement(struct rdna_parser *p)
{
    while (rdna_peek(p)->kind == rdna_token_name && rdna_token_is_mark(rdna_peek_at(p, 1), ':'))
        if (!define_label(p))
            return false;
    if (rdna_peek(p)->kind == rdna_token_end)
        return true;
    /* Places of errors count from the instruction on. */
    if (p->token) {
        memmove(p->tokens.data, p->tokens.data + p->token,
                (p->tokens.count - p->token) * sizeof(*p->tokens.data));
        p->tokens.count -= p->token;
        p->token = 0;
    }
    if (rdna_peek(p)->kind == rdna_token_name && rdna_peek(p)->text[0] == '.')
        return parse_directive(p);
    return parse_instruction(p);
}

bool
rdna_assemble(const char *text, size_t size, enum rdna_isa isa, unsigned wave_size,
              struct base_arena *arena, struct rdna_assembly *out, struct base_diags *diags)
{
    struct rdna_parser *p = base_arena_new(arena, struct rdna_parser);
    const uint32_t errors = diags->error_count;
    bool good;

    p->arena = arena;
    p->diags = diags;
    p->isa = isa;
    p->wave_size = wave_size;
    p->at = p->line_start = text;
    p->end = text + size;
    p->line = 1;
    base_names_init(&p->names, arena);
    while (rdna_lex_statement(p, &good))
        if (good)
            parse_statement(p);
    resolve(p);
    out->words = p->words.data;
    out->count = p->words.count;
    out->labels = p->labels.data;
    out->label_count = p->labels.count;
    return diags->error_count == errors;
}
