/* SPDX-License-Identifier: MIT
 *
 * Which vertices make which primitives: Vulkan, "Primitive Topologies".
 */
#include "cpu/cpu_priv.h"

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- by hand ---- */

static const struct row {
    enum scene_topology topology;
    uint32_t vertex_count;
    const char *expected; /* A primitive's vertices, the provoking one first; "|" between them. */
} rows[] = {
    {scene_topology_points, 0, ""},
    {scene_topology_points, 3, "0|1|2"},
    {scene_topology_lines, 1, ""},
    {scene_topology_lines, 5, "0 1|2 3"},
    {scene_topology_line_strip, 1, ""},
    {scene_topology_line_strip, 4, "0 1|1 2|2 3"},
    {scene_topology_triangles, 2, ""},
    {scene_topology_triangles, 8, "0 1 2|3 4 5"},
    {scene_topology_triangle_strip, 2, ""},
    {scene_topology_triangle_strip, 6, "0 1 2|1 3 2|2 3 4|3 5 4"},
    {scene_topology_triangle_fan, 2, ""},
    {scene_topology_triangle_fan, 5, "1 2 0|2 3 0|3 4 0"},
    {scene_topology_lines_adjacency, 3, ""},
    {scene_topology_lines_adjacency, 9, "1 2|5 6"},
    {scene_topology_line_strip_adjacency, 3, ""},
    {scene_topology_line_strip_adjacency, 6, "1 2|2 3|3 4"},
    {scene_topology_triangles_adjacency, 5, ""},
    {scene_topology_triangles_adjacency, 13, "0 2 4|6 8 10"},
    {scene_topology_triangle_strip_adjacency, 5, ""},
    {scene_topology_triangle_strip_adjacency, 7, "0 2 4"},
    {scene_topology_triangle_strip_adjacency, 12, "0 2 4|2 6 4|4 6 8|6 10 8"},
};

struct assembling {
    struct scene scene;
    struct cpu_memory memory;
    struct scene_bytes buffer;
    struct scene_draw draw;
    struct cpu_counts counts;
    struct cpu_assembly assembly;
};

static struct assembling *
start(enum scene_topology topology, uint32_t vertex_count)
{
    struct assembling *a = calloc(1, sizeof(*a));

    assert_non_null(a);
    a->draw = scene_draw_default(1, 1);
    a->draw.topology = topology;
    a->memory.scene = &a->scene;
    a->memory.buffers = &a->buffer;
    a->counts = (struct cpu_counts){.vertex_count = vertex_count, .instance_count = 1};
    return a;
}

/* All primitives as text; instances after the first are marked. */
static void
assemble(struct assembling *a, char *text, size_t size)
{
    const uint32_t corners = cpu_topology_corners(a->draw.topology);
    size_t at = 0;

    text[0] = 0;
    cpu_assembly_init(&a->assembly, &a->memory, &a->draw, &a->counts);
    while (cpu_assembly_next(&a->assembly)) {
        for (uint32_t i = 0; i < a->assembly.primitive_count; i++) {
            const struct cpu_assembled *primitive = &a->assembly.primitives[i];

            for (uint32_t j = 0; j < corners; j++) {
                const struct cpu_vertex *vertex = &a->assembly.vertices[primitive->corners[j]];
                at += (size_t)snprintf(text + at, size - at, "%s%u",
                                       j    ? " "
                                       : at ? "|"
                                            : "",
                                       vertex->vertex);
                if (vertex->instance)
                    at += (size_t)snprintf(text + at, size - at, "'%u", vertex->instance);
                assert_true(at < size);
            }
        }
    }
}

static void
test_topologies(void **state)
{
    char text[400];
    (void)state;

    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        struct assembling *a = start(rows[i].topology, rows[i].vertex_count);

        assemble(a, text, sizeof(text));
        if (strcmp(text, rows[i].expected) != 0)
            fail_msg("row %zu: found %s, expected %s", i, text, rows[i].expected);
        free(a);
    }
}

/* ---- provoking vertices ---- */

