/* SPDX-License-Identifier: MIT
 *
 * What devices say that they have, as hosts of every version.
 */
#include "vk_test.h"

static struct scene_device *device;

/* ---- names, of a device that has a few things ---- */

static const VkExtensionProperties extensions[] = {{"VK_EXT_robustness2", 1},
                                                   {"VK_KHR_shader_clock", 1}};

static struct vk_device
some_device(void)
{
    return (struct vk_device){
        .instance.api = vk_test_of(device)->instance.api,
        .features =
            {
                .extensions = (VkExtensionProperties *)(uintptr_t)extensions,
                .extension_count = BASE_COUNT(extensions),
                .core = {.shaderFloat64 = VK_TRUE, .inheritedQueries = VK_TRUE},
                .core11 = {.storageBuffer16BitAccess = VK_TRUE, .variablePointers = VK_TRUE},
                .core12 = {.shaderInt8 = VK_TRUE,
                           .storagePushConstant8 = VK_TRUE,
                           .vulkanMemoryModel = VK_TRUE,
                           .samplerMirrorClampToEdge = VK_TRUE},
                .core13 = {.subgroupSizeControl = VK_TRUE,
                           .shaderZeroInitializeWorkgroupMemory = VK_TRUE},
                .index_uint8 = {.indexTypeUint8 = VK_TRUE},
                .subgroup = {.supportedOperations =
                                 VK_SUBGROUP_FEATURE_BASIC_BIT | VK_SUBGROUP_FEATURE_QUAD_BIT,
                             .supportedStages = VK_SHADER_STAGE_COMPUTE_BIT},
            },
    };
}

static void
test_names(void **state)
{
    static const struct {
        const char *name;
        bool has;
    } rows[] = {
        {"shaderFloat64", true},
        {"shaderInt64", false},
        {"robustBufferAccess", false},
        {"inheritedQueries", true},
        {"Features.shaderFloat64", true},
        {"shaderInt8", true},
        {"16BitStorageFeatures.storageBuffer16BitAccess", true},
        {"Storage16BitFeatures.storageBuffer16BitAccess", true},
        {"Storage16BitFeatures.uniformAndStorageBuffer16BitAccess", false},
        {"Storage8BitFeatures.storagePushConstant8", true},
        {"Float16Int8Features.shaderInt8", true},
        {"Float16Int8Features.shaderFloat16", false},
        {"ShaderFloat16Int8Features.shaderInt8", true},
        {"ShaderFloat16Int8FeaturesKHR.shaderInt8", true},
        {"VariablePointerFeatures.variablePointers", true},
        {"VariablePointersFeatures.variablePointers", true},
        {"VulkanMemoryModelFeatures.vulkanMemoryModel", true},
        {"Vulkan12Features.vulkanMemoryModel", true},
        {"Vulkan12Features.samplerMirrorClampToEdge", true},
        {"Vulkan11Features.vulkanMemoryModel", false},
        {"Vulkan13Features.subgroupSizeControl", true},
        {"SubgroupSizeControl.subgroupSizeControl", true},
        {"SubgroupSizeControl.computeFullSubgroups", false},
        {"SubgroupSizeControlFeaturesEXT.subgroupSizeControl", true},
        {"SubgroupSupportedOperations.quad", true},
        {"SubgroupSupportedOperations.vote", false},
        {"SubgroupSupportedOperations.compute", false},
        {"SubgroupSupportedStages.compute", true},
        {"SubgroupSupportedStages.vertex", false},
        {"IndexTypeUint8Features.indexTypeUint8", true},
        {"IndexTypeUint8FeaturesEXT.indexTypeUint8", true},
        {"DepthClampZeroOneFeatures.depthClampZeroOne", false},
        {"ZeroInitializeWorkgroupMemoryFeatures.shaderZeroInitializeWorkgroupMemory", true},
        {"VK_EXT_robustness2", true},
        {"VK_EXT_robustness", false},
        {"VK_KHR_no_such_thing", false},
        {"", false},
        {".", false},
        {".shaderFloat64", false},
        {"Features.", false},
        {"Features", false},
        {"noSuchFeature", false},
        {"NoSuchFeatures.shaderFloat64", false},
        {"VariablePointersFeatures.shaderInt8", false},
        {"VariablePointersFeatures.variablePointers.x", false},
    };
    const struct vk_device some = some_device();
    (void)state;

    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        if (vk_has_feature(&some, rows[i].name) != rows[i].has)
            fail_msg("%s: expected %d", rows[i].name, rows[i].has);
    }
}

