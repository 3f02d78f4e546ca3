#version 330
// Only the depth of what people may be behind; `depth_m`: nearest and farthest.
uniform sampler2D hiders; uniform vec2 depth_m;
in vec3 at; in vec2 ray;
void main() {
    float reach_m = textureLod(hiders, at.xy / at.z, 0.).r;
    float n = depth_m.x, f = depth_m.y;
    float deep = ((f + n) - 2. * f * n / max(reach_m * inversesqrt(1. + dot(ray, ray)), n)) / (f - n);
    gl_FragDepth = reach_m > 0. ? deep * .5 + .5 : .99999;
}
