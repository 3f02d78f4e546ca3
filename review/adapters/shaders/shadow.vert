#version 330
// A soft blob under each person; its row: x, y, radius.
uniform mat4 clip_from_rink; uniform sampler2D blobs;
in vec2 pos; out vec2 at;
void main() {
    vec4 b = texelFetch(blobs, ivec2(0, gl_InstanceID), 0);
    at = pos;
    gl_Position = clip_from_rink * vec4(b.xy + pos * b.z * vec2(1., .9) + vec2(.05, .08), .004, 1);
}
