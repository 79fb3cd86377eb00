/* SPDX-License-Identifier: MIT */
#include "kit.h"

#include <stdio.h>
#include <stdlib.h>

static void
fail_with_first(struct kit *kit, const char *text)
{
    const struct qd_diagnostic *first = kit->diags.list.count > 0 ? &kit->diags.list.data[0] : NULL;

    fail_msg("%s\n%u:%u: %s", text, first ? first->place.line : 0, first ? first->place.column : 0,
             first ? first->message : "no diagnostic");
}

void
kit_end(struct kit *kit)
{
    base_arena_finish(&kit->arena);
}

void
kit_read(struct kit *kit, const char *text)
{
    base_diags_set_text(&kit->diags, text, strlen(text));
    kit->program = tgsi_read_text(&kit->arena, text, strlen(text), NULL, &kit->diags);
    if (!kit->program || !tgsi_check(kit->program, &kit->diags))
        fail_with_first(kit, text);
    assert_int_equal(kit->diags.error_count, 0);
}

void
kit_lower(struct kit *kit, const char *text)
{
    const struct tgsi_lower_options options = {.name = "test"};

    kit_read(kit, text);
    kit->shader = tgsi_lower(kit->program, &options, &kit->arena, &kit->diags);
    if (!kit->shader || !ir_verify(kit->shader, &kit->diags) ||
        !ir_run_pipeline(kit->shader, ir_pipeline_default, &kit->diags) ||
        !ir_verify(kit->shader, &kit->diags))
        fail_with_first(kit, text);
}

#define SAME(field)                                                                                \
    do {                                                                                           \
        if (a->field != b->field)                                                                  \
            fail_msg("%s: %s differs: %u, %u", name, #field, (unsigned)a->field,                   \
                     (unsigned)b->field);                                                          \
    } while (0)

static void
assert_same_decl(const char *name, const struct tgsi_program *p, const struct tgsi_program *q,
                 uint32_t i)
{
    const struct tgsi_decl *a = &p->decls.data[i], *b = &q->decls.data[i];

    SAME(file);
    SAME(flags);
    SAME(mask);
    SAME(semantic);
    SAME(interp);
    SAME(location);
    SAME(target);
    SAME(memory);
    SAME(wrap);
    SAME(first);
    SAME(last);
    SAME(dim);
    SAME(semantic_index);
    SAME(array);
    assert_memory_equal(a->texel, b->texel, sizeof(a->texel));
    assert_memory_equal(a->stream, b->stream, sizeof(a->stream));
    assert_string_equal(base_names_string(&p->names, a->format),
                        base_names_string(&q->names, b->format));
    for (uint32_t r = 0; a->file == tgsi_file_IMMX && r <= a->last - a->first; r++)
        assert_memory_equal(&p->rows.data[a->data + r], &q->rows.data[b->data + r],
                            sizeof(struct tgsi_row));
}

/* Names and relatives are compared by what they are, not where. */
static void
assert_same_operand(const char *name, const struct tgsi_program *p, const struct tgsi_program *q,
                    uint32_t i)
{
    const struct tgsi_operand *a = &p->operands.data[i], *b = &q->operands.data[i];

    SAME(file);
    SAME(flags);
    SAME(select);
    SAME(dim);
    if (a->flags & TGSI_OPERAND_RELATIVE)
        assert_memory_equal(tgsi_relative(p, a), tgsi_relative(q, b),
                            offsetof(struct tgsi_relative, array) + sizeof(uint16_t));
    else if (a->file || !b->index || !a->index)
        SAME(index);
}

static void
assert_same_inst(const char *name, const struct tgsi_program *p, const struct tgsi_program *q,
                 uint32_t i)
{
    const struct tgsi_inst *a = &p->insts.data[i], *b = &q->insts.data[i];

    SAME(op);
    SAME(operand);
    SAME(flags);
    SAME(target);
    SAME(srcs);
    SAME(offsets);
    if (a->flags & TGSI_INST_ACCESS)
        assert_string_equal(base_names_string(&p->names, tgsi_access(p, a)->index),
                            base_names_string(&q->names, tgsi_access(q, b)->index));
    assert_int_equal(tgsi_label(p, a), tgsi_label(q, b));
}

void
kit_assert_same(const char *name, const struct tgsi_program *a, const struct tgsi_program *b)
{
    SAME(processor);
    SAME(properties.count);
    SAME(decls.count);
    SAME(immediates.count);
    SAME(insts.count);
    SAME(operands.count);
    for (uint32_t i = 0; i < a->properties.count; i++) {
        SAME(properties.data[i].property);
        SAME(properties.data[i].value);
    }
    for (uint32_t i = 0; i < a->decls.count; i++)
        assert_same_decl(name, a, b, i);
    for (uint32_t i = 0; i < a->immediates.count; i++)
        assert_memory_equal(&a->immediates.data[i], &b->immediates.data[i],
                            sizeof(struct tgsi_immediate));
    for (uint32_t i = 0; i < a->operands.count; i++)
        assert_same_operand(name, a, b, i);
    for (uint32_t i = 0; i < a->insts.count; i++)
        assert_same_inst(name, a, b, i);
}

