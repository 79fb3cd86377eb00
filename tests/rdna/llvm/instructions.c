/* SPDX-License-Identifier: MIT
 *
 * The instructions that compute from their operands in each lane by itself.
 */
#include "eval.h"

#include <math.h>

/* ---- Integers ---- */

/* false: poison, or undefined. */
static bool
divide(LLVMOpcode op, unsigned bits, uint64_t a, uint64_t b, uint64_t *r)
{
    const int64_t x = eval_signed(a, bits), y = eval_signed(b, bits);

    if (!b)
        return false;
    if ((op == LLVMSDiv || op == LLVMSRem) && y == -1 && a == UINT64_C(1) << (bits - 1))
        return false;
    *r = op == LLVMUDiv   ? a / b
         : op == LLVMURem ? a % b
         : op == LLVMSDiv ? (uint64_t)(x / y)
                          : (uint64_t)(x % y);
    return true;
}

static bool
shift(LLVMOpcode op, unsigned bits, uint64_t a, uint64_t b, uint64_t *r)
{
    if (b >= bits)
        return false;
    *r = op == LLVMShl ? a << b : op == LLVMLShr ? a >> b : (uint64_t)(eval_signed(a, bits) >> b);
    return true;
}

static bool
integer(LLVMOpcode op, unsigned bits, uint64_t a, uint64_t b, uint64_t *r)
{
    switch (op) {
    case LLVMAdd:
        *r = a + b;
        return true;
    case LLVMSub:
        *r = a - b;
        return true;
    case LLVMMul:
        *r = a * b;
        return true;
    case LLVMAnd:
        *r = a & b;
        return true;
    case LLVMOr:
        *r = a | b;
        return true;
    case LLVMXor:
        *r = a ^ b;
        return true;
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr:
        return shift(op, bits, a, b, r);
    default:
        return divide(op, bits, a, b, r);
    }
}

__extension__ typedef __int128 wide;

/* Whether what nuw, nsw, exact and disjoint promise holds. */
static bool
keeps_promises(LLVMValueRef inst, LLVMOpcode op, unsigned bits, uint64_t a, uint64_t b, uint64_t r)
{
    const wide x = eval_signed(a, bits), y = eval_signed(b, bits);
    wide exact, exact_unsigned;

    switch (op) {
    case LLVMAdd:
        exact = x + y;
        exact_unsigned = (wide)a + b;
        break;
    case LLVMSub:
        exact = x - y;
        exact_unsigned = (wide)a - b;
        break;
    case LLVMMul:
        exact = x * y;
        exact_unsigned = a && b > UINT64_MAX / a ? -1 : (wide)(a * b);
        break;
    case LLVMShl:
        exact = x * ((wide)1 << b);
        exact_unsigned = a >> (64 - b > 63 ? 63 : 64 - b) && b ? -1 : (wide)(a << b);
        break;
    case LLVMOr:
        return !LLVMGetIsDisjoint(inst) || !(a & b);
    case LLVMUDiv:
    case LLVMSDiv:
        return !LLVMGetExact(inst) || ((r * b) & eval_ones(bits)) == a;
    case LLVMLShr:
    case LLVMAShr:
        return !LLVMGetExact(inst) || !(a & eval_ones((unsigned)b));
    default:
        return true;
    }
    if (LLVMGetNUW(inst) && exact_unsigned != (wide)r)
        return false;
    return !LLVMGetNSW(inst) || exact == (wide)eval_signed(r, bits);
}

static void
binary_integer(struct eval *e, LLVMValueRef inst, struct eval_value *out)
{
    const LLVMOpcode op =
        LLVMIsAConstantExpr(inst) ? LLVMGetConstOpcode(inst) : LLVMGetInstructionOpcode(inst);
    const struct eval_value *a = eval_operand(e, LLVMGetOperand(inst, 0));
    const struct eval_value *b = eval_operand(e, LLVMGetOperand(inst, 1));

    if (!a || !b)
        return;
    for (unsigned i = 0; i < out->count; i++)
        EVAL_EACH_LANE(e, lane)
        {
            const struct eval_cell x = a->cells[i][lane], y = b->cells[i][lane];
            const unsigned bits = out->types[i].bits;
            uint64_t r;
            out->cells[i][lane] = eval_undef();
            if (x.state != eval_exact || y.state != eval_exact ||
                !integer(op, bits, x.bits, y.bits, &r))
                continue;
            r &= eval_ones(bits);
            if (LLVMIsAConstantExpr(inst) || keeps_promises(inst, op, bits, x.bits, y.bits, r))
                out->cells[i][lane] = eval_bits(r);
        }
}

