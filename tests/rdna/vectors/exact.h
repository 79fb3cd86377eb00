/* SPDX-License-Identifier: MIT */
#ifndef TESTS_RDNA_EXACT_H
#define TESTS_RDNA_EXACT_H

#include "vectors.h"

/* Numbers in fixed point, wide enough for the exact product of any two f64 and for sums of those:
 * what floats are rounded from. */

#define EXACT_WORDS 144
#define EXACT_POINT 2304 /* The bit that is worth 1. */

struct exact {
    bool sign;
    uint32_t words[EXACT_WORDS];
};

bool float_is_nan(enum rdna_format format, uint64_t bits);
bool float_is_infinite(enum rdna_format format, uint64_t bits);
bool float_is_zero(enum rdna_format format, uint64_t bits);
bool float_sign(enum rdna_format format, uint64_t bits);
uint64_t float_nan(enum rdna_format format);
uint64_t float_infinity(enum rdna_format format, bool sign);
uint64_t float_zero(enum rdna_format format, bool sign);
/* bits as arithmetic reads them: cut to the width, flushed where the mode says so. */
uint64_t float_read(enum rdna_format format, const struct rdna_mode *mode, uint64_t bits);
/* A flushed result. */
uint64_t float_write(enum rdna_format format, const struct rdna_mode *mode, uint64_t bits);
/* Exact: every format is within a long double. */
long double float_value(enum rdna_format format, uint64_t bits);
/* To nearest, denormals kept. */
uint64_t float_nearest(enum rdna_format format, long double value);
unsigned mode_round(enum rdna_format format, const struct rdna_mode *mode);

/* Of a finite number. */
struct exact exact_of(enum rdna_format format, uint64_t bits);
struct exact exact_product(enum rdna_format format, uint64_t a, uint64_t b);
struct exact exact_sum(const struct exact *a, const struct exact *b);
bool exact_is_zero(const struct exact *value);
/* value * 2^scale in the format; denormals are kept. */
uint64_t exact_round(enum rdna_format format, unsigned round, const struct exact *value, int scale);

/* The operations, under the mode. */
uint64_t expect_fma(enum rdna_format format, const struct rdna_mode *mode, uint64_t a, uint64_t b,
                    uint64_t c);
uint64_t expect_add(enum rdna_format format, const struct rdna_mode *mode, uint64_t a, uint64_t b);
uint64_t expect_mul(enum rdna_format format, const struct rdna_mode *mode, uint64_t a, uint64_t b);
uint64_t expect_convert(enum rdna_format to, unsigned round, const struct rdna_mode *mode,
                        enum rdna_format from, uint64_t a);

#endif
