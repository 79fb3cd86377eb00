/* SPDX-License-Identifier: MIT
 *
 * RDNA code in scripts: where what is said of it goes wrong, what stops a dispatch, descriptors,
 * and the trace.
 */
#include "cpu/cpu.h"
#include "script/script_priv.h"

#include <cmocka.h>

static struct scene_device *device;

static int
open_device(void **state)
{
    const struct cpu_options options = {.threads = 1};
    (void)state;

    device = cpu_device_create(&options);
    return device ? 0 : -1;
}

static int
close_device(void **state)
{
    (void)state;
    device->destroy(device);
    return 0;
}

#define A "#!amber\n"
#define CODE(code) A "SHADER compute c RDNA-ASM gfx1013 wave32\n" code "\nEND\n"
#define BUFFER "BUFFER b DATA_TYPE uint32 DATA 5 6 7 END\n"
/* A line of a pipeline stands in the script's line 7. */
#define LINE(line) CODE("s_endpgm") BUFFER "PIPELINE compute p\n" line "\nATTACH c\nEND\n"

/* ---- reading ---- */

struct bad {
    const char *text;
    uint32_t line;
    uint32_t column;
};

static const struct bad bad[] = {
    {A "SHADER compute c RDNA-HEX\nEND", 2, 26},
    {A "SHADER compute c RDNA-HEX gfx900 wave32\nEND", 2, 27},
    {A "SHADER compute c RDNA-HEX gfx1013\nEND", 2, 34},
    {A "SHADER compute c RDNA-ASM gfx1013 wave16\nEND", 2, 35},
    {A "SHADER compute c RDNA-ASM gfx1013 32\nEND", 2, 35},
    {A "SHADER compute c RDNA-ASM gfx1013 wave32 x\nEND", 2, 42},
    {A "SHADER compute c RDNA-ASM gfx1013 wave32 FILE none.s", 2, 47},
    {LINE("REGISTER"), 7, 9},
    {LINE("REGISTER s106 VALUE 1"), 7, 10},
    {LINE("REGISTER v256 VALUE 1"), 7, 10},
    {LINE("REGISTER s VALUE 1"), 7, 10},
    {LINE("REGISTER s-1 VALUE 1"), 7, 10},
    {LINE("REGISTER s1.0 VALUE 1"), 7, 10},
    {LINE("REGISTER null VALUE 1"), 7, 10},
    {LINE("REGISTER s0"), 7, 12},
    {LINE("REGISTER s0 FOO"), 7, 13},
    {LINE("REGISTER s0 VALUE"), 7, 18},
    {LINE("REGISTER s0 VALUE x"), 7, 19},
    {LINE("REGISTER s0 VALUE 0x100000000"), 7, 19},
    {LINE("REGISTER s0 VALUE -2147483649"), 7, 19},
    {LINE("REGISTER s105 VALUE 1 2"), 7, 10},
    {LINE("REGISTER m0 VALUE 1 2"), 7, 10},
    {LINE("REGISTER s0 ADDRESS b"), 7, 21},
    {LINE("REGISTER s0 ADDRESS BUFFER d"), 7, 28},
    {LINE("REGISTER s0 ADDRESS BUFFER b OFFSET x"), 7, 37},
    {LINE("REGISTER s105 ADDRESS BUFFER b"), 7, 10},
    {LINE("REGISTER v0 ADDRESS BUFFER b"), 7, 13},
    {LINE("REGISTER v0 PERSP_CENTER"), 7, 25},
    {LINE("REGISTER s0 POSITION x"), 7, 13},
    {LINE("COMPANY few"), 7, 9},
    {LINE("EXPORT 8 unorm16"), 7, 8},
    {LINE("EXPORT 0 float"), 7, 10},
    {LINE("REGISTER s103 DESCRIPTOR BUFFER b"), 7, 10},
    {LINE("REGISTER s0 DESCRIPTOR BUFFER b STRIDE 16384"), 7, 40},
    {LINE("REGISTER s0 DESCRIPTOR BUFFER b FORMAT FOO"), 7, 40},
    {LINE("REGISTER s0 DESCRIPTOR BUFFER b FORMAT R64_UINT"), 7, 40},
    {LINE("REGISTER s0 DESCRIPTOR BUFFER b FOO"), 7, 33},
    {LINE("REGISTER s0 DESCRIPTOR_SET x"), 7, 28},
    {LINE("REGISTER s0 PUSH_CONSTANTS OFFSET 256"), 7, 35},
    {LINE("REGISTER s0 PUSH_CONSTANTS COUNT 65"), 7, 34},
    {LINE("REGISTER s0 PUSH_CONSTANTS COUNT 0"), 7, 28},
    {LINE("REGISTER s0 PUSH_CONSTANTS OFFSET 252 COUNT 2"), 7, 28},
    {LINE("REGISTER s0 WORKGROUP_ID w"), 7, 26},
    {LINE("REGISTER s0 WORKGROUP_ID xyz"), 7, 26},
    {LINE("REGISTER v0 WORKGROUP_ID x"), 7, 13},
    {LINE("REGISTER s0 LOCAL_ID x"), 7, 13},
    {LINE("REGISTER s105 SCRATCH"), 7, 10},
    {LINE("REGISTER s0 WAVE 1"), 7, 18},
    {LINE("WORKGROUP 32 1"), 7, 15},
    {LINE("WORKGROUP 0 1 1"), 7, 11},
    {LINE("WORKGROUP 1025 1 1"), 7, 11},
    {LINE("WORKGROUP 1024 2 1"), 7, 11},
    {LINE("LDS 65537"), 7, 5},
    {LINE("SCRATCH 65537"), 7, 9},
    {LINE("MODE 0x400"), 7, 6},
    {LINE("register s0 VALUE 1"), 7, 1},
    {"[compute shader rdna-hex]\n", 1, 2},
    {"[compute shader rdna-hex gfx1013]\n", 1, 2},
    {"[compute shader rdna-asm gfx1013 wave48]\n", 1, 2},
    {"[compute shader rdna-asm gfx1013 wave32 x]\n", 1, 2},
    {"[test]\nREGISTER s0 VALUE 1\n", 2, 1},
    {"[test]\nregister s0 address buffer 1\n", 2, 21},
};

