/* SPDX-License-Identifier: MIT
 *
 * D822 on triangles whose edges cut quads: every quad permute with both FETCH_INACTIVE and both
 * BOUND_CTRL and every pattern of EXEC in a quad, in straight code, in branches, behind a discard
 * with the scalar early exit that compilers put there, and in loops that lanes leave one by one.
 * What each covered pixel writes is what the wave interpreter gives its lane.
 *
 *   test-rdna-lower-quad [cpu|vulkan[:N]] [broadcast|derivatives] [STEP]
 *
 * STEP: only every STEP-th permute. Prints how many combinations were compared.
 */
#include "quad_device.h"
#include "sanitized.h"

#include "rdna/lower/lower.h"
#include "rdna/parse.h"
#include "rdna/wave/wave.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum {
    SIDE = 32, /* Of the picture. */
    QUADS = SIDE / 2,
    LANES = 32,
    TARGETS = 8,
    READS = 4 * TARGETS, /* Of a program. */
    VARIANTS = 4 * 256,  /* FETCH_INACTIVE, BOUND_CTRL, permute. */
    FIRST_RESULT = 32    /* Of vector registers. */
};

enum context { context_straight, context_branch, context_discard, context_loop, context_count };

static const char *const context_names[] = {"straight", "branch", "discard", "loop"};

static struct quad_device device;
static unsigned step = IS_SANITIZED ? 16 : 1;

/* ---- programs ---- */

struct writer {
    char text[65536];
    size_t size;
};

static void BASE_PRINTF(2, 3) put(struct writer *w, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    const int count = vsnprintf(w->text + w->size, sizeof(w->text) - w->size, format, args);
    va_end(args);
    assert_true(count >= 0 && (size_t)count < sizeof(w->text) - w->size);
    w->size += (size_t)count;
}

/* v0, v1: the pixel's centre. Then v2, v3: the pixel; v4: its place in the quad; v5: the lane's bit
 * of a pattern that the quad's place on the screen chooses; v6: a value of its own; v7: how often a
 * loop goes round. */
static void
put_start(struct writer *w)
{
    put(w, "s_mov_b32 s0, exec_lo\n"
           "s_wqm_b32 exec_lo, exec_lo\n"
           "v_cvt_u32_f32 v2, v0\n"
           "v_cvt_u32_f32 v3, v1\n"
           "v_and_b32 v4, 1, v2\n"
           "v_and_b32 v5, 1, v3\n"
           "v_lshl_or_b32 v4, v5, 1, v4\n"
           "v_lshrrev_b32 v5, 1, v2\n"
           "v_lshrrev_b32 v6, 1, v3\n"
           "v_mad_u32_u24 v5, v6, 5, v5\n"
           "v_and_b32 v5, 15, v5\n"
           "v_lshrrev_b32 v5, v4, v5\n"
           "v_and_b32 v5, 1, v5\n"
           "v_mul_u32_u24 v6, 0x1234567, v2\n"
           "v_mul_u32_u24 v7, 0x7654321, v3\n"
           "v_xor_b32 v6, v6, v7\n"
           "v_xor_b32 v6, 0xbf0381c7, v6\n"
           "v_lshrrev_b32 v7, 3, v2\n"
           "v_and_b32 v7, 1, v7\n"
           "v_add_nc_u32 v7, v7, v5\n");
    for (unsigned i = 0; i < READS; i++)
        put(w, "v_xor_b32 v%u, 0x%x, v6\n", FIRST_RESULT + i, 0x10000u + i);
}

/* Forms that DPP has: of one and of two sources, with modifiers, in place, of the old value, with
 * a bit of VCC, on halves. */
