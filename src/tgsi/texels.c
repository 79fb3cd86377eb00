/* SPDX-License-Identifier: MIT */
#include "tgsi/tgsi.h"

#include <string.h>

const struct tgsi_texel_info tgsi_texel_infos[tgsi_texels_count] = {
#define TGSI_TEXEL(name, holds, swizzle) [tgsi_texels_##name] = {#name, holds, swizzle},
#include "tgsi/texel_components.def"
};

const struct tgsi_texel_info *
tgsi_find_texel(const char *name)
{
    for (uint32_t i = 0; i < tgsi_texels_count; i++)
        if (strcmp(tgsi_texel_infos[i].name, name) == 0)
            return &tgsi_texel_infos[i];
    return NULL;
}
