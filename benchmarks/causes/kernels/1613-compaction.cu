extern "C" __global__ void compact(const int *x, int *out, int *count, int n) {
    __shared__ int places[BLOCK];
    __shared__ int base;
    const int tid = threadIdx.x;
    const int gid = blockIdx.x * BLOCK + tid;

    int value = 0;
    if (gid < n) value = x[gid];
    const bool keep = value > 0;

    places[tid] = keep;
    __syncthreads();
    for (int off = 1; off < BLOCK; off += off) {
        int t = 0;
        if (tid >= off) t = places[tid - off];
        __syncthreads();
        places[tid] += t;
        __syncthreads();
    }

    if (tid == BLOCK - 1) base = atomicAdd(count, places[tid]);
    __syncthreads();

    if (keep)
        out[base + places[tid]] = value;
}
