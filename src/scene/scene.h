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
#define SCENE_MAX_SIZE 16384 /* Width, height and depth of images, and viewports. */
#define SCENE_MAX_LAYERS 2048
#define SCENE_MAX_SAMPLES 16
#define SCENE_MAX_LOCATIONS 64
#define SCENE_MAX_BINDINGS 1024 /* Of a draw or dispatch, elements counted. */
#define SCENE_MAX_PUSH 256
#define SCENE_MAX_TEXEL 32                     /* Bytes. */
#define SCENE_ALIGNMENT 16                     /* Offsets of bindings are multiples of it. */
#define SCENE_MAX_VERTICES (UINT32_C(1) << 28) /* Of all instances of a draw. */
#define SCENE_MAX_BYTES (UINT64_C(1) << 34)    /* Of an image. */
#define SCENE_NONE UINT32_MAX

/* ---- formats.c ---- */

enum scene_format {
    scene_format_none,
#define SCENE_FORMAT(name, ...) scene_format_##name,
#include "scene/formats.def"
    scene_format_count
};

/* How a component is read: UNORM .. SRGB as floats, UINT and SINT as integers. */
enum scene_numeric {
    scene_numeric_unorm,
    scene_numeric_snorm,
    scene_numeric_uscaled,
    scene_numeric_sscaled,
    scene_numeric_uint,
    scene_numeric_sint,
    scene_numeric_ufloat,
    scene_numeric_sfloat,
    scene_numeric_srgb
};

enum scene_format_use {
    SCENE_FORMAT_ATTRIBUTE = 1 << 0,
    SCENE_FORMAT_SAMPLED = 1 << 1,
    SCENE_FORMAT_LINEAR = 1 << 2, /* Sampled with linear filters. */
    SCENE_FORMAT_TARGET = 1 << 3,
    SCENE_FORMAT_BLEND = 1 << 4,
    SCENE_FORMAT_DEPTH = 1 << 5, /* As a depth and stencil target. */
    SCENE_FORMAT_STORAGE = 1 << 6,
    SCENE_FORMAT_ATOMIC = 1 << 7, /* Of storage images. */
    SCENE_FORMAT_TEXEL = 1 << 8,  /* Uniform texel buffers. */
    SCENE_FORMAT_STORAGE_TEXEL = 1 << 9,
    SCENE_FORMAT_STORAGE_TEXEL_ATOMIC = 1 << 10
};

struct scene_format_info {
    const char *name;   /* Vulkan's, in lower case: "r8g8b8a8_unorm". */
    uint8_t bytes;      /* Of a texel, attribute or block. */
    uint8_t components; /* Of colour. */
    uint8_t numeric;    /* enum scene_numeric, of the first component. */
    bool has_depth;
    bool has_stencil;
    uint16_t uses; /* enum scene_format_use: where a device must take it. */
};

extern const struct scene_format_info scene_format_infos[scene_format_count];

/* By Vulkan's name in any case, with or without VK_FORMAT_; none if there is no such. */
enum scene_format scene_format_find(const char *name, size_t size);

/* One texel or attribute as four 32-bit words: floats' bits, or integers. 64-bit formats: see
 * scene_format_unpack_wide. Missing components are 0, 0, 0 and 1 (1.0 where the format reads as
 * float). Depth comes as a float in word 0 and stencil as an integer in word 1. data may have any
 * alignment. */
void scene_format_unpack(enum scene_format format, const void *data, uint32_t words[4]);
/* The reverse, by Vulkan's conversion rules: clamped, to nearest even; NaN becomes 0 in UNORM. */
void scene_format_pack(enum scene_format format, const uint32_t words[4], void *data);
/* The same for formats of 64-bit components: words hold low and high halves in turn. */
void scene_format_unpack_wide(enum scene_format format, const void *data, uint32_t words[8]);
void scene_format_pack_wide(enum scene_format format, const uint32_t words[8], void *data);

