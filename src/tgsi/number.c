/* SPDX-License-Identifier: MIT
 *
 * The C library's conversions round correctly but take and give the decimal point of the locale.
 * So they are given numbers without one, as an integer and an exponent, and what they give is
 * taken apart into digits and exponent again.
 */
#include "tgsi/program.h"

#include "base/bits.h"

#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* No double's neighbours' middle has more significant digits than 767: what follows can only say
 * whether the number lies above it, which one digit says too. */
#define MAX_DIGITS 800

/* Exponents are counted to here: no text is so long that its digits could make up for more. */
#define MAX_COUNTED INT64_C(1000000000000000)

/* Past this, MAX_DIGITS digits and an exponent are infinity or zero. */
#define MAX_EXPONENT 10000

/* A number as its digits, an integer, times ten to a power, or two to a power if it is hexadecimal.
 */
struct number {
    bool is_negative;
    bool is_infinite;
    bool is_nan;
    bool is_hex;
    char digits[MAX_DIGITS + 32]; /* And, once it is made, the exponent, terminated. */
    size_t count;
    int64_t exponent;
};

static bool
is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool
is_word(const char *text, size_t size, const char *word)
{
    for (size_t i = 0; i < size; i++)
        if ((text[i] | 0x20) != word[i])
            return false;
    return size == strlen(word);
}

static bool
is_digit_of(const struct number *number, char c)
{
    return is_digit(c) || (number->is_hex && (c | 0x20) >= 'a' && (c | 0x20) <= 'f');
}

/* Reads digits, with a point among them or not; how many bytes they take, 0 if there is none. */
static size_t
parse_digits(const char *text, size_t size, struct number *number)
{
    const size_t first = number->count;
    size_t at = 0, seen = 0;
    bool has_point = false;

    for (; at < size && (is_digit_of(number, text[at]) || (text[at] == '.' && !has_point)); at++) {
        if (text[at] == '.') {
            has_point = true;
            continue;
        }
        seen++;
        number->exponent -= has_point;
        if (number->count == first && text[at] == '0')
            continue;
        if (number->count < MAX_DIGITS) {
            number->digits[number->count++] = text[at];
            continue;
        }
        number->exponent++;
        if (text[at] != '0')
            number->digits[MAX_DIGITS - 1] = '1';
    }
    return seen ? at : 0;
}

static bool
parse_exponent(const char *text, size_t size, struct number *number)
{
    const bool is_negative = size > 0 && text[0] == '-';
    size_t at = size > 0 && (text[0] == '-' || text[0] == '+');
    int64_t value = 0;

    if (at == size)
        return false;
    for (; at < size; at++) {
        if (!is_digit(text[at]))
            return false;
        if (value < MAX_COUNTED)
            value = value * 10 + (text[at] - '0');
    }
    number->exponent += is_negative ? -value : value;
    return true;
}

/* What follows the digits: nothing, or an exponent. */
static bool
parse_tail(const char *text, size_t size, struct number *number)
{
    if (number->is_hex)
        number->exponent *= 4;
    return size == 0 || ((text[0] | 0x20) == (number->is_hex ? 'p' : 'e') &&
                         parse_exponent(text + 1, size - 1, number));
}

/* As in C, 0x1.8p1. Without a point and an exponent it is no number: those are bits. */
static bool
is_hex(const char *text, size_t size)
{
    return size > 2 && text[0] == '0' && (text[1] | 0x20) == 'x' &&
           (memchr(text, '.', size) || memchr(text, 'p', size) || memchr(text, 'P', size));
}

static bool
parse_number(const char *text, size_t size, struct number *number)
{
    number->count = 0;
    number->exponent = 0;
    number->is_infinite = number->is_nan = false;
    number->is_negative = size > 0 && text[0] == '-';
    if (size > 0 && (text[0] == '-' || text[0] == '+'))
        text++, size--;

    if (is_word(text, size, "inf") || is_word(text, size, "infinity"))
        return number->is_infinite = true;
    if (is_word(text, size, "nan"))
        return number->is_nan = true;

    number->is_hex = is_hex(text, size);
    if (number->is_hex) {
        number->digits[number->count++] = '0';
        number->digits[number->count++] = 'x';
        text += 2, size -= 2;
    }
    const size_t first = number->count;
    const size_t taken = parse_digits(text, size, number);
    if (!taken || !parse_tail(text + taken, size - taken, number))
        return false;

    if (number->count == first)
        number->digits[number->count++] = '0';
    if (number->exponent > MAX_EXPONENT)
        number->exponent = MAX_EXPONENT;
    if (number->exponent < -MAX_EXPONENT)
        number->exponent = -MAX_EXPONENT;
    snprintf(number->digits + number->count, sizeof(number->digits) - number->count, "%c%ld",
             number->is_hex ? 'p' : 'e', (long)number->exponent);
    return true;
}

/* ---- numbers of few digits ---- */

/* So many digits, and ten to that power, are exact as a double: their quotient is rounded once. */
#define MOST_EXACT_DIGITS 15

static const double powers[MOST_EXACT_DIGITS + 1] = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                     1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};

