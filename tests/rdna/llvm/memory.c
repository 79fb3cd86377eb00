/* SPDX-License-Identifier: MIT
 *
 * Memory: global regions, LDS, scratch. Lanes have atomics one after the other; what they load and
 * store at one place without a barrier between is in no order, as the IR says.
 */
#include "eval.h"

#include <math.h>

struct eval_byte *
eval_byte_at(struct eval *e, enum eval_space space, unsigned lane, uint64_t address)
{
    if (space == eval_lds)
        return address < EVAL_LDS_SIZE ? &e->lds[address] : NULL;
    if (space == eval_scratch)
        return e->scratch && address < EVAL_SCRATCH_SIZE
                   ? &e->scratch[lane * EVAL_SCRATCH_SIZE + address]
                   : NULL;
    for (unsigned i = 0; i < e->region_count; i++) {
        const struct eval_region *region = &e->regions[i];
        if (address >= region->base && address - region->base < region->size)
            return &region->bytes[address - region->base];
    }
    return NULL;
}

struct eval_cell
eval_cell_of_bytes(struct eval_byte *const *bytes, unsigned count)
{
    struct eval_cell cell = eval_bits(0);
    bool exact = true, whole = true;

    for (unsigned i = 0; i < count; i++) {
        const struct eval_byte *byte = bytes[i];
        if (!byte) {
            whole = false;
            continue;
        }
        cell.bits |= (uint64_t)byte->value << 8 * i;
        exact &= byte->state == eval_exact;
        whole &= byte->state == bytes[0]->state && byte->size == count && byte->index == i &&
                 byte->stamp == bytes[0]->stamp && byte->err == bytes[0]->err;
    }
    if (exact)
        return cell;
    if (!whole || bytes[0]->state == eval_undefined)
        return eval_undef();
    cell.state = bytes[0]->state;
    cell.err = bytes[0]->err;
    return cell;
}

/* An access to what is not mapped says nothing about a lane that is off. */
static void
report_stray(struct eval *e, unsigned lane, uint64_t address)
{
    if (eval_has(e->active & e->live, lane))
        eval_fail(e, "lane %u uses address 0x%llx, which is not mapped", lane,
                  (unsigned long long)address);
}

struct eval_cell
eval_load(struct eval *e, enum eval_space space, unsigned lane, uint64_t address, unsigned size)
{
    struct eval_byte *bytes[8];
    bool settled = true;

    for (unsigned i = 0; i < size; i++) {
        bytes[i] = eval_byte_at(e, space, lane, address + i);
        if (!bytes[i]) {
            report_stray(e, lane, address + i);
            return eval_undef();
        }
        if (space != eval_scratch)
            settled &= eval_note_load(e, lane, bytes[i]);
    }
    return settled ? eval_cell_of_bytes(bytes, size) : eval_undef();
}

void
eval_store_byte(struct eval *e, struct eval_byte *byte, struct eval_cell cell, unsigned size,
                unsigned index)
{
    const uint8_t value = (uint8_t)(cell.bits >> 8 * index);

    byte->value = value;
    byte->state = cell.state;
    byte->size = (uint8_t)size;
    byte->index = (uint8_t)index;
    byte->err = cell.err;
    byte->stamp = e->stamp;
    byte->writer = 0;
}

bool
eval_note_load(struct eval *e, unsigned lane, struct eval_byte *byte)
{
    const uint8_t own = (uint8_t)(lane + 1);

    if (eval_has(e->active & e->live, lane)) {
        byte->reader =
            byte->reader && byte->read == e->epoch && byte->reader != own ? UINT8_MAX : own;
        byte->read = e->epoch;
    }
    return !byte->writer || byte->written != e->epoch || byte->writer == own;
}

void
eval_note_store(struct eval *e, unsigned lane, struct eval_byte *byte,
                const struct eval_byte *before)
{
    const uint8_t own = (uint8_t)(lane + 1);
    const bool changes = byte->value != before->value || byte->state != before->state;

    if (changes && before->reader && before->read == e->epoch && before->reader != own)
        eval_fail(e, "lane %u stores what another has loaded, with no barrier between", lane);
    if (changes && before->writer && before->written == e->epoch && before->writer != own)
        byte->state = eval_undefined;
    byte->writer = own;
    byte->written = e->epoch;
}

void
eval_store(struct eval *e, enum eval_space space, unsigned lane, uint64_t address,
           struct eval_cell cell, unsigned size)
{
    for (unsigned i = 0; i < size; i++) {
        struct eval_byte *byte = eval_byte_at(e, space, lane, address + i);
        if (!byte) {
            report_stray(e, lane, address + i);
            return;
        }
        const struct eval_byte before = *byte;
        eval_store_byte(e, byte, cell, size, i);
        if (space != eval_scratch)
            eval_note_store(e, lane, byte, &before);
    }
}

