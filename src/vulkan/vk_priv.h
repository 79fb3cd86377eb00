/* SPDX-License-Identifier: MIT
 *
 * What the files of the Vulkan device share. A struct vk_device lives from vk_device_create to its
 * destroy; a struct vk_run is one run of a scene and holds everything made for it.
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
#define VK_MAX_SETS 32       /* Fewer where the device has fewer. */
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
/* Says which step of the scene the fault is about. */
void vk_fault_add_step(struct vk_fault *fault, uint32_t step);
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
#define VK_DEVICE_SINCE(name, minor) PFN_##name name;
#include "functions.def"
};

/* Opens the loader of this name. */
bool vk_api_open(struct vk_api *api, const char *loader, struct vk_fault *fault);
bool vk_api_load_instance(struct vk_api *api, VkInstance instance, struct vk_fault *fault);
bool vk_api_load_device(struct vk_api *api, VkDevice device, uint32_t version,
                        struct vk_fault *fault);
void vk_api_close(struct vk_api *api);

struct vk_instance {
    struct vk_api api;
    struct vk_messages messages;
    VkInstance handle;
    uint32_t version; /* Of the API. */
    bool is_validating;
    VkDebugUtilsMessengerEXT messenger;
};

/* most: the highest version that is used, 0 for all. On failure too, vk_instance_close is to be
 * called. It must not move while it is open. */
bool vk_instance_open(struct vk_instance *instance, const char *loader, uint32_t most,
                      bool validate, struct vk_fault *fault);
void vk_instance_close(struct vk_instance *instance);

/* The host's devices in the loader's order. False for none. */
bool vk_instance_devices(const struct vk_instance *instance,
                         VkPhysicalDevice devices[VK_MAX_DEVICES], uint32_t *count,
                         struct vk_fault *fault);
/* What instance and device both take. */
uint32_t vk_version(const struct vk_instance *instance,
                    const VkPhysicalDeviceProperties *properties);
/* Has the loader or a driver this instance extension? */
bool vk_instance_has_extension(const struct vk_instance *instance, const char *name);
enum spirv_target vk_target(uint32_t version);

/* As vk_list_devices, with another loader. */
bool vk_list_devices_of(const char *loader, struct base_arena *arena,
                        struct vk_device_info **devices, uint32_t *count, struct base_diags *diags);

/* ---- features.c, names.c, needs.c ---- */

/* What the device has. All features are turned on. Collected structures hold what hosts of earlier
 * versions say in others. */
struct vk_features {
    uint32_t version;
    VkExtensionProperties *extensions; /* Of the device; from malloc. */
    uint32_t extension_count;
    VkPhysicalDeviceFeatures core;
    VkPhysicalDeviceVulkan11Features core11;
    VkPhysicalDeviceVulkan12Features core12;
    VkPhysicalDeviceVulkan13Features core13;
#define VK_MORE(name, Struct, VENDOR, TYPE, extension)                                             \
    VkPhysicalDevice##Struct##Features##VENDOR name;
#include "features.def"
    VkPhysicalDeviceSubgroupProperties subgroup;
    VkPhysicalDeviceSubgroupSizeControlProperties sizes;
    VkPhysicalDeviceFloatControlsProperties floats;
    VkPhysicalDeviceVertexAttributeDivisorPropertiesEXT divisors;
    VkDriverId driver; /* 0 where the host does not say. */
    VkDeviceSize max_allocation;
};

struct vk_device;

/* Asks the physical device. */
bool vk_features_get(struct vk_device *device);
void vk_features_finish(struct vk_features *features);
bool vk_features_has_extension(const struct vk_features *features, const char *name);
/* Which floats the device keeps as they are where a module asks it to: sets of SPIRV_FLOATS_. */
uint8_t vk_features_keep_nan(const struct vk_features *features);
uint8_t vk_features_keep_denormals(const struct vk_features *features);
/* Makes the logical device, with all features on. */
bool vk_features_turn_on(struct vk_device *device);

/* By the names of scene_device.has_feature. */
bool vk_has_feature(const struct vk_device *device, const char *name);

