/* SPDX-License-Identifier: MIT
 *
 * Shaders that break one rule each, and the message that says so.
 */
#include "ir/ir.h"
#include "no_memory.h"
#include "rows.h"

#include <cmocka.h>
#include <stdlib.h>

/* ---- text that reads well and means nothing ---- */

#define FRAGMENT "fragment \"f\"\n"
#define VERTEX "vertex \"v\"\n"
#define CONTROL "tess_control \"c\"\noutput_vertices 3 "
#define EVAL "tess_eval \"e\"\ninput_primitive triangles "
#define GEOMETRY                                                                                   \
    "geometry \"g\"\noutput_vertices 3 invocations 1 input_primitive points "                      \
    "output_primitive points "

struct text_row {
    const char *text;
    const char *message;
};

static const struct text_row text_rows[] = {
    /* The interface. */
    {VERTEX "input 0 \"\" location 0 f64 {}", "input 0 is of type f64, expected f32 or i32"},
    {VERTEX "output 0 \"\" location 0 bool {}", "output 0 is of type bool, expected f32 or i32"},
    {VERTEX "input 0 \"\" builtin frag_coord f32x4 {}",
     "input 0 is the built-in frag_coord, which no vertex shader has as an input"},
    {FRAGMENT "output 0 \"\" builtin position f32x4 {}",
     "output 0 is the built-in position, which no fragment shader has as an output"},
    {VERTEX "input 0 \"\" builtin position f32x4 {}",
     "input 0 is the built-in position, which no vertex shader has as an input"},
    {FRAGMENT "output 0 \"\" builtin lane i32 {}",
     "output 0 is the built-in lane, which no fragment shader has as an output"},
    {FRAGMENT "input 0 \"\" builtin front_facing f32 flat {}",
     "input 0 is the built-in front_facing, expected 1 components of i32"},
    {VERTEX "output 0 \"\" builtin position f32x3 {}",
     "output 0 is the built-in position, expected 4 components of f32"},
    {FRAGMENT "input 0 \"\" location 0 i32x2 linear {}",
     "input 0 is of integers, expected flat interpolation"},
    {VERTEX "input 0 \"\" location 3 f32 input 1 \"\" location 3 i32 {}",
     "inputs 0 and 1 have one location or built-in"},
    {VERTEX "output 0 \"\" builtin point_size f32 output 1 \"\" builtin point_size f32 {}",
     "outputs 0 and 1 have one location or built-in"},
    {VERTEX "array 0 \"\" bool x 4 {}", "array 0 has elements of no numeric type"},
    {VERTEX "array 0 \"\" i32 x 0 {}", "array 0 has 0 elements, expected 1 to 4194304"},
    {VERTEX "array 0 \"\" i32 x 0 constant {} {}", "array 0 has 0 elements, expected 1 to 4194304"},
    {VERTEX "array 0 \"\" i8 x 2 constant {0xff, 0x100} {}", "array 0: element 1 does not fit i8"},
    {VERTEX "buffer 0 \"\" set 0 binding 0 uniform size 0 {}",
     "buffer 0 is of 0 bytes, expected a multiple of 16 from 16 to 1073741824"},
    {VERTEX "buffer 0 \"\" set 0 binding 0 uniform size 24 {}",
     "buffer 0 is of 24 bytes, expected a multiple of 16 from 16 to 1073741824"},
    {VERTEX "buffer 0 \"\" set 0 binding 0 uniform size 0x40000010 {}",
     "buffer 0 is of 1073741840 bytes, expected a multiple of 16 from 16 to 1073741824"},

    /* Control. */
    {VERTEX "{ %1 = return %2 = return }",
     "%2 = return: control cannot reach it, expected the end of the region"},
    {VERTEX "{ %1 = loop %2 = endloop %3 = return }",
     "%3 = return: control cannot reach it, expected the end of the region"},
    {VERTEX "{ %1 = const.bool 0x0 %2 = if %1 %3 = return %4 = else %5 = return %6 = endif "
            "%7 = inot.bool %1 }",
     "%7 = inot: control cannot reach it, expected the end of the region"},
    {VERTEX "{ %1 = loop %2 = break %3 = continue %4 = endloop }",
     "%3 = continue: control cannot reach it, expected the end of the region"},
    {VERTEX "{ %1 = terminate }",
     "%1 = terminate: found in a vertex shader, expected a fragment shader"},

    /* Where values are. */
    {VERTEX "{ %1 = inot.bool %9 }", "%1 = inot: operand 0 is no instruction of the shader"},
    {VERTEX "{ %1 = inot.bool %0 }", "%1 = inot: operand 0 is no instruction of the shader"},
    {VERTEX "{ %1 = loop %2 = break %3 = endloop %4 = inot.bool %1 }",
     "%4 = inot: operand 0 (%1) has no value"},
    {VERTEX "{ %1 = inot.bool %1 }", "%1 = inot: operand 0 (%1) cannot be seen here"},
    {VERTEX "{ %1 = const.bool 0x0 %2 = inot.bool %3 %3 = inot.bool %1 }",
     "%2 = inot: operand 0 (%3) cannot be seen here"},
    {VERTEX "{ %1 = const.bool 0x0 %2 = if %1 %3 = inot.bool %1 %4 = else %5 = inot.bool %3 "
            "%6 = endif }",
     "%5 = inot: operand 0 (%3) cannot be seen here"},
    {VERTEX "{ %1 = const.bool 0x0 %2 = if %1 %3 = inot.bool %1 %4 = else %5 = endif "
            "%6 = inot.bool %3 }",
     "%6 = inot: operand 0 (%3) cannot be seen here"},
    {VERTEX "{ %1 = const.bool 0x0 %2 = loop %3 = inot.bool %1 %4 = break %5 = endloop "
            "%6 = inot.bool %3 }",
     "%6 = inot: operand 0 (%3) cannot be seen here"},
    {VERTEX "{ %1 = loop %2 = break %3 = endloop %4 = const.bool 0x0 }",
     "%4 = const: stands behind other ops, expected constants in front"},
    {VERTEX "{ %1 = loop %2 = break %3 = endloop %4 = undef.f32 }",
     "%4 = undef: stands behind other ops, expected constants in front"},

    /* Types. */
    {VERTEX "{ %1 = const.f32x2 0x0 }",
     "%1 = const: has a result of type f32x2, which the op does not give"},
    {VERTEX "{ %1 = const.i32 0x0 %2 = fadd.i32 %1, %1 }",
     "%2 = fadd: has a result of type i32, which the op does not give"},
    {VERTEX "{ %1 = const.i32 0x0 %2 = ieq.i32 %1, %1 }",
     "%2 = ieq: has a result of type i32, which the op does not give"},
    {VERTEX "{ %1 = const.i32 0x0 %2 = iadd %1, %1 }",
     "%2 = iadd: has a result of type void, which the op does not give"},
    {VERTEX "{ %1 = loop.i32 %2 = break %3 = endloop }",
     "%1 = loop: has a result of type i32, which the op does not give"},
    {VERTEX "{ %1 = const.i32 0x0 %2 = const.f32 0x0 %3 = fadd.f32 %2, %1 }",
     "%3 = fadd: operand 1 is of type i32, expected f32"},
    {VERTEX "{ %1 = const.i32 0x0 %2 = const.i8 0x0 %3 = ieq.bool %2, %1 }",
     "%3 = ieq: operand 1 is of type i32, expected i8"},
    {VERTEX "{ %1 = const.i32 0x0 %2 = select.i32 %1, %1, %1 }",
     "%2 = select: operand 0 is of type i32, which the op does not take"},
    {VERTEX "{ %1 = const.f32 0x0 %2 = vec.f32x2 %1, %1 %3 = if %2 %4 = else %5 = endif }",
     "%3 = if: operand 0 is of type f32x2, which the op does not take"},
    {VERTEX "{ %1 = const.bool 0x0 %2 = bitcast.i8 %1 }",
     "%2 = bitcast: operand 0 is of type bool, which the op does not take"},
    {VERTEX "{ %1 = const.i32 0x0 %2 = bitcast.f64 %1 }", "%2 = bitcast: changes the width"},
    {VERTEX "{ %1 = const.i8 0x100 }", "%1 = const: has bits past its type"},
    {VERTEX "{ %1 = const.bool 0x2 }", "%1 = const: has bits past its type"},
    {VERTEX "{ %1 = const.i32 0x0 %2 = iadd.i32 precise %1, %1 }",
     "%2 = iadd: is precise without being of floats"},
    {VERTEX "{ %1 = const.i32 0x0 %2 = ieq.bool precise %1, %1 }",
     "%2 = ieq: is precise without being of floats"},
    {VERTEX "{ %1 = const.bool 0x0 %2 = demote %1 }",
     "%2 = demote: found in a vertex shader, expected a fragment shader"},
    {VERTEX "{ %1 = const.f32 0x0 %2 = ddx_fine.f32 %1 }",
     "%2 = ddx_fine: found in a vertex shader, expected a fragment shader"},

    /* Immediates. */
    {VERTEX "input 0 \"\" location 0 f32x2 { %1 = load_input.f32 1.0 }",
     "%1 = load_input: names 1.0, which the interface does not have"},
    {VERTEX "input 0 \"\" location 0 f32x2 { %1 = load_input.f32 0.2 }",
     "%1 = load_input: names 0.2, which the interface does not have"},
    {VERTEX "output 0 \"\" location 0 f32 { %1 = const.f32 0x0 %2 = store_output %1, 0.3 }",
     "%2 = store_output: names 0.3, which the interface does not have"},
    {VERTEX "input 0 \"\" location 0 f32 { %1 = load_input.i32 0.0 }",
     "%1 = load_input: is of type i32, expected the interface's f32"},
    {VERTEX "output 0 \"\" location 0 f32 { %1 = const.i64 0x0 %2 = store_output %1, 0.0 }",
     "%2 = store_output: is of type i64, expected the interface's f32"},
    {VERTEX "{ %1 = const.i32 0x0 %2 = load_array.i32 %1, 0 }",
     "%2 = load_array: names array 0, which the shader does not have"},
    {VERTEX "array 0 \"\" f32 x 1 { %1 = const.i32 0x0 %2 = load_array.i32 %1, 0 }",
     "%2 = load_array: is not of the type of the array's elements"},
    {VERTEX "array 0 \"\" f32 x 1 { %1 = const.i32 0x0 %2 = store_array %1, %1, 0 }",
     "%2 = store_array: is not of the type of the array's elements"},
    {VERTEX "array 0 \"\" i32 x 1 constant {0x7} "
            "{ %1 = const.i32 0x0 %2 = store_array %1, %1, 0 }",
     "%2 = store_array: stores to array 0, which is constant"},
    {VERTEX "{ %1 = const.f32 0x0 %2 = vec.f32x2 %1, %1 %3 = extract.f32 %2, 2 }",
     "%3 = extract: component 2 of that type is not in the vector"},
    {VERTEX "{ %1 = const.f32 0x0 %2 = vec.f32x2 %1, %1 %3 = extract.i32 %2, 0 }",
     "%3 = extract: component 0 of that type is not in the vector"},
    {VERTEX "{ %1 = const.i32 0x0 %2 = load_buffer.i32 %1, %1, 0 }",
     "%2 = load_buffer: names buffer 0, which the shader does not have"},
#define UNIFORM "buffer 0 \"\" set 0 binding 0 uniform size 16 "
#define STORAGE "buffer 0 \"\" set 0 binding 0 storage "
    {VERTEX UNIFORM "{ %1 = const.i32 0x0 %2 = store_buffer %1, %1, %1, 0 }",
     "%2 = store_buffer: writes buffer 0, which is uniform"},
    {VERTEX UNIFORM "{ %1 = const.i32 0x0 %2 = buffer_size.i32 %1, 0 }",
     "%2 = buffer_size: asks for the size of buffer 0, which is uniform"},
    {VERTEX UNIFORM "{ %1 = const.i32 0x0 %2 = atomic_buffer.i32 %1, %1, %1, 0 iadd }",
     "%2 = atomic_buffer: writes buffer 0, which is uniform"},
    {VERTEX STORAGE "{ %1 = const.i32 0x0 %2 = store_buffer %1, %1, 0 }",
     "%2 = store_buffer: has 2 operands, expected 3"},
    {VERTEX STORAGE "{ %1 = const.i32 0x0 %2 = atomic_buffer.i32 %1, %1, %1, 0 compare_exchange }",
     "%2 = atomic_buffer: has 3 operands, expected 4"},
    {VERTEX STORAGE "{ %1 = const.f32 0x0 %2 = store_buffer %1, %1, %1, 0 }",
     "%2 = store_buffer: operand 0 is of another type than expected"},
    {VERTEX STORAGE "{ %1 = const.i32 0x0 %2 = const.bool 0x0 %3 = store_buffer %1, %1, %2, 0 }",
     "%3 = store_buffer: operand 2 is of another type than expected"},
    {VERTEX STORAGE "{ %1 = const.i32 0x0 %2 = atomic_buffer.i32 %1, %1, %1, 0 fadd }",
     "%2 = atomic_buffer: does something that atomics do not do on its type"},
    {VERTEX STORAGE "{ %1 = const.i32 0x0 %2 = const.i16 0x0 "
                    "%3 = atomic_buffer.i16 %1, %1, %2, 0 iadd }",
     "%3 = atomic_buffer: does something that atomics do not do on its type"},
    {VERTEX "{ %1 = const.i64 0x0 %2 = load_global.i32 %1, 1 }",
     "%2 = load_global: names a buffer"},
    {VERTEX "{ %1 = const.i32 0x0 %2 = load_global.i32 %1, 0 }",
     "%2 = load_global: operand 0 is of type i32, which the op does not take"},
    {VERTEX "{ %1 = const.f32 0x0 %2 = reduce.f32 %1, iadd }",
     "%2 = reduce: does something that groups do not do on its type"},
    {VERTEX "{ %1 = const.bool 0x0 %2 = scan_exclusive.bool %1, imul }",
     "%2 = scan_exclusive: does something that groups do not do on its type"},
    {VERTEX "{ %1 = const.i32 0x0 %2 = load_shared.i32 %1 }",
     "%2 = load_shared: found in a vertex shader, expected a compute shader"},
    {VERTEX "input 0 \"\" location 0 f32 { %1 = interp_centroid.f32 0.0 }",
     "%1 = interp_centroid: found in a vertex shader, expected a fragment shader"},
    {VERTEX "{ %1 = barrier device none }", "%1 = barrier: has no known scope or semantics"},
    {VERTEX "{ %1 = barrier workgroup none }",
     "%1 = barrier: waits for a workgroup in a vertex shader"},

    /* Tessellation and geometry. */
    {VERTEX "{ %1 = const.i32 0x0 %2 = load_vertex.f32 %1, 0.0 }",
     "%2 = load_vertex: found in a vertex shader, expected another stage"},
    {EVAL "{ %1 = const.i32 0x0 %2 = load_output.f32 %1, 0.0 }",
     "%2 = load_output: found in a tess_eval shader, expected a tess_control shader"},
    {GEOMETRY "{ %1 = const.i32 0x0 %2 = store_vertex %1, %1, 0.0 }",
     "%2 = store_vertex: found in a geometry shader, expected a tess_control shader"},
    {EVAL "{ %1 = emit_vertex 0 }",
     "%1 = emit_vertex: found in a tess_eval shader, expected a geometry shader"},
    {CONTROL "{ %1 = end_primitive 0 }",
     "%1 = end_primitive: found in a tess_control shader, expected a geometry shader"},
    {GEOMETRY "{ %1 = const.f32 0x0 %2 = ddx_fine.f32 %1 }",
     "%2 = ddx_fine: found in a geometry shader, expected a fragment shader"},
    {GEOMETRY "{ %1 = barrier workgroup none }",
     "%1 = barrier: waits for a workgroup in a geometry shader"},
    {GEOMETRY "input 0 \"\" location 0 f32 { %1 = load_input.f32 0.0 }",
     "%1 = load_input: names no vertex of what each vertex has"},
    {GEOMETRY "input 0 \"\" builtin primitive_id i32 "
              "{ %1 = const.i32 0x0 %2 = load_vertex.i32 %1, 0.0 }",
     "%2 = load_vertex: names a vertex of what vertices do not have"},
    {EVAL "input 0 \"\" location 0 f32 patch { %1 = const.i32 0x0 %2 = load_vertex.f32 %1, 0.0 }",
     "%2 = load_vertex: names a vertex of what vertices do not have"},
    {CONTROL "output 0 \"\" location 0 i32 { %1 = const.i32 0x0 %2 = store_output %1, 0.0 }",
     "%2 = store_output: names no vertex of what each vertex has"},
    {CONTROL "output 0 \"\" location 0 i32 patch "
             "{ %1 = const.i32 0x0 %2 = store_vertex %1, %1, 0.0 }",
     "%2 = store_vertex: names a vertex of what vertices do not have"},
    {CONTROL "output 0 \"\" location 0 f32 { %1 = const.i32 0x0 %2 = load_output.i32 %1, 0.0 }",
     "%2 = load_output: is of type i32, expected the interface's f32"},
    {CONTROL "{ %1 = const.i32 0x0 %2 = load_vertex.f32 %1, 0.0 }",
     "%2 = load_vertex: names 0.0, which the interface does not have"},
    {VERTEX "output 0 \"\" location 0 f32 patch {}", "output 0 is of a patch, which it cannot be"},
    {CONTROL "input 0 \"\" location 0 f32 patch {}", "input 0 is of a patch, which it cannot be"},
    {CONTROL "output 0 \"\" builtin position f32x4 patch {}",
     "output 0 is of a patch, which it cannot be"},
    {GEOMETRY "output 0 \"\" location 0 f32 stream 4 {}",
     "output 0 is of stream 4, which it cannot be"},
    {GEOMETRY "input 0 \"\" location 0 f32 stream 1 {}",
     "input 0 is of stream 1, which it cannot be"},
    {VERTEX "output 0 \"\" location 0 f32 stream 1 {}",
     "output 0 is of stream 1, which it cannot be"},
    {FRAGMENT "input 0 \"\" location 0 f32 flat wrap 1 {}", "input 0 wraps, which it cannot"},
    {FRAGMENT "input 0 \"\" location 0 f32x2 linear wrap 4 {}", "input 0 wraps, which it cannot"},
    {FRAGMENT "input 0 \"\" builtin point_coord f32x2 linear wrap 1 {}",
     "input 0 wraps, which it cannot"},
    {VERTEX "input 0 \"\" location 0 f32 wrap 1 {}", "input 0 wraps, which it cannot"},
    {VERTEX "output_vertices 1 {}", "has a setting output_vertices of 1, expected 0 to 0"},
    {"tess_control \"c\" {}", "has a setting output_vertices of 0, expected 1 to 32"},
    {"tess_control \"c\" output_vertices 33 {}",
     "has a setting output_vertices of 33, expected 1 to 32"},
    {"geometry \"g\" output_vertices 1025 invocations 1 {}",
     "has a setting output_vertices of 1025, expected 0 to 1024"},
    {"geometry \"g\" output_vertices 3 {}", "has a setting invocations of 0, expected 1 to 1024"},
    {FRAGMENT "spacing fractional_odd {}", "has a setting spacing of 2, expected 0 to 0"},
    {GEOMETRY "clockwise {}", "has a setting clockwise of 1, expected 0 to 0"},
    {GEOMETRY "point_mode {}", "has a setting point_mode of 1, expected 0 to 0"},
    {VERTEX "input_primitive lines {}", "has a setting input_primitive of 1, expected 0 to 0"},
    {VERTEX "output_primitive lines {}", "has a setting output_primitive of 1, expected 0 to 0"},
    {"tess_eval \"e\" input_primitive lines {}",
     "cuts patches into something else than triangles, quads or isolines"},
    {GEOMETRY "input_primitive isolines {}",
     "takes or makes primitives that geometry shaders do not"},
    {GEOMETRY "output_primitive triangles {}",
     "takes or makes primitives that geometry shaders do not"},
    {GEOMETRY "input 0 \"\" builtin tess_coord f32x3 {}",
     "input 0 is the built-in tess_coord, which no geometry shader has as an input"},

    /* Lists. */
    {VERTEX "{ %1 = const.f32 0x0 %2 = vec.f32x3 %1, %1 }", "%2 = vec: has 2 operands, expected 3"},
    {VERTEX "{ %1 = const.f32 0x0 %2 = const.i32 0x0 %3 = vec.f32x2 %1, %2 }",
     "%3 = vec: operand 1 is not of the result's component type"},
    {VERTEX "{ %1 = const.f32 0x0 %2 = vec.f32x2 %1, %3 }",
     "%2 = vec: operand 1 is no instruction of the shader"},
    {VERTEX "{ %1 = const.f32 0x0 %2 = sample.f32x4 %1, 0 }",
     "%2 = sample: names image 0, which the shader does not have"},
#define IMAGE "image 0 \"\" set 0 binding 0 "
    {VERTEX IMAGE "combined 1d f32 "
                  "{ %1 = const.f32 0x0 %2 = sample.f32x4 %1, %1, 0 bias lod }",
     "%2 = sample: has more than one of bias, level and gradients"},
    {VERTEX IMAGE "combined 2d f32 { %1 = const.f32 0x0 %2 = sample.f32x4 %1, 0 }",
     "%2 = sample: has 1 operands, expected 2"},
    {VERTEX IMAGE "combined cube f32 "
                  "{ %1 = const.f32 0x0 %2 = sample.f32x4 %1, %1, %1, 0 lod }",
     "%2 = sample: has 3 operands, expected 4"},
    {VERTEX IMAGE "combined 1d f32 { %1 = const.f32 0x0 %2 = sample.f32x3 %1, 0 }",
     "%2 = sample: has a result of another type than this image gives"},
    {VERTEX IMAGE "combined 1d f32 { %1 = const.i32 0x0 %2 = sample.f32x4 %1, 0 }",
     "%2 = sample: operand 0 is not of type f32"},
    {VERTEX IMAGE "combined 1d f32 { %1 = const.f32 0x0 %2 = sample.f32x4 %1, 0 sampler 0 }",
     "%2 = sample: names sampler 0, which the shader does not have"},
    {VERTEX IMAGE "combined 1d f32 sampler 0 \"\" set 0 binding 1 "
                  "{ %1 = const.f32 0x0 %2 = sample.f32x4 %1, 0 sampler 0 }",
     "%2 = sample: expected a sampler where the image is not combined with one, and there alone"},
    {VERTEX IMAGE "sampled 1d f32 { %1 = const.f32 0x0 %2 = sample.f32x4 %1, 0 }",
     "%2 = sample: expected a sampler where the image is not combined with one, and there alone"},
    {VERTEX IMAGE "combined 1d f32 "
                  "{ %1 = const.f32 0x0 %2 = sample.f32x4 %1, %1, 0 sampler_element }",
     "%2 = sample: has a sampler's element without a sampler"},
    {VERTEX IMAGE "sampled 1d f32 sampler 0 \"\" set 0 binding 1 "
                  "{ %1 = const.i32 0x0 %2 = fetch.f32x4 %1, 0 sampler 0 }",
     "%2 = fetch: names a sampler, which it has no use for"},
    {VERTEX IMAGE "combined 1d f32 { %1 = const.f32 0x0 %2 = fetch.f32x4 %1, 0 bias }",
     "%2 = fetch: has bits that mean nothing"},
    {VERTEX IMAGE "combined cube f32 { %1 = const.i32 0x0 %2 = fetch.f32x4 %1, %1, %1, 0 }",
     "%2 = fetch: cannot be done on image 0"},
    {VERTEX IMAGE "combined 2d i32 "
                  "{ %1 = const.f32 0x0 %2 = sample.f32 %1, %1, %1, 0 dref }",
     "%2 = sample: compares integers"},
    {VERTEX IMAGE "combined 2d f32 { %1 = const.f32 0x0 %2 = const.i32 0x0 "
                  "%3 = gather.f32x4 %1, %1, %2, %2, %2, %2, %2, %2, %2, %2, %2, %2, "
                  "0 component 0 offset offsets }",
     "%3 = gather: has one offset and four"},
    {VERTEX IMAGE "input 2d f32 attachment 0 { }",
     "image 0 is an input, expected one 2d image of a fragment shader, of an attachment below 8"},
    {FRAGMENT IMAGE "input 3d f32 attachment 0 { }",
     "image 0 is an input, expected one 2d image of a fragment shader, of an attachment below 8"},
    {FRAGMENT IMAGE "input 2d arrayed f32 attachment 0 { }",
     "image 0 is an input, expected one 2d image of a fragment shader, of an attachment below 8"},
    {FRAGMENT IMAGE "input 2d f32 attachment 8 { }",
     "image 0 is an input, expected one 2d image of a fragment shader, of an attachment below 8"},
    {FRAGMENT IMAGE "input 2d f32 attachment 1 { %1 = image_size.i32x4 0 }",
     "%1 = image_size: cannot be done on image 0"},
    {FRAGMENT IMAGE "input 2d f32 attachment 1 { %1 = const.i32 0x0 "
                    "%2 = fetch.f32x4 %1, 0 lod }",
     "%2 = fetch: cannot be done on image 0"},
    {FRAGMENT IMAGE "input 2d f32 attachment 1 { %1 = const.i32 0x0 "
                    "%2 = fetch.f32x4 %1, %1, 0 }",
     "%2 = fetch: has 2 operands, expected 0"},
    {VERTEX IMAGE "storage 1d f32 { %1 = const.i32 0x0 %2 = const.f32 0x0 "
                  "%3 = image_atomic.f32 %1, %2, 0 iadd }",
     "%3 = image_atomic: does something that atomics do not do on its type"},
    {VERTEX IMAGE "combined 3d arrayed f32 {}",
     "image 0 cannot be arrayed, multisampled or combined in dimension 3d"},
    {VERTEX IMAGE "combined buffer f32 {}",
     "image 0 cannot be arrayed, multisampled or combined in dimension buffer"},
    {VERTEX IMAGE "combined cube multisampled f32 {}",
     "image 0 cannot be arrayed, multisampled or combined in dimension cube"},
    {VERTEX IMAGE "sampled 2d u64 {}",
     "image 0 has texels of 64 bits, which storage images alone have"},
    {VERTEX "push 0x100001 {}", "has more than 1048576 bytes of push constants or shared memory"},
    {VERTEX "early_tests {}", "has settings of fragment shaders"},
    {"compute \"c\"\nlocal_size 1 0 1 {}", "has a local size of 0, expected 1 to 4096"},
    {"compute \"c\"\nlocal_size 1 1 1 input 0 \"\" location 0 f32 {}",
     "input 0 has a location, which compute shaders do not have"},
    {VERTEX "input 0 \"\" location 0 component 2 f32x3 {}",
     "input 0 goes past component 3 or index 1"},
    {VERTEX "{ %1 = const.bool 0x0 %2 = ballot.i32x2 %1 }",
     "%2 = ballot: has a result other than i32x4"},

    /* Merges. */
    {VERTEX "{ %1 = const.i32 0x0 %2 = merge.i32 [%1: %1] }",
     "%2 = merge: does not stand directly behind an endif, loop or endloop"},
    {VERTEX "{ %1 = const.bool 0x0 %2 = if %1 %3 = merge.bool [%2: %1] %4 = else %5 = endif }",
     "%3 = merge: does not stand directly behind an endif, loop or endloop"},
    {VERTEX "{ %1 = const.bool 0x0 %2 = if %1 %3 = else %4 = endif %5 = inot.bool %1 "
            "%6 = merge.bool [%3: %1], [%4: %1] }",
     "%6 = merge: does not stand directly behind an endif, loop or endloop"},
    {VERTEX "{ %1 = const.bool 0x0 %2 = if %1 %3 = else %4 = endif "
            "%5 = merge.bool [%2: %1], [%4: %1] }",
     "%5 = merge: edge 0 does not lead here"},
    {VERTEX "{ %1 = const.bool 0x0 %2 = if %1 %3 = else %4 = endif "
            "%5 = merge.bool [%3: %1], [%0: %1] }",
     "%5 = merge: edge 1 does not lead here"},
    {VERTEX "{ %1 = const.bool 0x0 %2 = if %1 %3 = else %4 = endif "
            "%5 = merge.bool [%3: %1], [%77: %1] }",
     "%5 = merge: edge 1 does not lead here"},
    {VERTEX "{ %1 = const.bool 0x0 %2 = if %1 %3 = return %4 = else %5 = endif "
            "%6 = merge.bool [%4: %1], [%5: %1] }",
     "%6 = merge: edge 0 does not lead here"}, /* The first branch ends in a jump. */
    {VERTEX "{ %1 = const.bool 0x0 %2 = loop %3 = break %4 = endloop "
            "%5 = merge.bool [%4: %1] }",
     "%5 = merge: edge 0 does not lead here"},
    {VERTEX "{ %1 = const.bool 0x0 %2 = if %1 %3 = else %4 = endif "
            "%5 = merge.bool [%3: %1], [%3: %1] }",
     "%5 = merge: edge 1 is listed twice"},
    {VERTEX "{ %1 = const.bool 0x0 %2 = if %1 %3 = else %4 = endif %5 = merge.bool [%3: %1] }",
     "%5 = merge: lists 1 edges, expected 2"},
    {VERTEX "{ %1 = const.bool 0x0 %2 = loop %3 = merge.bool [%2: %1] %4 = endloop }",
     "%3 = merge: lists 1 edges, expected 2"},
    {VERTEX "{ %1 = const.bool 0x0 %2 = const.i32 0x0 %3 = if %1 %4 = else %5 = endif "
            "%6 = merge.bool [%4: %1], [%5: %2] }",
     "%6 = merge: value 1 is not of the merge's type"},
    {VERTEX "{ %1 = const.bool 0x0 %2 = if %1 %3 = inot.bool %1 %4 = else %5 = endif "
            "%6 = merge.bool [%4: %3], [%5: %3] }",
     "%6 = merge: operand 1 (%3) cannot be seen here"},
    {VERTEX "{ %1 = const.bool 0x0 %2 = loop %3 = merge.bool [%2: %4], [%5: %4] "
            "%4 = inot.bool %1 %5 = endloop }",
     "%3 = merge: operand 0 (%4) cannot be seen here"},
};

