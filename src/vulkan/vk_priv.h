/* SPDX-License-Identifier: MIT
 *
 * What the files of the Vulkan device share. A struct vk_device lives from vk_device_create to its
 * destroy; a struct vk_run is one drawing of a scene and holds everything made for it.
 *
 * Nothing that must be destroyed is held while memory comes from the caller's arena or its
 * diagnostics grow: faults wait in fixed memory, and what a run allocates comes from an arena of
 * the device's own, which the run itself catches for.
 */
#ifndef VULKAN_VK_PRIV_H
#define VULKAN_VK_PRIV_H

#include "vulkan_device.h"

#include <pthread.h>

#ifndef VK_NO_PROTOTYPES
#define VK_NO_PROTOTYPES
#endif
#include <vulkan/vulkan.h>

#define VK_LOADER_NAME "libvulkan.so.1"
#define VK_MAX_DEVICES 32    /* Listed; a host with more shows the first ones. */
#define VK_MAX_SETS 4        /* Every device has as many descriptor sets. */
#define VK_MAX_BINDINGS 4096 /* Of a set: drivers keep tables as long as the greatest binding. */
#define VK_MAX_ATTRIBUTES 32
#define VK_TIMEOUT_NS (UINT64_C(60) * 1000000000) /* For one scene on the device. */
#define VK_GRACE_NS (UINT64_C(10) * 1000000000)   /* For one that took too long, at least. */

/* ---- fault.c: what went wrong ---- */

/* The first fault. It holds no memory, so it can be told after everything was released. */
struct vk_fault {
    enum qd_code code; /* QD_CODE_NONE: none so far. */
    enum scene_status status;
    char message[1024];
    char note[256];
};

/* Sets the fault unless there is one. Always false, for return. */
bool vk_fail(struct vk_fault *fault, enum scene_status status, enum qd_code code,
             const char *format, ...) BASE_PRINTF(4, 5);
/* The host has no such device, loader or driver. Always false. */
bool vk_fail_missing(struct vk_fault *fault, const char *note, const char *format, ...)
    BASE_PRINTF(3, 4);
/* The device cannot do what the scene needs. Always false. */
bool vk_fail_lacks(struct vk_fault *fault, const char *format, ...) BASE_PRINTF(2, 3);
/* True for VK_SUCCESS; else the fault names the call and its result. */
bool vk_check(struct vk_fault *fault, const char *call, VkResult result);
/* Says which draw of the scene the fault is about. */
void vk_fault_add_draw(struct vk_fault *fault, uint32_t draw);
void vk_fault_report(const struct vk_fault *fault, struct base_diags *diags);

/* ---- messages.c: what the validation layer says ---- */

/* Filled by the layer, in whatever thread it runs, so from malloc and under a lock. */
struct vk_messages {
    pthread_mutex_t lock;
    char **texts;
    uint32_t count;
    uint32_t dropped; /* Said after the list was full. */
};

void vk_messages_init(struct vk_messages *messages);
void vk_messages_finish(struct vk_messages *messages);
VKAPI_ATTR VkBool32 VKAPI_CALL vk_messages_callback(
    VkDebugUtilsMessageSeverityFlagBitsEXT severity, VkDebugUtilsMessageTypeFlagsEXT types,
    const VkDebugUtilsMessengerCallbackDataEXT *data, void *messages);
/* How many there have been since the last report. */
uint32_t vk_messages_count(struct vk_messages *messages);
/* Makes errors of them and empties the list. */
void vk_messages_report(struct vk_messages *messages, struct base_diags *diags);

/* ---- loader.c, instance.c ---- */

struct vk_api {
    void *library;
    PFN_vkGetInstanceProcAddr vkGetInstanceProcAddr;
    PFN_vkEnumerateInstanceVersion vkEnumerateInstanceVersion; /* NULL: the loader is 1.0. */
#define VK_GLOBAL(name) PFN_##name name;
#define VK_INSTANCE(name) PFN_##name name;
#define VK_INSTANCE_OPTIONAL(name) PFN_##name name;
#define VK_DEVICE(name) PFN_##name name;
#include "functions.def"
};