static void
test_bad(void **state)
{
    (void)state;

    for (size_t i = 0; i < BASE_COUNT(bad); i++) {
        struct base_arena arena;
        struct base_diags diags;

        base_arena_init(&arena, 0);
        base_diags_init(&diags, &arena, "a.amber");
        if (script_read(bad[i].text, strlen(bad[i].text), NULL, &arena, &diags))
            fail_msg("was read: %s", bad[i].text);
        const struct qd_diagnostic *found = &diags.list.data[0];
        if (found->code != QD_CODE_SCRIPT_INVALID || found->place.line != bad[i].line ||
            found->place.column != bad[i].column)
            fail_msg("%u:%u: %s\n%s", found->place.line, found->place.column, found->message,
                     bad[i].text);
        base_arena_finish(&arena);
    }
}

/* Shaders of three stages alone. */
static void
test_stages(void **state)
{
    static const char *const texts[] = {
        A "SHADER geometry f RDNA-HEX gfx1013 wave32\nbf810000\nEND\n",
        A "SHADER tessellation_control f RDNA-ASM gfx1013 wave32\ns_endpgm\nEND\n",
        "[geometry shader rdna-hex gfx1013 wave64]\nbf810000\n",
    };
    (void)state;

    for (size_t i = 0; i < BASE_COUNT(texts); i++) {
        struct base_arena arena;
        struct base_diags diags;

        base_arena_init(&arena, 0);
        base_diags_init(&diags, &arena, "a.amber");
        assert_null(script_read(texts[i], strlen(texts[i]), NULL, &arena, &diags));
        assert_int_equal(diags.list.data[0].code, QD_CODE_UNSUPPORTED);
        base_arena_finish(&arena);
    }
}

/* ---- running ---- */

struct row {
    const char *text;
    enum script_outcome outcome;
    const char *reason; /* Whole; NULL after a pass. */
};

