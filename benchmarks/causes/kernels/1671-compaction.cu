extern "C" __global__ void compact(const int *x, int *out, int *count, int n) {
    __shared__ int pos[BLOCK];
    __shared__ int base;
    int t = threadIdx.x;
    int i = blockIdx.x * BLOCK + t;

    int element = 0;
    if (i < n) element = x[i];
    pos[t] = element > 0;
    __syncthreads();

    // inclusive scan
    for (int d = 1; d < BLOCK; d <<= 1) {
        int add = 0;
        if (t >= d) {
            add = pos[t - d];
            __syncthreads();
        }
        pos[t] += add;
        __syncthreads();
    }

    if (t == 0) base = atomicAdd(count, pos[BLOCK - 1]);
    __syncthreads();

    if (element > 0) out[base + pos[t]] = element;
}
