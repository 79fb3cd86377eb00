/* SPDX-License-Identifier: MIT
 *
 * Runs the rows of all tables on the CPU device and on the host's first device.
 *
 *   test_rows [TABLE | OPCODE | cpu | vulkan ...]
 *
 * With arguments only what they name is run, and opcodes without a row are no fault.
 */
#include "host.h"
#include "rows.h"

#include "cpu/cpu.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const struct rows_table *const tables[] = {
#define ROWS_TABLE(name) &rows_table_##name,
#include "tables.def"
};

struct totals {
    char **words;
    int word_count;
    uint64_t vectors;
    uint32_t rows; /* Runs of them: for each device and dialect. */
    uint32_t faults;
    uint32_t skipped;
    bool has_run[tgsi_op_count];
};

static bool
is_named(const struct totals *t, const char *name)
{
    for (int i = 0; i < t->word_count; i++)
        if (strcmp(t->words[i], name) == 0)
            return true;
    return false;
}

/* Is either asked for? Nothing asks for all. */
static bool
is_wanted(const struct totals *t, const char *name, const char *other)
{
    return is_named(t, name) || is_named(t, other);
}

/* Has the dialect the opcode, going by its numbers? What has none is of the early text alone. */
static bool
has_op(enum tgsi_dialect dialect, enum tgsi_op op)
{
    const int16_t *numbers = tgsi_op_infos[op].numbers;
    const bool is_final = numbers[tgsi_numbering_18] != TGSI_NO_NUMBER ||
                          numbers[tgsi_numbering_24] != TGSI_NO_NUMBER;

    if (dialect == tgsi_dialect_final)
        return is_final;
    return numbers[tgsi_numbering_2011] != TGSI_NO_NUMBER || !is_final;
}

/* Has the opcode a row that runs in the dialect? */
static bool
has_row(enum tgsi_dialect dialect, enum tgsi_op op)
{
    for (uint32_t i = 0; i < BASE_COUNT(tables); i++)
        for (uint32_t k = 0; k < tables[i]->count; k++) {
            const struct rows_row *row = &tables[i]->rows[k];

            if (row->op == op && (row->dialect == tgsi_dialect_auto || row->dialect == dialect))
                return true;
        }
    return false;
}

/* How many opcodes lack a row, of a dialect that has them. */
static uint32_t
find_missing(void)
{
    uint32_t missing = 0;

    for (uint32_t op = 1; op < tgsi_op_count; op++)
        for (unsigned d = tgsi_dialect_early; d <= tgsi_dialect_final; d++) {
            if (!has_op((enum tgsi_dialect)d, (enum tgsi_op)op) ||
                has_row((enum tgsi_dialect)d, (enum tgsi_op)op))
                continue;
            printf("missing: %s of the %s dialect has no row\n", tgsi_op_infos[op].name,
                   d == tgsi_dialect_early ? "early" : "final");
            missing++;
        }
    return missing;
}

static void
run_row(struct totals *t, struct rows *r, const struct rows_row *row)
{
    r->row = row;
    r->vectors = 0;
    r->faults = 0;
    r->skips = NULL;
    r->options = (struct tgsi_lower_options){.name = "row"};
    base_arena_init(&r->arena, 0);
    if (!BASE_ARENA_CATCH(&r->arena)) {
        puts("ran out of memory");
        t->faults++;
        return;
    }
    row->run(r, row);
    base_arena_finish(&r->arena);
    t->vectors += r->vectors;
    t->rows++;
    t->has_run[row->op] = t->has_run[row->op] || r->vectors > 0;
    if (r->skips) {
        printf("skip: %s on %s: %s\n", tgsi_op_infos[row->op].name, r->device_name, r->skips);
        t->skipped++;
    } else if (r->vectors == 0 && r->faults == 0) {
        printf("fault: %s on %s compares nothing\n", tgsi_op_infos[row->op].name, r->device_name);
        r->faults = 1;
    }
    if (r->faults > 0) {
        printf("%s on %s: %" PRIu64 " faults of %" PRIu64 "\n", tgsi_op_infos[row->op].name,
               r->device_name, r->faults, r->vectors);
        t->faults++;
    }
}

static void
run_device(struct totals *t, struct scene_device *device, const char *name)
{
    struct rows r = {.device = device, .device_name = name, .is_cpu = strcmp(name, "cpu") == 0};
    const bool is_all = t->word_count == is_named(t, "cpu") + is_named(t, "vulkan");

    for (uint32_t i = 0; i < BASE_COUNT(tables); i++)
        for (uint32_t k = 0; k < tables[i]->count; k++) {
            const struct rows_row *row = &tables[i]->rows[k];

            if (!is_all && !is_wanted(t, tables[i]->name, tgsi_op_infos[row->op].name))
                continue;
            for (unsigned d = tgsi_dialect_early; d <= tgsi_dialect_final; d++) {
                r.dialect = (enum tgsi_dialect)d;
                if (row->dialect == r.dialect ||
                    (row->dialect == tgsi_dialect_auto && has_op(r.dialect, row->op)))
                    run_row(t, &r, row);
            }
        }
}

int
main(int argc, char **argv)
{
    const struct cpu_options options = {.lanes = 16};
    struct totals t = {.words = argv + 1, .word_count = argc - 1};
    const bool is_either = is_named(&t, "cpu") || is_named(&t, "vulkan");
    uint32_t devices = 0, missing = 0, opcodes = 0;

    setvbuf(stdout, NULL, _IOLBF, 0);
    if (!is_either || is_named(&t, "cpu")) {
        struct scene_device *cpu = cpu_device_create(&options);

        run_device(&t, cpu, "cpu");
        cpu->destroy(cpu);
        devices++;
    }
    if (!is_either || is_named(&t, "vulkan")) {
        struct scene_device *vulkan = host_open(true);

        if (vulkan) {
            run_device(&t, vulkan, "vulkan");
            vulkan->destroy(vulkan);
            devices++;
        }
    }
    if (argc == 1)
        missing = find_missing();
    for (uint32_t op = 1; op < tgsi_op_count; op++)
        opcodes += t.has_run[op];
    printf("%u opcodes, %u rows, %" PRIu64 " vectors, %u devices; %u rows skipped, %u with faults, "
           "%u missing\n",
           opcodes, t.rows, t.vectors, devices, t.skipped, t.faults, missing);
    return t.faults > 0 || missing > 0 || t.vectors == 0;
}
