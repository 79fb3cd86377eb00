/* SPDX-License-Identifier: MIT */
#include "run_kit.h"

#include "cpu/interp/interp.h"

#include <stdio.h>
#include <stdlib.h>

#define LANES 4
#define STEPS 1000000

void
kit_end(struct kit *kit)
{
    base_arena_finish(&kit->arena);
}

static void
print_diags(struct kit *kit)
{
    struct base_text text;

    base_text_init(&text, &kit->arena);
    for (uint32_t i = 0; i < kit->diags.list.count; i++)
        base_diag_print_text(&kit->diags.list.data[i], "test", &text);
    print_error("%s", base_text_string(&text));
}

struct spirv_module
kit_assemble(struct kit *kit, const char *text, unsigned minor)
{
    struct spirv_module module;

    if (!spirv_assemble(text, strlen(text), minor, &kit->arena, &module, &kit->diags)) {
        print_diags(kit);
        fail_msg("the text is no module");
    }
    return module;
}

struct ir_shader *
kit_read(struct kit *kit, const struct spirv_module *module,
         const struct spirv_read_options *options)
{
    const struct spirv_read_options none = {0};
    const uint32_t before = kit->diags.error_count;
    struct ir_shader *shader = spirv_read(module->words, module->count, options ? options : &none,
                                          &kit->arena, &kit->diags);

    if (!shader) {
        assert_true(kit->diags.error_count > before);
        return NULL;
    }
    if (kit->diags.error_count != before) {
        print_diags(kit);
        fail_msg("a shader was given in spite of errors");
    }
    if (!ir_verify(shader, &kit->diags)) {
        struct base_text text;

        base_text_init(&text, &kit->arena);
        ir_print(shader, &text);
        print_error("%s\n", base_text_string(&text));
        print_diags(kit);
        fail_msg("the shader breaks the IR's invariants");
    }
    return shader;
}

struct ir_shader *
kit_read_text(struct kit *kit, const char *text, unsigned minor,
              const struct spirv_read_options *options)
{
    const struct spirv_module module = kit_assemble(kit, text, minor);
    struct ir_shader *shader = kit_read(kit, &module, options);

    if (!shader) {
        print_diags(kit);
        fail_msg("the module was not read");
    }
    return shader;
}

/* ---- running ---- */

static const struct cpu_buffers *
bind(struct kit *kit, const struct ir_shader *shader, struct kit_memory *memory)
{
    struct cpu_buffers *buffers =
        base_arena_new_array(&kit->arena, struct cpu_buffers, shader->buffers.count);

    for (uint32_t i = 0; i < shader->buffers.count; i++) {
        const struct ir_buffer *buffer = &shader->buffers.data[i];
        const uint32_t binding = buffer->binding;
        assert_true(buffer->set == 0 && binding < KIT_BINDINGS);
        const uint32_t count = memory->counts[binding] ? memory->counts[binding] : 1;
        const uint32_t words = memory->words[binding] ? memory->words[binding] : KIT_WORDS;
        struct cpu_buffer_view *views =
            base_arena_new_array(&kit->arena, struct cpu_buffer_view, count);

        for (uint32_t e = 0; e < count; e++)
            views[e] = (struct cpu_buffer_view){
                memory->buffers[binding] + (size_t)e * words / count,
                words / count * sizeof(uint32_t), buffer->kind == ir_buffer_storage};
        buffers[i] = (struct cpu_buffers){views, count};
    }
    return buffers;
}

static void
run_once(struct kit *kit, const struct ir_shader *shader, struct kit_memory *memory)
{
    const struct cpu_range range = {
        KIT_ADDRESS, {memory->buffers[KIT_BINDINGS - 1], sizeof(memory->buffers[0]), true}};
    const struct cpu_resources resources = {.buffers = bind(kit, shader, memory),
                                            .push = memory->push,
                                            .push_size = sizeof(memory->push),
                                            .ranges = &range,
                                            .range_count = 1};
    uint32_t *inputs = base_arena_new_array(&kit->arena, uint32_t, KIT_IO_WORDS * LANES);
    uint32_t *outputs = base_arena_new_array(&kit->arena, uint32_t, KIT_IO_WORDS * LANES);
    struct cpu_program *program = cpu_program_create(shader, LANES, &kit->arena, &kit->diags);
    assert_non_null(program);
    void *scratch = aligned_alloc(64, cpu_program_scratch_size(program) + 64);
    struct cpu_group group = {.active = shader->stage == ir_stage_fragment ? 15 : 1,
                              .helpers = memory->is_helper ? 15 : 0,
                              .inputs = inputs,
                              .outputs = outputs,
                              .resources = &resources,
                              .shared = base_arena_alloc(&kit->arena, shader->shared_size + 8),
                              .scratch = scratch,
                              .steps = STEPS};

    for (uint32_t i = 0; i < KIT_IO_WORDS * LANES; i++)
        inputs[i] = memory->inputs[i / LANES];
    cpu_program_scratch_init(program, scratch);
    enum cpu_run end = cpu_program_run(program, &group);
    while (end == cpu_run_barrier)
        end = cpu_program_resume(program, &group);
    assert_int_equal(end, cpu_run_done);
    for (uint32_t i = 0; i < KIT_IO_WORDS; i++)
        memory->outputs[i] = outputs[(size_t)i * LANES];
    memory->has_ended = ((group.ended | group.helpers) & 1) != 0;
    free(scratch);
}

void
kit_run(struct kit *kit, struct ir_shader *shader, struct kit_memory *memory)
{
    struct kit_memory again = *memory;

    run_once(kit, shader, memory);
    assert_true(ir_run_pipeline(shader, ir_pipeline_default, &kit->diags));
    assert_true(ir_verify(shader, &kit->diags));
    run_once(kit, shader, &again);
    assert_memory_equal(memory, &again, sizeof(again));
}

uint32_t
kit_find_builtin(const struct ir_shader *shader, bool is_input, enum ir_builtin builtin)
{
    const struct ir_io *ios = is_input ? shader->inputs.data : shader->outputs.data;
    const uint32_t count = is_input ? shader->inputs.count : shader->outputs.count;

    for (uint32_t i = 0; i < count; i++)
        if (ios[i].builtin == builtin)
            return i;
    fail_msg("found no built-in %s", ir_builtin_name(builtin));
    return 0;
}

uint32_t
kit_find_location(const struct ir_shader *shader, bool is_input, uint32_t location,
                  uint32_t component)
{
    const struct ir_io *ios = is_input ? shader->inputs.data : shader->outputs.data;
    const uint32_t count = is_input ? shader->inputs.count : shader->outputs.count;

    for (uint32_t i = 0; i < count; i++)
        if (ios[i].builtin == ir_builtin_none && ios[i].location == location &&
            ios[i].component == component)
            return i;
    fail_msg("found nothing at location %u, component %u", location, component);
    return 0;
}

static void
run_case(const struct kit_case *c)
{
    struct kit_memory memory = {0};
    struct kit kit;

    KIT_START(&kit);
    memcpy(memory.buffers[1], c->in, sizeof(c->in));
    kit_run(&kit, kit_read_text(&kit, c->text, c->minor, NULL), &memory);
    for (uint32_t n = 0; n < BASE_COUNT(c->out); n++)
        if (memory.buffers[0][n] != c->out[n])
            fail_msg("%s: word %u is 0x%x, expected 0x%x", c->name, n, memory.buffers[0][n],
                     c->out[n]);
    kit_end(&kit);
}

void
kit_run_cases(const struct kit_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++)
        run_case(&cases[i]);
}
