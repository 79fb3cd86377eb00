/* SPDX-License-Identifier: MIT
 *
 * Stands for the device in builds without Vulkan's headers.
 */
#include "vulkan_device.h"

static void
report(struct base_diags *diags)
{
    base_error(
        diags, QD_CODE_DEVICE_MISSING, base_at_nowhere(),
        "this build of Quadrille has no Vulkan device: it was made without Vulkan's headers");
    base_add_note(diags, "Debian's package libvulkan-dev brings them");
}

bool
vk_list_devices(struct base_arena *arena, struct vk_device_info **devices, uint32_t *count,
                struct base_diags *diags)
{
    (void)arena;
    *devices = NULL;
    *count = 0;
    report(diags);
    return false;
}

struct scene_device *
vk_device_create(uint32_t index, const struct vk_options *options, struct base_diags *diags)
{
    (void)index;
    (void)options;
    report(diags);
    return NULL;
}

bool
vk_device_is_validating(const struct scene_device *device)
{
    (void)device;
    return false;
}
