/* SPDX-License-Identifier: MIT
 *
 * Ops that look at other lanes, run on the device, against the formulas of docs/ir.md. A device
 * without the subgroup operations must refuse them, saying what it lacks.
 */
#include "vk_test.h"

#define WIDTH 16
#define HEIGHT 8

static struct scene_device *device;

static const struct vk_features *
features(void)
{
    return &((const struct vk_device *)(const void *)device)->features;
}

static bool
has_operations(VkSubgroupFeatureFlags operations)
{
    return features()->subgroup.supportedStages & VK_SHADER_STAGE_FRAGMENT_BIT &&
           (features()->subgroup.supportedOperations & operations) == operations;
}

/* ---- the value of each pixel, and a shader that makes it ---- */

/* No plane, so that fine and coarse differences differ. */
static float
value_at(uint32_t x, uint32_t y)
{
    return (float)(x * x * 3 + x * y * y + 7 * y);
}

struct frame {
    struct ir_builder b;
    struct ir_shader *shader;
    uint32_t output;
    ir_ref x;
    ir_ref y;
    ir_ref value; /* value_at as a float. */
};

static void
frame_init(struct vk_test *test, struct frame *frame)
{
    struct ir_builder *b = &frame->b;

    frame->shader = vk_test_begin(test, ir_stage_fragment, b);
    const uint32_t coord =
        vk_test_builtin_input(frame->shader, ir_builtin_frag_coord, ir_type_f32, 4);
    frame->output = vk_test_output(frame->shader, 0);
    frame->x = ir_build_f2u(b, ir_type_i32, vk_test_load(b, coord, 0));
    frame->y = ir_build_f2u(b, ir_type_i32, vk_test_load(b, coord, 1));
    const ir_ref square = ir_build_imul(b, frame->x, frame->x);
    const ir_ref first = ir_build_imul(b, square, ir_build_i32(b, 3));
    const ir_ref second = ir_build_imul(b, ir_build_imul(b, frame->x, frame->y), frame->y);
    const ir_ref third = ir_build_imul(b, frame->y, ir_build_i32(b, 7));
    frame->value =
        ir_build_u2f(b, ir_type_f32, ir_build_iadd(b, ir_build_iadd(b, first, second), third));
}

static ir_ref
op(struct frame *frame, enum ir_op op_, enum ir_type type, ir_ref a, ir_ref b, uint32_t imm)
{
    return ir_build_op(&frame->b, op_, (ir_type_id)type, a, b, imm);
}

struct drawn {
    struct vk_target target;
    struct scene_draw draw;
    struct vk_drawing scene;
};

static void
drawn_init(struct vk_test *test, struct drawn *drawn, const struct ir_shader *fragment)
{
    memset(drawn, 0, sizeof(*drawn));
    drawn->target = (struct vk_target){scene_format_r32g32b32a32_sfloat, WIDTH, HEIGHT, {-9}};
    drawn->draw = scene_draw_default(WIDTH, HEIGHT);
    drawn->draw.vertex = vk_test_whole_target(test);
    drawn->draw.fragment = fragment;
    drawn->scene = (struct vk_drawing){
        .targets = &drawn->target, .target_count = 1, .draws = &drawn->draw, .draw_count = 1};
}

/* Draws; where the device lacks the operations, it must say which. False then. */
static bool
draw_lanes(struct vk_test *test, const struct ir_shader *fragment, bool has, const char *lacks,
           struct vk_pictures *result)
{
    struct drawn drawn;

    drawn_init(test, &drawn, fragment);
    if (has) {
        *result = vk_test_draw(test, device, &drawn.scene);
        return true;
    }
    assert_int_equal(vk_test_try(test, device, &drawn.scene, result), scene_status_missing);
    vk_test_error(test, QD_CODE_TARGET_LACKS, lacks);
    print_message("the device lacks %s, and says so\n", lacks);
    return false;
}

typedef void expected_at(uint32_t x, uint32_t y, float expected[4]);

static void
expect_frame(const struct vk_pictures *result, expected_at *expected)
{
    for (uint32_t y = 0; y < HEIGHT; y++) {
        for (uint32_t x = 0; x < WIDTH; x++) {
            const float *pixel = vk_test_pixel(result, 0, x, y);
            float values[4];

            expected(x, y, values);
            for (uint32_t c = 0; c < 4; c++) {
                if (pixel[c] != values[c])
                    fail_msg("pixel %u, %u, component %u is %g, expected %g", x, y, c,
                             (double)pixel[c], (double)values[c]);
            }
        }
    }
}

