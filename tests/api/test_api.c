/* SPDX-License-Identifier: MIT */
#include <quadrille/quadrille.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include <cmocka.h>

#include "module.h"

#include <stdlib.h>
#include <string.h>

static const char shader[] = "FRAG\n"
                             "DCL IN[0], GENERIC[3], PERSPECTIVE\n"
                             "DCL OUT[0], COLOR\n"
                             "DCL CONST[0..2]\n"
                             "MUL OUT[0], IN[0], CONST[2]\n"
                             "END\n";

static struct qd_translate_options
options_of(enum qd_format from)
{
    struct qd_translate_options options = QD_TRANSLATE_OPTIONS_INIT;

    options.from = from;
    return options;
}

static void
translates(void **state)
{
    static const uint32_t versions[] = {0x10300, 0x10000, 0x10300, 0x10500, 0x10600};
    struct qd_translate_options options = options_of(QD_FORMAT_TGSI_TEXT);
    (void)state;

    for (unsigned target = QD_TARGET_DEFAULT; target <= QD_TARGET_VULKAN_1_3; target++) {
        struct qd_output *out;
        size_t count;

        options.target = (enum qd_target)target;
        assert_int_equal(qd_translate(shader, strlen(shader), &options, &out), QD_OK);
        const uint32_t *words = qd_output_words(out, &count);
        assert_true(count > 5);
        assert_int_equal(words[0], 0x07230203);
        assert_int_equal(words[1], versions[target]);
        assert_int_equal(qd_output_stage(out), QD_STAGE_FRAGMENT);
        assert_string_equal(qd_output_text(out), "");
        qd_output_free(out);
    }
}

/* Words of a stream that writes a constant to COLOR, with the number of the fragment stage. */
#define TOKENS(stage)                                                                              \
    {                                                                                              \
        0x00000c02, stage, 0x002f3030, 0, 1, 0x00000051, 0x3f800000, 0, 0, 0x3f800000, 0x00a01022, \
            0x000000f3, 0x39000007, 0x00075002                                                     \
    }

static void
translates_tokens(void **state)
{
    static const struct {
        enum qd_tgsi_tokens tokens;
        uint32_t stage;
    } rows[] = {{QD_TGSI_TOKENS_DEFAULT, 1},
                {QD_TGSI_TOKENS_MESA_18, 1},
                {QD_TGSI_TOKENS_MESA_24, 4},
                {QD_TGSI_TOKENS_VIRGL, 0}};
    struct qd_translate_options options = options_of(QD_FORMAT_TGSI_TOKENS);
    struct qd_output *out;
    (void)state;

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const uint32_t words[] = TOKENS(rows[i].stage);
        char bytes[sizeof(words) + 1];
        size_t count;

        memcpy(bytes + 1, words, sizeof(words));
        options.tokens = rows[i].tokens;
        assert_int_equal(qd_translate(bytes + 1, sizeof(words), &options, &out), QD_OK);
        assert_non_null(qd_output_words(out, &count));
        assert_int_equal(qd_output_stage(out), QD_STAGE_FRAGMENT);
        qd_output_free(out);
        assert_int_equal(qd_check(bytes + 1, sizeof(words), &options, &out), QD_OK);
        qd_output_free(out);
        /* Another's number. */
        options.tokens = QD_TGSI_TOKENS_2012;
        assert_int_equal(qd_translate(bytes + 1, sizeof(words), &options, &out), QD_ERROR_INVALID);
        assert_int_equal(qd_output_diagnostic(out, 0)->place.kind, QD_PLACE_WORD);
        qd_output_free(out);
    }
    assert_int_equal(qd_translate("FRAG\nE", 6, &options, &out), QD_ERROR_INVALID);
    qd_output_free(out);
}