static bool
compare_integers(LLVMIntPredicate predicate, unsigned bits, uint64_t a, uint64_t b)
{
    const int64_t x = eval_signed(a, bits), y = eval_signed(b, bits);

    switch (predicate) {
    case LLVMIntEQ:
        return a == b;
    case LLVMIntNE:
        return a != b;
    case LLVMIntUGT:
        return a > b;
    case LLVMIntUGE:
        return a >= b;
    case LLVMIntULT:
        return a < b;
    case LLVMIntULE:
        return a <= b;
    case LLVMIntSGT:
        return x > y;
    case LLVMIntSGE:
        return x >= y;
    case LLVMIntSLT:
        return x < y;
    case LLVMIntSLE:
        return x <= y;
    }
    return false;
}

static void
compare(struct eval *e, LLVMValueRef inst, struct eval_value *out)
{
    const struct eval_value *a = eval_operand(e, LLVMGetOperand(inst, 0));
    const struct eval_value *b = eval_operand(e, LLVMGetOperand(inst, 1));
    const bool floats = LLVMGetInstructionOpcode(inst) == LLVMFCmp;

    if (!a || !b)
        return;
    for (unsigned i = 0; i < out->count; i++)
        EVAL_EACH_LANE(e, lane)
        {
            const struct eval_cell x = a->cells[i][lane], y = b->cells[i][lane];
            const unsigned bits = a->types[i].bits;
            if (floats)
                out->cells[i][lane] = eval_compare(bits, LLVMGetFCmpPredicate(inst), x, y);
            else if (x.state == eval_exact && y.state == eval_exact)
                out->cells[i][lane] =
                    eval_bits(compare_integers(LLVMGetICmpPredicate(inst), bits, x.bits, y.bits));
            else
                out->cells[i][lane] = eval_undef();
        }
}

/* ---- Floats ---- */

static double
add(unsigned bits, const double *x)
{
    (void)bits;
    return x[0] + x[1];
}

static double
subtract(unsigned bits, const double *x)
{
    (void)bits;
    return x[0] - x[1];
}

static double
multiply(unsigned bits, const double *x)
{
    (void)bits;
    return x[0] * x[1];
}

static double
quotient(unsigned bits, const double *x)
{
    (void)bits;
    return x[0] / x[1];
}

static double
remainder_of(unsigned bits, const double *x)
{
    (void)bits;
    return fmod(x[0], x[1]);
}

static bool
has_metadata(LLVMValueRef inst, const char *name)
{
    return LLVMIsAInstruction(inst) &&
           LLVMGetMetadata(inst, LLVMGetMDKindID(name, (unsigned)strlen(name)));
}

/* How far a compiler may stray with what the flags allow. */
static struct eval_bound
bound_of(LLVMValueRef inst, LLVMFastMathFlags flags, unsigned bits)
{
    struct eval_bound bound = {0};

    /* Half precision quotients come from a reciprocal of f32. */
    if (LLVMGetInstructionOpcode(inst) == LLVMFDiv &&
        (bits == 16 || flags & (LLVMFastMathAllowReciprocal | LLVMFastMathApproxFunc) ||
         has_metadata(inst, "fpmath")))
        bound.ulps = bits == 16 ? 1.0f : 4.0f;
    return bound;
}

