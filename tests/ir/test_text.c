/* SPDX-License-Identifier: MIT
 *
 * The text form: what is printed reads back as what it was, and nothing that is not IR reads.
 */
#include "generate.h"
#include "rows.h"
#include "sanitized.h"
#include "shaders.h"
#include "text_kit.h"

#include <cmocka.h>
#include <stdlib.h>

#define FLIP_COUNT (IS_SANITIZED ? 20000u : 100000u)

/* ---- every op with every choice of types ---- */

/* One that has the op. */
static enum ir_stage
stage_of(enum ir_op op)
{
    switch ((unsigned)op) {
    case ir_op_load_vertex:
    case ir_op_emit_vertex:
    case ir_op_end_primitive:
        return ir_stage_geometry;
    case ir_op_load_output:
    case ir_op_store_vertex:
        return ir_stage_tess_control;
    }
    return ir_stage_fragment;
}

/* One of everything that immediates name. */
static struct ir_shader *
new_shader(struct base_arena *arena, enum ir_stage stage)
{
    struct ir_shader *shader = ir_shader_create(arena, stage, "ops");

    for (uint32_t i = 0; i < 2; i++) {
        struct ir_io io = {.location = i, .type = i ? ir_type_f32 : ir_type_i32, .components = 4};

        if (stage == ir_stage_fragment)
            io.interp = ir_interp_flat;
        ir_add_input(shader, &io);
        ir_add_output(shader, &io);
    }
    shader->output_vertices = stage == ir_stage_fragment ? 0 : 3;
    shader->invocations = stage == ir_stage_geometry;
    ir_add_buffer(shader, &(struct ir_buffer){.kind = ir_buffer_storage, .count = 1});
    for (unsigned type = ir_type_void + 1; type < ir_type_count; type++)
        if (type != ir_type_bool)
            ir_add_array(shader, &(struct ir_array){.type = (enum ir_type)type, .count = 3});
    shader->push_size = 8;
    return shader;
}

/* Immediates that fit a value of the type: those that do not exist stand last as UINT32_MAX. */
static uint32_t
imm_of(const struct ir_shader *shader, enum ir_op op, ir_type_id type)
{
    switch ((unsigned)op) {
    case ir_op_load_input:
    case ir_op_store_output:
    case ir_op_load_vertex:
    case ir_op_load_output:
    case ir_op_store_vertex:
        return type == ir_type_i32   ? ir_io_imm(0, 3)
               : type == ir_type_f32 ? ir_io_imm(1, 2)
                                     : UINT32_MAX;
    case ir_op_load_array:
    case ir_op_store_array:
        for (uint32_t i = 0; i < shader->arrays.count; i++)
            if (shader->arrays.data[i].type == (enum ir_type)type)
                return i;
        return UINT32_MAX;
    case ir_op_interp_centroid:
    case ir_op_interp_sample:
    case ir_op_interp_offset:
        return imm_of(shader, ir_op_load_input, type);
    case ir_op_load_buffer:
    case ir_op_buffer_size:
        return IR_MEMORY_NON_UNIFORM | IR_MEMORY_COHERENT;
    case ir_op_load_global:
    case ir_op_store_global:
        return IR_MEMORY_VOLATILE;
    case ir_op_reduce:
    case ir_op_scan_inclusive:
    case ir_op_scan_exclusive:
        return IR_GROUP(type == ir_type_bool                             ? ir_op_iand
                        : type < ir_type_count && ir_type_is_float(type) ? ir_op_fmax
                                                                         : ir_op_umin,
                        3);
    case ir_op_barrier:
        return ir_barrier_imm(ir_scope_subgroup, ir_scope_device,
                              IR_BARRIER_ACQUIRE | IR_BARRIER_SHARED);
    case ir_op_quad_perm:
        return 0xb1;
    case ir_op_extract:
        return 1;
    case ir_op_emit_vertex:
    case ir_op_end_primitive:
        return 3;
    }
    return 0;
}

/* Is there such an instruction? The verifier answers the same. */
static bool
is_possible(const struct ir_shader *shader, enum ir_op op, ir_type_id result,
            const ir_type_id *operands)
{
    const struct ir_op_info *info = &ir_op_infos[op];

    if (!ir_class_has((enum ir_class)info->result, result))
        return false;
    for (uint32_t i = 0; i < info->arity; i++) {
        const enum ir_class class = (enum ir_class)info->operand[i];

        if (class == ir_class_RESULT  ? operands[i] != result
            : class == ir_class_FIRST ? operands[i] != operands[0]
                                      : !ir_class_has(class, operands[i]))
            return false;
    }
    switch ((unsigned)op) {
    case ir_op_bitcast:
        return ir_type_bits(result) == ir_type_bits(operands[0]);
    case ir_op_extract:
        return result == (ir_type_id)ir_type_scalar(operands[0]);
    case ir_op_ballot:
        return result == IR_VEC(ir_type_i32, 4);
    case ir_op_store_output:
        return imm_of(shader, op, operands[0]) != UINT32_MAX;
    case ir_op_store_array:
    case ir_op_store_vertex:
        return imm_of(shader, op, operands[1]) != UINT32_MAX;
    }
    return imm_of(shader, op, result) != UINT32_MAX;
}

