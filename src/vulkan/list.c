/* SPDX-License-Identifier: MIT */
#include "vk_priv.h"

#include <stdio.h>

/* What is listed of a device, without memory of the arena: the instance is still open. */
struct listed {
    char name[VK_MAX_PHYSICAL_DEVICE_NAME_SIZE];
    char driver[VK_MAX_DRIVER_NAME_SIZE + VK_MAX_DRIVER_INFO_SIZE];
    VkPhysicalDeviceType type;
    uint32_t api_version;
    enum spirv_target target;
};

static void
describe_driver(const struct vk_instance *instance, VkPhysicalDevice physical,
                const VkPhysicalDeviceProperties *properties, struct listed *listed)
{
    VkPhysicalDeviceDriverProperties driver = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES,
    };
    VkPhysicalDeviceProperties2 asked = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
        .pNext = &driver,
    };

    if (vk_version(instance, properties) >= VK_API_VERSION_1_2 &&
        instance->api.vkGetPhysicalDeviceProperties2) {
        instance->api.vkGetPhysicalDeviceProperties2(physical, &asked);
        snprintf(listed->driver, sizeof(listed->driver), "%s%s%s", driver.driverName,
                 driver.driverInfo[0] ? " " : "", driver.driverInfo);
    } else {
        snprintf(listed->driver, sizeof(listed->driver), "vendor 0x%x, driver version 0x%x",
                 properties->vendorID, properties->driverVersion);
    }
}

static bool
collect(struct vk_instance *instance, const char *loader, struct listed listed[VK_MAX_DEVICES],
        uint32_t *count, struct vk_fault *fault)
{
    VkPhysicalDevice devices[VK_MAX_DEVICES];

    if (!vk_instance_open(instance, loader, 0, false, fault) ||
        !vk_instance_devices(instance, devices, count, fault))
        return false;
    for (uint32_t i = 0; i < *count; i++) {
        VkPhysicalDeviceProperties properties;

        instance->api.vkGetPhysicalDeviceProperties(devices[i], &properties);
        snprintf(listed[i].name, sizeof(listed[i].name), "%s", properties.deviceName);
        listed[i].type = properties.deviceType;
        listed[i].api_version = properties.apiVersion;
        listed[i].target = vk_target(vk_version(instance, &properties));
        describe_driver(instance, devices[i], &properties, &listed[i]);
    }
    return true;
}

static const char *
type_name(VkPhysicalDeviceType type)
{
    if (type == VK_PHYSICAL_DEVICE_TYPE_CPU)
        return "cpu";
    if (type == VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU)
        return "discrete";
    if (type == VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU)
        return "integrated";
    if (type == VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU)
        return "virtual";
    return "other";
}

bool
vk_list_devices_of(const char *loader, struct base_arena *arena, struct vk_device_info **devices,
                   uint32_t *count, struct base_diags *diags)
{
    struct listed listed[VK_MAX_DEVICES];
    struct vk_instance instance;
    struct vk_fault fault = {.code = QD_CODE_NONE};

    *devices = NULL;
    *count = 0;
    uint32_t found = 0;
    const bool good = collect(&instance, loader, listed, &found, &fault);
    vk_instance_close(&instance);
    if (!good) {
        vk_fault_report(&fault, diags);
        return false;
    }

    struct vk_device_info *infos = base_arena_new_array(arena, struct vk_device_info, found);
    for (uint32_t i = 0; i < found; i++) {
        infos[i].index = i;
        infos[i].name = base_arena_copy_string(arena, listed[i].name, strlen(listed[i].name));
        infos[i].driver = base_arena_copy_string(arena, listed[i].driver, strlen(listed[i].driver));
        infos[i].type = type_name(listed[i].type);
        infos[i].api_version[0] = VK_API_VERSION_MAJOR(listed[i].api_version);
        infos[i].api_version[1] = VK_API_VERSION_MINOR(listed[i].api_version);
        infos[i].api_version[2] = VK_API_VERSION_PATCH(listed[i].api_version);
        infos[i].target = listed[i].target;
    }
    *devices = infos;
    *count = found;
    return true;
}

bool
vk_list_devices(struct base_arena *arena, struct vk_device_info **devices, uint32_t *count,
                struct base_diags *diags)
{
    return vk_list_devices_of(VK_LOADER_NAME, arena, devices, count, diags);
}
