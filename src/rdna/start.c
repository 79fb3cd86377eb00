/* SPDX-License-Identifier: MIT */
#include "rdna/start.h"

#include "base/bits.h"

#include <stdlib.h>
#include <string.h>

/* ---- names of registers ---- */

static const struct file {
    const char *name;
    uint16_t first;
    uint16_t count; /* From the first on, those that may be set together. */
    bool has_number;
} files[] = {
    {"s", 0, RDNA_SGPR_COUNT, true},
    {"v", RDNA_VGPR0, 256, true},
    {"ttmp", RDNA_TTMP0, RDNA_M0 - RDNA_TTMP0, true},
    {"vcc", RDNA_VCC_LO, 2, false},
    {"vcc_lo", RDNA_VCC_LO, 2, false},
    {"vcc_hi", RDNA_VCC_HI, 1, false},
    {"m0", RDNA_M0, 1, false},
    {"exec", RDNA_EXEC_LO, 2, false},
    {"exec_lo", RDNA_EXEC_LO, 2, false},
    {"exec_hi", RDNA_EXEC_HI, 1, false},
    {"scc", RDNA_SCC, 1, false},
};

/* False if it is no number below the count. */
static bool
read_digits(const char *text, size_t size, uint32_t count, uint32_t *number)
{
    uint32_t value = 0;

    for (size_t i = 0; i < size; i++) {
        if (text[i] < '0' || text[i] > '9')
            return false;
        value = value * 10 + (uint32_t)(text[i] - '0');
        if (value >= count)
            return false;
    }
    *number = value;
    return size > 0;
}

bool
rdna_find_register(const char *text, size_t size, uint16_t *code, uint32_t *most)
{
    for (size_t i = 0; i < BASE_COUNT(files); i++) {
        const size_t length = strlen(files[i].name);
        uint32_t number = 0;

        if (size < length || memcmp(text, files[i].name, length) != 0 ||
            (files[i].has_number
                 ? !read_digits(text + length, size - length, files[i].count, &number)
                 : size != length))
            continue;
        *code = (uint16_t)(files[i].first + number);
        *most = files[i].count - number;
        return true;
    }
    return false;
}

/* ---- what they hold ---- */

static const char *const axes_xyz[] = {"x", "y", "z", NULL};
static const char *const axes_local[] = {"x", "y", "z", "xyz", NULL};
static const char *const axes_weight[] = {"i", "j", NULL};
static const char *const axes_position[] = {"x", "y", "z", "w", NULL};
static const char *const axes_face[] = {"float", "bits", NULL};
static const char *const axes_ancillary[] = {"all", "sample", "layer", NULL};

const struct rdna_start_word rdna_start_words[] = {
    {"ANCILLARY", rdna_start_ancillary, true, axes_ancillary, true},
    {"COVERAGE", rdna_start_coverage, true, NULL, false},
    {"FIXED_POINT", rdna_start_fixed_point, true, NULL, false},
    {"FRONT_FACE", rdna_start_front_face, true, axes_face, true},
    {"INSTANCE_ID", rdna_start_instance_id, true, NULL, false},
    {"LANE", rdna_start_lane, true, NULL, false},
    {"LINEAR_CENTER", rdna_start_linear_center, true, axes_weight, false},
    {"LINEAR_CENTROID", rdna_start_linear_centroid, true, axes_weight, false},
    {"LINEAR_SAMPLE", rdna_start_linear_sample, true, axes_weight, false},
    {"LOCAL_ID", rdna_start_local_id, true, axes_local, false},
    {"LOCAL_INDEX", rdna_start_local_index, true, NULL, false},
    {"PERSP_CENTER", rdna_start_persp_center, true, axes_weight, false},
    {"PERSP_CENTROID", rdna_start_persp_centroid, true, axes_weight, false},
    {"PERSP_SAMPLE", rdna_start_persp_sample, true, axes_weight, false},
    {"POSITION", rdna_start_position, true, axes_position, false},
    {"SCRATCH", rdna_start_scratch, false, NULL, false},
    {"VERTEX_ID", rdna_start_vertex_id, true, NULL, false},
    {"WAVE", rdna_start_wave, false, NULL, false},
    {"WORKGROUP_COUNT", rdna_start_group_count, false, axes_xyz, false},
    {"WORKGROUP_ID", rdna_start_group_id, false, axes_xyz, false},
    {"WORKGROUP_SIZE", rdna_start_group_size, false, axes_xyz, false},
    {NULL, 0, false, NULL, false},
};