/* ---- this host, taken for each version ---- */

/* The features of Vulkan 1.0 are those of the host whatever it is taken for; what later versions
 * brought is there where the version or an extension is. */
VK_TEST_CASE(test_versions)
{
    const struct vk_options options = {.validate = true};
    static const char *const names[] = {
        "Storage16BitFeatures.storageBuffer16BitAccess",
        "Storage8BitFeatures.storageBuffer8BitAccess",
        "Float16Int8Features.shaderInt8",
        "SubgroupSizeControl.subgroupSizeControl",
        "BufferDeviceAddressFeatures.bufferDeviceAddress",
    };
    const struct vk_device *full = vk_test_of(device);

    for (uint32_t minor = 0; minor <= VK_API_VERSION_MINOR(full->version); minor++) {
        const struct vk_device_options more = {VK_LOADER_NAME, VK_TIMEOUT_NS,
                                               VK_MAKE_API_VERSION(0, 1, minor, 0)};
        struct scene_device *other =
            vk_device_open(vk_test_index(device), &options, &more, &test->diags);

        vk_test_no_errors(test);
        assert_non_null(other);
        assert_int_equal(vk_test_of(other)->version, VK_MAKE_API_VERSION(0, 1, minor, 0));
        assert_int_equal((int)vk_test_of(other)->target, (int)minor);
        assert_memory_equal(&vk_test_of(other)->features.core, &full->features.core,
                            sizeof(full->features.core));
        for (size_t i = 0; i < BASE_COUNT(names); i++) {
            if (minor == 0 || !device->has_feature(device, names[i]))
                assert_false(other->has_feature(other, names[i]));
            else if (minor >= 2 && i != 3)
                assert_true(other->has_feature(other, names[i]));
        }
        assert_true(vk_test_close(other));
    }
}

/* ---- formats ---- */

static void
test_formats(void **state)
{
    /* What Vulkan asks of every device. */
    static const struct {
        enum scene_format format;
        unsigned uses;
        uint32_t samples;
        bool has;
    } rows[] = {
        {scene_format_r8g8b8a8_unorm,
         SCENE_FORMAT_SAMPLED | SCENE_FORMAT_LINEAR | SCENE_FORMAT_TARGET | SCENE_FORMAT_BLEND, 1,
         true},
        {scene_format_r8g8b8a8_unorm, SCENE_FORMAT_TARGET, 4, true},
        {scene_format_r8g8b8a8_unorm, SCENE_FORMAT_ATTRIBUTE | SCENE_FORMAT_TEXEL, 1, true},
        {scene_format_r8g8b8a8_unorm, SCENE_FORMAT_ATTRIBUTE, 2, false}, /* No image at all. */
        {scene_format_r8g8b8a8_unorm, SCENE_FORMAT_DEPTH, 1, false},
        {scene_format_r8g8b8a8_unorm, SCENE_FORMAT_TARGET, 64, false},
        {scene_format_r32_uint, SCENE_FORMAT_STORAGE | SCENE_FORMAT_ATOMIC, 1, true},
        {scene_format_r32_uint, SCENE_FORMAT_STORAGE_TEXEL | SCENE_FORMAT_STORAGE_TEXEL_ATOMIC, 1,
         true},
        {scene_format_r32_uint, SCENE_FORMAT_BLEND, 1, false},
        {scene_format_d16_unorm, SCENE_FORMAT_DEPTH | SCENE_FORMAT_SAMPLED, 1, true},
        {scene_format_d16_unorm, SCENE_FORMAT_TARGET, 1, false},
        {scene_format_e5b9g9r9_ufloat_pack32, SCENE_FORMAT_SAMPLED | SCENE_FORMAT_LINEAR, 1, true},
        {scene_format_none, 0, 1, false},
        {scene_format_r8g8b8a8_unorm, 0, 1, true},
    };
    (void)state;

    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        if (device->has_format(device, rows[i].format, rows[i].uses, rows[i].samples) !=
            rows[i].has)
            fail_msg("row %zu: expected %d", i, rows[i].has);
    }
}

