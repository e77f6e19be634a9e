// mistake: Each block stores its sum instead of adding it
// group: atomics
// expect: data-race
// hint: sum-without-atomic
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
        *sum = parts[0];  // HERE
}
