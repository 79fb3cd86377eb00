/* SPDX-License-Identifier: MIT
 *
 * TGSI text, all the way: what is read is written and read again; what is checked is lowered; what
 * is lowered holds the IR's invariants, before and after the passes.
 */
#include "reread.h"

#include <stdio.h>
#include <stdlib.h>

#define LIMIT ((size_t)256 << 20)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
die(const char *what, const struct base_diags *diags)
{
    fprintf(stderr, "%s\n", what);
    for (uint32_t i = 0; i < diags->list.count; i++)
        fprintf(stderr, "%s\n", diags->list.data[i].message);
    abort();
}

static void
check_round_trip(struct base_arena *arena, const struct tgsi_program *program,
                 struct base_diags *diags)
{
    const struct tgsi_read_options same = {.dialect = fuzz_dialect_to_ask(program)};
    struct base_text first, second;

    base_text_init(&first, arena);
    base_text_init(&second, arena);
    tgsi_write_text(program, &first);
    const struct tgsi_program *again = tgsi_read_text(arena, first.data, first.count, &same, diags);
    if (!again)
        die(first.data, diags);
    tgsi_write_text(again, &second);
    if (first.count != second.count || memcmp(first.data, second.data, first.count) != 0)
        die("the text changes when it is read and written", diags);
}

/* The last byte, which is white space or a letter of END in what is good, chooses the guest's
 * state.
 */
static struct tgsi_lower_options
options_of(const uint8_t *data, size_t size)
{
    const unsigned bits = size > 0 ? data[size - 1] + (unsigned)size : 0;

    return (struct tgsi_lower_options){
        .name = "fuzz",
        .default_point_size = 1,
        .flat_shade = bits & 1,
        .two_side = bits >> 1 & 1,
        .clamp_vertex_color = bits >> 2 & 1,
        .clamp_fragment_color = bits >> 2 & 1,
        .clip_planes = bits >> 3 & 1 ? 0x81 : 0,
        .color_targets = bits >> 4 & 1 ? 8 : 0,
        .block_size = {bits & 1, 1, 1},
    };
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct tgsi_lower_options options = options_of(data, size);
    const char *text = (const char *)data;
    struct base_arena arena;
    struct base_diags diags;

    base_arena_init(&arena, LIMIT);
    if (BASE_ARENA_CATCH(&arena)) {
        base_diags_init(&diags, &arena, "fuzz");
        base_diags_set_text(&diags, text, size);
        struct tgsi_program *program = tgsi_read_text(&arena, text, size, NULL, &diags);
        if (!program && !diags.error_count)
            die("no program and no error", &diags);
        if (program) {
            const bool is_good = tgsi_check(program, &diags);

            if (is_good == (diags.error_count > 0))
                die("the checker contradicts itself", &diags);
            base_diags_set_text(&diags, NULL, 0);
            if (is_good) {
                struct ir_shader *shader = tgsi_lower(program, &options, &arena, &diags);

                if (shader && (!ir_verify(shader, &diags) ||
                               !ir_run_pipeline(shader, ir_pipeline_default, &diags) ||
                               !ir_verify(shader, &diags)))
                    die("a broken shader", &diags);
            }
            check_round_trip(&arena, program, &diags);
        }
    }
    base_arena_finish(&arena);
    return 0;
}
