/* SPDX-License-Identifier: MIT
 *
 * One wave, with memory, whose instructions are made field by field.
 */
#ifndef TEST_RDNA_KIT_H
#define TEST_RDNA_KIT_H

/* Before cmocka, in the order it wants. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/bits.h"
#include "rdna/wave/memory.h"
#include "rdna/wave/wave_priv.h"

#define V(number) ((uint16_t)(RDNA_VGPR0 + (number)))

/* Memory that is mapped: writable at MAPPED, read-only behind it. */
#define MAPPED UINT64_C(0x123400000000)
#define MAPPED_SIZE UINT64_C(0x20000)
#define READ_ONLY (MAPPED + MAPPED_SIZE)
#define READ_ONLY_SIZE UINT64_C(0x1000)

struct kit {
    struct base_arena arena;
    struct rdna_memory memory;
    struct rdna_group *group;
    struct rdna_wave *wave;
};

/* LDS and GDS have 4096 bytes each. */
void kit_start(struct kit *kit, unsigned wave_size);
void kit_finish(struct kit *kit);

void kit_put(struct kit *kit, uint64_t address, const void *data, size_t size);
void kit_put32(struct kit *kit, uint64_t address, uint32_t value);
uint32_t kit_get32(struct kit *kit, uint64_t address);

static inline uint32_t *
kit_vector(struct kit *kit, unsigned number)
{
    return kit->wave->vectors[number];
}

/* Executes; a fault fails the test. */
void kit_run(struct kit *kit, const struct rdna_inst *inst);
/* Executes; anything but a fault whose reason has the text in it fails the test. The wave may be
 * used on. */
void kit_fails(struct kit *kit, const struct rdna_inst *inst, const char *text);

/* s[first] and on: a buffer descriptor. */
struct kit_buffer {
    uint64_t base;
    uint32_t stride, records, format, index_stride_code, oob;
    bool swizzled, add_tid;
};
void kit_set_buffer(struct kit *kit, unsigned first, const struct kit_buffer *buffer);

#endif
