/* SPDX-License-Identifier: MIT */
#include "kit.h"

#include "corpus.h"
#include "rdna/code.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* Kinds of descriptors, by Vulkan's numbers. */
enum {
    TYPE_SAMPLER,
    TYPE_COMBINED,
    TYPE_SAMPLED,
    TYPE_STORAGE_IMAGE,
    TYPE_UNIFORM_TEXEL,
    TYPE_STORAGE_TEXEL,
    TYPE_UNIFORM,
    TYPE_STORAGE,
    TYPE_UNIFORM_DYNAMIC,
    TYPE_STORAGE_DYNAMIC,
    TYPE_INPUT,
    TYPE_COUNT
};

/* Bytes of an element and what it is aligned to. Sampled images have room for a second descriptor,
 * combined ones for a sampler at their end. Dynamic ones lie behind the push constants. */
static const struct {
    uint32_t size, align;
} type_infos[TYPE_COUNT] = {
    [TYPE_SAMPLER] = {16, 16},       [TYPE_COMBINED] = {96, 32},
    [TYPE_SAMPLED] = {64, 32},       [TYPE_STORAGE_IMAGE] = {32, 32},
    [TYPE_UNIFORM_TEXEL] = {16, 16}, [TYPE_STORAGE_TEXEL] = {16, 16},
    [TYPE_UNIFORM] = {16, 16},       [TYPE_STORAGE] = {16, 16},
    [TYPE_UNIFORM_DYNAMIC] = {0, 1}, [TYPE_STORAGE_DYNAMIC] = {0, 1},
    [TYPE_INPUT] = {64, 32},
};

const char *
kit_program_header(const struct kit_program *program, const char *name)
{
    return rdna_code_header(program->code, name);
}

const struct kit_binding *
kit_program_binding(const struct kit_program *program, uint32_t set, uint32_t binding)
{
    for (uint32_t i = 0; i < program->bindings.count; i++)
        if (program->bindings.data[i].set == set && program->bindings.data[i].binding == binding)
            return &program->bindings.data[i];
    return NULL;
}

static int
by_number(const void *a, const void *b)
{
    const struct kit_binding *x = a, *y = b;

    if (x->set != y->set)
        return x->set < y->set ? -1 : 1;
    return x->binding < y->binding ? -1 : x->binding > y->binding;
}

static void
lay_out(struct kit_program *program)
{
    if (program->bindings.count)
        qsort(program->bindings.data, program->bindings.count, sizeof(*program->bindings.data),
              by_number);
    for (uint32_t i = 0; i < program->bindings.count; i++) {
        struct kit_binding *binding = &program->bindings.data[i];
        uint32_t *size = &program->set_sizes[binding->set];

        if (!type_infos[binding->type].size) {
            binding->stride = 16;
            binding->offset = program->dynamic_size;
            program->dynamic_size += 16 * binding->count;
            continue;
        }
        const uint32_t align = type_infos[binding->type].align;
        binding->stride = type_infos[binding->type].size;
        binding->offset = (*size + align - 1) / align * align;
        *size = binding->offset + binding->stride * binding->count;
    }
}

static bool
read_api(struct base_arena *arena, struct kit_program *program, const char *line)
{
    struct kit_binding b = {0};

    base_array_push(arena, &program->api, line);
    if (sscanf(line, "PUSH %" SCNu32, &program->push_size) == 1)
        return true;
    if (strncmp(line, "BINDING", 7) != 0)
        return true;
    if (sscanf(line, "BINDING set=%" SCNu32 " binding=%" SCNu32 " type=%" SCNu32 " count=%" SCNu32,
               &b.set, &b.binding, &b.type, &b.count) != 4 ||
        b.set >= KIT_SETS || b.type >= TYPE_COUNT)
        return false;
    base_array_push(arena, &program->bindings, b);
    return true;
}

/* The number behind a word of the header "sgprs: 128 vgprs: 4 lds: 0 scratch: 0". */
static uint32_t
resource(const char *line, const char *name)
{
    const char *at = line ? strstr(line, name) : NULL;

    return at ? (uint32_t)strtoul(at + strlen(name), NULL, 10) : 0;
}

/* Registers of one kind in "s[0-1] s[2] v[0-2]". */
static uint32_t
count_registers(const char *line, const char *prefix)
{
    uint32_t count = 0;

    while (line && (line = strstr(line, prefix))) {
        char *end;
        const unsigned long first = strtoul(line + 2, &end, 10);
        const unsigned long last = *end == '-' ? strtoul(end + 1, NULL, 10) : first;

        count += (uint32_t)(last - first + 1);
        line = end;
    }
    return count;
}

struct kit_program *
kit_program_read(struct base_arena *arena, const char *root, const char *name)
{
    struct kit_program *program = base_arena_new(arena, struct kit_program);
    const struct rdna_code_options options = {.kind = rdna_code_hex};
    struct base_diags diags;
    size_t size;
    const char *text = corpus_read(arena, root, base_arena_printf(arena, "%s.hex", name), &size);

    base_diags_init(&diags, arena, name);
    const struct rdna_code *code =
        text ? rdna_code_read(arena, text, size, &options, &diags) : NULL;
    if (!code)
        return NULL;
    program->name = name;
    program->code = code;
    program->isa = code->isa;
    program->wave_size = code->programs.data[0].wave_size;
    program->words = code->words;
    program->word_count = code->count;
    program->source = rdna_code_header(code, "source");
    const char *driver = rdna_code_header(code, "driver");
    program->is_llvm = driver && strstr(driver, "LLVM") != NULL;
    const char *start = rdna_code_header(code, "start_registers");
    program->start_scalars = count_registers(start, "s[");
    program->start_vectors = count_registers(start, "v[");
    const char *resources = rdna_code_header(code, "sgprs");
    program->vgprs = resource(resources, "vgprs: ");
    program->lds_size = resource(resources, "lds: ");
    program->scratch_size = resource(resources, "scratch: ");
    for (uint32_t i = 0; i < code->headers.count; i++)
        if (strcmp(code->headers.data[i].name, "api") == 0 &&
            !read_api(arena, program, code->headers.data[i].value))
            return NULL;
    lay_out(program);
    return program;
}
