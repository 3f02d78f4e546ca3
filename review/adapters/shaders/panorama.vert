#version 330
// `lens`: half the picture's size in focal lengths, and the shift for antialiasing in the same unit.
uniform mat3 panorama_from_clip; uniform vec4 lens;
in vec2 pos; out vec3 at; out vec2 ray;
void main() {
    at = panorama_from_clip * vec3(pos, 1.);
    ray = pos * lens.xy + lens.zw;
    gl_Position = vec4(pos, .5, 1);
}
