// mistake: Threads without an element leave
// group: barriers
// expect: early-exit barrier-divergence
// hint: return-before-barrier
extern "C" __global__ void reduce(const int *x, int *sum, int n) {
    __shared__ int parts[BLOCK];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t;

    if (i >= n)
        return;  // HERE
    parts[t] = x[i];
    __syncthreads();  // HERE
    for (int half = BLOCK / 2; half > 0; half /= 2) {
        if (t < half)
            parts[t] += parts[t + half];
        __syncthreads();
    }
    if (t == 0)
        atomicAdd(sum, parts[0]);
}
