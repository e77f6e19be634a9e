extern "C" __global__ void compact(const int *x, int *out, int *count, int n) {
    __shared__ int marks[BLOCK];
    int base = 0;
    int tid = threadIdx.x;
    int i = tid + blockIdx.x * BLOCK;

    int v = 0;
    if (i < n)
        v = x[i];
    int keep = v > 0 ? 1 : 0;
    marks[tid] = keep;
    __syncthreads();

    for (int off = 1; off < BLOCK; off *= 2) {
        int add = tid >= off ? marks[tid - off] : 0;
        __syncthreads();
        marks[tid] += add;
        __syncthreads();
    }

    if (tid == 0)
        base = atomicAdd(count, marks[BLOCK - 1]);
    __syncthreads();

    if (keep)
        out[base + marks[tid] - 1] = v;
}
