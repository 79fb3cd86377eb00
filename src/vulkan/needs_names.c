/* SPDX-License-Identifier: MIT
 *
 * What a host must have for a module's capabilities, by name: capabilities.def for people. Needs
 * neither a device nor Vulkan's headers.
 */
#include "vulkan_device.h"

static const struct vk_need needs[] = {
#define VK_ALWAYS(name, number) {number, #name, NULL},
#define VK_CORE(name, number, member) {number, #name, #member},
#define VK_CORE11(name, number, member) {number, #name, #member},
#define VK_CORE12(name, number, member) {number, #name, #member},
#define VK_CORE13(name, number, member) {number, #name, #member},
#define VK_MORE(name, number, more, member) {number, #name, #member},
#define VK_SINCE(name, number, minor) {number, #name, NULL},
#define VK_EXTENSION(name, number, extension) {number, #name, extension},
#define VK_SUBGROUP(name, number, bit) {number, #name, #bit},
#define VK_FLOATS(name, number) {number, #name, NULL},
#include "capabilities.def"
};

const struct vk_need *
vk_find_need(uint32_t capability)
{
    for (size_t i = 0; i < BASE_COUNT(needs); i++)
        if (needs[i].number == capability)
            return &needs[i];
    return NULL;
}
