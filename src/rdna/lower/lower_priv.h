/* SPDX-License-Identifier: MIT
 *
 * The parts of the translation. Every instruction is translated once, by its row's function, which
 * never asks which company it is in: it reads and writes registers, bits of masks and other lanes
 * through what stands here, and company.c knows what that is.
 *
 * No two calls that make instructions stand in one expression unless a comma keeps them in order:
 * C leaves the order open, and it is part of the output.
 */
#ifndef RDNA_LOWER_LOWER_PRIV_H
#define RDNA_LOWER_LOWER_PRIV_H

#include "rdna/cfg.h"
#include "rdna/decode.h"
#include "rdna/lower/lower.h"

enum {
    RDNA_MASKS = 128,  /* Registers that may hold a mask, by code. */
    RDNA_STAGED = 256, /* The vector register behind all that can be named. */
    RDNA_MAX_SOURCES = 4,
    RDNA_MAX_RESULTS = 4,
    RDNA_MAX_PUSHED = 64
};

/* The fields of MODE. */
struct rdna_float_mode {
    uint8_t round32, round64_16;   /* 0 even, 1 up, 2 down, 3 toward zero. */
    uint8_t denorm32, denorm64_16; /* Bit 0 keeps those of operands, bit 1 those of results. */
    bool dx10_clamp, ieee;
};

/* How a scalar instruction is done in companies where a lane has its own bit of a mask alone. */
enum {
    RDNA_AS_INTEGER = 1, /* On whole registers. */
    RDNA_AS_MASK = 2     /* On the lane's bits. Both where either may be read. */
};

enum { RDNA_FROM_0 = 1, RDNA_FROM_1 = 2, RDNA_FROM_MASK = 4 };

struct rdna_scan {
    enum rdna_company company;
    uint8_t *as; /* By instruction of the graph: RDNA_AS_ bits. */
    /* By instruction: which masks that it reads are whole numbers, RDNA_FROM_ bits. The lane picks
     * its bit by its place. */
    uint8_t *from_integer;
    uint32_t *modes;       /* MODE before each instruction; RDNA_MODE_UNKNOWN. */
    uint32_t vector_count; /* One more than the highest that is named. */
    bool has_relative;     /* Some vector register is named through M0. */
};

#define RDNA_MODE_UNKNOWN UINT32_MAX

struct rdna_lowering;

/* What a row does. One of both is there. */
struct rdna_lower_row {
    /* The whole instruction. */
    void (*lower)(struct rdna_lowering *l);
    /* Vector: the result of a lane, of its operands in l->source; l->found too where the row
     * writes a mask. Scalar: the result of the operands in l->source, and l->scc. */
    ir_ref (*value)(struct rdna_lowering *l);
    uint8_t flags; /* enum rdna_row_flags */
};

enum rdna_row_flags {
    RDNA_ROW_NONE = 0,
    /* Scalar: bit by bit, of words or of masks alike; SCC is whether a bit of the result is set. */
    RDNA_ROW_BITWISE = 1 << 0,
    RDNA_ROW_NO_SCC = 1 << 1,   /* Bitwise, and SCC stays. */
    RDNA_ROW_RAW = 1 << 2,      /* Denormals of operands and results stay, whatever MODE says. */
    RDNA_ROW_INACTIVE = 1 << 3, /* Vector: does not look at EXEC. */
    RDNA_ROW_PICKS = 1 << 4     /* No denormal comes out where none goes in. */
};

struct rdna_lowering {
    struct ir_builder b;
    struct ir_shader *shader;
    struct base_arena *arena;
    struct base_diags *diags;
    const struct rdna_lower_options *options;
    const struct rdna_cfg *cfg;
    struct rdna_scan scan;
    struct rdna_lower_report *report;
    enum rdna_company company;
    unsigned wave_size;
    bool has_failed;

    /* Registers. */
    uint32_t scalars; /* The first of RDNA_SCALAR_COUNT variables. */
    uint32_t masks;   /* lane, quad: the first of RDNA_MASKS variables of a bit. */
    uint32_t scc;     /* A variable of a bit. */
    /* The first of 257 variables; or an array, where lanes are looped over or registers are named
     * through M0. */
    uint32_t vectors;
    bool has_array;
    uint32_t state;    /* rdna_shell_state: the buffer, */
    ir_ref state_base; /* and where the wave's registers are in it. */

    /* The lane: its place in the wave; 0 where that cannot be known. In the company of the wave,
     * which of its lanes a loop is at. */
    ir_ref lane;
    uint32_t lane_variable;   /* wave: of the loop. */
    uint32_t found_variables; /* wave: the first of two words of a mask that a loop makes. */
    unsigned found_code;      /* The register that they go to; RDNA_NULL: none. */

