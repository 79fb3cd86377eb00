/* SPDX-License-Identifier: MIT */
#include "vk_job.h"

void
vk_job_init(struct vk_job *job, uint32_t words)
{
    memset(job, 0, sizeof(*job));
    job->scene = (struct scene){
        .buffers = job->buffers,
        .addresses = job->addresses,
        .images = job->images,
        .views = job->views,
        .samplers = job->samplers,
        .steps = job->steps,
    };
    vk_job_add_buffer(job, NULL, (size_t)words * 4);
    vk_job_bind(job, &(struct scene_binding){.kind = scene_binding_storage});
}

uint32_t
vk_job_add_buffer(struct vk_job *job, const void *data, size_t size)
{
    assert_true(job->scene.buffer_count < VK_JOB_MAX);
    job->buffers[job->scene.buffer_count] = (struct scene_buffer){data, size};
    return job->scene.buffer_count++;
}

uint32_t
vk_job_add_view(struct vk_job *job, const struct scene_view *view)
{
    assert_true(job->scene.view_count < VK_JOB_MAX);
    job->views[job->scene.view_count] = *view;
    return job->scene.view_count++;
}

uint32_t
vk_job_add_image(struct vk_job *job, const struct scene_image *image)
{
    assert_true(job->scene.image_count < VK_JOB_MAX);
    job->images[job->scene.image_count] = *image;
    const struct scene_view view = scene_view_of(&job->scene, job->scene.image_count);
    vk_job_add_view(job, &view);
    return job->scene.image_count++;
}

uint32_t
vk_job_add_sampler(struct vk_job *job, const struct scene_sampler *sampler)
{
    assert_true(job->scene.sampler_count < VK_JOB_MAX);
    job->samplers[job->scene.sampler_count] = *sampler;
    return job->scene.sampler_count++;
}

void
vk_job_bind(struct vk_job *job, const struct scene_binding *binding)
{
    assert_true(job->binding_count < VK_JOB_MAX);
    job->bindings[job->binding_count++] = *binding;
}

struct scene_step *
vk_job_add_step(struct vk_job *job, enum scene_step_kind kind)
{
    assert_true(job->scene.step_count < VK_JOB_MAX);
    struct scene_step *step = &job->steps[job->scene.step_count++];

    step->kind = kind;
    return step;
}

struct scene_dispatch *
vk_job_dispatch(struct vk_job *job, const struct ir_shader *shader, uint32_t groups)
{
    struct scene_dispatch *dispatch = &vk_job_add_step(job, scene_step_dispatch)->dispatch;

    *dispatch = (struct scene_dispatch){
        .shader = shader,
        .groups = {groups, 1, 1},
        .inputs = {.bindings = job->bindings, .binding_count = job->binding_count},
    };
    return dispatch;
}

void
vk_job_read_buffer(struct vk_job *job, uint32_t buffer)
{
    vk_job_add_step(job, scene_step_read_buffer)->read = buffer;
}

void
vk_job_read_image(struct vk_job *job, uint32_t image)
{
    vk_job_add_step(job, scene_step_read_image)->read = image;
}

struct scene_result
vk_job_run(struct vk_test *test, struct scene_device *device, const struct vk_job *job)
{
    return vk_test_run(test, device, &job->scene);
}

const uint32_t *
vk_job_words(struct vk_test *test, struct scene_device *device, struct vk_job *job)
{
    vk_job_read_buffer(job, 0);
    const struct scene_result result = vk_job_run(test, device, job);
    return result.reads[result.read_count - 1].data;
}

void
vk_job_fails(struct vk_test *test, struct scene_device *device, const struct vk_job *job,
             enum scene_status status, enum qd_code code, const char *text)
{
    struct scene_result result;

    base_diags_init(&test->diags, &test->arena, "test");
    const enum scene_status found =
        device->run(device, &job->scene, &test->arena, &result, &test->diags);
    vk_test_error(test, code, text);
    assert_int_equal(found, status);
    assert_null(result.reads);
    base_diags_init(&test->diags, &test->arena, "test");
}

/* ---- shaders ---- */

void
vk_compute_begin(struct vk_test *test, struct vk_compute *c, uint32_t local_size, uint32_t stride)
{
    c->shader = vk_test_begin(test, ir_stage_compute, &c->b);
    c->shader->local_size[0] = local_size;
    c->shader->local_size[1] = c->shader->local_size[2] = 1;
    c->stride = stride;
    c->results = vk_compute_buffer(c, ir_buffer_storage, 0, 0);
    const uint32_t id = vk_test_builtin_input(c->shader, ir_builtin_global_id, ir_type_i32, 3);
    c->index = vk_test_load(&c->b, id, 0);
}

void
vk_compute_put(struct vk_compute *c, uint32_t place, ir_ref value)
{
    struct ir_builder *b = &c->b;
    const ir_ref at = ir_build_iadd(b, ir_build_imul(b, c->index, ir_build_i32(b, 4 * c->stride)),
                                    ir_build_i32(b, 4 * place));

    ir_build_list(b, ir_op_store_buffer, ir_type_void,
                  (const ir_ref[]){at, ir_build_i32(b, 0), value}, 3, c->results);
}

void
vk_compute_put_vector(struct vk_compute *c, ir_ref vector, enum ir_type type)
{
    for (uint32_t i = 0; i < 4; i++)
        vk_compute_put(c, i, ir_build_op(&c->b, ir_op_extract, (ir_type_id)type, vector, 0, i));
}

uint32_t
vk_compute_buffer(struct vk_compute *c, enum ir_buffer_kind kind, uint32_t binding, uint32_t size)
{
    const struct ir_buffer buffer = {.binding = binding, .size = size, .kind = kind, .count = 1};

    return ir_add_buffer(c->shader, &buffer);
}
