/* SPDX-License-Identifier: MIT
 *
 * Loads and stores. Where data begins at a byte that its dwords need not begin at, a branch goes
 * by the dwords if they are aligned, and else byte by byte.
 */
#include "rdna/lower/memory.h"

/* ---- where bytes are ---- */

/* Of dword i, which is known when the translation is made. */
static ir_ref
dword_offset(struct rdna_lowering *l, const struct rdna_place *place, unsigned i)
{
    const ir_ref first = AND(place->first, WORD(~3u));
    const ir_ref offset = ADD(first, SHL(WORD(4 * i), place->shift));

    return SELECT(place->inside[i], offset, WORD(RDNA_OUTSIDE));
}

static ir_ref
dword_inside(struct rdna_lowering *l, const struct rdna_place *place, ir_ref number, unsigned count)
{
    ir_ref inside = place->inside[0];

    for (unsigned i = 1; i < count; i++)
        inside = SELECT(IEQ(number, WORD(i)), place->inside[i], inside);
    return inside;
}

/* LDS has a dword as a whole or not at all. */
static ir_ref
is_whole(struct rdna_lowering *l, const struct rdna_place *place, ir_ref number, unsigned size)
{
    const uint32_t lds_size = l->options->lds_size;

    if (place->segment != rdna_segment_lds)
        return ir_build_bool(&l->b, true);
    const ir_ref at = ADD(place->first, SHL(number, WORD(2)));
    return ULT(at, WORD(lds_size < size ? 0 : lds_size - size + 1));
}

/* Of the byte of a number that is known when it runs. */
static ir_ref
byte_offset(struct rdna_lowering *l, const struct rdna_place *place, ir_ref at, unsigned most)
{
    const ir_ref number = USHR(at, WORD(2));
    const ir_ref before = AND(place->offset, place->cut);
    const ir_ref behind = ADD(before, at);
    const ir_ref rest = AND(behind, place->cut);
    const ir_ref distance = SUB(ADD(SHL(SUB(behind, rest), place->shift), rest), before);
    const ir_ref listed = dword_inside(l, place, number, (most + 3) / 4);
    const ir_ref inside = AND(listed, is_whole(l, place, number, most < 4 ? most : 4));

    return SELECT(inside, ADD(place->first, distance), WORD(RDNA_OUTSIDE));
}

/* How far up a byte stands in its dword. */
static ir_ref
bits_below(struct rdna_lowering *l, ir_ref offset)
{
    return SHL(AND(offset, WORD(3)), WORD(3));
}

/* ---- whether dwords do ---- */

static ir_ref
count_of(struct rdna_lowering *l, const struct rdna_extent *extent)
{
    return extent->count ? extent->count : WORD(extent->most);
}

/* Does no dword of the data lie in two of memory? */
static ir_ref
is_aligned(struct rdna_lowering *l, const struct rdna_place *place,
           const struct rdna_extent *extent)
{
    const ir_ref offset = AND(place->offset, place->cut);
    const ir_ref misaligned = AND(OR(place->first, offset), WORD(3));
    const ir_ref size = UMIN(count_of(l, extent), WORD(4));

    if (extent->most == 1 ||
        (rdna_known_zeros(l, place->first, 8) >= 2 && rdna_known_zeros(l, offset, 2) >= 2))
        return ir_build_bool(&l->b, true);
    return UGE(SUB(WORD(4), size), misaligned);
}

/* The low bytes of a word that there are of the extent. */
static ir_ref
size_mask(struct rdna_lowering *l, const struct rdna_extent *extent)
{
    const ir_ref size = UMIN(count_of(l, extent), WORD(4));

    return USHR(WORD(UINT32_MAX), SHL(SUB(WORD(4), size), WORD(3)));
}

static bool
may_be_small(const struct rdna_extent *extent)
{
    return extent->most < 4 || extent->count;
}