static void
check_op(enum ir_op op, ir_type_id result, const ir_type_id *types, uint32_t *count)
{
    const uint32_t arity = ir_op_infos[op].arity;
    struct base_arena arena;
    struct base_diags diags;
    struct ir_builder b;
    ir_ref operands[3] = {0};

    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena))
        fail_msg("ran out");
    struct ir_shader *shader = new_shader(&arena, stage_of(op));
    ir_builder_init(&b, shader);
    for (uint32_t i = 0; i < arity; i++)
        operands[i] = text_build_value(&b, types[i]);
    const ir_type_id imm_type = op == ir_op_store_output                              ? types[0]
                                : op == ir_op_store_array || op == ir_op_store_vertex ? types[1]
                                                                                      : result;
    const ir_ref ref = ir_build_op(&b, op, result, operands[0], operands[1], 0);
    ir_at(shader, ref)->arg[2] =
        ir_op_has(op, IR_OP_IMM) ? imm_of(shader, op, imm_type) : operands[2];
    if (ir_type_is_float(result))
        ir_at(shader, ref)->flags = IR_PRECISE;
    base_diags_init(&diags, &arena, "a.qir");
    if (ir_verify(shader, &diags) != is_possible(shader, op, result, types))
        fail_msg("%s%s", shader_text(shader, &arena),
                 diags.list.count > 0 ? diags.list.data[0].message : "this is taken");
    if (diags.list.count == 0) {
        text_check_round(shader, &arena);
        text_check_same(ir_clone(shader, &arena), shader, &arena);
        ++*count;
    }
    base_arena_finish(&arena);
}

static const ir_type_id types[] = {
    ir_type_void,
    ir_type_bool,
    ir_type_i8,
    ir_type_i16,
    ir_type_i32,
    ir_type_i64,
    ir_type_f16,
    ir_type_f32,
    ir_type_f64,
    IR_VEC(ir_type_i32, 4),
    IR_VEC(ir_type_f32, 2),
    IR_VEC(ir_type_f64, 3),
    IR_VEC(ir_type_bool, 2),
};

/* With every type that there is for the result and each operand. */
static void
check_op_types(enum ir_op op)
{
    const uint32_t arity = ir_op_infos[op].arity;
    uint32_t count = 0;

    for (uint32_t r = 0; r < BASE_COUNT(types); r++) {
        for (uint32_t x = 1; x < (arity > 0 ? BASE_COUNT(types) : 2); x++) {
            for (uint32_t y = 1; y < (arity > 1 ? BASE_COUNT(types) : 2); y++) {
                const ir_type_id operands[3] = {types[x], types[y], types[y]};

                check_op(op, types[r], operands, &count);
            }
        }
    }
    if (count == 0)
        fail_msg("%s takes no types", ir_op_infos[op].name);
}

static void
test_each_op(void **state)
{
    (void)state;

    for (unsigned op = ir_op_none + 1; op < ir_op_count; op++)
        if (!ir_op_has((enum ir_op)op, IR_OP_LIST | IR_OP_CONTROL) && op != ir_op_const &&
            op != ir_op_undef && op != ir_op_load_shared && op != ir_op_store_shared)
            check_op_types((enum ir_op)op);
}

/* Constants and undefined values of each type, vectors, and merges of each type. */
static void
test_lists(void **state)
{
    struct base_arena arena;
    struct ir_builder b;
    (void)state;

    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena))
        fail_msg("ran out");
    struct ir_shader *shader = new_shader(&arena, ir_stage_fragment);
    ir_builder_init(&b, shader);
    for (unsigned type = ir_type_void + 1; type < ir_type_count; type++) {
        for (unsigned components = 1; components <= 4; components++)
            ir_build_undef(&b, IR_VEC(type, components));
        for (unsigned components = 2; components <= 4; components++)
            text_build_value(&b, IR_VEC(type, components));
        ir_build_const(&b, (enum ir_type)type, UINT64_MAX);
        ir_build_const(&b, (enum ir_type)type, 0);
    }
    ir_build_if(&b, ir_build_bool(&b, true));
    ir_build_else(&b);
    const ir_ref middle = shader->last;
    ir_build_endif(&b);
    const ir_ref end = shader->last;
    for (unsigned type = ir_type_void + 1; type < ir_type_count; type++) {
        const ir_ref merge = ir_build_merge(&b, (ir_type_id)type);

        ir_merge_add_edge(shader, merge, middle, ir_build_undef(&b, (ir_type_id)type));
        ir_merge_add_edge(shader, merge, end, ir_build_const(&b, (enum ir_type)type, 1));
    }
    shader_must_verify(shader, &arena);
    text_check_round(shader, &arena);
    base_arena_finish(&arena);
}

/* ---- whole texts ---- */

