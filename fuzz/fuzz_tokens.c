/* SPDX-License-Identifier: MIT
 *
 * TGSI tokens, in all layouts: what is read is written, and reads back to the same words and the
 * same text; what is checked is lowered and holds the IR's invariants, and is sent on.
 */
#include "reread.h"
#include "send_on.h"

#define LIMIT ((size_t)256 << 20)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct words {
    const uint32_t *data;
    size_t count;
};

static void
write_words(const struct tgsi_program *program, const struct tgsi_token_options *options,
            struct base_arena *arena, struct words *words, struct base_diags *diags)
{
    if (!tgsi_write_tokens(program, options, arena, &words->data, &words->count, diags))
        fuzz_die("words that were read are not written", diags);
}

static void
check_same_text(const struct tgsi_program *a, const struct tgsi_program *b,
                struct base_arena *arena, struct base_diags *diags)
{
    struct base_text first, second;

    base_text_init(&first, arena);
    base_text_init(&second, arena);
    tgsi_write_text(a, &first);
    tgsi_write_text(b, &second);
    if (first.count != second.count || memcmp(first.data, second.data, first.count) != 0)
        fuzz_die("the text changes when words are written and read", diags);
}

static void
check_same_words(const struct words *a, const struct words *b, struct base_diags *diags)
{
    if (a->count != b->count || memcmp(a->data, b->data, a->count * sizeof(*a->data)) != 0)
        fuzz_die("the words change when they are read and written", diags);
}

/* By words alone, and by text. */
static void
check_round_trip(const struct tgsi_program *program, const struct tgsi_token_options *options,
                 struct base_arena *arena, struct base_diags *diags)
{
    const struct tgsi_read_options same = {.dialect = fuzz_dialect_to_ask(program)};
    struct words first, second, third;
    struct base_text text;

    write_words(program, options, arena, &first, diags);
    const struct tgsi_program *again =
        tgsi_read_tokens(arena, first.data, first.count, options, diags);
    if (!again)
        fuzz_die("words that were written are not read", diags);
    write_words(again, options, arena, &second, diags);
    check_same_words(&first, &second, diags);
    check_same_text(program, again, arena, diags);

    base_text_init(&text, arena);
    tgsi_write_text(program, &text);
    const struct tgsi_program *of_text = tgsi_read_text(arena, text.data, text.count, &same, diags);
    if (!of_text)
        fuzz_die(text.data, diags);
    write_words(of_text, options, arena, &third, diags);
    check_same_words(&first, &third, diags);
}

static void
lower(const struct tgsi_program *program, struct base_arena *arena, struct base_diags *diags)
{
    const struct tgsi_lower_options options = {.name = "fuzz", .default_point_size = 1};
    struct ir_shader *shader = tgsi_lower(program, &options, arena, diags);

    if (!shader)
        return;
    if (!ir_verify(shader, diags) || !ir_run_pipeline(shader, ir_pipeline_default, diags) ||
        !ir_verify(shader, diags))
        fuzz_die("a broken shader", diags);
    fuzz_send_on(shader, arena, diags);
}

static void
try_layout(const uint32_t *words, size_t count, enum tgsi_tokens layout, struct base_arena *arena)
{
    const struct tgsi_token_options options = {layout};
    struct base_diags diags;

    base_diags_init(&diags, arena, "fuzz");
    const struct tgsi_program *program = tgsi_read_tokens(arena, words, count, &options, &diags);
    if ((program == NULL) != (diags.error_count > 0))
        fuzz_die("a program with an error, or neither", &diags);
    if (!program)
        return;
    check_round_trip(program, &options, arena, &diags);
    const bool is_good = tgsi_check(program, &diags);
    if (is_good == (diags.error_count > 0))
        fuzz_die("the checker contradicts itself", &diags);
    if (is_good)
        lower(program, arena, &diags);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const enum tgsi_tokens layouts[] = {tgsi_tokens_18, tgsi_tokens_24, tgsi_tokens_2012};
    const size_t count = size / sizeof(uint32_t);

    for (size_t i = 0; i < BASE_COUNT(layouts); i++) {
        struct base_arena arena;

        base_arena_init(&arena, LIMIT);
        if (BASE_ARENA_CATCH(&arena)) {
            uint32_t *words = base_arena_new_array(&arena, uint32_t, count);

            memcpy(words, data, count * sizeof(*words));
            /* The length is what there is, most of the time: few inputs would get past it. */
            if (count > 2 && (words[0] & 0xff) == 2 && words[0] >> 8 > count - 2)
                words[0] = 2 | (uint32_t)(count - 2) << 8;
            try_layout(words, count, layouts[i], &arena);
        }
        base_arena_finish(&arena);
    }
    return 0;
}
