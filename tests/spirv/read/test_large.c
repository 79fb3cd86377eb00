/* SPDX-License-Identifier: MIT
 *
 * Types and values that are made to take long, or much: each module ends soon, in bounded memory.
 */
#include "hostile.h"

/* ---- types and constants ---- */

static void
make_nesting(struct hostile *h, uint32_t depth)
{
    uint32_t type = hostile_uint;

    for (uint32_t i = 0; i < depth; i++)
        type = i % 2 ? hostile_array(h, type, 1) : hostile_struct(h, type, 1);
    const uint32_t variable = hostile_variable(h, SpvStorageClassPrivate, type);
    (void)hostile_function(h, 0);
    const uint32_t value = hostile_id(h);
    HOSTILE(h, Load, type, value, variable);
    HOSTILE(h, Store, variable, value);
    hostile_return(h);
}

/* A million scalars, each below many structs of one member, loaded again and again. */
static void
make_deep_scalars(struct hostile *h, uint32_t count)
{
    uint32_t type = hostile_uint;

    for (uint32_t i = 0; i < 250; i++)
        type = hostile_struct(h, type, 1);
    type = hostile_array(h, type, count);
    const uint32_t variable = hostile_variable(h, SpvStorageClassPrivate, type);
    (void)hostile_function(h, 0);
    for (uint32_t i = 0; i < 20; i++)
        HOSTILE(h, Load, type, hostile_id(h), variable);
    hostile_return(h);
}

/* Types whose sizes overflow, never used. */
static void
make_huge_types(struct hostile *h, uint32_t count)
{
    uint32_t type = hostile_uint;

    for (uint32_t i = 0; i < 200; i++) {
        type = hostile_array(h, type, count);
        (void)hostile_struct(h, type, 100);
    }
    (void)hostile_function(h, 0);
    hostile_return(h);
}

static void
make_huge_variable(struct hostile *h, uint32_t count)
{
    const uint32_t type = hostile_array(h, hostile_array(h, hostile_uint, count), count);
    const uint32_t variable = hostile_variable(h, SpvStorageClassPrivate, type);

    (void)hostile_function(h, 0);
    HOSTILE(h, Load, type, hostile_id(h), variable);
    hostile_return(h);
}

static void
make_huge_shared(struct hostile *h, uint32_t count)
{
    const uint32_t type = hostile_array(h, hostile_array(h, hostile_uint, count), count);
    const uint32_t variable = hostile_variable(h, SpvStorageClassWorkgroup, type);

    (void)hostile_function(h, 0);
    HOSTILE(h, Load, type, hostile_id(h), variable);
    hostile_return(h);
}

/* The last of many members, and members that have no scalars before it. */
static void
extract_members(struct hostile *h, uint32_t type, uint32_t members, uint32_t count)
{
    const uint32_t undefined = hostile_id(h);

    HOSTILE(h, Undef, type, undefined);
    (void)hostile_function(h, 0);
    for (uint32_t i = 0; i < count; i++)
        HOSTILE(h, CompositeExtract, hostile_uint, hostile_id(h), undefined, members - 1);
    hostile_return(h);
}

static void
make_members(struct hostile *h, uint32_t count)
{
    extract_members(h, hostile_struct(h, hostile_uint, 16383), 16383, count);
}

/* A struct of nothing but one scalar. */
static uint32_t
hollow(struct hostile *h, uint32_t nothing)
{
    const uint32_t id = hostile_id(h);
    uint32_t operands[16384];

    operands[0] = id;
    for (uint32_t i = 1; i < 16383; i++)
        operands[i] = nothing;
    operands[16383] = hostile_uint;
    hostile_op(h, SpvOpTypeStruct, 16384, operands);
    return id;
}

static void
make_hollow_members(struct hostile *h, uint32_t count)
{
    extract_members(h, hollow(h, hostile_empty), 16383, count);
}

/* Arrays of such structs: in variables, in memory, copied and compared by shape. */
static void
make_hollow_arrays(struct hostile *h, uint32_t count)
{
    const uint32_t one = hostile_array(h, hollow(h, hostile_empty), count);
    const uint32_t two = hostile_array(h, hollow(h, hostile_image), count);
    const uint32_t variable = hostile_variable(h, SpvStorageClassPrivate, one);
    const uint32_t shared = hostile_variable(h, SpvStorageClassWorkgroup, one);
    const uint32_t constant = hostile_id(h);

    HOSTILE(h, ConstantNull, one, constant);
    (void)hostile_function(h, 0);
    const uint32_t value = hostile_id(h), again = hostile_id(h);
    HOSTILE(h, Load, one, value, variable);
    HOSTILE(h, Store, variable, value);
    HOSTILE(h, Store, shared, constant);
    HOSTILE(h, Load, one, again, shared);
    HOSTILE(h, CopyLogical, two, hostile_id(h), again);
    hostile_return(h);
}

