#version 330
in vec2 at; layout(location = 0) out vec4 colour;
void main() { float r = dot(at, at); colour = vec4(.30, .30, .34, .40 * exp(-r * 3.2) * step(r, 1.)); }
