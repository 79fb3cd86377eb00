/* SPDX-License-Identifier: MIT */
#include "tgsi/tgsi_priv.h"

/* ---- sources ---- */

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
    const bool is_float = type == ir_type_f32;

    if (flags & TGSI_OPERAND_ABSOLUTE)
        value =
            is_float ? ir_build_fabs(b, value) : ir_build_imax(b, value, ir_build_ineg(b, value));
    if (flags & TGSI_OPERAND_NEGATE)
        value = is_float ? ir_build_fneg(b, value) : ir_build_ineg(b, value);
    return value;
}

/* The components of the mask, into values. */
static void
fetch(struct tgsi_lowering *l, unsigned i, unsigned mask, ir_ref values[4])
{
    const unsigned select = l->operands[i].select, flags = l->operands[i].flags;
    const struct tgsi_location *location = &l->srcs[i];
    const enum ir_type type = type_of_src(l, i);
    const bool is_variable = location->kind == tgsi_storage_variables;

    for (unsigned c = 0; c < 4; c++) {
        if (!(mask & 1u << c))
            continue;
        values[c] = is_variable ? ir_build_read(&l->b, location->base + (select >> 2 * c & 3), type)
                                : tgsi_lower_load(l, location, select >> 2 * c & 3, type);
        if (flags & MODIFIERS)
            values[c] = modify(l, flags, type, values[c]);
    }
}

ir_ref
tgsi_lower_src(struct tgsi_lowering *l, unsigned i, unsigned c)
{
    ir_ref values[4];

    fetch(l, i, 1u << c, values);
    return values[c];
}

ir_ref
tgsi_lower_src_as(struct tgsi_lowering *l, unsigned i, unsigned c, enum ir_type type)
{
    const struct tgsi_operand *operand = &l->operands[i];
    const ir_ref value = tgsi_lower_load(l, &l->srcs[i], tgsi_select(operand, c), type);

    return modify(l, operand->flags, type, value);
}

/* ---- destinations ---- */

/* Results are clamped as floats, whatever their type is. */
static ir_ref
saturate(struct tgsi_lowering *l, ir_ref value)
{
    struct ir_builder *b = &l->b;

    if (l->inst->flags & TGSI_INST_SATURATE)
        return ir_build_fsat(b, ir_build_bitcast(b, ir_type_f32, value));
    if (!(l->inst->flags & TGSI_INST_SATURATE_SIGNED))
        return value;

    const ir_ref most = ir_build_f32(b, 1.0f), least = ir_build_f32(b, -1.0f);
    value = ir_build_bitcast(b, ir_type_f32, value);
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

/* What does not leave the values as they are. */
#define WRITE_FLAGS (TGSI_INST_SATURATE | TGSI_INST_SATURATE_SIGNED | TGSI_INST_PREDICATE)

static void
store(struct tgsi_lowering *l, const struct tgsi_location *dst, const ir_ref values[4])
{
    for (unsigned c = 0; c < 4; c++)
        if (l->mask & 1u << c)
            tgsi_lower_store(l, dst, c, values[c]);
}

void
tgsi_lower_write(struct tgsi_lowering *l, const ir_ref values[4])
{
    const struct tgsi_operand *operand = tgsi_dst(l->program, l->inst, 0);
    struct tgsi_location dst, location;
    ir_ref written[4] = {0}, saturated[4];

    if (operand->file == tgsi_file_NULL)
        return;
    tgsi_lower_locate(l, operand, &dst);
    if (!(l->inst->flags & WRITE_FLAGS)) {
        store(l, &dst, values);
        return;
    }
    if (l->inst->flags & TGSI_INST_PREDICATE)
        tgsi_lower_locate(l, tgsi_predicate(l->program, l->inst), &location);

    /* The predicate and the address may be what is written, so that comes last. */
    for (unsigned c = 0; c < 4; c++) {
        if (!(l->mask & 1u << c))
            continue;
        for (unsigned before = 0; before < c; before++)
            if ((l->mask & 1u << before) && values[before] == values[c])
                written[c] = saturated[before];
        if (!written[c])
            written[c] = saturate(l, values[c]);
        saturated[c] = written[c];
        if (l->inst->flags & TGSI_INST_PREDICATE)
            written[c] = predicate(l, &dst, &location, c, written[c]);
    }
    store(l, &dst, written);
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

void
tgsi_lower_each(struct tgsi_lowering *l, tgsi_component *one)
{
    ir_ref srcs[TGSI_MAX_SRCS][4], values[4] = {0}, s[TGSI_MAX_SRCS];
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
    for (unsigned i = 0; i < l->inst->srcs; i++)
        fetch(l, i, mask, srcs[i]);
    for (unsigned c = 0; c < 4; c++) {
        if (!(l->mask & 1u << c))
            continue;
        for (unsigned i = 0; alike[c] == c && i < l->inst->srcs; i++)
            s[i] = srcs[i][c];
        values[c] = alike[c] == c ? one(l, s) : values[alike[c]];
    }
    tgsi_lower_write(l, values);
}
