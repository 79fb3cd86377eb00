/* SPDX-License-Identifier: MIT */
#include "tgsi/tgsi_priv.h"

/* ---- sources ---- */

/* The bits of 1.0. */
#define ONE_F32 UINT64_C(0x3f800000)
#define ONE_F64 UINT64_C(0x3ff0000000000000)

#define MODIFIERS (TGSI_OPERAND_ABSOLUTE | TGSI_OPERAND_NEGATE)

/* As what a source's words are read. Bits are read as a type that fits where they come from; most
 * are floats. */
static enum ir_type
type_of_src(const struct tgsi_lowering *l, unsigned i)
{
    const unsigned type = l->info->src[i];

    if (type == tgsi_type_i || type == tgsi_type_u)
        return ir_type_i32;
    if (type != tgsi_type_f && l->srcs[i].kind == tgsi_storage_rows &&
        !(l->operands[i].flags & MODIFIERS))
        return l->srcs[i].type;
    return ir_type_f32;
}

static ir_ref
modify(struct tgsi_lowering *l, unsigned flags, enum ir_type type, ir_ref value)
{
    struct ir_builder *b = &l->b;
    const bool is_float = ir_type_is_float((ir_type_id)type);

    if (flags & TGSI_OPERAND_ABSOLUTE)
        value =
            is_float ? ir_build_fabs(b, value) : ir_build_imax(b, value, ir_build_ineg(b, value));
    if (flags & TGSI_OPERAND_NEGATE)
        value = is_float ? ir_build_fneg(b, value) : ir_build_ineg(b, value);
    return value;
}

/* Component c of source i, whose type is known. */
static inline ir_ref
fetch(struct tgsi_lowering *l, unsigned i, unsigned c, enum ir_type type)
{
    const struct tgsi_operand *operand = &l->operands[i];
    const struct tgsi_location *location = &l->srcs[i];
    const unsigned component = tgsi_select(operand, c);
    const ir_ref value = location->kind == tgsi_storage_variables
                             ? ir_build_read(&l->b, location->base + component, type)
                             : tgsi_lower_load(l, location, component, type);

    return operand->flags & MODIFIERS ? modify(l, operand->flags, type, value) : value;
}

ir_ref
tgsi_lower_src(struct tgsi_lowering *l, unsigned i, unsigned c)
{
    return fetch(l, i, c, type_of_src(l, i));
}

ir_ref
tgsi_lower_src_as(struct tgsi_lowering *l, unsigned i, unsigned c, enum ir_type type)
{
    const struct tgsi_operand *operand = &l->operands[i];
    const ir_ref value = tgsi_lower_load(l, &l->srcs[i], tgsi_select(operand, c), type);

    return modify(l, operand->flags, type, value);
}

/* Modifiers act on the whole of the pair. */
ir_ref
tgsi_lower_src_pair(struct tgsi_lowering *l, unsigned i, unsigned pair)
{
    const struct tgsi_operand *src = &l->operands[i];
    const enum ir_type type = l->info->src[i] == tgsi_type_d ? ir_type_f64 : ir_type_i64;
    ir_ref words[2];

    for (unsigned c = 0; c < 2; c++)
        words[c] = tgsi_lower_load(l, &l->srcs[i], tgsi_select(src, 2 * pair + c), ir_type_i32);
    return modify(l, src->flags, type, ir_build_join(&l->b, type, words[0], words[1]));
}

/* ---- destinations ---- */

/* Results are clamped as floats of their size, whatever their type is. */
static ir_ref
saturate(struct tgsi_lowering *l, ir_ref value)
{
    struct ir_builder *b = &l->b;
    const bool is_wide = ir_type_bits(ir_type_of(l->shader, value)) == 64;
    const enum ir_type type = is_wide ? ir_type_f64 : ir_type_f32;

    if (l->inst->flags & TGSI_INST_SATURATE)
        return ir_build_fsat(b, ir_build_bitcast(b, type, value));
    if (!(l->inst->flags & TGSI_INST_SATURATE_SIGNED))
        return value;

    const ir_ref most = ir_build_const(b, type, is_wide ? ONE_F64 : ONE_F32);
    const ir_ref least = ir_build_fneg(b, most);
    value = ir_build_bitcast(b, type, value);
    value = ir_build_select(b, ir_build_flt(b, most, value), most, value);
    return ir_build_select(b, ir_build_flt(b, value, least), least, value);
}

/* A component that the predicate keeps from being written gets its old value. */
static ir_ref
predicate(struct tgsi_lowering *l, const struct tgsi_location *dst,
          const struct tgsi_location *location, unsigned c, ir_ref value)
{
    struct ir_builder *b = &l->b;
    const unsigned component = tgsi_select(tgsi_predicate(l->program, l->inst), c);
    const ir_ref word = tgsi_lower_load(l, location, component, ir_type_i32);
    const enum ir_op op = l->inst->flags & TGSI_INST_PREDICATE_NOT ? ir_op_ieq : ir_op_ine;
    const ir_ref writes = ir_build_alu(b, op, (const ir_ref[]){word, ir_build_i32(b, 0)});
    const ir_ref old = tgsi_lower_load(l, dst, c, ir_type_scalar(ir_type_of(l->shader, value)));

    return ir_build_select(b, writes, value, old);
}

#define SATURATES (TGSI_INST_SATURATE | TGSI_INST_SATURATE_SIGNED)

