/* SPDX-License-Identifier: MIT
 *
 * Any memory instruction, with descriptors and registers that are nearly right: it ends, leaves the
 * lanes alone that are off, and either does not fault or says why.
 */
#include "kit.h"

#include "rdna/decode.h"
#include "rdna/random_words.h"

enum { TRIES = 40000 };

static uint64_t random_state = 0x243f6a8885a308d3;

static uint32_t
next_random(void)
{
    random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(random_state >> 32);
}

static void
set_image(uint32_t w[8])
{
    static const uint16_t formats[] = {1, 13, 20, 22, 36, 56, 62, 71, 77, 130, 132, 141, 143};
    const uint64_t base = MAPPED >> 8;
    const uint32_t format = formats[next_random() % BASE_COUNT(formats)];

    w[0] = (uint32_t)base;
    w[1] =
        (uint32_t)(base >> 32) | (next_random() & 0x300) << 8 | format << 20 | next_random() << 30;
    w[2] = (next_random() & 3) | (next_random() & 15) << 14;
    w[3] = (next_random() & 0xfff) | (next_random() & 0x3f3000) % 0x60000 |
           (8 + (next_random() & 7)) << 28;
    w[3] &= ~(31u << 20);
    w[4] = (next_random() & 7) | (next_random() & 3) << 16;
    w[5] = (next_random() & 7) << 4;
    w[6] = w[7] = 0;
}

/* Every register that a descriptor may begin at has one half of the time, or looks like one. */
static void
set_scalars(struct kit *kit)
{
    uint32_t *scalars = kit->wave->scalars;

    for (unsigned i = 0; i + 8 <= RDNA_SGPR_COUNT; i += 4) {
        const unsigned kind = next_random() & 3;
        if (kind == 0)
            set_image(scalars + i);
        else if (kind == 1)
            kit_set_buffer(kit, i,
                           &(struct kit_buffer){.base = MAPPED,
                                                .stride = next_random() & 63,
                                                .records = next_random() & 1023,
                                                .format = next_random() % 80,
                                                .index_stride_code = next_random() & 3,
                                                .oob = next_random() & 3,
                                                .swizzled = next_random() & 1,
                                                .add_tid = next_random() & 1});
        else
            for (unsigned j = 0; j < 4; j++) {
                scalars[i + j] = next_random();
                if (kind == 2 && j % 2)
                    scalars[i + j] = (uint32_t)(MAPPED >> 32);
            }
    }
    scalars[RDNA_M0] = next_random() & 0xffff;
    rdna_set_exec(kit->wave, (uint64_t)next_random() << 32 | next_random());
}

static void
set_vectors(struct kit *kit)
{
    for (unsigned i = 0; i < RDNA_VECTOR_COUNT; i++)
        for (unsigned lane = 0; lane < kit->wave->size; lane++) {
            const uint32_t value = next_random();
            switch (next_random() & 3) {
            case 0:
                kit_vector(kit, i)[lane] = value;
                break;
            case 1:
                kit_vector(kit, i)[lane] = (uint32_t)(MAPPED >> 32);
                break;
            case 2:
                kit_vector(kit, i)[lane] = base_bits_of_float((float)(value & 63) / 16.0f);
                break;
            default:
                kit_vector(kit, i)[lane] = value & 0xfc;
            }
        }
}

/* true if it did not fault. */
static bool
execute(struct kit *kit, const struct rdna_inst *inst)
{
    static uint32_t before[RDNA_VECTOR_COUNT][RDNA_MAX_LANES];
    const uint64_t exec = rdna_get_exec(kit->wave);

    memcpy(before, kit->wave->vectors, sizeof(before));
    const bool good = rdna_executors[inst->row](kit->wave, inst);
    assert_int_equal(good, !kit->group->fault.is_set);
    assert_int_equal(kit->wave->scalars[RDNA_NULL], 0);
    for (unsigned i = 0; i < RDNA_VECTOR_COUNT; i++)
        for (unsigned lane = 0; lane < kit->wave->size; lane++)
            if (!(exec >> lane & 1) && before[i][lane] != kit->wave->vectors[i][lane])
                fail_msg("%s changed v%u of lane %u, which is off", rdna_op_infos[inst->row].name,
                         i, lane);
    if (!good)
        assert_true(kit->group->fault.reason[0] != 0);
    kit->group->fault.is_set = false;
    kit->wave->status = rdna_wave_running;
    return good;
}

static void
test_any(void **state)
{
    bool seen[rdna_op_count] = {false};
    unsigned good[rdna_family_count] = {0};
    struct random_words random = {1};
    struct kit kit;

    (void)state;
    kit_start(&kit, 64);
    kit.group->has_quads = true;
    kit.group->shared_base = UINT64_C(1) << 48;
    kit.group->shared_limit = kit.group->shared_base + 0xffffffff;
    kit.wave->hwregs[rdna_hwreg_flat_scr_lo] = (uint32_t)MAPPED;
    kit.wave->hwregs[rdna_hwreg_flat_scr_hi] = (uint32_t)(MAPPED >> 32);
    for (unsigned i = 0; i < TRIES; i++) {
        uint32_t words[5];
        struct rdna_inst inst;

        random_instruction(&random, words);
        if (!rdna_decode(words, 5, (enum rdna_isa)(i % rdna_isa_count), 64, &inst) ||
            inst.row == rdna_op_exp)
            continue;
        const unsigned family = rdna_op_infos[inst.row].family;
        if (family < rdna_family_smem || (family > rdna_family_smem && family < rdna_family_ds))
            continue;
        if (i % 16 == 0)
            set_vectors(&kit);
        set_scalars(&kit);
        if (family == rdna_family_scratch) /* Of few lanes, all are near enough now and then. */
            rdna_set_exec(kit.wave, UINT64_C(1) << i % 64);
        seen[inst.row] = true;
        good[family] += execute(&kit, &inst);
    }
    /* Of each family some did what they are for. */
    static const uint8_t families[] = {rdna_family_smem,  rdna_family_ds,   rdna_family_mubuf,
                                       rdna_family_mtbuf, rdna_family_mimg, rdna_family_scratch};
    for (size_t i = 0; i < BASE_COUNT(families); i++)
        assert_true(good[families[i]] > 10);
    unsigned rows = 0;
    for (unsigned i = 0; i < rdna_op_count; i++)
        rows += seen[i];
    assert_true(rows > 300);
    kit_finish(&kit);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_any)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
