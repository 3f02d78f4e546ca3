#version 330
// Baked once: paint under ice, and in the ice a dim mirror of boards and stands.
uniform vec3 eye; uniform sampler2D ice; uniform vec2 span; uniform vec2 half_m; uniform vec3 kick;
in vec2 ground; layout(location = 0) out vec4 colour;
//LIGHT
void main() {
    vec2 uv = vec2(ground.x / span.x + .5, .5 - ground.y / span.y);
    vec3 c = texture(ice, uv).rgb;
    vec3 ray = normalize(vec3(ground, 0.) - eye);
    vec2 way = ray.xy + vec2(1e-5);
    vec2 far_m = (sign(way) * half_m - ground) / way;
    float rise = min(far_m.x, far_m.y) * -ray.z;
    float blur = .12 + .10 * rise;
    vec3 seen = mix(kick, vec3(.92), smoothstep(.2 - blur, .2 + blur, rise));
    seen = mix(seen, mix(vec3(.24, .24, .26), vec3(.62, .62, .64), smoothstep(4., 30., rise)), smoothstep(1.1 - blur, 1.1 + 2. * blur, rise));
    float lamps = smoothstep(.90, 1., sin(ground.x * .55 + ray.x * 9.)) * smoothstep(9., 20., rise);
    seen += vec3(.8) * lamps;
    float mirror = .035 + .42 * pow(1. - abs(ray.z), 5.);
    vec2 away = abs(ground) / half_m;
    c *= 1. - .075 * pow(max(away.x, away.y), 3.);
    c = mix(c, seen, mirror);
    colour = vec4(hazy(c, distance(eye, vec3(ground, 0))), 1);
}
