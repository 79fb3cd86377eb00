/* SPDX-License-Identifier: MIT
 *
 * Ways to say where a lane's data is: offsets at their limits, scalar and vector addresses,
 * descriptors, windows. A slot is 16 bytes.
 */
#include "rows.h"

#include <stdio.h>
#include <string.h>

enum { BASE = 10, RESOURCE = 12, SOFFSET = 20, SCRATCH_OFFSET = 9, M0 = 124, SLOT = 16 };

static void
set_address(struct rows *rows, unsigned lane, uint64_t address)
{
    rows->before.vectors[0][lane] = (uint32_t)address;
    rows->before.vectors[1][lane] = (uint32_t)(address >> 32);
}

/* Scratch has 128 bytes a lane. */
static unsigned
scratch_slot(unsigned slot)
{
    return slot % 6 * SLOT;
}

/* ---- GLOBAL ---- */

static bool
make_by_lane(struct rows *rows, unsigned number, struct form *form)
{
    const int offset = number ? -2048 : 8;

    if (number > 1)
        return false;
    rows_set_pair(rows, BASE, DATA + 2048);
    snprintf(form->rest, sizeof(form->rest), "s[%d:%d] offset:%d", BASE, BASE + 1, offset);
    for (unsigned i = 0; i < 64; i++)
        form->places[i] = (struct place){
            .kind = place_memory, .address = DATA + 2048 + (uint64_t)(int64_t)offset + 4 * i};
    return true;
}

static bool
make_global(struct rows *rows, const struct what *what, unsigned number, const unsigned slots[64],
            unsigned skew, struct form *form)
{
    static const struct {
        bool scalar;
        int offset;
        uint64_t high;
    } forms[] = {
        {false, 0, UINT64_C(0xabc) << 52}, {false, -2048, 0}, {false, 2047, 0},
        {true, -5, UINT64_C(0xfffff000)},  {true, 0, 0},      {true, 2047, 77},
    };

    if (what->by_lane)
        return make_by_lane(rows, number, form);
    if (number >= BASE_COUNT(forms))
        return false;
    const int offset = forms[number].offset;
    form->skewed = true;
    if (forms[number].scalar) {
        /* The register is not signed. */
        rows_set_pair(rows, BASE, DATA - forms[number].high - (uint64_t)(int64_t)offset);
        strcpy(form->vaddr, "v0");
        snprintf(form->rest, sizeof(form->rest), "s[%d:%d] offset:%d", BASE, BASE + 1, offset);
    } else {
        strcpy(form->vaddr, "v[0:1]");
        snprintf(form->rest, sizeof(form->rest), "off offset:%d", offset);
    }
    for (unsigned i = 0; i < 64; i++) {
        uint64_t at = slots[i] * SLOT + skew;
        if (number == 1) /* Up to the end of memory. */
            at = MEMORY_SIZE - what->bytes - at;
        form->places[i] = (struct place){.kind = place_memory, .address = DATA + at};
        if (forms[number].scalar)
            rows->before.vectors[0][i] = (uint32_t)(at + forms[number].high);
        else
            set_address(rows, i, DATA + at + forms[number].high - (uint64_t)(int64_t)offset);
    }
    return true;
}

/* ---- FLAT ---- */

static bool
make_flat(struct rows *rows, const struct what *what, unsigned number, const unsigned slots[64],
          unsigned skew, struct form *form)
{
    /* To memory twice, LDS, scratch, all three, and LDS's end and that of its window. */
    static const unsigned offsets[] = {0, 2047, 5, 1024, 8, 100, 0};

    if (number >= BASE_COUNT(offsets))
        return false;
    const unsigned end = what->bytes == 1 ? 1 : SLOT;
    form->skewed = number < 5;
    strcpy(form->vaddr, "v[0:1]");
    snprintf(form->rest, sizeof(form->rest), "offset:%u", offsets[number]);
    for (unsigned i = 0; i < 64; i++) {
        const unsigned segment = number < 2 ? 0 : number < 4 ? number - 1 : number < 5 ? i % 3 : 1;
        uint64_t at = slots[i] * SLOT + skew, window = DATA;
        form->places[i].kind = place_memory;
        form->places[i].address = DATA + at;
        if (segment == 1) {
            window = SHARED_WINDOW;
            if (number == 5)
                at += LDS_SIZE - 512;
            else if (number == 6)
                at = WINDOW_SIZE - at - end;
            form->places[i] = (struct place){.kind = place_lds, .address = at};
        } else if (segment == 2) {
            window = PRIVATE_WINDOW;
            at = scratch_slot(slots[i]) + skew;
            form->places[i] = (struct place){.kind = place_scratch, .lane = i, .address = at};
        }
        set_address(rows, i, window + at - offsets[number]);
    }
    return true;
}

