/* SPDX-License-Identifier: MIT
 *
 * The builder's calls: arguments, and memory that may run out. src/tgsi/builder.c makes the
 * program.
 */
#include <quadrille/tgsi_builder.h>

#include "api/api_priv.h"

#include <stdlib.h>

struct qd_tgsi_builder {
    struct base_arena arena;
    struct base_diags diags;
    struct tgsi_program *program;
    uint32_t call_count;  /* Diagnostics of calls; those of a finish follow. */
    uint32_t call_errors; /* Likewise. */
    bool is_spent;        /* Memory ran out. */
};

/* ---- operands ---- */

struct qd_tgsi_operand
qd_tgsi_register(enum qd_tgsi_file file, uint32_t index)
{
    struct qd_tgsi_operand operand = {.file = file};

    /* What no register has stays what none has. */
    operand.index = index <= INT32_MAX ? (int32_t)index : INT32_MAX;
    return operand;
}

struct qd_tgsi_operand
qd_tgsi_register2(enum qd_tgsi_file file, uint32_t dimension, uint32_t index)
{
    struct qd_tgsi_operand operand = qd_tgsi_register(file, index);

    operand.flags |= QD_TGSI_DIMENSION;
    operand.dimension = dimension <= INT32_MAX ? (int32_t)dimension : INT32_MAX;
    return operand;
}

struct qd_tgsi_operand
qd_tgsi_components(struct qd_tgsi_operand operand, const char *components)
{
    operand.components = components;
    return operand;
}

struct qd_tgsi_operand
qd_tgsi_negate(struct qd_tgsi_operand operand)
{
    operand.flags ^= QD_TGSI_NEGATE;
    return operand;
}

struct qd_tgsi_operand
qd_tgsi_absolute(struct qd_tgsi_operand operand)
{
    operand.flags = (operand.flags & ~(uint32_t)QD_TGSI_NEGATE) | QD_TGSI_ABSOLUTE;
    return operand;
}

struct qd_tgsi_operand
qd_tgsi_indirect(struct qd_tgsi_operand operand, uint32_t address, uint32_t component)
{
    operand.address = (struct qd_tgsi_address){QD_TGSI_FILE_ADDR, address, component};
    return operand;
}

/* ---- the builder ---- */

enum qd_result
qd_tgsi_builder_new(enum qd_tgsi_stage stage, enum qd_tgsi_dialect dialect,
                    struct qd_tgsi_builder **builder)
{
    struct qd_tgsi_builder *volatile made;

    if (!builder)
        return QD_ERROR_ARGUMENT;
    *builder = NULL;
    if ((unsigned)stage > QD_TGSI_COMP || (unsigned)dialect > QD_TGSI_DIALECT_FINAL)
        return QD_ERROR_ARGUMENT;
    made = calloc(1, sizeof(*made));
    if (!made)
        return QD_ERROR_MEMORY;
    base_arena_init(&made->arena, 0);
    if (!BASE_ARENA_CATCH(&made->arena)) {
        qd_tgsi_builder_free(made);
        return QD_ERROR_MEMORY;
    }
    base_diags_init(&made->diags, &made->arena, "<builder>");
    made->program = tgsi_build_program(&made->arena, stage,
                                       dialect == QD_TGSI_DIALECT_EARLY ? tgsi_dialect_early
                                                                        : tgsi_dialect_final);
    *builder = made;
    return QD_OK;
}

void
qd_tgsi_builder_free(struct qd_tgsi_builder *builder)
{
    if (!builder)
        return;
    base_arena_finish(&builder->arena);
    free(builder);
}

/* Drops what the last finish found. */
static void
drop_findings(struct qd_tgsi_builder *b)
{
    b->diags.list.count = b->call_count;
    b->diags.error_count = b->call_errors;
    b->diags.warning_count = 0;
    b->diags.note_count = 0;
    b->diags.dropped = false;
}

/* Only diagnostics are still to be asked for, and those may not be whole. */
static enum qd_result
spend(struct qd_tgsi_builder *b)
{
    b->is_spent = true;
    b->diags.list.count = 0;
    return QD_ERROR_MEMORY;
}

/* What a call adds. */
struct addition {
    bool (*add)(struct qd_tgsi_builder *b, const struct addition *addition);
    const void *from;
    const char *name;
    const char *value_name;
    uint32_t numbers[5];
    uint32_t *result;
};

