/* SPDX-License-Identifier: MIT */
#include "kit.h"

#include <stdio.h>
#include <stdlib.h>

void
kit_begin(struct kit *kit)
{
    base_arena_init(&kit->arena, 0);
    if (!BASE_ARENA_CATCH(&kit->arena))
        abort();
    base_diags_init(&kit->diags, &kit->arena, "test");
}

void
kit_end(struct kit *kit)
{
    base_arena_finish(&kit->arena);
}

struct rdna_code *
kit_read(struct kit *kit, const char *data, size_t size, const struct rdna_code_options *options)
{
    const struct rdna_code_options none = {.metadata = rdna_find_metadata_reader()};

    return rdna_code_read(&kit->arena, data, size, options ? options : &none, &kit->diags);
}

const char *
kit_load(struct kit *kit, const char *folder, const char *name, size_t *size)
{
    FILE *file = fopen(base_arena_printf(&kit->arena, "%s/%s", folder, name), "rb");

    if (!file)
        fail_msg("%s/%s cannot be read", folder, name);
    fseek(file, 0, SEEK_END);
    *size = (size_t)ftell(file);
    rewind(file);
    char *data = base_arena_alloc(&kit->arena, *size);
    assert_int_equal(fread(data, 1, *size, file), *size);
    fclose(file);
    return data;
}

uint32_t
kit_random(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(*state >> 33);
}
