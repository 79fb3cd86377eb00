/* SPDX-License-Identifier: MIT
 *
 * Whole programs as text, and what the table of instructions must be for the decoder.
 */
#include "random_words.h"
#include "rdna/decode.h"
#include "rdna/print.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static const uint32_t program[] = {
    0xbf850002,             /* s_cbranch_scc1, over two words */
    0xbe8403ff, 0x12345678, /* s_mov_b32 with a literal */
    0xbf82fffc,             /* s_branch to the start */
    0xbf820000,             /* s_branch to what follows */
    0xffffffff,             /* nothing */
    0xbf82fffb,             /* s_branch into the literal */
    0xbf820001,             /* s_branch past the end */
    0xbf810000,             /* s_endpgm */
};

static void
check_dump(const struct rdna_dump_options *options, const char *expected)
{
    struct base_arena arena;
    struct base_text text;

    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena))
        fail_msg("ran out of memory");
    base_text_init(&text, &arena);
    rdna_dump(program, BASE_COUNT(program), options, &text);
    assert_string_equal(base_text_string(&text), expected);
    base_arena_finish(&arena);
}

static void
test_plain(void **state)
{
    (void)state;
    check_dump(&(struct rdna_dump_options){rdna_isa_gfx1013, 64, false, false},
               "\ts_cbranch_scc1 2\n"
               "\ts_mov_b32 s4, 0x12345678\n"
               "\ts_branch 65532\n"
               "\ts_branch 0\n"
               "\t.long 0xffffffff\n"
               "\ts_branch 65531\n"
               "\ts_branch 1\n"
               "\ts_endpgm\n");
}

static void
test_labels(void **state)
{
    (void)state;
    check_dump(&(struct rdna_dump_options){rdna_isa_gfx1013, 64, true, false},
               "L_0:\n"
               "\ts_cbranch_scc1 L_c\n"
               "\ts_mov_b32 s4, 0x12345678\n"
               "L_c:\n"
               "\ts_branch L_0\n"
               "\ts_branch L_14\n"
               "L_14:\n"
               "\t.long 0xffffffff\n"
               "\ts_branch 65531\n"
               "\ts_branch L_24\n"
               "\ts_endpgm\n"
               "L_24:\n");
}

static void
test_comments(void **state)
{
    (void)state;
    check_dump(&(struct rdna_dump_options){rdna_isa_gfx1013, 64, false, true},
               "\ts_cbranch_scc1 2                                ; 000000: bf850002\n"
               "\ts_mov_b32 s4, 0x12345678                        ; 000004: be8403ff 12345678\n"
               "\ts_branch 65532                                  ; 00000c: bf82fffc\n"
               "\ts_branch 0                                      ; 000010: bf820000\n"
               "\t.long 0xffffffff                                ; 000014: ffffffff\n"
               "\ts_branch 65531                                  ; 000018: bf82fffb\n"
               "\ts_branch 1                                      ; 00001c: bf820001\n"
               "\ts_endpgm                                        ; 000020: bf810000\n");
}

/* No opcode of a chip has two rows. */
static void
test_rows(void **state)
{
    (void)state;
    for (unsigned a = 1; a < rdna_op_count; a++) {
        const struct rdna_op_info *first = &rdna_op_infos[a];
        assert_true(first->operand_count <= RDNA_MAX_OPERANDS);
        assert_true(first->forms || first->family < rdna_family_vop1 ||
                    first->family >= rdna_family_vop3);
        for (unsigned b = a + 1; b < rdna_op_count; b++) {
            const struct rdna_op_info *second = &rdna_op_infos[b];
            if (first->family == second->family && first->code == second->code)
                assert_int_equal(first->isas & second->isas, 0);
            assert_string_not_equal(first->name, second->name);
        }
    }
}

/* Every row is found by its opcode. */
static void
test_reached(void **state)
{
    static bool reached[rdna_op_count];
    struct random_words random = {1};

    (void)state;
    for (unsigned i = 0; i < 200000; i++) {
        uint32_t words[RDNA_MAX_WORDS];
        struct rdna_inst inst;
        random_instruction(&random, words);
        for (enum rdna_isa isa = 0; isa < rdna_isa_count; isa++) {
            if (!rdna_decode(words, RDNA_MAX_WORDS, isa, i & 1 ? 64 : 32, &inst))
                continue;
            assert_true(rdna_op_infos[inst.row].isas >> isa & 1);
            reached[inst.row] = true;
        }
    }
    for (unsigned row = 1; row < rdna_op_count; row++)
        if (!reached[row])
            fail_msg("%s was never decoded", rdna_op_infos[row].name);
}

int
main(void)
{
    _Static_assert(sizeof(struct rdna_inst) <= 64, "An instruction is one line of the cache.");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plain),    cmocka_unit_test(test_labels),
        cmocka_unit_test(test_comments), cmocka_unit_test(test_rows),
        cmocka_unit_test(test_reached),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
