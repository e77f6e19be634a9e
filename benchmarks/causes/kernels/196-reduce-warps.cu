#define FULL 0xffffffff

__inline__ __device__ int warpReduce(int v) {
    for (int offset = 16; offset > 0; offset /= 2)
        v += __shfl_down_sync(FULL, v, offset);
    return v;
}

extern "C" __global__ void reduce(const int *x, int *sum, int n) {
    __shared__ int warpSums[BLOCK / 32];
    int i = blockIdx.x * BLOCK + threadIdx.x;
    int lane = threadIdx.x % 32;
    int warp = threadIdx.x / 32;

    int v = 0;
    if (i < n)
        v = x[i];

    v = warpReduce(v);
    if (lane == 0)
        warpSums[warp] = v;
    __syncthreads();

    if (warp == 0) {
        v = warpSums[lane];
        v = warpReduce(v);
        if (lane == 0)
            atomicAdd(sum, v);
    }
}