unsigned
eval_size(struct eval_type type)
{
    const unsigned bytes = (type.bits + 7u) / 8;

    return bytes == 3 ? 4 : bytes > 4 ? 8 : bytes;
}

/* ---- Atomics ---- */

static const struct {
    const char *name;
    enum eval_atomic op;
} names[] = {
    {"swap", eval_atomic_swap}, {"cmpswap", eval_atomic_cmpswap}, {"add", eval_atomic_add},
    {"sub", eval_atomic_sub},   {"smin", eval_atomic_smin},       {"smax", eval_atomic_smax},
    {"umin", eval_atomic_umin}, {"umax", eval_atomic_umax},       {"and", eval_atomic_and},
    {"or", eval_atomic_or},     {"xor", eval_atomic_xor},         {"inc", eval_atomic_inc},
    {"dec", eval_atomic_dec},   {"fadd", eval_atomic_fadd},       {"fmin", eval_atomic_fmin},
    {"fmax", eval_atomic_fmax}, {"csub", eval_atomic_csub},
};

enum eval_atomic
eval_atomic_named(const char *name, size_t size)
{
    for (size_t i = 0; i < BASE_COUNT(names); i++)
        if (strlen(names[i].name) == size && !strncmp(name, names[i].name, size))
            return names[i].op;
    return eval_atomic_unknown;
}

static double
sum_of(unsigned bits, const double *x)
{
    (void)bits;
    return x[0] + x[1];
}

static double
difference_of(unsigned bits, const double *x)
{
    (void)bits;
    return x[0] - x[1];
}

static struct eval_cell
combine_floats(enum eval_atomic op, unsigned bits, struct eval_cell old, struct eval_cell data)
{
    /* In which order lanes come is open, and so is the sum's last bit. */
    const struct eval_bound loose = {64.0f, 0.0f};
    const struct eval_cell in[2] = {old, data};
    const uint8_t sizes[2] = {(uint8_t)bits, (uint8_t)bits};
    const double a = eval_double_of(bits, old.bits), b = eval_double_of(bits, data.bits);

    if (op == eval_atomic_fadd)
        return eval_apply(bits, sum_of, in, sizes, 2, loose);
    if (op == eval_atomic_fsub)
        return eval_apply(bits, difference_of, in, sizes, 2, loose);
    if (old.state != eval_exact || data.state != eval_exact || isnan(a) || isnan(b) ||
        (a == 0.0 && b == 0.0))
        return eval_undef();
    return (op == eval_atomic_fmin) == (b < a) ? data : old;
}

static uint64_t
combine_integers(enum eval_atomic op, unsigned bits, uint64_t old, uint64_t data, uint64_t other)
{
    const int64_t a = eval_signed(old, bits), b = eval_signed(data, bits);

    switch (op) {
    case eval_atomic_cmpswap:
        return old == other ? data : old;
    case eval_atomic_add:
        return old + data;
    case eval_atomic_sub:
        return old - data;
    case eval_atomic_smin:
        return b < a ? data : old;
    case eval_atomic_smax:
        return b > a ? data : old;
    case eval_atomic_umin:
        return data < old ? data : old;
    case eval_atomic_umax:
        return data > old ? data : old;
    case eval_atomic_and:
        return old & data;
    case eval_atomic_nand:
        return ~(old & data);
    case eval_atomic_or:
        return old | data;
    case eval_atomic_xor:
        return old ^ data;
    case eval_atomic_inc:
        return old >= data ? 0 : old + 1;
    case eval_atomic_dec:
        return old == 0 || old > data ? data : old - 1;
    case eval_atomic_csub:
        return old < data ? 0 : old - data;
    default:
        return data;
    }
}

struct eval_cell
eval_combine(enum eval_atomic op, struct eval_type type, struct eval_cell old,
             struct eval_cell data, struct eval_cell other)
{
    if (op == eval_atomic_swap)
        return data;
    if (op >= eval_atomic_fadd && op <= eval_atomic_fmax)
        return combine_floats(op, type.bits, old, data);
    if (old.state != eval_exact || data.state != eval_exact ||
        (op == eval_atomic_cmpswap && other.state != eval_exact))
        return eval_undef();
    return eval_bits(combine_integers(op, type.bits, old.bits, data.bits, other.bits) &
                     eval_ones(type.bits));
}

struct eval_cell
eval_exchange(struct eval *e, enum eval_atomic op, struct eval_type type,
              struct eval_byte *const *bytes, struct eval_cell data, struct eval_cell other)
{
    const unsigned size = eval_size(type);
    const struct eval_cell old = eval_cell_of_bytes(bytes, size);
    const struct eval_cell left = eval_combine(op, type, old, data, other);