static struct base_diags *
new_diags(struct base_arena *arena)
{
    struct base_diags *diags = base_arena_new(arena, struct base_diags);

    base_diags_init(diags, arena, "broken.qir");
    return diags;
}

/* The one message that there must be. */
static void
check_message(const struct base_diags *diags, const char *expected, const char *what, uint32_t row)
{
    if (diags->error_count == 0)
        fail_msg("%s %u is taken, expected \"%s\"", what, row, expected);
    if (diags->list.data[0].code != QD_CODE_IR_INVALID ||
        strcmp(diags->list.data[0].message, expected) != 0)
        fail_msg("%s %u gives \"%s\", expected \"%s\"", what, row, diags->list.data[0].message,
                 expected);
    if (diags->error_count != 1)
        fail_msg("%s %u gives \"%s\" too", what, row, diags->list.data[1].message);
}

static void
check_texts(struct base_arena *arena, struct rows_seen *seen)
{
    for (uint32_t i = 0; i < BASE_COUNT(text_rows); i++) {
        const struct text_row *row = &text_rows[i];
        struct base_diags *diags = new_diags(arena);

        assert_null(ir_parse(arena, row->text, strlen(row->text), diags));
        check_message(diags, row->message, "text", i);
        rows_add(seen, diags->list.data[0].message);
    }
}