/* ---- SCRATCH ---- */

static bool
make_scratch(struct rows *rows, unsigned number, const unsigned slots[64], unsigned skew,
             struct form *form)
{
    static const int offsets[] = {0, -2048, 2047, -4, 2000, 0};
    const unsigned one = scratch_slot(slots[0]) + skew;

    if (number >= BASE_COUNT(offsets) || (number == 5 && rows->isa != rdna_isa_gfx1030))
        return false;
    const int offset = offsets[number];
    form->skewed = true;
    rows->before.scalars[SCRATCH_OFFSET] = one - (uint32_t)offset;
    strcpy(form->vaddr, number > 2 ? "off" : "v0");
    if (number == 5)
        snprintf(form->rest, sizeof(form->rest), "off offset:%u", one);
    else if (number > 2)
        snprintf(form->rest, sizeof(form->rest), "s%d offset:%d", SCRATCH_OFFSET, offset);
    else
        snprintf(form->rest, sizeof(form->rest), "off offset:%d", offset);
    for (unsigned i = 0; i < 64; i++) {
        const uint32_t at = number > 2 ? one : scratch_slot(slots[i]) + skew;
        form->places[i] = (struct place){.kind = place_scratch, .lane = i, .address = at};
        rows->before.vectors[0][i] = at - (uint32_t)offset;
    }
    return true;
}

/* ---- Buffers ---- */

/* soffset: an inline constant; -1: the register. spread: lanes' offsets are so many different
 * multiples of 8; 0: their slots'. index: if not 0, that of all lanes; else their slots'. */
static const struct buffer_form {
    bool idxen, offen;
    int soffset;
    unsigned offset, spread, index, stride, records;
    unsigned out_of_range, index_stride;
    bool swizzled, adds_lane;
} buffer_forms[] = {
    /* clang-format off */
    /* idxen offen soffset offset spread index stride records     oob is  swizzled adds_lane */
    {false,  false, 0,     0,     1,     0,    0,     UINT32_MAX, 3,  8,  false,   false},
    {false,  true, -1,     4095,  0,     0,    0,     UINT32_MAX, 3,  8,  false,   false},
    {false,  true,  5,     0,     0,     0,    0,     520,        3,  8,  false,   false},
    {true,   false, 7,     0,     1,     0,    16,    64,         1,  8,  false,   false},
    {true,   false, -1,    0,     1,     0,    16,    33,         1,  8,  false,   false},
    {true,   true, -1,     8,     3,     0,    24,    48,         0,  8,  false,   false},
    {true,   true,  0,     0,     4,     0,    32,    UINT32_MAX, 3,  16, true,    false},
    {true,   true, -1,     8,     2,     0,    32,    1008,       3,  32, true,    false},
    {true,   true,  0,     0,     3,     0,    20,    64,         1,  64, true,    true},
    {false,  true,  0,     0,     2,     0,    16,    1,          2,  8,  false,   true},
    {false,  true,  0,     0,     0,     0,    0,     0,          2,  8,  false,   false},
    {true,   true,  0,     0,     4,     0,    16,    16,         3,  8,  false,   false},
    {true,   true,  0,     0,     0,     5,    16383, 6,          1,  8,  false,   false},
    /* clang-format on */
};

static bool
make_buffer(struct rows *rows, const struct what *what, unsigned number, const unsigned slots[64],
            unsigned skew, struct form *form)
{
    if (number >= BASE_COUNT(buffer_forms))
        return false;
    const struct buffer_form *f = &buffer_forms[number];
    const uint32_t soffset = f->soffset < 0 ? 12344 : (uint32_t)f->soffset;
    const unsigned one = f->offset + (f->offen ? 0 : skew);

    form->skewed = true;
    form->buffer = (struct buffer){
        .base = DATA - soffset - f->index * f->stride - (f->offset == 4095 ? 4095 : 0),
        .stride = f->stride,
        .records = f->records,
        .index_stride = f->index_stride,
        .out_of_range = f->out_of_range,
        .swizzled = f->swizzled,
        .adds_lane = f->adds_lane,
    };
    /* Halves of an atomic are both in range or both not. */
    if (what->kind == kind_atomic && f->swizzled)
        form->buffer.records = UINT32_MAX;
    rows_set_buffer(rows, RESOURCE, &form->buffer);
    rows->before.scalars[SOFFSET] = soffset;
    strcpy(form->vaddr, f->idxen && f->offen ? "v[0:1]" : f->idxen || f->offen ? "v0" : "off");
    char scalar[16];
    snprintf(scalar, sizeof(scalar), f->soffset < 0 ? "s%d" : "%d",
             f->soffset < 0 ? SOFFSET : f->soffset);
    snprintf(form->rest, sizeof(form->rest), "s[%d:%d], %s%s%s offset:%u", RESOURCE, RESOURCE + 3,
             scalar, f->idxen ? " idxen" : "", f->offen ? " offen" : "", one);
    for (unsigned i = 0; i < 64; i++) {
        const uint32_t index = f->index ? f->index : slots[i];
        const uint32_t offset = (f->spread ? i % f->spread * 8 : slots[i] * SLOT) + skew;
        if (f->idxen)
            rows->before.vectors[0][i] = index;
        if (f->offen)
            rows->before.vectors[f->idxen][i] = offset;
        form->places[i] = (struct place){
            .kind = place_buffer,
            .lane = i,
            .buffer = &form->buffer,
            .index = (f->idxen ? index : 0) + (f->adds_lane ? i : 0),
            .offset = (uint64_t)one + (f->offen ? offset : 0),
            .soffset = soffset,
        };
    }
    return true;
}

