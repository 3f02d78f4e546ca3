#version 330
// What stands between camera and play; its own shader because it is drawn anew in every frame.
// surfaces: 0 plain, 3 net, 4 heads, 6 pane of glass
uniform sampler2D heads;
in vec3 normal; in vec3 world; in vec2 place; in vec3 base; flat in int kind;
layout(location = 0) out vec4 colour;
void main() {
    vec4 c = vec4(base * .8, 1);
    if (kind == 4) c = textureLod(heads, place, 0.) * vec4(.62, .62, .62, 1);
    if (kind == 6) c = vec4(.88, .90, .94, .07);
    if (kind == 3) {
        vec2 g = abs(fract(place * 14.) - .5);
        c = vec4(.92, .92, .94, max(smoothstep(.36, .46, g.x), smoothstep(.36, .46, g.y)) * .5 + .10);
    }
    colour = c;
}
