// Half precision, single and packed.
#include <cuda_fp16.h>
extern "C" __global__ void k(int *out, int n)
{
    int t = threadIdx.x;
    __half a = __float2half(t * 0.25f), b = __int2half_rn(n + 1);
    __half2 v = __halves2half2(a, b), w = __float2half2_rn(1.5f);
    __half2 x = __hfma2(v, w, __hadd2(v, v));
    __half m = __hgt(a, b) ? __hsub(a, b) : __hmul(a, b);
    out[t] = (int)(__low2float(x) * 8) + (int)(__high2float(x) * 8) * 1000 + (int)(__half2float(m) * 4);
}