    /* The instruction at hand. */
    const struct rdna_inst *inst;
    const struct rdna_op_info *info;
    const struct rdna_lower_row *row;
    uint32_t index; /* In the graph's instructions. */
    struct rdna_float_mode mode;
    ir_ref exec;     /* The lane's bit of EXEC. */
    ir_ref readers;  /* Where what is read of registers counts; 0: in all lanes. Not in loops. */
    ir_ref writes;   /* Whether the lane's registers are written. */
    bool is_staged;  /* Source 0 is the staged register. */
    ir_ref readable; /* DPP: whether the source can be read; 0: it can. Not in loops. */
    ir_ref source[RDNA_MAX_SOURCES]; /* Operands in order, as their types say. */
    ir_ref raw[RDNA_MAX_SOURCES];    /* Floats before denormals were flushed. */
    uint8_t source_count;
    /* Of rows that name vector registers through M0: the numbers of source 0 and of the
     * destination; 0: as the instruction says. And whether there is such a destination. */
    ir_ref source_register, result_register, has_result;
    ir_ref old;                       /* Of A and AS operands: what the destination was. */
    ir_ref bit;                       /* Of SM operands and rows that read VCC. */
    ir_ref results[RDNA_MAX_RESULTS]; /* Wide results; the value function gives back the first. */
    ir_ref found;                     /* The lane's bit of the mask that the row writes. */
    ir_ref new_scc;

    /* Operands of the operations that rows are written in. */
    ir_ref pushed[RDNA_MAX_PUSHED];
    uint32_t pushed_count;

    struct rdna_interp *interp;   /* interp.c's */
    struct rdna_exports *exports; /* export.c's */
    struct rdna_memory *memory;   /* memory.c's */
};

/* ---- lower.c ---- */

/* An error at the instruction at hand: "v_add_f32: what". The translation goes on, to find
 * others, and fails. */
void rdna_refuse(struct rdna_lowering *l, enum qd_code code, const char *format, ...)
    BASE_PRINTF(3, 4);
void rdna_lower_inst(struct rdna_lowering *l, uint32_t index);
const struct rdna_lower_row *rdna_lower_row_of(enum rdna_op row);

/* Rows by family; each table has those of its families alone. */
extern const struct rdna_lower_row rdna_rows_scalar[rdna_op_count];  /* SOP1, 2, C, K. */
extern const struct rdna_lower_row rdna_rows_flow[rdna_op_count];    /* SOPP, and jumps. */
extern const struct rdna_lower_row rdna_rows_integer[rdna_op_count]; /* VOP1, 2, 3 on integers. */
extern const struct rdna_lower_row rdna_rows_float[rdna_op_count];   /* VOP1, 2, 3 on floats. */
extern const struct rdna_lower_row rdna_rows_compare[rdna_op_count]; /* VOPC. */
extern const struct rdna_lower_row rdna_rows_packed[rdna_op_count];  /* Packed halves. */
extern const struct rdna_lower_row rdna_rows_lane[rdna_op_count];    /* What reads other lanes. */
extern const struct rdna_lower_row rdna_rows_memory[rdna_op_count];
extern const struct rdna_lower_row rdna_rows_interp[rdna_op_count]; /* VINTRP, and its halves. */
extern const struct rdna_lower_row rdna_rows_export[rdna_op_count]; /* EXP. */

/* ---- company.c: registers, masks, lanes ---- */

void rdna_company_init(struct rdna_lowering *l);

/* Scalar registers by code, 32 bits of them. RDNA_NULL is 0 and takes nothing. */
ir_ref rdna_scalar(struct rdna_lowering *l, unsigned code);
void rdna_set_scalar(struct rdna_lowering *l, unsigned code, ir_ref value);
ir_ref rdna_scc(struct rdna_lowering *l);
void rdna_set_scc(struct rdna_lowering *l, ir_ref value);

/* The lane's bit of the mask in the register of the code, or in the constant. In companies that
 * have bits alone, from_integer says that the register is a whole number. */
ir_ref rdna_mask_bit(struct rdna_lowering *l, unsigned code, bool from_integer);
/* lane, quad: the lane's bit becomes this. */
void rdna_set_mask_bit(struct rdna_lowering *l, unsigned code, ir_ref bit);
/* All companies: the register becomes the mask of these bits of all lanes. In a loop over lanes it
 * does when the loop ends. */
