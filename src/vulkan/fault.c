/* SPDX-License-Identifier: MIT */
#include "vk_priv.h"

#include <stdio.h>

static void
set_fault(struct vk_fault *fault, enum scene_status status, enum qd_code code, const char *format,
          va_list args)
{
    if (fault->code != QD_CODE_NONE)
        return;
    fault->status = status;
    fault->code = code;
    vsnprintf(fault->message, sizeof(fault->message), format, args);
    fault->note[0] = '\0';
}

bool
vk_fail(struct vk_fault *fault, enum scene_status status, enum qd_code code, const char *format,
        ...)
{
    va_list args;

    va_start(args, format);
    set_fault(fault, status, code, format, args);
    va_end(args);
    return false;
}

bool
vk_fail_missing(struct vk_fault *fault, const char *note, const char *format, ...)
{
    const bool is_first = fault->code == QD_CODE_NONE;
    va_list args;

    va_start(args, format);
    set_fault(fault, scene_status_missing, QD_CODE_DEVICE_MISSING, format, args);
    va_end(args);
    if (is_first && note)
        snprintf(fault->note, sizeof(fault->note), "%s", note);
    return false;
}

bool
vk_fail_lacks(struct vk_fault *fault, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    set_fault(fault, scene_status_missing, QD_CODE_TARGET_LACKS, format, args);
    va_end(args);
    return false;
}

static const char *
result_name(VkResult result)
{
    static const struct {
        VkResult result;
        const char *name;
    } names[] = {
#define VK_RESULT(name) {name, #name},
#include "results.def"
    };

    for (size_t i = 0; i < BASE_COUNT(names); i++) {
        if (names[i].result == result)
            return names[i].name;
    }
    return NULL;
}

bool
vk_check(struct vk_fault *fault, const char *call, VkResult result)
{
    const char *name = result_name(result);

    if (result == VK_SUCCESS)
        return true;
    if (name)
        return vk_fail(fault, scene_status_bad, QD_CODE_DEVICE_FAILED, "%s gave %s", call, name);
    return vk_fail(fault, scene_status_bad, QD_CODE_DEVICE_FAILED, "%s gave VkResult %d", call,
                   (int)result);
}

void
vk_fault_report(const struct vk_fault *fault, struct base_diags *diags)
{
    if (fault->code == QD_CODE_NONE)
        return;
    base_error(diags, fault->code, base_at_nowhere(), "%s", fault->message);
    if (fault->note[0])
        base_add_note(diags, "%s", fault->note);
}

void
vk_fault_add_step(struct vk_fault *fault, uint32_t step)
{
    if (fault->code != QD_CODE_NONE && !fault->note[0])
        snprintf(fault->note, sizeof(fault->note), "in step %u of the scene", step);
}
