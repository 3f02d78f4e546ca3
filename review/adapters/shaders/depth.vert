#version 330
uniform mat4 clip_from_rink;
in vec3 pos; in vec2 uv; in float surface;
out vec2 at; flat out int kind;
void main() { at = uv; kind = int(surface + .5); gl_Position = clip_from_rink * vec4(pos, 1); }
