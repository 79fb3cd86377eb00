/* SPDX-License-Identifier: MIT */
#ifndef RDNA_WAVE_MEMORY_H
#define RDNA_WAVE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Memory of 2^48 bytes, of which only what the host mapped is there. Pages come into being when
 * they are written; a mapped page that never was reads as zeros. See docs/rdna-memory.md.
 */

#define RDNA_ADDRESS_BITS 48

/** How an access went. */
enum rdna_access {
    rdna_access_ok,
    rdna_access_unmapped,   /**< Some byte lies in no mapped range. */
    rdna_access_read_only,  /**< A write to a range that is not writable. */
    rdna_access_misaligned, /**< An atomic whose address is no multiple of its size. */
    rdna_access_no_memory   /**< The host's memory, or the limit, ran out. */
};

struct rdna_memory_range {
    uint64_t first;
    uint64_t end;
    bool writable;
};

struct rdna_memory_page {
    uint64_t number; /**< Address / page size. */
    uint8_t *data;   /**< NULL: the slot is free. */
};

/** Set up by rdna_memory_init; the fields are memory.c's. */
struct rdna_memory {
    struct rdna_memory_range *ranges; /**< By address; none touch another. */
    size_t range_count;
    struct rdna_memory_page *slots; /**< A hash table. */
    size_t slot_count;              /**< A power of two, or 0. */
    size_t page_count;
    size_t page_limit;
};

/** limit is the most bytes that written pages may take. Nothing is mapped yet. */
void rdna_memory_init(struct rdna_memory *memory, size_t limit);
void rdna_memory_finish(struct rdna_memory *memory);

/**
 * Maps size bytes from address on.
 *
 * \return false if size is 0, the range leaves the 48 bits or meets one that is mapped, or the
 *         host's memory ran out.
 */
bool rdna_memory_map(struct rdna_memory *memory, uint64_t address, uint64_t size, bool writable);

/** Reads size bytes; *data is untouched unless all of them are there. */
enum rdna_access rdna_memory_read(const struct rdna_memory *memory, uint64_t address, void *data,
                                  size_t size);
/** Writes all of size bytes or none. */
enum rdna_access rdna_memory_write(struct rdna_memory *memory, uint64_t address, const void *data,
                                   size_t size);
/** The same for the host, which may write what programs only read. */
enum rdna_access rdna_memory_fill(struct rdna_memory *memory, uint64_t address, const void *data,
                                  size_t size);
/** Whether a write would find its range; a page may still be wanting. */
enum rdna_access rdna_memory_check(const struct rdna_memory *memory, uint64_t address, size_t size,
                                   bool write);

/** "unmapped address" and so on. */
const char *rdna_access_text(enum rdna_access access);

#endif
