/* SPDX-License-Identifier: MIT */
#include "kit.h"

#include <string.h>

void
kit_start(struct kit *kit, unsigned wave_size)
{
    static const uint32_t end = 0xbf810000;

    base_arena_init(&kit->arena, 0);
    rdna_memory_init(&kit->memory, 1 << 20);
    assert_true(rdna_memory_map(&kit->memory, MAPPED, MAPPED_SIZE, true));
    assert_true(rdna_memory_map(&kit->memory, READ_ONLY, READ_ONLY_SIZE, false));
    const struct rdna_group_options options = {
        .program = rdna_program_new(&kit->arena, &end, 1, rdna_isa_gfx1013, wave_size),
        .memory = &kit->memory,
        .wave_count = 1,
        .lds_size = 4096,
        .gds_size = 4096,
    };
    kit->group = rdna_group_new(&kit->arena, &options);
    kit->wave = kit->group->waves;
}

void
kit_finish(struct kit *kit)
{
    rdna_memory_finish(&kit->memory);
    base_arena_finish(&kit->arena);
}

void
kit_put(struct kit *kit, uint64_t address, const void *data, size_t size)
{
    assert_int_equal(rdna_memory_fill(&kit->memory, address, data, size), rdna_access_ok);
}

void
kit_put32(struct kit *kit, uint64_t address, uint32_t value)
{
    kit_put(kit, address, &value, sizeof(value));
}

uint32_t
kit_get32(struct kit *kit, uint64_t address)
{
    uint32_t value = 0;

    assert_int_equal(rdna_memory_read(&kit->memory, address, &value, sizeof(value)),
                     rdna_access_ok);
    return value;
}

void
kit_run(struct kit *kit, const struct rdna_inst *inst)
{
    if (!rdna_executors[inst->row](kit->wave, inst))
        fail_msg("%s: %s", rdna_op_infos[inst->row].name, kit->group->fault.reason);
}

void
kit_fails(struct kit *kit, const struct rdna_inst *inst, const char *text)
{
    assert_false(rdna_executors[inst->row](kit->wave, inst));
    assert_true(kit->group->fault.is_set);
    assert_int_equal(kit->group->fault.inst.row, inst->row);
    if (!strstr(kit->group->fault.reason, text))
        fail_msg("'%s' is not in '%s'", text, kit->group->fault.reason);
    kit->group->fault.is_set = false;
    kit->wave->status = rdna_wave_running;
}

void
kit_set_buffer(struct kit *kit, unsigned first, const struct kit_buffer *buffer)
{
    uint32_t *w = &kit->wave->scalars[first];

    w[0] = (uint32_t)buffer->base;
    w[1] = (uint32_t)(buffer->base >> 32) | buffer->stride << 16 | (uint32_t)buffer->swizzled << 31;
    w[2] = buffer->records;
    w[3] = 0xfac | buffer->format << 12 | buffer->index_stride_code << 21 |
           (uint32_t)buffer->add_tid << 23 | 1u << 24 | buffer->oob << 28;
}
