/* SPDX-License-Identifier: MIT
 *
 * The loops over lanes for any processor.
 */
#define INTERP_LOOPS interp_loops_plain
#include "cpu/interp/loops.h"

const struct interp_loops *
interp_loops_best(void)
{
#ifdef INTERP_HAS_AVX2_LOOPS
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return &interp_loops_avx2;
#endif
    return &interp_loops_plain;
}
