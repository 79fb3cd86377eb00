#version 450
// SPDX-License-Identifier: MIT
layout(local_size_x = 64) in;
layout(set = 0, binding = 1, std430) readonly buffer X { float x[]; };
layout(set = 0, binding = 2, std430) buffer Y { float y[]; };
layout(push_constant) uniform P { float a; } pc;
void main()
{
    uint i = gl_GlobalInvocationID.x;
    y[i] = pc.a * x[i] + y[i];
}
