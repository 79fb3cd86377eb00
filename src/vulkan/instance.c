/* SPDX-License-Identifier: MIT */
#include "vk_priv.h"

#include <stdio.h>
#include <stdlib.h>

#define VALIDATION_LAYER "VK_LAYER_KHRONOS_validation"
#define HIGHEST_VERSION VK_API_VERSION_1_3

static bool
has_validation_layer(const struct vk_api *api)
{
    uint32_t count = 0;
    if (api->vkEnumerateInstanceLayerProperties(&count, NULL) != VK_SUCCESS)
        return false;

    VkLayerProperties *layers = calloc((size_t)count + 1, sizeof(*layers));
    bool found = false;
    if (layers && api->vkEnumerateInstanceLayerProperties(&count, layers) >= VK_SUCCESS) {
        for (uint32_t i = 0; i < count && !found; i++)
            found = !strcmp(layers[i].layerName, VALIDATION_LAYER);
    }
    free(layers);
    return found;
}

/* Does the layer itself (or, for NULL, the loader with its drivers) offer an instance extension? */
static bool
layer_has_extension(const struct vk_api *api, const char *layer, const char *name)
{
    uint32_t count = 0;
    if (api->vkEnumerateInstanceExtensionProperties(layer, &count, NULL) != VK_SUCCESS)
        return false;

    VkExtensionProperties *extensions = calloc((size_t)count + 1, sizeof(*extensions));
    bool found = false;
    if (extensions &&
        api->vkEnumerateInstanceExtensionProperties(layer, &count, extensions) >= VK_SUCCESS) {
        for (uint32_t i = 0; i < count && !found; i++)
            found = !strcmp(extensions[i].extensionName, name);
    }
    free(extensions);
    return found;
}

static uint32_t
instance_version(const struct vk_api *api, uint32_t most)
{
    uint32_t version = VK_API_VERSION_1_0;

    if (!api->vkEnumerateInstanceVersion || api->vkEnumerateInstanceVersion(&version) != VK_SUCCESS)
        return VK_API_VERSION_1_0;
    version &= ~(uint32_t)0xfff; /* Patches change nothing that is asked for. */
    return version < most ? version : most;
}

static bool
create_instance(struct vk_instance *instance, struct vk_fault *fault)
{
    const VkApplicationInfo application = {
        .sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
        .pApplicationName = "quadrille",
        .apiVersion = instance->version,
    };
    const VkValidationFeatureEnableEXT enables[] = {
        VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT,
    };
    const VkValidationFeaturesEXT validation = {
        .sType = VK_STRUCTURE_TYPE_VALIDATION_FEATURES_EXT,
        .enabledValidationFeatureCount = BASE_COUNT(enables),
        .pEnabledValidationFeatures = enables,
    };
    const bool has_features =
        instance->is_validating &&
        layer_has_extension(&instance->api, VALIDATION_LAYER, "VK_EXT_validation_features");
    const char *layers[] = {VALIDATION_LAYER};
    const char *extensions[] = {VK_EXT_DEBUG_UTILS_EXTENSION_NAME, "VK_EXT_validation_features"};
    const VkInstanceCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
        .pNext = has_features ? &validation : NULL,
        .pApplicationInfo = &application,
        .enabledLayerCount = instance->is_validating ? 1 : 0,
        .ppEnabledLayerNames = layers,
        .enabledExtensionCount = !instance->is_validating ? 0
                                 : has_features           ? 2
                                                          : 1,
        .ppEnabledExtensionNames = extensions,
    };

    const VkResult result = instance->api.vkCreateInstance(&info, NULL, &instance->handle);
    if (result == VK_ERROR_INCOMPATIBLE_DRIVER)
        return vk_fail_missing(fault,
                               "Debian's package mesa-vulkan-drivers brings one that needs no GPU",
                               "the Vulkan loader found no driver");
    return vk_check(fault, "vkCreateInstance", result);
}

static bool
create_messenger(struct vk_instance *instance, struct vk_fault *fault)
{
    const VkDebugUtilsMessengerCreateInfoEXT info = {
        .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT,
        .messageSeverity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT |
                           VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
        .messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT,
        .pfnUserCallback = vk_messages_callback,
        .pUserData = &instance->messages,
    };

    if (!instance->api.vkCreateDebugUtilsMessengerEXT)
        return vk_fail(fault, scene_status_bad, QD_CODE_DEVICE_FAILED,
                       "the validation layer offers VK_EXT_debug_utils and does not have it");
    return vk_check(fault, "vkCreateDebugUtilsMessengerEXT",
                    instance->api.vkCreateDebugUtilsMessengerEXT(instance->handle, &info, NULL,
                                                                 &instance->messenger));
}

bool
vk_instance_open(struct vk_instance *instance, const char *loader, uint32_t most, bool validate,
                 struct vk_fault *fault)
{
    memset(instance, 0, sizeof(*instance));
    vk_messages_init(&instance->messages);
    if (!vk_api_open(&instance->api, loader, fault))
        return false;

    instance->version = instance_version(&instance->api, most ? most : HIGHEST_VERSION);
    instance->is_validating =
        validate && has_validation_layer(&instance->api) &&
        layer_has_extension(&instance->api, VALIDATION_LAYER, VK_EXT_DEBUG_UTILS_EXTENSION_NAME);
    return create_instance(instance, fault) &&
           vk_api_load_instance(&instance->api, instance->handle, fault) &&
           (!instance->is_validating || create_messenger(instance, fault));
}

void
vk_instance_close(struct vk_instance *instance)
{
    if (instance->messenger)
        instance->api.vkDestroyDebugUtilsMessengerEXT(instance->handle, instance->messenger, NULL);
    if (instance->handle && instance->api.vkDestroyInstance)
        instance->api.vkDestroyInstance(instance->handle, NULL);
    vk_api_close(&instance->api);
    vk_messages_finish(&instance->messages);
}

bool
vk_instance_devices(const struct vk_instance *instance, VkPhysicalDevice devices[VK_MAX_DEVICES],
                    uint32_t *count, struct vk_fault *fault)
{
    *count = VK_MAX_DEVICES;
    const VkResult result =
        instance->api.vkEnumeratePhysicalDevices(instance->handle, count, devices);
    if (result < VK_SUCCESS && result != VK_ERROR_INITIALIZATION_FAILED)
        return vk_check(fault, "vkEnumeratePhysicalDevices", result);
    /* The loader gives this error where every driver failed. */
    if (result == VK_ERROR_INITIALIZATION_FAILED || *count == 0)
        return vk_fail_missing(fault,
                               "Debian's package mesa-vulkan-drivers brings one that needs no GPU",
                               "no Vulkan driver has a device");
    return true;
}

bool
vk_instance_has_extension(const struct vk_instance *instance, const char *name)
{
    return layer_has_extension(&instance->api, NULL, name);
}

uint32_t
vk_version(const struct vk_instance *instance, const VkPhysicalDeviceProperties *properties)
{
    const uint32_t version = properties->apiVersion & ~(uint32_t)0xfff;

    return version < instance->version ? version : instance->version;
}

enum spirv_target
vk_target(uint32_t version)
{
    if (version >= VK_API_VERSION_1_3)
        return spirv_target_vulkan1_3;
    if (version >= VK_API_VERSION_1_2)
        return spirv_target_vulkan1_2;
    if (version >= VK_API_VERSION_1_1)
        return spirv_target_vulkan1_1;
    return spirv_target_vulkan1_0;
}