/* ---- good shaders with one number changed ---- */

static const char good_text[] = FRAGMENT "input 0 \"\" location 0 f32x4 flat\n"
                                         "output 0 \"\" location 0 f32x4\n"
                                         "buffer 0 \"\" set 0 binding 1 storage\n"
                                         "array 0 \"\" i32 x 4\n"
                                         "image 0 \"\" set 0 binding 0 combined 1d f32\n"
                                         "{\n"
                                         "  %1 = const.bool 0x1\n"
                                         "  %2 = const.f32 0x0\n"
                                         "  %3 = vec.f32x2 %2, %2\n"
                                         "  %4 = if %1\n"
                                         "  %5 = else\n"
                                         "  %6 = endif\n"
                                         "  %7 = merge.f32 [%5: %2], [%6: %2]\n"
                                         "  %8 = loop\n"
                                         "    %9 = if %1\n"
                                         "      %10 = break\n"
                                         "    %11 = else\n"
                                         "      %12 = continue\n"
                                         "    %13 = endif\n"
                                         "  %14 = endloop\n"
                                         "  %15 = quad_perm.f32 %2, 0x1b\n"
                                         "  %16 = sample.f32x4 %2, 0\n"
                                         "  %17 = ballot.i32x4 %1\n"
                                         "  %18 = extract.f32 %16, 3\n"
                                         "  %19 = store_output %18, 0.0\n"
                                         "  %20 = f2i.i32 %2\n"
                                         "  %21 = buffer_size.i32 %20, 0\n"
                                         "}\n";

