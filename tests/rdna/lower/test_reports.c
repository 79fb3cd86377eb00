/* SPDX-License-Identifier: MIT
 *
 * What users of other translators reported, as programs: each with what is right, which the wave
 * interpreter and the translation in every company that takes the program must give.
 *
 * A program begins with all lanes on, the lane's number in v0, and all other registers 0.
 */
#include "kit.h"

#include "cpu/cpu.h"

#include <stdlib.h>
#include <string.h>

#define ALL (-1)

struct expected {
    uint16_t code; /* RDNA_VGPR0 and up: a vector register; 0 ends the list, so s0 is not asked. */
    int lane;      /* ALL, or one. */
    uint32_t value;
};

struct report {
    const char *name; /* The project and thread. */
    unsigned wave_size;
    uint32_t mode;
    const char *text;
    struct expected expected[6];
};

#define V(n) (RDNA_VGPR0 + (n))
#define START RDNA_MODE_START
#define KEEP (RDNA_MODE_START | 0x30)

static const struct report reports[] = {
    {"prosper#174: code that a branch reaches past s_endpgm",
     32,
     START,
     "s_branch far\ns_endpgm\nnear:\nv_mov_b32 v2, 7\ns_endpgm\nfar:\nv_mov_b32 v1, 5\ns_branch "
     "near\n",
     {{V(1), ALL, 5}, {V(2), ALL, 7}}},
    {"KytyPS5#264: padding is no end where something is behind it",
     32,
     START,
     "s_branch behind\ns_code_end\ns_code_end\nbehind:\nv_mov_b32 v1, 3\ns_endpgm\n",
     {{V(1), ALL, 3}}},
    {"shadPS4#434: v_cmpx and s_and_saveexec without a branch",
     32,
     START,
     "v_mov_b32 v1, 1\nv_cmpx_gt_u32 4, v0\nv_mov_b32 v1, 2\ns_mov_b32 exec_lo, -1\n"
     "v_cmp_gt_u32 vcc_lo, 2, v0\ns_and_saveexec_b32 s4, vcc_lo\nv_mov_b32 v2, 9\n"
     "s_mov_b32 exec_lo, s4\ns_endpgm\n",
     {{V(1), 3, 2}, {V(1), 4, 1}, {V(2), 1, 9}, {V(2), 2, 0}}},
    {"prosper#17: masks count where no branch skips anything",
     64,
     START,
     "v_cmp_eq_u32 vcc, 40, v0\ns_and_saveexec_b64 s[4:5], vcc\nv_mov_b32 v1, 6\n"
     "s_xor_b64 exec, exec, s[4:5]\nv_mov_b32 v1, 8\ns_endpgm\n",
     {{V(1), 40, 6}, {V(1), 41, 8}}},
    {"prosper#879: SCC of s_max with equal operands, and of every writer",
     32,
     START,
     "s_movk_i32 s4, 5\ns_max_u32 s5, s4, 5\ns_cselect_b32 s6, 1, 2\ns_and_b32 s7, s4, 4\n"
     "s_cselect_b32 s8, 1, 2\nv_mov_b32 v1, s6\nv_mov_b32 v2, s8\ns_endpgm\n",
     {{V(1), ALL, 2}, {V(2), ALL, 1}}},
    {"prosper#2412: s_quadmask_b64 has a bit a quad, and nothing in its second word",
     64,
     START,
     "s_mov_b32 s4, 0x10f00\ns_mov_b32 s5, 0x80000000\ns_quadmask_b64 s[6:7], s[4:5]\n"
     "v_mov_b32 v1, s6\nv_mov_b32 v2, s7\ns_endpgm\n",
     {{V(1), ALL, 0x8014}, {V(2), ALL, 0}}},
    {"prosper#2531: the count of EXEC is another one behind a change",
     32,
     START,
     "s_bcnt1_i32_b32 s4, exec_lo\nv_cmpx_gt_u32 7, v0\ns_cbranch_execz end\n"
     "s_bcnt1_i32_b32 s5, exec_lo\ns_mov_b32 exec_lo, -1\nv_mov_b32 v1, s4\nv_mov_b32 v2, s5\n"
     "end:\ns_endpgm\n",
     {{V(1), ALL, 32}, {V(2), ALL, 7}}},
    {"prosper#2792: SCC as an operand is 0 or 1",
     32,
     START,
     "s_movk_i32 s4, 3\ns_cmp_lg_u32 s4, 2\ns_mov_b32 s5, src_scc\ns_cmp_lg_u32 s4, 3\n"
     "s_mov_b32 s6, src_scc\nv_mov_b32 v1, s5\nv_mov_b32 v2, s6\ns_endpgm\n",
     {{V(1), ALL, 1}, {V(2), ALL, 0}}},
    {"prosper#2820, KytyPS5#463: in a wave of 32 a mask is one register, and VCC_HI, EXEC_HI "
     "others",
     32,
     START,
     "s_mov_b32 vcc_hi, 0x1234\ns_mov_b32 exec_hi, 0x5678\nv_cmp_gt_u32 vcc_lo, 3, v0\n"
     "v_cmpx_gt_u32 30, v0\ns_mov_b32 exec_lo, -1\nv_cndmask_b32 v1, 0, 1, vcc_lo\n"
     "v_mov_b32 v2, vcc_hi\nv_mov_b32 v3, exec_hi\ns_endpgm\n",
     {{V(1), 2, 1}, {V(1), 3, 0}, {V(2), ALL, 0x1234}, {V(3), ALL, 0x5678}}},
    {"prosper#3311: EXEC of two halves that were put aside",
     64,
     START,
     "v_cmpx_gt_u32 40, v0\ns_mov_b32 s4, exec_lo\ns_mov_b32 s5, exec_hi\ns_mov_b64 exec, -1\n"
     "s_mov_b32 exec_lo, s4\ns_mov_b32 exec_hi, s5\nv_mov_b32 v1, 4\ns_endpgm\n",
     {{V(1), 0, 4}, {V(1), 39, 4}, {V(1), 40, 0}}},
    {"KytyPS5#470, prosper#2420: masks as numbers",
     32,
     START,
     "v_cmp_eq_u32 vcc_lo, 5, v0\ns_lshr_b32 s4, vcc_lo, 3\nv_mov_b32 v1, s4\n"
     "s_mov_b32 vcc_lo, 0x30\nv_cndmask_b32 v2, 0, 1, vcc_lo\ns_endpgm\n",
     {{V(1), ALL, 4}, {V(2), 4, 1}, {V(2), 6, 0}}},
    {"KytyPS5#538: s_orn2_saveexec_b32 is the source or not EXEC",
     32,
     START,
     "s_mov_b32 exec_lo, 0xff\ns_mov_b32 s4, 0x11\ns_orn2_saveexec_b32 s5, s4\nv_mov_b32 v1, 1\n"
     "s_mov_b32 exec_lo, -1\nv_mov_b32 v2, s5\ns_endpgm\n",
     {{V(1), 0, 1}, {V(1), 1, 0}, {V(1), 8, 1}, {V(2), ALL, 0xff}}},
    {"KytyPS5#542: a conditional move keeps the old value",
     32,
     START,
     "s_movk_i32 s4, 11\ns_cmp_eq_u32 s4, 12\ns_cmov_b32 s4, 13\nv_mov_b32 v1, s4\n"
     "s_cmp_eq_u32 s4, 11\ns_cmov_b32 s4, 13\nv_mov_b32 v2, s4\ns_endpgm\n",
     {{V(1), ALL, 11}, {V(2), ALL, 13}}},
    {"shadPS4#4737: v_mbcnt adds its second source",
     64,
     START,
     "v_mov_b32 v1, 0x64\nv_mbcnt_lo_u32_b32 v2, -1, v1\nv_mbcnt_hi_u32_b32 v2, -1, v2\ns_endpgm\n",
     {{V(2), 0, 0x64}, {V(2), 31, 0x83}, {V(2), 63, 0xa3}}},
    {"KytyPS5#500, prosper#3573: a branch on a mask is the wave's",
     32,
     START,
     "v_cmp_eq_u32 vcc_lo, 9, v0\ns_cbranch_vccz end\nv_mov_b32 v1, 1\nend:\ns_endpgm\n",
     {{V(1), 9, 1}}},
    {"prosper#273: quad_perm reads the neighbour",
     32,
     START,
     "v_mov_b32_dpp v1, v0 quad_perm:[1,1,3,3] row_mask:0xf bank_mask:0xf\ns_endpgm\n",
     {{V(1), 4, 5}, {V(1), 5, 5}, {V(1), 6, 7}}},
    {"prosper#2029: a lane without a source keeps its register",
     32,
     START,
     "v_mov_b32 v1, 0x77\nv_mov_b32_dpp v1, v0 row_shr:1 row_mask:0xf bank_mask:0xf\ns_endpgm\n",
     {{V(1), 0, 0x77}, {V(1), 1, 0}, {V(1), 16, 0x77}}},
    {"prosper#2552: row_xmask is xor in the row, and row_ror:8 is row_xmask:8",
     32,
     START,
     "v_mov_b32_dpp v1, v0 row_xmask:5 row_mask:0xf bank_mask:0xf\n"
     "v_mov_b32_dpp v2, v0 row_xmask:8 row_mask:0xf bank_mask:0xf\n"
     "v_sub_nc_u32_dpp v2, v0, v2 row_ror:8 row_mask:0xf bank_mask:0xf\ns_endpgm\n",
     {{V(1), 3, 6}, {V(1), 17, 20}, {V(2), ALL, 0}}},
    {"KytyPS5#338: DPP8 has eight selectors",
     32,
     START,
     "v_mov_b32_dpp v1, v0 dpp8:[7,6,5,4,3,2,1,0]\ns_endpgm\n",
     {{V(1), 0, 7}, {V(1), 9, 14}}},
    {"prosper#880: NaN in v_min and v_max loses, a sign is a bit, integers saturate, halves stay",
     32,
     KEEP,
     "v_mov_b32 v1, 0x7fc00001\nv_max_f32 v2, v1, 1.0\nv_mov_b32 v3, 0x7fc00000\n"
     "v_mul_f32 v4, -v3, 1.0\nv_mov_b32 v5, -2\nv_add_nc_u32 v5, v5, 3 clamp\n"
     "v_mov_b32 v6, 0xabcd0000\nv_mov_b32 v7, 0x3c00\nv_add_f16 v6, v7, v7\ns_endpgm\n",
     {{V(2), ALL, 0x3f800000}, {V(5), ALL, UINT32_MAX}, {V(6), ALL, 0xabcd4000}}},
    {"prosper#2067: neg of a half that SDWA selects",
     32,
     KEEP,
     "v_mov_b32 v1, 0x40003c00\n"
     "v_cvt_f32_f16_sdwa v2, -v1 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_1\ns_endpgm\n",
     {{V(2), ALL, 0xc0000000}}},
    {"KytyPS5#367, #430: clamp makes 0 of a NaN with DX10_CLAMP",
     32,
     KEEP,
     "v_mov_b32 v1, 0x7fc00000\nv_add_f32 v2, v1, 1.0 clamp\ns_endpgm\n",
     {{V(2), ALL, 0}}},
    {"KytyPS5#349, #684: v_not with part of a destination keeps the other bytes",
     32,
     START,
     "v_mov_b32 v1, 0x11223344\nv_mov_b32 v2, 0x55667788\n"
     "v_not_b32_sdwa v1, v2 dst_sel:BYTE_2 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_0\ns_endpgm\n",
     {{V(1), ALL, 0x11773344}}},
    {"shadPS4#777, #1015: omod and then clamp",
     32,
     START,
     "v_mov_b32 v1, 0.5\nv_add_f32 v2, v1, v1 mul:2\nv_mul_f32 v3, 0.5, v1 mul:4 clamp\n"
     "v_mul_f32 v4, 0.5, v1 mul:2\ns_endpgm\n",
     {{V(2), ALL, 0x40000000}, {V(3), ALL, 0x3f800000}, {V(4), ALL, 0x3f000000}}},
    {"prosper#135, #169: conversions saturate, and NaN is 0",
     32,
     START,
     "v_mov_b32 v1, 0x4f800000\nv_cvt_i32_f32 v2, v1\nv_cvt_u32_f32 v3, -v1\n"
     "v_cvt_u32_f32 v4, v1\nv_mov_b32 v1, 0x7fc00000\nv_cvt_i32_f32 v5, v1\ns_endpgm\n",
     {{V(2), ALL, INT32_MAX}, {V(3), ALL, 0}, {V(4), ALL, UINT32_MAX}, {V(5), ALL, 0}}},
    {"shadPS4#759: v_cvt_off_f32_i4 takes four bits with a sign",
     32,
     START,
     "v_mov_b32 v1, 0xf8\nv_cvt_off_f32_i4 v2, v1\nv_mov_b32 v1, 7\nv_cvt_off_f32_i4 v3, v1\n"
     "s_endpgm\n",
     {{V(2), ALL, 0xbf000000}, {V(3), ALL, 0x3ee00000}}},
    {"shadPS4#4320: the three steps of a division give the quotient",
     32,
     KEEP,
     "v_mov_b32 v1, 0x41200000\nv_mov_b32 v2, 0x40400000\n"
     "v_div_scale_f32 v3, s4, v2, v2, v1\nv_div_scale_f32 v4, vcc_lo, v1, v2, v1\n"
     "v_rcp_f32 v5, v3\nv_fma_f32 v6, -v3, v5, 1.0\nv_fma_f32 v5, v6, v5, v5\n"
     "v_mul_f32 v6, v4, v5\nv_fma_f32 v7, -v3, v6, v4\nv_fma_f32 v6, v7, v5, v6\n"
     "v_fma_f32 v7, -v3, v6, v4\nv_div_fmas_f32 v7, v7, v5, v6\nv_div_fixup_f32 v7, v7, v2, v1\n"
     "s_endpgm\n",
     {{V(7), ALL, 0x40555555}}},
    {"prosper#882, KytyPS5#380: LDS atomics count, and the opcodes beside ds_bpermute are others",
     32,
     START,
     "v_mov_b32 v1, 0\nv_mov_b32 v2, 1\nds_write_b32 v1, v1\nds_add_u32 v1, v2\n"
     "ds_read_b32 v3, v1\nv_lshlrev_b32 v4, 2, v0\nv_xor_b32 v4, 4, v4\n"
     "ds_bpermute_b32 v5, v4, v0\ns_endpgm\n",
     {{V(3), ALL, 32}, {V(5), 0, 1}, {V(5), 7, 6}}},
    {"prosper#1085: an append counts the lanes that are on",
     32,
     START,
     "v_mov_b32 v1, 0\nds_write_b32 v1, v1\ns_mov_b32 m0, 0\ns_mov_b32 exec_lo, 0x1ff\n"
     "ds_append v2\nds_append v3\ns_mov_b32 exec_lo, -1\nds_read_b32 v4, v1\ns_endpgm\n",
     {{V(2), 8, 0}, {V(3), 8, 9}, {V(4), ALL, 18}}},
};

