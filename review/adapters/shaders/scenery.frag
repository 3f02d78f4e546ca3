#version 330
// Baked once: surfaces 0 plain, 1 adverts, 2 crowd, 6 pane of glass
uniform vec3 eye;
uniform sampler2D adverts;
uniform sampler2D crowd;
in vec3 normal; in vec3 world; in vec2 place; in vec3 base; flat in int kind;
layout(location = 0) out vec4 colour;
//LIGHT
void main() {
    float far_m = distance(eye, world);
    if (kind == 6) {
        float sheen = smoothstep(.55, 1., sin(world.x * 1.3 + world.z * 2.2) * .5 + .5);
        colour = vec4(.88, .90, .94, .06 + .05 * sheen);
    } else if (kind == 2) {
        colour = vec4(hazy(texture(crowd, place).rgb * mix(.95, .55, clamp((world.z - 2.) / 7., 0., 1.)), far_m), 1);
    } else {
        vec3 c = base;
        if (kind == 1) c *= texture(adverts, place).rgb;
        colour = vec4(hazy(lit(normalize(normal), c) * .93, far_m), 1);
    }
}