/* With contract a product may stay unrounded in the sum; with reassoc sums come in any order. */
static float
slack_of(LLVMFastMathFlags flags, unsigned bits, const struct eval_cell *in)
{
    const double most =
        fmax(fabs(eval_double_of(bits, in[0].bits)), fabs(eval_double_of(bits, in[1].bits)));
    const float ulps = flags & LLVMFastMathAllowReassoc ? 4.0f : 1.0f;

    return flags & (LLVMFastMathAllowContract | LLVMFastMathAllowReassoc) && isfinite(most)
               ? ulps * (float)eval_ulp(bits, most)
               : 0.0f;
}

/* nnan and ninf make poison of what they exclude; nsz leaves the sign of a zero open. */
struct eval_cell
eval_obey_flags(LLVMFastMathFlags flags, unsigned bits, struct eval_cell cell)
{
    const double value = eval_double_of(bits, cell.bits);

    if (cell.state == eval_undefined)
        return cell;
    if ((flags & LLVMFastMathNoNaNs && isnan(value)) ||
        (flags & LLVMFastMathNoInfs && isinf(value)))
        return eval_undef();
    if (flags & LLVMFastMathNoSignedZeros && value == 0.0)
        cell.state = eval_near;
    return cell;
}

static void
binary_float(struct eval *e, LLVMValueRef inst, struct eval_value *out, eval_function *function)
{
    const struct eval_value *a = eval_operand(e, LLVMGetOperand(inst, 0));
    const struct eval_value *b = eval_operand(e, LLVMGetOperand(inst, 1));
    const LLVMFastMathFlags flags = LLVMGetFastMathFlags(inst);

    if (!a || !b)
        return;
    for (unsigned i = 0; i < out->count; i++)
        EVAL_EACH_LANE(e, lane)
        {
            const unsigned bits = out->types[i].bits;
            const struct eval_cell in[2] = {eval_obey_flags(flags, bits, a->cells[i][lane]),
                                            eval_obey_flags(flags, bits, b->cells[i][lane])};
            const uint8_t sizes[2] = {(uint8_t)bits, (uint8_t)bits};
            struct eval_bound bound = bound_of(inst, flags, bits);
            bound.least = slack_of(flags, bits, in);
            out->cells[i][lane] =
                eval_obey_flags(flags, bits, eval_apply(bits, function, in, sizes, 2, bound));
        }
}

static void
negate(struct eval *e, LLVMValueRef inst, struct eval_value *out)
{
    const struct eval_value *a = eval_operand(e, LLVMGetOperand(inst, 0));

    if (!a)
        return;
    for (unsigned i = 0; i < out->count; i++)
        EVAL_EACH_LANE(e, lane)
        {
            struct eval_cell cell = a->cells[i][lane];
            cell.bits ^= UINT64_C(1) << (out->types[i].bits - 1);
            out->cells[i][lane] = cell;
        }
}

/* ---- Casts ---- */

static double
same(unsigned bits, const double *x)
{
    (void)bits;
    return x[0];
}

static struct eval_cell
from_integer(struct eval_cell in, unsigned bits, bool is_signed, unsigned out)
{
    const int64_t value = eval_signed(in.bits, bits);

    if (in.state != eval_exact)
        return eval_undef();
    if (out == 32)
        return eval_bits(base_bits_of_float(is_signed ? (float)value : (float)in.bits));
    if (out == 64)
        return eval_bits(base_bits_of_double(is_signed ? (double)value : (double)in.bits));
    /* Too large for f16 long before double rounds. */
    return eval_bits(eval_half_of(is_signed ? (double)value : (double)in.bits, false));
}

static struct eval_cell
cast(LLVMOpcode op, struct eval_cell in, struct eval_type from, struct eval_type to)
{
    const uint8_t size = from.bits;

    switch (op) {
    case LLVMFPTrunc:
    case LLVMFPExt: {
        /* A double may get to f16 by way of f32. */
        const struct eval_bound bound = {from.bits == 64 && to.bits == 16 ? 1.0f : 0.0f, 0.0f};
        return eval_apply(to.bits, same, &in, &size, 1, bound);
    }
    case LLVMFPToSI:
        return eval_to_integer(from.bits, in, to.bits, true, false);
    case LLVMFPToUI:
        return eval_to_integer(from.bits, in, to.bits, false, false);
    case LLVMSIToFP:
        return from_integer(in, from.bits, true, to.bits);
    case LLVMUIToFP:
        return from_integer(in, from.bits, false, to.bits);
    default:
        break;
    }
    if (in.state != eval_exact)
        return eval_undef();
    if (op == LLVMSExt)
        in.bits = (uint64_t)eval_signed(in.bits, from.bits);
    return eval_bits(in.bits & eval_ones(to.bits));
}