/* Opens the loader of this name. */
bool vk_api_open(struct vk_api *api, const char *loader, struct vk_fault *fault);
bool vk_api_load_instance(struct vk_api *api, VkInstance instance, struct vk_fault *fault);
bool vk_api_load_device(struct vk_api *api, VkDevice device, struct vk_fault *fault);
void vk_api_close(struct vk_api *api);

struct vk_instance {
    struct vk_api api;
    struct vk_messages messages;
    VkInstance handle;
    uint32_t version; /* Of the API. */
    bool is_validating;
    VkDebugUtilsMessengerEXT messenger;
};

/* On failure too, vk_instance_close is to be called. It must not move while it is open. */
bool vk_instance_open(struct vk_instance *instance, const char *loader, bool validate,
                      struct vk_fault *fault);
void vk_instance_close(struct vk_instance *instance);

/* The host's devices in the loader's order. False for none. */
bool vk_instance_devices(const struct vk_instance *instance,
                         VkPhysicalDevice devices[VK_MAX_DEVICES], uint32_t *count,
                         struct vk_fault *fault);
/* What instance and device both take. */
uint32_t vk_version(const struct vk_instance *instance,
                    const VkPhysicalDeviceProperties *properties);
enum spirv_target vk_target(uint32_t version);

/* As vk_list_devices, with another loader. */
bool vk_list_devices_of(const char *loader, struct base_arena *arena,
                        struct vk_device_info **devices, uint32_t *count, struct base_diags *diags);

/* ---- features.c ---- */

struct vk_features {
    VkPhysicalDeviceFeatures core; /* These three: what is turned on. */
    VkPhysicalDeviceVulkan12Features core12;
    VkPhysicalDeviceVulkan13Features core13;
    VkPhysicalDeviceSubgroupProperties subgroup; /* These three: what the device says. */
    VkPhysicalDeviceFloatControlsProperties floats;
    VkDeviceSize max_allocation;
};

struct vk_device;

/* Asks the physical device. */
void vk_features_get(struct vk_device *device);
/* Does the device have what the module asks for? */
bool vk_features_check(const struct vk_features *features, const struct spirv_module *module,
                       enum ir_stage stage, struct vk_fault *fault);

/* ---- memory.c ---- */

enum vk_pool { vk_pool_images, vk_pool_upload, vk_pool_readback, vk_pool_count };

/* A block of device memory that is handed out from its start. That of buffers' pools is one buffer,
 * mapped as a whole. */
struct vk_block {
    uint32_t type;
    VkDeviceSize size;
    VkDeviceSize used;
    VkDeviceMemory memory;
    VkBuffer buffer;
    char *map;
};

struct vk_memory {
    BASE_ARRAY(struct vk_block) blocks[vk_pool_count];
    VkDeviceSize heap_used[VK_MAX_MEMORY_HEAPS];
};

/* Part of a buffer, visible to the host. */
struct vk_range {
    VkBuffer buffer;
    VkDeviceSize offset;
    VkDeviceSize size;
    void *map;
};

struct vk_run;

/* The bytes are not zeroed. alignment is a power of two. */
bool vk_take_range(struct vk_run *run, enum vk_pool pool, VkDeviceSize size, VkDeviceSize alignment,
                   struct vk_range *range);
/* Gives an image its memory. */
bool vk_bind_image(struct vk_run *run, VkImage image);

/* ---- run.c: one drawing of a scene ---- */

enum vk_object_kind {
    vk_object_buffer,
    vk_object_command_pool,
    vk_object_descriptor_pool,
    vk_object_fence,
    vk_object_framebuffer,
    vk_object_image,
    vk_object_image_view,
    vk_object_memory,
    vk_object_pipeline,
    vk_object_pipeline_layout,
    vk_object_render_pass,
    vk_object_sampler,
    vk_object_set_layout,
    vk_object_shader_module
};

struct vk_object {
    enum vk_object_kind kind;
    union {
        VkBuffer buffer;
        VkCommandPool command_pool;
        VkDescriptorPool descriptor_pool;
        VkFence fence;
        VkFramebuffer framebuffer;
        VkImage image;
        VkImageView image_view;
        VkDeviceMemory memory;
        VkPipeline pipeline;
        VkPipelineLayout pipeline_layout;
        VkRenderPass render_pass;
        VkSampler sampler;
        VkDescriptorSetLayout set_layout;
        VkShaderModule shader_module;
    } as;
};