/* As docs/ir.md shows it. */
static const char documented[] = "fragment \"name\"\n"
                                 "input 0 \"in0\" location 24 f32x4 perspective\n"
                                 "output 0 \"out0\" location 0 f32x4\n"
                                 "buffer 0 \"const0\" set 1 binding 0 uniform size 64\n"
                                 "array 0 \"imm\" i32 x 2 constant {0x3f800000, 0x0}\n"
                                 "image 0 \"samp0\" set 1 binding 32 combined 2d f32\n"
                                 "{\n"
                                 "  %1 = const.f32 0x3f000000\n"
                                 "  %2 = load_input.f32 0.0\n"
                                 "  %3 = fadd.f32 precise %1, %2\n"
                                 "  %4 = flt.bool %3, %1\n"
                                 "  %5 = if %4\n"
                                 "    %6 = fadd.f32 %1, %1\n"
                                 "  %7 = else\n"
                                 "  %8 = endif\n"
                                 "  %9 = merge.f32 [%7: %6], [%8: %3]\n"
                                 "  %10 = store_output %9, 0.0\n"
                                 "}\n";

/* Every kind of edge. */
static const char flow[] = "fragment \"flow\"\n"
                           "output 0 \"\" location 0 i32\n"
                           "{\n"
                           "  %1 = const.i32 0x1\n"
                           "  %2 = undef.bool\n"
                           "  %3 = loop\n"
                           "    %4 = merge.i32 [%3: %1], [%10: %4], [%27: %26]\n"
                           "    %5 = merge.i32 [%3: %1], [%10: %4], [%27: %5]\n"
                           "    %6 = if %2\n"
                           "      %7 = break\n"
                           "    %8 = else\n"
                           "      %9 = if %2\n"
                           "        %10 = continue\n"
                           "      %11 = else\n"
                           "      %12 = endif\n"
                           "    %13 = endif\n"
                           "    %14 = loop\n"
                           "      %15 = merge.i32 [%14: %4], [%20: %15]\n"
                           "      %16 = if %2\n"
                           "        %17 = break\n"
                           "      %18 = else\n"
                           "        %19 = if %2\n"
                           "          %20 = continue\n"
                           "        %21 = else\n"
                           "          %22 = terminate\n"
                           "        %23 = endif\n"
                           "      %24 = endif\n"
                           "    %25 = endloop\n"
                           "    %26 = merge.i32 [%17: %15]\n"
                           "  %27 = endloop\n"
                           "  %28 = merge.i32 [%7: %5]\n"
                           "  %29 = store_output %28, 0.0\n"
                           "  %30 = return\n"
                           "}\n";

/* Each built-in, interpolation and dimension; names of odd bytes; numbers of any size. */
static const char vertex_interface[] =
    "vertex \"\"\n"
    "input 0 \"\\x01\\x22\\x5c\\x7f\\xff a\" location 7 i32x3\n"
    "input 1 \"\" builtin vertex_index i32\n"
    "input 2 \"\" builtin instance_index i32\n"
    "input 3 \"\" builtin lane i32\n"
    "output 0 \"\" builtin position f32x4\n"
    "output 1 \"\" builtin point_size f32\n"
    "output 2 \"\" location 4294967295 f32x2\n"
    "buffer 0 \"\" set 4294967295 binding 0 uniform size 1073741824\n"
    "buffer 1 \"\" set 0 binding 4294967295 storage\n"
    "array 0 \"\" i8 x 1 constant {0xff}\n"
    "array 1 \"\" i16 x 4194304\n"
    "array 2 \"\" i64 x 2 constant {0xffffffffffffffff, 0x0}\n"
    "array 3 \"\" f16 x 3\n"
    "array 4 \"\" f64 x 3\n"
    "{\n"
    "}\n";

static const char fragment_interface[] =
    "fragment \"f\"\n"
    "push 128\n"
    "early_tests\n"
    "depth less\n"
    "sample_rate\n"
    "input 0 \"\" location 0 f32 perspective\n"
    "input 1 \"\" location 1 component 2 f32x2 linear centroid\n"
    "input 2 \"\" location 2 f32x3 flat\n"
    "input 3 \"\" builtin frag_coord f32x4 linear\n"
    "input 4 \"\" builtin front_facing i32 flat\n"
    "input 5 \"\" builtin helper i32 flat\n"
    "input 6 \"\" location 6 f32x3 linear sample wrap 5\n"
    "output 0 \"\" builtin frag_depth f32\n"
    "output 1 \"\" location 0 index 1 f32x4\n"
    "image 0 \"\" set 0 binding 0 combined 1d f32\n"
    "image 1 \"\" set 0 binding 1 count 7 sampled 2d i32\n"
    "image 2 \"\" set 0 binding 2 sampled 3d u32\n"
    "image 3 \"\" set 0 binding 3 combined cube arrayed f32\n"
    "image 4 \"\" set 0 binding 4 storage 2d multisampled i64 "
    "format r64i read_only coherent\n"
    "image 5 \"\" set 0 binding 5 count 0 storage buffer u64\n"
    "image 6 \"\" set 0 binding 6 input 2d multisampled u32 attachment 7\n"
    "sampler 0 \"s\" set 1 binding 0\n"
    "sampler 1 \"\" set 1 binding 1 count 0\n"
    "{\n"
    "}\n";

