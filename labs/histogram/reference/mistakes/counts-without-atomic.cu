// mistake: The block's bins are counted up without an atomic operation
// group: atomics
// expect: data-race
// hint: bins-without-atomic
extern "C" __global__ void histogram(const int *data, int *hist, int n) {
    __shared__ int own[BINS];
    int t = threadIdx.x;

    for (int bin = t; bin < BINS; bin += BLOCK)
        own[bin] = 0;
    __syncthreads();
    for (int i = blockIdx.x * BLOCK + t; i < n; i += gridDim.x * BLOCK)
        own[data[i]]++;  // HERE
    __syncthreads();
    for (int bin = t; bin < BINS; bin += BLOCK)
        atomicAdd(&hist[bin], own[bin]);
}