#define PASS script_outcome_pass, NULL
#define FAIL script_outcome_fail
#define SKIP script_outcome_skip
#define AT "REGISTER s0 ADDRESS BUFFER b\n"
#define RUN(lines, code)                                                                           \
    CODE(code) BUFFER "PIPELINE compute p\nATTACH c\n" lines "END\nRUN p 1 1 1\n"
#define STORE "v_mov_b32 v0, 0\nv_mov_b32 v1, 9\nglobal_store_dword v0, v1, s[0:1]\ns_endpgm"
#define BIND(kind) "BIND BUFFER b AS " kind " DESCRIPTOR_SET 0 BINDING 0\n"

static const struct row rows[] = {
    {RUN(AT, STORE) "EXPECT b IDX 0 EQ 9 6 7", PASS},
    {RUN(AT "REGISTER s0 ADDRESS BUFFER b OFFSET 8\n", STORE) "EXPECT b IDX 0 EQ 5 6 9", PASS},
    {RUN("REGISTER s0 ADDRESS BUFFER b OFFSET 12\n", STORE), FAIL,
     "13:5: shader c: workgroup 0 0 0: 0x8: wave 0: global_store_dword v0, v1, s[0:1]: lane 0: an "
     "address that is not mapped, 0x1000000000c"},
    {RUN("REGISTER s0 ADDRESS BUFFER b OFFSET 13\n", STORE), FAIL,
     "11:10: found bytes 13 to 13 of a buffer of 12 bytes"},
    {RUN("REGISTER s0 DESCRIPTOR BUFFER b OFFSET 4 RANGE 9\n", STORE), FAIL,
     "11:10: found bytes 4 to 13 of a buffer of 12 bytes"},
    {RUN(BIND("uniform"), "s_movk_i32 s1, 0x8000\ns_movk_i32 s0, 0\ns_endpgm"), PASS},
    {RUN(BIND("uniform") "REGISTER s2 DESCRIPTOR_SET 0\n",
         "s_movk_i32 s3, 0x8000\ns_load_dwordx4 s[4:7], s[2:3], null\nv_mov_b32 v0, 1\n"
         "buffer_store_dword v0, off, s[4:7], 0\ns_endpgm"),
     FAIL,
     "15:5: shader c: workgroup 0 0 0: 0x10: wave 0: buffer_store_dword v0, off, s[4:7], 0: lane "
     "0: "
     "a write to read-only memory, 0x10000000000"},
    {RUN(BIND("storage") "REGISTER s2 DESCRIPTOR_SET 1\n", "s_endpgm"), FAIL,
     "9:10: found set 1, in which p binds nothing"},
    {RUN("REGISTER s2 PUSH_CONSTANTS\n", "s_endpgm"), FAIL,
     "8:10: found push constants, of which p binds none"},
    {CODE("s_endpgm") "IMAGE i FORMAT D32_SFLOAT DIM_2D WIDTH 1 HEIGHT 1\nPIPELINE compute p\n"
                      "ATTACH c\nBIND BUFFER i AS sampled_image DESCRIPTOR_SET 0 BINDING 0\nEND\n"
                      "RUN p 1 1 1\n",
     SKIP, "8:13: the wave interpreter has no images of the format D32_SFLOAT"},
    {CODE("s_endpgm") "IMAGE i FORMAT R8_UNORM DIM_3D WIDTH 1 HEIGHT 16384 DEPTH 1024\n"
                      "PIPELINE compute p\nATTACH c\n"
                      "BIND BUFFER i AS sampled_image DESCRIPTOR_SET 0 BINDING 0\nEND\n"
                      "RUN p 1 1 1\n",
     FAIL, "8:13: i takes more than 1073741824 bytes where rows begin at multiples of 256"},
    {CODE("s_endpgm") "IMAGE i FORMAT R8_UNORM DIM_2D WIDTH 1 HEIGHT 1 SAMPLES 4\n"
                      "PIPELINE compute p\nATTACH c\n"
                      "BIND BUFFER i AS sampled_image DESCRIPTOR_SET 0 BINDING 0\nEND\n"
                      "RUN p 1 1 1\n",
     SKIP, "images of several samples beside RDNA code are not done"},
    {CODE("s_endpgm") "BUFFER b DATA_TYPE R64_UINT SIZE 1 FILL 0\nPIPELINE compute p\nATTACH c\n"
                      "BIND BUFFER b AS uniform_texel_buffer DESCRIPTOR_SET 0 BINDING 0\nEND\n"
                      "RUN p 1 1 1\n",
     SKIP, "8:13: RDNA code has no buffers of the format R64_UINT"},
    {RUN("REGISTER fragment s2 VALUE 1\nREGISTER v1 POSITION x\n", "s_endpgm"), FAIL,
     "9:10: found what vertices or fragments begin with in a compute pipeline"},
    {RUN("COMPANY lane\n", "s_endpgm"), FAIL,
     "8:1: found COMPANY, expected TRANSLATED behind the shader's wave size"},
    {A "SHADER compute c RDNA-HEX gfx1013 wave32 TRANSLATED\nbf810000\nEND\n" BUFFER
       "PIPELINE compute p\nATTACH c\nREGISTER s0 DESCRIPTOR_SET 1\nEND\nRUN p 1 1 1\n",
     FAIL,
     "3:1: shader c: line 8: found a descriptor set, which translated code has not "
     "[script-invalid]"},
    /* The code. */
    {RUN("", "s_nop 0\n  s_foo"), FAIL,
     "4:3: shader c: found 's_foo', expected an instruction [rdna-asm-unknown-opcode]"},
    {RUN("", "v_mac_legacy_f32 v0, v1, v2\nv_dot2c_f32_f16 v0, v1, v2"), FAIL,
     "4:1: shader c: found v_dot2c_f32_f16, which gfx1013 does not have [rdna-asm-chip]"},
    {RUN("", ""), FAIL, "3:1: shader c: found no instruction, expected one [rdna-truncated]"},
    {A "SHADER compute c RDNA-HEX gfx1013 wave32\nbf800000\n  bf81000g\nEND\nPIPELINE compute p\n"
       "ATTACH c\nEND\nRUN p 1 1 1\n",
     FAIL, "4:10: shader c: found byte 0x67, expected a hexadecimal digit [rdna-syntax]"},
    {A "SHADER compute c RDNA-HEX gfx1013 wave32\n# wave: 32\n# chip: gfx1030\nbf810000\nEND\n"
       "PIPELINE compute p\nATTACH c\nEND\nRUN p 1 1 1\n",
     FAIL,
     "4:1: shader c: found chip gfx1030, expected gfx1013 as the shader's line has it "
     "[script-invalid]"},
    {A "SHADER compute c RDNA-HEX gfx1013 wave32\n# wave: 64\nbf810000\nEND\n"
       "PIPELINE compute p\nATTACH c\nEND\nRUN p 1 1 1\n",
     FAIL,
     "3:1: shader c: found wave 64, expected 32 as the shader's line has it [script-invalid]"},
    /* What stops it. */
    {RUN("", "s_nop 0"), FAIL,
     "9:5: shader c: workgroup 0 0 0: 0x4: wave 0: end of the code: execution went past the last "
     "word"},
    {RUN("WORKGROUP 64 1 1\nREGISTER s4 WAVE\n",
         "s_cmp_eq_u32 s4, 0\ns_cbranch_scc1 out\ns_trap 2\nout:\ns_endpgm"),
     FAIL,
     "15:5: shader c: workgroup 0 0 0: 0x8: wave 1: s_trap 2: there is no handler for trap 2"},
    {CODE("s_cmp_eq_u32 s4, 1\ns_cbranch_scc0 out\ns_sethalt 1\nout:\ns_endpgm") "PIPELINE compute "
                                                                                 "p\nATTACH "
                                                                                 "c\nREGISTER s4 "
                                                                                 "WORKGROUP_ID "
                                                                                 "y\nEND\nRUN p 2 "
                                                                                 "3 1\n",
     FAIL,
     "13:5: shader c: workgroup 0 1 0: 0x8: wave 0: s_sethalt 1: the wave halts, and nobody starts "
     "it again"},
    {RUN("", "head:\ns_branch head"), FAIL,
     "10:5: shader c: workgroup 0 0 0: found no end within the instructions that the script's "
     "waves "
     "may execute, expected one"},
    {CODE("s_endpgm") "PIPELINE compute p\nATTACH c ENTRY_POINT main\nEND\nRUN p 1 1 1\n", FAIL,
     "6:8: found an entry point or a constant's value, which RDNA code has not"},
    {CODE("s_endpgm") "PIPELINE compute p\nATTACH c SPECIALIZE 1 AS uint32 1\nEND\nRUN p 1 1 1\n",
     FAIL, "6:8: found an entry point or a constant's value, which RDNA code has not"},
    /* How waves begin. */
    {A "SHADER compute c IR\ncompute \"\"\nlocal_size 1 1 1\n{\n}\nEND\n"
       "PIPELINE compute p\nATTACH c\nLDS 4\nEND\nRUN p 1 1 1\n",
     FAIL, "10:1: found how waves begin, expected a shader of RDNA code besides"},
    {RUN(AT "REGISTER exec VALUE 0\n", STORE) "EXPECT b IDX 0 EQ 5 6 7", PASS},
    {RUN(AT "WORKGROUP 2 1 1\n",
         "s_mov_b32 s2, exec_lo\nv_mov_b32 v0, 0\nv_mov_b32 v1, s2\n"
         "global_store_dword v0, v1, s[0:1]\ns_endpgm") "EXPECT b IDX 0 EQ 3 6 7",
     PASS},
    {RUN(AT "REGISTER scc VALUE 7\nREGISTER vcc VALUE 1 2\nREGISTER m0 VALUE -1\n"
            "REGISTER ttmp15 VALUE 3\n",
         "s_addc_u32 s2, vcc_lo, vcc_hi\ns_sub_u32 s3, s2, m0\nv_mov_b32 v0, 0\n"
         "v_mov_b32 v1, s3\nglobal_store_dword v0, v1, s[0:1]\ns_endpgm") "EXPECT b IDX 0 EQ 5 6 7",
     PASS},
    {RUN(AT "SCRATCH 4\nREGISTER s2 SCRATCH\n",
         "v_mov_b32 v0, 0\nv_mov_b32 v1, 3\nglobal_store_dword v0, v1, s[2:3]\n"
         "scratch_load_dword v2, v0, off\nglobal_store_dword v0, v2, s[0:1]\ns_endpgm") "EXPECT b "
                                                                                        "IDX 4 EQ "
                                                                                        "6 7",
     PASS},
    {RUN("SCRATCH 4\n", "v_mov_b32 v0, 4\nscratch_load_dword v2, v0, off\ns_endpgm"), FAIL,
     "12:5: shader c: workgroup 0 0 0: 0x4: wave 0: scratch_load_dword v2, v0, off: lane 0: an "
     "address that is not mapped, 0x200000000080"},
};

