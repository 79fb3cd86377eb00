/* SPDX-License-Identifier: MIT
 *
 * The host device: a Vulkan driver, headless. The loader is found at run time; nothing here is
 * needed to build or start the program. Only this folder's own files include vulkan.h.
 */
#ifndef VULKAN_VULKAN_DEVICE_H
#define VULKAN_VULKAN_DEVICE_H

#include "scene/scene.h"
#include "spirv/spirv.h"

struct vk_device_info {
    uint32_t index; /* N of "vulkan:N". */
    const char *name;
    const char *driver;
    const char *type; /* "cpu", "discrete", "integrated", "virtual", "other". */
    uint32_t api_version[3];
    enum spirv_target target; /* The best that the device takes. */
};

struct vk_options {
    bool validate;   /* Turns the validation layer on where it is installed. Any message of it, but
                        of what scenes may do, is an error QD_CODE_DEVICE_VALIDATION and fails the
                        run. */
    bool has_target; /* Modules are written for target, else for the device's best. */
    enum spirv_target target;
    enum spirv_quad quad; /* auto: the first way that the device has in the stage. */
    uint32_t seconds;     /* Most that a scene may take on the device; 0: 60. */
};

/* Lists the host's devices, in the loader's order. false, with an error QD_CODE_DEVICE_MISSING,
 * where there is no loader or no driver. */
bool vk_list_devices(struct base_arena *arena, struct vk_device_info **devices, uint32_t *count,
                     struct base_diags *diags);

/* NULL with errors in diags (QD_CODE_DEVICE_MISSING, QD_CODE_DEVICE_FAILED). */
struct scene_device *vk_device_create(uint32_t index, const struct vk_options *options,
                                      struct base_diags *diags);

/* Was vk_options.validate asked for and is the layer on? */
bool vk_device_is_validating(const struct scene_device *device);

/* What stands behind a capability of SPIR-V. */
struct vk_need {
    uint32_t number;
    const char *capability; /* SPIR-V's name. */
    const char *feature;    /* A member of one of Vulkan's structures of features, an extension, or
                             * a kind of subgroup operations; NULL: every host has it. */
};

/* NULL for a capability that no module is known to need. Does not ask a device. */
const struct vk_need *vk_find_need(uint32_t capability);

#endif
