// This multiplies and adds at once, as compilers do unless told not to.

float fused(float a, float b, float c) { return a * b + c; }
