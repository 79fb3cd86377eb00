/* SPDX-License-Identifier: MIT
 *
 * Images: loads, stores, atomics, queries, and sampling against values worked out by hand.
 */
#include "kit.h"

#include <math.h>

/* s[8:15] is the image, s[16:19] the sampler. The address is in v0 on, the data in v20 on. */
#define IMAGE 8
#define SAMPLER 16

enum { format_8888 = 56, format_32_uint = 20, format_32_float = 22 };
enum {
    dim_1d,
    dim_2d,
    dim_3d,
    dim_cube,
    dim_1d_array,
    dim_2d_array,
    dim_2d_msaa,
    dim_2d_msaa_array
};

struct image {
    uint32_t width, height, depth, first, format, type, base_level, last_level, levels;
};

static void
set_image(struct kit *kit, const struct image *image)
{
    uint32_t *w = &kit->wave->scalars[IMAGE];
    const uint64_t base = MAPPED >> 8;
    const uint32_t width = image->width - 1;

    memset(w, 0, 32);
    w[0] = (uint32_t)base;
    w[1] = (uint32_t)(base >> 32) | image->format << 20 | width << 30;
    w[2] = width >> 2 | (image->height - 1) << 14 | 1u << 31;
    w[3] = 0xfac | image->base_level << 12 | image->last_level << 16 | image->type << 28;
    w[4] = (image->depth ? image->depth - 1 : 0) | image->first << 16;
    w[5] = (image->levels ? image->levels - 1 : 0) << 4;
}

struct sampler {
    uint32_t clamp[3], compare, mag, min, mip, border, reduce, aniso;
    float min_lod, max_lod, bias;
    bool unnormalized;
};

static void
set_sampler(struct kit *kit, const struct sampler *sampler)
{
    uint32_t *w = &kit->wave->scalars[SAMPLER];

    w[0] = sampler->clamp[0] | sampler->clamp[1] << 3 | sampler->clamp[2] << 6 |
           sampler->aniso << 9 | sampler->compare << 12 | (uint32_t)sampler->unnormalized << 15 |
           sampler->reduce << 29;
    w[1] = (uint32_t)(sampler->min_lod * 256.0f) | (uint32_t)(sampler->max_lod * 256.0f) << 12;
    w[2] = ((uint32_t)(int32_t)(sampler->bias * 256.0f) & 0x3fff) | sampler->mag << 20 |
           sampler->min << 22 | sampler->mip << 26;
    w[3] = sampler->border << 30;
}

static struct rdna_inst
image_inst(enum rdna_op row, unsigned dim, unsigned dmask)
{
    return (struct rdna_inst){.row = (uint16_t)row,
                              .vaddr = V(0),
                              .vdata = V(20),
                              .dst = V(20),
                              .srsrc = IMAGE,
                              .ssamp = SAMPLER,
                              .dim = (uint8_t)dim,
                              .dmask = (uint8_t)dmask};
}

static void
put_float(struct kit *kit, uint64_t address, float value)
{
    kit_put32(kit, address, base_bits_of_float(value));
}

/* Rows are 256 bytes, 64 texels of four. Texel (x, y) is x + 10 y. */
static void
fill_floats(struct kit *kit, uint64_t address, unsigned width, unsigned height, float first)
{
    for (unsigned y = 0; y < height; y++)
        for (unsigned x = 0; x < width; x++)
            put_float(kit, address + y * 256 + x * 4, first + (float)x + 10.0f * (float)y);
}

static void
set_floats(struct kit *kit, unsigned lane, unsigned count, const float *values)
{
    for (unsigned i = 0; i < count; i++)
        kit_vector(kit, i)[lane] = base_bits_of_float(values[i]);
}

static float
result(struct kit *kit, unsigned number, unsigned lane)
{
    return base_float_of_bits(kit_vector(kit, 20 + number)[lane]);
}