static const char compute_interface[] = "compute \"c\"\n"
                                        "shared 1024 zeroed\n"
                                        "local_size 8 4 1\n"
                                        "input 0 \"\" builtin global_id i32x3\n"
                                        "buffer 0 \"\" set 0 binding 0 count 0 storage "
                                        "read_only write_only coherent volatile\n"
                                        "{\n"
                                        "}\n";

static const char control_interface[] = "tess_control \"c\"\n"
                                        "output_vertices 32\n"
                                        "input 0 \"\" builtin position f32x4\n"
                                        "input 1 \"\" builtin invocation_id i32\n"
                                        "input 2 \"\" builtin patch_vertices i32\n"
                                        "input 3 \"\" location 0 f32x2\n"
                                        "output 0 \"\" builtin position f32x4\n"
                                        "output 1 \"\" builtin tess_level_outer f32x4\n"
                                        "output 2 \"\" builtin tess_level_inner f32x2\n"
                                        "output 3 \"\" location 0 f32x2\n"
                                        "output 4 \"\" location 0 f32x2 patch\n"
                                        "{\n"
                                        "  %1 = const.i32 0x0\n"
                                        "  %2 = load_input.i32 1.0\n"
                                        "  %3 = load_vertex.f32 %2, 3.1\n"
                                        "  %4 = store_vertex %2, %3, 0.3\n"
                                        "  %5 = barrier workgroup none\n"
                                        "  %6 = load_output.f32 %1, 3.0\n"
                                        "  %7 = store_output %6, 1.3\n"
                                        "  %8 = load_output.f32 %1, 4.1\n"
                                        "  %9 = clock.i64\n"
                                        "}\n";

static const char eval_interface[] = "tess_eval \"e\"\n"
                                     "input_primitive quads\n"
                                     "spacing fractional_odd\n"
                                     "clockwise\n"
                                     "point_mode\n"
                                     "input 0 \"\" builtin tess_coord f32x3\n"
                                     "input 1 \"\" builtin tess_level_inner f32x2\n"
                                     "input 2 \"\" location 0 f32x2 patch\n"
                                     "input 3 \"\" location 1 f32x2\n"
                                     "output 0 \"\" builtin layer i32\n"
                                     "{\n"
                                     "  %1 = const.i32 0x0\n"
                                     "  %2 = load_vertex.f32 %1, 3.1\n"
                                     "  %3 = load_input.f32 2.1\n"
                                     "}\n";

static const char geometry_interface[] = "geometry \"g\"\n"
                                         "output_vertices 1024\n"
                                         "invocations 32\n"
                                         "input_primitive triangles_adjacency\n"
                                         "output_primitive line_strip\n"
                                         "input 0 \"\" builtin primitive_id i32\n"
                                         "output 0 \"\" location 0 f32\n"
                                         "output 1 \"\" location 1 f32 stream 3\n"
                                         "output 2 \"\" builtin primitive_id i32\n"
                                         "{\n"
                                         "  %1 = load_input.i32 0.0\n"
                                         "  %2 = store_output %1, 2.0\n"
                                         "  %3 = emit_vertex 0\n"
                                         "  %4 = emit_vertex 3\n"
                                         "  %5 = end_primitive 3\n"
                                         "}\n";

static const char *const texts[] = {
    documented,        flow,           vertex_interface,  fragment_interface, compute_interface,
    control_interface, eval_interface, geometry_interface};

/* The printer gives these very bytes; for a clone too, without what it was made from. */
static void
check_whole_text(const char *text)
{
    struct base_arena arena, other;

    base_arena_init(&arena, 0);
    base_arena_init(&other, 0);
    if (!BASE_ARENA_CATCH(&arena) || !BASE_ARENA_CATCH(&other))
        fail_msg("ran out");
    const struct ir_shader *shader = text_parse(text, &arena);
    assert_string_equal(shader_text(shader, &arena), text);
    text_check_round(shader, &arena);
    const struct ir_shader *clone = ir_clone(shader, &other);
    text_check_same(clone, shader, &arena);
    base_arena_finish(&arena);
    assert_string_equal(shader_text(clone, &other), text);
    base_arena_finish(&other);
}

static void
test_whole_texts(void **state)
{
    (void)state;

    for (uint32_t i = 0; i < BASE_COUNT(texts); i++)
        check_whole_text(texts[i]);
}

/* Blanks are free, and numbers may be of either base. */
static void
test_loose_text(void **state)
{
    static const char loose[] = "\r\n\tvertex\"v\"buffer 0x0\"\"set 0x1 binding 2"
                                "uniform size 0x10{%0x1=const.i32 255%2=load_buffer.i32%1,%1,0x0"
                                "}\t\n";
    static const char strict[] = "vertex \"v\"\n"
                                 "buffer 0 \"\" set 1 binding 2 uniform size 16\n"
                                 "{\n"
                                 "  %1 = const.i32 0xff\n"
                                 "  %2 = load_buffer.i32 %1, %1, 0\n"
                                 "}\n";
    struct base_arena arena;
    (void)state;

    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena))
        fail_msg("ran out");
    assert_string_equal(shader_text(text_parse(loose, &arena), &arena), strict);
    base_arena_finish(&arena);
}

