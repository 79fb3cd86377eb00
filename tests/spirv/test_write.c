/* SPDX-License-Identifier: MIT
 *
 * The module around the function: version, capabilities, interface, names, what is declared, what
 * is stored when; and the limits.
 */
#include "spirv_test.h"

#include <stdlib.h>

#define VERSION_WORD 1
#define GENERATOR_WORD 2
#define BOUND_WORD 3

static const struct {
    const char *name;
    uint32_t version;
    bool has_demote;
} targets[spirv_target_count] = {
    [spirv_target_vulkan1_0] = {"vulkan1.0", 0x00010000, false},
    [spirv_target_vulkan1_1] = {"vulkan1.1", 0x00010300, false},
    [spirv_target_vulkan1_2] = {"vulkan1.2", 0x00010500, false},
    [spirv_target_vulkan1_3] = {"vulkan1.3", 0x00010600, true},
};

static void
add_everything(struct spirv_test *t)
{
    const struct ir_buffer buffer = {
        .name = "const0", .set = 1, .binding = 2, .size = 64, .count = 1};
    const struct ir_image texture = {
        .name = "samp0", .set = 3, .binding = 4, .dim = ir_dim_2d, .count = 1};
    struct ir_builder *b = &t->b;
    ir_ref color[4], coordinates[2];

    const uint32_t in = spirv_test_input(t, ir_type_f32, 2);
    const uint32_t out = spirv_test_output(t, ir_type_f32, 4);
    const uint32_t buffer_index = ir_add_buffer(t->shader, &buffer);
    const uint32_t texture_index = ir_add_image(t->shader, &texture);
    for (uint32_t i = 0; i < 2; i++)
        coordinates[i] = spirv_test_load(t, in, i);
    const ir_ref texel =
        ir_build_list(b, ir_op_sample, IR_VEC(ir_type_f32, 4), coordinates, 2, texture_index);
    for (uint32_t i = 0; i < 4; i++) {
        const ir_ref scale =
            ir_build_load_buffer(b, ir_type_f32, buffer_index, ir_build_i32(b, 16 * i));
        color[i] = ir_build_op(b, ir_op_extract, ir_type_f32, texel, 0, i);
        color[i] = ir_build_fmin(b, color[i], scale);
    }
    for (uint32_t i = 0; i < 4; i++)
        spirv_test_store(t, out, i, color[i]);
}

/* Which word of an instruction is its result's id; 0 if it has none. Of the ops used here. */
static uint32_t
result_word(SpvOp op)
{
    switch ((unsigned)op) {
    case SpvOpCapability:
    case SpvOpMemoryModel:
    case SpvOpEntryPoint:
    case SpvOpExecutionMode:
    case SpvOpName:
    case SpvOpMemberName:
    case SpvOpDecorate:
    case SpvOpMemberDecorate:
    case SpvOpStore:
    case SpvOpReturn:
    case SpvOpFunctionEnd:
        return 0;
    case SpvOpExtInstImport:
    case SpvOpLabel:
        return 1;
    }
    return op >= SpvOpTypeVoid && op <= SpvOpTypeFunction ? 1 : 2;
}

/* One past the greatest id that is made, and how many are. */
static uint32_t
find_bound(const struct spirv_module *module, uint32_t *count)
{
    uint32_t bound = 0;

    *count = 0;
    for (size_t at = 5; at < module->count; at += module->words[at] >> SpvWordCountShift) {
        const uint32_t word = result_word((SpvOp)(module->words[at] & SpvOpCodeMask));

        *count += word > 0;
        if (word > 0 && module->words[at + word] >= bound)
            bound = module->words[at + word] + 1;
    }
    return bound;
}

