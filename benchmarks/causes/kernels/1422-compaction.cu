extern "C" __global__ void compact(const int *x, int *out, int *count, int n) {
    __shared__ int upto[BLOCK];
    int base = 0;

    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;
    int value = (i < n) ? x[i] : 0;
    bool keep = value > 0;

    upto[t] = keep;
    __syncthreads();

    for (int d = 1; d < BLOCK; d *= 2) {
        int other = 0;
        if (t >= d) other = upto[t - d];
        __syncthreads();
        upto[t] += other;
        __syncthreads();
    }

    if (t == BLOCK - 1)
        base = atomicAdd(count, upto[t]);
    __syncthreads();

    if (keep)
        out[base + upto[t] - 1] = value;
}