/* Every byte that a name can have, everywhere that there are names. */
static void
test_names(void **state)
{
    char name[257] = "";
    struct base_arena arena;
    (void)state;

    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena))
        fail_msg("ran out");
    for (unsigned i = 0; i < 255; i++)
        name[i] = (char)(i + 1);
    struct ir_shader *shader = ir_shader_create(&arena, ir_stage_fragment, name);
    ir_add_input(shader, &(struct ir_io){name, .type = ir_type_f32, .components = 1});
    ir_add_output(shader, &(struct ir_io){name, .type = ir_type_f32, .components = 1});
    ir_add_buffer(shader, &(struct ir_buffer){name, .size = 16});
    ir_add_array(shader, &(struct ir_array){name, ir_type_f32, 1, NULL});
    ir_add_image(shader, &(struct ir_image){name, .dim = ir_dim_2d});
    ir_add_image(shader, &(struct ir_image){NULL, .dim = ir_dim_2d});
    ir_add_sampler(shader, &(struct ir_sampler){name, .count = 1});
    shader_must_verify(shader, &arena);
    text_check_round(shader, &arena);
    for (const char *c = shader_text(shader, &arena); *c; c++)
        assert_true(*c == '\n' || (*c >= 0x20 && *c <= 0x7e));
    text_check_same(ir_clone(shader, &arena), shader, &arena);
    base_arena_finish(&arena);
}

static void
check_random(uint64_t seed)
{
    struct base_arena arena;

    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena))
        fail_msg("ran out");
    text_check_round(gen_build(gen_create(&arena, seed, GEN_DEMOTE), &arena), &arena);
    base_arena_finish(&arena);
}

static void
test_random(void **state)
{
    (void)state;

    for (uint64_t seed = 1; seed <= 500; seed++)
        check_random(seed);
}

/* ---- broken text ---- */

#define V "vertex \"\"\n"

