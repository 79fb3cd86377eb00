/* SPDX-License-Identifier: MIT
 *
 * The writer gives each program one text: its dialect's spelling, every number so that it reads
 * back to the same bits. Labels of structured control flow are left out.
 */
#include "tgsi/program.h"

#include <inttypes.h>

static const char letters[] = "xyzw";

static void
write_mask(struct base_text *out, unsigned mask)
{
    if (mask == TGSI_MASK_ALL)
        return;
    base_text_add_char(out, '.');
    for (unsigned i = 0; i < 4; i++)
        if (mask & 1u << i)
            base_text_add_char(out, letters[i]);
}

static void
write_letters(struct base_text *out, unsigned select, unsigned count)
{
    base_text_add_char(out, '.');
    for (unsigned i = 0; i < count; i++)
        base_text_add_char(out, letters[select >> 2 * i & 3]);
}

/* ---- declarations ---- */

static void
write_range(struct base_text *out, uint32_t first, uint32_t last)
{
    if (first == last)
        base_text_printf(out, "[%" PRIu32 "]", first);
    else
        base_text_printf(out, "[%" PRIu32 "..%" PRIu32 "]", first, last);
}

static void
write_view(struct base_text *out, const struct tgsi_program *program, const struct tgsi_decl *decl)
{
    base_text_printf(out, ", %s",
                     tgsi_target_name((enum tgsi_target)decl->target, program->dialect));
    for (unsigned i = 0; i < 4; i++) {
        base_text_printf(out, ", %s", tgsi_word_name(tgsi_words_texel, decl->texel[i]));
        if (decl->texel[0] == decl->texel[1] && decl->texel[0] == decl->texel[2] &&
            decl->texel[0] == decl->texel[3])
            break;
    }
}

static void
write_image(struct base_text *out, const struct tgsi_program *program, const struct tgsi_decl *decl)
{
    if (decl->target)
        base_text_printf(out, ", %s",
                         tgsi_target_name((enum tgsi_target)decl->target, program->dialect));
    if (decl->format)
        base_text_printf(out, ", %s", base_names_string(&program->names, decl->format));
    if (decl->flags & TGSI_DECL_WRITABLE)
        base_text_add_string(out, ", WR");
    if (decl->flags & TGSI_DECL_RAW)
        base_text_add_string(out, ", RAW");
}

static void
write_value_attributes(struct base_text *out, const struct tgsi_decl *decl)
{
    if (decl->flags & TGSI_DECL_LOCAL)
        base_text_add_string(out, ", LOCAL");
    if (decl->semantic) {
        base_text_printf(out, ", %s", tgsi_semantic_infos[decl->semantic].name);
        if (decl->semantic_index || decl->semantic == tgsi_semantic_GENERIC ||
            decl->semantic == tgsi_semantic_TEXCOORD)
            base_text_printf(out, "[%" PRIu32 "]", decl->semantic_index);
    }
    if (decl->flags & TGSI_DECL_STREAM)
        base_text_printf(out, ", STREAM(%d, %d, %d, %d)", decl->stream[0], decl->stream[1],
                         decl->stream[2], decl->stream[3]);
    if (decl->flags & TGSI_DECL_INTERP)
        base_text_printf(out, ", %s", tgsi_word_name(tgsi_words_interp, decl->interp));
    if (decl->location != tgsi_location_CENTER)
        base_text_printf(out, ", %s", tgsi_word_name(tgsi_words_location, decl->location));
    if (decl->flags & TGSI_DECL_INVARIANT)
        base_text_add_string(out, ", INVARIANT");
    if (decl->wrap) {
        base_text_add_string(out, ", CYLWRAP_");
        for (unsigned i = 0; i < 4; i++)
            if (decl->wrap & 1u << i)
                base_text_add_char(out, "XYZW"[i]);
    }
}

static void write_row(struct base_text *out, const struct tgsi_row *row, uint32_t type);

static void
write_declaration(struct base_text *out, const struct tgsi_program *program,
                  const struct tgsi_decl *decl)
{
    base_text_printf(out, "DCL %s", tgsi_file_infos[decl->file].name);
    if (decl->flags & TGSI_DECL_TWO_BRACKETS) {
        if (tgsi_file_infos[decl->file].brackets == tgsi_brackets_BUFFER)
            base_text_printf(out, "[%" PRIu32 "]", decl->dim);
        else
            base_text_add_string(out, "[]");
    }
    write_range(out, decl->first, decl->last);
    write_mask(out, decl->mask);
    if (decl->array)
        base_text_printf(out, ", ARRAY(%" PRIu32 ")", decl->array);
    if (decl->file == tgsi_file_SVIEW || decl->file == tgsi_file_RES)
        write_view(out, program, decl);
    if (decl->file == tgsi_file_IMAGE)
        write_image(out, program, decl);
    if (decl->flags & TGSI_DECL_ATOMIC)
        base_text_add_string(out, ", ATOMIC");
    if (decl->file == tgsi_file_MEMORY)
        base_text_printf(out, ", %s", tgsi_word_name(tgsi_words_memory, decl->memory));
    write_value_attributes(out, decl);
    if (decl->file == tgsi_file_IMMX) {
        base_text_add_string(out, " {");
        for (uint32_t i = 0; i <= decl->last - decl->first; i++) {
            if (i > 0)
                base_text_add_string(out, ", ");
            write_row(out, &program->rows.data[decl->data + i], tgsi_immediate_FLT32);
        }
        base_text_add_char(out, '}');
    }
    base_text_add_char(out, '\n');
}

