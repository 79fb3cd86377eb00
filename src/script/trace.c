/* SPDX-License-Identifier: MIT
 *
 * Instructions that waves execute, as text: a line for each, and one for each register that it
 * changed.
 */
#include "rdna/print.h"
#include "rdna/wave/dispatch.h"
#include "script/script_priv.h"

#include <inttypes.h>
#include <stdio.h>

struct tracer {
    const struct rdna_dispatch *dispatch;
    const struct script_trace *trace;
    struct base_text text;
};

static void
print_name(struct base_text *text, unsigned code)
{
    static const struct {
        uint16_t code;
        const char *name;
    } names[] = {
#define RDNA_SPECIAL(code, name) {code, name},
#include "rdna/names.def"
    };

    for (size_t i = 0; i < BASE_COUNT(names); i++) {
        if (code == names[i].code) {
            base_text_add_string(text, code == RDNA_SCC ? "scc" : names[i].name);
            return;
        }
    }
    if (code >= RDNA_VGPR0)
        base_text_printf(text, "v%u", code - RDNA_VGPR0);
    else if (code >= RDNA_TTMP0)
        base_text_printf(text, "ttmp%u", code - RDNA_TTMP0);
    else
        base_text_printf(text, "s%u", code);
}

/* Lanes of a run are named once; so is the value if it is the same in all. */
static void
print_run(struct base_text *text, const uint32_t *values, unsigned first, unsigned end)
{
    bool is_same = true;

    for (unsigned i = first; i < end; i++)
        is_same = is_same && values[i] == values[first];
    if (end - first == 1)
        base_text_printf(text, "[%u] =", first);
    else
        base_text_printf(text, "[%u..%u] =", first, end - 1);
    for (unsigned i = first; i < (is_same ? first + 1 : end); i++)
        base_text_printf(text, " %08" PRIx32, values[i]);
}

static void
print_vector(struct base_text *text, const uint32_t *values, uint64_t lanes)
{
    for (unsigned first = 0, end; first < RDNA_MAX_LANES; first = end) {
        end = first + 1;
        if (!(lanes >> first & 1))
            continue;
        while (end < RDNA_MAX_LANES && lanes >> end & 1)
            end++;
        print_run(text, values, first, end);
        lanes &= ~((UINT64_C(2) << (end - 1)) - 1);
        if (lanes)
            base_text_add_string(text, ", ");
    }
}

static void
print_change(struct base_text *text, const struct rdna_wave *wave, const struct rdna_change *change)
{
    base_text_add_string(text, "    ");
    print_name(text, change->code);
    if (change->code >= RDNA_VGPR0)
        print_vector(text, wave->vectors[change->code - RDNA_VGPR0], change->lanes);
    else if (change->code == RDNA_SCC)
        base_text_printf(text, " = %d", wave->scc);
    else
        base_text_printf(text, " = %08" PRIx32, wave->scalars[change->code]);
    base_text_add_char(text, '\n');
}

static void
after(void *user, const struct rdna_wave *wave, const struct rdna_inst *inst,
      const struct rdna_change *changes, uint32_t count)
{
    struct tracer *tracer = user;
    const struct rdna_dispatch *dispatch = tracer->dispatch;
    struct base_text *text = &tracer->text;
    char printed[RDNA_MAX_TEXT];

    rdna_print(inst, dispatch->program->isa, dispatch->program->wave_size, printed);
    text->count = 0;
    base_text_printf(
        text,
        "workgroup %" PRIu32 " %" PRIu32 " %" PRIu32 ", wave %" PRIu32 ", 0x%" PRIx32 ": %s\n",
        dispatch->id[0], dispatch->id[1], dispatch->id[2], wave->index, inst->offset, printed);
    for (uint32_t i = 0; i < count; i++)
        print_change(text, wave, &changes[i]);
    tracer->trace->write(tracer->trace->context, text->data, text->count);
}

void
script_trace_dispatch(struct rdna_dispatch *dispatch, const struct script_trace *trace,
                      struct base_arena *arena)
{
    struct tracer *tracer = base_arena_new(arena, struct tracer);

    tracer->dispatch = dispatch;
    tracer->trace = trace;
    base_text_init(&tracer->text, arena);
    dispatch->trace = (struct rdna_trace){.after = after, .user = tracer};
}