/* Does something for each byte, until the loop is at the extent's end. */
static ir_ref
begin_bytes(struct rdna_lowering *l, const struct rdna_extent *extent)
{
    const uint32_t variable = rdna_memory_of(l)->at;

    ir_build_write(&l->b, variable, WORD(0));
    ir_build_loop(&l->b);
    const ir_ref at = ir_build_read(&l->b, variable, ir_type_i32);
    ir_build_if(&l->b, UGE(at, count_of(l, extent)));
    ir_build_break(&l->b);
    ir_build_else(&l->b);
    ir_build_endif(&l->b);
    return at;
}

static void
end_bytes(struct rdna_lowering *l, ir_ref at)
{
    ir_build_write(&l->b, rdna_memory_of(l)->at, ADD(at, WORD(1)));
    ir_build_endloop(&l->b);
}

/* ---- loads ---- */

static void
load_dwords(struct rdna_lowering *l, const struct rdna_place *place,
            const struct rdna_extent *extent)
{
    const uint32_t data = rdna_memory_of(l)->data;

    for (unsigned i = 0; 4 * i < extent->most; i++) {
        ir_ref offset = dword_offset(l, place, i);
        if (extent->count && i)
            offset = SELECT(ULT(WORD(4 * i), extent->count), offset, WORD(RDNA_OUTSIDE));
        ir_ref word = rdna_load_word(l, place->segment, offset);
        if (i == 0 && may_be_small(extent))
            word = AND(USHR(word, bits_below(l, place->first)), size_mask(l, extent));
        ir_build_write(&l->b, data + i, word);
    }
}

static void
load_bytes(struct rdna_lowering *l, const struct rdna_place *place,
           const struct rdna_extent *extent)
{
    const uint32_t data = rdna_memory_of(l)->data;

    for (unsigned i = 0; 4 * i < extent->most; i++)
        ir_build_write(&l->b, data + i, WORD(0));
    const ir_ref at = begin_bytes(l, extent);
    const ir_ref offset = byte_offset(l, place, at, extent->most);
    const ir_ref word = rdna_load_word(l, place->segment, AND(offset, WORD(~3u)));
    const ir_ref byte = AND(USHR(word, bits_below(l, offset)), WORD(0xff));
    const ir_ref put = SHL(byte, bits_below(l, at));
    const ir_ref number = USHR(at, WORD(2));
    for (unsigned i = 0; 4 * i < extent->most; i++) {
        const ir_ref before = ir_build_read(&l->b, data + i, ir_type_i32);
        const ir_ref added = SELECT(IEQ(number, WORD(i)), put, WORD(0));
        ir_build_write(&l->b, data + i, OR(before, added));
    }
    end_bytes(l, at);
}

/* One or the other. */
static void
access_either(
    struct rdna_lowering *l, const struct rdna_place *place, const struct rdna_extent *extent,
    void (*dwords)(struct rdna_lowering *, const struct rdna_place *, const struct rdna_extent *),
    void (*bytes)(struct rdna_lowering *, const struct rdna_place *, const struct rdna_extent *))
{
    const ir_ref aligned = is_aligned(l, place, extent);
    uint64_t known;

    if (rdna_known_bits(l, aligned, &known)) {
        (known ? dwords : bytes)(l, place, extent);
        return;
    }
    ir_build_if(&l->b, aligned);
    dwords(l, place, extent);
    ir_build_else(&l->b);
    bytes(l, place, extent);
    ir_build_endif(&l->b);
}

void
rdna_load(struct rdna_lowering *l, const struct rdna_place *place, const struct rdna_extent *extent,
          ir_ref words[RDNA_PARTS])
{
    access_either(l, place, extent, load_dwords, load_bytes);
    for (unsigned i = 0; i < RDNA_PARTS; i++)
        words[i] = 4 * i < extent->most
                       ? ir_build_read(&l->b, rdna_memory_of(l)->data + i, ir_type_i32)
                       : WORD(0);
}

/* ---- stores ---- */

