/* SPDX-License-Identifier: MIT
 *
 * How fast RDNA programs become SPIR-V words, on one thread, by the whole way: words, graph, scan,
 * IR, passes, module. Prints processor time of the median round and what the modules are long.
 *
 *   bench_rdna_translate
 */
#include "bench.h"

#include "rdna/lower/lower.h"
#include "rdna/parse.h"
#include "spirv/spirv.h"

#include <stdio.h>
#include <string.h>

#define ROUNDS 7

struct sample {
    const char *name;
    enum ir_stage stage;
    unsigned repeats; /* Of the body, */
    unsigned rounds;  /* and of the translation in a round. */
    const char *head, *body, *tail;
};

static const struct sample samples[] = {
    {"shading", ir_stage_fragment, 1, 2000,
     "v_interp_p1_f32 v2, v0, attr0.x\nv_interp_p1_f32 v3, v0, attr0.y\n"
     "v_interp_p1_f32 v4, v0, attr0.z\nv_interp_p2_f32 v2, v1, attr0.x\n"
     "v_interp_p2_f32 v3, v1, attr0.y\nv_interp_p2_f32 v4, v1, attr0.z\n",
     "v_mul_f32 v5, v2, v2\nv_fmac_f32 v5, v3, v3\nv_fmac_f32 v5, v4, v4\nv_rsq_f32 v5, v5\n"
     "v_mul_f32 v2, v2, v5\nv_mul_f32 v3, v3, v5\nv_mul_f32 v4, v4, v5\n"
     "v_mul_f32 v6, 0x3f13cd3a, v2\nv_fmac_f32 v6, 0x3f13cd3a, v3\nv_max_f32 v6, 0, v6\n"
     "v_mul_f32 v7, v6, v6\nv_mul_f32 v7, v7, v7\nv_add_f32 v8, v6, v7\n"
     "v_cmp_gt_f32 vcc_lo, 0.5, v6\nv_cndmask_b32 v9, v8, v7, vcc_lo\n"
     "s_and_saveexec_b32 s0, vcc_lo\ns_cbranch_execz lit\nv_mul_f32 v8, 0.5, v8\n"
     "v_add_f32 v9, v9, v8\nlit:\ns_or_b32 exec_lo, exec_lo, s0\n",
     "v_cvt_pkrtz_f16_f32 v8, v8, v9\nv_cvt_pkrtz_f16_f32 v9, v6, 1.0\n"
     "exp mrt0 v8, v8, v9, v9 done compr vm\ns_endpgm\n"},
    {"derivatives", ir_stage_fragment, 1, 2000,
     "s_mov_b32 s20, exec_lo\ns_wqm_b32 exec_lo, exec_lo\nv_interp_p1_f32 v5, v0, attr0.x\n"
     "v_interp_p2_f32 v5, v1, attr0.x\n",
     "v_mov_b32_dpp v4, v5 quad_perm:[0,0,2,2] row_mask:0xf bank_mask:0xf\n"
     "v_sub_f32_dpp v6, v5, v4 quad_perm:[1,1,3,3] row_mask:0xf bank_mask:0xf\n"
     "v_mul_f32 v8, 0x43000000, v6\n",
     "s_mov_b32 exec_lo, s20\nexp mrt0 v8, v4, v5, v6 done vm\ns_endpgm\n"},
    {"long", ir_stage_fragment, 4000, 4, "v_mov_b32 v8, 1.0\n",
     "v_add_f32 v9, v8, v9\nv_mul_f32 v10, v9, v8\nv_fmac_f32 v8, v9, v10\n"
     "v_add_nc_u32 v11, v8, v11\nv_xor_b32 v12, v11, v9\nv_lshlrev_b32 v13, 3, v12\n"
     "v_max_f32 v9, v10, v9\nv_and_b32 v11, v13, v11\nv_cvt_f32_u32 v14, v11\n"
     "v_fma_f32 v8, v14, v8, v10\n",
     "exp mrt0 v8, v9, v10, v11 done vm\ns_endpgm\n"},
};

static const struct rdna_start starts[] = {
    {.kind = rdna_start_persp_center, .axis = 0, .code = RDNA_VGPR0},
    {.kind = rdna_start_persp_center, .axis = 1, .code = RDNA_VGPR0 + 1}};

/* Words of the module; 0 if there is none. */
static size_t
translate(const struct rdna_assembly *code, enum ir_stage stage)
{
    const struct rdna_lower_options options = {.isa = rdna_isa_gfx1030,
                                               .wave_size = 32,
                                               .stage = stage,
                                               .mode = RDNA_MODE_START,
                                               .starts = starts,
                                               .start_count = BASE_COUNT(starts)};
    const struct spirv_write_options write = {
        .target = spirv_target_vulkan1_3, .no_names = true, .flush_denormals = SPIRV_FLOATS_32};
    struct base_arena arena;
    struct base_diags diags;
    struct spirv_module module = {NULL, 0};

    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena))
        return 0;
    base_diags_init(&diags, &arena, "program");
    struct ir_shader *shader = rdna_lower(code->words, code->count, &options, &arena, NULL, &diags);
    if (shader && ir_run_pipeline(shader, ir_pipeline_default, &diags))
        spirv_translate(shader, &write, &arena, &module, &diags);
    if (!module.count)
        printf("%s\n", diags.list.data[0].message);
    const size_t count = module.count;
    base_arena_finish(&arena);
    return count;
}

static unsigned
count_lines(const char *text)
{
    unsigned lines = 0;

    for (; *text; text++)
        lines += *text == '\n';
    return lines;
}

static void
run(const struct sample *sample, struct base_arena *arena)
{
    double seconds[ROUNDS];
    struct rdna_assembly code;
    struct base_diags diags;
    struct base_text text;
    size_t words = 0;

    base_text_init(&text, arena);
    base_text_add_string(&text, sample->head);
    for (unsigned i = 0; i < sample->repeats; i++)
        base_text_add_string(&text, sample->body);
    base_text_add_string(&text, sample->tail);
    base_diags_init(&diags, arena, sample->name);
    if (!rdna_assemble(base_text_string(&text), text.count, rdna_isa_gfx1030, 32, arena, &code,
                       &diags)) {
        printf("%s\n", diags.list.data[0].message);
        return;
    }
    for (unsigned round = 0; round < ROUNDS; round++) {
        const double begin = bench_seconds(CLOCK_PROCESS_CPUTIME_ID);
        for (unsigned i = 0; i < sample->rounds; i++)
            words = translate(&code, sample->stage);
        seconds[round] = bench_seconds(CLOCK_PROCESS_CPUTIME_ID) - begin;
    }
    const unsigned labels = strstr(sample->body, ":\n") != 0;
    const unsigned insts = count_lines(base_text_string(&text)) - labels;
    const double median = bench_median(seconds, ROUNDS) / sample->rounds;
    printf("%-11s: %u instructions, %zu words of module (%.1f an instruction): %.1f us, %.2f "
           "million instructions/s\n",
           sample->name, insts, words, (double)words / insts, median * 1e6, insts / median / 1e6);
}

static void
measure(const struct sample *sample)
{
    struct base_arena arena;

    base_arena_init(&arena, 0);
    if (BASE_ARENA_CATCH(&arena))
        run(sample, &arena);
    base_arena_finish(&arena);
}

int
main(void)
{
    for (size_t i = 0; i < BASE_COUNT(samples); i++)
        measure(&samples[i]);
    return 0;
}
