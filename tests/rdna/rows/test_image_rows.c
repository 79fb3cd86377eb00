/* SPDX-License-Identifier: MIT */
#include "image_rows.h"

#include "rdna/decode.h"
#include "rdna/parse.h"

#include <stdio.h>

const uint8_t dim_coords[8] = {1, 2, 3, 3, 2, 3, 3, 4};
const uint8_t dim_axes[8] = {1, 2, 3, 2, 1, 2, 2, 2};

static const char *const dim_names[8] = {"1D",       "2D",       "3D",      "CUBE",
                                         "1D_ARRAY", "2D_ARRAY", "2D_MSAA", "2D_MSAA_ARRAY"};

/* ---- Random numbers, the same in each run ---- */

uint32_t
rows_random(void)
{
    static uint64_t state = 7;

    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(state >> 32);
}

uint32_t
rows_below(uint32_t count)
{
    return rows_random() % count;
}

uint64_t
rows_exec(const struct kit *kit)
{
    uint64_t exec = UINT64_MAX;

    if (rows_below(2))
        exec = rows_random() | (uint64_t)rows_random() << 32 | 1;
    return exec & rdna_all_lanes(kit->wave);
}

/* ---- Registers and text ---- */

/* The vector registers before, with what is expected to change. */
static uint32_t expected[RDNA_VECTOR_COUNT][RDNA_MAX_LANES];

static void
pick_registers(struct shot *shot)
{
    bool taken[RDNA_VECTOR_COUNT] = {false};

    /* LLVM's disassembler wants room for four registers of a gather, even if d16 makes them two. */
    shot->data = (uint8_t)rows_below(252 - shot->data_count);
    for (unsigned i = 0; i < shot->data_count; i++)
        taken[shot->data + i] = true;
    if (shot->address_count < 2)
        shot->scattered = false;
    if (shot->scattered) {
        for (unsigned i = 0; i < shot->address_count; i++) {
            do
                shot->address[i] = (uint8_t)rows_below(256);
            while (taken[shot->address[i]]);
            taken[shot->address[i]] = true;
        }
        return;
    }
    /* Below the data, or above it. */
    const unsigned below = shot->data, count = shot->address_count;
    const unsigned first =
        below >= count
            ? rows_below(below - count + 1)
            : below + shot->data_count + rows_below(256 - below - shot->data_count - count + 1);
    for (unsigned i = 0; i < count; i++)
        shot->address[i] = (uint8_t)(first + i);
}

static int
print_range(char *to, size_t room, char file, unsigned first, unsigned count)
{
    if (count == 1)
        return snprintf(to, room, "%c%u", file, first);
    return snprintf(to, room, "%c[%u:%u]", file, first, first + count - 1);
}

static void
print_shot(struct shot *shot)
{
    char *at = shot->text, *const end = at + sizeof(shot->text);
#define PRINT(...) (at += snprintf(at, (size_t)(end - at), __VA_ARGS__))

    PRINT("%s ", shot->name);
    at += print_range(at, (size_t)(end - at), 'v', shot->data, shot->data_count);
    if (shot->scattered) {
        for (unsigned i = 0; i < shot->address_count; i++)
            PRINT("%sv%u", i ? ", " : ", [", shot->address[i]);
        PRINT("]");
    } else {
        PRINT(", ");
        at += print_range(at, (size_t)(end - at), 'v', shot->address[0], shot->address_count);
    }
    PRINT(", s[%u:%u]", shot->srsrc, shot->srsrc + (shot->no_dim ? 3 : 7));
    if (shot->sampled)
        PRINT(", s[%u:%u]", shot->ssamp, shot->ssamp + 3);
    if (!shot->no_dim)
        PRINT(" dmask:0x%x dim:SQ_RSRC_IMG_%s", shot->dmask, dim_names[shot->dim]);
    PRINT("%s%s%s%s%s%s%s\n", shot->unorm ? " unorm" : "", shot->glc ? " glc" : "",
          shot->r128 ? " r128" : "", shot->a16 ? " a16" : "", shot->tfe ? " tfe" : "",
          shot->lwe ? " lwe" : "", shot->d16 ? " d16" : "");
#undef PRINT
}

