#version 450
// SPDX-License-Identifier: MIT
// Large: ray-march a repeated-sphere field with 4-octave value noise in the
// shading; several thousand operations per pixel, uniform trip count.
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;
layout(push_constant) uniform P { float t; } pc;

float hash(vec3 p)
{
    p = fract(p * 0.3183099 + vec3(0.1, 0.2, 0.3));
    p *= 17.0;
    return fract(p.x * p.y * p.z * (p.x + p.y + p.z));
}
float noise(vec3 x)
{
    vec3 i = floor(x), f = fract(x);
    f = f * f * (3.0 - 2.0 * f);
    return mix(mix(mix(hash(i), hash(i + vec3(1, 0, 0)), f.x),
                   mix(hash(i + vec3(0, 1, 0)), hash(i + vec3(1, 1, 0)), f.x), f.y),
               mix(mix(hash(i + vec3(0, 0, 1)), hash(i + vec3(1, 0, 1)), f.x),
                   mix(hash(i + vec3(0, 1, 1)), hash(i + vec3(1, 1, 1)), f.x), f.y), f.z);
}
float map(vec3 p)
{
    vec3 q = mod(p + 2.0, 4.0) - 2.0;
    return length(q) - 1.0;
}
void main()
{
    vec3 o = vec3(0.0, 0.0, -3.0 + pc.t * 0.1);
    vec3 d = normalize(vec3(uv * 2.0 - 1.0, 1.5));
    float z = 0.0;
    for (int i = 0; i < 48; i++)
        z += 0.9 * max(map(o + d * z), 0.0005);
    vec3 p = o + d * z;
    float e = 0.01;
    vec3 n = normalize(vec3(map(p + vec3(e, 0, 0)) - map(p - vec3(e, 0, 0)),
                            map(p + vec3(0, e, 0)) - map(p - vec3(0, e, 0)),
                            map(p + vec3(0, 0, e)) - map(p - vec3(0, 0, e))));
    float f = 0.0, amp = 0.5;
    vec3 q = p * 2.0;
    for (int i = 0; i < 4; i++) { f += amp * noise(q); q *= 2.02; amp *= 0.5; }
    float l = max(dot(n, normalize(vec3(0.5, 0.7, -0.6))), 0.1);
    color = vec4(vec3(f) * l * exp(-0.05 * z) + vec3(0.02, 0.03, 0.05) * z * 0.1, 1.0);
}