/* ---- immediates and properties ---- */

static void
write_f32(struct base_text *out, uint32_t bits)
{
    char text[TGSI_NUMBER_SIZE];

    if (tgsi_print_f32(bits, text))
        base_text_add_string(out, text);
    else
        base_text_printf(out, "0x%08" PRIx32, bits);
}

/* NaNs have no decimal form that keeps their bits, and the words' form is one for both values. */
static void
write_f64_pair(struct base_text *out, const struct tgsi_row *row)
{
    const uint64_t x = (uint64_t)row->words[1] << 32 | row->words[0];
    const uint64_t y = (uint64_t)row->words[3] << 32 | row->words[2];
    char texts[2][TGSI_NUMBER_SIZE];

    if (tgsi_print_f64(x, texts[0]) && tgsi_print_f64(y, texts[1]))
        base_text_printf(out, "%s, %s", texts[0], texts[1]);
    else
        base_text_printf(out, "0x%08" PRIx32 ", 0x%08" PRIx32 ", 0x%08" PRIx32 ", 0x%08" PRIx32,
                         row->words[0], row->words[1], row->words[2], row->words[3]);
}

static void
write_word(struct base_text *out, uint32_t word, uint32_t type)
{
    if (type == tgsi_immediate_FLT32)
        write_f32(out, word);
    else if (type == tgsi_immediate_UINT32)
        base_text_printf(out, "%" PRIu32, word);
    else
        base_text_printf(out, "%" PRId32, (int32_t)word);
}

static void
write_row(struct base_text *out, const struct tgsi_row *row, uint32_t type)
{
    base_text_add_char(out, '{');
    if (type == tgsi_immediate_FLT64) {
        write_f64_pair(out, row);
    } else {
        const bool is_wide = type == tgsi_immediate_UINT64 || type == tgsi_immediate_INT64;

        for (unsigned i = 0; i < 4; i += is_wide ? 2 : 1) {
            if (i > 0)
                base_text_add_string(out, ", ");
            if (!is_wide)
                write_word(out, row->words[i], type);
            else if (type == tgsi_immediate_UINT64)
                base_text_printf(out, "%" PRIu64,
                                 (uint64_t)row->words[i + 1] << 32 | row->words[i]);
            else
                base_text_printf(out, "%" PRId64,
                                 (int64_t)((uint64_t)row->words[i + 1] << 32 | row->words[i]));
        }
    }
    base_text_add_char(out, '}');
}

static void
write_property(struct base_text *out, const struct tgsi_property_value *value)
{
    const struct tgsi_property_info *info = &tgsi_property_infos[value->property];

    if (info->value == tgsi_words_NUMBER)
        base_text_printf(out, "PROPERTY %s %" PRId32 "\n", info->name, value->value);
    else
        base_text_printf(out, "PROPERTY %s %s\n", info->name,
                         tgsi_word_name((enum tgsi_words)info->value, value->value));
}

/* ---- instructions ---- */

static void
write_bracket(struct base_text *out, bool is_indirect, const struct tgsi_address *address,
              int32_t index)
{
    if (!is_indirect) {
        base_text_printf(out, "[%" PRIu32 "]", (uint32_t)index);
        return;
    }
    base_text_printf(out, "[%s[%d].%c", tgsi_file_infos[address->file].name, address->index,
                     letters[address->component]);
    if (index)
        base_text_printf(out, "%+" PRId32, index);
    base_text_add_char(out, ']');
}

static void
write_register(struct base_text *out, const struct tgsi_program *program,
               const struct tgsi_operand *operand)
{
    struct tgsi_relative relative = {(int32_t)operand->index, operand->dim, {0}, {0}, 0};

    if (operand->flags & TGSI_OPERAND_RELATIVE)
        relative = *tgsi_relative(program, operand);
    base_text_add_string(out, tgsi_file_infos[operand->file].name);
    if (operand->flags & TGSI_OPERAND_TWO_BRACKETS)
        write_bracket(out, operand->flags & TGSI_OPERAND_DIM_INDIRECT, &relative.dim_address,
                      relative.dim);
    write_bracket(out, operand->flags & TGSI_OPERAND_INDIRECT, &relative.address, relative.index);
    if (operand->flags & TGSI_OPERAND_ARRAY)
        base_text_printf(out, "(%d)", relative.array);
}

static void
write_src(struct base_text *out, const struct tgsi_program *program,
          const struct tgsi_operand *operand)
{
    if (operand->flags & TGSI_OPERAND_NEGATE)
        base_text_add_char(out, '-');
    if (operand->flags & TGSI_OPERAND_ABSOLUTE)
        base_text_add_char(out, '|');
    write_register(out, program, operand);
    if (operand->select != TGSI_SELECT_ALL)
        write_letters(out, operand->select, 4);
    if (operand->flags & TGSI_OPERAND_ABSOLUTE)
        base_text_add_char(out, '|');
}

