/* SPDX-License-Identifier: MIT
 *
 * What a device has, and turning all of it on. Hosts of Vulkan 1.2 and later are asked by the
 * structures that collect a version's features, those of 1.1 by the ones that these were made of.
 * Hosts of 1.0 are asked for the features of 1.0.
 */
#include "vk_priv.h"

#include <stdlib.h>

#define MAX_EXTENSIONS 64

#define VERSION(minor) VK_MAKE_API_VERSION(0, 1, minor, 0)

/* Structures as Vulkan links them. */
struct chain {
    VkPhysicalDeviceFeatures2 all; /* The first. */
    VkPhysicalDeviceVulkan11Features core11;
    VkPhysicalDeviceVulkan12Features core12;
    VkPhysicalDeviceVulkan13Features core13;
#define VK_STRUCT(Struct, TYPE, version, extension)                                                \
    VkPhysicalDevice##Struct##Features part_##Struct;
#define VK_MORE(name, Struct, VENDOR, TYPE, extension)                                             \
    VkPhysicalDevice##Struct##Features##VENDOR name;
#include "features.def"
};

/* Puts a structure, which begins with its type and a pointer, behind the first one. */
static void
link_next(struct chain *chain, void *next)
{
    VkBaseOutStructure *structure = next;

    structure->pNext = chain->all.pNext;
    chain->all.pNext = structure;
}

/* Is the structure to be asked for, rather than one that collects what it has? */
static bool
has_part(const struct vk_features *features, uint32_t minor, const char *extension)
{
    if (features->version >= VERSION(minor > 2 ? minor : 2))
        return false;
    return features->version >= VERSION(minor) || vk_features_has_extension(features, extension);
}

