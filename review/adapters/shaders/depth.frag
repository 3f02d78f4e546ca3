#version 330
// Only depth: spectators are cut out by their pictures. Surfaces: 2 and 4 spectators
uniform sampler2D front; uniform sampler2D back;
in vec2 at; flat in int kind;
void main() {
    if (kind == 2 && textureLod(front, at, 0.).a < .5) discard;
    if (kind == 4 && textureLod(back, at, 0.).a < .5) discard;
}
