/* SPDX-License-Identifier: MIT
 *
 * What lanes read of their quad, on the CPU device and on the host, there by subgroups and by
 * derivatives: every permutation, places that differ from lane to lane, and votes, of every type
 * and of every kind of bits, in quads that are partly covered. All is bits, and all must be equal
 * to what a formula gives of the pixels' places.
 */
#include "cpu/cpu.h"
#include "vk_test.h"

#include <inttypes.h>
#include <stdio.h>

#define WIDTH 31 /* Odd, so that quads reach out of the target. */
#define HEIGHT 23
#define TARGETS 4
#define WORDS 15 /* That a drawing shows; one more tells pixels that are covered. */

static struct scene_device *devices[3];
static uint32_t compared[3];
static uint32_t modules;

enum { on_cpu, by_subgroups, by_derivatives };

/* ---- the values ---- */

/* Bits that are often lost, and then what the hash has. */
static const uint32_t kinds[] = {
    0,          0xffffffff, 0x80000000, 0xffff0000, 0x0000ffff, 0x7f800001, /* A signalling NaN. */
    0xffc12345, 0x7fc00000, 0xff800000, 0x00000001, 0x807fffff, 0x01000001, /* 2^24 + 1 */
};

static uint32_t
mix(uint32_t hash)
{
    hash = (hash ^ hash >> 15) * 0x2c1b3c6d;
    return hash ^ hash >> 13;
}

static uint32_t
word_at(uint32_t x, uint32_t y, uint32_t salt)
{
    const uint32_t hash = mix((x * 0x9e3779b1) ^ (y * 0x85ebca6b) ^ salt);
    const uint32_t kind = hash >> 7 & 31;

    return kind < BASE_COUNT(kinds) ? kinds[kind] : hash;
}

/* Which place the pixel's lane reads, of a word that is any. */
static uint32_t
place_word_at(uint32_t x, uint32_t y)
{
    return mix((x * 0x9e3779b1) ^ (y * 0x85ebca6b) ^ 0xabcd);
}

struct pixel {
    struct ir_builder b;
    ir_ref x;
    ir_ref y;
};

static ir_ref
i32(struct pixel *p, uint32_t value)
{
    return ir_build_i32(&p->b, value);
}

static ir_ref
build_hash(struct pixel *p, uint32_t salt)
{
    struct ir_builder *b = &p->b;
    ir_ref hash = ir_build_ixor(b, ir_build_imul(b, p->x, i32(p, 0x9e3779b1)),
                                ir_build_imul(b, p->y, i32(p, 0x85ebca6b)));

    hash = ir_build_ixor(b, hash, i32(p, salt));
    hash = ir_build_ixor(b, hash, ir_build_ushr(b, hash, i32(p, 15)));
    hash = ir_build_imul(b, hash, i32(p, 0x2c1b3c6d));
    return ir_build_ixor(b, hash, ir_build_ushr(b, hash, i32(p, 13)));
}

static ir_ref
build_word(struct pixel *p, uint32_t salt)
{
    struct ir_builder *b = &p->b;
    const ir_ref hash = build_hash(p, salt);
    const ir_ref kind = ir_build_iand(b, ir_build_ushr(b, hash, i32(p, 7)), i32(p, 31));
    ir_ref word = hash;

    for (uint32_t i = 0; i < BASE_COUNT(kinds); i++)
        word = ir_build_select(b, ir_build_ieq(b, kind, i32(p, i)), i32(p, kinds[i]), word);
    return word;
}

/* ---- types ---- */

static enum ir_type
int_of(enum ir_type type)
{
    switch (ir_type_bits((ir_type_id)type)) {
    case 8:
        return ir_type_i8;
    case 16:
        return ir_type_i16;
    case 64:
        return ir_type_i64;
    default:
        return ir_type_i32;
    }
}

static uint32_t
words_of(enum ir_type type)
{
    return ir_type_bits((ir_type_id)type) == 64 ? 2 : 1;
}

static uint64_t
bits_at(enum ir_type type, uint32_t x, uint32_t y)
{
    const uint64_t bits = word_at(x, y, 1) | (uint64_t)word_at(x, y, 2) << 32;

    return type == ir_type_bool ? bits & 1
                                : bits & UINT64_MAX >> (64 - ir_type_bits((ir_type_id)type));
}