    for (unsigned i = 0; i < size; i++)
        eval_store_byte(e, bytes[i], left, size, i);
    return old;
}

/* ---- Instructions ---- */

bool
eval_find_space(struct eval *e, unsigned number, uint64_t *address, enum eval_space *space)
{
    *space = eval_global;
    switch (number) {
    case 0:
        if (*address >> 32 == EVAL_SHARED_BASE >> 32) {
            *address &= UINT32_MAX;
            *space = eval_lds;
        }
        return true;
    case 1:
    case 4:
        return true;
    case 3:
        *space = eval_lds;
        return true;
    case 5:
        *space = eval_scratch;
        return true;
    case 6: /* The upper half is an attribute's, 0 if there is none. */
        return true;
    default:
        eval_unknown(e, "address space %u", number);
        return false;
    }
}

/* Offsets of a type's elements in memory. */
static unsigned
add_offsets(struct eval *e, LLVMTypeRef type, uint64_t base, uint64_t *offsets, unsigned count)
{
    LLVMTypeRef inner;

    switch (LLVMGetTypeKind(type)) {
    case LLVMStructTypeKind:
        for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
            count = add_offsets(e, LLVMStructGetTypeAtIndex(type, i),
                                base + LLVMOffsetOfElement(e->layout, type, i), offsets, count);
        return count;
    case LLVMArrayTypeKind:
        inner = LLVMGetElementType(type);
        for (unsigned i = 0; i < (unsigned)LLVMGetArrayLength2(type); i++)
            count = add_offsets(e, inner, base + i * LLVMABISizeOfType(e->layout, inner), offsets,
                                count);
        return count;
    case LLVMVectorTypeKind:
        inner = LLVMGetElementType(type);
        for (unsigned i = 0; i < LLVMGetVectorSize(type); i++)
            offsets[count++] = base + i * (LLVMSizeOfTypeInBits(e->layout, inner) / 8);
        return count;
    default:
        offsets[count++] = base;
        return count;
    }
}

static void
load(struct eval *e, LLVMValueRef inst, struct eval_value *out)
{
    const LLVMValueRef pointer = LLVMGetOperand(inst, 0);
    const struct eval_value *from = eval_operand(e, pointer);
    uint64_t offsets[EVAL_MAX_ELEMENTS];

    if (!from)
        return;
    add_offsets(e, LLVMTypeOf(inst), 0, offsets, 0);
    EVAL_EACH_LANE(e, lane)
    {
        const struct eval_cell address = from->cells[0][lane];
        uint64_t at = address.bits;
        enum eval_space space;
        if (address.state != eval_exact) {
            if (eval_has(e->active & e->live, lane))
                eval_fail(e, "lane %u loads from an undefined address", lane);
            continue;
        }
        if (!eval_find_space(e, LLVMGetPointerAddressSpace(LLVMTypeOf(pointer)), &at, &space))
            return;
        for (unsigned i = 0; i < out->count; i++) {
            out->cells[i][lane] =
                eval_load(e, space, lane, at + offsets[i], eval_size(out->types[i]));
            if (out->cells[i][lane].state == eval_exact)
                out->cells[i][lane].bits &= eval_ones(out->types[i].bits);
        }
    }
}

static void
store(struct eval *e, LLVMValueRef inst)
{
    const LLVMValueRef pointer = LLVMGetOperand(inst, 1);
    const struct eval_value *data = eval_operand(e, LLVMGetOperand(inst, 0));
    const struct eval_value *to = eval_operand(e, pointer);
    uint64_t offsets[EVAL_MAX_ELEMENTS];

    if (!data || !to)
        return;
    add_offsets(e, LLVMTypeOf(LLVMGetOperand(inst, 0)), 0, offsets, 0);
    const unsigned number = LLVMGetPointerAddressSpace(LLVMTypeOf(pointer));
    EVAL_EACH_LANE(e, lane)
    {
        uint64_t at = to->cells[0][lane].bits;
        enum eval_space space;
        /* Helpers store to what is their own. */
        if (number != 5 && !eval_has(e->live, lane))
            continue;
        if (to->cells[0][lane].state != eval_exact) {
            if (eval_has(e->live, lane))
                eval_fail(e, "lane %u stores to an undefined address", lane);
            continue;
        }
        if (!eval_find_space(e, number, &at, &space))
            return;
        for (unsigned i = 0; i < data->count; i++)
            eval_store(e, space, lane, at + offsets[i], data->cells[i][lane],
                       eval_size(data->types[i]));
    }
}

