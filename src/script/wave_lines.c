/* SPDX-License-Identifier: MIT
 *
 * AmberScript: how the waves of RDNA code begin, an extension. REGISTER, WORKGROUP, LDS and so on
 * in a pipeline; docs/scripts.md has the table.
 */
#include "base/bits.h"
#include "rdna/wave/dispatch.h"
#include "script/script_priv.h"

#include <inttypes.h>

#define MAX_LDS 65536
#define MAX_SCRATCH 65536
#define MAX_STRIDE 16383 /* Of a descriptor. */
#define MAX_REGISTERS 4096
#define MODE_BITS 0x3ff

/* ---- words ---- */

static bool
is_word(const struct script_wave_reader *reader, const char *word)
{
    const struct script_token *token = &reader->lexer->token;

    if (!reader->is_lower)
        return script_lexer_is(reader->lexer, word);
    if (token->kind != script_token_word || token->size != strlen(word))
        return false;
    for (size_t i = 0; i < token->size; i++) {
        const char c = word[i] >= 'A' && word[i] <= 'Z' ? (char)(word[i] | 32) : word[i];

        if (token->text[i] != c)
            return false;
    }
    return true;
}

static bool
accept(const struct script_wave_reader *reader, const char *word)
{
    if (!is_word(reader, word))
        return false;
    script_lexer_next(reader->lexer);
    return true;
}

/* ---- names of registers ---- */

/* *most: how many registers there are from it on. */
static bool
read_register(struct script_lexer *lexer, uint16_t *code, uint32_t *most)
{
    const struct script_token token = lexer->token;

    if (token.kind != script_token_word || !rdna_find_register(token.text, token.size, code, most))
        return script_lexer_fail(lexer, "a register, as in s0, v0, vcc, exec, m0 or scc");
    script_lexer_next(lexer);
    return true;
}

/* ---- what they hold ---- */

/* Integers keep their bits; what has a fraction becomes a float. */
static bool
read_word(struct script_lexer *lexer, uint32_t *word)
{
    const struct script_token token = lexer->token;
    struct script_number number;

    if (!script_lexer_number(lexer, "a value", &number))
        return false;
    const bool fits =
        number.is_negative ? number.bits >= UINT64_MAX - INT32_MAX : number.bits <= UINT32_MAX;
    if (number.is_real)
        *word = base_bits_of_float((float)number.real);
    else if (fits)
        *word = (uint32_t)number.bits;
    else
        return script_fail(lexer->script, token.place, "found \"%.*s\", expected 32 bits",
                           (int)(token.size < 60 ? token.size : 60), token.text);
    return true;
}

static bool
read_values(struct script_lexer *lexer, struct script_register *reg)
{
    BASE_ARRAY(uint32_t) values = {0};

    do {
        uint32_t word = 0;

        if (!read_word(lexer, &word))
            return false;
        base_array_push(lexer->script->arena, &values, word);
    } while (!script_lexer_is_line_end(lexer) && values.count < RDNA_VECTOR_COUNT);
    reg->kind = script_register_value;
    reg->values = values.data;
    reg->count = values.count;
    return true;
}

static bool
read_address(const struct script_wave_reader *reader, struct script_register *reg)
{
    struct script_lexer *lexer = reader->lexer;

    reg->kind = script_register_address;
    reg->count = 2;
    if (!reader->find_buffer(reader->context, &reg->resource))
        return false;
    return !accept(reader, "OFFSET") ||
           script_lexer_uint64(lexer, "an offset in bytes", SCRIPT_MAX_BYTES, &reg->offset);
}

static bool
read_format(struct script_lexer *lexer, enum scene_format *format)
{
    struct script_token name;
    unsigned dst_sel;

    if (!script_lexer_name(lexer, "a format", &name))
        return false;
    *format = scene_format_find(name.text, name.size);
    if (*format == scene_format_none)
        return script_fail(lexer->script, name.place, "found \"%.*s\", expected an image format",
                           (int)name.size, name.text);
    return script_wave_format(*format, false, &dst_sel) != 0 ||
           script_fail(lexer->script, name.place,
                       "found %.*s, expected a format that buffers have in RDNA code",
                       (int)name.size, name.text);
}

