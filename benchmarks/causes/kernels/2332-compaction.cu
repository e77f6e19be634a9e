extern "C" __global__ void compact(const int *x, int *out, int *count, int n) {
    __shared__ int upto[BLOCK];
    __shared__ int base;

    const int t = threadIdx.x;
    const int i = BLOCK * blockIdx.x + t;
    const int value = i < n ? x[i] : -1;
    const int keep = value > 0;

    upto[t] = keep;
    for (int d = 1; d < BLOCK; d *= 2) {
        __syncthreads();
        int add = 0;
        if (t >= d) add = upto[t - d];
        __syncthreads();
        upto[t] += add;
    }
    __syncthreads();

    if (t == 0) base = atomicAdd(count, upto[BLOCK - 1]);
    __syncthreads();

    if (keep) out[base + upto[t]] = value;
}
