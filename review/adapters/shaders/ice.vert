#version 330
uniform mat4 clip_from_rink;
in vec2 pos; out vec2 ground;
void main() { ground = pos; gl_Position = clip_from_rink * vec4(pos, 0, 1); }