/* The value at a place of the quad that has the pixel. */
static float
value_of_place(uint32_t x, uint32_t y, uint32_t place)
{
    return value_at((x & ~1u) + (place & 1), (y & ~1u) + (place >> 1 & 1));
}

/* ---- derivatives ---- */

/* Fine differences along x and y. */
static void
expected_derivatives(uint32_t x, uint32_t y, float expected[2])
{
    const uint32_t row = (y & 1) * 2;
    const uint32_t column = x & 1;

    expected[0] = value_of_place(x, y, row + 1) - value_of_place(x, y, row);
    expected[1] = value_of_place(x, y, column + 2) - value_of_place(x, y, column);
}

/* The pixel has fine differences in its first two components, in the others coarse ones: those of
 * either row or column, as hosts choose. */
static bool
has_derivatives(const float pixel[4], uint32_t x, uint32_t y)
{
    float here[2], across[2];

    expected_derivatives(x, y, here);
    expected_derivatives(x ^ 1, y ^ 1, across);
    return pixel[0] == here[0] && pixel[1] == here[1] &&
           (pixel[2] == here[0] || pixel[2] == across[0]) &&
           (pixel[3] == here[1] || pixel[3] == across[1]);
}

static void
store_derivatives(struct frame *frame)
{
    vk_test_store(&frame->b, frame->output,
                  (const ir_ref[]){
                      op(frame, ir_op_ddx_fine, ir_type_f32, frame->value, 0, 0),
                      op(frame, ir_op_ddy_fine, ir_type_f32, frame->value, 0, 0),
                      op(frame, ir_op_ddx_coarse, ir_type_f32, frame->value, 0, 0),
                      op(frame, ir_op_ddy_coarse, ir_type_f32, frame->value, 0, 0),
                  });
}

VK_TEST_CASE(test_derivatives)
{
    struct vk_pictures result;
    struct frame frame;

    frame_init(test, &frame);
    store_derivatives(&frame);
    draw_lanes(test, frame.shader, true, NULL, &result);
    for (uint32_t y = 0; y < HEIGHT; y++) {
        for (uint32_t x = 0; x < WIDTH; x++)
            assert_true(has_derivatives(vk_test_pixel(&result, 0, x, y), x, y));
    }
}

/* Helpers fill the quads of a triangle's edge: differences are right in partly covered quads, and
 * pixels outside stay. */
VK_TEST_CASE(test_derivatives_at_edges)
{
    static const float positions[][4] = {{-1, -1, 0, 1}, {-1, 1, 0, 1}, {1, 1, 0, 1}};
    static const struct scene_buffer buffer = {positions, sizeof(positions)};
    static const struct scene_attribute attribute = {
        0, scene_format_r32g32b32a32_sfloat, 0, 0, sizeof(positions[0]), scene_rate_vertex};
    struct drawn drawn;
    struct frame frame;
    uint32_t covered = 0;

    frame_init(test, &frame);
    store_derivatives(&frame);
    drawn_init(test, &drawn, frame.shader);
    drawn.draw.vertex = vk_test_passing(test, 0);
    drawn.draw.attributes = &attribute;
    drawn.draw.attribute_count = 1;
    drawn.scene.buffers = &buffer;
    drawn.scene.buffer_count = 1;
    const struct vk_pictures result = vk_test_draw(test, device, &drawn.scene);
    for (uint32_t y = 0; y < HEIGHT; y++) {
        for (uint32_t x = 0; x < WIDTH; x++) {
            const float *pixel = vk_test_pixel(&result, 0, x, y);

            if (!memcmp(pixel, drawn.target.clear, 16))
                continue;
            covered++;
            assert_true(has_derivatives(pixel, x, y));
        }
    }
    assert_true(covered >= WIDTH * HEIGHT / 2 - WIDTH && covered <= WIDTH * HEIGHT / 2);
}

/* ---- quads ---- */

static void
expected_reads(uint32_t x, uint32_t y, float expected[4])
{
    const uint32_t place = (x & 1) + 2 * (y & 1);

    expected[0] = value_of_place(x, y, x / 2 % 4);
    expected[1] = value_of_place(x, y, 2);
    expected[2] = value_of_place(x, y, 0x1b >> 2 * place & 3);
    expected[3] = value_of_place(x, y, 0xb1 >> 2 * place & 3);
}

