// mistake: A thread takes one element, however many there are
// group: indexing
// expect: wrong-result
// hint: wrong-counts
extern "C" __global__ void histogram(const int *data, int *hist, int n) {
    __shared__ int own[BINS];
    int t = threadIdx.x;

    for (int bin = t; bin < BINS; bin += BLOCK)
        own[bin] = 0;
    __syncthreads();
    int i = blockIdx.x * BLOCK + t;
    if (i < n)
        atomicAdd(&own[data[i]], 1);
    __syncthreads();
    for (int bin = t; bin < BINS; bin += BLOCK)
        atomicAdd(&hist[bin], own[bin]);  // HERE
}