static void
test_header(void **state)
{
    struct spirv_test t;
    (void)state;

    SPIRV_TEST_START(&t, ir_stage_fragment);
    add_everything(&t);
    for (unsigned i = 0; i < spirv_target_count; i++) {
        const struct spirv_module module = spirv_test_write(&t, (enum spirv_target)i);

        assert_string_equal(spirv_target_name((enum spirv_target)i), targets[i].name);
        assert_int_equal(spirv_target_has_demote((enum spirv_target)i), targets[i].has_demote);
        assert_int_equal(module.words[0], SpvMagicNumber);
        assert_int_equal(module.words[VERSION_WORD], targets[i].version);
        assert_int_equal(module.words[GENERATOR_WORD], 0);
        uint32_t count;
        assert_int_equal(module.words[BOUND_WORD], find_bound(&module, &count));
        assert_int_equal(module.words[BOUND_WORD], count + 1); /* No id is left out. */
        assert_int_equal(module.words[4], 0);
    }
    spirv_test_end(&t);
}

/* From SPIR-V 1.4 on an entry point lists all its variables. */
static void
test_interface(void **state)
{
    struct spirv_test t;
    (void)state;

    SPIRV_TEST_START(&t, ir_stage_fragment);
    add_everything(&t);
    for (unsigned i = 0; i < spirv_target_count; i++) {
        const struct spirv_module module = spirv_test_write(&t, (enum spirv_target)i);
        const size_t at = spirv_test_find(&module, SpvOpEntryPoint, 0);
        const uint32_t length = module.words[at] >> SpvWordCountShift;

        assert_int_equal(module.words[at + 1], SpvExecutionModelFragment);
        assert_string_equal((const char *)(module.words + at + 3), "main");
        assert_int_equal(length - 5, i < spirv_target_vulkan1_2 ? 2 : 4);
        assert_int_equal(spirv_test_count(&module, SpvOpVariable), 4);
    }
    spirv_test_end(&t);
}

static void
test_names(void **state)
{
    struct spirv_test t;
    struct spirv_module module;
    (void)state;

    SPIRV_TEST_START(&t, ir_stage_fragment);
    add_everything(&t);
    module = spirv_test_write(&t, spirv_target_vulkan1_1);
    assert_int_equal(spirv_test_count(&module, SpvOpName), 5);
    assert_int_equal(spirv_test_count(&module, SpvOpMemberName), 1);
    assert_string_equal((const char *)(module.words + spirv_test_find(&module, SpvOpName, 1) + 2),
                        "in");

    const struct spirv_write_options options = {spirv_target_vulkan1_1, .no_names = true};
    assert_true(spirv_write(t.shader, &options, &t.arena, &module, &t.diags));
    assert_int_equal(spirv_test_count(&module, SpvOpName), 0);
    assert_int_equal(spirv_test_count(&module, SpvOpMemberName), 0);
    spirv_test_end(&t);
}

/* A name may be anything; a long one is cut between characters. */
static void
test_long_name(void **state)
{
    struct spirv_test t;
    char name[300000];
    (void)state;

    SPIRV_TEST_START(&t, ir_stage_vertex);
    memset(name, 'x', sizeof(name));
    name[1023] = (char)0xc3;
    name[1024] = (char)0xa4;
    name[sizeof(name) - 1] = '\0';
    const struct ir_io io = {name, .type = ir_type_f32, .components = 1};
    ir_add_output(t.shader, &io);
    const struct spirv_module module = spirv_test_write(&t, spirv_target_vulkan1_0);
    const char *found = (const char *)(module.words + spirv_test_find(&module, SpvOpName, 1) + 2);
    assert_int_equal(strlen(found), 1023);
    assert_memory_equal(found, name, 1023);
    spirv_test_end(&t);
}

/* ---- capabilities ---- */

static void
round_trip(struct spirv_test *t, enum ir_type type)
{
    if (ir_type_is_float((ir_type_id)type))
        spirv_test_give(
            t, ir_build_f2f(&t->b, ir_type_f32, ir_build_f2f(&t->b, type, spirv_test_take(t, 0))));
    else
        spirv_test_give(
            t, ir_build_i2f(&t->b, ir_type_f32, ir_build_f2i(&t->b, type, spirv_test_take(t, 0))));
}

static void
build_plain(struct spirv_test *t)
{
    spirv_test_give(t, spirv_test_take(t, 0));
}

static void
build_i8(struct spirv_test *t)
{
    round_trip(t, ir_type_i8);
}