/* ---- DS ---- */

static bool
make_pair(struct rows *rows, const struct what *what, unsigned number, const unsigned slots[64],
          unsigned skew, struct form *form)
{
    static const unsigned offsets[][2] = {{0, 1}, {3, 1}, {15, 7}, {255, 254}, {1, 2}};

    if (number >= BASE_COUNT(offsets))
        return false;
    const bool global = number == 4;
    form->skewed = what->kind != kind_atomic;
    strcpy(form->vaddr, "v0");
    snprintf(form->rest, sizeof(form->rest), "offset0:%u offset1:%u%s", offsets[number][0],
             offsets[number][1], global ? " gds" : "");
    rows->before.scalars[M0] = 256u << 16 | 1024;
    for (unsigned i = 0; i < 64; i++) {
        const uint32_t at = slots[i] * SLOT + skew;
        rows->before.vectors[0][i] = at;
        form->places[i] = (struct place){.kind = global ? place_gds : place_lds,
                                         .address = at + offsets[number][0] * what->step};
        form->seconds[i] = (struct place){.kind = global ? place_gds : place_lds,
                                          .address = at + offsets[number][1] * what->step};
    }
    return true;
}

/* The operand is so many dwords away, as 15 bits of the offset say, or the address's top ones. */
static bool
make_from_share(struct rows *rows, unsigned number, const unsigned slots[64], struct form *form)
{
    static const struct {
        unsigned offset;
        int dwords;
        uint32_t address;
    } forms[] = {
        {260, 260, 0},
        {0x7f00, -256, 0},
        {0x8000, 258, 258u << 17},
        {0xffff, -260, (uint32_t)-260 << 17},
        {260, 260, 1u << 20}, /* Outside. */
    };

    if (number >= BASE_COUNT(forms))
        return false;
    strcpy(form->vaddr, "v0");
    snprintf(form->rest, sizeof(form->rest), "offset:%u", forms[number].offset);
    for (unsigned i = 0; i < 64; i++) {
        uint32_t at = 2048 + slots[i] * SLOT;
        rows->before.vectors[0][i] = at | forms[number].address;
        if (!(forms[number].offset & 0x8000))
            at |= forms[number].address;
        form->places[i] = (struct place){.kind = place_lds, .address = at};
        form->seconds[i] =
            (struct place){.kind = place_lds, .address = at + (uint32_t)forms[number].dwords * 4u};
    }
    return true;
}

static bool
make_share_by_lane(struct rows *rows, unsigned number, struct form *form)
{
    static const struct {
        uint32_t m0, offset;
    } forms[] = {{0x70020, 12}, {LDS_SIZE - 64, 0}, {100, 65532}};

    if (number >= BASE_COUNT(forms))
        return false;
    rows->before.scalars[M0] = forms[number].m0;
    snprintf(form->rest, sizeof(form->rest), "offset:%u", forms[number].offset);
    for (unsigned i = 0; i < 64; i++)
        form->places[i] =
            (struct place){.kind = place_lds,
                           .address = (forms[number].m0 & 0xffff) + forms[number].offset + 4 * i};
    return true;
}