static ir_ref
build_value(struct pixel *p, enum ir_type type)
{
    struct ir_builder *b = &p->b;
    const enum ir_type as_int = int_of(type);
    const ir_ref low = build_word(p, 1);
    ir_ref value = low;

    if (type == ir_type_bool)
        return ir_build_ine(b, ir_build_iand(b, low, i32(p, 1)), i32(p, 0));
    if (as_int == ir_type_i64) {
        const ir_ref high = ir_build_u2u(b, ir_type_i64, build_word(p, 2));
        const ir_ref raised = ir_build_ishl(b, high, ir_build_const(b, ir_type_i64, 32));

        value = ir_build_ior(b, raised, ir_build_u2u(b, ir_type_i64, low));
    } else if (as_int != ir_type_i32) {
        value = ir_build_u2u(b, as_int, low);
    }
    return type == as_int ? value : ir_build_convert(b, ir_op_bitcast, type, value);
}

static void
build_words(struct pixel *p, enum ir_type type, ir_ref value, ir_ref words[2])
{
    struct ir_builder *b = &p->b;
    const enum ir_type as_int = int_of(type);

    words[0] = value;
    if (type == ir_type_bool)
        words[0] = ir_build_select(b, value, i32(p, 1), i32(p, 0));
    else if (type != as_int)
        words[0] = ir_build_convert(b, ir_op_bitcast, as_int, value);
    if (as_int == ir_type_i64)
        words[1] = ir_build_u2u(b, ir_type_i32,
                                ir_build_ushr(b, words[0], ir_build_const(b, ir_type_i64, 32)));
    if (type != ir_type_bool && as_int != ir_type_i32)
        words[0] = ir_build_u2u(b, ir_type_i32, words[0]);
}

/* ---- what is read ---- */

struct read {
    enum ir_op op;
    uint32_t imm;    /* Of quad_perm; a known place. */
    bool is_dynamic; /* quad_read of a place that is not known. */
};

struct batch {
    enum ir_type type;
    const struct read *reads;
    uint32_t count;
};

static ir_ref
build_read(struct pixel *p, const struct read *read, enum ir_type type, ir_ref value)
{
    ir_ref place = 0;

    if (read->op == ir_op_quad_read)
        place = read->is_dynamic ? build_hash(p, 0xabcd) : i32(p, read->imm);
    return ir_build_op(&p->b, read->op, (ir_type_id)type, value, place,
                       read->op == ir_op_quad_perm ? read->imm : 0);
}

static uint64_t
expected_bits(const struct read *read, enum ir_type type, uint32_t x, uint32_t y)
{
    const uint32_t own = (x & 1) + 2 * (y & 1);
    uint32_t place = read->is_dynamic ? place_word_at(x, y) : read->imm;
    uint64_t bits[4];

    for (uint32_t i = 0; i < 4; i++)
        bits[i] = bits_at(type, (x & ~1u) + (i & 1), (y & ~1u) + i / 2);
    if (read->op == ir_op_quad_any)
        return bits[0] | bits[1] | bits[2] | bits[3];
    if (read->op == ir_op_quad_all)
        return bits[0] & bits[1] & bits[2] & bits[3];
    if (read->op == ir_op_quad_perm)
        place = read->imm >> 2 * own;
    return bits[place & 3];
}

static struct ir_shader *
fragment_of(struct vk_test *test, const struct batch *batch)
{
    struct pixel p;
    struct ir_shader *shader = vk_test_begin(test, ir_stage_fragment, &p.b);
    const uint32_t coord = vk_test_builtin_input(shader, ir_builtin_frag_coord, ir_type_f32, 4);
    ir_ref words[WORDS + 2];
    uint32_t count = 0;

    p.x = ir_build_f2i(&p.b, ir_type_i32, vk_test_load(&p.b, coord, 0));
    p.y = ir_build_f2i(&p.b, ir_type_i32, vk_test_load(&p.b, coord, 1));
    words[count++] = i32(&p, 1);
    const ir_ref value = build_value(&p, batch->type);
    for (uint32_t i = 0; i < batch->count; i++) {
        const ir_ref read = build_read(&p, &batch->reads[i], batch->type, value);

        build_words(&p, batch->type, read, words + count);
        count += words_of(batch->type);
    }
    assert_true(count <= 1 + WORDS);
    for (uint32_t i = 0; i < TARGETS; i++) {
        const struct ir_io io = {.location = i, .type = ir_type_i32, .components = 4};
        const uint32_t output = ir_add_output(shader, &io);

        for (uint32_t c = 0; c < 4; c++)
            ir_build_op(&p.b, ir_op_store_output, ir_type_void,
                        4 * i + c < count ? words[4 * i + c] : i32(&p, 0), 0, ir_io_imm(output, c));
    }
    return shader;
}

/* ---- drawing ---- */

