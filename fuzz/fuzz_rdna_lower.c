/* SPDX-License-Identifier: MIT
 *
 * Any words as RDNA code: what is translated holds the IR's invariants, before and after the
 * passes, and goes on to the devices; what is not has an error. Four bytes before the words say
 * what is asked for:
 *
 *   0  bits 1:0 the chip, 2 waves of 64, 5:3 the company (4 and up: none is asked for), 6 the
 * host's subgroups are as large as waves, 7 all registers come from memory 1  bits 1:0 the stage, 2
 * fmas are made of doubles, 3 data stands behind the code, 7:4 colours 2  bits 7:0 of MODE 3  bits
 * 1:0 bits 9:8 of MODE, 7:2 the entry's word
 */
#include "rdna/lower/lower.h"
#include "send_on.h"

#include <stdlib.h>

#define LIMIT ((size_t)256 << 20)
#define MAX_WORDS 1024
#define WINDOW UINT64_C(0x500000000)
#define LARGE 20000 /* Instructions: the passes take seconds for more. */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct rdna_start fragment_starts[] = {
    {rdna_start_value, 0, 0, 0},          {rdna_start_value, 0, 1, 5},
    {rdna_start_value, 0, 124, 0},        {rdna_start_persp_center, 0, 256, 0},
    {rdna_start_persp_center, 1, 257, 0}, {rdna_start_position, 0, 258, 0},
    {rdna_start_position, 1, 259, 0},     {rdna_start_front_face, 0, 260, 0},
};
static const struct rdna_start vertex_starts[] = {
    {rdna_start_value, 0, 0, 0},
    {rdna_start_value, 0, 1, 5},
    {rdna_start_vertex_id, 0, 256, 0},
    {rdna_start_instance_id, 0, 257, 0},
};
static const struct rdna_start compute_starts[] = {
    {rdna_start_value, 0, 0, 0},      {rdna_start_value, 0, 1, 5},
    {rdna_start_value, 0, 2, 0x100},  {rdna_start_value, 0, 3, 0x30016fac},
    {rdna_start_group_id, 0, 4, 0},   {rdna_start_local_id, 0, 256, 0},
    {rdna_start_local_id, 1, 257, 0},
};

static struct rdna_lower_options
read_options(const uint8_t *head)
{
    static const enum ir_stage stages[4] = {ir_stage_compute, ir_stage_fragment, ir_stage_vertex,
                                            ir_stage_compute};
    const unsigned company = head[0] >> 3 & 7;
    struct rdna_lower_options options = {
        .name = "fuzz",
        .isa = (enum rdna_isa)((head[0] & 3) % rdna_isa_count),
        .wave_size = head[0] & 4 ? 64 : 32,
        .stage = stages[head[1] & 3],
        .entry = head[3] >> 2,
        .has_company = company < rdna_company_count,
        .mode = head[2] | (head[3] & 3u) << 8,
        .code_address = 0x100000,
        .has_data = head[1] & 8,
        .window = WINDOW,
        .exact_fma = head[1] & 4,
        .local_size = {8, 8, 1},
        .lds_size = 1024,
        .scratch_size = 64,
        .unorm16 = head[1] & 0x10,
        .uint16 = head[1] & 0x20,
        .uint32 = head[1] & 0x40,
        .sint32 = head[1] & 0x80,
    };

    if (options.has_company)
        options.company = (enum rdna_company)company;
    if (head[0] & 0x40)
        options.subgroup_size = options.wave_size;
    if (options.stage == ir_stage_compute) {
        options.shell = head[0] & 0x80 ? rdna_shell_state : rdna_shell_stage;
        options.starts = compute_starts;
        options.start_count = BASE_COUNT(compute_starts);
    } else if (options.stage == ir_stage_vertex) {
        options.starts = vertex_starts;
        options.start_count = BASE_COUNT(vertex_starts);
    } else {
        options.starts = fragment_starts;
        options.start_count = BASE_COUNT(fragment_starts);
    }
    return options;
}

static void
translate(const uint32_t *words, uint32_t count, const struct rdna_lower_options *options,
          struct base_arena *arena, struct base_diags *diags)
{
    struct rdna_lower_report report = {0};
    struct ir_shader *shader = rdna_lower(words, count, options, arena, &report, diags);

    if ((shader == NULL) != (diags->error_count > 0))
        fuzz_die("a shader with an error, or neither", diags);
    if (!shader)
        return;
    if (!ir_verify(shader, diags))
        fuzz_die("a broken shader", diags);
    if (shader->insts.count > LARGE)
        return;
    if (!ir_run_pipeline(shader, ir_pipeline_default, diags) || !ir_verify(shader, diags))
        fuzz_die("a shader that passes broke", diags);
    fuzz_send_on(shader, arena, diags);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 8)
        return 0;
    const struct rdna_lower_options options = read_options(data);
    const size_t all = size / sizeof(uint32_t) - 1, count = all < MAX_WORDS ? all : MAX_WORDS;
    /* As large as the words, so that reading past them is seen. */
    uint32_t *words = malloc(count * sizeof(uint32_t));
    struct base_arena arena;
    struct base_diags diags;

    if (!words)
        return 0;
    memcpy(words, data + 4, count * sizeof(uint32_t));
    base_arena_init(&arena, LIMIT);
    if (BASE_ARENA_CATCH(&arena)) {
        base_diags_init(&diags, &arena, "fuzz");
        translate(words, (uint32_t)count, &options, &arena, &diags);
    }
    base_arena_finish(&arena);
    free(words);
    return 0;
}
