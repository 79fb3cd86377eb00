/* SPDX-License-Identifier: MIT
 *
 * SPIRV-Tools: the validator, the assembler and the disassembler. Without them these functions say
 * so.
 */
#include "spirv/spirv.h"

#if SPIRV_HAS_TOOLS

#include <inttypes.h>
#include <spirv-tools/libspirv.h>
#include <stdio.h>

#define BOUND_WORD 3 /* Of the header. */
#define MAX_MESSAGE 1000
#define MAX_BOUND 0x3fffff /* What the validator takes if it is not told otherwise. */

static const spv_target_env environments[spirv_target_count] = {
    [spirv_target_vulkan1_0] = SPV_ENV_VULKAN_1_0,
    [spirv_target_vulkan1_1] = SPV_ENV_VULKAN_1_1,
    [spirv_target_vulkan1_2] = SPV_ENV_VULKAN_1_2,
    [spirv_target_vulkan1_3] = SPV_ENV_VULKAN_1_3,
};

struct finding {
    bool is_good;
    bool has_place;
    uint32_t word;
    uint32_t line; /* Of text, from 1; 0 without a place. */
    uint32_t column;
    char message[MAX_MESSAGE];
};

static void
note_finding(struct finding *finding, spv_result_t result, spv_diagnostic diagnostic)
{
    finding->is_good = result == SPV_SUCCESS;
    if (finding->is_good)
        return;
    if (!diagnostic || !diagnostic->error) {
        snprintf(finding->message, sizeof(finding->message), "SPIRV-Tools failed with %d",
                 (int)result);
        return;
    }
    finding->has_place = diagnostic->position.index > 0;
    finding->word = (uint32_t)diagnostic->position.index;
    if (diagnostic->isTextSource) {
        finding->line = (uint32_t)diagnostic->position.line + 1;
        finding->column = (uint32_t)diagnostic->position.column + 1;
    }
    snprintf(finding->message, sizeof(finding->message), "%s", diagnostic->error);
}

static void
report_finding(struct base_diags *diags, enum qd_code code, const struct finding *finding,
               const char *target)
{
    const struct qd_place place =
        finding->has_place ? base_at_word(finding->word) : base_at_nowhere();

    base_error(diags, code, place, "found a module that %s refuses: %s", target, finding->message);
}

/* The id bound is the writer's to warn of, so the validator takes any. */
static spv_result_t
validate(spv_context context, spv_validator_options options, const struct spirv_module *module,
         spv_diagnostic *diagnostic)
{
    struct spv_const_binary_t binary = {module->words, module->count};

    if (module->count > BOUND_WORD && module->words[BOUND_WORD] > MAX_BOUND)
        spvValidatorOptionsSetUniversalLimit(options, spv_validator_limit_max_id_bound,
                                             module->words[BOUND_WORD]);
    return spvValidateWithOptions(context, options, &binary, diagnostic);
}

bool
spirv_has_tools(void)
{
    return true;
}

bool
spirv_validate(const struct spirv_module *module, enum spirv_target target,
               struct base_diags *diags)
{
    spv_context context = spvContextCreate(environments[target]);
    spv_validator_options options = spvValidatorOptionsCreate();
    spv_diagnostic diagnostic = NULL;
    struct finding finding = {0};

    /* Reports come after the library's objects are gone: reporting may run out of memory. */
    const spv_result_t result = validate(context, options, module, &diagnostic);
    note_finding(&finding, result, diagnostic);
    spvDiagnosticDestroy(diagnostic);
    spvValidatorOptionsDestroy(options);
    spvContextDestroy(context);
    if (!finding.is_good)
        report_finding(diags, QD_CODE_SPIRV_INVALID, &finding, spirv_target_name(target));
    return finding.is_good;
}

/* A copy of what the library made, which is destroyed, also where copying runs out of memory. */
static void *
take_copy(struct base_arena *arena, const void *data, size_t size, spv_text text, spv_binary binary)
{
    void *copy = base_arena_try_copy(arena, data, size);

    spvTextDestroy(text);
    spvBinaryDestroy(binary);
    if (!copy)
        longjmp(arena->catch_point, 1);
    return copy;
}

