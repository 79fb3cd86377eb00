/* SPDX-License-Identifier: MIT
 *
 * Vector memory that is not there, or read-only: the lane that goes there is named.
 */
#include "rows.h"

#include <string.h>

enum { BASE = 10, RESOURCE = 12, LANE = 3 };

/* A form whose address the bits may change. */
static void
move(struct rows *rows, const struct what *what, const struct form *form, unsigned bits)
{
    switch (rdna_op_infos[rows->row].family) {
    case rdna_family_mubuf:
    case rdna_family_mtbuf:
        rows->before.scalars[RESOURCE + 1] ^= bits;
        break;
    case rdna_family_scratch:
        rows->before.hwregs[21] ^= bits;
        break;
    case rdna_family_flat:
    case rdna_family_global:
        rows->before.scalars[BASE + 1] ^= bits;
        if (!what->by_lane && !strcmp(form->vaddr, "v[0:1]"))
            rows->before.vectors[1][LANE] ^= bits;
        break;
    }
}

static void
try_fault(struct rows *rows, const struct what *what, unsigned bits, const char *reason)
{
    unsigned slots[64] = {0};
    struct form form;
    char text[256], modifiers[16] = "";

    for (unsigned number = 0; number < 2; number++) {
        rows_begin(rows);
        rows_set_exec(rows, UINT64_C(1) << LANE);
        if (!form_make(rows, what, number, slots, 0, &form))
            return;
        if (what->components) {
            form.buffer.format = 56;
            rows_set_buffer(rows, RESOURCE, &form.buffer);
        }
        if (rdna_op_infos[rows->row].family == rdna_family_mtbuf)
            strcpy(modifiers, "format:56");
        else if (strstr(rdna_op_infos[rows->row].name, "csub"))
            strcpy(modifiers, "glc");
        move(rows, what, &form, bits);
        form_text(rows, what, &form, modifiers, text);
        rows_fault(rows, text, reason);
    }
}

void
rows_of_faults(struct rows *rows)
{
    for (rows->row = 1; rows->row < rdna_op_count; rows->row++) {
        const struct what what = what_of(rows->row);
        const enum rdna_family family = rdna_op_infos[rows->row].family;

        if (!rows_has(rows, rows->row) || what.kind == kind_other || family == rdna_family_ds ||
            family == rdna_family_smem)
            continue;
        try_fault(rows, &what, UNMAPPED, "lane 3: an address that is not mapped");
        if (what.kind != kind_load)
            try_fault(rows, &what, READ_ONLY, "lane 3: a write to read-only memory");
    }
}
