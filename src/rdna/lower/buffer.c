/* SPDX-License-Identifier: MIT
 *
 * MUBUF and MTBUF: descriptors, which are read when the program runs. What follows from one for
 * all lanes is made before they are looped over.
 *
 *   distance  (index & ~index_cut) * stride + ((offset & ~cut) << shift)
 *             + ((index & index_cut) << 2) + (offset & cut)
 *
 * which is index * stride + offset where the buffer is not swizzled.
 */
#include "rdna/lower/memory.h"

/* How a descriptor says that accesses are judged. */
enum { OOB_STRUCTURED_OFFSET, OOB_STRUCTURED, OOB_OFF, OOB_RAW };

static ir_ref
field(struct rdna_lowering *l, ir_ref word, unsigned first, unsigned bits)
{
    return AND(USHR(word, WORD(first)), WORD((1u << bits) - 1));
}

static ir_ref
is_set(struct rdna_lowering *l, ir_ref word, unsigned bit)
{
    return INE(field(l, word, bit, 1), WORD(0));
}

static void
check_type(struct rdna_lowering *l, ir_ref word)
{
    const ir_ref type = field(l, word, 30, 2);
    uint64_t known;

    if (rdna_known_bits(l, type, &known) && known)
        rdna_refuse(l, QD_CODE_UNSUPPORTED, "the descriptor's type is %u, which is no buffer",
                    (unsigned)known);
}

/* What is judged must be below limits[i] to be inside with 4 * i bytes more. */
static void
find_limits(struct rdna_lowering *l, struct rdna_buffer *buffer, ir_ref is_raw)
{
    const ir_ref limit = SELECT(is_raw, buffer->records, buffer->stride);
    const ir_ref shift = SELECT(buffer->is_by_distance, buffer->shift, WORD(0));

    for (unsigned i = 0; i < RDNA_PARTS; i++) {
        const ir_ref more = SHL(WORD(4 * i), shift);
        buffer->limits[i] = SUB(UMAX(limit, more), more);
    }
}

static void
find_rules(struct rdna_lowering *l, struct rdna_buffer *buffer, ir_ref is_swizzled)
{
    const ir_ref oob = field(l, buffer->words[3], 28, 2);
    const ir_ref is_raw = IEQ(oob, WORD(OOB_RAW));
    const ir_ref is_off = IEQ(oob, WORD(OOB_OFF));

    buffer->any_index = OR(is_raw, is_off);
    buffer->any_offset = OR(IEQ(oob, WORD(OOB_STRUCTURED)), is_off);
    buffer->is_open = NOT(AND(is_off, IEQ(buffer->records, WORD(0))));
    buffer->is_by_distance = AND(is_raw, is_swizzled);
    find_limits(l, buffer, is_raw);
}

void
rdna_read_buffer(struct rdna_lowering *l, unsigned code, ir_ref soffset)
{
    struct rdna_buffer *buffer = &rdna_memory_of(l)->buffer;
    const struct rdna_pair window = rdna_pair_of(l, ~l->options->window + 1);
    const ir_ref zero = WORD(0);

    for (unsigned i = 0; i < 4; i++)
        buffer->words[i] = rdna_scalar(l, (code & ~3u) + i);
    check_type(l, buffer->words[3]);
    buffer->stride = field(l, buffer->words[1], 16, 14);
    buffer->records = buffer->words[2];
    buffer->has_lane = is_set(l, buffer->words[3], 23);
    const ir_ref is_swizzled = is_set(l, buffer->words[1], 31);
    buffer->cut = SELECT(is_swizzled, WORD(3), zero);
    buffer->shift = SELECT(is_swizzled, ADD(field(l, buffer->words[3], 21, 2), WORD(3)), zero);
    buffer->index_cut = SUB(SHL(WORD(1), buffer->shift), WORD(1));
    find_rules(l, buffer, is_swizzled);
    const struct rdna_pair base = {buffer->words[0], field(l, buffer->words[1], 0, 16)};
    const struct rdna_pair whole = rdna_pair_add(l, base, window);
    buffer->base = rdna_pair_add(l, whole, (struct rdna_pair){soffset, zero});
}

/* ---- a lane's address ---- */

