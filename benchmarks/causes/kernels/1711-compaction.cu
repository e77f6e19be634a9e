extern "C" __global__ void compact(const int *x, int *out, int *count, int n) {
    __shared__ int scan[BLOCK];
    int base;

    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;

    int value = 0;                 // 0 is not kept
    if (i < n) value = x[i];
    int keep = value > 0 ? 1 : 0;

    scan[t] = keep;
    __syncthreads();
    for (int offset = 1; offset < BLOCK; offset <<= 1) {
        int add = t >= offset ? scan[t - offset] : 0;
        __syncthreads();
        scan[t] += add;
        __syncthreads();
    }

    if (t == BLOCK - 1)
        base = atomicAdd(count, scan[t]);
    __syncthreads();

    if (keep)
        out[base + scan[t] - 1] = value;
}