static void
test_load_store(void **state)
{
    struct kit kit;
    struct rdna_inst inst = image_inst(rdna_op_image_load, dim_2d, 15);

    (void)state;
    kit_start(&kit, 32);
    set_image(&kit, &(struct image){.width = 8, .height = 4, .format = format_8888, .type = 9});
    kit_put32(&kit, MAPPED + 2 * 256 + 4 * 5, 0x00ff0080);
    kit_vector(&kit, 0)[0] = 5;
    kit_vector(&kit, 1)[0] = 2;
    kit_vector(&kit, 0)[1] = 8; /* Outside: all zeros. */
    kit_vector(&kit, 1)[2] = 4;
    for (unsigned lane = 0; lane < 3; lane++)
        kit_vector(&kit, 23)[lane] = 9;
    kit_run(&kit, &inst);
    assert_int_equal(kit_vector(&kit, 20)[0], base_bits_of_float(128 / 255.0f));
    assert_int_equal(kit_vector(&kit, 21)[0], 0);
    assert_int_equal(kit_vector(&kit, 22)[0], 0x3f800000);
    for (unsigned lane = 0; lane < 3; lane++)
        assert_int_equal(kit_vector(&kit, 23)[lane], 0);

    /* Some channels, in halves, with a status behind. */
    inst.dmask = 0xd;
    inst.d16 = inst.tfe = true;
    kit_vector(&kit, 22)[0] = kit_vector(&kit, 23)[0] = 9;
    kit_run(&kit, &inst);
    assert_int_equal(kit_vector(&kit, 20)[0], 0x3c003804);
    assert_int_equal(kit_vector(&kit, 21)[0], 0);
    assert_int_equal(kit_vector(&kit, 22)[0], 0);
    assert_int_equal(kit_vector(&kit, 23)[0], 9);

    /* Coordinates of 16 bits, and scattered registers. */
    inst = image_inst(rdna_op_image_load, dim_2d, 1);
    inst.a16 = true;
    kit_vector(&kit, 0)[0] = 2 << 16 | 5;
    kit_run(&kit, &inst);
    assert_int_equal(kit_vector(&kit, 20)[0], base_bits_of_float(128 / 255.0f));
    inst.a16 = false;
    inst.nsa_words = 1;
    inst.nsa[0] = 9;
    kit_vector(&kit, 0)[0] = 5;
    kit_vector(&kit, 9)[0] = 2;
    kit_vector(&kit, 20)[0] = 0;
    kit_run(&kit, &inst);
    assert_int_equal(kit_vector(&kit, 20)[0], base_bits_of_float(128 / 255.0f));

    /* Channels that are not named are stored as 0; stores outside vanish. */
    inst = image_inst(rdna_op_image_store, dim_2d, 6);
    kit_vector(&kit, 1)[0] = 3;
    kit_vector(&kit, 20)[0] = 0x3f800000;
    kit_vector(&kit, 21)[0] = base_bits_of_float(16 / 255.0f);
    kit_run(&kit, &inst);
    assert_int_equal(kit_get32(&kit, MAPPED + 3 * 256 + 4 * 5), 0x0010ff00);
    assert_int_equal(kit_get32(&kit, MAPPED + 4 * 8), 0);
    assert_int_equal(kit_get32(&kit, MAPPED + 4 * 256), 0);

    /* As the bits are. */
    inst = image_inst(rdna_op_image_load_pck, dim_2d, 1);
    kit_run(&kit, &inst);
    assert_int_equal(kit_vector(&kit, 20)[0], 0x0010ff00);
    set_image(&kit, &(struct image){.width = 8, .height = 4, .format = 1, .type = 9});
    kit_put32(&kit, MAPPED + 4, 0x8000);
    kit_vector(&kit, 1)[0] = 0;
    kit_run(&kit, &inst);
    assert_int_equal(kit_vector(&kit, 20)[0], 0x80);
    inst.row = rdna_op_image_load_pck_sgn;
    kit_run(&kit, &inst);
    assert_int_equal(kit_vector(&kit, 20)[0], 0xffffff80);
    kit_finish(&kit);
}

