// mistake: No barrier between bringing the elements and the first step
// group: barriers
// expect: data-race
// hint: elements-not-awaited
extern "C" __global__ void reduce(const int *x, int *sum, int n) {
    __shared__ int parts[BLOCK];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t;

    parts[t] = i < n ? x[i] : 0;
    for (int half = BLOCK / 2; half > 0; half /= 2) {
        if (t < half)
            parts[t] += parts[t + half];  // HERE
        __syncthreads();
    }
    if (t == 0)
        atomicAdd(sum, parts[0]);
}