/* Do the words hold floats, or else integers? */
bool scene_format_is_float(enum scene_format format);
/* Has it components of 64 bits? */
bool scene_format_is_wide(enum scene_format format);
/* The format that storage images of this ir_image_format have; none for unknown. */
enum scene_format scene_format_of_image(enum ir_image_format format);

/* ---- resources ---- */

/* Memory that shaders, draws and copies read and write. */
struct scene_buffer {
    const void *data; /* What it starts as; NULL: zeroes. */
    size_t size;
};

/* Eight bytes that are made the address of a place in a buffer before the first step, for shaders
 * that read physical addresses. */
struct scene_address {
    uint32_t in; /* A buffer, */
    uint64_t at; /* and where in it. */
    uint32_t of; /* The buffer whose address it is, */
    uint64_t plus;
};

enum scene_image_dim { scene_image_1d, scene_image_2d, scene_image_3d };

/* Levels are tightly packed, level 0 first. In a level come its layers (or depth slices), in these
 * its rows, texels, and a texel's samples. Level n has max(1, size >> n) texels each way. */
struct scene_image {
    enum scene_format format;
    enum scene_image_dim dim;
    uint32_t width;
    uint32_t height; /* 1 of 1D images. */
    uint32_t depth;  /* 1 of others than 3D. */
    uint32_t layers; /* 1 of 3D images. */
    uint32_t levels;
    uint32_t samples;
    const void *data; /* What it starts as; NULL: zeroes, as multisampled images must. */
    size_t size;
};

/* A side at a level: half of that at the level before, but at least 1. */
uint32_t scene_level_extent(uint32_t size, uint32_t level);
/* Bytes of the image, or of a level; 0 where a product is too large. */
uint64_t scene_image_size(const struct scene_image *image);
uint64_t scene_image_level_size(const struct scene_image *image, uint32_t level);
/* Where a level starts in the image's bytes. */
uint64_t scene_image_level_at(const struct scene_image *image, uint32_t level);

enum scene_swizzle {
    scene_swizzle_same, /* The component's own place. */
    scene_swizzle_zero,
    scene_swizzle_one,
    scene_swizzle_r,
    scene_swizzle_g,
    scene_swizzle_b,
    scene_swizzle_a
};

/* A part of an image, as shaders and draws see it. */
struct scene_view {
    uint32_t image;
    enum scene_format format; /* none: the image's. */
    enum ir_dim dim;          /* cube: six layers each. */
    bool is_arrayed;
    uint32_t first_level;
    uint32_t level_count;
    uint32_t first_layer; /* Of 3D images as targets: slices. */
    uint32_t layer_count;
    uint8_t swizzle[4]; /* enum scene_swizzle. */
    bool is_stencil;    /* Sampling reads stencil and not depth. */
};

enum scene_filter { scene_filter_nearest, scene_filter_linear };

enum scene_wrap {
    scene_wrap_repeat,
    scene_wrap_mirrored_repeat,
    scene_wrap_clamp_to_edge,
    scene_wrap_clamp_to_border,
    scene_wrap_mirror_clamp_to_edge
};

enum scene_border {
    scene_border_transparent_black, /* 0, 0, 0, 0 */
    scene_border_opaque_black,      /* 0, 0, 0, 1 */
    scene_border_opaque_white       /* 1, 1, 1, 1 */
};

enum scene_compare {
    scene_compare_never,
    scene_compare_less,
    scene_compare_equal,
    scene_compare_less_or_equal,
    scene_compare_greater,
    scene_compare_not_equal,
    scene_compare_greater_or_equal,
    scene_compare_always
};

