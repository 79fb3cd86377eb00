/* SPDX-License-Identifier: MIT
 *
 * Every line of sample.txt: words and the text that LLVM has for them.
 *
 *   test-rdna-sample FILE
 */
#include "rdna/decode.h"
#include "rdna/print.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static const char *sample_path;

/* What a line says: chip, wave size and words, then the text. */
struct line {
    enum rdna_isa isa;
    unsigned wave_size;
    uint32_t words[RDNA_MAX_WORDS];
    unsigned count;
    const char *text;
};

static void
read_line(struct line *line, char *text)
{
    char *end = strstr(text, " = ");
    unsigned chip;
    int used;

    assert_non_null(end);
    *end = '\0';
    line->text = end + 3;
    line->text = strtok(end + 3, "\n");
    assert_int_equal(sscanf(text, "gfx%u %u%n", &chip, &line->wave_size, &used), 2);
    line->isa = chip == 1010   ? rdna_isa_gfx1010
                : chip == 1013 ? rdna_isa_gfx1013
                               : rdna_isa_gfx1030;
    line->count = 0;
    for (text += used; *text; text = end) {
        line->words[line->count++] = (uint32_t)strtoul(text, &end, 16);
        if (line->count == RDNA_MAX_WORDS)
            break;
    }
}

/* Without its last word, an instruction of several is none. */
static void
check_truncated(const struct line *line)
{
    struct rdna_inst inst;

    for (unsigned count = 0; count < line->count; count++) {
        /* As large as the words, so that a sanitizer sees what is read past them. */
        uint32_t *words = malloc(count ? count * sizeof(*words) : 1);
        assert_non_null(words);
        memcpy(words, line->words, count * sizeof(*words));
        const bool decoded = rdna_decode(words, count, line->isa, line->wave_size, &inst);
        free(words);
        /* v_nop is whole without its second word. */
        if (decoded)
            assert_int_equal(inst.row, rdna_op_v_nop);
        assert_int_equal(inst.words, 1);
    }
}

static void
test_sample(void **state)
{
    FILE *file = fopen(sample_path, "r");
    char text[1024], ours[RDNA_MAX_TEXT];
    unsigned lines = 0;

    (void)state;
    assert_non_null(file);
    while (fgets(text, sizeof(text), file)) {
        struct line line;
        struct rdna_inst inst;
        if (text[0] == '#')
            continue;
        read_line(&line, text);
        const bool decoded = rdna_decode(line.words, line.count, line.isa, line.wave_size, &inst);
        const size_t length = rdna_print(&inst, line.isa, line.wave_size, ours);
        assert_string_equal(ours, line.text);
        assert_int_equal(length, strlen(ours));
        assert_int_equal(decoded, ours[0] != '<');
        assert_int_equal(inst.words, decoded ? line.count : 1);
        if (decoded)
            check_truncated(&line);
        lines++;
    }
    fclose(file);
    assert_true(lines > 2000);
}

int
main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_sample)};

    sample_path = argc > 1 ? argv[1] : "sample.txt";
    return cmocka_run_group_tests(tests, NULL, NULL);
}
