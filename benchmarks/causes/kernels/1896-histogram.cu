extern "C" __global__ void histogram(const int *data, int *hist, int n) {
    __shared__ int mine[BINS];

    int b = threadIdx.x;
    while (b < BINS) {
        mine[b] = 0;
        b += blockDim.x;
    }
    __syncthreads();

    int i = blockIdx.x * blockDim.x + threadIdx.x;
    while (i < n) {
        atomicAdd(&mine[data[i]], 1);
        i += blockDim.x * gridDim.x;
    }
    __syncthreads();

    b = threadIdx.x;
    while (b < BINS) {
        hist[b] += mine[b];
        b += blockDim.x;
    }
}