/* The number if it is some digits, with a point among them or not, behind a sign or none. */
static bool
parse_short(const char *text, size_t size, double *value)
{
    const bool is_negative = size > 0 && text[0] == '-';
    const size_t first = size > 0 && (text[0] == '-' || text[0] == '+');
    uint64_t digits = 0;
    size_t count = 0, fraction = 0;
    bool has_point = false;

    if (FLT_EVAL_METHOD != 0 || size - first > MOST_EXACT_DIGITS + 1)
        return false;
    for (size_t at = first; at < size; at++) {
        if (is_digit(text[at])) {
            digits = digits * 10 + (uint64_t)(text[at] - '0');
            count++;
            fraction += has_point;
        } else if (text[at] == '.' && !has_point) {
            has_point = true;
        } else {
            return false;
        }
    }
    if (count == 0 || count > MOST_EXACT_DIGITS)
        return false;
    *value = (double)digits / powers[fraction];
    if (is_negative)
        *value = -*value;
    return true;
}

/* A double in the middle between two floats may have come there by rounding. */
static bool
is_between_floats(double value)
{
    return (base_bits_of_double(value) & 0x1fffffff) == 0x10000000;
}

bool
tgsi_parse_f32(const char *text, size_t size, uint32_t *bits)
{
    struct number number;
    double value;

    if (parse_short(text, size, &value) && !is_between_floats(value)) {
        *bits = base_bits_of_float((float)value);
        return true;
    }
    if (!parse_number(text, size, &number))
        return false;
    if (number.is_nan)
        *bits = 0x7fc00000;
    else if (number.is_infinite)
        *bits = 0x7f800000;
    else
        *bits = base_bits_of_float(strtof(number.digits, NULL));
    *bits |= (uint32_t)number.is_negative << 31;
    return true;
}

bool
tgsi_parse_f64(const char *text, size_t size, uint64_t *bits)
{
    struct number number;
    double value;

    if (parse_short(text, size, &value)) {
        *bits = base_bits_of_double(value);
        return true;
    }
    if (!parse_number(text, size, &number))
        return false;
    if (number.is_nan)
        *bits = UINT64_C(0x7ff8) << 48;
    else if (number.is_infinite)
        *bits = UINT64_C(0x7ff0) << 48;
    else
        *bits = base_bits_of_double(strtod(number.digits, NULL));
    *bits |= (uint64_t)number.is_negative << 63;
    return true;
}

/* value to count significant digits, in printf's scientific form: its digits, and the exponent of
 * the first. Whatever stands between the digits is the locale's decimal point. */
static int
take_apart(double value, int count, char digits[TGSI_NUMBER_SIZE])
{
    char text[TGSI_NUMBER_SIZE + 16];
    size_t at = 0;
    int digit_count = 0;

    snprintf(text, sizeof(text), "%.*e", count - 1, value);
    for (; text[at] != 'e'; at++)
        if (is_digit(text[at]))
            digits[digit_count++] = text[at];
    digits[digit_count] = '\0';
    return atoi(text + at + 1);
}

/* Digits, the first of which stands for 10^exponent, in plain or scientific form. */
static void
put_together(const char *digits, int exponent, bool is_negative, char text[TGSI_NUMBER_SIZE])
{
    const char *sign = is_negative ? "-" : "";
    int count = (int)strlen(digits);

    while (count > 1 && digits[count - 1] == '0')
        count--;
    if (exponent < -4 || exponent > 15)
        snprintf(text, TGSI_NUMBER_SIZE, "%s%c.%.*se%d", sign, digits[0], count > 1 ? count - 1 : 1,
                 count > 1 ? digits + 1 : "0", exponent);
    else if (exponent < 0)
        snprintf(text, TGSI_NUMBER_SIZE, "%s0.%.*s%.*s", sign, -exponent - 1, "000", count, digits);
    else if (count > exponent + 1)
        snprintf(text, TGSI_NUMBER_SIZE, "%s%.*s.%.*s", sign, exponent + 1, digits,
                 count - exponent - 1, digits + exponent + 1);
    else
        snprintf(text, TGSI_NUMBER_SIZE, "%s%.*s%.*s.0", sign, count, digits, exponent + 1 - count,
                 "000000000000000");
}

bool
tgsi_print_f32(uint32_t bits, char text[TGSI_NUMBER_SIZE])
{
    const bool is_negative = bits >> 31;
    char digits[TGSI_NUMBER_SIZE];
    uint32_t again;

    if ((bits & 0x7fffffff) > 0x7f800000)
        return false;
    if ((bits & 0x7fffffff) == 0x7f800000) {
        snprintf(text, TGSI_NUMBER_SIZE, "%sinf", is_negative ? "-" : "");
        return true;
    }
    /* Nine digits tell all floats apart. */
    const double magnitude = (double)base_float_of_bits(bits & 0x7fffffff);
    for (int count = 1; count <= 9; count++) {
        const int exponent = take_apart(magnitude, count, digits);

        put_together(digits, exponent, is_negative, text);
        if (tgsi_parse_f32(text, strlen(text), &again) && again == bits)
            return true;
    }
    return false;
}

bool
tgsi_print_f64(uint64_t bits, char text[TGSI_NUMBER_SIZE])
{
    const uint64_t infinity = UINT64_C(0x7ff0) << 48;
    const bool is_negative = bits >> 63;
    const uint64_t magnitude = bits & ~(UINT64_C(1) << 63);
    char digits[TGSI_NUMBER_SIZE];
    uint64_t again;

    if (magnitude > infinity)
        return false;
    if (magnitude == infinity) {
        snprintf(text, TGSI_NUMBER_SIZE, "%sinf", is_negative ? "-" : "");
        return true;
    }
    for (int count = 1; count <= 17; count++) {
        const int exponent = take_apart(base_double_of_bits(magnitude), count, digits);

        put_together(digits, exponent, is_negative, text);
        if (tgsi_parse_f64(text, strlen(text), &again) && again == bits)
            return true;
    }
    return false;
}
