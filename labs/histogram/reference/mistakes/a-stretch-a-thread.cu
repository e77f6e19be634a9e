// mistake: Each thread takes a stretch of its own: a warp's loads are far apart
// group: requirements
// expect: requirement
// hint: stretches
extern "C" __global__ void histogram(const int *data, int *hist, int n) {
    __shared__ int own[BINS];
    int t = threadIdx.x;

    for (int bin = t; bin < BINS; bin += BLOCK)
        own[bin] = 0;
    __syncthreads();
    int length = (n + gridDim.x * BLOCK - 1) / (gridDim.x * BLOCK);
    int first = (blockIdx.x * BLOCK + t) * length;
    for (int i = first; i < first + length && i < n; ++i)
        atomicAdd(&own[data[i]], 1);  // HERE
    __syncthreads();
    for (int bin = t; bin < BINS; bin += BLOCK)
        atomicAdd(&hist[bin], own[bin]);
}
