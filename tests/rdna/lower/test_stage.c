/* SPDX-License-Identifier: MIT
 *
 * Vertices and fragments: which barycentrics are found again, what is refused and why, what inputs
 * and outputs come of it. Pictures of the same are tests/scripts/rdna/draw_*.amber.
 */
#include "rdna/lower/lower.h"
#include "rdna/parse.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define V(n) (RDNA_VGPR0 + (n))

/* v0, v1: the center's, with perspective; v2, v3: the centroid's; v4, v5: the center's without. */
static const struct rdna_start fragment_starts[] = {
    {.kind = rdna_start_persp_center, .axis = 0, .code = V(0)},
    {.kind = rdna_start_persp_center, .axis = 1, .code = V(1)},
    {.kind = rdna_start_persp_centroid, .axis = 0, .code = V(2)},
    {.kind = rdna_start_persp_centroid, .axis = 1, .code = V(3)},
    {.kind = rdna_start_linear_center, .axis = 0, .code = V(4)},
    {.kind = rdna_start_linear_center, .axis = 1, .code = V(5)},
    {.kind = rdna_start_position, .axis = 0, .code = V(6)},
    {.kind = rdna_start_front_face, .axis = 1, .code = V(7)},
};
static const struct rdna_start vertex_starts[] = {
    {.kind = rdna_start_vertex_id, .code = V(0)},
    {.kind = rdna_start_instance_id, .code = V(1)},
};

#define P1(v, i, attr) "v_interp_p1_f32 " v ", " i ", " attr "\n"
#define P2(v, j, attr) "v_interp_p2_f32 " v ", " j ", " attr "\n"
#define READ(v, i, j, attr) P1(v, i, attr) P2(v, j, attr)
#define SHOW(v) "exp mrt0 " v ", " v ", " v ", " v " done vm\ns_endpgm\n"
#define WQM "s_mov_b32 s0, exec_lo\ns_wqm_b32 exec_lo, exec_lo\n"
#define BACK "s_mov_b32 exec_lo, s0\n"
#define FRAGMENT ir_stage_fragment
#define VERTEX ir_stage_vertex

