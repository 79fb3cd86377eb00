/* SPDX-License-Identifier: MIT
 *
 * The token writer, for all layouts. A field that is too narrow for its value, or that the layout
 * does not have, is an error: nothing is cut.
 *
 * Instructions say their size without their first word, as Mesa's do.
 */
#include "tgsi/tokens.h"

struct writer {
    const struct tgsi_layout *layout;
    const struct tgsi_program *program;
    struct base_arena *arena;
    struct base_diags *diags;
    BASE_ARRAY(uint32_t) words;
    uint32_t *labels; /* Of instructions; TGSI_NO_LABEL: none. */
    uint32_t token;   /* Where the one being written starts. */
    struct qd_place place;
};

static bool
is_early(const struct writer *w)
{
    return w->layout->numbering == tgsi_numbering_2011;
}

static void
no_word(struct writer *w, const char *what)
{
    base_error(w->diags, QD_CODE_TGSI_NO_TOKEN, w->place,
               "found %s, which tokens of %s have no word for", what, w->layout->name);
}

static uint32_t
put(struct writer *w, enum tgsi_field field, uint32_t value)
{
    const struct tgsi_field_bits bits = w->layout->fields[field];
    const uint32_t most = (UINT32_C(1) << bits.bits) - 1;

    if (value <= most)
        return value << bits.at;
    if (most == 0)
        no_word(w, tgsi_field_names[field]);
    else
        base_error(w->diags, QD_CODE_TGSI_NO_TOKEN, w->place,
                   "found %s of %u, expected at most %u in tokens of %s", tgsi_field_names[field],
                   value, most, w->layout->name);
    return 0;
}

static uint32_t
put_signed16(struct writer *w, enum tgsi_field field, int64_t value)
{
    if (value >= INT16_MIN && value <= INT16_MAX)
        return put(w, field, (uint32_t)value & 0xffff);
    base_error(w->diags, QD_CODE_TGSI_NO_TOKEN, w->place,
               "found %s of %lld, expected one from %d to %d in tokens", tgsi_field_names[field],
               (long long)value, INT16_MIN, INT16_MAX);
    return 0;
}

/* A number that is none where the layout lacks it; name is what has it. */
static uint32_t
put_number(struct writer *w, enum tgsi_field field, int number, const char *name)
{
    if (number >= 0)
        return put(w, field, (uint32_t)number);
    no_word(w, name);
    return 0;
}

#define PUT(w, field, value) put(w, tgsi_field_##field, value)

static uint32_t
put_file(struct writer *w, enum tgsi_field field, unsigned file)
{
    return put_number(w, field, tgsi_number_of_file(w->layout, (enum tgsi_file)file),
                      tgsi_file_infos[file].name);
}

static uint32_t
put_target(struct writer *w, enum tgsi_field field, unsigned target)
{
    return put_number(w, field, tgsi_number_of_target(w->layout, (enum tgsi_target)target),
                      target ? tgsi_target_infos[target].name : "no target");
}

static uint32_t
put_format(struct writer *w, enum tgsi_field field, uint32_t format)
{
    const char *name = base_names_string(&w->program->names, format);

    return format ? put_number(w, field, tgsi_number_of_format(w->layout, name), name) : 0;
}

static void
add(struct writer *w, uint32_t word)
{
    base_array_push(w->arena, &w->words, word);
}

static void
begin(struct writer *w, struct qd_place place)
{
    w->token = w->words.count;
    w->place = place;
}

/* ---- declarations ---- */

static bool
has_dimension(const struct writer *w, const struct tgsi_decl *decl)
{
    return (decl->flags & TGSI_DECL_TWO_BRACKETS) &&
           !tgsi_has_vertices(w->program, (enum tgsi_file)decl->file,
                              (enum tgsi_semantic)decl->semantic);
}

/* An interpolation's word has more than the interpolation. */
static bool
has_interpolation(const struct tgsi_decl *decl)
{
    return (decl->flags & TGSI_DECL_INTERP) || decl->location || decl->wrap;
}

