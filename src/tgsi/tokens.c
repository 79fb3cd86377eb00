/* SPDX-License-Identifier: MIT */
#include "tgsi/tokens.h"

#define NO TGSI_NO_NUMBER

static const struct tgsi_field_bits fields[tgsi_numbering_count][tgsi_field_count] = {
#define TGSI_FIELD(name, what, at11, bits11, at18, bits18, at24, bits24) {at11, bits11},
    {
#include "tgsi/tokens.def"
    },
#define TGSI_FIELD(name, what, at11, bits11, at18, bits18, at24, bits24) {at18, bits18},
    {
#include "tgsi/tokens.def"
    },
#define TGSI_FIELD(name, what, at11, bits11, at18, bits18, at24, bits24) {at24, bits24},
    {
#include "tgsi/tokens.def"
    },
};

const char *const tgsi_field_names[tgsi_field_count] = {
#define TGSI_FIELD(name, what, at11, bits11, at18, bits18, at24, bits24) what,
#include "tgsi/tokens.def"
};

/* ---- numbers ---- */

/* Tables from numbers have room behind the numbers for what has none, a place of its own each. */
#define PLACE(number, count, without) ((number) == NO ? (count) + (int)(without) : (number))

#define OP_NUMBERS 256
#define FILE_NUMBERS 16
#define PROPERTY_NUMBERS 64

