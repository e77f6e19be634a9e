extern "C" __global__ void histogram(const int *data, int *hist, int n) {
    __shared__ unsigned int bins[BINS];

    if (threadIdx.x < BINS)
        bins[threadIdx.x] = 0u;
    __syncthreads();

    int index = threadIdx.x + blockIdx.x * blockDim.x;
    int stride = blockDim.x * gridDim.x;
    while (index < n) {
        atomicAdd(bins + data[index], 1u);
        index += stride;
    }
    __syncthreads();

    for (int b = threadIdx.x; b < BINS; b += blockDim.x) {
        unsigned int amount = bins[b];
        if (amount != 0u)
            atomicAdd(hist + b, (int)amount);
    }
}
