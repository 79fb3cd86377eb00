/* SPDX-License-Identifier: MIT */
#include <quadrille/rdna.h>

#include "api/api_priv.h"
#include "guest/guest.h"
#include "rdna/code.h"

#include <stdlib.h>

struct request {
    const void *code;
    size_t size;
    struct qd_disassemble_options options;
};

static bool
find_program(struct qd_output *out, const struct rdna_code *code, const char *name,
             const struct rdna_program **program)
{
    *program = name ? rdna_code_find(code, name) : NULL;
    if (!name || *program)
        return true;
    base_error(&out->diags, QD_CODE_RDNA_OBJECT, base_at_nowhere(),
               "found no program \"%s\", expected one of that name", name);
    return false;
}

static bool
work(struct qd_output *out, const struct request *request)
{
    const struct qd_disassemble_options *options = &request->options;
    const struct rdna_code_options read = {
        .kind = api_code_kind(options->form),
        .has_isa = options->isa != QD_RDNA_ISA_NONE,
        .isa = api_isa(options->isa),
        .wave_size = options->wave_size,
    };
    const struct rdna_program *only;
    struct base_text text;

    const struct rdna_code *code =
        rdna_code_read(&out->arena, request->code, request->size, &read, &out->diags);
    if (!code || !find_program(out, code, options->program, &only))
        return false;
    base_text_init(&text, &out->arena);
    if (options->text == QD_RDNA_TEXT_GRAPH) {
        rdna_code_dump_graphs(code, only, out->diags.name, &text);
    } else {
        for (uint32_t i = 0; i < code->programs.count; i++)
            if (!only || only == &code->programs.data[i])
                rdna_code_check(code, &code->programs.data[i], &out->diags);
        rdna_code_dump(code, only, options->text == QD_RDNA_TEXT_WORDS, &text);
    }
    out->disassembly = base_text_string(&text);
    return true;
}

static enum qd_result
work_in_budget(struct qd_output *out, const struct request *request)
{
    if (BASE_ARENA_CATCH(&out->arena))
        return work(out, request) ? QD_OK : api_result(&out->diags);
    base_error(&out->diags, QD_CODE_MEMORY_BUDGET, base_at_nowhere(),
               "found no more memory within the budget of %llu bytes",
               (unsigned long long)request->options.memory_limit);
    return QD_ERROR_MEMORY;
}

static void
run(struct qd_output *out, const struct request *request)
{
    const char *name = request->options.name;

    if (!BASE_ARENA_CATCH(&out->report)) {
        out->result = QD_ERROR_MEMORY;
        out->disassembly = NULL;
        out->diags.list.count = 0;
        out->text = "";
        return;
    }
    name = name ? base_arena_copy_string(&out->report, name, strlen(name)) : "<input>";
    base_diags_init(&out->diags, &out->report, name);
    out->result = work_in_budget(out, request);
    api_finish(out);
}

static bool
is_sound(const void *code, size_t size, const struct qd_disassemble_options *options)
{
    return options && options->size == sizeof(*options) && (code || size == 0) &&
           (unsigned)options->form <= QD_RDNA_FORM_ASSEMBLY &&
           (unsigned)options->isa <= QD_RDNA_ISA_GFX1030 &&
           (unsigned)options->text <= QD_RDNA_TEXT_GRAPH &&
           (options->wave_size == 0 || options->wave_size == 32 || options->wave_size == 64);
}

enum qd_result
qd_disassemble(const void *code, size_t size, const struct qd_disassemble_options *options,
               struct qd_output **out)
{
    struct request request = {.code = code ? code : "", .size = size};

    if (!out)
        return QD_ERROR_ARGUMENT;
    *out = NULL;
    if (!is_sound(code, size, options))
        return QD_ERROR_ARGUMENT;
    *out = calloc(1, sizeof(**out));
    if (!*out)
        return QD_ERROR_MEMORY;
    request.options = *options;
    if (request.options.memory_limit == 0)
        request.options.memory_limit = GUEST_DEFAULT_MEMORY;
    base_arena_init(&(*out)->arena, guest_arena_limit(request.options.memory_limit));
    base_arena_init(&(*out)->report, 0);
    run(*out, &request);
    return (*out)->result;
}

const char *
qd_output_disassembly(const struct qd_output *out)
{
    return out->disassembly ? out->disassembly : "";
}