enum poke {
    poke_op,
    poke_type,
    poke_arg0,
    poke_arg1,
    poke_arg2,
    poke_next,
    poke_prev,
    poke_last,
    poke_last_const,
    poke_list_count,
    poke_io_type,
    poke_io_components,
    poke_io_builtin,
    poke_io_interp,
    poke_array_type,
    poke_array_count,
    poke_dim,
    poke_attachment,
    poke_buffer_kind,
    poke_depth_layout,
    poke_image_count
};

struct poke_row {
    enum poke what;
    uint32_t index; /* Of the instruction. */
    uint32_t value;
    const char *message;
};

static const struct poke_row poke_rows[] = {
    {poke_io_type, 0, 99, "input 0 is of type ?, expected f32 or i32"},
    {poke_io_components, 0, 0, "input 0 has 0 components, expected 1 to 4"},
    {poke_io_components, 0, 5, "input 0 has 5 components, expected 1 to 4"},
    {poke_io_builtin, 0, ir_builtin_count, "input 0 is no known built-in or interpolation"},
    {poke_io_interp, 0, ir_interp_count, "input 0 is no known built-in or interpolation"},
    {poke_array_type, 0, 200, "array 0 has elements of no numeric type"},
    {poke_array_count, 0, (1u << 22) + 1, "array 0 has 4194305 elements, expected 1 to 4194304"},
    {poke_attachment, 0, 1, "image 0 has an attachment, which inputs alone have"},
    {poke_dim, 0, ir_dim_count, "image 0 has no known dimension, kind, texel or format"},

    {poke_next, 2, 1, "the list of instructions is broken after instruction 2"},
    {poke_next, 2, 4, "the list of instructions is broken after instruction 2"},
    {poke_next, 2, 5000, "the list of instructions is broken after instruction 2"},
    {poke_prev, 1, 3, "the list of instructions is broken after instruction 0"},
    {poke_prev, 9, 9, "the list of instructions is broken after instruction 8"},
    {poke_last, 0, 20, "the list of instructions ends elsewhere than its last"},
    {poke_next, 20, 0, "the list of instructions ends elsewhere than its last"},
    {poke_op, 3, ir_op_none, "instruction 3 has no op"},
    {poke_op, 3, ir_op_count, "instruction 3 has no op"},
    {poke_op, 3, 0xffff, "instruction 3 has no op"},
    {poke_arg0, 3, 1000, "instruction 3 has operands outside of the list"},
    {poke_arg1, 3, UINT32_MAX, "instruction 3 has operands outside of the list"},
    {poke_arg1, 7, 3, "instruction 7 has operands outside of the list"}, /* Half a pair. */
    {poke_list_count, 0, 1, "instruction 3 has operands outside of the list"},
    {poke_last_const, 0, 1, "the constants end elsewhere than the shader's last constant"},
    {poke_last_const, 0, 3, "the constants end elsewhere than the shader's last constant"},
    {poke_last_const, 0, 0, "the constants end elsewhere than the shader's last constant"},

    {poke_arg1, 4, 0, "%4 = if: names no partner"},
    {poke_arg1, 10, 0, "%10 = break: names no partner"},
    {poke_arg1, 14, 0, "%14 = endloop: names no partner"},
    {poke_arg1, 8, 1000, "%8 = loop: names a partner that is not there"},
    {poke_arg1, 4, 6, "%5 = else: found without its if"},
    {poke_arg1, 4, 11, "%5 = else: found without its if"},
    {poke_op, 4, ir_op_loop, "%5 = else: found without its if"},
    {poke_arg1, 5, 4, "%6 = endif: found without its if and else"},
    {poke_arg1, 5, 13, "%6 = endif: found without its if and else"},
    {poke_arg1, 6, 9, "%6 = endif: found without its if and else"},
    {poke_op, 5, ir_op_loop, "%6 = endif: found without its if and else"},
    {poke_arg1, 8, 13, "%14 = endloop: found without its loop"},
    {poke_arg1, 14, 9, "%14 = endloop: found without its loop"},
    {poke_op, 13, ir_op_endloop, "%13 = endloop: found without its loop"},
    {poke_arg1, 10, 9, "%10 = break: found outside of the loop that it names"},
    {poke_arg1, 12, 14, "%12 = continue: found outside of the loop that it names"},
    {poke_op, 8, ir_op_if, "%10 = break: found outside of the loop that it names"},
    {poke_op, 16, ir_op_loop, "%16 = loop: is never closed"},

    {poke_type, 3, 0x0f, "%3 = vec: has a result of type no type, which the op does not give"},
    {poke_type, 3, 0x10, "%3 = vec: has a result of type voidx2, which the op does not give"},
    {poke_type, 3, 0x47, "%3 = vec: has a result of type f32x5, which the op does not give"},
    {poke_type, 17, 0x34 ^ 0x0f,
     "%17 = ballot: has a result of type no type, which the op does "
     "not give"},
    {poke_arg2, 15, 0x100, "%15 = quad_perm: permutation 0x100 has more than eight bits"},
    {poke_arg2, 16, 1, "%16 = sample: names image 1, which the shader does not have"},
    {poke_buffer_kind, 0, ir_buffer_kind_count, "buffer 0 is of no known kind"},
    {poke_depth_layout, 0, ir_depth_layout_count, "has no known depth layout"},
    {poke_image_count, 0, IR_MAX_IMAGES + 1,
     "has 4097 images and 0 samplers, expected at most 4096 and 255"},
    {poke_arg2, 21, 1u << 20, "%21 = buffer_size: has bits that mean nothing"},
    {poke_arg2, 18, 4, "%18 = extract: component 4 of that type is not in the vector"},
};

