/* SPDX-License-Identifier: MIT */
#include "tgsi/program.h"

#include <string.h>

/* The columns of the tables, as bits. */
enum {
    NONE = TGSI_OP_NONE,
    TEXTURE = TGSI_OP_TEXTURE,
    OFFSETS = TGSI_OP_OFFSETS,
    MEMORY = TGSI_OP_MEMORY,
    LABEL = TGSI_OP_LABEL,
    SWAP = TGSI_OP_SWAP,
    ALIAS = TGSI_OP_ALIAS,
    JUMP = TGSI_OP_JUMP,
    NO = TGSI_NO_NUMBER,
    READ = TGSI_FILE_READ,
    WRITE = TGSI_FILE_WRITE,
    DECLARED = TGSI_FILE_DECLARED,
    RESOURCE = TGSI_FILE_RESOURCE,
    PLAIN = TGSI_TARGET_PLAIN,
    ARRAY = TGSI_TARGET_ARRAY,
    RECT = TGSI_TARGET_RECT,
    SAMPLES = TGSI_TARGET_SAMPLES
};

const struct tgsi_op_info tgsi_op_infos[tgsi_op_count] = {
#define TGSI_OP(name, dsts, min, max, dst, s0, s1, s2, s3, s4, stages, family, ir, flags, n11,     \
                n18, n24)                                                                          \
    [tgsi_op_##                                                                                    \
        name] = {#name,                                                                            \
                 dsts,                                                                             \
                 min,                                                                              \
                 max,                                                                              \
                 tgsi_type_##dst,                                                                  \
                 {tgsi_type_##s0, tgsi_type_##s1, tgsi_type_##s2, tgsi_type_##s3, tgsi_type_##s4}, \
                 TGSI_STAGES_##stages,                                                             \
                 tgsi_family_##family,                                                             \
                 flags,                                                                            \
                 ir_op_##ir,                                                                       \
                 {n11, n18, n24}},
#include "tgsi/opcodes.def"
};

