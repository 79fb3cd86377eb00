/* SPDX-License-Identifier: MIT
 *
 * The token reader, of all layouts. Token by token: the sizes that declarations and instructions
 * say are wrong in real streams, so that which words follow comes from flags alone, as in Mesa.
 * What is wrong with a token is reported, and the reader goes on behind it.
 */
#include "tgsi/tokens.h"

struct reader {
    const uint32_t *words;
    uint32_t at;
    uint32_t end;
    uint32_t token; /* Where the one being read starts. */
    bool is_bad;    /* It has an error. */
    bool is_cut;    /* The words ran out. */
    bool has_end;   /* END was there. */
    const struct tgsi_layout *layout;
    struct tgsi_program *program;
    struct base_arena *arena;
    struct base_diags *diags;
};

#define FIELD(r, name, word) tgsi_field_of((r)->layout, tgsi_field_##name, word)

/* An error in the word at, with the token. What follows from a stream's end is none. */
#define BAD(r, at, code, ...)                                                                      \
    ((r)->is_bad = true,                                                                           \
     (r)->is_cut ? (void)0 : base_error((r)->diags, code, base_at_word(at), __VA_ARGS__))

/* Bytes count as lines: see base_diags_set_words. */
static uint32_t
line_of(uint32_t word)
{
    return word * 4;
}

/* The next word; 0 where there is none, which is an error once. */
static inline uint32_t
take(struct reader *r)
{
    if (r->at < r->end)
        return r->words[r->at++];
    BAD(r, r->token, QD_CODE_TGSI_TOKENS,
        "found the end of the stream inside of a token, expected more words");
    r->is_cut = true;
    return 0;
}

static int32_t
signed16(uint32_t bits)
{
    return (int32_t)(bits ^ 0x8000) - 0x8000;
}

/* ---- declarations ---- */

static enum tgsi_file
read_file(struct reader *r, uint32_t number)
{
    const enum tgsi_file file = tgsi_file_of_number(r->layout, number);

    if (file == tgsi_file_none)
        BAD(r, r->at - 1, QD_CODE_TGSI_UNKNOWN_FILE, "found register file %u, expected one of %s's",
            number, r->layout->name);
    return file;
}

static uint8_t
read_target(struct reader *r, uint32_t number)
{
    const enum tgsi_target target = tgsi_target_of_number(r->layout, number);

    if (target == tgsi_target_none)
        BAD(r, r->at - 1, QD_CODE_TGSI_TEXTURE_TARGET, "found target %u, expected one of %s's",
            number, r->layout->name);
    return (uint8_t)target;
}

static uint32_t
read_format(struct reader *r, uint32_t number)
{
    const char *name = tgsi_format_of_number(r->layout, number);

    if (name)
        return base_names_intern(&r->program->names, name, strlen(name));
    BAD(r, r->at - 1, QD_CODE_UNSUPPORTED, "found image format %u, which is not known of %s",
        number, r->layout->name);
    return 0;
}

/* One of a set of words whose numbers count from 0; the last is given. */
static uint8_t
read_word(struct reader *r, const char *what, uint32_t number, uint32_t last)
{
    if (number > last)
        BAD(r, r->at - 1, QD_CODE_TGSI_DECLARATION, "found %s %u, expected one up to %u", what,
            number, last);
    return (uint8_t)number;
}

static void
read_range(struct reader *r, struct tgsi_decl *decl)
{
    const uint32_t range = take(r);

    decl->first = FIELD(r, range_first, range);
    decl->last = FIELD(r, range_last, range);
    if (decl->first > decl->last)
        BAD(r, r->at - 1, QD_CODE_TGSI_DECLARATION,
            "found a range from %u down to %u, expected it to rise", decl->first, decl->last);
}

/* The first bracket. Mesa leaves it out where it counts vertices. */
static void
read_dimension(struct reader *r, bool is_given, struct tgsi_decl *decl)
{
    const enum tgsi_brackets brackets = (enum tgsi_brackets)tgsi_file_infos[decl->file].brackets;
    const uint32_t index = is_given ? FIELD(r, buffer_index, take(r)) : 0;

    if (is_given && decl->file && brackets == tgsi_brackets_ONE)
        BAD(r, r->at - 1, QD_CODE_TGSI_DECLARATION, "found two brackets of %s, expected one",
            tgsi_file_infos[decl->file].name);
    if (is_given)
        decl->flags |= TGSI_DECL_TWO_BRACKETS;
    if (brackets == tgsi_brackets_BUFFER)
        decl->dim = index;
}