/* Where each dimension's texels are: slices follow each other; the smallest level is first. */
static void
test_dimensions(void **state)
{
    static const struct {
        struct image image;
        unsigned dim;
        uint32_t at[4];
        uint64_t offset;
    } rows[] = {
        {{.width = 100, .height = 1, .type = 8}, dim_1d, {70}, 280},
        {{.width = 100, .height = 1, .depth = 5, .first = 1, .type = 12},
         dim_1d_array,
         {70, 2},
         3 * 512 + 280},
        {{.width = 8, .height = 4, .depth = 3, .type = 10},
         dim_3d,
         {1, 2, 2},
         2 * 1024 + 2 * 256 + 4},
        {{.width = 8, .height = 8, .depth = 6, .type = 11},
         dim_cube,
         {1, 2, 3},
         3 * 2048 + 2 * 256 + 4},
        {{.width = 8, .height = 4, .depth = 4, .first = 2, .type = 13},
         dim_2d_array,
         {1, 2, 1},
         3 * 1024 + 2 * 256 + 4},
        {{.width = 8, .height = 4, .last_level = 2, .type = 14},
         dim_2d_msaa,
         {1, 2, 3},
         3 * 1024 + 2 * 256 + 4},
        {{.width = 8, .height = 4, .depth = 2, .last_level = 1, .type = 15},
         dim_2d_msaa_array,
         {1, 2, 1, 1},
         3 * 1024 + 2 * 256 + 4},
        {{.width = 8, .height = 4, .levels = 4, .last_level = 3, .base_level = 1, .type = 9},
         dim_2d,
         {1, 1},
         256 + 256 + 256 + 4}, /* 1x1, 2x1, then 4x2. */
        {{.width = 8, .height = 2, .depth = 128, .type = 9},
         dim_2d,
         {1, 1},
         128 * 4 + 4}, /* Pitch. */
    };
    struct kit kit;

    (void)state;
    kit_start(&kit, 32);
    kit.wave->scalars[RDNA_EXEC_LO] = 1;
    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        struct rdna_inst inst = image_inst(rdna_op_image_load, rows[i].dim, 1);
        struct image image = rows[i].image;
        image.format = format_32_uint;
        set_image(&kit, &image);
        for (unsigned c = 0; c < 4; c++)
            kit_vector(&kit, c)[0] = rows[i].at[c];
        kit_put32(&kit, MAPPED + rows[i].offset, 0x1234 + (uint32_t)i);
        kit_run(&kit, &inst);
        if (kit_vector(&kit, 20)[0] != 0x1234 + i)
            fail_msg("row %zu: 0x%x", i, kit_vector(&kit, 20)[0]);
        kit_put32(&kit, MAPPED + rows[i].offset, 0);
    }

    /* A level by number; one too many has no texels. */
    set_image(&kit, &(struct image){.width = 8,
                                    .height = 4,
                                    .levels = 4,
                                    .last_level = 2,
                                    .base_level = 1,
                                    .type = 9,
                                    .format = format_32_uint});
    kit_put32(&kit, MAPPED + 256 + 4, 0x77);
    kit_put32(&kit, MAPPED, 0x78);
    struct rdna_inst inst = image_inst(rdna_op_image_load_mip, dim_2d, 1);
    kit_vector(&kit, 0)[0] = 1;
    kit_vector(&kit, 1)[0] = 0;
    kit_vector(&kit, 2)[0] = 1;
    kit_run(&kit, &inst);
    assert_int_equal(kit_vector(&kit, 20)[0], 0x77);
    kit_vector(&kit, 2)[0] = 2;
    kit_run(&kit, &inst);
    assert_int_equal(kit_vector(&kit, 20)[0], 0);
    kit_finish(&kit);
}

static void
test_queries(void **state)
{
    struct kit kit;
    struct rdna_inst inst = image_inst(rdna_op_image_get_resinfo, dim_2d, 15);

    (void)state;
    kit_start(&kit, 32);
    set_image(&kit, &(struct image){.width = 13,
                                    .height = 7,
                                    .depth = 5,
                                    .first = 2,
                                    .levels = 4,
                                    .last_level = 3,
                                    .type = 13,
                                    .format = format_8888});
    kit_vector(&kit, 0)[1] = 1;
    kit_vector(&kit, 0)[2] = 4;
    kit_run(&kit, &inst);
    static const uint32_t expected[3][4] = {{13, 7, 3, 4}, {6, 3, 3, 4}, {0, 0, 0, 4}};
    for (unsigned lane = 0; lane < 3; lane++)
        for (unsigned i = 0; i < 4; i++)
            assert_int_equal(kit_vector(&kit, 20 + i)[lane], expected[lane][i]);

    /* A quad that goes four texels a pixel across: level 2. */
    kit.group->has_quads = true;
    set_image(&kit, &(struct image){.width = 64,
                                    .height = 64,
                                    .levels = 7,
                                    .last_level = 1,
                                    .type = 9,
                                    .format = format_8888});
    set_sampler(&kit, &(struct sampler){.mip = 2, .max_lod = 15.0f});
    for (unsigned lane = 0; lane < 4; lane++)
        set_floats(&kit, lane, 2, (float[]){(float)(lane % 2) / 16.0f, (float)(lane / 2) / 64.0f});
    inst = image_inst(rdna_op_image_get_lod, dim_2d, 3);
    kit_run(&kit, &inst);
    for (unsigned lane = 0; lane < 4; lane++) {
        assert_true(result(&kit, 0, lane) == 1.0f);
        assert_true(result(&kit, 1, lane) == 2.0f);
    }
    kit_finish(&kit);
}

