/* SPDX-License-Identifier: MIT */
#include "hostile.h"

#include "cpu/interp/interp.h"
#include "sanitized.h"

#include <stdlib.h>
#include <time.h>

/* Of processor time and memory, whatever the module. A walk that grows with the square of what it
 * walks takes minutes. */
#define MAX_SECONDS (IS_SANITIZED ? 40 : 10)
#define MAX_BYTES ((size_t)1 << 30)

/* ---- words ---- */

void
hostile_op(struct hostile *h, SpvOp op, uint32_t count, const uint32_t *operands)
{
    base_array_push(h->arena, &h->words, (count + 1) << SpvWordCountShift | (uint32_t)op);
    for (uint32_t i = 0; i < count; i++)
        base_array_push(h->arena, &h->words, operands[i]);
}

static void
begin_module(struct hostile *h)
{
    const uint32_t header[] = {SpvMagicNumber, 0x10300, 0, 0, 0};

    for (unsigned i = 0; i < BASE_COUNT(header); i++)
        base_array_push(h->arena, &h->words, header[i]);
    HOSTILE(h, Capability, SpvCapabilityShader);
    HOSTILE(h, MemoryModel, SpvAddressingModelLogical, SpvMemoryModelGLSL450);
    HOSTILE(h, EntryPoint, SpvExecutionModelGLCompute, hostile_main, 0x6e69616d, 0);
    HOSTILE(h, ExecutionMode, hostile_main, SpvExecutionModeLocalSize, 1, 1, 1);
}

void
hostile_begin(struct hostile *h, struct base_arena *arena)
{
    *h = (struct hostile){.arena = arena, .bound = hostile_first_id};
    begin_module(h);
    HOSTILE(h, Decorate, hostile_words, SpvDecorationArrayStride, 4);
    HOSTILE(h, Decorate, hostile_block, SpvDecorationBlock);
    HOSTILE(h, MemberDecorate, hostile_block, 0, SpvDecorationOffset, 0);
    HOSTILE(h, Decorate, hostile_out, SpvDecorationDescriptorSet, 0);
    HOSTILE(h, Decorate, hostile_out, SpvDecorationBinding, 0);
    HOSTILE(h, TypeVoid, hostile_void);
    HOSTILE(h, TypeFunction, hostile_fn, hostile_void);
    HOSTILE(h, TypeBool, hostile_bool);
    HOSTILE(h, TypeInt, hostile_uint, 32, 0);
    HOSTILE(h, TypeFloat, hostile_float, 32);
    HOSTILE(h, ConstantTrue, hostile_bool, hostile_true);
    HOSTILE(h, Constant, hostile_uint, hostile_zero, 0);
    HOSTILE(h, Constant, hostile_uint, hostile_one, 1);
    HOSTILE(h, TypeRuntimeArray, hostile_words, hostile_uint);
    HOSTILE(h, TypeStruct, hostile_block, hostile_words);
    HOSTILE(h, TypePointer, hostile_block_pointer, SpvStorageClassStorageBuffer, hostile_block);
    HOSTILE(h, TypePointer, hostile_word_pointer, SpvStorageClassStorageBuffer, hostile_uint);
    HOSTILE(h, Variable, hostile_block_pointer, hostile_out, SpvStorageClassStorageBuffer);
    HOSTILE(h, TypeImage, hostile_image, hostile_float, SpvDim2D, 0, 0, 0, 1, 0);
    hostile_op(h, SpvOpTypeStruct, 1, (const uint32_t[]){hostile_empty});
}

/* The entry point is the first instruction behind the capability and the memory model. */
void
hostile_set_stage(struct hostile *h, SpvExecutionModel model)
{
    h->words.data[5 + 2 + 3 + 1] = (uint32_t)model;
}

uint32_t
hostile_constant(struct hostile *h, uint32_t value)
{
    const uint32_t id = hostile_id(h);

    HOSTILE(h, Constant, hostile_uint, id, value);
    return id;
}

uint32_t
hostile_pointer(struct hostile *h, SpvStorageClass storage, uint32_t type)
{
    const uint32_t id = hostile_id(h);

    HOSTILE(h, TypePointer, id, (uint32_t)storage, type);
    return id;
}

uint32_t
hostile_array(struct hostile *h, uint32_t element, uint32_t count)
{
    const uint32_t length = hostile_constant(h, count), id = hostile_id(h);

    HOSTILE(h, TypeArray, id, element, length);
    return id;
}

uint32_t
hostile_variable(struct hostile *h, SpvStorageClass storage, uint32_t type)
{
    const uint32_t pointer = hostile_pointer(h, storage, type), id = hostile_id(h);

    HOSTILE(h, Variable, pointer, id, (uint32_t)storage);
    return id;
}

uint32_t
hostile_struct(struct hostile *h, uint32_t member, uint32_t count)
{
    const uint32_t id = hostile_id(h);
    uint32_t *operands = base_arena_new_array(h->arena, uint32_t, (size_t)count + 1);

    operands[0] = id;
    for (uint32_t i = 0; i < count; i++)
        operands[i + 1] = member;
    hostile_op(h, SpvOpTypeStruct, count + 1, operands);
    return id;
}