static void
build_i16(struct spirv_test *t)
{
    round_trip(t, ir_type_i16);
}

static void
build_i64(struct spirv_test *t)
{
    round_trip(t, ir_type_i64);
}

static void
build_f16(struct spirv_test *t)
{
    round_trip(t, ir_type_f16);
}

static void
build_f64(struct spirv_test *t)
{
    round_trip(t, ir_type_f64);
}

static void
build_derivative(struct spirv_test *t)
{
    spirv_test_give(t,
                    ir_build_op(&t->b, ir_op_ddx_fine, ir_type_f32, spirv_test_take(t, 0), 0, 0));
}

static void
build_swap(struct spirv_test *t)
{
    spirv_test_give(
        t, ir_build_op(&t->b, ir_op_quad_perm, ir_type_f32, spirv_test_take(t, 0), 0, 0xb1));
}

static void
build_identity(struct spirv_test *t)
{
    spirv_test_give(
        t, ir_build_op(&t->b, ir_op_quad_perm, ir_type_f32, spirv_test_take(t, 0), 0, 0xe4));
}

static void
build_vote(struct spirv_test *t)
{
    const ir_ref vote =
        ir_build_op(&t->b, ir_op_vote_eq, ir_type_bool, spirv_test_take(t, 0), 0, 0);
    spirv_test_give(t, ir_build_select(&t->b, vote, spirv_test_take(t, 1), spirv_test_take(t, 2)));
}

static void
build_read_first(struct spirv_test *t)
{
    spirv_test_give(t,
                    ir_build_op(&t->b, ir_op_read_first, ir_type_f32, spirv_test_take(t, 0), 0, 0));
}

static void
build_shuffle(struct spirv_test *t)
{
    spirv_test_give(t, ir_build_op(&t->b, ir_op_shuffle, ir_type_f32, spirv_test_take(t, 0),
                                   ir_build_i32(&t->b, 3), 0));
}

static void
build_demote(struct spirv_test *t)
{
    const ir_ref condition = ir_build_flt(&t->b, spirv_test_take(t, 0), spirv_test_take(t, 1));

    (void)ir_build_op(&t->b, ir_op_demote, ir_type_void, condition, 0, 0);
    spirv_test_give(t, spirv_test_take(t, 0));
}

static void
build_texture_1d(struct spirv_test *t)
{
    const struct ir_image texture = {
        .name = "samp0", .set = 0, .binding = 0, .dim = ir_dim_1d, .count = 1};
    const uint32_t index = ir_add_image(t->shader, &texture);
    const ir_ref operands[] = {spirv_test_take(t, 0)};
    const ir_ref texel =
        ir_build_list(&t->b, ir_op_sample, IR_VEC(ir_type_f32, 4), operands, 1, index);

    spirv_test_give(t, ir_build_op(&t->b, ir_op_extract, ir_type_f32, texel, 0, 0));
}

/* Constants and declarations that nothing uses ask for nothing. */
static void
build_unused(struct spirv_test *t)
{
    const struct ir_image texture = {
        .name = "samp0", .set = 0, .binding = 0, .dim = ir_dim_1d, .count = 1};
    const struct ir_io lane = {"lane", ir_builtin_lane, .type = ir_type_i32, .components = 1,
                               .interp = ir_interp_flat};

    (void)ir_build_const(&t->b, ir_type_f64, 1);
    (void)ir_add_image(t->shader, &texture);
    spirv_test_give(t, spirv_test_take(t, 0));
    (void)ir_add_input(t->shader, &lane);
}

