/* SPDX-License-Identifier: MIT
 *
 * What is wrong in a text is reported with its code and place, and all of it is; and what is right
 * besides what the disassembler writes: labels, numbers, comments, the choice of the form.
 */
#include "rdna/decode.h"
#include "rdna/parse.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

struct bad_row {
    const char *text;
    enum qd_code code;
    uint32_t line, column;
};

/* For gfx1030 and waves of 32 lanes. The first error of each text is the only one. */
static const struct bad_row bad_rows[] = {
    /* Words and statements. */
    {"s_mov_b32 s0, s1 ?", QD_CODE_RDNA_ASM_STRAY_BYTE, 1, 18},
    {"s_nop 0\n\x80", QD_CODE_RDNA_ASM_STRAY_BYTE, 2, 1},
    {"s_nop 0 /* no end\n\n", QD_CODE_RDNA_ASM_SYNTAX, 1, 9},
    {"ds_swizzle_b32 v0, v1 offset:swizzle(BITMASK_PERM, \"0", QD_CODE_RDNA_ASM_SYNTAX, 1, 52},
    {"s_nop 08", QD_CODE_RDNA_ASM_SYNTAX, 1, 8},
    {"s_nop 0b12", QD_CODE_RDNA_ASM_SYNTAX, 1, 10},
    {"s_nop 0x10000000000000000", QD_CODE_RDNA_ASM_NUMBER, 1, 7},
    {"s_nop 1x", QD_CODE_RDNA_ASM_SYNTAX, 1, 7},
    {"s_nop", QD_CODE_RDNA_ASM_SYNTAX, 1, 6},
    {"s_nop ,", QD_CODE_RDNA_ASM_SYNTAX, 1, 7},
    {"12", QD_CODE_RDNA_ASM_UNKNOWN_OPCODE, 1, 1},
    {"v_foo_b32 v0, v1", QD_CODE_RDNA_ASM_UNKNOWN_OPCODE, 1, 1},
    {"\n  v_mov v0, v1", QD_CODE_RDNA_ASM_UNKNOWN_OPCODE, 2, 3},
    {"v_mov_b32_e16 v0, v1", QD_CODE_RDNA_ASM_UNKNOWN_OPCODE, 1, 1},
    {"_e32 v0, v1", QD_CODE_RDNA_ASM_UNKNOWN_OPCODE, 1, 1},
    {"v_mad_f32 v0, v1, v2, v3", QD_CODE_RDNA_ASM_CHIP, 1, 1},
    {"a: s_atomic_add s0, s[2:3], 0", QD_CODE_RDNA_ASM_CHIP, 1, 4},
    {".byte 1", QD_CODE_RDNA_ASM_DIRECTIVE, 1, 1},
    {".long", QD_CODE_RDNA_ASM_SYNTAX, 1, 6},
    {".long 1,", QD_CODE_RDNA_ASM_SYNTAX, 1, 9},
    {".long 0x100000000", QD_CODE_RDNA_ASM_NUMBER, 1, 7},
    {".long 1 2", QD_CODE_RDNA_ASM_SYNTAX, 1, 9},
    {".long 1 / 0", QD_CODE_RDNA_ASM_NUMBER, 1, 9},
    {".long (1", QD_CODE_RDNA_ASM_SYNTAX, 1, 9},

    /* Forms. */
    {"s_mov_b32_e64 s0, s1", QD_CODE_RDNA_ASM_FORM, 1, 1},
    {"s_mov_b32_e32 s0, s1", QD_CODE_RDNA_ASM_FORM, 1, 1},
    {"v_mad_u32_u24_e32 v0, v1, v2, v3", QD_CODE_RDNA_ASM_FORM, 1, 1},
    {"v_fma_f32_sdwa v0, v1, v2, v3", QD_CODE_RDNA_ASM_FORM, 1, 1},
    {"v_readfirstlane_b32_e64 s0, v1", QD_CODE_RDNA_ASM_FORM, 1, 1},
    {"v_cmp_eq_f32_dpp vcc_lo, v0, v1 row_mirror", QD_CODE_RDNA_ASM_FORM, 1, 1},
    {"v_fmac_f32 v0, v1, v2 dst_sel:BYTE_0", QD_CODE_RDNA_ASM_FORM, 1, 1},
    {"v_add_f32_e32 v0, v1, s2", QD_CODE_RDNA_ASM_OPERAND, 1, 23},
    {"v_add_f32_e32 v0, -v1, v2", QD_CODE_RDNA_ASM_MODIFIER, 1, 19},
    {"v_add_f32_e32 v0, v1, v2 clamp", QD_CODE_RDNA_ASM_MODIFIER, 1, 26},
    {"v_cmp_eq_f32_e32 s0, v1, v2", QD_CODE_RDNA_ASM_OPERAND, 1, 18},
    {"v_cndmask_b32_e32 v0, v1, v2, s0", QD_CODE_RDNA_ASM_OPERAND, 1, 31},
    {"v_fmamk_f32 v0, v1, 0x42, s2", QD_CODE_RDNA_ASM_OPERAND, 1, 27},
    {"v_mov_b32_dpp v0, s1 row_mirror", QD_CODE_RDNA_ASM_OPERAND, 1, 19},
    {"v_mov_b32_dpp v0, v1", QD_CODE_RDNA_ASM_MODIFIER, 1, 21},
    {"v_mov_b32 v0, v1 row_mask:0xf", QD_CODE_RDNA_ASM_MODIFIER, 1, 30},
    {"v_mov_b32_sdwa v0, 0x1234", QD_CODE_RDNA_ASM_LITERAL, 1, 20},
    {"v_mov_b32_sdwa v0, |v1|", QD_CODE_RDNA_ASM_MODIFIER, 1, 20},
    {"v_add_f32_sdwa v0, sext(v1), v2", QD_CODE_RDNA_ASM_MODIFIER, 1, 20},
    {"v_add_nc_u32 v0, -v1, v2", QD_CODE_RDNA_ASM_MODIFIER, 1, 18},
    {"v_div_scale_f32 v0, vcc_lo, |v1|, v1, v2", QD_CODE_RDNA_ASM_MODIFIER, 1, 29},
    {"v_pk_add_f16 v0, -v1, v2", QD_CODE_RDNA_ASM_MODIFIER, 1, 18},
    {"s_add_u32 s0, -s1, s2", QD_CODE_RDNA_ASM_MODIFIER, 1, 15},

    /* Registers. */
    {"v_mov_b32 v256, v0", QD_CODE_RDNA_ASM_REGISTER, 1, 11},
    {"s_mov_b32 s106, s0", QD_CODE_RDNA_ASM_REGISTER, 1, 11},
    {"s_mov_b32 ttmp16, s0", QD_CODE_RDNA_ASM_REGISTER, 1, 11},
    {"s_mov_b32 s99999999999999999999, s0", QD_CODE_RDNA_ASM_REGISTER, 1, 11},
    {"s_mov_b64 s[1:2], s[4:5]", QD_CODE_RDNA_ASM_REGISTER, 1, 11},
    {"s_load_dwordx4 s[2:5], s[0:1], 0", QD_CODE_RDNA_ASM_REGISTER, 1, 16},
    {"s_mov_b64 s[2:1], s[4:5]", QD_CODE_RDNA_ASM_REGISTER, 1, 11},
    {"s_mov_b64 s[0:200], s[4:5]", QD_CODE_RDNA_ASM_NUMBER, 1, 15},
    {"s_mov_b64 s[0:1, s[4:5]", QD_CODE_RDNA_ASM_SYNTAX, 1, 16},
    {"s_mov_b64 s[0:1], s4", QD_CODE_RDNA_ASM_REGISTER, 1, 19},
    {"v_cmp_eq_u32 vcc, v0, v1", QD_CODE_RDNA_ASM_REGISTER, 1, 14},
    {"v_add_f64 v[0:1], v[2:3], v4", QD_CODE_RDNA_ASM_REGISTER, 1, 27},
    {"s_mov_b32 v0, s0", QD_CODE_RDNA_ASM_OPERAND, 1, 11},
    {"s_mov_b32 s0, v0", QD_CODE_RDNA_ASM_OPERAND, 1, 15},
    {"s_mov_b32 scc, s0", QD_CODE_RDNA_ASM_OPERAND, 1, 11},
    {"s_mov_b32 1, s0", QD_CODE_RDNA_ASM_OPERAND, 1, 11},
    {"v_mov_b32 s0, v0", QD_CODE_RDNA_ASM_OPERAND, 1, 11},
    {"v_mov_b32 v0", QD_CODE_RDNA_ASM_SYNTAX, 1, 13},
    {"v_mov_b32 v0 v1", QD_CODE_RDNA_ASM_SYNTAX, 1, 14},
    {"v_mov_b32 v0, foo", QD_CODE_RDNA_ASM_OPERAND, 1, 15},
    {"v_readlane_b32 v0, v1, s0", QD_CODE_RDNA_ASM_OPERAND, 1, 16},
    {"v_readlane_b32 s0, s1, s0", QD_CODE_RDNA_ASM_OPERAND, 1, 20},
    {"v_writelane_b32 v0, s1, v2", QD_CODE_RDNA_ASM_OPERAND, 1, 25},
    {"s_setpc_b64 0", QD_CODE_RDNA_ASM_OPERAND, 1, 13},
    {"s_load_dword exec_lo, s[0:1], 0", QD_CODE_RDNA_ASM_OPERAND, 1, 14},
    {"v_cndmask_b32 v0, v1, v2, exec_lo", QD_CODE_RDNA_ASM_OPERAND, 1, 27},
    {"v_cndmask_b32 v0, v1, v2, 0", QD_CODE_RDNA_ASM_OPERAND, 1, 27},

    /* Numbers. */
    {"s_movk_i32 s0, 65536", QD_CODE_RDNA_ASM_NUMBER, 1, 16},
    {"s_movk_i32 s0, -32769", QD_CODE_RDNA_ASM_NUMBER, 1, 16},
    {"s_mov_b32 s0, 0x100000000", QD_CODE_RDNA_ASM_NUMBER, 1, 15},
    {"s_mov_b64 s[0:1], 1.5", QD_CODE_RDNA_ASM_NUMBER, 1, 19},
    {"v_add_f16 v0, 0x12345, v1", QD_CODE_RDNA_ASM_NUMBER, 1, 15},
    {"v_add_f16 v0, 1e6, v1", QD_CODE_RDNA_ASM_NUMBER, 1, 15},
    {"v_add_f32 v0, 1e40, v1", QD_CODE_RDNA_ASM_NUMBER, 1, 15},
    {"v_add_f32 v0, 1e-60, v1", QD_CODE_RDNA_ASM_NUMBER, 1, 15},
    {"s_add_u32 s0, 100, 200", QD_CODE_RDNA_ASM_LITERAL, 1, 20},
    {"v_fma_f32 v0, 100.0, v1, 200.0", QD_CODE_RDNA_ASM_LITERAL, 1, 26},
    {"v_fmamk_f32 v0, v1, v2, v3", QD_CODE_RDNA_ASM_OPERAND, 1, 21},
    {"s_waitcnt vmcnt(64)", QD_CODE_RDNA_ASM_NUMBER, 1, 17},
    {"s_waitcnt vmcnt 0", QD_CODE_RDNA_ASM_SYNTAX, 1, 17},
    {"s_waitcnt foocnt(0)", QD_CODE_RDNA_ASM_NAME, 1, 11},
    {"s_waitcnt vmcnt(0) &", QD_CODE_RDNA_ASM_NAME, 1, 21},
    {"s_getreg_b32 s0, hwreg(HW_REG_FOO)", QD_CODE_RDNA_ASM_NAME, 1, 24},
    {"s_getreg_b32 s0, hwreg(HW_REG_XNACK_MASK)", QD_CODE_RDNA_ASM_NAME, 1, 24},
    {"s_getreg_b32 s0, hwreg(64)", QD_CODE_RDNA_ASM_NUMBER, 1, 24},
    {"s_getreg_b32 s0, hwreg(1, 32, 1)", QD_CODE_RDNA_ASM_NUMBER, 1, 27},
    {"s_getreg_b32 s0, hwreg(1, 0)", QD_CODE_RDNA_ASM_SYNTAX, 1, 28},
    {"s_getreg_b32 s0, hwreg(1, 0, 33)", QD_CODE_RDNA_ASM_NUMBER, 1, 30},
    {"s_sendmsg sendmsg(MSG_FOO)", QD_CODE_RDNA_ASM_NAME, 1, 19},
    {"s_sendmsg sendmsg(MSG_GS, GS_OP_FOO)", QD_CODE_RDNA_ASM_NAME, 1, 27},
    {"s_sendmsg sendmsg(MSG_GS, GS_OP_CUT, 4)", QD_CODE_RDNA_ASM_NUMBER, 1, 38},
    {"ds_swizzle_b32 v0, v1 offset:swizzle(FOO)", QD_CODE_RDNA_ASM_NAME, 1, 38},
    {"ds_swizzle_b32 v0, v1 offset:swizzle(SWAP,3)", QD_CODE_RDNA_ASM_NUMBER, 1, 43},
    {"ds_swizzle_b32 v0, v1 offset:swizzle(BROADCAST,8,8)", QD_CODE_RDNA_ASM_NUMBER, 1, 50},
    {"ds_swizzle_b32 v0, v1 offset:swizzle(BITMASK_PERM,\"0011x\")", QD_CODE_RDNA_ASM_SYNTAX, 1,
     51},
    {"v_interp_p1_f32 v0, v1, attr64.x", QD_CODE_RDNA_ASM_NUMBER, 1, 25},
    {"v_interp_p1_f32 v0, v1, attr0.q", QD_CODE_RDNA_ASM_OPERAND, 1, 25},
    {"v_interp_mov_f32 v0, p11, attr0.x", QD_CODE_RDNA_ASM_NAME, 1, 22},

    /* Memory. */
    {"buffer_load_dword v0, v1, s[0:3], s4", QD_CODE_RDNA_ASM_OPERAND, 1, 23},
    {"buffer_load_dword v0, off, s[0:3], s4 offen", QD_CODE_RDNA_ASM_OPERAND, 1, 23},
    {"buffer_load_dword v0, v1, s[0:3], s4 offen idxen", QD_CODE_RDNA_ASM_REGISTER, 1, 23},
    {"buffer_load_dword v[0:1], off, s[0:3], s4", QD_CODE_RDNA_ASM_REGISTER, 1, 19},
    {"buffer_load_dword v0, off, s[0:3], s4 tfe", QD_CODE_RDNA_ASM_REGISTER, 1, 19},
    {"buffer_load_dword v0, off, s[0:3], 65", QD_CODE_RDNA_ASM_LITERAL, 1, 36},
    {"buffer_load_dword v0, off, s[0:3], s4 offset:4096", QD_CODE_RDNA_ASM_NUMBER, 1, 46},
    {"buffer_load_dword v0, off, s[0:3], s4 glc glc", QD_CODE_RDNA_ASM_MODIFIER, 1, 43},
    {"buffer_load_dword v0, off, s[0:3], s4 gds", QD_CODE_RDNA_ASM_MODIFIER, 1, 39},
    {"buffer_load_dword v0, off, s[0:3], s4 foo", QD_CODE_RDNA_ASM_MODIFIER, 1, 39},
    {"buffer_store_dword off, s[0:3], s4 lds", QD_CODE_RDNA_ASM_OPERAND, 1, 20},
    {"buffer_atomic_add v0, off, s[0:3], s4 tfe", QD_CODE_RDNA_ASM_REGISTER, 1, 19},
    {"tbuffer_load_format_x v0, off, s[0:3], s4 format:[FOO]", QD_CODE_RDNA_ASM_NAME, 1, 51},
    {"tbuffer_load_format_x v0, off, s[0:3], s4 format:128", QD_CODE_RDNA_ASM_NUMBER, 1, 50},
    {"s_load_dword s0, s[2:3], 0x100000", QD_CODE_RDNA_ASM_NUMBER, 1, 26},
    {"s_load_dword s0, s[2:3], s4 slc", QD_CODE_RDNA_ASM_MODIFIER, 1, 29},
    {"ds_read_b32 v0, v1 offset:65536", QD_CODE_RDNA_ASM_NUMBER, 1, 27},
    {"ds_read_b32 v0, v1 offset0:1", QD_CODE_RDNA_ASM_MODIFIER, 1, 20},
    {"ds_read2_b32 v[0:1], v1 offset0:256", QD_CODE_RDNA_ASM_NUMBER, 1, 33},
    {"ds_gws_init v0", QD_CODE_RDNA_ASM_NO_ENCODING, 1, 1},
    {"global_load_dword v0, v1, off", QD_CODE_RDNA_ASM_REGISTER, 1, 23},
    {"global_load_dword v0, v[1:2], s[0:1]", QD_CODE_RDNA_ASM_REGISTER, 1, 23},
    {"global_load_dword v0, v[1:2], off offset:2048", QD_CODE_RDNA_ASM_NUMBER, 1, 42},
    {"global_load_dword v0, v[1:2]", QD_CODE_RDNA_ASM_SYNTAX, 1, 29},
    {"scratch_load_dword v0, v1, s2", QD_CODE_RDNA_ASM_OPERAND, 1, 28},
    {"flat_load_dword v0, v[1:2] offset:-1", QD_CODE_RDNA_ASM_NUMBER, 1, 35},
    {"image_load v0, v0, s[0:7] dmask:1", QD_CODE_RDNA_ASM_MODIFIER, 1, 34},
    {"image_load v[0:1], v0, s[0:7] dmask:1 dim:1D", QD_CODE_RDNA_ASM_REGISTER, 1, 12},
    {"image_load v0, v[0:2], s[0:7] dmask:1 dim:2D", QD_CODE_RDNA_ASM_REGISTER, 1, 16},
    {"image_load v0, v0, s[0:7] dmask:16 dim:1D", QD_CODE_RDNA_ASM_NUMBER, 1, 33},
    {"image_load v0, v0, s[0:7] dmask:1 dim:4D", QD_CODE_RDNA_ASM_NAME, 1, 39},
    {"image_load v0, [v0, s1], s[0:7] dmask:1 dim:2D", QD_CODE_RDNA_ASM_OPERAND, 1, 21},
    {"image_load v0, [v0, v1, s[0:7] dmask:1 dim:2D", QD_CODE_RDNA_ASM_OPERAND, 1, 25},
    {"exp mrt8 v0, v1, v2, v3", QD_CODE_RDNA_ASM_NAME, 1, 5},
    {"exp mrt0 v0, v1, v2", QD_CODE_RDNA_ASM_SYNTAX, 1, 20},
    {"exp mrt0 v0, v1, v2, v2 compr", QD_CODE_RDNA_ASM_OPERAND, 1, 14},
    {"exp mrt0 s0, v1, v2, v3", QD_CODE_RDNA_ASM_OPERAND, 1, 10},

    /* Modifiers. */
    {"v_add_f32 v0, v1, v2 mul:3", QD_CODE_RDNA_ASM_NUMBER, 1, 26},
    {"v_add_f32 v0, v1, v2 mul 2", QD_CODE_RDNA_ASM_SYNTAX, 1, 26},
    {"v_add_f32 v0, v1, v2 op_sel:[0,1]", QD_CODE_RDNA_ASM_MODIFIER, 1, 22},
    {"v_mad_u16 v0, v1, v2, v3 op_sel:[0,2]", QD_CODE_RDNA_ASM_NUMBER, 1, 36},
    {"v_mad_u16 v0, v1, v2, v3 op_sel:[0,0,0,0,0]", QD_CODE_RDNA_ASM_SYNTAX, 1, 42},
    {"v_mov_b32 v0, v1 quad_perm:[0,1,2]", QD_CODE_RDNA_ASM_SYNTAX, 1, 28},
    {"v_mov_b32 v0, v1 quad_perm:[0,1,2,4]", QD_CODE_RDNA_ASM_NUMBER, 1, 35},
    {"v_mov_b32 v0, v1 row_shl:0", QD_CODE_RDNA_ASM_NUMBER, 1, 26},
    {"v_mov_b32 v0, v1 row_shl:16", QD_CODE_RDNA_ASM_NUMBER, 1, 26},
    {"v_mov_b32 v0, v1 row_bcast:15", QD_CODE_RDNA_ASM_MODIFIER, 1, 18},
    {"v_mov_b32 v0, v1 row_mirror row_shl:1", QD_CODE_RDNA_ASM_MODIFIER, 1, 29},
    {"v_mov_b32 v0, v1 row_mirror row_mask:16", QD_CODE_RDNA_ASM_NUMBER, 1, 38},
    {"v_mov_b32 v0, v1 dpp8:[0,1,2,3,4,5,6,8]", QD_CODE_RDNA_ASM_NUMBER, 1, 38},
    {"v_mov_b32 v0, v1 dpp8:[0,1,2,3,4,5,6,7] row_mask:1", QD_CODE_RDNA_ASM_MODIFIER, 1, 41},
    {"v_mov_b32 v0, v1 dst_sel:BYTE_4", QD_CODE_RDNA_ASM_NAME, 1, 26},
    {"v_mov_b32 v0, v1 dst_unused:FOO", QD_CODE_RDNA_ASM_NAME, 1, 29},
    {"v_mov_b32 v0, v1 src1_sel:BYTE_0", QD_CODE_RDNA_ASM_MODIFIER, 1, 18},
    {"v_cmp_eq_f32 vcc_lo, v0, v1 dst_sel:BYTE_0", QD_CODE_RDNA_ASM_MODIFIER, 1, 29},
    {"v_add_f32 v0, |v1, v2", QD_CODE_RDNA_ASM_SYNTAX, 1, 18},
    {"v_add_f32 v0, abs(v1, v2", QD_CODE_RDNA_ASM_SYNTAX, 1, 21},
    {"v_add_f32 v0, neg(v1, v2", QD_CODE_RDNA_ASM_SYNTAX, 1, 21},
    {"v_add_f32 v0, --v1, v2", QD_CODE_RDNA_ASM_SYNTAX, 1, 17},

    /* Labels. */
    {"s_branch a", QD_CODE_RDNA_ASM_LABEL, 1, 10},
    {"a:\na: s_nop 0", QD_CODE_RDNA_ASM_LABEL, 2, 1},
    {"s_branch 65536", QD_CODE_RDNA_ASM_NUMBER, 1, 10},
    {"s_branch", QD_CODE_RDNA_ASM_SYNTAX, 1, 9},
};

