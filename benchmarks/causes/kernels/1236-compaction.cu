// Keeps what is positive.

extern "C" __global__ void compact(const int *x, int *out, int *count, int n) {
    __shared__ int upto[BLOCK];
    __shared__ int base;

    const int t = threadIdx.x;
    const int i = blockIdx.x * BLOCK + t;

    int value = 0;
    if (i < n) value = x[i];
    const bool wanted = value > 0;

    upto[t] = wanted ? 1 : 0;
    __syncthreads();

    for (int dist = 1; dist < BLOCK; dist += dist) {
        const int left = t < dist ? 0 : upto[t - dist];
        __syncthreads();
        upto[t] += left;
        __syncthreads();
    }

    if (t == BLOCK - 1) {
        base = atomicAdd(count, upto[t]);
    }
    __syncthreads();

    if (wanted) {
        const int place = base + upto[t];
        out[place] = value;
    }
}