static void
run(const char *text, const struct script_run_options *options, struct base_arena *arena,
    struct script_verdict *verdict)
{
    struct base_diags diags;

    base_diags_init(&diags, arena, "a.amber");
    const struct script *script = script_read(text, strlen(text), NULL, arena, &diags);
    if (!script)
        fail_msg("%s\n%s", script_reason_of(&diags, arena), text);
    script_run(script, device, options, arena, verdict);
}

static void
test_rows(void **state)
{
    const struct script_run_options options = {.wave_steps = 100000};
    (void)state;

    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        struct script_verdict verdict;
        struct base_arena arena;

        base_arena_init(&arena, (size_t)1 << 30);
        run(rows[i].text, &options, &arena, &verdict);
        const char *reason = verdict.reason ? verdict.reason : "";
        if (verdict.outcome != rows[i].outcome ||
            strcmp(reason, rows[i].reason ? rows[i].reason : "") != 0)
            fail_msg("%s: %s\n%s", script_outcome_name(verdict.outcome), reason, rows[i].text);
        base_arena_finish(&arena);
    }
}

/* Dispatches share what all may execute: each wave's start counts too. */
static void
test_steps(void **state)
{
    static const char text[] = CODE("s_endpgm") "PIPELINE compute p\nATTACH c\nEND\n"
                                                "REPEAT 10\nRUN p 1 1 1\nEND\n";
    struct script_run_options options = {.wave_steps = 10 * 257};
    struct script_verdict verdict;
    struct base_arena arena;
    (void)state;

    base_arena_init(&arena, 0);
    run(text, &options, &arena, &verdict);
    assert_int_equal(verdict.outcome, script_outcome_pass);
    options.wave_steps--;
    run(text, &options, &arena, &verdict);
    assert_int_equal(verdict.outcome, script_outcome_fail);
    base_arena_finish(&arena);
}

