/* SPDX-License-Identifier: MIT
 *
 * How fast the wave interpreter is, in lane-instructions a second: vector instructions times the
 * lanes of the wave, over the time of the whole loop.
 */
#include "bench.h"
#include "rdna/wave/wave.h"

#include <stdio.h>

#define ROUNDS 5
#define TURNS 20000

/* Each body is put in a loop that s0 counts. */
static const uint32_t float_body[] = {
    0x06020501,             /* v_add_f32 v1, v1, v2 */
    0x10060501,             /* v_mul_f32 v3, v1, v2 */
    0xd54b0004, 0x040e0501, /* v_fma_f32 v4, v1, v2, v3 */
    0x080a0304,             /* v_sub_f32 v5, v4, v1 */
    0x200c0705,             /* v_max_f32 v6, v5, v3 */
    0x560e0506,             /* v_fmac_f32 v7, v6, v2 */
    0x10100ef0,             /* v_mul_f32 v8, 0.5, v7 */
    0x7c020308,             /* v_cmp_lt_f32 vcc, v8, v1 */
    0x02120308,             /* v_cndmask_b32 v9, v8, v1, vcc */
};
static const uint32_t integer_body[] = {
    0x4a020501,             /* v_add_nc_u32 v1, v1, v2 */
    0x3a060501,             /* v_xor_b32 v3, v1, v2 */
    0xd7460004, 0x04090701, /* v_lshl_add_u32 v4, v1, 3, v2 */
    0x360a0801,             /* v_and_b32 v5, s1, v4 */
    0xd5690006, 0x00020505, /* v_mul_lo_u32 v6, v5, v2 */
    0xd5480007, 0x02250906, /* v_bfe_u32 v7, v6, 4, 9 */
    0x2c100c87,             /* v_lshrrev_b32 v8, 7, v6 */
    0xd7720009, 0x04161107, /* v_or3_b32 v9, v7, v8, v5 */
};
static const uint32_t lane_body[] = {
    0x060202fa, 0xff00b102, /* v_add_f32_dpp v1, v2, v1 quad_perm:[1,0,3,2] */
    0x060602fa, 0xff011101, /* v_add_f32_dpp v3, v1, v1 row_shr:1 */
    0x060206f9, 0x04021502, /* v_add_f32_sdwa v1, v2, v3 WORD_1 PRESERVE, BYTE_2, WORD_0 */
    0xd5038201, 0x20020702, /* v_add_f32 v1, -v2, |v3| clamp */
};

static const struct {
    const char *name;
    const uint32_t *words;
    uint32_t count;
    uint32_t instructions;
} bodies[] = {
    {"f32", float_body, BASE_COUNT(float_body), 9},
    {"int", integer_body, BASE_COUNT(integer_body), 8},
    {"dpp, sdwa, clamp", lane_body, BASE_COUNT(lane_body), 4},
};

static void
set_registers(struct rdna_wave *wave)
{
    for (unsigned i = 0; i < RDNA_MAX_LANES; i++) {
        wave->vectors[1][i] = base_bits_of_float(0.25f * (float)i);
        wave->vectors[2][i] = base_bits_of_float(1.0f / 64.0f);
    }
    wave->scalars[1] = 0x00ffffff;
}

static double
seconds_of(const uint32_t *words, uint32_t count, unsigned wave_size)
{
    struct base_arena arena;
    double seconds;

    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena))
        exit(1);
    const struct rdna_group_options options = {
        .program = rdna_program_new(&arena, words, count, rdna_isa_gfx1013, wave_size),
        .wave_count = 1,
    };
    struct rdna_group *group = rdna_group_new(&arena, &options);
    set_registers(&group->waves[0]);
    seconds = -bench_seconds(CLOCK_PROCESS_CPUTIME_ID);
    if (rdna_group_run(group, UINT64_MAX) != rdna_group_ended)
        exit(1);
    seconds += bench_seconds(CLOCK_PROCESS_CPUTIME_ID);
    base_arena_finish(&arena);
    return seconds;
}

static double
measure(uint32_t body, unsigned wave_size)
{
    uint32_t words[32] = {0xbe8003ff, TURNS}; /* s_mov_b32 s0, TURNS */
    const uint32_t count = bodies[body].count;
    double seconds[ROUNDS];
    uint32_t at = 2;

    memcpy(words + at, bodies[body].words, count * sizeof(*words));
    at += count;
    words[at++] = 0x80808100;                                /* s_sub_u32 s0, s0, 1 */
    words[at++] = 0xbf078000;                                /* s_cmp_lg_u32 s0, 0 */
    words[at++] = 0xbf850000 | ((0 - (count + 3)) & 0xffff); /* s_cbranch_scc1 */
    words[at++] = 0xbf810000;                                /* s_endpgm */
    for (unsigned i = 0; i < ROUNDS; i++)
        seconds[i] = seconds_of(words, at, wave_size);
    return bench_median(seconds, ROUNDS);
}

int
main(void)
{
    printf("%-20s%10s%10s\n", "M lane-insts/s", "wave32", "wave64");
    for (uint32_t i = 0; i < BASE_COUNT(bodies); i++) {
        printf("%-20s", bodies[i].name);
        for (unsigned size = 32; size <= 64; size += 32)
            printf("%10.0f", 1e-6 * TURNS * bodies[i].instructions * size / measure(i, size));
        printf("\n");
    }
    return 0;
}