static void
read_interpolation(struct reader *r, struct tgsi_decl *decl)
{
    const uint32_t word = take(r);

    decl->flags |= TGSI_DECL_INTERP;
    decl->interp = read_word(r, "interpolation", FIELD(r, interp_mode, word), tgsi_interp_COLOR);
    decl->location = read_word(r, "interpolation location", FIELD(r, interp_location, word),
                               tgsi_location_SAMPLE);
    decl->wrap = (uint8_t)FIELD(r, interp_wrap, word);
}

/* 2012 keeps the interpolation in the declaration's own word, where CONSTANT may be none. */
static void
read_early_interpolation(struct reader *r, uint32_t word, struct tgsi_decl *decl)
{
    decl->interp =
        read_word(r, "interpolation", FIELD(r, decl_mode, word), tgsi_interp_PERSPECTIVE);
    if (decl->interp ||
        (decl->file == tgsi_file_IN && r->program->processor == tgsi_processor_FRAG))
        decl->flags |= TGSI_DECL_INTERP;
    if (FIELD(r, decl_centroid, word))
        decl->location = tgsi_location_CENTROID;
    decl->wrap = (uint8_t)FIELD(r, decl_wrap, word);
}

static void
read_semantic(struct reader *r, struct tgsi_decl *decl)
{
    const uint32_t word = take(r);
    const uint32_t number = FIELD(r, semantic_name, word);
    const uint32_t streams = FIELD(r, semantic_streams, word);
    const enum tgsi_semantic semantic = tgsi_semantic_of_number(r->layout, number);

    if (semantic == tgsi_semantic_none)
        BAD(r, r->at - 1, QD_CODE_TGSI_UNKNOWN_SEMANTIC, "found semantic %u, expected one of %s's",
            number, r->layout->name);
    decl->semantic = (uint8_t)semantic;
    decl->semantic_index = FIELD(r, semantic_index, word);
    if (streams)
        decl->flags |= TGSI_DECL_STREAM;
    for (unsigned i = 0; i < 4; i++)
        decl->stream[i] = streams >> 2 * i & 3;
}

static void
read_image(struct reader *r, struct tgsi_decl *decl)
{
    const uint32_t word = take(r);

    decl->target = read_target(r, FIELD(r, image_target, word));
    decl->format = read_format(r, FIELD(r, image_format, word));
    if (FIELD(r, image_raw, word))
        decl->flags |= TGSI_DECL_RAW;
    if (FIELD(r, image_writable, word))
        decl->flags |= TGSI_DECL_WRITABLE;
}

static void
read_view(struct reader *r, struct tgsi_decl *decl)
{
    static const enum tgsi_field types[] = {tgsi_field_view_x, tgsi_field_view_y, tgsi_field_view_z,
                                            tgsi_field_view_w};
    const uint32_t word = take(r);

    decl->target = read_target(r, FIELD(r, view_target, word));
    for (unsigned i = 0; i < 4; i++)
        decl->texel[i] =
            read_word(r, "view type", tgsi_field_of(r->layout, types[i], word), tgsi_texel_FLOAT);
}

/* The words of IMMX, four a register. */
static void
read_rows(struct reader *r, struct tgsi_decl *decl)
{
    decl->data = r->program->rows.count;
    for (uint32_t i = decl->first; i <= decl->last && !r->is_cut; i++) {
        struct tgsi_row *row = base_array_add(r->arena, &r->program->rows);

        for (unsigned c = 0; c < 4; c++)
            row->words[c] = take(r);
    }
}

static void
read_flags(struct reader *r, uint32_t word, struct tgsi_decl *decl)
{
    if (FIELD(r, decl_invariant, word))
        decl->flags |= TGSI_DECL_INVARIANT;
    if (FIELD(r, decl_local, word))
        decl->flags |= TGSI_DECL_LOCAL;
    if (FIELD(r, decl_atomic, word) && decl->file == tgsi_file_BUFFER)
        decl->flags |= TGSI_DECL_ATOMIC;
    if (decl->file == tgsi_file_MEMORY)
        decl->memory = (uint8_t)FIELD(r, decl_memory, word);
    /* It is a hint, and an empty one tells nothing. */
    decl->mask = (uint8_t)FIELD(r, decl_mask, word);
    if (!decl->mask)
        decl->mask = TGSI_MASK_ALL;
}