static uint32_t
put_declaration(struct writer *w, const struct tgsi_decl *decl)
{
    const uint32_t word =
        PUT(w, type, TGSI_TOKEN_DECLARATION) | put_file(w, tgsi_field_decl_file, decl->file) |
        PUT(w, decl_mask, decl->mask) | PUT(w, decl_dimension, has_dimension(w, decl)) |
        PUT(w, decl_semantic, decl->semantic > 0) |
        PUT(w, decl_invariant, (decl->flags & TGSI_DECL_INVARIANT) != 0) |
        PUT(w, decl_local, (decl->flags & TGSI_DECL_LOCAL) != 0) |
        PUT(w, decl_array, decl->array > 0) |
        PUT(w, decl_atomic, (decl->flags & TGSI_DECL_ATOMIC) != 0) |
        PUT(w, decl_memory, decl->memory);

    if (!is_early(w))
        return word | PUT(w, decl_interp, has_interpolation(decl));
    if (decl->interp > tgsi_interp_PERSPECTIVE)
        no_word(w, "interpolation COLOR");
    if (decl->location == tgsi_location_SAMPLE)
        no_word(w, "interpolation at SAMPLE");
    return word | PUT(w, decl_mode, decl->interp) |
           PUT(w, decl_centroid, decl->location == tgsi_location_CENTROID) |
           PUT(w, decl_wrap, decl->wrap);
}

static uint32_t
put_semantic(struct writer *w, const struct tgsi_decl *decl)
{
    uint32_t streams = 0;

    for (unsigned i = 0; i < 4; i++)
        streams |= (decl->stream[i] & 3u) << 2 * i;
    return put_number(w, tgsi_field_semantic_name,
                      tgsi_number_of_semantic(w->layout, (enum tgsi_semantic)decl->semantic),
                      tgsi_semantic_infos[decl->semantic].name) |
           PUT(w, semantic_index, decl->semantic_index) | PUT(w, semantic_streams, streams);
}

static void
add_resource(struct writer *w, const struct tgsi_decl *decl)
{
    if (decl->file == tgsi_file_IMAGE)
        add(w, put_target(w, tgsi_field_image_target, decl->target) |
                   PUT(w, image_raw, (decl->flags & TGSI_DECL_RAW) != 0) |
                   PUT(w, image_writable, (decl->flags & TGSI_DECL_WRITABLE) != 0) |
                   put_format(w, tgsi_field_image_format, decl->format));
    if (decl->file == tgsi_file_SVIEW || decl->file == tgsi_file_RES)
        add(w, put_target(w, tgsi_field_view_target, decl->target) |
                   PUT(w, view_x, decl->texel[0]) | PUT(w, view_y, decl->texel[1]) |
                   PUT(w, view_z, decl->texel[2]) | PUT(w, view_w, decl->texel[3]));
}

static void
write_declaration(struct writer *w, const struct tgsi_decl *decl)
{
    const bool is_one = tgsi_file_infos[decl->file].brackets == tgsi_brackets_ONE;

    begin(w, base_at_line(decl->line, decl->column));
    if (is_one && (decl->flags & TGSI_DECL_TWO_BRACKETS))
        no_word(w, "two brackets of a file that has one");
    if (!decl->semantic && (decl->flags & TGSI_DECL_STREAM))
        no_word(w, "STREAM without a semantic");
    add(w, put_declaration(w, decl));
    add(w, PUT(w, range_first, decl->first) | PUT(w, range_last, decl->last));
    if (has_dimension(w, decl))
        add(w, PUT(w, buffer_index, decl->dim));
    if (!is_early(w) && has_interpolation(decl))
        add(w, PUT(w, interp_mode, decl->interp) | PUT(w, interp_location, decl->location) |
                   PUT(w, interp_wrap, decl->wrap));
    if (decl->semantic)
        add(w, put_semantic(w, decl));
    for (uint32_t i = 0; decl->file == tgsi_file_IMMX && i <= decl->last - decl->first; i++)
        for (unsigned c = 0; c < 4; c++)
            add(w, w->program->rows.data[decl->data + i].words[c]);
    add_resource(w, decl);
    if (decl->array)
        add(w, PUT(w, array_id, decl->array));
    w->words.data[w->token] |= PUT(w, size, w->words.count - w->token);
}

/* ---- immediates and properties ---- */

