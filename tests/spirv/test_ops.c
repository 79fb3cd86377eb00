/* SPDX-License-Identifier: MIT
 *
 * Every op with every type that it takes, with operands known and unknown, for every target: a
 * module that the validator takes, or the refusal that is expected.
 */
#include "spirv_test.h"

struct shape {
    ir_type_id result;
    ir_type_id operands[3];
};

/* Which operands are constants, a bit each, and which of these. */
struct choice {
    unsigned known;
    uint64_t bits;
};

static const struct choice choices[] = {
    {0, 0}, {2, 0}, {2, 1}, {2, 5}, {2, UINT64_MAX}, {1, 0}, {1, UINT64_MAX}, {7, 3}, {7, 0},
};

#define MAX_SHAPES 64

static bool
same_type(enum ir_class class, const struct shape *shape, ir_type_id type)
{
    if (class == ir_class_RESULT)
        return type == shape->result;
    if (class == ir_class_FIRST)
        return type == shape->operands[0];
    return ir_class_has(class, type);
}

/* All scalar types in all places that the op's row allows. */
static uint32_t
shapes_of(enum ir_op op, struct shape *shapes)
{
    const struct ir_op_info *info = &ir_op_infos[op];
    uint32_t count = 0;

    for (unsigned result = ir_type_bool; result < ir_type_count; result++) {
        for (unsigned operand = ir_type_bool; operand < ir_type_count; operand++) {
            struct shape shape = {(ir_type_id)result, {(ir_type_id)operand, 0, 0}};

            if (!ir_class_has((enum ir_class)info->result, shape.result) ||
                !same_type((enum ir_class)info->operand[0], &shape, shape.operands[0]))
                continue;
            if (op == ir_op_bitcast &&
                ir_type_bits(shape.result) != ir_type_bits(shape.operands[0]))
                continue;
            for (uint32_t i = 1; i < info->arity; i++)
                shape.operands[i] = info->operand[i] == ir_class_RESULT ? shape.result
                                    : info->operand[i] == ir_class_I32  ? (ir_type_id)ir_type_i32
                                                                        : shape.operands[0];
            assert_true(count < MAX_SHAPES);
            shapes[count++] = shape;
        }
    }
    return count;
}

/* A value of any scalar type that no compiler can know. */
static ir_ref
unknown_value(struct spirv_test *t, ir_type_id type, uint32_t component)
{
    const ir_ref i32 = spirv_test_load(t, 0, component);
    const ir_ref f32 = spirv_test_load(t, 1, component);

    if (type == ir_type_bool)
        return ir_build_ine(&t->b, i32, ir_build_i32(&t->b, 0));
    if (type == ir_type_i32)
        return i32;
    if (type == ir_type_f32)
        return f32;
    if (ir_type_is_float(type))
        return ir_build_f2f(&t->b, (enum ir_type)type, f32);
    return ir_build_u2u(&t->b, (enum ir_type)type, i32);
}

static ir_ref
make_operand(struct spirv_test *t, ir_type_id type, uint32_t i, const struct choice *choice)
{
    if (choice->known >> i & 1)
        return ir_build_const(&t->b, (enum ir_type)type, choice->bits);
    return unknown_value(t, type, i);
}

/* Makes a value of any scalar type visible, so that nobody may drop it. */
static void
use(struct spirv_test *t, ir_ref value)
{
    const ir_type_id type = ir_type_of(t->shader, value);
    struct ir_builder *b = &t->b;

    if (type == ir_type_bool)
        value = ir_build_select(b, value, ir_build_i32(b, 1), ir_build_i32(b, 0));
    else if (ir_type_is_float(type))
        value = ir_build_bitcast(b, ir_type_i32, ir_build_f2f(b, ir_type_f32, value));
    else
        value = ir_build_u2u(b, ir_type_i32, value);
    spirv_test_store(t, 0, 0, value);
}

static void
add_io(struct spirv_test *t)
{
    spirv_test_input(t, ir_type_i32, 4);
    spirv_test_input(t, ir_type_f32, 4);
    spirv_test_output(t, ir_type_i32, 1);
    t->shader->push_size = 20;
}

