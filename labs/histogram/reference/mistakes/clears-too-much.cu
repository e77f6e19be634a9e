// mistake: Every thread clears a bin, if there is one or not
// group: boundaries
// expect: out-of-bounds
// hint: more-threads-than-bins
extern "C" __global__ void histogram(const int *data, int *hist, int n) {
    __shared__ int own[BINS];
    int t = threadIdx.x;

    for (int bin = t; bin < BINS + BLOCK; bin += BLOCK)
        own[bin] = 0;  // HERE
    __syncthreads();
    for (int i = blockIdx.x * BLOCK + t; i < n; i += gridDim.x * BLOCK)
        atomicAdd(&own[data[i]], 1);
    __syncthreads();
    for (int bin = t; bin < BINS; bin += BLOCK)
        atomicAdd(&hist[bin], own[bin]);
}