static void
write_access(struct base_text *out, const struct tgsi_program *program,
             const struct tgsi_inst *inst)
{
    const struct tgsi_operand *access = tgsi_access(program, inst);

    for (int i = 0; i < 8; i++)
        if (access->select & 1u << i)
            base_text_printf(out, ", %s", tgsi_word_name(tgsi_words_qualifier, i));
    if (inst->target)
        base_text_printf(out, ", %s",
                         tgsi_target_name((enum tgsi_target)inst->target, program->dialect));
    if (access->index)
        base_text_printf(out, ", %s", base_names_string(&program->names, access->index));
}

static void
write_operands(struct base_text *out, const struct tgsi_program *program,
               const struct tgsi_inst *inst)
{
    const struct tgsi_op_info *info = &tgsi_op_infos[inst->op];

    for (uint32_t i = 0; i < info->dsts; i++) {
        base_text_add_string(out, i > 0 ? ", " : " ");
        write_register(out, program, tgsi_dst(program, inst, i));
        write_mask(out, tgsi_dst(program, inst, i)->select);
    }
    for (uint32_t i = 0; i < inst->srcs; i++) {
        base_text_add_string(out, info->dsts + i > 0 ? ", " : " ");
        write_src(out, program, tgsi_src(program, inst, i));
    }
    if (info->flags & TGSI_OP_TEXTURE)
        base_text_printf(out, ", %s",
                         tgsi_target_name((enum tgsi_target)inst->target, program->dialect));
    for (uint32_t i = 0; i < inst->offsets; i++) {
        base_text_add_string(out, ", ");
        write_register(out, program, tgsi_offset(program, inst, i));
        write_letters(out, tgsi_offset(program, inst, i)->select, 3);
    }
    if (inst->flags & TGSI_INST_ACCESS)
        write_access(out, program, inst);
    if ((info->flags & TGSI_OP_LABEL) || (inst->flags & TGSI_INST_LABEL))
        base_text_printf(out, " :%" PRIu32, tgsi_label(program, inst));
}

static void
write_instruction(struct base_text *out, const struct tgsi_program *program,
                  const struct tgsi_inst *inst)
{
    if (inst->flags & TGSI_INST_PREDICATE) {
        const struct tgsi_operand *predicate = tgsi_predicate(program, inst);

        base_text_add_string(out, inst->flags & TGSI_INST_PREDICATE_NOT ? "(!" : "(");
        write_register(out, program, predicate);
        write_letters(out, predicate->select, 4);
        base_text_add_string(out, ") ");
    }
    base_text_add_string(out, tgsi_op_name((enum tgsi_op)inst->op));
    if (inst->flags & TGSI_INST_SATURATE)
        base_text_add_string(out, "_SAT");
    if (inst->flags & TGSI_INST_SATURATE_SIGNED)
        base_text_add_string(out, "_SATNV");
    if (inst->flags & TGSI_INST_PRECISE)
        base_text_add_string(out, "_PRECISE");
    write_operands(out, program, inst);
    base_text_add_char(out, '\n');
}

static bool
is_opening(unsigned op)
{
    return op == tgsi_op_IF || op == tgsi_op_UIF || op == tgsi_op_IFC || op == tgsi_op_BGNLOOP ||
           op == tgsi_op_SWITCH || op == tgsi_op_ELSE;
}

static bool
is_closing(unsigned op)
{
    return op == tgsi_op_ENDIF || op == tgsi_op_ENDLOOP || op == tgsi_op_ENDSWITCH ||
           op == tgsi_op_ELSE;
}

/* Deeper than this, nesting is not shown any more: the text would grow with its square. */
#define MAX_INDENT 32

void
tgsi_write_text(const struct tgsi_program *program, struct base_text *out)
{
    uint32_t depth = 0;

    base_text_printf(out, "%s\n", tgsi_word_name(tgsi_words_processor, program->processor));
    for (uint32_t i = 0; i < program->properties.count; i++)
        write_property(out, &program->properties.data[i]);
    for (uint32_t i = 0; i < program->decls.count; i++)
        write_declaration(out, program, &program->decls.data[i]);
    for (uint32_t i = 0; i < program->immediates.count; i++) {
        const struct tgsi_immediate *immediate = &program->immediates.data[i];

        base_text_printf(out, "IMM[%" PRIu32 "] %s ", i,
                         tgsi_word_name(tgsi_words_immediate, (int)immediate->type));
        write_row(out, &immediate->row, immediate->type);
        base_text_add_char(out, '\n');
    }
    for (uint32_t i = 0; i < program->insts.count; i++) {
        const struct tgsi_inst *inst = &program->insts.data[i];

        depth -= depth > 0 && is_closing(inst->op);
        base_text_printf(out, "%3" PRIu32 ": %*s", i,
                         (int)(2 * (depth < MAX_INDENT ? depth : MAX_INDENT)), "");
        depth += is_opening(inst->op);
        write_instruction(out, program, inst);
    }
}