static bool
is_lacking(enum ir_op op, ir_type_id type, enum spirv_target target)
{
    static const enum ir_op no_f64[] = {
        ir_op_ftan,       ir_op_fasin,      ir_op_facos,    ir_op_fatan,   ir_op_fsinh, ir_op_fcosh,
        ir_op_ftanh,      ir_op_fasinh,     ir_op_facosh,   ir_op_fatanh,  ir_op_fexp,  ir_op_flog,
        ir_op_fatan2,     ir_op_fexp2,      ir_op_flog2,    ir_op_fsin,    ir_op_fcos,  ir_op_fpow,
        ir_op_ddx_coarse, ir_op_ddy_coarse, ir_op_ddx_fine, ir_op_ddy_fine};

    for (size_t i = 0; i < BASE_COUNT(no_f64); i++)
        if (op == no_f64[i] && type == ir_type_f64)
            return true;
    return ir_op_infos[op].company == ir_company_subgroup && target == spirv_target_vulkan1_0;
}

/* The shader is written for all targets, or refused for the right reason. */
static void
check_targets(struct spirv_test *t, enum ir_op op, ir_type_id type)
{
    for (unsigned target = 0; target < spirv_target_count; target++) {
        const struct spirv_write_options options = {.target = (enum spirv_target)target};
        struct spirv_module module;

        if (!is_lacking(op, type, options.target)) {
            (void)spirv_test_write(t, options.target);
            continue;
        }
        const uint32_t before = t->diags.list.count;
        assert_true(ir_verify(t->shader, &t->diags));
        assert_false(spirv_write(t->shader, &options, &t->arena, &module, &t->diags));
        assert_null(module.words);
        assert_int_equal(t->diags.list.count, before + 1);
        assert_int_equal(t->diags.list.data[before].code, QD_CODE_TARGET_LACKS);
        assert_non_null(strstr(t->diags.list.data[before].message, ir_op_infos[op].name));
    }
}

static void
check_shape(enum ir_op op, const struct shape *shape, const struct choice *choice)
{
    const struct ir_op_info *info = &ir_op_infos[op];
    struct spirv_test t;

    SPIRV_TEST_START(&t, ir_stage_fragment);
    add_io(&t);
    ir_ref operands[3] = {0};
    for (uint32_t i = 0; i < info->arity; i++)
        operands[i] = make_operand(&t, shape->operands[i], i, choice);
    const ir_ref ref = ir_insert_before(t.shader, 0, op, shape->result);
    memcpy(ir_at(t.shader, ref)->arg, operands, info->arity * sizeof(*operands));
    if (ir_type_is_float(shape->result))
        ir_at(t.shader, ref)->flags = IR_PRECISE;
    use(&t, ref);
    check_targets(&t, op, shape->result);
    spirv_test_end(&t);
}

static bool
is_scalar_op(enum ir_op op)
{
    const struct ir_op_info *info = &ir_op_infos[op];

    return info->arity > 0 && !(info->flags & (IR_OP_IMM | IR_OP_LIST | IR_OP_CONTROL)) &&
           info->result != ir_class_VOID && info->result != ir_class_VEC &&
           op != ir_op_load_shared; /* Of compute shaders: test_memory.c. */
}

static void
test_scalar_ops(void **state)
{
    struct shape shapes[MAX_SHAPES];
    uint32_t total = 0;
    (void)state;

    for (unsigned op = ir_op_none + 1; op < ir_op_count; op++) {
        if (!is_scalar_op((enum ir_op)op))
            continue;
        const uint32_t count = shapes_of((enum ir_op)op, shapes);
        assert_int_not_equal(count, 0);
        for (uint32_t s = 0; s < count; s++)
            for (size_t c = 0; c < BASE_COUNT(choices); c++)
                check_shape((enum ir_op)op, &shapes[s], &choices[c]);
        total += count;
    }
    assert_true(total > 200);
}

/* ---- ops with immediates, vectors and effects ---- */

static void
check_stage(void (*build)(struct spirv_test *t), enum ir_stage stage)
{
    struct spirv_test t;

    SPIRV_TEST_START(&t, stage);
    add_io(&t);
    build(&t);
    for (unsigned target = 0; target < spirv_target_count; target++)
        (void)spirv_test_write(&t, (enum spirv_target)target);
    spirv_test_end(&t);
}

static void
check_stages(void (*build)(struct spirv_test *t))
{
    check_stage(build, ir_stage_vertex);
    check_stage(build, ir_stage_fragment);
}

