extern "C" __global__ void compact(const int *x, int *out, int *count, int n)
{
    __shared__ int upto[BLOCK];
    int base;

    const int tid = threadIdx.x;
    const int gid = blockIdx.x * BLOCK + tid;
    const int value = gid < n ? x[gid] : 0;
    const int keep = value > 0 ? 1 : 0;

    int run = keep;
    upto[tid] = run;
    __syncthreads();
    for (int d = 1; d < BLOCK; d <<= 1) {
        const int before = tid < d ? 0 : upto[tid - d];
        __syncthreads();
        run += before;
        upto[tid] = run;
        __syncthreads();
    }

    if (tid == BLOCK - 1)
        base = atomicAdd(count, run);
    __syncthreads();

    if (keep)
        out[base + run - 1] = value;
}
