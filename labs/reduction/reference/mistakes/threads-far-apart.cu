// mistake: Every second thread works, then every fourth: no warp is ever done
// group: requirements
// expect: requirement
// hint: too-much-work
extern "C" __global__ void reduce(const int *x, int *sum, int n) {
    __shared__ int parts[BLOCK];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t;

    parts[t] = i < n ? x[i] : 0;
    __syncthreads();
    for (int step = 1; step < BLOCK; step *= 2) {
        if (t % (2 * step) == 0)  // HERE
            parts[t] += parts[t + step];
        __syncthreads();
    }
    if (t == 0)
        atomicAdd(sum, parts[0]);
}
