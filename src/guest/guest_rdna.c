/* SPDX-License-Identifier: MIT
 *
 * RDNA code to IR: which program, for which stage, what its registers begin with, what it asked
 * for.
 */
#include "guest/guest_priv.h"

#include "rdna/decode.h"
#include "rdna/print.h"

#include <stdio.h>
#include <string.h>

/* ---- the program ---- */

static bool
find_program(const struct rdna_code *code, const char *name, const struct rdna_program **program,
             struct base_diags *diags)
{
    uint32_t entries = 0;

    *program = name ? rdna_code_find(code, name) : NULL;
    for (uint32_t i = 0; !name && i < code->programs.count; i++) {
        if (!code->programs.data[i].is_entry)
            continue;
        *program = &code->programs.data[i];
        entries++;
    }
    if (*program && entries <= 1)
        return true;
    if (name)
        base_error(diags, QD_CODE_RDNA_OBJECT, base_at_nowhere(),
                   "found no program \"%s\", expected one of that name", name);
    else
        base_error(diags, QD_CODE_RDNA_OBJECT, base_at_nowhere(),
                   "found %u programs, expected one, or the name of one", (unsigned)entries);
    return false;
}

static bool
find_stage(const struct guest_options *options, const struct rdna_program *program,
           enum ir_stage *stage, struct base_diags *diags)
{
    static const enum ir_stage stages[rdna_stage_count] = {
        [rdna_stage_vertex] = ir_stage_vertex,
        [rdna_stage_tess_control] = ir_stage_tess_control,
        [rdna_stage_tess_eval] = ir_stage_tess_eval,
        [rdna_stage_geometry] = ir_stage_geometry,
        [rdna_stage_fragment] = ir_stage_fragment,
        [rdna_stage_compute] = ir_stage_compute,
    };

    if (!options->has_stage && program->stage == rdna_stage_none) {
        base_error(diags, QD_CODE_UNSUPPORTED, base_at_nowhere(),
                   "found code that does not say its stage, expected to be told");
        return false;
    }
    *stage = options->has_stage ? options->stage : stages[program->stage];
    return true;
}

/* ---- starts ---- */

struct starts {
    BASE_ARRAY(struct rdna_start) list;
};

static bool
read_start(struct starts *starts, const struct rdna_header *header, struct base_arena *arena,
           struct base_diags *diags)
{
    struct rdna_start start;
    const char *expected = rdna_start_read(header->value, strlen(header->value), &start);

    if (expected) {
        base_error(diags, QD_CODE_RDNA_SYNTAX, base_at_line(header->line, 1),
                   "found start \"%s\", expected %s", header->value, expected);
        return false;
    }
    base_array_push(arena, &starts->list, start);
    return true;
}

static void
add_start(struct starts *starts, enum rdna_start_kind kind, unsigned axis, unsigned reg,
          struct base_arena *arena)
{
    const struct rdna_start start = {
        .kind = (uint8_t)kind, .axis = (uint8_t)axis, .code = (uint16_t)(RDNA_VGPR0 + reg)};

    base_array_push(arena, &starts->list, start);
}

/* The first of RADV's "start_registers: s[0-1] s[2] v[0-1]" that are so many vector registers in a
 * row. */
static bool
find_row(const char *registers, unsigned count, unsigned *first)
{
    unsigned from, to;

    for (const char *at = registers; (at = strchr(at, 'v')); at++) {
        if (sscanf(at, "v[%3u-%3u]", &from, &to) != 2 || to - from + 1 != count || to > 255)
            continue;
        *first = from;
        return true;
    }
    return false;
}

/* Those lines say which registers hold arguments, and nothing of what they are. */
static void
guess_starts(const char *registers, enum ir_stage stage, struct starts *starts,
             struct base_arena *arena, struct base_diags *diags)
{
    unsigned first;

    if (stage == ir_stage_compute && find_row(registers, 3, &first)) {
        for (unsigned axis = 0; axis < 3; axis++)
            add_start(starts, rdna_start_local_id, axis, first + axis, arena);
    } else if (stage == ir_stage_fragment && find_row(registers, 2, &first)) {
        for (unsigned axis = 0; axis < 2; axis++)
            add_start(starts, rdna_start_persp_center, axis, first + axis, arena);
        base_warning(diags, QD_CODE_UNSUPPORTED, base_at_nowhere(),
                     "start_registers does not say which barycentrics v%u and v%u hold: those of "
                     "PERSP_CENTER are taken",
                     first, first + 1);
    }
}

/* Lines "# start:" of the code; what the options say goes before them. */
static bool
find_starts(const struct rdna_code *code, const struct guest_options *options, enum ir_stage stage,
            struct starts *starts, struct base_arena *arena, struct base_diags *diags)
{
    const char *registers = rdna_code_header(code, "start_registers");