void rdna_set_mask(struct rdna_lowering *l, unsigned code, ir_ref bit);
/* Does the lane have a bit alone? */
bool rdna_has_bits_alone(const struct rdna_lowering *l);
/* Is a bit of the mask set in any lane that this one goes with? lane: its own bit; quad: the quad's
 * vote; else of the wave. */
ir_ref rdna_mask_any(struct rdna_lowering *l, unsigned code);
/* VCC, which a branch may go by as a whole number too. */
ir_ref rdna_vccnz(struct rdna_lowering *l);
/* The same of a bit that each lane has. Not in a loop over lanes. */
ir_ref rdna_vote(struct rdna_lowering *l, ir_ref bit);
/* subgroup, wave: is the bit of this lane of the wave set in the mask? */
ir_ref rdna_mask_bit_of(struct rdna_lowering *l, unsigned code, ir_ref lane);

/* A vector register of the lane, as a type of 32 bits. reg: 0 to 255, or RDNA_STAGED. */
ir_ref rdna_vector(struct rdna_lowering *l, unsigned reg, enum ir_type type);
/* The same to be kept, or looked up in interp.c, and not to be computed with. */
ir_ref rdna_kept_vector(struct rdna_lowering *l, unsigned reg, enum ir_type type);
/* The register of a number that is known when it runs. */
ir_ref rdna_vector_at(struct rdna_lowering *l, ir_ref reg);
ir_ref rdna_vector_at_of(struct rdna_lowering *l, ir_ref reg, ir_ref lane);
void rdna_set_vector_at(struct rdna_lowering *l, ir_ref reg, ir_ref value);
/* Where l->writes is true. */
void rdna_set_vector(struct rdna_lowering *l, unsigned reg, ir_ref value);
/* Whatever EXEC says. */
void rdna_force_vector(struct rdna_lowering *l, unsigned reg, ir_ref value);
/* subgroup, wave: of another lane of the wave, which must be one. */
ir_ref rdna_vector_of(struct rdna_lowering *l, unsigned reg, ir_ref lane);

/* Does something for each lane: once, or in a loop. Sets l->lane, l->exec and l->writes before.
 * In the loop fn is called once, to build its body. Where active: only in lanes that EXEC has, in
 * a condition; else l->writes says which those are, but for RDNA_ROW_INACTIVE rows. */
void rdna_for_lanes(struct rdna_lowering *l, bool active, void (*fn)(struct rdna_lowering *l));

/* ---- operand.c: sources of any instruction ---- */

/* 32 bits of a scalar operand by code, register or constant, as the type expands constants. word 1
 * is the high one. */
ir_ref rdna_scalar_operand(struct rdna_lowering *l, unsigned code, enum rdna_type type,
                           unsigned word);
/* Fills l->source, l->raw, l->old, l->bit of a vector instruction, for the lane. Types: f32, f16
 * and mix are f32; f64 f64; of 64 bits i64; u16, b16 are i32 with zeros above, i16 with the sign;
 * all else i32. Signs, halves and SDWA's parts are applied; floats are flushed as MODE says, where
 * the row is under MODE. b96 and more are not read. */
void rdna_read_sources(struct rdna_lowering *l);
/* One source by itself, of so many registers from its first. */
ir_ref rdna_source_word(struct rdna_lowering *l, unsigned index, unsigned word);

/* The bits of a source that is a half float, with zeros above. */
ir_ref rdna_half_bits(struct rdna_lowering *l, unsigned index);

/* ---- result.c: destinations of vector instructions ---- */

/* The row's vector destination becomes the value of the type that its operand has: omod, clamp,
 * halves, SDWA. */
void rdna_write_result(struct rdna_lowering *l, ir_ref value);
/* All of a vector instruction with a value function: stages, reads, calls, writes. */
void rdna_lower_vector(struct rdna_lowering *l);
/* And of a scalar one. */
void rdna_lower_scalar(struct rdna_lowering *l);

/* ---- permute.c: DPP ---- */

/* Is every lane's source in its own quad, at the place that imm says (two bits a place)? */
bool rdna_dpp_is_quad(const struct rdna_inst *inst, uint32_t *imm);
bool rdna_dpp_is_control(unsigned control);
/* Does it leave rows or banks out? */
bool rdna_dpp_is_masked(const struct rdna_inst *inst);
/* ds_permute, ds_bpermute: the lane that the lane's address names. */
ir_ref rdna_addressed_lane(struct rdna_lowering *l);
/* Puts what source 0 reads of another lane into the staged register. */
void rdna_stage(struct rdna_lowering *l);
/* In each lane: narrows l->writes by what DPP leaves out. */
void rdna_apply_dpp(struct rdna_lowering *l);