/* Between the windows of the flat address space and what they show. */
static struct eval_cell
cast_space(struct eval_cell in, unsigned from, unsigned to)
{
    if (in.state != eval_exact || from == 5 || to == 5)
        return eval_undef();
    if (from == 3 && to == 0)
        return eval_bits(in.bits == UINT32_MAX ? 0 : EVAL_SHARED_BASE | in.bits);
    if (from == 0 && to == 3)
        return eval_bits(in.bits ? in.bits & UINT32_MAX : UINT32_MAX);
    return in;
}

static void
cast_all(struct eval *e, LLVMValueRef inst, struct eval_value *out, LLVMOpcode op)
{
    const LLVMValueRef operand = LLVMGetOperand(inst, 0);
    const struct eval_value *a = eval_operand(e, operand);

    if (!a)
        return;
    for (unsigned i = 0; i < out->count; i++)
        EVAL_EACH_LANE(e, lane)
        {
            const struct eval_cell in = a->cells[i][lane];
            out->cells[i][lane] =
                op == LLVMAddrSpaceCast
                    ? cast_space(in, LLVMGetPointerAddressSpace(LLVMTypeOf(operand)),
                                 LLVMGetPointerAddressSpace(LLVMTypeOf(inst)))
                    : cast(op, in, a->types[i], out->types[i]);
        }
}

/* Elements of one size go over as they are; else the bits are cut anew. */
static void
bitcast(struct eval *e, LLVMValueRef inst, struct eval_value *out)
{
    const struct eval_value *a = eval_operand(e, LLVMGetOperand(inst, 0));

    if (!a)
        return;
    EVAL_EACH_LANE(e, lane)
    {
        for (unsigned i = 0; i < out->count; i++) {
            const unsigned size = out->types[i].bits, from = a->types[0].bits;
            struct eval_cell cell = eval_bits(0);
            if (a->count == out->count) {
                out->cells[i][lane] = a->cells[i][lane];
                continue;
            }
            for (unsigned bit = 0; bit < size; bit++) {
                const unsigned at = i * size + bit;
                const struct eval_cell part = a->cells[at / from][lane];
                if (part.state != eval_exact)
                    cell.state = eval_undefined;
                cell.bits |= (part.bits >> at % from & 1) << bit;
            }
            out->cells[i][lane] = cell;
        }
    }
}

/* ---- Vectors and structures ---- */

static unsigned
flat_count(struct eval *e, LLVMTypeRef type)
{
    struct eval_type types[EVAL_MAX_ELEMENTS];

    return eval_flatten(e, type, types);
}

/* The first flat element that indices lead to. */
static unsigned
flat_index(struct eval *e, LLVMTypeRef type, const unsigned *indices, unsigned count)
{
    unsigned at = 0;

    for (unsigned i = 0; i < count; i++) {
        if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            for (unsigned j = 0; j < indices[i]; j++)
                at += flat_count(e, LLVMStructGetTypeAtIndex(type, j));
            type = LLVMStructGetTypeAtIndex(type, indices[i]);
        } else {
            type = LLVMGetElementType(type);
            at += indices[i] * flat_count(e, type);
        }
    }
    return at;
}

static void
extract_value(struct eval *e, LLVMValueRef inst, struct eval_value *out)
{
    const LLVMValueRef operand = LLVMGetOperand(inst, 0);
    const struct eval_value *a = eval_operand(e, operand);

    if (!a)
        return;
    const unsigned at =
        flat_index(e, LLVMTypeOf(operand), LLVMGetIndices(inst), LLVMGetNumIndices(inst));
    for (unsigned i = 0; i < out->count; i++)
        EVAL_EACH_LANE(e, lane)
    out->cells[i][lane] = a->cells[at + i][lane];
}

