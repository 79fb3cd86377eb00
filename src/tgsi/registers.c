/* SPDX-License-Identifier: MIT */
#include "tgsi/program.h"

#include <stdlib.h>

static int
compare_ranges(const void *a, const void *b)
{
    const struct tgsi_range *x = a, *y = b;

    if (x->dim != y->dim)
        return x->dim < y->dim ? -1 : 1;
    if (x->first != y->first)
        return x->first < y->first ? -1 : 1;
    if (x->decl != y->decl)
        return x->decl < y->decl ? -1 : 1;
    return 0;
}

/* Most programs declare in order. */
static bool
is_sorted(const struct tgsi_file_ranges *file)
{
    for (uint32_t i = 1; i < file->count; i++)
        if (compare_ranges(&file->ranges[i - 1], &file->ranges[i]) > 0)
            return false;
    return true;
}

static void
sort_ranges(struct tgsi_file_ranges *file)
{
    if (file->count < 2)
        return;
    if (!is_sorted(file))
        qsort(file->ranges, file->count, sizeof(struct tgsi_range), compare_ranges);
    for (uint32_t i = 1; i < file->count; i++) {
        const uint32_t reach = file->ranges[i - 1].reach;
        const struct tgsi_range *furthest = &file->ranges[reach];
        struct tgsi_range *range = &file->ranges[i];

        range->reach = furthest->dim == range->dim && furthest->last >= range->last ? reach : i;
    }
}

const struct tgsi_registers *
tgsi_find_registers(const struct tgsi_program *program)
{
    struct tgsi_registers *registers = base_arena_new(program->arena, struct tgsi_registers);

    for (uint32_t i = 0; i < program->decls.count; i++)
        registers->files[program->decls.data[i].file].count++;
    registers->files[tgsi_file_IMM].count = program->immediates.count > 0;
    registers->count = program->decls.count + registers->files[tgsi_file_IMM].count;

    struct tgsi_range *all =
        base_arena_new_array(program->arena, struct tgsi_range, registers->count);
    uint32_t before = 0;
    for (uint32_t f = 0; f < tgsi_file_count; f++) {
        struct tgsi_file_ranges *file = &registers->files[f];

        file->before = before;
        file->ranges = all + before;
        before += file->count;
        file->count = 0;
    }
    for (uint32_t i = 0; i < program->decls.count; i++) {
        const struct tgsi_decl *decl = &program->decls.data[i];
        struct tgsi_file_ranges *file = &registers->files[decl->file];

        file->ranges[file->count++] = (struct tgsi_range){tgsi_file_dim(decl->file, decl->dim),
                                                          decl->first, decl->last, i, 0};
    }
    for (uint32_t f = 0; f < tgsi_file_count; f++)
        sort_ranges(&registers->files[f]);
    if (program->immediates.count > 0) {
        registers->files[tgsi_file_IMM].ranges[0] =
            (struct tgsi_range){0, 0, program->immediates.count - 1, 0, 0};
        registers->files[tgsi_file_IMM].count = 1;
    }
    return registers;
}

uint32_t
tgsi_registers_search(const struct tgsi_registers *registers, enum tgsi_file file, uint32_t dim,
                      uint32_t index, uint32_t *hint)
{
    const struct tgsi_file_ranges *ranges = &registers->files[file];
    uint32_t first = 0, last = ranges->count;

    /* The last range that begins at or before the register. */
    while (first < last) {
        const uint32_t middle = first + (last - first) / 2;
        const struct tgsi_range *range = &ranges->ranges[middle];

        if (range->dim < dim || (range->dim == dim && range->first <= index))
            first = middle + 1;
        else
            last = middle;
    }
    if (first == 0)
        return TGSI_NO_RANGE;
    const uint32_t reach = ranges->ranges[first - 1].reach;
    if (!tgsi_range_has(&ranges->ranges[reach], dim, index))
        return TGSI_NO_RANGE;
    return *hint = reach;
}

uint32_t
tgsi_registers_first(const struct tgsi_registers *registers, enum tgsi_file file, uint32_t dim)
{
    const struct tgsi_file_ranges *ranges = &registers->files[file];
    uint32_t first = 0, last = ranges->count;

    while (first < last) {
        const uint32_t middle = first + (last - first) / 2;

        if (ranges->ranges[middle].dim < dim)
            first = middle + 1;
        else
            last = middle;
    }
    return first < ranges->count && ranges->ranges[first].dim == dim ? first : TGSI_NO_RANGE;
}

uint32_t
tgsi_registers_count(const struct tgsi_registers *registers, enum tgsi_file file, uint32_t first)
{
    const struct tgsi_file_ranges *ranges = &registers->files[file];
    uint32_t count = 0;

    for (uint32_t i = first;
         i < ranges->count && ranges->ranges[i].dim == ranges->ranges[first].dim; i++)
        if (count <= ranges->ranges[i].last)
            count = ranges->ranges[i].last + 1;
    return count;
}
