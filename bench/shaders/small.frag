#version 450
// SPDX-License-Identifier: MIT
// Small: about 10 arithmetic operations per pixel.
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;
layout(push_constant) uniform P { float t; } pc;
void main()
{
    float g = uv.x * 0.75 + uv.y * 0.25;
    vec3 c = mix(vec3(0.1, 0.2, 0.4), vec3(0.9, 0.7, 0.3), g);
    color = vec4(c + pc.t * 0.01, 1.0);
}
