/* SPDX-License-Identifier: MIT
 *
 * The wave interpreter: executes the instructions of a workgroup's waves one by one, with every
 * lane and every register there. Needs nothing of the IR.
 *
 * Memory comes from the arena that rdna_group_new is given; running out goes to the arena's catch
 * point, from rdna_group_run too.
 */
#ifndef RDNA_WAVE_WAVE_H
#define RDNA_WAVE_WAVE_H

#include "number.h"
#include "rdna/inst.h"

struct rdna_memory; /* memory.h */
struct rdna_group;
struct rdna_shared; /* shared.c's */

enum { RDNA_MAX_LANES = 64, RDNA_VECTOR_COUNT = 256, RDNA_SCALAR_COUNT = 128 };

/* ---- program.c ---- */

/* Code, with the instruction that begins at each of its words. */
struct rdna_program {
    enum rdna_isa isa;
    unsigned wave_size; /* 32 or 64 */
    const uint32_t *words;
    uint32_t word_count;
    uint64_t base;           /* Address of the first word. */
    struct rdna_inst *insts; /* word_count of them. */
};

/* The words are not copied. */
struct rdna_program *rdna_program_new(struct base_arena *arena, const uint32_t *words,
                                      uint32_t word_count, enum rdna_isa isa, unsigned wave_size);

/* ---- group.c ---- */

/* Hardware registers, as s_getreg names them. */
enum rdna_hwreg {
    rdna_hwreg_mode = 1,
    rdna_hwreg_status = 2,
    rdna_hwreg_trapsts = 3,
    rdna_hwreg_gpr_alloc = 5,
    rdna_hwreg_lds_alloc = 6,
    rdna_hwreg_ib_sts = 7,
    rdna_hwreg_sh_mem_bases = 15,
    rdna_hwreg_flat_scr_lo = 20,
    rdna_hwreg_flat_scr_hi = 21,
    rdna_hwreg_xnack_mask = 22,
    rdna_hwreg_pops_packer = 25,
    rdna_hwreg_shader_cycles = 29,
    rdna_hwreg_count = 64
};

enum rdna_wave_status {
    rdna_wave_running,
    rdna_wave_waiting, /* At a barrier. */
    rdna_wave_ended,
    rdna_wave_faulted
};

struct rdna_wave {
    /* By operand code: s0 to s105, VCC, ttmp, m0, EXEC. That of RDNA_NULL stays 0. */
    uint32_t scalars[RDNA_SCALAR_COUNT];
    bool scc;
    uint8_t status;        /* enum rdna_wave_status */
    uint8_t size;          /* Lanes: 32 or 64. */
    uint32_t index;        /* In the group. */
    uint32_t pc;           /* In words, of the next instruction. */
    uint32_t vector_count; /* Vector registers it was given; v_movrel goes no further. */
    struct rdna_mode mode; /* The fields of MODE that arithmetic obeys; the rest is in hwregs. */
    uint32_t hwregs[rdna_hwreg_count];
    /* Fragments: the primitive that each lane is of, for interpolation. */
    uint8_t primitives[RDNA_MAX_LANES];
    struct rdna_group *group;
    struct rdna_shared *shared; /* Of rdna_wave_share; NULL: no registers are shared. */
    uint32_t vectors[RDNA_VECTOR_COUNT][RDNA_MAX_LANES];
};

/* What one export instruction wrote. */
struct rdna_export {
    uint32_t wave;
    uint8_t target;
    uint8_t en;
    bool compr, done, vm;
    uint64_t lanes; /* EXEC */
    uint32_t values[4]
                   [RDNA_MAX_LANES]; /* As in the registers; those that en does not name are 0. */
};

struct rdna_message {
    uint32_t wave;
    uint16_t message; /* As in the instruction. */
    uint32_t m0;
};

/* What interpolation reads for a channel of an attribute: the value of the first vertex, and the
 * differences of the others from it. */
struct rdna_parameter {
    uint32_t p0, p10, p20;
};

/* Why a wave was stopped. */
struct rdna_fault {
    bool is_set;
    uint32_t wave;
    struct rdna_inst inst; /* offset says where. */
    char reason[160];
};

/* A register that an instruction changed. */
struct rdna_change {
    uint16_t code;  /* As operand codes: scalars, RDNA_SCC, vectors from RDNA_VGPR0 up. */
    uint64_t lanes; /* Of a vector: those that changed. */
};

/* Called around each instruction; either may be NULL. */
struct rdna_trace {
    void (*before)(void *user, const struct rdna_wave *wave, const struct rdna_inst *inst);
    void (*after)(void *user, const struct rdna_wave *wave, const struct rdna_inst *inst,
                  const struct rdna_change *changes, uint32_t count);
    void *user;
};