/* The last vertices of primitives: the table of VK_EXT_provoking_vertex. */
static const struct {
    enum scene_topology topology;
    uint32_t first[3];
    uint32_t last[3]; /* Of primitives 0, 1 and 2. */
} provoking_rows[] = {
    {scene_topology_points, {0, 1, 2}, {0, 1, 2}},
    {scene_topology_lines, {0, 2, 4}, {1, 3, 5}},
    {scene_topology_line_strip, {0, 1, 2}, {1, 2, 3}},
    {scene_topology_triangles, {0, 3, 6}, {2, 5, 8}},
    {scene_topology_triangle_strip, {0, 1, 2}, {2, 3, 4}},
    {scene_topology_triangle_fan, {1, 2, 3}, {2, 3, 4}},
    {scene_topology_lines_adjacency, {1, 5, 9}, {2, 6, 10}},
    {scene_topology_line_strip_adjacency, {1, 2, 3}, {2, 3, 4}},
    {scene_topology_triangles_adjacency, {0, 6, 12}, {4, 10, 16}},
    {scene_topology_triangle_strip_adjacency, {0, 2, 4}, {4, 6, 8}},
};

static void
check_provoking(enum scene_topology topology, bool is_last, const uint32_t expected[3])
{
    struct assembling *a = start(topology, 18);

    a->draw.raster.is_last_provoking = is_last;
    cpu_assembly_init(&a->assembly, &a->memory, &a->draw, &a->counts);
    assert_true(cpu_assembly_next(&a->assembly));
    for (uint32_t i = 0; i < 3; i++) {
        const struct cpu_assembled *primitive = &a->assembly.primitives[i];
        const uint32_t place = primitive->corners[primitive->provoking];

        assert_int_equal(a->assembly.vertices[place].vertex, expected[i]);
    }
    free(a);
}

static void
test_provoking(void **state)
{
    (void)state;

    for (size_t i = 0; i < BASE_COUNT(provoking_rows); i++) {
        check_provoking(provoking_rows[i].topology, false, provoking_rows[i].first);
        check_provoking(provoking_rows[i].topology, true, provoking_rows[i].last);
    }
}

/* ---- indices ---- */

static void
test_indices(void **state)
{
    static const uint8_t bytes[] = {5, 6, 7, 255, 1, 2, 3, 4};
    static const uint16_t halves[] = {5, 65535, 7, 255, 65535, 2, 3, 4};
    static const uint32_t words[] = {5, 6, 4294967295u, 7, 65535, 9, 10, 11};
    static const struct {
        enum scene_index index;
        const void *data;
        size_t size;
        uint64_t offset;
        uint32_t first;
        uint32_t count;
        int32_t vertex_offset;
        bool has_restart;
        enum scene_topology topology;
        const char *expected;
    } index_rows[] = {
        {scene_index_u8, bytes, 8, 0, 0, 8, 0, false, scene_topology_triangles, "5 6 7|255 1 2"},
        {scene_index_u8, bytes, 8, 0, 0, 8, 0, true, scene_topology_triangles, "5 6 7|1 2 3"},
        {scene_index_u8, bytes, 8, 0, 0, 8, 10, true, scene_topology_line_strip,
         "15 16|16 17|11 12|12 13|13 14"},
        {scene_index_u8, bytes, 8, 0, 0, 8, 10, false, scene_topology_points,
         "15|16|17|265|11|12|13|14"},
        {scene_index_u8, bytes, 8, 2, 1, 4, 0, true, scene_topology_triangle_strip, "1 2 3"},
        {scene_index_u8, bytes, 8, 0, 0, 8, 0, true, scene_topology_triangle_fan,
         "6 7 5|2 3 1|3 4 1"},
        /* Past the buffer's end indices are 0. */
        {scene_index_u8, bytes, 8, 0, 6, 4, 0, false, scene_topology_points, "3|4|0|0"},
        {scene_index_u8, bytes, 8, 100, 0, 2, 7, false, scene_topology_points, "7|7"},
        {scene_index_u16, halves, 16, 0, 0, 8, 0, false, scene_topology_lines,
         "5 65535|7 255|65535 2|3 4"},
        {scene_index_u16, halves, 16, 0, 0, 8, 0, true, scene_topology_lines, "7 255|2 3"},
        {scene_index_u16, halves, 15, 4, 3, 3, 0, true, scene_topology_points, "2|3|0"},
        {scene_index_u32, words, 32, 0, 0, 8, 0, false, scene_topology_triangles,
         "5 6 4294967295|7 65535 9"},
        {scene_index_u32, words, 32, 0, 0, 8, 0, true, scene_topology_triangles, "7 65535 9"},
        {scene_index_u32, words, 32, 0, 0, 8, -6, true, scene_topology_points,
         "4294967295|0|1|65529|3|4|5"},
        {scene_index_u32, words, 32, 12, 0, 5, 0, true, scene_topology_lines_adjacency, "65535 9"},
    };
    char text[400];
    (void)state;

    for (size_t i = 0; i < BASE_COUNT(index_rows); i++) {
        struct assembling *a = start(index_rows[i].topology, index_rows[i].count);

        a->buffer = (struct scene_bytes){(void *)(uintptr_t)index_rows[i].data, index_rows[i].size};
        a->draw.index = index_rows[i].index;
        a->draw.index_offset = index_rows[i].offset;
        a->draw.has_restart = index_rows[i].has_restart;
        a->counts.first_vertex = index_rows[i].first;
        a->counts.vertex_offset = index_rows[i].vertex_offset;
        assemble(a, text, sizeof(text));
        if (strcmp(text, index_rows[i].expected) != 0)
            fail_msg("row %zu: found %s, expected %s", i, text, index_rows[i].expected);
        free(a);
    }
}