static void
poke(struct ir_shader *shader, const struct poke_row *row)
{
    struct ir_inst *inst = ir_at(shader, row->index);
    struct ir_io *io = &shader->inputs.data[0];

    switch (row->what) {
    case poke_op:
        inst->op = (uint16_t)row->value;
        break;
    case poke_type:
        inst->type = (ir_type_id)row->value;
        break;
    case poke_arg0:
    case poke_arg1:
    case poke_arg2:
        inst->arg[row->what - poke_arg0] = row->value;
        break;
    case poke_next:
        inst->next = row->value;
        break;
    case poke_prev:
        inst->prev = row->value;
        break;
    case poke_last:
        shader->last = row->value;
        break;
    case poke_last_const:
        shader->last_const = row->value;
        break;
    case poke_list_count:
        shader->list.count = row->value;
        break;
    case poke_io_type:
        io->type = (enum ir_type)row->value;
        break;
    case poke_io_components:
        io->components = (uint8_t)row->value;
        break;
    case poke_io_builtin:
        io->builtin = (enum ir_builtin)row->value;
        break;
    case poke_io_interp:
        io->interp = (enum ir_interp)row->value;
        break;
    case poke_array_type:
        shader->arrays.data[0].type = (enum ir_type)row->value;
        break;
    case poke_array_count:
        shader->arrays.data[0].count = row->value;
        break;
    case poke_dim:
        shader->images.data[0].dim = (enum ir_dim)row->value;
        break;
    case poke_attachment:
        shader->images.data[0].attachment = row->value;
        break;
    case poke_buffer_kind:
        shader->buffers.data[0].kind = (enum ir_buffer_kind)row->value;
        break;
    case poke_depth_layout:
        shader->depth_layout = (enum ir_depth_layout)row->value;
        break;
    case poke_image_count:
        while (shader->images.count < row->value)
            ir_add_image(shader, &(struct ir_image){.count = 1});
        break;
    }
}

