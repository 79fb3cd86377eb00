/* SPDX-License-Identifier: MIT */
#ifndef TGSI_TEST_HOST_H
#define TGSI_TEST_HOST_H

#include "scene/scene.h"

/* The host's first device; NULL with a reason printed. */
struct scene_device *host_open(bool validate);

#endif
