extern "C" __global__ void compact(const int *x, int *out, int *count, int n) {
    __shared__ int marks[2][BLOCK];
    int base;
    int t = threadIdx.x;
    int i = blockDim.x * blockIdx.x + t;

    int value = 0;
    if (i < n) value = x[i];
    int keep = value > 0 ? 1 : 0;

    int cur = 0;
    marks[cur][t] = keep;
    __syncthreads();

    // inclusive scan, to and fro between the two rows
    for (int d = 1; d < BLOCK; d += d) {
        int m = marks[cur][t];
        if (t >= d) m += marks[cur][t - d];
        cur ^= 1;
        marks[cur][t] = m;
        __syncthreads();
    }

    if (t == BLOCK - 1) base = atomicAdd(count, marks[cur][t]);
    __syncthreads();

    if (keep) out[base + marks[cur][t] - 1] = value;
}