static struct ir_shader *
read_good(struct base_arena *arena)
{
    struct base_diags *diags = new_diags(arena);
    struct ir_shader *shader = ir_parse(arena, good_text, strlen(good_text), diags);

    if (!shader)
        fail_msg("%s", diags->list.data[0].message);
    assert_int_equal(diags->list.count, 0);
    return shader;
}

static void
check_pokes(struct base_arena *arena, struct rows_seen *seen)
{
    for (uint32_t i = 0; i < BASE_COUNT(poke_rows); i++) {
        const struct poke_row *row = &poke_rows[i];
        struct ir_shader *shader = read_good(arena);
        struct base_diags *diags = new_diags(arena);

        poke(shader, row);
        if (ir_verify(shader, diags))
            fail_msg("change %u is not found: %s", i, row->message);
        check_message(diags, row->message, "change", i);
        rows_add(seen, diags->list.data[0].message);
    }
}

/* Text has no word for such a stream. */
static void
check_stream(struct base_arena *arena, struct rows_seen *seen)
{
    static const char text[] = GEOMETRY "{ %1 = emit_vertex 3 }";
    struct base_diags *diags = new_diags(arena);
    struct ir_shader *shader = ir_parse(arena, text, strlen(text), diags);

    assert_non_null(shader);
    ir_at(shader, 1)->arg[2] = IR_MAX_STREAMS;
    assert_false(ir_verify(shader, diags));
    check_message(diags, "%1 = emit_vertex: names stream 4, expected 0 to 3", "stream", 0);
    rows_add(seen, diags->list.data[0].message);
}

