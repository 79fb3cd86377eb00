/* SPDX-License-Identifier: MIT
 *
 * What the benchmarks measure with.
 */
#ifndef QUADRILLE_BENCH_BENCH_H
#define QUADRILLE_BENCH_BENCH_H

#include <stdlib.h>
#include <time.h>

static inline double
bench_seconds(clockid_t clock)
{
    struct timespec now;

    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static inline int
bench_compare_doubles(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* Sorts the values; of an even count, the upper of the two in the middle. */
static inline double
bench_median(double *values, size_t count)
{
    qsort(values, count, sizeof(*values), bench_compare_doubles);
    return values[count / 2];
}

#endif