/* Links the structures that the device knows. */
static void
link_chain(const struct vk_features *features, struct chain *chain)
{
    memset(chain, 0, sizeof(*chain));
    chain->all.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
    chain->core11.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES;
    chain->core12.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES;
    chain->core13.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES;
    if (features->version >= VERSION(2)) {
        link_next(chain, &chain->core11);
        link_next(chain, &chain->core12);
    }
    if (features->version >= VERSION(3))
        link_next(chain, &chain->core13);
#define VK_STRUCT(Struct, TYPE, minor, extension)                                                  \
    chain->part_##Struct.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_##TYPE##_FEATURES;              \
    if (has_part(features, minor, extension))                                                      \
        link_next(chain, &chain->part_##Struct);
#define VK_MORE(name, Struct, VENDOR, TYPE, extension)                                             \
    chain->name.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_##TYPE##_FEATURES_##VENDOR;              \
    if (vk_features_has_extension(features, extension))                                            \
        link_next(chain, &chain->name);
#include "features.def"
}

/* Takes what the chain says. A member whose structure was not linked is false in it. */
static void
take_chain(struct vk_features *features, const struct chain *chain)
{
    features->core = chain->all.features;
#define VK_CORE11(member, Struct) features->core11.member = chain->core11.member;
#define VK_CORE12(member, Struct) features->core12.member = chain->core12.member;
#define VK_CORE13(member, Struct) features->core13.member = chain->core13.member;
#define VK_PART11(member, Struct)                                                                  \
    features->core11.member = chain->core11.member || chain->part_##Struct.member;
#define VK_PART12(member, Struct)                                                                  \
    features->core12.member = chain->core12.member || chain->part_##Struct.member;
#define VK_PART13(member, Struct)                                                                  \
    features->core13.member = chain->core13.member || chain->part_##Struct.member;
#define VK_NAMED(member, extension)                                                                \
    features->core12.member =                                                                      \
        chain->core12.member ||                                                                    \
        (features->version < VERSION(2) && vk_features_has_extension(features, extension));
#define VK_MORE_MEMBER(name, Struct, member) features->name.member = chain->name.member;
#include "features.def"
}

/* The reverse. */
static void
fill_chain(const struct vk_features *features, struct chain *chain)
{
    chain->all.features = features->core;
#define VK_CORE11(member, Struct) chain->core11.member = features->core11.member;
#define VK_CORE12(member, Struct) chain->core12.member = features->core12.member;
#define VK_CORE13(member, Struct) chain->core13.member = features->core13.member;
#define VK_PART11(member, Struct)                                                                  \
    chain->core11.member = chain->part_##Struct.member = features->core11.member;
#define VK_PART12(member, Struct)                                                                  \
    chain->core12.member = chain->part_##Struct.member = features->core12.member;
#define VK_PART13(member, Struct)                                                                  \
    chain->core13.member = chain->part_##Struct.member = features->core13.member;
#define VK_MORE_MEMBER(name, Struct, member) chain->name.member = features->name.member;
#include "features.def"
}

/* ---- what the device has ---- */

bool
vk_features_has_extension(const struct vk_features *features, const char *name)
{
    for (uint32_t i = 0; i < features->extension_count; i++) {
        if (!strcmp(features->extensions[i].extensionName, name))
            return true;
    }
    return false;
}

static bool
get_extensions(struct vk_device *device)
{
    const struct vk_api *api = &device->instance.api;
    struct vk_features *features = &device->features;
    uint32_t count = 0;

    if (!vk_check(&device->fault, "vkEnumerateDeviceExtensionProperties",
                  api->vkEnumerateDeviceExtensionProperties(device->physical, NULL, &count, NULL)))
        return false;
    features->extensions = calloc((size_t)count + 1, sizeof(*features->extensions));
    if (!features->extensions)
        return vk_fail(&device->fault, scene_status_bad, QD_CODE_DEVICE_FAILED,
                       "no memory is left for a device");
    const VkResult result = api->vkEnumerateDeviceExtensionProperties(device->physical, NULL,
                                                                      &count, features->extensions);
    features->extension_count = result >= VK_SUCCESS ? count : 0;
    return result == VK_INCOMPLETE ||
           vk_check(&device->fault, "vkEnumerateDeviceExtensionProperties", result);
}

static void
get_features(struct vk_device *device)
{
    const struct vk_api *api = &device->instance.api;
    struct vk_features *features = &device->features;
    struct chain chain;

    if (device->version < VERSION(1) || !api->vkGetPhysicalDeviceFeatures2) {
        api->vkGetPhysicalDeviceFeatures(device->physical, &features->core);
        return;
    }
    link_chain(features, &chain);
    api->vkGetPhysicalDeviceFeatures2(device->physical, &chain.all);
    take_chain(features, &chain);
}

static void
get_properties(struct vk_device *device)
{
    const struct vk_api *api = &device->instance.api;
    struct vk_features *features = &device->features;
    VkPhysicalDeviceMaintenance3Properties sizes = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_3_PROPERTIES,
        .pNext = &features->subgroup,
    };
    VkPhysicalDeviceDriverProperties driver = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES,
    };
    VkPhysicalDeviceProperties2 all = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
        .pNext = &sizes,
    };

    features->max_allocation = UINT64_MAX;
    if (device->version < VERSION(1) || !api->vkGetPhysicalDeviceProperties2)
        return;
    features->subgroup.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES;
    features->floats.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FLOAT_CONTROLS_PROPERTIES;
    features->sizes.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_PROPERTIES;
    features->divisors.sType =
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VERTEX_ATTRIBUTE_DIVISOR_PROPERTIES_EXT;
#define LINK(structure) (structure).pNext = all.pNext, all.pNext = &(structure)
    if (device->version >= VERSION(2) ||
        vk_features_has_extension(features, VK_KHR_DRIVER_PROPERTIES_EXTENSION_NAME))
        LINK(driver);
    if (device->version >= VERSION(2) ||
        vk_features_has_extension(features, VK_KHR_SHADER_FLOAT_CONTROLS_EXTENSION_NAME))
        LINK(features->floats);
    if (device->version >= VERSION(3) ||
        vk_features_has_extension(features, VK_EXT_SUBGROUP_SIZE_CONTROL_EXTENSION_NAME))
        LINK(features->sizes);
    if (vk_features_has_extension(features, VK_EXT_VERTEX_ATTRIBUTE_DIVISOR_EXTENSION_NAME))
        LINK(features->divisors);
#undef LINK
    api->vkGetPhysicalDeviceProperties2(device->physical, &all);
    features->max_allocation = sizes.maxMemoryAllocationSize;
    features->driver = driver.driverID;
}