static const struct {
    const char *text;
    uint32_t line, column;
    const char *message;
} error_rows[] = {
    {"", 1, 1, "found the end of the text, expected a stage"},
    {"\n\n  ", 3, 3, "found the end of the text, expected a stage"},
    {"mesh \"\"", 1, 1, "found 'm', expected a stage"},
    {"geometry \"\"\ninput_primitive cubes", 2, 17, "found 'c', expected a primitive"},
    {"geometry \"\"\noutput_primitive 3", 2, 18, "found '3', expected a primitive"},
    {"geometry \"\"\noutput 0 \"\" location 0 f32 stream x", 2, 35, "found 'x', expected a number"},
    {"geometry \"\"\n{ %1 = emit_vertex 4 }", 2, 20, "found '4', expected a smaller number"},
    {"tess_eval \"\"\nspacing odd", 2, 9, "found 'o', expected a spacing"},
    {"tess_control \"\"\noutput_vertices {", 2, 17, "found '{', expected a number"},
    {"fragment \"\"\ninput 0 \"\" location 0 f32 linear wrap 256", 2, 41,
     "found '6', expected a smaller number"},
    {"vertexx \"\"", 1, 1, "found 'v', expected a stage"},
    {"\xff", 1, 1, "found '?', expected a stage"},
    {"vertex {}", 1, 8, "found '{', expected '\"'"},
    {"vertex \"a\nb\" {}", 1, 10,
     "found the end of the line, expected a printable character of a name"},
    {"vertex \"a\xc3\" {}", 1, 10, "found '?', expected a printable character of a name"},
    {"vertex \"\\\" {}", 1, 9, "found '\\', expected \\x and two hexadecimal digits, not 00"},
    {"vertex \"\\x0\" {}", 1, 9, "found '\\', expected \\x and two hexadecimal digits, not 00"},
    {"vertex \"\\x00\" {}", 1, 9, "found '\\', expected \\x and two hexadecimal digits, not 00"},
    {"vertex \"\\xFF\" {}", 1, 9, "found '\\', expected \\x and two hexadecimal digits, not 00"},
    {"vertex \"abc", 1, 12, "found the end of the text, expected '\"'"},
    {"vertex \"\"", 1, 10, "found the end of the text, expected '{'"},
    {"fragment \"\"\nimage 0 \"\" set 0 binding 0 input 2d f32 {", 2, 41,
     "found '{', expected attachment"},
    {V "texture 0", 2, 1, "found 't', expected '{'"},
    {V "input 1 \"\" location 0 f32", 2, 7, "found '1', expected indices in order from 0"},
    {V "input 0 \"\" location 0 f32 input 0 \"\" location 1 f32", 2, 33,
     "found '0', expected indices in order from 0"},
    {V "input 4096 \"\"", 2, 10, "found '6', expected a smaller number"},
    {V "input x \"\"", 2, 7, "found 'x', expected a number"},
    {V "input 0x \"\"", 2, 9, "found ' ', expected a number"},
    {V "input 0 \"\" place 0", 2, 12, "found 'p', expected location"},
    {V "input 0 \"\" location 4294967296 f32", 2, 30, "found '6', expected a smaller number"},
    {V "input 0 \"\" location 0xfffffffff f32", 2, 31, "found 'f', expected a smaller number"},
    {V "input 0 \"\" location f32", 2, 21, "found 'f', expected a number"},
    {V "input 0 \"\" builtin nothing f32", 2, 20, "found 'n', expected a built-in"},
    {V "input 0 \"\" location 0 f32x5", 2, 23, "found 'f', expected a type"},
    {V "input 0 \"\" location 0 f32x1", 2, 23, "found 'f', expected a type"},
    {V "input 0 \"\" location 0 void", 2, 23, "found 'v', expected a type"},
    {V "input 0 \"\" location 0 x4", 2, 23, "found 'x', expected a type"},
    {"fragment \"\"\ninput 0 \"\" location 0 f32 output", 2, 27,
     "found 'o', expected an interpolation"},
    {V "buffer 0 \"\" binding 0", 2, 13, "found 'b', expected set"},
    {V "buffer 0 \"\" set 0 size 16", 2, 19, "found 's', expected binding"},
    {V "buffer 0 \"\" set 0 binding 0 {", 2, 29, "found '{', expected a kind of buffer"},
    {V "buffer 0 \"\" set 0 binding 0 uniform {", 2, 37, "found '{', expected size"},
    {V "array 0 \"\" f32x2 x 4", 2, 12, "found 'f', expected elements that are scalars"},
    {V "array 0 \"\" f32 4", 2, 16, "found '4', expected x"},
    {V "array 0 \"\" f32 x 4194305", 2, 24, "found '5', expected a smaller number"},
    {V "array 0 \"\" f32 x 2 constant 0", 2, 29, "found '0', expected '{'"},
    {V "array 0 \"\" f32 x 2 constant {0}", 2, 31, "found '}', expected ','"},
    {V "array 0 \"\" f32 x 1 constant {0, 1}", 2, 31, "found ',', expected '}'"},
    {V "array 0 \"\" i64 x 1 constant {0x10000000000000000}", 2, 48,
     "found '0', expected a smaller number"},
    {V "array 0 \"\" i64 x 1 constant {18446744073709551616}", 2, 49,
     "found '6', expected a smaller number"},
    {V "image 0 \"\" set 0 binding 0 2d", 2, 28, "found '2', expected a kind of image"},
    {V "image 0 \"\" set 0 binding 0 combined 4d", 2, 37, "found '4', expected a dimension"},
    {V "image 0 \"\" set 0 binding 0 combined 2d", 2, 39,
     "found the end of the text, expected a type of texels"},
    {V "image 0 \"\" set 0 binding 0 storage 2d f32 format r99", 2, 50,
     "found 'r', expected an image format"},
    {"fragment \"\"\nimage 0 \"\" set 0 binding 0 input 2d f32 { }", 2, 41,
     "found '{', expected attachment"},
    {"fragment \"\"\ndepth more", 2, 7, "found 'm', expected a depth layout"},
    {V "{ %1 = const.i32 0x0 %2 = reduce.i32 %1, iadd cluster 3 }", 2, 56,
     "found ' ', expected a power of two before this"},
    {V "{ %1 = const.i32 0x0 %2 = reduce.i32 %1, iad }", 2, 42, "found 'i', expected an op"},
    {V "{ %1 = barrier all none }", 2, 16, "found 'a', expected a scope"},
    {V "{", 2, 2, "found the end of the text, expected '%'"},
    {V "{\n  return", 3, 3, "found 'r', expected '%'"},
    {V "{ %2 = return }", 2, 3, "found '%', expected numbers in order from 1"},
    {V "{ %0 = return }", 2, 3, "found '%', expected numbers in order from 1"},
    {V "{ %\n  2 = return }", 3, 4, "found ' ', expected numbers in order from 1"},
    {V "{ %1 = return %1 = return }", 2, 15, "found '%', expected numbers in order from 1"},
    {V "{ %1 return }", 2, 6, "found 'r', expected '='"},
    {V "{ %1 = none }", 2, 8, "found 'n', expected an op"},
    {V "{ %1 = fadds }", 2, 8, "found 'f', expected an op"},
    {V "{ %1 = RETURN }", 2, 8, "found 'R', expected an op"},
    {V "{ %1 = const.i31 0 }", 2, 14, "found 'i', expected a type"},
    {V "{ %1 = const.i32 }", 2, 18, "found '}', expected a number"},
    {V "{ %1 = const.i32 -1 }", 2, 18, "found '-', expected a number"},
    {V "{ %1 = iadd.i32 1, 2 }", 2, 17, "found '1', expected '%'"},
    {V "{ %1 = iadd.i32 %1 %1 }", 2, 20, "found '%', expected ','"},
    {V "{ %1 = iadd.i32 %1, %4294967295 }", 2, 31, "found '5', expected a smaller number"},
    {V "{ %1 = load_input.f32 0 }", 2, 25, "found '}', expected '.'"},
    {V "{ %1 = load_input.f32 0.4 }", 2, 25, "found '4', expected a smaller number"},
    {V "{ %1 = load_input.f32 0.9 }", 2, 25, "found '9', expected a smaller number"},
    {V "{ %1 = load_input.f32 0.0xf }", 2, 27, "found 'f', expected a smaller number"},
    {V "{ %1 = extract.f32 %1, 4 }", 2, 24, "found '4', expected a smaller number"},
    {V "{ %1 = extract.f32 %1 4 }", 2, 23, "found '4', expected ','"},
    {V "{ %1 = quad_perm.f32 %1, 0x100 }", 2, 30, "found '0', expected a smaller number"},
    {V "{ %1 = vec.f32x2 }", 2, 18, "found '}', expected '%'"},
    {V "{ %1 = vec.f32x2 %1, 3 }", 2, 22, "found '3', expected '%'"},
    {V "{ %1 = sample.f32x4 %1, 4096 }", 2, 28, "found '6', expected a smaller number"},
    {V "{ %1 = sample.f32x4 %1 }", 2, 24, "found '}', expected an immediate"},
    {V "{ %1 = gather.f32x4 %1, 0 1 }", 2, 27, "found '1', expected component"},
    {V "{ %1 = sample.f32x4 %1, 0 lod more }", 2, 31, "found 'm', expected '%'"},
    {V "{ %1 = merge.f32 %1 }", 2, 18, "found '%', expected '['"},
    {V "{ %1 = merge.f32 [%1, %1] }", 2, 21, "found ',', expected ':'"},
    {V "{ %1 = merge.f32 [%1: %1, }", 2, 25, "found ',', expected ']'"},
    {V "{ %1 = else }", 2, 8, "found 'e', expected an open if before this else"},
    {V "{ %1 = loop %2 = else }", 2, 18, "found 'e', expected an open if before this else"},
    {V "{ %1 = if %1 %2 = endif }", 2, 19, "found 'e', expected an open else before this endif"},
    {V "{ %1 = endif }", 2, 8, "found 'e', expected an open else before this endif"},
    {V "{ %1 = if %1 %2 = endloop }", 2, 19,
     "found 'e', expected an open loop before this endloop"},
    {V "{ %1 = break }", 2, 8, "found 'b', expected an open loop before this jump"},
    {V "{ %1 = if %1 %2 = continue }", 2, 19, "found 'c', expected an open loop before this jump"},
    {V "{ %1 = loop %2 = break %3 = endloop %4 = break }", 2, 42,
     "found 'b', expected an open loop before this jump"},
    {V "{ %1 = loop }", 2, 14,
     "found the end of the text, expected the end of every if and loop before '}'"},
    {V "{ } x", 2, 5, "found 'x', expected the end of the text"},
    {V "{ } }", 2, 5, "found '}', expected the end of the text"},
};

