// Shared by every fragment shader: soft arena light from a grid of lamps, a breath of haze.
vec3 lit(vec3 n, vec3 c) {
    float k = mix(.46, .90, n.z * .5 + .5);
    k += .34 * max(dot(n, normalize(vec3(.25, -.35, .9))), 0.);
    k += .10 * max(-n.y, 0.);
    return c * k;
}
vec3 hazy(vec3 c, float distance_m) {
    return mix(c, vec3(.74, .74, .77), .09 * clamp((distance_m - 20.) / 55., 0., 1.));
}
float grain(vec3 p) { return fract(sin(dot(floor(p), vec3(12.9898, 78.233, 37.719))) * 43758.5453); }
