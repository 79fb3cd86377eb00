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

/* shader.c: takes an instruction from its place and links it before at (0: at the end). */
void ir_move_before(struct ir_shader *shader, ir_ref ref, ir_ref at);

/* verify_settings.c: notes what is wrong with the shader's settings. */
typedef void ir_verify_note(void *context, const char *text);
void ir_verify_settings(const struct ir_shader *shader, ir_verify_note *note, void *context);

/* Most elements of an array. */
#define IR_MAX_ARRAY (1u << 22)

/* ops.c: what an op's immediate means. */
enum ir_imm_kind {
    ir_imm_none,
    ir_imm_input,     /* ir_io_imm() of an input. */
    ir_imm_output,    /* ir_io_imm() of an output. */
    ir_imm_stream,    /* 0 to 3. */
    ir_imm_component, /* Of a vector. */
    ir_imm_buffer,    /* A buffer, enum ir_memory_bits, what an atomic does. */
    ir_imm_array,
    ir_imm_places, /* Two bits for each place of a quad. */
    ir_imm_memory, /* enum ir_memory_bits and what an atomic does. */
    ir_imm_group,  /* IR_GROUP(). */
    ir_imm_barrier,
    ir_imm_image_op /* An image, a sampler or what an atomic does, enum ir_image_bits. */
};

enum ir_imm_kind ir_imm_kind_of(enum ir_op op);

/* Does the op have the three-operand list of stores and atomics: how many operands, by its
 * immediate; 0 if it is no such op. */
uint32_t ir_memory_list_count(enum ir_op op, uint32_t imm);

/* A bit of an immediate and the word that the text form has for it. */
struct ir_imm_word {
    const char *name;
    uint32_t bit;
};

/* End with a NULL name. Words of image ops are those of ir_image_bits_of(op) alone. */
extern const struct ir_imm_word ir_memory_words[];
extern const struct ir_imm_word ir_barrier_words[];
extern const struct ir_imm_word ir_access_words[]; /* enum ir_access. */
const struct ir_imm_word *ir_image_words_of(enum ir_op op);

const char *ir_scope_name(enum ir_scope scope);
#define IR_SCOPE_COUNT 4
/* copy is exchange, select compare_exchange, others by their name. */
const char *ir_atomic_name(enum ir_op op);

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