static void
insert_value(struct eval *e, LLVMValueRef inst, struct eval_value *out)
{
    const struct eval_value *a = eval_operand(e, LLVMGetOperand(inst, 0));
    const struct eval_value *b = eval_operand(e, LLVMGetOperand(inst, 1));

    if (!a || !b)
        return;
    const unsigned at =
        flat_index(e, LLVMTypeOf(inst), LLVMGetIndices(inst), LLVMGetNumIndices(inst));
    for (unsigned i = 0; i < out->count; i++)
        EVAL_EACH_LANE(e, lane)
    out->cells[i][lane] = i >= at && i < at + b->count ? b->cells[i - at][lane] : a->cells[i][lane];
}

static void
extract_element(struct eval *e, LLVMValueRef inst, struct eval_value *out)
{
    const struct eval_value *a = eval_operand(e, LLVMGetOperand(inst, 0));
    const struct eval_value *index = eval_operand(e, LLVMGetOperand(inst, 1));

    if (!a || !index)
        return;
    EVAL_EACH_LANE(e, lane)
    {
        const struct eval_cell at = index->cells[0][lane];
        out->cells[0][lane] =
            at.state == eval_exact && at.bits < a->count ? a->cells[at.bits][lane] : eval_undef();
    }
}

static void
insert_element(struct eval *e, LLVMValueRef inst, struct eval_value *out)
{
    const struct eval_value *a = eval_operand(e, LLVMGetOperand(inst, 0));
    const struct eval_value *b = eval_operand(e, LLVMGetOperand(inst, 1));
    const struct eval_value *index = eval_operand(e, LLVMGetOperand(inst, 2));

    if (!a || !b || !index)
        return;
    for (unsigned i = 0; i < out->count; i++)
        EVAL_EACH_LANE(e, lane)
        {
            const struct eval_cell at = index->cells[0][lane];
            if (at.state != eval_exact || at.bits >= out->count)
                out->cells[i][lane] = eval_undef();
            else
                out->cells[i][lane] = at.bits == i ? b->cells[0][lane] : a->cells[i][lane];
        }
}

static void
shuffle(struct eval *e, LLVMValueRef inst, struct eval_value *out)
{
    const struct eval_value *a = eval_operand(e, LLVMGetOperand(inst, 0));
    const struct eval_value *b = eval_operand(e, LLVMGetOperand(inst, 1));

    if (!a || !b)
        return;
    for (unsigned i = 0; i < out->count; i++) {
        const int from = LLVMGetMaskValue(inst, i);
        EVAL_EACH_LANE(e, lane)
        {
            if (from == LLVMGetUndefMaskElem())
                out->cells[i][lane] = eval_undef();
            else if ((unsigned)from < a->count)
                out->cells[i][lane] = a->cells[from][lane];
            else
                out->cells[i][lane] = b->cells[(unsigned)from - a->count][lane];
        }
    }
}

static void
select_value(struct eval *e, LLVMValueRef inst, struct eval_value *out)
{
    const struct eval_value *c = eval_operand(e, LLVMGetOperand(inst, 0));
    const struct eval_value *a = eval_operand(e, LLVMGetOperand(inst, 1));
    const struct eval_value *b = eval_operand(e, LLVMGetOperand(inst, 2));

    if (!a || !b || !c)
        return;
    for (unsigned i = 0; i < out->count; i++)
        EVAL_EACH_LANE(e, lane)
        {
            const struct eval_cell which = c->cells[c->count == 1 ? 0 : i][lane];
            if (which.state != eval_exact)
                out->cells[i][lane] = eval_undef();
            else
                out->cells[i][lane] = which.bits ? a->cells[i][lane] : b->cells[i][lane];
        }
}

static void
copy(struct eval *e, LLVMValueRef inst, struct eval_value *out)
{
    const struct eval_value *a = eval_operand(e, LLVMGetOperand(inst, 0));

    for (unsigned i = 0; a && i < out->count; i++)
        EVAL_EACH_LANE(e, lane)
    out->cells[i][lane] = a->cells[i][lane];
}

