extern "C" __global__ void compact(const int *x, int *out, int *count, int n) {
    __shared__ int flags[BLOCK];
    __shared__ int base;

    int tid = threadIdx.x;
    int gid = blockIdx.x * blockDim.x + tid;

    int mine = 0;
    int keep = 0;
    if (gid < n) {
        mine = x[gid];
        if (mine > 0) keep = 1;
    }
    flags[tid] = keep;
    __syncthreads();

    // inclusive scan of the flags
    for (int offset = 1; offset < BLOCK; offset <<= 1) {
        int add = 0;
        if (tid >= offset) add = flags[tid - offset];
        __syncthreads();
        flags[tid] += add;
        __syncthreads();
    }

    if (tid == 0)
        base = atomicAdd(count, flags[BLOCK - 1]);

    if (keep)
        out[base + flags[tid] - 1] = mine;
}