static void
reflects(void **state)
{
    const struct qd_translate_options options = options_of(QD_FORMAT_TGSI_TEXT);
    struct qd_output *out;
    unsigned inputs = 0, outputs = 0, buffers = 0;
    (void)state;

    assert_int_equal(qd_translate(shader, strlen(shader), &options, &out), QD_OK);
    for (uint32_t i = 0; i < qd_output_resource_count(out); i++) {
        const struct qd_resource *resource = qd_output_resource(out, i);

        assert_non_null(resource->name);
        switch (resource->kind) {
        case QD_RESOURCE_INPUT:
            inputs++;
            assert_null(resource->builtin);
            assert_int_equal(resource->location, 16);
            assert_int_equal(resource->type, QD_COMPONENT_FLOAT);
            assert_string_equal(resource->interpolation, "perspective");
            break;
        case QD_RESOURCE_OUTPUT:
            outputs++;
            assert_int_equal(resource->location, 0);
            assert_int_equal(resource->components, 4);
            assert_null(resource->interpolation);
            assert_null(resource->dimension);
            break;
        case QD_RESOURCE_UNIFORM_BUFFER:
            buffers++;
            assert_int_equal(resource->set, 1);
            assert_int_equal(resource->binding, 0);
            assert_int_equal(resource->size, 48);
            break;
        case QD_RESOURCE_SAMPLED_IMAGE:
        case QD_RESOURCE_INPUT_ATTACHMENT:
        case QD_RESOURCE_STORAGE_BUFFER:
        case QD_RESOURCE_UNIFORM_TEXEL_BUFFER:
        case QD_RESOURCE_STORAGE_TEXEL_BUFFER:
        case QD_RESOURCE_STORAGE_IMAGE:
        case QD_RESOURCE_SEPARATE_IMAGE:
        case QD_RESOURCE_SAMPLER:
        case QD_RESOURCE_PUSH_CONSTANTS:
            fail();
            break;
        }
    }
    assert_int_equal(inputs, 1);
    assert_int_equal(outputs, 1);
    assert_int_equal(buffers, 1);
    assert_null(qd_output_resource(out, qd_output_resource_count(out)));
    qd_output_free(out);
}

/* A SPIR-V module of many resources, as a guest: with a value for its local size, which the module
 * that comes out has for good; and that one as a guest again. */
static void
translates_modules(void **state)
{
    static const struct qd_specialization constants[] = {{7, 16}, {3, 2}};
    static const enum qd_resource_kind kinds[] = {
        QD_RESOURCE_INPUT,          QD_RESOURCE_STORAGE_BUFFER,
        QD_RESOURCE_SEPARATE_IMAGE, QD_RESOURCE_UNIFORM_TEXEL_BUFFER,
        QD_RESOURCE_STORAGE_IMAGE,  QD_RESOURCE_STORAGE_TEXEL_BUFFER,
        QD_RESOURCE_SAMPLER,        QD_RESOURCE_PUSH_CONSTANTS,
    };
    struct qd_translate_options options = options_of(QD_FORMAT_SPIRV);
    struct qd_output *out, *again;
    size_t count;
    (void)state;

    options.constants = constants;
    options.constant_count = 2;
    options.entry = "main";
    assert_int_equal(qd_translate(module, sizeof(module), &options, &out), QD_OK);
    assert_int_equal(qd_output_stage(out), QD_STAGE_COMPUTE);
    for (size_t k = 0; k < sizeof(kinds) / sizeof(*kinds); k++) {
        unsigned found = 0;

        for (uint32_t i = 0; i < qd_output_resource_count(out); i++)
            found += qd_output_resource(out, i)->kind == kinds[k];
        if (found != 1)
            fail_msg("kind %zu is there %u times", k, found);
    }
    const uint32_t *words = qd_output_words(out, &count);
    bool has_size = false;
    for (size_t i = 5; i < count; i += words[i] >> 16)
        has_size |= (words[i] & 0xffff) == 16 && words[i + 2] == 17 && words[i + 3] == 16;
    assert_true(has_size); /* OpExecutionMode LocalSize 16 ... */
    assert_int_equal(qd_translate(words, count * 4, &options, &again), QD_OK);
    qd_output_free(again);
    options.entry = "other";
    assert_int_equal(qd_translate(words, count * 4, &options, &again), QD_ERROR_INVALID);
    qd_output_free(again);
    options.constants = NULL;
    assert_int_equal(qd_translate(words, count * 4, &options, &again), QD_ERROR_ARGUMENT);
    qd_output_free(out);
}