bool
spirv_assemble(const char *text, size_t size, unsigned minor, struct base_arena *arena,
               struct spirv_module *module, struct base_diags *diags)
{
    static const spv_target_env versions[] = {
        SPV_ENV_UNIVERSAL_1_0, SPV_ENV_UNIVERSAL_1_1, SPV_ENV_UNIVERSAL_1_2, SPV_ENV_UNIVERSAL_1_3,
        SPV_ENV_UNIVERSAL_1_4, SPV_ENV_UNIVERSAL_1_5, SPV_ENV_UNIVERSAL_1_6,
    };

    if (minor >= BASE_COUNT(versions)) {
        base_error(diags, QD_CODE_UNSUPPORTED, base_at_nowhere(),
                   "found SPIR-V 1.%u, expected 1.0 to 1.%u", minor,
                   (unsigned)BASE_COUNT(versions) - 1);
        return false;
    }
    spv_context context = spvContextCreate(versions[minor]);
    spv_diagnostic diagnostic = NULL;
    spv_binary binary = NULL;
    struct finding finding = {0};

    const spv_result_t result = spvTextToBinary(context, text, size, &binary, &diagnostic);
    note_finding(&finding, result, diagnostic);
    spvDiagnosticDestroy(diagnostic);
    spvContextDestroy(context);
    if (!finding.is_good) {
        spvBinaryDestroy(binary);
        base_error(diags, QD_CODE_SPIRV_INVALID,
                   finding.line ? base_at_line(finding.line, finding.column) : base_at_nowhere(),
                   "found text that is no SPIR-V 1.%u assembly: %s", minor, finding.message);
        return false;
    }
    module->count = binary->wordCount;
    module->words =
        take_copy(arena, binary->code, binary->wordCount * sizeof(*binary->code), NULL, binary);
    return true;
}

bool
spirv_disassemble(const struct spirv_module *module, struct base_text *out,
                  struct base_diags *diags)
{
    const uint32_t options =
        SPV_BINARY_TO_TEXT_OPTION_INDENT | SPV_BINARY_TO_TEXT_OPTION_FRIENDLY_NAMES;
    spv_context context = spvContextCreate(SPV_ENV_UNIVERSAL_1_6);
    spv_diagnostic diagnostic = NULL;
    spv_text text = NULL;
    struct finding finding = {0};

    const spv_result_t result =
        spvBinaryToText(context, module->words, module->count, options, &text, &diagnostic);
    note_finding(&finding, result, diagnostic);
    spvDiagnosticDestroy(diagnostic);
    spvContextDestroy(context);
    if (finding.is_good) {
        const size_t size = text->length;

        base_text_add(out, take_copy(out->arena, text->str, size, text, NULL), size);
    } else {
        report_finding(diags, QD_CODE_SPIRV_INVALID, &finding, "the disassembler");
    }
    return finding.is_good;
}

#else

static void
report_no_tools(struct base_diags *diags)
{
    base_error(diags, QD_CODE_UNSUPPORTED, base_at_nowhere(),
               "found a build without SPIRV-Tools, expected one with them");
}

bool
spirv_has_tools(void)
{
    return false;
}

bool
spirv_validate(const struct spirv_module *module, enum spirv_target target,
               struct base_diags *diags)
{
    (void)module;
    (void)target;
    report_no_tools(diags);
    return false;
}

bool
spirv_assemble(const char *text, size_t size, unsigned minor, struct base_arena *arena,
               struct spirv_module *module, struct base_diags *diags)
{
    (void)text;
    (void)size;
    (void)minor;
    (void)arena;
    (void)module;
    report_no_tools(diags);
    return false;
}

bool
spirv_disassemble(const struct spirv_module *module, struct base_text *out,
                  struct base_diags *diags)
{
    (void)module;
    (void)out;
    report_no_tools(diags);
    return false;
}

#endif