static void
read_declaration(struct reader *r, uint32_t word)
{
    const enum tgsi_file file = read_file(r, FIELD(r, decl_file, word));
    struct tgsi_decl decl = {.file = (uint8_t)file, .line = line_of(r->token)};

    if (file != tgsi_file_none && !(tgsi_file_infos[file].flags & TGSI_FILE_DECLARED))
        BAD(r, r->token, QD_CODE_TGSI_DECLARATION,
            "found %s, expected a file that has declarations", tgsi_file_infos[file].name);
    if (r->program->insts.count > 0)
        BAD(r, r->token, QD_CODE_TGSI_DECLARATION,
            "found a declaration after the first instruction, expected it before");
    read_flags(r, word, &decl);
    read_early_interpolation(r, word, &decl);
    read_range(r, &decl);
    read_dimension(r, FIELD(r, decl_dimension, word), &decl);
    if (FIELD(r, decl_interp, word))
        read_interpolation(r, &decl);
    if (file != tgsi_file_IN) /* Nothing else goes round. */
        decl.wrap = 0;
    if (FIELD(r, decl_semantic, word))
        read_semantic(r, &decl);
    else if (decl.interp == tgsi_interp_COLOR && !r->is_bad) /* A text has the semantic then. */
        BAD(r, r->token, QD_CODE_TGSI_DECLARATION,
            "found interpolation COLOR without a semantic, expected both");
    if (file == tgsi_file_IMMX)
        read_rows(r, &decl);
    if (file == tgsi_file_IMAGE)
        read_image(r, &decl);
    if (file == tgsi_file_SVIEW || file == tgsi_file_RES)
        read_view(r, &decl);
    if (FIELD(r, decl_array, word))
        decl.array = FIELD(r, array_id, take(r));
    if (tgsi_has_vertices(r->program, file, (enum tgsi_semantic)decl.semantic))
        decl.flags |= TGSI_DECL_TWO_BRACKETS;
    if (!r->is_bad)
        base_array_push(r->arena, &r->program->decls, decl);
}

/* ---- immediates and properties ---- */

/* The data of a token that says its size, which counts its first word. False if it is not count
 * words. The reader then stands behind them. */
static bool
expect_data(struct reader *r, uint32_t size, uint32_t count, const char *what)
{
    if (size == count + 1)
        return true;
    BAD(r, r->token, QD_CODE_TGSI_TOKENS, "found %s of %u words, expected %u", what, size,
        count + 1);
    r->at = size > r->end - r->token ? r->end : size ? r->token + size : r->at;
    return false;
}

static void
read_immediate(struct reader *r, uint32_t word)
{
    struct tgsi_immediate *immediate;

    if (r->program->immediates.count > TGSI_MAX_INDEX) {
        BAD(r, r->token, QD_CODE_LIMIT, "found more than %d immediates, expected at most so many",
            TGSI_MAX_INDEX + 1);
        r->at = r->end;
        return;
    }
    /* It counts even if something is wrong with it. */
    immediate = base_array_add(r->arena, &r->program->immediates);
    if (r->program->insts.count > 0)
        BAD(r, r->token, QD_CODE_TGSI_DECLARATION,
            "found an immediate after the first instruction, expected it before");
    immediate->type = FIELD(r, immediate_type, word);
    if (immediate->type >
        (r->layout->numbering == tgsi_numbering_2011 ? tgsi_immediate_INT32 : tgsi_immediate_INT64))
        BAD(r, r->token, QD_CODE_TGSI_IMMEDIATE,
            "found an immediate of type %u, expected one of %s's", immediate->type,
            r->layout->name);
    if (!expect_data(r, FIELD(r, immediate_size, word), 4, "an immediate"))
        return;
    for (unsigned i = 0; i < 4; i++)
        immediate->row.words[i] = take(r);
}