/* What one walk over a scene's shader tells. */
struct vk_facts {
    const struct ir_shader *shader;
    bool writes;                         /* Memory that others see. */
    bool has_global;                     /* Reads or writes physical addresses. */
    bool has_groups;                     /* Looks at its subgroup. */
    bool has_wide_groups;                /* With types that take shaderSubgroupExtendedTypes. */
    bool has_shared_i64;                 /* Atomics of 64 bits on shared memory. */
    bool has_helper;                     /* Asks which lanes are helpers. */
    bool has_float_broadcasts;           /* read_first of floats. */
    bool has_open_arrays;                /* Of as many elements as are bound. */
    uint8_t *grains;                     /* By buffer: bytes of its narrowest load, at most 4. */
    bool *compares;                      /* By image: is sampled with a comparison. */
    bool *integers;                      /* By sampler: samples integers; */
    bool *sampler_compares;              /* and with a comparison. */
    struct spirv_distances distances[2]; /* That are used: of outputs, of inputs. */
};

struct vk_run;

const struct vk_facts *vk_get_facts(struct vk_run *run, const struct ir_shader *shader);

/* Does the device have this kind of subgroup operations in the stage? */
bool vk_has_subgroup(const struct vk_features *features, VkSubgroupFeatureFlags operation,
                     enum ir_stage stage);
/* Does the device have what the module asks for? */
bool vk_features_check(const struct vk_features *features, const struct spirv_module *module,
                       enum ir_stage stage, struct vk_fault *fault);
/* And what modules do not say? */
bool vk_facts_check(const struct vk_features *features, const struct vk_facts *facts,
                    struct vk_fault *fault);

/* ---- memory.c ---- */

enum vk_pool {
    vk_pool_images,
    vk_pool_buffers,
    vk_pool_addressed, /* Buffers whose addresses are taken. */
    vk_pool_upload,    /* Buffers that the host writes: one each block. */
    vk_pool_readback,  /* Likewise, that it reads. */
    vk_pool_count
};

/* A block of device memory that is handed out from its start. One that the host sees is a single
 * buffer, mapped as a whole. */
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

/* The bytes are not zeroed. */
bool vk_take_range(struct vk_run *run, enum vk_pool pool, VkDeviceSize size, VkDeviceSize alignment,
                   struct vk_range *range);
/* Give an image or a buffer its memory. */
bool vk_bind_image(struct vk_run *run, VkImage image);
bool vk_bind_buffer(struct vk_run *run, VkBuffer buffer, bool is_addressed);

/* ---- run.c: one run of a scene ---- */

