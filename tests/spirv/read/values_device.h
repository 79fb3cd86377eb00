/* SPDX-License-Identifier: MIT
 *
 * Runs cases on a device.
 */
#ifndef VALUES_DEVICE_H
#define VALUES_DEVICE_H

#include "values.h"

#include "scene/scene.h"

struct values_runner values_device_runner(struct scene_device *device, bool is_host);

#endif
