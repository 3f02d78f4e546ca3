#version 330
// Baked once: metres from the eye to what people may be behind. Surfaces 2 and 4 are spectators, cut out.
uniform vec3 eye; uniform sampler2D front; uniform sampler2D back;
in vec3 normal; in vec3 world; in vec2 place; in vec3 base; flat in int kind;
layout(location = 0) out float reach_m;
void main() {
    if (kind == 2 && textureLod(front, place, 0.).a < .5) discard;
    if (kind == 4 && textureLod(back, place, 0.).a < .5) discard;
    reach_m = distance(eye, world);
}
