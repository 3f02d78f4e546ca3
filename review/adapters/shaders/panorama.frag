#version 330
uniform sampler2D panorama; in vec3 at; layout(location = 0) out vec4 colour;
void main() { colour = textureLod(panorama, at.xy / at.z, 0.); }
