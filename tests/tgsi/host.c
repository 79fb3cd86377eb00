/* SPDX-License-Identifier: MIT */
#include "host.h"

#include "vulkan/vulkan_device.h"

#include <stdio.h>

struct scene_device *
host_open(bool validate)
{
    const struct vk_options options = {.validate = validate};
    struct base_arena arena;
    struct base_diags diags;

    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena))
        return NULL;
    base_diags_init(&diags, &arena, "vulkan");
    struct scene_device *device = vk_device_create(0, &options, &diags);
    if (!device)
        printf("skip: %s\n", diags.list.count ? diags.list.data[0].message : "no device");
    base_arena_finish(&arena);
    return device;
}
