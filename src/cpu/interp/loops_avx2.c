/* SPDX-License-Identifier: MIT
 *
 * The loops over lanes once more, for x86 processors of 2013 and later. The results are the same
 * bits: only the number of lanes that an instruction takes differs, and that rounding to integers
 * and fused multiply-add are instructions there, not calls.
 */
#include "cpu/interp/interp_priv.h"

#ifdef INTERP_HAS_AVX2_LOOPS

#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,fma")
#endif

#define INTERP_LOOPS interp_loops_avx2
#include "cpu/interp/loops.h"

#ifdef __clang__
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

#endif
