// PTX written by hand: scopes with registers and labels of their own, carries, predicates, several results.
__device__ unsigned long long times(unsigned a, unsigned b)
{
    unsigned lo, hi;
    asm("{ .reg .u32 t; mul.lo.u32 t, %2, %3; mov.u32 %0, t; mul.hi.u32 %1, %2, %3; }" : "=r"(lo), "=r"(hi) : "r"(a), "r"(b));
    return (unsigned long long)hi << 32 | lo;
}
__device__ int clamp(int x, int top)
{
    int r;
    asm volatile("{ .reg .pred p, q; setp.gt.s32 p|q, %1, %2; @p mov.b32 %0, %2; @!p mov.b32 %0, %1; }" : "=r"(r) : "r"(x), "r"(top));
    return r;
}
extern "C" __global__ void k(int *out, int n)
{
    unsigned t = threadIdx.x, a = t * 0x9E3779B9u, b = ~a, c, d, s;
    asm("add.cc.u32 %0, %3, %4; addc.cc.u32 %1, %3, %3; addc.u32 %2, 0, 0;" : "=r"(c), "=r"(d), "=r"(s) : "r"(a), "r"(b | t));
    asm("{ .reg .b32 t1; .reg .b32 t2; xor.b32 t1, %1, 0x55; { .reg .b32 t1; mov.u32 t1, 3; add.u32 t2, t1, %1; } add.u32 %0, t1, t2; }" : "=r"(a) : "r"(t));
    out[t] = (int)(times(c, d) >> 16) + s + clamp(t * 3, n + 20) + a;
}
