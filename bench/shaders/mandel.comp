#version 450
// SPDX-License-Identifier: MIT
// 1024x1024, at most 1000 iterations, no early unrolling tricks.
layout(local_size_x = 8, local_size_y = 8) in;
layout(set = 0, binding = 2, std430) buffer O { uint n[]; };
layout(push_constant) uniform P { float unused; } pc;
void main()
{
    vec2 c = vec2(gl_GlobalInvocationID.xy) / 1024.0 * vec2(3.0, 2.0) - vec2(2.0, 1.0);
    float x = 0.0, y = 0.0;
    uint i = 0u;
    while (i < 1000u && x * x + y * y < 4.0) {
        float t = x * x - y * y + c.x;
        y = 2.0 * x * y + c.y;
        x = t;
        i++;
    }
    n[gl_GlobalInvocationID.y * 1024u + gl_GlobalInvocationID.x] = i;
}
