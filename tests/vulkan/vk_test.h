/* SPDX-License-Identifier: MIT
 *
 * What the tests of the Vulkan device share: a device with the validation layer on where it is
 * installed, small shaders, and drawing.
 */
#ifndef TESTS_VULKAN_VK_TEST_H
#define TESTS_VULKAN_VK_TEST_H

#include "vulkan/vk_priv.h"

#include <cmocka.h>

/* An arena with diagnostics, of one test case. Running out of memory fails the case. */
struct vk_test {
    struct base_arena arena;
    struct base_diags diags;
};

void vk_test_init(struct vk_test *test);
void vk_test_finish(struct vk_test *test);
/* Fails the case, showing the diagnostics, if there are errors. */
void vk_test_no_errors(struct vk_test *test);
/* Fails the case unless the first diagnostic is an error of this code whose message has the text.
 */
void vk_test_error(struct vk_test *test, enum qd_code code, const char *text);

/* A test case with an arena: VK_TEST_CASE(test_x) { ... test->arena ... } */
#define VK_TEST_CASE(name)                                                                         \
    static void name##_body(struct vk_test *test);                                                 \
    static void name(void **state)                                                                 \
    {                                                                                              \
        struct vk_test test;                                                                       \
        (void)state;                                                                               \
        vk_test_init(&test);                                                                       \
        if (!BASE_ARENA_CATCH(&test.arena))                                                        \
            fail_msg("ran out");                                                                   \
        name##_body(&test);                                                                        \
        vk_test_finish(&test);                                                                     \
    }                                                                                              \
    static void name##_body(struct vk_test *test)

/* The device of the first argument (0), for all cases of a program, taken for one of the Vulkan
 * version 1.N that the second one says (3). Where there is none, the program ends with exit status
 * 77 and says why. */
struct scene_device *vk_test_device(int argc, char **argv);
static inline struct vk_device *
vk_test_of(struct scene_device *base)
{
    return (struct vk_device *)(void *)base;
}

/* The number of the device, for another one like it. */
uint32_t vk_test_index(const struct scene_device *device);
/* Closes it; false, with a line of output, if the validation layer had something to say. */
bool vk_test_close(struct scene_device *device);

/* ---- drawings: scenes of targets that are cleared, drawn to and read ---- */

struct vk_target {
    enum scene_format format;
    uint32_t width;
    uint32_t height;
    float clear[4];
};

/* Images and views of a scene's own come after those of its targets: view i of targets[i], then
 * one of each texture. */
struct vk_drawing {
    const struct scene_buffer *buffers;
    uint32_t buffer_count;
    const struct scene_image *textures;
    uint32_t texture_count;
    const struct scene_sampler *samplers;
    uint32_t sampler_count;
    const struct vk_target *targets;
    uint32_t target_count;
    const struct scene_draw *draws;
    uint32_t draw_count;
};

struct vk_picture {
    enum scene_format format;
    uint32_t width;
    uint32_t height;
    void *data; /* Pixels, left to right, top to bottom. */
    size_t size;
};

struct vk_pictures {
    struct vk_picture *images;
    uint32_t image_count;
};

/* What the targets hold after the draws, unless it fails. */
enum scene_status vk_test_try(struct vk_test *test, struct scene_device *device,
                              const struct vk_drawing *drawing, struct vk_pictures *pictures);
/* The same for a drawing that must be good. */
struct vk_pictures vk_test_draw(struct vk_test *test, struct scene_device *device,
                                const struct vk_drawing *drawing);
/* The bytes of a pixel of target i. */
const void *vk_test_pixel(const struct vk_pictures *pictures, uint32_t i, uint32_t x, uint32_t y);
/* Runs any scene, which must be good, shaders included. */
struct scene_result vk_test_run(struct vk_test *test, struct scene_device *device,
                                const struct scene *scene);

/* ---- shaders, made with the builder; all are verified when they are drawn ---- */

struct ir_shader *vk_test_begin(struct vk_test *test, enum ir_stage stage, struct ir_builder *b);
/* The index of a new input or output of four floats at a location, or of a built-in. */
uint32_t vk_test_input(struct ir_shader *shader, uint32_t location, enum ir_type type);
uint32_t vk_test_output(struct ir_shader *shader, uint32_t location);
uint32_t vk_test_builtin_input(struct ir_shader *shader, enum ir_builtin builtin, enum ir_type type,
                               uint8_t components);
uint32_t vk_test_builtin_output(struct ir_shader *shader, enum ir_builtin builtin,
                                uint8_t components);
ir_ref vk_test_load(struct ir_builder *b, uint32_t input, uint32_t component);
void vk_test_store(struct ir_builder *b, uint32_t output, const ir_ref values[4]);

/* A triangle over the whole target of vertices 0, 1 and 2. */
struct ir_shader *vk_test_whole_target(struct vk_test *test);
/* Input location 0 is the position; input location i + 1 goes to output location i. */
struct ir_shader *vk_test_passing(struct vk_test *test, uint32_t count);
/* Input location i goes to output location i. */
struct ir_shader *vk_test_showing(struct vk_test *test, uint32_t count);

#endif