/* Vertices that primitives share are there once; numbers of primitives begin anew with each
 * instance. */
static void
test_sharing(void **state)
{
    static const uint8_t indices[] = {3, 1, 2, 2, 1, 3, 1, 9, 3};
    struct assembling *a = start(scene_topology_triangles, 9);
    char text[400];
    (void)state;

    a->buffer = (struct scene_bytes){(void *)(uintptr_t)indices, sizeof(indices)};
    a->draw.index = scene_index_u8;
    a->counts.first_instance = 4;
    a->counts.instance_count = 2;
    assemble(a, text, sizeof(text));
    assert_string_equal(text, "3'4 1'4 2'4|2'4 1'4 3'4|1'4 9'4 3'4|"
                              "3'5 1'5 2'5|2'5 1'5 3'5|1'5 9'5 3'5");

    cpu_assembly_init(&a->assembly, &a->memory, &a->draw, &a->counts);
    assert_true(cpu_assembly_next(&a->assembly));
    assert_int_equal(a->assembly.vertex_count, 8);
    assert_int_equal(a->assembly.primitive_count, 6);
    for (uint32_t i = 0; i < 6; i++)
        assert_int_equal(a->assembly.primitives[i].id, i % 3);
    assert_false(cpu_assembly_next(&a->assembly));
    free(a);
}

/* Runs that are longer than a batch go on in the next one. */
static void
test_batches(void **state)
{
    static const struct {
        enum scene_topology topology;
        uint32_t primitives;
    } long_rows[] = {
        {scene_topology_points, 100001},      {scene_topology_line_strip, 100000},
        {scene_topology_triangles, 33333},    {scene_topology_triangle_strip, 99999},
        {scene_topology_triangle_fan, 99999}, {scene_topology_triangle_strip_adjacency, 49998},
    };
    (void)state;

    for (size_t i = 0; i < BASE_COUNT(long_rows); i++) {
        const bool is_fan = long_rows[i].topology == scene_topology_triangle_fan;
        struct assembling *a = start(long_rows[i].topology, 100001);
        uint32_t count = 0, last = 0;

        a->counts.instance_count = 2;
        cpu_assembly_init(&a->assembly, &a->memory, &a->draw, &a->counts);
        while (cpu_assembly_next(&a->assembly)) {
            assert_in_range(a->assembly.vertex_count, 1, CPU_BATCH_VERTICES);
            for (uint32_t j = 0; j < a->assembly.primitive_count; j++) {
                const struct cpu_assembled *primitive = &a->assembly.primitives[j];
                const uint32_t first = a->assembly.vertices[primitive->corners[0]].vertex;

                assert_int_equal(primitive->id, count % long_rows[i].primitives);
                if (count % long_rows[i].primitives)
                    assert_true(first > last);
                else
                    assert_int_equal(first, is_fan ? 1 : 0);
                last = first;
                count++;
            }
        }
        assert_int_equal(count, 2 * long_rows[i].primitives);
        free(a);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_topologies), cmocka_unit_test(test_provoking),
        cmocka_unit_test(test_indices),    cmocka_unit_test(test_sharing),
        cmocka_unit_test(test_batches),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