/* Where a lane's place in its wave is not known, what goes by it is out of range. */
static ir_ref
find_index(struct rdna_lowering *l, const struct rdna_buffer *buffer)
{
    const ir_ref zero = WORD(0);
    const ir_ref lane = l->lane ? SELECT(buffer->has_lane, l->lane, zero) : zero;

    return l->inst->idxen ? ADD(rdna_vector_word(l, l->inst->vaddr, 0), lane) : lane;
}

static struct rdna_pair
find_offset(struct rdna_lowering *l)
{
    const ir_ref number = WORD((uint32_t)l->inst->imm);

    if (!l->inst->offen)
        return (struct rdna_pair){number, WORD(0)};
    const ir_ref given = rdna_vector_word(l, l->inst->vaddr, l->inst->idxen);
    const ir_ref sum = ADD(given, number);
    return (struct rdna_pair){sum, SELECT(ULT(sum, number), WORD(1), WORD(0))};
}

static struct rdna_pair
find_distance(struct rdna_lowering *l, const struct rdna_buffer *buffer, ir_ref index,
              struct rdna_pair offset)
{
    const ir_ref group = AND(index, NOT(buffer->index_cut));
    const ir_ref group_low = MUL(group, buffer->stride);
    const ir_ref group_high = OP2(umul_hi, group, buffer->stride);
    const ir_ref whole = AND(offset.low, NOT(buffer->cut));
    const ir_ref whole_low = SHL(whole, buffer->shift);
    /* In two steps: by 32 places is by none. */
    const ir_ref pushed_out = USHR(USHR(whole, WORD(1)), SUB(WORD(31), buffer->shift));
    const ir_ref whole_high = ADD(pushed_out, SHL(offset.high, buffer->shift));
    const ir_ref in_group = SHL(AND(index, buffer->index_cut), WORD(2));
    const ir_ref rest = ADD(in_group, AND(offset.low, buffer->cut));
    const struct rdna_pair sum = rdna_pair_add(l, (struct rdna_pair){group_low, group_high},
                                               (struct rdna_pair){whole_low, whole_high});

    return rdna_pair_add(l, sum, (struct rdna_pair){rest, WORD(0)});
}

static struct rdna_place
find_place(struct rdna_lowering *l, bool is_element)
{
    const struct rdna_buffer *buffer = &rdna_memory_of(l)->buffer;
    const ir_ref index = find_index(l, buffer);
    const struct rdna_pair offset = find_offset(l);
    const struct rdna_pair distance = find_distance(l, buffer, index, offset);
    const ir_ref first = rdna_window_offset(l, rdna_pair_add(l, buffer->base, distance));
    struct rdna_place place = rdna_place_at(l, rdna_segment_window, first);

    place.offset = offset.low;
    place.cut = buffer->cut;
    place.shift = buffer->shift;
    const ir_ref is_low = ULT(index, buffer->records);
    ir_ref inside = AND(OR(buffer->any_index, is_low), buffer->is_open);
    if (!l->lane)
        inside = AND(inside, NOT(buffer->has_lane));
    const ir_ref judged = SELECT(buffer->is_by_distance, distance.low, offset.low);
    const ir_ref above = SELECT(buffer->is_by_distance, distance.high, offset.high);
    const ir_ref is_short = IEQ(above, WORD(0));
    for (unsigned i = 0; i < RDNA_PARTS; i++) {
        const ir_ref is_below = AND(ULT(judged, buffer->limits[is_element ? 0 : i]), is_short);
        place.inside[i] = AND(inside, OR(buffer->any_offset, is_below));
    }
    return place;
}

/* ---- elements of a format ---- */

static bool
is_half(const struct rdna_lowering *l)
{
    return l->info->effects & (RDNA_D16 | RDNA_D16_HI);
}

/* That the row moves: the last two bits of the code count them, but where there is only one. */
static unsigned
component_count(const struct rdna_lowering *l)
{
    return l->info->effects & RDNA_D16_HI ? 1 : (l->info->code & 3) + 1u;
}

