/* SPDX-License-Identifier: MIT */
#include "trial.h"

#include "rdna/code.h"

bool
trial_read(struct base_arena *arena, const char *data, size_t size, bool is_object,
           unsigned wave_size, struct trial_words *words, struct base_text *text)
{
    const struct rdna_code_options options = {
        .kind = is_object ? rdna_code_elf : rdna_code_hex,
        .wave_size = is_object ? wave_size : 0,
    };
    struct base_diags diags;

    base_diags_init(&diags, arena, "words");
    const struct rdna_code *code = rdna_code_read(arena, data, size, &options, &diags);
    if (!code) {
        base_text_add_string(text, "it cannot be read");
        return false;
    }
    const struct rdna_program *program = &code->programs.data[0];
    words->isa = code->isa;
    words->wave_size = program->wave_size;
    words->count = program->end - program->first + 1;
    words->words = base_arena_new_array(arena, uint32_t, words->count);
    memcpy(words->words, code->words + program->first, (words->count - 1) * sizeof(uint32_t));
    words->words[words->count - 1] = 0xbf810000; /* s_endpgm, for what returns. */
    return true;
}
