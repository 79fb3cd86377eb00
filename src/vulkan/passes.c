/* SPDX-License-Identifier: MIT
 *
 * Render passes and framebuffers, which go by what the targets are and which they are. Targets are
 * loaded and stored; clearing is a step of its own.
 */
#include "vk_priv.h"

static const struct scene_view *
view_of(const struct vk_run *run, uint32_t view)
{
    return &run->scene->views[view];
}

void
vk_target_size(const struct vk_run *run, const struct scene_draw *draw, uint32_t size[3])
{
    uint32_t views[2 * SCENE_MAX_TARGETS + 1];
    uint32_t count = 0;

    for (uint32_t i = 0; i < draw->target_count; i++) {
        if (draw->targets[i].view == SCENE_NONE)
            continue;
        views[count++] = draw->targets[i].view;
        if (draw->targets[i].resolve != SCENE_NONE)
            views[count++] = draw->targets[i].resolve;
    }
    if (draw->depth_view != SCENE_NONE)
        views[count++] = draw->depth_view;
    size[0] = draw->width;
    size[1] = draw->height;
    size[2] = 1;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t own[3];

        scene_view_size(run->scene, view_of(run, views[i]), own);
        for (uint32_t d = 0; d < 3; d++)
            size[d] = i == 0 || own[d] < size[d] ? own[d] : size[d];
    }
}

static void
fill_key(const struct vk_run *run, const struct scene_draw *draw, struct vk_pass_key *key)
{
    const struct scene *scene = run->scene;

    memset(key, 0, sizeof(*key));
    key->target_count = draw->target_count;
    key->samples = (VkSampleCountFlagBits)scene_draw_samples(scene, draw);
    for (uint32_t i = 0; i < draw->target_count; i++) {
        const struct scene_target *target = &draw->targets[i];

        if (target->view == SCENE_NONE)
            continue;
        key->targets[i] = vk_format_of(scene_view_format(scene, view_of(run, target->view)));
        if (target->resolve != SCENE_NONE && key->samples > 1)
            key->resolves |= 1u << i;
    }
    for (uint32_t i = 0; draw->fragment && i < draw->fragment->images.count; i++)
        if (draw->fragment->images.data[i].kind == ir_image_input)
            key->inputs |= 1u << draw->fragment->images.data[i].attachment;
    if (draw->depth_view != SCENE_NONE)
        key->depth = vk_format_of(scene_view_format(scene, view_of(run, draw->depth_view)));
}

static VkAttachmentDescription
describe(VkFormat format, VkSampleCountFlagBits samples, VkAttachmentLoadOp load)
{
    return (VkAttachmentDescription){
        .format = format,
        .samples = samples,
        .loadOp = load,
        .storeOp = VK_ATTACHMENT_STORE_OP_STORE,
        .stencilLoadOp = load,
        .stencilStoreOp = VK_ATTACHMENT_STORE_OP_STORE,
        .initialLayout = VK_IMAGE_LAYOUT_GENERAL,
        .finalLayout = VK_IMAGE_LAYOUT_GENERAL,
    };
}

struct attachments {
    VkAttachmentDescription all[2 * SCENE_MAX_TARGETS + 1];
    uint32_t count;
    VkAttachmentReference colors[SCENE_MAX_TARGETS];
    VkAttachmentReference resolves[SCENE_MAX_TARGETS];
    VkAttachmentReference inputs[SCENE_MAX_TARGETS];
    VkAttachmentReference depth;
};

static VkAttachmentReference
add_attachment(struct attachments *attachments, VkFormat format, VkSampleCountFlagBits samples,
               VkAttachmentLoadOp load)
{
    attachments->all[attachments->count] = describe(format, samples, load);
    return (VkAttachmentReference){attachments->count++, VK_IMAGE_LAYOUT_GENERAL};
}

/* The order is that of a framebuffer's views: each target, with its resolve target after it, and
 * depth last. */
static void
list_attachments(const struct vk_pass_key *key, struct attachments *attachments)
{
    const VkAttachmentReference none = {VK_ATTACHMENT_UNUSED, VK_IMAGE_LAYOUT_UNDEFINED};

    attachments->count = 0;
    attachments->depth = none;
    for (uint32_t i = 0; i < key->target_count && i < SCENE_MAX_TARGETS; i++) {
        attachments->colors[i] = attachments->resolves[i] = attachments->inputs[i] = none;
        if (key->targets[i] == VK_FORMAT_UNDEFINED)
            continue;
        attachments->colors[i] =
            add_attachment(attachments, key->targets[i], key->samples, VK_ATTACHMENT_LOAD_OP_LOAD);
        if (key->inputs >> i & 1)
            attachments->inputs[i] = attachments->colors[i];
        if (key->resolves >> i & 1)
            attachments->resolves[i] =
                add_attachment(attachments, key->targets[i], VK_SAMPLE_COUNT_1_BIT,
                               VK_ATTACHMENT_LOAD_OP_DONT_CARE);
    }
    if (key->depth != VK_FORMAT_UNDEFINED)
        attachments->depth =
            add_attachment(attachments, key->depth, key->samples, VK_ATTACHMENT_LOAD_OP_LOAD);
}