static void
put_read(struct writer *w, unsigned i, unsigned variant)
{
    const unsigned perm = variant & 255, result = FIRST_RESULT + i;
    const char *fi = variant & 256 ? " fi:1" : "", *bc = variant & 512 ? " bound_ctrl:0" : "";
    char how[96];

    snprintf(how, sizeof(how), "quad_perm:[%u,%u,%u,%u] row_mask:0xf bank_mask:0xf%s%s", perm & 3,
             perm >> 2 & 3, perm >> 4 & 3, perm >> 6, bc, fi);
    switch ((i + perm / 32) % 8) {
    case 0:
        put(w, "v_mov_b32_dpp v%u, v6 %s\n", result, how);
        break;
    case 1:
        put(w, "v_sub_nc_u32_dpp v%u, v6, v2 %s\n", result, how);
        break;
    case 2:
        put(w, "v_xor_b32_dpp v%u, v%u, v3 %s\n", result, result, how);
        break;
    case 3:
        put(w, "v_cndmask_b32_dpp v%u, v6, v2, vcc_lo %s\n", result, how);
        break;
    case 4:
        put(w, "v_max_f32_dpp v%u, -v6, |v6| %s\n", result, how);
        break;
    case 5:
        put(w, "v_bfrev_b32_dpp v%u, v6 %s\n", result, how);
        break;
    case 6:
        put(w, "v_add_co_ci_u32_dpp v%u, vcc_lo, v6, v4, vcc_lo %s\n", result, how);
        break;
    default:
        put(w, "v_lshlrev_b32_dpp v%u, v4, v6 %s\n", result, how);
    }
}

static void
put_reads(struct writer *w, const unsigned *variants)
{
    for (unsigned i = 0; i < READS; i++)
        put_read(w, i, variants[i]);
}

static void
put_body(struct writer *w, enum context context, const unsigned *variants)
{
    switch (context) {
    case context_branch:
        put(w, "v_cmp_ne_u32 vcc_lo, 0, v5\n"
               "s_and_saveexec_b32 s2, vcc_lo\n"
               "s_cbranch_execz skip\n");
        put_reads(w, variants);
        put(w, "skip:\n"
               "s_or_b32 exec_lo, exec_lo, s2\n");
        break;
    case context_discard:
        /* s0: those that live. The early exit is the wave's. */
        put(w, "v_cmp_eq_u32 vcc_lo, 0, v5\n"
               "s_andn2_b32 s0, s0, vcc_lo\n"
               "s_cbranch_scc0 early\n"
               "s_and_b32 exec_lo, exec_lo, s0\n");
        put_reads(w, variants);
        break;
    case context_loop:
        put(w, "s_mov_b32 s2, exec_lo\n"
               "again:\n"
               "v_add_nc_u32 v6, 0x100001, v6\n");
        put_reads(w, variants);
        put(w, "v_cmp_eq_u32 vcc_lo, 0, v7\n"
               "v_add_nc_u32 v7, -1, v7\n"
               "s_andn2_b32 exec_lo, exec_lo, vcc_lo\n"
               "s_cbranch_execnz again\n"
               "s_mov_b32 exec_lo, s2\n");
        break;
    default:
        put(w, "v_cmp_ne_u32 vcc_lo, 0, v5\n"
               "s_and_b32 exec_lo, exec_lo, vcc_lo\n");
        put_reads(w, variants);
    }
}

static void
write_program(struct writer *w, enum context context, const unsigned *variants)
{
    w->size = 0;
    put_start(w);
    put_body(w, context, variants);
    put(w, "s_mov_b32 exec_lo, s0\n");
    for (unsigned i = 0; i < TARGETS; i++)
        put(w, "exp mrt%u v%u, v%u, v%u, v%u%s\n", i, FIRST_RESULT + 4 * i,
            FIRST_RESULT + 4 * i + 1, FIRST_RESULT + 4 * i + 2, FIRST_RESULT + 4 * i + 3,
            i + 1 == TARGETS ? " done vm" : "");
    put(w, "s_endpgm\n");
    if (context == context_discard)
        put(w, "early:\n"
               "s_mov_b32 exec_lo, 0\n"
               "exp null off, off, off, off done vm\n"
               "s_endpgm\n");
}

/* ---- pixels ---- */

struct pixels {
    uint32_t words[SIDE][SIDE][READS];
    bool is_written[SIDE][SIDE];
};

