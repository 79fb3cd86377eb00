/* SPDX-License-Identifier: MIT */
#include "vectors.h"

#include "rdna/wave/kernels_valu.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* The steps that compilers make of a division, and the modifiers of results.
 *
 * What div_scale and div_fmas give on the way is not written down for all operands; that the whole
 * is the nearest quotient is. */

enum { RANDOM_COUNT = 200000 };

static const struct rdna_env env = {
    .mode = {.denorm32 = RDNA_KEEP_IN | RDNA_KEEP_OUT, .denorm64_16 = RDNA_KEEP_IN | RDNA_KEEP_OUT},
};

static size_t faults;
static size_t total;

static uint32_t
divide_f32(uint32_t n, uint32_t d)
{
    bool scale_back, other;
    const uint32_t one = 0x3f800000;
    const uint32_t ds = rdna_k_v_div_scale_f32(&env, d, d, n, &other);
    const uint32_t ns = rdna_k_v_div_scale_f32(&env, n, d, n, &scale_back);
    const uint32_t minus = ds ^ 0x80000000;
    const uint32_t rough = rdna_k_v_rcp_f32(&env, ds);
    const uint32_t error = rdna_k_v_fma_f32(&env, minus, rough, one);
    const uint32_t fine = rdna_k_v_fma_f32(&env, error, rough, rough);
    const uint32_t first = rdna_k_v_mul_f32(&env, ns, fine);
    const uint32_t first_rest = rdna_k_v_fma_f32(&env, minus, first, ns);
    const uint32_t second = rdna_k_v_fma_f32(&env, first_rest, fine, first);
    const uint32_t rest = rdna_k_v_fma_f32(&env, minus, second, ns);
    const uint32_t whole = rdna_k_v_div_fmas_f32(&env, rest, fine, second, scale_back);

    return rdna_k_v_div_fixup_f32(&env, whole, d, n);
}

static uint64_t
divide_f64(uint64_t n, uint64_t d)
{
    bool scale_back, other;
    const uint64_t one = UINT64_C(0x3ff0000000000000);
    const uint64_t ds = rdna_k_v_div_scale_f64(&env, d, d, n, &other);
    const uint64_t ns = rdna_k_v_div_scale_f64(&env, n, d, n, &scale_back);
    const uint64_t minus = ds ^ UINT64_C(0x8000000000000000);
    const uint64_t rough = rdna_k_v_rcp_f64(&env, ds);
    const uint64_t rough_error = rdna_k_v_fma_f64(&env, minus, rough, one);
    const uint64_t better = rdna_k_v_fma_f64(&env, rough, rough_error, rough);
    const uint64_t error = rdna_k_v_fma_f64(&env, minus, better, one);
    const uint64_t fine = rdna_k_v_fma_f64(&env, better, error, better);
    const uint64_t first = rdna_k_v_mul_f64(&env, ns, fine);
    const uint64_t rest = rdna_k_v_fma_f64(&env, minus, first, ns);
    const uint64_t whole = rdna_k_v_div_fmas_f64(&env, rest, fine, first, scale_back);

    return rdna_k_v_div_fixup_f64(&env, whole, d, n);
}

static void
check_f32(uint32_t n, uint32_t d)
{
    const uint32_t got = divide_f32(n, d);
    const float quotient = base_float_of_bits(n) / base_float_of_bits(d);
    const uint32_t expected = base_bits_of_float(quotient);

    total++;
    if (got == expected || (quotient != quotient && rdna_is_nan_f32(got)))
        return;
    if (faults++ < 10)
        printf("%08" PRIx32 " / %08" PRIx32 ": got %08" PRIx32 ", expected %08" PRIx32 "\n", n, d,
               got, expected);
}

static void
check_f64(uint64_t n, uint64_t d)
{
    const uint64_t got = divide_f64(n, d);
    const double quotient = base_double_of_bits(n) / base_double_of_bits(d);
    const uint64_t expected = base_bits_of_double(quotient);

    total++;
    if (got == expected || (quotient != quotient && rdna_is_nan_f64(got)))
        return;
    if (faults++ < 10)
        printf("%016" PRIx64 " / %016" PRIx64 ": got %016" PRIx64 ", expected %016" PRIx64 "\n", n,
               d, got, expected);
}

