/* SPDX-License-Identifier: MIT
 *
 * Any bits at all as operands stay inside of the image, which the address sanitizer watches. All
 * texels are 1, the border is 0, and weights add up to 1.
 */
#include "kit.h"

#include "random.h"

#define LANES 8

static struct random rng = {3};

static uint32_t
below(uint32_t count)
{
    return random_next(&rng) % count;
}

/* Bits, and every so often a value that is special. */
static uint32_t
any_word(void)
{
    static const uint32_t special[] = {0,          0x80000000, 0x3f800000, 0x7f800000, 0xff800000,
                                       0x7fc00000, 0x7f7fffff, 0xff7fffff, 1,          0xffffffff,
                                       0x4b000000, 0xcb000000, 0x4e800000, 0x3f7fffff, 0x33800000};

    return below(3) ? random_next(&rng) : special[below(BASE_COUNT(special))];
}

struct operands {
    uint32_t words[32][LANES];
    uint32_t result[4][LANES];
};

/* Each operand is there or not. */
static struct cpu_sample
any_sample(struct operands *o, bool is_gather)
{
    struct cpu_sample sample = {.mask = random_next(&rng) & 0xff,
                                .lanes = 1 + below(LANES),
                                .has_quads = below(2),
                                .result = o->result[0],
                                .stride = LANES};
    unsigned n = 0;

    for (unsigned i = 0; i < 32 * LANES; i++)
        o->words[i / LANES][i % LANES] = any_word();
    sample.mask &= (1u << sample.lanes) - 1;
    for (unsigned i = 0; i < 3; i++)
        sample.coordinates[i] = o->words[n++];
    sample.layer = below(2) ? o->words[n] : NULL;
    sample.bias = below(4) ? NULL : o->words[n + 1];
    sample.lod = below(4) ? NULL : o->words[n + 2];
    sample.min_lod = below(4) ? NULL : o->words[n + 3];
    n += 4;
    if (below(4) == 0) {
        for (unsigned i = 0; i < 3; i++) {
            sample.grad_x[i] = o->words[n++];
            sample.grad_y[i] = o->words[n++];
        }
    }
    if (below(4) == 0) {
        for (unsigned i = 0; i < 3; i++)
            sample.offset[i] = o->words[n++];
    }
    if (is_gather && below(4) == 0) {
        for (unsigned i = 0; i < 8; i++)
            sample.offsets[i] = o->words[n++];
    }
    return sample;
}

static struct scene_sampler
any_sampler(void)
{
    return (struct scene_sampler){.mag = (enum scene_filter)below(2),
                                  .min = (enum scene_filter)below(2),
                                  .mip = (enum scene_filter)below(2),
                                  .wrap_u = (enum scene_wrap)below(5),
                                  .wrap_v = (enum scene_wrap)below(5),
                                  .wrap_w = (enum scene_wrap)below(5),
                                  .lod_bias = base_float_of_bits(any_word()),
                                  .min_lod = base_float_of_bits(any_word()),
                                  .max_lod = base_float_of_bits(any_word()),
                                  .is_unnormalized = below(4) == 0,
                                  .max_anisotropy = below(2) ? 0 : base_float_of_bits(any_word())};
}

static struct scene_image
any_image(enum ir_dim dim)
{
    static const enum scene_format formats[] = {
        scene_format_r8g8b8a8_unorm, scene_format_r8g8b8a8_unorm, scene_format_r16g16_unorm,
        scene_format_r8g8b8_unorm, scene_format_d16_unorm};
    const uint32_t width = 1 + below(9);
    struct scene_image image = kit_image(formats[below(5)],
                                         dim == ir_dim_1d   ? scene_image_1d
                                         : dim == ir_dim_3d ? scene_image_3d
                                                            : scene_image_2d,
                                         width,
                                         dim == ir_dim_1d     ? 1
                                         : dim == ir_dim_cube ? width
                                                              : 1 + below(5),
                                         dim == ir_dim_3d ? 1 + below(4) : 1,
                                         dim == ir_dim_cube ? 12
                                         : dim == ir_dim_3d ? 1
                                                            : 3,
                                         1);

    while (image.width >> image.levels)
        image.levels++;
    return image;
}

static void
test_samples(void **state)
{
    static struct operands o;
    (void)state;

    for (unsigned row = 0; row < 40000; row++) {
        const enum ir_dim dim = (enum ir_dim)below(4);
        const struct scene_image image = any_image(dim);
        const size_t size = (size_t)scene_image_size(&image);
        void *data = malloc(size);
        const struct cpu_image_view view = kit_view(&image, dim, below(2), data);
        const struct scene_sampler sampler = any_sampler();
        const unsigned op = below(3);
        const struct cpu_sample sample = any_sample(&o, op == 1);
        const bool has_border = sampler.wrap_u == BORDER || sampler.wrap_v == BORDER ||
                                (dim == ir_dim_3d && sampler.wrap_w == BORDER);

        memset(data, 0xff, size);
        if (op == 0)
            cpu_image_sample(&view, &sampler, &sample);
        else if (op == 1)
            cpu_image_gather(&view, &sampler, 0, &sample);
        else
            cpu_image_lod(&view, &sampler, &sample);
        for (unsigned l = 0; l < sample.lanes; l++) {
            const float red = base_float_of_bits(o.result[0][l]);

            if (!(sample.mask >> l & 1) || (op == 1 && dim != ir_dim_2d && dim != ir_dim_cube))
                continue;
            if (op == 2)
                assert_true(red >= 0 && red <= (float)(image.levels - 1));
            else
                assert_true(red >= 0 && red <= 1.000001f);
            if (op < 2 && !has_border)
                assert_true(red >= 0.999999f);
        }
        free(data);
    }
}

static void
test_accesses(void **state)
{
    static struct operands o;
    (void)state;

    for (unsigned row = 0; row < 40000; row++) {
        const enum ir_dim dim = (enum ir_dim)below(5);
        const struct scene_image image = any_image(dim == ir_dim_buffer ? ir_dim_1d : dim);
        const size_t size = (size_t)scene_image_size(&image);
        void *data = malloc(size);
        const struct cpu_image_view view = dim == ir_dim_buffer
                                               ? cpu_texel_view_of(image.format, data, size)
                                               : kit_view(&image, dim, below(2), data);
        struct cpu_access access = {
            .mask = 0xff, .lanes = LANES, .result = o.result, .stride = LANES};
        unsigned n = 0;

        memset(data, 0xff, size);
        /* Small numbers now and then, since most bits are outside. */
        for (unsigned i = 0; i < 32 * LANES; i++)
            o.words[i / LANES][i % LANES] = below(4) ? below(4) : any_word();
        for (unsigned i = 0; i < 3; i++) {
            access.coordinates[i] = below(8) ? o.words[n] : NULL;
            access.offset[i] = below(8) ? NULL : o.words[n + 1];
            n += 2;
        }
        access.layer = below(2) ? o.words[n] : NULL;
        access.lod = below(2) ? o.words[n + 1] : NULL;
        access.sample = below(2) ? o.words[n + 2] : NULL;
        n += 3;
        for (unsigned c = 0; c < 4; c++)
            access.value[c] = o.words[n++];
        switch (below(4)) {
        case 0:
            cpu_image_fetch(&view, &access);
            break;
        case 1:
            cpu_image_load(&view, &access);
            break;
        case 2:
            cpu_image_store(&view, &access);
            break;
        default:
            cpu_image_atomic(&view, ir_op_iadd, false, &access);
        }
        free(data);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_samples),
        cmocka_unit_test(test_accesses),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
