/* SPDX-License-Identifier: MIT
 *
 * The loops over the lanes around kernels. Included by the files that expand kernels_*.def, which
 * give RDNA_KERNEL and RDNA_KERNEL_OUT these bodies.
 */
#ifndef RDNA_WAVE_LANES_LOOP_H
#define RDNA_WAVE_LANES_LOOP_H

#include "kernels_valu.h"
#include "lanes.h"

/* How many operands a kernel has, apart from B. */
#define COUNT_W 1
#define COUNT_D 1
#define COUNT_WW 2
#define COUNT_WD 2
#define COUNT_DW 2
#define COUNT_DD 2
#define COUNT_WWB 2
#define COUNT_WWW 3
#define COUNT_WWD 3
#define COUNT_DWD 3
#define COUNT_DWQ 3
#define COUNT_DDD 3
#define COUNT_WWWB 3
#define COUNT_DDDB 3

/* The rows that an operand is read from. */
#define ROW(o, r) const uint32_t *restrict r_##o##r = lanes.sources[o][r];
#define ROWS_W(o) ROW(o, 0)
#define ROWS_D(o) ROW(o, 0) ROW(o, 1)
#define ROWS_Q(o) ROW(o, 0) ROW(o, 1) ROW(o, 2) ROW(o, 3)
#define ROWS_B const uint32_t *restrict r_bits = lanes.bits;
#define ALL_ROWS_W ROWS_W(0)
#define ALL_ROWS_D ROWS_D(0)
#define ALL_ROWS_WW ROWS_W(0) ROWS_W(1)
#define ALL_ROWS_WD ROWS_W(0) ROWS_D(1)
#define ALL_ROWS_DW ROWS_D(0) ROWS_W(1)
#define ALL_ROWS_DD ROWS_D(0) ROWS_D(1)
#define ALL_ROWS_WWB ROWS_W(0) ROWS_W(1) ROWS_B
#define ALL_ROWS_WWW ROWS_W(0) ROWS_W(1) ROWS_W(2)
#define ALL_ROWS_WWD ROWS_W(0) ROWS_W(1) ROWS_D(2)
#define ALL_ROWS_DWD ROWS_D(0) ROWS_W(1) ROWS_D(2)
#define ALL_ROWS_DWQ ROWS_D(0) ROWS_W(1) ROWS_Q(2)
#define ALL_ROWS_DDD ROWS_D(0) ROWS_D(1) ROWS_D(2)
#define ALL_ROWS_WWWB ROWS_W(0) ROWS_W(1) ROWS_W(2) ROWS_B
#define ALL_ROWS_DDDB ROWS_D(0) ROWS_D(1) ROWS_D(2) ROWS_B

/* An operand in lane i. */
#define READ_W(o) r_##o##0 [i]
#define READ_D(o) (r_##o##0 [i] | (uint64_t)r_##o##1 [i] << 32)
#define READ_Q(o) ((struct rdna_b128){{r_##o##0 [i], r_##o##1 [i], r_##o##2 [i], r_##o##3 [i]}})
#define READ_B (r_bits[i] != 0)
#define READ_ALL_W READ_W(0)
#define READ_ALL_D READ_D(0)
#define READ_ALL_WW READ_W(0), READ_W(1)
#define READ_ALL_WD READ_W(0), READ_D(1)
#define READ_ALL_DW READ_D(0), READ_W(1)
#define READ_ALL_DD READ_D(0), READ_D(1)
#define READ_ALL_WWB READ_W(0), READ_W(1), READ_B
#define READ_ALL_WWW READ_W(0), READ_W(1), READ_W(2)
#define READ_ALL_WWD READ_W(0), READ_W(1), READ_D(2)
#define READ_ALL_DWD READ_D(0), READ_W(1), READ_D(2)
#define READ_ALL_DWQ READ_D(0), READ_W(1), READ_Q(2)
#define READ_ALL_DDD READ_D(0), READ_D(1), READ_D(2)
#define READ_ALL_WWWB READ_W(0), READ_W(1), READ_W(2), READ_B
#define READ_ALL_DDDB READ_D(0), READ_D(1), READ_D(2), READ_B

/* The result in lane i. */
#define KEEP_W(value) lanes.results[0][i] = value
#define KEEP_D(value)                                                                              \
    const uint64_t d = value;                                                                      \
    lanes.results[0][i] = (uint32_t)d;                                                             \
    lanes.results[1][i] = (uint32_t)(d >> 32)
#define KEEP_Q(value)                                                                              \
    const struct rdna_b128 d = value;                                                              \
    for (unsigned j = 0; j < 4; j++)                                                               \
    lanes.results[j][i] = d.v[j]
#define KEEP_B(value) lanes.found[i] = value

#define WRITE_W rdna_lanes_write(&lanes, wave, inst)
#define WRITE_D rdna_lanes_write(&lanes, wave, inst)
#define WRITE_Q rdna_lanes_write(&lanes, wave, inst)
#define WRITE_B rdna_lanes_write_mask(&lanes, wave, inst)

/* A constant count of turns is what the compiler makes vectors of. */
#define EACH_LANE                                                                                  \
    for (unsigned half = 0; half < lanes.count; half += 32)                                        \
        for (unsigned i = half; i < half + 32; i++)

/* env is a copy that nothing else can write to. */
#define RDNA_EXEC_KERNEL(result, operands, name, value)                                            \
    bool rdna_exec_##name(struct rdna_wave *wave, const struct rdna_inst *inst)                    \
    {                                                                                              \
        struct rdna_lanes lanes;                                                                   \
        if (!rdna_lanes_begin(&lanes, wave, inst, COUNT_##operands))                               \
            return false;                                                                          \
        const struct rdna_env env = lanes.env;                                                     \
        ALL_ROWS_##operands EACH_LANE { KEEP_##result(rdna_k_##name(&env, READ_ALL_##operands)); } \
        WRITE_##result;                                                                            \
        return true;                                                                               \
    }

#define RDNA_EXEC_KERNEL_OUT(result, operands, name, value, second)                                \
    bool rdna_exec_##name(struct rdna_wave *wave, const struct rdna_inst *inst)                    \
    {                                                                                              \
        struct rdna_lanes lanes;                                                                   \
        if (!rdna_lanes_begin(&lanes, wave, inst, COUNT_##operands))                               \
            return false;                                                                          \
        const struct rdna_env env = lanes.env;                                                     \
        ALL_ROWS_##operands EACH_LANE                                                              \
        {                                                                                          \
            bool out;                                                                              \
            KEEP_##result(rdna_k_##name(&env, READ_ALL_##operands, &out));                         \
            lanes.found[i] = out;                                                                  \
        }                                                                                          \
        WRITE_##result;                                                                            \
        WRITE_B;                                                                                   \
        return true;                                                                               \
    }

#endif