static void
is_deterministic(void **state)
{
    const struct qd_translate_options options = options_of(QD_FORMAT_TGSI_TEXT);
    struct qd_output *a, *b;
    size_t a_count, b_count;
    (void)state;

    assert_int_equal(qd_translate(shader, strlen(shader), &options, &a), QD_OK);
    assert_int_equal(qd_translate(shader, strlen(shader), &options, &b), QD_OK);
    const uint32_t *a_words = qd_output_words(a, &a_count), *b_words = qd_output_words(b, &b_count);
    assert_int_equal(a_count, b_count);
    assert_memory_equal(a_words, b_words, a_count * sizeof(*a_words));
    qd_output_free(a);
    qd_output_free(b);
}

static void
reports_errors(void **state)
{
    static const char bad[] = "FRAG\nDCL OUT[0], COLOR\nFOO OUT[0], TEMP[0]\nEND\n";
    struct qd_translate_options options = options_of(QD_FORMAT_TGSI_TEXT);
    struct qd_output *out;
    (void)state;

    options.name = "bad.tgsi";
    assert_int_equal(qd_translate(bad, strlen(bad), &options, &out), QD_ERROR_INVALID);
    assert_null(qd_output_words(out, NULL));
    assert_int_equal(qd_output_resource_count(out), 0);
    assert_true(qd_output_diagnostic_count(out) >= 1);
    const struct qd_diagnostic *diag = qd_output_diagnostic(out, 0);
    assert_int_equal(diag->code, QD_CODE_TGSI_UNKNOWN_OPCODE);
    assert_int_equal(diag->severity, QD_SEVERITY_ERROR);
    assert_int_equal(diag->place.kind, QD_PLACE_TEXT);
    assert_int_equal(diag->place.line, 3);
    assert_int_equal(diag->place.column, 1);
    assert_string_equal(qd_code_name(diag->code), "tgsi-unknown-opcode");
    assert_non_null(strstr(qd_output_text(out), "bad.tgsi:3:1: error: "));
    assert_null(qd_output_diagnostic(out, qd_output_diagnostic_count(out)));
    qd_output_free(out);

    assert_int_equal(qd_check(bad, strlen(bad), &options, &out), QD_ERROR_INVALID);
    qd_output_free(out);
    assert_int_equal(qd_check(shader, strlen(shader), &options, &out), QD_OK);
    assert_null(qd_output_words(out, NULL));
    qd_output_free(out);
    assert_int_equal(qd_translate(NULL, 0, &options, &out), QD_ERROR_INVALID);
    assert_int_equal(qd_output_diagnostic(out, 0)->code, QD_CODE_TGSI_EMPTY);
    qd_output_free(out);
}

static void
says_unsupported(void **state)
{
    static const char later[] = "VERT\nDCL IN[0]\nDCL OUT[0], POSITION\n"
                                "DCL OUT[1], VIEWPORT_MASK\nMOV OUT[0], IN[0]\n"
                                "MOV OUT[1], IN[0]\nEND\n";
    const struct qd_translate_options options = options_of(QD_FORMAT_TGSI_TEXT);
    struct qd_output *out;
    (void)state;

    assert_int_equal(qd_translate(later, strlen(later), &options, &out), QD_ERROR_UNSUPPORTED);
    assert_int_equal(qd_output_diagnostic(out, 0)->code, QD_CODE_UNSUPPORTED);
    assert_int_equal(qd_output_diagnostic(out, 0)->place.line, 4);
    qd_output_free(out);
}