static void
read_property(struct reader *r, uint32_t word)
{
    const uint32_t number = FIELD(r, property_name, word);
    const enum tgsi_property property = tgsi_property_of_number(r->layout, number);
    struct tgsi_property_value value = {property, 0, line_of(r->token), 0};

    if (!expect_data(r, FIELD(r, size, word), 1, "a property"))
        return;
    const uint32_t bits = take(r);
    if (property == tgsi_property_none) {
        BAD(r, r->token, QD_CODE_TGSI_UNKNOWN_PROPERTY, "found property %u, expected one of %s's",
            number, r->layout->name);
        return;
    }
    const enum tgsi_words set = (enum tgsi_words)tgsi_property_infos[property].value;
    value.value = set == tgsi_words_processor && bits <= INT32_MAX
                      ? tgsi_find_processor(r->layout, bits)
                      : (int32_t)bits;
    if (set != tgsi_words_NUMBER && !tgsi_has_word(set, value.value)) {
        BAD(r, r->at - 1, QD_CODE_TGSI_SYNTAX, "found %u as the value of %s, expected one it has",
            bits, tgsi_property_infos[property].name);
        return;
    }
    if (!r->is_bad)
        base_array_push(r->arena, &r->program->properties, value);
}

/* ---- operands ---- */

static struct tgsi_operand *
add_operand(struct reader *r)
{
    struct tgsi_operand *operand = base_array_add(r->arena, &r->program->operands);

    /* The word is taken already; few instructions are so long that lines do not hold this. */
    const uint32_t distance = line_of(r->at - 1 - r->token);
    operand->lines = (uint8_t)(distance < 255 ? distance : 255);
    return operand;
}

static uint16_t
read_address(struct reader *r, struct tgsi_address *address)
{
    const uint32_t word = take(r);
    const enum tgsi_file file = read_file(r, FIELD(r, address_file, word));
    const int32_t index = signed16(FIELD(r, address_index, word));

    if (file != tgsi_file_none && !(tgsi_file_infos[file].flags & TGSI_FILE_READ))
        BAD(r, r->at - 1, QD_CODE_TGSI_UNKNOWN_FILE,
            "found an address in %s, expected a file that is read", tgsi_file_infos[file].name);
    if (index < 0)
        BAD(r, r->at - 1, QD_CODE_TGSI_INDEX_RANGE,
            "found address register %d, expected one that is not negative", index);
    if (FIELD(r, address_more, word))
        BAD(r, r->at - 1, QD_CODE_TGSI_TOKENS,
            "found an address of an address, expected a register");
    *address = (struct tgsi_address){(uint8_t)file, (uint8_t)FIELD(r, address_component, word),
                                     (uint16_t)index};
    return (uint16_t)FIELD(r, address_array, word);
}

/* The array is that of either bracket: there is one for both. */
static void
join_arrays(struct reader *r, uint16_t array, struct tgsi_relative *relative)
{
    if (array && relative->array && array != relative->array)
        BAD(r, r->at - 1, QD_CODE_TGSI_TOKENS,
            "found arrays %u and %u for one register, expected one", relative->array, array);
    if (array)
        relative->array = array;
}

/* Brackets past the plain one, whose number is relative->index. */
static void
read_brackets(struct reader *r, bool is_indirect, bool has_dimension, struct tgsi_operand *operand,
              struct tgsi_relative *relative)
{
    if (is_indirect) {
        operand->flags |= TGSI_OPERAND_INDIRECT;
        relative->array = read_address(r, &relative->address);
    }
    if (!has_dimension)
        return;

    const uint32_t word = take(r);
    operand->flags |= TGSI_OPERAND_TWO_BRACKETS;
    relative->dim = signed16(FIELD(r, dimension_index, word));
    if (FIELD(r, dimension_more, word))
        BAD(r, r->at - 1, QD_CODE_TGSI_TOKENS, "found three brackets, expected at most two");
    if (FIELD(r, dimension_indirect, word)) {
        operand->flags |= TGSI_OPERAND_DIM_INDIRECT;
        join_arrays(r, read_address(r, &relative->dim_address), relative);
    } else if (relative->dim < 0) {
        BAD(r, r->at - 1, QD_CODE_TGSI_INDEX_RANGE,
            "found %d in the first bracket, expected a number that is not negative", relative->dim);
    }
}

