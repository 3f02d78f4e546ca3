#version 330
// Only depth, of what has no holes.
void main() {}
