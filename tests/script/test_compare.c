/* SPDX-License-Identifier: MIT
 *
 * Scripts on two devices that are one, but for some bytes that the second one changes in what it
 * reads: which changes are differences, and what is said of them.
 */
#include "cpu/cpu.h"
#include "script/script.h"

#include <cmocka.h>

/* Bytes of a read step's result that are replaced. */
struct change {
    uint32_t read;
    size_t at;
    const char *bytes;
    size_t size;
};

struct fake_device {
    struct scene_device base;
    struct scene_device *real;
    const struct change *change;
    const char *lacks; /* A feature; NULL: none. */
    enum scene_status status;
};

static struct scene_device *cpu;

static int
open_device(void **state)
{
    const struct cpu_options options = {.threads = 1};
    (void)state;

    cpu = cpu_device_create(&options);
    return cpu ? 0 : -1;
}

static int
close_device(void **state)
{
    (void)state;
    cpu->destroy(cpu);
    return 0;
}

static enum scene_status
fake_run(struct scene_device *device, const struct scene *scene, struct base_arena *arena,
         struct scene_result *result, struct base_diags *diags)
{
    const struct fake_device *fake = (struct fake_device *)device;

    if (fake->status != scene_status_ok) {
        base_error(diags, QD_CODE_DEVICE_FAILED, base_at_nowhere(), "it broke");
        return fake->status;
    }
    const enum scene_status status = fake->real->run(fake->real, scene, arena, result, diags);
    const struct change *change = fake->change;
    if (status == scene_status_ok && change) {
        assert_true(change->read < result->read_count);
        assert_true(change->at + change->size <= result->reads[change->read].size);
        memcpy((char *)result->reads[change->read].data + change->at, change->bytes, change->size);
    }
    return status;
}

static bool
fake_has_feature(struct scene_device *device, const char *name)
{
    const struct fake_device *fake = (struct fake_device *)device;

    return !(fake->lacks && strcmp(name, fake->lacks) == 0) &&
           fake->real->has_feature(fake->real, name);
}

static bool
fake_has_format(struct scene_device *device, enum scene_format format, unsigned uses,
                uint32_t samples)
{
    const struct fake_device *fake = (struct fake_device *)device;

    return fake->real->has_format(fake->real, format, uses, samples);
}

static struct fake_device
make_fake(void)
{
    return (struct fake_device){
        .base = {.name = "fake",
                 .run = fake_run,
                 .has_feature = fake_has_feature,
                 .has_format = fake_has_format},
        .real = cpu,
        .status = scene_status_ok,
    };
}

struct row {
    const char *text;
    struct change change;
    double steps;
    double relative;
    const char *reason; /* Whole; NULL after a pass. */
};

#define BYTES(bytes) bytes, sizeof(bytes) - 1
#define DEFAULT -1, -1

static void
compare(const char *text, struct fake_device *fake, const struct script_compare_options *options,
        enum script_outcome outcome, const char *reason)
{
    struct scene_device *const devices[] = {cpu, &fake->base};
    struct script_verdict verdict;
    struct base_arena arena;
    struct base_diags diags;

    base_arena_init(&arena, (size_t)1 << 30);
    base_diags_init(&diags, &arena, "a.amber");
    const struct script *script = script_read(text, strlen(text), NULL, &arena, &diags);
    if (!script)
        fail_msg("%s\n%s", script_reason_of(&diags, &arena), text);
    script_compare(script, devices, options, &arena, &verdict);
    const char *said = verdict.reason ? verdict.reason : "";
    if (verdict.outcome != outcome || strcmp(said, reason ? reason : "") != 0)
        fail_msg("%s: %s\nexpected %s\n%s", script_outcome_name(verdict.outcome), said,
                 reason ? reason : "", text);
    base_arena_finish(&arena);
}

static void
check_rows(const struct row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct row *row = &rows[i];
        const struct script_compare_options options = {.steps = row->steps,
                                                       .relative = row->relative};
        struct fake_device fake = make_fake();

        fake.change = row->change.size ? &row->change : NULL;
        compare(row->text, &fake, &options, row->reason ? script_outcome_fail : script_outcome_pass,
                row->reason);
    }
}

/* ---- buffers ---- */