static void
write_components(struct rdna_lowering *l, const ir_ref values[4])
{
    const unsigned count = component_count(l), dst = l->inst->dst;
    const struct rdna_element *element = &rdna_memory_of(l)->element;
    const unsigned registers = is_half(l) ? (count + 1) / 2 : count;

    for (unsigned i = 0; i < registers; i++) {
        ir_ref word = values[is_half(l) ? 2 * i : i];
        if (is_half(l))
            word = rdna_element_to_d16(l, element, word);
        if (is_half(l) && 2 * i + 1 < count)
            word = OR(word, SHL(rdna_element_to_d16(l, element, values[2 * i + 1]), WORD(16)));
        if (l->info->effects & RDNA_D16_HI)
            word = OR(AND(rdna_vector_word(l, dst, 0), WORD(0xffff)), SHL(word, WORD(16)));
        rdna_set_vector_word(l, dst, i, word);
    }
    if (l->inst->tfe)
        rdna_set_vector_word(l, dst, registers, WORD(0));
}

static void
load_element(struct rdna_lowering *l, const struct rdna_place *place)
{
    const struct rdna_element *element = &rdna_memory_of(l)->element;
    const struct rdna_extent extent = rdna_element_extent(l, element);
    const ir_ref dst_sel = field(l, rdna_memory_of(l)->buffer.words[3], 0, 12);
    ir_ref words[RDNA_PARTS], values[4];

    rdna_load(l, place, &extent, words);
    rdna_element_unpack(l, element, dst_sel, words, values);
    for (unsigned i = 0; i < 4; i++)
        values[i] = SELECT(place->inside[0], values[i], WORD(0));
    if (l->inst->lds)
        rdna_put_in_lds(l, values[0]);
    else
        write_components(l, values);
}

static void
store_element(struct rdna_lowering *l, const struct rdna_place *place)
{
    const struct rdna_element *element = &rdna_memory_of(l)->element;
    const struct rdna_extent extent = rdna_element_extent(l, element);
    const ir_ref dst_sel = field(l, rdna_memory_of(l)->buffer.words[3], 0, 12);
    ir_ref words[RDNA_PARTS], values[4];

    for (unsigned i = 0; i < 4; i++) {
        values[i] = WORD(0);
        if (i >= component_count(l))
            continue;
        values[i] = rdna_vector_word(l, l->inst->vdata, is_half(l) ? i / 2 : i);
        if (!is_half(l))
            continue;
        const bool is_high = l->info->effects & RDNA_D16_HI || i % 2;
        const ir_ref half = is_high ? USHR(values[i], WORD(16)) : AND(values[i], WORD(0xffff));
        values[i] = rdna_element_from_d16(l, element, half);
    }
    rdna_element_pack(l, element, dst_sel, values, words);
    rdna_store(l, place, &extent, words);
}

static void
access_element(struct rdna_lowering *l)
{
    const struct rdna_element *element = &rdna_memory_of(l)->element;
    struct rdna_place place = find_place(l, true);

    for (unsigned i = 0; i < RDNA_PARTS; i++)
        place.inside[i] = AND(place.inside[i], INE(element->bytes, WORD(0)));
    if (l->info->effects & RDNA_STORE)
        store_element(l, &place);
    else
        load_element(l, &place);
}

static void
access_dwords(struct rdna_lowering *l)
{
    const struct rdna_place place = find_place(l, false);

    rdna_access(l, &place);
}

void
rdna_lower_buffer(struct rdna_lowering *l)
{
    struct rdna_memory *m = rdna_memory_of(l);
    uint64_t bytes;

    if (l->info->operand_count == 0)
        return; /* What empties caches. */
    rdna_window(l);
    rdna_read_buffer(l, l->inst->srsrc, rdna_scalar_operand(l, l->inst->soffset, rdna_type_b32, 0));
    if (!(l->info->effects & RDNA_FORMAT)) {
        rdna_for_lanes(l, true, access_dwords);
        return;
    }
    const bool is_typed = l->info->family == rdna_family_mtbuf;
    m->element =
        rdna_element_of(l, is_typed ? WORD(l->inst->format) : field(l, m->buffer.words[3], 12, 7));
    if (rdna_known_bits(l, m->element.bytes, &bytes) && bytes == 0)
        rdna_refuse(l, QD_CODE_UNSUPPORTED, "the format is none of a buffer");
    else
        rdna_for_lanes(l, true, access_element);
}
