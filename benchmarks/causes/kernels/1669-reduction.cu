// shuffles inside a warp, then the first warp adds the warps' sums
#define LANES (BLOCK < 32 ? BLOCK : 32)
#define WARPS ((BLOCK + 31) / 32)

__device__ int add_warp(int v) {
    for (int d = LANES / 2; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    return v;
}

extern "C" __global__ void reduce(const int *x, int *sum, int n) {
    __shared__ int partial[32];
    int i = blockIdx.x * BLOCK + threadIdx.x;
    int lane = threadIdx.x % 32;
    int warp = threadIdx.x / 32;

    int v = 0;
    if (i < n) v = x[i];
    v = add_warp(v);
    if (lane == 0) partial[warp] = v;
    __syncthreads();

    if (warp == 0) {
        v = partial[lane];
        v = add_warp(v);
        if (lane == 0) *sum += v;
    }
}