#define A "#!amber\n"
#define EXPECT_B "\nEXPECT b IDX 0 EQ 9\n"
#define INTS A "BUFFER b DATA_TYPE int32 DATA 1 -2 3 END" EXPECT_B
#define WIDE A "BUFFER b DATA_TYPE uint64 DATA 0xffffffffffffffff END" EXPECT_B
#define FLOATS A "BUFFER b DATA_TYPE float DATA 1 -0.0 nan inf 0.5 END" EXPECT_B
#define HALVES A "BUFFER b DATA_TYPE float16 DATA 1 2 END" EXPECT_B
#define DOUBLES A "BUFFER b DATA_TYPE double DATA 1 END" EXPECT_B
#define FORMAT                                                                                     \
    A "BUFFER b DATA_TYPE R8G8B8A8_UNORM DATA 1 2 3 4 5 6 7 8 END\nEXPECT b EQ_BUFFER b\n"

static void
test_buffers(void **state)
{
    static const struct row rows[] = {
        /* The expectation is wrong, which is not asked. */
        {INTS, {0}, DEFAULT, NULL},
        {INTS,
         {0, 4, BYTES("\xff\xff\xff\xff")},
         DEFAULT,
         "3:8: b: the number at byte 4 is -2 on cpu, -1 on fake (1 of 3 differ, by 1)"},
        {INTS,
         {0, 0, BYTES("\4\0\0\0\5\0\0\0")},
         100,
         0.5,
         "3:8: b: the number at byte 0 is 1 on cpu, 4 on fake (2 of 3 differ, by 7)"},
        {INTS,
         {0, 11, BYTES("\1")},
         DEFAULT,
         "3:8: b: the number at byte 8 is 3 on cpu, 16777219 on fake (1 of 3 differ, by "
         "1.67772e+07)"},
        /* Both are 2^64 as doubles. */
        {WIDE,
         {0, 0, BYTES("\xfe")},
         DEFAULT,
         "3:8: b: the number at byte 0 is 18446744073709551615 on cpu, 18446744073709551614 on "
         "fake (1 of 1 differ, by 1)"},
        /* 2^-21 and 2^-19 above 1. */
        {FLOATS, {0, 0, BYTES("\4")}, DEFAULT, NULL},
        {FLOATS,
         {0, 0, BYTES("\4")},
         1,
         0,
         "3:8: b: the number at byte 0 is 1 on cpu, 1.00000048 on fake (1 of 5 differ, by "
         "4.76837e-07)"},
        {FLOATS,
         {0, 0, BYTES("\20")},
         DEFAULT,
         "3:8: b: the number at byte 0 is 1 on cpu, 1.00000191 on fake (1 of 5 differ, by "
         "1.90734e-06)"},
        {FLOATS, {0, 0, BYTES("\20")}, -1, 1e-5, NULL},
        {FLOATS, {0, 7, BYTES("\0")}, -1, 0, NULL},    /* 0 */
        {FLOATS, {0, 11, BYTES("\xff")}, -1, 0, NULL}, /* Another NaN. */
        {FLOATS,
         {0, 8, BYTES("\0\0\x80\x7f")},
         -1,
         0.9, /* NaN and infinity. */
         "3:8: b: the number at byte 8 is nan on cpu, inf on fake (1 of 5 differ, by inf)"},
        {FLOATS,
         {0, 12, BYTES("\xff\xff\x7f\x7f")},
         -1,
         0.9,
         "3:8: b: the number at byte 12 is inf on cpu, 3.40282347e+38 on fake (1 of 5 differ, by "
         "inf)"},
        {FLOATS,
         {0, 15, BYTES("\xff")},
         -1,
         0.9,
         "3:8: b: the number at byte 12 is inf on cpu, -inf on fake (1 of 5 differ, by inf)"},
        {HALVES, {0, 0, BYTES("\1")}, DEFAULT, NULL},
        {HALVES,
         {0, 0, BYTES("\2")},
         DEFAULT,
         "3:8: b: the number at byte 0 is 1 on cpu, 1.00195312 on fake (1 of 2 differ, by "
         "0.00194932)"},
        {DOUBLES, {0, 0, BYTES("\1")}, DEFAULT, NULL},
        {DOUBLES,
         {0, 0, BYTES("\1")},
         0,
         0,
         "3:8: b: the number at byte 0 is 1 on cpu, 1.0000000000000002 on fake (1 of 1 differ, by "
         "2.22045e-16)"},
        {FORMAT, {0, 5, BYTES("\7")}, DEFAULT, NULL},
        {FORMAT,
         {0, 5, BYTES("\10")},
         DEFAULT,
         "3:8: b: texel 1, 0 is 5 6 7 8 on cpu, 5 8 7 8 on fake (1 of 2 differ, by 2)"},
    };
    (void)state;

    check_rows(rows, BASE_COUNT(rows));
}

