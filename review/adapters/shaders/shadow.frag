#version 330
in vec2 at; in vec3 tint; flat in int mirror; layout(location = 0) out vec4 colour;
void main() {
    if (mirror == 1) {
        float down = at.y * .5 + .5;
        colour = vec4(tint, .26 * exp(-at.x * at.x * 3.) * (1. - down) * (1. - down) * smoothstep(0., .06, down));
        return;
    }
    float r = dot(at, at);
    colour = vec4(tint, .42 * exp(-r * 3.4) * step(r, 1.));
}