static void
refuses_bad_calls(void **state)
{
    struct qd_translate_options options = options_of(QD_FORMAT_TGSI_TEXT);
    struct qd_output *out = NULL;
    (void)state;

    assert_int_equal(qd_translate(shader, 1, &options, NULL), QD_ERROR_ARGUMENT);
    assert_int_equal(qd_translate(shader, 1, NULL, &out), QD_ERROR_ARGUMENT);
    assert_int_equal(qd_translate(NULL, 1, &options, &out), QD_ERROR_ARGUMENT);
    assert_null(out);
    options.size = 4;
    assert_int_equal(qd_translate(shader, 1, &options, &out), QD_ERROR_ARGUMENT);
    options = options_of(QD_FORMAT_NONE);
    assert_int_equal(qd_translate(shader, 1, &options, &out), QD_ERROR_ARGUMENT);
    options = options_of((enum qd_format)77);
    assert_int_equal(qd_translate(shader, 1, &options, &out), QD_ERROR_ARGUMENT);
    options = options_of(QD_FORMAT_TGSI_TEXT);
    options.target = (enum qd_target)5;
    assert_int_equal(qd_translate(shader, 1, &options, &out), QD_ERROR_ARGUMENT);
    options = options_of(QD_FORMAT_TGSI_TEXT);
    options.flags = 4096;
    assert_int_equal(qd_translate(shader, 1, &options, &out), QD_ERROR_ARGUMENT);
    options = options_of(QD_FORMAT_TGSI_TEXT);
    options.clip_planes = 256;
    assert_int_equal(qd_translate(shader, 1, &options, &out), QD_ERROR_ARGUMENT);
    options = options_of(QD_FORMAT_TGSI_TEXT);
    options.color_targets = 9;
    assert_int_equal(qd_translate(shader, 1, &options, &out), QD_ERROR_ARGUMENT);
    options = options_of(QD_FORMAT_TGSI_TEXT);
    options.first_binding = UINT32_MAX;
    assert_int_equal(qd_translate(shader, 1, &options, &out), QD_ERROR_ARGUMENT);
    options = options_of(QD_FORMAT_TGSI_TEXT);
    options.default_point_size = -1;
    assert_int_equal(qd_translate(shader, 1, &options, &out), QD_ERROR_ARGUMENT);
    options = options_of(QD_FORMAT_TGSI_TOKENS);
    options.tokens = (enum qd_tgsi_tokens)5;
    assert_int_equal(qd_translate(shader, 1, &options, &out), QD_ERROR_ARGUMENT);
    qd_output_free(NULL);
}

static void
leaves_warnings_out(void **state)
{
    static const char text[] = "FRAG\nDCL OUT[0], COLOR\nDCL TEMP[0]\nEND\n";
    struct qd_translate_options options = options_of(QD_FORMAT_TGSI_TEXT);
    struct qd_output *out;
    (void)state;

    assert_int_equal(qd_translate(text, sizeof(text) - 1, &options, &out), QD_OK);
    assert_int_not_equal(qd_output_diagnostic_count(out), 0);
    qd_output_free(out);
    options.flags = QD_TRANSLATE_NO_WARNINGS;
    assert_int_equal(qd_translate(text, sizeof(text) - 1, &options, &out), QD_OK);
    assert_int_equal(qd_output_diagnostic_count(out), 0);
    qd_output_free(out);
    assert_int_equal(qd_translate("FRAG\nX\n", 7, &options, &out), QD_ERROR_INVALID);
    assert_int_not_equal(qd_output_diagnostic_count(out), 0);
    qd_output_free(out);
}

static void
keeps_to_its_budget(void **state)
{
    static const char line[] = "ADD TEMP[0], TEMP[0], IN[0]\n";
    static const char head[] = "FRAG\nDCL IN[0], COLOR, LINEAR\nDCL OUT[0], COLOR\nDCL TEMP[0]\n";
    static const char tail[] = "MOV OUT[0], TEMP[0]\nEND\n";
    const size_t lines = 20000;
    struct qd_translate_options options = options_of(QD_FORMAT_TGSI_TEXT);
    struct qd_output *out;
    char *text = malloc(sizeof(head) + lines * sizeof(line) + sizeof(tail));
    char *at = text;
    (void)state;

    assert_non_null(text);
    at = stpcpy(at, head);
    for (size_t i = 0; i < lines; i++)
        at = stpcpy(at, line);
    at = stpcpy(at, tail);
    for (uint64_t limit = 1; limit < (uint64_t)64 << 20; limit *= 2) {
        options.memory_limit = limit;
        const enum qd_result result = qd_translate(text, (size_t)(at - text), &options, &out);
        if (limit < 1 << 20)
            assert_int_equal(result, QD_ERROR_MEMORY);
        if (result == QD_ERROR_MEMORY)
            assert_int_equal(qd_output_diagnostic(out, 0)->code, QD_CODE_MEMORY_BUDGET);
        else
            assert_int_equal(result, QD_OK);
        qd_output_free(out);
    }
    options.memory_limit = 0;
    assert_int_equal(qd_translate(text, (size_t)(at - text), &options, &out), QD_OK);
    qd_output_free(out);
    free(text);
}

