#version 330
// Surfaces as review.sim.surfaces counts them: 0 plain, 1 adverts, 2 spectators, 4 spectators from behind,
// 5 backdrop, 6 pane of glass, 7 lamp, 8 digits
uniform vec3 eye;
uniform sampler2D adverts; uniform sampler2D front; uniform sampler2D back; uniform sampler2D digits;
in vec3 normal; in vec3 world; in vec2 place; in vec3 base; flat in int kind;
layout(location = 0) out vec4 colour;
//LIGHT
vec4 glass(float far_m) {
    vec3 ray = normalize(world - eye);
    vec2 along = vec2(dot(world.xy, vec2(-normal.y, normal.x)), world.z);
    float sheen = smoothstep(.35, 1., sin(along.x * .7 + along.y * 1.9 + ray.x * 6.) * .5 + .5);
    vec2 cell = along * vec2(2.6, 3.4);
    float smudge = step(.82, grain(vec3(cell, 3.))) * smoothstep(.5, .05, length(fract(cell) - .5)) * .08;
    float graze = pow(1. - abs(dot(ray, normalize(normal))), 3.);
    float low = smoothstep(2.4, 1.1, world.z);
    return vec4(vec3(.80, .83, .86) * mix(.75, 1., sheen), .05 + .07 * sheen + smudge + .22 * graze + .04 * low);
}
void main() {
    float far_m = distance(eye, world);
    if (kind == 6) { colour = glass(far_m); return; }
    if (kind == 2 || kind == 4) {
        vec4 c = kind == 2 ? texture(front, place) : texture(back, place);
        if (c.a < .35) discard;
        float spill = clamp(1.15 - (world.z - .8) * .075, .45, 1.);
        c.rgb = mix(vec3(dot(c.rgb, vec3(.3, .55, .15))), c.rgb, kind == 2 ? .72 : .85);
        colour = vec4(hazy(c.rgb * base * spill * (kind == 2 ? .80 : .62), far_m), smoothstep(.3, .8, c.a));
        return;
    }
    vec3 n = normalize(normal);
    vec3 c = base;
    if (kind == 1) c *= texture(adverts, place).rgb;
    if (kind == 7) { colour = vec4(c, 1); return; }
    if (kind == 8) {
        float on = textureLod(digits, place, 0.).r;
        colour = vec4(mix(c * .06, c, on), 1);
        return;
    }
    if (kind == 5) {
        float fade = exp(-max(world.z - 8., 0.) * .12);
        float spots = smoothstep(.82, 1., grain(vec3(floor(world.xy * 1.2), floor(world.z * 1.6)))) * fade;
        c = base + vec3(.10, .09, .09) * spots;
        colour = vec4(hazy(c, far_m), 1);
        return;
    }
    float dim = world.z > 1.3 ? clamp(1.1 - world.z * .05, .4, 1.) : 1.;
    colour = vec4(hazy(lit(n, c) * dim, far_m), 1);
}
