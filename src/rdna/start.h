/* SPDX-License-Identifier: MIT
 *
 * What registers hold when a program begins: a list, for the wave interpreter and for translations.
 */
#ifndef RDNA_START_H
#define RDNA_START_H

#include "rdna/inst.h"

enum rdna_start_kind {
    rdna_start_value,
    /* Compute: of the axis. */
    rdna_start_group_id,
    rdna_start_group_count,
    rdna_start_group_size,
    rdna_start_wave,    /* Number of the wave in its workgroup. */
    rdna_start_scratch, /* Where the wave's scratch is: axis 0 the low half, 1 the high one. */
    /* Of vector registers alone, as all that follow. */
    rdna_start_local_id,    /* Of the axis. */
    rdna_start_packed_id,   /* x in bits 9:0, y in 19:10, z in 29:20. */
    rdna_start_local_index, /* x first, then y, then z. */
    rdna_start_lane,
    /* Vertices. */
    rdna_start_vertex_id,
    rdna_start_instance_id,
    /* Fragments. Barycentrics: axis 0 is I, 1 is J. */
    rdna_start_persp_sample,
    rdna_start_persp_center,
    rdna_start_persp_centroid,
    rdna_start_linear_sample,
    rdna_start_linear_center,
    rdna_start_linear_centroid,
    rdna_start_position,    /* Axis 0 to 3: x, y, z, and clip space's w. */
    rdna_start_front_face,  /* 1.0 or -1.0; axis 1: all ones or 0. */
    rdna_start_ancillary,   /* Sample in bits 11:8, layer in 26:16; axis 1: the sample alone, 2: the
                               layer. */
    rdna_start_coverage,    /* The sample mask. */
    rdna_start_fixed_point, /* x in bits 15:0, y in 31:16, whole pixels. */
    rdna_start_kind_count
};

/* What a register holds when a wave begins. */
struct rdna_start {
    uint8_t kind;  /* enum rdna_start_kind */
    uint8_t axis;  /* 0 to 2: x to z; or as the kind says. */
    uint16_t code; /* A scalar register, RDNA_SCC, or a vector one: all lanes get the value. */
    uint32_t value;
};

/* ---- start.c: the same in words ---- */

/* A word for a kind. docs/scripts.md has them all. */
struct rdna_start_word {
    const char *name;
    uint8_t kind;   /* enum rdna_start_kind */
    bool is_vector; /* Of each lane its own: for vector registers. */
    /* The words for its axes, ended by NULL; NULL: it has none. LOCAL_ID's fourth is packed_id. */
    const char *const *axes;
    bool axis_is_optional; /* 0 then. */
};

extern const struct rdna_start_word rdna_start_words[]; /* Ended by a NULL name. */

void rdna_start_set(struct rdna_start *start, const struct rdna_start_word *word, unsigned axis);

/* A register by its name: "s0", "v0", "vcc". *most: how many there are from it on. */
bool rdna_find_register(const char *text, size_t size, uint16_t *code, uint32_t *most);

/* "v0 POSITION x", "s2=VALUE:5": the words stand between blanks, = and :. NULL, or what was
 * expected. */
const char *rdna_start_read(const char *line, size_t size, struct rdna_start *start);

#endif