static void
test_atomics(void **state)
{
    struct kit kit;
    struct rdna_inst inst = image_inst(rdna_op_image_atomic_add, dim_2d, 1);

    (void)state;
    kit_start(&kit, 32);
    set_image(&kit, &(struct image){.width = 8, .height = 4, .format = format_32_uint, .type = 9});
    for (unsigned lane = 0; lane < 32; lane++) {
        kit_vector(&kit, 0)[lane] = lane % 2;
        kit_vector(&kit, 1)[lane] = 1;
        kit_vector(&kit, 20)[lane] = 3;
    }
    inst.glc = true;
    kit_run(&kit, &inst);
    assert_int_equal(kit_get32(&kit, MAPPED + 256), 48);
    assert_int_equal(kit_get32(&kit, MAPPED + 260), 48);
    assert_int_equal(kit_vector(&kit, 20)[31], 45);
    kit.wave->scalars[RDNA_EXEC_LO] = 1;
    inst = image_inst(rdna_op_image_atomic_cmpswap, dim_2d, 3);
    kit_vector(&kit, 20)[0] = 5;
    kit_vector(&kit, 21)[0] = 48;
    kit_run(&kit, &inst);
    assert_int_equal(kit_get32(&kit, MAPPED + 256), 5);
    assert_int_equal(kit_vector(&kit, 20)[0], 5); /* No glc. */
    kit_vector(&kit, 0)[0] = 8;
    kit_run(&kit, &inst);
    set_image(&kit, &(struct image){.width = 8, .height = 4, .format = 1, .type = 9});
    kit_fails(&kit, &inst, "texels of 1 bytes");
    kit_finish(&kit);
}

static void
test_faults(void **state)
{
    struct kit kit;
    struct rdna_inst inst = image_inst(rdna_op_image_load, dim_2d, 15);

    (void)state;
    kit_start(&kit, 32);
    for (unsigned i = 0; i < 4; i++)
        kit_vector(&kit, 20 + i)[0] = 7;
    memset(&kit.wave->scalars[IMAGE], 0, 32); /* No image reads as 0. */
    kit_run(&kit, &inst);
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(kit_vector(&kit, 20 + i)[0], 0);
    inst.row = rdna_op_image_sample_lz;
    kit_run(&kit, &inst);
    inst.row = rdna_op_image_load;
    set_image(&kit, &(struct image){.width = 8, .height = 4, .format = 169, .type = 9});
    kit_fails(&kit, &inst, "format 169");
    set_image(&kit, &(struct image){.width = 8, .height = 4, .format = 1, .type = 7});
    kit_fails(&kit, &inst, "type is 7");
    set_image(&kit, &(struct image){.width = 8, .height = 4, .format = 1, .type = 9});
    kit.wave->scalars[IMAGE + 3] |= 27u << 20;
    kit_fails(&kit, &inst, "swizzle mode 27");
    inst.row = rdna_op_image_bvh_intersect_ray;
    kit_fails(&kit, &inst, "ray");
    set_image(&kit, &(struct image){.width = 8, .height = 4, .format = 1, .type = 9});
    set_sampler(&kit, &(struct sampler){.clamp = {6, 6}, .border = 3});
    set_floats(&kit, 0, 2, (float[]){-3.0f, 0.0f});
    inst.row = rdna_op_image_sample_lz;
    kit_fails(&kit, &inst, "lane 0: a border colour");
    kit_finish(&kit);
}

/* Nearest, for each wrap mode: which of the eight texels, or -1 the border, which is white. */
static void
test_wrap_modes(void **state)
{
    static const float at[] = {-9.5f, -8.5f, -1.5f, -0.5f, 0.0f, 0.5f, 7.5f, 8.5f, 9.5f, 16.5f};
    static const int expected[8][10] = {
        {6, 7, 6, 7, 0, 0, 7, 0, 1, 0},        {6, 7, 1, 0, 0, 0, 7, 7, 6, 0},
        {0, 0, 0, 0, 0, 0, 7, 7, 7, 7},        {7, 7, 1, 0, 0, 0, 7, 7, 7, 7},
        {0, 0, 0, 0, 0, 0, 7, 7, 7, 7},        {7, 7, 1, 0, 0, 0, 7, 7, 7, 7},
        {-1, -1, -1, -1, 0, 0, 7, -1, -1, -1}, {-1, -1, 1, 0, 0, 0, 7, -1, -1, -1},
    };
    struct kit kit;
    struct rdna_inst inst = image_inst(rdna_op_image_sample_lz, dim_1d, 1);

    (void)state;
    kit_start(&kit, 32);
    kit.wave->scalars[RDNA_EXEC_LO] = 1;
    set_image(&kit, &(struct image){.width = 8, .height = 1, .format = format_32_float, .type = 8});
    fill_floats(&kit, MAPPED, 8, 1, 100.0f);
    for (unsigned mode = 0; mode < 8; mode++)
        for (unsigned normal = 0; normal < 2; normal++)
            for (size_t i = 0; i < BASE_COUNT(at); i++) {
                set_sampler(
                    &kit, &(struct sampler){.clamp = {mode}, .border = 2, .unnormalized = !normal});
                set_floats(&kit, 0, 1, (float[]){normal ? at[i] / 8.0f : at[i]});
                kit_run(&kit, &inst);
                const float want = expected[mode][i] < 0 ? 1.0f : 100.0f + (float)expected[mode][i];
                if (result(&kit, 0, 0) != want)
                    fail_msg("mode %u, %g: %g, not %g", mode, (double)at[i],
                             (double)result(&kit, 0, 0), (double)want);
            }
    kit_finish(&kit);
}

