// A tree in shared memory, with the threads at work side by side, and one atomic operation a block.

extern "C" __global__ void reduce(const int *x, int *sum, int n) {
    __shared__ int parts[BLOCK];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t;

    parts[t] = i < n ? x[i] : 0;
    __syncthreads();
    for (int half = BLOCK / 2; half > 0; half /= 2) {
        if (t < half)
            parts[t] += parts[t + half];
        __syncthreads();
    }
    if (t == 0)
        atomicAdd(sum, parts[0]);
}