    for (uint32_t i = 0; i < code->headers.count; i++)
        if (strcmp(code->headers.data[i].name, "start") == 0 &&
            !read_start(starts, &code->headers.data[i], arena, diags))
            return false;
    for (uint32_t i = 0; i < options->rdna.start_count; i++)
        base_array_push(arena, &starts->list, options->rdna.starts[i]);
    if (starts->list.count == 0 && registers)
        guess_starts(registers, stage, starts, arena, diags);
    return true;
}

/* ---- what it asked for ---- */

static const char *
text_at(const struct rdna_code *code, const struct rdna_program *program, uint32_t offset,
        struct base_arena *arena)
{
    const uint32_t at = offset / 4;
    char text[RDNA_MAX_TEXT];
    struct rdna_inst inst;

    if (at >= code->count ||
        !rdna_decode(code->words + at, code->count - at, code->isa, program->wave_size, &inst))
        return "";
    inst.offset = offset;
    const size_t size = rdna_print(&inst, code->isa, program->wave_size, text);
    return base_arena_copy_string(arena, text, size);
}

static void
report(struct guest_rdna_report *to, const struct rdna_lower_report *from,
       const struct rdna_code *code, const struct rdna_program *program, enum ir_stage stage,
       struct base_arena *arena)
{
    to->company = from->company;
    to->stage = stage;
    to->wave_size = program->wave_size;
    for (uint32_t i = 0; i < from->demands.count; i++) {
        const struct rdna_demand *demand = &from->demands.data[i];
        struct guest_demand *added = base_array_add(arena, &to->demands);
        *added = (struct guest_demand){.offset = demand->offset,
                                       .company = (enum rdna_company)demand->company,
                                       .text = text_at(code, program, demand->offset, arena),
                                       .why = demand->why};
    }
}

/* ---- the whole ---- */

static struct rdna_lower_options
lower_options(const struct guest_options *options, const struct rdna_code *code,
              const struct rdna_program *program, const struct starts *starts, enum ir_stage stage)
{
    const struct guest_rdna *rdna = &options->rdna;
    struct rdna_lower_options lower = rdna->lower;

    lower.name = options->name;
    lower.isa = code->isa;
    lower.wave_size = program->wave_size;
    lower.stage = stage;
    lower.entry = program->first;
    lower.has_data = code->count > code->code_count;
    lower.mode = rdna->has_mode ? lower.mode : RDNA_MODE_START;
    lower.starts = starts->list.data;
    lower.start_count = starts->list.count;
    if (!lower.lds_size)
        lower.lds_size = program->lds_size;
    if (!lower.scratch_size)
        lower.scratch_size = program->scratch_size;
    if (!lower.local_size[0])
        lower.local_size[0] = program->wave_size;
    for (unsigned axis = 1; axis < 3; axis++)
        if (!lower.local_size[axis])
            lower.local_size[axis] = 1;
    return lower;
}

struct rdna_code *
guest_read_code(const void *code, size_t size, const struct guest_options *options,
                struct base_arena *arena, struct base_diags *diags)
{
    const struct rdna_code_options read = {.kind = options->rdna.kind,
                                           .has_isa = options->rdna.has_isa,
                                           .isa = options->rdna.lower.isa,
                                           .wave_size = options->rdna.lower.wave_size,
                                           .metadata = options->rdna.metadata};

    return rdna_code_read(arena, code, size, &read, diags);
}

struct ir_shader *
guest_read_rdna(const void *bytes, size_t size, const struct guest_options *options,
                struct base_arena *arena, struct base_diags *diags)
{
    struct rdna_code *code = guest_read_code(bytes, size, options, arena, diags);
    const struct rdna_program *program;
    struct rdna_lower_report found = {0};
    struct starts starts = {0};
    enum ir_stage stage;

    if (!code || !find_program(code, options->entry, &program, diags) ||
        !find_stage(options, program, &stage, diags) ||
        !find_starts(code, options, stage, &starts, arena, diags))
        return NULL;
    const struct rdna_lower_options lower = lower_options(options, code, program, &starts, stage);
    struct ir_shader *shader =
        rdna_lower(code->words, code->code_count, &lower, arena, &found, diags);
    if (shader && found.company == rdna_company_subgroup)
        ir_add_emulated(shader, base_arena_printf(arena,
                                                  "the guest's waves are the host's subgroups: the "
                                                  "pipeline is to ask for %u lanes",
                                                  program->wave_size));
    if (options->rdna.report)
        report(options->rdna.report, &found, code, program, stage, arena);
    return shader;
}
