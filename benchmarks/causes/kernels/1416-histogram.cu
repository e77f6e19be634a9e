extern "C" __global__ void histogram(const int *data, int *hist, int n) {
    __shared__ int mine[BINS];

    // 1. nothing counted so far
    if (threadIdx.x < BINS)
        mine[threadIdx.x] = 0;
    __syncthreads();

    // 2. count
    int step = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step)
        atomicAdd(&mine[data[i]], 1);
    __syncthreads();

    // 3. hand over
    for (int b = threadIdx.x; b < BINS; b += blockDim.x)
        atomicAdd(&hist[b], mine[b]);
}
