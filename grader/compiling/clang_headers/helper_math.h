// The arithmetic of vectors that the header of this name among NVIDIA's samples has.
#pragma once
#define GRADER_FUNCTION static __host__ __device__ __forceinline__
#define GRADER_2(f) f(x), f(y)
#define GRADER_3(f) f(x), f(y), f(z)
#define GRADER_4(f) f(x), f(y), f(z), f(w)

#define GRADER_ADD(m) a.m + b.m
#define GRADER_SUB(m) a.m - b.m
#define GRADER_MUL(m) a.m * b.m
#define GRADER_DIV(m) a.m / b.m
#define GRADER_SAME(m) s
#define GRADER_NEG(m) -a.m
#define GRADER_OPERATOR(V, S, all, op, both) \
    GRADER_FUNCTION V operator op(V a, V b) { return make_##V(all(both)); } \
    GRADER_FUNCTION V operator op(V a, S s) { return a op make_##V(all(GRADER_SAME)); } \
    GRADER_FUNCTION V operator op(S s, V a) { return make_##V(all(GRADER_SAME)) op a; } \
    GRADER_FUNCTION void operator op##=(V &a, V b) { a = a op b; } \
    GRADER_FUNCTION void operator op##=(V &a, S b) { a = a op b; }
#define GRADER_VECTOR(V, S, all) \
    GRADER_FUNCTION V make_##V(S s) { return make_##V(all(GRADER_SAME)); } \
    GRADER_OPERATOR(V, S, all, +, GRADER_ADD) \
    GRADER_OPERATOR(V, S, all, -, GRADER_SUB) \
    GRADER_OPERATOR(V, S, all, *, GRADER_MUL) \
    GRADER_OPERATOR(V, S, all, /, GRADER_DIV)
GRADER_VECTOR(float2, float, GRADER_2)
GRADER_VECTOR(float3, float, GRADER_3)
GRADER_VECTOR(float4, float, GRADER_4)
GRADER_VECTOR(int2, int, GRADER_2)
GRADER_VECTOR(int3, int, GRADER_3)
GRADER_VECTOR(int4, int, GRADER_4)
GRADER_VECTOR(uint2, unsigned, GRADER_2)
GRADER_VECTOR(uint3, unsigned, GRADER_3)
GRADER_VECTOR(uint4, unsigned, GRADER_4)

GRADER_FUNCTION float dot(float2 a, float2 b) { return a.x * b.x + a.y * b.y; }
GRADER_FUNCTION float dot(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
GRADER_FUNCTION float dot(float4 a, float4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
GRADER_FUNCTION float clamp(float f, float low, float high) { return fmaxf(low, fminf(f, high)); }
GRADER_FUNCTION int clamp(int f, int low, int high) { return max(low, min(f, high)); }
GRADER_FUNCTION float lerp(float a, float b, float t) { return a + t * (b - a); }
GRADER_FUNCTION float3 cross(float3 a, float3 b)
{
    return make_float3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}
#define GRADER_MIN(m) fminf(a.m, b.m)
#define GRADER_MAX(m) fmaxf(a.m, b.m)
#define GRADER_ABS(m) fabsf(a.m)
#define GRADER_FLOOR(m) floorf(a.m)
#define GRADER_OF_FLOATS(V, all) \
    GRADER_FUNCTION V operator-(V a) { return make_##V(all(GRADER_NEG)); } \
    GRADER_FUNCTION V fminf(V a, V b) { return make_##V(all(GRADER_MIN)); } \
    GRADER_FUNCTION V fmaxf(V a, V b) { return make_##V(all(GRADER_MAX)); } \
    GRADER_FUNCTION V fabs(V a) { return make_##V(all(GRADER_ABS)); } \
    GRADER_FUNCTION V floorf(V a) { return make_##V(all(GRADER_FLOOR)); } \
    GRADER_FUNCTION V lerp(V a, V b, float t) { return a + t * (b - a); } \
    GRADER_FUNCTION V clamp(V a, V low, V high) { return fmaxf(low, fminf(a, high)); } \
    GRADER_FUNCTION V clamp(V a, float low, float high) { return clamp(a, make_##V(low), make_##V(high)); } \
    GRADER_FUNCTION float length(V a) { return sqrtf(dot(a, a)); } \
    GRADER_FUNCTION V normalize(V a) { return a * rsqrtf(dot(a, a)); } \
    GRADER_FUNCTION V reflect(V a, V n) { return a - 2.0f * n * dot(n, a); }
GRADER_OF_FLOATS(float2, GRADER_2)
GRADER_OF_FLOATS(float3, GRADER_3)
GRADER_OF_FLOATS(float4, GRADER_4)
GRADER_FUNCTION float2 make_float2(float3 a) { return make_float2(a.x, a.y); }
GRADER_FUNCTION float2 make_float2(int2 a) { return make_float2(float(a.x), float(a.y)); }
GRADER_FUNCTION float3 make_float3(float2 a) { return make_float3(a.x, a.y, 0.0f); }
GRADER_FUNCTION float3 make_float3(float2 a, float z) { return make_float3(a.x, a.y, z); }
GRADER_FUNCTION float3 make_float3(float4 a) { return make_float3(a.x, a.y, a.z); }
GRADER_FUNCTION float3 make_float3(int3 a) { return make_float3(float(a.x), float(a.y), float(a.z)); }
GRADER_FUNCTION float4 make_float4(float3 a) { return make_float4(a.x, a.y, a.z, 0.0f); }
GRADER_FUNCTION float4 make_float4(float3 a, float w) { return make_float4(a.x, a.y, a.z, w); }
GRADER_FUNCTION float4 make_float4(int4 a) { return make_float4(float(a.x), float(a.y), float(a.z), float(a.w)); }