/* The operand's register; index is its bits. */
static void
read_register(struct reader *r, uint32_t index, bool is_indirect, bool has_dimension,
              struct tgsi_operand *operand)
{
    struct tgsi_relative relative = {.index = signed16(index)};

    if (relative.index < 0 && !is_indirect)
        BAD(r, r->at - 1, QD_CODE_TGSI_INDEX_RANGE,
            "found index %d, expected one that is not negative", relative.index);
    operand->index = (uint32_t)relative.index;
    if (!is_indirect && !has_dimension)
        return;
    read_brackets(r, is_indirect, has_dimension, operand, &relative);
    operand->dim = (uint16_t)relative.dim;
    if (relative.array)
        operand->flags |= TGSI_OPERAND_ARRAY;
    if (!(operand->flags & TGSI_OPERAND_RELATIVE))
        return;
    operand->index = r->program->relatives.count;
    base_array_push(r->arena, &r->program->relatives, relative);
}

static void
read_dst(struct reader *r)
{
    const uint32_t word = take(r);
    struct tgsi_operand *operand = add_operand(r);

    operand->file = (uint8_t)read_file(r, FIELD(r, dst_file, word));
    operand->select = (uint8_t)FIELD(r, dst_mask, word);
    if (!operand->select)
        BAD(r, r->at - 1, QD_CODE_TGSI_WRITE_MASK,
            "found an empty write mask, expected some components");
    read_register(r, FIELD(r, dst_index, word), FIELD(r, dst_indirect, word),
                  FIELD(r, dst_dimension, word), operand);
}

static void
read_src(struct reader *r)
{
    const uint32_t word = take(r);
    struct tgsi_operand *operand = add_operand(r);

    operand->file = (uint8_t)read_file(r, FIELD(r, src_file, word));
    operand->select = (uint8_t)FIELD(r, src_select, word);
    if (FIELD(r, src_absolute, word))
        operand->flags |= TGSI_OPERAND_ABSOLUTE;
    if (FIELD(r, src_negate, word))
        operand->flags |= TGSI_OPERAND_NEGATE;
    read_register(r, FIELD(r, src_index, word), FIELD(r, src_indirect, word),
                  FIELD(r, src_dimension, word), operand);
}

/* ---- instructions ---- */

/* Words that stand before an instruction's operands, or say what stands behind them in the program.
 */
struct before {
    bool has_label, has_texture, has_memory;
    uint32_t label;
    uint32_t target; /* Numbers. */
    uint32_t offset_count;
    uint32_t offsets[TGSI_MAX_OFFSETS];
    uint32_t offset_at; /* The word of the first. */
    uint32_t memory;
    uint32_t memory_at;
    struct tgsi_operand predicate;
};

static void
read_predicate(struct reader *r, struct tgsi_inst *inst, struct tgsi_operand *predicate)
{
    const uint32_t word = take(r);
    const int32_t index = signed16(FIELD(r, predicate_index, word));

    inst->flags |= TGSI_INST_PREDICATE;
    if (FIELD(r, predicate_not, word))
        inst->flags |= TGSI_INST_PREDICATE_NOT;
    if (index < 0)
        BAD(r, r->at - 1, QD_CODE_TGSI_INDEX_RANGE,
            "found predicate %d, expected one that is not negative", index);
    *predicate = (struct tgsi_operand){.file = tgsi_file_PRED,
                                       .index = (uint32_t)index,
                                       .select = (uint8_t)FIELD(r, predicate_select, word),
                                       .lines = (uint8_t)line_of(r->at - 1 - r->token)};
}

static void
read_texture(struct reader *r, struct before *before)
{
    const uint32_t word = take(r);

    before->target = FIELD(r, texture_target, word);
    before->offset_count = FIELD(r, texture_offsets, word);
    if (before->offset_count > TGSI_MAX_OFFSETS)
        BAD(r, r->at - 1, QD_CODE_TGSI_OPERAND_COUNT,
            "found %u texture offsets, expected at most %d", before->offset_count,
            TGSI_MAX_OFFSETS);
    before->offset_at = r->at;
    for (uint32_t i = 0; i < before->offset_count; i++) {
        const uint32_t offset = take(r);

        if (i < TGSI_MAX_OFFSETS)
            before->offsets[i] = offset;
    }
}