static void
make_hollow_interface(struct hostile *h, uint32_t count)
{
    const uint32_t type = hostile_array(h, hollow(h, hostile_empty), count);
    const uint32_t variable = hostile_variable(h, SpvStorageClassInput, type);

    hostile_set_stage(h, SpvExecutionModelVertex);
    HOSTILE(h, Decorate, variable, SpvDecorationLocation, 0);
    (void)hostile_function(h, 0);
    HOSTILE(h, Load, type, hostile_id(h), variable);
    hostile_return(h);
}

static void
make_type_of_itself(struct hostile *h, uint32_t size)
{
    const uint32_t id = hostile_id(h), other = hostile_id(h);

    HOSTILE(h, TypeStruct, id, size ? other : id);
    HOSTILE(h, TypeStruct, other, id);
    (void)hostile_function(h, 0);
    hostile_return(h);
}

static void
make_constant_of_itself(struct hostile *h, uint32_t size)
{
    const uint32_t type = hostile_struct(h, hostile_uint, 1), id = hostile_id(h);
    const uint32_t other = hostile_id(h);

    HOSTILE(h, ConstantComposite, type, id, size ? other : id);
    HOSTILE(h, ConstantComposite, type, other, id);
    (void)hostile_function(h, 0);
    hostile_return(h);
}

/* An array whose length is made of itself. */
static void
make_length_of_itself(struct hostile *h, uint32_t size)
{
    const uint32_t type = hostile_id(h), length = hostile_id(h);

    (void)size;
    HOSTILE(h, TypeArray, type, hostile_uint, length);
    HOSTILE(h, Constant, type, length, 4);
    (void)hostile_function(h, 0);
    hostile_return(h);
}

/* Composites of composites: a module of few words, a constant of many scalars. */
static void
make_constants(struct hostile *h, uint32_t depth)
{
    uint32_t type = hostile_uint, value = hostile_zero;

    for (uint32_t i = 0; i < depth; i++) {
        type = hostile_array(h, type, 2);
        const uint32_t id = hostile_id(h);
        HOSTILE(h, ConstantComposite, type, id, value, value);
        value = id;
    }
    (void)hostile_function(h, 0);
    hostile_return(h);
}

/* ---- large values ---- */

#define LARGE (1u << 20)

static uint32_t
large_variable(struct hostile *h, uint32_t *type)
{
    *type = hostile_array(h, hostile_uint, LARGE);
    return hostile_variable(h, SpvStorageClassPrivate, *type);
}

static void
make_loads(struct hostile *h, uint32_t count)
{
    uint32_t type;
    const uint32_t variable = large_variable(h, &type);

    (void)hostile_function(h, 0);
    for (uint32_t i = 0; i < count; i++)
        HOSTILE(h, Load, type, hostile_id(h), variable);
    hostile_return(h);
}

static void
make_stores(struct hostile *h, uint32_t count)
{
    uint32_t type;
    const uint32_t variable = large_variable(h, &type), value = hostile_id(h);

    HOSTILE(h, ConstantNull, type, value);
    (void)hostile_function(h, 0);
    for (uint32_t i = 0; i < count; i++)
        HOSTILE(h, Store, variable, value);
    HOSTILE(h, Load, type, hostile_id(h), variable);
    hostile_return(h);
}

static void
make_copies(struct hostile *h, uint32_t count)
{
    uint32_t type;
    const uint32_t from = large_variable(h, &type);
    const uint32_t to = hostile_variable(h, SpvStorageClassPrivate, type);

    (void)hostile_function(h, 0);
    for (uint32_t i = 0; i < count; i++)
        HOSTILE(h, CopyMemory, i % 2 ? from : to, i % 2 ? to : from);
    hostile_return(h);
}

static void
make_inserts(struct hostile *h, uint32_t count)
{
    uint32_t type;
    const uint32_t variable = large_variable(h, &type);

    (void)hostile_function(h, 0);
    uint32_t value = hostile_id(h);
    HOSTILE(h, Load, type, value, variable);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t next = hostile_id(h);

        HOSTILE(h, CompositeInsert, type, next, hostile_one, value, i);
        value = next;
    }
    HOSTILE(h, Store, variable, value);
    hostile_return(h);
}

/* One scalar after the other of a value that comes out of a branch, in another block. */
static void
make_spilled(struct hostile *h, uint32_t count)
{
    const uint32_t element = hostile_array(h, hostile_uint, 4);
    const uint32_t type = hostile_array(h, element, LARGE / 16);
    const uint32_t shared = hostile_variable(h, SpvStorageClassWorkgroup, type);
    const uint32_t yes = hostile_id(h), end = hostile_id(h), value = hostile_id(h);

    (void)hostile_function(h, 0);
    const uint32_t test = hostile_test(h);
    HOSTILE(h, SelectionMerge, end, 0);
    HOSTILE(h, BranchConditional, test, yes, end);
    HOSTILE(h, Label, yes);
    HOSTILE(h, Load, type, value, shared);
    HOSTILE(h, Branch, end);
    HOSTILE(h, Label, end);
    for (uint32_t i = 0; i < count; i++)
        HOSTILE(h, CompositeExtract, hostile_uint, hostile_id(h), value, i, 0);
    hostile_return(h);
}