VK_TEST_CASE(test_quad_reads)
{
    struct vk_pictures result;
    struct frame frame;

    frame_init(test, &frame);
    /* The same place in the whole quad, not the same in all quads, some of it past 3. */
    const ir_ref place =
        ir_build_iadd(&frame.b, ir_build_ushr(&frame.b, frame.x, ir_build_i32(&frame.b, 1)),
                      ir_build_i32(&frame.b, 0xfffffffc));
    const ir_ref two = ir_build_i32(&frame.b, 2);
    vk_test_store(&frame.b, frame.output,
                  (const ir_ref[]){
                      op(&frame, ir_op_quad_read, ir_type_f32, frame.value, place, 0),
                      op(&frame, ir_op_quad_read, ir_type_f32, frame.value, two, 0),
                      op(&frame, ir_op_quad_perm, ir_type_f32, frame.value, 0, 0x1b),
                      op(&frame, ir_op_quad_perm, ir_type_f32, frame.value, 0, 0xb1),
                  });
    if (draw_lanes(test, frame.shader, has_operations(VK_SUBGROUP_FEATURE_QUAD_BIT),
                   "GroupNonUniformQuad", &result))
        expect_frame(&result, expected_reads);
}

/* Is the pixel's x a multiple of 3? */
static bool
is_third(uint32_t x)
{
    return x % 3 == 0;
}

static void
expected_quad_votes(uint32_t x, uint32_t y, float expected[4])
{
    const uint32_t left = x & ~1u;

    (void)y;
    expected[0] = is_third(left) || is_third(left + 1);
    expected[1] = is_third(left) && is_third(left + 1);
    expected[2] = left < 8;
    expected[3] = 1;
}

static ir_ref
as_float(struct frame *frame, ir_ref condition)
{
    return ir_build_select(&frame->b, condition, ir_build_f32(&frame->b, 1),
                           ir_build_f32(&frame->b, 0));
}

static ir_ref
third(struct frame *frame)
{
    const ir_ref rest = ir_build_urem(&frame->b, frame->x, ir_build_i32(&frame->b, 3));

    return ir_build_ieq(&frame->b, rest, ir_build_i32(&frame->b, 0));
}

VK_TEST_CASE(test_quad_votes)
{
    struct vk_pictures result;
    struct frame frame;

    frame_init(test, &frame);
    const ir_ref condition = third(&frame);
    const ir_ref half = ir_build_ult(&frame.b, frame.x, ir_build_i32(&frame.b, 8));
    const ir_ref any = op(&frame, ir_op_quad_any, ir_type_bool, condition, 0, 0);
    const ir_ref all = op(&frame, ir_op_quad_all, ir_type_bool, condition, 0, 0);
    const ir_ref whole = op(&frame, ir_op_quad_all, ir_type_bool, half, 0, 0);
    vk_test_store(&frame.b, frame.output,
                  (const ir_ref[]){as_float(&frame, any), as_float(&frame, all),
                                   as_float(&frame, whole), ir_build_f32(&frame.b, 1)});
    if (draw_lanes(test, frame.shader, has_operations(VK_SUBGROUP_FEATURE_QUAD_BIT),
                   "GroupNonUniformQuad", &result))
        expect_frame(&result, expected_quad_votes);
}

/* ---- subgroups: which lanes are together is the device's choice ---- */

static void
expected_votes(uint32_t x, uint32_t y, float expected[4])
{
    (void)x;
    (void)y;
    expected[0] = 1; /* Some lane says true, or none does, of what is true everywhere; */
    expected[1] = 0; /* of what is true nowhere; */
    expected[2] = 1; /* one value everywhere is equal; */
    expected[3] = 1; /* any is there where this lane is, and all is not where this lane is not. */
}

