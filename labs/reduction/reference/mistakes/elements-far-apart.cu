// mistake: Neighbouring threads take elements ever farther apart: bank conflicts
// group: requirements
// expect: requirement
// hint: too-much-work
extern "C" __global__ void reduce(const int *x, int *sum, int n) {
    __shared__ int parts[BLOCK];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t;

    parts[t] = i < n ? x[i] : 0;
    __syncthreads();
    for (int step = 1; step < BLOCK; step *= 2) {
        int left = 2 * step * t;
        if (left < BLOCK)
            parts[left] += parts[left + step];  // HERE
        __syncthreads();
    }
    if (t == 0)
        atomicAdd(sum, parts[0]);
}
