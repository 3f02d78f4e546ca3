#version 330
uniform vec3 eye; uniform sampler2D ice; uniform vec2 span;
in vec2 ground; layout(location = 0) out vec4 colour;
//LIGHT
void main() {
    vec2 uv = vec2(ground.x / span.x + .5, .5 - ground.y / span.y);
    colour = vec4(hazy(texture(ice, uv).rgb, distance(eye, vec3(ground, 0))), 1);
}
