/* SPDX-License-Identifier: MIT
 *
 * Every row of the table of instructions is executed with an expectation by some test: this one,
 * those of the arithmetic (tests/rdna/vectors) and of images (test_image_rows.c), or one that
 * elsewhere.def names.
 */
#include "rows.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* rdna-vectors fails for one of these that it has no vectors for. */
static const enum rdna_op arithmetic[] = {
#define RDNA_KERNEL(result, operands, name, expression) rdna_op_##name,
#define RDNA_KERNEL_OUT(result, operands, name, expression, other) rdna_op_##name,
#include "rdna/wave/kernels_interp.def"
#include "rdna/wave/kernels_salu.def"
#include "rdna/wave/kernels_valu.def"
#include "rdna/wave/kernels_vop3p.def"
#include "rdna/wave/kernels_vopc.def"
#undef RDNA_KERNEL
#undef RDNA_KERNEL_OUT
};

static const struct {
    enum rdna_op row;
    const char *file;
} elsewhere[] = {
#define ROW(name, file) {rdna_op_##name, file},
#include "elsewhere.def"
};

static bool
is_word(int c)
{
    return isalnum(c) || c == '_';
}

/* Whether the file has the row's name, by itself or as an enumerator. */
static bool
names_row(const char *root, const char *file, const char *name)
{
    static char text[1 << 20];
    char path[1024];

    snprintf(path, sizeof(path), "%s/%s", root, file);
    FILE *stream = fopen(path, "r");
    if (!stream)
        return false;
    text[fread(text, 1, sizeof(text) - 1, stream)] = 0;
    fclose(stream);
    for (const char *at = text; (at = strstr(at, name)); at++) {
        const bool begins =
            at == text || !is_word(at[-1]) || (at - text >= 8 && !memcmp(at - 8, "rdna_op_", 8));
        if (begins && !is_word(at[strlen(name)]))
            return true;
    }
    return false;
}

/* Of all chips that have the row. */
static unsigned
bits_of(unsigned row)
{
    unsigned bits = 0;

    for (unsigned isa = 0; isa < rdna_isa_count; isa++)
        if (rdna_op_infos[row].isas >> isa & 1)
            bits |= rows_bit((enum rdna_isa)isa, 32) | rows_bit((enum rdna_isa)isa, 64);
    return bits;
}

/* Each row is in one place. Returns how many are not. */
static unsigned
count_strays(const struct rows *rows, const char *root)
{
    static unsigned places[rdna_op_count];
    unsigned strays = 0;

    for (size_t i = 0; i < BASE_COUNT(arithmetic); i++)
        places[arithmetic[i]]++;
    for (size_t i = 0; i < BASE_COUNT(elsewhere); i++) {
        const char *name = rdna_op_infos[elsewhere[i].row].name;
        places[elsewhere[i].row]++;
        if (!names_row(root, elsewhere[i].file, name)) {
            fprintf(stderr, "%s does not name %s\n", elsewhere[i].file, name);
            strays++;
        }
    }
    for (unsigned i = 1; i < rdna_op_count; i++) {
        places[i] += rows->seen[i] != 0;
        places[i] += rdna_op_infos[i].family == rdna_family_mimg;
        const bool partly = rows->seen[i] && rows->seen[i] != bits_of(i);
        if (places[i] == 1 && !partly)
            continue;
        strays++;
        fprintf(stderr, "%s: %s\n", rdna_op_infos[i].name,
                partly      ? "not tried on all chips and wave sizes"
                : places[i] ? "in two places"
                            : "no test expects anything of it");
    }
    return strays;
}

int
main(int argc, char **argv)
{
    static struct rows rows;

    if (argc != 2) {
        fprintf(stderr, "usage: %s TESTS/RDNA\n", argv[0]);
        return 1;
    }
    for (unsigned isa = 0; isa < rdna_isa_count; isa++)
        for (unsigned lanes = 32; lanes <= 64; lanes += 32) {
            rows_start(&rows, (enum rdna_isa)isa, lanes);
            rows_of_moves(&rows);
            rows_of_atomics(&rows);
            rows_of_formats(&rows);
            rows_of_faults(&rows);
            rows_of_scalar_memory(&rows);
            rows_of_shares(&rows);
            rows_without_effect(&rows);
            rows_finish(&rows);
        }
    const unsigned strays = count_strays(&rows, argv[1]);
    unsigned count = 0;
    for (unsigned i = 0; i < rdna_op_count; i++)
        count += rows.seen[i] != 0;
    printf("%u rows, %zu vectors of %zu lanes, %zu failures; %zu rows elsewhere, %u nowhere\n",
           count, rows.vectors, rows.values, rows.failures,
           BASE_COUNT(elsewhere) + BASE_COUNT(arithmetic), strays);
    return rows.failures || strays ? 1 : 0;
}
