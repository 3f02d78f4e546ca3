#version 330
uniform mat4 clip_from_rink; in vec3 pos;
void main() { gl_Position = clip_from_rink * vec4(pos, 1); }