static bool
make_pass(struct vk_run *run, const struct vk_pass_key *key, VkRenderPass *handle)
{
    const struct vk_device *device = run->device;
    struct attachments attachments;
    const VkSubpassDescription subpass = {
        .pipelineBindPoint = VK_PIPELINE_BIND_POINT_GRAPHICS,
        .inputAttachmentCount = key->inputs ? key->target_count : 0,
        .pInputAttachments = attachments.inputs,
        .colorAttachmentCount = key->target_count,
        .pColorAttachments = attachments.colors,
        .pResolveAttachments = key->resolves ? attachments.resolves : NULL,
        .pDepthStencilAttachment = &attachments.depth,
    };

    /* What a fragment writes to a target is read by those that a barrier in the pass orders after
     * it. */
    const VkSubpassDependency itself = {
        .srcStageMask = VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT,
        .dstStageMask = VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT,
        .srcAccessMask = VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT,
        .dstAccessMask = VK_ACCESS_INPUT_ATTACHMENT_READ_BIT,
        .dependencyFlags = VK_DEPENDENCY_BY_REGION_BIT,
    };

    list_attachments(key, &attachments);
    const VkRenderPassCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO,
        .attachmentCount = attachments.count,
        .pAttachments = attachments.all,
        .subpassCount = 1,
        .pSubpasses = &subpass,
        .dependencyCount = key->inputs ? 1 : 0,
        .pDependencies = &itself,
    };
    struct vk_object *object = vk_add_object(run, vk_object_render_pass);
    if (!vk_check(run->fault, "vkCreateRenderPass",
                  device->instance.api.vkCreateRenderPass(device->handle, &info, NULL,
                                                          &object->as.render_pass)))
        return false;
    *handle = object->as.render_pass;
    return true;
}

/* Vulkan resolves between equal formats, in a pass of more samples than one. */
static bool
check_resolves(const struct vk_run *run, const struct scene_draw *draw)
{
    for (uint32_t i = 0; i < draw->target_count; i++) {
        const struct scene_target *target = &draw->targets[i];

        if (target->view == SCENE_NONE || target->resolve == SCENE_NONE)
            continue;
        if (scene_draw_samples(run->scene, draw) == 1)
            return vk_fail_lacks(run->fault, "target %u has one sample; the device resolves more",
                                 i);
        if (scene_view_format(run->scene, view_of(run, target->view)) !=
            scene_view_format(run->scene, view_of(run, target->resolve)))
            return vk_fail_lacks(run->fault, "target %u is resolved to another format", i);
    }
    return true;
}

bool
vk_get_pass(struct vk_run *run, const struct scene_draw *draw, VkRenderPass *handle)
{
    struct vk_pass_key key;

    if (!check_resolves(run, draw))
        return false;
    fill_key(run, draw, &key);
    for (uint32_t i = run->passes.count; i-- > 0;) {
        if (!memcmp(&run->passes.data[i].key, &key, sizeof(key))) {
            *handle = run->passes.data[i].handle;
            return true;
        }
    }
    if (!make_pass(run, &key, handle))
        return false;
    struct vk_pass *pass = base_array_add(run->diags->arena, &run->passes);
    memcpy(&pass->key, &key, sizeof(key));
    pass->handle = *handle;
    return true;
}

static bool
fill_views(struct vk_run *run, const struct scene_draw *draw, struct vk_framebuffer_key *key)
{
    for (uint32_t i = 0; i < draw->target_count; i++) {
        const struct scene_target *target = &draw->targets[i];

        if (target->view == SCENE_NONE)
            continue;
        if (!vk_get_view(run, target->view, vk_role_target, &key->views[key->view_count++]))
            return false;
        if (target->resolve != SCENE_NONE &&
            !vk_get_view(run, target->resolve, vk_role_target, &key->views[key->view_count++]))
            return false;
    }
    return draw->depth_view == SCENE_NONE ||
           vk_get_view(run, draw->depth_view, vk_role_target, &key->views[key->view_count++]);
}

static bool
make_framebuffer(struct vk_run *run, const struct vk_framebuffer_key *key, VkFramebuffer *handle)
{
    const struct vk_device *device = run->device;
    const VkFramebufferCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO,
        .renderPass = key->pass,
        .attachmentCount = key->view_count,
        .pAttachments = key->views,
        .width = key->width,
        .height = key->height,
        .layers = key->layers,
    };

    struct vk_object *object = vk_add_object(run, vk_object_framebuffer);
    if (!vk_check(run->fault, "vkCreateFramebuffer",
                  device->instance.api.vkCreateFramebuffer(device->handle, &info, NULL,
                                                           &object->as.framebuffer)))
        return false;
    *handle = object->as.framebuffer;
    return true;
}

bool
vk_get_framebuffer(struct vk_run *run, const struct scene_draw *draw, VkRenderPass pass,
                   VkFramebuffer *handle)
{
    struct vk_framebuffer_key key;
    uint32_t size[3];

    memset(&key, 0, sizeof(key));
    vk_target_size(run, draw, size);
    key.pass = pass;
    key.width = size[0];
    key.height = size[1];
    key.layers = size[2];
    if (!fill_views(run, draw, &key))
        return false;
    for (uint32_t i = run->framebuffers.count; i-- > 0;) {
        if (!memcmp(&run->framebuffers.data[i].key, &key, sizeof(key))) {
            *handle = run->framebuffers.data[i].handle;
            return true;
        }
    }
    if (!make_framebuffer(run, &key, handle))
        return false;
    struct vk_framebuffer *framebuffer = base_array_add(run->diags->arena, &run->framebuffers);
    memcpy(&framebuffer->key, &key, sizeof(key));
    framebuffer->handle = *handle;
    return true;
}