/* In pixels: one that is large, slivers, and some that cover a pixel or two of a quad each. */
static const float corners[][2] = {
    {1, 1},         {30.6f, 3},     {4, 22.5f},     {20, 20},      {30.9f, 6},    {30.9f, 7.5f},
    {22, 22.9f},    {30, 12},       {30.9f, 22},    {27.2f, 8.1f}, {27.9f, 8.1f}, {27.2f, 8.9f},
    {24.1f, 21.1f}, {25.9f, 21.2f}, {24.1f, 21.9f}, {0, 20},       {1.9f, 22.9f}, {0, 22.9f},
};

static bool
has_type(const struct scene_device *device, enum ir_type type)
{
    const struct vk_features *features =
        &((const struct vk_device *)(const void *)device)->features;
    const bool is_narrow = ir_type_bits((ir_type_id)type) < 32 && type != ir_type_bool;

    if (device == devices[on_cpu])
        return true;
    if (device == devices[by_subgroups] && (is_narrow || int_of(type) == ir_type_i64) &&
        !features->core12.shaderSubgroupExtendedTypes)
        return false;
    return (type != ir_type_i8 || features->core12.shaderInt8) &&
           (int_of(type) != ir_type_i16 || features->core.shaderInt16) &&
           (int_of(type) != ir_type_i64 || features->core.shaderInt64) &&
           (type != ir_type_f16 || features->core12.shaderFloat16) &&
           (type != ir_type_f64 || features->core.shaderFloat64);
}

static void
compare(const struct batch *batch, const struct vk_pictures *pictures, uint32_t device)
{
    uint32_t covered = 0;

    for (uint32_t y = 0; y < HEIGHT; y++) {
        for (uint32_t x = 0; x < WIDTH; x++) {
            const uint32_t *first = vk_test_pixel(pictures, 0, x, y);
            uint32_t at = 1;

            covered += first[0];
            for (uint32_t i = 0; first[0] && i < batch->count; i++) {
                const uint64_t expected = expected_bits(&batch->reads[i], batch->type, x, y);
                uint64_t found = 0;

                for (uint32_t w = 0; w < words_of(batch->type); w++, at++) {
                    const uint32_t *words = vk_test_pixel(pictures, at / 4, x, y);
                    found |= (uint64_t)words[at % 4] << 32 * w;
                }
                if (found != expected)
                    fail_msg("%s, way %u, %s.%s 0x%" PRIx32 " at %u, %u: 0x%" PRIx64
                             ", expected 0x%" PRIx64,
                             devices[device]->name, device, ir_op_infos[batch->reads[i].op].name,
                             ir_type_name(batch->type), batch->reads[i].imm, x, y, found, expected);
                compared[device]++;
            }
        }
    }
    assert_true(covered > 300 && covered < WIDTH * HEIGHT);
}

/* All targets that have the way take the module. */
static void
validate(struct vk_test *test, const struct ir_shader *shader)
{
    for (int quad = spirv_quad_broadcast; quad <= spirv_quad_derivatives; quad++) {
        const int first =
            quad == spirv_quad_broadcast ? spirv_target_vulkan1_1 : spirv_target_vulkan1_0;

        for (int target = first; spirv_has_tools() && target < spirv_target_count; target++) {
            const struct spirv_write_options options = {.target = (enum spirv_target)target,
                                                        .quad = (enum spirv_quad)quad};
            struct spirv_module module;

            if (spirv_write(shader, &options, &test->arena, &module, &test->diags))
                spirv_validate(&module, options.target, &test->diags);
            vk_test_no_errors(test);
            modules++;
        }
    }
}

static void
try_batch(const struct batch *batch)
{
    const struct scene_attribute attribute = {
        0, scene_format_r32g32b32a32_sfloat, 0, 0, 16, scene_rate_vertex};
    float positions[BASE_COUNT(corners)][4];
    const struct scene_buffer buffer = {positions, sizeof(positions)};
    struct vk_target targets[TARGETS];
    struct vk_test test;

    vk_test_init(&test);
    if (!BASE_ARENA_CATCH(&test.arena))
        fail_msg("ran out");
    for (uint32_t i = 0; i < BASE_COUNT(corners); i++) {
        positions[i][0] = corners[i][0] / WIDTH * 2 - 1;
        positions[i][1] = corners[i][1] / HEIGHT * 2 - 1;
        positions[i][2] = 0;
        positions[i][3] = 1;
    }
    struct scene_draw draw = scene_draw_default(WIDTH, HEIGHT);
    const struct scene_target whole = draw.targets[0];
    draw.target_count = TARGETS;
    for (uint32_t i = 0; i < TARGETS; i++) {
        targets[i] = (struct vk_target){scene_format_r32g32b32a32_uint, WIDTH, HEIGHT, {0}};
        draw.targets[i] = whole;
        draw.targets[i].view = i;
    }
    draw.vertex = vk_test_passing(&test, 0);
    draw.fragment = fragment_of(&test, batch);
    draw.attributes = &attribute;
    draw.attribute_count = 1;
    draw.vertex_count = BASE_COUNT(corners);
    const struct vk_drawing drawing = {.buffers = &buffer,
                                       .buffer_count = 1,
                                       .targets = targets,
                                       .target_count = TARGETS,
                                       .draws = &draw,
                                       .draw_count = 1};
    validate(&test, draw.fragment);
    for (uint32_t i = 0; i < BASE_COUNT(devices); i++) {
        if (!devices[i] || !has_type(devices[i], batch->type))
            continue;
        const struct vk_pictures pictures = vk_test_draw(&test, devices[i], &drawing);
        compare(batch, &pictures, i);
    }
    vk_test_finish(&test);
}