static void
expect_near(struct kit *kit, float expected)
{
    const float got = result(kit, 0, 0);

    if (!(fabsf(got - expected) <= 1.0f / 256.0f))
        fail_msg("%g, not %g", (double)got, (double)expected);
}

static void
test_linear(void **state)
{
    struct kit kit;
    struct rdna_inst inst = image_inst(rdna_op_image_sample_lz, dim_2d, 1);
    struct sampler sampler = {.clamp = {2, 2, 2}, .mag = 1, .min = 1};

    (void)state;
    kit_start(&kit, 32);
    kit.wave->scalars[RDNA_EXEC_LO] = 1;
    set_image(&kit, &(struct image){.width = 8, .height = 4, .format = format_32_float, .type = 9});
    fill_floats(&kit, MAPPED, 8, 4, 0.0f);
    set_sampler(&kit, &sampler);
    /* Between four texels: x + 10 y is linear itself. */
    set_floats(&kit, 0, 2, (float[]){3.25f / 8, 1.75f / 4});
    kit_run(&kit, &inst);
    expect_near(&kit, 2.75f + 10 * 1.25f);
    set_floats(&kit, 0, 2, (float[]){0.0f, 1.0f});
    kit_run(&kit, &inst);
    expect_near(&kit, 30.0f);
    /* Half of the border, which is opaque black. */
    sampler.clamp[0] = sampler.clamp[1] = 6;
    sampler.border = 1;
    set_sampler(&kit, &sampler);
    set_floats(&kit, 0, 2, (float[]){0.0f, 3.5f / 4});
    kit_run(&kit, &inst);
    expect_near(&kit, 15.0f);
    sampler.clamp[0] = sampler.clamp[1] = 4;
    set_sampler(&kit, &sampler);
    set_floats(&kit, 0, 2, (float[]){-7.0f, 3.5f / 4});
    kit_run(&kit, &inst);
    expect_near(&kit, 15.0f);
    /* Wrapped around: half of texel 7, half of texel 0. */
    sampler.clamp[0] = 0;
    set_sampler(&kit, &sampler);
    set_floats(&kit, 0, 2, (float[]){1.0f, 0.5f / 4});
    kit_run(&kit, &inst);
    expect_near(&kit, 3.5f);
    /* The least and the greatest of those that count. */
    for (unsigned reduce = 1; reduce < 3; reduce++) {
        sampler.reduce = reduce;
        set_sampler(&kit, &sampler);
        set_floats(&kit, 0, 2, (float[]){3.25f / 8, 1.75f / 4});
        kit_run(&kit, &inst);
        expect_near(&kit, reduce == 1 ? 12.0f : 23.0f);
    }
    /* Offsets are in texels: one right, two up. */
    inst.row = rdna_op_image_sample_lz_o;
    sampler = (struct sampler){.clamp = {2, 2}};
    set_sampler(&kit, &sampler);
    kit_vector(&kit, 0)[0] = 0x3e01;
    kit_vector(&kit, 1)[0] = base_bits_of_float(3.5f / 8);
    kit_vector(&kit, 2)[0] = base_bits_of_float(2.5f / 4);
    kit_run(&kit, &inst);
    expect_near(&kit, 4.0f);
    /* Three axes. */
    set_image(&kit,
              &(struct image){
                  .width = 2, .height = 1, .depth = 2, .format = format_32_float, .type = 10});
    put_float(&kit, MAPPED, 0.0f);
    put_float(&kit, MAPPED + 4, 1.0f);
    put_float(&kit, MAPPED + 256, 4.0f);
    put_float(&kit, MAPPED + 260, 5.0f);
    sampler = (struct sampler){.clamp = {2, 2, 2}, .mag = 1};
    set_sampler(&kit, &sampler);
    inst = image_inst(rdna_op_image_sample_lz, dim_3d, 1);
    set_floats(&kit, 0, 3, (float[]){0.375f, 0.5f, 0.625f});
    kit_run(&kit, &inst);
    expect_near(&kit, 0.25f + 3.0f);
    kit_finish(&kit);
}

