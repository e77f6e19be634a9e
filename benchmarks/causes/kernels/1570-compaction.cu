extern "C" __global__ void compact(const int *x, int *out, int *count, int n) {
    __shared__ int rank[BLOCK];
    __shared__ int start;

    const int t = threadIdx.x;
    const int i = blockIdx.x * BLOCK + t;
    const int value = i < n ? x[i] : 0;
    const bool keep = value > 0;

    rank[t] = keep ? 1 : 0;
    __syncthreads();
    for (int d = 1; d < BLOCK; d *= 2) {
        int add = t >= d ? rank[t - d] : 0;
        __syncthreads();
        rank[t] += add;
        __syncthreads();
    }

    if (t == BLOCK - 1)
        start = atomicAdd(count, rank[t]);

    if (keep)
        out[start + rank[t] - 1] = value;
}