static enum qd_result
add(struct qd_tgsi_builder *b, const struct addition *addition)
{
    if (b->is_spent)
        return QD_ERROR_MEMORY;
    if (!BASE_ARENA_CATCH(&b->arena))
        return spend(b);
    drop_findings(b);
    const bool is_good = addition->add(b, addition);
    b->call_count = b->diags.list.count;
    b->call_errors = b->diags.error_count;
    return is_good ? QD_OK : QD_ERROR_INVALID;
}

/* ---- declarations, immediates, properties ---- */

static bool
is_file(enum qd_tgsi_file file)
{
    return (unsigned)file <= QD_TGSI_FILE_HWATOMIC;
}

static bool
add_declaration(struct qd_tgsi_builder *b, const struct addition *addition)
{
    return tgsi_build_declaration(b->program, addition->from, &b->diags);
}

#define DECLARATION_FLAGS (2 * QD_TGSI_DECLARE_STREAMS - 1)

enum qd_result
qd_tgsi_declare(struct qd_tgsi_builder *builder, const struct qd_tgsi_declaration *declaration)
{
    const struct addition addition = {.add = add_declaration, .from = declaration};

    if (!builder || !declaration || declaration->size != sizeof(*declaration) ||
        !is_file(declaration->file) || declaration->file == QD_TGSI_FILE_NONE ||
        (declaration->flags & ~(uint32_t)DECLARATION_FLAGS))
        return QD_ERROR_ARGUMENT;
    return add(builder, &addition);
}

static bool
add_immediate(struct qd_tgsi_builder *b, const struct addition *addition)
{
    return tgsi_build_immediate(b->program, (enum tgsi_build_type)addition->numbers[4],
                                addition->numbers, addition->result, &b->diags);
}

static enum qd_result
immediate(struct qd_tgsi_builder *builder, enum tgsi_build_type type, const void *values,
          uint32_t *number)
{
    uint32_t unused;
    struct addition addition = {.add = add_immediate, .result = number ? number : &unused};

    if (!builder || !values)
        return QD_ERROR_ARGUMENT;
    addition.numbers[4] = type;
    if (type >= tgsi_build_f64) {
        uint64_t wide[2];

        memcpy(wide, values, sizeof(wide));
        for (unsigned i = 0; i < 4; i++)
            addition.numbers[i] = (uint32_t)(wide[i / 2] >> i % 2 * 32);
    } else {
        memcpy(addition.numbers, values, 4 * sizeof(uint32_t));
    }
    return add(builder, &addition);
}

enum qd_result
qd_tgsi_immediate_f32(struct qd_tgsi_builder *builder, const float values[4], uint32_t *number)
{
    return immediate(builder, tgsi_build_f32, values, number);
}

enum qd_result
qd_tgsi_immediate_u32(struct qd_tgsi_builder *builder, const uint32_t values[4], uint32_t *number)
{
    return immediate(builder, tgsi_build_u32, values, number);
}

enum qd_result
qd_tgsi_immediate_i32(struct qd_tgsi_builder *builder, const int32_t values[4], uint32_t *number)
{
    return immediate(builder, tgsi_build_i32, values, number);
}

enum qd_result
qd_tgsi_immediate_f64(struct qd_tgsi_builder *builder, const double values[2], uint32_t *number)
{
    return immediate(builder, tgsi_build_f64, values, number);
}

enum qd_result
qd_tgsi_immediate_u64(struct qd_tgsi_builder *builder, const uint64_t values[2], uint32_t *number)
{
    return immediate(builder, tgsi_build_u64, values, number);
}

enum qd_result
qd_tgsi_immediate_i64(struct qd_tgsi_builder *builder, const int64_t values[2], uint32_t *number)
{
    return immediate(builder, tgsi_build_i64, values, number);
}

static bool
add_property(struct qd_tgsi_builder *b, const struct addition *addition)
{
    return tgsi_build_property(b->program, addition->name, addition->value_name,
                               (int32_t)addition->numbers[0], &b->diags);
}

