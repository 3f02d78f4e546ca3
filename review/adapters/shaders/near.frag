#version 330
// What people are seen through, drawn anew in every frame. Surfaces: 3 net, 6 pane of glass
uniform vec3 eye;
in vec3 normal; in vec3 world; in vec2 place; in vec3 base; flat in int kind;
layout(location = 0) out vec4 colour;
//LIGHT
void main() {
    if (kind == 3) {
        vec2 g = abs(fract(place * vec2(22., 18.)) - .5);
        float cord = max(smoothstep(.34, .47, g.x), smoothstep(.34, .47, g.y));
        colour = vec4(.86, .86, .88, cord * .5 + .14);
        return;
    }
    vec3 ray = normalize(world - eye);
    vec2 along = vec2(dot(world.xy, vec2(-normal.y, normal.x)), world.z);
    float sheen = smoothstep(.35, 1., sin(along.x * .45 + along.y * 1.3 + ray.x * 5.) * .5 + .5);
    float streak = smoothstep(.93, 1., sin(along.x * 2.1 + along.y * 3.7) * .5 + .5) * .05;
    vec2 cell = along * vec2(7., 9.);
    float mark = step(.985, grain(vec3(cell, 1.))) * .14 * smoothstep(2.3, 1.2, world.z);
    mark *= smoothstep(.5, .1, length(fract(cell) - .5));
    float graze = pow(1. - abs(dot(ray, normalize(normal))), 3.);
    float edge = smoothstep(2.60, 2.66, world.z) * .18;
    float cover = .05 + .07 * sheen + streak + .25 * graze + edge + mark;
    colour = vec4(mix(vec3(.74, .77, .80), vec3(.25), mark * 6.), cover);
}
