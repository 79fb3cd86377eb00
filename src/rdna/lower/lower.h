/* SPDX-License-Identifier: MIT
 *
 * RDNA code to the IR. docs/rdna-translation.md says what companies are and how each is chosen.
 */
#ifndef RDNA_LOWER_LOWER_H
#define RDNA_LOWER_LOWER_H

#include "ir/ir.h"
#include "rdna/start.h"

/* The lanes that one lane can see; each sees more than the one before. */
enum rdna_company {
    rdna_company_lane,     /* Itself. */
    rdna_company_quad,     /* The host's quad. */
    rdna_company_subgroup, /* The host's subgroup, which is the guest's wave. */
    rdna_company_wave,     /* All, since one invocation is the whole wave. */
    rdna_company_count
};

const char *rdna_company_name(enum rdna_company company);

/* What a program begins with besides registers. */
enum rdna_shell {
    rdna_shell_stage, /* As a stage of a pipeline. */
    /* Compute: all registers come from a storage buffer and go back there; see
     * rdna_state_layout. For whoever wants to see what code does to registers. */
    rdna_shell_state
};

/* The set and binding of what translations use. */
enum {
    RDNA_SET = 0,
    RDNA_BINDING_WINDOW = 0, /* Storage buffer: guest memory from options.window on. */
    RDNA_BINDING_STATE = 1   /* Storage buffer of rdna_shell_state. */
};

struct rdna_lower_options {
    const char *name; /* Of the shader; NULL: none. */
    enum rdna_isa isa;
    unsigned wave_size; /* 32 or 64. */
    enum ir_stage stage;
    enum rdna_shell shell;
    uint32_t entry; /* Word where the code is entered. */
    bool has_company;
    enum rdna_company company; /* With has_company. */
    /* Lanes of the host's subgroups, where they can be told to be so many and hold whole quads in
     * fragments; 0: not known. */
    unsigned subgroup_size;
    uint32_t mode; /* MODE when a wave begins: bits 9:0 count. */
    const struct rdna_start *starts;
    uint32_t start_count;
    uint64_t code_address; /* Of the first word, for s_getpc. */
    bool has_data;         /* Behind the code is data, which is not in the window. */
    uint64_t window;       /* Address of the window's first byte. */
    /* The host rounds ffma twice: those of f32 are then made of doubles, and those of f64 refused.
     */
    bool exact_fma;
    uint32_t local_size[3];
    uint32_t lds_size;     /* In bytes. */
    uint32_t scratch_size; /* Of a lane, in bytes. */
    /* Fragments: how colours of 16 bits, which two registers hold, are meant, a bit a target; else
     * they are floats. */
    uint8_t unorm16, snorm16, uint16, sint16;
    uint8_t uint32, sint32; /* Targets of whole integers. */
};

/* MODE of rdna_lower_options as a program gets it that says nothing: to nearest, f32 denormals
 * flushed, the others kept, DX10 clamp. */
#define RDNA_MODE_START UINT32_C(0x1c0)

/* Words of rdna_shell_state's buffer for each wave: 128 scalar registers by code, SCC, MODE, two of
 * nothing; then each vector register, of wave_size lanes. In the companies of lane and quad the
 * scalar part is not written back. */
enum { RDNA_STATE_SCALARS = 132, RDNA_STATE_SCC = 128, RDNA_STATE_VECTORS = 256 };

/* What an instruction asked for. */
struct rdna_demand {
    uint32_t offset; /* Of the instruction, in bytes. */
    uint16_t row;    /* enum rdna_op */
    uint8_t company; /* enum rdna_company */
    const char *why;
};

struct rdna_lower_report {
    enum rdna_company company;
    BASE_ARRAY(struct rdna_demand) demands; /* By offset. */
};

/**
 * Translates a program.
 *
 * \param report  Filled in also where the translation fails; in arena. May be NULL.
 * \return NULL with errors in diags, whose places are byte offsets.
 */
struct ir_shader *rdna_lower(const uint32_t *words, uint32_t count,
                             const struct rdna_lower_options *options, struct base_arena *arena,
                             struct rdna_lower_report *report, struct base_diags *diags);

/* Does the row have a translation? What has none is refused where it stands. */
bool rdna_lower_has(enum rdna_op row);

#endif