static void
run_within(const char *text, size_t limit)
{
    const struct script_run_options options = {0};
    struct script_verdict verdict = {0};
    struct base_arena arena;

    base_arena_init(&arena, limit);
    if (BASE_ARENA_CATCH(&arena)) {
        run(text, &options, &arena, &verdict);
        if (verdict.outcome == script_outcome_fail)
            assert_non_null(strstr(verdict.reason, "found too little memory"));
    }
    base_arena_finish(&arena);
}

/* Wherever memory runs out, what the dispatch had is released. */
static void
test_budgets(void **state)
{
    static const char text[] = RUN(AT "SCRATCH 4\n", STORE) "EXPECT b IDX 0 EQ 9 6 7";
    (void)state;

    for (size_t limit = 1 << 12; limit < (size_t)1 << 22; limit += limit / 8)
        run_within(text, limit);
}

/* ---- descriptors ---- */

static void
test_descriptors(void **state)
{
    static const struct {
        struct script_descriptor descriptor;
        uint32_t words[4];
    } descriptors[] = {
        {{0x123456789abc, 100, 0, scene_format_none}, {0x56789abc, 0x00001234, 100, 0x31016fac}},
        {{0x123456789abc, 100, 12, scene_format_none}, {0x56789abc, 0x000c1234, 8, 0x01016fac}},
        {{0x1000, 100, 0, scene_format_r8g8b8a8_unorm}, {0x1000, 0x00040000, 25, 0x01038fac}},
        {{0x1000, 100, 16, scene_format_b8g8r8a8_unorm}, {0x1000, 0x00100000, 6, 0x01038f2e}},
        {{0x1000, 7, 0, scene_format_r16_sfloat}, {0x1000, 0x00020000, 3, 0x0100d204}},
    };
    (void)state;

    for (size_t i = 0; i < BASE_COUNT(descriptors); i++) {
        uint32_t words[4];

        script_make_descriptor(&descriptors[i].descriptor, words);
        for (int k = 0; k < 4; k++)
            if (words[k] != descriptors[i].words[k])
                fail_msg("%zu: word %d is %08x", i, k, words[k]);
    }
}

