/* SPDX-License-Identifier: MIT
 *
 * What goes from one stage to the next: the locations that it has on the host. They are the
 * scene's where the host has so many. Else those that are used are numbered anew in all stages,
 * those that the next stage reads before those that it does not: guests leave gaps, and a stage
 * may take fewer inputs than the one before may make.
 */
#include "vk_priv.h"

/* Locations of one row, a bit each. */
struct used {
    uint64_t written;
    uint64_t read;
};

static uint32_t
output_components(const VkPhysicalDeviceLimits *limits, enum ir_stage stage)
{
    switch (stage) {
    case ir_stage_vertex:
        return limits->maxVertexOutputComponents;
    case ir_stage_tess_control:
        return limits->maxTessellationControlPerVertexOutputComponents;
    case ir_stage_tess_eval:
        return limits->maxTessellationEvaluationOutputComponents;
    case ir_stage_geometry:
        return limits->maxGeometryOutputComponents;
    case ir_stage_fragment:
        return 4 * limits->maxFragmentOutputAttachments;
    case ir_stage_compute:
    case ir_stage_count:
        break;
    }
    return 0;
}

uint32_t
vk_output_locations(const struct vk_device *device, enum ir_stage stage)
{
    return output_components(&device->properties.limits, stage) / 4;
}

uint32_t
vk_input_locations(const struct vk_device *device, enum ir_stage stage)
{
    const VkPhysicalDeviceLimits *limits = &device->properties.limits;

    switch (stage) {
    case ir_stage_tess_control:
        return limits->maxTessellationControlPerVertexInputComponents / 4;
    case ir_stage_tess_eval:
        return limits->maxTessellationEvaluationInputComponents / 4;
    case ir_stage_geometry:
        return limits->maxGeometryInputComponents / 4;
    case ir_stage_fragment:
        return limits->maxFragmentInputComponents / 4;
    case ir_stage_vertex: /* Attributes, which are counted where they are bound. */
    case ir_stage_compute:
    case ir_stage_count:
        break;
    }
    return SCENE_MAX_LOCATIONS;
}

static uint64_t
locations_of(const struct ir_io *ios, uint32_t count, bool is_patch)
{
    uint64_t locations = 0;

    for (uint32_t i = 0; i < count; i++)
        if (ios[i].builtin == ir_builtin_none && ios[i].is_patch == is_patch)
            locations |= UINT64_C(1) << ios[i].location;
    return locations;
}

static void
find_used(const struct ir_shader *from, const struct ir_shader *to, struct used used[2])
{
    for (unsigned patch = 0; patch < 2; patch++) {
        used[patch].written = locations_of(from->outputs.data, from->outputs.count, patch != 0);
        used[patch].read = to ? locations_of(to->inputs.data, to->inputs.count, patch != 0) : 0;
    }
}

/* One past the highest bit. */
static uint32_t
end_of(uint64_t locations)
{
    uint32_t end = 0;

    for (; locations; locations >>= 1)
        end++;
    return end;
}

/* Built-ins of vertices count as components too: the position and what else there is. */
static uint32_t
locations_of_builtins(const struct ir_io *ios, uint32_t count)
{
    uint32_t components = 0;

    for (uint32_t i = 0; i < count; i++)
        if (ios[i].builtin != ir_builtin_none)
            components += ios[i].components;
    return (components + 3) / 4;
}

static bool
has_room(const struct vk_device *device, const struct ir_shader *from, const struct ir_shader *to,
         const struct used used[2])
{
    const uint32_t end = end_of(used[0].written | used[0].read);
    const uint32_t patch_end = end_of(used[1].written | used[1].read);
    const uint32_t outputs = patch_end ? end + patch_end : end_of(used[0].written);
    const uint32_t inputs = patch_end ? end + patch_end : end_of(used[0].read);

    if (outputs + locations_of_builtins(from->outputs.data, from->outputs.count) >
        vk_output_locations(device, from->stage))
        return false;
    return !to || inputs + locations_of_builtins(to->inputs.data, to->inputs.count) <=
                      vk_input_locations(device, to->stage);
}

static uint8_t
number(uint64_t locations, uint8_t next, uint8_t of[SCENE_MAX_LOCATIONS])
{
    for (uint32_t i = 0; i < SCENE_MAX_LOCATIONS; i++)
        if (locations >> i & 1)
            of[i] = next++;
    return next;
}

void
vk_plan_between(const struct vk_device *device, const struct ir_shader *from,
                const struct ir_shader *to, struct vk_between *between)
{
    struct used used[2];

    find_used(from, to, used);
    between->is_moved = !has_room(device, from, to, used);
    for (unsigned patch = 0; patch < 2; patch++) {
        uint8_t *of = between->locations[patch];

        for (uint32_t i = 0; i < SCENE_MAX_LOCATIONS; i++)
            of[i] = (uint8_t)i;
        if (between->is_moved)
            number(used[patch].written & ~used[patch].read, number(used[patch].read, 0, of), of);
    }
    const uint32_t written = end_of(used[0].written), read = end_of(used[0].read);
    between->first_patch = between->is_moved ? 0 : written > read ? written : read;
    for (uint32_t i = 0; between->is_moved && i < SCENE_MAX_LOCATIONS; i++)
        between->first_patch += (used[0].written | used[0].read) >> i & 1;
}

void
vk_move_locations(struct ir_io *ios, uint32_t count, const struct vk_between *between)
{
    for (uint32_t i = 0; i < count; i++)
        if (ios[i].builtin == ir_builtin_none)
            ios[i].location = between->locations[ios[i].is_patch][ios[i].location];
}
