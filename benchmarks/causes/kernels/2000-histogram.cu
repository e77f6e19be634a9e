extern "C" __global__ void histogram(const int *data, int *hist, int n) {
    __shared__ unsigned int local[BINS];
    unsigned int tid = threadIdx.x;
    unsigned int stride = blockDim.x * gridDim.x;

    for (unsigned int b = tid; b < BINS; b += blockDim.x) {
        local[b] = 0u;
    }
    __syncthreads();

    for (unsigned int i = blockIdx.x * blockDim.x + tid; i < n; i += stride) {
        int value = data[i];
        atomicAdd(&local[value], 1u);
        __syncthreads();
    }

    for (unsigned int b = tid; b < BINS; b += blockDim.x) {
        atomicAdd(&hist[b], (int)local[b]);
    }
}
