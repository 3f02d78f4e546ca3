#version 330
// The still arena looked up, with the depth of what people may be behind; `depth_m`: nearest and farthest.
uniform sampler2D panorama; uniform sampler2D hiders; uniform vec2 depth_m;
in vec3 at; in vec2 ray; layout(location = 0) out vec4 colour;
void main() {
    vec2 uv = at.xy / at.z;
    colour = textureLod(panorama, uv, 0.);
    float reach_m = textureLod(hiders, uv, 0.).r;
    float ahead_m = reach_m * inversesqrt(1. + dot(ray, ray));
    float n = depth_m.x, f = depth_m.y;
    float deep = ((f + n) - 2. * f * n / max(ahead_m, n)) / (f - n);
    gl_FragDepth = reach_m > 0. ? deep * .5 + .5 : .99999;
}