enum vk_object_kind {
    vk_object_buffer,
    vk_object_buffer_view,
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
        VkBufferView buffer_view;
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

/* What a scene's buffer is used for, and as the device has it. */
struct vk_buffer {
    VkBufferUsageFlags usage;
    uint32_t first_write; /* The first step that may write it; UINT32_MAX: none. */
    VkDeviceSize size;
    VkBuffer handle;
};

/* The same for images. Images are in the layout GENERAL from the first command on. */
struct vk_image {
    VkImageUsageFlags usage;
    VkImageCreateFlags flags;
    VkImage handle;
};

/* What a view is for. */
enum vk_role { vk_role_sampled, vk_role_storage, vk_role_target };

/* A scene's view in one of its roles. */
struct vk_view {
    uint32_t view;
    enum vk_role role;
    VkImageView handle;
};

/* What stands for an image that nothing is bound for: one texel of zeroes, with a view. */
struct vk_zero {
    VkFormat format;
    enum ir_dim dim;
    bool is_arrayed;
    bool is_multisampled;
    bool is_storage;
    VkImageView handle;
};

struct vk_sampler {
    uint32_t sampler; /* scene.sampler_count and one more: for nothing bound. */
    bool is_integer;
    VkSampler handle;
};

/* What stands at one set and binding for the shaders of a program. */
struct vk_slot {
    uint32_t set;
    uint32_t binding;
    VkDescriptorType type;
    VkShaderStageFlags stages;
    uint32_t count;
    uint32_t size;         /* Of uniform buffers: as far as the shaders read. */
    uint32_t grain;        /* Likewise: bytes of the narrowest load. */
    struct ir_image image; /* Of images: what the shaders take it for. */
    bool compares;         /* Of images and samplers: with comparisons. */
    bool is_integer;       /* Of samplers: for integers. */
};

/* Shaders that run together and what they are given. */
/* What is between a stage and the next. */
struct vk_between {
    bool is_moved;                             /* Locations are not the scene's. */
    uint8_t locations[2][SCENE_MAX_LOCATIONS]; /* By is_patch and the scene's. */
    uint32_t first_patch;                      /* Patches' locations lie behind the others. */
};

struct vk_program {
    const struct ir_shader *shaders[ir_stage_count];
    bool is_for_points;
    bool has_open_arrays;
    uint64_t signed_outputs;                   /* By the formats of the targets. */
    struct vk_between between[ir_stage_count]; /* By the stage before. */
    VkShaderModule modules[ir_stage_count];
    BASE_ARRAY(struct vk_slot) slots; /* By rising set and binding. */
    uint32_t set_count;
    uint32_t push_size;
    VkShaderStageFlags push_stages;
    VkDescriptorSetLayout set_layouts[VK_MAX_SETS];
    VkPipelineLayout layout;
};

/* What the targets of a pass are. Compared as bytes. */
struct vk_pass_key {
    uint32_t target_count;
    VkFormat targets[SCENE_MAX_TARGETS]; /* UNDEFINED: none at this location. */
    uint32_t resolves;                   /* Bit 1 << location: is resolved. */
    uint32_t inputs;                     /* Bit 1 << location: the fragment shader reads it. */
    VkFormat depth;                      /* UNDEFINED: none. */
    VkSampleCountFlagBits samples;
};

struct vk_pass {
    struct vk_pass_key key;
    VkRenderPass handle;
};

/* Views in the order of the pass's attachments. Compared as bytes. */
struct vk_framebuffer_key {
    VkRenderPass pass;
    VkImageView views[2 * SCENE_MAX_TARGETS + 1];
    uint32_t view_count;
    uint32_t width;
    uint32_t height;
    uint32_t layers;
};

struct vk_framebuffer {
    struct vk_framebuffer_key key;
    VkFramebuffer handle;
};

/* An input of the vertex shader and where its data lie. */
struct vk_attribute {
    uint32_t location;
    uint32_t binding;
    VkFormat format;
    uint32_t offset;
};

struct vk_vertex_binding {
    uint32_t stride;
    VkVertexInputRate rate;
    uint32_t divisor;
};

/* Everything that a pipeline of draws depends on. Compared as bytes; pNext and pointers are 0. */
struct vk_pipeline_key {
    uint32_t program;
    uint32_t subgroup_size;
    uint32_t patch_vertices;
    bool is_last_provoking;
    VkRenderPass pass;
    VkPipelineInputAssemblyStateCreateInfo assembly;
    VkPipelineRasterizationStateCreateInfo raster;
    VkPipelineMultisampleStateCreateInfo multisample;
    VkPipelineDepthStencilStateCreateInfo depth;
    VkSampleMask sample_mask;
    uint32_t target_count;
    VkPipelineColorBlendAttachmentState blends[SCENE_MAX_TARGETS];
    float blend_constants[4];
    uint32_t binding_count;
    struct vk_vertex_binding bindings[VK_MAX_ATTRIBUTES];
    uint32_t attribute_count;
    struct vk_attribute attributes[VK_MAX_ATTRIBUTES];
};

struct vk_pipeline {
    struct vk_pipeline_key key;
    VkPipeline handle;
};

struct vk_compute_pipeline {
    uint32_t program;
    uint32_t subgroup_size;
    bool has_base;
    VkPipeline handle;
};

/* What a read step reads goes here until the host takes it. */
struct vk_read {
    uint32_t image; /* SCENE_NONE: a buffer. */
    struct vk_range range;
};

struct vk_run {
    struct vk_device *device;
    const struct scene *scene;
    struct base_diags *diags; /* The run's own: what spirv_write finds. */
    struct vk_fault *fault;
    struct vk_memory memory;
    BASE_ARRAY(struct vk_object) objects; /* In the order of their making. */
    VkCommandBuffer setup;                /* Uploads, then */
    VkCommandBuffer commands;             /* the steps. */
    VkFence fence;
    uint32_t step;             /* The one at hand. */
    bool has_copies;           /* Copies were recorded that it needs. */
    struct vk_buffer *buffers; /* By the scene's index. */
    struct vk_image *images;   /* Likewise. */
    struct vk_range zeroes;    /* For uniform buffers that are not there. */
    BASE_ARRAY(struct vk_facts *) facts;
    BASE_ARRAY(struct vk_view) views;
    BASE_ARRAY(struct vk_zero) zero_images;
    BASE_ARRAY(struct vk_sampler) samplers;
    BASE_ARRAY(struct vk_program) programs;
    BASE_ARRAY(struct vk_pass) passes;
    BASE_ARRAY(struct vk_framebuffer) framebuffers;
    BASE_ARRAY(struct vk_pipeline) pipelines;
    BASE_ARRAY(struct vk_compute_pipeline) compute_pipelines;
    BASE_ARRAY(struct vk_read) reads;
};

/* Room for an object of a kind, which is destroyed with the run. Make it before the next one. */
struct vk_object *vk_add_object(struct vk_run *run, enum vk_object_kind kind);
/* All that was recorded before comes before all that is recorded after. */
void vk_barrier(struct vk_run *run, VkCommandBuffer commands);
/* Runs the scene and waits for it. reads have room for what is read. */
bool vk_run_scene(struct vk_run *run, struct scene_bytes *reads);
/* Destroys what the run made. The device must be done with it. */
void vk_run_finish(struct vk_run *run);

/* ---- scan.c ---- */

/* Fills in what the scene's buffers and images are used for. */
void vk_scan_uses(struct vk_run *run);
/* What a buffer starts as is still in it when the step at hand begins. */
bool vk_is_as_given(const struct vk_run *run, uint32_t buffer);

/* ---- formats.c ---- */

VkFormat vk_format_of(enum scene_format format);
/* Has the format these VkFormatFeatureFlags in images (or else in buffers)? */
bool vk_format_has(const struct vk_device *device, VkFormat format, bool in_images,
                   VkFormatFeatureFlags features);
/* As scene_device.has_format. */
bool vk_has_format(const struct vk_device *device, enum scene_format format, unsigned uses,
                   uint32_t samples);
VkImageAspectFlags vk_format_aspects(enum scene_format format);

/* One aspect of a format as copies to and from buffers have it. */
struct vk_plane {
    VkImageAspectFlags aspect;
    uint32_t bytes; /* Of a texel in the copy; */
    uint32_t at;    /* where it lies in the scene's texel, */
    uint32_t used;  /* and with so many of its bytes. */
};

/* How many planes the format has: 1 or 2. */
uint32_t vk_format_planes(enum scene_format format, struct vk_plane planes[2]);

/* ---- buffers.c ---- */

bool vk_create_buffers(struct vk_run *run);
/* size bytes, of which the first come from the buffer and the rest is zero. */
bool vk_copy_padded(struct vk_run *run, uint32_t buffer, uint64_t offset, uint64_t given,
                    uint64_t size, VkDeviceSize alignment, struct vk_range *range);
/* size zeroes that nobody writes. */
bool vk_get_zeroes(struct vk_run *run, VkDeviceSize size, struct vk_range *range);
/* How many bytes a binding gives. */
uint64_t vk_bound_size(const struct vk_run *run, const struct scene_binding *binding);
bool vk_read_buffer(struct vk_run *run, uint32_t buffer);
bool vk_copy_buffer(struct vk_run *run, const struct scene_copy *copy);

/* ---- images.c, transfers.c, views.c, samplers.c ---- */

/* A new image with its memory, in the layout GENERAL. */
bool vk_make_image(struct vk_run *run, const VkImageCreateInfo *info, VkImageAspectFlags aspects,
                   VkImage *handle);
bool vk_create_images(struct vk_run *run);
/* What the image starts as. */
bool vk_upload_image(struct vk_run *run, uint32_t image);
bool vk_clear_view(struct vk_run *run, const struct scene_clear *clear);
bool vk_copy_image(struct vk_run *run, const struct scene_copy *copy);
bool vk_read_image(struct vk_run *run, uint32_t image);
/* Takes what was read of an image to where the scene has it. */
void vk_take_image(const struct vk_run *run, const struct vk_read *read, char *to);

bool vk_get_view(struct vk_run *run, uint32_t view, enum vk_role role, VkImageView *handle);
/* A view of zeroes for what the slot takes. */
bool vk_get_zero_image(struct vk_run *run, const struct vk_slot *slot, VkImageView *handle);
/* A view of zeroes for a texel buffer. */
bool vk_get_zero_texels(struct vk_run *run, const struct vk_slot *slot, VkBufferView *handle);
bool vk_create_buffer_view(struct vk_run *run, const VkBufferViewCreateInfo *info,
                           VkBufferView *handle);
/* The scene's sampler; for scene.sampler_count a plain one, and for one more than that a plain one
 * that compares. */
bool vk_get_sampler(struct vk_run *run, uint32_t sampler, bool is_integer, VkSampler *handle);
VkCompareOp vk_compare_of(enum scene_compare compare);

/* ---- between.c ---- */

/* How many locations a stage may write or read. */
uint32_t vk_output_locations(const struct vk_device *device, enum ir_stage stage);
uint32_t vk_input_locations(const struct vk_device *device, enum ir_stage stage);
/* to: the next stage; NULL: none. There may be more locations than the device takes. */
void vk_plan_between(const struct vk_device *device, const struct ir_shader *from,
                     const struct ir_shader *to, struct vk_between *between);
void vk_move_locations(struct ir_io *ios, uint32_t count, const struct vk_between *between);

/* ---- fit.c ---- */

struct vk_fit {
    const struct ir_shader *before; /* The stages that it meets; NULL: none. */
    const struct ir_shader *after;
    const struct vk_between *inputs_between; /* NULL: what is there has its own locations. */
    const struct vk_between *outputs_between;
    bool add_size; /* It writes a point size of 1. */
    const struct scene_inputs *inputs;
};

bool vk_has_builtin(const struct ir_io *ios, uint32_t count, enum ir_builtin builtin);
/* The shader as the stages that it meets, the topology and what is bound want it: itself, or a
 * changed copy. */
const struct ir_shader *vk_fit_shader(struct vk_run *run, const struct ir_shader *shader,
                                      const struct vk_fit *fit);

/* ---- programs.c, bindings.c, attributes.c, passes.c, states.c, pipelines.c ---- */

/* The program of these shaders, those of stages that it lacks being NULL. */
bool vk_get_program(struct vk_run *run, const struct ir_shader *const shaders[ir_stage_count],
                    bool is_for_points, uint64_t signed_outputs, const struct scene_inputs *inputs,
                    uint32_t *index);
VkShaderStageFlagBits vk_stage_of(enum ir_stage stage);

/* Binds what the program takes: sets and push constants. */
struct vk_bound {
    VkDescriptorSet sets[VK_MAX_SETS];
    char push[SCENE_MAX_PUSH];
};

bool vk_prepare_inputs(struct vk_run *run, const struct vk_program *program,
                       const struct scene_inputs *inputs, struct vk_bound *bound);
void vk_bind_inputs(struct vk_run *run, const struct vk_program *program, VkPipelineBindPoint point,
                    const struct vk_bound *bound);

/* What the vertex stage is fed with. */
struct vk_vertices {
    struct vk_range ranges[VK_MAX_ATTRIBUTES]; /* By the key's bindings. */
    struct vk_range indices;
};

/* Also completes the key's bindings and attributes. */
bool vk_prepare_vertices(struct vk_run *run, const struct scene_draw *draw,
                         struct vk_pipeline_key *key, struct vk_vertices *vertices);

/* Width, height and layers of what is drawn to. */
void vk_target_size(const struct vk_run *run, const struct scene_draw *draw, uint32_t size[3]);
bool vk_get_pass(struct vk_run *run, const struct scene_draw *draw, VkRenderPass *pass);
bool vk_get_framebuffer(struct vk_run *run, const struct scene_draw *draw, VkRenderPass pass,
                        VkFramebuffer *framebuffer);

/* The members of the key that follow from the draw's state. */
void vk_fill_states(const struct vk_run *run, const struct scene_draw *draw,
                    struct vk_pipeline_key *key);
/* The key's program, pass, bindings and attributes are set, the rest follows from the draw. */
bool vk_get_pipeline(struct vk_run *run, const struct scene_draw *draw, struct vk_pipeline_key *key,
                     VkPipeline *pipeline);
/* What to add to a shader stage so that it has subgroups of this size, which the device must have.
 * needed is filled in where it is. */
bool vk_require_subgroup_size(struct vk_run *run, const struct ir_shader *shader, uint32_t size,
                              VkPipelineShaderStageRequiredSubgroupSizeCreateInfo *needed,
                              const void **next);

/* ---- limits.c, draw.c, dispatch.c ---- */

/* Does the device take a draw of this size and state? */
bool vk_check_draw(const struct vk_run *run, const struct scene_draw *draw);
/* And what is between the stages? */
bool vk_check_interface(const struct vk_run *run, const struct vk_program *program);
/* The same for a dispatch. */
bool vk_check_dispatch(const struct vk_run *run, const struct scene_dispatch *dispatch);

/* Record one step each. */
bool vk_draw(struct vk_run *run, const struct scene_draw *draw);
bool vk_dispatch(struct vk_run *run, const struct scene_dispatch *dispatch);

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
    enum spirv_quad quad;
    struct vk_features features;
    bool can_flip; /* Viewports of negative height. */
    bool can_draw; /* The queue is one for graphics. */
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
    uint32_t version; /* The host is taken for one of this version; 0: as it is. */
};

struct scene_device *vk_device_open(uint32_t index, const struct vk_options *options,
                                    const struct vk_device_options *more, struct base_diags *diags);
/* Destroys the device and says how many messages the validation layer had since the last run,
 * those about objects left behind included. */
uint32_t vk_device_close(struct scene_device *device);

#endif
