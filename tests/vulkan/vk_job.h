/* SPDX-License-Identifier: MIT
 *
 * For tests of compute and of resources: a scene that grows step by step, and compute shaders that
 * write words to its buffer 0.
 */
#ifndef TESTS_VULKAN_VK_JOB_H
#define TESTS_VULKAN_VK_JOB_H

#include "vk_test.h"

#define VK_JOB_MAX 64

/* Buffer 0 holds results; it is bound at set 0, binding 0. */
struct vk_job {
    struct scene scene;
    struct scene_buffer buffers[VK_JOB_MAX];
    struct scene_address addresses[VK_JOB_MAX];
    struct scene_image images[VK_JOB_MAX];
    struct scene_view views[VK_JOB_MAX];
    struct scene_sampler samplers[VK_JOB_MAX];
    struct scene_binding bindings[VK_JOB_MAX];
    uint32_t binding_count;
    struct scene_step steps[VK_JOB_MAX];
};

/* words: of buffer 0. */
void vk_job_init(struct vk_job *job, uint32_t words);
uint32_t vk_job_add_buffer(struct vk_job *job, const void *data, size_t size);
/* Also adds a view of all of it: of the image's index unless others were added by hand. */
uint32_t vk_job_add_image(struct vk_job *job, const struct scene_image *image);
uint32_t vk_job_add_view(struct vk_job *job, const struct scene_view *view);
uint32_t vk_job_add_sampler(struct vk_job *job, const struct scene_sampler *sampler);
/* Steps from here on see it. */
void vk_job_bind(struct vk_job *job, const struct scene_binding *binding);

/* Steps. What is bound so far is bound to them. */
struct scene_step *vk_job_add_step(struct vk_job *job, enum scene_step_kind kind);
struct scene_dispatch *vk_job_dispatch(struct vk_job *job, const struct ir_shader *shader,
                                       uint32_t groups);
void vk_job_read_buffer(struct vk_job *job, uint32_t buffer);
void vk_job_read_image(struct vk_job *job, uint32_t image);

/* Runs it, which must work. */
struct scene_result vk_job_run(struct vk_test *test, struct scene_device *device,
                               const struct vk_job *job);
/* Reads buffer 0 as the last step and runs it; the words of buffer 0. */
const uint32_t *vk_job_words(struct vk_test *test, struct scene_device *device, struct vk_job *job);
/* It does not run, for this reason. */
void vk_job_fails(struct vk_test *test, struct scene_device *device, const struct vk_job *job,
                  enum scene_status status, enum qd_code code, const char *text);

/* ---- shaders ---- */

/* A compute shader whose invocation i writes words i * stride and on of the results. */
struct vk_compute {
    struct ir_builder b;
    struct ir_shader *shader;
    uint32_t stride;
    uint32_t results; /* The buffer's index. */
    ir_ref index;     /* i, which is global_id.x. */
};

void vk_compute_begin(struct vk_test *test, struct vk_compute *c, uint32_t local_size,
                      uint32_t stride);
/* Writes a value of 32 bits to the invocation's place. */
void vk_compute_put(struct vk_compute *c, uint32_t place, ir_ref value);
/* Four components of a vector to the invocation's places 0 to 3. */
void vk_compute_put_vector(struct vk_compute *c, ir_ref vector, enum ir_type type);
/* A buffer of one element; its index. */
uint32_t vk_compute_buffer(struct vk_compute *c, enum ir_buffer_kind kind, uint32_t binding,
                           uint32_t size);

#endif
