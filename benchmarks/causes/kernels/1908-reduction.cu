#define FULL 0xffffffff

__device__ int warp_total(int v) {
    for (int d = 16; d > 1; d >>= 1)
        v += __shfl_down_sync(FULL, v, d);
    return v;
}

extern "C" __global__ void reduce(const int *x, int *sum, int n) {
    __shared__ int of_warp[BLOCK / 32];
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    const int warp = threadIdx.x / 32;
    const int lane = threadIdx.x % 32;

    int v = 0;
    if (i < n)
        v = x[i];

    v = warp_total(v);
    if (lane == 0)
        of_warp[warp] = v;
    __syncthreads();

    if (warp == 0) {
        v = of_warp[lane];
        v = warp_total(v);
        if (lane == 0)
            atomicAdd(sum, v);
    }
}