static void
store_dwords(struct rdna_lowering *l, const struct rdna_place *place,
             const struct rdna_extent *extent)
{
    const ir_ref *words = rdna_memory_of(l)->words;

    for (unsigned i = 0; 4 * i < extent->most; i++) {
        ir_ref offset = dword_offset(l, place, i);
        if (extent->count)
            offset = SELECT(ULT(WORD(4 * i + 3), extent->count), offset, WORD(RDNA_OUTSIDE));
        if (extent->most >= 4)
            rdna_store_word(l, place->segment, offset, words[i]);
    }
    if (!may_be_small(extent))
        return;
    if (extent->count)
        ir_build_if(&l->b, ULT(extent->count, WORD(4)));
    const ir_ref shift = bits_below(l, place->first);
    const ir_ref mask = SHL(size_mask(l, extent), shift);
    const ir_ref offset = dword_offset(l, place, 0);
    rdna_merge_word(l, place->segment, offset, mask, SHL(words[0], shift));
    if (extent->count) {
        ir_build_else(&l->b);
        ir_build_endif(&l->b);
    }
}

static void
store_bytes(struct rdna_lowering *l, const struct rdna_place *place,
            const struct rdna_extent *extent)
{
    const ir_ref *words = rdna_memory_of(l)->words;
    const ir_ref at = begin_bytes(l, extent);
    const ir_ref offset = byte_offset(l, place, at, extent->most);
    const ir_ref number = USHR(at, WORD(2));
    ir_ref word = words[0];

    for (unsigned i = 1; 4 * i < extent->most; i++)
        word = SELECT(IEQ(number, WORD(i)), words[i], word);
    const ir_ref byte = AND(USHR(word, bits_below(l, at)), WORD(0xff));
    const ir_ref shift = bits_below(l, offset);
    const ir_ref mask = SHL(WORD(0xff), shift);
    const ir_ref bits = SHL(byte, shift);
    rdna_merge_word(l, place->segment, AND(offset, WORD(~3u)), mask, bits);
    end_bytes(l, at);
}

void
rdna_store(struct rdna_lowering *l, const struct rdna_place *place,
           const struct rdna_extent *extent, const ir_ref words[RDNA_PARTS])
{
    struct rdna_memory *m = rdna_memory_of(l);

    for (unsigned i = 0; i < RDNA_PARTS; i++)
        m->words[i] = words[i];
    access_either(l, place, extent, store_dwords, store_bytes);
}

/* ---- rows ---- */

static const struct rdna_operand *
find_operand(const struct rdna_op_info *info, enum rdna_operand_kind kind)
{
    for (unsigned i = 0; i < info->operand_count; i++)
        if (info->operands[i].kind == kind)
            return &info->operands[i];
    return NULL;
}

bool
rdna_has_operand(const struct rdna_op_info *info, enum rdna_operand_kind kind)
{
    return find_operand(info, kind) != NULL;
}

const struct rdna_type_info *
rdna_data_type(const struct rdna_op_info *info)
{
    static const enum rdna_operand_kind kinds[] = {
        rdna_operand_DATA, rdna_operand_X, rdna_operand_AS, rdna_operand_SD,
        rdna_operand_D,    rdna_operand_A, rdna_operand_DS};

    for (size_t i = 0; i < BASE_COUNT(kinds); i++) {
        const struct rdna_operand *operand = find_operand(info, kinds[i]);
        if (operand)
            return &rdna_type_infos[operand->type];
    }
    return &rdna_type_infos[rdna_type_none];
}

static struct rdna_extent
extent_of(const struct rdna_type_info *type)
{
    return (struct rdna_extent){.most = type->bits < 32 ? type->bits / 8u : type->registers * 4u};
}

void
rdna_put_in_lds(struct rdna_lowering *l, ir_ref value)
{
    const struct rdna_extent extent = {.most = 4};
    const ir_ref words[RDNA_PARTS] = {value, 0, 0, 0};

    if (!rdna_has_lds(l))
        return;
    const ir_ref base = AND(rdna_scalar(l, RDNA_M0), WORD(0xffff));
    const ir_ref offset = ADD(ADD(base, WORD((uint32_t)l->inst->imm)), SHL(l->lane, WORD(2)));
    const struct rdna_place place =
        rdna_place_at(l, rdna_segment_lds, UMIN(offset, WORD(RDNA_OUTSIDE)));
    rdna_store(l, &place, &extent, words);
}