static void
read_before(struct reader *r, uint32_t word, struct tgsi_inst *inst, struct before *before)
{
    before->has_label = FIELD(r, inst_label, word);
    before->has_texture = FIELD(r, inst_texture, word);
    before->has_memory = FIELD(r, inst_memory, word);
    if (FIELD(r, inst_predicate, word))
        read_predicate(r, inst, &before->predicate);
    if (before->has_label)
        before->label = FIELD(r, label, take(r));
    if (before->has_texture)
        read_texture(r, before);
    if (before->has_memory) {
        before->memory_at = r->at;
        before->memory = take(r);
    }
}

static void
add_offsets(struct reader *r, const struct before *before, struct tgsi_inst *inst)
{
    const uint32_t at = r->at;

    for (uint32_t i = 0; i < before->offset_count && !r->is_bad; i++) {
        const uint32_t word = before->offsets[i];

        r->at = before->offset_at + i + 1;
        struct tgsi_operand *operand = add_operand(r);
        operand->file = (uint8_t)read_file(r, FIELD(r, offset_file, word));
        operand->select = (uint8_t)FIELD(r, offset_select, word);
        read_register(r, FIELD(r, offset_index, word), false, false, operand);
        inst->offsets++;
    }
    r->at = at;
}

static void
set_texture(struct reader *r, const struct tgsi_op_info *info, const struct before *before,
            struct tgsi_inst *inst)
{
    if ((info->flags & TGSI_OP_TEXTURE) && !before->has_texture)
        BAD(r, r->token, QD_CODE_TGSI_TEXTURE_TARGET, "found %s without a target, expected one",
            info->name);
    if (!before->has_texture)
        return;
    if (!(info->flags & (TGSI_OP_TEXTURE | TGSI_OP_OFFSETS))) {
        BAD(r, r->token, QD_CODE_TGSI_TOKENS, "found a target of %s, which takes none", info->name);
        return;
    }
    /* That of SAMPLE and its like is the view's. */
    if (info->flags & TGSI_OP_TEXTURE)
        inst->target = read_target(r, before->target);
    add_offsets(r, before, inst);
}

/* Has the access a target? Mesa's text reader leaves BUFFER there where it means nothing. */
static bool
has_access_target(struct reader *r, const struct tgsi_op_info *info, const struct tgsi_inst *inst)
{
    const struct tgsi_operand *operands = &r->program->operands.data[inst->operand];

    for (uint32_t i = 0; i < info->dsts + inst->srcs; i++) {
        switch ((unsigned)operands[i].file) {
        case tgsi_file_BUFFER:
        case tgsi_file_MEMORY:
        case tgsi_file_CONSTBUF:
        case tgsi_file_HWATOMIC:
            return false;
        case tgsi_file_IMAGE:
            return true;
        }
    }
    return true;
}

static void
set_access(struct reader *r, const struct tgsi_op_info *info, const struct before *before,
           struct tgsi_inst *inst)
{
    struct tgsi_operand access = {
        .select = (uint8_t)FIELD(r, memory_qualifiers, before->memory),
        .lines = (uint8_t)line_of(before->memory_at - r->token),
    };
    const uint32_t format = FIELD(r, memory_format, before->memory);
    const uint32_t number = FIELD(r, memory_target, before->memory);
    const uint32_t at = r->at;

    /* Mesa gives the word to opcodes for which it means nothing. */
    if (!before->has_memory || !(info->flags & TGSI_OP_MEMORY))
        return;
    r->at = before->memory_at + 1;
    enum tgsi_target target = (enum tgsi_target)read_target(r, number);
    if (target == tgsi_target_UNKNOWN ||
        (target == tgsi_target_BUFFER && !format && !has_access_target(r, info, inst)))
        target = tgsi_target_none;
    if (format)
        access.index = read_format(r, format);
    r->at = at;
    inst->target = (uint8_t)target;
    if (!target && !format && !access.select)
        return;
    inst->flags |= TGSI_INST_ACCESS;
    base_array_push(r->arena, &r->program->operands, access);
}