static const uint16_t ops[tgsi_numbering_count][OP_NUMBERS + tgsi_op_count] = {
#define TGSI_OP(name, dsts, min, max, dst, s0, s1, s2, s3, s4, stages, family, ir, flags, n11,     \
                n18, n24)                                                                          \
    [tgsi_numbering_2011]                                                                          \
        [PLACE(n11, OP_NUMBERS, tgsi_op_##name)] = tgsi_op_##name,                                 \
                                [tgsi_numbering_18][PLACE(n18, OP_NUMBERS, tgsi_op_##name)] =      \
                                    tgsi_op_##name,                                                \
                                [tgsi_numbering_24][PLACE(n24, OP_NUMBERS, tgsi_op_##name)] =      \
                                    tgsi_op_##name,
#include "tgsi/opcodes.def"
};

static const uint8_t files[tgsi_numbering_count][FILE_NUMBERS + tgsi_file_count] = {
#define TGSI_TOKEN_FILE(name, n11, n18)                                                            \
    [tgsi_numbering_2011][PLACE(n11, FILE_NUMBERS,                                                 \
                                tgsi_file_##name)] = tgsi_file_##name,                             \
                                [tgsi_numbering_18][PLACE(n18, FILE_NUMBERS, tgsi_file_##name)] =  \
                                    tgsi_file_##name,                                              \
                                [tgsi_numbering_24][PLACE(n18, FILE_NUMBERS, tgsi_file_##name)] =  \
                                    tgsi_file_##name,
#include "tgsi/tokens.def"
};

static const int8_t file_numbers[tgsi_file_count][tgsi_numbering_count] = {
#define TGSI_TOKEN_FILE(name, n11, n18) [tgsi_file_##name] = {n11, n18, n18},
#include "tgsi/tokens.def"
};

static const uint8_t properties[tgsi_numbering_count][PROPERTY_NUMBERS + tgsi_property_count] = {
#define TGSI_TOKEN_PROPERTY(name, n11, n18, n24)                                                   \
    [tgsi_numbering_2011]                                                                          \
        [PLACE(n11, PROPERTY_NUMBERS,                                                              \
               tgsi_property_##name)] = tgsi_property_##name,                                      \
               [tgsi_numbering_18][PLACE(n18, PROPERTY_NUMBERS, tgsi_property_##name)] =           \
                   tgsi_property_##name,                                                           \
               [tgsi_numbering_24][PLACE(n24, PROPERTY_NUMBERS, tgsi_property_##name)] =           \
                   tgsi_property_##name,
#include "tgsi/tokens.def"
};

static const int8_t property_numbers[tgsi_property_count][tgsi_numbering_count] = {
#define TGSI_TOKEN_PROPERTY(name, n11, n18, n24) [tgsi_property_##name] = {n11, n18, n24},
#include "tgsi/tokens.def"
};

#define STAGES 6

static const int8_t stages[tgsi_tokens_count][STAGES] = {
#define TGSI_TOKEN_STAGE(name, n11, n18, n24, virgl)                                               \
    [tgsi_tokens_2012][tgsi_processor_##name] = n11,                                               \
    [tgsi_tokens_18][tgsi_processor_##name] = n18, [tgsi_tokens_24][tgsi_processor_##name] = n24,  \
    [tgsi_tokens_virgl][tgsi_processor_##name] = virgl,
#include "tgsi/tokens.def"
};

static const struct {
    const char *name;
    int16_t numbers[tgsi_numbering_count]; /* 2012 has no images. */
} formats[] = {
#define TGSI_PIPE_FORMAT(name, n18, n24) {"PIPE_FORMAT_" #name, {NO, n18, n24}},
#include "tgsi/pipe_formats.def"
};

const struct tgsi_layout tgsi_layouts[tgsi_tokens_count] = {
    [tgsi_tokens_18] = {"Mesa 18", tgsi_numbering_18, stages[tgsi_tokens_18],
                        fields[tgsi_numbering_18]},
    [tgsi_tokens_24] = {"Mesa 24", tgsi_numbering_24, stages[tgsi_tokens_24],
                        fields[tgsi_numbering_24]},
    [tgsi_tokens_2012] = {"2012", tgsi_numbering_2011, stages[tgsi_tokens_2012],
                          fields[tgsi_numbering_2011]},
    [tgsi_tokens_virgl] = {"virgl", tgsi_numbering_18, stages[tgsi_tokens_virgl],
                           fields[tgsi_numbering_18]},
};

int
tgsi_find_processor(const struct tgsi_layout *layout, uint32_t number)
{
    for (int i = 0; i < STAGES; i++)
        if (layout->stages[i] >= 0 && (uint32_t)layout->stages[i] == number)
            return i;
    return -1;
}

enum tgsi_op
tgsi_op_of_number(const struct tgsi_layout *layout, uint32_t number)
{
    return number < OP_NUMBERS ? (enum tgsi_op)ops[layout->numbering][number] : tgsi_op_none;
}

enum tgsi_file
tgsi_file_of_number(const struct tgsi_layout *layout, uint32_t number)
{
    return number < FILE_NUMBERS ? (enum tgsi_file)files[layout->numbering][number]
                                 : tgsi_file_none;
}

enum tgsi_property
tgsi_property_of_number(const struct tgsi_layout *layout, uint32_t number)
{
    return number < PROPERTY_NUMBERS ? (enum tgsi_property)properties[layout->numbering][number]
                                     : tgsi_property_none;
}

int
tgsi_number_of_file(const struct tgsi_layout *layout, enum tgsi_file file)
{
    return file_numbers[file][layout->numbering];
}

int
tgsi_number_of_property(const struct tgsi_layout *layout, enum tgsi_property property)
{
    return property_numbers[property][layout->numbering];
}

/* How many semantics there are, in the order of their numbers. */
static uint32_t
count_semantics(const struct tgsi_layout *layout)
{
    static const uint8_t last[tgsi_numbering_count] = {
        [tgsi_numbering_2011] = tgsi_semantic_STENCIL,
        [tgsi_numbering_18] = tgsi_semantic_SUBGROUP_LT_MASK,
        [tgsi_numbering_24] = tgsi_semantic_VIEWPORT_MASK,
    };

    return last[layout->numbering];
}

enum tgsi_semantic
tgsi_semantic_of_number(const struct tgsi_layout *layout, uint32_t number)
{
    return number < count_semantics(layout) ? (enum tgsi_semantic)(number + 1) : tgsi_semantic_none;
}

int
tgsi_number_of_semantic(const struct tgsi_layout *layout, enum tgsi_semantic semantic)
{
    return semantic <= count_semantics(layout) ? (int)semantic - 1 : NO;
}

/* In 2012 UNKNOWN comes first, and BUFFER, which has its place now, was not there. */
enum tgsi_target
tgsi_target_of_number(const struct tgsi_layout *layout, uint32_t number)
{
    const bool is_early = layout->numbering == tgsi_numbering_2011;

    if (is_early && number == 0)
        return tgsi_target_UNKNOWN;
    if (number + 1 > (is_early ? tgsi_target_SHADOW2D_ARRAY : tgsi_target_UNKNOWN))
        return tgsi_target_none;
    return (enum tgsi_target)(number + 1);
}

int
tgsi_number_of_target(const struct tgsi_layout *layout, enum tgsi_target target)
{
    if (layout->numbering != tgsi_numbering_2011)
        return (int)target - 1;
    if (target == tgsi_target_UNKNOWN)
        return 0;
    return target == tgsi_target_BUFFER || target > tgsi_target_SHADOW2D_ARRAY ? NO
                                                                               : (int)target - 1;
}

const char *
tgsi_format_of_number(const struct tgsi_layout *layout, uint32_t number)
{
    for (uint32_t i = 0; i < BASE_COUNT(formats); i++)
        if (formats[i].numbers[layout->numbering] == (int64_t)number)
            return formats[i].name;
    return NULL;
}

int
tgsi_number_of_format(const struct tgsi_layout *layout, const char *name)
{
    for (uint32_t i = 0; i < BASE_COUNT(formats); i++)
        if (strcmp(formats[i].name, name) == 0)
            return formats[i].numbers[layout->numbering];
    return NO;
}

bool
tgsi_has_vertices(const struct tgsi_program *program, enum tgsi_file file,
                  enum tgsi_semantic semantic)
{
    const bool is_patch = semantic == tgsi_semantic_PATCH || semantic == tgsi_semantic_TESSOUTER ||
                          semantic == tgsi_semantic_TESSINNER || semantic == tgsi_semantic_PRIM_ID;

    switch ((unsigned)program->processor) {
    case tgsi_processor_GEOM:
        return file == tgsi_file_IN;
    case tgsi_processor_TESS_CTRL:
        return (file == tgsi_file_IN || file == tgsi_file_OUT) && !is_patch;
    case tgsi_processor_TESS_EVAL:
        return file == tgsi_file_IN && !is_patch;
    }
    return false;
}
