/* SPDX-License-Identifier: MIT
 *
 * SPIR-V words: what is read holds the IR's invariants, before and after the passes; what is not
 * has an error. What is read goes on to the devices.
 */
#include "send_on.h"

#include <stdlib.h>

#define LIMIT ((size_t)256 << 20)
#define MAX_INSTS 200000

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
read_all(const uint32_t *words, size_t count, struct base_arena *arena, struct base_diags *diags)
{
    static const struct spirv_constant given[] = {{0, 3}, {1, 0}, {2, UINT64_MAX}};
    struct spirv_read_options options = {
        .constants = given, .constant_count = BASE_COUNT(given), .max_insts = MAX_INSTS};
    struct spirv_entry *entries;
    uint32_t entry_count;

    if (!spirv_list_entries(words, count, arena, &entries, &entry_count, diags))
        entry_count = 0;
    if (entry_count > 0)
        options.entry = entries[0].name;
    const uint32_t before = diags->error_count;
    struct ir_shader *shader = spirv_read(words, count, &options, arena, diags);
    if ((shader == NULL) != (diags->error_count > before))
        fuzz_die("a shader with an error, or neither", diags);
    if (shader &&
        (!ir_verify(shader, diags) || !ir_run_pipeline(shader, ir_pipeline_default, diags) ||
         !ir_verify(shader, diags)))
        fuzz_die("a broken shader", diags);
    if (shader)
        fuzz_send_on(shader, arena, diags);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const size_t count = size / sizeof(uint32_t);
    uint32_t *words = malloc(count * sizeof(uint32_t) + 1);
    struct base_arena arena;
    struct base_diags diags;

    if (!words)
        return 0;
    memcpy(words, data, count * sizeof(uint32_t));
    base_arena_init(&arena, LIMIT);
    if (BASE_ARENA_CATCH(&arena)) {
        base_diags_init(&diags, &arena, "fuzz");
        read_all(words, count, &arena, &diags);
    }
    base_arena_finish(&arena);
    free(words);
    return 0;
}