static void
write_immediate(struct writer *w, const struct tgsi_immediate *immediate)
{
    begin(w, base_at_nowhere());
    if (is_early(w) && immediate->type > tgsi_immediate_INT32)
        no_word(w, tgsi_word_name(tgsi_words_immediate, (int)immediate->type));
    add(w, PUT(w, type, TGSI_TOKEN_IMMEDIATE) | PUT(w, immediate_size, 5) |
               PUT(w, immediate_type, immediate->type));
    for (unsigned i = 0; i < 4; i++)
        add(w, immediate->row.words[i]);
}

static void
write_property(struct writer *w, const struct tgsi_property_value *value)
{
    const struct tgsi_property_info *info = &tgsi_property_infos[value->property];
    int number = value->value;

    begin(w, base_at_line(value->line, value->column));
    if (info->value == tgsi_words_processor) {
        number = w->layout->stages[value->value];
        if (number < 0)
            no_word(w, tgsi_word_name(tgsi_words_processor, value->value));
    }
    add(w, PUT(w, type, TGSI_TOKEN_PROPERTY_VALUE) | PUT(w, size, 2) |
               put_number(w, tgsi_field_property_name,
                          tgsi_number_of_property(w->layout, (enum tgsi_property)value->property),
                          info->name));
    add(w, (uint32_t)number);
}

/* ---- operands ---- */

static void
add_address(struct writer *w, const struct tgsi_address *address, uint16_t array)
{
    add(w, put_file(w, tgsi_field_address_file, address->file) |
               put_signed16(w, tgsi_field_address_index, address->index) |
               PUT(w, address_component, address->component) | PUT(w, address_array, array));
}

/* The words that follow a register's. */
static void
add_brackets(struct writer *w, const struct tgsi_operand *operand,
             const struct tgsi_relative *relative)
{
    const bool is_indirect = operand->flags & TGSI_OPERAND_INDIRECT;
    const bool is_dim_indirect = operand->flags & TGSI_OPERAND_DIM_INDIRECT;

    if (relative->array && !is_indirect && !is_dim_indirect)
        no_word(w, "an array's id without an address");
    if (is_indirect)
        add_address(w, &relative->address, relative->array);
    if (!(operand->flags & TGSI_OPERAND_TWO_BRACKETS))
        return;
    add(w, PUT(w, dimension_indirect, is_dim_indirect) |
               put_signed16(w, tgsi_field_dimension_index, relative->dim));
    if (is_dim_indirect)
        add_address(w, &relative->dim_address, is_indirect ? 0 : relative->array);
}

static struct tgsi_relative
relative_of(const struct writer *w, const struct tgsi_operand *operand)
{
    const bool is_relative = operand->flags & TGSI_OPERAND_RELATIVE;

    if (is_relative)
        return *tgsi_relative(w->program, operand);
    return (struct tgsi_relative){.index = (int32_t)operand->index, .dim = operand->dim};
}

/* A literal index may be past what an int32_t holds. */
static int64_t
index_of(const struct tgsi_operand *operand, const struct tgsi_relative *relative)
{
    return operand->flags & TGSI_OPERAND_RELATIVE ? relative->index : (int64_t)operand->index;
}

static void
add_dst(struct writer *w, const struct tgsi_operand *operand)
{
    const struct tgsi_relative relative = relative_of(w, operand);

    add(w, put_file(w, tgsi_field_dst_file, operand->file) | PUT(w, dst_mask, operand->select) |
               PUT(w, dst_indirect, (operand->flags & TGSI_OPERAND_INDIRECT) != 0) |
               PUT(w, dst_dimension, (operand->flags & TGSI_OPERAND_TWO_BRACKETS) != 0) |
               put_signed16(w, tgsi_field_dst_index, index_of(operand, &relative)));
    add_brackets(w, operand, &relative);
}

static void
add_src(struct writer *w, const struct tgsi_operand *operand)
{
    const struct tgsi_relative relative = relative_of(w, operand);

    add(w, put_file(w, tgsi_field_src_file, operand->file) | PUT(w, src_select, operand->select) |
               PUT(w, src_indirect, (operand->flags & TGSI_OPERAND_INDIRECT) != 0) |
               PUT(w, src_dimension, (operand->flags & TGSI_OPERAND_TWO_BRACKETS) != 0) |
               PUT(w, src_absolute, (operand->flags & TGSI_OPERAND_ABSOLUTE) != 0) |
               PUT(w, src_negate, (operand->flags & TGSI_OPERAND_NEGATE) != 0) |
               put_signed16(w, tgsi_field_src_index, index_of(operand, &relative)));
    add_brackets(w, operand, &relative);
}