enum qd_result
qd_tgsi_property(struct qd_tgsi_builder *builder, const char *name, int32_t value)
{
    const struct addition addition = {
        .add = add_property, .name = name, .numbers = {(uint32_t)value}};

    return builder && name ? add(builder, &addition) : QD_ERROR_ARGUMENT;
}

enum qd_result
qd_tgsi_property_name(struct qd_tgsi_builder *builder, const char *name, const char *value)
{
    const struct addition addition = {.add = add_property, .name = name, .value_name = value};

    return builder && name && value ? add(builder, &addition) : QD_ERROR_ARGUMENT;
}

/* ---- instructions ---- */

static bool
are_operands(const struct qd_tgsi_operand *operands, uint32_t count, uint32_t most)
{
    if (count > most || (count && !operands))
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (!is_file(operands[i].file) || operands[i].file == QD_TGSI_FILE_NONE ||
            !is_file(operands[i].address.file) || !is_file(operands[i].dimension_address.file) ||
            (operands[i].flags &
             ~(uint32_t)(QD_TGSI_NEGATE | QD_TGSI_ABSOLUTE | QD_TGSI_DIMENSION)))
            return false;
    return true;
}

/* More than any opcode has; how many it does have is told in a diagnostic. */
#define MAX_OPERANDS 16
#define INSTRUCTION_FLAGS (2 * QD_TGSI_LABEL - 1)

static bool
add_instruction(struct qd_tgsi_builder *b, const struct addition *addition)
{
    return tgsi_build_instruction(b->program, addition->from, &b->diags);
}

enum qd_result
qd_tgsi_emit(struct qd_tgsi_builder *builder, const struct qd_tgsi_instruction *instruction)
{
    const struct addition addition = {.add = add_instruction, .from = instruction};
    const struct qd_tgsi_instruction *i = instruction;

    if (!builder || !i || i->size != sizeof(*i) || !i->opcode ||
        (i->flags & ~(uint32_t)INSTRUCTION_FLAGS) ||
        !are_operands(i->destinations, i->destination_count, MAX_OPERANDS) ||
        !are_operands(i->sources, i->source_count, MAX_OPERANDS) ||
        !are_operands(i->offsets, i->offset_count, MAX_OPERANDS) ||
        !are_operands(i->predicate, i->predicate != NULL, 1))
        return QD_ERROR_ARGUMENT;
    return add(builder, &addition);
}

static enum qd_result
emit(struct qd_tgsi_builder *builder, const char *opcode, const struct qd_tgsi_operand *destination,
     const struct qd_tgsi_operand *sources, uint32_t source_count)
{
    struct qd_tgsi_instruction instruction = QD_TGSI_INSTRUCTION_INIT(opcode);

    instruction.destinations = destination;
    instruction.destination_count = destination != NULL;
    instruction.sources = sources;
    instruction.source_count = source_count;
    return qd_tgsi_emit(builder, &instruction);
}

enum qd_result
qd_tgsi_emit0(struct qd_tgsi_builder *builder, const char *opcode)
{
    return emit(builder, opcode, NULL, NULL, 0);
}

enum qd_result
qd_tgsi_emit1(struct qd_tgsi_builder *builder, const char *opcode,
              struct qd_tgsi_operand destination, struct qd_tgsi_operand source)
{
    return emit(builder, opcode, &destination, &source, 1);
}

enum qd_result
qd_tgsi_emit2(struct qd_tgsi_builder *builder, const char *opcode,
              struct qd_tgsi_operand destination, struct qd_tgsi_operand source0,
              struct qd_tgsi_operand source1)
{
    const struct qd_tgsi_operand sources[] = {source0, source1};

    return emit(builder, opcode, &destination, sources, 2);
}

enum qd_result
qd_tgsi_emit3(struct qd_tgsi_builder *builder, const char *opcode,
              struct qd_tgsi_operand destination, struct qd_tgsi_operand source0,
              struct qd_tgsi_operand source1, struct qd_tgsi_operand source2)
{
    const struct qd_tgsi_operand sources[] = {source0, source1, source2};

    return emit(builder, opcode, &destination, sources, 3);
}

enum qd_result
qd_tgsi_emit_test(struct qd_tgsi_builder *builder, const char *opcode,
                  struct qd_tgsi_operand source)
{
    return emit(builder, opcode, NULL, &source, 1);
}