void
rdna_start_set(struct rdna_start *start, const struct rdna_start_word *word, unsigned axis)
{
    const bool is_packed = word->kind == rdna_start_local_id && axis == 3;

    start->kind = (uint8_t)(is_packed ? rdna_start_packed_id : word->kind);
    start->axis = is_packed ? 0 : (uint8_t)axis;
}

/* ---- lines ---- */

struct text {
    const char *at, *end;
};

/* The next word, between blanks, = and :. */
static size_t
next_word(struct text *text, const char **word)
{
    static const char between[] = " \t=:";

    while (text->at < text->end && memchr(between, *text->at, sizeof(between) - 1))
        text->at++;
    *word = text->at;
    while (text->at < text->end && !memchr(between, *text->at, sizeof(between) - 1))
        text->at++;
    return (size_t)(text->at - *word);
}

static bool
is_word(const char *word, size_t size, const char *name)
{
    return strlen(name) == size && memcmp(word, name, size) == 0;
}

/* Integers keep their bits; what has a fraction becomes a float. */
static bool
read_value(const char *word, size_t size, uint32_t *value)
{
    char copy[40], *end;

    if (size == 0 || size >= sizeof(copy) || !memchr("+-0123456789", word[0], 12))
        return false;
    memcpy(copy, word, size);
    copy[size] = 0;
    const bool is_hex = strchr(copy, 'x') || strchr(copy, 'X');
    if (!is_hex && strpbrk(copy, ".eE")) {
        *value = base_bits_of_float(strtof(copy, &end));
        return !*end;
    }
    const long long number = strtoll(copy, &end, is_hex ? 16 : 10);
    *value = (uint32_t)number;
    return !*end && number >= INT32_MIN && number <= UINT32_MAX;
}

static const char *
read_axis(struct text *text, const struct rdna_start_word *word, struct rdna_start *start)
{
    const char *name;
    const size_t size = next_word(text, &name);

    for (unsigned axis = 0; word->axes && word->axes[axis]; axis++) {
        if (!is_word(name, size, word->axes[axis]))
            continue;
        rdna_start_set(start, word, axis);
        return NULL;
    }
    if (size == 0 && (!word->axes || word->axis_is_optional)) {
        rdna_start_set(start, word, 0);
        return NULL;
    }
    text->at = name;
    return word->axes ? "an axis behind it" : "nothing behind it";
}

static const char *
read_source(struct text *text, struct rdna_start *start)
{
    const char *name;
    const size_t size = next_word(text, &name);

    if (is_word(name, size, "VALUE")) {
        const char *number;
        start->kind = rdna_start_value;
        const size_t digits = next_word(text, &number);
        return read_value(number, digits, &start->value) ? NULL : "a value of 32 bits";
    }
    for (const struct rdna_start_word *word = rdna_start_words; word->name; word++) {
        if (!is_word(name, size, word->name))
            continue;
        if (word->is_vector != (start->code >= RDNA_VGPR0))
            return word->is_vector ? "a vector register for it" : "a scalar register for it";
        return read_axis(text, word, start);
    }
    return "what the register holds, as in VALUE 1 or POSITION x";
}

const char *
rdna_start_read(const char *line, size_t size, struct rdna_start *start)
{
    struct text text = {line, line + size};
    const char *word;
    uint32_t most;

    *start = (struct rdna_start){0};
    const size_t count = next_word(&text, &word);
    if (!rdna_find_register(word, count, &start->code, &most))
        return "a register, as in s0, v0, vcc, m0 or scc";
    const char *expected = read_source(&text, start);
    if (expected)
        return expected;
    return next_word(&text, &word) == 0 ? NULL : "the end";
}
