extern "C" __global__ void compact(const int *x, int *out, int *count, int n) {
    __shared__ int marks[BLOCK];
    int base;

    int tid = threadIdx.x;
    int gid = blockIdx.x * blockDim.x + tid;

    int value = gid < n ? x[gid] : 0;
    bool keep = value > 0;
    marks[tid] = keep ? 1 : 0;
    __syncthreads();

    // inclusive scan
    for (int offset = 1; offset < BLOCK; offset <<= 1) {
        int before = 0;
        if (tid >= offset)
            before = marks[tid - offset];
        __syncthreads();
        marks[tid] += before;
        __syncthreads();
    }

    if (tid == BLOCK - 1)
        base = atomicAdd(count, marks[tid]);
    __syncthreads();

    if (keep)
        out[base + marks[tid] - 1] = value;
}