/* The early dialect's EMIT has no operand, the final one's has. */
static void
reads_dialects(void **state)
{
    static const char text[] = "GEOM\nPROPERTY GS_INPUT_PRIMITIVE POINTS\n"
                               "PROPERTY GS_OUTPUT_PRIMITIVE POINTS\n"
                               "PROPERTY GS_MAX_OUTPUT_VERTICES 1\nEMIT\nEND\n";
    struct qd_translate_options options = options_of(QD_FORMAT_TGSI_TEXT);
    struct qd_output *out;
    (void)state;

    assert_int_equal(options.dialect, QD_TGSI_DIALECT_AUTO);
    assert_int_equal(qd_check(text, strlen(text), &options, &out), QD_OK);
    qd_output_free(out);
    options.dialect = QD_TGSI_DIALECT_EARLY;
    assert_int_equal(qd_check(text, strlen(text), &options, &out), QD_OK);
    qd_output_free(out);
    options.dialect = QD_TGSI_DIALECT_FINAL;
    assert_int_equal(qd_check(text, strlen(text), &options, &out), QD_ERROR_INVALID);
    assert_int_equal(qd_output_diagnostic(out, 0)->code, QD_CODE_TGSI_OPERAND_COUNT);
    qd_output_free(out);
    options.dialect = (enum qd_tgsi_dialect)3;
    assert_int_equal(qd_check(text, strlen(text), &options, &out), QD_ERROR_ARGUMENT);
    assert_null(out);
}

static void
names_codes(void **state)
{
    (void)state;
    for (unsigned code = QD_CODE_NONE + 1; code < QD_CODE_COUNT; code++)
        assert_string_not_equal(qd_code_name((enum qd_code)code), "none");
    assert_string_equal(qd_code_name(QD_CODE_NONE), "none");
    assert_string_equal(qd_code_name(QD_CODE_COUNT), "none");
    assert_true(strlen(qd_version()) >= 5);
}

/* ---- the state of a TGSI guest ---- */

/* What a program is connected by, of one kind: how many, and where the last one is. */
struct connection {
    unsigned count;
    uint32_t set;
    uint32_t binding;
    uint32_t size;
    const char *interpolation;
};

static struct connection
connection_of(const char *text, const struct qd_translate_options *options,
              enum qd_resource_kind kind)
{
    struct connection found = {0};
    struct qd_output *out;

    assert_int_equal(qd_translate(text, strlen(text), options, &out), QD_OK);
    for (uint32_t i = 0; i < qd_output_resource_count(out); i++) {
        const struct qd_resource *resource = qd_output_resource(out, i);

        if (resource->kind != kind)
            continue;
        found.count++;
        found.set = resource->set;
        found.binding = resource->binding;
        found.size = resource->size;
        found.interpolation = resource->interpolation;
    }
    qd_output_free(out);
    return found;
}

static size_t
size_of(const char *text, const struct qd_translate_options *options)
{
    struct qd_output *out;
    size_t count;

    assert_int_equal(qd_translate(text, strlen(text), options, &out), QD_OK);
    (void)qd_output_words(out, &count);
    qd_output_free(out);
    return count;
}