struct fixture {
    struct base_arena arena;
    struct base_diags diags;
    struct rdna_assembly code;
};

static bool
assemble(struct fixture *f, const char *text, enum rdna_isa isa, unsigned wave_size)
{
    base_arena_init(&f->arena, 0);
    if (!BASE_ARENA_CATCH(&f->arena))
        abort();
    base_diags_init(&f->diags, &f->arena, "test");
    base_diags_set_text(&f->diags, text, strlen(text));
    return rdna_assemble(text, strlen(text), isa, wave_size, &f->arena, &f->code, &f->diags);
}

static void
test_bad(void **state)
{
    unsigned wrong = 0;

    (void)state;
    for (size_t i = 0; i < BASE_COUNT(bad_rows); i++) {
        const struct bad_row *row = &bad_rows[i];
        struct fixture f;
        const bool good = assemble(&f, row->text, rdna_isa_gfx1030, 32);
        const struct qd_diagnostic *found = f.diags.list.count ? f.diags.list.data : NULL;
        if (good || f.diags.error_count != 1 || found->code != row->code ||
            found->place.line != row->line || found->place.column != row->column) {
            wrong++;
            printf("%s\n    expected %u:%u [%s]\n", row->text, row->line, row->column,
                   base_code_name(row->code));
            if (found)
                printf("    found %u:%u %s [%s], %u errors\n", found->place.line,
                       found->place.column, found->message, base_code_name(found->code),
                       f.diags.error_count);
        }
        base_arena_finish(&f.arena);
    }
    assert_int_equal(wrong, 0);
}

