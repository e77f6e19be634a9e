// mistake: Every thread adds all bins of its block
// group: atomics
// expect: wrong-result
// hint: wrong-counts
extern "C" __global__ void histogram(const int *data, int *hist, int n) {
    __shared__ int own[BINS];
    int t = threadIdx.x;

    for (int bin = t; bin < BINS; bin += BLOCK)
        own[bin] = 0;
    __syncthreads();
    for (int i = blockIdx.x * BLOCK + t; i < n; i += gridDim.x * BLOCK)
        atomicAdd(&own[data[i]], 1);
    __syncthreads();
    for (int bin = 0; bin < BINS; ++bin)
        atomicAdd(&hist[bin], own[bin]);  // HERE
}