/* What a probe does not take for floats are bytes. */
#define VK "[test]\nssbo 0 subdata float 0 1 1 1\nprobe ssbo float 0 4 == 1\n"

static void
test_vkrunner(void **state)
{
    static const struct row rows[] = {
        {VK, {0}, DEFAULT, NULL},
        {VK, {0, 4, BYTES("\1")}, DEFAULT, NULL},
        {VK,
         {0, 0, BYTES("\1")},
         DEFAULT,
         "3:1: ssbo 0:0: the number at byte 0 is 0 on cpu, 1 on fake (1 of 9 differ, by 1)"},
        {VK,
         {0, 7, BYTES("\0")},
         DEFAULT,
         "3:1: ssbo 0:0: the number at byte 4 is 1 on cpu, 1.17549435e-38 on fake (1 of 9 differ, "
         "by 1)"},
    };
    (void)state;

    check_rows(rows, BASE_COUNT(rows));
}

/* ---- images ---- */

#define DRAW(format)                                                                               \
    A "SHADER vertex v PASSTHROUGH\nBUFFER c FORMAT " format "\nPIPELINE graphics p\n  ATTACH v\n" \
      "  BIND BUFFER c AS color LOCATION 0\n  FRAMEBUFFER_SIZE 3 2\nEND\nCLEAR_COLOR p 51 0 255 "  \
      "255\n"                                                                                      \
      "CLEAR p\nEXPECT c IDX 0 0 SIZE 1 1 EQ_RGB 0 0 0\n"
#define DEPTH                                                                                      \
    A "SHADER vertex v PASSTHROUGH\nBUFFER c FORMAT B8G8R8A8_UNORM\n"                              \
      "BUFFER d FORMAT D32_SFLOAT_S8_UINT\nPIPELINE graphics p\n  ATTACH v\n"                      \
      "  BIND BUFFER c AS color LOCATION 0\n  BIND BUFFER d AS depth_stencil\n"                    \
      "  FRAMEBUFFER_SIZE 3 2\nEND\nCLEAR_DEPTH p 0.5\nCLEAR p\nEXPECT d EQ_BUFFER d\n"

static void
test_images(void **state)
{
    static const struct row rows[] = {
        {DRAW("R8G8B8A8_UNORM"), {0}, DEFAULT, NULL},
        /* Outside of the expectation's rectangle. */
        {DRAW("R8G8B8A8_UNORM"), {0, 16, BYTES("\x34")}, DEFAULT, NULL},
        {DRAW("R8G8B8A8_UNORM"),
         {0, 16, BYTES("\x35")},
         DEFAULT,
         "11:8: c: texel 1, 1 is 51 0 255 255 on cpu, 53 0 255 255 on fake (1 of 6 differ, by 2)"},
        {DRAW("R8G8B8A8_UNORM"), {0, 16, BYTES("\x35")}, 2, -1, NULL},
        {DRAW("R8G8B8A8_UNORM"),
         {0, 16, BYTES("\x34")},
         0,
         0,
         "11:8: c: texel 1, 1 is 51 0 255 255 on cpu, 52 0 255 255 on fake (1 of 6 differ, by 1)"},
        /* In steps of what is stored, not of what it stands for. */
        {DRAW("R8G8B8A8_SRGB"), {0, 2, BYTES("\xfe")}, DEFAULT, NULL},
        {DRAW("R8G8B8A8_SRGB"),
         {0, 2, BYTES("\xfd")},
         DEFAULT,
         "11:8: c: texel 0, 0 is 124 0 255 255 on cpu, 124 0 253 255 on fake (1 of 6 differ, by "
         "2)"},
        {DRAW("A2B10G10R10_UNORM_PACK32"),
         {0, 3, BYTES("\x3f")},
         DEFAULT,
         "11:8: c: texel 0, 0 is 205 0 1023 3 on cpu, 205 0 1023 0 on fake (1 of 6 differ, by 3)"},
        {DRAW("R8G8B8A8_UINT"),
         {0, 0, BYTES("\1")},
         9,
         0.5,
         "11:8: c: texel 0, 0 is 0 0 1 1 on cpu, 1 0 1 1 on fake (1 of 6 differ, by 1)"},
        {DRAW("R16G16B16A16_SFLOAT"), {0, 4, BYTES("\1")}, DEFAULT, NULL},
        {DRAW("R16G16B16A16_SFLOAT"),
         {0, 4, BYTES("\2")},
         DEFAULT,
         "11:8: c: texel 0, 0 is 0.199951172 0 1 1 on cpu, 0.199951172 0 1.00195312 1 on fake (1 "
         "of 6 differ, by 0.00194932)"},
        {DEPTH, {0}, DEFAULT, NULL},
        {DEPTH,
         {0, 3, BYTES("\x3e")},
         DEFAULT,
         "13:8: d: texel 0, 0 is 0.5 0 on cpu, 0.125 0 on fake (1 of 6 differ, by 0.375)"},
        {DEPTH,
         {0, 12, BYTES("\1")},
         9,
         0.5,
         "13:8: d: texel 1, 0 is 0.5 0 on cpu, 0.5 1 on fake (1 of 6 differ, by 1)"},
    };
    (void)state;

    check_rows(rows, BASE_COUNT(rows));
}

