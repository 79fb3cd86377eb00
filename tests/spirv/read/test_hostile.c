/* SPDX-License-Identifier: MIT
 *
 * Modules whose calls, control, pointers and decorations are made to take long: each ends soon, in
 * bounded memory.
 */
#include "hostile.h"

#include <stdlib.h>

/* ---- calls ---- */

/* Each function calls the one before it twice. */
static void
make_calls(struct hostile *h, uint32_t depth)
{
    uint32_t before = hostile_function(h, hostile_id(h));

    hostile_return(h);
    for (uint32_t i = 0; i < depth; i++) {
        const uint32_t f = hostile_function(h, i + 1 == depth ? 0 : hostile_id(h));

        for (unsigned n = 0; n < 2; n++)
            HOSTILE(h, FunctionCall, hostile_void, hostile_id(h), before);
        hostile_return(h);
        before = f;
    }
}

/* The same around one instruction with many operands. */
static void
make_wide_calls(struct hostile *h, uint32_t width)
{
    const uint32_t type = hostile_array(h, hostile_uint, width);
    uint32_t *operands = base_arena_new_array(h->arena, uint32_t, (size_t)width + 2);
    uint32_t before = hostile_function(h, hostile_id(h));

    operands[0] = type;
    operands[1] = hostile_id(h);
    for (uint32_t i = 0; i < width; i++)
        operands[i + 2] = hostile_zero;
    hostile_op(h, SpvOpCompositeConstruct, width + 2, operands);
    hostile_return(h);
    for (uint32_t i = 0; i < 20; i++) {
        const uint32_t f = hostile_function(h, i == 19 ? 0 : hostile_id(h));

        for (unsigned n = 0; n < 2; n++)
            HOSTILE(h, FunctionCall, hostile_void, hostile_id(h), before);
        hostile_return(h);
        before = f;
    }
}

/* The same around a switch with a block for each case. */
static void
make_switch_calls(struct hostile *h, uint32_t width)
{
    uint32_t before = hostile_function(h, hostile_id(h));
    uint32_t *operands = base_arena_new_array(h->arena, uint32_t, 2 * (size_t)width + 2);
    const uint32_t end = hostile_id(h);

    operands[0] = hostile_load(h);
    operands[1] = end;
    for (uint32_t i = 0; i < width; i++) {
        operands[2 * i + 2] = i;
        operands[2 * i + 3] = end;
    }
    hostile_op(h, SpvOpSwitch, 2 * width + 2, operands);
    HOSTILE(h, Label, end);
    hostile_return(h);
    for (uint32_t i = 0; i < 17; i++) {
        const uint32_t f = hostile_function(h, i == 16 ? 0 : hostile_id(h));

        for (unsigned n = 0; n < 2; n++)
            HOSTILE(h, FunctionCall, hostile_void, hostile_id(h), before);
        hostile_return(h);
        before = f;
    }
}

static void
make_recursion(struct hostile *h, uint32_t length)
{
    const uint32_t first = h->bound;

    h->bound += length;
    for (uint32_t i = 0; i < length; i++) {
        (void)hostile_function(h, first + i);
        HOSTILE(h, FunctionCall, hostile_void, hostile_id(h), first + (i + 1) % length);
        hostile_return(h);
    }
    (void)hostile_function(h, 0);
    HOSTILE(h, FunctionCall, hostile_void, hostile_id(h), first);
    hostile_return(h);
}

static void
make_chain_of_calls(struct hostile *h, uint32_t length)
{
    uint32_t before = hostile_function(h, hostile_id(h));

    hostile_return(h);
    for (uint32_t i = 0; i < length; i++) {
        const uint32_t f = hostile_function(h, i + 1 == length ? 0 : hostile_id(h));

        HOSTILE(h, FunctionCall, hostile_void, hostile_id(h), before);
        hostile_store(h, hostile_load(h));
        hostile_return(h);
        before = f;
    }
}

/* ---- control ---- */

static void
make_blocks(struct hostile *h, uint32_t count)
{
    (void)hostile_function(h, 0);
    for (uint32_t i = 0; i < count; i++) {
        HOSTILE(h, Branch, h->bound);
        (void)hostile_label(h);
    }
    hostile_return(h);
}

