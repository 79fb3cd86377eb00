/* SPDX-License-Identifier: MIT
 *
 * Buffer descriptors.
 */
#ifndef RDNA_WAVE_BUFFERS_H
#define RDNA_WAVE_BUFFERS_H

#include "access.h"

/* How it is known that an access is out of range. */
enum rdna_oob {
    rdna_oob_structured_offset, /* By index, and by offset in the structure. */
    rdna_oob_structured,        /* By index. */
    rdna_oob_off,               /* Only if there is no record. */
    rdna_oob_raw                /* By offset; swizzled, by where that leads. */
};

struct rdna_buffer {
    uint64_t base;
    uint32_t stride;
    uint32_t records;
    uint32_t index_stride; /* 8, 16, 32, 64 */
    uint16_t dst_sel;
    uint8_t format;
    uint8_t oob;  /* enum rdna_oob */
    uint8_t type; /* 0, or it is no buffer. */
    bool swizzled, add_tid;
};

/* From four scalar registers. */
struct rdna_buffer rdna_buffer_of(const struct rdna_wave *wave, unsigned code);

/* Where in a buffer. soffset is neither checked nor swizzled. */
struct rdna_buffer_place {
    uint32_t index;
    uint32_t soffset;
    uint64_t offset;
};

/* The four-byte parts of so many bytes from the place on; two at least. Each is judged by itself,
 * or, whole, all as the first. */
struct rdna_spot rdna_buffer_spot(const struct rdna_buffer *buffer,
                                  const struct rdna_buffer_place *place, unsigned bytes,
                                  bool whole);

#endif
