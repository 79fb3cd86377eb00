/* SPDX-License-Identifier: MIT
 *
 * Which scalar registers instructions read and write, by what the instruction set says of them.
 */
#include "kit.h"

#include "rdna/decode.h"

static const struct {
    const char *text;
    unsigned wave_size;
    uint32_t words[2];
    const char *reads;
    const char *writes;
} rows[] = {
    {"s_mov_b64 exec, vcc", 64, {0xbefe046a}, "vcc", "exec"},
    {"s_and_saveexec_b64 s[2:3], vcc", 64, {0xbe82246a}, "vcc exec", "s[2:3] exec scc"},
    {"s_andn2_wrexec_b64 s[2:3], s[4:5]", 64, {0xbe823a04}, "s[4:5] exec", "s[2:3] exec scc"},
    {"s_cmov_b32 s3, m0", 64, {0xbe83057c}, "s3 m0 scc", "s3"},
    {"s_addc_u32 s1, s2, scc", 64, {0x8201fd02}, "s2 scc", "s1 scc"},
    {"s_movrels_b32 s1, s100", 64, {0xbe812e64}, "s[100:105] m0", "s1"},
    {"s_movreld_b64 s[2:3], s[4:5]", 64, {0xbe823104}, "s[4:5] m0", ""},
    {"s_load_dwordx4 s[8:11], s[2:3], s5", 64, {0xf4080201, 0x0a000000}, "s[2:3] s5", "s[8:11]"},
    {"s_buffer_load_dword vcc_lo, s[4:7], null", 64, {0xf4201a82, 0xfa000000}, "s[4:7]", "vcc_lo"},
    {"s_cbranch_vccz 1", 64, {0xbf860001}, "vcc", ""},
    {"s_cbranch_execnz 1", 64, {0xbf890001}, "exec", ""},
    {"s_cmpk_eq_u32 s7, 1", 64, {0xb4870001}, "s7", "scc"},
    {"s_setreg_b32 hwreg(HW_REG_MODE), s9", 64, {0xb989f801}, "s9", ""},
    {"s_swappc_b64 s[30:31], s[4:5]", 64, {0xbe9e2104}, "s[4:5]", "s[30:31]"},
    {"s_sendmsg sendmsg(MSG_GS_ALLOC_REQ)", 64, {0xbf900009}, "m0", ""},
    {"s_mov_b32 null, s1", 64, {0xbefd0301}, "s1", ""},
    {"s_bitset1_b32 s3, s4", 64, {0xbe831d04}, "s[3:4]", "s3"},
    {"s_subvector_loop_begin s3, 1", 64, {0xbd830001}, "s3 exec", "s3 exec"},
    {"v_mov_b32 v0, s4", 64, {0x7e000204}, "s4 exec", ""},
    {"v_cndmask_b32 v0, v1, v2, vcc", 64, {0x02000501}, "vcc exec", ""},
    {"v_cndmask_b32 v0, v1, v2, s[6:7]", 64, {0xd5010000, 0x001a0501}, "s[6:7] exec", ""},
    {"v_cmp_eq_u32 vcc, v0, v1", 64, {0x7d840300}, "exec", "vcc"},
    {"v_cmp_eq_u32 s[10:11], v0, s1", 64, {0xd4c2000a, 0x00000300}, "s1 exec", "s[10:11]"},
    {"v_cmpx_eq_u32 v0, v1", 64, {0x7da40300}, "exec", "exec"},
    {"v_add_co_ci_u32 v0, vcc, v1, v2, vcc", 64, {0x50000501}, "vcc exec", "vcc"},
    {"v_readfirstlane_b32 s4, v1", 64, {0x7e080501}, "exec", "s4"},
    {"v_readlane_b32 s4, v1, s5", 64, {0xd7600004, 0x00000b01}, "s5", "s4"},
    {"v_div_scale_f64 v[0:1], vcc, v[2:3], v[2:3], s[4:5]",
     64,
     {0xd56e6a00, 0x00120502},
     "s[4:5] exec",
     "vcc"},
    {"v_add_f32 v0, src_vccz, v1", 64, {0x060002fb}, "vcc exec", ""},
    {"v_add_f32 v0, src_lds_direct, v1", 64, {0x060002fe}, "exec m0", ""},
    {"v_interp_p1_f32 v0, v1, attr0.x", 64, {0xc8000001}, "exec m0", ""},
    {"buffer_load_dword v0, v1, s[8:11], s3 offen",
     64,
     {0xe0301000, 0x03020001},
     "s3 s[8:11] exec",
     ""},
    {"image_sample v[0:3], v[0:1], s[8:15], s[16:19] dmask:0xf dim:SQ_RSRC_IMG_2D",
     64,
     {0xf0800f08, 0x00820000},
     "s[8:19] exec",
     ""},
    {"global_load_dword v0, v1, s[6:7]", 64, {0xdc308000, 0x00060001}, "s[6:7] exec", ""},
    {"global_load_dword v0, v[1:2], off", 64, {0xdc308000, 0x007d0001}, "exec", ""},
    {"scratch_load_dword v0, off, s6", 64, {0xdc304000, 0x00060000}, "s6 exec", ""},
    {"exp mrt0 v0, v0, v0, v0 done vm", 64, {0xf800180f, 0x00000000}, "exec", ""},
    /* In waves of 32 the high halves are registers like others. */
    {"v_cndmask_b32 v0, v1, v2, vcc_lo", 32, {0x02000501}, "vcc_lo exec_lo", ""},
    {"v_cmp_eq_u32 vcc_lo, v0, v1", 32, {0x7d840300}, "exec_lo", "vcc_lo"},
    {"v_cmp_eq_u32 s10, v0, s1", 32, {0xd4c2000a, 0x00000300}, "s1 exec_lo", "s10"},
    {"v_cmpx_eq_u32 v0, v1", 32, {0x7da40300}, "exec_lo", "exec_lo"},
    {"v_add_co_ci_u32 v0, s4, v1, v2, s5", 32, {0xd5280400, 0x00160501}, "s5 exec_lo", "s4"},
    {"s_and_saveexec_b32 s2, vcc_lo", 32, {0xbe823c6a}, "vcc_lo exec_lo", "s2 exec_lo scc"},
    {"s_cbranch_vccnz 1", 32, {0xbf870001}, "vcc_lo", ""},
    {"s_mov_b32 vcc_hi, exec_hi", 32, {0xbeeb037f}, "exec_hi", "vcc_hi"},
    {"v_mov_b32 v0, vcc_hi", 32, {0x7e00026b}, "vcc_hi exec_lo", ""},
};

static const char *
text_of(struct kit *kit, const struct rdna_scalars *set)
{
    struct base_text text;

    base_text_init(&text, &kit->arena);
    rdna_scalars_print(set, &text);
    return base_text_string(&text);
}

static void
knows_what_is_read_and_written(void **state)
{
    (void)state;
    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        struct kit kit;
        struct rdna_inst inst;
        struct rdna_uses uses;

        kit_begin(&kit);
        assert_true(rdna_decode(rows[i].words, 2, rdna_isa_gfx1030, rows[i].wave_size, &inst));
        rdna_inst_uses(&inst, rows[i].wave_size, &uses);
        const char *reads = text_of(&kit, &uses.reads), *writes = text_of(&kit, &uses.writes);
        if (strcmp(reads, rows[i].reads) != 0 || strcmp(writes, rows[i].writes) != 0)
            fail_msg("%s: reads \"%s\", writes \"%s\"; expected \"%s\", \"%s\"", rows[i].text,
                     reads, writes, rows[i].reads, rows[i].writes);
        assert_int_equal(uses.writes_any, strncmp(rows[i].text, "s_movreld", 9) == 0);
        kit_end(&kit);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(knows_what_is_read_and_written),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