struct scene_sampler {
    enum scene_filter mag;
    enum scene_filter min;
    enum scene_filter mip; /* Between levels. */
    enum scene_wrap wrap_u;
    enum scene_wrap wrap_v;
    enum scene_wrap wrap_w;
    float lod_bias;
    float min_lod;
    float max_lod;
    enum scene_border border;
    bool has_compare;
    enum scene_compare compare;
    bool is_unnormalized; /* Coordinates in texels. */
    float max_anisotropy; /* Up to 1: off. */
};

/* ---- what stands at bindings ---- */

enum scene_binding_kind {
    scene_binding_uniform,
    scene_binding_storage,
    scene_binding_uniform_texel,
    scene_binding_storage_texel,
    scene_binding_combined, /* View and sampler. */
    scene_binding_sampled,  /* View. */
    scene_binding_sampler,
    scene_binding_storage_image /* View. */
};

/* What stands at an element of a set and binding that a shader names. What a shader names and no
 * binding gives reads as zeroes, and writes to it are dropped. */
struct scene_binding {
    uint32_t set;
    uint32_t binding;
    uint32_t element; /* Below SCENE_MAX_BINDINGS. */
    enum scene_binding_kind kind;
    uint32_t buffer;
    uint64_t offset;          /* A multiple of SCENE_ALIGNMENT. */
    uint64_t size;            /* 0: to the buffer's end. */
    enum scene_format format; /* Of texel buffers. */
    uint32_t view;
    uint32_t sampler;
};

/* What a shader is run with, whatever its stage. */
struct scene_inputs {
    const struct scene_binding *bindings;
    uint32_t binding_count;
    const void *push; /* Push constants; those past push_size read as zeroes. */
    uint32_t push_size;
};

/* ---- draws ---- */

enum scene_topology {
    scene_topology_points, /* 1 pixel wide unless the vertex shader writes a size. */
    scene_topology_lines,
    scene_topology_line_strip,
    scene_topology_triangles,
    scene_topology_triangle_strip,
    scene_topology_triangle_fan,
    scene_topology_lines_adjacency, /* Without a geometry shader, the extra vertices are skipped. */
    scene_topology_line_strip_adjacency,
    scene_topology_triangles_adjacency,
    scene_topology_triangle_strip_adjacency,
    scene_topology_patches /* Of patch_vertices each, for tessellation. */
};

enum scene_rate { scene_rate_vertex, scene_rate_instance };

/* Where an input location of the vertex shader comes from: formats that read as float feed inputs
 * of type f32, UINT and SINT formats those of type i32. An attribute that does not lie whole in
 * its buffer reads as zeroes; components that the format lacks are 0, 0, 0, 1 there too. Formats
 * of 64-bit components feed pairs of i32, the third and fourth component at the next location. */
struct scene_attribute {
    uint32_t location;
    enum scene_format format;
    uint32_t buffer;
    uint64_t offset; /* Of the first element, in bytes. */
    uint32_t stride;
    enum scene_rate rate;
    uint32_t divisor; /* Of instance rate: instances an element; 0 is 1. */
};

enum scene_index { scene_index_none, scene_index_u8, scene_index_u16, scene_index_u32 };

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

enum scene_cull { scene_cull_none, scene_cull_front, scene_cull_back, scene_cull_both };
enum scene_front { scene_front_counter_clockwise, scene_front_clockwise };
enum scene_polygon { scene_polygon_fill, scene_polygon_line, scene_polygon_point };

struct scene_raster {
    enum scene_cull cull;
    enum scene_front front;
    enum scene_polygon polygon;
    float line_width; /* 0 is 1. */
    /* Flat inputs come from a primitive's last vertex and not its first: which these are, Vulkan's
     * VK_EXT_provoking_vertex says. */
    bool is_last_provoking;
    bool has_depth_clamp;
    bool has_depth_bias;
    float bias_constant;
    float bias_clamp;
    float bias_slope;
    /* Samples. How many follows from the targets. */
    float min_sample_shading; /* Above 0: the fragment shader runs for that share of the samples. */
    bool has_sample_mask;
    uint32_t sample_mask;
    bool has_alpha_to_coverage;
    bool has_alpha_to_one;
};