VK_TEST_CASE(test_votes)
{
    struct vk_pictures result;
    struct frame frame;

    frame_init(test, &frame);
    struct ir_builder *b = &frame.b;
    const ir_ref condition = third(&frame);
    const ir_ref wide = ir_build_i32(b, 1000);
    const ir_ref always = ir_build_ult(b, frame.x, wide);
    const ir_ref never = ir_build_uge(b, frame.x, wide);
    const ir_ref same = ir_build_ushr(b, frame.x, ir_build_i32(b, 10));
    const ir_ref any = op(&frame, ir_op_vote_any, ir_type_bool, condition, 0, 0);
    const ir_ref all = op(&frame, ir_op_vote_all, ir_type_bool, condition, 0, 0);
    const ir_ref implied = ir_build_iand(b, ir_build_ior(b, any, ir_build_inot(b, condition)),
                                         ir_build_ior(b, ir_build_inot(b, all), condition));
    vk_test_store(b, frame.output,
                  (const ir_ref[]){
                      as_float(&frame, op(&frame, ir_op_vote_all, ir_type_bool, always, 0, 0)),
                      as_float(&frame, op(&frame, ir_op_vote_any, ir_type_bool, never, 0, 0)),
                      as_float(&frame, op(&frame, ir_op_vote_eq, ir_type_bool, same, 0, 0)),
                      as_float(&frame, implied),
                  });
    if (draw_lanes(test, frame.shader, has_operations(VK_SUBGROUP_FEATURE_VOTE_BIT),
                   "GroupNonUniformVote", &result))
        expect_frame(&result, expected_votes);
}

static void
expected_ones(uint32_t x, uint32_t y, float expected[4])
{
    (void)x;
    (void)y;
    for (uint32_t c = 0; c < 4; c++)
        expected[c] = 1;
}

static ir_ref
load_lane(struct frame *frame)
{
    const uint32_t input = vk_test_builtin_input(frame->shader, ir_builtin_lane, ir_type_i32, 1);

    return vk_test_load(&frame->b, input, 0);
}

static bool
has_ballot(void)
{
    return has_operations(VK_SUBGROUP_FEATURE_BALLOT_BIT | VK_SUBGROUP_FEATURE_BASIC_BIT);
}

/* The ballot has this lane's bit as this lane has it. */
VK_TEST_CASE(test_ballot)
{
    struct vk_pictures result;
    struct frame frame;

    frame_init(test, &frame);
    struct ir_builder *b = &frame.b;
    const ir_ref lane = load_lane(&frame);
    const ir_ref condition = third(&frame);
    const ir_ref ballot = ir_build_op(b, ir_op_ballot, IR_VEC(ir_type_i32, 4), condition, 0, 0);
    const ir_ref word_index = ir_build_ushr(b, lane, ir_build_i32(b, 5));
    const ir_ref one = ir_build_f32(b, 1);
    ir_ref word = ir_build_i32(b, 0);

    for (uint32_t i = 0; i < 4; i++) {
        const ir_ref part = ir_build_op(b, ir_op_extract, ir_type_i32, ballot, 0, i);
        word = ir_build_select(b, ir_build_ieq(b, word_index, ir_build_i32(b, i)), part, word);
    }
    const ir_ref bit = ir_build_iand(b, ir_build_ushr(b, word, lane), ir_build_i32(b, 1));
    const ir_ref differs = ir_build_ixor(b, ir_build_ine(b, bit, ir_build_i32(b, 0)), condition);
    vk_test_store(b, frame.output,
                  (const ir_ref[]){as_float(&frame, ir_build_inot(b, differs)), one, one, one});
    if (draw_lanes(test, frame.shader, has_ballot(), "GroupNonUniformBallot", &result))
        expect_frame(&result, expected_ones);
}

/* What the first lane has comes from a lane no later than this one, and is this lane's own if that
 * is this one. Value and lane go together as one number, of either type. */
static void
try_read_first(struct vk_test *test, enum ir_type type)
{
    struct vk_pictures result;
    struct frame frame;

    frame_init(test, &frame);
    struct ir_builder *b = &frame.b;
    const ir_ref lane = load_lane(&frame);
    const ir_ref value = ir_build_f2u(b, ir_type_i32, frame.value);
    const ir_ref packed = ir_build_ior(b, ir_build_ishl(b, value, ir_build_i32(b, 8)), lane);
    const bool is_float = type == ir_type_f32;
    const ir_ref given = is_float ? ir_build_u2f(b, ir_type_f32, packed) : packed;
    const ir_ref read = op(&frame, ir_op_read_first, type, given, 0, 0);
    const ir_ref first = is_float ? ir_build_f2u(b, ir_type_i32, read) : read;
    const ir_ref first_lane = ir_build_iand(b, first, ir_build_i32(b, 255));
    const ir_ref is_other = ir_build_ine(b, first_lane, lane);
    const ir_ref is_same = ir_build_ieq(b, first, packed);
    const ir_ref one = ir_build_f32(b, 1);
    vk_test_store(b, frame.output,
                  (const ir_ref[]){
                      as_float(&frame, ir_build_uge(b, lane, first_lane)),
                      as_float(&frame, ir_build_ior(b, is_other, is_same)),
                      one,
                      one,
                  });
    if (draw_lanes(test, frame.shader, has_ballot(), "GroupNonUniformBallot", &result))
        expect_frame(&result, expected_ones);
}

