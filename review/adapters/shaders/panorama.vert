#version 330
uniform mat3 panorama_from_clip; in vec2 pos; out vec3 at;
void main() { at = panorama_from_clip * vec3(pos, 1.); gl_Position = vec4(pos, .99999, 1); }
