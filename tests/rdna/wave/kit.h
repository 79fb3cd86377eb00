/* SPDX-License-Identifier: MIT
 *
 * Waves for tests: a group that runs given words, and one wave that executes single instructions.
 */
#ifndef TEST_RDNA_WAVE_KIT_H
#define TEST_RDNA_WAVE_KIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "rdna/wave/wave_priv.h"

struct kit {
    struct base_arena arena;
    struct rdna_group *group;
    struct rdna_wave *wave; /* The first. */
};

/* A group of waves that are to run the words. The words are not copied. */
void kit_start(struct kit *kit, const uint32_t *words, uint32_t count, unsigned wave_size,
               uint32_t waves);
void kit_finish(struct kit *kit);

/* Runs to the end, which must come. */
void kit_run(struct kit *kit);
/* Runs into a fault whose text must have this in it. */
void kit_run_to_fault(struct kit *kit, const char *text);

/* Executes one instruction of gfx1013, or of gfx1030 where the former has none such, that must
 * decode; registers stay as they are. Returns what the executor does. */
bool kit_execute(struct kit *kit, const uint32_t *words, uint32_t count);

void kit_set_exec(struct rdna_wave *wave, uint64_t exec);
void kit_set_vcc(struct rdna_wave *wave, uint64_t vcc);

/* Numbers that look random, the same in each run. */
uint32_t kit_random(void);
uint64_t kit_random64(void);
void kit_randomize(uint32_t *row);

/* Masks that a sweep goes through: all, none, patterns, single lanes, random ones. */
enum { KIT_EXECS = 10 };
uint64_t kit_exec(unsigned index, unsigned wave_size);

/* Words of instructions. */

static inline uint32_t
kit_vop1(uint32_t code, uint32_t vdst, uint32_t src0)
{
    return 0x7e000000 | vdst << 17 | code << 9 | src0;
}

static inline uint32_t
kit_vop2(uint32_t code, uint32_t vdst, uint32_t src0, uint32_t vsrc1)
{
    return code << 25 | vdst << 17 | vsrc1 << 9 | src0;
}

static inline uint32_t
kit_vopc(uint32_t code, uint32_t src0, uint32_t vsrc1)
{
    return 0x7c000000 | code << 17 | vsrc1 << 9 | src0;
}

enum { KIT_SDWA = 249, KIT_DPP16 = 250, KIT_DPP8 = 233, KIT_DPP8_FI = 234 };

#endif