static void
test_images(void **state)
{
    static const struct scene_image flat = {
        scene_format_r32g32b32a32_uint, scene_image_2d, 63, 8, 1, 1, 3, 1, NULL, 0};
    static const struct scene_image solid = {
        scene_format_b8g8r8a8_srgb, scene_image_3d, 5, 6, 7, 1, 1, 1, NULL, 0};
    const struct scene_view levels = {.first_level = 1, .level_count = 2};
    const struct scene_view whole = {
        .level_count = 1, .swizzle = {scene_swizzle_zero, scene_swizzle_r, scene_swizzle_one}};
    uint32_t words[8];
    (void)state;

    script_make_image_descriptor(&flat, &levels, 0x123456789a00, false, words);
    assert_int_equal(words[0], 0x3456789a);
    assert_int_equal(words[1], 0x12 | 75u << 20 | 2u << 30);
    assert_int_equal(words[2], 15 | 7 << 14 | 1u << 31);
    assert_int_equal(words[3], 0x90021fac);
    assert_int_equal(words[4], 0);
    assert_int_equal(words[5], 2 << 4);
    script_make_image_descriptor(&solid, &whole, 0x1000, true, words);
    assert_int_equal(words[0], 0x10);
    assert_int_equal(words[1] >> 20 & 0x1ff, 130);
    assert_int_equal(words[3], 0xa0000000 | 07160);
    assert_int_equal(words[4], 6);
    assert_int_equal(words[5], 1);

    /* Rows of 256 bytes, but for the first level's of 1,024. */
    assert_int_equal(script_wave_image_size(&flat), 1024 * 8 + 512 * 4 + 256 * 2);
    assert_int_equal(script_wave_image_size(&solid), 256 * 6 * 7);
}