static const struct {
    void (*build)(struct spirv_test *t);
    enum spirv_target target;
    SpvCapability capabilities[4]; /* Besides Shader; ends with it. */
} capability_rows[] = {
    {build_plain, spirv_target_vulkan1_0, {SpvCapabilityShader}},
    {build_unused, spirv_target_vulkan1_0, {SpvCapabilityShader}},
    {build_i8, spirv_target_vulkan1_0, {SpvCapabilityInt8, SpvCapabilityShader}},
    {build_i16, spirv_target_vulkan1_0, {SpvCapabilityInt16, SpvCapabilityShader}},
    {build_i64, spirv_target_vulkan1_0, {SpvCapabilityInt64, SpvCapabilityShader}},
    {build_f16, spirv_target_vulkan1_0, {SpvCapabilityFloat16, SpvCapabilityShader}},
    {build_f64, spirv_target_vulkan1_0, {SpvCapabilityFloat64, SpvCapabilityShader}},
    {build_derivative,
     spirv_target_vulkan1_0,
     {SpvCapabilityDerivativeControl, SpvCapabilityShader}},
    {build_identity, spirv_target_vulkan1_1, {SpvCapabilityShader}},
    {build_swap, spirv_target_vulkan1_0, {SpvCapabilityDerivativeControl, SpvCapabilityShader}},
    {build_swap,
     spirv_target_vulkan1_1,
     {SpvCapabilityGroupNonUniform, SpvCapabilityGroupNonUniformQuad,
      SpvCapabilityDerivativeControl, SpvCapabilityShader}},
    {build_vote,
     spirv_target_vulkan1_1,
     {SpvCapabilityGroupNonUniform, SpvCapabilityGroupNonUniformVote, SpvCapabilityShader}},
    {build_read_first,
     spirv_target_vulkan1_1,
     {SpvCapabilityGroupNonUniform, SpvCapabilityGroupNonUniformBallot, SpvCapabilityShader}},
    {build_shuffle,
     spirv_target_vulkan1_1,
     {SpvCapabilityGroupNonUniform, SpvCapabilityGroupNonUniformShuffle, SpvCapabilityShader}},
    {build_demote,
     spirv_target_vulkan1_3,
     {SpvCapabilityDemoteToHelperInvocation, SpvCapabilityShader}},
    {build_texture_1d, spirv_target_vulkan1_0, {SpvCapabilitySampled1D, SpvCapabilityShader}},
};

static void
check_capabilities(size_t row)
{
    struct spirv_test t;

    SPIRV_TEST_START(&t, ir_stage_fragment);
    capability_rows[row].build(&t);
    const struct spirv_module module = spirv_test_write(&t, capability_rows[row].target);
    uint32_t count = 0;
    do {
        const SpvCapability capability = capability_rows[row].capabilities[count];

        assert_true(SPIRV_TEST_HAS(&module, SpvOpCapability, (uint32_t)capability));
    } while (capability_rows[row].capabilities[count++] != SpvCapabilityShader);
    assert_int_equal(spirv_test_count(&module, SpvOpCapability), count);
    spirv_test_end(&t);
}

static void
test_capabilities(void **state)
{
    (void)state;

    for (size_t i = 0; i < BASE_COUNT(capability_rows); i++)
        check_capabilities(i);
}

/* ---- built-ins and interpolation ---- */

