extern "C" __global__ void compact(const int *x, int *out, int *count, int n) {
    // two rows of BLOCK marks, read from one, written to the other
    __shared__ int marks[2 * BLOCK];
    int base;

    int t = threadIdx.x;
    int i = blockIdx.x * BLOCK + t;

    int value = 0;
    if (i < n) value = x[i];
    int keep = value > 0;

    int from = 0, to = BLOCK;
    marks[from + t] = keep;
    __syncthreads();

    for (int reach = 1; reach < BLOCK; reach *= 2) {
        int s = marks[from + t];
        if (t >= reach) s += marks[from + t - reach];
        marks[to + t] = s;
        __syncthreads();
        from = BLOCK - from;
        to = BLOCK - to;
    }

    if (t == BLOCK - 1) {
        base = atomicAdd(count, marks[from + t]);
    }
    __syncthreads();

    if (keep) {
        out[base + marks[from + t] - 1] = value;
    }
}
