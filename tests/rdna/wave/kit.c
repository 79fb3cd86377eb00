/* SPDX-License-Identifier: MIT */
#include "kit.h"

#include <string.h>

void
kit_start(struct kit *kit, const uint32_t *words, uint32_t count, unsigned wave_size,
          uint32_t waves)
{
    base_arena_init(&kit->arena, 0);
    if (!BASE_ARENA_CATCH(&kit->arena))
        fail_msg("out of memory");
    const struct rdna_group_options options = {
        .program = rdna_program_new(&kit->arena, words, count, rdna_isa_gfx1013, wave_size),
        .wave_count = waves,
        .lds_size = 1024,
    };
    kit->group = rdna_group_new(&kit->arena, &options);
    kit->wave = kit->group->waves;
}

void
kit_finish(struct kit *kit)
{
    base_arena_finish(&kit->arena);
}

static const char *
fault_text(struct kit *kit)
{
    struct base_text text;

    base_text_init(&text, &kit->arena);
    rdna_fault_print(kit->group, &text);
    return base_text_string(&text);
}

void
kit_run(struct kit *kit)
{
    const enum rdna_group_result result = rdna_group_run(kit->group, 1000000);

    if (result == rdna_group_faulted)
        fail_msg("%s", fault_text(kit));
    assert_int_equal(result, rdna_group_ended);
}

void
kit_run_to_fault(struct kit *kit, const char *text)
{
    assert_int_equal(rdna_group_run(kit->group, 1000000), rdna_group_faulted);
    if (!strstr(fault_text(kit), text))
        fail_msg("expected '%s' in '%s'", text, fault_text(kit));
}

bool
kit_execute(struct kit *kit, const uint32_t *words, uint32_t count)
{
    struct rdna_inst inst;

    if (!rdna_decode(words, count, rdna_isa_gfx1013, kit->wave->size, &inst) &&
        !rdna_decode(words, count, rdna_isa_gfx1030, kit->wave->size, &inst))
        fail_msg("%08x is no instruction", words[0]);
    assert_int_equal(inst.words, count);
    return rdna_executors[inst.row](kit->wave, &inst);
}

void
kit_set_exec(struct rdna_wave *wave, uint64_t exec)
{
    rdna_write_mask(wave, RDNA_EXEC_LO, exec);
}

void
kit_set_vcc(struct rdna_wave *wave, uint64_t vcc)
{
    rdna_write_mask(wave, RDNA_VCC_LO, vcc);
}

uint32_t
kit_random(void)
{
    static uint64_t state = 1;

    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(state >> 32);
}

uint64_t
kit_random64(void)
{
    const uint64_t high = kit_random();

    return high << 32 | kit_random();
}

void
kit_randomize(uint32_t *row)
{
    for (unsigned i = 0; i < RDNA_MAX_LANES; i++)
        row[i] = kit_random();
}

uint64_t
kit_exec(unsigned index, unsigned wave_size)
{
    static const uint64_t masks[KIT_EXECS - 2] = {
        UINT64_MAX,
        0,
        UINT64_C(0x5555555555555555),
        UINT64_C(0xaaaaaaaaaaaaaaaa),
        UINT64_C(0xf0f00ff00ff0f0f0),
        UINT64_C(0x0000000100000001),
        UINT64_C(0x8000000000008000),
        UINT64_C(0xffff0000ffff0000),
    };
    const uint64_t mask = index < KIT_EXECS - 2 ? masks[index] : kit_random64();

    return wave_size == 64 ? mask : (uint32_t)mask;
}