struct vk_image {
    VkImage image;
    VkImageView view;
};

struct vk_module {
    const struct ir_shader *shader;
    bool has_size; /* A point size was added. */
    VkShaderModule handle;
};

/* What stands at one set and binding for the two shaders of a program. */
struct vk_slot {
    uint32_t set;
    uint32_t binding;
    VkDescriptorType type;
    VkShaderStageFlags stages;
    uint32_t size;   /* Of a uniform buffer. */
    enum ir_dim dim; /* Of a texture. */
};

/* Two shaders and what they are given. */
struct vk_program {
    const struct ir_shader *shaders[ir_stage_count];
    bool is_for_points;
    VkShaderModule modules[ir_stage_count];
    BASE_ARRAY(struct vk_slot) slots; /* By rising set and binding. */
    uint32_t set_count;
    VkDescriptorSetLayout set_layouts[VK_MAX_SETS];
    VkPipelineLayout layout;
};

/* An input of the vertex shader and where its data lie. */
struct vk_attribute {
    uint32_t location;
    VkFormat format;
    uint32_t stride;
    VkVertexInputRate rate;
};

/* Everything that a pipeline depends on but the program's shaders. Compared as bytes. */
struct vk_pipeline_key {
    uint32_t program;
    enum scene_topology topology;
    enum scene_cull cull;
    enum scene_front front;
    uint32_t target_count;
    VkFormat targets[SCENE_MAX_TARGETS];
    VkColorComponentFlags masks[SCENE_MAX_TARGETS];
    uint32_t attribute_count;
    struct vk_attribute attributes[VK_MAX_ATTRIBUTES];
};

struct vk_pipeline {
    struct vk_pipeline_key key;
    VkPipeline handle;
};

/* A scene's texture as an image of a dimension. */
struct vk_texture {
    uint32_t texture; /* scene.texture_count: the one that reads as zeroes. */
    enum ir_dim dim;
    VkImageView view;
};

/* A render pass that draws go to as long as their targets stay the same. */
struct vk_pass {
    bool is_open;
    uint32_t target_count;
    uint32_t targets[SCENE_MAX_TARGETS];
    VkRenderPass handle;
};

struct vk_run {
    struct vk_device *device;
    const struct scene *scene;
    struct base_diags *diags; /* The run's own: what spirv_write finds. */
    struct vk_fault *fault;
    struct vk_memory memory;
    BASE_ARRAY(struct vk_object) objects; /* In the order of their making. */
    VkCommandBuffer setup;                /* Uploads, then */
    VkCommandBuffer draws;                /* draws and what reads the targets back. */
    VkFence fence;
    BASE_ARRAY(struct vk_module) modules;
    BASE_ARRAY(struct vk_program) programs;
    BASE_ARRAY(struct vk_pipeline) pipelines;
    BASE_ARRAY(struct vk_texture) textures;
    VkSampler *samplers;        /* By the scene's index; the last one is for nothing bound. */
    struct vk_range *uniforms;  /* Likewise. Size 0: not there yet. */
    struct vk_image *targets;   /* By the scene's index. */
    struct vk_range *readbacks; /* Likewise. */
    struct vk_pass pass;
};

/* Room for an object of a kind, which is destroyed with the run. Make it before the next one. */
struct vk_object *vk_add_object(struct vk_run *run, enum vk_object_kind kind);
/* Draws the scene and waits for it. images have room for what is read back. */
bool vk_run_scene(struct vk_run *run, struct scene_image *images);
/* Destroys what the run made. The device must be done with it. */
void vk_run_finish(struct vk_run *run);

/* ---- formats.c ---- */

/* As textures and targets have it. */
VkFormat vk_format_of_image(enum scene_format format);
/* As the vertex shader reads it. Integers have no sign in the IR, and their bits stay. */
VkFormat vk_format_of_attribute(enum scene_format format);
/* Has the format these VkFormatFeatureFlags in images (or else in buffers)? */
bool vk_format_has(const struct vk_device *device, VkFormat format, bool in_images,
                   VkFormatFeatureFlags features);

