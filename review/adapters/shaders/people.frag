#version 330
// Cloth, numbers, names, helmets, in colours that the vertex shader read from the kit.
uniform vec3 eye;
uniform sampler2D letters;
in vec3 normal; in vec3 rest; in vec3 rest_normal; in vec3 world; in float stuff; flat in int person;
flat in vec3 own; flat in vec3 trim; flat in vec3 other; flat in vec3 jersey; flat in vec4 extra; flat in vec2 chance;
layout(location = 0) out vec4 colour;
//LIGHT
float wave(float x) { float f = abs(fract(x * .159155) - .5) * 4. - 1.; return f * (1.5 - .5 * f * f); }  // like a sine
float band(float x, float at, float wide) { return 1. - smoothstep(wide * .7, wide, abs(x - at)); }
vec3 striped(vec3 pale, vec3 dark, float wide) {
    return mix(pale, dark, smoothstep(.42, .58, abs(fract(rest.x * wide + .25) - .5) * 2.));
}
vec3 back(vec3 c, vec3 ink, vec3 edge, float number) {
    float z = rest.z;
    vec2 u = vec2(-rest.x / .34 + .5, (1.40 - z) / .31);
    vec2 w = vec2(-rest.x / .32 + .5, (1.475 - z) / .052);
    bool named = w.y > 0. && w.y < 1.;
    float n = floor(number + .5), row = floor(n / 10.);
    vec2 digits = vec2(256. + 96. * (n - 10. * row + u.x), 96. * (row + u.y));
    vec2 letter = vec2(256. * w.x, 32. * (float(person) + w.y));
    vec2 inside = named ? w : u;
    if (any(lessThan(inside, vec2(0))) || any(greaterThan(inside, vec2(1)))) return c;
    vec2 t = textureLod(letters, (named ? letter : digits) / vec2(1216., 2048.), 0.).rg;
    return mix(mix(c, named ? c : edge, t.g), ink, t.r);
}
vec3 cloth(float number, int cut) {
    float z = rest.z, ax = abs(rest.x);
    vec3 c = jersey;
    if (cut == 0) {
        if (ax < .26) { c = mix(c, trim, band(z, 1.0, .036)); c = mix(c, other, band(z, 1.055, .014)); }
        c = mix(c, trim, band(ax, .37, .032)); c = mix(c, other, band(ax, .43, .012));
    } else if (cut == 2) {
        c = mix(c, trim, smoothstep(1.37, 1.40, z - .12 * ax));
        c = mix(c, trim, band(ax, .42, .03) * step(z, 1.37));
        if (ax < .26) c = mix(c, trim, band(z, .97, .025));
    } else if (cut == 3 && ax < .30) c = striped(jersey, trim, 7.);
    if (z > 1.49) c = mix(c, trim, step(ax, .13));
    vec3 ink = dot(jersey, vec3(.4, .5, .1)) > .5 ? mix(trim, vec3(.05), .15) : vec3(.94);
    if (rest_normal.y > .25) c = back(c, ink, mix(trim, jersey, .2), number);
    else if (rest_normal.y < -.3) {
        float crest = length(vec2(rest.x, (z - 1.27) * .9));
        c = mix(c, trim, 1. - smoothstep(.085, .10, crest));
        c = mix(c, ink, (1. - smoothstep(.045, .055, crest)) * step(.02, abs(rest.x + z - 1.27)));
    } else if (ax > .30 && rest_normal.z > .2) c = mix(c, ink, band(ax, .31, .03) * band(rest.y, -.04, .05) * .8);
    return c;
}
vec3 face(float chance) {
    vec3 skin = mix(vec3(.80, .60, .50), vec3(.46, .31, .23), step(.86, chance));
    float ahead = smoothstep(-.02, -.10, rest.y);
    vec3 c = skin * mix(.62, 1., smoothstep(1.54, 1.62, rest.z));
    c = mix(c, skin * .38, ahead * band(rest.z, 1.690, .014) * step(.018, abs(rest.x)));
    if (fract(chance * 7.) > .45) c = mix(c, vec3(.20, .14, .10), ahead * (1. - smoothstep(1.615, 1.635, rest.z)) * step(1.565, rest.z) * .75);
    return mix(c, skin * .45, ahead * band(rest.z, 1.622, .007) * (1. - step(.026, abs(rest.x))));
}
void main() {
    vec3 n = normalize(normal);
    int m = int(stuff + .5);
    bool official = extra.y > 1.5 && extra.y < 2.5, staff = extra.y > 2.5;
    vec3 c = vec3(.2);
    float gloss = 0., dark = 1.;
    if (m == 0) c = face(chance.x);
    else if (m == 1) {
        if (official) {
            c = striped(jersey, trim, abs(rest.x) < .24 ? 10.5 : 8.);
            if (chance.y > .5) c = mix(c, vec3(.86, .34, .08), band(abs(rest.x), .38, .05));
        } else if (staff) {
            c = jersey;
            if (rest_normal.y < -.2 && rest.z > 1.2) {
                float open = .075 * smoothstep(1.2, 1.5, rest.z);
                c = mix(c, vec3(.80), 1. - smoothstep(open * .8, open, abs(rest.x)));
                c = mix(c, other, (1. - smoothstep(.014, .02, abs(rest.x))) * step(.02, open));
            }
        } else c = cloth(extra.x, int(extra.z + .5));
        float fold = wave(rest.z * 34. + 6. * wave(rest.x * 13. + extra.x * 3.) + rest.y * 16.);
        fold += .6 * wave(rest.x * 44. + 5. * wave(rest.z * 21. + extra.w));
        n = normalize(n + (staff ? .10 : .20) * fold * vec3(.45, .3, 1.));
        dark = .80 + .20 * smoothstep(-1.1, .6, fold);
        dark *= mix(.74, 1., smoothstep(.90, 1.06, rest.z + .25 * max(abs(rest.x) - .25, 0.)));
    }
    else if (m == 2) {
        c = own * (.90 + .10 * grain(rest * 25.));
        if (extra.y < 1.5) c = mix(c, trim, band(rest.y, .0, .022) * step(.16, abs(rest.x)) * step(.35, chance.y));
        dark = mix(.62, 1., smoothstep(.04, .13, abs(rest.x)));
    }
    else if (m == 3) {
        c = own;
        if (extra.y < 1.5) { c = mix(c, trim, band(rest.z, .33, .034)); c = mix(c, other, band(rest.z, .25, .020)); c = mix(c, trim, band(rest.z, .195, .012)); }
        c *= mix(.80, 1.04, smoothstep(.05, -.08, rest.y));
        dark = .92 + .08 * wave(rest.z * 70.);
    }
    else if (m == 4) {
        c = extra.y > 1.5 ? (official ? vec3(.07) : vec3(.74, .55, .46)) : own;
        if (extra.y < 1.5) { c = mix(c, trim, band(fract(rest.z * 9. + chance.x), .5, .12) * .55); gloss = .10; }
    }
    else if (m == 5) {
        c = own; gloss = staff ? 0. : .55;
        if (!staff) {
            c *= .70 + .30 * smoothstep(1.70, 1.80, rest.z);
            float vents = step(.55, fract(rest.y * 26.)) * band(abs(rest.x), .045, .012) * step(1.80, rest.z);
            c = mix(c, vec3(.06), vents * .7 + .8 * band(rest.z, 1.705, .012) * step(rest.y, .02));
        }
    }
    else if (m == 6) {
        c = mix(vec3(.055), vec3(.22), smoothstep(-.12, -.20, rest.y) * .7);
        c = mix(c, vec3(.55), band(rest.z, .15, .012) * step(.4, chance.y)); gloss = .25;
    }
    else if (m == 7) { c = staff ? vec3(.05) : (rest.z > -.03 ? vec3(.70) : vec3(.42)); gloss = .3; }
    else if (m == 8) {
        float at = rest.z;
        c = chance.x < .3 ? vec3(.26) : (chance.x < .55 ? vec3(.62, .61, .58) : (chance.x < .75 ? mix(trim, vec3(.4), .4) : vec3(.16)));
        if (at > -.16 && chance.y > .3) c = vec3(.82);
        c = mix(c, vec3(.75), band(at, -.8, .09) * .7);
        if (extra.y > .5 && extra.y < 1.5) c = vec3(.72, .72, .70);
        gloss = .2;
    }
    else if (m == 9) { c = mix(vec3(.34, .27, .24), vec3(.66, .70, .74), smoothstep(1.66, 1.71, rest.z) * .55); gloss = .8; }
    else if (m == 10) {
        c = mix(vec3(.84, .84, .81), jersey, .08) * (.92 + .08 * grain(rest * 20.));
        c = mix(c, jersey, step(.30, chance.x) * band(fract(rest.z * 2.6 + chance.y), .5, .10) * .85);
        c = mix(c, vec3(.12), band(fract(rest.z * 7.), .5, .04) * .5);
    }
    else if (m == 11) { c = chance.y > .45 ? vec3(.13) : vec3(.74); }
    vec3 l = lit(n, c) * dark;
    vec3 sight = normalize(eye - world);
    vec3 between = normalize(sight + vec3(.2, -.3, .9));
    float shine = max(dot(n, between), 0.);
    shine *= shine; shine *= shine; shine *= shine;  // to the eighth
    float rim = 1. - max(dot(n, sight), 0.);
    l += gloss * shine * shine * shine * shine * shine;
    l += (c * .5 + .06) * .22 * rim * rim * rim * max(n.z + .4, 0.);
    l += .05 * c * max(-n.z, 0.) + vec3(.030) * max(-n.z, 0.);  // light thrown back by the ice
    l *= mix(.84, 1., clamp(world.z / .8, 0., 1.));
    colour = vec4(hazy(l, distance(eye, world)), 1);
}