/* Every statement that is wrong is reported, and the others are assembled. */
static void
test_all_errors(void **state)
{
    static const char text[] = "s_nop 1\n"
                               "v_foo v0\n"
                               "s_nop 2 ; v_foo v0\n"
                               "s_mov_b32 s0\n"
                               "s_nop 3 $\x01\n"
                               "s_nop 4\n"
                               "s_branch nowhere\n";
    static const uint32_t lines[] = {2, 4, 5, 7};
    struct fixture f;

    (void)state;
    assert_false(assemble(&f, text, rdna_isa_gfx1010, 64));
    assert_int_equal(f.diags.error_count, BASE_COUNT(lines));
    for (uint32_t i = 0; i < BASE_COUNT(lines); i++)
        assert_int_equal(f.diags.list.data[i].place.line, lines[i]);
    assert_int_equal(f.code.count, 4);
    assert_int_equal(f.code.words[2], 0xbf800004);
    base_arena_finish(&f.arena);
}

struct good_row {
    const char *text;
    unsigned count;
    uint32_t words[8];
};

/* For gfx1030 and waves of 64 lanes. The words are llvm-mc-19's where it takes the text. */
static const struct good_row good_rows[] = {
    {"", 0, {0}},
    {"// nothing\n/* at\n all */ ; here\n# nor here", 0, {0}},
    {"a: b:\n c: s_nop 0 // one", 1, {0xbf800000}},
    {"s_nop 0x7\r\ns_nop 017\r\ns_nop 0b11", 3, {0xbf800007, 0xbf80000f, 0xbf800003}},
    {".long 1, -1, 0xffffffff\n.quad 0x123456789", 5, {1, 0xffffffff, 0xffffffff, 0x23456789, 1}},
    {".long 1 + 2 * 3, (1 + 2) * 3, 1 << 4 | 3, ~0 & 0xff, -7 / 2, 7 % 4, 6 ^ 3, 16 >> 2",
     8,
     {7, 9, 19, 255, 0xfffffffd, 3, 5, 4}},
    {".text\n.globl main\nmain:\ns_endpgm", 1, {0xbf810000}},
    {"s_endpgm 3", 1, {0xbf810003}},

    /* Numbers of each type. */
    {"s_mov_b32 s0, 64", 1, {0xbe8003c0}},
    {"s_mov_b32 s0, -16", 1, {0xbe8003d0}},
    {"s_mov_b32 s0, 65", 2, {0xbe8003ff, 65}},
    {"s_mov_b32 s0, 0x3f800000", 1, {0xbe8003f2}},
    {"s_mov_b32 s0, 1.0", 1, {0xbe8003f2}},
    {"s_mov_b32 s0, -0.0", 2, {0xbe8003ff, 0x80000000}},
    {"s_mov_b32 s0, 0xfffffff0", 1, {0xbe8003d0}},
    {"s_mov_b32 s0, 0.15915494", 1, {0xbe8003f8}},
    {"s_mov_b32 s0, 0x1.8p1", 2, {0xbe8003ff, 0x40400000}},
    {"s_mov_b32 s0, 3e2", 2, {0xbe8003ff, 0x43960000}},
    {"s_mov_b64 s[0:1], 0.5", 1, {0xbe8004f0}},
    {"s_mov_b64 vcc, exec", 1, {0xbeea047e}},
    {"v_add_f16 v0, 1.0, v1", 1, {0x640002f2}},
    {"v_add_f16 v0, 3.0, v1", 2, {0x640002ff, 0x4200}},
    {"v_add_f16 v0, 0x3c00, v1", 1, {0x640002f2}},
    {"v_add_f64 v[0:1], 3.0, v[2:3]", 3, {0xd5640000, 0x000204ff, 0x40080000}},
    {"v_add_nc_u16 v0, 1, v1", 2, {0xd7030000, 0x00020281}},
    {"s_add_u32 s0, 100, 100", 2, {0x8000ffff, 100}},

    /* The shortest form that will do. */
    {"v_add_f32 v0, s1, v2", 1, {0x06000401}},
    {"v_add_f32 v0, v1, s2", 2, {0xd5030000, 0x00000501}},
    {"v_add_f32 v0, 100.0, v2", 2, {0x060004ff, 0x42c80000}},
    {"v_add_f32 v0, -v1, v2", 2, {0xd5030000, 0x20020501}},
    {"v_add_f32 v0, -|v1|, abs(v2) clamp mul:2", 2, {0xd5038300, 0x28020501}},
    {"v_add_f32 v0, v1, v2 row_mirror", 2, {0x060004fa, 0xff014001}},
    {"v_add_f32 v0, v1, v2 row_shl:1 bound_ctrl:0", 2, {0x060004fa, 0xff090101}},
    {"v_add_f32 v0, v1, v2 dpp8:[7,6,5,4,3,2,1,0] fi:1", 2, {0x060004ea, 0x05397701}},
    {"v_add_f32 v0, v1, v2 src0_sel:BYTE_1", 2, {0x060004f9, 0x06011601}},
    {"v_cmp_eq_f32 vcc, v0, v1", 1, {0x7c040300}},
    {"v_cmp_eq_f32 s[0:1], v0, v1", 2, {0xd4020000, 0x00020300}},
    {"v_cndmask_b32 v0, v1, v2, vcc", 1, {0x02000501}},
    {"v_mov_b32 v0, v1", 1, {0x7e000301}},
    {"v_mad_u32_u24_e64 v0, v1, v2, v3", 2, {0xd5430000, 0x040e0501}},

    /* What people write and the disassembler does not. */
    {"s_waitcnt vmcnt(0) & lgkmcnt(0)", 1, {0xbf8c0070}},
    {"s_waitcnt vmcnt(0), expcnt(0) lgkmcnt(0)", 1, {0xbf8c0000}},
    {"s_waitcnt vmcnt_sat(99)", 1, {0xbf8cff7f}},
    {"s_waitcnt 0", 1, {0xbf8c0000}},
    {"s_getreg_b32 s0, hwreg(1, 0, 4)", 1, {0xb9001801}},
    {"s_load_dword s0, s[2:3], null", 2, {0xf4000001, 0xfa000000}},
    {"image_load v0, v[0:1], s[0:7] dmask:1 dim:2D", 2, {0xf0000108, 0x00000000}},
    {"tbuffer_load_format_x v0, off, s[0:3], format:22, s4", 2, {0xe8b00000, 0x04000000}},
    {"exp mrt0, v0, v1, v2, v3 done vm", 2, {0xf800180f, 0x03020100}},
};

