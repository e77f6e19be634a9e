#define EVERYBODY 0xffffffffu

__device__ int warp_total(int v) {
    for (int d = 16; d > 0; d >>= 1)
        v += __shfl_down_sync(EVERYBODY, v, d);
    return v;
}

extern "C" __global__ void reduce(const int *x, int *sum, int n) {
    __shared__ int part[32];
    int i = blockIdx.x * BLOCK + threadIdx.x;
    int lane = threadIdx.x % 32;
    int warp = threadIdx.x / 32;

    int v = warp_total(i < n ? x[i] : 0);
    if (lane == 0)
        part[warp] = v;
    __syncthreads();

    if (warp == 0) {
        v = warp_total(part[lane]);
        if (lane == 0)
            atomicAdd(sum, v);
    }
}