static void
set_label(struct reader *r, const struct tgsi_op_info *info, const struct before *before,
          struct tgsi_inst *inst)
{
    if ((info->flags & TGSI_OP_LABEL) && !before->has_label)
        BAD(r, r->token, QD_CODE_TGSI_TOKENS, "found %s without a label, expected one", info->name);
    if (!before->has_label)
        return;
    if (info->flags & TGSI_OP_LABEL) { /* Stores alone are predicated, and operand is the label. */
        inst->operand = before->label;
        inst->flags &= (uint8_t) ~(TGSI_INST_PREDICATE | TGSI_INST_PREDICATE_NOT);
    } else if (info->flags & TGSI_OP_JUMP) {
        const struct tgsi_operand label = {.index = before->label};

        inst->flags |= TGSI_INST_LABEL;
        base_array_push(r->arena, &r->program->operands, label);
    }
}

static void
set_saturation(struct reader *r, uint32_t saturate, struct tgsi_inst *inst)
{
    if (saturate == TGSI_TOKEN_SATURATE)
        inst->flags |= TGSI_INST_SATURATE;
    else if (saturate == TGSI_TOKEN_SATURATE_SIGNED)
        inst->flags |= TGSI_INST_SATURATE_SIGNED;
    else if (saturate)
        BAD(r, r->token, QD_CODE_TGSI_TOKENS, "found saturation %u, expected one up to %d",
            saturate, TGSI_TOKEN_SATURATE_SIGNED);
}

static void
check_counts(struct reader *r, const struct tgsi_op_info *info, uint32_t dsts, uint32_t srcs)
{
    if (dsts != info->dsts)
        BAD(r, r->token, QD_CODE_TGSI_OPERAND_COUNT, "found %u destinations of %s, expected %u",
            dsts, info->name, info->dsts);
    if (srcs < info->min_srcs || srcs > info->max_srcs)
        BAD(r, r->token, QD_CODE_TGSI_OPERAND_COUNT, "found %u sources of %s, expected %u", srcs,
            info->name, srcs < info->min_srcs ? info->min_srcs : info->max_srcs);
}

/* Behind END stand subroutines and nothing else. */
static void
check_order(struct reader *r, enum tgsi_op op)
{
    const uint32_t count = r->program->insts.count;
    const enum tgsi_op last =
        count > 0 ? (enum tgsi_op)r->program->insts.data[count - 1].op : tgsi_op_none;

    if ((last == tgsi_op_END || (last == tgsi_op_ENDSUB && r->has_end)) && op != tgsi_op_BGNSUB)
        BAD(r, r->token, QD_CODE_TGSI_TEXT_AFTER_END,
            "found %s after END, expected BGNSUB or nothing", tgsi_op_infos[op].name);
}

static void
read_instruction(struct reader *r, uint32_t word)
{
    struct tgsi_program *program = r->program;
    const uint32_t number = FIELD(r, inst_op, word);
    const enum tgsi_op op = tgsi_op_of_number(r->layout, number);
    const struct tgsi_op_info *info = &tgsi_op_infos[op];
    const uint32_t dsts = FIELD(r, inst_dsts, word), srcs = FIELD(r, inst_srcs, word);
    const uint32_t operands = program->operands.count;
    struct tgsi_inst inst = {
        .op = (uint16_t)op, .line = line_of(r->token), .operand = operands, .srcs = (uint8_t)srcs};
    struct before before = {0};

    if (op == tgsi_op_none) {
        BAD(r, r->token, QD_CODE_TGSI_UNKNOWN_OPCODE, "found opcode %u, expected one of %s's",
            number, r->layout->name);
    } else {
        check_counts(r, info, dsts, srcs);
        check_order(r, op);
    }
    set_saturation(r, FIELD(r, inst_saturate, word), &inst);
    if (FIELD(r, inst_precise, word))
        inst.flags |= TGSI_INST_PRECISE;
    read_before(r, word, &inst, &before);
    for (uint32_t i = 0; i < dsts && !r->is_cut; i++)
        read_dst(r);
    for (uint32_t i = 0; i < srcs && !r->is_cut; i++)
        read_src(r);
    r->has_end = r->has_end || op == tgsi_op_END;
    if (!r->is_bad) {
        set_texture(r, info, &before, &inst);
        set_access(r, info, &before, &inst);
        if ((inst.flags & TGSI_INST_PREDICATE) && !(info->flags & TGSI_OP_LABEL))
            base_array_push(r->arena, &program->operands, before.predicate);
        set_label(r, info, &before, &inst);
    }
    if (r->is_bad)
        program->operands.count = operands;
    else
        base_array_push(r->arena, &program->insts, inst);
}

