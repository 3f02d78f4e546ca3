#version 330
uniform mat4 clip_from_rink;
in vec3 pos; in vec3 nrm; in vec2 uv; in vec3 tint; in float surface;
out vec3 normal; out vec3 world; out vec2 place; out vec3 base; flat out int kind;
void main() {
    normal = nrm; world = pos; place = uv; base = tint; kind = int(surface + .5);
    gl_Position = clip_from_rink * vec4(pos, 1);
}