/* ---- images.c, textures.c, targets.c ---- */

struct vk_image_request {
    enum ir_dim dim;
    VkFormat format;
    uint32_t width;
    uint32_t height;
    uint32_t levels;
    VkImageUsageFlags usage;
};

bool vk_create_image(struct vk_run *run, const struct vk_image_request *request,
                     struct vk_image *image);

struct vk_layout_change {
    VkImageLayout from;
    VkImageLayout to;
    VkPipelineStageFlags from_stages;
    VkPipelineStageFlags to_stages;
    VkAccessFlags from_access;
    VkAccessFlags to_access;
};

/* Of a new image, to be cleared or copied to. */
extern const struct vk_layout_change vk_layout_destination;

void vk_change_layout(struct vk_run *run, VkCommandBuffer commands, VkImage image,
                      const struct vk_layout_change *change);

/* The scene's texture, or zeroes for scene.texture_count, uploaded when first asked for. */
bool vk_get_texture(struct vk_run *run, uint32_t texture, enum ir_dim dim, VkImageView *view);
/* The scene's sampler, or a plain one for scene.sampler_count. */
bool vk_get_sampler(struct vk_run *run, uint32_t sampler, VkSampler *handle);

bool vk_create_targets(struct vk_run *run);
/* Opens a render pass on the draw's targets unless the one that is open has them. */
bool vk_begin_pass(struct vk_run *run, const struct scene_draw *draw);
void vk_end_pass(struct vk_run *run);
void vk_read_targets(struct vk_run *run);

/* ---- fit.c ---- */

bool vk_has_point_size(const struct ir_shader *shader);
/* The shader as its partner and the topology want it: itself, or a changed copy. add_size: it
 * writes a point size of 1. */
const struct ir_shader *vk_fit_shader(struct vk_run *run, const struct ir_shader *shader,
                                      bool add_size);

/* ---- programs.c, bindings.c, attributes.c, pipelines.c ---- */

bool vk_get_program(struct vk_run *run, const struct scene_draw *draw, uint32_t *program);

/* Descriptor sets of the draw, for all sets of the program. */
bool vk_create_sets(struct vk_run *run, const struct vk_program *program,
                    const struct scene_draw *draw, VkDescriptorSet sets[VK_MAX_SETS]);

/* The vertex shader's inputs: attributes for the pipeline and ranges with their data. */
bool vk_upload_attributes(struct vk_run *run, const struct scene_draw *draw,
                          struct vk_pipeline_key *key, struct vk_range ranges[VK_MAX_ATTRIBUTES]);

/* key->program and its attributes are set, the rest follows from the draw. */
bool vk_get_pipeline(struct vk_run *run, const struct scene_draw *draw, struct vk_pipeline_key *key,
                     VkPipeline *pipeline);

/* ---- draw.c ---- */

/* Records one draw. */
bool vk_draw(struct vk_run *run, const struct scene_draw *draw);

/* ---- device.c ---- */

struct vk_device {
    struct scene_device base; /* First, so that the two are cast to each other. */
    char name[32];
    char description[512];
    struct vk_instance instance;
    VkPhysicalDevice physical;
    VkPhysicalDeviceProperties properties;
    VkPhysicalDeviceMemoryProperties memory;
    uint32_t version;
    enum spirv_target target; /* Of modules. */
    struct vk_features features;
    bool can_flip; /* Viewports of negative height. */
    uint32_t family;
    VkDevice handle;
    VkQueue queue;
    uint64_t timeout;
    struct base_arena arena; /* Of the run at hand. */
    struct base_diags diags;
    struct vk_fault fault;
    struct vk_run run;
    bool is_busy; /* The run did not end in time: the device may still be at it. */
};

/* vk_device_create with what tests change. */
struct vk_device_options {
    const char *loader;
    uint64_t timeout;
};

struct scene_device *vk_device_open(uint32_t index, const struct vk_options *options,
                                    const struct vk_device_options *more, struct base_diags *diags);
/* Destroys the device and says how many messages the validation layer had since the last draw,
 * those about objects left behind included. */
uint32_t vk_device_close(struct scene_device *device);

#endif
