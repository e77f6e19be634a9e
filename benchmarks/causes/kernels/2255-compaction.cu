// keeps the positive ones

extern "C" __global__ void compact(const int *x, int *out, int *count, int n) {
    __shared__ int marks[BLOCK];
    __shared__ int start;

    int t = threadIdx.x;
    int i = t + blockIdx.x * blockDim.x;

    int v = 0;
    if (i < n) v = x[i];
    bool keep = v > 0;

    marks[t] = keep ? 1 : 0;
    __syncthreads();

    // inclusive scan
    for (int d = 1; d < BLOCK; d += d) {
        int left = 0;
        if (t >= d) left = marks[t - d];
        __syncthreads();
        marks[t] += left;
        __syncthreads();
    }

    // the last thread knows how many the block keeps
    if (t == BLOCK - 1) start = atomicAdd(count, marks[t]);
    __syncthreads();

    if (keep) {
        int place = start + marks[t];
        out[place] = v;
    }
}