/* ---- Addresses ---- */

static void
add_index(struct eval *e, struct eval_value *out, const struct eval_value *index, uint64_t scale)
{
    EVAL_EACH_LANE(e, lane)
    {
        struct eval_cell *cell = &out->cells[0][lane];
        const struct eval_cell by = index->cells[0][lane];
        if (by.state != eval_exact || cell->state != eval_exact) {
            *cell = eval_undef();
            continue;
        }
        cell->bits += (uint64_t)eval_signed(by.bits, index->types[0].bits) * scale;
        cell->bits &= eval_ones(out->types[0].bits);
    }
}

static void
element_pointer(struct eval *e, LLVMValueRef inst, struct eval_value *out)
{
    LLVMTypeRef type = LLVMGetGEPSourceElementType(inst);

    if (out->count != 1) {
        eval_unknown(e, "a vector of pointers");
        return;
    }
    copy(e, inst, out);
    for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(inst); i++) {
        const struct eval_value *index = eval_operand(e, LLVMGetOperand(inst, i));
        if (!index)
            return;
        if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            const unsigned field = (unsigned)index->cells[0][0].bits;
            const uint64_t offset = LLVMOffsetOfElement(e->layout, type, field);
            EVAL_EACH_LANE(e, lane)
            out->cells[0][lane].bits += offset;
            type = LLVMStructGetTypeAtIndex(type, field);
            continue;
        }
        if (i > 1)
            type = LLVMGetElementType(type);
        add_index(e, out, index, LLVMABISizeOfType(e->layout, type));
    }
}

void
eval_instruction(struct eval *e, LLVMValueRef inst, struct eval_value *out)
{
    const LLVMOpcode op =
        LLVMIsAConstantExpr(inst) ? LLVMGetConstOpcode(inst) : LLVMGetInstructionOpcode(inst);

    switch (op) {
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMUDiv:
    case LLVMSDiv:
    case LLVMURem:
    case LLVMSRem:
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr:
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor:
        binary_integer(e, inst, out);
        break;
    case LLVMFAdd:
        binary_float(e, inst, out, add);
        break;
    case LLVMFSub:
        binary_float(e, inst, out, subtract);
        break;
    case LLVMFMul:
        binary_float(e, inst, out, multiply);
        break;
    case LLVMFDiv:
        binary_float(e, inst, out, quotient);
        break;
    case LLVMFRem:
        binary_float(e, inst, out, remainder_of);
        break;
    case LLVMFNeg:
        negate(e, inst, out);
        break;
    case LLVMICmp:
    case LLVMFCmp:
        compare(e, inst, out);
        break;
    case LLVMTrunc:
    case LLVMZExt:
    case LLVMSExt:
    case LLVMFPTrunc:
    case LLVMFPExt:
    case LLVMFPToSI:
    case LLVMFPToUI:
    case LLVMSIToFP:
    case LLVMUIToFP:
    case LLVMPtrToInt:
    case LLVMIntToPtr:
    case LLVMAddrSpaceCast:
        cast_all(e, inst, out, op);
        break;
    case LLVMBitCast:
        bitcast(e, inst, out);
        break;
    case LLVMSelect:
        select_value(e, inst, out);
        break;
    case LLVMFreeze:
        copy(e, inst, out);
        break;
    case LLVMExtractElement:
        extract_element(e, inst, out);
        break;
    case LLVMInsertElement:
        insert_element(e, inst, out);
        break;
    case LLVMShuffleVector:
        shuffle(e, inst, out);
        break;
    case LLVMExtractValue:
        extract_value(e, inst, out);
        break;
    case LLVMInsertValue:
        insert_value(e, inst, out);
        break;
    case LLVMGetElementPtr:
        element_pointer(e, inst, out);
        break;
    case LLVMLoad:
    case LLVMStore:
    case LLVMAlloca:
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
        eval_memory_instruction(e, inst, out);
        break;
    case LLVMFence:
        e->epoch++;
        break;
    default:
        eval_unknown(e, "the instruction with opcode %u", (unsigned)op);
        break;
    }
}
