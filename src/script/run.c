/* SPDX-License-Identifier: MIT */
#include "script/script_priv.h"

#include <inttypes.h>

const char *
script_outcome_name(enum script_outcome outcome)
{
    static const char *const names[] = {
        [script_outcome_pass] = "pass",
        [script_outcome_fail] = "fail",
        [script_outcome_skip] = "skip",
    };

    return names[outcome];
}

const char *
script_one_line(const char *text, struct base_arena *arena)
{
    char *copy = base_arena_copy_string(arena, text, strlen(text));

    for (char *at = copy; *at; at++) {
        if ((unsigned char)*at < ' ' || *at == 0x7f)
            *at = ' ';
    }
    return copy;
}

const char *
script_reason_of(const struct base_diags *diags, struct base_arena *arena)
{
    for (uint32_t i = 0; i < diags->list.count; i++) {
        const struct qd_diagnostic *finding = &diags->list.data[i];
        struct base_text text;

        if (finding->severity != QD_SEVERITY_ERROR)
            continue;
        base_text_init(&text, arena);
        if (finding->place.kind == QD_PLACE_TEXT)
            base_text_printf(&text, "%" PRIu32 ":%" PRIu32 ": ", finding->place.line,
                             finding->place.column);
        else if (finding->place.kind == QD_PLACE_WORD)
            base_text_printf(&text, "@0x%" PRIx32 ": ", finding->place.offset);
        base_text_printf(&text, "%s [%s]", finding->message, base_code_name(finding->code));
        return script_one_line(base_text_string(&text), arena);
    }
    return "";
}

/* Places are in the shader that the message names, and not in the script. */
static const char *
reason_of_device(struct base_diags *diags, struct base_arena *arena)
{
    for (uint32_t i = 0; i < diags->list.count; i++) {
        struct qd_diagnostic *finding = &diags->list.data[i];
        const uint32_t line = finding->place.line;

        if (finding->severity != QD_SEVERITY_ERROR || finding->place.kind != QD_PLACE_TEXT)
            continue;
        finding->place = base_at_nowhere();
        return base_arena_printf(arena, "at line %" PRIu32 " of the shader: %s", line,
                                 script_reason_of(diags, arena));
    }
    return script_reason_of(diags, arena);
}

bool
script_run_scene(const struct scene *scene, struct scene_device *device, struct base_arena *arena,
                 struct scene_result *result, struct script_verdict *verdict)
{
    struct base_diags diags;

    base_diags_init(&diags, arena, NULL);
    const enum scene_status status = device->run(device, scene, arena, result, &diags);
    if (status == scene_status_ok)
        return true;
    verdict->has_device_failed = status != scene_status_missing;
    verdict->outcome = status == scene_status_missing ? script_outcome_skip : script_outcome_fail;
    verdict->reason = reason_of_device(&diags, arena);
    return false;
}

bool
script_run_plan(const struct script_plan *plan, struct scene_device *device,
                struct base_arena *arena, struct scene_result *result,
                struct script_verdict *verdict)
{
    struct base_diags diags;

    memset(result, 0, sizeof(*result));
    base_diags_init(&diags, arena, NULL);
    if (!scene_check(&plan->scene, &diags)) {
        verdict->outcome = script_outcome_fail;
        verdict->reason = script_reason_of(&diags, arena);
        return false;
    }
    return plan->waves.count ? script_run_parts(plan, device, arena, result, verdict)
                             : script_run_scene(&plan->scene, device, arena, result, verdict);
}

void
script_run(const struct script *script, struct scene_device *device,
           const struct script_run_options *options, struct base_arena *arena,
           struct script_verdict *verdict)
{
    struct script_plan plan;
    struct scene_result result;

    memset(verdict, 0, sizeof(*verdict));
    if (script_build(script, device, options, arena, &plan, verdict) &&
        script_run_plan(&plan, device, arena, &result, verdict))
        script_judge(&plan, &result, options, arena, verdict);
    if (verdict->reason)
        verdict->reason = script_one_line(verdict->reason, arena);
}
