constexpr int W = BLOCK < 32 ? BLOCK : 32;
constexpr unsigned HEPSI = 0xffffffffu >> (32 - W);

__device__ __forceinline__ int warp_toplami(int deger) {
    const int serit = threadIdx.x % W;
#pragma unroll
    for (int adim = 1; adim < W; adim <<= 1) {
        const int onceki = __shfl_up_sync(HEPSI, deger, adim);
        if (serit > adim) deger += onceki;
    }
    return deger;
}

__device__ int blok_toplami(int deger) {
    __shared__ int uclar[BLOCK / W];
    const int warp = threadIdx.x / W;
    deger = warp_toplami(deger);
    if (threadIdx.x % W == W - 1) uclar[warp] = deger;
    __syncthreads();
    for (int k = 0; k < warp; ++k) deger += uclar[k];
    return deger;
}

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    const int t = blok_toplami(i < n ? x[i] : 0);
    if (i < n) y[i] = t;
    if (i == n - 1) sums[blockIdx.x] = t;
}

extern "C" __global__ void scan_sums(int *sums, int blocks) {
    const int b = threadIdx.x;
    const int t = blok_toplami(b < blocks ? sums[b] : 0);
    if (b < blocks) sums[b] = t;
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n || blockIdx.x == 0) return;
    y[i] += sums[blockIdx.x - 1];
}
