/* SPDX-License-Identifier: MIT
 *
 * What is drawn, for any device: shaders, resources, targets and draws, by Vulkan's rules. The
 * scene's objects are named by their index in its arrays. A scene owns nothing: what it points to
 * outlives it.
 */
#ifndef SCENE_SCENE_H
#define SCENE_SCENE_H

#include "ir/ir.h"

#define SCENE_MAX_TARGETS 8
#define SCENE_MAX_SIZE 16384 /* Width and height of targets, textures and viewports. */
#define SCENE_MAX_LOCATIONS 64
#define SCENE_MAX_BINDINGS 1024
#define SCENE_MAX_VERTICES (UINT32_C(1) << 28) /* Of all instances of a draw. */

/* ---- formats.c ---- */

enum scene_format {
    scene_format_none,
#define SCENE_FORMAT(name, components, kind, bits, order, uses) scene_format_##name,
#include "scene/formats.def"
    scene_format_count
};

enum scene_format_kind {
    scene_format_kind_UNORM,
    scene_format_kind_FLOAT,
    scene_format_kind_UINT,
    scene_format_kind_SINT
};

enum scene_format_use {
    SCENE_FORMAT_ATTRIBUTE = 1 << 0,
    SCENE_FORMAT_TEXTURE = 1 << 1,
    SCENE_FORMAT_TARGET = 1 << 2
};

struct scene_format_info {
    const char *name;
    uint8_t components;
    uint8_t kind; /* enum scene_format_kind. */
    uint8_t bits;
    bool is_bgra;
    uint8_t uses;
    uint8_t bytes; /* Of a whole texel or attribute. */
};

extern const struct scene_format_info scene_format_infos[scene_format_count];

/* One texel or attribute as four 32-bit words: floats' bits, or integers for UINT and SINT.
 * Missing components are 0, 0, 0 and 1 (1.0 where the format reads as float). data may have any
 * alignment. */
void scene_format_unpack(enum scene_format format, const void *data, uint32_t words[4]);
/* The reverse, by Vulkan's conversion rules: clamped, to nearest even; NaN becomes 0 in UNORM. */
void scene_format_pack(enum scene_format format, const uint32_t words[4], void *data);

/* Do the words hold floats, or else integers? */
bool scene_format_is_float(enum scene_format format);

/* ---- what a scene is made of ---- */

struct scene_buffer {
    const void *data;
    size_t size;
};

/* A two-dimensional image of one or more mip levels, each tightly packed, level 0 first. */
struct scene_texture {
    enum scene_format format;
    uint32_t width;
    uint32_t height;
    uint32_t levels; /* At least 1. Level n is max(1, size >> n). */
    const void *data;
    size_t size;
};

enum scene_filter { scene_filter_nearest, scene_filter_linear };

enum scene_wrap {
    scene_wrap_repeat,
    scene_wrap_mirrored_repeat,
    scene_wrap_clamp_to_edge,
    scene_wrap_clamp_to_border /* Transparent black. */
};

struct scene_sampler {
    enum scene_filter mag;
    enum scene_filter min;
    enum scene_filter mip; /* Between levels. */
    enum scene_wrap wrap_u;
    enum scene_wrap wrap_v;
    float lod_bias;
    float min_lod;
    float max_lod;
};

/* A colour target. It starts as clear (r, g, b, a). What a fragment shader declares no output for,
 * a whole target or some of its components, keeps its value. */
struct scene_target {
    enum scene_format format;
    uint32_t width;
    uint32_t height;
    float clear[4];
};

enum scene_topology {
    scene_topology_points, /* 1 pixel wide unless the vertex shader writes a size. */
    scene_topology_triangles,
    scene_topology_triangle_strip,
    scene_topology_triangle_fan
};

enum scene_rate { scene_rate_vertex, scene_rate_instance };

/* Where an input location of the vertex shader comes from: UNORM and FLOAT formats feed inputs of
 * type f32, UINT and SINT formats those of type i32. Each byte past the buffer's end reads as 0;
 * components that the format lacks are 0, 0, 0, 1 there too. */
struct scene_attribute {
    uint32_t location;
    enum scene_format format;
    uint32_t buffer;
    uint64_t offset; /* Of the first element, in bytes. */
    uint32_t stride;
    enum scene_rate rate;
};

