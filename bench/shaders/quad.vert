#version 450
// SPDX-License-Identifier: MIT
// Full-screen quad as a 4-vertex strip, no vertex buffer.
layout(location = 0) out vec2 uv;
void main()
{
    vec2 p = vec2(float(gl_VertexIndex & 1), float(gl_VertexIndex >> 1));
    uv = p;
    gl_Position = vec4(p * 2.0 - 1.0, 0.5, 1.0);
}