static void
make_ifs(struct hostile *h, uint32_t count)
{
    (void)hostile_function(h, 0);
    const uint32_t test = hostile_test(h);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t yes = hostile_id(h), end = hostile_id(h);

        HOSTILE(h, SelectionMerge, end, 0);
        HOSTILE(h, BranchConditional, test, yes, end);
        HOSTILE(h, Label, yes);
        hostile_store(h, hostile_load(h));
        HOSTILE(h, Branch, end);
        HOSTILE(h, Label, end);
    }
    hostile_return(h);
}

static void
make_nested_ifs(struct hostile *h, uint32_t depth)
{
    const uint32_t first = h->bound;

    h->bound += 2 * depth;
    (void)hostile_function(h, 0);
    const uint32_t test = hostile_test(h);
    for (uint32_t i = 0; i < depth; i++) {
        HOSTILE(h, SelectionMerge, first + 2 * i + 1, 0);
        HOSTILE(h, BranchConditional, test, first + 2 * i, first + 2 * i + 1);
        HOSTILE(h, Label, first + 2 * i);
    }
    for (uint32_t i = depth; i-- > 0;) {
        hostile_store(h, hostile_one);
        HOSTILE(h, Branch, first + 2 * i + 1);
        HOSTILE(h, Label, first + 2 * i + 1);
    }
    hostile_return(h);
}

/* Ifs in ifs in a loop; each may leave it. A variable changes on the way. */
static void
make_nested_breaks(struct hostile *h, uint32_t depth)
{
    const uint32_t variable = hostile_variable(h, SpvStorageClassPrivate, hostile_uint);
    const uint32_t head = hostile_id(h), next = hostile_id(h), end = hostile_id(h);

    (void)hostile_function(h, 0);
    HOSTILE(h, Store, variable, hostile_zero);
    HOSTILE(h, Branch, head);
    HOSTILE(h, Label, head);
    HOSTILE(h, LoopMerge, end, next, 0);
    HOSTILE(h, Branch, h->bound);
    (void)hostile_label(h);
    const uint32_t test = hostile_test(h);
    for (uint32_t i = 0; i < depth; i++) {
        const uint32_t value = hostile_id(h), sum = hostile_id(h), yes = hostile_id(h);

        HOSTILE(h, Load, hostile_uint, value, variable);
        HOSTILE(h, IAdd, hostile_uint, sum, value, hostile_one);
        HOSTILE(h, Store, variable, sum);
        HOSTILE(h, BranchConditional, test, yes, end);
        HOSTILE(h, Label, yes);
    }
    HOSTILE(h, Branch, next);
    HOSTILE(h, Label, next);
    HOSTILE(h, Branch, head);
    HOSTILE(h, Label, end);
    const uint32_t value = hostile_id(h);
    HOSTILE(h, Load, hostile_uint, value, variable);
    hostile_store(h, value);
    hostile_return(h);
}

static void
make_nested_loops(struct hostile *h, uint32_t depth)
{
    const uint32_t variable = hostile_variable(h, SpvStorageClassPrivate, hostile_uint);
    const uint32_t first = h->bound;

    h->bound += 4 * depth; /* Head, body, continue, merge. */
    (void)hostile_function(h, 0);
    const uint32_t test = hostile_test(h);
    for (uint32_t i = 0; i < depth; i++) {
        const uint32_t *id = (const uint32_t[]){first + 4 * i, first + 4 * i + 1, first + 4 * i + 2,
                                                first + 4 * i + 3};

        HOSTILE(h, Branch, id[0]);
        HOSTILE(h, Label, id[0]);
        HOSTILE(h, LoopMerge, id[3], id[2], 0);
        HOSTILE(h, BranchConditional, test, id[1], id[3]);
        HOSTILE(h, Label, id[1]);
    }
    const uint32_t value = hostile_id(h), sum = hostile_id(h);
    HOSTILE(h, Load, hostile_uint, value, variable);
    HOSTILE(h, IAdd, hostile_uint, sum, value, hostile_one);
    HOSTILE(h, Store, variable, sum);
    for (uint32_t i = depth; i-- > 0;) {
        HOSTILE(h, Branch, first + 4 * i + 2);
        HOSTILE(h, Label, first + 4 * i + 2);
        HOSTILE(h, Branch, first + 4 * i);
        HOSTILE(h, Label, first + 4 * i + 3);
    }
    hostile_return(h);
}

