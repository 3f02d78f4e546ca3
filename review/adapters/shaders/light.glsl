// Shared by every fragment shader: soft arena light, a breath of haze.
vec3 lit(vec3 n, vec3 c) {
    float up = n.z * .5 + .5;
    float k = mix(.60, 1.04, up);
    k += .26 * max(dot(n, normalize(vec3(.25, -.55, .8))), 0.);
    return c * k;
}
vec3 hazy(vec3 c, float distance_m) {
    return mix(c, vec3(.80, .80, .83), .07 * clamp((distance_m - 20.) / 50., 0., 1.));
}
float grain(vec3 p) { return fract(sin(dot(floor(p), vec3(12.9898, 78.233, 37.719))) * 43758.5453); }
