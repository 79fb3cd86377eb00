/* SPDX-License-Identifier: MIT */
#include "wave_priv.h"

/* A jump may lead to any word, so each has its instruction. */
struct rdna_program *
rdna_program_new(struct base_arena *arena, const uint32_t *words, uint32_t word_count,
                 enum rdna_isa isa, unsigned wave_size)
{
    struct rdna_program *program = base_arena_new(arena, struct rdna_program);

    program->isa = isa;
    program->wave_size = wave_size;
    program->words = words;
    program->word_count = word_count;
    program->insts = base_arena_new_array(arena, struct rdna_inst, word_count);
    for (uint32_t i = 0; i < word_count; i++) {
        rdna_decode(words + i, word_count - i, isa, wave_size, &program->insts[i]);
        program->insts[i].offset = i * 4;
    }
    return program;
}
