// Mehrdad Karimi

extern "C" __global__ void compact(const int *x, int *out, int *count, int n) {
    __shared__ int marks[BLOCK];
    __shared__ int base;

    const int t = threadIdx.x;
    const int i = blockIdx.x * BLOCK + t;
    const int value = i < n ? x[i] : 0;
    const int keep = value > 0;

    marks[t] = keep;
    __syncthreads();

    for (int step = 1; step < BLOCK / 2; step *= 2) {
        int more = 0;
        if (t >= step)
            more = marks[t - step];
        __syncthreads();
        marks[t] += more;
        __syncthreads();
    }

    if (t == BLOCK - 1)
        base = atomicAdd(count, marks[t]);

    if (keep)
        out[base + marks[t] - 1] = value;
}