/* Edges from everywhere to everywhere: nothing that a structured language has. */
static void
make_tangle(struct hostile *h, uint32_t count)
{
    const uint32_t first = h->bound;
    uint64_t state = 1;

    h->bound += count;
    (void)hostile_function(h, 0);
    const uint32_t test = hostile_test(h);
    HOSTILE(h, Branch, first);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t targets[2];

        for (unsigned n = 0; n < 2; n++) {
            state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
            targets[n] = first + (uint32_t)(state >> 33) % count;
        }
        HOSTILE(h, Label, first + i);
        HOSTILE(h, BranchConditional, test, targets[0], targets[1]);
    }
    hostile_op(h, SpvOpFunctionEnd, 0, NULL);
}

/* A switch with a block for each case, which all write, and phis behind it with a value from each.
 */
static void
make_switch(struct hostile *h, uint32_t count)
{
    uint32_t *operands = base_arena_new_array(h->arena, uint32_t, 2 * (size_t)count + 2);
    uint32_t *pairs = base_arena_new_array(h->arena, uint32_t, 2 * (size_t)count + 4);
    const uint32_t first = h->bound, end = first + count, other = end + 1;

    h->bound += count + 2;
    (void)hostile_function(h, 0);
    operands[0] = hostile_load(h);
    operands[1] = other;
    for (uint32_t i = 0; i < count; i++) {
        operands[2 * i + 2] = i * 0x10001;
        operands[2 * i + 3] = first + i;
        pairs[2 * i + 2] = i % 2 ? hostile_one : hostile_zero;
        pairs[2 * i + 3] = first + i;
    }
    HOSTILE(h, SelectionMerge, end, 0);
    hostile_op(h, SpvOpSwitch, 2 * count + 2, operands);
    for (uint32_t i = 0; i < count; i++) {
        HOSTILE(h, Label, first + i);
        HOSTILE(h, Branch, end);
    }
    HOSTILE(h, Label, other);
    hostile_op(h, SpvOpUnreachable, 0, NULL);
    HOSTILE(h, Label, end);
    uint32_t sum = hostile_zero;
    for (uint32_t i = 0; i < 8; i++) {
        pairs[0] = hostile_uint;
        pairs[1] = hostile_id(h);
        hostile_op(h, SpvOpPhi, 2 * count + 2, pairs);
        sum = pairs[1];
    }
    hostile_store(h, sum);
    hostile_return(h);
}

/* One block that all cases go to, with many phis. */
static void
make_switch_to_one(struct hostile *h, uint32_t count)
{
    uint32_t *operands = base_arena_new_array(h->arena, uint32_t, 2 * (size_t)count + 2);
    const uint32_t end = hostile_id(h), block = h->bound;

    (void)hostile_function(h, 0);
    operands[0] = hostile_load(h);
    operands[1] = end;
    for (uint32_t i = 0; i < count; i++) {
        operands[2 * i + 2] = i;
        operands[2 * i + 3] = end;
    }
    hostile_op(h, SpvOpSwitch, 2 * count + 2, operands);
    HOSTILE(h, Label, end);
    for (uint32_t i = 0; i < count; i++)
        HOSTILE(h, Phi, hostile_uint, hostile_id(h), hostile_one, block);
    hostile_return(h);
}

/* ---- pointers ---- */

static void
make_chains(struct hostile *h, uint32_t count)
{
    uint32_t type = hostile_uint, operands[260];

    for (uint32_t i = 0; i < 250; i++)
        type = i % 2 ? hostile_array(h, type, 1) : hostile_struct(h, type, 1);
    const uint32_t variable = hostile_variable(h, SpvStorageClassPrivate, type);
    const uint32_t shared = hostile_variable(h, SpvStorageClassWorkgroup, type);
    const uint32_t to = hostile_pointer(h, SpvStorageClassPrivate, hostile_uint);
    const uint32_t to_shared = hostile_pointer(h, SpvStorageClassWorkgroup, hostile_uint);
    (void)hostile_function(h, 0);
    for (uint32_t i = 0; i < 250; i++)
        operands[i + 3] = hostile_zero;
    for (uint32_t i = 0; i < count; i++) {
        operands[0] = i % 2 ? to : to_shared;
        operands[1] = hostile_id(h);
        operands[2] = i % 2 ? variable : shared;
        hostile_op(h, SpvOpAccessChain, 253, operands);
        HOSTILE(h, Load, hostile_uint, hostile_id(h), operands[1]);
    }
    hostile_return(h);
}