static enum eval_atomic
operation_of(LLVMValueRef inst)
{
    static const enum eval_atomic operations[] = {
        [LLVMAtomicRMWBinOpXchg] = eval_atomic_swap,
        [LLVMAtomicRMWBinOpAdd] = eval_atomic_add,
        [LLVMAtomicRMWBinOpSub] = eval_atomic_sub,
        [LLVMAtomicRMWBinOpAnd] = eval_atomic_and,
        [LLVMAtomicRMWBinOpNand] = eval_atomic_nand,
        [LLVMAtomicRMWBinOpOr] = eval_atomic_or,
        [LLVMAtomicRMWBinOpXor] = eval_atomic_xor,
        [LLVMAtomicRMWBinOpMax] = eval_atomic_smax,
        [LLVMAtomicRMWBinOpMin] = eval_atomic_smin,
        [LLVMAtomicRMWBinOpUMax] = eval_atomic_umax,
        [LLVMAtomicRMWBinOpUMin] = eval_atomic_umin,
        [LLVMAtomicRMWBinOpFAdd] = eval_atomic_fadd,
        [LLVMAtomicRMWBinOpFSub] = eval_atomic_fsub,
        [LLVMAtomicRMWBinOpFMax] = eval_atomic_fmax,
        [LLVMAtomicRMWBinOpFMin] = eval_atomic_fmin,
        [LLVMAtomicRMWBinOpUIncWrap] = eval_atomic_inc,
        [LLVMAtomicRMWBinOpUDecWrap] = eval_atomic_dec,
    };

    return LLVMGetInstructionOpcode(inst) == LLVMAtomicCmpXchg
               ? eval_atomic_cmpswap
               : operations[LLVMGetAtomicRMWBinOp(inst)];
}

/* The old value, and for a compare whether it was the one. */
static void
exchange(struct eval *e, LLVMValueRef inst, struct eval_value *out)
{
    const enum eval_atomic op = operation_of(inst);
    const bool compares = op == eval_atomic_cmpswap;
    const LLVMValueRef pointer = LLVMGetOperand(inst, 0);
    const struct eval_value *to = eval_operand(e, pointer);
    const struct eval_value *data = eval_operand(e, LLVMGetOperand(inst, compares ? 2 : 1));
    const struct eval_value *other = compares ? eval_operand(e, LLVMGetOperand(inst, 1)) : data;

    if (!to || !data || !other)
        return;
    EVAL_EACH_LANE(e, lane)
    {
        uint64_t at = to->cells[0][lane].bits;
        struct eval_byte *bytes[8];
        enum eval_space space;
        if (!eval_has(e->live, lane))
            continue;
        if (!eval_find_space(e, LLVMGetPointerAddressSpace(LLVMTypeOf(pointer)), &at, &space))
            return;
        for (unsigned i = 0; i < eval_size(data->types[0]); i++) {
            bytes[i] = eval_byte_at(e, space, lane, at + i);
            if (!bytes[i] || to->cells[0][lane].state != eval_exact) {
                report_stray(e, lane, at + i);
                return;
            }
        }
        const struct eval_cell old = eval_exchange(e, op, data->types[0], bytes,
                                                   data->cells[0][lane], other->cells[0][lane]);
        out->cells[0][lane] = old;
        if (compares)
            out->cells[1][lane] =
                old.state == eval_exact && other->cells[0][lane].state == eval_exact
                    ? eval_bits(old.bits == other->cells[0][lane].bits)
                    : eval_undef();
    }
}

static void
allocate(struct eval *e, LLVMValueRef inst, struct eval_value *out)
{
    const LLVMValueRef number = LLVMGetOperand(inst, 0);
    const uint64_t count = LLVMIsAConstantInt(number) ? LLVMConstIntGetZExtValue(number) : 0;
    const uint64_t size = count * LLVMABISizeOfType(e->layout, LLVMGetAllocatedType(inst));
    const uint32_t start = (e->scratch_used + 15) / 16 * 16;

    if (!count || size > EVAL_SCRATCH_SIZE - start) {
        eval_unknown(e, "an alloca of an unknown or a large size");
        return;
    }
    e->scratch_used = start + (uint32_t)size;
    if (!e->scratch) {
        const size_t bytes = (size_t)EVAL_SCRATCH_SIZE * EVAL_LANES;
        e->scratch = base_arena_new_array(e->arena, struct eval_byte, bytes);
        for (size_t i = 0; i < bytes; i++)
            e->scratch[i].state = eval_undefined;
    }
    EVAL_EACH_LANE(e, lane)
    out->cells[0][lane] = eval_bits(start);
}

void
eval_memory_instruction(struct eval *e, LLVMValueRef inst, struct eval_value *out)
{
    e->stamp++;
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMLoad:
        load(e, inst, out);
        break;
    case LLVMStore:
        store(e, inst);
        break;
    case LLVMAlloca:
        allocate(e, inst, out);
        break;
    default:
        exchange(e, inst, out);
        break;
    }
}
