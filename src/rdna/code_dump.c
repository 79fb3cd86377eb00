/* SPDX-License-Identifier: MIT */
#include "rdna/cfg.h"
#include "rdna/code.h"
#include "rdna/print.h"

static void
dump_count(uint32_t count, const char *what, struct base_text *out)
{
    if (count)
        base_text_printf(out, ", %u %s", count, what);
}

/* What an object says of a program, as a comment. */
static void
dump_facts(const struct rdna_code *code, const struct rdna_program *program, struct base_text *out)
{
    base_text_printf(out, "; %s, wave%u, %s", rdna_isa_names[code->isa], program->wave_size,
                     program->stage      ? rdna_stage_name(program->stage)
                     : program->is_entry ? "entry"
                                         : "function");
    dump_count(program->sgprs, "SGPRs", out);
    dump_count(program->vgprs, "VGPRs", out);
    dump_count(program->lds_size, "bytes of LDS", out);
    dump_count(program->scratch_size, "bytes of scratch", out);
    base_text_add_char(out, '\n');
}

/* Names are any bytes of an object; what is none of a name's is a point. */
static void
dump_name(const char *name, struct base_text *out)
{
    for (; *name; name++) {
        const bool is_plain = (*name >= '0' && *name <= '9') || (*name >= 'a' && *name <= 'z') ||
                              (*name >= 'A' && *name <= 'Z') || *name == '_' || *name == '$';
        base_text_add_char(out, is_plain ? *name : '.');
    }
    base_text_add_string(out, ":\n");
}

static void
dump_data(const struct rdna_code *code, bool comments, struct base_text *out)
{
    for (uint32_t i = code->code_count; i < code->count; i++) {
        base_text_printf(out, "\t.long 0x%08x", code->words[i]);
        if (comments)
            base_text_printf(out, "%*s; %06x: %08x", 32, "", 4 * i, code->words[i]);
        base_text_add_char(out, '\n');
    }
}

void
rdna_code_dump(const struct rdna_code *code, const struct rdna_program *only, bool comments,
               struct base_text *out)
{
    const struct rdna_program *programs = code->programs.data;

    for (uint32_t i = 0; i < code->programs.count; i++) {
        const struct rdna_program *program = &programs[i];
        const bool has_other_name =
            !only && i + 1 < code->programs.count && programs[i + 1].first == program->first;
        const struct rdna_dump_options options = {
            .isa = code->isa,
            .wave_size = program->wave_size,
            .labels = true,
            .comments = comments,
            .base = program->first,
        };

        if (only && only != program)
            continue;
        if (*program->name) {
            dump_facts(code, program, out);
            dump_name(program->name, out);
        }
        if (!has_other_name)
            rdna_dump(code->words + program->first, program->end - program->first, &options, out);
    }
    dump_data(code, comments, out);
}

static void
dump_graph(const struct rdna_code *code, const struct rdna_program *only, unsigned wave_size,
           const char *name, struct base_text *out)
{
    const struct rdna_program *last = NULL;
    uint32_t *entries = base_arena_new_array(out->arena, uint32_t, code->programs.count);
    struct rdna_cfg_options options = {
        .isa = code->isa,
        .wave_size = wave_size,
        .entries = entries,
    };

    for (uint32_t i = 0; i < code->programs.count; i++) {
        const struct rdna_program *program = &code->programs.data[i];

        if ((only && only != program) || program->wave_size != wave_size)
            continue;
        entries[options.entry_count++] = program->first;
        last = program;
    }
    if (!last)
        return;
    const struct rdna_cfg *cfg =
        rdna_cfg_build(out->arena, code->words, code->code_count, &options);
    rdna_cfg_print(cfg, options.entry_count == 1 && *last->name ? last->name : name, out);
}

void
rdna_code_dump_graphs(const struct rdna_code *code, const struct rdna_program *only,
                      const char *name, struct base_text *out)
{
    dump_graph(code, only, 32, name, out);
    dump_graph(code, only, 64, name, out);
}
