/* SPDX-License-Identifier: MIT
 *
 * Small programs in every company that takes them, against the wave interpreter.
 */
#include "kit.h"

#include "cpu/cpu.h"

#include <string.h>

static struct scene_device *device;

static const char *const programs[] = {
    "v_add_nc_u32 v0, v1, v2\ns_endpgm\n",
    "v_mov_b32 v0, s3\nv_add_nc_u32 v1, v0, v1\ns_endpgm\n",
    "v_mov_b32_dpp v0, v1 quad_perm:[0,0,2,2] row_mask:0xf bank_mask:0xf\ns_endpgm\n",
    "v_mov_b32_dpp v0, v1 quad_perm:[0,0,2,2] row_mask:0xf bank_mask:0xf bound_ctrl:0\n"
    "v_add_nc_u32_dpp v1, v1, v2 quad_perm:[1,1,3,3] row_mask:0xf bank_mask:0xf bound_ctrl:0 fi:1\n"
    "s_endpgm\n",
    "v_mov_b32_dpp v0, v1 row_shr:1 row_mask:0xa bank_mask:0x5\ns_endpgm\n",
    "v_mov_b32_dpp v0, v1 dpp8:[7,6,5,4,3,2,1,0]\ns_endpgm\n",
    "v_add_co_u32 v0, vcc_lo, v1, v2\nv_cndmask_b32 v1, v0, v2, vcc_lo\n"
    "s_and_saveexec_b32 s0, vcc_lo\ns_cbranch_execz L\nv_mov_b32 v3, v1\nL:\ns_or_b32 exec_lo, "
    "exec_lo, "
    "s0\nv_mov_b32 v4, v3\ns_endpgm\n",
    "s_mov_b32 s1, 0\nL:\nv_add_co_u32 v0, vcc_lo, v0, v1\ns_or_b32 s1, vcc_lo, s1\n"
    "s_andn2_b32 exec_lo, exec_lo, s1\ns_cbranch_execnz L\ns_mov_b32 exec_lo, -1\nv_mov_b32 v2, "
    "v0\ns_endpgm\n",
    "s_wqm_b32 exec_lo, exec_lo\nv_mov_b32 v0, v1\ns_endpgm\n",
    "v_readfirstlane_b32 s3, v4\nv_readlane_b32 s4, v4, s5\nv_writelane_b32 v5, s3, 7\n"
    "v_permlane16_b32 v6, v1, s7, s8\nv_permlanex16_b32 v7, v1, s7, s8 op_sel:[1,1]\ns_endpgm\n",
    "ds_swizzle_b32 v0, v1 offset:swizzle(QUAD_PERM,0,0,2,2)\ns_endpgm\n",
    "ds_swizzle_b32 v0, v1 offset:0x4321\nds_bpermute_b32 v2, v3, v4 offset:8\n"
    "ds_permute_b32 v5, v6, v7 offset:12\ns_endpgm\n",
    "v_mbcnt_lo_u32_b32 v0, -1, 0\nv_mbcnt_hi_u32_b32 v0, -1, v0\nv_mbcnt_lo_u32_b32 v1, s3, v2\n"
    "s_endpgm\n",
    "s_mov_b32 m0, 3\nv_movrels_b32 v0, v1\nv_movreld_b32 v2, v1\nv_movrelsd_b32 v3, v4\n"
    "s_mov_b32 m0, 0x20003\nv_movrelsd_2_b32 v1, v2\nv_swaprel_b32 v1, v2\ns_mov_b32 m0, 300\n"
    "v_movreld_b32 v1, v2\nv_movrels_b32 v0, v1\ns_endpgm\n",
    "s_mov_b32 m0, 6\ns_movrels_b32 s0, s1\ns_movreld_b32 s2, s3\ns_movrels_b64 s[10:11], "
    "s[12:13]\n"
    "s_mov_b32 m0, 0x20003\ns_movrelsd_2_b32 s5, s6\ns_endpgm\n",
};

static void
randomize(const struct kit_code *code, struct kit_data *data, uint32_t seed)
{
    for (size_t i = 0; i < kit_state_words(code); i++) {
        seed = seed * 1664525 + 1013904223;
        data->state[i] = seed >> 3 ^ seed << 7;
    }
}

static void
compare(const struct kit_code *code, const struct kit_data *a, const struct kit_data *b,
        bool scalars, const char *text, const char *company)
{
    for (uint32_t wave = 0; wave < code->waves; wave++) {
        const uint32_t *x = kit_scalars(code, a, wave), *y = kit_scalars(code, b, wave);
        for (unsigned i = 0; scalars && i < 129; i++)
            if (x[i] != y[i] && i != RDNA_NULL && i != RDNA_STATE_SCC)
                fail_msg("%s: %s: s%u is 0x%x, not 0x%x", text, company, i, y[i], x[i]);
        for (unsigned reg = 0; reg < 16; reg++)
            for (unsigned lane = 0; lane < code->wave_size; lane++) {
                const uint32_t v = kit_vector(code, a, wave, reg)[lane];
                const uint32_t w = kit_vector(code, b, wave, reg)[lane];
                if (v != w)
                    fail_msg("%s: %s: wave %u v%u lane %u is 0x%x, not 0x%x", text, company, wave,
                             reg, lane, w, v);
            }
    }
}

static void
try_program(size_t i)
{
    struct base_arena arena;
    struct base_diags diags;
    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena))
        fail_msg("ran out");
    struct kit_code code = {
        .isa = rdna_isa_gfx1013, .wave_size = 32, .mode = RDNA_MODE_START, .waves = 5};
    code.words = kit_assemble(&arena, code.isa, code.wave_size, programs[i], &code.count);
    struct kit_data start = kit_data_new(&arena, &code, 0);
    randomize(&code, &start, (uint32_t)i);
    struct kit_data expected = kit_data_copy(&arena, &code, &start);
    struct base_text reason;
    base_text_init(&reason, &arena);
    if (!kit_run_wave(&code, &expected, 100000, &reason))
        fail_msg("%s", base_text_string(&reason));
    unsigned done = 0;
    for (int company = 0; company < rdna_company_count; company++) {
        struct rdna_lower_report report = {0};
        base_diags_init(&diags, &arena, "code");
        const struct ir_shader *shader =
            kit_translate(&code, true, (enum rdna_company)company, &arena, &report, &diags);
        if (!shader) {
            print_message("%s: %s: %s\n", programs[i],
                          rdna_company_name((enum rdna_company)company),
                          diags.list.data[0].message);
            continue;
        }
        struct kit_data data = kit_data_copy(&arena, &code, &start);
        if (!kit_run_device(device, &code, shader, &data, &arena, &diags)) {
            struct base_text text;
            base_text_init(&text, &arena);
            ir_print(shader, &text);
            fail_msg("%s: %s\n%s", programs[i], diags.list.data[0].message,
                     base_text_string(&text));
        }
        compare(&code, &expected, &data, company >= rdna_company_subgroup, programs[i],
                rdna_company_name((enum rdna_company)company));
        done++;
    }
    print_message("%u companies\n", done);
    base_arena_finish(&arena);
}

static void
test_programs(void **state)
{
    (void)state;
    for (size_t i = 0; i < BASE_COUNT(programs); i++)
        try_program(i);
}

int
main(void)
{
    const struct cpu_options options = {.lanes = 32};
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_programs)};

    device = cpu_device_create(&options);
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    device->destroy(device);
    return failed;
}