static struct scene_device *device;
static unsigned runs;

static void
check(const struct kit_code *code, const struct kit_data *data, const struct report *report,
      const char *who)
{
    for (const struct expected *e = report->expected; e->code; e++)
        for (unsigned lane = 0; lane < code->wave_size; lane++) {
            const uint32_t got = kit_vector(code, data, 0, e->code - RDNA_VGPR0)[lane];
            if ((e->lane == ALL || e->lane == (int)lane) && got != e->value)
                fail_msg("%s: %s: v%u of lane %u is 0x%x, not 0x%x", report->name, who,
                         e->code - RDNA_VGPR0, lane, got, e->value);
        }
    runs++;
}

static void
translate(const struct kit_code *code, const struct kit_data *start, const struct report *report,
          enum rdna_company company, struct base_arena *arena)
{
    struct rdna_lower_report demands = {.company = rdna_company_lane};
    struct base_diags diags;
    struct kit_data data = kit_data_copy(arena, code, start);

    base_diags_init(&diags, arena, "code");
    const struct ir_shader *shader = kit_translate(code, true, company, arena, &demands, &diags);
    /* A company that is too small says so; any other reason is a fault. */
    if (!shader && diags.list.data[0].code == QD_CODE_TARGET_LACKS &&
        company < rdna_company_subgroup)
        return;
    if (!shader || !kit_run_device(device, code, shader, &data, arena, &diags))
        fail_msg("%s: %s: %s", report->name, rdna_company_name(company),
                 diags.list.data[0].message);
    check(code, &data, report, rdna_company_name(company));
}

