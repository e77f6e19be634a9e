// tree down to one warp, the rest with shuffles
extern "C" __global__ void reduce(const int *x, int *sum, int n)
{
    __shared__ int partial[BLOCK];
    const int tid = threadIdx.x;
    const int gid = blockIdx.x * BLOCK + tid;

    partial[tid] = gid < n ? x[gid] : 0;
    __syncthreads();

    for (int s = BLOCK >> 1; s > 32; s >>= 1) {
        if (tid < s)
            partial[tid] += partial[tid + s];
        __syncthreads();
    }

    if (tid < 32) {
        int v = partial[tid];
        for (int d = 16; d; d >>= 1)
            v += __shfl_down_sync(0xffffffffu, v, d);
        if (!tid)
            atomicAdd(sum, v);
    }
}
