// tree down to one warp, the last warp goes on with shuffles

#define FULL 0xffffffffu

__device__ int warpTotal(int v) {
    for (int d = 16; d > 0; d >>= 1)
        v += __shfl_down_sync(FULL, v, d);
    return v;
}

extern "C" __global__ void reduce(const int *x, int *sum, int n) {
    __shared__ int part[BLOCK];
    const int t = threadIdx.x;
    const int i = blockIdx.x * BLOCK + t;

    part[t] = (i < n) ? x[i] : 0;
    __syncthreads();

    for (int half = BLOCK / 2; half > 32; half /= 2) {
        if (t < half)
            part[t] += part[t + half];
        __syncthreads();
    }

    if (t < 32) {
        int v = warpTotal(part[t]);
        if (t == 0)
            atomicAdd(sum, v);
    }
}