enum scene_stencil_op {
    scene_stencil_keep,
    scene_stencil_zero,
    scene_stencil_replace,
    scene_stencil_increment_clamp,
    scene_stencil_decrement_clamp,
    scene_stencil_invert,
    scene_stencil_increment_wrap,
    scene_stencil_decrement_wrap
};

struct scene_stencil {
    enum scene_stencil_op fail;
    enum scene_stencil_op pass;
    enum scene_stencil_op depth_fail;
    enum scene_compare compare;
    uint32_t compare_mask;
    uint32_t write_mask;
    uint32_t reference;
};

struct scene_depth {
    bool has_test;
    bool has_write;
    enum scene_compare compare;
    bool has_bounds;
    float min_bounds;
    float max_bounds;
    bool has_stencil;
    struct scene_stencil front;
    struct scene_stencil back;
};

enum scene_factor {
    scene_factor_zero,
    scene_factor_one,
    scene_factor_src_color,
    scene_factor_one_minus_src_color,
    scene_factor_dst_color,
    scene_factor_one_minus_dst_color,
    scene_factor_src_alpha,
    scene_factor_one_minus_src_alpha,
    scene_factor_dst_alpha,
    scene_factor_one_minus_dst_alpha,
    scene_factor_constant_color,
    scene_factor_one_minus_constant_color,
    scene_factor_constant_alpha,
    scene_factor_one_minus_constant_alpha,
    scene_factor_src_alpha_saturate,
    scene_factor_src1_color,
    scene_factor_one_minus_src1_color,
    scene_factor_src1_alpha,
    scene_factor_one_minus_src1_alpha
};

enum scene_blend_op {
    scene_blend_add,
    scene_blend_subtract,
    scene_blend_reverse_subtract,
    scene_blend_min,
    scene_blend_max
};

/* A colour target of a draw. What a fragment shader declares no output for, a whole target or some
 * of its components, keeps its value. */
struct scene_target {
    uint32_t view;    /* Of one level; SCENE_NONE: no target at this location. */
    uint32_t resolve; /* A view that the samples' mean (or, of integers, the first sample) goes to
                       * after the draw; SCENE_NONE: none. */
    uint8_t no_write; /* Bit 1 << component: is not written. 0: all are. */
    bool has_blend;
    enum scene_factor src_color;
    enum scene_factor dst_color;
    enum scene_blend_op color_op;
    enum scene_factor src_alpha;
    enum scene_factor dst_alpha;
    enum scene_blend_op alpha_op;
};

/* What vkCmdDrawIndirect and its like take from a buffer. */
struct scene_indirect {
    bool is_used;
    uint32_t buffer;
    uint64_t offset;
    uint32_t stride;
    uint32_t count; /* Of draws; a dispatch is one. */
};

struct scene_draw {
    const struct ir_shader *vertex;
    const struct ir_shader *tess_control; /* Both or none, with patches alone. */
    const struct ir_shader *tess_eval;
    const struct ir_shader *geometry; /* NULL: none. */
    const struct ir_shader *fragment; /* NULL: depth alone. */
    enum scene_topology topology;
    uint32_t patch_vertices; /* Of patches, up to IR_MAX_PATCH_VERTICES. */
    uint32_t first_vertex;   /* Or first index. */
    uint32_t vertex_count;   /* Or index count. */
    uint32_t first_instance;
    uint32_t instance_count; /* 0 draws nothing. */
    enum scene_index index;  /* none: not indexed. */
    uint32_t index_buffer;
    uint64_t index_offset;
    int32_t vertex_offset;
    bool has_restart;
    struct scene_indirect indirect; /* In place of the seven numbers above. */
    const struct scene_attribute *attributes;
    uint32_t attribute_count;
    struct scene_inputs inputs;
    struct scene_viewport viewport;
    struct scene_rect scissor; /* Of size 0 by 0: the targets' area. x and y are not negative. */
    struct scene_raster raster;
    struct scene_depth depth;
    float blend_constants[4];
    struct scene_target targets[SCENE_MAX_TARGETS]; /* By output location; all of one size. */
    uint32_t target_count;                          /* Outputs past it go nowhere. */
    uint32_t depth_view;                            /* SCENE_NONE: no depth and stencil target. */
    uint32_t width; /* Of the area drawn to, where there is no target of either kind. */
    uint32_t height;
    uint32_t subgroup_size; /* 0: the device's choice. */
};