uint8_t
vk_features_keep_nan(const struct vk_features *features)
{
    const VkPhysicalDeviceFloatControlsProperties *floats = &features->floats;

    if (features->version < VERSION(2))
        return 0;
    return (uint8_t)((floats->shaderSignedZeroInfNanPreserveFloat16 ? SPIRV_FLOATS_16 : 0) |
                     (floats->shaderSignedZeroInfNanPreserveFloat32 ? SPIRV_FLOATS_32 : 0) |
                     (floats->shaderSignedZeroInfNanPreserveFloat64 ? SPIRV_FLOATS_64 : 0));
}

/* Where widths depend on each other, all of those or none. */
uint8_t
vk_features_keep_denormals(const struct vk_features *features)
{
    const VkPhysicalDeviceFloatControlsProperties *floats = &features->floats;
    const bool has_others =
        floats->shaderDenormPreserveFloat16 && floats->shaderDenormPreserveFloat64;
    const VkShaderFloatControlsIndependence independence = floats->denormBehaviorIndependence;

    if (features->version < VERSION(2))
        return 0;
    if (independence == VK_SHADER_FLOAT_CONTROLS_INDEPENDENCE_NONE)
        return has_others && floats->shaderDenormPreserveFloat32 ? SPIRV_FLOATS_ALL : 0;
    const bool is_free = independence == VK_SHADER_FLOAT_CONTROLS_INDEPENDENCE_ALL;
    return (
        uint8_t)((floats->shaderDenormPreserveFloat32 ? SPIRV_FLOATS_32 : 0) |
                 (floats->shaderDenormPreserveFloat16 && (is_free || has_others) ? SPIRV_FLOATS_16
                                                                                 : 0) |
                 (floats->shaderDenormPreserveFloat64 && (is_free || has_others) ? SPIRV_FLOATS_64
                                                                                 : 0));
}

bool
vk_features_get(struct vk_device *device)
{
    memset(&device->features, 0, sizeof(device->features));
    device->features.version = device->version;
    if (!get_extensions(device))
        return false;
    get_features(device);
    get_properties(device);
    return true;
}

void
vk_features_finish(struct vk_features *features)
{
    free(features->extensions);
    features->extensions = NULL;
    features->extension_count = 0;
}

/* ---- turning on ---- */

struct names {
    const char *data[MAX_EXTENSIONS];
    uint32_t count;
};

static void
add_name(const struct vk_features *features, struct names *names, const char *extension)
{
    for (uint32_t i = 0; i < names->count; i++) {
        if (!strcmp(names->data[i], extension))
            return;
    }
    if (names->count < MAX_EXTENSIONS && vk_features_has_extension(features, extension))
        names->data[names->count++] = extension;
}

static void
list_extensions(const struct vk_features *features, struct names *names)
{
    names->count = 0;
#define VK_EXTENSION(extension, from, below)                                                       \
    if (features->version >= VERSION(from) && features->version < VERSION(below))                  \
        add_name(features, names, extension);
#include "features.def"
    if (features->version < VERSION(1))
        return;
#define VK_STRUCT(Struct, TYPE, minor, extension)                                                  \
    if (features->version < VERSION(minor) && has_part(features, minor, extension))                \
        add_name(features, names, extension);
#define VK_MORE(name, Struct, VENDOR, TYPE, extension) add_name(features, names, extension);
#include "features.def"
}

bool
vk_features_turn_on(struct vk_device *device)
{
    const struct vk_features *features = &device->features;
    const bool is_1_0 = features->version < VERSION(1);
    const float priority = 1;
    struct names names;
    struct chain chain;
    const VkDeviceQueueCreateInfo queue = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
        .queueFamilyIndex = device->family,
        .queueCount = 1,
        .pQueuePriorities = &priority,
    };

    list_extensions(features, &names);
    link_chain(features, &chain);
    fill_chain(features, &chain);
    const VkDeviceCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
        .pNext = is_1_0 ? NULL : &chain.all,
        .queueCreateInfoCount = 1,
        .pQueueCreateInfos = &queue,
        .enabledExtensionCount = names.count,
        .ppEnabledExtensionNames = names.data,
        .pEnabledFeatures = is_1_0 ? &features->core : NULL,
    };
    device->can_flip =
        !is_1_0 || vk_features_has_extension(features, VK_KHR_MAINTENANCE1_EXTENSION_NAME);
    return vk_check(&device->fault, "vkCreateDevice",
                    device->instance.api.vkCreateDevice(device->physical, &info, NULL,
                                                        &device->handle)) &&
           vk_api_load_device(&device->instance.api, device->handle, device->version,
                              &device->fault);
}
