/* SPDX-License-Identifier: MIT */
#include "values_device.h"

#include <cmocka.h>

static bool
has_type(struct values_runner *runner, enum ir_type type)
{
    static const char *const features[ir_type_count][2] = {
        [ir_type_i8] = {"Float16Int8Features.shaderInt8",
                        "8BitStorageFeatures.storageBuffer8BitAccess"},
        [ir_type_i16] = {"shaderInt16", "16BitStorageFeatures.storageBuffer16BitAccess"},
        [ir_type_i64] = {"shaderInt64"},
        [ir_type_f16] = {"Float16Int8Features.shaderFloat16",
                         "16BitStorageFeatures.storageBuffer16BitAccess"},
        [ir_type_f64] = {"shaderFloat64"},
    };
    struct scene_device *device = runner->context;

    for (uint32_t i = 0; i < 2; i++)
        if (features[type][i] && !device->has_feature(device, features[type][i]))
            return false;
    return true;
}

static bool
run(struct values_runner *runner, const struct values_job *job)
{
    struct scene_device *device = runner->context;
    struct base_arena *arena = job->arena;
    struct scene_buffer *buffers =
        base_arena_new_array(arena, struct scene_buffer, job->buffer_count);
    struct scene_binding *bindings =
        base_arena_new_array(arena, struct scene_binding, job->buffer_count);
    struct scene_step *steps =
        base_arena_new_array(arena, struct scene_step, 1 + job->buffer_count);
    struct scene scene = {.buffers = buffers, .buffer_count = job->buffer_count, .steps = steps};
    struct scene_result result = {NULL, 0};
    uint32_t read = 0;

    steps[scene.step_count++] = (struct scene_step){
        .kind = scene_step_dispatch,
        .dispatch = {.shader = job->shader,
                     .groups = {job->invocations, 1, 1},
                     .inputs = {.bindings = bindings, .binding_count = job->buffer_count}}};
    for (uint32_t i = 0; i < job->buffer_count; i++) {
        buffers[i] = (struct scene_buffer){job->buffers[i].data, job->buffers[i].size};
        bindings[i] =
            (struct scene_binding){.binding = i, .kind = scene_binding_storage, .buffer = i};
        if (job->buffers[i].is_result)
            steps[scene.step_count++] =
                (struct scene_step){.kind = scene_step_read_buffer, .read = i};
    }
    if (device->run(device, &scene, arena, &result, job->diags) != scene_status_ok)
        fail_msg("%s: %s", device->name,
                 job->diags->list.count ? job->diags->list.data[0].message : "?");
    for (uint32_t i = 0; i < job->buffer_count; i++) {
        if (!job->buffers[i].is_result)
            continue;
        assert_int_equal(result.reads[read].size, job->buffers[i].size);
        memcpy(job->buffers[i].data, result.reads[read++].data, job->buffers[i].size);
    }
    return true;
}

struct values_runner
values_device_runner(struct scene_device *device, bool is_host)
{
    return (struct values_runner){
        .is_host = is_host, .has_type = has_type, .run = run, .context = device};
}
