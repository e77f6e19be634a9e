// Histogram: two counters for each bin in a block, warps take turns
#define COPIES 2

extern "C" __global__ void histogram(const int *data, int *hist, int n) {
    __shared__ int counts[COPIES * BINS];

    for (int k = threadIdx.x; k < COPIES * BINS; k += blockDim.x) counts[k] = 0;
    __syncthreads();

    int *mine = counts + ((threadIdx.x / 32) % COPIES) * COPIES;
    const int everybody = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += everybody) {
        const int value = data[i];
        atomicAdd(&mine[value], 1);
    }
    __syncthreads();

    for (int bin = threadIdx.x; bin < BINS; bin += blockDim.x) {
        int amount = 0;
        for (int c = 0; c < COPIES; ++c) amount += counts[c * BINS + bin];
        atomicAdd(&hist[bin], amount);
    }
}
