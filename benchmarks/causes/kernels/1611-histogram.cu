extern "C" __global__ void histogram(const int *data, int *hist, int n) {
    __shared__ int mine[BINS];

    if (threadIdx.x < BINS)
        mine[threadIdx.x] = 0;
    __syncthreads();

    int stride = blockDim.x * gridDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        atomicAdd(&mine[data[i]], 1);
    __syncthreads();

    for (int b = threadIdx.x; b < BINS; b += blockDim.x)
        atomicAdd(&hist[b], mine[b]);
}
