#version 450
// SPDX-License-Identifier: MIT
// Texture-heavy: 8 implicit-LOD trilinear samples of one 512x512 RGBA8 image
// with 10 mip levels, at different scales, and next to no arithmetic.
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;
layout(push_constant) uniform P { float t; } pc;
layout(set = 0, binding = 0) uniform sampler2D img;
void main()
{
    vec4 c = vec4(0.0);
    c += texture(img, uv * 0.5);
    c += texture(img, uv * 1.0 + 0.11);
    c += texture(img, uv * 1.7 + 0.23);
    c += texture(img, uv * 2.3 + 0.31);
    c += texture(img, uv * 3.1 + 0.43);
    c += texture(img, uv * 4.9 + 0.57);
    c += texture(img, uv.yx * 1.3 + 0.61);
    c += texture(img, uv.yx * 6.1 + 0.73);
    color = c * 0.125 + pc.t * 0.001;
}