static const struct {
    enum ir_stage stage;
    bool is_input;
    enum ir_builtin builtin;
    enum ir_type type;
    uint8_t components;
    enum ir_interp interp;
    SpvDecoration decoration;
    uint32_t value;
    int second; /* Another decoration; -1 if there must be none. */
} io_rows[] = {
    {ir_stage_vertex, false, ir_builtin_position, ir_type_f32, 4, ir_interp_perspective,
     SpvDecorationBuiltIn, SpvBuiltInPosition, -1},
    {ir_stage_vertex, false, ir_builtin_point_size, ir_type_f32, 1, ir_interp_perspective,
     SpvDecorationBuiltIn, SpvBuiltInPointSize, -1},
    {ir_stage_vertex, false, ir_builtin_none, ir_type_i32, 2, ir_interp_flat, SpvDecorationLocation,
     9, -1},
    {ir_stage_vertex, true, ir_builtin_vertex_index, ir_type_i32, 1, ir_interp_flat,
     SpvDecorationBuiltIn, SpvBuiltInVertexIndex, -1},
    {ir_stage_vertex, true, ir_builtin_instance_index, ir_type_i32, 1, ir_interp_flat,
     SpvDecorationBuiltIn, SpvBuiltInInstanceIndex, -1},
    {ir_stage_vertex, true, ir_builtin_lane, ir_type_i32, 1, ir_interp_flat, SpvDecorationBuiltIn,
     SpvBuiltInSubgroupLocalInvocationId, -1},
    {ir_stage_vertex, true, ir_builtin_none, ir_type_i32, 3, ir_interp_flat, SpvDecorationLocation,
     9, -1},
    {ir_stage_vertex, true, ir_builtin_none, ir_type_f32, 1, ir_interp_perspective,
     SpvDecorationLocation, 9, -1},
    {ir_stage_fragment, true, ir_builtin_frag_coord, ir_type_f32, 4, ir_interp_linear,
     SpvDecorationBuiltIn, SpvBuiltInFragCoord, -1},
    {ir_stage_fragment, true, ir_builtin_front_facing, ir_type_i32, 1, ir_interp_flat,
     SpvDecorationBuiltIn, SpvBuiltInFrontFacing, -1},
    {ir_stage_fragment, true, ir_builtin_helper, ir_type_i32, 1, ir_interp_flat,
     SpvDecorationBuiltIn, SpvBuiltInHelperInvocation, -1},
    {ir_stage_fragment, true, ir_builtin_lane, ir_type_i32, 1, ir_interp_flat, SpvDecorationBuiltIn,
     SpvBuiltInSubgroupLocalInvocationId, SpvDecorationFlat},
    {ir_stage_fragment, true, ir_builtin_none, ir_type_f32, 4, ir_interp_perspective,
     SpvDecorationLocation, 9, -1},
    {ir_stage_fragment, true, ir_builtin_none, ir_type_f32, 4, ir_interp_linear,
     SpvDecorationLocation, 9, SpvDecorationNoPerspective},
    {ir_stage_fragment, true, ir_builtin_none, ir_type_f32, 2, ir_interp_flat,
     SpvDecorationLocation, 9, SpvDecorationFlat},
    {ir_stage_fragment, true, ir_builtin_none, ir_type_i32, 1, ir_interp_flat,
     SpvDecorationLocation, 9, SpvDecorationFlat},
    {ir_stage_fragment, false, ir_builtin_frag_depth, ir_type_f32, 1, ir_interp_perspective,
     SpvDecorationBuiltIn, SpvBuiltInFragDepth, -1},
    {ir_stage_fragment, false, ir_builtin_none, ir_type_i32, 4, ir_interp_flat,
     SpvDecorationLocation, 9, -1},
};

static void
check_io(size_t row)
{
    struct spirv_test t;
    const struct ir_io io = {.builtin = io_rows[row].builtin,
                             .location = 9,
                             .type = io_rows[row].type,
                             .components = io_rows[row].components,
                             .interp = io_rows[row].interp};

    SPIRV_TEST_START(&t, io_rows[row].stage);
    const uint32_t in = io_rows[row].is_input ? ir_add_input(t.shader, &io) : 0;
    const uint32_t out =
        io_rows[row].is_input ? spirv_test_output(&t, io.type, 4) : ir_add_output(t.shader, &io);
    for (uint32_t c = 0; c < io.components; c++)
        spirv_test_store(&t, out, c,
                         io_rows[row].is_input ? spirv_test_load(&t, in, c)
                                               : ir_build_const(&t.b, io.type, 0x3f800000));
    for (unsigned target = io.builtin == ir_builtin_lane; target < spirv_target_count; target++) {
        const struct spirv_module module = spirv_test_write(&t, (enum spirv_target)target);
        const size_t variable = spirv_test_find(&module, SpvOpVariable, 0);
        const uint32_t id = module.words[variable + 2];

        assert_true(SPIRV_TEST_HAS(&module, SpvOpDecorate, id, (uint32_t)io_rows[row].decoration,
                                   io_rows[row].value));
        assert_int_equal(SPIRV_TEST_HAS(&module, SpvOpDecorate, id, SpvDecorationFlat),
                         io_rows[row].second == SpvDecorationFlat);
        assert_int_equal(SPIRV_TEST_HAS(&module, SpvOpDecorate, id, SpvDecorationNoPerspective),
                         io_rows[row].second == SpvDecorationNoPerspective);
        assert_int_equal(spirv_test_count(&module, SpvOpExecutionMode),
                         (t.shader->stage == ir_stage_fragment) +
                             (io.builtin == ir_builtin_frag_depth));
    }
    spirv_test_end(&t);
}

