/* SPDX-License-Identifier: MIT
 *
 * Loads and stores of vector memory.
 */
#include "rows.h"

#include <stdlib.h>
#include <string.h>

enum { M0 = 124 };

static unsigned
part_bytes(unsigned bytes, unsigned part)
{
    return bytes - 4 * part < 4 ? bytes - 4 * part : 4;
}

/* Element to the registers from the given one on. */
static void
load_element(struct rows *rows, const struct what *what, const struct place *place, unsigned lane,
             unsigned first)
{
    struct machine *m = &rows->after;

    for (unsigned i = 0; 4 * i < what->bytes; i++) {
        uint32_t *to = &m->vectors[first + i][lane];
        uint32_t value = (uint32_t)place_get(rows, m, place, 4 * i, part_bytes(what->bytes, i));
        if (what->is_signed && value >> (8 * what->bytes - 1))
            value |= UINT32_MAX << (8 * what->bytes - 1);
        if (what->half == half_low)
            value = (*to & 0xffff0000) | (value & 0xffff);
        else if (what->half == half_high)
            value = (*to & 0xffff) | value << 16;
        *to = value;
    }
}

static void
store_element(struct rows *rows, const struct what *what, const struct place *place, unsigned lane,
              unsigned first)
{
    struct machine *m = &rows->after;

    for (unsigned i = 0; 4 * i < what->bytes; i++) {
        const uint32_t value = m->vectors[first + i][lane];
        place_put(rows, m, place, 4 * i, part_bytes(what->bytes, i),
                  what->half == half_high ? value >> 16 : value);
    }
}

/* A dword, even of what is narrower, to M0's place in LDS and the lane's after it. */
static void
load_to_share(struct rows *rows, const struct what *what, const struct form *form, unsigned lane)
{
    struct machine *m = &rows->after;
    const char *offset = strstr(form->rest, "offset:");
    const uint32_t saved = m->vectors[RESULT][lane];
    const struct place to = {
        .kind = place_lds,
        .address =
            (m->scalars[M0] & 0xffff) + (uint32_t)atoi(offset + strlen("offset:")) + 4 * lane,
    };

    load_element(rows, what, &form->places[lane], lane, RESULT);
    place_put(rows, m, &to, 0, 4, m->vectors[RESULT][lane]);
    m->vectors[RESULT][lane] = saved;
}

static void
expect(struct rows *rows, const struct what *what, const struct form *form, const char *modifiers)
{
    const uint64_t exec = rows_exec(rows, &rows->before);
    const unsigned registers = (what->bytes + 3) / 4;

    for (unsigned lane = 0; lane < rows->lanes; lane++) {
        if (!(exec >> lane & 1))
            continue;
        if (strstr(modifiers, "lds")) {
            load_to_share(rows, what, form, lane);
        } else if (what->kind == kind_load) {
            load_element(rows, what, &form->places[lane], lane, RESULT);
            if (what->pair)
                load_element(rows, what, &form->seconds[lane], lane, RESULT + registers);
            if (strstr(modifiers, "tfe"))
                rows->after.vectors[RESULT + registers][lane] = 0;
        } else {
            if (what->pair)
                store_element(rows, what, &form->seconds[lane], lane, SECOND);
            store_element(rows, what, &form->places[lane], lane, FIRST);
        }
    }
}

static void
shuffle(struct rows *rows, unsigned slots[64])
{
    for (unsigned i = 0; i < 64; i++)
        slots[i] = i;
    for (unsigned i = 63; i > 0; i--) {
        const unsigned j = rows_random(rows) % (i + 1), slot = slots[i];
        slots[i] = slots[j];
        slots[j] = slot;
    }
}

/* false: there is no such form. */
static bool
try_form(struct rows *rows, const struct what *what, unsigned number, unsigned skew,
         const char *modifiers)
{
    const uint64_t exec = rows_random(rows) | (uint64_t)rows_random(rows) << 32;
    unsigned slots[64];
    struct form form;
    char text[256];

    shuffle(rows, slots);
    for (unsigned i = 0; i < 2; i++) {
        rows_begin(rows);
        rows_set_exec(rows, i ? ~exec : exec);
        rows->before.scalars[M0] = 0xabcd0800;
        if (!form_make(rows, what, number, slots, skew, &form))
            return false;
        if (skew && !form.skewed)
            return true;
        form_text(rows, what, &form, modifiers, text);
        rows_expect(rows);
        expect(rows, what, &form, modifiers);
        rows_run(rows, text);
    }
    return true;
}

static void
try_row(struct rows *rows)
{
    const struct rdna_op_info *info = &rdna_op_infos[rows->row];
    const struct what what = what_of(rows->row);

    for (unsigned number = 0; try_form(rows, &what, number, 0, ""); number++) {
        for (unsigned skew = 1; skew < 4; skew++)
            try_form(rows, &what, number, skew, "");
        if (info->family != rdna_family_ds)
            try_form(rows, &what, number, 0, "slc dlc");
        if (info->effects & RDNA_LDS)
            try_form(rows, &what, number, 0, "lds");
        if (info->family == rdna_family_mubuf && what.kind == kind_load)
            try_form(rows, &what, number, 2, "tfe");
    }
}

void
rows_of_moves(struct rows *rows)
{
    for (rows->row = 1; rows->row < rdna_op_count; rows->row++) {
        const struct what what = what_of(rows->row);
        const bool scalar = rdna_op_infos[rows->row].family == rdna_family_smem;
        const bool moves = what.kind == kind_load || what.kind == kind_store;

        if (rows_has(rows, rows->row) && moves && !scalar && !what.components && what.bytes)
            try_row(rows);
    }
}
