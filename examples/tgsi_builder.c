/* SPDX-License-Identifier: MIT
 *
 * A TGSI program made by calls: a fragment shader that samples a texture and fades what lies far
 * from the middle. Its text is printed, and below it the words of its tokens as virgl's guests send
 * them; both are translated to see that they can be.
 *
 *   cc tgsi_builder.c $(pkg-config --cflags --libs quadrille) -o tgsi_builder
 *   ./tgsi_builder
 */
#include <quadrille/quadrille.h>

#include <stdbool.h>
#include <stdio.h>

static void
declare(struct qd_tgsi_builder *b)
{
    struct qd_tgsi_declaration coordinate = QD_TGSI_DECLARATION_INIT(QD_TGSI_FILE_IN, 0, 0);
    struct qd_tgsi_declaration colour = QD_TGSI_DECLARATION_INIT(QD_TGSI_FILE_OUT, 0, 0);
    struct qd_tgsi_declaration sampler = QD_TGSI_DECLARATION_INIT(QD_TGSI_FILE_SAMP, 0, 0);
    struct qd_tgsi_declaration view = QD_TGSI_DECLARATION_INIT(QD_TGSI_FILE_SVIEW, 0, 0);
    struct qd_tgsi_declaration temps = QD_TGSI_DECLARATION_INIT(QD_TGSI_FILE_TEMP, 0, 1);

    coordinate.semantic = "GENERIC";
    coordinate.interpolation = "PERSPECTIVE";
    colour.semantic = "COLOR";
    view.target = "2D";
    view.types[0] = "FLOAT";
    qd_tgsi_declare(b, &coordinate);
    qd_tgsi_declare(b, &colour);
    qd_tgsi_declare(b, &sampler);
    qd_tgsi_declare(b, &view);
    qd_tgsi_declare(b, &temps);
}

static void
emit(struct qd_tgsi_builder *b)
{
    static const float middle[4] = {0.5f, 0.5f, 0.0f, 1.0f};
    const struct qd_tgsi_operand in = qd_tgsi_register(QD_TGSI_FILE_IN, 0);
    const struct qd_tgsi_operand out = qd_tgsi_register(QD_TGSI_FILE_OUT, 0);
    const struct qd_tgsi_operand texel = qd_tgsi_register(QD_TGSI_FILE_TEMP, 0);
    const struct qd_tgsi_operand away = qd_tgsi_register(QD_TGSI_FILE_TEMP, 1);
    struct qd_tgsi_operand half;
    uint32_t number;

    qd_tgsi_immediate_f32(b, middle, &number);
    half = qd_tgsi_register(QD_TGSI_FILE_IMM, number);
    qd_tgsi_emit_texture(b, "TEX", texel, in, 0, "2D");
    qd_tgsi_emit2(b, "ADD", qd_tgsi_components(away, "xy"), in, qd_tgsi_negate(half));
    qd_tgsi_emit2(b, "DP2", qd_tgsi_components(away, "x"), away, away);
    qd_tgsi_emit2(b, "SLT", qd_tgsi_components(away, "y"), qd_tgsi_components(half, "x"),
                  qd_tgsi_components(away, "x"));
    qd_tgsi_emit_test(b, "IF", qd_tgsi_components(away, "y"));
    qd_tgsi_emit0(b, "KILL");
    qd_tgsi_emit0(b, "ENDIF");
    qd_tgsi_emit2(b, "ADD_SAT", qd_tgsi_components(away, "x"), qd_tgsi_components(half, "w"),
                  qd_tgsi_negate(qd_tgsi_components(away, "x")));
    qd_tgsi_emit2(b, "MUL", out, texel, qd_tgsi_components(away, "x"));
    qd_tgsi_emit0(b, "END");
}

static bool
translate(enum qd_format form, const void *program, size_t size)
{
    struct qd_translate_options options = QD_TRANSLATE_OPTIONS_INIT;
    struct qd_output *out;

    options.from = form;
    options.tokens = QD_TGSI_TOKENS_VIRGL;
    options.name = "fade";
    const enum qd_result result = qd_translate(program, size, &options, &out);
    if (out)
        fputs(qd_output_text(out), stderr);
    qd_output_free(out);
    return result == QD_OK;
}

static bool
print_text(struct qd_tgsi_builder *b)
{
    const char *text;
    size_t size;

    if (qd_tgsi_finish_text(b, &text, &size) != QD_OK)
        return false;
    fwrite(text, 1, size, stdout);
    return translate(QD_FORMAT_TGSI_TEXT, text, size);
}

static bool
print_tokens(struct qd_tgsi_builder *b)
{
    const uint32_t *words;
    size_t count;

    if (qd_tgsi_finish_tokens(b, QD_TGSI_TOKENS_VIRGL, &words, &count) != QD_OK)
        return false;
    for (size_t i = 0; i < count; i++)
        printf("0x%08x%c", (unsigned)words[i], i % 8 == 7 || i + 1 == count ? '\n' : ' ');
    return translate(QD_FORMAT_TGSI_TOKENS, words, count * sizeof(*words));
}

int
main(void)
{
    struct qd_tgsi_builder *b;

    if (qd_tgsi_builder_new(QD_TGSI_FRAG, QD_TGSI_DIALECT_FINAL, &b) != QD_OK)
        return 1;
    /* A call that is wrong leaves a diagnostic, so that only the last one has to be asked. */
    declare(b);
    emit(b);
    const bool is_good = print_text(b) && print_tokens(b);
    for (uint32_t i = 0; i < qd_tgsi_diagnostic_count(b); i++)
        fprintf(stderr, "line %u: %s\n", qd_tgsi_diagnostic(b, i)->place.line,
                qd_tgsi_diagnostic(b, i)->message);
    qd_tgsi_builder_free(b);
    return is_good ? 0 : 1;
}