static void
test_samplers(void **state)
{
    static const struct scene_sampler sampler = {
        .mag = scene_filter_linear,
        .mip = scene_filter_linear,
        .wrap_u = scene_wrap_clamp_to_border,
        .wrap_v = scene_wrap_clamp_to_edge,
        .wrap_w = scene_wrap_mirrored_repeat,
        .lod_bias = -1.5F,
        .min_lod = 0.5F,
        .max_lod = 1000.0F,
        .border = scene_border_opaque_white,
        .has_compare = true,
        .compare = scene_compare_less_or_equal,
        .is_unnormalized = true,
    };
    uint32_t words[4];
    (void)state;

    script_make_sampler_descriptor(&sampler, words);
    assert_int_equal(words[0], 6 | 2 << 3 | 1 << 6 | 3 << 12 | 1 << 15);
    assert_int_equal(words[1], 0x80 | 0xffd << 12);
    assert_int_equal(words[2], (0x3fff & -384) | 1 << 20 | 2 << 26);
    assert_int_equal(words[3], 2u << 30);
}

static void
test_formats(void **state)
{
    static const struct {
        enum scene_format format;
        unsigned number;
        unsigned dst_sel; /* An octal digit a channel, alpha first. */
    } formats[] = {
        {scene_format_r8_unorm, 1, 01004},
        {scene_format_r8g8_sint, 19, 01054},
        {scene_format_r8g8b8a8_uscaled, 58, 07654},
        {scene_format_a8b8g8r8_sint_pack32, 61, 07654},
        {scene_format_b8g8r8a8_uint, 60, 07456},
        {scene_format_r16g16_snorm, 24, 01054},
        {scene_format_r16g16b16a16_sfloat, 71, 07654},
        {scene_format_r32_uint, 20, 01004},
        {scene_format_r32g32_sfloat, 64, 01054},
        {scene_format_r32g32b32_sint, 73, 01654},
        {scene_format_r32g32b32a32_sfloat, 77, 07654},
        {scene_format_a2b10g10r10_unorm_pack32, 50, 07654},
        {scene_format_a2r10g10b10_uint_pack32, 54, 07456},
        {scene_format_b10g11r11_ufloat_pack32, 36, 01654},
        /* Of no buffer. */
        {scene_format_r8g8b8_unorm, 0, 0},
        {scene_format_r8g8b8a8_srgb, 0, 0},
        {scene_format_r64_uint, 0, 0},
        {scene_format_e5b9g9r9_ufloat_pack32, 0, 0},
        {scene_format_d32_sfloat, 0, 0},
        {scene_format_r5g6b5_unorm_pack16, 0, 0},
    };
    (void)state;

    for (size_t i = 0; i < BASE_COUNT(formats); i++) {
        unsigned dst_sel;
        const unsigned number = script_wave_format(formats[i].format, false, &dst_sel);

        if (number != formats[i].number || (number && dst_sel != formats[i].dst_sel))
            fail_msg("%s: %u, %o", scene_format_infos[formats[i].format].name, number, dst_sel);
    }
}

/* ---- the trace ---- */

static void
write_line(void *context, const char *text, size_t size)
{
    base_text_add(context, text, size);
}