void
shot_begin(struct kit *kit, struct shot *shot)
{
    struct base_arena arena;
    struct base_diags diags;
    struct rdna_assembly code;
    static bool is_filled;

    shot->srsrc = (uint8_t)(4 * rows_below(11));
    shot->ssamp = (uint8_t)(48 + 4 * rows_below(12));
    pick_registers(shot);
    print_shot(shot);
    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena))
        fail_msg("out of memory");
    base_diags_init(&diags, &arena, "row");
    if (!rdna_assemble(shot->text, strlen(shot->text), shot->isa, kit->wave->size, &arena, &code,
                       &diags))
        fail_msg("%s: does not assemble: %s", rdna_isa_names[shot->isa], shot->text);
    if (!rdna_decode(code.words, code.count, shot->isa, kit->wave->size, &shot->inst) ||
        shot->inst.words != code.count)
        fail_msg("%s: does not decode: %s", rdna_isa_names[shot->isa], shot->text);
    if (strcmp(rdna_op_infos[shot->inst.row].name, shot->name) != 0)
        fail_msg("%s became %s", shot->text, rdna_op_infos[shot->inst.row].name);
    base_arena_finish(&arena);

    for (unsigned i = 0; i < RDNA_VECTOR_COUNT && !is_filled; i++)
        for (unsigned lane = 0; lane < RDNA_MAX_LANES; lane++)
            expected[i][lane] = rows_random();
    is_filled = true;
    memcpy(kit->wave->vectors, expected, sizeof(expected));
}

void
shot_set(struct kit *kit, const struct shot *shot, unsigned lane, unsigned i, uint32_t value)
{
    assert_true(i < shot->address_count);
    kit_vector(kit, shot->address[i])[lane] = value;
}

void
shot_set_data(struct kit *kit, const struct shot *shot, unsigned lane, unsigned i, uint32_t value)
{
    assert_true(i < shot->data_count);
    kit_vector(kit, shot->data + i)[lane] = value;
}

void
shot_ready(struct kit *kit)
{
    memcpy(expected, kit->wave->vectors, sizeof(expected));
}

void
shot_expect(const struct shot *shot, unsigned lane, unsigned i, uint32_t value)
{
    assert_true(i < shot->data_count);
    expected[shot->data + i][lane] = value;
}

unsigned
result_registers(const struct shot *shot, unsigned components)
{
    return (shot->d16 ? (components + 1) / 2 : components) + shot->tfe;
}

void
shot_expect_results(struct shot *shot, unsigned lane, const struct texel_format *format,
                    const uint32_t values[4])
{
    unsigned count = 0;

    for (unsigned c = 0; c < 4; c++) {
        if (!(shot->dmask >> c & 1))
            continue;
        if (!shot->d16) {
            shot_expect(shot, lane, count, values[c]);
        } else {
            const uint32_t half = texel_half(format, values[c]);
            uint32_t *pair = &expected[shot->data + count / 2][lane];
            *pair = count % 2 ? (*pair & 0xffff) | half << 16 : half;
        }
        count++;
    }
    if (shot->d16 && count % 2)
        shot->odd_lanes |= UINT64_C(1) << lane;
    if (shot->tfe)
        shot_expect(shot, lane, shot->data_count - 1, 0);
}

/* What the upper half becomes where the number of halves is odd is not known. */
static void
allow_any_upper_half(const struct kit *kit, const struct shot *shot)
{
    const unsigned last = shot->data + shot->data_count - shot->tfe - 1u;

    for (unsigned lane = 0; lane < RDNA_MAX_LANES; lane++)
        if (shot->odd_lanes >> lane & 1)
            expected[last][lane] =
                (expected[last][lane] & 0xffff) | (kit->wave->vectors[last][lane] & 0xffff0000);
}