static void
build_vectors(struct spirv_test *t)
{
    for (unsigned type = ir_type_bool; type < ir_type_count; type++) {
        for (uint32_t n = 2; n <= 4; n++) {
            ir_ref values[4];

            for (uint32_t i = 0; i < n; i++)
                values[i] = unknown_value(t, (ir_type_id)type, i);
            ir_ref vec = ir_build_list(&t->b, ir_op_vec, IR_VEC(type, n), values, n, 0);
            vec = ir_build_op(&t->b, ir_op_copy, IR_VEC(type, n), vec, 0, 0);
            use(t, ir_build_op(&t->b, ir_op_extract, (ir_type_id)type, vec, 0, n - 1));
        }
        use(t, ir_build_undef(&t->b, (ir_type_id)type));
    }
}

static void
test_vectors(void **state)
{
    (void)state;
    check_stages(build_vectors);
}

static void
build_buffers(struct spirv_test *t)
{
    static const ir_type_id types[][2] = {
        {ir_type_f32, ir_type_f32}, {ir_type_i32, ir_type_i32}, {ir_type_f32, ir_type_i32}};

    for (uint32_t i = 0; i < BASE_COUNT(types); i++) {
        const struct ir_buffer buffer = {
            .name = "buffer", .set = i, .binding = 7, .size = 16 + 48 * i, .count = 1};
        const uint32_t index = ir_add_buffer(t->shader, &buffer);
        const ir_ref offsets[] = {spirv_test_load(t, 0, 0),
                                  ir_build_i32(&t->b, 0),
                                  ir_build_i32(&t->b, 7),
                                  ir_build_i32(&t->b, buffer.size - 4),
                                  ir_build_i32(&t->b, buffer.size),
                                  ir_build_i32(&t->b, UINT32_MAX),
                                  ir_build_undef(&t->b, ir_type_i32)};

        for (uint32_t o = 0; o < BASE_COUNT(offsets); o++)
            for (uint32_t k = 0; k < 2; k++)
                use(t, ir_build_load_buffer(&t->b, types[i][k], index, offsets[o]));
    }
}

static void
test_buffers(void **state)
{
    (void)state;
    check_stages(build_buffers);
}

static void
build_arrays(struct spirv_test *t)
{
    static const uint64_t init[3] = {1, 0, 0x7f};

    for (unsigned type = ir_type_i8; type < ir_type_count; type++) {
        for (unsigned kind = 0; kind < 3; kind++) {
            const struct ir_array array = {"array", (enum ir_type)type, 3, kind == 1 ? init : NULL};
            const uint32_t index = ir_add_array(t->shader, &array);
            const ir_ref indices[] = {spirv_test_load(t, 0, 0), ir_build_i32(&t->b, 0),
                                      ir_build_i32(&t->b, 2), ir_build_i32(&t->b, 3),
                                      ir_build_i32(&t->b, UINT32_MAX)};

            for (uint32_t i = 0; i < BASE_COUNT(indices); i++) {
                if (kind == 0 || (kind == 2 && i > 0))
                    (void)ir_build_op(&t->b, ir_op_store_array, ir_type_void, indices[i],
                                      unknown_value(t, (ir_type_id)type, 1), index);
                use(t,
                    ir_build_op(&t->b, ir_op_load_array, (ir_type_id)type, indices[i], 0, index));
            }
        }
    }
}

static void
test_arrays(void **state)
{
    (void)state;
    check_stages(build_arrays);
}

static void
build_samples(struct spirv_test *t)
{
    static const uint32_t coordinates[ir_dim_count] = {1, 2, 3, 3};
    static const uint32_t extras[] = {0, IR_SAMPLE_BIAS, IR_SAMPLE_LOD};

    for (uint32_t dim = 0; dim < ir_dim_buffer; dim++) {
        for (uint32_t twice = 0; twice < 2; twice++) {
            const struct ir_image texture = {.name = "texture",
                                             .set = 1,
                                             .binding = 2 * dim + twice,
                                             .dim = (enum ir_dim)dim,
                                             .count = 1};
            const uint32_t index = ir_add_image(t->shader, &texture);

            for (uint32_t e = 0; e < BASE_COUNT(extras); e++) {
                ir_ref operands[4];

                for (uint32_t i = 0; i < 4; i++)
                    operands[i] = spirv_test_load(t, 1, i);
                const ir_ref texel =
                    ir_build_list(&t->b, ir_op_sample, IR_VEC(ir_type_f32, 4), operands,
                                  coordinates[dim] + (e > 0), index | extras[e]);
                for (uint32_t i = 0; i < 4; i++)
                    use(t, ir_build_op(&t->b, ir_op_extract, ir_type_f32, texel, 0, i));
            }
        }
    }
}