/* Variables of a function that is called again and again. */
static void
make_variables(struct hostile *h, uint32_t count)
{
    const uint32_t type = hostile_array(h, hostile_uint, LARGE / 16);
    const uint32_t pointer = hostile_pointer(h, SpvStorageClassFunction, type);
    const uint32_t f = hostile_function(h, hostile_id(h)), variable = hostile_id(h);

    HOSTILE(h, Variable, pointer, variable, SpvStorageClassFunction);
    HOSTILE(h, CopyMemory, variable, variable);
    hostile_return(h);
    (void)hostile_function(h, 0);
    for (uint32_t i = 0; i < count; i++)
        HOSTILE(h, FunctionCall, hostile_void, hostile_id(h), f);
    hostile_return(h);
}

/* A loop that carries a large value round. */
static void
make_large_loop(struct hostile *h, uint32_t count)
{
    const uint32_t type = hostile_array(h, hostile_uint, count);
    const uint32_t from = hostile_variable(h, SpvStorageClassPrivate, type);
    const uint32_t to = hostile_variable(h, SpvStorageClassPrivate, type);
    const uint32_t head = hostile_id(h), next = hostile_id(h), end = hostile_id(h);

    (void)hostile_function(h, 0);
    HOSTILE(h, Branch, head);
    HOSTILE(h, Label, head);
    const uint32_t value = hostile_id(h), other = hostile_id(h);
    HOSTILE(h, Load, type, value, from);
    HOSTILE(h, Load, type, other, to);
    HOSTILE(h, Store, from, other);
    HOSTILE(h, Store, to, value);
    const uint32_t test = hostile_test(h);
    HOSTILE(h, LoopMerge, end, next, 0);
    HOSTILE(h, BranchConditional, test, next, end);
    HOSTILE(h, Label, next);
    HOSTILE(h, Branch, head);
    HOSTILE(h, Label, end);
    hostile_return(h);
}

/* Many large phis at one join. */
static void
make_large_phis(struct hostile *h, uint32_t count)
{
    const uint32_t type = hostile_array(h, hostile_uint, LARGE);
    const uint32_t a = hostile_id(h), b = hostile_id(h), yes = hostile_id(h), end = hostile_id(h);

    HOSTILE(h, ConstantNull, type, a);
    HOSTILE(h, Undef, type, b);
    (void)hostile_function(h, 0);
    const uint32_t first = h->bound - 1, test = hostile_test(h);
    HOSTILE(h, SelectionMerge, end, 0);
    HOSTILE(h, BranchConditional, test, yes, end);
    HOSTILE(h, Label, yes);
    HOSTILE(h, Branch, end);
    HOSTILE(h, Label, end);
    for (uint32_t i = 0; i < count; i++)
        HOSTILE(h, Phi, type, hostile_id(h), a, yes, b, first);
    hostile_return(h);
}

/* ---- all ---- */

#define N QD_CODE_NONE
#define INVALID QD_CODE_SPIRV_INVALID
#define LIMIT QD_CODE_LIMIT

static const struct hostile_case cases[] = {
    {"types 250 deep", make_nesting, 250, N},
    {"types too deep", make_nesting, 300, LIMIT},
    {"scalars 250 deep", make_deep_scalars, LARGE, N},
    {"sizes that overflow", make_huge_types, UINT32_MAX, N},
    {"a variable that overflows", make_huge_variable, UINT32_MAX, LIMIT},
    {"a variable of 2^32 scalars", make_huge_variable, 65536, LIMIT},
    {"shared memory that overflows", make_huge_shared, UINT32_MAX, LIMIT},
    {"members at the end", make_members, 50000, N},
    {"members behind empty ones", make_hollow_members, 50000, N},
    {"arrays of hollow structs", make_hollow_arrays, 200000, N},
    {"an interface of hollow structs", make_hollow_interface, 1000, N},
    {"too large an interface", make_hollow_interface, 4000, LIMIT},
    {"a type of itself", make_type_of_itself, 0, INVALID},
    {"types of each other", make_type_of_itself, 1, INVALID},
    {"a constant of itself", make_constant_of_itself, 0, INVALID},
    {"constants of each other", make_constant_of_itself, 1, INVALID},
    {"an array with itself for its length", make_length_of_itself, 0, INVALID},
    {"constants that double", make_constants, 60, LIMIT},
    {"constants that double, less", make_constants, 20, N},
    {"loads of a million", make_loads, 10000, LIMIT},
    {"stores of a million", make_stores, 10000, LIMIT},
    {"copies of a million", make_copies, 10000, LIMIT},
    {"inserts into a million", make_inserts, 10000, LIMIT},
    {"parts of a value from a branch", make_spilled, 20000, LIMIT},
    {"large variables of a function", make_variables, 1000, LIMIT},
    {"a loop with large values", make_large_loop, 1000, N},
    {"a loop with larger values", make_large_loop, 100000, N},
    {"a loop with values of a million", make_large_loop, LARGE, N},
    {"large phis", make_large_phis, 1000, LIMIT},
};

static void
test_cases(void **state)
{
    (void)state;

    hostile_run(cases, BASE_COUNT(cases));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cases),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
