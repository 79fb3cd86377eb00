/* SPDX-License-Identifier: MIT
 *
 * Numbers as scripts write them. What has a fraction goes through strtod, which rounds right; the
 * program leaves the locale alone.
 */
#include "base/bits.h"
#include "script/script_priv.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#define MAX_DIGITS 500

bool
script_text_is(const char *text, size_t size, const char *what)
{
    return strlen(what) == size && memcmp(text, what, size) == 0;
}

static bool
text_is_any_case(const char *text, size_t size, const char *lower)
{
    if (strlen(lower) != size)
        return false;
    for (size_t i = 0; i < size; i++) {
        if ((text[i] | 32) != lower[i])
            return false;
    }
    return true;
}

static bool
is_word(const char *text, size_t size)
{
    return text_is_any_case(text, size, "nan") || text_is_any_case(text, size, "inf") ||
           text_is_any_case(text, size, "infinity");
}

bool
script_is_number(const char *text, size_t size)
{
    size_t i = 0;

    if (size > 0 && (text[0] == '-' || text[0] == '+'))
        i++;
    if (i < size && text[i] == '.')
        i++;
    return (i < size && text[i] >= '0' && text[i] <= '9') ||
           (i <= 1 && is_word(text + i, size - i));
}

/* The digits of an integer. False: another character, or it does not fit. */
static bool
read_digits(const char *text, size_t size, unsigned base, uint64_t *bits)
{
    *bits = 0;
    for (size_t i = 0; i < size; i++) {
        const char c = text[i];
        const unsigned digit = c >= '0' && c <= '9' ? (unsigned)(c - '0')
                               : (c | 32) >= 'a' && (c | 32) <= 'f'
                                   ? (unsigned)((c | 32) - 'a') + 10
                                   : 99;

        if (digit >= base || *bits > (UINT64_MAX - digit) / base)
            return false;
        *bits = *bits * base + digit;
    }
    return size > 0;
}

static bool
read_real(const char *text, size_t size, struct script_number *number)
{
    char copy[MAX_DIGITS + 1];
    char *end;

    if (size > MAX_DIGITS)
        return false;
    for (size_t i = 0; i < size; i++) {
        if (text[i] == '\0' || text[i] == ' ')
            return false;
    }
    memcpy(copy, text, size);
    copy[size] = '\0';
    number->is_real = true;
    number->real = strtod(copy, &end);
    return end == copy + size;
}

bool
script_read_number(const char *text, size_t size, struct script_number *number)
{
    const size_t sign = size > 0 && (text[0] == '-' || text[0] == '+');
    const bool is_negative = sign && text[0] == '-';
    const char *digits = text + sign;
    const size_t count = size - sign;
    uint64_t bits;

    memset(number, 0, sizeof(*number));
    if (!script_is_number(text, size))
        return false;
    const bool is_hex = count > 2 && digits[0] == '0' && (digits[1] | 32) == 'x';
    if (is_hex ? !read_digits(digits + 2, count - 2, 16, &bits)
               : !read_digits(digits, count, 10, &bits))
        return read_real(text, size, number);
    if (is_negative && bits > UINT64_C(1) << 63)
        return false;
    number->is_negative = is_negative && bits > 0;
    number->bits = is_negative ? 0 - bits : bits;
    number->real = is_negative ? -(double)bits : (double)bits;
    return true;
}

struct script_number
script_number_of(double value)
{
    return (struct script_number){.is_real = true, .real = value};
}

/* ---- numbers in memory ---- */

unsigned
script_scalar_size(enum script_scalar scalar)
{
    static const unsigned char sizes[script_scalar_count] = {
        [script_scalar_int8] = 1,   [script_scalar_int16] = 2,  [script_scalar_int32] = 4,
        [script_scalar_int64] = 8,  [script_scalar_uint8] = 1,  [script_scalar_uint16] = 2,
        [script_scalar_uint32] = 4, [script_scalar_uint64] = 8, [script_scalar_float16] = 2,
        [script_scalar_float] = 4,  [script_scalar_double] = 8,
    };

    return sizes[scalar];
}

bool
script_scalar_is_real(enum script_scalar scalar)
{
    return scalar >= script_scalar_float16;
}

static float
float_of(const struct script_number *number)
{
    if (number->is_real)
        return (float)number->real;
    return number->is_negative ? (float)(int64_t)number->bits : (float)number->bits;
}

/* The integer nearest to zero from the value, as far as it fits. */
static uint64_t
bits_of(const struct script_number *number)
{
    if (!number->is_real)
        return number->bits;
    if (number->real >= 0x1p63)
        return number->real < 0x1p64 ? (uint64_t)number->real : UINT64_MAX;
    return number->real > -0x1p63 ? (uint64_t)(int64_t)number->real : UINT64_C(1) << 63;
}

void
script_store(enum script_scalar scalar, const struct script_number *number, void *data)
{
    const size_t size = script_scalar_size(scalar);
    unsigned char *bytes = data;
    uint64_t bits;

    if (scalar == script_scalar_float16)
        bits = base_half_from_double(number->real);
    else if (scalar == script_scalar_float)
        bits = base_bits_of_float(float_of(number));
    else if (scalar == script_scalar_double)
        bits = base_bits_of_double(number->real);
    else
        bits = number->real == number->real ? bits_of(number) : 0;
    for (size_t i = 0; i < size; i++)
        bytes[i] = (unsigned char)(bits >> 8 * i & 0xff);
}

struct script_number
script_load(enum script_scalar scalar, const void *data)
{
    const size_t size = script_scalar_size(scalar);
    const unsigned char *bytes = data;
    uint64_t bits = 0;

    for (size_t i = 0; i < size; i++)
        bits |= (uint64_t)bytes[i] << 8 * i;
    if (scalar == script_scalar_float16)
        return script_number_of((double)base_half_to_float((uint16_t)bits));
    if (scalar == script_scalar_float)
        return script_number_of((double)base_float_of_bits((uint32_t)bits));
    if (scalar == script_scalar_double)
        return script_number_of(base_double_of_bits(bits));

    struct script_number number = {.bits = bits};
    if (scalar <= script_scalar_int64 && bits >> (8 * size - 1)) {
        number.is_negative = true;
        number.bits |= size < 8 ? UINT64_MAX << 8 * size : 0;
    }
    number.real = number.is_negative ? (double)(int64_t)number.bits : (double)number.bits;
    return number;
}

const char *
script_print_number(const struct script_number *number, struct base_arena *arena)
{
    if (number->is_real) {
        const double real = number->real;
        /* As few digits as give the value again: of a float, if it is one. */
        const bool is_float = (double)(float)real == real;
        return base_arena_printf(arena, "%.*g", is_float ? 9 : 17, real);
    }
    if (number->is_negative)
        return base_arena_printf(arena, "%" PRId64, (int64_t)number->bits);
    return base_arena_printf(arena, "%" PRIu64, number->bits);
}