/* says: a line of the IR, or, of what is refused, a part of the first error. */
static const struct row {
    const char *name;
    enum ir_stage stage;
    bool is_refused;
    const char *text;
    const char *says;
} rows[] = {
    /* ---- barycentrics ---- */
    {"an input", FRAGMENT, false, READ("v8", "v0", "v1", "attr3.z") SHOW("v8"),
     "location 3 f32x4 perspective\n"},
    {"without perspective", FRAGMENT, false, READ("v8", "v4", "v5", "attr3.z") SHOW("v8"),
     "location 3 f32x4 linear\n"},
    {"at the centroid", FRAGMENT, false, READ("v8", "v2", "v3", "attr3.z") SHOW("v8"),
     "location 3 f32x4 perspective centroid\n"},
    {"flat", FRAGMENT, false, "v_interp_mov_f32 v8, p0, attr3.z\n" SHOW("v8"),
     "location 3 f32x4 flat\n"},
    {"at two places", FRAGMENT, false,
     READ("v8", "v0", "v1", "attr0.x")
         READ("v9", "v2", "v3", "attr0.x") "v_add_f32 v8, v8, v9\n" SHOW("v8"),
     "interp_centroid.f32 2.0"},
    {"p1 and p2 apart", FRAGMENT, false,
     P1("v8", "v0", "attr0.x") P1("v9", "v0", "attr0.y") "v_mov_b32 v10, v6\n" P2(
         "v9", "v1", "attr0.y") P2("v8", "v1", "attr0.x") "v_add_f32 v8, v8, v9\n" SHOW("v8"),
     "perspective\n"},
    {"over its own barycentrics", FRAGMENT, false,
     P1("v0", "v0", "attr0.x") P2("v0", "v1", "attr0.x") "v_mul_f32 v1, v0, v0\n" SHOW("v1"),
     "perspective\n"},
    {"the same where EXEC has whole quads", FRAGMENT, false,
     WQM P1("v0", "v0", "attr0.x")
         P2("v0", "v1", "attr0.x") "v_mul_f32 v1, v0, v0\n"
                                   "v_mov_b32_dpp v2, v1 quad_perm:[0,0,2,2] row_mask:0xf "
                                   "bank_mask:0xf fi:1\n" BACK SHOW("v2"),
     "quad_perm.i32"},
    {"in a loop, and written behind it", FRAGMENT, false,
     "s_mov_b32 s1, 0\nv_mov_b32 v9, 0\nagain:\n" READ(
         "v8", "v0", "v1", "attr0.x") "v_add_f32 v9, v9, v8\ns_add_i32 s1, s1, 1\ns_cmp_lt_i32 s1, "
                                      "4\ns_cbranch_scc1 again\n"
                                      "v_mov_b32 v0, v9\n" SHOW("v0"),
     "perspective\n"},
    {"in one of two ways", FRAGMENT, false,
     "v_mov_b32 v8, 0\nv_cmp_lt_f32 vcc_lo, 4.0, v6\ns_and_saveexec_b32 s0, vcc_lo\n"
     "s_cbranch_execz past\n" READ("v8", "v0", "v1", "attr0.x") "past:\n" BACK READ(
         "v9", "v0", "v1", "attr0.y") "v_add_f32 v8, v8, v9\n" SHOW("v8"),
     "perspective\n"},
    {"p1 before a branch, p2 behind it", FRAGMENT, false,
     P1("v8", "v0", "attr0.x") "v_cmp_lt_f32 vcc_lo, 4.0, v6\ns_and_saveexec_b32 s0, vcc_lo\n"
                               "s_cbranch_execz past\nv_mov_b32 v9, 1.0\npast:\n" BACK P2(
                                   "v8", "v1", "attr0.x") SHOW("v8"),
     "perspective\n"},
    {"moved under parts of EXEC, and read where it was written", FRAGMENT, false,
     WQM "v_cmp_lt_f32 vcc_lo, 4.0, v6\ns_and_b32 exec_lo, exec_lo, vcc_lo\nv_mov_b32 v0, 1.0\n"
         "v_add_f32 v8, v0, v0\ns_andn2_b32 exec_lo, s0, vcc_lo\nv_mov_b32 v0, 2.0\n"
         "v_add_f32 v8, v0, v0\n" BACK SHOW("v8"),
     "quad_any"},

    {"written on either way of a mask, by two branches", FRAGMENT, false,
     "v_cmp_lt_f32 vcc_lo, 4.0, v6\ns_and_saveexec_b32 s0, vcc_lo\ns_cbranch_execz other\n"
     "v_mov_b32 v0, 1.0\nother:\ns_andn2_b32 exec_lo, s0, exec_lo\ns_cbranch_execz past\n"
     "v_mov_b32 v0, 2.0\npast:\n" BACK SHOW("v0"),
     "store_output"},
    {"written before either way out of a loop", FRAGMENT, false,
     "s_mov_b32 s1, 0\nagain:\ns_cmp_gt_i32 s1, 9\ns_cbranch_scc0 on\nv_mov_b32 v0, v6\n"
     "s_branch out\non:\ns_add_i32 s1, s1, 1\ns_cmp_eq_i32 s1, s2\ns_cbranch_scc0 again\n"
     "v_mov_b32 v0, v7\nout:\n" SHOW("v0"),
     "loop"},
    /* ---- refused ---- */
    {"as data", FRAGMENT, true, "v_add_f32 v8, v0, v1\n" SHOW("v8"),
     "v_add_f32: barycentrics as data are not translated"},
    {"exported", FRAGMENT, true, SHOW("v1"), "exp: barycentrics as data"},
    {"moved", FRAGMENT, true, "v_mov_b32 v8, v0\n" SHOW("v6"), "v_mov_b32: barycentrics as data"},
    {"their derivative", FRAGMENT, true,
     WQM "v_mov_b32_dpp v8, v0 quad_perm:[0,0,2,2] row_mask:0xf bank_mask:0xf\n" SHOW("v8"),
     "v_mov_b32: barycentrics as data"},
    {"half of the way", FRAGMENT, true, P1("v8", "v0", "attr0.x") SHOW("v8"),
     "exp: barycentrics as data"},
    {"chosen between", FRAGMENT, true,
     "v_cmp_lt_f32 vcc_lo, 4.0, v6\nv_cndmask_b32 v8, v0, v2, vcc_lo\n" READ("v9", "v8", "v1",
                                                                             "attr0.x") SHOW("v9"),
     "v_interp_p1_f32: v8 is not known to hold the barycentric I"},
    {"the other one", FRAGMENT, true, READ("v8", "v1", "v0", "attr0.x") SHOW("v8"),
     "v_interp_p1_f32: v1 is not known to hold the barycentric I"},
    {"of two pairs", FRAGMENT, true, READ("v8", "v0", "v3", "attr0.x") SHOW("v8"),
     "v_interp_p2_f32: v8 is not known to hold what v_interp_p1_f32 made of attr0.x"},
    {"of two channels", FRAGMENT, true,
     P1("v8", "v0", "attr0.x") P2("v8", "v1", "attr0.y") SHOW("v8"),
     "v_interp_p2_f32: v8 is not known to hold what v_interp_p1_f32 made of attr0.y"},
    {"without a first half", FRAGMENT, true, P2("v8", "v1", "attr0.x") SHOW("v8"),
     "v_interp_p2_f32: v8 is not known to hold"},
    {"another value in the next round", FRAGMENT, true,
     "s_mov_b32 s1, 0\nv_mov_b32 v9, 0\nagain:\n" READ(
         "v8", "v0", "v1", "attr0.x") "v_mov_b32 v0, v8\ns_add_i32 s1, s1, 1\ns_cmp_lt_i32 s1, "
                                      "4\ns_cbranch_scc1 again\n" SHOW("v8"),
     "v_interp_p1_f32: what is interpolated with is not the same on all ways"},
    {"left in lanes that were off", FRAGMENT, true,
     "v_cmp_lt_f32 vcc_lo, 4.0, v6\ns_and_saveexec_b32 s0, vcc_lo\nv_mov_b32 v0, 1.0\n" BACK SHOW(
         "v0"),
     "exp: barycentrics as data"},
    {"written on one way of a mask alone", FRAGMENT, true,
     "v_cmp_lt_f32 vcc_lo, 4.0, v6\ns_and_saveexec_b32 s0, vcc_lo\ns_cbranch_execz other\n"
     "v_mov_b32 v0, 1.0\nother:\n" BACK SHOW("v0"),
     "exp: barycentrics as data"},
    {"written by a round that may not come", FRAGMENT, true,
     "s_mov_b32 s1, 0\nagain:\ns_cmp_ge_i32 s1, s2\ns_cbranch_scc1 out\nv_mov_b32 v0, v6\n"
     "s_add_i32 s1, s1, 1\ns_branch again\nout:\n" SHOW("v0"),
     "exp: barycentrics as data"},
    {"left in a neighbour that is off", FRAGMENT, true,
     "v_mov_b32 v0, 1.0\n"
     "v_mov_b32_dpp v8, v0 quad_perm:[0,0,2,2] row_mask:0xf bank_mask:0xf fi:1\n" SHOW("v8"),
     "v_mov_b32: barycentrics as data"},
    {"both ways of one attribute", FRAGMENT, true,
     READ("v8", "v0", "v1", "attr0.x") "v_interp_mov_f32 v9, p0, attr0.y\n" SHOW("v8"),
     "v_interp_mov_f32: attribute 0 is read both perspective and flat"},
    {"a difference of vertices", FRAGMENT, true, "v_interp_mov_f32 v8, p10, attr0.x\n" SHOW("v8"),
     "v_interp_mov_f32: P10"},
    {"halves", FRAGMENT, true, "v_interp_p1ll_f16 v8, v0, attr0.x\n" SHOW("v8"),
     "v_interp_p1ll_f16: attributes of two halves"},

    /* ---- exports ---- */
    {"components apart", FRAGMENT, false, "exp mrt5 v6, off, v6, v6 done vm\ns_endpgm\n",
     "location 5 component 2 f32x2\n"},
    {"two exports of one target", FRAGMENT, false,
     "exp mrt1 v6, off, off, off\nexp mrt1 off, v6, off, off done vm\ns_endpgm\n",
     "location 1 f32x2\n"},
    {"integers", FRAGMENT, false, "exp mrt7 v7, v7, off, off done vm\ns_endpgm\n",
     "location 7 i32x2\n"},
    {"depth, stencil, mask", FRAGMENT, false, "exp mrtz v6, v7, v7, off done vm\ns_endpgm\n",
     "builtin frag_stencil"},
    {"killed", FRAGMENT, false,
     "v_cmp_lt_f32 vcc_lo, 4.0, v6\ns_and_b32 exec_lo, exec_lo, vcc_lo\n" SHOW("v6"), "demote"},
    {"a position", VERTEX, false,
     "v_cvt_f32_u32 v2, v0\nexp pos0 v2, v2, v2, v2 done\nexp param31 v2, off, off, "
     "off\ns_endpgm\n",
     "location 31 f32x4\n"},
    {"point size and layer", VERTEX, false, "exp pos1 v0, off, v1, off\ns_endpgm\n",
     "builtin viewport_index"},
    {"clip distances", VERTEX, false, "exp pos3 v0, v1, off, off\ns_endpgm\n",
     "builtin clip_distance1"},
    {"alpha beside depth", FRAGMENT, true, "exp mrtz v6, off, off, v6 done vm\ns_endpgm\n",
     "exp: alpha for coverage"},
    {"halves of depth", FRAGMENT, true, "exp mrtz v6, v6, off, off done compr vm\ns_endpgm\n",
     "exp: halves"},
    {"a vertex's", FRAGMENT, true, "exp pos0 v6, v6, v6, v6 done\ns_endpgm\n",
     "exp: this target is not one of the stage"},
    {"a fragment's", VERTEX, true, "exp mrt0 v0, v0, v0, v0 done\ns_endpgm\n",
     "exp: this target is not one of the stage"},
    {"a primitive", VERTEX, true, "exp prim v0, off, off, off done\ns_endpgm\n",
     "exp: primitives are not translated"},
    {"a fifth position", VERTEX, true, "exp pos4 v0, v0, v0, v0 done\ns_endpgm\n",
     "exp: a fifth position"},
    {"edge flags", VERTEX, true, "exp pos1 off, v0, off, off done\ns_endpgm\n", "exp: edge flags"},
    {"the whole wave of a vertex", VERTEX, true,
     "v_readfirstlane_b32 s0, v0\nv_mov_b32 v1, s0\nexp pos0 v1, v1, v1, v1 done\ns_endpgm\n",
     "v_readfirstlane_b32 reads a lane of the wave: the company of the subgroup is not open here"},
};

