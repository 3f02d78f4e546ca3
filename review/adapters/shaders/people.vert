#version 330
// Skins one person an instance: bones in a texture, three texels a bone, one row a person.
uniform mat4 clip_from_rink;
uniform sampler2D bones;
uniform sampler2D kit;
uniform int first;
in vec3 pos; in vec3 nrm; in vec4 bone; in vec4 weight; in float material;
out vec3 normal; out vec3 rest; out vec3 rest_normal; out vec3 world; out float stuff; flat out int person;
// Read once a vertex: his colours, (number, kind, cut of the kit, row of truth), two numbers of chance.
flat out vec3 own; flat out vec3 trim; flat out vec3 other; flat out vec3 jersey; flat out vec4 extra; flat out vec2 chance;
vec3 kit_colour(int column) { return texelFetch(kit, ivec2(column, person), 0).rgb; }
void main() {
    person = first + gl_InstanceID;
    vec4 r0 = vec4(0), r1 = vec4(0), r2 = vec4(0);
    for (int k = 0; k < 4; k++) {
        int o = int(bone[k] + .5) * 3;
        r0 += weight[k] * texelFetch(bones, ivec2(o, person), 0);
        r1 += weight[k] * texelFetch(bones, ivec2(o + 1, person), 0);
        r2 += weight[k] * texelFetch(bones, ivec2(o + 2, person), 0);
    }
    vec4 p = vec4(pos * (abs(material - 8.) < .5 && pos.x < .013 && pos.x > -.013 ? vec3(.8, .8, 1) : vec3(1)), 1);  // a shaft of 2 by 2.6 cm
    world = vec3(dot(r0, p), dot(r1, p), dot(r2, p));
    normal = vec3(dot(r0.xyz, nrm), dot(r1.xyz, nrm), dot(r2.xyz, nrm));
    int m = int(material + .5);
    own = kit_colour(m == 2 ? 2 : m == 3 ? 3 : m == 4 ? 5 : m == 5 ? 4 : 0);
    trim = kit_colour(1); other = kit_colour(m == 1 && texelFetch(kit, ivec2(6, person), 0).y > 2.5 ? 5 : 2);
    jersey = kit_colour(0);
    extra = texelFetch(kit, ivec2(6, person), 0);
    chance = texelFetch(kit, ivec2(7, person), 0).rg;
    rest = pos; rest_normal = nrm; stuff = material;
    gl_Position = clip_from_rink * vec4(world, 1);
}