/* Levels of 8, 4, 2, 1 texels whose values are 0, 100, 200, 300. */
static void
test_levels(void **state)
{
    static const struct {
        enum rdna_op row;
        float address[4];
        float bias, min_lod, max_lod;
        uint32_t mip;
        float expected;
    } rows[] = {
        {rdna_op_image_sample_l, {0.5f, 1.0f}, 0, 0, 15, 1, 100},
        {rdna_op_image_sample_l, {0.5f, 1.4f}, 0, 0, 15, 1, 100},
        {rdna_op_image_sample_l, {0.5f, 1.6f}, 0, 0, 15, 1, 200},
        {rdna_op_image_sample_l, {0.5f, 1.25f}, 0, 0, 15, 2, 125},
        {rdna_op_image_sample_l, {0.5f, 9.0f}, 0, 0, 15, 2, 300},
        {rdna_op_image_sample_l, {0.5f, -9.0f}, 0, 0, 15, 2, 0},
        {rdna_op_image_sample_l, {0.5f, 2.0f}, 0, 0, 15, 0, 0},
        {rdna_op_image_sample_l, {0.5f, 1.0f}, -0.5f, 0, 15, 2, 50},
        {rdna_op_image_sample_l, {0.5f, 3.0f}, 0, 0, 1.5f, 2, 150},
        {rdna_op_image_sample_l, {0.5f, 0.0f}, 0, 0.5f, 15, 2, 50},
        {rdna_op_image_sample_lz, {0.5f}, 0, 0, 15, 2, 0},
        /* No derivatives outside of a fragment. */
        {rdna_op_image_sample, {0.5f}, 0, 0, 15, 2, 0},
        {rdna_op_image_sample_b, {1.5f, 0.5f}, 0, 0, 15, 2, 150},
        {rdna_op_image_sample_cl, {0.5f, 2.0f}, 0, 0, 15, 2, 200},
        /* Two texels a pixel. */
        {rdna_op_image_sample_d, {0.25f, 0.0f, 0.5f}, 0, 0, 15, 2, 100},
        {rdna_op_image_sample_d, {0.0f, 0.5f, 0.5f}, 0, 0, 15, 2, 200},
        {rdna_op_image_sample_d_cl, {0.125f, 0.0f, 0.5f, 1.0f}, 0, 0, 15, 2, 100},
    };
    struct kit kit;

    (void)state;
    kit_start(&kit, 32);
    kit.wave->scalars[RDNA_EXEC_LO] = 1;
    set_image(&kit, &(struct image){.width = 8,
                                    .height = 1,
                                    .levels = 4,
                                    .last_level = 3,
                                    .format = format_32_float,
                                    .type = 8});
    for (unsigned level = 0; level < 4; level++)
        for (unsigned x = 0; x < 8u >> level; x++)
            put_float(&kit, MAPPED + 256 * (3 - level) + 4 * x, 100.0f * (float)level);
    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        const struct rdna_inst inst = image_inst(rows[i].row, dim_1d, 1);
        set_sampler(&kit, &(struct sampler){.clamp = {2},
                                            .mip = rows[i].mip,
                                            .bias = rows[i].bias,
                                            .min_lod = rows[i].min_lod,
                                            .max_lod = rows[i].max_lod});
        set_floats(&kit, 0, 4, rows[i].address);
        kit_run(&kit, &inst);
        if (fabsf(result(&kit, 0, 0) - rows[i].expected) > 100.0f / 256)
            fail_msg("row %zu: %g, not %g", i, (double)result(&kit, 0, 0),
                     (double)rows[i].expected);
    }

    /* Gradients of 16 bits, and coordinates of 16 bits with a level beside them. */
    set_sampler(&kit, &(struct sampler){.clamp = {2}, .mip = 2, .max_lod = 15.0f});
    kit_vector(&kit, 0)[0] = 0x3400; /* 0.25 */
    kit_vector(&kit, 1)[0] = 0;
    kit_vector(&kit, 2)[0] = base_bits_of_float(0.5f);
    struct rdna_inst inst = image_inst(rdna_op_image_sample_d_g16, dim_1d, 1);
    kit_run(&kit, &inst);
    assert_true(result(&kit, 0, 0) == 100.0f);
    kit_vector(&kit, 0)[0] = 0x40003800; /* 0.5, and level 2 */
    inst = image_inst(rdna_op_image_sample_l, dim_1d, 1);
    inst.a16 = true;
    kit_run(&kit, &inst);
    assert_true(result(&kit, 0, 0) == 200.0f);

    /* Derivatives of the quad, in each of its lanes; those that are off count. */
    kit.group->has_quads = true;
    kit.wave->scalars[RDNA_EXEC_LO] = 0xdf;
    for (unsigned lane = 0; lane < 8; lane++)
        set_floats(&kit, lane, 1,
                   (float[]){(lane < 4 ? 0.25f : 0.5f) * (float)(lane % 2) + 0.125f});
    inst = image_inst(rdna_op_image_sample, dim_1d, 1);
    kit_run(&kit, &inst);
    for (unsigned lane = 0; lane < 8; lane++)
        if (lane != 5)
            assert_true(result(&kit, 0, lane) == (lane < 4 ? 100.0f : 200.0f));
    /* All lanes look before one of them writes where its coordinate was. */
    inst.vdata = V(0);
    kit_run(&kit, &inst);
    for (unsigned lane = 0; lane < 8; lane++)
        if (lane != 5)
            assert_true(base_float_of_bits(kit_vector(&kit, 0)[lane]) ==
                        (lane < 4 ? 100.0f : 200.0f));
    kit_finish(&kit);
}