static void
test_io(void **state)
{
    (void)state;

    for (size_t i = 0; i < BASE_COUNT(io_rows); i++)
        check_io(i);
}

/* The lane's index as an input, and the place in the quad, are one variable. The third is
 * FragCoord, for helpers. */
static void
test_one_lane_variable(void **state)
{
    struct spirv_test t;
    const struct ir_io lane = {"lane", ir_builtin_lane, .type = ir_type_i32, .components = 1,
                               .interp = ir_interp_flat};
    (void)state;

    SPIRV_TEST_START(&t, ir_stage_fragment);
    const uint32_t in = ir_add_input(t.shader, &lane);
    const uint32_t out = spirv_test_output(&t, ir_type_i32, 1);
    const ir_ref value = spirv_test_load(&t, in, 0);
    spirv_test_store(&t, out, 0, ir_build_op(&t.b, ir_op_quad_perm, ir_type_i32, value, 0, 0xa0));
    const struct spirv_module module = spirv_test_write(&t, spirv_target_vulkan1_1);
    assert_int_equal(spirv_test_count(&module, SpvOpVariable), 3);
    assert_int_equal(spirv_test_count(&module, SpvOpGroupNonUniformQuadBroadcast), 2);

    const struct spirv_write_options options = {.target = spirv_target_vulkan1_0};
    struct spirv_module none;
    assert_false(spirv_write(t.shader, &options, &t.arena, &none, &t.diags));
    assert_int_equal(t.diags.error_count, 1); /* The quad has another way. */
    assert_int_equal(t.diags.list.data[0].code, QD_CODE_TARGET_LACKS);
    spirv_test_end(&t);
}

/* is_helper and the built-in are one variable too, read anew each time where demotion is. */
static void
test_one_helper_variable(void **state)
{
    struct spirv_test t;
    const struct ir_io helper = {"helper", ir_builtin_helper, .type = ir_type_i32, .components = 1,
                                 .interp = ir_interp_flat};
    (void)state;

    SPIRV_TEST_START(&t, ir_stage_fragment);
    const uint32_t in = ir_add_input(t.shader, &helper);
    const uint32_t out = spirv_test_output(&t, ir_type_i32, 1);
    const ir_ref before = spirv_test_load(&t, in, 0);
    const ir_ref is_helper = ir_build_op(&t.b, ir_op_is_helper, ir_type_bool, 0, 0, 0);
    spirv_test_store(&t, out, 0, ir_build_select(&t.b, is_helper, before, ir_build_i32(&t.b, 5)));
    for (unsigned target = 0; target < spirv_target_count; target++) {
        const struct spirv_module module = spirv_test_write(&t, (enum spirv_target)target);
        const uint32_t id = module.words[spirv_test_find(&module, SpvOpVariable, 0) + 2];

        assert_int_equal(spirv_test_count(&module, SpvOpVariable), 2);
        assert_int_equal(spirv_test_count(&module, SpvOpLoad), 2);
        assert_int_equal(SPIRV_TEST_HAS(&module, SpvOpDecorate, id, SpvDecorationVolatile),
                         targets[target].has_demote);
    }
    spirv_test_end(&t);
}

/* ---- stores ---- */

/* What the stores are: ooc is output o's component c, in hexadecimal: 10 is output 1, x. A space
 * is something in between, ( and ) an if around, r a return in an if. */
static const struct {
    const char *stores;
    uint32_t clears;  /* Stores of zero at the entry. */
    uint32_t wholes;  /* Stores of whole outputs. */
    uint32_t partial; /* Stores of components. */
} store_rows[] = {
    {"", 2, 0, 0},
    {"00", 2, 0, 1},
    {"00010203", 1, 1, 0},
    {"03020100", 1, 1, 0},
    {"0001020310111213", 0, 2, 0},
    {"0010011102120313", 0, 2, 0},
    {"0001020300010203", 1, 1, 0},
    {"00000000", 2, 0, 1},
    {"0001 0203", 1, 0, 4},
    {"00010203 00010203", 1, 2, 0},
    {"(00010203)", 2, 1, 0},
    {"00010203(00010203)", 1, 2, 0},
    {"(00010203)00010203", 1, 2, 0},
    {"r00010203", 2, 1, 0},
    {"00010203r", 1, 1, 0},
    {"00r010203", 2, 0, 4},
    {"000110r02030001", 2, 1, 3},
};