static void
try_row(const struct row *row)
{
    const bool is_fragment = row->stage == FRAGMENT;
    struct rdna_lower_options options = {.isa = rdna_isa_gfx1013,
                                         .wave_size = 32,
                                         .stage = row->stage,
                                         .mode = RDNA_MODE_START,
                                         .starts = is_fragment ? fragment_starts : vertex_starts,
                                         .start_count = is_fragment
                                                            ? BASE_COUNT(fragment_starts)
                                                            : (uint32_t)BASE_COUNT(vertex_starts),
                                         .sint32 = 0x80};
    struct rdna_assembly assembly;
    struct base_arena arena;
    struct base_diags diags;
    struct base_text text;

    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena))
        fail_msg("ran out");
    base_diags_init(&diags, &arena, row->name);
    if (!rdna_assemble(row->text, strlen(row->text), options.isa, 32, &arena, &assembly, &diags))
        fail_msg("%s: %s", row->name, diags.list.data[0].message);
    struct ir_shader *shader =
        rdna_lower(assembly.words, assembly.count, &options, &arena, NULL, &diags);
    if (row->is_refused) {
        if (shader)
            fail_msg("%s: was translated", row->name);
        if (!strstr(diags.list.data[0].message, row->says))
            fail_msg("%s: says: %s", row->name, diags.list.data[0].message);
    } else {
        if (!shader || !ir_verify(shader, &diags) ||
            !ir_run_pipeline(shader, ir_pipeline_default, &diags))
            fail_msg("%s: %s", row->name, diags.list.data[0].message);
        base_text_init(&text, &arena);
        ir_print(shader, &text);
        if (!strstr(base_text_string(&text), row->says))
            fail_msg("%s: no %s in\n%s", row->name, row->says, base_text_string(&text));
    }
    base_arena_finish(&arena);
}

static void
test_rows(void **state)
{
    (void)state;
    for (size_t i = 0; i < BASE_COUNT(rows); i++)
        try_row(&rows[i]);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_rows)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