static void
test_samples(void **state)
{
    (void)state;
    check_stages(build_samples);
}

static void
check_quad_perm(uint32_t imm, ir_type_id type)
{
    struct spirv_test t;

    SPIRV_TEST_START(&t, ir_stage_fragment);
    add_io(&t);
    const ir_ref value = unknown_value(&t, type, 0);
    use(&t, ir_build_op(&t.b, ir_op_quad_perm, type, value, 0, imm));
    check_targets(&t, ir_op_quad_perm, type);
    spirv_test_end(&t);
}

static void
test_quad_perm(void **state)
{
    (void)state;

    for (uint32_t imm = 0; imm < 256; imm++)
        for (unsigned type = ir_type_bool; type < ir_type_count; type++)
            check_quad_perm(imm, (ir_type_id)type);
}

static void
test_ballot(void **state)
{
    struct spirv_test t;
    (void)state;

    SPIRV_TEST_START(&t, ir_stage_vertex);
    add_io(&t);
    const ir_ref ballot = ir_build_op(&t.b, ir_op_ballot, IR_VEC(ir_type_i32, 4),
                                      unknown_value(&t, ir_type_bool, 0), 0, 0);
    use(&t, ir_build_op(&t.b, ir_op_extract, ir_type_i32, ballot, 0, 3));
    check_targets(&t, ir_op_ballot, ir_type_i32);
    spirv_test_end(&t);
}

static void
test_demote(void **state)
{
    struct spirv_test t;
    struct spirv_module module;
    (void)state;

    SPIRV_TEST_START(&t, ir_stage_fragment);
    add_io(&t);
    use(&t, ir_build_op(&t.b, ir_op_is_helper, ir_type_bool, 0, 0, 0));
    (void)ir_build_op(&t.b, ir_op_demote, ir_type_void, unknown_value(&t, ir_type_bool, 0), 0, 0);
    (void)ir_build_op(&t.b, ir_op_demote, ir_type_void, ir_build_bool(&t.b, true), 0, 0);
    (void)ir_build_op(&t.b, ir_op_demote, ir_type_void, ir_build_bool(&t.b, false), 0, 0);
    use(&t, ir_build_op(&t.b, ir_op_is_helper, ir_type_bool, 0, 0, 0));

    for (unsigned target = 0; target < spirv_target_count; target++) {
        const struct spirv_write_options options = {.target = (enum spirv_target)target};

        if (spirv_target_has_demote(options.target)) {
            module = spirv_test_write(&t, options.target);
            assert_int_equal(spirv_test_count(&module, SpvOpDemoteToHelperInvocation), 2);
            continue;
        }
        const uint32_t before = t.diags.list.count;
        assert_false(spirv_write(t.shader, &options, &t.arena, &module, &t.diags));
        assert_int_equal(t.diags.list.count, before + 3);
        assert_int_equal(t.diags.list.data[before].code, QD_CODE_INTERNAL);
    }

    assert_int_equal(ir_lower_demote(t.shader, &t.diags), IR_PASS_CHANGED);
    for (unsigned target = 0; target < spirv_target_count; target++) {
        module = spirv_test_write(&t, (enum spirv_target)target);
        assert_int_equal(spirv_test_count(&module, SpvOpDemoteToHelperInvocation), 0);
        assert_int_equal(spirv_test_count(&module, SpvOpKill), target < spirv_target_vulkan1_3);
        assert_int_equal(spirv_test_count(&module, SpvOpTerminateInvocation),
                         target >= spirv_target_vulkan1_3);
    }
    spirv_test_end(&t);
}

/* ---- fflush ---- */

/* The function, which execution modes name. */
static uint32_t
entry_of(const struct spirv_module *module)
{
    return module->words[spirv_test_find(module, SpvOpEntryPoint, 0) + 2];
}

static bool
has_mode(const struct spirv_module *module, SpvExecutionMode mode, uint32_t width)
{
    return SPIRV_TEST_HAS(module, SpvOpExecutionMode, entry_of(module), (uint32_t)mode, width);
}