const struct tgsi_file_info tgsi_file_infos[tgsi_file_count] = {
#define TGSI_FILE(name, brackets, flags)                                                           \
    [tgsi_file_##name] = {#name, tgsi_brackets_##brackets, flags},
#include "tgsi/files.def"
};

const struct tgsi_semantic_info tgsi_semantic_infos[tgsi_semantic_count] = {
#define TGSI_SEMANTIC(name, location, count) [tgsi_semantic_##name] = {#name, location, count},
#include "tgsi/semantics.def"
};

static const struct tgsi_place_info places[] = {
#define TGSI_PLACE(semantic, file, stages, form, builtin, count)                                   \
    {tgsi_semantic_##semantic, tgsi_file_##file,     TGSI_STAGES_##stages,                         \
     tgsi_form_##form,         ir_builtin_##builtin, count},
#include "tgsi/semantics.def"
};

/* Where each semantic's begin: behind those of the semantics before it. */
enum {
#define TGSI_SEMANTIC(name, location, count)                                                       \
    places_of_##name, places_before_##name = places_of_##name - 1,
#define TGSI_PLACE(semantic, file, stages, form, builtin, count)                                   \
    place_of_##semantic##_##file##_##stages,
#include "tgsi/semantics.def"
};

static const uint8_t first_places[tgsi_semantic_count] = {
#define TGSI_SEMANTIC(name, location, count) [tgsi_semantic_##name] = places_of_##name,
#include "tgsi/semantics.def"
};
_Static_assert(BASE_COUNT(places) < 256, "they are numbered by bytes");

const struct tgsi_place_info *
tgsi_find_place(enum tgsi_word processor, enum tgsi_file file, enum tgsi_semantic semantic)
{
    for (uint32_t i = first_places[semantic];
         i < BASE_COUNT(places) && places[i].semantic == semantic; i++)
        if (places[i].file == file && (places[i].stages & 1u << processor))
            return &places[i];
    return NULL;
}

const struct tgsi_property_info tgsi_property_infos[tgsi_property_count] = {
#define TGSI_PROPERTY(name, value, lowering)                                                       \
    [tgsi_property_##name] = {#name, tgsi_words_##value, tgsi_property_lowering_##lowering},
#include "tgsi/properties.def"
};

const struct tgsi_target_info tgsi_target_infos[tgsi_target_count] = {
#define TGSI_TARGET(name, texel, dim, shape, layer, reference, level)                              \
    [tgsi_target_##name] = {#name,                                                                 \
                            tgsi_target_texel_##texel,                                             \
                            ir_dim_##dim,                                                          \
                            shape,                                                                 \
                            tgsi_place_##layer,                                                    \
                            tgsi_place_##reference,                                                \
                            tgsi_place_##level},
#include "tgsi/targets.def"
};

static const struct {
    const char *name;
    enum tgsi_target target;
} target_aliases[] = {
#define TGSI_TARGET_ALIAS(name, target) {#name, tgsi_target_##target},
#include "tgsi/targets.def"
};

static const struct {
    const char *name;
    enum tgsi_words set;
    enum tgsi_word word;
} words[] = {
#define TGSI_WORD(set, name) {#name, tgsi_words_##set, tgsi_##set##_##name},
#include "tgsi/words.def"
};

/* Where each set begins in them, and where it ends: at the next set's word. */
enum {
#define TGSI_WORDS(set) words_of_##set, words_before_##set = words_of_##set - 1,
#define TGSI_WORD(set, name) word_of_##set##_##name,
#include "tgsi/words.def"
};

static const uint8_t word_sets[tgsi_words_count] = {
#define TGSI_WORDS(set) [tgsi_words_##set] = words_of_##set,
#include "tgsi/words.def"
};
_Static_assert(BASE_COUNT(words) < 256, "they are numbered by bytes");

/* ---- names ---- */

/* A name's first 16 bytes, the first in the lowest place: names are compared by them. */
struct key {
    uint64_t low;
    uint64_t high;
    size_t size; /* Of the whole name. */
};

#define BYTE_OF(name, i)                                                                           \
    ((uint64_t)(i < sizeof(name) ? (unsigned char)(name)[i < sizeof(name) ? i : 0] : 0)            \
     << 8 * ((i)&7))
#define HALF_OF(name, i)                                                                           \
    (BYTE_OF(name, i) | BYTE_OF(name, i + 1) | BYTE_OF(name, i + 2) | BYTE_OF(name, i + 3) |       \
     BYTE_OF(name, i + 4) | BYTE_OF(name, i + 5) | BYTE_OF(name, i + 6) | BYTE_OF(name, i + 7))
#define ORDERED(name, i) (BYTE_OF(name, i) >> 8 * (i) << (56 - 8 * (i)))
#define ORDER(name)                                                                                \
    (ORDERED(name, 0) | ORDERED(name, 1) | ORDERED(name, 2) | ORDERED(name, 3) |                   \
     ORDERED(name, 4) | ORDERED(name, 5) | ORDERED(name, 6) | ORDERED(name, 7))
#define KEY(name)                                                                                  \
    {                                                                                              \
        HALF_OF(name, 0), HALF_OF(name, 8), sizeof(name) - 1                                       \
    }

static const struct key op_keys[tgsi_op_count] = {
#define TGSI_OP(name, ...) [tgsi_op_##name] = KEY(#name),
#include "tgsi/opcodes.def"
};

/* Their first halves with the first byte in the highest place, so that they are in order. */
static const uint64_t op_order[tgsi_op_count] = {
#define TGSI_OP(name, ...) [tgsi_op_##name] = ORDER(#name),
#include "tgsi/opcodes.def"
};

static const struct key file_keys[tgsi_file_count] = {
#define TGSI_FILE(name, brackets, flags) [tgsi_file_##name] = KEY(#name),
#include "tgsi/files.def"
};

static const struct key semantic_keys[tgsi_semantic_count] = {
#define TGSI_SEMANTIC(name, location, count) [tgsi_semantic_##name] = KEY(#name),
#include "tgsi/semantics.def"
};

static const struct key property_keys[tgsi_property_count] = {
#define TGSI_PROPERTY(name, value, lowering) [tgsi_property_##name] = KEY(#name),
#include "tgsi/properties.def"
};

static const struct key target_keys[tgsi_target_count] = {
#define TGSI_TARGET(name, texel, dim, shape, layer, reference, level)                              \
    [tgsi_target_##name] = KEY(#name),
#include "tgsi/targets.def"
};

static const struct key alias_keys[] = {
#define TGSI_TARGET_ALIAS(name, target) KEY(#name),
#include "tgsi/targets.def"
};

static const struct key word_keys[] = {
#define TGSI_WORD(set, name) KEY(#name),
#include "tgsi/words.def"
};

static unsigned char
upper(char c)
{
    return (unsigned char)(c >= 'a' && c <= 'z' ? c - ('a' - 'A') : c);
}

struct tgsi_span
tgsi_span_of(const char *text, size_t size)
{
    struct tgsi_span word = {text, size, {0, 0}};

    for (size_t i = 0; i < size && i < 16; i++)
        word.key[i / 8] |= (uint64_t)upper(text[i]) << 8 * (i % 8);
    return word;
}

/* What the key does not have of a word. */
static bool
ends_like(const struct tgsi_span *word, const char *name)
{
    for (size_t i = 16; i < word->size; i++)
        if (upper(word->text[i]) != (unsigned char)name[i])
            return false;
    return true;
}

static bool
is_name(const struct tgsi_span *word, const struct key *key, const char *name)
{
    return word->key[0] == key->low && word->key[1] == key->high && word->size == key->size &&
           ends_like(word, name);
}

/* So that the first byte counts most. */
static uint64_t
reverse_bytes(uint64_t value)
{
    value =
        (value & UINT64_C(0x00ff00ff00ff00ff)) << 8 | (value >> 8 & UINT64_C(0x00ff00ff00ff00ff));
    value =
        (value & UINT64_C(0x0000ffff0000ffff)) << 16 | (value >> 16 & UINT64_C(0x0000ffff0000ffff));
    return value << 32 | value >> 32;
}

bool
tgsi_op_takes_target(enum tgsi_op op, enum tgsi_target target)
{
    const struct tgsi_target_info *info = &tgsi_target_infos[target];
    const bool is_filtered = info->texel == tgsi_target_texel_FILTERED;

    switch ((unsigned)op) {
    case tgsi_op_TXF:
    case tgsi_op_TXF_LZ:
    case tgsi_op_TXQ:
    case tgsi_op_TXQS:
    case tgsi_op_SAMP2HND:
        return info->texel != tgsi_target_texel_UNKNOWN;
    case tgsi_op_TEX2:
    case tgsi_op_LODQ:
        return is_filtered;
    case tgsi_op_TXP: /* Divides by w. */
        return is_filtered && info->layer < tgsi_place_W && info->reference < tgsi_place_W;
    case tgsi_op_TXB:
    case tgsi_op_TXL:
        return is_filtered && info->level == tgsi_place_W;
    case tgsi_op_TG4:
        return is_filtered && (info->dim == ir_dim_2d || info->dim == ir_dim_cube);
    }
    return is_filtered && info->reference != tgsi_place_EXTRA;
}

const char *
tgsi_op_name(enum tgsi_op op)
{
    return op == tgsi_op_LOAD_RES ? tgsi_op_infos[tgsi_op_LOAD].name : tgsi_op_infos[op].name;
}

const char *
tgsi_target_name(enum tgsi_target target, enum tgsi_dialect dialect)
{
    for (uint32_t i = 0; i < BASE_COUNT(target_aliases) && dialect == tgsi_dialect_early; i++)
        if (target_aliases[i].target == target)
            return target_aliases[i].name;
    return tgsi_target_infos[target].name;
}

/* opcodes.def is in the order of names. The halves are chosen without a branch, which the processor
 * could not foresee. */
enum tgsi_op
tgsi_find_op(const struct tgsi_span *word)
{
    const uint64_t order = reverse_bytes(word->key[0]);
    uint32_t first = 1;

    for (uint32_t count = tgsi_op_count - 1, half; count > 1; count -= half) {
        half = count / 2;
        first += op_order[first + half - 1] < order ? half : 0;
    }
    for (; first < tgsi_op_count && op_order[first] <= order; first++)
        if (is_name(word, &op_keys[first], tgsi_op_infos[first].name))
            return tgsi_op_infos[first].flags & TGSI_OP_ALIAS ? tgsi_op_none : (enum tgsi_op)first;
    return tgsi_op_none;
}

enum tgsi_file
tgsi_find_file(const struct tgsi_span *word)
{
    for (uint32_t i = 1; i < tgsi_file_count; i++)
        if (is_name(word, &file_keys[i], tgsi_file_infos[i].name))
            return (enum tgsi_file)i;
    return tgsi_file_none;
}

enum tgsi_semantic
tgsi_find_semantic(const struct tgsi_span *word)
{
    for (uint32_t i = 1; i < tgsi_semantic_count; i++)
        if (is_name(word, &semantic_keys[i], tgsi_semantic_infos[i].name))
            return (enum tgsi_semantic)i;
    return tgsi_semantic_none;
}

enum tgsi_property
tgsi_find_property(const struct tgsi_span *word)
{
    for (uint32_t i = 1; i < tgsi_property_count; i++)
        if (is_name(word, &property_keys[i], tgsi_property_infos[i].name))
            return (enum tgsi_property)i;
    return tgsi_property_none;
}

enum tgsi_target
tgsi_find_target(const struct tgsi_span *word)
{
    for (uint32_t i = 1; i < tgsi_target_count; i++)
        if (is_name(word, &target_keys[i], tgsi_target_infos[i].name))
            return (enum tgsi_target)i;
    for (uint32_t i = 0; i < BASE_COUNT(target_aliases); i++)
        if (is_name(word, &alias_keys[i], target_aliases[i].name))
            return target_aliases[i].target;
    return tgsi_target_none;
}

int
tgsi_find_word(enum tgsi_words set, const struct tgsi_span *word)
{
    for (uint32_t i = word_sets[set]; i < BASE_COUNT(words) && words[i].set == set; i++)
        if (is_name(word, &word_keys[i], words[i].name))
            return words[i].word;
    return -1;
}

const char *
tgsi_word_name(enum tgsi_words set, int word)
{
    for (uint32_t i = word_sets[set]; i < BASE_COUNT(words) && words[i].set == set; i++)
        if ((int)words[i].word == word)
            return words[i].name;
    return "?";
}

bool
tgsi_has_word(enum tgsi_words set, int word)
{
    for (uint32_t i = 0; i < BASE_COUNT(words); i++)
        if (words[i].set == set && (int)words[i].word == word)
            return true;
    return false;
}
