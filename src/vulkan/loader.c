/* SPDX-License-Identifier: MIT */
#include "vk_priv.h"

#include <dlfcn.h>
#include <stdio.h>

/* dlsym gives an object pointer; POSIX says that it holds a function's address all the same. */
static PFN_vkGetInstanceProcAddr
find_get_instance_proc_addr(void *library)
{
    void *symbol = dlsym(library, "vkGetInstanceProcAddr");
    PFN_vkGetInstanceProcAddr function;

    _Static_assert(sizeof(symbol) == sizeof(function), "POSIX asks for it");
    memcpy(&function, &symbol, sizeof(function));
    return function;
}

static bool
fail_without(struct vk_fault *fault, const char *name)
{
    return vk_fail_missing(fault, NULL, "the Vulkan loader or its driver has no %s", name);
}

bool
vk_api_open(struct vk_api *api, const char *loader, struct vk_fault *fault)
{
    memset(api, 0, sizeof(*api));
    api->library = dlopen(loader, RTLD_NOW | RTLD_LOCAL);
    if (!api->library) {
        const char *why = dlerror();
        return vk_fail_missing(fault,
                               "Debian's package libvulkan1 brings the loader, "
                               "mesa-vulkan-drivers a driver that needs no GPU",
                               "there is no Vulkan loader: %s", why ? why : loader);
    }
    api->vkGetInstanceProcAddr = find_get_instance_proc_addr(api->library);
    if (!api->vkGetInstanceProcAddr)
        return vk_fail_missing(fault, "Debian's package libvulkan1 brings the loader",
                               "%s is no Vulkan loader: it has no vkGetInstanceProcAddr", loader);

    api->vkEnumerateInstanceVersion = (PFN_vkEnumerateInstanceVersion)api->vkGetInstanceProcAddr(
        NULL, "vkEnumerateInstanceVersion");
#define VK_GLOBAL(name)                                                                            \
    api->name = (PFN_##name)api->vkGetInstanceProcAddr(NULL, #name);                               \
    if (!api->name)                                                                                \
        return fail_without(fault, #name);
#include "functions.def"
    return true;
}

bool
vk_api_load_instance(struct vk_api *api, VkInstance instance, struct vk_fault *fault)
{
#define VK_INSTANCE(name)                                                                          \
    api->name = (PFN_##name)api->vkGetInstanceProcAddr(instance, #name);                           \
    if (!api->name)                                                                                \
        return fail_without(fault, #name);
#define VK_INSTANCE_OPTIONAL(name)                                                                 \
    api->name = (PFN_##name)api->vkGetInstanceProcAddr(instance, #name);
#include "functions.def"
    return true;
}

bool
vk_api_load_device(struct vk_api *api, VkDevice device, uint32_t version, struct vk_fault *fault)
{
#define VK_DEVICE(name)                                                                            \
    api->name = (PFN_##name)api->vkGetDeviceProcAddr(device, #name);                               \
    if (!api->name)                                                                                \
        return fail_without(fault, #name);
#define VK_DEVICE_SINCE(name, minor)                                                               \
    api->name = (PFN_##name)api->vkGetDeviceProcAddr(                                              \
        device, version >= VK_MAKE_API_VERSION(0, 1, minor, 0) ? #name : #name "KHR");
#include "functions.def"
    return true;
}

void
vk_api_close(struct vk_api *api)
{
    if (api->library)
        dlclose(api->library);
    memset(api, 0, sizeof(*api));
}
