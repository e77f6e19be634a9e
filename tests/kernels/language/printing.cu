// printf with every kind of argument, and assertions that hold.
#include <cstdio>
#include <cassert>
extern "C" __global__ void k(int *out, int n)
{
    int t = threadIdx.x;
    assert(n >= 0);
    if (t < 3) printf("%d %5.2f %s %c %llu %x %%\n", t, t * 0.25, t ? "many" : "none", 'a' + t, 1ull << (40 + t), 255 + n);
    out[t] = t * n + 1;
}
