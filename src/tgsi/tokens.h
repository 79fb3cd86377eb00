/* SPDX-License-Identifier: MIT
 *
 * What the reader and the writer of tokens share: where the fields of words are and which numbers
 * stand for which words of the language, in each layout.
 */
#ifndef TGSI_TOKENS_H
#define TGSI_TOKENS_H

#include "tgsi/program.h"

enum tgsi_field {
#define TGSI_FIELD(name, what, at11, bits11, at18, bits18, at24, bits24) tgsi_field_##name,
#include "tgsi/tokens.def"
    tgsi_field_count
};

/* Types of tokens. */
enum {
    TGSI_TOKEN_DECLARATION,
    TGSI_TOKEN_IMMEDIATE,
    TGSI_TOKEN_INSTRUCTION,
    TGSI_TOKEN_PROPERTY_VALUE
};

#define TGSI_HEADER_SIZE 2 /* Words. */

/* Values of inst_saturate. */
enum { TGSI_TOKEN_SATURATE = 1, TGSI_TOKEN_SATURATE_SIGNED = 2 };

struct tgsi_field_bits {
    uint8_t at;
    uint8_t bits; /* 0: the layout has no such field. */
};

struct tgsi_layout {
    const char *name; /* What made such tokens. */
    enum tgsi_numbering numbering;
    const int8_t *stages; /* Numbers by enum tgsi_word. */
    const struct tgsi_field_bits *fields;
};

extern const struct tgsi_layout tgsi_layouts[tgsi_tokens_count];
extern const char *const tgsi_field_names[tgsi_field_count];

/* 0 where the layout has no such field. */
static inline uint32_t
tgsi_field_of(const struct tgsi_layout *layout, enum tgsi_field field, uint32_t word)
{
    const struct tgsi_field_bits bits = layout->fields[field];

    return word >> bits.at & ((UINT32_C(1) << bits.bits) - 1);
}

/* Numbers to words of the language and back; *_none, and TGSI_NO_NUMBER, where there is none. */
int tgsi_find_processor(const struct tgsi_layout *layout, uint32_t number); /* -1: none. */
enum tgsi_op tgsi_op_of_number(const struct tgsi_layout *layout, uint32_t number);
enum tgsi_file tgsi_file_of_number(const struct tgsi_layout *layout, uint32_t number);
enum tgsi_property tgsi_property_of_number(const struct tgsi_layout *layout, uint32_t number);
enum tgsi_semantic tgsi_semantic_of_number(const struct tgsi_layout *layout, uint32_t number);
enum tgsi_target tgsi_target_of_number(const struct tgsi_layout *layout, uint32_t number);
const char *tgsi_format_of_number(const struct tgsi_layout *layout, uint32_t number); /* Or NULL. */
int tgsi_number_of_file(const struct tgsi_layout *layout, enum tgsi_file file);
int tgsi_number_of_property(const struct tgsi_layout *layout, enum tgsi_property property);
int tgsi_number_of_semantic(const struct tgsi_layout *layout, enum tgsi_semantic semantic);
int tgsi_number_of_target(const struct tgsi_layout *layout, enum tgsi_target target);
int tgsi_number_of_format(const struct tgsi_layout *layout, const char *name);

/* Are registers of the file an array over vertices without the declaration's saying so? */
bool tgsi_has_vertices(const struct tgsi_program *program, enum tgsi_file file,
                       enum tgsi_semantic semantic);

#endif