static void
check_divisions(void)
{
    uint64_t state = 88172645463325252;

    for (size_t i = 0; i < edge_count('f'); i++)
        for (size_t j = 0; j < edge_count('f'); j++)
            check_f32((uint32_t)edge_value('f', i), (uint32_t)edge_value('f', j));
    for (size_t i = 0; i < edge_count('g'); i++)
        for (size_t j = 0; j < edge_count('g'); j++)
            check_f64(edge_value('g', i), edge_value('g', j));
    for (unsigned i = 0; i < RANDOM_COUNT; i++) {
        const uint64_t n = next_random(&state), d = next_random(&state);

        check_f32((uint32_t)n, (uint32_t)d);
        check_f64(n, d);
    }
}

/* What omod and clamp make of results. */
static const struct modified {
    uint32_t value;
    unsigned omod;
    bool clamp;
    bool dx10_clamp;
    bool ieee;
    uint8_t denorm;
    uint32_t expected;
} modified[] = {
    {0x3f800000, 1, false, true, false, 0, 0x40000000},
    {0x3f800000, 2, false, true, false, 0, 0x40800000},
    {0x3f800000, 3, false, true, false, 0, 0x3f000000},
    {0x00800000, 3, false, true, false, 0, 0x00000000}, /* A denormal is flushed. */
    {0x7f7fffff, 1, false, true, false, 0, 0x7f800000},
    {0x3f800000, 1, false, true, false, 3, 0x3f800000}, /* Not where denormals live. */
    {0x3e800000, 2, true, true, false, 0, 0x3f800000},  /* omod, then clamp. */
    {0x3f000000, 2, true, true, false, 0, 0x3f800000},
    {0x40000000, 0, true, true, false, 3, 0x3f800000},
    {0xbf800000, 0, true, true, false, 3, 0x00000000},
    {0x80000000, 0, true, true, false, 3, 0x00000000},
    {0x3e800000, 0, true, true, false, 3, 0x3e800000},
    {0xff800000, 0, true, true, false, 3, 0x00000000},
    {0x7f800000, 0, true, true, false, 3, 0x3f800000},
    {0x7fc00000, 0, true, true, false, 3, 0x00000000},  /* DX10: a NaN is 0, */
    {0x7fc00000, 0, true, false, false, 3, 0x7fc00000}, /* and else stays. */
};

static void
check_modifiers(void)
{
    for (size_t i = 0; i < sizeof(modified) / sizeof(modified[0]); i++) {
        const struct modified *m = &modified[i];
        const struct rdna_mode mode = {
            .denorm32 = m->denorm,
            .denorm64_16 = m->denorm,
            .dx10_clamp = m->dx10_clamp,
            .ieee = m->ieee,
        };
        uint32_t value = rdna_omod_f32(&mode, m->omod, m->value);

        value = m->clamp ? rdna_clamp_f32(&mode, value) : value;
        total++;
        if (value != m->expected) {
            printf("modifiers, row %zu: got %08" PRIx32 "\n", i, value);
            faults++;
        }
    }
}

/* The other formats have the same rules. */
static void
check_formats(void)
{
    const struct rdna_mode mode = {.dx10_clamp = true};
    const bool right =
        rdna_omod_f16(&mode, 1, 0x3c00) == 0x4000 && rdna_omod_f16(&mode, 3, 0x0400) == 0 &&
        rdna_clamp_f16(&mode, 0xbc00) == 0 && rdna_clamp_f16(&mode, 0x4000) == 0x3c00 &&
        rdna_clamp_f16(&mode, 0x7e00) == 0 &&
        rdna_omod_f64(&mode, 2, UINT64_C(0x3ff0000000000000)) == UINT64_C(0x4010000000000000) &&
        rdna_clamp_f64(&mode, UINT64_C(0x4010000000000000)) == UINT64_C(0x3ff0000000000000) &&
        rdna_clamp_f64(&mode, UINT64_C(0x8000000000000000)) == 0;

    total++;
    if (!right) {
        printf("modifiers of f16 or f64\n");
        faults++;
    }
}

int
main(void)
{
    check_divisions();
    check_modifiers();
    check_formats();
    printf("%zu divisions and modified results, %zu faults\n", total, faults);
    return faults ? EXIT_FAILURE : EXIT_SUCCESS;
}