static bool
make_share(struct rows *rows, const struct what *what, unsigned number, const unsigned slots[64],
           unsigned skew, struct form *form)
{
    /* At the end of LDS half of the slots are outside; of the last, so are some dwords. */
    static const struct {
        uint32_t start, offset;
        bool global, skewed;
    } forms[] = {
        {0, 0, false, true},
        {0, 65535, false, true},
        {0, 16, true, false},
        {LDS_SIZE - 512, 0, false, false},
        {LDS_SIZE - 504, 4, false, false},
        {8, 0, true, false},
    };

    if (what->pair)
        return make_pair(rows, what, number, slots, skew, form);
    if (what->from_share)
        return make_from_share(rows, number, slots, form);
    if (what->by_lane)
        return make_share_by_lane(rows, number, form);
    if (number >= BASE_COUNT(forms))
        return false;
    const bool global = forms[number].global;
    form->skewed = forms[number].skewed;
    strcpy(form->vaddr, "v0");
    snprintf(form->rest, sizeof(form->rest), "offset:%u%s", forms[number].offset,
             global ? " gds" : "");
    rows->before.scalars[M0] = 264u << 16 | 512;
    for (unsigned i = 0; i < 64; i++) {
        const uint32_t at = forms[number].start + slots[i] * SLOT + skew;
        rows->before.vectors[0][i] = at - forms[number].offset;
        form->places[i] = (struct place){.kind = global ? place_gds : place_lds, .address = at};
    }
    return true;
}

bool
form_make(struct rows *rows, const struct what *what, unsigned number, const unsigned slots[64],
          unsigned skew, struct form *form)
{
    memset(form, 0, sizeof(*form));
    switch (rdna_op_infos[rows->row].family) {
    case rdna_family_global:
        return make_global(rows, what, number, slots, skew, form);
    case rdna_family_flat:
        return make_flat(rows, what, number, slots, skew, form);
    case rdna_family_scratch:
        return make_scratch(rows, number, slots, skew, form);
    case rdna_family_mubuf:
    case rdna_family_mtbuf:
        return make_buffer(rows, what, number, slots, skew, form);
    case rdna_family_ds:
        return make_share(rows, what, number, slots, skew, form);
    }
    return false;
}

/* ---- Text ---- */

static void
add_part(char text[256], const char *part)
{
    const size_t size = strlen(text);

    if (*part)
        snprintf(text + size, 256 - size, "%s%s", strchr(text, ' ') ? ", " : " ", part);
}

static void
add_vector(char text[256], unsigned first, unsigned bytes)
{
    char part[32];

    if (bytes > 4)
        snprintf(part, sizeof(part), "v[%u:%u]", first, first + bytes / 4 - 1);
    else
        snprintf(part, sizeof(part), "v%u", first);
    add_part(text, part);
}

/* Bytes in registers of what the row moves. */
static unsigned
data_bytes(const struct what *what)
{
    if (what->components)
        return what->half == half_none   ? 4 * what->components
               : what->half == half_high ? 4
                                         : (what->components + 1) / 2 * 4;
    return what->bytes;
}

void
form_text(const struct rows *rows, const struct what *what, const struct form *form,
          const char *modifiers, char text[256])
{
    const struct rdna_op_info *info = &rdna_op_infos[rows->row];
    const bool buffer = info->family == rdna_family_mubuf || info->family == rdna_family_mtbuf;
    const bool local = info->family == rdna_family_ds;
    const bool returns = what->returns || (strstr(modifiers, "glc") && !buffer);
    const unsigned operands = what->operation ? what->operation->operands : 1;
    const bool into_lds = strstr(modifiers, "lds") != NULL;
    const unsigned tail = strstr(modifiers, "tfe") ? 4 : 0;
    unsigned bytes = data_bytes(what);

    snprintf(text, 256, "%s", info->name);
    if (what->kind == kind_load && !into_lds)
        add_vector(text, RESULT, (bytes < 4 && tail ? 4 : bytes) * (what->pair ? 2 : 1) + tail);
    if (what->kind == kind_atomic && returns)
        add_vector(text, RESULT, bytes * (what->pair ? 2 : 1));
    if (what->kind == kind_atomic && !local)
        bytes *= operands;
    if (buffer && what->kind != kind_load)
        add_vector(text, FIRST, bytes);
    add_part(text, form->vaddr);
    if (!buffer && what->kind != kind_load && !what->from_share)
        add_vector(text, FIRST, bytes);
    if (local && what->kind != kind_load && !what->from_share && (operands == 2 || what->pair))
        add_vector(text, SECOND, bytes);
    /* That of DS and FLAT has no operands, only modifiers. */
    const size_t size = strlen(text);
    if (local || info->family == rdna_family_flat)
        snprintf(text + size, 256 - size, " %s", form->rest);
    else
        add_part(text, form->rest);
    const size_t now = strlen(text);
    snprintf(text + now, 256 - now, "%s%s", *modifiers ? " " : "", modifiers);
}
