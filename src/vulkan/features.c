/* SPDX-License-Identifier: MIT */
#include "vk_priv.h"

/* The words of SPIR-V that this file looks at. */
enum {
    spirv_header_words = 5,
    spirv_op_execution_mode = 16,
    spirv_op_capability = 17,
    spirv_op_function = 54
};

static void
get_core(struct vk_device *device)
{
    const struct vk_api *api = &device->instance.api;
    struct vk_features *features = &device->features;
    VkPhysicalDeviceVulkan13Features core13 = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES,
    };
    VkPhysicalDeviceVulkan12Features core12 = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES,
        .pNext = device->version >= VK_API_VERSION_1_3 ? &core13 : NULL,
    };
    VkPhysicalDeviceFeatures2 all = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2,
        .pNext = device->version >= VK_API_VERSION_1_2 ? &core12 : NULL,
    };

    if (device->version >= VK_API_VERSION_1_1 && api->vkGetPhysicalDeviceFeatures2)
        api->vkGetPhysicalDeviceFeatures2(device->physical, &all);
    else
        api->vkGetPhysicalDeviceFeatures(device->physical, &all.features);

    features->core12.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES;
    features->core13.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES;
#define VK_CORE(name, number, member) features->core.member = all.features.member;
#define VK_CORE12(name, number, member) features->core12.member = core12.member;
#define VK_CORE13(name, number, member) features->core13.member = core13.member;
#define VK_STATE(member) features->core.member = all.features.member;
#include "capabilities.def"
}

static void
get_properties(struct vk_device *device)
{
    const struct vk_api *api = &device->instance.api;
    struct vk_features *features = &device->features;
    VkPhysicalDeviceMaintenance3Properties sizes = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_3_PROPERTIES,
    };
    VkPhysicalDeviceProperties2 all = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
        .pNext = &features->subgroup,
    };

    features->max_allocation = UINT64_MAX;
    if (device->version < VK_API_VERSION_1_1 || !api->vkGetPhysicalDeviceProperties2)
        return;
    features->subgroup.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES;
    features->subgroup.pNext = &sizes;
    features->floats.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FLOAT_CONTROLS_PROPERTIES;
    if (device->version >= VK_API_VERSION_1_2)
        sizes.pNext = &features->floats;
    api->vkGetPhysicalDeviceProperties2(device->physical, &all);
    features->subgroup.pNext = NULL;
    features->max_allocation = sizes.maxMemoryAllocationSize;
}

void
vk_features_get(struct vk_device *device)
{
    memset(&device->features, 0, sizeof(device->features));
    get_core(device);
    get_properties(device);
}

static bool
has_subgroup(const struct vk_features *features, VkSubgroupFeatureFlags operation,
             enum ir_stage stage)
{
    const VkShaderStageFlags bit =
        stage == ir_stage_vertex ? VK_SHADER_STAGE_VERTEX_BIT : VK_SHADER_STAGE_FRAGMENT_BIT;

    if (operation == VK_SUBGROUP_FEATURE_QUAD_BIT && stage != ir_stage_fragment &&
        !features->subgroup.quadOperationsInAllStages)
        return false;
    return (features->subgroup.supportedOperations & operation) &&
           (features->subgroup.supportedStages & bit);
}

static bool
check_capability(const struct vk_features *features, uint32_t number, enum ir_stage stage,
                 struct vk_fault *fault)
{
    const struct {
        uint32_t number;
        bool has;
        const char *name;
    } rows[] = {
#define VK_ALWAYS(name, number) {number, true, #name},
#define VK_CORE(name, number, member) {number, features->core.member, #name},
#define VK_CORE12(name, number, member) {number, features->core12.member, #name},
#define VK_CORE13(name, number, member) {number, features->core13.member, #name},
#define VK_SUBGROUP(name, number, bit) {number, has_subgroup(features, bit, stage), #name},
#define VK_FLOATS(name, number) {number, true, #name},
#include "capabilities.def"
    };

    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        if (rows[i].number != number)
            continue;
        if (rows[i].has)
            return true;
        return vk_fail_lacks(fault, "the %s shader needs the capability %s, which the device lacks",
                             ir_stage_name(stage), rows[i].name);
    }
    return vk_fail_lacks(fault,
                         "the %s shader needs SPIR-V's capability %u, of which it is not known "
                         "whether the device has it",
                         ir_stage_name(stage), number);
}

static bool
check_mode(const struct vk_features *features, uint32_t number, uint32_t width, enum ir_stage stage,
           struct vk_fault *fault)
{
    const struct {
        uint32_t number;
        uint32_t width;
        bool has;
        const char *name;
    } rows[] = {
#define VK_MODE(name, number, member)                                                              \
    {number, 16, features->floats.shader##member##16, #name},                                      \
        {number, 32, features->floats.shader##member##32, #name},                                  \
        {number, 64, features->floats.shader##member##64, #name},
#include "capabilities.def"
    };

    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        if (rows[i].number != number || rows[i].width != width || rows[i].has)
            continue;
        return vk_fail_lacks(fault, "the %s shader needs %s for %u bits, which the device lacks",
                             ir_stage_name(stage), rows[i].name, width);
    }
    return true;
}

bool
vk_features_check(const struct vk_features *features, const struct spirv_module *module,
                  enum ir_stage stage, struct vk_fault *fault)
{
    for (size_t at = spirv_header_words; at < module->count;) {
        const uint32_t *words = module->words + at;
        const uint32_t op = words[0] & 0xffff;
        const uint32_t count = words[0] >> 16;

        if (count == 0 || count > module->count - at)
            return vk_fail(fault, scene_status_bad, QD_CODE_INTERNAL,
                           "the %s shader's module is cut off at word %zu", ir_stage_name(stage),
                           at);
        if (op == spirv_op_function) /* What is looked for stands before code. */
            return true;
        if (op == spirv_op_capability && count == 2 &&
            !check_capability(features, words[1], stage, fault))
            return false;
        if (op == spirv_op_execution_mode && count == 4 &&
            !check_mode(features, words[2], words[3], stage, fault))
            return false;
        at += count;
    }
    return true;
}
