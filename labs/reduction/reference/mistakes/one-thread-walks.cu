// mistake: One thread of the block adds all its elements
// group: requirements
// expect: requirement
// hint: too-much-work
extern "C" __global__ void reduce(const int *x, int *sum, int n) {
    __shared__ int parts[BLOCK];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t;

    parts[t] = i < n ? x[i] : 0;
    __syncthreads();
    if (t == 0) {
        int total = 0;
        for (int k = 0; k < BLOCK; ++k)
            total += parts[k];  // HERE
        atomicAdd(sum, total);
    }
}
