/* SPDX-License-Identifier: MIT
 *
 * Floats by the definition of IEEE 754, section 3.4, and the nearest float to an exact result.
 */
#ifndef EXACT_H
#define EXACT_H

#include "ir/ir.h"

struct exact_format {
    enum ir_type type;
    int mantissa; /* Bits behind the point. */
    int bias;
};

/* Of a float type. */
const struct exact_format *exact_format_of(enum ir_type type);

/* The lowest bits. */
uint64_t exact_mask(unsigned bits);
uint64_t exact_sign_bit(const struct exact_format *f);
uint64_t exact_infinity(const struct exact_format *f);
bool exact_is_nan(const struct exact_format *f, uint64_t bits);
bool exact_is_infinite(const struct exact_format *f, uint64_t bits);
bool exact_is_zero(const struct exact_format *f, uint64_t bits);
bool exact_is_negative(const struct exact_format *f, uint64_t bits);

/* A finite float is integer * 2^exponent, but for its sign. */
struct exact_parts {
    bool is_negative;
    uint64_t integer;
    int exponent;
};

struct exact_parts exact_parts_of(const struct exact_format *f, uint64_t bits);
/* The float that is exactly this, if the format has it. */
uint64_t exact_bits_of(const struct exact_format *f, struct exact_parts parts);
bool exact_is_same(struct exact_parts a, struct exact_parts b);

enum exact_kind {
    exact_kind_sum,      /* a * b + c */
    exact_kind_quotient, /* a / b */
    exact_kind_root      /* of a */
};

struct exact_real {
    enum exact_kind kind;
    struct exact_parts a, b, c;
};

/* Do the bits hold the nearest float to the number, ties to even, past the largest infinity? A zero
 * has the sign that its parts agree on, or none. */
bool exact_is_nearest(const struct exact_format *f, const struct exact_real *real, uint64_t bits);

#endif
