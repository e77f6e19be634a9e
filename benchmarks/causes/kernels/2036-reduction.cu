// sum of a warp, the result is in lane 0
__device__ int warpSum(int v) {
    #pragma unroll
    for (int off = 16; off > 0; off >>= 1)
        v += __shfl_down_sync(0xffffffffu, v, off);
    return v;
}

extern "C" __global__ void reduce(const int *x, int *sum, int n) {
    __shared__ int part[BLOCK];

    unsigned tid = threadIdx.x;
    int gid = blockIdx.x * BLOCK + tid;

    part[tid] = gid < n ? x[gid] : 0;
    __syncthreads();

    // fold in shared memory until one warp's worth is left
    for (unsigned s = BLOCK / 2; s > 32; s >>= 1) {
        if (tid < s)
            part[tid] += part[tid + s];
        __syncthreads();
    }

    // the first warp does the rest in registers
    if (tid < 32) {
        int v = warpSum(part[tid]);
        if (tid == 0)
            atomicAdd(sum, v);
    }
}