/* Of all widths, f32 and f64 are flushed by the shader. */
static void
check_flush(const struct spirv_write_options *options)
{
    struct spirv_test t;

    SPIRV_TEST_START(&t, ir_stage_fragment);
    add_io(&t);
    const ir_ref half = unknown_value(&t, ir_type_f16, 0);
    use(&t, ir_build_fadd(&t.b, half, half));
    use(&t, ir_build_fflush(&t.b, unknown_value(&t, ir_type_f32, 0)));
    use(&t, ir_build_fflush(&t.b, unknown_value(&t, ir_type_f64, 1)));
    const struct spirv_module module = spirv_test_write_as(&t, t.shader, options);
    const unsigned flushed =
        options->denormals_are_hosts ? 0 : options->flush_denormals & ~(unsigned)SPIRV_FLOATS_16;
    const unsigned written = options->denormals_are_hosts ? 0 : 6 & ~flushed;

    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(has_mode(&module, SpvExecutionModeDenormFlushToZero, 16u << i),
                         flushed >> i & 1);
        assert_int_equal(has_mode(&module, SpvExecutionModeDenormPreserve, 16u << i),
                         (options->keep_denormals & ~flushed) >> i & 1);
    }
    assert_int_equal(SPIRV_TEST_HAS(&module, SpvOpCapability, SpvCapabilityDenormFlushToZero),
                     flushed != 0);
    assert_int_equal(spirv_test_count(&module, SpvOpSelect), (written >> 1 & 1) + (written >> 2));
    spirv_test_end(&t);
}

static void
test_flush(void **state)
{
    (void)state;

    for (unsigned target = 0; target < spirv_target_count; target++)
        for (uint8_t keep = 0; keep <= SPIRV_FLOATS_ALL; keep++)
            for (uint8_t flush = 0; flush <= SPIRV_FLOATS_ALL; flush++)
                for (int is_hosts = 0; is_hosts < 2; is_hosts++)
                    check_flush(&(struct spirv_write_options){.target = (enum spirv_target)target,
                                                              .keep_denormals = keep,
                                                              .flush_denormals = flush,
                                                              .denormals_are_hosts = is_hosts});
}

/* ---- ways to read quads ---- */

static bool
has_builtin(const struct spirv_module *module, SpvBuiltIn builtin)
{
    for (uint32_t n = 0; spirv_test_find(module, SpvOpDecorate, n); n++) {
        const uint32_t *words = module->words + spirv_test_find(module, SpvOpDecorate, n);

        if (words[2] == SpvDecorationBuiltIn && words[3] == (uint32_t)builtin)
            return true;
    }
    return false;
}

static bool
has_capability(const struct spirv_module *module, SpvCapability capability)
{
    return SPIRV_TEST_HAS(module, SpvOpCapability, (uint32_t)capability);
}

static void
build_quad_op(struct spirv_test *t, enum ir_op op, uint32_t imm)
{
    const bool is_vote = op == ir_op_quad_any || op == ir_op_quad_all;
    const ir_type_id type = is_vote ? ir_type_bool : ir_type_f32;
    const ir_ref value = unknown_value(t, type, 0);
    const ir_ref place = op == ir_op_quad_read ? spirv_test_load(t, 0, 1) : 0;

    use(t, ir_build_op(&t->b, op, type, value, place, imm));
}

static const struct {
    enum ir_op op;
    uint32_t imm;
    bool needs_place; /* By subgroups. */
} quad_ops[] = {
    {ir_op_quad_read, 0, false},    {ir_op_quad_any, 0, false},     {ir_op_quad_all, 0, false},
    {ir_op_quad_perm, 0xb1, false}, {ir_op_quad_perm, 0x4e, false}, {ir_op_quad_perm, 0x1b, false},
    {ir_op_quad_perm, 0xaa, false}, {ir_op_quad_perm, 0xa0, true},  {ir_op_quad_perm, 0xf5, true},
};

/* By subgroups a derivative is there for the helpers, unless the shader has its own, and FragCoord
 * is only what that is taken of; by derivatives nothing of subgroups is. */
static void
check_quad_way(const struct spirv_write_options *options, uint32_t index, bool has_own)
{
    const bool is_derivative =
        options->quad == spirv_quad_derivatives ||
        (options->quad == spirv_quad_auto && options->target == spirv_target_vulkan1_0);
    struct spirv_test t;

    SPIRV_TEST_START(&t, ir_stage_fragment);
    add_io(&t);
    if (has_own)
        use(&t, ir_build_op(&t.b, ir_op_ddx_coarse, ir_type_f32, unknown_value(&t, ir_type_f32, 0),
                            0, 0));
    build_quad_op(&t, quad_ops[index].op, quad_ops[index].imm);
    const struct spirv_module module = spirv_test_write_as(&t, t.shader, options);

    assert_true(has_capability(&module, SpvCapabilityDerivativeControl));
    assert_int_equal(has_capability(&module, SpvCapabilityGroupNonUniform), !is_derivative);
    assert_int_equal(has_capability(&module, SpvCapabilityGroupNonUniformQuad), !is_derivative);
    assert_int_equal(has_builtin(&module, SpvBuiltInSubgroupLocalInvocationId),
                     !is_derivative && quad_ops[index].needs_place);
    assert_int_equal(has_builtin(&module, SpvBuiltInFragCoord), is_derivative || !has_own);
    if (!is_derivative)
        assert_int_equal(spirv_test_count(&module, SpvOpDPdxFine), !has_own);
    spirv_test_end(&t);
}