/* Depth and stencil in copies. */
static void
test_planes(void **state)
{
    static const struct {
        enum scene_format format;
        uint32_t count;
        struct vk_plane planes[2];
    } rows[] = {
        {scene_format_r32g32b32_uint, 1, {{VK_IMAGE_ASPECT_COLOR_BIT, 12, 0, 12}}},
        {scene_format_d16_unorm, 1, {{VK_IMAGE_ASPECT_DEPTH_BIT, 2, 0, 2}}},
        {scene_format_x8_d24_unorm_pack32, 1, {{VK_IMAGE_ASPECT_DEPTH_BIT, 4, 0, 3}}},
        {scene_format_d32_sfloat, 1, {{VK_IMAGE_ASPECT_DEPTH_BIT, 4, 0, 4}}},
        {scene_format_s8_uint, 1, {{VK_IMAGE_ASPECT_STENCIL_BIT, 1, 0, 1}}},
        {scene_format_d16_unorm_s8_uint,
         2,
         {{VK_IMAGE_ASPECT_DEPTH_BIT, 2, 0, 2}, {VK_IMAGE_ASPECT_STENCIL_BIT, 1, 2, 1}}},
        {scene_format_d24_unorm_s8_uint,
         2,
         {{VK_IMAGE_ASPECT_DEPTH_BIT, 4, 0, 3}, {VK_IMAGE_ASPECT_STENCIL_BIT, 1, 3, 1}}},
        {scene_format_d32_sfloat_s8_uint,
         2,
         {{VK_IMAGE_ASPECT_DEPTH_BIT, 4, 0, 4}, {VK_IMAGE_ASPECT_STENCIL_BIT, 1, 4, 1}}},
    };
    (void)state;

    for (size_t i = 0; i < BASE_COUNT(rows); i++) {
        struct vk_plane planes[2] = {{0}};

        assert_int_equal(vk_format_planes(rows[i].format, planes), rows[i].count);
        assert_memory_equal(planes, rows[i].planes, sizeof(planes));
    }
}

/* The format of every name is Vulkan's: its number is one that the name says enough about. */
static void
test_format_numbers(void **state)
{
    (void)state;

    for (int f = 1; f < scene_format_count; f++) {
        const VkFormat format = vk_format_of((enum scene_format)f);
        const char *name = scene_format_infos[f].name;
        const bool is_depth = format >= VK_FORMAT_D16_UNORM;

        assert_int_equal((int)scene_format_find(name, strlen(name)), f);
        assert_int_equal(is_depth,
                         vk_format_aspects((enum scene_format)f) != VK_IMAGE_ASPECT_COLOR_BIT);
        assert_int_equal(scene_format_is_wide((enum scene_format)f),
                         format >= VK_FORMAT_R64_UINT && format <= VK_FORMAT_R64G64B64A64_SFLOAT);
    }
}

int
main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),          cmocka_unit_test(test_versions),
        cmocka_unit_test(test_formats),        cmocka_unit_test(test_planes),
        cmocka_unit_test(test_format_numbers),
    };

    device = vk_test_device(argc, argv);
    const int faults = cmocka_run_group_tests(tests, NULL, NULL);
    return faults + !vk_test_close(device);
}