struct rdna_group {
    struct base_arena *arena;
    const struct rdna_program *program;
    struct rdna_memory *memory; /* May be NULL: every access to memory is then a fault. */

    struct rdna_wave *waves;
    uint32_t wave_count;

    uint8_t *lds;
    uint32_t lds_size;
    uint8_t *gds;
    uint32_t gds_size;

    /* [primitive][attribute][channel]; primitives are numbers of rdna_wave.primitives. */
    const struct rdna_parameter (*parameters)[4];
    uint32_t attribute_count;
    uint32_t primitive_count;
    /* Fragments: four lanes are the pixels of a quad, and sampling takes their differences. */
    bool has_quads;

    /* Windows of the flat address space, also read as operands. */
    uint64_t shared_base, shared_limit, private_base, private_limit;
    uint32_t pops_exiting_wave_id;

    BASE_ARRAY(struct rdna_export) exports;
    BASE_ARRAY(struct rdna_message) messages;

    struct rdna_trace trace;
    struct rdna_snapshot *snapshot; /* trace.c's */
    uint32_t turn;                  /* The wave whose turn it is, */
    uint32_t turn_left; /* and how many instructions of it are left; 0 before the turn begins. */
    uint64_t steps;     /* Instructions executed so far, by all waves; the clock as well. */
    struct rdna_fault fault;
};

struct rdna_group_options {
    const struct rdna_program *program;
    struct rdna_memory *memory;
    uint32_t wave_count;
    uint32_t lds_size;
    uint32_t gds_size;
};

/* Waves begin at the first word with all lanes on, all registers 0, and the modes of
 * rdna_mode_start; the caller changes what shall be otherwise. */
struct rdna_group *rdna_group_new(struct base_arena *arena,
                                  const struct rdna_group_options *options);

/* As it was when it was new, but for GDS and memory: for the next workgroup of a dispatch. */
void rdna_group_restart(struct rdna_group *group);

/* shared.c: in a wave of 64, lanes l and l + 32 have count vector registers from the first one on
 * together. Their values become those of the lower lanes. Nothing happens in a wave of 32. */
void rdna_wave_share(struct rdna_wave *wave, unsigned first, unsigned count);

/* Rounds to nearest, keeps denormals but those of f32, clamps NaNs to 0. */
struct rdna_mode rdna_mode_start(void);

enum rdna_group_result {
    rdna_group_ended,        /* All waves. */
    rdna_group_out_of_steps, /* May be run on. */
    rdna_group_faulted       /* group->fault says why; may not be run on. */
};

/* Executes at most budget instructions, of all waves taken together. The waves take turns, in an
 * order that is always the same. */
enum rdna_group_result rdna_group_run(struct rdna_group *group, uint64_t budget);

/* Adds offset, instruction and reason of the group's fault to the text, on one line. */
void rdna_fault_print(const struct rdna_group *group, struct base_text *text);

/* ---- Registers, for whoever sets or looks at them ---- */

/* exec_register.c: the fields of MODE that arithmetic obeys, as s_setreg writes them: bits 9:0. */
struct rdna_mode rdna_mode_of(uint32_t value);

static inline uint64_t
rdna_get_pair(const struct rdna_wave *wave, unsigned code)
{
    return wave->scalars[code] | (uint64_t)wave->scalars[(code + 1) & (RDNA_SCALAR_COUNT - 1)]
                                     << 32;
}

/* Enabled lanes; in a wave of 32 EXEC_HI is any other register. */
static inline uint64_t
rdna_get_exec(const struct rdna_wave *wave)
{
    return wave->size == 64 ? rdna_get_pair(wave, RDNA_EXEC_LO) : wave->scalars[RDNA_EXEC_LO];
}

static inline uint64_t
rdna_get_vcc(const struct rdna_wave *wave)
{
    return wave->size == 64 ? rdna_get_pair(wave, RDNA_VCC_LO) : wave->scalars[RDNA_VCC_LO];
}

static inline void
rdna_set_exec(struct rdna_wave *wave, uint64_t exec)
{
    wave->scalars[RDNA_EXEC_LO] = (uint32_t)exec;
    if (wave->size == 64)
        wave->scalars[RDNA_EXEC_HI] = (uint32_t)(exec >> 32);
}

/* A bit of each lane that the wave has. */
static inline uint64_t
rdna_all_lanes(const struct rdna_wave *wave)
{
    return wave->size == 64 ? UINT64_MAX : UINT32_MAX;
}

#endif
