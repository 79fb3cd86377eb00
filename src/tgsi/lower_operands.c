/* SPDX-License-Identifier: MIT */
#include "tgsi/tgsi_priv.h"

/* ---- sources ---- */

static ir_ref
load_float(struct tgsi_lowering *l, unsigned i, unsigned c)
{
    const struct tgsi_operand *operand = &l->operands[i];
    ir_ref value = tgsi_lower_load(l, &l->srcs[i], tgsi_select(operand, c), ir_type_f32);

    if (operand->flags & TGSI_OPERAND_ABSOLUTE)
        value = ir_build_fabs(&l->b, value);
    if (operand->flags & TGSI_OPERAND_NEGATE)
        value = ir_build_fneg(&l->b, value);
    return value;
}

static ir_ref
load_integer(struct tgsi_lowering *l, unsigned i, unsigned c)
{
    const struct tgsi_operand *operand = &l->operands[i];
    ir_ref value = tgsi_lower_load(l, &l->srcs[i], tgsi_select(operand, c), ir_type_i32);

    if (operand->flags & TGSI_OPERAND_ABSOLUTE)
        value = ir_build_imax(&l->b, value, ir_build_ineg(&l->b, value));
    if (operand->flags & TGSI_OPERAND_NEGATE)
        value = ir_build_ineg(&l->b, value);
    return value;
}

/* Bits, of a type that fits where they come from: most are floats. */
static ir_ref
load_bits(struct tgsi_lowering *l, unsigned i, unsigned c)
{
    const struct tgsi_operand *operand = &l->operands[i];
    const struct tgsi_location *location = &l->srcs[i];

    if (operand->flags & (TGSI_OPERAND_ABSOLUTE | TGSI_OPERAND_NEGATE))
        return load_float(l, i, c);
    return tgsi_lower_load(l, location, tgsi_select(operand, c),
                           location->kind == tgsi_storage_rows ? location->type : ir_type_f32);
}

/* Variables without modifiers, read as floats or integers, are most sources. */
static bool
is_plain(const struct tgsi_lowering *l, unsigned i)
{
    return l->srcs[i].kind == tgsi_storage_variables &&
           !(l->operands[i].flags & (TGSI_OPERAND_ABSOLUTE | TGSI_OPERAND_NEGATE)) &&
           l->info->src[i] <= tgsi_type_u;
}

ir_ref
tgsi_lower_src(struct tgsi_lowering *l, unsigned i, unsigned c)
{
    if (is_plain(l, i))
        return ir_build_read(&l->b, l->srcs[i].base + tgsi_select(&l->operands[i], c),
                             l->info->src[i] == tgsi_type_f ? ir_type_f32 : ir_type_i32);
    switch ((enum tgsi_type)l->info->src[i]) {
    case tgsi_type_f:
        return load_float(l, i, c);
    case tgsi_type_i:
    case tgsi_type_u:
        return load_integer(l, i, c);
    case tgsi_type__:
    case tgsi_type_d:
    case tgsi_type_l:
    case tgsi_type_any:
    case tgsi_type_samp:
    case tgsi_type_view:
    case tgsi_type_res:
    case tgsi_type_image:
    case tgsi_type_mem:
    case tgsi_type_in:
    case tgsi_type_out:
        break;
    }
    return load_bits(l, i, c);
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

void
tgsi_lower_each(struct tgsi_lowering *l, ir_ref (*one)(struct tgsi_lowering *l, unsigned c))
{
    ir_ref values[4] = {0};
    uint64_t selects = 0; /* A byte for each source, */
    uint64_t keys[4];     /* or the two bits of each that choose what is its component c. */

    for (unsigned i = 0; i < l->inst->srcs; i++)
        selects |= (uint64_t)l->operands[i].select << 8 * i;
    for (unsigned c = 0; c < 4; c++) {
        keys[c] = selects >> 2 * c & UINT64_C(0x0303030303030303);
        if (!(l->mask & 1u << c))
            continue;
        for (unsigned before = 0; before < c && !values[c]; before++)
            if (keys[before] == keys[c])
                values[c] = values[before];
        if (!values[c])
            values[c] = one(l, c);
    }
    tgsi_lower_write(l, values);
}
