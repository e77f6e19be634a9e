// Стиснення масиву. Олена Коваленко
constexpr unsigned USI = 0xffffffff;
constexpr int WARPIV = (BLOCK + 31) / 32;

__device__ int skan_warpu(int v, int lane)
{
    for (int d = 1; d < 32; d <<= 1) {
        const int sused = __shfl_up_sync(USI, v, d);
        if (lane > d)
            v += sused;
    }
    return v;
}

extern "C" __global__ void compact(const int *x, int *out, int *count, int n)
{
    __shared__ int suma[WARPIV];
    __shared__ int pochatok;

    const int i = blockIdx.x * BLOCK + threadIdx.x;
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    const int e = i < n ? x[i] : -1;
    const bool beru = e > 0;

    const int razom = skan_warpu(beru, lane);
    if (lane == 31 || threadIdx.x == BLOCK - 1)
        suma[warp] = razom;
    __syncthreads();

    if (threadIdx.x == 0) {
        int vsogo = 0;
        for (int w = 0; w < WARPIV; ++w) {
            const int s = suma[w];
            suma[w] = vsogo;
            vsogo += s;
        }
        pochatok = atomicAdd(count, vsogo);
    }
    __syncthreads();

    if (beru)
        out[pochatok + suma[warp] + razom - 1] = e;
}