uint32_t
hostile_function(struct hostile *h, uint32_t id)
{
    const uint32_t function = id ? id : (uint32_t)hostile_main;

    HOSTILE(h, Function, hostile_void, function, 0, hostile_fn);
    (void)hostile_label(h);
    return function;
}

uint32_t
hostile_label(struct hostile *h)
{
    const uint32_t id = hostile_id(h);

    HOSTILE(h, Label, id);
    return id;
}

void
hostile_return(struct hostile *h)
{
    hostile_op(h, SpvOpReturn, 0, NULL);
    hostile_op(h, SpvOpFunctionEnd, 0, NULL);
}

uint32_t
hostile_load(struct hostile *h)
{
    const uint32_t pointer = hostile_id(h), id = hostile_id(h);

    HOSTILE(h, AccessChain, hostile_word_pointer, pointer, hostile_out, hostile_zero, hostile_zero);
    HOSTILE(h, Load, hostile_uint, id, pointer);
    return id;
}

uint32_t
hostile_test(struct hostile *h)
{
    const uint32_t value = hostile_load(h), id = hostile_id(h);

    HOSTILE(h, INotEqual, hostile_bool, id, value, hostile_zero);
    return id;
}

void
hostile_store(struct hostile *h, uint32_t value)
{
    const uint32_t pointer = hostile_id(h);

    HOSTILE(h, AccessChain, hostile_word_pointer, pointer, hostile_out, hostile_zero, hostile_one);
    HOSTILE(h, Store, pointer, value);
}

struct spirv_module
hostile_end(struct hostile *h)
{
    h->words.data[3] = h->bound;
    return (struct spirv_module){h->words.data, h->words.count};
}

/* ---- all that is done with a module ---- */

/* To the devices: written for an early target and the latest, and compiled. Each may say that this
 * is too large. */
static void
send_on(struct kit *kit, struct ir_shader *shader)
{
    static const enum spirv_target targets[] = {spirv_target_vulkan1_1, spirv_target_vulkan1_3};

    assert_true(ir_run_pipeline(shader, ir_pipeline_default, &kit->diags));
    assert_true(ir_verify(shader, &kit->diags));
    for (unsigned i = 0; i < BASE_COUNT(targets); i++) {
        const struct spirv_write_options options = {.target = targets[i]};
        const uint32_t before = kit->diags.error_count;
        struct spirv_module module;

        if (!spirv_translate(shader, &options, &kit->arena, &module, &kit->diags))
            assert_true(kit->diags.error_count > before);
    }
    const uint32_t before = kit->diags.error_count;
    if (!cpu_program_create(shader, 4, &kit->arena, &kit->diags))
        assert_true(kit->diags.error_count > before);
}

static void
check_code(const struct kit *kit, const struct hostile_case *c, bool is_read)
{
    const struct qd_diagnostic *diag = kit->diags.list.count ? kit->diags.list.data : NULL;

    if (is_read != (c->code == QD_CODE_NONE))
        fail_msg("%s: %s", c->name, diag ? diag->message : "was read");
    if (diag && diag->code != c->code)
        fail_msg("%s: found another error: %s", c->name, diag->message);
}

static void
run_case(const struct hostile_case *c, struct base_arena *made)
{
    const clock_t begin = clock();
    struct hostile h;
    struct kit kit;

    hostile_begin(&h, made);
    c->make(&h, c->size);
    const struct spirv_module module = hostile_end(&h);
    base_arena_init(&kit.arena, MAX_BYTES);
    if (!BASE_ARENA_CATCH(&kit.arena))
        fail_msg("%s: takes more than a GiB", c->name);
    base_diags_init(&kit.diags, &kit.arena, "hostile");
    struct ir_shader *shader = kit_read(&kit, &module, NULL);
    check_code(&kit, c, shader != NULL);
    if (shader)
        send_on(&kit, shader);
    const size_t used = kit.arena.used;
    kit_end(&kit);
    const double seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
    if (getenv("HOSTILE"))
        print_message("%8.3f s, %zu MiB: %s\n", seconds, used >> 20, c->name);
    if (seconds > MAX_SECONDS)
        fail_msg("%s: took %.1f s", c->name, seconds);
}

static void
run_with_memory(const struct hostile_case *c)
{
    struct base_arena made;

    base_arena_init(&made, 0);
    if (!BASE_ARENA_CATCH(&made))
        fail_msg("out of memory");
    run_case(c, &made);
    base_arena_finish(&made);
}

/* With HOSTILE set, cases that have it in their name. */
void
hostile_run(const struct hostile_case *cases, size_t count)
{
    const char *name = getenv("HOSTILE");

    for (size_t i = 0; i < count; i++)
        if (!name || strstr(cases[i].name, name))
            run_with_memory(&cases[i]);
}