static void
build_stores(struct spirv_test *t, const char *stores)
{
    const ir_ref x = spirv_test_take(t, 0);
    const ir_ref condition = ir_build_flt(&t->b, x, spirv_test_take(t, 1));

    for (; *stores; stores++) {
        if (*stores == '(') {
            ir_build_if(&t->b, condition);
        } else if (*stores == ')') {
            ir_build_endif(&t->b);
        } else if (*stores == 'r') {
            ir_build_if(&t->b, condition);
            ir_build_return(&t->b);
            ir_build_endif(&t->b);
        } else if (*stores == ' ') {
            (void)ir_build_fadd(&t->b, x, x);
        } else {
            spirv_test_store(t, (uint32_t)(stores[0] - '0'), (uint32_t)(stores[1] - '0'), x);
            stores++;
        }
    }
}

static void
check_stores(size_t row)
{
    struct spirv_test t;

    SPIRV_TEST_START(&t, ir_stage_fragment);
    spirv_test_output(&t, ir_type_f32, 4);
    spirv_test_output(&t, ir_type_f32, 4);
    build_stores(&t, store_rows[row].stores);
    const struct spirv_module module = spirv_test_write(&t, spirv_target_vulkan1_0);
    assert_int_equal(spirv_test_count(&module, SpvOpStore),
                     store_rows[row].clears + store_rows[row].wholes + store_rows[row].partial);
    assert_int_equal(spirv_test_count(&module, SpvOpCompositeConstruct), store_rows[row].wholes);
    assert_int_equal(spirv_test_count(&module, SpvOpAccessChain), store_rows[row].partial);
    spirv_test_end(&t);
}

static void
test_stores(void **state)
{
    (void)state;

    for (size_t i = 0; i < BASE_COUNT(store_rows); i++)
        check_stores(i);
}

/* ---- buffers, constants, precise ---- */

static void
test_buffer_guards(void **state)
{
    struct spirv_test t;
    struct spirv_module module;
    const struct ir_buffer buffer = {
        .name = "const0", .set = 0, .binding = 0, .size = 32, .count = 1};
    (void)state;

    SPIRV_TEST_START(&t, ir_stage_fragment);
    const uint32_t index = ir_add_buffer(t.shader, &buffer);
    spirv_test_give(&t, ir_build_load_buffer(&t.b, ir_type_f32, index, ir_build_i32(&t.b, 28)));
    spirv_test_give(&t, ir_build_load_buffer(&t.b, ir_type_f32, index, ir_build_i32(&t.b, 32)));
    module = spirv_test_write(&t, spirv_target_vulkan1_0);
    assert_int_equal(spirv_test_count(&module, SpvOpLoad), 1);
    assert_int_equal(spirv_test_count(&module, SpvOpSelect), 0);
    assert_int_equal(spirv_test_count(&module, SpvOpTypeInt), 1);
    assert_int_equal(spirv_test_count(&module, SpvOpBitcast), 0);

    const ir_ref offset = ir_build_f2u(&t.b, ir_type_i32, spirv_test_take(&t, 0));
    spirv_test_give(&t, ir_build_load_buffer(&t.b, ir_type_f32, index, offset));
    module = spirv_test_write(&t, spirv_target_vulkan1_0);
    assert_int_equal(spirv_test_count(&module, SpvOpLoad), 3); /* And the input. */

    /* One read of integers makes all of it integers. */
    const ir_ref bits = ir_build_load_buffer(&t.b, ir_type_i32, index, ir_build_i32(&t.b, 0));
    spirv_test_give(&t, ir_build_u2f(&t.b, ir_type_f32, bits));
    module = spirv_test_write(&t, spirv_target_vulkan1_0);
    assert_int_equal(spirv_test_count(&module, SpvOpBitcast), 2);
    spirv_test_end(&t);
}