static void
reads_quads_as_asked(void **state)
{
    static const char code[] = "fragment \"perm\"\n"
                               "input 0 \"in0\" location 0 f32 perspective\n"
                               "output 0 \"out0\" location 0 f32\n"
                               "{\n"
                               "  %1 = load_input.f32 0.0\n"
                               "  %2 = quad_perm.f32 %1, 0xa0\n"
                               "  %3 = store_output %2, 0.0\n"
                               "}\n";
    struct qd_translate_options options = QD_TRANSLATE_OPTIONS_INIT;
    struct qd_output *out;
    size_t broadcast, derivatives;
    (void)state;

    assert_int_equal(options.quad, QD_QUAD_AUTO);
    options.from = QD_FORMAT_IR_TEXT;
    options.quad = QD_QUAD_BROADCAST;
    broadcast = size_of(code, &options);
    options.quad = QD_QUAD_DERIVATIVES;
    derivatives = size_of(code, &options);
    assert_int_not_equal(broadcast, derivatives);
    options.quad = QD_QUAD_AUTO;
    assert_int_equal(size_of(code, &options), broadcast);
    options.target = QD_TARGET_VULKAN_1_0;
    assert_int_equal(size_of(code, &options), derivatives);
    options.quad = QD_QUAD_NONE;
    assert_int_equal(qd_translate(code, strlen(code), &options, &out), QD_ERROR_UNSUPPORTED);
    assert_int_equal(qd_output_diagnostic(out, 0)->code, QD_CODE_UNSUPPORTED);
    qd_output_free(out);
    options.quad = (enum qd_quad)4;
    assert_int_equal(qd_translate(code, strlen(code), &options, &out), QD_ERROR_ARGUMENT);
    assert_null(out);
}

