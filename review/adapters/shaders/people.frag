#version 330
// Cloth, numbers, helmets. Row of `kit`: jersey, trim, trousers, socks, helmet, gloves, (number, kind, 0, row of truth).
uniform vec3 eye;
uniform sampler2D kit;
uniform sampler2D numbers;
in vec3 normal; in vec3 rest; in vec3 rest_normal; in vec3 world; in float stuff; flat in int person;
layout(location = 0) out vec4 colour;
layout(location = 1) out uint id;
//LIGHT
vec3 kit_colour(int column) { return texelFetch(kit, ivec2(column, person), 0).rgb; }
vec3 stripes(vec3 jersey, vec3 black) {
    float ax = abs(rest.x);
    if (ax < .22) return fract(rest.x * 9. + .25) < .5 ? black : jersey;
    return fract(ax * 9.) < .5 ? black : jersey;
}
vec3 cloth(vec3 jersey, vec3 trim, float number) {
    float z = rest.z, ax = abs(rest.x);
    vec3 c = jersey;
    if (ax < .26 && (abs(z - 1.0) < .035 || abs(z - 1.08) < .012)) c = trim;
    if ((ax > .34 && ax < .40) || (ax > .42 && ax < .44)) c = trim;
    if (z > 1.49) c = mix(c, trim, step(.10, ax) * step(ax, .2));
    vec3 ink = mix(vec3(1), trim, step(.5, jersey.r));
    if (rest_normal.y > .25) {
        vec2 u = vec2(-rest.x / .36 + .5, (1.42 - z) / .32);
        if (all(greaterThan(u, vec2(0))) && all(lessThan(u, vec2(1)))) {
            int n = int(number + .5);
            vec4 t = textureLod(numbers, (vec2(float(n % 10), float(n / 10)) + u) * .1, 0.);
            c = mix(mix(c, trim, t.g), ink, t.r);
        }
        if (abs(rest.x) < .14 && abs(z - 1.455) < .016 && grain(vec3(rest.x * 70., 0, number)) > .3) c = ink;
    } else if (rest_normal.y < -.3 && length(vec2(rest.x, z - 1.30)) < .1) c = trim;
    return c;
}
void main() {
    vec3 n = normalize(normal);
    vec4 extra = texelFetch(kit, ivec2(6, person), 0);
    int m = int(stuff + .5);
    bool official = extra.y > 1.5 && extra.y < 2.5, staff = extra.y > 2.5;
    vec3 c = vec3(.2), trim = kit_colour(1);
    float gloss = 0.;
    if (m == 0) c = vec3(.74, .55, .46) * (rest.z > 1.66 ? 1. : .8);
    else if (m == 1) {
        c = official ? stripes(kit_colour(0), trim) : (staff ? kit_colour(0) : cloth(kit_colour(0), trim, extra.x));
        if (staff && rest_normal.y < -.2 && abs(rest.x) < .05 && rest.z > 1.15) c = vec3(.75);
        c *= .90 + .10 * grain(rest * vec3(35., 35., 22.));
        float fold = sin(rest.z * 38. + 7. * sin(rest.x * 17. + extra.x) + rest.y * 20.);
        n = normalize(n + .16 * fold * vec3(.4, .4, 1.));
    }
    else if (m == 2) c = kit_colour(2) * (.92 + .08 * grain(rest * 25.));
    else if (m == 3) {
        c = kit_colour(3);
        if (extra.y < 1.5 && (abs(rest.z - .33) < .03 || abs(rest.z - .25) < .012)) c = trim;
    }
    else if (m == 4) c = extra.y > 1.5 ? vec3(.74, .55, .46) : kit_colour(5);
    else if (m == 5) { c = kit_colour(4); gloss = staff ? 0. : .45; }
    else if (m == 6) c = vec3(.05);
    else if (m == 7) { c = staff ? vec3(.05) : vec3(.75); gloss = .3; }
    else if (m == 8) c = vec3(.12, .11, .11);
    else if (m == 9) { c = vec3(.55, .5, .48); gloss = .6; }
    else if (m == 10) {
        c = vec3(.86, .86, .84) * (.94 + .06 * grain(rest * 20.));
        if (abs(fract(rest.z * 3.) - .5) < .06) c = mix(c, kit_colour(0), .8);
    }
    else if (m == 11) c = vec3(.14);
    vec3 l = lit(n, c);
    vec3 between = normalize(normalize(eye - world) + vec3(.2, -.3, .9));
    l += gloss * pow(max(dot(n, between), 0.), 40.);
    l *= mix(.80, 1., clamp(world.z / .9, 0., 1.) * .6 + .4);
    colour = vec4(hazy(l, distance(eye, world)), 1);
    id = uint(extra.w + .5) + ((m == 8 || m == 11) ? 64u : 0u);
}
