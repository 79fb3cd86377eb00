/* SPDX-License-Identifier: MIT
 *
 * Memory: what the files of its families share. Everything is made of dwords: a part of one is cut
 * out of it when it is loaded, and goes into it by comparing and exchanging when it is stored, so
 * that no host needs accesses of 8 or 16 bits. Data may begin at any byte. Where a dword of it is
 * not known to be aligned, code asks, and goes byte by byte if it is not.
 */
#ifndef RDNA_LOWER_MEMORY_H
#define RDNA_LOWER_MEMORY_H

#include "rdna/lower/arith.h"

enum rdna_segment {
    rdna_segment_window,
    rdna_segment_lds,
    rdna_segment_scratch /* Of the lane. */
};

enum { RDNA_PARTS = 4 };

/* Offsets from here on are outside of every segment, also with what is added for bytes behind. */
#define RDNA_OUTSIDE UINT32_C(0xffff0000)

/* 64 bits, of which hosts need no type. */
struct rdna_pair {
    ir_ref low, high;
};

/* Where data is: dword i at first + (4 * i << shift), if it is inside. In a swizzled buffer, for
 * which cut is 3 and shift is not 0, the dwords lie apart; data whose offset is no multiple of 4
 * goes on in the next dword there. Else both are constants of 0. */
struct rdna_place {
    enum rdna_segment segment;
    ir_ref first; /* Byte offset in the segment; at most RDNA_OUTSIDE. */
    ir_ref inside[RDNA_PARTS];
    ir_ref offset; /* Of a swizzled buffer's element. */
    ir_ref cut, shift;
};

/* How many bytes: 1, 2, 4, 8, 12 or 16. */
struct rdna_extent {
    unsigned most;
    ir_ref count; /* Where it is known no sooner; else 0, and it is most. */
};

/* A buffer's descriptor, and what follows from it for all lanes. */
struct rdna_buffer {
    struct rdna_pair base; /* With soffset, from the window's first byte on. */
    ir_ref stride, records, words[4];
    ir_ref cut, shift, index_cut;          /* Swizzle: 3, log2 and mask of index_stride; or 0s. */
    ir_ref has_lane;                       /* add_tid */
    ir_ref any_index, any_offset, is_open; /* What is not asked for; whether there is anything. */
    ir_ref is_by_distance;                 /* The swizzled distance is judged. */
    ir_ref limits[RDNA_PARTS];             /* Of what is judged: by how much it may go on. */
};

struct rdna_element {
    ir_ref bits[4]; /* Of components. */
    ir_ref kind;    /* enum rdna_element_kind */
    ir_ref bytes;   /* 0: there is no such format. */
};

struct rdna_memory {
    uint32_t window, scratch, formats; /* Indices plus 1; 0: nothing has used it yet. */
    /* Variables: the data; what a loop found in memory last; the byte that one is at. */
    uint32_t data, seen, wide_seen, at;
    /* Of the instruction at hand. */
    struct rdna_buffer buffer;
    struct rdna_element element;
    ir_ref words[RDNA_PARTS]; /* What is stored. */
    ir_ref count;             /* ds_append: what every lane gets. */
};

/* ---- memory.c: segments ---- */

struct rdna_memory *rdna_memory_of(struct rdna_lowering *l);
uint32_t rdna_window(struct rdna_lowering *l);
struct rdna_pair rdna_pair_of(struct rdna_lowering *l, uint64_t value);
struct rdna_pair rdna_scalar_pair(struct rdna_lowering *l, unsigned code);
struct rdna_pair rdna_pair_add(struct rdna_lowering *l, struct rdna_pair a, struct rdna_pair b);
/* A number with its sign. */
struct rdna_pair rdna_pair_offset(struct rdna_lowering *l, struct rdna_pair a, int32_t number);
/* Of an offset from the window's first byte: 48 bits of it count. */
ir_ref rdna_window_offset(struct rdna_lowering *l, struct rdna_pair distance);
struct rdna_place rdna_place_at(struct rdna_lowering *l, enum rdna_segment segment, ir_ref first);
struct rdna_place rdna_window_place(struct rdna_lowering *l, struct rdna_pair address);
ir_ref rdna_vector_word(struct rdna_lowering *l, unsigned code, unsigned behind);
void rdna_set_vector_word(struct rdna_lowering *l, unsigned code, unsigned behind, ir_ref value);
bool rdna_has_lds(struct rdna_lowering *l);

ir_ref rdna_load_word(struct rdna_lowering *l, enum rdna_segment segment, ir_ref offset);
void rdna_store_word(struct rdna_lowering *l, enum rdna_segment segment, ir_ref offset,
                     ir_ref value);

/* ---- access.c: loads and stores of any width, and rows that are one ---- */

/* What is outside is 0. Words behind the extent too. */
void rdna_load(struct rdna_lowering *l, const struct rdna_place *place,
               const struct rdna_extent *extent, ir_ref words[RDNA_PARTS]);
void rdna_store(struct rdna_lowering *l, const struct rdna_place *place,
                const struct rdna_extent *extent, const ir_ref words[RDNA_PARTS]);
/* Of a row: what goes to memory or comes from it. */
const struct rdna_type_info *rdna_data_type(const struct rdna_op_info *info);
bool rdna_has_operand(const struct rdna_op_info *info, enum rdna_operand_kind kind);
/* All that the row does in a lane. */
void rdna_access(struct rdna_lowering *l, const struct rdna_place *place);
/* Loads with the lds bit. */
void rdna_put_in_lds(struct rdna_lowering *l, ir_ref value);

/* ---- atomics.c ---- */

/* Does the row have a second operand, which is compared with memory? */
bool rdna_atomic_compares(enum rdna_op row);
/* Gives what was there; i32 or i64, as data is. */
ir_ref rdna_exchange(struct rdna_lowering *l, const struct rdna_place *place, ir_ref data,
                     ir_ref other);
/* Bits of a word that the mask has become these. */
void rdna_merge_word(struct rdna_lowering *l, enum rdna_segment segment, ir_ref offset, ir_ref mask,
                     ir_ref bits);

/* ---- formats.c ---- */

/* Of a number that is known, or not. */
struct rdna_element rdna_element_of(struct rdna_lowering *l, ir_ref number);
struct rdna_extent rdna_element_extent(struct rdna_lowering *l, const struct rdna_element *element);
/* Words of an element to the components that dst_sel says, and back. */
void rdna_element_unpack(struct rdna_lowering *l, const struct rdna_element *element,
                         ir_ref dst_sel, const ir_ref words[RDNA_PARTS], ir_ref values[4]);
void rdna_element_pack(struct rdna_lowering *l, const struct rdna_element *element, ir_ref dst_sel,
                       const ir_ref values[4], ir_ref words[RDNA_PARTS]);
/* A component to 16 bits, and back. */
ir_ref rdna_element_to_d16(struct rdna_lowering *l, const struct rdna_element *element,
                           ir_ref value);
ir_ref rdna_element_from_d16(struct rdna_lowering *l, const struct rdna_element *element,
                             ir_ref half);

/* ---- buffer.c, flat.c, lds.c, smem.c: what their rows do ---- */

void rdna_lower_buffer(struct rdna_lowering *l);
void rdna_lower_flat(struct rdna_lowering *l);
void rdna_lower_ds(struct rdna_lowering *l);
void rdna_lower_smem(struct rdna_lowering *l);
/* The descriptor in scalar registers. */
void rdna_read_buffer(struct rdna_lowering *l, unsigned code, ir_ref soffset);

#endif
