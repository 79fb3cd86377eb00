/* SPDX-License-Identifier: MIT
 *
 * IR text: what is parsed prints as a text that parses to the same again, also after the passes;
 * then it goes on to the devices.
 */
#include "send_on.h"

#include <stdio.h>
#include <stdlib.h>

#define LIMIT ((size_t)256 << 20)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
die(const char *what, const char *text, const struct base_diags *diags)
{
    fprintf(stderr, "%s\n%s\n", what, text);
    for (uint32_t i = 0; i < diags->list.count; i++)
        fprintf(stderr, "%s\n", diags->list.data[i].message);
    abort();
}

static void
check_round_trip(const struct ir_shader *shader, struct base_arena *arena, struct base_diags *diags)
{
    struct base_text first, second;

    base_text_init(&first, arena);
    base_text_init(&second, arena);
    ir_print(shader, &first);
    const struct ir_shader *again = ir_parse(arena, first.data, first.count, diags);
    if (!again)
        die("what was printed does not parse", first.data, diags);
    ir_print(again, &second);
    if (first.count != second.count || memcmp(first.data, second.data, first.count) != 0)
        die("the text changes when it is parsed and printed", first.data, diags);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct base_arena arena;
    struct base_diags diags;

    base_arena_init(&arena, LIMIT);
    if (BASE_ARENA_CATCH(&arena)) {
        base_diags_init(&diags, &arena, "fuzz");
        struct ir_shader *shader = ir_parse(&arena, (const char *)data, size, &diags);
        if (!shader && !diags.error_count)
            die("no shader and no error", "", &diags);
        if (shader) {
            check_round_trip(shader, &arena, &diags);
            if (!ir_run_pipeline(shader, ir_pipeline_default, &diags) || !ir_verify(shader, &diags))
                die("a broken shader after the passes", "", &diags);
            check_round_trip(shader, &arena, &diags);
            fuzz_send_on(shader, &arena, &diags);
        }
    }
    base_arena_finish(&arena);
    return 0;
}