enum qd_result
qd_tgsi_emit_texture(struct qd_tgsi_builder *builder, const char *opcode,
                     struct qd_tgsi_operand destination, struct qd_tgsi_operand coordinate,
                     uint32_t sampler, const char *target)
{
    const struct qd_tgsi_operand sources[] = {coordinate,
                                              qd_tgsi_register(QD_TGSI_FILE_SAMP, sampler)};
    struct qd_tgsi_instruction instruction = QD_TGSI_INSTRUCTION_INIT(opcode);

    instruction.destinations = &destination;
    instruction.destination_count = 1;
    instruction.sources = sources;
    instruction.source_count = 2;
    instruction.target = target;
    return qd_tgsi_emit(builder, &instruction);
}

uint32_t
qd_tgsi_next(const struct qd_tgsi_builder *builder)
{
    return tgsi_build_count(builder->program);
}

static bool
add_label(struct qd_tgsi_builder *b, const struct addition *addition)
{
    return tgsi_build_label(b->program, addition->numbers[0], addition->numbers[1], &b->diags);
}

enum qd_result
qd_tgsi_set_label(struct qd_tgsi_builder *builder, uint32_t instruction, uint32_t label)
{
    const struct addition addition = {.add = add_label, .numbers = {instruction, label}};

    return builder ? add(builder, &addition) : QD_ERROR_ARGUMENT;
}

/* ---- finishing ---- */

struct finished {
    bool has_words;
    enum tgsi_tokens layout; /* With has_words. */
    const char *text;
    const uint32_t *words;
    size_t count; /* Bytes, words. */
};

/* Findings show the lines of the text, which is made first for that. */
static bool
finish(struct qd_tgsi_builder *b, struct finished *finished)
{
    const struct tgsi_token_options options = {finished->layout};
    struct base_text text;

    base_text_init(&text, &b->arena);
    tgsi_build_places(b->program);
    tgsi_write_text(b->program, &text);
    finished->text = base_text_string(&text);
    finished->count = text.count;
    base_diags_set_text(&b->diags, finished->text, text.count);
    bool is_good = tgsi_check(b->program, &b->diags) && b->call_errors == 0;
    if (is_good && finished->has_words)
        is_good = tgsi_write_tokens(b->program, &options, &b->arena, &finished->words,
                                    &finished->count, &b->diags);
    base_diags_set_text(&b->diags, NULL, 0);
    return is_good;
}

static enum qd_result
finish_in_budget(struct qd_tgsi_builder *b, struct finished *finished)
{
    if (b->is_spent)
        return QD_ERROR_MEMORY;
    if (!BASE_ARENA_CATCH(&b->arena))
        return spend(b);
    drop_findings(b);
    return finish(b, finished) ? QD_OK : QD_ERROR_INVALID;
}

enum qd_result
qd_tgsi_finish_text(struct qd_tgsi_builder *builder, const char **text, size_t *size)
{
    struct finished finished = {.has_words = false};

    if (size)
        *size = 0;
    if (!builder || !text)
        return QD_ERROR_ARGUMENT;
    *text = NULL;
    const enum qd_result result = finish_in_budget(builder, &finished);
    if (result != QD_OK)
        return result;
    *text = finished.text;
    if (size)
        *size = finished.count;
    return QD_OK;
}

enum qd_result
qd_tgsi_finish_tokens(struct qd_tgsi_builder *builder, enum qd_tgsi_tokens tokens,
                      const uint32_t **words, size_t *count)
{
    struct finished finished = {.has_words = true};

    if (!builder || !words || !count || (unsigned)tokens > QD_TGSI_TOKENS_VIRGL)
        return QD_ERROR_ARGUMENT;
    *words = NULL;
    *count = 0;
    finished.layout = api_tokens(tokens);
    const enum qd_result result = finish_in_budget(builder, &finished);
    if (result != QD_OK)
        return result;
    *words = finished.words;
    *count = finished.count;
    return QD_OK;
}

uint32_t
qd_tgsi_diagnostic_count(const struct qd_tgsi_builder *builder)
{
    return builder->diags.list.count;
}

const struct qd_diagnostic *
qd_tgsi_diagnostic(const struct qd_tgsi_builder *builder, uint32_t index)
{
    return index < builder->diags.list.count ? &builder->diags.list.data[index] : NULL;
}
