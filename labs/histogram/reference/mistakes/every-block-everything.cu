// mistake: Each block counts all elements
// group: indexing
// expect: wrong-result
// hint: wrong-counts
extern "C" __global__ void histogram(const int *data, int *hist, int n) {
    __shared__ int own[BINS];
    int t = threadIdx.x;

    for (int bin = t; bin < BINS; bin += BLOCK)
        own[bin] = 0;
    __syncthreads();
    for (int i = t; i < n; i += BLOCK)
        atomicAdd(&own[data[i]], 1);
    __syncthreads();
    for (int bin = t; bin < BINS; bin += BLOCK)
        atomicAdd(&hist[bin], own[bin]);  // HERE
}