void
shot_run(struct kit *kit, struct shot *shot)
{
    kit_run(kit, &shot->inst);
    allow_any_upper_half(kit, shot);
    if (!memcmp(kit->wave->vectors, expected, sizeof(expected)))
        return;
    for (unsigned i = 0; i < RDNA_VECTOR_COUNT; i++)
        for (unsigned lane = 0; lane < RDNA_MAX_LANES; lane++) {
            const uint32_t got = kit->wave->vectors[i][lane], want = expected[i][lane];
            if (got == want)
                continue;
            print_error("v%u, lane %u: 0x%x (%g), not 0x%x (%g)\n", i, lane, got,
                        (double)base_float_of_bits(got), want, (double)base_float_of_bits(want));
            for (unsigned a = 0; a < shot->address_count; a++) {
                const uint32_t bits = kit_vector(kit, shot->address[a])[lane];
                print_error("  address %u: 0x%x (%g)\n", a, bits, (double)base_float_of_bits(bits));
            }
            const uint32_t *w = kit->wave->scalars;
            for (unsigned s = 0; s < 8; s++)
                print_error("  s%u 0x%08x\n", shot->srsrc + s, w[shot->srsrc + s]);
            for (unsigned s = 0; s < 4 && shot->sampled; s++)
                print_error("  s%u 0x%08x\n", shot->ssamp + s, w[shot->ssamp + s]);
            fail_msg("%s, wave%u: %s", rdna_isa_names[shot->isa], kit->wave->size, shot->text);
        }
}

/* ---- Rows ---- */

static unsigned counts[rdna_op_count];

static bool
is_row(unsigned row)
{
    return row && rdna_op_infos[row].family == rdna_family_mimg;
}

void
rows_count(const char *name, unsigned vectors)
{
    for (unsigned row = 0; row < rdna_op_count; row++)
        if (is_row(row) && !strcmp(rdna_op_infos[row].name, name))
            counts[row] += vectors;
}

/* Only the chips with ray tracing have these. */
static bool
has_row(enum rdna_isa isa, const char *name)
{
    return isa != rdna_isa_gfx1010 ||
           (!strstr(name, "intersect_ray") && strcmp(name, "image_msaa_load") != 0);
}

void
rows_each(const char *prefix,
          void (*test)(struct kit *kit, const char *name, enum rdna_isa isa, unsigned round),
          unsigned rounds)
{
    for (unsigned wave_size = 32; wave_size <= 64; wave_size += 32) {
        struct kit kit;

        kit_start(&kit, wave_size);
        for (unsigned row = 0; row < rdna_op_count; row++) {
            const char *name = rdna_op_infos[row].name;
            if (!is_row(row) || strncmp(name, prefix, strlen(prefix)) != 0)
                continue;
            for (unsigned isa = 0; isa < rdna_isa_count; isa++)
                for (unsigned round = 0; round < rounds && has_row(isa, name); round++)
                    test(&kit, name, isa, round);
        }
        kit_finish(&kit);
    }
}

static void
test_every_row(void **state)
{
    unsigned rows = 0, vectors = 0, missing = 0;

    (void)state;
    for (unsigned row = 0; row < rdna_op_count; row++) {
        if (!is_row(row))
            continue;
        rows++;
        vectors += counts[row];
        if (!counts[row]) {
            missing++;
            print_error("%s has no vector\n", rdna_op_infos[row].name);
        }
    }
    print_message("%u rows, %u vectors\n", rows, vectors);
    assert_int_equal(missing, 0);
    assert_true(rows > 100);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sampled_rows),      cmocka_unit_test(test_sampled_anywhere),
        cmocka_unit_test(test_horizontal_gather), cmocka_unit_test(test_comparison_range),
        cmocka_unit_test(test_lod_rows),          cmocka_unit_test(test_load_rows),
        cmocka_unit_test(test_store_rows),        cmocka_unit_test(test_bounds),
        cmocka_unit_test(test_atomic_rows),       cmocka_unit_test(test_info_rows),
        cmocka_unit_test(test_msaa_rows),         cmocka_unit_test(test_box_rows),
        cmocka_unit_test(test_triangle_rows),     cmocka_unit_test(test_every_row),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