/* The text in memory that ends where it ends, so that reading past it shows. */
static struct ir_shader *
parse_exact(const char *text, size_t size, struct base_arena *arena, struct base_diags *diags)
{
    char *copy = malloc(size ? size : 1);

    assert_non_null(copy);
    memcpy(copy, text, size);
    base_diags_init(diags, arena, "a.qir");
    struct ir_shader *shader = ir_parse(arena, copy, size, diags);
    free(copy);
    return shader;
}

static void
test_errors(void **state)
{
    struct base_arena arena;
    struct rows_seen seen = {.arena = &arena};
    (void)state;

    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena))
        fail_msg("ran out");
    for (uint32_t i = 0; i < BASE_COUNT(error_rows); i++) {
        struct base_diags diags;

        if (parse_exact(error_rows[i].text, strlen(error_rows[i].text), &arena, &diags))
            fail_msg("row %u is taken", i);
        const struct qd_diagnostic *diag = &diags.list.data[0];
        if (diags.list.count != 1 || diag->code != QD_CODE_IR_SYNTAX ||
            diag->place.kind != QD_PLACE_TEXT || diag->place.line != error_rows[i].line ||
            diag->place.column != error_rows[i].column ||
            strcmp(diag->message, error_rows[i].message) != 0)
            fail_msg("row %u gives %u:%u: %s", i, diag->place.line, diag->place.column,
                     diag->message);
        rows_add(&seen, diag->message);
    }
    assert_true(rows_check(&seen, PARSE_SOURCE, "fail(") > 9);
    assert_true(rows_check(&seen, PARSE_SOURCE, "fail_at(") > 2);
    assert_true(rows_check(&seen, PARSE_SOURCE, "read_word(") > 4);
    assert_true(rows_check(&seen, PARSE_SOURCE, "read_choice(") > 3);
    assert_true(rows_check(&seen, PARSE_SOURCE, "base_error(") > 2);
    base_arena_finish(&arena);
}

/* A text cut off anywhere before its last brace is an error there. */
static void
check_cut(const char *text, size_t size, bool is_whole)
{
    struct base_arena arena;
    struct base_diags diags;

    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena))
        fail_msg("ran out");
    const bool is_taken = parse_exact(text, size, &arena, &diags) != NULL;
    if (is_taken != is_whole || (diags.error_count > 0) == is_taken)
        fail_msg("%s\ncut off at %u: taken is %d", text, (unsigned)size, is_taken);
    base_arena_finish(&arena);
}