static void
add_offset(struct writer *w, const struct tgsi_operand *operand)
{
    if (operand->flags & (TGSI_OPERAND_RELATIVE | TGSI_OPERAND_TWO_BRACKETS))
        no_word(w, "a texture offset by an address or two brackets");
    add(w, put_file(w, tgsi_field_offset_file, operand->file) |
               PUT(w, offset_select, operand->select) |
               put_signed16(w, tgsi_field_offset_index,
                            operand->flags & TGSI_OPERAND_RELATIVE ? 0 : operand->index));
}

/* ---- labels ---- */

static bool
is_if(enum tgsi_op op)
{
    return op == tgsi_op_IF || op == tgsi_op_UIF || op == tgsi_op_IFC;
}

/* May op end what opener began? */
static bool
is_partner(enum tgsi_op opener, enum tgsi_op op)
{
    switch ((unsigned)op) {
    case tgsi_op_ELSE:
        return is_if(opener);
    case tgsi_op_ENDIF:
        return is_if(opener) || opener == tgsi_op_ELSE;
    case tgsi_op_ENDLOOP:
        return opener == tgsi_op_BGNLOOP;
    case tgsi_op_ENDSUB:
        return opener == tgsi_op_BGNSUB;
    }
    return false;
}

/* IF names its ELSE or ENDIF, ELSE its ENDIF, BGNLOOP its ENDLOOP and the reverse, BGNSUB its
 * ENDSUB. What has no partner has no label: that is the checker's business. */
static void
find_labels(struct writer *w)
{
    const uint32_t count = w->program->insts.count;
    uint32_t *open = base_arena_new_array(w->arena, uint32_t, count + 1);
    uint32_t depth = 0;

    w->labels = base_arena_new_array(w->arena, uint32_t, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        const enum tgsi_op op = (enum tgsi_op)w->program->insts.data[i].op;
        const uint32_t top = depth > 0 ? open[depth - 1] : 0;

        w->labels[i] = tgsi_label(w->program, &w->program->insts.data[i]);
        if (depth > 0 && is_partner((enum tgsi_op)w->program->insts.data[top].op, op)) {
            w->labels[top] = i;
            depth--;
            if (op == tgsi_op_ENDLOOP)
                w->labels[i] = top;
        }
        if (is_if(op) || op == tgsi_op_ELSE || op == tgsi_op_BGNLOOP || op == tgsi_op_BGNSUB)
            open[depth++] = i;
    }
}

/* ---- instructions ---- */

static uint32_t
put_saturation(struct writer *w, const struct tgsi_inst *inst)
{
    const uint32_t saturate = inst->flags & TGSI_INST_SATURATE_SIGNED ? TGSI_TOKEN_SATURATE_SIGNED
                              : inst->flags & TGSI_INST_SATURATE      ? TGSI_TOKEN_SATURATE
                                                                      : 0;

    if (saturate != TGSI_TOKEN_SATURATE_SIGNED || is_early(w))
        return PUT(w, inst_saturate, saturate);
    no_word(w, "_SATNV");
    return 0;
}

static uint32_t
put_instruction(struct writer *w, const struct tgsi_inst *inst, bool has_texture)
{
    const struct tgsi_op_info *info = &tgsi_op_infos[inst->op];
    const bool has_label = w->labels[inst - w->program->insts.data] != TGSI_NO_LABEL;

    return PUT(w, type, TGSI_TOKEN_INSTRUCTION) |
           put_number(w, tgsi_field_inst_op, info->numbers[w->layout->numbering], info->name) |
           put_saturation(w, inst) | PUT(w, inst_precise, (inst->flags & TGSI_INST_PRECISE) != 0) |
           PUT(w, inst_dsts, info->dsts) | PUT(w, inst_srcs, inst->srcs) |
           PUT(w, inst_predicate, (inst->flags & TGSI_INST_PREDICATE) != 0) |
           PUT(w, inst_label, has_label) | PUT(w, inst_texture, has_texture) |
           PUT(w, inst_memory, (info->flags & TGSI_OP_MEMORY) != 0);
}