/* The same with an index on each level that is not known, each chain of one more. */
static void
make_long_chains(struct hostile *h, uint32_t count)
{
    uint32_t types[251] = {hostile_uint}, pointers[251];

    for (uint32_t i = 1; i < 251; i++)
        types[i] = hostile_array(h, types[i - 1], i < 10 ? 2 : 1);
    for (uint32_t i = 0; i < 251; i++)
        pointers[i] = hostile_pointer(h, SpvStorageClassPrivate, types[i]);
    const uint32_t variable = hostile_variable(h, SpvStorageClassPrivate, types[250]);
    (void)hostile_function(h, 0);
    const uint32_t index = hostile_load(h);
    for (uint32_t n = 0; n < count; n++) {
        uint32_t at = variable;

        for (uint32_t i = 250; i-- > 0;) {
            const uint32_t next = hostile_id(h);

            HOSTILE(h, AccessChain, pointers[i], next, at, index);
            at = next;
        }
        HOSTILE(h, Store, at, index);
    }
    hostile_return(h);
}

static uint32_t
storage_buffer(struct hostile *h, uint32_t block)
{
    const uint32_t id = hostile_variable(h, SpvStorageClassStorageBuffer, block);

    HOSTILE(h, Decorate, id, SpvDecorationDescriptorSet, 0);
    HOSTILE(h, Decorate, id, SpvDecorationBinding, id);
    return id;
}

/* Many buffers of one block with many members. */
static void
make_buffers(struct hostile *h, uint32_t count)
{
    const uint32_t block = hostile_struct(h, hostile_uint, 16383);
    const uint32_t pointer = hostile_id(h);

    HOSTILE(h, Decorate, block, SpvDecorationBlock);
    HOSTILE(h, TypePointer, pointer, SpvStorageClassStorageBuffer, block);
    const uint32_t first = h->bound;
    h->bound += count;
    for (uint32_t i = 0; i < count; i++) {
        HOSTILE(h, Variable, pointer, first + i, SpvStorageClassStorageBuffer);
        HOSTILE(h, Decorate, first + i, SpvDecorationBinding, i);
    }
    (void)hostile_function(h, 0);
    for (uint32_t i = 0; i < count; i++)
        HOSTILE(h, AccessChain, hostile_word_pointer, hostile_id(h), first + i, hostile_zero);
    hostile_return(h);
}

/* A pointer into any of many buffers, for a large value. */
static void
make_variable_pointers(struct hostile *h, uint32_t count)
{
    const uint32_t array = hostile_array(h, hostile_uint, 1u << 18);
    const uint32_t block = hostile_struct(h, array, 1);
    const uint32_t pointer = hostile_pointer(h, SpvStorageClassStorageBuffer, block);
    const uint32_t inside = hostile_pointer(h, SpvStorageClassStorageBuffer, array);
    uint32_t at = 0;

    HOSTILE(h, Capability, SpvCapabilityVariablePointers);
    HOSTILE(h, Decorate, array, SpvDecorationArrayStride, 4);
    HOSTILE(h, Decorate, block, SpvDecorationBlock);
    const uint32_t first = h->bound;
    h->bound += count;
    for (uint32_t i = 0; i < count; i++) {
        HOSTILE(h, Variable, pointer, first + i, SpvStorageClassStorageBuffer);
        HOSTILE(h, Decorate, first + i, SpvDecorationBinding, i);
    }
    (void)hostile_function(h, 0);
    const uint32_t test = hostile_test(h);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t chain = hostile_id(h), chosen = hostile_id(h);

        HOSTILE(h, AccessChain, inside, chain, first + i, hostile_zero);
        if (at)
            HOSTILE(h, Select, inside, chosen, test, chain, at);
        at = at ? chosen : chain;
    }
    HOSTILE(h, Load, array, hostile_id(h), at);
    hostile_return(h);
}

/* Buffers without an end, as far as bindings go. */
static void
make_bindings(struct hostile *h, uint32_t count)
{
    uint32_t *ids = base_arena_new_array(h->arena, uint32_t, count);

    for (uint32_t i = 0; i < count; i++)
        ids[i] = storage_buffer(h, hostile_block);
    (void)hostile_function(h, 0);
    for (uint32_t i = 0; i < count; i++)
        HOSTILE(h, AccessChain, hostile_word_pointer, hostile_id(h), ids[i], hostile_zero,
                hostile_zero);
    hostile_return(h);
}

