/* SPDX-License-Identifier: MIT
 *
 * Programs made by calls, as the reader makes them of text. What one call cannot say is refused
 * here; what the whole must not be, the checker finds.
 */
#include <quadrille/tgsi_builder.h>

#include "base/bits.h"
#include "tgsi/tgsi_priv.h"

#define FILE_IS(name)                                                                              \
    _Static_assert((int)QD_TGSI_FILE_##name == (int)tgsi_file_##name, "one number for a file")
FILE_IS(NULL);
FILE_IS(CONST);
FILE_IS(IN);
FILE_IS(OUT);
FILE_IS(TEMP);
FILE_IS(SAMP);
FILE_IS(ADDR);
FILE_IS(IMM);
FILE_IS(PRED);
FILE_IS(SV);
FILE_IS(IMMX);
FILE_IS(TEMPX);
FILE_IS(RES);
FILE_IS(IMAGE);
FILE_IS(SVIEW);
FILE_IS(BUFFER);
FILE_IS(MEMORY);
FILE_IS(CONSTBUF);
FILE_IS(HWATOMIC);
_Static_assert((int)QD_TGSI_FILE_HWATOMIC + 1 == (int)tgsi_file_count, "all files");
_Static_assert((int)QD_TGSI_COMP == (int)tgsi_processor_COMP, "one number for a stage");
_Static_assert(QD_TGSI_COHERENT == 1 << tgsi_qualifier_COHERENT, "one bit for a qualifier");
_Static_assert(QD_TGSI_RESTRICT == 1 << tgsi_qualifier_RESTRICT, "one bit for a qualifier");
_Static_assert(QD_TGSI_VOLATILE == 1 << tgsi_qualifier_VOLATILE, "one bit for a qualifier");
_Static_assert(QD_TGSI_STREAM_CACHE_POLICY == 1 << tgsi_qualifier_STREAM_CACHE_POLICY,
               "one bit for a qualifier");

_Static_assert((int)tgsi_build_f32 == (int)tgsi_immediate_FLT32 &&
                   (int)tgsi_build_u32 == (int)tgsi_immediate_UINT32 &&
                   (int)tgsi_build_i32 == (int)tgsi_immediate_INT32 &&
                   (int)tgsi_build_f64 == (int)tgsi_immediate_FLT64 &&
                   (int)tgsi_build_u64 == (int)tgsi_immediate_UINT64 &&
                   (int)tgsi_build_i64 == (int)tgsi_immediate_INT64,
               "one number for a type");

#define QUALIFIERS                                                                                 \
    (QD_TGSI_COHERENT | QD_TGSI_RESTRICT | QD_TGSI_VOLATILE | QD_TGSI_STREAM_CACHE_POLICY)

struct tgsi_program *
tgsi_build_program(struct base_arena *arena, unsigned processor, enum tgsi_dialect dialect)
{
    struct tgsi_program *program = base_arena_new(arena, struct tgsi_program);

    program->arena = arena;
    program->processor = (enum tgsi_word)processor;
    program->dialect = dialect;
    base_names_init(&program->names, arena);
    return program;
}

/* ---- words ---- */

/* Names of callers may be of any length. */
#define SHOWN "%.40s"

static bool
find_word(enum tgsi_words set, const char *word, const char *what, uint8_t *found,
          struct base_diags *diags)
{
    const struct tgsi_span span = tgsi_span_of(word, strlen(word));
    const int number = tgsi_find_word(set, &span);

    if (number < 0)
        base_error(diags, QD_CODE_TGSI_SYNTAX, base_at_nowhere(), "found '" SHOWN "', expected %s",
                   word, what);
    else
        *found = (uint8_t)number;
    return number >= 0;
}

static bool
find_target(const char *word, uint8_t *target, struct base_diags *diags)
{
    const struct tgsi_span span = tgsi_span_of(word, strlen(word));

    *target = (uint8_t)tgsi_find_target(&span);
    if (*target == tgsi_target_none)
        base_error(diags, QD_CODE_TGSI_TEXTURE_TARGET, base_at_nowhere(),
                   "found '" SHOWN "', expected a texture target", word);
    return *target != tgsi_target_none;
}

static bool
find_format(struct tgsi_program *program, const char *word, uint32_t *format,
            struct base_diags *diags)
{
    *format = tgsi_intern_format(&program->names, word, strlen(word));
    if (!*format)
        base_error(diags, QD_CODE_TGSI_SYNTAX, base_at_nowhere(),
                   "found '" SHOWN "', expected a format, PIPE_FORMAT_ and letters", word);
    return *format != 0;
}

/* Components of a mask, in order. */
static bool
parse_mask(const char *letters, uint8_t *mask, struct base_diags *diags)
{
    unsigned found = 0;

    for (const char *c = letters; *c; c++) {
        const char *letter = strchr("xXyYzZwW", *c);
        const unsigned bit = letter ? 1u << (letter - "xXyYzZwW") / 2 : 0;

        if (bit <= found) {
            base_error(diags, QD_CODE_TGSI_WRITE_MASK, base_at_nowhere(),
                       "found components '" SHOWN "', expected letters of xyzw in this order",
                       letters);
            return false;
        }
        found |= bit;
    }
    if (!found)
        base_error(diags, QD_CODE_TGSI_WRITE_MASK, base_at_nowhere(),
                   "found no components, expected some of xyzw");
    *mask = (uint8_t)found;
    return found != 0;
}

/* count letters, or one for all of them. */
static bool
parse_swizzle(const char *letters, unsigned count, uint8_t *select, struct base_diags *diags)
{
    const size_t size = strlen(letters);
    unsigned found = 0;

    for (unsigned i = 0; i < count; i++) {
        const char c = size == count ? letters[i] : letters[0];
        const unsigned component = ((unsigned)(c | 0x20) - 'x') & 3;

        if ((size != count && size != 1) || (c | 0x20) < 'w' || (c | 0x20) > 'z') {
            base_error(diags, QD_CODE_TGSI_SWIZZLE, base_at_nowhere(),
                       "found components '" SHOWN "', expected %u letters of xyzw, or one", letters,
                       count);
            return false;
        }
        found |= component << 2 * i;
    }
    *select = (uint8_t)found;
    return true;
}

/* ---- declarations ---- */

static bool
check_range(const struct qd_tgsi_declaration *from, struct base_diags *diags)
{
    const enum tgsi_file file = (enum tgsi_file)from->file;
    const char *name = tgsi_file_infos[file].name;

    if (!(tgsi_file_infos[file].flags & TGSI_FILE_DECLARED))
        base_error(diags, QD_CODE_TGSI_DECLARATION, base_at_nowhere(),
                   "found %s, expected a file that has declarations", name);
    else if (from->first > from->last || from->last > TGSI_MAX_INDEX)
        base_error(diags, QD_CODE_TGSI_DECLARATION, base_at_nowhere(),
                   "found %s[%u..%u], expected a range that rises, up to %d", name, from->first,
                   from->last, TGSI_MAX_INDEX);
    else if (from->dimension > TGSI_MAX_INDEX || from->semantic_index > TGSI_MAX_INDEX ||
             from->array > TGSI_MAX_ARRAY)
        base_error(diags, QD_CODE_TGSI_DECLARATION, base_at_nowhere(),
                   "found dimension %u, semantic index %u and array %u of %s, expected at most %d, "
                   "%d and %d",
                   from->dimension, from->semantic_index, from->array, name, TGSI_MAX_INDEX,
                   TGSI_MAX_INDEX, TGSI_MAX_ARRAY);
    else
        return true;
    return false;
}

static uint8_t
decl_flags(const struct qd_tgsi_declaration *from)
{
    static const struct {
        uint32_t from;
        uint32_t to;
    } flags[] = {
        {QD_TGSI_DECLARE_DIMENSION, TGSI_DECL_TWO_BRACKETS},
        {QD_TGSI_DECLARE_LOCAL, TGSI_DECL_LOCAL},
        {QD_TGSI_DECLARE_INVARIANT, TGSI_DECL_INVARIANT},
        {QD_TGSI_DECLARE_WRITABLE, TGSI_DECL_WRITABLE},
        {QD_TGSI_DECLARE_RAW, TGSI_DECL_RAW},
        {QD_TGSI_DECLARE_ATOMIC, TGSI_DECL_ATOMIC},
        {QD_TGSI_DECLARE_STREAMS, TGSI_DECL_STREAM},
    };
    uint32_t found = from->interpolation ? TGSI_DECL_INTERP : 0;

    for (uint32_t i = 0; i < BASE_COUNT(flags); i++)
        found |= from->flags & flags[i].from ? flags[i].to : 0;
    return (uint8_t)found;
}

/* Attributes belong to files. */
static bool
check_attributes(const struct qd_tgsi_declaration *from, struct base_diags *diags)
{
    const enum qd_tgsi_file file = from->file;
    const bool is_view = file == QD_TGSI_FILE_SVIEW || file == QD_TGSI_FILE_RES;
    const bool is_image = file == QD_TGSI_FILE_IMAGE;
    const uint32_t image_flags = QD_TGSI_DECLARE_WRITABLE | QD_TGSI_DECLARE_RAW;
    const char *wrong = NULL;

    if (from->target ? !is_view && !is_image : is_view || is_image)
        wrong = from->target ? "a target" : "no target";
    else if (from->types[0] ? !is_view : is_view)
        wrong = from->types[0] ? "a type" : "no type";
    else if ((from->format || (from->flags & image_flags)) && !is_image)
        wrong = "an attribute of images";
    else if ((from->flags & QD_TGSI_DECLARE_ATOMIC) && file != QD_TGSI_FILE_BUFFER)
        wrong = "ATOMIC";
    else if (from->memory && file != QD_TGSI_FILE_MEMORY)
        wrong = "a kind of memory";
    else if (from->wrap && file != QD_TGSI_FILE_IN)
        wrong = "cylindrical wrap";
    else if (from->rows ? file != QD_TGSI_FILE_IMMX : file == QD_TGSI_FILE_IMMX)
        wrong = from->rows ? "rows" : "no rows";
    if (wrong)
        base_error(diags, QD_CODE_TGSI_DECLARATION, base_at_nowhere(),
                   "found %s in a declaration of %s, which is against its form", wrong,
                   tgsi_file_infos[file].name);
    return !wrong;
}

static bool
read_value_words(const struct qd_tgsi_declaration *from, struct tgsi_decl *decl,
                 struct base_diags *diags)
{
    if (from->semantic) {
        const struct tgsi_span span = tgsi_span_of(from->semantic, strlen(from->semantic));

        decl->semantic = (uint8_t)tgsi_find_semantic(&span);
        if (decl->semantic == tgsi_semantic_none) {
            base_error(diags, QD_CODE_TGSI_UNKNOWN_SEMANTIC, base_at_nowhere(),
                       "found '" SHOWN "', expected a semantic", from->semantic);
            return false;
        }
        decl->semantic_index = from->semantic_index;
    }
    if (from->interpolation && !find_word(tgsi_words_interp, from->interpolation,
                                          "an interpolation", &decl->interp, diags))
        return false;
    if (decl->interp == tgsi_interp_COLOR && !decl->semantic) { /* It would be that in a text. */
        base_error(diags, QD_CODE_TGSI_DECLARATION, base_at_nowhere(),
                   "found interpolation COLOR without a semantic, expected both");
        return false;
    }
    if (from->location &&
        !find_word(tgsi_words_location, from->location, "a location", &decl->location, diags))
        return false;
    if (from->wrap && !parse_mask(from->wrap, &decl->wrap, diags))
        return false;
    return !from->components || parse_mask(from->components, &decl->mask, diags);
}

static bool
read_resource_words(struct tgsi_program *program, const struct qd_tgsi_declaration *from,
                    struct tgsi_decl *decl, struct base_diags *diags)
{
    if (from->target && !find_target(from->target, &decl->target, diags))
        return false;
    for (unsigned i = 0; i < 4 && from->types[0]; i++) {
        if (!from->types[i])
            decl->texel[i] = decl->texel[i - 1];
        else if (!find_word(tgsi_words_texel, from->types[i], "UNORM, SNORM, SINT, UINT or FLOAT",
                            &decl->texel[i], diags))
            return false;
    }
    if (from->format && !find_format(program, from->format, &decl->format, diags))
        return false;
    return !from->memory || find_word(tgsi_words_memory, from->memory,
                                      "GLOBAL, SHARED, PRIVATE or INPUT", &decl->memory, diags);
}

static bool
read_streams(const struct qd_tgsi_declaration *from, struct tgsi_decl *decl,
             struct base_diags *diags)
{
    for (unsigned i = 0; i < 4 && (from->flags & QD_TGSI_DECLARE_STREAMS); i++) {
        if (from->streams[i] > 3) {
            base_error(diags, QD_CODE_TGSI_DECLARATION, base_at_nowhere(),
                       "found stream %u, expected one up to 3", from->streams[i]);
            return false;
        }
        decl->stream[i] = (uint8_t)from->streams[i];
    }
    return true;
}

bool
tgsi_build_declaration(struct tgsi_program *program, const struct qd_tgsi_declaration *from,
                       struct base_diags *diags)
{
    struct tgsi_decl decl = {.mask = TGSI_MASK_ALL};

    if (!check_range(from, diags) || !check_attributes(from, diags) ||
        !read_value_words(from, &decl, diags) ||
        !read_resource_words(program, from, &decl, diags) || !read_streams(from, &decl, diags))
        return false;
    decl.file = (uint8_t)from->file;
    decl.flags = decl_flags(from);
    decl.first = from->first;
    decl.last = from->last;
    decl.array = from->array;
    if ((decl.flags & TGSI_DECL_TWO_BRACKETS) &&
        tgsi_file_infos[decl.file].brackets == tgsi_brackets_BUFFER)
        decl.dim = from->dimension;
    decl.data = program->rows.count * (from->rows != NULL);
    for (uint32_t i = 0; from->rows && i <= decl.last - decl.first; i++) {
        struct tgsi_row row;

        for (unsigned c = 0; c < 4; c++)
            row.words[c] = base_bits_of_float(from->rows[4 * i + c]);
        base_array_push(program->arena, &program->rows, row);
    }
    base_array_push(program->arena, &program->decls, decl);
    return true;
}

/* ---- immediates and properties ---- */

bool
tgsi_build_immediate(struct tgsi_program *program, enum tgsi_build_type type,
                     const uint32_t words[4], uint32_t *number, struct base_diags *diags)
{
    struct tgsi_immediate immediate = {.type = (uint32_t)type};

    if (program->immediates.count > TGSI_MAX_INDEX) {
        base_error(diags, QD_CODE_LIMIT, base_at_nowhere(),
                   "found another immediate, expected at most %d", TGSI_MAX_INDEX + 1);
        return false;
    }
    memcpy(immediate.row.words, words, sizeof(immediate.row.words));
    *number = program->immediates.count;
    base_array_push(program->arena, &program->immediates, immediate);
    return true;
}

bool
tgsi_build_property(struct tgsi_program *program, const char *property, const char *name,
                    int32_t value, struct base_diags *diags)
{
    const struct tgsi_span span = tgsi_span_of(property, strlen(property));
    struct tgsi_property_value added = {.property = tgsi_find_property(&span), .value = value};
    const struct tgsi_property_info *info = &tgsi_property_infos[added.property];
    uint8_t word;

    if (added.property == tgsi_property_none) {
        base_error(diags, QD_CODE_TGSI_UNKNOWN_PROPERTY, base_at_nowhere(),
                   "found '" SHOWN "', expected a property", property);
        return false;
    }
    if (name) {
        if (info->value == tgsi_words_NUMBER) {
            base_error(diags, QD_CODE_TGSI_SYNTAX, base_at_nowhere(),
                       "found the name '" SHOWN "', expected a number as the value of %s", name,
                       info->name);
            return false;
        }
        if (!find_word((enum tgsi_words)info->value, name, info->name, &word, diags))
            return false;
        added.value = word;
    }
    base_array_push(program->arena, &program->properties, added);
    return true;
}

/* ---- operands ---- */

static bool
check_register(const struct qd_tgsi_operand *from, struct base_diags *diags)
{
    const bool is_indirect = from->address.file != QD_TGSI_FILE_NONE;
    const bool is_dim_indirect = from->dimension_address.file != QD_TGSI_FILE_NONE;
    const char *name = tgsi_file_infos[from->file].name;

    if (!is_indirect && from->index < 0)
        base_error(diags, QD_CODE_TGSI_INDEX_RANGE, base_at_nowhere(),
                   "found %s[%d], expected an index that is not negative", name, from->index);
    else if ((from->flags & QD_TGSI_DIMENSION) && !is_dim_indirect &&
             (from->dimension < 0 || from->dimension > TGSI_MAX_INDEX))
        base_error(diags, QD_CODE_TGSI_INDEX_RANGE, base_at_nowhere(),
                   "found %d in the first bracket of %s, expected 0 to %d", from->dimension, name,
                   TGSI_MAX_INDEX);
    else if (from->address.index > TGSI_MAX_INDEX || from->address.component > 3 ||
             from->dimension_address.index > TGSI_MAX_INDEX ||
             from->dimension_address.component > 3)
        base_error(diags, QD_CODE_TGSI_INDEX_RANGE, base_at_nowhere(),
                   "found an address of %s past register %d or component w", name, TGSI_MAX_INDEX);
    else if (from->array > TGSI_MAX_ARRAY)
        base_error(diags, QD_CODE_TGSI_ARRAY, base_at_nowhere(),
                   "found array %u of %s, expected one up to %d", from->array, name,
                   TGSI_MAX_ARRAY);
    else
        return true;
    return false;
}

static struct tgsi_address
address_of(const struct qd_tgsi_address *from)
{
    return (struct tgsi_address){(uint8_t)from->file, (uint8_t)from->component,
                                 (uint16_t)from->index};
}

static bool
is_address_file(const struct qd_tgsi_address *from)
{
    return from->file == QD_TGSI_FILE_NONE || (tgsi_file_infos[from->file].flags & TGSI_FILE_READ);
}

/* FILE and its brackets. */
static bool
build_register(struct tgsi_program *program, const struct qd_tgsi_operand *from,
               struct tgsi_operand *operand, struct base_diags *diags)
{
    const bool has_dim = (from->flags & QD_TGSI_DIMENSION) != 0;
    struct tgsi_relative relative = {
        from->index, has_dim ? from->dimension : 0, {0}, {0}, (uint16_t)from->array};

    if (!check_register(from, diags))
        return false;
    if (!is_address_file(&from->address) || !is_address_file(&from->dimension_address)) {
        base_error(diags, QD_CODE_TGSI_UNKNOWN_FILE, base_at_nowhere(),
                   "found an address in a file that cannot be read, expected ADDR");
        return false;
    }
    operand->file = (uint8_t)from->file;
    operand->lines = 255; /* Operands have no places. */
    operand->dim = (uint16_t)relative.dim;
    operand->index = (uint32_t)from->index;
    if (has_dim)
        operand->flags |= TGSI_OPERAND_TWO_BRACKETS;
    if (from->address.file != QD_TGSI_FILE_NONE) {
        operand->flags |= TGSI_OPERAND_INDIRECT;
        relative.address = address_of(&from->address);
    }
    if (has_dim && from->dimension_address.file != QD_TGSI_FILE_NONE) {
        operand->flags |= TGSI_OPERAND_DIM_INDIRECT;
        relative.dim_address = address_of(&from->dimension_address);
    }
    if (from->array)
        operand->flags |= TGSI_OPERAND_ARRAY;
    if (!(operand->flags & TGSI_OPERAND_RELATIVE))
        return true;
    operand->index = program->relatives.count;
    base_array_push(program->arena, &program->relatives, relative);
    return true;
}

enum role { role_destination, role_source, role_offset, role_predicate };

static bool
build_operand(struct tgsi_program *program, const struct qd_tgsi_operand *from, enum role role,
              struct base_diags *diags)
{
    struct tgsi_operand operand = {.select = TGSI_SELECT_ALL};
    const uint32_t modifiers = from->flags & (QD_TGSI_NEGATE | QD_TGSI_ABSOLUTE);

    if (modifiers && role != role_source) {
        base_error(diags, QD_CODE_TGSI_SYNTAX, base_at_nowhere(),
                   "found a negative or absolute value, expected it of sources alone");
        return false;
    }
    if (!build_register(program, from, &operand, diags))
        return false;
    if (modifiers & QD_TGSI_NEGATE)
        operand.flags |= TGSI_OPERAND_NEGATE;
    if (modifiers & QD_TGSI_ABSOLUTE)
        operand.flags |= TGSI_OPERAND_ABSOLUTE;
    if (role == role_destination)
        operand.select = TGSI_MASK_ALL;
    else if (role == role_offset)
        operand.select = TGSI_SELECT_ALL & 0x3f;
    if (from->components &&
        !(role == role_destination ? parse_mask(from->components, &operand.select, diags)
                                   : parse_swizzle(from->components, role == role_offset ? 3 : 4,
                                                   &operand.select, diags)))
        return false;
    base_array_push(program->arena, &program->operands, operand);
    return true;
}

static bool
build_operands(struct tgsi_program *program, const struct qd_tgsi_operand *from, uint32_t count,
               enum role role, struct base_diags *diags)
{
    for (uint32_t i = 0; i < count; i++)
        if (!build_operand(program, &from[i], role, diags))
            return false;
    return true;
}

/* ---- instructions ---- */

static bool
check_counts(const struct tgsi_program *program, const struct qd_tgsi_instruction *from,
             enum tgsi_op op, struct base_diags *diags)
{
    const struct tgsi_op_info *info = &tgsi_op_infos[op];
    uint32_t min, max;

    tgsi_op_sources(op, program->dialect, &min, &max);
    if (from->destination_count != info->dsts || from->source_count < min ||
        from->source_count > max)
        base_error(diags, QD_CODE_TGSI_OPERAND_COUNT, base_at_nowhere(),
                   "found %u destinations and %u sources of %s, expected %u and %u",
                   from->destination_count, from->source_count, tgsi_op_name(op), info->dsts, min);
    else if (from->offset_count > TGSI_MAX_OFFSETS ||
             (from->offset_count && !(info->flags & (TGSI_OP_TEXTURE | TGSI_OP_OFFSETS))))
        base_error(diags, QD_CODE_TGSI_TEXTURE_OFFSET, base_at_nowhere(),
                   "found %u offsets of %s, expected %d at most", from->offset_count,
                   tgsi_op_name(op),
                   info->flags & (TGSI_OP_TEXTURE | TGSI_OP_OFFSETS) ? TGSI_MAX_OFFSETS : 0);
    else if (from->target ? !(info->flags & (TGSI_OP_TEXTURE | TGSI_OP_MEMORY))
                          : (info->flags & TGSI_OP_TEXTURE) != 0)
        base_error(diags, QD_CODE_TGSI_TEXTURE_TARGET, base_at_nowhere(),
                   from->target ? "found a target of %s, which has none"
                                : "found no target of %s, which needs one",
                   tgsi_op_name(op));
    else if ((from->format || (from->flags & QUALIFIERS)) && !(info->flags & TGSI_OP_MEMORY))
        base_error(diags, QD_CODE_TGSI_MEMORY_ACCESS, base_at_nowhere(),
                   "found a format or a qualifier of %s, which has none", tgsi_op_name(op));
    else if ((from->flags & QD_TGSI_LABEL) && !(info->flags & (TGSI_OP_LABEL | TGSI_OP_JUMP)))
        base_error(diags, QD_CODE_TGSI_LABEL, base_at_nowhere(),
                   "found a label of %s, which has none", tgsi_op_name(op));
    else
        return true;
    return false;
}

static void
add_label(struct tgsi_program *program, uint32_t label)
{
    const struct tgsi_operand operand = {.index = label};

    base_array_push(program->arena, &program->operands, operand);
}

/* All that lies in the program's operands, in their order. */
static bool
build_all_operands(struct tgsi_program *program, const struct qd_tgsi_instruction *from,
                   struct tgsi_inst *inst, struct base_diags *diags)
{
    struct tgsi_operand access = {.select = (uint8_t)(from->flags & QUALIFIERS)};

    if (!build_operands(program, from->destinations, from->destination_count, role_destination,
                        diags) ||
        !build_operands(program, from->sources, from->source_count, role_source, diags) ||
        !build_operands(program, from->offsets, from->offset_count, role_offset, diags))
        return false;
    if (from->target && !find_target(from->target, &inst->target, diags))
        return false;
    if (from->format && !find_format(program, from->format, &access.index, diags))
        return false;
    if ((tgsi_op_infos[inst->op].flags & TGSI_OP_MEMORY) &&
        (from->target || from->format || access.select)) {
        inst->flags |= TGSI_INST_ACCESS;
        base_array_push(program->arena, &program->operands, access);
    }
    if (from->predicate && !(tgsi_op_infos[inst->op].flags & TGSI_OP_LABEL)) {
        inst->flags |= TGSI_INST_PREDICATE;
        if (from->flags & QD_TGSI_PREDICATE_NOT)
            inst->flags |= TGSI_INST_PREDICATE_NOT;
        if (!build_operand(program, from->predicate, role_predicate, diags))
            return false;
    }
    if (inst->flags & TGSI_INST_LABEL)
        add_label(program, from->label);
    return true;
}

static bool
check_predicate(const struct qd_tgsi_instruction *from, struct base_diags *diags)
{
    const struct qd_tgsi_operand *predicate = from->predicate;

    if (!predicate ||
        (predicate->file == QD_TGSI_FILE_PRED && !predicate->array &&
         predicate->address.file == QD_TGSI_FILE_NONE && !(predicate->flags & QD_TGSI_DIMENSION)))
        return true;
    base_error(diags, QD_CODE_TGSI_PREDICATE, base_at_nowhere(),
               "found a register of %s as a predicate, expected PRED[0]",
               tgsi_file_infos[predicate->file].name);
    return false;
}

bool
tgsi_build_instruction(struct tgsi_program *program, const struct qd_tgsi_instruction *from,
                       struct base_diags *diags)
{
    struct tgsi_inst inst = {.operand = program->operands.count};
    const uint32_t relatives = program->relatives.count;
    const struct tgsi_span opcode = tgsi_span_of(from->opcode, strlen(from->opcode));
    enum tgsi_op op = tgsi_parse_op(&opcode, &inst.flags);

    if (op == tgsi_op_none) {
        base_error(diags, QD_CODE_TGSI_UNKNOWN_OPCODE, base_at_nowhere(),
                   "found '" SHOWN "' for instruction %u, expected an opcode", from->opcode,
                   program->insts.count);
        return false;
    }
    if (op == tgsi_op_LOAD && from->source_count == 2)
        op = tgsi_op_of_dialect(op, program->dialect, (enum tgsi_file)from->sources[1].file);
    inst.op = (uint16_t)op;
    inst.srcs = (uint8_t)from->source_count;
    inst.offsets = (uint8_t)from->offset_count;
    if ((from->flags & QD_TGSI_LABEL) && (tgsi_op_infos[op].flags & TGSI_OP_JUMP))
        inst.flags |= TGSI_INST_LABEL;
    if (!check_counts(program, from, op, diags) || !check_predicate(from, diags) ||
        !build_all_operands(program, from, &inst, diags)) {
        program->operands.count = inst.operand;
        program->relatives.count = relatives;
        return false;
    }
    if (tgsi_op_infos[op].flags & TGSI_OP_LABEL)
        inst.operand = from->label;
    base_array_push(program->arena, &program->insts, inst);
    return true;
}

uint32_t
tgsi_build_count(const struct tgsi_program *program)
{
    return program->insts.count;
}

/* Past the instruction's operands but for its label. */
static uint32_t
operands_end(const struct tgsi_program *program, const struct tgsi_inst *inst)
{
    const struct tgsi_operand *predicate = tgsi_predicate(program, inst);

    return (uint32_t)(predicate - program->operands.data) +
           ((inst->flags & TGSI_INST_PREDICATE) != 0);
}

/* The label comes last, and operands of other instructions may follow: the instruction's move. */
static void
append_label(struct tgsi_program *program, struct tgsi_inst *inst, uint32_t label)
{
    const uint32_t end = operands_end(program, inst);
    const uint32_t first = program->operands.count;

    for (uint32_t i = inst->operand; i < end; i++) {
        const struct tgsi_operand operand = program->operands.data[i];

        base_array_push(program->arena, &program->operands, operand);
    }
    add_label(program, label);
    inst->operand = first;
    inst->flags |= TGSI_INST_LABEL;
}

bool
tgsi_build_label(struct tgsi_program *program, uint32_t instruction, uint32_t label,
                 struct base_diags *diags)
{
    struct tgsi_inst *inst =
        instruction < program->insts.count ? &program->insts.data[instruction] : NULL;

    if (!inst || !(tgsi_op_infos[inst->op].flags & (TGSI_OP_LABEL | TGSI_OP_JUMP))) {
        base_error(diags, QD_CODE_TGSI_FLOW, base_at_nowhere(),
                   "found no instruction %u that has a label", instruction);
        return false;
    }
    if (tgsi_op_infos[inst->op].flags & TGSI_OP_LABEL)
        inst->operand = label;
    else if (inst->flags & TGSI_INST_LABEL)
        program->operands.data[operands_end(program, inst)].index = label;
    else
        append_label(program, inst, label);
    return true;
}

/* ---- places ---- */

void
tgsi_build_places(struct tgsi_program *program)
{
    uint32_t line = 1;

    program->line = line;
    for (uint32_t i = 0; i < program->properties.count; i++)
        program->properties.data[i].line = ++line;
    for (uint32_t i = 0; i < program->decls.count; i++)
        program->decls.data[i].line = ++line;
    line += program->immediates.count;
    for (uint32_t i = 0; i < program->insts.count; i++)
        program->insts.data[i].line = ++line;
}
