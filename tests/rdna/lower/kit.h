/* SPDX-License-Identifier: MIT
 *
 * Code run three ways: by the wave interpreter, and translated on devices. All work on registers in
 * memory as rdna_shell_state lays them out, and on a window of memory.
 */
#ifndef TESTS_RDNA_LOWER_KIT_H
#define TESTS_RDNA_LOWER_KIT_H

#include "rdna/lower/lower.h"
#include "rdna/wave/wave.h"
#include "scene/scene.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define KIT_WINDOW UINT64_C(0x500000000)
/* Of waves' scratch in the wave interpreter. */
#define KIT_SCRATCH UINT64_C(0x700000000)

struct kit_code {
    enum rdna_isa isa;
    unsigned wave_size;
    const uint32_t *words;
    uint32_t count;
    uint32_t mode;  /* RDNA_MODE_START ... */
    uint32_t waves; /* Each is a workgroup of its own. */
    uint32_t lds_size;
    uint32_t scratch_size; /* Of a lane. */
    bool exact_fma;        /* Translations are for a host that rounds twice. */
};

/* All that is changed: kit_state_words for each wave; window_size bytes. */
struct kit_data {
    uint32_t *state;
    uint8_t *window;
    uint32_t window_size;
};

size_t kit_state_words(const struct kit_code *code); /* Of all waves. */
/* Where wave's registers are in the state. */
uint32_t *kit_scalars(const struct kit_code *code, const struct kit_data *data, uint32_t wave);
uint32_t *kit_vector(const struct kit_code *code, const struct kit_data *data, uint32_t wave,
                     unsigned reg);
struct kit_data kit_data_new(struct base_arena *arena, const struct kit_code *code,
                             uint32_t window_size);
struct kit_data kit_data_copy(struct base_arena *arena, const struct kit_code *code,
                              const struct kit_data *data);

/* The wave interpreter. False, and the reason, if a wave was stopped or did not end in budget. */
bool kit_run_wave(const struct kit_code *code, struct kit_data *data, uint64_t budget,
                  struct base_text *reason);

/* What a translation needs: a shader, or diagnostics that say why not. */
struct ir_shader *kit_translate(const struct kit_code *code, bool has_company,
                                enum rdna_company company, struct base_arena *arena,
                                struct rdna_lower_report *report, struct base_diags *diags);
/* Runs it. False with errors in diags. */
bool kit_run_device(struct scene_device *device, const struct kit_code *code,
                    const struct ir_shader *shader, struct kit_data *data, struct base_arena *arena,
                    struct base_diags *diags);

/* The words of a text for the assembler, which must be good. */
const uint32_t *kit_assemble(struct base_arena *arena, enum rdna_isa isa, unsigned wave_size,
                             const char *text, uint32_t *count);

#endif
