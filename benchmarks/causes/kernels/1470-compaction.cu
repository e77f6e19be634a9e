extern "C" __global__ void compact(const int *x, int *out, int *count, int n) {
    __shared__ int marks[2][BLOCK];
    int base;

    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;
    int value = 0;
    if (i < n)
        value = x[i];
    bool keep = value > 0;

    int now = 0;
    marks[0][t] = keep ? 1 : 0;
    __syncthreads();
    for (int d = 1; d < BLOCK; d = d * 2) {
        int v = marks[now][t];
        if (t >= d)
            v += marks[now][t - d];
        now ^= 1;
        marks[now][t] = v;
        __syncthreads();
    }

    // the last thread knows how many there are
    if (t == BLOCK - 1)
        base = atomicAdd(count, marks[now][t]);
    __syncthreads();

    if (keep)
        out[base + marks[now][t] - 1] = value;
}