static void
add_predicate(struct writer *w, const struct tgsi_inst *inst)
{
    const struct tgsi_operand *predicate = tgsi_predicate(w->program, inst);

    if (predicate->flags & TGSI_OPERAND_TWO_BRACKETS)
        no_word(w, "two brackets of PRED");
    add(w, put_signed16(w, tgsi_field_predicate_index, predicate->index) |
               PUT(w, predicate_select, predicate->select) |
               PUT(w, predicate_not, (inst->flags & TGSI_INST_PREDICATE_NOT) != 0));
}

static void
add_texture(struct writer *w, const struct tgsi_inst *inst)
{
    const bool has_target = tgsi_op_infos[inst->op].flags & TGSI_OP_TEXTURE;

    add(w,
        put_target(w, tgsi_field_texture_target, has_target ? inst->target : tgsi_target_UNKNOWN) |
            PUT(w, texture_offsets, inst->offsets));
    for (uint32_t i = 0; i < inst->offsets; i++)
        add_offset(w, tgsi_offset(w->program, inst, i));
}

static void
add_memory(struct writer *w, const struct tgsi_inst *inst)
{
    const unsigned target = inst->target ? inst->target : tgsi_target_UNKNOWN;
    uint32_t word = put_target(w, tgsi_field_memory_target, target);

    if (inst->flags & TGSI_INST_ACCESS) {
        const struct tgsi_operand *access = tgsi_access(w->program, inst);

        word |= PUT(w, memory_qualifiers, access->select) |
                put_format(w, tgsi_field_memory_format, access->index);
    }
    add(w, word);
}

static void
write_instruction(struct writer *w, const struct tgsi_inst *inst)
{
    const struct tgsi_op_info *info = &tgsi_op_infos[inst->op];
    const uint32_t label = w->labels[inst - w->program->insts.data];
    const bool has_texture = (info->flags & TGSI_OP_TEXTURE) || inst->offsets > 0;

    begin(w, tgsi_inst_place(inst));
    add(w, put_instruction(w, inst, has_texture));
    if (inst->flags & TGSI_INST_PREDICATE)
        add_predicate(w, inst);
    if (label != TGSI_NO_LABEL)
        add(w, PUT(w, label, label));
    if (has_texture)
        add_texture(w, inst);
    if (info->flags & TGSI_OP_MEMORY)
        add_memory(w, inst);
    for (uint32_t i = 0; i < info->dsts; i++)
        add_dst(w, tgsi_dst(w->program, inst, i));
    for (uint32_t i = 0; i < inst->srcs; i++)
        add_src(w, tgsi_src(w->program, inst, i));
    w->words.data[w->token] |= PUT(w, size, w->words.count - w->token - 1);
}

/* ---- the whole ---- */

static void
write_header(struct writer *w)
{
    const int stage = w->layout->stages[w->program->processor];

    begin(w, base_at_nowhere());
    add(w, PUT(w, header_size, TGSI_HEADER_SIZE));
    add(w, put_number(w, tgsi_field_processor, stage,
                      tgsi_word_name(tgsi_words_processor, w->program->processor)));
}

bool
tgsi_write_tokens(const struct tgsi_program *program, const struct tgsi_token_options *options,
                  struct base_arena *arena, const uint32_t **words, size_t *count,
                  struct base_diags *diags)
{
    const uint32_t errors = diags->error_count;
    struct writer w = {.layout = &tgsi_layouts[options->layout],
                       .program = program,
                       .arena = arena,
                       .diags = diags};

    find_labels(&w);
    write_header(&w);
    for (uint32_t i = 0; i < program->properties.count; i++)
        write_property(&w, &program->properties.data[i]);
    for (uint32_t i = 0; i < program->decls.count; i++)
        write_declaration(&w, &program->decls.data[i]);
    for (uint32_t i = 0; i < program->immediates.count; i++)
        write_immediate(&w, &program->immediates.data[i]);
    for (uint32_t i = 0; i < program->insts.count && !diags->dropped; i++)
        write_instruction(&w, &program->insts.data[i]);
    begin(&w, base_at_nowhere());
    w.words.data[0] |= PUT(&w, body_size, w.words.count - TGSI_HEADER_SIZE);
    *words = w.words.data;
    *count = w.words.count;
    return diags->error_count == errors;
}
