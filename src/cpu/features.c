/* SPDX-License-Identifier: MIT */
#include "cpu/cpu_priv.h"

/* What stands in features.def is there. */
bool
cpu_has_feature(const char *name)
{
    static const struct {
        const char *name;
        bool is_there;
    } features[] = {
#define CPU_FEATURE(name, is_there) {name, is_there},
#include "cpu/features.def"
    };

    for (size_t i = 0; i < BASE_COUNT(features); i++) {
        if (strcmp(features[i].name, name) == 0)
            return features[i].is_there;
    }
    return false;
}

bool
cpu_has_format(enum scene_format format, unsigned uses, uint32_t samples)
{
    const unsigned single = SCENE_FORMAT_ATTRIBUTE | SCENE_FORMAT_TEXEL |
                            SCENE_FORMAT_STORAGE_TEXEL | SCENE_FORMAT_STORAGE_TEXEL_ATOMIC;

    if (format == scene_format_none || (uint32_t)format >= scene_format_count)
        return false;
    if (samples < 1 || samples > SCENE_MAX_SAMPLES || (samples & (samples - 1)))
        return false;
    if (samples > 1 && (uses & single))
        return false;
    return (scene_format_infos[format].uses & uses) == uses;
}