static void
note_exports(const struct rdna_group *group, const unsigned x[LANES], const unsigned y[LANES],
             uint32_t covered, struct pixels *pixels)
{
    uint32_t valid = covered;

    for (uint32_t e = 0; e < group->exports.count; e++)
        if (group->exports.data[e].vm)
            valid &= (uint32_t)group->exports.data[e].lanes;
    for (uint32_t e = 0; e < group->exports.count; e++) {
        const struct rdna_export *out = &group->exports.data[e];
        if (out->target >= TARGETS)
            continue;
        for (unsigned lane = 0; lane < LANES; lane++) {
            if (!(valid >> lane & 1) || !(out->lanes >> lane & 1))
                continue;
            pixels->is_written[y[lane]][x[lane]] = true;
            for (unsigned c = 0; c < 4; c++)
                pixels->words[y[lane]][x[lane]][4 * out->target + c] = out->values[c][lane];
        }
    }
}

/* Eight quads of a row. */
static void
run_wave(const struct rdna_program *program, unsigned qx, unsigned qy, bool (*covered)[SIDE],
         struct base_arena *arena, struct pixels *pixels)
{
    const struct rdna_group_options options = {.program = program, .wave_count = 1};
    struct rdna_group *group = rdna_group_new(arena, &options);
    struct rdna_wave *wave = &group->waves[0];
    unsigned x[LANES], y[LANES];
    uint32_t exec = 0;

    for (unsigned lane = 0; lane < LANES; lane++) {
        x[lane] = 2 * (qx + lane / 4) + (lane & 1);
        y[lane] = 2 * qy + (lane >> 1 & 1);
        const float centre[2] = {(float)x[lane] + 0.5f, (float)y[lane] + 0.5f};
        memcpy(&wave->vectors[0][lane], &centre[0], sizeof(float));
        memcpy(&wave->vectors[1][lane], &centre[1], sizeof(float));
        if (covered[y[lane]][x[lane]])
            exec |= 1u << lane;
    }
    if (!exec)
        return;
    rdna_set_exec(wave, exec);
    if (rdna_group_run(group, 100000) != rdna_group_ended)
        fail_msg("the wave was stopped");
    note_exports(group, x, y, exec, pixels);
}

static void
interpret(const uint32_t *words, uint32_t count, bool (*covered)[SIDE], struct pixels *pixels)
{
    struct base_arena arena;

    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena))
        fail_msg("ran out");
    memset(pixels, 0, sizeof(*pixels));
    const struct rdna_program *program =
        rdna_program_new(&arena, words, count, rdna_isa_gfx1013, LANES);
    for (unsigned qy = 0; qy < QUADS; qy++)
        for (unsigned qx = 0; qx < QUADS; qx += LANES / 4)
            run_wave(program, qx, qy, covered, &arena, pixels);
    base_arena_finish(&arena);
}

/* ---- the translation ---- */

static const struct ir_shader *
translate(const uint32_t *words, uint32_t count, struct base_arena *arena)
{
    static const struct rdna_start starts[] = {
        {.kind = rdna_start_position, .axis = 0, .code = RDNA_VGPR0},
        {.kind = rdna_start_position, .axis = 1, .code = RDNA_VGPR0 + 1}};
    static const struct rdna_lower_options options = {.isa = rdna_isa_gfx1013,
                                                      .wave_size = LANES,
                                                      .stage = ir_stage_fragment,
                                                      .mode = RDNA_MODE_START,
                                                      .starts = starts,
                                                      .start_count = BASE_COUNT(starts),
                                                      .uint32 = 0xff};
    struct rdna_lower_report report = {0};
    struct base_diags diags;

    base_diags_init(&diags, arena, "program");
    struct ir_shader *shader = rdna_lower(words, count, &options, arena, &report, &diags);
    if (!shader || !ir_verify(shader, &diags) ||
        !ir_run_pipeline(shader, ir_pipeline_default, &diags))
        fail_msg("%s", diags.list.data[0].message);
    assert_int_equal(report.company, rdna_company_quad);
    return shader;
}

/* ---- comparing ---- */

struct tally {
    bool patterns[VARIANTS][context_count][16]; /* Seen on a covered pixel. */
    unsigned long pixels, quads_cut, differ;
};

static struct tally tally;

static unsigned
pattern_of(unsigned x, unsigned y)
{
    return (y / 2 * 5 + x / 2) & 15;
}