static bool
read_descriptor(const struct script_wave_reader *reader, struct script_register *reg)
{
    struct script_lexer *lexer = reader->lexer;

    reg->kind = script_register_descriptor;
    reg->count = 4;
    if (!reader->find_buffer(reader->context, &reg->resource))
        return false;
    while (!script_lexer_is_line_end(lexer)) {
        bool is_good;

        if (accept(reader, "OFFSET"))
            is_good =
                script_lexer_uint64(lexer, "an offset in bytes", SCRIPT_MAX_BYTES, &reg->offset);
        else if (accept(reader, "RANGE"))
            is_good = script_lexer_uint64(lexer, "a size in bytes", SCRIPT_MAX_BYTES, &reg->range);
        else if (accept(reader, "STRIDE"))
            is_good =
                script_lexer_uint(lexer, "a stride up to 16383 bytes", MAX_STRIDE, &reg->stride);
        else if (accept(reader, "FORMAT"))
            is_good = read_format(lexer, &reg->format);
        else
            is_good = script_lexer_fail(lexer, "OFFSET, RANGE, STRIDE or FORMAT");
        if (!is_good)
            return false;
    }
    return true;
}

static bool
read_set(const struct script_wave_reader *reader, struct script_register *reg)
{
    reg->kind = script_register_set;
    return script_lexer_uint(reader->lexer, "a set", UINT32_MAX, &reg->set);
}

static bool
read_push(const struct script_wave_reader *reader, struct script_register *reg)
{
    struct script_lexer *lexer = reader->lexer;
    const struct script_token token = lexer->token;

    reg->kind = script_register_push;
    if (accept(reader, "OFFSET") &&
        !script_lexer_uint64(lexer, "an offset in bytes", SCENE_MAX_PUSH - 4, &reg->offset))
        return false;
    reg->has_values = accept(reader, "COUNT");
    if (reg->has_values &&
        !script_lexer_uint(lexer, "a number of words", SCENE_MAX_PUSH / 4, &reg->count))
        return false;
    return (reg->count > 0 && reg->offset + 4 * (uint64_t)reg->count <= SCENE_MAX_PUSH) ||
           script_fail(reader->lexer->script, token.place,
                       "found %" PRIu32 " words, expected 1 at least and none past byte %d",
                       reg->count, SCENE_MAX_PUSH);
}

static bool
read_start(const struct script_wave_reader *reader, const struct rdna_start_word *word,
           struct script_register *reg)
{
    struct script_lexer *lexer = reader->lexer;
    struct rdna_start start = {0};
    uint32_t axis = 0, count = 0;

    while (word->axes && word->axes[count])
        count++;
    if (count && !(word->axis_is_optional && script_lexer_is_line_end(lexer)) &&
        !script_lexer_choice(lexer, "an axis", word->axes, count, &axis))
        return false;
    rdna_start_set(&start, word, axis);
    reg->kind = script_register_start;
    reg->start = start.kind;
    reg->axis = start.axis;
    reg->count = word->kind == rdna_start_scratch ? 2 : 1;
    return true;
}

static const struct {
    const char *name;
    bool (*read)(const struct script_wave_reader *reader, struct script_register *reg);
} sources[] = {
    {"ADDRESS", read_address},
    {"DESCRIPTOR", read_descriptor},
    {"DESCRIPTOR_SET", read_set},
    {"PUSH_CONSTANTS", read_push},
};

static bool
check_file(struct script_lexer *lexer, struct qd_place place, const char *name, bool wants_vector,
           const struct script_register *reg)
{
    const bool is_vector = reg->code >= RDNA_VGPR0;

    return is_vector == wants_vector ||
           script_fail(lexer->script, place, "found %s of a %s register, expected a %s one", name,
                       is_vector ? "vector" : "scalar", is_vector ? "scalar" : "vector");
}

static bool
read_source(const struct script_wave_reader *reader, struct script_register *reg)
{
    struct script_lexer *lexer = reader->lexer;
    const struct qd_place place = lexer->token.place;

    if (accept(reader, "VALUE"))
        return read_values(lexer, reg);
    for (size_t i = 0; i < BASE_COUNT(sources); i++)
        if (accept(reader, sources[i].name))
            return check_file(lexer, place, sources[i].name, false, reg) &&
                   sources[i].read(reader, reg);
    for (const struct rdna_start_word *word = rdna_start_words; word->name; word++)
        if (accept(reader, word->name))
            return check_file(lexer, place, word->name, word->is_vector, reg) &&
                   read_start(reader, word, reg);
    return script_lexer_fail(lexer, "what the register holds, as in VALUE, ADDRESS, DESCRIPTOR_SET "
                                    "or WORKGROUP_ID");
}

