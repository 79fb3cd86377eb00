/* SPDX-License-Identifier: MIT
 *
 * The loops over lanes once more, for x86 processors of 2013 and later. The results are the same
 * bits.
 */
#include "cpu/sample/sample_priv.h"

#ifdef SAMPLE_HAS_AVX2

#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2")
#endif

#define FAST_NAME sample_fast_avx2
#include "cpu/sample/fast.h"

#ifdef __clang__
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

#endif