VK_TEST_CASE(test_read_first) { try_read_first(test, ir_type_i32); }

VK_TEST_CASE(test_read_first_float) { try_read_first(test, ir_type_f32); }

/* A lane reads itself, and the lanes of its own quad by their index in the subgroup. */
static void
expected_shuffles(uint32_t x, uint32_t y, float expected[4])
{
    const uint32_t place = (x & 1) + 2 * (y & 1);

    expected[0] = value_at(x, y);
    expected[1] = value_of_place(x, y, place ^ 1);
    expected[2] = value_of_place(x, y, place ^ 2);
    expected[3] = 1;
}

VK_TEST_CASE(test_shuffle)
{
    struct vk_pictures result;
    struct frame frame;

    frame_init(test, &frame);
    struct ir_builder *b = &frame.b;
    const ir_ref lane = load_lane(&frame);
    const ir_ref across = ir_build_ixor(b, lane, ir_build_i32(b, 1));
    const ir_ref below = ir_build_ixor(b, lane, ir_build_i32(b, 2));
    vk_test_store(b, frame.output,
                  (const ir_ref[]){
                      op(&frame, ir_op_shuffle, ir_type_f32, frame.value, lane, 0),
                      op(&frame, ir_op_shuffle, ir_type_f32, frame.value, across, 0),
                      op(&frame, ir_op_shuffle, ir_type_f32, frame.value, below, 0),
                      ir_build_f32(b, 1),
                  });
    if (draw_lanes(test, frame.shader,
                   has_operations(VK_SUBGROUP_FEATURE_SHUFFLE_BIT | VK_SUBGROUP_FEATURE_BASIC_BIT),
                   "GroupNonUniformShuffle", &result))
        expect_frame(&result, expected_shuffles);
}

/* ---- helpers ---- */

/* Odd columns are demoted; each pixel shows what the other column of its quad is. Nothing started
 * as a helper. */
static void
expected_helpers(uint32_t x, uint32_t y, float expected[4])
{
    (void)y;
    expected[0] = x & 1 ? -9 : 1;
    expected[1] = expected[2] = 0;
    expected[3] = x & 1 ? 0 : 1;
}

VK_TEST_CASE(test_helpers)
{
    struct vk_pictures result;
    struct frame frame;

    frame_init(test, &frame);
    struct ir_builder *b = &frame.b;
    const uint32_t started = vk_test_builtin_input(b->shader, ir_builtin_helper, ir_type_i32, 1);
    const ir_ref one = ir_build_f32(b, 1), zero = ir_build_f32(b, 0);
    const ir_ref is_odd =
        ir_build_ine(b, ir_build_iand(b, frame.x, ir_build_i32(b, 1)), ir_build_i32(b, 0));
    ir_build_op(b, ir_op_demote, ir_type_void, is_odd, 0, 0);
    const ir_ref is_helper = ir_build_op(b, ir_op_is_helper, ir_type_bool, 0, 0, 0);
    const ir_ref shown = ir_build_select(b, is_helper, one, zero);
    vk_test_store(b, frame.output,
                  (const ir_ref[]){
                      op(&frame, ir_op_quad_perm, ir_type_f32, shown, 0, 0xb1),
                      ir_build_u2f(b, ir_type_f32, vk_test_load(b, started, 0)),
                      shown,
                      one,
                  });
    if (draw_lanes(test, frame.shader,
                   has_operations(VK_SUBGROUP_FEATURE_QUAD_BIT | VK_SUBGROUP_FEATURE_BASIC_BIT),
                   "GroupNonUniformQuad", &result))
        expect_frame(&result, expected_helpers);
}

int
main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_derivatives), cmocka_unit_test(test_derivatives_at_edges),
        cmocka_unit_test(test_quad_reads),  cmocka_unit_test(test_quad_votes),
        cmocka_unit_test(test_votes),       cmocka_unit_test(test_ballot),
        cmocka_unit_test(test_read_first),  cmocka_unit_test(test_read_first_float),
        cmocka_unit_test(test_shuffle),     cmocka_unit_test(test_helpers),
    };

    device = vk_test_device(argc, argv);
    const int faults = cmocka_run_group_tests(tests, NULL, NULL);
    return faults + !vk_test_close(device);
}