/* ---- the interface ---- */

/* Returns everywhere, each of which stores all outputs that are kept: those that are loaded too. */
static void
add_returns(struct hostile *h, uint32_t count, SpvOp use)
{
    const uint32_t type = hostile_array(h, hostile_uint, 4000);
    uint32_t variables[200];

    hostile_set_stage(h, SpvExecutionModelVertex);
    for (uint32_t i = 0; i < BASE_COUNT(variables); i++) {
        variables[i] = hostile_variable(h, SpvStorageClassOutput, type);
        HOSTILE(h, Decorate, variables[i], SpvDecorationLocation, 4000 * i);
    }
    const uint32_t pointer = hostile_pointer(h, SpvStorageClassOutput, hostile_uint);
    (void)hostile_function(h, 0);
    for (uint32_t i = 0; i < BASE_COUNT(variables); i++)
        if (use == SpvOpLoad)
            HOSTILE(h, CopyMemory, variables[i], variables[i]);
        else
            HOSTILE(h, AccessChain, pointer, hostile_id(h), variables[i], hostile_zero);
    const uint32_t test = hostile_test(h);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t yes = hostile_id(h), no = hostile_id(h);

        HOSTILE(h, BranchConditional, test, yes, no);
        HOSTILE(h, Label, yes);
        hostile_op(h, SpvOpReturn, 0, NULL);
        HOSTILE(h, Label, no);
    }
    hostile_return(h);
}

static void
make_returns(struct hostile *h, uint32_t count)
{
    add_returns(h, count, SpvOpAccessChain);
}

static void
make_kept_returns(struct hostile *h, uint32_t count)
{
    add_returns(h, count, SpvOpLoad);
}

static void
make_entries(struct hostile *h, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        HOSTILE(h, EntryPoint, SpvExecutionModelVertex, hostile_main,
                0x01010101 + (i & 127) + (i >> 7 << 8), 0);
    (void)hostile_function(h, 0);
    hostile_return(h);
}

/* ---- decorations ---- */

static void
make_decorations(struct hostile *h, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        HOSTILE(h, Decorate, hostile_one, SpvDecorationRelaxedPrecision);
    (void)hostile_function(h, 0);
    hostile_return(h);
}

static void
make_decorated_ids(struct hostile *h, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t id = hostile_id(h);

        HOSTILE(h, Decorate, id, SpvDecorationSpecId, i);
        HOSTILE(h, Decorate, id, SpvDecorationRelaxedPrecision);
        HOSTILE(h, Name, id, 0x61);
        HOSTILE(h, SpecConstant, hostile_uint, id, i);
    }
    (void)hostile_function(h, 0);
    hostile_return(h);
}

/* Groups of many decorations on an id that is used as an index again and again. */
static void
make_groups(struct hostile *h, uint32_t count)
{
    const uint32_t array = hostile_array(h, hostile_array(h, hostile_uint, 1), 1);
    const uint32_t shared = hostile_variable(h, SpvStorageClassWorkgroup, array);
    const uint32_t pointer = hostile_pointer(h, SpvStorageClassWorkgroup, hostile_uint);

    for (uint32_t g = 0; g < 60; g++) {
        const uint32_t group = hostile_id(h);

        for (uint32_t i = 0; i < 60; i++)
            HOSTILE(h, Decorate, group, SpvDecorationUserSemantic, 0x61);
        HOSTILE(h, DecorationGroup, group);
        HOSTILE(h, GroupDecorate, group, hostile_zero);
    }
    (void)hostile_function(h, 0);
    for (uint32_t i = 0; i < count; i++)
        HOSTILE(h, AccessChain, pointer, hostile_id(h), shared, hostile_zero, hostile_zero);
    hostile_return(h);
}

/* A group on itself. */
static void
make_group_of_itself(struct hostile *h, uint32_t size)
{
    const uint32_t a = hostile_id(h), b = hostile_id(h);

    HOSTILE(h, DecorationGroup, a);
    HOSTILE(h, DecorationGroup, b);
    HOSTILE(h, GroupDecorate, a, size ? b : a, hostile_out);
    HOSTILE(h, GroupDecorate, b, a);
    (void)hostile_function(h, 0);
    hostile_store(h, hostile_load(h));
    hostile_return(h);
}