static void
compare_pixel(unsigned x, unsigned y, const struct pixels *expected, const struct pixels *got,
              enum context context, const unsigned *variants)
{
    tally.pixels++;
    if (expected->is_written[y][x] != got->is_written[y][x]) {
        tally.differ++;
        print_error("%s: pixel %u, %u: written %d, not %d\n", context_names[context], x, y,
                    got->is_written[y][x], expected->is_written[y][x]);
        return;
    }
    for (unsigned i = 0; i < READS; i++) {
        const uint32_t want = expected->words[y][x][i], have = got->words[y][x][i];
        tally.patterns[variants[i]][context][pattern_of(x, y)] = true;
        if (want == have || !expected->is_written[y][x] || tally.differ++ > 10)
            continue;
        print_error("%s: pixel %u, %u (pattern %u): variant 0x%03x (read %u): 0x%x, not 0x%x\n",
                    context_names[context], x, y, pattern_of(x, y), variants[i], i, have, want);
    }
}

static bool covered[SIDE][SIDE];

static void
try_program(enum context context, const unsigned *variants)
{
    static struct writer writer;
    static struct pixels expected, got;
    struct rdna_assembly assembly;
    struct base_arena arena;
    struct base_diags diags;

    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena))
        fail_msg("ran out");
    base_diags_init(&diags, &arena, "program");
    write_program(&writer, context, variants);
    if (!rdna_assemble(writer.text, writer.size, rdna_isa_gfx1013, LANES, &arena, &assembly,
                       &diags))
        fail_msg("%u: %s", diags.list.data[0].place.line, diags.list.data[0].message);
    interpret(assembly.words, assembly.count, covered, &expected);
    const struct ir_shader *shader = translate(assembly.words, assembly.count, &arena);
    quad_draw(&device, shader, SIDE, TARGETS, &got.words[0][0][0], &got.is_written[0][0], &arena);
    for (unsigned y = 0; y < SIDE; y++)
        for (unsigned x = 0; x < SIDE; x++)
            if (covered[y][x])
                compare_pixel(x, y, &expected, &got, context, variants);
    base_arena_finish(&arena);
}

static void
find_coverage(void)
{
    struct base_arena arena;

    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena))
        fail_msg("ran out");
    quad_coverage(&device, SIDE, &covered[0][0], &arena);
    base_arena_finish(&arena);
    for (unsigned qy = 0; qy < QUADS; qy++)
        for (unsigned qx = 0; qx < QUADS; qx++) {
            const int count = covered[2 * qy][2 * qx] + covered[2 * qy][2 * qx + 1] +
                              covered[2 * qy + 1][2 * qx] + covered[2 * qy + 1][2 * qx + 1];
            tally.quads_cut += count != 0 && count != 4;
        }
    assert_true(tally.quads_cut > 10);
}

static void
test_permutes(void **state)
{
    unsigned variants[READS], count = 0;
    unsigned long combinations = 0;

    (void)state;
    find_coverage();
    for (int context = 0; context < context_count; context++)
        for (unsigned variant = 0; variant < VARIANTS; variant += step) {
            variants[count++] = variant;
            if (count < READS)
                continue;
            try_program((enum context)context, variants);
            count = 0;
        }
    assert_int_equal(count, 0);
    for (unsigned v = 0; v < VARIANTS; v++)
        for (int context = 0; context < context_count; context++)
            for (unsigned pattern = 0; pattern < 16; pattern++)
                combinations += tally.patterns[v][context][pattern];
    print_message("%s: %lu combinations, %lu pixels, %lu quads cut, %lu differ\n", device.name,
                  combinations, tally.pixels, tally.quads_cut, tally.differ);
    assert_int_equal(tally.differ, 0);
    assert_int_equal(combinations, (VARIANTS / step) * (unsigned long)context_count * 16);
}

int
main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_permutes)};

    if (argc > 3)
        step = (unsigned)strtoul(argv[3], NULL, 10);
    if (!quad_open(&device, argc > 1 ? argv[1] : "cpu", argc > 2 ? argv[2] : ""))
        return 77;
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    return quad_close(&device) ? failed : 1;
}
