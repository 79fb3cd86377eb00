/* SPDX-License-Identifier: MIT */
#include "rdna/ops.h"

/* The columns of the table, as bits. */
enum {
    NONE = 0,
    R_SCC = RDNA_R_SCC,
    W_SCC = RDNA_W_SCC,
    R_VCC = RDNA_R_VCC,
    R_EXEC = RDNA_R_EXEC,
    W_EXEC = RDNA_W_EXEC,
    R_M0 = RDNA_R_M0,
    R_MODE = RDNA_R_MODE,
    W_MODE = RDNA_W_MODE,
    FLATSCR = RDNA_FLATSCR,
    R_PC = RDNA_R_PC,
    BRANCH = RDNA_BRANCH,
    JUMP = RDNA_JUMP,
    COND = RDNA_COND,
    END = RDNA_END,
    BARRIER = RDNA_BARRIER,
    LOAD = RDNA_LOAD,
    STORE = RDNA_STORE,
    ATOMIC = RDNA_ATOMIC,
    FORMAT = RDNA_FORMAT,
    D16 = RDNA_D16,
    D16_HI = RDNA_D16_HI,
    OFFSET2 = RDNA_OFFSET2,
    GWS = RDNA_GWS,
    REL = RDNA_REL,
    CLAMP = RDNA_CLAMP,
    OMOD = RDNA_OMOD,
    OPSEL = RDNA_OPSEL,
    LDS = RDNA_LDS,
    NO_GDS = RDNA_NO_GDS,
    SWIZZLE = RDNA_SWIZZLE,
    HALVES = RDNA_HALVES,
    ONE = RDNA_FORM_ONE,
    E32 = RDNA_FORM_E32,
    E64 = RDNA_FORM_E64,
    DPP16 = RDNA_FORM_DPP16,
    DPP8 = RDNA_FORM_DPP8,
    SDWA = RDNA_FORM_SDWA,
    OFFSET = RDNA_IADDR_OFFSET,
    BIAS = RDNA_IADDR_BIAS,
    COMPARE = RDNA_IADDR_COMPARE,
    GRAD = RDNA_IADDR_GRAD,
    G16 = RDNA_IADDR_G16,
    COORD = RDNA_IADDR_COORD,
    LOD = RDNA_IADDR_LOD,
    RAY = RDNA_IADDR_RAY,
    RAY64 = RDNA_IADDR_RAY64
};

/* An operand of the table, with the comma that parts it from the next. */
#define NOTHING
#define D(type) {rdna_operand_D, rdna_type_##type},
#define A(type) {rdna_operand_A, rdna_type_##type},
#define DS(type) {rdna_operand_DS, rdna_type_##type},
#define AS(type) {rdna_operand_AS, rdna_type_##type},
#define SD(type) {rdna_operand_SD, rdna_type_##type},
#define DM {rdna_operand_DM, rdna_type_none},
#define S(type) {rdna_operand_S, rdna_type_##type},
#define V(type) {rdna_operand_V, rdna_type_##type},
#define VA(type) {rdna_operand_VA, rdna_type_##type},
#define SS(type) {rdna_operand_SS, rdna_type_##type},
#define SR(type) {rdna_operand_SR, rdna_type_##type},
#define SM {rdna_operand_SM, rdna_type_none},
#define K {rdna_operand_K, rdna_type_b32},
#define I(kind) {rdna_operand_I, rdna_imm_##kind},
#define DATA(type) {rdna_operand_DATA, rdna_type_##type},
#define DATA1(type) {rdna_operand_DATA1, rdna_type_##type},
#define X(type) {rdna_operand_X, rdna_type_##type},
#define DR(type) {rdna_operand_DR, rdna_type_##type},
#define ADDR(kind) {rdna_operand_ADDR, rdna_addr_##kind},
#define IADDR(what) {rdna_operand_IADDR, what},
#define SADDR {rdna_operand_SADDR, rdna_type_b64},
#define SBASE(type) {rdna_operand_SBASE, rdna_type_##type},
#define RSRC(type) {rdna_operand_RSRC, rdna_type_##type},
#define SAMP(type) {rdna_operand_SAMP, rdna_type_##type},
#define SOFFSET {rdna_operand_SOFFSET, rdna_type_b32},
#define SOFF {rdna_operand_SOFF, rdna_type_b32},
#define ATTR {rdna_operand_ATTR, rdna_type_none},
#define FMT {rdna_operand_FMT, rdna_type_none},
#define TGT {rdna_operand_TGT, rdna_type_none},
#define LIST(...) __VA_ARGS__
#define COUNT(...)                                                                                 \
    (sizeof((const struct rdna_operand[]){__VA_ARGS__{0, 0}}) / sizeof(struct rdna_operand) - 1)

const struct rdna_op_info rdna_op_infos[rdna_op_count] = {
    [rdna_op_none] = {.name = "<invalid>"},
#define RDNA_OP(family, code, isas, name, forms, operands, effects)                                \
    [rdna_op_##name] = {#name,                                                                     \
                        code,                                                                      \
                        rdna_family_##family,                                                      \
                        RDNA_ISAS_##isas,                                                          \
                        forms,                                                                     \
                        COUNT(operands),                                                           \
                        {operands{0, 0}},                                                          \
                        effects},
#include "rdna/ops.def"
};

const struct rdna_type_info rdna_type_infos[rdna_type_count] = {
#define RDNA_TYPE(name, registers, bits, class)                                                    \
    [rdna_type_##name] = {#name, registers, bits, rdna_class_##class},
#include "rdna/types.def"
};

const char *const rdna_isa_names[rdna_isa_count] = {"gfx1010", "gfx1013", "gfx1030"};