static void
test_trace(void **state)
{
    static const char text[] =
        RUN("WORKGROUP 34 1 1\nREGISTER v0 LANE\nREGISTER s8 WAVE\nREGISTER s9 WORKGROUP_ID x\n",
            "s_lshl_b32 s9, s9, s8\ns_cselect_b32 m0, s8, -1\nv_cmp_lt_u32 vcc_lo, 2, v0\n"
            "v_mov_b32 v1, 1.0\nv_and_b32 v0, 1, v0\ns_mov_b32 exec_lo, 5\nv_mov_b32 v2, v1\n"
            "s_endpgm");
    static const char expected[] =
        "workgroup 0 0 0, wave 0, 0x0: s_lshl_b32 s9, s9, s8\n"
        "workgroup 0 0 0, wave 0, 0x4: s_cselect_b32 m0, s8, -1\n"
        "    m0 = ffffffff\n"
        "workgroup 0 0 0, wave 0, 0x8: v_cmp_lt_u32_e32 vcc_lo, 2, v0\n"
        "    vcc_lo = fffffff8\n"
        "workgroup 0 0 0, wave 0, 0xc: v_mov_b32_e32 v1, 1.0\n"
        "    v1[0..31] = 3f800000\n"
        "workgroup 0 0 0, wave 0, 0x10: v_and_b32_e32 v0, 1, v0\n"
        "    v0[2..31] = 00000000 00000001 00000000 00000001 00000000 00000001 00000000 00000001 "
        "00000000 00000001 00000000 00000001 00000000 00000001 00000000 00000001 00000000 00000001 "
        "00000000 00000001 00000000 00000001 00000000 00000001 00000000 00000001 00000000 00000001 "
        "00000000 00000001\n"
        "workgroup 0 0 0, wave 0, 0x14: s_mov_b32 exec_lo, 5\n"
        "    exec_lo = 00000005\n"
        "workgroup 0 0 0, wave 0, 0x18: v_mov_b32_e32 v2, v1\n"
        "    v2[0] = 3f800000, [2] = 3f800000\n"
        "workgroup 0 0 0, wave 0, 0x1c: s_endpgm\n"
        "workgroup 0 0 0, wave 1, 0x0: s_lshl_b32 s9, s9, s8\n"
        "workgroup 0 0 0, wave 1, 0x4: s_cselect_b32 m0, s8, -1\n"
        "    m0 = ffffffff\n"
        "workgroup 0 0 0, wave 1, 0x8: v_cmp_lt_u32_e32 vcc_lo, 2, v0\n"
        "workgroup 0 0 0, wave 1, 0xc: v_mov_b32_e32 v1, 1.0\n"
        "    v1[0..1] = 3f800000\n"
        "workgroup 0 0 0, wave 1, 0x10: v_and_b32_e32 v0, 1, v0\n"
        "workgroup 0 0 0, wave 1, 0x14: s_mov_b32 exec_lo, 5\n"
        "    exec_lo = 00000005\n"
        "workgroup 0 0 0, wave 1, 0x18: v_mov_b32_e32 v2, v1\n"
        "    v2[0] = 3f800000\n"
        "workgroup 0 0 0, wave 1, 0x1c: s_endpgm\n";
    struct script_verdict verdict;
    struct base_arena arena;
    struct base_text written;
    (void)state;

    base_arena_init(&arena, 0);
    base_text_init(&written, &arena);
    const struct script_trace trace = {write_line, &written};
    const struct script_run_options options = {.trace = &trace};
    run(text, &options, &arena, &verdict);
    assert_int_equal(verdict.outcome, script_outcome_pass);
    assert_string_equal(base_text_string(&written), expected);
    base_arena_finish(&arena);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bad),     cmocka_unit_test(test_stages),
        cmocka_unit_test(test_images),  cmocka_unit_test(test_samplers),
        cmocka_unit_test(test_rows),    cmocka_unit_test(test_steps),
        cmocka_unit_test(test_budgets), cmocka_unit_test(test_descriptors),
        cmocka_unit_test(test_formats), cmocka_unit_test(test_trace),
    };

    return cmocka_run_group_tests(tests, open_device, close_device);
}