static void
test_good(void **state)
{
    unsigned wrong = 0;

    (void)state;
    for (size_t i = 0; i < BASE_COUNT(good_rows); i++) {
        const struct good_row *row = &good_rows[i];
        struct fixture f;
        const bool good = assemble(&f, row->text, rdna_isa_gfx1030, 64);
        if (!good || f.code.count != row->count ||
            (row->count && memcmp(f.code.words, row->words, row->count * sizeof(uint32_t)) != 0)) {
            wrong++;
            printf("%s\n   ", row->text);
            for (uint32_t word = 0; word < f.code.count; word++)
                printf(" 0x%08x", f.code.words[word]);
            printf("%s\n", good ? "" : f.diags.list.data[0].message);
        }
        base_arena_finish(&f.arena);
    }
    assert_int_equal(wrong, 0);
}

/* A branch over so many s_nop, forwards or backwards. */
static bool
branch_over(struct fixture *f, unsigned count, bool forwards)
{
    static char text[8 * 33000 + 64];
    char *at = text;

    at += sprintf(at, forwards ? "s_cbranch_scc0 there\n" : "there:\n");
    for (unsigned i = 0; i < count; i++)
        at += sprintf(at, "s_nop 0\n");
    sprintf(at, forwards ? "there:\n" : "s_cbranch_scc0 there\n");
    return assemble(f, text, rdna_isa_gfx1010, 64);
}