/* ---- the whole ---- */

static void
read_token(struct reader *r)
{
    r->token = r->at;
    r->is_bad = false;
    const uint32_t word = take(r);
    const uint32_t type = FIELD(r, type, word);
    const uint32_t size = FIELD(r, size, word);

    switch (type) {
    case TGSI_TOKEN_DECLARATION:
        read_declaration(r, word);
        break;
    case TGSI_TOKEN_IMMEDIATE:
        read_immediate(r, word);
        break;
    case TGSI_TOKEN_INSTRUCTION:
        read_instruction(r, word);
        break;
    case TGSI_TOKEN_PROPERTY_VALUE:
        read_property(r, word);
        break;
    default:
        BAD(r, r->token, QD_CODE_TGSI_TOKENS, "found a token of type %u, expected one up to %d",
            type, TGSI_TOKEN_PROPERTY_VALUE);
        if (size > 1)
            r->at = size > r->end - r->token ? r->end : r->token + size;
    }
}

/* The two words that a stream begins with. False if there is no telling what follows. */
static bool
read_header(struct reader *r, size_t count)
{
    if (count < TGSI_HEADER_SIZE) {
        base_error(r->diags, QD_CODE_TGSI_EMPTY, base_at_word(0),
                   "found %zu words, expected a token stream", count);
        return false;
    }
    const uint32_t size = FIELD(r, header_size, r->words[0]);
    const uint32_t body = FIELD(r, body_size, r->words[0]);
    const uint32_t number = FIELD(r, processor, r->words[1]);
    const int processor = tgsi_find_processor(r->layout, number);

    if (size != TGSI_HEADER_SIZE) {
        if (tgsi_is_text((const char *)r->words, count * sizeof(*r->words)))
            base_error(r->diags, QD_CODE_TGSI_HEADER, base_at_word(0),
                       "found TGSI text, expected a token stream");
        else
            base_error(r->diags, QD_CODE_TGSI_HEADER, base_at_word(0),
                       "found a header of %u words, expected %d", size, TGSI_HEADER_SIZE);
        return false;
    }
    if (processor < 0)
        base_error(r->diags, QD_CODE_TGSI_HEADER, base_at_word(1),
                   "found stage %u, expected one of %s's", number, r->layout->name);
    r->program->processor = processor < 0 ? tgsi_processor_FRAG : (enum tgsi_word)processor;
    r->at = TGSI_HEADER_SIZE;
    r->end = TGSI_HEADER_SIZE + body;
    if (r->end <= count)
        return true;
    base_error(r->diags, QD_CODE_TGSI_TOKENS, base_at_word(0),
               "found %zu words behind the header, expected %u as it says",
               count - TGSI_HEADER_SIZE, body);
    r->end = (uint32_t)count;
    return true;
}

struct tgsi_program *
tgsi_read_tokens(struct base_arena *arena, const uint32_t *words, size_t count,
                 const struct tgsi_token_options *options, struct base_diags *diags)
{
    const uint32_t errors = diags->error_count;
    struct reader r = {
        .words = words,
        .layout = &tgsi_layouts[options->layout],
        .program = base_arena_new(arena, struct tgsi_program),
        .arena = arena,
        .diags = diags,
    };

    base_diags_set_words(diags);
    r.program->arena = arena;
    r.program->is_tokens = true;
    r.program->dialect =
        options->layout == tgsi_tokens_2012 ? tgsi_dialect_early : tgsi_dialect_final;
    base_names_init(&r.program->names, arena);
    if (!read_header(&r, count))
        return NULL;
    while (r.at < r.end && !r.is_cut && !diags->dropped)
        read_token(&r);
    if (!r.has_end && !r.is_cut && !diags->dropped)
        base_error(diags, QD_CODE_TGSI_MISSING_END, base_at_word(r.end - 1),
                   "found the end of the stream, expected END");
    if (diags->error_count == errors)
        return r.program;
    base_add_note(diags, "nothing in tokens says whose they are: these were read as those of %s",
                  r.layout->name);
    return NULL;
}