static void
try_report(const struct report *report)
{
    struct base_arena arena;
    struct base_text reason;

    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena))
        fail_msg("ran out");
    struct kit_code code = {.isa = rdna_isa_gfx1010,
                            .wave_size = report->wave_size,
                            .mode = report->mode,
                            .waves = 1,
                            .lds_size = 1024};
    code.words = kit_assemble(&arena, code.isa, code.wave_size, report->text, &code.count);
    struct kit_data start = kit_data_new(&arena, &code, 0);
    for (unsigned lane = 0; lane < code.wave_size; lane++)
        kit_vector(&code, &start, 0, 0)[lane] = lane;
    kit_scalars(&code, &start, 0)[RDNA_EXEC_LO] = UINT32_MAX;
    kit_scalars(&code, &start, 0)[RDNA_EXEC_HI] = code.wave_size == 64 ? UINT32_MAX : 0;
    struct kit_data data = kit_data_copy(&arena, &code, &start);
    base_text_init(&reason, &arena);
    if (!kit_run_wave(&code, &data, 100000, &reason))
        fail_msg("%s: %s", report->name, base_text_string(&reason));
    check(&code, &data, report, "interpreter");
    for (int company = 0; company < rdna_company_count; company++)
        if (!getenv("NOTR"))
            translate(&code, &start, report, (enum rdna_company)company, &arena);
    base_arena_finish(&arena);
}

static void
test_reports(void **state)
{
    (void)state;
    for (size_t i = 0; i < BASE_COUNT(reports); i++) {
        struct cpu_options options = {.lanes = reports[i].wave_size};
        device = cpu_device_create(&options);
        try_report(&reports[i]);
        device->destroy(device);
    }
    print_message("%zu reports, %u runs\n", BASE_COUNT(reports), runs);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_reports)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
