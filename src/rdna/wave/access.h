/* SPDX-License-Identifier: MIT
 *
 * Between the files that execute memory instructions: where a lane's data is, and moving it.
 */
#ifndef RDNA_WAVE_ACCESS_H
#define RDNA_WAVE_ACCESS_H

#include "memory.h"
#include "wave_priv.h"

enum rdna_space { rdna_space_memory, rdna_space_lds, rdna_space_gds };

#define RDNA_SPOT_PARTS 4

/* Where the data of one lane is: a place for each four bytes of it, as swizzled memory has them
 * apart. What is outside reads as 0 and is not written. Of LDS and GDS, what is past their size is
 * outside too. */
struct rdna_spot {
    uint8_t space; /* enum rdna_space */
    uint8_t split; /* If not 0: of each part only so many bytes stand in a row, the others */
    uint32_t jump; /* so many bytes further on. Of unaligned data in swizzled memory. */
    bool inside[RDNA_SPOT_PARTS];
    uint64_t address[RDNA_SPOT_PARTS];
};

/* All parts in a row from address on. */
struct rdna_spot rdna_spot_at(enum rdna_space space, uint64_t address);

/* The wave's own accesses. */
#define RDNA_NO_LANE UINT32_MAX

/* Of bytes bytes. false if that was a fault; lane is named in its reason. */
bool rdna_spot_read(struct rdna_wave *wave, const struct rdna_inst *inst, unsigned lane,
                    const struct rdna_spot *spot, unsigned bytes, uint8_t data[16]);
bool rdna_spot_write(struct rdna_wave *wave, const struct rdna_inst *inst, unsigned lane,
                     const struct rdna_spot *spot, unsigned bytes, const uint8_t data[16]);

/* Operands of an atomic, and what was in memory before. */
struct rdna_exchange {
    unsigned bits; /* 32 or 64 */
    uint64_t data, other;
    uint64_t old;
};

bool rdna_spot_exchange(struct rdna_wave *wave, const struct rdna_inst *inst, unsigned lane,
                        const struct rdna_spot *spot, struct rdna_exchange *exchange);

/* Execute the row for a lane whose spot is known: by its operands and effects, between registers
 * and memory. Not of rows with RDNA_FORMAT. Loads with the lds bit go there. */
bool rdna_lane_access(struct rdna_wave *wave, const struct rdna_inst *inst, unsigned lane,
                      const struct rdna_spot *spot);

/* Bytes in memory of the row's data. */
unsigned rdna_access_bytes(enum rdna_op row);

/* Writes what a load with the lds bit brings. */
bool rdna_load_to_lds(struct rdna_wave *wave, const struct rdna_inst *inst, unsigned lane,
                      uint32_t value);

/* The mode of float atomics outside LDS. */
extern const struct rdna_mode rdna_memory_mode;

/* A range of a lane's own memory, whose dwords stand side by side for all lanes. */
struct rdna_spot rdna_spot_of_scratch(const struct rdna_wave *wave, unsigned lane, uint64_t offset);

static inline uint64_t
rdna_address(uint64_t address)
{
    return address & ((UINT64_C(1) << RDNA_ADDRESS_BITS) - 1);
}

static inline uint32_t
rdna_get_u32(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
           (uint32_t)bytes[3] << 24;
}

static inline void
rdna_put_u32(uint8_t *bytes, uint32_t value)
{
    for (unsigned i = 0; i < 4; i++)
        bytes[i] = (uint8_t)(value >> 8 * i);
}

#endif