static void
test_labels(void **state)
{
    static const struct {
        unsigned count;
        bool forwards, good;
        uint32_t word;
    } rows[] = {
        {0, true, true, 0xbf840000},      {1, true, true, 0xbf840001},
        {32767, true, true, 0xbf847fff},  {32768, true, false, 0},
        {0, false, true, 0xbf84ffff},     {1, false, true, 0xbf84fffe},
        {32767, false, true, 0xbf848000}, {32768, false, false, 0},
    };

    (void)state;
    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        struct fixture f;
        assert_int_equal(branch_over(&f, rows[i].count, rows[i].forwards), rows[i].good);
        if (rows[i].good) {
            assert_int_equal(f.code.words[rows[i].forwards ? 0 : f.code.count - 1], rows[i].word);
            assert_int_equal(f.code.label_count, 1);
            assert_string_equal(f.code.labels[0].name, "there");
            assert_int_equal(f.code.labels[0].word, rows[i].forwards ? f.code.count : 0);
        } else {
            assert_int_equal(f.diags.error_count, 1);
            assert_int_equal(f.diags.list.data[0].code, QD_CODE_RDNA_ASM_LABEL);
        }
        base_arena_finish(&f.arena);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bad),
        cmocka_unit_test(test_all_errors),
        cmocka_unit_test(test_good),
        cmocka_unit_test(test_labels),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