static void
test_precise(void **state)
{
    struct spirv_test t;
    (void)state;

    SPIRV_TEST_START(&t, ir_stage_fragment);
    const ir_ref x = spirv_test_take(&t, 0), y = spirv_test_take(&t, 1);
    const ir_ref precise[] = {ir_build_fadd(&t.b, x, y), ir_build_fmul(&t.b, x, y),
                              ir_build_ffma(&t.b, x, y, x), ir_build_fmin(&t.b, x, y)};
    ir_ref sum = ir_build_fadd(&t.b, x, x);
    for (uint32_t i = 0; i < BASE_COUNT(precise); i++) {
        ir_at(t.shader, precise[i])->flags |= IR_PRECISE;
        sum = ir_build_fsub(&t.b, sum, precise[i]);
    }
    spirv_test_give(&t, sum);
    const struct spirv_module module = spirv_test_write(&t, spirv_target_vulkan1_0);
    uint32_t found = 0;
    for (uint32_t n = 0; spirv_test_find(&module, SpvOpDecorate, n); n++)
        found += module.words[spirv_test_find(&module, SpvOpDecorate, n) + 2] ==
                 SpvDecorationNoContraction;
    assert_int_equal(found, 3); /* A minimum has nothing to contract. */
    spirv_test_end(&t);
}

/* Constants are made once, and only if they are used. */
static void
test_constants(void **state)
{
    struct spirv_test t;
    (void)state;

    SPIRV_TEST_START(&t, ir_stage_fragment);
    const ir_ref x = spirv_test_take(&t, 0);
    (void)ir_build_f32(&t.b, 7);
    const ir_ref zero = ir_build_f32(&t.b, 0);
    const ir_ref sum = ir_build_fadd(&t.b, x, ir_build_f32(&t.b, 3));
    const ir_ref more = ir_build_fadd(&t.b, sum, ir_build_undef(&t.b, ir_type_f32));
    spirv_test_give(&t, ir_build_fadd(&t.b, more, zero));
    const struct spirv_module module = spirv_test_write(&t, spirv_target_vulkan1_0);
    assert_int_equal(spirv_test_count(&module, SpvOpConstant), 2);
    spirv_test_end(&t);
}

/* ---- determinism ---- */

/* The same words wherever memory lies and whatever it held. */
static void
test_deterministic(void **state)
{
    struct spirv_test one, two;
    (void)state;

    SPIRV_TEST_START(&one, ir_stage_fragment);
    add_everything(&one);
    const struct spirv_module first = spirv_test_write(&one, spirv_target_vulkan1_2);

    void *dirt[64];
    for (size_t i = 0; i < BASE_COUNT(dirt); i++) {
        dirt[i] = malloc((i + 1) * 4000);
        assert_non_null(dirt[i]);
        memset(dirt[i], 0xa5, (i + 1) * 4000);
    }
    for (size_t i = 0; i < BASE_COUNT(dirt); i += 2)
        free(dirt[i]);
    SPIRV_TEST_START(&two, ir_stage_fragment);
    add_everything(&two);
    const struct spirv_module second = spirv_test_write(&two, spirv_target_vulkan1_2);
    assert_int_equal(first.count, second.count);
    assert_memory_equal(first.words, second.words, first.count * sizeof(*first.words));
    spirv_test_end(&two);
    for (size_t i = 1; i < BASE_COUNT(dirt); i += 2)
        free(dirt[i]);
    spirv_test_end(&one);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_header),
        cmocka_unit_test(test_interface),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_long_name),
        cmocka_unit_test(test_capabilities),
        cmocka_unit_test(test_io),
        cmocka_unit_test(test_one_lane_variable),
        cmocka_unit_test(test_one_helper_variable),
        cmocka_unit_test(test_stores),
        cmocka_unit_test(test_buffer_guards),
        cmocka_unit_test(test_precise),
        cmocka_unit_test(test_constants),
        cmocka_unit_test(test_deterministic),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