/* ---- scan.c ---- */

/* Finds what each scalar instruction is done as, MODE, and what every instruction demands. False
 * if the company cannot be had; the reason is in the diagnostics. */
bool rdna_scan(struct rdna_lowering *l);

/* ---- flow.c ---- */

/* Builds all blocks. */
bool rdna_lower_flow(struct rdna_lowering *l);

/* ---- shell.c ---- */

bool rdna_shell_begin(struct rdna_lowering *l);
/* Before the entry point returns, wherever it does. */
void rdna_shell_end(struct rdna_lowering *l);
/* A component of a built-in input, which is added where it is not there. */
ir_ref rdna_builtin(struct rdna_lowering *l, enum ir_builtin builtin, unsigned component);

/* ---- stage.c: vertices and fragments ---- */

/* What a register begins with; 0 where the stage has no such thing. */
ir_ref rdna_stage_value(struct rdna_lowering *l, const struct rdna_start *start);

/* ---- interp.c: inputs of fragments ---- */

/* The value that stands for a barycentric. */
ir_ref rdna_weight(struct rdna_lowering *l, const struct rdna_start *start);
/* Something computes with what a register holds. */
void rdna_note_read(struct rdna_lowering *l, ir_ref value);
/* The value is a register's new one in some lanes and its old one in the others. */
void rdna_note_write(struct rdna_lowering *l, ir_ref value);
/* When all is built: refuses what computes with barycentrics. */
void rdna_interp_finish(struct rdna_lowering *l);

/* ---- export.c: outputs ---- */

void rdna_exports_begin(struct rdna_lowering *l);

/* ---- fold.c: operations on what is known ---- */

/* Is it a constant? */
bool rdna_known_bits(const struct rdna_lowering *l, ir_ref value, uint64_t *bits);
/* The operation, where it is not known what it gives. */
ir_ref rdna_fold(struct rdna_lowering *l, enum ir_op op, ir_ref x, ir_ref y, ir_ref z);
/* Low bits of an integer that are known to be 0, at most 3, seen through so many operations. */
unsigned rdna_known_zeros(const struct rdna_lowering *l, ir_ref value, unsigned depth);

/* ---- arith.c: what rows are written in ---- */

/* Integers. */
ir_ref rdna_i32(struct rdna_lowering *l, uint32_t value);
/* Bits of an integer from first up, cut at its end, with zeros or the sign above. */
ir_ref rdna_field(struct rdna_lowering *l, ir_ref value, unsigned first, unsigned count, bool sign);
/* Of 64 bits, saturated to a word. */
ir_ref rdna_fit_u32(struct rdna_lowering *l, ir_ref value);
ir_ref rdna_fit_i32(struct rdna_lowering *l, ir_ref value);
/* Floats. */
ir_ref rdna_f32(struct rdna_lowering *l, float value);
/* A denormal is a zero where MODE flushes those of operands, or of results. */
ir_ref rdna_flush_operand(struct rdna_lowering *l, ir_ref value, unsigned bits);
ir_ref rdna_flush_result(struct rdna_lowering *l, ir_ref value, unsigned bits);
/* Whatever MODE says. */
ir_ref rdna_flush(struct rdna_lowering *l, ir_ref value);
/* Is it a number that is known by now? Of f32 and of halves. */
bool rdna_is_known_float(const struct rdna_lowering *l, ir_ref value, float *known);
/* Refuses where MODE rounds floats of these bits another way than to nearest. */
void rdna_check_rounding(struct rdna_lowering *l, unsigned bits);
/* Float arithmetic that is not contracted, for what rounds to nearest whatever MODE says. */
ir_ref rdna_exact(struct rdna_lowering *l, enum ir_op op, ir_ref a, ir_ref b, ir_ref c);
/* x * y + z, rounded once as MODE says. */
ir_ref rdna_fma(struct rdna_lowering *l, ir_ref x, ir_ref y, ir_ref z);
/* x * y + z of halves, which rounds to the f16 that rounding once gives. */
ir_ref rdna_fma_half(struct rdna_lowering *l, ir_ref x, ir_ref y, ir_ref z);
/* Float arithmetic that is not contracted; refuses where MODE rounds another way and the
 * operation could be told apart. */
ir_ref rdna_precise(struct rdna_lowering *l, enum ir_op op, ir_ref a, ir_ref b, ir_ref c);
/* An f32 to f16, rounded as MODE says. */
ir_ref rdna_to_f16(struct rdna_lowering *l, ir_ref value);

#endif
