// mistake: No barrier between the steps of the tree
// group: barriers
// expect: data-race
// hint: step-not-awaited
extern "C" __global__ void reduce(const int *x, int *sum, int n) {
    __shared__ int parts[BLOCK];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t;

    parts[t] = i < n ? x[i] : 0;
    __syncthreads();
    for (int half = BLOCK / 2; half > 0; half /= 2)
        if (t < half)
            parts[t] += parts[t + half];  // HERE
    if (t == 0)
        atomicAdd(sum, parts[0]);
}
