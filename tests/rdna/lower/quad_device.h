/* SPDX-License-Identifier: MIT
 *
 * Draws one triangle, whose edges cut quads, on a device that the command line names.
 */
#ifndef TESTS_RDNA_LOWER_QUAD_DEVICE_H
#define TESTS_RDNA_LOWER_QUAD_DEVICE_H

#include "scene/scene.h"

struct quad_device {
    const char *name;
    struct scene_device *device;
    bool is_vulkan;
};

/* name: "cpu" or "vulkan" or "vulkan:N". way: how quads are read on a Vulkan host, "broadcast" or
 * "derivatives"; "" is its own choice. False, and says why, if there is none. */
bool quad_open(struct quad_device *device, const char *name, const char *way);
/* False if the validation layer had something to say. */
bool quad_close(struct quad_device *device);

/* words: [side][side][4 * targets] of what the fragment shader wrote; is_written: [side][side].
 * Targets have four words. Fails the test where it does not run. */
void quad_draw(struct quad_device *device, const struct ir_shader *fragment, uint32_t side,
               uint32_t targets, uint32_t *words, bool *is_written, struct base_arena *arena);
/* Which pixels the triangle covers. */
void quad_coverage(struct quad_device *device, uint32_t side, bool *covered,
                   struct base_arena *arena);

#endif