/* The reference stands before the coordinates. */
static void
test_comparison(void **state)
{
    static const bool passes[8][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0},
                                      {0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {1, 1, 1}};
    static const float references[3] = {1.5f, 2.0f, 2.5f}; /* The texel is 2. */
    struct kit kit;
    struct rdna_inst inst = image_inst(rdna_op_image_sample_c_lz, dim_2d, 1);

    (void)state;
    kit_start(&kit, 32);
    kit.wave->scalars[RDNA_EXEC_LO] = 1;
    set_image(&kit, &(struct image){.width = 8, .height = 4, .format = format_32_float, .type = 9});
    fill_floats(&kit, MAPPED, 8, 4, 0.0f);
    for (unsigned function = 0; function < 8; function++)
        for (unsigned i = 0; i < 3; i++) {
            set_sampler(&kit, &(struct sampler){.compare = function});
            set_floats(&kit, 0, 3, (float[]){references[i], 2.5f / 8, 0.5f / 4});
            kit_run(&kit, &inst);
            assert_true(result(&kit, 0, 0) == (passes[function][i] ? 1.0f : 0.0f));
        }
    /* Filtered after: of texels 2, 3, 12, 13 weighted 3/8, 3/8, 1/8, 1/8, those above 2.5. */
    set_sampler(&kit, &(struct sampler){.compare = 1, .mag = 1, .clamp = {2, 2}});
    set_floats(&kit, 0, 3, (float[]){2.5f, 3.0f / 8, 0.75f / 4});
    kit_run(&kit, &inst);
    expect_near(&kit, 5.0f / 8);
    kit_finish(&kit);
}

static void
test_gather(void **state)
{
    struct kit kit;
    struct rdna_inst inst = image_inst(rdna_op_image_gather4_lz, dim_2d, 4);

    (void)state;
    kit_start(&kit, 32);
    kit.wave->scalars[RDNA_EXEC_LO] = 1;
    set_image(&kit, &(struct image){.width = 8, .height = 4, .format = 77, .type = 9});
    for (unsigned y = 0; y < 4; y++)
        for (unsigned x = 0; x < 8; x++)
            put_float(&kit, MAPPED + y * 256 + x * 16 + 8, (float)(x + 10 * y));
    set_sampler(&kit, &(struct sampler){.clamp = {2, 2}});
    set_floats(&kit, 0, 2, (float[]){3.25f / 8, 1.75f / 4});
    kit_run(&kit, &inst);
    const float expected[4] = {22.0f, 23.0f, 13.0f, 12.0f};
    for (unsigned i = 0; i < 4; i++)
        assert_true(result(&kit, i, 0) == expected[i]);
    /* Comparisons of the first channel, which is 0 all over. */
    inst = image_inst(rdna_op_image_gather4_c_lz, dim_2d, 1);
    set_sampler(&kit, &(struct sampler){.clamp = {2, 2}, .compare = 1});
    set_floats(&kit, 0, 3, (float[]){-1.0f, 3.25f / 8, 1.75f / 4});
    kit_run(&kit, &inst);
    for (unsigned i = 0; i < 4; i++)
        assert_true(result(&kit, i, 0) == 1.0f);
    kit_finish(&kit);
}