static bool
read_register_line(const struct script_wave_reader *reader)
{
    struct script_lexer *lexer = reader->lexer;
    struct script_waves *waves = &reader->pipeline->waves;
    struct script_register reg = {.place = lexer->token.place, .count = 1, .stage = ir_stage_count};
    uint32_t most = 0;

    if (script_lexer_accept(lexer, "vertex"))
        reg.stage = ir_stage_vertex;
    else if (script_lexer_accept(lexer, "fragment"))
        reg.stage = ir_stage_fragment;
    if (!read_register(lexer, &reg.code, &most) || !read_source(reader, &reg))
        return false;
    if (reg.count > most)
        return script_fail(lexer->script, reg.place,
                           "found what %" PRIu32 " registers hold, expected %" PRIu32 " at most",
                           reg.count, most);
    if (waves->registers.count == MAX_REGISTERS)
        return script_fail(lexer->script, reg.place, "found more than %d lines, expected fewer",
                           MAX_REGISTERS);
    base_array_push(lexer->script->arena, &waves->registers, reg);
    return true;
}

/* ---- the other lines ---- */

static bool
read_workgroup(const struct script_wave_reader *reader)
{
    struct script_lexer *lexer = reader->lexer;
    const struct qd_place place = lexer->token.place;
    uint32_t *size = reader->pipeline->waves.size;

    for (int i = 0; i < 3; i++) {
        if (!script_lexer_uint(lexer, "a number of invocations, up to 1024", RDNA_MAX_INVOCATIONS,
                               &size[i]))
            return false;
    }
    const uint32_t all = size[0] * size[1] * size[2];
    return (all > 0 && all <= RDNA_MAX_INVOCATIONS) ||
           script_fail(lexer->script, place,
                       "found %" PRIu32 " invocations, expected 1 to %d of a workgroup", all,
                       RDNA_MAX_INVOCATIONS);
}

static bool
read_lds(const struct script_wave_reader *reader)
{
    return script_lexer_uint(reader->lexer, "a size up to 65536 bytes", MAX_LDS,
                             &reader->pipeline->waves.lds);
}

static bool
read_scratch(const struct script_wave_reader *reader)
{
    return script_lexer_uint(reader->lexer, "a size up to 65536 bytes", MAX_SCRATCH,
                             &reader->pipeline->waves.scratch);
}

static bool
read_mode(const struct script_wave_reader *reader)
{
    reader->pipeline->waves.has_mode = true;
    return script_lexer_uint(reader->lexer, "bits 9:0 of MODE", MODE_BITS,
                             &reader->pipeline->waves.mode);
}

static bool
read_company(const struct script_wave_reader *reader)
{
    static const char *const names[] = {"lane", "quad", "subgroup", "wave"};
    uint32_t company = 0;

    if (!script_lexer_choice(reader->lexer, "a company of lanes", names, BASE_COUNT(names),
                             &company))
        return false;
    reader->pipeline->waves.has_company = true;
    reader->pipeline->waves.company = (enum rdna_company)company;
    return true;
}

static bool
read_export(const struct script_wave_reader *reader)
{
    static const char *const names[] = {"any", "unorm16", "snorm16"}; /* enum script_export */
    uint32_t target = 0, what = 0;

    if (!script_lexer_uint(reader->lexer, "a target", SCENE_MAX_TARGETS - 1, &target) ||
        !script_lexer_choice(reader->lexer, "how its colours lie in registers", names,
                             BASE_COUNT(names), &what))
        return false;
    reader->pipeline->waves.exports[target] = (uint8_t)what;
    return true;
}

bool
script_read_wave_line(const struct script_wave_reader *reader, bool *is_known)
{
    static const struct {
        const char *name;
        bool (*read)(const struct script_wave_reader *reader);
        bool is_compute; /* Not of graphics pipelines. */
    } lines[] = {
        {"COMPANY", read_company, false},
        {"EXPORT", read_export, false},
        {"LDS", read_lds, true},
        {"MODE", read_mode, false},
        {"REGISTER", read_register_line, false},
        {"SCRATCH", read_scratch, false},
        {"WORKGROUP", read_workgroup, true},
    };
    struct script_waves *waves = &reader->pipeline->waves;
    const struct qd_place place = reader->lexer->token.place;

    *is_known = false;
    for (size_t i = 0; i < BASE_COUNT(lines); i++) {
        if ((lines[i].is_compute && reader->is_graphics) || !accept(reader, lines[i].name))
            continue;
        *is_known = true;
        if (waves->place.kind == QD_PLACE_NONE)
            waves->place = place;
        return lines[i].read(reader);
    }
    return true;
}