/* ---- */

static void
test_rows(void **state)
{
    struct base_arena arena;
    struct rows_seen seen = {.arena = &arena};
    (void)state;

    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena))
        fail_msg("ran out");
    check_texts(&arena, &seen);
    check_pokes(&arena, &seen);
    check_stream(&arena, &seen);
    assert_true(rows_check(&seen, VERIFY_SOURCE, "bad(") >= 44);
    assert_int_equal(rows_check(&seen, SETTINGS_SOURCE, "bad("), 7);
    base_arena_finish(&arena);
}

/* Each allocation fails in turn: control goes to where the diagnostics' arena catches. */
static void
test_no_memory(void **state)
{
    struct base_arena arena;
    volatile bool is_good = false;
    volatile long failures = 0;
    (void)state;

    while (!is_good) {
        base_arena_init(&arena, 0);
        if (BASE_ARENA_CATCH(&arena)) {
            const struct ir_shader *shader = read_good(&arena);
            struct base_diags *diags = new_diags(&arena);

            no_memory_after(failures);
            is_good = ir_verify(shader, diags);
            no_memory_after(NO_MEMORY_NEVER);
            assert_true(is_good);
        } else {
            no_memory_after(NO_MEMORY_NEVER);
            assert_int_equal(arena.failure, base_arena_out_of_memory);
            failures++;
        }
        base_arena_finish(&arena);
    }
    assert_in_range(failures, 1, 100);
}