static void
check_cuts(const char *text)
{
    const size_t whole = (size_t)(strrchr(text, '}') - text) + 1;

    for (size_t size = 0; size <= whole; size++)
        check_cut(text, size, size == whole);
}

static void
test_cuts(void **state)
{
    struct base_arena arena;
    (void)state;

    for (uint32_t i = 0; i < BASE_COUNT(texts); i++)
        check_cuts(texts[i]);
    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena))
        fail_msg("ran out");
    check_cuts(shader_text(gen_build(gen_create(&arena, 5, GEN_DEMOTE), &arena), &arena));
    base_arena_finish(&arena);
}

static uint32_t
next_random(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(*state >> 33);
}

/* Changes some bytes: to any, to one of the text's own, or a digit to another. */
static void
flip(char *text, size_t size, uint64_t *random)
{
    for (uint32_t count = 1 + next_random(random) % 3; count > 0; count--) {
        char *at = &text[next_random(random) % size];
        const uint32_t kind = next_random(random) % 4;

        if (kind == 0)
            *at = (char)next_random(random);
        else if (kind == 1)
            *at ^= (char)(1 << next_random(random) % 8);
        else if (kind == 2)
            *at = text[next_random(random) % size];
        else if (*at >= '0' && *at <= '9')
            *at = (char)('0' + next_random(random) % 10);
    }
}

/* A changed text is refused with an error, or is a good shader that prints and reads back. */
static void
check_changed(const char *text, size_t size)
{
    struct base_arena arena;
    struct base_diags diags;

    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena))
        fail_msg("ran out");
    const struct ir_shader *shader = parse_exact(text, size, &arena, &diags);
    if (shader)
        text_check_round(shader, &arena);
    else
        assert_true(diags.error_count > 0);
    base_arena_finish(&arena);
}

static void
check_flips(const char *text, uint32_t count, uint64_t seed)
{
    const size_t size = strlen(text);
    char *changed = malloc(size);

    assert_non_null(changed);
    for (uint32_t i = 0; i < count; i++) {
        memcpy(changed, text, size);
        flip(changed, size, &seed);
        check_changed(changed, size);
    }
    free(changed);
}

static void
test_flips(void **state)
{
    struct base_arena arena;
    (void)state;

    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena))
        fail_msg("ran out");
    for (uint32_t i = 0; i < BASE_COUNT(texts); i++)
        check_flips(texts[i], FLIP_COUNT / 8, i);
    for (uint64_t seed = 1; seed <= 20; seed++)
        check_flips(shader_text(gen_build(gen_create(&arena, seed, GEN_DEMOTE), &arena), &arena),
                    FLIP_COUNT / 40, seed);
    base_arena_finish(&arena);
}

/* Names of ops, types and the rest are found, and found once. */
static void
test_tables(void **state)
{
    (void)state;

    for (unsigned op = ir_op_none + 1; op < ir_op_count; op++) {
        assert_int_equal(ir_op_find(ir_op_infos[op].name, strlen(ir_op_infos[op].name)), op);
    }
    assert_int_equal(ir_op_find("", 0), ir_op_none);
    assert_int_equal(ir_op_find("fadd", 3), ir_op_none);
    assert_int_equal(ir_op_find("fadds", 5), ir_op_none);
    assert_int_equal(ir_op_find("none", 4), ir_op_none);
    assert_int_equal(ir_type_bits(ir_type_void), 0);
    assert_int_equal(ir_type_bits(ir_type_bool), 1);
    assert_int_equal(ir_type_bits(IR_VEC(ir_type_i16, 4)), 16);
    assert_int_equal(ir_type_bits(ir_type_f64), 64);
}

/* How many types, of all bytes that could be one, each class has. */
static void
test_classes(void **state)
{
    static const struct {
        enum ir_class class;
        uint32_t count;
    } rows[] = {
        {ir_class_VOID, 1},  {ir_class_BOOL, 1}, {ir_class_I32, 1},     {ir_class_UINT, 4},
        {ir_class_SINT, 4},  {ir_class_BITS, 5}, {ir_class_FLOAT, 3},   {ir_class_NUM, 7},
        {ir_class_ANY, 8},   {ir_class_VEC, 24}, {ir_class_ANYVEC, 32}, {ir_class_RESULT, 0},
        {ir_class_FIRST, 0},
    };
    (void)state;

    for (uint32_t i = 0; i < BASE_COUNT(rows); i++) {
        uint32_t count = 0;

        for (unsigned type = 0; type < 256; type++)
            count += ir_class_has(rows[i].class, (ir_type_id)type);
        assert_int_equal(count, rows[i].count);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tables),      cmocka_unit_test(test_classes),
        cmocka_unit_test(test_each_op),     cmocka_unit_test(test_lists),
        cmocka_unit_test(test_whole_texts), cmocka_unit_test(test_loose_text),
        cmocka_unit_test(test_names),       cmocka_unit_test(test_random),
        cmocka_unit_test(test_errors),      cmocka_unit_test(test_cuts),
        cmocka_unit_test(test_flips),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