/* A long name that many arrays have. */
static void
make_name(struct hostile *h, uint32_t count)
{
    const uint32_t element = hostile_array(h, hostile_uint, 2);
    const uint32_t type = hostile_array(h, hostile_struct(h, element, count), 1);
    const uint32_t variable = hostile_variable(h, SpvStorageClassPrivate, type);
    const uint32_t to = hostile_pointer(h, SpvStorageClassPrivate, hostile_struct(h, element, 1));
    uint32_t *name = base_arena_new_array(h->arena, uint32_t, 60000);

    name[0] = variable;
    for (uint32_t i = 1; i < 59999; i++)
        name[i] = 0x61616161;
    hostile_op(h, SpvOpName, 60000, name);
    (void)hostile_function(h, 0);
    const uint32_t index = hostile_load(h), chain = hostile_id(h), value = hostile_id(h);
    HOSTILE(h, AccessChain, to, chain, variable, index);
    HOSTILE(h, Load, type, value, variable);
    hostile_return(h);
}

/* ---- all ---- */

#define N QD_CODE_NONE
#define INVALID QD_CODE_SPIRV_INVALID
#define LIMIT QD_CODE_LIMIT

static const struct hostile_case cases[] = {
    {"two calls of each function", make_calls, 60, LIMIT},
    {"two calls of each, less deep", make_calls, 12, N},
    {"calls around a wide instruction", make_wide_calls, 16000, LIMIT},
    {"calls around a wide switch", make_switch_calls, 30000, LIMIT},
    {"recursion of one", make_recursion, 1, INVALID},
    {"recursion of many", make_recursion, 10000, INVALID},
    {"a chain of calls", make_chain_of_calls, 50000, N},
    {"100,000 blocks", make_blocks, 100000, N},
    {"30,000 ifs", make_ifs, 30000, N},
    {"30,000 ifs in ifs", make_nested_ifs, 30000, N},
    {"30,000 ifs that leave a loop", make_nested_breaks, 30000, N},
    {"5,000 loops in loops", make_nested_loops, 5000, N},
    {"a tangle", make_tangle, 20000, N},
    {"a switch of 30,000 cases", make_switch, 30000, N},
    {"a switch to one block", make_switch_to_one, 30000, N},
    {"long chains", make_chains, 10000, N},
    {"chains with indices", make_long_chains, 40, N},
    {"buffers of many members", make_buffers, 20000, N},
    {"a pointer into many buffers", make_variable_pointers, 1000, LIMIT},
    {"too many buffers", make_bindings, 70000, LIMIT},
    {"returns with outputs", make_returns, 20000, N},
    {"returns with outputs that are kept", make_kept_returns, 20000, LIMIT},
    {"10,000 entry points", make_entries, 10000, N},
    {"a million decorations of one id", make_decorations, 1000000, LIMIT},
    {"decorations of many ids", make_decorated_ids, 200000, N},
    {"groups of decorations", make_groups, 100000, N},
    {"a group of itself", make_group_of_itself, 0, N},
    {"groups of each other", make_group_of_itself, 1, N},
    {"a long name", make_name, 10000, N},
};

static void
test_cases(void **state)
{
    (void)state;

    hostile_run(cases, BASE_COUNT(cases));
}

static void
cut_at(const struct spirv_module *module, size_t count)
{
    uint32_t *words = malloc(count * sizeof(uint32_t) + 1);
    const struct spirv_module part = {words, count};
    struct kit kit;

    if (!words)
        fail_msg("out of memory");
    for (size_t i = 0; i < count; i++)
        words[i] = i < module->count ? module->words[i] : 0;
    KIT_START(&kit);
    const struct ir_shader *shader = kit_read(&kit, &part, NULL);
    assert_int_equal(shader != NULL, count == module->count);
    kit_end(&kit);
    free(words);
}

/* A module that ends too early, wherever that is; and one with a word behind its end. */
static void
test_cut(void **state)
{
    struct base_arena arena;
    struct hostile h;
    (void)state;

    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena))
        fail_msg("out of memory");
    hostile_begin(&h, &arena);
    make_switch(&h, 5);
    const struct spirv_module module = hostile_end(&h);
    for (size_t count = 0; count <= module.count + 1; count++)
        cut_at(&module, count);
    base_arena_finish(&arena);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cases),
        cmocka_unit_test(test_cut),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
