/* SPDX-License-Identifier: MIT */
#ifndef IR_IR_PRIV_H
#define IR_IR_PRIV_H

#include "ir/ir.h"

/* build.c: appends without asking whether the builder is dead. */
ir_ref ir_append(struct ir_builder *b, enum ir_op op, ir_type_id type);
/* The builder's hash of a constant. */
uint32_t ir_const_hash(enum ir_op op, enum ir_type type, uint64_t bits);

/* shader.c: room for so many edges more, so that adding them takes no more memory than that. */
void ir_merge_reserve(struct ir_shader *shader, ir_ref merge, uint32_t edges);

/* Most elements of an array. */
#define IR_MAX_ARRAY (1u << 22)

/* ops.c: what an op's immediate means. */
enum ir_imm_kind {
    ir_imm_none,
    ir_imm_input,     /* ir_io_imm() of an input. */
    ir_imm_output,    /* ir_io_imm() of an output. */
    ir_imm_component, /* Of a vector. */
    ir_imm_buffer,
    ir_imm_array,
    ir_imm_places, /* Two bits for each place of a quad. */
    ir_imm_sample  /* enum ir_sample_bits and a texture. */
};

enum ir_imm_kind ir_imm_kind_of(enum ir_op op);

/* build_flow.c */
struct ir_builder_flow *ir_flow_create(struct base_arena *arena);

/* regions.c: where values can be seen. */
struct ir_regions {
    uint32_t *position; /* Of each instruction in program order, from 1; 0 is removed. */
    uint32_t *end;      /* Of the region that an instruction stands in: its closing position. */
};

void ir_regions_find(const struct ir_shader *shader, struct base_arena *arena,
                     struct ir_regions *regions);

void ir_regions_free(const struct ir_shader *shader, struct base_arena *arena,
                     struct ir_regions *regions);

/* Does control reach the end of a verified shader's list? */
bool ir_end_is_reached(const struct ir_shader *shader, struct base_arena *arena);

/* Can the value be used by an instruction at the place of at? */
static inline bool
ir_regions_is_visible(const struct ir_regions *regions, ir_ref value, ir_ref at)
{
    return regions->position[value] != 0 && regions->position[value] < regions->position[at] &&
           regions->position[at] <= regions->end[value];
}

#endif