/* Faces of 4x4; all of a face is its number, and 8 more in the second cube. */
static void
test_cubes(void **state)
{
    struct kit kit;
    struct rdna_inst inst = image_inst(rdna_op_image_sample_lz, dim_cube, 1);

    (void)state;
    kit_start(&kit, 32);
    kit.wave->scalars[RDNA_EXEC_LO] = 1;
    set_image(&kit,
              &(struct image){
                  .width = 4, .height = 4, .depth = 12, .format = format_32_float, .type = 11});
    for (unsigned face = 0; face < 12; face++)
        for (unsigned y = 0; y < 4; y++)
            for (unsigned x = 0; x < 4; x++)
                put_float(&kit, MAPPED + face * 1024 + y * 256 + x * 4,
                          (float)(face / 6 * 8 + face % 6));
    set_sampler(&kit, &(struct sampler){.mag = 1});
    for (unsigned cube = 0; cube < 2; cube++)
        for (unsigned face = 0; face < 6; face++) {
            const float id = (float)(8 * cube + face);
            set_floats(&kit, 0, 3, (float[]){1.5f, 1.5f, id});
            kit_run(&kit, &inst);
            assert_true(result(&kit, 0, 0) == id);
        }
    /* A cube that is not there: the last one's face. */
    set_floats(&kit, 0, 3, (float[]){1.5f, 1.5f, 8 * 5 + 2});
    kit_run(&kit, &inst);
    assert_true(result(&kit, 0, 0) == 10.0f);
    /* Faces that meet at the edges of +x and of +y: left, right, top, bottom. */
    static const float edges[4][2] = {{1.0f, 1.5f}, {2.0f, 1.5f}, {1.5f, 1.0f}, {1.5f, 2.0f}};
    static const uint8_t neighbours[6][4] = {{4, 5, 2, 3}, {5, 4, 2, 3}, {1, 0, 5, 4},
                                             {1, 0, 4, 5}, {1, 0, 2, 3}, {0, 1, 2, 3}};
    for (unsigned face = 0; face < 6; face++)
        for (unsigned i = 0; i < 4; i++) {
            set_floats(&kit, 0, 3, (float[]){edges[i][0], edges[i][1], (float)face});
            kit_run(&kit, &inst);
            expect_near(&kit, (float)(face + neighbours[face][i]) / 2);
        }
    /* A corner: a quarter each of this face, two others, and the mean of the three. */
    set_floats(&kit, 0, 3, (float[]){1.0f, 1.0f, 0.0f});
    kit_run(&kit, &inst);
    expect_near(&kit, (0.0f + 4.0f + 2.0f) / 3);
    kit_finish(&kit);
}

/* Along the longer gradient, four texels a pixel: four probes of level 0. */
static void
test_anisotropy(void **state)
{
    struct kit kit;
    struct rdna_inst inst = image_inst(rdna_op_image_sample_d, dim_2d, 1);

    (void)state;
    kit_start(&kit, 32);
    kit.wave->scalars[RDNA_EXEC_LO] = 1;
    set_image(&kit, &(struct image){.width = 16,
                                    .height = 16,
                                    .levels = 5,
                                    .last_level = 4,
                                    .format = format_32_float,
                                    .type = 9});
    /* Levels 4, 3, 2, 1 have 1, 2, 4, 8 rows. */
    for (unsigned y = 0; y < 16; y++)
        for (unsigned x = 0; x < 16; x++)
            put_float(&kit, MAPPED + 15 * 256 + y * 256 + x * 4, x % 2 ? 8.0f : 0.0f);
    set_sampler(&kit,
                &(struct sampler){
                    .clamp = {2, 2}, .mag = 2, .min = 2, .mip = 2, .aniso = 2, .max_lod = 15.0f});
    set_floats(&kit, 0, 6, (float[]){4.0f / 16, 0.0f, 0.0f, 1.0f / 16, 0.5f, 8.5f / 16});
    kit_run(&kit, &inst);
    expect_near(&kit, 4.0f);
    kit_finish(&kit);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_load_store), cmocka_unit_test(test_dimensions),
        cmocka_unit_test(test_queries),    cmocka_unit_test(test_atomics),
        cmocka_unit_test(test_faults),     cmocka_unit_test(test_wrap_modes),
        cmocka_unit_test(test_linear),     cmocka_unit_test(test_levels),
        cmocka_unit_test(test_comparison), cmocka_unit_test(test_gather),
        cmocka_unit_test(test_cubes),      cmocka_unit_test(test_anisotropy),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