static ir_ref
extend(struct rdna_lowering *l, const struct rdna_type_info *type, ir_ref value)
{
    const ir_ref places = WORD(32u - type->bits);

    if (type->bits >= 32 || type->class != rdna_class_sint)
        return value;
    return ISHR(SHL(value, places), places);
}

static void
load(struct rdna_lowering *l, const struct rdna_place *place)
{
    const struct rdna_type_info *type = rdna_data_type(l->info);
    const struct rdna_extent extent = extent_of(type);
    const unsigned dst = l->inst->dst;
    ir_ref words[RDNA_PARTS];

    rdna_load(l, place, &extent, words);
    words[0] = extend(l, type, words[0]);
    if (l->inst->lds) {
        rdna_put_in_lds(l, words[0]);
        return;
    }
    if (l->info->effects & RDNA_D16)
        words[0] =
            OR(AND(rdna_vector_word(l, dst, 0), WORD(0xffff0000)), AND(words[0], WORD(0xffff)));
    else if (l->info->effects & RDNA_D16_HI)
        words[0] = OR(AND(rdna_vector_word(l, dst, 0), WORD(0xffff)), SHL(words[0], WORD(16)));
    for (unsigned i = 0; i < type->registers; i++)
        rdna_set_vector_word(l, dst, i, words[i]);
    if (l->inst->tfe)
        rdna_set_vector_word(l, dst, type->registers, WORD(0));
}

static void
store(struct rdna_lowering *l, const struct rdna_place *place)
{
    const struct rdna_type_info *type = rdna_data_type(l->info);
    const struct rdna_extent extent = extent_of(type);
    ir_ref words[RDNA_PARTS] = {0};

    for (unsigned i = 0; i < type->registers; i++)
        words[i] = rdna_vector_word(l, l->inst->vdata, i);
    if (l->info->effects & RDNA_D16_HI)
        words[0] = USHR(words[0], WORD(16));
    rdna_store(l, place, &extent, words);
}

/* A register, or two. */
static ir_ref
read_operand(struct rdna_lowering *l, unsigned code, unsigned behind, bool is_wide)
{
    const ir_ref low = rdna_vector_word(l, code, behind);

    return is_wide ? ir_build_join(&l->b, ir_type_i64, low, rdna_vector_word(l, code, behind + 1))
                   : low;
}

/* The new value stands before the one that it is compared with; in LDS, whose operands are two,
 * behind it. */
static void
exchange(struct rdna_lowering *l, const struct rdna_place *place)
{
    const struct rdna_type_info *type = rdna_data_type(l->info);
    const bool compares = rdna_atomic_compares((enum rdna_op)l->inst->row);
    const bool are_two = rdna_has_operand(l->info, rdna_operand_DATA1);
    const unsigned registers = compares && !are_two ? type->registers / 2u : type->registers;
    const bool is_wide = registers == 2;
    ir_ref data = read_operand(l, l->inst->vdata, 0, is_wide), other = data;

    if (are_two)
        other = read_operand(l, l->inst->vdata1, 0, is_wide);
    else if (compares)
        other = read_operand(l, l->inst->vdata, registers, is_wide);
    const bool is_reversed = compares && are_two;
    const ir_ref old =
        rdna_exchange(l, place, is_reversed ? other : data, is_reversed ? data : other);
    const bool returns = rdna_has_operand(l->info, rdna_operand_D) || l->inst->glc;
    if (!returns)
        return;
    ir_ref words[2] = {old, 0};
    if (is_wide)
        ir_build_split(&l->b, old, words);
    for (unsigned i = 0; i < registers; i++)
        rdna_set_vector_word(l, l->inst->dst, i, words[i]);
}

void
rdna_access(struct rdna_lowering *l, const struct rdna_place *place)
{
    if (l->info->effects & RDNA_ATOMIC)
        exchange(l, place);
    else if (l->info->effects & RDNA_STORE)
        store(l, place);
    else
        load(l, place);
}
