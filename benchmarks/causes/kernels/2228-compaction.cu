extern "C" __global__ void compact(const int *x, int *out, int *count, int n) {
    __shared__ int marks[BLOCK];
    int offset;

    const int tid = threadIdx.x;
    const int gid = blockIdx.x * BLOCK + tid;

    int value = 0;
    if (gid < n) {
        value = x[gid];
    }
    const bool keep = value > 0;

    marks[tid] = keep ? 1 : 0;
    __syncthreads();

    // Hillis-Steele
    for (int dist = 1; dist < BLOCK; dist <<= 1) {
        int add = 0;
        if (tid >= dist) {
            add = marks[tid - dist];
        }
        __syncthreads();
        marks[tid] += add;
        __syncthreads();
    }

    if (tid == BLOCK - 1) {
        offset = atomicAdd(count, marks[tid]);
    }
    __syncthreads();

    if (keep) {
        out[offset + marks[tid] - 1] = value;
    }
}
