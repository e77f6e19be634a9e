// mistake: Threads past the end load as well
// group: boundaries
// expect: out-of-bounds
// hint: past-the-end
extern "C" __global__ void compact(const int *x, int *out, int *count, int n) {
    __shared__ int places[BLOCK];
    __shared__ int first;
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    int value = x[i];  // HERE
    places[t] = value > 0;
    __syncthreads();
    for (int step = 1; step < BLOCK; step *= 2) {
        int before = t >= step ? places[t - step] : 0;
        __syncthreads();
        places[t] += before;
        __syncthreads();
    }
    if (t == BLOCK - 1)
        first = atomicAdd(count, places[t]);
    __syncthreads();
    if (value > 0)
        out[first + places[t] - 1] = value;
}