const char *
kit_text(struct kit *kit, const struct tgsi_program *program)
{
    struct base_text text;

    base_text_init(&text, &kit->arena);
    tgsi_write_text(program, &text);
    return base_text_string(&text);
}

char *
kit_load(struct kit *kit, const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    struct base_text text;
    char block[4096];
    size_t count;

    if (!file)
        fail_msg("%s: cannot be opened", path);
    base_text_init(&text, &kit->arena);
    while ((count = fread(block, 1, sizeof(block), file)) > 0)
        base_text_add(&text, block, count);
    fclose(file);
    *size = text.count;
    return text.data;
}

const char *
kit_print(struct kit *kit)
{
    struct base_text text;

    base_text_init(&text, &kit->arena);
    ir_print(kit->shader, &text);
    return base_text_string(&text);
}

void
kit_run_init(struct kit *kit, struct kit_run *run, uint32_t lanes)
{
    const struct ir_shader *shader = kit->shader;

    memset(run, 0, sizeof(*run));
    run->lanes = lanes;
    run->program = cpu_program_create(shader, lanes, &kit->arena, &kit->diags);
    assert_non_null(run->program);
    assert_true(shader->buffers.count <= BASE_COUNT(run->buffers));
    assert_true(shader->images.count <= BASE_COUNT(run->images));

    const size_t scratch = cpu_program_scratch_size(run->program);
    const uintptr_t memory = (uintptr_t)base_arena_alloc(&kit->arena, scratch + 64);
    run->inputs =
        base_arena_new_array(&kit->arena, uint32_t, (size_t)4 * lanes * shader->inputs.count + 1);
    run->outputs =
        base_arena_new_array(&kit->arena, uint32_t, (size_t)4 * lanes * shader->outputs.count + 1);
    run->group.active = lanes == 64 ? UINT64_MAX : (UINT64_C(1) << lanes) - 1;
    run->group.inputs = run->inputs;
    run->group.outputs = run->outputs;
    for (uint32_t i = 0; i < BASE_COUNT(run->buffers); i++) {
        run->buffer_rows[i] = (struct cpu_buffers){&run->buffers[i], 1};
        run->image_rows[i] = (struct cpu_images){&run->images[i], &run->samplers[i], 1};
    }
    run->resources.buffers = run->buffer_rows;
    run->resources.images = run->image_rows;
    run->group.resources = &run->resources;
    run->group.scratch = (void *)((memory + 63) & ~(uintptr_t)63);
    cpu_program_scratch_init(run->program, run->group.scratch);
}

static const struct ir_io *
find_io(const struct ir_io *ios, uint32_t count, enum ir_builtin builtin, uint32_t location)
{
    for (uint32_t i = 0; i < count; i++)
        if (ios[i].builtin == builtin && (builtin || ios[i].location == location))
            return &ios[i];
    return NULL;
}

static void
set(struct kit *kit, struct kit_run *run, const struct ir_io *io, unsigned c, uint32_t lane,
    uint32_t word)
{
    if (io) {
        const size_t index = (size_t)(io - kit->shader->inputs.data);

        run->inputs[(index * 4 + c) * run->lanes + lane] = word;
    }
}

void
kit_set_input(struct kit *kit, struct kit_run *run, uint32_t location, unsigned c, uint32_t lane,
              uint32_t word)
{
    set(kit, run,
        find_io(kit->shader->inputs.data, kit->shader->inputs.count, ir_builtin_none, location), c,
        lane, word);
}

void
kit_set_builtin(struct kit *kit, struct kit_run *run, enum ir_builtin builtin, unsigned c,
                uint32_t lane, uint32_t word)
{
    set(kit, run, find_io(kit->shader->inputs.data, kit->shader->inputs.count, builtin, 0), c, lane,
        word);
}

void
kit_run(struct kit *kit, struct kit_run *run)
{
    memset(run->outputs, 0,
           (size_t)4 * run->lanes * kit->shader->outputs.count * sizeof(*run->outputs));
    run->group.steps = 1000000;
    run->group.ended = 0;
    assert_int_equal(cpu_program_run(run->program, &run->group), cpu_run_done);
}

static uint32_t
get(struct kit *kit, const struct kit_run *run, const struct ir_io *io, unsigned c, uint32_t lane)
{
    assert_non_null(io);
    const size_t index = (size_t)(io - kit->shader->outputs.data);
    return run->outputs[(index * 4 + c) * run->lanes + lane];
}

uint32_t
kit_output(struct kit *kit, const struct kit_run *run, uint32_t location, unsigned c, uint32_t lane)
{
    return get(
        kit, run,
        find_io(kit->shader->outputs.data, kit->shader->outputs.count, ir_builtin_none, location),
        c, lane);
}

uint32_t
kit_builtin(struct kit *kit, const struct kit_run *run, enum ir_builtin builtin, unsigned c,
            uint32_t lane)
{
    return get(kit, run, find_io(kit->shader->outputs.data, kit->shader->outputs.count, builtin, 0),
               c, lane);
}