/* A finding has the place of its instruction. */
static void
test_place(void **state)
{
    struct base_arena arena;
    (void)state;

    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena))
        fail_msg("ran out");
    struct ir_shader *shader = read_good(&arena);
    struct base_diags *diags = new_diags(&arena);
    base_array_push(&arena, &shader->places, ((struct ir_place){4, 40}));
    base_array_push(&arena, &shader->places, ((struct ir_place){18, 180}));
    shader->place_kind = QD_PLACE_TEXT;
    ir_at(shader, 16)->arg[2] = 1;
    ir_at(shader, 18)->arg[2] = 9;
    assert_false(ir_verify(shader, diags));
    assert_int_equal(diags->list.count, 2);
    assert_int_equal(diags->list.data[0].place.kind, QD_PLACE_TEXT);
    assert_int_equal(diags->list.data[0].place.line, 40);
    assert_int_equal(diags->list.data[1].place.line, 180);
    assert_int_equal(ir_place_of(shader, 3).kind, QD_PLACE_NONE);

    shader->place_kind = QD_PLACE_WORD;
    assert_int_equal(ir_place_of(shader, 4).kind, QD_PLACE_WORD);
    assert_int_equal(ir_place_of(shader, 17).offset, 40);
    assert_int_equal(ir_place_of(shader, 19).offset, 180);
    base_arena_finish(&arena);
}

/* A shader that is wrong all over has a few findings, and is refused. */
static void
test_many_findings(void **state)
{
    struct base_arena arena;
    (void)state;

    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena))
        fail_msg("ran out");
    struct ir_shader *shader = ir_shader_create(&arena, ir_stage_vertex, "wrong");
    struct base_diags *diags = new_diags(&arena);
    for (uint32_t i = 0; i < 1000; i++)
        ir_insert_before(shader, 0, ir_op_inot, ir_type_bool);
    assert_false(ir_verify(shader, diags));
    assert_in_range(diags->error_count, 10, 100);
    assert_string_equal(diags->list.data[9].message,
                        "%10 = inot: operand 0 is no instruction of the shader");
    base_arena_finish(&arena);
}

/* A budget that runs out while findings are told leaves nothing behind; the leak checker looks. */
static void
test_budget(void **state)
{
    struct base_arena arena, small;
    volatile bool ran_out = false;
    (void)state;

    base_arena_init(&arena, 0);
    if (!BASE_ARENA_CATCH(&arena))
        fail_msg("ran out");
    struct ir_shader *shader = read_good(&arena);
    ir_at(shader, 18)->arg[2] = 9;
    base_arena_init(&small, 1);
    if (BASE_ARENA_CATCH(&small)) {
        struct base_diags diags;

        base_diags_init(&diags, &small, "broken.qir");
        (void)ir_verify(shader, &diags);
    } else {
        ran_out = true;
    }
    assert_true(ran_out);
    base_arena_finish(&small);
    base_arena_finish(&arena);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows),   cmocka_unit_test(test_no_memory),
        cmocka_unit_test(test_place),  cmocka_unit_test(test_many_findings),
        cmocka_unit_test(test_budget),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