/* As many drawings as it takes. */
static void
try_reads(const struct read *reads, uint32_t count, enum ir_type type)
{
    const uint32_t most = WORDS / words_of(type);

    for (uint32_t i = 0; i < count; i += most) {
        const struct batch batch = {type, reads + i, count - i < most ? count - i : most};

        try_batch(&batch);
    }
}

static void
try_permutations(enum ir_type type)
{
    struct read reads[256];

    for (uint32_t imm = 0; imm < 256; imm++)
        reads[imm] = (struct read){ir_op_quad_perm, imm, false};
    try_reads(reads, 256, type);
}

static void
test_permutations(void **state)
{
    (void)state;
    try_permutations(ir_type_i32);
    try_permutations(ir_type_f32);
}

static void
test_wide_permutations(void **state)
{
    (void)state;
    try_permutations(ir_type_i64);
    try_permutations(ir_type_f64);
}

static void
test_narrow_permutations(void **state)
{
    (void)state;
    try_permutations(ir_type_bool);
    try_permutations(ir_type_i8);
    try_permutations(ir_type_i16);
    try_permutations(ir_type_f16);
}

static void
test_places(void **state)
{
    static const struct read reads[] = {
        {ir_op_quad_read, 0, true},  {ir_op_quad_read, 0, false},
        {ir_op_quad_read, 1, false}, {ir_op_quad_read, 2, false},
        {ir_op_quad_read, 3, false}, {ir_op_quad_read, 0xfffffffe, false},
    };
    (void)state;

    for (int type = ir_type_bool; type < ir_type_count; type++)
        try_reads(reads, BASE_COUNT(reads), (enum ir_type)type);
}

static void
test_votes(void **state)
{
    static const struct read any[] = {{ir_op_quad_any, 0, false}};
    static const struct read all[] = {{ir_op_quad_all, 0, false}};
    static const struct read both[] = {{ir_op_quad_all, 0, false}, {ir_op_quad_any, 0, false}};
    (void)state;

    try_reads(any, 1, ir_type_bool);
    try_reads(all, 1, ir_type_bool);
    try_reads(both, 2, ir_type_bool);
}

static struct scene_device *
open_way(uint32_t index, enum spirv_quad quad)
{
    const struct vk_options options = {.validate = true, .quad = quad};
    struct vk_test test;

    vk_test_init(&test);
    if (!BASE_ARENA_CATCH(&test.arena))
        return NULL;
    struct scene_device *device = vk_device_create(index, &options, &test.diags);
    vk_test_finish(&test);
    return device;
}

int
main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_permutations),
        cmocka_unit_test(test_wide_permutations),
        cmocka_unit_test(test_narrow_permutations),
        cmocka_unit_test(test_places),
        cmocka_unit_test(test_votes),
    };
    struct scene_device *host = vk_test_device(argc, argv);
    const struct vk_features *features = &vk_test_of(host)->features;

    devices[on_cpu] = cpu_device_create(&(struct cpu_options){0});
    devices[by_derivatives] = open_way(vk_test_index(host), spirv_quad_derivatives);
    if (vk_has_subgroup(features, VK_SUBGROUP_FEATURE_QUAD_BIT, ir_stage_fragment))
        devices[by_subgroups] = open_way(vk_test_index(host), spirv_quad_broadcast);
    else
        printf("the device has no quad operations of subgroups in fragments\n");
    if (!devices[on_cpu] || !devices[by_derivatives])
        return 1;
    int faults = cmocka_run_group_tests(tests, NULL, NULL);
    printf("%u values of the CPU device, %u by subgroups, %u by derivatives; %u modules\n",
           compared[on_cpu], compared[by_subgroups], compared[by_derivatives], modules);
    devices[on_cpu]->destroy(devices[on_cpu]);
    for (uint32_t i = by_subgroups; i <= by_derivatives; i++)
        faults += devices[i] && !vk_test_close(devices[i]);
    return faults + !vk_test_close(host);
}