enum scene_binding_kind { scene_binding_uniform, scene_binding_texture };

/* What stands at a set and binding that a shader names. What a shader names and no binding gives
 * reads as zeroes. */
struct scene_binding {
    uint32_t set;
    uint32_t binding;
    enum scene_binding_kind kind;
    uint32_t buffer;  /* uniform: the whole buffer, up to what the shader declares. */
    uint32_t texture; /* texture. */
    uint32_t sampler; /* texture. */
};

/* Lies within -2 * SCENE_MAX_SIZE and 2 * SCENE_MAX_SIZE - 1 both ways. */
struct scene_viewport {
    float x;
    float y;
    float width;
    float height; /* Negative turns y round. */
    float min_depth;
    float max_depth;
};

struct scene_rect {
    int32_t x;
    int32_t y;
    uint32_t width;
    uint32_t height;
};

enum scene_cull { scene_cull_none, scene_cull_front, scene_cull_back };
enum scene_front { scene_front_counter_clockwise, scene_front_clockwise };

struct scene_draw {
    const struct ir_shader *vertex;
    const struct ir_shader *fragment;
    enum scene_topology topology;
    uint32_t first_vertex;
    uint32_t vertex_count;
    uint32_t first_instance;
    uint32_t instance_count; /* 0 draws nothing. */
    const struct scene_attribute *attributes;
    uint32_t attribute_count;
    const struct scene_binding *bindings;
    uint32_t binding_count;
    struct scene_viewport viewport;
    struct scene_rect scissor; /* Of size 0 by 0: the targets' area. x and y are not negative. */
    enum scene_cull cull;
    enum scene_front front;
    uint32_t targets[SCENE_MAX_TARGETS]; /* By output location; all of one size, each once. */
    uint32_t target_count;               /* At least 1. Outputs past it go nowhere. */
};

struct scene {
    const struct scene_buffer *buffers;
    uint32_t buffer_count;
    const struct scene_texture *textures;
    uint32_t texture_count;
    const struct scene_sampler *samplers;
    uint32_t sampler_count;
    const struct scene_target *targets;
    uint32_t target_count;
    const struct scene_draw *draws; /* In order. */
    uint32_t draw_count;
};

/* ---- scene.c ---- */

/* A draw of 3 vertices' triangle list with everything else at its plainest: one instance, viewport
 * 0, 0, width, height, depth 0 to 1, no culling, one target, number 0. */
struct scene_draw scene_draw_default(uint32_t width, uint32_t height);

/* The draw's attribute for an input location; NULL if it has none. */
const struct scene_attribute *scene_find_attribute(const struct scene_draw *draw,
                                                   uint32_t location);
/* What the draw binds there; NULL if nothing. */
const struct scene_binding *scene_find_binding(const struct scene_draw *draw, uint32_t set,
                                               uint32_t binding);

/* ---- check.c ---- */

/* Everything a device relies on: indices in range, sizes that fit their data, formats with the
 * needed use, shaders of the right stages, outputs that match inputs (each fragment input location
 * is written by the vertex shader; the types agree). The shaders themselves are ir_verify's. False
 * with errors in diags. */
bool scene_check(const struct scene *scene, struct base_diags *diags);

/* ---- devices ---- */

struct scene_image {
    enum scene_format format;
    uint32_t width;
    uint32_t height;
    void *data; /* Rows from the top, tightly packed. */
    size_t size;
};

/* The targets, after the draws, in the scene's order. In the caller's arena. */
struct scene_result {
    struct scene_image *images;
    uint32_t image_count;
};

enum scene_status {
    scene_status_ok,
    scene_status_bad, /* The scene, a shader or its want of memory is at fault; see the diagnostics.
                       */
    scene_status_missing /* The device or something that the scene needs of it is not there. */
};

/* A device. Its maker fills this in; the rest goes through these two calls. A device is used by
 * one thread at a time. */
struct scene_device {
    const char *name;        /* As on the command line: "cpu", "vulkan:0". */
    const char *description; /* For people. */
    enum scene_status (*draw)(struct scene_device *device, const struct scene *scene,
                              struct base_arena *arena, struct scene_result *result,
                              struct base_diags *diags);
    void (*destroy)(struct scene_device *device);
};

#endif
