#version 450
// SPDX-License-Identifier: MIT
// Medium: rings, a rotation and a simple light model; about 100 operations
// with a few transcendental functions.
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;
layout(push_constant) uniform P { float t; } pc;
void main()
{
    vec2 p = uv * 2.0 - 1.0;
    float a = pc.t * 0.37;
    float s = sin(a), c = cos(a);
    p = vec2(c * p.x - s * p.y, s * p.x + c * p.y);
    float r = length(p);
    float h = sin(r * 24.0 - pc.t) / (1.0 + 4.0 * r);
    vec3 n = normalize(vec3(-p * cos(r * 24.0 - pc.t), 0.6));
    vec3 l = normalize(vec3(0.4, 0.5, 0.8));
    float d = max(dot(n, l), 0.0);
    vec3 v = vec3(0.0, 0.0, 1.0);
    float sp = pow(max(dot(reflect(-l, n), v), 0.0), 16.0);
    vec3 base = 0.5 + 0.5 * cos(vec3(0.0, 2.1, 4.2) + h * 6.0);
    float ring = smoothstep(0.02, 0.05, abs(fract(r * 8.0) - 0.5));
    color = vec4(base * (0.2 + 0.8 * d) * ring + sp, 1.0);
}