/* Each field does what it says, seen from outside. */
static void
follows_the_guests_state(void **state)
{
    static const char color[] = "FRAG\nPROPERTY FS_COLOR0_WRITES_ALL_CBUFS 1\n"
                                "DCL IN[0], COLOR, COLOR\nDCL OUT[0], COLOR\n"
                                "MOV OUT[0], IN[0]\nEND\n";
    static const char vertex[] = "VERT\nDCL IN[0..1]\nDCL OUT[0], POSITION\nDCL OUT[1], COLOR\n"
                                 "MOV OUT[0], IN[0]\nMOV OUT[1], IN[1]\nEND\n";
    static const char coord[] = "FRAG\nPROPERTY FS_COORD_ORIGIN LOWER_LEFT\n"
                                "DCL IN[0], POSITION, LINEAR\nDCL OUT[0], COLOR\n"
                                "MOV OUT[0], IN[0]\nEND\n";
    static const char wraps[] = "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE, CYLWRAP_XY\n"
                                "DCL OUT[0], COLOR\nMOV OUT[0], IN[0]\nEND\n";
    static const char compute[] = "COMP\nEND\n";
    const struct qd_translate_options plain = options_of(QD_FORMAT_TGSI_TEXT);
    struct qd_translate_options options = plain;
    struct qd_output *out;
    (void)state;

    assert_string_equal(connection_of(color, &plain, QD_RESOURCE_INPUT).interpolation,
                        "perspective");
    options.flags = QD_TRANSLATE_FLAT_SHADE;
    assert_string_equal(connection_of(color, &options, QD_RESOURCE_INPUT).interpolation, "flat");
    options.flags = QD_TRANSLATE_TWO_SIDE;
    assert_int_equal(connection_of(color, &plain, QD_RESOURCE_INPUT).count, 1);
    assert_int_equal(connection_of(color, &options, QD_RESOURCE_INPUT).count, 3);
    options.flags = QD_TRANSLATE_CLAMP_FRAGMENT_COLOR;
    assert_true(size_of(color, &options) > size_of(color, &plain));
    options.flags = QD_TRANSLATE_CLAMP_VERTEX_COLOR;
    assert_true(size_of(vertex, &options) > size_of(vertex, &plain));
    assert_int_equal(size_of(color, &options), size_of(color, &plain));

    options.flags = QD_TRANSLATE_KEEP_NAN;
    assert_true(size_of(color, &options) > size_of(color, &plain));
    options.flags = QD_TRANSLATE_KEEP_NAN | QD_TRANSLATE_KEEP_DENORMALS;
    assert_true(size_of(color, &options) > size_of(color, &plain));
    options.flags = QD_TRANSLATE_FLUSH_DENORMALS | QD_TRANSLATE_HOST_DENORMALS;
    assert_int_equal(size_of(color, &options), size_of(color, &plain));
    options.flags = QD_TRANSLATE_HAS_BARYCENTRICS;
    assert_true(size_of(wraps, &options) > size_of(color, &plain));
    assert_int_equal(qd_translate(wraps, strlen(wraps), &plain, &out), QD_ERROR_UNSUPPORTED);
    assert_int_equal(qd_output_diagnostic(out, 0)->code, QD_CODE_TARGET_LACKS);
    assert_int_equal(qd_output_diagnostic(out, 0)->place.line, 2);
    assert_non_null(strstr(qd_output_text(out), "QD_TRANSLATE_HAS_BARYCENTRICS"));
    qd_output_free(out);

    options = plain;
    options.color_targets = 8;
    assert_int_equal(connection_of(color, &options, QD_RESOURCE_OUTPUT).count, 8);
    options = plain;
    options.clip_planes = 0x81;
    assert_int_equal(connection_of(vertex, &options, QD_RESOURCE_OUTPUT).count, 4);
    assert_int_equal(connection_of(vertex, &options, QD_RESOURCE_UNIFORM_BUFFER).binding, 322);
    assert_int_equal(connection_of(vertex, &options, QD_RESOURCE_UNIFORM_BUFFER).size, 144);
    options = plain;
    options.framebuffer[0] = options.framebuffer[1] = 64;
    assert_int_equal(connection_of(coord, &plain, QD_RESOURCE_UNIFORM_BUFFER).set, 1);
    assert_int_equal(connection_of(coord, &options, QD_RESOURCE_UNIFORM_BUFFER).count, 0);

    options = plain;
    options.first_binding = 1000;
    options.descriptor_set = 7;
    assert_int_equal(connection_of(shader, &options, QD_RESOURCE_UNIFORM_BUFFER).binding, 1000);
    assert_int_equal(connection_of(shader, &options, QD_RESOURCE_UNIFORM_BUFFER).set, 1);
    options.flags = QD_TRANSLATE_HAS_SET;
    assert_int_equal(connection_of(shader, &options, QD_RESOURCE_UNIFORM_BUFFER).set, 7);

    assert_int_equal(qd_translate(compute, strlen(compute), &plain, &out), QD_ERROR_UNSUPPORTED);
    assert_non_null(strstr(qd_output_text(out), "block_size"));
    qd_output_free(out);
    options = plain;
    options.block_size[0] = options.block_size[1] = options.block_size[2] = 2;
    assert_true(size_of(compute, &options) > 0);
}

static void
says_swizzles(void **state)
{
    static const char *const rows[][2] = {{"R", "r001"},    {"RG", "rg01"}, {"RGB", "rgb1"},
                                          {"RGBA", "rgba"}, {"A", "000r"},  {"L", "rrr1"},
                                          {"LA", "rrrg"},   {"I", "rrrr"},  {"UV", "rg01"},
                                          {"Z", "rrrr"},    {"S", "rrrr"}};
    (void)state;

    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
        assert_string_equal(qd_texel_swizzle(rows[i][0]), rows[i][1]);
    assert_null(qd_texel_swizzle("AL"));
    assert_null(qd_texel_swizzle(""));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(translates),
        cmocka_unit_test(translates_tokens),
        cmocka_unit_test(reflects),
        cmocka_unit_test(translates_modules),
        cmocka_unit_test(is_deterministic),
        cmocka_unit_test(reports_errors),
        cmocka_unit_test(says_unsupported),
        cmocka_unit_test(refuses_bad_calls),
        cmocka_unit_test(leaves_warnings_out),
        cmocka_unit_test(keeps_to_its_budget),
        cmocka_unit_test(names_codes),
        cmocka_unit_test(says_swizzles),
        cmocka_unit_test(follows_the_guests_state),
        cmocka_unit_test(reads_dialects),
        cmocka_unit_test(reads_quads_as_asked),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