static void
store(struct tgsi_lowering *l, const struct tgsi_location *dst, const ir_ref values[4])
{
    for (unsigned c = 0; c < 4; c++)
        if (l->mask & 1u << c)
            tgsi_lower_store(l, dst, c, values[c]);
}

/* The predicate and the address may be what is written, so that comes last. */
static void
store_predicated(struct tgsi_lowering *l, const struct tgsi_location *dst, const ir_ref values[4])
{
    struct tgsi_location location;
    ir_ref written[4] = {0};

    tgsi_lower_locate(l, tgsi_predicate(l->program, l->inst), &location);
    for (unsigned c = 0; c < 4; c++)
        if (l->mask & 1u << c)
            written[c] = predicate(l, dst, &location, c, values[c]);
    store(l, dst, written);
}

/* Destination i. */
static void
write_to(struct tgsi_lowering *l, unsigned i, const ir_ref values[4])
{
    const struct tgsi_operand *operand = tgsi_dst(l->program, l->inst, i);
    struct tgsi_location dst;

    if (operand->file == tgsi_file_NULL)
        return;
    tgsi_lower_locate(l, operand, &dst);
    if (l->inst->flags & TGSI_INST_PREDICATE)
        store_predicated(l, &dst, values);
    else
        store(l, &dst, values);
}

/* Those of the mask, each value once. */
static void
saturate_all(struct tgsi_lowering *l, const ir_ref values[4], ir_ref saturated[4])
{
    for (unsigned c = 0; c < 4; c++) {
        if (!(l->mask & 1u << c))
            continue;
        saturated[c] = 0;
        for (unsigned before = 0; before < c; before++)
            if ((l->mask & 1u << before) && values[before] == values[c])
                saturated[c] = saturated[before];
        if (!saturated[c])
            saturated[c] = saturate(l, values[c]);
    }
}

void
tgsi_lower_write(struct tgsi_lowering *l, const ir_ref values[4])
{
    ir_ref saturated[4];

    if (l->inst->flags & SATURATES) {
        saturate_all(l, values, saturated);
        values = saturated;
    }
    write_to(l, 0, values);
}

void
tgsi_lower_write_pairs(struct tgsi_lowering *l, const ir_ref pairs[2])
{
    ir_ref words[4] = {0};

    for (unsigned p = 0; p < 2; p++)
        if (l->mask & 3u << 2 * p)
            ir_build_split(&l->b, saturate(l, pairs[p]), &words[2 * p]);
    write_to(l, 0, words);
}

void
tgsi_lower_write_second(struct tgsi_lowering *l, ir_ref value)
{
    const ir_ref saturated = saturate(l, value);
    const ir_ref values[4] = {saturated, saturated, saturated, saturated};

    l->mask = tgsi_dst(l->program, l->inst, 1)->select;
    write_to(l, 1, values);
}

void
tgsi_lower_write_all(struct tgsi_lowering *l, ir_ref value)
{
    const ir_ref values[4] = {value, value, value, value};

    tgsi_lower_write(l, values);
}

/* The first enabled component, this one or before, that the swizzles give the same sources as this
 * one. */
static unsigned
first_alike(const uint64_t keys[4], unsigned mask, unsigned c)
{
    for (unsigned before = 0; before < c; before++)
        if ((mask & 1u << before) && keys[before] == keys[c])
            return before;
    return c;
}

/* The one component that is enabled. */
static void
lower_single(struct tgsi_lowering *l, tgsi_component *one, unsigned c)
{
    ir_ref s[TGSI_MAX_SRCS], values[4] = {0};

    for (unsigned i = 0; i < l->inst->srcs; i++)
        s[i] = tgsi_lower_src(l, i, c);
    values[c] = one(l, s);
    tgsi_lower_write(l, values);
}

/* All sources of the enabled components before anything is made of them, so that what is read
 * stands before what is made. */
static void
lower_several(struct tgsi_lowering *l, tgsi_component *one)
{
    ir_ref srcs[4][TGSI_MAX_SRCS], values[4] = {0};
    uint64_t selects = 0; /* A byte for each source, */
    uint64_t keys[4];     /* or the two bits of each that choose what is its component c. */
    unsigned alike[4], mask = 0;

    for (unsigned i = 0; i < l->inst->srcs; i++)
        selects |= (uint64_t)l->operands[i].select << 8 * i;
    for (unsigned c = 0; c < 4; c++) {
        keys[c] = selects >> 2 * c & UINT64_C(0x0303030303030303);
        if (!(l->mask & 1u << c))
            continue;
        alike[c] = first_alike(keys, l->mask, c);
        mask |= 1u << alike[c];
    }
    for (unsigned i = 0; i < l->inst->srcs; i++) {
        const enum ir_type type = type_of_src(l, i);

        for (unsigned c = 0; c < 4; c++)
            if (mask & 1u << c)
                srcs[c][i] = fetch(l, i, c, type);
    }
    for (unsigned c = 0; c < 4; c++)
        if (l->mask & 1u << c)
            values[c] = alike[c] == c ? one(l, srcs[c]) : values[alike[c]];
    tgsi_lower_write(l, values);
}

void
tgsi_lower_each(struct tgsi_lowering *l, tgsi_component *one)
{
    for (unsigned c = 0; c < 4; c++)
        if (l->mask == 1u << c) {
            lower_single(l, one, c);
            return;
        }
    lower_several(l, one);
}
