extern "C" __global__ void histogram(const int *data, int *hist, int n) {
    __shared__ int mine[BINS];

    if (threadIdx.x < BINS)
        mine[threadIdx.x] = 0;
    __syncthreads();

    int stride = gridDim.x * blockDim.x;
    int pos = blockIdx.x * blockDim.x + threadIdx.x;
    while (pos < n) {
        atomicAdd(mine + data[pos], 1);
        pos += stride;
    }
    __syncthreads();

    for (int b = threadIdx.x; b < BINS; b += blockDim.x)
        atomicAdd(hist + b, mine[b]);
}