struct scene_dispatch {
    const struct ir_shader *shader;
    uint32_t base[3];
    uint32_t groups[3]; /* Any 0: nothing runs. */
    struct scene_indirect indirect;
    struct scene_inputs inputs;
    uint32_t subgroup_size; /* 0: the device's choice. */
};

/* ---- steps ---- */

enum scene_step_kind {
    scene_step_draw,
    scene_step_dispatch,
    scene_step_clear,       /* A view, every texel, sample and level of it. */
    scene_step_copy_buffer, /* Bytes from a buffer to another. */
    scene_step_copy_image,  /* All of an image to another of its format and size; samples too. */
    scene_step_read_buffer, /* To the result. */
    scene_step_read_image   /* To the result, all levels. Not of multisampled images. */
};

struct scene_clear {
    uint32_t view;
    uint32_t words[4]; /* As scene_format_pack takes them; in formats of 64-bit components the
                        * halves of the first two, the others being 0. */
};

struct scene_copy {
    uint32_t from;
    uint64_t from_at;
    uint32_t to;
    uint64_t to_at;
    uint64_t size;
};

/* One of the scene's actions; each sees all that those before it did. */
struct scene_step {
    enum scene_step_kind kind;
    union {
        struct scene_draw draw;
        struct scene_dispatch dispatch;
        struct scene_clear clear;
        struct scene_copy copy;
        uint32_t read; /* The buffer or image. */
    };
};

struct scene {
    const struct scene_buffer *buffers;
    uint32_t buffer_count;
    const struct scene_address *addresses;
    uint32_t address_count;
    const struct scene_image *images;
    uint32_t image_count;
    const struct scene_view *views;
    uint32_t view_count;
    const struct scene_sampler *samplers;
    uint32_t sampler_count;
    const struct scene_step *steps; /* In order. */
    uint32_t step_count;
};

/* ---- scene.c ---- */

/* A draw of 3 vertices' triangle list with everything else at its plainest: one instance, viewport
 * 0, 0, width, height, depth 0 to 1, no culling, one target, view number 0. */
struct scene_draw scene_draw_default(uint32_t width, uint32_t height);

/* A two-dimensional image of one level, layer and sample, without data. */
struct scene_image scene_image_2d_of(enum scene_format format, uint32_t width, uint32_t height);
/* All of an image, as what its dimension and layers make of it. */
struct scene_view scene_view_of(const struct scene *scene, uint32_t image);
/* The texel that a clear makes in the format of its view, whose size it has. */
void scene_clear_texel(const struct scene_clear *clear, enum scene_format format, void *texel);
/* Width and height (and slices or layers) of the view's first level. */
void scene_view_size(const struct scene *scene, const struct scene_view *view, uint32_t size[3]);
enum scene_format scene_view_format(const struct scene *scene, const struct scene_view *view);
/* Of the draw's targets; 1 without any. */
uint32_t scene_draw_samples(const struct scene *scene, const struct scene_draw *draw);

/* The draw's attribute for an input location; NULL if it has none. */
const struct scene_attribute *scene_find_attribute(const struct scene_draw *draw,
                                                   uint32_t location);
/* The draw's shaders, by stage; NULL where it has none. */
void scene_draw_shaders(const struct scene_draw *draw,
                        const struct ir_shader *shaders[ir_stage_count]);
