/* SPDX-License-Identifier: MIT
 *
 * Features by the names that Vulkan and scripts have for them.
 */
#include "vk_priv.h"

#include <stdlib.h>

/* A member of a structure; its name is what stands between VkPhysicalDevice and Features. Those of
 * collected structures are found under that name too. */
struct row {
    const char *collected; /* NULL: none. */
    const char *structure;
    const char *member;
    VkBool32 has;
};

/* What scripts call structures, and their rows here. */
static const struct {
    const char *name;
    const char *structure;
} aliases[] = {
    {"Storage8Bit", "8BitStorage"},
    {"Storage16Bit", "16BitStorage"},
    {"VariablePointer", "VariablePointers"},
    {"Float16Int8", "ShaderFloat16Int8"},
    {"ShaderDrawParameter", "ShaderDrawParameters"},
};

static bool
is_equal(const char *name, size_t size, const char *other)
{
    return strlen(other) == size && !memcmp(name, other, size);
}

/* Cuts off "Features" and an extension's vendor after it. */
static size_t
cut_structure(const char *name, size_t size)
{
    static const char *const ends[] = {"Features", "FeaturesEXT", "FeaturesKHR"};

    for (size_t i = 0; i < BASE_COUNT(ends); i++) {
        const size_t end = strlen(ends[i]);
        if (size > end && !memcmp(name + size - end, ends[i], end))
            return size - end;
    }
    return size;
}

static bool
is_row(const struct row *row, const char *structure, size_t size, const char *member)
{
    if (strcmp(row->member, member) != 0)
        return false;
    return is_equal(structure, size, row->structure) ||
           (row->collected && is_equal(structure, size, row->collected));
}

/* structure: NULL where any will do. */
static bool
find_member(const struct vk_features *features, const char *structure, size_t size,
            const char *member)
{
    const struct row rows[] = {
#define VK_CORE10(member) {NULL, "", #member, features->core.member},
#define VK_CORE11(member, Struct) {"Vulkan11", #Struct, #member, features->core11.member},
#define VK_CORE12(member, Struct) {"Vulkan12", #Struct, #member, features->core12.member},
#define VK_CORE13(member, Struct) {"Vulkan13", #Struct, #member, features->core13.member},
#define VK_MORE_MEMBER(name, Struct, member) {NULL, #Struct, #member, features->name.member},
#include "features.def"
    };

    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        if (structure ? is_row(&rows[i], structure, size, member) : !strcmp(rows[i].member, member))
            return rows[i].has == VK_TRUE;
    }
    return false;
}

/* "SubgroupSupportedOperations.quad" and "SubgroupSupportedStages.compute". */
static bool
has_subgroup_part(const VkPhysicalDeviceSubgroupProperties *subgroup, bool is_stage,
                  const char *name)
{
    static const struct {
        const char *name;
        bool is_stage;
        uint32_t bit;
    } rows[] = {
        {"basic", false, VK_SUBGROUP_FEATURE_BASIC_BIT},
        {"vote", false, VK_SUBGROUP_FEATURE_VOTE_BIT},
        {"arithmetic", false, VK_SUBGROUP_FEATURE_ARITHMETIC_BIT},
        {"ballot", false, VK_SUBGROUP_FEATURE_BALLOT_BIT},
        {"shuffle", false, VK_SUBGROUP_FEATURE_SHUFFLE_BIT},
        {"shuffleRelative", false, VK_SUBGROUP_FEATURE_SHUFFLE_RELATIVE_BIT},
        {"clustered", false, VK_SUBGROUP_FEATURE_CLUSTERED_BIT},
        {"quad", false, VK_SUBGROUP_FEATURE_QUAD_BIT},
        {"vertex", true, VK_SHADER_STAGE_VERTEX_BIT},
        {"tessellationControl", true, VK_SHADER_STAGE_TESSELLATION_CONTROL_BIT},
        {"tessellationEvaluation", true, VK_SHADER_STAGE_TESSELLATION_EVALUATION_BIT},
        {"geometry", true, VK_SHADER_STAGE_GEOMETRY_BIT},
        {"fragment", true, VK_SHADER_STAGE_FRAGMENT_BIT},
        {"compute", true, VK_SHADER_STAGE_COMPUTE_BIT},
    };
    const uint32_t bits = is_stage ? subgroup->supportedStages : subgroup->supportedOperations;

    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        if (rows[i].is_stage == is_stage && !strcmp(rows[i].name, name))
            return (bits & rows[i].bit) != 0;
    }
    return false;
}

bool
vk_has_feature(const struct vk_device *device, const char *name)
{
    const struct vk_features *features = &device->features;
    const char *dot = strchr(name, '.');

    if (!strncmp(name, "VK_", 3))
        return vk_features_has_extension(features, name) ||
               vk_instance_has_extension(&device->instance, name);
    if (!dot)
        return find_member(features, NULL, 0, name);
    if (dot == name)
        return false;
    const size_t size = (size_t)(dot - name);
    if (is_equal(name, size, "SubgroupSupportedOperations"))
        return has_subgroup_part(&features->subgroup, false, dot + 1);
    if (is_equal(name, size, "SubgroupSupportedStages"))
        return has_subgroup_part(&features->subgroup, true, dot + 1);
    const size_t cut = is_equal(name, size, "Features") ? 0 : cut_structure(name, size);
    for (size_t i = 0; i < BASE_COUNT(aliases); i++) {
        if (is_equal(name, cut, aliases[i].name))
            return find_member(features, aliases[i].structure, strlen(aliases[i].structure),
                               dot + 1);
    }
    return find_member(features, name, cut, dot + 1);
}
