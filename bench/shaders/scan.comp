#version 450
// SPDX-License-Identifier: MIT
// Barrier-heavy: 64-wide workgroup prefix sum in shared memory.
layout(local_size_x = 64) in;
layout(set = 0, binding = 1, std430) readonly buffer X { float x[]; };
layout(set = 0, binding = 2, std430) buffer Y { float y[]; };
layout(push_constant) uniform P { float a; } pc;
shared float s[64];
void main()
{
    uint l = gl_LocalInvocationIndex;
    s[l] = x[gl_GlobalInvocationID.x];
    barrier();
    for (uint d = 1u; d < 64u; d <<= 1) {
        float v = l >= d ? s[l - d] : 0.0;
        barrier();
        s[l] += v;
        barrier();
    }
    y[gl_GlobalInvocationID.x] = s[l];
}