static void
test_quad_ways(void **state)
{
    (void)state;

    for (unsigned target = 0; target < spirv_target_count; target++)
        for (unsigned quad = 0; quad < spirv_quad_none; quad++)
            for (uint32_t i = 0; i < 2 * BASE_COUNT(quad_ops); i++)
                if (target != spirv_target_vulkan1_0 || quad != spirv_quad_broadcast)
                    check_quad_way(
                        &(struct spirv_write_options){.target = (enum spirv_target)target,
                                                      .quad = (enum spirv_quad)quad},
                        i / 2, i % 2);
}

/* The shader has FragCoord itself: it is declared once. */
static void
test_quad_coord(void **state)
{
    const struct ir_io coord = {.builtin = ir_builtin_frag_coord,
                                .type = ir_type_f32,
                                .components = 4,
                                .interp = ir_interp_perspective};
    const struct spirv_write_options options = {.quad = spirv_quad_derivatives};
    struct spirv_test t;
    (void)state;

    SPIRV_TEST_START(&t, ir_stage_fragment);
    add_io(&t);
    const uint32_t input = ir_add_input(t.shader, &coord);
    const ir_ref x = spirv_test_load(&t, input, 0);
    use(&t, ir_build_op(&t.b, ir_op_quad_perm, ir_type_f32, x, 0, 0xa0));
    const struct spirv_module module = spirv_test_write_as(&t, t.shader, &options);
    assert_true(has_builtin(&module, SpvBuiltInFragCoord));
    spirv_test_end(&t);
}

static void
check_refused(enum ir_stage stage, enum spirv_target target, enum spirv_quad quad,
              enum qd_code code, const char *text)
{
    const struct spirv_write_options options = {.target = target, .quad = quad};

    for (uint32_t i = 0; i < BASE_COUNT(quad_ops); i++) {
        struct spirv_module module;
        struct spirv_test t;

        SPIRV_TEST_START(&t, stage);
        add_io(&t);
        build_quad_op(&t, quad_ops[i].op, quad_ops[i].imm);
        assert_false(spirv_write(t.shader, &options, &t.arena, &module, &t.diags));
        assert_int_equal(t.diags.list.count, 1);
        assert_int_equal(t.diags.list.data[0].code, code);
        assert_non_null(strstr(t.diags.list.data[0].message, text));
        assert_non_null(strstr(t.diags.list.data[0].message, ir_op_infos[quad_ops[i].op].name));
        spirv_test_end(&t);
    }
}

static void
test_quad_refusals(void **state)
{
    (void)state;

    for (unsigned target = 0; target < spirv_target_count; target++) {
        check_refused(ir_stage_fragment, (enum spirv_target)target, spirv_quad_none,
                      QD_CODE_UNSUPPORTED, "lacks quad operations of subgroups in the fragment");
        check_refused(ir_stage_vertex, (enum spirv_target)target, spirv_quad_derivatives,
                      QD_CODE_UNSUPPORTED, "in the vertex stage");
    }
    check_refused(ir_stage_fragment, spirv_target_vulkan1_0, spirv_quad_broadcast,
                  QD_CODE_TARGET_LACKS, "vulkan1.0 has");
    check_refused(ir_stage_vertex, spirv_target_vulkan1_0, spirv_quad_auto, QD_CODE_TARGET_LACKS,
                  "vulkan1.0 has");
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_scalar_ops), cmocka_unit_test(test_vectors),
        cmocka_unit_test(test_buffers),    cmocka_unit_test(test_arrays),
        cmocka_unit_test(test_samples),    cmocka_unit_test(test_quad_perm),
        cmocka_unit_test(test_ballot),     cmocka_unit_test(test_demote),
        cmocka_unit_test(test_flush),      cmocka_unit_test(test_quad_ways),
        cmocka_unit_test(test_quad_coord), cmocka_unit_test(test_quad_refusals),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