static void
test_picture(void **state)
{
    const struct script_compare_options options = {
        .wants_picture = true, .steps = -1, .relative = -1};
    const struct change change = {0, 16, BYTES("\x35")};
    struct fake_device fake = make_fake();
    struct scene_device *const devices[] = {cpu, &fake.base};
    const char *text = DRAW("R8G8B8A8_UNORM");
    struct script_verdict verdict;
    struct base_arena arena;
    struct base_diags diags;
    (void)state;

    fake.change = &change;
    base_arena_init(&arena, 0);
    base_diags_init(&diags, &arena, "a.amber");
    const struct script *script = script_read(text, strlen(text), NULL, &arena, &diags);
    assert_non_null(script);
    script_compare(script, devices, &options, &arena, &verdict);
    assert_int_equal(verdict.picture.width, 3);
    assert_int_equal(verdict.picture.height, 2);
    for (size_t i = 0; i < 6; i++) {
        const unsigned char *difference = verdict.picture.difference + 4 * i;

        assert_memory_equal(verdict.picture.expected + 4 * i, "\x33\0\xff\xff", 4);
        assert_memory_equal(verdict.picture.got + 4 * i,
                            i == 4 ? "\x35\0\xff\xff" : "\x33\0\xff\xff", 4);
        assert_int_equal(difference[0] > 64, i == 4);
        assert_int_equal(difference[1] | difference[2], 0);
    }
    base_arena_finish(&arena);
}

/* ---- what cannot be compared ---- */

static void
test_devices(void **state)
{
    const struct script_compare_options options = {.steps = -1, .relative = -1};
    struct fake_device fake = make_fake();
    (void)state;

    compare(A "BUFFER b DATA_TYPE int32 DATA 1 END\n", &fake, &options, script_outcome_skip,
            "nothing is expected, so that nothing is read and compared");
    compare(A "DEVICE_FEATURE noSuchFeature\n", &fake, &options, script_outcome_skip,
            "cpu: 2:16: the device lacks noSuchFeature");
    fake.lacks = "shaderInt64";
    compare(A "DEVICE_FEATURE shaderInt64\n", &fake, &options, script_outcome_skip,
            "fake: 2:16: the device lacks shaderInt64");
    fake.status = scene_status_missing;
    compare(INTS, &fake, &options, script_outcome_skip, "fake: it broke [device-failed]");
    fake.status = scene_status_bad;
    compare(INTS, &fake, &options, script_outcome_fail, "fake: it broke [device-failed]");
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_buffers), cmocka_unit_test(test_vkrunner),
        cmocka_unit_test(test_images),  cmocka_unit_test(test_picture),
        cmocka_unit_test(test_devices),
    };

    return cmocka_run_group_tests(tests, open_device, close_device);
}