/* The one whose outputs are rasterized. */
const struct ir_shader *scene_draw_last_shader(const struct scene_draw *draw);
/* What that shader makes: points, line_strip or triangle_strip. */
enum ir_primitive scene_draw_primitive(const struct scene_draw *draw);
/* What is bound there; NULL if nothing. */
const struct scene_binding *scene_find_binding(const struct scene_inputs *inputs, uint32_t set,
                                               uint32_t binding, uint32_t element);
/* How many elements are bound there: the highest one's number plus 1. */
uint32_t scene_count_elements(const struct scene_inputs *inputs, uint32_t set, uint32_t binding);

/* ---- needs.c: what can stand at the bindings of a shader by itself ---- */

/* What a shader's image is bound as; not of input attachments. */
enum scene_binding_kind scene_binding_kind_of(const struct ir_image *image);

enum scene_use {
    SCENE_USE_PLAIN = 1 << 0,    /* Sampled or gathered; */
    SCENE_USE_COMPARED = 1 << 1, /* or compared with: texels are depths, samplers compare. */
};

/* enum scene_use of each of a shader's images and samplers. */
struct scene_uses {
    uint8_t *images;
    uint8_t *samplers;
};

struct scene_uses scene_find_uses(const struct ir_shader *shader, struct base_arena *arena);
/* A format that the shader's image can have; floats is what it has where it can be any of floats.
 */
enum scene_format scene_format_for(const struct ir_image *image, enum scene_format floats);
/* An image that has all of the dimensions, layers and samples that the shader's has, of one level
 * and without data; count is how many layers, cubes or slices there are where it has several. Not
 * of buffers. */
struct scene_image scene_image_for(const struct ir_image *image, enum scene_format format,
                                   uint32_t side, uint32_t count);
/* All of image number index, as the shader's image sees it. */
struct scene_view scene_view_for(const struct ir_image *image, const struct scene_image *of,
                                 uint32_t index);

/* ---- check.c ---- */

/* Everything a device relies on: indices in range, sizes that fit their data, formats with the
 * needed use, shaders of the right stages, outputs that match inputs (each input location is
 * written by the stage before; the types agree), bindings of the kinds that the
 * shaders declare. The shaders themselves are ir_verify's. False with errors in diags. */
bool scene_check(const struct scene *scene, struct base_diags *diags);

/* ---- devices ---- */

struct scene_bytes {
    void *data;
    size_t size;
};

/* What the read steps read, in their order. In the caller's arena. Images as struct scene_image
 * lays them out. */
struct scene_result {
    struct scene_bytes *reads;
    uint32_t read_count;
};

enum scene_status {
    scene_status_ok,
    scene_status_bad, /* The scene, a shader or its want of memory is at fault; see the diagnostics.
                       */
    scene_status_missing /* The device or something that the scene needs of it is not there. */
};

/* A device. Its maker fills this in; the rest goes through these calls. A device is used by one
 * thread at a time. */
struct scene_device {
    const char *name;        /* As on the command line: "cpu", "vulkan:0". */
    const char *description; /* For people. */
    /* Runs all steps. */
    enum scene_status (*run)(struct scene_device *device, const struct scene *scene,
                             struct base_arena *arena, struct scene_result *result,
                             struct base_diags *diags);
    /* Has it this feature, by Vulkan's name: a member of VkPhysicalDeviceFeatures
     * ("shaderFloat64"), STRUCT.MEMBER without VkPhysicalDevice before it
     * ("Float16Int8Features.shaderInt8"), or an extension ("VK_KHR_shader_clock"). */
    bool (*has_feature)(struct scene_device *device, const char *name);
    /* Does it take images of this format for all of these uses, with so many samples? */
    bool (*has_format)(struct scene_device *device, enum scene_format format, unsigned uses,
                       uint32_t samples);
    void (*destroy)(struct scene_device *device);
};

#endif
