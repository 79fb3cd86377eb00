/* SPDX-License-Identifier: MIT
 *
 * What the tests of this folder share: programs from text to IR, and running them on lanes.
 */
#ifndef TGSI_TEST_KIT_H
#define TGSI_TEST_KIT_H

#include "base/bits.h"
#include "cpu/interp/interp.h"
#include "cpu/sample/sample.h"
#include "tgsi/program.h"

#include <cmocka.h>

union kit_word {
    float f;
    int32_t i;
    uint32_t u;
};

/* Where kit_lower() puts output GENERIC[i]. */
#define KIT_GENERIC 13

struct kit {
    struct base_arena arena;
    struct base_diags diags;
    struct tgsi_program *program;
    struct ir_shader *shader;
};

/* Out of memory fails the test. */
#define KIT_BEGIN(kit)                                                                             \
    do {                                                                                           \
        base_arena_init(&(kit)->arena, 0);                                                         \
        if (!BASE_ARENA_CATCH(&(kit)->arena))                                                      \
            fail_msg("ran out of memory");                                                         \
        base_diags_init(&(kit)->diags, &(kit)->arena, "test");                                     \
    } while (0)

void kit_end(struct kit *kit);

/* Reads and checks; fails the test with the first error. */
void kit_read(struct kit *kit, const char *text);
/* And lowers, verifies, runs the default pipeline and verifies again. */
void kit_lower(struct kit *kit, const char *text);
/* Fails the test where the programs differ in anything but places and dialect. name is of both. */
void kit_assert_same(const char *name, const struct tgsi_program *a, const struct tgsi_program *b);
/* The program as text. */
const char *kit_text(struct kit *kit, const struct tgsi_program *program);
/* All of a file; fails the test if there is none. */
char *kit_load(struct kit *kit, const char *path, size_t *size);
/* The shader as text. */
const char *kit_print(struct kit *kit);

/* A run of a shader that kit_lower() made, on lanes lanes, all active. */
struct kit_run {
    uint32_t lanes;
    struct cpu_group group;
    struct cpu_resources resources;
    struct cpu_buffer_view buffers[4];       /* By the shader's buffers. */
    struct cpu_image_view images[4];         /* By the shader's images. */
    const struct scene_sampler *samplers[4]; /* Likewise. */
    struct cpu_buffers buffer_rows[4];
    struct cpu_images image_rows[4];
    uint32_t *inputs;
    uint32_t *outputs;
    struct cpu_program *program;
};

void kit_run_init(struct kit *kit, struct kit_run *run, uint32_t lanes);
/* Component c of the input at a location, or of a built-in one, in a lane. Inputs that the shader
 * does not read have no place: the word then goes nowhere. */
void kit_set_input(struct kit *kit, struct kit_run *run, uint32_t location, unsigned c,
                   uint32_t lane, uint32_t word);
void kit_set_builtin(struct kit *kit, struct kit_run *run, enum ir_builtin builtin, unsigned c,
                     uint32_t lane, uint32_t word);
/* Fails the test when the steps run out. */
void kit_run(struct kit *kit, struct kit_run *run);
uint32_t kit_output(struct kit *kit, const struct kit_run *run, uint32_t location, unsigned c,
                    uint32_t lane);
uint32_t kit_builtin(struct kit *kit, const struct kit_run *run, enum ir_builtin builtin,
                     unsigned c, uint32_t lane);

#endif
