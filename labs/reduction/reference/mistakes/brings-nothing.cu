// mistake: Threads without an element leave their part as it was
// group: boundaries
// expect: uninitialized-read
// hint: nothing-brought
extern "C" __global__ void reduce(const int *x, int *sum, int n) {
    __shared__ int parts[BLOCK];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t;

    if (i < n)
        parts[t] = x[i];
    __syncthreads();
    for (int half = BLOCK / 2; half > 0; half /= 2) {
        if (t < half)
            parts[t] += parts[t + half];  // HERE
        __syncthreads();
    }
    if (t == 0)
        atomicAdd(sum, parts[0]);
}
