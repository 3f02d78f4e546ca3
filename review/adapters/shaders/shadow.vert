#version 330
// Under each person a soft shadow (even instances) and his dim mirror image in the ice (odd ones).
// Row of `blobs`: x, y, radius of the shadow, height of the man.
uniform mat4 clip_from_rink; uniform vec3 eye; uniform sampler2D blobs; uniform sampler2D kit;
in vec2 pos; out vec2 at; out vec3 tint; flat out int mirror;
void main() {
    int person = gl_InstanceID / 2;
    mirror = gl_InstanceID - 2 * person;
    vec4 b = texelFetch(blobs, ivec2(0, person), 0);
    at = pos;
    vec2 ground = b.xy + pos * b.z * vec2(1., .85) + vec2(.04, .06);
    tint = vec3(.30, .30, .34);
    if (mirror == 1) {
        vec2 to_eye = eye.xy - b.xy;
        float gap = length(to_eye);
        to_eye /= max(gap, .01);
        float reach = b.z > 0. ? gap * b.w / (eye.z + b.w) : 0.;
        vec2 across = vec2(-to_eye.y, to_eye.x) * .34 * step(.01, b.z);
        ground = b.xy + across * pos.x + to_eye * reach * (pos.y * .5 + .5);
        tint = mix(texelFetch(kit, ivec2(2, person), 0).rgb, texelFetch(kit, ivec2(0, person), 0).rgb, pos.y * .5 + .5);
    }
    gl_Position = clip_from_rink * vec4(ground, .004, 1);
}
